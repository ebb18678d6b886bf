"""The figures' data: rows, intervals, limits and colours' roles, against numbers written out here."""

from __future__ import annotations

import pytest

from judgeaudit.domain.results import Estimate, GateResult
from judgeaudit.report import figures
from tests.report import sample_audit as samples
from tests.report import sample_edges as edges
from tests.report.sample_estimates import estimate


def gate(limit: str, **more: object) -> GateResult:
    return GateResult(**{"metric": "consistency.flip_rate", "status": "fail", "limit": limit, **more})


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        ("max 0.05", [("max", 0.05)]),
        ("min 0.2, max 0.8", [("min", 0.2), ("max", 0.8)]),
        ("min -1", [("min", -1.0)]),
        ("max 1e-05", [("max", 1e-5)]),
        ("<= 0.1", [("max", 0.1)]),
        ("something else", []),
    ],
)
def test_limits_are_read_from_words(limit: str, expected: list[tuple[str, float]]) -> None:
    assert figures.limits(gate(limit)) == expected


def test_a_forest_has_one_trace_for_each_role_and_the_limit() -> None:
    estimates = [
        Estimate(analysis="consistency", name="flip_rate", judge="a", criterion="c", value=0.2, low=0.1, high=0.4, n_items=24),
        Estimate(analysis="consistency", name="flip_rate", judge="b", criterion="c", value=0.05, low=0.01, high=0.09, n_items=24),
        Estimate(analysis="consistency", name="flip_rate", judge="c", criterion="d", value=0.3),
    ]
    drawn = figures.forest("consistency.flip_rate", estimates, gates=[gate("max 0.1", judge="a", criterion="c")], criteria=["c", "d"])
    assert [trace.meta for trace in drawn.data] == ["accent", "fail"]
    accent, failed = drawn.data
    assert list(accent.x) == [0.05, 0.3]
    assert list(accent.error_x.array) == pytest.approx([0.04, 0.0])
    assert list(accent.error_x.arrayminus) == pytest.approx([0.04, 0.0])
    assert [tuple(line) for line in accent.customdata] == [(1, 0, 2, "0.050 (0.010 to 0.090)", 24), (2, 1, 1, "0.300", 0)]
    assert tuple(failed.customdata[0]) == (0, 0, 0, "0.200 (0.100 to 0.400)", 24)  # rank 0: its interval reaches farthest
    assert list(accent.text) == ["b · c", "c · d"]
    assert [(shape.x0, shape.x1) for shape in drawn.layout.shapes] == [(0.1, 0.1)]
    assert list(drawn.layout.xaxis.range) == pytest.approx([-0.02, 1.02])


def test_an_axis_reaches_as_far_as_the_data() -> None:
    estimates = [Estimate(analysis="calibration", name="mae", judge="a", value=2.5, low=2.0, high=3.0)]
    assert list(figures.forest("calibration.mae", estimates).layout.xaxis.range) == pytest.approx([-0.06, 3.06])


def test_cards_leave_strata_and_variants_out_and_keep_what_is_undefined() -> None:
    audit = samples.rich_audit()
    extra = estimate("consistency.flip_rate", 0.9, judge=samples.GPT, criterion=samples.WINDOW, stratum="de")
    cards = figures.forest_cards(audit.model_copy(update={"estimates": (*audit.estimates, extra)}))
    card = next(card for card in cards if card["key"] == "consistency.flip_rate")
    assert card["n"] == 6
    assert card["undefined"] == [("rule", samples.WINDOW, "", "one replicate was judged, so nothing was repeated")]


def test_a_gated_metric_gets_a_card_though_it_is_no_headline() -> None:
    audit = edges.lone_audit()
    estimates = (*audit.estimates, estimate("consistency.modal_share", 0.9, judge="alice-gpt"))
    with_gate = audit.model_copy(update={"estimates": estimates, "gates": (gate("min 0.8", metric="consistency.modal_share"),)})
    assert [card["key"] for card in figures.forest_cards(audit.model_copy(update={"estimates": estimates}))] == ["coverage.answered_rate"]
    assert [card["key"] for card in figures.forest_cards(with_gate)] == ["coverage.answered_rate", "consistency.modal_share"]


def test_a_heat_map_leaves_the_diagonal_and_the_undefined_empty() -> None:
    trace = figures.heat_map(["a", "b"], [[1.0, -0.25], [-0.25, None]]).data[0]
    assert [list(line) for line in trace.z] == [[None, -0.25], [-0.25, None]]
    assert [list(line) for line in trace.text] == [["", "−0.25"], ["−0.25", ""]]


def test_coverage_bars_are_shares_of_what_was_planned() -> None:
    rows = [{"judge": "a", "criterion": "c", "planned": 8, "ok": 6, "refused": 2}, {"judge": "b", "criterion": "c", "planned": 4, "ok": 4}]
    drawn = figures.coverage_bars(rows)
    assert drawn is not None
    assert {trace.name: list(trace.x) for trace in drawn.data} == {"answered": [75.0, 100.0], "refused": [25.0, 0.0]}
    assert figures.coverage_bars([{"judge": "a", "ok": 0}]) is None


def test_many_bars_are_summed_over_criteria() -> None:
    rows = [{"judge": "a", "criterion": f"c{i}", "ok": 1, "error": i % 2} for i in range(20)]
    drawn = figures.coverage_bars(rows)
    assert drawn is not None
    assert [annotation.text for annotation in drawn.layout.annotations] == ["a"]
    assert list(drawn.data[0].x) == pytest.approx([100 * 20 / 30])


def test_labels_cannot_carry_plotly_markup() -> None:
    assert figures.label("<b>x</b> &lt; \u202e\n") == "&lt;b&gt;x&lt;/b&gt; &amp;lt; [U+202E] "
