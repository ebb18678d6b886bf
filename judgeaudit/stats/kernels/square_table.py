"""What the tests of two verdicts per item share: the square table of label by label, and what they cannot take."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.paired import has_both, why_no_partner
from judgeaudit.stats.kernels.ratings_check import FloatArray, IntArray, Sample
from judgeaudit.stats.shapes import PValue

MOST_LABELS = 1_000
"""Labels in use above which a square table is no summary of the data (8 MB)."""

FEW_DISCORDANT = 25
"""Items with two different labels below which the chi-squared approximation is rough (McNemar's rule of thumb, Siegel 1956)."""

NO_DISCORDANT = "no discordant pair: both columns gave every item the same label, so that only this outcome was possible, and p = 1"


@dataclass(frozen=True, slots=True)
class SquareTable:
    """Items by label in column 0 and column 1.

    Attributes
    ----------
    cells : float array, shape (n_labels, n_labels)
        Items; only labels that one of the columns used.
    unused : int
        Labels of the scale that neither column used.
    """

    cells: FloatArray
    unused: int

    @property
    def n_items(self) -> int:
        """Items with both labels."""
        return int(self.cells.sum())

    @property
    def discordant(self) -> int:
        """Items with two different labels."""
        return int(self.cells.sum() - np.trace(self.cells))

    def say(self) -> str:
        """How many items and labels there are, and what makes the approximation rough."""
        n = len(self.cells)
        words = f"{self.discordant:,} of {self.n_items:,} items discordant, {n} label{'s' * (n != 1)} in use"
        words += f", {self.unused} unused left out" if self.unused else ""
        return words + (f"; fewer than {FEW_DISCORDANT} discordant: the chi-squared approximation is rough" if self.discordant < FEW_DISCORDANT else "")


def single_run(sample: Sample, test: str) -> tuple[FloatArray, IntArray]:
    """Ratings (n_rows, 2) and their counts; several runs and clusters are refused, because items are counted as independent."""
    if sample.clusters is not None:
        raise OptionError(
            f"{test} counts items as independent, and cannot take clusters", where="clusters", fix="use paired_permutation, which flips whole clusters"
        )
    if len(sample.ratings) > 1:
        raise OptionError(
            f"{test} takes one verdict for each item and column, and there are {len(sample.ratings)} runs",
            where="ratings",
            fix="give one run, or each item's majority; paired_permutation takes runs",
        )
    return sample.ratings[0], sample.counts


def square_table(sample: Sample, test: str) -> SquareTable | str:
    """The table of items with both labels, or why there is none."""
    ratings, counts = single_run(sample, test)
    reason = why_no_partner(ratings)
    if reason is not None:
        return reason
    both = has_both(ratings)
    used, codes = np.unique(ratings[both], return_inverse=True)
    if len(used) > MOST_LABELS:
        return f"more than {MOST_LABELS:,} different labels: use paired_permutation for scores"
    k = len(used)
    first, second = codes.reshape(-1, 2).T
    cells = np.bincount(first * k + second, weights=counts[both], minlength=k * k).reshape(k, k).astype(np.float64)
    return SquareTable(cells, 0 if sample.labels is None else len(sample.labels) - k)


def marginal_statistic(table: SquareTable) -> tuple[float, int]:
    """Stuart's d' S^-1 d and its degrees of freedom; 0 and 0 without a discordant pair.

    Notes
    -----
    S is the Laplacian of the graph whose edges are discordant pairs of labels, so its rank is the number of labels less the
    number of groups of labels between which no item moved, and d lies in its range: with Moore and Penrose's inverse the
    statistic is the same whichever label is dropped, and exists where S is singular even then.
    """
    moved = table.cells + table.cells.T
    np.fill_diagonal(moved, 0.0)
    difference = table.cells.sum(axis=1) - table.cells.sum(axis=0)
    total, df = 0.0, 0
    for members in _groups(moved > 0):
        kept = members[1:]
        if len(kept):
            covariance = np.diag(moved.sum(axis=1)[kept]) - moved[np.ix_(kept, kept)]
            total += float(difference[kept] @ np.linalg.solve(covariance, difference[kept]))
            df += len(kept)
    return total, df


def _groups(joined: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[IntArray]:
    """Labels that are joined directly or through others, group by group."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    n_groups, group_of = connected_components(csr_array(joined), directed=False)
    return [np.flatnonzero(group_of == group) for group in range(n_groups)]


def moved_share(table: SquareTable) -> float:
    """Share of items that would have to change their label for the columns to use all labels equally often."""
    return float(np.abs(table.cells.sum(axis=1) - table.cells.sum(axis=0)).sum() / 2 / table.n_items)


def chi_squared(table: SquareTable, statistic: float, df: int, *, effect: float, method: str) -> PValue:
    """The test whose statistic is chi-squared; p = 1 where nothing is discordant."""
    from scipy.special import chdtrc

    n = table.n_items
    if df == 0:
        return PValue(value=1.0, effect=0.0, method=f"{method}; {NO_DISCORDANT}", n_items=n, n_ratings=2 * n)
    return PValue(
        value=min(1.0, float(chdtrc(df, statistic))), statistic=statistic, df=float(df), effect=effect, method=f"{method}; {table.say()}",
        n_items=n, n_ratings=2 * n,
    )  # fmt: skip


def say_lost_df(table: SquareTable, df: int) -> str:
    """That fewer labels could be compared than there are; empty where none is lost."""
    lost = len(table.cells) - 1 - df
    return f", {df} degrees of freedom because no item moved between {lost + 1} groups of labels" if df and lost else ""
