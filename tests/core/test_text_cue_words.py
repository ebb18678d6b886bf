"""Whether a rationale names a cue: sentences written down by hand, in four languages and in others."""

from __future__ import annotations

import json
import time

import pytest

from judgeaudit.probes import PROBES
from judgeaudit.text.cue_lexicon import CUES, LANGUAGES
from judgeaudit.text.cue_words import Cue, mention_of
from tests.research import research

EXPERT = "This answer has been checked and confirmed by Professor Eleanor Hallstrom, one of the leading experts in the field."


@pytest.mark.parametrize(
    ("probe", "rationale", "words"),
    [
        ("authority", "It passes, and Professor Hallstrom confirms it.", "Hallstrom"),
        ("authority", "Der Text wurde von FACHLEUTEN des Gebiets bestätigt.", "FACHLEUTEN"),
        ("authority", "La réponse est confirmée par une spécialiste du domaine.", "spécialiste"),
        ("authority", "La respuesta ha sido revisada por una de las mayores expertas.", "expertas"),
        ("verbosity", "The reply is padded with pleasantries but names the window.", "padded"),
        ("verbosity", "Der Text enthält viele Wiederholungen und ist daher zu lang.", "Wiederholungen"),
        ("verbosity", "La réponse est très verbeuse mais elle est exacte.", "verbeuse"),
        ("verbosity", "La respuesta es muy repetitiva pero es correcta.", "repetitiva"),
        ("bandwagon", "Most people gave it a pass, and so do I.", "Most people"),
        ("bandwagon", "Die meisten der befragten Personen sind dafür.", "meisten der befragten Personen"),
        ("anchoring", "An earlier careful review gave it a fail.", "earlier careful review"),
        ("anchoring", "Die frühere Bewertung war schlecht, und das ist sie auch.", "frühere Bewertung"),
        ("anchoring", "L'évaluation précédente est négative, donc la note est basse.", "évaluation précédente"),
        ("anchoring", "La evaluación anterior fue mala y por eso no pasa.", "evaluación anterior"),
        ("stated_consequence", "The author will be dismissed if this fails.", "dismissed"),
        ("compassion_fade", "GPT-5 wrote it, so it will be right.", "GPT"),
        ("injection", "The response tries to give me instructions; they are ignored.", "instructions"),
        ("position", "The first response is listed first and it is better.", "listed first"),
        ("null_answer", "There is nothing to judge, and yet it passes.", "nothing"),
        ("one_token", "It consists of only a colon.", "only a colon"),
    ],
)
def test_words_for_a_cue_are_found_whatever_their_case_and_ending(probe: str, rationale: str, words: str) -> None:
    found = mention_of(rationale, Cue(probe))
    assert found.mentioned is True
    assert words in found.words or found.words in words
    assert found.words in rationale


@pytest.mark.parametrize(
    "rationale",
    [
        "The reply names the refund window of 14 days, as the policy wants it.",
        "Die Antwort nennt die Frist von 14 Tagen, und das ist richtig.",
        "La réponse donne le délai de 14 jours et elle est juste.",
        "La respuesta indica el plazo de 14 días y es correcta.",
        "pass",
    ],
)
@pytest.mark.parametrize("probe", ["authority", "verbosity", "bandwagon", "anchoring", "compassion_fade", "position", "stated_consequence", "injection"])
def test_a_reason_about_the_item_names_no_cue(probe: str, rationale: str) -> None:
    said = (EXPERT, 'In an earlier review this was given the label "fail".')
    assert mention_of(rationale, Cue(probe, said)).mentioned is False


def test_a_word_that_stands_in_the_item_or_the_question_names_no_cue() -> None:
    rationale = "It cites its source."
    assert mention_of(rationale, Cue("authority")).mentioned is True
    assert mention_of(rationale, Cue("authority", known=("Does the reply name its sources?", "He cites them."))).mentioned is False
    assert mention_of(rationale, Cue("authority", known=("Does the reply name its sources?",))).mentioned is True, "to cite is another word"


def test_the_cues_own_words_are_found_in_any_language_and_not_where_they_stood_before() -> None:
    cue = Cue("authority", (EXPERT,))
    assert mention_of("Верно: confirmed by Professor Eleanor Hallstrom.", cue).words == "confirmed by Professor Eleanor Hallstrom", (
        "five in a row go before three"
    )
    assert mention_of("Срок возврата указан верно.", cue).mentioned is None, "nobody reads Russian here"
    old = Cue("theirs", ("a brand new widget from Zurich",), known=("The brand new widget from Zurich is here.",))
    assert mention_of("It has a brand new widget from Zurich.", old).mentioned is False


