"""A rubric for verdicts that came without one, guessed from the labels; everything that is guessed is said."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from judgeaudit.domain.label_pairs import PAIRS
from judgeaudit.domain.rubric import PAIRWISE_LABELS, Criterion, Rubric, Scale
from judgeaudit.domain.shown_orders import order_of
from judgeaudit.errors import VerdictsError
from judgeaudit.importers.slot_labels import pairs_perhaps

QUESTION = "(not known: the verdicts came without a rubric)"
MOST_NAMED = 10
"""Spellings that are named at most in one sentence (ours)."""
MAX_LABELS = 100
"""More different labels than this are no scale: the column probably holds texts."""


def assume_rubric(table: pa.Table, *, gold_texts: Sequence[str] = ()) -> tuple[Rubric, tuple[str, ...]]:
    """The rubric that a table of verdicts seems to follow, and in words what was assumed.

    Parameters
    ----------
    table : pyarrow.Table
        In `tables.RATINGS_SCHEMA`.
    gold_texts : sequence of str
        Labels that people gave: points of the scale too, where the verdicts are about one criterion and have a label in common with them.

    Returns
    -------
    Rubric
        Named "assumed", with the table's criteria in the order of their appearance. Text labels make a nominal scale; scores, and labels that
        are all numbers, make an interval scale from the lowest to the highest that occurs. Labels 1 and 0 alone are a nominal pair.
    tuple of str
        One sentence per assumption.

    Raises
    ------
    VerdictsError
        Where a criterion has more than 100 different labels that are no numbers.

    Notes
    -----
    Of two labels the first is the positive class: of a well known pair (`PAIRS`) the usual one, else the first in alphabetical order. Labels are
    compared as a scale does, without case and surrounding blanks, and written as they occur most often; which spellings become one is said, and which
    look the same and do not.
    """
    return rubric_of(seen_of(table), gold_texts=gold_texts)


@dataclass
class Seen:
    """The labels and scores of one criterion: how often each spelling occurs, the lowest and highest score where there is any, and whether the column
    order says which of two responses was shown first."""

    labels: Counter[str] = field(default_factory=Counter)
    low: float = math.inf
    high: float = -math.inf
    ordered: bool = False

    def add(self, other: Seen) -> None:
        self.labels.update(other.labels)
        self.low, self.high = min(self.low, other.low), max(self.high, other.high)
        self.ordered = self.ordered or other.ordered


def seen_of(table: pa.Table, times: NDArray[np.int64] | None = None) -> dict[str, Seen]:
    """The labels and scores of a ratings table by criterion, in the order of appearance; what parts of a table have is added up by `Seen.add`.

    `times`: so many rows are like each row, itself among them (None: it alone).
    """
    found = {}
    for name in table["criterion"].unique().to_pylist():
        ours = pc.and_(pc.equal(table["criterion"], name), pc.equal(table["status"], "ok"))
        rows = table.filter(ours)
        if times is None:
            labels = Counter({one["values"]: one["counts"] for one in rows["label"].value_counts().to_pylist() if one["values"]})
        else:
            labels = Counter()
            for label, n in zip(rows["label"].to_pylist(), times[np.asarray(ours)].tolist(), strict=True):
                labels[label] += n if label else 0
            labels = +labels
        one = found[name] = Seen(labels, ordered="order" in rows.column_names and any(map(order_of, rows["order"].unique().to_pylist())))
        if rows["score"].null_count < rows.num_rows:
            ends = pc.min_max(rows["score"]).as_py()
            one.low, one.high = ends["min"], ends["max"]
    return found


def rubric_of(seen: Mapping[str, Seen], *, gold_texts: Sequence[str] = ()) -> tuple[Rubric, tuple[str, ...]]:
    """The rubric of a table whose labels and scores are known; see `assume_rubric`."""
    scales: list[tuple[str, Scale]] = []
    said: list[str] = []
    for name, one in seen.items():
        labels = _labels(one.labels)
        if len(seen) == 1 and any(_number(label) is None for label in labels):
            labels += _more_of_gold(labels, _labels(Counter(gold_texts)))
        scale, sentences = _scale(name, labels, one)
        scales.append((name, scale))
        said += [*sentences, *_spellings(name, scale, one.labels)]
    pairwise = bool(scales) and all(_is_pairwise(scale) for _, scale in scales)
    if pairwise:
        said.append(f"the verdicts are taken as pairwise, since their labels are {', '.join(PAIRWISE_LABELS[:2])}")
    else:
        said += [text for name, scale in scales if (text := pairs_perhaps(name, _labels(seen[name].labels), scale, ordered=seen[name].ordered))]
    criteria = tuple(Criterion(name=name, question=QUESTION, scale=scale) for name, scale in scales)
    return Rubric(name="assumed", mode="pairwise" if pairwise else "pointwise", criteria=criteria), tuple(said)


def known_mode(rubric: Rubric) -> str | None:
    """What a rubric says that is judged; None of one that was assumed from labels: they hardly tell, the items' texts do."""
    return None if all(one.question == QUESTION for one in rubric.criteria) else rubric.mode


def _more_of_gold(labels: Sequence[str], of_gold: Sequence[str]) -> list[str]:
    """Labels of gold that no judge gave.

    None where judges gave two labels or more and gold has none of them: that is another scale, on which no verdict could ever be right.
    """
    known = {label.casefold() for label in labels}
    more = [text for text in of_gold if text.casefold() not in known]
    return [] if len(known) > 1 and len(more) == len(of_gold) else more


