"""The terminal summary: what it leads with, how wide and long it is, and that no control sequence survives."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from judgeaudit.domain.results import Analysis, Audit, Cost, Estimate, Finding
from judgeaudit.report import formats
from judgeaudit.report.hidden import name_of, plain
from judgeaudit.report.summary import key_numbers
from judgeaudit.report.text import clean, render_text
from tests.report import sample_audit as samples
from tests.report import sample_edges as edges
from tests.report import sample_rationale_edges as reason_edges
from tests.report import sample_rationales as reasons
from tests.report.sample_estimates import estimate

AUDITS = [samples.rich_audit, samples.two_judges_audit, edges.lone_audit, edges.empty_audit, edges.hostile_audit, edges.rtl_audit, reasons.rationale_audit]


def columns(line: str) -> int:
    """Columns of a line as a terminal counts them: wide East Asian characters take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Me", "Cf") else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ok \x1b]0;owned\x07\x1b[2J", "ok "),  # P25: a window title and a cleared screen
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x9b31mred", "red"),  # the same as one C1 character
        ("\x9d0;title\x9cok", "ok"),
        ("\x1b]8;;http://example.invalid\x1b\\click\x1b]8;;\x1b\\", "click"),  # a hyperlink keeps its words only
        ("\x1bP1$rq\x1b\\ok", "ok"),
        ("cut \x1b]0;never ends", "cut 0;never ends"),  # an unfinished sequence cannot hide what follows
        ("a\x00\x08b\x7f", "ab"),
        ("\u202eevil\u202c \u2066x\u2069", "evil x"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("one\r\ntwo\tthree", "one two three"),
        ("\x1b(0lqqk", "lqqk"),  # another character set
        ("میشوم\u200cها 👩\u200d👧", "میشوم\u200cها 👩\u200d👧"),  # joiners that scripts and emoji need stay
        (3, "3"),
    ],
)
def test_clean(text: object, expected: str) -> None:
    assert clean(text) == expected


def test_clean_keeps_our_own_lines_where_asked() -> None:
    assert clean("a\r\nb\x1b[2J\nc\td", lines=True) == "a\nb\nc d"


def test_clean_on_the_published_case(shared: Path) -> None:
    cases = json.loads((shared / "cases" / "cases.json").read_text(encoding="utf-8"))
    hostile = next(case for case in cases if case["id"] == "P25")["input"]["terminal_text"]
    assert "\x1b" in hostile
    assert clean(hostile) == "ok "


@pytest.mark.parametrize("make", AUDITS, ids=lambda make: make.__name__)
@pytest.mark.parametrize("width", [60, 80, 100, 140])
@pytest.mark.parametrize("color", [False, True])
def test_no_line_is_wider_than_the_terminal(make: object, width: int, color: bool) -> None:
    text = render_text(make(), width=width, color=color, page="reports/a/audit.html")
    assert max(columns(clean(line)) for line in text.splitlines()) <= width


@pytest.mark.parametrize("make", AUDITS, ids=lambda make: make.__name__)
def test_without_color_there_is_no_control_character(make: object) -> None:
    text = render_text(make(), width=100)
    assert [c for c in text if c != "\n" and unicodedata.category(c) == "Cc"] == []
    assert not any(c in text for c in "\u202e\u202c\u2066\u2069\u200b\u2028\u2029")


def test_with_color_only_colours_are_written() -> None:
    import re

    text = render_text(edges.hostile_audit(), width=100, color=True)
    assert "\x1b[" in text
    assert "\x1b" not in re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_two_judges_fit_a_screen_and_the_decision_leads() -> None:
    lines = render_text(samples.two_judges_audit(), width=100, page="reports/a/audit.html").splitlines()
    assert len(lines) <= 40
    assert "do not deploy (1 of 2)" in lines[0]
    titles = [
        next(i for i, line in enumerate(lines) if line.startswith(word)) for word in ("INCOMPLETE", "Decision", "Gates", "Key numbers", "Findings", "Page")
    ]
    assert titles == sorted(titles)
    assert lines[-1] == "Page: reports/a/audit.html"


def test_key_numbers_stand_with_their_intervals() -> None:
    text = render_text(samples.two_judges_audit(), width=100)
    row = next(line for line in text.split("Key numbers")[1].splitlines() if "local/smollm2-135m" in line)
    assert row.split()[1:] == ["0.775", "0.412", "0.050", "0.520", "$0.00", "412", "ms"]  # of two criteria the worse one
    assert "0.59 to 0.89" in text
    assert "undefined" in text  # the rule's flip rate


def test_a_long_list_says_how_many_are_left_out() -> None:
    text = render_text(edges.large_audit(n_judges=2, n_criteria=20, n_cases=1), width=100)
    assert "20 more on the page" in text  # 26 gates fail, 6 are shown


def test_markup_of_foreign_text_is_literal() -> None:
    audit = edges.lone_audit().model_copy(update={"incomplete": ("[bold red]x[/] :smile: [link=http://a]b[/link]",)})
    assert "[bold red]x[/] :smile: [link=http://a]b[/link]" in render_text(audit, width=100)


