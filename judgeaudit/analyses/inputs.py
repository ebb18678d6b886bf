"""What every analysis is handed, and the random generator that makes its intervals repeatable."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from judgeaudit import thresholds
from judgeaudit.analyses.gold import Gold
from judgeaudit.analyses.rationales.space import Embed as Embed
from judgeaudit.analyses.rationales.space import Reasons as Reasons
from judgeaudit.domain.items import Item
from judgeaudit.domain.results import AnalysisOutput
from judgeaudit.domain.rubric import Rubric
from judgeaudit.tables import PatternCounts, TableFacts, Whole

Compare = Callable[[Sequence[tuple[str, str]]], Any]
"""Pairs of texts to an object with `probabilities` (same, different, contradicting) of shape (n_pairs, 3), and `ok` of shape (n_pairs,)."""


@dataclass(frozen=True)
class AnalysisInput:
    """Everything an analysis may read.

    Verdict-side analyses read `patterns` (by criterion); text-side ones read `table`. Where the table was too large to hold, `whole` has what was
    counted of it, and `table` all rows of a random sample of items (see `sampled`). `earlier` holds the outputs of the
    analyses that ran before, by name. `planned` counts the planned plain calls by (judge, criterion); None for verdict files.
    `not_applicable` counts items that a probe could not be made of, by (probe, judge, criterion) and reason.
    `added` is what a judge's prompt on a criterion says beyond the rubric's words, by (judge, criterion); empty for verdict files.
    Without `prompt_known` the rubric was made up from the verdicts, and nobody knows what the judge was asked.
    `embed` turns texts into vectors, and `tuned` into ones that tell reasons apart; `embedder` says which it is and why it was chosen,
    and without one `no_embedder` why there is none.
    `compare` is a model that the user chose to compare reasons with. Without `texts` no case quotes what was judged or said about it.
    `epsilon` is how much less a judge may agree with people than they do and still replace them (None: by the kind of annotators); `max_risk`
    and `delta` are the share of accepted verdicts that may be wrong, and how often a calibration may exceed it.
    """

    rubric: Rubric
    patterns: Mapping[str, PatternCounts]
    table: pa.Table
    whole: Whole | None = None
    facts: TableFacts = field(default_factory=TableFacts)
    items: Mapping[str, Item] = field(default_factory=dict)
    gold: Gold | None = None
    planned: Mapping[tuple[str, str], int] | None = None
    not_applicable: Mapping[tuple[str, str, str], Mapping[str, int]] = field(default_factory=dict)
    models: Mapping[str, str] = field(default_factory=dict)
    added: Mapping[tuple[str, str], str] = field(default_factory=dict)
    prompt_known: bool = True
    seed: int = 1
    ci_level: float = thresholds.CI_LEVEL
    n_resamples: int = thresholds.N_RESAMPLES
    earlier: Mapping[str, AnalysisOutput] = field(default_factory=dict)
    embed: Embed | None = None
    tuned: Reasons | None = None
    embedder: str = ""
    no_embedder: str | None = None
    compare: Compare | None = None
    texts: bool = True
    epsilon: float | None = None
    max_risk: float = thresholds.MAX_RISK
    delta: float = thresholds.RISK_DELTA

    def rng(self, *words: object) -> np.random.Generator:
        """A generator that depends on the seed and on what is estimated, never on the order of the work."""
        digest = hashlib.sha256("\x1f".join(map(str, (self.seed, *words))).encode()).digest()
        return np.random.default_rng(int.from_bytes(digest[:8], "big"))
