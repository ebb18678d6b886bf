"""Whatever is handed to a statistic, it answers, says why it cannot, or refuses it in words: never a raw error of Python, NumPy or SciPy."""

from __future__ import annotations

import datetime
import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest

from judgeaudit import stats
from judgeaudit.domain.results import Estimate
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.ratings_check import say_code

masked = np.ma.masked_array

RNG = np.random.default_rng(7)
PAIR = np.column_stack([np.tile([0.0, 1.0, 1.0, 0.0, 1.0], 6), np.tile([0.0, 1.0], 15)])
CUBE = np.stack([np.where(RNG.random((12, 3)) < 0.8, np.tile([[0.0], [1.0]], (6, 1)), 1.0) for _ in range(2)])
DATA: dict[str, tuple[Any, ...]] = {
    "panel": (CUBE[0],),
    "pair": (PAIR,),
    "annotators": (CUBE[0],),
    "values": (PAIR[:, :1],),
    "forecast": (np.column_stack([0.2 + 0.6 * PAIR[:, 0], PAIR[:, 1]]),),
    "confidence": (np.column_stack([0.2 + 0.6 * np.sort(PAIR[:, 0]), np.ones(30)]),),
    "partly_labelled": (PAIR,),
    "cube": (CUBE,),
    "vectors": (RNG.normal(size=(12, 2)), np.repeat(np.arange(4.0), 3)),
    "samples": (RNG.normal(size=(6, 2)), RNG.normal(size=(5, 2))),
    "stream": (np.tile([0.0, 1.0, 1.0], 10),),
    "p_values": ([0.01, 0.2, 0.04],),
}
"""Ordinary data, by what a statistic is handed."""

GIVEN: dict[str, Any] = {"labels": (0.0, 1.0), "positive": 1.0, "margin": 0.5, "mean": 0.5, "sd": 0.5}
"""What some statistics cannot do without."""

WRONG: dict[str, Any] = {
    "text": "text", "digits": "1", "None": None, "nan": np.nan, "infinite": np.inf, "list": [1, 2], "complex": 1 + 2j, "array": np.zeros((2, 2)), "huge": 10**400,
    "tiny": 1e-300, "near 1": 1 - 1e-16, "large": 1e300, "negative": -1, "half": 2.5, "date": datetime.date(2026, 1, 1), "span": np.timedelta64(1), "masked": np.ma.masked,
    "NA": pd.NA, "dict": {}, "True": True, "two texts": ["a", "b"], "ragged": [[1, 2], [1]], "decimal": Decimal("0.5"),
}  # fmt: skip
"""What nobody should hand over, and somebody will."""

OF_GENERATORS: dict[str, Any] = {"seed": 1, "old generator": np.random.RandomState(1)}


def keywords(statistic: stats.Statistic) -> list[str]:
    return [one.name for one in inspect.signature(statistic.fn).parameters.values() if one.kind is one.KEYWORD_ONLY]


def call(statistic: stats.Statistic, *data: Any, **options: Any) -> Estimate:
    """Called as it must be, with what it needs, unless the options say otherwise."""
    bare = [one.name for one in inspect.signature(statistic.fn).parameters.values() if one.default is one.empty]
    needed = {name: value for name, value in GIVEN.items() if name in (*statistic.needs, *bare)}
    level = {"level": (statistic.levels or ("nominal",))[-1]} if "level" in keywords(statistic) else {}
    rng = {"rng": np.random.default_rng(3)} if "rng" in keywords(statistic) and statistic.columns == "samples" else {}
    return statistic.fn(*(data or DATA[statistic.columns]), **{**needed, **level, **rng, **options})


def options() -> Iterator[Any]:
    for statistic in stats.STATISTICS:
        for name in keywords(statistic):
            wrong = {**WRONG, **(OF_GENERATORS if name == "rng" else {})}
            yield pytest.param(statistic, name, wrong, id=f"{statistic.name}-{name}")


