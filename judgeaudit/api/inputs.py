"""What the user named (rubric, items, gold, judges), read and checked together before anything is asked."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from judgeaudit.domain.items import GoldLabel, Item, render_text
from judgeaudit.domain.rubric import Judge, Rubric
from judgeaudit.errors import OptionError, RubricError

PathLike = str | Path


@dataclass(frozen=True)
class Inputs:
    """A rubric with its items and gold labels. `gold` is None where no gold was named."""

    rubric: Rubric
    folder: Path
    items: tuple[Item, ...]
    gold: tuple[GoldLabel, ...] | None
    rubric_file: str | None = None


def read_inputs(
    rubric: PathLike | Rubric,
    *,
    items: PathLike | None = None,
    gold: PathLike | None = None,
    judges: Sequence[str] = (),
    replicates: int | None = None,
) -> Inputs:
    """Read everything that a rubric names; options win over the rubric.

    Parameters
    ----------
    rubric : path or Rubric
        In a Rubric object `prompt` and `system` are the texts themselves, in a file the names of files.
    items, gold : path, optional
        Instead of the rubric's own files.
    judges : sequence of str, optional
        Names or models of judges of the rubric, or other litellm models; instead of all judges of the rubric.
    replicates : int, optional
        Instead of the rubric's.
    """
    from judgeaudit.importers.gold import read_gold
    from judgeaudit.importers.items import read_items

    replaced = [name for name, value in (("items", items), ("gold", gold)) if value is not None]
    read, folder, items_path, gold_path, file = _read_rubric(rubric, replaced)
    read = _override(read, judges, replicates)
    items_path = Path(items) if items is not None else items_path
    gold_path = Path(gold) if gold is not None else gold_path
    read_in = read_items(items_path, read.mode) if items_path is not None else ()
    labels = read_gold(gold_path, read) if gold_path is not None else None
    return Inputs(rubric=read, folder=folder, items=read_in, gold=labels, rubric_file=file)


def _read_rubric(rubric: PathLike | Rubric, replaced: Sequence[str]) -> tuple[Rubric, Path, Path | None, Path | None, str | None]:
    if isinstance(rubric, Rubric):
        here = Path.cwd()
        return rubric, here, here / rubric.items if rubric.items else None, here / rubric.gold if rubric.gold else None, None
    from judgeaudit.importers.rubric_yaml import read_rubric

    loaded = read_rubric(Path(rubric), ignore=replaced)
    return loaded.rubric, loaded.folder, loaded.items_path, loaded.gold_path, Path(rubric).name


def _override(rubric: Rubric, judges: Sequence[str], replicates: int | None) -> Rubric:
    """The rubric with the options of the command line in place, checked as a whole."""
    if not judges and replicates is None:
        return rubric
    changes: dict[str, object] = {}
    if replicates is not None:
        changes["replicates"] = replicates
    if judges:
        known = {judge.name: judge for judge in rubric.judges} | {judge.model: judge for judge in rubric.judges}
        chosen = [known[name] if name in known else Judge(model=name) for name in dict.fromkeys(judges)]
        changes["judges"] = tuple(chosen)
        kept = {judge.name for judge in chosen} | {judge.model for judge in chosen}
        changes["prices"] = {name: price for name, price in rubric.prices.items() if name in kept}
    try:
        return Rubric.model_validate({**{name: getattr(rubric, name) for name in Rubric.model_fields}, **changes})
    except ValidationError as error:
        problem = error.errors()[0]
        raise OptionError(str(problem["msg"]).removeprefix("Value error, "), where=" ".join(f"--{name.removesuffix('s')}" for name in changes)) from None


def require_run(inputs: Inputs) -> None:
    """A run needs judges and items; say which is missing."""
    where = inputs.rubric_file
    if not inputs.rubric.judges:
        raise RubricError("the rubric names no judge to run", where=where, fix="judges:\n    - model: openai/gpt-5-mini   (or --judge MODEL)")
    if not inputs.items:
        raise RubricError("the rubric names no items to judge", where=where, fix="items: FILE.jsonl, or --items FILE")


def clusters_of(items: Sequence[Item]) -> dict[str, str]:
    """Items that share their input text are one cluster: their verdicts are not independent."""
    return {item.id: hashlib.sha256(render_text(item.input).encode("utf-8", "replace")).hexdigest()[:16] for item in items}
