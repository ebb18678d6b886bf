"""`calibrate`: the audit of judges against gold, and what it takes to use them on other items."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit import __version__, thresholds
from judgeaudit.api.embedding import OnEmbed
from judgeaudit.api.inputs import PathLike
from judgeaudit.api.result import Audit
from judgeaudit.domain.calibration import CalibrationFile, KeptRubric
from judgeaudit.domain.items import GoldLabel, Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import GoldError, NothingInCommonError, OptionError

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from judgeaudit.api.assemble import Evidence
    from judgeaudit.domain.applied import Applied

OnStage = Callable[[str], None]
"""Called with what is about to be done, in words."""


class Calibration:
    """The result of `calibrate`.

    Attributes
    ----------
    data : judgeaudit.domain.calibration.CalibrationFile
        Everything, as `calibration.json` holds it.
    audit : Audit or None
        The audit that it rests on; None where it was read from a file.
    """

    def __init__(self, data: CalibrationFile, *, audit: Audit | None = None) -> None:
        self.data = data
        self.audit = audit

    def apply(self, table: pd.DataFrame | pa.Table | PathLike, *, despite_decision: bool = False) -> pd.DataFrame:
        """The verdicts with `confidence_calibrated`, `route` ("accept" or "review"; None for probe rows) and `route_reason`.

        A judge that the calibration decided not to deploy has nothing accepted, unless `despite_decision`. Warnings are in `check`.

        Raises
        ------
        JudgeAuditError
            No verdict is of a judge and criterion of this calibration, or none has the confidence that the routing rule reads.
        """
        from judgeaudit.api.apply import apply_calibration

        return apply_calibration(self.data, table, despite_decision=despite_decision).frame()

    def check(
        self, table: pd.DataFrame | pa.Table | PathLike, gold: pd.DataFrame | PathLike | Sequence[GoldLabel] | None = None, *, despite_decision: bool = False
    ) -> Applied:
        """What `judgeaudit apply` prints: how many verdicts go to a person, corrected rates, warnings, and with gold of probes whether it carries over."""
        from judgeaudit.api.apply import apply_calibration

        return apply_calibration(self.data, table, gold=gold, despite_decision=despite_decision).summary

    def to_json(self, path: PathLike | None = None) -> str:
        """The calibration as JSON text; written to `path` too, where one is given."""
        text = self.data.model_dump_json(indent=1)
        if path is not None:
            from judgeaudit.store import write_calibration

            write_calibration(Path(path), text)
        return text

    def card(self) -> str:
        """The judge card as Markdown; needs the audit."""
        from judgeaudit.report.judge_card import render_card_markdown

        if self.audit is None:
            raise OptionError("a calibration that was read from a file has no audit, and the card tells its results", fix="read judge_card.md beside it")
        return render_card_markdown(self.audit.data, self.data)

    def __repr__(self) -> str:
        return f"Calibration({self.data.rubric.name!r}, judges={list(dict.fromkeys(one.judge for one in self.data.judges))})"

    def _repr_html_(self) -> str:
        from judgeaudit.api.notebook import calibration_html

        if self.audit is not None:
            return self.audit._repr_html_()
        return calibration_html(self.data.rubric.name, ((one.judge, one.criterion, one.n_labelled) for one in self.data.judges))


def calibrate(
    table: pd.DataFrame | pa.Table | PathLike,
    gold: PathLike | pd.DataFrame | Sequence[GoldLabel] | None = None,
    rubric: PathLike | Rubric | None = None,
    *,
    items: PathLike | Sequence[Item] | None = None,
    epsilon: float | None = None,
    max_risk: float = thresholds.MAX_RISK,
    delta: float = thresholds.RISK_DELTA,
    out: PathLike | None = None,
    texts: bool = True,
    embedder: str | None = None,
    now: datetime | None = None,
    on_embed: OnEmbed | None = None,
    on_stage: OnStage | None = None,
) -> Calibration:
    """Hold judges against people, and keep what was learned for other items.

    Use it before a judge is let loose: labels by people on some of the items that it will see. Known weakness: what is kept holds for the same
    judge, prompt, model and kind of items; `apply` warns where these differ, and labelled probes show whether it matters.

    Parameters
    ----------
    table : DataFrame, Arrow table or path
        Verdicts, or a run directory; see `judgeaudit.audit`. Items without gold are used too: they sharpen corrected rates.
    gold : path, DataFrame or sequence of GoldLabel, optional
        Labels by people; the rubric's or the run's where none is given.
    rubric : path or Rubric, optional
    items : path or sequence of Item, optional
    epsilon : float, optional
        By how much a judge may be worse than an annotator and still replace one; by default by the rubric's kind of annotators.
    max_risk, delta : float
        Share of accepted verdicts that may be wrong, and how often a calibration may exceed it.
    out : path, optional
        A folder for audit.json, audit.html, triage.csv, calibration.json, judge_card.md and judge_card.html.
    texts, embedder, on_embed
        As in `judgeaudit.audit`.
    now : datetime, optional
        The date that is written down; expiry counts from it.
    on_stage : callable, optional
        Called with what is about to be done, in words.

    Returns
    -------
    Calibration

    Raises
    ------
    NothingInCommonError
        No judged item has a gold label that counts.
    JudgeAuditError
        When the user must act first: no gold, labels off the scale, a wrong option.
    """
    _check_options(epsilon, max_risk, delta)
    if now is not None and not isinstance(now, datetime):
        raise OptionError(f"expected a datetime, got a {type(now).__name__}", where="now", fix="pass datetime.datetime.now(datetime.UTC)")
    if out is not None:
        _check_outputs(Path(out), {"the verdicts": table, "gold": gold, "the rubric": rubric, "the items": items})
    say = on_stage or (lambda _: None)
    say("reading verdicts and gold labels")
    evidence = _evidence(table, rubric, items, gold, embedder, on_embed)
    if evidence.gold is None:
        raise GoldError("there are no gold labels to calibrate against", where="--gold", fix="--gold FILE with item_id, annotator, label")
    evidence = replace(evidence, epsilon=epsilon, max_risk=max_risk, delta=delta)
    found = _calibrated(evidence, texts=texts, now=now or datetime.now(UTC), say=say)
    if out is not None:
        say("writing the page and the judge card")
        _write(Path(out), found)
    return found


def _check_options(epsilon: Any, max_risk: Any, delta: Any) -> None:
    fixes = {"epsilon": "use 0.2 for experts, 0.15 for skilled annotators, 0.1 for crowds", "max-risk": "use 0.15", "delta": "use 0.1"}
    for name, value in (("epsilon", epsilon), ("max-risk", max_risk), ("delta", delta)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
            raise OptionError(f"expected a number, got {value!r}", where=f"--{name}", fix=fixes[name])
        if value is not None and not (0 < value < 1 or (name == "epsilon" and value == 0)):
            raise OptionError(f"{value:g} is no share between 0 and 1", where=f"--{name}", fix=fixes[name])


def _check_outputs(folder: Path, given: Mapping[str, Any]) -> None:
    """No file that is read may be written over: labels by people are the dearest there is. And what cannot be written is said before the work."""
    from judgeaudit.api.out_paths import check_folder, named_in_rubric
    from judgeaudit.store import calibration_outputs

    written = {path.resolve() for path in calibration_outputs(folder)}
    rubric = given.get("the rubric")
    read = [(what, Path(source)) for what, source in given.items() if isinstance(source, (str, Path))]
    if isinstance(rubric, Rubric):
        read += [("what the rubric names", Path(name)) for name in (rubric.items, rubric.gold) if name]
    elif isinstance(rubric, (str, Path)):
        read += [("what the rubric names", path) for path in named_in_rubric(Path(rubric))]
    for what, source in read:
        if source.resolve() in written:
            raise OptionError(f"{source.name} would take the place of {what}", where="--out", fix="name another folder, or rename that file")
    check_folder(folder)


def _evidence(table: Any, rubric: Any, items: Any, gold: Any, embedder: str | None, on_embed: OnEmbed | None) -> Evidence:
    from judgeaudit.api.audit import check_paths, evidence_of, is_run

    if isinstance(table, (str, Path)) and is_run(Path(table)):
        from judgeaudit.api.stored_run import evidence_of_run

        check_paths(items, gold)
        return evidence_of_run(Path(table), rubric, items, gold, embedder=embedder, on_embed=on_embed)
    return evidence_of(table, rubric, items=items, gold=gold, embedder=embedder, on_embed=on_embed)


def _calibrated(evidence: Evidence, *, texts: bool, now: datetime, say: OnStage) -> Calibration:
    from judgeaudit.analyses.gold import none_decided
    from judgeaudit.api.assemble import analysis_input, assembled
    from judgeaudit.api.calibration_facts import judge_calibrations
    from judgeaudit.api.prompt_digest import prompt_digests
    from judgeaudit.api.reviewed import with_unread

    data = analysis_input(evidence, texts=texts)
    judges = tuple(dict.fromkeys(judge for patterns in data.patterns.values() for judge in patterns.judges))
    n_items = max((patterns.n_items for patterns in data.patterns.values()), default=0)
    say(f"auditing {len(judges)} {'judge' if len(judges) == 1 else 'judges'} on {n_items:,} items")
    audit = assembled(evidence, data, texts=texts)
    assert data.gold is not None
    expires = (now + timedelta(days=thresholds.CALIBRATION_DAYS)).isoformat(timespec="seconds")
    digests: Mapping[tuple[str, str], str] = prompt_digests(evidence.rubric, judges) if evidence.planned is not None else {}
    say("keeping what was learned")
    found = judge_calibrations(data, audit, expires=expires, prompts=digests)
    if not found:
        what = none_decided(data.gold) if not data.gold.codes else "no judge gave a verdict on an item with a gold label"
        raise NothingInCommonError(what, fix="label items that the judge has judged, and settle the disputed ones")
    rubric = evidence.rubric
    kept = KeptRubric(name=rubric.name, version=rubric.version, mode=rubric.mode, criteria=rubric.criteria, adjudication=rubric.adjudication)
    names = {criterion.name for criterion in rubric.criteria}
    file = CalibrationFile(
        created_at=now.isoformat(timespec="seconds"), judgeaudit_version=__version__, rubric=kept, judges=found,
        margins={name: margin for name, margin in rubric.margins.items() if name in names},
        decisions={decision.judge: decision.decision for decision in audit.decisions},
        reviews={decision.judge: decision.review_parts for decision in audit.decisions if decision.decision == "deploy_with_review"},
    )  # fmt: skip
    return Calibration(file, audit=Audit(with_unread(audit, file, data.table)))


def _write(folder: Path, found: Calibration) -> None:
    from judgeaudit.api.outputs import write_folder
    from judgeaudit.report.judge_card import render_card_html, render_card_markdown
    from judgeaudit.store import calibration_path, write_cards

    assert found.audit is not None
    found.audit.kept = write_folder(folder, found.audit.data)
    found.audit.folder = folder
    found.to_json(calibration_path(folder))
    write_cards(folder, render_card_markdown(found.audit.data, found.data), render_card_html(found.audit.data, found.data))


def load_calibration(source: PathLike) -> Calibration:
    """A calibration that was written before, from its calibration.json or the folder that holds it.

    Raises
    ------
    RunError
        There is none, or it is none of this version.
    """
    from judgeaudit.api.calibration_file import parse_calibration
    from judgeaudit.store import read_calibration

    return Calibration(parse_calibration(read_calibration(Path(source)), where=str(source)))
