"""Stored calls, read into the ratings table. Calls are the truth, verdicts are a reading: this can always be done again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from judgeaudit.domain.calls import CallRecord
from judgeaudit.domain.reasons import stored
from judgeaudit.domain.rubric import Reply, Rubric

if TYPE_CHECKING:
    import pyarrow as pa


def table_from_records(records: Iterable[CallRecord], rubric: Rubric) -> pa.Table:
    """The ratings table of stored calls, one row per call."""
    from judgeaudit.tables import table_from_rows

    return table_from_rows(_rows(records, rubric))


def _rows(records: Iterable[CallRecord], rubric: Rubric) -> Iterator[dict[str, Any]]:
    from judgeaudit.judging.parse import parse_record

    criteria = {criterion.name: criterion for criterion in rubric.criteria}
    replies: dict[str, Reply] = {judge.name: judge.reply or rubric.reply for judge in rubric.judges}
    for record in records:
        verdict = parse_record(record, criteria[record.criterion], replies.get(record.judge, rubric.reply), rubric.mode)
        last = record.last
        yield {
            "item_id": record.item_id,
            "judge": record.judge,
            "criterion": record.criterion,
            "replicate": record.replicate,
            "label": verdict.label,
            "score": verdict.score,
            "status": verdict.status,
            "rationale": verdict.rationale or None,
            "reasons": stored(tuple(asdict(reason) for reason in verdict.reasons), verdict.unread),
            "reasoning": verdict.reasoning or None,
            "confidence": verdict.confidence,
            "margin": verdict.margin,
            "order": record.order,
            "probe": record.probe,
            "variant": record.variant,
            "prompt_hash": record.prompt_hash,
            "model_served": last.model_served,
            "fingerprint": last.fingerprint,
            "seed_sent": record.seed_sent,
            "latency_s": last.latency_s,
            "cost_usd": record.cost_usd,
            "prompt_tokens": last.prompt_tokens,
            "completion_tokens": last.completion_tokens,
            "created_at": last.started_at,
        }
