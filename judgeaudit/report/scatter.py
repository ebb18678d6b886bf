"""The figure of verdict agreement against rationale agreement: one point for each item and judge, equal ones as one spot."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from judgeaudit import thresholds
from judgeaudit.report import fields, formats
from judgeaudit.report.figures import label
from judgeaudit.report.hidden import plain

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

Anchors = Mapping[tuple[str, str, str], str]
SHAPES = ("circle", "square", "diamond", "hexagon", "pentagon", "octagon", "triangle-up", "star")
N_COLORS = 8
MAX_SPOTS = 500
"""Spots of one figure above which near ones become one."""
STEPS = (0.001, 0.01, 0.05, 0.1)
MAX_NAMED = 12
"""Items of one spot that are named when it is clicked."""
MAX_JUDGES = 24
"""Judges that have a panel of the figure."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The items of one judge that stand on one place of the figure: each with the anchor of its case, where it has one.

    `torn` of them are unstable although they stand above the line: their rationales contradict each other.
    """

    x: float
    y: float
    items: tuple[tuple[str, str], ...]
    torn: int = 0


def spots(rows: Sequence[Mapping[str, Any]], anchors: Anchors) -> tuple[dict[str, list[Spot]], float]:
    """Spots by judge, and the step to which agreement was rounded so that they stay few.

    Parameters
    ----------
    rows : sequence of mapping
        Rows of the block `items`; those without both agreements are left out.
    anchors : mapping of (judge, criterion, item) to str
        Where the page shows the case of an item.
    """
    found: dict[str, list[Spot]] = {}
    for step in STEPS:
        found = _gathered(rows, anchors, step)
        if sum(map(len, found.values())) <= MAX_SPOTS:
            return found, step
    return found, STEPS[-1]


def _gathered(rows: Sequence[Mapping[str, Any]], anchors: Anchors, step: float) -> dict[str, list[Spot]]:
    places: dict[str, dict[tuple[float, float], list[tuple[str, str]]]] = {}
    torn: Counter[tuple[str, tuple[float, float]]] = Counter()
    several = len({fields.word(row, "criterion") for row in rows}) > 1
    for row in rows:
        x, y = fields.number(row, "verdict_agreement"), fields.number(row, "rationale_agreement")
        if x is None or y is None:
            continue
        judge, criterion, item = (fields.word(row, name) for name in ("judge", "criterion", "item_id"))
        place = (_coarse(x, step), _coarse(y, step))
        name = f"{item} · {criterion}" if several and criterion else item
        places.setdefault(judge, {}).setdefault(place, []).append((name, anchors.get((judge, criterion, item), "")))
        torn[judge, place] += is_torn(row)
    return {judge: [Spot(*place, tuple(items), torn[judge, place]) for place, items in sorted(by_place.items())] for judge, by_place in places.items()}


def is_torn(row: Mapping[str, Any]) -> bool:
    """Whether an item is unstable although enough of its pairs give the same reason: others contradict each other."""
    share = fields.number(row, "rationale_agreement")
    return share is not None and share >= thresholds.RATIONALE_STABLE_SHARE and row.get("rationale_stable") is False


def _coarse(value: float, step: float) -> float:
    """The middle of the step that a value lies in; 0 and 1 stay what they are, since they are none and all."""
    if step <= STEPS[0] or value in (0.0, 1.0):
        return round(value, 3)
    return round((math.floor(value / step + 1e-9) + 0.5) * step, 3)


def limits(rows: Sequence[Mapping[str, Any]]) -> tuple[float | None, float]:
    """Where what counts as stable begins, by verdict and by rationale.

    By verdict between the items that are and those that are not; None where no single line separates them.
    """
    known = [(number, row.get("verdict_stable")) for row in rows if (number := fields.number(row, "verdict_agreement")) is not None]
    stable = min((number for number, is_stable in known if is_stable is True), default=None)
    unstable = max((number for number, is_stable in known if is_stable is False), default=None)
    share = thresholds.RATIONALE_STABLE_SHARE
    if stable is None:
        return None if unstable is None else (unstable + 1.0) / 2, share
    if unstable is None:
        return stable - 0.1, share
    return (stable + unstable) / 2 if unstable < stable else None, share


def scatter(found: Mapping[str, Sequence[Spot]], *, judges: Sequence[str], lines: tuple[float | None, float]) -> Figure:
    """The figure of one criterion, or of all.

    Parameters
    ----------
    found : mapping of judge to spots
        As `spots` gives them.
    judges : sequence of str
        All judges of the audit's rationales: each keeps its colour and shape in every figure.
    lines : pair of float, the first may be None
        As `limits` gives them.

    Returns
    -------
    Figure
        One trace for each judge, which the page gives a panel of its own; its `meta` is the role of its colour. `customdata` holds how
        many items stand on a spot, and the first of them with their cases' anchors (empty: no case).
    """
    import plotly.graph_objects as go

    largest = max((len(spot.items) for places in found.values() for spot in places), default=1)
    figure = go.Figure(layout={"template": None, "dragmode": False, "hovermode": "closest", "showlegend": True, "uirevision": "kept"})
    for number, judge in enumerate(judges):
        places = found.get(judge, ())
        if places:
            figure.add_trace(_trace(number, judge, places, largest))
    x, y = lines
    if x is not None:
        figure.add_shape(type="rect", name="danger", x0=x, x1=1, y0=0, y1=y, layer="below", line={"width": 0})
        figure.add_annotation(
            name="danger", xref="paper", yref="paper", x=1, y=0, xanchor="right", yanchor="bottom", showarrow=False, text="▲ same verdict, other reasons"
        )
        figure.add_shape(type="line", name="line", yref="y domain", x0=x, x1=x, y0=0, y1=1, line={"width": 1.2, "dash": "dash"})
    figure.add_shape(type="line", name="line", xref="x domain", x0=0, x1=1, y0=y, y1=y, line={"width": 1.2, "dash": "dash"})
    fixed = {"tickvals": [0, 0.25, 0.5, 0.75, 1], "zeroline": False, "fixedrange": True}
    figure.update_xaxes(**fixed, title="verdicts agree (share of pairs of repeats)")
    return figure.update_yaxes(**fixed, title="reasons agree (share of pairs)")


def _trace(number: int, judge: str, places: Sequence[Spot], largest: int) -> Any:
    import plotly.graph_objects as go

    places = sorted(places, key=lambda spot: -len(spot.items))  # the small ones on top
    counts = [len(spot.items) for spot in places]
    name = formats.judge_name(judge)
    return go.Scatter(
        meta=f"series-{number % N_COLORS}", name=label(name, 40), mode="markers+text", x=[spot.x for spot in places], y=[spot.y for spot in places],
        marker={"symbol": SHAPES[(number + number // N_COLORS) % len(SHAPES)], "size": [_size(n, largest) for n in counts], "opacity": 1},
        text=[f"{n:,}" if n > 1 else "" for n in counts], textposition="middle center", hoverinfo="text", cliponaxis=False,
        hovertext=[_hover(name, spot) for spot in places],
        customdata=[[len(spot.items), [[formats.shorten(plain(item), 80), anchor] for item, anchor in spot.items[:MAX_NAMED]]] for spot in places],
    )  # fmt: skip


def _size(n: int, largest: int) -> float:
    """The diameter in pixels: a dot for one item, from two on room for the number, its area growing with it."""
    return 10.0 if n == 1 else round(math.sqrt(18**2 + (32**2 - 18**2) * (n - 1) / max(1, largest - 1)), 1)


def _hover(judge: str, spot: Spot) -> str:
    items = "<br>".join(label(item, 60) for item, _ in spot.items[:4])
    more = f"<br>and {len(spot.items) - 4:,} more" if len(spot.items) > 4 else ""
    numbers = f"verdicts agree {formats.number(spot.x, decimals=2)}, reasons agree {formats.number(spot.y, decimals=2)}"
    torn = f"<br>{formats.count(spot.torn, 'item')} unstable all the same: rationales contradict each other" if spot.torn else ""
    return f"{label(judge, 80)}: {formats.count(len(spot.items), 'item')}<br>{numbers}{torn}<br>{items}{more}"
