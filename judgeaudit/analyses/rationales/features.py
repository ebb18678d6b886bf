"""What speaks for and against two rationales giving the same reason, as numbers: the input of `weights`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from judgeaudit.analyses.rationales.reading import Reading, StatedReason
from judgeaudit.analyses.rationales.space import ASPECT, Space, unit
from judgeaudit.text.locate import span_overlap
from judgeaudit.text.quantity_match import compare_quantities

FEATURES = (
    "whole", "matched", "covered", "words", "bag", "overlap", "opposed", "agreed", "numbers_shared", "numbers_apart", "numbers_one_sided", "evidence",
    "no_evidence", "criteria", "no_criteria", "relation_same", "relation_against", "reason_same", "reason_against", "findings_opposed",
)  # fmt: skip
"""Columns of `features`. All are the same for either order of the two."""

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Signals:
    """The signals of a pair as people read them: agreement from 0 to 1, None where neither side has any."""

    embedding: float | None
    matched_reasons: float | None
    numbers: float | None
    polarity: float | None
    evidence: float | None
    criteria: float | None
    numbers_apart: bool = False


@dataclass(frozen=True, slots=True)
class Matched:
    """Reasons of two rationales, one to one. `similarity` is (m, n); `rows`, `columns` are the pairs."""

    similarity: Array
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]


def features(readings: tuple[Reading, Reading], places: tuple[int, int], space: Space) -> tuple[Array, Signals]:
    """The numbers of one pair, shape (len(FEATURES),), and its signals."""
    first, second = readings
    weights = _weights(first), _weights(second)
    similarity = _similarity(readings, places, space)
    matched = _match(similarity)
    whole = _whole(readings, places, space)
    soft, covered = _aligned(matched, weights)
    words, bag = _words_apart(first.words, second.words, space)
    opposed, agreed = _polarity(readings, similarity, weights)
    numbers = compare_quantities(first.quantities, second.quantities)
    apart, shared = len(numbers.disagreeing), len(numbers.shared)
    alone = len(numbers.only_first) + len(numbers.only_second)
    evidence = _evidence(first, second)
    criteria = _criteria(readings, matched, space)
    said = first.words | second.words
    relation = _relations(places, similarity, weights, space)
    row = [
        whole, soft, covered, words, bag, len(first.words & second.words) / len(said) if said else 1.0, opposed, agreed, float(shared > 0), float(apart > 0),
        float(bool(numbers.only_first) != bool(numbers.only_second)), 0.0 if evidence is None else evidence, float(evidence is None),
        0.0 if criteria is None else criteria, float(criteria is None), *relation, _findings(readings, matched),
    ]  # fmt: skip
    signs = opposed + agreed
    found = Signals(
        whole if space.texts is not None else None, soft if space.texts is not None else None, shared / (shared + apart + alone) if shared + apart + alone else None,
        agreed / signs if signs > 0 else None, evidence, criteria, apart > 0,
    )  # fmt: skip
    return np.array(row), found


def _weights(reading: Reading) -> Array:
    return np.sqrt([max(1, len(reason.words)) for reason in reading.reasons]) if reading.reasons else np.zeros(0)


def _whole(readings: tuple[Reading, Reading], places: tuple[int, int], space: Space) -> float:
    if space.texts is None:
        return _shared(readings[0].words, readings[1].words)
    return float(np.clip(space.texts[places[0]] @ space.texts[places[1]], -1, 1))


def _similarity(readings: tuple[Reading, Reading], places: tuple[int, int], space: Space) -> Array:
    """How alike each two reasons are, shape (m, n): by their vectors, else by their words."""
    if space.texts is not None:
        return np.asarray(space.reasons[places[0]] @ space.reasons[places[1]].T, dtype=np.float64)
    return np.array([[_shared(a.words, b.words) for b in readings[1].reasons] for a in readings[0].reasons]).reshape(
        len(readings[0].reasons), len(readings[1].reasons)
    )


def _shared(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / len(first | second) if first or second else 1.0


def _match(similarity: Array) -> Matched:
    rows, columns = linear_sum_assignment(-similarity) if similarity.size else (np.zeros(0, np.intp), np.zeros(0, np.intp))
    return Matched(similarity, rows, columns)


def _aligned(matched: Matched, weights: tuple[Array, Array]) -> tuple[float, float]:
    """Soft F1 of the one-to-one match, and how well each reason's best partner covers it."""
    similarity, (a, b) = matched.similarity, weights
    if not similarity.size:
        return 0.0, 0.0
    pairs = similarity[matched.rows, matched.columns]
    both = a[matched.rows] + b[matched.columns]
    total = a.sum() + b.sum()
    covered = (a @ similarity.max(axis=1) + b @ similarity.max(axis=0)) / total
    return float(np.clip((pairs * both).sum() / total, 0, 1)), float(np.clip(covered, -1, 1))


