"""What speaks against a correction: a judge that tells nothing, errors that do not fit, systems that differ; in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judgeaudit.analyses.calibrations.answers import Answer, Row, of_label, say_value, scale_points
from judgeaudit.analyses.calibrations.carried import is_share
from judgeaudit.analyses.calibrations.outside import distance_outside
from judgeaudit.analyses.calibrations.youden import youden_of
from judgeaudit.analyses.parts import Part, listed, percent
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.shapes import Corrected

SHOWN = {"fails": "does not hold", "undecided": "is not shown to hold", "holds": "holds"}

SWAPPED = -0.5
"""Sensitivity plus specificity less 1 from which down labels look swapped (ours): hard items alone make a judge no worse than that."""


def information(part: Part, judge: str, answers: Sequence[Answer]) -> list[tuple[Any, str]]:
    """That a judge tells a class from the others no better than a coin, or may not; of several such labels the first of the worse kind."""
    texts = [text for answer in answers for text in _of_one_class(part, judge, answer, len(answers))]
    return sorted(texts, key=lambda text: text[0] != "serious")[:1]


def _of_one_class(part: Part, judge: str, answer: Answer, n_labels: int) -> list[tuple[Any, str]]:
    if answer.pooled is None:
        return []
    row, found = answer.pooled
    about = f"{part.criterion}, as far as {answer.label!r} goes" if n_labels > 1 else part.criterion
    if found.value is None:
        assert found.undefined is not None
        head = "the judge carries no information: "
        if not found.undefined.startswith(head):
            return []
        if n_labels == 1 and (text := _swapped(part, judge, found)) is not None:
            return [("serious", text)]
        tail = "Its verdicts correct nothing." if n_labels == 1 else "Its verdicts correct nothing there."
        return [("serious", f"{judge} carries no information on {about}: {found.undefined.removeprefix(head)}. {tail}")]
    assert isinstance(found, Corrected)
    known = youden_of(found)
    if known is None or known[1] > 0:
        return []
    youden, low, high = known
    text = (
        f"{judge} may carry no information on {about}: sensitivity plus specificity less 1 is {youden:.2f} ({low:.2f} to {high:.2f}; 0 is a coin) on "
        f"{row['n_labelled']} labelled items."
    )
    return [("warning", text)]


def _swapped(part: Part, judge: str, found: Estimate) -> str | None:
    """That a judge is wrong far more often than a coin: it tells the classes apart and calls them by each other's names."""
    known = youden_of(found) if isinstance(found, Corrected) and found.youden is not None else None
    if known is None or known[2] >= 0 or known[0] > SWAPPED:
        return None
    assert isinstance(found, Corrected)
    shares = [found.part(name) for name in ("sensitivity", "specificity")]
    n_wrong = sum((1 - (one.value or 0.0)) * one.n_ratings for one in shares)
    return (
        f"The labels of {judge} on {part.criterion} look swapped: it says the opposite of people on {percent(n_wrong / sum(one.n_ratings for one in shares))} of labelled "
        f"items (sensitivity plus specificity less 1 is {known[0]:.2f}; 0 is a coin). Check what {part.scale.label(1.0)!r} stands for in its reply, in the column of "
        "verdicts and in gold, before anything else."
    )


def outside(part: Part, judge: str, answers: Sequence[Answer]) -> list[str]:
    """Of corrected values that lie outside the scale by more than sampling explains; of several labels the one that is furthest outside."""
    rows = [row for answer in answers for row, _ in answer.found if row["outside"]]
    if len(answers) > 1:
        rows = [max(rows, key=lambda row: _beyond(part, row))] if rows else []
    return [_say_outside(part, judge, row, len(answers)) for row in rows]


def _beyond(part: Part, row: Row) -> float:
    return distance_outside(row["raw_value"], (0.0, 1.0) if is_share(part.scale) else (scale_points(part.scale)[0], scale_points(part.scale)[-1]))


def _say_outside(part: Part, judge: str, row: Row, n_labels: int) -> str:
    where = of_label(row["label"], n_labels) + (f" of {row['system']}" if row["system"] else "")
    return (
        f"The corrected value{where} for {judge} on {part.criterion} ({row['method'].replace('_', ' ')}) would be {say_value(part, row['raw_value'])}, outside the scale: "
        f"the errors on the {row['n_labelled']} labelled items do not go with what it says of the others."
    )


def carried_words(part: Part, judge: str, rows: Sequence[Row], answers: Sequence[Answer]) -> list[tuple[Any, str]]:
    """Systems without labels of their own, and whether the errors on one system's items hold for another's."""
    alone = tuple(sorted({row["system"] for row in rows if row["system"] and not row["n_labelled"]}))
    checks = [check for answer in answers for check in answer.checks]
    texts: list[tuple[Any, str]] = []
    if alone:
        verdicts = {check["verdict"] for check in checks}
        shown = next((SHOWN[verdict] for verdict in ("fails", "undecided", "holds") if verdict in verdicts), "could not be checked")
        known = f"{shown} between the systems that have labels"
        over = f"are not carried over to {'them' if len(alone) > 1 else 'it'}, which" if "fails" in verdicts else "are carried over, which"
        texts.append(
            (
                "warning",
                f"{listed(alone)} {'have' if len(alone) > 1 else 'has'} no gold on {part.criterion}: the errors of {judge} on other systems' items {over} "
                f"{known}. Label some of its own.",
            )
        )
    failed = [check for check in checks if check["verdict"] == "fails"]
    if len(answers) > 1:
        failed = sorted(failed, key=lambda check: -abs(check["residual"] or 0.0))[:1]
    return texts + [("warning", _misleads(part, judge, check, len(answers))) for check in failed]


def _misleads(part: Part, judge: str, check: Row, n_labels: int) -> str:
    """That the errors on other systems' items are no guide to one system."""
    head = f"One calibration of {judge} for all systems misleads on {part.criterion}: "
    tail = "Compare systems by their own labels."
    if check["low"] is not None and abs(check["residual"]) > check["margin"] and not check["low"] <= 0 <= check["high"]:
        own = f"its own {check['n_items']} labels say {say_value(part, check['own'])}"
        return f"{head}by its errors on the others, {check['system']} would have {say_value(part, check['carried'])}{of_label(check['label'], n_labels)} where {own}. {tail}"
    own, others = (round(check[name], 2) + 0.0 for name in ("youden", "youden_others"))
    rates = f"sensitivity plus specificity less 1{of_label(check['label'], n_labels)} is {own:.2f} on {check['system']} and {others:.2f} on the others (0 is a coin)"
    return f"{head}{rates}. {tail}"
