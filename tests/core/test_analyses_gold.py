"""Several people's labels, made into one gold code. Every expectation is counted by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from analyses_builder import rubric_of

from judgeaudit.analyses.gold import Gold, adjudicate
from judgeaudit.domain.items import GoldLabel
from judgeaudit.errors import GoldError

NUMBERS = {"level": "interval", "low": 1, "high": 10, "step": 1}


def label(item: str, annotator: str, text: str, *, criterion: str = "c") -> GoldLabel:
    if text == "":
        return GoldLabel(item_id=item, annotator=annotator, label="", criterion=criterion, status="abstained")
    return GoldLabel(item_id=item, annotator=annotator, label=text, criterion=criterion)


def decided(labels: Sequence[tuple[str, str, str]], *, item_ids: Sequence[str] = ("x", "y"), scale: Any = None, **more: Any) -> Gold:
    return adjudicate([label(*one) for one in labels], rubric_of(scale, **more), item_ids)


def test_one_annotator_is_the_gold() -> None:
    gold = decided([("x", "ann", "pass"), ("y", "ann", "fail")])
    assert gold.codes == {("c", "x"): 1.0, ("c", "y"): 0.0}
    assert gold.labels_per_item == {"c": {"0": 0, "1": 2, "2+": 0}}


def test_the_majority_of_annotators_decides() -> None:
    gold = decided([("x", "ann", "pass"), ("x", "bob", "fail"), ("x", "cyd", "pass")])
    assert gold.codes == {("c", "x"): 1.0}
    assert gold.labels_per_item == {"c": {"0": 1, "1": 0, "2+": 1}}


def test_a_tie_is_disputed_and_has_no_code() -> None:
    gold = decided([("x", "ann", "pass"), ("x", "bob", "fail"), ("y", "ann", "pass")])
    assert gold.codes == {("c", "y"): 1.0}
    assert gold.disputed == (("c", "x"),)


def test_three_different_labels_are_a_tie_and_two_of_four_lead() -> None:
    scale = {"level": "nominal", "labels": ["a", "b", "c"]}
    three = decided([("x", "1", "a"), ("x", "2", "b"), ("x", "3", "c")], scale=scale)
    assert three.disputed == (("c", "x"),)
    four = decided([("x", "1", "a"), ("x", "2", "b"), ("x", "3", "c"), ("x", "4", "b")], scale=scale)
    assert four.codes == {("c", "x"): 2.0}


def test_numeric_gold_is_the_mean_and_never_disputed() -> None:
    gold = decided([("x", "ann", "3"), ("x", "bob", "4"), ("y", "ann", "10")], scale=NUMBERS)
    assert gold.codes == {("c", "x"): 3.5, ("c", "y"): 10.0}
    assert gold.disputed == ()


def test_ordinal_gold_is_a_label_and_no_mean() -> None:
    scale = {"level": "ordinal", "labels": ["poor", "fair", "good"]}
    gold = decided([("x", "1", "poor"), ("x", "2", "good"), ("y", "1", "good"), ("y", "2", "good"), ("y", "3", "poor")], scale=scale)
    assert gold.codes == {("c", "y"): 3.0}
    assert gold.disputed == (("c", "x"),)


def test_the_same_label_twice_counts_once() -> None:
    gold = decided([("x", "ann", "pass"), ("x", "ann", "PASS "), ("x", "bob", "fail"), ("x", "cyd", "fail")])
    assert gold.codes == {("c", "x"): 0.0}
    assert gold.conflicts == ()


def test_two_labels_of_one_annotator_are_a_conflict_and_do_not_count() -> None:
    gold = decided([("x", "ann", "pass"), ("x", "ann", "fail"), ("x", "bob", "fail"), ("y", "ann", "pass"), ("y", "ann", "fail")])
    assert gold.conflicts == (("c", "x"), ("c", "y"))
    assert gold.codes == {("c", "x"): 0.0}
    assert gold.disputed == ()
    assert gold.abstained == ()


def test_a_conflict_in_numbers_does_not_enter_the_mean() -> None:
    gold = decided([("x", "ann", "1"), ("x", "ann", "9"), ("x", "bob", "4")], scale=NUMBERS)
    assert gold.codes == {("c", "x"): 4.0}
    assert gold.conflicts == (("c", "x"),)


def test_an_abstention_casts_no_vote() -> None:
    gold = decided([("x", "ann", "pass"), ("x", "bob", ""), ("y", "ann", ""), ("y", "bob", "")])
    assert gold.codes == {("c", "x"): 1.0}
    assert gold.abstained == (("c", "y"),)
    assert gold.labels_per_item == {"c": {"0": 1, "1": 1, "2+": 0}}


def test_an_annotator_who_abstains_and_labels_has_labelled() -> None:
    gold = decided([("x", "ann", ""), ("x", "ann", "pass")])
    assert gold.codes == {("c", "x"): 1.0}
    assert gold.abstained == ()


def test_unknown_items_are_listed_once_and_used_nowhere() -> None:
    gold = decided([("z", "ann", "pass"), ("z", "bob", "pass"), ("x", "ann", "pass")])
    assert gold.unknown_items == ("z",)
    assert gold.codes == {("c", "x"): 1.0}


def test_the_named_adjudicator_decides_where_there_is_one() -> None:
    labels = [("x", "ann", "pass"), ("x", "bob", "pass"), ("x", "eve", "fail"), ("y", "ann", "pass"), ("y", "bob", "pass")]
    gold = decided(labels, adjudication={"rule": "adjudicator", "annotator": "eve"})
    assert gold.codes == {("c", "x"): 0.0, ("c", "y"): 1.0}


def test_the_adjudicator_settles_a_tie_and_numbers_too() -> None:
    rule = {"rule": "adjudicator", "annotator": "eve"}
    assert decided([("x", "ann", "pass"), ("x", "bob", "fail"), ("x", "eve", "pass")], adjudication=rule).codes == {("c", "x"): 1.0}
    assert decided([("x", "ann", "2"), ("x", "eve", "9")], adjudication=rule, scale=NUMBERS).codes == {("c", "x"): 9.0}


def test_an_adjudicator_in_conflict_does_not_decide() -> None:
    labels = [("x", "eve", "pass"), ("x", "eve", "fail"), ("x", "ann", "fail")]
    gold = decided(labels, adjudication={"rule": "adjudicator", "annotator": "eve"})
    assert gold.codes == {("c", "x"): 0.0}
    assert gold.conflicts == (("c", "x"),)


def test_p15_raters_with_different_subsets() -> None:
    raters = {
        "A": ["pass", "pass", "fail", "fail", "pass", None],
        "B": ["pass", "pass", "fail", "pass", None, None],
        "C": [None, "pass", "fail", "fail", "pass", "pass"],
    }
    labels = [(f"i{n}", rater, text) for rater, given in raters.items() for n, text in enumerate(given) if text is not None]
    gold = decided(labels, item_ids=[f"i{n}" for n in range(6)])
    assert gold.labels_per_item == {"c": {"0": 0, "1": 1, "2+": 5}}
    assert {item: code for (_, item), code in gold.codes.items()} == {"i0": 1.0, "i1": 1.0, "i2": 0.0, "i3": 0.0, "i4": 1.0, "i5": 1.0}


def test_a_label_off_the_scale_and_an_unknown_criterion_are_refused() -> None:
    with pytest.raises(GoldError, match="not on the scale"):
        decided([("x", "ann", "maybe")])
    with pytest.raises(GoldError, match="not in the rubric"):
        adjudicate([label("x", "ann", "pass", criterion="other")], rubric_of(), ["x"])


def test_no_labels_give_no_gold() -> None:
    gold = decided([])
    assert gold.codes == {}
    assert gold.labels_per_item == {"c": {"0": 2, "1": 0, "2+": 0}}
