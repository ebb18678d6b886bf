"""A small run of the readers' fuzz, and what its committed results must be."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from judgeaudit.importers import IMPORTERS
from judgeaudit.importers import imported as importing
from tests.simulations import fuzz_readers
from tests.simulations.fuzz_readers import FILES, TABLE, fuzz
from tests.simulations.fuzz_seeds import own_seeds

CI_FILES, CI_SEED = 25, 1


@pytest.mark.parametrize("name", IMPORTERS)
def test_files_that_are_nearly_right_are_read_or_refused(name: str) -> None:
    found = fuzz(name, files=CI_FILES, seed=CI_SEED)
    assert found.failures == []
    assert found.read + found.refused == CI_FILES
    assert found.read > 0
    assert found.refused > 0


def test_a_reader_that_breaks_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> object:
        return {}["key"]

    monkeypatch.setattr(fuzz_readers, "read_files", broken)
    assert fuzz("trec", files=3).failures[0].endswith("'key'")
    assert "KeyError at test_simulation_fuzz_readers.py" in fuzz("trec", files=1).failures[0]


def test_a_reader_that_hangs_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def hanging(*_: object, **__: object) -> object:
        while True:
            try:
                sum(range(1000))
            except Exception:  # noqa: BLE001 - as a reader might
                continue

    monkeypatch.setattr(fuzz_readers, "SECONDS", 0.05)
    monkeypatch.setattr(fuzz_readers, "read_files", hanging)
    assert fuzz("trec", files=1).failures == ["file 0 (judge.txt): more than 0.05 s"]


def test_seeds_are_read_as_what_they_are(tmp_path: Path) -> None:
    """Else their mutations would all be refused for one reason."""
    for name in IMPORTERS:
        for file, data in own_seeds()[name]:
            path = tmp_path / file
            path.write_bytes(data)
            given = fuzz_readers.columns(name)
            found = importing.read_files([path], format="wide" if name == "wide" else "auto", columns=given)
            assert found.files[0].format == name
            assert found.table.num_rows or found.gold, file


def test_the_committed_results_are_whole_and_without_failures() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", TABLE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for name, _ in rows] == list(IMPORTERS)
    for _, cells in rows:
        _, files, read, refused, failures, slowest, grown = (int(cell.replace(",", "")) for cell in cells.split(" | "))
        assert files == FILES
        assert failures == 0
        assert read + refused == files
        assert min(read, refused) > 500
        assert slowest < 1000 * fuzz_readers.SECONDS
        assert grown < fuzz_readers.MEGABYTES


def test_seeds_are_the_same_each_time_they_are_made() -> None:
    """A workbook holds the time at which it was saved, and what is made of it must not."""
    first = own_seeds()
    time.sleep(2.1)  # the clock of an archive goes in steps of two seconds
    assert own_seeds() == first
