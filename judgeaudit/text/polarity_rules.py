"""What each kind of word does to the reading of a clause, for `polarity`."""

from __future__ import annotations

from collections.abc import Callable

from judgeaudit.text import polarity_kinds as kinds
from judgeaudit.text.polarity_kinds import Word
from judgeaudit.text.polarity_state import Found, Group, State, add, open_group
from judgeaudit.text.polarity_tokens import look_up
from judgeaudit.text.polarity_topics import topic_words

_DETERMINERS = frozenset(["the", "a", "an", "this", "its", "their", "his", "her", "of", "any", "each", "every", "no"])
_FINITE = frozenset(["is", "are", "was", "were", "has", "have", "had", "does", "do", "did", "isn't", "doesn't"])
_STARTS_ANEW = _FINITE | frozenset(
    ("it", "it's", "they", "he", "she", "the", "then", "therefore", "so", "its", "this", "that's", "instead", "with", "thereby", "also", "there")
)
_BEFORE_NOUNS = _DETERMINERS | {"one", "two", "single"}
_ALSO_NOUNS = frozenset(["pass", "fail", "match", "work", "support", "crash", "win", "beat", "lie", "struggle", "drift", "break"])
_LIMITS = frozenset(["limit", "limits", "range", "budget", "bounds", "maximum", "deadline", "window", "scope"])
_INSIDE, _OUTSIDE = frozenset(("within", "under", "below")), frozenset(("over", "above", "beyond", "outside", "past"))
_NEEDLESS = frozenset(["unnecessary", "irrelevant", "redundant", "superfluous", "needless", "unrelated", "superfluously"])
_RIGHTLY = frozenset(["correctly", "rightly", "properly", "appropriately", "accurately", "wisely"])
_OF_NOTHING = frozenset(["about", "of", "on", "as", ".", ","])
_WHAT_IS_TOLD = frozenset(["that", "what", "how", "where", "when", "why", "to", "whether"])
_VERBS = frozenset({kinds.STRONG, kinds.CARRY, kinds.ABOUT, kinds.SAY, kinds.MISS, kinds.SHIFT})


def _strong(state: State, word: Word, i: int, length: int) -> int | None:
    if not state.masked and not (state.texts[i] in _ALSO_NOUNS and i > 0 and state.texts[i - 1] in _BEFORE_NOUNS):
        add(state, kinds.STRONG, word.sign, i, length, 2)
        before = state.groups[-1].found[-2:-1]
        if before and before[0].kind in (kinds.SAY, kinds.ABOUT) and before[0].at == i - 1 and state.texts[i].endswith("ly"):
            state.masked = True  # "states incorrectly that ..."
    return None


def _noun(state: State, word: Word, i: int, length: int) -> int | None:
    if not state.masked and not state.about:
        add(state, word.kind, word.sign, i, length, {kinds.NOUN: 2, kinds.TOPIC: 1}.get(word.kind, 0))
    return None


def _presence(state: State, word: Word, i: int, length: int) -> int | None:
    if state.masked:
        return None
    text, group = state.texts[i], state.groups[-1]
    follows = state.texts[i + length] if i + length < len(state.texts) else ""
    if state.source and not group.found and state.turn > 0 and text in state.lexicon.requests:
        return _request(state, word, i, length)
    as_noun = i > 0 and state.texts[i - 1] in _DETERMINERS and not state.lexicon.stems
    if word.kind == kinds.ABOUT and (not as_noun or follows in ("of", "for", "to", "about")):
        state.about = True
    if as_noun or word.sign == 0:
        return None
    if follows == "nothing" and (i + length + 1 >= len(state.texts) or state.texts[i + length + 1] in _OF_NOTHING):
        add(state, kinds.MISS, -1, i, length, 2)
        state.masked = True  # "says nothing about the cache never being cleared"
        return None
    if word.kind == kinds.CARRY and length > 1 and any(one.kind in (kinds.NOUN, kinds.TOPIC) for one in group.found):
        return None  # "no risk is present": the fault counts
    adverb = bool(group.found) and group.found[-1].at >= i - 2 and state.texts[group.found[-1].at].endswith("ly")
    found = add(state, word.kind, word.sign, i, length, 1)
    if state.only is not None:
        found.sign = -1
    told = length > 1 and not _WHAT_IS_TOLD.isdisjoint(state.texts[i + length : i + length + 2])  # "tells the customer exactly what"
    if (word.kind == kinds.SAY and (follows == "that" or adverb or told)) or (
        word.kind == kinds.ABOUT and (adverb or follows in ("why", "how", "what", "that"))
    ):
        state.masked = True  # what is said is no finding
    return None


