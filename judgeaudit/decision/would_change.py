"""What would make a decision another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judgeaudit.decision.checks import Check, items_needed
from judgeaudit.decision.gates import limit_text
from judgeaudit.decision.layers import TITLES
from judgeaudit.decision.routing import review_words
from judgeaudit.domain.results import Decision

MOST_CHANGES = 4


def would_change(decision: Decision, checks: Sequence[Check], rows: dict[str, list[dict[str, Any]]]) -> tuple[str, ...]:
    """What would change one decision, in sentences, the most useful first.

    Parameters
    ----------
    decision : Decision
    checks : sequence of Check
        Of the same judge.
    rows : dict of list of dict
        Its rows of the blocks `routing` and `more_labels`.
    """
    required = [check for check in checks if check.required]
    layer = next((one.layer for one in decision.layers if one.status == "fail"), None)
    said: list[str] = []
    if layer is not None:
        said.append(f"It has to come through the layer {TITLES[layer]} before anything else counts.")
    if decision.decision == "do_not_deploy":
        said += [
            f"{_name(check)} has to be {_limit(check)}: change the prompt or the model, and audit it again."
            for check in required
            if check.result.status == "fail"
        ]
        said += _only_where_sure(rows)
    elif decision.decision == "deploy":
        said += _nearest(required)
        said.append("Another model, prompt or kind of items is another judge: calibrate it again.")
    else:
        said += _more_data(required, rows)
        if any("no gold" in reason for reason in decision.reasons):
            said.append("Labels by people: `judgeaudit budget` says how many; with them it can be held against people.")
        said += [f"{_name(check)} has to be measured." for check in required if check.result.status == "not_measured"]
    return tuple(dict.fromkeys(said))[:MOST_CHANGES]


def _name(check: Check) -> str:
    words = check.result.metric.split(".")[1].replace("_", " ")
    return f"{words.capitalize()}{f' on {check.where}' if check.where else ''}"


def _limit(check: Check) -> str:
    return limit_text(check.gate).replace("min", "at least").replace("max", "at most")


def _only_where_sure(rows: dict[str, list[dict[str, Any]]]) -> list[str]:
    chosen = sorted(rows["routing"], key=lambda row: not row.get("chosen", True))
    found = next((row for row in chosen if review_words(row) is not None), None)
    if found is None:
        return []
    return [
        f"Where it is sure it may still help a person ({review_words(found)}), at a risk of at most {100 * found['max_risk']:.3g} %; the limits above do not go away by that."
    ]


def _nearest(required: Sequence[Check]) -> list[str]:
    """The limit that is held with the least to spare, at the pessimistic end."""
    spare: list[tuple[float, Check, float]] = []
    for check in required:
        for limit, end in ((check.gate.min, check.result.low), (check.gate.max, check.result.high)):
            if limit is not None and end is not None:
                spare.append((abs(end - limit), check, end))
    if not spare:
        return []
    _, check, end = min(spare, key=lambda one: one[0])
    return [f"The limit with the least to spare is {check.result.metric} ({limit_text(check.gate)}): at worst it is {end:.3g} now."]


def _more_data(required: Sequence[Check], rows: dict[str, list[dict[str, Any]]]) -> list[str]:
    needed = (items_needed(check) for check in required)
    said = [f"{text[:1].upper()}{text[1:]}." for text in needed if text is not None]
    for row in rows["more_labels"]:
        if row.get("half_width") is not None and row.get("half_width_then") is not None:
            now, then = row["half_width"], row["half_width_then"]
            said.append(f"{row['n_more']:,} more labels on {row['criterion']} would narrow {row['metric'].replace('_', ' ')} from ±{now:.2g} to ±{then:.2g}.")
    return said
