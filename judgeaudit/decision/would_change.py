"""What would make a decision another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judgeaudit.decision.bias import probe_changes
from judgeaudit.decision.checks import Check, items_needed
from judgeaudit.decision.gates import hold, limit_text
from judgeaudit.decision.layers import TITLES
from judgeaudit.decision.plain_words import SWAPPED_KAPPA
from judgeaudit.decision.routing import accepts, review_words
from judgeaudit.decision.strata import is_unknown
from judgeaudit.decision.systems import NO_INFORMATION, NOT_LABELLED
from judgeaudit.domain.results import Decision, Estimate
from judgeaudit.thresholds import MIN_ITEMS_FOR_RISK

MOST_CHANGES = 4
NARROWER = 0.9
"""Share of an interval's half-width that more labels have to bring it to, for them to be worth a sentence (ours)."""

LABELS_OF_UNLABELLED = "Label items of each judged system that has none: until then a person reads its verdicts."
LABELS_OF_SYSTEMS = f"{MIN_ITEMS_FOR_RISK} labelled items or more of each judged system make a routing rule of its own."
TELLS_NOTHING = "Where the judge is not shown to tell anything, more labels may show that it does; if not, another prompt or model is needed."


def would_change(decision: Decision, checks: Sequence[Check], rows: dict[str, list[dict[str, Any]]], *, majority: Sequence[Estimate] = ()) -> tuple[str, ...]:
    """What would change one decision, in sentences, the most useful first.

    Parameters
    ----------
    decision : Decision
    checks : sequence of Check
        Of the same judge.
    rows : dict of list of dict
        Its rows of the blocks `routing`, `more_labels`, `carried` and `probes`, and as `sure` those of `routing` that leave a review (`enough_review`).
    majority : sequence of Estimate
        Of the majority of its repeats.
    """
    required = [check for check in checks if check.required]
    probes = probe_changes(decision, rows.get("probes", ()))
    layer = next((one.layer for one in decision.layers if one.status == "fail"), None)
    said: list[str] = []
    if layer is not None:
        said.append(f"It has to come through the layer {TITLES[layer]} before anything else counts.")
    if decision.decision == "do_not_deploy":
        failed = [check for check in required if check.result.status == "fail"]
        said += [text for check in failed if (text := _majority_holds(check, required, majority)) is not None]
        said += [f"{_name(check)} has to be {_limit(check)}: {_remedy(check)}, and audit it again." for check in failed]
        said += probes + _only_where_sure(rows)
    elif decision.decision == "deploy":
        said += _no_rule(rows)
        said += _nearest(required)
        said += probes
        said.append("Another model, prompt or kind of items is another judge: calibrate it again.")
    else:
        said += [text for check in required if (text := _repeats(check)) is not None]
        said += probes
        said += [_to_measure(check) for check in required if check.result.status == "not_measured" and check.analysis == "calibration" and check.estimate]
        bad = _without_systems(rows) if decision.decision == "not_enough_data" else []
        said += bad
        said += _more_data([check for check in required if not bad or check.analysis != "calibration"], rows)
        if any("no gold" in reason for reason in decision.reasons):
            said.append("Labels by people: `judgeaudit budget` says how many; with them it can be held against people.")
        said += [_to_measure(check) for check in required if check.result.status == "not_measured" and _repeats(check) is None]
        said += _rule_needed(decision)
        said += [_to_measure(check) for check in checks if not check.required and is_unknown(check) and check.result.value is None]
        said += ["Gold has to be labelled anew where one person labelled an item twice and differently."] if any(map(_is_gold, decision.reasons)) else []
    return tuple(dict.fromkeys(said))[:MOST_CHANGES]


def _repeats(check: Check) -> str | None:
    """That each item has to be asked more than once; None where it was, or the limit is about something else."""
    if check.analysis != "consistency" or check.result.status != "not_measured":
        return None
    return f"{_name(check)} is not known because no item has two verdicts to compare: judge each item three times (replicates: 3). More labels do not tell."


def _to_measure(check: Check) -> str:
    why = check.estimate.undefined if check.estimate is not None else None
    return f"{_name(check)} has to be measured{f': {why}' if why else ''}."


def _majority_holds(failed: Check, required: Sequence[Check], majority: Sequence[Estimate]) -> str | None:
    """That the majority of the judge's repeats, which was measured here, holds what single verdicts fail.

    Where repeats differ, which a majority cannot: that it holds the limit on agreement with people.
    """
    flips = failed.result.metric == "consistency.flip_rate"
    kappas = [one for one in required if one.result.metric == "calibration.cohen_kappa" and one.result.criterion == failed.result.criterion]
    check = next(iter(kappas), None) if flips else failed
    if check is None:
        return None
    result = check.result
    place = (check.analysis, result.metric.split(".")[1], result.criterion, result.group, result.stratum)
    found = next((one for one in majority if (one.analysis, one.name, one.criterion, one.group, one.stratum) == place), None)
    if found is None or hold(result.metric, check.gate, found).status != "pass":
        return None
    name = check.result.metric.split(".")[1].replace("_", " ")
    return (
        f"The majority of its repeats was measured here too and agrees with people well enough{f' on {check.where}' if check.where else ''} ({name} {found.value:.2f}, "
        f"{found.low:.2f} to {found.high:.2f}, {found.n_items:,} items): "
        "ask each item as often as here and take the majority."
    )


