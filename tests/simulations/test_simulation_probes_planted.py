"""Effects of probes hold what was planted, a judge that nothing moves is seldom accused, and one without any idea fails the controls."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import judgeaudit
from judgeaudit.analyses.bias import bias
from judgeaudit.thresholds import PROBE_MARGIN
from tests.simulations import probes_planted_runs as runs
from tests.simulations import probes_planted_written as written
from tests.simulations.probes_planted import (
    AS_TOLD,
    COVERED,
    PLACES,
    POWERS,
    RESULTS,
    SEED,
    SETTINGS,
    SIMULATIONS,
    UNMOVED,
    Found,
    Setting,
    read_results,
    setting_of,
    simulate,
    times,
)
from tests.simulations.probes_planted_asked import asked, input_of, table_of
from tests.simulations.probes_planted_cues import ATTACKS, BIASES, CONTROLS, judge_of, one_cue
from tests.simulations.probes_planted_models import SHAPES, STRATA, Cue, Judge, Shape, Variant, draw, truth
from tests.simulations.probes_planted_position import of_pairs
from tests.simulations.probes_planted_tables import AT_MOST, LEAST, MARGIN, MOST, allowed, effect, fewest, kind_of, page, share_of

ABOUT, COMMITTED = read_results()
OTHER_SEED, FEWER = 7, 50
LONG = [one for one in COMMITTED if setting_of(one) in UNMOVED and one.simulations == SIMULATIONS]


def cells(settings: Sequence[Setting]) -> list[Found]:
    return [one for one in COMMITTED if setting_of(one) in settings]


def rows(found: Sequence[Found]) -> list[tuple[Found, list[Any]]]:
    return [(one, row) for one in found for row in one.intervals if row[5]]


# What is true


def test_two_labels_by_hand() -> None:
    """Passes 60 of 100 items for sure and fails 40; a cue turns one failing item in four into a pass: 10 more of 100, 10 flips more."""
    shape = Shape("pointwise", "nominal", ("pass", "fail"), (1, 0), (0.6, 0.4, 0.0), (0, 1))
    judge = Judge(shape, (Cue("verbosity", (Variant("padded", 1, "up"),), 0.25),), noise=0.0)
    assert truth(judge) == {
        ("verbosity_excess_flip_rate", None): pytest.approx(0.1), ("verbosity_direction", None): pytest.approx(0.1), ("verbosity_score_shift", None): pytest.approx(0.1),
        ("verbosity_pass_rate", None): pytest.approx(0.7),
    }  # fmt: skip


def test_noise_is_taken_off_by_hand() -> None:
    """Every verdict a coin: a cue that makes it a pass leaves flips at a half, and passes rise by a half."""
    shape = Shape("pointwise", "nominal", ("pass", "fail"), (1, 0), (0.0, 0.0, 1.0), (0, 1))
    found = truth(Judge(shape, (Cue("verbosity", (Variant("padded", 1, "top"),), 1.0),), noise=0.0))
    assert found["verbosity_excess_flip_rate", None] == pytest.approx(0.0)
    assert found["verbosity_direction", None] == pytest.approx(0.5)


def test_a_place_by_hand() -> None:
    """Every fifth pair by the place, half of the rest for either response without noise: those of the place differ between orders, and go to the first."""
    shape = Shape("pairwise", "nominal", ("response_a", "response_b"), (1, 0), (0.5, 0.5, 0.0), (0, 1))
    judge = Judge(shape, (Cue("position", (Variant("swapped", 1, "second"),), 1.0),), noise=0.0, first=0.2)
    assert truth(judge)["position_excess_flip_rate", None] == pytest.approx(0.2)
    found = {name: value for (name, _), value in of_pairs(judge).items()}
    assert found["position_consistency"] == pytest.approx(0.8)
    assert found["preference_fairness"] == pytest.approx(-0.2)
    assert found["first_position_rate"] == pytest.approx(0.6)
    assert found["win_rate of response_a"] == pytest.approx(0.6)
    assert found["win_rate_after_swap of response_a"] == found["win_rate_after_swap of response_b"] == pytest.approx(0.4)
    assert found["inconsistent_rate"] == pytest.approx(0.2)
    assert found["identical_responses_first_rate"] == pytest.approx(0.6)


@pytest.mark.parametrize("scale", list(SHAPES))
def test_what_is_true_is_what_very_many_items_show(scale: str) -> None:
    """Counted verdict by verdict on 40,000 items: flips with a plain verdict less flips between two plain ones, and the mean's change."""
    judge = judge_of(SHAPES[scale], "biased", size=0.3)
    drawn = draw(np.random.default_rng(3), judge, np.arange(40_000), (), (2, 1))
    true, values = truth(judge), judge.shape.values
    own = (drawn.plain[:, 0] != drawn.plain[:, 1]).mean()
    reach = values.max() - values.min()
    for cue in judge.cues:
        flips, shifts = [], []
        for variant in cue.variants:
            codes = drawn.probes[cue.probe, variant.name][:, 0]
            there = codes >= 0
            flips.append(((codes != drawn.plain[:, 0])[there].mean() + (codes != drawn.plain[:, 1])[there].mean()) / 2 - own)
            shifts.append(variant.toward * (values[codes[there]] - values[drawn.plain[there]].mean(axis=1)).mean() / reach)
        assert true[f"{cue.probe}_excess_flip_rate", None] == pytest.approx(np.mean(flips), abs=0.015)
        assert true[f"{cue.probe}_direction", None] / reach == pytest.approx(np.mean(shifts), abs=0.015)


