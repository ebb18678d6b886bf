"""The triage list on disk: written beside audit.json, and never over what a person has added to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from judgeaudit.api.result import triage_rows
from judgeaudit.domain import results
from judgeaudit.exporters.triage import triage_csv
from judgeaudit.store import audit_path, check_no_other_file, keep_aside, triage_path, write_triage


def write_beside(folder: Path, data: results.Audit) -> None:
    """Write the list under its usual name into a folder."""
    write_triage(triage_path(folder), triage_csv(triage_rows(data)))


def ensure_list(folder: Path, data: results.Audit) -> Path:
    """Where a folder's list is; it is written where there is none, and left as it is where somebody may have worked in it."""
    path = triage_path(folder)
    if not path.is_file():
        write_beside(folder, data)
    return path


def write_named(out: Path, data: results.Audit) -> Path:
    """Write the list where the user says.

    Raises
    ------
    RunError
        There is another file, which would be lost.
    """
    text = triage_csv(triage_rows(data))
    check_no_other_file(out, text)
    write_triage(out, text)
    return out


def keep_edited(folder: Path) -> Path | None:
    """Put a list that somebody has worked in out of the way, before the folder's audit is written anew.

    Parameters
    ----------
    folder : Path
        With audit.json as it was when the list was written.

    Returns
    -------
    Path or None
        Where the list is now; None where there is none, or it is still as the audit says.
    """
    path = triage_path(folder)
    if not path.is_file() or path.read_bytes() == _as_written(folder):
        return None
    return keep_aside(path)


def _as_written(folder: Path) -> bytes | None:
    """The list that the stored audit gives; None where there is no audit that can be read."""
    try:
        stored = json.loads(audit_path(folder).read_bytes())
        rows: list[dict[str, Any]] = [row for one in stored["analyses"] if one["name"] == "evidence" for row in one["blocks"].get("triage", ())]
        return triage_csv(rows).encode("utf-8")
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
