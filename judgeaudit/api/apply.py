"""`apply`: a calibration used on other verdicts: which are accepted, which a person reads, and what the true rates are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit.api.confidences import VerdictRow, confidences, other_rows, verdict_rows
from judgeaudit.api.own_errors import own_rules
from judgeaudit.api.routes import ACCEPT, REVIEW, Routes
from judgeaudit.domain.applied import Applied, Routed
from judgeaudit.domain.calibration import CalibrationFile, JudgeCalibration
from judgeaudit.errors import VerdictsError

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from judgeaudit.domain.scales import Scale

ADDED = ("confidence_calibrated", "route", "route_reason")
"""Columns that `apply` adds; those of an earlier one give way."""


@dataclass(frozen=True)
class AppliedTable:
    """The verdicts with their routes, and what is to be said of them. `given` is the data frame that they came from, if they did."""

    table: pa.Table
    summary: Applied
    given: Any = None

    @property
    def not_kept(self) -> tuple[str, ...]:
        """Columns of what was read that are not in `table`: those of a folder of Parquet parts that the verdict format does not have."""
        return tuple(name for name in _ignored(self.table) if name not in self.table.column_names)

    def frame(self) -> pd.DataFrame:
        """As a data frame: the one that was given with three more columns, where it has as many rows."""
        added = ADDED
        if hasattr(self.given, "assign") and len(self.given) == self.table.num_rows:
            framed: pd.DataFrame = self.given.assign(**{name: self.table[name].to_pylist() for name in added})
            return framed
        kept = [name for name in self.table.column_names if name in added or self.table[name].null_count < self.table.num_rows]
        read: pd.DataFrame = self.table.select(kept).to_pandas()
        return read


def apply_calibration(
    calibration: CalibrationFile, verdicts: Any, *, gold: Any = None, despite_decision: bool = False, now: datetime | None = None,
    on_stage: Callable[[str], None] | None = None,
) -> AppliedTable:  # fmt: skip
    """Route verdicts, correct their rates and, with gold of probes, check that the calibration carries over.

    Parameters
    ----------
    calibration : CalibrationFile
    verdicts : path, DataFrame or Arrow table
        Verdicts in the interchange format, or a run directory.
    gold : path, DataFrame or sequence of GoldLabel, optional
        Labels by people of some of these items.
    despite_decision : bool
        Route by the rule even where the calibration decided that the judge is not to be deployed; a person reads everything otherwise.
    now : datetime, optional
        Whether the calibration has expired is held against it; the clock's time where none is given.
    on_stage : callable, optional
        Called with what is about to be done, in words.

    Raises
    ------
    VerdictsError
        Nothing here is of a judge and criterion of the calibration, or no verdict has the confidence that the routing rule reads.
    NothingInCommonError
        Gold was given and no verdict is about an item that it labels.
    """
    from judgeaudit.api.carried import carry_warnings, decision_warnings
    from judgeaudit.api.carry_check import broken_promises, carry_checks, probe_codes
    from judgeaudit.api.own_errors import misled_warnings
    from judgeaudit.api.reviewed import reviewed_warnings, routes_of
    from judgeaudit.api.together import rates_of

    say = on_stage or (lambda _: None)
    say("reading verdicts")
    table, digests = read_new(calibration, verdicts)
    say(f"routing {table.num_rows:,} verdicts")
    scales = {criterion.name: criterion.scale for criterion in calibration.rubric.criteria}
    grouped = verdict_rows(table, scales)
    known = {key: record for key in grouped if (record := calibration.of(*key)) is not None}
    _check_known(calibration, table, grouped, known)
    grouped = {**grouped, **other_rows(table, scales)}
    routes = routes_of(calibration, known, grouped, despite=despite_decision)
    codes = probe_codes(calibration, grouped, gold) if gold is not None else {}
    accepted = {at for at, (_, route, _, _) in routes.items() if route == ACCEPT}
    decided = [*decision_warnings(calibration, known, despite=despite_decision), *reviewed_warnings(calibration, known, grouped, despite=despite_decision)]
    decided += misled_warnings(known, grouped, despite=despite_decision)
    warnings = carry_warnings(calibration, known, grouped, table, digests, now or datetime.now(UTC), checked=gold is not None)
    broken = broken_promises(known, grouped, codes, accepted)
    summary = Applied(
        rubric=calibration.rubric.name,
        created_at=calibration.created_at,
        expires=min(record.expires for record in calibration.judges),
        routed=tuple(_counted(key, rows, routes) for key, rows in grouped.items()),
        rates=tuple(rate for key, record in known.items() for rate in rates_of(record, grouped[key], scales[record.criterion])),
        checks=carry_checks(calibration, known, grouped, codes) if gold is not None else (),
        warnings=(*decided, *warnings, *_ends(known, grouped, scales), *broken),
        broken_rules=len(broken),
    )
    return AppliedTable(_with_routes(_with_own_columns(table, verdicts), routes), summary, verdicts)


def _ignored(table: pa.Table) -> list[str]:
    from judgeaudit.importers.interchange import IGNORED

    names: list[str] = json.loads((table.schema.metadata or {}).get(IGNORED, b"[]"))
    return [name for name in names if name not in ADDED]


def _with_own_columns(table: pa.Table, verdicts: Any) -> pa.Table:
    """The user's own columns beside those of the verdict format: a key that leads back to a ticket must not be lost."""
    from judgeaudit.importers.own_columns import own_columns

    names = _ignored(table)
    if not names or hasattr(verdicts, "assign"):  # a data frame is given back itself
        return table
    own = own_columns(Path(verdicts) if isinstance(verdicts, (str, Path)) else verdicts, names)
    for name in own.column_names if own.num_rows == table.num_rows else ():
        table = table.append_column(name, own[name])
    return table


