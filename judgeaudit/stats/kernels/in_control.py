"""What a stream looks like while nothing has moved: known, or learned from a baseline with what that leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.options import number
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.kernels.run_length import Law
from judgeaudit.stats.kernels.stream_check import Observed, check_bounds, check_numbers, check_points, check_stream

SPENT = 0.2
"""Share of alpha that is spent on the error of a baseline (ours)."""

TWO_VALUES = np.array([0.0, 1.0])

_SHARES = "give labels= and as many shares"


@dataclass(frozen=True, slots=True)
class InControl:
    """Centre and unit of a chart, and the law of an observation upwards and downwards (least favourable where it is not known)."""

    mean: float
    sd: float
    up: Law
    down: Law
    said: str
    spent: float = 0.0


@dataclass(frozen=True, slots=True)
class Given:
    """What the caller says of the stream without drift; see `cusum`."""

    mean: float | None = None
    sd: float | None = None
    baseline: ArrayLike | None = None
    labels: Sequence[float] | None = None
    probabilities: Sequence[float] | None = None
    bounds: tuple[float, float] | None = None


def in_control(observed: Observed, given: Given, alpha: float) -> InControl | str:
    """The in-control law in units of the chart, or the reason in words why there is none.

    Raises
    ------
    OptionError
        Nothing, or too much, is said of the stream without drift; values that cannot come from it.
    """
    ways = [given.baseline is not None, given.probabilities is not None, given.mean is not None or given.sd is not None]
    if sum(ways) != 1:
        raise OptionError(
            "nothing is said of the stream without drift" if not any(ways) else "the stream without drift is described twice",
            where="mean", fix="give one of: mean= and sd=, mean= of a stream of 0 and 1, labels= with probabilities=, or baseline=",
        )  # fmt: skip
    points = _points(given.labels)
    if points is not None:
        check_points(observed, points)
    bounds = None if given.bounds is None else check_bounds(observed, given.bounds)
    if given.baseline is not None:
        return _learned(observed, check_stream(given.baseline, "baseline"), points, bounds, alpha)
    if given.probabilities is not None:
        return _known(points, check_numbers(given.probabilities, "the probabilities are not numbers", where="probabilities", fix=_SHARES))
    return _by_moments(observed, given.mean, given.sd, "" if points is None else f"on {len(points)} labels", "" if bounds is None else "within bounds")


def _points(labels: Sequence[float] | None) -> FloatArray | None:
    if labels is None:
        return None
    points = check_numbers(labels, "the labels are not numbers", where="labels", fix="give every point of the scale, ascending")
    if points.ndim != 1 or len(points) < 2 or not np.isfinite(points).all() or (np.diff(points) <= 0).any():
        raise OptionError("the labels do not ascend, or are fewer than two", where="labels", fix="give every point of the scale, ascending")
    return points


def _by_moments(observed: Observed, mean: float | None, sd: float | None, *confined: str) -> InControl | str:
    """The law of a known mean and sd; `confined` says to what values the stream keeps, which a normal law does not."""
    if mean is None:
        raise OptionError("mean is missing", where="mean", fix="give mean= and sd=, both finite")
    mean = number(mean, "mean", fix="give mean= and sd=, both finite")
    sd = None if sd is None else number(sd, "sd", fix="give mean= and sd=, both finite", at_least=0.0)
    if sd is None:
        if not np.isin(observed.values, TWO_VALUES).all() or not 0 <= mean <= 1:
            raise OptionError("sd is missing; only a stream of 0 and 1 has it from its mean", where="sd", fix="give sd=")
        return _known(TWO_VALUES, np.array([1 - mean, mean]))
    if sd == 0:
        return "no variation: the in-control sd is 0"
    two = len(observed.values) > 1 and bool(np.isin(observed.values, TWO_VALUES).all())
    values = " and ".join(filter(None, confined))
    other = (
        f" (NOT the law of a stream {values}: give probabilities= or baseline=, or the limits are an approximation that may alarm too often)" if values else ""
    )
    return InControl(mean, sd, Law(), Law(), "normal law with known mean and sd" + (" (wrong for a stream of 0 and 1: leave sd out)" if two else other))


def _known(points: FloatArray | None, shares: FloatArray) -> InControl | str:
    if points is None or shares.shape != points.shape or not (shares >= 0).all() or not np.isclose(shares.sum(), 1, rtol=0, atol=1e-6):
        raise OptionError("the probabilities are not one for each label, or do not add up to 1", where="probabilities", fix=_SHARES)
    shares = shares / shares.sum()
    mean = float(points @ shares)
    sd = float(np.sqrt(((points - mean) ** 2) @ shares))
    if not sd > 1e-9 * np.ptp(points):
        return "no variation: in control every observation is the same"
    y = (points - mean) / sd
    return InControl(mean, sd, Law(points=y, shares=shares), Law(points=-y, shares=shares), f"known law on {len(points)} values, mean {mean:.4g}, sd {sd:.4g}")


def _learned(observed: Observed, baseline: Observed, points: FloatArray | None, bounds: tuple[float, float] | None, alpha: float) -> InControl | str:
    n = len(baseline.values)
    if not n:
        return "no observations in the baseline"
    if points is None and bounds is None and np.isin(baseline.values, TWO_VALUES).all():
        points = TWO_VALUES
        check_points(observed, points)
    error = SPENT * alpha / 2
    if points is not None:
        check_points(baseline, points, "baseline")
        up, down = _binomial_bound(baseline.values, points, error), _binomial_bound(-baseline.values, -points[::-1], error)
        return _bounded(baseline.values, up, down, f"baseline of {n:,} on {len(points)} values, least favourable law within exact binomial bounds")
    if bounds is not None:
        check_bounds(baseline, bounds, "baseline")
        up, down = _band(baseline.values, bounds[1], error), _band(-baseline.values, -bounds[0], error)
        return _bounded(baseline.values, up, down, f"baseline of {n:,}, least favourable law within the Dvoretzky-Kiefer-Wolfowitz band")
    return _normal_baseline(baseline.values, alpha)


def _bounded(values: FloatArray, up: tuple[FloatArray, FloatArray], down: tuple[FloatArray, FloatArray], said: str) -> InControl:
    """Laws in units of the baseline's sd, with one imagined observation at each end: passes only do not say that failures never come."""
    mean = float(values.mean())
    sd = float(np.append(values, [up[0][-1], -down[0][-1]]).std())
    laws = (Law(points=(points - centre) / sd, shares=shares) for (points, shares), centre in ((up, mean), (down, -mean)))
    high, low = laws
    return InControl(mean, sd, high, low, f"{said}, mean {mean:.4g}, sd {sd:.4g} (with one imagined observation at each end)", SPENT)


