"""Where quotes stand in their sources: cases by hand, properties, hostile text."""

from __future__ import annotations

import re
import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judgeaudit.text.locate import FoldedSources, Located, covered, locate, span_overlap
from judgeaudit.text.normalise import condense, fold

ITEM = (
    "Refunds are paid within 30 days. You can’t return opened goods, but an un-\nhappy customer may **always** complain.\n"
    "The judge’s fee is $1,500 – not 15 % – and the ﬁrst draft isn't free.\n\n- wash the apples\n- dry them well\n\n"
    'He said "the well-known rule (no. 7) ends in 1999" and left. A cafe\u0301 is 10⁵ km away; it was −40 degrees, or 3½ miles.\n'
    "It’s a first-rate (very good) idea. See [the guide](https://x.org/a_b) for `run(x)` and snake_case."
)
TOKENISED = "i do n't think the navy - marine corps stadium is \" home grown \" , though it 's big ."
CHINESE = "退款政策规定：客户可以在三十天内退货，但运费（共30元）不予退还。他说“不行”。"
GERMAN = "Die Größe beträgt 1.500,50 Euro. Er sagte: „Die Straßen-\nbahn fährt nicht.“ Das Haus ist unschön."
FRENCH = "Il a dit : «\u00a0C’est l’œuvre d’un maître\u00a0» et rien d’autre."
JAPANESE = "返金は３０日以内に「必ず」行います。ﾊﾟﾘで会いましょう。"

FOUND: list[tuple[str, str, str, str]] = [
    # quote, source, what it stands for there, how
    ("Refunds are paid within 30 days.", ITEM, "Refunds are paid within 30 days.", "exact"),
    ("paid within 30 days", ITEM, "paid within 30 days", "exact"),
    ("  paid within\t30 days ", ITEM, "paid within 30 days", "normalised"),
    ("paid within\n30 days", ITEM, "paid within 30 days", "normalised"),
    ("refunds are paid", ITEM, "Refunds are paid", "normalised"),
    ("Paid within 30 days", ITEM, "paid within 30 days", "normalised"),
    ("paid within 30 days,", ITEM, "paid within 30 days", "normalised"),
    ("paid within 30 days!", ITEM, "paid within 30 days", "normalised"),
    ('"paid within 30 days"', ITEM, "paid within 30 days", "normalised"),
    ("“paid within 30 days.”", ITEM, "paid within 30 days", "normalised"),
    ("You can't return opened goods", ITEM, "You can’t return opened goods", "normalised"),
    ("an unhappy customer", ITEM, "an un-\nhappy customer", "normalised"),
    ("an un-happy customer", ITEM, "an un-\nhappy customer", "normalised"),
    ("may always complain", ITEM, "may **always** complain", "normalised"),
    ("may **always** complain", ITEM, "may **always** complain", "exact"),
    ("may *always* complain", ITEM, "may **always** complain", "normalised"),
    ("The judge", ITEM, "The judge", "exact"),
    ("$1,500 - not 15 %", ITEM, "$1,500 – not 15 %", "normalised"),
    ("$1,500 — not 15 %", ITEM, "$1,500 – not 15 %", "normalised"),
    ("the first draft isn’t free", ITEM, "the ﬁrst draft isn't free", "normalised"),
    ("wash the apples\n- dry them well", ITEM, "wash the apples\n- dry them well", "exact"),
    ("wash the apples - dry them well", ITEM, "wash the apples\n- dry them well", "normalised"),
    ("wash the apples dry them well", ITEM, "wash the apples\n- dry them well", "normalised"),
    ("He said 'the well-known rule (no. 7) ends in 1999' and left", ITEM, 'He said "the well-known rule (no. 7) ends in 1999" and left', "normalised"),
    ("the well known rule", ITEM, "the well-known rule", "normalised"),
    ("the well\u2011known rule", ITEM, "the well-known rule", "normalised"),
    ("A café is", ITEM, "A cafe\u0301 is", "normalised"),
    ("10^5 km away", ITEM, "10⁵ km away", "normalised"),
    ("-40 degrees", ITEM, "−40 degrees", "normalised"),
    ("3 1/2 miles", ITEM, "3½ miles", "normalised"),
    ("See the guide for run(x)", ITEM, "See [the guide](https://x.org/a_b) for `run(x)", "normalised"),
    ("https://x.org/a_b", ITEM, "https://x.org/a_b", "exact"),
    ("https://x.org/a_b.", ITEM, "https://x.org/a_b", "normalised"),
    ("snake_case", ITEM, "snake_case", "exact"),
    ("the", ITEM, "the", "exact"),
    ("REFUNDS ARE PAID", ITEM, "Refunds are paid", "normalised"),
    ("Ｒｅｆｕｎｄｓ ａｒｅ ｐａｉｄ", ITEM, "Refunds are paid", "normalised"),
    ("Refunds\u00a0are\u202fpaid", ITEM, "Refunds are paid", "normalised"),
    ("Re\u00adfunds are\u200b paid", ITEM, "Refunds are paid", "normalised"),
    ("> Refunds are\n> paid", ITEM, "Refunds are paid", "normalised"),
    ("Refunds are\n> paid within", ITEM, "Refunds are paid within", "normalised"),
    ("Refunds are [sic] paid", ITEM, "Refunds are paid", "normalised"),
    ("[R]efunds are paid", ITEM, "Refunds are paid", "exact"),
    ("...paid within 30 days...", ITEM, "paid within 30 days", "normalised"),
    ("paid within 30 day", ITEM, "paid within 30 day", "normalised"),
    ("refund", ITEM, "Refund", "normalised"),
    ("the refund", "See the refund\u00b9 and more", "the refund", "exact"),
    ("return a*b", "they return a * b here", "return a * b", "normalised"),
    ("happy end", "a happy end\u200b, so", "happy end", "exact"),
    ("house team", "An in-house team", "house team", "exact"),
    ("I don't think", TOKENISED, "i do n't think", "normalised"),
    ("the Navy-Marine Corps stadium", TOKENISED, "the navy - marine corps stadium", "normalised"),
    ('is "home grown", though it\'s big', TOKENISED, "is \" home grown \" , though it 's big", "normalised"),
    ("客户可以在三十天内退货", CHINESE, "客户可以在三十天内退货", "exact"),
    ("退款政策规定:客户可以", CHINESE, "退款政策规定：客户可以", "normalised"),
    ("运费(共３０元)不予退还", CHINESE, "运费（共30元）不予退还", "normalised"),
    ("客户 可以 在 三十天 内", CHINESE, "客户可以在三十天内", "normalised"),
    ("他说「不行」", CHINESE, "他说“不行", "normalised"),
    ("die grösse beträgt", GERMAN, "Die Größe beträgt", "normalised"),
    ("1.500,50 Euro", GERMAN, "1.500,50 Euro", "exact"),
    ("Die Straßenbahn fährt nicht", GERMAN, "Die Straßen-\nbahn fährt nicht", "normalised"),
    ("die Strassenbahn", GERMAN, "Die Straßen-\nbahn", "normalised"),
    ("c'est l'œuvre d'un maître", FRENCH, "C’est l’œuvre d’un maître", "normalised"),
    ("返金は30日以内に", JAPANESE, "返金は３０日以内に", "normalised"),
    ("パリで会いましょう", JAPANESE, "ﾊﾟﾘで会いましょう", "normalised"),
]  # fmt: skip

