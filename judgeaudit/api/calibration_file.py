"""Read calibration.json, and refuse one that this version cannot use."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import ValidationError

from judgeaudit import thresholds
from judgeaudit.domain.calibration import CALIBRATION_FORMAT, CalibrationFile
from judgeaudit.errors import OptionError, RunError

FIX = "run `judgeaudit calibrate` again with this version"


def parse_calibration(text: str, *, where: str) -> CalibrationFile:
    """The calibration in a JSON text.

    Raises
    ------
    RunError
        It is no JSON, no calibration, one of another format version, or one whose numbers contradict each other.
    """
    from judgeaudit.stats.kernels.calibrators import Calibrator

    try:
        stored: Any = json.loads(text)
    except (ValueError, RecursionError) as broken:
        raise RunError(f"it is no JSON: {broken}", where=where, fix="name the calibration.json that `judgeaudit calibrate` wrote") from None
    if not isinstance(stored, dict) or "judges" not in stored or "rubric" not in stored:
        raise RunError("it holds no calibration", where=where, fix="name the calibration.json that `judgeaudit calibrate` wrote")
    if stored.get("format_version") != CALIBRATION_FORMAT:
        raise RunError(f"it has format_version {stored.get('format_version')!r}, and this is {CALIBRATION_FORMAT}", where=where, fix=FIX)
    if isinstance(stored["judges"], list) and stored["judges"] == []:
        raise RunError("it holds no judge", where=where, fix=FIX)
    try:
        found = CalibrationFile.model_validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "top level"
        raise RunError(
            f"it does not hold a calibration of this version ({place}: {first['msg'].removeprefix('Value error, ')})", where=where, fix=FIX
        ) from None
    _check_dates(found, where)
    for judge in found.judges:
        if judge.calibrator is not None:
            try:
                Calibrator.from_json(judge.calibrator.model_dump_json(include={"kind", "parameters"}))
            except OptionError as wrong:
                raise RunError(f"the calibrator of {judge.judge} cannot be used: {wrong.what}", where=where, fix=FIX) from None
    return found


def _check_dates(found: CalibrationFile, where: str) -> None:
    """Good for as long as a calibration lasts. Clocks are set to the wrong zone: a day is let pass. `apply` warns of one that was made later than now."""
    created, day = _moment(found.created_at), timedelta(days=1)
    for judge in found.judges:
        try:
            lasts = _moment(judge.expires) - created
        except ValueError:
            continue  # `apply` warns of a date that it cannot read
        if not timedelta(0) <= lasts <= timedelta(days=thresholds.CALIBRATION_DAYS) + day:
            raise RunError(
                f"the calibration of {judge.judge} was made on {found.created_at[:10]} and expires on {judge.expires[:10]}: it lasts {thresholds.CALIBRATION_DAYS} days at most",
                where=where, fix=FIX,
            )  # fmt: skip


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
