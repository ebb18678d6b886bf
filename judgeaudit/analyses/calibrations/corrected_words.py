"""What corrected rates mean, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from judgeaudit.analyses.calibrations.carried import is_share
from judgeaudit.analyses.calibrations.youden import youden_of
from judgeaudit.analyses.parts import Part, listed, percent
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.domain.rubric import Scale
from judgeaudit.stats.shapes import Corrected

SHOWN = {"fails": "does not hold", "undecided": "is not shown to hold", "holds": "holds"}

SWAPPED = -0.5
"""Sensitivity plus specificity less 1 from which down labels look swapped (ours): hard items alone make a judge no worse than that."""

Row = dict[str, Any]
Found = Sequence[tuple[Row, Estimate]]
FLOATING = 1e-9
"""Less than this outside a scale is a sum that was rounded."""


@dataclass(frozen=True)
class Answer:
    """What was found of the share of one label, or of the mean of a scale (`label` None).

    Rows over all items and by system with their estimates, rows of the block `carried`, and whether labelled items look picked.
    """

    label: str | None
    found: list[tuple[Row, Estimate]]
    checks: list[Row]
    seen: Row | None

    def whole(self) -> dict[str, tuple[Row, Estimate]]:
        """By method, over all items."""
        return {row["method"]: (row, one) for row, one in self.found if row["system"] is None}


def corrected_findings(part: Part, judge: str, answers: Sequence[Answer]) -> list[Finding]:
    """Of one judge: the true rate, whether the judge helps to know it, what is wrong with the correction, and which systems it may be used on.

    Of several labels without order one is spoken of for each of these: the one that is furthest off. The others stand in the block.
    """
    if not answers:
        return []
    said = max(answers, key=_moved)  # the first of equals
    whole, n_labels = said.whole(), len(answers)
    texts = _information(part, judge, answers)
    if whole["raw"][0]["n_unlabelled"]:
        texts += [("note", text)] if (text := _true_rate(part, judge, whole, n_labels)) else []
        texts += [("warning", text) for text in (_no_help(part, judge, whole, n_labels), _picked(part, judge, answers)) if text]
    texts += [("warning", text) for text in _outside(part, judge, answers)]
    texts += _carried(part, judge, [row for row, _ in said.found], answers)
    return [Finding(severity=severity, text=text, judge=judge, criterion=part.criterion) for severity, text in texts]


def _moved(answer: Answer) -> float:
    """By how much the correction over all items moves what the judge says; less than nothing where there is none."""
    whole = answer.whole()
    raw, best = whole["raw"][0], whole.get("rogan_gladen_all" if whole["raw"][0].get("picked") else "ppi", ({"value": None}, None))[0]
    return -1.0 if raw["value"] is None or best["value"] is None else abs(raw["value"] - best["value"])


def _of_label(label: str | None, n_labels: int) -> str:
    """ " of 'x'", where there are several labels of which it might be."""
    return f" of {label!r}" if n_labels > 1 else ""


def scale_points(scale: Scale) -> tuple[float, ...]:
    """What is averaged: the numbers that an ordered scale's labels are, where they rise, else codes; of a continuous scale its ends."""
    if scale.codes is None:
        assert scale.low is not None
        assert scale.high is not None
        return scale.low, scale.high
    if scale.level != "ordinal" or scale.labels is None:
        return scale.codes
    numbers = tuple(number for label in scale.labels if (number := _number(label)) is not None)
    return numbers if len(numbers) == len(scale.labels) and list(numbers) == sorted(set(numbers)) else scale.codes


def _number(label: str) -> float | None:
    try:
        number = float(label)
    except ValueError:
        return None
    return number if isfinite(number) else None


def say_value(part: Part, value: float) -> str:
    """A rate in percent, a mean in points of the scale."""
    if not is_share(part.scale):
        return f"{value:.2f}"
    return percent(value) if 0 <= value <= 1 else f"{100 * value:.1f} %"


