"""What became of each old verdict, how alike the versions are, and how often either is right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judgeaudit.domain.results import Audit, Estimate
from judgeaudit.report import fields, formats
from judgeaudit.report.drift_words import Row, capped, change, of_whole, p_value, percent, who
from judgeaudit.report.summary import block

MOST_LABELS = 12
"""Labels that have a row of their own; of more, the rarest are taken together."""

MAX_CARDS, MAX_STRATA = 24, 24
MOST_WAYS = 4
SHADES = 9
_NUMBERS = (
    ("same_verdict_share", "Same verdict", "share of items, over all pairs of an old and a new verdict"), ("noise_floor", "Changes by itself", "verdicts of one version that differ from each other"),
    ("excess_flip_rate", "Flips beyond that", "between the versions, less what changes by itself"), ("version_alpha", "Agreement beyond chance", "Krippendorff's alpha of the two versions"),
)  # fmt: skip
_TESTS = {"mcnemar_p": "McNemar, exact", "stuart_maxwell_p": "Stuart-Maxwell", "bowker_p": "Bowker", "paired_permutation_p": "paired permutation"}


def transition_cards(audit: Audit) -> dict[str, Any]:
    """Cards of whole criteria, those of strata, and how many are left out."""
    whole, strata = of_whole(block(audit, "drift", "transitions"))
    numbers = _numbers(audit)
    cards = [_card(row, numbers.get((fields.word(row, "judge"), fields.word(row, "criterion")), [])) for row in whole[:MAX_CARDS]]
    inner = [_card(row, []) for row in strata[:MAX_STRATA]]
    return {
        "cards": [card for card in cards if card], "strata": [card for card in inner if card],
        "more": max(0, len(whole) - MAX_CARDS) + max(0, len(strata) - MAX_STRATA),
    }  # fmt: skip


def _numbers(audit: Audit) -> dict[tuple[str, str], list[Estimate]]:
    """Estimates of a whole criterion that a card names."""
    names = {*(name for name, _, _ in _NUMBERS), *_TESTS}
    found: dict[tuple[str, str], list[Estimate]] = {}
    for one in audit.estimates:
        if one.analysis == "drift" and one.name in names and one.stratum is None and one.group is None:
            found.setdefault((one.judge or "", one.criterion or ""), []).append(one)
    return found


def _card(row: Row, numbers: Sequence[Estimate]) -> dict[str, Any] | None:
    """A matrix of counts with its sums; None where the row holds none."""
    labels, counts = _matrix(row)
    if not labels:
        return None
    labels, counts, merged = _merged(labels, counts)
    total = sum(map(sum, counts))
    ways = sorted(((n, labels[i], labels[j]) for i, line in enumerate(counts) for j, n in enumerate(line) if i != j and n), key=lambda way: -way[0])
    return {
        **who(row), "labels": labels, "of": fields.word(row, "of"), "merged": merged, "total": f"{total:,}",
        "lines": [_line(label, line, at) for at, (label, line) in enumerate(zip(labels, counts, strict=True))],
        "sums": [f"{sum(line[n] for line in counts):,}" for n in range(len(labels))],
        "ways": [(old, new, f"{n:,}") for n, old, new in ways[:MOST_WAYS]], "more_ways": max(0, len(ways) - MOST_WAYS),
        "numbers": [_number(name, title, meaning, numbers) for name, title, meaning in _NUMBERS if numbers], "tests": _tests(numbers),
    }  # fmt: skip


def _matrix(row: Row) -> tuple[list[str], list[list[int]]]:
    """Labels and counts; nothing where they do not fit each other."""
    labels, given = fields.words(row, "labels"), row.get("counts")
    lines = [list(line) for line in given if isinstance(line, (list, tuple))] if isinstance(given, (list, tuple)) else []
    fits = len(lines) == len(labels) and all(len(line) == len(labels) and all(type(n) is int and n >= 0 for n in line) for line in lines)
    return (labels, lines) if fits else ([], [])


def _merged(labels: list[str], counts: list[list[int]]) -> tuple[list[str], list[list[int]], int]:
    """The commonest labels, the others taken together behind them, and "no verdict", which is the last."""
    n = len(labels)
    if n - 1 <= MOST_LABELS:
        return labels, counts, 0
    size = [sum(counts[k]) + sum(line[k] for line in counts) for k in range(n)]
    kept = sorted(sorted(range(n - 1), key=lambda k: -size[k])[: MOST_LABELS - 1])
    place = {k: at for at, k in enumerate(kept)} | {n - 1: MOST_LABELS}
    found = [[0] * (MOST_LABELS + 1) for _ in range(MOST_LABELS + 1)]
    for i, line in enumerate(counts):
        for j, times in enumerate(line):
            found[place.get(i, MOST_LABELS - 1)][place.get(j, MOST_LABELS - 1)] += times
    rest = n - 1 - len(kept)
    return [*(labels[k] for k in kept), f"{rest:,} other labels", labels[-1]], found, rest


def _line(label: str, line: Sequence[int], own: int) -> dict[str, Any]:
    """One old verdict: count, shade and share of each new one."""
    total = sum(line)
    cells = [(f"{n:,}", round(SHADES * n / total) if total else 0, k == own, formats.percent(n / total) if n else "") for k, n in enumerate(line)]
    return {"label": label, "cells": cells, "total": f"{total:,}"}


def _number(name: str, title: str, meaning: str, numbers: Sequence[Estimate]) -> tuple[str, str, str, str]:
    """Title, meaning, value and interval (or why there is none) of a number of the card."""
    one = next((estimate for estimate in numbers if estimate.name == name), None)
    if one is None or one.value is None:
        return title, meaning, "undefined", (one.undefined or "") if one is not None else "it was not measured"
    if name == "version_alpha":
        return title, meaning, formats.number(one.value, decimals=2), formats.interval(one.low, one.high, decimals=2)
    if name == "excess_flip_rate":
        said = "" if one.low is None or one.high is None else f"{change(one.low, share=True)} to {change(one.high, share=True)} pp"
        return title, meaning, f"{change(one.value, share=True)} pp", said
    return title, meaning, percent(one.value), "" if one.low is None or one.high is None else f"{percent(one.low)} to {percent(one.high)}"


def _tests(numbers: Sequence[Estimate]) -> list[tuple[str, str, str]]:
    """Tests of the table by name, with their p values or why there is none."""
    return [(_TESTS[one.name], p_value(one.value), one.undefined or "") for one in numbers if one.name in _TESTS]


def accuracy_rows(audit: Audit) -> dict[str, Any]:
    """How often either version is right, and which items went from right to wrong and back."""
    whole, strata = of_whole(block(audit, "drift", "accuracy"))
    tests = {(one.judge, one.criterion, one.stratum): one for one in audit.estimates if one.analysis == "drift" and one.name == "accuracy_mcnemar_p"}
    shifts = {
        (one.judge, one.criterion, one.stratum): one for one in audit.estimates if one.analysis == "drift" and one.name in ("accuracy_shift", "mae_shift")
    }
    rows = [_accuracy(row, tests, shifts) for row in (*whole, *strata)]
    return {"whole": capped(rows[: len(whole)]), "strata": capped(rows[len(whole) :])}


def _accuracy(row: Row, tests: dict[Any, Estimate], shifts: dict[Any, Estimate]) -> dict[str, Any]:
    about = who(row)
    key = (about["judge"], about["criterion"], about["stratum"] or None)
    rate = fields.word(row, "metric") == "accuracy"
    before, now = fields.number(row, "before"), fields.number(row, "now")
    test, shift = tests.get(key), shifts.get(key)
    said = "undefined" if shift is None or shift.value is None else change(shift.value, share=rate) + (" pp" if rate else "")
    interval = "" if shift is None or shift.low is None or shift.high is None else f"{change(shift.low, share=rate)} to {change(shift.high, share=rate)}"
    return {
        **about, "rate": rate, "before": _right(before, rate=rate), "now": _right(now, rate=rate), "n": formats.integer(fields.whole(row, "n_items")),
        "lost": _moved(row, "right_to_wrong", rate=rate), "won": _moved(row, "wrong_to_right", rate=rate),
        "p": p_value(test.value) if test is not None else "", "why": (test.undefined or "") if test is not None else "", "change": said,
        "interval": interval or (shift.undefined or "no interval" if shift is not None else "no interval"),
    }  # fmt: skip


def _moved(row: Row, name: str, *, rate: bool) -> str:
    """Items that went from right to wrong, or back; scores are neither."""
    return "scores: not counted" if not rate else f"{fields.whole(row, name):,}" if fields.whole(row, "n_items") else "undefined"


def _right(value: float | None, *, rate: bool) -> str:
    if value is None:
        return "undefined"
    return percent(value) if rate else f"off by {formats.number(value, decimals=2)}"
