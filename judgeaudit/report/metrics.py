"""What each number is called on the page, what it means, and which direction is the good one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from judgeaudit.domain.results import Estimate
from judgeaudit.report.drift_metrics import DRIFT
from judgeaudit.report.probe_metrics import SHIFT, probe_metrics, theirs


@dataclass(frozen=True)
class Metric:
    """One estimate's name for people. `span` is the range that a figure shows; None: wide enough for the data."""

    title: str
    meaning: str = ""
    better: Literal["higher", "lower"] | None = None
    span: tuple[float, float] | None = None


ANALYSIS_TITLES = {
    "coverage": "Coverage",
    "consistency": "Consistency",
    "agreement": "Agreement between judges",
    "calibration": "Agreement with gold labels",
    "identity": "Who answered",
    "rationale": "Rationales",
    "evidence": "Evidence",
    "bias": "Bias and causal probes",
    "drift": "Drift",
    "injection": "Instruction-like content",
}

ENABLES = {
    "coverage": "Judge at least one item.",
    "consistency": "Set replicates: 2 or more in the rubric (or --replicates), so that every item is judged again.",
    "agreement": "Name two or more judges in the rubric, and have them judge the same items.",
    "calibration": "Give gold labels: gold: in the rubric, or --gold FILE (item_id, annotator, label).",
    "identity": "Audit a run of judgeaudit, or verdicts that carry model_served and fingerprint.",
    "rationale": "Give verdicts with rationales, and replicates: 2 or more.",
    "evidence": "Give the items that were judged (--items FILE) and verdicts with rationales.",
    "bias": "Name probes in the rubric.",
    "drift": "Compare with a baseline.",
}
"""What makes an analysis possible that could not be measured."""

_RATE = (0.0, 1.0)
_ALPHA = "Krippendorff's alpha: agreement beyond chance, weighted by the scale's level. 1 is perfect, 0 is what chance gives, below 0 is worse than chance."
_AC = "Gwet's AC: agreement beyond chance that stays readable when nearly all labels are the same. 1 is perfect, 0 is chance."
_KAPPA = "Cohen's kappa: agreement beyond chance between two raters. 1 is perfect, 0 is chance. Low with rare labels even when raw agreement is high."

