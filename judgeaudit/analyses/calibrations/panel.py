"""Is a panel worth its price? The majority of the planned judges, latent labels, and the best single judge beside them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats
from judgeaudit.analyses.against_gold import reading_of, readings
from judgeaudit.analyses.calibrations.paired import Paired, paired
from judgeaudit.analyses.calibrations.piece import Piece
from judgeaudit.analyses.calibrations.rightness import metric_of, of_items, rightness, say_metric
from judgeaudit.analyses.parts import Part, listed, percent, runs_together
from judgeaudit.analyses.served import stand_ins
from judgeaudit.domain.results import Finding
from judgeaudit.stats.kernels.ratings_check import FloatArray

MOST_LABELS = 50
"""Labels above which latent labels have more error rates than a panel can tell (those of `dawid_skene`)."""


def panel(part: Part) -> Piece:
    """Block `panel`: one row for a criterion with two planned judges or more that are judges of their own."""
    members = planned_members(part)
    if len(members) < 2 or sum(member in part.patterns.judges for member in members) < 2 or np.isnan(part.patterns.gold[part.rows.index]).all():
        return Piece()
    runs, _ = runs_together(part, members)
    decided, tied, undecided = (np.stack(of_runs) for of_runs in zip(*(panel_majority(run, level=part.scale.level) for run in runs), strict=True))
    of_panel = of_items(rightness(part, reading_of(part, "panel", decided, np.asarray(tied.any(axis=0)))))
    singles = {judge: of_items(rightness(part, readings(part, judge)[0])) for judge in members if judge in part.patterns.judges}
    best = _best(part, singles)
    if best is None:
        return Piece()
    known = ~np.isnan(part.patterns.gold) & (part.weights > 0)
    all_runs = _run_by_run(part, decided, tied, asked=np.asarray(~np.isnan(runs).all(axis=2)))
    against = paired(part, *(_over_all(part, values, known) for values in (all_runs, singles[best])), who=("panel", best))
    n_tied, n_undecided = (int(part.weights[known & which.any(axis=0)].sum()) for which in (tied, undecided))
    values = {"panel": _mean(part, of_panel), "best": _mean(part, singles[best])}
    silent = [member for member, of_member in zip(members, np.moveaxis(runs, 2, 0), strict=True) if np.isnan(of_member).all()]
    row = {
        "criterion": part.criterion, "members": list(members), "metric": metric_of(part), **_accuracies(part, values), "best_judge": best,
        "difference": against.difference, "low": against.low, "high": against.high, "p": against.p, "effective_judges": _effective(part, runs),
        "dawid_skene_accuracy": _latent(part, runs), "n_items": int(part.weights[known & ~np.isnan(of_panel)].sum()), "n_gold": int(part.weights[known].sum()),
        "n_tied": n_tied, "n_undecided": n_undecided, "note": _note(part, silent, n_tied + n_undecided), "silent": silent,
    }  # fmt: skip
    return Piece(findings=_findings(part, row, values, against), blocks={"panel": [row]})


def planned_members(part: Part) -> tuple[str, ...]:
    """Who was to vote, by name: judges of the table and of the plan, and the rubric's where verdicts of any of them came in a file; no judge twice."""
    double = stand_ins(part.data)
    named = tuple(judge.name for judge in part.data.rubric.judges) if part.data.planned is None else ()
    of_rubric = named if any(judge in part.patterns.judges for judge in named) else ()
    return tuple(sorted(judge for judge in {*part.judges, *of_rubric} if judge not in double))


def _run_by_run(part: Part, decided: FloatArray, tied: NDArray[np.bool_], *, asked: NDArray[np.bool_]) -> FloatArray:
    """Share of runs in which the panel is right; one in which some member answered and it has no verdict is not. On interval scales the mean distance."""
    values = rightness(part, reading_of(part, "panel", decided, np.asarray(tied.any(axis=0))))
    return of_items(values if metric_of(part) == "mae" else np.where(asked & np.isnan(values), 0.0, values))


def _over_all(part: Part, values: FloatArray, known: NDArray[np.bool_]) -> FloatArray:
    """Over all gold items: who gives no verdict is not right. On interval scales there is no distance to be had, and such items are left out."""
    return values if metric_of(part) == "mae" else np.where(known, np.nan_to_num(values), np.nan)


def panel_majority(codes: FloatArray, *, level: str) -> tuple[FloatArray, NDArray[np.bool_], NDArray[np.bool_]]:
    """The verdict of a panel whose members were all asked.

    Parameters
    ----------
    codes : float array, shape (n_items, n_members)
        NaN where a planned member gave no verdict.
    level : {"nominal", "ordinal", "interval"}

    Returns
    -------
    codes : float array, shape (n_items,)
        The label that leads whatever the missing members would have said; of two labels that is the one of more than half of all members.
        On interval scales the mean score, where more than half of all members gave one. NaN where there is none.
    tied, undecided : bool arrays, shape (n_items,)
        Two labels lead together; or the missing could have changed what leads.
    """
    n_members = codes.shape[1]
    n_missing = np.isnan(codes).sum(axis=1)
    n_given = n_members - n_missing
    if level == "interval":
        enough = 2 * n_given > n_members
        mean = np.where(enough, np.nansum(codes, axis=1) / np.maximum(n_given, 1), np.nan)
        return mean, np.zeros(len(codes), dtype=bool), ~enough
    values = np.unique(codes[~np.isnan(codes)])
    votes = np.zeros((len(codes), len(values) + 2), dtype=np.int64)  # two labels that nobody gave, so that there is always a second
    votes[:, : len(values)] = np.stack([(codes == value).sum(axis=1) for value in values], axis=1) if len(values) else 0
    second, first = np.partition(votes, -2, axis=1)[:, -2:].T
    tied = (first > 0) & (first == second)
    settled = first > second + n_missing
    winner = np.append(values, [np.nan, np.nan])[votes.argmax(axis=1)]
    return np.where(settled, winner, np.nan), tied, ~settled & ~tied


