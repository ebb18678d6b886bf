"""Published table -> published number, at least one for each statistic."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
import pytest
from annotator_tables import PUBLISHED, with_differences
from rater_tables import (
    ABSTRACTORS,
    ANAESTHETISTS,
    ATTITUDE,
    BINARY,
    BRENNAN_1,
    BRENNAN_3,
    COHEN_1968,
    COMPLETE,
    CT_IMAGES,
    DIAGNOSIS,
    FLEISS_COHEN_EVERITT,
    FOUR_OBSERVERS,
    MISSING,
    NOMINAL,
    PEAK_FLOW,
    PSYCHIATRISTS,
    SIX_TARGETS,
    TELEVISION,
    THREE_CODERS,
    TUNA,
    Table,
    read_items,
    two_raters,
)
from stream_series import NIST_CUSUM, NIST_EWMA

from judgeaudit import stats

FIVE = (1, 2, 3, 4, 5)
IRRCAC = "irrCAC 0.4.4, also in its unit tests"


CALIBRATION_CURVE = [[0.1, 0], [0.2, 0], [0.3, 0], [0.4, 0], [0.65, 1], [0.7, 1], [0.8, 1], [0.9, 1], [1.0, 1]]


@dataclass(frozen=True)
class Oracle:
    statistic: str
    ratings: Any
    value: float
    digits: int
    source: str
    options: dict[str, Any] = field(default_factory=dict)


def pairs(statistic: str, table: list[list[int]], value: float, digits: int, source: str, **options: Any) -> Oracle:
    ratings, counts = two_raters(table)
    return Oracle(statistic, ratings, value, digits, source, {"counts": counts, "labels": range(1, len(table) + 1), **options})


def positives(statistic: str, judge_and_gold: tuple[int, int, int, int], value: float, digits: int, source: str) -> Oracle:
    """Counts of true positives, false positives, false negatives, true negatives."""
    return Oracle(statistic, [[1, 1], [1, 0], [0, 1], [0, 0]], value, digits, source, {"counts": judge_and_gold, "labels": [0, 1]})


KRIPPENDORFF = "Krippendorff 2011, Computing Krippendorff's Alpha-Reliability"
ALPHA = [
    Oracle("krippendorff_alpha", BINARY, 0.0952381, 7, KRIPPENDORFF + ", section A, printed .095", {"level": "nominal"}),
    Oracle("krippendorff_alpha", NOMINAL, 0.6919643, 7, KRIPPENDORFF + ", section B, printed .692", {"level": "nominal"}),
    *(
        Oracle("krippendorff_alpha", FOUR_OBSERVERS, value, 10, KRIPPENDORFF + ", section C/D, printed .743 .815 .849 .797", {"level": level, "labels": FIVE})
        for level, value in (("nominal", 0.7434210526), ("ordinal", 0.8153875038), ("interval", 0.8491071429), ("ratio", 0.7974027747))
    ),
    *(
        Oracle("krippendorff_alpha", THREE_CODERS, value, 7, "Wikipedia, Krippendorff's alpha, printed .691 .811", {"level": level})
        for level, value in (("nominal", 0.6913580), ("interval", 0.8108449))
    ),
    pairs("krippendorff_alpha", ABSTRACTORS, 0.79726, 5, IRRCAC, level="nominal"),
    pairs("krippendorff_alpha", DIAGNOSIS, 0.43162, 5, IRRCAC, level="nominal"),
]
# R's irr::anxiety: twenty people, three raters.
ANXIETY = read_items("332", "361", "344", "464", "523", "542", "221", "346", "531", "231", "221", "632", "133", "533", "221", "221", "113", "233", "432", "342")
PARADOX = (
    ([[40, 9], [6, 45]], 0.85, 0.6995, 0.7007, 0.6992, 0.7008),
    ([[80, 10], [5, 5]], 0.85, 0.3182, 0.8080, 0.3143, 0.3177),
    ([[118, 5], [2, 0]], 0.944, -0.0234, 0.9408, -0.0288, -0.0247),
    ([[45, 15], [25, 15]], 0.60, 0.1304, 0.2661, None, None),
    ([[25, 35], [5, 35]], 0.60, 0.2593, 0.2079, None, None),
    ([[20, 5], [10, 15]], 0.70, 0.4, 0.4059, 0.3939, None),
)
"""Table, observed agreement, Cohen's kappa, AC1, Scott's pi (Fleiss' kappa of two raters), alpha."""


def as_vectors(table: Table) -> tuple[Table, dict[str, Any]]:
    """A vector with a single 1 for each rating, and its item: 1 - cos is the nominal distance."""
    items, raters = np.nonzero(~np.isnan(table))
    labels = np.unique(table[items, raters])
    return np.eye(len(labels))[np.searchsorted(labels, table[items, raters])], {"items": items}


RATIONALES = [
    Oracle("rationale_alpha", vectors, value, 7, source, options)
    for (vectors, options), value, source in (
        (as_vectors(BINARY), 0.0952381, KRIPPENDORFF + ", section A, printed .095"),
        (as_vectors(NOMINAL), 0.6919643, KRIPPENDORFF + ", section B, printed .692"),
        (as_vectors(FOUR_OBSERVERS), 0.7434211, KRIPPENDORFF + ", section C, printed .743"),
        (as_vectors(THREE_CODERS), 0.6913580, "Wikipedia, Krippendorff's alpha, printed .691"),
    )
]
KAPPA = [
    *(
        pairs(name, table, value, 4 if name != "observed_agreement" else 3, "Feinstein & Cicchetti 1990; Gwet 2008; Wikipedia, Cohen's kappa", level="nominal")
        for table, *values in PARADOX
        for name, value in zip(("observed_agreement", "cohen_kappa", "gwet_ac", "fleiss_kappa", "krippendorff_alpha"), values, strict=True)
        if value is not None
    ),
    *(pairs("cohen_kappa", ABSTRACTORS, value, 5, IRRCAC, weights=weights, level="interval")
      for weights, value in (("identity", 0.79641), ("linear", 0.84290), ("quadratic", 0.89216))),
    *(pairs("cohen_kappa", DIAGNOSIS, value, 5, IRRCAC, weights=weights, level="interval")
      for weights, value in (("identity", 0.43150), ("linear", 0.40681), ("quadratic", 0.38319))),
    pairs("cohen_kappa", ABSTRACTORS, 0.89216, 5, IRRCAC + ", quadratic, by the level alone", level="ordinal"),
    pairs("cohen_kappa", COHEN_1968, 0.492, 3, "Cohen 1968, table 1"),
    pairs("cohen_kappa", COHEN_1968, 0.348, 3, "Cohen 1968, table 1, disagreement weights 0 1 3 / 1 0 6 / 3 6 0", weights=1 - np.array([[0, 1, 3], [1, 0, 6], [3, 6, 0]]) / 6),
    pairs("cohen_kappa", COHEN_1968, 0.353, 3, "psych::cohen.kappa, asymmetric weights", weights=1 - np.array([[0, 1, 4], [1, 0, 6], [2, 2, 0]]) / 6),
    pairs("cohen_kappa", FLEISS_COHEN_EVERITT, 0.4285714, 7, "Fleiss, Cohen & Everitt 1969, printed .429"),
    pairs("cohen_kappa", FLEISS_COHEN_EVERITT, 0.507, 3, "Fleiss, Cohen & Everitt 1969", weights=[[1, 0, 0.4444], [0, 1, 0.6667], [0.4444, 0.6667, 1]]),
    *(pairs("gwet_ac", ABSTRACTORS, value, 5, IRRCAC, weights=weights, level="interval")
      for weights, value in (("identity", 0.84933), ("linear", 0.90002), ("quadratic", 0.94024))),
    *(pairs("gwet_ac", DIAGNOSIS, value, 5, IRRCAC, weights=weights, level="interval")
      for weights, value in (("identity", 0.45616), ("linear", 0.37707), ("quadratic", 0.29857))),
    *(Oracle("gwet_ac", FOUR_OBSERVERS, value, 5, IRRCAC, {"level": "ordinal", "labels": FIVE, "weights": weights})
      for weights, value in (("identity", 0.77544), ("linear", 0.85874), ("quadratic", 0.91400), ("ordinal", 0.89894))),
    Oracle("gwet_ac", FOUR_OBSERVERS, 0.77544, 5, IRRCAC, {"level": "nominal", "labels": FIVE}),
    Oracle("gwet_ac", FOUR_OBSERVERS, 0.91400, 5, IRRCAC, {"level": "interval", "labels": FIVE}),
    *(Oracle("gwet_ac", MISSING, value, 9, "irrCAC 0.4.4, computed once", {"level": "ordinal", "labels": FIVE, "weights": weights})
      for weights, value in (("identity", 0.213436668394), ("linear", 0.522658630526), ("quadratic", 0.741730588783), ("ordinal", 0.680094764381))),
    Oracle("gwet_ac", np.where(MISSING == 5, 4, MISSING), 0.508885045422, 9, "irrCAC 0.4.4, six labels of which four occur", {"labels": (1, 2, 3, 4, 5, 6)}),
    *(Oracle("fleiss_kappa", FOUR_OBSERVERS, value, 5, IRRCAC, {"level": "ordinal", "labels": FIVE, "weights": weights})
      for weights, value in (("identity", 0.76117), ("linear", 0.81794), ("quadratic", 0.86494), ("ordinal", 0.85021))),
    *(Oracle("fleiss_kappa", MISSING, value, 9, "irrCAC 0.4.4, computed once", {"level": "ordinal", "labels": FIVE, "weights": weights})
      for weights, value in (("identity", 0.19866629877), ("linear", 0.525379213343), ("quadratic", 0.748103630781), ("ordinal", 0.686304297163))),
    Oracle("fleiss_kappa", PSYCHIATRISTS, 0.4302445, 7, "Fleiss 1971, printed .430"),
    Oracle("fleiss_kappa", COMPLETE, 0.5358649789, 10, "statsmodels 0.15.0 fleiss_kappa, computed once"),
    pairs("fleiss_kappa", ABSTRACTORS, 0.79624, 5, IRRCAC + ", Scott's pi"),
    pairs("fleiss_kappa", DIAGNOSIS, 0.43034, 5, IRRCAC + ", Scott's pi"),
    pairs("scott_pi", ABSTRACTORS, 0.79624, 5, IRRCAC),
    pairs("scott_pi", DIAGNOSIS, 0.43034, 5, IRRCAC),
    Oracle("conger_kappa", PSYCHIATRISTS, 0.442, 3, "R irr 0.84, kappam.fleiss(diagnoses, exact=TRUE)"),
    pairs("conger_kappa", ABSTRACTORS, 0.79641, 5, IRRCAC + ", Cohen's kappa"),
    pairs("brennan_prediger", ABSTRACTORS, 0.83500, 5, IRRCAC),
    pairs("brennan_prediger", DIAGNOSIS, 0.44993, 5, IRRCAC),
    Oracle("specific_agreement", PSYCHIATRISTS, 0.5555556, 7, "Fleiss 1971, mean P, printed .5556"),
    Oracle("kendall_w", ANXIETY, 0.54, 2, "R irr 0.84, kendall(anxiety, TRUE)"),
]  # fmt: skip
WITHIN = [
    Oracle("observed_agreement", PSYCHIATRISTS, 0.5555556, 7, "Fleiss 1971, mean P, printed .5556"),
    Oracle("pairwise_agreement", PSYCHIATRISTS, 0.5555556, 7, "Fleiss 1971, mean P, printed .5556"),
    Oracle("observed_agreement", FOUR_OBSERVERS, 0.81818, 5, IRRCAC + ", p_a"),
    Oracle("flip_rate", PSYCHIATRISTS, 0.4444444, 7, "1 - mean P of Fleiss 1971"),
    Oracle("modal_share", PSYCHIATRISTS, 129 / 180, 9, "Fleiss 1971, table 1: the largest counts add up to 43 + 40 + 46 of 180"),
    Oracle("all_agree_share", PSYCHIATRISTS, 5 / 30, 9, "Fleiss 1971, table 1: patients 1, 4, 10, 21 and 30"),
    *(
        Oracle(
            "modal_share",
            np.array(list(product(range(n_labels), repeat=k)), dtype=float),
            value,
            2,
            "20,000 simulations of equally likely labels (third digit uncertain)",
        )
        for n_labels, k, value in ((8, 3, 0.451), (8, 5, 0.386), (10, 3, 0.430), (12, 3, 0.417))
    ),
    *(
        Oracle("flip_rate_upper", [[1, 1]] * n, value, digits, "1 - 0.05^(1/n)")
        for n, value, digits in ((3, 0.632, 3), (5, 0.451, 3), (10, 0.259, 3), (20, 0.139, 3), (30, 0.095, 3), (59, 0.0495, 4), (100, 0.0295, 4))
    ),
    *(
        Oracle(
            "flip_rate_upper", [[1, 2], [1, 1]], value, 4, "Newcombe 1998, table I, method 5 (two-sided 95 %)", {"counts": [hits, n - hits], "ci_level": 0.975}
        )
        for hits, n, value in ((81, 263, 0.3676), (15, 148, 0.1617), (0, 20, 0.1684), (1, 29, 0.1776))
    ),
    Oracle("icc_1_1", SIX_TARGETS, 0.165742, 6, "Shrout & Fleiss 1979, table 4, printed .17"),
    Oracle("icc_2_1", SIX_TARGETS, 0.289764, 6, "Shrout & Fleiss 1979, table 4, printed .29"),
    Oracle("icc_3_1", SIX_TARGETS, 0.714841, 6, "Shrout & Fleiss 1979, table 4, printed .71"),
    Oracle("icc_1_k", SIX_TARGETS, 0.442797, 6, "Shrout & Fleiss 1979, table 4, printed .44"),
    Oracle("icc_2_k", SIX_TARGETS, 0.620051, 6, "Shrout & Fleiss 1979, table 4, printed .62"),
    Oracle("icc_3_k", SIX_TARGETS, 0.909316, 6, "Shrout & Fleiss 1979, table 4, printed .91"),
    Oracle("icc_1_1", COMPLETE, 0.7955714954, 9, "pingouin 0.6.1, computed once"),
    Oracle("icc_2_1", COMPLETE, 0.7952202437, 9, "pingouin 0.6.1, ICC(A,1), computed once"),
    Oracle("effective_judges", ATTITUDE, 7 / (1 + 6 * 0.43), 1, "Kish's formula at R psych::alpha(attitude)'s average_r = 0.43", {"level": "interval"}),
    Oracle("g_study", BRENNAN_1, 0.773, 3, "Brennan 2001, synthetic data 1, Phi"),
    Oracle("g_study", BRENNAN_3, 0.55412, 5, "Brennan 2001, synthetic data 3, Phi of 4 items and 2 occasions", {"replicates": "crossed"}),
    Oracle("d_study", BRENNAN_1, 9, 9, "Brennan 2001, data 1: E rho^2 = .0574 / (.0574 + .1269 / n) is .8 at n = 8.8", {"coefficient": "generalizability"}),
    Oracle("dawid_skene", ANAESTHETISTS, (42 + 0.981 + 0.948 + 0.979) / 45, 3, "Dawid & Skene 1979, patients 7, 35 and 38", {"labels": (1, 2, 3, 4)}),
]
GOLD = [
    pairs("accuracy", [[20, 5], [10, 15]], 0.7, 9, "Wikipedia, Cohen's kappa, p_o"),
    positives("accuracy", (90, 4, 5, 1), 0.91, 9, "Chicco & Jurman 2020, use case A1, doi:10.1186/s12864-019-6413-7"),
    positives("mcc", (90, 4, 5, 1), 0.14, 2, "Chicco & Jurman 2020, use case A1"),
    positives("mcc", (6, 1, 2, 3), 0.478, 3, "Wikipedia, Phi coefficient, cats and dogs"),
    positives("sensitivity", (20, 180, 10, 1820), 2 / 3, 9, "Wikipedia, Sensitivity and specificity, 66.67 %"),
    positives("specificity", (20, 180, 10, 1820), 0.91, 9, "Wikipedia, Sensitivity and specificity, 91 %"),
    positives("sensitivity", (670, 202, 74, 640), 0.90, 2, "epiR, epi.tests, Scott et al. 2008"),
    positives("specificity", (670, 202, 74, 640), 0.76, 2, "epiR, epi.tests, Scott et al. 2008"),
    Oracle("balanced_accuracy", [[0, 0], [1, 1], [0, 0], [0, 0], [0, 1], [1, 0]], 0.625, 9, "scikit-learn, balanced_accuracy_score, example"),
    Oracle("pearson", TUNA, 0.5712, 4, "R, cor.test, Hollander & Wolfe 1973, p. 185"),
    Oracle("pearson", ATTITUDE[:, :2], 0.8254, 4, "Chatterjee & Price 1977, correlation of overall rating and complaints (R: cor(attitude))"),
    Oracle("spearman", TELEVISION, -29 / 165, 9, "Wikipedia, Spearman's rank correlation coefficient"),
    Oracle("kendall_tau_b", TUNA, 0.4444444, 7, "R, cor.test, Hollander & Wolfe 1973, p. 185"),
    Oracle("kendall_tau_b", [[12, 1], [2, 4], [1, 7], [12, 1], [2, 0]], -0.47140452079103173, 12, "SciPy, kendalltau, example with ties"),
    Oracle("mae", [[2.5, 3], [0.0, -0.5], [2, 2], [8, 7]], 0.5, 9, "scikit-learn, mean_absolute_error, example"),
    Oracle("mean_shift", PEAK_FLOW, -2.1, 1, "Bland & Altman 1986, mean difference -2.1 l/min"),
    Oracle("proportion", [1.0, 0.0], 0.3080, 4, "Newcombe 1998, table I, 81 of 263", {"counts": [81, 182]}),
    Oracle("confusion", [[1, 1], [1, 0], [0, 1], [0, 0]], 0.7, 9, "Wikipedia, Cohen's kappa, p_o of the table 20, 5, 10, 15", {"counts": [20, 5, 10, 15]}),
    Oracle("limits_of_agreement", PEAK_FLOW, -2.1, 1, "Bland & Altman 1986, mean difference -2.1 l/min"),
    Oracle("ece", [[0.25, 0], [0.25, 0], [0.55, 1], [0.75, 1], [0.75, 1]], 0.29, 4, "torchmetrics, BinaryCalibrationError, example", {"n_bins": 2}),
    Oracle("brier", [[0.1, 0], [0.9, 1], [0.8, 1], [0.3, 0]], 0.0375, 4, "scikit-learn, brier_score_loss, example"),
    Oracle("reliability_curve", CALIBRATION_CURVE, 5.05 / 9 - 5 / 9, 9, "scikit-learn, calibration_curve, example: mean of y_prob less mean of y_true"),
    Oracle("auroc", CT_IMAGES[0], 0.893, 3, "Hanley & McNeil 1982, 109 CT images, printed .893", {"counts": CT_IMAGES[1]}),
    Oracle("selective_threshold", [[0.5, 1], [0.5, 0]], 0.5, 1, "Newcombe 1998, 15 of 148: .1617", {"counts": [133, 15], "max_risk": 0.1618, "delta": 0.025}),
]
VISION = [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]]
ZEA_MAYS = [[49, 0], [0, 67], [8, 0], [16, 0], [6, 0], [23, 0], [28, 0], [41, 0], [14, 0], [29, 0], [56, 0], [24, 0], [75, 0], [60, 0], [0, 48]]
BH_1995 = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0]
LESION = with_differences(PUBLISHED["lesion"]["judges"]["gpt-4o-mini"]["counts"])
APART = {"second": [[100.0], [101.0], [102.0]], "n_resamples": 20_000}
TESTS = [
    Oracle("mcnemar", [[1, 1], [1, 0], [0, 1], [0, 0]], 0.070, 3, "Fagerland et al. 2013, table 1, exact", {"counts": [1, 1, 7, 12], "labels": [0, 1]}),
    Oracle("alt_test", LESION[0], 0.67, 2, "Calderon et al. 2025, notebook, lesion, gpt-4o-mini", {"epsilon": 0.15, "counts": LESION[1]}),
    pairs("stuart_maxwell", VISION, 0.007533425054800591, 12, "statsmodels 0.15 SquareTable; Stuart 1955 prints 11.96"),
    pairs("bowker", VISION, 0.003987419840428568, 12, "statsmodels 0.15 SquareTable"),
    pairs("bhapkar", VISION, 0.007466797469724007, 12, "statsmodels 0.15 SquareTable; Ireland, Ku & Kullback 1969 print 11.98"),
    Oracle("paired_permutation", ZEA_MAYS, 1726 / 32768, 12, "Fisher 1935, section 21, Darwin's maize: 2 x 863 of 32,768"),
    Oracle("tost", [[1, 1], [0, 1]], 0.044, 3, "Tango 1998, section 6.1", {"counts": [43, 1], "labels": [0, 1], "margin": 0.1}),
    Oracle("mmd", [[0.0], [1.0], [2.0]], 0.1, 2, "2 of the 20 ways to split six numbers keep far groups apart", {**APART, "rng": np.random.default_rng(1)}),
    Oracle(
        "energy_distance",
        [[0.0], [1.0], [2.0]],
        0.1,
        2,
        "2 of the 20 ways to split six numbers keep far groups apart",
        {**APART, "rng": np.random.default_rng(1)},
    ),
    Oracle("holm", [0.50, 0.003, 0.32, 0.054, 0.0003], 0.0015, 9, "pingouin, multicomp, example"),
    Oracle("benjamini_hochberg", BH_1995, 0.0015, 9, "Benjamini & Hochberg 1995; SciPy, false_discovery_control, example"),
    Oracle("benjamini_yekutieli", [0.001, 0.008, 0.02, 0.04, 0.3], 0.0114166667, 9, "Benjamini & Yekutieli 2001, theorem 1.3"),
]
CORRECTED = [
    Oracle(
        "rogan_gladen", [[1, 1], [0, 1], [1, 0], [0, 0], [1, None], [0, None]], 1 / 6, 6, "Lee et al. 2025, README", {"counts": [180, 20, 60, 140, 400, 600]}
    ),
    Oracle("ppi_mean", [[0.9, 1], [0.2, 0], [0.8, 1], [0.6, 0], [0.7, None], [0.3, None], [0.9, None], [0.8, None]], 0.539375, 6, "ppi_py 0.2.3"),
    Oracle("isotonic_mean", list(enumerate([5, 3, 1, 2, 8, 10, 7, 9, 6, 4])), 5.5, 9, "the map keeps the mean (Barlow et al. 1972, theorem 1.7)"),
]
STREAMS = [
    Oracle("e_process", [1, 1, 0, 1], 0.64, 9, "by hand, 1 / (1.25 x 1.25)", {"mean": 0.5, "alternative": "greater", "bet": 0.5}),
    Oracle("confidence_sequence", [1, 1, 0, 1], 0.75, 9, "the mean; its limits against package confseq in test_oracles_stats_streams"),
    Oracle("cusum", NIST_CUSUM, 19.04, 2, "NIST/SEMATECH e-Handbook, section 6.3.2.3", {"mean": 325, "sd": 0.635, "alternative": "greater", "limit": 6.6077}),
    Oracle("ewma", NIST_EWMA, 51.99, 2, "NIST/SEMATECH e-Handbook, section 6.3.2.4", {"mean": 50, "sd": 2.0539, "weight": 0.3, "limit": 3}),
]
ORACLES = [*ALPHA, *RATIONALES, *KAPPA, *WITHIN, *GOLD, *TESTS, *CORRECTED, *STREAMS]


