"""What a calibration keeps of each judge: its errors as counts, its calibrator, its routing rule, and what it was asked and served by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit.api.confidences import VerdictRow, confidences, one_each, verdict_rows
from judgeaudit.domain.calibration import SOURCES, ClassCounts, JudgeCalibration, RoutingRule, ScoreShift, StoredCalibrator
from judgeaudit.domain.results import Audit

if TYPE_CHECKING:
    import pyarrow as pa

    from judgeaudit.analyses.inputs import AnalysisInput
    from judgeaudit.tables import PatternCounts, Rows

OnJudge = Callable[[int, int], None]
"""Called with how many judges are done, and of how many."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class _About:
    """What was recorded of a judge's verdicts, each value once."""

    systems: tuple[str, ...]
    prompts: tuple[str, ...]
    models: tuple[str, ...]


def judge_calibrations(
    data: AnalysisInput, audit: Audit, *, expires: str, prompts: Mapping[tuple[str, str], str], on_judge: OnJudge | None = None
) -> tuple[JudgeCalibration, ...]:
    """One record for each judge and criterion with at least one item that has both gold and a verdict.

    Parameters
    ----------
    data : AnalysisInput
    audit : Audit
        Of the same data; its block `routing` gives the routing rules.
    expires : str
    prompts : mapping of (judge, criterion) to a digest
        Of what the rubric says, where every item has a prompt hash of its own.
    """
    scales = {criterion.name: criterion.scale for criterion in data.rubric.criteria}
    verdicts = verdict_rows(data.table, scales)
    routing = _routing_blocks(audit)
    found: list[JudgeCalibration] = []
    wanted = [(patterns, judge) for patterns in data.patterns.values() for judge in patterns.judges]
    for done, (patterns, judge) in enumerate(wanted):
        if on_judge is not None:
            on_judge(done, len(wanted))
        rows = verdicts.get((judge, patterns.criterion), [])
        record = _record(data, patterns, judge, rows, routing.get((judge, patterns.criterion)), expires)
        if record is not None:
            digest = prompts.get((judge, patterns.criterion))
            about = about_rows(data.table, rows)
            found.append(record.model_copy(update={"systems": about.systems, "prompt_hash": about.prompts or ((digest,) if digest else ()), "model_served": about.models}))
    return tuple(found)


def _record(
    data: AnalysisInput, patterns: PatternCounts, judge: str, verdicts: Sequence[VerdictRow], routing: Mapping[str, Any] | None, expires: str
) -> JudgeCalibration | None:
    rows, scale, criterion = patterns.rows(), patterns.scale, patterns.criterion
    counts = np.ones(len(rows.index), dtype=np.int64) if rows.counts is None else rows.counts
    runs, gold = patterns.codes(judge)[rows.index], patterns.gold[rows.index]
    labelled = ~np.isnan(gold) & ~np.isnan(runs).all(axis=1)
    if not labelled.any():
        return None
    classes: tuple[ClassCounts, ...] = ()
    if scale.labels is not None:
        labels = scale.labels[:1] if scale.two_labels else scale.labels
        classes = tuple(_class(label, scale.code(label), runs, gold, rows, counts) for label in labels)
    first = classes[0] if scale.two_labels else None
    gold_of = {item: code for (name, item), code in data.gold.codes.items() if name == criterion} if data.gold is not None else {}
    source, calibrator, span = _calibrator(verdicts, gold_of, routing, exact=scale.codes is not None, seed=data.seed)
    return JudgeCalibration(
        judge=judge, criterion=criterion, level=scale.level, labels=scale.labels, n_labelled=int(counts[labelled].sum()),
        sensitivity=first.sensitivity if first else None, specificity=first.specificity if first else None, classes=classes,
        shift=_shift(runs, gold, counts) if scale.labels is None else None,
        calibrator=calibrator, routing=_rule(routing, source), confidence_range=span, expires=expires,
    )  # fmt: skip


def _class(label: str, code: float | None, runs: Floats, gold: Floats, rows: Rows, counts: NDArray[np.int64]) -> ClassCounts:
    share = in_class(runs, code)
    inside, outside = (gold == code) & ~np.isnan(share), ~np.isnan(gold) & (gold != code) & ~np.isnan(share)
    (n1, hits1, worth1), (n0, hits0, worth0) = (_hits(share, inside, rows, counts), _hits(1 - share, outside, rows, counts))
    return ClassCounts(label=label, inside=n1, inside_hits=hits1, inside_worth=worth1, outside=n0, outside_hits=hits0, outside_worth=worth0)


