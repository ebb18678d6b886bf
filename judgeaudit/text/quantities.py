"""Numbers and quantities that a text cites, with their units, and what each is about.

Read by code, without a model: the common written forms of seven languages and of Chinese and Japanese. What cannot be told is left
open (`what` and `unit` empty); list markers, names with digits in them and the pronoun "one" are no quantities.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from judgeaudit.text import quantity_words as words
from judgeaudit.text.quantity_context import bound_of, noun_after, noun_before, noun_of, singular, tokens_after, tokens_before, with_role
from judgeaudit.text.quantity_dates import MONTH, Stamp, find_stamps
from judgeaudit.text.quantity_measures import Measured, measure, measured_range
from judgeaudit.text.quantity_numbers import find_numerals, fold, packed_version, words_of
from judgeaudit.text.quantity_ratings import is_rating
from judgeaudit.text.quantity_spelled import Numeral


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in a text.

    Attributes
    ----------
    value : float
        In `unit`. A date is yyyymmdd with 0 for what is not said; a time of day is in minutes; a ratio (3 of 5) is in %.
    unit : str
        Canonical: "" none, "%", "EUR", "minute" (of all shorter durations), "day" (and weeks), "month" (and years), "byte", "metre", "date" ...
    kind : str
        number, count, percent, ratio, money, duration, date, time, size, length, weight, volume, temperature, speed, multiple, ordinal,
        reference (line 42), version, or rating: the verdict itself, stated once more ("Rating: 4", "I give it 7 out of 10"), which is no reason for it.
    what : str
        What it counts or is about: at most three words, lower-case, the last in the singular; "" unknown. A number that is demanded and
        not found ends in "limit" or "minimum" (a limit of 50 words: "word limit").
    bound : str
        "", "about", "over" (at least, more than), "under" (at most, less than) or "exactly".
    text, start, end : str, int, int
        `text == source[start:end]`, the number with its unit.
    upper : float or None
        Of a range (3-5), whose lower end is `value`.
    """

    value: float
    unit: str
    kind: str
    what: str
    bound: str
    text: str
    start: int
    end: int
    upper: float | None = None


_Stretch = TypeVar("_Stretch", Numeral, Stamp)

_HEADING = re.compile(r"^#{1,6} [^\n]*", re.MULTILINE)
_ADDRESS = re.compile(r"\b(?:https?://|www\.)\S+|\b[\w.+-]{1,64}@[\w.-]{1,64}")
_MARKER = re.compile(rf" {{0,8}}(?:[-*•>+] ?)?(?:\*\*|__)?\(?[0-9]{{1,2}}[.)](?=[ *_]|$)(?! (?:{MONTH}) [12][0-9]{{3}})")
_ENUMERATED = re.compile(r"(?:^|(?<=[.;:,] )|(?<=and )|(?<=or ))\([0-9]{1,2}\)(?= )", re.MULTILINE)
_JOIN = re.compile(r" ?/ ?| (?:out )?of (?:the |all |a total of )?| in | von | sur | de | su | van ")
_REFERENCES = frozenset(
    words.word_list(
        "line lines step section sections page pages question figure fig table paragraph item items point chapter criterion rule article example option part "
        "level phase turn message sentence appendix equation http error code response output assistant answer candidate model zeile schritt seite absatz ligne "
        "étape página línea paso riga passo regel stap § # no nr requirement case test reason claim verse task problem exercise"
    )
)


