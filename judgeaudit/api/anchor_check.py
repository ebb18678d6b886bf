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
    """What a comparison with a folder of anchors must say: that they have expired, and what was warned of when they were frozen; () for others."""
    path = Path(folder)
    if not (path / ANCHORS).is_file():
        return ()
    found, today = load_anchors(path), now or datetime.now(UTC)
    old = datetime.fromisoformat(found.expires) < today
    said = f"the anchors were frozen on {found.created_at[:10]} and expired on {found.expires[:10]}: freeze them again"
    return (*((said,) if old else ()), *found.warnings)


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
    file = path if path.is_file() else path / ANCHORS
    if not file.is_file():
        raise RunError(f"there is no {ANCHORS} in it", where=str(folder), fix="name the folder that `judgeaudit anchors` made")
    return parse_anchors(read_audit(file), where=str(file))


def changes_of(path: Path, frozen: AnchorsFile) -> tuple[str, ...]:
    """What differs between a run directory and what was frozen in it, in words; () for nothing."""
    from judgeaudit.monitoring import anchors as file
    from judgeaudit.store import read_calls, read_inputs, read_manifest

    manifest = read_manifest(path)
    rubric, (items, gold) = Rubric.model_validate(manifest["rubric"]), read_inputs(path)
    sent = {name: one.get("effective", {}) for name, one in manifest["parameters"].items()}
    return file.differences(
        frozen,
        mode=rubric.mode,
        items=file.digests_of_items(items),
        gold=file.digests_of_gold(gold),
        criteria=file.digests_of_criteria(rubric.criteria),
        judges=pinned_judges(rubric, sent),
        verdicts=file.digests_of_verdicts(read_calls(path).records, frozen.judges),
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


def raise_changed(changes: Sequence[str], path: Path) -> None:
    """RunError that lists changes; nothing where there are none."""
    if not changes:
        return
    listed = "".join(f"\n  - {line}" for line in changes[:20]) + (f"\n  - and {len(changes) - 20} more" if len(changes) > 20 else "")
    raise RunError(f"these anchors are not what was frozen:{listed}", where=str(path), fix="undo the change, or freeze new anchors: judgeaudit anchors RUBRIC")
