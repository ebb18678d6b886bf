"""A run directory: manifest, calls, audit and page. The only place that knows their names.

    run.json       the plan: rubric, effective parameters, fingerprint
    inputs.json    items and gold labels as they were judged
    calls.jsonl    one line per finished call (and one for each paid attempt before its last), appended and never rewritten
    calls-N.jsonl  the same, of a task on a worker of a cluster; see `calls_files`
    audit.json     what the calls say
    audit.html     the same, for people
    triage.csv     the verdicts that a person should look at first

A folder that `calibrate` wrote holds calibration.json and the judge card (judge_card.md, judge_card.html) too.

A process that is killed leaves at most one torn line at the end of calls.jsonl. Everything else is written beside its
place and renamed into it.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from judgeaudit.domain.calls import FORMAT_VERSION, CallRecord
from judgeaudit.domain.items import GoldLabel, Item
from judgeaudit.errors import RunError
from judgeaudit.store.calls_files import CALLS, CallsFile, mend, read_calls
from judgeaudit.store.files import TEMPORARY, explained, load_json, read_text, write_whole
from judgeaudit.store.lines import line_of
from judgeaudit.store.manifest import checked

MANIFEST = "run.json"
INPUTS = "inputs.json"
AUDIT = "audit.json"
PAGE = "audit.html"
TRIAGE = "triage.csv"
CALIBRATION = "calibration.json"
CARD, CARD_PAGE = "judge_card.md", "judge_card.html"
_LOCK = ".lock"


class RunDirectory:
    """A run directory that this process writes; a context manager that holds its lock.

    `warnings` are those of the last `read_calls`.
    """

    def __init__(self, path: Path, lock: Any, manifest: dict[str, Any]) -> None:
        self.path = path
        self.manifest = manifest
        self.warnings: tuple[str, ...] = ()
        self._lock = lock
        self._calls = CallsFile(path / CALLS)

    @classmethod
    def create(cls, path: Path, manifest: dict[str, Any]) -> RunDirectory:
        """Make a run directory.

        Parameters
        ----------
        path : Path
            Not there, or empty.
        manifest : dict
            JSON values.

        Raises
        ------
        RunError
            The directory holds something already, is locked, or cannot be written.
        """
        _refuse_occupied(path)
        with explained(path, "cannot be made"):
            path.mkdir(parents=True, exist_ok=True)
        lock = _locked(path)
        run = cls(path, lock, {})
        with contextlib.ExitStack() as undo:
            undo.callback(run.close)
            # Somebody else may have been first between the look and the lock.
            _refuse_occupied(path)
            run.write_manifest(manifest)
            undo.pop_all()
        return run

    @classmethod
    def open(cls, path: Path) -> RunDirectory:
        """Open a run directory to go on with it.

        Raises
        ------
        RunError
            It is none, is locked by another process, or was made by a newer version.
        """
        read_manifest(path)
        lock = _locked(path)
        run = cls(path, lock, read_manifest(path))
        for left in path.glob(f".*{TEMPORARY}*"):
            left.unlink(missing_ok=True)
        mend(path)
        return run

    def __enter__(self) -> RunDirectory:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Bring everything to the disk and give the lock back."""
        self._calls.close()
        self._lock.release()

    def write_manifest(self, manifest: dict[str, Any]) -> None:
        """Put a manifest in place of the one that is there."""
        self.manifest = {"format_version": FORMAT_VERSION, **manifest}
        write_whole(self.path / MANIFEST, json.dumps(self.manifest, ensure_ascii=True, indent=1))

    def append(self, record: CallRecord) -> None:
        """Store one finished call; it is in the file when this returns.

        Raises
        ------
        RunError
            The disk is full or the file cannot be written. What was stored before stays readable.
        """
        self._calls.append(line_of(record))

    def read_calls(self) -> list[CallRecord]:
        """Every stored call, one record per key; see `read_calls`."""
        calls = read_calls(self.path)
        self.warnings = calls.warnings
        return calls.records

    def write_inputs(self, items: Sequence[Item], gold: Sequence[GoldLabel] | None) -> None:
        """Keep the items and gold labels as they were judged, so that the run can be audited again without its files."""
        kept = {
            "format_version": FORMAT_VERSION,
            "items": [item.model_dump(mode="json", exclude_none=True) for item in items],
            "gold": None if gold is None else [label.model_dump(mode="json") for label in gold],
        }
        write_whole(self.path / INPUTS, json.dumps(kept, ensure_ascii=True))

    def read_inputs(self) -> tuple[tuple[Item, ...], tuple[GoldLabel, ...] | None]:
        """The items and gold labels that `write_inputs` kept."""
        return read_inputs(self.path)

    def write_audit(self, text: str) -> None:
        """Write audit.json."""
        write_audit(self.path, text)

    def write_page(self, html: str) -> None:
        """Write audit.html."""
        write_page(self.path, html)


