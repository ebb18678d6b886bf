"""Are frozen anchors still what was frozen? Asked by everything that compares with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit.domain.anchors import AnchorsFile, PinnedJudge
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import RunError

if TYPE_CHECKING:
    from judgeaudit.api.inputs import PathLike

ANCHORS = "anchors.json"
"""The file in a run directory that makes it a folder of anchors."""

MOST_LISTED = 20
"""Changes that a message lists."""


def check_anchors(folder: PathLike) -> None:
    """Refuse a folder of anchors that is not as it was frozen. A folder or file without `anchors.json` is none, and passes.

    Raises
    ------
    RunError
        Naming what differs: items, gold, criteria, prompt, model and parameters of a judge, stored verdicts; or why it cannot be read.
    """
    path = Path(folder)
    if not (path / ANCHORS).is_file():
        return
    raise_changed(changes_of(path, load_anchors(path)), path)


def anchor_warnings(folder: PathLike, *, now: datetime | None = None) -> tuple[str, ...]:
    """What everything that compares with a folder of anchors must say: that they have expired; () for others and for folders that hold none."""
    path = Path(folder)
    if not (path / ANCHORS).is_file():
        return ()
    found = load_anchors(path)
    if datetime.fromisoformat(found.expires) >= (now or datetime.now(UTC)):
        return ()
    return (f"the anchors were judged on {found.created_at[:10]} and expired on {found.expires[:10]}: freeze them again",)


def load_anchors(folder: PathLike) -> AnchorsFile:
    """What was frozen in a folder.

    Raises
    ------
    RunError
        There is no `anchors.json`, or it is damaged, changed or of another version.
    """
    from judgeaudit.monitoring.anchors import parse_anchors
    from judgeaudit.store import read_audit

    path = Path(folder)
    file = path if path.is_file() and path.name == ANCHORS else path / ANCHORS
    if not file.is_file():
        raise RunError(f"there is no {ANCHORS} in it", where=str(folder), fix="name the folder that `judgeaudit anchors` made")
    return parse_anchors(read_audit(file), where=str(file))


def verify_anchors(folder: PathLike, rubric: PathLike | Rubric | None = None, *, items: PathLike | None = None, gold: PathLike | None = None) -> AnchorsFile:
    """What was frozen in a folder, which is as it was frozen; with a rubric also what it asks today.

    Parameters
    ----------
    folder : path
    rubric : path or Rubric, optional
        Held against the anchors: its criteria, prompts, judges and parameters, and the items and gold that it names. Judges and criteria that were not
        frozen are no difference, and neither are replicates. Nobody is asked, and no key is needed.
    items, gold : path, optional
        Instead of the rubric's.

    Raises
    ------
    RunError
        Naming what differs.
    """
    from judgeaudit.monitoring import anchors as file

    path = Path(folder)
    frozen = load_anchors(path)
    raise_changed(changes_of(path, frozen), path)
    if rubric is None:
        return frozen
    from judgeaudit.api.asked_changes import asked_changes
    from judgeaudit.api.inputs import read_inputs
    from judgeaudit.judging.parameters import resolve

    now = read_inputs(rubric, items=items, gold=gold)
    sent = {judge.name: resolve(now.rubric, judge).effective for judge in now.rubric.judges if judge.name in frozen.judges}
    changes = file.differences(
        frozen,
        mode=now.rubric.mode,
        items=file.digests_of_items(now.items) if now.items else None,
        gold=file.digests_of_gold(now.gold) if now.gold is not None else frozen.gold,
        criteria=file.digests_of_criteria(now.rubric.criteria),
        judges=pinned_judges(now.rubric, sent),
    )
    changes = (*changes, *(asked_changes(_stored(path), now.rubric, tuple(frozen.judges)) if changes else ()))
    raise_changed(changes, path, what=f"the rubric asks for something else than was frozen in {path}", where=now.rubric_file or "the rubric")
    return frozen


def _stored(path: Path) -> Rubric:
    from judgeaudit.store import read_manifest

    return Rubric.model_validate(read_manifest(path)["rubric"])


def changes_of(path: Path, frozen: AnchorsFile) -> tuple[str, ...]:
    """What differs between a run directory and what was frozen in it, in words; () for nothing."""
    from judgeaudit.monitoring import anchors as file
    from judgeaudit.store import read_calls, read_inputs, read_manifest

    manifest = read_manifest(path)
    rubric = Rubric.model_validate(manifest["rubric"])
    items, gold = read_inputs(path)
    sent = {name: one.get("effective", {}) for name, one in manifest["parameters"].items()}
    return file.differences(
        frozen,
        mode=rubric.mode,
        items=file.digests_of_items(items),
        gold=file.digests_of_gold(gold),
        criteria=file.digests_of_criteria(rubric.criteria),
        judges=pinned_judges(rubric, sent),
        verdicts=file.digests_of_verdicts(read_calls(path).records, frozen.judges, frozen.criteria),
    )


def pinned_judges(rubric: Rubric, sent: Mapping[str, Mapping[str, Any]], served: Mapping[str, Mapping[str, int]] | None = None) -> dict[str, PinnedJudge]:
    """What pins each judge of a rubric: model, address without credentials, parameters that are sent, prompts.

    Parameters
    ----------
    rubric : Rubric
    sent : mapping of judge to its effective parameters
        Judges that are not in it are left out. The seed is each replicate's and pins nothing.
    served : mapping of judge to models that answered, optional
    """
    from judgeaudit.api.prompt_digest import prompt_digests
    from judgeaudit.judging.redact import endpoint_id

    prompts = prompt_digests(rubric, tuple(sent))
    return {
        judge.name: PinnedJudge(
            model=judge.model,
            api_base=endpoint_id(judge.api_base),
            parameters={name: value for name, value in sent[judge.name].items() if name != "seed"},
            prompts={criterion.name: prompts[judge.name, criterion.name] for criterion in rubric.criteria},
            served=dict((served or {}).get(judge.name, {})),
        )
        for judge in rubric.judges
        if judge.name in sent
    }


def raise_changed(changes: Sequence[str], path: Path, *, what: str = "these anchors are not what was frozen", where: str | None = None) -> None:
    """RunError that lists changes; nothing where there are none."""
    if not changes:
        return
    listed = "".join(f"\n  - {line}" for line in changes[:MOST_LISTED])
    listed += f"\n  - and {len(changes) - MOST_LISTED} more" if len(changes) > MOST_LISTED else ""
    raise RunError(f"{what}:{listed}", where=where or str(path), fix="undo the change, or freeze new anchors: judgeaudit anchors RUBRIC")
