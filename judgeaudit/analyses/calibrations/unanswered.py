"""Do missing verdicts depend on what is judged? A judge that refuses what is wrong looks good on the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats, thresholds
from judgeaudit.analyses.against_gold import reading_of
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.parts import Part, listed, percent
from judgeaudit.domain.results import Finding
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.tables import ABSENT, CELL_STATUS

DRAWS = 9999
"""Random orders of gold that the observed one is held against, where items are independent (ours): p values down to 0.0001."""

DRAWS_OF_ONE_EACH, CHOICES = 1999, 50
"""The same where items share clusters, for each choice of one item from every cluster (ours)."""


@dataclass(frozen=True)
class _Seen:
    """Labelled items that one judge was asked about, by cluster and id.

    `calls`, those without a verdict (`lost`) and the right ones (`right`), each of shape (n_items,); `groups` are places in `names`.
    """

    calls: NDArray[np.int64]
    lost: NDArray[np.int64]
    right: NDArray[np.int64]
    groups: NDArray[np.intp]
    names: tuple[str, ...]
    clusters: tuple[str, ...]
    statuses: frozenset[str]

    @property
    def shares(self) -> FloatArray:
        """Missing verdicts of each item, as a share of its calls."""
        return np.asarray(self.lost / self.calls)


def unanswered(part: Part) -> Piece:
    """Block `unanswered`, a row for each judge with missing verdicts on labelled items and each gold label, and a serious finding where they depend on it.

    Rows hold calls and missing ones, the share of right verdicts with (`recall_worst`) and without (`recall`) the missing ones counted as wrong, and
    `p`, corrected for the number of judges. `depends`: p is at most `thresholds.UNANSWERED_ALPHA`, and the shares of two labels are
    `thresholds.UNANSWERED_GAP` apart. Scores have no labels: they are halved at gold's median.
    """
    looked = [(judge, one) for judge in part.patterns.judges if (one := _look(part, judge)) is not None]
    tested = [p_value(part, judge, one) for judge, one in looked]
    tests = np.array([np.nan if p is None else p for p in tested], dtype=np.float64)
    adjusted = stats.holm(tests).adjusted if (~np.isnan(tests)).any() else (None,) * len(tested)
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    for (judge, one), p in zip(looked, adjusted, strict=True):
        mine = [_row(part, judge, one, place) for place in range(len(one.names))]
        shares = [row["n_missing"] / row["n_calls"] for row in mine]
        depends = p is not None and p <= thresholds.UNANSWERED_ALPHA and max(shares) - min(shares) >= thresholds.UNANSWERED_GAP
        mine = [{**row, "p": p, "depends": depends} for row in mine]
        rows += mine
        if depends:
            findings.append(Finding(severity="serious", text=_words(part, judge, one, mine), judge=judge, criterion=part.criterion))
    return Piece(findings=tuple(findings), blocks={"unanswered": rows} if rows else {})


def _look(part: Part, judge: str) -> _Seen | None:
    """None where every call on a labelled item gave a verdict, or gold is one label throughout."""
    patterns = part.patterns
    which, cells = patterns.pattern_of_item, patterns.cells(judge)
    made = cells != ABSENT
    known = np.flatnonzero(~np.isnan(patterns.gold[which]) & made.any(axis=1)[which])
    items = sorted(known.tolist(), key=lambda i: (patterns.clusters[i] or "\0", patterns.item_ids[i]))  # the same draws whatever the order of rows
    rows = which[np.array(items, dtype=np.intp)]
    lost = cells[rows] < ABSENT
    groups, names = _groups(part, patterns.gold[rows])
    if not lost.any() or len(names) < 2:
        return None
    pairs = reading_of(part, judge, patterns.codes(judge).T, np.zeros(len(patterns.gold), dtype=bool)).exact_pairs
    right = (pairs[..., 0] == pairs[..., 1]).sum(axis=0)[rows]
    clusters = tuple(patterns.clusters[i] or f"\0{patterns.item_ids[i]}" for i in items)
    statuses = frozenset(CELL_STATUS[int(cell)] for cell in np.unique(cells[rows][lost]))
    return _Seen(made[rows].sum(axis=1), lost.sum(axis=1), right, groups, names, clusters, statuses)


def _groups(part: Part, gold: FloatArray) -> tuple[NDArray[np.intp], tuple[str, ...]]:
    """Of each item the place of its group, and what the groups are called: as gold has them, the first label of the scale first."""
    labels = part.scale.labels
    if labels is None:
        middle = float(np.median(gold)) if len(gold) else 0.0
        low, names = gold < middle, (f"below {middle:.3g}", f"{middle:.3g} or more")
        if not low.any():
            low, names = gold <= middle, (f"{middle:.3g}", f"above {middle:.3g}")
        return (~low).astype(np.intp), () if low.all() else names
    there = [label for label in labels if (gold == part.scale.code(label)).any()]
    groups = np.zeros(len(gold), dtype=np.intp)
    for place, label in enumerate(there):
        groups[gold == part.scale.code(label)] = place
    return groups, tuple(there)


def p_value(part: Part, judge: str, seen: _Seen) -> float | None:
    """How often gold in random order goes with missing verdicts as it does here; None with too few items to say.

    Of items that share a cluster one is chosen, many times over, and the mean p is doubled: that holds however alike items of a cluster are.

    References
    ----------
    Ruschendorf 1982, doi:10.2307/1426677 (twice the mean of p values is one); Hoffman, Sen & Weinberg 2001, doi:10.1093/biomet/88.4.1121 (one of each).
    """
    rng = part.data.rng(part.analysis, judge, part.criterion, "unanswered")
    names, place = np.unique(np.array(seen.clusters), return_inverse=True)
    if len(names) < thresholds.MIN_ITEMS_FOR_RESAMPLING:
        return None
    if len(names) == len(place):
        return permutation_p(seen.shares, seen.groups, rng, draws=DRAWS)
    found = []
    for _ in range(CHOICES):
        order = rng.permutation(len(place))
        chosen = order[np.unique(place[order], return_index=True)[1]]
        found.append(permutation_p(seen.shares[chosen], seen.groups[chosen], rng, draws=DRAWS_OF_ONE_EACH))
    return min(1.0, 2 * float(np.mean(found)))


def permutation_p(shares: FloatArray, groups: NDArray[np.intp], rng: np.random.Generator, *, draws: int) -> float:
    """Share of random orders in which the groups' sums are as far apart as they are: by the sum of squares between groups.

    Items with the same share are dealt to the groups at once, so that the number of items costs nothing.
    """
    sizes = np.bincount(groups)
    sizes_there = np.maximum(sizes, 1)
    observed = float((np.bincount(groups, weights=shares, minlength=len(sizes)) ** 2 / sizes_there).sum())
    left = np.broadcast_to(sizes, (draws, len(sizes))).copy()
    sums = np.zeros((draws, len(sizes)))
    for value, count in zip(*np.unique(shares[shares > 0], return_counts=True), strict=True):
        to_deal = np.full(draws, count)
        for place in range(len(sizes)):
            behind = left[:, place + 1 :].sum(axis=1)
            dealt = rng.hypergeometric(left[:, place], behind, to_deal)
            left[:, place] -= dealt
            sums[:, place] += value * dealt
            to_deal = to_deal - dealt
    as_far = (sums**2 / sizes_there).sum(axis=1) >= observed - 1e-9
    return float(1 + as_far.sum()) / (1 + draws)


def _row(part: Part, judge: str, seen: _Seen, place: int) -> dict[str, Any]:
    mine = seen.groups == place
    calls, lost, right = (values[mine] for values in (seen.calls, seen.lost, seen.right))
    some = calls > lost
    exact = part.scale.labels is not None
    return {
        "judge": judge, "criterion": part.criterion, "gold": seen.names[place], "n_items": int(mine.sum()), "n_unanswered": int((lost == calls).sum()),
        "n_calls": int(calls.sum()), "n_missing": int(lost.sum()),
        "recall": float((right[some] / (calls - lost)[some]).mean()) if exact and some.any() else None,
        "recall_worst": float((right / calls).mean()) if exact else None,
    }  # fmt: skip


def _words(part: Part, judge: str, seen: _Seen, rows: list[dict[str, Any]]) -> str:
    """What has no verdict of each label, and what that does to the share of right ones of the label that lacks most."""
    did = "refused" if seen.statuses == {"refused"} else "gave no verdict on"
    whole = all(row["n_missing"] * row["n_items"] == row["n_unanswered"] * row["n_calls"] for row in rows)
    lost, of = ("n_unanswered", "n_items") if whole else ("n_missing", "n_calls")
    what = "labelled items" if whole else "calls on labelled items"
    exact = part.scale.labels is not None
    ordered = sorted(rows, key=lambda row: -row["n_missing"] / row["n_calls"])
    counts = listed(tuple(f"{row[lost]} of {row[of]} {_named(row, exact=exact)}" for row in ordered))
    p = rows[0]["p"]
    text = (
        f"Missing verdicts of {judge} on {part.criterion} depend on what is judged: of {what} it {did} {counts} (p {'< 0.001' if p < 0.001 else f'= {p:.3f}'})."
    )
    worst = ordered[0]
    if worst["recall_worst"] is not None:
        said = "gives no verdict that could be right" if worst["recall"] is None else f"is right on {percent(worst['recall'])} of those that it answers"
        text += (
            f" On items that are {worst['gold']!r} it {said}, and on {percent(worst['recall_worst'])} of all of them, where no verdict counts as a wrong one."
        )
    return f"{text} Numbers that leave such items out are about the items that it answers, and about no others."


def _named(row: dict[str, Any], *, exact: bool) -> str:
    return f"that are {row['gold']!r}" if exact else f"with gold {row['gold']}"
