"""Read calibration.json, and refuse one that this version cannot use."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import ValidationError

from judgeaudit.domain.calibration import CALIBRATION_FORMAT, CalibrationFile, moment
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
        found = CalibrationFile.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "top level"
        raise RunError(
            f"it does not hold a calibration of this version ({place}: {first['msg'].removeprefix('Value error, ')})", where=where, fix=FIX
        ) from None
    _check_created(found.created_at, where)
    for judge in found.judges:
        if judge.calibrator is not None:
            try:
                Calibrator.from_json(judge.calibrator.model_dump_json(include={"kind", "parameters"}))
            except OptionError as wrong:
                raise RunError(f"the calibrator of {judge.judge} cannot be used: {wrong.what}", where=where, fix=FIX) from None
    return found


def _check_created(created_at: str, where: str) -> None:
    """Clocks differ by minutes and are set to the wrong zone: a day is let pass."""
    if moment(created_at) > datetime.now(UTC) + timedelta(days=1):
        raise RunError(f"it says that it was made on {created_at[:10]}, which is still to come", where=where, fix=f"set this machine's clock right, or {FIX}")
