"""Which judges put personal data into their rationales."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from judgeaudit.decision.layers import PersonalShare

if TYPE_CHECKING:
    import pyarrow as pa


def personal_data_of(table: pa.Table) -> dict[str, PersonalShare]:
    """Of each judge with rationales: how many items have one, and how many of these have personal data in any of their rationales."""
    from judgeaudit.text.personal_data import personal_data

    seen: dict[str, set[str]] = {}
    hit: dict[str, set[str]] = {}
    kinds: dict[str, Counter[str]] = {}
    known: dict[str, tuple[str, ...]] = {}
    columns = (table[name].to_pylist() for name in ("judge", "item_id", "rationale", "reasons"))
    for judge, item, *texts in zip(*columns, strict=True):
        said = [text for text in texts if text]
        if not said:
            continue
        seen.setdefault(judge, set()).add(item)
        for text in said:
            if text not in known:
                known[text] = tuple(one.kind for one in personal_data(text))
            if known[text]:
                hit.setdefault(judge, set()).add(item)
                kinds.setdefault(judge, Counter()).update(known[text])
    return {
        judge: PersonalShare(n_items=len(items), n_with=len(hit.get(judge, ())), kinds=tuple(sorted(kinds.get(judge, ())))) for judge, items in seen.items()
    }
