"""A reply as it is stored: a chat completion in the shape that the provider sent, without headers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from judgeaudit.judging.prices import token_count

_USAGE = ("prompt_tokens", "completion_tokens", "total_tokens")


def from_response(response: Any) -> dict[str, Any]:
    """The reply as a chat completion, in the shape that the provider sent, without headers."""
    usage = getattr(response, "usage", None)
    reply: dict[str, Any] = {
        "id": response.id,
        "model": response.model,
        "system_fingerprint": _text(response.system_fingerprint),
        "choices": [
            {"finish_reason": choice.finish_reason, "message": _message(choice.message), **kept_logprobs(getattr(choice, "logprobs", None))}
            for choice in response.choices
        ],
    }
    # litellm writes zeros where a server sent no usage, and no prompt has no tokens.
    if usage is not None and usage.prompt_tokens:
        reply["usage"] = {name: token_count(getattr(usage, name, None)) for name in _USAGE}
    return reply


def kept_logprobs(sent: Any) -> dict[str, Any]:
    """The field `logprobs` of a choice, empty where none were sent: each token with its log probability and those of what was listed beside it.

    Ids are left out, and bytes that are the token's own text: what remains is half as long, and says the same.
    """
    plain = sent.model_dump() if hasattr(sent, "model_dump") else sent
    content = plain.get("content") if isinstance(plain, dict) else None
    if not isinstance(content, list) or not content:
        return {}
    return {"logprobs": {"content": [_token(token) for token in content]}}


def _token(sent: Any) -> Any:
    if not isinstance(sent, dict):
        return sent
    kept = {"token": sent.get("token"), "logprob": sent.get("logprob")}
    if isinstance(sent.get("bytes"), list) and sent["bytes"] != list(str(kept["token"]).encode("utf-8", "surrogatepass")):
        kept["bytes"] = sent["bytes"]
    others = sent.get("top_logprobs")
    return {**kept, "top_logprobs": [_token(other) for other in others]} if isinstance(others, list) else kept


def _message(message: Any) -> dict[str, Any]:
    content = message.content
    calls = message.tool_calls
    if content is None and calls:
        # A schema that litellm sends as a forced tool comes back as the tool's arguments.
        content = calls[0].function.arguments
    kept = {"content": content, "reasoning_content": getattr(message, "reasoning_content", None), "refusal": getattr(message, "refusal", None)}
    return {name: value for name, value in kept.items() if name == "content" or value is not None}


def tokens_of(reply: Mapping[str, Any]) -> tuple[int | None, int | None]:
    """Tokens of the prompt and of the reply; None where nobody knows (a zero where something was read or written is no count)."""
    usage = reply.get("usage")
    if usage is None:
        return None, None
    wrote = any(choice["message"]["content"] for choice in reply["choices"])
    completion = usage["completion_tokens"]
    return usage["prompt_tokens"] or None, None if wrote and not completion else completion


def from_body(body: str) -> dict[str, Any] | None:
    """The reply as a chat completion, from the body that a server sent and litellm could not read; None where it is none.

    A content in parts is the text of its parts, one after the other; a count that is no number is unknown.
    """
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError):
        return None
    choices = sent.get("choices") if isinstance(sent, dict) else None
    if not isinstance(choices, list) or not choices:
        return None
    read = [_choice(choice) for choice in choices]
    if any(choice is None for choice in read):
        return None
    reply: dict[str, Any] = {
        "id": _text(sent.get("id")),
        "model": _text(sent.get("model")),
        "system_fingerprint": _text(sent.get("system_fingerprint")),
        "choices": read,
    }
    usage = sent.get("usage")
    if isinstance(usage, dict):
        reply["usage"] = {name: token_count(usage.get(name)) for name in _USAGE}
    return reply


def _choice(choice: Any) -> dict[str, Any] | None:
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        return None
    content = _joined(message.get("content"))
    if content is None and message.get("content") is not None:
        return None
    kept = {"content": content, **{name: _joined(message.get(name)) for name in ("reasoning_content", "refusal")}}
    reason = choice.get("finish_reason")
    message = {name: value for name, value in kept.items() if name == "content" or value is not None}
    return {"finish_reason": _text(reason), "message": message, **kept_logprobs(choice.get("logprobs"))}


def _joined(content: Any) -> str | None:
    """Text, or the text of all parts; None where any part is something else."""
    if not isinstance(content, list):
        return content if isinstance(content, str) else None
    parts = [part.get("text") if isinstance(part, dict) else part for part in content]
    texts = [part for part in parts if isinstance(part, str)]
    return "".join(texts) if len(texts) == len(parts) else None


def _text(value: object) -> str | None:
    return None if value is None else str(value)
