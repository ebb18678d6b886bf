"""No output prints a routing rule as if it could be used where the decision forbids it, nor one rule for all where each system has its own."""

from __future__ import annotations

from typing import Any

import pytest

from judgeaudit.domain.results import Audit, Decision, Finding
from judgeaudit.report.calibration import calibration_section
from judgeaudit.report.calibration_lines import accepted_share, people_lines
from judgeaudit.report.summary import sorted_findings
from tests.report.sample_calibrated import calibration_audit

RULE = "accept the judge's verdict when confidence >= 0.9: covers 50 % of items"


def audit(word: str, **changes: Any) -> Audit:
    """One judge with a rule, as a row of the block and as a finding."""
    found = calibration_audit()
    judge = found.judges[0].name
    row = {
        "judge": judge, "criterion": "c", "source": "stated", "max_risk": 0.15, "delta": 0.1, "threshold": 0.9, "coverage": 0.5, "n_items": 100, "chosen": True,
        "sentence": RULE, "curve": [[0.9, 0.5, 0.02, 0.1]], **changes,
    }  # fmt: skip
    rule = Finding(severity="note", text=f"{judge} on c: {RULE}.", judge=judge, criterion="c")
    analysis = found.analyses[0].model_copy(update={"blocks": {"routing": [row]}, "findings": (rule,)})
    return found.model_copy(update={"analyses": (analysis,), "decisions": (Decision.model_validate({"judge": judge, "decision": word, "reasons": ("r",)}),)})


@pytest.mark.parametrize(("word", "forbidden"), [("do_not_deploy", True), ("deploy_with_review", False), ("deploy", False)])
def test_the_rule_is_forbidden_wherever_it_is_said(word: str, forbidden: bool) -> None:
    found = audit(word)
    (line,) = [text for _, text in people_lines(found, 5)[0]]
    (finding,) = [one.text for one in sorted_findings(found)]
    (short,) = calibration_section(found, [])["short"]
    for text in (line, finding):
        assert RULE in text
        assert (f"the decision is do not deploy and forbids this rule: {RULE}" in text) is forbidden
    assert short["accepts"] is not forbidden
    assert short["unread"] == ("nothing: the decision is do not deploy" if forbidden else "50 %")


def test_where_systems_differ_the_share_is_of_what_their_own_rules_accept() -> None:
    """Of 100 items of A all, of 300 of B none: a quarter."""
    own = [
        {"system": "A", "threshold": 0.9, "coverage": 1.0, "n_items": 100, "sentence": "s"},
        {"system": "B", "threshold": None, "coverage": None, "n_items": 300, "sentence": "s"},
    ]
    found = audit("deploy", of_systems=own)
    section = calibration_section(found, [])
    assert section["short"][0]["unread"] == "25 %"
    rule = section["confidence"][0]["parts"][0]["rule"]
    assert rule["facts"] == [("Accepted unread, A", "100 %"), ("Accepted unread, B", "0 %")]
    assert not any(row["chosen"] for row in rule["rows"]), "that of all together is not used"
    assert accepted_share({"of_systems": own[1:], "threshold": 0.9, "coverage": 0.5}) is None
