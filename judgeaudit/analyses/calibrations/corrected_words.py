"""What corrected rates mean, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judgeaudit.analyses.calibrations.answers import Answer, Row, ends_words, of_label, say_row, say_value, which_items
from judgeaudit.analyses.calibrations.carried import is_share
from judgeaudit.analyses.calibrations.corrected_doubts import carried_words, information, outside
from judgeaudit.analyses.parts import Part
from judgeaudit.domain.results import Estimate, Finding

Whole = dict[str, tuple[Row, Estimate]]


def corrected_findings(part: Part, judge: str, answers: Sequence[Answer]) -> list[Finding]:
    """Of one judge: the true rate, whether the judge helps to know it, what is wrong with the correction, and which systems it may be used on.

    Of several labels without order one is spoken of for each of these: the one that is furthest off. The others stand in the block.
    """
    if not answers:
        return []
    most = max(answers, key=_moved)  # the first of equals
    whole, n_labels = most.whole(), len(answers)
    texts = information(part, judge, answers)
    if whole["raw"][0]["n_unlabelled"]:
        texts += [("note", text)] if (text := _true_rate(part, judge, whole, n_labels)) else []
        texts += [("warning", text) for text in (_no_help(part, judge, whole, n_labels), _picked(part, judge, answers)) if text]
    undecided = _undecided(part, judge, whole)
    texts += [("warning", undecided)] if undecided else []
    texts += [("warning", text) for text in outside(part, judge, answers)]
    texts += carried_words(part, judge, [row for row, _ in most.found], answers)
    return [Finding(severity=severity, text=text, judge=judge, criterion=part.criterion) for severity, text in texts]


def _moved(answer: Answer) -> float:
    """By how much the correction over all items moves what the judge says; less than nothing where there is none."""
    whole = answer.whole()
    raw, best = whole["raw"][0], whole.get("rogan_gladen_all" if whole["raw"][0].get("picked") else "ppi", ({"value": None}, None))[0]
    return -1.0 if raw["value"] is None or best["value"] is None else abs(raw["value"] - best["value"])


def _true_rate(part: Part, judge: str, whole: Whole, n_labels: int) -> str:
    """What the judge says, and what is true as far as that is known; empty where several labels have no correction."""
    raw, ppi, labels = (whole[name][0] for name in ("raw", "ppi", "labels_only"))
    which = which_items(raw)
    what = (
        f"says {raw['label']!r} of {say_value(part, raw['value'])} of items" if raw["label"] else f"averages {say_value(part, raw['value'])}{ends_words(part)}"
    )
    what += f" on {part.criterion}" + (f", of {n_labels} labels the one that correcting moves most" if n_labels > 1 else "")
    rate = "share" if raw["label"] else "mean"
    if raw.get("picked"):
        return f"{judge} {what}. {_by_error_rates(part, whole, which)}"
    if ppi["value"] is None:
        return f"{judge} {what}. What is true of {which} is not known: {ppi['note']}." if ppi["apart"] else ""
    same = "the labels of the same items" if raw["n_unanswered"] else "these labels"
    text = f"{judge} {what}. Corrected by the {ppi['n_labelled']} items with gold, the true {rate} of {which} is {say_row(part, ppi)}; {same} alone say {say_row(part, labels)}"
    if "labels_all" in whole:
        every = whole["labels_all"][0]
        text += f" (those of all {every['n_labelled']:,} labelled items, of which it does not answer {every['n_labelled'] - labels['n_labelled']:,}: {say_row(part, every)})"
    other = "rogan_gladen_all" if raw["label"] else "isotonic"
    if whole[other][0]["value"] is not None:
        by = f"gold with its error rates for the other {ppi['n_unlabelled']:,}" if raw["label"] else "its scores put on the scale of gold"
        about = " as an interval about these items and no others" if raw["label"] else ""
        text += f", {by} {say_row(part, whole[other][0])}{about}"
    if ppi["apart"]:
        return (
            f"{text}. Each is put together from the systems' own corrections, and holds where each system's labelled items were drawn at random from its own."
        )
    return text + ". This holds where the labelled items were drawn at random from all of them."


def _by_error_rates(part: Part, whole: Whole, which: str) -> str:
    """The one number that labelled items which are no random sample allow, or that there is none."""
    row: Row = whole["rogan_gladen_all"][0] if "rogan_gladen_all" in whole else {"value": None}
    n_labelled = whole["raw"][0]["n_labelled"]
    if row["value"] is None:
        why = row["note"] if row.get("apart") else f"the {n_labelled} items with gold are no random sample of them"
        return f"What is true of {which} is not known: {why}."
    return (
        f"The true share of {which} is {say_row(part, row)}, an interval about these items and no others: gold where there is gold, and corrected by its error "
        f"rates on these {n_labelled} items elsewhere. No other correction holds, for the items with gold are no random sample."
    )


def _undecided(part: Part, judge: str, whole: Whole) -> str | None:
    """What the numbers would be if the labelled items that are left out were all of one label, or none of them: which they are, nobody knows."""
    row = next((one for name in ("ppi", "rogan_gladen_all", "labels_only") if name in whole and (one := whole[name][0]).get("n_undecided")), None)
    if row is None:
        return None
    n_out, raw = row["n_undecided"], whole["raw"][0]
    ends = f"all of them {raw['label']!r} or none" if raw["label"] else "all of them at one end of the scale or at the other"
    text = (
        f"{n_out} of the {row['n_labelled'] + n_out} labelled items of {part.criterion} that {judge} answers are disputed or otherwise undecided, and "
        "left out of every number. What is disputed is seldom a random part, and so the rest is none either, however the items were drawn."
    )
    known = [("labels alone", whole["labels_only"][0])]
    known += [("corrected", whole[name][0]) for name in ("rogan_gladen_all" if raw.get("picked") else "ppi",) if name in whole]
    said = [
        f"{name} {say_value(part, one['undecided_low'])} to {say_value(part, one['undecided_high'])}"
        for name, one in known
        if one.get("undecided_low") is not None
    ]
    return f"{text} Were {ends}: {', '.join(said)}, sampling error included." if said else text


def _width(row: dict[str, Any]) -> float | None:
    return None if row["low"] is None else row["high"] - row["low"]


def _no_help(part: Part, judge: str, whole: Whole, n_labels: int) -> str | None:
    """That labels alone tell as much; where a correction by error rates is wider, its row says so."""
    labels, ppi = _width(whole["labels_only"][0]), _width(whole["ppi"][0])
    best = min((width for name in ("ppi", "isotonic") if name in whole and (width := _width(whole[name][0])) is not None), default=None)
    if whole["raw"][0].get("picked") or labels is None or ppi is None or best is None or best < labels:
        return None
    what = f"the true {'rate' if is_share(part.scale) else 'mean'}{of_label(whole['raw'][0]['label'], n_labels)}"
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
