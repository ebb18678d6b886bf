"""Tests at moments that were fixed before, and who is accused: held against sums that are worked out anchor by anchor."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats as law

from judgeaudit.api.monitor import monitor_init, monitor_update
from judgeaudit.monitoring.attribution import attribution, log10_evidence
from judgeaudit.monitoring.shapes import Baseline
from judgeaudit.monitoring.state import opened, read_anchors, read_progress, read_setup, write_progress
from judgeaudit.monitoring.streams import PARTS, RAISED, SHARES, begin
from judgeaudit.stats.kernels.change_betting import Gaps, bet_on_gap, gap_before
from judgeaudit.stats.kernels.fixed_looks import WEIGHTS, GapSince, add_gaps, gap_score, log_inverse_p, look_weight, looks_due
from tests.core.monitor_builder import FAILING, baseline, batch, clock, gap_group

BASE = Baseline(np.array([0.0, 1.0]), ("",), np.array([[300, 700], [0, 0]]), (0, 1_000), 40, np.array([40.0]), 0.0001)


def test_looks_are_due_as_verdicts_double_and_their_parts_add_up_to_one() -> None:
    assert [looks_due(n, 80.0) for n in (0, 9, 10, 19, 20, 40, 79, 80, 160, 5_120)] == [0, 0, 1, 1, 2, 3, 3, 4, 5, 10]
    assert looks_due(50, 0.0) == 0
    assert look_weight(0, 4) == pytest.approx(0.65)
    assert look_weight(3, 3) == 0
    assert look_weight(len(WEIGHTS), len(WEIGHTS) + 2) == pytest.approx(0.07 * 0.75)
    assert 0.999999 < look_weight(0, 40) <= 1


@pytest.mark.parametrize("z", [0.0, -1.3, 2.6, 9.0])
def test_the_inverse_of_p_is_that_of_the_normal_law(z: float) -> None:
    assert log_inverse_p(z) == pytest.approx(-np.log(2) - law.norm.logsf(abs(z)), abs=1e-9)


def test_the_score_of_a_gap_varies_by_anchors_within_their_kind_and_not_by_visits() -> None:
    """Four of ten failing anchors turn, none of ten that pass; seen twice, with one turning back: worked out anchor by anchor."""
    high = np.repeat([False, True], 10)
    one, two = np.zeros(20), np.zeros(20)
    one[:4], two[:3] = 1.0, 1.0
    state = add_gaps(GapSince(1.0, 0.1, 0.0009), [gap_group(0.35, 0.0004, one, np.zeros(20), high)])
    assert state.sums[:, 0].tolist() == [10, 10]
    state = add_gaps(state, [gap_group(0.25, 0.0004, two, np.ones(20), high, np.column_stack([np.ones(20), one]))])
    totals = one + two
    within = sum(float(((part - part.mean()) ** 2).sum()) for part in (totals[:10], totals[10:]))
    anchors = (within / 4 + 1.5) / (20 * 21.5)
    left = 1 - 7 / 20
    gap = (0.35 + 0.25) / 2 - 7 / 40 - left * 0.1
    expected = gap / np.sqrt(anchors + 2 * 20**2 * 0.0004 / 40**2 + left**2 * 0.0009)
    assert gap_score(state, 20.0) == pytest.approx(expected)
    # A stream that has seen a part of the anchors does not know yet how many of each kind there are.
    assert gap_score(state, 40.0) < gap_score(state, 20.0)


def test_what_was_seen_before_the_alarm_does_not_count_as_a_visit_since() -> None:
    stale = gap_group(0.1, 0.001, np.array([1.0]), np.array([3.0]), since=np.array([[5.0, 4.0]]))
    assert add_gaps(GapSince(4.0, 0.0, 0.001), [stale]).sums[0].tolist() == [1, 1, 1, 1, 1, 1, 1]
    fresh = gap_group(0.1, 0.001, np.array([1.0]), np.array([4.0]), since=np.array([[5.0, 4.0]]))
    assert add_gaps(GapSince(4.0, 0.0, 0.001), [fresh]).sums[0].tolist() == [0, 1, 1, 1, 25 - 16, 6 * 5 - 5 * 4, 36 - 25]


def test_a_gap_that_was_there_before_is_no_evidence_after() -> None:
    """The baseline was off by 10 points: what matters after the alarm is how far the gap is from where it was before the change."""
    steady = gap_group(0.1, 0.0002, np.zeros(60), np.zeros(60))
    state = Gaps()
    for number in (1, 2, 3):
        state, _ = bet_on_gap(state, [steady], batch=number, baseline=0.01, anchors=0.0)
    after = GapSince(4.0, *gap_before(state, 3.0, baseline=0.01))
    same = gap_score(add_gaps(after, [steady]), 60.0)
    more = gap_score(add_gaps(after, [gap_group(0.35, 0.0002, np.zeros(60), np.zeros(60))]), 60.0)
    assert abs(same) < 1 < 5 < more
    assert after.centre == pytest.approx(0.1, abs=0.02)
    assert gap_before(state, 99.0, baseline=0.01) == (0.0, 0.01)


def test_who_is_accused_hands_its_part_of_alpha_to_the_other() -> None:
    """Just short of its own part, over the part that is raised; and no alarm by the system alone."""
    limit, watch = np.log(20), begin(BASE)
    almost = float(limit + np.log(0.4 / 0.9) + 0.01)
    highest = dict.fromkeys(SHARES, -np.inf)
    alone = replace(watch, highest=highest | {"product": limit, "system": almost})
    assert attribution(alone, 0.05) == "undecided"
    assert attribution(replace(alone, highest=alone.highest | {"judge": float(limit)}), 0.05) == "both"
    assert attribution(replace(watch, highest=highest | {"system": float(limit)}), 0.05) == "none"
    evidence = log10_evidence(replace(alone, highest=alone.highest | {"judge": float(limit)}, now=alone.highest), 0.05)
    assert evidence["e_system"] == pytest.approx(np.log10(20) + 0.01 / np.log(10))


def test_parts_of_alpha_add_up() -> None:
    alarming = sum(part for of, part in PARTS.values() if of != "system") - PARTS["suspected"][1]
    accusing = sum(part for of, part in PARTS.values() if of in ("judge", "system", "mix"))
    assert max(alarming, accusing, RAISED + SHARES["mix"]) <= 1 + 1e-9
    assert all(sum(part for of, part in PARTS.values() if of == name) == pytest.approx(share) for name, share in SHARES.items())


def test_what_was_seen_since_an_alarm_is_kept_from_update_to_update(tmp_path: Path) -> None:
    """Every failing anchor passes from the first day on, and a fifth of production more than before: 30 anchors come again each day."""
    state = tmp_path / "watch.db"
    monitor_init(state, baseline(tmp_path), clock=clock())
    for day in range(1, 8):
        status = monitor_update(state, batch(tmp_path, day, rate=0.9, turned=FAILING), clock=clock(day))
    assert status.attribution in ("judge", "both")
    with opened(state, change=True) as db:
        progress = read_progress(db, read_setup(db))
        since = progress.watch.after
        assert since is not None
        days = 8 - since.start
        assert (since.batches, since.sums[:, 1].sum(), since.sums[:, 0].sum()) == (days, 30 * days, min(120, 30 * days))
        assert progress.watch.looks["gap after"] >= 3
        every = [anchor for anchor in read_anchors(db, [f"anchor{n}" for n in range(120)]).values() if anchor.last >= since.start]
        assert sum(anchor.since[0] for anchor in every) == 30 * days
        assert sum(anchor.since[1] for anchor in every) == pytest.approx(since.sums[:, 2].sum())
        write_progress(db, progress)
        again = read_progress(db, read_setup(db)).watch
    assert again.traced == progress.watch.traced
    assert np.array_equal(again.after.sums if again.after else None, since.sums)
    assert (again.looks, again.parts, again.suspect) == (progress.watch.looks, progress.watch.parts, progress.watch.suspect)
