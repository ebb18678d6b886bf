"""Win rates at equal length, as AlpacaEval controls for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats
from judgeaudit.analyses.biases.item_values import as_verdicts, ends
from judgeaudit.analyses.biases.slots import by_order, slots_of, unswapped
from judgeaudit.analyses.biases.win_rates import most_frequent
from judgeaudit.analyses.biases.written import TOKEN
from judgeaudit.analyses.calibrations.by_item import gold_and_codes, over_items
from judgeaudit.analyses.parts import Part
from judgeaudit.analyses.probe_counts import Floats, Shown, mean_code
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.logit_at_zero import logit_at_zero
from judgeaudit.stats.kernels.rates import NOTHING
from judgeaudit.stats.kernels.ratings_check import BoolArray

NAME = "length_controlled_win_rate"
HOW = "length-controlled: what the curve of win rate over length difference says of responses that are as long as each other"
METHOD = (
    "share of verdicts for it, a tie half, at equal length: logit = a + b tanh(difference in tokens / its standard deviation), read at a difference of 0. "
    f"AlpacaEval's length-controlled rate without its difficulty of instructions, its penalty and its gamed baselines; {TOKEN}"
)
UNDEFINED = {
    "no item has both an outcome and a covariate": "no pair has a verdict and the texts of both responses",
    "the covariate is the same for every item": "no two pairs differ in how much longer one response is",
}
SEPARATED = "one response always wins, or length decides every pair: no curve fits best"


Writers = Mapping[str, NDArray[np.str_]]


@dataclass
class Controlled:
    """Rates at equal length of one judge and criterion, and corrections that stand beside raw rates."""

    estimates: list[Estimate] = field(default_factory=list)
    corrections: list[dict[str, Any]] = field(default_factory=list)


def turned_credit(shown: Sequence[Shown], mode: str) -> dict[tuple[str, str], dict[str, tuple[float, int]]]:
    """Share of verdicts for `response_a`, a tie half, mean of both orders, and how many verdicts it is of, by judge and criterion, and item; NaN where an item
    has not both. Nothing of a judge whose rows of `position` are all in the plain order."""
    found: dict[tuple[str, str], dict[str, tuple[float, int]]] = {}
    for one in shown:
        slots = slots_of(one.part.scale, mode)
        if one.name == "position" and one.variant is None and one.part.stratum is None and slots is not None:
            patterns = one.part.patterns
            ab, ba = (mean_code(slots.credit(codes, slots.a)) for codes in by_order(one))
            credit = ((ab + ba) / 2)[patterns.pattern_of_item]
            if unswapped(one) == 0 or not np.isnan(credit).all():
                n = (one.n_plain + one.n_probe)[patterns.pattern_of_item]
                found[one.judge, one.part.criterion] = dict(zip(patterns.item_ids, zip(credit.tolist(), n.tolist(), strict=True), strict=True))
    return found


def controlled_rates(part: Part, judge: str, sizes: Floats, wrote: Writers, turned: Mapping[str, tuple[float, int]] | None) -> Controlled:
    """`length_controlled_win_rate` by response and, where items name their systems, by system; of strata by response.

    Parameters
    ----------
    part : Part
        A whole criterion.
    sizes : float array, shape (n_items,)
        Tokens of `response_a` less those of `response_b`; NaN where a text is not known. Without any, and of verdicts on single responses, nothing.
    wrote : mapping of source to str array, shape (n_items,)
        Who wrote the responses, see `writers_of`.
    turned : mapping of item to share and number of verdicts, or None
        See `turned_credit`, where both orders were asked: then an item's share is the mean of both, and items without both are left out.

    References
    ----------
    Dubois, Galambosi, Liang & Hashimoto 2024, arXiv:2404.04475.
    """
    slots = slots_of(part.scale, part.data.rubric.mode)
    found = Controlled()
    if slots is None or np.isnan(sizes).all():
        return found
    _, codes = gold_and_codes(part, judge)
    credit, n = [mean_code(slots.credit(codes, code)) for code in (slots.a, slots.b)], (~np.isnan(codes)).sum(axis=1)
    if turned is not None:
        both = [turned.get(item, (np.nan, 0)) for item in part.patterns.item_ids]
        other, n = np.array([share for share, _ in both], dtype=np.float64), np.array([times for _, times in both], dtype=np.int64)
        credit = [other, 1 - other]
    if np.isnan(credit[0]).all():
        return found
    orders = "" if turned is None else ", mean of both orders"
    for group, own, wins, longer, keep in _groups(part, slots.labels, credit, sizes, wrote):
        rate = _rate(own, judge, wins, longer, keep, f"{METHOD}{'' if turned is None else '; mean of the verdicts in both orders'}")
        found.estimates.append(own.tag(NAME, rate, judge=judge, group=group))
        if own.stratum is None:
            there = keep & ~np.isnan(wins) & ~np.isnan(longer)
            raw = over_items(own, NAME, stats.proportion, as_verdicts(wins, n)[None], judge=judge, keep=there) if there.any() else Estimate.missing("no pair")
            found.corrections.append({
                "judge": judge, "criterion": part.criterion, "what": f"win rate of {group}, ties half{orders}", **ends("raw", raw),
                "corrected": rate.value, "low": rate.low, "high": rate.high, "n_items": raw.n_items,
                "how": HOW if rate.value is not None else f"length-controlled: {rate.undefined}",
            })  # fmt: skip
    return found


def _groups(
    part: Part, labels: tuple[str, ...], credit: list[Floats], sizes: Floats, wrote: Writers
) -> Iterator[tuple[str, Part, Floats, Floats, BoolArray]]:  # fmt: skip
    """Who wins, in which part: its share of verdicts and how much longer it is, item by item, and which items count."""
    everything = np.ones(len(sizes), dtype=bool)
    strata = np.array(part.patterns.strata, dtype=np.str_)[part.patterns.pattern_of_item]
    for label, wins, sign in zip(labels, credit, (1.0, -1.0), strict=False):
        yield label, part, wins, sign * sizes, everything
        for stratum in part.patterns.stratum_names:
            yield label, Part(part.data, "bias", part.patterns, stratum, part.patterns.rows(stratum)), wins, sign * sizes, strata == stratum
    a, b = wrote["response_a"], wrote["response_b"]
    there = (a != b) & ~np.isnan(sizes) & ~np.isnan(credit[0])
    for system in most_frequent(a, b, there):
        yield system, part, *_of_system(system, a, b, credit, sizes), there & ((a == system) | (b == system))


def _of_system(system: str, a: NDArray[np.str_], b: NDArray[np.str_], credit: list[Floats], sizes: Floats) -> tuple[Floats, Floats]:
    first = a == system
    return np.where(first, credit[0], credit[1]), np.where(first, sizes, -sizes)


def _rate(part: Part, judge: str, wins: Floats, longer: Floats, keep: BoolArray, what: str) -> Estimate:
    there = keep & ~np.isnan(wins) & ~np.isnan(longer)
    if there.sum() < 2:
        return Estimate.missing("fewer than two pairs have a verdict and the texts of both responses")
    deviation = float(np.std(longer[there], ddof=1))
    covariate = np.tanh(longer / deviation) if deviation > NOTHING else np.zeros(len(longer))
    found = over_items(part, NAME, logit_at_zero, np.column_stack([wins, covariate])[None], judge=judge, keep=there)
    if found.value is None:
        return found.model_copy(update={"undefined": UNDEFINED.get(found.undefined or "", SEPARATED)})
    return found.model_copy(update={"method": f"{what}; {found.method}"})
