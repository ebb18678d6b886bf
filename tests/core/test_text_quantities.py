"""Quantities: read in the forms that rationales use, and nothing read where no quantity stands. Expected values are written by hand."""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judgeaudit.text.quantities import find_quantities

ONE: list[tuple[str, float, str, str, str, str]] = [
    # text, value, unit, kind, what, bound
    ("1,200 users", 1200, "", "count", "user", ""),
    ("1 200 users", 1200, "", "count", "user", ""),
    ("1\u202f200 users", 1200, "", "count", "user", ""),
    ("1\u00a0200\u00a0000 users", 1_200_000, "", "count", "user", ""),
    ("It was 1.200,50 there", 1200.5, "", "number", "", ""),
    ("1'200 users", 1200, "", "count", "user", ""),
    ("1’200 users", 1200, "", "count", "user", ""),
    ("1,200.50 was paid", 1200.5, "", "number", "", ""),
    ("pi of 3.14", 3.14, "", "count", "pi", ""),
    ("a mean of 0.4", 0.4, "", "count", "mean", ""),
    ("1.2k words", 1200, "", "count", "word", ""),
    ("1.2 million users", 1_200_000, "", "count", "user", ""),
    ("3M users", 3_000_000, "", "count", "user", ""),
    ("7B parameters", 7e9, "", "count", "parameter", ""),
    ("€1.2bn", 1.2e9, "EUR", "money", "", ""),
    ("two billion people", 2e9, "", "count", "person", ""),
    ("forty percent", 40, "%", "percent", "", ""),
    ("forty per cent of the sources", 40, "%", "percent", "source", ""),
    ("40 %", 40, "%", "percent", "", ""),
    ("40%", 40, "%", "percent", "", ""),
    ("40 percent", 40, "%", "percent", "", ""),
    ("40 pct", 40, "%", "percent", "", ""),
    ("40 Prozent", 40, "%", "percent", "", ""),
    ("40 pour cent", 40, "%", "percent", "", ""),
    ("百分之四十", 40, "%", "percent", "", ""),
    ("40％", 40, "%", "percent", "", ""),
    ("a 40% discount", 40, "%", "percent", "discount", ""),
    ("an accuracy of 40%", 40, "%", "percent", "accuracy", ""),
    ("5 percentage points", 5, "pp", "percent", "", ""),
    ("twenty-one words", 21, "", "count", "word", ""),
    ("one hundred and fifty-two words", 152, "", "count", "word", ""),
    ("a hundred words", 100, "", "count", "word", ""),
    ("two thousand three hundred and five words", 2305, "", "count", "word", ""),
    ("a dozen examples", 12, "", "count", "example", ""),
    ("two dozen examples", 24, "", "count", "example", ""),
    ("half a million users", 500_000, "", "count", "user", ""),
    ("two and a half hours", 150, "minute", "duration", "", ""),
    ("half of the sources", 50, "%", "ratio", "source", ""),
    ("half the sources", 50, "%", "ratio", "source", ""),
    ("two thirds of the claims", 200 / 3, "%", "ratio", "claim", ""),
    ("three quarters of users", 75, "%", "ratio", "user", ""),
    ("one in five users", 20, "%", "ratio", "user", ""),
    ("two species", 2, "", "count", "species", ""),
    ("3 out of 5 sources", 60, "%", "ratio", "source", ""),
    ("3 of the 5 sources", 60, "%", "ratio", "source", ""),
    ("3/4", 75, "%", "ratio", "", ""),
    ("a rating of 4/5", 80, "%", "rating", "rating", ""),
    ("4 out of 5", 80, "%", "rating", "", ""),
    ("4/5", 80, "%", "rating", "", ""),
    ("it passes 4/5", 80, "%", "ratio", "", ""),
    ("3/5 tests pass", 60, "%", "ratio", "test", ""),
    ("Rating: 2", 2, "", "rating", "rating", ""),
    ("Score: 4", 4, "", "rating", "score", ""),
    ("**Score:** 4", 4, "", "rating", "score", ""),
    ("the overall score is 4", 4, "", "rating", "overall score", ""),
    ("I give it 7 out of 10", 70, "%", "rating", "", ""),
    ("I rate it 8/10.", 80, "%", "rating", "", ""),
    ("it deserves a 4", 4, "", "rating", "", ""),
    ("the credit score of 700", 700, "", "count", "credit score", ""),
    ("It gives 3 reasons", 3, "", "count", "reason", ""),
    ("double the price", 2, "time", "multiple", "", ""),
    ("the price is double", 2, "time", "multiple", "", ""),
    ("it doubles the fee", 2, "time", "multiple", "", ""),
    ("twice as long", 2, "time", "multiple", "", ""),
    ("drei Fehler", 3, "", "count", "error", ""),
    ("152 Wörter", 152, "", "count", "word", ""),
    ("einundzwanzig Quellen", 21, "", "count", "source", ""),
    ("zweihundert Wörter", 200, "", "count", "word", ""),
    ("vierzehn Tage", 14, "day", "duration", "", ""),
    ("trois erreurs", 3, "", "count", "error", ""),
    ("quatre-vingt-dix-sept mots", 97, "", "count", "word", ""),
    ("vingt et un mots", 21, "", "count", "word", ""),
    ("deux cents mots", 200, "", "count", "word", ""),
    ("tres errores y la respuesta es la", 3, "", "count", "error", ""),
    ("treinta y dos palabras", 32, "", "count", "word", ""),
    ("quattro errori", 4, "", "count", "error", ""),
    ("ventuno parole", 21, "", "count", "word", ""),
    ("quatro erros", 4, "", "count", "error", ""),
    ("vinte e um erros", 21, "", "count", "error", ""),
    ("drie fouten", 3, "", "count", "error", ""),
    ("eenentwintig woorden", 21, "", "count", "word", ""),
    ("三个来源", 3, "", "count", "来源", ""),
    ("二十天", 20, "day", "duration", "", ""),
    ("一百五十二个字", 152, "", "count", "字", ""),
    ("3万人", 30_000, "", "count", "人", ""),
    ("三万人", 30_000, "", "count", "人", ""),
    ("１５２ words", 152, "", "count", "word", ""),
    ("$1,200", 1200, "USD", "money", "", ""),
    ("1.200 EUR", 1200, "EUR", "money", "", ""),
    ("£3", 3, "GBP", "money", "", ""),
    ("US$5", 5, "USD", "money", "", ""),
    ("¥500", 500, "JPY", "money", "", ""),
    ("EUR 12.50", 12.5, "EUR", "money", "", ""),
    ("twenty dollars", 20, "USD", "money", "", ""),
    ("$3 million", 3e6, "USD", "money", "", ""),
    ("-$5", -5, "USD", "money", "", ""),
    ("the price is $20", 20, "USD", "money", "price", ""),
    ("the product costs $20", 20, "USD", "money", "product", ""),
    ("the price of the product is $20", 20, "USD", "money", "price", ""),
    ("2 hours", 120, "minute", "duration", "", ""),
    ("120 minutes", 120, "minute", "duration", "", ""),
    ("2 hours and 30 minutes", 150, "minute", "duration", "", ""),
    ("24 hrs", 1440, "minute", "duration", "", ""),
    ("the refund window is 14 days", 14, "day", "duration", "refund window", ""),
    ("a 14-day refund window", 14, "day", "duration", "refund window", ""),
    ("a two-week period", 14, "day", "duration", "period", ""),
    ("3 weeks", 21, "day", "duration", "", ""),
    ("6 months", 6, "month", "duration", "", ""),
    ("2 years", 24, "month", "duration", "", ""),
    ("10 km", 10_000, "metre", "length", "", ""),
    ("5 kg", 5000, "gram", "weight", "", ""),
    ("2 MB", 2e6, "byte", "size", "", ""),
    ("20 °C", 20, "°C", "temperature", "", ""),
    ("212 °F", 100, "°C", "temperature", "", ""),
    ("90 km/h", 90, "km/h", "speed", "", ""),
    ("at 14:30", 870, "time of day", "time", "", ""),
    ("at 2:30 pm", 870, "time of day", "time", "", ""),
    ("at 2 pm", 840, "time of day", "time", "", ""),
    ("2024-03-05", 20240305, "date", "date", "", ""),
    ("5 March 2024", 20240305, "date", "date", "", ""),
    ("March 5, 2024", 20240305, "date", "date", "", ""),
    ("on March 5", 305, "date", "date", "", ""),
    ("March 2024", 20240300, "date", "date", "", ""),
    ("25/03/2024", 20240325, "date", "date", "", ""),
    ("5. März 2024", 20240305, "date", "date", "", ""),
    ("5.3.2024", 20240305, "date", "date", "", ""),
    ("2024年3月5日", 20240305, "date", "date", "", ""),
    ("in 2024", 20240000, "date", "date", "", ""),
    ("it ended in 1783", 17830000, "date", "date", "", ""),
    ("in the 1990s", 1990, "decade", "date", "", ""),
    ("back to the 60s", 1960, "decade", "date", "", ""),
    ("information about the two plans", 2, "", "count", "plan", ""),
    ("it says more about two plans", 2, "", "count", "plan", ""),
    ("a 7-year-old child", 84, "month", "duration", "child", ""),
    ("v1.2.3", 1_002_003, "version", "version", "", ""),
    ("version 1.2", 1_002_000, "version", "version", "", ""),
    ("line 42", 42, "", "reference", "line", ""),
    ("step 3", 3, "", "reference", "step", ""),
    ("Q3", 3, "", "reference", "quarter", ""),
    ("section 2.1", 2.1, "", "reference", "section", ""),
    ("HTTP 404", 404, "", "reference", "http", ""),
    ("issue #12", 12, "", "reference", "#", ""),
    ("the third paragraph", 3, "", "ordinal", "paragraph", ""),
    ("finished 2nd", 2, "", "ordinal", "", ""),
    ("the twenty-first line", 21, "", "ordinal", "line", ""),
    ("zero errors", 0, "", "count", "error", ""),
    ("0 errors", 0, "", "count", "error", ""),
    ("appears twice", 2, "time", "multiple", "", ""),
    ("3 times", 3, "time", "multiple", "", ""),
    ("-5 points", -5, "", "count", "point", ""),
    ("minus five", -5, "", "number", "", ""),
    ("−5 points", -5, "", "count", "point", ""),
    ("word count of 152", 152, "", "count", "word", ""),
    ("word count is 152", 152, "", "count", "word", ""),
    ("Word count: 152", 152, "", "count", "word", ""),
    ("a length of 152 words", 152, "", "count", "word", ""),
    ("the number of words is 152", 152, "", "count", "word", ""),
    ("152 words in total", 152, "", "count", "word", ""),
    ("three cited sources", 3, "", "count", "cited source", ""),
    ("one factual error", 1, "", "count", "factual error", ""),
    ("over the limit of 50", 50, "", "count", "limit", ""),
    ("exceeds the 50-word limit", 50, "", "count", "word limit", ""),
    ("must be under 50 words", 50, "", "count", "word limit", "under"),
    ("50 words are required", 50, "", "count", "word limit", ""),
    ("about 150 words", 150, "", "count", "word", "about"),
    ("approximately 150 words", 150, "", "count", "word", "about"),
    ("~150 words", 150, "", "count", "word", "about"),
    ("roughly 150 words", 150, "", "count", "word", "about"),
    ("around 150 words", 150, "", "count", "word", "about"),
    ("over 150 words", 150, "", "count", "word", "over"),
    ("more than 150 words", 150, "", "count", "word", "over"),
    ("at least 150 words", 150, "", "count", "word", "over"),
    ("exceeds 150 words", 150, "", "count", "word", "over"),
    ("> 150 words", 150, "", "count", "word", "over"),
    ("150 or more words", 150, "", "number", "", "over"),
    ("150+ words", 150, "", "count", "word", "over"),
    ("under 150 words", 150, "", "count", "word", "under"),
    ("less than 150 words", 150, "", "count", "word", "under"),
    ("at most 150 words", 150, "", "count", "word", "under"),
    ("up to 150 words", 150, "", "count", "word", "under"),
    ("no more than 150 words", 150, "", "count", "word", "under"),
    ("does not exceed 150 words", 150, "", "count", "word", "under"),
    ("150 words or fewer", 150, "", "count", "word", "under"),
    ("within 14 days", 14, "day", "duration", "", "under"),
    ("exactly 150 words", 150, "", "count", "word", "exactly"),
    ("mehr als 150 Wörter", 150, "", "count", "word", "over"),
    ("约三天", 3, "day", "duration", "", "about"),
]

