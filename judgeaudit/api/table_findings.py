"""What was noticed while verdicts were read: counters, copies, repeats that may be none, pairs in the other order."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from judgeaudit.domain.results import Finding
from judgeaudit.domain.rubric import Criterion, Rubric

if TYPE_CHECKING:
    import pyarrow as pa

    from judgeaudit.importers.stamped_copies import Doubt
    from judgeaudit.tables.noticed import Noticed

Severity = Literal["note", "warning", "serious"]

MIRRORED = 0.8
"""Share of pairs whose verdict is turned around with the responses, from which labels look like those of slots (ours)."""
MEANINGS = {
    "seed_sent": ("seed",),
    "latency_s": ("latency", "duration"),
    "created_at": ("time", "date", "stamp", "created", "_at"),
    "replicate": ("run", "repl", "repeat", "trial", "attempt", "round", "iter", "epoch", "pass", "sample"),
}
"""Pieces of names of columns that a table may have for ours; the first that fits is proposed."""
READABLE = r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3}|\.\d{6})?(Z|[+-][01]\d:[0-5]\d)?$"
"""Times of whose like there are many, which are not read one by one to know that they can be."""
MOST_NAMED = 5
"""Columns that are named at most in one sentence (ours)."""
FEWEST_MIRRORED = 5
"""Items with each of the two verdicts below which nothing is said of it (ours)."""


def table_findings(ratings: pa.Table, rubric: Rubric, doubts: Sequence[Doubt] = ()) -> tuple[Finding, ...]:
    """Findings on a table that `importers.interchange` read, and on what may be copies in it (`importers.stamped_copies.doubted`)."""
    from judgeaudit.importers import interchange
    from judgeaudit.tables.noticed import noticed_of

    noted = ratings.schema.metadata or {}

    def count(key: bytes) -> int:
        return int(json.loads(noted.get(key, b"0")))

    found: list[tuple[Severity, str]] = []
    if count(interchange.RENUMBERED):
        found.append(("note", "replicate is a counter over all items; it was numbered anew within each item, judge and criterion"))
    found += _repeats(count, ratings.num_rows)
    if text := told_by_unread(ratings):
        found.append(("serious" if 2 * count(interchange.UNREAD) >= count(interchange.UNREAD_OF) else "warning", text))
    if n := count(interchange.SWAPPED):
        text = (
            f"{n:,} of {ratings.num_rows:,} verdicts are about pairs in the other order than the judge's other verdicts on them: they are rows of the probe position (variant "
            "swapped), and no repeats of the plain question."
        )
        found.append(("note", text))
    said = tuple(Finding(severity=severity, text=text) for severity, text in found)
    said += left_out(count(interchange.EARLIER), ratings.num_rows) + noticed_findings(noticed_of(noted)) + unreadable_times(ratings)
    return said + tuple(map(_doubt, doubts)) + tuple(finding for criterion in rubric.criteria for finding in _mirrored(ratings, rubric, criterion))


def _repeats(count: Callable[[bytes], int], n_rows: int) -> list[tuple[Severity, str]]:
    """Rows that were left out as copies, or that are taken as repeats though nothing shows it."""
    from judgeaudit.importers import interchange

    found: list[tuple[Severity, str]] = []
    if (n := count(interchange.COPIES)) and count(interchange.ASSUMED) == n:
        text = (
            f"{n:,} of {n + n_rows:,} rows say the same as an earlier row on their item, judge and criterion, all of them, and no column shows that the judge was asked "
            "again: an export written twice looks just so. They were left out, and whether the judge repeats itself is not measured by them. If it was really asked again, say so with "
            "--repeats (in Python repeats=True), or give a column replicate (0, 1, 2 ...) or created_at."
        )
        found.append(("serious", text))
    elif n:
        text = (
            f"{n:,} of {n + n_rows:,} rows are copies of another row: whatever their replicate, they agree with it in every column that tells one call from another (verdict, words, "
            "time, latency, tokens, as far as there are any). They are no repeats and were left out. If the judge was really asked again, give what differs from call to call: created_at to "
            "the second or finer, or latency_s; and a column replicate (0, 1, 2 ...) where there is none."
        )
        found.append(("serious", text))
    if n := count(interchange.TOLD):
        text = f"{n:,} of {n_rows:,} rows count as repeats because it was said that they are: no column shows that the judge was asked again."
        found.append(("note", text))
    if (n := count(interchange.ASSUMED)) and not count(interchange.COPIES):
        text = (
            f"{n:,} of {n_rows:,} rows are about an item, judge and criterion of an earlier row. That the judge was asked again is assumed: no column shows it, and "
            "rows that an export wrote twice look the same. Give a column replicate (0, 1, 2 ...) or created_at."
        )
        found.append(("warning", text))
    return found


def told_by_unread(ratings: pa.Table) -> str:
    """That rows are no copies only because columns differ that are not read, which they are, and how to map them; nothing where there are no such rows."""
    from judgeaudit.importers import interchange

    noted = ratings.schema.metadata or {}
    n, names = int(json.loads(noted.get(interchange.UNREAD, b"0"))), json.loads(noted.get(interchange.UNREAD_NAMES, b"[]"))
    if not n:
        return ""
    maps = [f"--map {ours}={name}" for name in names[:MOST_NAMED] if (ours := _meaning(name))]
    how = (
        f"Map what tells calls apart ({', '.join(maps)})"
        if maps
        else "Map what tells calls apart (--map replicate=, created_at= ...), or give the time of each call in created_at"
    )
    return (
        f"{n:,} of {ratings.num_rows:,} rows say the same as an earlier row in every column that is read, and differ in columns that are not: {', '.join(names[:MOST_NAMED])}. They were kept as "
        f"other calls of the judge. {how}; take away columns that are only about the export."
    )


def _meaning(name: str) -> str | None:
    """Our column that one of this name most likely is."""
    words = name.casefold()
    return next((ours for ours, parts in MEANINGS.items() if any(part in words for part in parts)), None)


def left_out(n: int, n_rows: int) -> tuple[Finding, ...]:
    """That a file's rows had `n` copies, which were left out when it was made (the sum of its column `copies_left_out`)."""
    text = (
        f"{n:,} copies of its {n_rows:,} rows were left out when the file was made (its column copies_left_out says of which): the same verdict again, with nothing that shows "
        "another call. They are no evidence that a judge repeats itself."
    )
    return (Finding(severity="serious", text=text),) if n else ()


