"""`budget`: how many labels by people it takes, split by class, and what the judge saves. Plain formulas; nothing is read."""

from __future__ import annotations

from collections.abc import Callable
from statistics import NormalDist

from judgeaudit import thresholds
from judgeaudit.api.budget_gate import Expected, for_gate
from judgeaudit.domain.applied import Budget, BudgetLine
from judgeaudit.errors import OptionError

UNLABELLED = 1000
MOST_LABELS = 1_000_000
WORTH_IT = 0.9
"""Share of the labels without a judge below which the judge is said to save any (ours): less is within what nobody knows beforehand."""


def budget(
    *,
    half_width: float | None = None,
    gate: str | None = None,
    rate: float | None = None,
    sensitivity: float | None = None,
    specificity: float | None = None,
    pilot: int = 0,
    labels: int | None = None,
    unlabelled: int = UNLABELLED,
) -> Budget:
    """Labels for a wanted half-width or for a gate to be decidable, or what given labels buy.

    Use it before anybody labels anything. Known weakness: it is as good as what is expected; take error rates from a pilot of some dozens of labels.

    Parameters
    ----------
    half_width : float, optional
        Wanted half of a 95 % interval of the true rate, as a share: 0.05 for 5 points. 0.05 where neither this, `gate` nor `labels` is given.
    gate : str, optional
        ``METRIC>=X`` or ``METRIC<=X``: a rate, or calibration.cohen_kappa.
    rate : float, optional
        Expected true rate of the first label, 0.5 where none is given; for a gate on another rate (flip_rate, answered_rate ...) that rate,
        which must be given.
    sensitivity, specificity : float, optional
        Of the judge; both or neither.
    pilot : int
        Labels of each class that there are already.
    labels : int, optional
        How many labels can be had: what they buy.
    unlabelled : int
        Judged items without a label.

    Returns
    -------
    Budget
        Lines (way, labels, split by class, half-width) and sentences.

    Raises
    ------
    OptionError
        Options that exclude each other, or shares outside 0..1.
    """
    expected = Expected(
        0.5 if rate is None else _share(rate, "--rate"),
        None if sensitivity is None else _share(sensitivity, "--sensitivity"),
        None if specificity is None else _share(specificity, "--specificity"),
        _whole(unlabelled, "--unlabelled"),
    )
    _check(expected, half_width, gate, pilot, labels)
    if gate is not None:
        return for_gate(gate, expected, stated=rate is not None)
    if labels is not None:
        return _bought(labels, expected, pilot)
    return _for_width(0.05 if half_width is None else half_width, expected, pilot)


def _share(value: float, where: str) -> float:
    if not 0 <= value <= 1:
        raise OptionError(f"{value:g} is no share from 0 to 1", where=where, fix="write 0.9 for 90 %")
    return value


def _whole(value: int, where: str) -> int:
    if value < 0:
        raise OptionError(f"{value} is no number of items", where=where, fix="give 0 or more")
    return value


def _check(expected: Expected, half_width: float | None, gate: str | None, pilot: int, labels: int | None) -> None:
    given = [name for name, value in (("--half-width", half_width), ("--gate", gate), ("--labels", labels)) if value is not None]
    if len(given) > 1:
        raise OptionError(f"{' and '.join(given)} ask different questions", fix="give one of them")
    if (expected.sensitivity is None) != (expected.specificity is None):
        raise OptionError("a judge has a sensitivity and a specificity", where="--sensitivity", fix="give both, or neither")
    if half_width is not None and not 0 < half_width < 0.5:
        raise OptionError(f"{half_width:g} is no half-width of a rate", where="--half-width", fix="use 0.05 for 5 percentage points on either side")
    if pilot < 0:
        raise OptionError(f"{pilot} is no number of labels", where="--pilot", fix="give 0 or more")
    if labels is not None and labels < max(2, 2 * pilot):
        raise OptionError(f"{labels} labels are too few", where="--labels", fix="give at least two, and as many as the pilot has in both classes")
    if gate is None and not 0 < expected.rate < 1:
        raise OptionError(f"a rate of {expected.rate:g} needs no labels", where="--rate", fix="give what you expect, such as 0.9")


def _for_width(width: float, expected: Expected, pilot: int) -> Budget:
    from judgeaudit.stats.kernels.label_budget import labels_for_interval

    alone = labels_for_interval(expected.rate, width)
    lines = [BudgetLine(way="labels alone", labels=alone, half_width=width)]
    question = f"labels for a rate of about {expected.rate:g} to within ±{_points(width)}"
    sentences = [f"Without a judge it takes {alone:,} labels, drawn at random, to know a rate of about {100 * expected.rate:g} % to within ±{_points(width)}."]
    if expected.errors is not None:
        q0, q1 = expected.errors
        if q0 + q1 <= 1:
            return Budget(question=question, lines=tuple(lines), sentences=(*sentences, _no_information(q0, q1)))
        random_ = _random(alone, width, expected)
        lines.append(
            BudgetLine(way="labels and judge, drawn at random (PPI++)", labels=random_, half_width=width, note=f"{expected.unlabelled:,} judged items")
        )
        lines.append(_by_class(width, expected, pilot))
        sentences += [_saves(alone, random_, expected), _by_class_words(lines[-1], alone, pilot)]
    return Budget(question=question, lines=tuple(lines), sentences=tuple(sentences))


