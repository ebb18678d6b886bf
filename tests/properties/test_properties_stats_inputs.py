"""What statistics refuse, what they call undefined and in which words, and how little they import."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from registry_cases import ROWS, TABLES, needed, takes

from judgeaudit import stats
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.ratings_check import check_ratings

PAIRS = np.array([[1.0, 1.0], [0.0, 1.0], [0.0, 0.0]])
BAD: dict[str, tuple[Any, dict[str, Any], str, str]] = {
    "one axis": ([1.0, 0.0], {}, "ratings", "1 axes"),
    "four axes": (np.zeros((1, 2, 2, 2)), {}, "ratings", "4 axes"),
    "text": ([["pass", "fail"]], {}, "ratings", "not a rectangular table"),
    "ragged": ([[1, 0], [1]], {}, "ratings", "not a rectangular table"),
    "infinite": ([[1.0, np.inf]], {}, "ratings", "infinite"),
    "labels descend": (PAIRS, {"labels": [1, 0]}, "labels", "do not ascend"),
    "labels repeat": (PAIRS, {"labels": [0, 1, 1]}, "labels", "do not ascend"),
    "one label": (PAIRS, {"labels": [1]}, "labels", "at least two"),
    "labels are text": (PAIRS, {"labels": ["a", "b"]}, "labels", "not numbers"),
    "off the scale": (PAIRS, {"labels": [0, 2]}, "ratings", r"rating 1 \(row 0, column 0\) is not among"),
    "counts and clusters": (PAIRS, {"counts": [1, 1, 1], "clusters": [0, 0, 1]}, "counts", "together"),
    "short counts": (PAIRS, {"counts": [1, 1]}, "counts", "shape"),
    "broken counts": (PAIRS, {"counts": [1, 0.5, 1]}, "counts", "whole"),
    "negative counts": (PAIRS, {"counts": [1, -1, 1]}, "counts", "negative"),
    "named clusters": (PAIRS, {"clusters": ["a", "a", "b"]}, "clusters", "whole"),
    "no generator": (PAIRS, {"n_resamples": 10}, "rng", "generator"),
    "seed for generator": (PAIRS, {"n_resamples": 10, "rng": 1}, "rng", "generator"),
    "negative resamples": (PAIRS, {"n_resamples": -1}, "n_resamples", "-1"),
    "percent": (PAIRS, {"ci_level": 95}, "ci_level", "outside"),
    "unknown level": (PAIRS, {"level": "categorical"}, "level", "categorical"),
}


OF_ITS_OWN = {
    "forecast": {"off the scale": "neither 0 nor 2"},
    "confidence": {"off the scale": "neither 0 nor 2"},
    "cube": {"one axis": "axes", "four axes": "axes"},
}
"""What columns of another shape say instead."""


@pytest.mark.parametrize("statistic", [s for s in stats.STATISTICS if s.columns in (*TABLES, "forecast", "confidence", "cube")], ids=lambda s: s.name)
@pytest.mark.parametrize("name", BAD)
def test_what_makes_no_sense_is_refused_with_place_and_fix(statistic: stats.Statistic, name: str) -> None:
    ratings, options, where, what = BAD[name]
    what = OF_ITS_OWN.get(statistic.columns, {}).get(name, what)
    given = {name: value for name, value in needed(statistic, None).items() if not (name == "positive" and "labels" in options)}
    with pytest.raises(OptionError, match=what) as caught:
        statistic.fn(ratings, **{"level": (*statistic.levels, "interval")[0], **given, **options})
    assert caught.value.where == where
    assert caught.value.fix


@pytest.mark.parametrize("statistic", [s for s in stats.STATISTICS if s.columns in ("pair", "forecast", "confidence", "partly_labelled")], ids=lambda s: s.name)
def test_a_pair_has_two_columns(statistic: stats.Statistic) -> None:
    with pytest.raises(OptionError, match="3 columns where 2 are compared"):
        statistic.fn(np.zeros((4, 3)), level=(*statistic.levels, "interval")[0], **needed(statistic, None))


@pytest.mark.parametrize("statistic", [s for s in stats.STATISTICS if s.columns in ("forecast", "confidence")], ids=lambda s: s.name)
def test_a_forecast_is_a_probability_of_one_of_two_outcomes(statistic: stats.Statistic) -> None:
    for options, where, what in (
        ({"labels": [0, 1, 2]}, "labels", "two labels"), ({"n_bins": 0}, "n_bins", "n_bins is 0, below 1"), ({"n_bins": 2.5}, "n_bins", "n_bins is 2.5, which is not a whole"), ({"n_bins": True}, "n_bins", "True"),
    ):  # fmt: skip
        if not takes(statistic, *options):
            continue
        with pytest.raises(OptionError, match=what) as caught:
            statistic.fn(PAIRS, **options)
        assert caught.value.where == where
    for ratings, what in (([[1.2, 1]], "outside 0..1"), ([[-0.1, 1]], "outside 0..1"), ([[90, 1]], "outside 0..1"), ([[0.9, 2]], "neither 0 nor 1")):
        with pytest.raises(OptionError, match=what) as caught:
            statistic.fn(ratings)
        assert caught.value.fix
    assert statistic.fn([[0.9, 2], [0.2, 1]], labels=[1, 2]) == statistic.fn([[0.9, 1], [0.2, 0]])


def test_further_refusals() -> None:
    with pytest.raises(TypeError, match="level"):
        stats.krippendorff_alpha(PAIRS)
    with pytest.raises(OptionError, match="depends on every label"):
        stats.gwet_ac(PAIRS)
    with pytest.raises(OptionError, match="which class counts as positive"):
        stats.sensitivity(PAIRS)
    with pytest.raises(OptionError, match="positive class 5 is not among"):
        stats.specificity(PAIRS, positive=5, labels=[0, 1])
    with pytest.raises(OptionError, match="below 0"):
        stats.krippendorff_alpha(PAIRS - 1, level="ratio")
    with pytest.raises(OptionError, match="not known"):
        stats.cohen_kappa(PAIRS, weights="cubic")
    with pytest.raises(OptionError, match="not a table of agreement"):
        stats.fleiss_kappa(PAIRS, labels=[0, 1], weights=np.eye(3))
    with pytest.raises(OptionError, match="squared distances"):
        stats.krippendorff_alpha(PAIRS, level="nominal", labels=[0, 1], distance=[[0, 1], [2, 0]])
    with pytest.raises(OptionError, match="a share is outside"):
        stats.proportion([0.5, 1.5])
    with pytest.raises(OptionError, match="not a rectangular table"):
        stats.proportion([[1, 0], [1]])
    with pytest.raises(OptionError, match="gold has shape"):
        stats.effective_judges(PAIRS, gold=[1, 0])


NOTHING = {
    "empty list": ([], "no ratings"),
    "no items": (np.zeros((0, 2)), "no ratings"),
    "all missing": (np.full((3, 2), np.nan), "no ratings"),
    "one rater": ([[1.0, np.nan], [0.0, np.nan]], "one rater"),
    "no overlap": ([[1.0, np.nan], [np.nan, 0.0]], "no overlap"),
}


@pytest.mark.parametrize("statistic", [s for s in stats.STATISTICS if s.columns in (*TABLES, "forecast")], ids=lambda s: s.name)
@pytest.mark.parametrize("name", NOTHING)
def test_undefined_is_said_in_words(statistic: stats.Statistic, name: str) -> None:
    ratings, reason = NOTHING[name]
    options = needed(statistic, (0.0, 1.0))
    found = statistic.fn(ratings, level=(*statistic.levels, "interval")[0], labels=[0, 1], n_resamples=5, rng=np.random.default_rng(1), **options)
    assert found.value is None
    assert found.undefined is not None
    assert found.undefined.startswith(reason)


SAME = np.ones((12, 2))
VARIES = np.array([[1.0, 1.0], [1.0, 0.0]] * 6)


@pytest.mark.parametrize(
    ("name", "ratings", "reason"),
    [
        ("krippendorff_alpha", SAME, "no variation: every rating is the same"),
        ("fleiss_kappa", SAME, "no variation: every rating is the same"),
        ("cohen_kappa", SAME, "no variation: every rating is the same"),
        ("icc_1_1", SAME, "no variation: every rating is the same"),
        ("icc_2_1", SAME, "no variation: every rating is the same"),
        ("icc_1_1", SAME[:1], "one item: nothing varies between items"),
        ("icc_2_1", [[1, 0, np.nan], [np.nan, 1, 0]], "no degree of freedom is left for error: too few items share raters"),
        ("mcc", VARIES, "no variation: every rating in one column is the same"),
        ("pearson", VARIES, "no variation: every rating in one column is the same"),
        ("spearman", VARIES, "no variation: every rating in one column is the same"),
        ("kendall_tau_b", VARIES, "no variation: every rating in one column is the same"),
        ("effective_judges", VARIES, "no variation: no two judges' labels both vary"),
        ("sensitivity", np.zeros((3, 2)), "no item whose gold label is 1"),
        ("specificity", np.ones((3, 2)), "no item whose gold label is not 1"),
    ],
)
def test_no_variation_is_said_in_words(name: str, ratings: Any, reason: str) -> None:
    statistic = next(s for s in stats.STATISTICS if s.name == name)
    for level in statistic.levels:
        found = statistic.fn(ratings, level=level, labels=[0, 1], n_resamples=20, rng=np.random.default_rng(1))
        assert found.undefined == reason


def test_agreement_by_ac_is_defined_without_variation() -> None:
    assert stats.gwet_ac(SAME, labels=[0, 1]).value == 1.0


def test_names_without_order_are_not_computed_with() -> None:
    ratings = [[1, 2], [2, 3], [3, 1]]
    for name in ("pearson", "spearman", "kendall_tau_b", "mae", "mean_shift", "limits_of_agreement", "icc_1_1", "icc_2_1"):
        found = getattr(stats, name)(ratings, level="nominal", labels=[1, 2, 3])
        assert found.undefined == "the scale is nominal: its labels have no order"
    assert stats.gwet_ac([[0.5, 0.25]], level="interval").undefined == "the scale is continuous: AC needs a list of points"


def test_missing_ratings_come_in_all_their_forms() -> None:
    plain = stats.accuracy([[1, 1], [0, 1], [np.nan, 1]])
    masked = np.ma.masked_array([[1, 1], [0, 1], [7, 1]], mask=[[0, 0], [0, 0], [1, 0]])
    assert stats.accuracy(masked) == plain
    assert stats.accuracy([[1, 1], [0, 1], [None, 1]]) == plain
    shares = np.ma.masked_array([1.0, 0.0, 1.0], mask=[False, False, True])
    assert stats.proportion(shares) == stats.proportion([1.0, 0.0, None]) == stats.proportion([1.0, 0.0])
    assert stats.effective_judges(PAIRS, gold=np.ma.masked_array([1.0, 1.0, 0.0], mask=[True, False, False])).n_items == 2
    assert stats.accuracy([[True, True], [False, True]]).value == plain.value == 0.5


def test_decimal_steps_are_points_of_their_scale() -> None:
    labels = [round(0.1 * n, 10) for n in range(11)]
    pairs = [[0.1 + 0.2, 0.3], [0.7, 0.1 * 7]]
    assert stats.accuracy(pairs, labels=labels).value == 1.0
    assert stats.cohen_kappa(pairs, labels=labels).value == 1.0
    with pytest.raises(OptionError, match=r"rating 0.35"):
        stats.accuracy([[0.35, 0.3]], labels=labels)


def test_the_caller_s_array_stays_as_it_was() -> None:
    ratings = np.array([[0.1 + 0.2, 0.3], [np.nan, 0.3]])
    before = ratings.copy()
    stats.krippendorff_alpha(ratings, level="interval", labels=[0.3, 0.4])
    assert np.array_equal(ratings, before, equal_nan=True)
    sample = check_ratings(ratings, level="nominal", labels=None, ci_level=0.95, n_resamples=0, rng=None, counts=None, clusters=None)
    assert not np.shares_memory(sample.ratings, ratings)


def test_rows_that_stand_for_no_item_do_not_exist() -> None:
    found = stats.observed_agreement([[1, 1], [1, 0]], counts=[5, 0])
    assert (found.value, found.n_items) == (1.0, 5)


def test_importing_the_statistics_loads_numpy_and_nothing_heavy() -> None:
    script = "import sys, judgeaudit.stats; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert "numpy" in loaded
    assert not {"scipy", "pandas", "sklearn", "krippendorff", "pyarrow", "litellm", "plotly", "typer", "rich", "jinja2"} & set(loaded)


MODULES = [module.name for module in pkgutil.walk_packages(stats.__path__, "judgeaudit.stats.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    importlib.import_module(name)  # as a module: some have the name of the function in them
    assert doctest.testmod(sys.modules[name]).failed == 0


@pytest.mark.parametrize("statistic", stats.STATISTICS, ids=lambda s: s.name)
def test_every_docstring_has_its_sections_and_an_example(statistic: stats.Statistic) -> None:
    text = inspect.cleandoc(statistic.fn.__doc__ or "")  # Python 3.13 takes the indentation away by itself
    for section in ("Parameters", "Returns", "Raises", "Notes", "References", "Examples"):
        assert f"\n{section}\n{'-' * len(section)}\n" in text, section
    assert "Undefined when" in " ".join(text.split())
    assert "Known weakness" in " ".join(text.split())
    assert ">>> " in text
    parameters = {name for line in text.split("Parameters\n")[1].split("Returns\n")[0].splitlines() for name in line.strip().split(" : ")[0].split(", ")}
    assert set(inspect.signature(statistic.fn).parameters) <= parameters | {"level"}


@pytest.mark.parametrize("statistic", [s for s in stats.STATISTICS if s.columns in (*ROWS, "cube")], ids=lambda s: s.name)
def test_every_statistic_of_items_is_called_the_same_way(statistic: stats.Statistic) -> None:
    for option in ("level", "labels", "ci_level", "n_resamples", "rng", "counts", "clusters"):
        assert takes(statistic, option)
    parameters = inspect.signature(statistic.fn).parameters.values()
    assert [one.name for one in parameters if one.kind is not one.KEYWORD_ONLY] == ["ratings"]


def test_every_statistic_has_a_file_of_its_own() -> None:
    for statistic in stats.STATISTICS:
        tree = ast.parse(Path(sys.modules[f"judgeaudit.stats.{statistic.name}"].__file__ or "").read_text(encoding="utf-8"))
        public = [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
        assert public == [statistic.name]


def test_every_file_of_the_folder_is_a_statistic() -> None:
    files = {path.stem for path in Path(stats.__file__ or "").parent.glob("*.py")}
    assert files - {"__init__", "registry", "shapes"} == {statistic.name for statistic in stats.STATISTICS}
