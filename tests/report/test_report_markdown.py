"""The Markdown summary: what it says, and that foreign text stays text in it."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from judgeaudit.report.markdown import markdown_text, render_markdown
from tests.report import sample_audit as samples
from tests.report import sample_edges as edges


def rendered(text: str) -> str:
    return MarkdownIt("commonmark", {"html": True}).enable("table").enable("strikethrough").render(text)


def test_it_leads_with_the_decision_and_holds_the_numbers() -> None:
    text = render_markdown(samples.rich_audit())
    assert text.startswith("## refund-reply: deploy with human review (1 of 4), do not deploy (1 of 4), not enough data to say (2 of 4)")
    html = rendered(text)
    assert html.count("<tr>") == 5
    assert "<td>0.412 (0.240 to 0.605)</td>" in html
    assert "<td>undefined</td>" in html
    assert "Gates: 2 fail, 4 inconclusive, 1 not measured, 2 pass." in html
    assert "local/smollm2-135m changes its verdict on 21 of 24 items" in html
    assert len(text.splitlines()) <= 40


@pytest.mark.parametrize("hostile", edges.HOSTILE)
def test_hostile_text_is_shown_and_does_nothing(hostile: str) -> None:
    html = rendered(f"x {markdown_text(hostile)}")
    assert html.count("<") == 2  # the paragraph, nothing else
    assert "](" not in html or "href" not in html


def test_a_hostile_audit_makes_no_tag_of_its_own() -> None:
    html = rendered(render_markdown(edges.hostile_audit()))
    tags = {part.split(">")[0].split()[0].strip("/") for part in html.split("<")[1:]}
    assert tags <= {"h2", "p", "strong", "br", "table", "thead", "tbody", "tr", "th", "td", "ul", "li"}


@pytest.mark.parametrize("text", ["@octocat did it", "see #12", "http://example.invalid/x", "www.example.invalid"])
def test_no_mention_reference_or_link_is_formed(text: str) -> None:
    assert "\u200b" in markdown_text(text)
    assert "<a" not in rendered(f"x {markdown_text(text)}")


def test_a_pipe_cannot_add_a_column() -> None:
    assert rendered(f"| a | b |\n| --- | --- |\n| {markdown_text('x | y')} | z |\n").count("<td>") == 2


def test_nothing_to_say_is_said() -> None:
    text = render_markdown(edges.empty_audit())
    assert "No judge was audited." in text
    assert "**Incomplete:** no call was made" in text
