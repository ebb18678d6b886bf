"""What a failed request of litellm means: its HTTP status, what the server said, and whether to ask again.

litellm's class alone does not tell: a dropped connection, a page of HTML with status 200 and a missing key all arrive as
InternalServerError 500. What tells them apart is whether response headers came, and the chain of causes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from judgeaudit.judging.retry import LONGEST_RETRY_AFTER_S, Outcome, outcome_of_status, retry_after_s

_PREFIX = re.compile(r"^(?:(?:litellm\.)?\w*(?:Error|Timeout): |\w+Exception - )+")
_NO_COMPLETION = ("Empty or invalid response from LLM endpoint", "Invalid response object", "LiteLLM: provider returned", "Unable to get json response")
_QUOTA = ("insufficient_quota", "exceeded your current quota")
_CONTEXT = ("context_length_exceeded", "exceed_context_size", "maximum context length", "context window")
_POLICY = ("content_policy_violation", "content_filter", "content management policy", "ResponsibleAIPolicyViolation")


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed request.

    `status` is None where no HTTP answer came. `message` is not redacted yet. `body` is the text of a status-200 answer
    that is no chat completion. `refused`: the provider's own filter refused the content. `billed`: it may have been paid for.
    """

    outcome: Outcome
    message: str
    status: int | None = None
    retry_after_s: float | None = None
    body: str | None = None
    refused: bool = False
    billed: bool = False


def read_failure(error: BaseException) -> Failure:
    """What an exception of `litellm.acompletion`, or a timeout of ours, means."""
    headers = _headers(error)
    code = getattr(error, "status_code", None)
    text = _said(error)
    if isinstance(error, TimeoutError):
        return Failure("retry", "timed out", billed=True)
    body = _body(error, headers=bool(headers), code=code)
    if body is not None:
        return no_completion(body)
    # Without headers litellm's 500 and 408 are its own words for a connection that failed.
    status = code if isinstance(code, int) and (headers or (400 <= code < 500 and code != 408)) else None
    message = _PREFIX.sub("", str(error)).strip() or type(error).__name__
    if status is None:
        message = f"{message} ({_deepest(error)})"
    if status in (400, 413, 422):
        return _bad_request(status, message, text)
    if status == 429 and any(word in text for word in _QUOTA):
        return Failure("stop_judge", message, status)
    wait = retry_after_s(headers) if status is None or status == 429 or status >= 500 else None
    if wait is not None and wait > LONGEST_RETRY_AFTER_S:
        return Failure("stop_judge", f"it asks to wait {wait:.0f} s: {message}", status, retry_after_s=wait)
    refused_connection = any(isinstance(cause, ConnectionRefusedError) for cause in _chain(error))
    return Failure(outcome_of_status(status), message, status, retry_after_s=wait, billed=status is None and not refused_connection)


def _bad_request(status: int, message: str, text: str) -> Failure:
    """The parser tells these apart: too long, refused by a filter, or a request that this server does not take."""
    if any(word in text for word in _CONTEXT):
        return Failure("give_up", f"context window: {message}", status)
    if any(word in text for word in _POLICY):
        return Failure("reply", message, status, refused=True)
    return Failure("give_up", message, status)


def no_completion(body: str) -> Failure:
    """A body that starts as JSON and ends in its middle is a cut stream; anything else is what this server answers."""
    if body.lstrip().startswith("{") and not body.rstrip().endswith("}"):
        return Failure("retry", "the reply was cut off in its middle", 200, billed=True)
    return Failure("reply", "status 200 with a body that is no chat completion", 200, body=body, billed=True)


def _body(error: BaseException, *, headers: bool, code: object) -> str | None:
    if headers and code != 200:
        return None
    for cause in _chain(error):
        if isinstance(cause, json.JSONDecodeError):
            return cause.doc
    text = str(error)
    if not any(mark in text for mark in _NO_COMPLETION):
        return None
    received = re.search(r"Received: (.*)\. Check the reverse proxy", text, re.DOTALL)
    return received.group(1).strip("'\"") if received else _PREFIX.sub("", text).split("Traceback (most recent call last)")[0].strip()


def _headers(error: BaseException) -> Mapping[str, str]:
    own = getattr(error, "litellm_response_headers", None)
    return own or getattr(getattr(error, "response", None), "headers", None) or {}


def _said(error: BaseException) -> str:
    """Everything that the error and its causes say, their codes included (litellm puts the HTTP status in place of the code)."""
    parts: list[Any] = [part for cause in _chain(error) for part in (cause, getattr(cause, "code", None), getattr(cause, "body", None))]
    return " ".join(str(part) for part in parts if part is not None)


def _deepest(error: BaseException) -> str:
    """What really happened to a connection: litellm only says that there was an error."""
    *_, cause = _chain(error)
    return f"{type(cause).__name__}: {cause}" if str(cause) else type(cause).__name__


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or cause.__context__
