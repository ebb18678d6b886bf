"""The figures, as plotly JSON. The page's script picks rows, applies the theme's colours and draws them.

Every mark carries the name of its role (`pass`, `fail`, `accent` ...) in `meta`; colours belong to the page, which is light or dark.
Foreign text goes through `label`, since plotly reads a small markup of its own.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from judgeaudit.domain.results import Audit, Estimate, GateResult
from judgeaudit.report import formats
from judgeaudit.report.hidden import plain
from judgeaudit.report.metrics import ANALYSIS_TITLES, HEADLINES, STATUS_WORDS, badness, key_of, metric_of
from judgeaudit.report.summary import block

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

MAX_ROWS = 18
MAX_BARS = 16
ROLES = ("accent", "pass", "fail", "inconclusive")
_LIMIT = re.compile(r"(max|min|<=|>=|≤|≥|at most|at least)\s*:?\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)", re.IGNORECASE)


def label(text: object, limit: int = 60) -> str:
    """Foreign text as plotly shows it literally: no tag, no entity, no control character."""
    return html.escape(formats.shorten(plain(text).replace("\n", " "), limit), quote=False)


def limits(gate: GateResult) -> list[tuple[str, float]]:
    """The numbers of a gate's limit, each `max` or `min`."""
    words = {"max": "max", "<=": "max", "≤": "max", "at most": "max"}
    return [(words.get(word.lower(), "min"), float(text)) for word, text in _LIMIT.findall(gate.limit)]


def forest_cards(audit: Audit) -> list[dict[str, Any]]:
    """One card for each headline or gated metric that was measured: title, meaning, the figure, and what is undefined."""
    keys = dict.fromkeys((*HEADLINES, *(gate.metric for gate in audit.gates)))
    found: dict[str, list[Estimate]] = {key: [] for key in keys}
    for estimate in audit.estimates:
        if estimate.stratum is None and estimate.variant is None and key_of(estimate) in found:
            found[key_of(estimate)].append(estimate)
    order = list(ANALYSIS_TITLES)
    ranked = sorted(keys, key=lambda key: order.index(key.partition(".")[0]) if key.partition(".")[0] in order else len(order))
    return [_card(key, found[key], audit) for key in ranked if found[key]]


def _card(key: str, estimates: list[Estimate], audit: Audit) -> dict[str, Any]:
    measured = [e for e in estimates if e.value is not None]
    gates = [gate for gate in audit.gates if gate.metric == key]
    undefined = [(formats.judge_name(e.judge), e.criterion or "", formats.part(e), e.undefined) for e in estimates if e.value is None]
    figure = json.loads(forest(key, measured, gates=gates).to_json()) if measured else None
    return {"key": key, "metric": metric_of(key), "n": len(measured), "figure": figure, "undefined": undefined}


def forest(key: str, estimates: Sequence[Estimate], *, gates: Sequence[GateResult] = ()) -> Figure:
    """A forest plot of one metric: a point and an interval for each judge and criterion, and the gates' limits.

    Parameters
    ----------
    key : str
        `analysis.name`.
    estimates : sequence of Estimate
        Defined ones. The row of estimate i is i.
    gates : sequence of GateResult
        Gates on this metric; they give limits and the colour of each row.

    Returns
    -------
    Figure
        One trace for each role. `customdata` holds row, criterion, rank (0 is the least favourable) and the value as text.
    """
    import plotly.graph_objects as go

    several = len({e.criterion for e in estimates}) > 1
    ranks = {row: rank for rank, row in enumerate(sorted(range(len(estimates)), key=lambda row: -badness(estimates[row])))}
    statuses = {(gate.judge, gate.criterion, gate.group): gate.status for gate in gates}
    rows: dict[str, list[int]] = {role: [] for role in ROLES}
    for row, e in enumerate(estimates):
        status = statuses.get((e.judge, e.criterion, e.group), "accent")
        rows[status if status in ROLES else "accent"].append(row)
    figure = go.Figure(layout={"template": None})
    for role, members in rows.items():
        if members:
            figure.add_trace(_points(role, members, estimates, ranks, several=several))
    drawn = dict.fromkeys(limit for gate in gates for limit in limits(gate))
    for side, limit in drawn:
        figure.add_shape(type="line", xref="x", yref="paper", x0=limit, x1=limit, y0=0, y1=1, name=f"limit {side}", line={"width": 1.5, "dash": "dash"})
    figure.update_xaxes(range=_span(key, estimates, [limit for _, limit in drawn]), nticks=6, zeroline=False, fixedrange=True)
    figure.update_yaxes(visible=False, fixedrange=True)
    return figure.update_layout(showlegend=False, dragmode=False, hovermode="closest")


