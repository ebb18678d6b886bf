"""A calibration built by hand, that of the rich audit; no number is computed by judgeaudit."""

from __future__ import annotations

from judgeaudit.domain.calibration import CalibrationFile, ClassCounts, JudgeCalibration, KeptRubric, RoutingRule, StoredCalibrator
from judgeaudit.domain.results import Decision, LayerResult
from judgeaudit.domain.rubric import Criterion
from tests.report.sample_estimates import GPT, WINDOW

HOSTILE = '<img src=x onerror=alert(1)> | =HYPERLINK("http://evil") [x](javascript:alert(1)) `a` \u202eevil @someone </td></style><script>'


def kept_rubric(name: str = "refund-reply", criterion: str = WINDOW) -> KeptRubric:
    asked = Criterion.model_validate({"name": criterion, "question": "Is the window there?", "scale": {"labels": ["pass", "fail"]}})
    return KeptRubric(name=name, version="2", criteria=(asked,))


def judge_calibration(judge: str = GPT, criterion: str = WINDOW, *, threshold: float | None = 0.91, **changes: object) -> JudgeCalibration:
    """Sensitivity 0.9 of 200, specificity 0.7 of 200: Lee et al.'s example."""
    words = "accept the judge's verdict when confidence >= 0.91: covers 71 % of items" if threshold is not None else "abstain on everything: too few items"
    kept = JudgeCalibration(
        judge=judge, criterion=criterion, level="nominal", labels=("pass", "fail"), n_labelled=400, sensitivity=0.9, specificity=0.7,
        classes=(ClassCounts(label="pass", inside=200, inside_hits=180, inside_worth=200, outside=200, outside_hits=140, outside_worth=200),),
        calibrator=StoredCalibrator(source="stated", kind="platt", parameters={"slope": 1.0, "intercept": 0.0, "low": 0.2, "high": 0.99, "n_items": 400}),
        routing=RoutingRule(source="stated", threshold=threshold, max_risk=0.15, delta=0.1, coverage=0.71 if threshold else None, n_items=400, sentence=words),
        confidence_range=(0.2, 0.99), systems=("bot-1",), prompt_hash=("p1",), model_served=("gpt-5-mini-2026-08-07",), expires="2027-02-28T09:00:00+00:00",
    )  # fmt: skip
    classes = changes.get("classes")
    if isinstance(classes, tuple) and classes:
        changes = {
            "n_labelled": classes[0].inside + classes[0].outside,
            "sensitivity": classes[0].sensitivity,
            "specificity": classes[0].specificity,
            **changes,
        }
    elif classes == ():
        changes = {"sensitivity": None, "specificity": None, **changes}
    return kept.model_copy(update=changes)


def calibration(*judges: JudgeCalibration, rubric: KeptRubric | None = None) -> CalibrationFile:
    return CalibrationFile(
        created_at="2026-11-30T09:00:00+00:00", judgeaudit_version="0.1.0", rubric=rubric or kept_rubric(), judges=judges or (judge_calibration(),)
    )


def decision(judge: str = GPT, *, text: str = "It agrees with people.") -> Decision:
    return Decision(
        judge=judge, decision="deploy_with_review", reasons=("r",), review=f"accept when confidence >= 0.91: covers 71 %; a person reads the rest {text}",
        findings=(text, "It repeats itself."), would_change=("About 200 items would settle it.",),
        layers=(LayerResult(layer="own_items", status="pass", reasons=(text,)), LayerResult(layer="operations", status="not_reached")),
    )  # fmt: skip
