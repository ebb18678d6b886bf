"""`check`: what a run would do, without doing it: calls, effective parameters, tokens, cost. Writes nothing, calls nobody."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from judgeaudit.api.inputs import Inputs, PathLike, read_inputs, require_run
from judgeaudit.domain.calls import CallSpec, EffectiveParameters, ProbeCalls
from judgeaudit.domain.results import JudgePlan, Plan
from judgeaudit.domain.rubric import Judge, Rubric
from judgeaudit.errors import JudgeError

if TYPE_CHECKING:
    from judgeaudit.domain.items import GoldLabel

CHARACTERS_PER_TOKEN = (5.0, 2.5)
"""Characters that one token stands for, at least and at most; other scripts than Latin take up to one token a character."""

REPLY_TOKENS = (60, 400)
"""Tokens of a reply with reasons, at least and at most where no limit is set: ours, from replies of the example rubrics."""


def check(
    rubric: PathLike | Rubric,
    *,
    items: PathLike | None = None,
    gold: PathLike | None = None,
    judges: Sequence[str] = (),
    replicates: int | None = None,
) -> Plan:
    """Validate a rubric with its files and plan the run.

    Returns
    -------
    Plan
        Per judge: requested and effective parameters, what is dropped and why, calls, token and cost ranges (USD; None where
        the price is unknown). A judge that cannot be asked has `not_ready`. `probes` says what each probe adds at most to that.

    Raises
    ------
    JudgeAuditError
        When a file is wrong.
    """
    from judgeaudit.judging.parameters import resolve
    from judgeaudit.judging.plan import plan_calls

    inputs = read_inputs(rubric, items=items, gold=gold, judges=judges, replicates=replicates)
    require_run(inputs)
    parameters = {judge.name: resolve(inputs.rubric, judge) for judge in inputs.rubric.judges}
    specs = plan_calls(inputs.rubric, inputs.items, parameters)
    plans = tuple(_judge_plan(judge, inputs, parameters[judge.name], [s for s in specs if s.judge == judge.name]) for judge in inputs.rubric.judges)
    return Plan(
        rubric=inputs.rubric.name,
        mode=inputs.rubric.mode,
        n_items=len(inputs.items),
        criteria=tuple(criterion.name for criterion in inputs.rubric.criteria),
        replicates=inputs.rubric.replicates,
        judges=plans,
        probes=_probes(inputs, parameters, specs),
        gold=_gold_counts(inputs) if inputs.gold is not None else None,
        warnings=_warnings(inputs, plans),
    )


def _judge_plan(judge: Judge, inputs: Inputs, one: EffectiveParameters, specs: Sequence[CallSpec]) -> JudgePlan:
    from judgeaudit.judging.client import check_ready

    try:
        check_ready(judge, inputs.folder)
        not_ready = None
    except JudgeError as error:
        not_ready = str(error)
    prompt, completion = (0, 0), (0, 0)
    if judge.kind != "python":
        prompt, completion = _prompt_tokens(specs), _completion_tokens(one, len(specs))
    return JudgePlan(
        name=judge.name,
        model=judge.model,
        requested=one.requested,
        effective=one.effective,
        dropped=one.dropped,
        axis="seed" if one.takes_seed else "repeat",
        schema_mode=one.schema_mode,
        notes=one.notes,
        not_ready=not_ready,
        calls=len(specs),
        prompt_tokens=prompt,
        completion_tokens=completion,
        cost_usd=_cost(judge, inputs.rubric, prompt, completion),
    )


def _probes(inputs: Inputs, parameters: Mapping[str, EffectiveParameters], plain: Sequence[CallSpec]) -> tuple[dict[str, Any], ...]:
    """What each probe adds at most: {probe, calls, exact, cost_usd, unpriced, not_applicable}; `cost_usd` is of the judges whose price is known, None
    where none is; `not_applicable` counts, by reason, the items that it is not made of.

    A probe that builds on what a judge cites is made of no more items than it is asked about, and shows no longer texts than these.
    """
    from judgeaudit.api.probing import first_stage, labelled
    from judgeaudit.judging.probe_plan import asked_items
    from judgeaudit.probes import PROBES

    first = first_stage(inputs, parameters)
    by_probe: dict[str, list[CallSpec]] = {}
    for spec in first.specs:
        by_probe.setdefault(spec.probe or "", []).append(spec)
    asked = [probe for probe in PROBES if probe.name in inputs.rubric.probes]
    shown = asked_items(inputs.rubric, inputs.items, asked, labelled(inputs))
    rows = {}
    for probe in asked:
        specs = by_probe.get(probe.name, []) if probe.stage != 2 else [spec for spec in plain if spec.item_id in shown[probe.name]]
        adds = [_judge_plan(judge, inputs, parameters[judge.name], [s for s in specs if s.judge == judge.name]) for judge in inputs.rubric.judges]
        costs = [plan.cost_usd[1] for plan in adds if plan.cost_usd is not None]
        rows[probe.name] = {
            "probe": probe.name, "calls": sum(plan.calls for plan in adds), "exact": probe.stage != 2, "cost_usd": sum(costs) if costs else None,
            "unpriced": [plan.name for plan in adds if plan.cost_usd is None], "not_applicable": _left_out(row for row in first.rows if row.probe == probe.name),
        }  # fmt: skip
    return tuple(rows[name] for name in inputs.rubric.probes)


def _left_out(rows: Iterable[ProbeCalls]) -> dict[str, int]:
    """Why a probe is not made of items, and of how many of them at most, over judges and criteria."""
    found: dict[str, int] = {}
    for row in rows:
        found |= {reason: max(n, found.get(reason, 0)) for reason, n in row.not_applicable.items()}
    return found


def _prompt_tokens(specs: Sequence[CallSpec]) -> tuple[int, int]:
    sizes: dict[int, tuple[float, float]] = {}
    low = high = 0.0
    for spec in specs:
        key = id(spec.prompt)
        if key not in sizes:
            sizes[key] = _tokens("\n".join(message["content"] for message in spec.prompt.messages))
        low, high = low + sizes[key][0], high + sizes[key][1]
    return int(low), math.ceil(high)


def _tokens(text: str) -> tuple[float, float]:
    latin = sum(character < "\u0250" for character in text)
    other = len(text) - latin
    few, many = CHARACTERS_PER_TOKEN
    return latin / few + other / 2, latin / many + other


def _completion_tokens(one: EffectiveParameters, calls: int) -> tuple[int, int]:
    limit = one.effective.get("max_tokens") or one.effective.get("max_completion_tokens")
    low, high = REPLY_TOKENS
    if isinstance(limit, int):
        low, high = min(low, limit), limit
    return low * calls, high * calls


def _cost(judge: Judge, rubric: Rubric, prompt: tuple[int, int], completion: tuple[int, int]) -> tuple[float, float] | None:
    from judgeaudit.judging.prices import price_of

    price = price_of(judge, rubric.prices)
    if price is None:
        return None
    low, high = ((p * price.input + c * price.output) / 1e6 for p, c in zip(prompt, completion, strict=True))
    return low, high


def _gold_counts(inputs: Inputs) -> dict[str, Any]:
    assert inputs.gold is not None
    judged = {item.id for item in inputs.items}
    labelled = {label.item_id for label in inputs.gold}
    return {
        "labels": len(inputs.gold),
        "annotators": len({label.annotator for label in inputs.gold}),
        "items_with_gold": len(judged & labelled),
        "items_without_gold": len(judged - labelled),
        "unknown_items": sorted(labelled - judged)[:20],
        "n_unknown_items": len(labelled - judged),
    }


def _warnings(inputs: Inputs, plans: Sequence[JudgePlan]) -> tuple[str, ...]:
    from judgeaudit.probes.margin_names import margin_warnings
    from judgeaudit.probes.turned_scales import turned_warnings

    found = []
    temperatures = {plan.name: plan.effective.get("temperature", "provider default") for plan in plans if not plan.model.startswith("python:")}
    if len(set(map(str, temperatures.values()))) > 1:
        listed = ", ".join(f"{name}: {value}" for name, value in temperatures.items())
        found.append(f"judges differ in temperature ({listed}): their stability cannot be compared without saying so")
    if inputs.rubric.replicates == 1:
        found.append("one replicate: whether a judge says the same thing twice cannot be measured")
    found += [*_turned(inputs.rubric), *turned_warnings(inputs.rubric), *margin_warnings(inputs.rubric)]
    if inputs.gold is None:
        found.append("no gold labels: no judge can be approved, agreement with people is not measured")
    gold: Sequence[GoldLabel] = inputs.gold or ()
    ids = {item.id for item in inputs.items}
    unknown = {label.item_id for label in gold} - ids
    if unknown:
        found.append(f"{len(unknown)} gold items are not among the items: {', '.join(sorted(unknown)[:10])}{_written_otherwise(unknown, ids)}")
    return tuple(found)


def _turned(rubric: Rubric) -> list[str]:
    """Paraphrases that may ask the opposite: their verdicts would count as flips."""
    from judgeaudit.probes.rubric_wording import turned_around

    return [
        f"criterion {criterion.name!r}: the paraphrase {paraphrase!r} has a negation more or less than the question: a yes to one may be a no to the other"
        for criterion in rubric.criteria for paraphrase in criterion.paraphrases if turned_around(criterion.question, paraphrase)
    ]  # fmt: skip


def _written_otherwise(unknown: set[str], ids: set[str]) -> str:
    """What seems to have happened to ids of gold, with an example; empty where none looks like an item's."""
    from judgeaudit.analyses.lost_ids import CAUSES, lost_ids

    like = lost_ids(sorted(unknown), sorted(ids))
    first = next(iter(like.items()), None)
    return (
        ""
        if first is None
        else f" ({len(like)} of them look like items that are written otherwise: {first[0]!a} is {first[1][0]!a} there, {CAUSES[first[1][1]]})"
    )
