"""Which judge is better? Every pair of judges on the items that both answered."""

from __future__ import annotations

from dataclasses import asdict
from itertools import combinations
from typing import Any

import numpy as np

from judgeaudit import stats, thresholds
from judgeaudit.analyses.against_gold import readings
from judgeaudit.analyses.calibrations.paired import Paired, paired
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.calibrations.rightness import metric_of, of_items, rightness, say_metric
from judgeaudit.analyses.parts import Part, listed
from judgeaudit.domain.results import Finding

ALPHA = 0.05
"""Corrected p up to which a difference is called clear."""


def compared(part: Part) -> Piece:
    """Block `judge_pairs`: difference of accuracy (mean error on interval scales), first less second, with p values by Holm over all pairs.

    A judge with several replicates stands for a single run of it: an item counts with the share of its runs that are right. Judges whose
    verdicts are all the same are one judge to the correction: comparing each of them with a third is one comparison, and with each other none.
    """
    values = {judge: of_items(rightness(part, readings(part, judge)[0])) for judge in part.patterns.judges}
    found = {(a, b): paired(part, values[a], values[b], who=(a, b)) for a, b in combinations(values, 2)}
    if all(one.p is None for one in found.values()):
        return Piece()
    same_as = _same_as(part)
    asked = {pair: one.p for pair, one in found.items() if one.p is not None and all(same_as[judge] == judge for judge in pair)}
    adjusted = dict(zip(asked, stats.holm(list(asked.values())).adjusted, strict=True)) if asked else {}
    rows = [_row(part, pair, one, _adjusted(pair, one, same_as, adjusted)) for pair, one in found.items()]
    return Piece(findings=(*_never_apart(part, same_as), *_findings(part, rows, len(asked), same_as)), blocks={"judge_pairs": rows})


def _same_as(part: Part) -> dict[str, str]:
    """For each judge the first one with the same verdicts on all items, itself where there is none, or where both answered few."""
    codes = {judge: part.patterns.codes(judge)[part.rows.index] for judge in part.patterns.judges}
    first: dict[bytes, str] = {}
    found = {}
    for judge, table in codes.items():
        rated = np.asarray(~np.isnan(table).all(axis=1))
        counts = np.ones(len(table), dtype=np.int64) if part.rows.counts is None else part.rows.counts
        constant = bool((np.nanmax(table[rated], axis=1) == np.nanmin(table[rated], axis=1)).all())
        kept = np.where(rated, np.nanmax(np.where(rated[:, np.newaxis], table, 0.0), axis=1), np.inf) if constant else np.where(np.isnan(table), np.inf, table)
        enough = int(counts[rated].sum()) >= thresholds.MIN_ITEMS_FOR_RESAMPLING
        found[judge] = first.setdefault(kept.tobytes(), judge) if enough else judge
    return found


def _adjusted(pair: tuple[str, str], found: Paired, same_as: dict[str, str], adjusted: dict[tuple[str, str], float | None]) -> float | None:
    """That of the judges that these two are the same as."""
    a, b = (same_as[judge] for judge in pair)
    if a == b or found.p is None:
        return found.p
    return adjusted.get((a, b), adjusted.get((b, a)))


def _never_apart(part: Part, same_as: dict[str, str]) -> tuple[Finding, ...]:
    """Names of judges that give one and the same verdict everywhere."""
    groups = [tuple(judge for judge in same_as if same_as[judge] == one) for one in dict.fromkeys(same_as.values())]
    said = (
        f"{' and '.join((listed(names[:-1]), names[-1]))} give the same verdict on every item of {part.criterion}: one judge under {len(names)} names, or judges that are worth "
        "one. They count once as comparisons, and each of them has a vote of its own in a panel."
        for names in groups
        if len(names) > 1
    )
    return tuple(Finding(severity="warning", text=text, criterion=part.criterion) for text in said)


def _row(part: Part, pair: tuple[str, str], found: Paired, adjusted: float | None) -> dict[str, Any]:
    values = asdict(found)
    ends = {"first_value": values.pop("first"), "second_value": values.pop("second")}
    return {"criterion": part.criterion, "first": pair[0], "second": pair[1], "metric": metric_of(part), **values, "p_adjusted": adjusted, **ends}


def _findings(part: Part, rows: list[dict[str, Any]], n_tests: int, same_as: dict[str, str]) -> tuple[Finding, ...]:
    """One finding: for two judges the difference; for more the best one, whom it is clearly better than, and whom not. None where all are the same."""
    if n_tests == 0:
        return ()
    if len(rows) == 1:
        return (Finding(severity="note", text=_of_two(part, rows[0]), criterion=part.criterion),)
    ahead = {judge: _ahead(part, rows, judge) for row in rows for judge in (row["first"], row["second"])}
    best = max(sorted(ahead), key=lambda judge: (ahead[judge], _value(rows, judge) * (1 if metric_of(part) == "accuracy" else -1)))
    mine = [(row, row["second"] if row["first"] == best else row["first"]) for row in rows if best in (row["first"], row["second"])]
    clear = tuple(other for row, other in mine if row["p_adjusted"] is not None and row["p_adjusted"] <= ALPHA and _better(part, row) == best)
    rest = tuple(other for _, other in mine if other not in clear and same_as[other] != same_as[best])
    text = f"On {part.criterion} {best} does best among {len(ahead)} judges, each two compared on the same items ({n_tests} comparisons, corrected for their number): "
    text += f"clearly better than {listed(clear)}" if clear else "but it is clearly better than none of them"
    text += f"; not clearly better than {listed(rest)}." if rest and clear else "."
    return (Finding(severity="note", text=text, criterion=part.criterion),)


def _of_two(part: Part, row: dict[str, Any]) -> str:
    what = "is right on" if row["metric"] == "accuracy" else "is off by"
    unit, scale = ("percentage points", 100) if row["metric"] == "accuracy" else ("points", 1)
    head = (
        f"On the same {row['n_items']} items of {part.criterion} {row['first']} {what} {say_metric(part, row['first_value'])} and {row['second']} "
        f"{what} {say_metric(part, row['second_value'])}: "
    )
    if row["p"] > ALPHA:
        return f"{head}the difference may be chance (p {row['p']:.2g})."
    span = "" if row["low"] is None else f", {100 * part.data.ci_level:g} % interval {scale * row['low']:.1f} to {scale * row['high']:.1f}"
    return f"{head}{_better(part, row)} is clearly better (difference {scale * row['difference']:.1f} {unit}{span}, p {row['p']:.2g})."


def _better(part: Part, row: dict[str, Any]) -> str | None:
    if not row["difference"]:
        return None
    higher = row["difference"] > 0
    return str(row["first"] if higher == (metric_of(part) == "accuracy") else row["second"])


def _ahead(part: Part, rows: list[dict[str, Any]], judge: str) -> int:
    """Judges that one beats on their common items."""
    return sum(judge in (row["first"], row["second"]) and _better(part, row) == judge for row in rows if row["difference"] is not None)


def _value(rows: list[dict[str, Any]], judge: str) -> float:
    values = [row[f"{place}_value"] for row in rows for place in ("first", "second") if row[place] == judge and row[f"{place}_value"] is not None]
    return float(np.mean(values)) if values else 0.0
