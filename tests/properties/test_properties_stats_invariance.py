"""Registry x invariances: every statistic keeps its numbers when the data say the same in another way, and a broken one is caught."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
import same_data
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from registry_cases import ROWS, TABLES, Case, Table, levels, make_case, numbers, takes

from judgeaudit import stats
from judgeaudit.domain.results import Estimate
from judgeaudit.errors import OptionError

Transform = Callable[[Case, np.random.Generator], Case]
Applies = Callable[[stats.Statistic, str], bool]


@dataclass(frozen=True)
class Invariance:
    """`transform` leaves the headline as it is, and with `parts` every other number too; `digits` it may lose."""

    transform: Transform
    applies: Applies
    against: Transform = lambda case, rng: case
    parts: bool = False
    tolerance: float = 1e-9


def _of(*columns: str) -> Applies:
    return lambda statistic, level: statistic.columns in columns


def _at(wanted: str) -> Applies:
    return lambda statistic, level: level == wanted and statistic.columns in (*TABLES, "cube")


def _with(option: str) -> Applies:
    return lambda statistic, level: statistic.columns in ROWS and takes(statistic, option)


RUNS_ARE_EVIDENCE = ("dawid_skene",)
"""To these a rater who says the same three times has said more than one who says it once."""

DEPENDS_ON_EVERY_POINT = ("gwet_ac", "brennan_prediger")
"""Chance agreement of these counts the labels that could have been given."""

SYMMETRIC_TESTS = ("mcnemar", "stuart_maxwell", "bowker", "bhapkar", "paired_permutation")
SYMMETRIC = ("cohen_kappa", "mcc", "pearson", "spearman", "kendall_tau_b", "mae", "accuracy", "confusion", *SYMMETRIC_TESTS)
"""Statistics of a pair to whom judge and gold are equals."""


def _has_unused_points(statistic: stats.Statistic, level: str) -> bool:
    return statistic.columns in (*TABLES, "cube") and statistic.name not in DEPENDS_ON_EVERY_POINT


INVARIANCES = {
    "rater order": Invariance(same_data.rater_order, _of("panel", "cube")),
    "annotators in another order": Invariance(same_data.annotator_order, _of("annotators")),
    "item order": Invariance(same_data.item_order, _of(*ROWS, "cube")),
    "run order within items": Invariance(same_data.run_order_within_items, _of("cube"), parts=True),
    "counts are repeated rows": Invariance(same_data.counted_rows, _with("counts"), against=same_data.repeated_rows, parts=True),
    "clusters of one": Invariance(same_data.own_clusters, _with("clusters"), parts=True),
    "copied runs": Invariance(same_data.copied_run, lambda statistic, level: statistic.columns in ROWS and statistic.name not in RUNS_ARE_EVIDENCE),
    "items without ratings": Invariance(same_data.empty_items, _of(*ROWS, "cube")),
    "nominal labels renamed": Invariance(same_data.other_names, _at("nominal")),
    "ordinal labels stretched": Invariance(same_data.other_steps, _at("ordinal")),
    "interval moved and scaled": Invariance(same_data.other_unit_and_zero, _at("interval")),
    "interval far from zero": Invariance(same_data.large_codes, _at("interval"), tolerance=1e-6),
    "interval in small steps": Invariance(same_data.small_steps, _at("interval"), tolerance=1e-6),
    "interval in small steps far from zero": Invariance(same_data.small_steps_far_from_zero, _at("interval"), tolerance=1e-6),
    "ratio scaled": Invariance(same_data.other_unit, _at("ratio")),
    "a point nobody uses": Invariance(same_data.unused_end, _has_unused_points),
    "judge and gold change places": Invariance(same_data.columns_swapped, lambda statistic, level: statistic.name in SYMMETRIC),
    "samples change places": Invariance(same_data.samples_swapped, _of("samples")),
    "space turned and moved": Invariance(same_data.space_turned_and_moved, _of("samples"), tolerance=1e-6),
    "vectors in another order": Invariance(same_data.vectors_in_another_order, _of("vectors")),
    "items renamed": Invariance(same_data.items_renamed, _of("vectors")),
    "longer and shorter vectors": Invariance(same_data.longer_and_shorter_vectors, _of("vectors")),
    "space turned": Invariance(same_data.space_turned, _of("vectors")),
    "rows without vectors": Invariance(same_data.rows_without_vectors, _of("vectors")),
    "gaps in time": Invariance(same_data.gaps_in_time, _of("stream")),
    "p values in another order": Invariance(same_data.p_values_reversed, _of("p_values")),
    "another test without p": Invariance(same_data.another_test_without_p, _of("p_values")),
}
CELLS = [
    pytest.param(statistic, level, name, id=f"{statistic.name}-{level}-{name.replace(' ', '_')}")
    for statistic in stats.STATISTICS
    for level in levels(statistic)
    for name, invariance in INVARIANCES.items()
    if invariance.applies(statistic, level)
]
IN_POINTS = ("limits_of_agreement",)
"""Statistics in points of the scale that are no single difference."""


def _asked(case: Case, statistic: stats.Statistic) -> Estimate | None:
    """The answer; None where counts, clusters or runs are refused, with what to do instead."""
    try:
        return case.ask(statistic)
    except OptionError as refused:
        if refused.where not in REFUSABLE or not refused.fix:
            raise
        return None


REFUSABLE = ("counts", "clusters", "ratings")


def check(statistic: stats.Statistic, level: str, name: str, seed: int) -> None:
    """Raises AssertionError where the statistic changes although the data say the same."""
    invariance = INVARIANCES[name]
    case, rng = make_case(statistic, level, seed), np.random.default_rng(seed)
    changed = invariance.transform(case, rng)
    before, after = invariance.against(case, rng).ask(statistic), _asked(changed, statistic)
    if after is None:
        assert name in ("counts are repeated rows", "clusters of one", "copied runs"), "only these may be refused"
        return
    assert before.value is not None, before.undefined
    assert after.value is not None, after.undefined
    factor = changed.factor if statistic.kind == "difference" or statistic.name in IN_POINTS else 1.0
    close = {"abs": invariance.tolerance * min(1.0, factor), "rel": invariance.tolerance}
    assert _headline(after, statistic, name) == pytest.approx({place: number * factor for place, number in _headline(before, statistic, name).items()}, **close)
    assert after.n_items == before.n_items
    if invariance.parts:
        assert _without_rows(after) == pytest.approx(_without_rows(before), **close)


def _headline(found: Estimate, statistic: stats.Statistic, name: str) -> dict[str, float]:
    """Value and interval; of a test of two samples its statistic, because its p value is drawn; over runs the value, because no formula is for several."""
    if statistic.columns == "samples":
        return {place: number for place, number in numbers(found).items() if place in (".statistic", ".effect")} or {"value": found.value or 0.0}
    if name == "copied runs":
        return {"value": found.value or 0.0}
    return {"value": found.value or 0.0, "low": found.low or 0.0, "high": found.high or 0.0}


def _without_rows(found: Estimate) -> dict[str, float]:
    """Numbers of a result, without those that it gives for each row."""
    return {place: number for place, number in numbers(found).items() if not place.startswith((".posterior", ".most_likely"))}


# Hypothesis hangs the settings of each parameter set of a function on those of the one before; a thousand of them are more than Python's stack holds.
HALF = len(CELLS) // 2


@pytest.mark.parametrize(("statistic", "level", "name"), CELLS[:HALF])
@settings(max_examples=4, derandomize=True, deadline=None, database=None)
@given(seed=st.integers(0, 10**6))
def test_numbers_do_not_change_when_the_data_say_the_same(statistic: stats.Statistic, level: str, name: str, seed: int) -> None:
    check(statistic, level, name, seed)


@pytest.mark.parametrize(("statistic", "level", "name"), CELLS[HALF:])
@settings(max_examples=4, derandomize=True, deadline=None, database=None)
@given(seed=st.integers(0, 10**6))
def test_nor_do_those_of_the_other_half_of_the_statistics(statistic: stats.Statistic, level: str, name: str, seed: int) -> None:
    check(statistic, level, name, seed)


LEAST = {
    "panel": 5,
    "pair": 5,
    "annotators": 5,
    "values": 5,
    "forecast": 5,
    "confidence": 5,
    "partly_labelled": 5,
    "cube": 4,
    "vectors": 5,
    "samples": 2,
    "stream": 1,
    "p_values": 2,
}


def test_every_statistic_is_checked_by_several_invariances() -> None:
    checked = [cell.values[0].name for cell in CELLS]
    for statistic in stats.STATISTICS:
        assert checked.count(statistic.name) >= LEAST[statistic.columns], statistic.name
    assert {cell.values[2] for cell in CELLS} <= set(INVARIANCES)


def test_what_may_be_refused_is_refused_by_few() -> None:
    """Counts and clusters are refused by tests that have no formula for them, and by nothing else."""
    for statistic in stats.STATISTICS:
        case = make_case(statistic, levels(statistic)[0], 3)
        for changed in (same_data.counted_rows, same_data.own_clusters, same_data.copied_run):
            if statistic.columns in ROWS and statistic.kind not in ("test", "components"):
                assert _asked(changed(case, np.random.default_rng(1)), statistic) is not None, (statistic.name, changed.__name__)


# Deliberately broken statistics: each breaks exactly what the invariance is about.


def _plain(value: Any, n_items: int = 1) -> Estimate:
    return Estimate(value=float(value), n_items=n_items)


def first_cell(ratings: Table, **_: Any) -> Estimate:
    rows = ratings[~np.isnan(ratings).all(axis=-1)] if ratings.ndim > 1 else ratings
    return _plain(np.nansum(rows[5] * np.arange(1, np.size(rows[5]) + 1)))


def first_run(ratings: Table, **_: Any) -> Estimate:
    return _plain(np.nansum(ratings[0]))


def weighted_cells(ratings: Table, **_: Any) -> Estimate:
    return _plain(np.nansum(ratings * np.arange(ratings.size).reshape(ratings.shape)))


def mean_of_codes(ratings: Table, **_: Any) -> Estimate:
    return _plain(np.nanmean(ratings))


def careless_variance(ratings: Table, **_: Any) -> Estimate:
    """The textbook's short formula, which loses all digits far from zero; a share of the variance, so that the unit does not matter."""
    first, every = ratings[:, 0], ratings.ravel()
    return _plain((np.nanmean(first**2) - np.nanmean(first) ** 2) / max(np.nanmean(every**2) - np.nanmean(every) ** 2, 1e-300))


