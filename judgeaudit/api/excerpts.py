"""A text that is too long to be embedded whole: its beginning, windows around what was found in it, and words that say what is left out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judgeaudit import thresholds

Stretch = tuple[int, int]

MIN_BEGINNING = 600
"""Characters of the beginning that every text keeps."""
CONTEXTS = (300, 150, 60)
"""Characters on each side of a span, the widest first with which all of them fit."""
LONGEST = 1200
"""Characters of one span that are kept: a longer one is shown by its beginning."""
NEAR = 60
"""Stretches nearer than this become one: the words between them would be as long as what they leave out."""

_WORD = 24
"""Characters within which a cut looks for a blank."""
_CLUSTER = 64
"""Characters that a cut moves at most so as not to split what is read as one: a hostile text piles up marks without end."""
_BLANK = re.compile(r"\s")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What is kept of a text of `length` characters.

    `pieces` are (at, start, n): `text[at : at + n]` is `whole[start : start + n]`; all else of `text` says what is left out.
    """

    text: str
    pieces: tuple[tuple[int, int, int], ...]
    length: int


def excerpt(text: str, spans: Iterable[Stretch] = ()) -> Excerpt | None:
    """The parts of a text that are embedded, within about `thresholds.MAX_TEXT` characters.

    Parameters
    ----------
    text : str
    spans : iterable of (start, end)
        What should be seen, the worst first: where not everything fits, the first are kept.

    Returns
    -------
    Excerpt or None
        None where the text is short enough to be kept whole.
    """
    if len(text) <= thresholds.MAX_TEXT:
        return None
    kept = _filled(text, _chosen(text, list(dict.fromkeys(spans))))
    if kept == [(0, len(text))]:
        return None
    parts: list[str] = []
    pieces = []
    at = end = 0
    for start, stop in kept:
        between = f" […] {_left_out(start - end)} […] " if start > end else ""
        parts += [between, text[start:stop]]
        pieces.append((at + len(between), start, stop - start))
        at, end = at + len(between) + stop - start, stop
    if end < len(text):
        parts.append(f" […] {_left_out(len(text) - end)}")
    return Excerpt("".join(parts), tuple(pieces), len(text))


def _left_out(n: int) -> str:
    return f"{n:,} character{'' if n == 1 else 's'} left out"


def _chosen(text: str, spans: Sequence[Stretch]) -> list[Stretch]:
    """The beginning and a window for each span; where even narrow windows do not all fit, those of the first spans that do."""
    beginning = (0, _end(text, MIN_BEGINNING))
    for context in CONTEXTS:
        windows = _joined(text, [beginning, *(_window(text, span, context) for span in spans)])
        if _size(windows) <= thresholds.MAX_TEXT:
            return windows
    kept = [beginning]
    for span in spans:
        more = _joined(text, [*kept, _window(text, span, CONTEXTS[-1])])
        kept = more if _size(more) <= thresholds.MAX_TEXT else kept
    return kept


def _filled(text: str, kept: list[Stretch]) -> list[Stretch]:
    """With the beginning as long as the room that is left allows."""
    while (room := thresholds.MAX_TEXT - _size(kept)) > 0:
        end = max(kept[0][1], _end(text, kept[0][1] + room))
        more = _joined(text, [(0, end), *kept[1:]])
        if more == kept:
            break
        kept = more
    return kept


def _window(text: str, span: Stretch, context: int) -> Stretch:
    start, end = span
    return _start(text, start - context), _end(text, min(end, start + LONGEST) + context)


def _joined(text: str, stretches: Iterable[Stretch]) -> list[Stretch]:
    """In the order of the text, without overlap and without small holes."""
    joined: list[Stretch] = []
    for start, end in sorted(stretches):
        stop = len(text) if len(text) - end <= NEAR else end
        if joined and start - joined[-1][1] <= NEAR:
            joined[-1] = (joined[-1][0], max(joined[-1][1], stop))
        else:
            joined.append((start, stop))
    return joined


def _size(stretches: Iterable[Stretch]) -> int:
    return sum(end - start for start, end in stretches)


def _start(text: str, at: int) -> int:
    """Where a window begins: after a blank where one is near, never within a character as it is read."""
    if at <= 0:
        return 0
    blank = _BLANK.search(text, at, at + _WORD)
    at = blank.end() if blank else at
    return next((place for place in range(at, max(at - _CLUSTER, 0), -1) if not _splits(text, place)), at)


def _end(text: str, at: int) -> int:
    """Where a piece ends: before a blank where one is near, never within a character as it is read."""
    if at >= len(text):
        return len(text)
    at = next((place for place in range(at, at - _WORD, -1) if text[place].isspace()), at)
    return next((place for place in range(at, min(at + _CLUSTER, len(text))) if not _splits(text, place)), at)


def _splits(text: str, at: int) -> bool:
    """Whether a cut would part a mark from its letter, halves of a surrogate pair, or what makes up one emoji, flag or syllable."""
    before, after = ord(text[at - 1]), ord(text[at])
    return (
        unicodedata.category(text[at])[0] == "M"
        or 0x200D in (before, after)  # the joiner of emoji
        or 0x1F3FB <= after <= 0x1F3FF  # skin
        or 0xE0020 <= after <= 0xE007F  # tags of a flag
        or (0x1F1E6 <= before <= 0x1F1FF and 0x1F1E6 <= after <= 0x1F1FF)
        or (0xD800 <= before <= 0xDBFF and 0xDC00 <= after <= 0xDFFF)
        or 0x1160 <= after <= 0x11FF  # vowels and ends of Korean syllables
        or (before, after) == (0x0D, 0x0A)
    )
