"""What has been read of a clause so far, for `polarity`."""

from __future__ import annotations

from dataclasses import dataclass, field

from judgeaudit.text import polarity_kinds as kinds
from judgeaudit.text.polarity_kinds import Lexicon


@dataclass(slots=True)
class Found:
    """A cue: its place, its sign after negators, how much it weighs (`tier` 0 to 2), and the place of its word (`at`)."""

    start: int
    end: int
    sign: int
    tier: int
    kind: int
    at: int


@dataclass(slots=True)
class Group:
    """A stretch without a boundary. `role` 0: the main thing, 1: an aside, 2: an exception."""

    start: int
    role: int = 0
    found: list[Found] = field(default_factory=list)


@dataclass(slots=True)
class State:
    """`turn` -1 while a negator governs; `pending` it, until it finds something; `masked`: what follows is no finding.

    `weighty`: the group after the last "but".
    """

    lexicon: Lexicon
    texts: list[str]
    spans: list[tuple[int, int]]
    groups: list[Group]
    turn: int = 1
    turned_at: int = -1
    pending: Found | None = None
    masked: bool = False
    about: bool = False
    only: Found | None = None
    less_at: int = -9
    source: bool = False
    than: bool = False
    negated: bool = False
    weighty: int = 0


def add(state: State, kind: int, sign: int, i: int, length: int, tier: int) -> Found:
    """Notes a cue, turned around where a negator governs it."""
    turn = state.turn
    if i - state.less_at <= 3:
        turn, state.less_at = -turn, -9
    if turn < 0:
        state.negated = True
    state.pending = None
    found = Found(state.spans[i][0], state.spans[i + length - 1][1], sign * turn, tier, kind, i)
    state.groups[-1].found.append(found)
    return found


def open_group(state: State, i: int, role: int = 0) -> None:
    """Ends a stretch and begins the next one."""
    close_group(state)
    state.groups.append(Group(i, role))
    state.turn, state.turned_at, state.pending, state.masked, state.about = 1, -1, None, False, False
    state.only, state.less_at, state.source, state.than = None, -9, False, False


def close_group(state: State) -> None:
    """Ends a stretch: what is still open says something by itself."""
    found = state.groups[-1].found
    pending = state.pending
    if pending is not None and found and state.lexicon.backward and pending.kind == kinds.NEG:
        for one in found:
            one.sign, state.negated = -one.sign, True
    elif pending is not None:
        found.append(pending)
        state.negated = state.negated or pending.kind == kinds.NEG
    elif not found and state.only is not None:
        found.append(state.only)
