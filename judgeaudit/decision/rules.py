"""The decision for each judge: deploy, deploy with review of a named part, do not deploy, or not enough data to say."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from judgeaudit.decision.bias import probe_reasons, probed
from judgeaudit.decision.checks import Check, checks_of, items_needed
from judgeaudit.decision.enough_review import Trivial, covered, trivial_rows, why_no_review
from judgeaudit.decision.evidence import Reasons, evidence_reasons
from judgeaudit.decision.gold_quality import gold_reasons
from judgeaudit.decision.probe_rows import probe_rows
from judgeaudit.decision.review import reviewed
from judgeaudit.decision.routing import Row, no_rule_words, review_words, risk_reasons, routing_rows
from judgeaudit.decision.strata import is_unknown, reviews_of, strata_reasons
from judgeaudit.decision.systems import systems_reasons, uninformed
from judgeaudit.decision.unanswered import unanswered_reasons
from judgeaudit.decision.untested import untested_reasons
from judgeaudit.domain.results import AnalysisOutput, Case, Decision, Estimate, GateResult, JudgeFacts, ReviewPart
from judgeaudit.domain.rubric import Rubric
from judgeaudit.thresholds import MISSING_SHARE_FOR_BOUNDS, ROUTING_KAPPA, UNSTABLE_RATIONALE_LIMIT

NO_GOLD = "there are no gold labels, so nothing says whether it agrees with people; without gold no judge is deployed"
MOST_REASONS = 12
"""Checks of one kind that are spelled out; the rest are counted."""


def decide(
    rubric: Rubric,
    judges: Sequence[JudgeFacts],
    estimates: Iterable[Estimate],
    gates: Iterable[GateResult],
    *,
    has_gold: bool,
    outputs: Iterable[AnalysisOutput] = (),
    no_gold: str = NO_GOLD,
) -> tuple[Decision, ...]:
    """One decision for each judge, with the reasons that led to it.

    Parameters
    ----------
    rubric : Rubric
        Its gates count; on metrics without one, `thresholds.DEFAULT_LIMITS` do.
    judges : sequence of JudgeFacts
        Their names as estimates have them, and why a judge was stopped.
    estimates, gates : iterables
        All numbers of the audit, and what `check_gates` said of them.
    has_gold : bool
    outputs : iterable of AnalysisOutput
        Of their cases, `flipped_verdict`, `served_model_mismatch` and `stable_verdict_unstable_rationale` are read, and the blocks `triage`,
        `routing`, `trivial`, `carried`, `corrected`, `untested`, `unanswered`, `gold` and `probes`.
    no_gold : str
        Why there is no gold to hold a judge against.

    Returns
    -------
    tuple of Decision

    Notes
    -----
    In this order: stopped or no verdict: not enough data. A gate or default limit fails: do not deploy. No gold: not enough
    data. All hold: deploy. One criterion holds and another is open: deploy with review of the open one. Calibration holds and
    only consistency or coverage is open: deploy with review of the items that flip or get no verdict. Only default limits are open, it agrees with
    gold beyond chance, and a routing rule that leaves a review (`why_no_review`) says from which confidence on at most so many verdicts are wrong:
    deploy with review of those below it. A limit that could not be measured in some strata, which is all that is open: deploy with review of these.
    Systems on which the judge, or one calibration for all, cannot be relied on are reviewed too (`systems_reasons`), as `apply` routes them.
    Else not enough data, with how many items it would take. A judge that another model answered for, whose reasons change under a stable verdict, or that invents the evidence it quotes, or gives a label that no gold item has, is at
    best deployed with review; so is one whose routing rule was tested and accepts nothing (`DEPLOY_COVERAGE`), and every judge where gold contradicts
    itself (`GOLD_CONFLICT_SHARE`). So is one that a bias which use meets moves, or an attack pays with (`probe_reasons`). One that follows none of the controls
    that it was asked is not deployed, and where it is only not shown to, there is not enough data (`probed`). A deploy beside a rule for which there
    were labels too few to test says what each of the two is about.
    """
    all_estimates, all_gates, all_outputs = tuple(estimates), tuple(gates), tuple(outputs)
    cases = tuple(case for output in all_outputs for case in output.cases)
    routing = routing_rows(all_outputs)
    decided = []
    for facts in judges:
        reason = _no_data(facts, all_estimates)
        if reason is not None:
            decided.append(Decision(judge=facts.name, decision="not_enough_data", reasons=(reason,)))
            continue
        checks = checks_of(facts.name, rubric, all_estimates, all_gates, has_gold=has_gold)
        decision = _by_checks(facts.name, checks, _n_flipped(facts.name, all_outputs), no_gold=None if has_gold else no_gold)
        rules = {criterion: row for (judge, criterion), row in routing.items() if judge == facts.name}
        decision = _routed(decision, rubric, checks, rules, trivial=trivial_rows(all_outputs), estimates=all_estimates)
        probes = probe_rows(facts.name, all_outputs)
        speaks_against = (
            probe_reasons(probes), _unstable_reasons(facts.name, all_estimates, cases), evidence_reasons(facts.name, all_estimates, all_outputs),
            untested_reasons(facts.name, all_outputs), unanswered_reasons(facts.name, all_outputs), gold_reasons(all_outputs),
            *(_reviewed(facts.name, all_outputs, rules, checks) if decision.decision in ("deploy", "deploy_with_review") else ()),
        )  # fmt: skip
        decided.append(probed(_capped(decision, checks, all_gates, cases, speaks_against), probes))
    return tuple(decided)


def _no_data(facts: JudgeFacts, estimates: tuple[Estimate, ...]) -> str | None:
    judge = facts.name
    if facts.stopped is not None:
        return f"it was stopped before all was asked: {facts.stopped}"
    answered = [e for e in estimates if e.judge == judge and (e.analysis, e.name, e.stratum) == ("coverage", "answered_rate", None)]
    if not any(e.value for e in answered):
        return "it gave no verdict"
    absent = [e for e in estimates if e.judge == judge and (e.analysis, e.name, e.stratum) == ("coverage", "absent_rate", None)]
    never = max((e.value or 0.0 for e in absent), default=0.0)
    if never > MISSING_SHARE_FOR_BOUNDS:
        return f"{100 * never:.0f} % of its planned calls were never made"
    return None


def _n_flipped(judge: str, outputs: tuple[AnalysisOutput, ...]) -> str:
    """Items that flipped on any criterion; at least so many where only the first of several criteria's are listed."""
    cases = [case for output in outputs for case in output.cases if case.flag == "flipped_verdict" and case.judge == judge]
    cut = [n for output in outputs for flag, who, _, n in output.flagged if (flag, who) == ("flipped_verdict", judge)]
    if not cut:
        return str(len({case.item_id for case in cases}))
    return f"{max(cut)}" if len({case.criterion for case in cases}) == 1 else f"at least {max(cut)}"


