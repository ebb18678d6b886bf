"""Could a judge take a person's place? How far people agree, how far a judge agrees with them, and the alternative annotator test."""

from __future__ import annotations

from typing import Any

import numpy as np

from judgeaudit import stats, thresholds
from judgeaudit.analyses.against_gold import readings
from judgeaudit.analyses.calibrations.annotators import Annotators, annotators_of
from judgeaudit.analyses.calibrations.ceiling import by_chance, ceiling_row, human_alpha, human_ceiling, is_crowd, kappas_of_people, pair_rows, relative_row
from judgeaudit.analyses.calibrations.piece import Piece, plain
from judgeaudit.analyses.parts import Part, percent
from judgeaudit.domain.results import Estimate, Finding
from judgeaudit.stats.kernels.annotator_tests import hold_together
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.shapes import AltTest


def people(part: Part) -> Piece:
    """The human ceiling, each judge relative to it, and whether it could replace an annotator; nothing where gold keeps no single labels.

    A judge with several replicates stands once with its single runs and once with its majority.
    """
    said = annotators_of(part)
    if said is None:
        return Piece()
    pairs = kappas_of_people(part, said)
    ceiling, alpha = human_ceiling(part, said, pairs), human_alpha(part, said)
    epsilon, of_epsilon = epsilon_of(part)
    estimates, findings = [ceiling, alpha], [_ceiling_finding(part, said, ceiling, pooled=is_crowd(said, pairs))]
    relative, tests = [], []
    for judge in part.judges:
        for place, reading in enumerate(readings(part, judge)):
            found = _replace(part, said, reading.runs, epsilon)
            row = relative_row(part, said, pairs, reading.judge, reading.runs)
            if len(np.unique(said.codes[~np.isnan(said.codes)])) == 1:  # kappa is 0 then, whatever the judge says
                row |= dict.fromkeys(("judge_human_kappa", "share_of_ceiling", "difference", "low", "high"))
            if ceiling.value is None:
                row |= dict.fromkeys(("share_of_ceiling", "difference", "low", "high"))
            if by_chance(ceiling):  # a share of next to nothing
                row["share_of_ceiling"] = None
            estimates += _estimates(part, reading.judge, found)
            relative.append(row)
            tests += _test_rows(part, said, reading.judge, found, epsilon, standing_in(found, ceiling))
            if place == 0:
                findings += _judge_findings(part, row, ceiling, found, epsilon)
    if of_epsilon and any(row["winning_rate"] is not None for row in tests):
        findings.append(Finding(severity="note", text=of_epsilon, criterion=part.criterion))
    blocks = {"people": pair_rows(part, said, pairs), "ceiling": [ceiling_row(said, pairs, ceiling, alpha)], "relative": relative, "alt_test": tests}
    return Piece(tuple(estimates), tuple(findings), blocks)


def epsilon_of(part: Part) -> tuple[float, str]:
    """How much worse than an annotator a judge may be and still replace one, and what must be said of it where nobody chose it."""
    data = part.data
    if data.epsilon is not None:
        return data.epsilon, ""
    if data.rubric.annotators is not None:
        return thresholds.ANNOTATOR_EPSILON[data.rubric.annotators], ""
    epsilon = thresholds.ANNOTATOR_EPSILON["expert"]
    return epsilon, (
        f"Whether a judge could replace annotators of {part.criterion} was tested with epsilon {epsilon:g}, which fits experts, because nobody said who the "
        "annotators are: it allows a judge to be that much worse because it costs less. Say annotators: expert, skilled or crowd in the rubric, or --epsilon."
    )


def _replace(part: Part, said: Annotators, runs: FloatArray, epsilon: float) -> AltTest:
    if runs.shape[0] == 0:
        return AltTest(undefined="no verdict: the judge gave no row")
    return stats.alt_test(
        said.beside(runs), level=part.scale.level, epsilon=epsilon, ci_level=part.data.ci_level, counts=said.counts, clusters=said.clusters
    )  # fmt: skip


def _estimates(part: Part, judge: str, found: AltTest) -> list[Estimate]:
    advantage = found.part("advantage") if found.parts else Estimate.missing(found.undefined or "", n_items=found.n_items, n_ratings=found.n_ratings)
    return [part.tag("alt_test_winning_rate", plain(found), judge=judge), part.tag("alt_test_advantage", advantage, judge=judge)]


def standing_in(found: AltTest, ceiling: Estimate | None = None) -> tuple[bool | None, str]:
    """Whether the judge can stand in for an annotator, or None and the reason why that cannot be said.

    The published rule ranks the items of annotators with fewer than 30 of them, and then passes judges that must not pass far more often than it
    says (tests/simulations/alt_test.md): its winning rate is given, and nothing is concluded from it. Of several annotators those with enough items
    decide, where the winning rate over all of them says the same. Where people agree no better than by chance nothing is concluded either: a judge
    that guesses is as good as annotators who guess.
    """
    if found.value is None:
        return None, found.undefined or ""
    if ceiling is not None and by_chance(ceiling):
        return (
            None,
            f"people are not shown to agree with each other beyond chance (kappa {_with_ends(ceiling)}), and beside annotators who guess guessing is enough",
        )
    least = thresholds.MIN_ITEMS_FOR_T
    counted = [n for n, test in enumerate(found.tests) if test]
    enough = [n for n in counted if found.tests[n] != "wilcoxon"]
    if not enough:
        most = max(found.n_items_each[n] for n in counted)
        if most >= least:  # all differences are the same, and clusters are few
            return None, f"too few independent items: {least} of an annotator are needed, and those that are there share clusters"
        return None, f"too few items: {least} of an annotator are needed, {most} are there"
    passes = 2 * int(hold_together(np.array([found.p[n] for n in enough], dtype=np.float64), thresholds.REPLACEMENT_FALSE_SHARE).sum()) >= len(enough)
    if passes != found.passes:
        return None, f"too few items: {len(counted) - len(enough)} of {len(counted)} annotators have fewer than {least}, and decide whether it passes"
    return passes, ""


