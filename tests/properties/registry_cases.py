"""Data for every statistic of the registry, by what it is handed over. A new kind of columns or a new required option without an entry fails."""

from __future__ import annotations

import inspect
import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from labelled_tables import POOR_LABELS, partly_labelled
from numpy.typing import NDArray

from judgeaudit import stats
from judgeaudit.domain.results import Estimate

Table = NDArray[np.float64]

TABLES = ("panel", "pair", "annotators")
"""What is a table of codes, with a scale and a level."""

ROWS = ("panel", "pair", "annotators", "values", "forecast", "confidence", "partly_labelled")
"""What has one row for each item, so that rows may have counts and clusters."""


@dataclass(frozen=True)
class Case:
    """A call of a statistic, and by what the change of the data multiplies a number in points of the scale."""

    data: tuple[Any, ...]
    level: str | None = None
    labels: tuple[float, ...] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    factor: float = 1.0

    @property
    def ratings(self) -> Table:
        return np.asarray(self.data[0])

    def with_ratings(self, ratings: Table) -> Case:
        return replace(self, data=(ratings, *self.data[1:]))

    def with_options(self, **options: Any) -> Case:
        return replace(self, options={**self.options, **options})

    def ask(self, statistic: stats.Statistic) -> Estimate:
        """Each call starts from the same generator, so that drawing cannot tell two calls apart."""
        shared = {"level": self.level, "labels": self.labels, "rng": np.random.default_rng(5)}
        given = {name: value for name, value in shared.items() if value is not None and takes(statistic, name)}
        return statistic.fn(*self.data, **{**given, **self.options})


def takes(statistic: stats.Statistic, option: str) -> bool:
    parameters = inspect.signature(statistic.fn).parameters
    return option in parameters or any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters.values())


def required(statistic: stats.Statistic) -> list[str]:
    """Options without a default, and those that the registry says are needed; `level` and `labels` are always given."""
    bare = [one.name for one in inspect.signature(statistic.fn).parameters.values() if one.kind is one.KEYWORD_ONLY and one.default is one.empty]
    return [name for name in dict.fromkeys((*bare, *statistic.needs)) if name not in ("level", "labels", "rng")]


NEEDED: dict[str, Callable[[tuple[float, ...] | None], Any]] = {
    "positive": lambda labels: labels[1] if labels else 1.0,
    "margin": lambda labels: 0.5,
    "mean": lambda labels: 0.5,
    "sd": lambda labels: 0.2,
}
"""A value for each option that some statistic cannot do without."""


def needed(statistic: stats.Statistic, labels: tuple[float, ...] | None) -> dict[str, Any]:
    return {name: NEEDED[name](labels) for name in required(statistic)}


def levels(statistic: stats.Statistic) -> tuple[str, ...]:
    return statistic.levels or ("nominal",)


# Ordinary data, of which something can be said.


def _rated(rng: np.random.Generator, labels: tuple[float, ...], n_raters: int) -> Table:
    """Raters who agree more often than not; something varies, whatever is drawn."""
    truth = rng.choice(labels, (15, 1))
    ratings = np.where(rng.random((15, n_raters)) < 0.6, truth, rng.choice(labels, (15, n_raters)))
    ratings[rng.random(ratings.shape) < 0.15] = np.nan
    ratings[0], ratings[1], ratings[2:4] = labels[0], labels[1], labels[-1]
    ratings[4, 0], ratings[4, 1] = labels[0], labels[-1]
    return ratings


def _scale(level: str) -> tuple[float, ...]:
    """Four or five points, with uneven codes where the level allows it."""
    return (1.0, 2.0, 3.0, 4.0) if level in ("nominal", "ordinal") else (1.0, 2.0, 3.5, 4.0, 7.0)


def _panel(statistic: stats.Statistic, level: str, rng: np.random.Generator) -> Case:
    labels = _scale(level)
    return Case((_rated(rng, labels, int(rng.integers(2, 6))),), level, labels, needed(statistic, labels))


def _pair(statistic: stats.Statistic, level: str, rng: np.random.Generator) -> Case:
    labels = _scale(level)
    return Case((_rated(rng, labels, 2),), level, labels, needed(statistic, labels))


