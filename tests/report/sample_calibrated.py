"""Audits with calibration, built by hand: three judges with everything the section can show, a graded scale, and one that is hostile."""

from __future__ import annotations

from typing import Any

from judgeaudit.domain.results import Analysis, Audit, Case, CaseText, Decision, JudgeFacts, LayerResult, RubricFacts
from tests.report.sample_edges import HOSTILE, lone_audit
from tests.report.sample_estimates import CLAUDE, GPT, LOCAL, TONE, WINDOW, estimate
from tests.report.sample_folds import folds
from tests.report.sample_rationales import replies

ANNOTATORS = ("anna", "bilal", "chen")
SENTENCE = (
    "accept the judge's verdict when confidence >= 0.91: covers 71 % of items, disagreement with people <= 15 % with 90 % certainty; send the rest to a person"
)
ABSTAIN = "abstain on everything: even of the 34 surest verdicts more than 15 % may be wrong"
POLICY = "Policy: refunds within 30 days of delivery.\n\nCustomer: my lamp arrived broken on the 3rd."
REPLY = "I am so sorry about the lamp! Please send it back as soon as possible and we will refund you in full."
SURE = "The reply names the window and promises a full refund."


def bins(*rows: tuple[int, float, float, float, float]) -> list[dict[str, Any]]:
    """n, confidence, right and its interval of the highest bins, filled up with empty ones below."""
    first = 10 - len(rows)
    empty = [{"low": n / 10, "high": (n + 1) / 10, "n": 0, "confidence": None, "right": None, "right_low": None, "right_high": None} for n in range(first)]
    names = ("n", "confidence", "right", "right_low", "right_high")
    return [*empty, *({"low": (first + n) / 10, "high": (first + n + 1) / 10, **dict(zip(names, row, strict=True))} for n, row in enumerate(rows))]


def curve() -> list[list[float]]:
    """Threshold, coverage, risk and bound, from the strictest threshold down."""
    found = []
    for place in range(21):
        coverage = 0.2 + 0.04 * place
        risk = 0.045 + 0.16 * coverage**3
        found.append([round(0.99 - 0.0075 * place, 4), round(coverage, 3), round(risk, 4), round(risk + 0.09 - 0.055 * coverage, 4)])
    found[13] = [0.91, 0.71, 0.09, 0.139]
    return found


def rate(method: str, value: float | None, low: float | None = None, high: float | None = None, **more: Any) -> dict[str, Any]:
    return {
        "judge": GPT, "criterion": WINDOW, "system": None, "method": method, "label": "pass", "value": value, "low": low, "high": high, "raw_value": None,
        "n_labelled": 120, "n_unlabelled": 880, "note": "", **more,
    }  # fmt: skip


def rates() -> list[dict[str, Any]]:
    local: dict[str, Any] = {"judge": LOCAL}
    graded: dict[str, Any] = {"criterion": TONE, "label": None, "judge": CLAUDE}
    systems = (("bot-a", 0.71), ("bot-b", 0.4))
    return [
        rate("raw", 0.62, 0.59, 0.65), rate("labels_only", 0.542, 0.452, 0.629), rate("rogan_gladen", 0.56, 0.46, 0.653, raw_value=0.56),
        rate("rogan_gladen_all", 0.558, 0.47, 0.64, raw_value=0.558),
        rate("ppi", 0.551, 0.487, 0.616, raw_value=0.551),
        *(rate("ppi", value, value - 0.08, value + 0.08, system=name, n_labelled=40, n_unlabelled=300) for name, value in systems),
        rate("raw", 0.94, 0.92, 0.96, **local), rate("labels_only", 0.542, 0.452, 0.629, **local), rate("ppi", 0.545, 0.45, 0.641, raw_value=0.545, **local),
        rate("rogan_gladen_all", 0.945, 0.602, 0.945, raw_value=0.945, **local),
        rate("rogan_gladen", 1.0, 0.61, 1.0, raw_value=1.17, note="no narrower than the labels alone: here the judge does not help", **local),
        rate("raw", 2.31, 2.27, 2.35, **graded), rate("labels_only", 2.12, 1.98, 2.26, **graded), rate("ppi", 2.15, 2.06, 2.24, **graded),
        rate("isotonic", None, note="fewer than 5 labelled items in a fold", **graded),
    ]  # fmt: skip


