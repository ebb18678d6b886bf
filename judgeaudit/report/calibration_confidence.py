"""Cards of the section on calibration about confidence: does a judge know when it is wrong, and which verdicts may go unread?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judgeaudit.domain.calibration import confidence_text
from judgeaudit.domain.results import Audit
from judgeaudit.report import fields, formats
from judgeaudit.report.calibration_figures import as_data, curve_of, reliability, risk_coverage, thinned
from judgeaudit.report.calibration_lines import SOURCES, Row, accepted_share, of_judge
from judgeaudit.report.summary import block, unread_share, with_left

MAX_CARDS = 80
MAX_TABLE = 12
CLOSE = 5
"""Percentage points between sureness and being right that are not worth a word."""
ORDER = list(SOURCES)


def confidence_cards(audit: Audit, figures: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], int]:
    """One card for each judge and criterion, with a part for each source of confidence; and how many are left out. Figures are added to `figures`."""
    reliable, routing = block(audit, "calibration", "reliability"), block(audit, "calibration", "routing")
    keys = list(dict.fromkeys(of_judge(row) for row in (*reliable, *routing)))
    names = [judge.name for judge in audit.judges]
    keys.sort(key=lambda key: names.index(key[0]) if key[0] in names else len(names))
    no = not_to_deploy(audit)
    cards = [
        _card(
            key,
            [[row for row in rows if of_judge(row) == key] for rows in (reliable, routing)],
            figures,
            forbidden=key[0] in no,
            left=unread_share(audit, *key),
        )
        for key in keys[:MAX_CARDS]
    ]
    return cards, max(0, len(keys) - MAX_CARDS)


def not_to_deploy(audit: Audit) -> set[str]:
    """Judges whose decision forbids what a routing rule would allow."""
    return {decision.judge for decision in audit.decisions if decision.decision == "do_not_deploy"}


def _card(key: tuple[str, str], of_key: Sequence[Sequence[Row]], figures: list[dict[str, Any]], *, forbidden: bool, left: float | None) -> dict[str, Any]:
    reliable, routing = of_key
    sources = list(dict.fromkeys(fields.word(row, "source") for row in (*routing, *reliable)))
    picked = [fields.word(row, "source") for row in routing if row.get("chosen") is True]
    sources.sort(key=lambda source: (source not in picked, ORDER.index(source) if source in ORDER else len(ORDER)))
    parts = []
    for source in sources:
        curve, rule = (next((row for row in rows if fields.word(row, "source") == source), {}) for rows in (reliable, routing))
        parts.append(
            {
                "source": SOURCES.get(source, source), "picked": source in picked and len(sources) > 1,
                "curve": _curve(curve, figures) if curve else None, "rule": _rule(rule, figures, forbidden=forbidden, left=left if rule.get("chosen") is True else None) if rule else None,
            }
        )  # fmt: skip
    return {"judge": key[0], "criterion": key[1], "parts": parts}


def _drawn(figure: Any, figures: list[dict[str, Any]]) -> int:
    """The place of a figure among those that the page's script draws."""
    figures.append(as_data(figure))
    return len(figures) - 1


def _curve(row: Row, figures: list[dict[str, Any]]) -> dict[str, Any]:
    """How sure a judge is against how often it is right: in words, as a figure, and as a table."""
    bins = [one for one in fields.rows(row, "bins") if fields.whole(one, "n") and all(fields.number(one, name) is not None for name in ("confidence", "right"))]
    return {
        "figure": _drawn(reliability(bins), figures) if bins else None, "n_items": fields.whole(row, "n_items"), "said": _sureness(bins),
        "numbers": _numbers(row), "rows": [_bin(one) for one in bins],
    }  # fmt: skip


def _sureness(bins: Sequence[Row]) -> str:
    """Whether the judge is as sure as it is right, over all bins."""
    n = sum(fields.whole(row, "n") for row in bins)
    if not n:
        return ""
    sure, right = (sum(fields.whole(row, "n") * (fields.number(row, name) or 0.0) for row in bins) / n for name in ("confidence", "right"))
    points = round(100 * (sure - right))
    how = (
        "about as sure as it is right"
        if abs(points) <= CLOSE
        else f"{'too sure' if points > 0 else 'less sure than it could be'}, by {formats.count(abs(points), 'point')}"
    )
    return f"It is {formats.percent(sure)} sure on average and right on {formats.percent(right)}: {how}."


