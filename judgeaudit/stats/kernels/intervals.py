"""Which interval a statistic gets: one decision, from facts about the data and never from their values' names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from judgeaudit import thresholds
from judgeaudit.stats.kernels.random_groups import GROUPS

Method = Literal[
    "wilson", "clopper_pearson", "formula", "smoothed", "percentile", "bca", "jackknife", "log_ratio_jackknife", "group_jackknife", "perfect_bound",
    "unseen_bound", "none",
]  # fmt: skip
RESAMPLED: tuple[Method, ...] = ("smoothed", "percentile", "bca")

NOT_NORMAL = "coverage may be lower than nominal: the formula assumes normal scores, which have more than {} points"
"""Measured for ICC(2,1) on five points at 20 to 200 items: 32 to 94 %; resampled, 88 to 99 %."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the choice of an interval depends on.

    Attributes
    ----------
    kind : {"rate", "bound", "coefficient"}
    wish : str
        "auto", or the method that the caller asked for.
    n_units : int
        Items, or clusters, that say something.
    units : str
        The same in words.
    n_resamples : int
    has_formula : bool
        Whether the statistic has a formula that holds for these ratings (one run, no clusters).
    takes_pseudo_items : bool
        Whether made-up items of the scale's points mean something to the statistic.
    n_points : int, optional
        Points of the scale, or distinct ratings where it is not declared.
    ordered : bool
        Whether the codes are used as numbers or ranks.
    n_patterns : int
        Distinct rows.
    max_patterns : int, optional
        Distinct rows above which one evaluation is too slow to repeat.
    perfect : bool
        Whether all raters agree on every item, and the statistic knows the chance of that.
    undefined : float, optional
        Share of the resamples that have no value; None before resampling.
    all_equal : bool, optional
        Whether every resample (or every item left out) gives one and the same value; None before it is known.
    n_rare : int, optional
        Items on which the value hangs, where the statistic knows (`rare_labels`).
    n_disagreeing : float, optional
        Items that the disagreement rests on, on an ordered scale (`rare_labels.disagreeing_items`).
    n_one_side : int, optional
        Items of a rate on the side of one half where they are fewer.
    clustered : bool
        Whether units are clusters.
    grouped : bool
        Whether distinct rows are so many that items were put into random groups.
    least_units : int
        Units below which the statistic's interval was measured to hold less often than it should.
    no_variation : str
        Why a resample has no value, in words.
    worth : float, optional
        Items with one value of 0 or 1 each that a rate's or bound's items are worth.
    ci_level : float, optional
        Of a bound.
    """

    kind: Literal["rate", "bound", "coefficient"] = "coefficient"
    wish: str = "auto"
    n_units: int = 0
    units: str = ""
    n_resamples: int = 0
    has_formula: bool = False
    takes_pseudo_items: bool = False
    n_points: int | None = None
    ordered: bool = False
    n_patterns: int = 0
    max_patterns: int | None = None
    perfect: bool = False
    undefined: float | None = None
    all_equal: bool | None = None
    n_rare: int | None = None
    n_disagreeing: float | None = None
    n_one_side: int | None = None
    clustered: bool = False
    grouped: bool = False
    least_units: int = 0
    no_variation: str = ""
    worth: float | None = None
    ci_level: float | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A method and, in words, what it is made from, or why there is no interval."""

    method: Method
    words: str = ""


def choose_interval(facts: Facts) -> Choice:
    """Which interval a statistic gets.

    Parameters
    ----------
    facts : Facts
        Asked twice where an interval is resampled: before, and again with `undefined` and `all_equal` when they are known.

    Returns
    -------
    Choice
        `method` "none" is a refusal; `words` then say why (or are empty where no interval was asked for).

    Notes
    -----
    Rates have Wilson's interval and one-sided bounds Clopper and Pearson's, at any number of items. A coefficient has

    1. what the caller asked for;
    2. else, where made-up items mean something to it and the scale has at most `thresholds.FEW_POINTS` points, or names: the
       smoothed bootstrap (`pseudo_items`);
    3. else, above `thresholds.MOST_DRAWN_PATTERNS` distinct rows, the jackknife over random groups of items (`random_groups`);
    4. else its formula, where it has one that holds: such formulas assume scores with a normal distribution;
    5. else the jackknife, or, where the distinct rows are so many that it would be slower, the percentiles of the bootstrap.

    Below `thresholds.MIN_ITEMS_FOR_RESAMPLING` items (clusters) there is none but a formula's or a log-ratio jackknife; and none
    without resamples but a formula's or a jackknife that was asked for. Perfect agreement has a bound, and so has what is the same
    in every resample. Where resamples without a value were more than `thresholds.MAX_UNDEFINED_RESAMPLES`, leaving them out would
    condition the interval on a lucky draw: it is refused.

    Where simulations found that an interval holds the true value less often than it says, the words warn (`_warning`).

    Measured (tests/simulations/intervals_compared.py): at 20 items with one label in 90 % of the ratings, percentile, BCa and jackknife
    intervals of alpha, AC1 and Fleiss' kappa hold the true value in as few as 45 to 51 of 100 cases, the smoothed bootstrap in 94 or more.
    """
    if facts.kind == "rate":
        return Choice("wilson", f"Wilson interval on {facts.units}{_say_worth(facts)}{_warning('wilson', facts)}")
    if facts.kind == "bound":
        return Choice("clopper_pearson", f"one-sided {facts.ci_level:.0%} Clopper-Pearson bound on {facts.units}{_say_worth(facts)}")
    method = _wanted(facts)
    if method == "none":
        return Choice(method, f"no interval: {facts.wish} was asked for without n_resamples" if facts.wish in ("percentile", "bca") else "")
    if method == "formula":
        return Choice(method, NOT_NORMAL.format(facts.n_points) if facts.takes_pseudo_items and _few_points(facts) else "")
    least = thresholds.MIN_ITEMS_FOR_LOG_RATIO if method == "log_ratio_jackknife" else thresholds.MIN_ITEMS_FOR_RESAMPLING
    if facts.n_units < least:
        return Choice("none", f"no interval: {facts.units}, fewer than {least}")
    if method == "log_ratio_jackknife":
        return Choice(method, f"log-ratio jackknife interval of {facts.units}")
    if method in RESAMPLED and facts.n_resamples < thresholds.MIN_RESAMPLES:
        return Choice("none", f"no interval: {facts.n_resamples} resamples, fewer than {thresholds.MIN_RESAMPLES}")
    if facts.max_patterns is not None and facts.n_patterns > facts.max_patterns:
        return Choice("none", f"no interval: {facts.n_patterns:,} distinct rows, more than {facts.max_patterns:,} take too long to resample")
    if facts.perfect and method == "smoothed":
        return Choice("perfect_bound")
    if facts.undefined is not None and facts.undefined > thresholds.MAX_UNDEFINED_RESAMPLES:
        drawn = f"{facts.n_resamples:,} resamples of {facts.units}" if method in RESAMPLED else f"the tables with one of {facts.units} left out"
        return Choice("none", f"no interval: {facts.undefined:.0%} of {drawn} are undefined ({facts.no_variation})")
    if facts.all_equal:
        return Choice("perfect_bound" if facts.perfect else "unseen_bound")
    return Choice(method, _say(method, facts))


