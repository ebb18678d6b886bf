"""What each judge was asked to use, and what it will really be sent. Nothing is dropped silently.

litellm knows for every provider which parameters it sends and under which name; it is asked with the very function that
builds its requests. What it refuses, or takes and never sends, is dropped here, with the reason.

A judge's `params` may hold `response_format: instructions` (or `null`): the reply schema is then only said in the prompt
and not sent, for servers that refuse it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from judgeaudit.domain.calls import EffectiveParameters
from judgeaudit.domain.rubric import Judge, Rubric
from judgeaudit.errors import JudgeError
from judgeaudit.judging.load_litellm import load_litellm
from judgeaudit.judging.redact import HEADER_PARAMS, header_secrets, looks_secret, public_params, short_error

PROVIDER_DEFAULT = "provider default"
"""Effective temperature where none is sent."""

SEED_SENT = "seed of the replicate"
"""Effective seed of a judge that takes one: each replicate sends its own."""

LOCAL_MAX_TOKENS = 256
"""Shorter limits cut the JSON of a verdict with two reasons."""

_CONTROL = ("drop_params", "additional_drop_params", "allowed_openai_params", "fallbacks", "context_window_fallback_dict", "cache", "caching", "mock_response",
            "api_base", "base_url", "custom_llm_provider", "stream_options", "tools", "tool_choice", "functions", "extra_query", "response_model", "logger_fn", "random_seed", "api_version", "client")  # fmt: skip
_RESERVED = frozenset(
    {"model", "messages", "seed", "temperature", "top_p", "max_tokens", "max_completion_tokens", "response_format", "stream", "n", "extra_body"}
)
"""What extra_body must not hold: it goes over what is sent, so that the table of effective parameters would not be true."""

_OF_RUBRIC = frozenset({"model", "messages", "seed", "stream", "n", "extra_body", *_CONTROL})
_SECRET_HEADER = re.compile(r"(?i)(?:^|[-_])(?:authorization|cookie|key|token|secret|password)$")
_DROP_FIRST = ("seed", "response_format", "temperature", "top_p")
_SAMPLE_SCHEMA = {
    "type": "json_schema",
    "json_schema": {
        "name": "verdict",
        "strict": True,
        "schema": {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"], "additionalProperties": False},
    },
}

Build = Callable[[dict[str, Any]], dict[str, Any]]


def resolve(rubric: Rubric, judge: Judge) -> EffectiveParameters:
    """Requested against effective parameters of one judge.

    Parameters
    ----------
    rubric : Rubric
        Gives the seeds and the reply format.
    judge : Judge
        One of its judges.

    Returns
    -------
    EffectiveParameters
        `effective` holds what is sent, in OpenAI's names, with two words in place of numbers: ``temperature`` is
        ``"provider default"`` where none is sent, ``seed`` is ``"seed of the replicate"`` where one is sent.

    Raises
    ------
    JudgeError
        The provider is unknown, a parameter would undo what the engine guarantees, or it carries a secret.
    """
    _check_params(judge)
    own_format = "response_format" in judge.params
    params = {name: value for name, value in judge.params.items() if name != "response_format"}
    if own_format and isinstance(judge.params["response_format"], dict):
        params["response_format"] = judge.params["response_format"]
    requested = {"seed": list(rubric.seeds) if rubric.seeds is not None else rubric.seed, **public_params(judge.params)}
    structured = (judge.reply or rubric.reply).format == "structured" and not own_format
    if judge.kind == "python":
        return _of_python(judge, requested)
    if judge.kind == "local":
        return _of_local(judge, requested, params, structured)
    return _of_litellm(judge, requested, params, structured)


def sendable(parameters: EffectiveParameters) -> dict[str, Any]:
    """The effective parameters that go into every request (the seed is the replicate's); values of headers are hidden in them."""
    return {name: value for name, value in parameters.effective.items() if name != "seed" and value != PROVIDER_DEFAULT}


def _check_params(judge: Judge) -> None:
    for name in judge.params:
        if name in _CONTROL:
            raise JudgeError(
                f"params must not hold {name!r}: it changes what is asked or dropped without a word", where=f"judge {judge.name}", fix=f"remove {name}"
            )
    chosen = judge.params.get("response_format")
    if isinstance(chosen, str) and chosen != "instructions":
        raise JudgeError(f"response_format {chosen!r} is not known", where=f"judge {judge.name}", fix="response_format: instructions, or leave it out")
    _check_extra_body(judge)
    for name in _secret_names(judge.params):
        raise JudgeError(
            f"params hold {name!r}, which looks like a secret; params are stored with every run",
            where=f"judge {judge.name}",
            fix="api_key_env: NAME_OF_THE_VARIABLE",
        )


def _check_extra_body(judge: Judge) -> None:
    body = judge.params.get("extra_body", {})
    where = f"judge {judge.name}"
    if not isinstance(body, dict):
        raise JudgeError(f"extra_body is a {type(body).__name__}, not a mapping", where=where, fix="extra_body: {NAME: VALUE}")
    for name in body:
        if name in _RESERVED or name in _CONTROL or name in judge.params:
            fix = f"leave {name} to the rubric" if name in _OF_RUBRIC else f"params: {{{name}: ...}}, outside of extra_body"
            raise JudgeError(f"extra_body must not hold {name!r}: it would go over what judgeaudit sends and says that it sends", where=where, fix=fix)


def _secret_names(params: dict[str, Any]) -> list[str]:
    """Names that look secret. Of headers only those that api_key_env takes the place of: the values of all are hidden."""
    found = []
    for name, value in params.items():
        if name in HEADER_PARAMS:
            found += [str(header) for header in (value if isinstance(value, dict) else ()) if _SECRET_HEADER.search(str(header))]
        elif looks_secret(str(name), value):
            found.append(str(name))
        elif name != "response_format":
            found += [inner for part in _mappings(value) for inner in _secret_names(part)]
    return found


def _mappings(value: object) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        return [value]
    return [part for inner in value for part in _mappings(inner)] if isinstance(value, (list, tuple)) else []


def _of_python(judge: Judge, requested: dict[str, Any]) -> EffectiveParameters:
    dropped = dict.fromkeys(judge.params, "a Python judge is given the item, the criterion, the seed and the replicate, and no parameters")
    return EffectiveParameters(
        judge=judge.name, model=judge.model, requested=requested, effective={"seed": SEED_SENT}, dropped=dropped, takes_seed=True, schema_mode="instructions"
    )


def _of_local(judge: Judge, requested: dict[str, Any], params: dict[str, Any], structured: bool) -> EffectiveParameters:
    limit = {} if "max_completion_tokens" in params else {"max_tokens": LOCAL_MAX_TOKENS}
    effective = {**limit, **public_params(params), "seed": SEED_SENT}
    notes = [f"max_tokens {LOCAL_MAX_TOKENS} (ours; none was asked for)"] if limit and "max_tokens" not in params else []
    return EffectiveParameters(
        judge=judge.name,
        model=judge.model,
        requested=requested,
        effective=_with_temperature(effective, notes),
        takes_seed=True,
        schema_mode="json_schema" if structured else "instructions",
        notes=tuple(notes),
    )


def _of_litellm(judge: Judge, requested: dict[str, Any], params: dict[str, Any], structured: bool) -> EffectiveParameters:
    litellm = load_litellm()
    wanted = {"seed": 1, **params}
    if structured:
        wanted["response_format"] = _SAMPLE_SCHEMA
    build = _builder(litellm, judge)
    dropped: dict[str, str] = {}
    kept, notes = dict(wanted), []
    if build is None:
        notes.append("this version of litellm cannot be asked what it would send; everything is sent as requested")
    else:
        kept = _drop_refused(build, wanted, dropped, judge)
        kept = _drop_ignored(build, kept, dropped, notes)
    takes_seed = kept.pop("seed", None) is not None
    schema_mode = "json_schema" if structured and kept.pop("response_format", None) is not None else "instructions"
    effective = {**public_params(kept), **({"seed": SEED_SENT} if takes_seed else {})}
    return EffectiveParameters(
        judge=judge.name,
        model=judge.model,
        requested=requested,
        effective=_with_temperature(effective, notes),
        dropped=dropped,
        takes_seed=takes_seed,
        schema_mode=schema_mode,
        notes=tuple(notes),
    )


def _with_temperature(effective: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    if effective.get("temperature") is not None:
        return effective
    notes.append("temperature: none is sent, so the provider's default holds")
    return {**effective, "temperature": PROVIDER_DEFAULT}


def _builder(litellm: Any, judge: Judge) -> Build | None:
    """litellm's own function that turns parameters into a request, bound to this model."""
    import openai

    try:
        model, provider, _, _ = litellm.get_llm_provider(judge.model, api_base=judge.api_base)
    except openai.OpenAIError as unknown:
        raise JudgeError(
            f"no provider is known for the model {judge.model!r}",
            where=f"judge {judge.name}",
            fix="write provider/model, for example openai/gpt-5-mini; an own server: openai/NAME with api_base",
        ) from unknown
    get_optional_params = getattr(litellm.utils, "get_optional_params", None)
    if get_optional_params is None:
        return None

    def build(params: dict[str, Any]) -> dict[str, Any]:
        built: dict[str, Any] = get_optional_params(model=model, custom_llm_provider=provider, **_copy(params))
        return built

    return build


def _copy(value: Any) -> Any:
    """litellm changes what it is given in place."""
    if isinstance(value, dict):
        return {name: _copy(inner) for name, inner in value.items()}
    return [_copy(inner) for inner in value] if isinstance(value, list) else value


def _refusal(build: Build, params: dict[str, Any]) -> str | None:
    """Why these parameters cannot be sent; None where they can."""
    import openai

    try:
        build(params)
    except (openai.OpenAIError, ValueError, TypeError, KeyError) as refused:
        text = re.sub(r"^(litellm\.)?\w+Error:\s*", "", " ".join(str(refused).split()))
        return re.split(r",? To drop", text)[0].strip() or type(refused).__name__
    return None


def _drop_refused(build: Build, wanted: dict[str, Any], dropped: dict[str, str], judge: Judge) -> dict[str, Any]:
    kept = dict(wanted)
    while (whole := _refusal(build, kept)) is not None:
        name, reason = _culprit(build, kept)
        if name is None:
            raise JudgeError(
                f"its params cannot be sent: {short_error(whole, secrets=header_secrets(judge.params))}", where=f"judge {judge.name}", fix="correct params"
            )
        dropped[name] = reason or whole
        del kept[name]
    return kept


def _culprit(build: Build, kept: dict[str, Any]) -> tuple[str | None, str | None]:
    """The parameter that is refused by itself, else the one without which the rest passes."""
    order = sorted(kept, key=lambda name: _DROP_FIRST.index(name) if name in _DROP_FIRST else len(_DROP_FIRST))
    for name in order:
        alone = _refusal(build, {name: kept[name]})
        if alone is not None:
            return name, alone
    rest = (name for name in order if _refusal(build, {key: value for key, value in kept.items() if key != name}) is None)
    return next(rest, None), None


def _drop_ignored(build: Build, kept: dict[str, Any], dropped: dict[str, str], notes: list[str]) -> dict[str, Any]:
    """Drop what litellm takes and never sends; note what it sends under another name."""
    whole = build(kept)
    for name in list(kept):
        without = build({key: value for key, value in kept.items() if key != name})
        if without == whole:
            dropped[name] = "litellm takes it for this provider and does not send it"
            continue
        sent_as = sorted(_leaves(whole) - _leaves(without))
        if name not in sent_as and len(sent_as) == 1:
            notes.append(f"{name} is sent as {sent_as[0]}")
    return {name: value for name, value in kept.items() if name not in dropped}


def _leaves(built: dict[str, Any]) -> set[str]:
    """Names at the top of a request and in its extra body."""
    extra = built.get("extra_body")
    return {name for name in built if name != "extra_body"} | set(extra if isinstance(extra, dict) else ())
