"""What changed between two runs, and that nothing is said to have stayed the same that nobody recorded."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pytest
from analyses_builder import Row, said, texts
from drift_builder import drift_of
from scipy.stats import chi2_contingency

from judgeaudit.analyses.drift import drift
from judgeaudit.analyses.drifts.causes import causes
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT, DriftInput
from judgeaudit.domain.results import JudgeFacts

P = "pass"


def rows(judge: str, n: int = 4, **more: Any) -> list[Row]:
    return said(judge, [P] * n, **more)


def row(given: DriftInput, what: str) -> dict[str, Any]:
    (found,) = (one for one in causes(given).blocks["causes"] if one["what"] == what)
    return dict(found)


def told(given: DriftInput) -> str:
    (finding,) = causes(given).findings
    return f"{finding.severity}: {finding.text}"


def with_facts(given: DriftInput, before: JudgeFacts | None, now: JudgeFacts | None) -> DriftInput:
    return replace(given, before=replace(given.before, facts=before), now=replace(given.now, facts=now))


def test_the_served_model_changed() -> None:
    given = drift_of(rows(BASELINE, model_served="m-0301"), rows(CURRENT, model_served="m-0613"))
    assert told(given) == "warning: What changed of a between the runs: served model from m-0301 to m-0613."
    found = row(given, "served model")
    assert found == {
        "judge": "a", "what": "served model", "before": "m-0301", "after": "m-0613", "changed": True,
        "note": "100 % of calls now by one that the baseline does not have; 100 % of calls then by one that is gone",
    }  # fmt: skip
    assert "served model from m-0301 to m-0613" in texts(drift(given)[0])


def test_part_of_the_calls_went_to_another_system() -> None:
    new = [*rows(CURRENT, 3, fingerprint="x"), *said(CURRENT, [None, None, None, P], fingerprint="y")]
    found = row(drift_of(rows(BASELINE, fingerprint="x"), new), "fingerprint")
    assert (found["before"], found["after"], found["changed"]) == ("x", "x (75 %), y (25 %)", True)
    assert found["note"] == "25 % of calls now by one that the baseline does not have"


def test_nothing_that_was_recorded_changed() -> None:
    given = drift_of(rows(BASELINE, model_served="m", fingerprint="x"), rows(CURRENT, model_served="m", fingerprint="x"))
    assert told(given) == "note: Nothing that was recorded of a changed between the runs: the same served model, fingerprint, calls with a verdict."


def test_nothing_was_recorded() -> None:
    given = drift_of([], [])
    assert "Nothing was recorded in both runs of how a was asked" in told(given)
    one_side = drift_of(rows(BASELINE, model_served="m"), rows(CURRENT))
    found = row(one_side, "served model")
    assert (found["before"], found["after"], found["changed"], found["note"]) == ("m", None, None, "not recorded in the current run")
    assert "served model" not in told(one_side)


def test_how_it_was_asked() -> None:
    before = JudgeFacts(name="a", model="openai/m", requested={"temperature": 0, "top_p": 1}, effective={"temperature": 1}, schema_mode="json", axis="seed")
    now = JudgeFacts(
        name="a", model="azure/m", requested={"temperature": 1, "max_tokens": 99}, dropped={"seed": "not taken"}, schema_mode="json", axis="repeat"
    )
    given = with_facts(drift_of(rows(BASELINE), rows(CURRENT)), before, now)
    assert (row(given, "provider")["before"], row(given, "provider")["after"]) == ("openai", "azure")
    assert row(given, "model asked for")["changed"] is True
    assert row(given, "parameter temperature")["changed"] is False, "what was sent counts, where it is known"
    assert (row(given, "parameter top_p")["before"], row(given, "parameter top_p")["after"]) == ("1", "not sent")
    assert row(given, "parameter max_tokens")["changed"] is True
    assert (row(given, "dropped parameter seed")["before"], row(given, "dropped parameter seed")["after"]) == ("none", "not taken")
    assert row(given, "form of the reply")["changed"] is False
    assert row(given, "repeats are")["changed"] is True
    assert told(given).startswith("warning: What changed of a between the runs: model asked for from openai/m to azure/m, provider from openai to azure")


def test_long_values_that_differ_at_their_end_are_a_change() -> None:
    long = [JudgeFacts(name="a", model="m", effective={"stop": "x" * 500 + end}) for end in "yz"]
    found = row(with_facts(drift_of(rows(BASELINE), rows(CURRENT)), *long), "parameter stop")
    assert (found["before"] == found["after"], len(found["before"]) < 210, found["changed"]) == (True, True, True)
    assert found["note"] == "they differ beyond the first 200 characters"


def test_served_models_of_the_run_where_rows_name_none() -> None:
    facts = [JudgeFacts(name="a", served_models={name: 4}) for name in ("m1", "m2")]
    assert row(with_facts(drift_of(rows(BASELINE), rows(CURRENT)), *facts), "served model")["after"] == "m2"


def test_another_name_is_a_change() -> None:
    assert "judge from old to new" in told(drift_of(rows(BASELINE), rows(CURRENT), names=("old", "new")))


def test_prompts() -> None:
    given = drift_of(rows(BASELINE), rows(CURRENT))
    given = replace(
        given, before=replace(given.before, prompts={"c": "rubric:" + "1" * 16, "d": "rubric:1"}), now=replace(given.now, prompts={"c": "rubric:" + "2" * 16})
    )
    assert (row(given, "prompt of c")["before"], row(given, "prompt of c")["changed"]) == ("1" * 12, True)
    assert (row(given, "prompt of d")["changed"], row(given, "prompt of d")["note"]) == (None, "not recorded in the current run")


def test_prompts_of_the_same_items() -> None:
    old = [{**one, "prompt_hash": one["item_id"]} for one in rows(BASELINE)]
    new = [{**one, "prompt_hash": one["item_id"] + ("!" if one["item_id"] == "i3" else "")} for one in rows(CURRENT)]
    found = row(drift_of(old, new), "prompts of the same items")
    assert (found["after"], found["changed"]) == ("1 of them are others", True)
    assert "or the item's own texts" in found["note"]
    same = row(drift_of(old, [{**one, "prompt_hash": one["item_id"]} for one in rows(CURRENT)]), "prompts of the same items")
    assert (same["changed"], same["note"]) == (False, "0 of 4 prompts of the same item, criterion and order differ")
    mixed = drift_of(old, rows(CURRENT, prompt_hash="rubric:1"))
    assert not [one for one in causes(mixed).blocks["causes"] if one["what"] == "prompts of the same items"], "two kinds of digest are not compared"


@pytest.mark.parametrize(("longer", "changed"), [(1, False), (4, True)])
def test_length_of_prompts(longer: int, changed: bool) -> None:
    old = rows(BASELINE, prompt_tokens=100)
    new = [{**one, "prompt_tokens": 120 if n < longer else 100} for n, one in enumerate(rows(CURRENT))]
    found = row(drift_of(old, new), "length of prompts")
    assert (found["before"], found["changed"]) == ("100 tokens", changed)
    assert f"{longer} of 4 prompts of the same items have another length" in found["note"]


def production(judge: str, **strata: int) -> list[Row]:
    names = [name for name, n in strata.items() for _ in range(n)]
    return [
        {"item_id": f"{judge}{n}", "judge": judge, "criterion": "c", "replicate": 0, "status": "ok", "label": P, "stratum": name}
        for n, name in enumerate(names)
    ]


def test_the_mix_of_items() -> None:
    both = production("a", chat=30, mail=70), production("b", chat=70, mail=30)
    found = row(drift_of(rows(BASELINE), rows(CURRENT), production=both), "mix of items")
    assert (found["before"], found["after"], found["changed"]) == ("chat 30 %, mail 70 %", "chat 70 %, mail 30 %", True)
    p = chi2_contingency([[30, 70], [70, 30]], correction=False).pvalue
    assert found["note"] == f"100 and 100 production items; p = {p:.2g} (chi-square)"
    same = production("a", chat=30, mail=70), production("b", chat=33, mail=67)
    assert row(drift_of(rows(BASELINE), rows(CURRENT), production=same), "mix of items")["changed"] is False
    assert not [one for one in causes(drift_of(rows(BASELINE), rows(CURRENT))).blocks["causes"] if one["what"] == "mix of items"]


def test_replicates_of_an_item_do_not_make_the_mix() -> None:
    many = [{**one, "replicate": r} for one in production("b", chat=3) for r in range(50)] + production("bb", mail=7)
    found = row(drift_of(rows(BASELINE), rows(CURRENT), production=(production("a", chat=3, mail=7), many)), "mix of items")
    assert (found["after"], found["changed"]) == ("chat 30 %, mail 70 %", False)


def test_rows_are_plain() -> None:
    both = production("a", chat=30, mail=70), production("b", chat=70, mail=30)
    given = drift_of(rows(BASELINE, created_at="2026-01-02T00:00:00Z"), rows(CURRENT, created_at="2026-03-04T00:00:00Z"), production=both)
    found = causes(given).blocks["causes"]
    assert json.loads(json.dumps(found)) == found
    assert {frozenset(one) for one in found} == {frozenset(("judge", "what", "before", "after", "changed", "note"))}
    times = row(given, "time of calls")
    assert times["before"] == "2026-01-02T00:00:00Z to 2026-01-02T00:00:00Z"
    assert times["changed"] is None, "time itself changes nothing"


def test_chunked_and_empty_tables() -> None:
    given = drift_of(rows(BASELINE, model_served="m"), rows(CURRENT, model_served="m"))
    twice = pa.concat_tables([given.now.anchors, given.now.anchors])
    assert row(replace(given, now=replace(given.now, anchors=twice)), "served model")["changed"] is False
