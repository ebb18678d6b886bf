"""A function of the user's as a judge: `python:package.module:function`, called as `judge(item, criterion, *, seed, replicate)`.

A plain function runs in a thread of its own, one call after the other (it need not be thread-safe, and its calls come in
the order of the plan); an `async` one is awaited, many at once. What it raises is the judge's trouble: a row with status
error. The rubric's folder is importable while the judge is open; what was imported from it is read anew by the next judge.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.machinery
import importlib.util
import inspect
import json
import sys
import time
import traceback
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import reduce
from pathlib import Path
from types import ModuleType
from typing import Any

from judgeaudit.domain.calls import Attempt, CallSpec, EffectiveParameters
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Criterion, Judge
from judgeaudit.errors import JudgeError
from judgeaudit.judging.background import Background
from judgeaudit.judging.client import Asked
from judgeaudit.judging.redact import short_error, without_surrogates

SIGNATURE = "judge(item, criterion, *, seed, replicate)"
_loaded: set[str] = set()
"""Names in `sys.modules` that were loaded from the folder of some rubric."""


def check_callable(judge: Judge, folder: Path) -> None:
    """Raise `JudgeError` where a judge's function cannot be imported or called as `SIGNATURE`."""
    thread = Background("judgeaudit-import")
    try:
        with _importable(folder):
            _load(judge, folder, thread)
    finally:
        thread.close()


class PythonClient:
    """One judge that is a Python function."""

    priced = True

    def __init__(self, judge: Judge, parameters: EffectiveParameters, *, folder: Path, items: Iterable[Item], criteria: Iterable[Criterion]) -> None:
        self.judge = judge
        self.parameters = parameters
        self._items = {item.id: item for item in items}
        self._criteria = {criterion.name: criterion for criterion in criteria}
        self._thread = Background(f"judgeaudit-{judge.name}")
        with ExitStack() as undo:
            undo.callback(lambda: self._thread.close())
            undo.enter_context(_importable(folder))
            self._call = _load(judge, folder, self._thread)
            self._undo = undo.pop_all()
        self._is_async = _is_async(self._call)
        self.most_at_once = None if self._is_async else 1

    async def ask(self, spec: CallSpec, *, max_tokens: int | None = None) -> Asked:
        """Call the function once; `max_tokens` means nothing to it."""
        started_at = datetime.now(UTC).isoformat(timespec="milliseconds")
        start = time.perf_counter()
        value, error = await self._value(spec)
        reply = None
        if error is None:
            reply, error = _as_json(value)
        attempt = Attempt(started_at=started_at, latency_s=round(time.perf_counter() - start, 4), reply=reply, error=error, cost_usd=0.0)
        return Asked(attempt, "give_up" if error is not None else "reply")

    async def close(self) -> None:
        """Leave the thread to end and the import path as it was."""
        self._undo.close()

    async def _value(self, spec: CallSpec) -> tuple[Any, str | None]:
        item, criterion = _shown(spec.item or self._items[spec.item_id], spec.order), spec.asked or self._criteria[spec.criterion]
        keywords = {"seed": spec.seed_sent, "replicate": spec.replicate}
        seconds = self.judge.timeout_s
        done: Any
        if self._is_async:
            done = await _finished(_awaited(self._call, item, criterion, keywords), seconds)
        else:
            done = await self._thread.wait(lambda: self._call(item, criterion, **keywords), seconds=seconds)
        if done is None:
            self._restart()
            return None, f"timed out after {seconds:g} s"
        if done.cancelled():
            return None, "it cancelled its own call"
        raised = done.exception()
        return (None, _describe(raised)) if raised is not None else (done.result(), None)

    def _restart(self) -> None:
        """A call that did not return keeps its thread; the next call gets a new one."""
        if not self._is_async:
            self._thread.close()
            self._thread = Background(f"judgeaudit-{self.judge.name}")


async def _finished(work: Coroutine[Any, Any, Any], seconds: float) -> asyncio.Task[Any] | None:
    """The task of `work`, done; None when the time was up. Nothing is left running then, nor when the run is cancelled."""
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task}, timeout=seconds)
        return task if task.done() else None
    finally:
        task.cancel()


async def _awaited(call: Callable[..., Any], item: Item, criterion: Criterion, keywords: dict[str, Any]) -> Any:
    try:
        return await call(item, criterion, **keywords)
    except asyncio.CancelledError as ended:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        raise RuntimeError("it ended the program (CancelledError)") from ended
    except (SystemExit, KeyboardInterrupt) as ended:
        raise RuntimeError(f"it ended the program ({type(ended).__name__})") from ended


def _shown(item: Item, order: str | None) -> Item:
    """The item as this call shows it: with order "ba" the responses have changed places."""
    return item if order != "ba" else item.model_copy(update={"response_a": item.response_b, "response_b": item.response_a})


