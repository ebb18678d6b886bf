"""How long probes take: planning their calls.

    python benchmarks/probes.py      exit code 1 when a limit is missed

Planning: ten probes on 10,000 items and three judges; probes with several variants make as many calls of each item. Wall-clock seconds of the
plan alone, without the plain calls: one replicate, and the same with five.
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.sample import item_of, rubric_of, verdict
from judgeaudit.domain.calls import EffectiveParameters
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.judging.probe_plan import plan_probes

N_ITEMS = 10_000
JUDGES = [{"name": name, "model": f"openai/{name}"} for name in ("one", "two", "three")]
PROBES = ["label_order", "label_names", "rubric_wording", "verbosity", "formatting", "authority", "bandwagon", "anchoring", "fact_changed", "null_answer"]
LIMIT_S = 20.0


def planning(replicates: int) -> float:
    rubric = Rubric.model_validate({**rubric_of(JUDGES), "probes": PROBES, "replicates": replicates})
    items = [Item(**item_of(number)) for number in range(N_ITEMS)]
    parameters = {judge.name: EffectiveParameters(judge=judge.name, model=judge.model, takes_seed=True) for judge in rubric.judges}
    start = time.perf_counter()
    plan = plan_probes(rubric, items, parameters, None, 1)
    seconds = time.perf_counter() - start
    made = len({(spec.probe, spec.variant) for spec in plan.specs})
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"{len(PROBES)} probes with {made} variants, {N_ITEMS:,} items, 3 judges, {replicates} replicates: {len(plan.specs):,} calls, {peak:.1f} GB at most")
    return seconds


def main() -> int:
    met = verdict("planning ten probes, one replicate", planning(1), unit=" s", at_most=LIMIT_S)
    print(f"  with five replicates: {planning(5):.1f} s")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
