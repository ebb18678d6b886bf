"""Registry x invariances: every statistic keeps its value when the data say the same in another way, and a broken one is caught."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from judgeaudit import stats
from judgeaudit.domain.results import Estimate

Table = NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """A call of a statistic, and what its value is multiplied with by the change of the data."""

    ratings: Table
    level: str
    labels: tuple[float, ...] | None
    options: dict[str, Any] = field(default_factory=dict)
    factor: float = 1.0

    def ask(self, statistic: stats.Statistic) -> Estimate:
        return statistic.fn(self.ratings, level=self.level, labels=self.labels, **self.options)


def make_case(statistic: stats.Statistic, level: str, seed: int) -> Case:
    """Raters who agree more often than not, on a scale of four or five points with uneven codes where the level allows it."""
    rng = np.random.default_rng(seed)
    if statistic.columns == "values":
        return Case(rng.integers(0, 5, (15, 1)) / 4, level, None)
    labels = (1.0, 2.0, 3.0, 4.0) if level in ("nominal", "ordinal") else (1.0, 2.0, 3.5, 4.0, 7.0)
    n_raters = 2 if statistic.columns == "pair" else int(rng.integers(2, 6))
    truth = rng.choice(labels, (15, 1))
    ratings = np.where(rng.random((15, n_raters)) < 0.6, truth, rng.choice(labels, (15, n_raters)))
    ratings[rng.random(ratings.shape) < 0.15] = np.nan
    ratings[0], ratings[1], ratings[2:4] = labels[0], labels[1], labels[-1]  # something varies, whatever is drawn
    ratings[4, 0], ratings[4, 1] = labels[0], labels[-1]
    options = {"positive": labels[1]} if "positive" in statistic.needs else {}
    return Case(ratings, level, labels, options)


def relabelled(case: Case, new: Table) -> Case:
    """The case with each label's code replaced by the new one."""
    assert case.labels is not None
    mapping = dict(zip(case.labels, new.tolist(), strict=True))
    ratings = np.array([[np.nan if np.isnan(code) else mapping[code] for code in row] for row in case.ratings])
    options = {name: mapping[value] if name == "positive" else value for name, value in case.options.items()}
    return replace(case, ratings=ratings, labels=tuple(sorted(new.tolist())), options=options)


def rater_order(case: Case, rng: np.random.Generator) -> Case:
    return replace(case, ratings=case.ratings[:, rng.permutation(case.ratings.shape[1])])


def item_order(case: Case, rng: np.random.Generator) -> Case:
    return replace(case, ratings=rng.permutation(case.ratings))


def counted_rows(case: Case, rng: np.random.Generator) -> Case:
    """Rows with counts; compared with the same rows repeated, see `PAIRED`."""
    return replace(case, options={**case.options, "counts": _times(case)})


def repeated_rows(case: Case, rng: np.random.Generator) -> Case:
    return replace(case, ratings=np.repeat(case.ratings, _times(case), axis=0))


def _times(case: Case) -> NDArray[np.int64]:
    return np.arange(len(case.ratings)) % 4


def own_clusters(case: Case, rng: np.random.Generator) -> Case:
    return replace(case, options={**case.options, "clusters": rng.permutation(len(case.ratings)) * 3})


def copied_run(case: Case, rng: np.random.Generator) -> Case:
    return replace(case, ratings=np.stack([case.ratings] * 3))


def empty_items(case: Case, rng: np.random.Generator) -> Case:
    return replace(case, ratings=np.vstack([np.full((2, case.ratings.shape[1]), np.nan), case.ratings]))


def other_names(case: Case, rng: np.random.Generator) -> Case:
    assert case.labels is not None
    return relabelled(case, np.roll(np.square(case.labels) + rng.uniform(0, 1, len(case.labels)), rng.integers(1, len(case.labels))))


def other_steps(case: Case, rng: np.random.Generator) -> Case:
    assert case.labels is not None
    return relabelled(case, rng.uniform(0.1, 9, len(case.labels)).cumsum() - 5)


def other_unit_and_zero(case: Case, rng: np.random.Generator) -> Case:
    assert case.labels is not None
    unit, zero = rng.uniform(0.1, 9), rng.uniform(-20, 20)
    return replace(relabelled(case, np.array(case.labels) * unit + zero), factor=unit)


def other_unit(case: Case, rng: np.random.Generator) -> Case:
    assert case.labels is not None
    return relabelled(case, np.array(case.labels) * rng.uniform(0.1, 9))


def unused_end(case: Case, rng: np.random.Generator) -> Case:
    assert case.labels is not None
    return replace(case, labels=(*case.labels, 99.0))


