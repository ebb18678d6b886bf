from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from judgeaudit.errors import VerdictsError
from tests.contracts.reading_exports import FASTCHAT, FASTCHAT_PAIR, lines, put, read, recognised
from tests.research import research

GRADE = {"item_id": "81/llama/1", "system": "llama", "judge": "gpt-4", "cluster": "81", "created_at": "2024-06-14T23:42:13.500000+00:00"}
FAILED = FASTCHAT | {"judgment": "$ERROR$", "score": -1}


def test_a_grade(tmp_path: Path) -> None:
    rows, reading = read("fastchat", put(tmp_path, "gpt-4_single.jsonl", lines(FASTCHAT)))
    assert rows == [GRADE | {"rationale": "Short. Rating: [[7]]", "status": "ok", "score": 7.0, "where": "gpt-4_single.jsonl"}]
    assert list(reading.items.values()) == [{"id": "81/llama/1", "input": "Why?", "response": "Because."}]
    assert reading.skipped == {}


def test_a_failed_call_is_an_error_and_a_reply_without_rating_is_unparsable(tmp_path: Path) -> None:
    other = FASTCHAT | {"question_id": 82, "judgment": "I would rather not.", "score": -1}
    rows, _ = read("fastchat", put(tmp_path, "s.jsonl", lines(FAILED, other)))
    assert [(row["item_id"], row["status"], row.get("rationale"), "score" in row) for row in rows] == [
        ("82/llama/1", "unparsable", "I would rather not.", False),
        ("81/llama/1", "error", None, False),
    ]


def test_a_failed_call_that_was_asked_again_is_one_judgment(tmp_path: Path) -> None:
    later = FASTCHAT | {"tstamp": 1718409153.5, "score": 4}
    rows, reading = read("fastchat", put(tmp_path, "s.jsonl", lines(FAILED, FAILED, later)))
    assert [(row["score"], row["where"]) for row in rows] == [(4.0, "s.jsonl:3")]
    assert reading.skipped == {"error": 2}
    assert reading.examples == {"error": ["s.jsonl:1", "s.jsonl:2"]}


def test_judgments_that_did_not_fail_are_repeats(tmp_path: Path) -> None:
    rows, reading = read("fastchat", put(tmp_path, "s.jsonl", lines(FASTCHAT, FASTCHAT | {"tstamp": 1718409153.5, "score": 4})))
    assert [(row["item_id"], row["score"], row.get("replicate")) for row in rows] == [("81/llama/1", 7.0, None), ("81/llama/1", 4.0, None)]
    assert reading.skipped == {}


def test_both_games_of_a_pair(tmp_path: Path) -> None:
    rows, reading = read("fastchat", put(tmp_path, "gpt-4_pair.jsonl", lines(FASTCHAT_PAIR)))
    game = {"item_id": "81/llama/qwen/1", "system": "llama vs qwen", "judge": "gpt-4", "cluster": "81", "created_at": GRADE["created_at"]}
    assert rows == [
        game | {"order": "ab", "rationale": "A. [[A]]", "status": "ok", "label": "response_a", "where": "gpt-4_pair.jsonl"},
        game
        | {"order": "ba", "rationale": "Both. [[C]]", "status": "ok", "label": "tie", "probe": "position", "variant": "swapped", "where": "gpt-4_pair.jsonl"},
    ]
    assert list(reading.items.values()) == [{"id": "81/llama/qwen/1", "input": "Why?", "response_a": "One.", "response_b": "Two."}]


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        (("model_2", "model_1"), [("ok", "response_b"), ("ok", "response_a")]),
        (("error", "error"), [("unparsable", None), ("error", None)]),
    ],
)
def test_winners_are_models_in_both_games(tmp_path: Path, winners: tuple[str, str], expected: object) -> None:
    entry = FASTCHAT_PAIR | {"g1_winner": winners[0], "g2_winner": winners[1]}
    if winners[1] == "error":
        entry |= {"g2_judgment": "$ERROR$"}
    rows, _ = read("fastchat", put(tmp_path, "p.jsonl", lines(entry)))
    assert [(row["status"], row.get("label")) for row in rows] == expected


def test_a_winner_that_is_nobody_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VerdictsError, match="g1_winner 'A' is not known"):
        read("fastchat", put(tmp_path, "p.jsonl", lines(FASTCHAT_PAIR | {"g1_winner": "A"})))