PARTS: list[tuple[str, str, list[str]]] = [
    ("Refunds are paid ... opened goods", ITEM, ["Refunds are paid", "opened goods"]),
    ("Refunds are paid… opened goods", ITEM, ["Refunds are paid", "opened goods"]),
    ("Refunds are paid [...] opened goods.", ITEM, ["Refunds are paid", "opened goods"]),
    ("refunds are paid […] may always complain", ITEM, ["Refunds are paid", "may **always** complain"]),
    ("Refunds are paid (...) opened goods", ITEM, ["Refunds are paid", "opened goods"]),
    ("Refunds are paid . . . opened goods", ITEM, ["Refunds are paid", "opened goods"]),
    ("... are paid ... You can't ... complain ...", ITEM, ["are paid", "You can’t", "complain"]),
    ("Refunds are [always] paid within", ITEM, ["Refunds are", "paid within"]),
    ("[They] are paid [no later than] 30 days ... opened goods", ITEM, ["are paid", "30 days", "opened goods"]),
    ("退款政策规定……不予退还", CHINESE, ["退款政策规定", "不予退还"]),
]

ABSENT: list[tuple[str, str]] = [
    ("", ITEM),
    ("  \n", ITEM),
    ("...", ITEM),
    ('""', ITEM),
    ("Refunds are never paid", ITEM),
    ("paid within 31 days", ITEM),
    ("0 days", ITEM),
    ("500", ITEM),
    ("1", ITEM),
    ("happy customer", ITEM),
    ("You can", ITEM),
    ("105 km away", ITEM),
    ("40 degrees", ITEM),
    ("31/2 miles", ITEM),
    ("opened goods ... Refunds are paid", ITEM),
    ("Refunds are paid ... no", ITEM),
    ("Refunds are paid ... within the hour", ITEM),
    ("Refunds are [always] free", ITEM),
    ("schön", GERMAN),
    ("500,50 Euro", GERMAN),
    ("1.500", GERMAN),
    ("共3", CHINESE),
    ("a notable man", "he is a not able man"),
    ("rated 53 times", "rated 5 > 3 times"),
    ("about 5' wide by hand", 'about 5" wide by hand'),
    ("cafe", "the cafe\u0301"),
    ("return a b / gcd", "return a * b / gcd"),
    ("if x y holds", "if x > y holds"),
    ("happy end", "an un\u00adhappy end"),
    ("refundable fee", "a non-refundable fee"),
    ("about 10", "about 10\u2075 people"),
]


