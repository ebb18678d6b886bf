"""A channel (the rationale, or the reasoning before it) of all judges, read once; and how pairs of what it says relate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from judgeaudit import thresholds
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.rationales.compare import RELATIONS, RationalePair, Space, build_space, compare_pairs
from judgeaudit.analyses.rationales.reading import Reading, read_rationale
from judgeaudit.analyses.rationales.rows import Said
from judgeaudit.text.boilerplate import Boilerplate, learn_boilerplate, stock_spans

ChannelName = Literal["rationale", "reasoning"]
IntArray = NDArray[np.int64]

SIGNALS = ("numbers", "polarity", "evidence", "criteria")
"""Signals that get a number of their own; the others are similarities without a unit."""

SAME, DIFFERENT, CONTRADICTING = 1, 0, -1
_DECISIONS = {"same": SAME, "different": DIFFERENT, "contradicting": CONTRADICTING}


@dataclass(frozen=True)
class Channel:
    """Readings of one channel. `places` has, for each criterion and judge, the reading of each of its verdicts; -1 without text,
    or with one that gives no reason: nothing but punctuation, or the verdict again."""

    name: ChannelName
    readings: tuple[Reading, ...]
    places: Mapping[tuple[str, str], IntArray]
    stock: Mapping[tuple[str, str], Boilerplate]
    space: Space

    @property
    def variant(self) -> str | None:
        """How estimates of this channel are tagged."""
        return None if self.name == "rationale" else self.name

    def stock_share(self, key: tuple[str, str], places: IntArray) -> float:
        """Share of the characters of some readings that are stock phrases of the judge."""
        texts = [self.readings[place].text for place in places]
        stock = sum(end - start for text in texts for start, end in stock_spans(text, self.stock[key]))
        return stock / max(1, sum(map(len, texts)))


@dataclass(frozen=True)
class Related:
    """How pairs of readings relate: `decision` 1 same, 0 different, -1 contradicting; `signals` (n_pairs, 4) in 0..1, NaN without any."""

    decision: NDArray[np.int8]
    signals: NDArray[np.float64]
    why: tuple[tuple[str, ...], ...]
    score: NDArray[np.float64]

    def part(self, start: int, end: int) -> Related:
        """Some of the pairs, in order."""
        return Related(self.decision[start:end], self.signals[start:end], self.why[start:end], self.score[start:end])


def read_channel(data: AnalysisInput, said: Mapping[tuple[str, str], Sequence[Said]], name: ChannelName) -> Channel:
    """Everything that was said in a channel, each text of an item read once for a judge and criterion.

    Parameters
    ----------
    data : AnalysisInput
    said : mapping of (criterion, judge) to sequence of Said
    name : "rationale" or "reasoning"
        Of reasoning the last `thresholds.MAX_REASONING` characters are read.

    Returns
    -------
    Channel
    """
    questions = {criterion.name: criterion.question for criterion in data.rubric.criteria}
    aspects = {criterion.name: tuple(aspect.name for aspect in criterion.aspects) for criterion in data.rubric.criteria}
    stock = {key: learn_boilerplate((one.item, text) for one in rows if (text := _text(one, name))) for key, rows in said.items()}
    found: dict[tuple[Any, ...], int] = {}
    readings: list[Reading] = []
    items: list[str] = []
    places = {key: np.full(len(rows), -1, dtype=np.int64) for key, rows in said.items()}
    in_order = sorted((one.item, key, n) for key, rows in said.items() for n, one in enumerate(rows))  # an item's sources are folded once
    for item, key, n in in_order:
        one = said[key][n]
        text = _text(one, name)
        if not text:
            continue
        reasons = one.reasons if name == "rationale" else ()
        same_text = (item, key, text, reasons)
        if same_text not in found:
            sources = {**_sources(data, item), "rubric": questions[key[0]]}
            reading = read_rationale(text, reasons, sources=sources, boilerplate=stock[key], aspects=aspects[key[0]], pairwise=data.rubric.mode == "pairwise")
            found[same_text] = len(readings) if reading.reasons else -1
            if reading.reasons:
                readings.append(reading)
                items.append(item)
        places[key][n] = found[same_text]
    item_texts = {item: "\n".join(_sources(data, item).values()) for item in dict.fromkeys(items) if item in data.items}
    space = build_space(readings, items=items, item_texts=item_texts, embed=data.embed if readings else None, tuned=data.tuned)
    return Channel(name, tuple(readings), places, stock, space)


def relate(data: AnalysisInput, channel: Channel, asked: Sequence[IntArray]) -> list[Related]:
    """How pairs of readings relate, for several lists of pairs at once; a pair is compared once, whatever order it comes in.

    Parameters
    ----------
    data : AnalysisInput
        Its `compare`, where there is one, decides in place of the signals.
    channel : Channel
    asked : sequence of int arrays, shape (n_pairs, 2)

    Returns
    -------
    list of Related
        One for each list. Identical texts are the same reason without asking.
    """
    pairs = np.concatenate([np.zeros((0, 2), dtype=np.int64), *asked])
    pairs.sort(axis=1)
    distinct, place = np.unique(pairs, axis=0, return_inverse=True)
    place = place.ravel()
    results = _compared(data, channel, distinct)
    decision = np.array([_DECISIONS[one.decision] for one in results], dtype=np.int8)
    signals = np.array([[_number(one.signals.get(name)) for name in SIGNALS] for one in results], dtype=np.float64).reshape(-1, len(SIGNALS))
    every = Related(decision[place], signals[place], tuple(results[n].why for n in place), np.array([one.score for one in results], dtype=np.float64)[place])
    ends = [0, *np.cumsum([len(one) for one in asked], dtype=np.int64).tolist()]
    return [every.part(start, end) for start, end in pairwise(ends)]


def _compared(data: AnalysisInput, channel: Channel, pairs: IntArray) -> list[RationalePair]:
    differ = pairs[:, 0] != pairs[:, 1]
    found = iter(compare_pairs(channel.readings, channel.space, pairs[differ]))
    results = [next(found) if other else _identical(channel.readings[first]) for (first, _), other in zip(pairs, differ, strict=True)]
    if data.compare is None or not differ.any():
        return results
    asked = np.flatnonzero(differ)
    said = data.compare([(_core(channel.readings[i]), _core(channel.readings[j])) for i, j in pairs[asked]])
    for n, row, ok in zip(asked, said.probabilities, said.ok, strict=True):
        if ok:
            results[n] = _overruled(results[n], row)
    return results


def _overruled(result: RationalePair, row: NDArray[np.float64]) -> RationalePair:
    """What the user's own comparer says of a pair, with the signals of the code beside it."""
    decision = RELATIONS[int(np.argmax(row))]
    if decision == result.decision:
        return result
    why = () if decision == "same" else result.why or ("content",)
    if decision == "contradicting" and not {"numbers", "polarity"} & set(why):
        why = (*why, "polarity")
    return RationalePair(decision, float(row[0]), result.signals, why)


def _identical(reading: Reading) -> RationalePair:
    """A text and itself: each signal that the text has agrees."""
    has = {
        "numbers": bool(reading.quantities), "polarity": bool(reading.signs), "evidence": bool(reading.located),
        "criteria": any(reason.aspect for reason in reading.reasons),
    }  # fmt: skip
    return RationalePair("same", 1.0, {name: 1.0 if there else None for name, there in has.items()})


def _number(value: float | None) -> float:
    return np.nan if value is None else min(1.0, max(0.0, float(value)))


def _core(reading: Reading) -> str:
    return reading.core if reading.core.strip() else reading.text


def _sources(data: AnalysisInput, item: str) -> dict[str, str]:
    return data.items[item].sources() if item in data.items else {}


def _text(one: Said, name: ChannelName) -> str:
    return one.text if name == "rationale" else one.reasoning[-thresholds.MAX_REASONING :].strip()
