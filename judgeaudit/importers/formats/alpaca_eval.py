"""AlpacaEval annotations: which of two outputs a judge prefers, for each instruction."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judgeaudit.importers.entries import entries
from judgeaudit.importers.entry_values import as_number, identity, optional_identity, structure
from judgeaudit.importers.fields import digest, number, text
from judgeaudit.importers.foreign import Reading, Start
from judgeaudit.text.surrogates import encodable

TITLE = "AlpacaEval annotations (annotations.json)"
WHAT = "AlpacaEval annotation file"

_KEYS = {"instruction", "output_1", "output_2", "preference"}
_FIRST = {"instruction", "output_1", "generator_1"}
"""What an entry begins with; long outputs may hide the rest from the start of a file."""
_SWITCHES = ("is_switch_output_1_output_2", "is_switched_outputs")
"""Columns that say whether the judge was shown output_2 first; AlpacaEval drops them unless it is told not to."""
_SIDES = {"response_a": "response_b", "response_b": "response_a"}
_WEIGHTED = "a preference between 1 and 2 is read as the output that it is nearer to, with the distance as confidence"
_NO_JUDGE = "the file names no annotator: the judge is called by the file's name"
_SAME = "two equal outputs are a tie by AlpacaEval's own rule: no judge was asked, and the pair is left out"
_TIES = (0, 1.5)

Row = dict[str, Any]


def recognise(start: Start) -> bool:
    """Whether entries have an instruction, two outputs and a preference."""
    return start.keys >= _KEYS or start.keys >= _FIRST or set(start.header) >= _KEYS


def read(path: Path, reading: Reading) -> Iterator[Row]:
    """Each preference. The item is an instruction with two outputs in whatever order; a digest of them is its id.

    Notes
    -----
    `response_a` is `output_1` where the item is met first; labels of entries with the outputs exchanged are mapped back. Where a judge has judged
    both orders, the exchanged one is a row of the probe `position`, variant `swapped`. Preferences: 1 and 2 name an output, 1.5 (in old files 0)
    is a tie, nothing is a judge that could not be read. AlpacaEval fills in a tie for two equal outputs and asks no judge: such a pair is left out
    unless the entry holds a reply or its price. (AlpacaEval's own win rate counts it as half a win; that is a figure of the systems.)
    """
    first_output, plain = _orders(path)
    for where, entry in entries(path, reading, what=WHAT):
        instruction, outputs, item = _pair(entry, where)
        judge = _judge(entry, path, where, reading)
        swapped = first_output[item] != digest(outputs[0])
        preference = number(entry.get("preference"), where, "preference")
        if outputs[0] == outputs[1] and preference in _TIES and not _was_asked(entry):
            reading.note(_SAME)
            reading.skip("not_judged", where)
            continue
        stratum = optional_identity(entry, "dataset", where)
        if not swapped:
            reading.item(item, input=instruction, response_a=outputs[0], response_b=outputs[1], stratum=stratum)
        row: Row = {
            "item_id": item,
            "judge": judge,
            "cluster": digest(instruction),
            "stratum": stratum,
            "system": _systems(entry, where, swapped=swapped),
            "cost_usd": number(entry.get("price_per_example"), where, "price_per_example"),
            "rationale": _rationale(entry, where),
            "order": _order(entry, where, swapped=swapped),
            "where": where,
        }
        if swapped and (item, judge) in plain:
            row |= {"probe": "position", "variant": "swapped"}
        yield row | _verdict(preference, reading, swapped=swapped)


def _was_asked(entry: Row) -> bool:
    """Whether an entry holds what only a call of the judge leaves: a reply, or a price."""
    raw, price = entry.get("raw_completion"), as_number(entry.get("price_per_example"))
    said = raw.strip().casefold() not in ("", "nan", "none", "null") if isinstance(raw, str) else bool(raw)
    return said or (price is not None and price > 0)


def _orders(path: Path) -> tuple[dict[str, str], set[tuple[str, str]]]:
    """A digest of each item's first output where the item is met first, and the judges that judged it in that order."""
    first_output: dict[str, str] = {}
    plain: set[tuple[str, str]] = set()
    unread = Reading()
    for where, entry in entries(path, unread, what=WHAT):
        _, outputs, item = _pair(entry, where)
        shown = digest(outputs[0])
        if first_output.setdefault(item, shown) == shown:
            plain.add((item, _judge(entry, path, where, unread)))
    return first_output, plain


def _pair(entry: Row, where: str) -> tuple[str, list[str], str]:
    """Instruction, outputs as they stand, and the item's id: the same in both orders."""
    instruction, outputs = (
        text(entry.get("instruction"), where, "instruction") or "",
        [text(entry.get(name), where, name) or "" for name in ("output_1", "output_2")],
    )
    return instruction, outputs, digest([instruction, sorted(outputs)])


def _judge(entry: Row, path: Path, where: str, reading: Reading) -> str:
    judge = optional_identity(entry, "annotator", where)
    if judge is not None:
        return judge
    reading.note(_NO_JUDGE)
    return identity({"judge": path.stem}, "judge", str(path))


def _systems(entry: Row, where: str, *, swapped: bool) -> str | None:
    """Both judged systems, in the order of the item."""
    generators = [optional_identity(entry, name, where) or "?" for name in ("generator_1", "generator_2")]
    return None if generators == ["?", "?"] else " vs ".join(reversed(generators) if swapped else generators)


def _verdict(preference: float | None, reading: Reading, *, swapped: bool) -> Row:
    if preference is None:
        return {"status": "unparsable"}
    if preference in _TIES:
        return {"status": "ok", "label": "tie"}
    if not 1 <= preference <= 2:
        return {"status": "off_scale"}
    label = "response_a" if preference < 1.5 else "response_b"
    row: Row = {"status": "ok", "label": _SIDES[label] if swapped else label}
    if preference not in (1, 2):
        reading.note(_WEIGHTED)
        row["confidence"] = max(preference - 1, 2 - preference)
    return row


def _order(entry: Row, where: str, *, swapped: bool) -> str | None:
    """Which response the judge was shown first, where the file says it."""
    said = next((text(entry.get(name), where, name) for name in _SWITCHES if entry.get(name) is not None), None)
    if said is None:
        return None
    return "ba" if (said.casefold() in ("true", "1", "1.0")) != swapped else "ab"


def _rationale(entry: Row, where: str) -> str | None:
    """The judge's explanation: AlpacaEval's own column, a part of the raw reply, or the raw reply where that is prose."""
    own = text(entry.get("concise_explanation"), where, "concise_explanation")
    if own is not None:
        return own
    raw = structure(entry.get("raw_completion"), where)
    if isinstance(raw, dict):
        return text(raw.get("concise_explanation"), where, "concise_explanation")
    said = raw if isinstance(raw, str) else ""
    return encodable(str(said)) if len(said.split()) > 1 and said.lstrip()[:1] not in ("[", "{") else None
