"""The figures of calibration as plotly JSON: reliability, risk against coverage, and corrected rates.

As in `figures`, colours belong to the page: traces name the role of theirs in `meta`, shapes and annotations in `name`. Nothing is said by
colour alone: lines differ by dash, points by shape, and each figure has a table beside it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from judgeaudit.domain.calibration import confidence_text
from judgeaudit.report import fields, formats
from judgeaudit.report.calibration_lines import Row, is_rate, said_interval, said_value
from judgeaudit.report.figures import label

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

SHARES = [0, 0.25, 0.5, 0.75, 1]
MAX_POINTS = 100
FLOOR = -0.24
"""How far below 0 the bars of counts reach in a reliability curve."""
SYMBOLS = {
    "raw": "circle-open", "labels_only": "square", "ppi": "diamond", "rogan_gladen_all": "triangle-down", "rogan_gladen": "triangle-up", "isotonic": "hexagon",
}  # fmt: skip
ROLES = {"raw": "muted", "labels_only": "series-3", "ppi": "accent", "rogan_gladen_all": "series-1", "rogan_gladen": "series-1", "isotonic": "series-2"}


def as_data(figure: Figure) -> dict[str, Any]:
    """A figure as the page's script draws it: without plotly's own template, which is 8 KB and nothing of which is used, and to six decimals."""
    found: dict[str, Any] = json.loads(figure.to_json(), parse_float=lambda text: round(float(text), 6))
    found["layout"].pop("template", None)
    return found


def _percent(shares: Sequence[float]) -> list[str]:
    return [f"{100 * share:.0f} %" for share in shares]


def _note(text: str, role: str, **more: Any) -> dict[str, Any]:
    return {"text": text, "showarrow": False, "name": role, "font": {"size": 12}, **more}


def reliability(bins: Sequence[Row]) -> Figure:
    """How sure a judge is against how often it is right: a point with its interval for each bin, the diagonal, and the counts below.

    Parameters
    ----------
    bins : sequence of dict
        Rows of `bins` in block `reliability` that have `n`, `confidence` and `right`.
    """
    import plotly.graph_objects as go

    ns = [fields.whole(row, "n") for row in bins]
    x, y = [fields.number(row, "confidence") for row in bins], [fields.number(row, "right") for row in bins]
    whiskers = {"type": "data", "symmetric": False, "thickness": 2, "width": 4, **_distances(bins)}
    hover = [
        f"sure: {formats.percent(sure or 0)}, right: {formats.percent(right or 0)}<br>{formats.count(n, 'item')}"
        for sure, right, n in zip(x, y, ns, strict=True)
    ]
    largest = max(ns, default=1)
    figure = go.Figure(layout={"template": None, "dragmode": False, "hovermode": "closest", "showlegend": False, "height": 360, "bargap": 0})
    figure.add_trace(_counts(bins, ns, largest))
    figure.add_shape(type="line", name="muted", x0=0, y0=0, x1=1, y1=1, line={"dash": "dash", "width": 1.4}, layer="below")
    figure.add_shape(type="line", name="line", x0=0, y0=0, x1=1, y1=0, line={"width": 1}, layer="below")
    sizes = [round(7 + 8 * (n / largest) ** 0.5, 1) for n in ns]
    figure.add_trace(
        go.Scatter(
            meta="accent",
            mode="lines+markers",
            x=x,
            y=y,
            error_y=whiskers,
            marker={"size": sizes},
            line={"width": 1.5},
            hovertext=hover,
            hoverinfo="text",
            cliponaxis=False,
        )
    )
    figure.add_annotation(_note("surer than right", "muted", x=0.98, y=0.03, xanchor="right", yanchor="bottom"))
    figure.add_annotation(_note("less sure than right", "muted", x=0.02, y=1.0, xanchor="left", yanchor="top"))
    figure.add_annotation(_note("items", "muted", x=0, y=FLOOR, xanchor="left", yanchor="bottom"))
    axis = {"tickvals": SHARES, "ticktext": _percent(SHARES), "zeroline": False, "fixedrange": True}
    figure.update_xaxes(**axis, range=[-0.02, 1.03], title="how sure the judge is", showgrid=False)
    return figure.update_yaxes(**axis, range=[FLOOR - 0.01, 1.04], title="how often it is right")


def _counts(bins: Sequence[Row], ns: Sequence[int], largest: int) -> Any:
    """How many items each bin holds, as bars below the curve with the number above each."""
    import plotly.graph_objects as go

    return go.Bar(
        meta="bars", x=[_middle(row) for row in bins], width=0.07, base=FLOOR, y=[0.12 * n / largest for n in ns], text=[f"{n:,}" for n in ns],
        textposition="outside", cliponaxis=False, hoverinfo="skip",
    )  # fmt: skip


def _distances(bins: Sequence[Row]) -> dict[str, list[float]]:
    """How far each interval reaches above and below its point; 0 where there is none."""
    at = [[fields.number(row, name) for name in ("right_low", "right", "right_high")] for row in bins]
    above = [max(0.0, high - right) if right is not None and high is not None else 0.0 for _, right, high in at]
    below = [max(0.0, right - low) if right is not None and low is not None else 0.0 for low, right, _ in at]
    return {"array": above, "arrayminus": below}


def _middle(row: Row) -> float | None:
    low, high = fields.number(row, "low"), fields.number(row, "high")
    return fields.number(row, "confidence") if low is None or high is None else (low + high) / 2


def curve_of(row: Row) -> list[tuple[float, float, float, float | None]]:
    """Threshold, coverage, risk and bound of the curve of a routing row, by coverage; what is no such point is left out."""
    given = row.get("curve")
    points = [point for point in given if isinstance(point, (list, tuple)) and len(point) == 4] if isinstance(given, (list, tuple)) else []
    numbers = [tuple(fields.number({"v": value}, "v") for value in point) for point in points]
    known = [(one[0], one[1], one[2], one[3]) for one in numbers if one[0] is not None and one[1] is not None and one[2] is not None]
    return sorted(known, key=lambda point: (point[1], -point[0]))


def thinned(points: Sequence[Any], most: int) -> list[Any]:
    """At most so many of them, evenly, both ends among them."""
    if len(points) <= most:
        return list(points)
    return [points[round(place * (len(points) - 1) / (most - 1))] for place in range(most)]


def risk_coverage(row: Row) -> Figure | None:
    """How many verdicts are accepted against how many of those are wrong, with the bound and the threshold that was chosen; None without a curve."""
    import plotly.graph_objects as go

    points = thinned(curve_of(row), MAX_POINTS)
    if not points:
        return None
    of_tested = "tested_coverage" if "tested_coverage" in row else "coverage"  # the curve is of labelled items
    limit, coverage, delta = (fields.number(row, name) for name in ("max_risk", of_tested, "delta"))
    top = min(1.0, max(0.3, 2.2 * (limit or 0.0), 1.25 * max(point[2] for point in points)))
    x = [point[1] for point in points]
    hover = [f"threshold {confidence_text(point[0])}<br>accepts {formats.percent(point[1])}, wrong: {formats.percent(point[2])}" for point in points]
    figure = go.Figure(layout={"template": None, "dragmode": False, "hovermode": "closest", "showlegend": True, "height": 360})
    certainty = "" if delta is None else f" with {100 * (1 - delta):.4g} % certainty"
    one = "lines" if len(points) > 1 else "markers"
    figure.add_trace(
        go.Scatter(meta="accent", mode=one, name="wrong, as seen", x=x, y=[p[2] for p in points], hovertext=hover, hoverinfo="text", line={"width": 2.5})
    )
    bounds = [point[3] for point in points]
    if any(bound is not None for bound in bounds):
        figure.add_trace(
            go.Scatter(meta="fail", mode=one, name=f"wrong, at most{certainty}", x=x, y=bounds, hoverinfo="skip", line={"width": 1.8, "dash": "dot"})
        )
    if limit is not None:
        figure.add_shape(type="line", name="fg", xref="paper", x0=0, x1=1, y0=limit, y1=limit, line={"width": 1.4, "dash": "dash"})
        figure.add_annotation(_note(f"limit {formats.percent(limit)}", "fg", xref="paper", x=1, y=limit, xanchor="right", yanchor="bottom"))
    if coverage is not None and fields.number(row, "threshold") is not None:
        _threshold(figure, row, coverage, top)
    axis = {"zeroline": False, "fixedrange": True}
    figure.update_xaxes(**axis, tickvals=SHARES, ticktext=_percent(SHARES), range=[-0.02, 1.03], title="accepted without a person", showgrid=False)
    return figure.update_yaxes(**axis, nticks=6, tickformat=".0%", range=[-0.01 * top, top], title="wrong among the accepted")


def _threshold(figure: Figure, row: Row, coverage: float, top: float) -> None:
    """The threshold that was chosen: what lies left of it is accepted."""
    import plotly.graph_objects as go

    figure.add_shape(type="rect", name="accepted", yref="paper", x0=0, x1=coverage, y0=0, y1=1, line={"width": 0}, layer="below")
    figure.add_shape(type="line", name="accent", yref="paper", x0=coverage, x1=coverage, y0=0, y1=1, line={"width": 1.5})
    risk = fields.number(row, "risk")
    if risk is not None:
        figure.add_trace(
            go.Scatter(
                meta="accent", mode="markers", name="chosen", x=[coverage], y=[risk], marker={"size": 13, "symbol": "diamond"}, cliponaxis=False, hoverinfo="text",
                hovertext=[f"threshold {confidence_text(fields.number(row, 'threshold') or 0.0)}"], showlegend=False,
            )
        )  # fmt: skip
    if coverage >= 0.25:
        figure.add_annotation(_note(f"accept {formats.percent(coverage)}", "accent", x=coverage - 0.015, y=0.97 * top, xanchor="right", yanchor="top"))
    if coverage <= 0.72:
        figure.add_annotation(_note("to a person", "muted", x=coverage + 0.015, y=0.97 * top, xanchor="left", yanchor="top"))


def corrected_rates(rows: Sequence[tuple[str, Row]]) -> Figure | None:
    """A forest plot of rates, raw and corrected: name and row of each, from top to bottom; None where none has a value.

    `customdata` is that of `figures.forest`; a corrected value that was cut to the scale has a cross where it would be.
    """
    import plotly.graph_objects as go

    drawn = [(name, row) for name, row in rows if fields.number(row, "value") is not None]
    if not drawn:
        return None
    figure = go.Figure(layout={"template": None, "showlegend": False, "dragmode": False, "hovermode": "closest"})
    ends: list[float] = [0.0, 1.0] if is_rate(drawn[0][1]) else []
    for place, (name, row) in enumerate(drawn):
        value, low, high, raw = (fields.number(row, key) for key in ("value", "low", "high", "raw_value"))
        assert value is not None
        method = fields.word(row, "method")
        ends += [end for end in (value, low, high, raw) if end is not None]
        whiskers = {"type": "data", "symmetric": False, "array": [0 if high is None else max(0.0, high - value)], "thickness": 2.5, "width": 0}
        figure.add_trace(
            go.Scatter(
                meta=ROLES.get(method, "accent"), mode="markers", x=[value], y=[place], text=[label(name, 120)], hoverinfo="text",
                marker={"size": 11, "symbol": SYMBOLS.get(method, "circle")}, error_x={**whiskers, "arrayminus": [0 if low is None else max(0.0, value - low)]},
                customdata=[[place, -1, 0, rate_text(row), fields.whole(row, "n_labelled")]],
            )
        )  # fmt: skip
        if is_cut(row):
            figure.add_annotation(_note("×", "fail", x=raw, y=place, xanchor="center", yanchor="middle", font={"size": 18}))
    for end in (0, 1) if is_rate(drawn[0][1]) else ():
        figure.add_shape(type="line", name="line", yref="paper", x0=end, x1=end, y0=0, y1=1, line={"width": 1})
    margin = 0.03 * (max(ends) - min(ends) or 1.0)
    figure.update_xaxes(range=[min(ends) - margin, max(ends) + margin], nticks=6, zeroline=False, fixedrange=True)
    if is_rate(drawn[0][1]):
        figure.update_xaxes(tickformat=".0%")
    return figure.update_yaxes(visible=False, fixedrange=True, range=[len(drawn) - 0.7, -0.78])


def is_cut(row: Row) -> bool:
    """Whether a correction came out beyond what is possible and was cut to it."""
    value, raw = fields.number(row, "value"), fields.number(row, "raw_value")
    return value is not None and raw is not None and abs(raw - value) > 1e-9


def rate_text(row: Row) -> str:
    """A rate with its interval, and what it was before it was cut."""
    raw = fields.number(row, "raw_value")
    cut = f", cut from {said_value(raw, is_rate=is_rate(row))}" if raw is not None and is_cut(row) else ""
    return f"{said_interval(row, is_rate=is_rate(row))}{cut}"
