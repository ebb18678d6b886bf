"""Does a model name say which version answers, or only which line of models?"""

from __future__ import annotations

import re

_YEAR = r"20[12]\d"
_MONTH = r"(?:0[1-9]|1[0-2])"
_DAY = r"(?:0[1-9]|[12]\d|3[01])"
_DATES = tuple(
    re.compile(rf"(?<![0-9]){shape}(?![0-9])")
    for shape in (
        rf"{_YEAR}-?{_MONTH}-?{_DAY}",  # 2024-08-06, 20240620
        rf"{_MONTH}-{_YEAR}",  # 08-2024
        rf"{_MONTH}-{_DAY}",  # preview-05-20
    )
)
_SHORT = re.compile(rf"[-@_](?:{_MONTH}{_DAY}|2\d{_MONTH})(?![0-9])")  # 0613, 2407
_NUMBERED = re.compile(r"(?:-0\d\d|-v\d+:\d+)$")  # gemini-1.5-pro-002; ...-v1:0, which its provider never changes
_SIZES = ("1024",)
"""Four digits that are a number more often than the 24th of October: a warning too many is better than one too few."""


def is_dated(model: str) -> bool:
    """True where the name holds a date or the number of a fixed version, so that its provider does not serve another model under it.

    Parameters
    ----------
    model : str
        As litellm takes it, with or without the provider.

    Returns
    -------
    bool
        False for aliases such as `gpt-4o` and `...-latest`, whatever else stands in them.

    Examples
    --------
    >>> is_dated("openai/gpt-4o-2024-08-06"), is_dated("gpt-4-0613"), is_dated("gpt-4o"), is_dated("claude-3-5-sonnet-latest")
    (True, True, False, False)
    """
    name = model.rsplit("/", 1)[-1].lower()
    if "latest" in name:
        return False
    short = [found for found in _SHORT.findall(name) if found[1:] not in _SIZES]
    return bool(short or _NUMBERED.search(name) or any(date.search(name) for date in _DATES))
