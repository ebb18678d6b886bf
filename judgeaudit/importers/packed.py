"""Files that gzip packed are read as what is in them, up to a limit; other packings are named."""

from __future__ import annotations

import gzip
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judgeaudit.errors import JudgeAuditError, VerdictsError
from judgeaudit.importers.archive import RATIO, SMALL

MOST = 1 << 32
"""Bytes that a file may have unpacked (4 GiB)."""
_GZIP = b"\x1f\x8b"
_PIECE = 1 << 20
_OTHERS = (
    (b"PK\x03\x04", "a ZIP archive"), (b"PK\x05\x06", "an empty ZIP archive"), (b"BZh", "packed by bzip2"), (b"\xfd7zXZ\x00", "packed by xz"),
    (b"\x28\xb5\x2f\xfd", "packed by Zstandard"), (b"7z\xbc\xaf\x27\x1c", "a 7z archive"), (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file (.xls)"),
)  # fmt: skip


def is_packed(path: Path) -> bool:
    """Whether a file is packed by gzip, whatever its name."""
    with path.open("rb") as stream:
        return stream.read(2) == _GZIP


def other_packing(head: bytes) -> str | None:
    """What a file is that is packed in a way that is not read, in words."""
    return next((words for mark, words in _OTHERS if head.startswith(mark)), None)


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """The file itself; one that gzip packed as a plain file, named without `.gz`, for as long as it is read. Errors name the file of the user.

    Raises
    ------
    VerdictsError
        When it is damaged, or larger unpacked than a file of verdicts is.
    """
    if not path.is_file() or not is_packed(path):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="judgeaudit-") as folder:
        plain = Path(folder, path.name[:-3] if path.name.casefold().endswith(".gz") and len(path.name) > 3 else path.name)
        try:
            _unpack(path, plain)
            yield plain
        except JudgeAuditError as trouble:
            where, what = (None if text is None else text.replace(str(plain), str(path)) for text in (trouble.where, trouble.what))
            raise type(trouble)(what or "", where=where, fix=trouble.fix) from None


def _unpack(path: Path, plain: Path) -> None:
    most = max(SMALL, min(MOST, RATIO * path.stat().st_size))
    written = 0
    try:
        with gzip.open(path) as packed, plain.open("wb") as stream:
            while piece := packed.read(_PIECE):
                written += len(piece)
                if written > most:
                    break
                stream.write(piece)
    except (EOFError, zlib.error, gzip.BadGzipFile) as trouble:
        raise VerdictsError(f"the packed file is damaged or cut off: {trouble}", where=str(path), fix="copy the whole file again") from None
    if written > most:
        what = f"the file unpacks to more than {most >> 20:,} MiB, {RATIO} times as many bytes or more than a file may have"
        raise VerdictsError(what, where=str(path), fix="unpack it yourself if you trust it, and name the file, or split it")
