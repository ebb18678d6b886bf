"""Does a judge say the same thing twice? Numbers by hand, or from methods.md where a source is named."""

from __future__ import annotations

import pytest
from analyses_builder import input_of, one, rubric_of, said, texts

from judgeaudit.analyses.consistency import consistency


def test_rates_by_hand() -> None:
    """Three items, three replicates: ppp, ppf, fff. Pairs that agree: 3, 1, 3 of 3; modal shares 1, 2/3, 1."""
    found = consistency(input_of(said("a", ["pass", "pass", "fail"], ["pass", "pass", "fail"], ["pass", "fail", "fail"])))
    assert one(found, "pairwise_agreement").value == pytest.approx(7 / 9)
    assert one(found, "flip_rate").value == pytest.approx(2 / 9)
    assert one(found, "modal_share").value == pytest.approx(8 / 9)
    assert one(found, "all_agree_share").value == pytest.approx(2 / 3)
    assert one(found, "pairwise_agreement").n_items == 3
    assert one(found, "pairwise_agreement").n_ratings == 9
    assert "of 3 replicates" in one(found, "modal_share").method


def test_flip_rate_upper_is_clopper_pearson_on_items() -> None:
    """0 of 20 items flipped, three replicates each: exact 95 % upper bound 1 - 0.05^(1/20) = 0.1391."""
    found = consistency(input_of(said("a", *[["pass"] * 20] * 3)))
    upper = one(found, "flip_rate_upper")
    assert upper.value == pytest.approx(1 - 0.05 ** (1 / 20), abs=1e-9)
    assert upper.n_items == 20


def test_k_equal_verdicts_only_bound_the_flip_rate() -> None:
    """methods.md 1.3: k = 5 identical verdicts leave a flip rate of up to 1 - 0.05^(1/5) = .451."""
    found = consistency(input_of(said("a", *[["pass", "fail", "pass"]] * 5)))
    assert "on 3 of 3 items of c (5 verdicts each)" in texts(found)
    assert "up to 45 % of calls" in texts(found)


@pytest.mark.parametrize(("k", "bound"), [(3, "63 %"), (10, "26 %"), (20, "14 %"), (59, "5 %")])
def test_the_bound_of_methods_md(k: int, bound: str) -> None:
    """methods.md 1.3: k=3 .632, 10 .259, 20 .139, 59 .0495."""
    assert f"up to {bound} of calls" in texts(consistency(input_of(said("a", *[["pass", "fail"]] * k))))


def test_one_replicate_is_undefined_in_words_and_not_perfect() -> None:
    found = consistency(input_of(said("a", ["pass", "fail", "pass"])))
    assert found.analysis.status == "not_measured"
    assert found.estimates
    for estimate in found.estimates:
        assert estimate.value is None
        assert estimate.undefined is not None
        assert "one replicate" in estimate.undefined
    assert found.cases == ()


def test_items_with_one_verdict_do_not_count() -> None:
    """i0 p p, i1 p f, i2 p and a refusal, i3 p and nothing: two items count, one of them flips."""
    found = consistency(input_of(said("a", ["pass", "pass", "pass", "pass"], ["pass", "fail", "!refused", None])))
    for name in ("pairwise_agreement", "modal_share", "all_agree_share", "flip_rate"):
        assert one(found, name).n_items == 2, name
        assert one(found, name).n_ratings == 4, name
    assert one(found, "flip_rate").value == 0.5
    assert one(found, "modal_share").value == 0.75
    row = found.analysis.blocks["items"][0]
    assert (row["replicates"], row["n_items"], row["n_flipped"], row["n_stable"]) == (2, 2, 1, 1)


def test_no_item_with_two_verdicts() -> None:
    found = consistency(input_of(said("a", ["pass", None], [None, "fail"])))
    assert one(found, "flip_rate").undefined == "no item has two verdicts of this judge"


def test_every_flipped_item_is_a_case_with_its_tally() -> None:
    found = consistency(input_of(said("a", *[["pass", "pass"]] * 3, *[["pass", "fail"]] * 2)))
    assert [(c.flag, c.item_id, c.judge, c.criterion, c.replicates, c.detail) for c in found.cases] == [
        ("flipped_verdict", "i1", "a", "c", (0, 1, 2, 3, 4), "pass x3, fail x2")
    ]


