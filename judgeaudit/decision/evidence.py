"""What invented evidence does to a decision: at best deployed with review, of the items that rest on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judgeaudit.domain.results import AnalysisOutput, Estimate, ReviewPart
from judgeaudit.thresholds import INVENTED_EVIDENCE_LIMIT

Reasons = tuple[tuple[str, ...], tuple[ReviewPart | str, ...]]
"""Sentences, and what a person must review; plain words where verdicts alone do not tell what belongs to it."""


def evidence_reasons(judge: str, estimates: Sequence[Estimate], outputs: Iterable[AnalysisOutput]) -> Reasons:
    """Reasons and what to review where a judge invents or alters quotes, or passes items again and again on such quotes.

    Parameters
    ----------
    judge : str
    estimates : sequence of Estimate
    outputs : iterable of AnalysisOutput
        The block `triage` of the evidence analysis is read.

    Returns
    -------
    tuple of reasons and reviews
        Both empty where the low end of the share of invented quotes is at or below the limit on every criterion, and no stable pass rests on one.
    """
    own = [e for e in estimates if (e.analysis, e.name, e.judge, e.stratum) == ("evidence", "invented_quote_rate", judge, None)]
    above = [e for e in own if e.low is not None and e.low > INVENTED_EVIDENCE_LIMIT]
    rows = [row for output in outputs if output.analysis.name == "evidence" for row in output.analysis.blocks.get("triage", ()) if row["judge"] == judge]
    passes = [row for row in rows if row["risk"] == "critical"]
    reasons = [
        f"it quotes what nobody wrote: {100 * (e.value or 0):.0f} % of the quotes checked on {e.criterion} are fabricated or altered "
        f"[{e.low:.3g}, {e.high:.3g}], above the limit of {INVENTED_EVIDENCE_LIMIT:g}"
        for e in above
    ]
    reviews = [f"items whose evidence is invented or altered ({_n_items(rows)} here), first of all those that pass (triage.csv)"] if above else []
    if passes:
        reasons.append(f"it passes {_n_items(passes)} {'item' if _n_items(passes) == 1 else 'items'} in every repeat on a quote that is fabricated or altered")
        if not above:
            reviews.append(f"items that pass on a quote that is fabricated or altered ({_n_items(passes)} here; triage.csv)")
    return tuple(reasons), tuple(reviews)


def _n_items(rows: Sequence[Mapping[str, Any]]) -> int:
    return len({row["item_id"] for row in rows if {"fabricated_quote", "altered_quote"} & set(row["flags"])})
