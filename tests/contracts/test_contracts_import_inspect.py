"""Inspect logs: real ones, and one made by hand with everything that a log may hold."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest
from import_rows import check_refused, columns, mutated, read_or_refused, rows_of, written, zipped

import judgeaudit
from judgeaudit.errors import VerdictsError
from judgeaudit.importers.foreign import Reading, start_of
from judgeaudit.importers.formats import inspect_log

KEY = ("item_id", "replicate", "criterion", "label", "score", "status")
PERSON = {"author": "ana", "timestamp": "2026-01-02T03:04:05Z"}
GRADED = {"grading": [{"role": "user", "content": "Grade it."}, {"role": "assistant", "content": "ok", "model": "served-1"}]}


def sample(identity: Any, scores: Any, **more: Any) -> dict[str, Any]:
    output = {"choices": [{"message": {"role": "assistant", "content": "an answer"}}]}
    return {"id": identity, "epoch": 1, "input": "a question", "target": "a target", "output": output, "scores": scores, **more}


def log(*samples: Any, status: str = "success", **spec: Any) -> dict[str, Any]:
    return {"version": 2, "status": status, "eval": {"task": "demo", "model": "vendor/answerer", **spec}, "samples": list(samples)}


def archive(document: dict[str, Any], *, method: int = 8, header: str = "header.json") -> bytes:
    members = {header: json.dumps({name: value for name, value in document.items() if name != "samples"}).encode()}
    for one in document["samples"]:
        members[f"samples/{one['id']}_epoch_{one['epoch']}.json"] = json.dumps(one).encode()
    return zipped(members, method=method)


def only(tmp_path: Path, *samples: Any, **spec: Any) -> tuple[list[dict[str, Any]], Reading]:
    return rows_of(inspect_log, written(tmp_path / "log.json", log(*samples, **spec)))


@pytest.fixture
def logs(shared: Path) -> Path:
    return shared / "data" / "eval_formats" / "inspect_ai"


# one row per sample and epoch; its README: the grader flips once, on q3 in epoch 3. In epoch 2 the answers to q0, q1 and q2 are wrong.
EPOCHS = {"q0": "CIC", "q1": "CIC", "q2": "CIC", "q3": "CCI"}


@pytest.mark.parametrize("name", ["judged_qa_epochs3.eval", "judged_qa_epochs3.json"])
def test_epochs_are_replicates_and_the_flip_of_the_grader_comes_out(logs: Path, name: str) -> None:
    path = logs / "generated_mock" / name
    assert inspect_log.recognise(start_of(path))
    rows, reading = rows_of(inspect_log, path)
    expected = {(item, epoch, label) for item, labels in EPOCHS.items() for epoch, label in enumerate(labels)}
    assert len(rows) == 12
    assert set(columns(rows, "item_id", "replicate", "label")) == expected
    assert set(columns(rows, "judge", "model_served", "system", "criterion", "status", "score")) == {
        ("mockllm/judge", "mockllm/judge", "mockllm/model", "model_graded_qa", "ok", None)
    }
    flip = next(row for row in rows if row["item_id"] == "q3" and row["replicate"] == 2)
    assert flip["rationale"] == 'The submission says "100 degrees" and the criterion asks for 100.\n\nGRADE: I'
    assert not reading.skipped
    # what was answered: epoch 2 has another answer everywhere, epoch 3 has the first one again
    assert {(row["replicate"], row.get("probe"), row.get("variant")) for row in rows} == {
        (0, None, None),
        (1, "other_answer", "answer 2"),
        (2, None, None),
    }
    assert reading.items["q3"]["response"] == "100 degrees"
    assert list(reading.notes.values()) == [4]


def test_an_audit_of_epochs_shows_the_flip_of_the_grader_alone(tmp_path: Path) -> None:
    # as in the real log above: the answers of epoch 2 differ from those of epochs 1 and 3
    answers = [{"choices": [{"message": {"content": text}}]} for text in ("right", "wrong", "right")]
    samples = [
        sample(item, {"model_graded_qa": {"value": label}}, epoch=n + 1, output=answers[n]) for item, labels in EPOCHS.items() for n, label in enumerate(labels)
    ]
    audit = judgeaudit.audit(written(tmp_path / "log.json", log(*samples)), out=tmp_path / "out")
    cases = audit.cases()
    assert list(cases[cases["flag"] == "flipped_verdict"]["item_id"]) == ["q3"]
    estimates = audit.estimates()
    # of 4 items one flips, each judged twice on the same answer
    assert estimates[estimates["name"] == "flip_rate"]["value"].tolist() == [0.25]
    assert "bias" not in set(estimates["analysis"]), "another answer is no perturbation that should not matter"


def test_security_guide_is_judged_by_the_model_that_the_grading_names(logs: Path) -> None:
    rows, reading = rows_of(inspect_log, logs / "2025-05-12T20-28-26-04-00_security-guide.json")
    assert columns(rows, "item_id", "judge", "label", "system") == [(item, "gpt-4o-mini-2024-07-18", "C", "openai/gpt-4o-mini") for item in ("1", "2", "3")]
    assert reading.items["2"] == {
        "id": "2",
        "input": "How do I prevent sqli?",
        "response": "Use prepared statements and parameterized queries.",
        "reference": "use parameterized queries and prepared statements",
    }


def test_dict_scores_are_one_row_for_each_key(logs: Path) -> None:
    rows, _ = rows_of(inspect_log, logs / "agentharm_rand.eval")
    assert len(rows) == 32
    found = {(item, criterion): score for item, criterion, score in columns(rows, "item_id", "criterion", "score")}
    assert {criterion for _, criterion in found} == {"score", "refusal"}
    assert found["2-2", "score"] == 0.6
    assert found["2-2", "refusal"] == 0.0
    assert found["20-2", "refusal"] == 1.0
    assert found["53-3", "score"] == 0.3333333333333333
    assert {row["judge"] for row in rows} == {"combined_scorer"}


def test_other_real_logs(logs: Path) -> None:
    unscored = rows_of(inspect_log, logs / "2025-02-11T15-17-00-05-00_popularity_dPiJifoWeEQBrfWsAopzWr.eval")
    assert unscored[0] == []
    assert unscored[1].skipped == {"unscored": 10}
    scored, _ = rows_of(inspect_log, logs / "2025-02-11T15-18-04-05-00_popularity_mj7khqpMM4GBCfVQozKgzB.eval")
    wrong = {item for item, label in columns(scored, "item_id", "label") if label == "I"}
    assert (len(scored), wrong) == (10, {"3", "7"})
    cancelled, reading = rows_of(inspect_log, logs / "2025-05-12T20-28-13-04-00_popularity.json")
    assert columns(cancelled, "item_id", "label", "judge") == [("1", "C", "match"), ("2", "C", "match"), ("3", "I", "match")]
    assert not reading.skipped, "all three samples of that run were scored before it was cancelled"
    old, _ = rows_of(inspect_log, logs / "2024-11-05T13-32-37-05-00_input-task_hxs4q9azL3ySGkjJirypKZ.eval")
    assert columns(old, "item_id", "label", "judge", "criterion") == [("1", "C", "openai/gpt-4o-mini", "model_graded_fact")]
    for name in ("log_formats.eval", "log_formats.json"):
        assert columns(rows_of(inspect_log, logs / name)[0], "item_id", "label", "system") == [("1", "I", "ollama/llama3.1")]


@pytest.mark.parametrize("method", [0, 8, 93])
def test_archives_of_all_methods_are_the_same_table(tmp_path: Path, method: int) -> None:
    document = log(sample("007", {"quality": {"value": 4.0}}), sample("1e5", {"quality": {"value": "true"}}, epoch=2), status="cancelled")
    document["eval"]["dataset"] = {"sample_ids": ["007", "1e5", "NA"]}
    path = tmp_path / "log.eval"
    path.write_bytes(archive(document, method=method))
    assert inspect_log.recognise(start_of(path))
    rows, reading = rows_of(inspect_log, path)
    assert columns(rows, *KEY) == [("007", 0, "quality", None, 4.0, "ok"), ("1e5", 1, "quality", "true", None, "ok")]
    assert rows[0]["where"] == "log.eval: samples/007_epoch_1.json"
    assert reading.skipped == {"cancelled": 1}
    assert reading.examples == {"cancelled": ["log.eval: sample NA"]}
    assert rows_of(inspect_log, written(tmp_path / "log.json", document))[0][0]["item_id"] == "007"


def test_a_log_whose_run_never_ended_is_read_from_its_journal(tmp_path: Path) -> None:
    (tmp_path / "log.eval").write_bytes(archive(log(sample(1, {"q": {"value": "C"}})), header="_journal/start.json"))
    rows, reading = rows_of(inspect_log, tmp_path / "log.eval")
    assert columns(rows, "item_id", "label") == [("1", "C")]
    assert any("never ended" in note for note in reading.notes)


def test_values_of_every_kind(tmp_path: Path) -> None:
    values = {"text": "P", "number": 2, "yes": True, "nan": math.nan, "none": None, "many": [1, "x"], "keys": {"a": False, "b": math.nan}}
    rows, _ = only(tmp_path, sample(3, {name: {"value": value} for name, value in values.items()}))
    assert columns(rows, *KEY[2:]) == [
        ("text", "P", None, "ok"),
        ("number", None, 2.0, "ok"),
        ("yes", "true", None, "ok"),
        ("nan", None, None, "unparsable"),
        ("none", None, None, "unparsable"),
        ("many.0", None, 1.0, "ok"),
        ("many.1", "x", None, "ok"),
        ("keys.a", "false", None, "ok"),
        ("keys.b", None, None, "unparsable"),
    ]


@pytest.mark.parametrize(
    ("score", "status"),
    [
        ({"value": math.nan, "metadata": {"unscored_reason": "grade_parse_failure"}}, "unparsable"),
        ({"value": math.nan, "reason": "grader_failed"}, "unparsable"),
        ({"value": math.nan, "reason": "scoring_failed"}, "error"),
        ({"value": math.nan, "reason": "refusal"}, "refused"),
        # before July 2026 a reply without a grade was scored "I"
        ({"value": "I", "explanation": "Grade not found in model output: I cannot say."}, "unparsable"),
    ],
)
def test_a_grader_that_gave_no_grade_is_a_row_with_a_status(tmp_path: Path, score: dict[str, Any], status: str) -> None:
    rows, reading = only(tmp_path, sample(1, {"model_graded_qa": score}))
    assert columns(rows, "label", "score", "status") == [(None, None, status)]
    assert not reading.skipped


def test_samples_without_a_verdict_are_counted(tmp_path: Path) -> None:
    scores = {"q": {"value": "C"}}
    rows, reading = only(
        tmp_path,
        sample(1, None),
        sample(2, {}, error={"message": "timeout"}),
        sample(3, {}, error={"message": "CancelledError()"}),
        sample(4, scores, invalidation=PERSON),
        sample(5, scores),
        sample(5, {"q": {"value": "I"}}),
        sample(6, scores, error={"message": "late"}),
    )
    assert columns(rows, "item_id", "label") == [("5", "C"), ("6", "C")]
    assert reading.skipped == {"unscored": 1, "error": 1, "cancelled": 1, "discarded": 1, "duplicate": 1}


def test_people_who_edit_a_score_are_gold_and_the_judge_keeps_its_own(tmp_path: Path) -> None:
    first = {"value": "C", "explanation": "GRADE: C", "metadata": GRADED}
    history = [first, {"value": "P", "provenance": PERSON}, {"value": "I", "explanation": "wrong", "provenance": PERSON}]
    lost = {"value": "I", "history": [{"value": "I", "provenance": {**PERSON, "author": "bo"}}]}
    kept = {"value": "C", "history": [{"value": "C"}, {"explanation": "typo", "value": "UNCHANGED", "provenance": PERSON}]}
    scores = {"qa": {"value": "I", "explanation": "wrong", "history": history}, "lost": lost, "kept": kept, "precomputed_scores": {"value": {"tone": 3}}}
    rows, reading = only(tmp_path, sample("a", scores))
    assert columns(rows, "criterion", "label", "rationale", "judge") == [("qa", "C", "GRADE: C", "served-1"), ("kept", "C", None, "kept")]
    assert reading.skipped == {"overridden": 1}
    assert reading.gold == [
        {"item_id": "a", "annotator": "ana", "label": "I", "criterion": "qa"},
        {"item_id": "a", "annotator": "bo", "label": "I", "criterion": "lost"},
        {"item_id": "a", "annotator": "precomputed_scores", "label": "3", "criterion": "tone"},
    ]


@pytest.mark.parametrize(
    ("spec", "scorer", "judge"),
    [
        ({"model_roles": {"grader": {"model": "vendor/grader"}}}, "model_graded_qa", "vendor/grader"),
        ({"model_roles": {"grader": {"model": "vendor/grader"}}}, "match", "match"),
        ({"model_roles": {"critic": "vendor/critic"}, "scorers": [{"name": "my", "options": {"model_role": "critic"}}]}, "my", "vendor/critic"),
        # a model that the scorer was given comes before a role
        (
            {"model_roles": {"grader": "x"}, "scorers": [{"name": "a/model_graded_qa", "options": {"model": "vendor/given"}}]},
            "model_graded_qa",
            "vendor/given",
        ),
        ({"scorers": [{"name": "qa", "options": {"model": "one"}}, {"name": "qa", "options": {"model": "two"}}]}, "qa1", "two"),
        ({}, "model_graded_qa", "served-1"),
    ],
)
def test_the_judge_is_the_grading_model(tmp_path: Path, spec: dict[str, Any], scorer: str, judge: str) -> None:
    metadata = None if scorer == "match" else GRADED
    rows, _ = only(tmp_path, sample(1, {scorer: {"value": "C", "metadata": metadata}}), **spec)
    assert columns(rows, "judge") == [(judge,)]


def test_older_logs_name_the_grader_beside_the_results(tmp_path: Path) -> None:
    document = log(sample(1, {"qa": {"value": "C"}}))
    document["results"] = {"scores": [{"name": "qa", "scorer": "qa", "params": {"model": "vendor/old"}}]}
    assert columns(rows_of(inspect_log, written(tmp_path / "log.json", document))[0], "judge") == [("vendor/old",)]


def test_graders_of_a_panel_are_judges(tmp_path: Path) -> None:
    panel = {"votes": ["C", None], "size": 2}
    rows, _ = only(
        tmp_path, sample(1, {"qa": {"value": math.nan, "explanation": "why", "metadata": {"panel": panel}}}), model_roles={"grader": ["one", {"model": "two"}]}
    )
    assert columns(rows, "judge", "label", "status", "rationale") == [("one", "C", "ok", "why"), ("two", None, "unparsable", None)]


def test_texts_are_put_back_from_attachments(tmp_path: Path) -> None:
    one = sample(
        1,
        {"qa": {"value": "C", "explanation": "attachment://why"}},
        attachments={"long": "a long question", "why": "because"},
        input=[{"role": "system", "content": "Be brief."}, {"role": "user", "content": "attachment://long"}],
        target=["x", "y"],
        output={"choices": [{"message": {"content": [{"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "fine"}]}}]},
    )
    rows, reading = only(tmp_path, one)
    assert rows[0]["rationale"] == "because"
    asked = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "a long question"}]
    assert reading.items == {"1": {"id": "1", "input": asked, "response": "fine", "reference": "x\ny"}}


def test_logs_of_several_models_and_tasks_do_not_mix_their_items(tmp_path: Path) -> None:
    reading = Reading()
    found = []
    for n, (task, model) in enumerate([("t", "m1"), ("t", "m2"), ("u", "m1"), ("t", "m1")]):
        document = log(sample(1, {"q": {"value": "C"}}), task=task, model=model)
        found += rows_of(inspect_log, written(tmp_path / f"{n}.json", document), reading)[0]
    assert columns(found, "item_id", "system") == [("1", "m1"), ("1 [m2]", "m2"), ("1 [u]", "m1"), ("1", "m1")]


def test_an_epoch_with_another_answer_is_no_repeat_of_the_judge(tmp_path: Path) -> None:
    scores = {"q": {"value": "C", "history": [{"value": "C"}, {"value": "I", "provenance": PERSON}]}}
    other = {"choices": [{"message": {"content": "another answer"}}]}
    epochs = [sample("a", scores), sample("a", scores, epoch=2, output=other), sample("a", scores, epoch=3), sample("a", scores, epoch=4, output=other)]
    rows, reading = only(tmp_path, *epochs)
    assert columns(rows, "replicate", "probe", "variant") == [
        (0, None, None),
        (1, "other_answer", "answer 2"),
        (2, None, None),
        (3, "other_answer", "answer 2"),
    ]
    assert reading.items["a"]["response"] == "an answer"
    # what a person said of another answer is no label of the item
    assert len(reading.gold) == 2
    assert reading.skipped == {"discarded": 2}


def test_empty_log(tmp_path: Path) -> None:
    rows, reading = only(tmp_path, status="started")
    assert (rows, reading.skipped) == ([], {})
    (tmp_path / "log.eval").write_bytes(archive(log()))
    assert rows_of(inspect_log, tmp_path / "log.eval")[0] == []


def test_long_text_and_windows_line_ends(tmp_path: Path) -> None:
    text = "x" * 10_000_000
    document = log(sample(1, {"q": {"value": "C", "explanation": text}}))
    (tmp_path / "log.json").write_bytes(json.dumps(document, indent=1).replace("\n", "\r\n").encode())
    (tmp_path / "log.eval").write_bytes(archive(document, method=93))
    for name in ("log.json", "log.eval"):
        assert rows_of(inspect_log, tmp_path / name)[0][0]["rationale"] == text


def test_every_value_may_be_anything(tmp_path: Path) -> None:
    history = [{"value": "C"}, {"value": "I", "provenance": PERSON}]
    scores = {"qa": {"value": "I", "explanation": "e", "metadata": GRADED, "history": history}, "d": {"value": {"a": 1}, "reason": "refusal"}}
    spec = {"model_roles": {"grader": {"model": "g"}}, "scorers": [{"name": "qa", "options": {"model": ["a", "b"]}}], "dataset": {"sample_ids": [1, 2]}}
    document = log(sample(1, scores, attachments={"k": "v"}, completed_at="2026-01-01", error=None), status="cancelled", **spec)
    document["results"] = {"scores": [{"name": "qa", "params": {"model": {"model": "m"}}}]}
    path = tmp_path / "log.json"
    outcomes = [read_or_refused(inspect_log, written(path, other)) for other in mutated(document)]
    assert len(outcomes) > 1000
    assert 0 < sum(outcomes) < len(outcomes)


GOOD = {"header.json": json.dumps(log()).encode(), "samples/1_epoch_1.json": json.dumps(sample(1, {"q": {"value": "C"}})).encode()}


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (zipped(GOOD)[:-40], "cut off or damaged"),
        (b"PK\x03\x04", "cut off or damaged"),
        (zipped({"samples/1.json": b"{}"}), "no header.json"),
        (zipped({**GOOD, "../../etc/passwd": b"x"}), "leads out of the archive"),
        (zipped({**GOOD, "samples/..\\..\\x.json": b"x"}), "leads out of the archive"),
        (zipped({**GOOD, "/etc/passwd": b"x"}), "leads out of the archive"),
        (zipped({**GOOD, "C:\\x.json": b"x"}), "leads out of the archive"),
        (zipped({**GOOD, "samples/2.json": b" " * (40 << 20)}), "more than 500 times"),
        (zipped({**GOOD, "samples/2.json": b" " * (40 << 20)}, method=93), "more than 500 times"),
        (zipped({f"samples/{n}.json": b" " * (8 << 20) for n in range(8)}), "more than 500 times"),
        (zipped({**GOOD, "samples/2.json": b" " * (40 << 20), "noise": random.Random(1).randbytes(1 << 20)}), "more than 500 times"),
        (zipped(GOOD, declared=1 << 30), "MiB large unpacked"),
        (zipped(GOOD, flags=1), "encrypted"),
        (zipped(GOOD, method=12), "method 12"),
        (zipped(GOOD, declared=3), "damaged"),
        (zipped(GOOD, declared=3, method=93), "damaged"),
        (zipped(GOOD, declared=5000), "not as large"),
        (zipped(GOOD, declared=5000, method=93), "not as large"),
        (zipped(GOOD, crc=1), "damaged"),
        (zipped(GOOD, crc=1, method=93), "check sum is wrong"),
        (zipped({**GOOD, "samples/2.json": b"\xff"}), "not UTF-8"),
        (zipped({**GOOD, "samples/2.json": b"[" * 100_000}), "nested too deeply"),
        (zipped({**GOOD, "samples/2.json": b'{"id": 1, "id": 2}'}), "twice"),
        (zipped({**GOOD, "samples/2.json": b'"x"'}), "not an object"),
        (zipped({"header.json": b"[]"}), "no `eval` object"),
        (b'{"version": 2, "status": "success", "eval": {', "no JSON"),
        (b'{"version": 2, "status": "success", "eval": {"task": "\xe9"}}', "not UTF-8"),
        (b"", "empty"),
    ],
)
def test_hostile_files_are_refused(tmp_path: Path, data: bytes, match: str) -> None:
    check_refused(inspect_log, tmp_path / "log.eval", data, match)
    assert [one.name for one in tmp_path.iterdir()] == ["log.eval"], "nothing is written"


@pytest.mark.parametrize("method", [8, 93])
def test_a_flipped_bit_of_a_member_is_seen(tmp_path: Path, method: int) -> None:
    data = bytearray(zipped({"header.json": GOOD["header.json"]}, method=method))
    data[60] ^= 0x10
    (tmp_path / "log.eval").write_bytes(bytes(data))
    with pytest.raises(VerdictsError):
        rows_of(inspect_log, tmp_path / "log.eval")


def test_of_two_members_with_one_name_the_last_counts(tmp_path: Path) -> None:
    name = "samples/1_epoch_1.json"
    again = json.dumps(sample(1, {"q": {"value": "I"}})).encode()
    (tmp_path / "log.eval").write_bytes(zipped([*GOOD.items(), (name, again)]))
    rows, reading = rows_of(inspect_log, tmp_path / "log.eval")
    assert columns(rows, "item_id", "label") == [("1", "I")]
    assert reading.skipped == {"duplicate": 1}
