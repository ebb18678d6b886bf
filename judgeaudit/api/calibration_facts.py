"""What a calibration keeps of each judge: its errors as counts, its calibrator, its routing rule, and what it was asked and served by."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit.api.confidences import VerdictRow, codes_of_items, confidences, verdict_rows
from judgeaudit.api.own_errors import carried_words, system_calibrations, uninformed
from judgeaudit.domain.calibration import ClassCounts, JudgeCalibration, RoutingRule, ScoreShift, StoredCalibrator, SystemCalibration
from judgeaudit.domain.results import Audit

if TYPE_CHECKING:
    import pyarrow as pa

    from judgeaudit.analyses.inputs import AnalysisInput
    from judgeaudit.domain.scales import Scale
    from judgeaudit.tables import PatternCounts, Rows

Key = tuple[str, str]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class _About:
    """What was recorded of a judge's verdicts, each value once."""

    systems: tuple[str, ...]
    prompts: tuple[str, ...]
    models: tuple[str, ...]


def judge_calibrations(data: AnalysisInput, audit: Audit, *, expires: str, prompts: Mapping[Key, str]) -> tuple[JudgeCalibration, ...]:
    """One record for each judge and criterion with at least one item that has both gold and a verdict.

    Parameters
    ----------
    data : AnalysisInput
    audit : Audit
        Of the same data; its blocks `routing` and `calibrators` give those.
    expires : str
    prompts : mapping of (judge, criterion) to a digest
        Of what the rubric says, where every item has a prompt hash of its own.
    """
    scales = {criterion.name: criterion.scale for criterion in data.rubric.criteria}
    verdicts = verdict_rows(data.table, scales)
    routing = _routing_blocks(audit)
    calibrators = _calibrator_blocks(audit, routing)
    words, uninformed_places, silent = carried_words(audit), uninformed(audit), _unanswered(audit)
    found: list[JudgeCalibration] = []
    wanted = [(patterns, judge) for patterns in data.patterns.values() for judge in patterns.judges]
    for patterns, judge in wanted:
        key = (judge, patterns.criterion)
        rows = verdicts.get(key, [])
        digest = prompts.get(key)
        nothing = {system for *who, system in uninformed_places if tuple(who) == key}
        of_systems = _with_rules(system_calibrations(patterns, judge, rows, words), routing.get(key), nothing)
        record = _record(data, patterns, judge, rows, routing.get(key), calibrators.get(key), expires, of_systems)
        if record is not None:
            about = about_rows(data.table, rows)
            changes = {
                "systems": about.systems,
                "prompt_hash": about.prompts or ((digest,) if digest else ()),
                "model_served": about.models,
                "unanswered": silent.get(key, ""),
            }
            found.append(record.model_copy(update=changes))
    return tuple(found)


def _unanswered(audit: Audit) -> dict[Key, str]:
    """Where whether a judge answers depends on what is judged, and how."""
    from judgeaudit.decision.unanswered import unanswered_reasons
    from judgeaudit.domain.results import AnalysisOutput, ReviewPart

    outputs = tuple(AnalysisOutput(analysis=analysis) for analysis in audit.analyses)
    found = {}
    for judge in dict.fromkeys(decision.judge for decision in audit.decisions):
        reasons, parts = unanswered_reasons(judge, outputs)
        found.update({(judge, part.criterion or ""): reason for reason, part in zip(reasons, parts, strict=True) if isinstance(part, ReviewPart)})
    return found


def _record(
    data: AnalysisInput, patterns: PatternCounts, judge: str, verdicts: Sequence[VerdictRow], routing: Mapping[str, Any] | None,
    calibrator: Mapping[str, Any] | None, expires: str, of_systems: tuple[SystemCalibration, ...],
) -> JudgeCalibration | None:  # fmt: skip
    rows, scale, criterion = patterns.rows(), patterns.scale, patterns.criterion
    counts = np.ones(len(rows.index), dtype=np.int64) if rows.counts is None else rows.counts
    runs, gold = patterns.codes(judge)[rows.index], patterns.gold[rows.index]
    labelled = ~np.isnan(gold) & ~np.isnan(runs).all(axis=1)
    if not labelled.any():
        return None
    classes = class_counts(scale, runs, gold, rows, counts)
    first = classes[0] if scale.two_labels else None
    gold_of = {item for name, item in data.gold.codes if name == criterion} if data.gold is not None else set()
    source = calibrator["source"] if calibrator is not None else routing["source"] if routing is not None else None
    return JudgeCalibration(
        judge=judge, criterion=criterion, level=scale.level, labels=scale.labels, n_labelled=int(counts[labelled].sum()),
        sensitivity=first.sensitivity if first else None, specificity=first.specificity if first else None, classes=classes,
        shift=score_shift(runs, gold, counts) if scale.labels is None else None,
        calibrator=_stored(calibrator), routing=_rule(routing), confidence_range=_range(verdicts, source, gold_of) if source else None, expires=expires,
        repeats=_repeats(verdicts, gold_of) if source == "replicates" else None, of_systems=of_systems,
        labelled_items=tuple(sorted({item_digest(row.item_id) for row in verdicts if row.code is not None and row.item_id in gold_of})),
    )  # fmt: skip


