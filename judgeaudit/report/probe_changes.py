"""An item before and after a probe: what was taken out marked in the one, what was put in marked in the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from judgeaudit.report import fields
from judgeaudit.report.marks import passage, visible
from judgeaudit.report.pieces import Shown

Row = Mapping[str, Any]

_OUT = Markup('<del><bdi class="sr">[taken out] </bdi>{}</del>')
_IN = Markup('<ins><bdi class="sr">[put in] </bdi>{}</ins>')
_GONE = Markup('<bdi class="gone">taken out</bdi>')
_EMPTY = Markup('<bdi class="gone">nothing is left</bdi>')


def sides(text: Shown, changes: Sequence[Row]) -> tuple[Markup, Markup, int]:
    """A text before and after its changes.

    Parameters
    ----------
    text : Shown
    changes : sequence of mapping
        With `start`, `end` (of the whole text) and `put`, as rows of the block `moved` have them. What cannot be read is left out.

    Returns
    -------
    before, after : Markup
    missing : int
        Changes that stand in what is left out of a text that is too long.
    """
    placed, missing = _placed(text, changes)
    before: list[Markup] = []
    after: list[Markup] = []
    position = 0
    for start, end, put in placed:
        between = passage(text.text, position, start, text.gaps)
        before += [between, *([_OUT.format(visible(text.text[start:end]))] if start < end else [])]
        after += [between, *(_put_in(put) if put else [_GONE] if start < end else [])]
        position = end
    rest = passage(text.text, position, len(text.text), text.gaps)
    is_nothing = not any(put for _, _, put in placed) and placed and placed[0][0] == 0 and position == len(text.text)
    return Markup("").join([*before, rest]), _EMPTY if is_nothing else Markup("").join([*after, rest]), missing


def _put_in(put: str) -> list[Markup]:
    """What was put in, the breaks around it outside of its mark."""
    words = put.strip("\r\n")
    at = put.find(words) if words else len(put)
    return [visible(put[:at]), *([_IN.format(visible(words))] if words else []), visible(put[at + len(words) :])]


def _placed(text: Shown, changes: Sequence[Row]) -> tuple[list[tuple[int, int, str]], int]:
    """Changes by where they stand in what is shown, in order and apart."""
    found: list[tuple[int, int, str]] = []
    missing = 0
    known = [(fields.place(one, "start"), fields.place(one, "end"), fields.word(one, "put")) for one in changes]
    position = 0
    for start, end, put in sorted((start, end, put) for start, end, put in known if start is not None and end is not None and start <= end <= text.length):
        place = _place(text, start, end)
        if place is None:
            missing += 1
        elif place[0] >= position:
            found.append((*place, put))
            position = place[1]
    return found, missing


def _place(text: Shown, start: int, end: int) -> tuple[int, int] | None:
    """Where a stretch of the whole text, or a place between two characters, stands in what is shown."""
    if start < end:
        parts = text.parts(start, end)
        return (parts[0].first, parts[-1].last) if parts else None
    for at, own, n in text.pieces:
        if own <= start <= own + n:
            return at + start - own, at + start - own
    return None


def loose(changes: Sequence[Row]) -> list[dict[str, Any]]:
    """Changes of a text that the audit does not hold: what was put in, and how much was taken out."""
    return [
        {"source": fields.word(one, "source"), "put": fields.word(one, "put"), "n_out": max(0, (fields.place(one, "end") or 0) - (fields.place(one, "start") or 0))}
        for one in changes
    ]  # fmt: skip
