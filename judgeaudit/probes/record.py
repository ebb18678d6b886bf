"""What is known of a probe: what it changes, what an unbiased judge does, where its cue pushes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from judgeaudit.domain.rubric import Mode
from judgeaudit.probes.context import Perturb

Kind = Literal["bias", "control", "attack", "evidence"]
Push = Literal["positive", "negative", "none"]
Favoured = Literal["positive", "negative", "response_a", "response_b", "none"]

POINTWISE: tuple[Mode, ...] = ("pointwise",)
PAIRWISE: tuple[Mode, ...] = ("pairwise",)
BOTH: tuple[Mode, ...] = ("pointwise", "pairwise")


@dataclass(frozen=True, slots=True)
class Probe:
    """One way to change an item, or how the judge is asked about it.

    Attributes
    ----------
    name : str
        As rubrics and estimates name it.
    modes : tuple of str
        Modes of rubrics that it makes sense in.
    stage : {0, 1, 2}
        0 where nobody is asked anything more, 2 where it needs the plain verdicts of a judge on the item, all of them.
    perturb : function of an item and a Context
    expect : str
        What a judge that can be trusted does, in a sentence.
    kind : {"bias", "control", "attack", "evidence"}
        Bias: the verdict should stay. Control: the answer is made worse, and the verdict should follow. Attack: the verdict must not rise.
        Evidence: what was cited is taken away or left alone.
    changes, cannot : str
        What it changes, and which items it cannot be applied to.
    variants : mapping of str to {"positive", "negative", "none"}
        Names of its variants (of a pair without `_a` or `_b`), and where each pushes: toward the positive label or up the scale, or away.
        In a pair: for or against the response that it is about.
    needs : tuple of str
        What it reads of the context: "cited" (what the judge cited), "items" (other items), "criterion" (what is asked). "gold": items with
        gold labels say more, and come first where there is a budget.
    """

    name: str
    modes: tuple[Mode, ...]
    stage: Literal[0, 1, 2]
    perturb: Perturb
    expect: str
    kind: Kind
    changes: str
    cannot: str
    variants: Mapping[str, Push] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
