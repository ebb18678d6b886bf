"""Whether a judge prefers what its own family of models wrote, where gold says that it is no better: read from plain verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from judgeaudit import stats, thresholds
from judgeaudit.analyses.biases.item_values import Counts, as_verdicts, ends, leaves_out, stricter
from judgeaudit.analyses.biases.reading import Reading
from judgeaudit.analyses.biases.slots import NO_PAIRS, shares, slots_of
from judgeaudit.analyses.biases.tests_beside import n_looks
from judgeaudit.analyses.biases.written import families, writers_of
from judgeaudit.analyses.calibrations.by_item import gold_and_codes, over_items
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import Part, percent, whole
from judgeaudit.analyses.probe_counts import Floats, Shown
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.domain.rubric import Scale
from judgeaudit.probes.self_preference import family_of
from judgeaudit.stats.kernels.ratings_check import BoolArray
from judgeaudit.stats.kernels.share_difference import share_difference

NAME = "self_preference_excess"
NO_GOLD = "no gold: a family whose responses are better would be taken for a preferred one"
NO_WRITERS = "no item with gold says who wrote its response (columns system, model, writer or generator; of pairs with _a and _b) by a known name"
NO_POSITIVE = "the scale has no order and no positive label"
POINTWISE = "share of good verdicts among responses of the judge's own family less that among other families', at good gold (equal opportunity difference)"
PAIRWISE = (
    "share of pairs in which the own family's response is chosen where gold prefers it, less that of the other's where gold prefers that, "
    "of pairs with one response of either"
)


@dataclass(frozen=True)
class Chances:
    """What counts of each item, shape (n_items,).

    Attributes
    ----------
    own, other : bool arrays
        Whether the judge's family wrote the response (of a pair: the one that gold prefers), or another known family did; only with gold and a verdict.
    hits : float array
        Share of verdicts that are good (of a pair: that choose as gold does).
    good : bool array
        Whether gold is good; of pairs whether the item counts at all.
    n : int array
        Verdicts.
    """

    own: BoolArray
    other: BoolArray
    hits: Floats
    good: BoolArray
    gold: Floats
    n: Counts


def self_preference(data: AnalysisInput, shown: Sequence[Shown]) -> Reading:
    """`self_preference_excess` of every judge whose family is known, of the whole criterion, its strata and its gold classes (`group`).

    Parameters
    ----------
    data : AnalysisInput
        Who wrote what stands in the verdicts' column `system` or in the items. Where that, gold or the judge's family is not known there is no
        number; it is undefined in words where the rubric asks for `self_preference`.
    shown : sequence of Shown
        Nothing is asked, and nothing read of it but how many tests there are of a judge: the findings are in one family with them.

    Returns
    -------
    Reading
        Block `self_preference`, one row for each judge and criterion.

    Notes
    -----
    P(Y' = 1 | S = 1, Y = 1) - P(Y' = 1 | S = 0, Y = 1), with Y gold, Y' the verdict and S whether the judge's family wrote. Pointwise a verdict is good with
    the positive label, or above the middle of an ordered scale; among pairs with one response of the family and one of another, where it chooses what gold
    chooses. Classes of gold are read alike: responses that gold calls bad should pass as rarely.

    References
    ----------
    Wataoka, Takahashi & Ri 2024, arXiv:2410.21819.
    """
    asked = "self_preference" in data.rubric.probes
    estimates: list[Estimate] = []
    rows: list[dict[str, Any]] = []
    for patterns in whole(data):
        part = Part(data, "bias", patterns, None, patterns.rows())
        wrote = {source: families(names) for source, names in writers_of(part).items()}
        for judge in part.judges:
            found = list(_of_judge(part, judge, wrote, asked))
            estimates += found
            if found:
                rows.append(_row(part, judge, wrote, found))
    looks = sum(row["value"] is not None for row in rows)
    n_tests = {judge: max(looks, n_looks(shown, judge)) for judge in dict.fromkeys(row["judge"] for row in rows)}
    for row in rows:
        surely = row.pop("surely")
        row["clear"] = surely is not None and leaves_out(surely(n_tests[row["judge"]]))
    findings = [said for row in rows if (said := _finding(row)) is not None]
    return Reading(estimates=estimates, findings=findings, blocks={"self_preference": rows} if rows else {})


def _of_judge(part: Part, judge: str, wrote: dict[str, Any], asked: bool) -> Iterator[Estimate]:
    """The number of the whole criterion, its classes and its strata; of what is undefined only the whole, and that only where it was asked for."""
    chances = _chances(part, judge, wrote)
    if isinstance(chances, str):
        if asked:
            yield part.tag(NAME, Estimate.missing(chances), judge=judge)
        return
    yield part.tag(NAME, _excess(part, judge, chances, chances.good), judge=judge)
    for label, code in _classes(part.scale):
        at = chances.gold == code
        if at.any():
            yield part.tag(NAME, _excess(part, judge, chances, at), judge=judge, group=label)
    strata = np.array(part.patterns.strata, dtype=np.str_)[part.patterns.pattern_of_item]
    for stratum in part.patterns.stratum_names:
        own = Part(part.data, "bias", part.patterns, stratum, part.patterns.rows(stratum))
        yield own.tag(NAME, _excess(own, judge, chances, chances.good & (strata == stratum)), judge=judge)


def _classes(scale: Scale) -> list[tuple[str, float]]:
    """Labels and codes of gold classes; none on a scale of scores."""
    return [(label, code) for label in scale.labels or () if (code := scale.code(label)) is not None]


def _chances(part: Part, judge: str, wrote: dict[str, Any]) -> Chances | str:
    """What counts of each item; or why there is nothing to compare."""
    family = family_of(part.data.models.get(judge, judge))
    if family is None:
        return f"nobody knows which family of models {judge} is of"
    gold, codes = gold_and_codes(part, judge)
    if np.isnan(gold).all():
        return NO_GOLD
    found = _of_pairs(part, family, wrote, gold, codes) if part.data.rubric.mode == "pairwise" else _of_responses(part, family, wrote, gold, codes)
    if isinstance(found, str):
        return found
    there = ~np.isnan(found.gold) & ~np.isnan(found.hits)
    own, other = found.own & there, found.other & there
    if not own.any() and not other.any():
        return NO_WRITERS
    if not own.any() or not other.any():
        return _one_side(family, own=bool(own.any()), pairs=part.data.rubric.mode == "pairwise")
    return Chances(own, other, found.hits, found.good, found.gold, found.n)


def _one_side(family: str, *, own: bool, pairs: bool) -> str:
    """Why there is nothing to compare with, where one side is there."""
    if pairs:
        return (
            f"in no pair of a response of its own family ({family}) and another's with gold and a verdict does gold prefer {'the other' if own else 'its own'}"
        )
    return "no response of another family has gold and a verdict" if own else f"no response of its own family ({family}) has gold and a verdict"


def _of_responses(part: Part, family: str, wrote: dict[str, Any], gold: Floats, codes: Floats) -> Chances | str:
    scale = part.scale
    if not scale.two_labels and scale.level == "nominal":
        return NO_POSITIVE
    points = scale.codes or (scale.low or 0.0, scale.high or 1.0)
    middle = (min(points) + max(points)) / 2
    names = wrote["response"]
    return Chances(names == family, (names != "") & (names != family), shares(codes, codes > middle), gold > middle, gold, _n_of(codes))


def _of_pairs(part: Part, family: str, wrote: dict[str, Any], gold: Floats, codes: Floats) -> Chances | str:
    slots = slots_of(part.scale, part.data.rubric.mode)
    if slots is None:
        return NO_PAIRS
    a, b = wrote["response_a"], wrote["response_b"]
    mixed = (a != "") & (b != "") & ((a == family) != (b == family)) & ((gold == slots.a) | (gold == slots.b))
    better = np.where(gold == slots.a, a, b)
    return Chances(mixed & (better == family), mixed & (better != family), shares(codes, codes == gold[:, None]), mixed, gold, _n_of(codes))


def _n_of(codes: Floats) -> Counts:
    return np.asarray((~np.isnan(codes)).sum(axis=1), dtype=np.int64)


def _excess(part: Part, judge: str, chances: Chances, keep: BoolArray) -> Estimate:
    """The difference among some items."""
    first, second = (_rate(part, judge, chances, side & keep, which) for side, which in ((chances.own, "its own"), (chances.other, "another")))
    return share_difference(first, second, what=PAIRWISE if part.data.rubric.mode == "pairwise" else POINTWISE)


def _rate(part: Part, judge: str, chances: Chances, keep: BoolArray, which: str) -> Estimate:
    if not keep.any():
        return Estimate.missing(f"no response of {which} family has this gold and a verdict")
    return over_items(part, NAME, stats.proportion, as_verdicts(chances.hits, chances.n)[None], judge=judge, keep=keep)


def _row(part: Part, judge: str, wrote: dict[str, Any], found: list[Estimate]) -> dict[str, Any]:
    """A row of the block; `surely` makes the interval again, at a stricter level."""
    one = found[0]
    family = family_of(part.data.models.get(judge, judge))
    row = {"judge": judge, "criterion": part.criterion, "family": family, **ends("value", one), "undefined": one.undefined, "n_own": 0, "n_other": 0}
    row |= {"own_rate": None, "other_rate": None, "surely": None}
    row["by_class"] = [{"label": each.group, **ends("value", each), "n_items": each.n_items} for each in found if each.group is not None]
    chances = _chances(part, judge, wrote)
    if one.value is None or isinstance(chances, str):
        return row
    sides = [side & chances.good for side in (chances.own, chances.other)]
    row |= {"n_own": int(sides[0].sum()), "n_other": int(sides[1].sum())}
    row |= {"own_rate": float(chances.hits[sides[0]].mean()), "other_rate": float(chances.hits[sides[1]].mean())}
    return {**row, "surely": lambda looks: _excess(stricter(part, looks), judge, chances, chances.good)}


def _finding(row: dict[str, Any]) -> Finding | None:
    """A warning where the interval, allowing for the number of judges and criteria, or of the judge's tests, leaves out 0; a note where there is no number."""
    judge, criterion = row["judge"], row["criterion"]
    if row["value"] is None:
        text = f"Whether {judge} prefers its own family of models on {criterion} could not be measured: {row['undefined']}."
        return Finding(severity="note", text=text, judge=judge, criterion=criterion)
    if not row["clear"]:
        return None
    low, high, more = row["value_low"], row["value_high"], row["value"] > 0
    text = (
        f"{judge} gives responses of its own family ({row['family']}) the good verdict {'more' if more else 'less'} often than those of others at equal gold "
        f"on {criterion}: {percent(row['own_rate'])} against {percent(row['other_rate'])} ({row['value']:+.2f} [{low:+.2f} to {high:+.2f}]). "
        "Let a judge of another family judge these."
    )
    large = more and low >= thresholds.LARGE_PREFERENCE
    return Finding(severity="serious" if large else "warning", text=text, judge=judge, criterion=criterion)
