"""What `judgeaudit check` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judgeaudit.domain.results import JudgePlan, Plan
from judgeaudit.report.text import clean


def render_plan(plan: Plan, *, width: int = 100) -> str:
    """The plan as plain text: calls, then each judge's requested against effective parameters, then warnings."""
    axes = (
        (plan.n_items, "item", "items"),
        (len(plan.criteria), "criterion", "criteria"),
        (plan.replicates, "replicate", "replicates"),
        (len(plan.judges), "judge", "judges"),
    )
    product = " x ".join(f"{n:,} {one if n == 1 else many}" for n, one, many in axes)
    lines = [
        f"{plan.rubric}: {plan.mode}, {product} = {plan.calls:,} calls",
        f"criteria: {', '.join(plan.criteria)}",
        "no call was made and nothing was written",
    ]
    for judge in plan.judges:
        lines += ["", *_judge(judge)]
    if plan.probes:
        lines += ["", *_probes(plan.probes)]
    if plan.gold is not None:
        g = plan.gold
        lines += [
            "",
            f"gold: {g['labels']} labels of {g['annotators']} annotator{'' if g['annotators'] == 1 else 's'}; {g['items_with_gold']} items have gold, {g['items_without_gold']} have none",
        ]
    if plan.warnings:
        lines += ["", *(f"warning: {warning}" for warning in plan.warnings)]
    return "\n".join(clean(line) for line in lines)


def _probes(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """What each probe adds to the calls and the cost above, and all of them together."""
    wide = max(len(row["probe"]) for row in rows)
    costs = [row["cost_usd"] for row in rows if row["cost_usd"] is not None]
    total = {"calls": sum(row["calls"] for row in rows), "exact": True, "cost_usd": sum(costs) if costs else None, "unpriced": rows[0]["unpriced"]}
    total["exact"] = all(row["exact"] for row in rows)
    lines = [f"probes add {_added(total)}"]
    for row in rows:
        lines.append(f"  {row['probe']:<{wide}}  {_added(row)}")
        lines += [f"  {'':<{wide}}  not of {n} item{'' if n == 1 else 's'}: {reason}" for reason, n in sorted(row.get("not_applicable", {}).items())]
    return lines


def _added(row: Mapping[str, Any]) -> str:
    if row["exact"] and not row["calls"]:
        return "no calls"
    calls = f"{'' if row['exact'] else 'at most '}{row['calls']:,} calls"
    if row["cost_usd"] is None:
        return f"{calls}, unknown price"
    cost = "no cost (runs on this machine)" if row["cost_usd"] == 0 else f"at most ${row['cost_usd']:.4f}"
    return f"{calls}, {cost}" + (f" and the unknown price of {', '.join(row['unpriced'])}" if row["unpriced"] else "")


def _judge(judge: JudgePlan) -> list[str]:
    name = judge.name if judge.name == judge.model else f"{judge.name} ({judge.model})"
    lines = [f"judge {name}: {judge.calls} calls"]
    if judge.not_ready:
        lines += [f"  cannot be asked: {judge.not_ready.splitlines()[0]}", *(f"  {line}" for line in judge.not_ready.splitlines()[1:])]
    rows = [("parameter", "requested", "effective")]
    for key in dict.fromkeys([*judge.requested, *judge.effective]):
        sent = judge.effective.get(key, "not sent" if key in judge.dropped else "provider default")
        rows.append((key, _show(judge.requested.get(key, "-")), _show(sent) + (f"  ({judge.dropped[key]})" if key in judge.dropped else "")))
    wide = [max(len(row[i]) for row in rows) for i in range(2)]
    lines += [f"  {row[0]:<{wide[0]}}  {row[1]:<{wide[1]}}  {row[2]}" for row in rows] if len(rows) > 1 else []
    axis = "a seed each" if judge.axis == "seed" else "plain repeats (this judge takes no seed)"
    lines += [f"  replicates: {judge.axis} axis, {axis}"]
    if not judge.model.startswith("python:"):
        lines.append(f"  reply format: {_SCHEMA.get(judge.schema_mode, judge.schema_mode)}")
    lines += [f"  note: {note}" for note in judge.notes]
    if judge.prompt_tokens[1]:
        low, high = judge.prompt_tokens[0] + judge.completion_tokens[0], judge.prompt_tokens[1] + judge.completion_tokens[1]
        lines.append(f"  tokens: about {low:,} to {high:,}")
    return [*lines, f"  cost: {_cost(judge)}"]


_SCHEMA = {"json_schema": "JSON schema sent with the request, and checked by us", "instructions": "asked for in words, and checked by us"}


def _cost(judge: JudgePlan) -> str:
    if judge.cost_usd is None:
        return "unknown price; give prices: in the rubric to have a range (a budget then needs --max-calls)"
    low, high = judge.cost_usd
    return "none (runs on this machine)" if high == 0 else f"about ${low:.4f} to ${high:.4f}"


def _show(value: Any) -> str:
    return str(value)
