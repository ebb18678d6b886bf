"""Tests of versions, charts and panels say what they cannot see, and refuse what they would have to guess."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

from judgeaudit import stats
from judgeaudit.errors import OptionError
from judgeaudit.stats.shapes import LatentTruth

Table = NDArray[np.float64]

GRID_STUDY = stats.g_study(np.random.default_rng(1).normal(size=(3, 30, 4)) + np.arange(30)[:, np.newaxis] / 10)

# A panel whose judges all make the same mistakes


def near_copies(seed: int, *, right: float = 0.7, copied: float = 0.99, n_items: int = 300, n_judges: int = 9) -> tuple[Table, Table]:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n_items).astype(float)
    first = np.where(rng.uniform(size=n_items) < right, truth, 1 - truth)
    return np.where(rng.uniform(size=(n_items, n_judges)) < copied, first[:, np.newaxis], 1 - first[:, np.newaxis]), truth


def own_panel(seed: int, accuracy: float = 0.8) -> LatentTruth:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, 300).astype(float)[:, np.newaxis]
    return stats.dawid_skene(np.where(rng.uniform(size=(300, 9)) < accuracy, truth, 1 - truth), labels=[0, 1])


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("copied", "n_items"), [(0.99, 300), (0.995, 1000), (1.0, 300), (0.97, 300)])
def test_near_copies_are_no_all_clear(seed: int, copied: float, n_items: int) -> None:
    ratings, truth = near_copies(seed, copied=copied, n_items=n_items)
    found = stats.dawid_skene(ratings, labels=[0, 1])
    assert (found.value or 0) > 0.99
    assert np.mean(np.array(found.most_likely) == truth) < 0.8  # what the value must not be taken for
    assert "certainty under the model, not accuracy" in found.method
    assert "what all raters get wrong together cannot be seen" in found.method
    worth = found.part("effective_judges")
    assert worth.value is None
    assert "too few" in str(worth.undefined) or "too rarely" in str(worth.undefined)
    assert "cannot be seen" in found.method.split("not in the value")[1] or "too rarely" in found.method
    assert (stats.effective_judges(ratings, gold=truth).value or 9) < 1.5  # gold shows it


def test_every_method_says_what_ratings_cannot_show() -> None:
    for found in (own_panel(1), stats.dawid_skene([[0, 0], [0, 0], [1, 1], [0, 1]]), own_panel(2, 0.6)):
        assert "what all raters get wrong together cannot be seen in their ratings" in found.method


def test_where_raters_err_often_the_effective_number_is_an_upper_limit() -> None:
    worth = own_panel(1).part("effective_judges")
    assert (worth.value or 0) > 8
    assert "upper limit, relative to the labels that were found" in worth.method
    copies, _ = near_copies(1, copied=0.9)
    assert "upper limit" in stats.dawid_skene(copies).part("effective_judges").method


def test_shared_rare_errors_that_can_be_seen_are_told_all_the_same() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 500).astype(float)
    wrong = rng.uniform(size=(500, 9)) < 0.02
    wrong[:, :3] |= (rng.uniform(size=500) < 0.03)[:, np.newaxis]
    found = stats.dawid_skene(np.where(wrong, 1 - truth[:, np.newaxis], truth[:, np.newaxis]), labels=[0, 1])
    assert "WARNING: raters err together" in found.method
    assert (found.part("effective_judges").value or 9) < 7


# Codes keep their names


def test_codes_that_differ_late_have_parts_of_their_own() -> None:
    days = [20240101.0, 20240102.0]
    found = stats.dawid_skene(np.array([[days[0]] * 3, [days[1]] * 3, [days[0], days[0], days[1]]] * 10), labels=days)
    groups = [part.group for part in found.parts if part.name == "prevalence"]
    assert groups == ["20240101", "20240102"]
    assert "class 20240102:" in stats.mcnemar([days, days[::-1]] * 5, labels=days).method
    with pytest.raises(OptionError, match="value 20240103 at place 0 is not among 20240101, 20240102"):
        stats.cusum([20240103.0], labels=days, probabilities=[0.5, 0.5])


# McNemar and Bhapkar


def test_a_class_that_no_item_has_passes_no_test_unless_the_scale_has_it() -> None:
    moved = [[0, 1]] * 40 + [[1, 0]] * 3
    typo = stats.mcnemar(moved, positive=2)
    assert typo.value is None
    assert typo.undefined == "no item has class 2 in either column: is it a class of the scale? (labels= says so)"
    assert typo.n_items == 43
    with pytest.raises(OptionError, match="not among the labels"):
        stats.mcnemar(moved, positive=2, labels=[0, 1])
    declared = stats.mcnemar(moved, positive=2, labels=[0, 1, 2])
    assert declared.value == 1.0
    assert declared.method.endswith("no item has the class in either column, so that only this outcome was possible, and p = 1")
    for found in (declared, stats.mcnemar([[0, 1], [1, 0], [2, 2]], positive=2)):
        assert "same label" not in found.method  # the items' labels differ
    assert "every item has the class in both columns or in neither" in stats.mcnemar([[0, 1], [1, 0], [2, 2]], positive=2).method


@pytest.mark.parametrize("discordant", range(1, 121))
def test_mcnemar_as_it_comes_never_rejects_too_often(discordant: int) -> None:
    from scipy.stats import binom

    cells = [[1, 0], [0, 1]]
    p = np.array([stats.mcnemar(cells, counts=[b, discordant - b], labels=[0, 1]).value for b in range(discordant + 1)])
    assert binom.pmf(np.arange(discordant + 1), discordant, 0.5)[p <= 0.05].sum() <= 0.05


def test_bhapkar_says_where_its_p_value_is_absurd() -> None:
    absurd = stats.bhapkar([[0, 1]] * 29 + [[1, 1]], labels=[0, 1])
    assert (absurd.value or 0) < 1e-100
    assert "p is far too small" in absurd.method
    few = stats.bhapkar([[0, 1, 2, 3][i : i + 2] for i in (0, 1, 2)] * 8 + [[1, 0], [2, 1], [3, 2]], labels=[0, 1, 2, 3])
    assert ("p is far too small" in few.method) == ((few.statistic or 0) > few.n_items)  # W / (1 - W / n) > n just where W > n / 2
    assert "p is far too small" not in stats.bhapkar([[0, 1]] * 29 + [[1, 0]] * 20 + [[1, 1]] * 50, labels=[0, 1]).method


# Finished studies, empty panels


@pytest.mark.parametrize(
    ("name", "value"),
    [("replicates", "crossed"), ("replicates", "nested"), ("labels", [0, 1]), ("level", "ordinal"), ("ci_level", 0.9), ("n_resamples", 10), ("counts", [1]), ("clusters", [1])],
)  # fmt: skip
def test_what_cannot_change_a_finished_study_is_refused(name: str, value: Any) -> None:
    with pytest.raises(OptionError, match=f"{name} cannot change a finished study") as caught:
        stats.d_study(GRID_STUDY, **{name: value})
    assert caught.value.where == name


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
@pytest.mark.parametrize("case", ["empty", "all missing", "all counts 0"])
def test_a_panel_without_ratings_is_undefined_without_a_warning(level: str, case: str) -> None:
    ratings = {"empty": np.zeros((0, 3)), "all missing": np.full((5, 3), np.nan), "all counts 0": np.ones((5, 3))}[case]
    found = stats.effective_judges(ratings, level=level, counts=[0] * 5 if case == "all counts 0" else None)
    assert found.undefined == "no ratings"


# Items of vectors

VECTORS = np.random.default_rng(5).normal(size=(4, 2))
NAMED = ["a", "a", "b", "b"]


@pytest.mark.parametrize("test", [stats.mmd, stats.energy_distance])
@pytest.mark.parametrize(
    "items",
    [
        [1.0, np.nan, np.nan, 2.0], ["a", None, "b", "b"], np.ma.masked_array([1, 1, 2, 2], [0, 1, 0, 0]), [1, "2", 2, 1], [1.0, np.inf, 1.0, 1.0], pd.array([1, None, 2, 2]),
        np.array(["2024-01-01", "NaT", "2024-01-02", "2024-01-02"], dtype="datetime64[D]"), [1j, 1, 1, 1], [(1, 2), (1, 2), (3, 4), (3, 4)], [[1], [1, 2], [1], [1]],
        ["a", np.nan, "b", "b"], "abcd", 3,
    ],
)  # fmt: skip
def test_items_that_are_missing_or_mixed_are_refused(test: Any, items: Any) -> None:
    partner = [1, 1, 2, 2]
    for named in ({"items_first": items, "items_second": partner}, {"items_first": partner, "items_second": items}):
        with pytest.raises(OptionError) as caught:
            test(VECTORS, VECTORS + 1, **named, rng=np.random.default_rng(1))
        assert caught.value.where in ("items_first", "items_second")
        assert caught.value.fix


@pytest.mark.parametrize("test", [stats.mmd, stats.energy_distance])
def test_items_of_one_form_give_one_answer(test: Any) -> None:
    def p(items: Any) -> float | None:
        return test(VECTORS, VECTORS + 1, items_first=items, items_second=items, rng=np.random.default_rng(1), n_resamples=99).value

    forms = [
        NAMED,
        np.array(NAMED),
        pd.Series(NAMED),
        [1, 1, 2, 2],
        np.array([1.0, 1, 2, 2]),
        [True, True, 2, 2],
        pd.array([1, 1, 2, 2]),
        [2**63, 2**63, 2**63 + 1, 2**63 + 1],
    ]
    assert len({p(form) for form in forms}) == 1


def test_text_for_vectors_is_refused_in_the_words_of_vectors() -> None:
    with pytest.raises(OptionError) as caught:
        stats.mmd([["a", "b"]], VECTORS, rng=np.random.default_rng(1))
    assert "vectors" in caught.value.what
    assert "rater" not in str(caught.value)


# Masks


def test_masks_of_probabilities_labels_bounds_and_means_are_seen() -> None:
    masked = np.ma.masked_array
    for call, where in (
        (lambda: stats.cusum([1.0], labels=[0, 1, 2], probabilities=masked([0.5, 0.4, 0.1], [0, 1, 0])), "probabilities"),
        (lambda: stats.ewma([1.0], labels=masked([0, 1, 2], [0, 1, 0]), baseline=[1.0, 2.0]), "labels"),
        (lambda: stats.e_process([0.5], mean=masked([0.4, 0.6], [1, 0])), "mean"),
        (lambda: stats.confidence_sequence([0.5], bounds=masked([0.0, 1.0], [0, 1])), "bounds"),
    ):
        with pytest.raises(OptionError) as caught:
            call()
        assert caught.value.where == where
    assert stats.e_process(masked([0.9, 0.1], [0, 1]), mean=0.5).n_items == 1
    assert "baseline of 2," in stats.ewma([1.0, 2.0], baseline=masked([1.0, 99.0, 2.0], [0, 1, 0]), limit=3).method


# Messages tell the number that was given


def test_messages_show_the_option_as_it_was_given() -> None:
    with pytest.raises(OptionError, match="average_run_length is 1, not above 1"):
        stats.cusum([0.5], mean=0, sd=1, average_run_length=1)
    with pytest.raises(OptionError, match="tolerance is nan"):
        stats.dawid_skene([[0, 1], [1, 1]], tolerance=np.nan)
    with pytest.raises(OptionError, match=r"max_iterations is 1\.5, which is not a whole number"):
        stats.dawid_skene([[0, 1], [1, 1]], max_iterations=1.5)
    with pytest.raises(OptionError, match="n_judges"):
        stats.d_study(GRID_STUDY, n_judges=2.5)
    with pytest.raises(OptionError, match="bounds"):
        stats.e_process([0.5], mean=0.5, bounds=5)
    with pytest.raises(OptionError, match="alpha is 1e-300"):
        stats.tost([[0, 1], [1, 1], [0, 0]], labels=[0, 1], margin=0.3, alpha=1e-300)
    for rng in (1, np.random.RandomState(1)):
        with pytest.raises(OptionError, match="generator"):
            stats.mmd(VECTORS, VECTORS, rng=rng)
    with pytest.raises(OptionError, match="n_resamples"):
        stats.energy_distance(VECTORS, VECTORS, n_resamples=100.5, rng=np.random.default_rng(1))
    with pytest.raises(OptionError, match="n_resamples is"):
        stats.mmd(VECTORS, VECTORS, n_resamples=1e300, rng=np.random.default_rng(1))
    with pytest.raises(OptionError, match="more than memory holds"):
        stats.energy_distance(np.zeros((500, 1)), np.ones((500, 1)), n_resamples=10_000_000, rng=np.random.default_rng(1))
    with pytest.raises(OptionError, match="bandwidth is 1e-300"):
        stats.mmd(VECTORS, VECTORS, bandwidth=1e-300, rng=np.random.default_rng(1))
    with pytest.raises(OptionError) as caught:
        stats.effective_judges([[0, 1], [1, 1]], gold=["a", "b"])
    assert caught.value.where == "gold"
