"""Does a judge say the same thing twice? Agreement of one judge with itself over replicates."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats, thresholds
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.labels import label_shares, prevalence_note
from judgeaudit.analyses.parts import Part, Statistic, parts, percent, tally
from judgeaudit.domain.results import Analysis, AnalysisOutput, Case, Estimate, Finding

FLAG = "flipped_verdict"

MEASURES: tuple[tuple[str, Statistic], ...] = (
    ("pairwise_agreement", stats.pairwise_agreement),
    ("modal_share", stats.modal_share),
    ("all_agree_share", stats.all_agree_share),
    ("flip_rate", stats.flip_rate),
    ("flip_rate_upper", stats.flip_rate_upper),
    ("krippendorff_alpha", stats.krippendorff_alpha),
    ("gwet_ac", stats.gwet_ac),
    ("icc_1_1", stats.icc_1_1),
)


def consistency(data: AnalysisInput) -> AnalysisOutput:
    """How far each judge agrees with itself when it is asked again.

    Only items with two verdicts or more count; a missing verdict is missing and no category. `icc_1_1` is left out on
    nominal scales, whose codes are no numbers.

    Parameters
    ----------
    data : AnalysisInput

    Returns
    -------
    AnalysisOutput
        With a case `flipped_verdict` for every item whose verdicts are not all the same, the first `MAX_CASES` of a judge and criterion.

    Notes
    -----
    `modal_share` falls with the number of replicates even when nothing changes, so its `method` says how many there were;
    `pairwise_agreement` does not.
    """
    estimates: list[Estimate] = []
    findings: list[Finding] = []
    cases: list[Case] = []
    flagged: list[tuple[str, str, str, int]] = []
    blocks: dict[str, Any] = {"items": [], "labels": []}
    for part in parts(data, "consistency"):
        for judge in part.judges:
            alone = part.alone(judge)
            codes = alone.patterns.codes(judge)
            repeated = np.where((~np.isnan(codes)).sum(axis=1, keepdims=True) >= 2, codes, np.nan)
            found = _measure(alone, judge, repeated)
            estimates += found
            if part.stratum is not None:
                continue
            flipped = flipped_patterns(repeated)
            blocks["items"].append(_items_row(alone, judge, repeated, flipped))
            blocks["labels"] += label_shares(alone, judge)
            findings += _findings(alone, judge, repeated, flipped, found)
            cases += _cases(part, judge, part.patterns.codes(judge), flipped[part.patterns.alone(judge)[1]])
            n_flipped = int(alone.weights[flipped].sum())
            if n_flipped > thresholds.MAX_CASES:
                flagged.append((FLAG, judge, part.criterion, n_flipped))
    several = any(row["replicates"] > 1 for row in blocks["items"])
    analysis = Analysis(
        name="consistency", status="measured" if several else "not_measured", findings=tuple(findings), blocks=blocks,
        reason=None if several else "every judge was asked once: give replicates: 3 or more (or rows with several replicates)",
    )  # fmt: skip
    return AnalysisOutput(analysis=analysis, estimates=tuple(estimates), cases=tuple(cases), flagged=tuple(flagged))


def _measure(part: Part, judge: str, codes: NDArray[np.float64]) -> list[Estimate]:
    measures = [(name, fn) for name, fn in MEASURES if name != "icc_1_1" or part.scale.level != "nominal"]
    reason = _why_not(codes[part.rows.index])
    if reason is not None:
        return [part.tag(name, Estimate.missing(reason), judge=judge) for name, _ in measures]
    return [part.estimate(name, fn, codes, judge=judge) for name, fn in measures]


def _why_not(codes: NDArray[np.float64]) -> str | None:
    if codes.shape[1] == 0:
        return "no verdict: the judge gave no row"
    if codes.shape[1] == 1:
        return "one replicate: the judge was asked once"
    if np.isnan(codes).all():
        return "no item has two verdicts of this judge"
    return None


def flipped_patterns(codes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Patterns whose verdicts are not all the same, shape (n_patterns,)."""
    given = ~np.isnan(codes)
    low = np.where(given, codes, np.inf).min(axis=1, initial=np.inf)
    high = np.where(given, codes, -np.inf).max(axis=1, initial=-np.inf)
    return np.asarray(low < high)


def _items_row(part: Part, judge: str, codes: NDArray[np.float64], flipped: NDArray[np.bool_]) -> dict[str, Any]:
    repeated = (~np.isnan(codes)).any(axis=1)
    n_items, n_flipped = int(part.weights[repeated].sum()), int(part.weights[flipped].sum())
    return {
        "judge": judge, "criterion": part.criterion, "replicates": codes.shape[1], "n_items": n_items, "n_flipped": n_flipped, "n_stable": n_items - n_flipped,
        "axis": None,
    }  # fmt: skip


def _findings(part: Part, judge: str, codes: NDArray[np.float64], flipped: NDArray[np.bool_], found: list[Estimate]) -> list[Finding]:
    texts: list[tuple[Any, str]] = []
    n = (~np.isnan(codes)).sum(axis=1)
    stable = (n > 0) & ~flipped
    if stable.any():
        k = int(n[stable].min())
        n_stable, n_items = int(part.weights[stable].sum()), int(part.weights[n > 0].sum())
        bound = 1 - (1 - part.data.ci_level) ** (1 / k)
        each = f"{k} verdicts each" if k == int(n[stable].max()) else f"{k} verdicts or more each"
        texts.append(
            (
                "note",
                f"All verdicts of {judge} are equal on {n_stable} of {n_items} items of {part.criterion} ({each}). {k} equal verdicts do not prove that an item "
                f"is stable: it may still get another one in up to {percent(bound)} of calls ({percent(part.data.ci_level)}, exact).",
            )
        )
    by_name = {e.name: e for e in found}
    note = prevalence_note(judge, part.criterion, by_name["pairwise_agreement"], by_name["krippendorff_alpha"], by_name["gwet_ac"])
    if note is not None:
        texts.append(("note", note))
    return [Finding(severity=severity, text=text, judge=judge, criterion=part.criterion) for severity, text in texts]


def _cases(part: Part, judge: str, codes: NDArray[np.float64], flipped: NDArray[np.bool_]) -> list[Case]:
    """The first MAX_CASES items that flipped: by pattern, then by id."""
    replicates = np.array(part.patterns.replicates(judge))
    details: dict[bytes, tuple[str, tuple[int, ...]]] = {}  # patterns differ by other judges too: few of them differ in what this one said
    cases = []
    for item, pattern in part.patterns.first_items(flipped, thresholds.MAX_CASES):
        said = codes[pattern].tobytes()
        if said not in details:
            details[said] = tally(codes[pattern], part.scale), tuple(int(r) for r in replicates[~np.isnan(codes[pattern])])
        detail, which = details[said]
        name = part.patterns.item_ids[item]
        cases.append(Case(analysis="consistency", flag=FLAG, judge=judge, criterion=part.criterion, item_id=name, replicates=which, detail=detail))
    return cases
