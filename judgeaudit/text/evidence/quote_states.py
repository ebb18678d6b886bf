"""What became of a quote: where it stands, how its words differ from the source's, and what that makes of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from judgeaudit.domain.evidence import Edit, EvidenceClaim, State
from judgeaudit.text.evidence.edit_words import NEGATIONS
from judgeaudit.text.evidence.edits import Comparison, compare, says_something
from judgeaudit.text.evidence.language import language_of
from judgeaudit.text.evidence.nearest import Place, nearest_places, whole_words
from judgeaudit.text.evidence.quote_edges import cut_away
from judgeaudit.text.evidence.quote_tokens import Token, read_tokens
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.folded_sources import FoldedSources, Source
from judgeaudit.text.locate import Located, locate
from judgeaudit.text.normalise import fold

LEAST_WORDS, LEAST_DENSE = 4, 5
"""Words (characters of Chinese and Japanese) from which a quote that stands nowhere is held against the sources."""
NEAR, ALTERED, PART = 0.85, 0.72, 0.6
"""Similarity of words from which a quote is near; altered, but for what matters; and below which it stands nowhere (ours)."""
NEAR_LETTERS = 90
_FAR = 12.0
"""Points of likeness below the closest place within which others are looked at."""


@dataclass(frozen=True, slots=True)
class Found:
    """State of a quote with what it was held against."""

    state: State
    source: str | None = None
    start: int | None = None
    end: int | None = None
    nearest: str | None = None
    why: str = ""
    edits: tuple[Edit, ...] = ()

    def claim(self, text: str, start: int) -> EvidenceClaim:
        """The claim that stands at an offset of the rationale."""
        return EvidenceClaim("quote", text, self.state, self.source, self.start, self.end, self.nearest, self.why, start, start + len(text), self.edits)


def quote_state(quote: str, sources: Sources, places: Sequence[str] = (), said_before: str = "") -> Found:
    """Look a quote up in the sources.

    Parameters
    ----------
    quote : str
        The inside of the marks.
    sources : Sources
    places : sequence of str
        The sources that it is said to stand in; () where nothing says so.
    said_before : str
        The words of the rationale before it.

    Returns
    -------
    Found

    Example
    -------
    >>> sources = Sources({"context": "Refunds take 30 days.", "response": "Refunds take 14 days, at no cost."})
    >>> [quote_state(quote, sources).state for quote in ("refunds take 14 days", "refunds take 20 days", "you may call us at any hour")]
    ['exact', 'altered', 'fabricated']
    >>> quote_state("Refunds take 30 days", sources, ["response"]).state
    'misattributed'
    """
    every = sources.folded.sources
    mine = {name: every[name] for name in places if name in every}
    found = _standing(quote, mine or every, said_before)
    if found is not None:
        return found
    words = read_tokens(quote)
    if not mine or len(mine) == len(every):
        return _not_found(quote, words, every, every)
    elsewhere = _standing(quote, {name: source for name, source in every.items() if name not in mine}, said_before)
    here = _not_found(quote, words, mine, every)
    if here.state == "near":
        return here
    if elsewhere is not None and elsewhere.state != "altered":
        return _misplaced(elsewhere, words, mine)
    if here.state == "altered":
        return here
    there = _not_found(quote, words, every, every)
    if there.state == "near" and is_long_enough(words):
        return _misplaced(there, words, mine)
    return there if there.state == "altered" else here


def is_long_enough(words: Sequence[Token]) -> bool:
    """Whether a quote has so many words that they do not meet by chance."""
    dense = sum(token.kind == "dense" for token in words)
    return len(words) >= (LEAST_DENSE if dense * 2 > len(words) else LEAST_WORDS)


def _misplaced(found: Found, words: Sequence[Token], places: dict[str, Source]) -> Found:
    if not is_long_enough(words):
        return replace(found, state="unchecked", why=f"it is too short to say that it was taken from the {_named(found.source)}")
    return replace(found, state="misattributed", why=f"it stands in the {_named(found.source)}, not in the {' or the '.join(map(_named, places))}", edits=())


def _named(source: str | None) -> str:
    return (source or "").replace("_a", " A").replace("_b", " B") if (source or "").startswith("response") else source or ""


def _standing(quote: str, texts: dict[str, Source] | object, said_before: str) -> Found | None:
    """A quote that stands there, in its own words or shortened; altered where it leaves out what turns it round."""
    holder = FoldedSources({})
    holder.sources = texts  # type: ignore[assignment]
    located = locate(quote, holder)
    if not located:
        return None
    turned, place = _turned(quote, located, holder, said_before)
    name, start, end = place[0].source, place[0].start, place[-1].end
    nearest = holder.sources[name].text[start:end]
    if turned is not None:
        return Found("altered", name, start, end, nearest, _why_altered((turned,), name), (turned,))
    how = {part.how for part in place}
    why = "" if how == {"exact"} else "shortened" if "ellipsis" in how else "the same words, typeset otherwise"
    return Found("exact" if how == {"exact"} else "normalised", name, start, end, nearest, why)


def _turned(quote: str, located: tuple[Located, ...], texts: FoldedSources, said_before: str) -> tuple[Edit | None, tuple[Located, ...]]:
    """What the quote leaves out where it stands, unless it stands in another source without that."""
    turned = cut_away(quote, located, texts.sources[located[0].source], said_before)
    if turned is None:
        return None, located
    for name, source in texts.sources.items():
        after = located[-1].end if name == located[0].source else 0
        for _ in range(3):
            rest = Source(source.text[after:]) if after else source
            holder = FoldedSources({})
            holder.sources = {name: rest}
            again = locate(quote, holder)
            if not again or (name == located[0].source and not after):
                break
            if cut_away(quote, again, rest, said_before) is None:
                return None, tuple(replace(part, start=part.start + after, end=part.end + after) for part in again)
            after += again[-1].end
    return turned, located


def _not_found(quote: str, words: list[Token], texts: dict[str, Source] | object, every: object) -> Found:
    """A quote that does not stand there word for word."""
    nearest = nearest_places(quote, dict(texts))  # type: ignore[call-overload]
    if not nearest:
        return Found("unchecked", why="there is no text to hold it against")
    if not says_something(words):
        return Found("unchecked", why="it is too short to be looked up")
    best: tuple[tuple[float, float], Place, Comparison] | None = None
    for place in nearest:
        if place.score < nearest[0].score - _FAR:
            break
        found = _compared(quote, words, place, every)
        if found is not None:
            rank = (found.similarity * min(found.kept, 4.0) - 0.2 * len(found.matters), place.score)
            if best is None or rank > best[0]:
                best = (rank, place, found)
    if best is None:
        return _nowhere(words, nearest[0], every, quote)
    return _state(quote, words, best[1], best[2], every)


def _compared(quote: str, words: Sequence[Token], place: Place, every: object) -> Comparison | None:
    source = every[place.source]  # type: ignore[index]
    first, last = max(0, place.start - place.reach), min(len(source.folded.text), place.end + place.reach)
    first, last = whole_words(source.folded.text, first, last)
    window = read_tokens(source.text, source.folded, first, last)
    return compare(quote, words, source.text, window, lambda word: _is_known(word, every))


def _is_known(word: str, every: object) -> bool:
    return any(word in source.folded.text for source in every.values())  # type: ignore[attr-defined]


def _state(quote: str, words: Sequence[Token], place: Place, found: Comparison, every: object) -> Found:
    """Near, altered or fabricated, by what differs and how much is left."""
    source = every[place.source]  # type: ignore[index]
    span = source.text[found.start : found.end]
    matters = found.matters
    held = (place.source, found.start, found.end, span)
    enough = found.kept >= (1.0 if matters else 1.25)
    if matters and found.similarity >= ALTERED and enough:
        return Found("altered", *held, _why_altered(found.edits, place.source), found.edits)
    if not matters and enough and (found.similarity >= NEAR or (place.score >= NEAR_LETTERS and found.strange <= 1)):
        return Found("near", *held, "some words differ, none that matters", found.edits)
    if not is_long_enough(words):
        return Found("unchecked", nearest=span, why="it is too short to be looked up")
    if not matters and found.similarity >= PART and found.strange < 1.05 and enough:
        return Found("unchecked", *held, "a word differs, and whether that matters cannot be told", found.edits)
    if _is_foreign(quote, place, every):
        return Found("unchecked", nearest=span, why="it is in another language than the text: a translation")
    if matters and found.similarity >= PART and enough:
        return Found("altered", *held, _why_altered(found.edits, place.source), found.edits)
    return _nowhere(words, place, every, quote, span)


def _nowhere(words: Sequence[Token], place: Place, every: object, quote: str, span: str = "") -> Found:
    source = every[place.source]  # type: ignore[index]
    if not span:
        start, end = whole_words(source.folded.text, place.start, place.end)
        start, end = source.folded.span(start, end) if start < end else (0, 0)
        span = source.text[start:end]
    if not is_long_enough(words):
        return Found("unchecked", nearest=span, why="it is too short to be looked up")
    if _is_foreign(quote, place, every):
        return Found("unchecked", nearest=span, why="it is in another language than the text: a translation")
    return Found("fabricated", nearest=span, why="no text that the judge saw has these words")


def _is_foreign(quote: str, place: Place, every: object) -> bool:
    """Whether a quote is in a language of none of the sources, where both languages are known."""
    spoken = language_of(quote)
    if not spoken:
        return False
    there = {language_of(source.text) for source in every.values() if source.text.strip()}  # type: ignore[attr-defined]
    return bool(there - {""}) and spoken not in there


def _why_altered(edits: Sequence[Edit], source: str) -> str:
    """One sentence on the first differences that matter."""
    told = [f"{_shown(edit.source)} in the {_named(source)}, {_shown(edit.quoted)} in the quote" for edit in edits if edit.matters]
    return "; ".join(told[:2])


def _shown(words: str) -> str:
    return f'"{words}"' if words else "nothing"


def denies(words: Sequence[Token]) -> bool:
    """Whether a stretch has a word that denies."""
    return any(token.key in NEGATIONS for token in words)


def folded_start(source: Source, offset: int) -> int:
    """Where an offset of a source stands in its folded text."""
    return bisect_left(source.folded.offsets, offset)


def shown_words(quote: str) -> str:
    """A quote as it is compared."""
    return fold(quote).text
