"""A monitor that measured nothing must not be green, and what it says must be no more than what it saw."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from judgeaudit.api.monitor import monitor_acknowledge, monitor_init, monitor_status, monitor_update
from judgeaudit.api.monitor_out import checks_folder
from judgeaudit.cli import app
from judgeaudit.domain.monitor import MonitorStatus
from judgeaudit.errors import OptionError, VerdictsError
from tests.core.monitor_builder import FAILING, N_ANCHORS, anchors, baseline, batch, clock, own_label, production, verdict, write


@pytest.fixture
def state(tmp_path: Path) -> Path:
    monitor_init(tmp_path / "watch.db", baseline(tmp_path), clock=clock())
    return tmp_path / "watch.db"


def feed(state: Path, file: Path, day: float, **more: Any) -> MonitorStatus:
    return monitor_update(state, file, clock=clock(day), **more)


def undated(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if name != "created_at"} for row in rows]


def numbered(n: int, day: int, rate: float) -> list[dict[str, Any]]:
    """Production as some export it: the row's number for an id, and no time."""
    return [{**row, "item_id": f"row{k}"} for k, row in enumerate(undated(production(n, day, rate=rate)))]


def test_production_without_times_and_with_the_same_ids_is_not_quiet(state: Path, tmp_path: Path) -> None:
    assert feed(state, write(tmp_path / "one.jsonl", numbered(200, 1, 0.7)), 1).exit_code == 0
    status = feed(state, write(tmp_path / "two.jsonl", numbered(200, 2, 0.1)), 2)
    assert (status.state, status.exit_code, status.checks[-1].undated) == ("not_measured", 3, 200)
    assert "all 200 rows of two.jsonl were left out (200 without a time" in status.sentence
    assert any("200 rows of production without created_at" in text for text in status.warnings)


def test_a_batch_that_is_all_late_is_not_quiet(state: Path, tmp_path: Path) -> None:
    feed(state, batch(tmp_path, 40), 40)
    status = feed(state, batch(tmp_path, 2, rate=0.1), 40, out=tmp_path / "out")
    assert (status.state, status.exit_code) == ("not_measured", 3)
    assert "nothing was measured by the last check" in (tmp_path / "out" / "drift.md").read_text(encoding="utf-8").splitlines()[0]


def test_a_repeated_file_and_an_empty_one_leave_what_was_measured(state: Path, tmp_path: Path) -> None:
    rows = production(200, 1) + anchors(range(60), 1)
    feed(state, write(tmp_path / "one.jsonl", rows), 1)
    assert feed(state, write(tmp_path / "two.jsonl", rows[::-1]), 1).exit_code == 0
    assert feed(state, write(tmp_path / "none.jsonl", []), 2).exit_code == 0


def test_one_update_under_a_clock_that_is_years_ahead_does_not_blind_the_watch(state: Path, tmp_path: Path) -> None:
    feed(state, write(tmp_path / "odd.jsonl", [*production(50, 1), verdict("odd", "pass", 1_800)]), 1_900)
    for day in (2, 3, 4):
        rows = production(300, day, rate=0.15) + anchors(range(N_ANCHORS), day, turned=set(range(N_ANCHORS)) - set(FAILING))
        status = feed(state, write(tmp_path / f"d{day}.jsonl", rows), day)
        assert status.checks[-1].late == 0
    assert (status.attribution in ("judge", "both"), status.exit_code) == (True, 1)


def test_every_empty_file_is_a_check(state: Path, tmp_path: Path) -> None:
    for day in (1, 2):
        (tmp_path / f"{day}.jsonl").write_bytes(b"")
        assert feed(state, tmp_path / f"{day}.jsonl", day).n_checks == day
    (tmp_path / "folder").mkdir()
    with pytest.raises(VerdictsError, match="the folder is empty"):
        feed(state, tmp_path / "folder", 3)


def test_production_that_bears_ids_of_anchors_is_refused(tmp_path: Path) -> None:
    start = write(tmp_path / "anchors.jsonl", [row for r in range(3) for row in anchors(range(60), 0, replicate=r)])
    more = write(tmp_path / "more.jsonl", [verdict(f"anchor{k}" if k < 4 else f"p{k}", "pass", 0) for k in range(100)])
    with pytest.raises(VerdictsError, match="4 production items have ids of the baseline's items") as found:
        monitor_init(tmp_path / "w.db", start, production=more, clock=clock())
    assert "'anchor0', 'anchor1', 'anchor2' ..." in str(found.value)
    assert not (tmp_path / "w.db").exists()