PARTNERS = {
    "items_first": {"items_first", "items_second"}, "items_second": {"items_first", "items_second"}, "mean": {"mean", "sd"}, "sd": {"mean", "sd"},
    "margin_low": {"margin_low", "margin"}, "margin": {"margin_low", "margin"}, "labels": {"labels", "ratings", "values", "positive", "margin"}, "level": {"level", "labels"},
    "bounds": {"bounds", "values", "mean"}, "n_replicates": {"n_replicates", "n_judges"}, "n_judges": {"n_replicates", "n_judges"}, "positive": {"positive", "ratings"},
    "average_run_length": {"average_run_length", "horizon", "limit", "alpha"}, "limit": {"limit", "alpha", "horizon", "average_run_length"},
    "horizon": {"horizon", "alpha", "average_run_length"}, "baseline": {"baseline", "mean", "sd"}, "probabilities": {"probabilities", "labels", "mean"},
}  # fmt: skip
"""Where a refusal may point when two options do not go together: to either."""


def ask(statistic: stats.Statistic, **options: Any) -> Estimate | OptionError:
    """The answer, or the refusal; anything else that is raised is a bug."""
    try:
        return call(statistic, **options)
    except OptionError as error:
        return error


@pytest.mark.parametrize(("statistic", "name", "wrong"), list(options()))
def test_a_wrong_option_is_refused_in_words_that_name_it(statistic: stats.Statistic, name: str, wrong: dict[str, Any]) -> None:
    for kind, value in wrong.items():
        found = ask(statistic, **{name: value})
        if isinstance(found, Estimate):
            assert found.undefined or found.value is not None, kind
        else:
            assert found.where in {name, *PARTNERS.get(name, set())}, (kind, str(found))
            assert found.what, kind
            assert found.fix, kind


NUMBERS = (
    "ci_level", "alpha", "epsilon", "q", "min_items", "target", "margin", "limit", "shift", "weight", "bet", "bandwidth", "multiplier", "positive", "horizon", "max_iterations", "tolerance", "n_bins",
    "n_resamples", "k", "n_raters", "average_run_length", "sd",
)  # fmt: skip
"""Options that are one number."""


@pytest.mark.parametrize(("statistic", "name", "wrong"), [one for one in options() if one.values[1] in NUMBERS])
@pytest.mark.parametrize("kind", ["text", "digits", "nan", "infinite", "list", "complex", "array", "huge", "date", "span", "masked", "NA", "dict", "ragged"])
def test_what_is_no_number_is_never_taken_for_one(statistic: stats.Statistic, name: str, wrong: dict[str, Any], kind: str) -> None:
    with pytest.raises(OptionError) as refused:
        call(statistic, **{name: wrong[kind]})
    assert refused.value.where in {name, *PARTNERS.get(name, set())}


@pytest.mark.parametrize(("statistic", "name", "wrong"), [one for one in options() if one.values[1] in NUMBERS])
def test_none_is_refused_where_it_is_not_the_default(statistic: stats.Statistic, name: str, wrong: dict[str, Any]) -> None:
    if inspect.signature(statistic.fn).parameters[name].default is None or (statistic.name, name) == ("brier", "n_bins"):
        return
    with pytest.raises(OptionError) as refused:
        call(statistic, **{name: None})
    assert refused.value.where in {name, *PARTNERS.get(name, set())}


@pytest.mark.parametrize("statistic", [s for s in stats.STATISTICS if "rng" in keywords(s)], ids=lambda s: s.name)
@pytest.mark.parametrize("rng", [1, np.random.RandomState(1), "text"], ids=["seed", "old generator", "text"])
def test_only_a_generator_is_taken_for_one(statistic: stats.Statistic, rng: Any) -> None:
    with pytest.raises(OptionError) as refused:
        call(statistic, rng=rng)
    assert refused.value.where == "rng"


NO_NUMBERS: dict[str, Callable[[Any], Any]] = {
    "text of digits": lambda table: table.astype(int).astype(str),
    "one text among numbers": lambda table: np.array([["1", *row[1:]] for row in table.astype(object).reshape(len(table), -1).tolist()], dtype=object).reshape(
        table.shape
    ),
    "dates": lambda table: table.astype("M8[D]"),
    "spans": lambda table: table.astype("m8[D]"),
    "complex": lambda table: table + 1j,
    "objects": lambda table: np.full(table.shape, object()),
    "numbers above 1e75": lambda table: table * 1e300,
    "infinite": lambda table: np.where(np.arange(table.size).reshape(table.shape) == 0, np.inf, table),
    "whole numbers beyond 2^53": lambda table: table.astype(np.int64) + 2**60,
}