def alt_tests(judge: str, criterion: str, passes: bool | None, *ps: float | None) -> list[dict[str, Any]]:
    rejected = [None if p is None else p < 0.02 for p in ps]
    omega = None if passes is None else sum(one is True for one in rejected) / len(ps)
    return [
        {
            "judge": judge, "criterion": criterion, "epsilon": 0.2, "annotator": annotator,
            "n_items": 80 if p is not None else 12, "test": "t" if p is not None else "",
            "p": p, "rejected": said, "advantage": 0.84 if p is not None else None, "difference": 0.031, "winning_rate": omega, "passes": passes,
        }
        for annotator, p, said in zip(ANNOTATORS, ps, rejected, strict=False)
    ]  # fmt: skip


def relative(judge: str, criterion: str, kappa: float | None, share: float | None, *ends: float) -> dict[str, Any]:
    difference, low, high = ends or (None, None, None)
    about = {"judge": judge, "criterion": criterion, "judge_human_kappa": kappa, "share_of_ceiling": share, "n_items": 120}
    return {**about, "difference": difference, "low": low, "high": high}


def people() -> dict[str, Any]:
    pairs = [("anna", "bilal", 0.86, 0.72), ("anna", "chen", 0.84, 0.68), ("bilal", "chen", 0.87, 0.73)]
    ceiling = {
        "criterion": WINDOW,
        "kappa": 0.71,
        "low": 0.62,
        "high": 0.79,
        "n_items": 120,
        "n_annotators": 3,
        "n_pairs": 3,
        "agreement": 0.857,
        "alpha": 0.71,
    }
    alone = {**dict.fromkeys(ceiling), "criterion": TONE, "n_items": 0, "n_annotators": 1}
    return {
        "people": [{"criterion": WINDOW, "first": a, "second": b, "n_items": 80, "agreement": share, "kappa": kappa} for a, b, share, kappa in pairs],
        "ceiling": [{**ceiling, "note": ""}, {**alone, "note": "one annotator (anna): nothing says how far people agree"}],
        "relative": [
            relative(GPT, WINDOW, 0.69, 0.972, -0.02, -0.07, 0.03), relative(f"{GPT}#majority", WINDOW, 0.7, 0.986, -0.01, -0.06, 0.04),
            relative(CLAUDE, WINDOW, 0.61, 0.859, -0.1, -0.17, -0.03), relative(LOCAL, WINDOW, 0.04, 0.056, -0.67, -0.8, -0.53),
            relative(CLAUDE, TONE, 0.55, None),
        ],
        "alt_test": [
            *alt_tests(GPT, WINDOW, True, 0.0003, 0.011, 0.0021), *alt_tests(CLAUDE, WINDOW, True, 0.004, 0.31, 0.012),
            *alt_tests(LOCAL, WINDOW, False, 0.97, 0.99, None),
        ],
    }  # fmt: skip


def confidence() -> dict[str, Any]:
    def reliable(judge: str, source: str, rows: list[dict[str, Any]], *numbers: float | None) -> dict[str, Any]:
        named = dict(zip(("ece", "ece_if_calibrated", "brier", "auroc"), numbers, strict=True))
        return {"judge": judge, "criterion": WINDOW, "source": source, "n_items": 120, "bins": rows, **named}

    def rule(judge: str, source: str, sentence: str, *numbers: float, points: list[list[float]], chosen: bool = True) -> dict[str, Any]:
        threshold, coverage, risk, bound = numbers or (None, None, None, None)
        fixed = {"max_risk": 0.15, "delta": 0.1, "n_items": 120, "curve": points, "chosen": chosen, "sentence": sentence}
        return {"judge": judge, "criterion": WINDOW, "source": source, **fixed, "threshold": threshold, "coverage": coverage, "risk": risk, "risk_bound": bound}

    sure = bins(
        (4, 0.56, 0.5, 0.15, 0.85), (9, 0.66, 0.56, 0.27, 0.81), (14, 0.75, 0.71, 0.45, 0.88), (31, 0.86, 0.81, 0.64, 0.91), (62, 0.96, 0.95, 0.87, 0.98)
    )
    repeated = bins((30, 0.6, 0.63, 0.45, 0.78), (0, 0.7, 0, 0, 0), (25, 0.8, 0.8, 0.6, 0.91), (65, 1.0, 0.95, 0.87, 0.98))
    flat = bins((40, 0.85, 0.5, 0.35, 0.65), (80, 0.98, 0.525, 0.42, 0.63))
    steep = [[round(0.99 - 0.01 * n, 2), 0.28 + 0.08 * n, 0.46 + 0.01 * (n % 3), 0.61 - 0.015 * n] for n in range(10)]
    all_repeats = "accept the verdict that most repeats give when the share of them that agree >= 1: covers 54 % of items"
    return {
        "reliability": [
            reliable(GPT, "stated", sure, 0.041, 0.038, 0.121, 0.81), reliable(GPT, "replicates", repeated, 0.03, None, 0.13, 0.74),
            reliable(LOCAL, "stated", flat, 0.42, 0.05, 0.43, None),
        ],
        "routing": [
            rule(GPT, "stated", SENTENCE, 0.91, 0.71, 0.09, 0.139, points=curve()),
            rule(GPT, "replicates", all_repeats, 1.0, 0.54, 0.05, 0.122, points=[[1.0, 0.54, 0.05, 0.122]], chosen=False),
            rule(LOCAL, "stated", ABSTAIN, points=steep),
        ],
    }  # fmt: skip


