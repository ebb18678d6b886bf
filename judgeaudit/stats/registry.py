"""The list of all statistics: what a caller, the documentation and the tests need to know of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from judgeaudit.domain.results import Estimate
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
from judgeaudit.stats.kernels.ratings_check import Level
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

Family = Literal[
    "agreement",
    "consistency",
    "rationales",
    "classes",
    "scores",
    "probabilities",
    "annotators",
    "corrected",
    "variance",
    "panel",
    "tests",
    "streams",
    "corrections",
]

FAMILIES: dict[Family, str] = {
    "agreement": "Agreement between raters",
    "consistency": "Consistency of one judge over replicates",
    "rationales": "Rationales",
    "classes": "Verdicts against gold",
    "scores": "Scores against gold",
    "probabilities": "Confidences against gold",
    "annotators": "The judge among annotators",
    "corrected": "Rates and means corrected with gold",
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
        versions). "annotators": the judge, then annotators. "partly_labelled": judge and gold, which most items lack. "values": shares. "forecast": a probability and what came true (0 or
        1). "confidence": the same, of enough items to route them. "cube": replicates x items x judges. "vectors": vectors, and the item of each. "samples": two sets of vectors. "stream": numbers in time order. "p_values".
    levels : tuple of str
        Levels at which the statistic means something: there it does not change when codes are replaced by others that
        say the same (relabelled, stretched in order, shifted and scaled).
    needs : tuple of str
        Options that must be given besides `level`: "labels", "positive", "margin".
    perfect : float or None
        Value when all raters always agree.
    """

    name: str
    fn: Callable[..., Estimate]
    question: str
    family: Family
    kind: Literal["rate", "bound", "coefficient", "difference", "breakdown", "components", "test", "stream", "correction"]
    columns: Literal["panel", "pair", "annotators", "values", "forecast", "confidence", "partly_labelled", "cube", "vectors", "samples", "stream", "p_values"]
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
    Statistic("conger_kappa", conger_kappa, "Do many raters agree beyond chance, each rater having its own habits (Cohen's kappa for many)?", "agreement", "coefficient", "panel", _ANY, perfect=1.0),
    Statistic("brennan_prediger", brennan_prediger, "Do raters agree beyond blind guessing, whatever the label shares (PABAK)?", "agreement", "coefficient", "panel", _ANY, needs=("labels",), perfect=1.0),
    Statistic("cohen_kappa", cohen_kappa, "Do judge and gold (or two raters) agree beyond chance, as Cohen's kappa is reported elsewhere?", "agreement", "coefficient", "pair", _ANY, perfect=1.0),
    Statistic("scott_pi", scott_pi, "Do two raters agree beyond chance, as Scott's pi is reported elsewhere?", "agreement", "coefficient", "pair", _ANY, perfect=1.0),
    Statistic("specific_agreement", specific_agreement, "On which class do raters agree?", "agreement", "breakdown", "panel", _ANY, perfect=1.0),
    Statistic("icc_1_1", icc_1_1, "How reliable is one score, where raters are not told apart (replicates)?", "agreement", "coefficient", "panel", ("interval",), perfect=1.0),
    Statistic("icc_2_1", icc_2_1, "How reliable is one judge's score, a constant harshness counted as error?", "agreement", "coefficient", "panel", ("interval",), perfect=1.0),
    Statistic("icc_3_1", icc_3_1, "How reliable is one judge's score, where constant differences between judges do not count?", "agreement", "coefficient", "panel", ("interval",), perfect=1.0),
    Statistic("icc_1_k", icc_1_k, "How reliable is the mean of an item's replicates?", "agreement", "coefficient", "panel", ("interval",), perfect=1.0),
    Statistic("icc_2_k", icc_2_k, "How reliable is the mean of a panel, a constant harshness counted as error?", "agreement", "coefficient", "panel", ("interval",), perfect=1.0),
    Statistic("icc_3_k", icc_3_k, "How reliable is the mean of a panel, where constant differences do not count?", "agreement", "coefficient", "panel", ("interval",), perfect=1.0),
    Statistic("kendall_w", kendall_w, "Do raters put items into the same order?", "agreement", "coefficient", "panel", _ORDERED, perfect=1.0),
    # Consistency of one judge over replicates
    Statistic("pairwise_agreement", pairwise_agreement, "How often do two replicates of one judge give the same verdict?", "consistency", "rate", "panel", _ANY, perfect=1.0),
    Statistic("modal_share", modal_share, "How large is the share of a judge's commonest verdict on an item?", "consistency", "rate", "panel", _ANY, perfect=1.0),
    Statistic("all_agree_share", all_agree_share, "On how many items are all replicates the same?", "consistency", "rate", "panel", _ANY, perfect=1.0),
    Statistic("flip_rate", flip_rate, "How often do two replicates of one judge differ?", "consistency", "rate", "panel", _ANY, perfect=0.0),
    Statistic("flip_rate_upper", flip_rate_upper, "How many items may flip at most, given that few did?", "consistency", "bound", "panel", _ANY),
    # Rationales
    Statistic("rationale_alpha", rationale_alpha, "Does a judge give the same reason again, beyond what it says of every item?", "rationales", "coefficient", "vectors", perfect=1.0),
    # Verdicts against gold
    Statistic("accuracy", accuracy, "How often is the judge right?", "classes", "rate", "pair", _ANY, perfect=1.0),
    Statistic("balanced_accuracy", balanced_accuracy, "How often is the judge right if every class counted alike?", "classes", "coefficient", "pair", _ANY, perfect=1.0),
    Statistic("sensitivity", sensitivity, "How many items of a class does the judge find?", "classes", "rate", "pair", _ANY, needs=("positive",), perfect=1.0),
    Statistic("specificity", specificity, "How many items outside a class does the judge leave outside?", "classes", "rate", "pair", _ANY, needs=("positive",), perfect=1.0),
    Statistic("mcc", mcc, "Do verdicts and gold go together, in all cells of the confusion table?", "classes", "coefficient", "pair", _ANY, perfect=1.0),
    Statistic("proportion", proportion, "How large is a share of items?", "classes", "rate", "values", ()),
    Statistic("confusion", confusion, "Which labels does the judge mix up, and how good is it at each?", "classes", "breakdown", "pair", _ANY, perfect=1.0),
    # Scores against gold
    Statistic("pearson", pearson, "Do scores rise with gold in a straight line?", "scores", "coefficient", "pair", ("interval",), perfect=1.0),
    Statistic("spearman", spearman, "Do scores rise with gold at all (ranks)?", "scores", "coefficient", "pair", _ORDERED, perfect=1.0),
    Statistic("kendall_tau_b", kendall_tau_b, "How often are two items ordered as gold orders them, ties corrected?", "scores", "coefficient", "pair", _ORDERED, perfect=1.0),
    Statistic("mae", mae, "How many points is a score off?", "scores", "difference", "pair", ("interval",), perfect=0.0),
    Statistic("mean_shift", mean_shift, "Is the judge lenient or harsh, on average?", "scores", "difference", "pair", ("interval",), perfect=0.0),
    Statistic("limits_of_agreement", limits_of_agreement, "How far may a single score be from gold?", "scores", "breakdown", "pair", ("interval",)),
    # Confidences against gold
    Statistic("ece", ece, "Does 90 % sure mean right nine times of ten?", "probabilities", "breakdown", "forecast", perfect=0.0),
    Statistic("brier", brier, "How good are the stated probabilities, all in all?", "probabilities", "breakdown", "forecast", perfect=0.0),
    Statistic("reliability_curve", reliability_curve, "Where is the judge too sure or not sure enough?", "probabilities", "breakdown", "forecast", perfect=0.0),
    Statistic("auroc", auroc, "Is the judge surer where it is right?", "probabilities", "coefficient", "forecast", perfect=1.0),
    Statistic("selective_threshold", selective_threshold, "From which confidence on may verdicts be accepted without a person?", "probabilities", "breakdown", "confidence"),
    # The judge among annotators
    Statistic("alt_test", alt_test, "May the judge take an annotator's place?", "annotators", "breakdown", "annotators", _ANY),
    # Rates and means corrected with gold
    Statistic("rogan_gladen", rogan_gladen, "What is the true rate, given the judge's rate and its errors?", "corrected", "breakdown", "partly_labelled", ("nominal",)),
    Statistic("ppi_mean", ppi_mean, "What is the true rate or mean, from a few labels and many verdicts?", "corrected", "breakdown", "partly_labelled", ("interval",)),
    Statistic("isotonic_mean", isotonic_mean, "What would gold's mean be, given scores that are in the right order only?", "corrected", "breakdown", "partly_labelled", ("interval",)),
    # Where the variance comes from
    Statistic("effective_judges", effective_judges, "How many independent judges is this panel worth?", "variance", "coefficient", "panel", ("nominal", "interval"), perfect=1.0),
    Statistic("g_study", g_study, "Does the variance of scores come from items, judges, or repetition?", "variance", "components", "cube", ("interval",), perfect=1.0),
    Statistic("d_study", d_study, "How many judges and replicates make scores dependable enough?", "variance", "components", "cube", ("interval",)),
    # A panel without gold
    Statistic("dawid_skene", dawid_skene, "What are the true labels, and each judge's errors, where there is no gold?", "panel", "breakdown", "panel", _ANY),
    # Tests of two versions
    Statistic("mcnemar", mcnemar, "Do two versions say a class (or are they right) equally often, on the same items?", "tests", "test", "pair", _ANY, needs=("positive",)),
    Statistic("stuart_maxwell", stuart_maxwell, "Do two versions use every label equally often, on the same items?", "tests", "test", "pair", _ANY),
    Statistic("bhapkar", bhapkar, "Do two versions use every label equally often, where items are many?", "tests", "test", "pair", _ANY),
    Statistic("bowker", bowker, "Do as many items move from one label to another as move back?", "tests", "test", "pair", _ANY),
    Statistic("paired_permutation", paired_permutation, "Do two versions score the same items equally high, on average?", "tests", "test", "pair", ("interval",)),
    Statistic("tost", tost, "Are two versions' means close enough to each other, within a margin set beforehand?", "tests", "test", "pair", ("interval",), needs=("margin",)),
    Statistic("mmd", mmd, "Do two versions give vectors (embedded rationales) of the same distribution?", "tests", "test", "samples"),
    Statistic("energy_distance", energy_distance, "Do two versions give vectors of the same distribution, without a kernel to choose?", "tests", "test", "samples"),
    # Streams
    Statistic("e_process", e_process, "Has the mean of a stream left its claimed value, however often one looks?", "streams", "stream", "stream"),
    Statistic("confidence_sequence", confidence_sequence, "Where is the mean of a stream, however often one looks?", "streams", "stream", "stream"),
    Statistic("cusum", cusum, "Has the mean of a stream shifted a little, for good?", "streams", "stream", "stream", needs=("mean", "sd")),
    Statistic("ewma", ewma, "Where is the mean of a stream now, and is that within its limits?", "streams", "stream", "stream", needs=("mean", "sd")),
    # Many tests at once
    Statistic("holm", holm, "Which of many tests still hold, if not a single false one may slip in?", "corrections", "correction", "p_values"),
    Statistic("benjamini_hochberg", benjamini_hochberg, "Which of many tests hold, if a known share of those found may be false?", "corrections", "correction", "p_values"),
    Statistic("benjamini_yekutieli", benjamini_yekutieli, "The same, however the tests depend on each other?", "corrections", "correction", "p_values"),
)
"""Every statistic, by family, in the order in which they are documented."""
# fmt: on
