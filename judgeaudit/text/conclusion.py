"""What a rationale itself argues for: the label that it concludes with, by its own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from judgeaudit.text.conclusion_clauses import clauses_argue
from judgeaudit.text.conclusion_pairwise import leanings, marked, preferences, slots_of
from judgeaudit.text.conclusion_pointwise import stated
from judgeaudit.text.conclusion_statements import Sentence, Statement, sentences


@dataclass(frozen=True, slots=True)
class Conclusion:
    """`label` of the scale, or None where it cannot be told; `sign` 1: for the judged thing, -1: against it, 0: neither or unknown.

    `text == rationale[start:end]` is what says so; empty where nothing does.
    """

    label: str | None
    sign: int = 0
    start: int = 0
    end: int = 0
    text: str = ""


def conclude(text: str, labels: Sequence[str], *, mode: Literal["pointwise", "pairwise"], positive: str | None = None) -> Conclusion:
    """Which label a rationale argues for.

    Use it to find rationales that argue the other way than the label they come with. It says nothing rather than guess: a label that only occurs in a
    sentence is no verdict ("fails to mention", "a good start"), nor is one that is quoted, asked, wished for, or somebody else's.

    Parameters
    ----------
    text : str
        A rationale, without the label that was returned beside it.
    labels : sequence of str
        The scale's labels; pairwise: the names of response_a, response_b and, where there is one, of a tie.
    mode : {"pointwise", "pairwise"}
    positive : str, optional
        The label that speaks for the judged thing.

    Returns
    -------
    Conclusion

    Notes
    -----
    A statement that concludes ("therefore", "verdict:") counts before others, the last of them before earlier ones; statements that disagree otherwise
    give no label. Without any, the label is told from polarity: pointwise on a scale of two labels, where two clauses or one about the judged thing
    itself evaluate and none the other way (`clauses_argue`), pairwise where one output is only praised and the other only faulted. Linear in the length of the text.

    Example
    -------
    >>> conclude("It fails to mention the fee. So the criterion is not met.", ["pass", "fail"], mode="pointwise", positive="pass").label
    'fail'
    """
    labels = list(labels)
    if mode == "pairwise":
        return _pairwise(text, labels)
    found = [statement for sentence in sentences(text) for statement in stated(sentence, labels)]
    chosen = _chosen([_with_sign(one, labels, positive) for one in found if one.weight])
    if chosen is not None:
        return _told(text, chosen, labels)
    return Conclusion(None) if found else _by_polarity(text, labels, positive)


def _with_sign(statement: Statement, labels: list[str], positive: str | None) -> Statement:
    """A statement with both its place and its sign, as far as the scale tells one from the other."""
    place, sign = statement.place, statement.sign
    if positive in labels:
        at = labels.index(positive)
        if place is None and len(labels) == 2:
            place = at if sign > 0 else 1 - at
        elif place is not None:
            sign = 1 if place == at else -1 if len(labels) == 2 else 0
    return Statement(place, sign, statement.start, statement.end, statement.weight)


def _chosen(found: list[Statement]) -> Statement | None:
    """The last concluding statement; statements of equal weight that disagree with it must stand before a weightier one."""
    best = max((one.weight for one in found), default=0)
    weighty = [one for one in found if one.weight == best]
    if not weighty:
        return None
    last = weighty[-1]
    same_sentence = [one for one in weighty if one.start == last.start]
    if any((one.place, one.sign) != (last.place, last.sign) and one.place is not None and last.place is not None for one in same_sentence):
        return None
    if best < 2 and any(one.place != last.place for one in weighty if None not in (one.place, last.place)):
        return None
    later = [one for one in found if one.start > last.start and one.weight > 0]
    if any(None not in (one.place, last.place) and one.place != last.place for one in later):
        return None
    return last


def _told(text: str, statement: Statement, labels: list[str]) -> Conclusion:
    label = labels[statement.place] if statement.place is not None and statement.place < len(labels) else None
    start, end = _trimmed(text, statement.start, statement.end)
    return Conclusion(label, statement.sign, start, end, text[start:end])


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    shown = text[start:end]
    return start + len(shown) - len(shown.lstrip()), start + len(shown.rstrip())


def _by_polarity(text: str, labels: list[str], positive: str | None) -> Conclusion:
    sign = clauses_argue(text)
    if not sign:
        return Conclusion(None)
    start, end = _trimmed(text, 0, len(text))
    label = None
    if positive in labels and len(labels) == 2:
        at = labels.index(positive)
        label = labels[at if sign > 0 else 1 - at]
    return Conclusion(label, sign, start, end, text[start:end])


def _pairwise(text: str, labels: list[str]) -> Conclusion:
    slots = slots_of(text, labels)
    parts = [(sentence, marked(sentence, slots)) for sentence in sentences(text)]
    found = [statement for sentence, shown in parts for statement in preferences(sentence, shown)]
    chosen = _chosen(found)
    if chosen is not None:
        return _told(text, chosen, labels)
    return Conclusion(None) if found else _by_leaning(text, labels, parts)


def _by_leaning(text: str, labels: list[str], parts: list[tuple[Sentence, str]]) -> Conclusion:
    """The output that is only praised where the other is only faulted."""
    signs: tuple[set[int], set[int]] = (set(), set())
    last: int | None = None
    for _, shown in parts:
        told, last = leanings(shown, last)
        for place, sign in told:
            signs[place].add(sign)
    for place in (0, 1):
        if signs[place] == {1} and signs[1 - place] == {-1}:
            start, end = _trimmed(text, 0, len(text))
            return Conclusion(labels[place], 0, start, end, text[start:end])
    return Conclusion(None)