def _annotators(statistic: stats.Statistic, level: str, rng: np.random.Generator) -> Case:
    """A judge and two to four annotators, who have more than 30 items each in some cases and fewer in others."""
    labels, n_annotators, n_blocks = _scale(level), int(rng.integers(2, 5)), int(rng.integers(1, 5))
    ratings = np.vstack([_rated(rng, labels, 1 + n_annotators) for _ in range(n_blocks)])
    return Case((ratings,), level, labels, needed(statistic, labels))


def _values(statistic: stats.Statistic, level: str, rng: np.random.Generator) -> Case:
    return Case((rng.integers(0, 5, (15, 1)) / 4,), level, None, needed(statistic, None))


def _forecast(statistic: stats.Statistic, level: str, rng: np.random.Generator) -> Case:
    probabilities = rng.choice([0.0, 0.05, 0.3, 0.34, 0.7, 0.95, 1.0], 15)
    outcomes = (rng.random(15) < probabilities).astype(float)
    outcomes[:2] = (0.0, 1.0)
    ratings = np.column_stack([probabilities, outcomes])
    ratings[5, 0] = ratings[7, 1] = np.nan
    return Case((ratings,), None, None, needed(statistic, None))


def _confidence(statistic: stats.Statistic, level: str, rng: np.random.Generator) -> Case:
    """A judge who is always right where it is sure, and more items of that kind than any change of the data takes away."""
    confidence = np.concatenate([rng.choice([0.95, 0.97, 1.0], 70), rng.choice([0.5, 0.6, 0.1 + 0.2, 0.3, 0.8], 70)])
    right = np.where(confidence > 0.9, 1.0, (rng.random(140) < confidence).astype(float))
    ratings = np.column_stack([confidence, right])
    ratings[75, 0] = ratings[80, 1] = np.nan
    return Case((ratings,), None, None, needed(statistic, None))


def _partly_labelled(statistic: stats.Statistic, level: str, rng: np.random.Generator) -> Case:
    return Case((partly_labelled(rng),), level, None, needed(statistic, None))


def _cube(statistic: stats.Statistic, level: str, rng: np.random.Generator) -> Case:
    """Replicates x items x judges."""
    labels = _scale(level)
    truth = rng.choice(labels, (1, 15, 1))
    ratings = np.where(rng.random((3, 15, 4)) < 0.6, truth, rng.choice(labels, (3, 15, 4)))
    ratings[:, 0], ratings[:, 1] = labels[0], labels[-1]
    return Case((ratings,), level, labels, needed(statistic, labels))


def _samples(statistic: stats.Statistic, level: str, rng: np.random.Generator) -> Case:
    return Case((rng.normal(size=(9, 3)), rng.normal(0.7, 1.0, size=(7, 3))), None, None, needed(statistic, None))


def _vectors(statistic: stats.Statistic, level: str, rng: np.random.Generator) -> Case:
    """Rationales of 12 items, two to four of each; one has no vector."""
    items = np.repeat(np.arange(12), rng.integers(2, 5, 12))
    vectors = rng.normal(size=(12, 3))[items] + rng.normal(0.3, 0.7, size=(len(items), 3))
    vectors[-1] = np.nan
    return Case((vectors, items), None, None, needed(statistic, None))


def _stream(statistic: stats.Statistic, level: str, rng: np.random.Generator) -> Case:
    return Case((np.round(rng.random(30), 2),), None, None, needed(statistic, None))


def _p_values(statistic: stats.Statistic, level: str, rng: np.random.Generator) -> Case:
    return Case((np.append(np.round(rng.random(8) ** 3, 4), np.nan),), None, None, needed(statistic, None))


BUILDERS: dict[str, Callable[[stats.Statistic, str, np.random.Generator], Case]] = {
    "panel": _panel, "pair": _pair, "annotators": _annotators, "values": _values, "forecast": _forecast, "confidence": _confidence, "partly_labelled": _partly_labelled, "cube": _cube, "vectors": _vectors, "samples": _samples, "stream": _stream, "p_values": _p_values,
}  # fmt: skip


def make_case(statistic: stats.Statistic, level: str, seed: int) -> Case:
    return BUILDERS[statistic.columns](statistic, level, np.random.default_rng(seed))


# Data that say little or nothing.

SAME, ONE, TWO = np.ones((12, 3)), [[1.0, 0.0, 1.0]], [[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]]
GAPS = [[1.0, np.nan, np.nan], [np.nan, 0.0, np.nan], [np.nan, np.nan, 1.0]] * 4
FIRST_SAME = np.column_stack([np.ones(12), np.tile([0.0, 1.0], 6), np.tile([0.0, 0.0, 1.0], 4)])
LONELY = np.column_stack([np.tile([0.0, 1.0], 6), np.full(12, np.nan), np.full(12, np.nan)])

