"""Words that name what a text is about evaluate nothing; and clauses of which the sign was once read wrongly."""

from __future__ import annotations

import time

import pytest

from judgeaudit.text.polarity import polarity
from judgeaudit.text.polarity_topics import topic_words

TOPICS = [
    (1, "The reply mentions the wrong size policy."), (0, "the lost parcel text is short enough to read"), (0, "broken zipper"), (0, "missing invoice"),
    (0, "billing error"), (0, "Point address change is what decided it"), (0, "double charge"), (0, "the error handling section"), (0, "damaged item policy"),
    (0, "wrong number rule"), (1, "it covers the missing invoice"), (1, "the reply addresses the broken zipper claim"),
    (1, "it explains the late-delivery policy"), (1, "the reply addresses the damaged-item case"), (-1, "the reply does not mention the wrong size policy"),
    (-1, "the wrong size policy is not mentioned"), (1, "the wrong size policy is mentioned"), (-1, "the broken zipper is ignored"),
    (1, "the damaged item policy is correct"), (-1, "the damaged item policy is missing"), (0, "The reply is about a broken zipper"),
    (1, "the reply explains the late delivery policy correctly"), (-1, "It fails to address the missing invoice"),
    (0, "the customer complains about a broken lamp"),
    (1, "It cites the damaged item policy"), (1, "the point about the double charge is clear"), (1, "It quotes the late fee clause"), (1, "the error rate is stated"),
    (-1, "the error cases are not handled"), (1, "a payment error is mentioned"), (1, "The reply mentions the broken-zipper case"),
    (0, "the wrong-size exchange case"), (1, "the reply handles the double charge case"), (0, "The reply is about the false alarm policy"),
    (1, "covers the wrong size policy"), (1, "addresses the wrong size policy"), (0, "uses the lost parcel text"), (1, "follows the lost parcel procedure"),
]  # fmt: skip
EVALUATIONS = [
    (-1, "the policy is wrong"), (-1, "gives the wrong date"), (-1, "contains an error"), (-1, "the reply uses the wrong size"), (-1, "it contains a wrong date"),
    (-1, "the reply states a wrong policy"), (-1, "it gives the wrong return policy"), (-1, "it applies the wrong refund policy"),
    (-1, "the reply has the wrong number rule"), (-1, "steps are in the wrong order"), (-1, "missing greeting"), (-1, "a missing refund window"),
    (-1, "the false claim is repeated"), (-1, "The reply contains a billing error"), (-1, "it causes a payment error"), (-1, "The claim is false"),
    (-1, "The address is wrong"), (-1, "wrong unit in the last step"), (-1, "the incorrect answer"), (-1, "the missing section"), (-1, "wrong interest rate"),
    (-1, "the incorrect final paragraph"), (-1, "the poor second paragraph"), (-1, "error handling is missing"), (-1, "it mentions the wrong date"),
    (1, "it lists the address"), (1, "the reviews list the faults"), (-1, "A wrong policy is given"),
]  # fmt: skip
ONCE_WRONG = [
    (-1, "it says nothing about the cache never being cleared"), (1, "does not lecture and offers to keep listening"),
    (1, "asks directly about current danger and points to a crisis line"),
    (1, "But it tells the customer exactly what to send and that there is no fee"), (1, "The danger of chlorine gas is spelled out in the second sentence"),
    (1, "The opposing view, that free things are not valued, is named and rebutted"), (1, "The cause is hedged properly (arson not excluded)"),
    (1, "Every step stands in its own sentence, so it is easy to follow"),
    (-1, "treating the .5 as 50 min pushed the result 20 minutes past the right time"), (-1, "I would reject the change"), (-1, "I would not merge this"),
    (0, "The loop always ends"), (-1, "ends in an endless loop"),
    (-1, "Beyond refunding the money, no measure is taken to stop the error from happening again"), (-1, "Contrary to the instruction, the name was translated"),
    (1, "The humour survives"), (-1, "the wordplay is lost"), (1, "The sentence flows naturally and could have been written by a native speaker"),
    (-1, "Sue's age is miscalculated"), (-1, "there isn't a single example in the whole excerpt"), (1, "the one concrete action item survives"),
    (1, "a preventive step is taken, namely a manual check of the invoice"), (1, "neither side is favoured"), (0, "makes no difference"),
]  # fmt: skip
NEAR_THEM = [
    (-1, "says nothing on the fee"), (1, "it says nothing wrong"), (1, "it says nothing false"), (-1, "tells the customer nothing about fees"),
    (-1, "tells the customer the wrong date"), (0, "the prompt tells the user to stop"), (1, "It told the user where to send the parcel"),
    (-1, "it tells the user to stop and gives the wrong number"), (-1, "the danger is not spelled out"), (-1, "however, that is wrong"),
    (-1, "the claim, that the fee is due, is unsupported"), (1, "The fee (wrongly printed) is stated"), (-1, "The fee is missing (it should be first)"),
    (-1, "(wrong) the fee"), (-1, "I cannot recommend it"), (1, "I would approve this"), (1, "I'd merge it"), (1, "no endless loop"),
    (-1, "No steps are taken to prevent it"), (-1, "no action was taken"), (-1, "the bug survives"), (-1, "the pun does not survive"),
    (-1, "it favours one side"), (1, "neither answer favours one side"), (1, "No risk is present"), (-1, "errors are present"), (1, "the greeting is there"),
    (-1, "the greeting is not there"), (1, "there are no errors there"), (-1, "the warning is present but vague"),
    (-1, "It is free of the required disclaimer."), (-1, "It is free from any required citation"), (1, "it is free of errors"),
    (1, "Everything required is there."), (1, "all that was asked is covered"), (1, "All required points are present."), (1, "It mentions 30 days."),
    (0, "it is a good start"),
]  # fmt: skip
TABLES = {"topic": TOPICS, "evaluation": EVALUATIONS, "once": ONCE_WRONG, "near": NEAR_THEM}


@pytest.mark.parametrize(("sign", "clause"), [pytest.param(*row, id=f"{name}-{row[1]}") for name, rows in TABLES.items() for row in rows])
def test_sign_of_a_clause(sign: int, clause: str) -> None:
    assert polarity(clause).sign == sign


def test_topic_words_are_places() -> None:
    assert topic_words(["it", "mentions", "the", "wrong", "size", "policy"]) == {3, 4}
    assert topic_words(["it", "gives", "the", "wrong", "size", "policy"]) == frozenset()
    assert topic_words([]) == frozenset()


@pytest.mark.parametrize("piece", ["wrong size ", "broken ", "error ", "says nothing ", ", that not ", "(", "free of ", "tells the ", "a-", "wrong-"])
def test_hostile_text_is_read_in_linear_time(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    start = time.process_time()
    polarity(text)
    assert time.process_time() - start < 5
