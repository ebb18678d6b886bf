"""What must be said of two runs before their comparison is believed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from judgeaudit.api.drift_inputs import Split
from judgeaudit.api.drift_runs import SIDES, Run
from judgeaudit.domain.results import Finding

if TYPE_CHECKING:
    from judgeaudit.analyses.drifts.inputs import DriftInput

SAME_BYTES = "Both runs are the same file, byte for byte: nothing was compared, and the answer says nothing of the judge."

NO_REPEATS = (
    "Each run has one verdict of {} on an item: how many of those that changed it changes by itself is not known. Judge the items twice or more, or say it: "
    "--noise-floor SHARE."
)


def doubts_of_runs(old: Run, new: Run, copies: Sequence[Finding] = ()) -> tuple[Finding, ...]:
    """Findings about the runs as a whole: the same file twice (else `copies` of rows), a baseline that is the newer one, what reading them found."""
    found = []
    if _same_bytes(old, new):
        found.append(Finding(severity="serious", text=SAME_BYTES))
    else:
        found += copies
    last = [_last(run) for run in (old, new)]
    if last[0] is not None and last[1] is not None and last[0] > last[1]:
        text = f"The baseline's last call ({_said(last[0])}) is later than that of the current run ({_said(last[1])}): are they the wrong way round?"
        found.append(Finding(severity="warning", text=text))
    found += [_of_probes(run, side) for run, side in zip((old, new), SIDES, strict=True) if _n_probes(run)]
    return (*found, *_read(old, new))


def _same_bytes(old: Run, new: Run) -> bool:
    from judgeaudit.api.monitor_input import digest_of

    if old.path is None or new.path is None:
        return False
    return old.path.resolve() == new.path.resolve() or (old.path.is_file() and new.path.is_file() and digest_of(old.path) == digest_of(new.path))


def _last(run: Run) -> datetime | None:
    """Time of the last call; None where calls have none, or one that is no ISO 8601 time."""
    times = [_time(text) for text in run.evidence.table["created_at"].drop_null().unique().to_pylist() if text]
    return max((one for one in times if one is not None), default=None)


def _time(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def _said(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


def _n_probes(run: Run) -> int:
    from judgeaudit.api.drift_runs import plain_rows

    return int(run.evidence.table.num_rows - plain_rows(run.evidence.table).num_rows)


def _of_probes(run: Run, side: str) -> Finding:
    return Finding(severity="note", text=f"{_n_probes(run):,} rows of the {side} are rows of probes, on changed items, and are left out.")


def _read(old: Run, new: Run) -> Iterable[Finding]:
    """What reading a run found, and what is missing of it, with the run's name in front; once where both say the same."""
    said: dict[tuple[Any, ...], list[str]] = {}
    for run, side in zip((old, new), SIDES, strict=True):
        rows = [*run.evidence.findings, *(Finding(severity="warning", text=f"it is incomplete: {reason}") for reason in run.evidence.incomplete)]
        for one in rows:
            said.setdefault((one.severity, one.text, one.judge, one.criterion), []).append(side)
    for (severity, text, judge, criterion), sides in said.items():
        head = "both runs" if len(sides) > 1 else sides[0]
        yield Finding(severity=severity, text=f"{head}: {text}", judge=judge, criterion=criterion)


def doubts_of_split(split: Split, given: DriftInput, *, incomplete: bool = False) -> tuple[Finding, ...]:
    """How many items are compared of one judge, and what of its rows does not count; `incomplete`: calls of the current run are missing."""
    name, (old, new) = given.judge, split.n_alone
    alone = [f"{n:,} only in the {side}" for n, side in zip((old, new), SIDES, strict=True) if n]
    counts = " count as production" + (", though calls of the current run are missing" if incomplete and old else "")
    text = f"{split.n_anchors:,} items have rows of {name} in both runs and are compared" + (f"; {', '.join(alone)}{counts}" if alone else "")
    found = [Finding(severity="note", text=f"{text}.", judge=name)]
    if given.noise_floor is None and split.n_anchors and all(map(_asked_once, split.anchors)):
        found.append(Finding(severity="warning", text=NO_REPEATS.format(name), judge=name))
    facts = given.data.facts
    if facts.n_off_scale:
        text = f"{facts.n_off_scale:,} verdicts of {name} on items of both runs are not on the scale and count as no verdict: {', '.join(facts.off_scale[:3])}"
        found.append(Finding(severity="warning", text=text, judge=name))
    if facts.n_duplicates:
        text = (
            f"{facts.n_duplicates:,} rows of {name} have the item, criterion and replicate of an earlier row, {facts.n_conflicts:,} of them with another verdict; "
            f"the first counts: {', '.join(facts.duplicates[:3])}"
        )
        found.append(Finding(severity="warning", text=text, judge=name))
    return tuple(found)


def _asked_once(table: Any) -> bool:
    """Whether no item has two rows on a criterion."""
    return bool(table.group_by(["item_id", "criterion"], use_threads=False).aggregate([]).num_rows == table.num_rows)
