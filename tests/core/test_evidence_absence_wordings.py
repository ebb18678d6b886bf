"""The ways in which a rationale says that something is missing, each against a text that has it and one that does not."""

from __future__ import annotations

import pytest

from judgeaudit.text.evidence.check import check_claims
from judgeaudit.text.evidence.sources import Sources

THERE = (
    "Hi Anna, the refund window is two weeks. Shipping costs $5, whatever the weight of the parcel. We are open on Sundays. "
    "Dr. Smith can help, so call 555-123-4567."
)
NOT_THERE = "Thank you for your message. We will look into it and come back to you."


def _called(rationale: str, response: str) -> set[str]:
    claims = check_claims(rationale, Sources({"input": "Can I return it?", "response": response}))
    return {claim.state for claim in claims if claim.kind == "absence"}


@pytest.mark.parametrize(
    "rationale",
    [
        "The reply leaves out the refund window.",
        "It loses a point for leaving out the refund window.",
        "It could be criticised for not naming Dr. Smith.",
        "It passes over the refund window.",
        "It glosses over the refund window.",
        "The reply answers without ever mentioning the refund window.",
        "It stays silent about the refund window.",
        "It keeps quiet about the refund window.",
        "Nowhere does it mention the refund window.",
        "Nowhere in the reply is the refund window mentioned.",
        "What is missing is the refund window.",
        "What's missing is any mention of the refund window.",
        "Also missing: a phone number.",
        "There's nothing about the refund window.",
        "There is nothing in it about the refund window.",
        "Not a word about the refund window.",
        "Not a single word is said about the refund window.",
        "It stops short of mentioning the refund window.",
        "It does not so much as mention the refund window.",
        "It doesn't bother to mention the refund window.",
        "The refund window isn't brought up at all.",
        "The refund window is nowhere mentioned.",
        "The refund window goes unmentioned.",
        "It leaves the refund window unmentioned.",
        "The refund window cannot be found anywhere in the reply.",
        "I could not find any mention of the refund window.",
        "One looks in vain for the refund window.",
        "It forgets about the refund window.",
        "The reply is lacking a phone number.",
        "It comes without a phone number.",
        "The reader is not told the refund window.",
        "The customer is never told about the refund window.",
        "It withholds the shipping costs.",
        "Weakness: no shipping costs mentioned.",
        "- No phone number",
        "The lack of a phone number is a problem.",
        "Its failure to mention the shipping costs is a problem.",
        "It has nothing to say about the shipping costs.",
        "It gives no details about the shipping costs.",
        "It does not inform the customer about the shipping costs.",
        "It avoids any mention of the shipping costs.",
        "Shipping costs receive no mention.",
        "There is no trace of the shipping costs.",
        "The reply makes no attempt to state the shipping costs.",
        "It ignores the fact that shipping costs $5.",
        "It does not tell the customer that they are open on Sundays.",
        "How much shipping costs remains unclear.",
        "It leaves the reader guessing how much shipping costs.",
        "It does not say who must file what, and makes no mention of Dr. Smith.",
    ],
)
def test_each_way_of_saying_it_is_read(rationale: str) -> None:
    assert "false" in _called(rationale, THERE)
    assert "false" not in _called(rationale, NOT_THERE)


@pytest.mark.parametrize(
    "rationale",
    [
        "The reply would be better if it did not omit the refund window.",
        "It should have mentioned the refund window.",
        "No errors. The refund window is right.",
        "The reply deals with the lack of a refund window.",
        "It avoids the passive voice.",
        "The reply does not mention the refund window until the end.",
        "It does not clearly state the refund window.",
        "The first sentence does not mention the refund window.",
        'The term "refund window" isn\'t explained.',
        "It omits who Dr. Smith works for.",
    ],
)
def test_what_is_no_such_claim_or_for_people_to_judge_is_never_called_false(rationale: str) -> None:
    assert "false" not in _called(rationale, THERE)
