"""CUSUM chart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit.stats.kernels.chart_limits import NOTHING_BEYOND, Limits, Target, find_limits, highest_step
from judgeaudit.stats.kernels.in_control import Given, InControl, in_control
from judgeaudit.stats.kernels.options import number
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.kernels.run_length import Chain, Law, cusum_chain
from judgeaudit.stats.kernels.stream_check import NOTHING_SEEN, Observed, check_one_of, check_positive, check_stream
from judgeaudit.stats.shapes import Stream

LEAST_SHIFT = 0.1
"""Least shift, in sds: below it the lattice of the run lengths is too coarse for sums that move so little, and limits take minutes to find."""


def cusum(
    values: ArrayLike,
    *,
    mean: float | None = None,
    sd: float | None = None,
    baseline: ArrayLike | None = None,
    labels: Sequence[float] | None = None,
    probabilities: Sequence[float] | None = None,
    bounds: tuple[float, float] | None = None,
    shift: float = 1.0,
    alternative: str = "two-sided",
    alpha: float = 0.05,
    horizon: int = 10_000,
    average_run_length: float | None = None,
    limit: float | None = None,
) -> Stream:
    """Has the mean of a stream shifted, and since when? Sums up departures that exceed half the shift one wants to find.

    Use it to find a small lasting shift soon, where it is known, or a baseline shows, what the stream is like without drift.
    Limits are set from the false alarms one will bear, for the law of the stream itself: for verdicts of 0 and 1 limits from the
    normal law can alarm many times too often. Known weakness: observations must be independent; autocorrelated streams (the
    same item again and again, items sorted by difficulty) break the limits. The guarantee ends at the horizon. A baseline of a
    few hundred observations leaves the mean open, and limits that allow for it are wide: drift is then found later.

    Parameters
    ----------
    values : float array, shape (n,)
        Observations in time order; NaN where there is none (left out and counted).
    mean, sd : float, optional
        Of the stream without drift, known; its law is then taken as normal. A stream of 0 and 1 needs the mean only.
    baseline : float array, optional
        Observations without drift, from which mean and sd are taken. The limits then allow for its error: a fifth of alpha is
        spent on it, and the least favourable law is taken of those that it leaves open. With `labels`, or where all are 0 or 1:
        exact binomial bounds. With `bounds`: any law within them. Else normal: Student's and chi-squared bounds.
    labels : sequence of float, optional
        Every point of the scale, ascending.
    probabilities : sequence of float, optional
        Share of each label without drift, known; instead of mean, sd and baseline.
    bounds : pair of float, optional
        Lowest and highest possible value.
    shift : float
        Shift to be found soon, in sds without drift, at least 0.1. Where a baseline leaves the mean open by more than a quarter of it, the
        shift is raised to four times that, and `method` says so.
    alternative : {"two-sided", "greater", "less"}
        Which shifts are looked for.
    alpha, horizon : float, int
        Probability of any false alarm within so many observations.
    average_run_length : float, optional
        Target instead of alpha: mean number of observations to a false alarm. With a baseline it is kept unless the baseline
        misleads, which has probability alpha / 5.
    limit : float, optional
        Decision limit h in sds; nothing is then searched, and `method` says what it keeps.

    Returns
    -------
    Stream
        `path` is the upper sum, or minus the lower sum where that is larger; `upper` and `lower` the limits, all in the unit of
        the values; `value` is where it stands now, and `alarm_at` the first place beyond a limit. Undefined when there are no
        observations, the sd is 0, or no limit meets the target and can still be crossed.

    Raises
    ------
    OptionError
        Nothing, or too much, is said of the stream without drift; values or options that make no sense.

    Notes
    -----
    S+ = max(0, S+ + (x - mean) - k), S- = max(0, S- - (x - mean) - k), k = shift sd / 2, alarm above h sd. Run lengths by a Markov
    chain: 301 cells for a normal law, a lattice with steps rounded upwards, which can only add alarms, for any other. Each side
    takes half of alpha, or twice the run length, and has its own limit.

    References
    ----------
    Page 1954, doi:10.1093/biomet/41.1-2.100. Brook & Evans 1972, doi:10.1093/biomet/59.3.539. Massart 1990,
    doi:10.1214/aop/1176990746 (band). Montgomery, Introduction to Statistical Quality Control, section 9.1.

    Examples
    --------
    Lucas & Crosier 1982, table 1: k = 0.5 and h = 4 have an average run length of 168:

    >>> "without drift about 167.7 observations" in cusum([0.0], mean=0, sd=1, limit=4).method
    True
    """
    target = Target(alpha, horizon, average_run_length)
    target.check()
    check_one_of("alternative", alternative, ("two-sided", "greater", "less"))
    shift = number(shift, "shift", fix="give the shift to be found, in sds, 0.1 or more, e.g. 1.0", at_least=LEAST_SHIFT)
    if limit is not None:
        check_positive("limit", limit, "give the decision limit in sds, e.g. 5")
    observed = check_stream(values)
    law = in_control(observed, Given(mean, sd, baseline, labels, probabilities, bounds), alpha)
    n = len(observed.values)
    if not n:
        return Stream(undefined=NOTHING_SEEN)
    if isinstance(law, str):
        return Stream(undefined=law, n_items=n, n_ratings=n)
    allowances = _allowances(law, shift)
    found = _limits(law, alternative, allowances, target, limit)
    if found is None or (found.useless and limit is None):
        return Stream(undefined=_why_no_limit(law, alternative, shift, target, found), n_items=n, n_ratings=n)
    limits = f"limits {'given' if limit is not None else target.say()}; {found.say(target)}" + _say_end(n, target)
    return _stream(observed, law, alternative, allowances, found, f"shift {shift:g} sd{_say_raised(allowances, shift, alternative)}", limits)


def _allowances(law: InControl, shift: float) -> tuple[float, float]:
    """Half the shift, up and down; or twice what the baseline leaves open of the mean, so that the sums do not rise by themselves."""
    return max(shift / 2, 2 * law.up.open_by), max(shift / 2, 2 * law.down.open_by)


def _why_no_limit(law: InControl, alternative: str, shift: float, target: Target, found: Limits | None) -> str:
    """Why there is no limit, and what helps with a CUSUM chart."""
    longer = ["a longer baseline"] if law.spent else []
    if found is None:
        return f"no limit up to 1,024 sds meets the target; what helps: {', '.join(['a larger shift', target.easier, *longer])}"
    sides = [(side, k) for side, k, other in zip((law.up, law.down), _allowances(law, shift), ("less", "greater"), strict=True) if alternative != other]
    highest = max(highest_step(side) for side, _ in sides)
    if highest <= 0:
        return NOTHING_BEYOND
    if any(highest_step(side) > k for side, k in sides):
        return f"no limit from 0.5 sds on is ever crossed without drift; what helps: {', '.join(['a smaller shift', *longer])}"
    why = f"no sum can rise: no observation departs by more than {highest:.3g} sds that way, and sums count what exceeds half the shift"
    if any(k > shift / 2 for _, k in sides):
        return f"{why}, which was raised because the baseline leaves the mean open; only a longer baseline helps"
    if 2 * highest <= LEAST_SHIFT:
        return f"{why}; the shift would have to be below {2 * highest:.2g} sds, and the least is {LEAST_SHIFT:g}: nothing can be found that way"
    return f"{why}; only a shift below {2 * highest:.3g} sds helps"


def _say_raised(allowances: tuple[float, float], shift: float, alternative: str) -> str:
    used = {"less": allowances[1:], "greater": allowances[:1]}.get(alternative, allowances)
    if max(used) <= shift / 2:
        return ""
    return f", raised to {', '.join(f'{2 * k:.3g}' for k in used)} sd because the baseline leaves the mean open (a longer one helps)"


def _limits(law: InControl, alternative: str, allowances: tuple[float, float], target: Target, limit: float | None) -> Limits | None:
    """Upper side first."""

    def chains(side: Law, k: float) -> Callable[[float], Chain]:
        return lambda h: cusum_chain(side, k, h)

    up, down = chains(law.up, allowances[0]), chains(law.down, allowances[1])
    if law.up.points is None:
        down = up
    return find_limits({"greater": [up], "less": [down]}.get(alternative, [up, down]), target, law.spent, limit)


def _sums(y: FloatArray, k: float) -> FloatArray:
    """Upper sums of standardised values, shape (..., n)."""
    sums, now = np.empty_like(y), np.zeros(y.shape[:-1])
    for t in range(y.shape[-1]):
        now = np.maximum(now + (y[..., t] - k), 0.0)
        sums[..., t] = now
    return sums


def _say_end(n: int, target: Target) -> str:
    over = n > target.horizon and target.average_run_length is None
    return f"; the stream is longer than {target.horizon:,}, and the guarantee ends there" if over else ""


def _stream(observed: Observed, law: InControl, alternative: str, allowances: tuple[float, float], found: Limits, shift: str, limits: str) -> Stream:
    y, n = (observed.values - law.mean) / law.sd, len(observed.values)
    up = _sums(y, allowances[0]) if alternative != "less" else np.zeros(n)
    down = _sums(-y, allowances[1]) if alternative != "greater" else np.zeros(n)
    high, low = found.limits[0], found.limits[-1]
    path = np.where(up >= down, up, -down) * law.sd
    chosen = ", ".join(f"{one:.3f}" for one in found.limits) + (" sd (up, down)" if len(found.limits) > 1 else " sd")
    return Stream(
        value=float(path[-1]),
        method="; ".join(filter(None, (f"CUSUM, {alternative}, {shift}", law.said, f"h = {chosen}", limits, observed.gaps))),
        n_items=n,
        n_ratings=n,
        path=observed.beside(path),
        upper=observed.beside(np.full(n, high * law.sd)) if alternative != "less" else (),
        lower=observed.beside(np.full(n, -low * law.sd)) if alternative != "greater" else (),
        alarm_at=observed.first((up > high) | (down > low)),
    )
