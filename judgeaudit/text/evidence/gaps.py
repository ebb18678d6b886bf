"""Which word of a quote stands for which word of its source where the two differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judgeaudit.text.evidence.matters import Difference, difference
from judgeaudit.text.evidence.quote_tokens import Token

_WIDEST = 14
"""Words of a gap that are held against each other one by one."""


@dataclass(slots=True, eq=False)
class Change:
    """A word of the quote, the word of the source in its place, or both, by their number; `at` is its place in the quote."""

    mine: int | None
    theirs: int | None
    key: str
    source_key: str
    at: int
    alike: float = 0.0
    matters: str = ""

    def judged(self, matters: str) -> Change:
        """The change itself, with what it changes."""
        self.matters = matters
        return self

    def follows(self, before: Change) -> bool:
        """Whether it stands right after another one, on every side that both have."""
        mine = self.mine is None or before.mine is None or self.mine == before.mine + 1
        return mine and (self.theirs is None or before.theirs is None or self.theirs == before.theirs + 1) and abs(self.at - before.at) <= 1


def pair_gap(quoted: Sequence[Token], window: Sequence[Token], mine: range, theirs: range) -> list[Change]:
    """The words of a gap side by side.

    Parameters
    ----------
    quoted, window : sequence of Token
        Of the quote and of its source.
    mine, theirs : range
        The gap on each side.

    Returns
    -------
    list of Change
        In order; words that differ in nothing but how they are put together are left out, and so are words of the source outside of
        the quote.

    Example
    -------
    >>> from judgeaudit.text.evidence.quote_tokens import read_tokens
    >>> changes = pair_gap(read_tokens("ten old days"), read_tokens("two days"), range(2), range(1))
    >>> [(change.key, change.source_key, change.matters) for change in changes]
    [('#10', '#2', 'number'), ('old', '', '')]
    """
    if not mine and not theirs:
        return []
    if mine and theirs and _joined(quoted, mine) == _joined(window, theirs):
        return []
    pairs = _paired(quoted, window, mine, theirs)
    changes: list[Change] = []
    a, b = mine.start, theirs.start
    for left, right, found in [*pairs, (mine.stop, theirs.stop, None)]:
        changes += [Change(i, None, quoted[i].key, "", i) for i in range(a, left)]
        changes += [Change(None, j, window[j].key, window[j].key, left) for j in range(b, right)]
        if found is not None and found.alike < 1:
            changes.append(Change(left, right, quoted[left].key, window[right].key, left, found.alike, found.matters))
        a, b = left + 1, right + 1
    return _inside(changes, mine, theirs, len(quoted))


def _inside(changes: list[Change], mine: range, theirs: range, length: int) -> list[Change]:
    """Without the source's words before the first and after the last of the quote."""
    if mine.start == 0 and theirs:
        while changes and changes[0].mine is None:
            changes.pop(0)
    if mine.stop == length and theirs:
        while changes and changes[-1].mine is None:
            changes.pop()
    return changes


def _joined(tokens: Sequence[Token], places: range) -> str:
    return "".join(tokens[at].key for at in places)


def _paired(quoted: Sequence[Token], window: Sequence[Token], mine: range, theirs: range) -> list[tuple[int, int, Difference]]:
    """The pairs that fit best, in order on both sides."""
    n, m = len(mine), len(theirs)
    if not n or not m:
        return []
    if n > _WIDEST or m > _WIDEST:
        return [(i, j, difference(quoted[i], window[j])) for i, j in zip(mine, theirs, strict=False)]
    found = [[difference(quoted[i], window[j]) for j in theirs] for i in mine]
    best = [[0.0] * (m + 1) for _ in range(n + 1)]
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + found[i][j].fits)
    pairs = []
    i = j = 0
    while i < n and j < m:
        if best[i][j] == best[i + 1][j + 1] + found[i][j].fits and found[i][j].fits > 0:
            pairs.append((mine[i], theirs[j], found[i][j]))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs
