"""How two rationales of one judge on one item relate: the same reason, another reason, or one that contradicts it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.rationales.features import FEATURES, Signals, features
from judgeaudit.analyses.rationales.reading import Reading
from judgeaudit.analyses.rationales.space import Embed, Space, build_space
from judgeaudit.analyses.rationales.weights import Basis, Form, Model, model

__all__ = ["RELATIONS", "Embed", "RationalePair", "Space", "build_space", "compare_pairs"]

Relation = Literal["same", "different", "contradicting"]
RELATIONS: tuple[Relation, ...] = get_args(Relation)
SIGNALS = ("embedding", "matched_reasons", "numbers", "polarity", "evidence", "criteria")

SAME_FROM = 0.5
"""Score from which two rationales give the same reason: it is then more likely than not."""

SETTLED = 0.9
"""Least probability of a contradiction where numbers about one thing differ, or each prefers another output: both cannot be true."""

OUTRIGHT = 0.6
"""Least score of listed reasons with the same aspects, the same findings and quotes of the same place (ours): that they are worded otherwise says little."""

FAVOURS, OPPOSED, WHOLE = FEATURES.index("favours_apart"), FEATURES.index("findings_opposed"), FEATURES.index("whole")
MOST_CONTRADICTING = 0.49
"""Highest score of a pair that contradicts: much may be the same, and the two cannot both be true."""

MOST_UNALIKE, UNALIKE = 0.3, 0.15
"""Highest score of two rationales that have nothing in common: no word where nothing is embedded, and where another embedder than the tuned one is
used, a likeness below the second number on a scale whose 0 is what unrelated statements have (ours)."""

SPEAKS_AGAINST = 0.5
"""Agreement of a signal below which it is named as a reason why two rationales differ (ours)."""


@dataclass(frozen=True, slots=True)
class RationalePair:
    """How two rationales relate.

    Attributes
    ----------
    decision : {"same", "different", "contradicting"}
    score : float
        0 to 1; 1 is the same reason.
    signals : mapping of str to float or None
        Agreement from 0 to 1 of `embedding`, `matched_reasons`, `numbers`, `polarity`, `evidence` and `criteria`; None where neither has any.
    why : tuple of str
        What speaks against the same reason: `numbers`, `polarity`, `evidence`, `criteria`, `content`. Empty for `same`.
    """

    decision: Relation
    score: float
    signals: Mapping[str, float | None]
    why: tuple[str, ...] = ()


def compare_pairs(readings: Sequence[Reading], space: Space, pairs: NDArray[Any]) -> tuple[RationalePair, ...]:
    """The relation of each pair of readings.

    Parameters
    ----------
    readings : sequence of Reading
    space : Space
        Their vectors, by `build_space`.
    pairs : int array, shape (p, 2)
        Places in `readings`; the order within a pair never matters.

    Returns
    -------
    tuple of RationalePair

    Notes
    -----
    Equal texts are the same reason. Otherwise the features of `features` go through two logistic models (`weights`): the score is
    P(same) (1 - P(contradiction)). A pair contradicts where P(contradiction) passes the model's threshold.
    """
    found: dict[tuple[int, int], RationalePair] = {}
    for i, j in pairs:
        key = (int(i), int(j)) if i <= j else (int(j), int(i))
        if key not in found:
            found[key] = _compare(readings, space, key)
    return tuple(found[(int(i), int(j)) if i <= j else (int(j), int(i))] for i, j in pairs)


def _compare(readings: Sequence[Reading], space: Space, places: tuple[int, int]) -> RationalePair:
    first, second = readings[places[0]], readings[places[1]]
    equal = first.structured == second.structured and first.plain == second.plain
    if not first.reasons or not second.reasons or not (equal or (_has_words(first) and _has_words(second))):
        return RationalePair("different", 0.0, dict.fromkeys(SIGNALS), ("content",))
    row, signals = features((first, second), places, space)
    if equal:
        return RationalePair("same", 1.0, _as_dict(signals))
    fitted = _fitted(first, second, space)
    same = _probability(float(row @ fitted.same) + fitted.same_offset)
    against = _probability(float(row @ fitted.against) + fitted.against_offset)
    if signals.numbers_apart or row[FAVOURS] > 0:
        against = max(against, SETTLED)
    score = same * (1 - against)
    if _nothing_alike(first, second, row, space):
        score = min(score, MOST_UNALIKE)
    if against < fitted.threshold and _agree_outright(first, second, row, signals):
        score = max(score, OUTRIGHT)
    if against >= fitted.threshold:
        decision: Relation = "contradicting"
        score = min(score, MOST_CONTRADICTING)
    else:
        decision = "same" if score >= SAME_FROM else "different"
    return RationalePair(decision, score, _as_dict(signals), () if decision == "same" else _why(row, signals, decision))


def _has_words(reading: Reading) -> bool:
    return any(c.isalnum() for c in reading.text)


def _nothing_alike(first: Reading, second: Reading, row: NDArray[np.float64], space: Space) -> bool:
    if space.texts is None:
        return not first.words & second.words
    return space.tuned is None and not (first.structured and second.structured) and bool(row[WHOLE] < UNALIKE)


def _agree_outright(first: Reading, second: Reading, row: NDArray[np.float64], signals: Signals) -> bool:
    """Whether all that two structured replies say outright is the same: how many reasons, about what, met or not, and quoting what."""
    reasons = (*first.reasons, *second.reasons)
    listed = first.structured and second.structured and len(first.reasons) == len(second.reasons)
    named = (signals.criteria or 0.0) > 0.95 and (signals.evidence or 0.0) > 0.5
    apart = signals.numbers_apart or row[OPPOSED] > 0 or any(a.wording * b.wording < 0 for a in first.reasons for b in second.reasons if a.aspect == b.aspect)
    return listed and named and not apart and all(reason.finding for reason in reasons)


def _fitted(first: Reading, second: Reading, space: Space) -> Model:
    form: Form = "structured" if first.structured and second.structured else "text"
    basis: Basis = "words" if space.texts is None else "tuned" if space.tuned is not None else "embedded"
    return model(form, basis)


def _probability(odds: float) -> float:
    return float(1 / (1 + np.exp(-max(-30.0, min(30.0, odds)))))


def _as_dict(signals: Signals) -> dict[str, float | None]:
    return {name: getattr(signals, name) for name in SIGNALS}


def _why(row: NDArray[np.float64], signals: Signals, decision: Relation) -> tuple[str, ...]:
    """Signals that speak against the same reason; `content` where none of the others does."""
    value = dict(zip(FEATURES, row, strict=True))
    against = {
        "numbers": signals.numbers_apart,
        "polarity": value["favours_apart"] > 0 or value["findings_opposed"] > 0 or (signals.polarity is not None and signals.polarity < SPEAKS_AGAINST),
        "evidence": signals.evidence is not None and signals.evidence < SPEAKS_AGAINST,
        "criteria": signals.criteria is not None and signals.criteria < SPEAKS_AGAINST,
    }
    said = tuple(name for name, speaks in against.items() if speaks)
    return said if said and (decision == "contradicting" or set(said) & {"numbers", "polarity"}) else (*said, "content")
