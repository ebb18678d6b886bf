"""JUnit XML: what an audit answers as test cases, for whatever shows tests in CI."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from judgeaudit.domain.drift import DriftAnswer, DriftMeasure
from judgeaudit.domain.results import Audit, GateResult

_ILLEGAL = re.compile("[^\t\n\r\u0020-\u007e\u0085\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""All that XML 1.0 forbids, and the controls that it only discourages."""

LONGEST = 600
"""Characters of a message, which viewers show on a line; the whole stands below it."""

Outcome = Literal["pass", "failure", "error", "skipped"]
OUTCOMES: dict[str, Outcome] = {"pass": "pass", "fail": "failure", "inconclusive": "error", "not_measured": "error"}
CHANGED = {"judge": "the judge has changed", "system": "the judged system has changed", "both": "judge and system have changed", "mix": "the mix has changed"}


@dataclass(frozen=True)
class _Test:
    """One test case: its name, what came of it, why in a line, and everything that was measured."""

    name: str
    outcome: Outcome
    message: str = ""
    lines: tuple[str, ...] = ()


def junit_xml(audit: Audit) -> bytes:
    """An audit as JUnit XML.

    Parameters
    ----------
    audit : Audit
        Of a check for drift there is one test case for each judge and criterion, and for each of its strata, with all measures in it; of a
        monitor one for what is watched; of any other audit one for each gate.

    Returns
    -------
    bytes
        UTF-8 with a declaration. Characters that XML forbids are U+FFFD. The same audit gives the same bytes.

    Notes
    -----
    A failure is what drifted, or a gate that fails. What is inconclusive is an error, since a test that is skipped passes. Only a stratum that
    is inconclusive is skipped where its judge is equivalent as a whole: so there is a failure or an error exactly where the exit code is not 0.
    Elements and attributes are those that the schemas of Jenkins (junit-10.xsd) and of Ant's reports have in common; times are 0, since nothing
    was timed.
    """
    if audit.drift:
        suites = [(answer.judge, _drift_tests(answer), _reasons(audit, answer.judge)) for answer in audit.drift]
        kind = "drift"
    elif audit.attribution is not None:
        suites, kind = [(_watched(audit)[0], [_monitor_test(audit)], ())], "monitor"
    else:
        suites, kind = _gate_suites(audit), "gates"
    if audit.incomplete:
        suites.append(("run", [_Test("the run is complete", "error", f"incomplete: {audit.incomplete[0]}", tuple(audit.incomplete))], ()))
    return _written(f"judgeaudit {kind}: {audit.rubric.name}", f"judgeaudit.{kind}", suites)


def _drift_tests(answer: DriftAnswer) -> list[_Test]:
    """The cases of one judge; one that says why where nothing was measured."""
    parts = dict.fromkeys((one.criterion, one.stratum) for one in answer.measures)
    found = [_drift_test(answer, [one for one in answer.measures if (one.criterion, one.stratum) == part]) for part in parts]
    return found or [_Test(answer.judge, "error", f"inconclusive: {answer.sentence}", (answer.sentence,))]


def _drift_test(answer: DriftAnswer, measures: Sequence[DriftMeasure]) -> _Test:
    criterion, stratum = measures[0].criterion, measures[0].stratum
    name = f"{answer.judge}: {criterion}" + (f", {stratum}" if stratum is not None else "")
    lines = tuple(_measure_line(one) for one in measures)
    if drifted := [one for one in measures if one.answer == "drifted"]:
        worst = min(drifted, key=lambda one: 0.0 if one.p_adjusted is None else one.p_adjusted)
        return _Test(name, "failure", f"drifted: {_measured(worst)}", lines)
    if opened := [one for one in measures if one.answer == "inconclusive"]:
        message = f"inconclusive: {opened[0].measure}: {opened[0].reason or 'it cannot be told'}"
        decides = stratum is None or answer.answer != "equivalent"
        return _Test(name, "error" if decides else "skipped", message if decides else f"{message}; the judge as a whole is equivalent", lines)
    return _Test(name, "pass", lines=lines)


def _measured(one: DriftMeasure) -> str:
    """Effect, interval, margin and p value of a measure."""
    of = f" of {one.group!r}" if one.group is not None else ""
    effect = "undefined" if one.effect is None else f"{one.effect:+.3g}"
    interval = "no interval" if one.low is None or one.high is None else f"95 % interval {one.low:+.3g} to {one.high:+.3g}"
    p = "" if one.p_adjusted is None else f", corrected p {one.p_adjusted:.2g}"
    return f"{one.measure}{of} {effect} ({interval}), margin {one.margin:.3g}{p}, {one.n_items} anchors"


def _measure_line(one: DriftMeasure) -> str:
    seen = "" if one.detectable is None else f", seen from {one.detectable:.3g}"
    return f"{one.answer}: {_measured(one)}{seen}" + (f" ({one.reason})" if one.reason else "")


