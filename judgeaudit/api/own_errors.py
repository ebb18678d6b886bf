"""Error rates of a judge on the items of one system, and what is done where one calibration for all systems misleads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from judgeaudit.api.confidences import VerdictRow
from judgeaudit.domain.calibration import JudgeCalibration, RoutingRule, SystemCalibration
from judgeaudit.domain.results import Audit
from judgeaudit.thresholds import MIN_ITEMS_FOR_RISK

if TYPE_CHECKING:
    from judgeaudit.tables import PatternCounts

Key = tuple[str, str]
FAILED = "calibrate found that errors on other systems' items mislead for this system"
NOT_SEEN = "calibrate found that one calibration misleads between systems, and this verdict is of none that it has labels of"
NOTHING_SHOWN = "calibrate found that the judge is not shown to carry any information on this system"
NO_LABELS = "no item of this system was labelled when calibrating, and labels of other systems do not say how often the judge is right on it"
CARRIED_OVER = "by the errors on other systems' items"
CARRIED = f"{CARRIED_OVER}: none of its own is labelled"
OWN_ACCEPTS_NOTHING = "calibrate found that one calibration misleads between systems, and this one's own rule accepts nothing"
NO_RULE = "calibrate found that one calibration misleads between systems, and this one has no rule of its own"
BY_ALL = "by the errors on the items of all systems together, between which calibrate found that they mislead"
NO_OWN = "by the errors on the items of all systems together: too few of its own are labelled"


def carried_words(audit: Audit) -> dict[tuple[str, str, str], str]:
    """What the block `carried` says of each (judge, criterion, system): holds, fails or undecided; of several labels the worst of these."""
    rows = [row for analysis in audit.analyses if analysis.name == "calibration" for row in analysis.blocks.get("carried", ())]
    best_first = sorted(rows, key=lambda row: ("holds", "undecided", "fails").index(row["verdict"]))
    return {(row["judge"], row["criterion"], row["system"]): row["verdict"] for row in best_first}


def uninformed(audit: Audit) -> set[tuple[str, str, str]]:
    """(judge, criterion, system) on whose labelled items the judge is not shown to do better than a coin."""
    from judgeaudit.decision.systems import uninformed as of_judge
    from judgeaudit.domain.results import AnalysisOutput

    outputs = tuple(AnalysisOutput(analysis=analysis) for analysis in audit.analyses)
    return {(decision.judge, *place) for decision in audit.decisions for place in of_judge(decision.judge, outputs)}


def system_calibrations(
    patterns: PatternCounts, judge: str, verdicts: Sequence[VerdictRow], words: Mapping[tuple[str, str, str], str]
) -> tuple[SystemCalibration, ...]:
    """Counts of errors on the labelled items of each system; empty where there are fewer than two systems.

    Parameters
    ----------
    verdicts : sequence of VerdictRow
        All of this judge on this criterion; of two systems of one item the first by name counts, as in the audit.
    words : mapping of (judge, criterion, system) to a verdict
        Of `carried_words`.
    """
    from judgeaudit.api.calibration_facts import class_counts, score_shift
    from judgeaudit.tables.patterns import Rows

    of_item: dict[str, str] = {}
    for row in verdicts:
        if row.system:
            of_item[row.item_id] = min(of_item.get(row.item_id, row.system), row.system)
    names = sorted(set(of_item.values()))
    systems = np.array([of_item.get(item, "") for item in patterns.item_ids], dtype=np.str_)
    found: list[SystemCalibration] = []
    for name in names if len(names) > 1 else ():
        at = np.flatnonzero(systems == name)
        which = patterns.pattern_of_item[at]
        runs, gold = patterns.codes(judge)[which], patterns.gold[which]
        n_labelled = int((~np.isnan(gold) & ~np.isnan(runs).all(axis=1)).sum())
        if n_labelled:
            ones = np.ones(len(at), dtype=np.int64)
            rows = Rows(index=which, counts=None, clusters=_clusters(patterns, at))
            found.append(
                SystemCalibration(
                    system=name, n_labelled=n_labelled, carried=words.get((judge, patterns.criterion, name)),
                    classes=class_counts(patterns.scale, runs, gold, rows, ones),
                    shift=score_shift(runs, gold, ones) if patterns.scale.labels is None else None,
                )
            )  # fmt: skip
    return tuple(found)


def _clusters(patterns: PatternCounts, at: Any) -> Any:
    if not any(patterns.clusters):
        return None
    names = [patterns.clusters[i] or f"\0{patterns.item_ids[i]}" for i in at]
    numbers = {name: n for n, name in enumerate(dict.fromkeys(names))}
    return np.array([numbers[name] for name in names], dtype=np.int64)


def own_record(record: JudgeCalibration, rows: Sequence[VerdictRow]) -> tuple[JudgeCalibration, str]:
    """The record with the counts of the one system that all these verdicts are of, and what is to be said of the counts that are used.

    Notes
    -----
    A system's own counts are used where both sensitivity and specificity of every label are known of it (on a numeric scale: where two of its items
    are labelled); they are fewer, and the interval is as much wider.
    """
    systems = {row.system or "" for row in rows}
    own = next((one for one in record.of_systems if {one.system} == systems), None)
    if own is None:
        return record, BY_ALL if failed_systems(record) else _carried_over(record, systems)
    whole = bool(own.classes) and all(one.inside and one.outside for one in own.classes)
    if not whole and (own.shift is None or own.shift.n_items < 2):
        return record, BY_ALL if failed_systems(record) else NO_OWN
    first = own.classes[0] if own.classes and record.sensitivity is not None else None
    changes = {"classes": own.classes, "shift": own.shift, "sensitivity": first and first.sensitivity, "specificity": first and first.specificity}
    return record.model_copy(update=changes), ""


def _carried_over(record: JudgeCalibration, systems: set[str]) -> str:
    """That errors on other systems' items are used for some of these systems; empty where they are not."""
    among = sorted(systems & set(unlabelled_systems(record)))
    if not among:
        return ""
    return CARRIED if len(among) == len(systems) else f"{', '.join(among[:5])} {'has' if len(among) == 1 else 'have'} no label: counted {CARRIED_OVER}"


