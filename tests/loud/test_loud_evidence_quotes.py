"""Kinds of quotes that were once called invented though they were honest, and of invented ones that passed."""

from __future__ import annotations

import json

import pytest

from judgeaudit.text.evidence.check import check_claims
from judgeaudit.text.evidence.sources import Sources

WRONG = {"altered", "fabricated", "misattributed", "false"}
LAMP = {
    "input": "Write a short refund reply for a customer whose lamp arrived broken.",
    "response": "Dear Ms. Alvarez,\n\nThank you for writing. We are sorry that the lamp arrived broken. You will get the full price of 49 euros back "
    "within five days. Please keep the parcel for two weeks in case the carrier wants to see it.\n\nKind regards,\nTom O'Brien",
}
PLANS = {
    "input": "Which plan is better?",
    "response_a": "Plus is cheaper for most people because it has more data. The gap closes at 12.8 GB.",
    "response_b": "Basic costs less if you use under 5 GB a month. Take Plus only when you stream a lot.",
}


def wrong(rationale: str, sources: dict[str, str]) -> list[tuple[str, str]]:
    return [(claim.text, claim.state) for claim in check_claims(rationale, Sources(sources)) if claim.state in WRONG]


def quoted(quote: str, source: str) -> str:
    """The state of a quote that the response is said to have."""
    found = check_claims(f"The response says “{quote}”.", Sources({"response": source, "input": "Please help."}))
    return next((claim.state for claim in found if claim.kind == "quote"), "no claim")


SAME = [
    ("any UPS location by March 14, 2024", "Drop it at any UPS location by 14 March 2024."),
    ("any UPS location by 14/03/2024", "Drop it at any UPS location by 14 March 2024."),
    ("any UPS location by 2024-03-14", "Drop it at any UPS location by March 14th, 2024."),
    ("the offer ends on 05/03/2024", "Note: the offer ends on May 3, 2024."),
    ("the offer ends on 05/03/2024", "Note: the offer ends on 5 March 2024."),
    ("Frau Müller sagte am 03.03.2021", "Frau Müller sagte am 3. März 2021 nichts."),
    ("Le 14/07/1789, la Bastille", "Le 14 juillet 1789, « la Bastille » est prise."),
    ("Frau Mueller sagte am 3. Maerz 2021", "Das sagte Frau Müller am 3. März 2021."),
    ("la senora Nunez llamó el 3 de marzo", "Ayer la señora Núñez llamó el 3 de marzo."),
    ("Il y a 90 élèves dans la classe", "Il y a quatre-vingt-dix élèves dans la classe."),
    ("we have two hundred and fifty seats left", "Now we have 250 seats left."),
    ("es kommen zweihundert Leute am Montag", "Wohl es kommen 200 Leute am Montag."),
    ("The first, second and twenty-third items matter", "The 1st, 2nd and 23rd items matter."),
    ("有两百个学生在学校", "现在有200个学生在学校。"),
    ("The UN estimates that 8m tonnes of plastic enter the sea", "The U.N. estimates that 8 million tonnes of plastic enter the sea."),
    ("call between 9 am and 5:30 pm", "Please call between 9 a.m. and 5:30 p.m. on weekdays."),
    ("call between 9 and 5:30 on weekdays", "Please call between 9 a.m. and 5:30 p.m. on weekdays."),
    ("ouvert à 8:30 le matin", "C'est ouvert à 8h30 le matin."),
    ("7:30 pm Dinner at Trattoria da Enzo", "19:30 Dinner at Trattoria da Enzo"),
    ("It costs 20 dollars for each guest", "It costs $20 for each guest."),
    ("revenue rose from $3.2M to $4.8M", "Its revenue rose from $3.2 million to $4.8 million."),
    ("Die Miete beträgt 1 000 Euro im Monat", "Die Miete beträgt 1.000 Euro im Monat."),
    ("a nurse at Saint Mary's Hospital", "She is a nurse at St. Mary's Hospital in York."),
    ("the effect was small and insignificant", "We saw that the effect was small and not significant."),
    ("Print the label. Attach it to the box. Drop the parcel", "1. Print the label.\n2. Attach it to the box.\n3. Drop the parcel."),
    ("Print the ... label ... box", "1. Print the prepaid label.\n2. Attach it to the box."),
    ("Print the label ... Drop the parcel at the shop", "Print the prepaid label. Sign it. Drop the parcel at the shop."),
    ("Basic: $10, Pro: $25", "| Plan | Price | Seats |\n|---|---|---|\n| Basic | $10 | 5 |\n| Pro | $25 | 20 |"),
    ("Wir erstatten 1.299 Euro bis zum 24.12.", "Wir erstatten 1.299,00 € bis zum 24. Dezember."),
    ("Die Lieferung dauert drei bis fünf Werktage", "Die Lieferung dauert 3–5 Werktage."),
    ("nicht ueber 40 Grad Celsius lagern", "Bitte nicht über 40 °C lagern."),
    ("Les eleves ont obtenu quinze pour cent de mieux", "Les élèves ont obtenu 15 % de mieux."),
    ("我们提供七天无理由退货服务", "我们提供7天无理由退货服务。"),
    ("返金1299円は3営業日以内に行われます", "返金1,299円は三営業日以内に行われます。"),
    ("See RFC 2119, section 3.2(b)", "See RFC 2119, §3.2(b)."),
    ("Members pay £12 and guests £15", "Members pay 12 pounds and guests 15 pounds."),
    ("CI 95 % [1.2 – 3.4] , p < 0.05", "It was CI 95% [1.2–3.4], p < 0.05 for all."),
]