def _points(role: str, rows: list[int], estimates: Sequence[Estimate], ranks: dict[int, int], *, several: bool) -> Any:
    import plotly.graph_objects as go

    kept = [estimates[row] for row in rows]
    names = [" · ".join(name for name in (formats.judge_name(e.judge), e.criterion if several else "", formats.part(e)) if name) for e in kept]
    values = [_value(e) for e in kept]
    whisker = [[abs(end - (e.value or 0)) if end is not None else 0 for e in kept for end in (getattr(e, side),)] for side in ("high", "low")]
    return go.Scatter(
        meta=role, mode="markers", x=[e.value for e in kept], y=rows, text=[label(name, 90) for name in names],
        customdata=[[row, plain(e.criterion or ""), ranks[row], value] for row, e, value in zip(rows, kept, values, strict=True)],
        hovertext=[f"{label(name, 200)}<br>{value}, {formats.count(e.n_items, 'item')}" for name, value, e in zip(names, values, kept, strict=True)],
        hoverinfo="text", error_x={"type": "data", "symmetric": False, "array": whisker[0], "arrayminus": whisker[1], "thickness": 2.5, "width": 0},
        marker={"size": 9},
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
    hover = [
        [f"{label(first, 120)}<br>{label(second, 120)}<br>{shown or 'undefined'}" for second, shown in zip(judges, line, strict=False)]
        for first, line in zip(judges, text, strict=True)
    ]
    trace = go.Heatmap(
        meta="heat", z=cells, zmin=0, zmax=1, x=list(range(len(names))), y=list(range(len(names))), text=text, texttemplate="%{text}", hovertext=hover,
        hoverinfo="text", xgap=2, ygap=2, showscale=False,
    )  # fmt: skip
    axis = {"tickvals": list(range(len(names))), "ticktext": names, "showgrid": False, "zeroline": False, "fixedrange": True, "automargin": True}
    return go.Figure(trace, layout={"template": None, "dragmode": False, "xaxis": {**axis, "tickangle": -40}, "yaxis": {**axis, "autorange": "reversed"}})


def coverage_bars(rows: Sequence[dict[str, Any]]) -> Figure | None:
    """Stacked bars of what became of the planned verdicts; summed over criteria where there are many bars."""
    import plotly.graph_objects as go

    totals: dict[str, dict[str, int]] = {}
    for row in rows:
        name = formats.judge_name(row.get("judge")) if len(rows) > MAX_BARS else f"{row.get('judge', '')} · {row.get('criterion', '')}"
        kept = totals.setdefault(name, dict.fromkeys(STATUS_WORDS, 0))
        for status in STATUS_WORDS:
            kept[status] += formats.size(row.get(status))
    drawn = {name: counts for name, counts in totals.items() if sum(counts.values())}
    if not drawn:
        return None
    figure = go.Figure(layout={"template": None, "barmode": "stack", "dragmode": False, "bargap": 0.62, "showlegend": True})
    for status, word in STATUS_WORDS.items():
        counts = [line[status] for line in drawn.values()]
        if not any(counts):
            continue
        shares = [100 * line[status] / sum(line.values()) for line in drawn.values()]
        hover = [f"{label(name, 120)}<br>{word}: {n:,} ({share:.1f} %)" for name, n, share in zip(drawn, counts, shares, strict=True)]
        figure.add_trace(go.Bar(meta=f"status-{status}", name=word, orientation="h", x=shares, y=list(range(len(drawn))), hovertext=hover, hoverinfo="text"))
    for row, name in enumerate(drawn):
        figure.add_annotation(xref="paper", x=0, y=row, text=label(name, 90), showarrow=False, xanchor="left", yanchor="bottom", yshift=7, name="row")
    figure.update_xaxes(range=[0, 100], ticksuffix=" %", nticks=6, zeroline=False, fixedrange=True)
    return figure.update_yaxes(visible=False, fixedrange=True, range=[len(drawn) - 0.45, -0.75])