def _say(part: Part, row: dict[str, Any]) -> str:
    """ "52 % (45 to 60 %)"."""
    text = say_value(part, row["value"])
    return text if row["low"] is None else f"{text} ({say_value(part, row['low']).removesuffix(' %')} to {say_value(part, row['high'])})"


def _information(part: Part, judge: str, answers: Sequence[Answer]) -> list[tuple[Any, str]]:
    """That a judge tells a class from the others no better than a coin, or may not; of several such labels the first of the worse kind."""
    texts = [text for answer in answers for text in _of_one_class(part, judge, answer, len(answers))]
    return sorted(texts, key=lambda text: text[0] != "serious")[:1]


def _of_one_class(part: Part, judge: str, answer: Answer, n_labels: int) -> list[tuple[Any, str]]:
    whole = answer.whole()
    if "rogan_gladen" not in whole:
        return []
    row, found = whole["rogan_gladen"]
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
    assert known is not None
    youden, low, high = known
    if low > 0:
        return []
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


def _true_rate(part: Part, judge: str, whole: dict[str, tuple[Row, Estimate]], n_labels: int) -> str:
    """What the judge says, and what is true as far as that is known; empty where several labels have no correction."""
    raw, ppi, labels = (whole[name][0] for name in ("raw", "ppi", "labels_only"))
    n_all = f"{ppi['n_labelled'] + ppi['n_unlabelled']:,}"
    what = f"says {raw['label']!r} of {say_value(part, raw['value'])} of items" if raw["label"] else f"averages {say_value(part, raw['value'])}{_ends(part)}"
    what += f" on {part.criterion}" + (f", of {n_labels} labels the one that correcting moves most" if n_labels > 1 else "")
    rate = "share" if raw["label"] else "mean"
    if raw.get("picked"):
        return f"{judge} {what}. {_by_error_rates(part, whole, n_all)}"
    if n_labels > 1 and ppi["value"] is None:
        return ""
    text = (
        f"{judge} {what}. Corrected by the {ppi['n_labelled']} items with gold, the true {rate} of all {n_all} is "
        f"{_say(part, ppi)}; these labels alone say {_say(part, labels)}"
    )
    other = "rogan_gladen_all" if raw["label"] else "isotonic"
    if whole[other][0]["value"] is not None:
        by = f"gold with its error rates for the other {ppi['n_unlabelled']:,}" if raw["label"] else "its scores put on the scale of gold"
        text += f", {by} {_say(part, whole[other][0])}"
    return text + ". This holds where the labelled items were drawn at random from all of them."


def _by_error_rates(part: Part, whole: dict[str, tuple[Row, Estimate]], n_all: str) -> str:
    """The one number that labelled items which are no random sample allow, or that there is none."""
    row: Row = whole["rogan_gladen_all"][0] if "rogan_gladen_all" in whole else {"value": None}
    if row["value"] is None:
        return f"What is true of all {n_all} is not known: the {whole['raw'][0]['n_labelled']} items with gold are no random sample of them."
    return (
        f"The true share of all {n_all} is {_say(part, row)}: gold where there is gold, and corrected by its error rates on these {row['n_labelled']} items "
        "elsewhere. No other correction holds, for the items with gold are no random sample."
    )


def _ends(part: Part) -> str:
    """What the ends of a scale of words are called."""
    labels = part.scale.labels
    return "" if labels is None or _number(labels[0]) is not None else f" (1 is {labels[0]!r}, {len(labels)} {labels[-1]!r})"


def _width(row: dict[str, Any]) -> float | None:
    return None if row["low"] is None else row["high"] - row["low"]


