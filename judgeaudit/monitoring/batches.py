"""Rows of one file of verdicts, as the watch reads them: which are about what is watched, when they were made, where on the scale they are."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from judgeaudit.domain.rubric import Scale
from judgeaudit.stats.kernels.ratings_check import FloatArray

Places = NDArray[np.int64]
T = TypeVar("T")

DAY = 86_400.0

NO_VERDICT, OFF_SCALE = -1, -2
"""Places of rows without a verdict, and of those whose verdict is not on the scale."""


@dataclass(frozen=True)
class Rows:
    """Rows about one judge and criterion, in the order of the file.

    Attributes
    ----------
    items, strata : list of str
    places : int array, shape (n,)
        Place of the verdict among the `n_points` values of the scale; below 0 without one.
    seconds : float array, shape (n,)
        When it was made, since 1970; NaN where that is not known.
    digests : int array, shape (n,)
        64 bits of item, judge, criterion, replicate and time: the same for the same observation.
    words, rationales : list of str or None
    elsewhere : int
        Rows about other judges or criteria, and probe rows, which were left out.
    """

    items: list[str]
    strata: list[str]
    places: Places
    seconds: FloatArray
    digests: Places
    words: list[str]
    rationales: list[str | None]
    n_points: int
    elsewhere: int = 0
    _first: dict[str, int] = field(default_factory=dict)

    def first_place(self, item: str) -> int:
        """Place of the first verdict of an item."""
        if not self._first:
            for name, place in zip(self.items, self.places, strict=True):
                if place >= 0:
                    self._first.setdefault(name, int(place))
        return self._first[item]

    def at(self, indices: Places) -> Rows:
        """Some of the rows."""
        return Rows(
            _chosen(self.items, indices), _chosen(self.strata, indices), self.places[indices], self.seconds[indices], self.digests[indices],
            _chosen(self.words, indices), _chosen(self.rationales, indices), self.n_points, self.elsewhere,
        )  # fmt: skip


def _chosen(values: list[T], indices: Places) -> list[T]:
    return [values[index] for index in indices]


def rows_of(table: pa.Table, *, judge: str, criterion: str, scale: Scale, label: str | None, n_points: int) -> Rows:
    """Rows of a ratings table that are about one judge and criterion.

    Parameters
    ----------
    table : pyarrow.Table
        In `tables.RATINGS_SCHEMA`.
    judge, criterion : str
    scale : Scale
    label : str or None
        The label whose share is watched; None for the mean.
    n_points : int
    """
    about = pc.and_(pc.equal(table["judge"], judge), pc.equal(table["criterion"], criterion))
    mask = pc.fill_null(pc.and_(about, pc.is_null(table["probe"])), False)
    mine = table.filter(mask)
    items, stamps = mine["item_id"].to_pylist(), [text or "" for text in mine["created_at"].to_pylist()]
    times = {text: seconds_of(text) for text in set(stamps)}
    seconds = np.array([times[text] for text in stamps], dtype=float)
    places, words = _places(mine, scale, label, n_points=n_points)
    numbers = mine["replicate"].to_pylist()
    digests = [
        row_digest(item, judge, criterion, number, text if np.isnan(second) else f"{second:.6f}")
        for item, number, text, second in zip(items, numbers, stamps, seconds, strict=True)
    ]
    return Rows(
        items, [text or "" for text in mine["stratum"].to_pylist()], places, seconds, np.array(digests, dtype=np.int64), words,
        mine["rationale"].to_pylist(), n_points, table.num_rows - mine.num_rows,
    )  # fmt: skip


def row_digest(item: str, judge: str, criterion: str, replicate: int | None, when: str) -> int:
    """Signed 64 bits that are the same for the same observation, in any file."""
    text = "\x1f".join((item, judge, criterion, str(replicate), when))
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big", signed=True)


def seconds_of(text: str) -> float:
    """Seconds since 1970 of ISO 8601 (UTC where no zone is given), or of a number of seconds or milliseconds; NaN where it is no time."""
    try:
        number = float(text)
    except ValueError:
        pass
    else:
        return (number / 1000 if abs(number) > 1e11 else number) if np.isfinite(number) else float("nan")
    try:
        time = datetime.datetime.fromisoformat(text.strip())
    except ValueError:
        return float("nan")
    return (time if time.tzinfo else time.replace(tzinfo=datetime.UTC)).timestamp()


def _places(rows: pa.Table, scale: Scale, label: str | None, *, n_points: int) -> tuple[Places, list[str]]:
    """Place of each row, and its verdict in words."""
    known: dict[str, int] = {}
    places, words = np.full(rows.num_rows, NO_VERDICT, dtype=np.int64), [""] * rows.num_rows
    columns = (rows[name].to_pylist() for name in ("status", "label", "score"))
    for index, (status, text, score) in enumerate(zip(*columns, strict=True)):
        if status != "ok":
            words[index] = status or "no verdict"
            continue
        said = text if text is not None else f"{score:.15g}" if score is not None else ""
        if said not in known:
            known[said] = place_of(said, scale, label, n_points=n_points)
        places[index], words[index] = known[said], said
    return places, words


def place_of(said: str, scale: Scale, label: str | None, *, n_points: int) -> int:
    """Place of a verdict among the values of the scale; `OFF_SCALE` where it is not on it. Nothing is moved onto the scale, be it guessed or not."""
    if label is not None:
        found = scale.find(said)
        return int(found == label) if found is not None else OFF_SCALE
    code = scale.code(said)
    if code is None:
        return OFF_SCALE
    low, high = (1.0, float(len(scale.labels or ()))) if scale.level == "ordinal" else (scale.low or 0.0, scale.high or 0.0)
    return round((code - low) / (high - low) * (n_points - 1))


@dataclass(frozen=True)
class Sifted:
    """Which rows of a batch count.

    Attributes
    ----------
    new : int array
        Places of rows that were not seen before, in the order of the file.
    repeats, late : int
    days : int array, shape (len(new),)
        Day of each new row, since 1970.
    newest : int
        Newest day that was ever seen.
    """

    new: Places
    repeats: int
    late: int
    days: Places
    newest: int


def sift(rows: Rows, seen: Collection[int], *, newest: int, window_days: int, today: int) -> Sifted:
    """Leave out what was seen before, and what is older than the window.

    Parameters
    ----------
    rows : Rows
    seen : collection of int
        Digests that the state knows.
    newest : int
        Newest day so far; below 0 before the first row.
    window_days : int
    today : int
        Rows of the future count as today's: one wrong clock must not make all that follow late. Rows without time count as the newest day's.
    """
    order = np.unique(rows.digests, return_index=True)[1]
    first = np.zeros(len(rows.digests), dtype=bool)
    first[order] = True
    before = np.isin(rows.digests, np.fromiter(seen, dtype=np.int64, count=len(seen)))
    dated = ~np.isnan(rows.seconds)
    days = np.where(dated, np.minimum(np.nan_to_num(rows.seconds) // DAY, today), newest if newest >= 0 else today).astype(np.int64)
    late = days < newest - window_days if newest >= 0 else np.zeros(len(days), dtype=bool)
    new = np.flatnonzero(first & ~before & ~late)
    return Sifted(new, int((~late & ~(first & ~before)).sum()), int(late.sum()), days[new], max(newest, int(days[new][dated[new]].max(initial=-1))))
