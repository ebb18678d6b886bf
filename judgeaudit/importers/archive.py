"""ZIP archives of others, member by member, with limits. A name in an archive is a name and never a path on disk.

DEFLATE is the standard library's. Zstandard (method 93), which its `zipfile` reads from Python 3.14 on, is Arrow's.
"""

from __future__ import annotations

import copy
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judgeaudit.errors import VerdictsError

MEMBERS = 200_000
"""Members that an archive may have."""
MEMBER = 1 << 28
"""Bytes of one member, unpacked."""
RATIO, SMALL = 500, 1 << 25
"""Bytes unpacked for each byte packed, of a member or an archive with more than `SMALL` bytes unpacked. Logs are near 10; 1,000 is DEFLATE's most."""
ZSTANDARD = 93
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, ZSTANDARD}
_TROUBLE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError)
_LEAVES = re.compile(r"(^|[\\/])\.\.([\\/]|$)|^[\\/]|^[A-Za-z]:[\\/]")


@contextmanager
def opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """An archive whose members are few and small enough and stay inside it.

    Raises
    ------
    VerdictsError
        For anything else.
    """
    try:
        archive = zipfile.ZipFile(path)
    except _TROUBLE as trouble:
        what = f"the archive cannot be read, it is cut off or damaged: {trouble}"
        raise VerdictsError(what, where=str(path), fix="copy the whole file again; a run that crashed may have left none") from None
    with archive:
        _check(archive, path)
        yield archive


def _check(archive: zipfile.ZipFile, path: Path) -> None:
    infos = archive.infolist()
    if len(infos) > MEMBERS:
        raise VerdictsError(f"the archive has {len(infos)} members, more than {MEMBERS}", where=str(path), fix="split the log")
    for info in infos:
        where = f"{path.name}: {info.filename[:200]!r}"
        if _LEAVES.search(info.filename):
            raise VerdictsError("the name of this member leads out of the archive", where=where, fix="do not trust this file: no tool writes such names")
        if info.file_size > MEMBER:
            raise VerdictsError(
                f"the member is {info.file_size >> 20} MiB large unpacked, more than {MEMBER >> 20}", where=where, fix="leave this sample out of the log"
            )
        _check_ratio(info.file_size, info.compress_size, where)
    _check_ratio(sum(info.file_size for info in infos), path.stat().st_size, path.name)


def _check_ratio(unpacked: int, packed: int, where: str) -> None:
    if unpacked > SMALL and unpacked > RATIO * packed:
        what = f"{packed} bytes unpack to {unpacked}, more than {RATIO} times as many"
        raise VerdictsError(what, where=where, fix="do not trust this file: it may be made to fill the memory")


def content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, where: str) -> bytes:
    """The bytes of a member of an `opened` archive.

    Raises
    ------
    VerdictsError
        When it is damaged, encrypted, packed in another way, or not as large as it says.
    """
    if info.flag_bits & 1:
        raise VerdictsError("the member is encrypted", where=where, fix="write the log without a password")
    if info.compress_type not in METHODS:
        raise VerdictsError(f"the member is packed by method {info.compress_type}", where=where, fix="pack it by DEFLATE or Zstandard")
    try:
        if info.compress_type == ZSTANDARD:
            found = _zstandard(archive, info)
        else:
            with archive.open(info) as stream:
                found = stream.read(info.file_size + 1)
        if len(found) != info.file_size:
            raise zipfile.BadZipFile("it is not as large as the archive says")
        return found
    except _TROUBLE as trouble:
        raise VerdictsError(f"the member is damaged: {trouble}", where=where, fix="copy the whole file again") from None


def _zstandard(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """A member packed by Zstandard. Its packed bytes are read as those of a member that is only stored, so that zipfile's own checks hold."""
    import pyarrow as pa

    stored = copy.copy(info)
    stored.compress_type, stored.file_size = zipfile.ZIP_STORED, info.compress_size
    # zipfile checks no sum where there is none
    del stored.CRC
    with archive.open(stored) as stream:
        packed = stream.read()
    found = bytes(pa.input_stream(pa.BufferReader(packed), compression="zstd").read(info.file_size + 1))
    if zlib.crc32(found) != info.CRC:
        raise zipfile.BadZipFile("its check sum is wrong")
    return found