def class_counts(scale: Scale, runs: Floats, gold: Floats, rows: Rows, counts: NDArray[np.int64]) -> tuple[ClassCounts, ...]:
    """Hits and items of each label, of the first one only where there are two; none on a numeric scale."""
    labels = () if scale.labels is None else scale.labels[:1] if scale.two_labels else scale.labels
    return tuple(_class(label, scale.code(label), runs, gold, rows, counts) for label in labels)


def item_digest(item_id: str) -> str:
    """Twelve hexadecimal digits that stand for an item: enough to know it again, and its id is not given away in a file that travels."""
    return hashlib.sha256(item_id.encode("utf-8", "surrogatepass")).hexdigest()[:12]


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


def score_shift(runs: Floats, gold: Floats, counts: NDArray[np.int64]) -> ScoreShift | None:
    """By how much gold is above the judge's mean score of an item; None where no item has both."""
    given = ~np.isnan(runs)
    n = given.sum(axis=1)
    mean = np.where(n > 0, np.where(given, runs, 0.0).sum(axis=1) / np.maximum(n, 1), np.nan)
    used = ~np.isnan(mean) & ~np.isnan(gold)
    away = np.repeat((gold - mean)[used], counts[used])
    return ScoreShift(mean=float(away.mean()), sd=float(away.std(ddof=1)) if len(away) > 1 else 0.0, n_items=len(away)) if len(away) else None


def _stored(row: Mapping[str, Any] | None) -> StoredCalibrator | None:
    if row is None:
        return None
    return StoredCalibrator(source=row["source"], kind=row["kind"], parameters=row["parameters"], reason=row.get("note") or "")


def _range(verdicts: Sequence[VerdictRow], source: str, gold: Collection[str]) -> tuple[float, float] | None:
    """The confidences seen on labelled items."""
    pairs = zip(verdicts, confidences(verdicts, source), strict=True)
    seen = [value for row, value in pairs if value is not None and row.item_id in gold]
    return (min(seen), max(seen)) if seen else None


def _repeats(verdicts: Sequence[VerdictRow], gold: Collection[str]) -> int | None:
    """The commonest number of verdicts of a labelled item from which a share of repeats was taken; of equally common ones the larger."""
    from judgeaudit.analyses.calibrations.sources import FEWEST_REPLICATES

    numbers = Counter(len(codes) for item, codes in codes_of_items(verdicts).items() if item in gold and len(codes) >= FEWEST_REPLICATES)
    return max(numbers, key=lambda number: (numbers[number], number), default=None)


def _routing_blocks(audit: Audit) -> dict[Key, Mapping[str, Any]]:
    from judgeaudit.decision.routing import routing_rows
    from judgeaudit.domain.results import AnalysisOutput

    return dict(routing_rows(AnalysisOutput(analysis=analysis) for analysis in audit.analyses))


def _calibrator_blocks(audit: Audit, routing: Mapping[Key, Mapping[str, Any]]) -> dict[Key, Mapping[str, Any]]:
    """The calibrator of the confidence that the routing rule reads; the first one where there is no rule."""
    found: dict[Key, Mapping[str, Any]] = {}
    rows = [row for analysis in audit.analyses if analysis.name == "calibration" for row in analysis.blocks.get("calibrators", ())]
    for row in rows:
        key = (row["judge"], row["criterion"])
        if key not in routing or routing[key]["source"] == row["source"]:
            found.setdefault(key, row)
    return found


def _rule(row: Mapping[str, Any] | None) -> RoutingRule | None:
    if row is None:
        return None
    return RoutingRule(**{name: row[name] for name in RoutingRule.model_fields if row.get(name) is not None})


def _with_rules(systems: Sequence[SystemCalibration], row: Mapping[str, Any] | None, nothing: Collection[str]) -> tuple[SystemCalibration, ...]:
    """Each system with its own rule, where the row has one for it, and whether the judge is shown to carry `nothing` there."""
    own = {one["system"]: _rule({**one, **{name: row[name] for name in ("source", "max_risk", "delta")}}) for one in row.get("of_systems") or ()} if row else {}
    return tuple(one.model_copy(update={"routing": own.get(one.system), "no_information": one.system in nothing}) for one in systems)


def about_rows(table: pa.Table, rows: Sequence[VerdictRow]) -> _About:
    """Systems, prompt hashes and served models of some verdicts. Hashes count only where one covers several items: others say nothing of the next item."""
    at = [row.at for row in rows]
    hashes = _distinct(table["prompt_hash"].take(at).to_pylist())
    n_items = len({row.item_id for row in rows})
    models = _distinct(table["model_served"].take(at).to_pylist())
    return _About(_distinct(row.system for row in rows), hashes if 2 * len(hashes) <= n_items else (), models)


def _distinct(values: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(sorted({value for value in values if value}))
