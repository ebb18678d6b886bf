"""Whether a calibration is used on what it was not made with, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from judgeaudit.api.calibration_facts import about_rows
from judgeaudit.api.confidences import VerdictRow, codes_of_items, confidences
from judgeaudit.api.routes import NOT_CALIBRATED
from judgeaudit.domain.calibration import CalibrationFile, JudgeCalibration
from judgeaudit.thresholds import CALIBRATION_DAYS, OUTSIDE_SHARE

if TYPE_CHECKING:
    import pyarrow as pa

Key = tuple[str, str]
_CHECK = "label some of these items and give them as --gold: that check says whether it carries over"


def carry_warnings(
    calibration: CalibrationFile, known: Mapping[Key, JudgeCalibration], grouped: Mapping[Key, Sequence[VerdictRow]], table: pa.Table,
    digests: Mapping[Key, str], now: datetime, *, checked: bool,
) -> tuple[str, ...]:  # fmt: skip
    """What a user must know before relying on routes and corrected rates; empty where all is as it was.

    Parameters
    ----------
    known, grouped : mappings of (judge, criterion)
        Records of the calibration, and the new verdicts.
    digests : mapping of (judge, criterion) to a digest of the prompt
        Where a run directory tells it.
    now : datetime
    checked : bool
        Whether probes were given, so that no warning has to ask for them.
    """
    said = [_expired(record, now) for record in known.values()]
    for key, record in known.items():
        said += _other(record, grouped[key], table, digests.get(key))
        said.append(f"{record.judge} on {record.criterion}: when calibrated, {record.unanswered}" if record.unanswered else "")
        said += [_outside(record, grouped[key]), _uncalibrated(record, grouped[key]), *_other_repeats(record, grouped[key])]
    strangers = [f"{judge} on {criterion}" for judge, criterion in grouped if (judge, criterion) not in known]
    if strangers:
        said.append(f"{NOT_CALIBRATED}, so that a person reads every such verdict: {', '.join(strangers[:5])}")
    warnings = list(dict.fromkeys(text for text in said if text))
    if warnings and not checked and any("carried over" in text for text in warnings):
        warnings.append(_CHECK)
    return tuple(warnings)


def decision_warnings(calibration: CalibrationFile, known: Mapping[Key, JudgeCalibration], *, despite: bool) -> list[str]:
    """What the calibration decided of each judge, where that is not that it may be used."""
    said = []
    for judge in dict.fromkeys(judge for judge, _ in known):
        word = calibration.decisions.get(judge)
        if word == "do_not_deploy":
            then = (
                "its verdicts are routed all the same, because of --despite-decision"
                if despite
                else "a person reads every verdict (--despite-decision routes it)"
            )
            said.append(f"the calibration decided DO NOT DEPLOY for {judge}: {then}")
        elif word == "not_enough_data":
            said.append(
                f"the calibration decided NOT ENOUGH DATA for {judge}: whether its verdicts may be relied on is open; its audit says what would settle it"
            )
    return said


def _expired(record: JudgeCalibration, now: datetime) -> str:
    try:
        expires = datetime.fromisoformat(record.expires)
    except ValueError:
        return f"the date of expiry of {record.judge} cannot be read ({record.expires!r}): calibrate again"
    expires = expires if expires.tzinfo is not None else expires.replace(tzinfo=UTC)
    if expires - now > timedelta(days=CALIBRATION_DAYS + 1):
        return f"the calibration of {record.judge} expires on {expires.date()}, so that it was made later than now: its dates or this machine's clock are wrong"
    return f"the calibration of {record.judge} expired on {expires.date()}: calibrate again" if now > expires else ""


def _other(record: JudgeCalibration, rows: Sequence[VerdictRow], table: pa.Table, digest: str | None) -> list[str]:
    about = about_rows(table, rows)
    prompts = about.prompts or ((digest,) if digest else ())
    pairs = (("system", record.systems, about.systems), ("prompt", record.prompt_hash, prompts), ("served model", record.model_served, about.models))
    said = [_left_out(record, rows, table, digest)]
    for what, then, now in pairs:
        new = sorted(set(now) - set(then))
        if then and new:
            name = f"{record.judge} on {record.criterion}"
            said.append(
                f"the calibration of {name} is carried over to another {what}: {_short(new)} now, {_short(then)} then; its error rates may differ there"
            )
    return said


def _left_out(record: JudgeCalibration, rows: Sequence[VerdictRow], table: pa.Table, digest: str | None) -> str:
    """What was recorded of the judge then and is not now, so that nobody can see whether it is the same."""
    at = [row.at for row in rows]
    pairs = (("system", record.systems), ("prompt_hash", record.prompt_hash), ("model_served", record.model_served))
    missing = [name for name, then in pairs if then and not (name == "prompt_hash" and digest) and not any(table[name].take(at).to_pylist())]
    if not missing:
        return ""
    return (
        f"{', '.join(missing)} of {record.judge} on {record.criterion} stood in the verdicts that were calibrated and {'does' if len(missing) == 1 else 'do'} "
        "not stand in these: whether it is carried over to something else cannot be seen"
    )


def _short(names: Sequence[str]) -> str:
    listed = [name if len(name) <= 40 else f"{name[:16]}..." for name in names[:3]]
    return ", ".join(listed) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _outside(record: JudgeCalibration, rows: Sequence[VerdictRow]) -> str:
    """Confidences beyond those seen on labelled items."""
    if record.confidence_range is None or record.calibrator is None:
        return ""
    given = confidences(rows, record.calibrator.source, repeats=record.repeats)
    outvoted = record.calibrator.source == "replicates"  # their share is 0, and no confidence
    values = [value for value in given if value is not None and not (outvoted and value == 0.0)]
    low, high = record.confidence_range
    seen = f"from {low:.3g}" if low == high else f"outside {low:.3g} to {high:.3g}"
    n = sum(not low - 1e-12 <= value <= high + 1e-12 for value in values)
    return (
        f"{n} of {len(values)} confidences of {record.judge} on {record.criterion} {'lie' if low < high else 'are away'} {seen}, where it was calibrated"
        if n > OUTSIDE_SHARE * len(values)
        else ""
    )


def _uncalibrated(record: JudgeCalibration, rows: Sequence[VerdictRow]) -> str:
    """That what a judge states is not taken for what it is worth."""
    found = record.calibrator
    if found is None or found.kind != "none" or all(value is None for value in confidences(rows, found.source)):
        return ""
    why = f": {found.reason}" if found.reason else ""
    return f"nothing calibrates the confidence of {record.judge} on {record.criterion}, so that confidence_calibrated is empty{why}"


def _other_repeats(record: JudgeCalibration, rows: Sequence[VerdictRow]) -> list[str]:
    """Items with fewer or more repeats than those from which the rule learned what a share of them is worth."""
    rule, then = record.routing, record.repeats
    if rule is None or rule.source != "replicates":
        return []
    name = f"{record.judge} on {record.criterion}"
    if then is None:
        return [
            f"the calibration of {name} does not say of how many repeats its confidence is a share: with another number of them it promises nothing; calibrate again"
        ]
    numbers = [len(codes) for codes in codes_of_items(rows).values()]
    fewer, more = sum(number < then for number in numbers), sum(number > then for number in numbers)
    of = f"of {len(numbers):,} items of {name}"
    said = (
        [f"{fewer:,} {of} have fewer than the {then} verdicts that were calibrated, and go to a person: a share of fewer repeats is another confidence"]
        if fewer
        else []
    )
    return said + (
        [f"{more:,} {of} have more than the {then} verdicts that were calibrated: the first {then} of each, by replicate, are the confidence"] if more else []
    )