def _binomial_bound(values: FloatArray, points: FloatArray, error: float) -> tuple[FloatArray, FloatArray]:
    """Largest law on the points: each share of "at least this point" at its Clopper-Pearson upper bound, all bounds together at 1 - error."""
    from scipy.special import betaincinv

    n = len(values)
    middle = (points[1:] + points[:-1]) / 2
    hits = (values[:, np.newaxis] > middle).sum(axis=0)
    bound = np.where(hits < n, betaincinv(hits + 1, np.maximum(n - hits, 1), 1 - error / len(middle)), 1.0)
    above = np.concatenate([[1.0], np.minimum.accumulate(bound), [0.0]])
    return points, np.asarray(above[:-1] - above[1:])


def _band(values: FloatArray, highest: float, error: float) -> tuple[FloatArray, FloatArray]:
    """Largest law within the one-sided band: a share `lift` of the lowest values becomes the highest possible one."""
    points, counts = np.unique(np.append(values, highest), return_counts=True)
    counts[-1] -= 1
    lift = float(np.sqrt(np.log(1 / error) / (2 * len(values))))
    above = np.minimum(1.0, np.cumsum(counts[::-1])[::-1] / len(values) + lift)
    above[0] = 1.0
    return points, np.asarray(above - np.append(above[1:], 0.0))


def _normal_baseline(values: FloatArray, alpha: float) -> InControl | str:
    """The worst mean and sd that Student's and the chi-squared bound leave, in units of the baseline's own."""
    from scipy.special import chdtri, stdtrit

    n = len(values)
    sd = float(values.std(ddof=1)) if n > 1 else 0.0
    if not sd > 1e-12 * float(np.abs(values).max()):
        return "no variation: the baseline is one value, and nothing bounds what else may come (give labels= or bounds=)"
    error = SPENT * alpha / 4
    off, wider = float(stdtrit(n - 1, 1 - error) / np.sqrt(n)), float(np.sqrt((n - 1) / chdtri(n - 1, 1 - error)))
    law = Law(mean=off, sd=max(1.0, wider))
    mean = float(values.mean())
    return InControl(mean, sd, law, law, f"normal law, baseline of {n:,}, least favourable mean and sd, mean {mean:.4g}, sd {sd:.4g}", SPENT)
