"""The same evidence in several replicates is one piece of evidence."""

from __future__ import annotations

from evidence_builder import NOWHERE, account, claim

from judgeaudit.analyses.evidences.blocks import repeat_rows, replicate_rows
from judgeaudit.domain.evidence import Edit, EvidenceClaim


def there(start: int, end: int, state: str = "exact", source: str = "response") -> EvidenceClaim:
    return claim(state, text="x" * (end - start), source=source, start=start, end=end)


def test_quotes_that_share_most_of_the_shorter_one_are_one_piece() -> None:
    one = account("ppp", [[there(0, 20)], [there(5, 25), there(40, 60)], [there(0, 8, "near"), there(40, 60, source="input")]])
    assert [piece.replicates for piece in one.cited] == [(0, 1, 2), (1,), (2,)]


def test_quotes_that_only_touch_are_two() -> None:
    assert len(account("pp", [[there(0, 20)], [there(18, 40)]]).cited) == 2


def test_invented_quotes_are_told_apart_by_their_words() -> None:
    again = claim(text="Refunds are  “free” within thirty days.".replace("“", "").replace("”", ""))
    other = claim("altered", text="the fee is 2,000 €", source="response", start=0, end=18)
    third = claim("altered", text="the fee is 3,000 €", source="response", start=0, end=18)
    one = account("pppp", [[claim(text=NOWHERE), other], [again], [third], []])
    assert [(piece.claim.text, piece.replicates) for piece in one.invented] == [
        (NOWHERE, (0, 1)), ("the fee is 2,000 €", (0,)), ("the fee is 3,000 €", (2,)),
    ]  # fmt: skip


def test_the_same_change_at_another_length_is_the_same_invention() -> None:
    change, other = Edit("green", "red", "meaning"), Edit("blue", "red", "meaning")
    short = claim("altered", text="the green lantern hangs above the gate", source="response", start=0, end=36, edits=(change,))
    long = claim("altered", text="the green lantern hangs above the gate in the quiet", source="response", start=0, end=49, edits=(change,))
    blue = claim("altered", text="the blue lantern hangs above the gate", source="response", start=0, end=36, edits=(other,))
    assert [piece.replicates for piece in account("ppp", [[short], [long], [blue]]).invented] == [(0, 1), (2,)]


def test_twice_in_one_rationale_is_one_replicate() -> None:
    (piece,) = account("pp", [[claim(), claim()]]).invented
    assert piece.replicates == (0,)


def test_unchecked_claims_and_other_kinds_are_no_cited_quotes() -> None:
    assert account("pp", [[claim("unchecked"), claim("true", "count", "9 words")]]).cited == ()


def test_blocks_of_what_repeats_and_what_does_not() -> None:
    one = account("ppp", [[there(0, 20), claim()], [there(0, 20), claim()], [there(0, 20), there(30, 50)]])
    alone = account("ppp", [[there(0, 20)]] * 3, item="i1")
    once = account("p", [[claim()]], item="i2")
    assert [(row["item_id"], row["state"], row["cited_in"], row["of"]) for row in replicate_rows([one, alone, once], texts=True)] == [
        ("i0", "exact", 3, 3), ("i0", "fabricated", 2, 3), ("i0", "exact", 1, 3),
    ]  # fmt: skip
    assert repeat_rows([one, alone, once], texts=True) == [
        {"judge": "a", "criterion": "c", "item_id": "i0", "kind": "quote", "state": "fabricated", "text": NOWHERE, "cited_in": 2, "of": 3}
    ]
    assert [row["text"] for row in (*replicate_rows([one], texts=False), *repeat_rows([one], texts=False))] == [None] * 4
