"""What run.json must hold for a run to be continued or audited again; what it lacks is an error in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from judgeaudit.domain.calls import EffectiveParameters
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import RunError

_FIX = "start a new run; this file cannot be repaired"
_FINGERPRINT: dict[str, type] = {"mode": str, "criteria": dict, "judges": dict, "items": dict, "replicates": int, "seeds": list, "probes": list}


class Entries(dict[str, Any]):
    """An object of run.json. To ask for an entry that it does not hold is a `RunError`, at every depth."""

    def __init__(self, entries: dict[str, Any], path: Path) -> None:
        super().__init__({name: Entries(one, path) if isinstance(one, dict) else one for name, one in entries.items()})
        self.path = path

    def __missing__(self, name: str) -> Any:
        raise damaged(self.path, f"it has no {name!r}")


def checked(manifest: dict[str, Any], path: Path) -> Entries:
    """A manifest whose entries, where it has them, are what they should be.

    Raises
    ------
    RunError
        An entry is of another kind.
    """
    try:
        entries = Entries(manifest, path)
    except RecursionError:
        raise damaged(path, "it is nested too deeply to be read") from None
    for name in ("rubric", "parameters", "fingerprint"):
        if name in entries and not isinstance(entries[name], dict):
            raise damaged(path, f"its {name!r} is no object")
    _check_fingerprint(entries.get("fingerprint", {}), path)
    try:
        if "rubric" in entries:
            Rubric.model_validate(entries["rubric"])
        for one in entries.get("parameters", {}).values():
            EffectiveParameters(**one)
    except ValueError as wrong:  # also what pydantic raises
        raise damaged(path, f"its 'rubric' is no rubric ({str(wrong).splitlines()[0]})") from None
    except TypeError:
        raise damaged(path, "its 'parameters' are not those of judges") from None
    return entries


def _check_fingerprint(fingerprint: dict[str, Any], path: Path) -> None:
    for name, kind in _FINGERPRINT.items():
        if name in fingerprint and not isinstance(fingerprint[name], kind):
            raise damaged(path, f"{name!r} in its 'fingerprint' is of the wrong kind")
    for name in ("criteria", "judges"):
        if not all(isinstance(one, dict) for one in fingerprint.get(name, {}).values()):
            raise damaged(path, f"{name!r} in its 'fingerprint' holds what is no object")


def damaged(path: Path, what: str) -> RunError:
    """The error of a run.json that cannot be used."""
    return RunError(f"{what}, so it is no manifest of a run", where=str(path), fix=_FIX)
