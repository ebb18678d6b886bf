"""The section on calibration: does the judge agree with people, may it take a person's place, and what may go unread?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judgeaudit.domain.results import Audit
from judgeaudit.report import fields, formats
from judgeaudit.report.calibration_confidence import confidence_cards, not_to_deploy, without_confidence
from judgeaudit.report.calibration_folds import folded
from judgeaudit.report.calibration_gold import baselines, confusions, gold_lists, gold_rows
from judgeaudit.report.calibration_lines import Row, Standing, accepted_share, ceiling_said, of_all, of_judge, said_interval, standings
from judgeaudit.report.calibration_lines import is_rate as is_rate_row
from judgeaudit.report.calibration_rates import carried_rows, rate_cards
from judgeaudit.report.cases import sureness
from judgeaudit.report.metrics import key_of, metric_of
from judgeaudit.report.summary import block, unread_share

FLAG = "judge_gold_disagreement"
MAX_ROWS = 400
ALPHA = 0.05
"""Corrected p up to which a difference between judges is called clear, as in the analysis."""
TESTS = {"t": "t-test", "wilcoxon": "Wilcoxon", "constant": "no variation", "": "too few items"}


def calibration_section(audit: Audit, groups: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What the section shows.

    Parameters
    ----------
    audit : Audit
        Blocks of its analysis `calibration` may be missing or malformed: what cannot be read is left out.
    groups : sequence of dict
        The groups of cases of the page (`cases.case_groups`).
    """
    found, no = standings(audit), not_to_deploy(audit)
    figures: list[dict[str, Any]] = []
    rates, rates_left = rate_cards(audit, figures)
    confidence, confidence_left = confidence_cards(audit, figures)
    pairs = block(audit, "calibration", "judge_pairs")
    return {
        "short": [_short(one, forbidden=one.judge in no, left=unread_share(audit, one.judge, one.criterion)) for one in found[:MAX_ROWS]], "ceilings": _ceilings(audit),
        "people": [_pair_of_people(row) for row in block(audit, "calibration", "people")[:MAX_ROWS]],
        "tests": _tests(audit), "rates": rates, "rates_left": rates_left, "carried": carried_rows(audit), "confidence": confidence,
        "confidence_left": confidence_left, "unsure": without_confidence(audit)[:MAX_ROWS],
        "pairs": [_pair(row) for row in sorted(pairs, key=_clearest)[:MAX_ROWS]],
        "n_pairs": len(pairs), "panels": [_panel(row) for row in block(audit, "calibration", "panel")[:MAX_ROWS]], "more_labels": _more_labels(audit),
        "groups": [{**group, "sorted": any(sureness(entry["case"]) >= 0 for entry in group["cases"])} for group in groups if group["flag"] == FLAG],
        "figures": figures, "folds": folded(audit),
        "confusions": confusions(audit), "baselines": baselines(audit)[:MAX_ROWS], "gold": gold_rows(audit)[:MAX_ROWS], "gold_lists": gold_lists(audit),
        "measured": any(one.name == "calibration" and one.status == "measured" for one in audit.analyses),
    }  # fmt: skip


