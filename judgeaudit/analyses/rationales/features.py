"""What speaks for and against two rationales giving the same reason, as numbers: the input of `weights`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from judgeaudit.analyses.rationales.reading import Reading, StatedReason
from judgeaudit.analyses.rationales.space import ASPECT, Space, unit
from judgeaudit.text.locate import span_overlap
from judgeaudit.text.quantity_match import compare_quantities

FEATURES = (
    "similar", "whole", "matched", "covered", "words", "bag", "overlap", "opposed", "agreed", "clash", "numbers_shared", "numbers_apart",
    "numbers_one_sided", "evidence", "criteria", "relation_same", "relation_against", "reason_same", "reason_against",
    "findings_opposed", "favours_apart",
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
    if readings[1].order < readings[0].order:  # several matches can be equally good, and which one is found depends on the order
        readings, places = readings[::-1], places[::-1]
    first, second = readings
    weights = first.weight_of_reason, second.weight_of_reason
    similarity = _similarity(readings, places, space)
    matched = _match(similarity)
    relations = _relations(readings, places, similarity, space)
    open_to = _open(readings, relations.same)
    numbers = [compare_quantities(a, b) for a, b in zip(first.quantities_by_side, second.quantities_by_side, strict=True) if a or b]
    shared, apart = sum(len(one.shared) for one in numbers), sum(len(one.disagreeing) for one in numbers)
    alone = sum(len(one.only_first) for one in numbers), sum(len(one.only_second) for one in numbers)
    evidence, criteria = _evidence(first, second), _criteria(readings, space)
    value = {
        "similar": _similar(places, space),
        "whole": _whole(readings, places, space),
        **_aligned(matched, weights),
        **_words(first.words, second.words, space),
        **_polarity(readings, similarity, weights, open_to),
        "numbers_shared": float(shared > 0),
        "numbers_apart": float(apart > 0),
        "numbers_one_sided": float((alone[0] > 0) != (alone[1] > 0)),
        # Nothing quoted, or no aspect named, speaks neither for nor against.
        "evidence": 0.0 if evidence is None else evidence - 0.5,
        "criteria": 0.0 if criteria is None else criteria - 0.5,
        **_relation_values(relations, weights, open_to),
        "findings_opposed": _findings(readings, matched),
        "favours_apart": float(first.favours is not None and second.favours is not None and first.favours != second.favours),
    }
    signs = value["opposed"] + value["agreed"]
    said = shared + apart + sum(alone)
    signals = Signals(
        embedding=max(0.0, value["whole"]) if space.texts is not None else None,
        matched_reasons=value["matched"] if space.texts is not None else None,
        numbers=shared / said if said else None,
        polarity=value["agreed"] / signs if signs > 0 else None,
        evidence=evidence,
        criteria=criteria,
        numbers_apart=apart > 0,
    )
    return np.array([value[name] for name in FEATURES]), signals


def _between(value: float, low: float, high: float) -> float:
    """A number held to a range; np.clip takes ten times as long for one."""
    return max(low, min(high, float(value)))


def _similar(places: tuple[int, int], space: Space) -> float:
    """Cosine of the two rationales as the embedder gives them, the item's direction taken out."""
    return 0.0 if space.whole is None else _between(space.likeness(space.whole[places[0]] @ space.whole[places[1]]), -1.0, 1.0)


def _whole(readings: tuple[Reading, Reading], places: tuple[int, int], space: Space) -> float:
    if space.texts is None:
        return _shared(readings[0].words, readings[1].words)
    return _between(_scaled(space.texts[places[0]] @ space.texts[places[1]], space), -1.0, 1.0)


def _scaled(cosine: Any, space: Space) -> Any:
    """Cosines of what pairs are compared in: those of the tuned embedder as they are, others against unrelated statements."""
    return cosine if space.tuned is not None else space.likeness(cosine)


def _similarity(readings: tuple[Reading, Reading], places: tuple[int, int], space: Space) -> Array:
    """How alike each two reasons are, shape (m, n): by their vectors, else by their words."""
    if space.texts is not None:
        return np.asarray(_scaled(space.reasons[places[0]] @ space.reasons[places[1]].T, space), dtype=np.float64)
    return np.array([[_shared(a.words, b.words) for b in readings[1].reasons] for a in readings[0].reasons]).reshape(
        len(readings[0].reasons), len(readings[1].reasons)
    )


