"""Scales of which it is not clear what the probes that were made hang on: which verdict is the good one, and whether verdicts choose between two responses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import listed
from judgeaudit.domain.label_pairs import PAIRS
from judgeaudit.domain.results import Finding
from judgeaudit.probes import probe_of
from judgeaudit.probes.record import PAIRWISE
from judgeaudit.probes.turned_scales import turned_scales as turned

Row = Mapping[str, Any]


def turned_scales(data: AnalysisInput, rows: Iterable[Row]) -> list[Finding]:
    """Warnings about criteria among rows of the block `probes`: whose first label is a word for the bad verdict, whose good verdict was guessed by alphabet, and
    whose verdicts do not choose although pairs were shown. Which verdict is good decides whether an attack pays and a control is followed."""
    rows = list(rows)
    return [*_turned(data, rows), *_guessed(data, rows), *_no_pairs(data, rows)]


def _guessed(data: AnalysisInput, rows: Iterable[Row]) -> Iterator[Finding]:
    """Where no rubric was given and the two labels are no well known pair: the first in alphabetical order counts as the good one."""
    for criterion in () if data.prompt_known or data.rubric.mode == "pairwise" else data.rubric.criteria:
        labels = tuple(label.casefold() for label in criterion.scale.labels or ())
        hang = tuple(dict.fromkeys(row["probe"] for row in rows if row["criterion"] == criterion.name and row["kind"] in ("attack", "control")))
        if not criterion.scale.two_labels or labels in PAIRS or not hang:
            continue
        good, bad = criterion.scale.labels or ("", "")
        text = (
            f'On {criterion.name} "{good}" is taken as the good verdict without a reason but the alphabet, since no rubric was given: attacks push to it and controls should take it back, so '
            f"that what is said of {listed(hang)} may be the wrong way round. Give a rubric whose scale has the good label first (labels: [{good}, {bad}] or [{bad}, {good}])."
        )
        yield Finding(severity="warning", text=text, criterion=criterion.name)


def _no_pairs(data: AnalysisInput, rows: Iterable[Row]) -> Iterator[Finding]:
    """Rows of a probe of pairs alone, where verdicts are read as those on single responses."""
    if data.rubric.mode == "pairwise":
        return
    for criterion in data.rubric.criteria:
        of_pairs = [
            row["probe"] for row in rows if row["criterion"] == criterion.name and (known := probe_of(row["probe"])) is not None and known.modes == PAIRWISE
        ]
        if of_pairs:
            labels = f"labels {', '.join(criterion.scale.labels[:3])}" if criterion.scale.labels else "numbers"
            text = (
                f"On {criterion.name} there are rows of {listed(tuple(dict.fromkeys(of_pairs)))}, which is about pairs, and the verdicts ({labels}) are read as those on single responses "
                "(pointwise): which place is preferred, consistency and wins are not measured. Write response_a, response_b and tie in the column label, or give a rubric "
                "with mode: pairwise whose labels name the responses, that of response_a first."
            )
            yield Finding(severity="warning", text=text, criterion=criterion.name)


def _turned(data: AnalysisInput, rows: Iterable[Row]) -> list[Finding]:
    """Where the first label is a word for the bad verdict."""
    probed = {row["criterion"] for row in rows}
    found = []
    for criterion, (good, bad) in turned(data.rubric).items():
        if criterion in probed:
            text = (
                f'On {criterion} "{good}" is read as the good verdict, since it is the first of two labels: attacks push to it, and controls should take it '
                f'back. If "{bad}" is the good one, put it first in the scale (labels: [{bad}, {good}]) and read no control or attack before.'
            )
            found.append(Finding(severity="warning", text=text, criterion=criterion))
    return found
