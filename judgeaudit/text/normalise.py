"""The form in which texts are compared however they are typeset, with the way back to where each character stood."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

ZERO_WIDTH = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef"
"""Characters that are not seen, as the inside of a character class."""

_INVISIBLE = re.compile(f"[{ZERO_WIDTH}]")
_SPECIAL = re.compile(
    rf"(?P<hyphen>[-\u2010\u00ad](?<=[^\W_].)[ \t\r]{{0,8}}\n[ \t>]{{0,40}}(?=[^\W_]))"
    rf"|(?P<gap>[ ](?=[\s{ZERO_WIDTH}])[\s{ZERO_WIDTH}]*|[^\S ][\s{ZERO_WIDTH}]*|[{ZERO_WIDTH}][\s{ZERO_WIDTH}]*)"
    r"|(?P<emphasis>[*_]+|`+|~~)"
    r"|(?P<escape>\\[\"'*_`~#>])"
    r"|(?P<line>[>#]+)"
    r"|(?P<link>\[(?=[^\[\]\n]{1,300}\]\((?:https?:|www\.|mailto:|[/#.])[^()\s]{0,500}\))|\]\((?:https?:|www\.|mailto:|[/#.])[^()\s]{0,500}\))"
    r"|(?P<power>[\u00b2\u00b3\u00b9\u2070\u2074-\u2079](?<=\d.)[\u00b2\u00b3\u00b9\u2070\u2074-\u2079]*)"
    r"|(?P<fraction>[\u00bc-\u00be\u2150-\u215e](?<=\d.))"
)
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u301d\u301e\u301f\u300c\u300d\u300e\u300f", '"'),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2039\u203a\u2032\u00b4\uff07", "'"),
        "\u2044": "/",
        "\u22ef": "...",
    }
)
_MOST_MARKS = 30
"""Combining marks that are composed with one letter: sorting more of them takes quadratic time (as in UAX #15, stream-safe text)."""

_BETWEEN = re.compile("[-\u2022\u00b7\u2023\u25e6 \"'*>#|]+")


@dataclass(frozen=True, slots=True)
class Folded:
    """A text in the form in which it is compared.

    Attributes
    ----------
    text : str
        The folded text.
    offsets, ends : sequence of int, length len(text)
        Where the source characters behind each folded character start and end; both never fall.
    """

    text: str
    offsets: Sequence[int]
    ends: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Source offsets of the folded characters from `start` to before `end`; end > start."""
        return self.offsets[start], self.ends[end - 1]


def fold(text: str) -> Folded:
    """Fold a text so that two ways to typeset the same words are one.

    Parameters
    ----------
    text : str

    Returns
    -------
    Folded

    Notes
    -----
    NFKC and case folding by letter with its marks; quotation marks and dashes become straight marks and hyphens; any space is one space,
    none at the ends; characters that are not seen go; words broken at a line end are joined; marks of emphasis, code, links, quoted lines
    and headings go, and a backslash before a mark. What changes a number stays apart: 10\u2075 is 10^5 and not 105, 3\u00bd is 3 1/2. Linear.

    Example
    -------
    >>> fold("An **\ufb01rst-\\nrate** \u201cidea\u201d").text
    'an firstrate "idea"'
    """
    special = _SPECIAL.search(text)
    if special is None and text.isascii():
        start, end = len(text) - len(text.lstrip()), len(text.rstrip())
        return Folded(text.lower()[start:end], range(start, end), range(start + 1, end + 1))
    out = _Output(text)
    at, line_starts = 0, True
    for match in _SPECIAL.finditer(text) if special else ():
        line_starts = line_starts and match.start() == at
        out.plain(at, match.start())
        line_starts = _put_special(out, match, line_starts=line_starts)
        at = match.end()
    out.plain(at, len(text))
    return out.folded()


def condense(folded: Folded) -> Folded:
    """Drop what stands between words, so that tokenised text, broken words, dashes, lists and nested marks match.

    Parameters
    ----------
    folded : Folded

    Returns
    -------
    Folded
        Without spaces, hyphens, list and quotation marks; its offsets are positions in `folded.text`.

    Notes
    -----
    What could change a number stays: a space or a mark between two digits, a hyphen before a number, feet and inches.
    """
    text = folded.text
    parts: list[str] = []
    places = array("I")
    at = opened = 0
    for run in _BETWEEN.finditer(text):
        start, end = run.span()
        opened, kept = _kept(text, start, end, opened)
        parts.append(text[at:start])
        places.extend(range(at, start))
        if kept is not None:
            parts.append(text[kept])
            places.append(kept)
        at = end
    parts.append(text[at:])
    places.extend(range(at, len(text)))
    return Folded("".join(parts), places, array("I", [place + 1 for place in places]))


def _kept(text: str, start: int, end: int, opened: int) -> tuple[int, int | None]:
    """Which character of a run between words stays, if one does; and how many quotation marks are open after it."""
    run = text[start:end]
    before, after = text[start - 1 : start], text[end : end + 1]
    if run == " ":
        return opened, start if before.isdigit() and after.isdigit() else None
    if run == "'" and before.isalpha() and after.isalpha():
        return opened, None
    marks = run.count('"') + run.count("'")
    opens = marks > 0 and (run[0] not in "\"'" or before in ("", "(", "[")) and after != ""
    measure = before.isdigit() and run[0] in "\"'" and not opened
    opened = opened + marks if opens else max(0, opened - marks)
    if measure:
        return opened, start
    if "-" in run and (after.isdigit() or after in tuple("$\u20ac\u00a3\u00a5.")):
        return opened, start + run.rindex("-")
    solid = run.strip(" ")
    digits = before.isdigit() and after.isdigit()
    operator = start > 0 and solid[:1] in ("*", ">") and not text[max(0, start - 2) : start - 1].isalnum()  # a * b
    inside = " " not in run and solid[:1] in ("*", ">", "#", "|") and before and after
    if digits or operator or inside:
        return opened, start + (run.index(solid[0]) if solid else 0)
    return opened, None


class _Output:
    """A folded text as it grows."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.parts: list[str] = []
        self.offsets, self.ends = array("I"), array("I")
        self.spaced = True

    def put(self, piece: str, start: int, end: int) -> None:
        """Add what the source characters from `start` to before `end` become."""
        if piece and not (piece == " " and self.spaced):
            self.parts.append(piece)
            self.offsets.extend([start] * len(piece))
            self.ends.extend([end] * len(piece))
            self.spaced = piece[-1] == " "

    def plain(self, start: int, end: int) -> None:
        """Add source characters that only fold one by one."""
        if self.spaced and self.source[start:end][:1] == " ":
            start += 1
        piece = self.source[start:end]
        if not piece:
            return
        if piece.isascii():
            self._letters(piece.lower(), start)
            return
        folds = list(map(_FOLDS.__getitem__, piece))
        folded = "".join(folds)
        if len(folded) == len(piece) and max(map(len, folds)) == 1 and _JOINING.isdisjoint(piece):
            self._letters(folded, start)
            return
        at = 0
        for odd, fold in enumerate(folds):
            if odd < at or (len(fold) == 1 and piece[odd + 1 : odd + 2] not in _JOINING):
                continue
            self._letters("".join(folds[at:odd]), start + at)
            at = odd + 1
            while at < len(piece) and at - odd <= _MOST_MARKS and piece[at] in _JOINING:
                at += 1
            self.put(fold if at == odd + 1 else _folded(piece[odd:at]), start + odd, start + at)
        self._letters("".join(folds[at:]), start + at)

    def _letters(self, folded: str, start: int) -> None:
        """Add characters that stand for one source character each."""
        if folded:
            self.parts.append(folded)
            self.offsets.extend(range(start, start + len(folded)))
            self.ends.extend(range(start + 1, start + len(folded) + 1))
            self.spaced = folded[-1] == " "

    def folded(self) -> Folded:
        text = "".join(self.parts)
        length = len(text.rstrip(" "))
        return Folded(text[:length], self.offsets[:length], self.ends[:length])


def _put_special(out: _Output, match: re.Match[str], *, line_starts: bool) -> bool:
    """Fold what one match stands for; whether a line has still only just begun."""
    text, kind, (start, end) = out.source, match.lastgroup, match.span()
    piece = match[0]
    if kind == "gap":
        out.put("" if _INVISIBLE.sub("", piece) == "" else " ", start, end)
        return line_starts or "\n" in piece or "\r" in piece
    if kind == "hyphen":
        if piece[0] != "\u00ad" and not (text[start - 1].isalpha() and text[end].isalpha() and not text[end].isupper()):
            out.put("-", start, start + 1)
        return False
    if kind == "line" and line_starts and (piece[-1] == ">" or (piece[0] != ">" and text[end : end + 1].isspace())):
        return True
    if kind == "emphasis" and not _is_emphasis(text, start, end):
        out.plain(start, end)
    elif kind == "escape":
        out.put(piece[1].lower(), start, end)
    elif kind == "line":
        out.plain(start, end)
    elif kind == "power":
        out.put("^" + _folded(piece), start, end)
    elif kind == "fraction":
        out.put(" " + _folded(piece), start, end)
    return False


def _is_emphasis(text: str, start: int, end: int) -> bool:
    """Whether a run of * or _ stands at the edge of a word; back-ticks and ~~ are always marks."""
    if text[start] in "`~":
        return True
    before, after = text[start - 1 : start], text[end : end + 1]
    if before.isalnum() and after.isalnum():  # snake_case and 2**3, but not **bold**text
        return text[start] == "*" and end - start > 1 and not before.isdigit() and not after.isdigit()
    return not ((before == "" or before.isspace()) and (after == "" or after.isspace()))


def _folded(cluster: str) -> str:
    """A letter with its marks, folded."""
    plain = unicodedata.normalize("NFKC", cluster.translate(_PLAIN)).translate(_PLAIN)
    return _INVISIBLE.sub("", unicodedata.normalize("NFKC", plain.casefold()))


_JOINING: set[str] = set()
"""Characters met so far that are composed with the one before them."""


class _Folds(dict[str, str]):
    """What single characters fold to, filled as they are met."""

    def __missing__(self, character: str) -> str:
        first = unicodedata.normalize("NFKC", character)[0]
        if unicodedata.category(first)[0] == "M" or "\u1160" <= first <= "\u11ff":  # vowels and finals of Hangul
            _JOINING.add(character)
        self[character] = folded = _folded(character)
        return folded


_FOLDS = _Folds()
