"""What changes with the data, and how: signs, streams, corrected p values, intervals. Over the registry, and caught where it is broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from registry_cases import TABLES, Case, levels, make_case, needed, numbers, takes

from judgeaudit import stats
from judgeaudit.stats.shapes import Adjusted, PValue, Stream

KINDS = ("rate", "bound", "coefficient", "difference", "breakdown", "components", "test", "stream", "correction")


def registered(**wanted: Any) -> list[Any]:
    """Statistics of the registry with these fields, as parameters."""
    chosen = [s for s in stats.STATISTICS if all(getattr(s, name) in (value if isinstance(value, tuple) else (value,)) for name, value in wanted.items())]
    return [pytest.param(s, id=s.name) for s in chosen]


def test_every_kind_is_known_here() -> None:
    assert {s.kind for s in stats.STATISTICS} <= set(KINDS)


# Perfect agreement.


@pytest.mark.parametrize("statistic", [s for s in stats.STATISTICS if s.perfect is not None and s.columns in TABLES], ids=lambda s: s.name)
def test_perfect_agreement_has_the_declared_value_and_an_interval_that_is_no_point(statistic: stats.Statistic) -> None:
    codes = np.repeat([1.0, 2.0, 3.0], 8)
    ratings = np.repeat(codes[:, np.newaxis], 2 if statistic.columns == "pair" else 3, axis=1)
    for level in statistic.levels:
        found = Case((ratings,), level, (1.0, 2.0, 3.0), {"n_resamples": 100, **needed(statistic, (1.0, 2.0, 3.0))}).ask(statistic)
        assert found.value == pytest.approx(statistic.perfect, abs=1e-12)
        if statistic.kind != "components":
            assert found.low is not None
            assert found.high is not None
            assert found.high - found.low > 0.01


@pytest.mark.parametrize("statistic", [s for s in stats.STATISTICS if s.perfect is not None and s.columns == "forecast"], ids=lambda s: s.name)
def test_certainty_that_comes_true_has_the_declared_value(statistic: stats.Statistic) -> None:
    found = Case((np.repeat([[1.0, 1.0], [0.0, 0.0]], 10, axis=0),), options={"n_resamples": 100}).ask(statistic)
    assert found.value == pytest.approx(statistic.perfect, abs=1e-12)
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.low > 0.01


# Signs.


def test_mean_shift_changes_sign_when_judge_and_gold_change_places() -> None:
    pairs = np.array([[3.0, 1.0], [2.0, 2.0], [5.0, 4.0]])
    assert (stats.mean_shift(pairs).value, stats.mean_shift(pairs[:, ::-1]).value) == (1.0, -1.0)


def test_limits_of_agreement_are_mirrored_when_judge_and_gold_change_places() -> None:
    pairs = np.array([[3.0, 1.0], [2.0, 2.0], [5.0, 4.0], [1.0, 4.0]])
    found, mirrored = stats.limits_of_agreement(pairs), stats.limits_of_agreement(pairs[:, ::-1])
    for name, other in (("mean_shift", "mean_shift"), ("lower_limit", "upper_limit"), ("upper_limit", "lower_limit")):
        one, two = found.part(name), mirrored.part(other)
        assert one.low is not None
        assert two.high is not None
        assert (one.value, one.low, one.high) == pytest.approx((-two.value, -two.high, -two.low))


@pytest.mark.parametrize("statistic", registered(kind="test", columns="pair"))
def test_the_effect_of_a_test_changes_sign_or_stays_when_versions_change_places(statistic: stats.Statistic) -> None:
    level = levels(statistic)[0]
    case = make_case(statistic, level, 11)
    found, other = case.ask(statistic), case.with_ratings(case.ratings[:, ::-1]).ask(statistic)
    assert isinstance(found, PValue)
    assert isinstance(other, PValue)
    if found.effect is not None and other.effect is not None:
        assert abs(other.effect) == pytest.approx(abs(found.effect), abs=1e-12)


@pytest.mark.parametrize("statistic", registered(kind="test"))
def test_a_p_value_lies_between_0_and_1_and_the_test_shape_is_given(statistic: stats.Statistic) -> None:
    for seed in range(10):
        found = make_case(statistic, levels(statistic)[0], seed).ask(statistic)
        assert isinstance(found, PValue)
        assert found.value is not None
        assert 0 <= found.value <= 1


# Intervals.


@pytest.mark.parametrize(
    "statistic",
    [s for s in stats.STATISTICS if takes(s, "n_resamples") and s.kind in ("coefficient", "difference", "breakdown") and s.columns != "vectors"],
    ids=lambda s: s.name,
)
def test_interval_does_not_depend_on_the_order_of_items_and_is_repeatable(statistic: stats.Statistic) -> None:
    case = make_case(statistic, levels(statistic)[0], 5).with_options(n_resamples=50)
    shuffled = case.with_ratings(np.random.default_rng(2).permutation(case.ratings, axis=case.ratings.ndim - 2))
    first, again, other = case.ask(statistic), case.ask(statistic), shuffled.ask(statistic)
    assert first == again
    assert (other.low, other.high) == pytest.approx((first.low, first.high), abs=1e-12)


@pytest.mark.parametrize("statistic", [s for s in stats.STATISTICS if takes(s, "ci_level") and takes(s, "counts")], ids=lambda s: s.name)
def test_more_confidence_never_narrows_an_interval(statistic: stats.Statistic) -> None:
    if statistic.name == "limits_of_agreement":
        return  # its `low` and `high` are limits for single items; its parts' intervals are asked below
    case = make_case(statistic, levels(statistic)[0], 7).with_options(n_resamples=200)
    narrow, wide = case.with_options(ci_level=0.8).ask(statistic), case.with_options(ci_level=0.99).ask(statistic)
    if narrow.low is not None and narrow.high is not None and wide.low is not None and wide.high is not None:
        assert wide.low <= narrow.low
        assert wide.high >= narrow.high


def test_more_confidence_widens_the_interval_of_a_limit() -> None:
    pairs = np.random.default_rng(1).normal(size=(20, 2))
    for exact in (True, False):
        narrow, wide = (stats.limits_of_agreement(pairs, ci_level=level, exact=exact).part("upper_limit") for level in (0.8, 0.99))
        assert None not in (narrow.low, wide.low, narrow.high, wide.high)
        assert wide.low < narrow.low < narrow.high < wide.high


# Streams: time has an order, and nobody sees what is still to come.


def _path(found: Any) -> tuple[Any, ...]:
    assert isinstance(found, Stream)
    return found.path, found.lower, found.upper


def steady_then_high(n: int = 60) -> np.ndarray[Any, Any]:
    rng = np.random.default_rng(4)
    return np.concatenate([rng.uniform(0.2, 0.6, n // 2), rng.uniform(0.7, 1.0, n // 2)])


@pytest.mark.parametrize("statistic", registered(columns="stream"))
def test_a_stream_is_no_bag_of_items(statistic: stats.Statistic) -> None:
    case = replace(make_case(statistic, levels(statistic)[0], 3), data=(steady_then_high(),))
    assert _path(case.ask(statistic)) != _path(case.with_ratings(case.ratings[::-1]).ask(statistic))


@pytest.mark.parametrize("statistic", registered(columns="stream"))
def test_what_was_said_of_the_past_does_not_change_with_the_future(statistic: stats.Statistic) -> None:
    case = replace(make_case(statistic, levels(statistic)[0], 3), data=(steady_then_high(),))
    short = _path(case.with_ratings(case.ratings[:25]).ask(statistic))
    for long, start in zip(_path(case.ask(statistic)), short, strict=True):
        assert list(long[: len(start)]) == pytest.approx(list(start), rel=1e-9, abs=1e-12)


def test_a_stream_that_looks_ahead_or_has_no_order_is_caught() -> None:
    def centred(values: Any, **_: Any) -> Stream:
        return Stream(value=0.0, path=tuple((values - values.mean()).tolist()))

    def total(values: Any, **_: Any) -> Stream:
        return Stream(value=float(values.sum()), path=(1.0,))

    broken = stats.Statistic("broken", centred, "Is it broken?", "streams", "stream", "stream")
    with pytest.raises(AssertionError):
        test_what_was_said_of_the_past_does_not_change_with_the_future(broken)
    with pytest.raises(AssertionError):
        test_a_stream_is_no_bag_of_items(replace(broken, fn=total))


# Corrections.


@pytest.mark.parametrize("statistic", registered(kind="correction"))
def test_corrected_p_values_move_with_their_tests_and_are_not_smaller(statistic: stats.Statistic) -> None:
    for seed in range(20):
        case = make_case(statistic, levels(statistic)[0], seed)
        order = np.random.default_rng(seed).permutation(len(case.ratings))
        found, moved = case.ask(statistic), case.with_ratings(case.ratings[order]).ask(statistic)
        assert isinstance(found, Adjusted)
        assert isinstance(moved, Adjusted)
        assert list(moved.adjusted) == [found.adjusted[place] for place in order]
        assert list(moved.rejected) == [found.rejected[place] for place in order]
        for raw, corrected in zip(case.ratings, found.adjusted, strict=True):
            assert np.isnan(raw) if corrected is None else raw <= corrected <= 1


@pytest.mark.parametrize("statistic", registered(kind="correction"))
def test_a_smaller_p_value_never_makes_another_one_harder_to_find(statistic: stats.Statistic) -> None:
    for seed in range(20):
        case = make_case(statistic, levels(statistic)[0], seed)
        lowered = case.with_ratings(np.where(np.arange(len(case.ratings)) == 2, case.ratings / 2, case.ratings))
        before, after = case.ask(statistic), lowered.ask(statistic)
        assert isinstance(before, Adjusted)
        assert isinstance(after, Adjusted)
        assert all(new is None or new <= old + 1e-12 for new, old in zip(after.adjusted, before.adjusted, strict=True) if old is not None)


def test_a_correction_that_sorts_is_caught() -> None:
    def sorts(p_values: Any, **_: Any) -> Adjusted:
        return Adjusted(value=0.0, adjusted=tuple(np.sort(np.nan_to_num(p_values)).tolist()), rejected=(False,) * len(p_values))

    with pytest.raises(AssertionError):
        test_corrected_p_values_move_with_their_tests_and_are_not_smaller(stats.Statistic("broken", sorts, "Is it?", "corrections", "correction", "p_values"))


# Shares of the variance.


@pytest.mark.parametrize("statistic", registered(kind="components"))
def test_components_of_variance_are_in_squared_points(statistic: stats.Statistic) -> None:
    case = make_case(statistic, "interval", 3)
    assert case.labels is not None
    doubled = replace(case.with_ratings(case.ratings * 2), labels=tuple(2 * label for label in case.labels))
    once, twice = case.ask(statistic), doubled.ask(statistic)
    components = getattr(once, "components", {})
    assert {name: 4 * value for name, value in components.items()} == pytest.approx(getattr(twice, "components", {}))
    assert numbers(twice)[".value"] == pytest.approx(numbers(once)[".value"])
