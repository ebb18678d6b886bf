"""Quotes over unicode: a verbatim quote is never called fabricated or altered, however it is typeset; a changed digit is always altered."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.text.evidence.check import check_claims
from judgeaudit.text.evidence.quotes import check_quote
from judgeaudit.text.evidence.sources import Sources

_WORDS = (
    "refund office traffic flower fi\ufb01nal caf\u00e9 na\u00efve Stra\u00dfe \u00c5ngstr\u00f6m river window answer table garden yellow policy letter morning "
    "market bridge \u043f\u043e\u0447\u0442\u0430 \u03bb\u03cc\u03b3\u03bf\u03c2 student number"
)
WORDS = _WORDS.split()
MARKS = ('""', "\u201c\u201d", "\u2018\u2019", "\u00ab\u00bb", "\u201e\u201c", "\u300c\u300d")

words = st.lists(st.sampled_from(WORDS), min_size=5, max_size=9)
typesetting = st.sampled_from(("plain", "upper", "nbsp", "nfd", "nfkc", "breaks", "wide", "bold"))


def typeset(text: str, how: str) -> str:
    return {
        "plain": text, "upper": text.upper(), "nbsp": text.replace(" ", "\u00a0"), "nfd": unicodedata.normalize("NFD", text),
        "nfkc": unicodedata.normalize("NFKC", text), "breaks": text.replace(" ", "\n", 2), "wide": "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text),
        "bold": text.replace(" ", " **", 1) + "**",
    }[how]  # fmt: skip


@given(before=words, quoted=words, after=words, how=typesetting, marks=st.sampled_from(MARKS))
def test_a_verbatim_quote_is_never_called_wrong(before: list[str], quoted: list[str], after: list[str], how: str, marks: str) -> None:
    text = " ".join(quoted)
    sources = Sources({"response": " ".join((*before, text, *after)) + "."})
    rationale = f"The response says {marks[0]}{typeset(text, how)}{marks[1]} and that is fine."
    found = [claim for claim in check_claims(rationale, sources) if claim.kind == "quote"]
    assert found
    assert all(claim.state in ("exact", "normalised") for claim in found)
    assert check_quote(typeset(text, how), sources).state in ("exact", "normalised")


def _changed(number: int, at: int, by: int) -> int:
    digits = list(str(number))
    at %= len(digits)
    digits[at] = str((int(digits[at]) + by) % 10) if at else str(1 + (int(digits[at]) - 1 + by) % 9)
    return int("".join(digits))


@given(
    before=words,
    after=words,
    number=st.integers(11, 99_999),
    at=st.integers(0, 4),
    by=st.integers(1, 8),
    how=st.sampled_from(("plain", "upper", "nbsp", "nfkc")),
)
def test_a_changed_digit_is_always_altered(before: list[str], after: list[str], number: int, at: int, by: int, how: str) -> None:
    other = _changed(number, at, by)
    sources = Sources({"response": " ".join((*before, str(number), *after)) + "."})
    quote = typeset(" ".join((*before[-4:], str(other), *after[:4])), how)
    claim: EvidenceClaim = check_quote(quote, sources)
    assert claim.state == "altered"
    assert "number" in {edit.matters for edit in claim.edits}


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_text_is_read_and_every_place_is_right(rationale: str, source: str) -> None:
    sources = Sources({"response": source})
    for claim in check_claims(rationale, sources):
        assert rationale[claim.claim_start : claim.claim_end]
        if claim.source is not None and claim.start is not None:
            assert claim.end is not None
            assert 0 <= claim.start <= claim.end <= len(source)
