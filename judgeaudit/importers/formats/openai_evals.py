"""Logs of OpenAI's open-source evals (`oaieval`, JSONL): choices of a grading model, and matches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.exact_json import NumberText
from judgeaudit.importers.fields import Texts, any_text, lines, listing, mapping, number, text
from judgeaudit.importers.foreign import Reading, Start

TITLE = "OpenAI evals logs (.jsonl)"
_EVENT = {"run_id", "event_id", "sample_id", "type", "data"}
_SPEC = ("eval_name", "completion_fns", "base_eval")
_INVALID = "__invalid__"
"""The choice that stands where no choice could be read from the grader's reply."""
_UNNAMED = "openai evals"


def recognise(start: Start) -> bool:
    """A first line with the run's specification, or one that is an event."""
    if start.is_list:
        return False
    return start.keys >= _EVENT or (start.keys == {"spec"} and any(f'"{name}"' in start.text for name in _SPEC))


@dataclass
class _Run:
    """What the specification says, and what was asked in the samples that are not judged yet."""

    reading: Reading
    texts: Texts
    judge: str = _UNNAMED
    name: str = _UNNAMED
    graded: str = "choice"
    system: str | None = None
    suffix: str = ""
    asked: dict[str, list[dict[str, Any]]] = field(default_factory=dict)


def read(path: Path, reading: Reading) -> Iterator[dict[str, Any]]:
    """Stream the verdicts of one log.

    The last of a run's completion functions grades, as in the framework's `ModelBasedClassify`; where there is but one, it grades its own
    answers. The grader's last reply before the choice is the rationale. Matches and other metrics are made by the eval's program, which has
    the eval's name as a judge. Lines are written in batches, so a log without final report lacks some.
    """
    run = _Run(reading, Texts(reading))
    ended = False
    for where, line in lines(path, reading):
        if "spec" in line:
            _start(mapping(line["spec"], where, "spec"), where, run)
        elif "final_report" in line:
            ended = True
        else:
            yield from _event(line, where, run)
    if not ended:
        reading.note("a log has no final report: its run did not end, and what it had not written yet is lost")


def _start(spec: dict[str, Any], where: str, run: _Run) -> None:
    functions = [name for one in listing(spec.get("completion_fns"), where, "completion_fns") if (name := text(one, where, "completion_fns"))]
    run.name = text(spec.get("eval_name"), where, "eval_name") or text(spec.get("base_eval"), where, "base_eval") or _UNNAMED
    run.judge = functions[-1] if functions else run.name
    run.system = " + ".join(functions[:-1] or functions) or None
    run.suffix = run.reading.apart("openai_evals", "", run.system or "")
    run.asked.clear()
    config = spec.get("run_config")
    eval_spec = config.get("eval_spec") if isinstance(config, dict) else None
    args = eval_spec.get("args") if isinstance(eval_spec, dict) else None
    graded = args.get("modelgraded_spec") if isinstance(args, dict) else None
    run.graded = (any_text(graded) or "choice") if not isinstance(graded, (dict, list)) else "choice"


def _event(event: dict[str, Any], where: str, run: _Run) -> Iterator[dict[str, Any]]:
    sort, sample = text(event.get("type"), where, "type"), text(event.get("sample_id"), where, "sample_id")
    if sort is None:
        raise VerdictsError("the line is no spec, event or final report", where=where, fix="name a log of oaieval")
    if sort not in ("sampling", "match", "metrics", "error"):
        return
    if not sample:
        raise VerdictsError("the event has no sample_id", where=where, fix="name a log of oaieval")
    if sort == "error":
        run.asked.pop(sample, None)
        run.reading.skip("error", where)
        return
    data = mapping(event.get("data"), where, "data")
    if sort == "sampling":
        run.asked.setdefault(sample, []).append(data)
        return
    created = text(event.get("created_at"), where, "created_at")
    item_id = sample + run.suffix
    shared = {"item_id": item_id, "system": run.system, "where": where, "created_at": created.replace(" ", "T", 1) if created else None}
    asked = run.asked.pop(sample, [])
    if sort == "metrics" and "choice" in data:
        # the first of several samplings is the judged answer; a lone one is the grader's
        yield {**shared, **_choice(data, asked, where, run), **_item(run, item_id, asked[:-1])}
        return
    run.reading.note("matches and metrics without a choice are made by the eval's program, which is the judge under the eval's name")
    answer = _item(run, item_id, asked)
    values = {"match": data.get("correct")} if sort == "match" else data
    for name, value in values.items():
        if isinstance(value, (dict, list)):
            run.reading.skip("not_judged", f"{where} {name}")
        else:
            yield {**shared, "judge": run.name, "criterion": any_text(name) or "metric", **_outcome(value, where), **answer}


def _choice(data: dict[str, Any], asked: list[dict[str, Any]], where: str, run: _Run) -> dict[str, Any]:
    """The choice of a grading model."""
    label = text(data.get("choice"), where, "choice")
    given = label not in (None, "", _INVALID)
    return {
        "judge": run.judge,
        "criterion": run.graded,
        "label": label if given else None,
        "score": number(data.get("score"), where, "score") if given else None,
        "status": "ok" if given else "unparsable",
        "rationale": _said(asked[-1].get("sampled")) if asked else None,
    }


def _outcome(value: Any, where: str) -> dict[str, Any]:
    """A number is a score, text and truth values are labels."""
    score = number(value, where, "the value") if isinstance(value, NumberText) else None
    label = None if isinstance(value, NumberText) else text(value, where, "the value") or None
    return {"label": label, "score": score, "status": "ok" if label is not None or score is not None else "unparsable"}


def _said(value: Any) -> str | None:
    """What was sampled: a text, or a list of one."""
    return any_text(value[0] if isinstance(value, list) and len(value) == 1 else value)


def _item(run: _Run, item_id: str, asked: list[dict[str, Any]]) -> dict[str, str]:
    """The prompt and the answer to it; what a row of another answer has besides."""
    return run.texts.add(item_id, input=_messages(asked[0].get("prompt")), response=_said(asked[0].get("sampled"))) if asked else {}


def _messages(prompt: Any) -> Any:
    """A prompt as text or as a list of messages."""
    if not isinstance(prompt, list):
        return any_text(prompt)
    return [{"role": any_text(one.get("role")) or "user", "content": any_text(one.get("content")) or ""} for one in prompt if isinstance(one, dict)] or None
