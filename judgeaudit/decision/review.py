"""What a person reads of a judge's verdicts, in words and as parts that `apply` finds again."""

from __future__ import annotations

from collections.abc import Iterable

from judgeaudit.domain.results import Decision, ReviewPart


def reviewed(decision: Decision, reviews: Iterable[ReviewPart | str]) -> Decision:
    """The decision with more to review; a part without words stands in the words of another one.

    Parameters
    ----------
    decision : Decision
    reviews : iterable of ReviewPart or str
        Plain words are a part that verdicts alone do not tell.
    """
    parts = tuple(dict.fromkeys(one if isinstance(one, ReviewPart) else ReviewPart(kind="other", said=one) for one in reviews))
    said = [decision.review, *dict.fromkeys(part.said for part in parts)]
    return decision.model_copy(update={"review": "; ".join(text for text in said if text) or None, "review_parts": (*decision.review_parts, *parts)})
