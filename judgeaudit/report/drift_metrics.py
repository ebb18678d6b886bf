"""What the numbers of a check for drift are called on the page, and what they mean."""

from __future__ import annotations

from typing import Literal

_LESS_THAN = "Share of calls that {}, now less baseline, mean over items."
_EVIDENCE = "Share of rationales with {}, now less baseline, on the same items."

DRIFT: dict[str, tuple[str, str, Literal["higher", "lower"] | None]] = {
    "same_verdict_share": ("Same verdict", "Share of items on which the versions say the same, over all pairs of an old and a new verdict.", "higher"),
    "churn": ("Changed verdicts", "The rest: how often the versions differ. Verdicts that move by themselves are in it; see the noise floor.", "lower"),
    "noise_floor": ("Changes by itself", "How often two verdicts of one version on one item differ: what no new version is to blame for.", "lower"),
    "excess_flip_rate": ("Flips beyond its own noise", "How much oftener verdicts of the two versions differ than verdicts of one version.", "lower"),
    "marginal_shift": ("Shift", "The share of a label, or the mean score, now less baseline. Flips both ways cancel in it; excess flips do not.", None),
    "accuracy_shift": ("Right more often", "Share of right verdicts now less baseline, on the same items with gold.", "higher"),
    "noise_shift": ("Own noise", "How often two verdicts of one version on one item differ, now less before: above 0 the judge contradicts itself more.", "lower"),
    "mae_shift": ("Distance from gold", "Mean distance from gold now less that in the baseline: above 0 the scores are further away.", "lower"),
    "version_accuracy": ("Accuracy of a version", "Share of verdicts that are gold's, of items that both versions answered.", "higher"),
    "accuracy_mcnemar_p": ("Right to wrong or back, p", "McNemar's exact test: do as many items go from right to wrong as come back?", None),
    "answered_shift": ("Answers more often", _LESS_THAN.format("give a verdict"), "higher"),
    "unparsable_shift": ("Unreadable more often", _LESS_THAN.format("cannot be read"), "lower"),
    "refused_shift": ("Refused more often", _LESS_THAN.format("are refused"), "lower"),
    "truncated_shift": ("Cut off more often", _LESS_THAN.format("are cut off"), "lower"),
    "error_shift": ("Errors more often", _LESS_THAN.format("end in an error"), "lower"),
    "version_alpha": ("Agreement of the versions", "Krippendorff's alpha of the old and the new verdicts: 1 is perfect, 0 is what chance gives.", "higher"),
    "version_icc": ("Agreement of the versions' scores", "Intraclass correlation ICC(2,1) of old and new scores: 1 is perfect.", "higher"),
    "mcnemar_p": ("McNemar, p", "Do as many verdicts change one way as the other? Exact, for two labels; not corrected for other tests.", None),
    "stuart_maxwell_p": ("Stuart-Maxwell, p", "The same for three labels or more: did any label's share change? Not corrected for other tests.", None),
    "bowker_p": ("Bowker, p", "Do changes between each two labels balance? Not corrected for other tests.", None),
    "paired_permutation_p": ("Paired permutation, p", "Did the mean score change? Old and new are exchanged within items; not corrected for other tests.", None),
    "min_detectable_shift": ("Could have seen", "Smallest change that this check finds with 80 % power, at the level that was used.", "lower"),
    "production_shift": ("Change in production", "The score of items of the current run alone less that of items of the baseline alone.", None),
    "judge_share_of_shift": ("The judge's part", "What of that change the judge made by judging otherwise, measured on the anchors.", None),
    "system_share_of_shift": ("The judged system's part", "What is left when the judge's part and the mix of items are taken off.", None),
    "mix_share_of_shift": ("The mix's part", "What a change of the mix of strata makes of the score, each stratum scored as in the baseline.", None),
    "rationale_length_ratio": ("Length of rationales", "Now over baseline, item by item: 1 is the same.", None),
    "completion_tokens_ratio": ("Length of replies", "Tokens now over baseline, item by item: 1 is the same.", None),
    "prompt_tokens_ratio": ("Length of prompts", "Tokens now over baseline, item by item: 1 is the same.", None),
    "latency_ratio": ("Latency", "Now over baseline, item by item: 1 is the same.", "lower"),
    "cost_ratio": ("Cost of a call", "Now over baseline, item by item: 1 is the same.", "lower"),
    "rationale_mmd_p": ("Reasons moved together, p", "Did rationales move in a common direction? Embedded, and exchanged between versions within items.", None),
    "rationale_similarity": ("Likeness of rationales", "Mean cosine of embedded rationales of one item, between the versions or within one.", "higher"),
    "rationale_similarity_drop": ("Less alike than repeats", "Likeness within one version less likeness between them.", "lower"),
    "wrong_evidence_shift": ("Wrong evidence", _EVIDENCE.format("anything that is not there as they say"), "lower"),
    "fabricated_quote_shift": ("Fabricated quotes", _EVIDENCE.format("a quote that stands nowhere"), "lower"),
    "altered_quote_shift": ("Altered quotes", _EVIDENCE.format("a quote whose words differ in a way that matters"), "lower"),
    "misattributed_quote_shift": ("Misattributed quotes", _EVIDENCE.format("a quote from another text"), "lower"),
    "wrong_number_shift": ("Wrong numbers", _EVIDENCE.format("a number that the text does not bear out"), "lower"),
    "false_absence_shift": ("False absences", _EVIDENCE.format("something called missing that is there"), "lower"),
    "false_presence_shift": ("False presences", _EVIDENCE.format("something said to be there that is not"), "lower"),
    "invented_name_shift": ("Invented names", _EVIDENCE.format("a name that stands nowhere"), "lower"),
    "cited_evidence_shift": ("Checkable evidence", _EVIDENCE.format("anything that could be checked"), "higher"),
}  # fmt: skip
"""Title, meaning and good direction by name."""
