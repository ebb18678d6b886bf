"""What was learned of judges on labelled items, to be used on others. `calibration.json` is `CalibrationFile` as JSON."""

from __future__ import annotations

import math
import re
from collections import Counter
from datetime import datetime
from typing import Any, Literal

from pydantic import Field, model_validator

from judgeaudit.domain.results import Result, ReviewPart
from judgeaudit.domain.rubric import Adjudication, Criterion, Mode

CALIBRATION_FORMAT = 1

SOURCES = ("stated", "margin", "replicates")
"""Where a confidence comes from: the column `confidence`, 1 / (1 + exp(-x)) of the column `margin`, the share of an item's replicates that agree."""


def confidence_text(confidence: float, digits: int = 4) -> str:
    """A confidence as it is written: so many digits, and more above 0.999, where they would all be nines; there it is rounded down."""
    if not 0.999 < confidence < 1:
        return f"{confidence:.{digits}g}"
    places = 1 - math.floor(math.log10(1 - confidence))
    return f"{math.floor(confidence * 10**places + 1e-6) / 10**places:.{places}f}"


_THRESHOLDS = re.compile(r">= (\d+(?:\.\d+)?)")


class KeptRubric(Result):
    """As much of the rubric as it takes to read verdicts and gold labels of other items in the same way."""

    name: str
    version: str | None = None
    mode: Mode = "pointwise"
    criteria: tuple[Criterion, ...] = Field(min_length=1)
    adjudication: Adjudication = Adjudication()


class ClassCounts(Result):
    """How often a judge finds a label (`inside`: gold has it) and how often it leaves it away where gold does (`outside`).

    Hits may be fractions: the mean over replicates. `inside_worth` and `outside_worth` are the independent items that the counts are worth.
    """

    label: str
    inside: int = Field(ge=0)
    inside_hits: float = Field(ge=0)
    inside_worth: float = Field(ge=0)
    outside: int = Field(ge=0)
    outside_hits: float = Field(ge=0)
    outside_worth: float = Field(ge=0)

    @model_validator(mode="after")
    def _check(self) -> ClassCounts:
        if self.inside_hits > self.inside + 1e-6 or self.outside_hits > self.outside + 1e-6:
            raise ValueError("more hits than items")
        if bool(self.inside) != bool(self.inside_worth) or bool(self.outside) != bool(self.outside_worth):
            raise ValueError("items that are worth none, or a worth without items")
        for n, hits, worth in ((self.inside, self.inside_hits, self.inside_worth), (self.outside, self.outside_hits, self.outside_worth)):
            # hits of 0 or all leave no scatter that could make items worth more; else see `informative_items`
            most = n if min(hits, n - hits) < 1e-6 else n * (n + 2) / 2
            if worth > most * (1 + 1e-6) + 1e-6:
                raise ValueError(f"{n} items are said to be worth {worth:g} independent ones, and cannot be worth more than {most:g}")
        return self

    @property
    def sensitivity(self) -> float | None:
        """Share of the label's items on which the judge gives it; None where there is no such item."""
        return min(1.0, self.inside_hits / self.inside) if self.inside else None

    @property
    def specificity(self) -> float | None:
        """Share of the other items on which the judge does not give it; None where there is no such item."""
        return min(1.0, self.outside_hits / self.outside) if self.outside else None


class ScoreShift(Result):
    """By how much gold is above the judge on a numeric scale: mean and standard deviation over items, in points of the scale."""

    mean: float
    sd: float = Field(ge=0)
    n_items: int = Field(ge=1)


class StoredCalibrator(Result):
    """A fitted calibrator: what it reads, its kind and its numbers."""

    source: str
    kind: str
    parameters: dict[str, Any] = {}
    reason: str = ""


