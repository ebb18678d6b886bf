"""How good are the judged things really? What the judge says of all items, corrected for the errors that it makes on labelled ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from judgeaudit import stats
from judgeaudit.analyses.calibrations.by_item import gold_and_codes, over_items, systems_of
from judgeaudit.analyses.calibrations.carried import carried, carried_estimate, is_share, labels_only, picked
from judgeaudit.analyses.calibrations.corrected_words import Answer, corrected_findings, scale_points
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.parts import Part
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray
from judgeaudit.stats.shapes import Corrected

Row = dict[str, Any]
Method = tuple[str, Estimate]

CARRIED = "no item of this system has gold: the errors are those on other systems' items"
EVERY_ITEM = "every judged item has gold: its share, which needs no correction"
ALL_ITEMS = "corrected_rate_all_items"


@dataclass(frozen=True)
class Means:
    """What one judge says and gold, ready to be averaged: ratings of shape (1, n_items, 2), an item's mean over replicates and its gold.

    Of a label without order (`label`) the share of replicates that give it, and 1 or 0; of an ordered scale points between its `ends`.
    """

    judge: str
    ratings: FloatArray
    ends: tuple[float, float]
    label: str | None


def corrected(part: Part) -> Piece:
    """Block `corrected`: raw, labels-only and corrected share of a label, or mean of an ordered scale, of each judge, over all items and by system.

    With the estimates `corrected_rate_rogan_gladen` (of items without gold; of all where each has gold), `corrected_rate_all_items` (gold where
    there is gold, and the former for the rest) and `corrected_mean_ppi`; a label is in `group`, a system in `variant`. Block `carried` says of each
    system whether the errors on the others' items would have done for it.

    Of two labels the share of the first says both. Of three or more without order each has its share, by itself: they need not add up to 1.
    Means are in the numbers that labels are, and where they are words in their places from 1. `picked` of a row: the labelled items are no
    random sample, so that only corrections by error rates may be used.
    """
    systems = systems_of(part)
    names = tuple(str(name) for name in np.unique(systems) if name)
    names = names if len(names) > 1 else ()
    estimates: list[Estimate] = []
    rows: list[Row] = []
    checks: list[Row] = []
    findings = []
    for judge in part.patterns.judges:
        answers = [_answer(part, means, names, systems) for means in _means(part, judge)]
        no_sample = any(one.seen is not None and one.seen["verdict"] == "fails" for one in answers)
        for one in answers:
            estimates += [_estimate(row, found) for row, found in one.found if found.name.startswith("corrected_")]
            for row, _ in one.found:
                row["picked"] = no_sample
            rows += [row for row, _ in one.found]
            checks += one.checks
        findings += corrected_findings(part, judge, answers)
    return Piece(estimates=tuple(estimates), findings=tuple(findings), blocks={"corrected": rows, "carried": checks})


def _answer(part: Part, means: Means, names: tuple[str, ...], systems: Any) -> Answer:
    """Everything about one label (or the mean): over all items, then by system."""
    found = _everywhere(part, means, None, None)
    checks: list[Row] = []
    for name in names:
        found += _everywhere(part, means, name, systems)
        check = carried(part, means.judge, means.ratings, means.ends, name, systems)
        checks += [] if check is None else [{**check, "label": means.label}]
    return Answer(means.label, found, checks, picked(part, means.judge, means.ratings, means.ends))


def _means(part: Part, judge: str) -> list[Means]:
    """One for each label without order (of two labels for the first), else one; empty where no item with a verdict has gold."""
    gold, codes = gold_and_codes(part, judge)
    if not ((~np.isnan(codes)).any(axis=1) & ~np.isnan(gold)).any():
        return []
    scale = part.scale
    if is_share(scale):
        assert scale.labels is not None
        shown = scale.labels[:1] if scale.two_labels else scale.labels
        return [_of_label(judge, label, _indicator(gold, scale.code(label)), _indicator(codes, scale.code(label))) for label in shown]
    points = scale_points(scale)
    if scale.codes is not None and points != scale.codes:
        codes, gold = (np.interp(values, scale.codes, points) for values in (codes, gold))
    return [Means(judge, _paired(codes, gold), (points[0], points[-1]), None)]


def _indicator(codes: FloatArray, code: float | None) -> FloatArray:
    return np.where(np.isnan(codes), np.nan, (codes == code).astype(np.float64))


def _of_label(judge: str, label: str, gold: FloatArray, codes: FloatArray) -> Means:
    return Means(judge, _paired(codes, gold), (0.0, 1.0), label)


def _paired(codes: FloatArray, gold: FloatArray) -> FloatArray:
    given = ~np.isnan(codes)
    times = given.sum(axis=1)
    mean = np.where(times > 0, np.where(given, codes, 0.0).sum(axis=1) / np.maximum(times, 1), np.nan)
    return np.stack([mean, gold], axis=1)[None]


def _gold_of_judged(ratings: FloatArray) -> FloatArray:
    """Gold of those items that have a verdict too."""
    return np.asarray(ratings[0, ~np.isnan(ratings[0]).any(axis=1), 1])


def _everywhere(part: Part, means: Means, system: str | None, systems: Any) -> list[tuple[Row, Estimate]]:
    """Rows of one judge on all items, or on those of one system."""
    keep: BoolArray | None = None if system is None else systems == system
    of_system = means.ratings if keep is None else means.ratings[:, keep]
    if np.isnan(of_system[..., 0]).all():
        return []
    about: dict[str, Any] = {"judge": means.judge, "keep": keep, "level": "interval", "labels": means.ends}
    ppi = over_items(part, "corrected_mean_ppi", stats.ppi_mean, means.ratings, **about)
    assert isinstance(ppi, Corrected)
    found: list[Method] = [("raw", ppi.part("judged_mean")), ("labels_only", ppi.part("labels_only"))]
    note = ""
    if not ppi.n_labelled and system is not None:
        note = CARRIED
        one = carried_estimate(part, means.judge, means.ratings, means.ends, system, systems)
        found += _carried_over(one, ppi.n_unlabelled) if is_share(part.scale) else [("ppi", one)]
    else:
        found += _corrections(part, means, ppi, about)
    counts = (ppi.n_labelled, ppi.n_unlabelled)
    label = means.label
    tagged = [(method, one.about(judge=means.judge, criterion=part.criterion, analysis=part.analysis, group=label, variant=system)) for method, one in found]
    rows = [_row(part, system, method, label, one, counts, "" if method in ("raw", "labels_only") else note) for method, one in tagged]
    return [(_beside_labels(row, rows[1]), one) for row, (_, one) in zip(rows, tagged, strict=True)]


def _beside_labels(row: Row, labels: Row) -> Row:
    """The row, with a word in its note where its interval is no narrower than that of the labels alone."""
    if row["method"] in ("raw", "labels_only") or not row["n_unlabelled"] or row["low"] is None or labels["low"] is None:
        return row
    if row["high"] - row["low"] < labels["high"] - labels["low"]:
        return row
    return {**row, "note": f"{row['note']}; no narrower than the labels alone: here the judge does not help"}


def _estimate(row: Row, found: Estimate) -> Estimate:
    """A number that rests on other systems' labels stands in the block with its note: no gate holds by it."""
    if not row["note"].startswith(CARRIED):
        return found
    tags = {name: getattr(found, name) for name in ("analysis", "name", "judge", "criterion", "group", "variant")}
    return Estimate.missing("no item of this system has gold", n_items=row["n_unlabelled"]).about(**tags)


