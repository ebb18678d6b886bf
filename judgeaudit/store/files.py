"""Files that are whole or not there, and errors of the file system in words."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from judgeaudit.errors import RunError

TEMPORARY = ".tmp-"
"""In the name of a file that is still being written."""


RESUME = "free space or correct the permissions, then --resume"
AGAIN = "free space or correct the permissions, or name another place, then write it again"


def write_whole(path: Path, text: str, *, fix: str = RESUME) -> None:
    """Write a file as a whole: beside its place, then renamed into it."""
    write_bytes(path, text.encode("utf-8", "backslashreplace"), fix=fix)


def write_bytes(path: Path, content: bytes, *, fix: str = RESUME) -> None:
    """The same for content that is no text."""
    temporary = path.with_name(f".{path.name}{TEMPORARY}{os.getpid()}")
    with explained(path, "cannot be written", fix=fix):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)


def load_json(path: Path) -> dict[str, Any]:
    """The JSON object in a file; RunError where it holds none."""
    with explained(path, "cannot be read"):
        text = read_text(path)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as damaged:
        raise RunError(f"it is no JSON ({damaged})", where=str(path), fix="start a new run; this file cannot be repaired") from None
    if not isinstance(value, dict):
        raise RunError("it holds no JSON object", where=str(path), fix="start a new run; this file cannot be repaired")
    return value


def read_text(path: Path) -> str:
    """A file's text; bytes that are no UTF-8 become U+FFFD."""
    return path.read_bytes().decode("utf-8", "replace")


def open_for_append(path: Path, *, is_whole: Callable[[bytes], bool]) -> int:
    """The file, ready for the next line: what a killed process left half written is cut off first."""
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0), 0o644)
    stored = path.read_bytes()
    last_line = stored.rfind(b"\n") + 1
    if last_line < len(stored):
        if not is_whole(stored[last_line:]):
            os.ftruncate(handle, last_line)
        else:
            os.write(handle, b"\n")
    return handle


def append_line(handle: int, line: bytes) -> None:
    """All of the line or nothing: half a line would spoil the next one."""
    size = os.fstat(handle).st_size
    written = 0
    try:
        while written < len(line):
            written += os.write(handle, line[written:])
    except OSError:
        with contextlib.suppress(OSError):
            os.ftruncate(handle, size)
        raise


@contextlib.contextmanager
def explained(path: Path, what: str, *, fix: str = RESUME) -> Iterator[None]:
    """An error of the file system, in words for the user."""
    try:
        yield
    except OSError as failed:
        reason = failed.strerror or str(failed)
        raise RunError(f"it {what}: {reason}", where=str(path), fix=fix) from failed
