"""What weighs most in a decision and what would change it, in sentences for readers who know no statistics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from judgeaudit.decision.bias import NO_REVIEW
from judgeaudit.decision.checks import Check, checks_of
from judgeaudit.decision.enough_review import trivial_rows, why_no_review
from judgeaudit.decision.plain_words import baseline_words, ceiling_words, check_words, corrected_words, replace_words
from judgeaudit.decision.probe_rows import probe_rows
from judgeaudit.decision.routing import AS_A_WHOLE
from judgeaudit.decision.would_change import would_change
from judgeaudit.domain.results import AnalysisOutput, Decision, Estimate, GateResult
from judgeaudit.domain.rubric import Rubric

MOST = 3
"""Findings that a reader keeps in mind."""

MARK = "#majority"
"""What the name of a judge's majority ends with, as the analyses write it."""

_OF_A_CHECK = ("holds: ", "fails: ", "not settled: ", "not measured: ", "about ", "and ", "every limit holds ", "the routing rule on ")
"""How those reasons of a decision begin that come from checks; all others speak for themselves."""

_WEIGHT = {"fail": 90, "not_measured": 60, "inconclusive": 65, "pass": 20}
_PASSED_FIRST = {"calibration.cohen_kappa": 25, "calibration.accuracy": 10, "consistency.flip_rate": 8}
_SHIFTED, _BASELINE, _REPLACES, _CEILING, _NO_RULE, _MEETS_NO_USE = 70, 85, 40, 35, 30, 50

Weighed = tuple[int, str]


def explained(
    decided: Iterable[Decision],
    rubric: Rubric,
    estimates: Iterable[Estimate],
    gates: Iterable[GateResult],
    *,
    has_gold: bool,
    outputs: Iterable[AnalysisOutput],
) -> tuple[Decision, ...]:
    """Each decision with its three weightiest findings and what would change it.

    Parameters
    ----------
    decided : iterable of Decision
    rubric, estimates, gates, has_gold
        As `decide` has them.
    outputs : iterable of AnalysisOutput
        Of the blocks of calibration, `corrected`, `baseline`, `alt_test`, `relative`, `routing`, `trivial`, `more_labels` and `carried` are read; of bias, `probes`.

    Returns
    -------
    tuple of Decision
        `findings` are in order of weight: no data before limits that fail, these before what is not settled, that before what holds.
    """
    all_estimates, all_gates, all_outputs = tuple(estimates), tuple(gates), tuple(outputs)
    trivial = trivial_rows(all_outputs)
    blocks: dict[str, Any] = next((output.analysis.blocks for output in all_outputs if output.analysis.name == "calibration"), {})
    done = []
    for decision in decided:
        checks = checks_of(decision.judge, rubric, all_estimates, all_gates, has_gold=has_gold)
        rows = {name: _own(blocks, name, decision.judge) for name in ("corrected", "baseline", "alt_test", "relative", "routing", "more_labels", "carried")}
        rows["probes"] = [dict(row) for row in probe_rows(decision.judge, all_outputs)]
        rows["sure"] = [row for row in rows["routing"] if why_no_review(row, all_estimates, trivial) is None]
        weighed = sorted((*_reasons(decision), *_checks(checks), *_blocks(rows)), key=lambda one: -one[0])
        findings = tuple(dict.fromkeys(text for _, text in weighed))[:MOST]
        majority = [one for one in all_estimates if one.judge == f"{decision.judge}{MARK}"]
        changes = would_change(decision, checks, rows, majority=majority)
        done.append(decision.model_copy(update={"findings": findings, "would_change": changes}))
    return tuple(done)


def _own(blocks: dict[str, Any], name: str, judge: str) -> list[dict[str, Any]]:
    return [row for row in blocks.get(name) or () if row.get("judge") == judge]


def _reasons(decision: Decision) -> list[Weighed]:
    """Reasons that are no checks: no data at all, no gold, invented evidence, a layer that fails."""
    return [(_reason_weight(reason), _sentence(reason)) for reason in decision.reasons if not reason.startswith(_OF_A_CHECK)]


def _reason_weight(reason: str) -> int:
    return _NO_RULE if reason.startswith(AS_A_WHOLE) else _MEETS_NO_USE if NO_REVIEW in reason else 95


def _checks(checks: Sequence[Check]) -> list[Weighed]:
    found = []
    for check in checks:
        status = check.result.status
        weight = _WEIGHT[status] + (_PASSED_FIRST.get(check.result.metric, 0) if status == "pass" else 0)
        found.append((weight if check.required else weight - 30, check_words(check)))
    return found


def _blocks(rows: dict[str, list[dict[str, Any]]]) -> list[Weighed]:
    said = (
        *((_SHIFTED, text) for text in corrected_words(rows["corrected"])),
        *((_BASELINE, text) for text in baseline_words(rows["baseline"])),
        *((_REPLACES, text) for text in replace_words(rows["alt_test"], rows["relative"])),
        *((_CEILING, text) for text in ceiling_words(rows["relative"])),
    )
    return list(said)


def _sentence(text: str) -> str:
    """With a capital first letter, unless the first word is a name of a metric, and a full stop."""
    first = text.partition(" ")[0]
    begun = text[:1].upper() + text[1:] if first.isalpha() else text
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."
