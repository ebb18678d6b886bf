"""Several mistakes in one file, told in one error."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass
from difflib import get_close_matches

from judgeaudit.errors import JudgeAuditError

LISTED = 5
"""Problems of one file that are listed; the number of the others is said."""
MOST_COLUMNS = 20_000
"""Columns that a table may have."""


@dataclass(frozen=True)
class Problem:
    """One mistake: where it is, what it is, what to write instead."""

    where: str
    what: str
    fix: str = ""


class RowProblem(Exception):
    """A mistake in one row, on its way to the list of problems; never seen by a user."""

    def __init__(self, what: str, fix: str = "") -> None:
        self.what = what
        self.fix = fix
        super().__init__(what)


def raise_problems(error: type[JudgeAuditError], problems: Sequence[Problem], *, where: str, listed: int = LISTED) -> None:
    """Raise one error for all problems; none where there are none.

    Parameters
    ----------
    error : type of JudgeAuditError
    problems : sequence of Problem
    where : str
        The file, for an error about several rows.
    listed : int
        How many are listed; the number of the others is said.
    """
    if not problems:
        return
    if len(problems) == 1:
        only = problems[0]
        raise error(only.what, where=only.where, fix=only.fix or None)
    fixes = {problem.fix for problem in problems}
    shared = fixes.pop() if len(fixes) == 1 else ""
    lines = [f"  {p.where}: {p.what}" + (f". Fix: {p.fix}" if p.fix and not shared else "") for p in problems[:listed]]
    if len(problems) > listed:
        lines.append(f"  ... and {len(problems) - listed} more")
    raise error("\n".join([f"{len(problems)} problems", *lines]), where=where, fix=shared or None)


def nearest(name: str, known: Iterable[str], *, cutoff: float = 0.6) -> str | None:
    """The known name that is most like `name`, case aside; None where none is near."""
    folded = {one.casefold(): one for one in known}
    near = get_close_matches(name.casefold(), folded, n=1, cutoff=cutoff)
    return folded[near[0]] if near else None


def first_twice(names: Iterable[str]) -> str | None:
    """The first name that stands there twice; there may be millions."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def check_width(names: Sized, *, where: str, error: type[JudgeAuditError]) -> None:
    """Raise for a table with more columns than anybody wrote: each costs memory, and a header of some megabytes would take it all."""
    if len(names) > MOST_COLUMNS:
        raise error(f"there are {len(names):,} columns, more than {MOST_COLUMNS:,}", where=where, fix="keep those that are needed; one row is one verdict")


def shorten(text: object, limit: int = 60) -> str:
    """A value for an error message: quoted, on one line, cut where it is long."""
    shown = repr(str(text))
    return shown if len(shown) <= limit else f"{shown[: limit - 4]}...{shown[-1]}"
