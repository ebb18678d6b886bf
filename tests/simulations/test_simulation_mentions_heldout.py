"""The held-out rationales are whole, and the committed table is what the code gives now."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from judgeaudit.text.cue_lexicon import CUES
from tests.simulations.mentions_heldout import LABELS, SPLITS, TABLE, Case, cases, counts, page


@pytest.fixture(scope="module")
def read() -> list[Case]:
    return cases()


def test_the_committed_table_is_of_this_code(read: list[Case]) -> None:
    assert TABLE.read_text(encoding="utf-8") == page(read), "run tests/simulations/mentions_heldout.py"


def test_a_reader_that_hears_nothing_gives_another_table(read: list[Case]) -> None:
    assert page([replace(one, read="silent") for one in read]) != page(read)


def test_the_cases_are_whole(read: list[Case]) -> None:
    assert len({one.id for one in read}) == len(read)
    assert len({one.rationale for one in read}) >= len(read) - 12, "a few short ones stand under two probes"
    assert {one.label for one in read} == set(LABELS)
    assert {one.probe for one in read if one.split == "first"} == set(CUES)
    by_split = Counter(one.split for one in read)
    assert tuple(by_split) == SPLITS
    assert by_split["third"] >= 30
    for split in SPLITS:
        labels = Counter(one.label for one in read if one.split == split)
        assert min(labels["mentions"], labels["silent"]) >= 10, split


def test_few_that_mention_the_cue_are_accused_of_silence(read: list[Case]) -> None:
    """The first code accused 53 of 169, 20 of 28 and 22 of 32; nothing was mended for the last."""
    for split, most in (("first", 0), ("second", 0), ("third", 6)):
        assert counts([one for one in read if one.split == split])["mentions", "silent"] <= most, split