POOR_TABLES: dict[str, Any] = {
    "empty": np.zeros((0, 3)),
    "all missing": np.full((12, 3), np.nan),
    "one category": SAME,
    "the other category": 0 * SAME,
    "one item": np.array(ONE),
    "one item, no variation": SAME[:1],
    "two items": np.array(TWO),
    "two items alike": SAME[:2],
    "one rater": LONELY,
    "no overlap": np.array(GAPS),
    "constant in one rater": FIRST_SAME,
    "constant in each rater": np.tile([1.0, 0.0, 1.0], (12, 1)),
    "one pair": np.vstack([np.array(GAPS), np.array([[1.0, 0.0, np.nan]])]),
    "one pair alike": np.vstack([np.array(GAPS), np.array([[1.0, 1.0, np.nan]])]),
    "perfect": np.repeat(np.tile([0.0, 1.0], 10)[:, np.newaxis], 3, axis=1),
    "opposite": np.column_stack([np.tile([0.0, 1.0], 10), np.tile([1.0, 0.0], 10), np.tile([1.0, 0.0], 10)]),
    "independent": np.array([[a, b, (a + b) % 2] for a in (0.0, 1.0) for b in (0.0, 1.0)] * 3),
    "one deviates": np.vstack([SAME, np.array([[1.0, 0.0, 1.0]])]),
}
POOR_FORECASTS: dict[str, Any] = {
    "never right at certainty": np.column_stack([np.ones(12), np.zeros(12)]),
    "always right at certainty": np.column_stack([np.ones(12), np.ones(12)]),
    "never and not expected": np.zeros((12, 2)),
    "one half": np.column_stack([np.full(12, 0.5), np.tile([0.0, 1.0], 6)]),
}
POOR_ANNOTATORS: dict[str, Any] = {
    "the judge alone": np.column_stack([np.ones(12), np.full((12, 2), np.nan)]),
    "no judge": np.column_stack([np.full(12, np.nan), np.ones((12, 2))]),
    "one annotator": np.column_stack([np.ones((12, 2)), np.full(12, np.nan)]),
    "two annotators who never meet": np.array([[1.0, 1.0, np.nan], [1.0, np.nan, 1.0]] * 20),
    "all ties": np.tile([[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]], (20, 1)),
    "always worse": np.tile([[0.0, 1.0, 1.0]], (40, 1)),
    "four items": np.tile([1.0, 1.0, 1.0], (4, 1)),
    "five items": np.tile([1.0, 1.0, 1.0], (5, 1)),
    "a partner who came once": np.vstack([np.column_stack([np.ones((40, 3)), np.full(40, np.nan)]), [[1.0, 1.0, np.nan, 1.0]]]),
}
POOR_CONFIDENCES: dict[str, Any] = {
    "always right": np.column_stack([np.linspace(0, 1, 60), np.ones(60)]),
    "always wrong": np.column_stack([np.linspace(0, 1, 60), np.zeros(60)]),
    "always as sure, always right": np.ones((60, 2)),
    "always as sure": np.column_stack([np.full(60, 0.9), np.tile([1.0, 1.0, 0.0], 20)]),
    "surest where wrong": np.column_stack([np.repeat([1.0, 0.2], 40), np.repeat([0.0, 1.0], 40)]),
    "thirty": np.column_stack([np.full(30, 0.9), np.ones(30)]),
}
POOR_STREAMS: dict[str, Any] = {
    "empty": np.zeros(0), "all missing": np.full(5, np.nan), "one": np.array([1.0]), "two": np.array([0.0, 1.0]), "two alike": np.ones(2),
    "constant": np.ones(30), "constant at 0": np.zeros(30), "at the mean": np.full(30, 0.5), "gaps": np.tile([np.nan, 0.25, np.nan, 1.0], 5),
}  # fmt: skip
POOR_P_VALUES: dict[str, Any] = {
    "empty": np.zeros(0), "all missing": np.full(3, np.nan), "one": np.array([0.5]), "zeros": np.zeros(3), "ones": np.ones(3), "gap": np.array([np.nan, 0.01]),
}  # fmt: skip


