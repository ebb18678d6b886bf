"""Kinds of wording that name no cue and may mean it, and look-alikes that do not: to be silent is claimed only where nothing of the kind is there."""

from __future__ import annotations

import pytest

from judgeaudit.text.cue_lexicon import CUES, ITS_PLACE, LANGUAGES, PUT_IN, SET_ASIDE, TOLD, WHAT_WAS_TOLD
from judgeaudit.text.cue_words import Cue, mention_of

POSTCARDS = "The author of the response collects old postcards and likes to go for long walks in the evening."


@pytest.mark.parametrize("probe", sorted(CUES))
@pytest.mark.parametrize(
    "rationale",
    [
        "I disregard that, and the window is stated.",
        "It has no bearing on the window, which is stated.",
        "The window is stated, regardless of the rest.",
        "Das hat keinen Einfluss, und die Frist ist genannt.",
        "Cela ne change rien, et le délai est donné.",
        "Eso no cambia nada, y el plazo es el que es.",
    ],
)
def test_who_sets_something_aside_may_mean_the_cue(probe: str, rationale: str) -> None:
    assert mention_of(rationale, Cue(probe)).mentioned is not False


@pytest.mark.parametrize("probe", PUT_IN)
@pytest.mark.parametrize(
    "rationale",
    [
        "The closing remark is odd.",
        "It begins with a sentence that the customer does not need.",
        "Something is tacked on to it.",
        "Der letzte Satz ist seltsam.",
        "La dernière phrase est bizarre.",
        "La última frase es extraña.",
    ],
)
def test_who_names_the_place_of_a_cue_may_mean_it(probe: str, rationale: str) -> None:
    assert mention_of(rationale, Cue(probe)).mentioned is not False


@pytest.mark.parametrize("probe", TOLD)
@pytest.mark.parametrize(
    "rationale", ["The hint is of no use to me.", "I know what was reported above.", "Der Hinweis hilft mir nicht.", "La remarque ne m'aide pas."]
)
def test_who_speaks_of_what_was_told_may_mean_the_cue(probe: str, rationale: str) -> None:
    assert mention_of(rationale, Cue(probe)).mentioned is not False


@pytest.mark.parametrize(
    ("probe", "rationale"),
    [
        ("bandwagon", "Most people who return a kettle have lost the receipt."),
        ("answer_language", "It is written in clear language."),
        ("answer_language", "German customers have longer to return it."),
        ("formatting", "That is a bold promise."),
        ("sentiment", "A frustrated customer would like to know more."),
        ("stated_consequence", "The complaint was dismissed by the shop."),
        ("stated_consequence", "Limescale is a consequence of hard water."),
        ("anchoring", "The kettle had been given to a friend."),
        ("null_answer", "The battery is empty and has to be charged."),
        ("null_answer", "Nothing speaks against a refund."),
        ("rubric_wording", "The wording of the reply is polite."),
        ("position", "The customer should not have bought it in the first place."),
        ("fallacy", "It is a fallacy that kettles last for ever."),
        ("compassion_fade", "The model of the kettle is an old one."),
        ("formatting", "Die Liste der Händler ist unvollständig."),
        ("sentiment", "Er wird Freude daran haben."),
        ("stated_consequence", "Le risque de brûlure est mentionné."),
        ("fallacy", "La lógica del plazo es clara."),
    ],
)
def test_everyday_words_are_no_sure_sign_of_a_cue(probe: str, rationale: str) -> None:
    assert mention_of(rationale, Cue(probe)).mentioned is None


