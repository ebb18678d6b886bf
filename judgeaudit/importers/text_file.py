"""A user's file as text: UTF-8, with or without a byte-order mark; everything else is said with the line it is on."""

from __future__ import annotations

import codecs
import os
import re
from difflib import get_close_matches
from pathlib import Path

from judgeaudit.errors import JudgeAuditError

_SAVE_AS = "save it as UTF-8 (in a spreadsheet: 'CSV UTF-8')"
_WAS_URL = re.compile(r"([a-z][a-z0-9+.-]+):/([^/].*)", re.IGNORECASE)
"""A URL as a path: one of its slashes is gone. A drive of Windows has one letter."""
_OTHER_MARKS = ((codecs.BOM_UTF32_LE, "UTF-32"), (codecs.BOM_UTF32_BE, "UTF-32"), (codecs.BOM_UTF16_LE, "UTF-16"), (codecs.BOM_UTF16_BE, "UTF-16"))


def read_text(path: Path, *, error: type[JudgeAuditError], what: str) -> str:
    """The whole text of a file.

    Parameters
    ----------
    path : Path
    error : type of JudgeAuditError
        What is raised.
    what : str
        What the file is, for the message: "items file".

    Returns
    -------
    str
        Without byte-order mark; line ends as they stand in the file.

    Raises
    ------
    JudgeAuditError
        Missing, a folder, not readable, empty, not UTF-8, or with NUL bytes.
    """
    return decode(read_bytes(path, error=error, what=what), path, error=error, what=what)


def read_bytes(path: Path, *, error: type[JudgeAuditError], what: str) -> bytes:
    """The bytes of a file that is there and holds something."""
    check_file(path, error=error, what=what)
    try:
        data = path.read_bytes()
    except OSError as trouble:
        raise error(f"the {what} cannot be read: {trouble.strerror}", where=str(path), fix="check the file's permissions") from None
    if not data.removeprefix(codecs.BOM_UTF8).strip():
        raise error(f"the {what} is empty", where=str(path), fix="name a file with content")
    return data


def check_file(path: Path, *, error: type[JudgeAuditError], what: str) -> None:
    """Raise when there is no such file, with the nearest name beside it."""
    if os.path.isdir(path):
        raise error(f"the {what} is a folder, not a file", where=str(path), fix="name the file in it")
    if os.path.isfile(path):
        if not os.access(path, os.R_OK):
            raise error(f"the {what} cannot be read: permission denied", where=str(path), fix="check the file's permissions")
        return
    if os.path.exists(path):
        raise error(f"the {what} is a pipe or a device, not a file", where=str(path), fix="write what comes out of it into a file, and name that")
    refuse_url(path, error=error, what=what)
    if os.path.islink(path):
        raise error(f"the {what} is a link to {os.readlink(path)!r}, which is not there", where=str(path), fix="mend the link, or name the file itself")
    if not os.path.isdir(path.parent):
        raise error(f"the {what} does not exist, and neither does its folder", where=str(path), fix="check the path; it counts from the current folder")
    raise error(f"the {what} does not exist", where=str(path), fix=missing_fix(path))


def refuse_url(path: Path, *, error: type[JudgeAuditError], what: str) -> None:
    """Raise where a path that is not there is what is left of a URL (`s3:/bucket/run`), without its user and password."""
    found = _WAS_URL.fullmatch(path.as_posix())
    if found is not None:
        host, slash, rest = found[2].partition("/")
        fix = "copy the file here and name that; `judgeaudit audit URL` reads verdicts in Parquet from a store"
        raise error(f"the {what} is a URL, and is read from this machine only", where=f"{found[1]}://{host.rpartition('@')[2]}{slash}{rest}", fix=fix)


def missing_fix(path: Path) -> str:
    """What to write instead of the name of a file that is not there."""
    try:
        near = get_close_matches(path.name, os.listdir(path.parent), n=1)
    except OSError:
        near = []
    return f"the nearest name in that folder is {near[0]!r}" if near else "check the path"


def decode(data: bytes, path: Path, *, error: type[JudgeAuditError], what: str, before: int = 0) -> str:
    """Bytes as UTF-8 text; raises with line and byte where they are not. `before` lines of the file came earlier."""
    for mark, name in _OTHER_MARKS:
        if data.startswith(mark):
            raise error(f"the {what} is {name}, not UTF-8", where=str(path), fix=_SAVE_AS)
    data = data.removeprefix(codecs.BOM_UTF8)
    _check_nul(data, path, error, what, before)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as trouble:
        at = trouble.start
        line = before + data.count(b"\n", 0, at) + 1
        column = at - (data.rfind(b"\n", 0, at) + 1) + 1
        raise error(
            f"byte 0x{data[at]:02x} in line {line} (byte {column} of the line) is not UTF-8; the {what} looks like Latin-1 or Windows-1252",
            where=f"{path}:{line}",
            fix=_SAVE_AS,
        ) from None


def _check_nul(data: bytes, path: Path, error: type[JudgeAuditError], what: str, before: int) -> None:
    at = data.find(b"\0")
    if at < 0:
        return
    if data.count(b"\0") * 3 >= len(data):
        raise error(f"every other byte of the {what} is NUL: it is UTF-16, not UTF-8", where=str(path), fix=_SAVE_AS)
    line = before + data.count(b"\n", 0, at) + 1
    raise error(f"line {line} holds a NUL byte, so this is no text file", where=f"{path}:{line}", fix="name the text file, or save it again as UTF-8")
