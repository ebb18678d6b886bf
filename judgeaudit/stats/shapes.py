"""What a statistic returns where one number does not say it all: an `Estimate` whose value is the headline, with the rest beside it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate

Numbers = tuple[float | None, ...]
"""One number for each thing, in the order in which the things were given; None where there is none."""


class Breakdown(Estimate):
    """A headline and its parts: classes, limits, components. Each part is an `Estimate` with a `name`, and a `group` where it is about one class."""

    parts: tuple[Estimate, ...] = ()

    def part(self, name: str, group: str | None = None) -> Estimate:
        """The part of that name and group; KeyError with the parts there are, where there is none."""
        for one in self.parts:
            if (one.name, one.group) == (name, group):
                return one
        raise KeyError(
            f"no part {name!r} of group {group!r}; there are: {', '.join(f'{one.name}[{one.group}]' if one.group else one.name for one in self.parts)}"
        )


class PValue(Estimate):
    """A test: `value` is the p value, never an effect.

    Attributes
    ----------
    statistic : float or None
        Test statistic; None where the test is a plain count of possibilities (exact), or undefined.
    df : float or None
        Degrees of freedom, where the statistic has any.
    effect : float or None
        What differs, in its own unit (see the test); the p value says nothing about its size.
    effect_low, effect_high : float or None
        Interval of the effect, at `ci_level`, where the test has one.
    """

    statistic: float | None = None
    df: float | None = None
    effect: float | None = None
    effect_low: float | None = None
    effect_high: float | None = None


class Adjusted(Estimate):
    """Several p values, corrected for their number. `value` is the smallest corrected one.

    Attributes
    ----------
    adjusted : tuple of float or None
        Corrected p values, in the order given; None where a p value was missing (it is not counted as a test).
    rejected : tuple of bool
        Whether each is at most alpha after the correction.
    """

    adjusted: Numbers = ()
    rejected: tuple[bool, ...] = ()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[np.float64]:
        """The corrected p values, NaN where one was missing: `numpy.asarray(holm(p))`."""
        return np.array([np.nan if p is None else p for p in self.adjusted], dtype=dtype or np.float64)


class Stream(Estimate):
    """A chart or test that is read after each observation.

    Attributes
    ----------
    path : tuple of float
        What is plotted, after each observation.
    lower, upper : tuple of float or None
        Limits after each observation (of a confidence sequence: the interval).
    alarm_at : int or None
        First observation, counted from 0, at which it fires; None: no alarm.
    """

    path: Numbers = ()
    lower: Numbers = ()
    upper: Numbers = ()
    alarm_at: int | None = None


class VarianceComponents(Breakdown):
    """Where the variance of single ratings comes from; `value` is the dependability of the design as it was observed.

    Attributes
    ----------
    components : dict of str to float
        Variance of each source, in squared points of the scale, not below 0.
    raw : dict of str to float
        The same as estimated; below 0 where the data say "none".
    """

    components: dict[str, float] = Field(default_factory=dict)
    raw: dict[str, float] = Field(default_factory=dict)


class LatentTruth(Breakdown):
    """Labels, their shares and each rater's errors, estimated without gold.

    Attributes
    ----------
    prevalence : tuple of float
        Share of each label, in the order of `labels`.
    error_rates : tuple of tuple of tuple of float
        For each rater: row is the true label, column the label given.
    posterior : tuple of tuple of float
        For each item that has ratings: probability of each label; empty for one that has none.
    most_likely : tuple of float or None
        Code of each item's most probable label.
    log_likelihood : float or None
    """

    labels: tuple[float, ...] = ()
    prevalence: tuple[float, ...] = ()
    error_rates: tuple[tuple[tuple[float, ...], ...], ...] = ()
    posterior: tuple[tuple[float, ...], ...] = ()
    most_likely: Numbers = ()
    log_likelihood: float | None = None


class Corrected(Breakdown):
    """A rate or mean over all judged items, corrected for the judge's errors with gold labels of some of them.

    Attributes
    ----------
    raw : float or None
        The value before it was clipped to the scale. Outside the scale it says that the errors measured do not hold for the other items.
    youden : float or None
        Sensitivity + specificity - 1 of a two-label judge; 0: it carries no information.
    lam : float or None
        How much of the judge a prediction-powered mean uses: 0 labels alone, 1 all of it.
    curve : tuple of (float, float)
        Map from the judge's scores to gold, where one was fitted.
    n_labelled, n_unlabelled : int
        Judged items with and without a gold label.
    """

    raw: float | None = None
    youden: float | None = None
    lam: float | None = None
    curve: tuple[tuple[float, float], ...] = ()
    n_labelled: int = 0
    n_unlabelled: int = 0


class Selective(Breakdown):
    """The least confidence at which a verdict may be accepted.

    Attributes
    ----------
    curve : tuple of (float, float, float, float)
        For each distinct confidence, the highest first: the threshold, the share of items accepted there, the share of these that are wrong,
        and the bound on that risk. There also where no threshold is chosen.
    max_risk, delta : float
        What was asked for.
    """

    curve: tuple[tuple[float, float, float, float], ...] = ()
    max_risk: float = thresholds.MAX_RISK
    delta: float = thresholds.RISK_DELTA


class AltTest(Breakdown):
    """Which annotators a judge could replace; `value` is their share. Fields about annotators are in the order of their columns.

    Attributes
    ----------
    advantage : float or None
        Chance that the judge is as close to the other annotators as an annotator is, averaged over annotators.
    passes : bool or None
        Whether the judge can replace at least half of them.
    p : tuple of float or None
        p value of each annotator's test, before correction; None where there are too few items.
    rejected : tuple of bool
        Whether the judge can replace the annotator, after correction.
    advantages, differences : tuple of float or None
        Share of the annotator's items on which the judge is as close to the others; and mean d: share on which the annotator is closer
        less share on which the judge is.
    n_items_each : tuple of int
        Items of each annotator that the judge and another annotator labelled too.
    tests : tuple of str
        "t", "wilcoxon", "constant" (all differences the same), or "" (too few items, not counted).
    """

    advantage: float | None = None
    passes: bool | None = None
    p: Numbers = ()
    rejected: tuple[bool, ...] = ()
    advantages: Numbers = ()
    differences: Numbers = ()
    n_items_each: tuple[int, ...] = ()
    tests: tuple[str, ...] = ()
