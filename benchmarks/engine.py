"""How much the engine costs on top of litellm, and how long a large run takes to read again.

    python benchmarks/engine.py                 everything, about three minutes; exit code 1 when a target is missed
    python benchmarks/engine.py --only calls    2,000 calls, concurrency 64, a server that answers at once
    python benchmarks/engine.py --only latency  640 calls, concurrency 32, a server that takes 200 ms
    python benchmarks/engine.py --only stored   50,000 stored calls: read, parsed and analysed by `judgeaudit.audit`

The server is `tests/stub_server.py` in a process of its own. The engine plans, calls, parses and writes; the bare loop awaits
`litellm.acompletion` under a semaphore with the same prompts and parameters. They take turns in one process. CPU seconds (of this
process, the server's not counted) are printed too: they tell a slow engine from a busy machine.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sample import CONTENT, REPLICATES, item_of, rubric_of, verdict
from stored import stored

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Setting:
    """One comparison of the engine with the bare loop. `target` is the least ratio of their speeds."""

    name: str
    calls: int
    concurrency: int
    latency_ms: float
    target: float


SETTINGS = {
    "calls": Setting("server answers at once", calls=2000, concurrency=64, latency_ms=0.0, target=0.85),
    "latency": Setting("server takes 200 ms", calls=640, concurrency=32, latency_ms=200.0, target=0.9),
}


@contextmanager
def server(latency_ms: float) -> Iterator[str]:
    """The stub server in a process of its own; gives its address."""
    command = [sys.executable, str(ROOT / "tests" / "stub_server.py"), "--port", "0", "--latency-ms", str(latency_ms), "--content", CONTENT]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        word, port = process.stdout.readline().split()
        assert word == "port"
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.wait()


@dataclass(frozen=True)
class Taken:
    """Seconds on the clock, and seconds of CPU time of this process."""

    wall: float
    cpu: float


class Stopwatch:
    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def taken(self) -> Taken:
        return Taken(time.perf_counter() - self._wall, time.process_time() - self._cpu)


def run_engine(api_base: str, setting: Setting, folder: Path) -> Taken:
    """Plan, call, write, read again and parse; every call must end as a verdict."""
    from judgeaudit.api.call_rows import table_from_records
    from judgeaudit.store import RunDirectory

    rubric, items, parameters = prepared(api_base, setting)
    watch = Stopwatch()
    with RunDirectory.create(folder, {"benchmark": setting.name}) as directory:
        asyncio.run(engine_calls(rubric, items, parameters, setting, directory))
        table = table_from_records(directory.read_calls(), rubric)
    taken = watch.taken()
    assert table.num_rows == setting.calls
    assert set(table["label"].to_pylist()) == {"pass"}
    return taken


async def engine_calls(rubric: Any, items: Any, parameters: Any, setting: Setting, directory: Any) -> None:
    from judgeaudit.judging.client import open_client
    from judgeaudit.judging.execute import Limits, execute
    from judgeaudit.judging.plan import plan_calls

    specs = plan_calls(rubric, items, parameters)
    judge = rubric.judges[0]
    client = await open_client(judge, parameters[judge.name], folder=directory.path, prices=rubric.prices)
    try:
        limits = Limits(max_cost_usd=None, max_calls=None, concurrency=setting.concurrency)
        done = await execute(specs, {judge.name: client}, write=directory.append, limits=limits, stop=asyncio.Event())
    finally:
        await client.close()
    assert done.finished == setting.calls
    assert done.requests == setting.calls


def run_bare(api_base: str, setting: Setting) -> Taken:
    """The same requests in a plain loop around litellm; the prompts are built before the clock starts."""
    from judgeaudit.judging.parameters import sendable
    from judgeaudit.judging.plan import plan_calls

    rubric, items, parameters = prepared(api_base, setting)
    judge = rubric.judges[0]
    fixed = {"model": judge.model, "api_base": api_base, "api_key": "none", "timeout": judge.timeout_s, "max_retries": 0, "num_retries": 0}
    fixed |= sendable(parameters[judge.name])
    specs = plan_calls(rubric, items, parameters)
    watch = Stopwatch()
    contents = asyncio.run(bare_calls(specs, fixed, setting))
    taken = watch.taken()
    assert contents == [CONTENT] * setting.calls
    return taken


async def bare_calls(specs: Any, fixed: dict[str, Any], setting: Setting) -> list[str]:
    from judgeaudit.judging.litellm_client import response_format
    from judgeaudit.judging.load_litellm import load_litellm

    litellm = load_litellm()
    slots = asyncio.Semaphore(setting.concurrency)

    async def one(spec: Any) -> str:
        extra = {} if spec.prompt.schema is None else {"response_format": response_format(spec.prompt.schema)}
        if spec.seed_sent is not None:
            extra["seed"] = spec.seed_sent
        async with slots:
            response = await litellm.acompletion(messages=[dict(m) for m in spec.prompt.messages], **extra, **fixed)
        return str(response.choices[0].message.content)

    contents = await asyncio.gather(*[one(spec) for spec in specs])
    await litellm.close_litellm_async_clients()
    litellm.in_memory_llm_clients_cache.flush_cache()
    return list(contents)


def prepared(api_base: str, setting: Setting) -> tuple[Any, Any, Any]:
    from judgeaudit.domain.items import Item
    from judgeaudit.domain.rubric import Rubric
    from judgeaudit.judging.parameters import resolve

    rubric = Rubric.model_validate(rubric_of([{"name": "stub", "model": "openai/stub", "api_base": api_base, "params": {"temperature": 1.0}}]))
    items = tuple(Item(**item_of(n)) for n in range(setting.calls // REPLICATES))
    return rubric, items, {judge.name: resolve(rubric, judge) for judge in rubric.judges}


def compare(setting: Setting, *, rounds: int) -> bool:
    """Engine and bare loop in turns; the ratio of the medians of their speeds."""
    warm = Setting(setting.name, calls=20 * REPLICATES, concurrency=setting.concurrency, latency_ms=setting.latency_ms, target=0.0)
    engine: list[Taken] = []
    bare: list[Taken] = []
    with server(setting.latency_ms) as api_base, tempfile.TemporaryDirectory() as temporary:
        run_engine(api_base, warm, Path(temporary) / "warm")
        run_bare(api_base, warm)
        for number in range(rounds):
            gc.collect()
            engine.append(run_engine(api_base, setting, Path(temporary) / str(number)))
            gc.collect()
            bare.append(run_bare(api_base, setting))
    print(f"{setting.name}: {setting.calls} calls, concurrency {setting.concurrency}, {rounds} rounds in turn")
    for name, taken in (("engine", engine), ("bare litellm", bare)):
        each = " ".join(f"{t.wall:.2f}" for t in taken)
        print(f"  {name:<13} median {wall(taken):6.2f} s   {setting.calls / wall(taken):5.0f} calls/s   CPU {cpu(taken):5.2f} s   (each: {each})")
    print(f"  engine / bare litellm in CPU time: {cpu(bare) / cpu(engine):.2f}x")
    return verdict("engine / bare litellm", wall(bare) / wall(engine), at_least=setting.target, unit="x")


def wall(taken: list[Taken]) -> float:
    return statistics.median(t.wall for t in taken)


def cpu(taken: list[Taken]) -> float:
    return statistics.median(t.cpu for t in taken)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("calls", "latency", "stored"))
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    chosen = (options.only,) if options.only else ("calls", "latency", "stored")
    met = [stored() if name == "stored" else compare(SETTINGS[name], rounds=options.rounds) for name in chosen]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
