"""One judge's verdict on one item, criterion and call: what was read from a reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

Status = Literal["ok", "unparsable", "ambiguous", "off_scale", "refused", "truncated", "too_long", "error"]
STATUSES: tuple[Status, ...] = get_args(Status)


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason of a rationale, as a structured reply gives it."""

    aspect: str = ""
    finding: str = ""
    quote: str = ""
    explanation: str = ""


REASON_FIELDS = ("aspect", "finding", "quote", "explanation")
"""Fields of a reason, in the order of `Reason`."""


FINDINGS = {"met": "met", "unmet": "unmet", "not met": "unmet", "not_met": "unmet", "not-met": "unmet"}
"""How a finding may be written, in lower case, and what it is then."""


def readable(reasons: Sequence[Reason]) -> str:
    """Reasons as the text that people read: one line each."""
    lines = []
    for reason in reasons:
        head = f"{reason.aspect} ({reason.finding})" if reason.aspect and reason.finding else reason.aspect or reason.finding
        parts = [part for part in (reason.explanation, f'"{reason.quote}"' if reason.quote else "") if part]
        body = " ".join(parts)
        lines.append(f"{head}: {body}" if head and body else head or body)
    return "\n".join(line for line in lines if line)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a reply says. Plain dataclass, not pydantic: one is made for every stored call.

    `label` is a declared label (None unless `status` is "ok"), `score` the number on an interval scale. `rationale` is
    text for people, `reasons` its parts where the reply had them, `reasoning` the model's own thinking, kept apart and
    never read for a verdict. `confidence` is what the reply states, from 0 to 1; `margin` the log probability of the label minus that of the
    likeliest other label, as the provider's log probabilities have it. `detail` says why there is no verdict. `unread` names fields of the reply that hold text and were not read.
    """

    status: Status
    label: str | None = None
    score: float | None = None
    rationale: str = ""
    reasons: tuple[Reason, ...] = ()
    reasoning: str = ""
    confidence: float | None = None
    margin: float | None = None
    detail: str = ""
    unread: tuple[str, ...] = ()