def _carried_over(found: Estimate, n_items: int) -> list[Method]:
    """No item has gold, so that the rate of those without gold is that of all."""
    assert isinstance(found, Corrected)
    rest = _of_unlabelled(found.model_copy(update={"n_labelled": 0, "n_unlabelled": n_items}))
    return [("rogan_gladen", rest), ("rogan_gladen_all", rest.about(name=ALL_ITEMS))]


def _corrections(part: Part, means: Means, ppi: Corrected, about: dict[str, Any]) -> list[Method]:
    if not is_share(part.scale):
        return [("ppi", ppi), ("isotonic", over_items(part, "isotonic_mean", stats.isotonic_mean, means.ratings, **about))]
    found = over_items(part, "corrected_rate_rogan_gladen", stats.rogan_gladen, means.ratings, **{**about, "level": "nominal"})
    assert isinstance(found, Corrected)
    keep = slice(None) if about["keep"] is None else about["keep"]
    if not part.scale.two_labels and not (_gold_of_judged(means.ratings[:, keep]) == 1.0).any():
        # Labels alone say how rare it may be; a correction of what was never seen would be labels alone under another name.
        why = f"no labelled item is {means.label!r}: how often the judge finds it is not known"
        found, ppi = _undefined(found, why), _undefined(ppi, why)
    return [("rogan_gladen", _of_unlabelled(found)), ("rogan_gladen_all", _of_all(part, means, found, about)), ("ppi", ppi)]


