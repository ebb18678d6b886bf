"""Several people's labels, made into one gold code per item; what could not be decided is kept and said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Gold:
    """Adjudicated gold.

    Attributes
    ----------
    codes : mapping of (criterion, item_id) to code
        Only items that were decided.
    disputed, conflicts, abstained : tuples of (criterion, item_id)
        Ties between annotators; one annotator with two different labels; nothing but abstentions.
    unknown_items : tuple of str
        Gold items that the judged items do not contain: listed, not fatal.
    labels_per_item : mapping of criterion to {"0": n, "1": n, "2+": n}
    """

    codes: Mapping[tuple[str, str], float] = field(default_factory=dict)
    disputed: tuple[tuple[str, str], ...] = ()
    conflicts: tuple[tuple[str, str], ...] = ()
    abstained: tuple[tuple[str, str], ...] = ()
    unknown_items: tuple[str, ...] = ()
    labels_per_item: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
