"""`drift BASELINE --now`: the items of a run directory, judged again by its judges as they answer today."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from judgeaudit.api.anchors import check_anchors
from judgeaudit.api.audit import is_run
from judgeaudit.api.calling import OnProgress
from judgeaudit.api.drift_judges import pairs_of
from judgeaudit.api.inputs import PathLike
from judgeaudit.api.result import Audit
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import JudgeError, OptionError, RunError

NOW = "now"
"""Folder of the new run, inside of what `out` names."""


def judged_now(
    baseline: Any, rubric: PathLike | Rubric | None, *, judges: Mapping[str, str] | Sequence[str] | None = None, replicates: int | None = None,
    out: PathLike | None, max_cost: float | None, max_calls: int | None, concurrency: int, on_start: Callable[[Path, int, int], None] | None, on_progress: OnProgress | None,
) -> Audit:  # fmt: skip
    """Run the judges again on the baseline's items.

    Parameters
    ----------
    baseline : path
        A run directory.
    rubric : path or Rubric, optional
        How the judge is asked today; without one as in the baseline. Probes are left out. Callables of `python:` judges are then looked for in the
        current folder.
    judges : as in `drift`
        Only judges that will be compared are asked.
    replicates : int, optional
        As many as in the baseline where none are given.
    out : path
        The new run is its folder `now`; one that was interrupted is continued.

    Returns
    -------
    Audit
        `folder` is the new run.

    Raises
    ------
    OptionError
        The baseline is no run directory, no folder is named, no judge of the rubric is one of the baseline, or the run directory does not hold all
        that a judge was asked with.
    RunError
        The anchors were changed. Or there is a finished run in that folder: comparing with it again would not ask anybody.
    """
    from judgeaudit.api.inputs import read_inputs as read_rubric
    from judgeaudit.api.run import run
    from judgeaudit.store import read_inputs, read_manifest

    _check(baseline, out)
    path = Path(baseline)
    check_anchors(path)  # before anything is paid for
    stored = Rubric.model_validate(read_manifest(path)["rubric"])
    items, _ = read_inputs(path)
    folder = Path(str(out)) / NOW
    resume = is_run(folder)
    if resume and _is_whole(folder):
        raise RunError(
            "the judges were asked already, and nobody would be asked again", where=str(folder),
            fix=f"name another folder (--out), or compare with these calls: judgeaudit drift {path} {folder}",
        )  # fmt: skip
    asked = stored.model_copy(update={"items": None, "gold": None}) if rubric is None else rubric
    with tempfile.TemporaryDirectory() as place:
        file = _written(Path(place), items)
        known = stored if rubric is None else read_rubric(rubric, items=file).rubric
        pairs, _said = pairs_of([one.name for one in stored.judges], [one.name for one in known.judges], judges)
        names = [now for _, now in pairs]
        if rubric is None:
            _check_stored(stored, names)
        with _beside_its_rubric(known_by_path=rubric is not None):
            return run(
                asked, items=file, judges=names, replicates=stored.replicates if replicates is None else replicates, out=None if resume else folder,
                resume=folder if resume else None, max_cost=max_cost, max_calls=max_calls, concurrency=concurrency, on_start=on_start, on_progress=on_progress,
                probes=False,
            )  # fmt: skip


@contextmanager
def _beside_its_rubric(*, known_by_path: bool) -> Iterator[None]:
    """A run directory does not say where its rubric was: callables that are not found get that as what to do."""
    try:
        yield
    except JudgeError as missing:
        if known_by_path or "cannot be imported" not in missing.what:
            raise
        fix = "name the rubric that the callable is beside: --rubric RUBRIC; or start in that folder"
        raise JudgeError(missing.what, where=missing.where, fix=fix) from None


def _check(baseline: Any, out: PathLike | None) -> None:
    if isinstance(baseline, (str, Path)) and not Path(baseline).exists():
        raise OptionError("the baseline is missing", where=str(baseline), fix="check the path")
    if not isinstance(baseline, (str, Path)) or not is_run(Path(baseline)):
        raise OptionError("only the items of a run directory can be judged again", where="--now", fix="name the folder that `judgeaudit run` wrote")
    if out is None:
        raise OptionError("the calls that are made now need a folder", where="--out", fix="name one: --out DIR")


def _check_stored(stored: Rubric, names: Sequence[str]) -> None:
    """Values of headers and keys are stored nowhere: asking without them would be another question, or none."""
    from judgeaudit.judging.redact import hidden_in

    for judge in stored.judges:
        hidden = hidden_in(judge.params, judge.api_base) if judge.name in names else ()
        if hidden:
            raise OptionError(
                f"judge {judge.name!r} was asked with {' and '.join(hidden)}, whose values are stored nowhere", where="--now",
                fix="name the rubric that has them: --rubric FILE",
            )  # fmt: skip


def _is_whole(folder: Path) -> bool:
    from judgeaudit.api.stored_run import evidence_of_run

    return not evidence_of_run(folder, None, None, None).incomplete


def _written(folder: Path, items: Sequence[Item]) -> Path:
    """The items as a file, since a run reads one."""
    from judgeaudit.store import write_bytes

    path = folder / "items.jsonl"
    rows = [item.model_dump(mode="json", exclude_none=True) for item in items]
    write_bytes(path, "".join(json.dumps(row, ensure_ascii=True) + "\n" for row in rows).encode("ascii"))
    return path