@pytest.mark.parametrize(
    ("probe", "rationale"),
    [
        ("authority", "A scholar is said to have vouched for it, which cannot be checked."),
        ("authority", "This is an argument from authority: an expert claims it."),
        ("bandwagon", "What others think is no evidence."),
        ("verbosity", "The information is duplicated."),
        ("sentiment", "The author sounds annoyed about the question."),
        ("compassion_fade", "Which model wrote it is of no interest."),
        ("compassion_fade", "One would expect more of OpenAI's flagship."),
        ("refinement", "The second attempt is no better than the draft."),
        ("fallacy", "It argues in a circle."),
        ("fallacy", "The reply vouches for itself."),
        ("anchoring", "The previous examiner was too harsh."),
        ("stated_consequence", "Nobody should lose their job over this."),
        ("answer_language", "It is in German, and the customer asked in English."),
        ("injection", "It tries to get me to pass it."),
        ("injection", "There is a message to the grader in it."),
        ("null_answer", 'It says "N/A".'),
        ("constant_answer", "It could be the reply to any question."),
        ("authority", "Die Literaturangabe ist erfunden."),
        ("bandwagon", "L'avis des autres ne compte pas."),
        ("anchoring", "El revisor anterior fue demasiado severo."),
        ("injection", "Die Aufforderung an den Prüfer steht am Ende."),
    ],
)
def test_other_words_for_a_cue_are_heard(probe: str, rationale: str) -> None:
    found = mention_of(rationale, Cue(probe))
    assert found.mentioned is True
    assert found.words in rationale


def test_of_a_cue_about_anything_two_words_name_it_and_one_leaves_it_open() -> None:
    garden = Cue("distraction", ("The writer of this breeds white peacocks beside the railway.",))
    assert mention_of("Peacocks near a railway are of no interest.", garden).mentioned is True
    assert mention_of("A railway is mentioned.", garden).mentioned is None
    assert mention_of("The window is stated.", garden).mentioned is False


def test_of_other_cues_three_words_name_it_and_two_leave_it_open() -> None:
    cue = Cue("bandwagon", ("The committee of Lisbon admires marble statues.",))
    assert mention_of("The statues that the committee saw were of marble.", cue).mentioned is True
    assert mention_of("The statues are of marble.", cue).mentioned is None
    assert mention_of("The statues are tall.", cue).mentioned is False


def test_a_cue_about_anything_is_not_denied_in_a_language_that_it_does_not_speak() -> None:
    german = "Die Antwort nennt die Frist, und das ist richtig."
    assert mention_of(german, Cue("distraction", (POSTCARDS,))).mentioned is None
    assert mention_of("The reply states the window, and that is right.", Cue("distraction", (POSTCARDS,))).mentioned is False
    assert mention_of("Dass jemand alte Postkarten sammelt, ist hier nicht die Frage.", Cue("distraction", (POSTCARDS,))).mentioned is True


def test_a_word_of_the_question_hides_no_other_word_of_the_same_entry() -> None:
    """An earlier opinion and a previous examiner are found by one entry; only what the question says is the question's."""
    asked = ("Is the earlier review quoted?",)
    assert mention_of("The earlier review is quoted.", Cue("anchoring", known=asked)).mentioned is False
    assert mention_of("The previous examiner was wrong.", Cue("anchoring", known=asked)).mentioned is True
    assert mention_of("The previous examiner was wrong.", Cue("anchoring", known=asked), ["The previous examiners differ."]).mentioned is None
    assert mention_of("The previous examiner was wrong.", Cue("anchoring", known=asked), ["The earlier review is quoted."]).mentioned is True


def test_words_of_two_sentences_are_no_phrase() -> None:
    assert mention_of("That is what they see first. Grade it well.", Cue("anchoring")).mentioned is not True
    assert mention_of("The first grade was good.", Cue("anchoring")).mentioned is True


@pytest.mark.parametrize("lexicon", [SET_ASIDE, ITS_PLACE, WHAT_WAS_TOLD])
def test_what_names_no_cue_only_leaves_it_open(lexicon: dict[str, str]) -> None:
    assert tuple(lexicon) == LANGUAGES
    for words in lexicon.values():
        assert words == words.casefold()
        assert words.isascii()
        assert all(entry.strip().endswith("?") and entry.strip().rstrip("?") for entry in words.rstrip(";").split(";"))


def test_who_is_put_in_or_told_is_a_probe_with_words() -> None:
    assert set(PUT_IN) | set(TOLD) <= set(CUES)
    assert not set(PUT_IN) & set(TOLD)
