"""The numbers of the rich audit."""

from __future__ import annotations

from typing import Any

from judgeaudit.domain.results import Estimate

GPT, CLAUDE, LOCAL, RULE = "openai/gpt-5-mini", "anthropic/claude-haiku-4-5", "local/smollm2-135m", "rule"
WINDOW, TONE = "refund_window", "tone"
RESAMPLED = "mean over 5 runs; item bootstrap, 2000 resamples, percentile"
WILSON = "Wilson interval on items"


def estimate(key: str, value: float | None = None, low: float | None = None, high: float | None = None, **labels: Any) -> Estimate:
    analysis, _, name = key.partition(".")
    fixed: dict[str, Any] = {"n_items": 24, "n_ratings": 120, "ci_level": None if low is None else 0.95, "method": RESAMPLED if low is not None else ""}
    return Estimate(analysis=analysis, name=name, value=value, low=low, high=high, **{**fixed, **labels})


def coverage_estimates(judge: str, criterion: str, answered: float, low: float, high: float) -> list[Estimate]:
    about = {"judge": judge, "criterion": criterion, "method": WILSON}
    rest = 1 - answered
    return [
        estimate("coverage.answered_rate", answered, low, high, **about),
        estimate("coverage.unparsable_rate", rest, 1 - high, 1 - low, **about),
        estimate("coverage.refused_rate", 0.0, 0.0, 0.138, **about),
        estimate("coverage.truncated_rate", 0.0, 0.0, 0.138, **about),
        estimate("coverage.error_rate", 0.0, 0.0, 0.138, **about),
    ]


def consistency_estimates(judge: str, criterion: str, flip: float, low: float, high: float, alpha: float) -> list[Estimate]:
    about = {"judge": judge, "criterion": criterion}
    return [
        estimate("consistency.flip_rate", flip, low, high, **about, method=WILSON),
        estimate("consistency.pairwise_agreement", 1 - flip, 1 - high, 1 - low, **about, method=WILSON),
        estimate("consistency.all_agree_share", 1 - 2 * flip, max(0, 1 - 2.6 * flip), min(1, 1 - 1.2 * flip), **about, method=WILSON),
        estimate("consistency.krippendorff_alpha", alpha, alpha - 0.18, min(1, alpha + 0.15), **about),
        estimate("consistency.gwet_ac", alpha + 0.04, alpha - 0.12, min(1, alpha + 0.18), **about),
    ]


def calibration_estimates(judge: str, criterion: str, accuracy: float, kappa: float, labels: tuple[str, ...]) -> list[Estimate]:
    about = {"judge": judge, "criterion": criterion}
    found = [
        estimate("calibration.accuracy", accuracy, max(0, accuracy - 0.16), min(1, accuracy + 0.09), **about, method=WILSON),
        estimate("calibration.cohen_kappa", kappa, kappa - 0.25, min(1, kappa + 0.2), **about),
    ]
    for shift, label in enumerate(labels):
        found.append(estimate("calibration.sensitivity", accuracy - 0.04 * shift, accuracy - 0.2, min(1, accuracy + 0.1), **about, group=label, n_items=12))
    return found


def rich_estimates() -> tuple[Estimate, ...]:
    pair = f"{GPT}|{CLAUDE}"
    found = [
        *coverage_estimates(GPT, WINDOW, 1.0, 0.862, 1.0), *coverage_estimates(GPT, TONE, 1.0, 0.862, 1.0),
        *coverage_estimates(CLAUDE, WINDOW, 0.992, 0.851, 0.999), *coverage_estimates(CLAUDE, TONE, 0.983, 0.84, 0.998),
        *coverage_estimates(LOCAL, WINDOW, 0.858, 0.69, 0.94), *coverage_estimates(LOCAL, TONE, 0.775, 0.59, 0.89),
        *coverage_estimates(RULE, WINDOW, 1.0, 0.862, 1.0),
        *consistency_estimates(GPT, WINDOW, 0.033, 0.007, 0.145, 0.93), *consistency_estimates(GPT, TONE, 0.092, 0.031, 0.24, 0.81),
        *consistency_estimates(CLAUDE, WINDOW, 0.017, 0.002, 0.12, 0.96), *consistency_estimates(CLAUDE, TONE, 0.05, 0.013, 0.17, 0.9),
        *consistency_estimates(LOCAL, WINDOW, 0.412, 0.24, 0.605, 0.11), *consistency_estimates(LOCAL, TONE, 0.388, 0.22, 0.58, 0.06),
        estimate("consistency.flip_rate", undefined="one replicate was judged, so nothing was repeated", judge=RULE, criterion=WINDOW),
        estimate("consistency.krippendorff_alpha", undefined="one replicate was judged, so nothing was repeated", judge=RULE, criterion=WINDOW),
        estimate("agreement.observed_agreement", 0.942, 0.85, 0.98, judge=pair, criterion=WINDOW), estimate("agreement.krippendorff_alpha", 0.88, 0.7, 0.98, judge=pair, criterion=WINDOW),
        estimate("agreement.observed_agreement", 0.533, 0.38, 0.68, judge=f"{GPT}|{LOCAL}", criterion=WINDOW),
        estimate("agreement.krippendorff_alpha", 0.07, -0.2, 0.33, judge=f"{GPT}|{LOCAL}", criterion=WINDOW),
        estimate("agreement.observed_agreement", 0.81, 0.66, 0.91, judge=pair, criterion=TONE), estimate("agreement.krippendorff_alpha", 0.69, 0.44, 0.86, judge=pair, criterion=TONE),
        estimate("agreement.krippendorff_alpha", 0.41, 0.22, 0.6, criterion=WINDOW), estimate("agreement.krippendorff_alpha", 0.36, 0.15, 0.55, criterion=TONE),
        estimate("agreement.effective_judges", 1.9, criterion=WINDOW),
        *calibration_estimates(GPT, WINDOW, 0.958, 0.91, ("pass", "fail")), *calibration_estimates(CLAUDE, WINDOW, 0.917, 0.83, ("pass", "fail")),
        *calibration_estimates(LOCAL, WINDOW, 0.52, 0.05, ("pass", "fail")), *calibration_estimates(RULE, WINDOW, 0.875, 0.75, ("pass", "fail")),
        *calibration_estimates(GPT, TONE, 0.79, 0.64, ("rude", "neutral", "warm")), *calibration_estimates(CLAUDE, TONE, 0.83, 0.7, ("rude", "neutral", "warm")),
        estimate("calibration.cohen_kappa", undefined="gold uses one label only", judge=LOCAL, criterion=TONE),
        estimate("calibration.accuracy", 0.96, 0.8, 0.99, judge=f"{GPT}#majority", criterion=WINDOW, method=WILSON),
    ]  # fmt: skip
    return tuple(found)
