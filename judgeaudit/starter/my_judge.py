"""A judge as a Python function: put your own rule, classifier or production judge here.

`item` has `id`, `input`, `response`, `context`, `metadata`; `criterion` has `name`, `question`, `scale`. `seed` and `replicate`
change from repeat to repeat. Return a label, a reply as text, or a dict as below; the quote must stand in the texts.
"""

import re
from typing import Any

TIME = re.compile(r"\b(\d{1,2})(?::(\d\d))?\s*([ap])\.?m\b|\b(\d{1,2}):(\d\d)\b", re.IGNORECASE)


def judge(item: Any, criterion: Any, *, seed: int | None, replicate: int) -> dict[str, Any]:
    """Pass when the first time in the response is the first time in the context."""
    wanted, given = TIME.search(str(item.context)), TIME.search(str(item.response))
    right = wanted is not None and given is not None and _minutes(wanted) == _minutes(given)
    return {
        "reasons": [
            {
                "aspect": "opening time",
                "finding": "met" if right else "unmet",
                "quote": given.group(0) if given else "",
                "explanation": "The times are the same." if right else "The opening time is missing or another one.",
            }
        ],
        "label": "pass" if right else "fail",
    }


def _minutes(time: re.Match[str]) -> int:
    hour, minute, half, hour24, minute24 = time.groups()
    if half is None:
        return int(hour24) * 60 + int(minute24)
    return (int(hour) % 12 + (12 if half.lower() == "p" else 0)) * 60 + int(minute or 0)
