"""Labels that may choose between two responses, though they are read as labels of single ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judgeaudit.domain.rubric import Scale

SLOTS = (("a", "b"), ("first", "second"), ("left", "right"), ("1", "2"))
"""Names of the two places of a pair; numbers only where something else says that pairs were shown."""

_SLOT = re.compile(
    r"(?:response|answer|output|model|assistant|option|candidate|system)?[\W_]*(a|b|1|2|first|second|left|right)(?:[\W_]*(?:response|answer|wins|is better|better))?[\W_]*"
)
MOST = 3
"""Labels of a pairwise scale at most: either response, and a tie."""


def pairs_perhaps(criterion: str, labels: Sequence[str], scale: Scale, *, ordered: bool) -> str:
    """That labels are read as those of single responses though they may be choices between two, and what to give; "" where nothing speaks for that.

    Parameters
    ----------
    labels : sequence of str
        That occur.
    ordered : bool
        The column order says which of two responses was shown first: then pairs were shown, whatever the labels are.
    """
    places = {found[1] for label in labels if (found := _SLOT.fullmatch(label.strip().casefold()))}
    named = next((pair for pair in SLOTS if set(pair) <= places), None)
    if len(labels) > MOST and not (ordered and named):
        return ""
    plain_numbers = named == ("1", "2") and all(label.strip() in named for label in labels)
    if not ordered and (named is None or plain_numbers or scale.labels is None):
        return ""
    why = "though the column order says that pairs were shown" if ordered else "though they may name the responses of a pair"
    shown = ", ".join(sorted(labels)[:MOST])
    return (
        f"criterion {criterion!r}: {shown} are read as verdicts on single responses (pointwise), {why}: nothing is said of position, wins and ties. If each names a response, write "
        "response_a, response_b and tie in the column label, or name a rubric with mode: pairwise and these labels, that of response_a first (--rubric)"
    )