def _by_checks(judge: str, checks: list[Check], n_flipped: str, *, no_gold: str | None) -> Decision:
    required = [check for check in checks if check.required]
    failed = [check for check in required if check.result.status == "fail"]
    if failed:
        return Decision(judge=judge, decision="do_not_deploy", reasons=_sentences(failed) + (() if no_gold is None else (no_gold,)))
    unsettled = [check for check in required if not check.passed]
    if no_gold is not None:
        return Decision(judge=judge, decision="not_enough_data", reasons=(no_gold, *_sentences(unsettled), *_needed(unsettled)))
    if not unsettled:
        return Decision(judge=judge, decision="deploy", reasons=_sentences(required))
    return _open(judge, required, unsettled, n_flipped)


def _open(judge: str, required: list[Check], unsettled: list[Check], n_flipped: str) -> Decision:
    """Nothing fails and something is not settled: is there a part that a person can take over?"""
    calibrated = {check.result.criterion for check in required if check.analysis == "calibration" and check.passed}
    open_criteria = {check.result.criterion for check in unsettled}
    held = [name for name in dict.fromkeys(check.result.criterion for check in required) if name in calibrated and name not in open_criteria]
    sentences = (*_sentences(unsettled), *_needed(unsettled))
    if calibrated and all(map(is_unknown, unsettled)):
        reasons = ("every limit holds over all items; in these strata they could not be measured, and a person reads those", *sentences)
        return reviewed(Decision(judge=judge, decision="deploy_with_review", reasons=reasons), reviews_of(unsettled))
    if held and None not in open_criteria:
        names = sorted(str(name) for name in open_criteria)
        said = (f"criterion {', '.join(names)}", *[""] * (len(names) - 1))
        parts = [ReviewPart(kind="every_verdict", criterion=name, said=text) for name, text in zip(names, said, strict=True)]
        reasons = (f"every limit holds on {', '.join(map(str, held))}; not on {', '.join(names)}", *sentences)
        return reviewed(Decision(judge=judge, decision="deploy_with_review", reasons=reasons), parts)
    measured = all(check.analysis in ("consistency", "coverage") and check.result.status == "inconclusive" for check in unsettled)
    if measured and open_criteria <= calibrated:
        review = f"items whose verdict flips between replicates ({n_flipped} here) or that get none: judge each item several times, and a person takes those"
        reasons = ("it agrees with gold; only whether it repeats itself, or always answers, is not settled", *sentences)
        parts = [ReviewPart(kind="flips", criterion=name, said=review) for name in sorted(open_criteria, key=str)]
        return reviewed(Decision(judge=judge, decision="deploy_with_review", reasons=reasons), parts)
    return Decision(judge=judge, decision="not_enough_data", reasons=sentences)


