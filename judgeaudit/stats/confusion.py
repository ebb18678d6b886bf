"""Confusion of verdicts and gold, class by class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.paired import has_both, paired_ratings, why_no_partner
from judgeaudit.stats.kernels.rates import rate
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, Sample, check_ratings, say_code
from judgeaudit.stats.shapes import Breakdown

MAX_LABELS = 30
"""Labels above which nobody reads the table (900 cells); such a scale has distances, and `limits_of_agreement` is about them."""


def confusion(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Breakdown:
    """Which labels the judge gives where gold has which, and how good it is at each class.

    The headline is accuracy. Use it to find which classes are mixed up. Known weakness: precision and F1 of a class depend
    on how frequent it is here; sensitivity and specificity do not.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Codes of the judge and of gold; NaN where missing. Only items with both count.
    level : {"nominal", "ordinal", "interval"}
        Not used: labels are the same or they are not, at every level.
    labels : sequence of float, optional
        Every point of the scale, ascending: unused ones have a row and a column too. None: the labels that occur.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`. Intervals are Wilson's on items, whatever `n_resamples` is.

    Returns
    -------
    Breakdown
        0 to 1, higher is better. Parts: `count` for each cell, `group` "judge|gold" (codes), in items; and for each class,
        `group` its code, `sensitivity`, `specificity`, `precision` and `f1`, each undefined in words where the class is not
        there. Undefined when no item has both labels, or there are more than 30 labels.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    F1 = 2 J / (1 + J), where J is the share of items on which judge and gold both give the class among those on which at
    least one does; its interval is that of J, transformed. With several runs an item counts with its mean over the runs that have it, as in every
    rate (`accuracy`, `sensitivity`), so that no run is left out: a table of items is about items, however few a run holds.

    References
    ----------
    Provost & Kohavi 1998, doi:10.1023/A:1017181826899 (the table). Wilson 1927, doi:10.1080/01621459.1927.10502953.

    Examples
    --------
    The example of scikit-learn's `confusion_matrix`, true class 2: one of three seen as 0, two as 2.

    >>> found = confusion(list(zip([0, 0, 2, 2, 0, 2], [2, 0, 2, 2, 0, 1])), labels=[0, 1, 2])
    >>> [found.part("count", f"{judge}|2").value for judge in (0, 1, 2)]
    [1.0, 0.0, 2.0]
    >>> round(found.part("sensitivity", "2").value, 4)
    0.6667
    """
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters, n_raters=2
    )  # fmt: skip
    both = has_both(sample.ratings)
    points = np.unique(sample.ratings[both]) if sample.labels is None else sample.labels
    if len(points) > MAX_LABELS:
        return Breakdown(
            undefined=f"{len(points)} labels: a table of more than {MAX_LABELS} cannot be read, see limits_of_agreement", n_items=_count(sample, both),
            n_ratings=paired_ratings(sample),
        )  # fmt: skip
    same = np.where(both, sample.ratings[..., 0] == sample.ratings[..., 1], np.nan)
    reason = next(filter(None, (why_no_partner(run) for run in sample.ratings)), "no ratings")
    found = rate(sample, same, n_ratings=paired_ratings(sample), reason=reason, what=f"share of items with the same label; table of {len(points)} labels")
    if found.value is None:
        return Breakdown(**found.model_dump())
    of_classes = [part for code in points for part in _of_class(sample, both, code)]
    return Breakdown(**found.model_dump(), parts=(*_cells(sample, both, points), *of_classes))


def _count(sample: Sample, used: BoolArray) -> int:
    return int(sample.counts[used.any(axis=0)].sum())


def _cells(sample: Sample, both: BoolArray, points: FloatArray) -> Iterator[Estimate]:
    """Items in each cell, each item with its share of the runs that hold it."""
    times = both.sum(axis=0)
    weight = np.where(both, sample.counts / np.maximum(times, 1), 0.0)
    judge, gold = (np.searchsorted(points, np.where(both, column, points[0])) for column in (sample.ratings[..., 0], sample.ratings[..., 1]))
    cells = np.bincount((judge * len(points) + gold).ravel(), weights=weight.ravel(), minlength=len(points) ** 2).reshape(len(points), len(points))
    n_items = _count(sample, both)
    for row, first in enumerate(points):
        for column, second in enumerate(points):
            value, one, two = round(float(cells[row, column]), 9), say_code(first), say_code(second)
            yield Estimate(name="count", group=f"{one}|{two}", value=value, method=f"items where the judge says {one} and gold {two}", n_items=n_items)


def _of_class(sample: Sample, both: BoolArray, code: float) -> Iterator[Estimate]:
    judge, gold, label = sample.ratings[..., 0] == code, sample.ratings[..., 1] == code, say_code(code)

    def share(name: str, hits: BoolArray, used: BoolArray, what: str, reason: str) -> Estimate:
        rows = used & both
        found = rate(sample, np.where(rows, hits, np.nan), n_ratings=int(2 * (rows * sample.counts).sum()), reason=reason, what=what)
        return found.about(name=name, group=label)

    yield share("sensitivity", judge, gold, f"share of verdicts {label} where gold is {label}", f"no item whose gold label is {label}")
    yield share("specificity", ~judge, ~gold, f"share of verdicts not {label} where gold is not {label}", f"no item whose gold label is not {label}")
    yield share("precision", gold, judge, f"share of gold {label} where the verdict is {label}", f"no verdict is {label}")
    both_say = share("f1", judge & gold, judge | gold, f"2J/(1+J), J the share of {label} by both where either says it", f"neither judge nor gold says {label}")
    yield both_say.model_copy(update={end: _f1(getattr(both_say, end)) for end in ("value", "low", "high")})


def _f1(share: float | None) -> float | None:
    return None if share is None else 2 * share / (1 + share)
