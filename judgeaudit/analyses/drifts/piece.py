"""What each module of the drift analysis adds to the audit, and what of it decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judgeaudit.domain.results import Case, Estimate, Finding


@dataclass(frozen=True)
class Tested:
    """One measure that decides: of one criterion, or of one of its strata.

    Attributes
    ----------
    measure : str
        Name of the estimate: `marginal_shift`, `accuracy_shift`, `mae_shift`, `excess_flip_rate` or `answered_shift`.
    criterion, stratum, group
        What it is about; `group` is a label.
    effect, low, high : float or None
        Current minus baseline in the measure's own unit, with its 95 % interval.
    inner_low, inner_high : float or None
        The 90 % interval, which two one-sided tests at 5 % read.
    p : float or None
        Raw p value of "no change"; None where it is not tested (then it can be equivalent, and never drifted).
    margin : float
        In the unit of `effect`.
    detectable : float or None
        Smallest effect that would have been seen with 80 % power.
    detect : function of the level that was used, optional
        Gives `detectable` once it is known how many tests there are; takes its place.
    n_items : int
    undefined : str or None
        Why there is nothing.
    """

    measure: str
    criterion: str
    stratum: str | None
    margin: float
    n_items: int
    group: str | None = None
    effect: float | None = None
    low: float | None = None
    high: float | None = None
    inner_low: float | None = None
    inner_high: float | None = None
    p: float | None = None
    detectable: float | None = None
    detect: Callable[[float], float | None] | None = None
    undefined: str | None = None


@dataclass(frozen=True)
class DriftPiece:
    """Estimates, tested measures, findings, cases, and rows of blocks by name."""

    estimates: tuple[Estimate, ...] = ()
    tested: tuple[Tested, ...] = ()
    findings: tuple[Finding, ...] = ()
    cases: tuple[Case, ...] = ()
    blocks: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
