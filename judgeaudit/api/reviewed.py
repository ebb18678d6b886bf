"""The part of a judge's verdicts that the decision leaves to a person, found again among other verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from judgeaudit.api.confidences import VerdictRow, codes_of_items, verdict_rows
from judgeaudit.api.routes import ACCEPT, REVIEW, Routes, contradictions, misled_routes, plain_routes, refused_routes
from judgeaudit.domain.calibration import CalibrationFile, JudgeCalibration
from judgeaudit.domain.results import Audit, ReviewPart
from judgeaudit.domain.scales import Scale

if TYPE_CHECKING:
    import pyarrow as pa

Key = tuple[str, str]
Grouped = Mapping[Key, Sequence[VerdictRow]]
LEFT = "the calibration leaves it to a person"


def routes_of(calibration: CalibrationFile, known: Mapping[Key, JudgeCalibration], grouped: Grouped, *, despite: bool) -> Routes:
    """The route of every verdict: by its judge's rule, and to a person where the calibration's decision says so, unless `despite`."""
    routes: Routes = {}
    for key, rows in grouped.items():
        record = known.get(key)
        refused = not despite and calibration.decisions.get(key[0]) == "do_not_deploy"
        routes.update(refused_routes(record, rows) if refused else plain_routes(record, rows))
        if not (refused or despite):
            routes.update(misled_routes(record, rows, routes))
        routes.update(contradictions(record, rows, routes))
        if record is not None and not despite:
            reviewed = {at: reason for part in parts_of(calibration, key) for at, reason in in_part(part, record, key, grouped).items()}
            routes.update({at: (routes[at][0], REVIEW, reason, reason) for at, reason in reviewed.items() if routes[at][1] == ACCEPT})
    return routes


def parts_of(calibration: CalibrationFile, key: Key) -> tuple[ReviewPart, ...]:
    """What a person reads of one judge on one criterion."""
    return tuple(part for part in (calibration.reviews or {}).get(key[0], ()) if part.criterion in (None, key[1]))


def in_part(part: ReviewPart, record: JudgeCalibration, key: Key, grouped: Grouped) -> dict[int, str]:
    """Row of the table to why a person reads it, of the verdicts of one judge on one criterion that belong to a part.

    A verdict without a stratum, or without a system, may belong to those that are reviewed, and does. Items that were judged once may flip: that is not
    seen, and `reviewed_warnings` says so.
    """
    rows, criterion = grouped[key], key[1]
    if part.kind in ("every_verdict", "gold"):
        return {row.at: f"{LEFT}: {part.said or f'every verdict on {criterion}'}" for row in rows}
    if part.kind in ("stratum", "system"):
        names = {row.at: row.stratum if part.kind == "stratum" else row.system for row in rows}
        where = f"{LEFT}: {criterion}, {part.kind}"
        unknown = f"{LEFT}: it has no {part.kind}, and some are reviewed"
        return {at: f"{where} {name}" if name else unknown for at, name in names.items() if not name or name in part.values}
    if part.kind == "label":
        scale = Scale(level=record.level, labels=record.labels)
        codes = {scale.code(label): label for label in part.values}
        return {row.at: f'{LEFT}: verdicts "{codes[row.code]}" on {criterion}' for row in rows if row.code is not None and row.code in codes}
    if part.kind == "flips":
        flips = {item for item, of in codes_of_items(rows).items() if len(set(of)) > 1}
        return {row.at: f"{LEFT}: the item's verdict flips between replicates" for row in rows if row.item_id in flips}
    if part.kind == "differ":
        differ = _differing(part, key, grouped)
        return {row.at: f"{LEFT}: {part.said}" for row in rows if row.item_id in differ}
    return {}


def _differing(part: ReviewPart, key: Key, grouped: Grouped) -> set[str]:
    """Items on which the judges of a part do not all say the same."""
    said: dict[str, set[float]] = {}
    for (judge, criterion), rows in grouped.items():
        if criterion == key[1] and (not part.values or judge in part.values):
            for row in rows:
                if row.code is not None:
                    said.setdefault(row.item_id, set()).add(row.code)
    return {item for item, codes in said.items() if len(codes) > 1}


def reviewed_warnings(calibration: CalibrationFile, known: Mapping[Key, JudgeCalibration], grouped: Grouped, *, despite: bool) -> list[str]:
    """What is to be said of the part that a person reads: that it is not kept, that it is routed all the same, or that these verdicts do not tell it."""
    said = []
    for judge in dict.fromkeys(judge for judge, _ in known):
        parts = (calibration.reviews or {}).get(judge, ())
        if calibration.decisions.get(judge) == "deploy_with_review" and not parts:
            if calibration.reviews is None:
                said.append(
                    f"the calibration decided DEPLOY WITH HUMAN REVIEW for {judge} and does not keep of what (an older version wrote it): calibrate again"
                )
            continue
        if despite and parts:
            words = "; ".join(dict.fromkeys(part.said for part in parts if part.said))
            said.append(f"the calibration leaves to a person what {judge} says of: {words}; it is routed all the same, because of --despite-decision")
    for key in () if despite else known:
        said += [text for part in parts_of(calibration, key) if (text := _not_told(part, key, grouped))]
    return list(dict.fromkeys(said))


def _not_told(part: ReviewPart, key: Key, grouped: Grouped) -> str:
    """Why these verdicts do not tell what belongs to a part; empty where they do."""
    rows, name = grouped[key], f"{key[0]} on {key[1]}"
    if part.kind == "other":
        return f"a person reads of {key[0]}: {part.said}; verdicts alone do not tell which these are, and none is held back for it"
    if part.kind in ("stratum", "system"):
        n = sum(not (row.stratum if part.kind == "stratum" else row.system) for row in rows)
        return (
            f"{n:,} of {len(rows):,} verdicts of {name} have no {part.kind}, and a person reads some ({', '.join(part.values[:5])}): he reads these too"
            if n
            else ""
        )
    if part.kind == "flips":
        of_items = codes_of_items(rows)
        once = sum(len(codes) == 1 for codes in of_items.values())
        return f"{once:,} of {len(of_items):,} items of {name} were judged once, and a person reads those that flip: judge each several times" if once else ""
    if part.kind == "differ":
        missing = [judge for judge in part.values if (judge, key[1]) not in grouped]
        return f"a person reads {part.said}, and there are no verdicts of {', '.join(missing)} here: which these are cannot be told" if missing else ""
    return ""


def with_unread(audit: Audit, calibration: CalibrationFile, table: pa.Table) -> Audit:
    """The audit with the share of judged items, by criterion, that `apply` would accept, in each decision that leaves a part to a person."""
    grouped = verdict_rows(table, {criterion.name: criterion.scale for criterion in calibration.rubric.criteria})
    known = {key: record for key in grouped if (record := calibration.of(*key)) is not None}
    routes = routes_of(calibration, known, grouped, despite=False)
    shares: dict[str, dict[str, float]] = {}
    for judge, criterion in known:
        rows = grouped[judge, criterion]
        taken = {row.item_id for row in rows if routes[row.at][1] == ACCEPT}
        shares.setdefault(judge, {})[criterion] = len(taken) / len({row.item_id for row in rows})
    reviewed = calibration.reviews or {}
    decisions = tuple(one.model_copy(update={"unread": shares.get(one.judge, {})}) if reviewed.get(one.judge) else one for one in audit.decisions)
    return audit.model_copy(update={"decisions": decisions})
