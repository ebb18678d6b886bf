"""How a clause speaks: as of the texts, or as of what it wishes, supposes, denies, restates or knows of the world."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from judgeaudit.text.evidence.mentions import Mention, Word
from judgeaudit.text.evidence.mood_cues import DENSE, ELSEWHERE, ENGLISH, Mood
from judgeaudit.text.evidence.place_words import words_of

ORDER: tuple[Mood, ...] = ("suggested", "conditional", "outside", "denied", "restated")
"""Which mood a clause has where it has several."""

MARKS = r"\s?[\"'\u201d\u2019\u00bb\u300d\u300f`*\u201c]{1,3}"
_SO = ("so", "therefore", "hence", "thus", "\u6240\u4ee5", "\u56e0\u6b64")
_ASKS = words_of("ask asks asked asking check checks see unclear know knows wonder wonders determine as whether even only")
_REPORTS = re.compile(
    r"(?:says?|said|states?|stated|claims?|claimed|argues?|explains?|asserts?|tells?|told|notes?|writes?|promises?|adds?|suggests?|warns?|advises?)\b",
    re.IGNORECASE,
)
_THAT = re.compile(r"\bthat\b", re.IGNORECASE)
_NEGATED = re.compile(r"(?:does|do|is|are|will|can|cannot)\s?(?:n['\u2019]t|not)?\b", re.IGNORECASE)
_TURN = re.compile(
    r"(?:,|;|\band|\bbut|\byet|\binstead)\s+(?:(?:\w+ly|also|instead|then|simply|only|just)\s+){0,2}(?:says|states|claims|gives|mentions|uses|lists"
    r"|names|writes"
    r"|reads|offers|tells|quotes|includes|contains|adds|asserts|promises|suggests|has|is|repeats|ends|opens|begins|starts|closes"
    r"|warns|invents|keeps|cites|calls)\b|\bbecause\s+it\s|\bwhen\s+it\s",
    re.IGNORECASE,
)
_SAYING = re.compile(
    r"(?:,|;|\band|\bby|\binstead)\s+(?:\w+ly\s+|instead\s+|only\s+|just\s+){0,2}(?:saying|stating|claiming|giving|writing|offering|using|quoting"
    r"|adding|noting|telling|citing"
    r"|calling|asserting)\b",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"\b(?:instead\s+of|rather\s+than|in\s+place\s+of|\bnot)\s+(?:(?:saying|using|writing|the|just|simply|only|word"
    r"|phrase)\s+){0,3}[\"'\u201c\u2018\u00ab\u201e`*]{0,3}\Z",
    re.IGNORECASE,
)
_REASON = re.compile(r"\b(?:because|since|as|where|when|which|for)\s+(?:the\s+|this\s+|both\s+)?\Z", re.IGNORECASE)
_CHANGE = re.compile(r"\b(?:replac|chang|correct|rephras|rewrit|reword|edit|swap|substitut|updat|fix|turn|shorten)\w{0,4}\b", re.IGNORECASE)
_WRONGLY = re.compile(r"(?:should|ought)(?:\s+not|n['\u2019]t)\s+(?:to\s+)?have\s+\w+[^.!?\n]{0,30}\Z", re.IGNORECASE)
"""What should not have been said was said."""
_REMOVED = re.compile(
    r"\b(?:drop|cut|remove|delet|omit|strik|trim|question|challeng|los)(?:e|ed|ing|t)?\s+(?:the\s+|its\s+|out\s+)?(?:\w+\s+){0,2}[\"'\u201c\u2018\u00ab\u201e`*]{1,3}\Z",
    re.IGNORECASE,
)
_INTO = re.compile(
    r"(?:\b(?:to|with|as|into|by|say|read|be)(?:\s+(?:the|something|like|simply|just|read|say|be)){0,3}|->|\u2192"
    r"|:)\s*[\"'\u201c\u2018\u00ab\u201e`*]{0,3}\Z",
    re.IGNORECASE,
)
_WISHED_AFTER = re.compile(
    MARKS + r"[,.]?\s+(?:would|could|might|may)(?:\s+\w+ly)?(?:\s+have)?\s+be(?:en)?\s+(?:\w+ly\s+)?(?:an?\s+|the\s+)?(?:better|clearer|more\s+\w+"
    r"|preferable|best|ideal|safer|preferred"
    r"|enough|sufficient|correct|accurate|right|good|appropriate)\b|"
    + MARKS
    + r"[,.]?\s+(?:would|could|might)\s+(?:\w+ly\s+)?(?:have\s+(?:\w+ed|been|done|made|given|read|sounded)|help|improve|suffice|work|do\b|strengthen|clarify|fix"
    r"|catch|cover|expose|(?:read|sound|fit)\s+(?:better|more|well))\b|"
    + MARKS
    + r"\s+(?:should|could|ought\s+to|must|needs\s+to)\s+(?:also\s+|instead\s+)?(?:have\s+been|be|been)\s+(?:\w+ly\s+)?(?:used|said|mentioned"
    r"|included|stated|written|added|listed"
    r"|named|given|there|present|cited)\b",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    MARKS + r",?\s+(?:(?:(?:is|are|was|were)\s*(?:n['\u2019]t|not|never)\s+(?:\w+ly\s+|even\s+|ever\s+|anywhere\s+){0,2}(?:mention|stat|includ|said|giv"
    r"|found|find|present|there\b|in\s"
    r"|part\b|contain|quot|cit|list|nam|us(?:ed|e)\b|written|address|explain|acknowledg|discuss|refer|provid)\w{0,8}|(?:does|do"
    r"|did)\s*(?:n['\u2019]t|not)\s+(?:\w+ly\s+|even\s+)?"
    r"(?:appear|exist|occur|stand|show\s+up|come\s+up|feature))\b|(?:is|are|was|were)\s+(?:\w+ly\s+)?(?:missing(?!\s+(?:an?|some|several|its|the|words?|letters?|commas?|punctuation)\b)|absent|omitted|left\s+out|lacking|nowhere)\b"
    r"|(?:is|are|was|were)\s+never\s+\w+|never\s+(?:appear|occur|mention)\w*|appears?\s+nowhere|nowhere\b|(?:is|are|was|were)\s+(?:\w+ly\s+)?avoided"
    r"|(?:goes|go|remains?|stays?)\s+un\w+|(?:is|are|was|were),?\s+(?:[\w ]{1,40},\s+)?(?:\w+ly\s+)?left\s+(?:un\w+|out|off)\b)",
    re.IGNORECASE,
)


_WISHED_AFTER_ELSEWHERE = re.compile(
    MARKS
    + r",?\s+(?:(?:wäre|hätte|würde|sollte)\s+(?:\w+\s+){0,2}(?:besser|klarer|geholfen|gereicht|höflicher|freundlicher|hilfreich|nützlich|sinnvoll|angebracht|nötig|schön|gut|passender|genügt|stehen|heißen)|(?:serait"
    r"|aurait\s+été)\s+(?:mieux|plus|préférable|utile|bienvenue?|souhaitable)"
    r"|(?:sería|habría\s+sido)\s+(?:mejor|más|preferible|útil|conveniente))\b|[”」』》\"]+(?:会|将)?(?:更好|更合适|更清楚)",
    re.IGNORECASE,
)
_DENIED_AFTER_ELSEWHERE = re.compile(
    MARKS + r",?\s+(?:(?:(?:wird|kommt|ist|steht|taucht|findet)\s+(?:\w+\s+){0,4})?(?:nicht|nirgends)\b(?!\s+(?:richtig|korrekt|nur|klar|gut))|fehlt\b"
    r"|n['’](?:est\s+pas\s+(?:mentionn|dans|pr[ée]sent|cit)|apparaît|existe)|ne\s+(?:figure|se\s+trouve)|manque\b|est\s+absent|no\s+(?:aparece"
    r"|se\s+menciona|figura|está)\b|falta\b)"
    r"|[”」』》\"](?:这句话|一词|一句)?(?:并|也|都|完全|在\w{1,6})?(?:没有(?:出现|提|说|写)|未(?:被)?(?:提|出现)|不在)",
    re.IGNORECASE,
)

_REACH = 200
"""Characters that a cue may span: what has no blank in it would be read again from each of its words."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A word or phrase from which on a clause has a mood."""

    start: int
    end: int
    mood: Mood


