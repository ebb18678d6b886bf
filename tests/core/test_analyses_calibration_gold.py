"""Gold as it really comes: files, read by the loader, as far as the findings and blocks of the calibration. Counted by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from analyses_builder import input_of, one, rubric_of, said, texts

import judgeaudit
from judgeaudit.analyses.calibration import calibration
from judgeaudit.analyses.gold import Gold, adjudicate
from judgeaudit.domain.items import GoldLabel
from judgeaudit.domain.results import AnalysisOutput
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import NothingInCommonError
from judgeaudit.importers.gold import read_gold

HEAD = "item_id,annotator,label\n"
TEN: dict[str, Any] = {"level": "ordinal", "labels": [str(n) for n in range(1, 11)]}
SCORE: dict[str, Any] = {"level": "interval", "low": 1, "high": 5, "step": 1}


def read(path: Path, text: str, rubric: Rubric, item_ids: list[str]) -> Gold:
    (path / "gold.csv").write_text(text)
    return adjudicate(read_gold(path / "gold.csv", rubric), rubric, item_ids)


def audited(path: Path, text: str, verdicts: list[str], rubric: Rubric | None = None) -> AnalysisOutput:
    """Calibration of judge "a" on items i0, i1 ... against the gold file."""
    rubric = rubric or rubric_of()
    gold = read(path, text, rubric, [f"i{n}" for n in range(len(verdicts))])
    return calibration(input_of(said("a", verdicts), rubric, gold=gold))


def gold_block(found: AnalysisOutput) -> dict[str, Any]:
    return dict(found.analysis.blocks["gold"][0])


def test_votes_hold_one_label_of_each_annotator(tmp_path: Path) -> None:
    """Twice the same counts once, twice something else and an abstention not at all; blanks and case of labels and names do not matter."""
    text = HEAD + "i0,ann,PASS\ni0, ann , pass \ni0,bob,Fail\ni1,ann,pass\ni1,ann,fail\ni1,bob,fail\ni2,ann,\ni2,bob,pass\ni3,ann,  \nzz,ann,pass\n"
    gold = read(tmp_path, text, rubric_of(), ["i0", "i1", "i2", "i3"])
    assert gold.votes == {("c", "i0"): {"ann": 1.0, "bob": 0.0}, ("c", "i1"): {"bob": 0.0}, ("c", "i2"): {"bob": 1.0}}
    assert gold.codes == {("c", "i1"): 0.0, ("c", "i2"): 1.0}
    assert (gold.disputed, gold.conflicts, gold.abstained) == ((("c", "i0"),), (("c", "i1"),), (("c", "i3"),))
    assert gold.unknown_items == ("zz",)
    assert gold.labels_per_item == {"c": {"0": 1, "1": 2, "2+": 1}}


def test_p15_different_subsets_say_who_has_how_many_labels(tmp_path: Path) -> None:
    """Case P15: 5 items with two labels or more, 1 with one; alpha between the three annotators 0.7."""
    raters = {"A": "ppffp-", "B": "ppfp--", "C": "-pffpp"}
    rows = [f"i{n},{name},{'pass' if c == 'p' else 'fail'}" for name, given in raters.items() for n, c in enumerate(given) if c != "-"]
    found = audited(tmp_path, HEAD + "\n".join(rows) + "\n", ["pass"] * 7)
    row = gold_block(found)
    assert (row["zero"], row["one"], row["two_plus"]) == (1, 1, 5)
    assert row["no_gold_listed"] == ["i6"]
    ceiling = found.analysis.blocks["ceiling"][0]
    assert ceiling["alpha"] == pytest.approx(0.7)
    assert (ceiling["n_items"], ceiling["n_annotators"], ceiling["n_pairs"]) == (5, 3, 3)
    assert {(r["first"], r["second"]): r["n_items"] for r in found.analysis.blocks["people"]} == {("A", "B"): 4, ("A", "C"): 4, ("B", "C"): 3}


def test_the_rule_is_said_with_what_it_decided(tmp_path: Path) -> None:
    """i0 three alike, i1 two to one, i2 tied, i3 one label."""
    rows = ["i0,x,pass", "i0,y,pass", "i0,z,pass", "i1,x,pass", "i1,y,fail", "i1,z,fail", "i2,x,pass", "i2,y,fail", "i3,x,fail"]
    said_of_it = texts(audited(tmp_path, HEAD + "\n".join(rows) + "\n", ["pass"] * 4))
    assert "3 gold items of c have labels of several annotators and are decided by their majority, ties being left out as disputed; on 1 of them" in said_of_it
    assert "1 more rest on one label." in said_of_it
    assert "1 gold items are disputed: annotators are tied, so they are left out: i2 (c)" in said_of_it


def test_one_label_each_needs_no_rule(tmp_path: Path) -> None:
    assert "several annotators" not in texts(audited(tmp_path, HEAD + "i0,x,pass\ni1,y,fail\n", ["pass", "pass"]))


def test_a_named_adjudicator_is_said_and_one_who_is_not_there_is_a_warning(tmp_path: Path) -> None:
    text = HEAD + "i0,x,pass\ni0,y,pass\ni0,eve,fail\ni1,x,pass\ni1,y,fail\n"
    rule: dict[str, Any] = {"adjudication": {"rule": "adjudicator", "annotator": "eve"}}
    found = audited(tmp_path, text, ["fail", "fail"], rubric_of(**rule))
    assert one(found, "accuracy").n_items == 1
    assert one(found, "accuracy").value == 1.0
    assert "note: eve decides 1 of 2 gold items of c." in texts(found)
    rule["adjudication"]["annotator"] = "Eva"
    gone = audited(tmp_path, text, ["fail", "fail"], rubric_of(**rule))
    assert "warning: Eva decides 0 of 2 gold items of c; Eva labelled none of them" in texts(gone)
    assert one(gone, "accuracy").value == 0.0


def test_names_that_differ_by_case_only_are_pointed_out(tmp_path: Path) -> None:
    found = audited(tmp_path, HEAD + "i0,Ann,pass\ni1,ann,pass\ni0,bob,pass\n", ["pass", "pass"])
    assert "These annotators count as different people; write them alike if they are not: 'Ann', 'ann'." in texts(found)
    assert "different people" not in texts(audited(tmp_path, HEAD + "i0,Ann,pass\ni0,bob,pass\n", ["pass"]))


def test_ordinal_gold_keeps_the_rubrics_order(tmp_path: Path) -> None:
    """Case P14: gold 1 2 10 3, judge 1 2 9 3; quadratic kappa 0.98876 in the rubric's order, 0.4375 sorted as strings."""
    found = audited(tmp_path, HEAD + "i0,x,1\ni1,x,2\ni2,x,10\ni3,x, 3 \n", ["1", "2", "9", "3"], rubric_of(TEN))
    assert one(found, "cohen_kappa").value == pytest.approx(0.98876, abs=5e-6)


