"""The margin of a verdict, from the log probabilities of a reply's tokens: numbers by hand, shapes as servers send them."""

from __future__ import annotations

import itertools
import json
import math
from typing import Any

import numpy as np
import pytest

from judgeaudit.domain.calls import Attempt, CallRecord
from judgeaudit.domain.rubric import PAIRWISE_LABELS, Criterion, Reply, Scale
from judgeaudit.domain.verdicts import Verdict
from judgeaudit.judging.parse import parse_record

PASS_FAIL = Scale(labels=("pass", "fail"))
Listed = dict[str, float]


def token(text: str, logprob: float = -0.01, listed: Listed | None = None) -> dict[str, Any]:
    """A token with what was listed in its place, itself first, as OpenAI writes it."""
    top = {text: logprob, **(listed or {})}
    return {"token": text, "logprob": logprob, "bytes": list(text.encode()), "top_logprobs": [alone(one, p) for one, p in top.items()]}


def alone(text: str, logprob: float) -> dict[str, Any]:
    return {"token": text, "logprob": logprob, "bytes": list(text.encode())}


def read(tokens: Any, scale: Scale = PASS_FAIL, *, content: str | None = None, reply: Reply | None = None, order: str | None = None, **choice: Any) -> Verdict:
    """The verdict of a stored completion with these tokens; the content is theirs where none is given."""
    text = "".join(one["token"] for one in tokens) if content is None else content
    stored = {"choices": [{"finish_reason": "stop", "message": {"content": text}, "logprobs": {"content": tokens}, **choice}]}
    attempt = Attempt(started_at="2026-01-01T00:00:00Z", latency_s=0.1, reply=json.dumps(stored))
    record = CallRecord(key="k", judge="j", item_id="i", criterion="c", replicate=0, seed_sent=1, prompt_hash="p", attempts=(attempt,), order=order)
    return parse_record(record, Criterion(name="c", question="?", scale=scale), reply or Reply(), "pairwise" if order else "pointwise")


def margin(tokens: Any, scale: Scale = PASS_FAIL, **options: Any) -> float | None:
    verdict = read(tokens, scale, **options)
    assert verdict.status == "ok", verdict
    return verdict.margin


def label_field(*label: dict[str, Any]) -> list[dict[str, Any]]:
    return [token('{"'), token("label"), token('":"'), *label, token('"}')]


def test_a_structured_reply() -> None:
    """exp(-0.05 + 3.05) is how many times likelier pass was than fail."""
    assert margin(label_field(token("pass", -0.05, {"fail": -3.05, "maybe": -9.0}))) == pytest.approx(3.0)


def test_as_an_embedded_model_sent_it() -> None:
    """SmolLM2 under a grammar: `pass` and `Pass` are one label: log(e^-2.96 + e^-3.22) = log(0.05182 + 0.03996) = -2.3884; fail stood at -4.22."""
    listed = {"Pass": -3.22, "Yes": -3.76, "yes": -3.91, "1": -3.94, "re": -4.18, "I": -4.22, "fail": -4.22}
    assert margin(label_field(token("pass", -2.96, listed))) == pytest.approx(1.8316, abs=1e-3)


def test_a_closing_line() -> None:
    tokens = [
        token("Good"),
        token("."),
        token("\n"),
        token("Ver"),
        token("dict"),
        token(":"),
        token(" pass", -0.2, {" fail": -1.7, " Pass": -40.0}),
        token("."),
    ]
    assert margin(tokens, reply=Reply(format="text")) == pytest.approx(1.5)
    assert margin(tokens) == pytest.approx(1.5), "our own format falls back to closing lines"


