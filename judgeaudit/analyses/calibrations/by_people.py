"""Is that gold by people? Annotators who have a judge's name, or say throughout what a judge says."""

from __future__ import annotations

from typing import Any

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.against_gold import readings
from judgeaudit.analyses.calibrations.annotators import Annotators, annotators_of
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.lost_ids import look
from judgeaudit.analyses.parts import Part, listed
from judgeaudit.domain.results import Finding
from judgeaudit.stats.kernels.ratings_check import FloatArray

_ASK = "is that gold by people? A column of verdicts that was exported as gold makes any judge look perfect"


def by_people(part: Part) -> Piece:
    """A warning for each judge whose verdicts seem to be the gold that it is held against; nothing where gold keeps no single labels.

    A judge that is right on every item looks just the same, so that the finding asks and does not accuse.
    """
    said = annotators_of(part)
    if said is None:
        return Piece()
    findings = []
    for judge in part.judges:
        same = _same_throughout(part, said, judge)
        named = tuple(name for name in said.names if look(name) == look(judge))
        if same:
            text = _same_words(part, judge, same)
            text += f" {listed(tuple(f'{name!a}' for name in named))} has the judge's name, too." if named else ""
            findings.append(Finding(severity="warning", text=text, judge=judge, criterion=part.criterion))
        elif named:
            text = f"Annotator {listed(tuple(f'{name!a}' for name in named))} of {part.criterion} has the name of judge {judge!a}: {_ASK}."
            findings.append(Finding(severity="warning", text=text, judge=judge, criterion=part.criterion))
    return Piece(findings=tuple(findings))


def _same_words(part: Part, judge: str, same: dict[str, tuple[int, int]]) -> str:
    most = max(n for n, _ in same.values())
    shaky = max(n for _, n in same.values())
    who = f"annotator {next(iter(same))!a}" if len(same) == 1 else f"annotators {listed(tuple(f'{name!a}' for name in same))}"
    text = f"{judge!a} and {who} say the same of {part.criterion} on every one of {most} items that both have"
    text += f", {shaky} of them items on which repeats of the judge differ" if shaky else ""
    return f"{text}: {_ASK}, and a perfect judge looks no different. See where the labels come from before the numbers are used."


def _same_throughout(part: Part, said: Annotators, judge: str) -> dict[str, tuple[int, int]]:
    """Annotators with the labels of one run of a judge, or of its majority, on all items that both have: on how many, and on how many the runs differ.

    Labels that are one and the same throughout prove nothing.
    """
    found: dict[str, tuple[int, int]] = {}
    of_judge = readings(part, judge)
    differ = _runs_differ(of_judge[0].runs)[said.pattern] if of_judge else np.zeros(len(said.codes), dtype=np.bool_)
    for reading in of_judge:
        for run in reading.runs[:, said.pattern]:
            for n, name in enumerate(said.names):
                both = ~np.isnan(run) & ~np.isnan(said.codes[:, n])
                labels = said.codes[both, n]
                if len(labels) and np.ptp(labels) > 0 and np.array_equal(run[both], labels) and _items(said, both) >= thresholds.SAME_LABELS_ITEMS:
                    found[name] = max(found.get(name, (0, 0)), (_items(said, both), _items(said, both & differ)))
    return found


def _runs_differ(runs: FloatArray) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Patterns on which two runs have different verdicts, shape (n_patterns,)."""
    if not len(runs):
        return np.zeros(runs.shape[1], dtype=np.bool_)
    high, low = np.nan_to_num(runs, nan=-np.inf).max(axis=0), np.nan_to_num(runs, nan=np.inf).min(axis=0)
    return np.asarray(high > low)


def _items(said: Annotators, rows: np.ndarray[Any, np.dtype[np.bool_]]) -> int:
    return int(rows.sum() if said.counts is None else said.counts[rows].sum())
