"""A cluster of which the scheduler, or the workers too, have no judgeaudit: said with what to do, by counting and by judging."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from dask_cluster import ROOT, dask_cluster

from judgeaudit.api.on_worker import check_judges
from judgeaudit.errors import OptionError
from judgeaudit.scale import crew, on_dask
from judgeaudit.scale.on_dask import map_on_dask
from judgeaudit.scale.plan import known_of

HERE = os.pathsep.join((str(ROOT), str(ROOT / "tests")))


@pytest.fixture
def without(tmp_path: Path) -> str:
    """An import path without judgeaudit."""
    folder = tmp_path / "without"
    folder.mkdir()
    (folder / "judgeaudit.py").write_text("raise ModuleNotFoundError(\"No module named 'judgeaudit'\")\n")
    return str(folder)


@pytest.mark.parametrize("workers_too", [False, True])
def test_a_scheduler_without_judgeaudit_is_said_with_what_to_do(workers_too: bool, without: str, tmp_path: Path) -> None:
    with dask_cluster(tmp_path, workers=0, PYTHONPATH=without) as cluster:
        cluster.env = {**cluster.env, "PYTHONPATH": without if workers_too else HERE}
        cluster.add_worker()
        with pytest.raises(OptionError, match="another judgeaudit, or none") as counting:
            map_on_dask(known_of, ["a part"], scheduler=cluster.address)
        with crew.crew_of(cluster.address) as found, pytest.raises(OptionError, match="another judgeaudit, or none") as judging:
            found.perform(check_judges, dict.fromkeys(found.workers(), ((), "")))
    assert counting.value.fix == judging.value.fix == "install the same version there"


def test_workers_without_judgeaudit_end_and_are_not_waited_for_for_ever(without: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_dask, "SECONDS_WITHOUT_WORKER", 1)
    with dask_cluster(tmp_path, workers=0, PYTHONPATH=HERE) as cluster:
        cluster.env = {**cluster.env, "PYTHONPATH": without}
        cluster.add_worker()
        with pytest.raises(OptionError, match="no worker of the cluster is left") as counting:
            map_on_dask(known_of, ["a part"], scheduler=cluster.address)
    assert "install the same version there" in (counting.value.fix or "")


@pytest.mark.parametrize("another", [False, True])
def test_a_result_that_is_lost_with_its_worker_is_made_again_or_not_waited_for_for_ever(another: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker that had finished is killed before the result is fetched."""
    monkeypatch.setattr(on_dask, "SECONDS_WITHOUT_WORKER", 1)
    waited = on_dask._waited
    with dask_cluster(tmp_path, workers=1, PYTHONPATH=HERE) as cluster:

        def killing(client: object, ask: Callable[..., object]) -> object:
            found = waited(client, ask)
            if getattr(ask, "__name__", "") == "exception" and len(cluster.workers) == 1:
                (pid,) = cluster.workers
                cluster.kill_worker(pid)
                if another:
                    cluster.add_worker()
                    cluster.add_worker()
            return found

        monkeypatch.setattr(on_dask, "_waited", killing)
        if another:
            assert map_on_dask(len, ["a part"], scheduler=cluster.address) == [6]
            return
        with pytest.raises(OptionError, match="no worker of the cluster is left"):
            map_on_dask(len, ["a part"], scheduler=cluster.address)
