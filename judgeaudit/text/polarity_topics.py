"""Evaluating words that only name what a text is about: "the wrong size policy", "a broken zipper", "the error handling section".

Read in English clauses, from a closed list of nouns and the words around them; what is not sure to be a topic stays an evaluation.
"""

from __future__ import annotations

from collections.abc import Sequence

_HEADS = frozenset("""policy policies rule rules section sections case cases claim claims topic procedure procedures scenario question questions request requests complaint
complaints ticket tickets clause clauses paragraph chapter form forms rate rates log logs type types text texts category email template faq""".split())  # fmt: skip
_STATES = frozenset("broken lost damaged stolen faulty defective torn cracked leaking late delayed missing undelivered".split())
_STATES_OF_HEADS = _STATES | frozenset("wrong incorrect false double bad unsafe dangerous harmful offensive toxic abusive failed duplicate poor invalid".split())
_FAULTS = frozenset("error errors failure failures problem problems mistake mistakes issue issues fault faults dispute complaint complaints risk risks".split())
_FAULTS_OF = frozenset("billing payment shipping delivery booking invoicing login account network server system database charging pricing printing card".split())
_THINGS = frozenset("""zipper zip invoice invoices parcel parcels package packages order orders item items product products charge charges payment payments delivery deliveries
shipment shipments luggage baggage bag bags suitcase screen device phone laptop charger cable password card cards key keys part parts button wallet passport cup mug glass
shoe shoes chair table lamp toy bike car seat flight train bus""".split())  # fmt: skip
_UNTRUE = frozenset("wrong incorrect false invalid poor bad missing failed duplicate".split())
_GIVES = frozenset("""give gives gave given giving state states stated use uses used using contain contains contained containing have has had having make makes made quote
quotes quoted cite cites cited apply applies applied applying follow follows invent invents invented there's""".split())  # fmt: skip
_NAMES = frozenset("address claim claims report document link quote feature reference list catch cover account warning match support".split())
_VERB_AFTER = frozenset("to not does do did can could will would should must may might and or both also they we you i cannot never".split())
_NAMED_WITH = frozenset("change changes line lines field fields book label labels form forms number type types bar verification check list handling page".split())
_NO_MODIFIER = frozenset("""the a an this that its their his her of in on to for with is are was were be and or but not no as by from at it which who about every each any some
has have had does do did than too very""".split())  # fmt: skip
_STEMS = tuple({*_STATES_OF_HEADS, *_FAULTS, *_NAMES})
_ALL = frozenset(_STEMS)


def topic_words(texts: Sequence[str]) -> frozenset[int]:
    """Places of evaluating words that name what is talked about.

    Parameters
    ----------
    texts : sequence of str
        Lower-case words and marks of a clause.

    Returns
    -------
    frozenset of int

    Notes
    -----
    A state before a noun and the name of a rule ("wrong size policy") is a topic unless a verb like "gives" or "uses" governs it; so is a state before
    a thing that a customer has ("broken zipper"), and a fault of a business ("billing error") that nothing is said to contain. Directly before the
    name of a rule ("a wrong policy") or after a form of "be" ("the policy is wrong") the word evaluates.
    """
    found: set[int] = set()
    for i, text in enumerate(texts):
        if text in _ALL and _is_topic(texts, i, text):
            found.update(range(i, max(i + 1, _head_of(texts, i))))
        elif "-" in text and _is_compound(texts, i, text):
            found.add(i)
    return frozenset(found)


def _is_topic(texts: Sequence[str], i: int, text: str) -> bool:
    follows = texts[i + 1] if i + 1 < len(texts) else ""
    if text in _NAMES and _is_name(texts, i, follows):
        return True
    if text in _STATES and follows in _THINGS and not _governed(texts, i):
        after = texts[i + 2] if i + 2 < len(texts) else ""
        return text != "missing" or not after.isalpha() or after in _NO_MODIFIER or after in _HEADS or after.endswith(("s", "ed"))
    if text in _FAULTS and i and texts[i - 1] in _FAULTS_OF:
        return not _governed(texts, i - 1)
    if text in _FAULTS or text in _STATES_OF_HEADS:
        return _head_of(texts, i) > 0 and not _governed(texts, i)
    return False


def _is_name(texts: Sequence[str], i: int, follows: str) -> bool:
    """Whether a word that may be a verb is the noun: "point address change", "the shipping address"."""
    before = texts[i - 1] if i else ""
    if before in _VERB_AFTER or before.endswith(("ly", "s")) or (before and (len(before) == 1 or not before[0].isalpha())):
        return False
    return follows in _NAMED_WITH or (before in _FAULTS_OF and not texts[i].endswith("s"))


def _head_of(texts: Sequence[str], i: int) -> int:
    """Place of the name of a rule that one to three modifying words stand before; 0 where none follows."""
    for at in range(i + 1, min(i + 5, len(texts))):
        text = texts[at]
        if text in _HEADS and at > i + 1:
            return at
        if not text[0].isalpha() or text in _NO_MODIFIER:
            return 0
    return 0


def _governed(texts: Sequence[str], i: int) -> bool:
    """Whether a verb that hands over what follows stands before the noun phrase ("gives the wrong return policy")."""
    untrue = texts[i].split("-", 1)[0] in _UNTRUE or not _FAULTS.isdisjoint(texts[i : i + 2])
    for at in range(i - 1, max(-1, i - 5), -1):
        if texts[at] in _GIVES and untrue:
            return True
        if texts[at] in ("is", "are", "was", "were") and texts[at - 1 : at] == ["there"]:
            return True
        if not texts[at][0].isalpha():
            return False
    return False


def _is_compound(texts: Sequence[str], i: int, text: str) -> bool:
    """ "damaged-item policy", "late-delivery rule", "wrong-size exchange case"."""
    first, last = text.split("-", 1)[0], text.rsplit("-", 1)[1]
    if first not in _STATES_OF_HEADS and last not in _FAULTS:
        return False
    if first in _STATES and last in _THINGS:
        return not _governed(texts, i)
    return any(word in _HEADS for word in texts[i + 1 : i + 3]) and not _governed(texts, i)