def find_cues(text: str, words: Sequence[Word], language: str, *, dense: bool) -> list[Cue]:
    """Cues of a text, in order.

    Parameters
    ----------
    text : str
        The insides of quotes blanked.
    words : sequence of Word
    language : str
    dense : bool
        Whether to look for cues in scripts without blanks too.

    Returns
    -------
    list of Cue

    Example
    -------
    >>> find_cues("it should say", [("it", 0, 2), ("should", 3, 9), ("say", 10, 13)], "en", dense=False)
    [Cue(start=3, end=9, mood='suggested')]
    """
    found: list[Cue] = []
    table = ELSEWHERE if language in ("de", "fr", "es") else ENGLISH
    before = ""
    for word, start, _ in words:
        patterns = table.get(word) or (table.get(_key(word)) if word[:1] == "n" or "\u2019" in word else None)
        for mood, pattern in patterns or ():
            match = pattern.match(text, start, start + _REACH)
            if match is not None and not (mood == "conditional" and before in _ASKS):
                found.append(Cue(start, match.end(), mood))
                break
        before = word
    if dense:
        found += [Cue(*match.span(), mood) for mood, pattern in DENSE for match in pattern.finditer(text)]
        found.sort(key=lambda cue: (cue.start, cue.end))
    return found


def _key(word: str) -> str:
    word = word.replace("\u2019", "'")
    return "n'" if word.startswith("n'") else word


