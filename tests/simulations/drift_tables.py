"""Results of the simulations of two runs as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tests.simulations.drift_models import MARGIN

LEAST, MOST = 0.93, 0.975
"""Shares of 95 % intervals that should hold what is true."""

AT_MOST = 0.05
"""How often a judge that did not change may be called drifted, and one that changed by the margin equivalent."""

NO_GOLD = "two labels, no gold"
INTERVALS = ("shift", "accuracy", "flips", "answers")

CHANGES = {
    ("nothing", 0.0): "Nothing changed",
    ("shift", 0.05): "Five points fewer get the first label",
    ("shift", 0.1): "Ten points fewer get the first label",
    ("items", 0.16): "16 % of items changed, half each way: the same pass rate",
}
AT_MARGIN = {
    "shift": "share of the first label, or mean", "accuracy": "accuracy, or distance from gold", "flips": "flips beyond noise", "answers": "answered calls",
}  # fmt: skip


def allowed(share: float, simulations: int, errors: float = 2) -> float:
    """A share with so many standard errors of the simulation."""
    return float(share + errors * (share * (1 - share) / simulations) ** 0.5)


def fewest(share: float, simulations: int, errors: float = 2) -> float:
    """The same downwards."""
    return 2 * share - allowed(share, simulations, errors)


def page(about: dict[str, Any], found: Sequence[Any]) -> str:
    """The results as Markdown."""
    same = [one for one in found if one.what == "nothing" and one.scale != NO_GOLD]
    return "\n\n".join([_head(about), *_same(same), *_margin(found), *_power(found)]) + "\n"


def _head(about: dict[str, Any]) -> str:
    return (
        "# Two runs: how often a drift check is wrong, and what it sees\n\n"
        f"{about['simulations']:,} pairs of runs of each row of the first two parts ({about['simulations'] * 2 // 5} on other scales than two labels in the second), {about['simulations'] // 5} of the third; 260 anchors, with gold in the first two parts (one label in "
        f"ten of it wrong), margin {MARGIN:g}, seed {about['seed']}; NumPy {about['numpy']}. Each pair is asked of the analysis itself. In per cent. *Noise*: how much two "
        "verdicts on one item differ, whatever run they are of (scores: their distance, of the range). *Replicates*: before and now. *Held*: 95 % intervals "
        f"that hold the change in the population; ▼ fewer than {LEAST:.0%}, ▲ more than {MOST:.1%}, by two standard errors of the simulation. "
        "Few items that differ leave few values that a shift can have: intervals hold more often there. "
        "Written by `drift_runs.py`."
    )


def _same(found: Iterable[Any]) -> list[str]:
    head = ["noise", "replicates", "", "drifted", "equivalent", "held: shift", "accuracy", "flips", "answers"]
    blocks = [
        f"## The same judge, asked again\n\nA judge that did not change may be called drifted in {AT_MOST:.0%}; ‼ more, by two standard errors. Its verdicts are drawn anew in each "
        "run. Of hard items every verdict is a coin; elsewhere any verdict may be another one (on scales with an order one of the nearest)."
    ]
    for scale in dict.fromkeys(one.scale for one in found):
        rows = [[*_who(one), _often(one.drifted, one.simulations), percent(one.equivalent), *_held(one)] for one in found if one.scale == scale]
        blocks.append(f"### {scale[:1].upper()}{scale[1:]}\n\n{table(head, rows)}")
    return blocks


def _margin(found: Iterable[Any]) -> list[str]:
    said = ["that measure: equivalent", "judge: equivalent", "judge: drifted"]
    head = ["scale", "changed by the margin", "noise", "replicates", *said, "held: shift", "accuracy", "flips", "answers"]
    rows = [
        [one.scale, AT_MARGIN[one.what], f"{one.noise:.0%}", f"{one.before}, {one.now}", _often(one.own, one.simulations), percent(one.equivalent), percent(one.drifted), *_held(one)]
        for one in found if one.what in AT_MARGIN and one.size == MARGIN and one.scale != NO_GOLD
    ]  # fmt: skip
    words = f"## Changed by just the margin\n\nWhat changed by the margin may be called equivalent in {AT_MOST:.0%}; ‼ more, by two standard errors."
    return [f"{words}\n\n{table(head, rows)}"]


def _power(found: Iterable[Any]) -> list[str]:
    head = ["noise", "replicates", "", "drifted", "equivalent", "inconclusive", "z test", "any flip"]
    words = (
        "## What it sees, beside its peers\n\nTwo labels, without gold. The answer for the judge. *z test*: a two-proportion z test of the "
        "first label's share over all verdicts. *Any flip*: first verdicts differ on an anchor, which is a flip rate compared with zero. Both say *drift* so often."
    )
    blocks = [words]
    for (what, size), title in CHANGES.items():
        chosen = [one for one in found if (one.what, one.size) == (what, size) and one.scale == NO_GOLD]
        rows = [
            [*_who(one), percent(one.drifted), percent(one.equivalent), percent(1 - one.drifted - one.equivalent), percent(one.z_test), percent(one.any_flip)]
            for one in sorted(chosen, key=lambda one: (one.noise, one.before, one.now, one.declared))
        ]
        blocks.append(f"### {title}\n\n{table(head, rows)}")
    return blocks


def _who(one: Any) -> list[str]:
    more = [*["2 strata"] * bool(one.strata), *[f"{one.refused:.0%} refused"] * bool(one.refused), *["floor declared"] * one.declared]
    return [f"{one.noise:.0%}", f"{one.before}, {one.now}", ", ".join(more)]


def _often(share: float | None, simulations: int) -> str:
    return percent(share) + (" ‼" if share is not None and share > allowed(AT_MOST, simulations) else "")


def _held(one: Any) -> list[str]:
    return [_mark(getattr(one, name), one.simulations) for name in INTERVALS]


def _mark(share: float | None, simulations: int) -> str:
    if share is None:
        return "–"
    return percent(share) + (" ▼" if share < fewest(LEAST, simulations) else " ▲" if share > allowed(MOST, simulations) else "")


def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share + 0.0:.1f}".replace("-0.0", "0.0")


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows])
