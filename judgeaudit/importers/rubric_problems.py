"""What pydantic says about a rubric, in the words of the person who wrote the file."""

from __future__ import annotations

import re
from typing import Any

from pydantic import BaseModel, ValidationError

from judgeaudit.domain.rubric import Rubric
from judgeaudit.importers.problems import Problem, nearest, shorten
from judgeaudit.importers.yaml_values import Place, Values, member, model_of, place_name

_EXAMPLES = {
    "name": "my-rubric",
    "criteria": "a list of {name, question, scale}",
    "question": "Does the reply state the refund window?",
    "scale": '{level: nominal, labels: ["pass", "fail"]}',
    "model": "openai/gpt-5-mini",
    "input": "0.25",
    "output": "2.0",
}
_MODEL_EXAMPLES = {
    "Scale": '{level: nominal, labels: ["pass", "fail"]}',
    "Criterion": '{name: refund_window, question: "...", scale: {...}}',
    "Judge": "{model: openai/gpt-5-mini}",
    "Gate": "{max: 0.05}",
    "Price": "{input: 0.25, output: 2.0}",
    "Aspect": "{name: refund window, required: true}",
}
_BELONGS = {
    "Criterion": {"level": "scale", "labels": "scale", "low": "scale", "high": "scale", "step": "scale"},
    "Judge": dict.fromkeys(("temperature", "top_p", "top_k", "max_tokens", "reasoning_effort", "stop", "presence_penalty", "frequency_penalty"), "params"),
    "Rubric": {"scale": "criteria", "question": "criteria", "labels": "criteria", "model": "judges", "params": "judges"},
}
_NUMBERS = {
    "int_parsing": "a whole number", "int_type": "a whole number", "int_from_float": "a whole number", "int_parsing_size": "a whole number",
    "float_parsing": "a number", "float_type": "a number", "finite_number": "a finite number", "bool_parsing": "true or false", "bool_type": "true or false",
}  # fmt: skip
_PLURALS = {"criterion": "criteria"}
_LIMITS = {"greater_than": ("gt", "above"), "greater_than_equal": ("ge", "at least"), "less_than": ("lt", "below"), "less_than_equal": ("le", "at most")}


def problems_of(error: ValidationError, values: Values) -> list[Problem]:
    """One problem for each thing that pydantic found, with the line of the value that it is about."""
    found = [dict(one) for one in error.errors(include_url=False)]
    return [_problem(one, values) for one in found if not _follows(one, found, values)]


def _follows(one: dict[str, Any], found: list[dict[str, Any]], values: Values) -> bool:
    """Whether this only follows from another problem: a value that YAML already refused, a list short of its bad entry, a misspelt key."""
    place: Place = one["loc"]
    if any(place[: len(bad)] == bad or (place and one["type"] == "value_error" and bad[: len(place)] == place) for bad in values.bad):
        return True
    if one["type"] == "too_short":
        return any(len(other["loc"]) > len(place) and other["loc"][: len(place)] == place for other in found)
    unknown = [str(other["loc"][-1]) for other in found if other["type"] == "extra_forbidden" and other["loc"][:-1] == place[:-1]]
    return one["type"] == "missing" and any(nearest(key, [str(place[-1])]) for key in unknown)


def _problem(found: dict[str, Any], values: Values) -> Problem:
    place: Place = tuple(found["loc"])
    if found["type"] == "value_error":
        what, fix = _own_words(found)
        place = _spot(place, what, values)
    elif found["type"] == "missing":
        what, fix = "is missing", f"add {_example(place)}"
    elif found["type"] == "extra_forbidden":
        what, fix = _unknown_key(place)
    else:
        what, fix = _wrong_value(found, place)
    name = place_name(place)
    return Problem(values.where(place), f"{name}: {what}" if name else what, fix)


def _own_words(found: dict[str, Any]) -> tuple[str, str]:
    """A message of our own models; what stands behind "Fix:" is the fix."""
    text = str(found["ctx"]["error"]) if "ctx" in found else str(found["msg"]).removeprefix("Value error, ")
    what, _, fix = text.partition(" Fix: ")
    if not fix and what.startswith("unknown "):
        what, _, known = what.partition("; ")
        fix = f"write {known.removeprefix('nearest is ')}" if known.startswith("nearest") else f"leave it out; {known}" if known.startswith("no ") else known
    return what.rstrip("."), fix or "correct the value"


