"""What page, terminal and Markdown say alike about a judge and people: the ceiling, the place of a person, the true rate, what may go unread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from judgeaudit.domain.results import Audit
from judgeaudit.report import fields, formats
from judgeaudit.report.summary import block, rule_said
from judgeaudit.thresholds import MIN_ITEMS_FOR_RESAMPLING

Row = dict[str, Any]

SOURCES = {"stated": "the confidence it states", "margin": "the margin of its log probabilities", "replicates": "the share of its repeats that agree"}
CORRECTIONS = ("ppi", "rogan_gladen_all", "isotonic")
"""Of several corrections the one that is said first, where it has a value. None is that of a part of the items."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One judge on one criterion: rows of the blocks that are about it, each empty where there is none.

    `tests` are those of the alternative annotator test, `rates` those of the corrected rate over all items by method, of several labels
    without order for the one that correcting moves most.
    """

    judge: str
    criterion: str
    ceiling: Row
    relative: Row
    tests: tuple[Row, ...]
    rates: dict[str, Row]
    routing: Row

    @property
    def passes(self) -> bool | None:
        """Whether it could take a person's place; None where that is not known."""
        if all(fields.whole(row, "n_items") < MIN_ITEMS_FOR_RESAMPLING for row in self.tests):
            return None
        said = self.tests[0].get("passes")
        return said if isinstance(said, bool) else None

    @property
    def correction(self) -> Row:
        """The corrected rate; empty where there is none."""
        return correction_of(self.rates)


def correction_of(rates: dict[str, Row]) -> Row:
    """Of the rows of one judge by method the correction that is said first; where labelled items are no random sample only that by error rates."""
    known = [rates[name] for name in CORRECTIONS if name in rates and fields.number(rates[name], "value") is not None]
    return next((row for row in known if not row.get("picked") or fields.word(row, "method") == "rogan_gladen_all"), {})


def by_label(rows: Sequence[Row]) -> dict[str, dict[str, Row]]:
    """Rows of one judge and one place by label, then by method, in their order."""
    found: dict[str, dict[str, Row]] = {}
    for row in rows:
        found.setdefault(fields.word(row, "label"), {})[fields.word(row, "method")] = row
    return found


def furthest(rows: Sequence[Row]) -> dict[str, Row]:
    """Of rows of one judge and one place those of the label that correcting moves most, by method; empty without rows."""
    return max(by_label(rows).values(), key=_moved, default={})


def _moved(rates: dict[str, Row]) -> float:
    raw, fixed = (fields.number(row, "value") for row in (rates.get("raw", {}), correction_of(rates)))
    return -1.0 if raw is None or fixed is None else abs(raw - fixed)


def standings(audit: Audit) -> list[Standing]:
    """Each judge and criterion that any of the blocks is about, in the order of the audit's judges; majorities of repeats are left to the tables."""
    names = ("relative", "alt_test", "corrected", "routing", "ceiling")
    relative, tests, corrected, routing, ceiling = (block(audit, "calibration", name) for name in names)
    every = dict.fromkeys(of_judge(row) for row in (*relative, *tests, *corrected, *routing) if fields.word(row, "judge"))
    order = [judge.name for judge in audit.judges]
    keys = [key for key in every if not key[0].endswith("#majority")]
    keys.sort(key=lambda key: order.index(key[0]) if key[0] in order else len(order))
    people = {fields.word(row, "criterion"): row for row in ceiling}
    return [
        Standing(
            *key, people.get(key[1], {}), next(iter(_about(key, relative)), {}), tuple(_about(key, tests)),
            furthest([row for row in _about(key, corrected) if not fields.word(row, "system")]), chosen(_about(key, routing)),
        )
        for key in keys
    ]  # fmt: skip


def of_judge(row: Row) -> tuple[str, str]:
    """Judge and criterion that a row is about."""
    return fields.word(row, "judge"), fields.word(row, "criterion")


def _about(key: tuple[str, str], rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if of_judge(row) == key]


def chosen(rows: Sequence[Row]) -> Row:
    """The rule that holds, of one for each source of confidence: as it says, else the one that covers most."""
    return next((row for row in rows if row.get("chosen") is True), max(rows, key=lambda row: fields.number(row, "coverage") or 0.0, default={}))


def accepted_share(rule: Row) -> float | None:
    """Share of items that a routing rule accepts, or the rules of each system where these count; None where nothing is accepted."""
    own = fields.rows(rule, "of_systems")
    if not own or fields.whole(rule, "n_judged"):
        takes = any(fields.number(one, "threshold") is not None for one in own or [rule])
        return fields.number(rule, "coverage") if takes else None
    taken = sum((fields.number(one, "coverage") or 0.0) * fields.whole(one, "n_items") for one in own)
    return taken / sum(fields.whole(one, "n_items") for one in own) if taken else None


def said_value(value: float, *, is_rate: bool) -> str:
    """A rate in percent, also outside 0 to 1; a mean in points of its scale."""
    if not is_rate:
        return formats.number(value, decimals=2)
    return formats.percent(value) if 0 <= value <= 1 else f"{100 * value:.0f} %".replace("-", formats.MINUS)


