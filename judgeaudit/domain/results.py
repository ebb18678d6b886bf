"""What an audit says: estimates, cases, findings, gates, decisions. `audit.json` is `Audit` as JSON.

No NaN anywhere: an estimate that does not exist has `value: null` and says why in `undefined`.
"""

from __future__ import annotations

import math
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from judgeaudit.domain.drift import Attribution, DriftAnswer
from judgeaudit.domain.names import CASE_FLAGS as CASE_FLAGS
from judgeaudit.domain.names import ESTIMATE_NAMES as ESTIMATE_NAMES
from judgeaudit.domain.names import GATE_METRICS as GATE_METRICS
from judgeaudit.domain.names import PROBE_METRIC as PROBE_METRIC
from judgeaudit.domain.names import DecisionWord as DecisionWord

SCHEMA_VERSION = 1
FORMAT_VERSION = 1


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
    """An analysis with its estimates and cases, before they join the audit's flat lists. `flagged` says (flag, judge, criterion, items) where cases were cut."""

    analysis: Analysis
    estimates: tuple[Estimate, ...] = ()
    cases: tuple[Case, ...] = ()
    flagged: tuple[tuple[str, str, str, int], ...] = ()


class GateResult(Result):
    """One gate on one estimate. `status` not_measured: nothing to hold it against. `variant` is the estimate's: of a corrected rate the judged system."""

    metric: str
    status: Literal["pass", "fail", "inconclusive", "not_measured"]
    limit: str
    judge: str | None = None
    criterion: str | None = None
    group: str | None = None
    stratum: str | None = None
    variant: str | None = None
    value: float | None = None
    low: float | None = None
    high: float | None = None
    reason: str = ""

    @property
    def of_what(self) -> str:
        """The variant in words: `system A`; "" where there is none."""
        of_system = self.variant is not None and ".corrected_" in self.metric
        return f"system {self.variant}" if of_system else self.variant or ""


class LayerResult(Result):
    """How a judge came through one layer of the funnel; `not_reached` behind one that failed."""

    layer: str
    status: Literal["pass", "fail", "inconclusive", "not_measured", "not_reached"]
    reasons: tuple[str, ...] = ()


class ReviewPart(Result):
    """One part of a judge's verdicts that a person reads, so that `apply` finds it again in others; `said` is the same in words. `values`: strata, systems,
    labels, or judges that `differ`. `gold`: all, until gold is reviewed. `flips`: repeats differ. `other`: verdicts do not tell it. `criterion` None: all."""

    kind: Literal["every_verdict", "stratum", "system", "label", "flips", "unanswered", "differ", "gold", "other"]
    said: str
    criterion: str | None = None
    values: tuple[str, ...] = ()


class Decision(Result):
    """One judge's decision, with the reasons that led to it and the part that a human must review, where there is one.

    `findings` are the three that weigh most and `would_change` what would make it another decision, both for readers who know no statistics;
    `layers` is the funnel, where the rubric asks for one. `unread`: share of judged items by criterion that `apply` accepts, where a part is reviewed.
    """

    judge: str
    decision: DecisionWord
    reasons: tuple[str, ...]
    review: str | None = None
    review_parts: tuple[ReviewPart, ...] = ()
    unread: dict[str, float] = {}
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
    drift: tuple[DriftAnswer, ...] = ()
    attribution: Attribution | None = None


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
