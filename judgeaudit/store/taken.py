"""Files that are in the way: what a person has worked in is kept, and what is something else is not written over."""

from __future__ import annotations

from pathlib import Path

from judgeaudit.errors import RunError
from judgeaudit.store.files import explained


def keep_aside(path: Path) -> Path:
    """Give a file a name that no file has (`triage-kept-1.csv`), so that another can take its place; returns the name."""
    number = 1
    while (kept := path.with_name(f"{path.stem}-kept-{number}{path.suffix}")).exists():
        number += 1
    with explained(path, "cannot be renamed"):
        path.rename(kept)
    return kept


def check_no_other_file(path: Path, text: str) -> None:
    """A list that goes where the user says must not take the place of a run's calls, its audit, or anything that is no list.

    Parameters
    ----------
    path : Path
    text : str
        What is to be written there; a file that begins with the same line is an earlier list.

    Raises
    ------
    RunError
        There is another file.
    """
    header = text.partition("\r\n")[0].encode("utf-8")
    if not path.is_file() or not path.stat().st_size:
        return
    with explained(path, "cannot be read"), path.open("rb") as existing:
        is_list = existing.read(len(header)) == header
    if not is_list:
        raise RunError("is no triage list, and would be lost", where=str(path), fix="name a file that does not exist yet")
