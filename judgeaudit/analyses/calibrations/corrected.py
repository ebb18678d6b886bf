"""How good are the judged things really? What the judge says of all items, corrected for the errors that it makes on labelled ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from judgeaudit import stats
from judgeaudit.analyses.calibrations.by_item import gold_and_codes, over_items, systems_of
from judgeaudit.analyses.calibrations.carried import carried, carried_estimate, picked
from judgeaudit.analyses.calibrations.corrected_words import corrected_findings, scale_points
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.parts import Part
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray
from judgeaudit.stats.shapes import Corrected

Row = dict[str, Any]

CARRIED = "no item of this system has gold: the errors are those on other systems' items"


@dataclass(frozen=True)
class Means:
    """What one judge says and gold, ready to be averaged: ratings of shape (1, n_items, 2), the mean code of an item's replicates and its gold."""

    judge: str
    ratings: FloatArray
    ends: tuple[float, float]
    label: str | None


def corrected(part: Part) -> Piece:
    """Block `corrected`: raw, labels-only and corrected rate (two labels) or mean (ordered scales) of each judge, over all items and by system.

    With the estimates `corrected_rate_rogan_gladen` and `corrected_mean_ppi`; those of a system carry its name in `variant`. Block `carried`
    says of each system whether the errors on the others' items would have done for it. Means are in the numbers that labels are, and where they
    are words in their places from 1. A nominal scale of three labels or more has no mean. `picked` of a row: the labelled items are no random
    sample, so that of its numbers only Rogan and Gladen's may be used. That one is of all items: gold where there is gold, and corrected elsewhere.
    """
    if part.scale.level == "nominal" and not part.scale.two_labels:
        return Piece()
    systems = systems_of(part)
    names = tuple(str(name) for name in np.unique(systems) if name)
    estimates: list[Estimate] = []
    rows: list[Row] = []
    checks: list[Row] = []
    findings = []
    for judge in part.patterns.judges:
        means = _means(part, judge)
        if means is None:
            continue
        seen = picked(part, judge, means.ratings, means.ends)
        of_judge = _everywhere(part, means, None, None)
        for name in names if len(names) > 1 else ():
            of_judge += _everywhere(part, means, name, systems)
        of_checks = [check for name in names if len(names) > 1 and (check := carried(part, judge, means.ratings, means.ends, name, systems)) is not None]
        estimates += [_estimate(row, found) for row, found in of_judge if found.name.startswith("corrected_")]
        of_judge = [({**row, "picked": seen is not None and seen["verdict"] == "fails"}, one) for row, one in of_judge]
        rows += [row for row, _ in of_judge]
        checks += of_checks
        findings += corrected_findings(part, judge, of_judge, of_checks, seen)
    return Piece(estimates=tuple(estimates), findings=tuple(findings), blocks={"corrected": rows, "carried": checks})


def _means(part: Part, judge: str) -> Means | None:
    """None where the judge has no verdict, or no item with one has gold."""
    gold, codes = gold_and_codes(part, judge)
    given = ~np.isnan(codes)
    times = given.sum(axis=1)
    points = scale_points(part.scale)
    if part.scale.codes is not None and points != part.scale.codes:
        codes, gold = (np.interp(values, part.scale.codes, points) for values in (codes, gold))
    mean = np.where(times > 0, np.where(given, codes, 0.0).sum(axis=1) / np.maximum(times, 1), np.nan)
    if not (~np.isnan(mean) & ~np.isnan(gold)).any():
        return None
    return Means(judge, np.stack([mean, gold], axis=1)[None], (points[0], points[-1]), part.scale.label(1.0) if part.scale.two_labels else None)


def _everywhere(part: Part, means: Means, system: str | None, systems: Any) -> list[tuple[Row, Estimate]]:
    """Rows of one judge on all items, or on those of one system."""
    keep: BoolArray | None = None if system is None else systems == system
    of_system = means.ratings if keep is None else means.ratings[:, keep]
    if np.isnan(of_system[..., 0]).all():
        return []
    about: dict[str, Any] = {"judge": means.judge, "keep": keep, "level": "interval", "labels": means.ends}
    ppi = over_items(part, "corrected_mean_ppi", stats.ppi_mean, means.ratings, **about)
    assert isinstance(ppi, Corrected)
    found: list[tuple[str, Estimate]] = [("raw", ppi.part("judged_mean")), ("labels_only", ppi.part("labels_only"))]
    note = ""
    if not ppi.n_labelled and system is not None:
        note = CARRIED
        one = carried_estimate(part, means.judge, means.ratings, means.ends, system, systems)
        found.append(("rogan_gladen" if part.scale.two_labels else "ppi", one))
    else:
        found += _corrections(part, means, ppi, about)
    counts = (ppi.n_labelled, ppi.n_unlabelled)
    label = means.label
    tagged = [(method, one.about(judge=means.judge, criterion=part.criterion, analysis=part.analysis, group=label, variant=system)) for method, one in found]
    rows = [_row(part, system, method, label, one, counts, note if method in ("rogan_gladen", "ppi") else "") for method, one in tagged]
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


def _corrections(part: Part, means: Means, ppi: Corrected, about: dict[str, Any]) -> list[tuple[str, Estimate]]:
    if part.scale.two_labels:
        rogan_gladen = over_items(part, "corrected_rate_rogan_gladen", stats.rogan_gladen, means.ratings, **{**about, "level": "nominal"})
        assert isinstance(rogan_gladen, Corrected)
        return [("rogan_gladen", _with_gold(means, rogan_gladen, about["keep"])), ("ppi", ppi)]
    return [("ppi", ppi), ("isotonic", over_items(part, "isotonic_mean", stats.isotonic_mean, means.ratings, **about))]


def _with_gold(means: Means, rest: Corrected, keep: BoolArray | None) -> Corrected:
    """The rate of all judged items, from that of the unlabelled ones: labelled items have gold, which needs no correction.

    The interval is that of the unlabelled items' rate, by their share of all. `raw` stays that of the unlabelled where it had to be clipped.
    """
    ratings = means.ratings[0] if keep is None else means.ratings[0, keep]
    gold = ratings[~np.isnan(ratings).any(axis=1), 1]
    n_rest = rest.n_unlabelled
    if rest.value is None or not n_rest or not len(gold):
        return rest
    n_all, n_class = len(gold) + n_rest, int((gold == 1.0).sum())
    value, low, high = (None if number is None else (n_class + n_rest * number) / n_all for number in (rest.value, rest.low, rest.high))
    clipped = rest.raw is not None and abs(rest.raw - rest.value) > 1e-9
    span = "" if rest.low is None else f" ({rest.low:.3g} to {rest.high:.3g})"
    method = f"gold of {len(gold):,} labelled items, and {rest.value:.3g}{span} of the {n_rest:,} without a label: {rest.method}"
    return rest.model_copy(update={"value": value, "low": low, "high": high, "raw": rest.raw if clipped else value, "method": method})


def _row(part: Part, system: str | None, method: str, label: str | None, found: Estimate, counts: tuple[int, int], note: str) -> Row:
    raw = found.raw if isinstance(found, Corrected) else None
    words = "; ".join(filter(None, (note, found.undefined or (found.method if isinstance(found, Corrected) else ""))))
    return {
        "judge": found.judge, "criterion": part.criterion, "system": system, "method": method, "label": label, "value": found.value, "low": found.low,
        "high": found.high, "raw_value": raw, "n_labelled": counts[0], "n_unlabelled": counts[1], "note": words,
    }  # fmt: skip