RANGES = [
    ("3-5 sentences", 3, 5, "", "sentence"),
    ("3–5 sentences", 3, 5, "", "sentence"),
    ("3 to 5 sentences", 3, 5, "", "sentence"),
    ("between 3 and 5 sentences", 3, 5, "", "sentence"),
    ("between three and five sentences", 3, 5, "", "sentence"),
    ("$3-$5", 3, 5, "USD", ""),
    ("2-3 weeks", 14, 21, "day", ""),
    ("10-20%", 10, 20, "%", ""),
]

NOTHING = [
    "1. The reply is right.", "2) The reply is right.", "  3. **Tone**: polite", "- 4. polite", "Good: (1) it answers, (2) it cites.", "# Heading 3",
    "### Step 2: the check", "the other one is better", "one of the answers", "no one knows", "one could say so", "This one is better.", "which one is it",
    "sha256", "utf8", "item_12", "GPT-4 wrote it", "H2O", "utf-8", "see https://example.org/12/a?b=3", "mail me at bob12@example.org", "3D glasses",
    "It is fine.", "", "no errors", "First, the reply is polite.", "double-check the quotes", "the second, however, fails", "几个", "一样好", "a due date",
    "he may be right", "hundreds of words", "x" * 1000,
    "a double charge", "double check the quotes", "a double room", "a triple bond", "a single example", "a single source", "It fails below zero", "a zero-based index",
    "zero tolerance", "it starts from zero", "division by zero", "one of them",
    "12345678901234567890123", "5G network",
]  # fmt: skip


