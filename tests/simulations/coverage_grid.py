"""The grid: cells, the model that each is drawn from, and which statistic is asked about it in which way."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from judgeaudit import stats
from judgeaudit.domain.results import Estimate
from tests.simulations import coverage_models as models
from tests.simulations import coverage_rationales as rationales

N_ITEMS = (20, 50, 200)
RATERS = (2, 5)
REPLICATES = (3, 5, 20)
"""Rationales of each item."""

PREVALENCES = (0.5, 0.9)
AGREEMENTS = (0.2, 0.6, 0.9)

WITH_INTERVAL = ("rate", "bound", "coefficient", "difference", "breakdown", "components")
"""Kinds of statistics that may carry an interval."""

Key = tuple[str | None, str | None]
"""A part of a result by name and group; (None, None) is the headline."""

HEADLINE: Key = (None, None)


@dataclass(frozen=True, order=True)
class Cell:
    """One population and one number of items. `prevalence` 0: the model has no labels (continuous scores)."""

    model: str
    n: int
    raters: int
    prevalence: float
    agreement: float

    @property
    def seed(self) -> int:
        """A number of its own, the same in every process and on every machine."""
        return zlib.crc32(repr((self.model, self.n, self.raters, self.prevalence, self.agreement)).encode())

    def __str__(self) -> str:
        return f"{self.model} n={self.n} raters={self.raters} prevalence={self.prevalence} agreement={self.agreement}"


@dataclass(frozen=True)
class Model:
    """A population and its statistics: those of these `columns` and `families` that mean something at one of `levels`."""

    columns: str
    levels: tuple[str, ...]
    raters: tuple[int, ...] = RATERS
    prevalences: tuple[float, ...] = PREVALENCES
    families: tuple[str, ...] = ()
    kinds: tuple[str, ...] = WITH_INTERVAL
    names: tuple[str, ...] = ()


_COEFFICIENTS = ("coefficient", "difference")
_RIGHT_OR_WRONG = ("rate", "coefficient")

# fmt: off
MODELS: dict[str, Model] = {
    "two labels": Model("panel", ("nominal",), families=("agreement", "variance")),
    "four labels": Model("panel", ("nominal",), families=("agreement",), kinds=_COEFFICIENTS),
    "five points": Model("panel", ("ordinal", "interval"), families=("agreement", "variance"), kinds=_COEFFICIENTS),
    "continuous": Model("panel", ("interval",), prevalences=(0.0,)),
    "continuous, raters differ": Model("panel", ("interval",), prevalences=(0.0,)),
    "replicates": Model("panel", ("nominal",), families=("consistency",)),
    "items' own rates": Model("values", ("nominal",)),
    "judge and gold, two labels": Model("pair", ("nominal",), raters=(2,)),
    "judge and gold, four labels": Model("pair", ("nominal",), raters=(2,), kinds=_COEFFICIENTS),
    "judge and gold, five points": Model("pair", ("ordinal", "interval"), raters=(2,), families=("agreement", "scores")),
    "judge and gold, continuous": Model("pair", ("interval",), raters=(2,), prevalences=(0.0,)),
    "five replicates and gold": Model("pair", ("nominal",), raters=(5,), kinds=_RIGHT_OR_WRONG),
    "confidence and outcome": Model("forecast", ("interval",), raters=(2,)),
    "judges and replicates": Model("cube", ("interval",), prevalences=(0.0,)),
    "rationales, own directions": Model("vectors", ("1 - cos",), raters=REPLICATES, prevalences=(0.0,)),
    "rationales, reasons of a pot": Model("vectors", ("1 - cos",), raters=REPLICATES, prevalences=(0.0,)),
}
"""Populations by name, in the order in which they are run and documented."""
# fmt: on


@cache
def population(model: str, raters: int, prevalence: float, agreement: float) -> models.Patterns | models.Scores:
    """The population of a cell."""
    builders: dict[str, Callable[[], models.Patterns | models.Scores]] = {
        "two labels": lambda: models.panel(2, raters, prevalence, agreement, ordered=False),
        "four labels": lambda: models.panel(4, raters, prevalence, agreement, ordered=False),
        "five points": lambda: models.panel(5, raters, prevalence, agreement, ordered=True),
        "continuous": lambda: models.normal(raters, agreement, harsh=False),
        "continuous, raters differ": lambda: models.normal(raters, agreement, harsh=True),
        "replicates": lambda: models.replicates(raters, prevalence, agreement),
        "items' own rates": lambda: models.rates(raters, prevalence, agreement),
        "judge and gold, two labels": lambda: models.pair(2, prevalence, agreement, ordered=False),
        "judge and gold, five points": lambda: models.pair(5, prevalence, agreement, ordered=True),
        "judge and gold, continuous": lambda: models.normal_pair(agreement),
        "judge and gold, four labels": lambda: models.pair(4, prevalence, agreement, ordered=False),
        "confidence and outcome": lambda: models.forecast(prevalence, agreement),
        "judges and replicates": lambda: models.cube(raters, agreement),
        "five replicates and gold": lambda: models.runs(raters, prevalence, agreement),
        "rationales, own directions": lambda: rationales.own_directions(raters, agreement),
        "rationales, reasons of a pot": lambda: rationales.reasons_of_a_pot(raters, agreement),
    }
    return builders[model]()


def cells(chosen: tuple[str, ...] = tuple(MODELS)) -> Iterator[Cell]:
    """Every cell of the grid, of the models chosen."""
    for name in chosen:
        model = MODELS[name]
        for n in N_ITEMS:
            for raters in model.raters:
                for prevalence in model.prevalences:
                    for agreement in AGREEMENTS:
                        yield Cell(name, n, raters, prevalence, agreement)


@dataclass(frozen=True)
class Case:
    """One statistic as it is asked about one population, and the true values of its headline and parts."""

    statistic: stats.Statistic
    level: str
    options: dict[str, Any]
    truths: dict[Key, float]
    counted: bool

    def ask(self, ratings: models.Table, counts: models.Counts | None, **interval: Any) -> Estimate:
        """The estimate from patterns and counts, or from one row for each item where the statistic takes no counts."""
        if self.statistic.columns == "vectors":
            n, k, dimensions = ratings.shape
            return self.statistic.fn(ratings.reshape(n * k, dimensions), np.arange(n).repeat(k), **interval)
        if counts is None:
            return self.statistic.fn(ratings, **self.options, **interval)
        if self.counted:
            return self.statistic.fn(ratings, counts=counts, **self.options, **interval)
        return self.statistic.fn(ratings.repeat(counts, axis=-2), **self.options, **interval)


TAKES_NO_COUNTS: tuple[str, ...] = ()
"""Statistics that refuse `counts`: they get one row for each item, and their truth is that of a sample of a million items."""


NO_INTERVAL: tuple[str, ...] = ("limits_of_agreement",)
"""Statistics whose headline's `low` and `high` are not an interval of its true value: only their parts are simulated."""

