"""Raters whose joint distribution of rating patterns is known, so that every statistic has a true value.

All models keep the shares of the labels exactly and reach the wanted chance-corrected agreement exactly:

- `panel`: each item has a label; each rater sees it with probability s, and otherwise says a label by habit.
- `replicates`: an item is clear to the judge (all replicates the same) or not (each replicate a draw of its own).
- `rates`: each item has its own pass rate, Beta distributed.
- `pair`: judge and gold; the judge is lenient (it falls back on the highest label), so that errors differ by class.
- `runs`: five replicates of such a judge, each against gold.
- `forecast`: stated confidences, too far from the base rate, and what came true.
- `normal`, `normal_pair`: scores of a continuous scale; `normal` also with raters who are harsh or lenient at random.
- `cube`: replicates of several judges on a continuous scale.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.float64]
Counts = NDArray[np.int64]
Truth = tuple[str, str | None, str | None]
"""A statistic, and the name and group of the part of its result (None: the headline)."""

LENIENT = 0.3
"""Share of a lenient judge's guesses that are the highest label, whatever the item."""

CLEAR = 0.5
"""Share of items on which all replicates of the judge against gold are the same."""

SHIFT = 0.3
"""How much higher a lenient judge scores than gold on the continuous scale, in standard deviations of gold."""

LIMIT = 1.96
"""Standard deviations from the mean difference to a limit of agreement (Bland & Altman)."""

HARSHNESS = 0.5
"""Variance between raters as a share of all that is not between items."""

STATED = tuple((np.arange(10) + 0.5) / 10)
"""Confidences that are stated in `forecast`."""

OVERCONFIDENT = 0.7
"""How far from the base rate things are, as a share of how far they are said to be."""


@dataclass(frozen=True)
class Patterns:
    """Rating patterns and their probabilities. `ratings` (n_patterns, n_raters), or (n_runs, n_patterns, 2)."""

    ratings: Table
    probabilities: Table
    labels: tuple[float, ...]

    def draw(self, rng: np.random.Generator, n: int) -> tuple[Table, Counts]:
        """Patterns of n items, and how many items show each."""
        counts = rng.multinomial(n, self.probabilities)
        seen = counts > 0
        return self.ratings[..., seen, :], counts[seen]

    def population(self, n: int = 10**9) -> tuple[Table, Counts]:
        """Every pattern, in proportion to its probability."""
        counts = np.round(self.probabilities * n).astype(np.int64)
        return self.ratings[..., counts > 0, :], counts[counts > 0]


@dataclass(frozen=True)
class Scores:
    """Scores from a continuous distribution: `make(rng, n)` gives them, `truths` what statistics (and parts) are in the population."""

    make: Callable[[np.random.Generator, int], Table]
    truths: dict[Truth, float]

    def draw(self, rng: np.random.Generator, n: int) -> tuple[Table, None]:
        return self.make(rng, n), None


def label_shares(n_labels: int, commonest: float) -> Table:
    """Shares of labels in ascending order; the highest is the commonest, the others rise towards it (two labels: the rest)."""
    rest = np.arange(1.0, n_labels)
    return np.append((1 - commonest) * rest / rest.sum(), commonest)


def habit(shares: Table, *, ordered: bool) -> Table:
    """What a rater says who does not see the label: row is the label, column what is said; shares stay as they are.

    On a nominal scale a draw from the shares. On an ordered one near misses are more likely (Sinkhorn balances the shares).
    """
    steps = np.abs(np.subtract.outer(np.arange(len(shares)), np.arange(len(shares))))
    joint = np.outer(shares, shares) * (np.exp(-steps / 4) if ordered else 1.0)
    for _ in range(500):
        joint *= (shares / joint.sum(axis=1))[:, np.newaxis]
        joint = (joint + joint.T) / 2
    return np.asarray(joint / joint.sum(axis=1, keepdims=True))


def kappa(joint: Table, *, ordered: bool) -> float:
    """Cohen's kappa of a table of probabilities; quadratic weights on an ordered scale."""
    codes = np.arange(len(joint))
    distance = np.subtract.outer(codes, codes) ** 2.0 if ordered else 1.0 - np.eye(len(joint))
    return float(1 - (joint * distance).sum() / (np.outer(joint.sum(axis=1), joint.sum(axis=0)) * distance).sum())


