"""The limits of a control chart from a target rate of false alarms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from judgeaudit.stats.kernels.options import number, whole
from judgeaudit.stats.kernels.run_length import Chain, Law, alarm_probability, average_run_length
from judgeaudit.stats.kernels.stream_check import check_share

NARROWEST, WIDEST, FINE = 0.5, 1024.0, 0.0005
"""Limits that are tried, in sds, and how finely (a share of the limit)."""


NOTHING_BEYOND = "without drift no observation can lie beyond the mean on the side that is watched: nothing can be found there (watch the other side)"


@dataclass(frozen=True, slots=True)
class Target:
    """What limits must keep: a probability of any false alarm within a horizon, or an average run length where one is given."""

    alpha: float
    horizon: int
    average_run_length: float | None

    def check(self) -> None:
        """Refuse targets that make no sense."""
        check_share("alpha", self.alpha)
        whole(self.horizon, "horizon", fix="give the number of observations to which alpha applies, e.g. 10_000", at_least=1)
        if self.average_run_length is not None:
            number(self.average_run_length, "average_run_length", fix="give a number of observations above 1, e.g. 500", above=1.0)

    @property
    def easier(self) -> str:
        """A target that is met by narrower limits, in words."""
        return "a shorter average_run_length" if self.average_run_length is not None else "a larger alpha or a shorter horizon"

    def say(self) -> str:
        """The target in words."""
        if self.average_run_length is not None:
            return f"for an average run length of at least {self.average_run_length:,g} without drift"
        return f"for a false alarm within {self.horizon:,} observations with probability at most {self.alpha:g}"


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits in sds, one for each side, and what they keep."""

    limits: tuple[float, ...]
    never: tuple[bool, ...]
    alarm_probability: float
    average_run_length: float

    @property
    def useless(self) -> bool:
        """Whether no side can ever alarm."""
        return all(self.never)

    def say(self, target: Target) -> str:
        """What the limits keep, in words."""
        n = "infinite" if np.isinf(self.average_run_length) else f"about {self.average_run_length:,.4g} observations"
        sides = [side for side, never in zip(("upwards", "downwards"), self.never, strict=False) if never] if len(self.never) == 2 else []
        cannot = f"; it cannot alarm {' or '.join(sides)} without drift" if sides else ""
        return f"average run length without drift {n}, false alarm within {target.horizon:,} with probability at most {self.alarm_probability:.2g}{cannot}"


def find_limits(sides: Sequence[Callable[[float], Chain]], target: Target, spent: float, limit: float | None) -> Limits | None:
    """Narrowest limits that meet the target, each side taking an equal part of it; None where none up to 1,024 sds does.

    Parameters
    ----------
    sides : sequence of callable
        Chain of each side at a limit. Equal sides may be the same object, and are then solved once.
    spent : float
        Share of alpha that is already spent.
    limit : float, optional
        A limit that is given; nothing is then searched.
    """
    found: dict[int, float | None] = {}
    for side in sides:
        if id(side) not in found:
            found[id(side)] = limit if limit is not None else _narrowest(side, _meets(side, target, spent, len(sides)))
    limits = [one for one in (found[id(side)] for side in sides) if one is not None]
    if len(limits) < len(sides):
        return None
    chains = [side(one) for side, one in zip(sides, limits, strict=True)]
    lengths = [average_run_length(chain) for chain in chains]
    rate = sum(1 / length for length in lengths)
    risk = sum(alarm_probability(chain, target.horizon) for chain in chains)
    return Limits(tuple(limits), tuple(np.isinf(lengths).tolist()), min(1.0, risk + spent * target.alpha), 1 / rate if rate > 0 else float("inf"))


def _meets(side: Callable[[float], Chain], target: Target, spent: float, n_sides: int) -> Callable[[float], bool]:
    if target.average_run_length is not None:
        wanted = target.average_run_length * n_sides
        return lambda limit: average_run_length(side(limit)) >= wanted
    allowed = target.alpha * (1 - spent) / n_sides
    return lambda limit: alarm_probability(side(limit), target.horizon, enough=allowed) <= allowed


def highest_step(law: Law) -> float:
    """How far an observation can lie above the centre of the chart without drift, in its sds; infinite for a normal law."""
    if law.points is None or law.shares is None:
        return float("inf")
    return float(law.points[law.shares > 0].max())


def _narrowest(side: Callable[[float], Chain], meets: Callable[[float], bool]) -> float | None:
    low = high = NARROWEST
    while not meets(high):
        low, high = high, 2 * high
        if high > WIDEST:
            return None
    while high - low > FINE * high:
        middle = (low + high) / 2
        low, high = (low, middle) if meets(middle) else (middle, high)
    return high