NOT_SIMULATED: dict[str, str] = {
    "alt_test": "its share of annotators has no interval; that of its part advantage is simulated in test_simulation_alt_test.py",
    **dict.fromkeys(("rogan_gladen", "ppi_mean", "isotonic_mean"), "simulated apart, with labelled and unlabelled items: corrected.py"),
    "selective_threshold": "its promise is about the risk on all items, not about an interval: tests/simulations/selective.md says how often it is broken",
    "dawid_skene": "it has no interval: what correlated raters share stays in every resample of items",
    "d_study": "it has no interval: a number of calls follows from the components of g_study, whose interval is simulated",
}
"""Statistics of a kind that may carry an interval, and why there is no coverage to simulate here."""


def results(estimate: Estimate) -> dict[Key, Estimate]:
    """The headline and the parts of a result."""
    parts: tuple[Estimate, ...] = getattr(estimate, "parts", ())
    return {HEADLINE: estimate} | {(part.name, part.group): part for part in parts}


@cache
def cases(model: str, raters: int, prevalence: float, agreement: float) -> tuple[Case, ...]:
    """All statistics that are asked about a population."""
    drawn_from = population(model, raters, prevalence, agreement)
    found: list[Case] = []
    for statistic in stats.STATISTICS:
        for level in _levels(statistic, MODELS[model]):
            options = _options(statistic, level, drawn_from)
            truths = _truths(statistic, options, drawn_from)
            asked_already = any(case.statistic is statistic and _same(case.truths, truths) for case in found)
            if truths and not asked_already:
                found.append(Case(statistic, level, options, truths, statistic.name not in TAKES_NO_COUNTS))
    return tuple(found)


def _same(first: dict[Key, float], second: dict[Key, float]) -> bool:
    """Whether a statistic is the same at two levels, so that asking once is enough."""
    return first.keys() == second.keys() and all(abs(value - second[key]) < 1e-12 for key, value in first.items())


def _levels(statistic: stats.Statistic, model: Model) -> tuple[str, ...]:
    right = statistic.columns == model.columns and statistic.kind in model.kinds and (not model.families or statistic.family in model.families)
    if not right:
        return ()
    return tuple(level for level in model.levels if level in statistic.levels) if statistic.levels else model.levels[:1]


def _options(statistic: stats.Statistic, level: str, drawn_from: models.Patterns | models.Scores) -> dict[str, Any]:
    labels = drawn_from.labels if isinstance(drawn_from, models.Patterns) and statistic.columns not in ("values", "forecast") else None
    return {"level": level, "labels": labels} | ({"positive": 1.0} if "positive" in statistic.needs else {})


def _truths(statistic: stats.Statistic, options: dict[str, Any], drawn_from: models.Patterns | models.Scores) -> dict[Key, float]:
    """The value in the population: the statistic of every pattern in proportion to its probability, or the closed form of continuous scores."""
    if isinstance(drawn_from, models.Scores):
        return {(part, group): truth for (name, part, group), truth in drawn_from.truths.items() if name == statistic.name}
    if statistic.name == "flip_rate_upper":  # what is bounded, not the bound
        ratings, counts = drawn_from.population()
        share = stats.all_agree_share(ratings, counts=counts).value
        return {} if share is None else {HEADLINE: 1 - share}
    ratings, counts = drawn_from.population(10**6 if statistic.name in TAKES_NO_COUNTS else 10**9)
    found = (
        statistic.fn(ratings, counts=counts, **options) if statistic.name not in TAKES_NO_COUNTS else statistic.fn(ratings.repeat(counts, axis=-2), **options)
    )
    return {key: one.value for key, one in results(found).items() if one.value is not None and (key != HEADLINE or statistic.name not in NO_INTERVAL)}
