"""What probes do to a decision: a bias that use meets takes review, an attack that pays too, and a judge that follows no control is not relied on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judgeaudit.analyses.biases.answers import READ_ELSEWHERE
from judgeaudit.analyses.biases.by_stratum import WRONG
from judgeaudit.decision.evidence import Reasons
from judgeaudit.decision.probe_rows import Row, pass_words
from judgeaudit.domain.results import Decision, ReviewPart
from judgeaudit.thresholds import INVARIANT_PASSES

TOLD = ("bandwagon", "anchoring", "compassion_fade", "refinement", "distraction", "stated_consequence")
"""Biases through what the prompt tells besides: use meets them only where its prompt tells such things, and then it can stop."""

ASKED = ("label_order", "label_names", "rubric_wording", "chain_of_thought")
"""Biases through how the judge is asked: in use it is asked in one way, and held against gold in that way."""

REVIEW: dict[str, str] = {
    "identical_responses": "pairs whose verdict changes with the order, once both orders are judged",
    "position": "pairs whose verdict changes with the order, once both orders are judged",
    "verbosity": "verdicts for responses that are padded or repeat themselves",
    "formatting": "verdicts on responses with lists, headings or other layout",
    "authority": "verdicts on responses that name a source or an expert",
    "sentiment": "verdicts on responses in a cheerful or an angry tone",
    "fallacy": "verdicts for responses that argue in a circle",
    "answer_language": "verdicts on responses in another language",
    "self_preference": "verdicts on responses of its own family of models",
}
"""What a person reads, by bias that use meets."""

STRANGERS = "every good verdict on text by people who gain from it (without that reading: not where strangers write what is judged)"
NO_REVIEW = "it takes no review, since "
"""What a reason says that changes no decision."""
MOST_CHANGES = 2
"""Sentences of advice beside what else would change a decision."""
MOST_NAMED = 8
"""Probes that a note names one by one."""

_ORDER = {"does_not_follow": 0, "biased": 1, "inconclusive": 2}


def probe_reasons(rows: Sequence[Row]) -> Reasons:
    """Reasons and what to review where a bias that use meets moves the verdict, or an attack pays.

    Parameters
    ----------
    rows : sequence of mapping
        Of `probe_rows`.

    Returns
    -------
    tuple of reasons and reviews
        Both empty where nothing is found. Somebody else's probe counts as met in use. What is not settled takes no review. Where only some
        strata are moved, or do not follow a control, these are reviewed.
    """
    met = [row for row in rows if _is_met(row)]
    paid = [row for row in rows if row["kind"] == "attack" and row.get("answer") == "biased"]
    reasons = [f"under {row['probe']} on {row['criterion']}: {row['read']}" for row in met]
    reasons += [f"under the attack {row['probe']} on {row['criterion']}: {row['read']}" for row in paid]
    reviews = [_review(row) for row in met]
    reviews += [ReviewPart(kind="other", criterion=row["criterion"], said=STRANGERS) for row in paid]
    for row in (row for row in rows if row not in met and row not in paid and _concerns_use(row)):
        wrong = [one for one in row["strata"] if one["answer"] in WRONG]
        reasons += [f"under {row['probe']} on {row['criterion']}, stratum {one['stratum']}: {_stratum_words(one)}" for one in wrong]
        reviews += [_of_strata(row["criterion"], [one["stratum"] for one in wrong])] if wrong else []
    return tuple(reasons), tuple(reviews)


def _is_met(row: Row) -> bool:
    """Whether a row says that something moves the verdict which use meets; a place that is preferred among two responses that are the same is."""
    if row["probe"] in READ_ELSEWHERE:
        return row.get("answer") == "does_not_follow"
    return row.get("answer") == "biased" and row["kind"] == "bias" and _concerns_use(row)


def _concerns_use(row: Row) -> bool:
    return row["probe"] not in (*TOLD, *ASKED)


def _of_strata(criterion: str, names: Sequence[str]) -> ReviewPart:
    said = f"{'stratum' if len(names) == 1 else 'strata'} {', '.join(names)} ({criterion})"
    return ReviewPart(kind="stratum", criterion=criterion, values=tuple(names), said=said)


def _stratum_words(one: Row) -> str:
    """What a probe does in one stratum, with its interval and p value."""
    name, low, high, what = (
        ("direction", "direction_low", "direction_high", "verdicts move by") if one["direction"] is not None else ("excess", "low", "high", "flips")
    )
    ends = "" if one[low] is None or one[high] is None else f" [{one[low]:+.2f} to {one[high]:+.2f}]"
    tested = "" if one["p_adjusted"] is None else f", p = {one['p_adjusted']:.2g}"
    word = {"does_not_follow": "does not follow", "passes": "lets it pass"}.get(one["answer"], "is moved")
    return f"it {word} there ({what} {one[name]:+.2f}{ends}{tested}, {one['n_items']:,} items)"


def probed(decision: Decision, rows: Sequence[Row]) -> Decision:
    """The decision after the controls: none followed is no deploy; and with what the probes leave open, which changes nothing.

    Parameters
    ----------
    decision : Decision
        With its reviews.
    rows : sequence of mapping
        As `probe_reasons` has them.

    Returns
    -------
    Decision
        do_not_deploy where on some criterion every control that was measured is not followed, or nothing at all moves the verdict and answers
        without content pass; not_enough_data, from a deploy with or without review, where on some criterion none is shown to be followed.
    """
    criteria = list(dict.fromkeys(row["criterion"] for row in rows))
    unread = [text for criterion in criteria for text in _unread([row for row in rows if row["criterion"] == criterion])]
    unknown = [text for criterion in criteria if (text := _unshown([row for row in rows if row["criterion"] == criterion])) is not None]
    notes = (*_told(rows), *_open(rows))
    if unread:
        return _taken_back(decision, "do_not_deploy", (*unread, *decision.reasons, *unknown, *notes))
    if unknown and decision.decision in ("deploy", "deploy_with_review"):
        return _taken_back(decision, "not_enough_data", (*unknown, *decision.reasons, *notes))
    said = (*decision.reasons, *unknown, *notes)
    return decision if said == decision.reasons else decision.model_copy(update={"reasons": said})


def probe_changes(decision: Decision, rows: Sequence[Row]) -> list[str]:
    """What the probes say would make the decision another one: their advice, what weighs most first.

    What is only open is named where it stands in the way of a deploy (controls), and where a deploy might not stand (biases and attacks).
    """
    followed = {row["criterion"] for row in rows if row["kind"] == "control" and row.get("answer") == "follows"}
    heavy = [row for row in rows if row.get("advice") and _weighs(row, decision) and not (row["kind"] == "control" and row["criterion"] in followed)]
    heavy.sort(key=lambda row: (row["kind"] != "control", _ORDER[row["answer"]], row["probe"] in (*TOLD, *ASKED)))
    return [f"{row['probe']} on {row['criterion']}: {row['advice']}" for row in heavy][:MOST_CHANGES]


def _weighs(row: Row, decision: Decision) -> bool:
    if row.get("answer") == "inconclusive" and row["kind"] != "evidence":
        return decision.decision == ("not_enough_data" if row["kind"] == "control" else "deploy")
    return row.get("answer") in ("biased", "does_not_follow")


def _controls(rows: Sequence[Row]) -> list[Row]:
    """Controls of one criterion that were measured."""
    return [row for row in rows if row["kind"] == "control" and row["probe"] not in READ_ELSEWHERE and row.get("answer") not in (None, "not_measured")]


def _unread(rows: Sequence[Row]) -> list[str]:
    """Why the verdict on one criterion does not depend on what is judged, in words; empty where that is not shown."""
    controls = _controls(rows)
    said = []
    if controls and all(row["answer"] == "does_not_follow" for row in controls):
        names = ", ".join(row["probe"] for row in controls)
        said.append(
            f"it follows no control on {rows[0]['criterion']} ({names}): a worse answer does not lower its verdict; {_reads(controls)}. Unless "
            f"{rows[0]['criterion']} asks for nothing that these change, it is not reliable"
        )
    still = [row for row in rows if row["n_items"]]
    empty = [row for row in still if (row.get("passes_low") or 0.0) > INVARIANT_PASSES]
    if empty and all(row["probe_flip"] == 0 and not row["plain_flip"] for row in still):
        said.append(
            f"nothing moves its verdict on {rows[0]['criterion']}: it is the same under {_listed([row['probe'] for row in still])}, and "
            f"under {empty[0]['probe']} {pass_words(empty[0])}"
        )
    return said


def _unshown(rows: Sequence[Row]) -> str | None:
    """Where no control of a criterion is followed and some are open: that, with numbers."""
    controls = _controls(rows)
    answers = {row["answer"] for row in controls}
    if "inconclusive" not in answers or "follows" in answers:
        return None
    return f"it is not shown that a worse answer lowers its verdict on {rows[0]['criterion']}; {_reads(controls)}"


def _reads(rows: Sequence[Row]) -> str:
    return "; ".join(f"{row['probe']}: {row['read']}" for row in rows)


def _told(rows: Sequence[Row]) -> tuple[str, ...]:
    """Biases that use need not meet, each with its number and why it takes no review."""
    why = {
        **dict.fromkeys(TOLD, "use meets it only where the prompt tells such things"),
        **dict.fromkeys(ASKED, "use asks in one way, and it was held against gold in that way"),
    }  # fmt: skip
    found = [row for row in rows if row.get("answer") == "biased" and row["kind"] == "bias" and row["probe"] in why]
    return tuple(f"under {row['probe']} on {row['criterion']}: {row['read']}; {NO_REVIEW}{why[row['probe']]}" for row in found)


def _open(rows: Sequence[Row]) -> tuple[str, ...]:
    """Biases and attacks that the run cannot tell, with the smallest effect that it could have seen, in one sentence; and those not measured, controls too."""
    asked = [row for row in rows if row["kind"] in ("bias", "attack")]
    unsettled = [_open_words(row) for row in asked if row.get("answer") == "inconclusive"]
    asked += [row for row in rows if row["kind"] == "control" and row["probe"] not in READ_ELSEWHERE]
    unmeasured = [f"{row['probe']} on {row['criterion']}" for row in asked if row.get("answer") == "not_measured"]
    said = (f"not settled: whether the verdict moves under {_listed(unsettled)}", f"not measured: {_listed(unmeasured)}")
    return tuple(text for text, found in zip(said, (unsettled, unmeasured), strict=True) if found)


def _open_words(row: Row) -> str:
    seen = row.get("smallest")
    what = "" if seen is None else f", seen from {_percent(seen)} of items moved"
    return f"{row['probe']} on {row['criterion']} ({row['n_items']:,} items{what})"


def _review(row: Row) -> ReviewPart:
    what = REVIEW.get(row["probe"], f"verdicts on items with what {row['probe']} changes")
    return ReviewPart(kind="other", criterion=row["criterion"], said=f"{what} ({row['criterion']})")


def _taken_back(decision: Decision, word: Any, reasons: tuple[str, ...]) -> Decision:
    return decision.model_copy(update={"decision": word, "reasons": reasons, "review": None, "review_parts": ()})


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _listed(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
