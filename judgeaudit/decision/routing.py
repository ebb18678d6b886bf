"""The routing rule of a judge: from which confidence on its verdicts are accepted, and what a person reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from judgeaudit.decision.evidence import Reasons
from judgeaudit.domain.calibration import SOURCES, confidence_text
from judgeaudit.domain.results import AnalysisOutput, ReviewPart
from judgeaudit.thresholds import DEPLOY_COVERAGE

Row = Mapping[str, Any]


def routing_rows(outputs: Iterable[AnalysisOutput]) -> dict[tuple[str, str], Row]:
    """The row of the block `routing` that counts for each (judge, criterion): the chosen one, else that of the first source in `SOURCES`."""
    rows = [row for output in outputs if output.analysis.name == "calibration" for row in output.analysis.blocks.get("routing", ())]
    found: dict[tuple[str, str], Row] = {}
    for row in sorted((row for row in rows if row["source"] in SOURCES), key=lambda row: (not row.get("chosen"), SOURCES.index(row["source"]))):
        found.setdefault((row["judge"], row["criterion"]), row)
    return found


def accepts(row: Row) -> bool:
    """Whether the rule accepts any verdict: where systems differ, the rule of any system."""
    return any(one.get("threshold") is not None for one in row.get("of_systems") or (row,))


def review_words(row: Row) -> str | None:
    """What to accept and what a person reads, in one phrase; None where nothing may be accepted."""
    if not accepts(row):
        return None
    own = row.get("of_systems")
    if own:
        said = "; ".join(f"{one['system']}: {_of_system(row, one)}" for one in own)
        return f"{row['criterion']}, by system: {said}; a person reads the rest and every other system"
    coverage = row.get("coverage")
    disputed = row.get("disputed")
    of = f"the {row['n_judged']:,} judged items" if row.get("n_judged") else "items"
    promised = f", and nothing is promised of such as people disagree on ({share(disputed)} of the labelled)" if disputed else ""
    covers = f": covers {share(coverage)} of {of}{promised}" if coverage is not None else ""
    rest = "; a person reads the rest" if coverage is None or coverage < 1 else ""
    return f"{row['criterion']}: accept when {confidence_words(row['source'])} >= {confidence_text(row['threshold'], 3)}{covers}{rest}"


def _of_system(row: Row, own: Row) -> str:
    if own.get("threshold") is None:
        return "nothing is accepted"
    return f"accept when {confidence_words(row['source'])} >= {confidence_text(own['threshold'], 3)}: covers {share(own['coverage'])} of its items"


AS_A_WHOLE = "deploy is about agreement as a whole"
"""How a reason begins that is no obstacle: what `no_rule_words` says."""


def no_rule_words(row: Row) -> str | None:
    """Of a judge that is deployed: that its rule for single verdicts accepts none all the same; None where it accepts some."""
    if accepts(row):
        return None
    return (
        f"{AS_A_WHOLE}; single verdicts on {row['criterion']} are another matter: that at most {100 * row['max_risk']:.3g} % of them are wrong "
        "is not shown at any confidence, and so none goes unread by the routing rule"
    )


def risk_reasons(rows: Iterable[Row], *, without: Collection[tuple[str, str]] = ()) -> Reasons:
    """Reasons and what to review where a rule was tested and accepts too little for a deploy without review (`thresholds.DEPLOY_COVERAGE`).

    A judge without any confidence has no row, and one with labelled items too few to test any threshold (`tested`) was not measured: neither counts.
    (criterion, system) in `without` are reviewed for another reason.
    """
    reasons: list[str] = []
    reviews: list[ReviewPart | str] = []
    for row in rows:
        for one in row.get("of_systems") or (row,):
            if (row["criterion"], one.get("system")) not in without and one.get("tested") and (one.get("coverage") or 0.0) <= DEPLOY_COVERAGE:
                on = ", ".join(filter(None, (row["criterion"], one.get("system"))))
                reasons.append(
                    f"single verdicts on {on} may not go unread: that at most {100 * row['max_risk']:.3g} % of them are wrong is not shown even where "
                    f"{confidence_words(row['source'])} is highest, however well it agrees as a whole"
                )
                systems = (one["system"],) if one.get("system") else ()
                part = ReviewPart(kind="system" if systems else "every_verdict", criterion=row["criterion"], values=systems, said=f"every verdict on {on}")
                reviews.append(part)
    return tuple(reasons), tuple(reviews)


def confidence_words(source: str) -> str:
    """What the confidence of a source is called."""
    return {
        "stated": "confidence",
        "margin": "the probability that its log probabilities give the verdict over the runner-up",
        "replicates": "the share of its repeats that agree",
    }.get(source, source)


def share(value: float) -> str:
    """A share in percent; not 0 or 100 where it is not."""
    text = f"{100 * value:.0f}"
    if text == "100" and value < 1:
        return "over 99 %"
    return "under 1 %" if text == "0" and value > 0 else f"{text} %"
