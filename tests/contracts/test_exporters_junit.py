"""JUnit XML: what a parser reads of it, whether it is laid out as viewers expect, and that it is red exactly where the exit code is not 0."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from judgeaudit.api.result import Audit as Result
from judgeaudit.domain.drift import Attribution, DriftAnswer, DriftMeasure, DriftWord
from judgeaudit.domain.results import Analysis, Audit, Decision, Estimate, Finding, GateResult, JudgeFacts, RubricFacts
from judgeaudit.exporters.junit import junit_xml
from tests.report.sample_edges import HOSTILE

ATTRIBUTES = {
    "testsuites": ({"name", "tests", "failures", "errors", "time"}, {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors", "skipped", "time"}, {"testcase", "system-out"}),
    "testcase": ({"name", "classname", "time"}, {"failure", "error", "skipped", "system-out"}),
    "failure": ({"message", "type"}, set()),
    "error": ({"message", "type"}, set()),
    "skipped": ({"message"}, set()),
    "system-out": (set(), set()),
}
"""Elements, their attributes and what may stand in them: what the schema junit-10 of Jenkins and that of Ant's reports both know."""


def measure(
    answer: DriftWord, *, criterion: str = "right", stratum: str | None = None, name: str = "marginal_shift", effect: float | None = 0.01
) -> DriftMeasure:
    return DriftMeasure(
        measure=name, criterion=criterion, stratum=stratum, group="pass", answer=answer, effect=effect, low=-0.2, high=0.3, p=0.01, p_adjusted=0.02, margin=0.05,
        detectable=0.1, n_items=80, reason="because",
    )  # fmt: skip


def drifted(*measures: DriftMeasure, answer: DriftWord, judge: str = "j", incomplete: tuple[str, ...] = ()) -> Audit:
    answers = (DriftAnswer(judge=judge, was=judge, answer=answer, sentence=f"{judge} is {answer}.", measures=measures, n_anchors=80),)
    return Audit(judgeaudit_version="0", rubric=RubricFacts(name="demo"), drift=answers, incomplete=incomplete)


def watched(attribution: Attribution, *, state: str = "alarm", sentence: str = "It is so.") -> Audit:
    block = {"sentence": sentence, "state": state}
    return Audit(
        judgeaudit_version="0", rubric=RubricFacts(name="monitor of j", criteria=({"name": "right"},)), judges=(JudgeFacts(name="j"),), attribution=attribution,
        analyses=(Analysis(name="drift", blocks={"monitor": [block]}),), estimates=(Estimate(name="production_shift", value=0.1, low=0.0, high=0.2),),
    )  # fmt: skip


def gated(*statuses: str) -> Audit:
    gates = [
        GateResult.model_validate({"metric": f"m.{n}", "status": status, "limit": "max 0.1", "judge": "j", "value": 0.2}) for n, status in enumerate(statuses)
    ]
    decision = Decision(judge="j", decision="do_not_deploy", reasons=("x",))
    return Audit(judgeaudit_version="0", rubric=RubricFacts(name="demo"), gates=tuple(gates), decisions=(decision,))


def parsed(audit: Audit) -> ET.Element:
    """The root, after every element was held against the layout and every count against what it counts."""
    root = ET.fromstring(junit_xml(audit))
    assert root.tag == "testsuites"
    for node in root.iter():
        attributes, children = ATTRIBUTES[node.tag]
        assert set(node.attrib) == attributes, node.tag
        assert {child.tag for child in node} <= children
        assert sum(child.tag != "system-out" for child in node) <= 1 or node.tag != "testcase"
    for node in (root, *root.findall("testsuite")):
        counted = {"tests": "testcase", "failures": "failure", "errors": "error"} | ({"skipped": "skipped"} if node is not root else {})
        assert {name: int(node.attrib[name]) for name in counted} == {name: len(list(node.iter(tag))) for name, tag in counted.items()}
    names = [case.attrib["name"] for case in root.iter("testcase")]
    assert len(set(names)) == len(names)
    return root


def outcomes(audit: Audit) -> dict[str, str]:
    """What came of each test case, and its message."""
    found = {}
    for case in parsed(audit).iter("testcase"):
        result = next((child for child in case if child.tag != "system-out"), None)
        found[case.attrib["name"]] = "pass" if result is None else f"{result.tag} {result.attrib['message']}"
    return found


def test_a_case_for_each_criterion_and_stratum_holds_all_its_measures() -> None:
    audit = drifted(
        measure("equivalent"), measure("drifted", effect=-0.2, name="accuracy_shift"), measure("equivalent", criterion="kind"), measure("inconclusive", stratum="hard"),
        answer="drifted",
    )  # fmt: skip
    assert outcomes(audit) == {
        "j: right": "failure drifted: accuracy_shift of 'pass' -0.2 (95 % interval -0.2 to +0.3), margin 0.05, corrected p 0.02, 80 anchors",
        "j: kind": "pass",
        "j: right, hard": "error inconclusive: marginal_shift: because",
    }
    failure = next(parsed(audit).iter("failure"))
    assert (failure.text or "").count("\n") == 1
    assert failure.attrib["type"] == "drift"
    assert [suite.attrib["name"] for suite in parsed(audit).iter("testsuite")] == ["j"]