@pytest.mark.parametrize(("text", "value", "unit", "kind", "what", "bound"), ONE, ids=[row[0] for row in ONE])
def test_one_quantity_is_read(text: str, value: float, unit: str, kind: str, what: str, bound: str) -> None:
    (found,) = find_quantities(text)
    assert found.value == pytest.approx(value, rel=1e-12)
    assert (found.unit, found.kind, found.what, found.bound) == (unit, kind, what, bound)
    assert found.upper is None


@pytest.mark.parametrize(("text", "low", "high", "unit", "what"), RANGES, ids=[row[0] for row in RANGES])
def test_a_range_is_one_quantity(text: str, low: float, high: float, unit: str, what: str) -> None:
    (found,) = find_quantities(text)
    assert (found.value, found.upper, found.unit, found.what) == (low, high, unit, what)


@pytest.mark.parametrize("text", NOTHING)
def test_nothing_is_read_where_no_quantity_stands(text: str) -> None:
    assert find_quantities(text) == ()


def test_a_date_of_unclear_order_keeps_its_own_form() -> None:
    (found,) = find_quantities("on 05/03/2024")
    assert (found.unit, found.text) == ("date as written", "05/03/2024")
    assert find_quantities("2024-03-05")[0].unit != found.unit


def test_a_number_that_is_demanded_is_told_from_one_that_is_found() -> None:
    found = find_quantities("It exceeds the 50-word limit with 152 words.")
    assert [(q.value, q.what) for q in found] == [(50, "word limit"), (152, "word")]