def _unknown_key(place: Place) -> tuple[str, str]:
    key = str(place[-1])
    model = _model_at(place[:-1])
    known = list(model.model_fields) if model else []
    home = _BELONGS.get(model.__name__, {}).get(key) if model else None
    if home is not None:
        return f"unknown key {key!r}", f"it belongs to one of the {home}" if home in (
            "criteria",
            "judges",
        ) else f"it belongs under {home}: {home}: {{{key}: ...}}"
    near = nearest(key, known)
    return f"unknown key {key!r}", f"write {near}; there are: {', '.join(known)}" if near else f"there are: {', '.join(known)}"


def _wrong_value(found: dict[str, Any], place: Place) -> tuple[str, str]:
    kind, given = str(found["type"]), found["input"]
    if given is None:
        return "is empty", f"write {_example(place)}" if _required(place) else f"write a value, or leave {place[-1]} out"
    if kind == "literal_error":
        allowed = re.findall(r"'([^']*)'", str(found["ctx"]["expected"]))
        near = nearest(given, allowed) if isinstance(given, str) else None
        return f"{shorten(given)} is not allowed", f"write {near}; there are: {', '.join(allowed)}" if near else f"one of {', '.join(allowed)}"
    if kind in _NUMBERS:
        return f"{_shown(given)} is not {_NUMBERS[kind]}", f"write {_NUMBERS[kind]}" + (", without quotes" if kind.startswith("bool") else "")
    if kind in _LIMITS:
        name, words = _LIMITS[kind]
        return f"{_shown(given)} is out of range", f"write a number {words} {found['ctx'][name]:g}"
    if kind in ("model_type", "model_attributes_type", "dict_type"):
        model = _model_at(place)
        example = _MODEL_EXAMPLES.get(model.__name__ if model else "", "{key: value}")
        return f"must be a mapping, got {_kind(given)}", f"write {example}" if isinstance(place[-1], int) else f"write {place[-1]}: {example}"
    if kind in ("tuple_type", "list_type"):
        one = given if isinstance(given, str) and len(given) < 40 and model_of(member(_kind_at(place), 0)) is None else "..."
        return f"must be a list, got {_kind(given)}", f"write {place[-1]}: [{one}], or one entry per line, each after a dash"
    if kind in ("too_short", "string_too_short"):
        return "is empty", "give at least one" if kind == "too_short" else "write a text"
    if kind == "string_type":
        return f"must be a text, got {_kind(given)}", "write one text, in quotes if need be"
    return str(found["msg"]).lower(), "correct the value"


def _required(place: Place) -> bool:
    model = _model_at(place[:-1])
    field = model.model_fields.get(str(place[-1])) if model else None
    return isinstance(place[-1], int) or (field is not None and field.is_required())


def _example(place: Place) -> str:
    """How a required key is written; a value alone for an entry of a list."""
    key = place[-1]
    if isinstance(key, int):
        return "a value"
    return f"{key}: {_EXAMPLES.get(key, '...') if key != 'name' or len(place) == 1 else '...'}"


def _shown(given: object) -> str:
    return shorten(given) if isinstance(given, (str, int, float)) else _kind(given)


def _kind(given: object) -> str:
    return {dict: "a mapping", list: "a list", tuple: "a list", bool: "a truth value"}.get(type(given), "a text" if isinstance(given, str) else "a number")


def _kind_at(place: Place) -> Any:
    kind: Any = Rubric
    for key in place:
        kind = member(kind, key)
    return kind


def _model_at(place: Place) -> type[BaseModel] | None:
    return model_of(_kind_at(place))


def _spot(place: Place, message: str, values: Values) -> Place:
    """The place inside `place` that a message about a whole model means: what it quotes, under the first of its keys that it names.

    "unknown gate 'x.y'" about the rubric means gates, x.y; "judges holds 'a' twice" the last judge of that name.
    """
    keys = {str(one[-1]): one for one in values.lines if one[:-1] == place and one}
    words = [form for word in re.findall(r"[a-z_]+", message.partition("'")[0].casefold()) for form in (word, f"{word}s", _PLURALS.get(word, ""))]
    under = next((keys[word] for word in words if word in keys), place)
    quoted = re.search(r"'([^']+)'", message)
    if quoted is None:
        return under
    named = [one for one in values.lines if one[: len(under)] == under and len(one) > len(under) and _says(one, quoted[1], values)]
    return named[-1] if named else under


def _says(place: Place, word: str, values: Values) -> bool:
    """Whether a key or a text at a place is the quoted word."""
    found: Any = values.data
    for key in place:
        if isinstance(found, dict):
            found = found.get(str(key))
        elif isinstance(found, list) and isinstance(key, int) and key < len(found):
            found = found[key]
    return place[-1] == word or (isinstance(found, str) and found == word)
