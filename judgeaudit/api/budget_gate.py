"""How many labels it takes for a gate to be decidable."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil, sqrt

from judgeaudit.domain.applied import Budget, BudgetLine
from judgeaudit.errors import OptionError

_GATE = re.compile(r"\s*([a-z_]+\.[a-z0-9_]+)\s*(>=|<=)\s*([0-9.]+(?:e-?\d+)?)\s*", re.IGNORECASE)
_KAPPA, _ACCURACY, _SENSITIVITY, _SPECIFICITY = (f"calibration.{name}" for name in ("cohen_kappa", "accuracy", "sensitivity", "specificity"))
_OF_JUDGE = (_KAPPA, _ACCURACY, _SENSITIVITY, _SPECIFICITY)
"""What the judge's error rates say; of every other rate only the user can."""

_WINNING = "calibration.alt_test_winning_rate"
_TWICE = ", of items that are judged more than once"


@dataclass(frozen=True)
class Expected:
    """What is expected: the true rate of a class, the judge's error rates (None: no judge), judged items without a label."""

    rate: float
    sensitivity: float | None
    specificity: float | None
    unlabelled: int

    @property
    def errors(self) -> tuple[float, float] | None:
        """Specificity and sensitivity."""
        return None if self.sensitivity is None or self.specificity is None else (self.specificity, self.sensitivity)

    @property
    def judged(self) -> float:
        """The rate that the judge will give."""
        assert self.errors is not None
        q0, q1 = self.errors
        return self.rate * q1 + (1 - self.rate) * (1 - q0)

    @property
    def correlation(self) -> float:
        """Of judge and gold; 0 where either never changes."""
        assert self.errors is not None
        q0, q1 = self.errors
        spread = self.judged * (1 - self.judged)
        return (q0 + q1 - 1) * sqrt(self.rate * (1 - self.rate) / spread) if spread > 0 else 0.0


def for_gate(text: str, expected: Expected, *, stated: bool = True) -> Budget:
    """Labels with which a gate such as ``calibration.accuracy>=0.9`` is decided with 80 % chance; `stated`: whether somebody said the expected rate.

    Raises
    ------
    OptionError
        It is no gate on a rate or on kappa, or the limit itself is what is expected.
    """
    metric, word, limit = _parse(text)
    if not stated and metric not in _OF_JUDGE:
        raise OptionError(f"what {metric} may be expected is not said", where="--gate", fix=f"give --rate: the {metric.split('.')[1]} that you expect")
    value = _expected_value(metric, expected)
    if value == limit:
        raise OptionError(f"{metric} is expected at the limit itself: no number of labels decides that", where="--gate", fix="expect another value")
    from judgeaudit.stats.kernels.label_budget import POWER, labels_for_gate

    if metric == _KAPPA:
        needed = _kappa_labels(expected, limit)
    elif not (0 < value < 1 and 0 < limit < 1):
        raise OptionError(f"a share of {value:g} and a limit of {limit:g}: both must lie between 0 and 1", where="--gate", fix="expect 0.95 rather than 1")
    else:
        needed = labels_for_gate(value, limit)
    holds = value > limit if word == ">=" else value < limit
    inside, outside = _split(metric, needed, expected)
    total = needed if inside is None or outside is None else inside + outside
    free = _needs_no_labels(metric)
    what = "judged items (no labels)" if free else "labels"
    line = BudgetLine(way=f"{what} that decide {metric} {word} {limit:g}", labels=total, inside=inside, outside=outside, note=f"expected {value:.3g}")
    each = "" if total == needed else f", of which {needed:,} count for it (the {'label itself' if metric == _SENSITIVITY else 'other labels'})"
    sentences = [
        f"{total:,} {'judged' if free else 'labelled'} items{each} decide the gate {metric} {word} {limit:g} with {100 * POWER:g} % chance, where it is about {value:.3g}.",
        f"It would then {'hold' if holds else 'fail'}. With fewer the gate is more often inconclusive (exit code 3).",
    ]
    if free:
        sentences.append(f"People label none of them: {metric} is about verdicts{_TWICE if metric.startswith(('consistency.', 'drift.')) else ''}.")
    return Budget(
        question=f"{'judged items' if free else 'labels'} for the gate {metric} {word} {limit:g} to be decidable", lines=(line,), sentences=tuple(sentences)
    )


def _parse(text: str) -> tuple[str, str, float]:
    from judgeaudit.domain.results import GATE_METRICS

    found = _GATE.fullmatch(text)
    if found is None:
        raise OptionError(f"{text!r} is no gate", where="--gate", fix='write it in quotes: --gate "calibration.accuracy>=0.9"')
    metric = found[1].lower()
    if metric == _WINNING:
        raise OptionError(
            f"{metric} is a share of annotators, so that no number of items decides it", where="--gate", fix="use more annotators, or gate on accuracy"
        )
    shares = {*_OF_JUDGE, *(name for name in GATE_METRICS if name.endswith(("_rate", "_share")) and name != _WINNING)}
    if metric not in shares:
        raise OptionError(f"{metric} is no rate that labels can be counted for", where="--gate", fix=f"one of: {', '.join(sorted(shares))}")
    return metric, found[2], float(found[3])


def _needs_no_labels(metric: str) -> bool:
    """Whether the metric is computed from verdicts alone."""
    return metric == "calibration.judged_rate" or not metric.startswith("calibration.")


def _expected_value(metric: str, expected: Expected) -> float:
    if metric not in _OF_JUDGE:
        return expected.rate
    if expected.errors is None:
        raise OptionError(f"what {metric} may be expected is not said", where="--gate", fix="give --sensitivity and --specificity of the judge")
    q0, q1 = expected.errors
    right = expected.rate * q1 + (1 - expected.rate) * q0
    if metric == _KAPPA:
        chance = expected.rate * expected.judged + (1 - expected.rate) * (1 - expected.judged)
        return (right - chance) / (1 - chance) if chance < 1 else 0.0
    return {_ACCURACY: right, _SENSITIVITY: q1, _SPECIFICITY: q0}[metric]


def _kappa_labels(expected: Expected, limit: float) -> int:
    """By drawing samples and their intervals: no formula describes the interval that kappa has."""
    from judgeaudit.stats.kernels.kappa_budget import MOST_LABELS, labels_for_kappa_gate

    assert expected.errors is not None
    needed = labels_for_kappa_gate(expected.rate, *expected.errors, limit)
    if needed is None:
        raise OptionError(f"{MOST_LABELS:,} labels do not decide it: kappa is expected too near to the limit", where="--gate", fix="expect another value")
    return needed


def _split(metric: str, needed: int, expected: Expected) -> tuple[int | None, int | None]:
    """Items inside and outside the class that random items hold when as many count as are needed; None where all count."""
    share = {_SENSITIVITY: expected.rate, _SPECIFICITY: 1 - expected.rate}.get(metric)
    if share is None:
        return None, None
    if share == 0:
        raise OptionError(f"no item counts for {metric} at a rate of {expected.rate:g}", where="--rate", fix="give the rate that you expect")
    rest = ceil(needed / share) - needed
    return (needed, rest) if metric == _SENSITIVITY else (rest, needed)