@pytest.mark.parametrize("oracle", ORACLES, ids=[f"{n:02d}-{oracle.statistic}" for n, oracle in enumerate(ORACLES)])
def test_published_table_gives_published_number(oracle: Oracle) -> None:
    found = getattr(stats, oracle.statistic)(oracle.ratings, **oracle.options)
    assert found.undefined is None, oracle.source
    assert found.value == pytest.approx(oracle.value, abs=0.5001 * 10**-oracle.digits), oracle.source


def test_every_statistic_has_an_oracle() -> None:
    assert {oracle.statistic for oracle in ORACLES} == {statistic.name for statistic in stats.STATISTICS}


def test_every_statistic_is_registered_under_its_own_name() -> None:
    assert all(statistic.fn is getattr(stats, statistic.name) and statistic.fn.__name__ == statistic.name for statistic in stats.STATISTICS)
    assert {statistic.name for statistic in stats.STATISTICS} | {"STATISTICS", "Statistic"} == set(stats.__all__)


def test_effective_judges_lies_within_the_rounding_of_the_published_correlation() -> None:
    found = stats.effective_judges(ATTITUDE, level="interval").value
    assert 7 / (1 + 6 * 0.435) <= found <= 7 / (1 + 6 * 0.425)


def test_counts_of_items_and_ratings_are_those_of_the_published_table() -> None:
    found = stats.krippendorff_alpha(FOUR_OBSERVERS, level="nominal")
    assert (found.n_items, found.n_ratings) == (11, 40)  # Krippendorff 2011: the twelfth unit has one value; n = 40 pairable values
    assert stats.cohen_kappa(*two_raters(COHEN_1968)[:1], counts=two_raters(COHEN_1968)[1]).n_items == 200


def test_pairwise_agreement_does_not_depend_on_the_number_of_replicates() -> None:
    # Simpson's index of 8 equally likely labels is 1/8 for every number of replicates, whereas the modal share falls.
    everything: list[Table] = [np.array(list(product(range(8), repeat=k)), dtype=float) for k in (2, 3, 4, 5)]
    assert [stats.pairwise_agreement(rows).value for rows in everything] == pytest.approx([0.125] * 4)
