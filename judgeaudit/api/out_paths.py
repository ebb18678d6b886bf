"""Whether what is asked for can be written, before the work is done for it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from judgeaudit.errors import OptionError

_FIX = "name a folder that can be made and written in"


def check_folder(folder: Path) -> None:
    """Refuse a folder that cannot be made or written in; what had to be made to find out is taken away again.

    Raises
    ------
    OptionError
        It is a file, lies below one, or the system forbids it.
    """
    made: list[Path] = []
    try:
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        for path in reversed(missing):
            path.mkdir()
            made.append(path)
        probe = folder / ".judgeaudit-check"
        probe.touch()
        probe.unlink()
    except OSError as refused:
        raise OptionError(f"{folder} cannot be written in: {refused.strerror}", where="--out", fix=_FIX) from None
    finally:
        with contextlib.suppress(OSError):  # somebody else may have put something there meanwhile
            for path in reversed(made):
                path.rmdir()


def check_file(path: Path) -> None:
    """The same for a file and the folder that it goes to.

    Raises
    ------
    OptionError
        It is a folder, or its folder is none that can be written in.
    """
    if path.is_dir():
        raise OptionError(f"{path} is a folder", where="--out", fix="name a file")
    check_folder(path.parent)


def named_in_rubric(path: Path) -> tuple[Path, ...]:
    """Whatever a rubric's file may name as a file beside it: items, gold, prompts. None where it cannot be read, which is said elsewhere."""
    import yaml

    try:
        waiting: list[Any] = [yaml.safe_load(path.read_text(encoding="utf-8"))]
    except (OSError, ValueError, yaml.YAMLError):
        return ()
    found: list[Path] = []
    while waiting:
        value = waiting.pop()
        if isinstance(value, str) and 0 < len(value) <= 1000 and "\n" not in value and "\0" not in value:
            found.append(path.absolute().parent / value)
        elif isinstance(value, (dict, list)):
            waiting += value.values() if isinstance(value, dict) else value
    return tuple(found)


def check_not_read(written: Path, read: Iterable[Path], *, option: str) -> None:
    """OptionError where a file that would be written is one of those that are read."""
    if written.resolve() in {one.resolve() for one in read}:
        raise OptionError(f"the file to write, {written.name}, is one that is read", where=option, fix="name another file")
