"""Checks for drift, built by hand: everything that the page can show, one that could measure nothing, one that is hostile, and a large one."""

from __future__ import annotations

from typing import Any

from judgeaudit.domain.drift import DriftAnswer, DriftMeasure
from judgeaudit.domain.results import Analysis, Audit, Case, CaseText, Estimate, Finding, JudgeFacts, RubricFacts
from tests.report.sample_edges import HOSTILE

GPT, LOCAL, FEE, TONE = "openai/gpt-5-mini", "local/smollm2", "names the fee", "tone"
WITHIN = "the 90 % interval lies within the margin"
NEITHER = "neither beyond chance nor shown to be within the margin"
BEYOND = "more than chance, and not shown to be within the margin"
OLD = "The reply names the fee of 12 euros.\nIt is polite."
NEW = "The reply does not name the fee of 30 euros.\nThe deadline is missing."


def measure(name: str, answer: Any, effect: float | None, low: float | None = None, high: float | None = None, **more: Any) -> DriftMeasure:
    reasons = {"drifted": BEYOND, "equivalent": WITHIN, "inconclusive": NEITHER}
    given: dict[str, Any] = {
        "criterion": FEE,
        "margin": 0.05,
        "n_items": 300,
        "reason": reasons[answer],
        "p": 0.2,
        "p_adjusted": 0.8,
        "detectable": 0.064,
    } | more
    return DriftMeasure(measure=name, answer=answer, effect=effect, low=low, high=high, **given)


def answers() -> tuple[DriftAnswer, ...]:
    gpt = (
        measure("marginal_shift", "drifted", -0.082, -0.121, -0.043, group="pass", p=0.00004, p_adjusted=0.0003),
        measure("excess_flip_rate", "equivalent", 0.011, -0.004, 0.026),
        measure("accuracy_shift", "inconclusive", -0.031, -0.09, 0.028, n_items=150),
        measure("answered_shift", "equivalent", 0.0, -0.01, 0.01, p=1.0, p_adjusted=1.0),
        measure("marginal_shift", "drifted", 0.21, 0.15, 0.27, criterion=TONE, margin=0.2, detectable=None),
        measure("marginal_shift", "drifted", -0.3, -0.41, -0.19, group="pass", stratum="returns", n_items=75),
        measure("accuracy_shift", "inconclusive", None, stratum="legal", n_items=0, p=None, p_adjusted=None, detectable=None, reason="no gold in legal"),
    )
    local = (
        measure("churn", "inconclusive", 0.04, 0.02, 0.07, p=None, p_adjusted=None, detectable=None),
        measure("answered_shift", "inconclusive", 0.0, 0.0, 0.0, n_items=7, reason="7 anchors, fewer than 10"),
    )
    return (
        DriftAnswer(judge=GPT, was="openai/gpt-5-nano", answer="drifted", sentence="It drifted: it says 'pass' less often.", measures=gpt, n_anchors=300),
        DriftAnswer(judge=LOCAL, was=LOCAL, answer="inconclusive", sentence="Whether it drifted cannot be told.", measures=local, n_anchors=7),
    )


def about(stratum: str | None = None, criterion: str = FEE, judge: str = GPT, **more: Any) -> dict[str, Any]:
    return {"judge": judge, "criterion": criterion, "stratum": stratum, **more}


def part(value: float | None, low: float | None = None, high: float | None = None, why: str | None = None) -> dict[str, Any]:
    return {"value": value, "low": low, "high": high, "undefined": why}


def share(criterion: str, group: str | None, apart: str | None, **parts: dict[str, Any]) -> dict[str, Any]:
    stratum = {"stratum": "returns", "weight_before": 0.2, "weight_now": 0.4, "before": 0.45, "now": None, "judge": None, "n_anchors": 0, "pooled": True}
    row = {
        "judge_name": GPT,
        "criterion": criterion,
        "group": group,
        "before": 0.642,
        "now": 0.581,
        "strata": [stratum],
        "notes": ["fewer than 2 anchors in returns"],
    }
    return row | parts | {"told_apart": apart is None, "why_not": apart}