def test_numeric_gold_is_the_mean_and_that_is_said(tmp_path: Path) -> None:
    found = audited(tmp_path, HEAD + "i0,x,3\ni0,y,4\ni1,x,5.0\ni2,x,1\ni2,y,1\n", ["3", "5", "2"], rubric_of(SCORE))
    assert one(found, "mae").value == pytest.approx((0.5 + 0 + 1) / 3)
    assert "2 gold items of c have labels of several annotators and are decided by the mean of their scores; on 1 of them all say the same" in texts(found)


def test_pairwise_gold(tmp_path: Path) -> None:
    labels = ["response_a", "response_b", "tie"]
    rubric = Rubric.model_validate({"name": "r", "mode": "pairwise", "criteria": [{"name": "c", "question": "q?"}]})
    found = audited(tmp_path, HEAD + "i0,x,Response_A\ni1,x, TIE\ni2,x,response_b\ni2,y,response_b\n", [labels[0], labels[2], labels[0]], rubric)
    assert one(found, "accuracy").value == pytest.approx(2 / 3)
    assert found.analysis.blocks["baseline"][0]["label"] in labels


def test_ids_and_labels_are_text_from_file_to_report(tmp_path: Path) -> None:
    """`007` is not 7, `NA` is an id and a label, and 1e5 stays what it is."""
    rubric = Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": ["NA", "007", "yes"]}}]})
    (tmp_path / "gold.csv").write_text(HEAD + "007,x,NA\nNA,x,007\n1e5,x,YES\n7,x,yes\n")
    (tmp_path / "verdicts.csv").write_text("item_id,judge,label\n007,a,na\nNA,a,007\n1e5,a,NA\nnull,a,yes\n")
    found = judgeaudit.audit(tmp_path / "verdicts.csv", rubric, gold=tmp_path / "gold.csv")
    block = next(analysis for analysis in found.data.analyses if analysis.name == "calibration").blocks["gold"][0]
    assert block["unknown_items_listed"] == ["7"]
    assert block["no_gold_listed"] == ["null"]
    accuracy = found.estimate("calibration.accuracy", judge="a")
    assert (accuracy.value, accuracy.n_items) == (pytest.approx(2 / 3), 3)


