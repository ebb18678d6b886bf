"""Texts that are too long for audit.json: what is kept of them, and that offsets of the whole still lead there."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judgeaudit import thresholds
from judgeaudit.api.excerpts import LONGEST, MIN_BEGINNING, Excerpt, excerpt

WORDS = "Filler words go here and there. "
FAMILY, FLAG, LETTER = "👩‍👩‍👧", "🇩🇪", "e\u0301\u0323"


def cut(text: str, *spans: tuple[int, int]) -> Excerpt:
    found = excerpt(text, spans)
    assert found is not None
    return found


def words_of(found: Excerpt) -> list[str]:
    """What stands between the pieces."""
    ends = [0, *(at + n for at, _, n in found.pieces)]
    starts = [*(at for at, _, _ in found.pieces), len(found.text)]
    return [found.text[end:start] for end, start in zip(ends, starts, strict=True)]


def holds(found: Excerpt, start: int, end: int) -> bool:
    return any(own <= start and end <= own + n for _, own, n in found.pieces)


@pytest.mark.parametrize("text", ["", "short", "x" * thresholds.MAX_TEXT, "x" * (thresholds.MAX_TEXT + 20)])
def test_a_text_that_is_short_enough_or_hardly_longer_is_whole(text: str) -> None:
    assert excerpt(text, [(0, 3)]) is None


def test_without_spans_the_beginning_is_kept_and_the_rest_is_counted() -> None:
    text = WORDS * 9000
    found = cut(text)
    assert found.pieces[0][:2] == (0, 0)
    assert thresholds.MAX_TEXT - 30 < found.pieces[0][2] <= thresholds.MAX_TEXT
    assert words_of(found) == ["", f" […] {len(text) - found.pieces[0][2]:,} characters left out"]


def test_a_far_span_is_kept_with_what_stands_around_it() -> None:
    text = WORDS * 4500 + "QUOTE" + WORDS * 4500
    found = cut(text, (144_000, 144_005))
    beginning, window = found.pieces
    assert found.text[window[0] : window[0] + window[2]] == text[window[1] : window[1] + window[2]]
    assert "QUOTE" in found.text
    assert 250 < 144_000 - window[1] < 320
    assert words_of(found)[1] == f" […] {window[1] - beginning[2]:,} characters left out […] "
    assert found.length == len(text)


def test_spans_that_lie_close_are_in_one_window() -> None:
    assert len(cut(WORDS * 9000, (100_000, 100_010), (100_500, 100_510)).pieces) == 2


def test_where_not_all_fit_the_first_are_kept() -> None:
    text = WORDS * 9000
    spans = [(5_000 + 2_000 * n, 5_050 + 2_000 * n) for n in range(100)]
    found = cut(text, *reversed(spans))
    kept = [place for place in reversed(spans) if holds(found, *place)]
    assert 12 < len(kept) < 30
    assert kept == list(reversed(spans))[: len(kept)]


def test_a_span_that_is_longer_than_the_room_is_shown_by_its_beginning() -> None:
    found = cut(WORDS * 9000, (100_000, 160_000))
    assert holds(found, 100_000, 100_000 + LONGEST)
    assert not holds(found, 100_000, 160_000)


def test_many_thousand_spans_take_no_time_and_no_room() -> None:
    found = cut(WORDS * 9000, *((n, n + 9) for n in range(0, 280_000, 20)))
    assert sum(n for *_, n in found.pieces) < thresholds.MAX_TEXT + 200


@pytest.mark.parametrize("one", [FAMILY, FLAG, LETTER, unicodedata.normalize("NFD", "각"), "👍🏽", "\r\n", "\ud83d\ude00"], ids=ascii)
@pytest.mark.parametrize("shift", range(8))
def test_no_cut_goes_through_what_is_read_as_one_character(one: str, shift: int) -> None:
    text = "x" * shift + f"{one}-" * 8_000
    found = cut(text, (12_000, 12_001))
    edges = {place for _, start, n in found.pieces for place in (start, start + n)} - {0, len(text)}
    assert len(edges) == 3
    assert not {(place - shift) % (len(one) + 1) for place in edges} & set(range(1, len(one)))


def test_a_text_that_is_one_letter_with_marks_without_end_is_cut_all_the_same() -> None:
    found = cut("e" + "\u0301" * 100_000, (50_000, 50_010))
    assert holds(found, 50_000, 50_010)
    assert len(found.text) < thresholds.MAX_TEXT + 400


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.sampled_from([WORDS, "请在十四天之内退回台灯", FAMILY, LETTER, "\n\n", "x" * 200, " […] 3 characters left out […] "]), min_size=1, max_size=12),
    st.lists(st.tuples(st.integers(0, 30_000), st.integers(1, 3_000)), max_size=30),
)
def test_pieces_are_those_of_the_whole_text_and_hold_its_spans(parts: list[str], places: list[tuple[int, int]]) -> None:
    text = "".join(parts) * (30_000 // len("".join(parts)) + 1)
    spans = [(start, min(start + n, len(text))) for start, n in places]
    found = cut(text, *spans)
    assert found.pieces[0][:2] == (0, 0)
    assert found.pieces[0][2] >= MIN_BEGINNING - 30
    assert all(found.text[at : at + n] == text[start : start + n] for at, start, n in found.pieces)
    edges = [(start, start + n) for _, start, n in found.pieces]
    left = [after[0] - before[1] for before, after in zip(edges, [*edges[1:], (len(text), 0)], strict=True)]
    said = [int(re.sub(r"\D", "", words)) if words else 0 for words in words_of(found)[1:]]
    assert said == left
    assert sum(n for *_, n in found.pieces) <= thresholds.MAX_TEXT + 200
    if spans:
        assert holds(found, spans[0][0], min(spans[0][1], spans[0][0] + LONGEST))
