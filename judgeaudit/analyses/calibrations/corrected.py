"""How good are the judged things really? What the judge says of all items, corrected for the errors that it makes on labelled ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats
from judgeaudit.analyses.calibrations.all_items import ALL_ITEMS, gold_of_judged, of_all, of_answered, of_unlabelled
from judgeaudit.analyses.calibrations.answers import Answer, scale_points
from judgeaudit.analyses.calibrations.apart import NO_SYSTEM, UNCORRECTED, linked, of_systems, own_only, picked_within
from judgeaudit.analyses.calibrations.by_item import gold_and_codes, over_items, systems_of
from judgeaudit.analyses.calibrations.carried import carried, carried_estimate, is_share, labels_only, picked
from judgeaudit.analyses.calibrations.corrected_words import corrected_findings
from judgeaudit.analyses.calibrations.outside import outside_beyond_chance
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.calibrations.undecided import bounded, looked_at
from judgeaudit.analyses.parts import Part
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray
from judgeaudit.stats.shapes import Corrected
from judgeaudit.tables import ABSENT

Row = dict[str, Any]
Method = tuple[str, Estimate]

CARRIED = "no item of this system has gold: the errors are those on other systems' items"


@dataclass(frozen=True)
class Means:
    """What one judge says and gold, ready to be averaged: ratings of shape (1, n_items, 2), an item's mean over replicates and its gold.

    Of a label without order (`label`) the share of replicates that give it, and 1 or 0; of an ordered scale points between its `ends`. An item
    without a verdict has no gold there: the ratings are about items that the judge answers. `lost` are those that it was asked about and did not
    answer, shape (n_items,), and `gold` is that of all items.
    """

    judge: str
    ratings: FloatArray
    ends: tuple[float, float]
    label: str | None
    gold: FloatArray
    lost: BoolArray


@dataclass(frozen=True)
class Places:
    """System of each item, systems with a name where there are several, and whether one calibration for all of them misleads (`apart`)."""

    systems: NDArray[np.str_]
    names: tuple[str, ...]
    apart: bool = False


def corrected(part: Part) -> Piece:
    """Block `corrected`: raw, labels-only and corrected share of a label, or mean of an ordered scale, of each judge, over all items and by system.

    With the estimates `corrected_rate_rogan_gladen` (of items without gold; of all where each has gold), `corrected_rate_all_items` (gold where
    there is gold, and the former for the rest) and `corrected_mean_ppi`; a label is in `group`, a system in `variant`. Block `carried` says of each
    system whether the errors on the others' items would have done for it.

    Of two labels the share of the first says both. Of three or more without order each has its share, by itself: they need not add up to 1.
    Means are in the numbers that labels are, and where they are words in their places from 1. `picked` of a row: the labelled items are no
    random sample, so that only corrections by error rates may be used.
    """
    estimates: list[Estimate] = []
    rows: list[Row] = []
    checks: list[Row] = []
    findings = []
    for judge in part.patterns.judges:
        alone = part.alone(judge).thinned()
        systems = systems_of(alone)
        names = tuple(str(name) for name in np.unique(systems) if name)
        answers = _answers(alone, judge, Places(systems, names if len(names) > 1 else ()))
        no_sample = any(one.seen is not None and one.seen["verdict"] == "fails" for one in answers)
        for one in answers:
            estimates += [_estimate(row, found) for row, found in one.found if found.name.startswith("corrected_")]
            for row, _ in one.found:
                row["picked"] = no_sample
            rows += [row for row, _ in one.found]
            checks += one.checks
        findings += corrected_findings(part, judge, answers)
    return Piece(estimates=tuple(estimates), findings=tuple(findings), blocks={"corrected": rows, "carried": checks})


def _answers(part: Part, judge: str, places: Places) -> list[Answer]:
    """Everything about each label (or the mean): over all items, then by system."""
    every = _means(part, judge)
    checks = [_checks(part, means, places) for means in every]
    places = replace(places, apart=any(row["verdict"] == "fails" for rows in checks for row in rows))
    seen_by_people = looked_at(part)
    answers = []
    for means, rows in zip(every, checks, strict=True):
        whole = _everywhere(part, means, None, places.systems)
        found = bounded(part, means.ratings, means.ends, _found(part, means, places, whole), _again(part, means, places))
        if places.apart:
            seen = picked_within(part, judge, means.ratings, means.ends, places.systems, seen_by_people)
        else:
            seen = picked(part, judge, means.ratings, means.ends, looked_at=seen_by_people)
        answers.append(Answer(means.label, found, rows, seen, next((one for one in whole if one[0]["method"] == "rogan_gladen"), None)))
    return answers


def _checks(part: Part, means: Means, places: Places) -> list[Row]:
    found = [carried(part, means.judge, means.ratings, means.ends, name, places.systems) for name in places.names]
    return [{**check, "label": means.label} for check in found if check is not None]


def _again(part: Part, means: Means, places: Places) -> Callable[[FloatArray], list[tuple[Row, Estimate]]]:
    def again(ratings: FloatArray) -> list[tuple[Row, Estimate]]:
        filled = replace(means, ratings=ratings, gold=ratings[0, :, 1])
        return _found(part, filled, places, _everywhere(part, filled, None, places.systems))

    return again


def _found(part: Part, means: Means, places: Places, whole: list[tuple[Row, Estimate]]) -> list[tuple[Row, Estimate]]:
    """Rows over all items, then by system. Where one calibration of all misleads, corrections over all are put together from the systems' own."""
    own = [one for name in places.names for one in _everywhere(part, means, name, places.systems)]
    if not places.apart:
        return whole + own
    unnamed = _everywhere(part, means, NO_SYSTEM, places.systems)
    return of_systems(whole, own + unnamed, linked=linked(part, places.systems)) + [own_only(one) for one in own]


