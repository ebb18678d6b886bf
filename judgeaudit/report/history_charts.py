"""The charts of a monitor's history as numbers that the template puts into SVG: places in per cent, lines as points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from judgeaudit.domain.monitor import ChartSeries, MonitorCheck, MonitorStatus
from judgeaudit.report import formats

Values = Sequence[float | None]
DRAWN = 500
"""The last checks, as many as EWMA and CUSUM are computed over."""

MAX_DOTS = 150
"""Checks up to which each is a dot that names its numbers and leads to its row; of more, those at which an alarm began are."""

STREAMS = ("product", "judge", "system", "mix", "answered")
LOWEST = -3.0
HIGHEST = 6.0
"""Evidence is drawn from 1/1000 to this many times the limit (in powers of ten); what lies beyond stands at the edge."""

N_TICKS = 6


def charts_of(status: MonitorStatus) -> list[dict[str, Any]]:
    """Evidence, the product with its EWMA, the CUSUM, and the judge on anchors, of the last checks; none without a check."""
    status = status.model_copy(update={"checks": status.checks[-DRAWN:]})
    checks = status.checks
    if not any(not check.acknowledged for check in checks):
        return []
    frame = {
        "ticks": _ticks_x(checks),
        "stretches": [(f"{100 * start / len(checks):.2f}", f"{100 * (end - start) / len(checks):.2f}") for start, end in alarms(checks)],
        "restarts": [place(index, len(checks)) for index, one in enumerate(checks) if one.acknowledged],
    }
    charts = [_evidence(checks), _product(status), _cusum(status), _judge(checks)]
    return [chart | frame for chart in charts]


def place(index: int, n: int) -> str:
    """Where a check stands from left to right, in per cent."""
    return f"{100 * (index + 0.5) / n:.2f}"


def _ticks_x(checks: Sequence[MonitorCheck]) -> list[tuple[str, str, str]]:
    """Place, number and day of a few checks."""
    n = len(checks)
    chosen = sorted({round(step * (n - 1) / max(1, min(N_TICKS, n) - 1)) for step in range(min(N_TICKS, n))})
    return [(place(index, n), f"{checks[index].n:,}", checks[index].at.date().isoformat()) for index in chosen]


def alarms(checks: Sequence[MonitorCheck]) -> list[tuple[int, int]]:
    """Where each alarm began, and where it no longer stands."""
    stands = [check.attribution != "none" and not check.acknowledged for check in checks]
    starts = [index for index, now in enumerate(stands) if now and not (index and stands[index - 1])]
    return [(start, next((index for index in range(start, len(stands)) if not stands[index]), len(stands))) for start in starts]


def _evidence(checks: Sequence[MonitorCheck]) -> dict[str, Any]:
    limit = checks[-1].threshold
    series = {name: [None if check.acknowledged else getattr(check, f"e_{name}") for check in checks] for name in STREAMS}
    top = min(HIGHEST * limit, max([1.4 * limit, *(value for values in series.values() for value in _known(values))]))
    bottom = max(LOWEST, min([-1.0, *(value for values in series.values() for value in _known(values))]))
    scale = (bottom - 0.06 * (top - bottom), top + 0.06 * (top - bottom))
    cuts = [index for index, check in enumerate(checks) if check.acknowledged]
    lines = [
        {"role": f"k{number}", "segments": _segments([_within(value, scale) for value in values], scale, cuts=cuts)}
        for number, values in enumerate(series.values())
    ]
    labels = [f"check {check.n}: product 10^{check.e_product:.1f}, judge 10^{check.e_judge:.1f}" for check in checks]
    return {
        "id": "evidence", "title": "Evidence", "legend": [(f"k{number}", name) for number, name in enumerate(STREAMS)], "lines": lines, "whiskers": "",
        "levels": [("limit", _y(limit, scale))], "dots": _dots(checks, [None if c.acknowledged else _within(c.e_value, scale) for c in checks], scale, labels),
        "axis": [(_y(value, scale), f"10^{value:g}".replace("-", formats.MINUS)) for value in _steps(scale)] , "note": "What the alarm rests on: evidence for drift in "
        "each stream, as powers of ten; it may be read at any check. Where it reaches the dashed limit, there is an alarm until somebody acknowledges it.", "undefined": "",
    }  # fmt: skip


def _product(status: MonitorStatus) -> dict[str, Any]:
    checks, chart = status.checks, _chart(status, "ewma")
    means = [check.product_mean for check in checks]
    ewma, lower, upper = _aligned(checks, chart)
    ends = [*_known(means), *_known(ewma), *_known(lower), *_known(upper), *_known([status.baseline_mean, status.baseline_low, status.baseline_high])]
    scale = _scale(ends)
    labels = [f"check {check.n}: {'no production' if check.product_mean is None else formats.number(check.product_mean)}" for check in checks]
    levels = [] if status.baseline_mean is None else [("base", _y(status.baseline_mean, scale))]
    return {
        "id": "product", "title": "Product score and its moving average", "legend": [("dot", "mean of a check"), ("k0", "EWMA"), ("edge", "its limits"), ("base", "baseline")],
        "lines": [{"role": "thin", "segments": _segments(means, scale) if len(checks) > MAX_DOTS else []}, {"role": "k0", "segments": _segments(ewma, scale)}, *_edges(lower, upper, scale)],
        "whiskers": "", "levels": levels, "dots": _dots(checks, means, scale, labels), "axis": _axis(scale), "undefined": _undefined(chart, means),
        "note": f"{formats.sentence(status.scale)}, of production rows. A picture, not the verdict. Limits of the EWMA: {_limits(chart)}.",
    }  # fmt: skip


def _cusum(status: MonitorStatus) -> dict[str, Any]:
    checks, chart = status.checks, _chart(status, "cusum")
    values, lower, upper = _aligned(checks, chart)
    scale = _scale([0.0, *_known(values), *_known(lower), *_known(upper)])
    return {
        "id": "cusum", "title": "Sums of departures from the baseline (CUSUM)", "legend": [("k0", "CUSUM"), ("edge", "its limits"), ("base", "no departure")],
        "lines": [{"role": "k0", "segments": _segments(values, scale)}, *_edges(lower, upper, scale)], "whiskers": "", "levels": [("base", _y(0.0, scale))],
        "dots": [], "axis": _axis(scale), "undefined": _undefined(chart, values), "note": f"The same scores, added up. A picture, not the verdict. Limits: {_limits(chart)}.",
    }  # fmt: skip


def _judge(checks: Sequence[MonitorCheck]) -> dict[str, Any]:
    """The judge against itself: verdicts on anchors, now less baseline."""
    shifts = [check.judge_shift for check in checks]
    values = [shift.value for shift in shifts]
    scale = _scale([0.0, *(end for shift in shifts for end in _known((shift.value, shift.low, shift.high)))])
    bars = [(index, shift.low, shift.high) for index, shift in enumerate(shifts) if shift.low is not None and shift.high is not None]
    n = len(checks)
    path = " ".join(f"M{10 * float(place(index, n)):.1f},{10 * float(_y(low, scale)):.1f}V{10 * float(_y(high, scale)):.1f}" for index, low, high in bars)
    labels = [f"check {check.n}: {shift.reason if shift.value is None else f'{shift.value:+.3f}'}" for check, shift in zip(checks, shifts, strict=True)]
    none = "" if _known(values) else "no anchor has been judged again"
    return {
        "id": "gap", "title": "The judge on anchors", "legend": [("dot", "change of a check"), ("whisker", "95 % interval of one look"), ("base", "no change")],
        "lines": [{"role": "thin", "segments": _segments(values, scale) if n > MAX_DOTS else []}], "whiskers": path, "levels": [("base", _y(0.0, scale))],
        "dots": _dots(checks, values, scale, labels), "axis": _axis(scale, signed=True), "undefined": none,
        "note": "Verdicts on anchors, now less baseline. A picture: an interval of one look is not valid at many.",
    }  # fmt: skip


def _chart(status: MonitorStatus, name: str) -> ChartSeries | None:
    return next((chart for chart in status.charts if chart.name == name), None)


def _aligned(checks: Sequence[MonitorCheck], chart: ChartSeries | None) -> tuple[list[float | None], list[float | None], list[float | None]]:
    """A chart's lines with one value for each check."""
    if chart is None or chart.undefined is not None:
        empty: list[float | None] = [None] * len(checks)
        return empty, empty, empty
    lines = [dict(zip(chart.checks, values, strict=True)) for values in (chart.values, chart.lower, chart.upper)]
    first, second, third = ([line.get(check.n) for check in checks] for line in lines)
    return first, second, third


