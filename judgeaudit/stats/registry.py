"""The list of all statistics: what a caller, the documentation and the tests need to know of each."""

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

Family = Literal["agreement", "consistency", "classes", "scores", "probabilities", "variance", "panel", "tests", "streams", "corrections"]

FAMILIES: dict[Family, str] = {
    "agreement": "Agreement between raters",
    "consistency": "Consistency of one judge over replicates",
    "classes": "Verdicts against gold",
    "scores": "Scores against gold",
    "probabilities": "Confidences against gold",
    "variance": "Where the variance comes from",
    "panel": "A panel without gold",
    "tests": "Tests of two versions",
    "streams": "Streams",
    "corrections": "Many tests at once",
}
"""Families, in the order in which they are documented, and their titles."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """What a caller, the documentation and the tests need to know of a statistic.

    Attributes
    ----------
    question : str
        What it answers, as a user would ask it.
    kind : str
        "rate" and "bound" have a closed-form interval, "coefficient" and "difference" a resampled one (a difference is in
        points of the scale). "breakdown", "components", "test", "stream" and "correction" return a shape of `shapes`.
    columns : str
        What is handed over. "panel": any number of raters whose order does not matter. "pair": judge and gold (or two
        versions). "values": shares. "forecast": a probability and what came true (0 or 1). "cube": replicates x items x
        judges. "samples": two sets of vectors. "stream": numbers in time order. "p_values".
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
    question: str
    family: Family
    kind: Literal["rate", "bound", "coefficient", "difference", "breakdown", "components", "test", "stream", "correction"]
    columns: Literal["panel", "pair", "values", "forecast", "cube", "samples", "stream", "p_values"]
    levels: tuple[Level, ...] = ()
    needs: tuple[str, ...] = ()
    perfect: float | None = None


_ANY: tuple[Level, ...] = ("nominal", "ordinal", "interval")
_ORDERED: tuple[Level, ...] = ("ordinal", "interval")

# One line each, so that the list can be read whole.
# fmt: off
STATISTICS: tuple[Statistic, ...] = (
    # Agreement between raters
    Statistic("observed_agreement", observed_agreement, "How often do two raters give the same label?", "agreement", "rate", "panel", _ANY, perfect=1.0),
    Statistic("krippendorff_alpha", krippendorff_alpha, "Do raters agree beyond chance, at any level of measurement, with gaps?", "agreement", "coefficient", "panel", (*_ANY, "ratio"), perfect=1.0),
    Statistic("gwet_ac", gwet_ac, "Do raters agree beyond chance where nearly every label is the same?", "agreement", "coefficient", "panel", _ANY, needs=("labels",), perfect=1.0),
    Statistic("fleiss_kappa", fleiss_kappa, "Do many raters agree beyond chance, as Fleiss' kappa is reported elsewhere?", "agreement", "coefficient", "panel", _ANY, perfect=1.0),
    Statistic("cohen_kappa", cohen_kappa, "Do judge and gold (or two raters) agree beyond chance, as Cohen's kappa is reported elsewhere?", "agreement", "coefficient", "pair", _ANY, perfect=1.0),
    Statistic("icc_1_1", icc_1_1, "How reliable is one score, where raters are not told apart (replicates)?", "agreement", "coefficient", "panel", ("interval",), perfect=1.0),
    Statistic("icc_2_1", icc_2_1, "How reliable is one judge's score, a constant harshness counted as error?", "agreement", "coefficient", "panel", ("interval",), perfect=1.0),
    # Consistency of one judge over replicates
    Statistic("pairwise_agreement", pairwise_agreement, "How often do two replicates of one judge give the same verdict?", "consistency", "rate", "panel", _ANY, perfect=1.0),
    Statistic("modal_share", modal_share, "How large is the share of a judge's commonest verdict on an item?", "consistency", "rate", "panel", _ANY, perfect=1.0),
    Statistic("all_agree_share", all_agree_share, "On how many items are all replicates the same?", "consistency", "rate", "panel", _ANY, perfect=1.0),
    Statistic("flip_rate", flip_rate, "How often do two replicates of one judge differ?", "consistency", "rate", "panel", _ANY, perfect=0.0),
    Statistic("flip_rate_upper", flip_rate_upper, "How many items may flip at most, given that few did?", "consistency", "bound", "panel", _ANY),
    # Verdicts against gold
    Statistic("accuracy", accuracy, "How often is the judge right?", "classes", "rate", "pair", _ANY, perfect=1.0),
    Statistic("balanced_accuracy", balanced_accuracy, "How often is the judge right if every class counted alike?", "classes", "coefficient", "pair", _ANY, perfect=1.0),
    Statistic("sensitivity", sensitivity, "How many items of a class does the judge find?", "classes", "rate", "pair", _ANY, needs=("positive",), perfect=1.0),
    Statistic("specificity", specificity, "How many items outside a class does the judge leave outside?", "classes", "rate", "pair", _ANY, needs=("positive",), perfect=1.0),
    Statistic("mcc", mcc, "Do verdicts and gold go together, in all cells of the confusion table?", "classes", "coefficient", "pair", _ANY, perfect=1.0),
    Statistic("proportion", proportion, "How large is a share of items?", "classes", "rate", "values", ()),
    # Scores against gold
    Statistic("pearson", pearson, "Do scores rise with gold in a straight line?", "scores", "coefficient", "pair", ("interval",), perfect=1.0),
    Statistic("spearman", spearman, "Do scores rise with gold at all (ranks)?", "scores", "coefficient", "pair", _ORDERED, perfect=1.0),
    Statistic("kendall_tau_b", kendall_tau_b, "How often are two items ordered as gold orders them, ties corrected?", "scores", "coefficient", "pair", _ORDERED, perfect=1.0),
    Statistic("mae", mae, "How many points is a score off?", "scores", "difference", "pair", ("interval",), perfect=0.0),
    Statistic("mean_shift", mean_shift, "Is the judge lenient or harsh, on average?", "scores", "difference", "pair", ("interval",), perfect=0.0),
    # Confidences against gold
    # Where the variance comes from
    Statistic("effective_judges", effective_judges, "How many independent judges is this panel worth?", "variance", "coefficient", "panel", ("nominal", "interval"), perfect=1.0),
    # A panel without gold
    # Tests of two versions
    # Streams
    # Many tests at once
)
"""Every statistic, by family, in the order in which they are documented."""
# fmt: on
