"""The audit of a run directory: of its stored calls, without asking anybody again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit.api.embedding import OnEmbed, with_embedder
from judgeaudit.api.inputs import Inputs, PathLike, read_inputs
from judgeaudit.api.probing import missing, of_latest_variant, reasons_of, rows_of
from judgeaudit.api.result import Audit
from judgeaudit.domain import results
from judgeaudit.domain.calls import CallRecord, EffectiveParameters, ProbeCalls
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import RunError

if TYPE_CHECKING:
    from judgeaudit.api.assemble import Evidence
    from judgeaudit.store import RunDirectory


def evidence_of_records(
    records: Sequence[CallRecord],
    inputs: Inputs,
    parameters: Mapping[str, EffectiveParameters],
    *,
    planned: Mapping[tuple[str, str], int],
    probes: Sequence[ProbeCalls] = (),
    stopped: Mapping[str, str],
    incomplete: Sequence[str] = (),
    notes: Sequence[str] = (),
    created_at: str | None = None,
    on_embed: OnEmbed | None = None,
) -> Evidence:
    """What an audit of stored calls is made from.

    Parameters
    ----------
    records : sequence of CallRecord
        Calls of this plan only.
    inputs, parameters : the plan
    planned : mapping of (judge, criterion) to planned plain calls
    probes : sequence of ProbeCalls
        What was planned of probes.
    stopped : mapping of judge to the reason why it could not be asked (any longer)
    incomplete : sequence of str
        What else is missing, in words.
    notes : sequence of str
        What else a reader must know of the run.
    """
    from judgeaudit.api.assemble import Evidence
    from judgeaudit.api.call_rows import table_from_records
    from judgeaudit.api.judge_facts import facts_from_records
    from judgeaudit.judging.prompts import added_words

    by_judge: Counter[str] = Counter()
    for judge, n in (*((judge, n) for (judge, _), n in planned.items()), *((row.judge, row.calls) for row in probes)):
        by_judge[judge] += n
    n_probes = sum(record.probe is not None for record in records)
    unanswered = [*(f"judge {name}: {reason}" for name, reason in stopped.items()), *incomplete, *_unanswered(records, sum(planned.values()))]
    return Evidence(
        rubric=inputs.rubric,
        table=table_from_records(records, inputs.rubric),
        items=inputs.items,
        gold=inputs.gold,
        judges=facts_from_records(records, parameters, by_judge, stopped),
        models={judge.name: judge.model for judge in inputs.rubric.judges},
        added=added_words(inputs.rubric),
        planned=planned,
        not_applicable=reasons_of(probes),
        run={
            "created_at": created_at,
            "planned_calls": sum(by_judge.values()),
            "finished_calls": len(records),
            **({"probe_calls": n_probes} if probes else {}),
            "requests": sum(len(record.attempts) for record in records),
            "n_items": len(inputs.items),
            "known_usd": round(sum(record.known_usd for record in records), 10),
            "unknown_cost_calls": sum(record.cost_usd is None for record in records),
        },
        incomplete=(*unanswered, *missing(probes, records)),
        findings=tuple(results.Finding(severity="warning", text=note) for note in notes),
        on_embed=on_embed,
    )


def _unanswered(records: Sequence[CallRecord], planned: int) -> list[str]:
    """What is missing of the plain calls, and which of them ended without a whole reply."""
    from judgeaudit.store import is_finished

    plain = [record for record in records if record.probe is None]
    without = sum(record.last.reply is None for record in plain)
    cut = sum(record.last.reply is not None and not is_finished(record) for record in plain)
    if len(plain) >= planned and not without and not cut:
        return []
    said = f"{planned - len(plain)} of {planned} planned calls were not made, {without} got no reply"
    return [said + (f", {cut} were cut at the token limit and not asked for again with a larger one" if cut else "")]


def write_outputs(directory: RunDirectory, data: results.Audit) -> Path | None:
    """Write audit.json, the page and the triage list into a run directory; returns where a list that people edited was kept."""
    from judgeaudit.api.triage_list import keep_edited, write_beside
    from judgeaudit.report.html import render_html

    kept = keep_edited(directory.path)
    directory.write_audit(data.model_dump_json(indent=1))
    directory.write_page(render_html(data))
    write_beside(directory.path, data)
    return kept


def audit_run(
    path: Path,
    rubric: PathLike | Rubric | None,
    items: PathLike | None,
    gold: PathLike | None,
    *,
    out: Path | None,
    texts: bool,
    embedder: str | None = None,
    on_embed: OnEmbed | None = None,
) -> Audit:
    """Audit a run directory again; its own rubric, items and gold unless others are given.

    A rubric given here may change gates and gold, not what was asked. With `out` the run directory is only read.
    """
    from judgeaudit.api.assemble import assemble
    from judgeaudit.api.outputs import write_folder
    from judgeaudit.store import RunDirectory

    data = assemble(evidence_of_run(path, rubric, items, gold, embedder=embedder, on_embed=on_embed), texts=texts)
    if out is not None:
        return Audit(data, folder=out, kept=write_folder(out, data))
    with RunDirectory.open(path) as directory:
        kept = write_outputs(directory, data)
    return Audit(data, folder=path, kept=kept)


def evidence_of_run(
    path: Path, rubric: PathLike | Rubric | None, items: PathLike | None, gold: PathLike | None, *, embedder: str | None = None, on_embed: OnEmbed | None = None
) -> Evidence:
    """What an audit of a run directory is made from, which is only read; see `audit_run`. Frozen anchors that were changed are refused."""
    from judgeaudit.api.anchors import anchor_warnings, check_anchors
    from judgeaudit.store import read_calls, read_manifest

    check_anchors(path)
    manifest, calls = read_manifest(path), read_calls(path)
    inputs, unasked = _stored_inputs(path, manifest, rubric, items, gold)
    inputs = replace(inputs, rubric=with_embedder(inputs.rubric, embedder))
    parameters = {name: _parameters(one) for name, one in manifest["parameters"].items()}
    known = {criterion.name for criterion in inputs.rubric.criteria}
    each = len(inputs.items) * inputs.rubric.replicates
    return evidence_of_records(
        of_latest_variant([record for record in calls.records if record.criterion in known]),
        inputs,
        parameters,
        planned={(judge, criterion): each for judge in parameters for criterion in known},
        probes=[row for row in rows_of(manifest, path) if row.criterion in known],
        stopped={},
        notes=(*calls.warnings, *unasked, *anchor_warnings(path)),
        created_at=manifest.get("created_at"),
        on_embed=on_embed,
    )


def _parameters(stored: dict[str, Any]) -> EffectiveParameters:
    return EffectiveParameters(**{**stored, "notes": tuple(stored.get("notes", ()))})


def _stored_inputs(
    path: Path, manifest: Mapping[str, Any], rubric: PathLike | Rubric | None, items: PathLike | None, gold: PathLike | None
) -> tuple[Inputs, tuple[str, ...]]:
    """The run's own rubric, items and gold, or what was given in their place; and what the run was not asked about, in words."""
    from judgeaudit.importers.gold import read_gold
    from judgeaudit.importers.items import read_items
    from judgeaudit.store import read_inputs as stored_texts

    stored = Rubric.model_validate(manifest["rubric"])
    kept_items, kept_gold = stored_texts(path)
    if rubric is None:
        read = stored
        given_items = read_items(Path(items), stored.mode) if items is not None else ()
        chosen_gold = read_gold(Path(gold), stored) if gold is not None else kept_gold
    else:
        given = read_inputs(rubric, items=items, gold=gold)
        _check_same_criteria(given.rubric, stored, path)
        read = given.rubric.model_copy(update={"judges": stored.judges, "replicates": stored.replicates, "probes": stored.probes})
        given_items, chosen_gold = given.items, given.gold if given.gold is not None else kept_gold
    chosen, unasked = _asked_items(kept_items, given_items, path)
    return Inputs(rubric=read, folder=path, items=chosen, gold=chosen_gold), unasked


def _check_same_criteria(given: Rubric, stored: Rubric, path: Path) -> None:
    for criterion in given.criteria:
        asked = next((c for c in stored.criteria if c.name == criterion.name), None)
        if asked is None or asked.scale != criterion.scale:
            raise RunError(
                f"criterion {criterion.name!r} was not asked in this run, or on another scale",
                where=str(path),
                fix="give the rubric of the run, or leave --rubric out",
            )


def _asked_items(kept: Sequence[Item], given: Sequence[Item], path: Path) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """The items of the run; an items file may add strata and metadata to them, never other texts and never other items."""
    by_id = {item.id: item for item in given}
    for item in kept:
        if item.id in by_id and by_id[item.id].sources() != item.sources():
            raise RunError(
                f"item {item.id!r} has another text than the one that was judged", where=str(path), fix="give the items of the run, or leave --items out"
            )
    more = [item.id for item in given if item.id not in {one.id for one in kept}]
    said = (f"{len(more)} items were not part of this run and are left out: {', '.join(more[:10])}",) if more else ()
    return tuple(by_id.get(item.id, item) for item in kept), said