def _numbers(row: Row) -> list[tuple[str, str, str]]:
    """Title, value and meaning of what a curve comes down to."""
    ece, expected, brier, auroc = (fields.number(row, name) for name in ("ece", "ece_if_calibrated", "brier", "auroc"))
    noise = "" if expected is None else f"; {formats.number(expected)} is what a perfectly honest judge would show on so few items"
    rows = (
        ("Knows when it is wrong", auroc, formats.percent, "pairs of a right and a wrong verdict in which the right one is the surer (AUROC); a coin: 50 %"),
        ("Off by", ece, formats.number, f"mean distance between sureness and being right (ECE){noise}"),
        ("Brier score", brier, formats.number, "mean squared distance between sureness and being right; 0 is perfect"),
    )
    return [(title, "undefined" if value is None else say(value), meaning) for title, value, say, meaning in rows]


def _bin(row: Row) -> dict[str, str]:
    low, high, right_low, right_high = (fields.number(row, name) for name in ("low", "high", "right_low", "right_high"))
    return {
        "from": "" if low is None or high is None else f"{100 * low:.0f} to {100 * high:.0f} %", "n": formats.integer(fields.whole(row, "n")),
        "sure": formats.percent(fields.number(row, "confidence") or 0.0), "right": formats.percent(fields.number(row, "right") or 0.0),
        "interval": "no interval" if right_low is None or right_high is None else f"{formats.percent(right_low)} to {formats.percent(right_high)}",
    }  # fmt: skip


def _rule(row: Row, figures: list[dict[str, Any]], *, forbidden: bool, left: float | None = None) -> dict[str, Any]:
    """Which verdicts may be accepted: in words, as a figure, and as a table with the chosen threshold in it."""
    own = fields.rows(row, "of_systems")
    row = {**row, "threshold": None} if own else row  # that of all systems together is not used
    figure = risk_coverage(row)
    threshold = fields.number(row, "threshold")
    accepts = accepted_share(row) is not None
    points = curve_of(row)
    kept = thinned(points, MAX_TABLE)
    sentence = fields.word(row, "sentence")
    no = forbidden and accepts
    sentence = sentence if no else with_left(sentence, left)
    if no and sentence:
        sentence = f"the decision is do not deploy and forbids this rule: {sentence}"
    kept += [point for point in points if threshold is not None and point[0] == threshold and point not in kept]
    return {
        "sentence": sentence, "accepts": accepts and not no, "figure": None if figure is None else _drawn(figure, figures),
        "n_items": fields.whole(row, "n_items"), "rows": [_point(point, threshold) for point in sorted(kept, key=lambda point: point[1])], "facts": _facts(row),
    }  # fmt: skip


def _point(point: tuple[float, float, float, float | None], threshold: float | None) -> dict[str, Any]:
    at, coverage, risk, bound = point
    return {
        "threshold": confidence_text(at), "coverage": formats.percent(coverage), "risk": formats.percent(risk),
        "bound": "none" if bound is None else formats.percent(bound),
        "chosen": at == threshold,
    }  # fmt: skip


def _facts(row: Row) -> list[tuple[str, str]]:
    """What the chosen threshold does, as name and number; of several systems with rules of their own what is accepted of each."""
    if own := fields.rows(row, "of_systems"):
        return [(f"Accepted unread, {fields.word(one, 'system')}", formats.percent(fields.number(one, "coverage") or 0.0)) for one in own]
    coverage, risk, bound = (fields.number(row, name) for name in ("coverage", "risk", "risk_bound"))
    rows = (("Accepted unread, of all judged items", coverage), ("Wrong among them, as seen", risk), ("Wrong among them, at most", bound))
    return [(name, formats.percent(value)) for name, value in rows if value is not None]


def without_confidence(audit: Audit) -> list[tuple[str, str]]:
    """Judges that were held against gold on a criterion and have no confidence there."""
    known = {of_judge(row) for name in ("reliability", "routing") for row in block(audit, "calibration", name)}
    seen = dict.fromkeys(of_judge(row) for name in ("confusion", "baseline", "relative") for row in block(audit, "calibration", name))
    return [key for key in seen if key[0] and not key[0].endswith("#majority") and key not in known]
