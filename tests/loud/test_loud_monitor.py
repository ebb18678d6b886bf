"""What a monitor could get silently wrong: batches twice, late, empty or of somebody else; kills, locks and damage."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from judgeaudit.api.monitor import monitor_acknowledge, monitor_init, monitor_status, monitor_update
from judgeaudit.domain.monitor import MonitorStatus
from judgeaudit.errors import JudgeAuditError, NothingInCommonError, OptionError, RunError, VerdictsError
from tests.core.monitor_builder import FAILING, anchors, baseline, batch, clock, gold, own_label, production, verdict, write


@pytest.fixture
def state(tmp_path: Path) -> Path:
    monitor_init(tmp_path / "watch.db", baseline(tmp_path), clock=clock())
    return tmp_path / "watch.db"


def feed(state: Path, file: Path, day: float) -> MonitorStatus:
    return monitor_update(state, file, clock=clock(day))


def test_nothing_measured_is_not_quiet(state: Path) -> None:
    status = monitor_status(state)
    assert (status.state, status.exit_code, status.attribution) == ("not_measured", 3, "none")
    assert "Nothing was measured yet" in status.sentence


def test_the_same_batch_twice_changes_nothing(state: Path, tmp_path: Path) -> None:
    first = feed(state, batch(tmp_path, 1), 1)
    before = state.read_bytes()
    again = feed(state, tmp_path / "day1.jsonl", 2)
    assert again == first
    assert state.read_bytes() == before


def test_the_same_rows_in_another_file_count_once(state: Path, tmp_path: Path) -> None:
    rows = production(200, 1) + anchors(range(30), 1)
    first = feed(state, write(tmp_path / "one.jsonl", rows), 1)
    second = feed(state, write(tmp_path / "two.jsonl", rows[::-1]), 1)
    check = second.checks[-1]
    assert (check.new, check.repeats, check.n_product_rows, check.n_anchor_rows) == (0, 230, 0, 0)
    assert second.n_product_rows == first.n_product_rows == 200
    assert (check.e_product, check.e_judge) == (first.checks[0].e_product, first.checks[0].e_judge)


def test_the_baseline_itself_is_no_news(state: Path, tmp_path: Path) -> None:
    status = feed(state, tmp_path / "baseline.jsonl", 1)
    assert (status.checks[-1].new, status.checks[-1].repeats, status.exit_code) == (0, 960, 3)


def test_times_that_are_written_otherwise_are_the_same_times(state: Path, tmp_path: Path) -> None:
    rows = anchors(range(20), 1)
    feed(state, write(tmp_path / "one.jsonl", rows), 1)
    other = [{**row, "created_at": "2026-03-02T13:00:00+01:00"} for row in rows]
    assert feed(state, write(tmp_path / "two.jsonl", other), 1).checks[-1].repeats == 20


def test_an_empty_batch_is_a_check_without_rows(state: Path, tmp_path: Path) -> None:
    feed(state, batch(tmp_path, 1), 1)
    for name, content in (("none.jsonl", ""), ("none.csv", "item_id,judge,label\n"), ("none.json", "[]")):
        (tmp_path / name).write_text(content, encoding="utf-8")
        status = feed(state, tmp_path / name, 2)
        check = status.checks[-1]
        assert (check.rows, check.new, check.product_mean) == (0, 0, None)
        assert status.exit_code == 0
    assert status.n_checks == 4


def test_an_empty_first_batch_leaves_nothing_measured(state: Path, tmp_path: Path) -> None:
    assert feed(state, write(tmp_path / "none.jsonl", []), 1).exit_code == 3


def test_batches_may_come_out_of_order(state: Path, tmp_path: Path) -> None:
    for day in (3, 1, 2):
        check = feed(state, batch(tmp_path, day), 3).checks[-1]
        assert (check.new, check.late) == (330, 0)


def test_rows_older_than_the_window_are_left_out_and_said(state: Path, tmp_path: Path) -> None:
    feed(state, batch(tmp_path, 40), 40)
    status = feed(state, batch(tmp_path, 2), 40)
    assert (status.checks[-1].late, status.checks[-1].new) == (330, 0)
    assert any("330 rows were older than the window" in text for text in status.warnings)
    feed(state, batch(tmp_path, 12), 40)
    assert monitor_status(state).checks[-1].late == 0


def test_one_wrong_clock_does_not_make_all_later_rows_late(state: Path, tmp_path: Path) -> None:
    feed(state, write(tmp_path / "future.jsonl", [*production(50, 1), verdict("odd", "pass", 4_000)]), 1)
    assert feed(state, batch(tmp_path, 2), 2).checks[-1].late == 0


def test_anchors_without_a_time_are_repeats_and_said(state: Path, tmp_path: Path) -> None:
    def undated(day: int) -> Path:
        rows = [{key: value for key, value in row.items() if key != "created_at"} for row in production(100, day) + anchors(range(20), day)]
        return write(tmp_path / f"undated{day}.jsonl", rows)

    first = feed(state, undated(1), 1)
    assert (first.checks[-1].new, first.n_anchor_rows) == (120, 20)
    second = feed(state, undated(2), 2)
    assert (second.checks[-1].new, second.checks[-1].repeats, second.n_anchor_rows) == (100, 20, 20)
    assert any("20 rows of anchors without created_at" in text for text in second.warnings)


def test_only_anchors_and_only_production(state: Path, tmp_path: Path) -> None:
    only = feed(state, write(tmp_path / "anchors.jsonl", anchors(range(40), 1)), 1).checks[-1]
    assert only.product_shift.reason == "no production in this batch"
    assert only.judge_shift.value == 0.0
    status = feed(state, write(tmp_path / "production.jsonl", production(200, 2)), 2)
    assert status.checks[-1].judge_shift.reason == "no anchors in this batch"
    assert status.exit_code == 0


def test_without_anchors_judge_and_system_cannot_be_told_apart(tmp_path: Path) -> None:
    state = tmp_path / "watch.db"
    start = write(tmp_path / "base.jsonl", production(600, 0))
    status = monitor_init(state, start, clock=clock())
    assert any("no item of the baseline has gold or was judged twice" in text for text in status.warnings)
    assert "The judge itself is not watched" in feed(state, write(tmp_path / "quiet.jsonl", production(300, 1)), 1).sentence
    for day in (2, 3, 4):
        status = feed(state, write(tmp_path / f"d{day}.jsonl", production(300, day, rate=0.9)), day)
    assert (status.attribution, status.exit_code) == ("undecided", 3)
    assert "cannot be told apart" in status.sentence


def test_unknown_strata_are_counted_and_said(state: Path, tmp_path: Path) -> None:
    status = feed(state, write(tmp_path / "new.jsonl", production(100, 1) + production(60, 2, stratum="new")), 2)
    assert status.checks[-1].unknown_strata == 60
    assert any("60 production rows are of strata that the baseline does not have" in text for text in status.warnings)


def test_another_judge_is_an_error_and_not_a_quiet_stream(state: Path, tmp_path: Path) -> None:
    before = state.read_bytes()
    with pytest.raises(VerdictsError, match=r"no row is about judge 'j'.*other-judge"):
        feed(state, write(tmp_path / "other.jsonl", production(20, 1, judge="other-judge")), 1)
    with pytest.raises(VerdictsError, match="no row is about judge 'j' and criterion 'right'"):
        feed(state, write(tmp_path / "criterion.jsonl", production(20, 1, criterion="kind")), 1)
    assert state.read_bytes() == before


def test_rows_of_others_and_of_probes_are_left_out_and_counted(state: Path, tmp_path: Path) -> None:
    rows = production(50, 1) + production(30, 2, judge="k") + production(20, 3, probe="position", variant="swapped")
    check = feed(state, write(tmp_path / "mixed.jsonl", rows), 3).checks[-1]
    assert (check.rows, check.elsewhere, check.n_product_rows) == (50, 50, 50)


def test_a_judge_that_falls_silent_is_an_alarm(state: Path, tmp_path: Path) -> None:
    for day in (1, 2, 3):
        rows = production(200, day)
        silent = [{**row, "label": None, "status": "refused"} if index % 3 == 0 else row for index, row in enumerate(rows)]
        status = feed(state, write(tmp_path / f"refused{day}.jsonl", silent), day)
    assert status.checks[-1].unanswered == 67
    assert (status.attribution, status.exit_code) == ("undecided", 3)
    assert "share of rows with a verdict has changed" in status.sentence
    assert any("201 of 600 rows have no verdict" in text for text in status.warnings)


def test_scores_off_a_declared_scale_are_no_verdicts(tmp_path: Path) -> None:
    (tmp_path / "r.yaml").write_text(
        "name: demo\ncriteria:\n  - name: right\n    question: How good?\n    scale: {level: interval, low: 1, high: 5, step: 1}\n", encoding="utf-8"
    )
    scored = [{**verdict(f"b{index}", "", 0), "label": None, "score": 1 + index % 5} for index in range(200)]
    monitor_init(tmp_path / "w.db", write(tmp_path / "b.jsonl", scored), rubric=tmp_path / "r.yaml", clock=clock())
    rows = [{**verdict(f"n{index}", "", 1), "label": None, "score": 9 if index < 7 else 1 + index % 5} for index in range(107)]
    status = feed(tmp_path / "w.db", write(tmp_path / "n.jsonl", rows), 1)
    check = status.checks[-1]
    assert (check.unanswered, check.n_product_rows) == (7, 100)
    assert check.product_mean == pytest.approx(0.5, abs=0.02)
    assert any("7 verdicts are not on the scale" in text for text in status.warnings)


def test_further_replicates_of_production_are_no_further_items(state: Path, tmp_path: Path) -> None:
    rows = [{**row, "replicate": replicate} for replicate in range(3) for row in production(80, 1)]
    status = feed(state, write(tmp_path / "three.jsonl", rows), 1)
    assert status.checks[-1].n_product_rows == 80
    assert any("160 further replicates" in text for text in status.warnings)


def test_an_alarm_stays_until_it_is_acknowledged(state: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no alarm"):
        monitor_acknowledge(state, clock=clock())
    for day in (1, 2, 3, 4):
        status = feed(state, batch(tmp_path, day, turned=FAILING[::3], rate=0.8), day)
    assert (status.attribution, status.exit_code) == ("judge", 1)
    since = status.since
    for day in (5, 6, 7):
        status = feed(state, batch(tmp_path, day), day)
    assert (status.attribution, status.since) == ("judge", since)
    taken = monitor_acknowledge(state, clock=clock(8))
    assert (taken.attribution, taken.since, taken.checks[-1].acknowledged) == ("none", None, True)
    assert feed(state, batch(tmp_path, 8), 8).exit_code == 0


def test_init_never_overwrites(state: Path, tmp_path: Path) -> None:
    before = state.read_bytes()
    with pytest.raises(RunError, match="there is a state already"):
        monitor_init(state, tmp_path / "baseline.jsonl", clock=clock())
    assert state.read_bytes() == before


def test_gold_that_knows_none_of_the_items_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "gold.csv").write_text("item_id,annotator,label\nelsewhere,ann,pass\n", encoding="utf-8")
    with pytest.raises(NothingInCommonError):
        monitor_init(tmp_path / "w.db", baseline(tmp_path), gold=tmp_path / "gold.csv", clock=clock())
    assert not (tmp_path / "w.db").exists()


def test_gold_says_which_items_are_anchors(tmp_path: Path) -> None:
    start = baseline(tmp_path, replicates=1)
    without = monitor_init(tmp_path / "without.db", start, clock=clock())
    with_gold = monitor_init(tmp_path / "with.db", start, gold=gold(tmp_path), clock=clock())
    assert (without.n_anchors, without.n_baseline) == (0, 720)
    assert (with_gold.n_anchors, with_gold.n_baseline, with_gold.noise) == (120, 600, None)


def test_damaged_and_foreign_states_are_said(state: Path, tmp_path: Path) -> None:
    whole = state.read_bytes()
    (tmp_path / "text.db").write_text("no database at all, but long enough to be read as one" * 40, encoding="utf-8")
    sqlite3.connect(tmp_path / "foreign.db").executescript("CREATE TABLE t (a); INSERT INTO t VALUES (1);")
    (tmp_path / "cut.db").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "holes.db").write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    for name in ("text.db", "foreign.db", "cut.db", "holes.db"):
        with pytest.raises(RunError, match="damaged, or no state"):
            monitor_status(tmp_path / name)
    with pytest.raises(RunError, match="there is no state"):
        monitor_status(tmp_path / "nowhere.db")


def test_a_state_of_another_format_is_refused(state: Path) -> None:
    with sqlite3.connect(state) as db:
        db.execute("UPDATE meta SET value = '99' WHERE name = 'format'")
    with pytest.raises(RunError, match="has format 99"):
        monitor_status(state)


def test_a_state_whose_numbers_are_no_numbers_is_damaged(state: Path) -> None:
    with sqlite3.connect(state) as db:
        db.execute("UPDATE meta SET value = '{\"watch\": {}}' WHERE name = 'progress'")
    with pytest.raises(RunError, match="damaged, or no state"):
        monitor_status(state)


def test_two_updates_at_once_are_refused(state: Path, tmp_path: Path) -> None:
    db = sqlite3.connect(state, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    with pytest.raises(RunError, match="another update of it is under way"):
        feed(state, batch(tmp_path, 1), 1)
    assert monitor_status(state).n_checks == 0
    db.execute("ROLLBACK")
    db.close()
    assert feed(state, tmp_path / "day1.jsonl", 1).n_checks == 1


def test_a_kill_leaves_the_state_as_it_was(state: Path, tmp_path: Path) -> None:
    """The process is killed when everything is written but nothing is kept yet."""
    before, file = monitor_status(state), batch(tmp_path, 1)
    script = f"""
        import os, signal
        from judgeaudit.monitoring import state
        from judgeaudit.api.monitor import monitor_update
        def killed(*_):
            os.kill(os.getpid(), signal.SIGKILL)
        state.write_check = killed
        monitor_update({str(state)!r}, {str(file)!r})
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}, check=False)
    assert done.returncode == -signal.SIGKILL
    assert monitor_status(state) == before
    assert feed(state, file, 1).checks[-1].new == 330


