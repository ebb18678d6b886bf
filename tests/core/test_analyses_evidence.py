"""Evidence that rationales cite, over items and replicates: rates with their denominators, cases, blocks, and what was not looked at."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from analyses_builder import Row, input_of, one, rubric_of, texts

from judgeaudit.analyses.evidence import NO_LABELS, NO_RATIONALE, NOT_COMPARED, evidence
from judgeaudit.analyses.evidences.measures import NO_ITEMS, NO_RATIONALES
from judgeaudit.analyses.evidences.prompt_words import prompt_words
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.rationale import rationale
from judgeaudit.domain.items import Item
from judgeaudit.domain.results import CASE_FLAGS, ESTIMATE_NAMES, AnalysisOutput
from judgeaudit.domain.rubric import Rubric
from judgeaudit.judging.prompts import added_words
from judgeaudit.tables import empty_table
from judgeaudit.text.evidence.check import check_claims
from judgeaudit.text.evidence.sources import Sources

RESPONSE = "Delivery takes 3 days. The office is closed on Sunday. Parcels are sent from Hamburg with a tracking number."
THERE = 'It says "The office is closed on Sunday".'
OTHER = 'It says "Parcels are sent from Hamburg".'
NOWHERE = 'It says "refunds are free within thirty days of purchase".'
ALTERED = 'It says "Delivery takes 5 days".'
FROM_THE_QUESTION = 'It says "When does the parcel of our customer arrive".'
MISSING = "The response does not mention the office."
COUNT = "The response has 90 words."
PLAIN = "A good and friendly reply."


def items(n: int = 12, response: str = RESPONSE, **more: Any) -> list[Item]:
    return [Item(id=f"i{i}", input="When does the parcel of our customer arrive?", response=response, **more) for i in range(n)]


def rows_of(item: str, rationales: Sequence[str | None], labels: str | Sequence[str] = "pass", judge: str = "a", **more: Any) -> list[Row]:
    said = [labels] * len(rationales) if isinstance(labels, str) else labels
    return [
        {"item_id": item, "judge": judge, "criterion": "c", "replicate": r, "label": said[r], "status": "ok", "rationale": text, **more}
        for r, text in enumerate(rationales)
    ]


def found(rows: Iterable[Row], rubric: Rubric | None = None, *, compare: bool = True, of: Sequence[Item] | None = None, **more: Any) -> AnalysisOutput:
    data = input_of(list(rows), rubric, items=items() if of is None else of, no_embedder="none", **more)
    if compare:
        data = dataclasses.replace(data, earlier={"rationale": rationale(data)})
    return evidence(data)


def flags(output: AnalysisOutput) -> list[tuple[str, str | None, tuple[int, ...]]]:
    return [(case.flag, case.item_id, case.replicates) for case in output.cases]


def test_rates_count_quotes_and_intervals_count_items() -> None:
    output = found([*rows_of("i0", [THERE, NOWHERE]), *rows_of("i1", [f"{THERE} {OTHER}", ALTERED]), *rows_of("i2", [PLAIN, PLAIN])])
    checked = one(output, "quotes_checked")
    assert (checked.value, checked.n_ratings, checked.n_items) == (5.0, 5, 2)
    fabricated = one(output, "fabricated_quote_rate")
    assert (fabricated.value, fabricated.n_ratings, fabricated.n_items) == (pytest.approx(1 / 5), 5, 2)
    assert fabricated.method.startswith("of 5 quotes checked in 2 items; Wilson interval on 2 items")
    assert one(output, "altered_quote_rate").value == pytest.approx(1 / 5)
    assert one(output, "invented_quote_rate").value == pytest.approx(2 / 5)
    assert one(output, "misattributed_quote_rate").value == 0.0


def test_ten_quotes_of_one_item_are_no_ten_items() -> None:
    many = found([row for n in range(12) for row in rows_of(f"i{n}", [NOWHERE if n == 0 else THERE])])
    few = found([row for n in range(12) for row in rows_of(f"i{n}", [NOWHERE if n == 0 else THERE] * 10)])
    first, again = one(many, "fabricated_quote_rate"), one(few, "fabricated_quote_rate")
    assert first.value == again.value == pytest.approx(1 / 12)
    assert (again.n_ratings, again.n_items) == (120, 12)
    assert again.low is not None
    assert first.low is not None
    assert again.high is not None
    assert first.high is not None
    assert again.high - again.low >= first.high - first.low - 1e-9


def test_items_of_one_cluster_count_together() -> None:
    rows = [row for n in range(12) for row in rows_of(f"i{n}", [NOWHERE if n < 4 else THERE], cluster=f"k{n // 4}")]
    rate = one(found(rows), "fabricated_quote_rate")
    assert rate.n_items == 12
    assert "Wilson interval on 3 clusters" in rate.method


def test_where_nothing_is_cited_there_is_no_zero_percent() -> None:
    output = found(rows_of("i0", [PLAIN, PLAIN]))
    assert (one(output, "quotes_checked").value, one(output, "quotes_checked").n_items) == (0.0, 0)
    rates = [e for e in output.estimates if e.name.endswith(("_quote_rate", "_number_rate", "_absence_rate", "_presence_rate", "_name_rate"))]
    assert len(rates) == 8
    assert {e.value for e in rates} == {None}
    assert one(output, "fabricated_quote_rate").undefined == "no rationale cites a quote: ask for quotes"
    assert "note: Evidence of a on c: no rationale cites evidence: ask for quotes." in texts(output)
    assert output.analysis.blocks["cited"] == [
        {
            "judge": "a", "criterion": "c", "n_rationales": 2, "n_citing": 0, "quotes_checked": 0,
            "statement": "no rationale cites evidence: ask for quotes",
        }
    ]  # fmt: skip


def test_claims_that_cannot_be_checked_are_no_zero_percent_either() -> None:
    output = found(rows_of("i0", ['The word "is" appears.']))
    assert one(output, "fabricated_quote_rate").undefined == "none of 1 such claims could be checked: too short, in doubt, or in a language that is not read"
    assert output.analysis.blocks["states"] == [{"judge": "a", "criterion": "c", "kind": "quote", "state": "unchecked", "n": 1}]


def test_numbers_and_absences_have_their_own_denominators() -> None:
    output = found([*rows_of("i0", [f"{COUNT} {THERE}"]), *rows_of("i1", [MISSING]), *rows_of("i2", ["The response does not mention any refund."])])
    number, absence = one(output, "wrong_number_rate"), one(output, "false_absence_rate")
    assert (number.value, number.n_ratings) == (1.0, 1)
    assert (absence.value, absence.n_ratings, absence.n_items) == (0.5, 2, 2)
    assert flags(output) == [("wrong_number", "i0", (0,)), ("false_absence", "i1", (0,))]
    assert "warning: Evidence of a on c: numbers and counts checked: 1, of them 1 wrong; things called missing: 2, of them 1 that are there." in texts(output)


def test_without_item_texts_it_says_that_evidence_was_not_checked() -> None:
    rows = [*rows_of("i0", [NOWHERE] * 2), *rows_of("i1", ["The response misses the fee, so the criterion is not met."] * 2)]
    output = found(rows, of=())
    assert (output.analysis.status, output.analysis.reason) == ("not_measured", NO_ITEMS)
    assert one(output, "quotes_checked").undefined == one(output, "fabricated_quote_rate").undefined == NO_ITEMS
    contradiction = one(output, "contradiction_rate")
    assert (contradiction.value, contradiction.n_ratings, contradiction.n_items) == (0.5, 4, 2)
    assert one(output, "trapped_rate").value == 0.0
    assert [row["flags"] for row in output.analysis.blocks["triage"]] == [["verdict_rationale_contradiction"]]
    assert output.analysis.blocks["unread"] == [{"reason": "no item text", "n": 4}]


def test_items_for_some_rows_are_a_warning() -> None:
    output = found([*rows_of("i0", [THERE]), *rows_of("gone", [NOWHERE, NOWHERE])])
    assert output.analysis.status == "measured"
    assert (one(output, "quotes_checked").value, one(output, "fabricated_quote_rate").value) == (1.0, 0.0)
    assert output.analysis.blocks["unread"] == [{"reason": "no item text", "n": 2}]
    assert "warning: The evidence of 2 of 3 rationales was not checked: no item text." in texts(output)


def test_verdicts_without_rationales_are_not_measured() -> None:
    output = found(rows_of("i0", [None, None]))
    assert (output.analysis.status, output.analysis.reason, output.estimates) == ("not_measured", NO_RATIONALE, ())
    mute = found([*rows_of("i0", [THERE]), *rows_of("i0", [None], judge="b")])
    assert one(mute, "quotes_checked", "b").undefined == NO_RATIONALES


def test_the_reasoning_before_a_reply_is_not_checked() -> None:
    assert found(rows_of("i0", [THERE], reasoning=NOWHERE)).cases == ()
    assert found(rows_of("i0", [None], reasoning=NOWHERE)).analysis.reason == NO_RATIONALE


def test_every_stratum_and_judge_has_its_own_numbers() -> None:
    rows = [*rows_of("i0", [NOWHERE], stratum="s"), *rows_of("i1", [THERE], stratum="t"), *rows_of("i0", [THERE], judge="b", stratum="s")]
    output = found(rows)
    assert one(output, "fabricated_quote_rate", stratum="s").value == 1.0
    assert one(output, "fabricated_quote_rate", stratum="t").value == 0.0
    assert one(output, "fabricated_quote_rate", "b", stratum="s").value == 0.0
    assert one(output, "fabricated_quote_rate", "b", stratum="t").undefined == NO_RATIONALES
    assert output.analysis.blocks["triage"][0]["stratum"] == "s"
    assert {e.name for e in output.estimates} == set(ESTIMATE_NAMES["evidence"])


def test_trapped_counts_items_with_a_stable_verdict_that_could_be_checked() -> None:
    rows = [
        *rows_of("i0", [NOWHERE, THERE]), *rows_of("i1", [THERE, THERE]), *rows_of("i2", [NOWHERE, THERE], ["pass", "fail"]), *rows_of("i3", [PLAIN]),
        *rows_of("i4", [NOWHERE]),
    ]  # fmt: skip
    output = found(rows, compare=False)
    rate = one(output, "trapped_rate")
    assert (rate.value, rate.n_items) == (0.5, 2)
    assert rate.method.startswith("of 2 items with a stable verdict whose evidence or reasons were checked; Wilson interval on 2 items")
    assert [case.item_id for case in output.cases if case.flag == "trapped"] == ["i0"]
    assert one(output, "contradiction_rate").undefined == NOT_COMPARED
    assert texts(output).startswith(
        "serious: Of 2 items of c whose verdict is stable and whose evidence or reasons were checked, a passes 1 on nothing firm: 1 on evidence "
        "that was invented or altered (i0). Read the triage list."
    )


def test_trapped_is_undefined_in_words() -> None:
    assert one(found(rows_of("i0", [NOWHERE])), "trapped_rate").undefined == "one replicate: the judge was asked once"
    assert one(found(rows_of("i0", [NOWHERE] * 2, ["pass", "fail"])), "trapped_rate").undefined == "no item has a stable verdict"
    nothing = found(rows_of("i0", [PLAIN, PLAIN]), compare=False)
    assert one(nothing, "trapped_rate").undefined == "on no item with a stable verdict could evidence or reasons be checked"


def test_contradictions_need_labels() -> None:
    points = rubric_of({"level": "interval", "low": 1, "high": 5})
    assert one(found(rows_of("i0", [THERE], "3"), points), "contradiction_rate").undefined == NO_LABELS


def test_repeats_of_inventions_and_of_evidence() -> None:
    output = found([*rows_of("i0", [f"{NOWHERE} {THERE}", NOWHERE, ALTERED]), *rows_of("i1", [THERE, THERE, OTHER]), *rows_of("i2", [NOWHERE])])
    repeated, once = one(output, "repeated_invention_rate"), one(output, "evidence_cited_once_share")
    assert (repeated.value, repeated.n_ratings, repeated.n_items) == (0.5, 2, 1)
    assert (once.value, once.n_ratings, once.n_items) == (pytest.approx(3 / 5), 5, 2)
    assert "warning: Asked again, a on c: of 5 distinct quotes, 3 (60 %) are cited in one repeat only and 2 in most; 1 of 2 invented quotes come" in texts(
        output
    )
    assert [(row["item_id"], row["state"], row["cited_in"], row["of"]) for row in output.analysis.blocks["repeats"]] == [("i0", "fabricated", 2, 3)]
    alone = found(rows_of("i2", [NOWHERE]))
    assert one(alone, "repeated_invention_rate").undefined == "no item has two rationales of this judge"


def test_a_case_holds_all_replicates_and_spans_that_are_there() -> None:
    output = found(rows_of("i0", [THERE, NOWHERE, f"{PLAIN} {NOWHERE}", ALTERED, THERE]))
    assert flags(output) == [("trapped", "i0", (1, 2, 3)), ("fabricated_quote", "i0", (1, 2)), ("altered_quote", "i0", (3,))]
    fabricated, altered = output.cases[1:]
    assert fabricated.detail.startswith('"refunds are free within thirty days of purchase": ')
    assert fabricated.detail.endswith(", in 2 of 5 replicates")
    assert altered.detail.endswith(", in 1 of 5 replicates")
    sources = {"rationale": ALTERED, "response": RESPONSE}
    assert [(span.source, span.text) for span in altered.spans] == [("rationale", "Delivery takes 5 days"), ("response", "Delivery takes 3 days")]
    for span in altered.spans:
        assert sources[span.source][span.start : span.end] == span.text


def test_the_marked_block_has_every_claim_of_a_flagged_item() -> None:
    output = found([*rows_of("i0", [THERE, ALTERED, PLAIN]), *rows_of("i1", [THERE])])
    marked = output.analysis.blocks["marked"]
    assert [(row["item_id"], row["replicate"], [claim["state"] for claim in row["claims"]]) for row in marked] == [("i0", 0, ["exact"]), ("i0", 1, ["altered"])]
    claim = marked[1]["claims"][0]
    assert ALTERED[claim["claim_start"] : claim["claim_end"]] == claim["text"] == "Delivery takes 5 days"
    assert RESPONSE[claim["start"] : claim["end"]] == claim["nearest"] == "Delivery takes 3 days"
    assert [(edit["quoted"], edit["source"], edit["matters"]) for edit in claim["edits"] if edit["matters"]] == [("5", "3", "number")]
    assert set(claim) == {"kind", "state", "text", "claim_start", "claim_end", "source", "start", "end", "nearest", "why", "edits"}


def test_without_texts_nothing_is_quoted() -> None:
    output = found([*rows_of("i0", [NOWHERE, NOWHERE]), *rows_of("i1", [ALTERED, f"{COUNT} {MISSING}"])], texts=False)
    assert {case.flag for case in output.cases} >= {"trapped", "fabricated_quote", "altered_quote", "wrong_number", "false_absence"}
    told = json.dumps(output.model_dump(mode="json")).casefold()
    for words in ("refunds", "delivery", "office", "90 words", "hamburg"):
        assert words not in told
    assert output.analysis.blocks["marked"] == []
    assert "a quote stands nowhere in what the judge was shown, in 2 of 2 replicates" in [case.detail for case in output.cases]


def test_a_quote_of_the_prompt_is_honest() -> None:
    asked = {"name": "c", "question": "Does the reply state when the parcel arrives at the customer?", "scale": {"labels": ["pass", "fail"]}}
    rubric = Rubric.model_validate(
        {
            "name": "r", "system": "Judge with care and without haste.", "prompt": "Be as strict as a customs officer. {{input}} {{response}} {{question}}",
            "criteria": [{**asked, "label_descriptions": {"pass": "A day or a number of days is named."}}],
            "judges": [{"model": "m/a", "name": "a"}, {"model": "m/b", "name": "b", "prompt": "Another prompt of its own altogether. {{response}}"}],
        }
    )  # fmt: skip
    quotes = [asked["question"], "Judge with care and without haste", "Be as strict as a customs officer", "A day or a number of days is named"]
    rows = [row for n, quote in enumerate(quotes) for row in rows_of(f"i{n}", [f'The rubric says "{quote}".'])]
    output = found(rows, rubric)
    assert (one(output, "quotes_checked").value, one(output, "invented_quote_rate").value) == (4.0, 0.0)
    other = found([*rows_of("i0", [f'The rubric says "{quotes[2]}".'], judge="b"), *rows_of("i1", ['It says "Another prompt of its own altogether".'])], rubric)
    assert one(other, "fabricated_quote_rate", "b").value == 1.0
    assert one(other, "fabricated_quote_rate", "a").value == 1.0
    assert "{{" not in prompt_words(AnalysisInput(rubric=rubric, patterns={}, table=empty_table()), rubric.criteria[0], "a")


def test_a_quote_of_the_built_in_prompt_is_honest() -> None:
    criteria = [{"name": "c", "question": "Is it polite?", "scale": {"labels": ["pass", "fail"]}}]
    judges = [{"model": "m/a", "name": "a"}, {"model": "m/b", "name": "b", "prompt": "Is it polite? {{response}}"}]
    rubric = Rubric.model_validate({"name": "r", "criteria": criteria, "judges": judges})
    added = added_words(rubric)
    assert "strict and fair judge" in added["a", "c"]
    assert "strict and fair judge" not in added["b", "c"], "it was shown a prompt of its own"
    assert '"reasons"' in added["b", "c"], "but told how to answer"
    data = AnalysisInput(rubric=rubric, patterns={}, table=empty_table(), added=added)
    quote = "You judge only from the material"
    claims = check_claims(f'My instructions say "{quote}".', Sources({"response": "Thank you.", "rubric": prompt_words(data, rubric.criteria[0], "a")}))
    assert [(claim.state, claim.source) for claim in claims] == [("exact", "rubric")]


def test_a_quote_from_the_input_that_is_put_into_the_response_is_misattributed() -> None:
    output = found(rows_of("i0", [FROM_THE_QUESTION.replace("It says", "The response says")]))
    assert one(output, "misattributed_quote_rate").value == 1.0
    assert flags(output) == [("misattributed_quote", "i0", (0,))]


def test_structured_quotes_are_checked_once() -> None:
    reasons = json.dumps(
        [
            {"aspect": "day", "finding": "met", "quote": "closed on Sunday", "explanation": "It is named."},
            {"aspect": "fee", "finding": "unmet", "quote": "sent by pigeon", "explanation": "It does not say so."},
            {"aspect": "tone", "finding": "met", "quote": "N/A", "explanation": ""},
        ]
    )
    output = found(rows_of("i0", [None], reasons=reasons))
    assert (one(output, "quotes_checked").value, one(output, "fabricated_quote_rate").value) == (2.0, 0.5)
    (case,) = output.cases
    assert (case.flag, case.spans[0].source, case.spans[0].text) == ("fabricated_quote", "rationale", "sent by pigeon")


def test_outputs_shown_in_the_other_order_go_by_their_own_names() -> None:
    rubric = Rubric.model_validate({"name": "r", "mode": "pairwise", "criteria": [{"name": "c", "question": "Which is better?"}]})
    of = [
        Item(id="i0", input="When does it arrive?", response_a="The parcel arrives on Monday at noon.", response_b="Nobody knows when it is going to arrive.")
    ]
    quoted = 'Response A says "{}".'
    swapped = found(rows_of("i0", [quoted.format("Nobody knows when it is going to arrive")], "response_b", order="ba"), rubric, of=of)
    assert one(swapped, "misattributed_quote_rate").value == 0.0
    plain = found(rows_of("i0", [quoted.format("Nobody knows when it is going to arrive")], "response_b"), rubric, of=of)
    assert one(plain, "misattributed_quote_rate").value == 1.0
    assert plain.analysis.blocks["triage"][0]["passes"] is None


def test_languages_that_are_read_in_part_are_said() -> None:
    output = found([*rows_of("i0", ["Die Antwort ist nicht gut, und die Frist wird nicht genannt."]), *rows_of("i1", ["Ответ не очень хороший, но вежливый."])])
    assert output.analysis.blocks["languages"] == [{"language": "de", "n_rationales": 1}, {"language": "ru", "n_rationales": 1}]
    assert "note: Of rationales in German (1) only quotes and numbers were checked" in texts(output)
    assert "note: Of rationales in ru (1) only quotes that stand word for word were checked" in texts(output)


def test_the_output_is_valid_json_with_known_names_whatever_the_order_of_rows() -> None:
    rows = [
        row
        for n in range(6)
        for row in rows_of(f"i{n}", [THERE, (NOWHERE, ALTERED, MISSING)[n % 3], f"{COUNT} {OTHER}"], ["pass", "pass", "fail" if n % 2 else "pass"])
    ]
    output = found(rows)
    assert AnalysisOutput.model_validate_json(json.dumps(output.model_dump(mode="json"), allow_nan=False)) == output
    assert {case.flag for case in output.cases} <= set(CASE_FLAGS)
    assert found(rows[::-1]).estimates == output.estimates
    assert [row["rank"] for row in output.analysis.blocks["triage"]] == list(range(1, len(output.analysis.blocks["triage"]) + 1))


RUSSIAN = "\u0414\u043e\u0441\u0442\u0430\u0432\u043a\u0430 \u0437\u0430\u043d\u0438\u043c\u0430\u0435\u0442 \u0442\u0440\u0438 \u0440\u0430\u0431\u043e\u0447\u0438\u0445 \u0434\u043d\u044f. \u041e\u0444\u0438\u0441 \u0437\u0430\u043a\u0440\u044b\u0442 \u043f\u043e \u0432\u043e\u0441\u043a\u0440\u0435\u0441\u0435\u043d\u044c\u044f\u043c."
SAID_THERE = "\u0412 \u043e\u0442\u0432\u0435\u0442\u0435 \u0441\u043a\u0430\u0437\u0430\u043d\u043e \u00ab\u0414\u043e\u0441\u0442\u0430\u0432\u043a\u0430 \u0437\u0430\u043d\u0438\u043c\u0430\u0435\u0442 \u0442\u0440\u0438 \u0440\u0430\u0431\u043e\u0447\u0438\u0445 \u0434\u043d\u044f\u00bb."
SAID_NOWHERE = "\u0412 \u043e\u0442\u0432\u0435\u0442\u0435 \u0441\u043a\u0430\u0437\u0430\u043d\u043e \u00ab\u041c\u044b \u0432\u0435\u0440\u043d\u0451\u043c \u0434\u0435\u043d\u044c\u0433\u0438 \u0431\u0435\u0437 \u0432\u043e\u043f\u0440\u043e\u0441\u043e\u0432 \u043a\u0430\u0436\u0434\u043e\u043c\u0443\u00bb."


def test_quotes_of_a_language_that_is_not_read_are_in_no_rate() -> None:
    """They can only be found or left open: a rate of them would be 0 whatever the judge invents."""
    rows = [row for n in range(12) for row in rows_of(f"i{n}", [f"{SAID_THERE} {SAID_NOWHERE}"] * 2)]
    output = found(rows, of=items(response=RUSSIAN), compare=False)
    for name in ("fabricated_quote_rate", "altered_quote_rate", "invented_quote_rate", "trapped_rate"):
        assert one(output, name).value is None, name
    assert one(output, "fabricated_quote_rate").undefined == "none of 48 such claims could be checked: too short, in doubt, or in a language that is not read"
    assert one(output, "quotes_checked").value == 0.0
    assert [(row["state"], row["n"]) for row in output.analysis.blocks["states"] if row["kind"] == "quote"] == [("unchecked", 48)]
    assert "only quotes that stand word for word were checked" in texts(output)


def test_without_a_rubric_quotes_of_it_are_left_open() -> None:
    said = [
        'The criterion says "the reply must name the refund window in full".', 'According to the grading guidelines, "answers have to be complete and short".',
        'The prompt states "be as helpful as you can be".', 'The scale defines pass as "the window is named in days".',
    ]  # fmt: skip
    rows = [row for n, text in enumerate(said) for row in rows_of(f"i{n}", [text, text])]
    output = found(rows, compare=False, prompt_known=False)
    assert one(output, "fabricated_quote_rate").value is None
    assert output.cases == ()
    assert "8 quotes of the rubric or the prompt could not be checked: what the judge was asked is not known" in texts(output)
    assert one(found(rows, compare=False), "fabricated_quote_rate").value == 1.0, "with a rubric they are held against it"
    assert one(found(rows_of("i0", [NOWHERE] * 2), compare=False, prompt_known=False), "fabricated_quote_rate").value == 1.0
