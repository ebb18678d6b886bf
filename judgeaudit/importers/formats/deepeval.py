"""Test runs of DeepEval (`.latest_run_full.json`, `test_run_<time>.json`): one verdict for each metric of a test case."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.fields import Texts, any_text, digest, kind, listing, mapping, number, text, whole
from judgeaudit.importers.foreign import Reading, Start, json_document

TITLE = "DeepEval test runs (.json)"
_RUN = "testRunData"
_CASES = ("testCases", "conversationalTestCases")


def recognise(start: Start) -> bool:
    """A JSON object with test cases, or one with the data of a test run."""
    return not start.is_list and not {_RUN, *_CASES}.isdisjoint(start.keys)


def read(path: Path, reading: Reading) -> Iterator[dict[str, Any]]:
    """The verdicts of one test run. Items have the names of their test cases; where one name stands for several inputs, a digest of the input follows it."""
    document = json_document(path, what="test run of DeepEval")
    if isinstance(document, dict) and isinstance(document.get(_RUN), dict):
        document = document[_RUN]
    if not isinstance(document, dict) or not any(name in document for name in _CASES):
        said = f"the file holds {kind(document)} without `testCases`"
        raise VerdictsError(said, where=path.name, fix="name a test run of DeepEval")
    settings = document.get("hyperparameters")
    system = any_text(settings.get("model")) if isinstance(settings, dict) else None
    cases = [
        (f"{path.name}: {name}[{n}]", mapping(case, f"{path.name}: {name}[{n}]", "the test case"))
        for name in _CASES
        for n, case in enumerate(listing(document.get(name), path.name, name))
    ]
    inputs: dict[str, set[str]] = {}
    for where, case in cases:
        inputs.setdefault(_name(case, where), set()).add(_asked(case))
    texts = Texts(reading)
    for where, case in cases:
        name = _name(case, where)
        item_id = name if len(inputs[name]) == 1 else f"{name}#{_asked(case)}"
        yield from _case(case, where, {"item_id": item_id, "system": system, "where": where}, texts, reading)


def _name(case: dict[str, Any], where: str) -> str:
    return text(case.get("name"), where, "name") or _asked(case)


def _asked(case: dict[str, Any]) -> str:
    """What a case asks; of a conversation, what its turns say."""
    return digest([case.get("input"), case.get("expectedOutput"), case.get("turns") if case.get("input") is None else None])


def _case(case: dict[str, Any], where: str, shared: dict[str, Any], texts: Texts, reading: Reading) -> Iterator[dict[str, Any]]:
    metrics = listing(case.get("metricsData"), where, "metricsData")
    if not metrics:
        reading.skip("unscored", where)
        return
    if case.get("trace") is not None:
        reading.note("metrics of single spans in a trace are not read: they are not about the test case")
    rows = [row for n, one in enumerate(metrics) if (row := _metric(mapping(one, where, "a metric"), f"{where} metricsData[{n}]", reading)) is not None]
    answer = {}
    if rows:
        context = [any_text(one) or "" for name in ("context", "retrievalContext") for one in listing(case.get(name), where, name)]
        answer = texts.add(
            shared["item_id"],
            input=any_text(case.get("input") if case.get("input") is not None else case.get("turns")),
            response=any_text(case.get("actualOutput")),
            reference=any_text(case.get("expectedOutput")),
            context="\n\n".join(context) or None,
        )
    for row in rows:
        yield {**shared, **row, **answer}


def _metric(metric: dict[str, Any], where: str, reading: Reading) -> dict[str, Any] | None:
    """The verdict of one metric; None where it asked no model."""
    name = text(metric.get("name"), where, "name")
    if not name:
        raise VerdictsError("the metric has no name", where=where, fix="export the test run again")
    judge, reason = text(metric.get("evaluationModel"), where, "evaluationModel"), any_text(metric.get("reason"))
    failed = metric.get("error") is not None
    if not judge:
        if not reason and not failed:
            reading.skip("not_judged", where)
            return None
        reading.note("a metric names no model, so the judge has the name of the metric")
    score = number(metric.get("score"), where, "score")
    label = {"true": "pass", "false": "fail"}.get(text(metric.get("success"), where, "success") or "")
    status = "error" if failed else "unparsable" if score is None else "ok"
    return {
        "judge": judge or name,
        "criterion": name,
        "label": label if status == "ok" else None,
        "score": score if status == "ok" else None,
        "status": status,
        "rationale": reason,
        "cost_usd": number(metric.get("evaluationCost"), where, "evaluationCost"),
        "prompt_tokens": whole(metric.get("inputTokenCount"), where, "inputTokenCount"),
        "completion_tokens": whole(metric.get("outputTokenCount"), where, "outputTokenCount"),
    }
