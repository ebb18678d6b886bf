"""From the effects of a judge's probes to answers: corrected for how many probes there are, and held against the margin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judgeaudit import stats, thresholds
from judgeaudit.analyses.biases.items_needed import items_for_rate, items_needed
from judgeaudit.analyses.biases.measured import Measured, excess_at_most, passes_at_least, reached_at_most
from judgeaudit.analyses.biases.smallest import smallest_seen
from judgeaudit.analyses.biases.tests_beside import tests_beside
from judgeaudit.analyses.probe_effects import Effect
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.mean_change import MeanChange

READ_ELSEWHERE = ("identical_responses",)
"""Probes that are read from what the verdicts are, and not from whether they move."""

REPLACED = ("null_answer", "constant_answer", "one_token")
"""Attacks that take the answer's place: whatever passes is the attack's, and not the item's."""


@dataclass(frozen=True)
class Answer:
    """What a probe says of a judge on a criterion.

    Attributes
    ----------
    answer : str
        Bias and attack: "biased", "not_beyond_margin", "inconclusive"; of an attack that takes the answer's place also "passes": surely more often than
        the margin, though it is not shown to pass more often than the item's own answer; control: "follows", "does_not_follow", "inconclusive"; evidence: "moves",
        "stays", "inconclusive"; "not_measured".
    p, p_adjusted : float or None
        Of the movement that is looked for.
    margin : float
        Share of verdicts (of the range of a scale) up to which a movement counts as none.
    smallest : float or None
        Share of items that would have had to move for the run to see it with 80 % power.
    variant : str or None
        The variant that `p` is of; None: all of them together.
    n_tests : int
        Tests that `p` was corrected for.
    n_items_needed : int or None
        Items that would show a movement as large as the margin (of controls: `CONTROL_FALL`) with 80 % power; of an attack that takes the answer's
        place those that tell its share of passes from the margin, if that stays as it is; None where it surely passes.
    """

    answer: str
    p: float | None
    p_adjusted: float | None
    margin: float
    smallest: float | None
    variant: str | None
    n_tests: int
    n_items_needed: int | None = None


@dataclass(frozen=True)
class _Tested:
    """The p value of a probe, what it is of, and over how many measures and variants it was taken."""

    p: float
    variant: str | None
    times: float


@dataclass(frozen=True)
class _Looks:
    """In how many places an answer is looked for that is read from an interval: attacks that may pass, and controls of strata that may not be followed.

    Of a whole criterion each control is one statement: nothing is decided but where none of them is followed.
    """

    passes: int
    controls: int


def answered(found: Sequence[Measured], margins: Mapping[str, float], *, alpha: float = thresholds.PROBE_ALPHA) -> list[Answer]:
    """The answers of one judge, one for each probe and criterion.

    Parameters
    ----------
    found : sequence of Measured
        Of one judge; biases and attacks are one family of tests, controls another.
    margins : mapping of str to float
        By probe; those that are not named have `thresholds.PROBE_MARGIN`.

    Notes
    -----
    Family-wise: a judge that no probe moves is called biased by any of them in at most alpha of audits (Holm); the tests of which place it prefers and
    of its own family of models count as members (`tests_beside`), and are held against their share of alpha. Within a probe, p is Bonferroni's
    over its measures (excess flips, direction), and half of alpha is for its variants together, half for the one that moves most.
    """
    tests = [tested(one) for one in found]
    families = [_family(one) if test is not None else "" for one, test in zip(found, tests, strict=True)]
    beside = {"bias": tests_beside([one.shown for one in found]), "control": 0}
    adjusted: dict[int, float | None] = {}
    for family in ("bias", "control"):
        places = [n for n, name in enumerate(families) if name == family]
        p_values = [test.p for n in places if (test := tests[n]) is not None] + [1.0] * beside[family]
        adjusted |= dict(zip(places, stats.holm(p_values).adjusted[: len(places)], strict=True)) if places else {}
    looks = _Looks(sum(one.shown.name in REPLACED for one in found), sum(one.kind == "control" and one.shown.part.stratum is not None for one in found))
    return [
        _answer(
            one, test, adjusted.get(n), margins.get(one.shown.name, thresholds.PROBE_MARGIN), families.count(families[n]) + beside.get(families[n], 0), alpha, looks
        )
        for n, (one, test) in enumerate(zip(found, tests, strict=True))
    ]  # fmt: skip


def _family(one: Measured) -> str:
    return "control" if one.kind == "control" else "bias"


def tested(one: Measured) -> _Tested | None:
    """The test of a probe; None where there is none."""
    if one.kind == "evidence" or one.shown.name in READ_ELSEWHERE:
        return None
    whole = _p(one)
    if whole is None:
        return None
    by_variant = [(p, name) for name, under in one.variants if (p := _p(under)) is not None]
    n_measures = len(_looked_for(one))
    if one.kind == "control" or not by_variant:
        return _Tested(whole, None, n_measures)
    least, name = min(by_variant)
    through_one = 2 * len(by_variant) * least
    return _Tested(min(1.0, 2 * whole, through_one), name if through_one < 2 * whole else None, 2.0 * n_measures)


def _p(one: Measured) -> float | None:
    sides = _looked_for(one)
    return min(1.0, len(sides) * min(sides)) if sides else None


