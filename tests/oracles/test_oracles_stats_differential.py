"""The same numbers as other packages, to 1e-10, on hundreds of random tables with ratings missing and labels that nobody uses."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import krippendorff
import numpy as np
import pytest
import scipy.stats
from rater_tables import Table
from sklearn import metrics

from judgeaudit import stats
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels import intraclass_intervals

STORED = json.loads((Path(__file__).parent / "agreement_values.json").read_text(encoding="utf-8"))
NEAR = 1e-10
ICC = ("icc_1_1", "icc_2_1", "icc_3_1", "icc_1_k", "icc_2_k", "icc_3_k")


def read_labels(text: str) -> Table:
    return np.array([[np.nan if digit == "." else float(digit) for digit in item] for item in text.split()])


def random_table(seed: int) -> tuple[Table, tuple[float, ...]]:
    """Two to six raters, two to six labels with uneven codes, of which some may be unused; up to 40 % of ratings missing."""
    rng = np.random.default_rng(seed)
    labels = np.cumsum(rng.integers(1, 4, rng.integers(2, 7))).astype(float)
    in_use = rng.permutation(labels)[: rng.integers(2, len(labels) + 1)]
    n_items, n_raters = int(rng.integers(6, 40)), int(rng.integers(2, 7))
    truth = rng.choice(in_use, (n_items, 1))
    ratings = np.where(rng.random((n_items, n_raters)) < rng.uniform(0, 1), truth, rng.choice(in_use, (n_items, n_raters)))
    ratings[rng.random(ratings.shape) < rng.choice([0, 0.1, 0.2, 0.4])] = np.nan
    ratings[0], ratings[1] = in_use[0], in_use[1]
    return ratings, tuple(labels.tolist())


def complete_pairs(seed: int) -> tuple[Table, Table, tuple[float, ...]]:
    """Two columns with gaps, the rows of them that have both, and the labels."""
    ratings, labels = random_table(seed)
    pair = ratings[:, :2]
    return pair, pair[~np.isnan(pair).any(axis=1)], labels


# irrCAC 0.4.4, stored: Gwet, Fleiss, Conger, Brennan-Prediger, and alpha with agreement weights as distances.


def find(name: str, ratings: Table, labels: tuple[float, ...], weights: str, table: Table) -> Estimate:
    if name == "krippendorff":
        return stats.krippendorff_alpha(ratings, level="nominal", labels=labels, distance=1 - table)
    ours = {"gwet": stats.gwet_ac, "fleiss": stats.fleiss_kappa, "conger": stats.conger_kappa, "bp": stats.brennan_prediger}[name]
    return ours(ratings, level="ordinal", labels=labels, weights=weights)


def weight_tables(n: int) -> dict[str, Table]:
    apart = np.abs(np.subtract.outer(np.arange(n), np.arange(n))).astype(float)
    ordinal = 1 - (apart + 1) * apart / (n * (n - 1))
    return {"identity": np.eye(n), "linear": 1 - apart / (n - 1), "quadratic": 1 - (apart / (n - 1)) ** 2, "ordinal": ordinal}


@pytest.mark.parametrize("coefficient", STORED["coefficients"])
def test_irrcac(coefficient: str) -> None:
    place = STORED["coefficients"].index(coefficient)
    for text, n_labels, values in STORED["labels"]:
        ratings, tables = read_labels(text), weight_tables(n_labels)
        for weights, row in zip(STORED["weights"], values, strict=True):
            found = find(coefficient, ratings, tuple(range(1, n_labels + 1)), weights, tables[weights])
            assert found.value == pytest.approx(row[place], abs=NEAR), (coefficient, weights, text)


def test_irrcac_tables_are_of_every_kind() -> None:
    tables = [(read_labels(text), n_labels) for text, n_labels, _ in STORED["labels"]]
    assert len(tables) >= 200
    assert {ratings.shape[1] for ratings, _ in tables} == {n for _, n in tables} == {2, 3, 4, 5, 6}
    assert sum(len(np.unique(ratings[~np.isnan(ratings)])) < n for ratings, n in tables) > 50
    assert sum(np.isnan(ratings).mean() > 0.3 for ratings, _ in tables) > 30
    assert sum((~np.isnan(ratings)).sum(axis=1).min() < 2 for ratings, _ in tables) > 50


def test_scott_s_pi_is_irrcac_s_fleiss_kappa_of_two_complete_raters() -> None:
    place, checked = STORED["coefficients"].index("fleiss"), 0
    for text, n_labels, values in STORED["labels"]:
        ratings = read_labels(text)
        if ratings.shape[1] == 2 and not np.isnan(ratings).any():
            for weights, row in zip(STORED["weights"], values, strict=True):
                found = stats.scott_pi(ratings, level="ordinal", labels=range(1, n_labels + 1), weights=weights)
                assert found.value == pytest.approx(row[place], abs=NEAR)
                checked += 1
    assert checked >= 20


# pingouin 0.6.1, stored: the six intraclass correlations and their intervals.


@pytest.mark.parametrize("name", ICC)
def test_pingouin(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours gives the agreement forms pingouin's F interval up to 20 items only, and never to a value below 0 (see test_loud_stats_icc_intervals)."""
    monkeypatch.setattr(intraclass_intervals, "FEW_ITEMS", 10**9)
    place, compared = ICC.index(name), 0
    for text, values in STORED["scores"]:
        scores = np.array([[float(score) for score in item.split()] for item in text.split(" / ")])
        found = getattr(stats, name)(scores)
        assert found.value == pytest.approx(values[place][0], abs=NEAR, rel=NEAR), text
        if "icc_2" not in name or values[place][0] >= 0:
            compared += 1
            assert (found.low, found.high) == pytest.approx(values[place][1:], abs=NEAR, rel=NEAR), text
    assert compared >= 90


