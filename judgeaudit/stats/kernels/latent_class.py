"""Dawid and Skene's latent class model, fitted by EM to distinct rating patterns; and how far raters depart from its assumption."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from judgeaudit.stats.kernels.draws import group_rows
from judgeaudit.stats.kernels.ratings_check import BoolArray, FloatArray, IntArray

LOWEST = 1e-300
"""Least probability whose logarithm is taken: below it a label counts as impossible in a class, and no logarithm is infinite."""

NO_ITEMS = 1e-12
"""Expected items of a class below which it has none: what is left is rounding."""

NO_ERRORS = 1e-9
"""Variance of a rater's errors below which it has none that could go together with another's."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """Distinct rows of ratings.

    Attributes
    ----------
    times : float array, shape (n_patterns, n_raters, n_labels)
        How often each rater gave each label.
    counts : float array, shape (n_patterns,)
        Items that show each pattern.
    of_row : int array, shape (n_rows,)
        Pattern of each row of ratings, -1 where it has none.
    """

    times: FloatArray
    counts: FloatArray
    of_row: IntArray


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted model: `shares` (n_labels,), `errors` (n_raters, true label, label given), `posterior` (n_patterns, n_labels)."""

    shares: FloatArray
    errors: FloatArray
    posterior: FloatArray
    log_likelihood: float
    iterations: int
    change: float


@dataclass(frozen=True, slots=True)
class Dependence:
    """Correlation of two raters' errors beyond what the classes explain: its mean over pairs, that of the worst pair, and how many
    standard errors each lies above 0; and the joint errors that a pair would have by chance, on average over pairs."""

    mean: float
    z: float
    worst: float
    worst_z: float
    worst_pair: tuple[int, int]
    n_pairs: int
    joint: float


def find_patterns(ratings: FloatArray, labels: FloatArray, counts: IntArray) -> Patterns:
    """Ratings as distinct patterns.

    Parameters
    ----------
    ratings : float array, shape (n_runs, n_rows, n_raters)
        Runs are further ratings of the same raters, in no order.
    labels : float array, shape (n_labels,)
        Ascending.
    counts : int array, shape (n_rows,)
    """
    ordered = np.sort(ratings, axis=0)
    of_row = np.full(ratings.shape[1], -1, dtype=np.int64)
    rated = np.flatnonzero((~np.isnan(ordered)).any(axis=(0, 2)))
    first, of_row[rated] = group_rows(ordered[:, rated])
    kept = ordered[:, rated[first]]
    code = np.searchsorted(labels, kept)
    times = np.zeros((len(first), kept.shape[2], len(labels)))
    run, row, rater = np.nonzero(~np.isnan(kept))
    np.add.at(times, (row, rater, code[run, row, rater]), 1.0)
    return Patterns(times, np.bincount(of_row[rated], weights=counts[rated], minlength=len(first)).astype(np.float64), of_row)


def fit_latent_classes(patterns: Patterns, *, tolerance: float, max_iterations: int) -> Fit:
    """Expectation and maximisation, from each item's shares of labels, until no posterior probability changes by more than `tolerance`.

    References
    ----------
    Dawid & Skene 1979, doi:10.2307/2346806, equations 2.3 to 2.5.
    """
    n_patterns, n_raters, n_labels = patterns.times.shape
    flat = patterns.times.reshape(n_patterns, -1)
    posterior = patterns.times.sum(axis=1)
    posterior /= posterior.sum(axis=1, keepdims=True)
    change, iterations = np.inf, 0
    while True:
        weighted = posterior * patterns.counts[:, np.newaxis]
        shares = weighted.sum(axis=0) / patterns.counts.sum()
        errors = _as_rows_of_shares((weighted.T @ flat).reshape(n_labels, n_raters, n_labels).transpose(1, 0, 2))
        logs = np.log(np.maximum(errors, LOWEST)).transpose(0, 2, 1).reshape(-1, n_labels)
        joint = np.log(np.maximum(shares, LOWEST)) + flat @ logs
        highest = joint.max(axis=1, keepdims=True)
        updated = np.exp(joint - highest)
        total = updated.sum(axis=1, keepdims=True)
        updated /= total
        iterations, change = iterations + 1, float(np.abs(updated - posterior).max())
        posterior = updated
        if change <= tolerance or iterations >= max_iterations:
            log_likelihood = float(patterns.counts @ (highest + np.log(total))[:, 0])
            return Fit(shares, errors, posterior, log_likelihood, iterations, change)


