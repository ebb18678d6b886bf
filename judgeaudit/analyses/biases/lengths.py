"""Length: what it moves under the probe `verbosity`, what goes with it at equal gold, and win rates at equal length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.biases.item_values import ends, leaves_out, stricter
from judgeaudit.analyses.biases.length_controlled import controlled_rates, turned_credit
from judgeaudit.analyses.biases.reading import Reading
from judgeaudit.analyses.biases.slots import NO_PAIRS, slots_of
from judgeaudit.analyses.biases.verbosity_shift import NAME as SHIFT
from judgeaudit.analyses.biases.verbosity_shift import added_tokens, probed_items, verbosity_shift
from judgeaudit.analyses.biases.written import TOKEN, lengths_of, writers_of
from judgeaudit.analyses.calibrations.by_item import gold_and_codes, over_items
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import Part, whole
from judgeaudit.analyses.probe_counts import Floats, Shown, mean_code
from judgeaudit.analyses.probe_effects import NO_ORDER
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.stats.kernels.ratings_check import BoolArray
from judgeaudit.stats.kernels.within_class_slope import SAME_COVARIATE, within_class_slope

EFFECT = "length_effect_per_100_tokens"
NO_GOLD = "no gold: that good answers are longer could not be told from a preference for long ones"
NO_TEXTS = "the texts of the items are not known"
TENTHS = 10
"""Classes into which gold is put where it has more values than `thresholds.FEW_POINTS` (ours)."""

Row = dict[str, Any]


def lengths(data: AnalysisInput, shown: Sequence[Shown]) -> Reading:
    """`verbosity_shift_per_100_tokens`, `length_effect_per_100_tokens` and, of pairs, `length_controlled_win_rate`.

    Parameters
    ----------
    data : AnalysisInput
        What cannot be had (without gold, or texts of items) is undefined in words where the rubric or the verdicts have the probe `verbosity`, and left
        out elsewhere.
    shown : sequence of Shown
        Those of the probe `verbosity` are read for the shift.

    Returns
    -------
    Reading
        Blocks `lengths`, one row for each judge and criterion, and `corrections`.
    """
    under = [one for one in shown if one.name == "verbosity" and one.variant is None]
    asked = bool(under) or "verbosity" in data.rubric.probes
    added = added_tokens(data, probed_items(under))
    estimates = [one.part.tag(SHIFT, verbosity_shift(one, added), judge=one.judge) for one in under]
    shifts = {(str(one.judge), str(one.criterion)): one for one in estimates if one.stratum is None}
    turned = turned_credit(shown, data.rubric.mode)
    rows: list[Row] = []
    more: list[Row] = []
    for patterns in whole(data):
        part = Part(data, "bias", patterns, None, patterns.rows())
        sizes, wrote = _sizes(part), writers_of(part)
        for judge in part.judges:
            effects = list(_effects(part, judge, sizes, asked))
            controlled = controlled_rates(part, judge, sizes, wrote, turned.get((judge, part.criterion)))
            estimates += [*effects, *controlled.estimates]
            more += controlled.corrections
            rows += _row(part, judge, effects, shifts.get((judge, part.criterion)), sizes)
    findings = [said for row in rows if (said := _finding(row, sum(one["surely"] is not None for one in rows))) is not None]
    for row in rows:
        row.pop("surely")
    return Reading(estimates=estimates, findings=findings, blocks={name: block for name, block in (("lengths", rows), ("corrections", more)) if block})


def _sizes(part: Part) -> Floats:
    """Tokens of each item's response; of a pair those of `response_a` less those of `response_b`. NaN where the text is not known."""
    if part.data.rubric.mode != "pairwise":
        return lengths_of(part, ("response",))[0]
    a, b = lengths_of(part, ("response_a", "response_b"))
    return np.asarray(a - b)


def _effects(part: Part, judge: str, sizes: Floats, asked: bool) -> Iterator[Estimate]:
    """Of the whole criterion and its strata."""
    rows = _regressed(part, judge, sizes)
    if isinstance(rows, str):
        if asked:
            yield part.tag(EFFECT, Estimate.missing(rows), judge=judge)
        return
    strata = np.array(part.patterns.strata, dtype=np.str_)[part.patterns.pattern_of_item]
    yield _slope(part, judge, rows, None)
    for stratum in part.patterns.stratum_names:
        yield _slope(Part(part.data, "bias", part.patterns, stratum, part.patterns.rows(stratum)), judge, rows, strata == stratum)


