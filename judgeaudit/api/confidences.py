"""How sure a judge is of each verdict: by what it states, by its log probabilities, or by how many of an item's replicates agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa

    from judgeaudit.domain.scales import Scale


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """One plain verdict. `code` None: there is none, or it is off the scale. `at` is its row in the table."""

    at: int
    item_id: str
    cluster: str
    replicate: int
    status: str
    code: float | None
    stated: float | None
    system: str | None
    margin: float | None = None


def verdict_rows(table: pa.Table, scales: Mapping[str, Scale]) -> dict[tuple[str, str], list[VerdictRow]]:
    """The plain verdicts (no probe rows) on known criteria, by (judge, criterion), in the order of the table."""
    found: dict[tuple[str, str], list[VerdictRow]] = {}
    codes: dict[tuple[str, str | None, float | None], float | None] = {}
    names = ("judge", "criterion", "probe", "item_id", "cluster", "replicate", "status", "label", "score", "confidence", "margin", "system")
    for at, (judge, criterion, probe, item, cluster, replicate, status, label, score, stated, margin, system) in enumerate(
        zip(*(table[name].to_pylist() for name in names), strict=True)
    ):
        scale = scales.get(criterion)
        if scale is None or probe is not None:
            continue
        key = (criterion, label, score)
        if key not in codes:
            codes[key] = _code(scale, label, score)
        code = codes[key] if status == "ok" else None
        status = "off_scale" if status == "ok" and code is None else status
        row = VerdictRow(at, item, cluster or f"\0{item}", replicate or 0, status, code, stated, system, margin)
        found.setdefault((judge, criterion), []).append(row)
    return found


def _code(scale: Scale, label: str | None, score: float | None) -> float | None:
    """As the pattern counter reads it: an interval scale's score first, any other scale's label first."""
    by_label = None if label is None else scale.code(label)
    by_score = None if score is None else scale.code(repr(float(score)))
    first, second = (by_score, by_label) if scale.level == "interval" else (by_label, by_score)
    return first if first is not None or (scale.level != "interval" and label is not None) else second


def confidences(rows: Sequence[VerdictRow], source: str) -> list[float | None]:
    """The confidence of each verdict, as `analyses.calibrations.sources` has it; None where it has none.

    Parameters
    ----------
    rows : sequence of VerdictRow
        All of one judge on one criterion: for `replicates` the other repeats of an item are needed.
    source : str
        `stated`: the column `confidence`; one outside 0..1 is none, and where most are outside none counts. `margin`: the column `margin`, as a
        probability. `replicates`: the share of the item's replicates that give this verdict, where that is their commonest, else 0; None with fewer
        than three.
    """
    if source == "stated":
        given = [row.stated for row in rows if row.stated is not None]
        if 2 * sum(not 0 <= stated <= 1 for stated in given) > len(given):
            return [None] * len(rows)
        return [row.stated if row.code is not None and row.stated is not None and 0 <= row.stated <= 1 else None for row in rows]
    if source == "margin":
        return _of_margins(rows)
    if source != "replicates":
        return [None] * len(rows)
    of_item: dict[str, Counter[float]] = {}
    for row in rows:
        if row.code is not None:
            of_item.setdefault(row.item_id, Counter())[row.code] += 1
    return [_share_of(row.code, of_item.get(row.item_id, Counter())) for row in rows]


def _of_margins(rows: Sequence[VerdictRow]) -> list[float | None]:
    from judgeaudit.analyses.calibrations.sources import over_runner_up

    found = over_runner_up(np.array([np.nan if row.margin is None else row.margin for row in rows], dtype=np.float64))
    return [float(one) if row.code is not None and row.margin is not None else None for row, one in zip(rows, found, strict=True)]


def _share_of(code: float | None, counts: Counter[float]) -> float | None:
    from judgeaudit.analyses.calibrations.sources import FEWEST_REPLICATES

    total, most = sum(counts.values()), max(counts.values(), default=0)
    if code is None or total < FEWEST_REPLICATES:
        return None
    return counts[code] / total if counts[code] == most and list(counts.values()).count(most) == 1 else 0.0