def _words_apart(first: frozenset[str], second: frozenset[str], space: Space) -> tuple[float, float]:
    """How alike the words are in which two rationales differ: best partners, and their sums. 1 where there are none, 0.5 where only one has any."""
    only = [[space.words[w] for w in sorted(words) if w in space.words] for words in (first - second, second - first)]
    if not only[0] and not only[1]:
        return 1.0, 1.0
    if not only[0] or not only[1]:
        return 0.5, 0.5
    a, b = np.stack(only[0]), np.stack(only[1])
    table = a @ b.T
    best = (table.max(axis=1).sum() + table.max(axis=0).sum()) / sum(table.shape)
    return float(best), float(unit(a.sum(axis=0)) @ unit(b.sum(axis=0)))


def _polarity(readings: tuple[Reading, Reading], similarity: Array, weights: tuple[Array, Array]) -> tuple[float, float]:
    """Shares of what is said about the same thing that is said with opposite, and with equal signs."""
    if not similarity.size:
        return 0.0, 0.0
    signs = [np.array([reason.sign for reason in reading.reasons]) for reading in readings]
    near = np.maximum(similarity, 0) ** 2 * np.outer(*weights)
    total = near.sum()
    if total <= 0:
        return 0.0, 0.0
    product = np.outer(*signs)
    return float(near[product < 0].sum() / total), float(near[product > 0].sum() / total)


def _evidence(first: Reading, second: Reading) -> float | None:
    places = first.located, second.located
    if not places[0] and not places[1]:
        return None
    return span_overlap(*places) if places[0] and places[1] else 0.0


def _criteria(readings: tuple[Reading, Reading], matched: Matched, space: Space) -> float | None:
    """Share of named aspects that both name: the same name, or one whose words or vectors are close."""
    named = [tuple(dict.fromkeys(reason.aspect.casefold() for reason in reading.reasons if reason.aspect)) for reading in readings]
    if not named[0] or not named[1]:
        return None
    likeness = np.array([[_like(a, b, space) for b in named[1]] for a in named[0]])
    rows, columns = linear_sum_assignment(-likeness)
    return float(2 * likeness[rows, columns].sum() / sum(likeness.shape))


def _like(first: str, second: str, space: Space) -> float:
    if first == second:
        return 1.0
    rows = space.words.get(ASPECT + first), space.words.get(ASPECT + second)
    if rows[0] is None or rows[1] is None:
        return 0.0
    return float(np.clip(rows[0] @ rows[1], 0, 1))


def _relations(places: tuple[int, int], similarity: Array, weights: tuple[Array, Array], space: Space) -> tuple[float, float, float, float]:
    """What the tuned embedder reads in the two texts, and in their reasons: log odds of the same reason, and of a contradiction."""
    if space.tuned is None or space.texts is None or not similarity.size:
        return 0.0, 0.0, 0.0, 0.0
    a, b = space.reasons[places[0]], space.reasons[places[1]]
    m, n = similarity.shape
    first = np.concatenate([space.texts[places[0]][None], np.repeat(a, n, axis=0)])
    second = np.concatenate([space.texts[places[1]][None], np.tile(b, (m, 1))])
    odds = np.asarray(space.tuned.relation(first, second), dtype=np.float64)
    each = 1 / (1 + np.exp(-odds[1:].reshape(m, n, 2)))
    against = each[:, :, 1]
    same = each[:, :, 0] * (1 - against)
    a_weight, b_weight = weights
    covered = (a_weight @ same.max(axis=1) + b_weight @ same.max(axis=0)) / (a_weight.sum() + b_weight.sum())
    return float(odds[0, 0]), float(odds[0, 1]), float(covered), float(against.max())


def _findings(readings: tuple[Reading, Reading], matched: Matched) -> float:
    """Share of matched listed reasons with opposite findings; 0 for free text, whose signs are only read."""
    if not (readings[0].structured and readings[1].structured) or not len(matched.rows):
        return 0.0
    pairs = [(readings[0].reasons[i], readings[1].reasons[j]) for i, j in zip(matched.rows, matched.columns, strict=True)]
    return float(np.mean([_opposite(a, b) for a, b in pairs]))


def _opposite(first: StatedReason, second: StatedReason) -> bool:
    return first.sign * second.sign < 0