def test_an_audit_of_nothing_says_so() -> None:
    text = render_text(edges.empty_audit(), width=100)
    assert "No judge was audited" in text
    assert "the rubric sets none" in text


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.5, "0.500"),
        (0.0, "0.000"),
        (-0.0, "0.000"),
        (1.0, "1.000"),
        (24.0, "24"),
        (-0.25, "−0.250"),
        (0.0004, "0.0004"),
        (0.00001, "0.00001"),
        (0.9996, "0.9996"),
        (1e-9, "1e−09"),
        (-3.0, "−3"),
        (1234.5, "1,234"),
        (2.25, "2.250"),
    ],
)
def test_numbers(value: float, expected: str) -> None:
    assert formats.number(value) == expected


@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        (None, "unknown"),
        (Cost(), "$0.00"),
        (Cost(known_usd=0.0123), "$0.0123"),
        (Cost(known_usd=12.5), "$12.50"),
        (Cost(unknown_calls=3, lower_bound=True), "unknown (3 calls without a price)"),
        (Cost(known_usd=2, unknown_calls=1, lower_bound=True), "at least $2.00 (1 call without a price)"),
    ],
)
def test_an_unknown_price_is_never_zero(cost: Cost | None, expected: str) -> None:
    assert formats.usd(cost) == expected


def test_names_and_times() -> None:
    assert formats.judge_name("a|b") == "a and b"
    assert formats.judge_name("a#majority") == "a (majority)"
    assert formats.judge_name(None) == "all judges"
    assert formats.moment("2026-11-29T18:04:11.123Z") == "2026-11-29 18:04 UTC"
    assert formats.moment("yesterday") == "yesterday"
    assert formats.shorten("abcdefghij", 5) == "ab…ij"
    assert formats.shorten("abcde", 5) == "abcde"
    assert formats.part(Estimate.missing("x").about(group="pass", stratum="de")) == "pass, stratum de"


def test_hidden_characters_are_named() -> None:
    assert name_of("\u202e") == "U+202E right-to-left override"
    assert name_of("\U000e0069") == "U+E0069 hidden 'i'"
    assert plain("a\u202eb\x07") == "a[U+202E]b[U+0007]"
    assert plain("a\r\nb\tc") == "a\nb\tc"


def test_nothing_heavy_is_loaded_by_the_summary() -> None:
    import subprocess
    import sys

    code = "import sys, judgeaudit.report.text; print([m for m in ('plotly', 'jinja2', 'markupsafe', 'pandas', 'rich') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_estimates_of_strata_do_not_stand_for_the_whole() -> None:
    base = edges.lone_audit()
    worse = estimate("coverage.answered_rate", 0.1, 0.0, 0.3, judge="alice-gpt", criterion="verdict", stratum="de")
    audit: Audit = base.model_copy(update={"estimates": (*base.estimates, worse)})
    row = next(line for line in render_text(audit, width=100).split("Key numbers")[1].splitlines() if "alice-gpt" in line)
    assert row.split()[1] == "1.000"


def test_reasons_stand_in_a_table_of_their_own() -> None:
    lines = render_text(reasons.rationale_audit(), width=100).split("Reasons (")[1].splitlines()
    assert [word.strip() for word in lines[1].split("  ") if word.strip()] == ["judge", "same reason", "unstable reasons"]
    found = {line.split()[0]: " ".join(line.split()[1:]) for line in lines[2:5]}
    assert found[reasons.GPT] == "0.620 (0.52 to 0.69) 0.400 (0.25 to 0.60)"  # of two criteria the worse one
    assert found[reasons.LOCAL] == "0.120 (0.02 to 0.19) not measured"


@pytest.mark.parametrize("make", [edges.lone_audit, samples.rich_audit, reason_edges.pairwise_audit], ids=lambda make: make.__name__)
def test_reasons_that_were_not_measured_take_no_room(make: object) -> None:
    text = render_text(make(), width=100)
    assert "Reasons (" not in text
    assert "reasons" not in text


def test_an_undefined_rate_of_unstable_reasons_does_not_crowd_the_key_numbers() -> None:
    audit = reasons.rationale_audit()
    assert "unstable reasons" in [title for title, _, _ in key_numbers(audit, reasons.GPT)]
    assert "unstable reasons" not in [title for title, _, _ in key_numbers(audit, reasons.LOCAL)]


@pytest.mark.parametrize(("share", "expected"), [(0.0, "0 %"), (1.0, "100 %"), (0.001, "under 1 %"), (0.999, "over 99 %"), (0.31, "31 %")])
def test_a_percentage_is_never_rounded_to_none_or_all(share: float, expected: str) -> None:
    assert formats.percent(share) == expected


def test_what_concerns_the_whole_audit_is_shown_however_many_findings_stand_before_it() -> None:
    serious = [Finding(severity="serious", text=f"judge {n} is unstable", judge=f"j{n}") for n in range(6)]
    missing = Finding(severity="warning", text="Rationales were compared without vectors.")
    analysis = Analysis(name="rationale", findings=(*serious, missing))
    text = render_text(edges.lone_audit().model_copy(update={"analyses": (analysis,)}))
    assert "warning  Rationales were compared without vectors." in text
    assert "judge 3 is unstable" in text
    assert "judge 4 is unstable" not in text
    assert "2 more on the page" in text
