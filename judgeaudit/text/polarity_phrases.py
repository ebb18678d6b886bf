"""English phrases of `polarity` that only whole say what they say: a reviewer's own vote, what is told to whom, measures that are taken."""

from __future__ import annotations

from itertools import product

from judgeaudit.text.polarity_kinds import ABOUT, CARRY, MISS, QUALITY, SAY, SKIP, STRONG, Word

_VOTES = "merge approve accept ship recommend send sign publish use keep trust"
_AGAINST = "reject block decline"
_TOLD = "the customer|the user|the reader|the patient|the caller|the client|the guest|them|him|her|readers|users|customers"
_ASKED = "required requested needed necessary mandatory"


def _votes() -> dict[str, Word]:
    """ "I would merge this", "I would not merge this", "I would reject it"."""
    found: dict[str, Word] = {}
    for would, verb in product(("i would", "i'd", "i can", "we would"), _VOTES.split()):
        found[f"{would} {verb}"] = Word(STRONG, 1)
        found[f"{would} not {verb}"] = Word(STRONG, -1)
    for would, verb in product(("i wouldn't", "i can't", "i cannot", "we cannot", "i would never"), _VOTES.split()):
        found[f"{would} {verb}"] = Word(STRONG, -1)
    for would, verb in product(("i", "i would", "i'd", "i must", "we would"), _AGAINST.split()):
        found[f"{would} {verb}"] = Word(STRONG, -1)
    return found


PHRASES: dict[str, Word] = {
    **_votes(),
    **dict.fromkeys((f"{tells} {whom}" for tells, whom in product(("tells", "told", "informs", "informed", "advises"), _TOLD.split("|"))), Word(SAY, 1)),
    **dict.fromkeys((f"{free} {the}{asked}" for free, the, asked in product(("free of", "free from"), ("", "the ", "any "), _ASKED.split())), Word(MISS, -1)),
    **dict.fromkeys(
        (f"{what} {be} taken" for what, be in product(("step", "steps", "measure", "measures", "action"), ("is", "are", "was", "were"))), Word(ABOUT, 1)
    ),
    **dict.fromkeys(("is there", "are there", "was there", "is all there", "are all there", "is present", "are present", "was present"), Word(CARRY, 1)),
    **dict.fromkeys(("spelled out", "spelt out", "laid out", "asks directly about", "asks openly about"), Word(ABOUT, 1)),
    **dict.fromkeys(("points to", "pointing to", "complains about", "complains of", "complained about"), Word(ABOUT, 0)),
    **dict.fromkeys(("survives", "survive", "survived"), Word(QUALITY, 1)),
    **dict.fromkeys((
        "not lecture", "never lectures", "without lecturing", "not preach", "never preaches", "without preaching", "not moralise", "not moralize",
        "hedged properly", "properly hedged", "hedged appropriately", "appropriately hedged", "rightly hedged", "hedged correctly", "hedged well",
        "could have been written by a native", "might have been written by a native", "could have been written by an expert", "neither side is favoured",
        "neither side is favored", "no side is favoured", "no side is favored", "favours neither", "favors neither", "takes no side", "takes no sides",
    ), Word(STRONG, 1)),
    **dict.fromkeys((
        "past the right", "past the correct", "off the correct", "off the right", "away from the correct", "away from the right", "differs from the correct",
        "differs from the right", "short of the correct", "endless loop", "side is favoured", "side is favored", "favours one side", "favors one side",
        "takes sides", "should have passed", "tactless", "tactlessly",
    ), Word(STRONG, -1)),
    **dict.fromkeys(("good start", "no difference", "makes no difference", "make no difference", "made no difference"), Word(SKIP, 0)),
}  # fmt: skip
