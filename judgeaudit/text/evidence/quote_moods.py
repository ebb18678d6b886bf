"""Where a denial or a wish ends before a quote, and what a quote is cited for: its words, or what they say."""

from __future__ import annotations

import re

from judgeaudit.text.evidence.clauses import Mood, Reading
from judgeaudit.text.evidence.quote_words import ADVICE, ALL_THERE_IS, DENIED, NEVER_SAYS, QUOTED, READS, TOLD, TURN, WISHED, WRONGLY
from judgeaudit.text.quotes import Quote

_MARK = r"[\"'\u201c\u2018\u201e\u00ab`*]{1,3}"
_TEXT = r"(?:question|phrase|statement|sentence|quote|saying|expression|proverb|line|response|message|comment|utterance|remark|turn|topic|fact|opinion)"
_FILLER = r"(?:(?:\w{2,12}ly|also|even|only|then|instead|just|still|rather)\s+){0,3}"
_LOOK_BACK = 160

_SECOND_VERB = re.compile(
    r"(?:,|;|\band|\bbut|\binstead)\s+(?:it\s+)?"
    + _FILLER
    + r"(?:repeat|introduc|focus|switch|jump|bring|respond|return|refer|cop|restat|turn|past|shift|chang|talk|comment|mak|giv|ask|stat|claim|add)"
    r"(?:e?s|e?d|y?ing|ies|red|ring)\b",
    re.IGNORECASE,
)
"""A verb of its own after what was denied: "ignores the question and instead repeats ..."."""
_REASON = re.compile(
    r"\b(?:as|because|since)\s+(?:it|they|both|the\s+\w+|(?:output|response|answer)\s+\(?[ab12]\)?)\s+" + _FILLER + r"(?:is|are|was|were|has|\w{3,}s)\s",
    re.IGNORECASE,
)
_NEW_SUBJECT = re.compile(rf",\s+(?:and\s+|but\s+)?the\s+(?:\w+\s+)?(?:{_TEXT}|use\s+of)\s+{_MARK}$", re.IGNORECASE)
_APPOSITION = re.compile(rf"\b(?:in|of)\s[^.!?\n,\"]{{0,50}}\b{_TEXT},\s*{_MARK}$", re.IGNORECASE)
_BRACKETS = re.compile(rf"\b(?:previous|prior|earlier|preceding|last|given|original|user['\u2019]s)\s+{_TEXT}s?\s*[(\[]\s*{_MARK}$", re.IGNORECASE)
"""The quote in brackets says which statement is meant."""
_IS_MEANT = re.compile(
    r"\b(?:(?:answer|address|respond|acknowledg|explain|explanation|interpret|defin|meaning|origin|context|connect|relate|reply|react|identif)\w*"
    rf"\b[^.!?\n\"]{{0,40}}\b{_TEXT}(?:\s+of)?[:,]?|(?:classif|translat|capitali[sz]|rewrit|rephras|paraphras|simplif|shorten|invert|punctuat)\w*)\s*{_MARK}$",
    re.IGNORECASE,
)
"""What is not answered, defined or classified was asked."""
_PLACED = re.compile(rf"\bin\s+(?:the|its|this)\s+(?:\w+\s+)?(?:response|answer|reply|output|message|turn)\s+{_MARK}$", re.IGNORECASE)
_ANSWERED = re.compile(
    rf"\b(?:answer|address|respond|repl|resolv|tackl|deal|settl)\w*\b[^.!?\n\"]{{0,30}}\b(?:question|query|problem|issue)(?:\s+of)?[:,]?\s*{_MARK}$",
    re.IGNORECASE,
)
_STYLE_BEFORE = re.compile(
    r"\b(?:grammar|grammatical\w*|ungrammatical|informal|colloquial|conversational|casual|slang|contractions?|typos?|misspell\w*|spelling"
    r"|punctuation|idiom\w*|awkward\w*|unnatural\w*|repetiti\w+)\b[^.!?\n]{0,60}$",
    re.IGNORECASE,
)
_STYLE_AFTER = re.compile(
    r"[\"'\u201d\u2019\u00bb`*]{1,3},?\s+(?:(?:does|do|did)(?:\s+not|n['\u2019]t)\s+(?:\w+ly\s+)?(?:flow|sound|read|make\s+(?:grammatical\s+)?sense)"
    r"|(?:is|are|sounds?|seems?|feels?|reads?|looks?)\s+(?:(?:\w+ly|a\s+(?:bit|little)|somewhat|very|quite|too)\s+){0,2}"
    r"(?:awkward|unnatural|natural|ungrammatical|incorrect\s+grammar|grammatically|informal|colloquial|casual|clumsy|clunky|wordy|repetitive|stilted))\b",
    re.IGNORECASE,
)
_MENDS = re.compile(
    r"\b(?:should|ought|could|would|must|needs?\s+to|instead\s+of|rather\s+than|something\s+like"
    r"|along\s+the\s+lines\s+of|(?:rephras|rewritt|reword|replac|correct|chang)\w*\s+(?:as|to|by|with)"
    r"|sollte|müsste|wäre|devrait|serait|debería|sería)\b[^.!?\n]{0,55}$",
    re.IGNORECASE,
)
_SAYS = r"(?:says|states|writes|claims|gives|reads|adds|tells|warns|notes|advises)"
_SAYS_SINCE = re.compile(
    r"\b(?:because|since|as|but|while|although)\s(?:it|they|[ab]|the\s\w+|(?:response|output|answer)\s\(?[ab12]\)?)\s(?:\w+ly\s)?"
    rf"{_SAYS}\b[^.!?\n\"]{{0,15}}{_MARK}$",
    re.IGNORECASE,
)
_SAYS_IT_SHOULD = re.compile(rf"\b{_SAYS}\s(?:that\s)?(?:\w+\s){{1,4}}(?:should|must|ought|needs?)\b[^.!?\n\"]{{0,30}}{_MARK}$", re.IGNORECASE)
_LISTED = re.compile(rf":\s*{_MARK}$")
_OPEN = re.compile(r"\b(?:not|never|no|nor|nothing|without|neither|fails?|lacks?|omits?|ignores?|cannot)\b|n['\u2019]t\b", re.IGNORECASE)


