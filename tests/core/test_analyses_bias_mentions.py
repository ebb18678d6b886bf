"""Which verdicts a probe moved, and whether their rationales mention it: counted by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from judgeaudit.analyses.bias import bias
from judgeaudit.analyses.biases.mentions import NO_RATIONALE, NOBODY_KNOWS, NOTHING_MOVED, ONE_REPLICATE, mentions, unmentioned
from judgeaudit.analyses.biases.moved import beyond, by_itself
from judgeaudit.analyses.biases.reading import Reading
from judgeaudit.analyses.biases.unmoved import unmoved
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.probe_counts import shown
from judgeaudit.domain.items import Item
from judgeaudit.domain.results import CASE_FLAGS, PROBE_METRIC, Estimate
from judgeaudit.domain.rubric import Scale
from judgeaudit.probes import Context, probe_of, variants_of
from tests.core.analyses_builder import Row, input_of, rubric_of, said

P, F, N = "pass", "fail", np.nan
SILENT = "The reply does not name the window."
TOLD = "The reply is padded and wordy."
HABIT = "The reply names the window."


def read(data: AnalysisInput) -> Reading:
    return mentions(data, [one for by_probe in shown(data) for one in by_probe])


def rate(reading: Reading, *, stratum: str | None = None, name: str = "verbosity_unmentioned_rate") -> Estimate:
    (found,) = [one for one in reading.estimates if one.name == name and one.stratum == stratum]
    return found


def under(labels: list[str | None], rationales: list[str | None], *, probe: str = "verbosity", variant: str = "padded", **more: Any) -> list[Row]:
    """One verdict of the probe for each of "i0", "i1" ..., each with its rationale."""
    rows = said("a", labels, probe=probe, variant=variant, **more)
    texts = [text for text, label in zip(rationales, labels, strict=True) if label is not None]
    return [{**row, "rationale": text} for row, text in zip(rows, texts, strict=True)]


def plain(*replicates: list[str | None]) -> list[Row]:
    return said("a", *replicates, rationale=HABIT)


NOMINAL = Scale(level="nominal", labels=("a", "b", "c"))
ORDINAL = Scale(level="ordinal", labels=("1", "2", "3", "4", "5"))
TWO = Scale(level="nominal", labels=("pass", "fail"))


@pytest.mark.parametrize(
    ("scale", "before", "after", "expected"),
    [
        (TWO, [1, 1, 1], 0, True), (TWO, [1, 1, 0], 0, False), (TWO, [1, 0, 0], 1, False), (TWO, [1, N, 1], 0, True), (TWO, [1, 1, 1], 1, False),
        (NOMINAL, [1, 1, 1], 3, True), (NOMINAL, [1, 2, 1], 3, False), (NOMINAL, [2, 2, N], 1, True),
        (ORDINAL, [3, 3, 3], 4, True), (ORDINAL, [3, 4, 3], 5, False), (ORDINAL, [2, 3, 2], 5, True), (ORDINAL, [2, 3, 2], 1, False),
        (ORDINAL, [4, 5, 4], 2, True), (ORDINAL, [1, 5, 3], 5, False), (ORDINAL, [1, 1, 1], N, False), (ORDINAL, [N, N, N], 3, False),
    ],
)  # fmt: skip
def test_a_verdict_is_moved_where_it_is_further_from_the_plain_ones_than_they_are_from_each_other(
    scale: Scale, before: list[float], after: float, expected: bool
) -> None:
    assert bool(beyond(np.array([before], dtype=float), np.array([[after]], dtype=float), scale)[0, 0]) is expected


def test_the_share_that_is_not_mentioned_is_what_a_hand_counts() -> None:
    """i0..i5 moved, of which i3 mentions it, i4 has no rationale, i5 a language that nobody reads: 3 of 4 do not. i6 stays, i7 is split, i8 has one plain verdict."""
    first = [P, P, P, P, P, P, P, P, P]
    second = [P, P, P, P, P, P, P, F, None]
    after = [F, F, F, F, F, F, P, F, F]
    texts = [SILENT, SILENT, SILENT, TOLD, None, "Срок возврата не указан.", SILENT, SILENT, SILENT]
    reading = read(input_of([*plain(first, second, second), *under(after, texts)]))
    one = rate(reading)
    assert one.value == 0.75
    assert (one.n_items, one.n_ratings) == (4, 4)
    assert one.low is not None
    assert one.high is not None
    assert one.low < 0.75 < one.high
    assert one.analysis == "bias"
    assert "1 without a rationale; 1 of which nobody can say" in one.method
    assert PROBE_METRIC.fullmatch(f"bias.{one.name}")
    assert [(row["item_id"], row["mentioned"]) for row in reading.blocks["moved"]] == [
        ("i0", False), ("i1", False), ("i2", False), ("i3", True), ("i4", None), ("i5", None),
    ]  # fmt: skip
    assert [(case.flag, case.item_id) for case in reading.cases] == [
        ("moved_unmentioned", "i0"), ("moved_unmentioned", "i1"), ("moved_unmentioned", "i2"), ("moved_by_probe", "i3"), ("moved_by_probe", "i4"),
        ("moved_by_probe", "i5"),
    ]  # fmt: skip
    assert {case.flag for case in reading.cases} <= set(CASE_FLAGS)


def test_what_reruns_alone_would_move_is_said_and_nothing_is_taken_off() -> None:
    """Plain PPF on each of 4 items: only F lies beyond the others (PP), a third of the verdicts of each item. On 2 more, PPP: none. 4/3 of 6."""
    data = input_of([*plain([P] * 6, [P] * 6, [F, F, F, F, P, P]), *under([F] * 6, [SILENT] * 6)])
    (pooled,) = [one for by_probe in shown(data) for one in by_probe]
    assert by_itself(pooled) == pytest.approx(4 / 3)
    one = rate(read(data))
    assert one.n_items == 2, "on the others F is one of the plain verdicts"
    assert "reruns alone would move about 1.3 of 2" in one.method


def test_each_verdict_of_a_variant_counts_and_the_item_is_the_unit() -> None:
    """i0: F told, F silent, P; i1: P, P, P. One of two moved verdicts does not say so; plain PP twice: no rerun ever moved one."""
    rows = [*plain([P, P], [P, P])]
    for replicate, (labels, texts) in enumerate([([F, P], [SILENT, SILENT]), ([F, P], [TOLD, SILENT]), ([P, P], [SILENT, SILENT])]):
        rows += [{**row, "replicate": replicate} for row in under(labels, texts)]
    reading = read(input_of(rows))
    (row,) = reading.blocks["moved"]
    assert (row["item_id"], row["under"], row["mentioned"]) == ("i0", "fail x2, pass x1", True)
    assert (row["n_rationales"], row["n_unmentioned"]) == (2, 1)
    assert rate(reading).value == 0.5
    assert (rate(reading).n_items, rate(reading).n_ratings) == (1, 2)
    (counts,) = reading.blocks["mentions"]
    assert {name: counts[name] for name in ("n_told", "n_moved", "n_items", "n_rationales", "n_known", "n_unmentioned", "expected")} == {
        "n_told": 6, "n_moved": 2, "n_items": 1, "n_rationales": 2, "n_known": 2, "n_unmentioned": 1, "expected": 0.0,
    }  # fmt: skip


def test_variants_are_read_one_by_one_and_an_item_counts_once_in_the_interval() -> None:
    rows = [*plain([P, P], [P, P]), *under([F, P], [SILENT, SILENT]), *under([F, F], [SILENT, TOLD], variant="repeated")]
    reading = read(input_of(rows))
    assert rate(reading).value == pytest.approx(2 / 3)
    assert (rate(reading).n_items, rate(reading).n_ratings) == (2, 3)
    assert sorted((row["item_id"], row["variant"]) for row in reading.blocks["moved"]) == [("i0", "padded"), ("i0", "repeated"), ("i1", "repeated")]


def test_strata_have_numbers_of_their_own() -> None:
    rows = [*plain([P, P, P], [P, P, P]), *under([F, F, P], [SILENT, TOLD, SILENT])]
    for row in rows:
        row["stratum"] = {"i0": "x", "i1": "y", "i2": "z"}[row["item_id"]]
    reading = read(input_of(rows))
    assert [rate(reading, stratum=name).value for name in (None, "x", "y", "z")] == [0.5, 1.0, 0.0, None]
    assert rate(reading, stratum="z").undefined == NOTHING_MOVED


def test_what_is_undefined_says_why() -> None:
    assert rate(read(input_of([*plain([P, P]), *under([F, F], [SILENT] * 2)]))).undefined == ONE_REPLICATE
    assert rate(read(input_of([*plain([P, P], [P, P]), *under([P, P], [SILENT] * 2)]))).undefined == NOTHING_MOVED
    assert rate(read(input_of([*plain([P, P], [P, P]), *under([F, F], [None] * 2)]))).undefined == NO_RATIONALE
    theirs = read(input_of([*plain([P], [P]), *under([F], [SILENT], probe="their own")]))
    assert rate(theirs, name="their_own_unmentioned_rate").undefined == NOBODY_KNOWS
    assert theirs.blocks["moved"][0]["mentioned"] is None


def test_controls_and_evidence_have_no_cue_to_mention() -> None:
    rows = [*plain([P], [P]), *under([F], [SILENT], probe="fact_changed", variant="number"), *under([F], [SILENT], probe="evidence_removal", variant="")]
    reading = read(input_of(rows))
    assert not reading.estimates
    assert not reading.cases


def test_items_that_were_made_worse_and_stay_are_shown() -> None:
    """i0 stays at pass, i1 falls, i2 fails anyhow, i3 moves by itself."""
    control = under([P, F, F, P], [HABIT] * 4, probe="fact_changed", variant="number")
    data = input_of([*plain([P, P, F, P], [P, P, F, F]), *control], rubric_of(seed=7), items=items(4))
    reading = unmoved(data, [one for by_probe in shown(data) for one in by_probe])
    (row,) = reading.blocks["unmoved"]
    assert (row["probe"], row["item_id"], row["plain"], row["under"], row["mentioned"], row["rationale_probe"]) == (
        "fact_changed", "i0", "pass x2", "pass x1", None, HABIT,
    )  # fmt: skip
    (change,) = row["changes"]
    assert "Yes, within 10 days."[change["start"] : change["end"]] == "10"
    assert change["put"] not in ("", "10")
    (case,) = reading.cases
    assert (case.flag, case.item_id, case.detail) == ("unmoved_by_control", "i0", "as it is: pass x2; under fact_changed (number): pass x1")
    assert case.flag in CASE_FLAGS


def test_of_a_pair_a_control_has_room_where_the_changed_response_is_not_beaten_yet() -> None:
    rubric = rubric_of({"level": "nominal", "labels": ["response_a", "response_b", "tie"]}, mode="pairwise")
    a, b, tie = "response_a", "response_b", "tie"
    data = input_of([*plain([a, b, tie], [a, b, tie]), *under([a, b, tie], [HABIT] * 3, probe="fact_changed", variant="number_a")], rubric)
    reading = unmoved(data, [one for by_probe in shown(data) for one in by_probe])
    assert [row["item_id"] for row in reading.blocks["unmoved"]] == ["i0", "i2"], "response_a was made worse; on i1 it has lost already"


def test_of_an_attack_only_verdicts_that_rise_count() -> None:
    rows = [*plain([P, F], [P, F]), *under([F, P], [SILENT, SILENT], probe="injection", variant="direct")]
    reading = read(input_of(rows))
    assert [(row["item_id"], row["toward"]) for row in reading.blocks["moved"]] == [("i1", True)]
    assert rate(reading, name="injection_unmentioned_rate").value == 1.0


def test_of_a_pair_toward_is_the_response_that_the_cue_speaks_for() -> None:
    rubric = rubric_of({"level": "nominal", "labels": ["response_a", "response_b", "tie"]}, mode="pairwise")
    a, b, tie = "response_a", "response_b", "tie"
    rows = [*plain([a, a, b], [a, a, b]), *under([b, tie, tie], [SILENT] * 3, variant="padded_b")]
    reading = read(input_of(rows, rubric))
    assert {row["item_id"]: row["toward"] for row in reading.blocks["moved"]} == {"i0": True, "i1": True, "i2": False}
    assert [row["item_id"] for row in reading.blocks["moved"]] == ["i0", "i1", "i2"], "toward the cue first"


def items(n: int) -> list[Item]:
    return [Item(id=f"i{place}", input="May I return it?", response=f"Yes, within {place + 10} days.") for place in range(n)]


def test_what_was_changed_is_worked_out_again_from_the_item() -> None:
    rubric = rubric_of(seed=7)
    given = items(3)
    authority = probe_of("authority")
    assert authority is not None
    shown_as = variants_of(authority, given[0], Context(rubric, given, "", "c"))
    quoted = "The work in Journal of Applied Knowledge settles it."
    rows = [
        *plain([P, P, P], [P, P, P]),
        *under([F, F, F], [quoted, "It was confirmed by one of the leading experts.", SILENT], probe="authority", variant="citation"),
    ]
    reading = read(input_of(rows, rubric, items=given))
    first, second, third = reading.blocks["moved"]
    assert not isinstance(shown_as, str)
    (change,) = shown_as[0].changes
    assert first["changes"] == [{"source": "response", "start": change.start, "end": change.end, "put": change.put}]
    assert first["mentioned"] is True
    assert first["mention"] in quoted
    assert second["mentioned"] is True
    assert third["mentioned"] is False
    assert third["rationale_plain"] == HABIT
    assert third["rationale_probe"] == SILENT
    (span,) = [one for case in reading.cases if case.item_id == "i0" for one in case.spans]
    assert span.text == "Yes, within 10 days."[span.start : span.end]


def test_a_note_to_the_judge_is_shown_and_words_of_the_question_name_no_cue() -> None:
    asked = {"name": "c", "question": "Is the earlier review quoted?", "scale": {"level": "nominal", "labels": [P, F]}}
    rubric = rubric_of(criteria=[asked])
    rows = [
        *plain([F, F], [F, F]),
        *under([P, P], ["The earlier review is quoted.", "It was given a pass before, previously rated so."], probe="anchoring", variant="high"),
    ]
    reading = read(input_of(rows, rubric, items=items(2)))
    one, two = sorted(reading.blocks["moved"], key=lambda row: str(row["item_id"]))
    assert one["note"] == 'In an earlier review this was given the label "pass".'
    assert one["changes"] == []
    assert one["mentioned"] is False
    assert two["mentioned"] is True


def test_without_texts_nothing_is_quoted() -> None:
    rows = [*plain([P], [P]), *under([F], [TOLD])]
    reading = read(input_of(rows, items=items(1), texts=False))
    (row,) = reading.blocks["moved"]
    assert row["mentioned"] is True
    assert (row["changes"], row["note"], row["rationale_plain"], row["rationale_probe"], row["mention"]) == ([], "", None, None, "")
    assert not [case.spans for case in reading.cases if case.spans]


def test_the_finding_counts_and_says_what_reruns_do() -> None:
    n = 30
    rows = [*plain([P] * n, [P] * n, [P] * n), *under([F] * n, [SILENT] * 29 + [TOLD])]
    (finding,) = [one for one in bias(input_of(rows)).analysis.findings if "mention" in one.text]
    assert finding.severity == "warning"
    assert finding.judge == "a"
    assert "under verbosity 30 of 30 verdicts are none that it gives the item as it is (30 items; reruns alone: about 0.0)" in finding.text
    assert "29 of 30 do not mention it" in finding.text


def test_movements_that_are_no_more_than_noise_are_no_finding() -> None:
    rng = np.random.default_rng(5)
    labels = [[(P, F)[int(one)] for one in rng.integers(0, 2, 60)] for _ in range(4)]
    output = bias(input_of([*plain(*labels[:3]), *under(labels[3], [SILENT] * 60)]))
    (found,) = [one for one in output.estimates if one.name == "verbosity_unmentioned_rate"]
    assert found.value == 1.0, "the number stands, and its method says of what"
    assert "reruns alone would move about" in found.method
    assert not [one for one in output.analysis.findings if "mention" in one.text]


@pytest.mark.parametrize(("silent", "expected", "claimed"), [(3, 0.0, True), (0, 0.0, False), (9, 6.0, False), (14, 6.0, True), (10, 9.9, False)])
def test_rationales_that_reruns_account_for_are_not_accused(silent: int, expected: float, claimed: bool) -> None:
    """Poisson tails by a table: P(X >= 9 | 6) = .153, P(X >= 14 | 6) = .004."""
    about = {"probe": "verbosity", "judge": "a", "criterion": "c"}
    counts = {**about, "n_told": 40, "n_moved": 20, "n_items": 20, "expected": expected, "n_known": 20, "n_unmentioned": silent}
    assert bool(unmentioned([{**about, "answer": "biased"}], [counts])) is claimed
    assert not unmentioned([{**about, "answer": "inconclusive"}], [counts])


def test_many_movements_are_sampled_and_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judgeaudit.thresholds.MAX_MOVED_READ", 10)
    rows = [*plain([P] * 40, [P] * 40), *under([F] * 40, [SILENT] * 40)]
    reading = read(input_of(rows))
    assert "10 of 40 at random" in rate(reading).method
    assert rate(reading).n_items == 10
    assert len(reading.blocks["moved"]) == 10
    assert reading.blocks == read(input_of(list(reversed(rows)))).blocks, "whatever the order of rows"