def solve(function: Callable[[float], float], wanted: float) -> float:
    """Where between 0 and 1 a rising function has the value wanted (bisection)."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < wanted else (low, middle)
    return (low + high) / 2


def patterns(shares: Table, confusions: Sequence[Table]) -> tuple[Table, Table]:
    """All patterns of codes of raters who err independently given the label, and their probabilities."""
    codes = np.array(list(product(range(len(shares)), repeat=len(confusions))))
    given = np.prod([confusion[:, codes[:, rater]] for rater, confusion in enumerate(confusions)], axis=0)
    return codes.astype(np.float64), np.asarray(shares @ given)


def _labels(n_labels: int) -> tuple[float, ...]:
    return tuple(float(code) for code in range(n_labels))


def panel(n_labels: int, raters: int, prevalence: float, agreement: float, *, ordered: bool) -> Patterns:
    shares = label_shares(n_labels, prevalence)
    guess = habit(shares, ordered=ordered)

    def confusion(seen: float) -> Table:
        return seen * np.eye(n_labels) + (1 - seen) * guess

    def kappa_of(seen: float) -> float:
        return kappa(confusion(seen).T @ np.diag(shares) @ confusion(seen), ordered=ordered)

    ratings, probabilities = patterns(shares, [confusion(solve(kappa_of, agreement))] * raters)
    return Patterns(ratings, probabilities, _labels(n_labels))


def lenient_judge(shares: Table, agreement: float, *, ordered: bool) -> Table:
    """Row is the gold label, column the judge's."""
    highest = np.eye(len(shares))[[-1]]
    guess = (1 - LENIENT) * habit(shares, ordered=ordered) + LENIENT * highest

    def confusion(seen: float) -> Table:
        return np.asarray(seen * np.eye(len(shares)) + (1 - seen) * guess)

    return confusion(solve(lambda seen: kappa(shares[:, np.newaxis] * confusion(seen), ordered=ordered), agreement))


def pair(n_labels: int, prevalence: float, agreement: float, *, ordered: bool) -> Patterns:
    shares = label_shares(n_labels, prevalence)
    ratings, probabilities = patterns(shares, [lenient_judge(shares, agreement, ordered=ordered), np.eye(n_labels)])
    return Patterns(ratings, probabilities, _labels(n_labels))


def runs(n_runs: int, prevalence: float, agreement: float) -> Patterns:
    shares = label_shares(2, prevalence)
    judge = lenient_judge(shares, agreement, ordered=False)
    ratings, apart = patterns(shares, [judge] * n_runs + [np.eye(2)])
    first, gold = ratings[:, 0].astype(int), ratings[:, -1].astype(int)
    alike = (ratings[:, :-1] == ratings[:, :1]).all(axis=1) * shares[gold] * judge[gold, first]
    return Patterns(np.stack([ratings[:, [run, n_runs]] for run in range(n_runs)]), CLEAR * alike + (1 - CLEAR) * apart, (0.0, 1.0))


def replicates(raters: int, prevalence: float, agreement: float) -> Patterns:
    shares = label_shares(2, prevalence)
    ratings, apart = patterns(shares, [np.tile(shares, (2, 1))] * raters)
    alike = (ratings == ratings[:, :1]).all(axis=1) * shares[ratings[:, 0].astype(int)]
    return Patterns(ratings, agreement * alike + (1 - agreement) * apart, (0.0, 1.0))


def rates(raters: int, prevalence: float, agreement: float) -> Patterns:
    from scipy.special import betaln

    a, b = prevalence * (1 - agreement) / agreement, (1 - prevalence) * (1 - agreement) / agreement
    ratings = np.array(list(product((0.0, 1.0), repeat=raters)))
    hits = ratings.sum(axis=1)
    return Patterns(ratings, np.exp(betaln(a + hits, b + raters - hits) - betaln(a, b)), (0.0, 1.0))


