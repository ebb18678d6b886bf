"""Every statistic of the registry on data that say little or nothing: a number with an interval that is none of NaN, a point or a lie, or words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from registry_cases import BUILDERS, NEEDED, TABLES, Case, faults, levels, make_case, needed, poor_data, required, takes

from judgeaudit import stats
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.shapes import Breakdown

POOR = [(s, name) for s in stats.STATISTICS for name in poor_data(s.columns)]


def poor_cases(statistic: stats.Statistic, data: tuple[Any, ...]) -> Iterator[Case]:
    """Each level and scale at which the data can be handed over, without and with resampling."""
    for level in levels(statistic):
        for labels in ((0.0, 1.0), (0.0, 1.0, 2.0)) if statistic.columns in (*TABLES, "cube") else (None,):
            case = Case(data, level, labels, needed(statistic, labels))
            yield case
            if takes(statistic, "n_resamples"):
                yield case.with_options(n_resamples=200)


@pytest.mark.parametrize(("statistic", "name"), POOR, ids=lambda value: value if isinstance(value, str) else value.name)
def test_poor_data_give_a_number_with_an_honest_interval_or_words(statistic: stats.Statistic, name: str) -> None:
    for case in poor_cases(statistic, poor_data(statistic.columns)[name]):
        assert faults(case.ask(statistic), statistic) == [], (case.level, case.labels, case.options)


NOTHING_TO_USE = ("empty", "all missing", "0 runs", "1 runs, empty", "1 runs, all missing", "2 runs, empty", "2 runs, all missing")


@pytest.mark.parametrize(
    ("statistic", "name"), [one for one in POOR if one[1] in NOTHING_TO_USE], ids=lambda value: value if isinstance(value, str) else value.name
)
def test_nothing_gives_no_number(statistic: stats.Statistic, name: str) -> None:
    for case in poor_cases(statistic, poor_data(statistic.columns)[name]):
        found = case.ask(statistic)
        assert found.value is None
        assert found.n_items == 0


@pytest.mark.parametrize("statistic", stats.STATISTICS, ids=lambda s: s.name)
@settings(max_examples=5, derandomize=True, deadline=None, database=None)
@given(seed=st.integers(0, 10**6))
def test_ordinary_data_give_a_number_without_faults(statistic: stats.Statistic, seed: int) -> None:
    for level in levels(statistic):
        case = make_case(statistic, level, seed)
        for options in ({}, {"n_resamples": 200}) if takes(statistic, "n_resamples") else ({},):
            found = case.with_options(**options).ask(statistic)
            assert found.value is not None, found.undefined
            assert faults(found, statistic) == []


def test_every_kind_of_data_and_every_needed_option_has_an_entry() -> None:
    for statistic in stats.STATISTICS:
        assert statistic.columns in BUILDERS, f"{statistic.name}: write a builder for {statistic.columns}"
        assert poor_data(statistic.columns), statistic.columns
        assert set(required(statistic)) <= set(NEEDED), f"{statistic.name}: say in NEEDED what to give for {required(statistic)}"


def test_a_statistic_of_an_unknown_kind_fails_and_is_not_skipped() -> None:
    unknown = replace(stats.STATISTICS[0], columns="tensors")
    with pytest.raises(KeyError, match="tensors"):
        make_case(unknown, "nominal", 1)
    with pytest.raises(KeyError, match="tensors"):
        poor_data("tensors")


# The same walk finds what is wrong with a result.

GOOD = Estimate(value=0.5, low=0.4, high=0.6, ci_level=0.95, method="Wilson interval on 20 items", n_items=20)
BAD = {
    "a point": GOOD.model_copy(update={"low": 0.5, "high": 0.5}),
    "outside": GOOD.model_copy(update={"value": 0.7}),
    "NaN": GOOD.model_copy(update={"value": float("nan")}),
    "an infinite end": GOOD.model_copy(update={"high": float("inf")}),
    "no words": Estimate(undefined="nan"),
    "words of a program": Estimate(undefined="the result is NaN"),
    "neither": GOOD.model_copy(update={"value": None}),
    "no confidence": GOOD.model_copy(update={"ci_level": None}),
    "a bad part": Breakdown(**GOOD.model_dump(), parts=(GOOD.model_copy(update={"name": "half", "value": float("nan")}),)),
    "a part that is a point": Breakdown(**GOOD.model_dump(), parts=(GOOD.model_copy(update={"name": "half", "low": 0.5, "high": 0.5}),)),
}


@pytest.mark.parametrize("name", BAD)
def test_a_faulty_result_is_found(name: str) -> None:
    assert faults(GOOD, stats.STATISTICS[0]) == []
    assert faults(BAD[name], stats.STATISTICS[0]) != []


@pytest.mark.parametrize(
    "statistic",
    [s for s in stats.STATISTICS if s.columns in ("panel", "pair", "annotators", "values", "forecast", "confidence", "partly_labelled")],
    ids=lambda s: s.name,
)
@settings(max_examples=25, derandomize=True, deadline=None, database=None)
@given(data=st.data())
def test_any_table_gives_a_value_inside_its_interval_or_a_reason(statistic: stats.Statistic, data: st.DataObject) -> None:
    n_items, n_raters = (
        data.draw(st.integers(0, 14)),
        2 if statistic.columns in ("pair", "forecast", "confidence", "partly_labelled") else data.draw(st.integers(0, 4)),
    )
    points = {"values": [0.0, 0.5, 1.0, np.nan], "forecast": [0.0, 1.0, np.nan], "confidence": [0.0, 1.0, np.nan], "partly_labelled": [0.0, 1.0, np.nan]}.get(
        statistic.columns, [0.0, 1.0, 2.0, np.nan]
    )
    rows = st.lists(st.lists(st.sampled_from(points), min_size=n_raters, max_size=n_raters), min_size=n_items, max_size=n_items)
    ratings = np.array(data.draw(rows)).reshape(n_items, n_raters)
    labels = (0.0, 1.0, 2.0) if statistic.columns in TABLES else None
    for level in levels(statistic):
        options = {**needed(statistic, labels), **({"n_resamples": 20} if takes(statistic, "n_resamples") else {})}
        found = Case((ratings,), level, labels, options).ask(statistic)
        assert faults(found, statistic) == []
        assert found.n_items <= n_items