@pytest.mark.parametrize(("quote", "source", "words", "how"), FOUND, ids=[case[0][:40] for case in FOUND])
def test_located(quote: str, source: str, words: str, how: str) -> None:
    (found,) = locate(quote, {"other": "Nothing to see here.", "item": source})
    assert found.source == "item"
    assert source[found.start : found.end] == words
    assert found.how == ("normalised" if quote.startswith("[R]") else how)


@pytest.mark.parametrize(("quote", "source", "words"), PARTS, ids=[case[0][:40] for case in PARTS])
def test_parts_of_a_shortened_quote(quote: str, source: str, words: list[str]) -> None:
    found = locate(quote, {"other": "Refunds are paid.", "item": source})
    assert [source[part.start : part.end] for part in found] == words
    assert {part.how for part in found} == {"ellipsis"}
    assert {part.source for part in found} == {"item"}


@pytest.mark.parametrize(("quote", "source"), ABSENT, ids=[case[0][:40] for case in ABSENT])
def test_nowhere(quote: str, source: str) -> None:
    assert locate(quote, {"item": source, "empty": ""}) == ()
    assert locate(quote, {}) == ()


def test_an_exact_source_is_preferred_and_the_first_of_equals() -> None:
    sources = {"a": "The Big dog.", "b": "A big dog and a big dog.", "c": "a big dog"}
    assert locate("big dog", sources) == (Located("b", 2, 9, "exact"),)
    assert locate("BIG DOG", sources) == (Located("a", 4, 11, "normalised"),)


def test_prepared_sources_give_the_same() -> None:
    texts = {"a": "Nothing here.", "b": ITEM, "c": CHINESE}
    prepared = FoldedSources(texts)
    for quote in [case[0] for case in (*FOUND, *PARTS, *ABSENT)]:
        assert locate(quote, prepared) == locate(quote, texts)


def test_parts_do_not_come_from_two_sources() -> None:
    assert locate("a big dog ... a small cat", {"a": "a big dog", "b": "a small cat"}) == ()


@pytest.mark.parametrize(
    ("text", "folded", "offsets"),
    [
        ("Ab  c", "ab c", [0, 1, 2, 4]),
        (" a\n", "a", [1]),
        ("ﬁt", "fit", [0, 0, 1]),
        ("e\u0301x", "éx", [0, 2]),
        ("un-\nit", "unit", [0, 1, 4, 5]),
        ("Navy-\nMarine", "navy-marine", [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11]),
        ("covid-\n19", "covid-19", [0, 1, 2, 3, 4, 5, 7, 8]),
        ("a *b* c_d", "a b c_d", [0, 1, 3, 5, 6, 7, 8]),
        ("2 * 3**4", "2 * 3**4", [0, 1, 2, 3, 4, 5, 6, 7]),
        ("ß", "ss", [0, 0]),
        ("“x”—y", '"x"-y', [0, 1, 2, 3, 4]),
        ("a\u00ad\u200bb", "ab", [0, 3]),
        ("…", "...", [0, 0, 0]),
        ("", "", []),
    ],
)
def test_fold_by_hand(text: str, folded: str, offsets: list[int]) -> None:
    found = fold(text)
    assert found.text == folded
    assert list(found.offsets) == offsets


def test_covered_stretches_are_merged() -> None:
    found = [
        Located("b", 5, 9, "exact"),
        Located("a", 3, 6, "exact"),
        Located("a", 0, 4, "normalised"),
        Located("a", 6, 8, "exact"),
        Located("a", 9, 10, "exact"),
    ]
    assert covered(found) == {"a": ((0, 8), (9, 10)), "b": ((5, 9),)}


def test_overlap_by_hand() -> None:
    first = [Located("a", 0, 10, "exact"), Located("b", 0, 10, "exact")]
    assert span_overlap(first, [Located("a", 5, 15, "exact")]) == pytest.approx(5 / 25)
    assert span_overlap(first, [Located("c", 0, 10, "exact")]) == 0
    assert span_overlap(first, []) == 0
    with pytest.raises(ValueError, match="undefined"):
        span_overlap([], [])


