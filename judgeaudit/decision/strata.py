"""Strata of which nothing is known: what was asked for and could not be measured there is read by a person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judgeaudit.decision.checks import Check
from judgeaudit.decision.evidence import Reasons
from judgeaudit.decision.gates import limit_text
from judgeaudit.domain.results import ReviewPart
from judgeaudit.thresholds import ROUTING_KAPPA

MOST_NAMED = 12
"""Strata that a reason and a review name; the rest are counted."""


def is_unknown(check: Check) -> bool:
    """Whether a limit says nothing of a stratum: no number, a number without an interval, or a kappa that may be chance."""
    result = check.result
    if result.stratum is None or result.status not in ("not_measured", "inconclusive"):
        return False
    by_chance = result.metric == "calibration.cohen_kappa" and result.low is not None and result.low <= ROUTING_KAPPA
    return result.status == "not_measured" or result.low is None or by_chance


def strata_reasons(checks: Iterable[Check]) -> Reasons:
    """Reasons and what to review of the strata in which a default limit could not be measured.

    Leaving labels out must not make a decision better: where a stratum that fails a limit is reviewed, one of which nothing is known is so too.
    """
    unknown = [check for check in checks if not check.required and is_unknown(check)]
    grouped: dict[tuple[str, str | None, str], list[Check]] = {}
    for check in unknown:
        grouped.setdefault((check.result.metric, check.result.criterion, _why(check)), []).append(check)
    reasons = tuple(
        f"{metric.split('.')[1].replace('_', ' ')} ({metric}) on {criterion} is not known in {_named(of)}: {why}; {limit_text(of[0].gate)} is asked for"
        for (metric, criterion, why), of in grouped.items()
    )
    return reasons, reviews_of(unknown)


def reviews_of(checks: Sequence[Check]) -> tuple[ReviewPart, ...]:
    """The strata of some checks as what a person reviews: `c, stratum B`; in words of very many only the first, and how many more."""
    places = tuple(dict.fromkeys((check.result.criterion, check.result.stratum) for check in checks))
    said = [f"{criterion}, stratum {stratum}" for criterion, stratum in places]
    more = len(places) - MOST_NAMED
    if more > 0:
        said[MOST_NAMED:] = [f"{more} more strata", *[""] * (more - 1)]
    return tuple(
        ReviewPart(kind="stratum", criterion=criterion, values=() if stratum is None else (stratum,), said=text)
        for (criterion, stratum), text in zip(places, said, strict=True)
    )


def _why(check: Check) -> str:
    """Why nothing is known, without the numbers, so that strata with the same reason stand together."""
    result = check.result
    if result.value is None:
        return check.estimate.undefined or "undefined" if check.estimate is not None else result.reason
    return "too few items for an interval" if result.low is None else "too few items to tell it from chance"


def _named(checks: Sequence[Check]) -> str:
    names = tuple(dict.fromkeys(str(check.result.stratum) for check in checks))
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{'stratum' if len(names) == 1 else 'strata'} {', '.join(names[:MOST_NAMED])}{more}"
