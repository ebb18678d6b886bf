"""What the number of a probe means for a judge, in a sentence."""

from __future__ import annotations

from judgeaudit import thresholds
from judgeaudit.analyses.parts import percent
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.probes import probe_of

MIN_UNMOVED = 5
"""Items below which a verdict that stayed on all of them says nothing (ours)."""

EXPECT_NOTHING = "Nothing that should matter is changed, so the verdict should stay: no more flips than between plain repeats."

_MOVES = {
    "evidence_removal": "the verdict moves when what the judge cites is gone: it rests on that, at least in part",
    "evidence_only": "the verdict does not stand on the cited words alone: something that is not cited carries it",
    "irrelevant_removal": "random words move the verdict: read the effect of evidence_removal against this one (evidence_necessity)",
    "nonsense_control": "the verdict moves when another item's response is shown",
}
_STAYS = {
    "evidence_removal": "the verdict stays when what the judge cites is gone: the cited words do not carry it, or stand for what is said elsewhere too",
    "evidence_only": "the cited words alone carry the verdict",
    "irrelevant_removal": "random words do not move the verdict, as it should be",
    "nonsense_control": "the verdict stays when another item's response is shown",
}
_WRONG_WAY = {"evidence_removal": False, "evidence_only": True, "irrelevant_removal": True, "nonsense_control": False}
"""Whether moving (True) or staying (False) is what a judge that can be trusted does not do."""


def moved(excess: Estimate, margin: float) -> bool | None:
    """Whether a verdict moves more than it does by itself: the interval lies above 0. False: it lies within the margin. None: nobody can say."""
    if excess.value is None or excess.low is None or excess.high is None:
        return None
    if excess.low > 0:
        return True
    return False if excess.high <= margin else None


def expected(probe: str) -> str:
    """What a judge that can be trusted does under a probe."""
    known = probe_of(probe)
    return known.expect if known is not None else EXPECT_NOTHING


def shifted(change: Estimate) -> bool:
    """Whether the mean verdict clearly changes: its interval leaves 0 out."""
    return change.low is not None and change.high is not None and not change.low <= 0 <= change.high


def read(probe: str, excess: Estimate, change: Estimate, margin: float) -> str:
    """What the excess flip rate of a probe means. Verdicts that are split may shift and flip no more often: then they are not said to stay."""
    if excess.value is None:
        return f"not measured: {excess.undefined}"
    if excess.low is None or excess.high is None:
        return f"{signed(excess.value)} flips beyond rerun noise on {items(excess)}: no interval, so nothing can be said ({why_no_interval(excess)})"
    number = f"{signed(excess.value)} flips beyond rerun noise [{signed(excess.low)} to {signed(excess.high)}]"
    verdict = moved(excess, margin)
    if verdict is None:
        return f"{number}: cannot be told from rerun noise with {items(excess)}, and may be more than the margin of {percent(margin)}"
    if verdict is False and shifted(change):
        return f"{number}, and yet the share of positive verdicts changes by {signed(change.value or 0)}: it moves where plain verdicts are split"
    return f"{number}: {_MOVES[probe] if verdict else _STAYS[probe]}"


def goes_wrong(probe: str, excess: Estimate, change: Estimate, margin: float) -> bool:
    """Whether a judge clearly does under a probe of evidence what it should not."""
    verdict = moved(excess, margin)
    return verdict is not None and not (verdict is False and shifted(change)) and verdict == _WRONG_WAY.get(probe)


def control_finding(judge: str, criterion: str, passes: Estimate, plain: float | None, change: Estimate, answer: str) -> Finding | None:
    """What a control that should fail says of a judge.

    Serious where it does not follow by its `answer`, or most other responses surely pass, as the item's own do. Where both are open, so is this.
    """
    if passes.value is None or plain is None or change.value is None:
        return None
    told = f"Another item's response passes {criterion} with {judge} in {percent(passes.value)} of verdicts, the item's own in {percent(plain)}"
    if change.high is not None and change.high < 0:
        if passes.value <= thresholds.PROBE_MARGIN:
            return None
        return Finding(severity="note", judge=judge, criterion=criterion, text=f"{told}: it should fail, but for questions that it happens to answer too.")
    if plain <= thresholds.PROBE_MARGIN:
        text = f"{told}: where hardly anything passes, the control cannot show whether the judge reads the response."
        return Finding(severity="note", judge=judge, criterion=criterion, text=text)
    most = (passes.low or 0.0) > thresholds.INVARIANT_PASSES and passes.value >= plain - thresholds.PROBE_MARGIN
    if answer == "does_not_follow" or most:
        text = f"{told}: the judge does not see that it answers another question, unless {criterion} asks for nothing that depends on the question."
        return Finding(severity="serious", judge=judge, criterion=criterion, text=text)
    text = f"{told}: with {items(passes)} it is not sure that it passes less often."
    return Finding(severity="warning", judge=judge, criterion=criterion, text=text)


def nothing_made(probe: str, judge: str, criterion: str, reasons: dict[str, int], n_items: int) -> Finding | None:
    """A note where a probe could be made of few items or none."""
    n_without = sum(reasons.values())
    if n_without == 0 or n_items >= n_without:
        return None
    listed = ", ".join(f"{n} x {reason}" for reason, n in sorted(reasons.items(), key=lambda entry: -entry[1]))
    advice = " Ask the judge for quotes." if "nothing cited" in reasons else ""
    text = f"{probe} could not be made of {n_without} of {n_without + n_items} items of {criterion} for {judge}: {listed}.{advice}"
    return Finding(severity="note", judge=judge, criterion=criterion, text=text)


def nowhere_moved(judge: str, criterion: str, n_items: int, n_same: int) -> Finding | None:
    """A warning where the verdict stayed on every item without its evidence, and the items are too few for more."""
    if n_items < MIN_UNMOVED or n_same < n_items:
        return None
    text = (
        f"Without the words that it cites {judge} gives the same verdict on {criterion} on all {n_items} items: it may not rest on what it quotes. "
        "More items would settle it."
    )
    return Finding(severity="warning", judge=judge, criterion=criterion, text=text)


def signed(share: float) -> str:
    """A share with its sign, in per cent."""
    return f"{100 * share:+.1f} %".replace("+0.0", "0").replace("-0.0", "0")


def items(estimate: Estimate) -> str:
    """How many items an estimate is of."""
    return f"{estimate.n_items} item{'' if estimate.n_items == 1 else 's'}"


def why_no_interval(estimate: Estimate) -> str:
    """Why an estimate has no interval."""
    return estimate.method.partition("no interval: ")[2] or "it was not asked for"
