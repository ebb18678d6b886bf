"""The parts of a table that get numbers of their own: each criterion as a whole, and each of its strata."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.domain.results import Estimate
from judgeaudit.domain.rubric import Scale
from judgeaudit.tables import PatternCounts, Rows

Statistic = Callable[..., Estimate]

NO_SCALE: dict[str, Any] = {"level": "interval", "labels": None}
"""Options for ratings that are shares or errors, and no codes of the scale."""


@dataclass(frozen=True)
class Part:
    """One criterion, or one stratum of it, as an analysis sees it. Ratings are handed in for all patterns of the criterion."""

    data: AnalysisInput
    analysis: str
    patterns: PatternCounts
    stratum: str | None
    rows: Rows
    kept: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What several pieces of an analysis make of the part, made once."""

    @property
    def criterion(self) -> str:
        return self.patterns.criterion

    @property
    def scale(self) -> Scale:
        return self.patterns.scale

    @property
    def judges(self) -> tuple[str, ...]:
        """Judges of the table, then those that were planned and never gave a row."""
        planned = tuple(judge for judge, criterion in self.data.planned or {} if criterion == self.criterion)
        return tuple(dict.fromkeys(self.patterns.judges + planned))

    def alone(self, judge: str) -> Part:
        """The part of one judge: with the patterns of what it said alone."""
        patterns, which = self.patterns.alone(judge)
        rows = self.rows
        rows = patterns.rows(self.stratum) if rows.clusters is None else Rows(which[rows.index], None, rows.clusters)
        return replace(self, patterns=patterns, rows=rows)

    def thinned(self) -> Part:
        """The part with one item for all that are alike; see `PatternCounts.thinned`. Items that people left undecided are like no others."""
        gold = self.data.gold
        if gold is not None and any(name == self.criterion for keys in (gold.disputed, gold.conflicts, gold.abstained) for name, _ in keys):
            return self
        return replace(self, patterns=self.patterns.thinned())

    @property
    def weights(self) -> NDArray[np.int64]:
        """How many items of this part each pattern stands for, shape (n_patterns,)."""
        counts = self.rows.counts if self.rows.counts is not None else np.ones(len(self.rows.index), dtype=np.int64)
        return np.bincount(self.rows.index, weights=counts, minlength=len(self.patterns.counts)).astype(np.int64)

    def estimate(self, name: str, statistic: Statistic, ratings: NDArray[Any], *, judge: str | None, group: str | None = None, **options: Any) -> Estimate:
        """A statistic of this part, tagged.

        Parameters
        ----------
        statistic : function of judgeaudit.stats
        ratings : float array, shape (n_patterns, n_raters) or (n_runs, n_patterns, n_raters)
            One row for each pattern of the criterion; the part picks its own. NaN is missing.
        options : keyword options of the statistic that replace the scale's `level` and `labels`, or add to them.
        """
        codes = self.scale.codes
        given = {"level": self.scale.level, "labels": None if codes is None else np.array(codes), **options}
        data, rows = self.data, self.rows
        rng = data.rng(self.analysis, judge, self.criterion, self.stratum)  # all statistics of the same ratings see the same resamples
        every = np.asarray(ratings, dtype=np.float64)
        found = statistic(
            every if len(rows.index) == len(self.patterns.counts) and rows.clusters is None else every[..., rows.index, :], ci_level=data.ci_level, n_resamples=data.n_resamples, rng=rng,
            counts=rows.counts, clusters=rows.clusters, **given,
        )  # fmt: skip
        return self.tag(name, found, judge=judge, group=group)

    def tag(self, name: str, estimate: Estimate, *, judge: str | None, group: str | None = None) -> Estimate:
        """An estimate that is already there (or undefined), as one of this part."""
        return estimate.about(analysis=self.analysis, name=name, judge=judge, criterion=self.criterion, group=group, stratum=self.stratum)


def parts(data: AnalysisInput, analysis: str) -> Iterator[Part]:
    """Every criterion as a whole, followed by its strata."""
    for patterns in whole(data):
        for stratum in (None, *patterns.stratum_names):
            yield Part(data=data, analysis=analysis, patterns=patterns, stratum=stratum, rows=patterns.rows(stratum))


def whole(data: AnalysisInput) -> tuple[PatternCounts, ...]:
    """Pattern counts of the criteria that have any, in the rubric's order."""
    return tuple(data.patterns[criterion.name] for criterion in data.rubric.criteria if criterion.name in data.patterns)


def runs_together(part: Part, judges: tuple[str, ...]) -> tuple[NDArray[np.float64], str]:
    """Codes by run, shape (n_runs, n_patterns, n_judges), and what `method` must say of judges that were asked less often.

    Run r takes each judge's r-th replicate by position, counted modulo how many it has. A judge without any row has no verdict.
    """
    codes = [part.patterns.codes(judge) for judge in judges]
    n_runs = max(c.shape[1] for c in codes)
    again = [f"{judge} ({c.shape[1]})" for judge, c in zip(judges, codes, strict=True) if 0 < c.shape[1] < n_runs]
    note = f"; {n_runs} runs, in which the replicates of {listed(tuple(again))} are used again in turn" if again else ""
    nobody = np.full((n_runs, len(part.patterns.counts)), np.nan)
    return np.stack([c[:, np.arange(n_runs) % c.shape[1]].T if c.shape[1] else nobody for c in codes], axis=2), note


def tally(codes: NDArray[np.float64], scale: Scale) -> str:
    """Verdicts of one item in words: "pass x3, fail x2", the commonest first; NaN cells are left out."""
    given = codes[~np.isnan(codes)]
    values, counts = np.unique(given, return_counts=True)
    best_first = sorted(zip(values, counts, strict=True), key=lambda pair: (-pair[1], -pair[0]))
    return ", ".join(f"{scale.label(float(value))} x{count}" for value, count in best_first)


def percent(share: float) -> str:
    """A share as it is said in a sentence; what is not quite nothing or everything is not rounded to it."""
    hundredths = 100 * share
    text = f"{hundredths:.0f}" if 9.5 <= hundredths <= 90.5 else f"{hundredths:.1f}".removesuffix(".0")
    if text == "0" and share > 0:
        text = "under 0.1"
    if text == "100" and share < 1:
        text = "over 99.9"
    return f"{text} %"


def listed(names: tuple[str, ...], *, at_most: int = 5) -> str:
    """The first names of a list, and how many more there are."""
    more = len(names) - at_most
    return ", ".join(names[:at_most]) + (f" and {more} more" if more > 0 else "")
