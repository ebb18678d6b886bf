"""The words, numbers and marks of a quote or of a stretch of its source, in the form in which they are compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from judgeaudit.text import quantity_words
from judgeaudit.text.evidence.edit_words import CURRENCIES, FUNCTION, NEGATION_CJK
from judgeaudit.text.normalise import Folded, fold

_DENSE = "\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0e7f"
_TOKEN = re.compile(
    rf"(?P<number>(?:(?<![^\s(\[~$\u20ac\u00a3\u00a5])-)?(?:\d{{1,3}}(?: \d{{3}}){{1,4}}(?![\d.,]\d|\d)|\d+(?:[.,:/'^]\d+){{0,6}}|\.\d+))"
    rf"|(?P<dense>[{_DENSE}])"
    rf"|(?P<word>[^\W\d_{_DENSE}]+(?:'[^\W\d_{_DENSE}]+){{0,2}})"
    r"|(?P<mark>[$\u20ac\u00a3\u20b9\u20a9\u00a5%\u2030\u00b0&]|[<>=!]=|[<>=\u2264\u2265\u2260])"
)
_BREAK = re.compile(r"[.!?;:\n](?=\s|$|[\"'*_)])|[\u3002\uff01\uff1f\uff1b]| - |\n")
_SUFFIX = frozenset(("st", "nd", "rd", "th", "er", "e", "eme", "\u00e8me"))
_SCALES = {"thousand": 1e3, "million": 1e6, "millions": 1e6, "billion": 1e9, "billions": 1e9, "trillion": 1e12, "bn": 1e9, "mn": 1e6, "k": 1e3} | {
    "millionen": 1e6, "milliarden": 1e9, "milliards": 1e9, "millones": 1e6, "tausend": 1e3, "mille": 1e3, "mil": 1e3, "hundred": 100.0,
}  # fmt: skip
_CJK_VALUES = quantity_words.CJK_DIGITS | quantity_words.CJK_TENS | quantity_words.CJK_SCALES
_SMALL = {word: value for word, value in quantity_words.SMALL.items() if word not in quantity_words.NEEDS_LANGUAGE}
_ORDINALS = quantity_words.ORDINALS | {"hundredth": 100}
_CONTRACTED = {"ll": "will", "re": "are", "ve": "have", "m": "am", "d": "would"}
_STEMS = {"ca": "can", "wo": "will", "sha": "shall"}
_BARE = {"dont": "do", "doesnt": "does", "didnt": "did", "cant": "can", "isnt": "is", "wont": "will", "cannot": "can", "arent": "are", "wasnt": "was"}
_GROUPED = re.compile(r"\d{1,3}(?:[ ,']\d{3})+(?:\.\d+)?")
_POINTED = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?")


@dataclass(slots=True)
class Token:
    """A word, number or mark. `key` is what is compared; `start`, `end` are offsets in the text; `kind` is word, number, dense or mark.

    `named`: it has a capital that no sentence gives it. `broken`: a sentence or line ends before it. `weight`: how much it says.
    """

    key: str
    start: int
    end: int
    kind: str
    named: bool = False
    broken: bool = False
    weight: float = 1.0
    value: float | None = None


def read_tokens(text: str, folded: Folded | None = None, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of a text, or of the stretch of its folded form from `start` to before `end`.

    Parameters
    ----------
    text : str
    folded : Folded or None
        `fold(text)`, if it is at hand.
    start, end : int
        Offsets in the folded text.

    Returns
    -------
    list of Token
        Contractions are two tokens, numbers are compared by value.

    Example
    -------
    >>> [token.key for token in read_tokens("It can't cost twenty-five \u20ac (or 1,000).")]
    ['it', 'can', 'not', 'cost', '#25', 'EUR', 'or', '#1000']
    """
    folded = fold(text) if folded is None else folded
    end = len(folded.text) if end is None else end
    tokens: list[Token] = []
    last = start
    for match in _TOKEN.finditer(folded.text, start, end):
        first = len(tokens)
        tokens += _tokens(match, folded)
        if len(tokens) > first:
            tokens[first].broken = _breaks(text, folded, last, match.start())
            tokens[first].named = match.lastgroup == "word" and _is_named(text, tokens[first], first == 0 or tokens[first].broken)
        last = match.end()
    for token, following in pairwise(tokens):
        token.named = token.named or (following.named and not following.broken and token.kind == "word" and _is_capital(text, token))
    return _numbered(tokens, folded.text, text)


