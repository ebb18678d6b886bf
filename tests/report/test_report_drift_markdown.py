"""Markdown of a check for drift and of a monitor: what it says, and that foreign text stays text in it."""

from __future__ import annotations

from typing import Any

import pytest
from markdown_it import MarkdownIt

from judgeaudit.domain.drift import Attribution, DriftAnswer, DriftMeasure
from judgeaudit.domain.results import Analysis, Audit, Case, Estimate, Finding, JudgeFacts, RubricFacts
from judgeaudit.report.markdown import render_markdown
from tests.report.sample_edges import HOSTILE

TAGS = {"h2", "p", "strong", "br", "table", "thead", "tbody", "tr", "th", "td", "ul", "li"}


def rendered(text: str) -> str:
    return MarkdownIt("commonmark", {"html": True}).enable("table").enable("strikethrough").render(text)


def tags(text: str) -> set[str]:
    return {part.split(">")[0].split()[0].strip("/") for part in rendered(text).split("<")[1:]}


def two_runs(text: str = "j", *, criterion: str = "right", n_measures: int = 2) -> Audit:
    """A judge that drifted on one measure of several, with a cause, flipped anchors and findings; `text` stands wherever foreign text may."""
    measures = [
        DriftMeasure(
            measure="marginal_shift", criterion=criterion, group=text, stratum=text if n else None, answer="equivalent" if n else "drifted", effect=0.001 if n else -0.2,
            low=-0.26, high=0.14, p=0.0004, p_adjusted=0.0012, margin=0.05, detectable=0.061, n_items=300,
        )
        for n in reversed(range(n_measures))
    ]  # fmt: skip
    answer = DriftAnswer(judge=text, was=text, answer="drifted", sentence=f"{text} drifted by 20.0 percentage points.", measures=tuple(measures), n_anchors=300)
    causes = [{"judge": text, "what": "served model", "before": text, "after": "m-2", "changed": True}, {"judge": text, "what": "x", "changed": False}]
    findings = (
        Finding(severity="warning", text=f"few: {text}"),
        Finding(severity="serious", text=answer.sentence),
        Finding(severity="note", text="just a note"),
    )
    return Audit(
        judgeaudit_version="0", rubric=RubricFacts(name=text), run={"baseline": text, "current": "new.jsonl"}, drift=(answer,), incomplete=(text,),
        analyses=(Analysis(name="drift", findings=findings, blocks={"causes": causes}),),
        cases=tuple(Case(analysis="drift", flag="flipped_anchor", judge=text, item_id=f"{text}{n}", detail=f"pass -> {text}") for n in range(9)),
    )  # fmt: skip


def monitored(text: str = "j", *, attribution: Attribution = "judge", **facts: Any) -> Audit:
    check = {
        "n": 7,
        "name": text,
        "new": 330,
        "n_anchor_rows": 30,
        "unanswered": 2,
        "late": 4,
        "threshold": 1.3,
        "e_product": 0.4,
        "e_judge": 2.1,
        "e_system": -1.0,
        "e_mix": -2.0,
    }
    block = {"sentence": f"The judge has changed {text}", "state": "alarm", **facts}
    return Audit(
        judgeaudit_version="0", rubric=RubricFacts(name=f"monitor of {text}", criteria=({"name": text},)), judges=(JudgeFacts(name=text),), attribution=attribution,
        analyses=(Analysis(name="drift", blocks={"monitor": [block], "check": [check]}, findings=(Finding(severity="warning", text=text),)),),
        estimates=(Estimate(name="judge_share_of_shift", value=-0.167, low=-0.3, high=-0.015), Estimate(name="mix_share_of_shift", undefined="no strata")),
        cases=(Case(analysis="drift", flag="flipped_anchor", item_id=text, detail=f"fail -> {text}"),),
    )  # fmt: skip