def in_class(runs: Floats, code: float | None) -> Floats:
    """Share of each item's replicates that give the code, shape (n_items,); NaN where there is no verdict."""
    given = ~np.isnan(runs)
    n = given.sum(axis=1)
    return np.where(n > 0, (given & (runs == code)).sum(axis=1) / np.maximum(n, 1), np.nan)


def _hits(values: Floats, which: NDArray[np.bool_], rows: Rows, counts: NDArray[np.int64]) -> tuple[int, float, float]:
    if not which.any():
        return 0, 0.0, 0.0
    n, hits = int(counts[which].sum()), float((values[which] * counts[which]).sum())
    return n, round(hits, 9), round(worth_of(np.where(which, values, np.nan), rows.clusters, counts), 6)


def worth_of(values: Floats, clusters: NDArray[np.int64] | None, counts: NDArray[np.int64]) -> float:
    """How many independent items of 0 or 1 a mean of shares is worth, shape (n_items,), NaN where an item is not used."""
    from judgeaudit import thresholds
    from judgeaudit.stats.kernels.numeric_table import WHOLE
    from judgeaudit.stats.kernels.rates import effective_items, informative_items
    from judgeaudit.stats.kernels.ratings_check import Sample

    used = ~np.isnan(values)
    if clusters is None:
        return informative_items(values[used], counts[used], WHOLE)
    sample = Sample(
        ratings=values[np.newaxis, :, np.newaxis], counts=counts, clusters=clusters, labels=None, level="interval", ci_level=thresholds.CI_LEVEL,
        n_resamples=0, rng=None,
    )  # fmt: skip
    return effective_items(values, sample)[0]


def _shift(runs: Floats, gold: Floats, counts: NDArray[np.int64]) -> ScoreShift | None:
    given = ~np.isnan(runs)
    n = given.sum(axis=1)
    mean = np.where(n > 0, np.where(given, runs, 0.0).sum(axis=1) / np.maximum(n, 1), np.nan)
    used = ~np.isnan(mean) & ~np.isnan(gold)
    away = np.repeat((gold - mean)[used], counts[used])
    return ScoreShift(mean=float(away.mean()), sd=float(away.std(ddof=1)) if len(away) > 1 else 0.0, n_items=len(away)) if len(away) else None


def _calibrator(
    verdicts: Sequence[VerdictRow], gold: Mapping[str, float], routing: Mapping[str, Any] | None, *, exact: bool, seed: int
) -> tuple[str | None, StoredCalibrator | None, tuple[float, float] | None]:
    """The source of confidence that the judge has, a calibrator for it, and the range of confidences seen on labelled items."""
    from judgeaudit.stats.kernels.calibrators import choose_calibrator

    if not exact:
        return None, None, None
    for source in (routing["source"],) if routing is not None else SOURCES:
        if source == "margin":
            continue  # no column of the interchange format holds one
        values, right, _ = one_each(verdicts, confidences(verdicts, source), gold, source=source)
        if values:
            fitted = choose_calibrator(np.array(values), np.array(right), seed=seed)
            stored = StoredCalibrator(source=source, kind=fitted.kind, parameters=dict(fitted.parameters), reason=fitted.reason)
            return source, stored, (min(values), max(values))
    return None, None, None


def _routing_blocks(audit: Audit) -> dict[tuple[str, str], Mapping[str, Any]]:
    from judgeaudit.decision.routing import routing_rows
    from judgeaudit.domain.results import AnalysisOutput

    return dict(routing_rows(AnalysisOutput(analysis=analysis) for analysis in audit.analyses))


def _rule(row: Mapping[str, Any] | None, source: str | None) -> RoutingRule | None:
    if row is None or source is None:
        return None
    return RoutingRule(**{name: row[name] for name in RoutingRule.model_fields if row.get(name) is not None})


def about_rows(table: pa.Table, rows: Sequence[VerdictRow]) -> _About:
    """Systems, prompt hashes and served models of some verdicts. Hashes count only where one covers several items: others say nothing of the next item."""
    at = [row.at for row in rows]
    hashes = _distinct(table["prompt_hash"].take(at).to_pylist())
    n_items = len({row.item_id for row in rows})
    models = _distinct(table["model_served"].take(at).to_pylist())
    return _About(_distinct(row.system for row in rows), hashes if 2 * len(hashes) <= n_items else (), models)


def _distinct(values: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(sorted({value for value in values if value}))