@pytest.mark.parametrize(
    ("closing", "tokens"),
    [
        ("[[", [token("So"), token(" [["), token("fail", -0.4, {"pass": -1.4}), token("]]"), token(", thanks")]),
        ("<verdict>", [token("<verdict>"), token("fail", -0.4, {"pass": -1.4}), token("</verdict>")]),
        ("I choose", [token("I think."), token(" I"), token(" choose"), token(" **"), token("fail", -0.4, {"pass": -1.4}), token("**")]),
        (None, [token("**"), token("Verdict"), token(":**"), token(" **"), token("Fail", -0.4, {"Pass": -1.4}), token("**")]),
        (None, [token("Verdict"), token(":\n"), token("fail", -0.4, {"pass": -1.4})]),
        (None, [token("Fail", -0.4, {"Pass": -1.4})]),
        (None, [token("```\n"), token("fail", -0.4, {"pass": -1.4}), token("\n```")]),
    ],
)
def test_wherever_a_text_gives_its_verdict(closing: str | None, tokens: list[dict[str, Any]]) -> None:
    assert margin(tokens, reply=Reply(format="text", closing=closing)) == pytest.approx(1.0)


def test_the_letter_of_a_label_inside_the_tag_that_closes_it() -> None:
    scale = Scale(labels=("e", "f"))
    tokens = [token("<verdict>"), token("e", -0.4, {"f": -1.4}), token("</verdict>")]
    assert margin(tokens, scale, reply=Reply(format="text", closing="<verdict>")) == pytest.approx(1.0)


def test_another_label_was_likelier() -> None:
    """Drawn at a temperature: the label that was given had one chance of four, the other three."""
    assert margin(label_field(token("fail", math.log(0.25), {"pass": math.log(0.75)}))) == pytest.approx(-math.log(3))


def test_labels_with_one_beginning_are_told_apart_where_they_part() -> None:
    """incorrect: -0.2 - 0.5 in two tokens; incomplete parts at the second (-1.0), correct at the first (-1.8)."""
    scale = Scale(labels=("correct", "incorrect", "incomplete"))

    def tokens(complete: float) -> list[dict[str, Any]]:
        return label_field(token("in", -0.2, {"correct": -1.8}), token("correct", -0.5, {"complete": complete}))

    assert margin(tokens(-1.0), scale) == pytest.approx(-0.5 + 1.0)
    assert margin(tokens(-3.0), scale) == pytest.approx(-0.2 - 0.5 + 1.8)


def test_a_piece_counts_for_the_rival_that_is_not_listed_whole() -> None:
    """`pa` may become pass or partial: all of it goes to the rival, for the margin is never to be too large. Else it is mostly another word's."""
    scale = Scale(labels=("pass", "partial"))
    assert margin(label_field(token("pass", -0.5, {"pa": -2.5, "zz": -30.0})), scale) == pytest.approx(2.0)
    assert margin(label_field(token("pass", -0.5, {"pa": -2.5, "par": -1.5, "p": -4.0})), scale) == pytest.approx(1.0), "the likeliest of its pieces"
    assert margin(label_field(token("pass", -0.5, {"p": -2.5, "f": -2.0, "fa": -3.0, "fail": -4.0}))) == pytest.approx(3.5)


def test_a_label_that_a_grammar_spells_in_pieces() -> None:
    """Of 0.2 for `f`, nine tenths were for other words: 0.2 x 0.1 and 0.03 for the whole word in one token, against 0.1 for pass."""
    first = token("f", math.log(0.2), {"pass": math.log(0.1), "fail": math.log(0.03), "The": math.log(0.5)})
    assert margin(label_field(first, token("ail", math.log(0.1), {"ood": math.log(0.8)}))) == pytest.approx(math.log(0.05 / 0.1))


