"""A function of the user's as a judge: what it is given, what is kept of it, and that its trouble is a row."""

from __future__ import annotations

import asyncio
import json
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from judging_builder import judge_of, make_rubric, make_specs, run_calls

from judgeaudit.domain.calls import CallSpec
from judgeaudit.domain.items import Item
from judgeaudit.errors import JudgeError
from judgeaudit.judging.client import check_ready

ITEM = Item(id="i1", input="q", response="We open at nine.")


def rubric_with(folder: Path, code: str, *, function: str = "judge", **judge: Any) -> Any:
    (folder / "mychecks.py").write_text(textwrap.dedent(code), encoding="utf-8")
    return make_rubric({"model": f"python:mychecks:{function}", "name": "rule", **judge})


def value_of(folder: Path, code: str, *, item: Item = ITEM, order: str | None = None, **judge: Any) -> Any:
    spec = make_specs("rule", 1, seed=7)[0]
    spec = CallSpec(**{name: getattr(spec, name) for name in ("key", "judge", "item_id", "criterion", "replicate", "seed_sent", "prompt")}, order=order)
    _, records = run_calls(rubric_with(folder, code, **judge), [spec], folder=folder, items=[item])
    attempt = records[0].last
    return attempt.error if attempt.reply is None else json.loads(attempt.reply)


def test_it_is_given_item_criterion_seed_and_replicate(tmp_path: Path) -> None:
    code = """
        def judge(item, criterion, *, seed, replicate):
            return {"label": "pass", "rationale": f"{item.response}|{criterion.name}|{seed}|{replicate}"}
    """
    assert value_of(tmp_path, code) == {"object": "python", "value": {"label": "pass", "rationale": "We open at nine.|hours|7|0"}}


def test_it_costs_nothing_and_its_seed_is_sent(tmp_path: Path) -> None:
    rubric = rubric_with(tmp_path, "def judge(item, criterion, *, seed, replicate):\n    return str(seed)\n")
    execution, records = run_calls(rubric, make_specs("rule", 3, seed=5), folder=tmp_path, items=[ITEM])
    assert [json.loads(r.last.reply or "")["value"] for r in records] == ["5", "6", "7"]
    assert [r.cost_usd for r in records] == [0.0, 0.0, 0.0]
    assert (execution.finished, execution.requests) == (3, 3)


def test_pairwise_ba_shows_the_responses_the_other_way_round(tmp_path: Path) -> None:
    item = Item(id="i1", input="q", response_a="first", response_b="second")
    code = "def judge(item, criterion, *, seed, replicate):\n    return item.response_a + ' ' + item.response_b\n"
    assert value_of(tmp_path, code, item=item, order="ab")["value"] == "first second"
    assert value_of(tmp_path, code, item=item, order="ba")["value"] == "second first"


def test_what_it_raises_becomes_an_error_with_type_message_and_line(tmp_path: Path) -> None:
    code = """
        def judge(item, criterion, *, seed, replicate):
            raise KeyError("no such thing")
    """
    assert value_of(tmp_path, code) == "KeyError: 'no such thing' (mychecks.py, line 3)"


@pytest.mark.parametrize("leave", ["import sys; sys.exit(3)", "raise KeyboardInterrupt"])
@pytest.mark.parametrize("kind", ["def", "async def"])
def test_it_cannot_end_the_run(tmp_path: Path, kind: str, leave: str) -> None:
    assert "ended the program" in value_of(tmp_path, f"{kind} judge(item, criterion, *, seed, replicate):\n    {leave}\n")


@pytest.mark.parametrize("returned", ["object()", "{'label': float('nan')}", "{1, 2}", "b'pass'"])
def test_what_is_no_text_or_dict_is_an_error(tmp_path: Path, returned: str) -> None:
    message = value_of(tmp_path, f"def judge(item, criterion, *, seed, replicate):\n    return {returned}\n")
    assert "no text or dict" in message


def test_numbers_of_numpy_are_numbers(tmp_path: Path) -> None:
    code = "import numpy as np\ndef judge(item, criterion, *, seed, replicate):\n    return {'score': np.float64(0.5), 'n': np.int64(3)}\n"
    assert value_of(tmp_path, code)["value"] == {"score": 0.5, "n": 3}


def test_a_coroutine_of_a_plain_function_is_an_error(tmp_path: Path) -> None:
    code = "async def inner(): return 'pass'\ndef judge(item, criterion, *, seed, replicate):\n    return inner()\n"
    assert "async function" in value_of(tmp_path, code)