@pytest.mark.parametrize(("quote", "source"), SAME)
def test_the_same_in_another_form_is_no_fault(quote: str, source: str) -> None:
    assert quoted(quote, source) in ("exact", "normalised", "near")


OTHER = [
    ("any UPS location by March 15, 2024", "Drop it at any UPS location by 14 March 2024."),
    ("any UPS location by 14/04/2024", "Drop it at any UPS location by 14 March 2024."),
    ("any UPS location by 2023-03-14", "Drop it at any UPS location by 14 March 2024."),
    ("the offer ends on 05/03/2024", "Note: the offer ends on 6 March 2024."),
    ("la senora Perez llamó el 3 de marzo", "Ayer la señora Núñez llamó el 3 de marzo."),
    ("Il y a 91 élèves dans la classe", "Il y a quatre-vingt-dix élèves dans la classe."),
    ("we have two hundred and forty seats left", "Now we have 250 seats left."),
    ("call between 9 a.m. and 5:30 a.m.", "Please call between 9 a.m. and 5:30 p.m. on weekdays."),
    ("7:30 am Dinner at Trattoria da Enzo", "19:30 Dinner at Trattoria da Enzo"),
    ("It costs 20 euros for each guest", "It costs $20 for each guest."),
    ("Thank you for writing, Mr. Alvarez", "Thank you for writing, Ms. Alvarez."),
    ("Maria Gonzalez, a nurse at St. Mark's Hospital", "Maria Gonzalez, a nurse at St. Mary's Hospital"),
    ("In the second quarter of 2020 its revenue rose", "In the first quarter of 2020 its revenue rose."),
    ("Our team answers within two hours", "Our team answers within two business days."),
    ("Attach it to the [wooden] box ... within 30 days of purchase", "1. Print the prepaid label.\n2. Attach it to the box."),
    ("李女士在2021年3月3日说", "王女士在2021年3月3日说了这个。"),
    ("田中さんは三時間待ちました", "山中さんは三時間待ちました。"),
    ("送料は1,234ドルで、三日から五日かかります", "送料は1,234円で、三日から五日かかります。"),
    ("需要等待三天才能到达", "需要等待三小时才能到达。"),
    ("Chlorophyll reflects mostly red and blue light", "Chlorophyll absorbs mostly red and blue light."),
    ("Opponents argued that it helps small businesses", "Opponents argued that it hurts small businesses."),
    ("at sunset the air is hotter near the ground", "We know that at sunset the air is cooler near the ground."),
    ("Wir erstatten 1.299,00 € bis zum 23.12.", "Wir erstatten 1.299,00 € bis zum 24. Dezember."),
    ("我们提供十天无理由退货服务", "我们提供7天无理由退货服务。"),
    ("返金1299円は5営業日以内に行われます", "返金1,299円は三営業日以内に行われます。"),
    ("壊れたランプは返送してください", "壊れたランプは返送しないでください。"),
    ("It ended World War II in Europe at last", "It ended World War I in Europe at last."),
    ("Mix 500 g flour and 2 tbsp yeast", "Mix 500 g flour and 2 tsp yeast."),
    ("Take 500 mcg of amoxicillin daily", "Take 500 mg of amoxicillin daily."),
]