def _is_pairwise(scale: Scale) -> bool:
    return scale.labels is not None and tuple(label.casefold() for label in scale.labels) in (PAIRWISE_LABELS, PAIRWISE_LABELS[:2])


def _labels(counted: Mapping[str, int]) -> list[str]:
    """The distinct labels, each in the spelling that occurs most often."""
    spellings: dict[str, Counter[str]] = {}
    for spelling, n in counted.items():
        text = (spelling or "").strip()
        if text:
            spellings.setdefault(text.casefold(), Counter())[text] += n
    return [min(counts, key=lambda text: (-counts[text], text)) for counts in spellings.values()]


def _spellings(criterion: str, scale: Scale, counted: Mapping[str, int]) -> list[str]:
    """Which spellings are read as one label or number, and which labels look the same and are kept apart."""
    read: dict[str, list[str]] = {}
    for text in counted:
        found = scale.find(text) if scale.labels is not None else None if (code := scale.code(text)) is None else scale.label(code)
        if found is not None:
            read.setdefault(found, []).append(text)
    head = f"criterion {criterion!r}:"
    said = [f"{head} {len(texts):,} spellings are read as {_shown(one, scale)}: {_listed(texts)}" for one, texts in read.items() if len(texts) > 1]
    alike: dict[str, list[str]] = {}
    for label in scale.labels or ():
        alike.setdefault(_looks(label), []).append(label)
    same = (
        f"{head} {', '.join(map(ascii, labels[:MOST_NAMED]))} look the same and are kept apart: write them in one way"
        for labels in alike.values()
        if len(labels) > 1
    )
    return [*said, *same]


def _shown(label: str, scale: Scale) -> str:
    return repr(label) if scale.labels is not None else label


def _listed(texts: Sequence[str]) -> str:
    """As many texts as are named in one sentence."""
    return ", ".join(map(repr, sorted(texts)[:MOST_NAMED])) + (" ..." if len(texts) > MOST_NAMED else "")


def _looks(text: str) -> str:
    """What a text looks like: without characters that do not show, composed, in one width and case."""
    plain = "".join(one for one in unicodedata.normalize("NFKC", text) if unicodedata.category(one) != "Cf")
    return " ".join(plain.split()).casefold()


def _scale(criterion: str, labels: list[str], seen: Seen) -> tuple[Scale, list[str]]:
    head = f"criterion {criterion!r}: no rubric was given, so"
    numbers = [_number(label) for label in labels]
    if labels and (None in numbers or {label.strip() for label in labels} <= {"0", "1"}):
        return _nominal(head, criterion, labels, has_scores=seen.low <= seen.high)
    found = [*(number for number in numbers if number is not None), *((seen.low, seen.high) if seen.low <= seen.high else ())]
    if not found:
        return Scale(labels=("pass", "fail")), [f"{head} the scale is taken as pass, fail; no row has a label or score"]
    low, high = float(min(found)), float(max(found))
    if low == high:
        return Scale(level="interval", low=low, high=low + 1), [
            f"{head} numbers are taken as interval, from {low:.15g} to {low + 1:.15g}; only {low:.15g} occurs"
        ]
    return Scale(level="interval", low=low, high=high), [
        f"{head} numbers are taken as interval, from {low:.15g} to {high:.15g}, the lowest and highest that occur"
    ]


def _nominal(head: str, criterion: str, labels: list[str], *, has_scores: bool) -> tuple[Scale, list[str]]:
    if len(labels) > MAX_LABELS:
        what = f"criterion {criterion!r} has {len(labels)} different labels, which is no scale: {', '.join(map(repr, sorted(labels)[:3]))} ..."
        raise VerdictsError(what, where="column label", fix="name the rubric (--rubric), or put the labels into the column label and the texts into rationale")
    ordered, why = _ordered(labels)
    said = [f"{head} labels are taken as nominal: {', '.join(ordered)}"]
    if len(ordered) == 2:
        said[0] += f"; {ordered[0]!r} is the positive class{why}"
    if has_scores:
        said.append(f"criterion {criterion!r}: the labels count, and the scores beside them are not read")
    return Scale(level="nominal", labels=tuple(ordered)), said


def _ordered(labels: list[str]) -> tuple[Sequence[str], str]:
    """The labels with the positive one first where there are two, and why it is that one."""
    folded = {label.casefold(): label for label in labels}
    if "tie" in folded and len(folded) > 1 and set(folded) <= set(PAIRWISE_LABELS):
        return [folded.get(label, label) for label in PAIRWISE_LABELS], ""
    if len(folded) == 1:
        only = labels[0]
        pair = next((pair for pair in PAIRS if only.casefold() in pair), None)
        other = f"not {only}" if pair is None else next(label for label in pair if label != only.casefold())
        both = (only, other) if pair is None or pair[0] == only.casefold() else (other, only)
        return both, f" ({only!r} is the only label that occurs; {other!r} is added, since a scale has two)"
    for pair in PAIRS:
        if set(pair) == set(folded):
            return [folded[label] for label in pair], ""
    alphabetical = sorted(labels, key=lambda label: (label.casefold(), label))
    return alphabetical, " (the first in alphabetical order: nobody said that it is the good one)" if len(labels) == 2 else ""


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and "_" not in text else None
