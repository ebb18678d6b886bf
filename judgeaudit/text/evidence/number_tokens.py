"""Numbers among the tokens of a quote or of its source: in digits, in words, in characters of Chinese and Japanese."""

from __future__ import annotations

import re

from judgeaudit.text import quantity_words
from judgeaudit.text.evidence.edit_words import FUNCTION
from judgeaudit.text.evidence.word_token import Token, follows, number_key

_SUFFIX = frozenset(("st", "nd", "rd", "th", "er", "e", "eme", "\u00e8me"))
_SCALES = {"thousand": 1e3, "million": 1e6, "millions": 1e6, "billion": 1e9, "billions": 1e9, "trillion": 1e12, "bn": 1e9, "mn": 1e6, "k": 1e3} | {
    "millionen": 1e6, "milliarden": 1e9, "milliards": 1e9, "millones": 1e6, "tausend": 1e3, "mille": 1e3, "mil": 1e3, "hundred": 100.0,
    "mio": 1e6, "mrd": 1e9, "milliarde": 1e9, "milliard": 1e9, "mill\u00f3n": 1e6, "cents": 100.0, "hundert": 100.0,
}  # fmt: skip
_SMALL = {word: value for word, value in quantity_words.SMALL.items() if word not in quantity_words.NEEDS_LANGUAGE}
_HUNDREDS = quantity_words.MORE_HUNDREDS | {"ciento": 100, "cien": 100, "hundert": 100}
_JOINS = frozenset(("and", "und", "y", "et"))
_ORDINALS = quantity_words.ORDINALS | {"hundredth": 100, "hundred": 100, "thousand": 1000}
_MEASURES = "long wide deep tall high away lang breit hoch tief large haut profond de largo ancho alto"
_MEASURED = frozenset(_MEASURES.split())
"""After "8m": metres."""
_FRACTIONS = {f"{one}/{whole}": one / whole for whole in (2, 3, 4, 5, 8) for one in range(1, whole)}
_GROUPED = re.compile(r"\d{1,3}(?:[ ,']\d{3})+(?:\.\d+)?")
_POINTED = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?")


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
        if bare in _FRACTIONS:
            return sign * _FRACTIONS[bare]
        return sign * float(bare.replace(",", ".")) if len(bare) < 16 else None
    except ValueError:
        return None


def other_value(written: str) -> float | None:
    """What a number in digits may be too: 1.000 is one, or a thousand.

    Example
    -------
    >>> other_value("1.000"), other_value("1.5")
    (1000.0, None)
    """
    return float(written.replace(".", "")) if _POINTED.fullmatch(written) and "," not in written else None


def values_of(token: Token) -> frozenset[float]:
    """Every value that a token may have, in any language.

    Example
    -------
    >>> sorted(values_of(Token("#1", 0, 5, "number", other=1000.0))), sorted(values_of(Token("third", 0, 5, "word")))
    ([1.0, 1000.0], [3.0])
    """
    if token.kind not in ("word", "number") or (token.kind == "word" and token.key in ("second", "once", "due")):
        return frozenset()
    if token.key.startswith("#"):
        value = float(token.key[1:])
        return frozenset((value, value if token.other is None else token.other))
    found = (quantity_words.SMALL.get(token.key), _ORDINALS.get(token.key))
    return frozenset(float(value) for value in found if value is not None)


def numbered(tokens: list[Token]) -> list[Token]:
    """Number words become numbers; "2.4 million" and "25th" are one token each, "per cent" is %."""
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind == "dense" and token.value is not None:
            token, at = _dense_number(tokens, at)
        elif token.kind == "word":
            taken = _spelled(tokens, at)
            if taken:
                token, at = taken[0], at + taken[1] - 1
            elif token.key == "cent" and out and out[-1].key in ("per", "pour") and not token.broken:
                out.pop()
                token.key = "%"
            elif token.key == "cannot":
                token.key = "can"
        if out and out[-1].kind == "number" and out[-1].value is not None and not token.broken:
            priced = len(out) > 1 and out[-2].kind == "mark" and follows(out[-1], out[-2])
            joined = _joined(out[-1], token, tokens[at + 1] if at + 1 < len(tokens) else None, priced=priced)
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
    return Token(number_key(value), first.start, last.end, "number", broken=first.broken, weight=1.2, value=value), end - 1


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


