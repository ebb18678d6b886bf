"""The figures, as plotly JSON. The page's script picks rows, applies the theme's colours and draws them.

Every mark carries the name of its role (`pass`, `fail`, `accent` ...) in `meta`; colours belong to the page, which is light or dark.
Foreign text goes through `label`, since plotly reads a small markup of its own.
"""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from judgeaudit.domain.results import Audit, Estimate, GateResult
from judgeaudit.report import formats
from judgeaudit.report.hidden import plain
from judgeaudit.report.metrics import ANALYSIS_TITLES, HEADLINES, STATUS_WORDS, badness, key_of, metric_of
from judgeaudit.report.summary import block, limits

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

MAX_ROWS = 18
MAX_BARS = 16
ROLES = ("accent", "pass", "fail", "inconclusive")


def label(text: object, limit: int = 60) -> str:
    """Foreign text as plotly shows it literally: no tag, no entity, no control character."""
    return html.escape(formats.shorten(plain(text).replace("\n", " "), limit), quote=False)


def forest_cards(audit: Audit) -> list[dict[str, Any]]:
    """One card for each headline or gated metric that was measured: title, meaning, the figure, and what is undefined."""
    keys = dict.fromkeys((*HEADLINES, *(gate.metric for gate in audit.gates)))
    found: dict[str, list[Estimate]] = {key: [] for key in keys}
    for estimate in audit.estimates:
        if estimate.stratum is None and estimate.variant is None and key_of(estimate) in found:
            found[key_of(estimate)].append(estimate)
    order = list(ANALYSIS_TITLES)
    ranked = sorted(keys, key=lambda key: order.index(key.partition(".")[0]) if key.partition(".")[0] in order else len(order))
    return [_card(key, found[key], audit, criteria_of(audit)) for key in ranked if found[key]]


def criteria_of(audit: Audit) -> list[str]:
    """Criteria that estimates are about, in their order."""
    return list(dict.fromkeys(estimate.criterion for estimate in audit.estimates if estimate.criterion))


def _card(key: str, estimates: list[Estimate], audit: Audit, criteria: list[str]) -> dict[str, Any]:
    measured = [e for e in estimates if e.value is not None]
    gates = [gate for gate in audit.gates if gate.metric == key]
    undefined = [(formats.judge_name(e.judge), e.criterion or "", formats.part(e), e.undefined) for e in estimates if e.value is None]
    figure = json.loads(forest(key, measured, gates=gates, criteria=criteria).to_json()) if measured else None
    return {"key": key, "metric": metric_of(key), "n": len(measured), "figure": figure, "undefined": undefined}


def forest(key: str, estimates: Sequence[Estimate], *, gates: Sequence[GateResult] = (), criteria: Sequence[str] = ()) -> Figure:
    """A forest plot of one metric: a point and an interval for each judge and criterion, and the gates' limits.

    Parameters
    ----------
    key : str
        `analysis.name`.
    estimates : sequence of Estimate
        Defined ones. The row of estimate i is i.
    gates : sequence of GateResult
        Gates on this metric; they give limits and the colour of each row.
    criteria : sequence of str
        All criteria; rows carry the place of theirs, so that the page can show one criterion alone.

    Returns
    -------
    Figure
        One trace for each role. `customdata` holds row, place of the criterion (-1: none), rank (0 is the least favourable), the
        value as text and the number of items.
    """
    import plotly.graph_objects as go

    several = len({e.criterion for e in estimates}) > 1
    ranks = {row: rank for rank, row in enumerate(sorted(range(len(estimates)), key=lambda row: -badness(estimates[row])))}
    statuses = {(gate.judge, gate.criterion, gate.group, gate.stratum, gate.variant): gate.status for gate in gates}
    rows: dict[str, list[int]] = {role: [] for role in ROLES}
    for row, e in enumerate(estimates):
        status = statuses.get((e.judge, e.criterion, e.group, e.stratum, e.variant), "accent")
        rows[status if status in ROLES else "accent"].append(row)
    places = {name: place for place, name in enumerate(criteria)}
    data = [[row, places.get(e.criterion or "", -1), ranks[row], _value(e), e.n_items] for row, e in enumerate(estimates)]
    figure = go.Figure(layout={"template": None})
    for role, members in rows.items():
        if members:
            figure.add_trace(_points(role, [estimates[row] for row in members], [data[row] for row in members], several=several))
    drawn = dict.fromkeys(limit for gate in gates for limit in limits(gate))
    for side, limit in drawn:
        figure.add_shape(type="line", xref="x", yref="paper", x0=limit, x1=limit, y0=0, y1=1, name=f"limit {side}", line={"width": 1.5, "dash": "dash"})
    figure.update_xaxes(range=_span(key, estimates, [limit for _, limit in drawn]), nticks=6, zeroline=False, fixedrange=True)
    figure.update_yaxes(visible=False, fixedrange=True)
    return figure.update_layout(showlegend=False, dragmode=False, hovermode="closest")


