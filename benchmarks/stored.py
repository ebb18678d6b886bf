"""How long 50,000 stored calls take to read, parse and analyse, and how much memory.

    python benchmarks/stored.py      exit code 1 when a target is missed

The calls are written in one process and audited by `judgeaudit.audit` in another, which is what is measured: from the first import
to audit.json and the page.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from sample import REASONS, REPLICATES, item_of, rubric_of, verdict

N_STORED_ITEMS, STORED_JUDGES = 2500, ("judge-1", "judge-2", "judge-3", "judge-4")
MAX_SECONDS, MAX_RSS_MB = 20.0, 1500.0


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
    parser.add_argument("--write-stored", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--read-stored", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write_stored is not None:
        write_stored(options.write_stored)
        return 0
    if options.read_stored is not None:
        read_stored(options.read_stored)
        return 0
    return 0 if stored() else 1


if __name__ == "__main__":
    sys.exit(main())