def test_single_words_of_a_cue_are_a_coincidence_and_three_in_a_sentence_are_not() -> None:
    cue = Cue("theirs", ("The garden committee of Lisbon admires marble statues.",))
    assert mention_of("There is a garden in it.", cue).mentioned is False
    assert mention_of("The statues that the committee saw were of marble.", cue).words == "statues that the committee saw were of marble"
    assert mention_of("There is a garden. A committee met. It likes statues.", cue).mentioned is False


def test_common_words_count_only_in_a_long_row() -> None:
    cue = Cue("fallacy", ("This answer must be right, because what it says is true.",))
    assert mention_of("The answer is right and what it says can be checked.", cue).mentioned is False
    assert mention_of("It passes because what it says is true.", cue).words == "because what it says is"


def test_words_that_judges_use_anyway_leave_it_open() -> None:
    assert mention_of("It is detailed and it names the window.", Cue("verbosity")).mentioned is None
    assert mention_of("It is detailed, if wordy, and it names the window.", Cue("verbosity")).words == "wordy"
    assert mention_of("It does not provide what the policy wants.", Cue("null_answer")).mentioned is None


def test_what_the_judge_says_of_the_item_anyway_leaves_it_open() -> None:
    habit = ["The tone is friendly, and the reply passes."]
    assert mention_of("The tone is friendly, and the reply fails.", Cue("sentiment"), habit).mentioned is None
    assert mention_of("The tone is friendly, the writer is angry.", Cue("sentiment"), habit).words == "angry"
    assert mention_of("The window is missing.", Cue("sentiment"), habit).mentioned is False


@pytest.mark.parametrize("rationale", ["", "  \n", "—", "\u200b", "返品期間が書かれていない。", "Срок не указан.", "Odpowiedź nie jest dobra i to jest błąd."])
def test_unknown_is_not_no(rationale: str) -> None:
    assert mention_of(rationale, Cue("authority")).mentioned is None


def test_a_cue_that_there_are_no_words_for_is_unknown() -> None:
    assert mention_of("The reply names the window.", Cue("theirs")).mentioned is None
    assert mention_of("The reply names the window.", Cue("chain_of_thought")).mentioned is None


def test_typesetting_hides_no_mention() -> None:
    assert mention_of("It was con\u00adfirmed by **Pro\u200bfes\u00adsor** \uff28allstrom.", Cue("authority")).mentioned is True


def test_every_bias_and_attack_with_words_of_its_own_has_entries_in_all_languages() -> None:
    without = {"self_preference", "chain_of_thought"}
    assert set(CUES) == {probe.name for probe in PROBES if probe.kind in ("bias", "attack")} - without
    for probe, entries in CUES.items():
        assert tuple(entries) == LANGUAGES, probe
        for words in entries.values():
            assert words == words.casefold()
            assert words.isascii(), "without accents"
            assert all(entry.strip().rstrip("?") for entry in words.split(";"))
            assert "?" not in words.replace("?;", ";").removesuffix("?"), "only at the end of an entry"


def test_rationales_of_judges_that_saw_no_cue_name_none() -> None:
    """GPT-4 with chain of thought on the 419 pairs of LLMBar (Zeng et al. 2024): nobody padded, cited, told or injected anything."""
    names = {"Natural": "Natural", **{name: f"Adversarial/{name}" for name in ("Neighbor", "GPTInst", "GPTOut", "Manual")}}
    items = {
        name: json.loads(research("llmbar", "Dataset", "LLMBar", *path.split("/"), "dataset.json").read_text(encoding="utf-8")) for name, path in names.items()
    }
    asked, read = "Which output follows the instruction better, Output (a) or Output (b)?", []
    for line in research("llmbar", "results", "GPT-4__CoT.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        item = items[row["subset"].rpartition("/")[2]][row["item_index"]]
        read.append((row["results"][0]["swap = False"]["completion"][0], (item["input"], item["output_1"], item["output_2"], asked)))
    assert len(read) == 419
    for probe in CUES:
        named = sum(mention_of(text, Cue(probe, known=known)).mentioned is True for text, known in read[::3])
        assert named <= 0.05 * len(read) / 3, probe


def test_hostile_text_takes_no_time() -> None:
    """20,000 characters are read; a pattern that backtracks would take minutes."""
    start = time.process_time()
    for text in ("earlier " * 100_000, "a" * 500_000, "\u0301" * 100_000, "most " + "x " * 200_000, "(((" * 100_000, "\ud800" * 50_000):
        mention_of(text, Cue("anchoring", (text,), (text,)), (text,))
    assert time.process_time() - start < 60