def failed_systems(record: JudgeCalibration) -> tuple[str, ...]:
    """Systems for which the errors on other systems' items were found to mislead."""
    return tuple(one.system for one in record.of_systems if one.carried == "fails")


def unlabelled_systems(record: JudgeCalibration) -> tuple[str, ...]:
    """Systems that were judged when calibrating, and of which no item was labelled while items of another one were."""
    labelled = {one.system for one in record.of_systems}
    return tuple(system for system in record.systems if system not in labelled) if labelled else ()


def own_rules(record: JudgeCalibration) -> dict[str, RoutingRule]:
    """The routing rule of each system that has one of its own which accepts something."""
    return {one.system: one.routing for one in record.of_systems if one.routing is not None and one.routing.threshold is not None}


def misled(record: JudgeCalibration | None, row: VerdictRow) -> str:
    """Why a person reads this verdict whatever its confidence; empty where nothing speaks against the routing rule.

    Where systems differ and the calibration has a rule for each, every other one is in doubt, and a system whose labels are too few for a rule of its own has
    none; a calibration without rules of systems (an older one) doubts those systems only for which the check failed.
    """
    if record is None:
        return ""
    own = {one.system: one for one in record.of_systems}.get(row.system or "")
    nothing = NOTHING_SHOWN if own is not None and own.no_information else ""
    failed = failed_systems(record)
    if not failed and row.system in unlabelled_systems(record):
        return NO_LABELS
    if not failed or row.system in own_rules(record):
        return nothing
    if own is None:
        return NOT_SEEN
    if own.routing is not None and _was_tested(own):
        return f"{OWN_ACCEPTS_NOTHING}; its own labels: {own.routing.sentence}"
    why = f"; its own labels: {own.routing.sentence}" if own.routing is not None else ""
    if row.system in failed:
        return f"{FAILED}{why}"
    return f"{NO_RULE}{why}" if own.routing is not None else nothing


def _of_which(record: JudgeCalibration, rows: Sequence[VerdictRow]) -> str:
    """Of which systems the verdicts are that no rule accepts: one whose own rule was tested and accepts nothing is not one without a rule."""
    tested = [one.system for one in record.of_systems if one.routing is not None and one.routing.threshold is None and _was_tested(one)]
    here = {row.system or "" for row in rows if misled(record, row) not in ("", NOTHING_SHOWN, NO_LABELS)}
    said = [f"of {name}, whose own rule accepts nothing" for name in tested if name in here][:5]
    return ", or ".join([*said, *(["of a system without a routing rule of its own, or of none that it has labels of"] if here - set(tested) else [])])


def _was_tested(one: SystemCalibration) -> bool:
    return one.n_labelled >= MIN_ITEMS_FOR_RISK


def misled_warnings(known: Mapping[Key, JudgeCalibration], grouped: Mapping[Key, Sequence[VerdictRow]], *, despite: bool) -> list[str]:
    """What is to be said where verdicts are of a system for which one calibration for all misleads, or on which the judge was shown to tell nothing."""
    said = []
    then = "they are routed all the same, because of --despite-decision" if despite else "a person reads them (--despite-decision routes them)"
    for (judge, criterion), record in known.items():
        reasons = [reason for row in grouped[judge, criterion] if (reason := misled(record, row))]
        n_nothing, n_unlabelled = reasons.count(NOTHING_SHOWN), reasons.count(NO_LABELS)
        n = len(reasons) - n_nothing - n_unlabelled
        if n_unlabelled:
            where = ", ".join(unlabelled_systems(record)[:5])
            said.append(f"no item of {where} was labelled when {judge} was calibrated on {criterion}: {n_unlabelled:,} of these verdicts; {then}")
        if n_nothing:
            where = ", ".join([one.system for one in record.of_systems if one.no_information][:5])
            said.append(
                f"calibrate found that {judge} is not shown to carry any information on {criterion} of {where}: {n_nothing:,} of these verdicts; {then}"
            )
        if n:
            said.append(
                f"calibrate found that one calibration of {judge} on {criterion} for all systems misleads ({', '.join(failed_systems(record)[:5])}): "
                f"{n:,} of these verdicts are {_of_which(record, grouped[judge, criterion])}; {then}"
            )
    return said
