"""One look at all bytes of a text table that is too large to hold: is it text, how many lines, how long is the longest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.text_file import check_file, decode
from judgeaudit.importers.verdict_files import WHAT

PIECE = 1 << 22
"""Bytes that are looked at together, and with them the line that they end in."""
LINE = 1 << 28
"""Bytes that one line may have."""


@dataclass(frozen=True)
class Scan:
    """`longest`: bytes of the longest line; `quoted`: whether any cell of a CSV may be in quotes; `rationales`: whether a line of JSON may have one."""

    lines: int
    longest: int
    quoted: bool
    rationales: bool


def more_lines_than(path: Path, most: int) -> bool:
    """Whether a file has more line feeds than so many."""
    n = 0
    with path.open("rb") as stream:
        while n <= most and (piece := stream.read(PIECE)):
            n += piece.count(b"\n")
    return n > most


def scan(path: Path) -> Scan:
    """Look at all of a file.

    Raises
    ------
    VerdictsError
        A file that is not there, holds nothing, is no UTF-8 text, or has a line of more than 256 MiB: with the line.
    """
    check_file(path, error=VerdictsError, what=WHAT)
    lines, longest, quoted, filled, rationales = 0, 0, False, False, False
    for piece in whole_lines(path):
        text = decode(piece, path, error=VerdictsError, what=WHAT, before=lines)
        quoted, filled = quoted or b'"' in piece, filled or not text.isspace()
        rationales = rationales or b'"rationale"' in piece
        ends = np.flatnonzero(np.frombuffer(piece, np.uint8) == ord("\n"))
        longest = max(longest, int(np.diff(np.r_[-1, ends, len(piece)]).max()))
        lines += len(ends)
    if not filled:
        raise VerdictsError(f"the {WHAT} is empty", where=str(path), fix="name a file with content")
    return Scan(lines, longest, quoted, rationales)


def whole_lines(path: Path) -> Iterator[bytes]:
    """The bytes of a file some megabytes at a time, cut between lines."""
    lines = 0
    with path.open("rb") as stream:
        while piece := stream.read(PIECE):
            rest = stream.readline(LINE)
            if len(rest) == LINE and not rest.endswith(b"\n"):
                at = lines + piece.count(b"\n") + 1
                raise VerdictsError(f"the line has more than {LINE >> 20} MiB", where=f"{path}:{at}", fix="write one row per line, with a line feed after each")
            lines += piece.count(b"\n") + 1
            yield piece + rest
