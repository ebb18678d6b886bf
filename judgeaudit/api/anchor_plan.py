"""How many anchors are needed to see a shift, before they are chosen. Nothing is read and nobody is asked."""

from __future__ import annotations

from judgeaudit import thresholds
from judgeaudit.domain.anchors import FEWEST_REPLICATES, AnchorPlan, PlanLine
from judgeaudit.errors import OptionError

SHIFT = 0.05
NOISE_FLOOR = 0.05
RATE = 0.5

MEASURES = 4
"""Measures that decide whether a judge drifted: its verdicts' shares, flips beyond noise, accuracy, answers."""


def plan_anchors(
    *,
    shift: float = SHIFT,
    noise_floor: float = NOISE_FLOOR,
    power: float = thresholds.DRIFT_POWER,
    churn: float | None = None,
    rate: float = RATE,
    replicates: int = FEWEST_REPLICATES,
    alpha: float = thresholds.DRIFT_ALPHA,
) -> AnchorPlan:
    """Anchors with which `drift` finds a shift of a label's share.

    Use it before anchors are chosen. Known weakness: it is as good as the noise floor that is expected; freeze some dozens first, which measures it.

    Parameters
    ----------
    shift : float
        Change of the share of a label that must not be missed, 0.05 for 5 points.
    noise_floor : float
        How often two verdicts of the unchanged judge on one item differ.
    power : float
        How surely the shift is found.
    churn : float, optional
        Share of items whose verdict changes for good, whichever way; at least the shift, and the shift where none is given.
    rate : float
        Share of the label before; only says how many items it would take without anchors.
    replicates : int
        Verdicts of each anchor when it is frozen.
    alpha : float
        How often an unchanged judge may be called drifted.

    Raises
    ------
    OptionError
        Options that are no shares, fewer than three replicates, or so small a shift that ten million anchors are not enough.
    """
    from judgeaudit.stats.kernels.anchor_budget import anchors_for_shift, items_without_anchors

    if replicates < FEWEST_REPLICATES:
        raise OptionError(f"{replicates} verdicts of an item give no noise floor", where="--replicates", fix=f"{FEWEST_REPLICATES} or more")
    lines = []
    for before, after in ((replicates, 1), (replicates, replicates), (1, 1)):
        alone, corrected = (
            anchors_for_shift(shift, noise=noise_floor, power=power, churn=churn, level=level, before=before, after=after)
            for level in (alpha, alpha / MEASURES)
        )
        # Exact tests have power in steps, which may rise and fall with few anchors: the stricter one never takes fewer.
        corrected = max(alone, corrected)
        lines.append(PlanLine(before=before, after=after, alone=alone, corrected=corrected, calls=corrected * before))
    plan = AnchorPlan(
        shift=shift, noise_floor=noise_floor, power=power, churn=shift if churn is None else churn, rate=rate, alpha=alpha, measures=MEASURES,
        lines=tuple(lines), without_anchors=items_without_anchors(shift, rate=rate, power=power, level=alpha),
    )  # fmt: skip
    return plan.model_copy(update={"sentences": _sentences(plan)})


def _sentences(plan: AnchorPlan) -> tuple[str, ...]:
    first = plan.lines[0]
    said = [
        f"{plan.needed:,} anchors, judged {first.before} times each when they are frozen ({first.calls:,} calls for each judge and criterion) and once in each later "
        f"run, show a shift of {plan.shift:.1%} of the items in {plan.power:.0%} of cases, where {plan.noise_floor:.1%} of two verdicts differ by themselves.",
        f"For one measure that is tested by itself {first.alone:,} would do; `drift` holds up to {plan.measures} measures against an alpha of {plan.alpha:g} together.",
    ]
    if plan.without_anchors is not None:
        said.append(
            f"Two runs that share no items would need {plan.without_anchors:,} items each for the same, at a share of {plan.rate:.0%}, and could not tell the judge "
            "from what it judges."
        )
    return tuple(said)
