"""The state of a watch: one SQLite file.

SQLite, because it is one small file, comes with Python, and changes as a whole or not at all: an update that is killed leaves what was there.
What an update reads and writes does not grow with the history, but for the digests of rows within the window.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from judgeaudit.domain.monitor import MonitorCheck
from judgeaudit.errors import RunError
from judgeaudit.monitoring.progress import Progress
from judgeaudit.monitoring.setup import Setup
from judgeaudit.monitoring.streams import PARTS, RANKED, SHARES, Watch, begin
from judgeaudit.monitoring.watched_anchors import Anchor, dense, thin, weights_of
from judgeaudit.stats.kernels.change_betting import Gaps, Ranks
from judgeaudit.stats.kernels.fixed_looks import GapSince
from judgeaudit.stats.kernels.ratings_check import FloatArray

FORMAT = 2
APPLICATION = 0x4A41444D
"""Mark of our files in SQLite's header ("JADM")."""

WAIT_S = 2.0
"""How long another update is waited for."""

LISTED_CHECKS = 500
AT_ONCE = 500

LEAST_FORGOTTEN = 20_000
"""Rows of before the window that one update forgets at most; twice its own rows where these are more, so that they cannot pile up."""

TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE anchors (item TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE seen (digest INTEGER PRIMARY KEY, day INTEGER NOT NULL);
CREATE INDEX seen_day ON seen (day);
CREATE TABLE batches (digest TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE checks (n INTEGER PRIMARY KEY, value TEXT NOT NULL);
"""


def check_free(path: Path) -> None:
    """RunError where there is a state already."""
    if path.exists():
        raise RunError("there is a state already, and it is never overwritten", where=str(path), fix="choose another file, or remove this one by hand")


def create(path: Path, setup: Setup, anchors: Iterable[Anchor], seen: Mapping[int, int]) -> None:
    """A new state file; RunError where there is one already. A file that could not be finished is taken away.

    `seen` are the baseline's own rows, day by digest: what was approved is no news when it comes again. Only those with a time.
    """
    check_free(path)
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(temporary, isolation_level=None)) as db:
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.executescript(f"BEGIN;{TABLES}COMMIT;")
            db.execute("BEGIN")
            _put(db, "format", FORMAT)
            _put(db, "setup", json.loads(setup.model_dump_json()))
            write_anchors(db, anchors)
            db.executemany("INSERT OR IGNORE INTO seen VALUES (?, ?)", seen.items())
            write_progress(db, Progress(begin(setup.baseline())))
            db.execute("COMMIT")
        temporary.replace(path)
    except OSError as trouble:
        raise RunError(f"it cannot be written ({trouble.strerror or trouble})", where=str(path), fix="choose a folder that can be written") from None
    except sqlite3.Error as trouble:
        raise RunError(f"it cannot be written ({trouble})", where=str(path), fix="choose a folder that can be written") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def opened(path: Path, *, change: bool = False) -> Iterator[sqlite3.Connection]:
    """The state file, for reading, or for one change that is kept as a whole when the block ends without an error.

    Raises
    ------
    RunError
        No file, none of ours, damaged, of another version, or changed by another process at the moment.
    """
    if not path.is_file():
        raise RunError("there is no state", where=str(path), fix=f"make one: judgeaudit monitor --state {path} --init BASELINE")
    try:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=WAIT_S)) as db:
            db.execute("BEGIN IMMEDIATE" if change else "BEGIN")
            _check(db, path)
            # Closing without a commit takes everything back.
            yield db
            db.execute("COMMIT")
    except sqlite3.OperationalError as trouble:
        if "locked" in str(trouble) or "busy" in str(trouble):
            raise RunError("another update of it is under way", where=str(path), fix="wait until it has ended, and repeat this one") from None
        raise RunError(f"it cannot be used ({trouble})", where=str(path), fix="check that the file and its folder can be read and written") from None
    except sqlite3.DatabaseError as damaged:
        raise _damaged(str(path), damaged) from None


def _damaged(where: str, why: object) -> RunError:
    first = str(why).splitlines()[0] if str(why) else type(why).__name__
    return RunError(f"it is damaged, or no state of a monitor ({first})", where=where, fix="take it back from a backup, or begin anew with --init")


@contextlib.contextmanager
def _intact() -> Iterator[None]:
    """What is read of a state must be what was written."""
    try:
        yield
    except (ValidationError, ValueError, KeyError, TypeError) as damaged:
        raise _damaged("the state", damaged) from None


def _check(db: sqlite3.Connection, path: Path) -> None:
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise _damaged(str(path), "it does not bear our mark")
    with _intact():
        version = get(db, "format")
    if version != FORMAT:
        fix = "use the version of judgeaudit that made it, or begin anew with --init"
        raise RunError(f"it has format {version!r}, and this version reads {FORMAT}", where=str(path), fix=fix)


def get(db: sqlite3.Connection, name: str) -> Any:
    """A value of `meta`; KeyError without."""
    row = db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    if row is None:
        raise KeyError(f"{name} is missing")
    return json.loads(row[0])


def _put(db: sqlite3.Connection, name: str, value: Any) -> None:
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, json.dumps(value)))


def read_setup(db: sqlite3.Connection) -> Setup:
    """What is watched."""
    with _intact():
        return Setup.model_validate(get(db, "setup"))


def write_setup(db: sqlite3.Connection, setup: Setup) -> None:
    """What is watched, with a baseline that was taken from the stream; anchors count anew for that production."""
    _put(db, "setup", json.loads(setup.model_dump_json()))
    anchors = list(_all_anchors(db))
    weights = weights_of(anchors, dense(setup.production, setup.n_points), setup.n_points)
    write_anchors(db, [anchor.model_copy(update={"weight": weight}) for anchor, weight in zip(anchors, weights, strict=True)])


def _all_anchors(db: sqlite3.Connection) -> Iterator[Anchor]:
    with _intact():
        for (value,) in db.execute("SELECT value FROM anchors").fetchall():
            yield Anchor.model_validate_json(value)


def read_progress(db: sqlite3.Connection, setup: Setup) -> Progress:
    """Where the watch stands."""
    with _intact():
        kept = get(db, "progress")
        rest = {name: value for name, value in kept.items() if name not in ("watch", "waiting")}
        return Progress(_watch(kept["watch"], setup), waiting=tuple(kept["waiting"]), **rest)


def _watch(kept: Mapping[str, Any], setup: Setup) -> Watch:
    numbers = {name: {key: -np.inf if value is None else value for key, value in kept[name].items()} for name in ("now", "highest", "parts")}
    if set(numbers["now"]) != set(SHARES) or set(numbers["parts"]) != set(PARTS):
        raise KeyError("evidence is missing")
    return Watch(
        production=dense(kept["production"], setup.n_points), replies=(int(kept["replies"][0]), int(kept["replies"][1])), batches=int(kept["batches"]),
        suspect=kept["suspect"], traced=(float(kept["traced"][0]), float(kept["traced"][1])), looks={name: int(n) for name, n in kept["looks"].items()},
        gaps=Gaps(*_arrays(kept["gaps"])), after=None if kept["after"] is None else _gap_since(kept["after"]),
        ranks={name: Ranks(*_arrays(kept["ranks"][name])) for name in RANKED}, **numbers,
    )  # fmt: skip


def write_progress(db: sqlite3.Connection, progress: Progress) -> None:
    """Keep where the watch stands."""
    watch = progress.watch
    ranks = {name: _lists(one) for name, one in watch.ranks.items()}
    after = None if watch.after is None else {**vars(watch.after), "rows": watch.after.rows.tolist(), "sums": watch.after.sums.tolist()}
    numbers = {name: {key: None if np.isneginf(value) else float(value) for key, value in getattr(watch, name).items()} for name in ("now", "highest", "parts")}
    kept = {
        "production": thin(watch.production),
        "replies": list(watch.replies),
        "batches": watch.batches,
        "suspect": watch.suspect,
        "traced": list(watch.traced),
        "looks": watch.looks,
        "ranks": ranks,
        "gaps": _lists(watch.gaps),
        "after": after,
        **numbers,
    }
    rest = {name: value for name, value in vars(progress).items() if name != "watch"}
    _put(db, "progress", {"watch": kept, **rest})


def _gap_since(kept: Mapping[str, Any]) -> GapSince:
    rows, sums = _arrays([kept["rows"], kept["sums"]])
    return GapSince(float(kept["start"]), float(kept["centre"]), float(kept["open_"]), int(kept["batches"]), rows, sums)


def _lists(state: Ranks | Gaps) -> list[Any]:
    return [values.tolist() for values in vars(state).values()]


def _arrays(kept: Sequence[Any]) -> list[FloatArray]:
    return [np.array(values, dtype=float) for values in kept]


def read_anchors(db: sqlite3.Connection, items: Iterable[str]) -> dict[str, Anchor]:
    """Those of the items that are anchors."""
    wanted, found = sorted(set(items)), {}
    for start in range(0, len(wanted), AT_ONCE):
        some = wanted[start : start + AT_ONCE]
        for item, value in db.execute(f"SELECT item, value FROM anchors WHERE item IN ({','.join('?' * len(some))})", some):
            with _intact():
                found[item] = Anchor.model_validate_json(value)
    return found


def write_anchors(db: sqlite3.Connection, anchors: Iterable[Anchor]) -> None:
    """Keep anchors, new ones and changed ones."""
    db.executemany("INSERT OR REPLACE INTO anchors VALUES (?, ?)", ((anchor.item_id, anchor.model_dump_json()) for anchor in anchors))


def read_seen(db: sqlite3.Connection, digests: Sequence[int]) -> set[int]:
    """Those of the digests that are known."""
    found: set[int] = set()
    for start in range(0, len(digests), AT_ONCE):
        some = list(digests[start : start + AT_ONCE])
        found.update(row[0] for row in db.execute(f"SELECT digest FROM seen WHERE digest IN ({','.join('?' * len(some))})", some))
    return found


def write_seen(db: sqlite3.Connection, digests: Iterable[int], days: Iterable[int], *, oldest: int) -> None:
    """Keep digests with their days, and forget those of days before the oldest: some of them, so that the first update of a day costs what others cost."""
    rows = list(zip(digests, days, strict=True))
    db.executemany("INSERT OR IGNORE INTO seen VALUES (?, ?)", rows)
    most = max(LEAST_FORGOTTEN, 2 * len(rows))
    db.execute("DELETE FROM seen WHERE digest IN (SELECT digest FROM seen WHERE day < ? ORDER BY day LIMIT ?)", (oldest, most))


def check_of_batch(db: sqlite3.Connection, digest: str) -> int | None:
    """Number of the check of a file that was seen; None for a new one."""
    row = db.execute("SELECT n FROM batches WHERE digest = ?", (digest,)).fetchone()
    return None if row is None else int(row[0])


def write_check(db: sqlite3.Connection, check: MonitorCheck) -> None:
    """Keep a check, and the digest of its file."""
    db.execute("INSERT INTO checks VALUES (?, ?)", (check.n, check.model_dump_json()))
    if check.batch:
        db.execute("INSERT OR REPLACE INTO batches VALUES (?, ?)", (check.batch, check.n))


def read_checks(db: sqlite3.Connection, *, last: int = LISTED_CHECKS) -> tuple[MonitorCheck, ...]:
    """The last checks, oldest first."""
    rows = db.execute("SELECT value FROM checks ORDER BY n DESC LIMIT ?", (last,)).fetchall()
    with _intact():
        return tuple(MonitorCheck.model_validate_json(value) for (value,) in reversed(rows))


def forget_visits(db: sqlite3.Connection) -> None:
    """Anchors stand again as they were in the baseline."""
    anchors = list(_all_anchors(db))
    write_anchors(db, [anchor.model_copy(update={"last": 0, "since": (0, 0.0), "counts": anchor.base, "waiting": {}}) for anchor in anchors])