def noticed_findings(noticed: Noticed) -> tuple[Finding, ...]:
    """What was left out as empty or as no possible number, and columns that parts of a table hold in two ways."""
    found: list[tuple[Severity, str]] = []
    if n := noticed.blank:
        more = ", ..." if n > len(noticed.places) else ""
        found.append(("note", f"left out while reading: {n:,} rows without any value ({', '.join(noticed.places)}{more})"))
    if noticed.unusable:
        named = ", ".join(f"{name} in {n:,} rows" for name, n in sorted(noticed.unusable.items()))
        text = (
            f"Numbers that cannot be are left out: {named}. A time of answering, a price or a count of tokens is finite and not below 0, a price below 1e9 USD."
        )
        found.append(("warning", text))
    for column, kinds in noticed.kinds.items():
        if len(kinds) < 2:
            continue
        parts = " and ".join(f"{kind} in {name}" + (f" and {n - 1:,} more" if n > 1 else "") for kind, (n, name) in sorted(kinds.items()))
        text = (
            f"The column {column} holds {parts}: what is one value there may be two here, as 007 and 7, or true and 1. Values are told apart as they are "
            "written: write the column as one type in every part."
        )
        found.append(("warning", text))
    if noticed.nearly:
        maps = ", ".join(f"--map {shlex.quote(f'{ours}={theirs}')}" for ours, theirs in noticed.nearly.items())
        probe = " Rows of probes count as plain repeats until then." if "probe" in noticed.nearly else ""
        text = f"Columns that look like ours are not read: {', '.join(noticed.nearly.values())}. If they are meant, {maps}, or rename them ({', '.join(noticed.nearly)}).{probe}"
        found.append(("warning", text))
    return tuple(Finding(severity=severity, text=text) for severity, text in found)


