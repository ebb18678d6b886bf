"""Whether a quote stands in the source that the rationale names for it, or in another."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judgeaudit.domain.evidence import FOUND_STATES
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.quote_states import Standing
from judgeaudit.text.evidence.sources import RESPONSES, Sources
from judgeaudit.text.quotes import Quote

_QUOTING = re.compile(
    r"\b(?:say|says|said|states?|stated|writes?|wrote|claims?|claimed|quotes?|quoted|reads?|tells?|told|promises?|mentions?"
    r"|asserts?|notes?|specif(?:y|ies)|gives?|"
    r"sagt|schreibt|dit|affirme|dice|afirma)\b[^.!?\n]{0,25}$",
    re.IGNORECASE,
)
VERBATIM = re.compile(
    r"\b(?:says?|said|states?|stated|writes?|wrote|claims?|quotes?|reads?|tells?|promises?|asserts?|warns?)\b[^.!?\n]{0,25}$",
    re.IGNORECASE,
)
_SAID_BEHIND = re.compile("[\u300d\u300f]\u3068(?:\u8ff0\u3079|\u66f8|\u8a00|\u8a18|\u8aac\u660e|\u4e3b\u5f35)")
_IN_RESPONSE = re.compile(r"\bin (?:response|answer|output|option|reply|summary) [ab12]\b", re.IGNORECASE)
_UNLIKE = re.compile(r"(?:unlike|compared|contrary|in contrast|as opposed)\b", re.IGNORECASE)
_BESIDE = re.compile(
    r"\b(?:instead of|rather than|unlike|aligns? with|corresponds? to|corrected|correction|compared (?:to|with)"
    r"|as opposed to)\b[^.!?\n\"]{0,30}[\"'\u201c\u2018\u201e\u00ab`]{1,2}$",
    re.IGNORECASE,
)
"""What the source that is named is held against, or should have been."""
_OTHER_VOICE = re.compile(
    r"\b(?:speaker|narrator|author|critic|cr\u00edtico|critique|kritiker|caller|customer|notes?|character|interviewer|user"
    r"|patient|he|she|they|agent)s?\s(?:\w{1,14}\s)?"
    r"(?:says?|said|states?|stated|writes?|wrote|tells?|told|asks?|asked|explains?|puts?|dice|dit|sagt"
    r"|schreibt)\b[^.!?\n]{0,12}$",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"\b(?:say|says|said|state|states|stated|write|writes|wrote|claim|claims|claimed|quote|quotes|quoted|read|reads|tell|tells"
    r"|promise|promises|mention|mentions|assert|asserts|"
    r"note|notes|specify|specifies|give|gives|contain|contains|include|includes|add|adds|warn|warns|has|describes|begins|ends"
    r"|starts|opens|closes|reports|reported|puts? it|spells? it out|sets?|keeps?|carries|lists?|find|reads?|steht|"
    r"sagt|schreibt|erw\u00e4hnt|zitiert|nennt|behauptet|hin(?=:)|dit|\u00e9crit|mentionne|pr\u00e9cise|affirme|dice|escribe"
    r"|menciona|afirma)\b|[\u8bf4\u8aaa\u5199\u5beb\u63d0\u8ff0]",
    re.IGNORECASE,
)
_SPEAKERS = frozenset(("agent", "assistant", "bot", "chatbot", "user", "customer", "model", "author", "tutor", "ai"))


def is_placed(reading: Reading, sources: Sources, quote: Quote, places: Sequence[str], before: str) -> bool:
    """Whether the clause itself names the source, or says "it": what is only carried over from another sentence is no clear word.

    Parameters
    ----------
    reading : Reading
    sources : Sources
    quote : Quote
    places : sequence of str
        `reading.places_at` of the quote.
    before : str
        The words before it in its clause, the insides of other quotes blanked.

    Returns
    -------
    bool
        False too where the words before give it to somebody who speaks in a text, or hold the source that is named against it.
    """
    clause = reading.at(quote.start)
    own = [m for m in reading.mentions if clause.start <= m.start < clause.end and m.names and set(m.names) <= set(places)]
    own = [m for m in own if m.end <= quote.start] or own
    own = [m for m in own if m.role != "pronoun" or set(m.names) & set(reading.judged)]  # "..., whereas the policy has 30, and it says": who does?
    if any(_is_speaker(reading.text[m.start : m.end], text) for m in own for name, text in sources.texts.items() if name not in m.names):
        return False  # "the agent says", of a summary whose source is a talk with one
    other = _OTHER_VOICE.search(before) and not _IN_RESPONSE.search(before)
    return bool(own) and not _UNLIKE.match(clause.text) and not other and not _BESIDE.search(before)


def _is_speaker(mention: str, text: str) -> bool:
    """Whether the word of a mention is a speaker's label in a text: "Agent: ..."."""
    word = mention.split()[-1].lower() if mention.split() else ""
    return word in _SPEAKERS and re.search(rf"^\W{{0,4}}{word}\W{{0,3}}:", text[:20_000], re.IGNORECASE | re.MULTILINE) is not None


def says_it(reading: Reading, quote: Quote, places: Sequence[str]) -> bool:
    """Whether the source that is named is what says the quote: "the policy also has the sentence ...".

    Parameters
    ----------
    reading : Reading
    quote : Quote
    places : sequence of str
        `reading.places_at` of the quote.

    Returns
    -------
    bool
    """
    clause = reading.at(quote.start)
    leading = [
        m for m in reading.mentions if clause.start <= m.start < m.end <= quote.start and set(m.names) & set(places) and m.role in ("subject", "pronoun")
    ]
    if not leading:
        return False
    after = _SAID_BEHIND.match(reading.text, quote.end)
    return after is not None or _STATES.search((reading.bare or reading.text)[leading[0].end : quote.start]) is not None


def misplaced(inside: Standing, found: Standing, places: Sequence[str], before: str, *, said: bool = False) -> Standing:
    """What becomes of a quote that does not stand where the rationale says: it may stand elsewhere.

    Parameters
    ----------
    inside, found : Standing
        In the sources that are named, and in all.
    places : sequence of str
    before : str
    said : bool
        `says_it` of the quote.

    Returns
    -------
    Standing
        Misattributed where one response is said to have what the other has, and where a verb of quoting gives it to the source that is named.

    Example
    -------
    >>> there = Standing("exact", "response_b", 0, 12, "no fee at all")
    >>> misplaced(Standing("fabricated", None, None, None, None), there, ("response_a",), "").state
    'misattributed'
    """
    if found.state not in FOUND_STATES or found.source is None:
        return inside if inside.state == "altered" else found
    one_of_two = found.source in RESPONSES and all(name in RESPONSES for name in places)
    told = said and all(name in RESPONSES for name in places)
    if found.source == "rubric" and not VERBATIM.search(before):
        return found  # "it contains no facts that are not in the article": the standard, said to be met
    if not one_of_two and not told and not _QUOTING.search(before):
        return found  # in passing, from the prompt or of what answers to it: honest
    return Standing("misattributed", found.source, found.start, found.end, found.nearest, (), f"it stands in {_called(found.source)}, not in {_listed(places)}")


def _called(name: str) -> str:
    return {"response_a": "response A", "response_b": "response B", "rubric": "the rubric or prompt"}.get(name, f"the {name}")


def _listed(names: Sequence[str]) -> str:
    return " or ".join(_called(name) for name in names)