def _reasons(audit: Audit, judge: str) -> tuple[str, ...]:
    """Findings that are no part of the answer, and must be read all the same: reasons that changed, what was unlike in both runs."""
    answers = {answer.sentence for answer in audit.drift}
    found = [one for analysis in audit.analyses for one in analysis.findings if one.severity != "note" and one.judge in (None, judge)]
    return tuple(f"{one.severity}: {one.text}" for one in found if one.text not in answers)


def _watched(audit: Audit) -> tuple[str, str]:
    """Judge and criterion of a monitor."""
    judge = audit.judges[0].name if audit.judges else audit.rubric.name
    return judge, str(audit.rubric.criteria[0].get("name", "")) if audit.rubric.criteria else ""


def _monitor_test(audit: Audit) -> _Test:
    rows = [analysis.blocks.get("monitor") for analysis in audit.analyses]
    block = next((row for listed in rows if isinstance(listed, (list, tuple)) for row in listed if isinstance(row, dict)), {})
    said = str(block.get("sentence") or "")
    named = audit.attribution or "none"
    lines = tuple(line for line in (said, f"attribution: {named}", *_shifts(audit)) if line)
    name = ": ".join(part for part in _watched(audit) if part)
    if named in CHANGED:
        return _Test(name, "failure", f"drifted: {said or CHANGED[named]}", lines)
    if named == "undecided" or block.get("state") == "not_measured":
        return _Test(name, "error", f"inconclusive: {said or 'something has changed, and it cannot be told what'}", lines)
    return _Test(name, "pass", lines=lines)


def _shifts(audit: Audit) -> Iterable[str]:
    for one in audit.estimates:
        if one.value is None:
            yield f"{one.name}: undefined ({one.undefined})"
        else:
            yield f"{one.name}: {one.value:+.3g}" + ("" if one.low is None or one.high is None else f" ({one.low:+.3g} to {one.high:+.3g})")


def _gate_suites(audit: Audit) -> list[tuple[str, list[_Test], tuple[str, ...]]]:
    """Gates by judge; where there are none, that is said by a test that is skipped."""
    if not audit.gates:
        return [("gates", [_Test("gates", "skipped", "the rubric sets no gate, so none holds and none fails")], _decisions(audit, None))]
    judges = dict.fromkeys(gate.judge for gate in audit.gates)
    return [(judge or "all judges", [_gate_test(gate) for gate in audit.gates if gate.judge == judge], _decisions(audit, judge)) for judge in judges]


def _gate_test(gate: GateResult) -> _Test:
    stratum = f"stratum {gate.stratum}" if gate.stratum is not None else None
    about = ", ".join(name for name in (gate.judge or "all judges", gate.criterion, gate.group, stratum, gate.of_what) if name)
    value = "not measured" if gate.value is None else f"{gate.value:.4g}"
    ends = "" if gate.low is None or gate.high is None else f" ({gate.low:.4g} to {gate.high:.4g})"
    line = f"{gate.metric} {value}{ends}, limit {gate.limit}"
    word = gate.status.replace("_", " ")
    return _Test(f"{gate.metric}: {about}", OUTCOMES[gate.status], f"{word}: {gate.reason or line}", (line, *([gate.reason] if gate.reason else [])))


def _decisions(audit: Audit, judge: str | None) -> tuple[str, ...]:
    return tuple(f"decision on {one.judge}: {one.decision.replace('_', ' ')}" for one in audit.decisions if judge in (None, one.judge))


def _written(title: str, classname: str, suites: Sequence[tuple[str, Sequence[_Test], Sequence[str]]]) -> bytes:
    root = ET.Element("testsuites", name=_legal(title), **_counts([test for _, tests, _ in suites for test in tests]), time="0")
    names: Counter[str] = Counter()
    for name, tests, out in suites:
        counts = _counts(tests)
        suite = ET.SubElement(root, "testsuite", name=_legal(name), **counts, skipped=str(sum(test.outcome == "skipped" for test in tests)), time="0")
        for test in tests:
            _add(suite, test, classname, names)
        if out:
            ET.SubElement(suite, "system-out").text = _legal("\n".join(out))
    ET.indent(root)
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _counts(tests: Sequence[_Test]) -> dict[str, Any]:
    return {"tests": str(len(tests)), **{f"{kind}s": str(sum(test.outcome == kind for test in tests)) for kind in ("failure", "error")}}


def _add(suite: ET.Element, test: _Test, classname: str, names: Counter[str]) -> None:
    """A test case; its name is its own, or viewers would take it for another one's second run."""
    name = _legal(" ".join(test.name.split()))
    names[name] += 1
    case = ET.SubElement(suite, "testcase", classname=classname, name=name if names[name] == 1 else f"{name} ({names[name]})", time="0")
    text = _legal("\n".join(test.lines))
    if test.outcome == "pass":
        if text:
            ET.SubElement(case, "system-out").text = text
        return
    said = _legal(" ".join(test.message.split()))
    result = ET.SubElement(case, test.outcome, message=said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…")
    if test.outcome != "skipped":
        result.set("type", "inconclusive" if test.outcome == "error" else "drift" if classname.endswith(("drift", "monitor")) else "gate")
    result.text = text or None


def _legal(text: str) -> str:
    """Foreign text as XML may hold it."""
    return _ILLEGAL.sub("\ufffd", text)
