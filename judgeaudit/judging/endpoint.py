"""Where a judge behind HTTP is and what opens it: its provider, its key, the credentials and the query of its address."""

from __future__ import annotations

import os
from base64 import b64encode
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from judgeaudit.domain.rubric import Judge
from judgeaudit.errors import JudgeError
from judgeaudit.judging.load_litellm import load_litellm
from judgeaudit.judging.redact import safe_url

NO_KEY = "none"
"""Sent to an own server where no key is set; most take any."""

_PATH = "/chat/completions"


def find_key(judge: Judge) -> str | None:
    """The key to send for a judge.

    Returns
    -------
    str or None
        The value of `api_key_env`; `NO_KEY` for an own server without one; None where litellm finds the provider's usual
        variable by itself.

    Raises
    ------
    JudgeError
        Names the variable that is not set.
    """
    where = f"judge {judge.name}"
    litellm = load_litellm()
    if judge.api_key_env is not None and basic_credentials(judge.api_base) is not None:
        fix = "leave user and password out of api_base, or leave api_key_env out"
        raise JudgeError("a request carries one credential, and api_base and api_key_env give two", where=where, fix=fix)
    if judge.api_key_env is not None:
        key = os.environ.get(judge.api_key_env, "").strip()
        if not key:
            raise JudgeError(f"the environment variable {judge.api_key_env} is not set", where=where, fix=f"export {judge.api_key_env}=...")
        _check_query(_provider(litellm, judge), judge)
        return key
    _check_provider(litellm, judge)
    missing = [name for name in litellm.validate_environment(judge.model)["missing_keys"] if name.endswith(("_API_KEY", "_API_TOKEN"))]
    if not missing:
        return None
    if judge.api_base is not None:
        return NO_KEY
    raise JudgeError(
        f"the environment variable {' or '.join(missing)} is not set", where=where, fix=f"export {missing[0]}=..., or name another with api_key_env"
    )


def basic_credentials(api_base: str | None) -> str | None:
    """User and password of an address, as the value of an Authorization header; None where it carries none."""
    parts = urlsplit(api_base or "")
    if parts.username is None:
        return None
    pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return f"Basic {b64encode(pair.encode()).decode()}"


def address(provider: str, judge: Judge) -> dict[str, Any]:
    """What tells litellm where to send a request, the query of `api_base` included.

    litellm puts its path behind whatever address it is given, a query too; what is done about it depends on the provider.
    For openai the query is the client's, which `open_sdk` makes.
    """
    parts = urlsplit(judge.api_base or "")
    base = safe_url(judge.api_base)
    if base is None or not parts.query:
        return {} if base is None else {"api_base": base}
    if provider == "azure":
        return {"api_base": base, "api_version": dict(parse_qsl(parts.query)).get("api-version")}
    if provider == "hosted_vllm":
        path = base.rstrip("/")
        return {"api_base": f"{path if path.endswith(_PATH) else path + _PATH}?{parts.query}"}
    return {"api_base": base}


def open_sdk(provider: str, judge: Judge, key: str | None) -> Any | None:
    """A client of OpenAI's package that sends the query of `api_base`; None where litellm's own does."""
    query = urlsplit(judge.api_base or "").query
    if provider != "openai" or not query:
        return None
    import openai

    return openai.AsyncOpenAI(
        api_key=key or os.environ.get("OPENAI_API_KEY") or NO_KEY,
        base_url=safe_url(judge.api_base),
        default_query=dict(parse_qsl(query, keep_blank_values=True)),
        max_retries=0,
        timeout=judge.timeout_s,
    )


def provider_of(judge: Judge) -> str:
    """litellm's name of the provider; JudgeError where there is none."""
    return _provider(load_litellm(), judge)


def usual_keys() -> list[str]:
    """Values of every key in the environment that litellm could pick up."""
    return [value.strip() for name, value in os.environ.items() if name.endswith("_API_KEY")]


def _provider(litellm: Any, judge: Judge) -> str:
    import openai

    where = f"judge {judge.name}"
    try:
        return str(litellm.get_llm_provider(judge.model, api_base=safe_url(judge.api_base))[1])
    except openai.OpenAIError as unknown:
        fix = "write provider/model, for example openai/gpt-5-mini; an own server: openai/NAME with api_base"
        raise JudgeError(f"no provider is known for the model {judge.model!r}", where=where, fix=fix) from unknown


def _check_query(provider: str, judge: Judge) -> None:
    names = {name for name, _ in parse_qsl(urlsplit(judge.api_base or "").query, keep_blank_values=True)}
    if not names or provider in ("openai", "hosted_vllm") or (provider == "azure" and names == {"api-version"}):
        return
    fix = "leave the query out of api_base, or write the model as openai/NAME (any OpenAI-compatible server)"
    raise JudgeError(f"litellm sends no query of api_base for {provider}", where=f"judge {judge.name}", fix=fix)


def _check_provider(litellm: Any, judge: Judge) -> None:
    where = f"judge {judge.name}"
    provider = _provider(litellm, judge)
    _check_query(provider, judge)
    if provider != "openai" and basic_credentials(judge.api_base) is not None:
        fix = "write the model as openai/NAME (any OpenAI-compatible server), or name a key with api_key_env and leave user and password out"
        raise JudgeError(f"litellm sends no user and password for {provider}", where=where, fix=fix)
    if provider == "hosted_vllm" and judge.api_base is None and not os.environ.get("HOSTED_VLLM_API_BASE"):
        raise JudgeError("nobody says where this server is", where=where, fix="api_base: http://HOST:PORT/v1")