TEXTS = st.lists(
    st.sampled_from(
        ["The", "refund", "isn't", "5", "1,500", "(no.", "7)", "“well”", "naïve", "cafe\u0301", "退款", "*bold*", "x_y", "—", "10⁵", "…",
          "\n", "-", "ﬁne", '"so"', "[1]", "•"]
    ),
    min_size=1, max_size=40,
)  # fmt: skip
STRETCHES = st.lists(st.builds(Located, st.sampled_from("ab"), st.integers(0, 20), st.integers(21, 40), st.just("exact")), min_size=1, max_size=5)


@given(TEXTS, st.data())
def test_words_of_a_source_are_located_exactly(words: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    text, quote = " ".join(words), " ".join(words[first:last])
    found = locate(quote, {"item": text})
    if quote.strip():
        (only,) = found
        assert only.how == "exact"
        assert text[only.start : only.end] == quote.strip()


TYPESET = [
    str.upper,
    lambda text: text.replace("'", "’").replace('"', "”"),
    lambda text: text.replace(" ", "\n"),
    lambda text: text.replace(" ", "\u00a0 "),
    lambda text: f"**{text}**",
    lambda text: f"“{text}”,",
    lambda text: unicodedata.normalize("NFD", text),
    lambda text: unicodedata.normalize("NFKC", text.replace("⁵", "^5")),
    lambda text: text.replace("-", "–"),
    lambda text: "".join(chr(ord(c) + 0xFEE0) if "a" <= c <= "z" else c for c in text),
]


@given(TEXTS, st.data(), st.sampled_from(TYPESET))
@example(["“well”", "ﬁne"], None, TYPESET[0])
def test_words_are_found_however_they_are_typeset(words: list[str], data: st.DataObject | None, typeset: object) -> None:
    first = data.draw(st.integers(0, len(words) - 1)) if data else 0
    last = data.draw(st.integers(first + 1, len(words))) if data else len(words)
    text, quote = " ".join(words), " ".join(words[first:last])
    if re.search(r"\w", quote):
        assert callable(typeset)
        assert locate(typeset(quote), {"item": text})


@given(st.integers(0, 9_999), st.integers(0, 9_999), st.sampled_from(["{} days", "about {} km", "{}"]))
def test_another_number_is_not_located(first: int, second: int, words: str) -> None:
    assert bool(locate(words.format(first), {"item": f"It takes {words.format(second)} or so."})) == (first == second)


@given(st.text(alphabet="aB ß\ufb01e\u0301\u0316\u200b\u00ad-*_`~\n>#“\"'«»½²5[](/).\u1112\u1161\u3000", max_size=60))
def test_offsets_are_in_range_and_never_fall(text: str) -> None:
    found = fold(text)
    assert len(found.text) == len(found.offsets) == len(found.ends)
    assert list(found.offsets) == sorted(found.offsets)
    assert list(found.ends) == sorted(found.ends)
    assert all(0 <= start < end <= len(text) for start, end in zip(found.offsets, found.ends, strict=True))
    assert found.text == found.text.strip(" ")
    dense = condense(found)
    assert [found.text[start:end] for start, end in zip(dense.offsets, dense.ends, strict=True)] == list(dense.text)


@given(st.text(max_size=40))
@example("\r\xad0")
@example(" \u0301x")
def test_any_text_is_found_in_itself(text: str) -> None:
    if text.strip():
        assert locate(text, {"item": text})[0].how == "exact"


@given(STRETCHES, STRETCHES)
def test_overlap_is_symmetric_and_one_with_itself(first: list[Located], second: list[Located]) -> None:
    assert span_overlap(first, second) == span_overlap(second, first)
    assert 0 <= span_overlap(first, second) <= 1
    assert span_overlap(first, first) == 1


HOSTILE = ['"', "`", " ", "a\u0301\u0316", "\u0301", "[a", "](/", "> ", "*a", "-\n", "a-\n", "\u200b ", "²", '5"', "...", "[", "a ... ", "a [b] ", "1,", "ab"]


@pytest.mark.parametrize("unit", HOSTILE, ids=repr)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    source = unit * (100_000 // len(unit))
    started = time.process_time()
    for quote in (source, source[: len(source) // 2] + "x", "x" + source[1000:40_000], source[:50], "a ... b ... c ... d"):
        locate(quote, {"item": source, "end": source + "y"})
    assert time.process_time() - started < 5