def _no_help(part: Part, judge: str, whole: dict[str, tuple[Row, Estimate]], n_labels: int) -> str | None:
    """That labels alone tell as much; where a correction by error rates is wider, its row says so."""
    labels, ppi = _width(whole["labels_only"][0]), _width(whole["ppi"][0])
    best = min((width for name in ("ppi", "isotonic") if name in whole and (width := _width(whole[name][0])) is not None), default=None)
    if whole["raw"][0].get("picked") or labels is None or ppi is None or best is None or best < labels:
        return None
    what = f"the true {'rate' if is_share(part.scale) else 'mean'}{_of_label(whole['raw'][0]['label'], n_labels)}"
    return f"{judge} does not help to know {what} on {part.criterion}: the labels alone give an interval that is no wider."


def _picked(part: Part, judge: str, answers: Sequence[Answer]) -> str | None:
    """That the judge says something else of labelled items than of the others, as it would not of a random sample."""
    known = [(one.label, one.seen) for one in answers if one.seen is not None and one.seen["verdict"] == "fails"]
    if not known:
        return None
    label, seen = max(known, key=lambda pair: abs(pair[1]["residual"]))
    says, of_them = (f"says {label!r} of", "of them") if label is not None else ("on average gives", "to them")
    instead = "only the correction by its error rates may be used (Rogan-Gladen)" if label is not None else "the corrected numbers are off"
    return (
        f"The items with gold on {part.criterion} do not look like a random sample: {judge} {says} "
        f"{say_value(part, seen['carried'])} {of_them} and {say_value(part, seen['own'])} {of_them.replace('them', 'the others')}. If they were picked, {instead}."
    )


def _outside(part: Part, judge: str, answers: Sequence[Answer]) -> list[str]:
    """Of corrected values that lie outside the scale; of several labels the one that is furthest outside."""
    rows = [row for answer in answers for row, _ in answer.found if _beyond(part, row) > FLOATING]
    if len(answers) > 1:
        rows = [max(rows, key=lambda row: _beyond(part, row))] if rows else []
    return [_say_outside(part, judge, row, len(answers)) for row in rows]


def _beyond(part: Part, row: Row) -> float:
    points = (0.0, 1.0) if is_share(part.scale) else scale_points(part.scale)
    return 0.0 if row["raw_value"] is None else max(points[0] - row["raw_value"], row["raw_value"] - points[-1])


def _say_outside(part: Part, judge: str, row: Row, n_labels: int) -> str:
    where = _of_label(row["label"], n_labels) + (f" of {row['system']}" if row["system"] else "")
    return (
        f"The corrected value{where} for {judge} on {part.criterion} ({row['method'].replace('_', ' ')}) would be {say_value(part, row['raw_value'])}, outside the scale: "
        f"the errors on the {row['n_labelled']} labelled items do not go with what it says of the others."
    )


def _carried(part: Part, judge: str, rows: Sequence[Row], answers: Sequence[Answer]) -> list[tuple[Any, str]]:
    """Systems without labels of their own, and whether the errors on one system's items hold for another's."""
    alone = tuple(sorted({row["system"] for row in rows if row["system"] and not row["n_labelled"]}))
    checks = [check for answer in answers for check in answer.checks]
    texts: list[tuple[Any, str]] = []
    if alone:
        verdicts = {check["verdict"] for check in checks}
        shown = next((SHOWN[verdict] for verdict in ("fails", "undecided", "holds") if verdict in verdicts), "could not be checked")
        known = f"{shown} between the systems that have labels"
        texts.append(
            (
                "warning",
                f"{listed(alone)} {'have' if len(alone) > 1 else 'has'} no gold on {part.criterion}: the errors of {judge} on other systems' items are carried over, which "
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
        return f"{head}by its errors on the others, {check['system']} would have {say_value(part, check['carried'])}{_of_label(check['label'], n_labels)} where {own}. {tail}"
    own, others = (round(check[name], 2) + 0.0 for name in ("youden", "youden_others"))
    rates = f"sensitivity plus specificity less 1{_of_label(check['label'], n_labels)} is {own:.2f} on {check['system']} and {others:.2f} on the others (0 is a coin)"
    return f"{head}{rates}. {tail}"