Transform = Callable[[Case, np.random.Generator], Case]


@dataclass(frozen=True)
class Invariance:
    transform: Transform
    applies: Callable[[stats.Statistic, str], bool] = lambda statistic, level: True
    against: Transform = lambda case, rng: case


def _at(wanted: str) -> Callable[[stats.Statistic, str], bool]:
    return lambda statistic, level: level == wanted and statistic.columns != "values"


INVARIANCES = {
    "rater order": Invariance(rater_order, lambda statistic, level: statistic.columns == "panel"),
    "item order": Invariance(item_order),
    "counts are repeated rows": Invariance(counted_rows, against=repeated_rows),
    "clusters of one": Invariance(own_clusters),
    "copied runs": Invariance(copied_run),
    "items without ratings": Invariance(empty_items),
    "nominal labels renamed": Invariance(other_names, _at("nominal")),
    "ordinal labels stretched": Invariance(other_steps, _at("ordinal")),
    "interval moved and scaled": Invariance(other_unit_and_zero, _at("interval")),
    "ratio scaled": Invariance(other_unit, _at("ratio")),
    "a point nobody uses": Invariance(unused_end, lambda statistic, level: statistic.columns != "values" and statistic.name != "gwet_ac"),
}
CELLS = [
    pytest.param(statistic, level, name, id=f"{statistic.name}-{level}-{name.replace(' ', '_')}")
    for statistic in stats.STATISTICS
    for level in statistic.levels or ("nominal",)
    for name, invariance in INVARIANCES.items()
    if invariance.applies(statistic, level)
]


def check(statistic: stats.Statistic, level: str, name: str, seed: int) -> None:
    """Raises AssertionError where the statistic changes although the data say the same."""
    invariance = INVARIANCES[name]
    case, rng = make_case(statistic, level, seed), np.random.default_rng(seed)
    changed = invariance.transform(case, rng)
    before, after = invariance.against(case, rng).ask(statistic), changed.ask(statistic)
    assert before.value is not None, before.undefined
    assert after.value is not None, after.undefined
    factor = changed.factor if statistic.kind == "difference" else 1.0
    ends = (before.value, before.low or 0.0, before.high or 0.0)
    assert (after.value, after.low or 0.0, after.high or 0.0) == pytest.approx([end * factor for end in ends], abs=1e-9, rel=1e-9)
    assert after.n_items == before.n_items


@pytest.mark.parametrize(("statistic", "level", "name"), CELLS)
@settings(max_examples=4, derandomize=True, deadline=None, database=None)
@given(seed=st.integers(0, 10**6))
def test_value_does_not_change_when_the_data_say_the_same(statistic: stats.Statistic, level: str, name: str, seed: int) -> None:
    check(statistic, level, name, seed)


def test_every_statistic_is_checked_by_five_invariances_or_more() -> None:
    checked = [cell.values[0].name for cell in CELLS]  # type: ignore[attr-defined]
    assert min(checked.count(statistic.name) for statistic in stats.STATISTICS) >= 5
    assert {cell.values[2] for cell in CELLS} == set(INVARIANCES)


# Deliberately broken statistics: each breaks exactly what the invariance is about.


def _plain(value: float, n_items: int = 1) -> Estimate:
    return Estimate(value=float(value), n_items=n_items)


def first_cell(ratings: Table, **_: Any) -> Estimate:
    rows = ratings[~np.isnan(ratings).all(axis=1)]
    return _plain(np.nansum(rows[5] * np.arange(1, rows.shape[1] + 1)))


def mean_of_codes(ratings: Table, **_: Any) -> Estimate:
    return _plain(np.nanmean(ratings))


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


BROKEN = {
    "rater order": (first_cell, "nominal"),
    "item order": (first_cell, "nominal"),
    "counts are repeated rows": (deaf_to_counts, "nominal"),
    "clusters of one": (shy_of_clusters, "nominal"),
    "copied runs": (adds_up_runs, "nominal"),
    "items without ratings": (counts_the_empty, "nominal"),
    "nominal labels renamed": (mean_of_codes, "nominal"),
    "ordinal labels stretched": (mean_of_codes, "ordinal"),
    "interval moved and scaled": (mean_of_codes, "interval"),
    "ratio scaled": (mean_of_codes, "ratio"),
    "a point nobody uses": (mean_of_scale, "nominal"),
}


@pytest.mark.parametrize("name", INVARIANCES)
def test_a_broken_statistic_is_caught(name: str) -> None:
    fn, level = BROKEN[name]
    broken = stats.Statistic("broken", fn, "Is it broken?", "agreement", "coefficient", "panel", ("nominal", "ordinal", "interval", "ratio"))
    with pytest.raises(AssertionError):
        check(broken, level, name, seed=3)


