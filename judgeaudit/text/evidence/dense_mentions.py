"""Names of the judge's sources in a clause of Chinese or Japanese."""

from __future__ import annotations

import re

from judgeaudit.text.evidence import place_words as of
from judgeaudit.text.evidence.mentions import Mention, Role, Slots

_SAYS_DENSE = re.compile(r"(?:中|里|内|では|には|にも)?(?:还|也|则|都)?(?:说|写|提到|称|指出|表示|给出|包含|声称|列出|は|が|では|には|も|规定|要求|提供|使用)")
_BEFORE_DENSE = re.compile(r"(?:在|根据|按照|据)\Z")


def read_dense_mentions(text: str, start: int, end: int, names: tuple[str, ...], judged: tuple[str, ...], slots: Slots) -> list[Mention]:
    """What `read_mentions` does, for the clause `text[start:end]` of Chinese or Japanese.

    Example
    -------
    >>> [(m.names, m.role) for m in read_dense_mentions("政策说", 0, 3, ("response", "context"), ("response",), {})]
    [(('context',), 'subject')]
    """
    found = [Mention(at, slots[at][0], slots[at][1], "subject", True) for at in range(start, end) if at in slots]
    covered = {at for mention in found for at in range(mention.start, mention.end)}
    for match in of.DENSE_WORD.finditer(text, start, end):
        if match.start() in covered:
            continue
        which = of.resolve(match.lastgroup or "", names, judged)
        which = judged if match[0].startswith("两个") else which
        said = _SAYS_DENSE.match(text, match.end(), end) is not None
        leads = said or match.start() == start or _BEFORE_DENSE.search(text, start, match.start()) is not None
        role: Role = "subject" if leads else "beside" if text[match.end() : match.end() + 1] in ("的", "の", "中") else "object"
        found.append(Mention(*match.span(), which, role, said))
    return sorted(found, key=lambda mention: mention.start)
