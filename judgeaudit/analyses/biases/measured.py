"""The effects of one probe on one judge and criterion, as a whole and under each of its variants."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from judgeaudit import stats, thresholds
from judgeaudit.analyses.biases.item_values import stricter
from judgeaudit.analyses.drifts.measured import change_of
from judgeaudit.analyses.parts import NO_SCALE
from judgeaudit.analyses.probe_counts import Floats, Shown
from judgeaudit.analyses.probe_cues import base_variant, cues, kind_of, room
from judgeaudit.analyses.probe_effects import Effect, decided, direction, excess, pass_rate, ties_gained
from judgeaudit.analyses.probe_synonyms import unclear_name
from judgeaudit.domain.results import Estimate
from judgeaudit.probes import Kind
from judgeaudit.stats.kernels.mean_change import MeanChange, change_interval

Share = tuple[float, float, float]
"""A share with the ends of its interval."""

CLOSE_ENOUGH = 1e-9
"""Of an end of an interval of a share."""


@dataclass(frozen=True)
class Measured:
    """What one probe did to a judge on a criterion.

    Attributes
    ----------
    excess, direction : Effect
        Under all variants together. The direction of `nonsense_control` is turned here, so that above 0 is where a control should go: of pairs, both of
        whose responses are then another item's, from a preference to a tie.
    reached : tuple of float, or None
        Of controls, attacks and biases that push somewhere: the part of what plain verdicts could still move toward the cue that they do move (of two labels: the share of good
        plain verdicts that fall, or of bad ones that rise), with its interval, 0..1: 0 where they move the other way.
    passes : Estimate or None
        Of attacks: the share of verdicts that are positive, or for the attacked response.
    flips : float or None
        Highest share of flips at all, noise counted, where the noise is not known.
    variants : tuple of (str, Measured)
        Where there are several.
    """

    shown: Shown
    kind: Kind
    excess: Effect
    direction: Effect
    reached: Share | None
    passes: Estimate | None
    flips: float | None
    variants: tuple[tuple[str, Measured], ...] = ()


def measured(shown: Shown) -> Measured:
    """The effects of a probe, and of each variant where it has several (of a pair: whichever response carries it)."""
    bases = sorted({base_variant(shown.name, variant) for variant in shown.variants})
    if len(bases) < 2 or kind_of(shown.name) == "evidence":
        return _measured(shown)
    by_base = [(base, shown.only({one for one in shown.variants if base_variant(shown.name, one) == base})) for base in bases]
    return dataclasses.replace(_measured(shown), variants=tuple((base, _measured(one)) for base, one in by_base))


def _measured(shown: Shown) -> Measured:
    kind = kind_of(shown.name)
    unclear = unclear_name(shown.name)
    if unclear:
        nothing = Effect(Estimate.missing(f"whether the verdict should stay is not known of this name ({unclear})"))
        return Measured(shown, kind, nothing, nothing, None, None, None)
    toward = _toward(shown)
    beyond = excess(shown)
    reached = _reached(shown, toward) if kind in ("control", "attack") or (kind == "bias" and any(cues(shown))) else None
    passes = pass_rate(shown) if kind == "attack" else None
    return Measured(shown, kind, beyond, toward, reached, passes, _flips(shown) if beyond.estimate.value is None else None)


def reached_at_most(one: Measured, looks: int) -> float:
    """High end of `reached` where it is looked at in so many places (Bonferroni); 1 without any."""
    found = _reached(_stricter(one.shown, looks), one.direction)
    return 1.0 if found is None else found[2]


def excess_at_most(one: Measured, looks: int) -> float:
    """High end of the excess flips, the same way."""
    if one.excess.change is None:
        return 1.0
    return float(change_interval(one.excess.change, _stricter(one.shown, looks).part.data.ci_level)[1])


def passes_at_least(one: Measured, looks: int) -> float:
    """Low end of the share that passes under an attack, the same way; 0 without any."""
    return pass_rate(_stricter(one.shown, looks)).low or 0.0


def _stricter(shown: Shown, looks: int) -> Shown:
    return dataclasses.replace(shown, part=stricter(shown.part, looks))


def _toward(shown: Shown) -> Effect:
    if shown.name != "nonsense_control":
        return direction(shown)
    return ties_gained(shown) if shown.part.data.rubric.mode == "pairwise" else _turned(direction(shown))


def _turned(effect: Effect) -> Effect:
    """The effect with the other sign."""
    one = effect.estimate
    if one.value is None:
        return effect
    ends = {"low": None if one.high is None else -one.high, "high": None if one.low is None else -one.low}
    change = None if effect.change is None else dataclasses.replace(effect.change, values=-effect.change.values)
    return dataclasses.replace(effect, estimate=one.model_copy(update={"value": -one.value, **ends}), change=change)


def _flips(shown: Shown) -> float | None:
    """High end of the share of flips, noise and all."""
    shares = shown.probe_flip
    if np.isnan(shares[shown.part.rows.index]).all():
        return None
    found = shown.part.estimate("", stats.proportion, shares[:, None], judge=shown.judge, **NO_SCALE)
    return found.high if found.n_items >= thresholds.MIN_ITEMS_FOR_RESAMPLING else None


def _reached(shown: Shown, toward: Effect) -> Share | None:
    """The mean movement over the mean room for it; ends are those ratios for which the interval of movement less ratio times room ends at 0 (Fieller).

    None where no plain verdict could move that way, or there is no interval.
    """
    if toward.change is None:
        return None
    left = change_of(shown.part, _room(shown), reach=toward.reach)
    if left is None or left.n_items != toward.change.n_items or left.mean <= 0:
        return None
    ratio = toward.change.mean / left.mean
    ci_level = shown.part.data.ci_level
    low, high = (_end(toward.change, left, ratio, ci_level, high=high) for high in (False, True))
    return min(1.0, max(0.0, ratio)), max(0.0, low), max(0.0, high)


def _room(shown: Shown) -> Floats:
    """How far plain verdicts could move where the probe should send them."""
    if shown.name != "nonsense_control":
        return room(shown, cues(shown))
    preferred = decided(shown, shown.plain)
    if preferred is None:
        return room(shown, ("negative",) * len(shown.variants))
    return np.where(shown.n_probe > 0, preferred, np.nan)


def _end(change: MeanChange, left: MeanChange, ratio: float, ci_level: float, *, high: bool) -> float:
    """The ratio at one end; 1 or -1 where no ratio within is."""
    from scipy.optimize import brentq

    far = 1.0 if high else -1.0
    if (ratio >= far) is high:
        return far

    def beyond(share: float) -> float:
        low, up, _ = change_interval(dataclasses.replace(change, values=(change.values - share * left.values).round(12)), ci_level)
        return up if high else low

    there = beyond(far)
    if (there >= 0) is high or there == 0:
        return far
    return float(brentq(beyond, ratio, far, xtol=CLOSE_ENOUGH))
