"""`monitor` as a user runs it: real processes, files, exit codes, messages."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.test_cli_audit import judgeaudit
from tests.core.monitor_builder import FAILING, anchors, baseline, batch, production, verdict, write


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`watch.db`, begun; `day1` without drift, `day2` .. `day4` of a judge that passes a third of what should fail."""
    path = tmp_path_factory.mktemp("watched")
    baseline(path)
    batch(path, 1)
    for day in (2, 3, 4):
        batch(path, day, rate=0.8, turned=FAILING[::3])
    done = judgeaudit("monitor", "--state", "watch.db", "--init", "baseline.jsonl", cwd=path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "600 production items, 120 anchors, noise 0.000" in done.stdout
    return path


def test_from_quiet_to_an_accused_judge(folder: Path) -> None:
    first = judgeaudit("monitor", "--state", "watch.db", "--status", cwd=folder)
    assert first.returncode == 3
    assert "Nothing was measured yet" in first.stdout
    quiet = judgeaudit("monitor", "--state", "watch.db", "--update", "day1.jsonl", "--out", "quiet", cwd=folder)
    assert quiet.returncode == 0, quiet.stdout + quiet.stderr
    assert "No sign of drift" in quiet.stdout
    assert json.loads((folder / "quiet" / "audit.json").read_text(encoding="utf-8"))["attribution"] == "none"
    codes = [judgeaudit("monitor", "--state", "watch.db", "--update", f"day{day}.jsonl", cwd=folder).returncode for day in (2, 3, 4)]
    assert codes[-1] == 1
    status = judgeaudit("monitor", "--state", "watch.db", "--status", "--out", "now", cwd=folder)
    assert status.returncode == 1
    assert "The judge has changed" in status.stdout
    audit = json.loads((folder / "now" / "audit.json").read_text(encoding="utf-8"))
    assert audit["attribution"] == "judge"
    assert "judge_share_of_shift" in {one["name"] for one in audit["estimates"]}
    assert (folder / "now" / "audit.html").is_file()
    assert {case["detail"] for case in audit["cases"]} == {"fail -> pass"}
    assert len(audit["texts"]) == len({case["item_id"] for case in audit["cases"]}) > 0
    kept = sorted(path.name.split("-")[0] for path in (folder / "watch-checks").iterdir() if path.is_dir())
    assert kept == ["1", "2", "3", "4"]
    _check_files(folder, status.stdout)
    known = judgeaudit("monitor", "--state", "watch.db", "--acknowledge", cwd=folder)
    assert known.returncode == 0
    assert "the alarm was acknowledged" in (folder / "watch-checks" / "history.html").read_text(encoding="utf-8")
    assert judgeaudit("monitor", "--state", "watch.db", "--status", cwd=folder).returncode == 3


def _check_files(folder: Path, said: str) -> None:
    """Each check has its four files, the history leads to all of them from both places where it stands, and what they say is what the terminal says."""
    assert "The judge has changed" in said
    checks = sorted(path for path in (folder / "watch-checks").iterdir() if path.is_dir())
    assert all({path.name for path in one.iterdir()} == {"audit.json", "audit.html", "drift.md", "junit.xml"} for one in checks)
    for page in (folder / "watch-checks" / "history.html", folder / "now" / "history.html"):
        links = re.findall(r'<a href="([^"#]+)"', page.read_text(encoding="utf-8"))
        assert len(links) == 16
        assert all((page.parent / link).is_file() for link in links)
    assert len(json.loads((folder / "watch-checks" / "status.json").read_text(encoding="utf-8"))["checks"]) == 4
    for where, red in ((folder / "now", 1), (folder / "quiet", 0), (checks[0], 0), (checks[-1], 1)):
        assert int(ET.parse(where / "junit.xml").getroot().attrib["failures"]) == red
        assert ("the judge has changed" in (where / "drift.md").read_text(encoding="utf-8").splitlines()[0]) == bool(red)
    page = (checks[-1] / "audit.html").read_text(encoding="utf-8")
    assert "Anchors that moved" in page
    assert len(page) < 200_000
    assert re.search(r"anchor\d+ is fail.*anchor\d+ is pass", page, flags=re.DOTALL)


def test_a_pure_mix_shift_is_no_drift_of_the_judge(tmp_path: Path) -> None:
    """Both strata stay as they are, but the harder one makes up nearly all of the stream."""
    baseline(tmp_path)
    assert judgeaudit("monitor", "--state", "w.db", "--init", "baseline.jsonl", cwd=tmp_path).returncode == 0
    for day in (1, 2, 3):
        rows = [row for row in production(900, day) if row["stratum"] == "b" or row["item_id"].endswith("0")]
        write(tmp_path / f"d{day}.jsonl", rows + anchors(range(30 * day, 30 * day + 30), day))
        done = judgeaudit("monitor", "--state", "w.db", "--update", f"d{day}.jsonl", "--out", "out", cwd=tmp_path)
    assert done.returncode == 1
    assert json.loads((tmp_path / "out" / "audit.json").read_text(encoding="utf-8"))["attribution"] == "mix"


def test_scores_have_a_mean_that_is_watched(tmp_path: Path) -> None:
    def scores(n: int, day: int, up: int) -> list[dict[str, object]]:
        return [{**verdict(f"s{day}-{i}", "", day), "label": None, "score": min(10, 1 + (i * 37 + day) % 9 + up)} for i in range(n)]

    base = scores(300, 0, 0) + [{**row, "item_id": f"k{i}", "replicate": r} for r in range(3) for i, row in enumerate(scores(60, 0, 0))]
    write(tmp_path / "b.jsonl", [{"replicate": 0, **row} for row in base])
    (tmp_path / "r.yaml").write_text(
        "name: demo\ncriteria:\n  - name: right\n    question: How good?\n    scale: {level: interval, low: 1, high: 10, step: 1}\n", encoding="utf-8"
    )
    assert judgeaudit("monitor", "--state", "w.db", "--init", "b.jsonl", "--rubric", "r.yaml", cwd=tmp_path).returncode == 0
    for day in (1, 2, 3):
        now = [{**row, "item_id": f"k{i}", "created_at": verdict("", "", day)["created_at"]} for i, row in enumerate(scores(60, 0, 0))]
        write(tmp_path / f"d{day}.jsonl", scores(300, day, 2) + now)
        done = judgeaudit("monitor", "--state", "w.db", "--update", f"d{day}.jsonl", cwd=tmp_path)
    assert done.returncode == 1, done.stdout
    assert "right: system." in done.stdout
    assert "mean, 0 = 1, 1 = 10" in done.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "nothing is asked of the watch"),
        (("--status", "--update", "x.jsonl"), "--update and --status cannot be done at once"),
        (("--status",), "there is no state"),
        (("--update", "x.jsonl", "--alpha", "0.1"), "can only be given when a watch begins"),
        (("--init", "nowhere.jsonl"), "nowhere.jsonl"),
    ],
)
def test_user_errors_are_exit_2_and_say_the_fix(tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    done = judgeaudit("monitor", "--state", "none.db", *options, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert "fix:" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())
