"""p values of what has an answer of its own, corrected for their number."""

from __future__ import annotations

from collections.abc import Sequence

from judgeaudit import stats


def corrected(tests: Sequence[tuple[str | None, float | None]]) -> list[float | None]:
    """Holm's adjusted p values of tests, each given as its stratum (None: the whole criterion) and its p (None: not tested).

    Whole criteria are one family and strata another; where there are both each has half of alpha, so that all p values are doubled.
    """
    times = 2.0 if any(stratum is not None and p is not None for stratum, p in tests) else 1.0
    found: list[float | None] = [None] * len(tests)
    for inside in (False, True):
        places = [n for n, (stratum, p) in enumerate(tests) if (stratum is not None) is inside and p is not None]
        if places:
            adjusted = stats.holm([min(1.0, times * (tests[n][1] or 0.0)) for n in places]).adjusted
            for n, p in zip(places, adjusted, strict=True):
                found[n] = p
    return found
