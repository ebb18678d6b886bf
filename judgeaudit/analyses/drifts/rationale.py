"""Are the reasons still the same, where the verdicts are?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from judgeaudit import stats, thresholds
from judgeaudit.analyses.calibrations.piece import plain
from judgeaudit.analyses.drifts.corrected import corrected
from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT, DriftInput
from judgeaudit.analyses.drifts.likeness import Likeness, likeness
from judgeaudit.analyses.drifts.piece import DriftPiece
from judgeaudit.analyses.drifts.said_twice import SAME_VERDICT, Twice, all_twice, drawn, same_verdict, why_none
from judgeaudit.analyses.drifts.samples import in_proportion
from judgeaudit.analyses.parts import Part, parts
from judgeaudit.analyses.rationales.repeats import Key
from judgeaudit.analyses.rationales.rows import Said, read_said
from judgeaudit.analyses.rationales.space import FloatArray, embedded
from judgeaudit.domain.results import Case, Estimate, Finding
from judgeaudit.stats.kernels.ratings_check import FloatArray as Doubles

BETWEEN, WITHIN = "between versions", "within versions"
NO_REPEATS = "one rationale of each version for a verdict: how much reasons vary by themselves is not known"
FLAG = "changed_reasons"
NAMES = ("rationale_mmd_p", "rationale_similarity_drop")


@dataclass(frozen=True)
class _Test:
    """What was found of one part and one choice of rationales: two tests, and how alike rationales are."""

    part: Part
    variant: str | None
    mmd: Estimate
    like: Likeness
    n_before: int
    n_now: int
    apart: tuple[tuple[str, float], ...] = ()
    """Items whose rationales of the two versions are least alike, with their mean cosine."""


def rationale(drift: DriftInput, said: Mapping[Key, Sequence[Said]] | None = None) -> DriftPiece:
    """Estimates `rationale_mmd_p`, `rationale_similarity` and `rationale_similarity_drop`, of all rationales and (variant "same_verdict") of those that both
    versions gave for the same verdict on an item; block `rationales`.

    MMD sees that rationales moved in a common direction, even with one replicate; the drop of similarity (within versions less between them) sees
    items whose reasons changed each in its own way, and needs replicates. Both permute rationales between versions within items, which is
    valid however much reasons vary by themselves. Vectors that are close are no proof of the same reason: it is said that something moved, not what.

    Where a finding is made, the anchors whose reasons are least alike are cases `changed_reasons`, at most `thresholds.MAX_CHANGED_REASONS` of a criterion.
    A finding is made where Holm's adjusted p is under alpha; those of the same verdict decide (of continuous scores, which hardly ever are the
    same, those of all). At most `thresholds.MAX_DRIFT_VECTORS` rationales of a criterion are compared; of more, items are drawn.
    `said` is what `read_said` gives; without it the table is read here.
    """
    said = read_said(drift.data) if said is None else said
    tests = [one for part in parts(drift.data, "drift") if part.stratum is None for one in _of_criterion(part, drift, said)]
    decide = [(n, place) for n, one in enumerate(tests) if _decides(one) for place in (0, 1)]
    adjusted = corrected([(tests[n].part.stratum, _p_values(tests[n])[place]) for n, place in decide])
    p_of = dict(zip(decide, adjusted, strict=True))
    cases: dict[tuple[str, str], Case] = {}
    estimates, findings, rows = [], [*_one_side(drift, said), *_no_embedder(drift, said)], []
    for n, one in enumerate(tests):
        p_mmd, p_drop = p_of.get((n, 0)), p_of.get((n, 1))
        estimates += _estimates(one, drift, p_mmd, p_drop)
        rows.append(_row(one, drift, p_mmd, p_drop))
        said_so = _finding(one, drift, p_mmd, p_drop)
        findings += said_so
        cases |= _cases(one, drift, cases) if said_so else {}
    return DriftPiece(estimates=tuple(estimates), findings=tuple(findings), cases=tuple(cases.values()), blocks={"rationales": rows if said else []})


def _of_criterion(part: Part, drift: DriftInput, said: Mapping[Key, Sequence[Said]]) -> list[_Test]:
    """A criterion as a whole and its strata, on one draw of items."""
    old, new = (said.get((part.criterion, name), ()) for name in (BASELINE, CURRENT))
    order = in_proportion(sorted(part.patterns.item_ids), part.patterns, drift.data.rng("drift", "rationale", part.criterion))
    most = drift.at_most(thresholds.MAX_DRIFT_VECTORS)
    chosen = {None: drawn(all_twice(old, new), order, most), SAME_VERDICT: drawn(same_verdict(old, new), order, most)}
    reason = why_none(old, new) or (None if drift.data.embed is not None else drift.data.no_embedder or "no embedder")
    if reason is not None:
        return [_undefined(part, variant, reason) for variant in chosen]
    assert drift.data.embed is not None
    texts = tuple(dict.fromkeys(text for twice in chosen.values() for text in twice.texts))
    rows = embedded(drift.data.embed, texts)
    place = {text: n for n, text in enumerate(texts)}
    every = [one for one in parts(drift.data, "drift") if one.criterion == part.criterion]
    return [_test(one, drift, variant, twice.inside(_items_of(one)), rows, place) for one in every for variant, twice in chosen.items()]


def _items_of(part: Part) -> frozenset[str]:
    patterns = part.patterns
    return frozenset(item for item, n in zip(patterns.item_ids, patterns.pattern_of_item.tolist(), strict=True) if part.stratum in (None, patterns.strata[n]))


def _undefined(part: Part, variant: str | None, reason: str) -> _Test:
    return _Test(part, variant, Estimate.missing(reason), Likeness(undefined=reason), 0, 0)


def _test(part: Part, drift: DriftInput, variant: str | None, twice: Twice, rows: FloatArray, place: Mapping[str, int]) -> _Test:
    if not twice.items:
        same = " for the same verdict" if variant is not None else ""
        return _undefined(part, variant, f"no item has rationales of both versions{same}")
    old, new = ([rows[[place[text] for text in texts]].astype(np.float64) for texts in side] for side in (twice.old, twice.new))
    items = [np.repeat(np.arange(len(side)), [len(one) for one in side]) for side in (old, new)]
    found = stats.mmd(
        np.vstack(old), np.vstack(new), items_first=items[0], items_second=items[1], rng=drift.data.rng("drift", NAMES[0], part.criterion, part.stratum, variant)
    )  # fmt: skip
    mmd = plain(found)
    words = "; ".join(filter(None, (mmd.method, twice.words, drift.data.embedder)))
    effect = f"MMD^2 = {found.statistic:.4g}; " if found.statistic is not None else ""
    mmd = mmd if mmd.value is None else mmd.about(method=effect + words)
    clusters = dict(zip(part.patterns.item_ids, part.patterns.clusters, strict=True))
    names = [clusters[item] or f"\0{item}" for item in twice.items]
    like = likeness(old, new, names, drift.data.rng("drift", NAMES[1], part.criterion, part.stratum, variant), drift.data.ci_level)
    like = like if like.drop is None else replace(like, words="; ".join(filter(None, (like.words, twice.words, drift.data.embedder))))
    return _Test(part, variant, mmd, like, len(items[0]), len(items[1]), _least_alike(twice.items, old, new))


def _least_alike(items: Sequence[str], old: Sequence[Doubles], new: Sequence[Doubles]) -> tuple[tuple[str, float], ...]:
    alike = sorted((round(float(a.mean(axis=0) @ b.mean(axis=0)), 9), item) for item, a, b in zip(items, old, new, strict=True))
    return tuple((item, cosine) for cosine, item in alike[: thresholds.MAX_CHANGED_REASONS])


def _cases(one: _Test, drift: DriftInput, known: Mapping[tuple[str, str], Case]) -> dict[tuple[str, str], Case]:
    """Cases of a part whose reasons changed, as far as its criterion has fewer than are shown."""
    criterion = one.part.criterion
    left = thresholds.MAX_CHANGED_REASONS - sum(of == criterion for of, _ in known)
    fresh = [(item, cosine) for item, cosine in one.apart if (criterion, item) not in known][: max(0, left)]
    return {
        (criterion, item): Case(
            analysis="drift", flag=FLAG, judge=drift.judge, criterion=criterion, item_id=item, detail=f"rationales of the two versions are alike by {cosine:.2f}"
        )
        for item, cosine in fresh
    }  # fmt: skip


def _decides(one: _Test) -> bool:
    """Whether its tests make findings."""
    return (one.variant is None) is (one.part.scale.codes is None)


def _p_values(one: _Test) -> tuple[float | None, float | None]:
    return one.mmd.value, one.like.p


def _estimates(one: _Test, drift: DriftInput, p_mmd: float | None, p_drop: float | None) -> list[Estimate]:
    like, tag = one.like, one.part.tag
    n_ratings = one.n_before + one.n_now
    found = [tag(NAMES[0], one.mmd.model_copy(update={"p_adjusted": p_mmd}), judge=drift.judge)]
    for group, value, n_items in ((BETWEEN, like.between, like.n_items), (WITHIN, like.within, like.n_repeated)):
        missing = Estimate.missing(like.undefined or NO_REPEATS)
        method = "mean cosine of rationales, mean over items; no interval: see rationale_similarity_drop"
        about = missing if value is None else Estimate(value=value, method=method, n_items=n_items, n_ratings=n_ratings)
        found.append(tag("rationale_similarity", about, judge=drift.judge, group=group))
    if like.drop is None:
        drop = Estimate.missing(like.undefined or NO_REPEATS)
    else:
        drop = Estimate(
            value=like.drop, low=like.low, high=like.high, ci_level=drift.data.ci_level, method=like.words, n_items=like.n_repeated, n_ratings=n_ratings,
            p_adjusted=p_drop,
        )  # fmt: skip
    found.append(tag(NAMES[1], drop, judge=drift.judge))
    return [estimate.about(variant=one.variant) for estimate in found]


def _row(one: _Test, drift: DriftInput, p_mmd: float | None, p_drop: float | None) -> dict[str, Any]:
    like = one.like
    return {
        "judge": drift.judge, "criterion": one.part.criterion, "stratum": one.part.stratum, "which": one.variant or "all", "decides": _decides(one),
        "n_items": one.mmd.n_items, "n_before": one.n_before, "n_now": one.n_now, "mmd_p": one.mmd.value, "mmd_p_adjusted": p_mmd, "similarity_between": like.between,
        "similarity_within": like.within, "drop": like.drop, "low": like.low, "high": like.high, "drop_p": like.p, "drop_p_adjusted": p_drop,
        "method": one.mmd.method, "undefined": one.mmd.undefined or "",
    }  # fmt: skip


def _finding(one: _Test, drift: DriftInput, p_mmd: float | None, p_drop: float | None) -> list[Finding]:
    known = [p for p, n in ((p_mmd, one.mmd.n_items), (p_drop, one.like.n_repeated)) if p is not None and n >= thresholds.FEWEST_ANCHORS]
    if not known or min(known) >= drift.alpha:
        return []
    where = f"on {one.part.criterion}" + (f" in {one.part.stratum}" if one.part.stratum is not None else "")
    same = " for the same verdicts" if one.variant is not None else ""
    like = one.like
    alike = f"rationales of the two versions are alike by {like.between:.2f}" if like.between is not None else ""
    alike += f", those of one version by {like.within:.2f}" if alike and like.within is not None else ""
    text = f"{drift.judge} gives other reasons than in the baseline{same} {where} ({alike}; {one.mmd.n_items:,} items; p = {min(known):.2g}, corrected). "
    text += f"That shows that something moved, and not what: read some side by side. Those least alike are cases {FLAG}."
    return [Finding(severity="serious", text=text, judge=drift.judge, criterion=one.part.criterion)]


def _one_side(drift: DriftInput, said: Mapping[Key, Sequence[Said]]) -> list[Finding]:
    """Criteria on which only one version gives rationales."""
    found = []
    for criterion in drift.data.rubric.criteria:
        gives = [any(one.text for one in said.get((criterion.name, name), ())) for name in (BASELINE, CURRENT)]
        answers = [
            bool(drift.data.patterns[criterion.name].replicates(name)) if criterion.name in drift.data.patterns else False for name in (BASELINE, CURRENT)
        ]
        if gives[0] != gives[1] and all(answers):
            words = "gave rationales in the baseline and gives none now" if gives[0] else "gave no rationales in the baseline and gives them now"
            text = f"{drift.judge} {words} on {criterion.name}: whether its reasons changed cannot be told."
            found.append(Finding(severity="warning", text=text, judge=drift.judge, criterion=criterion.name))
    return found


def _no_embedder(drift: DriftInput, said: Mapping[Key, Sequence[Said]]) -> list[Finding]:
    """That reasons were not compared although both versions give some."""
    both = [c.name for c in drift.data.rubric.criteria if why_none(said.get((c.name, BASELINE), ()), said.get((c.name, CURRENT), ())) is None]
    if drift.data.embed is not None or not both:
        return []
    text = f"Whether the reasons of {drift.judge} changed was not measured: {drift.data.no_embedder or 'no embedder'}."
    return [Finding(severity="note" if drift.data.rubric.embedder == "none" else "warning", text=text, judge=drift.judge)]
