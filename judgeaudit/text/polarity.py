"""What a clause of a rationale says about the judged thing: for it, against it, or nothing.

Words and rules, not a model: negators, absence, comparatives, wishes and requirements are read, and a clause whose
meaning hangs on knowledge of the world is not.
"""

from __future__ import annotations

from dataclasses import dataclass

from judgeaudit.text import polarity_kinds as kinds
from judgeaudit.text.polarity_cjk import CJK, cjk_cues
from judgeaudit.text.polarity_languages import choose_language
from judgeaudit.text.polarity_rules import read
from judgeaudit.text.polarity_state import Group, State, close_group
from judgeaudit.text.polarity_tokens import tokens, without_quotes


@dataclass(frozen=True, slots=True)
class Cue:
    """A word or phrase that evaluates, with its sign after negators; `text == clause[start:end]`."""

    text: str
    start: int
    end: int
    sign: int


@dataclass(frozen=True, slots=True)
class Polarity:
    """`sign` 1: for the judged thing; -1: against it; 0: no evaluation found. `negated`: a negator has turned a cue around."""

    sign: int
    cues: tuple[Cue, ...] = ()
    negated: bool = False


def polarity(clause: str) -> Polarity:
    """What a clause says about the judged thing.

    Parameters
    ----------
    clause : str
        One clause of a rationale; the caller splits sentences. A whole sentence gets the sign of its main part.

    Returns
    -------
    Polarity
        "not incorrect" and "omits nothing" are 1, "fails to mention" and "could be clearer" -1; a requirement ("must state"), a question, and
        quoted text are 0. Presence counts as met: "names the window" 1, "does not name the window" -1.

    Notes
    -----
    English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian, Chinese and Japanese, by script and by the words that are found. Where
    parts of a clause differ, what follows "but" or "so" counts first, then what is no aside ("although", "because"), then a fault before a merit.
    One pass over the words, linear in the length of the clause.

    Example
    -------
    >>> polarity("the reply does not name the refund window").sign
    -1
    >>> polarity("No factual errors were found.").sign
    1
    """
    if CJK.search(clause):
        sign, negated, found = cjk_cues(without_quotes(clause))
        return Polarity(sign, tuple(Cue(clause[start:end], start, end, one) for start, end, one in found), negated)
    texts, spans = tokens(clause)
    if not texts or texts[-1] in "?？":
        return Polarity(0)
    state = State(choose_language(texts), texts, spans, [Group(0)])
    read(state)
    close_group(state)
    cues = tuple(Cue(clause[one.start : one.end], one.start, one.end, one.sign) for group in state.groups for one in group.found)
    return Polarity(_overall(state.groups, state.weighty), cues, state.negated)


def _overall(groups: list[Group], weighty: int) -> int:
    """Sign of a clause; groups before the last "but" or "so" are asides."""
    signs: dict[int, list[tuple[int, int]]] = {0: [], 1: [], 2: []}
    for place, group in enumerate(groups):
        if group.found:
            signs[group.role if place >= weighty else 1].append(_of_group(group))
    for role in (0, 1):
        told = [(sign, tier) for sign, tier in signs[role] if sign]
        best = max((tier for _, tier in told), default=0)
        told = [(sign, tier) for sign, tier in told if tier > 0 or best == 0]
        if told:
            sign = min(sign for sign, _ in told)
            return -1 if sign > 0 and any(group.role == 2 for group in groups) and role == 0 else sign
    return 0


def _of_group(group: Group) -> tuple[int, int]:
    """Sign and tier of one stretch: the strongest kind of word, the last of them."""
    tier = max(one.tier for one in group.found)
    best = [one for one in group.found if one.tier == tier]
    last = best[-1]
    if tier == 2 and all(one.kind == kinds.NOUN for one in best):
        dealt = [one for one in group.found if one.kind == kinds.ABOUT and one.at > last.at]
        last = dealt[-1] if dealt else last  # "the error was corrected"
    return last.sign, tier
