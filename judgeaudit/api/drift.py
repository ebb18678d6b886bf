"""`drift`: is the judge in the current run still the judge of the baseline? Two runs on the same items, one answer for each judge."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit import __version__, thresholds
from judgeaudit.api.calling import OnProgress
from judgeaudit.api.drift_copies import without_copies
from judgeaudit.api.drift_doubts import doubts_of_runs, doubts_of_split
from judgeaudit.api.drift_inputs import Common, Split, common_items, drift_input, gold_of, renamed, splits_of
from judgeaudit.api.drift_judges import missing_now, pairs_of
from judgeaudit.api.drift_runs import Run, read_runs
from judgeaudit.api.drift_strata import strata_of
from judgeaudit.api.embedding import OnEmbed
from judgeaudit.api.given import check_rubric
from judgeaudit.api.inputs import PathLike
from judgeaudit.api.outputs import write_answers
from judgeaudit.api.result import Audit
from judgeaudit.domain import results
from judgeaudit.domain.drift import DriftAnswer
from judgeaudit.domain.items import GoldLabel, Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import OptionError

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from judgeaudit.analyses.drifts.inputs import DriftInput

Runs = tuple[Run, Run]
OnStage = Callable[[str], None]


def drift(
    baseline: pd.DataFrame | pa.Table | PathLike,
    current: pd.DataFrame | pa.Table | PathLike | None = None,
    rubric: PathLike | Rubric | None = None,
    *,
    judges: Mapping[str, str] | Sequence[str] | None = None,
    items: PathLike | Sequence[Item] | None = None,
    gold: PathLike | pd.DataFrame | Sequence[GoldLabel] | None = None,
    margin: float | None = None,
    noise_floor: float | None = None,
    out: PathLike | None = None,
    texts: bool = True,
    embedder: str | None = None,
    now: bool = False,
    replicates: int | None = None,
    max_cost: float | None = None,
    max_calls: int | None = None,
    concurrency: int = 16,
    on_start: Callable[[Path, int, int], None] | None = None,
    on_progress: OnProgress | None = None,
    on_embed: OnEmbed | None = None,
    on_stage: OnStage | None = None,
) -> Audit:
    """Compare two runs of a judge on the same items.

    Parameters
    ----------
    baseline, current : DataFrame, Arrow table or path
        Verdicts or a run directory, as for `audit`. Items in both are compared; items in one only tell of production.
    rubric : path or Rubric, optional
        Without one that of a run directory, or one that is guessed from the labels of both runs.
    judges : mapping of old to new name, or sequence of "OLD=NEW", optional
        Instead of all judges whose names are in both runs.
    items, gold : as in `audit`
    margin : float, optional
        Share up to which a change counts as none; margins of the rubric come first. Default: 0.05.
    noise_floor : float, optional
        Share of verdicts that change by themselves, where nothing was judged twice.
    out : path, optional
        A folder for audit.json, audit.html, drift.md (for a pull request or chat) and junit.xml.
    now : bool
        Judge the items of `baseline`, a run directory, again, and compare. The calls go to the folder `now` of `out`.
    replicates : int, optional
        With `now`: verdicts of each item, instead of as many as in the baseline. One is enough where the baseline has several.
    max_cost, max_calls, concurrency, on_start, on_progress
        Of these calls; see `run`.

    Returns
    -------
    Audit
        `data.drift` has one answer for each judge: drifted, equivalent or inconclusive. `exit_code` is 1 where one drifted, 0 where all are
        equivalent, else 3; 4 where calls of either run are missing.

    Raises
    ------
    JudgeAuditError
        When the user must act first: nothing in common, other criteria or scales, judges that do not match.
    """
    _check_numbers(margin, noise_floor)
    _check_current(current, now=now, replicates=replicates)
    if rubric is not None:
        check_rubric(rubric)
    _check_out(out)
    say = on_stage or (lambda _: None)
    made = _judged(
        baseline, rubric, now, judges=judges, replicates=replicates, out=out, max_cost=max_cost, max_calls=max_calls, concurrency=concurrency,
        on_start=on_start, on_progress=on_progress,
    )  # fmt: skip
    say("reading both runs")
    runs = read_runs(baseline, current if made is None else made.folder, rubric, items=items, gold=gold, embedder=embedder)
    current_rows, copies = without_copies(*runs)
    runs = (runs[0], current_rows)
    common = _common(runs, rubric, gold, margin=margin, noise_floor=noise_floor, texts=texts)
    data = _compared(runs, common, judges, explicit_gold=gold is not None, on_embed=on_embed, say=say, margin=margin, copies=copies)
    if missing := _incomplete(runs, made):
        data = data.model_copy(update={"incomplete": missing})
    folder = Path(out) if out is not None else None
    if folder is not None:
        say(f"writing {folder}")
        write_answers(folder, data)
    return Audit(data, folder=folder, interrupted=made is not None and made.interrupted)


def _incomplete(runs: Runs, made: Audit | None) -> tuple[str, ...]:
    """What is missing of either run: a comparison of what is left of them must not pass for one of the whole."""
    now = runs[1].evidence.incomplete if made is None else made.data.incomplete
    return (*(f"baseline: {reason}" for reason in runs[0].evidence.incomplete), *(reason if made is not None else f"current run: {reason}" for reason in now))


def _check_numbers(margin: float | None, noise_floor: float | None) -> None:
    if margin is not None and not 0 < margin < 1:
        raise OptionError(f"{margin:g} is no margin: it is a share of items, or of the scale's range", where="--margin", fix="a number above 0 and below 1")
    if noise_floor is not None and not 0 <= noise_floor < 1:
        raise OptionError(f"{noise_floor:g} is no share of verdicts", where="--noise-floor", fix="a number from 0 to below 1")


def _check_out(out: PathLike | None) -> None:
    from judgeaudit.api.audit import is_run

    if out is not None and is_run(Path(out)):
        raise OptionError(f"{out} is a run directory, and its own audit would be lost", where="--out", fix="name another folder")


def _check_current(current: Any, *, now: bool, replicates: int | None) -> None:
    if replicates is not None and not now:
        raise OptionError("both runs are there, and nobody is asked", where="--replicates", fix="leave it out, or judge the items again: --now")
    if now and current is not None:
        raise OptionError("--now makes the current run, and one was given", where="--now", fix="leave CURRENT or --now out")
    if not now and current is None:
        raise OptionError("there is no current run to compare with", where="CURRENT", fix="name one, or judge the baseline's items again: --now")


def _judged(baseline: Any, rubric: Any, now: bool, **options: Any) -> Audit | None:
    """The run that `now` makes; None without."""
    if not now:
        return None
    from judgeaudit.api.drift_now import judged_now

    return judged_now(baseline, rubric, **options)


def _common(runs: Runs, rubric: Any, gold: Any, *, margin: float | None, noise_floor: float | None, texts: bool) -> Common:
    """What all judges share. The rubric is the current run's, where it is a run directory, else the baseline's."""
    old, new = runs
    asked = new.evidence.rubric if new.recorded or not old.recorded else old.evidence.rubric
    labels = next((run.evidence.gold for run in (new, old) if run.evidence.gold is not None), None)
    return Common(
        rubric=asked, items=common_items(old, new), gold=labels, margins=_margins(asked, margin), noise_floor=noise_floor,
        prompt_known=not any(run.evidence.assumed for run in runs), texts=texts,
    )  # fmt: skip


def _margins(rubric: Rubric, margin: float | None) -> dict[str, float]:
    """A share for each criterion: the rubric's, else the one given, else the default."""
    known = {criterion.name for criterion in rubric.criteria}
    for name, share in rubric.margins.items():
        if name not in known and name.startswith("bias."):  # of a probe
            continue
        if name not in known:
            raise OptionError(f"margins names {name!r}, which is no criterion", where="margins", fix=f"one of {', '.join(map(repr, sorted(known)))}")
        if not (math.isfinite(share) and 0 < share < 1):
            raise OptionError(f"the margin of {name!r} is {share:g}", where="margins", fix="a number above 0 and below 1")
    default = thresholds.DRIFT_MARGIN if margin is None else margin
    return {name: rubric.margins.get(name, default) for name in known}