def _looked_for(one: Measured) -> list[float]:
    """p values of what is looked for: flips beyond noise and any direction; of attacks and controls a movement toward the cue alone: verdicts on other
    texts flip with any judge whose verdict depends on them, whether or not it reads them."""
    beyond, toward = _above(one.excess), _above(one.direction)
    if one.kind == "bias":
        return [p for p in (beyond, one.direction.p) if p is not None]
    return [] if toward is None else [toward]


def _above(effect: Effect) -> float | None:
    """p value of an effect above 0: two-sided, and 1 below."""
    p = effect.p
    return p if p is None or (effect.estimate.value or 0.0) > 0 else 1.0


def _answer(one: Measured, test: _Tested | None, adjusted: float | None, margin: float, n_tests: int, alpha: float, looks: _Looks) -> Answer:
    effect = None if test is None else _sought(one).change
    level = alpha / n_tests / test.times if test is not None else alpha
    smallest = None if effect is None else smallest_seen(effect, level)
    word = _word(one, adjusted, margin, alpha, looks)
    needed = None if effect is None or word == "passes" else _needed(one, effect, level, margin)
    p, variant = (None, None) if test is None else (test.p, test.variant)
    return Answer(word, p, adjusted, margin, smallest, variant, n_tests if test is not None else 0, needed)


def _word(one: Measured, adjusted: float | None, margin: float, alpha: float, looks: _Looks) -> str:
    values = one.excess.estimate.value, one.direction.estimate.value
    if one.shown.name in READ_ELSEWHERE or values == (None, None) or (one.kind == "evidence" and values[0] is None):
        return "not_measured"
    if one.kind == "evidence":
        return _of_evidence(one, margin)
    beyond = adjusted is not None and adjusted <= alpha
    if one.kind == "control":
        open_word = "not_measured" if values[1] is None else "inconclusive"
        return "does_not_follow" if _stays_put(one, looks.controls) else "follows" if beyond else open_word
    passes = _passes(one, margin, looks.passes)
    if one.kind == "attack" and values[1] is None:
        return "passes" if passes else "not_measured"
    if all(_within(each, margin) for each in (one, *(under for _, under in one.variants))):
        return "not_beyond_margin"
    beyond = beyond and not all(_slight(each, margin) for each in (one, *(under for _, under in one.variants)))
    return "biased" if beyond else "passes" if passes else "inconclusive"


def _of_evidence(one: Measured, margin: float) -> str:
    beyond, shift = one.excess.estimate, one.direction.estimate
    if beyond.low is None or beyond.high is None:
        return "inconclusive"
    if beyond.low > 0 or (beyond.high <= margin and _leaves_zero_out(shift)):
        return "moves"
    return "stays" if beyond.high <= margin else "inconclusive"


def _leaves_zero_out(one: Estimate) -> bool:
    return one.low is not None and one.high is not None and not one.low <= 0 <= one.high


def _stays_put(one: Measured, looks: int) -> bool:
    """Whether a control lowers fewer verdicts than it must, in so many places that are looked at."""
    if one.direction.estimate.value is not None:
        return one.reached is not None and one.reached[2] < thresholds.CONTROL_FALL and reached_at_most(one, looks) < thresholds.CONTROL_FALL
    high = one.excess.estimate.high
    return high is not None and high < thresholds.CONTROL_FALL and excess_at_most(one, looks) < thresholds.CONTROL_FALL


def _within(one: Measured, margin: float) -> bool:
    """Whether all that is looked for is shown to lie within the margin."""
    if one.kind == "attack" and one.shown.name in REPLACED:
        return one.passes is not None and one.passes.high is not None and one.passes.high <= margin
    if one.kind == "attack":
        return one.reached is not None and one.reached[2] <= margin
    flips = one.flips is not None and one.flips <= margin
    shift = one.direction
    within = _inside(one.excess.estimate, margin) or (one.excess.estimate.value is None and flips)
    return within and (shift.estimate.value is None or _inside(shift.estimate, margin * shift.reach))


def _slight(one: Measured, margin: float) -> bool:
    """Whether all that is more than chance is a shift of scores that lies within the margin: of fine scores any cue makes one."""
    if one.kind != "bias" or one.shown.part.scale.labels is not None or (one.excess.estimate.low or 0.0) > 0:
        return False
    return one.direction.estimate.value is not None and _inside(one.direction.estimate, margin * one.direction.reach)


def _passes(one: Measured, margin: float, looks: int) -> bool:
    """Whether an answer that says nothing surely passes beyond the margin, in so many places that are looked at."""
    if one.shown.name not in REPLACED or one.passes is None or one.passes.low is None or one.passes.low <= margin:
        return False
    return passes_at_least(one, looks) > margin


def _inside(one: Estimate, margin: float) -> bool:
    return one.low is not None and one.high is not None and -margin <= one.low and one.high <= margin


def _needed(one: Measured, effect: MeanChange, level: float, margin: float) -> int | None:
    """Items that would show what is looked for; of an attack that takes the answer's place: whether it passes more often than the margin."""
    if one.shown.name in REPLACED:
        return None if one.passes is None or one.passes.value is None else items_for_rate(one.passes.value, margin)
    return items_needed(effect, level, thresholds.CONTROL_FALL if one.kind == "control" else margin)


def _sought(one: Measured) -> Effect:
    """Flips beyond noise where they are looked for and known; else the movement toward the cue."""
    effect = one.excess if one.kind == "bias" and one.excess.change is not None else one.direction
    return effect if effect.change is not None else one.excess
