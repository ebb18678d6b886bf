"""`init`: copy the starter files into a folder of the user's."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from judgeaudit.api.inputs import PathLike
from judgeaudit.errors import OptionError


def init(folder: PathLike) -> tuple[Path, ...]:
    """Write the starter rubric, its items, gold labels and rule judge; existing files are never overwritten.

    Returns
    -------
    tuple of Path
        The files written.
    """
    target = Path(folder)
    if target.exists() and not target.is_dir():
        raise OptionError("this is a file, not a folder", where=str(target), fix="name a new folder")
    sources = [entry for entry in files("judgeaudit").joinpath("starter").iterdir() if entry.is_file() and not entry.name.startswith(("__", "."))]
    taken = [entry.name for entry in sources if (target / entry.name).exists()]
    if taken:
        raise OptionError(f"{', '.join(sorted(taken))} is there already", where=str(target), fix="name a new or empty folder")
    try:
        target.mkdir(parents=True, exist_ok=True)
        for entry in sources:
            (target / entry.name).write_bytes(entry.read_bytes())
    except OSError as error:
        raise OptionError(f"cannot write there: {error.strerror}", where=str(target), fix="name a folder that you may write to") from None
    return tuple(sorted(target / entry.name for entry in sources))