def test_a_replicate_without_a_verdict_is_not_among_those_of_the_case() -> None:
    found = consistency(input_of(said("a", ["pass"], ["!error"], ["fail"], ["fail"])))
    assert found.cases[0].replicates == (0, 2, 3)
    assert found.cases[0].detail == "fail x2, pass x1"


def test_all_flipped_items_are_cases_also_when_they_show_one_pattern() -> None:
    found = consistency(input_of(said("a", ["pass"] * 300, ["fail"] * 300)))
    assert len(found.cases) == 300
    assert len({case.item_id for case in found.cases}) == 300


def test_no_variation_is_undefined_in_words() -> None:
    found = consistency(input_of(said("a", *[["pass"] * 10] * 3)))
    assert one(found, "pairwise_agreement").value == 1.0
    alpha = one(found, "krippendorff_alpha")
    assert alpha.value is None
    assert alpha.undefined


def test_prevalence_note_beside_high_agreement_and_low_alpha() -> None:
    """P13: one disagreement among 20 pairs: agreement 0.95, alpha 0, AC1 0.94744."""
    found = consistency(input_of(said("a", ["pass"] * 20, ["pass"] * 19 + ["fail"])))
    assert one(found, "pairwise_agreement").value == pytest.approx(0.95)
    assert one(found, "krippendorff_alpha").value == pytest.approx(0.0, abs=1e-12)
    assert one(found, "gwet_ac").value == pytest.approx(0.94744, abs=5e-6)
    assert "Prevalence" in texts(found)
    assert "Gwet's AC is 0.95" in texts(found)


def test_icc_is_left_out_on_nominal_scales_and_computed_on_numbers() -> None:
    """Shrout & Fleiss 1979: ICC(1,1) of the 6 x 4 table is .165742 (methods.md C5)."""
    table = ["9258", "6132", "8468", "7126", ["10", "5", "6", "9"], "6247"]
    replicates = [[row[r] for row in table] for r in range(4)]
    rubric = rubric_of({"level": "interval", "low": 1, "high": 10, "step": 1})
    assert one(consistency(input_of(said("a", *replicates), rubric)), "icc_1_1").value == pytest.approx(0.165742, abs=5e-7)
    nominal = consistency(input_of(said("a", ["pass", "fail"], ["pass", "fail"])))
    assert not [e for e in nominal.estimates if e.name == "icc_1_1"]


def test_label_counts_name_unused_points_of_the_scale() -> None:
    rubric = rubric_of({"level": "ordinal", "labels": ["poor", "fair", "good"]})
    found = consistency(input_of(said("a", ["poor", "good"], ["poor", "!refused"]), rubric))
    rows = {row["label"]: (row["count"], row["share"]) for row in found.analysis.blocks["labels"]}
    assert rows == {"poor": (2, pytest.approx(2 / 3)), "fair": (0, 0.0), "good": (1, pytest.approx(1 / 3))}


def test_label_counts_of_a_continuous_scale_are_binned() -> None:
    rubric = rubric_of({"level": "interval", "low": 0, "high": 100})
    found = consistency(input_of(said("a", ["1.5", "99.9", "100"], ["2.5", "98", "100"]), rubric))
    rows = {row["label"]: row["count"] for row in found.analysis.blocks["labels"]}
    assert len(rows) == 10
    assert (rows["0 to 10"], rows["90 to 100"], sum(rows.values())) == (2, 4, 6)


def test_strata_are_measured_apart_and_cases_are_listed_once() -> None:
    rows = [{**row, "stratum": "flips" if row["item_id"] == "i0" else "holds"} for row in said("a", ["pass", "pass"], ["fail", "pass"])]
    found = consistency(input_of(rows))
    assert one(found, "flip_rate", stratum="flips").value == 1.0
    assert one(found, "flip_rate", stratum="holds").value == 0.0
    assert one(found, "flip_rate").value == 0.5
    assert len(found.cases) == 1


def test_the_same_seed_gives_the_same_interval_in_any_row_order() -> None:
    rows = said("a", ["pass", "fail"] * 10, ["pass", "fail", "pass"] * 6 + ["pass", "fail"])
    first = one(consistency(input_of(rows)), "krippendorff_alpha")
    again = one(consistency(input_of(rows)), "krippendorff_alpha")
    other = one(consistency(input_of(rows, seed=2)), "krippendorff_alpha")
    assert first.low is not None
    assert first == again
    assert (first.low, first.high) != (other.low, other.high)
    assert first.value == other.value
