"""What verdicts in both orders say of a judge, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judgeaudit import thresholds
from judgeaudit.analyses.parts import percent
from judgeaudit.domain.results import Finding

Row = dict[str, Any]


def position_findings(row: Row) -> list[Finding]:
    """Serious or a warning where a place is clearly preferred; a note where many verdicts do not survive the swap, toward neither place.

    Parameters
    ----------
    row : dict
        Of the block `position`. A place is clearly preferred (`clear`) where the corrected p value of the exact test is at most `PROBE_ALPHA` and the
        interval of the preference fairness leaves out 0.
    """
    judge, criterion = row["judge"], row["criterion"]
    if row["consistency"] is None:
        return []
    if row["clear"]:
        return [Finding(severity=_severity(row), text=_prefers(row), judge=judge, criterion=criterion)]
    if row["consistency"] > 1 - thresholds.PROBE_MARGIN:
        return []
    text = (
        f"{percent(1 - row['consistency'])} of the verdicts of {judge} on {criterion} do not survive the swap of the responses, toward neither place more "
        f"than the other for certain ({_said(row)}).{_beside_reruns(row)}"
    )
    return [Finding(severity="note", text=text, judge=judge, criterion=criterion)]


def of_places(row: Mapping[str, Any], p: float | None) -> str:
    """What a row of the block `position` says of the two places, with the p value that is answered from."""
    ends = "" if row["fairness_low"] is None else f" [{row['fairness_low']:+.2f} to {row['fairness_high']:+.2f}]"
    tested = "" if p is None else f", p = {p:.2g}"
    return (
        f"of {row['n_pairs']:,} pairs {row['primacy']:g} go to the first place in both orders and {row['recency']:g} to the second "
        f"(preference fairness {row['fairness']:+.2f}{ends}{tested})"
    )


def _severity(row: Row) -> Any:
    nearest = min(abs(row["fairness_low"]), abs(row["fairness_high"]))
    return "serious" if nearest >= thresholds.LARGE_PREFERENCE else "warning"


def _prefers(row: Row) -> str:
    place, other, mine, theirs = ("first", "second", "primacy", "recency") if row["fairness"] < 0 else ("second", "first", "recency", "primacy")
    return (
        f"{row['judge']} prefers the response that is shown {place} on {row['criterion']}: {_count(row[mine])} of {row['n_pairs']} pairs go to the {place} "
        f"place in both orders, {_count(row[theirs])} to the {other} ({_said(row)}). Judge both orders, and keep what survives.{_beside_reruns(row)}"
    )


def _said(row: Row) -> str:
    fairness = f"preference fairness {row['fairness']:+.2f}"
    if row["fairness_low"] is not None:
        fairness += f" [{row['fairness_low']:+.2f} to {row['fairness_high']:+.2f}]"
    return fairness if row["p_adjusted"] is None else f"{fairness}, exact binomial p = {row['p_adjusted']:.2g}"


def _beside_reruns(row: Row) -> str:
    if row["rerun_consistency"] is None:
        return ""
    return f" Repeats in one order agree in {percent(row['rerun_consistency'])}, both orders in {percent(row['consistency'])}."


def _count(n: float) -> str:
    """Items, or the sum of items' shares where they have several verdicts."""
    return str(n) if isinstance(n, int) else f"{n:.1f}"