def gap_mood(bare: str, start: int) -> Mood:
    """The mood that the conjunction before a clause gives it.

    Example
    -------
    >>> gap_mood("It is late, so it fails.", 15), gap_mood("It is late, and it fails.", 16)
    ('restated', 'asserted')
    """
    before = bare[max(0, start - 12) : start].lower().split()
    return "restated" if before and before[-1].rstrip(",") in _SO else "asserted"


def counts(cue: Cue, bare: str, mentions: Sequence[Mention], clause_start: int) -> bool:
    """Whether a cue is the judge's own: "the response says it should take a day" wishes nothing.

    Parameters
    ----------
    cue : Cue
    bare : str
    mentions : sequence of Mention
        Of the clause.
    clause_start : int

    Returns
    -------
    bool

    Example
    -------
    >>> response = Mention(0, 12, ("response",), "subject", said=True)
    >>> counts(Cue(21, 27, "suggested"), "the response says it should take a day", [response], 0)
    False
    """
    subject = next((m for m in reversed(mentions) if m.end <= cue.start and m.role in ("subject", "pronoun") and m.end > clause_start), None)
    if subject is None or not subject.said:
        return True
    between = bare[subject.end : cue.start]
    if cue.mood == "conditional" and bare[cue.start : cue.end].lower() in ("in effect", "in essence"):
        return True
    if cue.mood == "restated":  # "the response suggests that" speaks of the response, "this suggests that" concludes
        return len(between) > 2 or bare[cue.start : cue.start + 8].lower() != "suggests"
    if cue.mood == "outside" and len(between) < 3:  # "the response actually says"
        return False
    if any(mark in between for mark in '"\u201c\u00ab\u300c`\u201e'):
        return True
    verb = _REPORTS.search(between)
    if verb is None or _TURN.search(between):
        return True
    return cue.mood == "denied" and _THAT.search(between, verb.end()) is None and _NEGATED.match(bare, cue.start) is None


def turned(bare: str, cue: Cue, start: int, mentions: Sequence[Mention]) -> bool:
    """Whether what stands between a cue and a stretch ends the cue's reach."""
    if _TURN.search(bare, cue.end, start) is not None or (cue.mood == "denied" and _SAYING.search(bare, cue.end, start) is not None):
        return True
    for mention in mentions:
        if cue.end <= mention.start < start and mention.said and mention.role in ("subject", "pronoun"):
            if cue.mood == "suggested" and _REASON.search(bare, cue.end, mention.start):
                return True
            comma = bare[max(0, mention.start - 2) : mention.start].strip() in (",", ";", ":", "\u2014")
            if comma or cue.mood in ("restated", "outside"):
                return True
    return False


def mood_before(bare: str, clause_start: int, start: int, cues: Sequence[Cue], mentions: Sequence[Mention]) -> Mood:
    """The mood of a stretch by what stands before it in its clause.

    Parameters
    ----------
    bare : str
        The rationale, the insides of quotes blanked.
    clause_start, start : int
    cues, mentions : sequence
        Of the clause, in order.

    Returns
    -------
    str

    Example
    -------
    >>> mood_before('it should say "xx" instead of "xx"', 0, 15, [Cue(3, 9, "suggested")], [])
    'suggested'
    >>> mood_before('it should say "xx" instead of "xx"', 0, 31, [Cue(3, 9, "suggested")], [])
    'asserted'
    """
    if _WRONGLY.search(bare, max(clause_start, start - 80), start):
        return "asserted"
    governing = next((cue for cue in reversed(cues) if cue.start < start and counts(cue, bare, mentions, clause_start)), None)
    mood: Mood = gap_mood(bare, clause_start)
    if governing is not None:
        mood = "asserted" if turned(bare, governing, start, mentions) else governing.mood
    elif mood == "restated" and any(m.said for m in mentions if m.start < start):
        mood = "asserted"
    if _INSTEAD.search(bare, max(clause_start, start - 60), start):
        return "asserted" if mood == "suggested" else "suggested"
    if mood == "suggested" and governing is not None:
        change = _CHANGE.search(bare, governing.start, start)
        if change is not None and not _INTO.search(bare, change.end(), start):
            return "asserted"
        if _REMOVED.search(bare, governing.start, start):
            return "asserted"
    return mood


def mood_after(bare: str, quote_ends: Sequence[int]) -> Mood:
    """The mood that the words after a quote give it: '"X" would be better', '"X" is never mentioned'.

    Example
    -------
    >>> mood_after('"xx" would be clearer', [3]), mood_after('"xx" is missing', [3])
    ('suggested', 'denied')
    """
    for end in quote_ends:
        if _WISHED_AFTER.match(bare, end) or _WISHED_AFTER_ELSEWHERE.match(bare, end):
            return "suggested"
        if _DENIED_AFTER.match(bare, end) or _DENIED_AFTER_ELSEWHERE.match(bare, end):
            return "denied"
    return "asserted"
