"""The alternative annotator test: may the judge take an annotator's place?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.stats.kernels.alternative_scores import lost_and_held, mean_of_shares
from judgeaudit.stats.kernels.annotator_tests import hold_together, p_below
from judgeaudit.stats.kernels.options import number, share, whole
from judgeaudit.stats.kernels.rates import settle
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, Sample, check_ratings, say_code
from judgeaudit.stats.shapes import AltTest

_FIX = "use 0.2 where annotators are experts, 0.15 where they are skilled, 0.1 where they are a crowd"


def alt_test(
    ratings: ArrayLike,
    *,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    epsilon: float = thresholds.ANNOTATOR_EPSILON["expert"],
    q: float = thresholds.REPLACEMENT_FALSE_SHARE,
    min_items: int = thresholds.MIN_ITEMS_FOR_T,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> AltTest:
    """How many annotators could the judge replace: does it say what the others say as often as the annotator whose place it takes?

    Use it before annotators are replaced, with three of them or more and 50 to 100 items of each; judges are compared by `advantage`,
    never by the value. Known weakness: below `min_items` items Wilcoxon's test, which the authors advise, takes ties for proof and calls
    an annotator who is better by epsilon replaceable in 5 to 92 of 100 cases (t from 30 items on: 4 to 6, and up to 16 where nearly all
    are ties); the value has as many steps as there are annotators, who may be wrong together; `advantage` counts ties as held, so that
    on few labels a judge that guesses may reach a half; with two annotators each is the other's only measure.

    Parameters
    ----------
    ratings : float array, shape (n_items, 1 + n_annotators) or (n_runs, n_items, 1 + n_annotators)
        Codes; column 0 the judge, the others the annotators. NaN where missing. Of an annotator those items count that the judge
        and at least one other annotator labelled too; over several runs an item counts with its mean.
    level : {"nominal", "ordinal", "interval"}
        Labels are scored by the share of the other annotators who gave the same, at "nominal" and "ordinal"; scores ("interval") by
        the root mean square error to theirs.
    labels : sequence of float, optional
        Every point of the scale, ascending; used to check the ratings.
    epsilon : float
        By how much the judge may be worse and still be preferred, because it costs less, 0 to 1: 0.2 where annotators are experts,
        0.15 where they are skilled, 0.1 where they are a crowd; less where they hardly agree.
    q : float
        Share of annotators wrongly called replaceable that is accepted among those called so.
    min_items : int
        Items below which an annotator's test is Wilcoxon's in place of t, at least 2.
    ci_level, n_resamples, rng, counts, clusters
        See `judgeaudit.stats`. The interval of `advantage` is Wilson's, whatever `n_resamples` is.

    Returns
    -------
    AltTest
        Share of annotators whom the judge can replace (winning rate), 0 to 1, higher is better; `passes` from 0.5 on. Part "advantage"
        is the chance that the judge is as close to the others as an annotator is, with its interval. Undefined when no annotator has an
        item that the judge and another annotator labelled too, or all have so few that no result could show it (below 5 at q = 0.05).

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    For annotator j and item i, the judge's score is its mean agreement with the labels of all annotators but j (or minus the root
    mean square error to them), and so is j's. d_ij is 1 where j scores higher, -1 where the judge does, 0 where they tie; the judge
    holds its own where d_ij is 0 or less, and its share of such items, averaged over annotators, is `advantage`. A one-sided t-test
    asks whether the mean of d_ij is below epsilon; all of them together are corrected by Benjamini and Yekutieli, and the value is the
    share that is rejected. t is not defined where all d_ij are the same: p is then 0 where they are below epsilon, else 1.

    With fewer than `min_items` items it is Wilcoxon's signed-rank test of d_ij - epsilon, exact; annotators with so few items that even
    the clearest result would not reach q are not counted (the authors' program leaves out all below `min_items`). With clusters, t
    is that of the means of clusters, with a degree of freedom less than an annotator has clusters, and every cluster weighs the same.

    References
    ----------
    Calderon, Reichart & Dror 2025, doi:10.18653/v1/2025.acl-long.782, pages 16051-16081, section 3. Benjamini & Yekutieli 2001,
    doi:10.1214/aos/1013699998. Wilcoxon 1945, doi:10.2307/3001968.

    Examples
    --------
    Two annotators and 50 items: 30 ties, 5 on which the first one is closer to the second and 15 on which the judge is (scipy's t-test
    of these differences against 0.2: t = -4.666667, p = 1.2006e-05):

    >>> found = alt_test([[1, 1, 1], [0, 1, 1], [1, 0, 1]], counts=[30, 5, 15])
    >>> f"{found.p[0]:.4e}"
    '1.2006e-05'
    """
    epsilon = number(epsilon, "epsilon", fix=_FIX, at_least=0, below=1)
    q = share(q, "q", fix="use 0.05")
    min_items = whole(min_items, "min_items", fix="use 30", at_least=2, at_most=10_000)
    sample = check_ratings(
        ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters
    )  # fmt: skip
    reason = _why_nobody(sample)
    if reason is not None:
        return AltTest(undefined=reason, n_ratings=_n_ratings(sample, np.ones(len(sample.counts), dtype=np.bool_)))
    lost, held = lost_and_held(sample)
    return _result(sample, lost, held, epsilon=epsilon, q=q, min_items=min_items)


def _why_nobody(sample: Sample) -> str | None:
    """Why no annotator has an item that the judge and another annotator have too; None where one has."""
    if np.isnan(sample.ratings).all():
        return "no ratings"
    given = ~np.isnan(sample.ratings.reshape(-1, sample.ratings.shape[2]))
    if int(given.any(axis=0).sum()) < 2:
        return "one rater: the judge takes an annotator's place beside others, so it takes the judge and two annotators"
    with_judge = given[given[:, 0], 1:]
    if not with_judge.any():
        return "no overlap: no item has the judge's label and an annotator's"
    if int(given[:, 1:].any(axis=0).sum()) < 2:
        return "one annotator: judge and annotator are both held against the other annotators, so it takes two"
    return None if (with_judge.sum(axis=1) >= 2).any() else "no overlap: no item has the judge's label and those of two annotators"


def _result(sample: Sample, lost: FloatArray, held: FloatArray, *, epsilon: float, q: float, min_items: int) -> AltTest:
    known = ~np.isnan(lost)
    tests = [
        p_below(lost[rows, j], sample.counts[rows], None if sample.clusters is None else sample.clusters[rows], margin=epsilon, q=q, min_items=min_items)
        for j, rows in enumerate(known.T)
    ]  # fmt: skip
    counted = np.array([p is not None for _, p in tests])
    p_values = np.array([p for _, p in tests if p is not None])
    rejected = np.zeros(len(tests), dtype=np.bool_)
    rejected[counted] = hold_together(p_values, q)
    used = np.asarray((known & counted if counted.any() else known).any(axis=1))
    facts = {"n_items": int(sample.counts[used].sum()), "n_ratings": _n_ratings(sample, used)}
    each = {
        "p": tuple(p for _, p in tests), "tests": tuple(test for test, _ in tests), "rejected": tuple(bool(one) for one in rejected),
        "advantages": _means(held, sample), "differences": _means(lost, sample),
        "n_items_each": tuple(int(sample.counts[rows].sum()) for rows in known.T),
    }  # fmt: skip
    if not counted.any():
        reason = f"too few items: no annotator has enough {'items' if sample.clusters is None else 'clusters'} for any result to reach p = {say_code(q)}"
        return AltTest(undefined=reason, parts=(Estimate.missing(reason, **facts).about(name="advantage"),), **facts, **each)
    advantage = _advantage(sample, held[:, counted], facts)
    value = settle(float(rejected.sum()) / int(counted.sum()))
    method = _say(sample, [test for test, _ in tests], int(rejected.sum()), epsilon, q)
    return AltTest(value=value, method=method, advantage=advantage.value, passes=value >= 0.5, parts=(advantage,), **facts, **each)


def _n_ratings(sample: Sample, rows: BoolArray) -> int:
    return int(((~np.isnan(sample.ratings)).sum(axis=2) * sample.counts)[:, rows].sum())


def _means(values: FloatArray, sample: Sample) -> tuple[float | None, ...]:
    """Each annotator's mean over items; None where there are none."""
    known = ~np.isnan(values)
    return tuple(
        settle(float(values[rows, j] @ sample.counts[rows]) / int(sample.counts[rows].sum())) if rows.any() else None for j, rows in enumerate(known.T)
    )


def _advantage(sample: Sample, held: FloatArray, facts: dict[str, int]) -> Estimate:
    mean, low, high = mean_of_shares(held, sample.counts, sample.clusters, sample.ci_level)
    over = "items" if sample.clusters is None else f"{len(np.unique(sample.clusters[~np.isnan(held).all(axis=1)]))} clusters"
    method = f"mean over {held.shape[1]} annotators of the share of items on which the judge is as close to the others; Wilson interval, variance over {over}"
    value = settle(mean)
    return Estimate(
        name="advantage", value=value, low=min(settle(low), value), high=max(settle(high), value), ci_level=sample.ci_level, method=method, **facts
    )  # fmt: skip


def _say(sample: Sample, tests: list[str], n_rejected: int, epsilon: float, q: float) -> str:
    """What was tested and how, and who was not counted."""
    counted = [test for test in tests if test]
    n_annotators = int((~np.isnan(sample.ratings[:, :, 1:])).any(axis=(0, 1)).sum())
    names = {"t": "t", "wilcoxon": "Wilcoxon's (exact)", "constant": "all differences the same"}
    how = ", ".join(f"{names[test]} {counted.count(test)}" for test in names if test in counted)
    score = "root mean square error" if sample.level == "interval" else "agreement"
    said = [
        f"alternative annotator test by {score}, epsilon {say_code(epsilon)}: {n_rejected} of {len(counted)} annotators replaceable",
        f"one-sided tests ({how}), Benjamini-Yekutieli at {say_code(q)}",
        "Wilcoxon's calls annotators replaceable too often where ties are many: more items are needed" if "wilcoxon" in counted else "",
        "" if sample.clusters is None else "tests on means of clusters, t with a degree of freedom less than clusters",
        f"{len(tests) - len(counted)} with too few items not counted" if len(counted) < len(tests) else "",
        "only two annotators, each the other's only measure" if n_annotators == 2 else "",
        f"an item's difference is its mean over {len(sample.ratings)} runs" if len(sample.ratings) > 1 else "",
    ]
    return "; ".join(filter(None, said))
