"""Gates: limits that must hold, read on the pessimistic end of each interval, and the exit code that follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from judgeaudit.domain.results import Estimate, GateResult
from judgeaudit.domain.rubric import Gate, Rubric

Status = Literal["pass", "fail", "inconclusive", "not_measured"]

_OF_SOME_ITEMS = ("corrected_rate_rogan_gladen", "corrected_rate_all_items", "corrected_mean_ppi")
"""Estimates whose `method` begins with the items that they are of."""


def check_gates(rubric: Rubric, estimates: Iterable[Estimate], *, judges: Sequence[str] = ()) -> tuple[GateResult, ...]:
    """Hold every gate of the rubric against every estimate that it matches.

    A gate `analysis.name` matches that number for each judge, pair, panel, criterion, stratum and group. The majority of a
    judge's replicates (`<judge>#majority`) is left out: one call is what is deployed; so is the reasoning before a reply, which nobody relies on.
    On rationales a gate holds for judges, as one on consistency does: that two judges have other reasons is no fault of either.

    Parameters
    ----------
    rubric : Rubric
    estimates : iterable of Estimate
    judges : sequence of str, optional
        The audited judges: one without any number of a gate's analysis on a criterion of the rubric was not measured there.

    Returns
    -------
    tuple of GateResult
        At least one for each gate; `not_measured` where nothing matches.
    """
    estimates = tuple(estimates)
    by_metric: dict[str, list[Estimate]] = {}
    for estimate in estimates:
        if not is_majority(estimate) and estimate.variant != "reasoning" and not _between_rationales(estimate):
            by_metric.setdefault(f"{estimate.analysis}.{estimate.name}", []).append(estimate)
    results: list[GateResult] = []
    for metric, gate in rubric.gates.items():
        matched = by_metric.get(metric, [])
        results += [hold(metric, gate, estimate) for estimate in matched]
        if not matched:
            reason = f"nothing was measured under {metric}; a gate on nothing never holds"
            results.append(GateResult(metric=metric, status="not_measured", limit=limit_text(gate), reason=reason))
        else:
            results += _unmeasured(metric, gate, rubric, estimates, judges)
    return tuple(results)


def _unmeasured(metric: str, gate: Gate, rubric: Rubric, estimates: Sequence[Estimate], judges: Sequence[str]) -> list[GateResult]:
    """One result for each judge and criterion of which the gate's analysis has no number at all.

    A number that a scale does not have (sensitivity on an interval scale) is no gap: other numbers of its analysis are there.
    """
    analysis = metric.split(".")[0]
    between = analysis == "agreement"
    have = {(None if between else e.judge, e.criterion) for e in estimates if e.analysis == analysis}
    missing = [(judge, c.name) for judge in ((None,) if between else judges) for c in rubric.criteria if (judge, c.name) not in have]
    reason = "nothing was measured here; a gate on nothing never holds"
    return [GateResult(metric=metric, status="not_measured", limit=limit_text(gate), judge=j, criterion=c, reason=reason) for j, c in missing]


def is_majority(estimate: Estimate) -> bool:
    """Whether an estimate is about a judge's majority and not about a judge."""
    return estimate.judge is not None and estimate.judge.endswith("#majority")


def _between_rationales(estimate: Estimate) -> bool:
    """Whether an estimate is about the rationales of two judges; no judge has a bar in its name."""
    return estimate.analysis == "rationale" and "|" in (estimate.judge or "")


def limit_text(gate: Gate) -> str:
    """A gate's limit in words: "max 0.05"."""
    return ", ".join(f"{name} {limit:g}" for name, limit in (("min", gate.min), ("max", gate.max)) if limit is not None)


def of_which(estimate: Estimate) -> str:
    """Of which items a corrected rate is, for one of others stands beside it (` of the 1,000 judged items without gold`); empty for other estimates."""
    head = estimate.method.partition(":")[0]
    return f" {head}" if estimate.name in _OF_SOME_ITEMS and head.startswith("of ") else ""


def _limit_words(gate: Gate) -> str:
    words = (("at least", gate.min), ("at most", gate.max))
    return "the limit of " + " and ".join(f"{word} {limit:g}" for word, limit in words if limit is not None)


def hold(metric: str, gate: Gate, estimate: Estimate) -> GateResult:
    """One limit against one estimate.

    Returns
    -------
    GateResult
        pass: the pessimistic end of the interval is inside the limit. fail: the optimistic end is outside.
        inconclusive: the interval lies across the limit, or there is none. not_measured: the estimate is undefined.
    """
    status, reason = _judge(gate, estimate)
    return GateResult(
        metric=metric, status=status, limit=limit_text(gate), judge=estimate.judge, criterion=estimate.criterion, group=estimate.group,
        stratum=estimate.stratum, variant=estimate.variant, value=estimate.value, low=estimate.low, high=estimate.high, reason=reason,
    )  # fmt: skip


def _judge(gate: Gate, estimate: Estimate) -> tuple[Status, str]:
    if estimate.value is None:
        return "not_measured", f"undefined: {estimate.undefined}"
    if estimate.low is None or estimate.high is None:
        why = estimate.method.partition("no interval: ")[2]
        return "inconclusive", f"{estimate.value:.3g} without an interval{f' ({why})' if why else ''}"
    interval = f"{estimate.value:.3g} [{estimate.low:.3g}, {estimate.high:.3g}]{of_which(estimate)}"
    if gate.max is not None and estimate.low > gate.max:
        return "fail", f"{interval} lies above the limit of {gate.max:g}"
    if gate.min is not None and estimate.high < gate.min:
        return "fail", f"{interval} lies below the limit of {gate.min:g}"
    inside = (gate.max is None or estimate.high <= gate.max) and (gate.min is None or estimate.low >= gate.min)
    if inside:
        return "pass", f"{interval} is within {_limit_words(gate)}"
    return "inconclusive", f"{interval} lies across {_limit_words(gate)}"


def exit_code(gates: Sequence[GateResult], incomplete: bool) -> int:
    """0 all gates hold, 4 the run is incomplete, 1 a gate fails, 3 a gate is inconclusive or was not measured.

    Where several hold, 4 comes before 1 and 1 before 3. (2, the user must act, is raised as an error and comes before all.)
    """
    statuses = {gate.status for gate in gates}
    if incomplete:
        return 4
    if "fail" in statuses:
        return 1
    return 3 if statuses & {"inconclusive", "not_measured"} else 0