def _is_capital(text: str, token: Token) -> bool:
    """Whether a word that begins a sentence may be the first of a name: Maria Lopez."""
    return token.key not in FUNCTION and text[token.start : token.start + 1].isupper()


def _breaks(text: str, folded: Folded, last: int, start: int) -> bool:
    """Whether a sentence or a line ends in the gap between two tokens."""
    if start - last < 1 or last == 0:
        return False
    gap = folded.text[last:start]
    if gap == " ":
        first, after = folded.span(last, start)
        return "\n\n" in text[first:after] or ("\n" in text[first:after] and text[after : after + 1] in "-*\u2022#0123456789")
    return _BREAK.search(text, *folded.span(last, start)) is not None


def _tokens(match: re.Match[str], folded: Folded) -> Iterator[Token]:
    piece, (start, end) = match[0], folded.span(*match.span())
    kind = match.lastgroup
    if kind == "number":
        value = number_value(piece)
        yield Token(piece if value is None else _key(value), start, end, "number", value=value, weight=1.2)
    elif kind == "dense":
        value = _CJK_VALUES.get(piece)
        yield Token(
            piece, start, end, "dense", value=None if value is None else float(value), weight=0.6 if piece >= "\u3400" and piece not in NEGATION_CJK else 0.4
        )
    elif kind == "mark":
        yield Token(CURRENCIES.get(piece, "and" if piece == "&" else piece), start, end, "mark", weight=0.5)
    else:
        yield from _words(piece, start, end)


def _words(piece: str, start: int, end: int) -> Iterator[Token]:
    """A word; a contraction is two."""
    stem, mark, ending = piece.rpartition("'")
    if piece in _BARE or (mark and ending == "t" and stem[-1:] == "n"):
        stem = _BARE.get(piece) or stem[:-1]
        stem = _STEMS.get(stem, stem)
        yield Token(stem, start, end, "word", weight=_weight(stem))
        yield Token("not", start, end, "word", weight=0.5)
    elif mark and ending in _CONTRACTED and "'" not in stem:
        yield Token(stem, start, end, "word", weight=_weight(stem))
        yield Token(_CONTRACTED[ending], start, end, "word", weight=0.3)
    elif mark and ending == "s" and stem in ("it", "that", "there", "he", "she", "what", "here", "who"):
        yield Token(stem, start, end, "word", weight=0.3)
        yield Token("is", start, end, "word", weight=0.3)
    else:
        word = stem if mark and ending == "s" else piece
        word = CURRENCIES.get(word, "%" if word in ("percent", "pct") else word)
        yield Token(word, start, end, "word", weight=_weight(word))


def _weight(word: str) -> float:
    return 0.3 if word in FUNCTION else 1.0


def _is_named(text: str, token: Token, first: bool) -> bool:
    letter = text[token.start : token.start + 1]
    if not letter.isupper() or token.key in ("i",):
        return False
    return not first or (token.end - token.start > 1 and text[token.start : token.end].isupper())


def _key(value: float) -> str:
    return f"#{value:.10g}"


def number_value(written: str) -> float | None:
    """The value of a number in digits, None of a ratio or a time.

    Example
    -------
    >>> number_value("1,000.5"), number_value("1 000"), number_value("3,5"), number_value("12:30")
    (1000.5, 1000.0, 3.5, None)
    """
    sign, bare = (-1.0, written[1:]) if written[0] == "-" else (1.0, written)
    try:
        if _GROUPED.fullmatch(bare):
            return sign * float(bare.replace(" ", "").replace(",", "").replace("'", ""))
        if _POINTED.fullmatch(bare) and ("," in bare or bare.count(".") > 1):
            return sign * float(bare.replace(".", "").replace(",", "."))
        return sign * float(bare.replace(",", ".")) if len(bare) < 16 else None
    except ValueError:
        return None


