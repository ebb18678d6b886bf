"""From a ratings table to an audit: count patterns, run the analyses, hold the gates, decide."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from judgeaudit import __version__, thresholds
from judgeaudit.api.case_texts import case_texts
from judgeaudit.api.inputs import cluster_findings, clusters_of
from judgeaudit.domain import results
from judgeaudit.domain.items import GoldLabel, Item
from judgeaudit.domain.rubric import Rubric

if TYPE_CHECKING:
    import pyarrow as pa

    from judgeaudit.analyses.gold import Gold
    from judgeaudit.analyses.inputs import AnalysisInput
    from judgeaudit.importers.stamped_copies import Doubt
    from judgeaudit.tables import PatternCounts, TableFacts, Whole


@dataclass(frozen=True)
class Evidence:
    """All that an audit is made from. `whole` counts a table that was too large to hold, and `table` has the rows of some of its items then. `planned` counts planned plain calls by (judge, criterion), None for verdict files; `not_applicable`
    the items that a probe was not made of, by (probe, judge, criterion) and reason; `added` what our own prompts say
    beyond the rubric, by (judge, criterion); `doubts` are judges whose repeats may be copies."""

    rubric: Rubric
    table: pa.Table
    whole: Whole | None = None
    items: Sequence[Item] = ()
    gold: Sequence[GoldLabel] | None = None
    judges: tuple[results.JudgeFacts, ...] = ()
    models: Mapping[str, str] = field(default_factory=dict)
    added: Mapping[tuple[str, str], str] = field(default_factory=dict)
    planned: Mapping[tuple[str, str], int] | None = None
    not_applicable: Mapping[tuple[str, str, str], Mapping[str, int]] = field(default_factory=dict)
    run: Mapping[str, Any] = field(default_factory=dict)
    incomplete: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    findings: tuple[results.Finding, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    on_embed: Callable[[int, int], None] | None = None
    epsilon: float | None = None
    max_risk: float = thresholds.MAX_RISK
    delta: float = thresholds.RISK_DELTA


def assemble(evidence: Evidence, *, texts: bool = True) -> results.Audit:
    """The audit of a ratings table.

    Raises
    ------
    NothingInCommonError
        When gold was given and no judged item has any.
    """
    from judgeaudit.importers.uncollected import uncollected

    with uncollected() if evidence.whole is not None else contextlib.nullcontext():
        return assembled(evidence, analysis_input(evidence, texts=texts), texts=texts)


def assembled(evidence: Evidence, data: AnalysisInput, *, texts: bool = True) -> results.Audit:
    """The audit of what `analysis_input` made of the evidence; see `assemble`."""
    from judgeaudit.analyses import run_analyses
    from judgeaudit.analyses.calibration import check_overlap
    from judgeaudit.decision.gates import check_gates

    if data.gold is not None:
        check_overlap(data)
    outputs = run_analyses(data)
    estimates = tuple(estimate for output in outputs for estimate in output.estimates)
    judges = evidence.judges or _judges_of(evidence)
    gates = check_gates(evidence.rubric, estimates, judges=[facts.name for facts in judges])
    decisions = _decisions(evidence, data, judges, estimates, gates, outputs)
    cases, cut = capped((case for output in outputs for case in output.cases), [one for output in outputs for one in output.flagged])
    analyses = tuple(output.analysis for output in outputs)
    return results.Audit(
        judgeaudit_version=__version__,
        rubric=rubric_facts(evidence),
        run=dict(evidence.run),
        judges=judges,
        decisions=decisions,
        gates=gates,
        analyses=_with_findings(analyses, evidence.findings + _noticed(data.facts) + cluster_findings(evidence.items, data.patterns) + cut),
        estimates=estimates,
        cases=cases,
        texts=case_texts(cases, evidence.table, evidence.items, _marked(analyses)) if texts else (),
        incomplete=evidence.incomplete,
    )


def _decisions(
    evidence: Evidence, data: AnalysisInput, judges: Sequence[results.JudgeFacts], estimates: Sequence[results.Estimate],
    gates: Sequence[results.GateResult], outputs: Sequence[results.AnalysisOutput],
) -> tuple[results.Decision, ...]:  # fmt: skip
    """One decision for each judge, through the layers that the rubric asks for, with what weighs most."""
    from judgeaudit.api.personal import personal_data_of
    from judgeaudit.decision.doubted_repeats import without_doubted
    from judgeaudit.decision.explain import explained
    from judgeaudit.decision.layers import through_layers
    from judgeaudit.decision.rules import decide

    has_gold = data.gold is not None and bool(data.gold.codes)
    decided = decide(evidence.rubric, judges, estimates, gates, has_gold=has_gold, outputs=outputs, no_gold=_no_gold(data.gold))
    decided = without_doubted(decided, {one.judge for one in evidence.doubts})
    personal = personal_data_of(evidence.table) if "operations" in evidence.rubric.layers else {}
    decided = through_layers(decided, evidence.rubric, judges, estimates, personal=personal)
    return explained(decided, evidence.rubric, estimates, gates, has_gold=has_gold, outputs=outputs)


def analysis_input(evidence: Evidence, *, texts: bool = True) -> AnalysisInput:
    """The evidence counted, adjudicated and grouped, as analyses read it."""
    from judgeaudit.analyses.inputs import AnalysisInput
    from judgeaudit.api.embedding import load_models

    gold = _adjudicated(evidence)
    patterns, facts = _counted(evidence, gold)
    loaded = load_models(evidence.rubric, evidence.table, on_embed=evidence.on_embed)
    return AnalysisInput(
        rubric=evidence.rubric,
        patterns=patterns,
        table=evidence.table,
        facts=facts,
        whole=evidence.whole,
        items={item.id: item for item in evidence.items},
        gold=gold,
        planned=evidence.planned,
        not_applicable=evidence.not_applicable,
        models=evidence.models,
        added=evidence.added,
        prompt_known=not evidence.assumed,
        seed=evidence.rubric.seed,
        embed=loaded.embed,
        tuned=loaded.tuned,
        embedder=loaded.name,
        no_embedder=loaded.missing,
        compare=loaded.compare,
        texts=texts,
        epsilon=evidence.epsilon,
        max_risk=evidence.max_risk,
        delta=evidence.delta,
    )


def _counted(evidence: Evidence, gold: Gold | None) -> tuple[Mapping[str, PatternCounts], TableFacts]:
    """Pattern counts by criterion, with gold, strata and clusters, and what was noticed while counting."""
    from judgeaudit.tables import PatternCounter, merged

    order = [judge.name for judge in evidence.rubric.judges]
    known: dict[str, Any] = {
        "gold": gold.codes if gold is not None else None, "strata": {item.id: item.stratum for item in evidence.items if item.stratum},
        "clusters": clusters_of(evidence.items),
    }  # fmt: skip
    names = [criterion.name for criterion in evidence.rubric.criteria]
    if evidence.whole is not None:
        parts = {name: evidence.whole.of(name) for name in names}
        return {name: merged(found, judges=order, **known) for name, found in parts.items() if found}, evidence.whole.facts
    planned_ids = [item.id for item in evidence.items] if evidence.planned is not None else []
    counter = PatternCounter({criterion.name: criterion.scale for criterion in evidence.rubric.criteria}, planned_ids, judges=order)
    for batch in evidence.table.to_batches(max_chunksize=250_000):
        counter.add(batch)
    return counter.counts(**known), counter.facts()


def _adjudicated(evidence: Evidence) -> Gold | None:
    from judgeaudit.analyses.gold import adjudicate

    if evidence.gold is None:
        return None
    judged = {item.id for item in evidence.items} | set(evidence.table["item_id"].unique().to_pylist())
    if evidence.whole is not None:
        judged |= evidence.whole.item_ids()
    return adjudicate(evidence.gold, evidence.rubric, judged)


def _judges_of(evidence: Evidence) -> tuple[results.JudgeFacts, ...]:
    """Judges of the rubric first, in its order, then the others of the table by name."""
    from judgeaudit.api.judge_facts import facts_from_table, facts_from_tallies

    order = {judge.name: n for n, judge in enumerate(evidence.rubric.judges)}
    found = facts_from_table(evidence.table) if evidence.whole is None else facts_from_tallies(evidence.whole.tallies)
    return tuple(sorted(found, key=lambda facts: (order.get(facts.name, len(order)), facts.name)))


def _no_gold(gold: Any) -> str:
    """Why no judge can be held against gold, where none can."""
    from judgeaudit.analyses.gold import none_decided
    from judgeaudit.decision.rules import NO_GOLD

    return NO_GOLD if gold is None else f"{none_decided(gold)}; without gold no judge is deployed"


def _noticed(facts: Any) -> tuple[results.Finding, ...]:
    if not facts.mixed:
        return ()
    text = f"items have two strata or clusters, and the first by name counts: {'; '.join(facts.mixed)}"
    return (results.Finding(severity="warning", text=text),)


def rubric_facts(evidence: Evidence) -> results.RubricFacts:
    """The rubric as far as a report needs it."""
    rubric = evidence.rubric
    criteria = tuple(
        {"name": c.name, "question": c.question, "kind": c.kind, "level": c.scale.level, "labels": list(c.scale.labels or ()), "scale": c.scale.describe()}
        for c in rubric.criteria
    )
    return results.RubricFacts(
        name=rubric.name,
        version=rubric.version,
        mode=rubric.mode,
        replicates=rubric.replicates if evidence.planned is not None else None,
        seed=rubric.seed,
        criteria=criteria,
        assumed=evidence.assumed,
    )


def capped(cases: Iterable[results.Case], flagged: Iterable[tuple[str, str, str, int]] = ()) -> tuple[tuple[results.Case, ...], tuple[results.Finding, ...]]:
    """At most MAX_CASES of one flag, judge and criterion, and a finding for each that was cut, here or (`flagged`) by the analysis."""
    seen: Counter[tuple[str, str | None, str | None]] = Counter()
    kept = []
    for case in cases:
        key = (case.flag, case.judge, case.criterion)
        seen[key] += 1
        if seen[key] <= thresholds.MAX_CASES:
            kept.append(case)
    for flag, judge, criterion, n in flagged:
        seen[flag, judge, criterion] = n
    cut = tuple(
        results.Finding(severity="note", judge=judge, criterion=criterion, text=f"{n} cases are flagged {flag}; the first {thresholds.MAX_CASES} are listed")
        for (flag, judge, criterion), n in seen.items()
        if n > thresholds.MAX_CASES
    )
    return tuple(kept), cut


def _marked(analyses: tuple[results.Analysis, ...]) -> list[dict[str, Any]]:
    """The claims that the page shows in place."""
    return [row for analysis in analyses if analysis.name == "evidence" for row in analysis.blocks.get("marked", ())]


def _with_findings(analyses: tuple[results.Analysis, ...], extra: tuple[results.Finding, ...]) -> tuple[results.Analysis, ...]:
    if not extra or not analyses:
        return analyses
    first = analyses[0].model_copy(update={"findings": analyses[0].findings + extra})
    return (first, *analyses[1:])