def _compared(
    runs: Runs, common: Common, judges: Any, *, explicit_gold: bool, on_embed: OnEmbed | None, say: OnStage, margin: float | None,
    copies: Sequence[results.Finding],
) -> results.Audit:  # fmt: skip
    """Every pair of judges, one after the other, in one audit."""
    import pyarrow as pa

    from judgeaudit.analyses.calibration import check_overlap
    from judgeaudit.analyses.drift import drift as analysed
    from judgeaudit.api.embedding import load_models

    old, new = runs
    pairs, said = pairs_of(old.judges, new.judges, judges)
    splits = splits_of(old, new, pairs)
    gold = gold_of(common, old, new)
    models = load_models(common.rubric, pa.concat_tables([table for split in splits for table in split.anchors]), on_embed=on_embed)
    given: list[DriftInput] = []
    found: list[tuple[results.AnalysisOutput, tuple[DriftAnswer, ...]]] = []
    for split in splits:
        one = drift_input(common, old, new, split, gold=gold, models=models, n_judges=len(splits))
        if explicit_gold and split.n_anchors:
            check_overlap(one.data)
        say(f"comparing {one.judge}")
        given.append(one)
        found.append(analysed(one))
    findings = [*doubts_of_runs(old, new, copies), *said, *strata_of(old, new)[1], *_ignored_margin(common, margin)]
    findings += [one for split, which in zip(splits, given, strict=True) for one in doubts_of_split(split, which, incomplete=bool(new.evidence.incomplete))]
    gone = missing_now(old.judges, new.judges, judges, pairs)
    findings += [results.Finding(severity="warning", text=answer.sentence, judge=answer.judge) for answer in gone]
    return _audit(runs, common, splits, found, findings, gone=gone)


