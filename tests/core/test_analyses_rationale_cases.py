"""Rationales against verdicts, between judges, swapped orders, and side by side."""

from __future__ import annotations

import json
from typing import Any

import pytest
from analyses_builder import Row, one
from test_analyses_rationale import DATE, FEE, TONE, cases, found, rows_of

from judgeaudit.analyses.rationales.given import read_reasons
from judgeaudit.analyses.rationales.pairs import chance_pairs, components, crossed_pairs, drawn_repeats, within_pairs
from judgeaudit.analyses.rationales.rows import shown_rationale
from judgeaudit.analyses.rationales.sense import senses
from judgeaudit.api.case_texts import case_texts
from judgeaudit.domain.rubric import Criterion, Rubric
from judgeaudit.tables import table_from_rows


def criterion(labels: list[str], question: str = "Is it right?", level: str = "nominal", **more: Any) -> Criterion:
    return Criterion.model_validate({"name": "c", "question": question, "scale": {"level": level, "labels": labels}, **more})


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        (criterion(["pass", "fail"]), {"pass": 1, "fail": -1}),
        (criterion(["fail", "pass"]), {"pass": 1, "fail": -1}),
        (criterion(["gut", "schlecht"]), {"gut": 1, "schlecht": -1}),
        (criterion(["met", "not met"]), {"met": 1, "not met": -1}),
        (criterion(["pass", "fail", "unclear"]), {"pass": 1, "fail": -1}),
        (criterion(["1", "2", "3"], level="ordinal"), {"1": -1, "3": 1}),
        (criterion(["yes", "no"], "Does the reply state the refund window?"), {"yes": 1, "no": -1}),
        (criterion(["yes", "no"], "Does the reply contain an error?"), {}),
        (criterion(["x", "y"]), {}),
        (criterion(["pass", "merit"]), {}),
        (criterion(["x", "y"], label_descriptions={"x": "The criterion is met.", "y": "The criterion is not met."}), {"x": 1, "y": -1}),
    ],
)
def test_labels_mean_something_only_where_their_words_say_so(asked: Criterion, known: dict[str, int]) -> None:
    assert senses(asked) == known


def findings(*said: tuple[str, str]) -> str:
    return json.dumps([{"aspect": aspect, "finding": finding, "quote": "", "explanation": f"about the {aspect}"} for aspect, finding in said])


ASPECTS = [{"name": "window", "required": True}, {"name": "price", "required": True}, "tone"]


@pytest.mark.parametrize(
    ("label", "reasons", "flagged"),
    [
        ("fail", findings(("window", "met"), ("price", "met")), True),
        ("fail", findings(("window", "met"), ("price", "met"), ("tone", "unmet")), True),
        ("fail", findings(("window", "met"), ("price", "unmet")), False),
        ("fail", findings(("window", "met")), False),
        ("pass", findings(("window", "unmet"), ("price", "met")), True),
        ("pass", findings(("window", "met"), ("price", "met"), ("tone", "unmet")), False),
        ("pass", findings(("tone", "unmet")), True),
        ("pass", findings(("window", "met"), ("price", "met")), False),
    ],
)
def test_structured_findings_against_the_label(label: str, reasons: str, flagged: bool) -> None:
    rubric = Rubric.model_validate({"name": "r", "criteria": [criterion(["pass", "fail"], aspects=ASPECTS).model_dump()]})
    output = found(rows_of("i0", [None], label, reasons=reasons), rubric)
    assert bool(cases(output, "verdict_rationale_contradiction")) == flagged


def test_text_against_the_label_is_one_case_of_an_item_and_keeps_the_verdict() -> None:
    other = "The reply does not name the refund window, so the criterion is not met."
    output = found(rows_of("i0", [other, FEE, other], ["pass", "fail", "pass"]))
    (case,) = (case for case in output.cases if case.flag == "verdict_rationale_contradiction")
    assert case.replicates == (0, 2)
    assert case.detail.startswith('the verdict is pass, and its rationale argues for fail: "The reply does not name the refund window')
    assert output.analysis.blocks["items"][0]["label"] == "pass"


def test_missing_rationales_are_cases_only_where_the_judge_gives_any() -> None:
    rows = rows_of("i0", [FEE, None, FEE]) + rows_of("i0", [None, None, None], judge="b")
    output = found(rows)
    assert cases(output, "missing_rationale") == [("a", "i0")]
    (case,) = (case for case in output.cases if case.flag == "missing_rationale")
    assert (case.replicates, case.detail) == ((1,), "1 of 3 verdict has no rationale (fail)")
    told = [finding.text for finding in output.analysis.findings if finding.judge == "b"]
    assert told == ["b gives no rationale on c (3 verdicts): nothing can be said about its reasons."]
    assert one(output, "rationale_pair_stability", "b").undefined == "the judge gave no rationales"


