"""From a ratings table to an audit: count patterns, run the analyses, hold the gates, decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from judgeaudit import __version__, thresholds
from judgeaudit.api.inputs import clusters_of
from judgeaudit.domain import results
from judgeaudit.domain.items import GoldLabel, Item
from judgeaudit.domain.rubric import Rubric

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Evidence:
    """All that an audit is made from. `planned` counts planned plain calls by (judge, criterion), None for verdict files; `not_applicable`
    the items that a probe was not made of, by (probe, judge, criterion) and reason."""

    rubric: Rubric
    table: pa.Table
    items: Sequence[Item] = ()
    gold: Sequence[GoldLabel] | None = None
    judges: tuple[results.JudgeFacts, ...] = ()
    models: Mapping[str, str] = field(default_factory=dict)
    planned: Mapping[tuple[str, str], int] | None = None
    not_applicable: Mapping[tuple[str, str, str], Mapping[str, int]] = field(default_factory=dict)
    run: Mapping[str, Any] = field(default_factory=dict)
    incomplete: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    findings: tuple[results.Finding, ...] = ()
    on_embed: Callable[[int, int], None] | None = None


def assemble(evidence: Evidence, *, texts: bool = True) -> results.Audit:
    """The audit of a ratings table.

    Raises
    ------
    NothingInCommonError
        When gold was given and no judged item has any.
    """
    from judgeaudit.analyses import run_analyses
    from judgeaudit.analyses.calibration import check_overlap
    from judgeaudit.decision.gates import check_gates
    from judgeaudit.decision.rules import decide

    data = _analysis_input(evidence, texts)
    if data.gold is not None:
        check_overlap(data)
    outputs = run_analyses(data)
    estimates = tuple(estimate for output in outputs for estimate in output.estimates)
    judges = evidence.judges or _judges_of(evidence)
    gates = check_gates(evidence.rubric, estimates, judges=[facts.name for facts in judges])
    decisions = decide(
        evidence.rubric, judges, estimates, gates, has_gold=data.gold is not None and bool(data.gold.codes), outputs=outputs, no_gold=_no_gold(data.gold)
    )
    cases, capped = _capped(case for output in outputs for case in output.cases)
    analyses = tuple(output.analysis for output in outputs)
    return results.Audit(
        judgeaudit_version=__version__,
        rubric=_rubric_facts(evidence),
        run=dict(evidence.run),
        judges=judges,
        decisions=decisions,
        gates=gates,
        analyses=_with_findings(analyses, evidence.findings + _noticed(data.facts) + capped),
        estimates=estimates,
        cases=cases,
        texts=case_texts(cases, evidence.table, evidence.items) if texts else (),
        incomplete=evidence.incomplete,
    )


def _analysis_input(evidence: Evidence, texts: bool) -> Any:
    from judgeaudit.analyses.gold import adjudicate
    from judgeaudit.analyses.inputs import AnalysisInput
    from judgeaudit.api.embedding import load_models
    from judgeaudit.tables import PatternCounter

    scales = {criterion.name: criterion.scale for criterion in evidence.rubric.criteria}
    planned_ids = [item.id for item in evidence.items] if evidence.planned is not None else []
    counter = PatternCounter(scales, planned_ids, judges=[judge.name for judge in evidence.rubric.judges])
    for batch in evidence.table.to_batches(max_chunksize=250_000):
        counter.add(batch)
    judged = {item.id for item in evidence.items} | set(evidence.table["item_id"].unique().to_pylist())
    gold = adjudicate(evidence.gold, evidence.rubric, judged) if evidence.gold is not None else None
    patterns = counter.counts(
        gold=gold.codes if gold is not None else None,
        strata={item.id: item.stratum for item in evidence.items if item.stratum},
        clusters=clusters_of(evidence.items),
    )
    loaded = load_models(evidence.rubric, evidence.table, on_embed=evidence.on_embed)
    return AnalysisInput(
        rubric=evidence.rubric,
        patterns=patterns,
        table=evidence.table,
        facts=counter.facts(),
        items={item.id: item for item in evidence.items},
        gold=gold,
        planned=evidence.planned,
        not_applicable=evidence.not_applicable,
        models=evidence.models,
        seed=evidence.rubric.seed,
        embed=loaded.embed,
        tuned=loaded.tuned,
        embedder=loaded.name,
        no_embedder=loaded.missing,
        compare=loaded.compare,
        texts=texts,
    )


def _judges_of(evidence: Evidence) -> tuple[results.JudgeFacts, ...]:
    """Judges of the rubric first, in its order, then the others of the table by name."""
    from judgeaudit.api.judge_facts import facts_from_table

    order = {judge.name: n for n, judge in enumerate(evidence.rubric.judges)}
    return tuple(sorted(facts_from_table(evidence.table), key=lambda facts: (order.get(facts.name, len(order)), facts.name)))


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


def _rubric_facts(evidence: Evidence) -> results.RubricFacts:
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


def _capped(cases: Iterable[results.Case]) -> tuple[tuple[results.Case, ...], tuple[results.Finding, ...]]:
    """At most MAX_CASES of one flag, judge and criterion, and a finding for each that was cut."""
    seen: Counter[tuple[str, str | None, str | None]] = Counter()
    kept = []
    for case in cases:
        key = (case.flag, case.judge, case.criterion)
        seen[key] += 1
        if seen[key] <= thresholds.MAX_CASES:
            kept.append(case)
    cut = tuple(
        results.Finding(severity="note", judge=judge, criterion=criterion, text=f"{n} cases are flagged {flag}; the first {thresholds.MAX_CASES} are listed")
        for (flag, judge, criterion), n in seen.items()
        if n > thresholds.MAX_CASES
    )
    return tuple(kept), cut


def _with_findings(analyses: tuple[results.Analysis, ...], extra: tuple[results.Finding, ...]) -> tuple[results.Analysis, ...]:
    if not extra or not analyses:
        return analyses
    first = analyses[0].model_copy(update={"findings": analyses[0].findings + extra})
    return (first, *analyses[1:])


def case_texts(cases: Sequence[results.Case], table: pa.Table, items: Sequence[Item]) -> tuple[results.CaseText, ...]:
    """Texts of the listed cases: the item's own, and what every judge said about it. Both capped in length and number.

    A rationale is shown with its reasons, and with the outputs of a pairwise call by their own names (`relabelled` where they were
    shown in the other order); the reasoning before it where a case is about it.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    listed: Counter[str] = Counter()
    wanted: dict[str, bool] = {}
    for case in cases:
        listed[case.flag] += 1
        if case.item_id is not None and listed[case.flag] <= thresholds.MAX_CASES_LISTED:
            wanted[case.item_id] = wanted.get(case.item_id, False) or case.flag == "reasoning_contradicts_rationale"
    if not wanted:
        return ()
    columns = [*_REPLY, "item_id", "rationale", "reasons", "reasoning", "order", "probe"]
    rows = table.filter(pc.is_in(table["item_id"], value_set=pa.array(list(wanted)))).select(columns).to_pylist()
    replies: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        if not row["probe"]:
            replies.setdefault(row["item_id"], []).append(_reply(row, reasoning=wanted[row["item_id"]]))
    sources = {item.id: {name: _cut(text) for name, text in item.sources().items()} for item in items if item.id in wanted}
    return tuple(results.CaseText(item_id=i, texts=sources.get(i, {}), replies=tuple(replies.get(i, ()))) for i in wanted)


_REPLY = ("judge", "criterion", "replicate", "status", "label", "score")


def _reply(row: Mapping[str, Any], *, reasoning: bool) -> dict[str, Any]:
    """What a judge said in one replicate, as a case shows it."""
    from judgeaudit.analyses.rationales.rows import SWAPPED, shown_rationale, shown_reasoning

    reply = {**{name: _cut(row[name]) for name in _REPLY}, "rationale": _cut(shown_rationale(row) or None)}
    if row["order"] == SWAPPED and reply["rationale"]:
        reply["relabelled"] = True
    if reasoning and row["reasoning"]:
        reply["reasoning"] = _cut(shown_reasoning(row)[-thresholds.MAX_REASONING :])
    return reply


def _cut(value: Any) -> Any:
    if isinstance(value, str) and len(value) > thresholds.MAX_TEXT:
        return value[: thresholds.MAX_TEXT] + " ... (cut)"
    return value
