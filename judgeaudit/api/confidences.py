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
    stratum: str | None = None


def verdict_rows(table: pa.Table, scales: Mapping[str, Scale]) -> dict[tuple[str, str], list[VerdictRow]]:
    """The plain verdicts (no probe rows) on known criteria, by (judge, criterion), in the order of the table."""
    found: dict[tuple[str, str], list[VerdictRow]] = {}
    codes: dict[tuple[str, str | None, float | None], float | None] = {}
    names = ("judge", "criterion", "probe", "item_id", "cluster", "replicate", "status", "label", "score", "confidence", "margin", "system", "stratum")
    for at, (judge, criterion, probe, item, cluster, replicate, status, label, score, stated, margin, system, stratum) in enumerate(
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
        row = VerdictRow(at, item, cluster or f"\0{item}", replicate or 0, status, code, stated, system, margin, stratum)
        found.setdefault((judge, criterion), []).append(row)
    return found


def other_rows(table: pa.Table, scales: Mapping[str, Scale]) -> dict[tuple[str, str], list[VerdictRow]]:
    """The plain verdicts on criteria that are not known, without a code: there is no scale to read them on."""
    found: dict[tuple[str, str], list[VerdictRow]] = {}
    names = ("judge", "criterion", "probe", "item_id", "cluster", "status", "system")
    for at, (judge, criterion, probe, item, cluster, status, system) in enumerate(zip(*(table[name].to_pylist() for name in names), strict=True)):
        if criterion not in scales and probe is None:
            found.setdefault((judge, criterion), []).append(VerdictRow(at, item, cluster or f"\0{item}", 0, status, None, None, system))
    return found


def _code(scale: Scale, label: str | None, score: float | None) -> float | None:
    """As the pattern counter reads it: an interval scale's score first, any other scale's label first."""
    by_label = None if label is None else scale.code(label)
    by_score = None if score is None else scale.code(repr(float(score)))
    first, second = (by_score, by_label) if scale.level == "interval" else (by_label, by_score)
    return first if first is not None or (scale.level != "interval" and label is not None) else second


def confidences(rows: Sequence[VerdictRow], source: str, *, repeats: int | None = None) -> list[float | None]:
    """The confidence of each verdict, as `analyses.calibrations.sources` has it; None where it has none.

    Parameters
    ----------
    rows : sequence of VerdictRow
        All of one judge on one criterion: for `replicates` the other repeats of an item are needed.
    source : str
        `stated`: the column `confidence`; one outside 0..1 is none, and where most are outside none counts. `margin`: the column `margin`, as a
        probability. `replicates`: the share of the item's replicates that give this verdict, where that is their commonest, else 0; None with fewer
        than three.
    repeats : int, optional
        For `replicates`: so many verdicts of each item count, the first by number of replicate, and an item with fewer has no confidence. A share of
        five is another quantity than one of fifteen.
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
    of_item = {item: Counter(codes[:repeats]) for item, codes in codes_of_items(rows).items()}
    return [_share_of(row.code, of_item.get(row.item_id, Counter()), repeats or 0) for row in rows]


def codes_of_items(rows: Sequence[VerdictRow]) -> dict[str, list[float]]:
    """The verdicts of each item in the order of its replicates."""
    of_item: dict[str, list[float]] = {}
    for row in sorted(rows, key=lambda row: row.replicate):
        if row.code is not None:
            of_item.setdefault(row.item_id, []).append(row.code)
    return of_item


def _of_margins(rows: Sequence[VerdictRow]) -> list[float | None]:
    from judgeaudit.analyses.calibrations.sources import over_runner_up

    found = over_runner_up(np.array([np.nan if row.margin is None else row.margin for row in rows], dtype=np.float64))
    return [float(one) if row.code is not None and row.margin is not None else None for row, one in zip(rows, found, strict=True)]


def _share_of(code: float | None, counts: Counter[float], repeats: int) -> float | None:
    from judgeaudit.analyses.calibrations.sources import FEWEST_REPLICATES

    total, most = sum(counts.values()), max(counts.values(), default=0)
    if code is None or total < max(FEWEST_REPLICATES, repeats):
        return None
    return counts[code] / total if counts[code] == most and list(counts.values()).count(most) == 1 else 0.0
