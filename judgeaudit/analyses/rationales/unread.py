"""What stands in rationales and was not read, or not as what it is: said once for all judges, since it is about the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from judgeaudit.analyses.parts import listed
from judgeaudit.analyses.rationales.rows import Said
from judgeaudit.domain.results import Finding
from judgeaudit.domain.verdicts import REASON_FIELDS

_SHOWN = 60
"""Characters of a field's name that are shown; names are foreign text."""


def not_read(said: Sequence[Said]) -> list[Finding]:
    """Warnings about reasons that are none, fields that nobody reads, and JSON that is no reply.

    Parameters
    ----------
    said : sequence of Said
        Every verdict of the table.
    """
    n = len(said)
    fields = f"{', '.join(REASON_FIELDS)} (a text or a list of texts in quote)"
    found = []
    ignored = sum(one.unreadable for one in said)
    if ignored:
        found.append(
            f"The reasons of {ignored} of {n} verdicts cannot be read and were ignored: write them as a JSON list of objects with {', '.join(REASON_FIELDS)}."
        )
    names = Counter(name for one in said for name in dict.fromkeys(one.unread))
    if names:
        shown = listed(tuple(" ".join(name.split())[:_SHOWN] for name, _ in names.most_common()))
        some = sum(bool(one.unread) for one in said)
        found.append(f"Fields {shown} of {some} of {n} verdicts are not read, and may hold evidence: a reason has {fields}.")
    loose = sum(one.loose for one in said)
    if loose:
        found.append(
            f"The rationales of {loose} of {n} verdicts are JSON that was cut or has no known field: their texts were read as prose, and none of them as a quote. "
            f"A reply has reasons or a rationale; a reason has {fields}."
        )
    return [Finding(severity="warning", text=text) for text in found]
