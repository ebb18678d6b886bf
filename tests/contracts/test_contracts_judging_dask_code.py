"""`judgeaudit run --engine dask` with `python:` judges: workers that live long ask the judge as it is on the disk now, and outlive what it does."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from dask_cluster import Cluster, dask_cluster

from judgeaudit.store import read_calls

JUDGE = """
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "shared"))
import shared_words
from words_of_judge import at_once


def judge(item, criterion, *, seed, replicate):
    from words_of_judge import late

    time.sleep(0.05)
    judge.n = getattr(judge, "n", 0) + 1
    json = __import__("json")  # a module of everybody's: what is done to it must not outlive the run
    before, json.whose_run = getattr(json, "whose_run", ""), WHO
    return {"label": "pass", "rationale": " ".join([WHO, at_once.WORD, late.WORD, shared_words.WORD, before])}
"""
"""Of its own module, of a package beside it (imported at once, and by the call), and of a folder that two projects share."""


def write_project(folder: Path, word: str) -> Path:
    (folder / "words_of_judge").mkdir(parents=True, exist_ok=True)
    (folder / "my_judge.py").write_text(JUDGE + f"\n\nWHO = {folder.name!r}\n")
    for name in ("at_once", "late"):
        (folder / "words_of_judge" / f"{name}.py").write_text(f"WORD = {word!r}\n")
    (folder / "items.jsonl").write_text("".join(json.dumps({"id": f"i{n}", "input": "q", "response": f"text {n}"}) + "\n" for n in range(6)))
    rubric = folder / "rubric.yaml"
    rubric.write_text(
        "name: r\nitems: items.jsonl\ncriteria:\n  - {name: c, question: 'Is it good?', scale: {level: nominal, labels: [pass, fail]}}\n"
        "judges:\n  - {name: j, model: 'python:my_judge:judge'}\nreplicates: 1\n"
    )
    return rubric


def begin(cluster: Cluster, rubric: Path, out: Path) -> subprocess.Popen[str]:
    options = ["--engine", "dask", "--scheduler", cluster.address, "--embedder", "none", "--out", str(out)]
    command = [sys.executable, "-m", "judgeaudit", "run", str(rubric), *options]
    return subprocess.Popen(command, cwd=cluster.folder, env=dict(cluster.env), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def said_by(run: subprocess.Popen[str], out: Path) -> set[str]:
    """The different rationales of a run that ended well."""
    output, _ = run.communicate(timeout=120)
    assert run.returncode == 0, output
    replies = [record.last.reply for record in read_calls(out).records]
    assert len(replies) == 6
    return {json.loads(reply or "")["value"]["rationale"].strip() for reply in replies}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One worker, which can do two tasks at once."""
    with dask_cluster(tmp_path_factory.mktemp("cluster"), workers=1, threads=2) as started:
        yield started


def write_shared(folder: Path, word: str) -> None:
    (folder / "shared").mkdir(exist_ok=True)
    (folder / "shared" / "shared_words.py").write_text(f"WORD = {word!r}\n")


def test_every_run_asks_the_judge_as_it_is_on_the_disk_now(cluster: Cluster, tmp_path: Path) -> None:
    """Two folders with modules of the same names, one after the other and at the same time; then helpers are edited, in the folder and out of it."""
    rubrics = {name: write_project(tmp_path / name, word) for name, word in (("ha", "one"), ("hb", "three"))}
    write_shared(tmp_path, "common")
    first = {name: said_by(begin(cluster, rubric, tmp_path / f"1-{name}"), tmp_path / f"1-{name}") for name, rubric in rubrics.items()}
    assert first == {"ha": {"ha one one common", "ha one one common ha"}, "hb": {"hb three three common", "hb three three common hb"}}
    write_project(tmp_path / "ha", "eleven")
    write_shared(tmp_path, "uncommon")
    runs = {name: begin(cluster, rubric, tmp_path / f"2-{name}") for name, rubric in rubrics.items()}
    second = {name: said_by(run, tmp_path / f"2-{name}") for name, run in runs.items()}
    assert second["ha"] == {"ha eleven eleven uncommon", "ha eleven eleven uncommon ha"}
    assert second["hb"] == {"hb three three uncommon", "hb three three uncommon hb"}
    assert len(cluster.workers) == 1
    assert all(process.poll() is None for process in cluster.workers.values()), "the worker is the same one"