def _short(one: Standing, *, forbidden: bool = False, left: float | None = None) -> dict[str, Any]:
    """One line of the overview: four answers, each with the number that it rests on; nothing goes unread where the decision forbids it.

    `left` is the share of items that goes unread where the decision leaves a part to a person besides.
    """
    kappa, share = fields.number(one.relative, "judge_human_kappa"), fields.number(one.relative, "share_of_ceiling")
    place = {True: ("pass", "yes"), False: ("fail", "no"), None: ("not_measured", "not known")}[one.passes]
    raw, fixed = one.rates.get("raw", {}), one.correction
    rate, coverage = is_rate_row(fixed), accepted_share(one.routing)
    accepts = coverage is not None
    unread = formats.percent(coverage) if coverage is not None else ("nothing" if one.routing else "")
    limit = fields.number(one.routing, "max_risk")
    if accepts and left is not None:
        accepts, unread = left > 0, formats.percent(left) if left > 0 else "nothing: a person reads every item"
    if forbidden and accepts:
        accepts, unread = False, "nothing: the decision is do not deploy"
    return {
        "judge": one.judge, "criterion": one.criterion, "kappa": "" if kappa is None else formats.number(kappa, decimals=2),
        "share": "" if share is None or share <= 0 else f"{100 * share:.0f} % of what people reach", "place": place,
        "as_good": _as_good(one.tests), "rate": said_interval(fixed, is_rate=rate) if fixed else "", "label": fields.word(fixed, "label"),
        "of": of_all(fixed).strip() if fixed else "", "raw": said_interval({"value": raw.get("value")}, is_rate=rate) if fixed and raw else "",
        "unread": unread, "accepts": accepts, "limit": "" if limit is None or not accepts else f"at most {formats.percent(limit)} wrong",
    }  # fmt: skip


def _as_good(tests: Sequence[Row]) -> str:
    tested = [row for row in tests if fields.word(row, "test")]
    epsilon = fields.number(tests[0], "epsilon") if tests else None
    allowed = "no" if epsilon is None else f"at most {epsilon:g}"
    return f"{allowed} worse than {sum(row.get('rejected') is True for row in tested)} of {formats.count(len(tested), 'annotator')}" if tested else ""


def _ceilings(audit: Audit) -> list[dict[str, Any]]:
    """People with each other on each criterion, and below them each judge with people, drawn on one scale."""
    relative = block(audit, "calibration", "relative")
    rows = block(audit, "calibration", "ceiling")[:MAX_ROWS]
    return [_ceiling(row, [one for one in relative if fields.word(one, "criterion") == fields.word(row, "criterion")]) for row in rows]


def _ceiling(row: Row, relative: Sequence[Row]) -> dict[str, Any]:
    kappa, low, high, alpha, agreement = (fields.number(row, name) for name in ("kappa", "low", "high", "alpha", "agreement"))
    numbers = [fields.number(one, "judge_human_kappa") for one in relative]
    floor = min([0.0, *(number for number in (kappa, low, *numbers) if number is not None)])
    beside = [f"{formats.percent(agreement)} raw agreement"] if agreement is not None else []
    beside += [f"alpha {formats.number(alpha, decimals=2)}"] if alpha is not None else []
    return {
        "criterion": fields.word(row, "criterion"), "kappa": said_interval(row, "kappa", is_rate=False), "known": kappa is not None, "why": ceiling_said(row),
        "n_items": formats.count(fields.whole(row, "n_items"), "item"),
        "n_annotators": formats.count(fields.whole(row, "n_annotators"), "annotator"), "beside": beside,
        "bar": None if kappa is None else _bar(floor, kappa, low, high, None),
        "judges": [_relative(one, number, floor, kappa) for one, number in zip(relative, numbers, strict=True)][:MAX_ROWS],
    }  # fmt: skip


def _relative(row: Row, kappa: float | None, floor: float, ceiling: float | None) -> dict[str, Any]:
    difference, low, high = (fields.number(row, name) for name in ("difference", "low", "high"))
    look, word = ("not_measured", "too few items to say") if low is None or high is None else ("inconclusive", "may be as much as people")
    if low is not None and low > 0:
        look, word = "pass", "more than people"
    if high is not None and high < 0:
        look, word = "fail", "less than people"
    share = fields.number(row, "share_of_ceiling")
    return {
        "judge": fields.word(row, "judge"), "kappa": "undefined" if kappa is None else formats.number(kappa, decimals=2),
        "share": "" if share is None or share <= 0 else f"{100 * share:.0f} %", "look": look, "word": word if difference is not None else "",
        "difference": "" if difference is None else said_interval(row, "difference", is_rate=False),
        "bar": None if kappa is None else _bar(floor, kappa, None, None, ceiling),
    }  # fmt: skip