METRICS: dict[str, Metric] = {
    "coverage.answered_rate": Metric("Answered", "Share of the planned verdicts that could be read from the reply.", "higher", _RATE),
    "coverage.unparsable_rate": Metric("Unreadable", "Share of replies in which no verdict could be read.", "lower", _RATE),
    "coverage.refused_rate": Metric("Refused", "Share of replies in which the judge declined to judge.", "lower", _RATE),
    "coverage.truncated_rate": Metric("Cut off", "Share of replies that ended before their verdict, at the length limit.", "lower", _RATE),
    "coverage.error_rate": Metric("Errors", "Share of calls that ended without a usable reply.", "lower", _RATE),
    "coverage.ambiguous_rate": Metric("Ambiguous", "Share of replies that give two different verdicts.", "lower", _RATE),
    "coverage.off_scale_rate": Metric("Off the scale", "Share of replies whose verdict is no point of the scale.", "lower", _RATE),
    "coverage.too_long_rate": Metric("Item too long", "Share of calls whose text did not fit the judge's context.", "lower", _RATE),
    "coverage.absent_rate": Metric("Never asked", "Share of planned calls that were never made.", "lower", _RATE),
    "consistency.pairwise_agreement": Metric(
        "Repeats agree", "Chance that two repeats on the same item give the same verdict, averaged over items.", "higher", _RATE
    ),
    "consistency.modal_share": Metric("Share of the usual verdict", "Share of an item's repeats that give its most frequent verdict.", "higher", _RATE),
    "consistency.all_agree_share": Metric("Never flipped", "Share of items on which all repeats gave one verdict.", "higher", _RATE),
    "consistency.flip_rate": Metric(
        "Flip rate", "Chance that asking again about the same item gives another verdict. 0 is a judge that never changes.", "lower", _RATE
    ),
    "consistency.flip_rate_upper": Metric("Flipped items, at most", "Upper 95 % bound on the share of items that flip at least once.", "lower", _RATE),
    "consistency.krippendorff_alpha": Metric("Repeats: alpha", _ALPHA, "higher"),
    "consistency.gwet_ac": Metric("Repeats: AC", _AC, "higher"),
    "consistency.icc_1_1": Metric("Repeats: ICC(1,1)", "Share of the variance of scores that lies between items rather than between repeats.", "higher"),
    "agreement.observed_agreement": Metric("Observed agreement", "Share of items on which two judges give the same verdict, chance included.", "higher", _RATE),
    "agreement.krippendorff_alpha": Metric("Judges: alpha", _ALPHA, "higher"),
    "agreement.gwet_ac": Metric("Judges: AC", _AC, "higher"),
    "agreement.fleiss_kappa": Metric("Judges: Fleiss' kappa", "Agreement beyond chance of the whole panel, on one label per judge.", "higher"),
    "agreement.cohen_kappa": Metric("Judges: Cohen's kappa", _KAPPA, "higher"),
    "agreement.icc_2_1": Metric("Judges: ICC(2,1)", "Agreement of one judge's scores with another's, absolute, for interval scales.", "higher"),
    "agreement.specific_agreement": Metric(
        "Agreement on a label", "When one judge gives this label, how often another one does too: what a high agreement hides on rare labels.", "higher", _RATE
    ),
    "agreement.effective_judges": Metric(
        "Effective judges", "How many independent judges the panel is worth: judges that err together count for less.", "higher"
    ),
    "calibration.accuracy": Metric("Accuracy", "Share of items on which the judge gives the gold label.", "higher", _RATE),
    "calibration.balanced_accuracy": Metric(
        "Balanced accuracy", "Mean over labels of the share that the judge recognises; rare labels count as much.", "higher", _RATE
    ),
    "calibration.cohen_kappa": Metric("Kappa with gold", _KAPPA, "higher"),
    "calibration.krippendorff_alpha": Metric("Alpha with gold", _ALPHA, "higher"),
    "calibration.gwet_ac": Metric("AC with gold", _AC, "higher"),
    "calibration.sensitivity": Metric("Sensitivity", "Of the items that gold gives this label, the share that the judge gives it too.", "higher", _RATE),
    "calibration.specificity": Metric(
        "Specificity", "Of the items that gold does not give this label, the share that the judge does not either.", "higher", _RATE
    ),
    "calibration.mcc": Metric("Matthews correlation", "Correlation of judge and gold on two labels; 0 is chance.", "higher"),
    "calibration.pearson": Metric("Pearson correlation", "Linear correlation of the judge's scores with gold.", "higher"),
    "calibration.spearman": Metric("Spearman correlation", "Whether the judge puts items in the order of gold.", "higher"),
    "calibration.kendall_tau_b": Metric("Kendall's tau-b", "Share of item pairs in gold's order less those in the opposite order, ties allowed.", "higher"),
    "calibration.kendall_tau_b_within": Metric("Kendall's tau-b in clusters", "Kendall's tau-b of each cluster's items, averaged.", "higher"),
    "calibration.pearson_within": Metric("Pearson correlation in clusters", "Linear correlation over each cluster's items, averaged.", "higher"),
    "calibration.judged_rate": Metric("Judged rate", "Share of verdicts with the first label of the scale.", None, _RATE),
    "calibration.mae": Metric("Mean absolute error", "Mean distance between the judge's score and gold, in points of the scale.", "lower"),
    "calibration.mean_shift": Metric("Mean shift", "Judge's mean minus gold's mean, in points of the scale; above 0 the judge is lenient."),
    "calibration.human_ceiling_kappa": Metric("People agree", "Mean kappa between two annotators: no judge can be asked to agree with people much better."),
    "calibration.human_ceiling_alpha": Metric("People agree: alpha", "Krippendorff's alpha of annotators, whoever labelled what; no judge enters it."),
    "calibration.alt_test_winning_rate": Metric(
        "Annotators it could replace",
        "Share of annotators whose place the judge could take (alternative annotator test); it passes from 0.5 on.",
        "higher",
        _RATE,
    ),
    "calibration.alt_test_advantage": Metric(
        "As good as an annotator", "Chance that the judge is as close to the other annotators as an annotator is, on a random item.", "higher", _RATE
    ),
    "calibration.auroc": Metric(
        "Surer when right",
        "Chance that the judge is surer of a right verdict than of a wrong one (AUROC). 0.5 is a coin: it does not know when it is wrong.",
        "higher",
        _RATE,
    ),
    "calibration.ece": Metric(
        "Confidence off by",
        "Expected calibration error: mean distance between how sure the judge is and how often it is right. Above 0 even for an honest judge.",
        "lower",
        _RATE,
    ),
    "calibration.brier": Metric("Brier score", "Mean squared distance between how sure the judge is and whether it is right. 0 is perfect.", "lower", _RATE),
    "calibration.selective_threshold": Metric(
        "Accept from", "Confidence from which on verdicts may be accepted without a person, so that few of them are wrong for certain.", None, _RATE
    ),
    "calibration.selective_coverage": Metric(
        "Accepted unread", "Share of all judged items whose verdict the rule accepts; a person reads the rest.", "higher", _RATE
    ),
    "calibration.corrected_rate_rogan_gladen": Metric(
        "True rate, items without gold, if any",
        "Share of the label among those items only that have no gold (all, where each has), turned back by how often the judge is wrong on each class "
        "(Rogan-Gladen, Lee et al.).",
        None,
        _RATE,
    ),
    "calibration.corrected_rate_all_items": Metric(
        "True rate, these items",
        "Share of the label: gold where there is gold, the judge's error rates for the rest. Its interval is about these items and no others.",
        None,
        _RATE,
    ),
    "calibration.corrected_mean_ppi": Metric("True rate or mean (PPI)", "What the judge says of all items, moved by its errors on the labelled ones (PPI++)."),
    "rationale.rationale_pair_stability": Metric(
        "Same reason again",
        "Chance that two repeats on the same item give the same reason, averaged over items. Other words for it count as the same.",
        "higher",
        _RATE,
    ),
    "rationale.rationale_alpha": Metric(
        "Rationales: alpha",
        "How much closer in meaning two rationales of one item are than two of different items: 1 is the same each time, 0 is no closer. "
        "Stock phrases that this judge always writes do not raise it. Blind to a changed number or a negation, which have their own measures.",
        "higher",
    ),
    "rationale.rationale_dominant_share": Metric(
        "Share of the usual reason",
        "Share of an item's repeats that give its most frequent reason. The published measure, for comparison only: "
        "it falls with the number of repeats even when nothing changes.",
        "higher",
        _RATE,
    ),
    "rationale.numeric_agreement": Metric(
        "Same numbers", "How far two rationales of one item name the same numbers, where either names any. Units and spelling do not matter.", "higher", _RATE
    ),
    "rationale.evidence_agreement": Metric(
        "Same evidence", "How far two rationales of one item quote the same passages of it, where either quotes any.", "higher", _RATE
    ),
    "rationale.criteria_agreement": Metric("Same aspects", "How far two rationales of one item speak about the same criteria or aspects.", "higher", _RATE),
    "rationale.polarity_agreement": Metric(
        "Same side", "How far two rationales of one item judge what both speak about the same way: met or not met, for or against.", "higher", _RATE
    ),
    "rationale.unstable_rationale_rate": Metric(
        "Unstable reasons", "Of the items on which the verdict stays the same, the share on which the reasons do not.", "lower", _RATE
    ),
    "evidence.quotes_checked": Metric(
        "Quotes checked", "How many quotes of rationales were long and plain enough to be looked up. The denominator of the rates of quotes."
    ),
    "evidence.fabricated_quote_rate": Metric(
        "Fabricated quotes", "Of the quotes checked, the share that stands in nothing the judge was shown.", "lower", _RATE
    ),
    "evidence.altered_quote_rate": Metric(
        "Altered quotes", "Of the quotes checked, the share in which a number, a date, a name, a negation or a unit is not the text's.", "lower", _RATE
    ),
    "evidence.invented_quote_rate": Metric("Invented quotes", "Of the quotes checked, the share that is fabricated or altered.", "lower", _RATE),
    "evidence.misattributed_quote_rate": Metric(
        "Misattributed quotes", "Of the quotes checked, the share that stands in another text only than the rationale says.", "lower", _RATE
    ),
    "evidence.wrong_number_rate": Metric("Wrong numbers", "Of the numbers and counts checked, the share that the texts do not bear out.", "lower", _RATE),
    "evidence.false_absence_rate": Metric("False absences", "Of the things that rationales call missing, the share that is there.", "lower", _RATE),
    "evidence.false_presence_rate": Metric("False presences", "Of the things that rationales say are there, the share that is not.", "lower", _RATE),
    "evidence.invented_name_rate": Metric("Invented names", "Of the names checked, the share that stands in nothing the judge was shown.", "lower", _RATE),
    "evidence.contradiction_rate": Metric(
        "Verdict against rationale", "Share of verdicts whose rationale argues for another verdict than the one given.", "lower", _RATE
    ),
    "evidence.trapped_rate": Metric(
        "Stable on nothing firm",
        "Of the items with a stable verdict, the share on which it rests on invented evidence or on reasons that change.",
        "lower",
        _RATE,
    ),
    "evidence.repeated_invention_rate": Metric(
        "Inventions that repeat", "Of the distinct invented quotes, the share that comes again in another repeat: a habit, not an accident.", "lower", _RATE
    ),
    "evidence.evidence_cited_once_share": Metric(
        "Evidence cited once", "Of the distinct quotes of items judged more than once, the share that one repeat alone cites.", "lower", _RATE
    ),
    "bias.evidence_necessity": Metric(
        "Evidence necessity",
        "How much more often the verdict moves when the cited words are taken out than when as many random ones are. 0: the cited words do not matter.",
        "higher",
    ),
    "bias.nonsense_control_pass_rate": Metric("Nonsense passes", "Share of verdicts that let another item's response pass, which must fail.", "lower", _RATE),
    "bias.nonsense_control_decided_rate": Metric(
        "Nonsense preferred", "Share of verdicts that prefer one of two responses that are another item's, where a tie could be said.", "lower", _RATE
    ),
    "bias.evidence_removal_excess_flip_rate": Metric(
        "Moved without its evidence", "Flips when the words that the judge cites are taken out, beyond those between plain repeats. It should be able to move."
    ),
    "bias.evidence_only_excess_flip_rate": Metric(
        "Moved with its evidence alone", "Flips when nothing but the words that the judge cites is left, beyond those between plain repeats.", "lower"
    ),
    "bias.irrelevant_removal_excess_flip_rate": Metric(
        "Moved by random words", "Flips when random words are taken out, as many as were cited, beyond those between plain repeats.", "lower"
    ),
    "bias.nonsense_control_excess_flip_rate": Metric(
        "Moved by another response", "Flips when another item's response is shown, beyond those between plain repeats."
    ),
    "bias.evidence_removal_direction": Metric("Shift without its evidence", f"{SHIFT} when the words that the judge cites are taken out."),
    "bias.evidence_only_direction": Metric("Shift with its evidence alone", f"{SHIFT} when nothing but the words that the judge cites is left."),
    "bias.irrelevant_removal_direction": Metric("Shift by random words", f"{SHIFT} when random words are taken out."),
    "bias.nonsense_control_direction": Metric("Shift by another response", f"{SHIFT} when another item's response is shown."),
    **{f"bias.{name}": Metric(*words) for name, words in probe_metrics().items()},
    **{f"drift.{name}": Metric(*words) for name, words in DRIFT.items()},
}
"""Keyed by `analysis.name`. A name that is missing here is shown as it is in audit.json."""