def _undefined(found: Corrected, why: str) -> Corrected:
    return found.model_copy(update={"value": None, "low": None, "high": None, "ci_level": None, "undefined": why, "method": "", "raw": None})


def _of_unlabelled(found: Corrected) -> Corrected:
    """Rogan and Gladen's number as it is; with the number of those items that it is of, which `method` says too."""
    judged = found.part("judged_rate")
    which = f"the {judged.n_items:,} judged items without gold" if found.n_unlabelled else f"all {judged.n_items:,} judged items"
    method = f"of {which}: {found.method}" if found.undefined is None else ""
    return found.model_copy(update={"n_items": judged.n_items, "n_ratings": judged.n_ratings, "method": method})


def _of_all(part: Part, means: Means, rest: Corrected, about: dict[str, Any]) -> Estimate:
    """The rate of all judged items, from that of the unlabelled ones: labelled items have gold, which needs no correction.

    The interval is that of the unlabelled items' rate, by their share of all; where each has gold, that of gold's share.
    """
    gold = _gold_of_judged(means.ratings[:, slice(None) if about["keep"] is None else about["keep"]])
    n_rest, n_all = rest.n_unlabelled, len(gold) + rest.n_unlabelled
    if not n_rest:
        judged = np.where(np.isnan(means.ratings[..., :1]), np.nan, means.ratings)
        return over_items(part, ALL_ITEMS, labels_only, judged, **about).model_copy(update={"method": f"of all {n_all:,} judged items: {EVERY_ITEM}"})
    if rest.value is None:
        return rest.model_copy(update={"name": ALL_ITEMS, "n_items": n_all})
    n_class = int((gold == 1.0).sum())
    value, low, high = (None if number is None else (n_class + n_rest * number) / n_all for number in (rest.value, rest.low, rest.high))
    span = "" if rest.low is None else f" ({rest.low:.3g} to {rest.high:.3g})"
    method = f"of all {n_all:,} judged items: gold of {len(gold):,}, and {rest.value:.3g}{span} of the {n_rest:,} without a label: {rest.method}"
    changes = {"name": ALL_ITEMS, "value": value, "low": low, "high": high, "raw": value, "n_items": n_all, "method": method}
    return rest.model_copy(update=changes)


def _row(part: Part, system: str | None, method: str, label: str | None, found: Estimate, counts: tuple[int, int], note: str) -> Row:
    raw = found.raw if isinstance(found, Corrected) else None
    said = found.method if isinstance(found, Corrected) or method == "rogan_gladen_all" else ""
    words = "; ".join(filter(None, (note, found.undefined or said)))
    return {
        "judge": found.judge, "criterion": part.criterion, "system": system, "method": method, "label": label, "value": found.value, "low": found.low,
        "high": found.high, "raw_value": raw, "n_labelled": counts[0], "n_unlabelled": counts[1], "note": words,
    }  # fmt: skip
