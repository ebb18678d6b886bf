"""One judge before and now, split into anchors and production, as the analysis of drift reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from judgeaudit.api.anchors import ANCHORS
from judgeaudit.api.drift_judges import Pair
from judgeaudit.api.drift_runs import Run, plain_rows
from judgeaudit.api.drift_strata import strata_of
from judgeaudit.api.inputs import clusters_of
from judgeaudit.domain.items import GoldLabel, Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import NothingInCommonError

if TYPE_CHECKING:
    import pyarrow as pa

    from judgeaudit.analyses.drifts.inputs import DriftInput, Side
    from judgeaudit.analyses.gold import Gold
    from judgeaudit.api.embedding import Models

EXAMPLES = 3


@dataclass(frozen=True)
class Common:
    """What every pair of judges shares: rubric, items, gold, margins, models for rationales."""

    rubric: Rubric
    items: tuple[Item, ...]
    gold: Sequence[GoldLabel] | None
    margins: Mapping[str, float]
    noise_floor: float | None
    prompt_known: bool
    texts: bool


@dataclass(frozen=True)
class Split:
    """Rows of one judge: on items that it judged in both runs, and on those of one run only."""

    pair: Pair
    anchors: tuple[pa.Table, pa.Table]
    production: tuple[pa.Table, pa.Table]
    n_anchors: int
    n_alone: tuple[int, int]


def common_items(old: Run, new: Run) -> tuple[Item, ...]:
    """Items of both runs; of an item that both have, the stratum of the baseline, if that has one."""
    before = {item.id: item.stratum for item in old.evidence.items if item.stratum}
    both = {item.id: item for item in (*old.evidence.items, *new.evidence.items)}
    return tuple(item.model_copy(update={"stratum": before.get(item.id, item.stratum)}) for item in both.values())


def splits_of(old: Run, new: Run, pairs: Sequence[Pair]) -> tuple[Split, ...]:
    """The rows of each pair of judges.

    Raises
    ------
    NothingInCommonError
        When no pair has an item in both runs.
    """
    splits = tuple(_split(old, new, pair) for pair in pairs)
    if any(split.n_anchors for split in splits):
        return splits
    ids = [sorted(table["item_id"].unique().to_pylist()) for table in splits[0].production]
    named = [", ".join(map(repr, one[:EXAMPLES])) for one in ids]
    raise NothingInCommonError(
        f"the two runs have no item in common: {len(ids[0])} items in the baseline ({named[0]} ...), {len(ids[1])} in the current run ({named[1]} ...)",
        fix="judge the same items again (anchors), and write item_id the same way in both",
    )


def _split(old: Run, new: Run, pair: Pair) -> Split:
    import pyarrow as pa
    import pyarrow.compute as pc

    tables = [_of_judge(run.evidence.table, name) for run, name in zip((old, new), pair, strict=True)]
    ids = [set(table["item_id"].unique().to_pylist()) for table in tables]
    both = ids[0] & ids[1]
    inside = [pc.is_in(table["item_id"], value_set=pa.array(sorted(both), pa.string())) for table in tables]
    return Split(
        pair=pair, anchors=(tables[0].filter(inside[0]), tables[1].filter(inside[1])),
        production=(tables[0].filter(pc.invert(inside[0])), tables[1].filter(pc.invert(inside[1]))), n_anchors=len(both),
        n_alone=(len(ids[0] - both), len(ids[1] - both)),
    )  # fmt: skip


def _of_judge(table: pa.Table, name: str) -> pa.Table:
    import pyarrow.compute as pc

    plain = plain_rows(table).replace_schema_metadata(None)
    return plain.filter(pc.equal(plain["judge"], name))


def renamed(table: pa.Table, name: str) -> pa.Table:
    """The table with every row of one judge."""
    import pyarrow as pa

    position = table.schema.get_field_index("judge")
    return table.set_column(position, table.schema.field(position), pa.array([name] * table.num_rows, pa.string()))


def gold_of(common: Common, old: Run, new: Run) -> Gold | None:
    """Gold labels adjudicated once, over all judged items."""
    from judgeaudit.analyses.gold import adjudicate

    if common.gold is None:
        return None
    judged = {item.id for item in common.items} | {name for run in (old, new) for name in run.evidence.table["item_id"].unique().to_pylist()}
    return adjudicate(common.gold, common.rubric, judged)


def drift_input(common: Common, old: Run, new: Run, split: Split, *, gold: Gold | None, models: Models, n_judges: int = 1) -> DriftInput:
    """What the analysis of drift is handed about one judge, of so many that are compared."""
    import pyarrow as pa

    from judgeaudit.analyses.drifts.inputs import BASELINE, CURRENT, DriftInput
    from judgeaudit.analyses.inputs import AnalysisInput
    from judgeaudit.tables import PatternCounter

    tables = [renamed(table, name) for table, name in zip(split.anchors, (BASELINE, CURRENT), strict=True)]
    counter = PatternCounter({criterion.name: criterion.scale for criterion in common.rubric.criteria}, judges=(BASELINE, CURRENT))
    for table in tables:
        for batch in table.to_batches(max_chunksize=250_000):
            counter.add(batch)
    patterns = counter.counts(
        gold=gold.codes if gold is not None else None, strata=strata_of(old, new)[0],
        clusters=clusters_of(common.items),
    )  # fmt: skip
    names = dict(zip((BASELINE, CURRENT), zip((old, new), split.pair, strict=True), strict=True))
    data = AnalysisInput(
        rubric=common.rubric, patterns=patterns, table=pa.concat_tables(tables), facts=counter.facts(), items={item.id: item for item in common.items}, gold=gold,
        models={version: run.evidence.models[name] for version, (run, name) in names.items() if name in run.evidence.models},
        added={(v, criterion): words for v, (run, name) in names.items() for (judge, criterion), words in run.evidence.added.items() if judge == name},
        prompt_known=common.prompt_known, seed=common.rubric.seed, embed=models.embed, tuned=models.tuned, embedder=models.name, no_embedder=models.missing,
        compare=models.compare, texts=common.texts,
    )  # fmt: skip
    frozen = old.path is not None and (old.path / ANCHORS).is_file()
    before, now = (_side(run, name, split.anchors[n], split.production[n]) for n, (run, name) in enumerate(names.values()))
    return DriftInput(data=data, before=before, now=now, margins=common.margins, noise_floor=common.noise_floor, n_judges=n_judges, frozen=frozen)


def _side(run: Run, name: str, anchors: pa.Table, production: pa.Table) -> Side:
    """One version with all that its run says of how it was asked."""
    from judgeaudit.analyses.drifts.inputs import Side

    facts: Any = next((one for one in run.evidence.judges if one.name == name), None)
    prompts = {criterion: digest for (judge, criterion), digest in run.prompts.items() if judge == name}
    return Side(name=name, anchors=anchors, production=production, facts=facts, prompts=prompts)