def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Numbers and quantities in a text.

    Parameters
    ----------
    text : str
        Any text; a rationale, or what a judge was shown.

    Returns
    -------
    tuple of Quantity
        In order of `start`; none overlap.

    Notes
    -----
    One pass, linear in the length of the text. A text without a digit or number word returns at once.

    Example
    -------
    >>> [(q.value, q.what, q.bound) for q in find_quantities("It has over 1.2k words, twelve of 15 sources.")]
    [(1200.0, 'word', 'over'), (80.0, 'source', '')]
    """
    folded = fold(text)
    seen = words_of(folded)
    numerals = find_numerals(folded, text, seen)
    if not numerals:
        return ()
    skipped = _skipped(folded, numerals)
    found = _stamps(folded, text, seen, numerals, skipped)
    numerals = _outside(numerals, [*skipped, *((q.start, q.end) for q in found)])
    reader, at = _Reader(text, folded, numerals), 0
    while at < len(numerals):
        quantity, at = reader.read(at)
        if quantity is not None:
            rated = is_rating(folded, quantity.start, quantity.end, quantity.kind, quantity.what)
            found.append(replace(quantity, kind="rating") if rated else quantity)
    return tuple(_apart(sorted(found, key=lambda q: q.start)))


def _apart(quantities: list[Quantity]) -> Iterator[Quantity]:
    """Without those that share a character with the one before (as "5$5" may be read)."""
    last = 0
    for quantity in quantities:
        if quantity.start >= last:
            last = quantity.end
            yield quantity


def _skipped(folded: str, numerals: list[Numeral]) -> list[tuple[int, int]]:
    """Stretches whose numbers are no quantities: headings, addresses, marks of list items."""
    found = [m.span() for m in _HEADING.finditer(folded)] if "# " in folded else []
    if "@" in folded or "://" in folded or "www." in folded:
        found += [m.span() for m in _ADDRESS.finditer(folded)]
    for numeral in numerals:
        near = max(0, numeral.start - 14)
        line = folded.rfind("\n", near, numeral.start) + 1 or (0 if near == 0 else -1)
        m = _MARKER.match(folded, line) if line >= 0 else None
        if m is None and folded[numeral.start - 1 : numeral.start] == "(":
            m = _ENUMERATED.match(folded, numeral.start - 1)
        if m is not None:
            found.append(m.span())
    return found


def _stamps(folded: str, text: str, seen: set[str], numerals: list[Numeral], skipped: list[tuple[int, int]]) -> list[Quantity]:
    starts = [n.start for n in numerals if n.form in ("digits", "version")]
    if not starts:
        return []
    stamps = sorted(find_stamps(folded, seen, starts), key=lambda s: (s.start, -s.end))
    found, last = [], -1
    for value, unit, kind, start, end in _outside(stamps, skipped):
        if start >= last:
            found.append(Quantity(value, unit, kind, noun_before(tokens_before(folded, start)), "", text[start:end], start, end))
            last = end
    return found


def _outside(stretches: list[_Stretch], spans: list[tuple[int, int]]) -> list[_Stretch]:
    """Those that touch none of the spans."""
    if not spans:
        return stretches
    spans, at, kept = sorted(spans), 0, []
    for stretch in stretches:
        while at < len(spans) and spans[at][1] <= stretch.start:
            at += 1
        if at == len(spans) or spans[at][0] >= stretch.end:
            kept.append(stretch)
    return kept


class _Reader:
    """Makes quantities of the numerals of a text."""

    def __init__(self, text: str, folded: str, numerals: list[Numeral]) -> None:
        self.text = text
        self.folded = folded
        self.numerals = numerals

    def read(self, at: int) -> tuple[Quantity | None, int]:
        """The quantity that starts at a numeral, if one does, and the numeral after it."""
        numeral = self.numerals[at]
        before = tokens_before(self.folded, numeral.start)
        named = self._named(numeral, before)
        if named is not None or numeral.form == "ordinal":
            return named, at + 1
        if numeral.form == "fraction":
            return self._share(100 * numeral.value, numeral.start, numeral.end, before), at + 1
        following = self.numerals[at + 1] if at + 1 < len(self.numerals) else None
        if following is not None and self._is_ratio(numeral, following):
            return self._share(100 * numeral.value / following.value, numeral.start, following.end, before), at + 2
        measured, upper, taken = measured_range(self.text, self.folded, numeral, following, before)
        return self._finished(measured, upper, before if measured.start == numeral.start else None), at + taken

    def _named(self, numeral: Numeral, before: list[str]) -> Quantity | None:
        """Ordinals, references, versions and multiples, which take no unit."""
        value, start, end, form = numeral
        suffix = self.folded[end : end + 2] if form == "digits" else ""
        if form == "ordinal" or (suffix in ("st", "nd", "rd", "th") and not self.folded[end + 2 : end + 3].isalpha()):
            end += len(suffix)
            what = noun_after(self.folded, end, value=1, attached=True)
            return self._made(Measured(value, "", "ordinal", start, end), what, "") if what or suffix or start < numeral.end - 12 else None
        if form == "multiple":
            return self._made(Measured(value, "time", "multiple", start, end), "", "")
        if form == "quarter":
            return self._made(Measured(value, "", "reference", start, end), "quarter", "")
        mark, label = self.folded[start - 1 : start], before[-1] if before else ""
        if label == "version" and form == "digits":
            value = packed_version(self.folded[start:end]) if re.fullmatch(r"[0-9.]+", self.folded[start:end]) else value
            return self._made(Measured(value, "version", "version", start, end), "", "")
        if mark in ("#", "§"):
            return self._made(Measured(value, "", "reference", start - 1, end), mark if label not in _REFERENCES else singular(label), "")
        if label in _REFERENCES and self.folded[start - 1 : start] in (" ", "-") and not self._has_unit(numeral):
            first = self.folded.rfind(label, 0, start)
            return self._made(Measured(value, "", "reference", first, end), singular(label), "")
        return self._made(Measured(value, "version", "version", start, end), "", "") if form == "version" else None

    def _has_unit(self, numeral: Numeral) -> bool:
        return bool(measure(self.text, self.folded, numeral).unit)

    def _is_ratio(self, first: Numeral, second: Numeral) -> bool:
        if not 0 < second.start - first.end < 20 or {first.form, second.form} - {"digits", "words"} or second.value <= 0:
            return False
        m = _JOIN.fullmatch(self.folded, first.end, second.start)
        if m is None:
            return False
        if "/" in m[0]:
            around = self.folded[first.start - 1 : first.start] + self.folded[second.end : second.end + 1]
            return "/" not in around and first.form == second.form and first.value <= second.value
        if "out of" in m[0]:
            return True
        year = self.folded[second.start : second.end].isdigit() and 1900 <= second.value < 2100
        return first.value <= second.value and not year and not self._has_unit(second)

    def _share(self, value: float, start: int, end: int, before: list[str]) -> Quantity:
        what = noun_of(self.folded, end, value=2) or noun_before(before)
        after = tokens_after(self.folded, end)
        return self._made(Measured(value, "%", "ratio", start, end), what, bound_of(before, after, self.folded, start, end))

    def _finished(self, measured: Measured, upper: float | None, before: list[str] | None) -> Quantity:
        folded, end, plain = self.folded, measured.end, not measured.unit
        before = tokens_before(folded, measured.start) if before is None else before
        after = tokens_after(folded, end)
        bound = bound_of(before, after, folded, measured.start, end)
        what = noun_of(folded, end, value=2) if measured.unit == "%" and after[:1] in (["of"], ["der"], ["des"], ["de"]) else ""
        if not what and (plain or not _ends_in_plural(folded[measured.start : end])) and measured.kind != "multiple":
            what = noun_after(folded, end, value=measured.value, attached=not plain)
        what = what or noun_before(before)
        if plain and not what and upper is None and _is_year(folded[measured.start : end], before):
            return self._made(measured._replace(value=measured.value * 10_000, unit="date", kind="date"), "", bound)
        kind = "count" if plain and what else measured.kind
        what = with_role(what, before, after)
        if bound == "over" and what.endswith("limit"):
            bound = ""  # "exceeds the limit of 50": what is found is above 50, the limit is 50
        return self._made(measured._replace(kind=kind), what, bound, upper)

    def _made(self, measured: Measured, what: str, bound: str, upper: float | None = None) -> Quantity:
        value, unit, kind, start, end = measured
        return Quantity(value + 0.0, unit, kind, what, bound, self.text[start:end], start, end, upper)


def _ends_in_plural(written: str) -> bool:
    last = re.split(r"[ \-]", written)[-1]
    return last.isalpha() and last.endswith("s") and len(last) > 2


def _is_year(written: str, before: list[str]) -> bool:
    if len(written) != 4 or not written.isdigit():
        return False
    return written[:2] in ("19", "20") or (before[-1:] in (["in"], ["since"], ["until"], ["year"], ["from"]) and 1000 <= int(written) < 2100)