def loose_values(key: str, written: str) -> frozenset[float]:
    """Every value that a token may have, in any language: 1.000 is one or a thousand."""
    bare = written.casefold().strip()
    found: set[float] = set()
    if bare in quantity_words.SMALL:
        found.add(float(quantity_words.SMALL[bare]))
    if bare in _ORDINALS:
        found.add(float(_ORDINALS[bare]))
    if key.startswith("#"):
        found.add(float(key[1:]))
        if _POINTED.fullmatch(bare):
            found.add(float(bare.replace(".", "")))
    return frozenset(found)


def _numbered(tokens: list[Token], folded: str, text: str) -> list[Token]:
    """Number words become numbers; "2.4 million" and "25th" are one token each, "per cent" is %."""
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind == "dense" and token.value is not None:
            token, at = _dense_number(tokens, at)
        elif token.kind == "word":
            taken = _spelled(tokens, at, text)
            if taken:
                token, at = taken[0], at + taken[1] - 1
            elif token.key == "cent" and out and out[-1].key in ("per", "pour") and not token.broken:
                out.pop()
                token.key = "%"
            elif token.key == "cannot":
                token.key = "can"
        if out and out[-1].kind == "number" and out[-1].value is not None and not token.broken:
            joined = _joined(out[-1], token, text)
            if joined:
                at += 1
                continue
        out.append(token)
        at += 1
    return out


def _dense_number(tokens: list[Token], at: int) -> tuple[Token, int]:
    """The numeral of Chinese or Japanese that starts here, and its last token; a single character stays one."""
    end = at + 1
    while end < len(tokens) and tokens[end].kind == "dense" and tokens[end].value is not None and tokens[end].start == tokens[end - 1].end:
        end += 1
    first, last = tokens[at], tokens[end - 1]
    if end == at + 1:
        return first, at
    value = _dense_value([token.value or 0.0 for token in tokens[at:end]])
    return Token(_key(value), first.start, last.end, "number", broken=first.broken, weight=1.2, value=value), end - 1


def _dense_value(values: list[float]) -> float:
    """What numerals say in a row: 3 10 5 is 35, 2 0 2 4 is 2024."""
    if all(value < 10 for value in values):
        return float("".join(f"{value:.0f}" for value in values[:15]))
    total = section = digit = 0.0
    for value in values:
        if value >= 1e4:
            total, section, digit = total + (section + digit or 1.0) * value, 0.0, 0.0
        elif value >= 10:
            section, digit = section + (digit or 1.0) * value, 0.0
        else:
            digit = value
    return total + section + digit


def _joined(number: Token, token: Token, text: str) -> bool:
    """Whether a token is a number's scale or ending, and is now part of it."""
    if token.key in _SCALES and token.start - number.end < 2 and number.value is not None and (token.key != "k" or token.start == number.end):
        number.value *= _SCALES[token.key]
        number.key, number.end = _key(number.value), token.end
        return True
    if token.kind == "dense" and (token.value or 0) >= 1e4 and token.start == number.end:
        number.value = (number.value or 0.0) * (token.value or 1.0)
        number.key, number.end = _key(number.value), token.end
        return True
    if token.key in _SUFFIX and token.start == number.end:
        number.end = token.end
        return True
    return False


def _spelled(tokens: list[Token], at: int, text: str) -> tuple[Token, int] | None:
    """A number in words that starts here, and its length in tokens."""
    first = tokens[at]
    if first.key not in _SMALL or first.key in FUNCTION:
        return None
    value, taken = float(_SMALL[first.key]), 1
    if value >= 20 and value % 10 == 0 and at + 1 < len(tokens) and not tokens[at + 1].broken:
        following = tokens[at + 1].key if tokens[at + 1].start - first.end < 2 else ""
        unit = 1 if following == "one" else _SMALL.get(following, 0)
        if 0 < unit < 10 and following:
            value, taken = value + unit, 2
    last = tokens[at + taken - 1]
    return Token(_key(value), first.start, last.end, "number", named=False, broken=first.broken, weight=1.0, value=value), taken