def _points(role: str, estimates: list[Estimate], data: list[list[Any]], *, several: bool) -> Any:
    import plotly.graph_objects as go

    names = [" · ".join(label(name, 120) for name in (formats.judge_name(e.judge), e.criterion if several else "", formats.part(e)) if name) for e in estimates]
    above = [0 if e.high is None else e.high - (e.value or 0) for e in estimates]
    below = [0 if e.low is None else (e.value or 0) - e.low for e in estimates]
    whiskers = {"type": "data", "symmetric": False, "array": above, "arrayminus": below, "thickness": 2.5, "width": 0}
    return go.Scatter(
        meta=role, mode="markers", marker={"size": 9}, hoverinfo="text", x=[e.value for e in estimates], y=[line[0] for line in data],
        text=names, customdata=data, error_x=whiskers,
    )  # fmt: skip


def _value(estimate: Estimate) -> str:
    ends = formats.interval(estimate.low, estimate.high)
    return f"{formats.value(estimate)} ({ends})" if ends else formats.value(estimate)


def _span(key: str, estimates: Sequence[Estimate], drawn: list[float]) -> list[float]:
    """The range of the axis: the metric's own, else 0 to 1 widened by the data."""
    ends = [end for e in estimates for end in (e.value, e.low, e.high) if end is not None] + drawn
    fixed = metric_of(key).span
    low, high = fixed or (min([0.0, *ends]), max([1.0, *ends]))
    margin = (high - low) * 0.02
    return [low - margin, high + margin]


def heat_maps(audit: Audit) -> list[dict[str, Any]]:
    """One entry for each agreement matrix: criterion, statistic, the rows for a table, and the figure."""
    return [entry for row in block(audit, "agreement", "matrix") if (entry := _heat_map(row)) is not None]


def _heat_map(row: dict[str, Any]) -> dict[str, Any] | None:
    judges, values = list(row.get("judges", ())), list(row.get("values", ()))
    if len(judges) < 2 or len(values) != len(judges):
        return None
    key = f"agreement.{row.get('statistic', '')}"
    return {
        "criterion": str(row.get("criterion", "")), "statistic": metric_of(key).title, "judges": judges, "rows": list(zip(judges, values, strict=True)),
        "figure": json.loads(heat_map(judges, values).to_json()),
    }  # fmt: skip


def heat_map(judges: Sequence[str], values: Sequence[Sequence[float | None]]) -> Figure:
    """Agreement of every judge with every other; cells without a value stay empty."""
    import plotly.graph_objects as go

    names = [label(judge, 22) for judge in judges]
    cells = [[None if i == j else value for j, value in enumerate(line)] for i, line in enumerate(values)]
    text = [["" if value is None else formats.number(value, decimals=2) for value in line] for line in cells]
    places = list(range(len(names)))
    trace = go.Heatmap(
        meta="heat", z=cells, zmin=0, zmax=1, x=places, y=places, text=text, texttemplate="%{text}", hoverinfo="text", xgap=2, ygap=2, showscale=False
    )
    axis = {"tickvals": places, "ticktext": names, "showgrid": False, "zeroline": False, "fixedrange": True, "automargin": True}
    full = [label(judge, 120) for judge in judges]
    return go.Figure(
        trace, layout={"template": None, "dragmode": False, "meta": full, "xaxis": {**axis, "tickangle": -40}, "yaxis": {**axis, "autorange": "reversed"}}
    )


def coverage_bars(rows: Sequence[dict[str, Any]]) -> Figure | None:
    """Stacked bars of what became of the planned verdicts; summed over criteria where there are many bars."""
    import plotly.graph_objects as go

    totals: dict[str, dict[str, int]] = {}
    for row in rows:
        parts = (formats.judge_name(row.get("judge")), "" if len(rows) > MAX_BARS else str(row.get("criterion") or ""))
        name = " · ".join(label(part, 120) for part in parts if part)
        kept = totals.setdefault(name, dict.fromkeys(STATUS_WORDS, 0))
        for status in STATUS_WORDS:
            kept[status] += formats.size(row.get(status))
    drawn = {name: counts for name, counts in totals.items() if sum(counts.values())}
    if not drawn:
        return None
    figure = go.Figure(layout={"template": None, "barmode": "stack", "dragmode": False, "bargap": 0.62, "showlegend": True})
    for status, word in STATUS_WORDS.items():
        if not any(line[status] for line in drawn.values()):
            continue
        shares = [100 * line[status] / sum(line.values()) for line in drawn.values()]
        hover = [f"{name}<br>{word}: {line[status]:,} ({share:.1f} %)" for (name, line), share in zip(drawn.items(), shares, strict=True)]
        figure.add_trace(go.Bar(meta=f"status-{status}", name=word, orientation="h", x=shares, y=list(range(len(drawn))), hovertext=hover, hoverinfo="text"))
    for place, name in enumerate(drawn):
        figure.add_annotation(xref="paper", x=0, y=place, text=name, showarrow=False, xanchor="left", yanchor="bottom", yshift=7, name="row")
    figure.update_xaxes(range=[0, 100], ticksuffix=" %", nticks=6, zeroline=False, fixedrange=True)
    return figure.update_yaxes(visible=False, fixedrange=True, range=[len(drawn) - 0.45, -0.75])
