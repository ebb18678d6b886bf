"""A change of a mean over production items, taken apart by what changed: the judge, the judged system, the mix of strata."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from judgeaudit.analyses.drifts.production import Names, Scored
from judgeaudit.analyses.parts import listed
from judgeaudit.stats.kernels.ratings_check import FloatArray

FEWEST = 2
"""Anchors of a stratum below which it takes the change of all anchors together: one says nothing of how much changes vary (ours)."""


@dataclass(frozen=True)
class Amount:
    """One part, with its 95 % interval; or why it is undefined."""

    value: float | None = None
    low: float | None = None
    high: float | None = None
    undefined: str = ""


@dataclass(frozen=True)
class Parts:
    """The change of the production mean and its parts, which add up to it exactly where all are defined.

    Attributes
    ----------
    before, now : float
        Means over production items.
    apart : str or None
        Why judge and system cannot be told apart; None where they can.
    strata : tuple of rows
        Of each stratum: its weights, means and the judge's change.
    """

    before: float
    now: float
    total: Amount
    judge: Amount
    system: Amount
    mix: Amount
    apart: str | None
    strata: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...]
    n_items: int


def standardised(before: Scored, now: Scored, anchors: Scored, *, reach: float) -> Parts:
    """Take the change apart.

    Parameters
    ----------
    before, now : Scored
        Production items of either run, at least one each.
    anchors : Scored
        Change of each anchor.
    reach : float
        Greatest change of one item, which keeps intervals from collapsing.

    Notes
    -----
    With weights w0, w1 of the strata before and now, their means m0, m1, and the judge's mean change j on the anchors of a stratum: judge
    sum w1 j, mix sum (w1 - w0) m0, system sum w1 (m1 - m0 - j). Variances are those of the three samples' influences (clusters added up), as
    if half an item changed by `reach` either way in each.

    References
    ----------
    Kitagawa 1955, doi:10.1080/01621459.1955.10501299 (components of a difference between two rates).
    """
    names = sorted(set(before.strata) | set(now.strata))
    place = {name: n for n, name in enumerate(names)}
    at = [np.array([place.get(name, -1) for name in one.strata], dtype=np.int64) for one in (before, now, anchors)]
    n0, n1 = (np.bincount(one, minlength=len(names)) for one in at[:2])
    m0, m1 = (_means(one.values, where, len(names)) for one, where in zip((before, now), at, strict=False))
    inside = at[2] >= 0
    n_anchors = np.bincount(at[2][inside], minlength=len(names))
    own = _means(anchors.values[inside], at[2][inside], len(names))
    pooled = float(anchors.values.mean()) if len(anchors.values) else np.nan
    lent = (n_anchors < FEWEST) & (n1 > 0)
    change = np.where(lent, pooled, own)
    facts = _Facts(before, now, anchors, at, n0, n1, m0, np.where(n1 > 0, change, 0.0), n_anchors, lent, reach)
    total, judge, system, mix = facts.amounts()
    system, mix = _without_before(names, n0, n1, system, mix)
    if not any(names):
        mix = Amount(undefined="no strata: what the mix of items did cannot be told from what the judged system did")
    rows = tuple(
        {
            "stratum": name or None, "weight_before": float(n0[n] / n0.sum()), "weight_now": float(n1[n] / n1.sum()), "before": _known(m0[n]),
            "now": _known(m1[n]), "judge": _known(own[n]), "n_anchors": int(n_anchors[n]), "pooled": bool(lent[n]),
        }
        for n, name in enumerate(names)
    )  # fmt: skip
    return Parts(
        before=float(before.values.mean()), now=float(now.values.mean()), total=total, judge=judge, system=system, mix=mix, apart=_apart(total, judge, system),
        strata=rows, notes=_notes(names, lent, n0, n1), n_items=len(before.values) + len(now.values),
    )  # fmt: skip


@dataclass(frozen=True)
class _Facts:
    before: Scored
    now: Scored
    anchors: Scored
    at: list[Any]
    n0: Any
    n1: Any
    m0: FloatArray
    change: FloatArray
    n_anchors: Any
    lent: Any
    reach: float

    def amounts(self) -> tuple[Amount, Amount, Amount, Amount]:
        """Total, judge, system, mix."""
        x0, x1 = self.before.values, self.now.values
        s0, s1, _ = self.at
        whole0, whole1 = len(x0), len(x1)
        w1 = self.n1 / whole1
        base = np.where((self.n0 > 0) | (self.n1 == 0), np.nan_to_num(self.m0), np.nan)
        judge, total = float(w1 @ self.change), float(x1.mean() - x0.mean())
        expected = float(w1 @ base)
        mix, system = expected - float(x0.mean()), float(x1.mean()) - expected - judge
        ratio = np.where(self.n0 > 0, w1 / np.maximum(self.n0, 1), 0.0)
        within0 = ratio[s0] * (x0 - np.nan_to_num(self.m0)[s0])
        influence: dict[str, tuple[FloatArray, FloatArray]] = {
            "total": (-(x0 - x0.mean()) / whole0, (x1 - x1.mean()) / whole1),
            "judge": (np.zeros(whole0), (self.change[s1] - judge) / whole1),
            "mix": (within0 - (x0 - x0.mean()) / whole0, (base[s1] - expected) / whole1),
            "system": (-within0, (x1 - base[s1] - self.change[s1] - system) / whole1),
        }
        values = {"total": total, "judge": judge, "system": system, "mix": mix}
        return (
            self._amount(values["total"], influence["total"], anchors=False), self._amount(values["judge"], influence["judge"], anchors=True),
            self._amount(values["system"], influence["system"], anchors=True), self._amount(values["mix"], influence["mix"], anchors=False),
        )  # fmt: skip

    def _amount(self, value: float, influence: tuple[FloatArray, FloatArray], *, anchors: bool) -> Amount:
        if not np.isfinite(value):
            return Amount(undefined="no anchor has a verdict of both versions" if anchors else "a stratum has no item before")
        samples = [(influence[0], self.before.clusters), (influence[1], self.now.clusters)]
        if anchors:
            samples.append((self._of_anchors(), self.anchors.clusters))
        variance = sum(_variance(values, clusters, self.reach if np.any(values) or anchors else 0.0) for values, clusters in samples)
        half = NormalDist().inv_cdf(0.975) * sqrt(variance)
        return Amount(value, value - half, value + half)

    def _of_anchors(self) -> FloatArray:
        """Influence of each anchor on the judge's part: of its own stratum, and of those that borrow from all."""
        w1 = self.n1 / self.n1.sum()
        where, values = self.at[2], self.anchors.values
        inside = where >= 0
        own = np.zeros(len(values))
        keeps = inside & ~self.lent[np.maximum(where, 0)]
        place = where[keeps]
        own[keeps] = w1[place] * (values[keeps] - self.change[place]) / self.n_anchors[place]
        return np.asarray(own + float(w1[self.lent].sum()) * (values - values.mean()) / len(values))


