"""What a probe says of a judge: never less than the verdicts show, and never more."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from scipy.stats import chi2

from judgeaudit.analyses.bias import bias
from judgeaudit.analyses.biases.advice import PAYS
from judgeaudit.analyses.biases.answers import REPLACED
from judgeaudit.analyses.probe_rows import probe_duplicates
from judgeaudit.domain.results import AnalysisOutput
from judgeaudit.domain.rubric import Rubric
from tests.core.analyses_builder import Row, input_of, one, rubric_of, said, texts

P, F = "pass", "fail"


def probed(probe: str, *replicates: Any, variant: str | None = None, judge: str = "a", **more: Any) -> list[Row]:
    return said(judge, *replicates, probe=probe, variant=variant, **more)


def rows_of(output: AnalysisOutput) -> dict[str, dict[str, Any]]:
    return {row["probe"]: row for row in output.analysis.blocks["probes"]}


def by_replicate(items: list[tuple[str, ...]]) -> list[list[str]]:
    """Verdicts of items, one tuple each, as one list for each replicate."""
    return [list(labels) for labels in zip(*items, strict=True)]


@pytest.mark.parametrize("n_probe", [1, 2, 3], ids=["asked once", "asked twice", "asked as often"])
def test_a_verdict_that_hangs_on_the_seed_alone_has_no_excess(n_probe: int) -> None:
    """Replicates of one number share their seed. All items that three seeds can make: under the probe the verdict of a seed is what it was plainly."""
    items = list(product((P, F), repeat=3))
    rows = [*said("a", *by_replicate(items)), *probed("authority", *by_replicate([item[:n_probe] for item in items]), variant="citation")]
    assert one(bias(input_of(rows)), "authority_excess_flip_rate").value == pytest.approx(0.0, abs=1e-12)


def test_a_verdict_that_hangs_on_nothing_has_none_either() -> None:
    """All sixteen items of two plain verdicts and two of the probe: half of the pairs differ, of whatever kind."""
    items = list(product((P, F), repeat=4))
    rows = [*said("a", *by_replicate([item[:2] for item in items])), *probed("authority", *by_replicate([item[2:] for item in items]))]
    output = bias(input_of(rows))
    assert one(output, "authority_excess_flip_rate").value == pytest.approx(0.0, abs=1e-12)
    assert rows_of(output)["authority"]["probe_flip"] == pytest.approx(0.5)


def test_seeds_are_no_excuse_for_a_judge_that_is_moved() -> None:
    """Plain verdicts are those of the seed, and all turned under the probe: of two seeds that agree every pair differs, of two that do not none does."""
    items = list(product((P, F), repeat=2))
    turned = [tuple(F if label == P else P for label in item) for item in items]
    rows = [*said("a", *by_replicate(items)), *probed("authority", *by_replicate(turned))]
    output = bias(input_of(rows))
    assert rows_of(output)["authority"]["probe_flip"] == 0.5
    assert one(output, "authority_excess_flip_rate").value == pytest.approx((1 - 1 + 1 + 1 - 2) / 4)


def test_where_there_is_no_other_pair_the_one_of_the_same_number_says_whether_it_flips_at_all() -> None:
    rows = [*said("a", [P, P, F, F]), *probed("authority", [P, F, F, F])]
    row = rows_of(bias(input_of(rows)))["authority"]
    assert (row["excess"], row["probe_flip"]) == (None, 0.25)


def attacked(*labels: str, probe: str = "null_answer", variant: str = "empty") -> tuple[dict[str, Any], str]:
    """The row of an attack on forty items whose own verdicts are half good, and what is found; the attack's verdicts repeat those labels."""
    own = [P, F] * 20
    output = bias(input_of([*said("a", own, own), *probed(probe, list(labels) * (40 // len(labels)), variant=variant)]))
    return rows_of(output)[probe], texts(output)


@pytest.mark.parametrize("probe", REPLACED)
def test_an_answer_without_content_that_passes_in_half_of_verdicts_is_no_open_question(probe: str) -> None:
    """Twenty of forty pass, as of the items' own answers: at least 35 % (Wilson) against 5 %. Nothing rises, and yet no further item is needed."""
    row, found = attacked(P, P, F, F, probe=probe, variant="")
    assert (row["answer"], row["n_items_needed"], row["advice"]) == ("passes", None, PAYS[probe])
    assert "passes in 50 % of verdicts [35 % to 65 %]" in row["read"]
    assert "cannot be told" not in row["read"]
    assert "would have been seen" not in row["read"]
    assert f"warning: a on c under {probe}" in found


def test_an_attack_that_raises_the_verdict_is_still_one_that_pays() -> None:
    assert attacked(P)[0]["answer"] == "biased"


def test_what_is_open_of_an_answer_without_content_is_how_often_it_passes() -> None:
    """None of forty passes, which leaves up to 8.8 % (Wilson) against 5 %. That verdicts fall by a half is far from rerun noise."""
    row, _ = attacked(F)
    assert row["answer"] == "inconclusive"
    assert "passes in 0 % of verdicts [0 % to 8.8 %]" in row["read"]
    assert "40 items cannot tell whether it passes in more than the margin of 5 %" in row["read"]
    assert "rerun noise" not in row["read"]
    assert row["n_items_needed"] == 73
    assert "about 73 would tell whether it passes in more than 5 %" in row["advice"]


SPELLINGS = ["nonsense_control", "Nonsense_Control", "nonsense-control", "Nonsense control", "NonsenseControl"]


@pytest.mark.parametrize("name", SPELLINGS)
def test_a_control_is_one_however_its_name_is_written(name: str) -> None:
    """All forty good verdicts fall on another item's response: that is what the control is for, and no bias."""
    row = rows_of(bias(input_of([*said("a", [P] * 40, [P] * 40), *probed(name, [F] * 40)])))["nonsense_control"]
    assert (row["kind"], row["answer"]) == ("control", "follows")
    blind = bias(input_of([*said("a", [P] * 40, [P] * 40), *probed(name, [P] * 40)]))
    assert rows_of(blind)["nonsense_control"]["answer"] == "does_not_follow"
    assert "serious: Another item's response passes" in texts(blind)


@pytest.mark.parametrize("names", [("injection", "Injection"), ("My probe", "my_probe"), ("位置", "位 置")], ids=["known", "theirs", "another script"])
def test_one_name_in_two_spellings_is_one_number(names: tuple[str, str]) -> None:
    first, second = (probed(name, [P if half else None for half in (n == 0,) * 20 + (n == 1,) * 20]) for n, name in enumerate(names))
    output = bias(input_of([*said("a", [F] * 40, [F] * 40), *first, *second]))
    (row,) = output.analysis.blocks["probes"]
    assert (row["n_items"], row["direction"]) == (40, 1.0)
    (number,) = [found for found in output.estimates if found.name.endswith("_excess_flip_rate")]
    assert number.n_items == 40


def test_two_rows_in_two_spellings_are_one_row_twice_and_that_is_said() -> None:
    rows = [*said("a", [F] * 20, [F] * 20), *probed("injection", [P] * 20), *probed("Injection", [F] * 20)]
    again = probe_duplicates(input_of(rows))
    assert (again.n_rows, again.n_conflicts) == (20, 20)


def test_names_that_differ_in_another_script_are_different_probes() -> None:
    output = bias(input_of([*said("a", [F] * 20, [F] * 20), *probed("位置", [P] * 20), *probed("长度", [F] * 20)]))
    assert [row["direction"] for row in output.analysis.blocks["probes"]] == [1.0, 0.0]


def test_a_name_that_nobody_knows_is_said_to_be_read_as_a_bias() -> None:
    plain = said("a", [P] * 20, [P] * 20)
    assert "note: our_own is no probe that is known here: it is read as a bias" in texts(bias(input_of([*plain, *probed("our_own", [P] * 20)])))
    nearly = texts(bias(input_of([*plain, *probed("nonsense_controls", [F] * 20)])))
    assert "warning: nonsense_controls is no probe that is known here" in nearly
    assert "If nonsense_control is meant" in nearly
    assert "no probe that is known" not in texts(bias(input_of([*plain, *probed("authority", [P] * 20)])))


A, B, TIE = "response_a", "response_b", "tie"
WITH_TIE = rubric_of({"level": "nominal", "labels": [A, B, TIE]}, mode="pairwise")
WITHOUT_TIE = rubric_of({"level": "nominal", "labels": [A, B]}, mode="pairwise")


def other_pair(rubric: Rubric, own: list[str], under: list[str], *, probe: str = "nonsense_control") -> tuple[dict[str, Any], str]:
    output = bias(input_of([*said("a", own, own), *probed(probe, under)], rubric))
    return rows_of(output)[probe], texts(output)


def test_a_verdict_that_depends_on_texts_flips_when_both_are_others_and_follows_nothing() -> None:
    """Half of the pairs go to the other response, as with any function of the two texts: it may read them or not."""
    own, under = [A, B] * 30, [A, A, B, B] * 15
    row, found = other_pair(WITHOUT_TIE, own, under)
    assert (row["answer"], row["p"], row["n_tests"]) == ("not_measured", None, 0)
    assert "any judge has whose verdict depends on the texts" in row["read"]
    assert "fact_changed" in row["advice"]
    assert "follows" not in found
    row, _ = other_pair(WITH_TIE, own, under)
    assert (row["answer"], row["reached"]) == ("does_not_follow", 0.0), "all sixty decide between two responses that answer another question"


def test_a_judge_that_calls_two_strange_responses_a_tie_follows() -> None:
    """Thirty of sixty preferences become ties: McNemar's chi2 of 30."""
    row, _ = other_pair(WITH_TIE, [A, B] * 30, [TIE, TIE, B, A] * 15)
    assert (row["answer"], row["reached"], row["p"]) == ("follows", 0.5, pytest.approx(chi2.sf(30, 1)))
    assert "of preferences 50 % become ties" in row["read"]


def test_a_judge_that_never_prefers_anything_shows_nothing_either_way() -> None:
    row, _ = other_pair(WITH_TIE, [TIE] * 60, [TIE] * 60)
    assert (row["answer"], row["reached"]) == ("inconclusive", None)


@pytest.mark.parametrize("rubric", [WITH_TIE, WITHOUT_TIE], ids=["tie", "no tie"])
def test_a_judge_that_sees_no_difference_does_not_follow(rubric: Rubric) -> None:
    assert other_pair(rubric, [A, B] * 60, [A, B] * 60)[0]["answer"] == "does_not_follow"


def test_flips_alone_follow_no_control_of_any_kind() -> None:
    """Which response was made worse is not said, and three labels without an order have no fall: verdicts move, and nobody knows whether down."""
    row, _ = other_pair(WITHOUT_TIE, [A, B] * 30, [A, A, B, B] * 15, probe="fact_changed")
    assert row["answer"] == "not_measured"
    colours = rubric_of({"level": "nominal", "labels": ["red", "green", "blue"]})
    row, _ = other_pair(colours, ["red", "green"] * 30, ["blue", "green"] * 30, probe="step_deleted")
    assert row["answer"] == "not_measured"
    assert other_pair(colours, ["red", "green"] * 60, ["red", "green"] * 60, probe="step_deleted")[0]["answer"] == "does_not_follow"


def test_a_share_that_moves_lies_within_its_interval_and_between_0_and_1() -> None:
    """Every good verdict falls under an attack, and one bad one of ten rises: of what could rise nothing does, on balance."""
    rows = [*said("a", [P] * 30 + [F] * 10, [P] * 30 + [F] * 10), *probed("injection", [F] * 30 + [P] + [F] * 9, variant="direct")]
    row = rows_of(bias(input_of(rows)))["injection"]
    assert 0.0 <= row["reached_low"] <= row["reached"] <= row["reached_high"] <= 1.0


TEN = {"level": "interval", "low": 0, "high": 10}


def scored(probe: str | None, *scores: list[float]) -> list[Row]:
    of_probe = {"probe": probe, "variant": "citation"} if probe else {}
    return [
        {"item_id": f"i{n}", "judge": "a", "criterion": "c", "replicate": r, "status": "ok", "score": score, **of_probe}
        for r, one in enumerate(scores)
        for n, score in enumerate(one)
    ]


def moved_by(amounts: list[float], rubric: Rubric | None = None) -> dict[str, Any]:
    own = [float(2 + n % 5) for n in range(len(amounts))]
    rows = [*scored(None, own, own), *scored("authority", [score + by for score, by in zip(own, amounts, strict=True)])]
    return rows_of(bias(input_of(rows, rubric or rubric_of(TEN))))["authority"]


def test_scores_that_move_by_a_thousandth_of_a_point_are_not_moved() -> None:
    """Half a point of ten is the margin: two scores differ where they lie more than that apart, as for drift."""
    row = moved_by([0.001, -0.001] * 60)
    assert (row["plain_flip"], row["probe_flip"], row["excess"]) == (0.0, 0.0, 0.0)
    assert row["answer"] == "not_beyond_margin"
    assert moved_by([0.001] * 60)["answer"] != "biased"
    assert moved_by([0.5] * 60)["probe_flip"] == 0.0
    assert moved_by([0.51] * 60)["probe_flip"] == 1.0


def test_scores_that_move_by_more_are_and_so_are_those_that_cancel() -> None:
    assert moved_by([2.0] * 60)["answer"] == "biased"
    cancel = moved_by([2.0, -2.0] * 30)
    assert (cancel["direction"], cancel["probe_flip"], cancel["answer"]) == (0.0, 1.0, "biased")


def test_the_margin_of_the_rubric_is_how_far_apart_scores_differ() -> None:
    wide = rubric_of(TEN, margins={"bias.authority": 0.3})
    assert moved_by([2.0, -2.0] * 60, wide)["answer"] == "not_beyond_margin"
    narrow = rubric_of(TEN, margins={"bias.authority": 0.01})
    assert moved_by([0.3, -0.3] * 30, narrow)["answer"] == "biased"


def test_a_finding_claims_no_more_than_the_answer() -> None:
    """Eight of forty pass with another item's response, as do eight of the items' own: of so few good verdicts nobody can say how many fall."""
    own = [P] * 8 + [F] * 32
    output = bias(input_of([*said("a", own, own), *probed("nonsense_control", [F] * 2 + [P] * 6 + [F] * 30 + [P] * 2)]))
    assert rows_of(output)["nonsense_control"]["answer"] == "inconclusive"
    assert "serious" not in texts(output)
    assert "warning: Another item's response passes" in texts(output)


@pytest.mark.parametrize("labels", [["no", "yes"], ["Fail", "Pass"]])
def test_a_scale_that_has_the_bad_label_first_is_named(labels: list[str]) -> None:
    rubric = rubric_of({"level": "nominal", "labels": labels})
    rows = [*said("a", labels * 10, labels * 10), *probed("injection", labels * 10, variant="direct")]
    found = texts(bias(input_of(rows, rubric)))
    assert f'warning: On c "{labels[0]}" is read as the good verdict' in found
    assert f"labels: [{labels[1]}, {labels[0]}]" in found


def test_a_scale_with_the_good_label_first_or_with_words_of_its_own_is_not() -> None:
    for labels in (["yes", "no"], ["mentions", "omits"]):
        rubric = rubric_of({"level": "nominal", "labels": labels})
        rows = [*said("a", labels * 10, labels * 10), *probed("injection", labels * 10, variant="direct")]
        assert "is read as the good verdict" not in texts(bias(input_of(rows, rubric)))


@pytest.mark.parametrize("word", ["none", "NaN", "plain", "baseline", "N/A"])
def test_rows_of_a_probe_that_is_none_are_named(word: str) -> None:
    rows = [*probed(word, [P] * 20, [P] * 20), *probed("authority", [F] * 20)]
    assert f"warning: Rows of the probe {word} are not plain verdicts" in texts(bias(input_of(rows)))


def test_a_cue_that_moves_all_that_it_could_is_said_where_that_is_little() -> None:
    """Six of three hundred fail, and all six pass with an invented citation: 2 % of verdicts, and everything that could rise."""
    own = [F] * 6 + [P] * 294
    output = bias(input_of([*said("a", own, own), *probed("authority", [P] * 300, variant="citation")]))
    row = rows_of(output)["authority"]
    assert (row["answer"], row["reached"]) == ("not_beyond_margin", 1.0)
    assert "of what could still move toward the cue 100 % does" in row["read"]
    assert "warning: a on c under authority" in texts(output)
    still = bias(input_of([*said("a", own, own), *probed("authority", own, variant="citation")]))
    assert "could still move" not in rows_of(still)["authority"]["read"]
    assert not still.analysis.findings


def test_a_shift_of_scores_that_surely_lies_within_the_margin_is_no_bias_however_sure_it_is() -> None:
    """A fifth of a point of ten, give or take: far from chance on forty items, and far from half a point. That none of forty moves further leaves 8.8 %."""
    amounts = [0.1, 0.2, 0.3, 0.2]
    row = moved_by(amounts * 10)
    assert row["direction_high"] < row["direction_margin"] == 0.5
    assert row["p_adjusted"] < 0.001
    assert row["answer"] == "inconclusive"
    assert "more than chance, and on average within the margin of 5 %; 40 items cannot tell whether some move further" in row["read"]
    assert moved_by(amounts * 30)["answer"] == "not_beyond_margin"
