"""Audits with rationales, built by hand: three judges, five replicates, two criteria. No number is computed by judgeaudit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judgeaudit.domain.results import Analysis, Audit, Case, CaseText, Cost, Decision, Finding, JudgeFacts, RubricFacts, Span
from tests.report.sample_estimates import CLAUDE, GPT, LOCAL, TONE, WINDOW, estimate

JUDGES = (GPT, CLAUDE, LOCAL)
PAIR = f"{GPT}|{CLAUDE}"

NO_WINDOW = "The reply never says until when the lamp can be sent back, so the refund window is missing."
FIVE_DAYS = "It says “within 5 days”, but the policy gives 30 days. The greeting is friendly enough."
TEN_DAYS = "Wrong number: the reply allows 10 days where the policy gives 30 days."
TONE_ONLY = "The reply is polite. However, it does not mention the policy at all."
WORDS: dict[str, tuple[str, ...]] = {
    GPT: (NO_WINDOW, FIVE_DAYS, NO_WINDOW, TEN_DAYS, NO_WINDOW),
    CLAUDE: (TONE_ONLY, TONE_ONLY, "", NO_WINDOW, ""),
    LOCAL: tuple(
        f"Attempt {n}: the refund window is " + ("fully stated. " if n % 2 else "not stated. ") + "Word after word. " * (180 if n == 3 else 2) for n in range(5)
    ),
}


def cell(judge: str, replicate: int, text: str, words: str, marks: Sequence[tuple[str, str]] = ()) -> dict[str, Any]:
    """A cell that cuts `words` out of `text`, with (words, kind) marked in it."""
    start = text.index(words)
    notes = [{"start": start + words.index(said), "end": start + words.index(said) + len(said), "kind": kind} for said, kind in marks]
    return {"judge": judge, "replicate": replicate, "start": start, "end": start + len(words), "marks": notes}


def gpt_alignment() -> dict[str, Any]:
    missing = [("never says", "polarity"), ("refund window", "criteria")]
    five = [("“within 5 days”", "quote"), ("30 days", "number")]
    rows = [
        {"about": "refund window: missing", "cells": [cell(GPT, r, NO_WINDOW, NO_WINDOW, missing) if r in (0, 2, 4) else None for r in range(5)]},
        {
            "about": "refund window: another number than the policy",
            "cells": [
                None,
                cell(GPT, 1, FIVE_DAYS, "It says “within 5 days”, but the policy gives 30 days.", five),
                None,
                cell(GPT, 3, TEN_DAYS, TEN_DAYS, [("10 days", "number")]),
                None,
            ],
        },
    ]
    return {"judge": GPT, "criterion": WINDOW, "item_id": "refund-017", "rows": rows}


def pair_alignment() -> dict[str, Any]:
    rows = [
        {"about": "refund window: missing", "cells": [*(cell(GPT, r, NO_WINDOW, "never says until when", [("never", "polarity")]) for r in (0, 2, 4)), None]},
        {"about": "policy: not mentioned", "cells": [None, *(cell(CLAUDE, r, TONE_ONLY, "does not mention the policy", [("policy", "criteria")]) for r in (0, 1))]},
    ]  # fmt: skip
    return {"judge": PAIR, "criterion": WINDOW, "item_id": "refund-017", "rows": rows}


def replies(judge: str, criterion: str, texts: Sequence[str], label: str = "fail", **more: Any) -> list[dict[str, Any]]:
    return [
        {"judge": judge, "criterion": criterion, "replicate": n, "status": "ok", "label": label, "score": None, "rationale": text or None, **more}
        for n, text in enumerate(texts)
    ]


def item_rows() -> list[dict[str, Any]]:
    """24 items x 3 judges x 2 criteria: where each stands in the figure is written out here."""
    placed = {
        (GPT, WINDOW): [(1.0, 0.1, ["numbers", "content"])] * 5 + [(1.0, 0.3, ["criteria"])] * 3 + [(1.0, 1.0, [])] * 12 + [(0.6, 0.4, ["polarity"])] * 3 + [(0.4, 0.9, [])],
        (GPT, TONE): [(1.0, 0.3, ["content"])] * 3 + [(1.0, 0.9, [])] * 16 + [(0.6, 0.3, ["content"])] * 5,
        (CLAUDE, WINDOW): [(1.0, 0.2, ["evidence"])] * 2 + [(1.0, 1.0, [])] * 18 + [(1.0, None, [])] * 3 + [(0.6, 0.9, [])],
        (CLAUDE, TONE): [(1.0, 1.0, [])] * 21 + [(0.6, 1.0, [])] * 3,
        (LOCAL, WINDOW): [(1.0, 0.0, ["polarity", "numbers"])] * 2 + [(0.4, 0.1, ["polarity"])] * 20 + [(0.4, 0.9, [])] * 2,
        (LOCAL, TONE): [(1.0, 0.1, ["content"])] * 4 + [(0.6, 0.2, ["content"])] * 20,
    }  # fmt: skip
    rows = [
        {
            "judge": judge, "criterion": criterion, "item_id": f"refund-{(n + 16) % 24 + 1:03d}", "stratum": None, "replicates": 5, "verdict_stable": x == 1.0,
            "verdict_agreement": x, "rationale_stable": None if y is None else y >= 0.8, "rationale_agreement": y, "why": why, "label": "fail",
        }
        for (judge, criterion), items in placed.items()
        for n, (x, y, why) in enumerate(items)
    ]  # fmt: skip
    return sorted(rows, key=lambda row: (not row["verdict_stable"], 2.0 if row["rationale_agreement"] is None else row["rationale_agreement"]))


def quadrant_rows(items: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    counts = {
        (GPT, WINDOW): (12, 8, 1, 3, 0), (GPT, TONE): (16, 3, 0, 5, 0), (CLAUDE, WINDOW): (18, 2, 1, 0, 3), (CLAUDE, TONE): (21, 0, 3, 0, 0),
        (LOCAL, WINDOW): (0, 2, 2, 20, 0), (LOCAL, TONE): (0, 4, 0, 20, 0),
    }  # fmt: skip
    names = ("stable_stable", "stable_unstable", "unstable_stable", "unstable_unstable", "no_rationale")

    def ids(judge: str, criterion: str) -> list[str]:
        mine = [row for row in items if (row["judge"], row["criterion"]) == (judge, criterion)]
        return [row["item_id"] for row in mine if row["verdict_stable"] and row["rationale_stable"] is False][:20]

    return [
        {"judge": judge, "criterion": criterion, **dict(zip(names, row, strict=True)), "items": {"stable_unstable": ids(judge, criterion)}}
        for (judge, criterion), row in counts.items()
    ]


def signal_rows() -> list[dict[str, Any]]:
    values = {
        "embedding": (0.81, 0.44),
        "matched_reasons": (0.62, 0.12),
        "numbers": (0.31, 0.05),
        "polarity": (0.9, 0.71),
        "evidence": (0.55, 0.0),
        "criteria": (0.84, 0.8),
    }
    return [
        {"judge": judge, "criterion": criterion, "signal": signal, "agreement": None if judge == LOCAL and signal == "evidence" else within, "between_items": across, "n_pairs": 240}
        for judge in JUDGES
        for criterion in (WINDOW, TONE)
        for signal, (within, across) in values.items()
    ]  # fmt: skip


def blocks() -> dict[str, Any]:
    items = item_rows()
    advice = "refund_window can be checked by code; do not ask a judge"
    return {
        "items": items,
        "quadrant": quadrant_rows(items),
        "kinds": [
            {"kind": "countable", "judge": GPT, "criteria": [WINDOW], "n_items": 24, "pair_stability": 0.62, "low": 0.51, "high": 0.72, "advice": advice},
            {"kind": "subjective", "judge": GPT, "criteria": [TONE], "n_items": 24, "pair_stability": 0.81, "low": 0.7, "high": 0.88, "advice": None},
        ],
        "baseline": [
            {"judge": judge, "criterion": criterion, "n_pairs": 500, "same_share": 0.04, "numbers": 0.05, "polarity": 0.71, "evidence": 0.0, "criteria": 0.8, "stock_share": 0.31}
            for judge in JUDGES
            for criterion in (WINDOW, TONE)
        ],
        "signals": signal_rows(),
        "between": [
            {"judges": PAIR, "criterion": WINDOW, "n_items": 24, "same_verdict": 21, "same_reason": 9, "other_reason": 12},
            {"judges": f"{GPT}|{LOCAL}", "criterion": WINDOW, "n_items": 24, "same_verdict": 13, "same_reason": 1, "other_reason": 12},
        ],
        "alignment": [gpt_alignment(), pair_alignment()],
        "channels": [
            {"judge": CLAUDE, "criterion": WINDOW, "channel": "rationale", "n_items": 20, "pair_stability": 0.9},
            {"judge": CLAUDE, "criterion": WINDOW, "channel": "reasoning", "n_items": 20, "pair_stability": 0.55},
        ],
        "embedder": {"name": "all-MiniLM-L6-v2", "reason": "it is embedded, and the texts are in Latin script", "not_measured": None},
    }  # fmt: skip


def cases() -> tuple[Case, ...]:
    def case(flag: str, judge: str, item: str, detail: str, replicates: tuple[int, ...] = (0, 1, 2, 3, 4), **more: Any) -> Case:
        return Case(analysis="rationale", flag=flag, judge=judge, criterion=WINDOW, item_id=item, replicates=replicates, detail=detail, **more)

    said = "The refund window is stated"
    trap = "stable_verdict_unstable_rationale"
    return (
        Case(analysis="consistency", flag="flipped_verdict", judge=LOCAL, criterion=WINDOW, item_id="refund-019", replicates=(0, 1), detail="pass x1, fail x1"),
        case(trap, GPT, "refund-017", "5 of 5 verdicts are fail; 4 of 10 pairs of rationales give the same reason (numbers, content differ)"),
        case(trap, LOCAL, "refund-017", "5 of 5 verdicts are fail; 0 of 10 pairs of rationales give the same reason (polarity, numbers differ)"),
        case(trap, GPT, "refund-018", "5 of 5 verdicts are pass; 1 of 10 pairs of rationales give the same reason (numbers differ)"),
        case("same_verdict_other_reasons", PAIR, "refund-017", "both say fail; 0 of 15 pairs of rationales give the same reason"),
        case("verdict_rationale_contradiction", CLAUDE, "refund-020", "the verdict is fail, the rationale argues for pass", (1,), spans=(Span(source="rationale", start=0, end=len(said), text=said),)),
        case("reasoning_contradicts_rationale", CLAUDE, "refund-021", "the chain concludes pass, the rationale fail", (0,)),
        case("missing_rationale", CLAUDE, "refund-017", "2 of 5 verdicts have no rationale", (2, 4)),
    )  # fmt: skip


def texts() -> tuple[CaseText, ...]:
    source = {
        "input": "Policy: refunds within 30 days of delivery.\n\nCustomer: my lamp arrived broken.",
        "response": "Please send it back within 5 days. We are sorry!",
    }
    stated = "The refund window is stated, and it is right."
    return (
        CaseText(item_id="refund-017", texts=source, replies=tuple(reply for judge in JUDGES for reply in replies(judge, WINDOW, WORDS[judge]))),
        CaseText(item_id="refund-020", texts=source, replies=tuple(replies(CLAUDE, WINDOW, (NO_WINDOW, stated, NO_WINDOW)))),
        CaseText(item_id="refund-021", texts=source, replies=tuple(replies(CLAUDE, WINDOW, (NO_WINDOW,), reasoning="30 days are stated. So I would pass it."))),
        CaseText(item_id="refund-019", texts=source, replies=tuple(replies(LOCAL, WINDOW, ("No window.", "There is a window.")))),
    )


def rationale_estimates() -> list[Any]:
    found = []
    for judge, criterion, same, rate in (
        (GPT, WINDOW, 0.62, 0.4),
        (GPT, TONE, 0.81, 0.158),
        (CLAUDE, WINDOW, 0.93, 0.1),
        (CLAUDE, TONE, 0.98, 0.0),
        (LOCAL, WINDOW, 0.12, None),
    ):
        about = {"judge": judge, "criterion": criterion}
        found += [
            estimate("rationale.rationale_pair_stability", same, same - 0.1, min(1.0, same + 0.07), **about),
            estimate("rationale.rationale_alpha", same - 0.2, same - 0.35, same - 0.1, **about),
            estimate("rationale.rationale_dominant_share", min(1.0, same + 0.1), **about, method="k = 5"),
            *(
                estimate(f"rationale.{name}_agreement", same, same - 0.1, min(1.0, same + 0.07), **about)
                for name in ("numeric", "evidence", "criteria", "polarity")
            ),
            estimate("rationale.unstable_rationale_rate", undefined="no item has a stable verdict", **about)
            if rate is None
            else estimate("rationale.unstable_rationale_rate", rate, max(0.0, rate - 0.15), rate + 0.2, **about),
        ]
    found += [estimate("consistency.flip_rate", 0.05, 0.01, 0.2, judge=judge, criterion=WINDOW) for judge in JUDGES]
    return found + [estimate("coverage.answered_rate", 1.0, 0.86, 1.0, judge=judge, criterion=WINDOW) for judge in JUDGES]


def rationale_audit() -> Audit:
    """Three judges asked five times on two criteria, with everything that the section on rationales can show."""
    worst = Finding(severity="serious", text=f"{GPT} keeps its verdict and changes its reasons on 8 of 20 items.", judge=GPT, criterion=WINDOW)
    return Audit(
        judgeaudit_version="0.1.0",
        rubric=RubricFacts(
            name="refund-reasons", replicates=5,
            criteria=({"name": WINDOW, "question": "Does it state the window?", "kind": "countable"}, {"name": TONE, "question": "How does it sound?", "kind": "subjective"}),
        ),
        run={"n_items": 24},
        judges=tuple(JudgeFacts(name=judge, model=judge, finished=240, replicates=5, cost=Cost(known_usd=0.1), latency_median_s=1.2, latency_p95_s=3.4) for judge in JUDGES),
        decisions=tuple(Decision(judge=judge, decision="not_enough_data", reasons=("Without gold labels nothing says that the judge is right.",)) for judge in JUDGES),
        analyses=(Analysis(name="coverage"), Analysis(name="consistency"), Analysis(name="rationale", findings=(worst,), blocks=blocks())),
        estimates=tuple(rationale_estimates()), cases=cases(), texts=texts(),
    )  # fmt: skip