def _as_json(value: Any) -> tuple[str | None, str | None]:
    """The reply that is stored, or what is wrong with it."""
    if inspect.iscoroutine(value):
        value.close()
        return None, "it returned a coroutine; write it as an async function"
    try:
        return without_surrogates(json.dumps({"object": "python", "value": value}, ensure_ascii=False, allow_nan=False, default=_plain)), None
    except (TypeError, ValueError, RecursionError) as wrong:
        return None, short_error(f"what it returned is no text or dict ({wrong})")


def _plain(value: Any) -> Any:
    """A number of numpy as a number of Python; TypeError for anything else."""
    if type(value).__module__.partition(".")[0] == "numpy" and getattr(value, "ndim", 1) == 0:
        return value.item()
    raise TypeError(f"a {type(value).__name__} is not JSON")


def _describe(raised: BaseException) -> str:
    """Type, message and line: enough to find the fault in the user's file."""
    frames = traceback.extract_tb(raised.__traceback__)
    at = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return short_error(f"{type(raised).__name__}: {raised}{at}")


def _load(judge: Judge, folder: Path, thread: Background) -> Callable[..., Any]:
    _, module_name, function_name = judge.model.split(":")
    where = f"judge {judge.name}"
    importlib.invalidate_caches()
    loading = thread.submit(lambda: _import(module_name, folder.resolve()))
    raised = loading.exception()
    if raised is not None:
        fix = f"put {module_name.partition('.')[0]}.py beside the rubric, or install the package that it belongs to"
        raise JudgeError(f"{module_name} cannot be imported: {_describe(raised)}", where=where, fix=fix) from raised
    try:
        found: Any = reduce(getattr, function_name.split("."), loading.result())
    except AttributeError:
        raise JudgeError(f"{module_name} has no {function_name!r}", where=where, fix=f"define {function_name}(item, criterion, *, seed, replicate)") from None
    if not callable(found):
        raise JudgeError(f"{function_name!r} of {module_name} is a {type(found).__name__}, not a function", where=where, fix=f"define {SIGNATURE}")
    call: Callable[..., Any] = found
    _check_signature(call, where)
    return call


def _check_signature(call: Callable[..., Any], where: str) -> None:
    try:
        inspect.signature(call).bind(None, None, seed=1, replicate=0)
    except TypeError as wrong:
        raise JudgeError(f"it cannot be called as {SIGNATURE}: {wrong}", where=where, fix=f"def {SIGNATURE}: ...") from None
    except ValueError:
        return  # a callable written in C that does not tell its signature


def _is_async(call: Callable[..., Any]) -> bool:
    return inspect.iscoroutinefunction(call) or inspect.iscoroutinefunction(type(call).__call__)


def _import(module_name: str, folder: Path) -> ModuleType:
    """The module as it stands in the folder now, else the one that is installed.

    A file of the folder that is called like a module of Python's or like one that is loaded (random.py, types.py) gets a
    private name: in the place of that module it would break whoever imports that next.
    """
    package, dot, rest = module_name.partition(".")
    file = next((path for path in (folder / package / "__init__.py", folder / f"{package}.py") if path.exists()), None)
    loaded = sys.modules.get(package)
    ours = package in _loaded or _is_in(loaded, folder)
    if file is None:
        if ours:
            _forget(package)
        return importlib.import_module(module_name)
    taken = package in sys.stdlib_module_names or (loaded is not None and not ours) or _is_installed(package, folder)
    name = f"_judgeaudit_{package}" if taken else package
    _forget(name)
    module = _load_file(name, file)
    return importlib.import_module(f"{name}.{rest}") if dot else module


def _load_file(name: str, file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    _loaded.add(name)
    with ExitStack() as undo:
        undo.callback(_forget, name)
        spec.loader.exec_module(module)
        undo.pop_all()
    return sys.modules.get(name, module)


def _is_installed(package: str, folder: Path) -> bool:
    found = importlib.machinery.PathFinder.find_spec(package)
    return found is not None and found.origin is not None and not Path(found.origin).resolve().is_relative_to(folder)


def _is_in(module: ModuleType | None, folder: Path) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and Path(file).resolve().is_relative_to(folder)


def _forget(package: str) -> None:
    _loaded.discard(package)
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]


def _lies_in(module: ModuleType | None, folder: Path) -> bool:
    """Whether a module, or a package without `__init__.py`, is of a folder. Attributes are read from its own names: asking a lazy module would load it."""
    names = vars(module) if isinstance(module, ModuleType) else {}
    places = [names.get("__file__"), *(names.get("__path__") or ())]
    return any(Path(place).resolve().is_relative_to(folder) for place in places if isinstance(place, str))


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """At the end of the path: in front, any file there would take the place of a module that somebody else imports late.

    What was imported from the folder meanwhile is forgotten: the next judge may have a helper of the same name, or this one an edited one.
    """
    folder = folder.resolve()
    before = set(sys.modules)
    sys.path.append(str(folder))
    try:
        yield
    finally:
        del sys.path[len(sys.path) - 1 - sys.path[::-1].index(str(folder))]
        for name in set(sys.modules) - before:
            if _lies_in(sys.modules.get(name), folder):
                sys.modules.pop(name, None)
                _loaded.discard(name)