def test_inconclusive_is_an_error_and_never_a_pass() -> None:
    assert outcomes(drifted(measure("inconclusive"), measure("equivalent", name="x"), answer="inconclusive"))["j: right"].startswith("error inconclusive: ")
    assert outcomes(drifted(answer="inconclusive")) == {"j": "error inconclusive: j is inconclusive."}


def test_a_stratum_that_cannot_be_told_is_skipped_where_the_judge_is_equivalent() -> None:
    found = outcomes(drifted(measure("equivalent"), measure("inconclusive", stratum="hard"), answer="equivalent"))
    assert found["j: right"] == "pass"
    assert found["j: right, hard"] == "skipped inconclusive: marginal_shift: because; the judge as a whole is equivalent"


@pytest.mark.parametrize(
    "audit",
    [
        drifted(measure("drifted"), answer="drifted"), drifted(measure("equivalent"), measure("drifted", stratum="s"), answer="drifted"),
        drifted(measure("inconclusive"), answer="inconclusive"), drifted(measure("equivalent"), measure("inconclusive", stratum="s"), answer="equivalent"),
        drifted(answer="inconclusive"), drifted(measure("equivalent"), answer="equivalent"), drifted(measure("equivalent"), answer="equivalent", incomplete=("cut",)),
        watched("judge"), watched("mix"), watched("both"), watched("system"), watched("undecided"), watched("none", state="quiet"), watched("none", state="not_measured"),
        gated("pass"), gated("pass", "fail"), gated("inconclusive", "pass"), gated("not_measured"), gated(),
    ],
)  # fmt: skip
def test_it_is_red_exactly_where_the_exit_code_is_not_0(audit: Audit) -> None:
    root = parsed(audit)
    assert (int(root.attrib["failures"]) + int(root.attrib["errors"]) > 0) == (Result(audit).exit_code != 0)
    assert int(root.attrib["tests"]) > 0


def test_a_monitor_is_one_case() -> None:
    assert outcomes(watched("judge", sentence="The judge has changed.")) == {"j: right": "failure drifted: The judge has changed."}
    assert outcomes(watched("undecided")) == {"j: right": "error inconclusive: It is so."}
    assert outcomes(watched("none", state="not_measured", sentence="Nothing yet.")) == {"j: right": "error inconclusive: Nothing yet."}
    quiet = next(parsed(watched("none", state="quiet")).iter("system-out"))
    assert "production_shift: +0.1 (+0 to +0.2)" in (quiet.text or "")


def test_gates_of_any_audit_are_cases() -> None:
    found = outcomes(gated("pass", "fail", "inconclusive", "not_measured"))
    assert [word.split(":")[0] for word in found.values()] == ["pass", "failure fail", "error inconclusive", "error not measured"]
    assert "do not deploy" in (next(parsed(gated("pass")).iter("testsuite"))[-1].text or "")
    assert outcomes(gated())["gates"].startswith("skipped the rubric sets no gate")


def test_findings_that_are_no_part_of_the_answer_are_said_beside() -> None:
    audit = drifted(measure("equivalent"), answer="equivalent")
    finding = Finding(severity="serious", text="the reasons changed", judge="j")
    said = parsed(audit.model_copy(update={"analyses": (Analysis(name="drift", findings=(finding,)),)}))
    assert next(said.iter("testsuite")).findtext("system-out") == "serious: the reasons changed"


HARD = (
    *HOSTILE,
    *(f"a{chr(code)}b" for code in (0, 1, 8, 11, 12, 13, 27, 31, 127, 0x85, 0xD800, 0xDFFF, 0xFFFE, 0xFFFF, 0x1F600)),
    "]]>",
    "&amp;<!--",
    "a\nb\tc",
)


@pytest.mark.parametrize("text", HARD, ids=ascii)
def test_whatever_comes_in_it_is_xml_of_the_same_layout(text: str) -> None:
    """`parsed` is the check: expat refuses what XML forbids, and nothing foreign becomes an element."""
    dumped = drifted(measure("drifted"), answer="drifted", judge=text, incomplete=(text,)).model_dump()
    dumped["drift"][0]["measures"] = [{**one, "criterion": text, "stratum": text, "group": text, "reason": text} for one in dumped["drift"][0]["measures"]]
    dumped["rubric"]["name"] = text
    assert len(list(parsed(Audit.model_validate(dumped)).iter("testcase"))) == 2
    assert parsed(watched("judge", sentence=text)).find(".//failure") is not None
    assert b"\x1b" not in junit_xml(Audit.model_validate(dumped))


def test_names_that_become_alike_stay_apart() -> None:
    audit = drifted(*(measure("equivalent", criterion=f"a{chr(code)}") for code in (1, 2)), answer="equivalent")
    assert list(outcomes(audit)) == ["j: a\ufffd", "j: a\ufffd (2)"]


def test_the_same_audit_gives_the_same_bytes() -> None:
    audit = drifted(measure("drifted"), answer="drifted")
    assert junit_xml(audit) == junit_xml(audit)
    assert junit_xml(audit).startswith(b"<?xml version='1.0' encoding='utf-8'?>")
