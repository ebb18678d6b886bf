"""Takes secrets out of a text before it is shortened, shown or stored.

Providers echo the caller's key in their errors, and errors of HTTP libraries carry whole URLs. Nothing here is about
what a model says: the text of a verdict is only searched for the very keys that are in use.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from judgeaudit.domain.rubric import Rubric

MARK = "[redacted]"
MAX_ERROR = 500
"""Characters of an error that are kept."""

_SECRET_NAMES = re.compile(r"(?i)(?:^|_)(?:key|token|secret|password|passwd|credentials?)$")
_SHORTEST = 6
"""Shorter values are words or numbers that stand everywhere; a key is longer."""

_PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?i)\b([a-z][a-z0-9+.-]*://)[^\s/\"'<>]*@"), rf"\1{MARK}@"),
    (
        re.compile(r"(?i)([?&;](?:[\w.-]*(?:key|token|secret|password|passwd|sig|signature|auth|credential|code))=)[^&\s\"'<>;]+"),
        rf"\1{MARK}",
    ),
    (re.compile(r"(?i)((?:proxy-)?authorization[\"']?\s*[:=]\s*[\"']?)(?:(?:bearer|basic|token)\s+)?[^\s\"',}]+"), rf"\1{MARK}"),
    (re.compile(r"(?i)\b((?:x-)?api[-_ ]?key[\"']?\s*[:=]\s*[\"']?)[^\s\"',}]+"), rf"\1{MARK}"),
    (re.compile(r"(?i)\b(bearer\s+)[a-z0-9._~+/=-]{6,}"), rf"\1{MARK}"),
    (re.compile(r"\b(?:sk|pk|rk|gsk|xai|hf|ghp|gho|glpat|pplx|nvapi|r8)[-_][\w*.-]{6,}"), MARK),
    (re.compile(r"\bAIza[\w-]{20,}|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"), MARK),
)


def environment_secrets(environment: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Values of environment variables whose name says that they are secret.

    Parameters
    ----------
    environment : mapping of str to str, optional
        `os.environ` when left out.

    Returns
    -------
    tuple of str
        Longest first, so that a key that starts with another key goes whole.
    """
    source = os.environ if environment is None else environment
    values = {value for name, value in source.items() if _SECRET_NAMES.search(name) and len(value) >= _SHORTEST}
    return tuple(sorted(values, key=len, reverse=True))


def without_values(text: str, secrets: Iterable[str]) -> str:
    """The text without these very values, each replaced by a mark; nothing else is touched."""
    for secret in secrets:
        if len(secret) >= _SHORTEST and secret in text:
            text = text.replace(secret, MARK)
    return text


def redact(text: str, *, secrets: Iterable[str] = ()) -> str:
    """A text without keys, tokens, credentials in URLs and authorization headers.

    Parameters
    ----------
    text : str
        Foreign text: an error of a provider or of an HTTP library.
    secrets : iterable of str
        Values in use that must not appear, beside those of the environment and those that look like keys.

    Returns
    -------
    str
        The text with each secret replaced by ``[redacted]``.
    """
    text = without_values(text, (*sorted(secrets, key=len, reverse=True), *environment_secrets()))
    for pattern, replacement in _PATTERNS:
        text = pattern.sub(replacement, text)
    return text


def short_error(text: str, *, secrets: Iterable[str] = ()) -> str:
    """One line of an error: redacted first, shortened after, so that no half of a key is left at the cut."""
    line = " ".join(redact(text, secrets=secrets).split())
    return line if len(line) <= MAX_ERROR else line[: MAX_ERROR - 1] + "…"


def safe_url(url: str | None) -> str | None:
    """A base URL without user, password, query and fragment; None stays None."""
    if url is None:
        return None
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def public_rubric(rubric: Rubric) -> dict[str, Any]:
    """The rubric as JSON, fit to be stored: addresses of servers without credentials. It is a valid rubric again."""
    stored = rubric.model_dump(mode="json")
    for judge in stored["judges"]:
        judge["api_base"] = safe_url(judge["api_base"])
    return stored
