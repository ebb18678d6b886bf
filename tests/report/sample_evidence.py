"""Audits with evidence, built by hand: two judges with every state, kind and flag, a hostile one, and one of many items."""

from __future__ import annotations

from typing import Any

from judgeaudit.domain.results import Analysis, Audit, Case, CaseText, Decision, Finding, JudgeFacts, RubricFacts, Span
from tests.report.sample_edges import HOSTILE, lone_audit
from tests.report.sample_estimates import CLAUDE, GPT, TONE, WINDOW, estimate
from tests.report.sample_rationales import replies

ITEM, OTHER, CHINESE = "refund-017", "refund-020", "退款-001"
POLICY = "Policy: refunds within 30 days of delivery.\n\nCustomer: my lamp arrived broken."
RESPONSE = "Please send the lamp back within 14 days of delivery, and we will refund the full price. We are sorry for the trouble!"
ALTERED = "send the lamp back within 30 days of delivery"
INVENTED = "free return shipping for every customer"
FIRST = (
    f'The reply says "{ALTERED}", as the policy does, and "we will refund the full price". It even promises "{INVENTED}". '
    "It does not apologise. With 190 words it is long, and it quotes “my lamp arrived broken”."
)
SECOND = 'It says "we will refund the full price", and the window is "within 14 days after delivery".'
WHY = {
    ALTERED: 'the response has "14", not "30"', INVENTED: "it stands in no source", "does not apologise": 'an apology stands in the response: "We are sorry"',
    "190 words": "the response has 21 words, not 190", "my lamp arrived broken": "it stands in the input, not in the response",
}  # fmt: skip


def claim(rationale: str, text: str, kind: str, state: str, source: str | None = None, nearest: str | None = None, **more: Any) -> dict[str, Any]:
    """A claim of a rationale; where it stands is looked up here."""
    start = rationale.index(text)
    bodies = {"input": POLICY, "response": RESPONSE}
    at = bodies[source].index(nearest) if source and nearest else None
    return {
        "kind": kind, "state": state, "text": text, "claim_start": start, "claim_end": start + len(text), "source": source, "start": at,
        "end": None if at is None else at + len(nearest or ""), "nearest": nearest, "why": WHY.get(text, ""), "edits": [], **more,
    }  # fmt: skip


def claims_of_first() -> list[dict[str, Any]]:
    return [
        claim(
            FIRST, ALTERED, "quote", "altered", "response", "send the lamp back within 14 days of delivery",
            edits=[{"quoted": "30", "source": "14", "matters": "number"}],
        ),
        claim(FIRST, "we will refund the full price", "quote", "exact", "response", "we will refund the full price"),
        {**claim(FIRST, INVENTED, "quote", "fabricated"), "nearest": "full price"},
        claim(FIRST, "does not apologise", "absence", "false", "response", "We are sorry"),
        {**claim(FIRST, "190 words", "count", "false"), "source": "response", "start": 0, "end": len(RESPONSE)},
        claim(FIRST, "my lamp arrived broken", "quote", "misattributed", "input", "my lamp arrived broken"),
    ]  # fmt: skip


def claims_of_second() -> list[dict[str, Any]]:
    near = {"quoted": "after", "source": "of", "matters": ""}
    return [
        claim(SECOND, "we will refund the full price", "quote", "exact", "response", "we will refund the full price"),
        claim(SECOND, "within 14 days after delivery", "quote", "near", "response", "within 14 days of delivery", edits=[near]),
    ]


def marked(judge: str = GPT, item: str = ITEM, replicate: int = 0, claims: Any = None) -> dict[str, Any]:
    return {"judge": judge, "criterion": WINDOW, "item_id": item, "replicate": replicate, "claims": claims}


def triage_row(rank: int, risk: str, judge: str, item: str, reason: str, **more: Any) -> dict[str, Any]:
    return {
        "rank": rank, "risk": risk, "judge": judge, "criterion": WINDOW, "stratum": None, "item_id": item, "verdict": "pass", "stable": True, "passes": True,
        "flags": ["altered_quote"], "reason": reason, "replicates": [0, 2], "quote": None, "nearest": None, **more,
    }  # fmt: skip


def states() -> list[dict[str, Any]]:
    counts = {
        (GPT, WINDOW, "quote"): {"exact": 28, "normalised": 4, "near": 3, "altered": 2, "fabricated": 3, "misattributed": 1, "unchecked": 5},
        (GPT, WINDOW, "count"): {"true": 4, "false": 1},
        (GPT, WINDOW, "absence"): {"true": 9, "false": 2, "unchecked": 12},
        (CLAUDE, WINDOW, "quote"): {"exact": 17},
    }  # fmt: skip
    return [
        {"judge": judge, "criterion": criterion, "kind": kind, "state": state, "n": n}
        for (judge, criterion, kind), row in counts.items()
        for state, n in row.items()
    ]  # fmt: skip


