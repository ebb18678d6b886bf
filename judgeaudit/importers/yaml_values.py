"""YAML nodes as values for a pydantic model: scalars stay text, and pydantic types them.

`yes`, `no`, `on`, `007`, `1e5`, `1_000`, `NA` and dates are what was written. Only what a model leaves open (`Any`: a judge's `params`) is
typed here, by JSON's rules. Every value's line is kept for the errors.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import yaml
from pydantic import BaseModel

from judgeaudit.errors import RubricError
from judgeaudit.importers.problems import Problem
from judgeaudit.importers.yaml_nodes import MAX_DEPTH

Place = tuple[str | int, ...]
"""Where a value stands: keys, and indices from 0."""

MAX_NODES = 50_000
_TAG = "tag:yaml.org,2002:"
_TAGS = {"str", "int", "float", "bool", "null", "timestamp", "merge", "value", "map", "seq"}
_NULL = {"", "~", "null", "Null", "NULL"}
_TRUTH = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_JSON = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_RESOLVER = yaml.resolver.Resolver()


class Scalar(str):
    """Text of a YAML scalar. `plain`: it was written without quotes and without a tag."""

    plain: bool = False


@dataclass
class Values:
    """What a YAML file says: the value, the line of each place, and the mistakes that YAML itself allows."""

    source: str
    data: Any = None
    lines: dict[Place, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    bad: set[Place] = field(default_factory=set)
    _open: set[int] = field(default_factory=set)
    _n_nodes: int = 0

    def line(self, place: Place) -> int:
        """The line of a place, or of the nearest one around it."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)

    def where(self, place: Place) -> str:
        return f"{self.source}:{self.line(place)}"

    def problem(self, place: Place, what: str, fix: str) -> None:
        self.problem_at(self.line(place), place, what, fix)

    def problem_at(self, line: int, place: Place, what: str, fix: str) -> None:
        name = place_name(place)
        self.bad.add(place)
        self.problems.append(Problem(f"{self.source}:{line}", f"{name}: {what}" if name else what, fix))

    def read(self, node: yaml.Node, kind: Any, place: Place = ()) -> Any:
        """The value of one node, where `kind` is the type that the model wants there."""
        self._n_nodes += 1
        self.lines.setdefault(place, node.start_mark.line + 1)
        if self._n_nodes > MAX_NODES or len(self._open) > MAX_DEPTH or id(node) in self._open:
            raise RubricError(
                f"{place_name(place[:3])}: anchors and aliases repeat each other without end", where=self.where(place), fix="write the values out"
            )
        if not (node.tag.startswith(_TAG) and node.tag.removeprefix(_TAG) in _TAGS):
            self.problem(place, f"the tag {node.tag.replace(_TAG, '!!')} is not read", "write plain text, lists and mappings")
            return None
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, kind, place)
        self._open.add(id(node))
        value = self._list(node, kind, place) if isinstance(node, yaml.SequenceNode) else self._mapping(node, kind, place)
        self._open.discard(id(node))
        return value

    def _list(self, node: yaml.SequenceNode, kind: Any, place: Place) -> list[Any]:
        return [self.read(one, member(kind, n), (*place, n)) for n, one in enumerate(node.value)]

    def _mapping(self, node: yaml.Node, kind: Any, place: Place) -> dict[str, Any]:
        model = model_of(kind)
        made: dict[str, Any] = {}
        for key, value in self._pairs(node, place):
            inner = (*place, key.value)
            self.lines[inner] = key.start_mark.line + 1
            read = self.read(value, member(kind, key.value), inner)
            # a key without value, of a field that may be left out, is left out
            if read is not None or model is None or key.value not in model.model_fields or model.model_fields[key.value].is_required():
                made[key.value] = read
        return made

    def _pairs(self, node: yaml.Node, place: Place) -> list[tuple[yaml.ScalarNode, yaml.Node]]:
        """Keys and values of a mapping, with what `<<` merges in behind what stands there itself."""
        own: dict[str, tuple[yaml.ScalarNode, yaml.Node]] = {}
        merged: dict[str, tuple[yaml.ScalarNode, yaml.Node]] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                self.problem_at(line, place, "a key is a list or a mapping", 'put text that starts with { or [ in quotes: "{{input}}"')
            elif key.tag == f"{_TAG}merge":
                merged |= {name: pair for name, pair in self._merged(value, place).items() if name not in merged}
            elif key.value in own:
                first = own[key.value][0].start_mark.line + 1
                self.problem_at(line, (*place, key.value), f"the key {key.value!r} stands twice, first in line {first}", "keep one of them")
            else:
                own[key.value] = (key, value)
        return list((merged | own).values())

    def _merged(self, node: yaml.Node, place: Place) -> dict[str, tuple[yaml.ScalarNode, yaml.Node]]:
        sources = node.value if isinstance(node, yaml.SequenceNode) else [node]
        pairs: dict[str, tuple[yaml.ScalarNode, yaml.Node]] = {}
        for source in sources:
            if not isinstance(source, yaml.MappingNode) or id(source) in self._open:
                self.problem(place, "<< merges something that is no mapping", "write <<: *name of a mapping's anchor")
                continue
            self._open.add(id(source))
            pairs = {pair[0].value: pair for pair in self._pairs(source, place)} | pairs
            self._open.discard(id(source))
        return pairs

    def _scalar(self, node: yaml.ScalarNode, kind: Any, place: Place) -> Any:
        text = node.value
        plain = node.style is None and node.tag == _implicit_tag(text)
        if any("\ud800" <= character <= "\udfff" for character in text):
            self.problem(place, "an escape names half a character", "write the character itself")
            return None
        if kind is Any and plain:
            return self._json(text, place)
        if plain and float in options(kind) and text.casefold().lstrip("+-").lstrip(".") in ("inf", "infinity", "nan"):
            self.problem(place, f"{text} is not a finite number", "write a finite number")
            return None
        # null among labels is refused by the model as a word that nobody can tell from nothing
        if plain and text in _NULL and get_origin(kind) is not Annotated:
            return None
        scalar = Scalar(text)
        scalar.plain = plain
        return scalar

    def _json(self, text: str, place: Place) -> Any:
        """A plain scalar by JSON's rules: a number, a truth value, null, else text."""
        if text in _NULL:
            return None
        if text in _TRUTH:
            return _TRUTH[text]
        if _INTEGER.fullmatch(text) and len(text) < 100:
            return int(text)
        if _DECIMAL.fullmatch(text) and math.isfinite(number := float(text)):
            return number
        if _DECIMAL.fullmatch(text) or _NOT_JSON.fullmatch(text):
            self.problem(place, f"{text[:20]} is no number that can be sent as JSON", "write a finite number")
        return text


