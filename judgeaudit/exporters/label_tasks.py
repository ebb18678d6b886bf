"""Cases that need a human, as tasks of labelling tools: Label Studio and Argilla. A judge's verdict is not shown, so that nobody leans on it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import quoteattr

TEXTS = ("input", "context", "reference", "response", "response_a", "response_b")
"""Texts in the order in which a person reads them."""


@dataclass(frozen=True)
class Question:
    """One criterion as a person is asked it. `labels` is empty on an interval scale, from `low` to `high`."""

    name: str
    question: str
    labels: tuple[str, ...]
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Task:
    """One item to label: its texts, what it is to be labelled on, and why it is here (counts, never what the judge said)."""

    item_id: str
    texts: Mapping[str, str]
    why: tuple[str, ...]


def label_studio_json(tasks: Sequence[Task]) -> str:
    """Tasks for an import into Label Studio.

    Parameters
    ----------
    tasks : sequence of Task

    Returns
    -------
    str
        A JSON list; `data.item_id` is the item, so that an export of the answers is read back with the right ids.
    """
    rows = [{"data": {"item_id": task.item_id, **_texts(task)}, "meta": {"why": list(task.why)}} for task in tasks]
    return json.dumps(rows, ensure_ascii=False, indent=1)


def label_studio_config(questions: Sequence[Question], names: Sequence[str]) -> str:
    """The labelling interface for these tasks: each text under its name, each criterion as one control of that name."""
    shown = [f'  <Header value={quoteattr(name)}/>\n  <Text name="{name}" value="${name}"/>' for name in names]
    about = next((name for name in reversed(names) if name.startswith("response")), names[-1] if names else "input")
    return "\n".join(["<View>", *shown, *(_control(question, about) for question in questions), "</View>", ""])


def _control(question: Question, about: str) -> str:
    head = f"  <Header value={quoteattr(question.question)}/>"
    name = quoteattr(question.name)
    if not question.labels:
        ends = f'min="{question.low:.15g}" max="{question.high:.15g}" ' if question.low is not None and question.high is not None else ""
        return f'{head}\n  <Number name={name} toName="{about}" {ends}required="true"/>'
    choices = "\n".join(f"    <Choice value={quoteattr(label)}/>" for label in question.labels)
    return f'{head}\n  <Choices name={name} toName="{about}" choice="single" required="true">\n{choices}\n  </Choices>'


def argilla_records(tasks: Sequence[Task], suffix: str) -> str:
    """Records for Argilla, `id`, `fields`, `metadata`: a JSON list where the file's suffix is .json, else one a line."""
    rows = [{"id": task.item_id, "fields": _texts(task), "metadata": {"why": "; ".join(task.why)}} for task in tasks]
    if suffix.casefold() == ".json":
        return json.dumps(rows, ensure_ascii=False, indent=1)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def argilla_settings(questions: Sequence[Question], names: Sequence[str]) -> str:
    """Fields and questions of a data set that holds these records, as Argilla's settings are written in JSON."""
    asked = []
    for question in questions:
        kind: dict[str, Any] = {"type": "label_selection", "options": [{"value": label, "text": label} for label in question.labels]}
        if not question.labels:
            kind = {"type": "text"}
        asked.append({"name": question.name, "title": question.question, "required": True, "settings": kind})
    fields = [{"name": name, "title": name, "required": False, "settings": {"type": "text"}} for name in names]
    return json.dumps({"fields": fields, "questions": asked, "metadata": [{"name": "why", "settings": {"type": "terms"}}]}, ensure_ascii=False, indent=1)


def _texts(task: Task) -> dict[str, str]:
    return {name: task.texts[name] for name in TEXTS if name in task.texts}
