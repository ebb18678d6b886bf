"""Arguments from Python that look right: an error that says what is taken, never a traceback from the inside."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import judgeaudit
from judgeaudit.errors import GoldError, ItemsError, JudgeAuditError, OptionError, RubricError, RunError
from judgeaudit.importers.interchange import table_from_frame

N = 40


def frames(ids: Any = None) -> tuple[pd.DataFrame, pd.DataFrame]:
    labels = np.where(np.random.default_rng(2).random(N) < 0.6, "pass", "fail")
    ids = [f"i{n}" for n in range(N)] if ids is None else ids
    return pd.DataFrame({"item_id": ids, "judge": "J", "label": labels}), pd.DataFrame({"item_id": ids, "annotator": "h", "label": labels})


GIVEN: list[tuple[dict[str, Any], type[JudgeAuditError], str]] = [
    ({"gold": [{"item_id": "i0", "annotator": "h", "label": "pass"}]}, GoldError, "expected gold labels, got a list of dict"),
    ({"gold": 3}, GoldError, "expected gold labels, got a int"),
    ({"items": [{"id": "i0", "input": "x"}]}, ItemsError, "expected items, got a list of dict"),
    ({"rubric": {"name": "r"}}, RubricError, "expected a rubric, got a dict"),
    ({"now": "2020"}, OptionError, "expected a datetime, got a str"),
    ({"max_risk": "0.1"}, OptionError, "expected a number, got '0.1'"),
    ({"delta": True}, OptionError, "expected a number, got True"),
    ({"epsilon": "0.2"}, OptionError, "expected a number, got '0.2'"),
]


@pytest.mark.parametrize(("options", "error", "words"), GIVEN, ids=[next(iter(one[0])) for one in GIVEN])
def test_what_is_taken_is_said(options: dict[str, Any], error: type[JudgeAuditError], words: str) -> None:
    verdicts, gold = frames()
    with pytest.raises(error) as caught:
        judgeaudit.calibrate(verdicts, **{"gold": gold, "embedder": "none", **options})
    assert words in str(caught.value)
    assert caught.value.fix


TIMES = [
    pd.date_range("2020", periods=N),
    pd.date_range("2020", periods=N, tz="UTC"),
    pd.date_range("2020", periods=N, tz="Europe/Berlin"),
    pd.date_range("2020", periods=N, freq="250ms"),
    pd.date_range("2020", periods=N, freq="1ns"),
    pd.date_range("2020", periods=N).astype("datetime64[s]"),
    [datetime(2020, 1, 1, second=n, tzinfo=UTC) for n in range(N)],
]


@pytest.mark.parametrize("times", TIMES, ids=range(len(TIMES)))
def test_times_as_ids_meet_their_gold(times: Any) -> None:
    verdicts, gold = frames(times)
    found = judgeaudit.calibrate(verdicts, gold, embedder="none", now=datetime(2026, 1, 1, tzinfo=UTC)).audit
    assert next(one for one in found.data.estimates if one.name == "accuracy").n_items == N


def test_a_time_is_written_as_python_writes_it() -> None:
    verdicts, _ = frames(pd.date_range("2020", periods=N, tz="Europe/Berlin"))
    assert table_from_frame(verdicts)["item_id"][0].as_py() == "2020-01-01T00:00:00+01:00"


def test_what_cannot_be_written_is_no_run_to_resume(tmp_path: Path) -> None:
    verdicts, gold = frames()
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError) as caught:
        judgeaudit.calibrate(verdicts, gold, embedder="none").to_json(tmp_path / "file" / "c.json")
    assert "--resume" not in str(caught.value)
    assert "write it again" in str(caught.value)
