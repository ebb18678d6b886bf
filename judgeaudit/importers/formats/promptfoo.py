"""Results of promptfoo (JSON, or JSONL with one result a line): the verdicts of its model-graded assertions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.exact_json import NumberText
from judgeaudit.importers.fields import Texts, any_text, digest, kind, lines, listing, mapping, number, text, whole
from judgeaudit.importers.foreign import Reading, Start, json_document, start_of
from judgeaudit.importers.text_file import check_file

TITLE = "promptfoo results (.json, .jsonl)"
_MODEL_GRADED = (
    "agent-rubric answer-relevance context-faithfulness context-recall context-relevance conversation-relevance factuality g-eval llm-rubric "
    "model-graded-closedqa model-graded-factuality pi search-rubric select-best trajectory:goal-success"
)
MODEL_GRADED = frozenset(_MODEL_GRADED.split())
"""Types of assertions that a model answers. Those that begin with `promptfoo:redteam:` are so too."""
_FAILED = (
    ("unparsable", ("Could not extract JSON", "llm-rubric produced malformed response", "No output", "Invalid output format", "Unable to parse")),
    ("error", ("API error", "API call error", "API response error", "Error:", "Request timed out", "Remote grading failed")),
)
"""How the reason begins where the grader gave no verdict: promptfoo writes a failed assertion with the score 0 then."""
_HUMAN = "human"
_DEPTH = 5


def recognise(start: Start) -> bool:
    """An export with `evalId` and `results`, an older one whose `results` begin as promptfoo's do, or a line that is one result."""
    if _is_lines(start):
        return True
    if "results" not in start.keys or start.is_list:
        return False
    return "evalId" in start.keys or bool(re.match(r'\{\s*"results"\s*:\s*\{\s*"(version|timestamp)"', start.text))


def _is_lines(start: Start) -> bool:
    """Whether a file holds one result a line."""
    return not start.is_list and start.keys >= {"testCase", "promptIdx"}


@dataclass
class _File:
    """What the results of one file share: the grader that the configuration names, and the rubrics that were met under a name on an item."""

    reading: Reading
    texts: Texts
    grader: str | None = None
    asked: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def criterion(self, item_id: str, name: str, value: Any) -> str:
        """The name, with a number where something else was asked under it before: one item may have several rubrics without names."""
        known = self.asked.setdefault((item_id, name), [])
        mark = digest(value)
        if mark not in known:
            known.append(mark)
        place = known.index(mark) + 1
        return name if place == 1 else f"{name} {place}"


def read(path: Path, reading: Reading) -> Iterator[dict[str, Any]]:
    """The verdicts of a file.

    An item is what one provider answers to one prompt with one set of variables, so that a test that was repeated is one item. It is named by
    the provider and a digest of the rest, which is the cluster: items of one cluster differ in the provider alone.
    """
    file = _File(reading, Texts(reading))
    check_file(path, error=VerdictsError, what="promptfoo export")
    if _is_lines(start_of(path)):
        results: Iterator[tuple[str, Any]] = ((where, one) for where, one in lines(path, reading))
    else:
        document = json_document(path, what="promptfoo export")
        listed, file.grader = _document(document, path.name)
        results = ((f"{path.name}: results[{n}]", one) for n, one in listed)
    for where, value in results:
        yield from _result(mapping(value, where, "the result"), where, file)


def _document(document: Any, where: str) -> tuple[list[tuple[int, Any]], str | None]:
    """Results in the order of the tests (a file has them as they were done), and the grader that the configuration names."""
    if not isinstance(document, dict):
        raise VerdictsError(f"the file holds {kind(document)}, not promptfoo's results", where=where, fix="name what `promptfoo eval -o FILE.json` wrote")
    found = document.get("results")
    if isinstance(found, dict):
        found = found.get("results")
    if found is None:
        raise VerdictsError("there are no `results`", where=where, fix="name what `promptfoo eval -o FILE.json` wrote")
    config = document.get("config")
    test = config.get("defaultTest") if isinstance(config, dict) else None
    options = test.get("options") if isinstance(test, dict) else None
    return sorted(enumerate(listing(found, where, "results")), key=lambda one: _order(one[1])), _provider(options)


def _order(result: Any) -> tuple[float, float]:
    """Test, then prompt."""
    return (_index(result, "testIdx"), _index(result, "promptIdx"))


def _index(result: Any, name: str) -> float:
    value = result.get(name) if isinstance(result, dict) else None
    return float(value) if isinstance(value, NumberText) and len(value) < 16 else 0.0


def _provider(options: Any) -> str | None:
    """The grader that options name: as text, by its id, or under the kind of task that it is for."""
    value = options.get("provider") if isinstance(options, dict) else None
    for _ in range(_DEPTH):
        if not isinstance(value, dict):
            break
        value = next((value[name] for name in ("id", "text", "classification", "embedding") if value.get(name)), None)
    return any_text(value) if isinstance(value, str) and value else None


