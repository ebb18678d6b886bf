"""Could a judge take a person's place? Numbers by hand, or from the statistic of two raters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from analyses_builder import Row, input_of, one, rubric_of, said, texts

from judgeaudit import stats
from judgeaudit.analyses.calibration import calibration
from judgeaudit.analyses.gold import Gold, adjudicate
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.domain.items import GoldLabel
from judgeaudit.domain.results import AnalysisOutput
from judgeaudit.domain.rubric import Rubric
from judgeaudit.report.calibration_lines import ceiling_said


def gold_by(people: Mapping[str, Sequence[str | None]], rubric: Rubric) -> Gold:
    """Each annotator's labels of i0, i1 ...; None: none."""
    labels = [
        GoldLabel(item_id=f"i{n}", annotator=who, label=label, criterion="c")
        for who, given in people.items()
        for n, label in enumerate(given)
        if label is not None
    ]
    return adjudicate(labels, rubric, [f"i{n}" for n in range(max(map(len, people.values())))])


def words(codes: str) -> list[str | None]:
    """ "pf-" as pass, fail and no label."""
    return [{"p": "pass", "f": "fail", "-": None}[c] for c in codes]


def found_of(people: Mapping[str, Sequence[str | None]], rows: list[Row], rubric: Rubric | None = None, **more: Any) -> AnalysisOutput:
    rubric = rubric or rubric_of()
    return calibration(input_of(rows, rubric, gold=gold_by(people, rubric), **more))


def noisy(rng: np.random.Generator, truth: np.ndarray, wrong: float) -> list[str]:
    return ["pass" if t != (rng.random() < wrong) else "fail" for t in truth]


def crowd(n: int = 100, *, wrong: float = 0.1, names: str = "xyz", seed: int = 1) -> tuple[dict[str, list[str]], np.ndarray, np.random.Generator]:
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.5
    return {name: noisy(rng, truth, wrong) for name in names}, truth, rng


THREE = {"x": words("ppppffff") * 2, "y": words("pppfffff") * 2, "z": words("ppffffff") * 2}
"""Kappas by hand, of one half as of both: x-y 7 of 8 alike, chance (4*3+4*5)/64 = .5: .75; x-z 6 of 8, chance .5: .5; y-z 7 of 8, chance (6+30)/64: .7143."""


def test_the_ceiling_is_the_mean_kappa_over_pairs_of_annotators() -> None:
    found = found_of(THREE, said("a", (["pass"] * 4 + ["fail"] * 4) * 2))
    ceiling = one(found, "human_ceiling_kappa", None)
    assert ceiling.value == pytest.approx((0.75 + 0.5 + 1 - (1 / 8) / (1 - 36 / 64)) / 3)
    assert (ceiling.n_items, ceiling.n_ratings) == (16, 48)
    row = found.analysis.blocks["ceiling"][0]
    assert row["agreement"] == pytest.approx((7 + 6 + 7) / 24)
    assert [r["kappa"] for r in found.analysis.blocks["people"]] == pytest.approx([0.75, 0.5, 1 - (1 / 8) / (1 - 36 / 64)])


def test_the_judge_beside_it() -> None:
    """The judge says what x says: kappa 1 with x, .75 with y, .5 with z."""
    row = found_of(THREE, said("a", (["pass"] * 4 + ["fail"] * 4) * 2)).analysis.blocks["relative"][0]
    ceiling = (0.75 + 0.5 + 1 - (1 / 8) / (1 - 36 / 64)) / 3
    assert row["judge_human_kappa"] == pytest.approx(0.75)
    assert row["share_of_ceiling"] == pytest.approx(0.75 / ceiling)
    assert row["difference"] == pytest.approx(0.75 - ceiling)


def test_two_annotators_are_one_pair_with_its_interval() -> None:
    people, truth, rng = crowd(60, names="xy")
    found = found_of(people, said("a", noisy(rng, truth, 0.1)))
    codes = np.array([[float(label == "pass") for label in people[who]] for who in "xy"]).T
    ceiling = one(found, "human_ceiling_kappa", None)
    assert ceiling.value == pytest.approx(stats.cohen_kappa(codes).value)
    assert ceiling.low is not None
    assert ceiling.low < ceiling.value < ceiling.high


def test_weights_follow_the_scale() -> None:
    """Ordinal: quadratic on ranks. x 1 2 3 3, y 1 2 3 2, z 1 2 3 2: the pairs' kappas are those of the statistic on two raters."""
    rubric = rubric_of({"level": "ordinal", "labels": ["poor", "fair", "good"]})
    people = {"x": ["poor", "fair", "good", "good"] * 3, "y": ["poor", "fair", "good", "fair"] * 3, "z": ["poor", "fair", "good", "fair"] * 3}
    found = found_of(people, said("a", people["x"]), rubric)
    pair = stats.cohen_kappa([[1, 1], [2, 2], [3, 3], [3, 2]], level="ordinal", labels=[1, 2, 3]).value
    assert pair is not None
    assert one(found, "human_ceiling_kappa", None).value == pytest.approx((pair + pair + 1) / 3)