def _random(alone: int, width: float, expected: Expected) -> int:
    """Random labels beside a judge: worth as many as `alone`, and never fewer than show that a judge which is always right is that often right."""
    from judgeaudit.stats.kernels.label_budget import labels_for_interval, ppi_labels

    z = NormalDist().inv_cdf(0.5 + thresholds.CI_LEVEL / 2)
    # Where Wilson's interval takes more labels than the textbook's, they are reckoned as if the labels scattered more.
    variance = max(expected.rate * (1 - expected.rate), alone * (width / z) ** 2 if alone * (width / z) ** 2 < 0.25 else 0.0)
    return min(alone, max(labels_for_interval(1.0, width), ppi_labels(variance, width, expected.unlabelled, expected.correlation)))


def _by_class(width: float, expected: Expected, pilot: int) -> BudgetLine:
    """Fewest labels with which Lee et al.'s interval is that narrow, allocated by their rule."""
    found = _fewest(lambda m: _lee(m, expected, pilot)[2], width, at_least=max(2, 2 * pilot))
    way = "labels by class, for error rates alone (Rogan-Gladen)"
    if found is None:
        return BudgetLine(way=way, note=f"not to be had: {expected.unlabelled:,} judged items alone leave more than ±{_points(width)}")
    outside, inside, half = _lee(found, expected, pilot)
    return BudgetLine(way=way, labels=found, half_width=half, outside=outside, inside=inside)


def _lee(m: int, expected: Expected, pilot: int) -> tuple[int, int, float | None]:
    """Labels outside and inside the class, and the half-width that they give."""
    from judgeaudit.stats.kernels.label_budget import lee_allocation, lee_half_width

    assert expected.errors is not None
    q0, q1 = expected.errors
    outside, inside = lee_allocation(expected.judged, m, q0, q1, pilot=pilot)
    outside = min(max(outside, 1), m - 1)  # a class without any label has no error rate
    inside = m - outside
    return outside, inside, lee_half_width(expected.judged, expected.unlabelled, q0, q1, outside, inside)


def _fewest(half_width: Callable[[int], float | None], wanted: float, *, at_least: int) -> int | None:
    """The fewest labels whose half-width is as wanted; None where a million do not do."""

    def enough(m: int) -> bool:
        found = half_width(m)
        return found is not None and found <= wanted * (1 + 1e-9)

    low, high = at_least - 1, at_least
    while not enough(high):
        if high >= MOST_LABELS:
            return None
        low, high = high, min(2 * high, MOST_LABELS)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _bought(labels: int, expected: Expected, pilot: int) -> Budget:
    from judgeaudit.stats.kernels.label_budget import effective_labels, half_width_of

    alone = half_width_of(expected.rate, labels)
    lines = [BudgetLine(way="labels alone", labels=labels, half_width=alone)]
    sentences = [f"{labels:,} labels alone tell a rate of about {100 * expected.rate:g} % to within ±{_points(alone)}."]
    question = f"what {labels:,} labels buy"
    if expected.errors is not None:
        q0, q1 = expected.errors
        if q0 + q1 <= 1:
            return Budget(question=question, lines=tuple(lines), sentences=(*sentences, _no_information(q0, q1)))
        worth = effective_labels(labels, expected.unlabelled, expected.correlation)
        half = half_width_of(expected.rate, worth)
        lines.append(
            BudgetLine(way="labels and judge, drawn at random (PPI++)", labels=labels, half_width=half, note=f"worth {worth:,.0f} labels without a judge")
        )
        outside, inside, lee = _lee(labels, expected, pilot)
        lines.append(BudgetLine(way="labels by class, for error rates alone (Rogan-Gladen)", labels=labels, half_width=lee, outside=outside, inside=inside))
        sentences.append(f"With the judge on {expected.unlabelled:,} more items they are worth {worth:,.0f} labels: ±{_points(half)}.")
        sentences.append(_by_class_words(lines[-1], None, pilot))
    return Budget(question=question, lines=tuple(lines), sentences=tuple(sentences))


def _saves(alone: int, with_judge: int, expected: Expected) -> str:
    if with_judge > WORTH_IT * alone:
        return f"The judge saves next to nothing: {with_judge:,} labels with it on {expected.unlabelled:,} more items, {alone:,} without."
    return (
        f"With the judge on {expected.unlabelled:,} more items, {with_judge:,} random labels do: it saves {alone - with_judge:,} of {alone:,} "
        f"({100 * (alone - with_judge) / alone:.0f} %). Only a judge that is better than what it judges can save more than half (Dorner et al. 2025)."
    )


def _by_class_words(line: BudgetLine, alone: int | None, pilot: int) -> str:
    if line.labels is None:
        return f"Labels by class cannot do it: {line.note}; judge more items."
    if line.half_width is None:
        return "Labels by class cannot do it: the judge is too weak for an interval."
    split = f"{line.inside:,} items that have the label and {line.outside:,} that have not"
    there = f", of which {2 * pilot:,} are there already: {line.labels - 2 * pilot:,} more" if pilot else ""
    if alone is None:
        return f"If labels are chosen by class instead, take {split}{there}: ±{_points(line.half_width)}, as long as the judge makes the same errors on the other items."
    more = f", more than the {alone:,} without a judge: take random ones where you can" if line.labels > alone else ""
    return f"If labels are chosen by class instead, it takes {line.labels:,}{f'{there}; in all ' if there else ': '}{split}{more}."


def _no_information(q0: float, q1: float) -> str:
    return f"A judge with sensitivity {q1:g} and specificity {q0:g} carries no information: it saves nothing."


def _points(width: float) -> str:
    return f"{100 * width:.3g} points"
