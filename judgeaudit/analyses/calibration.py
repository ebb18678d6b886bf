"""Does a judge agree with people? Each judge, and its majority, against gold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats
from judgeaudit.analyses.against_gold import Reading, reading_blocks, reading_findings, readings
from judgeaudit.analyses.calibrations.adjudicated import adjudicated, causes_said
from judgeaudit.analyses.calibrations.by_people import by_people
from judgeaudit.analyses.calibrations.compared import compared
from judgeaudit.analyses.calibrations.confidence import confidence
from judgeaudit.analyses.calibrations.confident_cases import by_confidence
from judgeaudit.analyses.calibrations.corrected import corrected
from judgeaudit.analyses.calibrations.more_labels import more_labels
from judgeaudit.analyses.calibrations.panel import panel
from judgeaudit.analyses.calibrations.people import people
from judgeaudit.analyses.calibrations.piece import Piece, plain
from judgeaudit.analyses.calibrations.selective import selective
from judgeaudit.analyses.calibrations.spread import spread
from judgeaudit.analyses.calibrations.trivial import trivial
from judgeaudit.analyses.calibrations.unanswered import unanswered
from judgeaudit.analyses.calibrations.untested import untested
from judgeaudit.analyses.calibrations.within import within
from judgeaudit.analyses.gold import Gold, gold_items, none_decided
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import NO_SCALE, Part, Statistic, listed, parts
from judgeaudit.domain.results import Analysis, AnalysisOutput, Case, Estimate, Finding
from judgeaudit.errors import NothingInCommonError
from judgeaudit.tables import ABSENT

NUMERIC: tuple[tuple[str, Statistic], ...] = (
    ("pearson", stats.pearson), ("spearman", stats.spearman), ("kendall_tau_b", stats.kendall_tau_b), ("mae", stats.mae), ("mean_shift", stats.mean_shift),
)  # fmt: skip
"""Need an order: left out on nominal scales."""

PIECES: tuple[Callable[[Part], Piece], ...] = (
    spread,
    within,
    untested,
    unanswered,
    trivial,
    people,
    by_people,
    compared,
    panel,
    corrected,
    confidence,
)
"""Asked of each criterion as a whole, in this order."""


def calibration(data: AnalysisInput) -> AnalysisOutput:
    """Agreement of every judge with gold, as the mean over single runs, and of its majority as `<judge>#majority`.

    Items where a judge gave no verdict are left out of every number and counted in the findings. Beside the numbers stands
    what a judge would reach that always says the commonest gold label.

    Parameters
    ----------
    data : AnalysisInput

    Returns
    -------
    AnalysisOutput
        not_measured without gold. `sensitivity` and `specificity` carry the class label in `group`, the positive class first. With a
        case `judge_gold_disagreement` for every item where at least one replicate differs from gold.
    """
    gold = data.gold
    if gold is None:
        return _not_measured("no gold labels: give gold labels with gold: in the rubric or --gold")
    account = adjudicated(data, gold)
    found: list[Estimate] = []
    findings: list[Finding] = list(account.findings)
    cases: list[Case] = []
    flagged: list[tuple[str, str, str, int]] = []
    blocks: dict[str, Any] = {"confusion": [], "baseline": [], "bounds": [], **account.blocks}
    for part in parts(data, "calibration"):
        for judge in part.judges:
            alone = part.alone(judge)
            of_judge = readings(alone, judge)
            estimates = [estimate for reading in of_judge for estimate in _measure(alone, reading)]
            found += estimates
            if part.stratum is None:
                reading_blocks(alone, of_judge[0], estimates, blocks)
                findings += reading_findings(alone, of_judge, estimates, blocks["bounds"])
                listed_cases, cut = by_confidence(part, judge)
                cases += listed_cases
                flagged += cut
        for piece in (ask(part) for ask in PIECES if part.stratum is None):
            _add(piece, found, findings, blocks)
        if part.stratum is None:
            _add(selective(part, carried=blocks.get("carried", ())), found, findings, blocks)
    if not gold.codes:
        return _not_measured(none_decided(gold), findings=findings, blocks=blocks, estimates=found)
    _add(more_labels(data, found), found, findings, blocks)
    analysis = Analysis(name="calibration", findings=tuple(findings), blocks=blocks)
    return AnalysisOutput(analysis=analysis, estimates=tuple(map(plain, found)), cases=tuple(cases), flagged=tuple(flagged))


def _add(piece: Piece, found: list[Estimate], findings: list[Finding], blocks: dict[str, Any]) -> None:
    found += piece.estimates
    findings += piece.findings
    for name, rows in piece.blocks.items():
        blocks.setdefault(name, []).extend(rows)


def check_overlap(data: AnalysisInput) -> None:
    """Refuse gold that shares no item with the judged ones.

    Raises
    ------
    NothingInCommonError
        Gold was given and no item has both a gold label (decided or not) and a row of a judge on the same criterion.
    """
    gold = data.gold
    if gold is None:
        return
    labelled = gold_items(gold)
    for name, patterns in data.patterns.items():
        judged = (patterns.patterns != ABSENT).any(axis=1)[patterns.pattern_of_item]
        if any(judged[i] and (name, item) in labelled for i, item in enumerate(patterns.item_ids)):
            return
    facts = data.facts
    if facts.n_rows and facts.n_probe_rows == facts.n_rows:
        what = f"judge and gold have nothing in common: every row is a probe row ({facts.n_rows} of {facts.n_rows}), and gold is about the items as they are"
        raise NothingInCommonError(what, fix="add the rows without probe, or leave gold out")
    raise NothingInCommonError(
        _nothing_in_common(data, gold), fix="check that item_id (and criterion) are written the same way in the gold file and in the items"
    )


def _nothing_in_common(data: AnalysisInput, gold: Gold) -> str:
    theirs = next(iter(gold.unknown_items), None) or next((item for _, item in (*gold.codes, *gold.disputed, *gold.abstained)), None)
    ours = next((item for patterns in data.patterns.values() for item in patterns.item_ids), None)
    example = f" (gold has {theirs!r}, the judged items have {ours!r})" if theirs is not None and ours is not None else ""
    cause = f". {causes_said(gold).removesuffix('.')}" if gold.written_otherwise else ""
    return f"judge and gold have nothing in common: no judged item has a gold label{example}{cause}"


def _not_measured(
    reason: str, *, findings: list[Finding] | None = None, blocks: dict[str, Any] | None = None, estimates: list[Estimate] | None = None
) -> AnalysisOutput:
    analysis = Analysis(name="calibration", status="not_measured", reason=reason, findings=tuple(findings or ()), blocks=blocks or {})
    return AnalysisOutput(analysis=analysis, estimates=tuple(map(plain, estimates or ())))


def _measure(part: Part, reading: Reading) -> list[Estimate]:
    """Every number of one judge (or its majority) against gold."""
    measures = _measures(part, reading)
    judge = reading.judge
    why_not = _why_not(part, reading)
    estimates = []
    for name, statistic, group, options, pairs in measures:
        reason = why_not or options.pop("reason", None)
        if reason is not None:
            estimates.append(part.tag(name, Estimate.missing(reason), judge=judge, group=group))
            continue
        method = options.pop("method", "")
        estimate = part.estimate(name, statistic, pairs, judge=judge, group=group, **options)
        estimates.append(estimate.about(method=f"{estimate.method}{method}") if method else estimate)
    return estimates + _judged_rate(part, reading)


def _why_not(part: Part, reading: Reading) -> str | None:
    if reading.runs.shape[0] == 0:
        return "no verdict: the judge gave no row"
    if not np.isnan(reading.pairs[:, part.rows.index, :]).all():
        return None
    gold, criterion = part.data.gold, part.criterion
    undecided = gold is not None and not any(name == criterion for name, _ in gold.codes) and any(name == criterion for name, _ in gold_items(gold))
    return none_decided(gold, criterion) if gold is not None and undecided else "no item has both a gold label and a verdict"


def _measures(part: Part, reading: Reading) -> list[tuple[str, Statistic, str | None, dict[str, Any], NDArray[np.float64]]]:
    """Rows of name, statistic, group, options (with the reason why it is undefined, or what to add to `method`) and ratings."""
    scale = part.scale
    free: dict[str, Any] = {"labels": None} if scale.level == "interval" else {}  # gold may be a mean between two points
    exact = _exact_options(part, reading)
    by_label = {"reason": "needs labels; on an interval scale see mae and cohen_kappa"} if scale.level == "interval" else {}
    one_class = _one_class(part, reading)
    kappa = (dict(exact), reading.exact_pairs) if scale.codes is not None else (dict(free), reading.pairs)
    rows: list[tuple[str, Statistic, str | None, dict[str, Any], NDArray[np.float64]]]
    rows = [
        ("accuracy", stats.accuracy, None, dict(exact), reading.exact_pairs),
        ("cohen_kappa", stats.cohen_kappa, None, {**kappa[0], **one_class}, kappa[1]),
        ("gwet_ac", stats.gwet_ac, None, dict(exact), reading.exact_pairs),
        ("krippendorff_alpha", stats.krippendorff_alpha, None, {**free, **one_class}, reading.pairs),
        ("balanced_accuracy", stats.balanced_accuracy, None, by_label or _class_options(part, reading), reading.exact_pairs),
        ("mcc", stats.mcc, None, dict(by_label), reading.exact_pairs),
    ]
    for label in scale.labels or ():
        positive = {"positive": scale.code(label)}
        rows.append(("sensitivity", stats.sensitivity, label, dict(positive), reading.pairs))
        rows.append(("specificity", stats.specificity, label, dict(positive), reading.pairs))
    if scale.level != "nominal":
        rows += [(name, statistic, None, dict(free), reading.pairs) for name, statistic in NUMERIC]
    return rows


def _one_class(part: Part, reading: Reading) -> dict[str, Any]:
    """Why agreement beyond chance is undefined where gold is one label or score throughout: it is 0 (alpha: not above 0) then, whatever the judge says."""
    gold = reading.pairs[:, part.rows.index, 1]
    found = np.unique(gold[~np.isnan(gold)])
    labels = part.scale.labels or ()
    if len(found) != 1:
        return {}
    if not labels:
        said = f"every labelled item with a verdict is {found[0]:.6g}, so that it measures nothing whatever the judge says"
        return {"reason": f"{said}: label items of other scores; see mae for how far the judge is off"}
    given = part.scale.label(float(found[0]))
    others = listed(tuple(repr(label) for label in labels if label != given))
    return {"reason": f"every labelled item with a verdict is {given!r}, so that it measures nothing whatever the judge says: label items that are {others}"}


def _exact_options(part: Part, reading: Reading) -> dict[str, Any]:
    """Options of what asks whether two labels are the same: why it is undefined, or what rounding did."""
    if part.scale.codes is None:
        return {"reason": "the scale is continuous: no two scores need be equal"}
    if np.isnan(reading.exact_pairs[:, part.rows.index]).all():
        return {"reason": "every mean lies halfway between two points of the scale: neither can be called right"}
    rounded = f"; means rounded to the nearest point of the scale on {reading.n_rounded} items" if reading.n_rounded else ""
    halfway = f"; {reading.n_halfway} items left out, whose mean lies halfway between two points" if reading.n_halfway else ""
    return {"method": rounded + halfway} if rounded or halfway else {}


def _class_options(part: Part, reading: Reading) -> dict[str, Any]:
    """Why the mean over gold classes is undefined: a class whose items all lack a verdict has a recall that nobody knows."""
    rows = part.rows.index
    answered = reading.pairs[:, rows, 1]
    asked = part.patterns.gold[rows]
    lost = np.setdiff1d(asked[~np.isnan(asked)], answered[~np.isnan(answered)])
    names = listed(tuple(part.scale.label(float(code)) for code in lost))
    return {"reason": f"no verdict on any item whose gold label is {names}: the recall there is unknown"} if len(lost) else {}


def _judged_rate(part: Part, reading: Reading) -> list[Estimate]:
    """Share of the positive label among all judged items, with gold or without."""
    if not part.scale.two_labels:
        return []
    label = part.scale.label(1.0)
    given = reading.runs.T
    if np.isnan(given[part.rows.index]).all():
        return [part.tag("judged_rate", Estimate.missing("no verdict"), judge=reading.judge, group=label)]
    share = np.where(np.isnan(given), np.nan, (given == 1.0).astype(np.float64))
    return [part.estimate("judged_rate", stats.proportion, share, judge=reading.judge, group=label, **NO_SCALE)]
