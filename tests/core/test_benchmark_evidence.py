"""The claims that the checks of evidence are measured with: what the benchmark says of itself must be true of the files, and the figures hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from judgeaudit.text.evidence.check import check_claims
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.locate import locate

FOLDER = Path(__file__).parents[2] / "benchmarks"
WRONG = {"altered", "fabricated", "misattributed", "false"}


def read(*names: str) -> list[dict[str, Any]]:
    return [json.loads(line) for name in names for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


HELD_OUT = read("evidence.jsonl", "evidence_held_out.jsonl")
TUNING = read("evidence_tuning_quotes.jsonl", "evidence_tuning_claims.jsonl", "evidence_tuning_fresh.jsonl")
EVERY = [claim for row in (*HELD_OUT, *TUNING) for claim in row["claims"]]


def honest(rows: list[dict[str, Any]]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(row, claim) for row in rows for claim in row["claims"] if claim.get("honest") and claim["state"] not in WRONG]


def test_it_is_as_large_as_it_should_be_and_a_third_is_held_out() -> None:
    assert len(EVERY) >= 900
    assert len(honest(HELD_OUT + TUNING)) >= 300
    assert sum(len(row["claims"]) for row in HELD_OUT) >= len(EVERY) / 3
    assert len({row["id"] for row in HELD_OUT + TUNING}) == len(HELD_OUT) + len(TUNING)
    shared = {json.dumps(row["sources"], sort_keys=True) for row in HELD_OUT} & {json.dumps(row["sources"], sort_keys=True) for row in TUNING}
    assert not shared


def test_every_state_is_there_in_both_parts() -> None:
    states = {"exact", "normalised", "near", "altered", "fabricated", "misattributed", "unchecked", "true", "false"}
    for rows in (HELD_OUT, TUNING):
        assert {claim["state"] for row in rows for claim in row["claims"]} >= states


@pytest.mark.parametrize("rows", [HELD_OUT, TUNING], ids=["held out", "tuning"])
def test_labels_are_true_of_the_texts(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        for claim in row["claims"]:
            assert row["rationale"].count(claim["text"]) > claim.get("n", 0), row["id"]
            if claim["kind"] == "quote" and claim["state"] == "fabricated":
                assert not any(claim["text"] in text for text in row["sources"].values()), row["id"]
            if claim["kind"] == "quote" and claim["state"] == "misattributed":
                assert locate(claim["text"], row["sources"]), row["id"]


@pytest.mark.parametrize(
    ("files", "floor", "most"),
    [(("evidence_tuning_quotes.jsonl", "evidence_tuning_claims.jsonl"), 0.75, 5), (("evidence_tuning_fresh.jsonl",), 0.6, 8)],
    ids=["first", "fresh"],
)
def test_what_was_tuned_on_stays_found_and_honest_claims_unaccused(files: tuple[str, ...], floor: float, most: int) -> None:
    """Floors a little below the figures of docs/evidence.md, so that a loss is seen; the held-out part has none, lest anybody tunes to it."""
    listed = found = 0
    accused = 0
    for row in read(*files):
        calls = check_claims(row["rationale"], Sources(row["sources"]))
        for claim in row["claims"]:
            start = row["rationale"].find(claim["text"])
            wrong = [call for call in calls if call.wrong and call.claim_start < start + len(claim["text"]) and start < call.claim_end]
            if claim["state"] in WRONG:
                listed, found = listed + 1, found + bool(wrong)
            elif claim.get("honest") and not claim.get("n"):
                accused += bool(wrong)
    assert found / listed > floor
    assert accused <= most
