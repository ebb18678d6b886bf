"""Common words, clauses and questions that are said to be absent, held against a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judgeaudit.text.evidence.absence_asked import find_answer, read_question
from judgeaudit.text.evidence.absence_forms import Absence
from judgeaudit.text.evidence.absence_outcomes import NEGATED, UNKNOWN, Outcome, braced, is_denied, is_gone, is_open, is_there
from judgeaudit.text.evidence.absence_ties import is_itself
from judgeaudit.text.evidence.term_index import content_words, index_text, lemma
from judgeaudit.text.evidence.terms import Standing, find_term
from judgeaudit.text.evidence.topics import find_related, is_topic, places_of_word
from judgeaudit.text.evidence.wanted_answers import CAUSE, GENERIC, PEOPLE
from judgeaudit.text.evidence.wanted_forms import Wanted
from judgeaudit.text.evidence.wanted_words import ATTRIBUTES

_OFFERED = re.compile(
    r"\?|\b(?:can|could|would|if|please|let me know|want|need|ask(?:ed)?|may|might|should|must|check|contact|depends?|varies|vary)\b", re.IGNORECASE
)
_VALUE = re.compile(r"\d|[:=$€£]|\b(?:is|are|was|were|takes?|costs?|lasts?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|thirty)\b", re.IGNORECASE)
_ABSTRACT = re.compile(r"(?:ity|ness|ance|ence|ism|ship|tion|sion|ment|cy|ure)s?\Z", re.IGNORECASE)
_REDUCED = frozenset(["total", "sum", "average", "overall", "final", "combined", "mean"])
_EXPLAINED = re.compile(rf"{CAUSE}|\b(?:means?|refers?|stands for|i\.e\.|works? by|that is)\b", re.IGNORECASE)
_CUT = re.compile(r"[.;!?\n]\s")
_NAME = re.compile(r"(?<![.!?:\n]\s)(?<!\A)(?<!\n)\b(?!I\b)[A-Z][\w'’.-]+")
_PERSON = re.compile(r"(?<![.!?:\n*]\s)\b(?!I\b)[A-Z][a-z]+|\b(?i:we|us|buyers|owners?|landlords?|managers?|teams?)\b")
_NEGATIVE = re.compile(rf"{NEGATED.pattern}|\b(?:nothing|barred|banned|forbidden|prohibited|free of charge|for free|refus\w+|non\w{{4,}})\b", re.IGNORECASE)
_PEOPLE = frozenset(lemma(word) for word in PEOPLE)
_PRONOUN = re.compile(r"\b(?:it|they|he|she|this|these|those)\b(?!\s*\Z)", re.IGNORECASE)
_GENERIC = frozenset(lemma(word) for word in GENERIC)
_AROUND = 30
"""Characters around a noun in which its name stands: "the designer, Sir Thomas Bouch"."""
_TELLING = 5
"""Words of a sentence that says something of what it mentions."""


def decide_asked(absence: Absence, thing: Wanted, text: str) -> Outcome:
    """Who, where, when, how many, why: false where the text has an answer of that kind beside all of the words."""
    told = len(content_words(thing.term)) > 1 or len(thing.term.split()) < 3  # "what a will costs" is more than a cost
    named = find_related(thing.term, text) if told and is_topic(thing.term) else None
    if named is not None and named.way == "topic" and not absence.limited and not absence.doubt:
        return is_there(text, named, f"'{thing.term}'")
    asked = read_question(thing.term)
    if asked is None:
        return is_open("what is asked is not read")
    question, about, phrase = asked
    if len(about) < 2 and _PRONOUN.search(thing.term):
        return is_open("what it is asked of is not named")
    found = None if absence.limited or absence.doubt else find_answer(question, about, phrase, text)
    if found is None:
        index = index_text(text)
        gone = not any(word in index.places or places_of_word(word, index) for word in about) and not all(word in _GENERIC for word in about)
        gone = gone and (question.answer.search(text) is None or not question.alone) and find_related(phrase, text) is None
        return ("true", "no word of it stands in the {text}", None) if gone and about else is_open("only some of its words stand there")
    sentence = index_text(text).sentence(*found)
    if UNKNOWN.search(sentence) or sentence.endswith("?"):
        return is_open("the words stand there; whether they answer it is for people to judge")
    if question.name == "a person" and (len(about) < 2 or not _PERSON.search(sentence[1:])):
        return is_open("the word stands there, perhaps without saying who")
    if question.name == "an answer" and (len(about) < 2 or (len(about) < 3 and _OFFERED.search(sentence))):
        return is_open("the word stands there; whether that answers it is for people to judge")
    return is_there(text, found, f"{question.name if question.name != 'an answer' else 'an answer to that'}")


def decide_clause(absence: Absence, thing: Wanted, text: str) -> Outcome:
    """That something is so: false where one sentence has all of its words, and denies where the clause does."""
    clause = re.sub(r"\Athat\s+", "", thing.term, flags=re.IGNORECASE)
    words = [word for word in content_words(clause) if word not in _PEOPLE]
    places = index_text(text).places
    found = None
    if len(words) >= 2 and absence.kind in ("mention", "give", "contain", "told", "explain", "name"):
        found = find_term(clause, text) or (find_related(" ".join(words), text) if len(words) > 2 else None)
    if found is None or found.way == "loose" or absence.limited or absence.doubt:
        if words and not any(word in places for word in words):
            return "true", "no word of it stands in the {text}", None
        return is_open("only some of its words stand there")
    sentence = index_text(text).sentence(found.start, found.end)
    if bool(_NEGATIVE.search(sentence)) != bool(_NEGATIVE.search(clause)) or sentence.endswith("?"):
        return is_open("the words stand there, perhaps to say something else")
    return is_there(text, found, "what is said to be missing")


def decide_value(absence: Absence, thing: Wanted, text: str) -> Outcome | None:
    """A price, a duration, a reason that is named by its noun: false where the text has one beside what it is of; else None."""
    if absence.limited or absence.doubt or absence.kind in ("explain", "use"):
        return None
    asked = read_question(thing.term)
    if asked is None or not asked[1] or asked[0].name in ("a way", "a place") or any(word.lower() in _REDUCED for word in thing.term.split()):
        return None
    found = find_answer(*asked, text)
    if found is None or UNKNOWN.search(index_text(text).sentence(*found)):
        return None
    return is_there(text, found, f"'{thing.term}'")


def decide_phrase(absence: Absence, thing: Wanted, text: str, found: Standing) -> Outcome:
    """Common words, a name or a figure that stand in the text."""
    words = content_words(thing.term)
    pointed = thing.form in ("name", "figure")
    if not words or (pointed and not is_itself(thing.term, text, found)):
        return is_open("the words stand there; whether it is told is for people to judge")
    if pointed:
        return is_there(text, found, f"'{thing.term}'") if absence.kind != "explain" else is_open("a mention is no explanation")
    if found.way == "apart" and not _is_close(thing, text, found):
        return is_open("its words stand there, not together")
    if absence.kind == "mention":
        return is_there(text, found, f"'{thing.term}'")
    if absence.kind == "name":
        before, after = text[max(0, found.start - _AROUND) : found.start], text[found.start : found.end + _AROUND]
        cut = _CUT.split(before)
        named = _NAME.search(f"{'. ' if len(cut) > 1 or found.start <= _AROUND else 'a '}{cut[-1]}{_CUT.split(after)[0]}") is not None
        return is_there(text, found, f"'{thing.term}'") if named else is_open("it is mentioned, perhaps without its name")
    if absence.kind in ("told", "discuss", "explain"):
        return _decide_told(absence, thing, text, found, words)
    return _decide_given(absence, thing, text, found, words)


def has_name(text: str) -> bool:
    """Whether a text has a word in capitals that begins no sentence: "does not name the customer" where it says "Hi Sam"."""
    return _NAME.search(text) is not None


def _is_close(thing: Wanted, text: str, found: Standing) -> bool:
    """Whether words that stand apart are near enough to be one thing; of a value, its noun and what it is of have to be."""
    between = len(text[found.start : found.end].split()) - len(thing.term.split())
    value = any(word.lower().rstrip("s") in ATTRIBUTES for word in thing.term.split())
    return between <= (2 if value else 5)


def _decide_told(absence: Absence, thing: Wanted, text: str, found: Standing, words: Sequence[str]) -> Outcome:
    """Whether a text says something of what it mentions."""
    index = index_text(text)
    sentence = index.sentence(found.start, found.end)
    if UNKNOWN.search(sentence) or sentence.endswith("?"):
        return is_open("it is mentioned in a denial or a question")
    if absence.kind == "explain":
        explained = _EXPLAINED.search(sentence) is not None and len(words) > 1 and found.sure and found.way != "topic"
        return is_there(text, found, f"'{thing.term}'") if explained else is_open("a mention is no explanation")
    long = len(sentence.split()) > _TELLING
    often = len(words) == 1 and len(index.places.get(words[0], ())) > 1
    if absence.kind == "discuss" and not (
        is_headed(text, found) or (found.sure and found.way != "topic" and len(words) > 1) or often or _is_named(found, text)
    ):
        return is_open("a mention is no discussion")
    if found.way == "topic" or is_headed(text, found) or (long and found.way != "loose"):
        return is_there(text, found, f"'{thing.term}'")
    return is_open("it is mentioned; whether anything is told of it is for people to judge")


def _is_named(found: Standing, text: str) -> bool:
    """Whether a topic is named by words, not by a sum or a mark, in a sentence that says something."""
    words = re.findall(r"[A-Za-z]{4,}", text[found.start : found.end])
    return found.way == "topic" and bool(words) and len(index_text(text).sentence(found.start, found.end).split()) > 2 * _TELLING


def is_headed(text: str, found: Standing) -> bool:
    """Whether a stretch is the heading of what follows."""
    return found.sure and re.match(r"[*_]{0,2}:|[*_]{2}", text[found.end : found.end + 3]) is not None


def _decide_given(absence: Absence, thing: Wanted, text: str, found: Standing, words: Sequence[str]) -> Outcome:
    """Whether the words that stand in a text hand over what they name."""
    sentence = index_text(text).sentence(found.start, found.end)
    head = thing.term.split()[-1].lower().rstrip("s")
    if found.way != "topic" and any(word.lower() in _REDUCED for word in thing.term.split()):
        return is_open("whether it is given has to be worked out")
    if (found.way != "topic" and is_denied(text, found.start)) or (found.way != "topic" and sentence.endswith("?")):
        return is_open("the words stand there, in a denial or a question")
    if head in ATTRIBUTES or any(word.lower() in ATTRIBUTES for word in thing.term.split()):
        given = _VALUE.search(sentence) and not _OFFERED.search(sentence)
        return is_there(text, found, f"'{thing.term}'") if given else is_open("it is mentioned; whether it is given is for people to judge")
    if found.way == "topic":
        return is_there(text, found, f"'{thing.term}'")
    abstract = _ABSTRACT.search(thing.term) is not None
    if is_headed(text, found):
        return is_there(text, found, f"'{thing.term}'")
    if absence.kind == "contain" and not (abstract and len(words) == 1):
        return is_there(text, found, f"'{thing.term}'")
    if len(words) > 1 and not abstract and not (_OFFERED.search(sentence) and not found.sure):
        return is_there(text, found, f"'{thing.term}'")
    return is_open("it is mentioned; whether it is given is for people to judge")


def decide_gone(thing: Wanted, text: str) -> Outcome | None:
    """True where no word of a thing stands in a text, and none that may name it; else None."""
    if any(places_of_word(word, index_text(text)) for word in content_words(thing.term)):
        return None
    return ("true", f"no word of '{braced(thing.term)}' stands in the {{text}}", None) if is_gone(thing.term, text) else None
