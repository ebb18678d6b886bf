"""Tables that the section on calibration folds up: single runs, limits of agreement, missing verdicts, labels without gold, calibrators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from judgeaudit.domain.results import Audit
from judgeaudit.report import fields, formats
from judgeaudit.report.calibration_figures import thinned
from judgeaudit.report.calibration_lines import SOURCES, Row
from judgeaudit.report.summary import block

MAX_ROWS = 400
MAX_RUNS = 20
MAX_STEPS = 8
KINDS = {"platt": "Platt", "none": "left as stated"}
SCORED = {"none": "as stated", "platt": "Platt"}


def folded(audit: Audit) -> dict[str, dict[str, Any]]:
    """Of each block `rows` as they are shown, and how many `more` there are.

    Parameters
    ----------
    audit : Audit
        Blocks of its analysis `calibration` may be missing or malformed: what cannot be read is left out.
    """
    tables: dict[str, Callable[[Row], dict[str, Any]]] = {
        "runs": _runs,
        "limits": _limits,
        "bounds": _bounds,
        "untested": _untested,
        "calibrators": _calibrator,
    }
    found = {name: block(audit, "calibration", name) for name in tables}
    return {
        name: {"rows": [{**_who(row), **line(row)} for row in found[name][:MAX_ROWS]], "more": max(0, len(found[name]) - MAX_ROWS)}
        for name, line in tables.items()
    }


def _who(row: Row) -> dict[str, str]:
    return {"judge": fields.word(row, "judge"), "criterion": fields.word(row, "criterion")}


def _runs(row: Row) -> dict[str, Any]:
    """Accuracy, or mean error, of each run of a judge, with the lowest and the highest."""
    exact = fields.word(row, "metric") != "mae"
    given = row.get("values")
    values = [fields.number({"value": value}, "value") for value in given] if isinstance(given, (list, tuple)) else []
    mean, lowest, highest = (_amount(fields.number(row, name), exact=exact) for name in ("mean", "lowest", "highest"))
    return {
        "mean": f"{'right on' if exact else 'off by'} {mean}" if mean else "unknown", "lowest": lowest or "unknown", "highest": highest or "unknown",
        "n": formats.count(len(values), "run"), "each": [_amount(value, exact=exact) or "no verdict" for value in values[:MAX_RUNS]],
        "left": max(0, len(values) - MAX_RUNS),
    }  # fmt: skip


def _amount(value: float | None, *, exact: bool) -> str:
    if value is None:
        return ""
    return formats.percent(value) if exact else formats.number(value, decimals=2)


def _limits(row: Row) -> dict[str, Any]:
    """Between which differences from gold 95 of 100 single scores lie, and how well these ends are known."""
    shift, lower, upper, inside = (fields.number(row, name) for name in ("mean_shift", "lower_limit", "upper_limit", "share_inside"))
    known = lower is not None and upper is not None
    return {
        "shift": "none" if shift is None else f"{shift:+.2f}".replace("-", formats.MINUS),
        "between": formats.interval(lower, upper, decimals=2) or "unknown",
        "sure": ", ".join(filter(None, (_end(row, "lower_limit", " lies"), _end(row, "upper_limit", "")))) if known else "",
        "inside": "none" if inside is None else formats.percent(inside), "n": formats.integer(fields.whole(row, "n_items")), "note": fields.word(row, "note"),
    }  # fmt: skip


def _end(row: Row, name: str, lies: str) -> str:
    value, low, high = (fields.number(row, key) for key in (name, f"{name}_low", f"{name}_high"))
    if value is None or low is None or high is None:
        return ""
    said, bottom, top = (formats.number(one, decimals=2) for one in (value, low, high))
    return f"{said}{lies} between {bottom} and {top}"


def _bounds(row: Row) -> dict[str, str]:
    """What accuracy would be were all missing verdicts wrong, or right."""
    return {
        name: "unknown" if value is None else formats.percent(value)
        for name in ("missing_share", "low", "high")
        for value in (fields.number(row, name),)
    }  # fmt: skip


def _untested(row: Row) -> dict[str, str]:
    return {"label": fields.word(row, "label"), "n": formats.integer(fields.whole(row, "n_items"))}


def _calibrator(row: Row) -> dict[str, Any]:
    """What becomes of a stated confidence, and how near each kind of calibrator came on items that it was not fitted on."""
    kind, source, known = fields.word(row, "kind"), fields.word(row, "source"), fields.mapping(row, "parameters")
    low, high, n = fields.number(known, "low"), fields.number(known, "high"), fields.whole(known, "n_items")
    scores = fields.mapping(row, "scores")
    tried = [(name, score) for name in scores for score in (fields.number(scores, name),) if score is not None]
    return {
        "source": SOURCES.get(source, source), "kind": KINDS.get(kind, kind), "does": _does(kind, known),
        "range": "" if low is None or high is None else f"{100 * low:.0f}\u00a0to\u00a0{100 * high:.0f}\u00a0%", "n": formats.count(n, "item") if n else "",
        "scores": [f"{formats.number(score)} {SCORED.get(name, name)}" for name, score in tried], "note": fields.word(row, "note"),
    }  # fmt: skip


def _does(kind: str, known: Row) -> str:
    """A calibrator's parameters in words; empty where they cannot be read."""
    if kind == "platt":
        slope, intercept = fields.number(known, "slope"), fields.number(known, "intercept")
        if slope is None or intercept is None:
            return ""
        return f"log odds times {slope:.3g}, {'less' if intercept < 0 else 'plus'} {abs(intercept):.3g}"
    if kind == "temperature":
        temperature = fields.number(known, "temperature")
        return "" if temperature is None else f"log odds divided by {temperature:.3g}"
    return _steps(known) if kind == "isotonic" else ""


def _steps(known: Row) -> str:
    given, worth = (
        [fields.number({"v": one}, "v") for one in found] if isinstance(found := known.get(name), list | tuple) else []
        for name in ("confidence", "share_right")
    )
    steps = [(at, share) for at, share in zip(given, worth, strict=False) if at is not None and share is not None]
    shown = [f"{100 * at:.0f} % is worth {100 * share:.0f} %" for at, share in thinned(steps, MAX_STEPS)]
    return ", ".join(shown) + (f" ({MAX_STEPS} of {len(steps):,} steps)" if len(steps) > MAX_STEPS else "")
