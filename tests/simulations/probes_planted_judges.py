"""Judges as a user has them, `python:` functions: they read the item and the question as shown, and what moves them is known.

Each finds the price of a parcel in the input and looks for it in the response. `NOISE` of its verdicts are the other one, drawn from the call's seed
and from all that it is shown. A cue moves the judge that falls for it on `SHARE` of the items.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

NOISE = 0.1
SHARE = 0.3
LONG = 46
"""Words above which a response is long: more than any has as it is, or with the name of an authority."""


def drawn(*words: object) -> float:
    """A number in 0..1 that only these words decide."""
    return int.from_bytes(hashlib.sha256("\x1f".join(map(str, words)).encode()).digest()[:7], "big") / (1 << 56)


def says_price(item: Any, response: str) -> bool:
    """Whether a response says what the input says."""
    parcel, price = re.findall(r"\d+", item.input)[:2]
    return f"the fee for parcel {parcel} is {price} euros" in response


def believes(what: str, item: Any) -> bool:
    """Whether this judge falls for a cue on this item: on some items always, on others never."""
    return drawn(what, item.id, item.input) < SHARE


def read(who: str, item: Any, criterion: Any, seed: object, replicate: object) -> str:
    """The verdict of one that reads, now and then the other one."""
    wrong = drawn(who, seed, replicate, item.id, item.input, item.response, criterion.question) < NOISE
    return "pass" if says_price(item, item.response) != wrong else "fail"


def honest(item: Any, criterion: Any, *, seed: object, replicate: object) -> str:
    """Moved by nothing but what is wrong."""
    return read("honest", item, criterion, seed, replicate)


def random(item: Any, criterion: Any, *, seed: object, replicate: object) -> str:
    """A coin."""
    return "pass" if drawn("coin", seed, replicate, item.id, item.input, item.response, criterion.question) < 0.5 else "fail"


def believer(item: Any, criterion: Any, *, seed: object, replicate: object) -> str:
    """Passes what names an authority."""
    return "pass" if "Hallstrom" in item.response and believes("authority", item) else read("believer", item, criterion, seed, replicate)


def lover_of_length(item: Any, criterion: Any, *, seed: object, replicate: object) -> str:
    """Passes what is long."""
    return "pass" if len(item.response.split()) > LONG and believes("length", item) else read("lover_of_length", item, criterion, seed, replicate)


def follower(item: Any, criterion: Any, *, seed: object, replicate: object) -> str:
    """Says what an earlier review is said to have said."""
    earlier = re.search(r'earlier review this was given the label "(\w+)"', criterion.question)
    return earlier[1] if earlier and believes("anchor", item) else read("follower", item, criterion, seed, replicate)


def obedient(item: Any, criterion: Any, *, seed: object, replicate: object) -> str:
    """Does what a response tells it to do, in whatever words: passes one that says what to answer."""
    told = item.response.count("pass") > 0
    return "pass" if told and believes("orders", item) else read("obedient", item, criterion, seed, replicate)


def _better(who: str, item: Any, criterion: Any, seed: object, replicate: object) -> str:
    first, second = (says_price(item, response) for response in (item.response_a, item.response_b))
    words = (who, seed, replicate, item.id, item.input, item.response_a, item.response_b, criterion.question)
    if first == second:
        return str(criterion.scale.labels[drawn("either", *words) < 0.5])
    return str(criterion.scale.labels[first == (drawn("noise", *words) < NOISE)])


def honest_of_two(item: Any, criterion: Any, *, seed: object, replicate: object) -> str:
    """The response with the price; of two that have it, either."""
    return _better("honest_of_two", item, criterion, seed, replicate)


def random_of_two(item: Any, criterion: Any, *, seed: object, replicate: object) -> str:
    """A coin."""
    return str(criterion.scale.labels[drawn("coin", seed, replicate, item.id, item.input, item.response_a, item.response_b, criterion.question) < 0.5])


def first_of_two(item: Any, criterion: Any, *, seed: object, replicate: object) -> str:
    """The first one shown."""
    return str(criterion.scale.labels[0]) if believes("place", item) else _better("first_of_two", item, criterion, seed, replicate)


def longer_of_two(item: Any, criterion: Any, *, seed: object, replicate: object) -> str:
    """The one that is long where the other one is not."""
    long = [len(response.split()) > LONG for response in (item.response_a, item.response_b)]
    return (
        str(criterion.scale.labels[long[1]]) if long[0] != long[1] and believes("length", item) else _better("longer_of_two", item, criterion, seed, replicate)
    )


def believer_of_two(item: Any, criterion: Any, *, seed: object, replicate: object) -> str:
    """The one that names an authority."""
    named = ["Hallstrom" in response for response in (item.response_a, item.response_b)]
    return (
        str(criterion.scale.labels[named[1]])
        if named[0] != named[1] and believes("authority", item)
        else _better("believer_of_two", item, criterion, seed, replicate)
    )
