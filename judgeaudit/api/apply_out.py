"""Where routed verdicts are written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from judgeaudit.api.apply import AppliedTable
from judgeaudit.api.out_paths import check_file
from judgeaudit.errors import OptionError


def routed_path(verdicts: Path, out: Path | None, *, others: Mapping[str, Path | None] | None = None) -> Path:
    """The file that is named, or `<verdicts>.routed` with the suffix of what was read; JSONL for folders.

    Raises
    ------
    OptionError
        Another suffix than .jsonl, .csv or .parquet, the verdicts themselves or one of `others` (what else is read, by what it is), or a file that cannot be written.
    """
    from judgeaudit.exporters.verdicts import EXACT

    suffix = verdicts.suffix.lower() if verdicts.suffix.lower() in EXACT else ".jsonl"
    path = out if out is not None else verdicts.with_name(f"{verdicts.stem or 'verdicts'}.routed{suffix}")
    if path.suffix.lower() not in EXACT:
        raise OptionError(f"{path.name!r} has no suffix that says a format", where="--out", fix=f"end it in {', '.join(EXACT)}")
    for what, read in {"the verdicts": verdicts, **(others or {})}.items():
        if read is not None and path.resolve() == read.resolve():
            raise OptionError(f"the routed verdicts would take the place of {what}", where="--out", fix="name another file")
        if read is not None and read.is_dir() and path.exists() and read.resolve() in path.resolve().parents:
            raise OptionError(f"the routed verdicts would take the place of a file of {what}", where="--out", fix="name a file in another folder")
    check_file(path)
    return path


def write_routed(path: Path, applied: AppliedTable) -> None:
    """Write the verdicts with their routes; the folder is made where it is missing."""
    from judgeaudit.exporters.verdicts import verdict_bytes
    from judgeaudit.store import write_bytes

    write_bytes(path, verdict_bytes(applied.table, path.suffix.lower()))