def test_a_statistic_of_the_wrong_level_is_caught() -> None:
    alpha = next(statistic for statistic in stats.STATISTICS if statistic.name == "krippendorff_alpha")
    as_interval = replace(alpha, fn=lambda ratings, **options: stats.krippendorff_alpha(ratings, **{**options, "level": "interval"}))
    for name, level in (("nominal labels renamed", "nominal"), ("ordinal labels stretched", "ordinal")):
        with pytest.raises(AssertionError):
            check(as_interval, level, name, seed=3)


# Further properties of all statistics.


@pytest.mark.parametrize("statistic", [s for s in stats.STATISTICS if s.perfect is not None], ids=lambda s: s.name)
def test_perfect_agreement_has_the_declared_value_and_an_interval_that_is_no_point(statistic: stats.Statistic) -> None:
    codes = np.repeat([1.0, 2.0, 3.0], 8)
    ratings = np.repeat(codes[:, np.newaxis], 2 if statistic.columns == "pair" else 3, axis=1)
    for level in statistic.levels:
        options = {"positive": 2.0} if "positive" in statistic.needs else {}
        found = statistic.fn(ratings, level=level, labels=(1, 2, 3), n_resamples=100, rng=np.random.default_rng(1), **options)
        assert found.value == pytest.approx(statistic.perfect, abs=1e-12)
        assert found.low is not None
        assert found.high is not None
        assert found.high - found.low > 0.01


SYMMETRIC = ("cohen_kappa", "mcc", "pearson", "spearman", "kendall_tau_b", "mae", "accuracy")


@pytest.mark.parametrize("name", SYMMETRIC)
def test_judge_and_gold_may_change_places_where_they_are_equals(name: str) -> None:
    statistic = next(s for s in stats.STATISTICS if s.name == name)
    for level in statistic.levels:
        case = make_case(statistic, level, 11)
        assert replace(case, ratings=case.ratings[:, ::-1]).ask(statistic).value == pytest.approx(case.ask(statistic).value)


def test_mean_shift_changes_sign_when_judge_and_gold_change_places() -> None:
    pairs = np.array([[3.0, 1.0], [2.0, 2.0], [5.0, 4.0]])
    assert (stats.mean_shift(pairs).value, stats.mean_shift(pairs[:, ::-1]).value) == (1.0, -1.0)


@pytest.mark.parametrize("statistic", [s for s in stats.STATISTICS if s.kind in ("coefficient", "difference")], ids=lambda s: s.name)
def test_interval_does_not_depend_on_the_order_of_items_and_is_repeatable(statistic: stats.Statistic) -> None:
    level = statistic.levels[0]
    case = make_case(statistic, level, 5)
    options = {**case.options, "n_resamples": 50}
    shuffled = np.random.default_rng(2).permutation(case.ratings)
    first, again, other = (
        statistic.fn(ratings, level=level, labels=case.labels, rng=np.random.default_rng(8), **options) for ratings in (case.ratings, case.ratings, shuffled)
    )
    assert first == again
    assert (other.low, other.high) == (first.low, first.high)
    different = statistic.fn(case.ratings, level=level, labels=case.labels, rng=np.random.default_rng(9), **options)
    assert first.low is None or (different.low, different.high) != (first.low, first.high)


@pytest.mark.parametrize("statistic", stats.STATISTICS, ids=lambda s: s.name)
@settings(max_examples=25, derandomize=True, deadline=None, database=None)
@given(data=st.data())
def test_any_table_gives_a_value_inside_its_interval_or_a_reason(statistic: stats.Statistic, data: st.DataObject) -> None:
    n_items, n_raters = data.draw(st.integers(0, 14)), 2 if statistic.columns == "pair" else data.draw(st.integers(0, 4))
    cell = st.sampled_from([0.0, 1.0, 2.0, np.nan] if statistic.columns != "values" else [0.0, 0.5, 1.0, np.nan])
    ratings = np.array(data.draw(st.lists(st.lists(cell, min_size=n_raters, max_size=n_raters), min_size=n_items, max_size=n_items))).reshape(n_items, n_raters)
    options: dict[str, Any] = {"positive": 1.0} if "positive" in statistic.needs else {}
    labels = None if statistic.columns == "values" else (0, 1, 2)
    for level in statistic.levels or ("nominal",):
        found = statistic.fn(ratings, level=level, labels=labels, n_resamples=20, rng=np.random.default_rng(1), **options)
        assert (found.value is None) == bool(found.undefined)
        if found.value is not None and found.low is not None and found.high is not None:
            assert found.low <= found.value <= found.high
        assert found.n_items <= n_items
