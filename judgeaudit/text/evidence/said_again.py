"""The mood of a stretch where a second verb takes up the subject: "it skips the fee and puts the price at 49.80"."""

from __future__ import annotations

import re

from judgeaudit.text.evidence.clauses import Mood, Reading

_DENIES = re.compile(
    r"\b(?:not|never|no|nor|neither|nothing|none|fails?|skips?|omits?|lacks?|without|misses|ignores?|neglects?|leaves? out|cannot)\b|"
    r"n['’]t\b",
    re.IGNORECASE,
)
_TAKES_UP = re.compile(
    r"(?:,| and| but|, and|, but) (?:it )?(?:\w{3,12}ly |also |even |only |then |instead |just |still ){0,2}(?:says|states|claims|"
    r"mentions|gives|lists|cites|names|puts|sets|has|contains|uses|"
    r"includes|provides|tells|promises|offers|quotes|writes|reports|recommends|advises|adds|runs|totals|consists|dates|moves|"
    r"suggests|describes|repeats|spends|takes|comes|stays|counts)\b",
    re.IGNORECASE,
)


_RECOMMENDS = re.compile(r"(?:回答|回复|回覆|答案|译文|摘要|文本)[^，。、]{0,6}(?:建议|建議)")
"""What a response suggests is what it says."""


def turns(text: str) -> list[int]:
    """Where verbs of a text take up its subject again.

    Example
    -------
    >>> turns("It fails to name a fee and lists five codes.")
    [22]
    """
    return [m.start() for m in _TAKES_UP.finditer(text)]


def mood_of(reading: Reading, start: int) -> Mood:
    """How the words before an offset put what stands there; a denial ends where a verb of its own takes up the subject.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> from judgeaudit.text.evidence.sources import Sources
    >>> reading = read_rationale("It fails to name a fee and lists five codes.", Sources({"response": "Hi."}))
    >>> mood_of(reading, 14), mood_of(reading, 33)
    ('denied', 'asserted')
    """
    mood = reading.mood_at(start)
    if mood not in ("denied", "suggested"):
        return mood
    before = (reading.bare or reading.text)[max(reading.at(start).start, start - 160) : start]
    if mood == "suggested":
        return "asserted" if _RECOMMENDS.search(before) is not None else mood
    taken_up = turns(before)
    return "asserted" if taken_up and _DENIES.search(before, taken_up[-1]) is None else mood
