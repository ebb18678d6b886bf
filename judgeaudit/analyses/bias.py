"""What moves a judge that should not, and does what should: effects of probes net of rerun noise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pyarrow.compute as pc

from judgeaudit import thresholds
from judgeaudit.analyses.biases.advice import advised
from judgeaudit.analyses.biases.answers import Answer, answered
from judgeaudit.analyses.biases.by_place import with_places
from judgeaudit.analyses.biases.by_stratum import by_stratum
from judgeaudit.analyses.biases.identical import identical
from judgeaudit.analyses.biases.lengths import lengths
from judgeaudit.analyses.biases.margins import margins_of, unused_margins
from judgeaudit.analyses.biases.measured import Measured, measured
from judgeaudit.analyses.biases.mentions import mentions, unmentioned
from judgeaudit.analyses.biases.position import position
from judgeaudit.analyses.biases.reading import Read, Reading
from judgeaudit.analyses.biases.rows import mean_of, row_of, unmade_row
from judgeaudit.analyses.biases.self_preference import self_preference
from judgeaudit.analyses.biases.stable_wrong import stable_wrong
from judgeaudit.analyses.biases.turned_scales import turned_scales
from judgeaudit.analyses.biases.unmoved import unmoved
from judgeaudit.analyses.biases.words import finding
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import tally
from judgeaudit.analyses.probe_answers import answers, unanswered_finding
from judgeaudit.analyses.probe_counts import Shown, shown
from judgeaudit.analyses.probe_cues import estimate_name as estimate_name
from judgeaudit.analyses.probe_cues import kind_of
from judgeaudit.analyses.probe_effects import direction, excess, necessity, pass_rate, positive_shares, score_shift
from judgeaudit.analyses.probe_names import unknown_names, with_known_names
from judgeaudit.analyses.probe_pairs import DECIDED, decided_rate, pair_cases, pair_findings
from judgeaudit.analyses.probe_words import control_finding, nothing_made, nowhere_moved
from judgeaudit.domain.results import Analysis, AnalysisOutput, Case, Estimate, Finding
from judgeaudit.tables.ratings import OTHER_ANSWER

READINGS: tuple[Read, ...] = (by_stratum, position, stable_wrong, identical, self_preference, lengths, mentions, unmoved)
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
        For each probe, judge and criterion, as a whole and by stratum, and for each variant where there are several (`variant`):
        `<probe>_excess_flip_rate` (flips between plain verdicts and those of the probe on the same item, less flips between plain verdicts),
        `<probe>_direction` (above 0 toward the cue; where nothing is pushed up the scale) and `<probe>_score_shift`; `<attack>_pass_rate`. Of the
        whole criterion the excess carries `p_adjusted`. `evidence_necessity`; `nonsense_control_pass_rate`, and of pairs
        `nonsense_control_decided_rate`; and what `READINGS` add. Block `probes` says what each number means, in one of three answers; cases name the
        items.

    Notes
    -----
    The unit is the item. Probe rows are no replicates of anything else; verdicts on another answer (`OTHER_ANSWER`) are of no probe. The excess is
    0 in expectation for a judge that the probe does not move, however noisy it is, since a plain verdict and one of the probe are then as alike as
    two plain ones (of replicates of different numbers throughout: those of one number were asked with one seed). Intervals and p values are of the
    items' own differences (`stats.kernels.mean_change`), so that they cannot contradict each other.
    """
    if pc.any(pc.equal(data.table["probe"], OTHER_ANSWER)).as_py():
        data = replace(data, table=data.table.filter(pc.not_equal(pc.fill_null(data.table["probe"], ""), OTHER_ANSWER)))
    if pc.all(pc.equal(pc.fill_null(data.table["probe"], ""), "")).as_py() is not False and not any(data.not_applicable.values()):
        return _of_plain_verdicts(data)
    data = replace(data, table=with_known_names(data.table))
    found = _Found()
    by_judge = list(shown(data))
    effects = _answers(by_judge, data)
    for by_probe in by_judge:
        pooled = {one.name: one for one in by_probe if one.variant is None}
        for one in by_probe:
            found.add(one, effects, data)
        _add_necessity(found, pooled)
    _add_unmade(found, data)
    for read in READINGS:
        found.take(read(data, [one for by_probe in by_judge for one in by_probe]))
    found.rows = with_places(found.rows, found.blocks.get("position", []))
    found.findings += unmentioned(found.rows, found.blocks.get("mentions", []))
    found.findings += unknown_names(one.name for by_probe in by_judge for one in by_probe)
    found.findings += turned_scales(data, found.rows)
    found.findings += unused_margins(data, [row["probe"] for row in found.rows])
    found.findings += [said for place, statuses in answers(data).items() if (said := unanswered_finding(place, statuses)) is not None]
    found.rows = advised(found.rows, found.blocks.get("probe_strata", []))
    any_made = any(row["n_items"] for row in found.rows) or any(one.value is not None for one in found.estimates)
    reason = None if any_made else "no probe could be made of any item"
    analysis = Analysis(
        name="bias", status="measured" if any_made else "not_measured", reason=reason, findings=tuple(found.findings), blocks={"probes": found.rows, **found.blocks}
    )  # fmt: skip
    return AnalysisOutput(analysis=analysis, estimates=tuple(found.estimates), cases=tuple(found.cases))


