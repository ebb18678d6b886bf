"""Variance components of items, judges and replicates by analogous T statistics (Henderson's method 1), for any sets of item weights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

import numpy as np

from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, IntArray
from judgeaudit.stats.kernels.resampling import divide

ITEM, JUDGE, REPLICATE = "item", "judge", "replicate"
CELL, RESIDUAL = "item x judge", "residual"

Source = tuple[bool, bool, bool]
"""Whether the levels of a source differ between items, between judges, between replicates."""

NESTED: dict[str, Source] = {ITEM: (True, False, False), JUDGE: (False, True, False), CELL: (True, True, False), RESIDUAL: (True, True, True)}
CROSSED: dict[str, Source] = {
    ITEM: (True, False, False), JUDGE: (False, True, False), REPLICATE: (False, False, True), CELL: (True, True, False),
    "item x replicate": (True, False, True), "judge x replicate": (False, True, True), RESIDUAL: (True, True, True),
}  # fmt: skip
ONE_REPLICATE: dict[str, Source] = {ITEM: (True, False, False), JUDGE: (False, True, False), RESIDUAL: (True, True, True)}

_MEAN: Source = (False, False, False)

ROUNDING = 1e-12
"""Share of the variance of all ratings below which a component is what rounding left of 0."""

SINGULAR = 1e-9
"""Smallest singular value of the scaled expectations, below which the ratings do not tell the sources apart."""

ROWS_AT_ONCE = 20_000
"""Rows whose summands are held in memory at once, where they are added up once only."""

Components = Callable[[FloatArray], FloatArray]
"""Weights of rows, shape (n, n_rows), to components, shape (n, n_sources), and after them for each source the part of its
component that is left in the mean over an item's ratings, shape (n, 2 n_sources); NaN where undefined."""


@dataclass(frozen=True, slots=True)
class _Sums:
    """Columns that are added up over rows: where each begins, and its shape (judges or 1, replicates or 1)."""

    columns: list[FloatArray]
    places: dict[tuple[object, ...], tuple[slice, tuple[int, int]]]

    def add(self, key: tuple[object, ...], values: FloatArray) -> None:
        start = sum(column.shape[1] for column in self.columns)
        shape = (values.shape[1], values.shape[2])
        self.columns.append(values.reshape(len(values), -1))
        self.places[key] = slice(start, start + prod(shape)), shape

    def read(self, found: FloatArray) -> dict[tuple[object, ...], FloatArray]:
        """Added up columns, shape (n, n_columns), by key, each of shape (n, judges or 1, replicates or 1)."""
        return {key: found[:, place].reshape(len(found), *shape) for key, (place, shape) in self.places.items()}


def design_of(given: BoolArray, *, crossed: bool) -> dict[str, Source]:
    """The sources that the ratings can tell apart, by name.

    Parameters
    ----------
    given : bool array, shape (n_rows, n_judges, n_replicates)
    crossed : bool
        Whether a replicate is the same thing for all items and judges.
    """
    if crossed:
        return CROSSED if (given.any(axis=(0, 1))).sum() > 1 else ONE_REPLICATE
    return NESTED if (given.sum(axis=2) > 1).any() else ONE_REPLICATE


def components_kernel(ratings: FloatArray, design: dict[str, Source]) -> Components:
    """The function from item weights to variance components.

    Parameters
    ----------
    ratings : float array, shape (n_rows, n_judges, n_replicates)
        NaN where there is no rating.
    design : dict of str to Source
        Ends with the residual, whose levels are single ratings.

    Notes
    -----
    T_A = sum over levels a of A of X_a^2 / n_a has expectation n mu^2 + sum_B k(A, B) var_B, with
    k(A, B) = sum_a sum_b n_ab^2 / n_a. T - T_mean is set equal to its expectation and solved for the components; with
    complete ratings that is the analysis of variance, to the last digit. No distribution is assumed.

    References
    ----------
    Henderson 1953, doi:10.2307/3001853. Brennan 2001, Generalizability Theory, section 7.1.
    """
    sums = _summands(_centred(ratings), ~np.isnan(ratings), list(design.values()))
    table = np.hstack(sums.columns)
    return lambda weights: _solve(sums.read(weights @ table), list(design.values()))


def components_at(ratings: FloatArray, counts: IntArray, design: dict[str, Source]) -> tuple[FloatArray, FloatArray]:
    """Components, and the part of each that is left in the mean, at the counts: as `components_kernel`, in little memory.

    Parameters
    ----------
    ratings : float array, shape (n_rows, n_judges, n_replicates)
    counts : int array, shape (n_rows,)
    design : dict of str to Source
    """
    sources, values = list(design.values()), _centred(ratings)
    total, sums = np.zeros((1, 0)), _Sums([], {})
    for start in range(0, len(values), ROWS_AT_ONCE):
        rows = slice(start, start + ROWS_AT_ONCE)
        sums = _summands(values[rows], ~np.isnan(ratings[rows]), sources)
        added = counts[np.newaxis, rows].astype(np.float64) @ np.hstack(sums.columns)
        total = added if start == 0 else total + added
    solved = _solve(sums.read(total), sources)[0]
    return solved[: len(sources)], solved[len(sources) :]


def _summands(values: FloatArray, given: BoolArray, sources: list[Source]) -> _Sums:
    """What is added up over rows."""
    numbers = _margins(given.astype(np.float64))
    sums = _Sums([], {})
    for a in [*sources, _MEAN]:
        _add_squares(sums, a, values, numbers)
        for b in sources:
            _add_coefficient(sums, a, b, numbers)
    for b in sources:
        sums.add(("left", b), _left_in_mean(b, numbers))
    sums.add(("items",), numbers[_MEAN].clip(max=1.0))
    return sums