def said_interval(row: Row, name: str = "value", *, is_rate: bool) -> str:
    """`55 % (48 to 62 %)`; the word undefined where there is no value."""
    value, low, high = (fields.number(row, key) for key in (name, "low", "high"))
    if value is None:
        return "undefined"
    text = said_value(value, is_rate=is_rate)
    return text if low is None or high is None else f"{text} ({said_value(low, is_rate=is_rate).removesuffix(' %')} to {said_value(high, is_rate=is_rate)})"


def of_all(row: Row) -> str:
    """` of all 2,000 items`: what a corrected number that is said first is of; empty where that is not known.

    Of a judge that does not answer all of them, those that it answers; and where the interval is about these items alone, that too.
    """
    n_items = fields.whole(row, "n_labelled") + fields.whole(row, "n_unlabelled")
    if not n_items:
        return ""
    which = f" of the {n_items:,} items that it answers" if fields.whole(row, "n_unanswered") else f" of all {n_items:,} items"
    return f"{which} and no others" if fields.word(row, "method") == "rogan_gladen_all" else which


def left_out_said(row: Row) -> str:
    """`61 to 78 % with the 66 undecided items`: what a number would be, were all labelled items that are left out of one label, or none; else empty."""
    ends, n_out = [fields.number(row, name) for name in ("undecided_low", "undecided_high")], fields.whole(row, "n_undecided")
    if not n_out or ends[0] is None or ends[1] is None:
        return ""
    low, high = (said_value(end, is_rate=is_rate(row)) for end in ends if end is not None)
    return f"{low.removesuffix(' %')} to {high} with the {formats.count(n_out, 'undecided item')}, were these all of one label or of the other"


def is_rate(row: Row) -> bool:
    """Whether a corrected number is the share of a label rather than a mean."""
    return bool(fields.word(row, "label"))


def ceiling_said(row: Row) -> str:
    """How far people agree with each other; why that is not known; empty without a row."""
    kappa = fields.number(row, "kappa")
    if kappa is None:
        note = fields.word(row, "note")
        return f"how far people agree is not known: {note}" if note else ""
    pooled = " (any one with any other: most pairs share too few items)" if row.get("pooled") is True else ""
    return f"people agree with each other at kappa {said_interval(row, 'kappa', is_rate=False)}{pooled}"


def relative_said(row: Row) -> str:
    """How far a judge agrees with a person, beside the ceiling."""
    kappa, share = fields.number(row, "judge_human_kappa"), fields.number(row, "share_of_ceiling")
    if kappa is None:
        return ""
    of = f", {100 * share:.0f} % of what people reach" if share is not None and share > 0 else ""
    return f"agrees with a person at kappa {formats.number(kappa, decimals=2)}{of}"


def place_said(standing: Standing) -> str:
    """Whether a judge could take a person's place, by the alternative annotator test."""
    if standing.passes is None:
        note = fields.word(standing.tests[0], "note") if standing.tests else ""
        return f"whether it could take a person's place is not known: {note}" if note else ""
    tested = [row for row in standing.tests if fields.word(row, "test")]
    as_good = sum(row.get("rejected") is True for row in tested)
    epsilon = fields.number(standing.tests[0], "epsilon")
    allowed = " to be no" if epsilon is None else f" to be at most {epsilon:g}"
    return (
        f"{'could' if standing.passes else 'cannot'} take a person's place (shown{allowed} worse than {as_good} of {formats.count(len(tested), 'annotator')})"
    )


def rate_said(standing: Standing) -> str:
    """What the judge says of all items, the corrected rate, and what the labels alone say."""
    raw, fixed, labels = standing.rates.get("raw", {}), standing.correction, standing.rates.get("labels_only", {})
    if not fixed:
        return ""
    rate = is_rate(fixed)
    label, said = fields.word(fixed, "label"), fields.number(raw, "value")
    head = f"says {label} of" if label else "gives on average"
    parts = [f"{head} {said_value(said, is_rate=rate)}" if said is not None else "", f"corrected {said_interval(fixed, is_rate=rate)}{of_all(fixed)}"]
    parts.append(left_out_said(fixed))
    parts.append(f"labels alone {said_interval(labels, is_rate=rate)}" if fields.number(labels, "value") is not None and not fixed.get("picked") else "")
    every = standing.rates.get("labels_all", {})
    parts.append(f"those of all {fields.whole(every, 'n_labelled'):,} labelled items {said_interval(every, is_rate=rate)}" if every else "")
    return ", ".join(part for part in parts if part)


def people_lines(audit: Audit, most: int) -> tuple[list[tuple[str, str]], int]:
    """What is about people in a few lines: criterion and how far people agree on it, then judge and what is known of it; and how many more there are.

    At most `most` of each kind. A judge of whom nothing is known has no line.
    """
    ceilings = [(fields.word(row, "criterion"), f"{said}.") for row in block(audit, "calibration", "ceiling") if (said := ceiling_said(row))]
    found = standings(audit)
    several = len({one.criterion for one in found}) > 1
    lines = []
    for one in found:
        phrases = [
            relative_said(one.relative),
            place_said(one),
            rate_said(one),
            rule_said(audit, one.judge, one.criterion, fields.word(one.routing, "sentence")),
        ]
        about = f"on {one.criterion}: " if several and one.criterion else ""
        if any(phrases):
            lines.append((formats.judge_name(one.judge), f"{about}{'; '.join(phrase for phrase in phrases if phrase)}."))
    return [*ceilings[:most], *lines[:most]], max(0, len(ceilings) - most) + max(0, len(lines) - most)