class RoutingRule(Result):
    """From which confidence on a verdict is accepted. `threshold` None: abstain on everything, for the reason in `sentence`."""

    source: str
    threshold: float | None = None
    max_risk: float = Field(gt=0, lt=1)
    delta: float = Field(gt=0, lt=1)
    coverage: float | None = None
    risk: float | None = None
    risk_bound: float | None = None
    n_items: int = 0
    sentence: str = ""

    @model_validator(mode="after")
    def _check(self) -> RoutingRule:
        if self.threshold is not None and not 0 <= self.threshold <= 1:
            raise ValueError(f"the threshold {self.threshold:g} is not between 0 and 1, as confidences are")
        if self.source not in SOURCES:
            raise ValueError(f"there is no source of confidence {self.source!r}")
        for name, share in (("coverage", self.coverage), ("risk", self.risk), ("risk_bound", self.risk_bound)):
            if share is not None and not 0 <= share <= 1:
                raise ValueError(f"{name} {share:g} is no share between 0 and 1")
        if self.threshold is not None and self.risk_bound is not None and self.risk_bound > self.max_risk + 1e-9:
            raise ValueError(f"the rule accepts verdicts, and its bound of the risk, {self.risk_bound:g}, is above max_risk, {self.max_risk:g}")
        if self.risk is not None and self.risk_bound is not None and self.risk > self.risk_bound + 1e-9:
            raise ValueError(f"the risk {self.risk:g} is above its own bound {self.risk_bound:g}")
        return self


class SystemCalibration(Result):
    """The same counts on the labelled items of one judged system. `carried`: may the errors on other systems' items be used for it; None: not checked.

    `routing` is the system's own rule, where systems were found to differ; its promise and those of the other systems' rules hold together.
    `no_information`: on its labelled items the judge is not shown to do better than a coin, so that no verdict on it goes unread.
    """

    system: str
    n_labelled: int = Field(ge=0)
    classes: tuple[ClassCounts, ...] = ()
    shift: ScoreShift | None = None
    carried: Literal["holds", "fails", "undecided"] | None = None
    no_information: bool = False
    routing: RoutingRule | None = None


class JudgeCalibration(Result):
    """One judge on one criterion. `sensitivity` and `specificity` are those of the first label of a two-label scale.

    `labelled_items` holds a short digest of the id of every item that people labelled, so that probes which are these very items are seen.
    """

    judge: str
    criterion: str
    level: str
    labels: tuple[str, ...] | None = None
    n_labelled: int = Field(ge=0)
    sensitivity: float | None = None
    specificity: float | None = None
    classes: tuple[ClassCounts, ...] = ()
    shift: ScoreShift | None = None
    calibrator: StoredCalibrator | None = None
    routing: RoutingRule | None = None
    confidence_range: tuple[float, float] | None = None
    repeats: int | None = Field(default=None, ge=1, description="verdicts of a labelled item, where a share of repeats is the confidence; the commonest number")
    systems: tuple[str, ...] = ()
    of_systems: tuple[SystemCalibration, ...] = ()
    prompt_hash: tuple[str, ...] = Field(default=(), description="empty where every item has a hash of its own, or none was recorded")
    model_served: tuple[str, ...] = ()
    labelled_items: tuple[str, ...] = ()
    unanswered: str = Field(default="", description="that whether it answers depends on what is judged, so that its rates are of the items that it answers")
    expires: str

    @model_validator(mode="after")
    def _check(self) -> JudgeCalibration:
        if self.labels is not None and len(set(self.labels)) < 2:
            raise ValueError("a scale of labels needs two different ones")
        given = [counts.label for counts in self.classes]
        if len(set(given)) != len(given) or not set(given) <= set(self.labels or ()):
            raise ValueError(f"counts of the labels {given}, which are not those of the scale: {list(self.labels or ())}")
        _check_sums(self)
        if len({one.system for one in self.of_systems}) < len(self.of_systems):
            raise ValueError("a system stands in it twice")
        if any([counts.label for counts in one.classes] != given for one in self.of_systems):
            raise ValueError("a system's counts are not of the labels that the others are counted of")
        first = self.classes[0] if self.classes else None
        pairs = (
            ("sensitivity", self.sensitivity, first.sensitivity if first else None),
            ("specificity", self.specificity, first.specificity if first else None),
        )
        for name, stored, counted in pairs:
            if stored is not None and (counted is None or abs(stored - counted) > 1e-6):
                raise ValueError(f"{name} {stored:g} is not what the counts of hits and items say ({'nothing' if counted is None else f'{counted:g}'})")
        if self.confidence_range is not None and not 0 <= self.confidence_range[0] <= self.confidence_range[1] <= 1:
            raise ValueError("confidence_range is no range within 0 and 1")
        own = [one.routing for one in self.of_systems if one.routing is not None]
        for rule in (*own, *([self.routing] if self.routing is not None else [])):
            # where systems have rules of their own, the sentence of the rule for all names theirs
            _check_threshold(rule, self.confidence_range, named=rule is not self.routing or not own)
        return self