def test_items_without_partner_are_listed_on_both_sides() -> None:
    """i0 both; i1 verdict only; i2 gold on c, judged on d only; zz gold only."""
    two = Rubric.model_validate(
        {"name": "r", "criteria": [{"name": n, "question": "q?", "scale": {"level": "nominal", "labels": ["pass", "fail"]}} for n in ("c", "d")]}
    )
    rows = said("a", ["pass", "fail"]) + [{**row, "item_id": "i2"} for row in said("a", ["pass"], criterion="d")]
    gold = Gold(codes={("c", "i0"): 1.0, ("c", "i2"): 0.0, ("d", "i2"): 1.0}, unknown_items=("zz",))
    found = calibration(input_of(rows, two, gold=gold))
    of_c, of_d = found.analysis.blocks["gold"]
    assert (of_c["no_gold"], of_c["no_gold_listed"]) == (1, ["i1"])
    assert (of_c["not_judged"], of_c["not_judged_listed"]) == (1, ["i2"])
    assert (of_d["no_gold"], of_d["not_judged"]) == (0, 0)
    assert of_c["unknown_items_listed"] == ["zz"]
    assert "1 items with gold on c were judged by no judge there and count nowhere: i2" in texts(found)


def test_gold_that_decides_nothing_still_says_how_far_people_agree(tmp_path: Path) -> None:
    rows = [f"i{n},{who},{label}" for n in range(12) for who, label in (("x", "pass"), ("y", "fail"))]
    found = audited(tmp_path, HEAD + "\n".join(rows) + "\n", ["pass"] * 12)
    assert found.analysis.status == "not_measured"
    assert found.analysis.blocks["ceiling"][0]["agreement"] == 0.0


def test_a_frame_and_a_file_say_the_same(tmp_path: Path) -> None:
    text = HEAD + "i0,x,pass\ni0,y,fail\ni1,x,fail\n"
    (tmp_path / "gold.csv").write_text(text)
    verdicts = pd.DataFrame({"item_id": ["i0", "i1"], "judge": "a", "label": ["pass", "fail"]})
    of_file = judgeaudit.audit(verdicts, rubric_of(), gold=tmp_path / "gold.csv").data
    frame = pd.DataFrame([line.split(",") for line in text.split()[1:]], columns=["item_id", "annotator", "label"])
    assert judgeaudit.audit(verdicts, rubric_of(), gold=frame).data.analyses == of_file.analyses


# Ids that a spreadsheet changed


