"""How many of a probe's calls ended in a verdict: an effect over those that happened to be answered is a selected one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit import thresholds
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import listed, percent
from judgeaudit.domain.results import Finding
from judgeaudit.tables.counter import codes_of, off_scale_example

Place = tuple[str, str, str]
"""Probe, judge, criterion."""

EXAMPLES = 3
"""Verdicts off the scale that are named (ours)."""
OFF_SCALE = "off_scale"


@dataclass
class Answered:
    """The rows of one probe, judge and criterion.

    Attributes
    ----------
    statuses : dict of str to int
        Rows by status; a verdict that is no point of the criterion's scale is `off_scale`, whatever the file says.
    variants : dict of str to [rows, verdicts]
        By variant, "" where rows name none.
    examples : list of str
        The first verdicts off the scale.
    """

    statuses: dict[str, int] = field(default_factory=dict)
    variants: dict[str, list[int]] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)

    @property
    def asked(self) -> int:
        return sum(self.statuses.values())

    @property
    def ok(self) -> int:
        return self.statuses.get("ok", 0)

    @property
    def silent(self) -> tuple[str, ...]:
        """Variants without any verdict, where others have some."""
        return tuple(name for name, (_, ok) in sorted(self.variants.items()) if not ok) if self.ok else ()

    def kinds(self) -> str:
        """What there is in place of verdicts: "90 off_scale, 2 refused"."""
        return ", ".join(f"{n} {status}" for status, n in sorted(self.statuses.items()) if status != "ok")


def answers(data: AnalysisInput, only: Place | None = None) -> dict[Place, Answered]:
    """Rows of every probe, judge and criterion by what became of them; only what there are rows of. `only`: of that one place."""
    chosen = pc.not_equal(pc.fill_null(data.table["probe"], ""), "")
    for name, value in zip(("probe", "judge", "criterion"), only or (), strict=False):
        chosen = pc.and_(chosen, pc.fill_null(pc.equal(data.table[name], value), False))
    rows = data.table.filter(chosen)
    found: dict[Place, Answered] = {}
    for criterion in data.rubric.criteria:
        of_criterion = rows.filter(pc.equal(rows["criterion"], criterion.name))
        if of_criterion.num_rows == 0:
            continue
        off = np.asarray(pc.equal(pc.fill_null(of_criterion["status"], "ok"), "ok")) & np.isnan(codes_of(criterion.scale, of_criterion))
        status = pc.if_else(pa.array(off), OFF_SCALE, pc.fill_null(of_criterion["status"], "ok"))
        for place, variant, word, n in _counted(of_criterion, status):
            one = found.setdefault((place[0], place[1], criterion.name), Answered())
            one.statuses[word] = one.statuses.get(word, 0) + n
            of_variant = one.variants.setdefault(variant, [0, 0])
            of_variant[0] += n
            of_variant[1] += n if word == "ok" else 0
        _add_examples(found, of_criterion.filter(pa.array(off)), criterion.name)
    return found


def _counted(rows: pa.Table, status: pa.Array) -> Iterator[tuple[tuple[str, str], str, str, int]]:
    """Probe and judge, variant, status and how many rows there are of them."""
    names = ["probe", "judge", "variant", "status"]
    table = pa.table({**{name: rows[name] for name in names[:2]}, "variant": pc.fill_null(rows["variant"], ""), "status": status})
    counted = table.group_by(names, use_threads=False).aggregate([([], "count_all")])
    for row in counted.sort_by([(name, "ascending") for name in names]).to_pylist():
        yield (row["probe"], row["judge"]), row["variant"], row["status"], row["count_all"]


def _add_examples(found: dict[Place, Answered], off: pa.Table, criterion: str) -> None:
    """The first verdicts off the scale of each place, one of each wording."""
    firsts = off.group_by(["probe", "judge", "label"], use_threads=False).aggregate([("item_id", "first"), ("score", "first")])
    named = firsts.rename_columns([name.removesuffix("_first") for name in firsts.column_names])
    for row in range(named.num_rows):
        one = found[(named["probe"][row].as_py(), named["judge"][row].as_py(), criterion)]
        if len(one.examples) < EXAMPLES:
            one.examples.append(off_scale_example(named, row))


def unanswered_finding(place: Place, found: Answered) -> Finding | None:
    """A warning where more than a few calls of a probe gave no verdict, or none of a variant did."""
    probe, judge, criterion = place
    asked, ok = found.asked, found.ok
    if asked == 0 or ((asked - ok) / asked <= thresholds.MISSING_SHARE_FOR_BOUNDS and not found.silent):
        return None
    examples = f" Not on its scale: {'; '.join(found.examples)}. Write labels of the scale, or correct the rubric." if found.examples else ""
    silent = (
        f" No verdict at all under {listed(tuple(name or 'rows without a variant' for name in found.silent))}: nothing is said of that here."
        if found.silent
        else ""
    )
    rest = "Its effect is that on the answered ones, which may not be like the others." if ok else "Nothing can be said of its effect."
    text = f"{judge} gave no verdict under {probe} on {criterion} in {asked - ok} of {asked} calls ({percent((asked - ok) / asked)}): {found.kinds()}. {rest}"
    return Finding(severity="warning", judge=judge, criterion=criterion, text=text + silent + examples)
