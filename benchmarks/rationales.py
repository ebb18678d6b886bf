"""How long the analysis of 20,000 rationales takes, how much memory, and how both grow.

    python benchmarks/rationales.py               everything; exit code 1 when a target is missed
    python benchmarks/rationales.py --only small  100 and 200 items, for a quick look; no target
    python benchmarks/rationales.py --only full | linear | repeats

1,000 items, 4 judges, 5 replicates, rationales of about 60 words (`rationale_texts.py`). `judgeaudit.audit` on a verdict file, in a process
of its own: imports, the other analyses, audit.json and page included. Vectors are cached: a first run in another process fills a cache of
its own with a stand-in for the two embedded models, a sum of rows drawn from a hash of each word, under the names of the real ones; the run
that is measured reads them as a second run of a user does, and no model is loaded in it. What a first run costs on top is the speed of the
models, which `embedding.py` measures.

With rows of the stand-in few pairs count as the same reason, so that most items with a stable verdict are flagged, listed and laid side by
side: the costlier end. Targets on growth are about CPU seconds of the process; the clock of a busy machine says little.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from rationale_texts import LABELS, QUESTION, made_up
from sample import verdict
from stored import peak_mb

MAX_SECONDS, MAX_MB, MAX_GROWTH = 60.0, 2000.0, 2.3
WATCHED = (
    ("api.audit", "_read", "table"), ("analyses.rationale", "_contradictions", "contradictions"), ("analyses.rationale", "read_channel", "reading"),
    ("analyses.rationales.channels", "build_space", "space"), ("analyses.rationales.repeats", "relate", "pairs"),
    ("analyses.rationales.between", "relate", "pairs"), ("analyses.rationale", "_numbers", "estimates"), ("analyses.rationale", "align", "alignment"),
)  # fmt: skip
"""Module, function, and the stage that its calls are; everything else is the rest."""


@dataclass(frozen=True)
class Size:
    """How many rationales: items x judges x replicates."""

    items: int
    judges: int = 4
    replicates: int = 5

    @property
    def n(self) -> int:
        return self.items * self.judges * self.replicates

    def __str__(self) -> str:
        return f"{self.n:>6,} rationales ({self.items:,} items, {self.judges} judges, {self.replicates} replicates)"


FULL, LINEAR = Size(1000), (Size(250), Size(500), Size(1000))
REPEATS = (Size(100, 2, 15), Size(100, 2, 30))
SMALL = (Size(100), Size(200))


@dataclass
class Stages:
    """CPU seconds of each stage; what a stage calls counts for the inner one only."""

    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys([*(stage for *_, stage in WATCHED), "rest"], 0.0))
    open: list[str] = field(default_factory=lambda: ["rest"])
    since: float = field(default_factory=time.process_time)

    def switch(self) -> None:
        """Books the time since the last change on the stage that is open."""
        now = time.process_time()
        self.seconds[self.open[-1]] += now - self.since
        self.since = now

    def watch(self, module_name: str, name: str, stage: str) -> None:
        """Counts the calls of a module's function as a stage."""
        module = importlib.import_module(f"judgeaudit.{module_name}")
        work = getattr(module, name)

        def watched(*args: Any, **options: Any) -> Any:
            self.switch()
            self.open.append(stage)
            try:
                return work(*args, **options)
            finally:
                self.switch()
                self.open.pop()

        setattr(module, name, watched)


