"""Perturbations of items: what an audit changes to see whether the verdict follows. `PROBES` is the whole list.

A probe is one file with one function `perturb(item, context)`, and one record here; planning, calls, resuming, prices, effects net of
rerun noise and the report come by themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from judgeaudit.probes.context import Change, Context, Perturb, Spans, Variant
from judgeaudit.probes.evidence_only import evidence_only
from judgeaudit.probes.evidence_removal import evidence_removal
from judgeaudit.probes.irrelevant_removal import irrelevant_removal
from judgeaudit.probes.nonsense_control import nonsense_control

__all__ = ["PROBES", "Change", "Context", "Perturb", "Probe", "Spans", "Variant", "probe_of"]

BOTH = ("pointwise", "pairwise")


@dataclass(frozen=True, slots=True)
class Probe:
    """One way to change an item.

    Attributes
    ----------
    name : str
        As rubrics and estimates name it.
    modes : tuple of str
        Modes of rubrics that it makes sense in.
    stage : {1, 2}
        2 where it needs the plain verdicts of a judge on the item, all of them.
    perturb : function of an item and a Context
    expect : str
        What a judge that can be trusted does, in a sentence.
    needs : tuple of str
        What it reads of the context: "cited" (what the judge cited), "items" (other items).
    """

    name: str
    modes: tuple[str, ...]
    stage: Literal[1, 2]
    perturb: Perturb
    expect: str
    needs: tuple[str, ...] = ()


PROBES: tuple[Probe, ...] = (
    Probe(
        "evidence_removal", BOTH, 2, evidence_removal, needs=("cited",),
        expect="Without the words that the judge cited the verdict should be able to move: more flips than between plain repeats.",
    ),
    Probe(
        "evidence_only", BOTH, 2, evidence_only, needs=("cited",),
        expect="With nothing but the words that the judge cited the verdict should stay: no more flips than between plain repeats.",
    ),
    Probe(
        "irrelevant_removal", BOTH, 2, irrelevant_removal, needs=("cited",),
        expect="Without random words, as many as were cited, the verdict should stay: no more flips than between plain repeats.",
    ),
    Probe(
        "nonsense_control", BOTH, 1, nonsense_control, needs=("items",),
        expect="Another item's response must fail: hardly any verdict with the positive label.",
    ),
)  # fmt: skip
"""One record for each; the names are those of `judgeaudit.domain.rubric.KNOWN_PROBES`, in the same order."""


def probe_of(name: str) -> Probe | None:
    """The probe of that name; None for one of somebody else's.

    Example
    -------
    >>> probe_of("nonsense_control").stage
    1
    """
    return next((probe for probe in PROBES if probe.name == name), None)
