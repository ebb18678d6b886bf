"""What moves a judge that should not, and does what should: effects of probes net of rerun noise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pyarrow.compute as pc

from judgeaudit import thresholds
from judgeaudit.analyses.biases.reading import Read, Reading
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import tally
from judgeaudit.analyses.probe_answers import answers, unanswered_finding
from judgeaudit.analyses.probe_counts import Floats, Shown, shown
from judgeaudit.analyses.probe_effects import direction, excess_flip_rate, necessity, pass_rate, positive_shares
from judgeaudit.analyses.probe_pairs import DECIDED, decided_rate, pair_cases, pair_findings
from judgeaudit.analyses.probe_words import control_finding, finding, nothing_made, nowhere_moved, row_of
from judgeaudit.domain.results import Analysis, AnalysisOutput, Case, Estimate, Finding
from judgeaudit.tables.ratings import OTHER_ANSWER

READINGS: tuple[Read, ...] = ()
"""Parts that read more than one number of one probe."""
NO_PROBES = "no verdict under a probe: list probes: in the rubric and run it, or give verdicts with a column probe"


def bias(data: AnalysisInput) -> AnalysisOutput:
    """Effects of every probe that there are verdicts of, also of somebody else's.

    Parameters
    ----------
    data : AnalysisInput

    Returns
    -------
    AnalysisOutput
        For each probe, judge and criterion, as a whole and by stratum: `<probe>_excess_flip_rate` (flips between plain verdicts and those
        of the probe on the same item, less flips between plain verdicts) and `<probe>_direction` (above 0 toward the positive label or up the
        scale); `evidence_necessity`; `nonsense_control_pass_rate`, and of pairs `nonsense_control_decided_rate`. Where a probe has several variants, for each as well (`variant`).
        Block `probes` says what each number means; cases name the items.

    Notes
    -----
    The unit is the item. Probe rows are no replicates of anything else; verdicts on another answer (`OTHER_ANSWER`) are of no probe. The excess is 0 in expectation for a judge that the probe does
    not move, however noisy it is, since a plain verdict and one of the probe are then as alike as two plain ones.
    """
    data = replace(data, table=data.table.filter(pc.not_equal(pc.fill_null(data.table["probe"], ""), OTHER_ANSWER)))
    if pc.all(pc.equal(pc.fill_null(data.table["probe"], ""), "")).as_py() is not False and not any(data.not_applicable.values()):
        return AnalysisOutput(analysis=Analysis(name="bias", status="not_measured", reason=NO_PROBES))
    found = _Found()
    by_judge = list(shown(data))
    for by_probe in by_judge:
        pooled = {one.name: one for one in by_probe if one.variant is None}
        for one in by_probe:
            found.add(one, data)
        _add_necessity(found, pooled)
    _add_unmade(found, data)
    for read in READINGS:
        found.take(read(data, [one for by_probe in by_judge for one in by_probe]))
    found.findings += [said for place, statuses in answers(data).items() if (said := unanswered_finding(place, statuses)) is not None]
    measured = any(row["n_items"] for row in found.rows)
    reason = None if measured else "no probe could be made of any item"
    analysis = Analysis(
        name="bias", status="measured" if measured else "not_measured", reason=reason, findings=tuple(found.findings), blocks={"probes": found.rows, **found.blocks}
    )  # fmt: skip
    return AnalysisOutput(analysis=analysis, estimates=tuple(found.estimates), cases=tuple(found.cases))


@dataclass
class _Found:
    """What was found so far."""

    estimates: list[Estimate] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)
    blocks: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def take(self, reading: Reading) -> None:
        """Keep what a part found."""
        self.estimates += reading.estimates
        self.findings += reading.findings
        self.cases += reading.cases
        for name, rows in reading.blocks.items():
            self.blocks[name] = self.blocks.get(name, []) + rows

    def tag(self, one: Shown, name: str, estimate: Estimate) -> Estimate:
        """Keep an estimate under its name."""
        kept = one.part.tag(name, estimate, judge=one.judge).about(variant=one.variant)
        self.estimates.append(kept)
        return kept

    def add(self, one: Shown, data: AnalysisInput) -> None:
        """The numbers of one probe; of the whole criterion also what they mean."""
        name = estimate_name(one.name)
        excess = self.tag(one, f"{name}_excess_flip_rate", excess_flip_rate(one))
        change = self.tag(one, f"{name}_direction", direction(one))
        passes = self.tag(one, f"{name}_pass_rate", pass_rate(one)) if name == "nonsense_control" else None
        pairs = name == "nonsense_control" and data.rubric.mode == "pairwise"
        decided = self.tag(one, DECIDED, decided_rate(one)) if pairs else None
        if one.part.stratum is not None or one.variant is not None:
            return
        criterion = one.part.criterion
        reasons = dict(data.not_applicable.get((one.name, one.judge, criterion), {}))
        self.rows.append(_row(one, excess, change, reasons))
        said = [finding(name, one.judge, criterion, excess, change), nothing_made(name, one.judge, criterion, reasons, one.items(one.n_probe > 0))]
        if passes is not None:
            said.append(control_finding(one.judge, criterion, passes, _plain_passes(one), change))
        self.findings += [one for one in said if one is not None]
        self.cases += _cases(one)
        if decided is not None:
            self.findings += pair_findings(one, decided)
            self.cases += pair_cases(one)


def estimate_name(probe: str) -> str:
    """A probe's name as estimates carry it: lower case, digits and underscores.

    Example
    -------
    >>> estimate_name("Position swap")
    'position_swap'
    """
    plain = re.sub(r"[^a-z0-9]+", "_", probe.casefold()).strip("_")
    return plain if plain[:1].isalpha() else f"probe_{plain}".rstrip("_")


def _row(one: Shown, excess: Estimate, change: Estimate, reasons: dict[str, int]) -> dict[str, Any]:
    """`plain_flip` and `probe_flip` are of the items that the excess is of, or of those that have either."""
    both = ~np.isnan(one.plain_flip) & ~np.isnan(one.probe_flip)
    used = both if (one.part.weights[both] > 0).any() else np.ones(len(both), dtype=bool)
    return row_of(
        estimate_name(one.name), excess, change, judge=one.judge, criterion=one.part.criterion, n_items=one.items(one.n_probe > 0), not_applicable=reasons,
        plain_flip=_mean(one, np.where(used, one.plain_flip, np.nan)), probe_flip=_mean(one, np.where(used, one.probe_flip, np.nan)),
    )  # fmt: skip


def _mean(one: Shown, values: Floats) -> float | None:
    given = ~np.isnan(values)
    weights = one.part.weights[given]
    return float(values[given] @ weights / weights.sum()) if weights.sum() > 0 else None


def _plain_passes(one: Shown) -> float | None:
    """Share of positive plain verdicts on the items of the probe."""
    shares = positive_shares(one, one.plain)
    return None if isinstance(shares, str) else _mean(one, np.where(one.n_probe > 0, shares, np.nan))


def _add_necessity(found: _Found, pooled: dict[str, Shown]) -> None:
    removal, irrelevant = pooled.get("evidence_removal"), pooled.get("irrelevant_removal")
    if removal is None or irrelevant is None:
        return
    estimate = found.tag(removal, "evidence_necessity", necessity(removal, irrelevant))
    if removal.part.stratum is not None or estimate.value is None:
        return
    if estimate.high is None or estimate.high > thresholds.PROBE_MARGIN:
        unmoved = nowhere_moved(removal.judge, removal.part.criterion, removal.items(removal.n_probe > 0), _never_moved(removal))
        found.findings += [unmoved] if unmoved is not None else []
        return
    text = (
        f"{removal.judge} on {removal.part.criterion}: the words that it cites move its verdict no more than random ones do "
        f"(evidence_necessity {estimate.value:.2f} [{estimate.low:.2f}, {estimate.high:.2f}]): what it quotes is not why it decides."
    )
    found.findings.append(Finding(severity="warning", text=text, judge=removal.judge, criterion=removal.part.criterion))


def _never_moved(one: Shown) -> int:
    """Items on which every verdict, plain or of the probe, is the same."""
    return one.items((one.plain_flip == 0) & (one.probe_flip == 0))


def _add_unmade(found: _Found, data: AnalysisInput) -> None:
    """Probes that could be made of no item at all."""
    have = {(row["probe"], row["judge"], row["criterion"]) for row in found.rows}
    for (probe, judge, criterion), reasons in data.not_applicable.items():
        if reasons and (probe, judge, criterion) not in have:
            missing = Estimate.missing("the probe has no verdict")
            note = nothing_made(probe, judge, criterion, dict(reasons), 0)
            found.rows.append(
                row_of(
                    probe, missing, missing, judge=judge, criterion=criterion, n_items=0, not_applicable=dict(reasons), plain_flip=None, probe_flip=None
                )
            )  # fmt: skip
            found.findings += [note] if note is not None else []


def _cases(one: Shown) -> Iterator[Case]:
    """Items that moved, or did not, or passed, against what is expected of the probe."""
    flag, rows, without = _flagged(one)
    for pattern in np.flatnonzero(rows):
        plain, probe = one.plain[pattern], one.probe[pattern]
        replicates = tuple(replicate for replicate, code in zip(one.replicates, plain, strict=True) if not np.isnan(code))
        scale = one.part.scale
        detail = f"as it is: {tally(plain, scale) or 'no verdict'}; {without}: {tally(probe, scale)}"
        for item in one.part.patterns.items_with(int(pattern)):
            yield Case(analysis="bias", flag=flag, judge=one.judge, criterion=one.part.criterion, item_id=item, replicates=replicates, detail=detail)


def _flagged(one: Shown) -> tuple[str, Any, str]:
    """Flag, patterns that carry it, and what was done in words. Without two plain verdicts nobody knows whether an item moved."""
    excess = one.probe_flip - one.plain_flip
    if one.name == "irrelevant_removal":
        return "moved_by_irrelevant_removal", excess >= thresholds.MOVED_SHARE, "without random words"
    if one.name == "evidence_removal":
        return "insensitive_to_evidence", (one.plain_flip == 0) & (one.probe_flip == 0), "without the words that it cites"
    if one.name == "nonsense_control":
        shares = positive_shares(one, one.probe)
        passed = np.zeros(len(one.probe), dtype=bool) if isinstance(shares, str) else np.nan_to_num(shares) > thresholds.MOVED_SHARE
        return "passes_nonsense", passed, "with another item's response"
    return "", np.zeros(len(one.probe), dtype=bool), ""
