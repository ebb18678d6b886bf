"""Claims that something is not in a text, held against that text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from judgeaudit.domain.evidence import EvidenceClaim, State
from judgeaudit.text.evidence.absence_claims import Absence, find_absences
from judgeaudit.text.evidence.absence_places import places_of
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.stretches import Stretches
from judgeaudit.text.evidence.term_index import content_words, index_text, lemma
from judgeaudit.text.evidence.terms import Standing, find_term
from judgeaudit.text.evidence.topics import find_related
from judgeaudit.text.evidence.wanted import Wanted
from judgeaudit.text.evidence.wanted_words import ATTRIBUTES, EXAMPLE, EXAMPLE_CUE, KINDS, SURE_KINDS

Span = tuple[int, int]

_NEGATED = re.compile(
    r"\b(?:not?|never|cannot|unknown|unable|none|leav(?:e|es|ing)\s+out|omit(?:s|ted|ting)?|lack(?:s|ing)?|without|neither|nor)\b|n['’]t\b", re.IGNORECASE
)
_OFFERED = re.compile(
    r"\?|\b(?:can|could|would|if|please|let me know|want|need|ask(?:ed)?|may|might|should|must|check|contact|depends?|varies|vary)\b", re.IGNORECASE
)
_VALUE = re.compile(r"\d|[:=$€£]|\b(?:is|are|was|were|takes?|costs?|lasts?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|thirty)\b", re.IGNORECASE)
_ABSTRACT = re.compile(r"(?:ity|ness|ance|ence|ism|ship|tion|sion|ment|cy|ure)s?\Z", re.IGNORECASE)
_KINDS = [(re.compile(rf"(?:{whole})\Z", re.IGNORECASE), re.compile(form, re.IGNORECASE), word) for whole, form, word in KINDS]
_MODAL = frozenset(["should", "must", "may", "might", "can", "could", "would", "will", "shall", "only"])
_REDUCED = frozenset(["total", "sum", "average", "overall", "final", "combined", "mean"])
_ANY_USE = frozenset(lemma(word) for word in ("question", "help", "inquiry", "enquiry", "support", "contact", "information", "assistance", "further", "more"))
_LIGHT_VERBS = frozenset(lemma(word) for word in ("come", "go", "take", "make", "get", "many", "much", "long", "happen", "people"))
_KIND_TAIL = re.compile(r"\s+(?:for|of|to|about|on|in|at|with|from)\s+", re.IGNORECASE)

_MOST_CLAIMS = 500
"""Of one rationale: more is no rationale."""

Outcome = tuple[State, str, Span | None]


def check_absence(reading: Reading, sources: Sources, taken: Sequence[Span]) -> list[EvidenceClaim]:
    """Claims that a text does not have something.

    Parameters
    ----------
    reading : Reading
    sources : Sources
    taken : sequence of (start, end)
        Stretches of the rationale that are accounted for.

    Returns
    -------
    list of EvidenceClaim
        false only where the thing itself stands in every text that the claim is about; true where no word of it does in any; else unchecked.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> sources = Sources({"response": "Hi, the refund window is two weeks."})
    >>> reading = read_rationale("It never mentions the 14 days and lacks a phone number.", sources)
    >>> [(claim.text, claim.state) for claim in check_absence(reading, sources, [])]
    [('never mentions the 14 days', 'false'), ('lacks a phone number', 'true')]
    """
    claims: list[EvidenceClaim] = []
    used = Stretches(taken)
    for absence in islice(find_absences(reading), _MOST_CLAIMS):
        for n, thing in enumerate(absence.things):
            start, end = _stretch(absence, n)
            if start < end and not used.meets(start, end):
                used.add(start, end)
                claims.append(_checked(reading, sources, absence, thing, (start, end)))
    return claims


def _stretch(absence: Absence, n: int) -> Span:
    """What of the rationale is about the n-th thing: the words of absence go with the thing beside them."""
    things = absence.things
    first = min(absence.start, things[0].start) if n == 0 else things[n].start
    last = max(absence.end, things[-1].end) if n == len(things) - 1 else things[n].end
    return first, last


def _checked(reading: Reading, sources: Sources, absence: Absence, thing: Wanted, span: Span) -> EvidenceClaim:
    text = reading.text[span[0] : span[1]]
    places = places_of(absence, reading, sources)
    if not places:
        why = "it may be said of another text than the judged ones"
        return EvidenceClaim("absence", text, "unchecked", why=why, claim_start=span[0], claim_end=span[1])
    outcomes = {name: _decide(absence, thing, sources.texts[name]) for name in places}
    states = {state for state, _, _ in outcomes.values()}
    if absence.each and "false" in states:
        states = {"false"}
    if len(states) != 1 or (absence.doubt and "true" not in states):
        why = absence.doubt or (next(iter(outcomes.values()))[1] if len(places) == 1 else "it is not said of which text, and they differ")
        return EvidenceClaim("absence", text, "unchecked", why=why, claim_start=span[0], claim_end=span[1])
    name, (state, why, found) = next(entry for entry in outcomes.items() if entry[1][0] in states)
    start, end = found or (None, None)
    nearest = sources.texts[name][start:end] if found else None
    why = why.format(text=name.replace("_", " "))
    return EvidenceClaim("absence", text, state, name, start, end, nearest, why, span[0], span[1])


@lru_cache(maxsize=4_096)
def _decide(absence: Absence, thing: Wanted, text: str) -> Outcome:
    """Whether a thing is absent from a text."""
    if thing.doubt and thing.form != "word":
        return "unchecked", thing.doubt, None
    by_form = _kind_outcome(absence, thing, text)
    if by_form is not None:
        return by_form
    if thing.form in ("word", "symbol"):
        return _word_outcome(absence, thing, text)
    if thing.form in ("clause", "asked"):
        return _clause_outcome(absence, thing, text) if thing.form == "clause" else _asked_outcome(absence, thing, text)
    found = find_term(thing.term, text)
    if thing.form in ("phrase", "name", "whole") and (found is None or found.way in ("apart", "loose")):
        found = find_related(thing.term, text) or found
    if found is None and _nothing(thing.term, text):
        return "true", f"no word of '{_braced(thing.term)}' stands in the {{text}}", None
    if thing.form == "whole" and (found is None or not found.sure or absence.kind not in ("mention", "contain")):
        return "unchecked", "it is for people to judge", None
    doubt = absence.doubt or ("it is said of a part of the text, or with a qualification" if absence.limited else "")
    if doubt or found is None or found.way == "loose":
        return "unchecked", doubt or "only some of its words stand there", None
    return _phrase_outcome(absence, thing, text, found)


def _braced(words: str) -> str:
    return words.replace("{", "(").replace("}", ")")


def _false(text: str, found: Standing | Span, what: str) -> Outcome:
    start, end = (found.start, found.end) if isinstance(found, Standing) else found
    around = " ".join(index_text(text).sentence(start, end).split())[:160]
    return "false", f"{_braced(what)} stands in the {{text}}: '{_braced(around)}'", (start, end)


def _nothing(term: str, text: str) -> bool:
    """Whether no word of a term stands in a text, under another everyday name either."""
    words = content_words(term)
    places = index_text(text).places
    return (
        bool(words)
        and not any(word in places for word in words)
        and not any(find_term(word, text, apart=False) for word in term.split() if lemma(word) in words)
    )


def _kind_outcome(absence: Absence, thing: Wanted, text: str) -> Outcome | None:
    """Things with a form of their own: a phone number, a price, a greeting."""
    term, tail = thing.term, ""
    cut = _KIND_TAIL.search(term)
    if thing.form in ("word", "symbol"):
        return None
    if EXAMPLE.match(term):
        cue = EXAMPLE_CUE.search(text)
        if absence.limited or cue is None or absence.kind in ("explain", "discuss"):
            return "unchecked", "examples need not be called so", None
        return _false(text, cue.span(), "an example")
    for whole, form, word in _KINDS:
        if whole.match(term) is None and cut is not None:
            if whole.match(term[: cut.start()]) is None:
                continue
            tail = term[cut.end() :]
        elif whole.match(term) is None:
            continue
        if word == "number" and cut is not None and tail:
            if cut[0].strip() != "to":
                return None
            tail = ""
        return _form_outcome(absence, text, form, word, tail)
    return None


def _form_outcome(absence: Absence, text: str, form: re.Pattern[str], word: str, tail: str) -> Outcome:
    found = form.search(text)
    if found is None:
        return "true", f"the {{text}} has no {word}", None
    if absence.limited or absence.doubt or absence.kind in ("explain", "discuss") or (word not in SURE_KINDS and not tail):
        return "unchecked", f"there is something like a {word}", None
    if tail:
        found = next((match for match in list(form.finditer(text))[:20] if _is_about(tail, text, match.span())), None)
        if found is None:
            return "unchecked", f"there is a {word}, not clearly the one that is meant", None
    return _false(text, found.span(), word if word == "thanks" else f"{'an' if word[0] in 'aeo' else 'a'} {word}")


def _is_about(tail: str, text: str, span: Span) -> bool:
    """Whether the sentence of a stretch, or a short text, has all words of what it is said to be for."""
    about = text if len(text) < 400 else index_text(text).sentence(*span)
    return all(find_term(word, about, apart=False) or find_related(word, about) for word in content_words(tail) if word not in _ANY_USE)


def _word_outcome(absence: Absence, thing: Wanted, text: str) -> Outcome:
    """A word in quotation marks, a code symbol, an address: itself, or not."""
    found = find_term(thing.term, text, apart=False)
    if found is None:
        return "true", f"'{_braced(thing.term)}' does not stand in the {{text}}", None
    if thing.doubt or absence.limited or absence.doubt:
        return "unchecked", thing.doubt or absence.doubt or "it is said of a part of the text, or with a qualification", None
    if found.way in ("exact", "folded") and (content_words(thing.term) or len(thing.term) > 3):
        return _false(text, found, f"'{thing.term}'")
    return "unchecked", f"'{_braced(text[found.start : found.end])}' stands there, not '{_braced(thing.term)}' itself", None


def _clause_outcome(absence: Absence, thing: Wanted, text: str) -> Outcome:
    """That something is so: false where one sentence has all of its words, and as many denials."""
    words = content_words(thing.term.removeprefix("that").strip())
    places = index_text(text).places
    if words and not any(word in places for word in words):
        return "true", "no word of it stands in the {text}", None
    found = find_term(thing.term[5:], text) if len(words) >= 3 and absence.kind in ("mention", "give", "contain") else None
    if found is None or absence.limited or absence.doubt:
        return "unchecked", "only some of its words stand there", None
    sentence = text[found.start : found.end]
    if bool(_NEGATED.search(sentence)) != bool(_NEGATED.search(thing.term)) or not _says_so(thing.term[5:], sentence):
        return "unchecked", "the words stand there, perhaps to say something else", None
    return _false(text, found, "what is said to be missing")


def _asked_outcome(absence: Absence, thing: Wanted, text: str) -> Outcome:
    """Who, where, when, how many: false where one sentence has all of the words, and a number where one is asked for."""
    words = [word for word in content_words(thing.term) if word not in _LIGHT_VERBS]
    found = find_related(" ".join(words), text) if len(words) > 1 else None
    if found is None or absence.limited or absence.doubt or absence.kind == "explain":
        places = index_text(text).places
        gone = words and not any(word in places for word in words)
        return ("true", "no word of it stands in the {text}", None) if gone else ("unchecked", "only some of its words stand there", None)
    sentence = index_text(text).sentence(found.start, found.end)
    answered = re.search(r"\d", sentence) or thing.term.lower().startswith(("who", "where"))
    if not answered or _NEGATED.search(sentence) or sentence.endswith("?"):
        return "unchecked", "the words stand there; whether they answer it is for people to judge", None
    return _false(text, found, "an answer to that")


def _says_so(clause: str, sentence: str) -> bool:
    """Whether a stretch of a text has the words of a clause in their order, with few others, and the same modal verbs."""
    mine, theirs = clause.lower().split(), sentence.lower().split()
    if {w for w in mine if w in _MODAL} != {w for w in theirs if w in _MODAL} or len(theirs) > len(mine) + 3:
        return False
    rest = iter(content_words(sentence))
    return all(word in rest for word in content_words(clause))


def _phrase_outcome(absence: Absence, thing: Wanted, text: str, found: Standing) -> Outcome:
    """Common words, a name or a figure that stand in the text."""
    words = content_words(thing.term)
    if thing.shared and find_term(thing.shared, text, apart=False) is None:
        return "unchecked", f"'{_braced(thing.shared)}' may be meant", None
    pointed = thing.form in ("name", "figure")
    if not words or (pointed and not found.sure) or absence.kind == "explain":
        return "unchecked", "the words stand there; whether it is told is for people to judge", None
    if pointed:
        return _false(text, found, f"'{thing.term}'")
    if absence.kind == "told" and not (len(words) > 1 or found.way == "topic"):
        return "unchecked", "it is mentioned; whether anything is told of it is for people to judge", None
    if absence.kind == "told":
        sentence = index_text(text).sentence(found.start, found.end)
        told = not _NEGATED.search(sentence) and not sentence.endswith("?") and "please provide" not in sentence.lower()
        return _false(text, found, f"'{thing.term}'") if told else ("unchecked", "it is mentioned in a denial or a question", None)
    if found.way == "apart" and len(text[found.start : found.end].split()) > len(thing.term.split()) + 2:
        return "unchecked", "its words stand there, not together", None
    if absence.kind == "mention":
        return _false(text, found, f"'{thing.term}'")
    if absence.kind == "discuss":
        at_length = (len(words) > 1 and found.sure) or _is_headed(text, found)
        return _false(text, found, f"'{thing.term}'") if at_length else ("unchecked", "a mention is no discussion", None)
    return _given(absence, thing, text, found, words)


def _is_headed(text: str, found: Standing) -> bool:
    """Whether a stretch is the heading of what follows."""
    return found.sure and re.match(r"[*_]{0,2}:|[*_]{2}", text[found.end : found.end + 3]) is not None


def _given(absence: Absence, thing: Wanted, text: str, found: Standing, words: Sequence[str]) -> Outcome:
    """Whether the words that stand in a text hand over what they name."""
    sentence = index_text(text).sentence(found.start, found.end)
    head = thing.term.split()[-1].lower().rstrip("s")
    if any(word.lower() in _REDUCED for word in thing.term.split()):
        return "unchecked", "whether it is given has to be worked out", None
    if _NEGATED.search(sentence) or sentence.endswith("?"):
        return "unchecked", "the words stand there, in a denial or a question", None
    if head in ATTRIBUTES or any(word.lower() in ATTRIBUTES for word in thing.term.split()):
        given = _VALUE.search(sentence) and not _OFFERED.search(sentence)
        return _false(text, found, f"'{thing.term}'") if given else ("unchecked", "it is mentioned; whether it is given is for people to judge", None)
    if found.way == "topic" and not _OFFERED.search(sentence):
        return _false(text, found, f"'{thing.term}'")
    abstract = _ABSTRACT.search(thing.term) is not None
    if absence.kind == "contain" and not (abstract and len(words) == 1):
        return _false(text, found, f"'{thing.term}'")
    if len(words) > 1 and found.sure and not abstract and not _OFFERED.search(sentence):
        return _false(text, found, f"'{thing.term}'")
    return "unchecked", "it is mentioned; whether it is given is for people to judge", None