def test_neighbours_share_no_character() -> None:
    assert [q.text for q in find_quantities("two$two, 5$5, due 10 May.")] == ["two", "$two", "5", "$5", "10 May"]


def test_a_change_is_no_range() -> None:
    assert [(q.value, q.upper) for q in find_quantities("The score improved from 3 to 5.")] == [(3, None), (5, None)]


_WORDS = st.sampled_from(
    [
        "one",
        "two",
        "hundred",
        "and",
        "thousand",
        "million",
        "half",
        "a",
        "dozen",
        "twenty",
        "-",
        ",",
        ".",
        "1,200",
        "1.2",
        "3",
        "/",
        "of",
        "out",
        "5",
        "%",
        "$",
        "€",
        "words",
        "days",
        "limit",
        "of",
        "is",
        "over",
        "about",
        "2024-03-05",
        "line",
        "v1.2",
        "三",
        "百",
        "万",
        "天",
        "４",
        "\n",
        "#",
        "(",
        ")",
        "third",
        "twice",
        "İ",
        "ß",
        "\xa0",
        "minus",
        "to",
        "between",
        "March",
        "k",
        "M",
        "x",
        "s",
        "h",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=80), st.lists(_WORDS, max_size=20).map(" ".join), st.lists(_WORDS, max_size=20).map("".join)))
def test_stretches_are_those_of_the_text(text: str) -> None:
    found = find_quantities(text)
    assert all(text[q.start : q.end] == q.text and q.start < q.end for q in found)
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))
    assert all(q.value == q.value and abs(q.value) < float("inf") for q in found)
    assert all(q.upper is None or q.upper > q.value for q in found)
    assert found == find_quantities(text)


@pytest.mark.parametrize(
    "text",
    ["1" * 100_000, "one hundred and " * 6_250, " " * 100_000, " " * 100_000 + "1", "1," * 50_000, "1.2." * 25_000, "#" * 100_000 + " 1", "1 " + "@" * 100_000],
    ids=["digits", "hundred and", "spaces", "spaces and a digit", "1,", "dots", "hashes", "at signs"],
)
def test_hostile_texts_take_linear_time(text: str) -> None:
    started = time.process_time()
    find_quantities(text)
    assert time.process_time() - started < 1.0


def test_many_numbers_take_linear_time() -> None:
    def seconds(n: int) -> float:
        best = float("inf")
        for _ in range(3):
            started = time.process_time()
            find_quantities("三个 1 two 3/" * n)
            best = min(best, time.process_time() - started)
        return best

    assert seconds(2_000) < 4 * 4 * seconds(500)