def test_flipped_anchors_are_kept_with_both_rationales(tmp_path: Path) -> None:
    from judgeaudit.domain.results import Audit

    state = tmp_path / "watch.db"
    monitor_init(state, baseline(tmp_path), gold=gold(tmp_path), clock=clock())
    flipped = FAILING[0]
    status = feed(state, batch(tmp_path, 1, turned=[flipped]), 1)
    folder = status.checks[-1].folder
    assert folder is not None
    audit = Audit.model_validate_json((tmp_path / folder / "audit.json").read_text(encoding="utf-8"))
    assert audit.attribution == "none"
    assert [(case.item_id, case.detail) for case in audit.cases] == [(f"anchor{flipped}", "fail -> pass (gold fail)")]
    replies = audit.texts[0].replies
    assert [(reply["judge"], reply["rationale"]) for reply in replies] == [
        ("j (baseline)", f"anchor{flipped} is {own_label(flipped)}"), ("j (current)", f"anchor{flipped} is pass"),
    ]  # fmt: skip


def test_the_same_files_give_the_same_evidence(tmp_path: Path) -> None:
    start = baseline(tmp_path)
    found = []
    for name in ("one.db", "two.db"):
        monitor_init(tmp_path / name, start, clock=clock())
        for day in (1, 2):
            status = feed(tmp_path / name, batch(tmp_path, day, rate=0.75), day)
        found.append([check.model_dump(exclude={"folder"}) for check in status.checks])
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("options", "said"),
    [({"alpha": 0.0}, "no share"), ({"window_days": 0}, "remembers nothing"), ({"judge": "k"}, "no verdict of judge 'k'"), ({"label": "maybe"}, "no label")],
)
def test_options_that_make_no_sense(tmp_path: Path, options: dict[str, Any], said: str) -> None:
    with pytest.raises(JudgeAuditError, match=said):
        monitor_init(tmp_path / "w.db", baseline(tmp_path), clock=clock(), **options)


