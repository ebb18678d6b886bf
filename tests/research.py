"""The research data beside the checkout, which is never part of it: tests that read it are skipped where it is absent (and fail under JUDGEAUDIT_REQUIRE_ALL)."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
DATA = SHARED / "data"


def research(*names: str) -> Path:
    """A file or folder of the data, by its path there."""
    path = DATA.joinpath(*names)
    if not path.exists():
        pytest.skip(f"the research data {'/'.join(names)} is not beside this checkout")
    return path