def _means(values: FloatArray, where: Any, n: int) -> FloatArray:
    counts = np.bincount(where, minlength=n)
    sums = np.bincount(where, weights=values, minlength=n)
    return np.array([total / count if count else np.nan for total, count in zip(sums.tolist(), counts.tolist(), strict=True)])


def _variance(influence: FloatArray, clusters: Names, reach: float) -> float:
    """Of a sum of influences, with one item's worth of changes added."""
    if not len(influence):
        return 0.0
    _, cluster_of = np.unique(clusters.astype(str), return_inverse=True)
    sums = np.bincount(cluster_of.ravel(), weights=influence)
    n = len(sums)
    return float(sums @ sums) * n / max(n - 1, 1) + (reach / len(influence)) ** 2


def _without_before(names: list[str], n0: Any, n1: Any, system: Amount, mix: Amount) -> tuple[Amount, Amount]:
    """System and mix where a stratum of production is new: nobody knows how its items scored before."""
    fresh = tuple(names[n] or "(none)" for n in range(len(names)) if n1[n] and not n0[n])
    if not fresh:
        return system, mix
    reason = f"no production item of {listed(fresh)} before: what the judged system and what the mix of items did there cannot be told apart"
    return Amount(undefined=reason), Amount(undefined=reason)


def _apart(total: Amount, judge: Amount, system: Amount) -> str | None:
    """Why nobody can say whose the change is: what is known of the judge is no narrower than the change, and neither part is beyond chance.

    Parts that cancel are told apart where intervals leave 0 out, however small their sum.
    """
    if judge.value is None or judge.low is None or judge.high is None:
        return judge.undefined
    assert total.value is not None
    if judge.high - judge.low >= abs(total.value) and not (_beyond(judge) or _beyond(system)):
        return "the interval of the judge's part is as wide as the whole change"
    return None


def _beyond(one: Amount) -> bool:
    """Whether 0 is outside of its interval."""
    return one.low is not None and one.high is not None and not one.low <= 0 <= one.high


def _notes(names: list[str], lent: Any, n0: Any, n1: Any) -> tuple[str, ...]:
    notes = []
    borrowing = tuple(names[n] or "(no stratum)" for n in np.flatnonzero(lent))
    if borrowing and any(names):
        notes.append(f"fewer than {FEWEST} anchors in {listed(borrowing)}: the change of all anchors together stands in")
    gone = tuple(names[n] or "(no stratum)" for n in range(len(names)) if n0[n] and not n1[n])
    if gone:
        notes.append(f"no production item of {listed(gone)} now")
    return tuple(notes)


def _known(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
