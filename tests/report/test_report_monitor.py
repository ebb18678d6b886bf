"""Where a monitor stands, on the page of its audit and on the terminal: the ordinary page, without anything that contradicts the answer."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from judgeaudit.domain.results import Analysis, Audit, Case, CaseText
from judgeaudit.report.drift_lines import render_drift
from judgeaudit.report.html import render_html
from tests.report.sample_edges import HOSTILE
from tests.report.test_report_drift_markdown import monitored


def moved() -> Audit:
    """An alarm on the judge, with one anchor that went from right to wrong and both rationales."""
    said = ({"judge": f"j ({when})", "criterion": "right", "replicate": 0, "status": "ok", "label": label, "rationale": f"because {label}"} for when, label in
            (("baseline", "fail"), ("current", "pass")))  # fmt: skip
    case = Case(analysis="drift", flag="flipped_anchor", judge="j", criterion="right", item_id="a1", detail="fail -> pass (gold fail)")
    return monitored().model_copy(update={"cases": (case,), "texts": (CaseText(item_id="a1", replies=tuple(said)),)})


def test_the_page_says_whom_the_evidence_accuses_and_shows_the_anchors() -> None:
    page = render_html(moved())
    assert "The judge has changed" in page
    assert "No judge was audited" not in page
    assert "The rubric sets no gate" not in page
    assert '<strong class="fail">10^2.1</strong>' in page
    assert re.search(r"was right, is wrong.*because fail.*because pass", page, flags=re.DOTALL)
    assert page.count('<details class="case') == 1  # and not once more among other cases
    assert len(page) < 200_000  # there is one for each check


def test_the_terminal_says_it_too() -> None:
    said = render_drift(moved())
    assert said.startswith("JUDGE  monitor of j: the judge has changed")


def test_blocks_of_another_version_are_left_out() -> None:
    audit = monitored(attribution="undecided").model_copy(update={"analyses": (Analysis(name="drift", blocks={"monitor": [{"state": 3}], "check": "x"}),)})
    assert "Something has changed, and it cannot be told what" in render_html(audit)
    assert render_drift(audit).startswith("UNDECIDED")


class Tags(HTMLParser):
    """The tags of a page, without those that mark hidden characters."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.feed(page.partition("<body>")[2].partition('<script type="application/json"')[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if ("class", "hidden-char") not in attrs:
            self.tags.append(tag)


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_foreign_text_makes_no_tag_of_its_own(text: str) -> None:
    assert Tags(render_html(monitored(text))).tags == Tags(render_html(monitored("j"))).tags