def test_numbers_of_which_one_begins_another() -> None:
    """1 against 10: they part at the next token, where `"` and `",` both end the 1."""
    scale = Scale(level="ordinal", labels=tuple(str(n) for n in range(1, 11)))
    tokens = [token('{"label":"'), token("1", -0.3, {"2": -5.0, "7": -2.3}), token('"', -0.4, {'",': -3.0, "0": -2.0}), token("}")]
    ended = math.log(math.exp(-0.4) + math.exp(-3.0))
    assert margin(tokens, scale) == pytest.approx(min(ended + 2.0, -0.3 + ended + 2.3))
    assert margin([token('{"label": '), token("1", -0.3, {"2": -5.0}), token("0", -0.1, {"}": -3.1}), token("}")], scale) == pytest.approx(3.0)


def test_a_label_that_another_one_begins_with_a_mark_after_it() -> None:
    scale = Scale(labels=("good", "good-ish"))
    assert margin(label_field(token("good-ish", -0.3, {"bad": -3.0, "good": -2.3})), scale) == pytest.approx(2.0)


def test_a_label_that_ends_with_the_turn() -> None:
    scale = Scale(labels=("good", "good enough"))
    tokens = [token("Verdict:"), token(" good", -0.1, {" bad": -4.0}), token("", -0.2, {" enough": -1.2})]
    assert margin(tokens, scale, reply=Reply(format="text")) == pytest.approx(1.0)
    assert margin(tokens[:2], scale, reply=Reply(format="text")) is None, "nothing says how likely it was to go on"


def test_where_no_rival_is_listed_the_margin_is_what_it_is_at_least() -> None:
    """No other label is likelier than the least likely token that is listed, -9.5; pass and Pass together: log(e^-0.001 + e^-7) = -0.0000876."""
    assert margin(label_field(token("pass", -0.001, {"Pass": -7.0, "yes": -9.5}))) == pytest.approx(9.5 - 0.0000876, abs=1e-6)


@pytest.mark.parametrize(
    "label",
    [
        token("pass", -0.001),
        {"token": "pass", "logprob": -0.001},
        {"token": "pass", "logprob": -0.001, "top_logprobs": None},
        token("pass", -6.0, {"The": -1.0, "I": -2.0}),
        token("pass", -9999.0, {"fail": -0.5}),
        token("pass", -0.001, {"fail": -9999.0}),
    ],
)
def test_where_nothing_is_known_of_a_rival_or_of_the_label_there_is_no_margin(label: dict[str, Any]) -> None:
    assert margin(label_field(label)) is None


def test_words_that_only_begin_like_a_label_are_no_label() -> None:
    assert margin(label_field(token("A", -0.1, {"Because": -2.0, "B": -4.1})), Scale(labels=("A", "B"))) == pytest.approx(4.0)


def test_marks_that_share_a_token_with_the_label() -> None:
    assert margin([token('{"label":'), token('"pass', -0.1, {'"fail': -2.1, ' "fail': -90.0}), token('"}')]) == pytest.approx(2.0)
    assert margin([token('{"label":"pass', -0.1, {'{"label":"fail': -2.1}), token('"}')]) is None, "its place is no place of labels alone"


def test_characters_that_tokens_cut_in_two() -> None:
    """不合格 (-0.6 - 0.1 - 0.01) begins with a character whose bytes two tokens share; 合格 (-2.6) starts with another byte."""
    scale = Scale(labels=("合格", "不合格"))
    first, second = "不".encode()[:1], "不".encode()[1:]

    def piece(data: bytes, logprob: float, top: list[dict[str, Any]] | None = None) -> dict[str, Any]:
        return {"token": data.decode("utf-8", "replace"), "bytes": list(data), "logprob": logprob, "top_logprobs": top or []}

    other = piece("合格".encode(), -2.6)
    tokens = [token('{"label":"'), piece(first, -0.6, [piece(first, -0.6), other]), piece(second, -0.1), token("合格"), token('"}')]
    assert margin(tokens, scale, content='{"label":"不合格"}') == pytest.approx(1.89)


