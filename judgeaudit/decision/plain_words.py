"""Numbers of a decision as sentences: what was seen, how sure that is, and what was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from judgeaudit.decision.checks import Check
from judgeaudit.decision.gates import of_which
from judgeaudit.decision.routing import share
from judgeaudit.domain.results import GateResult
from judgeaudit.domain.rubric import Gate
from judgeaudit.thresholds import LOW_CEILING, MIN_ITEMS_FOR_RESAMPLING

Row = Mapping[str, Any]

_RATES = {
    "coverage.answered_rate": "It gives a usable verdict on {value} of the items{where}",
    "coverage.refused_rate": "It refuses to judge {value} of the items{where}",
    "consistency.flip_rate": "Asked again about the same item, it gives another verdict {value} of the time{where}",
    "consistency.pairwise_agreement": "Asked again about the same item, it says the same {value} of the time{where}",
    "calibration.accuracy": "It agrees with people on {value} of the items{where}",
    "calibration.balanced_accuracy": "Over all labels alike, it agrees with people {value} of the time{where}",
    "calibration.sensitivity": "Where people say {group}, so does it {value} of the time{where}",
    "calibration.specificity": "Where people do not say {group}, neither does it {value} of the time{where}",
    "rationale.unstable_rationale_rate": "It gives changing reasons for the same verdict on {value} of the items{where}",
    "evidence.invented_quote_rate": "{value} of the quotes that it gives are invented or altered{where}",
}
"""Shares, said in percent."""

_COEFFICIENTS = {
    "calibration.cohen_kappa": "Beyond what guessing would give, it agrees with people {word}{where}: kappa {value}, where 1 is perfect and 0 is guessing",
    "calibration.krippendorff_alpha": "Beyond what guessing would give, it agrees with people {word}{where}: alpha {value}, where 1 is perfect and 0 is guessing",
}

SWAPPED_KAPPA = -0.4
"""Kappa from which down a judge's labels, or gold's, may be swapped (ours)."""

_GRADES = ((0.8, "almost perfectly"), (0.6, "substantially"), (0.4, "moderately"), (0.2, "fairly"), (0.0, "slightly"))
"""Landis & Koch 1977, doi:10.2307/2529310, table 2, of the lower ends of each."""


def check_words(check: Check) -> str:
    """A limit and what was measured, as one or two sentences."""
    result = check.result
    limit = _limit(check.gate, percent=result.metric in _RATES)
    where = _where(result)
    if result.value is None:
        why = f": {check.estimate.undefined}" if check.estimate is not None and check.estimate.undefined else ""
        return f"{result.metric.split('.')[1].replace('_', ' ').capitalize()} ({result.metric}){where} could not be measured{why}; {limit} is asked for."
    head = _measured(result, where)
    if result.metric in _COEFFICIENTS and result.high is not None and result.high < 0:
        as_if = ", as if its labels were swapped" if result.value <= SWAPPED_KAPPA else ""
        head = f"It says the opposite of people more often than guessing would{where}{as_if}: {result.metric.rpartition('_')[2]} {result.value:.2f}"
    ends = _ends(result, percent=result.metric in _RATES) + (of_which(check.estimate) if check.estimate is not None else "")
    verdict = {
        "pass": f"That is enough: {limit} is asked for.",
        "fail": f"That is not enough: {limit} is asked for.",
        "inconclusive": f"Too few items say whether it holds: {limit} is asked for.",
    }[result.status]
    return f"{head}{ends}. {verdict}"


def _measured(result: GateResult, where: str) -> str:
    assert result.value is not None
    group = f'"{result.group}"' if result.group else "the label"
    if result.metric in _RATES:
        said = _RATES[result.metric].format(value=share(result.value), where=where, group=group)
        return said[:1].upper() + said[1:]
    if result.metric in _COEFFICIENTS:
        word = next((grade for least, grade in _GRADES if result.value > least), "not at all")
        return _COEFFICIENTS[result.metric].format(value=f"{result.value:.2f}", where=where, word=word)
    about = f" for {group}" if result.group else ""
    return f"Its {result.metric.split('.')[1].replace('_', ' ')}{about} ({result.metric}){where} is {result.value:.3g}"


def _where(result: GateResult) -> str:
    parts = [
        f'on "{result.criterion}"' if result.criterion else "",
        f'among "{result.stratum}"' if result.stratum else "",
        f"({result.of_what})" if result.of_what else "",
    ]
    said = " ".join(part for part in parts if part)
    return f" {said}" if said else ""


def _ends(result: GateResult, *, percent: bool) -> str:
    if result.low is None or result.high is None:
        return ""
    low, high = (share(result.low), share(result.high)) if percent else (f"{result.low:.2f}", f"{result.high:.2f}")
    return f" ({low} to {high} is plausible)"


def _limit(gate: Gate, *, percent: bool) -> str:
    write: Callable[[float], str] = (lambda limit: f"{100 * limit:g} %") if percent else (lambda limit: f"{limit:g}")
    words = (("at least", gate.min), ("at most", gate.max))
    return " and ".join(f"{word} {write(limit)}" for word, limit in words if limit is not None)


def corrected_words(rows: Iterable[Row]) -> list[str]:
    """Rates that are not what the judge says they are: the raw one lies outside the corrected one's interval.

    Where labelled items are no random sample (`picked`), only the correction by error rates counts. Of several labels the one is said that is
    furthest off.
    """
    by_place: dict[tuple[Any, ...], dict[str, Row]] = {}
    for row in rows:
        by_place.setdefault((row["criterion"], row.get("system"), row.get("label")), {})[row["method"]] = row
    said: dict[tuple[Any, ...], tuple[float, str]] = {}
    for (criterion, system, label), methods in by_place.items():
        raw, better = methods.get("raw"), _correction(methods)
        if raw is None or better is None or raw.get("value") is None or better.get("low") is None or better.get("value") is None:
            continue
        left_out = [end for end in (better.get("undecided_low"), better.get("undecided_high")) if end is not None]
        if min((better["low"], *left_out)) <= raw["value"] <= max((better["high"], *left_out)):
            continue
        of = f" of {system}" if system else ""
        numbers = (raw["value"], better["value"], better["low"], better["high"])
        write: Callable[[float], str] = _shares(numbers) if label else (lambda value: f"{value:.3g}")
        told, true = write(raw["value"]), write(better["value"])
        ends = f"{write(better['low'])} to {write(better['high'])}"
        what = f'"{label}" on {told} of the items{of}' if label else f"a mean of {told}{of}"
        n_items = better.get("n_labelled", 0) + better.get("n_unlabelled", 0)
        of_all = f" of {_which(better, n_items, of)}" if label and n_items else ""
        text = f'Its numbers cannot be taken as they are: on "{criterion}" it reports {what}; with its known errors taken out it is {true} ({ends}){of_all}.'
        off = abs(raw["value"] - better["value"])
        if off > said.get((criterion, system), (-1.0, ""))[0]:
            said[criterion, system] = (off, text)
    return [text for _, text in said.values()]


def _shares(numbers: Sequence[float]) -> Callable[[float], str]:
    """How shares are written that are compared with each other: with a digit more where two of them would look the same."""
    if len({share(number) for number in numbers}) == len(set(numbers)):
        return share
    return _tenths


def _tenths(number: float) -> str:
    text = f"{100 * number:.1f}"
    if text == "100.0" and number < 1:
        return "over 99.9 %"
    return "under 0.1 %" if text == "0.0" and number > 0 else f"{text} %"


def _which(row: Row, n_items: int, of: str) -> str:
    """Which items a corrected rate is of: all, or those that were answered; and whether its interval is about no others."""
    which = f"the {n_items:,} items{of} that it answers" if row.get("n_unanswered") else f"all {n_items:,} items{of}"
    return f"{which} and no others" if row["method"] == "rogan_gladen_all" else which


def _correction(methods: Mapping[str, Row]) -> Row | None:
    if any(row.get("picked") for row in methods.values()):
        return methods.get("rogan_gladen_all")
    return methods.get("ppi") or methods.get("rogan_gladen_all") or methods.get("isotonic")


def baseline_words(rows: Iterable[Row]) -> list[str]:
    """Judges that are right no more often than one that always says the commonest label; where gold has one label alone, that says nothing."""
    return [
        f'Always answering "{row["label"]}" would be right on {share(row["share"])} of the items of "{row["criterion"]}"; it is right on {share(row["accuracy"])}.'
        for row in rows
        if row.get("accuracy") is not None and row["accuracy"] <= row["share"] < 1 and not str(row["judge"]).endswith("#majority")
    ]


def replace_words(rows: Iterable[Row], relative: Iterable[Row] = ()) -> list[str]:
    """Whether the judge can stand in for an annotator, by the alternative annotator test: how much worse it may be, and how far each agrees."""
    beside = {(row["judge"], row["criterion"]): row for row in relative}
    by_criterion: dict[str, list[Row]] = {}
    for row in rows:
        if row.get("n_items", MIN_ITEMS_FOR_RESAMPLING) >= MIN_ITEMS_FOR_RESAMPLING:  # of a few shared items nothing is said
            by_criterion.setdefault(row["criterion"], []).append(row)
    said = []
    for criterion, tests in by_criterion.items():
        won = sum(bool(row.get("rejected")) for row in tests)
        can = "passes" if tests[0].get("passes") else "does not pass"
        allowed = f"at most {tests[0]['epsilon']:g} worse" if tests[0].get("epsilon") is not None else "no worse by more than was allowed"
        agreed = _agreements(beside.get((tests[0].get("judge"), criterion), {}))
        if tests[0].get("passes") is None and tests[0].get("note"):  # a reason: nobody may conclude from the number of annotators
            said.append(f'Whether it can stand in for an annotator on "{criterion}" is not known: {tests[0]["note"]}{agreed}.')
            continue
        said.append(
            f'It {can} the test for standing in for an annotator on "{criterion}": it is shown to be {allowed} than {won} of {len(tests)} of them{agreed}.'
        )
    return said


def _agreements(row: Row) -> str:
    """The judge's mean kappa with annotators beside theirs with each other."""
    own, difference = row.get("judge_human_kappa"), row.get("difference")
    return "" if own is None or difference is None else f"; it agrees with them at kappa {own:.2f}, they with each other at {own - difference:.2f}"


def _little(row: Row) -> str:
    """That the agreement of people is little itself."""
    own, difference = row.get("judge_human_kappa"), row.get("difference")
    if own is None or difference is None or own - difference >= LOW_CEILING:
        return ""
    return f", which is little: kappa {own - difference:.2f}"


def ceiling_words(rows: Iterable[Row]) -> list[str]:
    """How near the judge comes to the agreement of people with each other."""
    return [
        f'On "{row["criterion"]}" it reaches {share(max(0.0, row["share_of_ceiling"]))} of the agreement that people have with each other{_little(row)}.'
        for row in rows
        if row.get("share_of_ceiling") is not None
    ]