def forecast(prevalence: float, agreement: float) -> Patterns:
    """The higher the agreement, the farther stated confidences lie from the base rate."""
    from scipy.stats import beta

    stated = np.array(STATED)
    edges, strength = np.linspace(0, 1, len(stated) + 1), (1 - agreement) / agreement

    def shares_at(mean: float) -> Table:
        return np.diff(beta.cdf(edges, mean * strength, (1 - mean) * strength))

    shares = shares_at(solve(lambda mean: float(shares_at(mean) @ stated), prevalence))
    true = prevalence + OVERCONFIDENT * (stated - prevalence)
    ratings = np.column_stack([np.repeat(stated, 2), np.tile([0.0, 1.0], len(stated))])
    return Patterns(ratings, np.column_stack([shares * (1 - true), shares * true]).ravel(), (0.0, 1.0))


def normal(raters: int, agreement: float, *, harsh: bool) -> Scores:
    """Two-way random effects: items, raters, error. Without rater effects all forms of ICC agree."""
    of_rater = (1 - agreement) * HARSHNESS if harsh else 0.0
    error = 1 - agreement - of_rater
    fixed = agreement / (agreement + error)

    def make(rng: np.random.Generator, n: int) -> Table:
        item, rater = rng.normal(0, agreement**0.5, (n, 1)), rng.normal(0, of_rater**0.5, raters)
        return np.asarray(item + rater + rng.normal(0, error**0.5, (n, raters)))

    single = {"icc_2": agreement, "icc_3": fixed} | ({} if harsh else {"icc_1": agreement})
    truths = {f"{name}_1": value for name, value in single.items()}
    truths |= {f"{name}_k": raters * value / (1 + (raters - 1) * value) for name, value in single.items()}
    truths |= {"effective_judges": raters / (1 + (raters - 1) * fixed)} | ({} if harsh else {"krippendorff_alpha": agreement})
    return Scores(make, {(name, None, None): value for name, value in truths.items()})


def normal_pair(agreement: float) -> Scores:
    """Gold is standard normal; the judge's score correlates with it by `agreement`, has the same spread and is higher by `SHIFT`."""
    from scipy.stats import norm

    spread = (2 - 2 * agreement) ** 0.5
    folded = spread * (2 / np.pi) ** 0.5 * np.exp(-(SHIFT**2) / (2 * spread**2)) + SHIFT * (1 - 2 * norm.cdf(-SHIFT / spread))
    truths = {
        "pearson": agreement, "spearman": 6 / np.pi * np.arcsin(agreement / 2), "kendall_tau_b": 2 / np.pi * np.arcsin(agreement), "mae": folded,
        "mean_shift": SHIFT, "cohen_kappa": 2 * agreement / (2 + SHIFT**2),
    }  # fmt: skip
    limits = {"mean_shift": SHIFT, "lower_limit": SHIFT - LIMIT * spread, "upper_limit": SHIFT + LIMIT * spread}

    def make(rng: np.random.Generator, n: int) -> Table:
        gold, other = rng.normal(size=(2, n))
        return np.column_stack([SHIFT + agreement * gold + (1 - agreement**2) ** 0.5 * other, gold])

    parts: dict[Truth, float] = {("limits_of_agreement", name, None): float(value) for name, value in limits.items()}
    return Scores(make, parts | {(name, None, None): float(value) for name, value in truths.items()})


def cube(judges: int, agreement: float, n_replicates: int = 2) -> Scores:
    """Items, the same judges each time (their harshness is fixed), item x judge, and replicates: shares of what is not between items 1 : 4 : 5."""
    of_judge, of_cell, of_replicate = ((1 - agreement) * share for share in (0.1, 0.4, 0.5))
    harshness = np.linspace(-1, 1, judges)
    harshness *= (of_judge / harshness.var(ddof=1)) ** 0.5

    def make(rng: np.random.Generator, n: int) -> Table:
        seen = rng.normal(0, agreement**0.5, (n, 1)) + harshness + rng.normal(0, of_cell**0.5, (n, judges))
        return np.asarray(seen + rng.normal(0, of_replicate**0.5, (n_replicates, n, judges)))

    error = of_judge / judges + of_cell / judges + of_replicate / (judges * n_replicates)
    return Scores(make, {("g_study", None, None): agreement / (agreement + error)})