def _of_plain_verdicts(data: AnalysisInput) -> AnalysisOutput:
    """What verdicts on unchanged items say of bias, with who wrote the responses and how long they are: nothing needs a probe there."""
    found = _Found()
    for read in READINGS:
        found.take(read(data, []))
    measured_any = any(one.value is not None for one in found.estimates)
    status, reason = ("measured", None) if measured_any else ("not_measured", NO_PROBES)
    analysis = Analysis(name="bias", status=status, reason=reason, findings=tuple(found.findings), blocks=dict(found.blocks) if measured_any else {})
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

    def add(self, one: Shown, answers: Mapping[int, tuple[Measured, Answer]], data: AnalysisInput) -> None:
        """The numbers of one probe; of the whole criterion also what they mean."""
        name = estimate_name(one.name)
        effects, answer = answers.get(id(one), (None, None))
        beyond = excess(one) if effects is None else effects.excess
        p_adjusted = None if answer is None else answer.p_adjusted
        self.tag(one, f"{name}_excess_flip_rate", beyond.estimate.model_copy(update={"p_adjusted": p_adjusted}))
        change = self.tag(one, f"{name}_direction", direction(one).estimate)
        shift = score_shift(one)
        self.tag(one, f"{name}_score_shift", shift.estimate)
        attacked = name == "nonsense_control" or kind_of(one.name) == "attack"
        passes = self.tag(one, f"{name}_pass_rate", pass_rate(one)) if attacked else None
        pairs = name == "nonsense_control" and data.rubric.mode == "pairwise"
        decided = self.tag(one, DECIDED, decided_rate(one)) if pairs else None
        if effects is None or answer is None:
            return
        criterion = one.part.criterion
        reasons = dict(data.not_applicable.get((one.name, one.judge, criterion), {}))
        self.rows.append(row_of(name, effects, answer, shift, reasons))
        said = [finding(effects, answer, name), nothing_made(name, one.judge, criterion, reasons, one.items(one.n_probe > 0))]
        if name == "nonsense_control" and passes is not None:
            said.append(control_finding(one.judge, criterion, passes, _plain_passes(one), change, answer.answer))
        self.findings += [one for one in said if one is not None]
        self.cases += _cases(one)
        if decided is not None:
            self.findings += pair_findings(one, decided)
            self.cases += pair_cases(one)


def _answers(by_judge: Sequence[Sequence[Shown]], data: AnalysisInput) -> dict[int, tuple[Measured, Answer]]:
    """Effects and answers of every probe of a whole criterion, by what was shown; corrected over the criteria and probes of each judge."""
    whole = [one for probes in by_judge for one in probes if one.part.stratum is None and one.variant is None]
    found: dict[int, tuple[Measured, Answer]] = {}
    for judge in dict.fromkeys(one.judge for one in whole):
        effects = [measured(one) for one in whole if one.judge == judge]
        said = answered(effects, margins_of(data, [each.shown.name for each in effects]))
        found |= {id(each.shown): (each, answer) for each, answer in zip(effects, said, strict=True)}
    return found


def _plain_passes(one: Shown) -> float | None:
    """Share of positive plain verdicts on the items of the probe."""
    shares = positive_shares(one, one.plain)
    return None if isinstance(shares, str) else mean_of(one, np.where(one.n_probe > 0, shares, np.nan))


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
            note = nothing_made(probe, judge, criterion, dict(reasons), 0)
            margin = margins_of(data, [probe]).get(probe, thresholds.PROBE_MARGIN)
            found.rows.append(unmade_row(probe, judge, criterion, reasons, margin))
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
