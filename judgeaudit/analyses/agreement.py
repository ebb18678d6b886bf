"""Do several judges say the same? Pairs of judges, and the panel of all."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats, thresholds
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.labels import prevalence_note
from judgeaudit.analyses.parts import Part, Statistic, listed, parts, runs_together
from judgeaudit.analyses.served import stand_ins
from judgeaudit.domain.results import Analysis, AnalysisOutput, Estimate, Finding
from judgeaudit.stats.kernels.ratings_check import say_code
from judgeaudit.stats.shapes import Breakdown

PAIR_MEASURES: tuple[tuple[str, Statistic], ...] = (
    ("observed_agreement", stats.observed_agreement),
    ("cohen_kappa", stats.cohen_kappa),
    ("krippendorff_alpha", stats.krippendorff_alpha),
    ("gwet_ac", stats.gwet_ac),
)
PANEL_MEASURES: tuple[tuple[str, Statistic], ...] = (
    ("observed_agreement", stats.observed_agreement),
    ("krippendorff_alpha", stats.krippendorff_alpha),
    ("gwet_ac", stats.gwet_ac),
    ("fleiss_kappa", stats.fleiss_kappa),
    ("icc_2_1", stats.icc_2_1),
)
MATRIX = ("observed_agreement", "krippendorff_alpha", "cohen_kappa")


def agreement(data: AnalysisInput) -> AnalysisOutput:
    """Agreement of every pair of judges ("a|b") and of the panel (`judge` None), as the mean over single runs.

    The r-th replicate of each judge makes run r. There are as many runs as the judge with most replicates has; one with fewer
    is used again in turn, so that every verdict counts, and `method` says so. A judge whose calls were all answered by another judge's model is no second judge: it is left out, and this is said.

    Parameters
    ----------
    data : AnalysisInput

    Returns
    -------
    AnalysisOutput
        not_measured with fewer than two judges. `effective_judges` needs gold; `icc_2_1` is left out on nominal scales.
    """
    judges = tuple(dict.fromkeys(judge for patterns in data.patterns.values() for judge in patterns.judges))
    if len(judges) < 2:
        return AnalysisOutput(analysis=Analysis(name="agreement", status="not_measured", reason=_too_few(data, judges)))
    double = stand_ins(data)
    panel = tuple(judge for judge in judges if judge not in double)
    estimates: list[Estimate] = []
    findings = [_double_finding(judge, other, len(panel)) for judge, other in double.items()]
    blocks: dict[str, Any] = {"matrix": [], "panel": {"independent_judges": len(panel), "judges": list(panel)}}
    for part in parts(data, "agreement"):
        found = _pairs(part, double) + _panel(part, double)
        estimates += found
        if part.stratum is None:
            blocks["matrix"] += _matrix(part, found)
            findings += _prevalence(part, found)
    established = len(panel) >= 2
    analysis = Analysis(
        name="agreement", status="measured" if established else "not_measured", findings=tuple(findings), blocks=blocks,
        reason=None if established else "consensus not established: one model answered for every judge",
    )  # fmt: skip
    return AnalysisOutput(analysis=analysis, estimates=tuple(estimates))


def _too_few(data: AnalysisInput, judges: tuple[str, ...]) -> str:
    silent = tuple(dict.fromkeys(judge for judge, _ in data.planned or {} if judge not in judges))
    if silent:
        return f"fewer than two judges gave a row; without any: {listed(silent)}"
    return "one judge: name a second one under judges: (or --judge) to compare them"


def _noted(estimate: Estimate, note: str) -> Estimate:
    return estimate.about(method=f"{estimate.method}{note}") if note and estimate.value is not None else estimate


def _pairs(part: Part, double: Mapping[str, str]) -> list[Estimate]:
    estimates = []
    for first, second in combinations(part.patterns.judges, 2):
        pair = f"{first}|{second}"
        same = next((f"{judge} was answered by the model of {double[judge]}: it is no second judge" for judge in (first, second) if judge in double), None)
        if same is not None:
            estimates += [part.tag(name, Estimate.missing(same), judge=pair) for name, _ in PAIR_MEASURES]
            continue
        runs, note = runs_together(part, (first, second))
        estimates += [_noted(part.estimate(name, statistic, runs, judge=pair), note) for name, statistic in PAIR_MEASURES]
    return estimates


def _panel(part: Part, double: Mapping[str, str]) -> list[Estimate]:
    judges = tuple(judge for judge in part.patterns.judges if judge not in double)
    measures = [(name, fn) for name, fn in PANEL_MEASURES if name != "icc_2_1" or part.scale.level != "nominal"]
    names = [name for name, _ in measures]
    if len(judges) < 2:
        reason = "fewer than two independent judges: consensus not established"
        return [part.tag(name, Estimate.missing(reason), judge=None) for name in (*names, "effective_judges")]
    runs, note = runs_together(part, judges)
    exact = {"fleiss_kappa": "the scale is continuous: no two scores need be equal"} if part.scale.codes is None else {}
    found = [
        part.tag(name, Estimate.missing(exact[name]), judge=None) if name in exact else part.estimate(name, statistic, runs, judge=None)
        for name, statistic in measures
    ]
    found += _by_label(part, runs)
    found.append(_effective(part, runs))
    return [_noted(estimate, note) for estimate in found]


def _by_label(part: Part, runs: NDArray[np.float64]) -> list[Estimate]:
    """On which label the panel agrees: what a high agreement hides where one label dominates."""
    if part.scale.codes is None or len(part.scale.codes) > thresholds.FEW_POINTS:
        return []
    found = part.estimate("specific_agreement", stats.specific_agreement, runs, judge=None)
    assert isinstance(found, Breakdown)
    labels = {say_code(code): part.scale.label(code) for code in part.scale.codes}
    return [part.tag("specific_agreement", one, judge=None, group=labels[one.group or ""]) for one in found.parts]


def _effective(part: Part, runs: NDArray[np.float64]) -> Estimate:
    """How many judges with independent errors the panel is worth (Kish), from errors against gold."""
    gold = part.patterns.gold
    if np.isnan(gold[part.rows.index]).all():
        return part.tag("effective_judges", Estimate.missing("needs gold labels: it is made of the judges' errors"), judge=None)
    return part.estimate("effective_judges", stats.effective_judges, runs, judge=None, labels=None, gold=gold[part.rows.index])


def _matrix(part: Part, found: list[Estimate]) -> list[dict[str, Any]]:
    judges = part.patterns.judges
    by_name = {(e.name, e.judge): e.value for e in found}
    rows = []
    for statistic in MATRIX:
        values = [[by_name.get((statistic, f"{a}|{b}"), by_name.get((statistic, f"{b}|{a}"))) for b in judges] for a in judges]
        rows.append({"criterion": part.criterion, "statistic": statistic, "judges": list(judges), "values": values})
    return rows


def _prevalence(part: Part, found: list[Estimate]) -> list[Finding]:
    """The note on rare labels: for the panel in full, for pairs as one list."""
    by_name = {(e.name, e.judge): e for e in found}
    notes = {}
    for judge in dict.fromkeys(e.judge for e in found):
        three = [by_name[name, judge] for name in ("observed_agreement", "krippendorff_alpha", "gwet_ac")]
        who = "the panel" if judge is None else " and ".join(judge.split("|"))
        notes[judge] = prevalence_note(who, part.criterion, *three)
    pairs = tuple(judge for judge, note in notes.items() if judge is not None and note is not None)
    texts = [notes[None]] if notes.get(None) else []
    if pairs and len(part.patterns.judges) > 2:
        texts.append(f"Prevalence: high agreement with low alpha on {part.criterion} also for {listed(pairs)}. Read the label counts.")
    return [Finding(severity="note", text=text, criterion=part.criterion) for text in texts if text is not None]


def _double_finding(judge: str, other: str, n_independent: int) -> Finding:
    left = "consensus is not established" if n_independent < 2 else f"{n_independent} independent judges are left"
    return Finding(
        severity="serious",
        judge=judge,
        text=f"Every call of {judge} was answered by the model of {other}: it is not a second judge and its votes are not counted as one; {left}.",
    )
