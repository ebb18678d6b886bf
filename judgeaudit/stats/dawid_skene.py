"""Dawid and Skene's latent labels: what a panel says where there is no gold."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.latent_class import Dependence, Fit, Patterns, conditional_dependence, find_patterns, fit_latent_classes, rater_accuracy
from judgeaudit.stats.kernels.options import number, whole
from judgeaudit.stats.kernels.rates import say_number, settle
from judgeaudit.stats.kernels.ratings_check import FloatArray, Sample, check_ratings, say_code
from judgeaudit.stats.shapes import LatentTruth

MAX_LABELS = 50
"""Labels above which each rater would have more error rates than any panel can tell."""

FEW_JOINT_ERRORS = 1.0
"""Joint errors that a pair of independent raters is expected to have, on average over pairs, below which shared errors cannot be seen (ours)."""

SURE_Z = 2.33
"""Standard errors above 0 from which a correlation is clear: one in a hundred independent panels (ours; see the simulations)."""


def dawid_skene(
    ratings: ArrayLike,
    *,
    tolerance: float = 1e-8,
    max_iterations: int = 1000,
    level: str = "nominal",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> LatentTruth:
    """The most probable label of each item, the share of each label and each rater's errors, from a panel without gold.

    The value is certainty under the model, not accuracy: the expected share of items whose most probable label is right, if
    the model holds. Use it where raters err independently of each other. Known weakness: judges that make the same mistakes
    are taken for many who agree, and the value is then far too high (nine near-copies of a judge that is right in 65 %: 1.0);
    errors that all of them share cannot be seen in their ratings. What can be seen, errors that some of them share, is measured
    ("residual_correlation", "effective_judges") and said in `method`: no warning does not mean that there are none. Read
    `effective_judges` with gold labels of a sample beside it. With few items or raters little better than a
    guess the value is too high as well (50 items, five raters right in 60 %: 0.93 for 0.60).

    Parameters
    ----------
    ratings : float array, shape (n_items, n_raters) or (n_runs, n_items, n_raters)
        Codes; NaN where there is no rating. Runs are further ratings by the same raters, each taken as evidence of its own.
    tolerance : float
        Largest change of a posterior probability at which the iterations end.
    max_iterations : int
        Iterations after which they end in any case; `method` then says so.
    level : {"nominal", "ordinal", "interval"}
        Whatever it is, only whether labels are the same counts.
    labels : sequence of float, optional
        Every point of the scale, ascending; otherwise the labels that were given, at most 50.
    ci_level, n_resamples, rng
        See `judgeaudit.stats`. There is no interval: what correlated raters share stays in every resample of items.
    counts, clusters
        See `judgeaudit.stats`. Items in clusters are refused.

    Returns
    -------
    LatentTruth
        0 to 1, higher is surer. `posterior` and `most_likely` have one entry for each row whose count is not 0. Parts:
        "prevalence" of each label, "expected_accuracy" of each rater (group "rater 1", counted from 1),
        "residual_correlation" (mean over pairs, and of the worst pair) and "effective_judges" (at most so many, relative to the
        labels that were found; undefined where raters depart from these labels so rarely that less than one joint error of a
        pair is expected). The `posterior` of a row without ratings is empty, its `most_likely` None. Undefined when there are
        no ratings, one rater, no item with ratings of two raters, or one label only.

    Raises
    ------
    OptionError
        Ratings or options that make no sense; more than 50 labels; clusters.

    Notes
    -----
    EM from each item's shares of labels, which also ties each class to its label. Residual correlation: of errors, under
    the posterior, within the classes; it is 0 on average where the model holds. The warning comes where its mean lies
    2.33 standard errors above 0, or that of one pair as far after correction for the number of pairs. In simulations
    0 to 6 in 100 independent panels get it, mostly 1, and nearly all panels of nine judges whose errors correlate by 0.44
    because some items are harder (200 items); one answer that all judges share by habit is often missed. The
    classes may follow judges who copy one another: then the others seem to be the worst pair.

    References
    ----------
    Dawid & Skene 1979, doi:10.2307/2346806. Kish 1965, Survey Sampling, section 5.4 (effective number).

    Examples
    --------
    Dawid & Skene 1979, table 1: 45 patients, three ratings by anaesthetist 1 and one by each of four others; shares of the
    classes printed as 0.40, 0.42, 0.11 and 0.07:

    >>> printed = (
    ...     "1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223 4444444 2223343 1111111 2223212 1211111 "
    ...     "1112111 1111111 1111111 2222221 2221322 2222222 2222221 2223222 2212222 1111111 1111111 2322222 1111111 1111111 1121121 "
    ...     "1111111 3333233 1111111 2222222 2223232 4334343 2212232 2323233 3333432 1111111 1111111 1212111 2322222 1211111 2222222 "
    ... )
    >>> rows = [[int(digit) for digit in patient] for patient in printed.split()]
    >>> runs = [[[row[n], *(row[3:] if n == 0 else [None] * 4)] for row in rows] for n in range(3)]
    >>> [round(share, 2) for share in dawid_skene(runs, labels=[1, 2, 3, 4]).prevalence]
    [0.4, 0.42, 0.11, 0.07]
    """
    sample = check_ratings(ratings, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng, counts=counts, clusters=clusters)
    tolerance, max_iterations = _check_iterations(tolerance, max_iterations)
    _refuse(sample)
    n_ratings = int((sample.counts[:, np.newaxis] * ~np.isnan(sample.ratings)).sum())
    n_items = int(sample.counts[(~np.isnan(sample.ratings)).any(axis=(0, 2))].sum())
    reason = _why_undefined(sample)
    if reason is not None:
        return LatentTruth(undefined=reason, n_items=n_items, n_ratings=n_ratings)
    patterns = find_patterns(sample.ratings, sample.points, sample.counts)
    fit = fit_latent_classes(patterns, tolerance=tolerance, max_iterations=max_iterations)
    return _truth(sample, patterns, fit, tolerance=tolerance, common={"n_items": n_items, "n_ratings": n_ratings})


def _check_iterations(tolerance: float, max_iterations: int) -> tuple[float, int]:
    least_change, most = number(tolerance, "tolerance", fix="use 1e-8"), whole(max_iterations, "max_iterations", fix="use 1000")
    if least_change <= 0:
        raise OptionError(f"a tolerance of {tolerance} is never reached", where="tolerance", fix="use 1e-8")
    if most < 1:
        raise OptionError(f"{max_iterations} iterations", where="max_iterations", fix="use 1000")
    return least_change, most


def _refuse(sample: Sample) -> None:
    if sample.clusters is not None:
        raise OptionError(
            "the model takes items to be independent", where="clusters", fix="leave clusters out (nothing is resampled), or keep one item of each cluster"
        )
    if len(sample.points) > MAX_LABELS:
        raise OptionError(
            f"{len(sample.points)} labels, each with error rates of its own for each rater", where="labels", fix=f"put scores into at most {MAX_LABELS} bands"
        )


def _why_undefined(sample: Sample) -> str | None:
    given = (~np.isnan(sample.ratings)).any(axis=0)
    if not given.any():
        return "no ratings"
    if int(given.any(axis=0).sum()) < 2:
        return "one rater: errors and shares of labels cannot be told apart"
    if not (given.sum(axis=1) >= 2).any():
        return "no overlap: no item has ratings of two raters"
    return "no variation: every rating is the same" if len(sample.observed) == 1 else None


def _truth(sample: Sample, patterns: Patterns, fit: Fit, *, tolerance: float, common: dict[str, int]) -> LatentTruth:
    labels = sample.points
    rated = patterns.times.sum(axis=(0, 2)) > 0
    dependence = None if _saturated(sample, int(rated.sum())) else conditional_dependence(patterns, fit)
    value = min(1.0, float(patterns.counts @ fit.posterior.max(axis=1)) / float(patterns.counts.sum()))
    said = [
        "certainty under the model, not accuracy: expected share of items whose most probable label is right, if raters err independently within each "
        "true label (Dawid & Skene); what all raters get wrong together cannot be seen in their ratings, and is not in the value",
        _say_iterations(fit, tolerance), _say_raters(fit, rated, labels), _say_dependence(dependence, int(rated.sum())),
        "no interval: what correlated raters share stays in every resample of items" if sample.n_resamples else "",
    ]  # fmt: skip
    rows = [tuple(float(p) for p in row) for row in fit.posterior]
    best = [float(labels[n]) for n in fit.posterior.argmax(axis=1)]
    return LatentTruth(
        value=settle(value), method="; ".join(filter(None, said)), parts=_parts(patterns, fit, labels, dependence, common),
        labels=tuple(float(label) for label in labels), prevalence=tuple(float(share) for share in fit.shares),
        error_rates=tuple(tuple(tuple(float(p) for p in row) for row in table) if has else () for table, has in zip(fit.errors, rated, strict=True)),
        posterior=tuple(rows[n] if n >= 0 else () for n in patterns.of_row.tolist()),
        most_likely=tuple(best[n] if n >= 0 else None for n in patterns.of_row.tolist()), log_likelihood=fit.log_likelihood, **common,
    )  # fmt: skip


def _saturated(sample: Sample, n_raters: int) -> bool:
    """Whether the model has a parameter for each pattern there can be, and so fits any dependence."""
    k = len(sample.points)
    return len(sample.ratings) == 1 and k**n_raters - 1 <= (k - 1) * (1 + n_raters * k)


def _parts(patterns: Patterns, fit: Fit, labels: FloatArray, dependence: Dependence | None, common: dict[str, int]) -> tuple[Estimate, ...]:
    parts = [Estimate(name="prevalence", group=say_code(label), value=settle(share), **common) for label, share in zip(labels, fit.shares, strict=True)]
    accuracies = rater_accuracy(patterns, fit)
    for n, accuracy in enumerate(accuracies, start=1):
        of_rater = Estimate.missing("no ratings", **common) if np.isnan(accuracy) else Estimate(value=min(1.0, settle(accuracy)), **common)
        parts.append(of_rater.about(name="expected_accuracy", group=f"rater {n}"))
    if dependence is None:
        reason = "too few raters, or too few errors, to see whether they go together"
        return (*parts, *(Estimate.missing(reason, **common).about(name=name) for name in ("residual_correlation", "effective_judges")))
    n_judges = int((~np.isnan(accuracies)).sum())
    worst = Estimate(name="residual_correlation", group=_pair(dependence), value=settle(dependence.worst), **common)
    mean = Estimate(name="residual_correlation", value=settle(dependence.mean), method=f"mean over {say_number(dependence.n_pairs, 'pair')}", **common)
    return (*parts, mean, worst, _effective_part(dependence, n_judges, common))


def _effective_part(dependence: Dependence, n_judges: int, common: dict[str, int]) -> Estimate:
    if _too_few_errors(dependence):
        return Estimate.missing(_say_too_few(dependence), **common).about(name="effective_judges")
    method = "an upper limit, relative to the labels that were found: what all raters get wrong together looks like truth (effective_judges with gold= sees it)"
    return Estimate(name="effective_judges", value=_effective(dependence, n_judges), method=method, **common)


def _mean_is_clear(dependence: Dependence) -> bool:
    return dependence.mean > 0 and dependence.z > SURE_Z


def _too_few_errors(dependence: Dependence) -> bool:
    """Whether shared errors cannot be seen because there are hardly any errors to share; what is seen all the same counts."""
    return dependence.joint < FEW_JOINT_ERRORS and not _mean_is_clear(dependence)


def _say_too_few(dependence: Dependence) -> str:
    return f"raters depart too rarely from the labels found ({dependence.joint:.2g} joint errors expected of a pair) to see whether they err together"


def _pair(dependence: Dependence) -> str:
    return f"raters {dependence.worst_pair[0] + 1} and {dependence.worst_pair[1] + 1}"


def _effective(dependence: Dependence, n_judges: int) -> float:
    return n_judges / (1 + (n_judges - 1) * max(dependence.mean, 0.0))


def _say_iterations(fit: Fit, tolerance: float) -> str:
    if fit.change <= tolerance:
        return f"{say_number(fit.iterations, 'iteration')}"
    return f"NOT CONVERGED: the last of {say_number(fit.iterations, 'iteration')} still changed a probability by {fit.change:.2g}"


def _say_raters(fit: Fit, rated: FloatArray, labels: FloatArray) -> str:
    """What is odd about raters and labels."""
    used = fit.shares > 1e-6
    of_raters = fit.errors[rated.astype(bool)]
    own = np.diagonal(of_raters, axis1=1, axis2=2)[:, used].mean(axis=1)
    numbers = np.flatnonzero(rated)[own < 1 / used.sum()] + 1
    mean = of_raters.mean(axis=0)
    swapped = [f"{say_code(labels[n])} mostly called {say_code(labels[mean[n].argmax()])}" for n in np.flatnonzero(used) if mean[n].argmax() != n]
    unused = ", ".join(say_code(label) for label in labels[~used])
    said = [
        "two raters only: their errors and the shares of labels can hardly be told apart" if rated.sum() == 2 else "",
        f"worse than a guess: {', '.join(f'rater {n}' for n in numbers)}" if len(numbers) else "",
        f"classes may have changed places: {', '.join(swapped)}" if swapped else "",
        f"no item has the label {unused}, so nothing is known of errors there" if unused else "",
    ]
    return "; ".join(filter(None, said))


def _say_dependence(dependence: Dependence | None, n_judges: int) -> str:
    """The warning that raters do not err independently, where it is clear."""
    if dependence is None:
        return "whether raters err together cannot be seen"
    mean_is_clear = _mean_is_clear(dependence)
    pair_is_clear = dependence.worst_z > -NormalDist().inv_cdf(NormalDist().cdf(-SURE_Z) / dependence.n_pairs)
    if not mean_is_clear and not pair_is_clear:
        return _say_too_few(dependence) if _too_few_errors(dependence) else ""
    where = f"mean residual correlation {dependence.mean:.2f}" if mean_is_clear else f"{_pair(dependence)}: {dependence.worst:.2f}"
    worth = f", at most {_effective(dependence, n_judges):.1f} effective judges of {n_judges}" if mean_is_clear else ""
    return f"WARNING: raters err together ({where}{worth}), so the value and all probabilities are too sure; check against gold"
