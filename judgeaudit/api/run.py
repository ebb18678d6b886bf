"""`run`: plan the calls, make the missing ones, store each, and audit what is stored."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit import __version__
from judgeaudit.api.calling import Made, OnProgress, make_calls
from judgeaudit.api.calling_on_dask import make_calls_on, not_ready_on
from judgeaudit.api.embedding import OnEmbed, require_embedder, with_embedder
from judgeaudit.api.inputs import Inputs, PathLike, read_inputs, require_run
from judgeaudit.api.large import Engine
from judgeaudit.api.probing import first_stage, second_stage
from judgeaudit.api.result import Audit
from judgeaudit.domain.calls import FORMAT_VERSION, CallSpec, EffectiveParameters, ProbeCalls
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import JudgeAuditError, JudgeError, OptionError, RunError

if TYPE_CHECKING:
    from judgeaudit.scale.crew import Crew
    from judgeaudit.store import RunDirectory


@dataclass(frozen=True)
class Prepared:
    """A plan that is ready to be executed: `specs` are the plain calls and those of probes that need no verdicts, `probes` says how many there
    are of the latter. `not_ready` maps a judge that cannot be asked to the reason."""

    inputs: Inputs
    parameters: Mapping[str, EffectiveParameters]
    specs: tuple[CallSpec, ...]
    probes: tuple[ProbeCalls, ...]
    fingerprint: dict[str, Any]
    not_ready: Mapping[str, str]


def run(
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
    texts: bool = True,
    embedder: str | None = None,
    on_embed: OnEmbed | None = None,
    probes: bool = True,
    engine: str | None = None,
    scheduler: str | None = None,
) -> Audit:
    """Judge the items of a rubric again and again, and audit the judges.

    Parameters
    ----------
    rubric : path or Rubric
    items, gold : path, optional
        Instead of the rubric's own files.
    judges : sequence of str, optional
        Names or models, instead of all judges of the rubric.
    replicates : int, optional
    out : path, optional
        The run directory; default `reports/<rubric>-<time>`.
    resume : path, optional
        A run directory whose plan is continued: only missing calls are made.
    max_cost : float, optional
        USD; no request is sent that could pass it.
    max_calls : int, optional
        Exactly this many requests at most, failed attempts counted.
    concurrency : int
        Requests under way at once.
    on_start : callable, optional
        Called with the run directory, the planned calls and the calls that are stored already.
    on_progress : callable, optional
        Called after every call.
    on_warning : callable, optional
        Called with each sentence that should be read before anything is asked.
    texts : bool
        Embed the texts of listed cases in audit.json.
    embedder : str, optional
        What turns rationales into vectors, instead of the rubric's; see `audit`.
    on_embed : callable, optional
        Called with the texts that are embedded and their number.
    probes : bool
        False leaves the rubric's probes out.
    engine, scheduler : str, optional
        ``"dask"`` and the address of a scheduler (``tcp://HOST:8786``): its workers ask the judges, each with a part of the limits and a file of calls
        of its own. Keys are taken from the environment of the workers.

    Returns
    -------
    Audit
        Its `incomplete` says in words what is missing. Works inside a running event loop. Ctrl-C ends it cleanly: what was
        paid for is stored and audited, `interrupted` is set, and `resume` continues.

    Raises
    ------
    JudgeAuditError
        When the user must act first: a wrong file, no key for any judge, another plan in the run directory.
    """
    if out is not None and resume is not None:
        raise OptionError("--out and --resume exclude each other", fix="--resume DIR continues in DIR")
    _check_limits(max_cost, max_calls, concurrency)
    inputs = read_inputs(rubric, items=items, gold=gold, judges=judges, replicates=replicates)
    require_run(inputs)
    asked = inputs.rubric if probes else inputs.rubric.model_copy(update={"probes": ()})
    inputs = replace(inputs, rubric=with_embedder(asked, embedder))
    require_embedder(inputs.rubric)  # before anything is paid for
    from judgeaudit.judging.execute import Limits
    from judgeaudit.probes.margin_names import margin_warnings
    from judgeaudit.probes.turned_scales import turned_warnings

    if on_warning is not None:
        for text in (*turned_warnings(inputs.rubric), *(margin_warnings(inputs.rubric) if probes else ())):
            on_warning(text)

    limits = Limits(max_cost_usd=max_cost, max_calls=max_calls, concurrency=concurrency)
    with _crew(Engine(engine, scheduler)) as crew:
        prepared = prepare(inputs, refused=None if crew is None else not_ready_on(crew, inputs))
        with _open(prepared, out, resume) as directory:
            make = make_calls if crew is None else partial(make_calls_on, crew)
            made = make(prepared, directory, limits, on_start=on_start, on_progress=on_progress)
            return _audit(directory, prepared, made, texts=texts, on_embed=on_embed)


def _crew(engine: Engine) -> contextlib.AbstractContextManager[Crew | None]:
    """The workers of a cluster; None where the calls are made here."""
    if engine.scheduler is None:
        return contextlib.nullcontext()
    from judgeaudit.scale.crew import crew_of

    return crew_of(engine.scheduler)


def prepare(inputs: Inputs, *, refused: Mapping[str, JudgeError] | None = None) -> Prepared:
    """Resolve every judge's parameters, check that it can be asked, and plan the calls. Nothing is called or written.

    Parameters
    ----------
    inputs : Inputs
    refused : mapping of judge name to JudgeError, optional
        Why judges cannot be asked, where they are asked from elsewhere; else that is checked here.

    Raises
    ------
    JudgeError
        When no judge can be asked.
    """
    from judgeaudit.judging.client import check_ready
    from judgeaudit.judging.parameters import resolve
    from judgeaudit.judging.plan import fingerprint, plan_calls
    from judgeaudit.judging.redact import public_params

    not_ready: dict[str, JudgeError] = dict(refused or {})
    for judge in inputs.rubric.judges if refused is None else ():
        try:
            check_ready(judge, inputs.folder)
        except JudgeError as error:
            not_ready[judge.name] = error
    parameters: dict[str, EffectiveParameters] = {}
    for judge in inputs.rubric.judges:
        try:
            parameters[judge.name] = resolve(inputs.rubric, judge)
        except JudgeError as error:
            not_ready.setdefault(judge.name, error)
            parameters[judge.name] = EffectiveParameters(judge=judge.name, model=judge.model, requested=public_params(judge.params))
    if len(not_ready) == len(inputs.rubric.judges):
        raise next(iter(not_ready.values()))
    first = first_stage(inputs, parameters)
    return Prepared(
        inputs=inputs,
        parameters=parameters,
        specs=plan_calls(inputs.rubric, inputs.items, parameters) + first.specs,
        probes=first.rows,
        fingerprint=fingerprint(inputs.rubric, inputs.items, parameters),
        not_ready={name: str(error) for name, error in not_ready.items()},
    )


def _check_limits(max_cost: float | None, max_calls: int | None, concurrency: int) -> None:
    if max_cost is not None and not max_cost > 0:
        raise OptionError(f"{max_cost:g} USD buys nothing", where="--max-cost", fix="a number above 0")
    if max_calls is not None and max_calls < 1:
        raise OptionError(f"{max_calls} calls judge nothing", where="--max-calls", fix="a whole number above 0")
    if not 1 <= concurrency <= 1024:
        raise OptionError(f"{concurrency} is no usable number of requests at once", where="--concurrency", fix="1 to 1024")


def _open(prepared: Prepared, out: PathLike | None, resume: PathLike | None) -> RunDirectory:
    from judgeaudit.judging.plan import compare_plans
    from judgeaudit.store import RunDirectory

    if resume is None:
        path = Path(out) if out is not None else _default_path(prepared.inputs.rubric)
        directory = RunDirectory.create(path, manifest_of(prepared))
    else:
        directory = RunDirectory.open(Path(resume))
        try:
            changed = compare_plans(directory.manifest["fingerprint"], prepared.fingerprint)
            if changed:
                raise _other_plan(changed, resume)
            kept = {"created_at": directory.manifest.get("created_at"), "resumed_at": _now()}
            directory.write_manifest({**manifest_of(prepared), **kept})
        except JudgeAuditError:
            directory.close()
            raise
    directory.write_inputs(prepared.inputs.items, prepared.inputs.gold)
    return directory


def _other_plan(changed: Sequence[str], resume: PathLike) -> RunError:
    listed = "".join(f"\n  - {line}" for line in changed[:20])
    return RunError(
        f"the plan is not the one that this run was started with:{listed}", where=str(resume), fix="undo the change, or start a new run without --resume"
    )


def manifest_of(prepared: Prepared) -> dict[str, Any]:
    """What `run.json` holds: the whole rubric, the effective parameters and the plan's fingerprint; no secrets."""
    from judgeaudit.judging.redact import public_rubric

    inputs = prepared.inputs
    return {
        "format_version": FORMAT_VERSION,
        "judgeaudit_version": __version__,
        "created_at": _now(),
        "rubric_file": inputs.rubric_file,
        "rubric": public_rubric(inputs.rubric),
        "parameters": {name: asdict(one) for name, one in prepared.parameters.items()},
        "planned_calls": sum(spec.probe is None for spec in prepared.specs),
        "fingerprint": prepared.fingerprint,
        # Nothing is planned of the second stage yet; that it waits is said, should the run be ended before it is.
        **({"probes": [asdict(row) for row in (*prepared.probes, *second_stage(inputs, prepared.parameters, ()).rows)]} if inputs.rubric.probes else {}),
    }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _default_path(rubric: Rubric) -> Path:
    slug = re.sub(r"[^A-Za-z0-9._-]+", "-", rubric.name).strip("-.") or "run"
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    path = Path("reports") / f"{slug}-{stamp}"
    n = 2
    while path.exists():
        path = Path("reports") / f"{slug}-{stamp}-{n}"
        n += 1
    return path


def _audit(directory: RunDirectory, prepared: Prepared, made: Made, *, texts: bool, on_embed: OnEmbed | None) -> Audit:
    from judgeaudit.api.assemble import assemble
    from judgeaudit.api.stored_run import evidence_of_records, write_outputs

    execution = made.execution
    wanted = {spec.key for spec in (*prepared.specs, *made.second.specs)}
    evidence = evidence_of_records(
        [record for record in directory.read_calls() if record.key in wanted],
        prepared.inputs,
        prepared.parameters,
        planned=Counter((spec.judge, spec.criterion) for spec in prepared.specs if spec.probe is None),
        probes=(*prepared.probes, *made.second.rows),
        stopped={**prepared.not_ready, **execution.stopped},
        incomplete=execution.incomplete,
        notes=(*execution.notes, *directory.warnings),
        created_at=directory.manifest.get("created_at"),
        on_embed=on_embed,
    )
    data = assemble(evidence, texts=texts)
    kept = write_outputs(directory, data)
    return Audit(data, folder=directory.path, interrupted=execution.interrupted, kept=kept)
