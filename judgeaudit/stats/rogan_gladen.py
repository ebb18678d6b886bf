"""Rogan and Gladen's corrected rate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.judge_errors import beyond_chance, inverted_interval, lee_interval, rogan_gladen_rate, youden_interval
from judgeaudit.stats.kernels.numeric_table import WHOLE
from judgeaudit.stats.kernels.paired import positive_code
from judgeaudit.stats.kernels.partly_labelled import PartlyLabelled, check_partly_labelled, ends, why_no_labelled, within
from judgeaudit.stats.kernels.rates import effective_items, informative_items, rate, say_number
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, check_ratings
from judgeaudit.stats.shapes import Corrected


def rogan_gladen(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = (0.0, 1.0),
    positive: float | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> Corrected:
    """The true rate of a class, from the rate that the judge gives and the errors that it makes on labelled items.

    Use it where labelled items were chosen by class, or come from elsewhere: only the judge's error rates are carried over, not how
    frequent the class is. Known weakness: the judge must make the same errors on the unlabelled items; where labelled ones are a random
    sample of the same items `ppi_mean` is two to three times as sharp; with a weak judge labels alone tell more.

    Parameters
    ----------
    ratings : float array, shape (n_items, 2) or (n_runs, n_items, 2)
        Column 0 the judge: 1 where it gives the class, 0 where not, between them the share of its replicates; column 1 gold's code, NaN
        where the item is not labelled. Several runs are averaged.
    level : {"nominal", "ordinal", "interval"}
        Not used: an item is in the class or it is not.
    labels : sequence of float, optional
        Every code that gold may have, ascending.
    positive : float, optional
        Gold's code of the class; without it the higher of two labels.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`. Intervals are by formulas, whatever `n_resamples` is; clusters count as the items that they are worth.

    Returns
    -------
    Corrected
        0 to 1; `raw` is the value before it was clipped, `youden` sensitivity + specificity - 1. Parts: `judged_rate`, `sensitivity`,
        `specificity`, `labels_only` (share of gold labels, no judge), `test_inversion` (the same value with Fieller's interval). Undefined when
        no item has both, gold lacks the class or lacks any other, or the judge carries no information (`youden` not above 0).

    Raises
    ------
    OptionError
        A verdict outside 0..1, gold that is not among the labels, other ratings or options that make no sense.

    Notes
    -----
    (p + q0 - 1) / (q0 + q1 - 1); p is the judged rate of items without gold (of all where every item has gold, which `method` then
    says). Interval: Lee et al.'s; it is too wide where `youden` is small, and the part `test_inversion` is not (docs/calibration.md).

    References
    ----------
    Rogan & Gladen 1978, doi:10.1093/oxfordjournals.aje.a112510. Lee et al. 2025, arXiv:2511.21140, section 4 (interval).

    Examples
    --------
    The example of Lee et al.'s README, printed as 0.1667 and (0.056, 0.263):

    >>> rows = [[1, 1], [0, 1], [1, 0], [0, 0], [1, None], [0, None]]
    >>> found = rogan_gladen(rows, counts=[180, 20, 60, 140, 400, 600])
    >>> [round(number, 6) for number in (found.value, found.low, found.high)]
    [0.166667, 0.056351, 0.262733]
    """
    table = check_partly_labelled(ratings, level=level, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters)
    in_class = _in_class(table, labels, positive)
    judged_by = table.unlabelled if table.unlabelled.any() else table.labelled
    p = _share(table, table.judge, judged_by, "judged_rate", "share of verdicts in the class")
    q1 = _share(table, table.judge, table.labelled & (in_class == 1), "sensitivity", "share of verdicts in the class where gold is")
    q0 = _share(table, 1 - table.judge, table.labelled & (in_class == 0), "specificity", "share of verdicts outside the class where gold is")
    labels_only = _share(table, in_class, ~np.isnan(in_class), "labels_only", "share of gold labels in the class, without the judge")
    about: dict[str, Any] = {
        "n_labelled": table.count(table.labelled), "n_unlabelled": table.count(table.unlabelled), "n_items": table.n_items, "n_ratings": table.n_ratings,
        "parts": tuple(one.estimate for one in (p, q1, q0, labels_only)),
    }  # fmt: skip
    reason = why_no_labelled(table) or _why_one_class(q1.estimate, q0.estimate)
    if reason is not None:
        return Corrected(undefined=reason, **about)
    about["youden"] = q1.value + q0.value - 1
    raw = rogan_gladen_rate(p.value, q0.value, q1.value)
    if raw is None:
        shares = f"sensitivity {q1.value:.3g} and specificity {q0.value:.3g} add up to no more than 1"
        return Corrected(undefined=f"the judge carries no information: {shares}", **about)
    return _corrected(table, raw, p, q1, q0, about)


class _Share(NamedTuple):
    """A share, and how many items of 0 or 1 it is worth."""

    estimate: Estimate
    value: float
    worth: float


def _share(table: PartlyLabelled, values: FloatArray, rows: BoolArray, name: str, what: str) -> _Share:
    given, sample = np.where(rows, values, np.nan), table.sample
    found = rate(sample, given[np.newaxis], n_ratings=WHOLE, reason="no item to take the share of", what=what)
    found = found.model_copy(update={"name": name, "n_ratings": table.count(rows)})
    if found.value is None:
        return _Share(found, 0.0, 0.0)
    worth, n_clusters = effective_items(given, sample)
    return _Share(found, found.value, informative_items(values[rows], sample.counts[rows], WHOLE) if n_clusters is None else worth)


def _why_one_class(sensitivity: Estimate, specificity: Estimate) -> str | None:
    if sensitivity.value is None:
        return "no labelled item is in the class: how often the judge finds it is not known"
    return "every labelled item is in the class: how often the judge gives it wrongly is not known" if specificity.value is None else None


def _in_class(table: PartlyLabelled, labels: Sequence[float] | FloatArray | None, positive: float | None) -> FloatArray:
    """1 where gold is in the class, 0 where it is not, NaN where there is none; verdicts are checked too."""
    if ((table.judge < 0) | (table.judge > 1)).any():
        raise OptionError("a verdict is outside 0..1", where="ratings", fix="column 0 is 1 where the judge gives the class, else 0, or a share of replicates")
    gold_alone = np.stack([np.full(len(table.gold), np.nan), table.gold], axis=1)
    checked = check_ratings(
        gold_alone, level="nominal", labels=labels, ci_level=table.sample.ci_level, n_resamples=0, rng=None, counts=None, clusters=None, n_raters=2
    )  # fmt: skip
    code, gold = positive_code(positive, checked.labels), checked.ratings[0, :, 1]
    return np.where(np.isnan(gold), np.nan, (gold == code).astype(np.float64))


def _corrected(table: PartlyLabelled, raw: float, p: _Share, q1: _Share, q0: _Share, about: dict[str, Any]) -> Corrected:
    behind = (p.value, p.worth, q0.value, q1.value, q0.worth, q1.worth)
    value, ci_level = min(1.0, max(0.0, raw)), table.sample.ci_level
    lee = within(lee_interval(*behind, ci_level=ci_level), value, 0.0, 1.0)
    fieller = within(inverted_interval(*behind, ci_level=ci_level), value, 0.0, 1.0)
    words = "none: no rate between 0 and 1 goes with the judged rate and these error rates"
    inversion = Estimate(
        name="test_inversion", value=value, method=f"interval: {'rates that a test does not reject (Fieller)' if fieller else words}",
        n_items=table.n_items, n_ratings=table.n_ratings, **ends(fieller, ci_level),
    )  # fmt: skip
    method = "; ".join([
        f"Rogan-Gladen on a judged rate of {p.value:.3g} and, of {say_number(table.count(table.labelled), 'labelled item')}, sensitivity {q1.value:.3g} "
        f"({q1.estimate.n_items:,}) and specificity {q0.value:.3g} ({q0.estimate.n_items:,})",
        *_warnings(table, raw, about["youden"], (p.estimate, q0.estimate, q1.estimate)),
        f"interval: {'Lee et al.' if lee else words if fieller is None else 'none: the judge is too weak for that of Lee et al., see test_inversion'}",
    ])  # fmt: skip
    about["parts"] = (*about["parts"], inversion)
    return Corrected(value=value, raw=raw, method=method, **ends(lee, ci_level), **about)


def _warnings(table: PartlyLabelled, raw: float, youden: float, shares: tuple[Estimate, Estimate, Estimate]) -> list[str]:
    """What a reader must know of the number; `shares` are judged rate, specificity and sensitivity."""
    p, q0, q1 = (_three(one) for one in shares)
    said = []
    if not table.unlabelled.any():
        said.append("every judged item is labelled, so that the judged rate is of the same items")
    if not 0 <= raw <= 1:
        odd = "the error rates of the labelled items do not go with this judged rate" if beyond_chance(raw, p, q0, q1) else "as may be by chance"
        said.append(f"raw value {raw:.3g}, {'below 0' if raw < 0 else 'above 1'}: {odd}")
    low, _ = youden_interval(youden, q1, q0)
    if low <= 0:
        said.append(f"sensitivity + specificity - 1 is {youden:.3g} and its interval includes 0: the judge may carry no information")
    return said


def _three(found: Estimate) -> tuple[float, float, float]:
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    return found.value, found.low, found.high
