"""When a failed request is made again, and after how long."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Literal

Outcome = Literal["reply", "retry", "stop_judge", "give_up"]

MAX_ATTEMPTS = 6
"""Requests for one call before it becomes a row with status error (a longer limit after a cut reply is not counted)."""

BASE_WAIT_S = 0.5
MAX_WAIT_S = 30.0

LONGEST_RETRY_AFTER_S = 900.0
"""A judge that asks to be left alone for longer is stopped; the run is resumed later."""

RETRY_STATUSES = frozenset({408, 409, 425, 429})
"""Besides every 5xx."""

STOP_STATUSES = frozenset({401, 402, 403, 404})
"""No call of this judge can succeed: key, credit, permission, or a model that is not there."""


def outcome_of_status(status: int | None) -> Outcome:
    """What to do after a failure with this HTTP status.

    Parameters
    ----------
    status : int or None
        None where no HTTP answer came (timeout, dropped connection).

    Returns
    -------
    {"retry", "stop_judge", "give_up"}
        ``give_up`` ends this call only.
    """
    if status is None or status in RETRY_STATUSES or status >= 500:
        return "retry"
    return "stop_judge" if status in STOP_STATUSES else "give_up"


def backoff_s(failures: int, rng: random.Random) -> float:
    """Seconds to wait after the `failures`-th failure in a row (from 1).

    Notes
    -----
    ``min(30, 0.5 * 2 ** (failures - 1))`` times a factor drawn evenly from [0.5, 1): exponential, and jittered so that
    calls that failed together do not come back together.
    """
    return min(MAX_WAIT_S, BASE_WAIT_S * 2.0 ** (failures - 1)) * rng.uniform(0.5, 1.0)


def retry_after_s(headers: Mapping[str, str] | None, now: datetime | None = None) -> float | None:
    """Seconds that a server asks to wait, from its headers.

    Parameters
    ----------
    headers : mapping of str to str or None
        Response headers, in any case.
    now : datetime, optional
        With time zone; the clock when left out.

    Returns
    -------
    float or None
        At least 0. None where there is no such header or it cannot be read.

    References
    ----------
    RFC 9110, section 10.2.3: a number of seconds or an HTTP date. ``retry-after-ms`` is what OpenAI and Azure add.
    """
    folded = {name.lower(): value.strip() for name, value in (headers or {}).items() if isinstance(value, str)}
    milliseconds = _number(folded.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    value = folded.get("retry-after", "")
    seconds = _number(value)
    return seconds if seconds is not None else _until(value, now or datetime.now(UTC))


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return max(0.0, number) if math.isfinite(number) else None


def _until(text: str, now: datetime) -> float | None:
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    date = date if date.tzinfo is not None else date.replace(tzinfo=UTC)
    return max(0.0, (date - now).total_seconds())
