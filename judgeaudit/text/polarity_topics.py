"""Evaluating words that only name what a text is about: "the wrong size policy", "a broken zipper", "the error handling section".

Read in English clauses, from a closed list of nouns and the words around them; what is not sure to be a topic stays an evaluation.
"""

from __future__ import annotations

from collections.abc import Sequence


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_HEADS = _words(
    "policy policies rule rules section sections case cases topic procedure procedures scenario ticket tickets clause clauses category template faq request requests"
)
_TEXTS = _HEADS | _words("claim claims complaint complaints question questions text texts form forms rate rates log logs type types email paragraph chapter")
_STATES = _words("broken lost damaged stolen faulty defective torn cracked leaking late delayed missing undelivered")
_STATES_OF_HEADS = _STATES | _words("wrong incorrect false double bad unsafe dangerous harmful offensive toxic abusive failed duplicate poor invalid")
_FAULTS = _words("error errors failure failures problem problems mistake mistakes issue issues fault faults dispute complaint complaints risk risks")
_FAULTS_OF = _words("billing payment shipping delivery booking invoicing login account card charging")
_THINGS = _words("""zipper zip invoice invoices parcel parcels package packages order orders item items product products charge charges payment payments delivery deliveries
shipment shipments luggage baggage bag bags suitcase screen device phone laptop charger cable password card cards key keys part parts button wallet passport cup mug glass
shoe shoes chair table lamp toy bike car seat flight train bus""")  # fmt: skip
_UNTRUE = _words("wrong incorrect false invalid poor bad missing failed duplicate")
_GIVES = _words("""give gives gave given giving state states stated use uses used using contain contains contained containing have has had having make makes made quote
quotes quoted cite cites cited apply applies applied applying follow follows invent invents invented cause causes produce produces raise raises throw throws there's""")  # fmt: skip
_NAMES = _words("address claim claims report document link quote feature reference list catch cover account warning match support")
_VERB_AFTER = _words("to not does do did can could will would should must may might and or both also they we you i cannot never")
_NAMED_WITH = _words("change changes line lines field fields book label labels form forms number type types bar verification check list handling page")
_NO_MODIFIER = _words("""the a an this that its their his her of in on to for with is are was were be and or but not no as by from at it which who about every each any some
has have had does do did than too very first second third fourth last final next main whole entire key only other same own""")  # fmt: skip
_ALL = _STATES_OF_HEADS | _FAULTS | _NAMES


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
        return text != "missing" or not after.isalpha() or after in _NO_MODIFIER or after in _TEXTS or after.endswith(("s", "ed"))
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
    """Place of the name of a rule that up to three modifying words stand before; 0 where none follows."""
    heads = _HEADS if texts[i] in _UNTRUE - _STATES else _TEXTS
    for at in range(i + 1, min(i + 5, len(texts))):
        text = texts[at]
        if text in heads and (at > i + 1 or texts[i] in _FAULTS):
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
    return any(word in _TEXTS for word in texts[i + 1 : i + 3]) and not _governed(texts, i)