def test_reasoning_that_a_server_takes_out_of_the_content() -> None:
    tokens = [token("<think>"), token("fail?"), token("</think>\n"), *label_field(token("pass", -0.1, {"fail": -1.1})), token("<|im_end|>")]
    assert margin(tokens, content='{"label":"pass"}') == pytest.approx(1.0)
    assert margin(tokens[:-1]) == pytest.approx(1.0), "and reasoning that is left in it"
    draft = [token("<think>"), *label_field(token("pass", -0.1, {"fail": -9.1})), *tokens[2:]]
    assert margin(draft, content='{"label":"pass"}') == pytest.approx(1.0), "a draft in it that reads like the reply is not the reply"


def test_it_is_the_own_field_of_the_reply_that_counts() -> None:
    quoted = [token('{"reasons":[{"label":"'), token("pass", -0.1, {"fail": -9.0}), token('"}],"label":"'), token("pass", -0.1, {"fail": -1.1}), token('"}')]
    assert margin(quoted) == pytest.approx(1.0)
    echoed = [token('The response says: {"label":"'), token("pass", -0.1, {"fail": -9.0}), token('"}.\n'), *label_field(token("pass", -0.1, {"fail": -1.1}))]
    assert margin(echoed) == pytest.approx(1.0)


def test_of_several_places_the_first_counts_for_there_it_was_decided() -> None:
    tokens = [token('{"verdict":"'), token("pass", -0.1, {"fail": -1.1}), token('","label":"'), token("pass", -0.01, {"fail": -12.0}), token('"}')]
    assert margin(tokens) == pytest.approx(1.0)
    again = [token('{"label":"'), token("pass", -0.1, {"fail": -1.1}), token('"}'), token("\n\nVerdict:"), token(" pass", -0.01, {" fail": -12.0})]
    assert margin(again) == pytest.approx(1.0)


def test_fields_that_the_user_names() -> None:
    tokens = [token('{"label":"'), token("fail"), token('","out":{"grade": "'), token("pass", -0.1, {"fail": -1.1}), token('"}}')]
    assert margin(tokens, reply=Reply(format="json", label="out.grade")) == pytest.approx(1.0)
    listed = [token('{"out":["'), token("pass", -0.1, {"fail": -1.1}), token('"]}')]
    assert margin(listed, reply=Reply(format="json", label="out.0")) is None, "places in lists are not looked for"


def test_the_shown_slot_is_what_the_model_chose() -> None:
    scale = Scale(labels=PAIRWISE_LABELS)
    first, other = PAIRWISE_LABELS[:2]
    verdict = read(label_field(token(first, -0.1, {other: -2.1})), scale, order="ba")
    assert (verdict.label, verdict.margin) == (other, pytest.approx(2.0))


def test_scores_and_replies_without_verdict_have_none() -> None:
    scores = Scale(level="interval", low=1, high=10, step=1)
    assert margin([token('{"score":'), token("7", -0.1, {"8": -2.0}), token("}")], scores) is None
    cut = read(label_field(token("pass", -0.1, {"fail": -2.0})), finish_reason="length")
    assert (cut.status, cut.margin) == ("truncated", None)
    off = read(label_field(token("maybe", -0.1, {"fail": -2.0})))
    assert (off.status, off.margin) == ("off_scale", None)


GOOD = label_field(token("pass", -0.05, {"fail": -3.05}))


@pytest.mark.parametrize(
    "logprobs",
    [
        None, [], {}, "x", 7, True, {"content": None}, {"content": []}, {"content": {}}, {"content": ["pass"]}, {"content": [None, *GOOD]},
        {"content": [{"token": None, "logprob": -1.0}]}, {"content": GOOD[:2]}, {"content": GOOD[3:]}, {"tokens": ["pass"], "token_logprobs": [-0.1]},
        {"content": [*GOOD[:3], {**GOOD[3], "token": "Ġpass", "bytes": None}, GOOD[4]]},
    ],
)  # fmt: skip
def test_what_is_no_list_of_the_reply_s_tokens_gives_none(logprobs: object) -> None:
    assert margin(GOOD, logprobs=logprobs) is None