def _shared(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / len(first | second) if first or second else 1.0


def _match(similarity: Array) -> Matched:
    rows, columns = linear_sum_assignment(-similarity) if similarity.size else (np.zeros(0, np.intp), np.zeros(0, np.intp))
    return Matched(similarity, rows, columns)


def _aligned(matched: Matched, weights: tuple[Array, Array]) -> dict[str, float]:
    """Soft F1 of the one-to-one match, and how well each reason's best partner covers it."""
    similarity, (a, b) = matched.similarity, weights
    if not similarity.size:
        return {"matched": 0.0, "covered": 0.0}
    pairs = similarity[matched.rows, matched.columns]
    both = a[matched.rows] + b[matched.columns]
    total = a.sum() + b.sum()
    covered = (a @ similarity.max(axis=1) + b @ similarity.max(axis=0)) / total
    return {"matched": _between((pairs * both).sum() / total, 0.0, 1.0), "covered": _between(covered, -1.0, 1.0)}


def _words(first: frozenset[str], second: frozenset[str], space: Space) -> dict[str, float]:
    """How alike the words are in which two rationales differ."""
    overlap = _shared(first, second)
    words, bag = _apart(first, second, space)
    return {"words": words, "bag": bag, "overlap": overlap}


def _apart(first: frozenset[str], second: frozenset[str], space: Space) -> tuple[float, float]:
    """Likeness of the words that only one side has: best partners, and sums. 1 where there are none, 0.5 where only one side has any or none has a row."""
    if not first - second and not second - first:
        return 1.0, 1.0
    only = [[space.words[w] for w in sorted(words) if w in space.words] for words in (first - second, second - first)]
    if not only[0] or not only[1]:
        return 0.5, 0.5
    a, b = np.array(only[0]), np.array(only[1])
    table = a @ b.T
    best = (table.max(axis=1).sum() + table.max(axis=0).sum()) / sum(table.shape)
    return float(best), float(unit(a.sum(axis=0)) @ unit(b.sum(axis=0)))


def _polarity(readings: tuple[Reading, Reading], similarity: Array, weights: tuple[Array, Array], open_to: Array) -> dict[str, float]:
    """Shares of what is said about the same thing with opposite and with equal signs, and how near the two nearest opposites are."""
    if not similarity.size:
        return {"opposed": 0.0, "agreed": 0.0, "clash": 0.0}
    near = np.maximum(similarity, 0) ** 2 * (weights[0][:, None] * weights[1])
    total = near.sum()
    if total <= 0:
        return {"opposed": 0.0, "agreed": 0.0, "clash": 0.0}
    product = readings[0].sign_of_reason[:, None] * readings[1].sign_of_reason
    clash = float((np.maximum(similarity, 0) * open_to)[product < 0].max(initial=0.0))
    return {"opposed": float((near * open_to)[product < 0].sum() / total), "agreed": float(near[product > 0].sum() / total), "clash": clash}


def _open(readings: tuple[Reading, Reading], same: Array) -> Array:
    """How far each two reasons are still without a partner that says the same: only what is left over can contradict, shape (m, n)."""
    if not same.size:
        return np.zeros_like(same)
    same = np.where(readings[0].sign_of_reason[:, None] * readings[1].sign_of_reason < 0, 0.0, same)
    left: Array = (1 - same.max(axis=1))[:, None] * (1 - same.max(axis=0))
    return left


def _evidence(first: Reading, second: Reading) -> float | None:
    places = first.located, second.located
    if not places[0] and not places[1]:
        return None
    return span_overlap(*places) if places[0] and places[1] else 0.0


def _criteria(readings: tuple[Reading, Reading], space: Space) -> float | None:
    """Share of named aspects that both name: the same name, or one whose words or vectors are close."""
    named = readings[0].aspects, readings[1].aspects
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
    return _between(float(rows[0] @ rows[1]), 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Relations:
    """What the tuned embedder reads: log odds of the two texts, and probabilities for each two reasons, shape (m, n)."""

    text_same: float
    text_against: float
    same: Array
    against: Array


def _relations(readings: tuple[Reading, Reading], places: tuple[int, int], similarity: Array, space: Space) -> Relations:
    """How the texts and their reasons relate; without a tuned embedder reasons are the same as far as they are alike, and nothing is against."""
    m, n = similarity.shape
    equal = np.array([[a.core == b.core or (a.text == b.text and a.finding == b.finding) for b in readings[1].reasons] for a in readings[0].reasons]).reshape(
        m, n
    )
    if space.tuned is None or space.texts is None or not similarity.size:
        return Relations(0.0, 0.0, np.where(equal, 1.0, np.clip(similarity, 0, 1)), np.zeros((m, n)))
    a, b = space.reasons[places[0]], space.reasons[places[1]]
    first, second = np.empty((2, 1 + m * n, a.shape[1]), dtype=a.dtype)
    first[0], second[0] = space.texts[places[0]], space.texts[places[1]]
    first[1:].reshape(m, n, -1)[:], second[1:].reshape(m, n, -1)[:] = a[:, None], b
    odds = np.asarray(space.tuned.relation(first, second), dtype=np.float64)
    each = 1 / (1 + np.exp(-odds[1:].reshape(m, n, 2)))
    against = np.where(equal, 0.0, each[:, :, 1])
    return Relations(float(odds[0, 0]), float(odds[0, 1]), np.where(equal, 1.0, each[:, :, 0] * (1 - against)), against)


def _relation_values(relations: Relations, weights: tuple[Array, Array], open_to: Array) -> dict[str, float]:
    same = relations.same
    covered = (weights[0] @ same.max(axis=1) + weights[1] @ same.max(axis=0)) / (weights[0].sum() + weights[1].sum()) if same.size else 0.0
    return {
        "relation_same": relations.text_same, "relation_against": relations.text_against, "reason_same": float(covered),
        "reason_against": float((relations.against * open_to).max(initial=0.0)),
    }  # fmt: skip


def _findings(readings: tuple[Reading, Reading], matched: Matched) -> float:
    """Share of matched listed reasons with opposite findings; 0 for free text, whose signs are only read, and where none is stated."""
    if not (readings[0].structured and readings[1].structured) or not len(matched.rows):
        return 0.0
    pairs = [(readings[0].reasons[i], readings[1].reasons[j]) for i, j in zip(matched.rows, matched.columns, strict=True)]
    return float(np.mean([_opposite(a, b) for a, b in pairs]))


def _opposite(first: StatedReason, second: StatedReason) -> bool:
    return first.finding * second.finding < 0