def test_an_empty_field_is_missing_even_when_it_is_the_only_row() -> None:
    assert cases(found(rows_of("i0", [""])), "missing_rationale") == [("a", "i0")]


def test_reasoning_that_concludes_otherwise_is_a_case() -> None:
    rows = rows_of("i0", ["The refund window is stated, so the criterion is met."], "pass", reasoning="No window is given. So the criterion is not met.")
    rows += rows_of("i1", ["The refund window is stated, so the criterion is met."], "pass", reasoning="It is given. So the criterion is met.")
    output = found(rows)
    assert cases(output, "reasoning_contradicts_rationale") == [("a", "i0")]


def test_two_judges_that_agree_for_different_reasons() -> None:
    rows = rows_of("i0", [FEE] * 3) + rows_of("i0", [TONE] * 3, judge="b") + rows_of("i1", [DATE] * 3) + rows_of("i1", [DATE] * 3, judge="b")
    rows += rows_of("i2", [FEE] * 3, "pass") + rows_of("i2", [TONE] * 3, "fail", judge="b")
    output = found(rows)
    assert cases(output, "same_verdict_other_reasons") == [("a|b", "i0")]
    stability = one(output, "rationale_pair_stability", "a|b")
    assert (stability.value, stability.n_items) == (0.5, 2)
    assert one(output, "rationale_alpha", "a|b").value is not None
    assert output.analysis.blocks["between"] == [
        {"judges": "a|b", "criterion": "c", "n_items": 3, "same_verdict": 2, "same_reason": 1, "other_reason": 1}
    ]  # fmt: skip


def test_judges_that_waver_themselves_are_not_blamed_for_differing() -> None:
    rows = rows_of("i0", [FEE, TONE, DATE]) + rows_of("i0", ["Nobody mentioned shipping insurance."] * 3, judge="b")
    assert cases(found(rows), "same_verdict_other_reasons") == []


def test_swapped_orders_are_relabelled_before_anything_is_compared() -> None:
    """Shown in the other order, "Response B is better" is about response_a: the same reason, and no contradiction."""
    rubric = Rubric.model_validate({"name": "r", "mode": "pairwise", "criteria": [{"name": "c", "question": "Which is better?"}]})
    plain, swapped = "Response A is better because Response B omits the fee.", "Response B is better because Response A omits the fee."
    rows = [*rows_of("i0", [plain], "response_a", order="ab"), {**rows_of("i0", [swapped], "response_a", order="ba")[0], "replicate": 1}]
    output = found(rows, rubric)
    assert one(output, "rationale_pair_stability").value == 1.0
    assert output.cases == ()
    unswapped = found([{**row, "order": "ab"} for row in rows], rubric)
    assert cases(unswapped, "verdict_rationale_contradiction") == [("a", "i0")]


def test_the_page_shows_what_offsets_count_in() -> None:
    rows = rows_of("i0", [FEE, TONE, f"{FEE} {DATE}"], order="ab")
    output = found(rows)
    aligned = output.analysis.blocks["alignment"][0]
    texts = case_texts(output.cases, table_from_rows(rows), ())
    said = {reply["replicate"]: reply["rationale"] for reply in texts[0].replies}
    assert aligned["columns"] == [{"judge": "a", "replicate": r} for r in range(3)]
    cells = [(row, place, cell) for row in aligned["rows"] for place, cell in enumerate(row["cells"]) if cell is not None]
    assert all(len(row["cells"]) == 3 for row in aligned["rows"])
    assert {said[cell["replicate"]][cell["start"] : cell["end"]].rstrip(".") for _, _, cell in cells} >= {FEE.rstrip("."), TONE.rstrip(".")}
    together = next(row for row in aligned["rows"] if "fee" in row["about"])
    assert [cell is not None for cell in together["cells"]] == [True, False, True]


def test_numbers_that_disagree_are_marked() -> None:
    rows = rows_of("i0", ["The summary has 152 words, above the limit.", "The summary has 197 words, above the limit.", TONE, DATE])
    output = found(rows)
    aligned = output.analysis.blocks["alignment"][0]
    row = next(row for row in aligned["rows"] if sum(cell is not None for cell in row["cells"]) == 2)
    marked = []
    for cell in row["cells"][:2]:
        text = rows[cell["replicate"]]["rationale"]
        marked += [text[mark["start"] : mark["end"]] for mark in cell["marks"] if mark["kind"] == "number"]
    assert [mark[:3] for mark in marked] == ["152", "197"]