def blind_to_small_steps(ratings: Table, **_: Any) -> Estimate:
    return _plain(np.nanmean(np.abs(ratings[:, 0] - ratings[:, 1]) < 1e-5))


def mean_of_scale(ratings: Table, *, labels: tuple[float, ...], **_: Any) -> Estimate:
    return _plain(np.mean(labels))


def deaf_to_counts(ratings: Table, *, counts: NDArray[np.int64] | None = None, **_: Any) -> Estimate:
    return _plain(len(ratings))


def shy_of_clusters(ratings: Table, *, clusters: NDArray[np.int64] | None = None, **_: Any) -> Estimate:
    return _plain(1 if clusters is None else 0)


def adds_up_runs(ratings: Table, **_: Any) -> Estimate:
    return _plain(np.nansum(ratings))


def counts_the_empty(ratings: Table, **_: Any) -> Estimate:
    return _plain(np.nansum(ratings) / len(ratings))


def judge_alone(ratings: Table, **_: Any) -> Estimate:
    return _plain(np.nanmean(ratings[:, 0]))


def first_sample_alone(first: Table, second: Table, **_: Any) -> Estimate:
    return _plain(float((first**2).sum()))


def first_vector(vectors: Table, items: NDArray[np.int64]) -> Estimate:
    return _plain(np.nansum(vectors[0]))


