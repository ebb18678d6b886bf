"""The files that hold a run's calls: calls.jsonl of whoever holds the run's lock, and one for each task of a worker that judged a part of it.

    calls.jsonl      appended by the process that holds the lock
    calls-N.jsonl    appended by the one task that made it; no number is used twice

Together they are the run: read as one, none of them is ever rewritten.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from pathlib import Path

from judgeaudit.store.files import append_line, explained, open_for_append
from judgeaudit.store.lines import Calls, merged, read_lines, record_of

CALLS = "calls.jsonl"
_OF_TASK = re.compile(r"calls-(\d{1,9})\.jsonl")

FSYNC_EVERY_S = 1.0
"""A killed process loses nothing that was written; only a machine that loses its power can lose the last second."""


class CallsFile:
    """One file of calls that this process appends to. It is opened, and mended where it was torn, with the first line; close it when done."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: int | None = None
        self._synced_at = 0.0

    def append(self, line: bytes) -> None:
        """Store the line of a call; it is in the file when this returns.

        Raises
        ------
        RunError
            The disk is full or the file cannot be written. What was stored before stays readable.
        """
        with explained(self.path, "cannot be written"):
            if self._handle is None:
                self._handle = open_for_append(self.path, is_whole=_is_whole)
            append_line(self._handle, line)
            now = time.monotonic()
            if now - self._synced_at >= FSYNC_EVERY_S:
                self._synced_at = now
                os.fsync(self._handle)

    def close(self) -> None:
        """Bring everything to the disk."""
        if self._handle is not None:
            handle, self._handle = self._handle, None
            with contextlib.suppress(OSError):
                os.fsync(handle)
            os.close(handle)


def new_calls_file(folder: Path, number: int) -> CallsFile | None:
    """The file of a task of that number, made now; None where it is there already: then the task was begun before, by a process that died.

    Raises
    ------
    OSError
        The folder is not there, or nothing can be made in it.
    """
    path = folder / f"calls-{number}.jsonl"
    try:
        path.open("xb").close()
    except FileExistsError:
        return None
    return CallsFile(path)


def task_files(folder: Path) -> dict[int, Path]:
    """The files of tasks, by number."""
    with explained(folder, "cannot be read"):
        found = {int(match[1]): path for path in folder.iterdir() if (match := _OF_TASK.fullmatch(path.name))}
    return dict(sorted(found.items()))


def mend(folder: Path) -> None:
    """Cut off what dead tasks left half written at the ends of their files."""
    for path in task_files(folder).values():
        with explained(path, "cannot be mended"):
            if path.stat().st_size and not _ends_whole(path):
                os.close(open_for_append(path, is_whole=_is_whole))


def read_calls(folder: Path) -> Calls:
    """Every stored call of a run directory, one record per key; needs no lock. See `judgeaudit.store.lines` for how lines and files are put together."""
    read = []
    for path in (folder / CALLS, *task_files(folder).values()) if folder.is_dir() else ():
        if path.exists():
            with explained(path, "cannot be read"), path.open("rb") as lines:
                read.append(read_lines(lines, name=path.name))
    return merged(read)


def _is_whole(line: bytes) -> bool:
    return record_of(line) is not None


def _ends_whole(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"