def _regressed(part: Part, judge: str, sizes: Floats) -> Floats | str:
    """Mean verdict, hundreds of tokens and gold class of each item, shape (n_items, 3); or why there is nothing to compare."""
    scale, pairwise = part.scale, part.data.rubric.mode == "pairwise"
    slots = slots_of(scale, part.data.rubric.mode)
    if pairwise and slots is None:
        return NO_PAIRS
    if not pairwise and not scale.two_labels and scale.level == "nominal":
        return NO_ORDER
    gold, codes = gold_and_codes(part, judge)
    if np.isnan(gold).all():
        return NO_GOLD
    if np.isnan(sizes).all():
        return NO_TEXTS
    outcome, classes = mean_code(codes if slots is None else slots.credit(codes, slots.a)), _classes(gold)
    spread = _spread(sizes, classes)
    if 0 < spread < thresholds.LEAST_LENGTH_SPREAD:
        return f"at equal gold the lengths differ by {spread:.1f} tokens (standard deviation): too little to say what 100 tokens do"
    rows = np.column_stack([outcome, sizes / 100, classes])
    return np.where(np.isnan(rows).any(axis=1, keepdims=True), np.nan, rows)


def _spread(sizes: Floats, classes: Floats) -> float:
    """Standard deviation of the lengths of items of one gold class around its mean, in tokens; 0 where no class has two."""
    used = ~np.isnan(sizes) & ~np.isnan(classes)
    _, which = np.unique(classes[used], return_inverse=True)
    counts = np.bincount(which)
    free = used.sum() - len(counts)
    if free < 1:
        return 0.0
    means = np.bincount(which, weights=sizes[used]) / counts
    return float(np.sqrt(np.sum((sizes[used] - means[which]) ** 2) / free))


def _classes(gold: Floats) -> Floats:
    """Gold itself, or where it has many values which tenth of it."""
    known = gold[~np.isnan(gold)]
    if len(np.unique(known)) <= thresholds.FEW_POINTS:
        return gold
    edges = np.unique(np.quantile(known, np.linspace(0, 1, TENTHS + 1)[1:-1]))
    return np.where(np.isnan(gold), np.nan, np.searchsorted(edges, gold, side="right"))


def _slope(part: Part, judge: str, rows: Floats, keep: BoolArray | None) -> Estimate:
    found = over_items(part, EFFECT, within_class_slope, rows[None], judge=judge, keep=keep)
    if found.value is None:
        reason = "at equal gold all responses are as long, or there is no verdict" if found.undefined == SAME_COVARIATE else found.undefined
        return found.model_copy(update={"undefined": reason})
    pairs = "; of a pair the share of verdicts for response_a (a tie half) by how much longer that is" if part.data.rubric.mode == "pairwise" else ""
    n_classes = len(np.unique(rows[~np.isnan(rows[:, 2]), 2]))
    tenths = f"; gold in {n_classes} classes of about as many items" if part.scale.labels is None and n_classes > 2 else ""
    method = f"points for 100 tokens of the response at equal gold: {found.method}{pairs}{tenths}; {TOKEN}"
    return found.model_copy(update={"method": method})


def _row(part: Part, judge: str, effects: list[Estimate], shift: Estimate | None, sizes: Floats) -> list[Row]:
    """The row of the block, where there is anything to say; `surely` makes the interval again, at a stricter level."""
    if not effects and shift is None:
        return []
    effect = effects[0] if effects else Estimate.missing("nobody asked for it")
    shift = shift or Estimate.missing("no verdict under the probe verbosity")
    rows = _regressed(part, judge, sizes) if effect.value is not None else ""
    surely = None if isinstance(rows, str) else lambda looks: _slope(stricter(part, looks), judge, rows, None)
    return [{
        "judge": judge, "criterion": part.criterion, **ends("effect", effect), "effect_undefined": effect.undefined, "n_items": effect.n_items,
        **ends("shift", shift), "shift_undefined": shift.undefined, "n_shifted": shift.n_items, "token": TOKEN,
        "share": part.scale.two_labels or part.data.rubric.mode == "pairwise", "surely": surely,
    }]  # fmt: skip


def _finding(row: Row, looks: int) -> Finding | None:
    """A warning where the interval, allowing for the number of judges and criteria, leaves out 0."""
    if row["surely"] is None or row["effect_low"] is None or not leaves_out(row["surely"](looks)):
        return None
    judge, criterion = row["judge"], row["criterion"]
    which = "longer" if row["effect"] > 0 else "shorter"
    times, unit, digits = (100, " % of verdicts", 1) if row["share"] else (1, " points", 3)
    effect, low, high = (f"{times * row[f'effect{end}']:+.{digits}f}" for end in ("", "_low", "_high"))
    text = (
        f"At equal gold {judge} prefers {which} responses on {criterion}: {effect}{unit} for 100 tokens [{low} to {high}]. "
        "Where gold misses a quality that goes with length this is that quality; the probe verbosity adds length alone."
    )
    return Finding(severity="warning", text=text, judge=judge, criterion=criterion)