def read_new(calibration: CalibrationFile, verdicts: Any) -> tuple[pa.Table, Mapping[tuple[str, str], str]]:
    """The verdicts as a ratings table, and digests of their prompts where a run directory tells them."""
    from judgeaudit.importers.imported import any_verdicts
    from judgeaudit.importers.interchange import table_from_frame
    from judgeaudit.store import is_run_directory

    names = [criterion.name for criterion in calibration.rubric.criteria]
    criterion = names[0] if len(names) == 1 else None
    if not isinstance(verdicts, (str, Path)):
        return table_from_frame(verdicts, criterion=criterion), {}
    if not is_run_directory(Path(verdicts)):
        return any_verdicts(Path(verdicts), criterion=criterion), {}
    from judgeaudit.api.prompt_digest import prompt_digests
    from judgeaudit.api.stored_run import evidence_of_run

    evidence = evidence_of_run(Path(verdicts), None, None, None)
    return evidence.table, prompt_digests(evidence.rubric, tuple(judge.name for judge in evidence.rubric.judges))


def _check_known(
    calibration: CalibrationFile, table: pa.Table, grouped: Mapping[tuple[str, str], Sequence[VerdictRow]], known: Mapping[tuple[str, str], JudgeCalibration]
) -> None:
    if not grouped:
        theirs = ", ".join(repr(name) for name in table["criterion"].unique().to_pylist()[:5])
        ours = ", ".join(repr(criterion.name) for criterion in calibration.rubric.criteria)
        raise VerdictsError(
            f"no plain verdict is about a criterion of this calibration: the verdicts are about {theirs}, the calibration of {calibration.rubric.name!r} about {ours}",
            where="column criterion", fix="use the calibration of the same rubric, or name the criteria alike",
        )  # fmt: skip
    if not known:
        theirs = ", ".join(dict.fromkeys(repr(judge) for judge, _ in grouped))
        ours = ", ".join(dict.fromkeys(f"{one.judge!r} on {one.criterion!r}" for one in calibration.judges))
        raise VerdictsError(
            f"no judge here is in the calibration: the verdicts are of {theirs}, the calibration is of {ours}", where="column judge",
            fix="calibrate this judge, or give it the name that it had then",
        )  # fmt: skip
    for key, record in known.items():
        rows = grouped[key]
        off = sum(row.status == "off_scale" for row in rows)
        if off and off == sum(row.status in ("ok", "off_scale") for row in rows):
            scale = next(criterion.scale for criterion in calibration.rubric.criteria if criterion.name == record.criterion)
            raise VerdictsError(
                f"no label of {record.judge} on {record.criterion!r} is on the scale of the calibration", where="column label",
                fix=f"use its labels: {scale.describe()}",
            )  # fmt: skip
        rule = record.routing
        if (
            rule is not None
            and (rule.threshold is not None or own_rules(record))
            and any(row.code is not None for row in rows)
            and all(value is None for value in confidences(rows, rule.source))
        ):
            raise VerdictsError(
                _no_confidence(record, rule.source), where=_COLUMNS.get(rule.source, "column confidence"), fix=_FIXES.get(rule.source, _FIXES["stated"])
            )


_COLUMNS = {"margin": "column margin"}
_FIXES = {
    "margin": "add a column margin: the log probability of the label minus that of the likeliest other one (a rubric's judge: params: {logprobs: true, top_logprobs: 5})",
    "stated": "add a column confidence, from 0 to 1: divide percentages by 100",
    "replicates": "judge each item three times or more, with a column replicate",
}


def _no_confidence(record: JudgeCalibration, source: str) -> str:
    what = {
        "replicates": "the share of an item's replicates that agree, and no item has three",
        "margin": "a margin of log probabilities, and no verdict has one",
    }.get(source, "a confidence, and no verdict has one from 0 to 1")
    return f"the routing rule of {record.judge} on {record.criterion!r} reads {what}"


def _counted(key: tuple[str, str], rows: Sequence[VerdictRow], routes: Routes) -> Routed:
    mine = [routes[row.at] for row in rows]
    accepted = sum(route == ACCEPT for _, route, _, _ in mine)
    why = Counter(kind for _, route, _, kind in mine if route == REVIEW)
    items = {row.item_id for row in rows}
    taken = {row.item_id for row in rows if routes[row.at][1] == ACCEPT}
    return Routed(
        judge=key[0], criterion=key[1], n_verdicts=len(rows), n_accepted=accepted, n_review=len(rows) - accepted, n_items=len(items),
        n_items_review=len(items - taken), why=dict(why.most_common()),
    )  # fmt: skip


def _ends(known: Mapping[tuple[str, str], JudgeCalibration], grouped: Mapping[tuple[str, str], Sequence[VerdictRow]], scales: Mapping[str, Scale]) -> list[str]:
    """Judges whose scores are mostly at the end of a numeric scale, where their correction does not hold."""
    from judgeaudit.api.applied_rates import at_the_end

    found = {key: at_the_end(record, grouped[key], scales[record.criterion]) for key, record in known.items()}
    return [f"{judge} on {criterion}: {text}" for (judge, criterion), text in found.items() if text]


def _with_routes(table: pa.Table, routes: Routes) -> pa.Table:
    import pyarrow as pa

    rows = [routes.get(at, (None, None, None, None)) for at in range(table.num_rows)]
    for name, place, kind in (("confidence_calibrated", 0, pa.float64()), ("route", 1, pa.string()), ("route_reason", 2, pa.string())):
        table = table.append_column(name, pa.array([row[place] for row in rows], type=kind))
    return table
