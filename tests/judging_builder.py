"""Judges, rubrics and planned calls for the tests of judging: one short prompt, keys that tell what they are."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from judgeaudit.domain.calls import Attempt, CallRecord, CallSpec, Prompt
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Judge, Rubric
from judgeaudit.errors import JudgeError
from judgeaudit.judging.client import Client, open_client
from judgeaudit.judging.execute import Execution, execute
from judgeaudit.judging.parameters import resolve
from judgeaudit.judging.weights import check_weights

SCHEMA = {
    "type": "object",
    "properties": {"reasons": {"type": "array", "items": {"type": "string", "maxLength": 40}, "maxItems": 1}, "label": {"enum": ["pass", "fail"]}},
    "required": ["reasons", "label"],
    "additionalProperties": False,
}
PROMPT = Prompt(messages=({"role": "user", "content": "Is the shop open at nine? pass or fail."},), schema=SCHEMA, prompt_hash="prompt-1")


def need_weights(model: str) -> None:
    """Skip where the embedded model is not installed; where everything must run, that fails."""
    try:
        check_weights(model)
    except JudgeError as missing:
        pytest.skip(str(missing))


def make_rubric(*judges: Mapping[str, Any], **more: Any) -> Rubric:
    """A rubric with one criterion and these judges."""
    criterion = {"name": "hours", "question": "Are the hours given?", "scale": {"level": "nominal", "labels": ["pass", "fail"]}}
    return Rubric.model_validate({"name": "shop", "criteria": [criterion], "judges": list(judges), **more})


def make_specs(judge: str, n: int, *, prompt: Prompt = PROMPT, seed: int | None = 1, first: int = 0) -> list[CallSpec]:
    """`n` replicates of one item; the key is `<judge>-<replicate>`."""
    return [
        CallSpec(key=f"{judge}-{r}", judge=judge, item_id="i1", criterion="hours", replicate=r, seed_sent=None if seed is None else seed + r, prompt=prompt)
        for r in range(first, first + n)
    ]


@contextlib.asynccontextmanager
async def opened(rubric: Rubric, *, folder: Path = Path(), items: Iterable[Item] = ()) -> AsyncIterator[dict[str, Client]]:
    """A client for every judge of a rubric, closed at the end."""
    clients: dict[str, Client] = {}
    try:
        for judge in rubric.judges:
            clients[judge.name] = await open_client(
                judge, resolve(rubric, judge), folder=folder, prices=rubric.prices, items=tuple(items), criteria=rubric.criteria
            )
        yield clients
    finally:
        for client in clients.values():
            await client.close()


def run_calls(
    rubric: Rubric,
    specs: Iterable[CallSpec],
    *,
    write: Callable[[CallRecord], None] | None = None,
    folder: Path = Path(),
    items: Iterable[Item] = (),
    **options: Any,
) -> tuple[Execution, list[CallRecord]]:
    """Open the rubric's judges, make the calls, and give the last record of each key in the order in which they were written."""
    records: dict[str, CallRecord] = {}

    def keep(record: CallRecord) -> None:
        records.pop(record.key, None)
        records[record.key] = record

    async def work() -> Execution:
        async with opened(rubric, folder=folder, items=items) as clients:
            return await execute(specs, clients, write=write or keep, **options)

    return asyncio.run(work()), list(records.values())


def stub_judge(api_base: str, *, name: str = "j", model: str = "openai/stub-model", **more: Any) -> dict[str, Any]:
    """A judge of the rubric that is the stub server."""
    return {"model": model, "name": name, "api_base": api_base, "timeout_s": 1.0, **more}


def content_of(attempt: Attempt) -> Any:
    """The text that a stored reply carries."""
    assert attempt.reply is not None
    return json.loads(attempt.reply)["choices"][0]["message"]["content"]


def judge_of(rubric: Rubric) -> Judge:
    return rubric.judges[0]