def of_numbers() -> Iterator[Any]:
    for statistic in stats.STATISTICS:
        for kind in NO_NUMBERS:
            yield pytest.param(statistic, kind, id=f"{statistic.name}-{kind}")


@pytest.mark.parametrize(("statistic", "kind"), list(of_numbers()))
def test_what_is_no_table_of_numbers_is_refused(statistic: stats.Statistic, kind: str) -> None:
    data = tuple(NO_NUMBERS[kind](np.asarray(one, dtype=float)) for one in DATA[statistic.columns])
    with pytest.raises(OptionError) as refused:
        call(statistic, *data)
    assert refused.value.where in ("ratings", "p_values", "values", "first", "vectors")
    assert refused.value.fix


@pytest.mark.parametrize("statistic", stats.STATISTICS, ids=lambda s: s.name)
def test_large_numbers_are_refused_or_answered_without_a_warning(statistic: stats.Statistic) -> None:
    for size in (1e10, 1e40, 1e70, 9.9e74, 1e75, 1e150, 1e300):
        needs = {"labels": (0, size)} if "labels" in statistic.needs else {}
        try:
            found = call(statistic, *(np.asarray(one, dtype=float) * size for one in DATA[statistic.columns]), **needs)
        except OptionError:
            continue
        assert found.undefined or np.isfinite(found.value or 0.0)


def hole(table: np.ndarray[Any, Any], how: str) -> Any:
    """The table with its first number masked, None or NA, where `table` itself has another number than the truth."""
    flat = table.ravel()
    if how == "mask":
        return masked(table, np.arange(table.size).reshape(table.shape) == 0)
    if how == "list of masked arrays":
        return [masked(row, [n == 0 and not place for n in range(len(row))]) for place, row in enumerate(table)]
    whole = [{"None": None, "NA": pd.NA, "masked": np.ma.masked}[how], *flat[1:].tolist()]
    out = np.empty(table.size, dtype=object)
    for place, one in enumerate(whole):
        out[place] = one
    return out.reshape(table.shape) if how == "NA" else out.reshape(table.shape).tolist()


MISSING = ("mask", "list of masked arrays", "None", "NA", "masked")


@pytest.mark.parametrize(
    "statistic",
    [
        s
        for s in stats.STATISTICS
        if s.columns in ("panel", "pair", "annotators", "values", "forecast", "confidence", "partly_labelled", "vectors", "samples", "stream", "p_values")
    ],
    ids=lambda s: s.name,
)
@pytest.mark.parametrize("how", MISSING)
def test_masked_none_and_na_are_missing(statistic: stats.Statistic, how: str) -> None:
    table = np.asarray(DATA[statistic.columns][0], dtype=float)
    if table.ndim == 1 and how == "list of masked arrays":
        return
    without = table.copy()
    without.flat[0] = np.nan
    table.flat[0] = 0.77 if statistic.columns in ("p_values", "forecast", "confidence", "stream") else table.flat[0]
    rest = DATA[statistic.columns][1:]
    assert call(statistic, hole(table, how), *rest) == call(statistic, without, *rest)


@pytest.mark.parametrize("correct", [stats.holm, stats.benjamini_hochberg, stats.benjamini_yekutieli])
def test_a_masked_p_value_is_not_counted(correct: Callable[..., Any]) -> None:
    assert correct(masked([0.01, 0.04], [0, 1])).adjusted == (0.01, None)
    assert correct([0.01, np.ma.masked]).adjusted == (0.01, None)


WITH_ROWS = [s for s in stats.STATISTICS if "counts" in keywords(s)]


