"""Whether a quote stands in the source that the rationale names for it, or in another."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz.distance import Indel

from judgeaudit.domain.evidence import FOUND_STATES
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.edit_words import NEGATIONS
from judgeaudit.text.evidence.quote_states import LEAST_WORDS, Standing, lacks_denial, standing
from judgeaudit.text.evidence.quote_tokens import read_tokens
from judgeaudit.text.evidence.sources import RESPONSES, Sources
from judgeaudit.text.quotes import Quote

VERBATIM_STATES = ("exact", "normalised")
_MOSTLY = 0.75
"""Share of a quote's words, by weight, that a named source has in order, from where it is that source's, freely quoted (ours)."""

_QUOTING = re.compile(
    r"\b(?:say|says|said|states?|stated|writes?|wrote|claims?|claimed|(?<!the )(?<!['\u2019]s )quotes?|quoted|reads?|tells?|told|promises?|mentions?"
    r"|asserts?|notes?|specif(?:y|ies)|gives?|"
    r"sagt|schreibt|dit|affirme|dice|afirma)\b[^.!?\n]{0,25}$",
    re.IGNORECASE,
)
VERBATIM = re.compile(
    r"\b(?:says?|said|states?|stated|writes?|wrote|claims?|(?<!the )(?<!['\u2019]s )quotes?|reads?|tells?|promises?|asserts?|warns?)\b[^.!?\n]{0,25}$",
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
_TOPIC = re.compile(
    r"\b(?:about|regarding|concerning|(?:quote|opinion|view|question|comment)s?\s(?:of|on))\s(?:the\s)?(?:\w+\s){0,2}[\"'\u201c\u2018\u201e\u00ab`]{1,2}$",
    re.IGNORECASE,
)
"""What something is about is named, not quoted."""
_IN_LINE = re.compile(
    r"\b(?:in line|consistent|in accordance|in keeping|agrees?|fits?)\swith\b[^.!?\n\"]{0,80}[\"'\u201c\u2018\u201e\u00ab`]{1,2}$", re.IGNORECASE
)
_PEOPLE = frozenset(("user", "person", "speaker", "asker"))
"""Who may be any side of a talk, the one that was judged too."""
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


def placed(reading: Reading, sources: Sources, quote: Quote, places: Sequence[str], before: str, text: str, found: Standing, *, negated: bool) -> Standing:
    """What becomes of a quote that is not found in the sources that its clause names, or found elsewhere first.

    Parameters
    ----------
    reading : Reading
    sources : Sources
    quote : Quote
    places : sequence of str
        `reading.places_at` of the quote.
    before : str
        As in `is_placed`.
    text : str
        The quote.
    found : Standing
        In all sources.
    negated : bool
        As in `standing`.

    Returns
    -------
    Standing
    """
    inside = standing(text, sources, places, negated=negated)
    verbatim = found.state in VERBATIM_STATES
    if inside.state == "near" and verbatim and _is_led(reading, quote, found, places):
        return found
    if inside.state in FOUND_STATES:
        return inside
    clear = is_placed(reading, sources, quote, places, before)
    if not clear:
        return inside if inside.state == "altered" and found.state not in FOUND_STATES else found
    if verbatim and lacks_denial(inside):
        return inside  # "not refundable" in the response that is named, "refundable" in the question
    if verbatim and inside.state == "fabricated" and (close := _mostly_there(text, inside, sources, places)) is not None:
        return close
    found = elsewhere(text, sources, found, places)
    return misplaced(inside, found, places, before, said=says_it(reading, quote, places))


def elsewhere(text: str, sources: Sources, found: Standing, places: Sequence[str]) -> Standing:
    """Where a quote stands of which the sources that are named have nothing: what the judge was asked about comes before another response.

    Parameters
    ----------
    text : str
    sources : Sources
    found : Standing
        In all sources.
    places : sequence of str

    Returns
    -------
    Standing
    """
    if found.source not in RESPONSES or found.state not in VERBATIM_STATES:
        return found
    others = [name for name in sources.texts if name not in RESPONSES and name not in places]
    shared = standing(text, sources, others) if others else found
    return shared if shared.state in VERBATIM_STATES else found


def _mostly_there(text: str, inside: Standing, sources: Sources, places: Sequence[str]) -> Standing | None:
    """A quote that stands verbatim elsewhere, where the source that is named has most of it: "ten miles from Bath" for "ten miles off bath"."""
    near = inside.nearest or ""
    name = next((name for name in places if near and near in sources.texts.get(name, "")), None)
    quoted, theirs = read_tokens(text), read_tokens(near)
    if name is None or len(quoted) < LEAST_WORDS:
        return None
    steps = Indel.opcodes([token.key for token in quoted], [token.key for token in theirs])
    matched = {at for step in steps if step.tag == "equal" for at in range(step.src_start, step.src_end)}
    telling = all(at in matched for at, token in enumerate(quoted) if token.kind == "number" or token.key in NEGATIONS)
    if not telling or sum(quoted[at].weight for at in matched) < _MOSTLY * sum(token.weight for token in quoted):
        return None
    start = sources.texts[name].index(near)
    return Standing("near", name, start, start + len(near), near, (), "most of its words stand there")


def _is_led(reading: Reading, quote: Quote, found: Standing, places: Sequence[str]) -> bool:
    """Whether a quote is that of another source than the one named last: of the clause's own subject, or of what all were shown."""
    clause = reading.at(quote.start)
    leading = [m for m in reading.mentions if clause.start <= m.start < m.end <= quote.start and m.role == "subject" and m.names]
    if leading and found.source in leading[0].names and not set(leading[0].names) & set(places):
        return True
    return (found.source not in RESPONSES or not leading) and not says_it(reading, quote, places)


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
    if own and all(_last_word(reading.text[m.start : m.end]) in _PEOPLE for m in own):
        return False
    beside = _BESIDE.search(before) or _IN_LINE.search(before) or _TOPIC.search(before)
    return bool(own) and not _UNLIKE.match(clause.text) and not other and not beside


def _is_speaker(mention: str, text: str) -> bool:
    """Whether the word of a mention is a speaker's label in a text: "Agent: ..."."""
    word = _last_word(mention)
    return word in _SPEAKERS and re.search(rf"^\W{{0,4}}{word}\W{{0,3}}:", text[:20_000], re.IGNORECASE | re.MULTILINE) is not None


def _last_word(mention: str) -> str:
    return mention.split()[-1].lower() if mention.split() else ""


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