def _means(part: Part, judge: str) -> list[Means]:
    """One for each label without order (of two labels for the first), else one; empty where no item with a verdict has gold."""
    gold, codes = gold_and_codes(part, judge)
    answered = (~np.isnan(codes)).any(axis=1)
    if not (answered & ~np.isnan(gold)).any():
        return []
    lost = (part.patterns.cells(judge) != ABSENT).any(axis=1)[part.patterns.pattern_of_item] & ~answered
    scale = part.scale
    if is_share(scale):
        assert scale.labels is not None
        shown = scale.labels[:1] if scale.two_labels else scale.labels
        pairs = [(label, _indicator(gold, scale.code(label)), _indicator(codes, scale.code(label))) for label in shown]
        return [Means(judge, _paired(said, truth), (0.0, 1.0), label, truth, lost) for label, truth, said in pairs]
    points = scale_points(scale)
    if scale.codes is not None and points != scale.codes:
        codes, gold = (np.interp(values, scale.codes, points) for values in (codes, gold))
    return [Means(judge, _paired(codes, gold), (points[0], points[-1]), None, gold, lost)]


def _indicator(codes: FloatArray, code: float | None) -> FloatArray:
    return np.where(np.isnan(codes), np.nan, (codes == code).astype(np.float64))


def _paired(codes: FloatArray, gold: FloatArray) -> FloatArray:
    given = ~np.isnan(codes)
    times = given.sum(axis=1)
    mean = np.where(times > 0, np.where(given, codes, 0.0).sum(axis=1) / np.maximum(times, 1), np.nan)
    return np.stack([mean, np.where(times > 0, gold, np.nan)], axis=1)[None]


