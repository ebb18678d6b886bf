"""The check that detects a calibration that does not carry over: residuals on labelled probes of the new items."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import Any

from judgeaudit import thresholds
from judgeaudit.api.calibration_facts import item_digest
from judgeaudit.api.carry_residuals import labelled_check, numeric_check
from judgeaudit.api.confidences import VerdictRow
from judgeaudit.api.own_errors import own_record
from judgeaudit.domain.applied import CarryCheck
from judgeaudit.domain.calibration import CalibrationFile, JudgeCalibration
from judgeaudit.domain.items import GoldLabel
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import NothingInCommonError

Key = tuple[str, str]
GoldCodes = Mapping[tuple[str, str], float]
_ALL_OLD = "the probes are the items that the calibration was made of, where the residual is 0 by construction: label other items of this batch"


def carry_checks(
    calibration: CalibrationFile, known: Mapping[Key, JudgeCalibration], grouped: Mapping[Key, Sequence[VerdictRow]], codes: GoldCodes
) -> tuple[CarryCheck, ...]:
    """One check for each judge, criterion and label (one on a numeric scale), and where there are several systems one for each of these too.

    Parameters
    ----------
    codes : mapping of (criterion, item_id) to code
        Of `probe_codes`.

    Raises
    ------
    NothingInCommonError
        No verdict is about an item that gold labels, or the judge gave none on these.

    Notes
    -----
    The residual of an item is gold minus what the corrected rate makes of its verdict, (v + q0 - 1) / (q0 + q1 - 1), so that its mean is by how
    much the corrected rate is off. Interval: see `carry_residuals`. PASS: all of it is inside
    the margin, on at least 20 clusters. FAIL: all of it is outside. Between them INCONCLUSIVE. Probes that are items of the calibration are left out:
    there the residual is 0 by construction. Where no others are given they are used, but never for a PASS. Systems are checked singly because
    errors of opposite sign vanish in the mean over both.

    References
    ----------
    Transport audit of CJE, arXiv:2512.11150. Rogan & Gladen 1978, doi:10.1093/oxfordjournals.aje.a112510.
    """
    found: list[CarryCheck] = []
    for key, record in known.items():
        of_item, seen = _new_probes(record, grouped[key], codes)
        rows = [row for row in grouped[key] if row.item_id in of_item and row.code is not None]
        systems = sorted({row.system for row in rows if row.system})
        scale = next(criterion.scale for criterion in calibration.rubric.criteria if criterion.name == record.criterion)
        margin = calibration.margins.get(record.criterion)
        span = 1.0 if scale.labels is not None else (scale.high or 0.0) - (scale.low or 0.0)
        limit = thresholds.CARRY_MARGIN * span if margin is None else margin
        checks = _checks_of(record, rows, of_item, limit, span)
        for name in systems if len(systems) > 1 else ():
            of_system = _checks_of(record, [row for row in rows if row.system == name], of_item, limit, span)
            checks += [check.model_copy(update={"system": name}) for check in of_system]
        found += [_seen_before(check, seen) for check in checks]
    if not any(one.n_items for one in found):
        if any(item in {row.item_id for row in grouped[key]} for key in known for criterion, item in codes if criterion == key[1]):
            raise NothingInCommonError(
                "the judge gave no verdict on any item that the probes label", where="--gold", fix="label items that it gave a verdict on"
            )
        raise NothingInCommonError(
            "no verdict is about an item that the probes label", where="--gold", fix="label items of this batch; item_id must be written alike"
        )
    return tuple(found)


def _checks_of(record: JudgeCalibration, rows: Sequence[VerdictRow], gold: Mapping[str, float], margin: float, span: float) -> list[CarryCheck]:
    record, _ = own_record(record, rows)
    if record.labels is None:
        return [numeric_check(record, rows, gold, margin, span)]
    return [labelled_check(record, counts, rows, gold, margin) for counts in record.classes]


def _new_probes(record: JudgeCalibration, rows: Sequence[VerdictRow], codes: GoldCodes) -> tuple[dict[str, float], str]:
    """Gold of the probes that the calibration does not rest on (of all, where there are no others), and what is to be said of those it does rest on."""
    judged = {row.item_id for row in rows if row.code is not None}
    of_item = {item: code for (criterion, item), code in codes.items() if criterion == record.criterion and item in judged}
    before = set(record.labelled_items)
    new = {item: code for item, code in of_item.items() if item_digest(item) not in before}
    n_old = len(of_item) - len(new)
    if n_old == 0:
        return of_item, ""
    if not new:
        return of_item, _ALL_OLD
    return new, f"{n_old:,} of {len(of_item):,} probes are items that the calibration was made of, and are left out"


def _seen_before(check: CarryCheck, said: str) -> CarryCheck:
    """A residual on the very items that the error rates come from is 0 by construction, and proves nothing; one that is not 0 does."""
    if said == _ALL_OLD and check.verdict != "FAIL":
        return check.model_copy(update={"verdict": "INCONCLUSIVE", "reason": said})
    return check.model_copy(update={"reason": f"{check.reason}; {said}"}) if said else check


def probe_codes(calibration: CalibrationFile, grouped: Mapping[Key, Sequence[VerdictRow]], gold: Any) -> GoldCodes:
    """What people say of some of the new items, adjudicated as it was when the judge was calibrated.

    Parameters
    ----------
    gold : path, DataFrame or sequence of GoldLabel

    Raises
    ------
    GoldError
        A label that is not on the scale of the calibration.
    NothingInCommonError
        There are labels of these items, and none is decided: people contradict each other or themselves, or abstain.
    """
    from judgeaudit.analyses.gold import adjudicate, gold_items, none_decided
    from judgeaudit.importers.gold import gold_from_frame, read_gold

    kept = calibration.rubric
    rubric = Rubric(name=kept.name, version=kept.version, mode=kept.mode, criteria=kept.criteria, adjudication=kept.adjudication)
    labels: Sequence[GoldLabel]
    if isinstance(gold, (str, Path)):
        labels = read_gold(Path(gold), rubric)
    else:
        labels = gold_from_frame(gold, rubric) if hasattr(gold, "columns") else tuple(gold)
    found = adjudicate(labels, rubric, {row.item_id for rows in grouped.values() for row in rows})
    if gold_items(found) and not found.codes:
        raise NothingInCommonError(f"of the probes, {none_decided(found)}", where="--gold", fix="settle the disputed ones, or label other items of this batch")
    return found.codes


def broken_promises(
    known: Mapping[Key, JudgeCalibration], grouped: Mapping[Key, Sequence[VerdictRow]], codes: GoldCodes, accepted: Container[int]
) -> list[str]:
    """Routing rules under which more of the accepted probes are wrong than they promise, beyond what chance explains.

    Parameters
    ----------
    accepted : container of int
        Rows of the table that are accepted.
    """
    from judgeaudit.stats.kernels.rates import wilson

    said = []
    for key, record in known.items():
        wrong: dict[str, list[bool]] = {}
        for row in grouped[key]:
            truth = codes.get((record.criterion, row.item_id))
            if truth is not None and row.at in accepted and row.code is not None:
                wrong.setdefault(row.item_id, []).append(abs(row.code - truth) > 1e-9)
        if not wrong or record.routing is None or record.level == "interval":
            continue
        n_wrong, n = sum(sum(one) / len(one) for one in wrong.values()), len(wrong)
        low, high = wilson(n_wrong / n, n, thresholds.CI_LEVEL)
        if low > record.routing.max_risk:
            said.append(
                f"{n_wrong:.3g} of {n} accepted probes are wrong ({100 * low:.0f} to {100 * high:.0f} %) of {record.judge} on {record.criterion}: "
                f"more than the {100 * record.routing.max_risk:.3g} % that the routing rule promised; do not route these verdicts by it"
            )
    return said