def blocks() -> dict[str, Any]:
    piece = {"judge": GPT, "criterion": WINDOW, "item_id": ITEM, "kind": "quote"}
    return {
        "states": states(),
        "cited": [
            {"judge": GPT, "criterion": WINDOW, "n_rationales": 72, "n_citing": 40, "quotes_checked": 41, "statement": None},
            {"judge": CLAUDE, "criterion": WINDOW, "n_rationales": 72, "n_citing": 12, "quotes_checked": 17, "statement": None},
            {"judge": CLAUDE, "criterion": TONE, "n_rationales": 72, "n_citing": 0, "quotes_checked": 0, "statement": "no rationale cites evidence: ask for quotes"},
        ],
        "triage": [
            triage_row(1, "critical", GPT, ITEM, f'passes in 3 of 3 repeats on a quote that was altered: "{ALTERED}" (cited in 2 of 3)'),
            triage_row(2, "high", GPT, CHINESE, "passes in some repeats and not in others (pass x2, fail x1), on a quote that stands nowhere", stable=False, flags=["fabricated_quote"]),
            triage_row(3, "medium", CLAUDE, OTHER, "is judged fail in 3 of 3 repeats calling something missing that is there", passes=False, verdict="fail", flags=["false_absence"], stratum="long"),
            triage_row(4, "low", CLAUDE, "refund-021", "is judged fail with a rationale that argues against the verdict in 1 of 3", passes=False, verdict="fail", flags=["verdict_rationale_contradiction"]),
        ],
        "marked": [
            marked(replicate=0, claims=claims_of_first()), marked(replicate=1, claims=claims_of_second()), marked(replicate=2, claims=claims_of_first()),
            marked(item=CHINESE, claims=[
                {"kind": "quote", "state": "altered", "text": "请在三十天之内退回", "claim_start": 4, "claim_end": 13, "source": "response", "start": 0, "end": 9, "nearest": "请在十四天之内退回",
                 "why": "", "edits": [{"quoted": "三十", "source": "十四", "matters": "number"}]},
            ]),
        ],
        "replicates": [{**piece, "state": "fabricated", "text": INVENTED, "cited_in": 1, "of": 3}, {**piece, "state": "exact", "text": "we will refund the full price", "cited_in": 3, "of": 3}],
        "repeats": [{**piece, "state": "altered", "text": ALTERED, "cited_in": 2, "of": 3}],
        "languages": [{"language": "zh", "n_rationales": 3}],
        "unread": [{"reason": "no item text", "n": 2}],
    }  # fmt: skip


def probes() -> list[dict[str, Any]]:
    def row(probe: str, excess: float | None, low: float | None, high: float | None, read: str, **more: Any) -> dict[str, Any]:
        return {
            "probe": probe, "judge": GPT, "criterion": WINDOW, "n_items": 20, "not_applicable": {}, "plain_flip": 0.05, "probe_flip": 0.35, "excess": excess, "low": low,
            "high": high, "direction": -0.2, "direction_low": -0.4, "direction_high": -0.02, "expect": "The verdict should be able to move.", "read": read, **more,
        }  # fmt: skip

    return [
        row("evidence_removal", 0.3, 0.12, 0.48, "+30.0 % flips beyond rerun noise [+12.0 % to +48.0 %]: the verdict moves when what the judge cites is gone"),
        row(
            "irrelevant_removal",
            None,
            None,
            None,
            "not measured: no item has a plain verdict and one of the probe",
            not_applicable={"nothing cited": 4},
            direction=None,
        ),
    ]


def cases() -> tuple[Case, ...]:
    def case(flag: str, judge: str, item: str, detail: str, analysis: str = "evidence", **more: Any) -> Case:
        return Case(analysis=analysis, flag=flag, judge=judge, criterion=WINDOW, item_id=item, replicates=(0, 2), detail=detail, **more)

    start = FIRST.index(INVENTED)
    return (
        case("trapped", GPT, ITEM, "passes in 3 of 3 repeats on a quote that was altered"),
        case("fabricated_quote", GPT, ITEM, "a quote stands nowhere", spans=(Span(source="rationale", start=start, end=start + len(INVENTED), text=INVENTED),)),
        case("altered_quote", GPT, CHINESE, "a quote differs"),
        case("false_absence", CLAUDE, OTHER, "something is called missing that is there"),
        case("false_presence", CLAUDE, "refund-022", "something is said to be there that is not"),
        case("invented_name", CLAUDE, "refund-022", "a name stands nowhere"),
        case("moved_by_irrelevant_removal", GPT, ITEM, "as it is: pass x3; without random words: fail x3", "bias"),
    )