def _ignored_margin(common: Common, margin: float | None) -> list[results.Finding]:
    other = sorted(name for name, share in common.rubric.margins.items() if margin is not None and share != margin and not name.startswith("bias."))
    text = f"The margins of the rubric count on {', '.join(other)}, and not the {margin} that was given."
    return [results.Finding(severity="note", text=text)] if other else []


def _audit(
    runs: Runs, common: Common, splits: Sequence[Split], found: Sequence[tuple[results.AnalysisOutput, tuple[DriftAnswer, ...]]],
    findings: Sequence[results.Finding], *, gone: Sequence[DriftAnswer],
) -> results.Audit:  # fmt: skip
    import pyarrow as pa

    from judgeaudit.analyses.drifts.flipped import in_turn
    from judgeaudit.api.assemble import capped, rubric_facts
    from judgeaudit.api.case_texts import case_texts

    old, new = runs
    cases, cut = capped(in_turn(case for output, _ in found for case in output.cases))
    versions = [
        renamed(table, f"{split.pair[1]} ({version})") for split in splits for table, version in zip(split.anchors, ("baseline", "current"), strict=True)
    ]
    asked = new.evidence if new.recorded or not old.recorded else old.evidence
    anchors = {item for split in splits for item in split.anchors[0]["item_id"].unique().to_pylist()}
    return results.Audit(
        judgeaudit_version=__version__,
        rubric=rubric_facts(asked),
        run={"baseline": str(old.path or "a table"), "current": str(new.path or "a table"), "n_items": len(anchors)},
        judges=tuple(_facts(new, split) for split in splits),
        analyses=(_merged([output.analysis for output, _ in found], (*findings, *cut)),),
        estimates=tuple(one for output, _ in found for one in output.estimates),
        cases=cases,
        texts=case_texts(cases, pa.concat_tables(versions), common.items) if common.texts else (),
        drift=(*(answer for _, answers in found for answer in answers), *gone),
    )


def _facts(run: Run, split: Split) -> results.JudgeFacts:
    """How the judge is asked now, as the run records it, else what its rows tell."""
    import pyarrow as pa

    from judgeaudit.api.judge_facts import facts_from_table

    own = next((facts for facts in run.evidence.judges if facts.name == split.pair[1]), None)
    return own or facts_from_table(pa.concat_tables([split.anchors[1], split.production[1]]))[0]


def _merged(analyses: Sequence[results.Analysis], findings: Sequence[results.Finding]) -> results.Analysis:
    """The analyses of all judges as one; what is about the runs comes behind what is about judges."""
    blocks: dict[str, list[Any]] = {}
    for analysis in analyses:
        for name, rows in analysis.blocks.items():
            blocks.setdefault(name, []).extend(rows)
    measured = any(analysis.status == "measured" for analysis in analyses)
    return results.Analysis(
        name="drift", status="measured" if measured else "not_measured", reason=None if measured else analyses[0].reason,
        findings=(*(finding for analysis in analyses for finding in analysis.findings), *findings), blocks=blocks,
    )  # fmt: skip