def test_the_interval_is_over_items_and_clusters_widen_it() -> None:
    """Every item is asked four times over: the copies add no certainty once they share a cluster."""
    people, truth, rng = crowd(40)
    judge = noisy(rng, truth, 0.1)
    copies = {who: given * 4 for who, given in people.items()}
    rows = said("a", judge * 4)
    alone = one(found_of(people, said("a", judge)), "human_ceiling_kappa", None)
    loose = one(found_of(copies, rows), "human_ceiling_kappa", None)
    tied = one(found_of(copies, [{**row, "cluster": f"text{int(row['item_id'][1:]) % 40}"} for row in rows]), "human_ceiling_kappa", None)
    assert alone.value == pytest.approx(loose.value) == pytest.approx(tied.value)
    width = [e.high - e.low for e in (alone, loose, tied)]
    assert width[1] < 0.6 * width[0]
    assert width[2] == pytest.approx(width[0], rel=0.02)


def test_one_annotator_leaves_the_ceiling_open_in_words() -> None:
    found = found_of({"x": words("pppfff")}, said("a", ["pass"] * 6))
    assert one(found, "human_ceiling_kappa", None).undefined == "one annotator (x): nothing says how far people agree"
    assert one(found, "alt_test_winning_rate").undefined
    assert "How far people agree on c is not known (one annotator (x)" in texts(found)
    assert found.analysis.blocks["alt_test"] == []


def test_annotators_without_common_items() -> None:
    found = found_of({"x": words("pf--"), "y": words("--pf")}, said("a", ["pass"] * 4))
    assert one(found, "human_ceiling_kappa", None).undefined == "no overlap: no item has labels of two annotators"


def test_annotators_who_all_say_the_same() -> None:
    found = found_of({"x": words("pppp"), "y": words("pppp"), "z": words("pppp")}, said("a", ["pass"] * 4))
    assert "no variation" in str(one(found, "human_ceiling_kappa", None).undefined)


def test_gold_without_single_labels_is_no_ceiling() -> None:
    found = calibration(input_of(said("a", ["pass", "fail"]), gold=["pass", "fail"]))
    assert "ceiling" not in found.analysis.blocks
    assert not [e for e in found.estimates if e.name.startswith(("alt_test", "human"))]


def test_the_alternative_annotator_test_per_judge() -> None:
    """A judge as good as the annotators passes, one that guesses does not; the estimates are the statistic's on judge and annotators."""
    people, truth, rng = crowd(120)
    good, bad = noisy(rng, truth, 0.1), noisy(rng, truth, 0.5)
    found = found_of(people, said("good", good) + said("bad", bad))
    columns = [*([float(label == "pass") for label in given] for given in (good, *people.values()))]
    expected = stats.alt_test(np.array(columns).T, epsilon=0.2)
    assert (one(found, "alt_test_winning_rate", "good").value, one(found, "alt_test_winning_rate", "bad").value) == (1.0, 0.0)
    advantage = one(found, "alt_test_advantage", "good")
    assert advantage.value == pytest.approx(expected.advantage)
    assert advantage.low is not None
    rows = [row for row in found.analysis.blocks["alt_test"] if row["judge"] == "good"]
    assert [row["annotator"] for row in rows] == ["x", "y", "z"]
    assert [row["p"] for row in rows] == pytest.approx(list(expected.p))
    assert all(row["rejected"] and row["test"] == "t" and row["passes"] and row["n_items"] == 120 for row in rows)
    assert "It is shown to be at most 0.2 worse than 3 of 3 annotators" in texts(found)
    assert "warning: bad agrees with one annotator of c" in texts(found)


@pytest.mark.parametrize(
    ("kind", "given", "epsilon", "is_said"),
    [(None, None, 0.2, True), ("expert", None, 0.2, False), ("skilled", None, 0.15, False), ("crowd", None, 0.1, False), ("crowd", 0.3, 0.3, False)],
)
def test_epsilon_is_the_users_else_the_annotators_else_said(kind: str | None, given: float | None, epsilon: float, is_said: bool) -> None:
    people, truth, rng = crowd(40)
    found = found_of(people, said("a", noisy(rng, truth, 0.1)), rubric_of(annotators=kind), epsilon=given)
    assert {row["epsilon"] for row in found.analysis.blocks["alt_test"]} == {epsilon}
    assert ("because nobody said who the annotators are" in texts(found)) is is_said