def _test_rows(part: Part, said: Annotators, judge: str, found: AltTest, epsilon: float, standing: tuple[bool | None, str]) -> list[dict[str, Any]]:
    """One row for each annotator with items of the judge and another annotator; of very many those with most."""
    sizes = np.array(found.n_items_each, dtype=np.int64)
    order = np.sort(np.argsort(-sizes, kind="stable")[: thresholds.MAX_PEOPLE_ROWS])
    passes, note = standing
    whole = {"judge": judge, "criterion": part.criterion, "epsilon": epsilon, "winning_rate": found.value, "passes": passes, "note": note}
    return [
        {
            **whole, "annotator": said.names[n], "n_items": int(sizes[n]), "test": found.tests[n], "p": found.p[n], "rejected": found.rejected[n],
            "advantage": found.advantages[n], "difference": found.differences[n],
        }
        for n in order
        if sizes[n]
    ]  # fmt: skip


def _ceiling_finding(part: Part, said: Annotators, ceiling: Estimate, *, pooled: bool) -> Finding:
    if ceiling.value is None:
        text = (
            f"How far people agree on {part.criterion} is not known ({ceiling.undefined}), nor, then, how far a judge can be asked to agree with them. "
            "Have a second person label some of the items: 50 will do."
        )
        return Finding(severity="note", text=text, criterion=part.criterion)
    span = f", {100 * part.data.ci_level:g} % interval {ceiling.low:.2f} to {ceiling.high:.2f}" if ceiling.low is not None else ""
    head = f"On {part.criterion} {len(said.names)} annotators agree with each other at kappa {ceiling.value:.2f} ({ceiling.n_items} items with two labels or more{span})"
    if pooled:
        head += f", any one with any other, because most pairs share fewer than {thresholds.MIN_ITEMS_FOR_RESAMPLING} items,"
    if ceiling.value < thresholds.LOW_CEILING:
        text = f"{head}: people hardly agree among themselves, so that gold is one of several answers they give, and a judge that differs from it need not be wrong."
        return Finding(severity="warning", text=text, criterion=part.criterion)
    return Finding(severity="note", text=f"{head}: no judge can be asked to agree with them much better.", criterion=part.criterion)


def _judge_findings(part: Part, row: dict[str, Any], ceiling: Estimate, found: AltTest, epsilon: float) -> list[Finding]:
    """One finding for each judge where people can be compared at all."""
    if ceiling.value is None or row["judge_human_kappa"] is None:
        return []
    text = (
        f"{row['judge']} agrees with one annotator of {part.criterion} at kappa {row['judge_human_kappa']:.2f}, people with each other at {ceiling.value:.2f}: "
    )
    text += f"{_compared(row, ceiling)}."
    if found.value is None:
        text += f" Whether it could take a person's place is not known: {found.undefined}."
    else:
        n_tested = sum(test != "" for test in found.tests)
        passes, note = standing_in(found, ceiling)
        verdict = "so it could take a person's place" if passes else "half of them are needed, so it should not take a person's place"
        verdict = f"whether it could take a person's place is not known ({note})" if passes is None else verdict
        shown = "is shown to be" if passes is not None else "came out as"
        text += (
            f" It {shown} at most {epsilon:g} worse than {sum(found.rejected)} of {n_tested} annotators (alternative annotator test): {verdict}. "
            f"It is as close to the others as an annotator is on {percent(found.advantage or 0.0)} of items."
        )
    return [Finding(severity="warning" if standing_in(found, ceiling)[0] is False else "note", text=text, judge=row["judge"], criterion=part.criterion)]


def _with_ends(ceiling: Estimate) -> str:
    ends = f" ({ceiling.low:.2f} to {ceiling.high:.2f})" if ceiling.low is not None else ""
    return f"{(ceiling.value or 0.0) + 0.0:.2f}{ends}"


def _compared(row: dict[str, Any], ceiling: Estimate) -> str:
    """The judge's agreement with people beside that of people, in words."""
    part_of = row["share_of_ceiling"]
    little = " (which is little: people hardly agree among themselves)" if ceiling.value is not None and ceiling.value < thresholds.LOW_CEILING else ""
    share = f"{100 * part_of:.0f} % of it{little}, " if part_of is not None and part_of > 0 else ""
    if row["low"] is None:
        return f"{share}too few items to say more"
    if row["low"] > 0:
        return f"{share}more than people do"
    if row["high"] < 0:
        return f"{share}less than people do"
    return f"{share}a difference that may be chance"
