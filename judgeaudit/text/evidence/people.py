"""What goes before a surname in the texts: a first name, a title."""

from __future__ import annotations

import re

from judgeaudit.text.evidence.name_words import KINDS_OF_NAMES, TITLES
from judgeaudit.text.evidence.sources import Sources

_OFFICE_WORDS = (
    "mayor councilman councillor councilwoman senator governor captain detective judge justice chef coach minister officer sergeant dear the mr mrs ms miss"
)
_OFFICES = frozenset(_OFFICE_WORDS.split())
"""Before a surname: no first name."""
_MEN, _WOMEN = frozenset(("Mr",)), frozenset(("Mrs", "Ms", "Miss"))
_TITLED = re.compile(r"\A(Mr|Mrs|Ms|Miss)\.?\s(?:[A-Z][\w\u2019'-]+\s)?([A-Z][\w\u2019'-]+)\Z")
_MOST = 100_000
"""Characters of a text that are looked at."""


def has_other_first_name(surname: str, sources: Sources) -> bool:
    """Whether a text gives a surname a first name: of a name whose first name no text has, another one.

    Example
    -------
    >>> has_other_first_name("O'Brien", Sources({"response": "Ask Tom O'Brien."})), has_other_first_name("Obama", Sources({"response": "Mayor Obama"}))
    (True, False)
    """
    if surname.lower() in KINDS_OF_NAMES:
        return False
    pattern = re.compile(rf"(?<![.!?\n]\s)\b([A-Z][a-z\u00df-\u00ff]+)\s{re.escape(surname)}\b")
    first = {match[1] for text in sources.texts.values() for match in pattern.finditer(text[:_MOST])}
    return any(name not in TITLES and name.lower() not in _OFFICES for name in first)


def other_title(name: str, sources: Sources) -> str:
    """The name with a title of the other sex, where the texts only have that one; else "".

    Example
    -------
    >>> other_title("Mr. Alvarez", Sources({"response": "Dear Ms. Alvarez, ..."})), other_title("Mrs Alvarez", Sources({"response": "Dear Ms. Alvarez"}))
    ('Ms. Alvarez', '')
    """
    titled = _TITLED.match(name)
    if titled is None:
        return ""
    pattern = re.compile(rf"\b(Mr|Mrs|Ms|Miss)\.?\s(?:[A-Z][\w\u2019'-]+\s)?{re.escape(titled[2])}\b")
    found = [match for text in sources.texts.values() for match in pattern.finditer(text[:_MOST])]
    own = _MEN if titled[1] in _MEN else _WOMEN
    return found[0][0] if found and all(match[1] not in own for match in found) else ""
