"""What a corrected rate is about: items that are answered, decided, of systems that are alike; and a rate that few items allow. Data made here."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

from judgeaudit.analyses.calibration import calibration
from judgeaudit.analyses.calibrations.corrected import corrected
from judgeaudit.analyses.calibrations.unanswered import permutation_p, unanswered
from judgeaudit.analyses.gold import Gold, adjudicate
from judgeaudit.analyses.parts import Part, parts
from judgeaudit.decision.gates import hold
from judgeaudit.decision.plain_words import corrected_words
from judgeaudit.decision.rules import decide
from judgeaudit.decision.unanswered import unanswered_reasons
from judgeaudit.domain.items import GoldLabel
from judgeaudit.domain.results import Analysis, AnalysisOutput, JudgeFacts
from judgeaudit.domain.rubric import Gate
from judgeaudit.report.calibration_lines import left_out_said, of_all
from tests.core.analyses_builder import Row, gold_of, input_of, rubric_of, said, texts
from tests.core.test_decision_rules import good, rubric

P, F, R = "pass", "fail", "!refused"


def labels(*runs: tuple[str | None, int]) -> list[str | None]:
    return [label for label, times in runs for _ in range(times)]


def by_method(found: AnalysisOutput, system: str | None = None) -> dict[str, dict[str, Any]]:
    return {row["method"]: row for row in found.analysis.blocks["corrected"] if row["system"] == system}


def part_of(rows: list[Row], gold: list[str | None] | Gold) -> Part:
    return next(part for part in parts(input_of(rows, gold=gold), "calibration") if part.stratum is None)


# Missing verdicts that depend on gold.

REFUSES = labels((P, 140), (F, 4), (F, 69), (P, 2), (R, 85), (P, 150), (F, 65), (R, 85))
REFUSED_GOLD = labels((P, 144), (F, 156), (None, 300))
"""300 labelled items: 144 pass, none refused, and 156 fail, 85 refused. Of 215 answered 144 pass: 67 %; of 300, 48 %."""


def test_refusals_of_one_class_are_a_serious_finding_with_counts() -> None:
    found = calibration(input_of(said("a", REFUSES), gold=REFUSED_GOLD))
    serious = [one.text for one in found.analysis.findings if one.severity == "serious" and "depend on what is judged" in one.text]
    assert len(serious) == 1
    assert "it refused 85 of 156 that are 'fail', 0 of 144 that are 'pass' (p < 0.001)" in serious[0]
    assert "right on 97.2 % of those that it answers, and on 44 % of all of them" in serious[0]  # 69 of 71, 69 of 156
    passes, fails = found.analysis.blocks["unanswered"]
    assert (passes["gold"], passes["n_missing"], passes["n_calls"], passes["recall"], passes["recall_worst"]) == (P, 0, 144, 140 / 144, 140 / 144)
    assert (fails["n_unanswered"], fails["n_items"], fails["recall"], fails["recall_worst"]) == (85, 156, 69 / 71, 69 / 156)


def test_corrected_rates_are_of_the_items_that_are_answered_and_stand_beside_labels_of_the_same() -> None:
    found = calibration(input_of(said("a", REFUSES), gold=REFUSED_GOLD))
    rows = by_method(found)
    assert rows["labels_only"]["value"] == pytest.approx(144 / 215)
    assert rows["labels_all"]["value"] == pytest.approx(144 / 300)
    assert (rows["labels_only"]["n_labelled"], rows["labels_all"]["n_labelled"], rows["ppi"]["n_labelled"]) == (215, 300, 215)
    assert {row["n_unanswered"] for row in rows.values()} == {170}
    assert rows["rogan_gladen_all"]["note"].startswith("of the 430 items that it answers and no others: ")
    assert rows["rogan_gladen"]["note"].startswith("of the 215 items without gold that it answers: ")
    assert rows["ppi"]["note"].startswith("of the 430 items that it answers: PPI++")
    ppi = next(one for one in found.estimates if one.name == "corrected_mean_ppi")
    assert "of the 430 items that it answers lies" in hold("calibration.corrected_mean_ppi", Gate(max=0.5), ppi).reason
    said_of = texts(found)
    assert "the true share of the 430 items that it answers is" in said_of
    assert (
        "the labels of the same items alone say 67 % (60 to 73 %) (those of all 300 labelled items, of which it does not answer 85: 48 % (42 to 54 %))"
        in said_of
    )


def test_a_judge_whose_refusals_depend_on_gold_is_at_most_deployed_with_review() -> None:
    found = calibration(input_of(said("a", REFUSES), gold=REFUSED_GOLD))
    reasons, reviews = unanswered_reasons("a", [found])
    assert [(part.kind, part.said) for part in reviews] == [("unanswered", "items of c that get no verdict")]
    assert 'it gives no verdict in 85 of 156 calls on items of c that people call "fail"' in reasons[0]
    assert unanswered_reasons("b", [found]) == ((), ())
    blocks = {"unanswered": found.analysis.blocks["unanswered"]}
    output = AnalysisOutput(analysis=Analysis(name="calibration", blocks=blocks), estimates=(), cases=())
    facts = (JudgeFacts(name="a"),)
    (with_block,), (without,) = (decide(rubric(), facts, good(), (), has_gold=True, outputs=outputs) for outputs in ((output,), ()))
    assert (without.decision, with_block.decision, with_block.review) == ("deploy", "deploy_with_review", "items of c that get no verdict")


def test_refusals_that_do_not_depend_on_gold_are_none_of_it() -> None:
    even = labels((P, 120), (R, 30), (F, 120), (R, 30))
    found = calibration(input_of(said("a", even), gold=labels((P, 150), (F, 150))))
    assert {row["depends"] for row in found.analysis.blocks["unanswered"]} == {False}
    assert "depend on what is judged" not in texts(found)
    assert unanswered_reasons("a", [found]) == ((), ())


def test_a_small_difference_of_many_items_is_no_finding() -> None:
    """0 of 4,000 and 80 of 4,000: surely not chance, and two points."""
    found = calibration(input_of(said("a", labels((P, 4000), (F, 3920), (R, 80))), gold=labels((P, 4000), (F, 4000))))
    assert all(row["p"] < 0.001 and not row["depends"] for row in found.analysis.blocks["unanswered"])


def test_calls_are_counted_where_repeats_are_missing_in_part() -> None:
    runs = [[P] * 40 + [R if (place + run) % 2 else F for place in range(40)] for run in range(2)]
    found = calibration(input_of(said("a", *runs), gold=labels((P, 40), (F, 40))))
    assert "of calls on labelled items it refused 40 of 80 that are 'fail', 0 of 80 that are 'pass'" in texts(found)


def test_permutation_p_is_that_of_fisher() -> None:
    """scipy 1.15, fisher_exact([[8, 2], [1, 9]]) is 0.0054775; 20,000 orders of the 20 items scatter by 0.0005."""
    missing = np.array([1.0] * 8 + [0.0] * 2 + [1.0] + [0.0] * 9)
    groups = np.array([0] * 10 + [1] * 10)
    assert permutation_p(missing, groups, np.random.default_rng(1), draws=20_000) == pytest.approx(0.0054775, abs=0.002)


def test_items_of_one_cluster_are_no_more_than_one() -> None:
    """Ten copies of each of eight items say nothing, and of sixty they do."""
    for n, depends in ((8, False), (60, True)):
        truth, verdicts = labels((P, 5 * n), (F, 5 * n)), labels((P, 5 * n), (R, 5 * n))
        rows = [{**row, "cluster": f"k{int(row['item_id'][1:]) // 10}"} for row in said("a", verdicts)]
        piece = unanswered(part_of(rows, truth))
        assert {row["depends"] for row in piece.blocks["unanswered"]} == {depends}


def test_scores_are_halved_at_golds_median() -> None:
    rubric = rubric_of({"level": "interval", "low": 0, "high": 10})
    truth = [str(n % 10) for n in range(200)]
    found = calibration(input_of(said("a", [R if int(one) < 4 else one for one in truth]), rubric, gold=truth))
    assert "it refused 80 of 100 with gold below 4.5, 0 of 100 with gold 4.5 or more" in texts(found)


def test_page_and_terminal_say_of_which_items_a_corrected_rate_is() -> None:
    row = {"method": "ppi", "label": P, "n_labelled": 200, "n_unlabelled": 230, "n_unanswered": 170}
    assert of_all(row) == " of the 430 items that it answers"
    assert of_all({**row, "n_unanswered": 0}) == " of all 430 items"
    assert of_all({**row, "method": "rogan_gladen_all", "n_unanswered": 0}) == " of all 430 items and no others"
    left_out = {**row, "n_undecided": 66, "undecided_low": 0.56, "undecided_high": 0.81}
    assert left_out_said(left_out) == "56 to 81 % with the 66 undecided items, were these all of one label or of the other"
    assert left_out_said(row) == ""


# Few unlabelled items.

FEW = labels((P, 68), (F, 7), (P, 4), (F, 21), (F, 1))
FEW_GOLD = labels((P, 75), (F, 25), (None, 1))


def test_one_unlabelled_item_accuses_nobody_and_its_interval_is_about_these_items() -> None:
    """Of 101 items 75 pass, or 76: what Lee et al. say of the one is not known to a tenth of an item."""
    found = calibration(input_of(said("a", FEW), gold=FEW_GOLD))
    rows = by_method(found)
    assert "outside the scale" not in texts(found)
    assert "do not go with" not in rows["rogan_gladen"]["note"]
    assert rows["rogan_gladen"]["raw_value"] < 0
    assert (rows["rogan_gladen_all"]["low"], rows["rogan_gladen_all"]["high"]) == (pytest.approx(75 / 101), pytest.approx(76 / 101))
    whole = next(one for one in found.estimates if one.name == "corrected_rate_all_items")
    assert "of all 101 judged items and no others" in hold("calibration.corrected_rate_all_items", Gate(min=0.66), whole).reason
    rest = next(one for one in found.estimates if one.name == "corrected_rate_rogan_gladen")
    result = hold("calibration.corrected_rate_rogan_gladen", Gate(min=0.66), rest)
    assert (result.status, "of the one judged item without gold lies" in result.reason) == ("inconclusive", True)


@pytest.mark.parametrize("n_rest", [1, 3, 40])
def test_the_interval_of_all_items_holds_their_own_rate(n_rest: int) -> None:
    """120 samples of 100 labelled items and some more: 95 % of 120 are 114, less three standard errors 107. Without whole items it was 88 % at one."""
    rng, held, known = np.random.default_rng(n_rest), 0, 0
    for _ in range(120):
        truth = rng.random(100 + n_rest) < 0.7
        given = np.where(rng.random(len(truth)) < np.where(truth, 0.9, 0.85), truth, ~truth)
        verdicts, gold = ([P if one else F for one in values] for values in (given, truth))
        piece = corrected(part_of(said("a", verdicts), [*gold[:100], *[None] * n_rest]))
        found = next(one for one in piece.estimates if one.name == "corrected_rate_all_items")
        known += found.low is not None
        held += found.low is not None and found.high is not None and found.low - 1e-9 <= truth.mean() <= found.high + 1e-9
    assert known >= 115
    assert held / known >= 107 / 120


# Systems that differ.


def of_systems(*systems: tuple[str, list[str | None], list[str | None]], cluster: bool = False) -> tuple[list[Row], Gold]:
    rows: list[Row] = []
    gold: list[str | None] = []
    for system, verdicts, truth in systems:
        first = len(rows)
        rows += [{**row, "item_id": f"i{first + n}", "system": system} for n, row in enumerate(said("a", verdicts))]
        rows = [{**row, "cluster": f"k{n - first}"} if cluster and n >= first else row for n, row in enumerate(rows)]
        gold += truth
    return rows, gold_of(gold, rubric_of())


GENEROUS = labels((P, 60), (P, 22), (F, 18)) * 2, labels((P, 60), (F, 40), (None, 100))
HARSH = labels((P, 42), (F, 18), (F, 40)) * 2, labels((P, 60), (F, 40), (None, 100))


def test_where_systems_differ_and_one_has_no_labels_nothing_is_said_of_all() -> None:
    rows, gold = of_systems(("A", *GENEROUS), ("B", *HARSH), ("C", labels((P, 155), (F, 45)), [None] * 200))
    found = calibration(input_of(rows, gold=gold))
    assert {row["verdict"] for row in found.analysis.blocks["carried"]} == {"fails"}
    for method in ("ppi", "rogan_gladen", "rogan_gladen_all"):
        assert by_method(found)[method]["value"] is None
        assert by_method(found)[method]["note"] == "one calibration for all systems misleads, and C has no gold: label some of its items"
        assert method == "ppi" or by_method(found, "C")[method]["value"] is None
    for name in ("corrected_mean_ppi", "corrected_rate_rogan_gladen", "corrected_rate_all_items"):
        whole = next(one for one in found.estimates if one.name == name and one.variant is None)
        assert hold(f"calibration.{name}", Gate(min=0.0), whole).status == "not_measured"
    assert "What is true of all 600 is not known: one calibration for all systems misleads, and C has no gold" in texts(found)
    assert "Corrected by the" not in texts(found)
    assert not any("C" in text or "all 600" in text for text in corrected_words(found.analysis.blocks["corrected"]))


def test_where_systems_differ_and_all_have_labels_the_rate_is_put_together_from_theirs() -> None:
    """200 items of A and 150 of B, 100 labelled of each."""
    rows, gold = of_systems(("A", *GENEROUS), ("B", HARSH[0][:100] + labels((P, 21), (F, 29)), HARSH[1][:150]))
    found = calibration(input_of(rows, gold=gold))
    whole, a, b = by_method(found), by_method(found, "A"), by_method(found, "B")
    for method, share in (("ppi", 200 / 350), ("rogan_gladen_all", 200 / 350), ("rogan_gladen", 100 / 150)):
        assert whole[method]["value"] == pytest.approx(share * a[method]["value"] + (1 - share) * b[method]["value"])
        below = [part * (row[method]["value"] - row[method]["low"]) for part, row in ((share, a), (1 - share, b))]
        assert whole[method]["low"] == pytest.approx(whole[method]["value"] - np.hypot(*below))
    assert whole["ppi"]["note"].startswith("of all 350 judged items: put together from the corrections of A (200 items), B (150 items)")
    assert "put together from the systems' own corrections" in texts(found)


def test_systems_that_share_inputs_get_an_interval_that_does_not_take_them_for_independent() -> None:
    alone, together = (
        by_method(calibration(input_of(rows, gold=gold)))["ppi"]
        for rows, gold in (of_systems(("A", *GENEROUS), ("B", *HARSH), cluster=cluster) for cluster in (False, True))
    )
    assert together["value"] == pytest.approx(alone["value"])
    assert together["high"] - together["low"] > 1.35 * (alone["high"] - alone["low"])  # nearly as wide: by the root of two


# Disputed items.


def wilson(k: int, n: int) -> tuple[float, float]:
    z = NormalDist().inv_cdf(0.975)
    middle, half = (k + z**2 / 2) / (n + z**2), z * (k * (n - k) / n + z**2 / 4) ** 0.5 / (n + z**2)
    return middle - half, middle + half


def disputed_fails() -> tuple[list[Row], Gold]:
    """400 of 1,000 items in random order labelled by two people, who differ on half of the 160 that fail; the judge is right on 95 of 100."""
    rng = np.random.default_rng(3)
    truth = rng.permutation(np.repeat([True, False], [600, 400]))
    given = np.where(rng.random(1000) < 0.95, truth, ~truth)
    fails = np.flatnonzero(~truth[:400])
    disputed = set(fails[::2].tolist())
    votes = [GoldLabel(item_id=f"i{n}", annotator="x", label=P if truth[n] else F, criterion="c") for n in range(400)]
    votes += [GoldLabel(item_id=f"i{n}", annotator="y", label=P if truth[n] or n in disputed else F, criterion="c") for n in range(400)]
    rows = said("a", [P if one else F for one in given])
    return rows, adjudicate(votes, rubric_of(), [f"i{n}" for n in range(1000)])


def test_disputed_items_give_bounds_and_no_blame_of_the_sampling() -> None:
    rows, gold = disputed_fails()
    n_out = len(gold.disputed)
    found = calibration(input_of(rows, gold=gold))
    assert "random sample" not in texts(found)
    whole = by_method(found)
    n_pass = sum(code == 1.0 for code in gold.codes.values())
    assert whole["labels_only"]["n_undecided"] == n_out
    ends = [whole["labels_only"][name] for name in ("undecided_low", "undecided_high")]
    assert ends == pytest.approx([wilson(n_pass, 400)[0], wilson(n_pass + n_out, 400)[1]])
    assert whole["ppi"]["undecided_low"] < 0.6 < whole["ppi"]["low"], "0.6 is true, and all of them fail"
    warning = next(one.text for one in found.analysis.findings if "disputed or otherwise undecided" in one.text)
    assert warning.startswith(f"{n_out} of the 400 labelled items of c")
    assert "Were all of them 'pass' or none: labels alone" in warning
    assert corrected_words(found.analysis.blocks["corrected"]) == [], "a rate within the bounds is not called wrong"


def test_a_sample_that_was_picked_is_said_to_be_with_disputed_items_or_without() -> None:
    rows, gold = disputed_fails()
    truth = {item: code for (_, item), code in gold.codes.items()}
    picked = Gold(codes={key: code for key, code in gold.codes.items() if code == 1.0 or int(key[1][1:]) < 60})
    assert len(truth) > len(picked.codes)
    assert "do not look like a random sample" in texts(calibration(input_of(rows, gold=picked)))


def test_a_few_disputed_items_are_left_out_without_bounds() -> None:
    rows, gold = disputed_fails()
    few = Gold(codes=gold.codes, disputed=gold.disputed[:5], votes=gold.votes)
    assert all("n_undecided" not in row for row in calibration(input_of(rows, gold=few)).analysis.blocks["corrected"])
