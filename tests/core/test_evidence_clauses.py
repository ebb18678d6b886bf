"""What each clause of a rationale speaks about, and how."""

from __future__ import annotations

import time

import pytest

from judgeaudit.text.evidence.clauses import Reading, read_rationale
from judgeaudit.text.evidence.language import language_of
from judgeaudit.text.evidence.sources import Sources

ONE = Sources({"response": "r", "context": "c", "input": "i", "rubric": "q"})
TWO = Sources({"response_a": "a", "response_b": "b", "input": "i", "rubric": "q"})
PLAIN = Sources({"response": "r", "input": "i"})
R, C, N, Q = ("response",), ("context",), ("input",), ("rubric",)
A, B = ("response_a",), ("response_b",)


def quoted(rationale: str, sources: Sources = ONE) -> list[tuple[str, tuple[str, ...], str]]:
    reading = read_rationale(rationale, sources)
    return [(quote.text, reading.places_at(quote.start, quote.end), reading.mood_at(quote.start)) for quote in reading.quotes]


def clauses(rationale: str, sources: Sources = ONE) -> list[tuple[tuple[str, ...], str]]:
    return [(clause.places, clause.mood) for clause in read_rationale(rationale, sources).clauses]


def places_of(reading: Reading, words: str) -> tuple[str, ...]:
    start = reading.text.index(words)
    return reading.places_at(start, start + len(words))


@pytest.mark.parametrize(
    ("rationale", "places"),
    [
        ('The response says "30 days", whereas the policy says "14 days".', [R, C]),
        ('While the policy states "14 days", the response says "30 days".', [C, R]),
        ('"We will call", says the response.', [R]),
        ('The phrase "as soon as possible" in the response is vague.', [R]),
        ('According to the policy, "refunds take 14 days".', [C]),
        ('Per policy, "refunds take 14 days".', [C]),
        ('The response contradicts the policy ("14 days").', [(*R, *C)]),
        ('The response quotes the policy as saying "we never refund".', [(*R, *C)]),
        ('The response says that the policy covers "all items".', [(*R, *C)]),
        ('The response answers the question "where is it?"', [N]),
        ('The response tells the user "please wait".', [R]),
        ('The user\'s message says "my order is late".', [N]),
        ('As the customer wrote, "my order is late".', [N]),
        ('The rubric requires "a polite tone".', [Q]),
        ('Unlike the policy, the response says "30 days".', [R]),
        ('It says "30 days".', [R]),
        ('It is stated that "refunds take 14 days".', [()]),
        ('The fact that it says "hello" is fine.', [R]),
        ('The word "refund" is used in this context.', [()]),
        ('The policy is clear: "14 days".', [C]),
        ('Policy: "14 days".', [C]),
        ('The conversation history mentions "hello".', [(*C, *N)]),
        ('The mention of "a calming color" feels out of place in the conversation.', [(*C, *N, *R)]),
        ('The response contradicts the previous statement, where the person said "no".', [()]),
        ('The response mentions the fact that there was a sequel called "Rise".', [(*R, *C)]),
    ],
)
def test_nearest_place_word(rationale: str, places: list[tuple[str, ...]]) -> None:
    assert [found for _, found, _ in quoted(rationale)] == places


@pytest.mark.parametrize(
    ("rationale", "places"),
    [
        ('Output (a) says "x y". On the other hand, Output (b) says "q r", and it omits "s t".', [A, B, B]),
        ('Response A says "x"; the other response says "y".', [A, B]),
        ('Both responses mention "x".', [(*A, *B)]),
        ('Output (a) and Output (b) both mention "x".', [(*A, *B)]),
        ('The response says "x".', [()]),
        ('Output (a) is short. This response says "x".', [A]),
        ('In Response A the agent writes "x y".', [A]),
        ('Output (a) "What was most surprising?" is a valid rephrasing.', [A]),
        ('Output (b) uses more words than Output (a), such as "x".', [B]),
    ],
)
def test_two_responses(rationale: str, places: list[tuple[str, ...]]) -> None:
    assert [found for _, found, _ in quoted(rationale, TWO)] == places


def test_policy_is_the_input_where_there_is_no_context() -> None:
    assert quoted('The policy says "x".', PLAIN) == [("x", N, "asserted")]
    assert quoted('The reference answer says "x".', Sources({"response": "r", "reference": "g"})) == [("x", ("reference",), "asserted")]


def test_own_names_of_sources() -> None:
    assert quoted('The transcript2 is long, and the ticket says "x".', Sources({"response": "r", "ticket": "t"}))[0][1] == ("ticket",)


def test_a_place_is_carried_on() -> None:
    assert clauses("The response is short. It gives no fee. The tone is rude. However, it is polite.") == [
        (R, "asserted"),
        (R, "denied"),
        ((), "asserted"),
        (R, "asserted"),
    ]
    assert clauses("Output (b) is creative, but lacks the same detail as Output (a).", TWO) == [(B, "asserted"), (B, "denied")]


def test_paragraphs_forget_and_headings_hold() -> None:
    assert clauses("The policy is long.\n\nIt is bad.")[-1] == ((), "asserted")
    headed = "### Response A\n\n- Says more\n- Lacks a date\n\n### Response B\n\nIt is fine.\n\nOverall, a tie."
    assert [places for places, _ in clauses(headed, TWO)] == [A, A, A, B, B, ()]
    listed = "The response has issues:\n- It is rude.\n- Lacks a greeting.\n\nThe tone is poor."
    assert [places for places, _ in clauses(listed)] == [R, R, R, ()]


