"""The judge card: everything that it must say is on it, on one page, and foreign text in it does nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from judgeaudit.domain.calibration import CalibrationFile
from judgeaudit.domain.results import Audit, Estimate, Finding
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


def test_the_page_is_one_that_a_browser_opens_in_peace(chromium: Any) -> None:
    page = chromium.new_page()
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


def _with(found: Audit, *findings: Finding, blocks: dict[str, list[dict[str, object]]] | None = None, word: str = "deploy_with_review") -> Audit:
    """The calibrated audit with other findings and more blocks, its first judge decided so."""
    judge = found.judges[0].name
    of = found.analyses[0]
    analysis = of.model_copy(update={"findings": findings, "blocks": {**of.blocks, **(blocks or {})}})
    decided = decision(judge).model_copy(update={"decision": word, "review": None})
    return found.model_copy(update={"analyses": (analysis,), "decisions": (decided,)})


@pytest.mark.parametrize(
    "text",
    [
        "The items with gold do not look like a random sample.", "One calibration of J for all systems misleads on c.", "C has no gold on c.",
        "10 gold items are disputed: annotators are tied, so they are left out: i1 (c).", "60 gold items have an annotator who gave two different labels.",
    ],
)  # fmt: skip
def test_warnings_that_touch_a_number_stand_under_limits(text: str) -> None:
    found = calibration_audit()
    kept = calibration(judge_calibration(found.judges[0].name))
    limits = render_card_markdown(_with(found, Finding(severity="warning", text=text)), kept).partition("## Limits")[2]
    assert text.rstrip(".").split(" (")[0] in limits.replace("\\", "")
    assert text.split(" (")[0].rstrip(".") not in render_card_markdown(_with(found), kept).replace("\\", "")


def test_many_warnings_are_counted() -> None:
    found = calibration_audit()
    many = [Finding(severity="warning", text=f"C{n} has no gold on c.") for n in range(10)]
    card = render_card_markdown(_with(found, *many), calibration(judge_calibration(found.judges[0].name)))
    assert "2 more warnings of this kind" in card


def test_the_card_says_how_many_people_labelled_and_how_their_labels_became_gold() -> None:
    how = "200 gold items of c have labels of several annotators and are decided by their majority, ties being left out."
    blocks: dict[str, list[dict[str, object]]] = {
        "gold": [{"criterion": "c", "disputed": 10, "abstained": 0, "decided": how}],
        "ceiling": [{"criterion": "c", "n_annotators": 3, "kappa": 0.8}],
    }
    panel = Finding(severity="note", criterion="c", text="On c the majority of 2 judges is right on 94 % of items that it decides")
    found = _with(calibration_audit(), panel, blocks=blocks)
    card = render_card_markdown(found, calibration(judge_calibration(found.judges[0].name))).replace("\\", "")
    assert (
        "c: 3 annotators; 200 gold items of c have labels of several annotators and are decided by their majority, ties being left out; left out: 10 disputed"
        in card
    )
    assert "majority of 2 judges" not in card.partition("## ")[0], "the panel is not about gold"


def test_annotators_it_could_replace_are_counted_and_epsilon_stands_beside() -> None:
    found = calibration_audit()
    judge = found.judges[0].name
    rate = Estimate(analysis="calibration", name="alt_test_winning_rate", judge=judge, criterion="c", value=1.0, n_items=60)
    tests: list[dict[str, object]] = [{"judge": judge, "criterion": "c", "epsilon": 0.2, "rejected": True, "passes": True}] * 2
    found = _with(found, blocks={"alt_test": tests}).model_copy(update={"estimates": (rate,)})
    card = render_card_markdown(found, calibration(judge_calibration(judge)))
    assert "2 of 2, within 0.2, 60 items" in card
    assert "no interval" not in card


@pytest.mark.parametrize("render", [render_card_markdown, render_card_html])
def test_under_do_not_deploy_the_rule_is_forbidden_where_it_is_printed(render: Callable[[Audit, CalibrationFile], str]) -> None:
    found = calibration_audit()
    kept = calibration(judge_calibration(found.judges[0].name))
    rule = "accept the judge&#39;s verdict when confidence" if render is render_card_html else "accept the judge's verdict when confidence"
    for word, forbidden in (("do_not_deploy", True), ("deploy_with_review", False)):
        card = render(_with(found, word=word), kept).replace("\\", "").replace("&#34;", '"').replace("&gt;", ">")
        assert rule in card
        assert ("the decision is do not deploy and forbids this rule: accept" in card) is forbidden


WORD_BY_WORD = "x" * 300


def test_the_card_fits_a_phone_and_is_one_printed_page(chromium: Any) -> None:
    """390 px wide nothing scrolls sideways, whatever a name is; an ordinary card of one judge is one sheet of A4."""
    found = calibration_audit()
    judge = found.judges[0].name
    found = _with(found, Finding(severity="warning", text="The items with gold do not look like a random sample."))
    kept = calibration(judge_calibration(judge, systems=(WORD_BY_WORD,), prompt_hash=(WORD_BY_WORD,)))
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.set_content(render_card_html(found.model_copy(update={"rubric": found.rubric.model_copy(update={"name": WORD_BY_WORD})}), kept))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    narrow = "[...document.querySelectorAll('dt, dd, th, td, li, p, h1, h2')].filter((e) => e.getBoundingClientRect().right > 390.5).length"
    assert page.evaluate(narrow) == 0
    short = "[...document.querySelectorAll('td, dd')].filter((e) => e.textContent.trim().length > 30 && e.getBoundingClientRect().width < 150).length"
    assert page.evaluate(short) == 0, "columns wide enough to read"
    page.set_content(render_card_html(found, calibration(judge_calibration(judge))))
    sheet = page.pdf(format="A4", print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1
    page.close()
