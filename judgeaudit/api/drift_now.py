"""`drift BASELINE --now`: the items of a run directory, judged again by its judges as they answer today."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from judgeaudit.api.anchors import check_anchors
from judgeaudit.api.audit import is_run
from judgeaudit.api.calling import OnProgress
from judgeaudit.api.inputs import PathLike
from judgeaudit.api.result import Audit
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import OptionError, RunError

NOW = "now"
"""Folder of the new run, inside of what `out` names."""


def judged_now(
    baseline: Any, rubric: PathLike | Rubric | None, *, out: PathLike | None, max_cost: float | None, max_calls: int | None, concurrency: int,
    on_start: Callable[[Path, int, int], None] | None, on_progress: OnProgress | None,
) -> Audit:  # fmt: skip
    """Run the judges again on the baseline's items.

    Parameters
    ----------
    baseline : path
        A run directory.
    rubric : path or Rubric, optional
        How the judge is asked today; without one as in the baseline, probes left out. Callables of `python:` judges are then looked for in the
        current folder.
    out : path
        The new run is its folder `now`; one that was interrupted is continued.

    Returns
    -------
    Audit
        `folder` is the new run.

    Raises
    ------
    OptionError
        The baseline is no run directory, or no folder is named.
    RunError
        There is a finished run in that folder: comparing with it again would not ask anybody.
    """
    from judgeaudit.api.run import run
    from judgeaudit.store import read_inputs, read_manifest

    if isinstance(baseline, (str, Path)) and not Path(baseline).exists():
        raise OptionError("the baseline is missing", where=str(baseline), fix="check the path")
    if not isinstance(baseline, (str, Path)) or not is_run(Path(baseline)):
        raise OptionError("only the items of a run directory can be judged again", where="--now", fix="name the folder that `judgeaudit run` wrote")
    if out is None:
        raise OptionError("the calls that are made now need a folder", where="--out", fix="name one: --out DIR")
    path = Path(baseline)
    check_anchors(path)  # before anything is paid for
    stored = Rubric.model_validate(read_manifest(path)["rubric"])
    asked = stored.model_copy(update={"items": None, "gold": None, "probes": ()}) if rubric is None else rubric
    folder = Path(out) / NOW
    resume = is_run(folder)
    if resume and _is_whole(folder):
        raise RunError(
            "the judges were asked already, and nobody would be asked again", where=str(folder),
            fix=f"name another folder (--out), or compare with these calls: judgeaudit drift {path} {folder}",
        )  # fmt: skip
    items, _ = read_inputs(path)
    with tempfile.TemporaryDirectory() as place:
        return run(
            asked, items=_written(Path(place), items), replicates=stored.replicates, out=None if resume else folder, resume=folder if resume else None,
            max_cost=max_cost, max_calls=max_calls, concurrency=concurrency, on_start=on_start, on_progress=on_progress,
        )  # fmt: skip


def _is_whole(folder: Path) -> bool:
    from judgeaudit.api.stored_run import evidence_of_run

    return not evidence_of_run(folder, None, None, None).incomplete


def _written(folder: Path, items: Sequence[Item]) -> Path:
    """The items as a file, since a run reads one."""
    path = folder / "items.jsonl"
    rows = [item.model_dump(mode="json", exclude_none=True) for item in items]
    path.write_text("".join(json.dumps(row, ensure_ascii=True) + "\n" for row in rows), encoding="utf-8")
    return path
