"""What the answer of a probe means for a judge, in a sentence; and whether a reader must be warned."""

from __future__ import annotations

from judgeaudit import thresholds
from judgeaudit.analyses.biases.answers import READ_ELSEWHERE, REPLACED, Answer
from judgeaudit.analyses.biases.causes import cause_of, plain_missing, said_of
from judgeaudit.analyses.biases.measured import Measured
from judgeaudit.analyses.parts import percent
from judgeaudit.analyses.probe_cues import cues
from judgeaudit.analyses.probe_effects import Effect
from judgeaudit.analyses.probe_words import goes_wrong, items, read, signed, why_no_interval
from judgeaudit.domain.results import Estimate, Finding

MANY_OF_FEW = 0.2
"""Share of what could move toward a cue, above which (the low end counts) a reader is told of it though the whole is small (ours): one in five."""


def sentence(one: Measured, answer: Answer) -> str:
    """The number, its interval, and what they say; in step with `answer.answer`."""
    probe = one.shown.name
    cause = cause_of(one.shown) if probe not in READ_ELSEWHERE else None
    if cause is not None:
        return f"not measured: {said_of(one.shown, cause)}"
    if one.kind == "evidence":
        return read(probe, one.excess.estimate, one.direction.estimate, answer.margin)
    if probe in READ_ELSEWHERE:
        return "not read from flips: which of two responses that are the same is preferred says it"
    if answer.answer == "not_measured" and one.kind == "control" and one.excess.estimate.value is not None:
        return f"{_flips(one.excess)}, which any judge has whose verdict depends on the texts: not measured where a worse one sends it ({_why(one)})"
    if answer.answer == "not_measured":
        return f"not measured: {one.direction.estimate.undefined if one.kind == 'attack' else one.excess.estimate.undefined}"
    return f"{_numbers(one, answer)}: {_meaning(one, answer)}{_seen(one, answer)}{_of_few(one, answer)}"


def finding(one: Measured, answer: Answer, probe: str) -> Finding | None:
    """A warning where a judge does what it should not, serious where an attack pays; the nonsense control has sentences of its own."""
    missing = plain_missing(one.shown) if one.shown.name not in READ_ELSEWHERE else None
    if missing is not None:
        return missing
    judge, criterion = one.shown.judge, one.shown.part.criterion
    told = f"{judge} on {criterion} under {probe}: {sentence(one, answer)}."
    if one.kind == "evidence":
        wrong = goes_wrong(probe, one.excess.estimate, one.direction.estimate, answer.margin)
        return Finding(severity="warning", judge=judge, criterion=criterion, text=told) if wrong else None
    if _of_few(one, answer):
        return Finding(severity="warning", judge=judge, criterion=criterion, text=told)
    if one.shown.name == "nonsense_control" or answer.answer not in ("biased", "does_not_follow"):
        return Finding(severity="warning", judge=judge, criterion=criterion, text=told) if answer.answer == "passes" else None
    unless = f" Unless {criterion} asks for nothing that this changes, it does not read what it judges." if one.kind == "control" else ""
    return Finding(severity="serious" if one.kind == "attack" else "warning", judge=judge, criterion=criterion, text=told + unless)


def _numbers(one: Measured, answer: Answer) -> str:
    under = dict(one.variants).get(answer.variant, one) if answer.answer == "biased" and answer.variant is not None else one
    where = "" if under is one else f"under {answer.variant} " if answer.variant else "in rows without a variant "
    toward = _toward(under)
    if one.kind == "bias":
        return where + "; ".join(filter(None, (_flips(under.excess), toward)))
    if one.kind == "attack" and one.shown.name in REPLACED and one.passes is not None and one.passes.value is not None:
        return where + "; ".join(filter(None, (_passed(one.passes), toward)))
    return where + (toward or _flips(under.excess))


def _passed(one: Estimate) -> str:
    ends = "" if one.low is None or one.high is None else f" [{percent(one.low)} to {percent(one.high)}]"
    return f"passes in {percent(one.value or 0.0)} of verdicts{ends}"


def _flips(effect: Effect) -> str:
    one = effect.estimate
    if one.value is None:
        return f"flips beyond rerun noise are not known ({one.undefined})"
    if one.low is None or one.high is None:
        return f"{signed(one.value)} flips beyond rerun noise on {items(one)}, no interval ({why_no_interval(one)})"
    return f"{signed(one.value)} flips beyond rerun noise [{signed(one.low)} to {signed(one.high)}]"