def _implicit_tag(text: str) -> str:
    """The tag that YAML gives to a plain scalar by itself."""
    return str(_RESOLVER.resolve(yaml.ScalarNode, text, (True, False)))  # type: ignore[no-untyped-call]  # PyYAML's stubs leave it untyped


def place_name(place: Place) -> str:
    """`criteria[0].scale.labels[1]`, indices from 0; keys that a terminal would act upon are quoted."""
    names = [f"[{one}]" if isinstance(one, int) else f".{one if one.isprintable() else repr(one)}" for one in place]
    return "".join(names).removeprefix(".")


def options(kind: Any) -> tuple[Any, ...]:
    """The members of a union, or the type itself."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def model_of(kind: Any) -> type[BaseModel] | None:
    """The pydantic model among the options of a type."""
    return next((one for one in options(kind) if isinstance(one, type) and issubclass(one, BaseModel)), None)


def member(kind: Any, key: str | int) -> Any:
    """The type that a model, a dict or a tuple wants under a key or index; `object` where it says nothing."""
    if kind is Any:
        return Any
    for one in options(kind):
        origin, arguments = get_origin(one), get_args(one)
        if origin is dict and isinstance(key, str):
            return arguments[1]
        if origin is tuple and isinstance(key, int):
            return arguments[0]
    model = model_of(kind)
    if model is not None and isinstance(key, str) and key in model.model_fields:
        return model.model_fields[key].annotation
    return object
