"""Stretches of a rationale that are accounted for."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable

Span = tuple[int, int]


class Stretches:
    """Stretches in order, looked up in logarithmic time.

    Example
    -------
    >>> used = Stretches([(5, 9)])
    >>> used.add(12, 14)
    >>> used.meets(8, 10), used.meets(9, 12)
    (True, False)
    """

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans: list[Span] = []
        for start, end in sorted(spans):
            if self._spans and start < self._spans[-1][1]:
                self._spans[-1] = (self._spans[-1][0], max(end, self._spans[-1][1]))
            elif start < end:
                self._spans.append((start, end))

    def add(self, start: int, end: int) -> None:
        """Account for a stretch that meets none of the others."""
        insort(self._spans, (start, end))

    def meets(self, start: int, end: int) -> bool:
        """Whether a stretch overlaps one that is accounted for."""
        at = bisect_left(self._spans, (end, end))
        return at > 0 and self._spans[at - 1][1] > start
