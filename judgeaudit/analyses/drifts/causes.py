"""What changed between the runs: what may lie behind a drift."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.analyses.drifts.inputs import DriftInput, Side
from judgeaudit.analyses.drifts.mixes import mixes
from judgeaudit.analyses.drifts.piece import DriftPiece
from judgeaudit.analyses.drifts.prompts import prompts
from judgeaudit.analyses.parts import listed, percent
from judgeaudit.domain.results import Finding, JudgeFacts

MOST_NAMED = 3
MOST_CHARACTERS = 200
Row = dict[str, Any]


def causes(drift: DriftInput) -> DriftPiece:
    """Block `causes`: rows {judge, what, before, after, changed, note}, and a finding on what changed, or that nothing did that was recorded.

    `changed` is None where a thing is not recorded on both sides, or cannot cause anything by itself (the time of the calls). That something
    changed does not show that it caused a drift; and what nobody recorded may have changed all the same.
    """
    rows = [
        _row("judge", drift.before.name, drift.now.name),
        *_asked(drift),
        *_served(drift),
        *prompts(drift),
        *_criteria(drift),
        *mixes(drift),
        *_times(drift),
    ]
    found = [{"judge": drift.judge, **_shown(row)} for row in rows if row["before"] is not None or row["after"] is not None]
    return DriftPiece(findings=(_finding(drift, found),), blocks={"causes": found})


def _row(what: str, before: str | None, after: str | None, *, note: str = "", changed: bool | None = None) -> Row:
    """A row; what is known on both sides changed where it is not the same, unless `changed` says more."""
    known = before is not None and after is not None
    note = note or ("" if known else f"not recorded {'in the baseline' if before is None else 'in the current run'}")
    return {"what": what, "before": before, "after": after, "changed": (before != after if changed is None else changed) if known else None, "note": note}


def _shown(row: Row) -> Row:
    """The row with values short enough to be read."""
    ends = {name: row[name] if row[name] is None or len(row[name]) <= MOST_CHARACTERS else f"{row[name][:MOST_CHARACTERS]} ..." for name in ("before", "after")}
    alike = row["changed"] and ends["before"] == ends["after"]
    return {**row, **ends, "note": f"they differ beyond the first {MOST_CHARACTERS} characters" if alike else row["note"]}


def _asked(drift: DriftInput) -> list[Row]:
    """Model, provider, parameters and repeats, as run directories record them."""
    old, new = drift.before.facts, drift.now.facts
    rows = [_row("model asked for", _model(old), _model(new)), _row("provider", _provider(old), _provider(new))]
    if old is not None and new is not None:
        for what, values in (("parameter", (_parameters(old), _parameters(new))), ("dropped parameter", (old.dropped, new.dropped))):
            rows += [
                _row(f"{what} {name}", *(_text(one[name]) if name in one else "not sent" if what == "parameter" else "none" for one in values))
                for name in sorted({*values[0], *values[1]})
            ]
        rows += [_row("form of the reply", old.schema_mode, new.schema_mode), _row("repeats are", old.axis, new.axis)]
    return rows


def _model(facts: JudgeFacts | None) -> str | None:
    return None if facts is None else facts.model


def _provider(facts: JudgeFacts | None) -> str | None:
    """The prefix of the model's name."""
    model = _model(facts)
    return model.replace(":", "/", 1).split("/", 1)[0] if model is not None and ("/" in model or model.startswith("python:")) else None


def _parameters(facts: JudgeFacts) -> dict[str, Any]:
    """What was sent, as far as it is known, else what was asked for."""
    return {**facts.requested, **facts.effective}


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)


def _served(drift: DriftInput) -> list[Row]:
    """Served models and fingerprints; changed where a run has calls by one that the other run does not have."""
    rows = []
    for what, column in (("served model", "model_served"), ("fingerprint", "fingerprint")):
        old, new = (_counts(side, column) for side in (drift.before, drift.now))
        note = ""
        if old and new and set(old) != set(new):
            unseen, gone = sum(n for name, n in new.items() if name not in old), sum(n for name, n in old.items() if name not in new)
            note = f"{percent(unseen / sum(new.values()))} of calls now by one that the baseline does not have"
            note += f"; {percent(gone / sum(old.values()))} of calls then by one that is gone" if gone else ""
        rows.append(_row(what, _named(old), _named(new), note=note, changed=set(old) != set(new)))
    return rows


def _counts(side: Side, column: str) -> dict[str, int]:
    """Calls by value, the commonest first; from the rows, else from what the run recorded."""
    every = pa.chunked_array([chunk for table in (side.anchors, side.production) for chunk in table[column].chunks], pa.string())
    found = {row["values"]: row["counts"] for row in pc.value_counts(every).to_pylist() if row["values"]}
    if not found and side.facts is not None:
        found = dict(side.facts.served_models if column == "model_served" else side.facts.fingerprints)
    return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))


def _named(counts: Mapping[str, int]) -> str | None:
    """The values, with their shares of calls where there are several."""
    if len(counts) < 2:
        return next(iter(counts), None)
    total = sum(counts.values())
    return listed(tuple(f"{name} ({percent(n / total)})" for name, n in counts.items()), at_most=MOST_NAMED)


def _criteria(drift: DriftInput) -> list[Row]:
    """Criteria that verdicts are about."""
    old, new = (
        sorted({name for table in (side.anchors, side.production) for name in pc.unique(table["criterion"]).to_pylist() if name is not None})
        for side in (drift.before, drift.now)
    )
    return [_row("criteria", ", ".join(old) or None, ", ".join(new) or None)]


def _times(drift: DriftInput) -> list[Row]:
    """First and last call of each run."""
    ends = []
    for side in (drift.before, drift.now):
        stamps = [one for table in (side.anchors, side.production) for one in pc.min_max(table["created_at"]).as_py().values() if one]
        ends.append(f"{min(stamps)} to {max(stamps)}" if stamps else None)
    row = _row("time of calls", *ends)
    return [{**row, "changed": None}]


def _finding(drift: DriftInput, rows: Sequence[Row]) -> Finding:
    changed = [row for row in rows if row["changed"]]
    if changed:
        said = listed(tuple(f"{row['what']} from {row['before']} to {row['after']}" for row in changed), at_most=5)
        return Finding(severity="warning", text=f"What changed of {drift.judge} between the runs: {said}.", judge=drift.judge)
    same = tuple(row["what"] for row in rows if row["changed"] is False and row["what"] not in ("judge", "criteria"))
    if not same:
        text = f"Nothing was recorded in both runs of how {drift.judge} was asked and what served it: no cause can be named (nor ruled out)."
        return Finding(severity="note", text=text, judge=drift.judge)
    text = f"Nothing that was recorded of {drift.judge} changed between the runs: the same {listed(same, at_most=8)}."
    return Finding(severity="note", text=text, judge=drift.judge)