def compared() -> dict[str, Any]:
    def pair(first: str, second: str, *numbers: float) -> dict[str, Any]:
        named = dict(zip(("difference", "low", "high", "p", "p_adjusted"), numbers or (None,) * 5, strict=True))
        return {"criterion": WINDOW, "first": first, "second": second, "metric": "accuracy", "n_items": 118, "test": "mcnemar", **named}

    of_accuracy = {"judge": GPT, "criterion": WINDOW, "metric": "accuracy", "n_labels": 120, "half_width": 0.056}
    return {
        "judge_pairs": [pair(GPT, CLAUDE, 0.041, -0.02, 0.1, 0.18, 0.18), pair(GPT, LOCAL, 0.438, 0.34, 0.53, 1e-12, 3e-12), pair(LOCAL, CLAUDE)],
        "panel": [
            {
                "criterion": WINDOW, "members": [GPT, CLAUDE, LOCAL], "metric": "accuracy", "majority_accuracy": 0.933,
                "best_judge": GPT, "best_accuracy": 0.958,
                "panel_mae": None, "best_mae": None, "difference": -0.025, "low": -0.06, "high": 0.01, "p": 0.25, "effective_judges": 1.6,
                "dawid_skene_accuracy": 0.95, "n_items": 117, "n_gold": 120, "n_tied": 1, "n_undecided": 2,
                "note": "the best judge was picked on these very items, which flatters it",
            }
        ],
        "more_labels": [
            {**of_accuracy, "n_more": n, "half_width_then": then, "gate": gate}
            for n, then, gate in ((50, 0.047, None), (100, 0.042, None), (400, 0.029, "min 0.9"))
        ],
        "carried": [
            {
                "judge": GPT, "criterion": WINDOW, "system": "bot-b", "n_items": 40, "carried": 0.52, "own": 0.4, "residual": 0.12, "low": 0.01, "high": 0.23,
                "margin": 0.1, "verdict": "fails", "note": "",
            }
        ],
    }  # fmt: skip


def blocks() -> dict[str, Any]:
    return {
        "confusion": [
            {"judge": GPT, "criterion": WINDOW, "labels": ["pass", "fail"], "counts": [[62, 2], [3, 51]], "missing": [1, 1]},
            {"judge": LOCAL, "criterion": WINDOW, "labels": ["pass", "fail"], "counts": [[60, 3], [50, 2]], "missing": [2, 3]},
            {"judge": CLAUDE, "criterion": TONE, "labels": ["warm", "neutral", "rude"], "counts": [[30, 4, 0], [9, 40, 2], [1, 6, 28]], "missing": [0, 0, 0]},
        ],
        "baseline": [{"judge": GPT, "criterion": WINDOW, "label": "pass", "share": 0.54, "accuracy": 0.958}],
        "gold": [{"criterion": WINDOW, "zero": 880, "one": 0, "two_plus": 120, "disputed": 2, "conflicts": 0, "unknown_items": 1}],
        "corrected": rates(), **people(), **confidence(), **compared(), **folds(),
    }  # fmt: skip


def cases() -> tuple[Case, ...]:
    said = (
        ("refund-040", GPT, "gold fail, judge pass x1"), ("refund-011", GPT, "gold fail, judge pass x1, confidence 0.62"),
        ("refund-007", GPT, "gold fail, judge pass x1, confidence 0.97"), ("refund-023", LOCAL, "gold pass, judge fail x1, confidence 0.88"),
    )  # fmt: skip
    about: dict[str, Any] = {"analysis": "calibration", "flag": "judge_gold_disagreement", "criterion": WINDOW, "replicates": (0,)}
    return tuple(Case(judge=judge, item_id=item, detail=detail, **about) for item, judge, detail in said)


