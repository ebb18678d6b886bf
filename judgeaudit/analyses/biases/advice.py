"""What to do about the answer of a probe, in a sentence or two: steps to take, and never a promise of what they bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from judgeaudit.analyses.biases.answers import READ_ELSEWHERE, REPLACED
from judgeaudit.analyses.biases.by_stratum import CLEARED, WRONG
from judgeaudit.analyses.biases.causes import TO_DO
from judgeaudit.analyses.parts import percent
from judgeaudit.thresholds import CONTROL_FALL

Row = Mapping[str, Any]

_NO_REFERENCE = "Where it is shown a reference, probe it again without one."
_OTHERWISE = "Keep what {probe} changes out of what the judge is shown, or use another judge."

BIASED: dict[str, str] = {
    "position": "Judge both orders and keep what agrees; a verdict that changes with the order is no win for either response.",
    "label_order": "List the labels in both orders and keep what agrees; a person reads the rest.",
    "label_names": "Keep the names that were held against gold, and audit again when they change; or ask under two sets of names and keep what agrees.",
    "rubric_wording": "Keep the wording that was held against gold, and audit again when it changes; or ask in several wordings and keep what agrees.",
    "verbosity": "Cap the length of responses, the same for all, before they are judged; read rates beside the effect of length.",
    "formatting": "Strip markup from every response before it is judged, unless the criterion asks about layout.",
    "authority": "Check sources and named experts by code or by a person, and take them out of what is judged, unless the criterion asks for them.",
    "bandwagon": "Do not tell the judge what others said.",
    "sentiment": "Say in the question that tone does not count, or take tone out before judging, and probe it again; else use another judge.",
    "compassion_fade": "Blind the names: neither prompt nor response says which model wrote it.",
    "self_preference": "Blind the names, and use a judge of another family for responses of its own.",
    "refinement": "Do not tell the judge that a response was revised.",
    "distraction": "Show the judge nothing but what it has to judge.",
    "fallacy": "Ask about each claim of a response in a criterion of its own, and probe it again; else use another judge for responses that argue.",
    "anchoring": "Do not tell the judge an earlier verdict or score.",
    "stated_consequence": "Do not tell the judge what comes of its verdict.",
    "answer_language": "Use another judge for that language, or show it every response in one language.",
    "chain_of_thought": "Hold both ways of asking against gold, and ask in the better one throughout.",
}  # fmt: skip
"""By bias: what keeps the cue from the judge, or what is left where it cannot be kept."""

PAYS: dict[str, str] = {
    "null_answer": f"Refuse empty responses by code before the judge is asked. {_NO_REFERENCE}",
    "constant_answer": f"Compare responses by code: one text that comes under several questions is no answer to them. {_NO_REFERENCE}",
    "one_token": f"Refuse responses of a mark or a stock phrase by code before the judge is asked. {_NO_REFERENCE}",
    "injection": "Delimit the judged text, screen it for instructions before it is judged, and let a person read what is found.",
}
"""By attack: what keeps the text from the judge."""

DOES_NOT_FOLLOW: dict[str, str] = {
    "nonsense_control": f"Do not rely on its verdicts before it tells an answer from another item's: change the prompt or use another judge. {_NO_REFERENCE}",
    "identical_responses": "Judge both orders and keep what agrees; where the scale has no tie, give it one.",
    "fact_changed": "Check numbers and names by code, or use another judge; where the criterion asks for neither, take this control out.",
    "step_deleted": "Ask for each step that must be there in a criterion of its own, or use another judge; where no step matters, take this control out.",
    "sentences_shuffled": "Use another judge where order matters; where it does not, take this control out.",
}
"""By control."""

_OTHER_CONTROLS = "Ask for controls that make one response of a pair worse (fact_changed, step_deleted), or give the scale a tie or an order."
_WHICH_IS_WORSE = "Say in the column variant which response of the pair was made worse (number_a, number_b), or use a scale with an order."

EVIDENCE: dict[tuple[str, str], str] = {
    ("evidence_removal", "stays"): "Do not read its quotes as its reasons: a person who relies on a verdict reads the item.",
    ("evidence_only", "moves"): "Ask for every passage that the verdict rests on, and probe it again.",
    ("irrelevant_removal", "moves"): "Read evidence_removal against it (evidence_necessity), not by itself.",
}
"""By probe of evidence and answer; the other answers ask for nothing."""


def advice_for(row: Row) -> str | None:
    """What to do about one row of the block `probes`.

    Parameters
    ----------
    row : mapping
        `probe`, `kind` and `answer`; where there are any `cause` (why nothing is measured, a key of `causes.TO_DO`), `n_items`, `replicates`, `margin`, `smallest`, `n_items_needed` (items that would show a
        movement as large as the margin) and `worse_in` (strata with a wrong answer, where others have a right one).

    Returns
    -------
    str or None
        None where nothing is to be done. It names steps and numbers of the row; that a step helps is for the next audit to say.

    Example
    -------
    >>> advice_for({"probe": "bandwagon", "kind": "bias", "answer": "biased"})
    'Do not tell the judge what others said.'
    """
    said = _by_answer(row)
    worse = row.get("worse_in") or ()
    if not worse:
        return said
    names = ", ".join(f'"{name}"' for name in worse)
    moved = "It lets this pass in" if row["probe"] in REPLACED else "It is moved in"
    where = f"In {names} it does not follow" if row["kind"] == "control" else f"{moved} {names}"
    return " ".join(filter(None, (said, f"{where}, and not so in other strata: use another judge there, or a person.")))


def _by_answer(row: Row) -> str | None:
    probe, answer = row["probe"], row["answer"]
    if answer == "inconclusive":
        return _more_items(row)
    if answer == "not_measured":
        return _to_measure(row)
    if answer in ("biased", "passes"):
        return PAYS[probe] if probe in PAYS else BIASED.get(probe, _OTHERWISE.format(probe=probe))
    if answer == "does_not_follow":
        return DOES_NOT_FOLLOW.get(probe, "Change the prompt or use another judge, unless the criterion asks for nothing that this changes.")
    return EVIDENCE.get((probe, answer))


def _more_items(row: Row) -> str:
    """How many items it takes, where the run says so."""
    n, needed, margin, smallest = (row.get(name) for name in ("n_items", "n_items_needed", "margin", "smallest"))
    margin = CONTROL_FALL if row["kind"] == "control" else margin
    if not n or not needed or margin is None or needed <= n:
        return "Ask about more items: these cannot tell."
    if row["probe"] in REPLACED:
        now = "" if row.get("passes") is None else f" (now {percent(row['passes'])} on {n:,})"
        return f"Ask about more items: about {needed:,} would tell whether it passes in more than {percent(margin)}{now}, if that share stays as it is."
    seen = "" if smallest is None else f"; these {n:,} show one of {percent(smallest)}"
    return f"Ask about more items: about {needed:,} would show a movement of {percent(margin)}{seen}, if the judge's own noise stays as it is."


def _to_measure(row: Row) -> str | None:
    if row["probe"] in READ_ELSEWHERE:
        return None
    if row.get("cause") in TO_DO:
        return TO_DO[row["cause"]]
    if not row.get("n_items"):
        return "Give it items that it can be made of (`judgeaudit check` says of how many it cannot be made, and why), or take it out of probes."
    if row["kind"] == "control" and row.get("excess") is not None:
        return _OTHER_CONTROLS if row["probe"] == "nonsense_control" else _WHICH_IS_WORSE
    if (row.get("replicates") or {}).get("plain") == 1:
        return "Judge each item twice or more without a probe (replicates: 2): its own noise is not known."
    return None


def advised(rows: Iterable[dict[str, Any]], strata: Iterable[Row]) -> list[dict[str, Any]]:
    """Rows of the block `probes` with `worse_in` and `advice`.

    Parameters
    ----------
    rows : iterable of dict
    strata : iterable of mapping
        Of the block `probe_strata`.
    """
    by_place: dict[tuple[str, str, str], list[Row]] = {}
    for one in strata:
        by_place.setdefault(_place(one), []).append(one)
    done = []
    for row in rows:
        inside = by_place.get(_place(row), [])
        wrong = [one["stratum"] for one in inside if one["answer"] in WRONG]
        worse = wrong if any(one["answer"] in CLEARED for one in inside) else []
        row = {**row, "worse_in": worse}
        done.append({**row, "advice": advice_for(row)})
    return done


def _place(row: Row) -> tuple[str, str, str]:
    return row["probe"], row["judge"], row["criterion"]