# The krippendorff package, live. Its own value for every table, and our kernel at weights against the package on rows written out.


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_krippendorff_package(level: Any) -> None:
    from judgeaudit.stats.kernels.coincidences import alpha_kernel

    for seed in range(200):
        ratings, labels = random_table(seed)
        theirs = krippendorff.alpha(reliability_data=ratings.T, level_of_measurement=level)
        assert stats.krippendorff_alpha(ratings, level=level, labels=labels).value == pytest.approx(theirs, abs=NEAR)
        assert float(alpha_kernel(ratings, level)(np.ones((1, len(ratings))))[0]) == pytest.approx(theirs, abs=NEAR)


# scikit-learn, live.


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_scikit_learn_cohen_kappa(weights: Any) -> None:
    for seed in range(200):
        ratings, both, labels = complete_pairs(seed)
        theirs = metrics.cohen_kappa_score(both[:, 0], both[:, 1], labels=list(labels), weights=weights)  # its weights are steps, as on our ordinal scales
        found = stats.cohen_kappa(ratings, level="ordinal", labels=labels, weights=weights or "identity")
        assert found.value == pytest.approx(theirs, abs=NEAR)


def test_scikit_learn_verdicts_against_gold() -> None:
    for seed in range(200):
        ratings, both, labels = complete_pairs(seed)
        judge, gold = both.T
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # labels that only the judge uses
            balanced = metrics.balanced_accuracy_score(gold, judge)
        assert stats.accuracy(ratings, labels=labels).value == pytest.approx(metrics.accuracy_score(gold, judge), abs=NEAR)
        assert stats.balanced_accuracy(ratings, labels=labels).value == pytest.approx(balanced, abs=NEAR)
        if len(np.unique(judge)) > 1 and len(np.unique(gold)) > 1:
            assert stats.mcc(ratings, labels=labels).value == pytest.approx(metrics.matthews_corrcoef(gold, judge), abs=NEAR)
        table = metrics.confusion_matrix(gold, judge, labels=list(labels))
        for place, label in enumerate(labels):
            if table[place].sum():
                assert stats.sensitivity(ratings, positive=label, labels=labels).value == pytest.approx(table[place, place] / table[place].sum(), abs=NEAR)
            outside = np.delete(table, place, axis=0)
            if outside.sum():
                expected = 1 - outside[:, place].sum() / outside.sum()
                assert stats.specificity(ratings, positive=label, labels=labels).value == pytest.approx(expected, abs=NEAR)


def test_specific_agreement_of_two_raters_is_scikit_learn_s_f1() -> None:
    for seed in range(100):
        ratings, both, labels = complete_pairs(seed)
        found = stats.specific_agreement(ratings, labels=labels)
        theirs = metrics.f1_score(both[:, 0], both[:, 1], labels=list(labels), average=None, zero_division=np.nan)
        for part, value in zip(found.parts, theirs, strict=True):
            assert (part.undefined is not None) if np.isnan(value) else part.value == pytest.approx(value, abs=NEAR)


# SciPy, live.


@pytest.mark.parametrize(
    ("name", "theirs"), [("pearson", scipy.stats.pearsonr), ("spearman", scipy.stats.spearmanr), ("kendall_tau_b", scipy.stats.kendalltau)]
)
def test_scipy_correlations(name: str, theirs: Any) -> None:
    checked = 0
    for seed in range(200):
        ratings, both, labels = complete_pairs(seed)
        if len(np.unique(both[:, 0])) > 1 and len(np.unique(both[:, 1])) > 1:
            found = getattr(stats, name)(ratings, level="interval", labels=labels)
            assert found.value == pytest.approx(float(theirs(both[:, 0], both[:, 1]).statistic), abs=NEAR)
            checked += 1
    assert checked >= 190
