"""Correlations within clusters, averaged: worked by hand, by SciPy cluster by cluster, and how often their intervals hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from analyses_builder import Row, input_of, one, rubric_of
from scipy.stats import kendalltau, pearsonr

from judgeaudit.analyses.calibration import calibration
from judgeaudit.analyses.gold import Gold
from judgeaudit.domain.results import AnalysisOutput
from judgeaudit.stats.kernels.within_clusters import correlations_within, mean_over_clusters

POINTS: dict[str, Any] = {"level": "interval", "low": 0, "high": 10}
GRADES: dict[str, Any] = {"level": "ordinal", "labels": ["0", "1", "2", "3"]}
NAMES = ("kendall_tau_b_within", "pearson_within")


def asked(clusters: dict[str, list[tuple[Any, Any]]], scale: dict[str, Any] = POINTS, *, replicates: int = 1, level: float = 0.95) -> AnalysisOutput:
    """Each cluster as pairs of verdict (or one for each replicate) and gold."""
    rubric, rows, codes = rubric_of(scale), [], {}
    for cluster, pairs in clusters.items():
        for place, (verdicts, gold) in enumerate(pairs):
            item = f"{cluster} {place}"
            for replicate, label in enumerate(verdicts if replicates > 1 else [verdicts]):
                about: Row = {"item_id": item, "judge": "a", "criterion": "c", "replicate": replicate, "cluster": cluster.split("!")[0] or None}
                rows.append({**about, "label": None if label is None else str(label), "status": "ok" if label is not None else "unparsable"})
            if gold is not None:
                codes["c", item] = rubric.criterion("c").scale.code(str(gold)) if scale is GRADES else float(gold)
    return calibration(input_of(rows, rubric, gold=Gold(codes=codes), n_resamples=0, ci_level=level))


RISING = [(1, 1), (2, 2), (3, 3)]
BENT = [(1, 3), (2, 2), (3, 2)]
"""Two pairs the other way round and one tied in gold: tau-b -2 / sqrt(3 * 2); covariance -1, squares 2 and 2/3: r -1 / sqrt(4/3)."""


@pytest.mark.parametrize("scale", [POINTS, GRADES], ids=["interval", "ordinal"])
def test_by_hand(scale: dict[str, Any]) -> None:
    found = asked({"rising": RISING, "bent": BENT, "gold is flat": [(1, 2), (2, 2), (3, 2)], "judge is flat": [(1, 2), (1, 3)], "alone": [(1, 1)]}, scale)
    tau, pearson = (one(found, name) for name in NAMES)
    assert tau.value == pytest.approx((1 - 2 / 6**0.5) / 2)
    assert pearson.value == pytest.approx((1 - 0.75**0.5) / 2)
    for estimate in (tau, pearson):
        assert (estimate.n_items, estimate.n_ratings) == (6, 6)
        assert "mean over 2 clusters" in estimate.method
        assert "2 left out in which the judge or gold gives one value only" in estimate.method
        assert "1 left out with fewer than two items that have both" in estimate.method
        assert estimate.low is None, "two clusters tell no spread"
        assert "no interval: fewer than 10 clusters" in estimate.method


def test_what_is_missing_counts_neither_as_an_item_nor_as_a_rank() -> None:
    found = asked({"rising": [*RISING, (None, 3), (9, None)], "bent": BENT})
    assert one(found, "kendall_tau_b_within").value == pytest.approx((1 - 2 / 6**0.5) / 2)
    assert one(found, "kendall_tau_b_within").n_items == 6


def test_nothing_is_said_without_clusters_or_without_an_order() -> None:
    names = {estimate.name for estimate in asked({"!a": RISING, "!b": BENT}).estimates}
    assert "pearson" in names
    assert not names & set(NAMES)
    nominal: dict[str, Any] = {"level": "nominal", "labels": ["1", "2", "3"]}
    rubric = rubric_of(nominal)
    rows: list[Row] = [{"item_id": f"i{n}", "judge": "a", "criterion": "c", "replicate": 0, "cluster": "x", "status": "ok", "label": str(n)} for n in (1, 2, 3)]
    found = calibration(input_of(rows, rubric, gold=["1", None, "2"], n_resamples=0))
    assert not {estimate.name for estimate in found.estimates} & set(NAMES)


def test_clusters_of_which_none_varies_say_so() -> None:
    found = asked({"gold is flat": [(1, 2), (2, 2)], "judge is flat": [(1, 2), (1, 3)]})
    for name in NAMES:
        assert one(found, name).value is None
        assert one(found, name).undefined == "no cluster has two items that differ both in verdict and in gold"


def test_replicates_are_single_runs_and_their_mean_is_a_judge_of_its_own() -> None:
    """Every cluster and run by SciPy; three runs, of which one misses an item."""
    rng = np.random.default_rng(3)
    clusters, taus, means = {}, [], []
    for cluster in range(14):
        gold = rng.integers(0, 4, 5).astype(float)
        gold[:2] = 0, 3
        runs = np.clip(gold[:, None] + rng.integers(-2, 3, (5, 3)), 0, 9)
        runs[0], runs[1] = (1, 0, 2), (4, 5, 3)
        taus.append(np.mean([kendalltau(runs[:, r], gold).statistic for r in range(3)]))
        means.append(pearsonr(runs.mean(axis=1), gold).statistic)
        clusters[f"k{cluster:02}"] = [(list(map(int, row)), one) for row, one in zip(runs, gold, strict=True)]
    found = asked(clusters, replicates=3)
    tau = one(found, "kendall_tau_b_within")
    assert tau.value == pytest.approx(np.mean(taus), abs=1e-12)
    assert (tau.n_items, tau.n_ratings) == (70, 210)
    assert tau.low is not None
    assert tau.low < tau.value < tau.high
    assert "each cluster's mean over 3 runs" in tau.method
    assert one(found, "pearson_within", "a#majority").value == pytest.approx(np.mean(means), abs=1e-12)


def test_large_clusters_are_as_scipy_has_them() -> None:
    rng = np.random.default_rng(5)
    pairs = rng.normal(size=(1, 1700, 2)).round(1)
    clusters = np.repeat([0, 1], [900, 800])
    found = correlations_within(pairs, clusters)
    for cluster in (0, 1):
        judge, gold = pairs[0, clusters == cluster].T
        assert found.kendall_tau_b[0, cluster] == pytest.approx(kendalltau(judge, gold).statistic, abs=1e-12)
        assert found.pearson[0, cluster] == pytest.approx(pearsonr(judge, gold).statistic, abs=1e-12)


def test_perfect_order_everywhere_is_no_certainty() -> None:
    """Of 20 clusters with tau 1 the next may still differ: not an interval of one point."""
    tau = one(asked({f"k{n:02}": RISING for n in range(20)}), "kendall_tau_b_within")
    assert (tau.value, tau.high) == (1.0, 1.0)
    assert 0.5 < tau.low < 0.95


def test_a_higher_confidence_is_wider() -> None:
    clusters = {f"k{n:02}": RISING if n % 3 else BENT for n in range(30)}
    narrow, wide = (one(asked(clusters, level=level), "pearson_within") for level in (0.9, 0.99))
    assert wide.low < narrow.low < narrow.value < narrow.high < wide.high


@pytest.mark.parametrize(
    ("n_clusters", "size", "noise", "most"), [(12, 4, 1.0, 0.975), (30, 3, 0.5, 1.0), (60, 6, 1.0, 0.975), (60, 6, 0.2, 0.975), (25, 100, 1.0, 0.975)]
)
def test_how_often_the_interval_holds(n_clusters: int, size: int, noise: float, most: float) -> None:
    """Graded scores of clusters drawn anew; the truth is the mean over many such clusters. At least 93 %, and at most 97.5 but for clusters of
    three; two standard errors of the simulation aside."""
    rng = np.random.default_rng(8)
    n_draws, n_many = (1000, 20000) if size < 50 else (300, 2000)

    def draw(clusters: int) -> np.ndarray:
        gold = rng.normal(size=(clusters, size))
        pairs = np.stack([gold + noise * rng.normal(size=gold.shape), gold], axis=2).round().clip(-2, 2).reshape(1, -1, 2)
        return correlations_within(pairs, np.repeat(np.arange(clusters), size)).kendall_tau_b

    truth, held = np.nanmean(draw(n_many)), 0
    for _ in range(n_draws):
        values = draw(n_clusters)
        found = mean_over_clusters(values, n_pairs=int((~np.isnan(values)).sum()) * size * (size - 1) // 2, ci_level=0.95)
        assert found is not None
        if found[1] is None:  # fewer than ten clusters vary
            n_draws -= 1
            continue
        held += found[1] <= truth <= found[2]
    error = 2 * (0.05 * 0.95 / n_draws) ** 0.5
    assert 0.93 - error <= held / n_draws <= most + error
