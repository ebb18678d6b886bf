"""Whom the evidence accuses, and in which words."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from judgeaudit.domain.drift import Attribution
from judgeaudit.monitoring.streams import RAISED, SHARES, Watch

ALARMING = ("product", "judge", "mix", "answered")
"""Evidence that raises the alarm; that against the system only accuses."""

LOG10 = float(np.log(10))


def threshold(alpha: float) -> float:
    """log10 of the limit of every e-value times its share of alpha."""
    return float(-np.log10(alpha))


def shares_of(watch: Watch, alpha: float) -> dict[str, float]:
    """Parts of alpha as they are: where the judge is accused by its own, the system has what the judge had, and the other way round."""
    over = {of for of, value in watch.highest.items() if value >= -np.log(alpha)}
    raised = {of: RAISED for of, by in (("system", "judge"), ("judge", "system")) if by in over}
    return SHARES | raised


def accused(watch: Watch, alpha: float) -> set[str]:
    """Evidence that has ever passed the limit since the watch began."""
    shares = shares_of(watch, alpha)
    return {of for of, value in watch.highest.items() if value + np.log(shares[of] / SHARES[of]) >= -np.log(alpha)}


def attribution(watch: Watch, alpha: float) -> Attribution:
    """none, system, judge, both, mix or undecided, by the highest evidence so far. The system alone raises no alarm: where its shift is hidden
    by the judge's, the judge's does."""
    if max(watch.highest[of] for of in ALARMING) < -np.log(alpha):
        return "none"
    over = accused(watch, alpha)
    if {"judge", "system"} <= over:
        return "both"
    if "judge" in over:
        return "judge"
    if "system" in over:
        return "system"
    # Evidence that the product moved within strata as well: the mix is not all of it, however small its part is.
    within = watch.parts["within"] >= -np.log(alpha)
    return "mix" if "mix" in over and not within else "undecided"


def log10_evidence(watch: Watch, alpha: float) -> dict[str, float]:
    """Evidence of a `MonitorCheck`: log10, times the share of alpha; an e-value of 1 before anything was seen."""
    shares = shares_of(watch, alpha)
    now, highest = ({of: _log10(values[of], shares[of], SHARES[of]) for of in SHARES} for values in (watch.now, watch.highest))
    found = {f"e_{of}": value for of, value in now.items()}
    return {**found, "e_value": max(now[of] for of in ALARMING), "e_highest": max(highest[of] for of in ALARMING)}


def _log10(value: float, share: float, was: float) -> float:
    return float((np.log(share) if np.isneginf(value) else value + np.log(share / was)) / LOG10)


SENTENCES: Mapping[str, str] = {
    "judge": "The judge has changed: it no longer judges the same anchors as it did. Whether the system has changed too is not known yet.",
    "system": "The system that is judged has changed; what the judge may have changed on the anchors does not explain it.",
    "both": "Both have changed: the judge on the anchors, and the system by more or less than the judge explains.",
    "mix": "The mix of items has changed, and moved the score; so far nothing was found against the judge or the system.",
    "undecided": "Something has changed, and what was seen so far does not say whether it is the judge, the system or the mix of items.",
}


def sentence(watch: Watch, alpha: float, *, n_rows: int, n_anchor_rows: int, has_anchors: bool) -> str:
    """The state for readers who know no statistics."""
    named = attribution(watch, alpha)
    if named == "none" and not n_rows:
        return "Nothing was measured yet."
    if named == "none":
        watched = "" if n_anchor_rows else " The judge itself is not watched: no anchor has been judged again."
        return f"No sign of drift.{watched}"
    if named != "undecided":
        return SENTENCES[named]
    over = accused(watch, alpha)
    if over & set(ALARMING) == {"answered"}:
        return "The share of rows with a verdict has changed; whether by the judge or by what it is asked, this does not say."
    if not n_anchor_rows:
        why = "no anchor has been judged again" if has_anchors else "there are no anchors"
        return f"The product's score has changed. Judge and system cannot be told apart: {why}."
    return SENTENCES["undecided"]
