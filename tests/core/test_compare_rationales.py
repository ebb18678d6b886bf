"""`compare_rationales`: what is the same reason, what is another, and what contradicts, on pairs written by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from judgeaudit import Item, RationalePair, Verdict, compare_rationales
from judgeaudit.api import rationales
from judgeaudit.domain.verdicts import Reason


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGEAUDIT_CACHE", str(tmp_path_factory.mktemp("vectors")))
        for loaded in (rationales._loaded, rationales._tuned):
            loaded.cache_clear()
        yield
    for loaded in (rationales._loaded, rationales._tuned):
        loaded.cache_clear()


def listed(*reasons: tuple[str, str, str]) -> dict[str, Any]:
    """Aspect, finding and explanation of each."""
    return {"reasons": [{"aspect": aspect, "finding": finding, "quote": "", "explanation": said} for aspect, finding, said in reasons]}


def told(found: RationalePair) -> str:
    return f"{found.decision} {found.score:.2f} {found.why}"


@pytest.fixture(scope="module")
def p17(shared: Path) -> dict[str, list[str]]:
    cases = json.loads((shared / "cases/cases.json").read_text(encoding="utf-8"))
    (given,) = (case["input"] for case in cases if case["id"] == "P17")
    return {name: given[name]["rationales"] for name in ("control_paraphrases", "unstable")}


def test_the_paraphrases_of_p17_are_the_same_reason(p17: dict[str, list[str]]) -> None:
    wrong = [(a, b, told(found)) for a, b in combinations(p17["control_paraphrases"], 2) if (found := compare_rationales(a, b)).decision != "same"]
    assert wrong == []


def test_the_reasons_of_p17_that_change_are_not(p17: dict[str, list[str]]) -> None:
    same = [(a, b) for a, b in combinations(p17["unstable"], 2) if compare_rationales(a, b).decision == "same"]
    assert len(same) <= 4, same


NUMBERS_APART = [
    ("The summary has 152 words.", "The summary has 197 words."),
    ("The bug is in line 14.", "The bug is in line 41."),
    ("The refund fee is $20.", "The refund fee is $25."),
    ("At 152 words the summary is over the limit.", "The summary, with its 197 words, is longer than allowed."),
    ("Only forty percent of the points are covered.", "Only 60 % of the points are covered."),
]
NUMBERS_ALIKE = [
    ("The text runs to 1,200 words, which is over the limit.", "At 1.2k words the text is over the limit."),
    ("Only forty percent of the points are covered.", "Only 40 % of the points are covered."),
    ("The reply gives customers two weeks to return goods.", "Customers get 14 days to return goods, says the reply."),
    ("The call takes 2 hours.", "The call takes 120 minutes."),
]


@pytest.mark.parametrize("embed", [None, "none"])
@pytest.mark.parametrize(("first", "second"), NUMBERS_APART)
def test_numbers_that_cannot_both_hold_are_never_the_same_reason(first: str, second: str, embed: str | None) -> None:
    found = compare_rationales(first, second, embed=embed)
    assert found.decision != "same", told(found)
    assert "numbers" in found.why
    assert found.signals["numbers"] == 0


@pytest.mark.parametrize(("first", "second"), NUMBERS_ALIKE)
def test_numbers_in_another_form_are_not_apart(first: str, second: str) -> None:
    found = compare_rationales(first, second)
    assert found.signals["numbers"] == 1
    assert "numbers" not in found.why


FLIPS = [
    ("The reply names the refund window.", "The reply does not name the refund window."),
    ("The summary mentions the budget cut.", "The summary never mentions the budget cut."),
    ("The translation keeps the polite form.", "The translation loses the polite form."),
    ("The function handles an empty list correctly.", "The function does not handle an empty list correctly."),
    ("The answer is factually correct about the treaty.", "The answer is factually incorrect about the treaty."),
    ("The citation supports the claim.", "The citation contradicts the claim."),
    ("The tone is polite throughout.", "The tone is impolite throughout."),
    ("All three steps of the proof are valid.", "None of the three steps of the proof is valid."),
    ("The advice is safe for children.", "The advice is unsafe for children."),
    ("There are no spelling errors in the letter.", "There are spelling errors in the letter."),
    ("It cites the source of the figure.", "It fails to cite the source of the figure."),
    ("The code closes the file handle.", "The code leaves the file handle open."),
]


@pytest.mark.parametrize(("first", "second"), FLIPS, ids=[first[:30] for first, _ in FLIPS])
def test_a_near_copy_that_says_the_opposite_is_not_the_same(first: str, second: str) -> None:
    found = compare_rationales(first, second)
    assert found.decision != "same", told(found)


FRAME = "After carefully reviewing the candidate response against the rubric, I find that {}. Therefore the response does not satisfy the stated criterion."
OTHER_ITEMS = [
    FRAME.format(reason)
    for reason in ("the code never closes its file", "the poem has no rhyme at all", "salt is not among the ingredients", "row three adds up to seven")
]


def test_a_stock_frame_around_other_content_is_not_the_same() -> None:
    found = compare_rationales(FRAME.format("the refund window is missing"), FRAME.format("the tone is rude to the customer"), baseline=OTHER_ITEMS)
    assert found.decision != "same", told(found)


@pytest.mark.parametrize("second", ["no refund window is named", "the refund window is not named"])
def test_a_stock_frame_around_the_same_content_is_the_same(second: str) -> None:
    found = compare_rationales(FRAME.format("the refund window is missing"), FRAME.format(second), baseline=OTHER_ITEMS)
    assert found.decision == "same", told(found)


@pytest.mark.parametrize("embed", [None, "none"])
@pytest.mark.parametrize("said", [("The reply gives the window.", "The reply does not give the window."), ("The window is dealt with.",) * 2])
def test_an_aspect_met_and_unmet_is_a_contradiction(said: tuple[str, str], embed: str | None) -> None:
    found = compare_rationales(listed(("refund window", "met", said[0])), listed(("refund window", "unmet", said[1])), embed=embed)
    assert found.decision == "contradicting", told(found)
    assert "polarity" in found.why


THREE = [
    ("refund window", "unmet", "The refund window is missing."),
    ("price", "met", "The price of $20 is right."),
    ("tone", "met", "The tone is polite."),
]


@pytest.mark.parametrize("embed", [None, "none"])
def test_the_same_reasons_in_another_order_are_the_same(embed: str | None) -> None:
    found = compare_rationales(listed(*THREE), listed(*THREE[::-1]), embed=embed)
    assert found.decision == "same", told(found)


def test_aspects_under_other_names_are_still_compared_by_content() -> None:
    first, second = listed(THREE[0]), listed(("time limit for returning goods", "unmet", THREE[0][2]))
    found = compare_rationales(first, second)
    assert found.decision == "same", told(found)
    assert found.signals["criteria"] is not None
    assert found.score > compare_rationales(first, listed(("tone", "unmet", "It is rude to the customer."))).score


def test_texts_verdicts_and_listed_reasons_are_compared_with_each_other() -> None:
    said = "The refund window is missing."
    reason = Reason("refund window", "unmet", "", said)
    sides: list[Any] = [said, Verdict("ok", label="fail", rationale=said), Verdict("ok", label="fail", reasons=(reason,)), listed(THREE[0])]
    for first, second in combinations(sides, 2):
        found = compare_rationales(first, second)
        assert found.decision == "same", (first, second, told(found))
        assert compare_rationales(second, first) == found
    assert compare_rationales(sides[1], sides[0]).score == 1
    assert compare_rationales(sides[2], sides[3]).score == 1


def test_equal_words_about_other_quotes_are_not_equal_reasons() -> None:
    item = "Returns are possible within thirty days. The fee is twenty dollars."
    sides = [
        {"reasons": [{"aspect": "support", "finding": "unmet", "quote": quote, "explanation": "The source does not say so."}]}
        for quote in ("possible within thirty days", "The fee is twenty dollars")
    ]
    found = compare_rationales(sides[0], sides[1], item=item)
    assert found.signals["evidence"] == 0
    assert found.score < 1


def test_the_label_of_a_verdict_is_no_reason() -> None:
    found = compare_rationales(Verdict("ok", label="pass", rationale="The price is wrong."), Verdict("ok", label="fail", rationale="The price is wrong."))
    assert (found.decision, found.score) == ("same", 1.0)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("A is more detailed.", "B is more detailed."),
        ("Response A is more detailed", "Response B is more detailed"),
        ("Output (a) is better because it cites its source.", "Output (b) is better because it cites its source."),
        ("Assistant 1 gives the better answer.", "Assistant 2 gives the better answer."),
    ],
)
@pytest.mark.parametrize("embed", [None, "none"])
def test_the_same_praise_of_another_output_is_a_contradiction(first: str, second: str, embed: str | None) -> None:
    found = compare_rationales(first, second, embed=embed)
    assert found.decision == "contradicting", told(found)
    assert "polarity" in found.why


ODD = [
    "The response fails.",
    "\ud800 price",
    "price\0wrong",
    "The price is wrong.",
    "价格是错误的。",
    "<b>\u202e price</b>",
    "152 words",
    "12 🙂 points",
    "Refund refund " * 400,
]


@pytest.mark.parametrize("embed", [None, "none"])
@pytest.mark.parametrize("text", ODD, ids=[repr(text[:20]) for text in ODD])
def test_equal_texts_are_the_same_reason(text: str, embed: str | None) -> None:
    found = compare_rationales(text, text, embed=embed)
    assert (found.decision, found.score, found.why) == ("same", 1.0, ())


@pytest.mark.parametrize("embed", [None, "none"])
@pytest.mark.parametrize("second", ["The refund window is missing", "  the refund window\nis missing. ", "THE REFUND WINDOW IS MISSING."])
def test_case_blanks_and_a_last_full_stop_change_no_reason(second: str, embed: str | None) -> None:
    assert compare_rationales("The refund window is missing.", second, embed=embed).decision == "same"


@pytest.mark.parametrize("embed", [None, "none"])
@pytest.mark.parametrize(
    ("first", "second"),
    [("", ""), (" ", "\n"), ("pass", "pass"), ("🙂", "🙂"), ("...", "..."), ("", "The price is wrong."), ("🙂", "🙃"), ("!!!", "???"), ("🙂", "The price is wrong."), ("fail", "The price is wrong."),
     ("pass", "fail"), ("The response passes.", "The response fails."), ("N/A", "The price is wrong.")],
)  # fmt: skip
def test_what_gives_no_reason_is_not_the_same(first: str, second: str, embed: str | None) -> None:
    found = compare_rationales(first, second, embed=embed)
    assert found.decision != "same", told(found)
    assert found.why
    assert compare_rationales(second, first, embed=embed) == found


def test_quotes_are_located_in_the_item_in_each_of_its_forms() -> None:
    first, second = 'It says "within thirty days" and stops.', 'It ends with "thirty days" too early.'
    text = "Returns are possible within thirty days."
    for item in (text, {"response": text}, Item(id="1", input="How long?", response=text)):
        found = compare_rationales(first, second, item=item, embed="none")
        assert found.signals["evidence"] == pytest.approx(len("thirty days") / len("within thirty days"))
    assert compare_rationales(first, second, embed="none").signals["evidence"] is None
