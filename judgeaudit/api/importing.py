"""`import`: logs of other frameworks, spreadsheets and warehouses as one file of verdicts, with the labels by people and the texts beside it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit.api.inputs import PathLike
from judgeaudit.api.out_paths import check_not_read
from judgeaudit.errors import OptionError

if TYPE_CHECKING:
    import pyarrow as pa

    from judgeaudit.importers.imported import Imported

GOLD_SUFFIX, ITEMS_SUFFIX = ".gold.csv", ".items.jsonl"


@dataclass(frozen=True)
class Written:
    """What was read, and the files that were written of it (None where there was nothing to write)."""

    read: Imported
    verdicts: Path | None
    gold: Path | None
    items: Path | None
    incomplete_items: int = 0


def import_verdicts(
    files: PathLike | Sequence[PathLike], *, out: PathLike, format: str = "auto", columns: Mapping[str, str] | Sequence[str] = (),
    fixed: Mapping[str, str] | Sequence[str] = (), repeats: bool = False, on_rows: Callable[[str, int], None] | None = None,
) -> Written:  # fmt: skip
    """Write the verdicts of any files in the interchange format.

    Parameters
    ----------
    files : path or sequence of paths
        Logs of one framework or of several, tables, folders of Parquet parts.
    out : path
        The file of verdicts: .jsonl, .csv, .parquet, or .xlsx for people. Human labels go to ``<out>.gold.csv``, and to `out` itself where
        the files hold nothing else; items with all their texts to ``<out>.items.jsonl``.
    format, columns, fixed, repeats
        As in `audit`.
    on_rows : callable, optional
        Called with a file's name and the rows read of it so far.

    Returns
    -------
    Written

    Raises
    ------
    JudgeAuditError
        When the user must act first. Nothing is written then.
    """
    from judgeaudit.exporters.verdicts import check_suffix, verdict_bytes
    from judgeaudit.importers.columns import columns_of
    from judgeaudit.importers.imported import read_files
    from judgeaudit.store import write_bytes

    paths = [Path(files)] if isinstance(files, (str, Path)) else [Path(one) for one in files]
    target = Path(out)
    check_suffix(target)
    _check_apart(target, paths)
    read = read_files(
        paths, format=format, columns=columns_of(columns, fixed, wide=format == "wide"), drop_copies=True, repeats=repeats, on_rows=on_rows
    )  # fmt: skip
    people_only = not read.table.num_rows
    gold_path = (target if people_only else target.with_name(target.name + GOLD_SUFFIX)) if read.gold else None
    whole = _whole_items(read.items)
    items_path = target.with_name(target.name + ITEMS_SUFFIX) if whole else None
    _check_companions(target, {gold_path, items_path})
    if not people_only:
        write_bytes(target, verdict_bytes(read.table, target.suffix.casefold()))
    if gold_path is not None:
        write_bytes(gold_path, verdict_bytes(_table(read.gold), gold_path.suffix.casefold()))
    if items_path is not None:
        write_bytes(items_path, _lines(whole))
    return Written(read, None if people_only else target, gold_path, items_path, len(read.items) - len(whole))


def copies_line(table: pa.Table) -> str | None:
    """How many rows were left out of a table as copies of another one, or kept for columns that are not read alone, and what to do about it."""
    import json

    from judgeaudit.api.table_findings import told_by_unread
    from judgeaudit.importers.interchange import ASSUMED, COPIES

    n, assumed = (int(json.loads((table.schema.metadata or {}).get(key, b"0"))) for key in (COPIES, ASSUMED))
    lines = [f"note: {text}"] if (text := told_by_unread(table)) else []
    if n:
        what = f"left out: {n:,} copies of another row of their item, judge and criterion: no column shows that the judge was asked again"
        lines.append(what + (" (if it was: --repeats)" if n == assumed else ""))
    return "\n".join(lines) or None


def noticed_lines(table: pa.Table) -> list[str]:
    """What was left out of a table as empty or as no possible number, columns that parts of it hold in two ways, and times that cannot be read."""
    from judgeaudit.api.table_findings import noticed_findings, unreadable_times
    from judgeaudit.tables.noticed import noticed_of

    found = [one.text for one in (*noticed_findings(noticed_of(table.schema.metadata)), *unreadable_times(table))]
    return [text if text.startswith("left out") else f"note: {text}" for text in found]


def _check_apart(target: Path, paths: Sequence[Path]) -> None:
    """OptionError where a file that would be written is one that is read, or lies in a folder that is: the next import would read it."""
    for name in (target.name, target.name + GOLD_SUFFIX, target.name + ITEMS_SUFFIX):
        check_not_read(target.with_name(name), paths, option=f"--out {target}")
    inside = next((one for one in paths if one.is_dir() and one.resolve() in target.resolve().parents), None)
    if inside is not None:
        raise OptionError(f"the file to write lies in the folder that is read, {inside}", where=f"--out {target}", fix="name a file elsewhere")


def _check_companions(target: Path, written: Collection[Path | None]) -> None:
    """OptionError where labels or texts of an earlier import would stay beside the new verdicts, and be held against them by the next command.

    They are not removed here: people may have worked on them.
    """
    beside = [path for suffix in (GOLD_SUFFIX, ITEMS_SUFFIX) if (path := target.with_name(target.name + suffix)) not in written and path.exists()]
    if beside:
        names = " and ".join(path.name for path in beside)
        what = f"{names} {'are' if len(beside) > 1 else 'is'} there of an earlier import, and this one has no such {'labels' if beside[0].suffix == '.csv' else 'texts'}"
        raise OptionError(what, where=f"--out {target}", fix="remove or rename it if it is of no use, or name another file; nothing was written")


def _whole_items(items: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Items that an items file may hold: their input and what was judged are known."""
    return [item for item in items if "input" in item and ("response" in item or ("response_a" in item and "response_b" in item))]


def _table(rows: Sequence[Mapping[str, Any]]) -> pa.Table:
    """Labels by people as text columns."""
    import pyarrow as pa

    return pa.table({name: pa.array([row[name] for row in rows], type=pa.string()) for name in ("item_id", "annotator", "label", "criterion")})


def _lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    from judgeaudit.importers.exact_json import dumps

    return "".join(f"{dumps(row)}\n" for row in rows).encode("utf-8", "backslashreplace")