def _result(result: dict[str, Any], where: str, file: _File) -> Iterator[dict[str, Any]]:
    grading = mapping(result.get("gradingResult"), where, "gradingResult")
    if not grading:
        file.reading.skip("error" if result.get("failureReason") == "2" or result.get("error") else "unscored", where)
        return
    test = mapping(result.get("testCase"), where, "testCase")
    prompt = result.get("prompt")
    raw = prompt.get("raw") if isinstance(prompt, dict) else prompt
    variables = result.get("vars") if result.get("vars") is not None else test.get("vars")
    if isinstance(variables, dict):
        variables = {name: value for name, value in variables.items() if name != "sessionId"}
    cluster = digest([raw, variables] if raw or variables else [result.get("testIdx"), result.get("promptIdx")])
    system = _system(result.get("provider"))
    item_id = f"{system or 'provider'}#{cluster}"
    response = mapping(result.get("response"), where, "response") if isinstance(result.get("response"), dict) else {"output": result.get("response")}
    shared = {"item_id": item_id, "system": system, "cluster": cluster}
    components = [one for part in _components(grading, where) if (one := _asked(part, where, file.reading)) is not None]
    if not components:
        return
    answer = file.texts.add(item_id, input=any_text(raw), response=any_text(response.get("output")))
    grader = _provider(test.get("options")) or file.grader
    for sort, component in components:
        if sort != _HUMAN:
            yield {**shared, **_verdict(component, sort, where, item_id, grader, file), **answer, "where": where}
        elif answer:
            file.reading.skip("discarded", where)
        elif label := _label(component, where):
            file.reading.person(item_id, _HUMAN, label, _metric(component, where))


def _asked(component: dict[str, Any], where: str, reading: Reading) -> tuple[str, dict[str, Any]] | None:
    """The type of an assertion that a model or a person answered; None, and counted, for any other."""
    sort = text(mapping(component.get("assertion"), where, "assertion").get("type"), where, "assertion.type") or ""
    if sort == _HUMAN or sort.removeprefix("not-") in MODEL_GRADED or sort.startswith("promptfoo:redteam:"):
        return sort, component
    reading.skip("not_judged", f"{where} {sort or 'no assertion'}")
    return None


def _label(component: dict[str, Any], where: str) -> str | None:
    return {"true": "pass", "false": "fail"}.get(text(component.get("pass"), where, "pass") or "")


def _metric(component: dict[str, Any], where: str) -> str | None:
    """The name that an assertion was given."""
    return any_text(mapping(component.get("assertion"), where, "assertion").get("metric")) or None


def _system(provider: Any) -> str | None:
    if isinstance(provider, dict):
        provider = provider.get("label") or provider.get("id")
    return any_text(provider) or None


def _components(grading: dict[str, Any], where: str) -> list[dict[str, Any]]:
    """Results of single assertions, those of sets of assertions too."""
    level = [grading]
    found: list[dict[str, Any]] = []
    for _ in range(_DEPTH):
        below: list[dict[str, Any]] = []
        for one in level:
            parts = [mapping(part, where, "a component") for part in listing(one.get("componentResults"), where, "componentResults")]
            below += parts
            if not parts:
                found.append(one)
        level = below
    return found


def _verdict(component: dict[str, Any], sort: str, where: str, item_id: str, grader: str | None, file: _File) -> dict[str, Any]:
    """What one model-graded assertion says."""
    assertion = mapping(component.get("assertion"), where, "assertion")
    judge = _provider(assertion) or grader
    if judge is None:
        file.reading.note('no grading provider is named, so the judge is called "promptfoo": the grader that promptfoo takes by default')
    usage = mapping(component.get("tokensUsed"), where, "tokensUsed")
    prompt, completion, cached = (whole(usage.get(name), where, f"tokensUsed.{name}") for name in ("prompt", "completion", "cached"))
    if cached:
        file.reading.note("the grader's reply came from promptfoo's cache: where it is a repeat, it shows nothing of the judge")
    return {
        "judge": judge or "promptfoo",
        "criterion": file.criterion(item_id, _metric(component, where) or sort, [sort, assertion.get("value")]),
        "rationale": any_text(component.get("reason")),
        "prompt_tokens": prompt or None,
        "completion_tokens": completion or None,
        **_outcome(component, _label(component, where), where),
    }


def _outcome(component: dict[str, Any], label: str | None, where: str) -> dict[str, Any]:
    """Label and score, or the status where the grader gave none."""
    metadata = component.get("metadata")
    reason = (any_text(component.get("reason")) or "").lstrip()
    status = next((word for word, starts in _FAILED if label != "pass" and reason.startswith(starts)), "ok")
    if isinstance(metadata, dict) and metadata.get("graderError") is True and status == "ok":
        status = "error"
    score = number(component.get("score"), where, "score")
    if status == "ok" and label is None and score is None:
        status = "unparsable"
    return {"status": status, "label": label if status == "ok" else None, "score": score if status == "ok" else None}