def _everywhere(part: Part, means: Means, system: str | None, systems: NDArray[np.str_]) -> list[tuple[Row, Estimate]]:
    """Rows of one judge on all items, or on those of one system."""
    keep: BoolArray | None = None if system is None else systems == system
    of_system = means.ratings if keep is None else means.ratings[:, keep]
    if np.isnan(of_system[..., 0]).all():
        return []
    about: dict[str, Any] = {"judge": means.judge, "keep": keep, "level": "interval", "labels": means.ends}
    ppi = over_items(part, "corrected_mean_ppi", stats.ppi_mean, means.ratings, **about)
    assert isinstance(ppi, Corrected)
    found: list[Method] = [("raw", ppi.part("judged_mean")), ("labels_only", ppi.part("labels_only"))]
    lost = means.lost if keep is None else means.lost & keep
    lost_gold = part.patterns.n_of(lost & ~np.isnan(means.gold))
    if lost_gold:
        found.append(("labels_all", _labelsof_all(part, means, lost, about)))
    note = ""
    if not ppi.n_labelled and system is not None:
        note = CARRIED
        one = carried_estimate(part, means.judge, means.ratings, means.ends, system, systems)
        found += _carried_over(one, ppi.n_unlabelled) if is_share(part.scale) else [("ppi", one)]
    else:
        found += _corrections(part, means, ppi, about)
    found = [
        (method, one.about(judge=means.judge, criterion=part.criterion, analysis=part.analysis, group=means.label, variant=system)) for method, one in found
    ]
    n_lost = part.patterns.n_of(lost)
    if n_lost:
        found = [(method, of_answered(one)) for method, one in found]
    counts = {"n_labelled": ppi.n_labelled, "n_unlabelled": ppi.n_unlabelled, "n_unanswered": n_lost}
    rows = [_row(part, means, system, method, one, "" if method in UNCORRECTED else note) | counts for method, one in found]
    for row in rows:
        row |= {"n_labelled": row["n_labelled"] + lost_gold, "n_unlabelled": row["n_unlabelled"] + n_lost - lost_gold} if row["method"] == "labels_all" else {}
    return [(_beside_labels(row, rows[1]), one) for row, (_, one) in zip(rows, found, strict=True)]


def _labelsof_all(part: Part, means: Means, lost: BoolArray, about: dict[str, Any]) -> Estimate:
    """The mean of gold of all items that the judge was asked about, those that it did not answer too."""
    every = means.ratings.copy()
    every[0, lost, 1] = means.gold[lost]
    return over_items(part, "labels_all", labels_only, every, **about)


def _beside_labels(row: Row, labels: Row) -> Row:
    """The row, with a word in its note where its interval is no narrower than that of the labels alone."""
    if row["method"] in UNCORRECTED or not row["n_unlabelled"] or row["low"] is None or labels["low"] is None:
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
    rest = of_unlabelled(found.model_copy(update={"n_labelled": 0, "n_unlabelled": n_items}))
    return [("rogan_gladen", rest), ("rogan_gladen_all", rest.about(name=ALL_ITEMS))]


def _corrections(part: Part, means: Means, ppi: Corrected, about: dict[str, Any]) -> list[Method]:
    if not is_share(part.scale):
        return [("ppi", ppi), ("isotonic", over_items(part, "isotonic_mean", stats.isotonic_mean, means.ratings, **about))]
    found = over_items(part, "corrected_rate_rogan_gladen", stats.rogan_gladen, means.ratings, **{**about, "level": "nominal"})
    assert isinstance(found, Corrected)
    keep = slice(None) if about["keep"] is None else about["keep"]
    if not part.scale.two_labels and not (gold_of_judged(means.ratings[:, keep]) == 1.0).any():
        # Labels alone say how rare it may be; a correction of what was never seen would be labels alone under another name.
        why = f"no labelled item is {means.label!r}: how often the judge finds it is not known"
        found, ppi = _undefined(found, why), _undefined(ppi, why)
    return [("rogan_gladen", of_unlabelled(found)), ("rogan_gladen_all", of_all(part, means.ratings, found, about)), ("ppi", ppi)]


def _undefined(found: Corrected, why: str) -> Corrected:
    return found.model_copy(update={"value": None, "low": None, "high": None, "ci_level": None, "undefined": why, "method": "", "raw": None})


def _row(part: Part, means: Means, system: str | None, method: str, found: Estimate, note: str) -> Row:
    raw = found.raw if isinstance(found, Corrected) else None
    said = found.method if isinstance(found, Corrected) or method == "rogan_gladen_all" else ""
    words = "; ".join(filter(None, (note, found.undefined or said)))
    return {
        "judge": found.judge, "criterion": part.criterion, "system": system, "method": method, "label": means.label, "value": found.value,
        "low": found.low, "high": found.high, "raw_value": raw, "note": words, "outside": outside_beyond_chance(found, means.ends), "apart": False,
    }  # fmt: skip