@pytest.mark.parametrize("odd", ["-0.05", None, True, math.nan, math.inf, -math.inf, 5.0, -(10**400), 10**400, [], {}])
def test_a_log_probability_that_is_none_is_not_used(odd: object) -> None:
    assert margin([*GOOD[:3], {**GOOD[3], "logprob": odd}, GOOD[4]]) is None
    top = [alone("pass", -0.05), {"token": "fail", "logprob": odd}]
    assert margin([*GOOD[:3], {**GOOD[3], "top_logprobs": top}, GOOD[4]]) is None
    assert margin([{**GOOD[0], "logprob": odd}, *GOOD[1:]]) == pytest.approx(3.0), "elsewhere in the reply it does not matter"


@pytest.mark.parametrize("odd", [[None], ["x"], [{}], [[]], {"fail": -1.0}, "fail", 3])
def test_odd_alternatives_are_not_read(odd: object) -> None:
    assert margin([*GOOD[:3], {**GOOD[3], "top_logprobs": odd}, GOOD[4]]) is None


@pytest.mark.parametrize("odd", ["x", [], [300], [-1], [1.5], [True], {}])
def test_bytes_that_are_none_leave_the_token_s_text(odd: object) -> None:
    assert margin([*GOOD[:3], {**GOOD[3], "bytes": odd}, GOOD[4]]) == pytest.approx(3.0)


def test_rounding_above_zero_is_zero() -> None:
    assert margin(label_field(token("pass", 1e-6, {"fail": -4.0}))) == pytest.approx(4.0)


def test_against_a_model_whose_every_probability_is_known() -> None:
    """Labels AB, AC and D of tokens A, B, C, D: probabilities of whole labels by enumeration, in 200 made-up models."""
    scale = Scale(labels=("ab", "ac", "d"))
    for seed in range(200):
        rng = np.random.default_rng(seed)
        a, d, noise = (float(x) for x in rng.dirichlet([1, 1, 1]))
        b, c, more = (float(x) for x in rng.dirichlet([1, 1, 1]))
        whole = {"ab": a * b, "ac": a * c, "d": d}
        first, second = {"a": a, "d": d, "zz": noise}, {"b": b, "c": c, "zz": more}

        def listed(chances: Listed, chosen: str) -> dict[str, Any]:
            return token(chosen, math.log(chances[chosen]), {one: math.log(p) for one, p in chances.items() if one != chosen})

        for label, other in itertools.permutations(("ab", "ac"), 2):
            found = margin(label_field(listed(first, "a"), listed(second, label[1])), scale)
            assert found == pytest.approx(math.log(whole[label] / max(whole[other], whole["d"])))
        least = margin(label_field(listed(first, "d")), scale)
        assert least is not None
        assert least <= math.log(d / max(whole["ab"], whole["ac"])) + 1e-12, "both of its rivals begin with A: never larger than it is"


def test_stored_calls_have_it_in_the_ratings_table() -> None:
    from judgeaudit.api.call_rows import table_from_records
    from judgeaudit.domain.rubric import Rubric

    rubric = Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "?", "scale": {"labels": ["pass", "fail"]}}]})
    bare = {"choices": [{"finish_reason": "stop", "message": {"content": '{"label":"pass"}'}}]}
    with_tokens = {"choices": [{**bare["choices"][0], "logprobs": {"content": GOOD}}]}
    attempts = [Attempt(started_at="2026-01-01T00:00:00Z", latency_s=0.1, reply=json.dumps(reply)) for reply in (with_tokens, bare)]
    records = [
        CallRecord(key=str(n), judge="j", item_id="i", criterion="c", replicate=n, seed_sent=1, prompt_hash="p", attempts=(one,))
        for n, one in enumerate(attempts)
    ]
    assert table_from_records(records, rubric)["margin"].to_pylist() == [pytest.approx(3.0), None]