def _remedy(check: Check) -> str:
    swapped = check.result.metric == "calibration.cohen_kappa" and check.result.high is not None and check.result.high < 0
    swapped = swapped and (check.result.value or 0.0) <= SWAPPED_KAPPA
    return "see whether its labels, or those of gold, are swapped" if swapped else "change the prompt or the model"


def _name(check: Check) -> str:
    words = check.result.metric.split(".")[1].replace("_", " ")
    return f"{words.capitalize()}{f' on {check.where}' if check.where else ''}"


def _limit(check: Check) -> str:
    return limit_text(check.gate).replace("min", "at least").replace("max", "at most")


def _only_where_sure(rows: dict[str, list[dict[str, Any]]]) -> list[str]:
    chosen = sorted(rows["sure"], key=lambda row: not row.get("chosen", True))
    found = next((row for row in chosen if review_words(row) is not None), None)
    if found is None:
        return []
    return [
        f"Where it is sure few are wrong (at most {100 * found['max_risk']:.3g} %), so that once the limits above hold a rule could be used: {review_words(found)}. "
        "Until then no verdict goes unread."
    ]


def _no_rule(rows: dict[str, list[dict[str, Any]]]) -> list[str]:
    """That the decision is about agreement as a whole, where no confidence keeps the risk that was asked for."""
    found = rows["routing"]
    if not found or any(accepts(row) for row in found):
        return []
    return [
        f"It keeps its limits as a whole; that at most {100 * found[0]['max_risk']:.3g} % of its single verdicts are wrong is not shown at any confidence: "
        "where that is what counts, a person reads them all (`judgeaudit apply` sends them there)."
    ]


def _rule_needed(decision: Decision) -> list[str]:
    """What would let some verdicts go unread, where a person reads them all because no confidence keeps the risk that was asked for."""
    if decision.decision != "deploy_with_review":
        return []
    of_systems = [reason for reason in decision.reasons if reason.startswith("verdicts of ") and "on system " in reason]
    said = [LABELS_OF_UNLABELLED] if any(reason.endswith(NOT_LABELLED) for reason in of_systems) else []
    nothing = [reason for reason in of_systems if NO_INFORMATION in reason]
    said += [LABELS_OF_SYSTEMS] if any(not reason.endswith(NOT_LABELLED) and reason not in nothing for reason in of_systems) else []
    said += [TELLS_NOTHING] if nothing else []
    if not any(reason.startswith("single verdicts on ") for reason in decision.reasons):
        return said
    return [
        *said,
        "A confidence that is higher where it is right, more labels, or a larger --max-risk, if so many wrong ones do no harm, "
        "would let some of its verdicts go unread.",
    ]


def _is_gold(reason: str) -> bool:
    return reason.startswith("gold of ") and "contradicts itself" in reason


def _nearest(required: Sequence[Check]) -> list[str]:
    """The limit that is held with the least to spare, at the pessimistic end: as a share of the room between it and the best there is."""
    spare: list[tuple[float, Check, float]] = []
    for check in required:
        for limit, end in ((check.gate.min, check.result.low), (check.gate.max, check.result.high)):
            if limit is not None and end is not None:
                room = abs(1 - limit if limit is check.gate.min and limit < 1 else limit) or 1.0
                spare.append((abs(end - limit) / room, check, end))
    if not spare:
        return []
    _, check, end = min(spare, key=lambda one: one[0])
    return [f"The limit with the least to spare is {check.result.metric} ({limit_text(check.gate)}): at worst it is {end:.3g} now."]


def _without_systems(rows: dict[str, list[dict[str, Any]]]) -> list[str]:
    """That a system on which the judge is shown to tell nothing is what weighs on the numbers over all: it comes before more labels."""
    found: dict[str, list[str]] = {}
    for row in rows.get("carried", ()):
        places = [one for one in rows["carried"] if (one["criterion"], one["system"]) == (row["criterion"], row["system"])]
        if all(one.get("no_information") for one in places) and row["system"] not in found.get(row["criterion"], ()):
            found.setdefault(row["criterion"], []).append(row["system"])
    return [
        f"On {criterion} the judge is not shown to carry any information on {_few(systems)}: a person has to read those, and an audit without them "
        "says sooner than more labels whether it may be used on the others."
        for criterion, systems in found.items()
    ]


def _few(names: Sequence[str], at_most: int = 5) -> str:
    more = len(names) - at_most
    return ", ".join(names[:at_most]) + (f" and {more} more" if more > 0 else "")


def _more_data(required: Sequence[Check], rows: dict[str, list[dict[str, Any]]]) -> list[str]:
    needed = (items_needed(check) for check in required)
    said = [f"{text[:1].upper()}{text[1:]}." for text in needed if text is not None]
    calibrated = all(check.passed or check.result.status == "not_measured" for check in required if check.analysis == "calibration")
    for row in () if calibrated else rows["more_labels"]:
        now, then = row.get("half_width"), row.get("half_width_then")
        if now is not None and then is not None and then <= NARROWER * now:
            said.append(f"{row['n_more']:,} more labels on {row['criterion']} would narrow {row['metric'].replace('_', ' ')} from ±{now:.2g} to ±{then:.2g}.")
    return said
