"""Rates: means of per-item values in 0..1, with intervals that count items and never ratings."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from judgeaudit.domain.results import Estimate
from judgeaudit.stats.ratings_check import FloatArray, Sample


def wilson(share: float, n: float, ci_level: float) -> tuple[float, float]:
    """Wilson's score interval of a share.

    Parameters
    ----------
    share : float
        Observed share, 0..1.
    n : float
        Independent items behind it; may be an effective number.
    ci_level : float

    Returns
    -------
    tuple of float
        Low and high end, which always enclose `share`.

    References
    ----------
    Wilson 1927, doi:10.1080/01621459.1927.10502953. Newcombe 1998, method 3, doi:10.1002/(SICI)1097-0258(19980430)17:8<857::AID-SIM777>3.0.CO;2-E.

    Examples
    --------
    Newcombe 1998, table I, 81 of 263:

    >>> [round(end, 4) for end in wilson(81 / 263, 263, 0.95)]
    [0.2553, 0.3662]
    """
    z = NormalDist().inv_cdf(0.5 + ci_level / 2)
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, min(share, float(middle - half))), min(1.0, max(share, float(middle + half)))


def clopper_pearson_upper(hits: float, n: float, ci_level: float) -> float:
    """One-sided exact upper bound of a share.

    Parameters
    ----------
    hits, n : float
        Hits among n items; may be effective numbers (Korn & Graubard 1998).
    ci_level : float
        One-sided confidence.

    Returns
    -------
    float
        Bound, 0..1.

    References
    ----------
    Clopper & Pearson 1934, doi:10.1093/biomet/26.4.404.

    Examples
    --------
    Newcombe 1998, table I, method 5, 0 of 20, two-sided 95 % and so one-sided 97.5 %:

    >>> round(clopper_pearson_upper(0, 20, 0.975), 4)
    0.1684
    """
    from scipy.special import betaincinv

    return 1.0 if hits >= n else float(betaincinv(hits + 1, n - hits, ci_level))


def effective_items(values: FloatArray, sample: Sample) -> tuple[float, int | None]:
    """Independent items that a mean of per-item values is worth, and the number of clusters (None: no clusters).

    The design effect is the ratio of the variance of the mean over clusters to that over items (linearised). At most the
    number of items; the number of clusters where all values are equal, because nothing then says that clusters matter less.

    Parameters
    ----------
    values : float array, shape (n_rows,)
        NaN where the row is not used.

    References
    ----------
    Kish 1965, Survey Sampling, section 5.4.
    """
    used = ~np.isnan(values)
    counts = sample.counts[used]
    n = float(counts.sum())
    if sample.clusters is None:
        return n, None
    clusters = sample.clusters[used]
    n_clusters = len(np.unique(clusters))
    off = values[used] - values[used].mean()
    between = float((np.bincount(clusters, weights=off) ** 2).sum())
    within = float((off**2).sum())
    if within <= 1e-12:
        return float(n_clusters), n_clusters
    return (n if between <= within else n * within / between), n_clusters


def rate(sample: Sample, values: FloatArray, *, n_ratings: int, reason: str, what: str) -> Estimate:
    """The mean of per-item values with Wilson's interval on items.

    Parameters
    ----------
    sample : Sample
    values : float array, shape (n_runs, n_rows)
        Value of each row in each run, 0..1; NaN where the row is not used.
    n_ratings : int
        Ratings behind the values.
    reason : str
        Why the rate is undefined, where no row has a value.
    what : str
        What was computed, for `method`.

    Returns
    -------
    Estimate
        The mean over runs; runs without any value are left out and said in `method`.
    """
    used = ~np.isnan(values)
    weights = used * sample.counts
    totals = weights.sum(axis=1)
    defined = totals > 0
    if not defined.any():
        return Estimate.missing(reason, n_ratings=n_ratings)
    filled = np.where(used, values, 0.0)
    shares = (filled * weights).sum(axis=1)[defined] / totals[defined]
    share = min(1.0, max(0.0, float(shares.mean())))
    times = used.sum(axis=0)
    item_values = np.where(times > 0, filled.sum(axis=0) / np.maximum(times, 1), np.nan)
    n, n_clusters = effective_items(item_values, sample)
    low, high = wilson(share, n, sample.ci_level)
    n_items = int(sample.counts[times > 0].sum())
    on = f"Wilson interval on {say_number(n_items, 'item')}" + (
        "" if n_clusters is None else f" in {say_number(n_clusters, 'cluster')}, worth {n:.1f} independent ones"
    )
    return Estimate(
        value=share,
        low=low,
        high=high,
        ci_level=sample.ci_level,
        method="; ".join(filter(None, (what, say_runs(defined), on))),
        n_items=n_items,
        n_ratings=n_ratings,
    )


def say_runs(defined: np.ndarray[tuple[int], np.dtype[np.bool_]], reason: str = "no value") -> str:
    """How many runs a mean is over, in words; empty for a single run."""
    if len(defined) == 1:
        return ""
    left_out = int((~defined).sum())
    return f"mean over {len(defined)} runs" if not left_out else f"mean over {int(defined.sum())} of {len(defined)} runs, {left_out} left out ({reason})"


def say_number(n: int, word: str) -> str:
    """A number with its word."""
    return f"{n:,} {word}" + ("" if n == 1 else "s")