def _joined(number: Token, token: Token, following: Token | None, *, priced: bool) -> bool:
    """Whether a token is a number's scale or ending, or the rest of it in words, and is now part of it."""
    scale = _SCALES.get(token.key)
    if scale and token.start - number.end < 2 and number.value is not None and (token.key != "k" or token.start == number.end):
        return _grown(number, number.value * scale, token)
    if token.kind == "dense" and (token.value or 0) >= 1e4 and token.start == number.end:
        return _grown(number, (number.value or 0.0) * (token.value or 1.0), token)
    if token.key == "m" and token.start == number.end and (priced or _counts(following)):
        return _grown(number, (number.value or 0.0) * 1e6, token)
    if 0 < (token.value or 0) < 1 and token.kind == "number" and "." not in number.key and token.start - number.end < 2 and token.end - token.start in (1, 3):
        return _grown(number, (number.value or 0.0) + (token.value or 0.0), token)  # 1 1/2
    if token.spelled and number.spelled and follows(token, number) and (token.value or 1e3) < 1e3 <= (number.value or 0.0) and (number.value or 0.0) % 1e3 == 0:
        return _grown(number, (number.value or 0.0) + (token.value or 0.0), token)
    if token.key in _SUFFIX and token.start == number.end:
        number.end = token.end
        return True
    return False


def _grown(number: Token, value: float, token: Token) -> bool:
    number.other = None
    number.value, number.key, number.end = value, number_key(value), token.end
    return True


def _counts(following: Token | None) -> bool:
    """Whether "8m" is eight million: of tonnes, of people."""
    return following is not None and not following.broken and following.kind == "word" and following.key not in FUNCTION and following.key not in _MEASURED


def _spelled(tokens: list[Token], at: int) -> tuple[Token, int] | None:
    """A number in words that starts here, and its length in tokens."""
    first = tokens[at]
    hundreds, taken = _hundreds(tokens, at)
    small, more = (0, 0) if hundreds and at + taken >= len(tokens) else _small(tokens, at + taken, apart=not taken)
    if hundreds and not more and tokens[at + taken - 1 :][1:] and tokens[at + taken].key in _JOINS and at + taken + 1 < len(tokens):
        small, more = _small(tokens, at + taken + 1, apart=False)
        more += more > 0
    if not taken + more:
        return None
    value, last = float(hundreds + small), tokens[at + taken + more - 1]
    return Token(number_key(value), first.start, last.end, "number", broken=first.broken, weight=1.0, value=value, spelled=True), taken + more


def _hundreds(tokens: list[Token], at: int) -> tuple[int, int]:
    """The hundreds that start here, and their length in tokens: "two hundred", "a hundred", "doscientos"."""
    first = tokens[at]
    if first.key in _HUNDREDS:
        return _HUNDREDS[first.key], 1
    if at + 1 < len(tokens) and tokens[at + 1].key in ("hundred", "cents", "hundert") and follows(tokens[at + 1], first):
        value = 1 if first.key in ("a", "one") else _SMALL.get(first.key, 10)
        return (100 * value, 2) if 0 < value < 10 else (0, 0)
    return 0, 0


def _small(tokens: list[Token], at: int, *, apart: bool) -> tuple[int, int]:
    """The number below a hundred that starts here, and its length in tokens; `apart`: it is no part of a larger one."""
    first, best = tokens[at], (0, 0)
    if first.kind != "word" or (apart and first.key in FUNCTION) or (not apart and first.broken):
        return best
    phrase = first.key
    for length in range(1, quantity_words.LONGEST_SMALL + 1):
        value = _SMALL.get(phrase) if length == 1 else quantity_words.SMALL.get(phrase)
        if value is not None:
            best = value, length
        if at + length >= len(tokens) or not follows(tokens[at + length], tokens[at + length - 1]):
            break
        phrase = f"{phrase} {tokens[at + length].key}"
    last = tokens[at + best[1]] if best[1] and at + best[1] < len(tokens) else None
    if last is not None and best[0] >= 20 and best[0] % 10 == 0 and _ORDINALS.get(last.key, 10) < 10 and follows(last, tokens[at + best[1] - 1]):
        return best[0] + _ORDINALS[last.key], best[1] + 1  # twenty-third
    return best