def _miss(state: State, word: Word, i: int, length: int) -> int | None:
    if state.masked:
        return None
    _drop_adverb(state, i)
    others = [one for one in state.groups[-1].found if one.kind not in (kinds.NOUN, kinds.TOPIC)]
    faults = len(others) < len(state.groups[-1].found)
    sign = word.sign
    if faults or (state.texts[i + length : i + length + 1] and state.texts[i + length] in _NEEDLESS):
        sign = -sign  # "errors are absent", "omits unnecessary detail"
        state.groups[-1].found = others
    found = add(state, kinds.MISS, sign, i, length, 2)
    if any(text in ("nothing", "no") for text in state.texts[i + length : i + length + 2]):
        found.sign, state.negated = -found.sign, True
    state.masked = True
    return None


def _drop_adverb(state: State, i: int) -> None:
    """An adverb before a negator says nothing ("clearly does not"), unless it approves of it ("rightly refuses")."""
    found = state.groups[-1].found
    if found and i - found[-1].at <= 3 and state.texts[found[-1].at].endswith("ly"):
        if state.texts[found[-1].at] in _RIGHTLY and found[-1].sign > 0:
            state.masked = True
        else:
            found.pop()


def _negator(state: State, word: Word, i: int, length: int) -> int | None:
    if state.masked:
        return None
    _drop_adverb(state, i)
    if state.texts[i - 1 : i] == [":"] and i + length >= len(state.texts) - 1 and len(state.groups) > 1:
        for one in state.groups[-2].found:  # "Errors: none"
            one.sign, state.negated = -one.sign, True
        return None
    found = state.groups[-1].found
    fresh = not found or found[-1].at <= state.turned_at
    stacked = state.turn < 0 and fresh and not (state.lexicon.concord and word.kind == kinds.NEG) and state.texts[i] != "nor"
    before = state.turn if stacked else 1
    state.turn, state.turned_at = -before, i
    own = word.sign * before
    state.pending = Found(state.spans[i][0], state.spans[i + length - 1][1], own, 1, word.kind, i)
    return None


def _less(state: State, word: Word, i: int, length: int) -> int | None:
    if not state.masked:
        state.less_at = i
        state.pending = Found(*state.spans[i], -state.turn, 1, kinds.LESS, i)
    return None


def _next_too(state: State, word: Word, i: int, length: int) -> int | None:
    """A word that makes a fault of the next one ("too long", "partially correct")."""
    if state.masked:
        return None
    follows = state.texts[i + 1] if i + 1 < len(state.texts) else ""
    takes = 2 if follows[:1].isalpha() and follows not in ("and", "but", "or") else 1
    if takes == 1 and word.kind == kinds.TOO:
        return None
    add(state, word.kind, word.sign, i, takes, 2)
    return takes


def _only(state: State, word: Word, i: int, length: int) -> int | None:
    if not state.masked and state.texts[i - 1 : i] != ["the"]:
        state.only = Found(*state.spans[i], -1, 1, kinds.ONLY, i)
    return None


def _wish(state: State, word: Word, i: int, length: int) -> int | None:
    if not state.masked:
        state.turn = 1
        add(state, kinds.WISH, word.sign, i, length, 2)
        state.masked = True
    return None


def _mask(state: State, word: Word, i: int, length: int) -> int | None:
    state.masked = True
    return None


def _request(state: State, word: Word, i: int, length: int) -> int | None:
    if state.masked or not state.source:
        return None
    if state.than:
        add(state, kinds.STRONG, -1, i, length, 2)  # "more than what the instruction asks for"
    elif "what" in state.texts[max(0, i - 4) : i]:
        add(state, kinds.STRONG, 1, i, length, 2)
    elif not state.groups[-1].found:
        state.masked = True
    return None


def _source(state: State, word: Word, i: int, length: int) -> int | None:
    state.source = state.source or state.than or i - state.groups[-1].start <= 4 or "what" in state.texts[max(0, i - 3) : i]
    return None


def _than(state: State, word: Word, i: int, length: int) -> int | None:
    state.than = True
    return None


def _limit(state: State, i: int) -> None:
    """ "within the 150-word limit", "over the limit"."""
    if not state.masked and any(text in _LIMITS or text.rsplit("-", 1)[-1] in _LIMITS for text in state.texts[i + 1 : i + 6]):
        add(state, kinds.STRONG, 1 if state.texts[i] in _INSIDE else -1, i, 1, 2)


