"""How long the effects of probes take to work out, and how much memory, once the verdicts are there.

    python benchmarks/probe_effects.py      exit code 1 when a target is missed

Ten probes on 10,000 items by two judges, five verdicts of each probe and five plain ones, five strata: 1,000,000 verdicts under probes and 100,000
plain ones, made up, of noisy judges that follow some of the cues; each with a rationale. Timed is the analysis alone, all of it: excess flips, directions
and scores with intervals by judge, probe, variant and stratum, answers, moved items and what their rationales mention. In a process of its own, whose peak
memory is that of reading the file too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.sample import verdict

N_ITEMS, REPLICATES, JUDGES = 10_000, 5, ("one", "two")
PROBES = {
    "verbosity": "padded", "formatting": "list", "authority": "citation", "bandwagon": "most_negative", "sentiment": "cheerful", "refinement": "revised",
    "label_order": "reversed", "fact_changed": "number", "null_answer": "empty", "injection": "direct",
}  # fmt: skip
MAX_SECONDS, MAX_MB = 20.0, 2000.0

EFFECTS = """
import json, resource, sys, time
import pyarrow as pa
import pyarrow.parquet as pq
import judgeaudit.api.assemble, scipy.stats
from judgeaudit.analyses.bias import bias
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.domain.rubric import Rubric
from judgeaudit.tables import PatternCounter, table_from_rows
rubric = Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "Is it right?", "scale": {"level": "nominal", "labels": ["pass", "fail"]}}]})
file = pq.read_table(sys.argv[1])
schema = table_from_rows([]).schema
table = pa.table({f.name: file[f.name].cast(f.type) if f.name in file.schema.names else pa.nulls(file.num_rows, f.type) for f in schema})
counter = PatternCounter({"c": rubric.criteria[0].scale})
counter.add(table)
data = AnalysisInput(rubric=rubric, patterns=counter.counts(), table=table, facts=counter.facts())
start, cpu = time.perf_counter(), time.process_time()
found = bias(data)
seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
answers = {row["probe"]: row["answer"] for row in found.analysis.blocks["probes"] if row["judge"] == "one"}
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"seconds": seconds, "cpu": cpu, "peak": peak, "estimates": len(found.estimates), "answers": answers}))
"""


def write(path: Path) -> None:
    """The verdicts, in one Parquet file."""
    rng = np.random.default_rng(1)
    share = {judge: rng.beta(0.5, 0.3, N_ITEMS) for judge in JUDGES}
    pushes = {"verbosity": 0.1, "bandwagon": -0.2, "fact_changed": -0.5, "null_answer": -0.9}
    places, reasons = np.arange(N_ITEMS), pa.array([f"The answer says {number} and so meets what is asked." for number in range(500)])
    strata = pa.array([f"s{number}" for number in range(5)])
    parts = []
    for judge in JUDGES:
        for probe, variant in ((None, None), *PROBES.items()):
            passes = np.clip(share[judge] + pushes.get(probe or "", 0.0), 0, 1)
            for replicate in range(REPLICATES):
                label = (rng.random(N_ITEMS) < passes).astype(np.int32)
                columns = {
                    "item_id": pa.array([f"item-{place}" for place in places]), "judge": pa.repeat(judge, N_ITEMS), "criterion": pa.repeat("c", N_ITEMS),
                    "replicate": pa.repeat(replicate, N_ITEMS), "label": pa.array(["fail", "pass"]).take(pa.array(label)), "status": pa.repeat("ok", N_ITEMS),
                    "probe": pa.repeat(pa.scalar(probe, pa.string()), N_ITEMS), "variant": pa.repeat(pa.scalar(variant, pa.string()), N_ITEMS),
                    "stratum": strata.take(pa.array(places % 5)), "rationale": reasons.take(pa.array(rng.integers(0, 500, N_ITEMS))),
                }  # fmt: skip
                parts.append(pa.table(columns))
    pq.write_table(pa.concat_tables(parts), path)


def measured(path: Path) -> dict[str, Any]:
    """What a process of its own says."""
    done = subprocess.run([sys.executable, "-c", EFFECTS, str(path)], capture_output=True, text=True, check=False, cwd=path.parent)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> int:
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "verdicts.parquet"
        write(path)
        found = measured(path)
    seconds, mb = found["seconds"], found["peak"] / (1e6 if sys.platform == "darwin" else 1e3)
    print(f"1,000,000 verdicts under {len(PROBES)} probes: {seconds:.1f} s, {found['cpu']:.1f} s of CPU, {mb:.0f} MB at most; load {os.getloadavg()[0]:.1f}")
    print(f"  {found['estimates']:,} estimates; answers of one judge: {found['answers']}")
    met = [verdict("time", seconds, at_most=MAX_SECONDS, unit=" s"), verdict("peak memory", mb, at_most=MAX_MB, unit=" MB")]
    print(f"  {seconds / MAX_SECONDS:.2f} of the time and {mb / MAX_MB:.2f} of the memory that is allowed")
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
