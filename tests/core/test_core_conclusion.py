"""What rationales argue for: written by hand, and the published rationales of five judges against the verdicts that came with them."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgeaudit.text.conclusion import conclude

LLMBAR = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "llmbar" / "results"
needs_llmbar = pytest.mark.skipif(not LLMBAR.is_dir(), reason="the research data (llmbar) is not beside the checkout")

PASS_FAIL = [
    ("So it passes.", "pass"), ("Therefore fail.", "fail"), ("The criterion is not met.", "fail"), ("The criterion is met.", "pass"), ("Verdict: fail",
    "fail"),
    ("**Verdict:** pass", "pass"), ('Final verdict: "fail"', "fail"), ("It does not fail.", "pass"), ("The reply does not pass.", "fail"),
    ("Hence the reply fails.", "fail"),
    ("It fails to mention the fee, so the criterion is not met.", "fail"), ("The answer violates the criterion.", "fail"), ("It meets all criteria.", "pass"),
    ("The requirement to name the window is satisfied.", "pass"), ("The response satisfies this requirement.", "pass"),
    ("The response does not satisfy the requirement.", "fail"),
    ("The response fails to meet the requirement.", "fail"), ("I would give it a pass.", "pass"), ("I judge this a fail.", "fail"),
    ("This deserves a fail.", "fail"),
    ("The tone is fine.\nFail", "fail"), ("At first it looks wrong. Overall, it passes.", "pass"),
    ("The fee is missing; therefore, the reply fails the check.", "fail"),
    ("None of the criteria are met.", "fail"), ("The reply names the window and the fee.", "pass"), ("The reply omits the window.", "fail"),
    ("It fails to mention the fee.", "fail"), ("The reply is polite, but the criterion is not met.", "fail"),
    ("The reply names the window. The tone is curt.", None), ("Would it pass?", None), ('The reply says "Verdict: pass".', None),
    ("If it had cited the source, it would pass.", None), ("To pass, the reply must name the window.", None), ("The reply would pass if it named the fee.",
    None),
    ("A response that passes names the window.", None), ("One might argue that it passes.", None), ("The criterion is partially met.", None),
    ("The rubric asks whether the window is stated.", None), ("The author writes “so the reply fails”.", None), ("", None),
    ("It takes one pass over the list.", None), ("The criterion is met. The criterion is not met.", None),
    ("The first criterion is met. Yet overall the reply fails.", "fail"), ("Das Kriterium ist nicht erfüllt.", "fail"),
    ("Das Kriterium ist damit erfüllt.", "pass"),
    ("Le critère n'est pas respecté.", "fail"), ("El criterio se cumple.", "pass"), ("El criterio no se cumple.", "fail"), ("Критерий не выполнен.", "fail"),
    ("基準を満たしていない。", "fail"),
]  # fmt: skip
OTHER_SCALES = [
    (["1", "2", "3", "4", "5"], None, "I would rate this 2.", "2"), (["1", "2", "3", "4", "5"], None, "The reply deserves a score of 4.", "4"),
    (["1", "2", "3", "4", "5"], None, "Score: 4/5", "4"), (["1", "2", "3", "4", "5"], None, "Rating: 3 out of 5.", "3"), (["1", "2", "3", "4",
    "5"], None, "I give it a 5.", "5"),
    (["1", "2", "3", "4", "5"], None, "Therefore, I assign a score of 2 because the fee is missing.", "2"), (["1", "2", "3", "4",
    "5"], None, "**Score**: 3", "3"),
    (["1", "2", "3", "4", "5"], None, "It could be rated 4 or 5.", None), (["1", "2", "3", "4", "5"], None, "Step 3 is wrong.", None),
    (["1", "2", "3", "4", "5"], None, "The answer cites 4 sources.", None), (["1", "2", "3", "4", "5"], None, "A score of 4.5 seems fair.", None),
    (["1", "2", "3", "4", "5"], None, "It deserves more than 3.", None), (["1", "2", "3", "4", "5"], None, "Score: 40%", None), (["0", "1"], "1",
    "The score is 1.", "1"),
    (["yes", "no"], "yes", "No errors were found.", "yes"), (["yes", "no"], "yes", "No, it is fine.", None), (["yes", "no"], "yes", "Answer: no", "no"),
    (["yes", "no"], "yes", "The fee is stated. Therefore, yes.", "yes"), (["good", "bad"], "good", "The answer is good.", "good"),
    (["good", "bad"], "good", "It is a good start, with a wrong end.", None), (["good", "bad"], "good", "The answer is not good.", "bad"),
    (["compliant", "non-compliant"], "compliant", "The reply is non-compliant.", "non-compliant"),
    (["compliant", "non-compliant"], "compliant", "The reply is not compliant.", "non-compliant"), (["compliant", "non-compliant"], "compliant",
    "The reply is compliant.", "compliant"),
    (["correct", "partially correct", "incorrect"], None, "The answer is partially correct.", "partially correct"),
    (["correct", "partially correct", "incorrect"], None, "The answer is incorrect.", "incorrect"), (["correct", "partially correct",
    "incorrect"], None, "The answer is not correct.", None),
    (["合格", "不合格"], "合格", "因此判定为不合格。", "不合格"), (["合格", "不合格"], "合格", "结论：合格", "合格"), (["合格", "不合格"], "合格", "回答没有提到期限。", "不合格"),
    (["poor", "fair", "good"], None, "Overall, fair.", "fair"), (["poor", "fair", "good"], None, "The wording is fair and the tone is good.", None),
]  # fmt: skip
PAIRS = [
    ("Output (a) is better", "response_a"), ("Therefore, Output (b) is better.", "response_b"), ("Assistant B wins.", "response_b"),
    ("response_a is the better reply", "response_a"), ("They are equally good.", "tie"), ("It is a tie.", "tie"), ("Neither is better.", "tie"),
    ("A is worse than B.", "response_b"), ("B beats A", "response_b"), ("I prefer B.", "response_b"), ("I would choose Response A over Response B.",
    "response_a"),
    ("The second response is better.", "response_b"), ("[[A]]", "response_a"), ("[[C]]", "tie"), ("Winner: Model 2", "response_b"),
    ("The better answer is Response B.", "response_b"),
    ("Response A is more accurate than Response B.", "response_a"), ("Response A is less accurate than Response B.", "response_b"),
    ("Response A is clearer, but overall Response B is better.", "response_b"), ("回答A更好。", "response_a"), ("Antwort B ist besser.", "response_b"),
    ("La réponse A est meilleure.", "response_a"), ("Candidate 1 outperforms Candidate 2.", "response_a"), ("Both are equally good, so it is a tie.", "tie"),
    ("Response A names the fee. Response B omits it.", "response_a"), ("Response A is wrong, while Response B is correct.", "response_b"),
    ("Response A is not better than Response B.", None), ("Is Response A better?", None), ("Response A would be better if it named the fee.", None),
    ("Response B says “Response A is better”.", None), ("If Response A named the fee, Response A would be the better one.", None),
    ("Response A is better at grammar. Response B is better at style.", None), ("Response A is better. Response B is better.", None),
    ("Response A names the fee. Response B names the window.", None), ("Some would prefer Response A.", None), ("Plan B is better than plan A.", None),
    ("Both responses are fine.", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "label"), PASS_FAIL)
def test_pass_or_fail(text: str, label: str | None) -> None:
    assert conclude(text, ["pass", "fail"], mode="pointwise", positive="pass").label == label


@pytest.mark.parametrize(("labels", "positive", "text", "label"), OTHER_SCALES)
def test_other_scales(labels: list[str], positive: str | None, text: str, label: str | None) -> None:
    assert conclude(text, labels, mode="pointwise", positive=positive).label == label


@pytest.mark.parametrize(("text", "label"), PAIRS)
def test_pairs(text: str, label: str | None) -> None:
    assert conclude(text, ["response_a", "response_b", "tie"], mode="pairwise").label == label


def test_the_labels_own_names_are_names_of_outputs() -> None:
    text = "The baseline is vague. The candidate model is better."
    assert conclude(text, ["baseline", "candidate model"], mode="pairwise").label == "candidate model"


def test_a_tie_is_no_label_of_a_scale_without_one() -> None:
    found = conclude("It is a tie.", ["response_a", "response_b"], mode="pairwise")
    assert (found.label, found.sign) == (None, 0)


def test_what_says_so_is_shown() -> None:
    text = "The tone is kind.  The criterion is not met. "
    found = conclude(text, ["pass", "fail"], mode="pointwise", positive="pass")
    assert (found.sign, found.text) == (-1, "The criterion is not met.")
    assert text[found.start : found.end] == found.text
    assert conclude("?", ["pass", "fail"], mode="pointwise", positive="pass").text == ""


def test_sign_without_a_label() -> None:
    found = conclude("The criterion is not met.", ["1", "2", "3"], mode="pointwise", positive="3")
    assert (found.label, found.sign) == (None, -1)


@given(st.text(alphabet='AB ().is betr"tie“”passfail:12\n,?不合格', max_size=80), st.sampled_from(["pointwise", "pairwise"]))
def test_any_text_has_a_conclusion_inside_itself(text: str, mode: str) -> None:
    found = conclude(text, ["pass", "fail"], mode=mode, positive="pass")
    assert found.label in (None, "pass", "fail")
    assert text[found.start : found.end] == found.text


@pytest.mark.parametrize(
    "piece", ["Output (a) is better. ", "Output (a) is ", "the criterion is ", "so it ", "not ", '"', "(", "a", "if ", "score of ", "better than Output (b) "]
)
@pytest.mark.parametrize("mode", ["pointwise", "pairwise"])
def test_hostile_text_is_read_in_linear_time(piece: str, mode: str) -> None:
    text = piece * (100_000 // len(piece))
    start = time.process_time()
    conclude(text, ["pass", "fail"], mode=mode, positive="pass")
    assert time.process_time() - start < 5


_CLOSING = re.compile(r"\s*Therefore,[^\n]{0,200}?Output \([ab]\) is (?:the )?better[^\n.]*\.?", re.IGNORECASE)


def rationales(judge: str) -> list[tuple[str, str]]:
    """Texts without their closing verdict line, and the output (as shown) that the verdict names."""
    found = []
    for line in (LLMBAR / f"{judge}__CoT.jsonl").read_text().splitlines():
        for order, reply in json.loads(line)["results"][-1].items():
            if reply["winner"] in ("1", "2"):
                text = reply["completion"] if isinstance(reply["completion"], str) else reply["completion"][0]
                swapped = order.endswith("True")
                found.append((_CLOSING.sub(" ", text), "response_a" if (reply["winner"] == "1") != swapped else "response_b"))
    return found


@needs_llmbar
def test_rationales_of_four_judges_argue_for_the_verdict_that_came_with_them() -> None:
    """In 1,754 of 3,342 texts a conclusion is found without the closing line (most others praise both or fault both): 1,264 say it, and all of these agree
    with the verdict; 490 praise one output and fault the other, and 10 of these differ from it. Read one by one, all 10 are misreadings: the item itself
    is about a fault ("the incorrect sentence"), or what is praised is not what was asked for."""
    told = agreed = n = 0
    for judge in ("GPT-4", "ChatGPT", "ChatGPT-0301", "LLaMA2"):
        for text, winner in rationales(judge):
            found = conclude(text, ["response_a", "response_b"], mode="pairwise").label
            n, told, agreed = n + 1, told + (found is not None), agreed + (found == winner)
    assert n == 3342
    assert told >= 1700
    assert agreed / told >= 0.99


@needs_llmbar
def test_rationales_of_palm2_that_contradict_the_recorded_verdict_are_found() -> None:
    """138 differ. 134 of these texts open with "Output (b) is better", and the recorded verdict is (a) as shown: text and label contradict
    each other. All 138 go that one way, so that the reader of the published replies may be at fault rather than the judge."""
    differ = [text for text, winner in rationales("PaLM2") if conclude(text, ["response_a", "response_b"], mode="pairwise").label not in (None, winner)]
    assert 130 <= len(differ) <= 146
    assert sum(text.startswith("Output (b) is better") for text in differ) >= 125