def _bar(floor: float, value: float, low: float | None, high: float | None, limit: float | None) -> dict[str, Any]:
    """Places from 0 to 100 on the small drawn line of the gates."""

    def place(number: float) -> float:
        return 100 * min(1.0, max(0.0, (number - floor) / (1.0 - floor)))

    left, right = place(value if low is None else low), place(value if high is None else high)
    return {
        "low": f"{left:.1f}", "width": f"{right - left:.1f}", "value": f"{place(value):.1f}", "limits": [] if limit is None else [f"{place(limit):.1f}"],
        "zero": f"{place(0.0):.1f}",
    }  # fmt: skip


def _pair_of_people(row: Row) -> dict[str, str]:
    agreement, kappa = fields.number(row, "agreement"), fields.number(row, "kappa")
    return {
        "criterion": fields.word(row, "criterion"), "first": fields.word(row, "first"), "second": fields.word(row, "second"),
        "n": formats.integer(fields.whole(row, "n_items")), "agreement": "undefined" if agreement is None else formats.percent(agreement),
        "kappa": "undefined" if kappa is None else formats.number(kappa, decimals=2),
    }  # fmt: skip


def _tests(audit: Audit) -> list[dict[str, Any]]:
    """The alternative annotator test: one entry for each judge and criterion, with a row for each annotator."""
    rows = block(audit, "calibration", "alt_test")
    advantages = {(e.judge, e.criterion): e for e in audit.estimates if key_of(e) == "calibration.alt_test_advantage" and e.stratum is None}
    found = []
    for key in list(dict.fromkeys(of_judge(row) for row in rows))[:MAX_ROWS]:
        mine = [row for row in rows if of_judge(row) == key]
        rate, epsilon, advantage = fields.number(mine[0], "winning_rate"), fields.number(mine[0], "epsilon"), advantages.get(key)
        said = mine[0].get("passes")
        look, word = ("pass", "could replace one") if said is True else ("fail", "cannot replace one") if said is False else ("not_measured", "not known")
        found.append(
            {
                "judge": key[0], "criterion": key[1], "look": look, "word": word, "rate": "undefined" if rate is None else formats.percent(rate),
                "epsilon": "" if epsilon is None else f"{epsilon:g}", "as_good": _as_good(mine), "rows": [_annotator(row) for row in mine[:MAX_ROWS]],
                "advantage": "" if advantage is None or advantage.value is None else said_interval(advantage.model_dump(), is_rate=True),
            }
        )  # fmt: skip
    return found


def _annotator(row: Row) -> dict[str, str]:
    p, difference, advantage = (fields.number(row, name) for name in ("p", "difference", "advantage"))
    test = fields.word(row, "test")
    return {
        "name": fields.word(row, "annotator"), "n": formats.integer(fields.whole(row, "n_items")), "test": TESTS.get(test, test),
        "p": "none" if p is None else said_p(p),
        "as_good": "yes" if row.get("rejected") is True else "no" if row.get("rejected") is False else "not tested",
        "difference": "none" if difference is None else formats.number(difference), "advantage": "none" if advantage is None else formats.percent(advantage),
    }  # fmt: skip


def said_p(p: float) -> str:
    """A p value to two digits; small ones as a bound."""
    return "under 0.001" if p < 0.001 else f"{p:.2g}" if p < 0.1 else f"{p:.2f}"


def _clearest(row: Row) -> float:
    p = fields.number(row, "p_adjusted")
    return 2.0 if p is None else p