def test_replicates_and_their_majority_stand_beside_each_other() -> None:
    people, truth, rng = crowd(60)
    found = found_of(people, said("a", *[noisy(rng, truth, 0.2) for _ in range(3)]))
    assert {row["judge"] for row in found.analysis.blocks["relative"]} == {"a", "a#majority"}
    single, majority = (one(found, "alt_test_advantage", judge).value for judge in ("a", "a#majority"))
    assert majority > single
    assert one(found, "alt_test_advantage").n_items == 60
    assert sum("agrees with one annotator" in line for line in texts(found).splitlines()) == 1


def test_scores_are_held_against_annotators_by_their_errors() -> None:
    rubric = rubric_of({"level": "interval", "low": 1, "high": 5, "step": 1})
    rng = np.random.default_rng(5)
    truth = rng.integers(1, 6, 50)
    scores = [[str(int(np.clip(t + rng.integers(-1, 2), 1, 5))) for t in truth] for _ in range(4)]
    found = found_of(dict(zip("xyz", scores[:3], strict=True)), said("a", scores[3]), rubric)
    expected = stats.alt_test(np.array([scores[3], *scores[:3]], dtype=float).T, level="interval")
    assert one(found, "alt_test_winning_rate").value == expected.value
    assert one(found, "alt_test_advantage").value == pytest.approx(expected.advantage)


def test_clusters_reach_the_test() -> None:
    people, truth, rng = crowd(80)
    rows = [{**row, "cluster": f"text{int(row['item_id'][1:]) // 4}"} for row in said("a", noisy(rng, truth, 0.1))]
    assert "tests on means of clusters" in one(found_of(people, rows), "alt_test_winning_rate").method


def test_people_who_hardly_agree_are_a_warning() -> None:
    people, truth, rng = crowd(80, wrong=0.4)
    assert "people hardly agree among themselves" in texts(found_of(people, said("a", noisy(rng, truth, 0.1))))


def test_a_silent_judge_is_undefined_and_not_left_out() -> None:
    people, truth, rng = crowd(30)
    found = found_of(people, said("a", noisy(rng, truth, 0.1)), planned={("a", "c"): 30, ("b", "c"): 30})
    assert one(found, "alt_test_winning_rate", "b").undefined == "no verdict: the judge gave no row"
    assert [row["judge_human_kappa"] for row in found.analysis.blocks["relative"] if row["judge"] == "b"] == [None]


def test_the_order_of_labels_and_verdicts_does_not_matter() -> None:
    people, truth, rng = crowd(30)
    rows = said("a", noisy(rng, truth, 0.2))
    labels = [GoldLabel(item_id=f"i{n}", annotator=who, label=given[n], criterion="c") for who, given in people.items() for n in range(30)]

    def data(labels: list[GoldLabel], rows: list[Row]) -> AnalysisInput:
        return input_of(rows, gold=adjudicate(labels, rubric_of(), [f"i{n}" for n in range(30)]))

    forth, back = calibration(data(labels, rows)), calibration(data(labels[::-1], rows[::-1]))
    for name in ("people", "ceiling", "relative", "alt_test"):
        assert forth.analysis.blocks[name] == back.analysis.blocks[name]


def test_a_crowd_that_hardly_shares_items_agrees_as_far_as_it_does() -> None:
    """400 items, three of 150 annotators each, right in 90 %: two of them agree in .82, .64 beyond chance, whoever they are. Pairs with one common item
    have a kappa of 0, or none."""
    rng = np.random.default_rng(8)
    truth = rng.random(400) < 0.5
    people: dict[str, list[str | None]] = {f"p{n:03}": [None] * 400 for n in range(150)}
    for item, label in enumerate(truth):
        for who in rng.choice(150, 3, replace=False):
            people[f"p{who:03}"][item] = "pass" if label != (rng.random() < 0.1) else "fail"
    found = found_of(people, said("a", noisy(rng, truth, 0.1)))
    ceiling = one(found, "human_ceiling_kappa", None)
    assert ceiling.value == pytest.approx(0.64, abs=0.05)
    assert ceiling.low < 0.64 < ceiling.high
    assert "any annotator with any other" in ceiling.method
    assert "any one with any other, because most pairs share fewer than 10 items" in texts(found)
    assert found.analysis.blocks["ceiling"][0]["pooled"] is True
    assert ceiling_said(found.analysis.blocks["ceiling"][0]).endswith("(any one with any other: most pairs share too few items)")
    row = found.analysis.blocks["relative"][0]
    assert row["judge_human_kappa"] == pytest.approx(0.64, abs=0.06)
    assert row["low"] < 0 < row["high"]