def _wanted(facts: Facts) -> Method:
    if facts.wish == "log_ratio_jackknife":
        return "log_ratio_jackknife"
    if facts.wish == "jackknife":
        return "jackknife"
    if facts.grouped:
        return "group_jackknife"
    if facts.n_resamples == 0:
        return "formula" if facts.has_formula and facts.wish == "auto" else "none"
    if facts.wish == "percentile":
        return "percentile"
    if facts.wish == "bca":
        return "bca"
    if facts.takes_pseudo_items and _few_points(facts) and (facts.n_units >= thresholds.MIN_ITEMS_FOR_RESAMPLING or not facts.has_formula):
        return "smoothed"
    if facts.has_formula:
        return "formula"
    return "jackknife" if facts.n_patterns <= thresholds.MAX_JACKKNIFE_PATTERNS else "percentile"


def _few_points(facts: Facts) -> bool:
    return not facts.ordered or (facts.n_points is not None and facts.n_points <= thresholds.FEW_POINTS)


def _say_worth(facts: Facts) -> str:
    if facts.worth is None:
        return ""
    if facts.worth < facts.n_units - 0.05:
        return f", worth {facts.worth:.1f} independent ones"
    return f", worth {facts.worth:.1f} with one value each" if facts.worth > facts.n_units + 0.05 else ""


def _say(method: Method, facts: Facts) -> str:
    drawn = f"{facts.n_resamples:,} resamples of {facts.units}"
    return {
        "smoothed": f"smoothed bootstrap interval from {drawn} and two pseudo-items",
        "percentile": f"percentile interval from {drawn}",
        "bca": f"BCa interval from {drawn}",
        "jackknife": f"jackknife interval of {facts.units}",
        "group_jackknife": f"jackknife interval of {facts.units} in {GROUPS:,} random groups",
    }[method] + _warning(method, facts)


def _warning(method: Method, facts: Facts) -> str:
    """Why an interval may hold the true value less often than it says, as simulations found; empty where they did not."""
    few = thresholds.FEW_OF_A_LABEL
    asked_for = method == facts.wish and facts.n_units < thresholds.MANY_ITEMS
    reasons = (
        f"it hangs on {facts.n_rare} items, fewer than {few}" if facts.n_rare is not None and facts.n_rare < few else "",
        f"only {facts.n_one_side} on one side of 0.5" if facts.n_one_side is not None and facts.n_one_side < few else "",
        f"disagreement rests on about {facts.n_disagreeing:.0f} items" if _rests_on_few(facts) else "",
        f"fewer than {facts.least_units}" if facts.n_units < facts.least_units else "",
        f"fewer than {thresholds.MANY_CLUSTERS} clusters" if facts.clustered and facts.n_units < thresholds.MANY_CLUSTERS else "",
        "such intervals are too short on few items" if asked_for else "",
        f"a jackknife of fewer than {thresholds.MANY_FOR_JACKKNIFE}"
        if method == "jackknife" and not asked_for and facts.n_units < thresholds.MANY_FOR_JACKKNIFE
        else "",
    )
    said = ", ".join(filter(None, reasons))
    return f"; coverage may be lower than nominal: {said}" if said else ""


def _rests_on_few(facts: Facts) -> bool:
    return facts.ordered and _few_points(facts) and facts.n_disagreeing is not None and facts.n_disagreeing < thresholds.FEW_DISAGREEING
