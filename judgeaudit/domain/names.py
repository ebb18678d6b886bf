"""Names that other people's scripts rely on: of estimates, gates, case flags and decisions. More may be added, none renamed."""

from __future__ import annotations

import re
from typing import Literal

ESTIMATE_NAMES: dict[str, tuple[str, ...]] = {
    "coverage": ("answered_rate", "unparsable_rate", "refused_rate", "truncated_rate", "error_rate"),
    "consistency": ("pairwise_agreement", "modal_share", "all_agree_share", "flip_rate", "flip_rate_upper", "krippendorff_alpha", "gwet_ac", "icc_1_1"),
    "agreement": (
        "observed_agreement", "krippendorff_alpha", "gwet_ac", "fleiss_kappa", "cohen_kappa", "icc_2_1", "specific_agreement", "effective_judges",
    ),
    "calibration": (
        "accuracy", "balanced_accuracy", "cohen_kappa", "krippendorff_alpha", "gwet_ac", "sensitivity", "specificity", "mcc", "pearson", "spearman",
        "kendall_tau_b", "mae", "mean_shift", "ece", "brier", "judged_rate", "corrected_rate_rogan_gladen", "corrected_rate_all_items", "corrected_mean_ppi",
        "alt_test_winning_rate", "alt_test_advantage", "human_ceiling_kappa", "human_ceiling_alpha", "auroc", "selective_threshold", "selective_coverage",
        "kendall_tau_b_within", "pearson_within",
    ),
    "rationale": (
        "rationale_alpha", "rationale_pair_stability", "rationale_dominant_share", "numeric_agreement", "evidence_agreement", "criteria_agreement",
        "polarity_agreement", "unstable_rationale_rate",
    ),
    "evidence": (
        "quotes_checked", "fabricated_quote_rate", "altered_quote_rate", "misattributed_quote_rate", "wrong_number_rate", "false_absence_rate",
        "contradiction_rate", "trapped_rate", "invented_quote_rate", "false_presence_rate", "invented_name_rate", "repeated_invention_rate",
        "evidence_cited_once_share",
    ),
    "bias": (
        "position_consistency", "preference_fairness", "first_position_rate", "win_rate", "win_rate_after_swap", "tie_rate_after_swap", "inconsistent_rate",
        "identical_responses_first_rate", "identical_responses_decided_rate", "self_preference_excess", "verbosity_shift_per_100_tokens",
        "length_effect_per_100_tokens", "length_controlled_win_rate", "stable_wrong_rate", "evidence_necessity", "nonsense_control_pass_rate", "nonsense_control_decided_rate",
    ),
    "drift": (
        "same_verdict_share", "marginal_shift", "mcnemar_p", "stuart_maxwell_p", "bowker_p", "noise_floor", "excess_flip_rate", "accuracy_shift",
        "rationale_mmd_p", "min_detectable_shift", "churn", "mae_shift", "answered_shift", "noise_shift", "version_alpha", "version_icc", "version_accuracy",
        "accuracy_mcnemar_p", "paired_permutation_p", "production_shift", "judge_share_of_shift", "system_share_of_shift", "mix_share_of_shift",
        "unparsable_shift", "refused_shift", "truncated_shift", "error_shift", "rationale_length_ratio", "completion_tokens_ratio", "prompt_tokens_ratio",
        "latency_ratio", "cost_ratio", "rationale_similarity", "rationale_similarity_drop", "wrong_evidence_shift", "fabricated_quote_shift",
        "altered_quote_shift", "misattributed_quote_shift", "wrong_number_shift", "false_absence_shift", "false_presence_shift", "invented_name_shift",
        "cited_evidence_shift",
    ),
}  # fmt: skip
"""Names of estimates by analysis, as other people's scripts rely on them. More may be added, none renamed."""

GATE_METRICS: tuple[str, ...] = tuple(f"{analysis}.{name}" for analysis, names in ESTIMATE_NAMES.items() for name in names)

PROBE_METRIC = re.compile(r"bias\.[a-z][a-z0-9_]*_(excess_flip_rate|direction|score_shift|pass_rate|unmentioned_rate)")
"""Names of estimates that each probe brings."""

CASE_FLAGS = (
    "flipped_verdict", "stable_verdict_unstable_rationale", "fabricated_quote", "altered_quote", "misattributed_quote", "wrong_number", "false_absence",
    "verdict_rationale_contradiction", "trapped", "instruction_like_content", "served_model_mismatch", "fingerprint_changed_within_run", "judge_gold_disagreement",
    "missing_rationale", "same_verdict_other_reasons", "reasoning_contradicts_rationale", "false_presence", "invented_name",
    "moved_by_irrelevant_removal", "insensitive_to_evidence", "passes_nonsense", "unmoved_by_other_responses", "flipped_anchor", "changed_reasons",
    "moved_unmentioned", "moved_by_probe", "unmoved_by_control",
)  # fmt: skip

DecisionWord = Literal["deploy", "deploy_with_review", "do_not_deploy", "not_enough_data"]