def test_two_runs_lead_with_the_answer_and_hold_the_numbers() -> None:
    text = render_markdown(two_runs())
    html = rendered(text)
    assert text.startswith("## j: drifted\n")
    assert "No judge was audited" not in text
    assert "<strong>Drifted.</strong> j drifted by 20.0 percentage points." in html
    assert html.index("<td>drifted</td>") < html.index("<td>equivalent</td>")
    assert "<td>-0.200</td>\n<td>-0.260 to +0.140</td>\n<td>0.05</td>\n<td>0.0012</td>\n<td>0.061</td>" in html
    assert "changed between the runs: served model, j → m-2" in html
    assert "9 anchors with another verdict" in html
    assert "and 4 more anchors" in html
    assert html.count("percentage points") == 1
    assert "just a note" not in html
    assert len(text.splitlines()) <= 40


def test_a_long_table_is_cut_and_says_so() -> None:
    html = rendered(render_markdown(two_runs(n_measures=40)))
    assert html.count("<tr>") == 13
    assert "and 28 more measures" in html


def test_many_judges_with_long_names_fit_into_a_comment() -> None:
    """GitHub takes 65,536 characters."""
    one = two_runs("n" * 400, n_measures=30)
    many = one.model_copy(update={"drift": one.drift * 30})
    text = render_markdown(many)
    assert len(text) < 60_000
    assert "and 10 more judges" in text


def test_a_monitor_says_whom_the_evidence_accuses() -> None:
    html = rendered(render_markdown(monitored()))
    assert "<h2>j on j: the judge has changed</h2>" in html
    assert "<td>the judge</td>\n<td>−0.167</td>\n<td>−0.300 to −0.015</td>\n<td><strong>10^2.1</strong></td>\n<td>10^1.3</td>" in html
    assert "<td>the product</td>\n<td>not measured</td>\n<td>none</td>\n<td>10^0.4</td>" in html
    assert "<td>not measured</td>\n<td>no strata</td>\n<td>10^−2.0</td>" in html
    assert "330 new rows, 30 on anchors, 2 without a verdict; left out: 4 late" in html
    assert "fail -&gt; j" in html


def test_nothing_measured_and_nothing_found_are_said_once() -> None:
    nothing = render_markdown(monitored(attribution="none", state="not_measured", sentence="Nothing was measured yet."))
    assert nothing.startswith("## j on j: nothing was measured yet\n")
    assert nothing.lower().count("nothing was measured yet") == 1
    quiet = render_markdown(monitored(attribution="none", sentence="No sign of drift. The judge itself is not watched."))
    assert quiet.lower().count("no sign of drift") == 1
    assert "The judge itself is not watched." in quiet


NASTY = (
    *HOSTILE,
    "@octocat and @org/team",
    "a | b\n| --- | c",
    "see #12 and GH-1",
    "http://example.invalid <!here>",
    "x\n\n# heading\n- list",
    "a`b`*c*_d_~~e~~",
    "\x1b[31mred",
)


@pytest.mark.parametrize("text", NASTY, ids=ascii)
@pytest.mark.parametrize("make", [two_runs, monitored])
def test_foreign_text_stays_text(make: Any, text: str) -> None:
    """No tag, link or mention of its own; every table has the columns of its head, and there are as many lines as with a plain name."""
    written = render_markdown(make(text))
    html = rendered(written)
    assert tags(written) <= TAGS
    assert all(row.count("<td>") in (0, 5, 7) for row in html.split("</tr>"))
    assert html.count("<tr>") == rendered(render_markdown(make("j"))).count("<tr>")
    assert len(written.splitlines()) == len(render_markdown(make("j")).splitlines())
    assert "@o" not in written
    assert "\x1b" not in written
    assert "#12" not in written.replace("\\#\u200b", "")


def test_an_audit_of_another_version_is_no_traceback() -> None:
    broken = monitored().model_copy(
        update={"analyses": (Analysis(name="drift", blocks={"monitor": "x", "check": [3]}),), "judges": (), "rubric": RubricFacts(name="r")}
    )
    assert render_markdown(broken) == "## r: the judge has changed\n\n1 anchor with another verdict, old → new:\n\n- j: fail -&gt; j\n"
