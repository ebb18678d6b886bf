"""How each judge was asked, what served it, what it cost and how long it took."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from judgeaudit.domain.calls import CallRecord, EffectiveParameters
from judgeaudit.domain.results import Cost, JudgeFacts

if TYPE_CHECKING:
    import pyarrow as pa

    from judgeaudit.tables import Tallies


MOST_USD = 1e9
"""From here on a number is no price of a call (ours)."""


def facts_from_records(
    records: Sequence[CallRecord], parameters: Mapping[str, EffectiveParameters], planned: Mapping[str, int], stopped: Mapping[str, str]
) -> tuple[JudgeFacts, ...]:
    """Facts of every planned judge, also of one that was never asked.

    Parameters
    ----------
    records : sequence of CallRecord
    parameters : mapping of judge to EffectiveParameters
    planned : mapping of judge to the number of planned calls
    stopped : mapping of judge to the reason why it was stopped
    """
    by_judge: dict[str, list[CallRecord]] = {name: [] for name in parameters}
    for record in records:
        by_judge.setdefault(record.judge, []).append(record)
    return tuple(_facts(name, by_judge[name], one, planned.get(name, 0), stopped.get(name)) for name, one in parameters.items())


def _facts(name: str, records: Sequence[CallRecord], parameters: EffectiveParameters, planned: int, stopped: str | None) -> JudgeFacts:
    replied = [record.last for record in records if record.last.reply is not None]
    prices = [record.known_usd for record in records if _is_price(record.known_usd)]
    unknown = sum(record.cost_usd is None or not _is_price(record.known_usd) for record in records)
    median, p95 = _latency([attempt.latency_s for attempt in replied])
    return JudgeFacts(
        name=name,
        model=parameters.model,
        requested=parameters.requested,
        effective=parameters.effective,
        dropped=parameters.dropped,
        axis="seed" if parameters.takes_seed else "repeat",
        schema_mode=parameters.schema_mode,
        notes=parameters.notes,
        planned=planned,
        finished=len(records),
        attempts=sum(len(record.attempts) for record in records),
        replicates=len({record.replicate for record in records}),
        served_models=dict(Counter(a.model_served for a in replied if a.model_served)),
        fingerprints=dict(Counter(a.fingerprint for a in replied if a.fingerprint)),
        prompt_tokens=_total(a.prompt_tokens for record in records for a in record.attempts),
        completion_tokens=_total(a.completion_tokens for record in records for a in record.attempts),
        cost=Cost(known_usd=round(sum(prices), 10), unknown_calls=unknown, lower_bound=unknown > 0),
        latency_median_s=median,
        latency_p95_s=p95,
        errors=dict(Counter((r.last.error or "no reply")[:300] for r in records if r.last.reply is None).most_common(5)),
        stopped=stopped,
    )


def facts_from_table(table: pa.Table) -> tuple[JudgeFacts, ...]:
    """What the columns of somebody else's verdicts tell about each judge; cost is None where no row has one."""
    import pyarrow.compute as pc

    judges = table["judge"].unique().to_pylist()
    return tuple(_facts_of_rows(name, table.filter(pc.equal(table["judge"], name))) for name in judges)


def facts_from_tallies(tallies: Tallies) -> tuple[JudgeFacts, ...]:
    """The same of a table that was counted and not kept; quantiles of the latency are known to 0.05 %. Rows without a number are first calls."""
    found = []
    for name, one in tallies.judges.items():
        unknown = one.rows - one.priced
        median, p95 = one.latency(0.5), one.latency(0.95)
        found.append(
            JudgeFacts(
                name=name, finished=one.rows, replicates=len(one.replicates) or 1, served_models=dict(one.named["model_served"]),
                fingerprints=dict(one.named["fingerprint"]), prompt_tokens=one.tokens["prompt_tokens"], completion_tokens=one.tokens["completion_tokens"],
                cost=Cost(known_usd=round(math.fsum(one.costs), 10), unknown_calls=unknown, lower_bound=unknown > 0) if one.priced else None,
                latency_median_s=None if median is None else round(median, 4), latency_p95_s=None if p95 is None else round(p95, 4),
            )
        )  # fmt: skip
    return tuple(found)


def _facts_of_rows(name: str, rows: pa.Table) -> JudgeFacts:
    costs = [cost for cost in rows["cost_usd"].drop_null().to_pylist() if _is_price(cost)]
    unknown = rows.num_rows - len(costs)
    median, p95 = _latency(rows["latency_s"].drop_null().to_pylist())
    cost = Cost(known_usd=round(math.fsum(costs), 10), unknown_calls=unknown, lower_bound=unknown > 0) if costs else None
    return JudgeFacts(
        name=name,
        finished=rows.num_rows,
        replicates=len(rows["replicate"].unique()),
        served_models=dict(Counter(rows["model_served"].drop_null().to_pylist())),
        fingerprints=dict(Counter(rows["fingerprint"].drop_null().to_pylist())),
        prompt_tokens=_total(rows["prompt_tokens"].to_pylist()),
        completion_tokens=_total(rows["completion_tokens"].to_pylist()),
        cost=cost,
        latency_median_s=median,
        latency_p95_s=p95,
    )


def _total(values: Any) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _is_price(cost: float) -> bool:
    """Whether a number can be what a call cost: a damaged file may hold anything."""
    return math.isfinite(cost) and 0 <= cost < MOST_USD


def _latency(seconds: list[float]) -> tuple[float | None, float | None]:
    """Median and 95th percentile in seconds; None without any. What is negative or no finite number is no latency."""
    seconds = [one for one in seconds if math.isfinite(one) and one >= 0]
    if not seconds:
        return None, None
    import numpy as np

    median, p95 = np.quantile(np.asarray(seconds, dtype=np.float64), [0.5, 0.95])
    return round(float(median), 4), round(float(p95), 4)
