"""What judges write into a quote field beside the words that they quote: labels, numbers, tags, several quotes, or that there is none."""

from __future__ import annotations

import re

NOTHING = re.compile(
    r"\W*(?:"
    r"none(?: (?:found|given|available|provided|needed|applicable|cited|present|exists))?|null|nil|nan|n ?[/.]? ?a|not applicable|empty|missing|absent|omitted|"
    r"(?:there is |there are )?no (?:exact |relevant |direct |specific |such |supporting |verbatim )*(?:quote|quotation|evidence|mention|text|passage)s?"
    r"(?: (?:found|given|available|provided|applicable|needed|possible|exists?|from \w+ \w+|in \w+ \w+))?|"
    r"(?:not|nothing|never) (?:found|mentioned|present|stated|provided|given|available|included|addressed|specified|quoted|there|to quote|relevant|said)"
    r"(?: (?:in|by|from|anywhere in|at) (?:the )?(?:\w+ ?){1,3})?|nothing|(?:see|cf\.?) (?:above|below)|as above|same as above|ditto|"
    r"keine[srn]?(?: (?:zitate?|angaben?|belege?|nennung))?|nichts|nicht (?:vorhanden|genannt|erw\u00e4hnt|angegeben)|entf\u00e4llt|"
    r"aucune?(?: citation| mention)?|rien|non (?:mentionn\u00e9|pr\u00e9sent|applicable)e?|ning[u\u00fa]na?(?: cita)?|nada|no (?:mencionado|aplica|consta)|"
    r"\u65e0|\u6ca1\u6709|\u672a\u63d0\u53ca|\u4e0d\u9002\u7528|\u306a\u3057|\u7121\u3057|\u8a72\u5f53\u306a\u3057|\u8a18\u8f09\u306a\u3057"
    r")?\W*",
    re.IGNORECASE,
)
"""A field that says that there is no quote."""

REMARK = re.compile(
    r"\W*(?:the |this )?(?:entire |whole |full |complete )?(?:response|output|answer|reply|text|summary|passage|assistant)\b(?: [ab]\b)?"
    r"(?: as a whole\b| in full\b| itself\b|,? (?:lacks?|does|do|did|is|was|has|fails?|omits?|never|only|contains?|says?|states?|mentions?|provides?|gives?|uses?|"
    r"ignores?)\b|\W*$)"
    r"|\W*(?:there (?:is|are|was|were) no\b|no mention of\b|(?:omitted|missing|absent|lacks|omits)\b|see (?:the|above|below|line|first|last)\b|throughout\b)",
    re.IGNORECASE,
)
"""A field in which the judge says something of a text in its own words."""

_SLOT = r"(?:(?:the )?(?:response|output|answer|reply|assistant|summary|text|option|candidate|model|input|context|reference|article|source|user|quote)s?\b ?)"
_NUMBERED = r"(?:(?:line|sentence|paragraph|para|section|step|item|point|bullet|page|turn|message|no)s?\.? ?\(?#?\d{1,4}\)?)"
_LABEL = re.compile(
    rf"\s*(?:[-*\u2022]\s+|\(?\d{{1,2}}[.)]\s+|\[?(?:{_SLOT}?\(?[AB12]\)?|{_SLOT}|{_SLOT}?\(?[AB12]?\)?,? ?{_NUMBERED})\]?\s*[:\u2013\u2014-]\s*"
    rf"|\[(?:{_SLOT}?\(?[AB12]\)?|{_NUMBERED})\]\s*)",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"\s*(?:\((?:(?:in|from) )?(?:{_SLOT}\(?[AB12]?\)?|{_NUMBERED}|[AB])(?:, ?{_NUMBERED})?\)|\[(?:{_SLOT}\(?[AB12]?\)?|{_NUMBERED})\])\s*", re.IGNORECASE
)
_TAGS = re.compile(r"</?(?:quote|q|blockquote|cite|em|strong|b|i|mark|span|evidence|excerpt)(?: [^<>]{0,80})?/?>", re.IGNORECASE)
_APART = re.compile(
    r"\s+(?:/{1,2}|\|{1,2}|vs\.?|versus|;|&|\u2022|\u2014|\.{3}|\u2026)\s+|\s*\n+\s*|\s*;\s+|(?<=[.!?\"'\u201d])\s+(?=(?:response |output )?\(?[AB]\)?\s*:)",
    re.IGNORECASE,
)
_MARKS = " \t\r\n\"'`*_\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb\u300c\u300d"


def field_parts(field: str) -> tuple[tuple[int, int], ...]:
    """The stretches of a quote field that are quoted words, where it holds more than them.

    Parameters
    ----------
    field : str

    Returns
    -------
    tuple of (start, end)
        Without labels ("Response A:", "line 3:", "1."), tags and marks; more than one where quotes are listed. The whole field where it is one
        quote and nothing else.

    Example
    -------
    >>> [field[start:end] for field in ["A: It is warm. / B: It is cold."] for start, end in field_parts(field)]
    ['It is warm.', 'It is cold.']
    """
    bare = _TAGS.sub(lambda tag: " " * len(tag[0]), field)
    found, at = [], 0
    for gap in [*_APART.finditer(bare), None]:
        end = len(bare) if gap is None else gap.start()
        part = _bared(bare, at, end)
        if part[0] < part[1]:
            found.append(part)
        at = end if gap is None else gap.end()
    return tuple(found)


def _bared(text: str, start: int, end: int) -> tuple[int, int]:
    """A stretch without label and marks at its ends."""
    label = _LABEL.match(text, start, end)
    start = label.end() if label is not None and label.end() < end else start
    for behind in _BEHIND.finditer(text, start, end):
        if behind.end() == end and behind.start() > start:
            end = behind.start()
    while start < end and text[start] in _MARKS:
        start += 1
    while start < end and text[end - 1] in _MARKS:
        end -= 1
    return start, end