class StandIn:
    """In place of an embedded model: the sum of a row for each word, drawn from its hash."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._rows: dict[str, np.ndarray[Any, Any]] = {}

    def parts(self, texts: Sequence[str]) -> Iterator[tuple[Sequence[int], np.ndarray[Any, Any]]]:
        for start in range(0, len(texts), 1_000):
            batch = texts[start : start + 1_000]
            yield range(start, start + len(batch)), np.stack([np.sum([self._row(word) for word in text.lower().split()], axis=0) for text in batch])

    def _row(self, word: str) -> np.ndarray[Any, Any]:
        if word not in self._rows:
            seed = int.from_bytes(hashlib.sha256(f"{self._name} {word}".encode()).digest()[:8], "big")
            self._rows[word] = np.random.default_rng(seed).normal(size=384).astype(np.float32)
        return self._rows[word]


def write_inputs(folder: Path, size: Size) -> None:
    criterion = {"name": "complete", "question": QUESTION, "scale": {"level": "nominal", "labels": list(LABELS)}}
    items, rows = made_up(size.items, judges=size.judges, replicates=size.replicates)
    judges = [{"name": name, "model": f"openai/{name}"} for name in dict.fromkeys(row["judge"] for row in rows)]
    rubric = {"name": "benchmark", "criteria": [criterion], "judges": judges, "replicates": size.replicates, "items": "items.jsonl"}
    (folder / "rubric.yaml").write_text(json.dumps(rubric), encoding="utf-8")
    for name, lines in (("items", items), ("verdicts", rows)):
        (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")


def fill(folder: Path) -> None:
    """The first run, with the stand-ins. In a process of its own."""
    import judgeaudit

    for module, load, name in (("embedding.minilm", "MiniLM", "default"), ("embedding", "load_reasons_model", "reasons")):
        setattr(importlib.import_module(f"judgeaudit.{module}"), load, partial(StandIn, name))
    judgeaudit.audit(folder / "verdicts.jsonl", folder / "rubric.yaml", out=folder / "first")


def read(folder: Path) -> None:
    """The second run, which is measured; prints what it took. In a process of its own."""
    start, stages = time.perf_counter(), Stages()
    import judgeaudit

    for module, name, stage in WATCHED:
        stages.watch(module, name, stage)
    audit = judgeaudit.audit(folder / "verdicts.jsonl", folder / "rubric.yaml", out=folder / "second")
    stages.switch()
    assert "onnxruntime" not in sys.modules, "a model was loaded: the cache did not hold everything"
    (analysis,) = (one for one in audit.data.analyses if one.name == "rationale")
    assert analysis.status == "measured"
    assert analysis.blocks["embedder"]["name"].startswith("default:")
    pairs = {relation: sum(row[relation] for row in analysis.blocks["quadrant"]) for relation in ("stable_stable", "stable_unstable")}
    print(json.dumps({"seconds": time.perf_counter() - start, "cpu": os.times().user, "mb": peak_mb(), "stages": stages.seconds, **pairs}))


def measured(size: Size) -> dict[str, Any]:
    """Writes, fills, measures; prints a line."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write_inputs(folder, size)
        environment = {**os.environ, "JUDGEAUDIT_CACHE": str(folder / "cache")}
        subprocess.run([sys.executable, __file__, "--fill", temporary], check=True, env=environment)
        done = subprocess.run([sys.executable, __file__, "--read", temporary], check=True, stdout=subprocess.PIPE, text=True, env=environment)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    print(f"{size}: {result['seconds']:6.1f} s, {result['cpu']:6.1f} s of CPU (user), {result['mb']:5.0f} MB at most", end="   ")
    print(f"same verdict: {result['stable_stable']} items with a stable rationale, {result['stable_unstable']} without")
    stages = ", ".join(f"{name} {seconds:.1f}" for name, seconds in result["stages"].items())
    print(f"  CPU seconds by stage: {stages}", flush=True)
    return result


def grows(results: Sequence[dict[str, Any]]) -> bool:
    """Whether twice the rationales take about twice the time."""
    met = True
    for smaller, larger in pairwise(results):
        print(f"  twice the rationales: {larger['seconds'] / smaller['seconds']:.2f}x on the clock")
        met = verdict("in CPU seconds", larger["cpu"] / smaller["cpu"], at_most=MAX_GROWTH, unit="x") and met
    return met


def run(only: str | None) -> bool:
    if only == "small":
        for size in SMALL:
            measured(size)
        return True
    met = []
    if only in (None, "full", "linear"):
        results = [measured(size) for size in (LINEAR if only != "full" else (FULL,))]
        met += [verdict("time", results[-1]["seconds"], at_most=MAX_SECONDS, unit=" s"), verdict("peak memory", results[-1]["mb"], at_most=MAX_MB, unit=" MB")]
        met.append(grows(results))
    if only in (None, "repeats"):
        met.append(grows([measured(size) for size in REPEATS]))
    return all(met)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("full", "linear", "repeats", "small"))
    parser.add_argument("--fill", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.fill is not None:
        fill(options.fill)
        return 0
    if options.read is not None:
        read(options.read)
        return 0
    return 0 if run(options.only) else 1


if __name__ == "__main__":
    sys.exit(main())
