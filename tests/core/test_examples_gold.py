"""The example gold labels, worked out again from the texts with code of its own: no label is taken on trust."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REFUND = [json.loads(line) for line in (ROOT / "rubrics" / "refund_reply.jsonl").read_text(encoding="utf-8").splitlines()]
PAIRS = [json.loads(line) for line in (ROOT / "rubrics" / "support_pairs.jsonl").read_text(encoding="utf-8").splitlines()]
README = (ROOT / "rubrics" / "README.md").read_text(encoding="utf-8")
STARTER = ROOT / "judgeaudit" / "starter"

HOURS = {
    "48 hours": 48, "two days": 48, "7 days": 168, "one week": 168, "10 days": 240, "14 days": 336, "two weeks": 336, "a fortnight": 336,
    "15 days": 360, "20 days": 480, "three weeks": 504, "30 days": 720, "45 days": 1080, "30 business days": 1008, "60 days": 1440, "90 days": 2160,
    "14 weeks": 2352, "12 months": 8760, "one year": 8760,
}  # fmt: skip
"""Every window that the refund items name, in hours, written down by hand."""
NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "six": 6, "thirty": 30}
ANY_DURATION = re.compile(r"(?:\d+|\ba|\bone|\btwo|\bthree|\bsix|\bthirty) (?:business )?(?:hours?|days?|weeks?|fortnight|months?|year)\b")
DENIAL = re.compile(r"\b(?:not|never|unfortunately|sorry)\b", re.IGNORECASE)


def _gold(name: str) -> dict[str, str]:
    with (ROOT / "gold" / name).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({row["item_id"] for row in rows}) == len(rows)
    assert {row["annotator"] for row in rows} == {"construction"}
    return {row["item_id"]: row["label"] for row in rows}


def _number(window: str) -> int:
    word = window.split()[0]
    return int(word) if word.isdigit() else NUMBERS[word]


def _unit(window: str) -> str:
    return " ".join(window.split()[1:]).rstrip("s")


def _words(*texts: str) -> int:
    return sum(len(text.split()) for text in texts)


GOLD_REFUND = _gold("refund_reply.csv")
GOLD_PAIRS = _gold("support_pairs.csv")


def test_refund_items_are_many_short_balanced_and_unique() -> None:
    assert len(REFUND) == 24
    assert len({item["id"] for item in REFUND}) == 24
    assert len({item["response"] for item in REFUND}) == 24
    # Items that share their input are one cluster, and would count as fewer.
    assert len({item["input"] for item in REFUND}) == 24
    assert set(GOLD_REFUND) == {item["id"] for item in REFUND}
    assert Counter(GOLD_REFUND.values()) == {"pass": 12, "fail": 12}
    assert max(_words(item["input"], item["context"], item["response"]) for item in REFUND) < 90


def test_every_kind_is_half_pass_half_fail() -> None:
    by_kind = Counter((item["kind"], GOLD_REFUND[item["id"]]) for item in REFUND)
    assert by_kind == {(kind, label): 4 for kind in ("direct", "reworded", "two_windows") for label in ("pass", "fail")}


@pytest.mark.parametrize("item", REFUND, ids=lambda item: item["id"])
def test_windows_stand_in_the_texts(item: dict[str, str]) -> None:
    assert item["policy_window"] in ANY_DURATION.findall(item["context"])
    if item["stated_window"]:
        assert item["stated_window"] in ANY_DURATION.findall(item["response"])
    else:
        assert item["policy_window"] not in item["response"]
    assert len(item["fault_note"]) > 10


def _same(item: dict[str, str]) -> bool:
    return HOURS[item["stated_window"]] == HOURS[item["policy_window"]]


def _windows(text: str) -> set[str]:
    return set(ANY_DURATION.findall(text))


FAULTS = {
    "none": lambda item: _same(item) and not DENIAL.search(item["response"]),
    "window_missing": lambda item: not _windows(item["response"]),
    "other_topic": lambda item: "refund" not in item["response"] and "return" not in item["response"],
    "wrong_number": lambda item: not _same(item) and _number(item["stated_window"]) != _number(item["policy_window"]),
    "wrong_unit": lambda item: (
        not _same(item) and _number(item["stated_window"]) == _number(item["policy_window"]) and _unit(item["stated_window"]) != _unit(item["policy_window"])
    ),
    "negated": lambda item: _same(item) and bool(DENIAL.search(item["response"])),
    "other_window": lambda item: not _same(item) and item["stated_window"] in _windows(item["context"]) - {item["policy_window"]},
    "other_role": lambda item: _same(item) and "reaches your bank within " + item["stated_window"] in item["response"],
}


@pytest.mark.parametrize("item", REFUND, ids=lambda item: item["id"])
def test_the_planted_fault_is_there_and_the_label_follows(item: dict[str, str]) -> None:
    assert FAULTS[item["fault"]](item)
    assert GOLD_REFUND[item["id"]] == ("pass" if item["fault"] == "none" else "fail")


def test_two_windows_means_two_windows_in_the_policy() -> None:
    for item in REFUND:
        assert len(_windows(item["context"])) == (2 if item["kind"] == "two_windows" else 1), item["id"]


def test_the_readme_counts_the_faults_as_they_are() -> None:
    table = README.split("### refund_reply.jsonl")[1].split("###")[0]
    said = {name: int(n) for name, n in re.findall(r"^\| `(\w+)` \| (\d+) \|", table, flags=re.MULTILINE)}
    assert said == Counter(item["fault"] for item in REFUND)


def test_pairs_are_many_short_balanced_and_unique() -> None:
    assert len(PAIRS) == 20
    assert set(GOLD_PAIRS) == {item["id"] for item in PAIRS}
    assert len({item["id"] for item in PAIRS}) == len({item["input"] for item in PAIRS}) == 20
    assert Counter(GOLD_PAIRS.values()) == {"response_a": 8, "response_b": 8, "tie": 4}
    assert max(_words(item["input"], item["context"], item["response_a"], item["response_b"]) for item in PAIRS) < 90


@pytest.mark.parametrize("item", PAIRS, ids=lambda item: item["id"])
def test_the_better_answer_holds_the_key_fact_and_the_other_does_not(item: dict[str, str]) -> None:
    assert item["key_fact"] in item["context"]
    has_a, has_b = (item["key_fact"] in item[name] for name in ("response_a", "response_b"))
    assert GOLD_PAIRS[item["id"]] == ("tie" if has_a == has_b else "response_a" if has_a else "response_b")
    assert item["faulty"] == {(True, True): "none", (False, False): "both", (True, False): "b", (False, True): "a"}[has_a, has_b]
    assert (item["fault"] == "none") == (item["faulty"] == "none")
    assert f"`{item['fault']}`" in README
    assert len(item["fault_note"]) > 10


def test_length_does_not_give_the_better_answer_away() -> None:
    longer_is_faulty = [
        len(item[f"response_{item['faulty']}"]) > len(item["response_b" if item["faulty"] == "a" else "response_a"]) for item in PAIRS if item["faulty"] in "ab"
    ]
    assert (len(longer_is_faulty), sum(longer_is_faulty)) == (16, 8)


def test_starter_gold_names_every_starter_item() -> None:
    items = [json.loads(line)["id"] for line in (STARTER / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    with (STARTER / "gold.csv").open(encoding="utf-8", newline="") as file:
        gold = list(csv.DictReader(file))
    assert [row["item_id"] for row in gold] == items
    assert Counter(row["label"] for row in gold) == {"pass": 4, "fail": 4}