def test_more_than_one_judge_must_be_chosen(tmp_path: Path) -> None:
    two = write(tmp_path / "two.jsonl", production(50, 0) + production(50, 0, judge="k"))
    with pytest.raises(OptionError, match="more than one judge"):
        monitor_init(tmp_path / "w.db", two, clock=clock())
    assert monitor_init(tmp_path / "w.db", two, judge="k", clock=clock()).judge == "k"


def test_anchors_without_the_strata_of_production_can_still_clear_the_judge(tmp_path: Path) -> None:
    start = production(600, 0) + [row for r in range(3) for row in anchors(range(120), 0, replicate=r, stratum=None)]
    status = monitor_init(tmp_path / "w.db", write(tmp_path / "b.jsonl", [{"replicate": 0, **row} for row in start]), clock=clock())
    assert any("no stratum in common" in text for text in status.warnings)
    for day in (1, 2, 3, 4):
        rows = production(300, day, rate=0.85) + anchors(range(30 * day - 30, 30 * day), day, stratum=None)
        status = feed(tmp_path / "w.db", write(tmp_path / f"d{day}.jsonl", rows), day)
    assert (status.attribution, status.exit_code) == ("system", 1)


def test_a_lenient_judge_is_not_laid_at_the_systems_door_where_anchors_are_balanced(tmp_path: Path) -> None:
    """Half of the anchors fail, but a fifth of production: a judge that passes every second failure moves them by 25 and 10 points."""
    labels = {anchor: "fail" if anchor % 2 else "pass" for anchor in range(400)}

    def judged(day: int, which: range, lenient: bool) -> list[dict[str, object]]:
        return [
            verdict(f"k{one}", "pass" if lenient and one % 4 == 1 else labels[one], day, stratum="a") for one in which
        ]  # fmt: skip

    def made(day: int, n: int, lenient: bool) -> list[dict[str, object]]:
        return [verdict(f"q{day}-{i}", "pass" if i % 5 or (lenient and i % 10) else "fail", day, stratum="a") for i in range(n)]

    start = [{"replicate": 0, **row} for row in made(0, 1_000, False)]
    start += [{**row, "replicate": r} for r in range(3) for row in judged(0, range(400), False)]
    monitor_init(tmp_path / "w.db", write(tmp_path / "b.jsonl", start), clock=clock())
    for day in range(1, 6):
        rows = made(day, 500, True) + judged(day, range(80 * day - 80, 80 * day), True)
        status = feed(tmp_path / "w.db", write(tmp_path / f"d{day}.jsonl", rows), day)
    assert status.attribution == "judge"
    assert status.checks[-1].judge_shift.value == pytest.approx(0.25)
    assert status.checks[-1].system_shift.value == pytest.approx(0.0, abs=0.011)


