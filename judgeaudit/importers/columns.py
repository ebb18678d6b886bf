"""Which column of a user's file is which column of ours: `--map label=grade`, `--map judge=gpt,claude` (a wide table), `--set judge=gpt-4`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from judgeaudit.errors import OptionError
from judgeaudit.importers.problems import nearest
from judgeaudit.tables import RATINGS_SCHEMA

ITEM_TEXTS = ("input", "response", "response_a", "response_b", "reference", "context")
"""Texts of an item that may stand beside its verdicts."""
FREE_TEXT = frozenset({"rationale", "reasoning", "reasons"})
"""Columns that may hold a list or an object; it becomes JSON text."""
HALVED = FREE_TEXT.union(ITEM_TEXTS)
"""Columns in which half a character that was cut is no more than that: everywhere else it tells one name from another."""
NAMES = (*RATINGS_SCHEMA.names, *ITEM_TEXTS)


@dataclass(frozen=True)
class Columns:
    """`renamed`: ours -> the file's; `judges`: columns of a wide table, each a judge whose cells are labels; `fixed`: ours -> the same value in every row."""

    renamed: Mapping[str, str] = field(default_factory=dict)
    judges: tuple[str, ...] = ()
    fixed: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.renamed or self.judges or self.fixed)


def columns_of(mapped: Sequence[str] | Mapping[str, str], fixed: Sequence[str] | Mapping[str, str] = (), *, wide: bool = False) -> Columns:
    """The columns that `--map OURS=THEIRS` and `--set OURS=VALUE` name.

    Parameters
    ----------
    mapped, fixed : sequence of "name=value", or mapping
        `judge=colA,colB` names the columns of a wide table; so does `judge=colA` where `wide`.

    Raises
    ------
    OptionError
        For what is no `name=value`, names no column of ours, or names one twice.
    """
    pairs = _pairs(mapped, "--map", "label=grade")
    values = _pairs(fixed, "--set", "judge=gpt-4")
    judges: tuple[str, ...] = ()
    if "judge" in pairs and (wide or "," in pairs["judge"]):
        judges = tuple(name for one in pairs.pop("judge").split(",") if (name := one.strip()))
        if len(set(judges)) != len(judges) or not judges:
            raise OptionError("a judge's column stands there twice, or none does", where="--map judge=", fix="name each column once: --map judge=colA,colB")
    if wide and not judges:
        raise OptionError("a wide table needs the columns of its judges", where="wide", fix="--map judge=colA,colB")
    both = sorted({*pairs, *(["judge", "label"] if judges else [])} & set(values) | ({"label", "score"} & set(pairs) if judges else set()))
    if both:
        raise OptionError(f"{both[0]} is given twice", where="--map, --set", fix="name it once; the cells of a wide table's judge columns are the labels")
    return Columns(pairs, judges, values)


def _pairs(given: Sequence[str] | Mapping[str, str], option: str, example: str) -> dict[str, str]:
    if isinstance(given, Mapping):
        given = [f"{name}={value}" for name, value in given.items()]
    found: dict[str, str] = {}
    for one in given:
        name, equals, value = one.partition("=")
        name = name.strip()
        if not equals or not name or not value.strip():
            raise OptionError(f"{one!r} is no NAME=VALUE", where=option, fix=f"write it as {option} {example}")
        if name not in NAMES:
            near = nearest(name, NAMES)
            raise OptionError(f"{name!r} is no column of verdicts", where=option, fix=f"did you mean {near!r}?" if near else f"one of {', '.join(NAMES)}")
        if name in found:
            raise OptionError(f"{name!r} is given twice", where=option, fix="name it once")
        found[name] = value.strip()
    return found
