"""The figures of calibration and the numbers in words, against what is written out here."""

from __future__ import annotations

import pytest

from judgeaudit.report.calibration import said_p
from judgeaudit.report.calibration_figures import as_data, corrected_rates, curve_of, rate_text, reliability, risk_coverage, thinned
from judgeaudit.report.calibration_lines import said_interval, said_value
from tests.report import sample_calibrated as calibrated


def test_figures_carry_no_template_of_plotly() -> None:
    assert "template" not in as_data(reliability([{"n": 2, "confidence": 0.9, "right": 1.0}]))["layout"]


@pytest.mark.parametrize(
    ("value", "rate", "said"),
    [
        (0.551, True, "55 %"),
        (-0.06, True, "−6 %"),
        (1.17, True, "117 %"),
        (0.0, True, "0 %"),
        (0.999, True, "over 99 %"),
        (2.31, False, "2.31"),
        (-0.5, False, "−0.50"),
    ],
)
def test_rates_are_said_in_percent_also_outside_0_to_1(value: float, rate: bool, said: str) -> None:
    assert said_value(value, is_rate=rate) == said


def test_intervals_and_p_values_in_words() -> None:
    assert said_interval({"value": 0.5, "low": 0.4, "high": 0.6}, is_rate=True) == "50 % (40 to 60 %)"
    assert said_interval({"value": 0.5, "low": None, "high": 0.6}, is_rate=True) == "50 %"
    assert said_interval({"value": None}, is_rate=True) == "undefined"
    assert rate_text({"label": "pass", "value": 0.0, "low": 0.0, "high": 0.04, "raw_value": -0.06}) == "0 % (0 to 4 %), cut from −6 %"
    assert [said_p(p) for p in (0.0, 0.0009, 0.0123, 0.25, 1.0)] == ["under 0.001", "under 0.001", "0.012", "0.25", "1.00"]


def test_a_reliability_curve_has_points_intervals_counts_and_the_diagonal() -> None:
    rows = [
        {"low": 0.8, "high": 0.9, "n": 10, "confidence": 0.85, "right": 0.7, "right_low": 0.4, "right_high": 0.9},
        {"n": 20, "confidence": 0.95, "right": 0.9},
    ]
    counts, points = reliability(rows).data
    assert list(counts.text) == ["10", "20"]
    assert list(counts.x) == pytest.approx([0.85, 0.95])
    assert list(points.x) == [0.85, 0.95]
    assert list(points.error_y.array) == pytest.approx([0.2, 0.0])
    assert list(points.error_y.arrayminus) == pytest.approx([0.3, 0.0])
    diagonal = reliability(rows).layout.shapes[0]
    assert (diagonal.x0, diagonal.y0, diagonal.x1, diagonal.y1, diagonal.line.dash) == (0, 0, 1, 1, "dash")


def test_a_risk_coverage_curve_has_the_bound_the_limit_and_the_threshold() -> None:
    row = {
        "max_risk": 0.15,
        "delta": 0.1,
        "threshold": 0.9,
        "coverage": 0.5,
        "risk": 0.05,
        "curve": [[0.8, 1.0, 0.2, 0.3], [0.9, 0.5, 0.05, 0.14], ["x", 1, 1, 1], [1]],
    }
    figure = risk_coverage(row)
    assert figure is not None
    seen, bound, chosen = figure.data
    assert (list(seen.x), list(seen.y), list(bound.y)) == ([0.5, 1.0], [0.05, 0.2], [0.14, 0.3])
    assert bound.name == "wrong, at most with 90 % certainty"
    assert seen.line.dash != bound.line.dash
    assert (list(chosen.x), list(chosen.y), chosen.marker.symbol) == ([0.5], [0.05], "diamond")
    assert [(shape.name, shape.y0) for shape in figure.layout.shapes] == [("fg", 0.15), ("accepted", 0), ("accent", 0)]
    assert risk_coverage({"curve": []}) is None
    nothing = risk_coverage({**row, "threshold": None, "coverage": None})
    assert nothing is not None
    assert len(nothing.data) == 2


def test_a_forest_of_rates_has_a_shape_for_each_method_and_a_cross_for_what_was_cut() -> None:
    rows = [
        ("raw", calibrated.rate("raw", 0.62, 0.59, 0.65)),
        ("none", calibrated.rate("ppi", None)),
        ("rg", calibrated.rate("rogan_gladen", 1.0, 0.61, 1.0, raw_value=1.17)),
    ]
    figure = corrected_rates(rows)
    assert figure is not None
    assert [trace.marker.symbol for trace in figure.data] == ["circle-open", "triangle-up"]
    assert [tuple(trace.customdata[0])[3] for trace in figure.data] == ["62 % (59 to 65 %)", "100 % (61 to 100 %), cut from 117 %"]
    assert [(one.text, one.x, one.y) for one in figure.layout.annotations] == [("×", 1.17, 1)]
    assert figure.layout.xaxis.range[1] > 1.17
    assert corrected_rates([("none", calibrated.rate("ppi", None))]) is None


def test_curves_are_sorted_and_thinned_with_both_ends() -> None:
    assert [point[0] for point in curve_of({"curve": [[0.5, 0.9, 0.1, None], [0.9, 0.2, 0.0, 0.1]]})] == [0.9, 0.5]
    assert thinned(list(range(1000)), 5) == [0, 250, 500, 749, 999]
    assert thinned([1, 2], 5) == [1, 2]
