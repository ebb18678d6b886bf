"""Who wrote the responses of items, and how long they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.calibrations.by_item import systems_of
from judgeaudit.analyses.parts import Part
from judgeaudit.analyses.probe_counts import Floats
from judgeaudit.domain.items import Item, render_text
from judgeaudit.probes.self_preference import family_of, systems

BYTES_OF_TOKEN = 4
TOKEN = f"a token is {BYTES_OF_TOKEN} bytes of UTF-8"
"""Of English a token of the usual models has about four letters, of Chinese one or two characters, which is three to six bytes. The same for every
judge, and counted without anybody's tokenizer."""

SOURCES = ("response", "response_a", "response_b")


def tokens(text: str) -> float:
    """Length of a text in tokens of four bytes.

    Example
    -------
    >>> tokens("twelve chars"), tokens("\\u4e2d\\u6587")
    (3.0, 1.5)
    """
    return len(text.encode("utf-8", "surrogatepass")) / BYTES_OF_TOKEN


def lengths_of(part: Part, sources: Iterable[str]) -> tuple[Floats, ...]:
    """Tokens of the named texts of a criterion's items, each of shape (n_items,); NaN where the item or the text is not known."""
    items = part.data.items
    return tuple(np.array([_length(items.get(item), source) for item in part.patterns.item_ids], dtype=np.float64) for source in sources)


def _length(item: Item | None, source: str) -> float:
    text = None if item is None else getattr(item, source)
    return np.nan if text is None else tokens(render_text(text))


def writers_of(part: Part) -> Mapping[str, NDArray[np.str_]]:
    """The names of those who wrote the responses of a criterion's items, by name of the response, each of shape (n_items,); "" where nobody says.

    Of one response the verdicts' column `system` says it, and where that is empty the item's metadata do; of pairs only these.
    """
    named = [systems(item) if (item := part.data.items.get(one)) is not None else {} for one in part.patterns.item_ids]
    found = {source: np.array([names.get(source, "") for names in named], dtype=np.str_) for source in SOURCES}
    if part.data.rubric.mode == "pairwise":
        return {source: found[source] for source in SOURCES[1:]}
    of_rows = systems_of(part)
    return {SOURCES[0]: np.where(of_rows == "", found[SOURCES[0]], of_rows)}


def families(names: NDArray[np.str_]) -> NDArray[np.str_]:
    """The families of models by their names; "" where nobody knows."""
    distinct, which = np.unique(names, return_inverse=True)
    return np.array([family_of(str(name)) or "" for name in distinct], dtype=np.str_)[which.ravel()] if len(names) else names