def test_a_handful_of_anchors_waits_for_the_next_batch(state: Path, tmp_path: Path) -> None:
    """The rank of six anchors that are as they were is chance alone: it may not move the evidence, and none of them may be lost."""
    found = []
    for day in (1, 2, 3, 4):
        rows = production(50, day) + anchors(range(6 * day, 6 * day + 6), day)
        found.append(feed(state, write(tmp_path / f"few{day}.jsonl", rows), day))
    evidence = [status.checks[-1].e_judge for status in found]
    assert evidence[0] == evidence[1] == evidence[2] != evidence[3]
    assert [status.n_anchor_rows for status in found] == [6, 12, 18, 24]
    other = tmp_path / "other.db"
    monitor_init(other, tmp_path / "baseline.jsonl", clock=clock())
    for day in (1, 2, 3, 4):
        rows = production(50, day) + anchors(range(6 * day, 6 * day + 6), day, turned=FAILING)
        last = feed(other, write(tmp_path / f"flip{day}.jsonl", rows), day)
    # Seven of the 24 fail, and all of them turned: those of the first three days must count on the fourth.
    assert last.checks[-1].e_judge > evidence[3] + 1


def test_without_production_in_the_baseline_the_streams_beginning_takes_its_place(tmp_path: Path) -> None:
    start = [row for r in range(3) for row in anchors(range(120), 0, replicate=r)]
    state = tmp_path / "w.db"
    status = monitor_init(state, write(tmp_path / "b.jsonl", start), gold=gold(tmp_path), clock=clock())
    assert status.baseline_mean is None
    for day in range(1, 8):
        status = feed(state, batch(tmp_path, day, rate=0.7 if day < 4 else 0.88), day)
        assert status.exit_code in ((0,) if day < 4 else (0, 1, 3))
    assert (status.attribution, status.n_baseline) == ("system", 200)
    assert any("the first 200 production rows of the stream" in text for text in status.warnings)
    with sqlite3.connect(state) as db:
        assert db.execute("SELECT count(*) FROM anchors WHERE value LIKE '%\"weight\":1.0,%'").fetchone()[0] < 120


def test_a_page_that_cannot_be_written_takes_no_batch_back_and_is_no_error(state: Path, tmp_path: Path) -> None:
    feed(state, batch(tmp_path, 1), 1)
    page = tmp_path / "watch-checks" / "history.html"
    page.unlink()
    page.mkdir()
    status = feed(state, batch(tmp_path, 2), 2)
    assert status.n_checks == 2
    assert monitor_status(state).n_checks == 2
    assert [text for text in status.warnings if "history.html" in text and "The batch is in the state all the same" in text]


def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_fed(state: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    with pytest.raises(OptionError, match="cannot be written in"):
        monitor_update(state, batch(tmp_path, 1), out=tmp_path / "taken", clock=clock(1))
    assert monitor_status(state).n_checks == 0
