"""The triage list as a spreadsheet: which verdicts a person should look at, the worst first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from judgeaudit.exporters.spreadsheet import spreadsheet_csv

COLUMNS = (
    "rank", "risk", "judge", "criterion", "stratum", "item_id", "verdict", "stable", "passes", "flags", "reason", "replicates", "quote", "nearest",
)  # fmt: skip
"""In the order in which a person reads them."""


def triage_csv(rows: Iterable[Mapping[str, Any]]) -> str:
    """The block `triage` as CSV, formula-safe; a header alone where there is nothing to look at."""
    return spreadsheet_csv(COLUMNS, rows)