def _comma(state: State, i: int) -> None:
    if state.turn < 0 and state.texts[i - 1 : i] != [","]:
        for text in state.texts[i + 1 : i + 5]:
            if text in _STARTS_ANEW or text in ("but", "which") or (state.texts[i + 1] == "and" and _begins_anew(state, i + 2)):
                break
            if text in (",", "or", "nor", "and"):  # a list under one negator
                turn, turned_at = state.turn, state.turned_at
                open_group(state, i + 1, state.groups[-1].role)
                state.turn, state.turned_at = turn, turned_at
                return
    following = state.texts[i + 1 : i + 24]
    if following[:1] == ["that"] and "," in following and following[1] not in _FINITE:
        open_group(state, i + 1, 1)
        state.masked = True  # "the opposing view, that free things are not valued, is named"
        return
    open_group(state, i + 1)


def _boundary(state: State, word: Word, i: int, length: int) -> int | None:
    open_group(state, i + length, 1 if state.texts[i] == "(" else 0)
    return None


def _aside(state: State, word: Word, i: int, length: int) -> int | None:
    open_group(state, i + length, 1)
    state.masked = word.kind == kinds.IF
    return None


def _turning_point(state: State, word: Word, i: int, length: int) -> int | None:
    open_group(state, i + length)
    state.weighty = len(state.groups) - 1
    return None


def _except(state: State, word: Word, i: int, length: int) -> int | None:
    first = not any(group.found for group in state.groups)
    open_group(state, i + length, 1 if first else 2)
    return None


def _instead(state: State, word: Word, i: int, length: int) -> int | None:
    if not state.masked and not state.groups[-1].found and state.pending is None:
        add(state, kinds.INSTEAD, word.sign, i, length, 1)
    state.masked = True
    return None


def _begins_anew(state: State, i: int) -> bool:
    """Whether a word begins another statement: a subject, a finite verb, a negator."""
    text = state.texts[i] if i < len(state.texts) else ""
    verb = text.endswith("s") and state.lexicon.words.get(text, Word(0, 0)).kind in _VERBS
    return verb or text in _STARTS_ANEW or text in ("not", "no", "never")


def _and(state: State, word: Word, i: int, length: int) -> int | None:
    if _begins_anew(state, i + 1):
        open_group(state, i + 1, state.groups[-1].role)
        return None
    if state.groups[-1].found:
        state.groups.append(Group(i + 1, state.groups[-1].role))
    return None


def _skip(state: State, word: Word, i: int, length: int) -> int | None:
    return None


_HANDLERS: dict[int, Callable[[State, Word, int, int], int | None]] = {
    kinds.STRONG: _strong, kinds.NOUN: _noun, kinds.TOPIC: _noun, kinds.QUALITY: _noun, kinds.CARRY: _presence, kinds.SAY: _presence, kinds.ABOUT: _presence,
    kinds.MISS: _miss, kinds.NEG: _negator, kinds.SHIFT: _negator, kinds.LESS: _less, kinds.TOO: _next_too, kinds.HALF: _next_too, kinds.ONLY: _only,
    kinds.WISH: _wish, kinds.REQUIRE: _mask, kinds.WHETHER: _mask, kinds.REQUEST: _request, kinds.SOURCE: _source, kinds.IF: _aside, kinds.THAN: _than,
    kinds.CONTRAST: _turning_point, kinds.SO: _turning_point, kinds.DEMOTE: _aside, kinds.EXCEPT: _except, kinds.INSTEAD: _instead, kinds.BOUND: _boundary,
    kinds.AND: _and, kinds.SKIP: _skip,
}  # fmt: skip


def read(state: State) -> None:
    """Reads the words of a clause, one after the other."""
    i, n = 0, len(state.texts)
    topics = frozenset[int]() if state.lexicon.stems else topic_words(state.texts)
    while i < n:
        text = state.texts[i]
        if text == ",":
            _comma(state, i)
            i += 1
            continue
        word, length = look_up(state.lexicon, state.texts, i)
        if topics and not topics.isdisjoint(range(i, i + length)):
            i += 1  # it names what is talked about
            continue
        if word is not None:
            length = _HANDLERS[word.kind](state, word, i, length) or length
        elif text in _INSIDE or text in _OUTSIDE:
            _limit(state, i)
        i += length