def _centred(ratings: FloatArray) -> FloatArray:
    """Ratings around their mean (exactly 0 where all are the same), 0 where missing."""
    given = ~np.isnan(ratings)
    used = ratings[given]
    if used.size == 0 or np.ptp(used) == 0:
        return np.zeros(ratings.shape)
    return np.where(given, ratings - used.mean(), 0.0)


def _margin(values: FloatArray, source: Source) -> FloatArray:
    """Sums over the judges and replicates that a source does not tell apart, within each row."""
    axes = tuple(axis for axis in (1, 2) if not source[axis])
    return np.asarray(values.sum(axis=axes, keepdims=True))


def _margins(numbers: FloatArray) -> dict[Source, FloatArray]:
    """Numbers of ratings of each source's levels within each row."""
    within = {(judge, replicate): _margin(numbers, (True, judge, replicate)) for judge in (False, True) for replicate in (False, True)}
    return {(item, *levels): margin for levels, margin in within.items() for item in (False, True)}


def _union(a: Source, b: Source) -> Source:
    return a[0] or b[0], a[1] or b[1], a[2] or b[2]


def _quotients(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Quotients, 0 where there is nothing to divide by."""
    denominator = np.broadcast_to(denominator, numerator.shape)
    return np.divide(numerator, denominator, out=np.zeros(numerator.shape), where=denominator > 0)


def _add_squares(sums: _Sums, a: Source, values: FloatArray, numbers: dict[Source, FloatArray]) -> None:
    x, n = _margin(values, a), numbers[a]
    if a[0]:
        sums.add(("T", a), _margin(_quotients(x**2, n), _MEAN))
    else:
        sums.add(("x", a), x)
        sums.add(("n", a), n)


def _add_coefficient(sums: _Sums, a: Source, b: Source, numbers: dict[Source, FloatArray]) -> None:
    both = numbers[_union(a, b)]
    if a[0]:
        sums.add(("k", a, b), _margin(_quotients(both**2, numbers[a]), _MEAN))
    elif b[0]:
        sums.add(("n2", a, b), _margin(both**2, a))
    else:
        sums.add(("ab", a, b), both)


def _left_in_mean(b: Source, numbers: dict[Source, FloatArray]) -> FloatArray:
    """For each row, the sum over the source's levels of their squared share of the row's ratings."""
    return _margin(_quotients(numbers[b] ** 2, numbers[_MEAN] ** 2), _MEAN)


def _total(values: FloatArray) -> FloatArray:
    return np.asarray(values.sum(axis=(1, 2)))


def _solve(added: dict[tuple[object, ...], FloatArray], sources: list[Source]) -> FloatArray:
    squares = np.stack([_squares(added, a) for a in [*sources, _MEAN]], axis=1)
    expected = np.stack([np.stack([_coefficient(added, a, b) for b in sources], axis=1) for a in [*sources, _MEAN]], axis=1)
    left = squares[:, :-1] - squares[:, -1:]
    matrix = expected[:, :-1] - expected[:, -1:]
    n = _total(added["n", _MEAN])
    scaled = matrix / np.maximum(n, 1.0)[:, np.newaxis, np.newaxis]
    solvable = np.linalg.svd(scaled, compute_uv=False)[:, -1] > SINGULAR / np.maximum(n, 1.0)
    found = np.full(left.shape, np.nan)
    if solvable.any():
        found[solvable] = np.linalg.solve(matrix[solvable], left[solvable][:, :, np.newaxis])[:, :, 0]
    total = divide(left[:, -1], n)[:, np.newaxis]
    found = np.where(np.abs(found) <= ROUNDING * total, 0.0, found)
    items = _total(added["items",])
    shares = np.stack([divide(_total(added["left", b]), items) for b in sources], axis=1)
    return np.hstack([found, shares])


def _squares(added: dict[tuple[object, ...], FloatArray], a: Source) -> FloatArray:
    return _total(added["T", a]) if a[0] else _total(_quotients(added["x", a] ** 2, added["n", a]))


def _coefficient(added: dict[tuple[object, ...], FloatArray], a: Source, b: Source) -> FloatArray:
    if a[0]:
        return _total(added["k", a, b])
    if b[0]:
        return _total(_quotients(added["n2", a, b], added["n", a]))
    return _total(_quotients(added["ab", a, b] ** 2, added["n", a]))


def two_coefficients(components: FloatArray, left: FloatArray, design: dict[str, Source]) -> tuple[FloatArray, FloatArray]:
    """Generalizability and dependability of an item's mean; NaN where nothing varies.

    Parameters
    ----------
    components : float array, shape (..., n_sources)
        At least 0.
    left : float array, shape (..., n_sources)
        Part of each component that is left in the mean.
    design : dict of str to Source
    """
    of_item = np.array([name != ITEM and source[0] for name, source in design.items()])
    of_all = np.array([name != ITEM for name in design])
    item = components[..., list(design).index(ITEM)]
    kept = components * left
    return divide(item, item + kept[..., of_item].sum(axis=-1)), divide(item, item + kept[..., of_all].sum(axis=-1))


def left_in_design(design: dict[str, Source], n_judges: int, n_replicates: int) -> FloatArray:
    """Part of each component that is left in the mean over so many judges and so many replicates of each."""
    return np.array([1 / ((n_judges if judge else 1) * (n_replicates if replicate else 1)) for _, judge, replicate in design.values()])
