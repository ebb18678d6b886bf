"""What the user named (rubric, items, gold, judges), read and checked together before anything is asked."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from judgeaudit.domain.items import GoldLabel, Item, render_text
from judgeaudit.domain.results import Finding
from judgeaudit.domain.rubric import Judge, Rubric
from judgeaudit.errors import OptionError, RubricError
from judgeaudit.importers.problems import shorten

if TYPE_CHECKING:
    from judgeaudit.tables import PatternCounts

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
    asked: bool = True,
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
    asked : bool
        Judges are to be asked: items must have an `input`.
    """
    from judgeaudit.importers.gold import read_gold
    from judgeaudit.importers.items import read_items

    replaced = [name for name, value in (("items", items), ("gold", gold)) if value is not None]
    read, folder, items_path, gold_path, file = _read_rubric(rubric, replaced)
    read = _override(read, judges, replicates)
    items_path = Path(items) if items is not None else items_path
    gold_path = Path(gold) if gold is not None else gold_path
    read_in = read_items(items_path, read.mode, asked=asked) if items_path is not None else ()
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
    """Items that share all that they have in common, input and context, are one cluster: their verdicts are not independent.

    Nothing is no cluster, and neither is what more than half of the items share: it is an instruction, and tells no item from another.
    """
    shared = {item.id: _shared_text(item) for item in items}
    times = Counter(shared.values())
    return {name: hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16] for name, text in shared.items() if text and 2 * times[text] <= len(items)}


def _shared_text(item: Item) -> str:
    """Input and context; empty where both are."""
    texts = [render_text(text) for text in (item.input, item.context)]
    return "\0".join(texts) if any(text.strip() for text in texts) else ""


def cluster_findings(items: Sequence[Item], patterns: Mapping[str, PatternCounts]) -> tuple[Finding, ...]:
    """Why there are fewer than half as many independent items as items; and that an input which most items share is not taken as a cluster."""
    found = []
    text, n = max(Counter(render_text(item.input) for item in items).items(), key=lambda one: one[1], default=("", 0))
    if n > 2 and 2 * n > len(items) and (not text.strip() or any(not item.context for item in items)):
        what = f"share one input ({shorten(text)})" if text.strip() else "have an empty input"
        found.append(
            Finding(
                severity="note",
                text=f"{n:,} of {len(items):,} items {what}: that makes no cluster of them. If they do depend on each other, give a column cluster.",
            )
        )
    for counts in patterns.values():
        n_items, names = len(counts.item_ids), Counter(name for name in counts.clusters if name)
        n_clusters = len(names) + n_items - sum(names.values())
        if 2 * n_clusters < n_items:
            own = clusters_of(items)
            ours = sum(own.get(item) == name for item, name in zip(counts.item_ids, counts.clusters, strict=True) if name)
            why = "share input and context" if 2 * ours > sum(names.values()) else "have the same value in the column cluster"
            text = (
                f"The {n_items:,} items of {counts.criterion} are in {n_clusters:,} clusters, because items {why}: those of a cluster may err together, and intervals count "
                f"as few as {n_clusters:,} items. If they do not, give a column cluster with a value of its own for each item."
            )
            found.append(Finding(severity="warning", text=text, criterion=counts.criterion))
    return tuple(found)
