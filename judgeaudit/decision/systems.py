"""Judged systems of which the same audit says that the judge, or one calibration for all, cannot be relied on: a person reads their verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judgeaudit.decision.evidence import Reasons
from judgeaudit.decision.routing import Row
from judgeaudit.domain.results import AnalysisOutput, ReviewPart
from judgeaudit.thresholds import MIN_ITEMS_FOR_RISK

Rows = Sequence[Row]
MISLEADS = "one calibration for all systems misleads"
NO_INFORMATION = "the judge is not shown to carry any information there"
NOT_LABELLED = "no item of it is labelled, and labels of other systems do not say how often the judge is right there"


def systems_reasons(judge: str, outputs: Iterable[AnalysisOutput], rules: Mapping[str, Row]) -> Reasons:
    """Reasons and what to review, one of each for each system and criterion whose verdicts `apply` leaves to a person whatever their confidence.

    Parameters
    ----------
    judge : str
    outputs : iterable of AnalysisOutput
        The blocks `carried` and `corrected` of the calibration are read.
    rules : mapping of criterion to a row of the block `routing`
        A system whose own rule was tested and accepts nothing is left to `risk_reasons`.

    Notes
    -----
    A system without a labelled item beside others that have some is reviewed whatever the check of the others says: it may be the one that differs,
    and leaving its labels out must not make the decision better than they would.
    """
    blocks = [output.analysis.blocks for output in outputs if output.analysis.name == "calibration"]
    carried, corrected = ([row for of in blocks for row in of.get(name, ()) if row["judge"] == judge] for name in ("carried", "corrected"))
    reasons: list[str] = []
    reviews: list[ReviewPart | str] = []
    for criterion in dict.fromkeys(row["criterion"] for row in (*carried, *(row for row in corrected if row.get("system")))):
        checks = _by_system([row for row in carried if row["criterion"] == criterion])
        judged = _by_system([row for row in corrected if row["criterion"] == criterion and row.get("system")])
        differ = any(row["verdict"] == "fails" for rows in checks.values() for row in rows)
        for system in sorted(checks.keys() | judged.keys()):
            why = _why(checks.get(system, ()), judged.get(system, ()), rules.get(criterion), system) if differ else None
            why = _no_information(checks.get(system, ())) or why or _not_labelled(system, judged)
            if why is not None:
                reasons.append(f"verdicts of {judge} on system {system} ({criterion}) may not go unread: {why}")
                reviews.append(ReviewPart(kind="system", criterion=criterion, values=(system,), said=f"verdicts on system {system} ({criterion})"))
    return tuple(reasons), tuple(reviews)


def uninformed(judge: str, outputs: Iterable[AnalysisOutput]) -> set[tuple[str, str]]:
    """(criterion, system) where the judge carries no information on the system's own labelled items."""
    rows = [row for output in outputs if output.analysis.name == "calibration" for row in output.analysis.blocks.get("carried", ()) if row["judge"] == judge]
    places = {(row["criterion"], row["system"]) for row in rows}
    return {place for place in places if _no_information([row for row in rows if (row["criterion"], row["system"]) == place])}


def _by_system(rows: Rows) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["system"], []).append(row)
    return found


def _no_information(rows: Rows) -> str | None:
    """That the judge tells no label from the others on a system; of several labels the best one is said."""
    known = [row for row in rows if row.get("youden") is not None]
    if not known or not all(row.get("no_information") for row in known):
        return None
    best = max(known, key=lambda row: row["youden"])
    return f"{NO_INFORMATION}: sensitivity plus specificity less 1 is {best['youden'] + 0.0:.2f} on its {best['n_items']:,} labelled items (0 is a coin)"


def _not_labelled(system: str, judged: Mapping[str, Rows]) -> str | None:
    """That a system has no labelled item where another one has."""
    labelled = {name for name, rows in judged.items() if any(row.get("n_labelled") for row in rows)}
    return NOT_LABELLED if labelled and system in judged and system not in labelled else None


def _why(checks: Rows, judged: Rows, rule: Row | None, system: str) -> str | None:
    """Why a system is left to a person where systems differ; None where its own labels made a rule, or speak for the judge."""
    if not checks and not any(row.get("n_labelled") for row in judged):
        return f"{MISLEADS}, and no item of this one is labelled"
    fails = [row for row in checks if row["verdict"] == "fails"]
    own = _own_rule(rule, system)
    if own is not None:
        few = own.get("threshold") is None and not own.get("tested")
        return f"{MISLEADS}, and {own['n_items']:,} labels of its own are fewer than the {MIN_ITEMS_FOR_RISK} that a routing rule takes" if few else None
    worse = [row for row in fails if row.get("youden") is None or row.get("youden_others") is None or row["youden"] < row["youden_others"]]
    return f"{MISLEADS}, and it has no routing rule of its own" if (fails if rule is not None else worse) else None


def _own_rule(rule: Row | None, system: str) -> Mapping[str, Any] | None:
    return next((one for one in (rule or {}).get("of_systems") or () if one["system"] == system), None)