@pytest.mark.parametrize(
    ("rationale", "moods"),
    [
        ('It says "30 days" but should say "14 days".', ["asserted", "suggested"]),
        ('The reply should have said "sorry" instead of "no".', ["suggested", "asserted"]),
        ('It says "too bad" rather than "we are sorry".', ["asserted", "suggested"]),
        ('The text should read "X Y", not "Y X".', ["suggested", "asserted"]),
        ('The reply should be changed from "no" to "yes".', ["asserted", "suggested"]),
        ('I would replace "no" with "yes".', ["asserted", "suggested"]),
        ('The response uses "shall", which could be replaced with "must".', ["asserted", "suggested"]),
        ('"Contact us" would be clearer.', ["suggested"]),
        ('"Please wait" and "thank you" should have been used.', ["suggested", "suggested"]),
        ('A better answer would be "We apologise".', ["suggested"]),
        ('Output (b) is a better answer because it says "x y".', ["asserted"]),
        ('The response says customers should wait "30 days".', ["asserted"]),
        ('If the response had said "14 days", it would be right.', ["conditional"]),
        ('In fact, the capital is "Canberra".', ["outside"]),
        ('The correct answer is "Canberra".', ["outside"]),
        ('The response actually says "Sydney".', ["asserted"]),
        ('The source says "5 km", which means "3.1 miles".', ["asserted", "restated"]),
        ('The response says "5 km", i.e. "3.1 miles".', ["asserted", "restated"]),
        ('In other words, "he went home".', ["restated"]),
        ('It does not show the meaning of "redundant".', ["denied"]),
        ('The response does not say "sorry"; it says "too bad".', ["denied", "asserted"]),
        ('The response never mentions the fee, saying "ask us" instead.', ["asserted"]),
        ('The response fails to follow the policy by stating "30 days".', ["asserted"]),
        ('The word "refund" does not appear in the response.', ["denied"]),
        ('"Free shipping" is nowhere in the policy.', ["denied"]),
        ('"30 days" is not correct.', ["asserted"]),
        ('"bountiful" is a more precise synonym.', ["asserted"]),
    ],
)
def test_moods_of_quotes(rationale: str, moods: list[str]) -> None:
    assert [mood for _, _, mood in quoted(rationale)] == moods


def test_what_is_missing_from_where() -> None:
    reading = read_rationale("The response adds a treehouse, which is not mentioned in the given input.", ONE)
    assert places_of(reading, "is not mentioned") == N
    reading = read_rationale("The response does not mention the window in the policy.", ONE)
    assert places_of(reading, "does not mention the window") == R
    reading = read_rationale("The response tells the user nothing about refunds.", ONE)
    assert places_of(reading, "nothing about refunds") == R


def test_insides_of_quotes_are_not_read() -> None:
    reading = read_rationale('The response says "the policy. But it should not" and ends.', ONE)
    assert [(clause.places, clause.mood) for clause in reading.clauses] == [(R, "asserted")]
    assert len(reading.bare) == len(reading.text)
    assert [clause.text for clause in read_rationale('It says "No." That is rude.', ONE).clauses] == ['It says "No."', "That is rude."]


@pytest.mark.parametrize(
    ("rationale", "found"),
    [
        ("Die Antwort sagt „3 Tage“, aber laut Richtlinie gilt „5 Tage“.", [(R, "asserted"), (C, "asserted")]),
        ("Die Antwort erwähnt „Rückgabe“ nicht, sie sollte „14 Tage“ sagen.", [(R, "denied"), (R, "suggested")]),
        ("La réponse dit « 30 jours », mais le document indique « 14 jours ».", [(R, "asserted"), (C, "asserted")]),
        ('La respuesta no menciona "el plazo" de la lista.', [(R, "denied")]),
        ("回答说“30天”，但政策规定“14天”。", [(R, "asserted"), (C, "asserted")]),
        ("“退款”没有出现在回答中。", [(R, "denied")]),
        ("応答は「30日」と述べていますが、ポリシーには「14日」とあります。", [(R, "asserted"), (C, "asserted")]),
        ("「お詫びします」と言うべきです。", [((), "suggested")]),
    ],
)
def test_other_languages(rationale: str, found: list[tuple[tuple[str, ...], str]]) -> None:
    assert [(places, mood) for _, places, mood in quoted(rationale)] == found


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The response is short and polite.", "en"),
        ("Die Antwort ist kurz und nennt keine Frist.", "de"),
        ("La réponse est courte mais elle ne cite pas le document.", "fr"),
        ("La respuesta es corta y no menciona el plazo.", "es"),
        ("回答很短，但是没有提到期限。", "zh"),
        ("応答は短いですが、期限に触れていません。", "ja"),
        ("Ответ короткий и вежливый.", "ru"),
        ("답변은 짧고 정중합니다.", "ko"),
        ("4711", ""),
        ("", ""),
    ],
)
def test_language(text: str, language: str) -> None:
    assert language_of(text) == language


def test_clause_of_an_offset() -> None:
    reading = read_rationale("It is short. It is rude.", ONE)
    assert [reading.at(offset).start for offset in (0, 11, 13, 500)] == [0, 0, 13, 13]
    assert read_rationale("", ONE).at(0).text == ""
    assert all(clause.text == reading.text[clause.start : clause.end] for clause in reading.clauses)


@pytest.mark.parametrize("piece", ["the response says ", "it ", "回答中说", '"a b" ', "not ", "- the response says\n", "x", 'should change "a" '])
def test_long_texts_are_read_in_linear_time(piece: str) -> None:
    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        begun = time.process_time()
        reading = read_rationale(text, ONE)
        for offset in range(0, length, length // 50):
            reading.places_at(offset, offset + 3)
            reading.mood_at(offset)
        return time.process_time() - begun

    short, long = (min(seconds(length) for _ in range(3)) for length in (20_000, 80_000))  # the collector of a large test run costs half a second at times
    assert long < 12 * max(short, 0.01)
