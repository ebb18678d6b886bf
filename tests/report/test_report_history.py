"""The history page of a monitor: what stands on it, where its charts and links lead, hostile names, and how it looks to a browser."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judgeaudit.domain.drift import Attribution
from judgeaudit.domain.monitor import ChartSeries, MonitorCheck, MonitorStatus, RoughShift
from judgeaudit.report.history import render_history
from judgeaudit.report.history_charts import alarms, charts_of
from tests.report.pages import _watched
from tests.report.sample_edges import HOSTILE

START = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)
ALARM = range(24, 28)


def check(n: int, *, text: str = "day", attribution: Attribution | None = None, **more: Any) -> MonitorCheck:
    """Check n of a stream that raises an alarm at checks 24 to 27, which is acknowledged at 28."""
    named = attribution or ("judge" if n in ALARM else "none")
    return MonitorCheck(
        n=n, at=START + datetime.timedelta(days=n), batch="ab" * 32, name=f"{text}{n}", rows=330, new=330, n_product_rows=300, n_anchor_rows=30, threshold=1.3,
        product_mean=0.85 if n in ALARM else 0.7, judge_shift=RoughShift(value=0.2, low=0.1, high=0.3) if n in ALARM else RoughShift(value=0.0, low=-0.1, high=0.1),
        e_product=2.5 if n in ALARM else -1.0, e_judge=3.0 if n in ALARM else -1.0, e_value=3.0 if n in ALARM else -1.0, attribution=named, folder=f"w-checks/{n}-abababab",
        **more,
    )  # fmt: skip


def status(n: int = 40, *, text: str = "day", judge: str = "j", **more: Any) -> MonitorStatus:
    checks = tuple(
        MonitorCheck(n=one, at=START + datetime.timedelta(days=one), threshold=1.3, acknowledged=True) if one == 28 else check(one, text=text)
        for one in range(1, n + 1)
    )
    numbers = tuple(one.n for one in checks if one.product_mean is not None)
    lines = {
        "checks": numbers,
        "values": (0.7,) * len(numbers),
        "lower": (0.6,) * len(numbers),
        "upper": (0.8,) * len(numbers),
        "limits": "500 checks to a false alarm",
    }
    charts = (ChartSeries(name="ewma", **lines), ChartSeries(name="cusum", **lines)) if numbers else ()
    return MonitorStatus(
        judge=judge, criterion="right", label="pass", scale="share of 'pass'", created=START, alpha=0.05, window_days=30, state="quiet", sentence="No sign of drift.",
        baseline_mean=0.7, baseline_low=0.66, baseline_high=0.74, n_baseline=600, n_anchors=120, noise=0.01, n_checks=n, n_product_rows=3600, n_anchor_rows=360,
        smallest_judge_shift=0.063, checks=checks, charts=charts, warnings=(f"mind {judge}",), **more,
    )  # fmt: skip


def row(page: str, n: int) -> str:
    """The row of a check."""
    found = re.search(rf'<tr id="c{n}"[^>]*>.*?</tr>', page, flags=re.DOTALL)
    assert found
    return found[0]


def test_every_check_has_a_row_with_its_numbers_and_links() -> None:
    page = render_history(status())
    assert [int(n) for n in re.findall(r'<tr[^>]* id="c(\d+)"|<tr id="c(\d+)"', page) for n in n if n] == [*range(40, 0, -1)]
    quiet, alarm = row(page, 7), row(page, 25)
    for said in ("2026-03-08 12:00 UTC", "day7", "330 new: 300 production, 30 anchors", "0.700", "+0.000", "−0.100 to +0.100", "no alarm"):
        assert said in quiet
    assert re.findall(r'<a href="([^"]+)"', quiet) == [f"7-abababab/{file}" for file in ("audit.html", "drift.md", "junit.xml", "audit.json")]
    assert 'class="alarm"' not in quiet
    assert 'class="alarm"' in alarm
    assert '<dd class="over">3.0</dd>' in alarm
    assert [n for n in range(1, 41) if n != 28 and "the alarm began here" in row(page, n)] == [24]


def test_an_acknowledgement_is_marked_in_the_table_and_in_every_chart() -> None:
    page = render_history(status())
    assert "the alarm was acknowledged, and the watch began anew" in page
    assert page.count('class="restart"') == page.count('class="card chart"') == 4
    assert page.count('class="stretch"') == 4


def test_where_it_stands_comes_first_and_warnings_are_there() -> None:
    page = render_history(status())
    head = page.partition("<main")[0]
    assert "No sign of drift" in head
    assert "mind j" in head
    alarm = render_history(status(25, since=24).model_copy(update={"state": "alarm", "attribution": "judge", "sentence": "The judge has changed."}))
    head = alarm.partition("<main")[0]
    assert 'class="standing fail"' in head
    assert '<a href="#c24">Since check 24</a>' in head


def test_places_in_the_charts() -> None:
    """Four checks: 12.5, 37.5, 62.5 and 87.5 per cent from the left; a scale from 0.58 to 0.82 for what lies within 0.6 and 0.8, 8 % of its span around."""
    four = status(27).model_copy(update={"checks": tuple(check(n) for n in (21, 22, 23, 24))})
    lines = ChartSeries(name="ewma", checks=(21, 22, 23, 24), values=(0.7,) * 4, lower=(0.6,) * 4, upper=(0.9,) * 4)
    evidence, product, cusum, gap = charts_of(four.model_copy(update={"charts": (lines,)}))
    assert [dot["x"] for dot in product["dots"]] == ["12.50", "37.50", "62.50", "87.50"]
    # 0.6 to 0.9 with 0.024 of air: 0.7 stands (0.924 - 0.7) / 0.348 from the top, 0.85 at (0.924 - 0.85) / 0.348.
    assert [dot["y"] for dot in product["dots"]] == ["64.37", "64.37", "64.37", "21.26"]
    assert [dot["alarm"] for dot in product["dots"]] == [False, False, False, True]
    assert product["lines"][1]["segments"] == ["125.0,643.7 375.0,643.7 625.0,643.7 875.0,643.7"]
    assert product["stretches"] == [("75.00", "25.00")]
    assert gap["whiskers"].count("M") == 4
    assert cusum["undefined"] == "the status holds no such chart"
    limit, top = float(evidence["levels"][0][1]), float(evidence["dots"][3]["y"])
    assert top < limit < float(evidence["dots"][0]["y"])


def test_alarms_are_stretches() -> None:
    assert alarms(status().checks) == [(23, 27)]
    assert alarms([check(1, attribution="mix"), check(2, attribution="both"), check(3), check(4, attribution="undecided")]) == [(0, 2), (3, 4)]
    assert alarms(()) == []


def test_nothing_yet_is_said() -> None:
    page = render_history(status(0).model_copy(update={"state": "not_measured", "sentence": "Nothing was measured yet."}))
    assert "Nothing was measured yet" in page
    assert "No check was made yet" in page
    assert "<table" not in page


def test_a_chart_without_numbers_says_why() -> None:
    bare = status(3).model_copy(update={"charts": (ChartSeries(name="ewma", undefined="no production in the baseline"),), "baseline_mean": None})
    dry = bare.model_copy(
        update={"checks": tuple(one.model_copy(update={"product_mean": None, "judge_shift": RoughShift(reason="no anchors")}) for one in bare.checks)}
    )
    page = render_history(dry)
    assert "Not drawn: no production in the baseline." in page
    assert "Not drawn: no anchor has been judged again." in page
    assert not re.search(r"\b(nan|inf)\b", page.partition("<body>")[2])


def test_links_are_those_that_the_caller_knows() -> None:
    page = render_history(status(), folders={7: "../else where/7-a#b"})
    assert 'href="../else%20where/7-a%23b/audit.html"' in row(page, 7)
    assert "<a " not in row(page, 8)


def test_two_thousand_checks_are_folded_and_older_ones_are_counted() -> None:
    many = status().model_copy(update={"n_checks": 5000, "checks": tuple(check(n) for n in range(3001, 5001))})
    page = render_history(many)
    assert len(page) < 3_000_000
    assert page.count("<tr id=") == 2000
    assert page.count('<details class="fold">') == 39
    assert page.count("<circle") < 50
    assert "3,000 older entries are in the state" in page
    assert "of the last 500 checks" in page


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_names_stay_text(text: str) -> None:
    plain, page = (render_history(status(3, text=name, judge=name), folders={1: name}) for name in ("x", text))
    assert re.findall(r"<([a-z0-9]+)[ >]", page.replace('<span class="hidden-char', "")) == re.findall(r"<([a-z0-9]+)[ >]", plain)
    assert "<script" not in page
    assert "javascript:alert" not in "".join(re.findall(r'href="[^"]*"', page)).replace("javascript%3A", "")


def test_the_same_status_gives_the_same_page() -> None:
    assert render_history(status()) == render_history(status())


@pytest.fixture(scope="module")
def opened(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Opens the page of 40 checks at a width, light or dark."""
    folder: Path = tmp_path_factory.mktemp("history")
    (folder / "history.html").write_text(render_history(status(60)), encoding="utf-8")
    contexts = []

    def at(width: int, *, dark: bool = False) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light")
        contexts.append(context)
        found = _watched(context)
        found.page.goto((folder / "history.html").as_uri())
        return found

    yield at
    for context in contexts:
        context.close()


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, False), (390, True)])
def test_in_a_browser_nothing_overflows_nothing_is_asked_for_and_charts_have_a_size(opened: Any, width: int, dark: bool) -> None:
    found = opened(width, dark=dark)
    assert found.page.evaluate("document.documentElement.scrollWidth") <= width
    sizes = found.page.evaluate("[...document.querySelectorAll('.drawn')].map((one) => [one.clientWidth, one.clientHeight])")
    assert len(sizes) == 4
    assert all(wide > 200 and high > 150 for wide, high in sizes)
    inside = "[...document.querySelectorAll('.drawn circle')].every((one) => { const [a, b] = [one, one.ownerSVGElement].map((x) => x.getBoundingClientRect()); return a.left >= b.left - 6 && a.right <= b.right + 6 && a.top >= b.top - 6 && a.bottom <= b.bottom + 6; })"
    assert found.page.evaluate(inside)
    assert not found.troubles
    assert len(found.requests) == 1
    assert not found.page.evaluate("window.blocked")


def test_a_dot_leads_to_its_row_also_where_that_is_folded(opened: Any) -> None:
    page = opened(1280).page
    assert not page.evaluate("document.getElementById('c5').checkVisibility()")
    page.click('#charts a[href="#c5"] >> nth=0')
    page.wait_for_timeout(200)
    assert page.evaluate("document.getElementById('c5').checkVisibility()")
