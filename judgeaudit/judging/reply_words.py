"""How a judge is asked to answer, in words. Pure."""

from __future__ import annotations

from judgeaudit.domain.rubric import Criterion, Reply, Scale
from judgeaudit.judging.schema import MAX_REASONS, MAX_REASONS_LOCAL, verdict_field


def reply_instruction(criterion: Criterion, reply: Reply, *, reasons: bool = True) -> str:
    """How the judge is asked to answer, in words; what `{{reply_format}}` stands for.

    Parameters
    ----------
    criterion : Criterion
    reply : Reply
        Our own reply (`structured`), the user's JSON fields, or a text with a closing line.
    reasons : bool
        False: our own reply is the verdict alone.

    Returns
    -------
    str
    """
    field = verdict_field(criterion.scale)
    allowed = _allowed(criterion.scale)
    if reply.format == "text":
        return f"End your answer with a line that reads: {reply.closing or field.capitalize() + ':'} <{allowed}>"
    if reply.format == "json":
        fields = [f'"{reply.rationale or "rationale"}" holds your reasons', f'"{_named(reply, field)}" holds {allowed}']
        if reply.confidence is not None:
            fields.append(f'"{reply.confidence}" holds your confidence, 0 to 1')
        return f"Answer with one JSON object and nothing else. Its field {', '.join(fields)}."
    if not reasons:
        return f'Answer with one JSON object and nothing else:\n{{"{field}": <{allowed}>, "confidence": <0 to 1>}}'
    aspect = "one of the aspects" if criterion.aspects else "what you checked"
    return (
        "Answer with one JSON object and nothing else, reasons first, verdict last:\n"
        f'{{"reasons": [{{"aspect": <{aspect}>, "finding": <"met" or "unmet">, "quote": <exact words, or "">, '
        f'"explanation": <one short sentence>}}], "{field}": <{allowed}>, "confidence": <0 to 1>}}\n'
        f"Give at most {MAX_REASONS} reasons."
    )


def enforced_instruction(criterion: Criterion, *, reasons: bool = True) -> str:
    """The same for an embedded judge, whose grammar holds it to the format: every word that it need not read is time."""
    verdict = f"the {verdict_field(criterion.scale)}, {_allowed(criterion.scale)}"
    if not reasons:
        return f"Give {verdict}. Answer in JSON."
    return f"Give at most {MAX_REASONS_LOCAL} short reasons with exact quotes from the material, and after them {verdict}. Answer in JSON."


def _named(reply: Reply, field: str) -> str:
    named = (reply.score, reply.label) if field == "score" else (reply.label, reply.score)
    return next((name for name in named if name is not None), field)


def _allowed(scale: Scale) -> str:
    return scale.describe() if scale.labels is None else " or ".join(f'"{label}"' for label in scale.labels)
