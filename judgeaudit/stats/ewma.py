"""EWMA chart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit.stats.kernels.chart_limits import NOTHING_BEYOND, Limits, Target, find_limits, highest_step
from judgeaudit.stats.kernels.in_control import Given, InControl, in_control
from judgeaudit.stats.kernels.options import number
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.kernels.run_length import Chain, Law, ewma_chain
from judgeaudit.stats.kernels.stream_check import NOTHING_SEEN, Observed, check_one_of, check_positive, check_stream
from judgeaudit.stats.shapes import Stream

LEAST_WEIGHT = 0.01
"""Least weight of the newest observation: below it the lattice of the run lengths is too coarse for the limits (its rounding moves the
average by a tenth of its sd here), and they take minutes to find."""


def ewma(
    values: ArrayLike,
    *,
    mean: float | None = None,
    sd: float | None = None,
    baseline: ArrayLike | None = None,
    labels: Sequence[float] | None = None,
    probabilities: Sequence[float] | None = None,
    bounds: tuple[float, float] | None = None,
    weight: float = 0.2,
    alternative: str = "two-sided",
    alpha: float = 0.05,
    horizon: int = 10_000,
    average_run_length: float | None = None,
    limit: float | None = None,
) -> Stream:
    """Where is the mean of a stream now, and has it left its limits? A moving average in which older observations fade.

    Use it as `cusum`, where the chart should also show the present level: a small weight finds small lasting shifts, a large one
    large sudden ones. Limits are set from the false alarms one will bear, for the law of the stream itself. Known weakness:
    observations must be independent; autocorrelated streams (the same item again and again, items sorted by difficulty) break
    the limits. The guarantee ends at the horizon. A baseline of a few hundred observations leaves the mean open, and limits that
    allow for it are wide. For rare failures (a pass rate of .99) the weight must be small: a single failure is otherwise large.

    Parameters
    ----------
    values : float array, shape (n,)
        Observations in time order; NaN where there is none (left out and counted).
    mean, sd, baseline, labels, probabilities, bounds
        What is known of the stream without drift; see `cusum`.
    weight : float
        Weight of the newest observation, 0.01 to 1: the average is over some 2 / weight observations.
    alternative : {"two-sided", "greater", "less"}
        Which shifts are looked for.
    alpha, horizon : float, int
        Probability of any false alarm within so many observations.
    average_run_length : float, optional
        Target instead of alpha: mean number of observations to a false alarm.
    limit : float, optional
        Limit L in sds of the average; nothing is then searched, and `method` says what it keeps.

    Returns
    -------
    Stream
        `path` is the average after each observation, `lower` and `upper` its limits, `value` where it stands now, `alarm_at` the
        first place beyond a limit. Undefined when there are no observations, the sd is 0, or no limit meets the target.

    Raises
    ------
    OptionError
        Nothing, or too much, is said of the stream without drift; values or options that make no sense.

    Notes
    -----
    z = weight x + (1 - weight) z, from the mean on; limits mean +- L sd sqrt(w / (2 - w) (1 - (1 - w)^(2 t))), exact at each t.
    Run lengths by a Markov chain: 301 cells for a normal law, a lattice with steps rounded upwards, which can only add alarms,
    for any other. Where the law is not a known normal one, each side takes half of alpha, or twice the run length (an
    approximation), and has its own limit.

    References
    ----------
    Roberts 1959, doi:10.1080/00401706.1959.10489860. Lucas & Saccucci 1990, doi:10.1080/00401706.1990.10484583.
    Brook & Evans 1972, doi:10.1093/biomet/59.3.539. NIST/SEMATECH e-Handbook of Statistical Methods, section 6.3.2.4.

    Examples
    --------
    NIST/SEMATECH e-Handbook, section 6.3.2.4, second and third average printed as 49.52 and 50.56:

    >>> found = ewma([52.0, 47.0, 53.0, 49.3], mean=50, sd=2.0539, weight=0.3, limit=3)
    >>> [round(z, 2) for z in found.path[1:3]], found.alarm_at
    ([49.52, 50.56], None)
    """
    target = Target(alpha, horizon, average_run_length)
    target.check()
    check_one_of("alternative", alternative, ("two-sided", "greater", "less"))
    weight = number(weight, "weight", fix="give the weight of the newest observation, 0.01 to 1, e.g. 0.2", at_least=LEAST_WEIGHT, at_most=1.0)
    if limit is not None:
        check_positive("limit", limit, "give the limit in sds of the average, e.g. 3")
    observed = check_stream(values)
    law = in_control(observed, Given(mean, sd, baseline, labels, probabilities, bounds), alpha)
    n = len(observed.values)
    if not n:
        return Stream(undefined=NOTHING_SEEN)
    if isinstance(law, str):
        return Stream(undefined=law, n_items=n, n_ratings=n)
    found = _limits(law, alternative, weight, target, limit)
    if found is None or (found.useless and limit is None):
        return Stream(undefined=_why_no_limit(law, alternative, weight, target, found), n_items=n, n_ratings=n)
    return _stream(observed, law, alternative, weight, found, ("given" if limit is not None else target.say()) + f"; {found.say(target)}", horizon)


def _why_no_limit(law: InControl, alternative: str, weight: float, target: Target, found: Limits | None) -> str:
    """Why there is no limit, and what helps with an EWMA chart."""
    if max(highest_step(side) for side, other in ((law.up, "less"), (law.down, "greater")) if alternative != other) <= 0:
        return NOTHING_BEYOND
    why = (
        "no limit up to 1,024 sds of the average meets the target"
        if found is None
        else "every limit that meets the target lies where no average comes without drift"
    )
    least = None if found is None or weight <= LEAST_WEIGHT else _limits(law, alternative, LEAST_WEIGHT, target, None)
    smaller = f"a weight below {weight:g} ({LEAST_WEIGHT:g} does)" if least is not None and not least.useless else ""
    helps = [smaller, target.easier, "a longer baseline" if law.spent else ""]
    return f"{why}; what helps: {', '.join(filter(None, helps))}"


def _limits(law: InControl, alternative: str, weight: float, target: Target, limit: float | None) -> Limits | None:
    """Upper limit first; a single one holds on both sides of a known normal law."""

    def chains(side: Law, two_sided: bool = False) -> Callable[[float], Chain]:
        return lambda one: ewma_chain(side, weight, one, two_sided=two_sided)

    if alternative == "two-sided" and law.up.known_normal:
        return find_limits([chains(law.up, two_sided=True)], target, law.spent, limit)
    sides = [chains(side) for side, other in ((law.up, "less"), (law.down, "greater")) if alternative != other]
    if law.up.points is None and len(sides) == 2:
        sides = [sides[0], sides[0]]
    return find_limits(sides, target, law.spent, limit)


def _averages(y: FloatArray, weight: float) -> FloatArray:
    """Moving averages of standardised values, shape (..., n), from 0 on."""
    from scipy.signal import lfilter

    return np.asarray(lfilter([weight], [1.0, weight - 1.0], y, axis=-1))


def _widths(n: int, weight: float) -> FloatArray:
    """Sd of the average after each observation, in sds of one."""
    return np.asarray(np.sqrt(weight / (2 - weight) * (1 - (1 - weight) ** (2 * np.arange(1, n + 1)))))


def _stream(observed: Observed, law: InControl, alternative: str, weight: float, found: Limits, limits: str, horizon: int) -> Stream:
    n = len(observed.values)
    z, widths = _averages((observed.values - law.mean) / law.sd, weight), _widths(n, weight)
    upper, lower = found.limits[0] * widths, -found.limits[-1] * widths
    above, below = (z > upper) & (alternative != "less"), (z < lower) & (alternative != "greater")
    chosen = ", ".join(f"{one:.3f}" for one in found.limits)
    end = f"the stream is longer than {horizon:,}, and the guarantee ends there" if n > horizon and " probability at most " in limits else ""
    named = f"L = {chosen} sd of the average" + (" (up, down)" if len(found.limits) > 1 else "")
    return Stream(
        value=float(law.mean + law.sd * z[-1]),
        method="; ".join(filter(None, (f"EWMA, {alternative}, weight {weight:g}", law.said, named, f"limits {limits}", end, observed.gaps))),
        n_items=n,
        n_ratings=n,
        path=observed.beside(law.mean + law.sd * z),
        upper=observed.beside(law.mean + law.sd * upper) if alternative != "less" else (),
        lower=observed.beside(law.mean + law.sd * lower) if alternative != "greater" else (),
        alarm_at=observed.first(above | below),
    )
