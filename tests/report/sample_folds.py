"""Blocks of the calibration that the page folds up: single runs, limits of agreement, missing verdicts, labels without gold, calibrators."""

from __future__ import annotations

from typing import Any

from tests.report.sample_estimates import CLAUDE, GPT, LOCAL, TONE, WINDOW


def folds() -> dict[str, Any]:
    limits: dict[str, Any] = {
        "judge": CLAUDE, "criterion": TONE, "mean_shift": 0.17, "n_items": 120, "lower_limit": -0.93, "lower_limit_low": -1.1, "lower_limit_high": -0.76,
        "upper_limit": 1.27, "upper_limit_low": 1.1, "upper_limit_high": 1.44, "share_inside": 0.942, "note": "",
    }  # fmt: skip
    nothing = {name: None for name, value in limits.items() if isinstance(value, float)}
    fitted = {"low": 0.52, "high": 0.99, "n_items": 120}
    kinds: dict[str, dict[str, Any]] = {
        "platt": {"slope": 0.61, "intercept": -0.2}, "temperature": {"temperature": 2.4}, "isotonic": {"confidence": [0.52, 0.8, 0.99], "share_right": [0.4, 0.7, 0.96]},
    }  # fmt: skip
    scores = {"none": 0.1501, "platt": 0.1213, "temperature": 0.1302, "isotonic": 0.1255}

    def calibrator(judge: str, source: str, kind: str, note: str = "") -> dict[str, Any]:
        parameters = {**kinds[kind], **fitted} if kind in kinds else {}
        given = scores if kind != "none" else {}
        return {"judge": judge, "criterion": WINDOW, "source": source, "kind": kind, "parameters": parameters, "note": note, "scores": given}

    def runs(judge: str, criterion: str, metric: str, *values: float | None) -> dict[str, Any]:
        known = [value for value in values if value is not None]
        ends = {"mean": sum(known) / len(known), "sd": 0.0123, "lowest": min(known), "highest": max(known)}
        return {"judge": judge, "criterion": criterion, "metric": metric, "values": list(values), **ends, "n_items": [120] * len(values)}

    return {
        "runs": [runs(GPT, WINDOW, "accuracy", 0.95, 0.975, None, 0.925), runs(CLAUDE, TONE, "mae", 0.31, 0.4)],
        "limits": [limits, {**limits, **nothing, "judge": LOCAL, "n_items": 9, "note": "fewer than 10 items"}],
        "bounds": [{"judge": LOCAL, "criterion": WINDOW, "low": 0.49, "high": 0.544, "missing_share": 0.042}],
        "untested": [{"judge": GPT, "criterion": TONE, "label": "rude", "n_items": 14}],
        "calibrators": [
            calibrator(GPT, "stated", "platt"), calibrator(GPT, "replicates", "isotonic", "few items above 0.9"), calibrator(CLAUDE, "margin", "temperature"),
            calibrator(LOCAL, "stated", "none", "fewer than 20 items have a confidence and a gold label"),
        ],
    }  # fmt: skip
