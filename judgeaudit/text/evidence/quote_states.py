"""In which state a quote is: verbatim, typeset otherwise, near, altered, or invented; and where it stands, or comes closest to standing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from judgeaudit.domain.evidence import Edit, State
from judgeaudit.text.evidence.edit_words import FUNCTION
from judgeaudit.text.evidence.edits import Compared, compare_tokens
from judgeaudit.text.evidence.language import language_of
from judgeaudit.text.evidence.nearest import Place, nearest_places, whole_words
from judgeaudit.text.evidence.quote_cuts import LOOKED_BACK, cut_number, inserted, lost_negation, negation_after, skipped_negation, spliced
from judgeaudit.text.evidence.quote_tokens import read_tokens
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.spellings import scripts_differ
from judgeaudit.text.evidence.token_forms import AMBIGUOUS_DATE
from judgeaudit.text.evidence.word_token import Token
from judgeaudit.text.folded_sources import FoldedSources, Source
from judgeaudit.text.locate import ELLIPSIS, Located, locate

LEAST_WORDS = 4
"""Words (characters of Han, kana) from where a quote that stands nowhere is an invented one (methods.md 6.2)."""
NEAR_TOKENS, NEAR_RATIO = 0.85, 90.0
"""Share of equal words, or partial ratio, from where a quote is near (methods.md 6.2)."""
NEAR_SAME = 0.82
"""The least share of a near quote's words by weight: one word of content for another in a quote of a few is no small change (ours)."""
ALTERED_SHARE, ALTERED_SCORE = 0.7, 55.0
"""Share of the words without those that matter, and partial ratio, from where a quote is an altered one of its source (ours)."""
_MOST_PARTS = 12
_ESCAPED = re.compile(r"\\[nt\"]")
_LONGEST = 120
"""Tokens that are aligned; of a longer quote its first ones."""
_DENIALS_DENSE = re.compile("\u306a\u3044|\u306a\u304b\u3063|\u306a\u304f|\u307e\u305b\u3093|\u305a\u306b|[\u4e0d\u6ca1\u6c92\u672a\u65e0\u7121]")
_FRAGMENT = re.compile(r"\s*[^\s.!?]{1,30}[.!?]\s+\S+(?:\s+\S+){4}")
_DIGIT = re.compile(r"\d")
_TOKENISED = re.compile(r"(?<=\w)(?=['\u2019](?:s|m|d|re|ve|ll)\b)|(?<=\w)(?=n['\u2019]t\b)", re.IGNORECASE)
"""Where tokenised texts have a blank: he 's, do n't, the 60 's."""
_FEW_WORDS = 6


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a quote, and where: `spans` of one source, none of a fabricated quote; `nearest` is the text there, or the closest one."""

    state: State
    source: str | None
    start: int | None
    end: int | None
    nearest: str | None
    edits: tuple[Edit, ...] = ()
    why: str = ""


def standing(quote: str, sources: Sources, names: Iterable[str] | None = None, *, negated: bool = False) -> Standing:
    """Look a quote up in the named sources.

    Parameters
    ----------
    quote : str
    sources : Sources
    names : iterable of str or None
        None for all of them.
    negated : bool
        The rationale denies what it quotes, so that a "not" left out at the quote's beginning is no change.

    Returns
    -------
    Standing

    Example
    -------
    >>> found = standing("the fee is 30 euros", Sources({"response": "Note that the fee is 20 euros."}))
    >>> found.state, found.nearest, found.edits[0].matters
    ('altered', 'the fee is 20 euros', 'number')
    """
    folded = sources.folded if names is None else _part(sources.folded, names)
    located = locate(quote, folded) or (locate(_TOKENISED.sub(" ", quote), folded) if _TOKENISED.search(quote) else ())
    if located:
        found = _located(quote, located, folded, negated)
        return _undenied(quote, folded, found) if lacks_denial(found) else found
    if _ESCAPED.search(quote):  # as JSON writes it
        plain = quote.replace("\\n", "\n").replace("\\t", " ").replace('\\"', '"')
        located = locate(plain, folded)
        return _located(plain, located, folded, negated) if located else _closest(plain, folded)
    return _elided(quote, folded) or _closest(quote, folded)


@lru_cache(maxsize=256)
def _tokens_of(quote: str, *, month_first: bool = False) -> tuple[Token, ...]:
    """The tokens of a quote, remembered: several sources are asked about one."""
    return tuple(read_tokens(quote, month_first=month_first))


def _part(folded: FoldedSources, names: Iterable[str]) -> FoldedSources:
    part, wanted = FoldedSources({}), set(names)
    part.sources = {name: source for name, source in folded.sources.items() if name in wanted}
    return part


def _located(quote: str, located: Sequence[Located], folded: FoldedSources, negated: bool) -> Standing:
    first, last = located[0], located[-1]
    text = folded.sources[first.source].text
    span = text[first.start : last.end]
    cut = cut_number(text, first.start)
    if cut:
        edit = Edit("", cut, "number")
        return Standing(
            "altered", first.source, first.start - len(cut), last.end, text[first.start - len(cut) : last.end], (edit,), f'the source has "{cut}" before it'
        )
    fragment = _FRAGMENT.match(quote) is not None  # the last word of the sentence before
    lost = "" if negated or fragment else lost_negation(text, first.start) or skipped_negation(text, located)
    after = "" if lost or negated else negation_after(text, last.end, size(quote))
    if after:
        end = text.find(after, last.end) + len(after)
        why = f'the source denies it: "{after}" was left out'
        return Standing("altered", first.source, first.start, end, text[first.start : end], (Edit("", after, "negation"),), why)
    added = inserted(quote, text[first.start : last.end])
    if lost or added:
        edit = Edit("", lost, "negation") if lost else Edit(added, "", "negation")
        why = f'the source denies it: "{lost}" was left out' if lost else f'"{added}" was put in'
        start = first.start if not lost or lost not in text[max(0, first.start - LOOKED_BACK) : first.start] else text.rfind(lost, 0, first.start)
        return Standing("altered", first.source, start, last.end, text[start : last.end], (edit,), why)
    state: State = "exact" if first.how == "exact" else "normalised"
    return Standing(state, first.source, first.start, last.end, span)


def lacks_denial(found: Standing) -> bool:
    """Whether all that a quote changes is a "not" that it leaves out.

    Example
    -------
    >>> lacks_denial(standing("open on all Sundays", Sources({"response": "We are not open on all Sundays."})))
    True
    """
    return found.state == "altered" and len(found.edits) == 1 and found.edits[0].matters == "negation" and not found.edits[0].quoted


def _undenied(quote: str, folded: FoldedSources, found: Standing) -> Standing:
    """Words that one source denies, where another has them without the "not": it is that one that is quoted."""
    for name in folded.sources:
        only = _part(folded, (name,))
        located = locate(quote, only) if name != found.source else ()
        again = _located(quote, located, only, negated=False) if located else found
        if again.state in ("exact", "normalised"):
            return again
    return found


def _elided(quote: str, folded: FoldedSources) -> Standing | None:
    """What becomes of a quote with an ellipsis whose parts do not all stand as they are: each is looked up, all in one source."""
    parts = [part for part in ELLIPSIS.split(quote) if size(part)]
    if len(parts) < 2 or len(parts) > _MOST_PARTS:
        return None
    altered: Standing | None = None
    for name in folded.sources:
        only = _part(folded, (name,))
        found = [_state_in(part, only) for part in parts]
        wrong = [one for one in found if one.state not in ("exact", "normalised", "near")]
        if not wrong:
            start, end = min(one.start or 0 for one in found), max(one.end or 0 for one in found)
            edits = tuple(edit for one in found for edit in one.edits)
            return Standing("near", name, start, end, folded.sources[name].text[start:end], edits, "its parts stand there, not all word for word")
        altered = altered or (wrong[0] if all(one.state == "altered" for one in wrong) else None)
    return altered


def _state_in(part: str, folded: FoldedSources) -> Standing:
    """The state of one part of a shortened quote; a single word of content is found where it stands."""
    located = locate(part, folded)
    return _located(part, located, folded, negated=False) if located else _closest(part, folded)


def _closest(quote: str, folded: FoldedSources) -> Standing:
    found = _nearest(quote, folded)
    if found.state != "near" and (AMBIGUOUS_DATE.search(quote) or AMBIGUOUS_DATE.search(found.nearest or "")):
        again = _nearest(quote, folded, month_first=True)
        found = again if again.state == "near" else found
    if found.state == "near" and scripts_differ(quote, found.nearest or ""):
        return Standing("unchecked", None, None, None, found.nearest, why="it is in other characters, traditional or simplified, than the source")
    return found


def _nearest(quote: str, folded: FoldedSources, *, month_first: bool = False) -> Standing:
    quoted = _tokens_of(quote, month_first=month_first)[:_LONGEST]
    best: tuple[float, Place, Compared, tuple[int, int], str] | None = None
    places = nearest_places(quote, dict(folded.sources))
    nouns = language_of(quote) == "de"  # whose capitals say nothing

    def known(word: str) -> bool:
        return nouns or any(word in source.folded.text for source in folded.sources.values())

    for place in places:
        source = folded.sources[place.source]
        compared = _compared(quoted, quote, place, source, known, month_first=month_first)
        if compared is None:
            continue
        found, span = compared
        rank = found.masked + found.same + (0.5 if not found.matters else 0.0)
        if best is None or rank > best[0] + 0.05:
            best = (rank, place, found, span, source.text[slice(*span)])
    if best is None:
        return Standing("fabricated", None, None, None, _text_of(places, folded), why="no source has such words")
    _, place, found, span, text = best
    turned = not text.isascii() and _turned(quote, found, folded.sources[place.source].text, span)
    state = _state(found, place, quoted, turned=turned)
    skipped = spliced(quote, found.edits)
    if skipped is not None:
        return Standing("altered", place.source, *span, text, (skipped,), f'what takes back the "not" was left out: "{_short(skipped.source)}"')
    if state == "fabricated" and not turned and _is_mended(found, quoted):
        state = "near"
    if state == "fabricated":
        return Standing("fabricated", None, None, None, text, why=f'it stands in no source; the closest is "{_short(text)}"')
    return Standing(state, place.source, *span, text, found.edits, _why(found))


def _compared(
    quoted: Sequence[Token], quote: str, place: Place, source: Source, known: Callable[[str], bool], *, month_first: bool
) -> tuple[Compared, tuple[int, int]] | None:
    start, end = max(0, place.start - place.reach), min(len(source.folded.text), place.end + place.reach)
    start, end = whole_words(source.folded.text, start, end)
    tokens = read_tokens(source.text, source.folded, start, end, month_first=month_first)
    compared = compare_tokens(quoted, tokens, quote, source.text, known)
    if compared is None:
        return None
    return compared, (tokens[compared.first].start, tokens[compared.last].end)


def _state(found: Compared, place: Place, quoted: Sequence[Token], *, turned: bool) -> State:
    enough = (
        (found.matters == "number" and found.masked >= 0.95 and len(quoted) >= LEAST_WORDS)
        or found.anchors >= 2
        or (found.anchors >= 1 and (len(quoted) <= 4 or found.masked >= 0.9))
    )
    if found.matters or turned:
        return "altered" if enough and found.masked >= ALTERED_SHARE and place.score >= ALTERED_SCORE else "fabricated"
    if enough and (found.same >= NEAR_TOKENS or (found.same >= NEAR_SAME and (found.plain >= NEAR_TOKENS or place.score >= NEAR_RATIO))):
        return "near"
    return "fabricated"


def _is_mended(found: Compared, quoted: Sequence[Token]) -> bool:
    """Whether a short quote has one small word more or less than the source, and nothing else: "all of a sudden" for "all of sudden"."""
    if not LEAST_WORDS <= len(quoted) <= _FEW_WORDS or found.matters or len(found.edits) != 1:
        return False
    edit = found.edits[0]
    return "" in (edit.quoted, edit.source) and len(_tokens_of(edit.quoted or edit.source)) == 1 and says_little(edit.quoted or edit.source)


def _turned(quote: str, found: Compared, text: str, span: tuple[int, int]) -> bool:
    """Whether Chinese or Japanese words of one side deny what those of the other say."""
    if found.same < NEAR_TOKENS - 0.15:
        return False
    return len(_DENIALS_DENSE.findall(quote)) != len(_DENIALS_DENSE.findall(text, span[0], span[1] + 3))


def _why(found: Compared) -> str:
    told = [edit for edit in found.edits if edit.matters] or list(found.edits)
    if not told:
        return "the source has the same words"
    edit = told[0]
    if not edit.quoted:
        return f'the source also has "{_short(edit.source)}"'
    return f'the source has "{_short(edit.source)}", not "{_short(edit.quoted)}"' if edit.source else f'the source does not have "{_short(edit.quoted)}"'


def _text_of(places: Sequence[Place], folded: FoldedSources) -> str | None:
    if not places:
        return None
    source = folded.sources[places[0].source]
    start, end = whole_words(source.folded.text, places[0].start, places[0].end)
    return source.text[slice(*source.folded.span(start, end))] if start < end else None


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else line[:77].rstrip() + "..."


def size(quote: str) -> int:
    """How many words a quote has; characters of Han and kana count one each.

    Example
    -------
    >>> size("the fee is due"), size("\u8d39\u7528\u662f\u516d")
    (4, 4)
    """
    return len(_tokens_of(quote))


def says_little(quote: str) -> bool:
    """Whether a quote has function words only."""
    return all(token.key in FUNCTION for token in _tokens_of(quote) if token.kind == "word") and not _DIGIT.search(quote) and quote.isascii()
