"""Audits at the edges: lean ones, a large one, one whose every text is hostile, one that is written from right to left."""

from __future__ import annotations

import random

from judgeaudit.domain.results import Analysis, Audit, Case, CaseText, Cost, Decision, Estimate, Finding, GateResult, JudgeFacts, RubricFacts, Span
from tests.report.sample_audit import flipped_text
from tests.report.sample_estimates import WILSON, estimate

HOSTILE_HTML = "</script><img src=x onerror=alert(1)> [link](javascript:alert(1))"
HOSTILE = (
    HOSTILE_HTML,
    "<script>window.__owned=1</script>",
    "<svg onload=window.__owned=2>",
    '" onmouseover="window.__owned=3" x="',
    "' autofocus onfocus=window.__owned=4 '",
    '<a href="javascript:window.__owned=5">click</a>',
    "{{ 7*7 }}{% raw %}${window.__owned=6}",
    "<!--<script>--><iframe srcdoc='<script>parent.__owned=7</script>'>",
    "\u2028window.__owned=8\u2029",
    "ok \x1b]0;owned\x07\x1b[2J",
    "\u202eevil\u202c\u2066x\u2069 \U000e0069\U000e0067\u200b",
    "&lt;img src=x onerror=window.__owned=9&gt; %{customdata} %{y}",
    "</style><style>body{display:none}</style>",
    "]]></svg><math><mtext></textarea></title><img src=x onerror=window.__owned=10>",
)


def lone_audit() -> Audit:
    """One judge, no gold, no replicates, no rubric: nearly everything is not measured."""
    return Audit(
        judgeaudit_version="0.1.0",
        rubric=RubricFacts(name="verdicts.csv", assumed=("the labels good, bad are nominal; pass --rubric to say otherwise",), criteria=({"name": "verdict"},)),
        run={"source": "verdicts.csv"},
        judges=(JudgeFacts(name="alice-gpt", finished=12, replicates=1),),
        decisions=(Decision(judge="alice-gpt", decision="not_enough_data", reasons=("Without gold labels nothing says that the judge is right.",)),),
        analyses=(
            Analysis(
                name="coverage",
                blocks={"statuses": [{"judge": "alice-gpt", "criterion": "verdict", "planned": None, "ok": 12}], "bounds": [], "table": {"rows": 12}},
            ),
            Analysis(name="consistency", status="not_measured", reason="every item was judged once"),
            Analysis(name="agreement", status="not_measured", reason="there is one judge"),
            Analysis(name="calibration", status="not_measured", reason="there are no gold labels"),
            Analysis(name="identity", status="not_measured", reason="the file does not say which model answered"),
        ),
        estimates=(estimate("coverage.answered_rate", 1.0, 0.757, 1.0, judge="alice-gpt", criterion="verdict", n_items=12, n_ratings=12, method=WILSON),),
    )


def empty_audit() -> Audit:
    """Nothing at all."""
    return Audit(judgeaudit_version="0.1.0", rubric=RubricFacts(name="empty"), incomplete=("no call was made",))


def _large_estimates(judges: list[str], criteria: list[str], draw: random.Random) -> list[Estimate]:
    found: list[Estimate] = []
    for criterion in criteria:
        for judge in judges:
            for key in ("coverage.answered_rate", "consistency.flip_rate", "consistency.krippendorff_alpha", "calibration.accuracy", "calibration.cohen_kappa"):
                value = draw.random()
                found.append(estimate(key, value, max(0, value - 0.1), min(1, value + 0.1), judge=judge, criterion=criterion))
        for i, first in enumerate(judges):
            for second in judges[i + 1 :]:
                found.append(estimate("agreement.krippendorff_alpha", draw.random(), judge=f"{first}|{second}", criterion=criterion))
    return found