def blocks() -> dict[str, list[dict[str, Any]]]:
    rate = {"kind": "rate", "unit": "share of calls", "p": 0.004, "n_items": 300, "note": ""}
    ratio = {"kind": "ratio", "unit": "tokens", "p": None, "note": "", "n_items": 300}
    reasons = {"n_items": 290, "similarity_between": 0.81, "similarity_within": None, "drop": None, "low": None, "high": None, "drop_p": None, "undefined": ""}
    cites = {"low": 0.02, "high": 0.06, "p": 0.001, "n_items": 250, "note": ""}
    return {
        "transitions": [
            about(labels=["pass", "fail", "no verdict"], counts=[[160, 31, 1], [6, 99, 0], [2, 1, 0]], of="each item's verdict"),
            about("returns", labels=["pass", "fail", "no verdict"], counts=[[20, 15, 0], [0, 40, 0], [0, 0, 0]], of="each item's verdict"),
        ],
        "accuracy": [
            about(metric="accuracy", before=0.853, now=0.822, right_to_wrong=11, wrong_to_right=6, right_both=117, wrong_both=16, n_items=150),
            about(criterion=TONE, metric="mae", before=0.41, now=0.52, n_items=80),
        ],
        "shares": [
            share(FEE, "pass", None, total=part(-0.061, -0.09, -0.03), judge=part(-0.05, -0.06, -0.04), system=part(-0.001, -0.02, 0.02), mix=part(-0.01, -0.02, -0.002)),
            share(TONE, None, "the interval is as wide as the whole change", total=part(0.02, -0.1, 0.14), judge=part(0.01, -0.2, 0.22),
                  system=part(None, why="no item of returns before"), mix=part(None, why="no strata")),
        ],
        "replies": [
            about(what="answered", before=1.0, now=0.942, change=-0.058, low=-0.09, high=-0.03, **rate),
            about(what="length of replies", before=80.1, now=104.0, change=1.305, low=1.28, high=1.33, **ratio),
            about(what="cost of a call", before=None, now=None, change=None, low=None, high=None, **{**ratio, "note": "no cost_usd in the baseline"}),
            about("returns", what="answered", before=0.98, now=0.97, change=-0.01, low=-0.05, high=0.03, **rate),
        ],
        "rationales": [
            about(which="same_verdict", decides=True, mmd_p=0.0005, mmd_p_adjusted=0.004, **reasons),
            about(which="all", decides=False, mmd_p=0.3, mmd_p_adjusted=None, **reasons),
            about(judge=LOCAL, which="same_verdict", decides=True, mmd_p=None, mmd_p_adjusted=None, **{**reasons, "undefined": "the baseline has no rationales"}),
        ],
        "evidence": [
            about(what="fabricated_quote", before=0.01, now=0.05, shift=0.04, p_adjusted=0.008, **cites),
            about(what="invented_name", before=0.0, now=0.0, shift=0.0, p_adjusted=None, **cites),
            about(what="cited_evidence", before=0.3, now=0.2, shift=-0.1, p_adjusted=0.01, **cites),
        ],
        "causes": [
            {"judge": GPT, "what": "judge", "before": GPT, "after": GPT, "changed": False, "note": ""},
            {"judge": GPT, "what": "served model", "before": "gpt-5-mini-2025-08-07", "after": "gpt-5-mini-2026-02-01", "changed": True, "note": "all of calls"},
            {"judge": GPT, "what": "parameter temperature", "before": "0", "after": None, "changed": None, "note": "not recorded in the current run"},
        ],
        "alignment": [alignment("i1")],
    }  # fmt: skip


