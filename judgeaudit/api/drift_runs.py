"""The two runs that are compared: read, on one scale, about the same texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit.api.audit import check_paths, evidence_of, evidence_of_both, is_run
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import RubricError, VerdictsError
from judgeaudit.importers.text_file import refuse_url

if TYPE_CHECKING:
    from judgeaudit.api.assemble import Evidence

SIDES = ("baseline", "current run")
MOST_NAMED = 5
FEWEST_TO_CONTRADICT = 2
"""Different labels on each side from which labels that share nothing are another scale, and no drift (ours)."""


@dataclass(frozen=True)
class Run:
    """One of two runs. `recorded`: it is a run directory, which says how judges were asked; `prompts` are digests by (judge, criterion)."""

    evidence: Evidence
    path: Path | None = None
    recorded: bool = False
    prompts: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @property
    def judges(self) -> tuple[str, ...]:
        """Names of judges with a row that is none of a probe, sorted."""
        return tuple(sorted(plain_rows(self.evidence.table)["judge"].unique().to_pylist()))


def plain_rows(table: Any) -> Any:
    """Rows on items as they are: those of probes are left out."""
    import pyarrow.compute as pc

    return table.filter(pc.equal(pc.fill_null(table["probe"], ""), ""))


def read_runs(baseline: Any, current: Any, rubric: Any, *, items: Any, gold: Any, embedder: str | None) -> tuple[Run, Run]:
    """Both runs: files, tables or run directories.

    Returns
    -------
    tuple of Run
        Baseline and current. Without a rubric that of a run directory counts for a file beside it; of two files one is guessed from both.

    Raises
    ------
    VerdictsError
        A run is not there or has no plain row; criteria or scales are not the same; an item has another text in the other run.
    """
    given = (baseline, current)
    paths = tuple(Path(one) if isinstance(one, (str, Path)) else None for one in given)
    for path, side in zip(paths, SIDES, strict=True):
        if path is not None and not path.exists():
            refuse_url(path, error=VerdictsError, what=side)
            raise VerdictsError(f"there is no such {'file: the ' + side + ' is missing'}", where=str(path), fix="check the path")
    recorded = [path is not None and is_run(path) for path in paths]
    if rubric is None and not any(recorded):
        both = evidence_of_both(given, items=items, gold=gold, embedder=embedder)
        runs = tuple(Run(one, path) for one, path in zip(both, paths, strict=True))
    else:
        shared = rubric if rubric is not None else _rubric_of(next(path for path, is_one in reversed([*zip(paths, recorded, strict=True)]) if path and is_one))
        runs = tuple(
            _recorded(path, rubric, items, gold, embedder)
            if is_one and path is not None
            else Run(evidence_of(one, shared, items=items, gold=gold, embedder=embedder), path)
            for one, path, is_one in zip(given, paths, recorded, strict=True)
        )
    old, new = runs
    _check_plain(old, new)
    _check_criteria(old, new, guessed=rubric is None)
    _check_texts(old.evidence.items, new.evidence.items)
    return old, new


def _recorded(path: Path, rubric: Any, items: Any, gold: Any, embedder: str | None) -> Run:
    from judgeaudit.api.prompt_digest import prompt_digests
    from judgeaudit.api.stored_run import evidence_of_run

    check_paths(items, gold)
    evidence = evidence_of_run(path, rubric, items, gold, embedder=embedder)
    asked = _stored(path)
    return Run(evidence, path, recorded=True, prompts=prompt_digests(asked, tuple(judge.name for judge in asked.judges)))


def _stored(path: Path) -> Rubric:
    from judgeaudit.store import read_manifest

    return Rubric.model_validate(read_manifest(path)["rubric"])


def _rubric_of(path: Path) -> Rubric:
    """What a run directory was asked, for verdicts that stand beside it: without files and judges of its own."""
    return _stored(path).model_copy(update={"items": None, "gold": None, "judges": ()})


def _check_plain(old: Run, new: Run) -> None:
    for run, side in zip((old, new), SIDES, strict=True):
        n = run.evidence.table.num_rows
        if not run.judges:
            what = (
                f"every row of the {side} is a row of a probe ({n} of {n}), and those are no verdicts on items as they are"
                if n
                else f"the {side} has no verdict"
            )
            raise VerdictsError(
                what, where=str(run.path or side), fix="give the rows without probe" if n else "give verdicts, or let the run make its calls first"
            )


def _check_criteria(old: Run, new: Run, *, guessed: bool) -> None:
    """Both runs must be about the same criteria, on the same scales. With a rubric that the user gave its scales are those of both."""
    if not guessed:
        return
    names = [_criteria(run) for run in (old, new)]
    if set(names[0]) != set(names[1]):
        alone = [
            f"{', '.join(map(repr, [n for n in own if n not in other]))} only in the {side}"
            for own, other, side in zip(names, names[::-1], SIDES, strict=True)
            if set(own) - set(other)
        ]
        raise VerdictsError(
            f"the two runs are not about the same criteria: {'; '.join(alone)}", where="criteria",
            fix="give a rubric (--rubric) with the criteria that both have, or rename them",
        )  # fmt: skip
    for name in names[0]:
        scales = [run.evidence.rubric.criterion(name).scale for run in (old, new)]
        if scales[0] != scales[1]:
            what = (
                f"criterion {name!r} has another scale: {scales[0].level} {scales[0].describe()} in the baseline, {scales[1].level} {scales[1].describe()} now"
            )
            raise RubricError(what, where="criteria", fix="verdicts on another scale cannot be compared: judge the anchors again on the scale of the baseline")
        _check_labels(old, new, name)


def _criteria(run: Run) -> list[str]:
    if run.recorded:
        return [criterion.name for criterion in run.evidence.rubric.criteria]
    return [name for name in run.evidence.table["criterion"].unique().to_pylist() if name is not None]


def _check_labels(old: Run, new: Run, criterion: str) -> None:
    """Labels that share nothing, or labels on one side and scores on the other, are no drift: they are other scales."""
    labels = [_labels(run, criterion) for run in (old, new)]
    words = [sorted(one) for one in labels]
    scored = [not one and _has_scores(run, criterion) for one, run in zip(labels, (old, new), strict=True)]
    mixed = (scored[0] and labels[1]) or (scored[1] and labels[0])
    nominal = old.evidence.rubric.criterion(criterion).scale.level != "interval"
    apart = nominal and min(map(len, labels)) >= FEWEST_TO_CONTRADICT and not labels[0] & labels[1]
    if apart or (mixed and nominal):
        said = [", ".join(one[:MOST_NAMED]) if one else "scores" for one in words]
        raise VerdictsError(
            f"criterion {criterion!r} has no label in common: {said[0]} in the baseline, {said[1]} in the current run", where="column label",
            fix="write labels the same way in both, or give the rubric (--rubric)",
        )  # fmt: skip


def _rows(run: Run, criterion: str) -> Any:
    import pyarrow.compute as pc

    table = plain_rows(run.evidence.table)
    return table.filter(pc.and_(pc.equal(table["criterion"], criterion), pc.equal(table["status"], "ok")))


def _labels(run: Run, criterion: str) -> set[str]:
    return {text.strip().casefold() for text in _rows(run, criterion)["label"].unique().to_pylist() if text and text.strip()}


def _has_scores(run: Run, criterion: str) -> bool:
    scores = _rows(run, criterion)["score"]
    return bool(scores.null_count < len(scores))


def _check_texts(old: Sequence[Item], new: Sequence[Item]) -> None:
    """The same id must stand for the same text, or nothing that is compared is about the same item."""
    texts = {item.id: item.sources() for item in old}
    other = [item.id for item in new if item.id in texts and item.sources() != texts[item.id]]
    if other:
        named = ", ".join(map(repr, other[:MOST_NAMED])) + (" ..." if len(other) > MOST_NAMED else "")
        raise VerdictsError(
            f"{len(other)} items have another text in the current run than in the baseline: {named}", where="items",
            fix="judge the same texts again, or give other items ids of their own",
        )  # fmt: skip