@pytest.mark.parametrize("statistic", WITH_ROWS, ids=lambda s: s.name)
@pytest.mark.parametrize("name", ["counts", "clusters"])
def test_counts_and_clusters_are_all_there_and_whole(statistic: stats.Statistic, name: str) -> None:
    rows = DATA[statistic.columns][0].shape[-2]
    wrong: dict[str, Any] = {
        "masked": masked(np.arange(rows) + 1, np.arange(rows) == 1), "None": [None, *[1] * (rows - 1)], "NA": pd.array([None, *[1] * (rows - 1)], dtype="Int64"),
        "text": ["1"] * rows, "halves": [0.5] * rows, "complex": [1j] * rows, "beyond 2^53": [9e18] * rows, "far beyond": [1e19] * rows,
    }  # fmt: skip
    for kind, given in wrong.items():
        with pytest.raises(OptionError) as refused:
            call(statistic, **{name: given})
        assert refused.value.where == name, kind


def test_the_number_of_items_never_wraps_around() -> None:
    for counts in ([2**62, 2**62, 2**62], [2**52] * 3, [np.uint64(2**63)] * 3):
        with pytest.raises(OptionError, match=r"2\^53") as refused:
            stats.accuracy([[1, 1], [0, 1], [1, 1]], counts=counts)
        assert refused.value.where == "counts"
    assert stats.accuracy([[1, 1], [0, 1], [1, 1]], counts=[2**50] * 3).n_items == 3 * 2**50


def test_very_many_items_that_differ_are_not_called_the_same() -> None:
    """A difference of 1 is small beside a sum of 3e13 of them, and still a difference."""
    found = stats.paired_permutation([[1, 0], [0, 1]], counts=[2 * 10**13, 10**13], n_resamples=99, rng=np.random.default_rng(1))
    assert found.value == pytest.approx(0.01)


def test_names_of_clusters_are_not_rounded() -> None:
    """2^60 and 2^60 + 1 are two clusters, though one float."""
    ratings, clusters = np.tile([[1.0, 1.0], [0.0, 1.0]], (20, 1)), 2**60 + np.arange(40)
    assert stats.accuracy(ratings, clusters=clusters) == stats.accuracy(ratings)


CODES = [20240101, 20240102, 20240103]


def test_codes_that_agree_to_six_digits_keep_their_names() -> None:
    ratings = np.tile([[CODES[0], CODES[1]], [CODES[1], CODES[1]], [CODES[2], CODES[2]]], (10, 1))
    found = stats.confusion(ratings)
    assert found.part("count", "20240101|20240102").value == 10
    assert found.part("count", "20240102|20240102").value == 10


@pytest.mark.parametrize("statistic", [s for s in stats.STATISTICS if s.columns in ("panel", "pair", "annotators")], ids=lambda s: s.name)
def test_no_two_parts_have_the_same_name(statistic: stats.Statistic) -> None:
    step = 1e-9 if statistic.columns == "pair" else 1.0
    codes = 20240101 + step * np.arange(3) if step == 1.0 else 1 + step * np.arange(3)
    ratings = codes[np.random.default_rng(2).integers(0, 3, (60, 2 if statistic.columns == "pair" else 3))]
    needs = {"labels": codes} if "labels" in statistic.needs else {}
    found = call(statistic, ratings, **needs, **({"positive": codes[1]} if "positive" in statistic.needs else {}))
    names = [(part.name, part.group, part.judge) for part in getattr(found, "parts", ())]
    assert len(names) == len(set(names))


def test_say_code_tells_every_two_floats_apart() -> None:
    codes = [1.0, np.nextafter(1.0, 2), 20240101, 20240102, 0.1, 0.1 + 1e-17, 1e-300, -1, 1e20]
    assert len({say_code(code) for code in codes}) == len(set(codes))
    assert [say_code(code) for code in (1.0, 0.5, -0.0, 20240101, -2)] == ["1", "0.5", "0", "20240101", "-2"]


# Runs that are left out.


def unequal_runs() -> np.ndarray[Any, Any]:
    ratings = np.random.default_rng(30).normal(size=(2, 20, 2))
    ratings[1, :5] = np.nan
    ratings[1, :, 0] += 2
    return ratings


