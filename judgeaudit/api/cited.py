"""What judges cited: from stored calls to the stretches of each item's texts that a rationale quotes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from judgeaudit.domain.calls import CallRecord
from judgeaudit.domain.evidence import FOUND_STATES, EvidenceClaim
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.probes.cited_spans import NOWHERE

if TYPE_CHECKING:
    from judgeaudit.probes import Spans

Cell = tuple[str, str, str]
"""Judge, criterion, item id."""


def cited_spans(records: Sequence[CallRecord], rubric: Rubric, items: Sequence[Item]) -> dict[tuple[str, str], dict[str, Spans]]:
    """The cited stretches of every judge, criterion and item whose plain verdicts are all there.

    Parameters
    ----------
    records : sequence of CallRecord
        Calls of the plan; those of probes say nothing here.
    rubric : Rubric
    items : sequence of Item

    Returns
    -------
    dict of (judge, criterion) to dict of item id to Spans
        Together of all replicates: quotes that stand in an item's text, word for word, typeset otherwise or nearly so. An item of which
        nothing was cited has no spans, one of which only words were cited that are not there has `NOWHERE`; one that waits for a verdict is not named.
    """
    from judgeaudit.analyses.evidences.checked import check_all
    from judgeaudit.analyses.inputs import AnalysisInput
    from judgeaudit.analyses.rationales.rows import read_said
    from judgeaudit.api.call_rows import table_from_records
    from judgeaudit.judging.prompts import added_words
    from judgeaudit.probes.texts import merged

    ready = _ready(records, rubric)
    found: dict[tuple[str, str], dict[str, Spans]] = {}
    for judge, criterion, item_id in ready:
        found.setdefault((judge, criterion), {})[item_id] = {}
    table = table_from_records([record for record in records if record.probe is None and _cell(record) in ready], rubric)
    said = AnalysisInput(rubric=rubric, patterns={}, table=table, items={item.id: item for item in items}, added=added_words(rubric))
    names = {item.id: frozenset(item.sources()) for item in items}
    spans: dict[Cell, dict[str, list[tuple[int, int]]]] = {}
    for (criterion, judge), rows in check_all(said, read_said(said)).items():
        for row in rows:
            of_item = spans.setdefault((judge, criterion, row.said.item), {})
            for claim in row.claims:
                if claim.kind == "quote":
                    source, stretches = _stands(claim, names.get(row.said.item, frozenset()))
                    of_item.setdefault(source, []).extend(stretches)
    for (judge, criterion, item_id), of_item in spans.items():
        found[judge, criterion][item_id] = {source: merged(stretches) for source, stretches in sorted(of_item.items())}
    return found


def _stands(claim: EvidenceClaim, names: frozenset[str]) -> tuple[str, list[tuple[int, int]]]:
    """Where a quote stands among an item's texts."""
    if claim.state not in FOUND_STATES or claim.source is None or claim.source not in names:
        return NOWHERE, []
    assert claim.start is not None
    assert claim.end is not None
    return claim.source, [(claim.start, claim.end)]


def _cell(record: CallRecord) -> Cell:
    return record.judge, record.criterion, record.item_id


def _ready(records: Sequence[CallRecord], rubric: Rubric) -> Mapping[Cell, None]:
    """Cells of which every replicate is finished: another one would add to what was cited, and change what is asked next."""
    from judgeaudit.store import is_finished

    have: dict[Cell, set[int]] = {}
    for record in records:
        if record.probe is None and is_finished(record):
            have.setdefault(_cell(record), set()).add(record.replicate)
    wanted = set(range(rubric.replicates))
    return {cell: None for cell, replicates in have.items() if wanted <= replicates}