HEADLINES = (
    "coverage.answered_rate", "consistency.flip_rate", "consistency.krippendorff_alpha", "rationale.rationale_pair_stability", "rationale.rationale_alpha",
    "evidence.invented_quote_rate", "evidence.trapped_rate", "bias.evidence_necessity", "bias.nonsense_control_pass_rate",
    "agreement.observed_agreement", "agreement.krippendorff_alpha", "calibration.accuracy", "calibration.cohen_kappa", "calibration.sensitivity",
    "calibration.specificity", "calibration.spearman", "calibration.mae",
)  # fmt: skip
"""Metrics that get a figure wherever they were measured; gated ones get one too."""

DECISIONS = {
    "deploy": "Deploy", "deploy_with_review": "Deploy with human review", "do_not_deploy": "Do not deploy", "not_enough_data": "Not enough data to say",
}  # fmt: skip

STATUS_WORDS = {
    "ok": "answered",
    "unparsable": "unreadable",
    "ambiguous": "ambiguous",
    "off_scale": "off the scale",
    "refused": "refused",
    "truncated": "cut off",
    "too_long": "item too long",
    "error": "error",
    "absent": "never asked",
}
"""Statuses of a verdict, in the order in which they are stacked."""


def metric_of(key: str) -> Metric:
    """The metric of an `analysis.name`, made from the name where it is not described."""
    name = key.partition(".")[2] or key
    known = METRICS.get(key)
    found = theirs(name) if known is None and key.startswith("bias.") else None
    return known or (Metric(*found) if found is not None else Metric(name.replace("_", " ").capitalize()))


def key_of(estimate: Estimate) -> str:
    """`analysis.name`, as gates write it."""
    return f"{estimate.analysis}.{estimate.name}"


def badness(estimate: Estimate) -> float:
    """Larger is less favourable, by the pessimistic end of the interval. Undefined estimates come first of all."""
    if estimate.value is None:
        return float("inf")
    low = estimate.value if estimate.low is None else estimate.low
    high = estimate.value if estimate.high is None else estimate.high
    better = metric_of(key_of(estimate)).better
    if better == "higher":
        return -low
    return high if better == "lower" else abs(estimate.value)
