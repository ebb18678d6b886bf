"""The check that detects a calibration that does not carry over: residuals on labelled probes of the new items."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import thresholds
from judgeaudit.api.applied_rates import code_of, item_shares
from judgeaudit.api.calibration_facts import item_digest
from judgeaudit.api.confidences import VerdictRow
from judgeaudit.api.own_errors import own_record
from judgeaudit.domain.applied import CarryCheck, CarryWord
from judgeaudit.domain.calibration import CalibrationFile, ClassCounts, JudgeCalibration
from judgeaudit.domain.items import GoldLabel
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import NothingInCommonError

Key = tuple[str, str]
GoldCodes = Mapping[tuple[str, str], float]
Floats = NDArray[np.float64]
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
        No verdict is about an item that gold labels.

    Notes
    -----
    The residual of an item is gold minus what the corrected rate makes of its verdict, (v + q0 - 1) / (q0 + q1 - 1), so that its mean is by how
    much the corrected rate is off. Interval: Student's t on cluster means, widened by the error of the stored q0 and q1. PASS: all of it is inside
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
        checks = _checks_of(record, rows, of_item, limit)
        for name in systems if len(systems) > 1 else ():
            of_system = _checks_of(record, [row for row in rows if row.system == name], of_item, limit)
            checks += [check.model_copy(update={"system": name}) for check in of_system]
        found += [_seen_before(check, seen) for check in checks]
    if not any(one.n_items for one in found):
        raise NothingInCommonError(
            "no verdict is about an item that the probes label", where="--gold", fix="label items of this batch; item_id must be written alike"
        )
    return tuple(found)


def _checks_of(record: JudgeCalibration, rows: Sequence[VerdictRow], gold: Mapping[str, float], margin: float) -> list[CarryCheck]:
    record, _ = own_record(record, rows)
    if record.labels is None:
        return [_numeric(record, rows, gold, margin)]
    return [_labelled(record, counts, rows, gold, margin) for counts in record.classes]


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
    """
    from judgeaudit.analyses.gold import adjudicate
    from judgeaudit.importers.gold import gold_from_frame, read_gold

    kept = calibration.rubric
    rubric = Rubric(name=kept.name, version=kept.version, mode=kept.mode, criteria=kept.criteria, adjudication=kept.adjudication)
    labels: Sequence[GoldLabel]
    if isinstance(gold, (str, Path)):
        labels = read_gold(Path(gold), rubric)
    else:
        labels = gold_from_frame(gold, rubric) if hasattr(gold, "columns") else tuple(gold)
    return adjudicate(labels, rubric, {row.item_id for rows in grouped.values() for row in rows}).codes


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


@dataclass(frozen=True)
class _Residuals:
    values: Floats
    clusters: NDArray[np.int64]
    extra_variance: float
    margin: float


def _labelled(record: JudgeCalibration, counts: ClassCounts, rows: Sequence[VerdictRow], gold: Mapping[str, float], margin: float) -> CarryCheck:
    code = code_of(record, counts.label)
    given = item_shares(rows, code)
    truth = np.array([float(gold[item] == code) for item in given.item_ids])
    about = {"judge": record.judge, "criterion": record.criterion, "label": counts.label}
    q1, q0 = counts.sensitivity, counts.specificity
    if q1 is None or q0 is None or q1 + q0 <= 1:
        return _none(about, given.clusters, margin, "the judge carries no information on the labelled items: there is no corrected rate to check")
    youden = q1 + q0 - 1
    residuals = truth - (given.shares + q0 - 1) / youden
    rate = float(truth.mean()) if len(truth) else 0.0
    v1, v0 = (_variance(q, worth) for q, worth in ((q1, counts.inside_worth), (q0, counts.outside_worth)))
    found = _Residuals(residuals, given.clusters, (rate**2 * v1 + (1 - rate) ** 2 * v0) / youden**2, margin)
    return _verdict(about, found, _by_class(given.shares, truth, q1, q0))


def _variance(q: float, worth: float) -> float:
    smoothed = (q * worth + 1) / (worth + 2)
    return smoothed * (1 - smoothed) / (worth + 2)