def test_limits_of_agreement_say_which_runs_they_are_of() -> None:
    ratings = unequal_runs()
    found = stats.limits_of_agreement(ratings)
    assert found.value == pytest.approx(float((ratings[0, :, 0] - ratings[0, :, 1]).mean()))
    assert "mean over 1 of 2 runs, 1 left out (covering less than 80% of the items of the fullest run)" in found.method
    alone = stats.limits_of_agreement(ratings[0])
    assert (found.low, found.high) == (alone.low, alone.high)
    assert found.part("share_inside").value == alone.part("share_inside").value


def test_limits_of_agreement_say_that_the_limits_are_of_fewer_runs_than_the_mean() -> None:
    ratings = np.random.default_rng(1).normal(size=(2, 20, 2))
    ratings[1, :, 0] = ratings[1, :, 1] = 1.0
    found = stats.limits_of_agreement(ratings)
    assert "mean of judge minus gold; mean over 2 runs;" in found.method
    assert "limits: mean over 1 of 2 runs, 1 left out (no variation" in found.method
    assert found.part("share_inside").value == stats.limits_of_agreement(ratings[0]).part("share_inside").value


def test_a_reliability_curve_is_of_the_runs_of_its_headline() -> None:
    ratings = np.stack([DATA["forecast"][0]] * 2)
    ratings[1, 10:] = np.nan
    ratings[1, :, 0] = 0.99
    found, alone = stats.reliability_curve(ratings), stats.reliability_curve(ratings[0])
    assert "1 left out" in found.method
    assert [part.value for part in found.parts] == [part.value for part in alone.parts]


@pytest.mark.parametrize("test", [stats.paired_permutation, lambda ratings, rng: stats.tost(ratings, margin=3, rng=rng)], ids=["paired_permutation", "tost"])
def test_only_runs_with_ratings_are_counted(test: Callable[..., Any]) -> None:
    ratings = np.random.default_rng(4).normal(size=(3, 12, 2))
    ratings[2] = np.nan
    found = test(ratings, rng=np.random.default_rng(1))
    assert "(2 in all; 1 of 3 runs without an item that has both ratings)" in found.method
    ratings[1] = np.nan
    assert "2 of 3 runs without an item that has both ratings" in test(ratings, rng=np.random.default_rng(1)).method
    assert "runs" not in test(ratings[0], rng=np.random.default_rng(1)).method


def test_the_rule_for_runs_is_where_the_statistics_are_explained() -> None:
    assert "80 %" in (stats.__doc__ or "")
    assert "no run is left out" in re.sub(r"\s+", " ", stats.confusion.__doc__ or "")


# What the limits of options are for.


def test_one_bin_for_each_probability_is_asked_of_brier_alone() -> None:
    assert stats.brier(DATA["forecast"][0], n_bins=None).value is not None
    for curve in (stats.ece, stats.reliability_curve):
        with pytest.raises(OptionError) as refused:
            curve(DATA["forecast"][0], n_bins=None)
        assert refused.value.where == "n_bins"
    assert stats.ece(DATA["forecast"][0], n_bins=10.0) == stats.ece(DATA["forecast"][0])


def test_wide_limits_of_many_items_are_where_the_noncentral_t_distribution_gives_out() -> None:
    """There its ends are those of the normal law with the standard error of mean + k s, to four digits."""
    gaps = np.random.default_rng(1).normal(size=300_000)
    upper = stats.limits_of_agreement(np.column_stack([gaps, np.zeros(len(gaps))]), multiplier=20).part("upper_limit")
    half = half_of(len(gaps)) * gaps.std(ddof=1)
    assert (upper.low, upper.high) == pytest.approx((upper.value - half, upper.value + half), abs=1e-3 * half)
    factors = importlib.import_module("judgeaudit.stats.limits_of_agreement")._exact_factors(20.0, 1e12, 0.95)
    assert factors == pytest.approx((20 - half_of(1e12), 20 + half_of(1e12)), abs=1e-9)


def half_of(n: float) -> float:
    return float(1.959964 * np.sqrt((1 + 20**2 / 2) / n))


@pytest.mark.parametrize("multiplier", [0, -1, 21, 1e300])
def test_limits_farther_than_any_difference_are_refused(multiplier: float) -> None:
    with pytest.raises(OptionError) as refused:
        stats.limits_of_agreement(PAIR, multiplier=multiplier)
    assert refused.value.where == "multiplier"