@pytest.mark.parametrize(("quote", "source"), OTHER)
def test_what_changes_the_sense_is_never_near(quote: str, source: str) -> None:
    assert quoted(quote, source) in ("altered", "fabricated")


def test_traditional_characters_of_a_simplified_source_are_left_open() -> None:
    source = "运费为1234.56元,三到五个工作日送达。"
    assert quoted("運費為1234.56元,三到五個工作日送達", source) == "unchecked"
    assert quoted("運費為1235.56元,三到五個工作日送達", source) == "altered"


OWN_WORDS = [
    'A stronger opening would be "we are very sorry about the trouble this caused".',
    'It would have been better to write "your money will be back by Friday".',
    'The reply never says "we are not responsible for damage".',
    'Nowhere does it say "the carrier is to blame for this".',
    'It avoids stock phrases such as "your call is important to us".',
    'It stops short of promising "a free lamp for your trouble".',
    '"Your satisfaction is our first priority" is nowhere to be found.',
    "The famous 'we regret to inform you of this' is, wisely, left unsaid.",
    'A customer might object, "but who pays for the return parcel?".',
    'The reader may well think "so it really is my fault then".',
    'If it had said "we will not refund opened items", it would have failed.',
    'Instead of "sorry for any inconvenience caused" it gives a real apology.',
    'In effect it tells her "do not worry, you are covered".',
    'The response essentially says "you lose nothing by waiting a little".',
    'It reads as if to say "we know we messed this up".',
    'Its tone says "we are on your side in this".',
    'As the saying goes, "a stitch in time saves nine lives".',
    'It needs a line such as "no need to send the lamp back".',
    'I\'d have liked a closing such as "take care and write to us anytime".',
    'My summary: "lamp broken, money back, keep the box".',
    'It\'d be safer to say "roughly a week, depending on your bank".',
    'It has a "the customer is always right" attitude.',
    'It explains what "the right to be forgotten online" means.',
    'I rate this as "good with minor issues in the formatting".',
    'Verdict: "mostly correct, with one small omission".',
    'Wikipedia says "a lamp is a device that makes light".',
    'The common belief that "broken lamps are never refunded" is wrong.',
    'The expected answer is "refund within ten working days".',
    'The response never goes so far as to say "we will pay for the parcel".',
    "Die Antwort behauptet keineswegs, „die Rücksendung sei kostenpflichtig und langsam“.",
    'A unit test such as `assert refund("lamp") == 49.0` would help.',
    'For the input "abc,def,,ghi" it would raise an error.',
    "Ein Satz wie „Wir kümmern uns sofort um Ersatz“ wäre hilfreich.",
    "Il aurait fallu écrire « nous vous remboursons dès aujourd'hui ».",
    "Sería mejor decir «le devolvemos el dinero hoy mismo».",
    "「承知いたしました」と書けばさらに自然だった。",
    '{"score": 4, "reason": "The reply says \\"We are sorry that the lamp arrived broken\\" and is warm"}',
    "{'all_target_functions_called': False, 'number_of_calls_that_failed': 2}",
    '{"called": {"the tool that refunds at once": 1, "the tool that writes to people": 0}}',
]