def heard(reading: Reading, quote: Quote, before: str, *, words: int, placed: bool, least: int) -> tuple[Mood, bool]:
    """How a quote is put, and whether that is sure.

    Parameters
    ----------
    reading : Reading
    quote : Quote
    before : str
        The words before it in its clause, the insides of other quotes blanked.
    words : int
        How many the quote has.
    placed : bool
        Some source is named.
    least : int
        Words from where a quote is evidence.

    Returns
    -------
    mood : str
    sure : bool
        False where the denial may go on: such a quote is found, or it is no claim.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> from judgeaudit.text.evidence.sources import Sources
    >>> reading = read_rationale('It does not answer the question "How late is it now?".', Sources({"response": "Hi."}))
    >>> heard(reading, reading.quotes[0], reading.text[:33], words=5, placed=True, least=4)
    ('asserted', False)
    """
    mood = reading.mood_at(quote.start)
    only = ALL_THERE_IS.match(reading.text, quote.end) is not None
    told = mood == "suggested" and TOLD.search(before) is not None
    if (mood in ("denied", "suggested") and words >= least and (only or (placed and (told or _reported(before, mood))))) or (
        mood == "restated" and READS.search(before)
    ):
        return "asserted", True
    if mood == "denied" and _denial_ends(reading, quote):
        return "asserted", False
    return mood, True


def _reported(before: str, mood: str) -> bool:
    """Whether what is wished for, or said to be missing, is not the quote but what the sentence is about beside it."""
    if mood == "suggested":
        return ADVICE.search(before) is not None
    cut = TURN.split(before)[-1]
    return QUOTED.search(cut) is not None and not DENIED.search(cut) and not NEVER_SAYS.search(before)


def _denial_ends(reading: Reading, quote: Quote) -> bool:
    """Whether the quote is what the sentence is about, beside what it says is missing."""
    before = (reading.bare or reading.text)[max(reading.at(quote.start).start, quote.start - _LOOK_BACK) : quote.start]
    if any(pattern.search(before) for pattern in (_NEW_SUBJECT, _APPOSITION, _BRACKETS, _IS_MEANT, _PLACED)):
        return True
    turns = [match.end() for pattern in (_SECOND_VERB, _REASON) for match in pattern.finditer(before)]
    return bool(turns) and _OPEN.search(before, max(turns)) is None


def wishes(before: str) -> bool:
    """Whether the words before a quote wish for it.

    Example
    -------
    >>> wishes('it would be more natural to say "'), wishes('it says "')
    (True, False)
    """
    return WISHED.search(before) is not None and not _tells(before)


def _tells(before: str) -> bool:
    """Whether the text itself is said to wish, or says the quote whatever it should have said."""
    return any(pattern.search(before) is not None for pattern in (TOLD, WRONGLY, _SAYS_SINCE))


def is_within_wish(before: str) -> bool:
    r"""Whether a quote stands within a wished-for wording whose own marks were never closed.

    Example
    -------
    >>> is_within_wish('it should say, "I saw \''), is_within_wish('it says "yes" and \'')
    (True, False)
    """
    opened = before.rstrip("'\u2018`").replace("\u201c", '"').replace("\u201d", '"')
    return not before.endswith('"') and opened.count('"') % 2 == 1 and wishes(opened[: opened.rindex('"')])


def mends(before: str, mood: str) -> bool:
    """Whether a quote that is close to what a text has is the judge's better wording of it; "B is better: "X"" quotes.

    Example
    -------
    >>> mends('it would be better to write "', "asserted"), mends('B is the better one: "', "suggested")
    (True, False)
    """
    if _MENDS.search(before) is not None:
        return not _tells(before) and _SAYS_IT_SHOULD.search(before) is None
    return mood == "suggested" and _LISTED.search(before) is None


def is_answered(before: str) -> bool:
    """Whether a quote is a question that a text is said to answer: nobody says that it stands anywhere.

    Example
    -------
    >>> is_answered('A answers the question of "'), is_answered('A asks the question "')
    (True, False)
    """
    return _ANSWERED.search(before) is not None


def is_of_style(reading: Reading, quote: Quote, before: str) -> bool:
    """Whether a quote is cited for how it is worded, so that a "not" before it changes nothing that is claimed."""
    return _STYLE_BEFORE.search(before) is not None or _STYLE_AFTER.match(reading.text, quote.end) is not None