def test_reasons_are_shown_where_there_is_no_rationale_and_once_where_there_is() -> None:
    reasons = json.dumps([{"aspect": "fee", "finding": "unmet", "quote": "40 EUR", "explanation": "It is left out."}])
    line = 'fee (unmet): It is left out. "40 EUR"'
    row: Row = {"rationale": None, "reasons": reasons, "order": None}
    assert shown_rationale(row) == line
    assert shown_rationale({**row, "rationale": f"Bad.\n{line}"}) == f"Bad.\n{line}"
    assert shown_rationale({**row, "rationale": "Bad."}) == f"Bad.\n{line}"
    assert shown_rationale({**row, "rationale": "It is left out."}) == "It is left out."


@pytest.mark.parametrize(
    "text",
    [
        "[broken",
        "42",
        "true",
        "[1]",
        '[{"aspect": 1}]',
        '[{"text": "x"}]',
        '[{"explanation": "x"}, null]',
        '[{"aspect": ["x"]}]',
        '[{"quote": 7}]',
        "[" * 100_000,
    ],
)
def test_reasons_that_are_none_are_not_read(text: str) -> None:
    assert read_reasons(text) == ((), text)


def test_reasons_in_every_shape_that_is_one() -> None:
    assert [reason.explanation for reason in read_reasons('["one", "two"]')[0]] == ["one", "two"]
    assert read_reasons('{"aspect": "x", "finding": "not met", "quote": null}')[0][0].finding == "unmet"
    assert read_reasons("null") == read_reasons(None) == read_reasons("[]") == read_reasons("[{}]") == ((), "")


def test_pairs_of_many_repeats_are_drawn_at_random_and_none_twice() -> None:
    import numpy as np

    pairs = within_pairs([np.arange(30), np.arange(12)], rng=np.random.default_rng)
    drawn = pairs.ends[pairs.group == 0]
    assert len({tuple(pair) for pair in drawn.tolist()}) == len(drawn) == 66
    assert (drawn[:, 0] < drawn[:, 1]).all()
    assert (drawn.min(), drawn.max()) == (0, 29)
    assert pairs.ends[pairs.group == 1].tolist() == [[i, j] for i in range(12) for j in range(i + 1, 12)]
    (few, all_of_them) = drawn_repeats([np.arange(30), np.arange(12)], rng=np.random.default_rng)
    assert len(set(few.tolist())) == 12
    assert all_of_them.tolist() == list(range(12))


def test_every_pair_is_drawn_equally_often() -> None:
    """13 repeats have 78 pairs, of which 66 are drawn: each in 66/78 of 400 draws, with a standard error of 7.2."""
    import numpy as np

    pairs = within_pairs([np.arange(13)] * 400, rng=np.random.default_rng)
    _, counts = np.unique(pairs.ends, axis=0, return_counts=True)
    assert len(counts) == 78
    assert abs(counts - 400 * 66 / 78).max() < 4 * 7.2


def test_pairs_by_chance_are_of_different_items_and_not_repeated() -> None:
    import numpy as np

    items = np.repeat(np.arange(300), 5)
    pairs = chance_pairs(items, rng=np.random.default_rng(1))
    assert len(pairs) == 500
    assert len({tuple(pair) for pair in pairs.tolist()}) == 500
    assert (items[pairs[:, 0]] != items[pairs[:, 1]]).all()
    assert len(chance_pairs(np.zeros(9, dtype=np.int64), rng=np.random.default_rng(1))) == 0


def test_repeats_of_two_judges_all_meet_up_to_25_pairs() -> None:
    import numpy as np

    def never() -> np.random.Generator:
        raise AssertionError("nothing is drawn where all pairs are compared")

    assert crossed_pairs(3, 2, at_most=25, rng=never).tolist() == [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]]
    assert crossed_pairs(0, 2, at_most=25, rng=never).tolist() == []
    drawn = crossed_pairs(9, 7, at_most=25, rng=lambda: np.random.default_rng(1)).tolist()
    assert len({tuple(pair) for pair in drawn}) == 25
    assert all(i < 9 and j < 7 for i, j in drawn)


def test_components_join_what_is_linked_at_one_remove() -> None:
    import numpy as np

    assert components(5, np.array([[0, 3], [3, 4]])).tolist() == [0, 1, 2, 0, 0]