def test_an_entry_without_a_score_is_an_error(tmp_path: Path) -> None:
    entry = {"question_id": 81, "model": "llama", "judge": "gpt-4", "user_prompt": "x", "runs": [{"score": 7}]}
    path = put(tmp_path, "s.jsonl", lines(entry, entry))
    assert recognised(path) == []
    with pytest.raises(VerdictsError, match="score is missing"):
        read("fastchat", path)


def test_a_pair_compared_by_two_grades_is_two_grades(tmp_path: Path) -> None:
    rows, _ = read("fastchat", put(tmp_path, "p.jsonl", lines(FASTCHAT_PAIR | {"m1_score": 6, "m2_score": 9})))
    assert [(row["item_id"], row["score"], row["rationale"]) for row in rows] == [("81/llama/1", 6.0, "A. [[A]]"), ("81/qwen/1", 9.0, "Both. [[C]]")]


def test_the_prompts_of_a_second_turn_and_of_mathematics_are_taken_apart(tmp_path: Path) -> None:
    prompt = (
        "<|The Start of Reference Answer|>\n\n### User:\nq1\n\n### Reference answer:\nr1\n\n<|The End of Reference Answer|>\n\n\n"
        "<|The Start of Assistant A's Conversation with User|>\n\n### User:\nq1\n\n### Assistant A:\na1\n\n### User:\nq2\n\n### Assistant A:\na2\n\n"
        "<|The End of Assistant A's Conversation with User|>"
    )
    _, reading = read("fastchat", put(tmp_path, "s.jsonl", lines(FASTCHAT | {"user_prompt": prompt, "turn": 2})))
    assert reading.items["81/llama/2"] == {
        "id": "81/llama/2",
        "input": "### User:\nq1\n\n### Assistant A:\na1\n\n### User:\nq2",
        "response": "a2",
        "reference": "### User:\nq1\n\n### Reference answer:\nr1",
    }
    _, reading = read("fastchat", put(tmp_path, "s.jsonl", lines(FASTCHAT | {"user_prompt": "Own words. {answer}"})))
    assert reading.items["81/llama/1"] == {"id": "81/llama/1", "input": "Own words. {answer}"}


def test_a_line_of_ten_megabytes(tmp_path: Path) -> None:
    rows, _ = read("fastchat", put(tmp_path, "s.jsonl", lines(FASTCHAT | {"judgment": "x" * 10_000_000}, FASTCHAT)))
    assert [len(row["rationale"]) for row in rows] == [10_000_000, 20]


def test_prompts_alone_are_no_verdicts(tmp_path: Path) -> None:
    path = research("eval_formats", "fastchat_mtbench", "judge_prompts.jsonl")
    rows, reading = read("fastchat", path)
    assert rows == []
    assert reading.notes == {"judge_prompts.jsonl holds the judges' prompts and no verdicts": 8}


def test_the_real_files(tmp_path: Path) -> None:
    # Counted apart from our reader: jq -c '[.question_id,.turn,.model]' | sort -u | wc -l; jq 'select(.score == -1)' | wc -l; mean of .score by jq -s add/length
    folder = research("eval_formats", "fastchat_mtbench")
    rows, reading = read("fastchat", folder / "gpt-4_single.jsonl")
    assert len(rows) == len({row["item_id"] for row in rows}) == len(reading.items) == 160
    entries = [json.loads(line) for line in (folder / "gpt-4_single.jsonl").read_text().splitlines()]
    assert [row["score"] for row in rows] == [entry["score"] for entry in entries]
    assert all("response" in item and "input" in item for item in reading.items.values())
    origin = put(tmp_path, "origin.jsonl", gzip.decompress((folder / "gpt-4_single-origin.jsonl.gz").read_bytes()))
    rows, reading = read("fastchat", origin)
    # 330 lines: 4 failed calls that were asked again; 6 answers of the same run were judged twice without having failed
    assert len(rows) == 326
    assert len({row["item_id"] for row in rows}) == 320
    assert {row["status"] for row in rows} == {"ok"}
    assert reading.skipped == {"error": 4}
    assert reading.examples["error"] == [f"origin.jsonl:{n}" for n in (1, 2, 3)]
    twice = [row["score"] for row in rows if row["item_id"] == "85/Meta-Llama-3-8B-Instruct-Normal/1"]
    assert twice == [9.0, 10.0]
