"""Statistics of raters: arrays in, one `Estimate` out.

Every statistic is called the same way::

    fn(ratings, *, level=..., labels=..., ci_level=0.95, n_resamples=0, rng=None, counts=None, clusters=None) -> Estimate

ratings : float array, shape (n_items, n_raters)
    Codes; NaN where there is no rating. Two-column statistics take the judge first, gold second. An array of shape
    (n_runs, n_items, n_raters) gives the mean over runs, with one joint resampling of items; undefined runs are left out
    and said in `method`.
level : {"nominal", "ordinal", "interval"}
    What may be read from the codes; `krippendorff_alpha` takes "ratio" too and has no default.
labels : sequence of float, optional
    Ascending codes of every point of the scale, unused ones too. None: continuous, or not declared.
ci_level : float
    Confidence of the interval.
n_resamples : int
    Resamples of items for coefficients; 0 gives no interval. Rates always have Wilson's interval.
rng : numpy.random.Generator, optional
    Needed for resampling. The same generator state gives the same interval, in whatever order items come.
counts : int array, shape (n_items,), optional
    How many identical items each row stands for.
clusters : int array, shape (n_items,), optional
    Cluster of each row, where items share an input: clusters are then what is resampled. Never together with counts.

`Estimate.n_items` counts the items that were used, never ratings or runs. What is undefined says so in words; there is no NaN.
Coefficients get no interval below `thresholds.MIN_ITEMS_FOR_RESAMPLING` items (clusters), or where too many resamples are
undefined; `method` says which. Intervals never collapse to a point.
"""

from __future__ import annotations

from judgeaudit.stats.accuracy import accuracy
from judgeaudit.stats.all_agree_share import all_agree_share
from judgeaudit.stats.balanced_accuracy import balanced_accuracy
from judgeaudit.stats.cohen_kappa import cohen_kappa
from judgeaudit.stats.effective_judges import effective_judges
from judgeaudit.stats.fleiss_kappa import fleiss_kappa
from judgeaudit.stats.flip_rate import flip_rate
from judgeaudit.stats.flip_rate_upper import flip_rate_upper
from judgeaudit.stats.gwet_ac import gwet_ac
from judgeaudit.stats.icc_1_1 import icc_1_1
from judgeaudit.stats.icc_2_1 import icc_2_1
from judgeaudit.stats.kendall_tau_b import kendall_tau_b
from judgeaudit.stats.krippendorff_alpha import krippendorff_alpha
from judgeaudit.stats.mae import mae
from judgeaudit.stats.mcc import mcc
from judgeaudit.stats.mean_shift import mean_shift
from judgeaudit.stats.modal_share import modal_share
from judgeaudit.stats.observed_agreement import observed_agreement
from judgeaudit.stats.pairwise_agreement import pairwise_agreement
from judgeaudit.stats.pearson import pearson
from judgeaudit.stats.proportion import proportion
from judgeaudit.stats.registry import STATISTICS, Statistic
from judgeaudit.stats.sensitivity import sensitivity
from judgeaudit.stats.spearman import spearman
from judgeaudit.stats.specificity import specificity

__all__ = [
    "STATISTICS",
    "Statistic",
    "accuracy",
    "all_agree_share",
    "balanced_accuracy",
    "cohen_kappa",
    "effective_judges",
    "fleiss_kappa",
    "flip_rate",
    "flip_rate_upper",
    "gwet_ac",
    "icc_1_1",
    "icc_2_1",
    "kendall_tau_b",
    "krippendorff_alpha",
    "mae",
    "mcc",
    "mean_shift",
    "modal_share",
    "observed_agreement",
    "pairwise_agreement",
    "pearson",
    "proportion",
    "sensitivity",
    "spearman",
    "specificity",
]