@pytest.mark.parametrize("rationale", OWN_WORDS)
def test_words_of_the_judge_are_no_evidence(rationale: str) -> None:
    assert wrong(rationale, LAMP) == []


INVENTED = [
    'It says "we will send you a new lamp tomorrow morning".',
    'It does not explain the process; it just says "our team is looking into the matter".',
    'Although it names no manager, it writes "this sort of thing happens all the time".',
    'The response should not have said "you must return the lamp at your own cost".',
    'It fails to help: "please contact the carrier yourself" is the only advice.',
    'I\'d drop the sentence "we are not to blame for the courier".',
    'It avoids blame by saying "our courier partner dropped the parcel".',
    'The answer has no structure and repeats "thank you for your kind patience".',
    'Nothing is wrong with "we are glad that the lamp arrived broken".',
    'Item 2, "please keep the parcel for ten weeks", seems superfluous.',
    'The response opens with the label "Good news from our team".',
    'It would have users lose money: "you will get the full price of 94 euros back".',
    json.dumps({"reason": 'It says "we will send you a new lamp tomorrow morning".'}),
    "{'the_quote': 'we will send you a new lamp tomorrow morning', 'score': 1}",
    'It says, "we will send you a new lamp tomorrow morning": wrong.',
]


@pytest.mark.parametrize("rationale", INVENTED)
def test_invented_quotes_beside_a_denial_or_a_wish_are_caught(rationale: str) -> None:
    assert len(wrong(rationale, LAMP)) == 1


def test_what_another_version_might_say_is_no_evidence() -> None:
    assert wrong('A more careful B would add "check how much data you used last month".', PLANS) == []
    assert wrong('Response A gives a figure, where B might have said "it depends on what you use".', PLANS) == []
    assert wrong('Response B says "The gap closes at 12.8 GB", a nice touch.', PLANS) == [("The gap closes at 12.8 GB", "misattributed")]


def test_who_says_it_is_open_where_the_source_has_a_speaker_of_that_name() -> None:
    talk = {"context": "Agent: You are welcome! Anything else today?\nUser: No.", "response": "The agent answered all questions."}
    assert wrong('The agent closes with "You are welcome! Anything else today?"', talk) == []
    plain = {"context": "You are welcome! Anything else today?", "response": "All questions were answered."}
    assert len(wrong('The response says "You are welcome! Anything else today?"', plain)) == 1


def test_a_standard_of_the_rubric_that_is_said_to_be_met_is_honest() -> None:
    sources = LAMP | {"rubric": "Does the reply contain no facts that are not in the policy?"}
    assert wrong('It is faithful: it contains "no facts that are not in the policy".', sources) == []
    assert len(wrong('The response says "no facts that are not in the policy".', sources)) == 1


def test_a_title_is_no_evidence_and_a_misquoted_one_is_a_fault() -> None:
    talk = {"response": "I loved The Incredibles: Rise of the Underminer, a film from 2004."}
    assert wrong('It names the film "The Incredibles: Rise of the Underminer".', talk) == []
    assert wrong('It speaks of another film, "A Long Day in the Quiet Harbour".', talk) == []
    assert len(wrong('It names the film "The Incredibles: Rise of the Winston".', talk)) == 1


@pytest.mark.parametrize(
    ("rationale", "faults"),
    [
        ("The response is signed by Tim O'Brien.", 1),
        ("The response is signed by Tom O'Brien.", 0),
        ("The response is addressed to Mr. Alvarez.", 1),
        ("The response is addressed to Mrs. Alvarez.", 0),
    ],
)
def test_a_first_name_or_a_title_that_the_text_does_not_give(rationale: str, faults: int) -> None:
    assert len(wrong(rationale, LAMP)) == faults


def test_a_not_on_the_other_side_of_a_small_word_changes_nothing() -> None:
    assert quoted("Patient is alert and in no respiratory distress", "Patient is alert and not in respiratory distress.") == "near"
    assert quoted("it is safe but not quick to use", "They say it is not safe but quick to use.") == "altered"
