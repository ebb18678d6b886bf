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

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from judgeaudit.domain.results import Estimate
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
from judgeaudit.stats.ratings_check import Level
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


@dataclass(frozen=True, slots=True)
class Statistic:
    """What a caller, the documentation and the tests need to know of a statistic.

    Attributes
    ----------
    kind : {"rate", "bound", "coefficient", "difference"}
        A rate or bound has a closed-form interval, the others a resampled one. A difference is in points of the scale.
    columns : {"panel", "pair", "values"}
        Any number of raters whose order does not matter; judge and gold; or shares.
    levels : tuple of str
        Levels at which the statistic means something: there it does not change when codes are replaced by others that
        say the same (relabelled, stretched in order, shifted and scaled).
    needs : tuple of str
        Options that must be given besides `level`: "labels", "positive".
    perfect : float or None
        Value when all raters always agree.
    """

    name: str
    fn: Callable[..., Estimate]
    kind: Literal["rate", "bound", "coefficient", "difference"]
    columns: Literal["panel", "pair", "values"]
    levels: tuple[Level, ...]
    needs: tuple[str, ...] = ()
    perfect: float | None = 1.0


_ANY: tuple[Level, ...] = ("nominal", "ordinal", "interval")
_ORDERED: tuple[Level, ...] = ("ordinal", "interval")

STATISTICS: tuple[Statistic, ...] = (
    Statistic("observed_agreement", observed_agreement, "rate", "panel", _ANY),
    Statistic("krippendorff_alpha", krippendorff_alpha, "coefficient", "panel", (*_ANY, "ratio")),
    Statistic("gwet_ac", gwet_ac, "coefficient", "panel", _ANY, needs=("labels",)),
    Statistic("fleiss_kappa", fleiss_kappa, "coefficient", "panel", _ANY),
    Statistic("cohen_kappa", cohen_kappa, "coefficient", "pair", _ANY),
    Statistic("icc_1_1", icc_1_1, "coefficient", "panel", ("interval",)),
    Statistic("icc_2_1", icc_2_1, "coefficient", "panel", ("interval",)),
    Statistic("effective_judges", effective_judges, "coefficient", "panel", ("nominal", "interval")),
    Statistic("pairwise_agreement", pairwise_agreement, "rate", "panel", _ANY),
    Statistic("modal_share", modal_share, "rate", "panel", _ANY),
    Statistic("all_agree_share", all_agree_share, "rate", "panel", _ANY),
    Statistic("flip_rate", flip_rate, "rate", "panel", _ANY, perfect=0.0),
    Statistic("flip_rate_upper", flip_rate_upper, "bound", "panel", _ANY, perfect=None),
    Statistic("accuracy", accuracy, "rate", "pair", _ANY),
    Statistic("balanced_accuracy", balanced_accuracy, "coefficient", "pair", _ANY),
    Statistic("sensitivity", sensitivity, "rate", "pair", _ANY, needs=("positive",)),
    Statistic("specificity", specificity, "rate", "pair", _ANY, needs=("positive",)),
    Statistic("mcc", mcc, "coefficient", "pair", _ANY),
    Statistic("pearson", pearson, "coefficient", "pair", ("interval",)),
    Statistic("spearman", spearman, "coefficient", "pair", _ORDERED),
    Statistic("kendall_tau_b", kendall_tau_b, "coefficient", "pair", _ORDERED),
    Statistic("mae", mae, "difference", "pair", ("interval",), perfect=0.0),
    Statistic("mean_shift", mean_shift, "difference", "pair", ("interval",), perfect=0.0),
    Statistic("proportion", proportion, "rate", "values", (), perfect=None),
)
"""Every statistic, in the order in which they are documented."""