def _best(part: Part, singles: dict[str, FloatArray]) -> str | None:
    """The judge that is right most often (off least) over its gold items; of equals the first by name."""
    means = {judge: mean for judge, values in singles.items() if (mean := _mean(part, values)) is not None}
    sign = 1 if metric_of(part) == "mae" else -1
    return min(means, key=lambda judge: (sign * means[judge], judge)) if means else None


def _mean(part: Part, values: FloatArray) -> float | None:
    weights = np.where(np.isnan(values), 0, part.weights)
    return float((np.nan_to_num(values) * weights).sum() / weights.sum()) if weights.sum() else None


def _accuracies(part: Part, values: dict[str, float | None]) -> dict[str, float | None]:
    """Both as accuracies or, on interval scales, as mean errors."""
    exact = metric_of(part) == "accuracy"
    names = ("majority_accuracy", "best_accuracy"), ("panel_mae", "best_mae")
    filled = dict(zip(names[0 if exact else 1], (values["panel"], values["best"]), strict=True))
    return {**dict.fromkeys((*names[0], *names[1])), **filled}


def _latent(part: Part, runs: FloatArray) -> float | None:
    """Accuracy of the most probable labels by Dawid and Skene, over gold items that have any verdict; None where labels are no classes.

    Only which label is most probable counts, and that is settled long before probabilities are: the iterations end early.
    """
    codes = part.scale.codes
    if part.scale.level == "interval" or codes is None or len(codes) > MOST_LABELS:
        return None
    weights = part.weights
    rows = np.flatnonzero(weights > 0)
    found = stats.dawid_skene(runs[:, rows], level=part.scale.level, labels=list(codes), counts=weights[rows], tolerance=1e-3, max_iterations=200)
    if found.value is None:
        return None
    likely = np.array([np.nan if code is None else code for code in found.most_likely])
    gold = part.patterns.gold[rows]
    known = ~np.isnan(likely) & ~np.isnan(gold)
    return float(((likely == gold) * weights[rows])[known].sum() / weights[rows][known].sum()) if known.any() else None


def _effective(part: Part, runs: FloatArray) -> float | None:
    """Kish's number from the errors, as the agreement analysis has it with an interval."""
    gold = part.patterns.gold[part.rows.index]
    return stats.effective_judges(runs[:, part.rows.index], level=part.scale.level, gold=gold, counts=part.rows.counts, clusters=part.rows.clusters).value


def _note(part: Part, silent: list[str], n_open: int) -> str:
    said = ["the best judge was picked on these very items, which flatters it", "Dawid-Skene takes judges to err independently of each other"]
    said += [f"without any verdict, counted as planned: {', '.join(silent)}"] if silent else []
    if n_open and metric_of(part) == "accuracy":
        said.append("accuracy is that of the items that it decides, the difference of all gold items, none of which counts as right without a verdict")
    return "; ".join(said)


def _worth(row: dict[str, Any]) -> str:
    """How many judges the panel is worth: fewer than it has only where they err together."""
    n, silent = len(row["members"]) - len(row["silent"]), row["silent"]
    who = f"{n} judges{' that answer' if silent else ''}"
    apart = f" ({listed(tuple(silent))} gave no verdict)" if silent else ""
    if row["effective_judges"] > n - 0.05:
        return f"{who} err independently of each other{apart}"
    return f"{who} err together and are worth {row['effective_judges']:.1f} that err independently{apart}"


def _findings(part: Part, row: dict[str, Any], values: dict[str, float | None], against: Paired) -> tuple[Finding, ...]:
    """One finding: what the panel reaches beside its best member, and how many judges it is worth."""
    if values["panel"] is None or values["best"] is None:
        return ()
    exact = row["metric"] == "accuracy"
    worth = "" if row["effective_judges"] is None else f" Its {_worth(row)}."
    open_items = row["n_tied"] + row["n_undecided"]
    share_decided = max(0, row["n_gold"] - open_items) / max(1, row["n_gold"])
    decided = f", so that it is right on {percent(values['panel'] * share_decided)} of all of them" if exact else ""
    left = f" that it decides; {open_items} of {row['n_gold']} gold items are tied or undecided and have no verdict{decided}" if open_items else ""
    verb = "is right on" if exact else "is off by"
    head = (
        f"On {part.criterion} the {'majority' if exact else 'mean'} of {len(row['members'])} judges {verb} {say_metric(part, values['panel'])}{left}. "
        f"Its best member, {row['best_judge']}, {verb} {say_metric(part, values['best'])}: "
    )
    if against.p is None or against.difference is None:
        return (Finding(severity="note", text=f"{head}they have no item in common.{worth}", criterion=part.criterion),)
    better = (against.difference > 0) == exact
    found = "the difference may be chance" if against.p > 0.05 else "the panel is clearly better" if better else "the best member alone is clearly better"
    where = "over all gold items, none counting as right without a verdict," if exact and open_items else "on the same items"
    said = f"{where} {found} (p {against.p:.2g})"
    said += ". A majority of two judges is their agreement: it decides nothing else" if exact and len(row["members"]) == 2 else ""
    latent = row["dawid_skene_accuracy"]
    weighed = "" if latent is None else f" Weighting each judge by how it agrees with the others (Dawid-Skene) is right on {percent(latent)}."
    return (Finding(severity="note", text=f"{head}{said}.{weighed}{worth}", criterion=part.criterion),)
