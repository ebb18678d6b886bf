"""Traces whose parts were scored: one item, or several."""

from __future__ import annotations

from collections.abc import Hashable


class Parts:
    """Which wholes (traces) have several parts (observations, spans) with a score of one kind.

    People mostly score one part of a trace, and others the trace itself: both are about one item, the trace. Where a judge scored two parts
    of a trace on the same question, the parts are the items: their scores are no repeats of each other.
    """

    def __init__(self) -> None:
        self._first: dict[tuple[str, Hashable], str | None] = {}
        self._several: set[str] = set()

    def add(self, whole: str, part: str | None, kind: Hashable) -> None:
        """A score of this kind (question and judge) is about this part of the whole."""
        if self._first.setdefault((whole, kind), part) != part:
            self._several.add(whole)

    def item(self, whole: str, part: str | None) -> str:
        """The id of the item that a part is."""
        return whole if part is None or whole not in self._several else f"{whole}/{part}"
