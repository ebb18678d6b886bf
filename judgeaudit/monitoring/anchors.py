"""Anchors as a file: what pins them, and in words what differs from what was pinned. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from judgeaudit.domain.anchors import ANCHORS_FORMAT, AnchorsFile, PinnedJudge
from judgeaudit.domain.calls import CallRecord
from judgeaudit.domain.items import GoldLabel, Item
from judgeaudit.domain.rubric import Criterion
from judgeaudit.errors import RunError

MOST_NAMED = 10
"""Items that a message about many of them names."""

FIX = "freeze the anchors again: judgeaudit anchors RUBRIC"


def digest_of(value: Any) -> str:
    """SHA-256 of a JSON value, whatever the order of its keys."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def digests_of_items(items: Iterable[Item]) -> dict[str, str]:
    """By item: its id and every text that a judge is shown. Strata and metadata change no verdict and are not in it."""
    return {item.id: digest_of([item.id, item.sources()]) for item in items}


def digests_of_gold(gold: Iterable[GoldLabel] | None) -> dict[str, str] | None:
    """By item: all its labels, in whatever order they come; None where there is no gold."""
    if gold is None:
        return None
    by_item: dict[str, list[list[str]]] = {}
    for one in gold:
        by_item.setdefault(one.item_id, []).append([one.criterion, one.annotator, one.label, one.status])
    return {item: digest_of(sorted(labels)) for item, labels in by_item.items()}


def digests_of_criteria(criteria: Iterable[Criterion]) -> dict[str, str]:
    """By criterion: question, scale, aspects, descriptions and kind."""
    return {criterion.name: digest_of(criterion.as_asked()) for criterion in criteria}


def digests_of_verdicts(records: Iterable[CallRecord], judges: Iterable[str], criteria: Iterable[str]) -> dict[str, str]:
    """By item: every reply of these judges on these criteria without a probe, with what was asked (the call's key)."""
    wanted, named, by_item = set(judges), set(criteria), dict[str, list[list[Any]]]()
    for record in records:
        if record.probe is None and record.judge in wanted and record.criterion in named:
            by_item.setdefault(record.item_id, []).append([record.judge, record.criterion, record.replicate, record.key, record.last.reply or ""])
    return {item: digest_of(sorted(calls)) for item, calls in by_item.items()}


def sealed(file: AnchorsFile) -> AnchorsFile:
    """The same with the digest of everything in it."""
    return file.model_copy(update={"digest": digest_of(file.model_dump(exclude={"digest"}))})


def parse_anchors(text: str, *, where: str) -> AnchorsFile:
    """The anchors in a JSON text.

    Raises
    ------
    RunError
        It is no JSON, holds no anchors, is of another format version, or was changed after it was written.
    """
    try:
        stored: Any = json.loads(text)
    except (ValueError, RecursionError) as broken:
        raise RunError(f"it is no JSON: {broken}", where=where, fix=FIX) from None
    if not isinstance(stored, dict) or "judges" not in stored or "items" not in stored:
        raise RunError("it holds no anchors", where=where, fix=FIX)
    if stored.get("format_version") != ANCHORS_FORMAT:
        raise RunError(f"it has format_version {stored.get('format_version')!r}, and this is {ANCHORS_FORMAT}", where=where, fix=FIX)
    try:
        found = AnchorsFile.model_validate(stored)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "top level"
        raise RunError(f"it does not hold anchors of this version ({place}: {first['msg']})", where=where, fix=FIX) from None
    if sealed(found).digest != found.digest:
        raise RunError("it was changed after the anchors were frozen: its own digest does not fit", where=where, fix=f"restore it, or {FIX}")
    return found


def differences(
    frozen: AnchorsFile,
    *,
    mode: str,
    items: Mapping[str, str] | None,
    gold: Mapping[str, str] | None,
    criteria: Mapping[str, str],
    judges: Mapping[str, PinnedJudge],
    verdicts: Mapping[str, str] | None = None,
) -> tuple[str, ...]:
    """What is not as it was frozen, in words that name items, criteria and judges.

    Parameters
    ----------
    frozen : AnchorsFile
    mode : str
    items, gold, criteria, verdicts : mapping of name to digest
        As they are now. `items` or `verdicts` None: not compared; `gold` None: there is none.
    judges : mapping of name to PinnedJudge
        What each would be asked with now; which models answered is no part of the comparison.

    Returns
    -------
    tuple of str
        () where nothing differs. Judges and criteria that were not frozen are no difference.
    """
    found = [f"the mode was {frozen.mode} and is {mode}"] if frozen.mode != mode else []
    if items is not None:
        found += _of_items(frozen.items, items, "its text changed")
    found += _of_gold(frozen.gold, gold)
    found += [f"criterion {name!r} {_word(name, criteria)}" for name, digest in frozen.criteria.items() if criteria.get(name) != digest]
    for name, was in frozen.judges.items():
        found += _of_judge(name, was, judges[name], frozen.criteria) if name in judges else [f"judge {name!r} is not there any more"]
    if verdicts is not None:
        changed = [item for item, digest in frozen.verdicts.items() if verdicts.get(item) != digest]
        changed += [item for item in verdicts if item not in frozen.verdicts and item in frozen.items]
        found += _listed(changed, "its stored verdicts changed", "their stored verdicts changed")
    return tuple(found)


def _word(name: str, now: Mapping[str, str]) -> str:
    return "changed (question, scale, aspects, descriptions or kind)" if name in now else "is not there any more"


def _of_items(was: Mapping[str, str], now: Mapping[str, str], changed: str) -> Iterator[str]:
    yield from _listed([item for item in was if item not in now], "it was removed", "they were removed")
    yield from _listed([item for item in was if item in now and now[item] != was[item]], changed, changed.replace("its", "their"))
    yield from _listed([item for item in now if item not in was], "it was added", "they were added")


def _of_gold(was: Mapping[str, str] | None, now: Mapping[str, str] | None) -> Iterator[str]:
    if was is None and now is not None:
        yield "there was no gold, and there is some now"
    elif was is not None and now is None:
        yield "there was gold, and there is none now"
    elif was is not None and now is not None:
        yield from (f"gold: {line}" for line in _of_items(was, now, "its labels changed"))


def _of_judge(name: str, was: PinnedJudge, now: PinnedJudge, criteria: Iterable[str]) -> Iterator[str]:
    head = f"judge {name!r}: "
    if was.model != now.model:
        yield f"{head}the model was {was.model} and is {now.model}"
    if was.api_base != now.api_base:
        yield f"{head}api_base was {was.api_base or 'not set'} and is {now.api_base or 'not set'}"
    for key in sorted({*was.parameters, *now.parameters}):
        before, after = (digest_of(side.parameters[key]) if key in side.parameters else "not sent" for side in (was, now))
        if before != after:
            yield f"{head}{key} was {_said(was.parameters, key)} and is {_said(now.parameters, key)}"
    for criterion in criteria:
        if criterion in now.prompts and was.prompts.get(criterion) != now.prompts[criterion]:
            yield f"{head}its prompt for {criterion!r} changed"


def _said(parameters: Mapping[str, Any], key: str) -> str:
    return str(parameters[key]) if key in parameters else "not sent"


def _listed(items: Sequence[str], one: str, many: str) -> Iterator[str]:
    if len(items) == 1:
        yield f"item {items[0]!r}: {one}"
    elif items:
        more = f" and {len(items) - MOST_NAMED:,} more" if len(items) > MOST_NAMED else ""
        yield f"{len(items):,} items ({', '.join(map(repr, items[:MOST_NAMED]))}{more}): {many}"
