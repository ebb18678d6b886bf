"""The words, numbers and marks of a quote or of a stretch of its source, in the form in which they are compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from judgeaudit.text import quantity_words
from judgeaudit.text.evidence.edit_words import CURRENCIES, FUNCTION, NEGATION_CJK
from judgeaudit.text.evidence.number_tokens import number_value, numbered, other_value
from judgeaudit.text.evidence.token_forms import in_one_form, name_people
from judgeaudit.text.evidence.word_token import Token, number_key
from judgeaudit.text.normalise import Folded, fold

_DENSE = "\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0e7f"
_TOKEN = re.compile(
    rf"(?P<number>(?:(?<![^\s(\[~$\u20ac\u00a3\u00a5])-)?(?:\d{{1,3}}(?: \d{{3}}){{1,4}}(?![\d.,]\d|\d)|\d+(?:[.,:/'^]\d+){{0,6}}|\.\d+))"
    rf"|(?P<dense>[{_DENSE}])"
    rf"|(?P<word>[^\W\d_{_DENSE}]+(?:'[^\W\d_{_DENSE}]+){{0,2}})"
    r"|(?P<mark>[$\u20ac\u00a3\u20b9\u20a9\u00a5%\u2030\u00b0&\u00a7]|[<>=!]=|[<>=\u2264\u2265\u2260])"
)
_BREAK = re.compile(r"[.!?;:\n](?=\s|$|[\"'*_)])|[\u3002\uff01\uff1f\uff1b]| - |\n")
_CJK_VALUES = quantity_words.CJK_DIGITS | quantity_words.CJK_TENS | quantity_words.CJK_SCALES
_WRITTEN = {"&": "and", "\u00a7": "section"}
_AFTER_ITEM = re.compile(r"[.)] (?=[^\W\d])")
_BEFORE_ITEM = re.compile(r"(?:\A|[.;:!?,] |- )\Z")
_CELL = re.compile(r"\| ?[$\u20ac\u00a3]?\Z")
_CONTRACTED = {"ll": "will", "re": "are", "ve": "have", "m": "am", "d": "would"}
_STEMS = {"ca": "can", "wo": "will", "sha": "shall"}
_BARE = {"dont": "do", "doesnt": "does", "didnt": "did", "cant": "can", "isnt": "is", "wont": "will", "cannot": "can", "arent": "are", "wasnt": "was"}


def read_tokens(text: str, folded: Folded | None = None, start: int = 0, end: int | None = None, *, month_first: bool = False) -> list[Token]:
    """The tokens of a text, or of the stretch of its folded form from `start` to before `end`.

    Parameters
    ----------
    text : str
    folded : Folded or None
        `fold(text)`, if it is at hand.
    start, end : int
        Offsets in the folded text.
    month_first : bool
        How 03/05/2024 is read.

    Returns
    -------
    list of Token
        Contractions are two tokens, numbers are compared by value; a date is its day, month and year, each with the stretch of all.

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
        if match.lastgroup == "number" and _numbers_item(text, folded, match.start(), match.end()):
            tokens[first].item, tokens[first].weight = True, 0.1
        elif (
            match.lastgroup == "number"
            and "|" in folded.text[match.end() : match.end() + 3]
            and _CELL.search(folded.text, max(0, match.start() - 4), match.start())
        ):
            tokens[first].item = True
        if len(tokens) > first:
            tokens[first].broken = _breaks(text, folded, last, match.start())
            tokens[first].named = match.lastgroup == "word" and _is_named(text, tokens[first], first == 0 or tokens[first].broken)
        last = match.end()
    for token, following in pairwise(tokens):
        token.named = token.named or (following.named and not following.broken and token.kind == "word" and _is_capital(text, token))
    found = in_one_form(numbered(tokens), text, month_first=month_first)
    name_people(found, text)
    return found


def _numbers_item(text: str, folded: Folded, start: int, end: int) -> bool:
    """Whether a number is that of a list's item: "2. Attach it", "(2) attach it"; a quote may leave it out."""
    if end - start > 2 or not _AFTER_ITEM.match(folded.text, end):
        return False
    begins = text[max(0, folded.offsets[start] - 6) : folded.offsets[start]].rpartition("\n")
    return folded.text[end] == ")" or (begins[1] != "" and not begins[2].strip()) or _BEFORE_ITEM.search(folded.text, max(0, start - 3), start) is not None


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
        yield Token(piece if value is None else number_key(value), start, end, "number", value=value, weight=1.2, other=other_value(piece))
    elif kind == "dense":
        value = _CJK_VALUES.get(piece)
        yield Token(
            piece, start, end, "dense", value=None if value is None else float(value), weight=0.6 if piece >= "\u3400" and piece not in NEGATION_CJK else 0.4
        )
    elif kind == "mark":
        written = _WRITTEN.get(piece)
        key, of = (written, "word") if written else (CURRENCIES.get(piece, piece), "mark")
        yield Token(key, start, end, of, weight=0.5)
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