def _routed(
    decision: Decision, rubric: Rubric, checks: Sequence[Check], rows: Mapping[str, Row], *, trivial: Trivial, estimates: Sequence[Estimate]
) -> Decision:  # fmt: skip
    """The decision with its routing rule: as what to review, or as what makes review possible at all where only default limits are open."""
    words = {criterion: said for criterion, row in rows.items() if (said := review_words(row)) is not None}
    if decision.decision == "deploy_with_review":
        beside = [said for criterion, said in words.items() if covered(rows[criterion]) < 1]  # a rule that accepts everything leaves nothing to review
        return decision.model_copy(update={"review": "; ".join(part for part in (decision.review, *beside) if part)}) if beside else decision
    if decision.decision == "deploy":
        about = tuple(said for row in rows.values() if not row.get("tested") and (said := no_rule_words(row)) is not None)
        return decision.model_copy(update={"reasons": (*decision.reasons, *about)})
    open_ = [check for check in checks if check.required and not check.passed]
    if decision.decision != "not_enough_data" or not open_ or any(check.result.criterion not in words for check in open_):
        return decision
    settled_by_data = all(check.result.status == "inconclusive" and check.result.metric not in rubric.gates for check in open_)
    kappas = [check.estimate for check in checks if check.result.metric == "calibration.cohen_kappa" and check.required]
    by_chance = [one for one in kappas if one is None or one.low is None or one.low <= ROUTING_KAPPA]
    if not settled_by_data or not kappas or by_chance:
        return decision
    rules = [rows[criterion] for criterion in dict.fromkeys(str(check.result.criterion) for check in open_)]
    no_review = [f"the routing rule on {row['criterion']} makes up for nothing: {why}" for row in rules if (why := why_no_review(row, estimates, trivial))]
    if no_review:
        return decision.model_copy(update={"reasons": (*decision.reasons, *no_review)})
    reasons = tuple(
        f"on {row['criterion']} few are wrong where it is sure: at most {100 * row['max_risk']:.3g} % of the verdicts accepted, with {100 * (1 - row['delta']):.3g} % certainty"
        for row in rules
    )
    review = "; ".join(words[str(row["criterion"])] for row in rules)
    return decision.model_copy(update={"decision": "deploy_with_review", "reasons": (*reasons, *decision.reasons), "review": review})