def lost(n_judged: int, gold_ids: list[str], judged_ids: list[str]) -> AnalysisOutput:
    labels = [GoldLabel(item_id=item, annotator="x", label="pass" if n % 2 else "fail", criterion="c") for n, item in enumerate(gold_ids)]
    rows = [{**row, "item_id": item} for row, item in zip(said("a", ["pass", "fail"] * (n_judged // 2)), judged_ids, strict=True)]
    return calibration(input_of(rows, gold=adjudicate(labels, rubric_of(), judged_ids)))


def test_gold_without_its_leading_zeros_is_a_serious_finding_with_its_cause() -> None:
    """000 to 119 became 0 to 119: 20 are left, and 7 is never taken for 007."""
    found = lost(200, [str(n) for n in range(120)], [f"{n:03}" for n in range(200)])
    text = texts(found)
    assert "serious: 100 of 120 gold items are not among the judged ones and are left out: 0, 1, 2, 3, 4 and 95 more." in text
    assert "100 of them look like judged items that are written otherwise ('0' is '000' there): leading zeros were lost, as a spreadsheet does." in text
    assert "what is left is hardly a random part" in text
    assert one(found, "accuracy").n_items == 20


def test_a_few_gold_items_that_nobody_judged_are_no_serious_finding() -> None:
    text = texts(lost(20, [f"q{n}" for n in range(24)], [f"q{n}" for n in range(20)]))
    assert "warning: 4 of 24 gold items are not among the judged ones and are left out: q20, q21, q22, q23." in text
    assert "spreadsheet" not in text
    assert "random part" not in text


def test_each_cause_is_counted() -> None:
    found = lost(6, ["02-Jan", "1E+05", "q3", "q4", "q5", "Q6"], ["1-2", "1e5", "q3", "q4", "q5", "q6"])
    text = texts(found)
    assert "warning: 3 of 6 gold items" in text.replace("serious", "warning")
    for part in ("('1E+05' is '1e5' there): a number was written", "('02-Jan' is '1-2' there): an id was taken for a date", "('Q6' is 'q6' there): capitals"):
        assert part in text


def test_gold_of_which_nothing_is_left_says_why(tmp_path: Path) -> None:
    (tmp_path / "gold.csv").write_text(HEAD + "7,x,pass\n8,x,fail\n")
    (tmp_path / "verdicts.csv").write_text("item_id,judge,label\n007,a,pass\n008,a,fail\n")
    with pytest.raises(NothingInCommonError, match=r"'7' is '007' there.*leading zeros were lost"):
        judgeaudit.audit(tmp_path / "verdicts.csv", rubric_of(), gold=tmp_path / "gold.csv")


def test_judges_that_no_table_tells_apart_are_pointed_out() -> None:
    gold = Gold(codes={("c", "i0"): 1.0, ("c", "i1"): 0.0})
    found = calibration(input_of(said("J", ["pass", "fail"]) + said("J ", ["pass", "pass"]), gold=gold))
    assert "warning: These judges count as different judges; write them alike if they are not: 'J', 'J '." in texts(found)
    assert "count as different" not in texts(calibration(input_of(said("J", ["pass"]) + said("K", ["pass"]), gold=gold)))


# Verdicts that were exported as gold


def self_gold(name: str, labels: list[str], *runs: list[str]) -> AnalysisOutput:
    given = [GoldLabel(item_id=f"i{n}", annotator=name, label=label, criterion="c") for n, label in enumerate(labels)]
    return calibration(input_of(said("J", *runs), gold=adjudicate(given, rubric_of(), [f"i{n}" for n in range(len(labels))])))


FORTY = ["pass", "fail", "pass", "pass"] * 10


def test_an_annotator_who_says_what_the_judge_says_throughout_is_asked_about_and_not_accused() -> None:
    text = texts(self_gold("x", FORTY, FORTY))
    assert "warning: 'J' and annotator 'x' say the same of c on every one of 40 items that both have: is that gold by people?" in text
    assert "a perfect judge looks no different" in text
    assert "is that gold by people" not in texts(self_gold("x", ["fail", *FORTY[1:]], FORTY))
    assert "is that gold by people" not in texts(self_gold("x", FORTY[:12], FORTY[:12]))
    assert "is that gold by people" not in texts(self_gold("x", ["pass"] * 40, ["pass"] * 40))


def test_an_annotator_who_repeats_one_run_with_its_slips_is_found_out() -> None:
    """Run 1 is gold; run 0 differs from it on 8 items."""
    other = ["fail" if n % 5 == 0 and label == "pass" else label for n, label in enumerate(FORTY)]
    differ = sum(a != b for a, b in zip(other, FORTY, strict=True))
    text = texts(self_gold("x", FORTY, other, FORTY))
    assert f"on every one of 40 items that both have, {differ} of them items on which repeats of the judge differ: is that gold by people?" in text


def test_an_annotator_with_a_judges_name_is_asked_about() -> None:
    assert "warning: Annotator 'j' of c has the name of judge 'J': is that gold by people?" in texts(self_gold("j", ["fail", *FORTY[1:]], FORTY))
    assert "'J' has the judge's name, too." in texts(self_gold("J", FORTY, FORTY))