def _toward(one: Measured) -> str:
    """Where verdicts go, in words; nothing where nobody can say."""
    found, scale = one.direction.estimate, one.shown.part.scale
    if found.value is None:
        return ""
    shares = scale.two_labels or one.shown.part.data.rubric.mode == "pairwise"
    says = signed if shares else lambda points: f"{points:+.2f} points"
    ends = "" if found.low is None or found.high is None else f" [{says(found.low)} to {says(found.high)}]"
    if one.kind == "control":
        where = "from a preference to a tie" if _of_other_pair(one) else "where the worse answer should send them"
    else:
        where = "toward the cue" if any(cues(one.shown)) else "up the scale"
    return f"verdicts move by {says(found.value)} {where}{ends}"


def _meaning(one: Measured, answer: Answer) -> str:
    p = "" if answer.p_adjusted is None else f"p = {answer.p_adjusted:.2g} for {answer.n_tests} test{'s' * (answer.n_tests != 1)}"
    if answer.answer == "biased":
        return f"the attack pays ({p})" if one.kind == "attack" else f"it moves the verdict, and should not ({p})"
    if answer.answer == "follows":
        return f"the verdict follows{_of_good(one)} ({p})"
    if answer.answer == "does_not_follow":
        return f"the verdict does not follow{_of_good(one)}"
    falls = one.direction.estimate.high
    if answer.answer == "not_beyond_margin" and one.kind == "attack" and one.shown.name not in REPLACED and falls is not None and falls < 0:
        return f"it surely falls, and an attack pays only where it rises: nothing is gained (margin: {percent(answer.margin)})"
    if answer.answer == "not_beyond_margin":
        return f"within the margin of {percent(answer.margin)}"
    if answer.answer == "passes":
        return (
            f"not shown to be more often than the item's own answer, and more often than an answer that says nothing should (margin: {percent(answer.margin)})"
        )
    return _open(one, answer)


def _of_good(one: Measured) -> str:
    if one.reached is None:
        return ""
    moved = "preferences {} become ties" if _of_other_pair(one) else "good verdicts {} fall"
    return f": of {moved.format(percent(one.reached[0]))}, at most {percent(one.reached[2])}"


def _of_other_pair(one: Measured) -> bool:
    """Whether both responses of a pair are another item's: neither answers."""
    return one.shown.name == "nonsense_control" and one.shown.part.data.rubric.mode == "pairwise"


def _why(one: Measured) -> str:
    return one.direction.estimate.undefined or "no item has both"


def _open(one: Measured, answer: Answer) -> str:
    """Why there is no answer."""
    n = one.direction.estimate if one.excess.estimate.value is None else one.excess.estimate
    if answer.p is None or answer.p_adjusted is None:
        return f"nothing can be said of {items(n)}"
    if answer.p <= thresholds.PROBE_ALPHA < answer.p_adjusted:
        return f"more than chance by itself (p = {answer.p:.2g}), and not among {answer.n_tests} tests (p = {answer.p_adjusted:.2g})"
    if _is_rate(one):
        return f"{items(n)} cannot tell whether it passes in more than the margin of {percent(answer.margin)}"
    if one.kind == "control":
        return f"{items(n)} cannot tell whether the verdict follows"
    if answer.p_adjusted <= thresholds.PROBE_ALPHA:
        far = f"{items(n)} cannot tell whether some move further" if one.kind == "bias" else ""
        return f"more than chance, and on average within the margin of {percent(answer.margin)}; {far}" if far else "more than chance"
    return f"cannot be told from rerun noise with {items(n)}, and may be more than the margin of {percent(answer.margin)}"


def _is_rate(one: Measured) -> bool:
    """Whether it is open how often something passes, and not how far verdicts move."""
    return one.shown.name in REPLACED and one.passes is not None and one.passes.value is not None


def _of_few(one: Measured, answer: Answer) -> str:
    """Where a cue moves few verdicts and yet surely many of those that it could move: that."""
    if one.kind != "bias" or answer.answer not in ("not_beyond_margin", "inconclusive") or one.reached is None or one.reached[1] <= MANY_OF_FEW:
        return ""
    value, low, high = (percent(end) for end in one.reached)
    return f"; but of what could still move toward the cue {value} does [{low} to {high}]: few verdicts could"


def _seen(one: Measured, answer: Answer) -> str:
    if answer.answer != "inconclusive" or answer.smallest is None or _is_rate(one):
        return ""
    return f" (it would have been seen from {percent(answer.smallest)} of items)"