def _reviewed(judge: str, outputs: Sequence[AnalysisOutput], rules: Mapping[str, Row], checks: Sequence[Check]) -> tuple[Reasons, ...]:
    """Parts of what is deployed that a person reads: systems and strata that were found bad or of which nothing is known, and risks that were not shown."""
    return systems_reasons(judge, outputs, rules), risk_reasons(rules.values(), without=uninformed(judge, outputs)), strata_reasons(checks)


def _unstable_reasons(judge: str, estimates: tuple[Estimate, ...], cases: tuple[Case, ...]) -> Reasons:
    """Reasons and what to review where a judge's reasons change under a stable verdict on more items than the limit."""
    own = [e for e in estimates if (e.analysis, e.name, e.judge, e.stratum, e.variant) == ("rationale", "unstable_rationale_rate", judge, None, None)]
    above = [e for e in own if e.low is not None and e.low > UNSTABLE_RATIONALE_LIMIT]
    if not above:
        return (), ()
    reasons = tuple(
        f"it gives other reasons for the same verdict on {100 * (e.value or 0):.0f} % of items of {e.criterion} "
        f"[{e.low:.3g}, {e.high:.3g}], above the limit of {UNSTABLE_RATIONALE_LIMIT:g}"
        for e in above
    )
    criteria = {e.criterion for e in above}
    items = {(case.criterion, case.item_id) for case in cases if case.flag == "stable_verdict_unstable_rationale" and case.judge == judge}
    n = sum(criterion in criteria for criterion, _ in items)
    return reasons, (f"items whose verdict is stable and whose reasons are not ({n} here)",)


def _capped(decision: Decision, checks: list[Check], gates: tuple[GateResult, ...], cases: tuple[Case, ...], speaks_against: Sequence[Reasons]) -> Decision:
    """Take a deploy back to deploy-with-review where something outside the judge's own limits speaks against it, and say it in any case."""
    judge = decision.judge
    reasons: list[str] = []
    reviews: list[ReviewPart | str] = []
    for check in checks:
        if not check.required and check.result.status == "fail":
            reasons.append(check.sentence())
            reviews.append(reviews_of([check])[0].model_copy(update={"said": check.where}))
    for gate in gates:
        if gate.status == "fail" and gate.judge != judge and (gate.judge is None or judge in gate.judge.split("|")):
            who = "the panel" if gate.judge is None else gate.judge
            reasons.append(f"{gate.metric} fails for {who} ({gate.reason}): the judges differ, and which of them is wrong is not said by this number")
            judges = () if gate.judge is None else tuple(gate.judge.split("|"))
            reviews.append(ReviewPart(kind="differ", criterion=gate.criterion, values=judges, said=f"items on which {who} differ"))
    mismatch = [case.detail for case in cases if case.flag == "served_model_mismatch" and case.judge == judge]
    if mismatch:
        reasons.append(f"another model answered than the one named ({'; '.join(mismatch)}): the audit is of what answered")
        reviews.append("which model answers, before its verdicts are relied on")
    for said, to_review in speaks_against:
        reasons += said
        reviews += to_review
    if not reasons:
        return decision
    if decision.decision not in ("deploy", "deploy_with_review"):
        return decision.model_copy(update={"reasons": (*decision.reasons, *reasons)})
    return reviewed(decision, reviews).model_copy(update={"decision": "deploy_with_review", "reasons": (*reasons, *decision.reasons)})


def _sentences(checks: Collection[Check]) -> tuple[str, ...]:
    said = tuple(check.sentence() for check in checks)
    more = len(said) - MOST_REASONS
    return said[:MOST_REASONS] + ((f"and {more} more limits of this kind",) if more > 0 else ())


def _needed(checks: Collection[Check]) -> tuple[str, ...]:
    """How much more data each open check would take, the most demanding ones of one criterion once."""
    said = (items_needed(check) for check in checks)
    return tuple(dict.fromkeys(text for text in said if text is not None))[:MOST_REASONS]