def _pair(row: Row) -> dict[str, Any]:
    """Two judges on the same items: who is ahead, and whether that is more than chance."""
    metric = fields.word(row, "metric")
    exact = metric == "accuracy"
    difference, p = fields.number(row, "difference"), fields.number(row, "p_adjusted")
    ahead = ""
    if p is not None and p <= ALPHA and difference:
        ahead = fields.word(row, "first" if (difference > 0) == exact else "second")
    return {
        "criterion": fields.word(row, "criterion"), "first": fields.word(row, "first"), "second": fields.word(row, "second"),
        "metric": metric_of(f"calibration.{metric}").title.lower() if metric else "", "ahead": ahead, "word": "not compared" if p is None else "may be chance",
        "difference": _difference(row, exact=exact), "p": "none" if p is None else said_p(p), "n": formats.integer(fields.whole(row, "n_items")),
        "test": fields.word(row, "test").replace("_", " "),
    }  # fmt: skip


def _difference(row: Row, *, exact: bool) -> str:
    """A difference in percentage points (accuracy) or in points of the scale, with its interval."""
    ends = [fields.number(row, name) for name in ("difference", "low", "high")]
    value, low, high = ("" if end is None else f"{100 * end if exact else end:+.{1 if exact else 2}f}".replace("-", formats.MINUS) for end in ends)
    if not value:
        return "undefined"
    interval = f" ({low} to {high})" if low and high else ""
    return f"{value}{interval} {'pp' if exact else 'points'}"


def _panel(row: Row) -> dict[str, Any]:
    """The majority of all judges beside the best single one, in words and as numbers."""
    off = fields.number(row, "panel_mae") is not None
    panel, best = (fields.number(row, name) for name in (("panel_mae", "best_mae") if off else ("majority_accuracy", "best_accuracy")))
    p, difference, effective, latent = (fields.number(row, name) for name in ("p", "difference", "effective_judges", "dawid_skene_accuracy"))
    better = difference is not None and ((difference < 0) if off else (difference > 0))
    clear = p is not None and p <= ALPHA
    verdict = "" if p is None else ("the panel is clearly better" if better else "the panel is clearly worse") if clear else "the difference may be chance"
    return {
        "criterion": fields.word(row, "criterion"), "members": fields.words(row, "members"), "silent": fields.words(row, "silent"),
        "panel": _reaches(panel, off=off),
        "best": _reaches(best, off=off), "best_judge": fields.word(row, "best_judge"), "verdict": verdict,
        "p": "" if p is None else said_p(p),
        "difference": _difference(row, exact=not off),
        "effective": "" if effective is None else f"{effective:.1f}", "latent": "" if latent is None else formats.percent(latent),
        "n": formats.count(fields.whole(row, "n_items"), "item"), "tied": fields.whole(row, "n_tied"),
        "undecided": fields.whole(row, "n_undecided"), "note": fields.word(row, "note"),
    }  # fmt: skip


def _reaches(value: float | None, *, off: bool) -> str:
    """An accuracy, or a mean error, as what a judge does."""
    if value is None:
        return "undefined"
    return f"off by {formats.number(value, decimals=2)}" if off else f"right on {formats.percent(value)}"


def _more_labels(audit: Audit) -> list[dict[str, Any]]:
    """What more labels would buy: one entry for each judge, criterion, number and label, with a step for each further amount."""
    found: dict[tuple[str, ...], list[Row]] = {}
    for row in block(audit, "calibration", "more_labels"):
        found.setdefault((*of_judge(row), fields.word(row, "metric"), fields.word(row, "group")), []).append(row)
    return [
        {
            "judge": judge, "criterion": criterion, "group": group, "metric": metric_of(metric if "." in metric else f"calibration.{metric}").title,
            "n": formats.integer(fields.whole(rows[0], "n_labels")), "now": _half_width(rows[0], "half_width"),
            "steps": [_step(row) for row in rows if fields.whole(row, "n_more")][:6],
        }
        for (judge, criterion, metric, group), rows in list(found.items())[:MAX_ROWS]
    ]  # fmt: skip


def _step(row: Row) -> tuple[str, str, str]:
    return formats.integer(fields.whole(row, "n_more")), _half_width(row, "half_width_then"), fields.word(row, "gate")


def _half_width(row: Row, name: str) -> str:
    value = fields.number(row, name)
    return "unknown" if value is None else f"± {formats.number(value)}"
