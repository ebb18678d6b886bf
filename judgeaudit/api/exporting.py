"""`export`: verdicts for other programs and for people, the cases that need a human as labelling tasks, and an audit as JUnit XML or Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit.api.inputs import PathLike
from judgeaudit.api.out_paths import check_not_read
from judgeaudit.domain import results
from judgeaudit.domain.items import Item
from judgeaudit.errors import OptionError

if TYPE_CHECKING:
    import pyarrow as pa

    from judgeaudit.exporters.label_tasks import Question

TARGETS: dict[str, str] = {
    "jsonl": "verdicts, exact: what audit, calibrate, drift and monitor read",
    "csv": "verdicts, exact, for programs",
    "parquet": "verdicts, exact",
    "spreadsheet": "verdicts as CSV for people: formula-safe",
    "excel": "verdicts as .xlsx for people: formula-safe",
    "inspect": "precomputed_scores of one judge and criterion",
    "label_studio": "the cases that need a human as tasks, with the labelling interface",
    "argilla": "the same as records, with the settings of the data set",
    "junit": "gates, or the answers of a check for drift, as JUnit XML",
    "markdown": "the summary for a pull request or chat",
}
"""What can be written, by name."""
OF_VERDICTS = ("jsonl", "csv", "parquet", "spreadsheet", "excel", "inspect")
LIMIT = 500


@dataclass(frozen=True)
class Exported:
    """The files that were written, how many rows or tasks they hold, and what must be said."""

    files: tuple[Path, ...]
    n: int
    notes: tuple[str, ...] = ()


def export(
    source: PathLike, target: str, *, out: PathLike, judge: str | None = None, criterion: str | None = None, items: PathLike | None = None, limit: int = LIMIT
) -> Exported:
    """Write what a source holds in the form of another program.

    Parameters
    ----------
    source : path
        Verdicts (a file in any known format, a run directory) for the forms in `OF_VERDICTS`; a folder with audit.json, or that file, for the others.
    target : str
        A name in `TARGETS`.
    out : path
    judge, criterion : str, optional
        Only these; needed for `inspect` where there are several.
    items : path, optional
        The items file, for the whole texts of tasks: audit.json holds long ones cut.
    limit : int
        Tasks at most, the most pressing first.

    Raises
    ------
    JudgeAuditError
        When the user must act first.
    """
    if target not in TARGETS:
        from judgeaudit.importers.problems import nearest

        near = nearest(target, TARGETS)
        raise OptionError(f"{target!r} is no form of export", where="export", fix=f"did you mean {near!r}?" if near else f"one of {', '.join(TARGETS)}")
    if limit < 1:
        raise OptionError(f"{limit} tasks are none", where="--limit", fix="give a number from 1 on")
    path = Path(out)
    _check_apart(path, Path(source))
    if target in OF_VERDICTS:
        return _verdicts(Path(source), target, path, judge, criterion)
    from judgeaudit.api.outputs import load_audit

    data = load_audit(source).data
    if target in ("junit", "markdown"):
        return _summary(data, target, path)
    return _tasks(data, target, path, judge, criterion, items, limit)


def _check_apart(path: Path, source: Path) -> None:
    """OptionError where the file to write is the source, or one of the files that a run or an audit consists of."""
    folder = source if source.is_dir() else source.parent
    own = [*(folder / name for name in ("audit.json", "run.json", "calls.jsonl", "anchors.json", "calibration.json")), *folder.glob("calls-*.jsonl")]
    check_not_read(path, [source, *own], option=f"--out {path}")


def _verdicts(source: Path, target: str, path: Path, judge: str | None, criterion: str | None) -> Exported:
    from judgeaudit.exporters.inspect_scores import inspect_jsonl
    from judgeaudit.exporters.spreadsheet import spreadsheet_csv
    from judgeaudit.exporters.verdicts import verdict_bytes
    from judgeaudit.store import write_bytes

    table = _only(_only(_table(source), "judge", judge), "criterion", criterion)
    if target == "inspect":
        content = inspect_jsonl(_one_judge(table).to_pylist()).encode("utf-8", "backslashreplace")
    elif target == "spreadsheet":
        names = [name for name in table.column_names if table[name].null_count < table.num_rows]
        content = spreadsheet_csv(names, table.to_pylist()).encode("utf-8", "backslashreplace")
    else:
        content = verdict_bytes(table, {"excel": ".xlsx"}.get(target, f".{target}"))
    write_bytes(path, content)
    return Exported((path,), table.num_rows)


def _table(source: Path) -> pa.Table:
    from judgeaudit.api.audit import is_run
    from judgeaudit.api.source import source_of

    if is_run(source):
        from judgeaudit.api.stored_run import evidence_of_run

        return evidence_of_run(source, None, None, None).table
    return source_of(source, None).table


def _only(table: pa.Table, column: str, value: str | None) -> pa.Table:
    if value is None:
        return table
    import pyarrow.compute as pc

    kept = table.filter(pc.equal(table[column], value))
    if not kept.num_rows:
        there = ", ".join(map(repr, table[column].unique().to_pylist()[:10]))
        raise OptionError(f"no verdict has the {column} {value!r}; there are {there}", where=f"--{column}", fix="name one of them")
    return kept


def _one_judge(table: pa.Table) -> pa.Table:
    """Plain rows of one judge and criterion: an id and epoch may have one score only."""
    import pyarrow.compute as pc

    for column in ("judge", "criterion"):
        names = table[column].unique().to_pylist()
        if len(names) > 1:
            raise OptionError(
                f"scores are of one {column}, and there are {', '.join(map(repr, names[:10]))}", where=f"--{column}", fix=f"--{column} {names[0]!r}"
            )
    return table.filter(pc.or_kleene(pc.is_null(table["probe"]), pc.equal(table["probe"], "")))


def _summary(data: results.Audit, target: str, path: Path) -> Exported:
    from judgeaudit.exporters.junit import junit_xml
    from judgeaudit.report.markdown import render_markdown
    from judgeaudit.store import write_bytes

    write_bytes(path, junit_xml(data) if target == "junit" else render_markdown(data).encode("utf-8", "backslashreplace"))
    return Exported((path,), 1)


def _tasks(data: results.Audit, target: str, path: Path, judge: str | None, criterion: str | None, items: PathLike | None, limit: int) -> Exported:
    from judgeaudit.exporters import label_tasks
    from judgeaudit.store import write_bytes

    why = _reasons(data, judge, criterion)
    if not why:
        raise OptionError(
            "no case of this audit needs a human", where="export", fix="nothing is written; audit more items, or leave out --judge and --criterion"
        )
    given = {} if items is None else _items(Path(items), None if data.rubric.assumed else data.rubric.mode)
    texts, cut = _texts(data, given, list(why)[:limit])
    tasks = [label_tasks.Task(item, texts[item], tuple(why[item])) for item in list(why)[:limit] if item in texts]
    if not tasks:
        raise OptionError("the audit holds no texts of these items", where="export", fix="name the items file: --items FILE")
    asked = _questions(data, criterion)
    names = [name for name in label_tasks.TEXTS if any(name in task.texts for task in tasks)]
    if target == "label_studio":
        content, beside = label_tasks.label_studio_json(tasks), (".config.xml", label_tasks.label_studio_config(asked, names))
    else:
        content, beside = label_tasks.argilla_records(tasks, path.suffix), (".settings.json", label_tasks.argilla_settings(asked, names))
    second = path.with_name(path.name + beside[0])
    write_bytes(path, content.encode("utf-8", "backslashreplace"))
    write_bytes(second, beside[1].encode("utf-8", "backslashreplace"))
    return Exported((path, second), len(tasks), _said(len(why), len(tasks), limit, cut))


def _said(n_cases: int, n_tasks: int, limit: int, cut: int) -> tuple[str, ...]:
    notes = []
    if n_cases > limit:
        notes.append(f"{n_cases - limit:,} more items have cases: --limit {n_cases}")
    if (missing := min(n_cases, limit) - n_tasks) > 0:
        notes.append(f"{missing:,} items have cases and no texts in the audit: name the items file (--items)")
    if cut:
        notes.append(f"{cut:,} tasks hold a text that audit.json cut: name the items file (--items) for the whole")
    return tuple(notes)


def _reasons(data: results.Audit, judge: str | None, criterion: str | None) -> dict[str, list[str]]:
    """Why each item is here, the most pressing items first: the triage list in its order, then cases."""
    from judgeaudit.api.result import triage_rows

    why: dict[str, list[str]] = {}

    def add(item: str | None, reason: str, of_judge: str | None, of_criterion: str | None) -> None:
        if item and (judge is None or of_judge in (judge, None)) and (criterion is None or of_criterion in (criterion, None)):
            known = why.setdefault(item, [])
            if reason not in known:
                known.append(reason)

    for row in triage_rows(data):
        add(row.get("item_id"), "evidence", row.get("judge"), row.get("criterion"))
    for case in data.cases:
        add(case.item_id, case.flag, case.judge, case.criterion)
    return why


def _questions(data: results.Audit, criterion: str | None) -> list[Question]:
    from judgeaudit.exporters.label_tasks import Question

    asked = [row for row in data.rubric.criteria if criterion is None or row["name"] == criterion]
    if not asked:
        there = ", ".join(repr(row["name"]) for row in data.rubric.criteria)
        raise OptionError(f"the audit has no criterion {criterion!r}; there are {there}", where="--criterion", fix="name one of them")
    return [Question(row["name"], row["question"], tuple(row["labels"])) for row in asked]


def _items(path: Path, mode: str | None) -> Mapping[str, Item]:
    from judgeaudit.importers.items import read_items

    return {item.id: item for item in read_items(path, mode, asked=False)}


def _texts(data: results.Audit, items: Mapping[str, Item], wanted: Sequence[str]) -> tuple[dict[str, dict[str, Any]], int]:
    """The texts of items by id, whole where the items are given, and how many hold one that was cut."""
    found: dict[str, dict[str, Any]] = {name: dict(items[name].sources()) for name in wanted if name in items}
    cut = 0
    for text in data.texts:
        if text.item_id in found or text.item_id not in wanted or not text.texts:
            continue
        found[text.item_id] = dict(text.texts)
        cut += bool(set(text.lengths) & set(text.texts))
    return found, cut
