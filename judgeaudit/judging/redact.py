"""Takes secrets out of a text before it is shortened, shown or stored.

Providers echo the caller's key in their errors, and errors of HTTP libraries carry whole URLs. Nothing here is about
what a model says: the text of a verdict is only searched for the very keys that are in use.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from judgeaudit.domain.rubric import Judge, Rubric

MARK = "[redacted]"
MAX_ERROR = 500
"""Characters of an error that are kept."""

_SECRET_NAMES = re.compile(r"(?i)(?:^|_)(?:key|token|secret|password|passwd|credentials?)$")
HEADER_PARAMS = ("extra_headers", "headers", "default_headers")
"""Names of parameters whose values are HTTP headers: any header may be a credential, whatever its name."""

_SECRET_PARTS = re.compile(
    r"(?i)^(?:\w*(?:api|access|secret|private|account|functions?|subscription)?keys?|\w*tokens?|\w*secrets?|secret\w*|auth|authorization|oauth\d?|authentication"
    r"|jwt|pass|passwd|password|passphrase|passcode|pwd|creds?|credentials?|pat|bearer|cookies?|sig|signature|certificates?)$"
)
_NO_SECRETS = frozenset({"prompt_cache_key", "stop_token", "eos_token", "bos_token", "pad_token"})
_MASK = re.compile(r"\[redacted\] sha256:[0-9a-f]{12}")
_HIDDEN_QUERY = re.compile(r"redacted-sha256=[0-9a-f]{12}")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
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
    line = without_surrogates(" ".join(redact(text, secrets=secrets).split()))
    return line if len(line) <= MAX_ERROR else line[: MAX_ERROR - 1] + "…"


def safe_url(url: str | None) -> str | None:
    """A base URL without user, password, query and fragment; None stays None."""
    if url is None:
        return None
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def endpoint_id(url: str | None) -> str | None:
    """`safe_url`, and a short SHA-256 of the query where there is one: another deployment is another endpoint, and the query may hold a key.

    An address that was hidden in this way stays as it is.
    """
    query = urlsplit(url or "").query
    if _HIDDEN_QUERY.fullmatch(query):
        return f"{safe_url(url)}?{query}"
    secrets = query_secrets(url)
    # A key that was renewed is the same endpoint; a number counts as a token's value here, since nothing is shown of it.
    named = [(name, value) for name, value in parse_qsl(query) if value not in secrets and not looks_secret(name)]
    return f"{safe_url(url)}?redacted-sha256={_short_hash(repr(named))}" if named else safe_url(url)


def query_secrets(url: str | None) -> tuple[str, ...]:
    """Values of an address's query whose names look secret."""
    return tuple(value for name, value in parse_qsl(urlsplit(url or "").query) if looks_secret(name, value) or name.lower() == "code")


def looks_secret(name: str, value: object = "") -> bool:
    """Whether a parameter of this name carries a credential; numbers of tokens, and switches about them, do not."""
    if name.lower() in _NO_SECRETS or (re.search(r"(?i)tokens?(?:$|[-_.])", name) and _is_plain(value)):
        return False
    parts = re.split(r"[-_.\s]+|(?<=[a-z0-9])(?=[A-Z])", name)
    return any(_SECRET_PARTS.search(part) for part in parts)


def public_params(params: Mapping[str, Any]) -> dict[str, Any]:
    """A judge's parameters, fit to be stored and shown.

    Parameters
    ----------
    params : mapping
        `Judge.params`.

    Returns
    -------
    dict
        Values of headers, and of parameters whose names look secret, are replaced by ``[redacted] sha256:...`` (12 hex
        digits): a change shows, the value does not. What was replaced before stays as it is.
    """
    return {str(name): _public(str(name), value) for name, value in params.items()}


def header_secrets(params: Mapping[str, Any]) -> tuple[str, ...]:
    """The values of a judge's headers, whole and without the scheme in front, to be taken out of what comes back."""
    headers = [params[name] for name in HEADER_PARAMS if isinstance(params.get(name), Mapping)]
    values = [str(value) for header in headers for value in header.values()]
    return tuple(part for value in values for part in (value, value.rpartition(" ")[2]))


def spellings(secrets: Iterable[str]) -> tuple[str, ...]:
    """Each secret as it is and as JSON writes it, longest first."""
    written = {text for secret in secrets for text in (secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1])}
    return tuple(sorted(written, key=len, reverse=True))


def without_surrogates(text: str) -> str:
    """The text with a replacement character for each half of a character; no file could hold those."""
    return _SURROGATE.sub("\ufffd", text)


def hidden_in(params: Mapping[str, Any], api_base: str | None) -> tuple[str, ...]:
    """Parameters of a stored judge, and `api_base`, whose values were replaced when it was stored: it cannot be asked with them again."""
    names = [str(name) for name, value in params.items() if _MASK.search(json.dumps(value, default=str))]
    return (*names, *(["api_base"] if _HIDDEN_QUERY.fullmatch(urlsplit(api_base or "").query) else []))


def credentials_in(judge: Judge) -> tuple[str, ...]:
    """Which of `api_base` and `params` of a judge hold, or may hold, a credential: such a judge leaves this process only without it."""
    held = ["api_base"] if urlsplit(judge.api_base or "").username is not None or query_secrets(judge.api_base) else []
    return (*held, *hidden_in(public_params(judge.params), None))


def _public(name: str, value: Any) -> Any:
    if name.lower() in HEADER_PARAMS:
        return {str(key): _mask(inner) for key, inner in value.items()} if isinstance(value, Mapping) else _mask(value)
    if looks_secret(name, value):
        return _mask(value)
    if isinstance(value, Mapping) and name != "response_format":
        return public_params(value)
    return [_public("", inner) if isinstance(inner, Mapping) else inner for inner in value] if isinstance(value, (list, tuple)) else value


def _mask(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)
    return text if _MASK.fullmatch(text) else f"{MARK} sha256:{_short_hash(text)}"


def _short_hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _is_plain(value: object) -> bool:
    """A number, a switch, nothing, or a list of those."""
    return all(_is_plain(inner) for inner in value) if isinstance(value, list) else value is None or isinstance(value, (int, float))


def public_rubric(rubric: Rubric) -> dict[str, Any]:
    """The rubric as JSON, fit to be stored: addresses, headers and parameters without credentials. It is a valid rubric again."""
    stored = rubric.model_dump(mode="json")
    for judge in stored["judges"]:
        judge["api_base"] = endpoint_id(judge["api_base"])
        judge["params"] = public_params(judge["params"])
    return stored
