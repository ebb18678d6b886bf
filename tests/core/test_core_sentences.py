"""Sentences and clauses: cases by hand in several languages, offsets for any text, hostile text."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judgeaudit.text.sentences import Piece, split_clauses, split_sentences

SENTENCES: list[tuple[str, list[str]]] = [
    ("The price is wrong. The tone is fine.", ["The price is wrong.", "The tone is fine."]),
    ("Is it right? No! It is not.", ["Is it right?", "No!", "It is not."]),
    ("Wait... what?", ["Wait...", "what?"]),
    ('He said "no." Then he left.', ['He said "no."', "Then he left."]),
    ("It is **wrong.** It is late.", ["It is **wrong.**", "It is late."]),
    ("See e.g. the date. Fail.", ["See e.g. the date.", "Fail."]),
    ("It is wrong, i.e. false, here.", ["It is wrong, i.e. false, here."]),
    ("Dr. Smith is wrong. So is J. Doe.", ["Dr. Smith is wrong.", "So is J. Doe."]),
    ("See Fig. 3 and No. 5 for it.", ["See Fig. 3 and No. 5 for it."]),
    ("Is it late? No. It is early.", ["Is it late?", "No.", "It is early."]),
    ("It lists dates, names etc. Nothing is missing.", ["It lists dates, names etc.", "Nothing is missing."]),
    ("It lists dates etc. but no names.", ["It lists dates etc. but no names."]),
    ("The U.S. and the E.U. rules differ.", ["The U.S. and the E.U. rules differ."]),
    ("It closes at 5 p.m. on Mondays.", ["It closes at 5 p.m. on Mondays."]),
    ("Das ist z.B. falsch. Ende.", ["Das ist z.B. falsch.", "Ende."]),
    ("It is 3.5 km, not 4.5. Version 2.0.1 says so.", ["It is 3.5 km, not 4.5.", "Version 2.0.1 says so."]),
    ("It costs $3. The rest is free.", ["It costs $3.", "The rest is free."]),
    ("1. The price is wrong. 2. The tone is rude.", ["The price is wrong.", "The tone is rude."]),
    ("- no price\n* no tone\n• no date", ["no price", "no tone", "no date"]),
    ("a) no price\n(b) no tone\n## Verdict", ["no price", "no tone", "Verdict"]),
    ("One line\nanother line\n\n\nthe last", ["One line", "another line", "the last"]),
    ("3 of 5 are right", ["3 of 5 are right"]),
    ("-5 degrees", ["-5 degrees"]),
    ("价格错误。语气很粗鲁！为什么？", ["价格错误。", "语气很粗鲁！", "为什么？"]),
    ("他说「不行。」然后离开了。", ["他说「不行。」", "然后离开了。"]),
    ("返金は可能です。しかし、期限がない。", ["返金は可能です。", "しかし、期限がない。"]),
    ("Цена неверна, т.е. ошибка. Тон вежлив.", ["Цена неверна, т.е. ошибка.", "Тон вежлив."]),
    ("no full stop", ["no full stop"]),
    ("", []),
    (" \n\t", []),
    ("... !!! ---", []),
    ("🙂 🙃", []),
]

CLAUSES: list[tuple[str, list[str]]] = [
    ("It names the fee, but the tone is rather rude.", ["It names the fee", "the tone is rather rude."]),
    ("The price is right; the date is wrong.", ["The price is right", "the date is wrong."]),
    ("The price is right although the date is wrong.", ["The price is right", "the date is wrong."]),
    ("Good, but bad.", ["Good, but bad."]),
    ("Salt and pepper are missing.", ["Salt and pepper are missing."]),
    ("The fee is 1,200 euros.", ["The fee is 1,200 euros."]),
    ("Der Preis stimmt, aber der Ton ist unhöflich.", ["Der Preis stimmt", "der Ton ist unhöflich."]),
    ("Le prix est juste, mais le ton est impoli.", ["Le prix est juste", "le ton est impoli."]),
    ("价格是对的，但语气很粗鲁。", ["价格是对的", "但语气很粗鲁。"]),
    ("Fine here. It names the fee, but the tone is rude.", ["Fine here.", "It names the fee", "the tone is rude."]),
]


@pytest.mark.parametrize(("text", "expected"), SENTENCES, ids=[repr(case[0][:30]) for case in SENTENCES])
def test_sentences_by_hand(text: str, expected: list[str]) -> None:
    assert [piece.text for piece in split_sentences(text)] == expected


@pytest.mark.parametrize(("text", "expected"), CLAUSES, ids=[repr(case[0][:30]) for case in CLAUSES])
def test_clauses_by_hand(text: str, expected: list[str]) -> None:
    assert [piece.text for piece in split_clauses(text)] == expected


def test_offsets_by_hand() -> None:
    assert split_sentences(" 1. No fee.\n\n- No date") == (Piece("No fee.", 4, 11), Piece("No date", 15, 22))


WORDS = [
    "The",
    "price",
    "is",
    "e.g.",
    "3.5",
    "U.S.",
    "no.",
    "1.",
    "(a)",
    "-",
    "but",
    ", but",
    "; ",
    ".",
    "...",
    "?",
    "\n",
    "\n\n",
    "。",
    "，但",
    "价格",
    "、",
    "”",
    '"',
    "\u00a0",
    "🙂",
]
TEXTS = st.one_of(st.text(max_size=80), st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join), st.lists(st.sampled_from(WORDS), max_size=40).map("".join))


@given(TEXTS)
def test_pieces_stand_where_they_say_in_order_and_lose_no_word(text: str) -> None:
    for pieces in (split_sentences(text), split_clauses(text)):
        assert all(text[piece.start : piece.end] == piece.text == piece.text.strip() for piece in pieces)
        assert all(any(c.isalnum() for c in piece.text) for piece in pieces)
        assert all(a.end <= b.start for a, b in pairwise(pieces))


@given(TEXTS)
def test_sentences_leave_out_no_words_but_list_markers(text: str) -> None:
    pieces = split_sentences(text)
    edges = [0, *(edge for piece in pieces for edge in (piece.start, piece.end)), len(text)]
    left_out = [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
    assert all(sum(c.isalnum() for c in gap) <= 3 * (1 + gap.count("\n")) for gap in left_out)


@given(TEXTS)
@example("0. 0) :")
def test_each_clause_lies_in_one_sentence(text: str) -> None:
    sentences = split_sentences(text)
    clauses = split_clauses(text)
    assert all(sum(s.start <= clause.start and clause.end <= s.end for s in sentences) == 1 for clause in clauses)
    assert all(any(s.start <= clause.start and clause.end <= s.end for clause in clauses) for s in sentences)


HOSTILE = ["a", ".", ". ", "a. ", "1. ", "A. ", "e.g. ", ", but ", "but ", "; ", "\n", "。", "，但", '"', "( ", "- ", "u.s. ", " ", "# "]


@pytest.mark.parametrize("unit", HOSTILE, ids=[repr(unit) for unit in HOSTILE])
def test_hostile_text_takes_linear_time(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    start = time.process_time()
    split_clauses(text)
    assert time.process_time() - start < 2
