"""Is what the judge cites as often made up as it was?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from judgeaudit import thresholds
from judgeaudit.analyses.drifts.corrected import corrected
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT, DriftInput
from judgeaudit.analyses.drifts.measured import Measure, item_means, shift
from judgeaudit.analyses.drifts.piece import DriftPiece
from judgeaudit.analyses.drifts.said_twice import why_none
from judgeaudit.analyses.drifts.samples import in_proportion
from judgeaudit.analyses.evidences.accounts import FLAGS, flag_of
from judgeaudit.analyses.evidences.checked import Checked, check_all
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import Part, parts, percent
from judgeaudit.analyses.rationales.repeats import Key
from judgeaudit.analyses.rationales.rows import Said, by_item, read_said
from judgeaudit.domain.results import Finding
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.tables import PatternCounts

NO_ITEMS = "evidence was not checked: no item texts; give the items (--items FILE)"
NO_PAIR = "no item has rationales of both versions that could be held against its texts"
CITED = "cited_evidence_shift"


@dataclass(frozen=True)
class Sign:
    """Something that a rationale shows or not."""

    name: str
    what: str
    shows: Callable[[Checked], bool]


def _flagged(flag: str) -> Callable[[Checked], bool]:
    return lambda row: any(claim.counted and flag_of(claim) == flag for claim in row.claims)


SIGNS = (
    Sign("wrong_evidence_shift", "cite something that is not there as they say", lambda row: any(claim.counted and claim.wrong for claim in row.claims)),
    *(Sign(f"{flag}_shift", "have a " + flag.replace("_", " "), _flagged(flag)) for flag in FLAGS),
    Sign(CITED, "cite anything that could be checked", lambda row: any(claim.counted for claim in row.claims)),
)


@dataclass(frozen=True)
class _Test:
    part: Part
    sign: Sign
    measure: Measure
    before: float | None
    now: float | None


def evidence(drift: DriftInput, said: Mapping[Key, Sequence[Said]] | None = None) -> DriftPiece:
    """Shares of rationales with wrong evidence, now less before: one estimate `..._shift` for each kind, and `cited_evidence_shift`; block `evidence`.

    A rationale counts once, however much it cites, and an item with the mean over its own. What cannot be checked is not wrong: the share of
    rationales that cite anything checkable stands beside, so that a judge which stopped to quote does not look better. A finding is made where
    Holm's adjusted p (over kinds, criteria and strata) is under alpha. At most `thresholds.MAX_DRIFT_EVIDENCE` rationales of a criterion are read; of more,
    items are drawn.
    `said` is what `read_said` gives; without it the table is read here.
    """
    every = read_said(drift.data) if said is None else said
    said = {key: rows for key, rows in every.items() if any(one.text for one in rows)}
    chosen, words = _drawn(drift, said)
    checked = check_all(_as_asked(drift), chosen) if drift.data.items else {}
    shown = {criterion: _shown(patterns, drift, checked) for criterion, patterns in drift.data.patterns.items()}
    tests = [one for part in parts(drift.data, "drift") for one in _of_part(part, drift, said, shown[part.criterion], words.get(part.criterion, ""))]
    # What neither version ever shows could not have been found: it is no test.
    adjusted = corrected([(one.part.stratum, one.measure[1].p if one.before or one.now else None) for one in tests])
    estimates = tuple(one.measure[0].model_copy(update={"p_adjusted": p}) for one, p in zip(tests, adjusted, strict=True))
    findings = [finding for one, p in zip(tests, adjusted, strict=True) for finding in _finding(one, drift, p)]
    rows = [_row(one, drift, p) for one, p in zip(tests, adjusted, strict=True)] if said else []
    return DriftPiece(estimates=estimates, findings=tuple(findings), blocks={"evidence": rows})


def _as_asked(drift: DriftInput) -> AnalysisInput:
    """The data with a judge of the rubric for each version, so that what its own prompt says counts as shown to it."""
    data = drift.data
    own = {judge.name: judge for judge in data.rubric.judges}
    names = {BASELINE: drift.before.name if drift.before.name in own else drift.now.name, CURRENT: drift.now.name}
    judges = tuple(own[name].model_copy(update={"name": version}) for version, name in names.items() if name in own)
    added = {(version, criterion): words for version, name in names.items() for (judge, criterion), words in data.added.items() if judge == name}
    return replace(data, rubric=data.rubric.model_copy(update={"judges": judges}), added={**added, **data.added})


def _drawn(drift: DriftInput, said: Mapping[Key, Sequence[Said]]) -> tuple[dict[Key, Sequence[Said]], dict[str, str]]:
    """Rationales of items that both versions gave some on, of so many items that they can be read; and what was left out, by criterion."""
    chosen: dict[Key, Sequence[Said]] = {}
    words = {}
    most = drift.at_most(thresholds.MAX_DRIFT_EVIDENCE)
    for criterion, patterns in drift.data.patterns.items():
        sides = [[one for one in said.get((criterion, name), ()) if one.text and one.item in drift.data.items] for name in (BASELINE, CURRENT)]
        items = sorted({one.item for one in sides[0]} & {one.item for one in sides[1]})
        kept, each = set(items), max(map(len, sides))
        sizes = [Counter(one.item for one in side if one.item in kept) for side in sides]
        if sum(one.total() for one in sizes) > most:
            each = max(thresholds.LEAST_DRIFT_EVIDENCE_EACH, most // (2 * len(items)))
            order = in_proportion(items, patterns, drift.data.rng("drift", "evidence", criterion))
            read = np.cumsum([sum(min(each, one[item]) for one in sizes) for item in order])
            kept = set(order[: int((read <= most).sum())])
            words[criterion] = f"{len(kept):,} of {len(items):,} items drawn at random, at most {each} rationales of each version of an item"
        for name, side in zip((BASELINE, CURRENT), sides, strict=True):
            chosen[criterion, name] = [one for rows in by_item([one for one in side if one.item in kept]).values() for one in rows[:each]]
    return chosen, words


def _shown(patterns: PatternCounts, drift: DriftInput, checked: Mapping[Key, Sequence[Checked]]) -> list[tuple[FloatArray, FloatArray]]:
    """What rationales of both versions show, for each sign: one pair of arrays, see `_shows`."""
    sides = [checked.get((patterns.criterion, name), ()) for name in (BASELINE, CURRENT)]
    slots = [_slots(patterns, side) for side in sides]
    return [(_shows(patterns, sides[0], sign, slots[0]), _shows(patterns, sides[1], sign, slots[1])) for sign in SIGNS]


def _of_part(part: Part, drift: DriftInput, said: Mapping[Key, Sequence[Said]], shown: Sequence[tuple[FloatArray, FloatArray]], words: str) -> list[_Test]:
    reason = why_none(*(said.get((part.criterion, name), ()) for name in (BASELINE, CURRENT)))
    reason = reason or (NO_ITEMS if not drift.data.items else NO_PAIR)
    of_items = item_part(part)
    found = []
    for sign, (old, new) in zip(SIGNS, shown, strict=True):
        what = "; ".join(filter(None, (f"share of rationales that {sign.what}, now less before, mean over items", words)))
        measure = shift(of_items, drift, sign.name, old, new, margin=drift.margins[part.criterion], what=what, why_not=reason)
        shares = item_means(old), item_means(new)
        inside = ~np.isnan(shares[0] + shares[1]) & (of_items.weights > 0)
        before, now = (float(values[inside].mean()) if inside.any() else None for values in shares)
        found.append(_Test(part, sign, measure, before, now))
    return found


def item_part(part: Part) -> Part:
    """The part with a pattern for each item, in the order of `item_ids`: rationales of items with the same verdicts differ."""
    patterns = part.patterns
    of_item = patterns.pattern_of_item
    own = replace(
        patterns, patterns=patterns.patterns[of_item], gold=patterns.gold[of_item], strata=tuple(patterns.strata[n] for n in of_item.tolist()),
        counts=np.ones(len(of_item), dtype=np.int64), pattern_of_item=np.arange(len(of_item)),
    )  # fmt: skip
    return replace(part, patterns=own, rows=own.rows(part.stratum))


def _slots(patterns: PatternCounts, rows: Sequence[Checked]) -> list[tuple[int, int]]:
    """Item and number of each rationale, in the order of `rows`."""
    place = {item: n for n, item in enumerate(patterns.item_ids)}
    seen: Counter[str] = Counter()
    found = []
    for row in rows:
        found.append((place[row.said.item], seen[row.said.item]))
        seen[row.said.item] += 1
    return found


def _shows(patterns: PatternCounts, rows: Sequence[Checked], sign: Sign, slots: Sequence[tuple[int, int]]) -> FloatArray:
    """1 or 0 for each rationale of each item, shape (n_items, most rationales of an item); NaN where there is none."""
    found = np.full((patterns.n_items, 1 + max((n for _, n in slots), default=0)), np.nan)
    for row, slot in zip(rows, slots, strict=True):
        if row.read:
            found[slot] = sign.shows(row)
    return found


def _row(one: _Test, drift: DriftInput, p: float | None) -> dict[str, Any]:
    estimate, tested = one.measure
    return {
        "judge": drift.judge, "criterion": one.part.criterion, "stratum": one.part.stratum, "what": one.sign.name.removesuffix("_shift"), "before": one.before,
        "now": one.now, "shift": estimate.value, "low": estimate.low, "high": estimate.high, "p": tested.p, "p_adjusted": p, "n_items": tested.n_items,
        "note": estimate.undefined or estimate.method,
    }  # fmt: skip


def _finding(one: _Test, drift: DriftInput, p: float | None) -> list[Finding]:
    estimate = one.measure[0]
    if p is None or p >= drift.alpha or estimate.value is None or one.measure[1].n_items < thresholds.FEWEST_ANCHORS or one.before is None or one.now is None:
        return []
    where = f"on {one.part.criterion}" + (f" in {one.part.stratum}" if one.part.stratum is not None else "")
    worse = (estimate.value > 0) is (one.sign.name != CITED)
    text = f"{drift.judge}: {percent(one.now)} of its rationales {where} {one.sign.what} now, {percent(one.before)} in the baseline (p = {p:.2g}, corrected)."
    return [Finding(severity="serious" if worse else "note", text=text, judge=drift.judge, criterion=one.part.criterion)]
