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
import json
import random
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

ROOT = Path(__file__).resolve().parents[1]
REASONS = [
    {"aspect": "refund window", "finding": "met", "quote": "within 30 days of delivery", "explanation": "The reply names the window that the policy gives."},
    {"aspect": "refund window", "finding": "met", "quote": "for a full refund", "explanation": "It says what the customer gets back."},
]
CONTENT = json.dumps({"reasons": REASONS, "label": "pass", "confidence": 0.9})
REPLICATES = 5
N_STORED_ITEMS, STORED_JUDGES = 2500, ("judge-1", "judge-2", "judge-3", "judge-4")
MAX_SECONDS, MAX_RSS_MB = 20.0, 1500.0


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


def rubric_of(judges: list[dict[str, Any]]) -> dict[str, Any]:
    scale = {"level": "nominal", "labels": ["pass", "fail"]}
    question = "Does the reply state the refund window that the policy gives?"
    criteria = [{"name": "refund_window", "question": question, "scale": scale}]
    return {"name": "benchmark", "criteria": criteria, "judges": judges, "replicates": REPLICATES}


def item_of(number: int) -> dict[str, str]:
    return {
        "id": f"i{number}",
        "input": f"Can I still return order {number}?",
        "context": "Lamps can be returned for a full refund within 30 days of delivery.",
        "response": f"Yes, order {number} can be returned for a full refund within 30 days of delivery.",
    }


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


def verdict(name: str, value: float, *, unit: str, at_least: float | None = None, at_most: float | None = None) -> bool:
    limit, word = (at_least, "at least") if at_least is not None else (at_most, "at most")
    assert limit is not None
    good = value >= limit if at_least is not None else value <= limit
    print(f"  {name}: {value:.2f}{unit}, target {word} {limit:g}{unit}: {'met' if good else 'MISSED'}")
    return good


def write_stored(folder: Path) -> None:
    """A run directory with 50,000 calls, as `judgeaudit run` leaves it."""
    from judgeaudit.api.inputs import read_inputs
    from judgeaudit.api.run import manifest_of, prepare
    from judgeaudit.domain.calls import Attempt, CallRecord
    from judgeaudit.store import RunDirectory

    judges = [{"name": name, "model": f"openai/{name}", "api_base": "http://127.0.0.1:9/v1"} for name in STORED_JUDGES]
    (folder / "rubric.yaml").write_text(json.dumps({**rubric_of(judges), "items": "items.jsonl"}), encoding="utf-8")
    (folder / "items.jsonl").write_text("".join(json.dumps(item_of(n)) + "\n" for n in range(N_STORED_ITEMS)), encoding="utf-8")
    plan = prepare(read_inputs(folder / "rubric.yaml"))
    random_ = random.Random(1)
    right = {item.id: random_.random() < 0.6 for item in plan.inputs.items}
    with RunDirectory.create(folder / "run", manifest_of(plan)) as directory:
        directory.write_inputs(plan.inputs.items, plan.inputs.gold)
        for spec in plan.specs:
            reply = stored_reply(spec, right[spec.item_id], random_)
            attempt = Attempt(
                started_at="2026-01-01T00:00:00.000+00:00", latency_s=round(random_.uniform(0.5, 3.0), 4), reply=reply, http_status=200,
                model_served=spec.judge, fingerprint="fp_1", prompt_tokens=400, completion_tokens=90, cost_usd=0.0002,
            )  # fmt: skip
            directory.append(
                CallRecord(
                    key=spec.key, judge=spec.judge, item_id=spec.item_id, criterion=spec.criterion, replicate=spec.replicate,
                    seed_sent=spec.seed_sent, prompt_hash=spec.prompt.prompt_hash, attempts=(attempt,),
                )
            )  # fmt: skip


def stored_reply(spec: Any, right: bool, random_: random.Random) -> str:
    """A judge that is right nine times of ten; one reply of a hundred cannot be read."""
    label = "pass" if right == (random_.random() < 0.9) else "fail"
    content = json.dumps({"reasons": REASONS, "label": label, "confidence": round(random_.random(), 2)})
    if random_.random() < 0.01:
        content = "I would rather not say."
    choice = {"finish_reason": "stop", "message": {"content": content}}
    usage = {"prompt_tokens": 400, "completion_tokens": 90, "total_tokens": 490}
    return json.dumps({"id": f"chatcmpl-{spec.key[:12]}", "model": spec.judge, "system_fingerprint": "fp_1", "choices": [choice], "usage": usage})


def read_stored(folder: Path) -> None:
    """Audit the stored calls; prints seconds and MB. Run in a process of its own."""
    start = time.perf_counter()
    import judgeaudit

    audit = judgeaudit.audit(folder / "run")
    seconds = time.perf_counter() - start
    measured = {analysis.name for analysis in audit.data.analyses if analysis.status == "measured"}
    assert {"coverage", "consistency", "agreement"} <= measured
    assert audit.data.run["finished_calls"] == N_STORED_ITEMS * len(STORED_JUDGES) * REPLICATES
    print(json.dumps({"seconds": seconds, "mb": peak_mb()}))


def peak_mb() -> float:
    """Peak memory of this process. `ru_maxrss` of a child counts what its parent held when it was forked, so Linux's own number goes first."""
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM:")) / 1000
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def stored() -> bool:
    """50,000 stored calls, written in one process and audited in another."""
    with tempfile.TemporaryDirectory() as temporary:
        subprocess.run([sys.executable, __file__, "--write-stored", temporary], check=True)
        size = (Path(temporary) / "run" / "calls.jsonl").stat().st_size / 1e6
        done = subprocess.run([sys.executable, __file__, "--read-stored", temporary], check=True, stdout=subprocess.PIPE, text=True)
    result = json.loads(done.stdout.splitlines()[-1])
    print(f"50,000 stored calls ({size:.0f} MB), read, parsed, analysed, page and audit.json written; imports included")
    fast = verdict("time", result["seconds"], at_most=MAX_SECONDS, unit=" s")
    return verdict("peak memory", result["mb"], at_most=MAX_RSS_MB, unit=" MB") and fast


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("calls", "latency", "stored"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write-stored", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--read-stored", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write_stored is not None:
        write_stored(options.write_stored)
        return 0
    if options.read_stored is not None:
        read_stored(options.read_stored)
        return 0
    chosen = (options.only,) if options.only else ("calls", "latency", "stored")
    met = [stored() if name == "stored" else compare(SETTINGS[name], rounds=options.rounds) for name in chosen]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
