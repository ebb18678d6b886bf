"""The routing rule of a judge: from which confidence on its verdicts are accepted, and what a person reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from judgeaudit.domain.calibration import SOURCES
from judgeaudit.domain.results import AnalysisOutput

Row = Mapping[str, Any]


def routing_rows(outputs: Iterable[AnalysisOutput]) -> dict[tuple[str, str], Row]:
    """The row of the block `routing` that counts for each (judge, criterion): the chosen one, else that of the first source in `SOURCES`."""
    rows = [row for output in outputs if output.analysis.name == "calibration" for row in output.analysis.blocks.get("routing", ())]
    found: dict[tuple[str, str], Row] = {}
    for row in sorted((row for row in rows if row["source"] in SOURCES), key=lambda row: (not row.get("chosen"), SOURCES.index(row["source"]))):
        found.setdefault((row["judge"], row["criterion"]), row)
    return found


def review_words(row: Row) -> str | None:
    """What to accept and what a person reads, in one phrase; None where nothing may be accepted, or everything."""
    if row.get("threshold") is None:
        return None
    coverage = row.get("coverage")
    disputed = row.get("disputed")
    of = f"items on which people agree ({share(disputed)} are disputed)" if disputed else "items"
    covers = f": covers {share(coverage)} of {of}" if coverage is not None else ""
    rest = "; a person reads the rest" if coverage is None or coverage < 1 else ""
    return f"{row['criterion']}: accept when {confidence_words(row['source'])} >= {row['threshold']:.3g}{covers}{rest}"


def no_rule_words(row: Row) -> str | None:
    """Of a judge that is deployed: that its rule for single verdicts accepts none all the same; None where it accepts some."""
    if row.get("threshold") is not None:
        return None
    return (
        f"deploy is about agreement as a whole; single verdicts on {row['criterion']} are another matter: that at most {100 * row['max_risk']:.3g} % of them are wrong "
        "is not shown at any confidence, and so none goes unread by the routing rule"
    )


def confidence_words(source: str) -> str:
    """What the confidence of a source is called."""
    return {"stated": "confidence", "margin": "the margin of its log probabilities", "replicates": "the share of its repeats that agree"}.get(source, source)


def share(value: float) -> str:
    """A share in percent; not 0 or 100 where it is not."""
    text = f"{100 * value:.0f}"
    if text == "100" and value < 1:
        return "over 99 %"
    return "under 1 %" if text == "0" and value > 0 else f"{text} %"
