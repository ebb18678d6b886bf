"""The judge card: everything that it must say is on it, on one page, and foreign text in it does nothing."""

from __future__ import annotations

import re

import pytest

from judgeaudit.domain.results import Audit, Finding
from judgeaudit.report.judge_card import MAX_JUDGES, render_card_html, render_card_markdown
from tests.report.sample_audit import rich_audit
from tests.report.sample_calibrated import calibration_audit
from tests.report.sample_calibration import HOSTILE, calibration, decision, judge_calibration, kept_rubric


def audit(*, text: str = "It agrees with people.") -> Audit:
    rich = rich_audit()
    judge = rich.decisions[0].judge
    return rich.model_copy(update={"decisions": (decision(judge, text=text),)})


def both() -> list[str]:
    found, kept = audit(), calibration(judge_calibration(audit().decisions[0].judge))
    return [re.sub(r"\\|&gt;", lambda m: "" if m[0] == "\\" else ">", render_card_markdown(found, kept)), render_card_html(found, kept).replace("&gt;", ">")]


@pytest.mark.parametrize(
    "said",
    [
        "refund-reply", "Deploy with human review", "accept when confidence >= 0.91", "It agrees with people.", "About 200 items would settle it.", "own items",
        "not reached", "Kappa with gold", "p1", "gpt-5-mini-2026-08-07", "bot-1", "2026-11-30 09:00 UTC", "2027-02-28 09:00 UTC", "covers 71 %", "platt", "400 labelled",
        "Limits", "another judge",
    ],
)  # fmt: skip
def test_the_card_says_what_was_audited_how_and_until_when(said: str) -> None:
    for card in both():
        assert said.lower() in card.lower().replace("review ", "review ").replace("&#39;", "'"), said


def test_hostile_text_is_inert_in_html() -> None:
    found = audit(text=HOSTILE)
    found = found.model_copy(update={"rubric": found.rubric.model_copy(update={"name": HOSTILE})})
    kept = calibration(judge_calibration(found.decisions[0].judge, prompt_hash=(HOSTILE,), systems=(HOSTILE,)), rubric=kept_rubric(HOSTILE))
    page = render_card_html(found, kept)
    tags = {name.lower() for name in re.findall(r"<\s*/?\s*([A-Za-z]+)", page)}
    assert not tags & {"img", "script", "iframe", "a", "svg", "link"}
    assert page.count("<style>") == page.count("</style>") == 1
    assert "\u202e" not in page
    assert "default-src 'none'" in page


def test_hostile_text_is_inert_in_markdown() -> None:
    found = audit(text=HOSTILE)
    kept = calibration(judge_calibration(found.decisions[0].judge, prompt_hash=(HOSTILE,), systems=(HOSTILE,)), rubric=kept_rubric(HOSTILE))
    card = render_card_markdown(found.model_copy(update={"rubric": found.rubric.model_copy(update={"name": HOSTILE})}), kept)
    assert "<img" not in card
    assert "](" not in card
    assert "\u202e" not in card
    for row in (line for line in card.splitlines() if line.startswith("|")):
        assert len(re.findall(r"(?<!\\)\|", row)) == 3, row


def test_a_card_of_many_judges_stays_short_and_says_how_many_are_missing() -> None:
    names = [f"judge-{n}" for n in range(MAX_JUDGES + 3)]
    found = audit().model_copy(update={"decisions": tuple(decision(name) for name in names)})
    kept = calibration(*(judge_calibration(name) for name in names))
    assert "and 3 more judges" in render_card_markdown(found, kept)
    assert "And 3 more judges" in render_card_html(found, kept)


def test_without_prompt_hash_the_limits_say_so() -> None:
    kept = calibration(judge_calibration(audit().decisions[0].judge, prompt_hash=()))
    assert "No prompt hash was recorded" in render_card_markdown(audit(), kept)


def test_the_page_is_one_that_a_browser_opens_in_peace(chromium: object) -> None:
    page = chromium.new_page()  # type: ignore[attr-defined]
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("request", lambda request: troubles.append(request.url) if not request.url.startswith("about:") else None)
    kept = calibration(judge_calibration(audit(text=HOSTILE).decisions[0].judge))
    page.set_content(render_card_html(audit(text=HOSTILE), kept))
    assert page.locator("h1").inner_text() == "Judge card: refund-reply"
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.evaluate("getComputedStyle(document.querySelector('main')).maxWidth") != "none", "its own style is let in by the policy"
    page.close()
    assert not troubles


def test_labels_that_are_no_random_sample_leave_no_other_correction_on_the_card() -> None:
    """PPI needs a random sample: where the rows say `picked`, its number is not on the card, and the warning is."""
    found = calibration_audit()
    judge = next(one.judge for one in found.estimates if one.name == "corrected_mean_ppi")
    assert judge is not None
    found = found.model_copy(update={"decisions": (decision(judge, text="It agrees."),)})
    kept = calibration(judge_calibration(judge))
    assert "0.551" in render_card_markdown(found, kept)
    blocks = found.analyses[0].blocks
    rows = [{**row, "picked": True} for row in blocks["corrected"]]
    warning = Finding(severity="warning", text="The items with gold do not look like a random sample.")
    analysis = found.analyses[0].model_copy(update={"blocks": {**blocks, "corrected": rows}, "findings": (warning,)})
    card = render_card_markdown(found.model_copy(update={"analyses": (analysis,)}), kept)
    assert "0.551" not in card
    assert "do not look like a random sample" in card.partition("## Limits")[2]
