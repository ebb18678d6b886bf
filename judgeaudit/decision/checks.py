"""What a decision rests on: the gates and default limits of one judge, each with its number and what more data would take."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from judgeaudit.decision.gates import hold, limit_text
from judgeaudit.domain.results import Estimate, GateResult
from judgeaudit.domain.rubric import Gate, Rubric
from judgeaudit.thresholds import CI_LEVEL, DEFAULT_LIMITS

_STATUS_WORDS = {"pass": "holds", "fail": "fails", "inconclusive": "not settled", "not_measured": "not measured"}

_OF_A_RATE = re.compile(r"wilson interval on [\d,]", re.IGNORECASE)
_UNSEEN = re.compile(r"u = ([\d.]+) the Wilson upper bound of disagreement")
"""What `method` says of the intervals whose width tells the number of items, as `stats` words them; others mention Wilson too."""

MOST_LABELS = 10_000
"""More labelled items than this are as good as never: the number is what a coincidence made it (as `more_labels` has it)."""

CLUSTERED = 0.9
"""Share of the items that an interval is worth, below which it is said (ours)."""


@dataclass(frozen=True)
class Check:
    """One limit that was held against one estimate. `required` is False for strata under a default limit: they only name what to review."""

    result: GateResult
    estimate: Estimate | None
    gate: Gate
    required: bool = True

    @property
    def analysis(self) -> str:
        return self.result.metric.split(".")[0]

    @property
    def passed(self) -> bool:
        return self.result.status == "pass"

    @property
    def where(self) -> str:
        """The criterion, stratum, group and judged system in words; "" where there is none."""
        r = self.result
        parts = [r.criterion, f"stratum {r.stratum}" if r.stratum is not None else None, r.group, r.of_what]
        return ", ".join(part for part in parts if part)

    def sentence(self) -> str:
        """The check with its numbers, as a reason of a decision."""
        return f"{_STATUS_WORDS[self.result.status]}: {self.named}, {self.result.reason}"

    @property
    def named(self) -> str:
        """The metric in words, with where it was measured."""
        name = f"{self.result.metric.split('.')[1].replace('_', ' ')} ({self.result.metric})"
        return f"{name} on {self.where}" if self.where else name


def checks_of(judge: str, rubric: Rubric, estimates: Sequence[Estimate], gates: Iterable[GateResult], *, has_gold: bool) -> list[Check]:
    """Every check of one judge: the rubric's gates that are about it, and the default limits on metrics without a gate.

    A limit on coverage, consistency or (with gold) calibration for which the judge has no number at all is a check that was not measured.
    """
    gates = tuple(gates)
    own = [e for e in estimates if e.judge == judge and e.variant != "reasoning"]
    by_place = {(f"{e.analysis}.{e.name}", e.criterion, e.group, e.stratum, e.variant): e for e in own}
    checks = [
        Check(result=g, estimate=by_place.get((g.metric, g.criterion, g.group, g.stratum, g.variant)), gate=rubric.gates[g.metric])
        for g in gates
        if g.judge == judge
    ]
    limits = {**{metric: Gate(**limit) for metric, limit in DEFAULT_LIMITS.items()}, **rubric.gates}
    needed = [metric for metric in limits if metric.startswith(("coverage.", "consistency.")) or (metric.startswith("calibration.") and has_gold)]
    for metric in needed:
        if metric not in rubric.gates:
            matched = [e for e in own if f"{e.analysis}.{e.name}" == metric]
            checks += [Check(result=hold(metric, limits[metric], e), estimate=e, gate=limits[metric], required=e.stratum is None) for e in matched]
        checked = {check.result.criterion for check in checks if check.result.metric == metric}
        for criterion in (c.name for c in rubric.criteria if c.name not in checked and not _has_numbers(own, metric, c.name)):
            result = GateResult(
                metric=metric, status="not_measured", limit=limit_text(limits[metric]), judge=judge, criterion=criterion, reason="nothing was measured"
            )
            checks.append(Check(result=result, estimate=None, gate=limits[metric]))
    unmeasured = [g for g in gates if g.judge is None and g.status == "not_measured"]
    return checks + [Check(result=g, estimate=None, gate=rubric.gates[g.metric]) for g in unmeasured]


def _has_numbers(own: Sequence[Estimate], metric: str, criterion: str) -> bool:
    """Whether the metric's analysis has any number on the criterion: then the metric is one that its scale does not have."""
    return any(e.analysis == metric.split(".")[0] and e.criterion == criterion for e in own)