def is_run_directory(path: Path) -> bool:
    """Whether a path is a directory with a manifest."""
    return (path / MANIFEST).is_file()


def audit_path(folder: Path) -> Path:
    """Where a folder's audit.json is."""
    return folder / AUDIT


def page_path(folder: Path) -> Path:
    """Where a folder's page is."""
    return folder / PAGE


def write_audit(folder: Path, text: str) -> None:
    """Write audit.json into a folder, which is made where it is missing."""
    write_whole(folder / AUDIT, text)


def write_page(folder: Path, html: str) -> None:
    """Write audit.html into a folder, which is made where it is missing."""
    write_whole(folder / PAGE, html)


def triage_path(folder: Path) -> Path:
    """Where a folder's triage list is."""
    return folder / TRIAGE


def write_triage(path: Path, text: str) -> None:
    """Write a triage list; its folder is made where it is missing."""
    write_whole(path, text)


def read_audit(folder: Path) -> str:
    """The text of a folder's audit.json, or of the file itself where that is named.

    Raises
    ------
    RunError
        There is none.
    """
    path = folder if folder.is_file() else folder / AUDIT
    if not path.is_file():
        raise RunError(f"there is no {AUDIT} in it", where=str(folder), fix="name a run directory, or run `judgeaudit audit` on it first")
    with explained(path, "cannot be read"):
        return read_text(path)


def read_manifest(path: Path) -> dict[str, Any]:
    """The manifest of a run directory; needs no lock.

    Raises
    ------
    RunError
        There is none, it is damaged, or a newer version wrote it; also when an entry that it lacks is asked for.
    """
    if not is_run_directory(path):
        what = "it is no run directory (there is no run.json in it)" if path.exists() else "there is no such directory"
        raise RunError(what, where=str(path), fix="name the directory that `judgeaudit run` printed")
    manifest = load_json(path / MANIFEST)
    version = manifest.get("format_version")
    if not isinstance(version, int) or version > FORMAT_VERSION:
        raise RunError(f"it has format version {version}, and this judgeaudit reads up to {FORMAT_VERSION}", where=str(path), fix="upgrade judgeaudit")
    return checked(manifest, path / MANIFEST)


def read_inputs(path: Path) -> tuple[tuple[Item, ...], tuple[GoldLabel, ...] | None]:
    """The items and gold labels of a run directory; needs no lock.

    Raises
    ------
    RunError
        They are not there, or damaged.
    """
    kept = load_json(path / INPUTS)
    try:
        gold = kept["gold"]
        items = tuple(Item.model_validate(item) for item in kept["items"])
        return items, None if gold is None else tuple(GoldLabel.model_validate(label) for label in gold)
    except (KeyError, TypeError, ValueError):  # ValueError: also what pydantic raises
        fix = "--resume the run with its own items, which writes this file anew"
        raise RunError("it does not hold the items and gold labels of a run", where=str(path / INPUTS), fix=fix) from None


def _refuse_occupied(path: Path) -> None:
    if is_run_directory(path):
        raise RunError("it holds a run already", where=str(path), fix=f"--resume {path} to go on with it, or another --out")
    if path.exists() and not path.is_dir():
        raise RunError("it is a file", where=str(path), fix="name a directory that is not there yet")
    if path.is_dir():
        with explained(path, "cannot be read"):
            found = sorted(entry.name for entry in path.iterdir() if entry.name != _LOCK and TEMPORARY not in entry.name)
        if found:
            raise RunError(
                f"the directory is not empty and is no run directory ({found[0]} is in it)", where=str(path), fix="name a directory that is not there yet"
            )


def _locked(path: Path) -> Any:
    from filelock import FileLock, Timeout

    lock = FileLock(path / _LOCK, timeout=0, thread_local=False)
    with explained(path, "cannot be locked"):
        try:
            lock.acquire()
        except Timeout:
            raise RunError("another process is writing to it", where=str(path), fix="wait until that run has ended, or stop it") from None
    return lock
