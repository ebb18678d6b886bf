"""What a quote that stands in its source leaves out so that it says something else: a denial beside it, a minus, half a number."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from judgeaudit.domain.evidence import Edit
from judgeaudit.text.evidence.edit_words import FUNCTION, NEGATION_CJK
from judgeaudit.text.evidence.matters import lone
from judgeaudit.text.evidence.quote_tokens import Token, read_tokens
from judgeaudit.text.folded_sources import Source
from judgeaudit.text.locate import Located

_REACH = 24
_DENIES_NEXT = frozenset("not never cannot hardly barely scarcely nicht nie niemals ne pas jamais nunca jam\u00e1s".split())
_DENIES_NOUN = frozenset("no without neither kein keine keinen keinem keiner keines ohne aucun aucune sans ninguno ninguna ning\u00fan sin only unless except".split())
_BOUNDS = ("up to", "at least", "at most", "no more than", "no less than", "less than", "more than", "fewer than")
_DENIES_BEFORE = frozenset("nicht pas nie niemals jamais".split())
"""Denials that stand after their verb: "reicht nicht", "suffit pas"."""
_JAPANESE = re.compile(r"(?:[\u3041-\u3093]{0,3})(?:\u306a\u3044|\u306a\u304b\u3063|\u307e\u305b\u3093|\u305a\u306b|\u305a\u3001)")
_INSERTED = re.compile(r"\[([^\[\]\n]{1,60})\]")
_BREAK = re.compile(r"[.!?;:\n\u3002\uff01\uff1f]\s{0,8}")
_ELLIPSIS = re.compile(r"[.\u2026\u22ef\s]{0,20}|sic!?", re.IGNORECASE)


def cut_away(quote: str, located: Sequence[Located], source: Source, said_before: str) -> Edit | None:
    """What a found quote leaves out at its edges or in its ellipses, or puts in brackets, that changes what it says.

    Parameters
    ----------
    quote : str
    located : sequence of Located
        In `source`.
    source : Source
    said_before : str
        The words of the rationale before the quote: a denial there is the quote's.

    Returns
    -------
    Edit or None

    Example
    -------
    >>> from judgeaudit.text.locate import locate
    >>> text = "It is not refundable after 30 days."
    >>> cut_away("refundable after 30 days", locate("refundable after 30 days", {"a": text}), Source(text), "It says: ")
    Edit(quoted='', source='not', matters='negation')
    """
    spans = [(part.start, part.end) for part in located]
    tokens = read_tokens(quote)
    found = _before(tokens, spans[0][0], source, said_before) or _after(tokens, spans[-1][1], source)
    if found is None and located[0].how != "exact" and "[" in quote:
        found = _inserted(quote, spans, source)
    if found is None and len(spans) > 1:
        found = _swallowed(spans, source)
    return found


def _window(source: Source, start: int, end: int) -> list[Token]:
    """Tokens of the source from some characters before `start` to some after `end`."""
    folded = source.folded
    first = bisect_left(folded.offsets, max(0, start))
    last = bisect_right(folded.offsets, end - 1)
    while 0 < first and folded.text[first - 1].isalnum() and folded.text[first - 1] < "\u2e80":
        first -= 1
    while last < len(folded.text) and folded.text[last].isalnum() and folded.text[last] < "\u2e80" and folded.text[last - 1].isalnum():
        last += 1
    return read_tokens(source.text, folded, first, last)


def _before(quoted: Sequence[Token], start: int, source: Source, said_before: str) -> Edit | None:
    around = _window(source, start - _REACH, min(len(source.text), start + _REACH))
    cut = _cut(around, start, source.text)
    if cut is not None:
        return cut
    at = next((n for n, token in enumerate(around) if token.start >= start), len(around))
    if not at or (at < len(around) and around[at].broken):
        return None
    last, text = around[at - 1], source.text
    words = len(quoted)
    if "," in text[last.end : start]:
        return None
    denies = (last.key in _DENIES_NEXT and words >= 3) or (last.key in _DENIES_NOUN and words >= 4)
    dense = last.kind == "dense" and last.key in NEGATION_CJK and words >= 4 and last.end == start
    if (denies or dense) and not _said(last, said_before):
        return Edit("", text[last.start : last.end], "negation" if last.key != "only" else "meaning")
    bound = next((bound for bound in _BOUNDS if text[max(0, start - 16) : start].casefold().rstrip().endswith(bound)), "")
    if bound and words >= 4 and quoted[0].kind in ("number", "mark") and bound not in said_before[-24:].casefold():
        return Edit("", bound, "meaning")
    return None


def _said(token: Token, said_before: str) -> bool:
    """Whether the rationale denies it in its own words just before the quote."""
    return any(mine.key == token.key or mine.key in _DENIES_NEXT | _DENIES_NOUN for mine in read_tokens(said_before[-24:])[-3:])


def _after(quoted: Sequence[Token], end: int, source: Source) -> Edit | None:
    text = source.text
    if end >= len(text):
        return None
    if _JAPANESE.match(text, end):
        return Edit("", text[end : _JAPANESE.match(text, end).end()], "negation")  # type: ignore[union-attr]
    around = _window(source, max(0, end - _REACH), min(len(text), end + _REACH))
    cut = _cut(around, end, text)
    if cut is not None:
        return cut
    following = next((token for token in around if token.start >= end), None)
    if following is None or following.broken or len(quoted) < 3 or text[end : following.start].strip(" \t\n*_`"):
        return None
    if following.key in _DENIES_BEFORE and quoted[-1].weight >= 1:
        return Edit("", text[following.start : following.end], "negation")
    if quoted[-1].kind == "number" and following.key in ("%", "\u2030") and len(quoted) > 3:
        return Edit("", text[following.start : following.end], "unit")
    return None


def _cut(around: Sequence[Token], at: int, text: str) -> Edit | None:
    """A number that the edge of the quote goes through."""
    for token in around:
        if token.start < at < token.end and token.kind == "number":
            return Edit(text[at : token.end] if at - token.start < 4 else text[token.start : at], text[token.start : token.end], "number")
    return None


def _inserted(quote: str, spans: Sequence[tuple[int, int]], source: Source) -> Edit | None:
    """A denial, a number or a quantity in brackets that the source has not there."""
    start, end = spans[0][0], spans[-1][1]
    there = {token.key for token in _window(source, start - 60, min(len(source.text), end + 60))}
    for match in _INSERTED.finditer(quote):
        if _ELLIPSIS.fullmatch(match[1]):
            continue
        for token in read_tokens(match[1]):
            matters = lone(token, run=1, omitted=False)
            if matters and token.key not in there:
                return Edit(match[1], "", matters)
    return None


def _swallowed(spans: Sequence[tuple[int, int]], source: Source) -> Edit | None:
    """A denial between two parts of a shortened quote that belongs to one of them."""
    text = source.text
    for (_, left), (right, _) in zip(spans, spans[1:], strict=False):
        hole = text[left:right]
        if len(hole) > 400:
            hole_tokens = [*read_tokens(hole[:60])[:4], *read_tokens(hole[-60:])[-4:]]
        else:
            hole_tokens = read_tokens(hole)
        broken = _BREAK.search(hole) is not None
        near = hole_tokens if len(hole_tokens) <= 4 and not broken else [*_first(hole_tokens, broken), *_last(hole_tokens, hole)]
        for token in near:
            if token.key in _DENIES_NEXT or token.key in ("no", "without") or (token.kind == "dense" and token.key in NEGATION_CJK):
                return Edit("", token.key, "negation")
    return None


def _first(tokens: Sequence[Token], broken: bool) -> list[Token]:
    out: list[Token] = []
    for token in tokens[:2]:
        if token.broken and out:
            break
        out.append(token)
    return [] if broken and len(tokens) < 2 else out[:1] if out and out[0].key not in FUNCTION else out


def _last(tokens: Sequence[Token], hole: str) -> list[Token]:
    """The last word before the next part, unless a sentence ends after it."""
    if not tokens or _BREAK.search(hole[-4:]) is not None or "," in hole[-3:]:
        return []
    return [tokens[-1]]
