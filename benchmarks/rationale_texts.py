"""Made-up items and free-text rationales for `rationales.py`, put together from parts with a fixed seed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

JUDGES = ("careful", "brisk", "formal", "plain")
LABELS = ("pass", "fail")
QUESTION = "Does the reply tell the customer everything that the policy says, and nothing else?"

_SYLLABLES = ("ba", "lor", "ven", "ti", "mar", "qui", "sol", "den", "ra", "pek", "hu", "nim", "os", "tal", "gri", "ela", "cor", "wyn", "du", "sha")
_THINGS = (
    "refund window", "return shipping", "restocking fee", "repair time", "warranty period", "delivery date", "cancellation notice", "deposit", "upgrade price",
    "support line", "loyalty discount", "exchange option", "battery recall", "installation visit", "invoice correction", "storage limit", "baggage allowance",
    "seat reservation", "late charge", "data export", "password reset", "trial month", "shipping insurance", "customs duty", "gift wrapping", "price guarantee",
    "calibration service", "spare part", "account closure", "address change",
)  # fmt: skip
_UNITS = ("days", "hours", "weeks", "euros", "dollars", "percent", "working days", "months", "items", "steps", "minutes", "kilograms")
_WHO = ("the customer", "the buyer", "the caller", "the traveller", "the subscriber", "the owner", "the tenant", "the member")
_WHERE = ("online", "in the shop", "by phone", "through the portal", "at the counter", "by post", "in the app", "by e-mail")
_MET = (
    "The reply states that the {thing} is {number} {unit}, which is what the policy says.",
    'It quotes "{quote}" and so gets the {thing} right.',
    "{who} is told about the {thing} and that it has to be arranged {where}.",
    "Nothing about the {thing} is wrong: {number} {unit}, exactly as given.",
    "The {name} {thing} is explained clearly, with {number} {unit} and the place ({where}).",
    "It mentions the {thing}, and the figure of {number} {unit} is correct.",
    "There is no error in how the {thing} for the {name} is described.",
    "As for the {thing}, {who} learns all that is needed to act {where}.",
)
_UNMET = (
    "The reply never mentions the {thing}, although the policy asks for {number} {unit}.",
    'The policy says "{quote}", and the reply leaves that out.',
    "It gives {wrong} {unit} for the {thing}, but the right figure is {number} {unit}.",
    "{who} cannot find out from this how the {thing} is handled {where}.",
    "The {name} {thing} is described incorrectly, because {wrong} {unit} is not what the source has.",
    "What it says about the {thing} is vague and does not help {who}.",
    "It fails to say that the {thing} has to be arranged {where}.",
    "A claim about the {name} {thing} is not supported by anything in the policy.",
)
_OPENING = {
    "careful": ("I compared the reply with the policy point by point.", "Looking at each point of the policy in turn, this is what I found."),
    "brisk": ("",),
    "formal": ("The assessment of the response against the stated criterion is as follows.", "The response has been assessed against the stated criterion."),
    "plain": ("Okay, so here is what I see.", "", "Let me check."),
}
_CLOSING = {
    "pass": ("Overall, the reply meets the criterion.", "So the verdict is pass.", "Therefore the reply passes.", ""),
    "fail": ("Overall, the reply does not meet the criterion.", "So the verdict is fail.", "Therefore the reply fails.", ""),
}
_ASIDE = (
    "The tone is polite throughout.",
    "It is a little long, but easy to follow.",
    "The wording is friendly and clear.",
    "Two sentences repeat each other.",
    "",
)
_WORDS = 60


@dataclass(frozen=True)
class Point:
    """Something that the policy says, and what a rationale may say about it."""

    thing: str
    name: str
    number: int
    wrong: int
    unit: str
    who: str
    where: str

    @property
    def rule(self) -> str:
        """As it stands in the policy."""
        return f"For the {self.name}, the {self.thing} is {self.number} {self.unit}, to be arranged {self.where}."

    def said(self, draw: random.Random, *, met: bool) -> str:
        """A sentence of a rationale."""
        quote = f"the {self.thing} is {self.number} {self.unit}"
        sentence = draw.choice(_MET if met else _UNMET).format(
            thing=self.thing, name=self.name, number=self.number, wrong=self.wrong, unit=self.unit, who=self.who, where=self.where, quote=quote
        )
        return sentence[0].upper() + sentence[1:]


def made_up(n_items: int, *, judges: int, replicates: int) -> tuple[list[dict[str, str]], list[dict[str, Any]]]:
    """Items, and one row of a verdict file for each judge and replicate.

    Each judge prefers some points of an item, keeps mostly to its verdict, on half of the items to its reasons too, and says what it says
    in other words each time: about 60 words, with numbers, quotes of the policy and sentences for and against. The first items are the
    same whatever `n_items` is.
    """
    items, rows = [], []
    for n in range(n_items):
        draw = random.Random(f"item {n}")
        points = _points(draw)
        good = draw.random() < 0.6
        items.append(_item(n, points, draw, good=good))
        for judge in JUDGES[:judges]:
            order = sorted(points, key=lambda _: draw.random())
            steady, settled = draw.random() < 0.7, draw.random() < 0.5
            for replicate in range(replicates):
                right = steady or draw.random() < 0.7
                label = LABELS[0] if good == right else LABELS[1]
                rationale = _rationale(judge, label, order, draw, settled=settled)
                rows.append({"item_id": f"i{n}", "judge": judge, "criterion": "complete", "replicate": replicate, "label": label, "rationale": rationale})
    return items, rows


def _points(draw: random.Random) -> list[Point]:
    name = "".join(draw.choice(_SYLLABLES) for _ in range(3)).capitalize()
    found = []
    for thing in draw.sample(_THINGS, 6):
        number = draw.randint(2, 90)
        found.append(Point(thing, name, number, number + draw.randint(1, 20), draw.choice(_UNITS), draw.choice(_WHO), draw.choice(_WHERE)))
    return found


def _item(n: int, points: list[Point], draw: random.Random, *, good: bool) -> dict[str, str]:
    told = points if good else draw.sample(points, 3)
    asked = f"What do I have to know about the {points[0].thing} and the {points[1].thing} of my {points[0].name}? My order is number {4000 + n}."
    answer = " ".join(["Thank you for your message.", *(f"The {p.thing} is {p.number} {p.unit}, and you can arrange it {p.where}." for p in told)])
    return {"id": f"i{n}", "input": asked, "context": " ".join(point.rule for point in points), "response": answer}


def _rationale(judge: str, label: str, order: list[Point], draw: random.Random, *, settled: bool) -> str:
    """About `_WORDS` words: the judge's own opening, points of which most speak for the verdict, now and then an aside, a conclusion.
    Where it is `settled` on its reasons, the points are the first in order."""
    parts = [draw.choice(_OPENING[judge])]
    at = 0 if settled else draw.randint(0, 3)
    while sum(len(part.split()) for part in parts) < _WORDS - 12:
        agrees = settled or draw.random() < 0.85
        parts.append(order[at % len(order)].said(draw, met=(label == LABELS[0]) == agrees))
        at += 1
    parts += [draw.choice(_ASIDE), draw.choice(_CLOSING[label])]
    return " ".join(part for part in parts if part)