def _as_rows_of_shares(expected: FloatArray) -> FloatArray:
    """Rows that add up to 1; even where nothing is expected, because nothing is known of that row."""
    total = expected.sum(axis=2, keepdims=True)
    even = np.full(expected.shape, 1 / expected.shape[2])
    return np.asarray(np.divide(expected, total, out=even, where=np.broadcast_to(total > NO_ITEMS, expected.shape)))


def rater_accuracy(patterns: Patterns, fit: Fit) -> FloatArray:
    """Share of each rater's ratings that give the true label, as the model has it, shape (n_raters,); NaN without ratings."""
    weighted = patterns.counts[:, np.newaxis] * fit.posterior
    right = np.einsum("pk,prk->r", weighted, patterns.times)
    given = np.einsum("p,prk->r", patterns.counts, patterns.times)
    return np.asarray(np.divide(right, given, out=np.full(len(given), np.nan), where=given > 0))


def conditional_dependence(patterns: Patterns, fit: Fit) -> Dependence | None:
    """How the errors of raters go together within the classes; None where no two raters err on items that both rated.

    Notes
    -----
    An item's residual of a rater in a class is its share of right labels minus the expected one. Where raters are
    independent given the true label, the posterior mean of the product of two residuals is 0 on average. Products are
    divided by the raters' standard deviations; the standard error of the mean is that of a ratio over items.
    """
    given = patterns.times.sum(axis=2)
    rated = given > 0
    right = patterns.times / np.maximum(given, 1.0)[:, :, np.newaxis]
    off = np.where(rated[:, :, np.newaxis], right - np.diagonal(fit.errors, axis1=1, axis2=2), 0.0)
    weights = patterns.counts
    variance = np.einsum("p,pk,prk->r", weights, fit.posterior, off**2) / np.maximum(weights @ rated, 1.0)
    active = np.flatnonzero(variance > NO_ERRORS)
    pairs = [(int(a), int(b)) for a, b in combinations(active, 2) if (weights @ (rated[:, a] & rated[:, b])) > 0]
    if not pairs:
        return None
    off = off / np.sqrt(np.maximum(variance, NO_ERRORS))[:, np.newaxis]
    products, both = np.zeros(len(weights)), np.zeros(len(weights))
    found = []
    for a, b in pairs:
        product, shared = (fit.posterior * off[:, a] * off[:, b]).sum(axis=1), (rated[:, a] & rated[:, b]).astype(np.float64)
        products, both = products + product, both + shared
        found.append(_ratio(product, shared, weights))
    worst = max(range(len(pairs)), key=lambda n: found[n][1])
    return Dependence(*_ratio(products, both, weights), *found[worst], pairs[worst], len(pairs), _joint_errors(patterns, fit, rated, pairs))


def _joint_errors(patterns: Patterns, fit: Fit, rated: BoolArray, pairs: list[tuple[int, int]]) -> float:
    """Items that two raters are expected to label wrong both, if they err independently within the classes; mean over pairs."""
    wrong = 1 - np.diagonal(fit.errors, axis1=1, axis2=2)
    of_class = patterns.counts[:, np.newaxis] * fit.posterior
    return float(np.mean([wrong[a] * wrong[b] @ (of_class * (rated[:, a] & rated[:, b])[:, np.newaxis]).sum(axis=0) for a, b in pairs]))


def _ratio(values: FloatArray, sizes: FloatArray, weights: FloatArray) -> tuple[float, float]:
    """Sum of values over sum of sizes, and how many of its standard errors it lies above 0."""
    total = float(weights @ sizes)
    ratio = float(weights @ values) / total
    error = float(np.sqrt(weights @ (values - ratio * sizes) ** 2)) / total
    return max(-1.0, min(1.0, ratio)), ratio / error if error > 0 else 0.0
