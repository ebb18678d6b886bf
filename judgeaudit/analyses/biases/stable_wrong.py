"""Verdicts that survive the swap and are wrong: the kind that judging in both orders does not find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from judgeaudit import stats, thresholds
from judgeaudit.analyses.biases.item_values import ends, stricter
from judgeaudit.analyses.biases.reading import Reading
from judgeaudit.analyses.calibrations.by_item import over_items
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import listed, percent
from judgeaudit.analyses.probe_counts import Floats, Shown
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.stats.kernels.ratings_check import FloatArray

NAME = "stable_wrong_rate"
WHAT = "share of pairs on which all verdicts are the same in both orders, and not gold's, among those on which they are the same"
NO_STABLE = "no pair with gold has the same verdict in both orders"


def stable_wrong(data: AnalysisInput, shown: Sequence[Shown]) -> Reading:
    """How often a verdict that stays the same in both orders is not that of gold.

    Parameters
    ----------
    data : AnalysisInput
        Without gold nothing is said.
    shown : sequence of Shown
        Those of the probe `position` are read, all its variants together.

    Returns
    -------
    Reading
        `stable_wrong_rate` of the whole criterion and its strata, and block `stable_wrong` with the counts behind it. A finding where most of the
        verdicts that survive the swap are wrong: the whole interval, at the level for all places that were looked at, lies above a half.

    Notes
    -----
    The unit is the item: it is stable where every plain and every swapped verdict is the same. With one verdict in each order, position consistency times
    (1 - this rate) is the share of pairs that are right in both orders.
    """
    read = [one for one in shown if one.name == "position" and one.variant is None]
    if data.gold is None or data.rubric.mode != "pairwise" or not read:
        return Reading()
    rows = []
    estimates = []
    for one in read:
        found, row = _of(one, data.gold.codes, n_looks=len(read))
        estimates.append(found)
        rows.append(row)
    places = dict.fromkeys((row["judge"], row["criterion"]) for row in rows)
    findings = [said for place in places if (said := _finding([row for row in rows if (row["judge"], row["criterion"]) == place])) is not None]
    return Reading(estimates=estimates, findings=findings, blocks={"stable_wrong": rows})


def _of(one: Shown, codes: Mapping[tuple[str, str], float], *, n_looks: int) -> tuple[Estimate, dict[str, Any]]:
    """The rate in one part and its row; `clear` at the level of so many looks."""
    part = one.part
    which = part.patterns.pattern_of_item
    gold = np.array([codes.get((part.criterion, item), np.nan) for item in part.patterns.item_ids])
    in_part = (part.weights > 0)[which] & ~np.isnan(gold)
    both = in_part & ((one.n_plain > 0) & (one.n_probe > 0))[which]
    said = _stable_code(one)[which]
    stable = both & ~np.isnan(said)
    wrong = np.where(stable, said != gold, np.nan)
    found, strict = Estimate.missing(NO_STABLE), Estimate.missing(NO_STABLE)
    if stable.any():
        found, strict = (
            over_items(place, NAME, stats.proportion, wrong[None, :, None], judge=one.judge, keep=stable) for place in (part, stricter(part, n_looks))
        )
        found = found.model_copy(update={"method": f"{WHAT}; {found.method}"})
    row = {
        "judge": one.judge, "criterion": part.criterion, "stratum": part.stratum, "n_pairs": int(both.sum()), "n_stable": int(stable.sum()),
        "n_wrong": int(np.nansum(wrong)), **ends("rate", found), "clear": strict.low is not None and strict.low > thresholds.MOSTLY_WRONG,
    }  # fmt: skip
    return part.tag(NAME, found, judge=one.judge), row


def _stable_code(one: Shown) -> Floats:
    """The one code of each pattern with all its verdicts the same in both orders; NaN for others."""
    verdicts: FloatArray = np.concatenate([one.plain, one.probe], axis=1)
    given = ~np.isnan(verdicts)
    highest, lowest = np.where(given, verdicts, -np.inf).max(axis=1), np.where(given, verdicts, np.inf).min(axis=1)
    return np.where((highest == lowest) & (one.n_plain > 0) & (one.n_probe > 0), highest, np.nan)


def _finding(rows: Sequence[dict[str, Any]]) -> Finding | None:
    """Serious where most of what survives the swap is wrong, with the numbers of the place where that is surest."""
    clear = [row for row in rows if row["clear"]]
    if not clear:
        return None
    worst = max(clear, key=lambda row: row["rate_low"])
    where = "" if worst["stratum"] is None else f', stratum "{worst["stratum"]}"'
    others = tuple("as a whole" if row["stratum"] is None else f'"{row["stratum"]}"' for row in clear if row is not worst)
    also = f" So it is too: {listed(others)}." if others else ""
    text = (
        f"{worst['judge']} is stable and wrong on {worst['criterion']}{where}: its verdict survives the swap on {worst['n_stable']} of {worst['n_pairs']} pairs with "
        f"gold, and {worst['n_wrong']} of these are not what gold says ({percent(worst['rate'])} [{percent(worst['rate_low'])} to {percent(worst['rate_high'])}]). "
        f"That it agrees with itself is no sign that it is right: keeping what agrees in both orders keeps these errors.{also}"
    )
    return Finding(severity="serious", text=text, judge=worst["judge"], criterion=worst["criterion"])