def _by_class(shares: Floats, truth: Floats, q1: float, q0: float) -> str:
    """Error rates on the probes beside the stored ones: two that are off in opposite directions may hide in the mean."""
    inside, outside = shares[truth == 1], 1 - shares[truth == 0]
    pairs = (("sensitivity", inside, q1), ("specificity", outside, q0))
    return "; ".join(f"{name} {values.mean():.2f} on {len(values)} probes, {stored:.2f} when calibrated" for name, values, stored in pairs if len(values))


def _numeric(record: JudgeCalibration, rows: Sequence[VerdictRow], gold: Mapping[str, float], margin: float) -> CarryCheck:
    about = {"judge": record.judge, "criterion": record.criterion, "label": None}
    given: dict[str, list[float]] = {}
    names: dict[str, str] = {}
    for row in rows:
        if row.code is not None:
            given.setdefault(row.item_id, []).append(row.code)
            names.setdefault(row.item_id, row.cluster)
    numbers = {name: n for n, name in enumerate(dict.fromkeys(names.values()))}
    clusters = np.array([numbers[names[item]] for item in given], dtype=np.int64)
    if record.shift is None:
        return _none(about, clusters, margin, "the calibration holds no mean difference of people and judge")
    residuals = np.array([gold[item] - sum(scores) / len(scores) for item, scores in given.items()]) - record.shift.mean
    return _verdict(about, _Residuals(residuals, clusters, record.shift.sd**2 / record.shift.n_items, margin), "")


def _none(about: dict[str, Any], clusters: NDArray[np.int64], margin: float, reason: str) -> CarryCheck:
    return CarryCheck(**about, verdict="INCONCLUSIVE", margin=margin, n_items=len(clusters), n_clusters=len(np.unique(clusters)), reason=reason)


def _verdict(about: dict[str, Any], found: _Residuals, more: str) -> CarryCheck:
    from scipy.stats import t

    n, n_clusters = len(found.values), len(np.unique(found.clusters))
    if n_clusters < 2:
        return _none(about, found.clusters, found.margin, f"{n_clusters} independent probes say nothing: label at least {thresholds.MIN_CARRY_CLUSTERS}")
    mean = float(found.values.mean())
    sums = np.bincount(found.clusters, weights=found.values - mean)
    variance = n_clusters / (n_clusters - 1) * float((sums**2).sum()) / n**2
    half = float(t.ppf(0.5 + thresholds.CI_LEVEL / 2, n_clusters - 1)) * (variance + found.extra_variance) ** 0.5
    low, high = mean - half, mean + half
    word, why = _word(low, high, n_clusters, found.margin)
    if word == "INCONCLUSIVE" and half > found.margin - abs(mean):
        why = f"{why}{_more_probes(mean, variance * n, n, found)}"
    return CarryCheck(
        **about,
        verdict=word,
        residual=mean,
        low=low,
        high=high,
        margin=found.margin,
        n_items=n,
        n_clusters=n_clusters,
        reason=f"{why}; {more}" if more else why,
    )


def _more_probes(mean: float, spread: float, n: int, found: _Residuals) -> str:
    """What would settle an open check, if the residual stays as it is. The error of the stored rates does not shrink with probes."""
    reach = NormalDist().inv_cdf(0.5 + thresholds.CI_LEVEL / 2)
    apart = abs(found.margin - abs(mean))
    left = (apart / reach) ** 2 - found.extra_variance
    if left <= 0:
        return ": no number of probes will settle it, because the stored error rates are not known well enough: calibrate on more labels, of this batch too"
    return f": about {max(ceil(spread / left), n + 1):,} probes would settle it, if the residual stays as it is"


def _word(low: float, high: float, n_clusters: int, margin: float) -> tuple[CarryWord, str]:
    if low > margin or high < -margin:
        return "FAIL", "what the calibration corrects to is off by more than the margin here: calibrate on these items"
    if low < -margin or high > margin:
        return "INCONCLUSIVE", "the interval reaches beyond the margin"
    if n_clusters < thresholds.MIN_CARRY_CLUSTERS:
        return "INCONCLUSIVE", f"{n_clusters} independent probes are too few for a PASS: label at least {thresholds.MIN_CARRY_CLUSTERS}"
    return "PASS", "what the calibration corrects to is right within the margin"