def unreadable_times(ratings: pa.Table) -> tuple[Finding, ...]:
    """That times cannot be read: nothing is known of when these calls were made."""
    import pyarrow.compute as pc

    from judgeaudit.importers.problems import shorten
    from judgeaudit.importers.verdict_replicates import second_of

    times = ratings["created_at"].drop_null()
    odd = times.filter(pc.invert(pc.match_substring_regex(times, READABLE))) if len(times) else times
    counted = [(one["values"], one["counts"]) for one in odd.value_counts().to_pylist() if second_of(one["values"]) is None] if len(odd) else []
    n = sum(times for _, times in counted)
    text = (
        f"created_at is no time that can be read in {n:,} of {ratings.num_rows:,} rows ({shorten(counted[0][0]) if counted else ''}): it is compared as it is written, and the order of "
        "calls is not taken from it. Write ISO 8601 (2026-01-31T12:00:00Z), or seconds since 1970."
    )
    return (Finding(severity="warning", text=text),) if n else ()


def unread_texts(names: Sequence[str]) -> tuple[Finding, ...]:
    """That columns with texts of items were not read, in a table that is counted and not held."""
    text = (
        f"The texts in {', '.join(names)} are not read in a table of this size: give them as an items file (--items). Rows about another text than "
        "their item's first one count as repeats: give them the probe other_answer, or ids of their own."
    )
    return (Finding(severity="warning", text=text),) if names else ()


def _doubt(one: Doubt) -> Finding:
    text = (
        f"{one.rows:,} of {one.of:,} repeats of {one.judge} on {one.criterion} say the same in the same words at the same time as an earlier one, and nothing but a seed or what is not read differs: they "
        "cannot be told from copies of one call, and are no evidence that it repeats itself. Give the time of each call in created_at, to the second or finer, or its latency_s."
    )
    return Finding(severity="serious", text=text, judge=one.judge, criterion=one.criterion)


def _mirrored(ratings: pa.Table, rubric: Rubric, criterion: Criterion) -> tuple[Finding, ...]:
    """Judges whose verdicts turn around with the responses, whichever of the two they name: their labels name slots, not responses.

    A judge that always prefers the first slot turns around too, but names one response only in each order.
    """
    from judgeaudit.importers.shown_order import PROBE

    labels = criterion.scale.labels
    if rubric.mode != "pairwise" or labels is None or len(labels) < 2 or PROBE not in ratings["probe"].unique().to_pylist():
        return ()
    found = []
    for judge, pairs in _pairs(ratings, criterion, PROBE).items():
        shares = [
            np.mean([second == 1 - first for first, second in pairs if first == slot]) for slot in (0, 1) if sum(p[0] == slot for p in pairs) >= FEWEST_MIRRORED
        ]
        if len(shares) < 2 or min(shares) < MIRRORED:
            continue
        turned = sum(second == 1 - first for first, second in pairs)
        text = (
            f"On {criterion.name}, {judge} names the other response in {turned:,} of {len(pairs):,} verdicts on swapped pairs, whichever response it named before: its labels look "
            f"like those of the slots that were shown. Labels must name the responses of the items file: change {labels[0]} and {labels[1]} in rows with {labels[1]} shown first."
        )
        found.append(Finding(severity="serious", text=text, judge=judge, criterion=criterion.name))
    return tuple(found)


def _pairs(ratings: pa.Table, criterion: Criterion, probe: str) -> dict[str, list[tuple[int, int]]]:
    """For each judge, first verdict of each item with either response shown first, each one of the first two labels (0 or 1).

    What was shown first is what a row's order says; without it `response_a`, and `response_b` in rows of the probe.
    """
    from judgeaudit.analyses.probe_orders import turned_rows

    first: dict[tuple[str, str], dict[bool, int]] = {}
    names: tuple[Any, ...] = tuple(ratings[name].to_pylist() for name in ("item_id", "judge", "criterion", "probe", "label"))
    for item, judge, about, kind, label, turned in zip(*names, turned_rows(ratings).tolist(), strict=True):
        code = None if label is None or about != criterion.name or kind not in (None, "", probe) else _slot(criterion, label)
        if code is not None:
            first.setdefault((judge, item), {}).setdefault((kind == probe) != turned, code)
    found: dict[str, list[tuple[int, int]]] = {}
    for (judge, _), verdicts in first.items():
        if len(verdicts) == 2:
            found.setdefault(judge, []).append((verdicts[False], verdicts[True]))
    return found


def _slot(criterion: Criterion, label: str) -> int | None:
    """0 or 1 where the label names the first or second response; None for a tie and for what is on no scale."""
    labels = criterion.scale.labels or ()
    declared = criterion.scale.find(label)
    place = labels.index(declared) if declared in labels else 2
    return place if place < 2 else None