def number_of_an_item(vectors: Table, items: NDArray[np.int64]) -> Estimate:
    return _plain(items[0] if items.dtype.kind == "i" else len(items[0]) + 1000)


def vectors_given(vectors: Table, items: NDArray[np.int64]) -> Estimate:
    return _plain(len(vectors))


def length_of_stream(values: Table, **_: Any) -> Estimate:
    return _plain(len(values))


def first_p(p_values: Table, **_: Any) -> Estimate:
    return _plain(np.nan_to_num(p_values)[0])


def corrects_for_missing_tests(p_values: Table, **_: Any) -> Estimate:
    return _plain(np.nanmin(p_values) * len(p_values))


BROKEN: dict[str, tuple[Any, str, str]] = {
    "rater order": (first_cell, "panel", "nominal"),
    "annotators in another order": (first_cell, "annotators", "nominal"),
    "item order": (first_cell, "panel", "nominal"),
    "run order within items": (first_run, "cube", "interval"),
    "counts are repeated rows": (deaf_to_counts, "panel", "nominal"),
    "clusters of one": (shy_of_clusters, "panel", "nominal"),
    "copied runs": (adds_up_runs, "panel", "nominal"),
    "items without ratings": (counts_the_empty, "panel", "nominal"),
    "nominal labels renamed": (mean_of_codes, "panel", "nominal"),
    "ordinal labels stretched": (mean_of_codes, "panel", "ordinal"),
    "interval moved and scaled": (mean_of_codes, "panel", "interval"),
    "interval far from zero": (careless_variance, "panel", "interval"),
    "interval in small steps": (blind_to_small_steps, "panel", "interval"),
    "interval in small steps far from zero": (blind_to_small_steps, "panel", "interval"),
    "ratio scaled": (mean_of_codes, "panel", "ratio"),
    "a point nobody uses": (mean_of_scale, "panel", "nominal"),
    "judge and gold change places": (judge_alone, "pair", "nominal"),
    "samples change places": (first_sample_alone, "samples", "nominal"),
    "space turned and moved": (first_sample_alone, "samples", "nominal"),
    "vectors in another order": (first_vector, "vectors", "nominal"),
    "items renamed": (number_of_an_item, "vectors", "nominal"),
    "longer and shorter vectors": (first_vector, "vectors", "nominal"),
    "space turned": (first_vector, "vectors", "nominal"),
    "rows without vectors": (vectors_given, "vectors", "nominal"),
    "gaps in time": (length_of_stream, "stream", "nominal"),
    "p values in another order": (first_p, "p_values", "nominal"),
    "another test without p": (corrects_for_missing_tests, "p_values", "nominal"),
}


@pytest.mark.parametrize("name", INVARIANCES)
def test_a_broken_statistic_is_caught(name: str) -> None:
    fn, columns, level = BROKEN[name]
    broken = stats.Statistic("broken", fn, "Is it broken?", "agreement", "coefficient", columns, ("nominal", "ordinal", "interval", "ratio"))
    with pytest.raises(AssertionError):
        check(broken, level, name, seed=3)


def test_a_statistic_of_the_wrong_level_is_caught() -> None:
    alpha = next(statistic for statistic in stats.STATISTICS if statistic.name == "krippendorff_alpha")
    as_interval = replace(alpha, fn=lambda ratings, **options: stats.krippendorff_alpha(ratings, **{**options, "level": "interval"}))
    for name, level in (("nominal labels renamed", "nominal"), ("ordinal labels stretched", "ordinal")):
        with pytest.raises(AssertionError):
            check(as_interval, level, name, seed=3)