def alignment(item: str) -> dict[str, Any]:
    """The fee is in both rationales, with another number and finding; the rest is said by one."""

    def cell(version: str, start: int, end: int, *marks: tuple[int, int, str]) -> dict[str, Any]:
        return {
            "judge": f"{GPT} ({version})",
            "replicate": 0,
            "start": start,
            "end": end,
            "marks": [{"start": a, "end": b, "kind": kind} for a, b, kind in marks],
        }

    first = [cell("baseline", 0, 36, (27, 35, "number")), cell("current", 0, 44, (10, 18, "polarity"), (35, 43, "number"))]
    return {
        "judge": GPT, "criterion": FEE, "item_id": item, "columns": [{"judge": f"{GPT} ({version})", "replicate": 0} for version in ("baseline", "current")],
        "rows": [{"about": "fee", "cells": first}, {"about": "", "cells": [cell("baseline", 37, 50), None]}, {"about": "", "cells": [None, cell("current", 45, 69)]}],
    }  # fmt: skip


def text_of(
    item: str, old: str | None = OLD, new: str | None = NEW, labels: tuple[str, str] = ("pass", "fail"), judge: str = GPT, criterion: str = FEE
) -> CaseText:
    replies = tuple(
        {"judge": f"{judge} ({version})", "criterion": criterion, "replicate": 0, "status": "ok", "label": label, "rationale": said}
        for version, label, said in (("baseline", labels[0], old), ("current", labels[1], new))
    )
    return CaseText(item_id=item, texts={"input": "What does it cost?", "response": "The fee may be 12 euros."}, replies=replies)


def flip(item: str, detail: str, judge: str = GPT, criterion: str = FEE) -> Case:
    return Case(analysis="drift", flag="flipped_anchor", judge=judge, criterion=criterion, item_id=item, replicates=(0,), detail=detail)


def estimates() -> tuple[Estimate, ...]:
    def one(name: str, value: float | None, low: float | None = None, high: float | None = None, *, why: str | None = None, **more: Any) -> Estimate:
        given: dict[str, Any] = {"judge": GPT, "criterion": FEE, "n_items": 300} | more
        return Estimate(analysis="drift", name=name, value=value, low=low, high=high, undefined=why, **given)

    return (
        one("same_verdict_share", 0.869, 0.826, 0.903), one("noise_floor", 0.021, 0.01, 0.04), one("excess_flip_rate", None, why="one replicate of each version"),
        one("version_alpha", 0.71, 0.62, 0.79), one("mcnemar_p", 0.00003), one("accuracy_shift", -0.031, -0.09, 0.028), one("accuracy_mcnemar_p", 0.33),
        one("mae_shift", 0.11, 0.02, 0.2, criterion=TONE), one("production_shift", None, why="every item is an anchor", judge=LOCAL),
    )  # fmt: skip


def drift_audit() -> Audit:
    """Two judges, one of which drifted; a criterion with labels and one with scores; strata, gold, production, reasons."""
    found = answers()
    findings = (
        Finding(severity="serious", text=found[0].sentence, judge=GPT),
        Finding(severity="warning", text="What changed between the runs: the served model.", judge=GPT),
    )
    return Audit(
        judgeaudit_version="0.1.0", rubric=RubricFacts(name="refund replies", criteria=({"name": FEE}, {"name": TONE})),
        run={"baseline": "march", "current": "april", "n_items": 300}, judges=(JudgeFacts(name=GPT), JudgeFacts(name=LOCAL)),
        analyses=(Analysis(name="drift", findings=findings, blocks=blocks()),), estimates=estimates(), drift=found,
        cases=(flip("i1", "pass -> fail (gold pass)"), flip("i2", "fail -> pass (gold pass)"), flip("i3", "4 x3 -> 5 x3", criterion=TONE), flip("i4", "pass -> fail (gold other)")),
        texts=(text_of("i1"), text_of("i2", "The same words.", "The same words.", labels=("fail", "pass")), text_of("i3", criterion=TONE, labels=("4", "5"), new=None)),
    )  # fmt: skip


