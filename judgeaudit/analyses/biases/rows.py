"""Rows of the block `probes`: one for each judge, criterion and probe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.biases.answers import REPLACED, Answer
from judgeaudit.analyses.biases.causes import cause_of
from judgeaudit.analyses.biases.measured import Measured
from judgeaudit.analyses.biases.words import sentence
from judgeaudit.analyses.probe_counts import Floats, Shown
from judgeaudit.analyses.probe_cues import kind_of
from judgeaudit.analyses.probe_effects import Effect, direction
from judgeaudit.analyses.probe_words import expected
from judgeaudit.domain.results import Estimate


def row_of(name: str, one: Measured, answer: Answer, shift: Effect, reasons: Mapping[str, int]) -> dict[str, Any]:
    """A row.

    Parameters
    ----------
    name : str
        Of the probe, as estimates carry it.
    shift : Effect
        On the score.
    reasons : mapping of str to int
        Items that the probe could not be made of.

    Notes
    -----
    `plain_flip` and `probe_flip` are of the items that the excess is of, or of those that have either. `cause` says why no item has a plain verdict and one
    of the probe, where rows of it are there (`causes`): then there are no flips either.
    """
    shown = one.shown
    both = ~np.isnan(shown.plain_flip) & ~np.isnan(shown.probe_flip)
    cause = cause_of(shown)
    used = both if cause is not None or (shown.part.weights[both] > 0).any() else np.ones(len(both), dtype=bool)
    toward = direction(shown) if name == "nonsense_control" else one.direction
    reached = one.reached or (None, None, None)
    return {
        "probe": name, "judge": shown.judge, "criterion": shown.part.criterion, "kind": one.kind, "n_items": shown.items(shown.n_probe > 0),
        "replicates": {"plain": _typical(shown, shown.n_plain), "probe": _typical(shown, shown.n_probe)}, "not_applicable": dict(reasons), "cause": cause,
        "plain_flip": mean_of(shown, np.where(used, shown.plain_flip, np.nan)), "probe_flip": mean_of(shown, np.where(used, shown.probe_flip, np.nan)),
        **_ends(one.excess.estimate, "excess", "low", "high"), **_ends(toward.estimate, "direction", "direction_low", "direction_high"),
        **_ends(shift.estimate, "score_shift", "score_low", "score_high"), "reached": reached[0], "reached_low": reached[1], "reached_high": reached[2],
        **_ends(_passes(one), "passes", "passes_low", "passes_high"),
        "answer": answer.answer, "p": answer.p, "p_adjusted": answer.p_adjusted, "n_tests": answer.n_tests, "variant": answer.variant,
        "margin": answer.margin, "direction_margin": answer.margin * toward.reach, "smallest": answer.smallest, "n_items_needed": answer.n_items_needed, "advice": None,
        "expect": expected(name), "read": sentence(one, answer),
    }  # fmt: skip


def unmade_row(probe: str, judge: str, criterion: str, reasons: Mapping[str, int], margin: float = thresholds.PROBE_MARGIN) -> dict[str, Any]:
    """The row of a probe that could be made of no item at all."""
    nothing = dict.fromkeys(
        (
            "plain_flip", "probe_flip", "excess", "low", "high", "direction", "direction_low", "direction_high", "score_shift", "score_low", "score_high",
            "reached", "reached_low", "reached_high", "passes", "passes_low", "passes_high", "p", "p_adjusted", "variant", "direction_margin", "smallest", "n_items_needed", "advice", "cause",
        )
    )  # fmt: skip
    about = {"probe": probe, "judge": judge, "criterion": criterion, "kind": kind_of(probe), "n_items": 0, "replicates": {"plain": 0, "probe": 0}}
    said = {"answer": "not_measured", "n_tests": 0, "margin": margin, "expect": expected(probe), "read": "not measured: the probe has no verdict"}
    return {**about, **nothing, "not_applicable": dict(reasons), **said}


def _passes(one: Measured) -> Estimate:
    """Share that passes under an attack that takes the answer's place."""
    return one.passes if one.passes is not None and one.shown.name in REPLACED else Estimate.missing("")


def mean_of(shown: Shown, values: Floats) -> float | None:
    """Mean over the items of a part; None where no item has a value."""
    weights = shown.part.weights
    known = ~np.isnan(values) & (weights > 0)
    return float(values[known] @ weights[known] / weights[known].sum()) if known.any() else None


def _typical(shown: Shown, n: np.ndarray[Any, np.dtype[np.int64]]) -> int:
    """Verdicts of an item that has any, rounded; of the items that the probe was shown on."""
    mean = mean_of(shown, np.where((shown.n_probe > 0) & (n > 0), n, np.nan))
    return 0 if mean is None else round(mean)


def _ends(one: Estimate, *names: str) -> dict[str, float | None]:
    return dict(zip(names, (one.value, one.low, one.high), strict=True))