def test_strata_are_moved_a_half_and_three_halves_as_much() -> None:
    judge = judge_of(SHAPES["two labels"], "biased", size=0.2, strata=True)
    by_stratum = [truth(judge, name)["verbosity_direction", None] for name in STRATA]
    assert np.mean(by_stratum) == pytest.approx(truth(judge)["verbosity_direction", None])
    assert by_stratum[1] == pytest.approx(3 * by_stratum[0])


# What is asked


@pytest.mark.parametrize(("scale", "strata"), [("two labels", True), ("pairs with tie", False), ("scores", False)])
def test_what_is_asked_is_what_the_analysis_says(scale: str, *, strata: bool) -> None:
    judge, rng = judge_of(SHAPES[scale], "biased", size=0.3, strata=strata), np.random.default_rng(1)
    names = tuple(np.resize(list(STRATA), 24).tolist()) if strata else ()
    table = table_of([draw(rng, judge, np.arange(24), names, (2, 1)) for _ in range(2)], judge.shape, strata=names)
    data = input_of(table, judge.shape)
    said, whole = asked(data), bias(data)
    written_so = {(one.name, one.judge, one.variant, one.stratum, one.group): (one.value, one.low, one.high) for one in whole.estimates}
    assert said.estimates
    for one in said.estimates:
        assert written_so[one.name, one.judge, one.variant, one.stratum, one.group] == (one.value, one.low, one.high), one.name
    told = {(row["judge"], row["probe"]): (row["answer"], row["p"], row["p_adjusted"], row["smallest"]) for row in whole.analysis.blocks["probes"]}
    assert told == {(name, probe): (one.answer, one.p, one.p_adjusted, one.smallest) for name, probe, one in said.answers}


# What was found


def test_committed_results_are_whole() -> None:
    assert [setting_of(one) for one in COMMITTED] == list(SETTINGS)
    assert [one.simulations for one in COMMITTED] == [times(setting, SIMULATIONS) for setting in SETTINGS]
    assert (ABOUT["seed"], ABOUT["simulations"], SIMULATIONS) == (SEED, SIMULATIONS, 1000)
    assert RESULTS.with_suffix(".md").read_text(encoding="utf-8") == page(ABOUT, COMMITTED)
    assert MARGIN == PROBE_MARGIN


def test_a_judge_without_any_idea_and_one_that_nothing_moves_are_accused_in_at_most_one_of_twenty_audits() -> None:
    assert {(one.scale, one.kind) for one in LONG} == {(scale, kind) for scale in SHAPES for kind in ("random", "noisy")}
    assert all(one.accused <= AT_MOST for one in LONG)
    assert all(one.accused <= allowed(AT_MOST, one.simulations) for one in cells(UNMOVED))
    assert all(share_of(one, (PLACES,), "unequal") <= allowed(AT_MOST, one.simulations) for one in cells(UNMOVED))


def test_a_judge_without_any_idea_fails_the_controls_and_an_honest_one_passes_them() -> None:
    for one in cells(UNMOVED):
        follows = share_of(one, CONTROLS, "follows")
        if one.kind == "random":
            assert follows <= allowed(AT_MOST, one.simulations)
        elif one.n >= 100:
            assert follows > 0.95


def test_intervals_hold_what_was_planted() -> None:
    """Each kind of effect of each cell within the bounds, widened by two standard errors; each effect not short by four, since the least of 2,000 is low."""
    by_kind: dict[tuple[Setting, str], list[list[Any]]] = defaultdict(list)
    for one, row in rows(cells(COVERED)):
        by_kind[setting_of(one), kind_of(row[0])].append(row)
        assert row[6] / row[5] >= fewest(LEAST, row[5], 4), (setting_of(one), row)
    for (setting, kind), some in by_kind.items():
        share = sum(row[6] for row in some) / sum(row[5] for row in some)
        assert share >= fewest(LEAST, times(setting, SIMULATIONS)), (setting, kind)
    every = [row for _, row in rows(cells(COVERED))]
    assert LEAST <= sum(row[6] for row in every) / sum(row[5] for row in every) <= MOST


