"""Whether the difference between two words, or a word that is too much or too little, changes what is said."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

from judgeaudit.text import quantity_words
from judgeaudit.text.evidence.edit_words import (
    ALIKE,
    CURRENCIES,
    EXCLUSIVE,
    FUNCTION,
    MODAL,
    MONTH_NAMES,
    NEGATION_CJK,
    NEGATIONS,
    OPPOSITES,
    OPPOSITES_CJK,
    QUANTIFIER,
    STRONG_QUANTIFIERS,
    UNITS,
    WEEKDAYS,
)
from judgeaudit.text.evidence.number_tokens import values_of
from judgeaudit.text.evidence.spellings import is_respelt, script_of
from judgeaudit.text.evidence.token_forms import UNIT_KEYS, same_time
from judgeaudit.text.evidence.word_token import Token


class Difference(NamedTuple):
    """What differs between two words, and how alike they are, 0 to 1; `fits`: how readily one stands for the other."""

    matters: str
    alike: float
    fits: float


_SAME = Difference("", 1.0, 5.0)
_RESPELT = Difference("", 0.95, 4.0)
_MONEY = frozenset(CURRENCIES.values())
_TURNING = ("un", "in", "im", "ir", "il", "dis", "non", "mis", "anti", "a")
_PREFIXES = (("hyper", "hypo"), ("over", "under"), ("pre", "post"), ("in", "ex"), ("im", "ex"), ("inter", "intra"), ("up", "down"), ("macro", "micro"), ("max", "min"),
    ("mono", "poly"), ("pro", "anti"), ("ab", "auf"), ("an", "ab"), ("vor", "nach"), ("out", "in"), ("inter", "exter"), ("prog", "reg"),
)  # fmt: skip
_ENDINGS = """
s es ed d ing ly er or ers ors ion ions al ally ment y ies ied e en n r st t ness ity ive able ible 's
"""
_SUFFIXES = frozenset(_ENDINGS.split())
_HEDGES = frozenset(("may", "might", "could", "possibly", "perhaps", "maybe", "must", "should", "shall", "optional", "mandatory"))
_JOINING = frozenset((frozenset(("and", "or")), frozenset(("to", "from")), frozenset(("on", "off")), frozenset(("in", "out")), frozenset(("for", "against"))))
_ONES = frozenset(("a", "an", "one", "the", "single", "ein", "eine", "un", "une", "una"))
_EDGE = 0.75
_COUNTING = frozenset((*quantity_words.SMALL, *quantity_words.ORDINALS, *quantity_words.MONTHS, *WEEKDAYS, "hundredth", "hundred", "thousand"))
"""Words that may be numbers or dates."""
_SHORT_NAME = 6
_POUNDS = frozenset(("pound", "pounds", "quid"))
_ROMAN_NUMERALS = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi"
_ROMAN = frozenset(_ROMAN_NUMERALS.split())


def difference(quoted: Token, source: Token) -> Difference:
    """Between a word of a quote and the word of the source in its place.

    Example
    -------
    >>> from judgeaudit.text.evidence.quote_tokens import read_tokens
    >>> [difference(*read_tokens(pair)).matters for pair in ("five days", "always never", "colour color", "1000 1,000")]
    ['number', 'negation', '', '']
    """
    if quoted.key == source.key:
        return _SAME
    if "dense" in (quoted.kind, source.kind):
        return _dense(quoted, source)
    if is_respelt(quoted.key, source.key):
        return _RESPELT
    numeric = _numeric(quoted, source)
    if numeric is not None:
        return numeric
    if "mark" in (quoted.kind, source.kind) or quoted.key in _MONEY or source.key in _MONEY:
        return _marks(quoted.key, source.key)
    if quoted.key in _ROMAN and source.key in _ROMAN and (quoted.named or source.named):
        return Difference("number", 0.0, 4.0)
    if quoted.named and source.named:
        return _names(quoted.key, source.key)
    return _words(quoted.key, source.key)


def _numeric(quoted: Token, source: Token) -> Difference | None:
    """Of two numbers or dates, or of one and something else."""
    if quoted.kind == source.kind == "word" and quoted.key not in _COUNTING and source.key not in _COUNTING:
        return None
    if ":" in quoted.key or ":" in source.key:
        return _SAME if same_time(quoted.key, source.key) else _figures(quoted, source)
    if "second" in (quoted.key, source.key):  # a number only beside another
        other = source if quoted.key == "second" else quoted
        if other.key in quantity_words.ORDINALS or other.key == "#2":
            return _SAME if other.key == "#2" else Difference("number", 0.0, 4.0)
    return _figures(quoted, source)


def _figures(quoted: Token, source: Token) -> Difference | None:
    mine, theirs = values_of(quoted), values_of(source)
    if mine and theirs:
        if mine & theirs:
            return _SAME
        return Difference("number", 0.0, 4.0)
    if quoted.kind == "number" or source.kind == "number":
        other = source.key if quoted.kind == "number" else quoted.key
        value = (mine or theirs) or frozenset((2.0,))
        if (1.0 in value and other in _ONES) or (0.0 in value and other in ("no", "none", "not")):
            return Difference("", 0.9, 3.0)
        return Difference("number", 0.0, 4.0 if quoted.kind == source.kind else 0.5)
    dated = (_month(quoted), _month(source)), (_weekday(quoted.key), _weekday(source.key))
    for one, another in dated:
        if one or another:
            return _SAME if one == another else Difference("date", 0.0, 4.0 if one and another else 0.5)
    return None


def _month(token: Token) -> int:
    if token.key in MONTH_NAMES or (token.named and token.key in quantity_words.MONTHS):
        return quantity_words.MONTHS[token.key]
    return 0


def _weekday(word: str) -> str:
    return word[:3] if word in WEEKDAYS else ""


def _marks(quoted: str, source: str) -> Difference:
    if "GBP" in (quoted, source) and not _POUNDS.isdisjoint((quoted, source)):
        return _SAME
    money = (quoted in _MONEY and source in _MONEY) or (quoted in UNIT_KEYS and source in UNIT_KEYS)
    if money or "%" in (quoted, source) or "\u00b0" in (quoted, source):
        return Difference("unit", 0.0, 4.0 if money else 1.0)
    if quoted in _MONEY or source in _MONEY or quoted in UNIT_KEYS or source in UNIT_KEYS:
        return Difference("unit", 0.0, 1.0)
    return Difference("meaning", 0.0, 2.0)


def _dense(quoted: Token, source: Token) -> Difference:
    """Of two characters of Chinese or Japanese."""
    if quoted.value is not None and source.value is not None and quoted.kind in ("dense", "number"):
        return _SAME if quoted.value == source.value else Difference("number", 0.0, 4.0)
    if "number" in (quoted.kind, source.kind):
        return Difference("number", 0.0, 0.5)
    if {script_of(quoted.key), script_of(source.key)} == {"traditional", "simplified"}:
        return Difference("", 0.9, 1.5)
    if quoted.named and source.named:
        return Difference("name", 0.0, 4.0)
    if (quoted.key in NEGATION_CJK) != (source.key in NEGATION_CJK):
        return Difference("negation", 0.0, 1.0)
    if frozenset((quoted.key, source.key)) in OPPOSITES_CJK:
        return Difference("meaning", 0.0, 4.0)
    return Difference("", 0.0, 1.0)


def _names(quoted: str, source: str) -> Difference:
    if frozenset((quoted, source)) in OPPOSITES:  # Mr, Mrs
        return Difference("name", 0.0, 4.0)
    short, long = sorted((quoted, source), key=len)
    if long in (short + "s", short + "es") or (Indel.distance(quoted, source) == 1 and len(short) > 4):
        return Difference("", 0.9, 3.0)
    if len(long) <= _SHORT_NAME and frozenset((quoted, source)) not in ALIKE and not is_inflected(quoted, source):
        return Difference("name", 0.0, 3.0)  # Mario, Maria
    if _words(quoted, source).alike > 0:
        return _words(quoted, source)
    return Difference("name", 0.0, 2.5)


@lru_cache(maxsize=4096)
def _words(quoted: str, source: str) -> Difference:
    """Of two words, whatever stands around them."""
    pair = frozenset((quoted, source))
    denies = (quoted in NEGATIONS, source in NEGATIONS)
    if denies == (True, True):
        return Difference("", 0.9, 4.0)
    if denies[0] != denies[1]:
        return Difference("negation", 0.0, 3.0 if quoted in QUANTIFIER or source in QUANTIFIER or pair in OPPOSITES else 0.4)
    if is_turned(quoted, source):
        return Difference("negation", 0.0, 4.0)
    if pair in ALIKE:
        return Difference("", 0.9, 4.0)
    if pair in OPPOSITES or pair in _JOINING or EXCLUSIVE.get(quoted, frozenset()) & EXCLUSIVE.get(source, frozenset()) or _opposite_prefix(quoted, source):
        return Difference("meaning", 0.0, 4.0)
    said = _said(quoted, source)
    if said is not None:
        return said
    return _spelt(quoted, source)


def _said(quoted: str, source: str) -> Difference | None:
    """Of words that say how much, how surely, or in which unit."""
    for words in (QUANTIFIER, MODAL):
        one, another = words.get(quoted), words.get(source)
        if one is not None and another is not None:
            return Difference("", 0.9, 3.5) if one == another or {one, another} == {"all", "any"} else Difference("meaning", 0.0, 3.5)
    if quoted in STRONG_QUANTIFIERS or source in STRONG_QUANTIFIERS:
        return Difference("meaning", 0.0, 0.5)
    if quoted in UNITS and source in UNITS:
        (kind, name, factor), (other_kind, other_name, other_factor) = UNITS[quoted], UNITS[source]
        same = kind == other_kind and (name, factor) == (other_name, other_factor)
        return Difference("", 0.9, 4.0) if same else Difference("unit", 0.0, 3.5)
    return None


def _spelt(quoted: str, source: str) -> Difference:
    """Of two words that only their letters tell about."""
    functions = (quoted in FUNCTION, source in FUNCTION)
    if functions == (True, True):
        return Difference("", 0.9, 0.8)
    if functions[0] != functions[1]:
        return Difference("", 0.0, 0.1)
    if is_inflected(quoted, source) or fuzz.ratio(quoted, source) >= 100 * _EDGE:
        return Difference("", 0.9, 3.0)
    return Difference("", 0.0, 1.0)


def is_inflected(one: str, another: str) -> bool:
    """Whether two words are forms of one: refund, refunded.

    Example
    -------
    >>> is_inflected("refunded", "refunds"), is_inflected("house", "mouse")
    (True, False)
    """
    shared = 0
    while shared < min(len(one), len(another)) and one[shared] == another[shared]:
        shared += 1
    if shared < 3:
        return False
    return all(not rest or rest in _SUFFIXES or (rest[0] == one[shared - 1] and rest[1:] in _SUFFIXES) for rest in (one[shared:], another[shared:]))


def is_turned(one: str, another: str) -> bool:
    """Whether one word is the other with a prefix or an ending that denies it.

    Example
    -------
    >>> is_turned("possible", "impossible"), is_turned("harmful", "harmless"), is_turned("port", "import")
    (True, True, False)
    """
    short, long = sorted((one, another), key=len)
    if len(short) >= 4 and long.endswith(short) and long[: -len(short)] in _TURNING and long not in _NOT_TURNED:
        return True
    return (long.endswith(("less", "los")) and _root(long) in (short, short.removesuffix("ful"), short.removesuffix("fully"))) or (
        short.endswith("less") and _root(short) == long.removesuffix("ful")
    )


_LOOK_TURNED = """
import imports imported important inform informs invest invests income incomes include impress impart impact indeed inside into instead intend
intends involve improve improves invent invents inspire inquire install installs instance intense incline impose imposes invite display displays
dispose distress discover discovers distance invaluable inflammable illusion about around alike along arise arose await awake ashore asleep
abroad across amount account accounts inhabit inherit unless under until uncle union unit index among away again aside apart amid adept adopt
antique disease misty
"""
_NOT_TURNED = frozenset(_LOOK_TURNED.split())


def _root(word: str) -> str:
    return word.removesuffix("less").removesuffix("los")


def _opposite_prefix(one: str, another: str) -> bool:
    """Hypertension, hypotension: long enough in common after the prefixes."""
    if one[-4:] != another[-4:]:
        return False
    for first, second in _PREFIXES:
        for a, b in ((first, second), (second, first)):
            if one.startswith(a) and another.startswith(b) and len(one) - len(a) > 3 and one[len(a) :] == another[len(b) :]:
                return True
    return False


def lone(token: Token, *, run: int, omitted: bool) -> str:
    """What it changes that a word was put in, or (`omitted`) left out as one of a run of words."""
    key = token.key
    if token.item or (key == "\u00b0" and omitted):
        return ""
    if key == "non":
        return "negation"
    if token.kind == "dense":
        return "negation" if key in NEGATION_CJK else ""
    if key in NEGATIONS:
        return "negation" if run <= 5 else ""
    silent = omitted and run >= 3
    if token.kind == "number":
        return "" if silent else "number"
    if _month(token) or key in WEEKDAYS:
        return "" if silent else "date"
    if token.kind == "mark" or key in _MONEY:
        return "" if silent or key == "and" else "unit" if key in _MONEY or key in ("%", "\u00b0") else "meaning"
    if ((key in STRONG_QUANTIFIERS and QUANTIFIER[key] != "only") or key in _HEDGES) and run <= 3:
        return "meaning"
    return ""
