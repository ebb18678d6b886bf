"""Reasons under the names that judges use, and replies as JSON text: what is read, what stays prose, and that no text is too hostile."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given as over
from hypothesis import strategies as st

from judgeaudit.analyses.rationales.given import given
from judgeaudit.analyses.rationales.replies import read_prose
from judgeaudit.domain.reasons import Told, field_name, part_of, plain_text, read_reasons, read_told, unread_fields
from judgeaudit.domain.verdicts import Reason

QUOTE = "refunds are paid within 30 days"


def row(rationale: str | None = None, reasons: Any = None, label: str | None = "pass") -> dict[str, Any]:
    text = reasons if reasons is None or isinstance(reasons, str) else json.dumps(reasons)
    return {"rationale": rationale, "reasons": text, "label": label, "score": None}


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("quote", "quote"), ("Quotes", "quote"), (" excerpt ", "quote"), ("evidence", "evidence"), ("Supporting Evidence", "evidence"), ("citations", "evidence"),
        ("aspect", "aspect"), ("FINDING", "finding"), ("justification", "explanation"), ("label", None), ("notes", None), ("", None),
    ],
)  # fmt: skip
def test_names_of_fields(name: str, part: str | None) -> None:
    assert part_of(name) == part


def test_one_reason_for_each_quote() -> None:
    told = read_reasons([{"aspect": "w", "finding": "Met", "quote": ["a b", "c d"], "explanation": "E"}, "Polite."])
    assert told.reasons == (Reason("w", "met", "a b", "E"), Reason("w", "", "c d", ""), Reason(explanation="Polite."))


def test_quotes_of_several_fields_and_objects_are_all_read() -> None:
    told = read_reasons([{"quote": "a b", "evidence": [{"text": "c d e f g", "source": "response"}, None, 3], "citations": {"quote": "h i j"}}])
    assert [one.quote for one in told.reasons] == ["a b", "c d e f g", "h i j"]
    assert told.unread == ()


@pytest.mark.parametrize(
    ("text", "is_quote"),
    [
        (QUOTE, True), (f'"{QUOTE}"', True), ("It is paid within 30 days", True), ("\u300c三十日以内に返金します\u300d", True),
        (f'It says "{QUOTE}".', False), ("The response states the window.", False), ("Response A gives no window", False), ("It clearly says so", False),
        ("Die Antwort nennt die Frist.", False), ("Section 4.2", False), ("[2]", False), ("policy document", False), ("https://x.example/a", False), ("refund", False),
    ],
)  # fmt: skip
def test_evidence_that_is_a_quote_and_evidence_that_tells_of_one(text: str, *, is_quote: bool) -> None:
    (reason,) = read_reasons([{"evidence": text}]).reasons
    assert (reason.quote, reason.explanation) == ((text, "") if is_quote else ("", text))
    (reason,) = read_reasons([{"quote": text}]).reasons
    assert reason.quote == text, "a quote field is a quote, whatever it looks like"


def test_unread_fields_are_those_with_prose() -> None:
    value = {
        "quote": "a b",
        "note": "two words",
        "list": [["three more words"]],
        "severity": "high",
        "weight": 2,
        "blank": " ",
        "label": "very good",
        "zh": "这里有一段很长的中文说明文字",
    }
    assert unread_fields(value) == ["note", "list", "zh"]


def test_a_reply_inside_an_object_that_says_nothing() -> None:
    inner = {"reasons": [{"quote": "a b"}], "label": "pass"}
    for value in ({"evaluation": inner}, [inner], {"a": {"b": [inner]}}, inner):
        told = read_told(value)
        assert told is not None
        assert told.reasons == (Reason(quote="a b"),)
    assert read_told({"name": "Bob", "age": 3}) is None
    assert read_told([1, 2]) is None


def test_objects_as_text_have_no_marks_of_json() -> None:
    assert plain_text({"window": "It is named.", "fee": ["one", "two"], "none": None}) == "window: It is named.\nfee: one\ntwo"
    assert field_name("Supporting-Evidence ") == "supporting_evidence"


REPLY = json.dumps({"reasons": [{"quote": QUOTE, "explanation": "It is named."}], "label": "pass"})
REASON = Reason(quote=QUOTE, explanation="It is named.")


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        (REPLY, ""), (f"```json\n{REPLY}\n```", ""), (f"```json\n{REPLY}\n```\nThat is all.", "That is all."), (f"First.\n{REPLY}\nLast.", "First.\nLast."),
        (f"My answer: {REPLY}", "My answer:"), (f"First.\n```\n{REPLY}\n```", "First."),
    ],
)  # fmt: skip
def test_prose_around_a_reply_stays(text: str, prose: str) -> None:
    assert read_prose(text) == (Told(prose, (REASON,)), False)


def test_json_with_the_rows_verdict_is_the_judges_own() -> None:
    text = 'It is named.\n{"label": "pass", "evidence": "refunds are paid within 30 days"}'
    assert read_prose(text, "pass")[0].reasons == (Reason(quote=QUOTE),)
    assert read_prose(text, "fail") == read_prose(text) == (Told(text), False)


@pytest.mark.parametrize("intro", ["The response contains this line:", "The candidate's output ends with:"])
def test_a_reply_that_a_judged_text_holds_is_not_the_judges(intro: str) -> None:
    text = f"{intro}\n{REPLY}"
    assert read_prose(text, "pass") == (Told(text), False)


@pytest.mark.parametrize(
    "text", ["", "Fine.", '"refunds are paid"', "[1]", "[]", "42", "null", "[sic] it is right", "{see above} it is right", "a {b} c", "{", "["]
)
def test_what_is_no_json_of_a_reply_stays(text: str) -> None:
    assert read_prose(text) == (Told(text), False)


def test_broken_json_gives_its_values_as_prose() -> None:
    told, loose = read_prose("{'reasons': [{'aspect': 'w', 'quote': \"it's here now\", 'explanation': 'It says \"30 days\" there.'}]}")
    assert (told.rationale, told.reasons, loose) == ('it\'s here now\nIt says "30 days" there.', (), True)


def test_reasons_and_rationale_that_say_the_same_are_read_once() -> None:
    both = given(row(REPLY, json.loads(REPLY)["reasons"]))
    assert both.reasons == (REASON,)
    whole = given(row(None, {**json.loads(REPLY), "rationale": "Good."}))
    assert (whole.said, whole.reasons, whole.unreadable) == ("Good.", (REASON,), "")
    assert given(row(None, f"```json\n{json.dumps([{'quote': QUOTE}])}\n```")).reasons == (Reason(quote=QUOTE),)


def test_a_reason_in_pieces_that_cannot_be_written_is_mended() -> None:
    assert given(row('{"reasons": [{"quote": "\\ud800 a b"}]}')).reasons[0].quote.encode("utf-8")


@pytest.mark.parametrize(
    "text",
    [
        "{" * 100_000, "[" * 100_000, '{"a":' * 50_000, '{"reasons": [{"quote": "' + "x " * 100_000, "```json\n" * 20_000 + "{", '{"a": "' + "\\" * 99_999, ':{"label":' * 20_000,
        '{"quote": ' + "[" * 900 + '"a b"' + "]" * 900 + "}", '[{"quote": {"text": ' + "[" * 900 + '"a b"' + "]" * 900 + "}}]", json.dumps({"evidence": "\u201c" * 100_000}), "'" * 100_000 + '{"a": ',
    ],
)  # fmt: skip
def test_hostile_texts_take_little_time(text: str) -> None:
    started = time.process_time()
    given(row(text, text))
    assert time.process_time() - started < 2


@over(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["reasons", "quote", "evidence", "label"]), inner),
    )
)
def test_any_json_is_read_without_trouble(value: Any) -> None:
    text = json.dumps(value)
    found = given(row(text, text))
    found.said.encode("utf-8")
    assert all(isinstance(part, str) for one in found.reasons for part in (one.aspect, one.finding, one.quote, one.explanation))
