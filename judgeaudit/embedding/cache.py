"""Vectors on disk, by hash: an SQLite file that several processes may read and write at once.

A key is a SHA-256 of the model's name and the text; no text is stored. Each row carries its dimension and a checksum of key and
vector. What does not match is worked out anew, never handed out. A file that is damaged or not ours is set aside under
another name. Where nothing can be written, work goes on without a cache; `notes` say so once.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]
Row = tuple[bytes, int, int, bytes]
"""Key, dimension, checksum of key and vector, vector."""

FILE = "vectors.sqlite3"
APPLICATION_ID = 0x6A756167
FORMAT = 1
WAIT_S = 30.0
"""For another process that writes."""

_AT_ONCE = 500
_LITTLE = np.dtype("<f4")
_TABLE = "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, dimension INTEGER NOT NULL, sum INTEGER NOT NULL, vector BLOB NOT NULL) STRICT"


class _ForeignError(Exception):
    """The file is an SQLite file, and not one of ours."""


def cache_folder() -> Path:
    """Where vectors are kept: $JUDGEAUDIT_CACHE, else $XDG_CACHE_HOME/judgeaudit, else ~/.cache/judgeaudit."""
    own, shared = os.environ.get("JUDGEAUDIT_CACHE"), os.environ.get("XDG_CACHE_HOME")
    if own:
        return Path(own)
    return (Path(shared) if shared else Path(os.path.expanduser("~")) / ".cache") / "judgeaudit"


class VectorCache:
    """The vectors of a folder.

    Parameters
    ----------
    folder : str or Path, optional
        `cache_folder()` when left out. Made when something is read or written, for this user only.

    Notes
    -----
    ``with cache:`` holds the file open for the thread that enters, which many writes need to be quick; without, each read and write opens
    and closes it. A process may be killed: what was written before is kept (write-ahead log, one transaction for each write).
    """

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self.path = (Path(folder) if folder is not None else cache_folder()) / FILE
        self._notes: dict[str, str] = {}
        self._off = False
        self._mine = threading.local()

    def __enter__(self) -> VectorCache:
        self._mine.held = True
        return self

    def __exit__(self, *_: object) -> None:
        self._mine.held = False
        self._close()

    @property
    def notes(self) -> tuple[str, ...]:
        """What went wrong, in words; each kind once."""
        return tuple(self._notes.values())

    def read(self, keys: Sequence[bytes], dimension: int | None) -> Iterator[tuple[list[int], FloatArray]]:
        """Positions of keys that are there, and their vectors, some hundred at a time.

        Parameters
        ----------
        keys : sequence of bytes
            All different.
        dimension : int or None
            Rows of another dimension are left out; None takes that of the first row.

        Yields
        ------
        positions : list of int
        vectors : float32 array, shape (n_positions, dimension)
        """
        for start in range(0, len(keys), _AT_ONCE):
            place = {key: start + i for i, key in enumerate(keys[start : start + _AT_ONCE])}
            found = self._run(partial(_select, keys=list(place)))
            good = [row for row in found if _is_whole(row)]
            if len(good) < len(found):
                self._note("rows", f"{self.path} held vectors that were damaged; they are worked out anew")
            dimension = dimension if dimension is not None or not good else good[0][1]
            good = [row for row in good if row[1] == dimension]
            if good:
                vectors = np.frombuffer(b"".join(row[3] for row in good), dtype=_LITTLE).reshape(len(good), -1)
                yield [place[row[0]] for row in good], vectors.astype(np.float32)

    def write(self, keys: Sequence[bytes], vectors: FloatArray) -> None:
        """Keep the rows of `vectors` under `keys`; in one transaction."""
        blobs = [row.astype(_LITTLE).tobytes() for row in vectors]
        rows = [(key, vectors.shape[1], zlib.crc32(key + blob), blob) for key, blob in zip(keys, blobs, strict=True)]

        self._run(partial(_insert, rows=rows))

    def _run(self, work: Callable[[sqlite3.Connection], list[Row]]) -> list[Row]:
        """What `work` gives; nothing where there is no cache. A damaged or foreign file is set aside, and `work` done on a new one."""
        for _ in range(2):
            if self._off:
                return []
            try:
                if getattr(self._mine, "db", None) is None:
                    self._mine.db = self._open()
                return work(self._mine.db)
            except (OSError, Timeout, sqlite3.OperationalError) as trouble:
                self._close()
                self._off = True
                self._note("off", f"no cache of vectors at {self.path} ({trouble}); each run works them out again. fix: set JUDGEAUDIT_CACHE")
            except (_ForeignError, sqlite3.DatabaseError) as trouble:
                self._close()
                self._set_aside(trouble)
            finally:
                if not getattr(self._mine, "held", False):
                    self._close()
        return []

    def _close(self) -> None:
        db = getattr(self._mine, "db", None)
        self._mine.db = None
        if db is not None:
            db.close()

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with ExitStack() as on_trouble:
            db = sqlite3.connect(self.path, timeout=WAIT_S)
            on_trouble.callback(db.close)
            if not _is_ours(db):
                self._make_table(db)
            db.execute("PRAGMA synchronous = NORMAL")
            on_trouble.pop_all()
        return db

    def _make_table(self, db: sqlite3.Connection) -> None:
        """In a new file; under a lock, since SQLite lets two processes that turn the log on at once fail."""
        with FileLock(f"{self.path}.lock", timeout=WAIT_S):
            if _is_ours(db):
                return
            db.execute("PRAGMA journal_mode = WAL")
            with db:
                db.execute("BEGIN IMMEDIATE")
                db.execute(_TABLE)
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                db.execute(f"PRAGMA user_version = {FORMAT}")

    def _set_aside(self, trouble: Exception) -> None:
        """Give the file another name, unless another process has done so by now."""
        try:
            with FileLock(f"{self.path}.lock", timeout=WAIT_S):
                if self._is_usable():
                    return
                number = next(n for n in range(1, 10_000) if not self.path.with_name(f"{FILE}.set-aside-{n}").exists())
                aside = self.path.with_name(f"{FILE}.set-aside-{number}")
                for end in ("", "-wal", "-shm"):
                    if os.path.exists(f"{self.path}{end}"):
                        os.replace(f"{self.path}{end}", f"{aside}{end}")
                self._note("aside", f"{self.path} was no usable cache of vectors ({trouble}); it is now {aside.name}, and vectors are worked out anew")
        except (OSError, Timeout) as stuck:
            self._off = True
            self._note("off", f"{self.path} is no usable cache of vectors ({trouble}) and cannot be moved away ({stuck}); work goes on without one")

    def _is_usable(self) -> bool:
        try:
            with closing(self._open()) as db:
                return bool(db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
        except sqlite3.OperationalError:  # busy, not damaged
            return True
        except (_ForeignError, sqlite3.DatabaseError):
            return False

    def _note(self, kind: str, words: str) -> None:
        self._notes.setdefault(kind, words)


def _is_ours(db: sqlite3.Connection) -> bool:
    """False where the file is new; _Foreign where it holds something else."""
    (application,), (version,) = db.execute("PRAGMA application_id").fetchone(), db.execute("PRAGMA user_version").fetchone()
    if (application, version) == (APPLICATION_ID, FORMAT):
        return True
    if application or version or db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise _ForeignError(f"application {application:#x}, format {version}")
    return False


def _select(db: sqlite3.Connection, *, keys: list[bytes]) -> list[Row]:
    return db.execute(f"SELECT key, dimension, sum, vector FROM vectors WHERE key IN ({','.join('?' * len(keys))})", keys).fetchall()


def _insert(db: sqlite3.Connection, *, rows: list[Row]) -> list[Row]:
    with db:
        db.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)", rows)
    return []


def _is_whole(row: Row) -> bool:
    key, dimension, check, vector = row
    return dimension > 0 and len(vector) == dimension * _LITTLE.itemsize and zlib.crc32(key + vector) == check