def test_however_the_stream_is_cut_the_same_rows_become_the_baseline(tmp_path: Path) -> None:
    """The first 200 rows pass at 60 %, all others at 10 %: whoever takes a change into the baseline cannot find it."""
    start = write(tmp_path / "a.jsonl", [row for r in range(3) for row in anchors(range(60), 0, replicate=r, stratum="a")])
    rows = [verdict(f"p{k}", "pass" if k % 10 < (6 if k < 200 else 1) else "fail", 1 + k / 10_000, stratum="a") for k in range(800)]
    found = []
    for name, cuts in (("whole", (800,)), ("at", (200, 800)), ("small", (90, 180, 270, 360, 800))):
        state, before = tmp_path / f"{name}.db", 0
        monitor_init(state, start, clock=clock())
        for cut in cuts:
            status = feed(state, write(tmp_path / f"{name}{cut}.jsonl", rows[before:cut]), 2)
            # 200 rows that nothing is held against measure nothing.
            assert (status.exit_code == 3, "Nothing was measured yet" in status.sentence) == ((True, True) if cut <= 200 else (status.state != "quiet", False))
            before = cut
        found.append((status.n_baseline, round(status.baseline_mean or 0, 9), status.attribution, status.exit_code))
    assert found == [(200, 0.6, "undecided", 3)] * 3


def test_anchors_that_moved_are_counted_beside_no_sign_of_drift(state: Path, tmp_path: Path) -> None:
    status = feed(state, write(tmp_path / "now.jsonl", anchors(range(60), 1, turned=[1, 2, 4])), 1)
    assert status.sentence == "No sign of drift. In check 1, 3 of 60 anchor verdicts were none that the baseline has."


def test_what_a_quiet_watch_says_is_no_all_clear_where_an_interval_leaves_0_out(tmp_path: Path) -> None:
    """Anchors and production come in files of their own: that of the log must not hide what the anchors said."""
    state = tmp_path / "watch.db"
    monitor_init(state, baseline(tmp_path), alpha=0.0001, clock=clock())
    turned = [k for k in range(60) if own_label(k) == "pass"][:7]
    feed(state, write(tmp_path / "now.jsonl", anchors(range(60), 1, turned=turned)), 1)
    status = feed(state, write(tmp_path / "log.jsonl", production(300, 1)), 1, out=tmp_path / "out")
    assert status.attribution == "none"
    assert "No alarm yet, and no all-clear: in check 1 the judge's verdicts on anchors moved by -0.117" in status.sentence
    page, history = ((tmp_path / "out" / name).read_text(encoding="utf-8") for name in ("drift.md", "history.html"))
    assert page.splitlines()[0].endswith("no alarm yet")
    assert "no sign of drift" not in (page + history).lower()


def test_after_a_bad_day_the_page_says_that_the_anchors_are_as_before(state: Path, tmp_path: Path) -> None:
    for day in (1, 2, 3):
        rows = anchors(range(N_ANCHORS), day, turned=FAILING if day == 2 else ())
        status = feed(state, write(tmp_path / f"d{day}.jsonl", rows), day, out=tmp_path / "out")
    assert status.attribution == "judge"
    assert f"In check 3, the last with anchors, 0 of {N_ANCHORS} anchor verdicts were none that the baseline has" in status.sentence
    page = (tmp_path / "out" / "drift.md").read_text(encoding="utf-8")
    assert f"since the alarm of check 2; in check 3, the last, 0 rows of {N_ANCHORS}" in page.replace("\\", "")


def test_the_judge_is_accused_and_the_system_not_acquitted(state: Path, tmp_path: Path) -> None:
    for day in (1, 2):
        status = feed(state, write(tmp_path / f"d{day}.jsonl", anchors(range(N_ANCHORS), day, turned=FAILING)), day)
    assert status.attribution == "judge"
    assert "Whether the system has changed too is not known yet" in status.sentence
    assert "explains" not in status.sentence


def test_an_acknowledged_alarm_leaves_no_old_numbers_under_nothing_was_measured(state: Path, tmp_path: Path) -> None:
    for day in (1, 2):
        feed(state, write(tmp_path / f"d{day}.jsonl", anchors(range(N_ANCHORS), day, turned=FAILING)), day)
    monitor_acknowledge(state, clock=clock(3))
    assert monitor_status(state, out=tmp_path / "out").state == "not_measured"
    audit = json.loads((tmp_path / "out" / "audit.json").read_text(encoding="utf-8"))
    assert (audit["estimates"], audit["cases"]) == ([], [])


def test_out_that_is_a_file_is_refused_before_anything_is_fed(state: Path, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine", encoding="utf-8")
    before = state.read_bytes()
    with pytest.raises(OptionError, match="out cannot be written in: Not a directory"):
        feed(state, batch(tmp_path, 1), 1, out=tmp_path / "out")
    assert state.read_bytes() == before


def test_states_that_differ_by_their_ending_have_folders_of_their_own(tmp_path: Path) -> None:
    assert len({checks_folder(tmp_path / name) for name in ("w.db", "w.sqlite", "w.state")}) == 3


def test_a_file_that_was_fed_before_is_named_as_such(state: Path, tmp_path: Path) -> None:
    def said() -> str:
        return CliRunner().invoke(app, ["monitor", "--state", str(state), "--update", str(tmp_path / "day1.jsonl")]).output

    batch(tmp_path, 1)
    assert "fed before" not in said()
    assert "this file was fed before (check 1): nothing changed" in said()
