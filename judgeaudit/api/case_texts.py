"""Texts of the listed cases as audit.json embeds them: the item's own, and what every judge said about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

from judgeaudit import thresholds
from judgeaudit.api.excerpts import Stretch, excerpt
from judgeaudit.domain import results
from judgeaudit.domain.items import Item

if TYPE_CHECKING:
    import pyarrow as pa

_REPLY = ("judge", "criterion", "replicate", "status", "label", "score")
_WORST = ("altered", "false", "misattributed", "near", "unchecked", "normalised", "exact", "true")
"""States of claims, the first to be shown first. What is fabricated stands in no text."""
_MOST = 0.5
"""Largest share of a text that a count or a number is marked in: beyond, it is about the text as a whole."""


@dataclass
class _Wanted:
    """What is listed about one item: its cases, and its rationales with their claims (rows of the block `marked`)."""

    cases: list[results.Case] = field(default_factory=list)
    marked: list[Mapping[str, Any]] = field(default_factory=list)

    @property
    def reasoning(self) -> bool:
        return any(case.flag == "reasoning_contradicts_rationale" for case in self.cases)


def case_texts(cases: Sequence[results.Case], table: pa.Table, items: Sequence[Item], marked: Iterable[Mapping[str, Any]] = ()) -> tuple[results.CaseText, ...]:
    """Texts of the listed cases: the item's own, and what every judge said about it. Both capped in length and number.

    A rationale is shown with its reasons, and with the outputs of a pairwise call by their own names (`relabelled` where they were
    shown in the other order); the reasoning before it where a case is about it.

    Parameters
    ----------
    cases : sequence of Case
    table : pyarrow.Table
        The ratings table.
    items : sequence of Item
    marked : iterable of mapping
        Rows of the evidence analysis's block `marked`.

    Returns
    -------
    tuple of CaseText
        Of a text that is too long, its beginning and windows around the spans of its cases and claims; offsets stay those of the whole text.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    wanted = _wanted(cases, marked)
    if not wanted:
        return ()
    columns = [*_REPLY, "item_id", "rationale", "reasons", "reasoning", "order", "probe"]
    rows = table.filter(pc.is_in(table["item_id"], value_set=pa.array(list(wanted)))).select(columns).to_pylist()
    replies: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        if not row["probe"]:
            replies.setdefault(row["item_id"], []).append(_reply(row, wanted[row["item_id"]]))
    sources = {item.id: item.sources() for item in items if item.id in wanted}
    return tuple(_case_text(name, sources.get(name, {}), tuple(replies.get(name, ())), about) for name, about in wanted.items())


def _wanted(cases: Sequence[results.Case], marked: Iterable[Mapping[str, Any]]) -> dict[str, _Wanted]:
    listed: Counter[str] = Counter()
    wanted: dict[str, _Wanted] = {}
    for case in cases:
        listed[case.flag] += 1
        if case.item_id is not None and listed[case.flag] <= thresholds.MAX_CASES_LISTED:
            wanted.setdefault(case.item_id, _Wanted()).cases.append(case)
    for row in marked:
        if row["item_id"] in wanted:
            wanted[row["item_id"]].marked.append(row)
    return wanted


def _case_text(item: str, sources: Mapping[str, str], replies: tuple[dict[str, Any], ...], about: _Wanted) -> results.CaseText:
    cut = {name: excerpt(text, _in_source(name, text, about)) for name, text in sources.items() if len(text) > thresholds.MAX_TEXT}
    kept = {name: one for name, one in cut.items() if one is not None}
    return results.CaseText(
        item_id=item, texts={name: kept[name].text if name in kept else text for name, text in sources.items()}, replies=replies,
        pieces={name: one.pieces for name, one in kept.items()}, lengths={name: one.length for name, one in kept.items()},
    )  # fmt: skip


def _reply(row: Mapping[str, Any], about: _Wanted) -> dict[str, Any]:
    """What a judge said in one replicate, as a case shows it."""
    from judgeaudit.analyses.rationales.rows import is_turned, shown_rationale, shown_reasoning

    said = shown_rationale(row)
    cut = excerpt(said, _in_rationale(row, said, about)) if len(said) > thresholds.MAX_TEXT else None
    reply = {**{name: _cut(row[name]) for name in _REPLY}, "rationale": (said if cut is None else cut.text) or None}
    if cut is not None:
        reply |= {"pieces": {"rationale": cut.pieces}, "lengths": {"rationale": cut.length}}
    if is_turned(row) and reply["rationale"]:
        reply["relabelled"] = True
    if about.reasoning and row["reasoning"]:
        reply["reasoning"] = _cut(shown_reasoning(row)[-thresholds.MAX_REASONING :])
    return reply


def _in_source(name: str, text: str, about: _Wanted) -> Iterator[Stretch]:
    """What the page marks in a text of the item, the worst first."""
    claims = [claim for row in about.marked for claim in row["claims"] if claim["source"] == name and claim["start"] is not None and claim["end"] is not None]
    places = [(claim["state"], claim["start"], claim["end"]) for claim in claims if _is_marked(claim, text)]
    return _worst_first(_spans(about.cases, name, text), places)


def _is_marked(claim: Mapping[str, Any], text: str) -> bool:
    """Whether the page marks a claim in a source: by the same rules as `report.claim_marks`."""
    start, end = claim["start"], claim["end"]
    if claim["state"] == "fabricated" or (claim["kind"] == "quote" and claim["nearest"] and text[start:end] != claim["nearest"]):
        return False
    return start < end <= len(text) and not (claim["kind"] in ("count", "number") and end - start > _MOST * len(text))


def _in_rationale(row: Mapping[str, Any], text: str, about: _Wanted) -> Iterator[Stretch]:
    """What the page marks in a rationale, the worst first."""
    judge, criterion, replicate = row["judge"], row["criterion"], row["replicate"]
    cases = [case for case in about.cases if case.criterion == criterion and replicate in case.replicates and case.judge == judge]
    own = [one for one in about.marked if (one["judge"], one["criterion"], one["replicate"]) == (judge, criterion, replicate)]
    claims = [claim for one in own for claim in one["claims"] if text[claim["claim_start"] : claim["claim_end"]] == claim["text"]]
    return _worst_first(_spans(cases, "rationale", text), [(claim["state"], claim["claim_start"], claim["claim_end"]) for claim in claims])


def _spans(cases: Iterable[results.Case], name: str, text: str) -> list[Stretch]:
    """Where the spans of cases stand in a text; those of another repeat's rationale by their words."""
    found = []
    for span in (span for case in cases for span in case.spans if span.source == name and span.text):
        start = span.start if text[span.start : span.end] == span.text else text.find(span.text)
        if start >= 0:
            found.append((start, start + len(span.text)))
    return found


def _worst_first(flagged: Sequence[Stretch], claims: Sequence[tuple[str, int, int]]) -> Iterator[Stretch]:
    """Spans of cases and claims by turns, so that a text full of the one does not hide the other."""
    order = {state: place for place, state in enumerate(("fabricated", *_WORST))}
    ranked = [(start, end) for _, start, end in sorted(claims, key=lambda one: order.get(one[0], len(order))) if start < end]
    return (one for one in chain.from_iterable(zip_longest(flagged, ranked)) if one is not None)


def _cut(value: Any) -> Any:
    if isinstance(value, str) and len(value) > thresholds.MAX_TEXT:
        return value[: thresholds.MAX_TEXT] + " ... (cut)"
    return value
