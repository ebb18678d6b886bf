"""Statistics of raters: arrays in, one `Estimate` out.

Every statistic is called the same way::

    fn(ratings, *, level=..., labels=..., ci_level=0.95, n_resamples=0, rng=None, counts=None, clusters=None) -> Estimate

ratings : float array, shape (n_items, n_raters)
    Codes; NaN, None, masked or pandas' NA where there is no rating. Two-column statistics take the judge first, gold second.
    An array of shape (n_runs, n_items, n_raters) gives one number over all runs. A coefficient's is the mean over runs, with
    one joint resampling of items; runs in which it is undefined, or that cover less than 80 % of the items of the fullest
    run, are left out and said in `method`. Of rates, tables and tests of means each item counts with its mean over the runs
    that have it, and no run is left out.
level : {"nominal", "ordinal", "interval"}
    What may be read from the codes; `krippendorff_alpha` takes "ratio" too and has no default.
labels : sequence of float, optional
    Ascending codes of every point of the scale, unused ones too. None: continuous, or not declared.
ci_level : float
    Confidence of the interval, between 0 and 1.
n_resamples : int
    Resamples of items for coefficients; 0 gives no interval but a formula's. Rates always have Wilson's interval.
interval : {"auto", "percentile", "bca", "jackknife"}
    How a coefficient's interval is made; "auto": see `intervals.choose_interval` (smoothed bootstrap for labels, a formula or
    the jackknife for scores). `krippendorff_alpha` takes "log_ratio_jackknife" too. Jackknives need no resamples.
rng : numpy.random.Generator, optional
    Needed for resampling. The same generator state gives the same interval, in whatever order items come.
counts : int array, shape (n_items,), optional
    How many identical items each row stands for, whole numbers that add up to less than 2^53. None may be missing or masked.
clusters : int array, shape (n_items,), optional
    Cluster of each row, where items share an input: clusters are then what is resampled. Never together with counts.

`Estimate.n_items` counts the items that were used, never ratings or runs. What is undefined says so in words; there is no NaN.
Coefficients get no resampled interval below `thresholds.MIN_ITEMS_FOR_RESAMPLING` items (clusters), or where too many resamples
are undefined; `method` says which. Intervals never collapse to a point.
"""

from __future__ import annotations

from judgeaudit.stats.accuracy import accuracy
from judgeaudit.stats.all_agree_share import all_agree_share
from judgeaudit.stats.alt_test import alt_test
from judgeaudit.stats.auroc import auroc
from judgeaudit.stats.balanced_accuracy import balanced_accuracy
from judgeaudit.stats.benjamini_hochberg import benjamini_hochberg
from judgeaudit.stats.benjamini_yekutieli import benjamini_yekutieli
from judgeaudit.stats.bhapkar import bhapkar
from judgeaudit.stats.bowker import bowker
from judgeaudit.stats.brennan_prediger import brennan_prediger
from judgeaudit.stats.brier import brier
from judgeaudit.stats.cohen_kappa import cohen_kappa
from judgeaudit.stats.confidence_sequence import confidence_sequence
from judgeaudit.stats.confusion import confusion
from judgeaudit.stats.conger_kappa import conger_kappa
from judgeaudit.stats.cusum import cusum
from judgeaudit.stats.d_study import d_study
from judgeaudit.stats.dawid_skene import dawid_skene
from judgeaudit.stats.e_process import e_process
from judgeaudit.stats.ece import ece
from judgeaudit.stats.effective_judges import effective_judges
from judgeaudit.stats.energy_distance import energy_distance
from judgeaudit.stats.ewma import ewma
from judgeaudit.stats.fleiss_kappa import fleiss_kappa
from judgeaudit.stats.flip_rate import flip_rate
from judgeaudit.stats.flip_rate_upper import flip_rate_upper
from judgeaudit.stats.g_study import g_study
from judgeaudit.stats.gwet_ac import gwet_ac
from judgeaudit.stats.holm import holm
from judgeaudit.stats.icc_1_1 import icc_1_1
from judgeaudit.stats.icc_1_k import icc_1_k
from judgeaudit.stats.icc_2_1 import icc_2_1
from judgeaudit.stats.icc_2_k import icc_2_k
from judgeaudit.stats.icc_3_1 import icc_3_1
from judgeaudit.stats.icc_3_k import icc_3_k
from judgeaudit.stats.isotonic_mean import isotonic_mean
from judgeaudit.stats.kendall_tau_b import kendall_tau_b
from judgeaudit.stats.kendall_w import kendall_w
from judgeaudit.stats.krippendorff_alpha import krippendorff_alpha
from judgeaudit.stats.limits_of_agreement import limits_of_agreement
from judgeaudit.stats.mae import mae
from judgeaudit.stats.mcc import mcc
from judgeaudit.stats.mcnemar import mcnemar
from judgeaudit.stats.mean_shift import mean_shift
from judgeaudit.stats.mmd import mmd
from judgeaudit.stats.modal_share import modal_share
from judgeaudit.stats.observed_agreement import observed_agreement
from judgeaudit.stats.paired_permutation import paired_permutation
from judgeaudit.stats.pairwise_agreement import pairwise_agreement
from judgeaudit.stats.pearson import pearson
from judgeaudit.stats.ppi_mean import ppi_mean
from judgeaudit.stats.proportion import proportion
from judgeaudit.stats.rationale_alpha import rationale_alpha
from judgeaudit.stats.registry import STATISTICS, Statistic
from judgeaudit.stats.reliability_curve import reliability_curve
from judgeaudit.stats.rogan_gladen import rogan_gladen
from judgeaudit.stats.scott_pi import scott_pi
from judgeaudit.stats.selective_threshold import selective_threshold
from judgeaudit.stats.sensitivity import sensitivity
from judgeaudit.stats.spearman import spearman
from judgeaudit.stats.specific_agreement import specific_agreement
from judgeaudit.stats.specificity import specificity
from judgeaudit.stats.stuart_maxwell import stuart_maxwell
from judgeaudit.stats.tost import tost

__all__ = [
    "STATISTICS",
    "Statistic",
    "accuracy",
    "all_agree_share",
    "alt_test",
    "auroc",
    "balanced_accuracy",
    "benjamini_hochberg",
    "benjamini_yekutieli",
    "bhapkar",
    "bowker",
    "brennan_prediger",
    "brier",
    "cohen_kappa",
    "confidence_sequence",
    "confusion",
    "conger_kappa",
    "cusum",
    "d_study",
    "dawid_skene",
    "e_process",
    "ece",
    "effective_judges",
    "energy_distance",
    "ewma",
    "fleiss_kappa",
    "flip_rate",
    "flip_rate_upper",
    "g_study",
    "gwet_ac",
    "holm",
    "icc_1_1",
    "icc_1_k",
    "icc_2_1",
    "icc_2_k",
    "icc_3_1",
    "icc_3_k",
    "isotonic_mean",
    "kendall_tau_b",
    "kendall_w",
    "krippendorff_alpha",
    "limits_of_agreement",
    "mae",
    "mcc",
    "mcnemar",
    "mean_shift",
    "mmd",
    "modal_share",
    "observed_agreement",
    "paired_permutation",
    "pairwise_agreement",
    "pearson",
    "ppi_mean",
    "proportion",
    "rationale_alpha",
    "reliability_curve",
    "rogan_gladen",
    "scott_pi",
    "selective_threshold",
    "sensitivity",
    "spearman",
    "specific_agreement",
    "specificity",
    "stuart_maxwell",
    "tost",
]