def items_needed(check: Check) -> str | None:
    """Roughly how many items would settle an inconclusive check, in words; None where the number of items is not what is lacking.

    Notes
    -----
    A rate's interval is Wilson's, which leaves a limit L out when n >= z^2 L (1 - L) / (value - L)^2, with n the items that the
    rate's items are worth. Where a coefficient found perfect agreement its low end is 1 - u / E with u = z^2 / (n + z^2), so that it
    reaches L at n = z^2 (1 / ((1 - L) E) - 1). Any other interval is taken to shrink with the square root of n: n (distance of the
    interval's end / distance of the limit)^2.
    """
    estimate = check.estimate
    if check.result.status != "inconclusive" or estimate is None or estimate.value is None or estimate.n_items == 0:
        return None
    limit = _limit(check.gate, estimate)
    gap = abs(estimate.value - limit)
    if gap < 1e-9:
        return f"{check.result.metric} is at the limit itself ({limit_text(check.gate)}): no number of items will settle it"
    if estimate.low is None or estimate.high is None:
        return None
    z = NormalDist().inv_cdf((1 + (estimate.ci_level or CI_LEVEL)) / 2)
    worth = ""
    unseen = _UNSEEN.search(estimate.method)
    if unseen is not None and limit < 1:
        needed = _items_of_a_bound(estimate, float(unseen[1]), limit, z)
    elif _OF_A_RATE.search(estimate.method) and 0 < limit < 1:
        independent = _wilson_items(estimate, z)
        needed = z**2 * limit * (1 - limit) / gap**2 * estimate.n_items / independent
        clustered = "cluster" in estimate.method and independent < CLUSTERED * estimate.n_items
        worth = f", in clusters that make them worth {independent:.0f}" if clustered else ""
    else:
        reach = estimate.value - estimate.low if estimate.value > limit else estimate.high - estimate.value
        needed = estimate.n_items * (reach / gap) ** 2
    needed = max(math.ceil(needed - 1e-9), estimate.n_items + 1)
    if check.analysis == "calibration" and needed - estimate.n_items > MOST_LABELS:
        return f"{check.named} is too near its limit ({limit_text(check.gate)}) for more labels to settle it"
    return f"about {needed} items (now {estimate.n_items}{worth}) would settle {check.named}, if the value stays as it is"


def _items_of_a_bound(estimate: Estimate, u: float, limit: float, z: float) -> float:
    """Items at which perfect agreement would hold the limit: those now, times the units needed over the units that u is of."""
    assert estimate.low is not None
    chance = u / (1 - estimate.low)
    return estimate.n_items * z**2 * (1 / ((1 - limit) * chance) - 1) / (z**2 * (1 - u) / u)


def _wilson_items(estimate: Estimate, z: float) -> float:
    """The number of items that a Wilson interval was made with, from its width, or where the value is 0 or 1 from its other end.

    With a = z^2 / n the half-width h satisfies h^2 (1 + a)^2 = p (1 - p) a + a^2 / 4.
    """
    assert estimate.value is not None
    assert estimate.low is not None
    assert estimate.high is not None
    if estimate.value <= 0 < estimate.high < 1:  # the other end is z^2 / (n + z^2) away
        return z**2 * (1 - estimate.high) / estimate.high
    if estimate.value >= 1 > estimate.low > 0:
        return z**2 * estimate.low / (1 - estimate.low)
    if estimate.low <= 0 or estimate.high >= 1:
        return estimate.n_items
    squared, spread = ((estimate.high - estimate.low) / 2) ** 2, estimate.value * (1 - estimate.value)
    twice, half = 2 * (squared - 0.25), spread - 2 * squared
    return z**2 * twice / (half - math.sqrt(half**2 - 2 * twice * squared))


def _limit(gate: Gate, estimate: Estimate) -> float:
    """The end of the gate that the interval lies across; the nearer one where both."""
    assert estimate.value is not None
    limits = [limit for limit in (gate.min, gate.max) if limit is not None]
    if estimate.low is not None and estimate.high is not None:
        across = [limit for limit in limits if estimate.low <= limit <= estimate.high]
        limits = across or limits
    return min(limits, key=lambda limit: abs(limit - (estimate.value or 0.0)))
