"""Audits of tables that are too large to hold, here or on a cluster: counted part by part, with the rows of a sample of items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from judgeaudit import thresholds
from judgeaudit.domain.items import Item
from judgeaudit.domain.results import Finding
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import OptionError, VerdictsError

if TYPE_CHECKING:
    import pyarrow as pa

    from judgeaudit.importers.parquet_parts import PartFile
    from judgeaudit.tables import Tallies, Whole

T = TypeVar("T")
ENGINES = ("local", "dask")


@dataclass(frozen=True)
class Engine:
    """Where parts are counted: `local` in this process, `dask` on the cluster of a scheduler. Without a name it is here, and an unreadable part is an error."""

    name: str | None = None
    scheduler: str | None = None

    def __post_init__(self) -> None:
        if self.name not in (None, *ENGINES):
            raise OptionError(f"{self.name!r} is no engine", where="--engine", fix=f"one of {', '.join(ENGINES)}")
        if (self.name == "dask") != (self.scheduler is not None):
            fix = "--engine dask --scheduler tcp://HOST:8786"
            raise OptionError("--engine dask and --scheduler belong together", where="--scheduler", fix=fix)


@dataclass(frozen=True)
class Large:
    """A large source: its parts, where they are counted, and what was noticed while they were made."""

    parts: Sequence[PartFile]
    engine: Engine
    source: str
    findings: tuple[Finding, ...] = ()

    def each(self, function: Callable[[PartFile], T]) -> list[T | VerdictsError]:
        """A function of every part, in their order."""
        from judgeaudit.scale import map_here

        if self.engine.scheduler is not None:
            from judgeaudit.scale.on_dask import map_on_dask

            return map_on_dask(function, self.parts, scheduler=self.engine.scheduler)
        return map_here(function, self.parts, skip=self.engine.name is not None)


def large_of(table: Any, engine: Engine) -> Large | None:
    """The parts of a source that is to be counted rather than held: by its size, as a URL, or because an engine is named; None for any other.

    Raises
    ------
    OptionError
        An engine for what are no Parquet parts.
    """
    from judgeaudit.importers.parquet_parts import parts_of, rows_of
    from judgeaudit.importers.remote import is_url

    named = engine.name is not None
    if not isinstance(table, (str, Path)) or (isinstance(table, Path) and not _parquet(table)) or not (is_url(str(table)) or _parquet(Path(table))):
        if named:
            raise OptionError("an engine counts Parquet", where="--engine", fix="name a folder of Parquet parts, a Parquet file or a URL of either")
        return None
    source = str(table)
    parts = parts_of(source)
    if not named and not is_url(source) and (rows_of(parts) <= thresholds.MOST_HELD_ROWS or not _ours(parts[0])):
        return None
    return Large(parts, engine, source)


def _parquet(path: Path) -> bool:
    if path.is_dir():
        return next(path.rglob("*.parquet"), None) is not None
    return path.is_file() and path.suffix.casefold() == ".parquet"


def _ours(part: PartFile) -> bool:
    """Whether a part has the columns of the interchange format; any other table is read as it always was, whatever its size."""
    from judgeaudit.importers.parquet_parts import columns_in

    return {"item_id", "judge"} <= set(columns_in(part))


def assumed_of(large: Large, criterion: str, gold_texts: Sequence[str]) -> tuple[Rubric, tuple[str, ...]]:
    """The rubric that the verdicts seem to follow; see `importers.assume.assume_rubric`."""
    from judgeaudit.importers.assume import Seen, rubric_of
    from judgeaudit.importers.parquet_parts import labels_in

    seen: dict[str, Seen] = {}
    found = large.each(partial(labels_in, criterion=criterion))
    for one in found:
        for name, part in ({} if isinstance(one, VerdictsError) else one).items():
            seen.setdefault(name, Seen()).add(part)
    if not seen:
        trouble = next((one for one in found if isinstance(one, VerdictsError)), None)
        raise trouble or VerdictsError("there are no verdicts in it", where=large.source, fix="add rows with item_id, judge and label or score")
    return rubric_of(seen, gold_texts=gold_texts)


def counted_of(large: Large, rubric: Rubric, criterion: str) -> Whole:
    """Everything counted on the rubric's scales.

    Raises
    ------
    VerdictsError
        A part cannot be read (without an engine; with one, if none can), or the table has something that can only be settled with all rows
        side by side: repeats that are not numbered, pairs in two orders, copies of calls.
    """
    from judgeaudit.importers.parquet_parts import batches_of
    from judgeaudit.scale import CountPlan, count_here

    scales = {one.name: one.scale for one in rubric.criteria}
    plan = CountPlan(batches_of, criterion, scales, thresholds.SAMPLE_ITEMS, rubric.seed)
    if large.engine.scheduler is not None:
        from judgeaudit.scale.on_dask import count_on_dask

        whole = count_on_dask(large.parts, plan, scheduler=large.engine.scheduler)
    else:
        whole = count_here(large.parts, plan, skip=large.engine.name is not None)
    _check(whole, large.source, scales)
    return whole


def _check(whole: Whole, source: str, scales: Mapping[str, Any]) -> None:
    """Refuse what could only be counted with all rows side by side."""
    from judgeaudit.domain.shown_orders import letters_of
    from judgeaudit.importers.remote import shown
    from judgeaudit.importers.shown_order import PROBE, two_orders
    from judgeaudit.importers.verdict_replicates import COUNTER_FACTOR

    tallies, where = whole.tallies, shown(source)
    if not tallies.rows:
        known = ", ".join(map(repr, list(tallies.criteria)[:5])) or "nothing"
        raise VerdictsError(
            f"the verdicts are about {known}, the rubric about {', '.join(map(repr, scales))}", where=where, fix="use the criterion names of the rubric"
        )
    fix = "give a column replicate (0, 1, 2 ... within item, judge and criterion)"
    if 0 < tallies.unnumbered < tallies.rows:
        what = f"replicate is empty here (in {tallies.unnumbered:,} of {tallies.rows:,} rows), and other rows have one"
        raise VerdictsError(what, where=_first_unnumbered(tallies) or where, fix=fix)
    if tallies.unnumbered and (whole.facts.n_duplicates or tallies.probes):
        what = "rows repeat an item, judge and criterion and have no replicate: with so many rows they are not numbered, nor told from copies"
        raise VerdictsError(what, where=where, fix=fix)
    if len(tallies.replicates) > max(COUNTER_FACTOR * _most_repeats(whole), COUNTER_FACTOR):
        raise VerdictsError("replicate looks like a counter over all items: it has many more values than any item has rows", where=where, fix=fix)
    if any(two_orders(one.orders) and PROBE not in map(letters_of, one.probes) for one in tallies.judges.values()):
        what = "pairs are shown in two orders, and no column says which rows are the swapped ones"
        raise VerdictsError(what, where=where, fix="give the columns probe (position) and variant (swapped) in the rows of the other order")


def _first_unnumbered(tallies: Tallies) -> str:
    """The first row without a replicate; of a text table that was written as Parquet the verdict, since its rows are the file's no more."""
    if tallies.noticed.unnumbered is None:
        return ""
    name, n = tallies.noticed.unnumbered
    return f"{name}: {'row' if '.parquet' in name.casefold() else 'verdict'} {n:,}"