def poor_data(columns: str) -> dict[str, tuple[Any, ...]]:
    """Degenerate data of a kind of columns; KeyError for a kind that is not known."""
    first_two = {name: (table[:, :2],) for name, table in POOR_TABLES.items()}
    one_column = {name: (table[:, :1],) for name, table in POOR_TABLES.items()}
    samples = {
        name: (table, table[::2]) for name, table in POOR_TABLES.items() if name not in ("all missing", "one rater", "no overlap", "one pair", "one pair alike")
    }
    return {
        "panel": {name: (table,) for name, table in POOR_TABLES.items()},
        "pair": first_two,
        "annotators": {**{name: (table,) for name, table in POOR_TABLES.items()}, **{name: (table,) for name, table in POOR_ANNOTATORS.items()}},
        "values": one_column,
        "forecast": {**first_two, **{name: (table,) for name, table in POOR_FORECASTS.items()}},
        "confidence": {**first_two, **{name: (table,) for name, table in {**POOR_FORECASTS, **POOR_CONFIDENCES}.items()}},
        "partly_labelled": {**first_two, **{name: (table,) for name, table in POOR_LABELS.items()}},
        "cube": {f"{n} runs, {name}": (np.stack([table] * n),) for name, table in POOR_TABLES.items() for n in (1, 2)},
        "vectors": {name: (table, np.arange(len(table)) // 2) for name, table in POOR_TABLES.items()},
        "samples": samples,
        "stream": {name: (stream,) for name, stream in POOR_STREAMS.items()},
        "p_values": {name: (p,) for name, p in POOR_P_VALUES.items()},
    }[columns]


# What is wrong with a result, whatever the statistic.

EMPTY_WORDS = re.compile(r"\b(nan|inf|none|null|exception)\b", re.IGNORECASE)


def faults(found: Estimate, statistic: stats.Statistic) -> list[str]:
    """Everything that a result may not be: NaN or infinite, without value and reason, a point for an interval, a value outside it."""
    wrong = _faults_of_one(found, confidence=statistic.name not in NOT_CONFIDENCE, one_sided=statistic.kind == "bound")
    for part in getattr(found, "parts", ()):
        wrong += [f"{part.name}[{part.group}]: {fault}" for fault in _faults_of_one(part, confidence=True, one_sided=False)]
    try:
        json.dumps(found.model_dump(), allow_nan=False)
    except ValueError as error:
        wrong.append(f"not JSON: {error}")
    return [*wrong, *(f"{path} is {number}" for path, number in numbers(found).items() if not math.isfinite(number))]


NOT_CONFIDENCE = ("limits_of_agreement",)
"""Statistics whose `low` and `high` are about single items."""


def _faults_of_one(found: Estimate, *, confidence: bool, one_sided: bool) -> list[str]:
    wrong = []
    if (found.value is None) == (found.undefined is None):
        wrong.append("value and reason, or neither")
    if found.undefined is not None and (len(found.undefined) < 8 or " " not in found.undefined or EMPTY_WORDS.search(found.undefined)):
        wrong.append(f"no words: {found.undefined!r}")
    if re.search(r"\b(nan|inf)\b", found.method):
        wrong.append(f"method says {found.method!r}")
    if found.low is not None and found.high is not None and found.value is not None:
        if not found.low < found.high:
            wrong.append(f"an interval that is a point: {found.low}")
        if not found.low <= found.value <= found.high:
            wrong.append(f"{found.value} is outside {found.low} to {found.high}")
        if confidence and found.ci_level is None:
            wrong.append("an interval without its confidence")
    if found.value is None and found.low is not None:
        wrong.append("an interval without a value")
    return wrong


def numbers(found: Any, path: str = "") -> dict[str, float]:
    """Every number of a result, by its place."""
    if isinstance(found, Estimate):
        found = {name: getattr(found, name) for name in type(found).model_fields if name != "parts"} | _parts(found)
    if isinstance(found, bool) or found is None or isinstance(found, str):
        return {}
    if isinstance(found, int | float):
        return {path: float(found)}
    pairs = found.items() if isinstance(found, dict) else enumerate(found)
    return {place: number for name, value in pairs for place, number in numbers(value, f"{path}.{name}").items()}


def _parts(found: Estimate) -> dict[str, Any]:
    return {f"{part.name}[{part.group}]": part for part in getattr(found, "parts", ())}
