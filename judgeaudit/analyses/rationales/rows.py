"""What each judge said: the rows of a ratings table that carry a verdict, with their rationale, reasons and reasoning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.rationales.given import Given
from judgeaudit.analyses.rationales.given import given as read_given
from judgeaudit.domain.rubric import Scale
from judgeaudit.domain.shown_orders import BA, order_of
from judgeaudit.domain.verdicts import Reason, readable
from judgeaudit.text.slots import swap_slots

_COLUMNS = ("item_id", "judge", "criterion", "replicate", "label", "score", "rationale", "reasons", "reasoning", "order")


@dataclass(frozen=True, slots=True)
class Said:
    """One verdict with what was said for it.

    `code` is the verdict on the scale and `label` its text. `text` is the rationale as people read it, "" without any; in it, in
    `reasons` and in `reasoning` the outputs of a pairwise call go by their own names, whatever order they were shown in. `blank` says
    that the row has a field for the rationale, and nothing in it; `relabelled` that names of outputs were exchanged in it.
    `unreadable`: the row's reasons are no list of reasons, and were ignored. `unread` names fields of them that hold text and were not read,
    and `loose` says that the rationale is JSON that is no reply, and was read as prose.
    """

    item: str
    judge: str
    criterion: str
    replicate: int
    code: float
    label: str
    text: str
    reasons: tuple[Reason, ...] = ()
    reasoning: str = ""
    blank: bool = False
    relabelled: bool = False
    unreadable: bool = False
    unread: tuple[str, ...] = ()
    loose: bool = False

    @property
    def read_in_part(self) -> bool:
        """Whether something may be cited that nobody read."""
        return self.unreadable or self.loose or bool(self.unread)


def read_said(data: AnalysisInput) -> dict[tuple[str, str], tuple[Said, ...]]:
    """The verdicts of each criterion and judge, in that order, by item and replicate; probe rows are no repeats and left out.

    Parameters
    ----------
    data : AnalysisInput

    Returns
    -------
    dict of (criterion, judge) to tuple of Said
        Where a replicate has two rows the first counts, as everywhere. Empty when no row has any text, which is seen at once.
    """
    table = data.table
    if not any(_has_text(table[name]) for name in ("rationale", "reasons", "reasoning")):
        return {}
    scales = {criterion.name: criterion.scale for criterion in data.rubric.criteria}
    kept = table.filter(pc.and_(pc.equal(table["status"], "ok"), _blank(table["probe"]))).select(list(_COLUMNS))
    found: dict[tuple[str, str], dict[tuple[str, int], Said]] = {}
    for row in _rows(kept):
        scale = scales.get(row["criterion"])
        code = None if scale is None else code_of(scale, row["label"], row["score"])
        if scale is None or code is None:
            continue
        of_judge = found.setdefault((row["criterion"], row["judge"]), {})
        key = (row["item_id"], row["replicate"])
        if key not in of_judge:
            of_judge[key] = _said(row, code, scale.label(code))
    return {key: tuple(of_judge[place] for place in sorted(of_judge)) for key, of_judge in sorted(found.items())}


def code_of(scale: Scale, label: str | None, score: float | None) -> float | None:
    """The verdict of a row on its scale, as pattern counts read it; None off the scale."""
    by_score = None if score is None or score != score else scale.code(repr(float(score)))
    if scale.level == "interval":
        return by_score if score is not None and score == score else scale.code(label or "")
    return by_score if label is None or not label.strip() else scale.code(label)


def shown_rationale(row: Mapping[str, Any]) -> str:
    """The rationale of a table's row as people read it and as offsets count in it: with its reasons, and the outputs by their own names.

    Parameters
    ----------
    row : mapping
        With `rationale`, `reasons` and `order` of a ratings table.

    Returns
    -------
    str
        Empty where the judge gave none.
    """
    return _shown(row, read_given(row))[0]


def is_turned(row: Mapping[str, Any]) -> bool:
    """Whether the row's column `order` says, in any spelling, that `response_b` was shown first: then its rationale names the outputs the other way round."""
    return order_of(row["order"]) == BA


def shown_reasoning(row: Mapping[str, Any]) -> str:
    """The reasoning of a table's row, with the outputs by their own names."""
    text = str(row["reasoning"] or "").strip()
    return swap_slots(text) if is_turned(row) else text


def _shown(row: Mapping[str, Any], given: Given) -> tuple[str, tuple[Reason, ...]]:
    said, reasons = given.said, given.reasons
    if not reasons and not is_turned(row):
        return said, ()
    lines = readable(reasons)
    if lines and said.endswith(lines):
        said = said[: -len(lines)].rstrip()
    if is_turned(row):
        said = swap_slots(said)
        reasons = tuple(Reason(swap_slots(one.aspect), one.finding, one.quote, swap_slots(one.explanation)) for one in reasons)
    unsaid = readable([one for one in reasons if (one.explanation or one.quote or one.aspect or one.finding) not in said])
    return "\n".join(part for part in (said, unsaid) if part), reasons


def _said(row: Mapping[str, Any], code: float, label: str) -> Said:
    given = read_given(row)
    text, reasons = _shown(row, given)
    blank = not text and not given.unread and (row["rationale"] is not None or row["reasons"] is not None)
    relabelled = is_turned(row) and _shown({**row, "order": None}, given) != (text, reasons)
    return Said(
        row["item_id"], row["judge"], row["criterion"], int(row["replicate"]), code, label, text, reasons, shown_reasoning(row), blank, relabelled,
        given.ignored, given.unread, given.loose,
    )  # fmt: skip


def _rows(table: pa.Table) -> Iterator[dict[str, Any]]:
    for batch in table.to_batches(max_chunksize=50_000):
        yield from batch.to_pylist()


def _blank(column: pa.ChunkedArray) -> pa.ChunkedArray:
    return pc.equal(pc.fill_null(column, ""), "")


def _has_text(column: pa.ChunkedArray) -> bool:
    """Whether any row has something there, an empty field counted: a judge that left one empty was asked."""
    return bool(column.null_count < len(column))


def by_item(said: Sequence[Said]) -> dict[str, list[Said]]:
    """The verdicts of one judge by item."""
    of_item: dict[str, list[Said]] = {}
    for one in said:
        of_item.setdefault(one.item, []).append(one)
    return of_item