def bare_drift() -> Audit:
    """Nothing in common: nothing was measured."""
    answer = DriftAnswer(judge=LOCAL, was=LOCAL, answer="inconclusive", sentence="Nothing can be said of local/smollm2: no item is in both runs.")
    analysis = Analysis(name="drift", status="not_measured", reason="no item has a verdict of both versions")
    return Audit(judgeaudit_version="0.1.0", rubric=RubricFacts(name="verdicts.jsonl"), analyses=(analysis,), drift=(answer,))


def hostile_drift() -> Audit:
    """Every text that others wrote attacks the page; blocks hold rows that are none."""
    everything = " ".join(HOSTILE)
    attack = {"judge": HOSTILE[0], "criterion": everything, "stratum": None}

    def turned(value: Any) -> Any:
        """Strings of a block as attacks, but for those that the page reads."""
        if isinstance(value, dict):
            return {key: one if key in ("kind", "metric", "what") and key != "note" else turned(one) for key, one in value.items()} | {
                k: v for k, v in attack.items() if k in value and isinstance(value[k], str)
            }
        return [turned(one) for one in value] if isinstance(value, list) else everything if isinstance(value, str) else value

    broken: list[Any] = [None, 7, "x", {"labels": 3}, {"labels": ["a"], "counts": [[1, 2]]}, {"counts": [["<b>"]], "labels": ["a"]}, {"before": [], "rows": {}}]
    hurt = {name: [*turned(rows), *broken] for name, rows in blocks().items() if name != "alignment"}
    measures = (
        measure("marginal_shift", "drifted", -0.3, -0.4, -0.2, group=everything, criterion=everything, stratum=everything),
        measure("x" * 40, "inconclusive", None, criterion=everything, reason=everything),
    )
    answer = DriftAnswer(judge=HOSTILE[0], was=everything, answer="drifted", sentence=everything, measures=measures, n_anchors=3)
    return Audit(
        judgeaudit_version="0.1.0", rubric=RubricFacts(name=everything), judges=(JudgeFacts(name=HOSTILE[0]),), drift=(answer,),
        analyses=(Analysis(name="drift", blocks=hurt),), cases=(flip(everything, f"{everything} (gold {everything})", HOSTILE[0], everything),),
        texts=(text_of(everything, everything, f"{everything} not", (HOSTILE[1], everything), HOSTILE[0], everything),),
    )  # fmt: skip


def large_drift() -> Audit:
    """Twenty judges on four criteria with forty strata, 10,000 anchors of which 3,000 flipped, a scale of sixty labels."""

    def many(judge: str) -> tuple[DriftMeasure, ...]:
        return tuple(
            measure("answered_shift", "equivalent", 0.001, -0.02, 0.02, criterion=f"c{c}", stratum=None if s < 0 else f"stratum {s}")
            for c in range(4) for s in range(-1, 40)
        )  # fmt: skip

    names = [f"judge-{n}" for n in range(20)]
    labels = [*(f"label {n}" for n in range(60)), "no verdict"]
    counts = [[(7 * i + j) % 5 for j in range(61)] for i in range(61)]
    found = blocks()
    wide = [
        about(None if s < 0 else f"stratum {s}", f"c{c}", name, labels=labels, counts=counts, of="x") for name in names for c in range(4) for s in range(-1, 5)
    ]
    replies = [{**row, "judge": name, "stratum": f"stratum {s}"} for row in found["replies"] for name in names for s in range(40)]
    long = "The reply names the fee and the deadline. " * 90
    return Audit(
        judgeaudit_version="0.1.0", rubric=RubricFacts(name="large"), judges=tuple(JudgeFacts(name=name) for name in names),
        analyses=(Analysis(name="drift", blocks={"transitions": wide, "replies": [*found["replies"], *replies]}),),
        drift=tuple(DriftAnswer(judge=name, was=name, answer="equivalent", sentence="It is the same.", measures=many(name), n_anchors=10_000) for name in names),
        cases=tuple(flip(f"i{n}", "pass -> fail", names[n % 20]) for n in range(3000)), texts=tuple(text_of(f"i{n}", long, long[2:], judge=names[n % 20]) for n in range(200)),
    )  # fmt: skip
