"""The ratings table: one long, unreduced row per verdict; and its one reduction, pattern counts.

A table is an Arrow table (or a stream of Arrow record batches) with the columns of `RATINGS_SCHEMA`. `PatternCounter` passes
over it once and keeps, for each criterion, the distinct patterns of small integers that items show. Verdict-side analyses
see only that.
"""

from judgeaudit.tables.counter import PatternCounter, TableFacts
from judgeaudit.tables.item_sample import ItemSample
from judgeaudit.tables.items import merged
from judgeaudit.tables.patterns import PatternCounts, Rows
from judgeaudit.tables.ratings import ABSENT, CELL_STATUS, RATINGS_SCHEMA, empty_table, table_from_rows
from judgeaudit.tables.tallies import Tallies
from judgeaudit.tables.whole import Bucket, Whole

__all__ = [
    "ABSENT", "CELL_STATUS", "RATINGS_SCHEMA", "Bucket", "ItemSample", "PatternCounter", "PatternCounts", "Rows", "TableFacts", "Tallies", "Whole",
    "empty_table", "merged", "table_from_rows",
]  # fmt: skip
