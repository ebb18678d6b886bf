"""Which strata a probe moves a judge in: answers of their own, so that a bias of a few items is not lost among many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judgeaudit.analyses.biases.answers import REPLACED, Answer, answered
from judgeaudit.analyses.biases.margins import margins_of
from judgeaudit.analyses.biases.measured import Measured, measured
from judgeaudit.analyses.biases.reading import Reading
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import listed, percent
from judgeaudit.analyses.probe_counts import Shown
from judgeaudit.analyses.probe_cues import estimate_name
from judgeaudit.analyses.probe_words import signed
from judgeaudit.domain.results import Finding

WRONG = ("biased", "passes", "does_not_follow")
CLEARED = ("not_beyond_margin", "follows")


def by_stratum(data: AnalysisInput, shown: Sequence[Shown]) -> Reading:
    """Block `probe_strata`: one row for each judge, criterion, probe and stratum; a warning where strata have different answers.

    Notes
    -----
    p values of strata are corrected by Holm's method as families of their own: all biases and attacks of a judge in all its strata, and all its controls. So
    are (Bonferroni) the intervals by which an answer without content passes somewhere, or a control is not followed.
    """
    inside = [one for one in shown if one.part.stratum is not None and one.variant is None]
    margins = margins_of(data, [one.name for one in inside])
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    for judge in dict.fromkeys(one.judge for one in inside):
        effects = [measured(one) for one in inside if one.judge == judge]
        found = list(zip(effects, answered(effects, margins), strict=True))
        rows += [_row(one, answer) for one, answer in found]
        for place in dict.fromkeys((one.shown.part.criterion, one.shown.name) for one, _ in found):
            findings += _differing([(one, answer) for one, answer in found if (one.shown.part.criterion, one.shown.name) == place])
    return Reading(findings=findings, blocks={"probe_strata": rows} if rows else {})


def _row(one: Measured, answer: Answer) -> dict[str, Any]:
    shown, excess, direction = one.shown, one.excess.estimate, one.direction.estimate
    return {
        "probe": estimate_name(shown.name), "judge": shown.judge, "criterion": shown.part.criterion, "stratum": shown.part.stratum,
        "n_items": shown.items(shown.n_probe > 0), "excess": excess.value, "low": excess.low, "high": excess.high, "direction": direction.value,
        "direction_low": direction.low, "direction_high": direction.high, "answer": answer.answer, "p": answer.p, "p_adjusted": answer.p_adjusted,
        "margin": answer.margin, "smallest": answer.smallest, "variant": answer.variant,
    }  # fmt: skip


def _differing(found: Sequence[tuple[Measured, Answer]]) -> list[Finding]:
    """A warning where a probe shows something wrong in some strata and not in others."""
    wrong = [(one, answer) for one, answer in found if answer.answer in WRONG]
    if not wrong or len(wrong) == len(found):
        return []
    first = wrong[0][0].shown
    where = listed(tuple(f"{one.shown.part.stratum} ({_amount(one)})" for one, _ in wrong))
    control = wrong[0][1].answer == "does_not_follow"
    name = estimate_name(first.name)
    passes = any(answer.answer == "passes" for _, answer in wrong)
    cleared = tuple(one.shown.part.stratum or "" for one, answer in found if answer.answer in CLEARED)
    unsure = tuple(one.shown.part.stratum or "" for one, answer in found if answer.answer not in (*CLEARED, *WRONG))
    rest = f"; it {'does' if control else 'does not' if passes else 'is not'} in {listed(cleared)}" if cleared else ""
    rest += f"; nobody can say in {listed(unsure)}" if unsure else ""
    told = f"does not follow under {name}" if control else f"lets {name} pass" if passes else f"is moved under {name}"
    text = f"{first.judge} on {first.part.criterion} {told} in {where}{rest}."
    return [Finding(severity="warning", text=text, judge=first.judge, criterion=first.part.criterion)]


def _amount(one: Measured) -> str:
    if one.shown.name in REPLACED and one.passes is not None and one.passes.value is not None:
        return percent(one.passes.value)
    effect = one.direction if one.direction.estimate.value is not None else one.excess
    return signed((effect.estimate.value or 0.0) / effect.reach)
