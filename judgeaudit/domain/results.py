"""What an audit says: estimates, cases, findings, gates, decisions. `audit.json` is `Audit` as JSON.

No NaN anywhere: an estimate that does not exist has `value: null` and says why in `undefined`.
"""

from __future__ import annotations

import math
import re
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

SCHEMA_VERSION = 1
FORMAT_VERSION = 1

ESTIMATE_NAMES: dict[str, tuple[str, ...]] = {
    "coverage": ("answered_rate", "unparsable_rate", "refused_rate", "truncated_rate", "error_rate"),
    "consistency": ("pairwise_agreement", "modal_share", "all_agree_share", "flip_rate", "flip_rate_upper", "krippendorff_alpha", "gwet_ac", "icc_1_1"),
    "agreement": (
        "observed_agreement", "krippendorff_alpha", "gwet_ac", "fleiss_kappa", "cohen_kappa", "icc_2_1", "specific_agreement", "effective_judges",
    ),
    "calibration": (
        "accuracy", "balanced_accuracy", "cohen_kappa", "krippendorff_alpha", "gwet_ac", "sensitivity", "specificity", "mcc", "pearson", "spearman",
        "kendall_tau_b", "mae", "mean_shift", "ece", "brier", "judged_rate", "corrected_rate_rogan_gladen", "corrected_mean_ppi", "alt_test_winning_rate",
        "alt_test_advantage", "human_ceiling_kappa", "auroc", "selective_threshold", "selective_coverage",
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
    "bias": ("position_consistency", "preference_fairness", "first_position_rate", "evidence_necessity", "nonsense_control_pass_rate", "nonsense_control_decided_rate"),
    "drift": (
        "same_verdict_share", "marginal_shift", "mcnemar_p", "stuart_maxwell_p", "bowker_p", "noise_floor", "excess_flip_rate", "accuracy_shift",
        "rationale_mmd_p", "min_detectable_shift",
    ),
}  # fmt: skip
"""Names of estimates by analysis, as other people's scripts rely on them. More may be added, none renamed."""

GATE_METRICS: tuple[str, ...] = tuple(f"{analysis}.{name}" for analysis, names in ESTIMATE_NAMES.items() for name in names)

PROBE_METRIC = re.compile(r"bias\.[a-z][a-z0-9_]*_(excess_flip_rate|direction)")
"""Names of estimates that each probe brings."""

CASE_FLAGS = (
    "flipped_verdict", "stable_verdict_unstable_rationale", "fabricated_quote", "altered_quote", "misattributed_quote", "wrong_number", "false_absence",
    "verdict_rationale_contradiction", "trapped", "instruction_like_content", "served_model_mismatch", "fingerprint_changed_within_run", "judge_gold_disagreement",
    "missing_rationale", "same_verdict_other_reasons", "reasoning_contradicts_rationale", "false_presence", "invented_name",
    "moved_by_irrelevant_removal", "insensitive_to_evidence", "passes_nonsense", "unmoved_by_other_responses",
)  # fmt: skip

DecisionWord = Literal["deploy", "deploy_with_review", "do_not_deploy", "not_enough_data"]


class Result(BaseModel):
    """Frozen and closed; refuses NaN and infinity."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Estimate(Result):
    """One number with its interval, or the reason why it does not exist.

    A statistic fills `value` to `n_ratings`; an analysis adds which judge, criterion, group, stratum and variant it is about
    with `about`. `judge` is a judge, a pair "a|b", or None for the panel. `n_items` counts items, never replicates.
    """

    analysis: str = ""
    name: str = ""
    judge: str | None = None
    criterion: str | None = None
    group: str | None = None
    stratum: str | None = None
    variant: str | None = None
    value: float | None = None
    low: float | None = None
    high: float | None = None
    ci_level: float | None = None
    method: str = ""
    p_adjusted: float | None = None
    n_items: int = 0
    n_ratings: int = 0
    undefined: str | None = None

    @model_validator(mode="after")
    def _check(self) -> Estimate:
        if (self.value is None) == (self.undefined is None):
            raise ValueError("an estimate has a value or a reason why it is undefined, and not both")
        if (self.low is None) != (self.high is None):
            raise ValueError("an interval has two ends")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError("an interval's low end is above its high end")
        return self

    @classmethod
    def missing(cls, reason: str, *, n_items: int = 0, n_ratings: int = 0) -> Estimate:
        """An estimate that is undefined, with the reason in words."""
        return cls(undefined=reason, n_items=n_items, n_ratings=n_ratings)

    def about(self, **labels: str | None) -> Estimate:
        """The same number, tagged with analysis, name, judge, criterion, group, stratum or variant."""
        return self.model_copy(update=labels)


class Span(Result):
    """A stretch of one source text: `text` equals `source[start:end]`."""

    source: str
    start: int
    end: int
    text: str


class Case(Result):
    """One flagged finding about one item (`item_id` None: about the judge as a whole). `replicates` count from 0."""

    analysis: str
    flag: str
    judge: str | None = None
    criterion: str | None = None
    item_id: str | None = None
    replicates: tuple[int, ...] = ()
    detail: str = ""
    spans: tuple[Span, ...] = ()


class Finding(Result):
    """One sentence that a reader must know, beside the numbers."""

    severity: Literal["note", "warning", "serious"]
    text: str
    judge: str | None = None
    criterion: str | None = None


class Analysis(Result):
    """What one analysis found. `blocks` are JSON values (tables as lists of rows) that the report draws."""

    name: str
    status: Literal["measured", "not_measured"] = "measured"
    reason: str | None = None
    findings: tuple[Finding, ...] = ()
    blocks: dict[str, Any] = {}


class AnalysisOutput(Result):
    """An analysis with its estimates and cases, before they join the audit's flat lists."""

    analysis: Analysis
    estimates: tuple[Estimate, ...] = ()
    cases: tuple[Case, ...] = ()


class GateResult(Result):
    """One gate on one estimate. `status` not_measured: nothing to hold it against."""

    metric: str
    status: Literal["pass", "fail", "inconclusive", "not_measured"]
    limit: str
    judge: str | None = None
    criterion: str | None = None
    group: str | None = None
    stratum: str | None = None
    value: float | None = None
    low: float | None = None
    high: float | None = None
    reason: str = ""


class LayerResult(Result):
    """How a judge came through one layer of the funnel; `not_reached` behind one that failed."""

    layer: str
    status: Literal["pass", "fail", "inconclusive", "not_measured", "not_reached"]
    reasons: tuple[str, ...] = ()


class Decision(Result):
    """One judge's decision, with the reasons that led to it and the part that a human must review, where there is one.

    `findings` are the three that weigh most and `would_change` what would make it another decision, both for readers who know no statistics;
    `layers` is the funnel, where the rubric asks for one.
    """

    judge: str
    decision: DecisionWord
    reasons: tuple[str, ...]
    review: str | None = None
    findings: tuple[str, ...] = ()
    would_change: tuple[str, ...] = ()
    layers: tuple[LayerResult, ...] = ()


class Cost(Result):
    """USD of a judge's calls. `known_usd` is a lower bound when `unknown_calls` is above 0."""

    known_usd: float = 0.0
    unknown_calls: int = 0
    lower_bound: bool = False


class JudgeFacts(Result):
    """How a judge was asked and what served it. `planned`, `finished` count calls, `attempts` requests."""

    name: str
    model: str | None = None
    requested: dict[str, Any] = {}
    effective: dict[str, Any] = {}
    dropped: dict[str, str] = {}
    axis: Literal["seed", "repeat"] | None = None
    schema_mode: str | None = None
    notes: tuple[str, ...] = ()
    planned: int | None = None
    finished: int = 0
    attempts: int = 0
    replicates: int = 0
    served_models: dict[str, int] = {}
    fingerprints: dict[str, int] = {}
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: Cost | None = None
    latency_median_s: float | None = None
    latency_p95_s: float | None = None
    errors: dict[str, int] = Field(default={}, description="messages of calls without a reply, with how many calls ended so")
    stopped: str | None = None


class RubricFacts(Result):
    """The rubric as far as the report needs it. `assumed` says in words what was guessed when no rubric was given."""

    name: str
    version: str | None = None
    mode: str = "pointwise"
    replicates: int | None = None
    seed: int = 1
    criteria: tuple[dict[str, Any], ...] = ()
    assumed: tuple[str, ...] = ()


class CaseText(Result):
    """The texts of one listed case's item, and what the judge said in each replicate (capped in length). A reply that was cut has `pieces` and `lengths` too."""

    item_id: str
    texts: dict[str, str] = {}
    replies: tuple[dict[str, Any], ...] = Field(default=(), description="judge, criterion, replicate, status, label, rationale")
    pieces: dict[str, tuple[tuple[int, int, int], ...]] = Field(
        default={}, description="of each text that was cut: (at, start, n), its characters from `at` on are n of the whole text from `start` on"
    )
    lengths: dict[str, int] = Field(default={}, description="of each text that was cut: characters of the whole")


class Audit(Result):
    """A whole audit: everything the page, the terminal and other people's scripts read."""

    schema_version: int = SCHEMA_VERSION
    format_version: int = FORMAT_VERSION
    judgeaudit_version: str
    rubric: RubricFacts
    run: dict[str, Any] = {}
    judges: tuple[JudgeFacts, ...] = ()
    decisions: tuple[Decision, ...] = ()
    gates: tuple[GateResult, ...] = ()
    analyses: tuple[Analysis, ...] = ()
    estimates: tuple[Estimate, ...] = ()
    cases: tuple[Case, ...] = ()
    texts: tuple[CaseText, ...] = ()
    incomplete: tuple[str, ...] = ()


class JudgePlan(Result):
    """What a run would ask of one judge. Token and cost ranges are estimates from text lengths; cost None: the price is unknown."""

    name: str
    model: str
    requested: dict[str, Any] = {}
    effective: dict[str, Any] = {}
    dropped: dict[str, str] = {}
    axis: Literal["seed", "repeat"] = "repeat"
    schema_mode: str = "instructions"
    notes: tuple[str, ...] = ()
    not_ready: str | None = None
    calls: int = 0
    prompt_tokens: tuple[int, int] = (0, 0)
    completion_tokens: tuple[int, int] = (0, 0)
    cost_usd: tuple[float, float] | None = None


class Plan(Result):
    """A whole plan: what `judgeaudit check` prints. Nothing is called and nothing is written to make it."""

    rubric: str
    mode: str
    n_items: int
    criteria: tuple[str, ...]
    replicates: int
    judges: tuple[JudgePlan, ...]
    probes: tuple[dict[str, Any], ...] = ()
    gold: dict[str, Any] | None = None
    warnings: tuple[str, ...] = ()

    @property
    def calls(self) -> int:
        return sum(judge.calls for judge in self.judges)


def finite(value: float) -> float | None:
    """A plain float, or None where the computation gave NaN or infinity."""
    number = float(value)
    return number if math.isfinite(number) else None