def _undefined(chart: ChartSeries | None, values: Values) -> str:
    if chart is None:
        return "the status holds no such chart"
    return chart.undefined or ("" if _known(values) else "none of these checks has production rows")


def _limits(chart: ChartSeries | None) -> str:
    return (chart.limits if chart is not None else "") or "none"


def _edges(lower: Values, upper: Values, scale: tuple[float, float]) -> list[dict[str, Any]]:
    return [{"role": "edge", "segments": _segments(values, scale)} for values in (lower, upper)]


def _known(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if value is not None]


def _within(value: float | None, scale: tuple[float, float]) -> float | None:
    return None if value is None else min(max(value, scale[0]), scale[1])


def _scale(ends: Sequence[float]) -> tuple[float, float]:
    """The range of an axis with some air around what is drawn."""
    low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
    air = 0.08 * (high - low) or 0.05
    return low - air, high + air


def _y(value: float, scale: tuple[float, float]) -> str:
    """Where a value stands from top to bottom, in per cent."""
    return f"{100 * (scale[1] - value) / (scale[1] - scale[0]):.2f}"


def _steps(scale: tuple[float, float]) -> list[float]:
    """Round numbers on an axis, about four."""
    rough = (scale[1] - scale[0]) / 4
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
    first = math.ceil(scale[0] / step)
    return [round(number * step, 10) for number in range(first, math.floor(scale[1] / step) + 1)]


