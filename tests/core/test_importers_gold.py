"""The gold file: labels on the rubric's scale, abstentions, and mistakes with row, label and what is allowed."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from judgeaudit.domain.items import GoldLabel
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import GoldError
from judgeaudit.importers.gold import gold_from_frame, read_gold

HEAD = "item_id,annotator,label\n"


def rubric(*scales: dict[str, Any], mode: str = "pointwise") -> Rubric:
    names = ("clarity", "window", "tone")
    return Rubric.model_validate(
        {"name": "r", "mode": mode, "criteria": [{"name": n, "question": "q?", "scale": s} for n, s in zip(names, scales, strict=False)]}
    )


PASS = rubric({"labels": ["pass", "fail"]})
TEN = rubric({"level": "ordinal", "labels": [str(n) for n in range(1, 11)]})
SCORE = rubric({"level": "interval", "low": 1, "high": 5, "step": 0.5})
TWO = rubric({"labels": ["yes", "no"]}, {"level": "interval", "low": 0, "high": 1})
WORDS = rubric({"labels": ["yes", "no", "NA", "007", "true"]})


def gold(path: Path, text: str, asked: Rubric = PASS) -> tuple[GoldLabel, ...]:
    path.write_text(text)
    return read_gold(path, asked)


def label(item_id: str, text: str, criterion: str = "clarity", annotator: str = "ann") -> GoldLabel:
    return GoldLabel(item_id=item_id, annotator=annotator, label=text, criterion=criterion)


def test_labels_are_matched_to_the_declared_text(tmp_path: Path) -> None:
    read = gold(tmp_path / "g.csv", HEAD + "a,ann,PASS\nb,ann, Fail \n007,ann,pass\nNA, ann ,fail\n")
    assert read == (label("a", "pass"), label("b", "fail"), label("007", "pass"), label("NA", "fail"))


@pytest.mark.parametrize("text", ["", "  ", '""'])
def test_an_empty_label_is_an_abstention(tmp_path: Path, text: str) -> None:
    assert gold(tmp_path / "g.csv", f"{HEAD}a,ann,{text}\n") == (GoldLabel(item_id="a", annotator="ann", label="", criterion="clarity", status="abstained"),)
    assert gold(tmp_path / "g.jsonl", '{"item_id":"a","annotator":"ann","label":null}\n')[0].status == "abstained"


def test_p14_ordinal_labels_are_texts_and_keep_the_rubrics_order(tmp_path: Path) -> None:
    read = gold(tmp_path / "g.csv", HEAD + "a,ann,1\nb,ann,2\nc,ann,10\nd,ann,3\n", TEN)
    assert [one.label for one in read] == ["1", "2", "10", "3"]
    assert [TEN.criteria[0].scale.code(one.label) for one in read] == [1.0, 2.0, 10.0, 3.0]


def test_words_that_others_take_for_values(tmp_path: Path) -> None:
    rows = '{"item_id":%s,"annotator":"ann","label":%s}\n'
    read = gold(tmp_path / "g.jsonl", rows % ("7", '"yes"') + rows % ('"007"', '"NA"') + rows % ("1e5", "true") + rows % ('"nan"', '"No"'), WORDS)
    assert [(one.item_id, one.label) for one in read] == [("7", "yes"), ("007", "NA"), ("1e5", "true"), ("nan", "no")]
    assert [one.label for one in gold(tmp_path / "g.csv", HEAD + "1e5,ann,NA\nNA,ann,007\n", WORDS)] == ["NA", "007"]


def test_scores_keep_their_text(tmp_path: Path) -> None:
    assert [one.label for one in gold(tmp_path / "g.csv", HEAD + "a,x,4.0\nb,x, 4.5 \nc,x,5e0\n", SCORE)] == ["4.0", "4.5", "5e0"]
    assert [one.label for one in gold(tmp_path / "g.jsonl", '{"item_id":"a","annotator":"x","label":4.0}\n', SCORE)] == ["4.0"]


def test_several_criteria_several_annotators_and_repeats_are_kept(tmp_path: Path) -> None:
    text = "item_id,annotator,label,criterion,comment\na,x,Yes,clarity,ok\na,y,no,clarity,\na,x,0.25,window,\na,x,no,clarity,again\n"
    read = gold(tmp_path / "g.csv", text, TWO)
    assert read == (label("a", "yes", annotator="x"), label("a", "no", annotator="y"), label("a", "0.25", "window", "x"), label("a", "no", annotator="x"))


def test_one_criterion_needs_no_column_and_an_empty_cell_is_that_one(tmp_path: Path) -> None:
    assert [one.criterion for one in gold(tmp_path / "g.csv", "item_id,annotator,label,criterion\na,x,pass,\nb,x,pass,clarity\n")] == ["clarity", "clarity"]


def test_pairwise_gold_names_responses(tmp_path: Path) -> None:
    asked = rubric({"labels": ["response_a", "response_b", "tie"]}, mode="pairwise")
    assert [one.label for one in gold(tmp_path / "g.csv", HEAD + "a,x,Response_A\nb,x,tie\n", asked)] == ["response_a", "tie"]


def test_parquet_and_frames_undo_what_missing_values_did_to_numbers(tmp_path: Path) -> None:
    frame = pd.DataFrame({"item_id": [1, 2, 3], "annotator": "x", "label": [1.0, np.nan, 10.0], "other": [1j, 2j, 3j]})
    wanted = [("1", "1", "ok"), ("2", "", "abstained"), ("3", "10", "ok")]
    assert [(one.item_id, one.label, one.status) for one in gold_from_frame(frame, TEN)] == wanted
    pq.write_table(pa.Table.from_pandas(frame[["item_id", "annotator", "label"]]), tmp_path / "g.parquet")
    assert [(one.item_id, one.label, one.status) for one in read_gold(tmp_path / "g.parquet", TEN)] == wanted


PROBLEMS: list[tuple[str, Rubric, str, str, list[str]]] = [
    ("g.csv", PASS, HEAD + "a,x,pass\nb,x,maybe\n", ": row 3", ["the label 'maybe'", "'clarity'", "pass, fail", "leave the cell empty"]),
    ("g.csv", PASS, HEAD + "a,x,true\n", ": row 2", ["'true'", "pass, fail"]),
    ("g.csv", TEN, HEAD + "a,x,11\n", ": row 2", ["'11'", "1, 2, 3"]),
    ("g.csv", TEN, HEAD + "a,x,1.5\n", ": row 2", ["'1.5'"]),
    ("g.csv", SCORE, HEAD + "a,x,4.25\n", ": row 2", ["'4.25'", "a number from 1 to 5 in steps of 0.5"]),
    ("g.csv", SCORE, HEAD + "a,x,good\n", ": row 2", ["'good'", "a number from 1 to 5"]),
    ("g.csv", SCORE, HEAD + 'a,x,"4,5"\n', ": row 2", ["'4,5'"]),
    ("g.csv", SCORE, HEAD + "a,x,nan\n", ": row 2", ["'nan'"]),
    ("g.csv", PASS, HEAD, "", ["no gold labels", "item_id, annotator, label"]),
    ("g.csv", PASS, "", "", ["empty"]),
    ("g.jsonl", PASS, "\n \n", "", ["empty"]),
    ("g.csv", PASS, "item_id,label\na,pass\n", ": row 1", ["'annotator' is missing", "there are 'item_id', 'label'"]),
    ("g.csv", PASS, "id,rater,gold\na,x,pass\n", ": row 1", ["rename 'id' to 'item_id'", "rename 'rater' to 'annotator'", "rename 'gold' to 'label'"]),
    ("g.csv", TWO, HEAD + "a,x,yes\n", ": row 1", ["'criterion' is missing", "clarity, window"]),
    ("g.csv", TWO, "item_id,annotator,label,criterion\na,x,yes,clarty\n", ": row 2", ["no criterion 'clarty'", "write clarity"]),
    ("g.csv", TWO, "item_id,annotator,label,criterion\na,x,yes,\n", ": row 2", ["criterion is empty", "clarity, window"]),
    ("g.csv", PASS, HEAD + "a,,pass\n", ": row 2", ["annotator is empty"]),
    ("g.csv", PASS, HEAD + ",x,pass\n", ": row 2", ["item_id is empty"]),
    ("g.csv", PASS, HEAD + " a,x,pass\n", ": row 2", ["item_id ' a' has blanks"]),
    ("g.jsonl", PASS, '{"item_id":"a","annotator":"x","label":"pass"}\n{"item_id":"b","annotator":"x"}\n', ":2", ["label is missing", "abstained"]),
    ("g.jsonl", PASS, '{"item_id":"a","annotator":"x","label":["pass"]}\n', ":1", ["label is a list"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "asked", "text", "place", "words"), PROBLEMS, ids=range(len(PROBLEMS)))
def test_a_mistake_is_told_with_row_and_fix(tmp_path: Path, name: str, asked: Rubric, text: str, place: str, words: list[str]) -> None:
    with pytest.raises(GoldError) as caught:
        gold(tmp_path / name, text, asked)
    said = str(caught.value)
    assert said.startswith(f"{tmp_path / name}{place}: "), said
    assert all(word in said for word in words), said
    assert "ix: " in said


def test_five_labels_are_listed_and_the_rest_is_counted(tmp_path: Path) -> None:
    with pytest.raises(GoldError) as caught:
        gold(tmp_path / "g.csv", HEAD + "".join(f"i{n},x,bad{n}\n" for n in range(8)))
    said = str(caught.value)
    assert "8 problems" in said
    assert all(f"row {n + 2}: the label 'bad{n}'" in said for n in range(5))
    assert "bad5" not in said
    assert "... and 3 more" in said
    assert "pass, fail" in str(caught.value.fix)


def test_a_frame_names_its_rows() -> None:
    with pytest.raises(GoldError, match=r"data frame: row 2: the label 'x' is not on the scale"):
        gold_from_frame(pd.DataFrame({"item_id": ["a", "b"], "annotator": "y", "label": ["pass", "x"]}), PASS)