def decisions() -> tuple[Decision, ...]:
    layers = (
        LayerResult(layer="pre_screen", status="pass", reasons=("Right on 94 % of public items.",)),
        LayerResult(layer="own_items", status="inconclusive", reasons=("The interval reaches below 90 %.",)), LayerResult(layer="online", status="not_reached"),
    )  # fmt: skip
    return (
        Decision(
            judge=GPT, decision="deploy_with_review", reasons=("calibration.accuracy may be as low as 0.902, above 0.9", "consistency.flip_rate passes"),
            review="verdicts with a confidence below 0.91 (29 %)", layers=layers,
            findings=(
                "It agrees with people nearly as well as people agree with each other.", "It could take the place of one of your three annotators.",
                "It knows when it is unsure: 71 % of its verdicts need no person.",
            ),
            would_change=("50 more labels would settle whether it is right on 90 %.",),
        ),
        Decision(judge=CLAUDE, decision="not_enough_data", reasons=("Too few gold labels.",)),
        Decision(judge=LOCAL, decision="do_not_deploy", reasons=("It does no better than a coin.",), findings=("It says pass of nearly everything.",)),
    )  # fmt: skip


def calibration_audit() -> Audit:
    """Three judges, two criteria, three annotators: everything that the section can show."""
    texts = [("refund-007", GPT, "pass"), ("refund-011", GPT, "pass"), ("refund-023", LOCAL, "fail")]
    about = {"judge": GPT, "criterion": WINDOW}
    sources = {"input": POLICY, "response": REPLY}
    return Audit(
        judgeaudit_version="0.1.0",
        rubric=RubricFacts(name="refund-calibration", replicates=1, criteria=({"name": WINDOW}, {"name": TONE})), run={"n_items": 1000},
        judges=tuple(JudgeFacts(name=judge, replicates=1) for judge in (GPT, CLAUDE, LOCAL)), decisions=decisions(),
        analyses=(Analysis(name="calibration", blocks=blocks()),), cases=cases(),
        estimates=(
            estimate("calibration.alt_test_advantage", 0.84, 0.79, 0.89, **about), estimate("calibration.alt_test_winning_rate", 1.0, **about),
            estimate("calibration.human_ceiling_kappa", 0.71, 0.62, 0.79, criterion=WINDOW),
            estimate("calibration.corrected_mean_ppi", 0.551, 0.487, 0.616, group="pass", **about),
            estimate("calibration.selective_threshold", 0.91, variant="stated", **about),
        ),
        texts=tuple(CaseText(item_id=item, texts=sources, replies=tuple(replies(judge, WINDOW, (SURE,), label))) for item, judge, label in texts),
    )  # fmt: skip


def with_calibration(audit: Audit, found: dict[str, Any], **more: Any) -> Audit:
    """An audit with these blocks of calibration and no others."""
    rest = tuple(one for one in audit.analyses if one.name != "calibration")
    return audit.model_copy(update={"analyses": (*rest, Analysis(name="calibration", blocks=found)), **more})


def attacked(value: Any, text: str) -> Any:
    """The same value with every text in it replaced."""
    if isinstance(value, dict):
        return {name: attacked(one, text) for name, one in value.items()}
    if isinstance(value, list):
        return [attacked(one, text) for one in value]
    return text if isinstance(value, str) else value


def hostile_calibration() -> Audit:
    """Every text of the section is an attack."""
    everything = " ".join(HOSTILE)
    found = {name: attacked(rows, everything) for name, rows in blocks().items()}
    for name, key in (("corrected", "method"), ("alt_test", "test"), ("judge_pairs", "metric")):
        for row, original in zip(found[name], blocks()[name], strict=True):
            row[key] = original[key]
    attack = {"judge": HOSTILE[0], "criterion": everything, "item_id": everything}
    case = Case(analysis="calibration", flag="judge_gold_disagreement", detail=f"{everything} confidence 0.9", **attack)
    decision = Decision(
        judge=everything, decision="do_not_deploy", reasons=HOSTILE, findings=HOSTILE[:3], would_change=HOSTILE[3:6],
        layers=(LayerResult(layer=everything, status="fail", reasons=HOSTILE[:2]),),
    )  # fmt: skip
    said = {"judge": HOSTILE[0], "criterion": everything, "replicate": 0, "label": everything, "rationale": everything}
    texts = CaseText(item_id=everything, texts={"response": everything}, replies=(said,))
    return with_calibration(lone_audit(), found, cases=(case,), decisions=(decision,), texts=(texts,))