def evidence_audit() -> Audit:
    """Two judges asked three times, with everything that the section on evidence can show."""
    chinese = '回复说"请在三十天之内退回"。'
    worst = Finding(severity="serious", text=f"{GPT} passes 2 of 20 items on invented evidence.", judge=GPT, criterion=WINDOW)
    source = {"input": POLICY, "response": RESPONSE}
    rates = [
        estimate(f"evidence.{name}", 0.1, 0.04, 0.21, judge=GPT, criterion=WINDOW) for name in ("invented_quote_rate", "trapped_rate", "false_absence_rate")
    ]
    return Audit(
        judgeaudit_version="0.1.0", rubric=RubricFacts(name="refund-evidence", replicates=3, criteria=({"name": WINDOW}, {"name": TONE})), run={"n_items": 24},
        judges=tuple(JudgeFacts(name=judge, replicates=3) for judge in (GPT, CLAUDE)),
        decisions=tuple(Decision(judge=judge, decision="do_not_deploy", reasons=("Invents evidence.",)) for judge in (GPT, CLAUDE)),
        analyses=(Analysis(name="evidence", findings=(worst,), blocks=blocks()), Analysis(name="bias", blocks={"probes": probes()})),
        estimates=(*rates, estimate("bias.evidence_necessity", 0.21, 0.03, 0.4, judge=GPT, criterion=WINDOW)), cases=cases(),
        texts=(
            CaseText(item_id=ITEM, texts=source, replies=tuple(replies(GPT, WINDOW, (FIRST, SECOND, FIRST), "pass"))),
            CaseText(item_id=CHINESE, texts={"response": "请在十四天之内退回台灯。"}, replies=tuple(replies(GPT, WINDOW, (chinese,), "pass"))),
            CaseText(item_id=OTHER, texts=source, replies=tuple(replies(CLAUDE, WINDOW, ("It does not apologise.",)))),
        ),
    )  # fmt: skip


def with_evidence(audit: Audit, blocks: dict[str, Any], **more: Any) -> Audit:
    """An audit with these blocks of evidence; those of the probes under "probes"."""
    return audit.model_copy(update={"analyses": (*audit.analyses, Analysis(name="evidence", blocks=blocks), Analysis(name="bias", blocks=blocks)), **more})


def hostile_evidence() -> Audit:
    """Every text of the section is an attack."""
    everything = " ".join(HOSTILE)
    key = {"judge": HOSTILE[0], "criterion": everything, "item_id": everything}
    attack = [
        {
            "kind": kind, "state": state, "text": text, "claim_start": everything.index(text), "claim_end": everything.index(text) + len(text), "source": "response",
            "start": everything.index(text), "end": everything.index(text) + len(text), "nearest": text if state == "exact" else f"{text} {HOSTILE[1]} 1", "why": text,
            "edits": [{"quoted": text, "source": HOSTILE[2], "matters": text}],
        }
        for text in HOSTILE
        for kind, state in (("quote", "exact"), ("quote", "altered"), ("quote", "fabricated"), (text, text), ("count", "false"))
    ]  # fmt: skip
    texts = CaseText(
        item_id=everything, texts={"response": everything, HOSTILE[1]: everything},
        replies=tuple({"judge": HOSTILE[0], "criterion": everything, "replicate": n, "label": text, "rationale": everything} for n, text in enumerate(HOSTILE[:3])),
    )  # fmt: skip
    return with_evidence(
        lone_audit(),
        {
            "states": [{"judge": text, "criterion": text, "kind": text, "state": text, "n": 3} for text in HOSTILE],
            "cited": [{"judge": text, "criterion": text, "n_rationales": 3, "statement": text} for text in HOSTILE],
            "triage": [{**key, "rank": n, "risk": text, "verdict": text, "stratum": text, "reason": text, "flags": [text]} for n, text in enumerate(HOSTILE)],
            "marked": [{**key, "replicate": n, "claims": attack[n:]} for n in range(3)],
            **{name: [{**key, "kind": text, "state": text, "text": text, "cited_in": 2, "of": 3} for text in HOSTILE] for name in ("replicates", "repeats")},
            "languages": [{"language": text, "n_rationales": 1} for text in HOSTILE], "unread": [{"reason": text, "n": 1} for text in HOSTILE],
            "probes": [{"probe": text, "judge": text, "criterion": text, "expect": text, "read": text, "not_applicable": {text: 2}, "excess": 0.1} for text in HOSTILE],
        },
        cases=(Case(analysis="evidence", flag="trapped", detail=everything, **key), Case(analysis="bias", flag="passes_nonsense", detail=everything, **key)),
        texts=(texts,),
    )  # fmt: skip
