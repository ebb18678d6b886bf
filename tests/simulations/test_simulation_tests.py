"""How often tests of two versions raise a false alarm, and whether they see what is there; seeds are fixed.

Where all outcomes can be gone through the rate is exact; else S simulations at a rate of .05 have a standard error of
sqrt(.05 * .95 / S), and bounds allow three of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from judgeaudit import stats

Table = NDArray[np.float64]
CELLS = [[1, 1], [1, 0], [0, 1], [0, 0]]


def rate(p_value: Callable[[np.random.Generator], float | None], n: int, seed: int = 1, at: float = 0.05) -> float:
    rng = np.random.default_rng(seed)
    return float(np.mean([(p_value(rng) or 0.0) <= at for _ in range(n)]))


def allowed(n: int, at: float = 0.05) -> float:
    return at + 3 * float(np.sqrt(at * (1 - at) / n))


# McNemar: exact rates, given the number of discordant items


def mcnemar_size(variant: Any, discordant: int) -> float:
    from scipy.stats import binom

    p = [stats.mcnemar(CELLS, counts=[0, b, discordant - b, 100], labels=[0, 1], variant=variant).value for b in range(discordant + 1)]
    return float(binom.pmf(np.arange(discordant + 1), discordant, 0.5)[np.array(p) <= 0.05].sum())


MOST = 120
GRID = [(20, 0.1), (20, 0.3), (20, 0.6), (50, 0.1), (50, 0.3), (50, 0.6), (200, 0.05), (200, 0.15), (200, 0.3)]


def overall_size(given_discordant: Table, n: int, share: float) -> float:
    """Rate over all n items, of which each is discordant with this probability."""
    from scipy.stats import binom

    return float(binom.pmf(np.arange(MOST + 1), n, share) @ given_discordant)


def test_exact_mcnemar_never_rejects_too_often_and_mid_p_hardly_ever() -> None:
    exact, mid, plain = (np.array([0.0, *(mcnemar_size(variant, n) for n in range(1, MOST + 1))]) for variant in ("exact", "mid_p", "asymptotic"))
    assert exact.max() <= 0.05
    assert (mid >= exact).all()
    assert plain[1:25].max() > 0.1  # why few discordant items are tested exactly
    for n, share in GRID:
        assert overall_size(exact, n, share) <= 0.05
        assert overall_size(mid, n, share) <= 0.0513  # Fagerland, Lydersen & Laake 2013: never above .0512 in their grid
    assert 0.045 <= overall_size(mid, 200, 0.3) <= 0.0513
    assert overall_size(exact, 200, 0.3) < 0.041


# Square tables: 200 items, three labels, symmetric movements

SYMMETRIC = np.array([[0.30, 0.06, 0.04], [0.06, 0.20, 0.05], [0.04, 0.05, 0.20]])
TRIPLES, TIMES = [[i, j] for i in range(3) for j in range(3)], 2_000


def square(name: str, shares: Table, n: int) -> Callable[[np.random.Generator], float | None]:
    fn = getattr(stats, name)
    return lambda rng: fn(TRIPLES, labels=[0, 1, 2], counts=rng.multinomial(n, shares.ravel())).value


@pytest.mark.parametrize("name", ["stuart_maxwell", "bowker", "bhapkar"])
def test_square_tables_keep_their_level_at_two_hundred_items(name: str) -> None:
    found = rate(square(name, SYMMETRIC, 200), TIMES)
    assert 0.035 <= found <= allowed(TIMES) + (0.01 if name == "bhapkar" else 0.0)


def test_square_tables_see_what_each_is_for() -> None:
    circle = SYMMETRIC + 0.03 * np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])  # label shares stay the same
    harsher = SYMMETRIC + 0.035 * np.array([[0, 1, 1], [-1, 0, 1], [-1, -1, 0]])
    assert rate(square("bowker", circle, 400), 300) > 0.8
    assert rate(square("stuart_maxwell", circle, 400), 300) < 0.1
    assert rate(square("stuart_maxwell", harsher, 400), 300) > 0.9


# Paired permutation


def test_paired_permutation_keeps_its_level_with_few_items_of_skewed_scores() -> None:
    def p_value(rng: np.random.Generator) -> float | None:
        return stats.paired_permutation(rng.exponential(size=(8, 1)) + rng.exponential(size=(8, 2)) ** 2).value

    assert rate(p_value, 1_500) <= allowed(1_500)


def test_drawn_sign_patterns_keep_the_level_too() -> None:
    def p_value(rng: np.random.Generator) -> float | None:
        return stats.paired_permutation(rng.normal(size=(40, 2)), n_resamples=99, rng=rng).value

    assert 0.03 <= rate(p_value, 1_500) <= allowed(1_500)


def test_clusters_that_share_an_input_need_to_be_flipped_whole() -> None:
    clusters = np.repeat(np.arange(12), 6)

    def table(rng: np.random.Generator) -> Table:
        return np.asarray(np.repeat(rng.normal(size=(12, 2)), 6, axis=0) + rng.normal(0, 0.5, (72, 2)))

    assert rate(lambda rng: stats.paired_permutation(table(rng), clusters=clusters).value, 800) <= allowed(800)
    assert rate(lambda rng: stats.paired_permutation(table(rng), n_resamples=199, rng=rng).value, 300) > 0.25


# Equivalence: at the margin, "equivalent" is the false alarm


def test_equivalence_is_claimed_at_the_margin_no_more_often_than_alpha() -> None:
    def p_value(rng: np.random.Generator, shift: float) -> float | None:
        return stats.tost(np.column_stack([rng.normal(shift, 1, 30), np.zeros(30)]), margin=0.6).value

    assert 0.035 <= rate(lambda rng: p_value(rng, 0.6), TIMES) <= allowed(TIMES)
    assert rate(lambda rng: p_value(rng, -0.6), TIMES) <= allowed(TIMES)
    assert rate(lambda rng: p_value(rng, 0.0), 300) > 0.85


def equivalence_size(variant: Any, n: int, up: float, down: float) -> float:
    """Chance of "equivalent" with these shares of items that move up and down: all outcomes gone through."""
    from scipy.stats import multinomial

    total = 0.0
    most = int(n * (up + down) + 6 * np.sqrt(n * (up + down)))
    for b in range(most):
        for c in range(most - b if down else 1):
            chance = float(multinomial.pmf([b, c, n - b - c], n, [up, down, 1 - up - down]))
            if chance > 1e-7:
                total += chance * ((stats.tost(CELLS, counts=[0, b, c, n - b - c], labels=[0, 1], margin=0.05, variant=variant).value or 0.0) <= 0.05)
    return total


def test_verdicts_that_hardly_ever_differ_need_the_score_test() -> None:
    assert equivalence_size("t", 100, 0.05, 0.0) > 0.1
    for n, up, down in ((100, 0.05, 0.0), (200, 0.05, 0.0), (400, 0.05, 0.0), (100, 0.10, 0.05), (200, 0.08, 0.03)):
        assert equivalence_size("score", n, up, down) <= 0.056  # discrete: Tango 1998 finds .05 to .055 as well
    assert equivalence_size("t", 200, 0.08, 0.03) > equivalence_size("score", 200, 0.08, 0.03)


# Sets of vectors: items that differ a lot, versions that are interchangeable on each

N_ITEMS, TWO = 12, [stats.mmd, stats.energy_distance]


def versions(rng: np.random.Generator, shift: float, sizes: tuple[Table, Table]) -> dict[str, Any]:
    centres = rng.normal(0, 5, (N_ITEMS, 3))
    items = [np.repeat(np.arange(N_ITEMS), one.astype(int)) for one in sizes]
    first, second = (centres[some] + rng.normal(size=(len(some), 3)) for some in items)
    return {"first": first, "second": second + np.array([shift, 0, 0]), "items_first": items[0], "items_second": items[1]}


BALANCED = (np.full(N_ITEMS, 2.0), np.full(N_ITEMS, 2.0))
LOPSIDED = (np.where(np.arange(N_ITEMS) < 6, 5.0, 1.0), np.where(np.arange(N_ITEMS) < 6, 1.0, 5.0))


@pytest.mark.parametrize("fn", TWO)
@pytest.mark.parametrize("sizes", [BALANCED, LOPSIDED], ids=["balanced", "lopsided"])
def test_permutation_within_items_keeps_its_level(fn: Any, sizes: tuple[Table, Table]) -> None:
    rng = np.random.default_rng(3)
    p = np.array([fn(**versions(rng, 0.0, sizes), n_resamples=99, rng=rng).value for _ in range(500)])
    for at in (0.05, 0.25, 0.5, 0.75):
        assert float((p <= at).mean()) == pytest.approx(at, abs=3 * np.sqrt(at * (1 - at) / 500))


@pytest.mark.parametrize("fn", TWO)
def test_permutation_across_items_would_miss_drift_and_see_items_as_drift(fn: Any) -> None:
    def share(sizes: tuple[Table, Table], shift: float, *, within: bool) -> float:
        def p_value(rng: np.random.Generator) -> float | None:
            data = versions(rng, shift, sizes)
            kept = data if within else {name: data[name] for name in ("first", "second")}
            found: float | None = fn(**kept, n_resamples=99, rng=rng).value
            return found

        return rate(p_value, 120)

    assert share(BALANCED, 1.2, within=True) > 0.8
    assert share(BALANCED, 1.2, within=False) < 0.1  # drift drowns in the differences of items
    assert share(LOPSIDED, 0.0, within=False) > 0.5  # nothing drifts, but the sets hold other items