def _most_repeats(whole: Whole) -> int:
    """Verdicts of the item that a judge was asked about most often."""
    import numpy as np

    from judgeaudit.tables import ABSENT

    found = [0]
    for bucket in whole.buckets:
        for counts in bucket.patterns.values():
            found += [int((counts.cells(judge) != ABSENT).sum(axis=1).max(initial=0)) for judge in counts.judges]
    return int(np.max(found))


def sample_of(whole: Whole, source: str, items: Sequence[Item] = ()) -> pa.Table:
    """All rows of the sampled items; strata are those of the items file, else of the table.

    Raises
    ------
    VerdictsError
        Among them are copies of calls: so there are in the rest, and they would count as evidence of stability.
    """
    from judgeaudit.importers.remote import shown
    from judgeaudit.importers.verdict_copies import same_call

    strata: dict[str, str] = {}
    for bucket in whole.buckets:
        for counts in bucket.patterns.values():
            if any(counts.strata):
                strata.update({item: counts.strata[n] for item, n in zip(counts.item_ids, counts.pattern_of_item, strict=True) if counts.strata[n]})
    known = whole.item_ids()
    strata.update({item.id: item.stratum for item in items if item.stratum and item.id in known})
    counted, bare = Counter(strata.values()), len(known) - len(strata)
    rows = whole.sample.table(strata, {**counted, **({"": bare} if bare else {})}).replace_schema_metadata(None)  # notes are of batches, and are in the tallies
    fraction = len(rows["item_id"].unique()) / max(len(known), 1)
    if rows.num_rows and (n := int(same_call(rows, fraction=fraction)[0].sum())):
        what = f"{n:,} of {rows.num_rows:,} rows of {len(rows['item_id'].unique()):,} items drawn at random are copies of a call: the same in every column that is read, at a time of their own, under another replicate"
        raise VerdictsError(what, where=shown(source), fix="leave such rows out of the files: one call is no evidence that a judge repeats itself")
    return rows


def large_findings(large: Large, whole: Whole, sample: pa.Table, rubric: Rubric) -> tuple[Finding, ...]:
    """How a table was read that was not held."""
    from judgeaudit.api.table_findings import left_out, noticed_findings, unread_texts
    from judgeaudit.importers.parquet_parts import texts_beside

    tallies: Tallies = whole.tallies
    n_sampled, n_items = len(sample["item_id"].unique()), len(whole.item_ids())
    text = (
        f"The table has {tallies.rows:,} rows on {n_items:,} items and was counted batch by batch: verdicts, confidences and systems are counted exactly, over all "
        f"rows. What needs single rows (rationales, evidence, probes, copies of calls, texts of cases) was read from all rows of {n_sampled:,} items drawn at random "
        f"({100 * n_sampled / max(n_items, 1):.2g} %)."
    )
    found = [Finding(severity="note", text=text), *large.findings, *unread_texts(texts_beside(large.parts)), *left_out(tallies.copies, tallies.rows)]
    found += noticed_findings(tallies.noticed)
    known = {one.name for one in rubric.criteria}
    other = {name: n for name, n in tallies.criteria.items() if name not in known}
    if other:
        unknown = f"{sum(other.values())} verdicts are about criteria that the rubric does not have and are left out: {', '.join(list(other)[:10])}"
        found.append(Finding(severity="warning", text=unknown))
    if whole.missing:
        missing = f"{len(whole.missing)} of {len(large.parts)} parts could not be read and are missing from every number: {'; '.join(whole.missing[:10])}"
        found.append(Finding(severity="serious", text=missing))
    return tuple(found)