def _check_sums(record: JudgeCalibration) -> None:
    """Every labelled item either has a label or lacks it, and has one label only."""
    sums = {counts.inside + counts.outside for counts in record.classes} | (
        {sum(counts.inside for counts in record.classes)} if len(record.classes) > 1 else set()
    )
    if sums - {record.n_labelled}:
        raise ValueError(f"{record.n_labelled} labelled items, and counts of {min(sums - {record.n_labelled})}")
    if record.shift is not None and record.shift.n_items != record.n_labelled:
        raise ValueError(f"{record.n_labelled} labelled items, and a mean difference of {record.shift.n_items}")
    of_systems = sum(one.n_labelled for one in record.of_systems)
    if of_systems > record.n_labelled:
        raise ValueError(f"{record.n_labelled} labelled items, and {of_systems} of its systems")
    if any({counts.inside + counts.outside for counts in one.classes} - {one.n_labelled} for one in record.of_systems):
        raise ValueError("the counts of a system are not those of as many labelled items as it has")


def _check_threshold(rule: RoutingRule, seen: tuple[float, float] | None, *, named: bool) -> None:
    """A threshold is a confidence that a labelled item had, rounded down to a thousandth, and the sentence names it."""
    if rule.threshold is None:
        return
    if seen is not None and not seen[0] - 0.001 <= rule.threshold <= seen[1] + 1e-6:
        raise ValueError(f"the threshold {rule.threshold:g} is outside {seen[0]:g} to {seen[1]:g}, the confidences seen on labelled items")
    said = _THRESHOLDS.findall(rule.sentence)
    if named and len(said) == 1 and abs(float(said[0]) - rule.threshold) > 0.001:
        raise ValueError(f"the threshold {rule.threshold:g} is not the one of its sentence: {said[0]}")


class CalibrationFile(Result):
    """A whole calibration. `margins` are the residuals, by criterion, up to which it counts as carried over; the default limit elsewhere."""

    format_version: int = CALIBRATION_FORMAT
    created_at: str
    judgeaudit_version: str
    rubric: KeptRubric
    judges: tuple[JudgeCalibration, ...] = Field(min_length=1)
    margins: dict[str, float] = {}
    decisions: dict[str, str] = {}
    reviews: dict[str, tuple[ReviewPart, ...]] | None = Field(
        default=None, description="by judge, what a person reads; None: an older file, which does not say"
    )

    @model_validator(mode="after")
    def _check(self) -> CalibrationFile:
        try:
            datetime.fromisoformat(self.created_at)
        except ValueError:
            raise ValueError(f"created_at {self.created_at!r} is no date") from None
        for judge in self.judges:
            try:
                datetime.fromisoformat(judge.expires)
            except ValueError:
                raise ValueError(f"expires {judge.expires!r} of {judge.judge} is no date") from None
        twice = [key for key, n in Counter((one.judge, one.criterion) for one in self.judges).items() if n > 1]
        if twice:
            raise ValueError(f"{twice[0][0]} on {twice[0][1]} stands in it twice")
        scales = {criterion.name: criterion.scale for criterion in self.rubric.criteria}
        for one in self.judges:
            scale = scales.get(one.criterion)
            if scale is None:
                raise ValueError(f"{one.judge} was calibrated on {one.criterion!r}, which is no criterion of its rubric")
            counted, labels = [counts.label for counts in one.classes], list(scale.labels or ())
            if (one.level, one.labels) != (scale.level, scale.labels):
                raise ValueError(f"the scale of {one.judge} on {one.criterion} ({one.labels}) is not that of its rubric ({scale.labels}), in this order")
            if counted and counted != (labels[:1] if scale.two_labels else labels):
                raise ValueError(f"the counts of {one.judge} on {one.criterion} are of {counted}, and not of {labels[:1] if scale.two_labels else labels}")
        return self

    def of(self, judge: str, criterion: str) -> JudgeCalibration | None:
        """What is known of one judge on one criterion; None where that is nothing."""
        return next((one for one in self.judges if (one.judge, one.criterion) == (judge, criterion)), None)
