"""The difference of two rates of different items, from the rates' own intervals."""

from __future__ import annotations

from math import sqrt

from judgeaudit.domain.results import Estimate


def share_difference(first: Estimate, second: Estimate, *, what: str) -> Estimate:
    """The first rate less the second.

    Parameters
    ----------
    first, second : Estimate
        Rates of different items, with Wilson's interval (`proportion`).
    what : str
        What was computed, for `method`.

    Returns
    -------
    Estimate
        -1 to 1. Undefined, with the reason of the one, where either rate is; without interval where either has none.

    Notes
    -----
    Squares of the distances to the ends added. Where items of both sides share a cluster they are taken as unrelated: as such items tend to
    rise and fall together, the interval is then rather too wide.

    References
    ----------
    Newcombe 1998, method 10, doi:10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I.

    Examples
    --------
    Newcombe 1998, table II, 56 of 70 less 48 of 80 (.0524 to .3339):

    >>> from judgeaudit.stats import proportion
    >>> rates = [proportion([1.0, 0.0], counts=[k, n - k]) for k, n in ((56, 70), (48, 80))]
    >>> found = share_difference(*rates, what="difference")
    >>> round(found.value, 4), round(found.low, 4), round(found.high, 4)
    (0.2, 0.0524, 0.3339)
    """
    for one in (first, second):
        if one.value is None:
            return Estimate.missing(one.undefined or "", n_items=first.n_items + second.n_items, n_ratings=first.n_ratings + second.n_ratings)
    assert first.value is not None
    assert second.value is not None
    away = first.value - second.value
    known = {"value": away, "n_items": first.n_items + second.n_items, "n_ratings": first.n_ratings + second.n_ratings}
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return Estimate(**known, method=f"{what}; no interval: one of the two rates has none")
    low = away - sqrt((first.value - first.low) ** 2 + (second.high - second.value) ** 2)
    high = away + sqrt((first.high - first.value) ** 2 + (second.value - second.low) ** 2)
    method = f"{what}; interval from the Wilson intervals of both (Newcombe's method 10) on {first.n_items:,} and {second.n_items:,} items"
    return Estimate(**known, low=max(-1.0, low), high=min(1.0, high), ci_level=first.ci_level, method=method)
