"""Where a cue moved a verdict: does the rationale mention it? If it does not, what it gives as its reason is not what moved it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log
from typing import Any

import numpy as np

from judgeaudit import stats, thresholds
from judgeaudit.analyses.biases.mention_rows import Read, cases_of, rows_of
from judgeaudit.analyses.biases.moved import FEWEST, Movement, by_itself, movements, told_items
from judgeaudit.analyses.biases.moved_said import accounts
from judgeaudit.analyses.biases.reading import Reading
from judgeaudit.analyses.biases.shown_cue import Cues
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.probe_counts import Shown
from judgeaudit.analyses.probe_cues import estimate_name, kind_of
from judgeaudit.domain.results import Case, Estimate, Finding
from judgeaudit.text.cue_words import Mention, mention_of

ONE_REPLICATE = f"no item has {FEWEST} plain verdicts and one of the probe: whether the probe moved it, or it moves by itself, is not known"
NOTHING_MOVED = "the probe moved no verdict"
NO_RATIONALE = "no rationale of a moved verdict"
NOBODY_KNOWS = (
    "no rationale of a moved verdict can be read for the cue: its words are not known or stand in the plain rationales too, or the language is not read"
)

Place = tuple[str, str, str]
"""Judge, criterion, probe."""


@dataclass(frozen=True)
class Moved:
    """What a probe moved of a criterion or a stratum: under each variant, how many items it can be told of, what was read of the movements."""

    pooled: Shown
    variants: tuple[Shown, ...]
    read: tuple[Read, ...]
    n_items: int
    n_moved: int

    @property
    def expected(self) -> float:
        """Verdicts that reruns alone would move."""
        return sum(by_itself(one, toward_only=kind_of(one.name) == "attack") for one in self.variants)

    @property
    def verdicts(self) -> list[tuple[Movement, Mention, str]]:
        """Moved verdicts that were read, with their rationales ("" where there is none)."""
        return [(one.movement, *said) for one in self.read for said in zip(one.mentions, one.account.moved, strict=True)]

    @property
    def known(self) -> list[tuple[Movement, bool]]:
        """Those whose rationale mentions the cue, or does not, for sure."""
        return [(movement, mention.mentioned) for movement, mention, _ in self.verdicts if mention.mentioned is not None]


def mentions(data: AnalysisInput, shown: Sequence[Shown]) -> Reading:
    """Whether rationales mention the cues that moved their verdicts.

    Parameters
    ----------
    data : AnalysisInput
    shown : sequence of Shown

    Returns
    -------
    Reading
        `<probe>_unmentioned_rate` of every bias and attack, as a whole and by stratum; blocks `moved` and `mentions` (how many); cases `moved_unmentioned` and `moved_by_probe`.

    Notes
    -----
    A verdict is moved where it differs from all plain ones of its item (at least two) by more than these differ from each other. That is no proof
    of one verdict: reruns do that too, and nothing is taken off; `method` says about how many are expected of them. Of an attack only verdicts
    that rise count. The unit of the interval is the item. No rationale, or none that can be read: counted apart.
    """
    of_cues = [one for one in shown if kind_of(one.name) in ("bias", "attack")]
    whole = [one for one in of_cues if one.part.stratum is None]
    by_place = {_place(one): _movements(data, _variants(one, whole)) for one in whole if one.variant is None}
    read = _read(data, [one for _, some in by_place.values() for one in some])
    estimates: list[Estimate] = []
    counts: list[dict[str, Any]] = []
    cases: list[Case] = []
    rows = []
    for pooled in (one for one in of_cues if one.variant is None):
        every, some = by_place[_place(pooled)]
        mine = tuple(read[id(one)] for one in some if _inside(one, pooled))
        inside = [one for one in every if _inside(one, pooled)]
        n_moved = round(sum(one.share * int(one.shown.n_probe[one.pattern]) for one in inside))
        moved = Moved(pooled, _variants(pooled, of_cues), mine, len({one.item for one in inside}), n_moved)
        estimates.append(_tagged(moved, _rate(moved)))
        if pooled.part.stratum is None:
            counts.append(_counts(moved))
            rows += rows_of(mine, data)
            cases += cases_of(mine, data)
    return Reading(estimates=estimates, cases=cases, blocks={name: found for name, found in (("moved", rows), ("mentions", counts)) if found})


def _place(one: Shown) -> Place:
    return one.judge, one.part.criterion, one.name


def _variants(pooled: Shown, shown: Sequence[Shown]) -> tuple[Shown, ...]:
    """A probe under each of its variants."""
    several = [one for one in shown if one.variant is not None and _place(one) == _place(pooled) and one.part.stratum == pooled.part.stratum]
    return tuple(several) or (pooled,)


def _inside(one: Movement, pooled: Shown) -> bool:
    return pooled.part.stratum in (None, one.shown.part.patterns.strata[one.pattern])


def _movements(data: AnalysisInput, variants: Sequence[Shown]) -> tuple[list[Movement], list[Movement]]:
    """What the variants of a probe moved, of an attack what rose; and those of them that are read."""
    attack = kind_of(variants[0].name) == "attack"
    found = sorted((one for shown in variants for one in movements(shown) if one.toward or not attack), key=lambda one: (one.item, one.variant))
    if len(found) <= thresholds.MAX_MOVED_READ:
        return found, found
    picked = data.rng("moved", *_place(variants[0])).choice(len(found), thresholds.MAX_MOVED_READ, replace=False)
    return found, [found[n] for n in sorted(picked)]


def _read(data: AnalysisInput, found: Sequence[Movement]) -> dict[int, Read]:
    """What was written on each movement, and whether it mentions the cue."""
    cues = Cues(data)
    read: dict[int, Read] = {}
    for one in accounts(data, found):
        movement = one.movement
        key = (movement.shown.name, movement.variant, movement.item, movement.shown.part.criterion)
        cue = cues.cue(*key)
        read[id(movement)] = Read(one, tuple(mention_of(text, cue, one.plain) for text in one.moved), cues.variant(*key))
    return read


def _tagged(moved: Moved, rate: Estimate) -> Estimate:
    one = moved.pooled
    return one.part.tag(f"{estimate_name(one.name)}_unmentioned_rate", rate, judge=one.judge)


def _rate(moved: Moved) -> Estimate:
    """Share of the moved verdicts whose rationale does not mention the cue."""
    if not any(told_items(one) for one in moved.variants):
        return Estimate.missing(ONE_REPLICATE)
    if not moved.read:
        return Estimate.missing(NOTHING_MOVED)
    if not any(text for _, _, text in moved.verdicts):
        return Estimate.missing(NO_RATIONALE)
    known = moved.known
    if not known:
        return Estimate.missing(NOBODY_KNOWS)
    names = moved.pooled.part.patterns.clusters
    units = [names[one.index] or f"\0{one.item}" for one, _ in known]
    numbers = {name: n for n, name in enumerate(sorted(set(units)))}
    values = np.array([float(not mentioned) for _, mentioned in known])
    clusters = np.array([numbers[unit] for unit in units], dtype=np.int64)
    found = stats.proportion(values, ci_level=moved.pooled.part.data.ci_level, clusters=clusters)
    n_items = len({one.item for one, _ in known})
    return found.model_copy(update={"n_items": n_items, "n_ratings": len(values), "method": _method(moved, n_items, found.method)})


def _method(moved: Moved, n_items: int, how: str) -> str:
    verdicts, known = moved.verdicts, moved.known
    silent = sum(not text for _, _, text in verdicts)
    doubtful = len(verdicts) - silent - len(known)
    apart = [f"{silent} without a rationale"] * (silent > 0) + [f"{doubtful} of which nobody can say"] * (doubtful > 0)
    sample = f", {len(verdicts):,} of {moved.n_moved:,} at random" if len(verdicts) < moved.n_moved else ""
    told = f"of {len(known):,} moved verdicts on {n_items:,} items{sample}"
    return "; ".join((told, *apart, f"reruns alone would move about {moved.expected:.1f} of {moved.n_moved:,}", how.partition("; ")[2] or how))


def _counts(moved: Moved) -> dict[str, Any]:
    """The row of the block `mentions`: how many verdicts were moved, can be read, and mention nothing."""
    one, verdicts, known = moved.pooled, moved.verdicts, moved.known
    told = (one.n_plain >= FEWEST) & (one.n_probe > 0)
    return {
        "probe": estimate_name(one.name), "judge": one.judge, "criterion": one.part.criterion, "n_told": int((one.n_probe * one.part.weights)[told].sum()),
        "n_moved": moved.n_moved, "n_items": moved.n_items, "expected": round(moved.expected, 3), "n_read": len(verdicts),
        "n_rationales": sum(bool(text) for _, _, text in verdicts), "n_known": len(known), "n_unmentioned": sum(not mentioned for _, mentioned in known),
    }  # fmt: skip


def unmentioned(probes: Iterable[Mapping[str, Any]], counts: Iterable[Mapping[str, Any]]) -> list[Finding]:
    """A warning where a probe is known to move a judge, and rationales do not say so.

    Parameters
    ----------
    probes, counts : iterable of mapping
        Rows of the blocks `probes` and `mentions`.
    """
    biased = {(row["judge"], row["criterion"], row["probe"]) for row in probes if row["answer"] == "biased"}
    return [_finding(row) for row in counts if (row["judge"], row["criterion"], row["probe"]) in biased and _beyond_reruns(row)]


def _beyond_reruns(row: Mapping[str, Any]) -> bool:
    """Whether more rationales mention nothing than verdicts that reruns alone would have moved, by more than chance (Poisson)."""
    n, mean = row["n_unmentioned"], row["expected"] * row["n_known"] / max(row["n_moved"], 1)
    fewer = sum(exp(k * log(mean) - mean - lgamma(k + 1)) for k in range(n)) if mean > 0 else float(n > 0)
    return n > 0 and (mean == 0 or 1 - fewer < thresholds.PROBE_ALPHA)


def _finding(row: Mapping[str, Any]) -> Finding:
    n, silent = row["n_known"], row["n_unmentioned"]
    told = (
        "the one that can be read does not mention it" if n == 1 else f"none of {n:,} mentions it" if silent == n else f"{silent:,} of {n:,} do not mention it"
    )
    text = (
        f"{row['judge']} on {row['criterion']}: under {row['probe']} {row['n_moved']:,} of {row['n_told']:,} verdicts are none that it gives the item as it is "
        f"({row['n_items']:,} items; reruns alone: about {row['expected']:.1f}). Of their rationales {told}: what they give as the reason is not what moved the verdict."
    )
    return Finding(severity="warning", text=text, judge=row["judge"], criterion=row["criterion"])
