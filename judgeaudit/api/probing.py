"""The probes of a run: what is planned of them, what of that is stored, and what is missing, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from judgeaudit.api.cited import cited_spans
from judgeaudit.api.inputs import Inputs
from judgeaudit.domain.calls import CallRecord, EffectiveParameters, ProbeCalls
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import RunError

if TYPE_CHECKING:
    from judgeaudit.judging.probe_plan import ProbePlan


def first_stage(inputs: Inputs, parameters: Mapping[str, EffectiveParameters]) -> ProbePlan:
    """Calls of probes that need nothing but the items."""
    from judgeaudit.judging.probe_plan import plan_probes

    return plan_probes(inputs.rubric, inputs.items, parameters, None, 1, gold=labelled(inputs))


def second_stage(inputs: Inputs, parameters: Mapping[str, EffectiveParameters], records: Sequence[CallRecord]) -> ProbePlan:
    """Calls of probes that need what a judge cited: of the items whose plain verdicts are all among the stored calls of the plan."""
    from judgeaudit.judging.probe_plan import plan_probes

    cited = cited_spans(records, inputs.rubric, inputs.items) if records and has_second_stage(inputs.rubric) else {}
    return plan_probes(inputs.rubric, inputs.items, parameters, cited, 2, gold=labelled(inputs))


def labelled(inputs: Inputs) -> frozenset[str]:
    """The ids of items that have a gold label."""
    return frozenset(label.item_id for label in inputs.gold or () if label.status == "ok")


def has_second_stage(rubric: Rubric) -> bool:
    """Whether the rubric asks for a probe that needs verdicts first."""
    from judgeaudit.probes import PROBES

    return any(probe.stage == 2 and probe.name in rubric.probes for probe in PROBES)


def rows_of(manifest: Mapping[str, Any], path: object) -> tuple[ProbeCalls, ...]:
    """What run.json says of the probes; () where the run has none.

    Raises
    ------
    RunError
        It says what no plan says.
    """
    try:
        return tuple(ProbeCalls(**row) for row in manifest.get("probes", ()))
    except TypeError:
        raise RunError("its 'probes' are not those of a plan", where=str(path), fix="--resume the run, which writes them anew") from None


def of_latest_variant(records: Sequence[CallRecord]) -> list[CallRecord]:
    """Records without those of probe calls that a later plan has replaced.

    More replicates may have cited more: then an item was changed otherwise, and what was said about the earlier change is about another text.
    All replicates of one change share their prompt; the prompt that was stored last counts.
    """
    latest = {_change(record): record.prompt_hash for record in records if record.probe is not None}
    return [record for record in records if record.probe is None or record.prompt_hash == latest[_change(record)]]


def _change(record: CallRecord) -> tuple[str | None, ...]:
    return record.probe, record.variant, record.judge, record.criterion, record.item_id, record.order


def missing(rows: Sequence[ProbeCalls], records: Sequence[CallRecord]) -> tuple[str, ...]:
    """What was planned of the probes and not made, and what could not be planned yet."""
    planned, made = sum(row.calls for row in rows), [record for record in records if record.probe is not None]
    said = [f"{planned - len(made)} of {planned} planned calls of probes were not made"] if len(made) < planned else []
    without = Counter(record.probe for record in made if record.last.reply is None)
    if without:
        said.append(f"{without.total()} of {len(made)} calls of probes got no reply ({', '.join(f'{n} of {probe}' for probe, n in sorted(without.items()))})")
    waiting = [row for row in rows if row.waiting]
    if waiting:
        names = ", ".join(dict.fromkeys(row.probe for row in waiting))
        most = max(row.waiting for row in waiting)
        said.append(f"{names}: not asked about up to {most} items of a judge and criterion, because not all of their plain verdicts are there")
    return tuple(said)


def reasons_of(rows: Sequence[ProbeCalls]) -> dict[tuple[str, str, str], dict[str, int]]:
    """Why items have no call of a probe, by (probe, judge, criterion)."""
    return {(row.probe, row.judge, row.criterion): dict(row.not_applicable) for row in rows}
