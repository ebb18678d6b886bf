"""Results as a notebook shows them: small, escaped, and with the answer in them."""

from __future__ import annotations

import html.parser
import random
from typing import Any

import pandas as pd
import pytest

import judgeaudit
from judgeaudit.api.notebook import LETTERS, ROWS
from judgeaudit.api.result import Audit

EVIL = '<script>alert(1)</script><img src=x onerror="alert(2)">'
ALLOWED = {"h3", "p", "b", "table", "tr", "th", "td", "code"}


class Seen(html.parser.HTMLParser):
    """Tags, attributes and text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[Any] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += f" {data}"


def seen(result: Any) -> Seen:
    page = Seen()
    shown = result._repr_html_()
    page.feed(shown)
    page.close()
    assert set(page.tags) <= ALLOWED
    assert page.attributes == []
    assert len(shown) < 40_000
    return page


def frame(*judges: str, flip: float = 0.1, seed: int = 1) -> pd.DataFrame:
    rng = random.Random(seed)
    rows = [
        {"item_id": f"i{n}", "judge": judge, "replicate": run, "criterion": EVIL, "label": ("pass", "fail")[(n % 2) ^ (rng.random() < flip)]}
        for judge in judges for n in range(40) for run in range(2)
    ]  # fmt: skip
    return pd.DataFrame(rows)


@pytest.fixture(scope="module")
def gold() -> pd.DataFrame:
    return pd.DataFrame([{"item_id": f"i{n}", "annotator": "ana", "label": ("pass", "fail")[n % 2], "criterion": EVIL} for n in range(40)])


def test_an_audit_of_foreign_text_is_escaped_and_tells_its_answer(gold: pd.DataFrame) -> None:
    page = seen(judgeaudit.audit(frame(EVIL), gold=gold, embedder="none"))
    assert EVIL in page.text
    for word in ("decision", "calibration.accuracy", "consistency.flip_rate", "cases()", "estimates()"):
        assert word in page.text
    assert "nan" not in page.text.casefold()


def test_many_judges_with_long_names_stay_small() -> None:
    one = judgeaudit.audit(frame("judge " + "x" * 1000), embedder="none").data
    page = seen(Audit(one.model_copy(update={"decisions": one.decisions * (ROWS + 5), "estimates": one.estimates * ROWS})))
    assert "... and 5 more: decisions" in " ".join(page.text.split())
    assert "x" * (LETTERS + 1) not in page.text


def test_a_check_for_drift_shows_its_answer_and_why() -> None:
    drift = judgeaudit.drift(frame("m"), frame("m", flip=0.5, seed=2), embedder="none")
    page = seen(drift)
    answer = drift.data.drift[0]
    assert answer.answer in page.text
    assert answer.sentence[:200] in page.text
    assert page.text.count(answer.sentence[:100]) == 1


def test_a_calibration_shows_its_audit_and_one_from_a_file_its_judges(gold: pd.DataFrame) -> None:
    made = judgeaudit.calibrate(frame("m"), gold, embedder="none")
    assert "calibration.accuracy" in seen(made).text
    read = type(made)(made.data)
    page = seen(read)
    assert "m" in page.text
    assert EVIL in page.text
    assert " 40" in page.text