def test_a_judge_that_is_moved_by_more_than_the_margin_is_seldom_said_to_lie_within_it() -> None:
    asked_of = 0
    for one in cells((*COVERED, *POWERS)):
        for probe, said, _ in one.answers:
            if probe in BIASES and effect(one, probe) > MARGIN:
                asked_of += 1
                assert said.get("not_beyond_margin", 0) / sum(said.values()) <= allowed(AT_MOST, one.simulations), (setting_of(one), probe)
    assert asked_of > 50


def test_a_large_preference_is_found() -> None:
    for scale in ("two labels", "pairs"):
        powers = {(one.n, one.size): share_of(one, (*BIASES, *ATTACKS), "biased") for one in cells(POWERS) if one.scale == scale}
        for n in (100, 300):
            assert powers[n, 0.1] < powers[n, 0.3]
        assert powers[100, 0.3] < powers[300, 0.3] + 0.05


def test_the_smallest_effect_that_an_audit_says_it_could_see_is_found_in_about_four_of_five() -> None:
    for one in cells(AS_TOLD):
        assert share_of(one, (one_cue(SHAPES[one.scale]),), "biased") >= fewest(0.75, one.simulations), setting_of(one)


@pytest.mark.parametrize(
    "setting", [Setting("two labels", "random", 0.0, 100), Setting("pairs with tie", "biased", 0.15, 50), Setting("scores", "biased", 0.15, 50)]
)
def test_another_seed_says_the_same(setting: Setting) -> None:
    scale = 1000 * FEWER // times(setting, 1000)
    found = simulate(setting, simulations=scale, seed=OTHER_SEED)
    assert found.simulations == FEWER
    assert setting.kind != "random" or found.accused <= allowed(AT_MOST, FEWER, 3)
    assert all(row[6] / row[5] >= fewest(LEAST, row[5], 4) for row in found.intervals if row[5])
    again = next(one for one in COMMITTED if setting_of(one) == setting)
    assert [row[:4] for row in found.intervals] == [row[:4] for row in again.intervals]


# Preferences for texts


def test_preferences_for_texts_are_held() -> None:
    about, found = written.read_results()
    assert {(one.case, one.n) for one in found} == set(written.CELLS)
    assert written.RESULTS.with_suffix(".md").read_text(encoding="utf-8") == written.page(about, found)
    for one in found:
        assert one.given >= 0.95 * about["simulations"]
        assert fewest(LEAST, one.given) <= one.held / one.given, one


# Judges that are really asked


def test_judges_that_are_really_asked_say_what_was_planted() -> None:
    about, found = runs.read_results()
    assert about["runs"] >= 10
    assert runs.RESULTS.with_suffix(".md").read_text(encoding="utf-8") == runs.page(about, found)
    assert {one.judge for one in found} == {*runs.ANSWERS, *runs.OF_TWO}
    given = sum(one.audits for one in found)
    # effects of one audit are not independent: as many as there are audits of judges
    assert sum(one.held for one in found) / given >= fewest(LEAST, about["runs"] * 11)
    for one in found:
        # a mean of so many audits of 60 items: no effect on an item has a standard deviation above 0.6
        assert one.mean == pytest.approx(one.truth, abs=4 * 0.6 / (60 * about["runs"]) ** 0.5), one


def test_a_run_and_a_count_by_hand_say_the_same(tmp_path: Path) -> None:
    """The excess of the believer under `authority`, from the stored replies: over items the share of differing pairs (plain, probe) less (plain, plain).

    Replicates of one number share their seed, and are no pair.
    """
    path = runs.write_project(tmp_path, 3, pairs=False, n_items=12)
    found = judgeaudit.run(path, judges=["believer"], out=tmp_path / "run").data
    said: dict[str, tuple[list[tuple[int, str]], list[tuple[int, str]]]] = defaultdict(lambda: ([], []))
    for line in (tmp_path / "run" / "calls.jsonl").read_text(encoding="utf-8").splitlines():
        call = json.loads(line)
        if call.get("probe") in (None, "", "authority"):
            said[call["item_id"]][bool(call.get("probe"))].append((call["replicate"], json.loads(call["attempts"][-1]["reply"])["value"]))
    excess = []
    for plain, under in said.values():
        within, across = ([first[1] != second[1] for first in plain for second in others if first[0] != second[0]] for others in (plain, under))
        excess.append(np.mean(across) - np.mean(within))
    assert len(excess) == 12
    (one,) = [one for one in found.estimates if (one.name, one.variant) == ("authority_excess_flip_rate", None)]
    assert one.value == pytest.approx(np.mean(excess))