def test_a_plain_function_is_called_in_order_and_in_one_thread(tmp_path: Path) -> None:
    code = """
        import threading
        calls = []
        def judge(item, criterion, *, seed, replicate):
            calls.append(replicate)
            return {"calls": list(calls), "thread": threading.get_ident()}
    """
    rubric = rubric_with(tmp_path, code)
    _, records = run_calls(rubric, make_specs("rule", 5), folder=tmp_path, items=[ITEM])
    values = [json.loads(r.last.reply or "")["value"] for r in records]
    assert values[-1]["calls"] == [0, 1, 2, 3, 4]
    assert len({value["thread"] for value in values}) == 1
    assert values[0]["thread"] != threading.get_ident(), "the event loop goes on while the function runs"


def test_async_functions_run_at_once(tmp_path: Path) -> None:
    code = "import asyncio\nasync def judge(item, criterion, *, seed, replicate):\n    await asyncio.sleep(0.2)\n    return 'pass'\n"
    start = time.perf_counter()
    execution, _ = run_calls(rubric_with(tmp_path, code), make_specs("rule", 8), folder=tmp_path, items=[ITEM])
    assert execution.finished == 8
    assert time.perf_counter() - start < 1.0


@pytest.mark.parametrize("code", ["import time\ndef judge(item, criterion, *, seed, replicate):\n    time.sleep(5 if replicate == 0 else 0)\n    return 'pass'\n",
                                  "import asyncio\nasync def judge(item, criterion, *, seed, replicate):\n    await asyncio.sleep(5 if replicate == 0 else 0)\n    return 'pass'\n"])  # fmt: skip
def test_a_function_that_does_not_return_is_given_up_and_holds_up_nothing(tmp_path: Path, code: str) -> None:
    start = time.perf_counter()
    execution, records = run_calls(rubric_with(tmp_path, code, timeout_s=0.3), make_specs("rule", 3), folder=tmp_path, items=[ITEM])
    assert time.perf_counter() - start < 3
    assert execution.finished == 3
    by_replicate = {r.replicate: r.last for r in records}
    assert "timed out after 0.3 s" in (by_replicate[0].error or "")
    assert by_replicate[1].reply is not None
    assert by_replicate[2].reply is not None


def test_the_folders_module_is_imported_as_it_stands_now(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        code = f"def judge(item, criterion, *, seed, replicate):\n    return {folder.name!r}\n"
        assert value_of(folder, code)["value"] == folder.name
    assert not [entry for entry in sys.path if str(tmp_path) in entry], "the import path is as it was"


@pytest.mark.parametrize("helper", ["helper_of_judge.py", "helper_of_judge/words.py", "helper_of_judge/__init__.py"])
@pytest.mark.parametrize("late", [False, True])
def test_what_the_judge_imports_from_its_folder_is_read_anew_too(tmp_path: Path, helper: str, late: bool) -> None:
    """One name in two folders, and edited in one: a module, a package without and with `__init__.py`, imported at once or by the call."""
    what = "from helper_of_judge import words" if helper.endswith("words.py") else "import helper_of_judge as words"
    at_once, by_call = ("", f"    {what}\n") if late else (f"{what}\n", "")
    code = f"{at_once}def judge(item, criterion, *, seed, replicate):\n{by_call}    return words.WORD\n"
    for folder, word in (("a", "one"), ("b", "three"), ("a", "eleven")):
        file = tmp_path / folder / helper
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"WORD = {word!r}\n")
        assert value_of(tmp_path / folder, code)["value"] == word
    assert not any(name.partition(".")[0] == "helper_of_judge" for name in sys.modules)


def problem(folder: Path, code: str, **judge: Any) -> str:
    with pytest.raises(JudgeError) as caught:
        check_ready(judge_of(rubric_with(folder, code, **judge)), folder)
    return str(caught.value)


def test_a_callable_that_cannot_be_used_is_found_before_any_call(tmp_path: Path) -> None:
    assert "has no 'judge'" in problem(tmp_path, "x = 1\n")
    assert "not a function" in problem(tmp_path, "judge = 5\n")
    assert "judge(item, criterion, *, seed, replicate)" in problem(tmp_path, "def judge(item): return 'pass'\n")
    assert "SyntaxError" in problem(tmp_path, "def judge(:\n")
    assert "ZeroDivisionError" in problem(tmp_path, "1 / 0\n")
    with pytest.raises(JudgeError, match="No module named 'nowhere'"):
        check_ready(judge_of(make_rubric({"model": "python:nowhere:judge"})), tmp_path)


def test_a_good_callable_passes_the_check_inside_a_running_loop_too(tmp_path: Path) -> None:
    rubric = rubric_with(tmp_path, "class Rule:\n    def judge(item, criterion, *, seed, replicate):\n        return 'pass'\n", function="Rule.judge")

    async def inside() -> None:
        check_ready(judge_of(rubric), tmp_path)

    asyncio.run(inside())
