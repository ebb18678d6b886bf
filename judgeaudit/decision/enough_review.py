"""Whether what a routing rule leaves to a person is a review that can make up for an open limit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judgeaudit.decision.routing import Row, confidence_words, share
from judgeaudit.domain.results import AnalysisOutput, Estimate
from judgeaudit.thresholds import COIN_AUROC, ROUTING_REVIEW_SHARE, TRIVIAL_ALPHA

Trivial = Mapping[tuple[str, str], Mapping[str, Any]]
"""Rows of the block `trivial` by judge and criterion: each judge beside the commonest gold label."""


def trivial_rows(outputs: Iterable[AnalysisOutput]) -> Trivial:
    """The block `trivial` of the calibration by judge and criterion; an interval scale has no row."""
    rows = [row for output in outputs if output.analysis.name == "calibration" for row in output.analysis.blocks.get("trivial", ())]
    return {(row["judge"], row["criterion"]): row for row in rows}


def covered(row: Row) -> float:
    """Share of the judged items that a rule accepts; where systems differ, that the rules of all of them do."""
    return float(row.get("coverage") or 0.0)


def why_no_review(row: Row, estimates: Sequence[Estimate], trivial: Trivial) -> str | None:
    """Why a person who reads what the rule does not accept makes up for nothing, in words; None where that is a review.

    Parameters
    ----------
    row : mapping
        Of the block `routing`.
    estimates : sequence of Estimate
        Of them `auroc` of the rule's confidence is read: where it may be a coin's, what a person reads is no more often wrong than the rest.
    trivial : mapping
        Of `trivial_rows`: a share of right verdicts that the commonest label reaches too is no news of the judge.
    """
    left = 1 - covered(row)
    if left < ROUTING_REVIEW_SHARE:
        return f"it leaves {share(max(left, 0.0))} of items to a person, and less than {100 * ROUTING_REVIEW_SHARE:g} % is no review"
    place = ("calibration", "auroc", row["judge"], row["criterion"], row["source"], None)
    auroc = next((e for e in estimates if (e.analysis, e.name, e.judge, e.criterion, e.variant, e.stratum) == place), None)
    if auroc is None or auroc.low is None or auroc.low <= COIN_AUROC:
        ends = "" if auroc is None or auroc.low is None or auroc.high is None else f" ({auroc.low:.2f} to {auroc.high:.2f}; a coin: {COIN_AUROC:g})"
        seen = f"AUROC {auroc.value:.2f}{ends}" if auroc is not None and auroc.value is not None else "AUROC not measured"
        return f"{confidence_words(row['source'])} is not shown to be higher where it is right: {seen}"
    beside = trivial.get((row["judge"], row["criterion"]))
    if beside is not None and not (beside["difference"] > 0 and beside["p"] is not None and beside["p"] <= TRIVIAL_ALPHA):
        return (
            f'always answering "{beside["label"]}" is right on {share(beside["share"])} of the items and it on {share(beside["accuracy"])}: '
            "it is not shown to be right more often"
        )
    return None