def _axis(scale: tuple[float, float], *, signed: bool = False) -> list[tuple[str, str]]:
    return [(_y(value, scale), (f"{value:+g}" if signed and value else f"{value:g}").replace("-", formats.MINUS)) for value in _steps(scale)]


def _segments(values: Values, scale: tuple[float, float], *, cuts: Iterable[int] = ()) -> list[str]:
    """Points of a line in a square of 1000: it leads over checks without a value, and is broken where the watch began anew."""
    found: list[list[str]] = [[]]
    broken = set(cuts)
    for index, value in enumerate(values):
        if index in broken:
            found.append([])
        if value is not None:
            found[-1].append(f"{10 * float(place(index, len(values))):.1f},{10 * float(_y(value, scale)):.1f}")
    return [" ".join(points) for points in found if len(points) > 1]


def _dots(checks: Sequence[MonitorCheck], values: Values, scale: tuple[float, float], labels: Sequence[str]) -> list[dict[str, Any]]:
    """A dot for each check, or of many only those at which an alarm began."""
    n, found = len(checks), []
    shown = range(n) if n <= MAX_DOTS else [start for start, _ in alarms(checks)]
    for index in shown:
        check, value, alarm = checks[index], values[index], checks[index].attribution != "none"
        if value is not None and not check.acknowledged:
            label = f"{labels[index]}{', alarm' if alarm else ''}"
            found.append({"x": place(index, n), "y": _y(value, scale), "n": check.n, "label": label, "alarm": alarm})
    return found
