"""What must be said of two runs before their comparison is believed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from judgeaudit.api.drift_inputs import Split
from judgeaudit.api.drift_runs import SIDES, Run
from judgeaudit.domain.results import Finding

if TYPE_CHECKING:
    from judgeaudit.analyses.drifts.inputs import DriftInput

DAMAGED = re.compile(r"calls(?:-\d+)?\.jsonl (?:line (?P<line>\d+) is damaged and was left out|ends in a line that was cut off .*); its call is asked again")
EXAMPLES = 3

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
    return (*found, *_scores_beside(old, new), *_read(old, new))


def _scores_beside(old: Run, new: Run) -> Iterable[Finding]:
    """Scores that stand beside labels: where labels count, a change of theirs would go unseen."""
    import pyarrow.compute as pc

    for criterion in new.evidence.rubric.criteria:
        if criterion.scale.level == "interval" or old.recorded or new.recorded:
            continue
        sides = [run.evidence.table.filter(pc.equal(run.evidence.table["criterion"], criterion.name)) for run in (old, new)]
        means = [pc.mean(rows.filter(pc.and_(pc.is_valid(rows["label"]), pc.is_valid(rows["score"])))["score"]).as_py() for rows in sides]
        if means[0] is not None or means[1] is not None:
            said = [f"{mean:.3g} on average" if mean is not None else "none" for mean in means]
            text = f"The labels of {criterion.name} count; scores beside them are not compared ({said[0]} in the baseline, {said[1]} now)."
            yield Finding(severity="warning", text=text, criterion=criterion.name)


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
        rows = [*_damage(run.evidence.findings), *(Finding(severity="warning", text=f"it is incomplete: {reason}") for reason in run.evidence.incomplete)]
        for one in rows:
            said.setdefault((one.severity, one.text, one.judge, one.criterion), []).append(side)
    for (severity, text, judge, criterion), sides in said.items():
        head = "both runs" if len(sides) > 1 else sides[0]
        yield Finding(severity=severity, text=f"{head}: {text}", judge=judge, criterion=criterion)


def _damage(findings: Sequence[Finding]) -> list[Finding]:
    """Lines that are damaged as one finding with their number: nobody reads a hundred, and in a comparison nobody is asked again."""
    lines = [one for one in findings if DAMAGED.fullmatch(one.text)]
    if not lines:
        return list(findings)
    numbers = [match["line"] or "the last" for one in lines if (match := DAMAGED.fullmatch(one.text))]
    named = ", ".join(numbers[:EXAMPLES]) + (" ..." if len(numbers) > EXAMPLES else "")
    text = f"{len(lines):,} {'lines' if len(lines) > 1 else 'line'} of calls.jsonl {'are' if len(lines) > 1 else 'is'} damaged and left out ({named})"
    return [Finding(severity="warning", text=text), *(one for one in findings if one not in lines)]


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