def large_audit(*, n_judges: int = 12, n_criteria: int = 60, n_cases: int = 500) -> Audit:
    """Many judges, criteria and cases, with long names."""
    draw = random.Random(7)
    judges = [f"provider-{i:02d}/a-judge-model-with-a-really-long-name-and-date-2026-11-{i + 1:02d}" for i in range(n_judges)]
    criteria = [f"criterion_{i:02d}_{'about_something_' * 3}" for i in range(n_criteria)]
    empty_row = [0.5] * n_judges
    matrix = [
        {"criterion": c, "statistic": s, "judges": judges, "values": [[*empty_row[:i], 1.0, *empty_row[i + 1 :]] for i in range(n_judges)]}
        for c in criteria
        for s in ("observed_agreement", "krippendorff_alpha", "cohen_kappa")
    ]
    statuses = [{"judge": j, "criterion": c, "planned": 500, "ok": 490, "refused": 4, "error": 6} for j in judges for c in criteria]
    items = [{"judge": j, "criterion": c, "replicates": 5, "n_items": 500, "n_flipped": 60, "n_stable": 440, "axis": None} for j in judges for c in criteria]
    confusion = [
        {"judge": j, "criterion": c, "labels": ["pass", "fail"], "counts": [[200, 50], [40, 210]], "missing": [3, 4]} for j in judges for c in criteria
    ]
    ids = [f"item-{i:04d}" for i in range(n_cases)]
    flagged = [
        Case(
            analysis="consistency",
            flag="flipped_verdict",
            judge=judges[i % n_judges],
            criterion=criteria[0],
            item_id=ids[i],
            replicates=(0, 1, 2),
            detail="pass x2, fail x1",
        )
        for i in range(n_cases)
    ]
    texts = [flipped_text(ids[i], judges[i % n_judges], ("pass", "fail", "pass"), criterion=criteria[0]) for i in range(min(n_cases, 200))]
    return Audit(
        judgeaudit_version="0.1.0",
        rubric=RubricFacts(name="large", replicates=5, criteria=tuple({"name": c, "question": "Is it?"} for c in criteria)),
        run={"n_items": 500},
        judges=tuple(JudgeFacts(name=j, model=j, planned=150_000, finished=150_000, replicates=5, cost=Cost(known_usd=1234.5)) for j in judges),
        decisions=tuple(Decision(judge=j, decision="do_not_deploy", reasons=("Fails.",)) for j in judges),
        gates=tuple(
            GateResult(metric="consistency.flip_rate", status="fail" if i % 3 else "pass", limit="max 0.1", judge=j, criterion=c, value=0.2, low=0.1, high=0.3)
            for j in judges
            for i, c in enumerate(criteria)
        ),
        analyses=(
            Analysis(name="coverage", blocks={"statuses": statuses}),
            Analysis(name="consistency", blocks={"items": items}),
            Analysis(name="agreement", blocks={"matrix": matrix}),
            Analysis(name="calibration", blocks={"confusion": confusion}),
        ),
        estimates=tuple(_large_estimates(judges, criteria, draw)),
        cases=tuple(flagged),
        texts=tuple(texts),
    )


