"""Krippendorff's alpha."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.coincidences import Distance, alpha_kernel
from judgeaudit.stats.kernels.hughes_log_ratio import log_ratio_of_alpha
from judgeaudit.stats.kernels.numeric_table import numeric_table
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, Level, Sample, check_ratings
from judgeaudit.stats.kernels.resampling import Coefficient, estimate, two_or_more

LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval", "ratio")


def krippendorff_alpha(
    ratings: ArrayLike,
    *,
    level: str,
    labels: Sequence[float] | FloatArray | None = None,
    distance: ArrayLike | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    interval: str = "auto",
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Estimate:
    """Agreement between any number of raters, corrected for chance; missing ratings are fine.

    1 is perfect agreement, 0 what raters who draw from one common pot of labels would reach, below 0 systematic
    disagreement. Use it at any level of measurement. Known weakness: where nearly every label is the same, a single
    disagreement takes it to about 0 (read it beside observed agreement and `gwet_ac`).

    Parameters
    ----------
    ratings : float array, shape (n_items, n_raters) or (n_runs, n_items, n_raters)
        Codes; NaN where there is no rating. Items with a single rating do not count.
    level : {"nominal", "ordinal", "interval", "ratio"}
        What may be read from the codes. There is no default: the wrong level gives another number.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings. Unused points do not change alpha.
    distance : float array, shape (n_labels, n_labels), optional
        Squared distances between `labels` in place of those of the level.
    ci_level, n_resamples, interval, rng, counts, clusters
        See `judgeaudit.stats`.

    Returns
    -------
    Estimate
        At most 1. Undefined when there are no ratings, one rater, no item with two ratings, or only one value.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    alpha = 1 - D_o / D_e. The printed estimate is the `krippendorff` package's, the reference implementation; above
    `thresholds.LARGE_TABLE` items x labels^2, where the package is not installed, and in resamples, it is our own kernel's (`coincidences.alpha_kernel`),
    which tests hold equal to it to 1e-12. Ordinal distances are computed anew in each resample.

    References
    ----------
    Krippendorff 2011, Computing Krippendorff's Alpha-Reliability. Hayes & Krippendorff 2007, doi:10.1080/19312450709336664.

    Examples
    --------
    Krippendorff 2011, section D, four observers and 12 units:

    >>> nan = float("nan")
    >>> ratings = [[1, 1, nan, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4],
    ...            [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [nan, 5, 5, 5], [nan, nan, 1, 1], [nan, nan, 3, nan]]
    >>> [round(krippendorff_alpha(ratings, level=level).value, 3) for level in ("nominal", "ordinal", "interval", "ratio")]
    [0.743, 0.815, 0.849, 0.797]
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, interval=interval, rng=rng, counts=counts, clusters=clusters, levels=LEVELS,
        intervals=("auto", "percentile", "bca", "jackknife", "log_ratio_jackknife"),
    )  # fmt: skip
    if sample.level == "ratio" and (sample.ratings < 0).any():
        raise OptionError("a rating is below 0, which a ratio scale does not have", where="ratings", fix='use level="interval"')
    matrix = None if distance is None else _check_distance(distance, sample)
    name = f"{sample.level} distance" if matrix is None else "given distance"
    why_own = _why_own_kernel(sample)
    by = "krippendorff package" if why_own is None else f"own kernel, {why_own}"

    def distance_for(run: FloatArray) -> Distance:
        return sample.level if matrix is None else _distance_of_values(matrix, sample, _value_counts(run)[0])

    return estimate(
        sample,
        Coefficient(
            what=f"Krippendorff's alpha, {name} ({by})", build=lambda run: alpha_kernel(run, distance_for(run)), used=two_or_more, any_order=True,
            point=None if why_own is not None else lambda run, times: _package_alpha(run, times, distance_for(run)), chance_difference=_chance_difference,
            no_variation=_why_flat(sample, matrix),
            log_ratio=lambda run, times: log_ratio_of_alpha(
                run, times, sample.level if matrix is None else _distance_of_values(matrix, sample, np.unique(run[~np.isnan(run)]))
            ),
        ),
    )  # fmt: skip


def _why_flat(sample: Sample, matrix: FloatArray | None) -> str:
    if matrix is not None and len(sample.observed) >= 2:
        used = np.searchsorted(sample.points, sample.observed)
        if not matrix[np.ix_(used, used)].any():
            return "no variation: the distance between all labels that were used is 0"
    return "no variation: every rating is the same"


def _why_own_kernel(sample: Sample) -> str | None:
    """Why the package does not compute the estimate: the table is too large, or a bundle was shipped without it (it is GPL)."""
    if int(sample.counts.sum()) * len(sample.points) ** 2 > thresholds.LARGE_TABLE:
        return f"items x labels^2 above {thresholds.LARGE_TABLE:,}"
    return None if find_spec("krippendorff") else "the krippendorff package is not installed"


def _value_counts(ratings: FloatArray) -> tuple[FloatArray, IntArray]:
    """Distinct values of rows with two ratings or more, and how often each row has each of them."""
    pairable = ratings[two_or_more(ratings)]
    values = np.unique(pairable[~np.isnan(pairable)])
    return values, np.stack([(pairable == value).sum(axis=1) for value in values], axis=1) if len(values) else np.zeros((0, 0), dtype=np.int64)


def _package_alpha(ratings: FloatArray, counts: IntArray, distance: Distance) -> float:
    values, table = _value_counts(ratings)
    if len(values) < 2 or (not isinstance(distance, str) and not distance.any()):
        return float("nan")
    import krippendorff

    metric = distance if isinstance(distance, str) else lambda v1, v2, i1, i2, n_v, dtype: distance[i1, i2]
    items = np.repeat(table, counts[two_or_more(ratings)], axis=0)
    return float(krippendorff.alpha(value_counts=items, value_domain=values, level_of_measurement=metric))


def _chance_difference(ratings: FloatArray, counts: IntArray) -> float:
    """Share of the pairs of ratings, drawn from all without replacement, that differ."""
    _, table = _value_counts(ratings)
    marginals = (table * counts[two_or_more(ratings), np.newaxis]).sum(axis=0)
    n = int(marginals.sum())
    return float(1 - (marginals * (marginals - 1)).sum() / (n * (n - 1)))


def _check_distance(distance: ArrayLike, sample: Sample) -> FloatArray:
    fix = "give labels=, and a symmetric table with 0 on the diagonal and nothing below 0, a row and a column for each label"
    matrix = numeric_table(distance, where="distance", what="distance is not a table of numbers", infinite="a distance is infinite", fix=fix)
    n = 0 if sample.labels is None else len(sample.labels)
    if matrix.shape != (n, n) or not np.isfinite(matrix).all() or (matrix < 0).any() or np.diag(matrix).any() or (matrix != matrix.T).any():
        raise OptionError("distance is not a table of squared distances between the labels", where="distance", fix=fix)
    return matrix


def _distance_of_values(matrix: FloatArray, sample: Sample, values: FloatArray) -> FloatArray:
    index = np.searchsorted(sample.points, values)
    return np.asarray(matrix[np.ix_(index, index)])
