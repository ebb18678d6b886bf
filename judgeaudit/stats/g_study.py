"""Generalizability study: which part of the variance of ratings lies between items, judges, and replicates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replaced
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.draws import distinct_rows
from judgeaudit.stats.kernels.options import one_of
from judgeaudit.stats.kernels.paired import refuse_unordered
from judgeaudit.stats.kernels.rates import say_number
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, IntArray, Sample, check_ratings
from judgeaudit.stats.kernels.resampling import Coefficient, Evaluate, estimate
from judgeaudit.stats.kernels.variance_components import ONE_REPLICATE, Source, components_at, components_kernel, design_of, two_coefficients
from judgeaudit.stats.shapes import VarianceComponents

MANY_ROWS = 10_000
"""Rows above which equal ones are put together first."""


def g_study(
    ratings: ArrayLike,
    *,
    replicates: Literal["nested", "crossed"] = "nested",
    level: str = "interval",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> VarianceComponents:
    """Where the variance of scores comes from: items (wanted), judges, judges who see items differently, and mere repetition.

    The value is the dependability (Phi) of an item's mean over all judges and replicates that were asked. Use it before
    `d_study`. Known weakness: what all judges have in common against the truth is invisible, few judges make an uncertain
    variance of judges, and the interval draws items only: it holds for these judges, not for others like them.

    Parameters
    ----------
    ratings : float array, shape (n_replicates, n_items, n_judges) or (n_items, n_judges)
        Scores; NaN where there is no rating. With one replicate, the item x judge variance cannot be told from error.
    replicates : {"nested", "crossed"}
        "nested": replicate 3 of one item has nothing in common with replicate 3 of another (repeated calls). "crossed": a
        replicate is the same thing for all items and judges (a prompt, an occasion).
    level : {"nominal", "ordinal", "interval"}
        A nominal scale is taken only with two labels.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    VarianceComponents
        0 to 1, higher is better. Parts: "dependability", "generalizability" (where only the order of items matters),
        "share_of_variance" of each source, and "mean_square" of each source where no rating is missing. Undefined when there are no
        ratings, one rater, no item with ratings of two judges, one item, one value only, or where so many ratings are missing that the
        sources cannot be told apart.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    Components by Henderson's method 1 (analogous T statistics), which needs no distribution, has no iterations that may
    fail, and is the analysis of variance where no rating is missing; below 0 in `raw`, 0 in `components`. Dependability:
    var_item / (var_item + sum of var_source q_source), q the mean over items of the sum of squared shares of the source's
    levels in the item's ratings: 1 / n_judges and so on where none is missing. Generalizability leaves out the sources
    that are the same for all items.

    References
    ----------
    Brennan 2001, Generalizability Theory, sections 2.2, 3.4, 7.1. Henderson 1953, doi:10.2307/3001853.

    Examples
    --------
    Brennan 2001, synthetic data 1 (ten persons, twelve items), Phi printed as 0.773:

    >>> rows = "101 111001 11111 11011001 1111101 1110111 1111111 1111011111 11111111111 111111111111"
    >>> ratings = [[int(cell) for cell in row.ljust(12, "0")] for row in rows.split()]
    >>> round(g_study(ratings).value, 3)
    0.773
    """
    sample = check_ratings(ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters)
    one_of(replicates, "replicates", ("nested", "crossed"), also=" (nested: repeated calls; crossed: prompts)")
    sample, cube = _patterns(sample, _present(sample.ratings))
    design = design_of(~np.isnan(cube), crossed=replicates == "crossed")
    table = replaced(sample, ratings=cube.reshape(1, len(cube), cube.shape[1] * cube.shape[2]))
    found = estimate(
        table,
        Coefficient(
            what=_what(cube, design, replicates), build=lambda flat: _dependability(flat.reshape(-1, *cube.shape[1:]), design), used=_rated,
            informative=lambda flat: _two_judges(flat.reshape(-1, *cube.shape[1:])), lowest=0.0,
            point=lambda flat, counts: _point(flat.reshape(-1, *cube.shape[1:]), counts, design),
            why_undefined=lambda flat: refuse_unordered(sample) or _why_undefined(cube, sample.counts), least_units=50,
            no_variation="no variation: every rating is the same" if _constant(cube) else "too few ratings to tell items, judges and error apart",
        ),
    )  # fmt: skip
    return _with_components(found, cube, sample, design)


def _present(ratings: FloatArray) -> FloatArray:
    """Ratings as (n_rows, n_judges, n_replicates), without judges and replicates that have none."""
    cube = ratings.transpose(1, 2, 0)
    given = ~np.isnan(cube)
    judges, replicates = given.any(axis=(0, 2)), given.any(axis=(0, 1))
    if not given.any():
        return np.full((len(cube), 1, 1), np.nan)
    return np.ascontiguousarray(cube[:, judges][:, :, replicates])


def _patterns(sample: Sample, cube: FloatArray) -> tuple[Sample, FloatArray]:
    """The same items as distinct patterns with counts, where there are many and nothing binds them to clusters."""
    if sample.clusters is not None or len(cube) <= MANY_ROWS:
        return sample, cube
    patterns, counts = distinct_rows(cube.reshape(1, len(cube), cube.shape[1] * cube.shape[2]), sample.counts, any_order=False)
    return replaced(sample, counts=counts), patterns[0].reshape(-1, *cube.shape[1:])


def _rated(flat: FloatArray) -> BoolArray:
    return np.asarray((~np.isnan(flat)).any(axis=1))


def _two_judges(cube: FloatArray) -> BoolArray:
    return np.asarray((~np.isnan(cube)).any(axis=2).sum(axis=1) >= 2)


def _constant(cube: FloatArray) -> bool:
    used = cube[~np.isnan(cube)]
    return used.size == 0 or bool(np.ptp(used) == 0)


def _why_undefined(cube: FloatArray, counts: IntArray) -> str | None:
    given = ~np.isnan(cube)
    if not given.any():
        return "no ratings"
    if cube.shape[1] < 2:
        return "one rater: what judges differ in cannot be seen"
    if not _two_judges(cube).any():
        return "no overlap: no item has ratings of two judges"
    return "one item: nothing varies between items" if int(counts[given.any(axis=(1, 2))].sum()) == 1 else None


def _what(cube: FloatArray, design: dict[str, Source], replicates: str) -> str:
    judges, times = say_number(cube.shape[1], "judge"), say_number(cube.shape[2], "replicate")
    if design is ONE_REPLICATE:
        how = "one replicate of each item and judge: item x judge and error are one component"
    else:
        how = "replicates nested in items and judges" if replicates == "nested" else "replicates crossed with items and judges"
    given = ~np.isnan(cube)
    rated = given.any(axis=(1, 2))
    gaps = int((~given[rated]).sum())
    missing = ", ratings are missing: components by Henderson's method 1, each item at its own number of ratings" if gaps else ""
    return f"dependability of the mean over {judges} and {times}, {how}{missing}"


def _dependability(cube: FloatArray, design: dict[str, Source]) -> Evaluate:
    kernel = components_kernel(cube, design)

    def evaluate(weights: FloatArray) -> FloatArray:
        found = kernel(weights)
        return two_coefficients(np.maximum(found[:, : len(design)], 0.0), found[:, len(design) :], design)[1]

    return evaluate


def _point(cube: FloatArray, counts: IntArray, design: dict[str, Source]) -> float:
    raw, left = components_at(cube, counts, design)
    return float(two_coefficients(np.maximum(raw, 0.0), left, design)[1])


def _with_components(found: Estimate, cube: FloatArray, sample: Sample, design: dict[str, Source]) -> VarianceComponents:
    if found.value is None:
        return VarianceComponents(**found.model_dump())
    raw, left = components_at(cube, sample.counts, design)
    components = np.maximum(raw, 0.0)  # what is rounding is 0 already, in proportion: scales may have steps of any size
    generalizability, _ = two_coefficients(components, left, design)
    common = {"n_items": found.n_items, "n_ratings": found.n_ratings}
    parts = [found.about(name="dependability"), _part("generalizability", float(generalizability), None, common)]
    parts += [_part("share_of_variance", share, name, common) for name, share in zip(design, components / components.sum(), strict=True)]
    parts += [_part("mean_square", square, name, common) for name, square in _mean_squares(cube, raw, sample.counts, design).items()]
    negative = [name for name, value in zip(design, raw, strict=True) if value < 0]
    note = f"estimated below 0 and taken as 0: {', '.join(negative)}" if negative else ""
    return VarianceComponents(
        **{**found.model_dump(), "method": "; ".join(filter(None, (found.method, note)))}, parts=tuple(parts),
        components=dict(zip(design, (float(value) for value in components), strict=True)), raw=dict(zip(design, (float(value) for value in raw), strict=True)),
    )  # fmt: skip


def _part(name: str, value: float, group: str | None, common: dict[str, int]) -> Estimate:
    if np.isnan(value):
        return Estimate.missing("items and errors do not vary", **common).about(name=name, group=group)
    return Estimate(name=name, group=group, value=float(value), **common)


def _mean_squares(cube: FloatArray, raw: FloatArray, counts: IntArray, design: dict[str, Source]) -> dict[str, float]:
    """Mean squares by their expectations, which hold exactly where no rating is missing; empty elsewhere."""
    rated = (~np.isnan(cube)).any(axis=(1, 2))
    if np.isnan(cube[rated]).any():
        return {}
    sizes = (int(counts[rated].sum()), cube.shape[1], cube.shape[2])
    squares = {}
    for name, levels in design.items():
        held = {other: all(o or not s for o, s in zip(design[other], levels, strict=True)) for other in design}
        squares[name] = sum(
            float(variance) * float(np.prod([size for size, has in zip(sizes, design[other], strict=True) if not has]))
            for other, variance in zip(design, raw, strict=True)
            if held[other]
        )
    return squares