def hostile_audit() -> Audit:
    """Every text that can come from outside is an attack; each place gets each of them in turn."""
    texts = list(HOSTILE)
    everything = " ".join(HOSTILE)
    judges = tuple(f"{text}" for text in texts)
    long_id = "x" * 600
    replies = tuple({"judge": judges[0], "criterion": everything, "replicate": r, "status": "ok", "label": t, "rationale": t} for r, t in enumerate(texts))
    return Audit(
        judgeaudit_version=HOSTILE_HTML,
        rubric=RubricFacts(name=everything, version=HOSTILE_HTML, criteria=({"name": everything, "question": everything, "scale": {"labels": texts}},), assumed=tuple(texts)),
        run={"id": everything, "finished_at": HOSTILE_HTML, HOSTILE_HTML: HOSTILE_HTML},
        judges=tuple(
            JudgeFacts(
                name=name, model=name, requested={name: name}, effective={name: {name: [name]}}, dropped={name: name}, notes=(name,), served_models={name: 1},
                fingerprints={name: 1}, stopped=name, schema_mode=name,
            )
            for name in judges
        ),
        decisions=tuple(Decision(judge=name, decision="do_not_deploy", reasons=(name,), review=name) for name in judges),
        gates=tuple(GateResult(metric="consistency.flip_rate", status="fail", limit=name, judge=name, criterion=everything, group=name, stratum=name, value=0.2, reason=name) for name in judges),
        analyses=(
            Analysis(
                name="coverage",
                findings=tuple(Finding(severity="serious", text=t) for t in texts),
                blocks={
                    "statuses": [{"judge": t, "criterion": everything, "planned": 3, "ok": 2, "error": 1} for t in texts],
                    "bounds": [{"judge": t, "criterion": t, "label": t, "low": 0.1, "high": 0.2, "missing_share": 0.1} for t in texts],
                    "table": {"rows": 3, "duplicates": 1, "examples": texts},
                },
            ),
            Analysis(name="consistency", blocks={"labels": [{"judge": t, "criterion": t, "label": t, "count": 2, "share": 0.5} for t in texts], "items": []}),
            Analysis(
                name="agreement",
                blocks={"matrix": [{"criterion": t, "statistic": t, "judges": list(judges[:3]), "values": [[1.0, 0.5, None]] * 3} for t in texts]},
            ),
            Analysis(name="calibration", blocks={"confusion": [{"judge": t, "criterion": t, "labels": [t, "b"], "counts": [[1, 2], [3, 4]], "missing": [0, 1]} for t in texts], "gold": [{"criterion": t} for t in texts]}),
            Analysis(name="identity", status="not_measured", reason=everything),
            Analysis(name=HOSTILE_HTML, status="not_measured", reason=everything),
        ),
        estimates=tuple(estimate(key, 0.5, 0.4, 0.6, judge=t, criterion=everything, group=t, stratum=t, variant=t, method=t) for t in texts for key in ("consistency.flip_rate", f"x{HOSTILE_HTML}.{HOSTILE_HTML}"))
        + tuple(estimate("consistency.flip_rate", 0.5, 0.4, 0.6, judge=t, criterion=everything) for t in texts)
        + (estimate("calibration.accuracy", undefined=everything, judge=judges[0], criterion=everything),),
        cases=tuple(
            Case(analysis="x", flag=flag, judge=judges[0], criterion=everything, item_id=item, detail=everything, spans=(Span(source="response", start=0, end=30, text=everything[:30]), Span(source=HOSTILE_HTML, start=900, end=990, text=HOSTILE_HTML)))
            for flag in ("flipped_verdict", "judge_gold_disagreement", "instruction_like_content", HOSTILE_HTML)
            for item in (HOSTILE_HTML, long_id)
        ),
        texts=(CaseText(item_id=HOSTILE_HTML, texts={"response": everything, HOSTILE_HTML: everything}, replies=replies), CaseText(item_id=long_id, texts={"response": "y" * 5000})),
        incomplete=tuple(texts),
    )  # fmt: skip


def rtl_audit() -> Audit:
    """Arabic, Hebrew, Chinese and emoji in names and texts."""
    judge, criterion, item = "قاضٍ/نموذج-١", "צליל", "项目-0001-退款说明"
    case = Case(analysis="consistency", flag="flipped_verdict", judge=judge, criterion=criterion, item_id=item, replicates=(0, 1), detail="نعم x1, لا x1")
    text = CaseText(
        item_id=item,
        texts={"input": "هل يذكر الرد مهلة الاسترداد؟", "response": "您在收到商品后的三十天内可以退款。👩‍👩‍👧 שלום, world"},
        replies=(
            {
                "judge": judge,
                "criterion": criterion,
                "replicate": 0,
                "status": "ok",
                "label": "نعم",
                "rationale": "الرد يذكر المهلة: ثلاثون يومًا (30) من الاستلام.",
            },
            {"judge": judge, "criterion": criterion, "replicate": 1, "status": "ok", "label": "لا", "rationale": "回复没有说明退款的期限,因此不合格。"},
        ),
    )
    return Audit(
        judgeaudit_version="0.1.0",
        rubric=RubricFacts(name="استرداد 退款审核 非常长的名称" * 4, replicates=2, criteria=({"name": criterion, "question": "האם?"},)),
        judges=(JudgeFacts(name=judge, model=judge, replicates=2, finished=2), JudgeFacts(name="审核模型" * 12, replicates=2, finished=2)),
        decisions=(
            Decision(judge=judge, decision="deploy", reasons=("自洽:两次判断一致的比例很高。" * 6,)),
            Decision(judge="审核模型" * 12, decision="not_enough_data", reasons=("数据不足",)),
        ),
        analyses=(Analysis(name="consistency", findings=(Finding(severity="serious", text="判断不稳定:" * 30),)),),
        estimates=(
            estimate("consistency.flip_rate", 0.1, 0.05, 0.2, judge=judge, criterion=criterion),
            estimate("consistency.flip_rate", 0.2, 0.1, 0.3, judge="审核模型" * 12, criterion=criterion),
        ),
        cases=(case,),
        texts=(text,),
    )
