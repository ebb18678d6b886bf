"""`anchors`: judge items three times or more, and freeze them with all that a later comparison rests on."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from judgeaudit import __version__, thresholds
from judgeaudit.api.anchor_plan import MEASURES
from judgeaudit.api.anchors import ANCHORS, pinned_judges
from judgeaudit.api.calling import OnProgress
from judgeaudit.api.embedding import OnEmbed
from judgeaudit.api.inputs import Inputs, PathLike, read_inputs, require_run
from judgeaudit.api.result import Audit
from judgeaudit.api.run import run
from judgeaudit.domain import results
from judgeaudit.domain.anchors import ANCHORS_FORMAT, FEWEST_REPLICATES, AnchorsFile, NoiseFloor
from judgeaudit.domain.model_names import is_dated
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import OptionError

WHY_THREE = "two verdicts that differ have no majority, and one cannot say how often the judge contradicts itself: noise would be taken for drift"


@dataclass(frozen=True)
class Frozen:
    """What `freeze_anchors` did. `file` is None where the run is not whole: nothing is frozen then, and `audit.data.incomplete` says what is missing."""

    audit: Audit
    folder: Path
    file: AnchorsFile | None

    @property
    def exit_code(self) -> int:
        """0 frozen, 4 the run is not whole, 130 interrupted."""
        return 130 if self.audit.interrupted else 4 if self.file is None else 0


def freeze_anchors(
    rubric: PathLike | Rubric,
    *,
    items: PathLike | None = None,
    gold: PathLike | None = None,
    judges: Sequence[str] = (),
    replicates: int | None = None,
    out: PathLike | None = None,
    resume: PathLike | None = None,
    max_cost: float | None = None,
    max_calls: int | None = None,
    concurrency: int = 16,
    on_start: Callable[[Path, int, int], None] | None = None,
    on_progress: OnProgress | None = None,
    on_warning: Callable[[str], None] | None = None,
    embedder: str | None = None,
    on_embed: OnEmbed | None = None,
) -> Frozen:
    """Run the judges on the anchors and write `anchors.json` beside the calls.

    Parameters
    ----------
    rubric, items, gold, judges, replicates, out, resume, max_cost, max_calls, concurrency, on_start, on_progress, embedder, on_embed
        As for `run`. With `resume` a run that has enough replicates is frozen without another call. Probes of the rubric are left out.
    on_warning : callable, optional
        Called with each warning, those that can be known before anybody is asked first.

    Returns
    -------
    Frozen

    Raises
    ------
    OptionError
        Fewer than three replicates.
    JudgeAuditError
        As for `run`.
    """
    inputs = read_inputs(rubric, items=items, gold=gold, judges=judges, replicates=replicates)
    require_run(inputs)
    if inputs.rubric.replicates < FEWEST_REPLICATES:
        raise OptionError(
            f"anchors need {FEWEST_REPLICATES} verdicts of each item or more, and {inputs.rubric.replicates} are asked for: {WHY_THREE}",
            where="--replicates" if replicates is not None else inputs.rubric_file,
            fix=f"--replicates {FEWEST_REPLICATES}",
        )
    say = on_warning or (lambda _: None)
    before = _before(inputs)
    for warning in before:
        say(warning)
    audit = run(
        rubric, items=items, gold=gold, judges=judges, replicates=replicates, out=out, resume=resume, max_cost=max_cost, max_calls=max_calls,
        concurrency=concurrency, on_start=on_start, on_progress=on_progress, embedder=embedder, on_embed=on_embed, probes=_probes(resume),
    )  # fmt: skip
    assert audit.folder is not None
    if audit.interrupted or audit.data.incomplete:
        return Frozen(audit, audit.folder, None)
    after = _after(inputs, audit.data)
    for warning in after:
        say(warning)
    return Frozen(audit, audit.folder, _write(audit.folder, audit.data, (*before, *after)))


def _probes(resume: PathLike | None) -> bool:
    """Probes change no anchor and cost money; a run that has some is continued as it was planned."""
    from judgeaudit.store import read_manifest

    return resume is not None and bool(read_manifest(Path(resume))["rubric"].get("probes"))


def _before(inputs: Inputs) -> tuple[str, ...]:
    """What can be warned of before anybody is asked."""
    found = []
    for judge in inputs.rubric.judges:
        if judge.kind == "litellm" and not is_dated(judge.model):
            found.append(
                f"judge {judge.name}: {judge.model} names no dated version: another model may answer to it tomorrow. Name a dated one, such as gpt-4o-2024-08-06, "
                "where the provider has it"
            )
    if inputs.gold is None:
        found.append("there is no gold: a later check can say that verdicts changed, and not whether they became worse")
    if len(inputs.items) < thresholds.FEWEST_ANCHORS:
        found.append(f"{len(inputs.items)} items: below {thresholds.FEWEST_ANCHORS} anchors a check for drift is always inconclusive")
    return tuple(found)


def _after(inputs: Inputs, data: results.Audit) -> tuple[str, ...]:
    """What the verdicts show: too few anchors for the margin, no noise floor, more than one model that answered."""
    from judgeaudit.stats.kernels.anchor_budget import anchors_for_shift, power_of_anchors

    found = []
    for floor in _noise(data):
        if floor.value is None:
            found.append(f"judge {floor.judge} on {floor.criterion}: no noise floor ({floor.undefined})")
            continue
        margin = inputs.rubric.margins.get(floor.criterion, thresholds.DRIFT_MARGIN)
        if inputs.rubric.criterion(floor.criterion).scale.level != "nominal" or not 0 < margin < 0.5:
            continue  # the plan is about shares of labels
        level, noise = thresholds.DRIFT_ALPHA / MEASURES, min(0.5, floor.value)
        if power_of_anchors(floor.n_items, margin, noise, margin, level, inputs.rubric.replicates, 1) < thresholds.DRIFT_POWER:
            needed = anchors_for_shift(margin, noise=noise, level=level, before=inputs.rubric.replicates)
            found.append(
                f"judge {floor.judge} on {floor.criterion}: {floor.n_items:,} anchors are too few for the margin of {margin:g}: a shift as large as that is shown by about "
                f"{needed:,}, where {noise:.1%} of two verdicts differ by themselves"
            )
    for judge in data.judges:
        if len(judge.served_models) > 1:
            found.append(f"judge {judge.name}: more than one model answered ({', '.join(sorted(judge.served_models))}): the baseline itself is a mixture")
    return tuple(found)


def _noise(data: results.Audit) -> tuple[NoiseFloor, ...]:
    whole = [e for e in data.estimates if (e.analysis, e.name) == ("consistency", "flip_rate") and e.stratum is None and e.group is None and e.variant is None]
    return tuple(
        NoiseFloor(judge=e.judge, criterion=e.criterion, value=e.value, low=e.low, high=e.high, n_items=e.n_items, undefined=e.undefined)
        for e in whole
        if e.judge is not None and e.criterion is not None
    )


def _write(folder: Path, data: results.Audit, warnings: tuple[str, ...]) -> AnchorsFile:
    """Pin what the run directory holds, as it holds it."""
    from judgeaudit.monitoring import anchors as file
    from judgeaudit.store import read_calls, read_inputs, read_manifest, write_bytes

    manifest = read_manifest(folder)
    rubric, (items, gold) = Rubric.model_validate(manifest["rubric"]), read_inputs(folder)
    sent = {name: one.get("effective", {}) for name, one in manifest["parameters"].items()}
    # What counts is when the judges were asked, not when somebody froze it.
    created = datetime.fromisoformat(manifest["created_at"])
    created = created if created.tzinfo is not None else created.replace(tzinfo=UTC)
    found = file.sealed(
        AnchorsFile(
            format_version=ANCHORS_FORMAT, created_at=created.isoformat(timespec="seconds"),
            expires=(created + timedelta(days=thresholds.CALIBRATION_DAYS)).isoformat(timespec="seconds"), judgeaudit_version=__version__,
            rubric=rubric.name, mode=rubric.mode, replicates=rubric.replicates, items=file.digests_of_items(items), gold=file.digests_of_gold(gold),
            criteria=file.digests_of_criteria(rubric.criteria), verdicts=file.digests_of_verdicts(read_calls(folder).records, sent, [criterion.name for criterion in rubric.criteria]),
            judges=pinned_judges(rubric, sent, {judge.name: judge.served_models for judge in data.judges}), noise=_noise(data), warnings=warnings,
        )
    )  # fmt: skip
    write_bytes(folder / ANCHORS, json.dumps(found.model_dump(), indent=1).encode("ascii"))
    return found
