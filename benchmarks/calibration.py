"""How long the numbers against human labels take, and how much memory.

    python benchmarks/calibration.py [--only alt_test | graded]

alt_test: 13 annotators, 6,400 items, 6 judges, labels and scores, each item labelled by a third of the annotators: test, share of
annotators and advantage with its interval of every judge; then with the items in clusters of four. Best of three.
graded: a made table like that of the LLMJudge challenge (TREC Deep Learning 2023): 33 judges, 4,423 items, grades 0 to 3 with gold on all
of them, and a confidence stated with every grade, no two the same, which is the costlier end. `judgeaudit.calibrate` on files, in a process
of its own: imports, every analysis with its intervals, decision, page, judge card and calibration.json included. Once.
Each part is a function that gives rows of what was measured; `PARTS` is what is run. Ends with 1 where a target is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from stored import peak_mb

from judgeaudit import stats

Table = NDArray[np.float64]
Row = tuple[str, float, float, str]
"""What was done, how much it took, how much it may take, and the unit of both."""


def best_of_three(work: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


# The alternative annotator test

N_ITEMS, N_ANNOTATORS, N_JUDGES, N_POINTS, SHARE_LABELLED = 6400, 13, 6, 5, 1 / 3
ALT_TEST_SECONDS = 5.0


def make_annotations(rng: np.random.Generator) -> tuple[Table, Table]:
    """Labels of annotators (items x annotators, NaN where missing) and of judges (items x judges)."""
    truth = rng.integers(1, N_POINTS + 1, (N_ITEMS, 1))

    def labels(columns: int) -> Table:
        return np.where(rng.random((N_ITEMS, columns)) < 0.7, truth, rng.integers(1, N_POINTS + 1, (N_ITEMS, columns))).astype(float)

    annotators, judges = labels(N_ANNOTATORS), labels(N_JUDGES)
    annotators[rng.random(annotators.shape) >= SHARE_LABELLED] = np.nan
    return annotators, judges


def alt_test() -> list[Row]:
    annotators, judges = make_annotations(np.random.default_rng(1))
    scale, clusters = tuple(range(1, N_POINTS + 1)), np.repeat(np.arange(N_ITEMS // 4), 4)

    def every_judge(**options: object) -> None:
        for judge in judges.T:
            stats.alt_test(np.column_stack([judge, annotators]), labels=scale, **options)

    what = f"alt_test, {N_ANNOTATORS} annotators x {N_ITEMS:,} items x {N_JUDGES} judges"
    return [
        (f"{what}, {words}", best_of_three(lambda options=options: every_judge(**options)), ALT_TEST_SECONDS, "s")
        for words, options in (("labels", {}), ("scores", {"level": "interval"}), ("labels, clusters of four", {"clusters": clusters}))
    ]


# Graded judges with a confidence

GRADED_ITEMS, GRADED_JUDGES, GRADES, SHARES = 4423, 33, ("0", "1", "2", "3"), (0.453, 0.279, 0.183, 0.085)
GRADED_SECONDS, GRADED_MB = 60.0, 1500.0


def write_graded(folder: Path) -> None:
    """Rubric, gold and verdicts: judges from poor to good, surer on average of what they have right."""
    import pandas as pd

    rng = np.random.default_rng(1)
    ids = [f"i{number}" for number in range(GRADED_ITEMS)]
    gold = rng.choice(len(GRADES), GRADED_ITEMS, p=SHARES)
    frames = []
    for number in range(GRADED_JUDGES):
        knows = rng.random(GRADED_ITEMS) < 0.35 + 0.4 * number / GRADED_JUDGES
        given = np.where(knows, gold, rng.integers(0, len(GRADES), GRADED_ITEMS))
        confidence = 0.5 * rng.random(GRADED_ITEMS) + 0.45 * (rng.random(GRADED_ITEMS) < 0.5 + 0.3 * (given == gold))
        frames.append(pd.DataFrame({"item_id": ids, "judge": f"judge-{number:02d}", "label": np.array(GRADES)[given], "confidence": confidence}))
    pd.concat(frames).to_csv(folder / "verdicts.csv", index=False)
    pd.DataFrame({"item_id": ids, "annotator": "assessor", "label": np.array(GRADES)[gold]}).to_csv(folder / "gold.csv", index=False)
    criterion = {"name": "relevance", "question": "How relevant is the passage?", "scale": {"level": "ordinal", "labels": list(GRADES)}}
    (folder / "rubric.yaml").write_text(json.dumps({"name": "graded", "criteria": [criterion]}), encoding="utf-8")


def calibrate_graded(folder: Path) -> None:
    """Calibrates what was written; prints seconds, CPU seconds and MB. Run in a process of its own."""
    start = time.perf_counter()
    import judgeaudit

    found = judgeaudit.calibrate(folder / "verdicts.csv", folder / "gold.csv", folder / "rubric.yaml", embedder="none", out=folder / "out")
    seconds = time.perf_counter() - start
    assert found.audit is not None
    intervals = Counter((one.analysis, one.name) for one in found.audit.data.estimates if one.low is not None)
    pairs = GRADED_JUDGES * (GRADED_JUDGES - 1) // 2
    assert [intervals["agreement", name] for name in ("cohen_kappa", "effective_judges")] == [pairs, 1]
    assert [intervals["calibration", name] for name in ("cohen_kappa", "ece", "auroc")] == [GRADED_JUDGES] * 3
    assert len(found.data.judges) == GRADED_JUDGES
    print(json.dumps({"seconds": seconds, "cpu": os.times().user, "mb": peak_mb(), "intervals": intervals.total()}))


def graded() -> list[Row]:
    with tempfile.TemporaryDirectory() as temporary:
        write_graded(Path(temporary))
        done = subprocess.run([sys.executable, __file__, "--calibrate", temporary], check=True, stdout=subprocess.PIPE, text=True)
    result = json.loads(done.stdout.splitlines()[-1])
    what = f"calibrate, {GRADED_JUDGES} judges x {GRADED_ITEMS:,} items, {result['intervals']:,} intervals"
    return [
        (f"{what} ({result['cpu']:.1f} s of CPU)", result["seconds"], GRADED_SECONDS, "s"),
        ("calibrate, peak memory", result["mb"], GRADED_MB, "MB"),
    ]


PARTS: dict[str, Callable[[], list[Row]]] = {"alt_test": alt_test, "graded": graded}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--calibrate", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.calibrate is not None:
        calibrate_graded(options.calibrate)
        return 0
    missed = 0
    for name, part in PARTS.items():
        for what, value, target, unit in part() if options.only in (None, name) else []:
            missed += value > target
            sys.stdout.write(f"{what:<78}{value:8.3f} {unit}   target {target:g} {unit}{'   MISSED' if value > target else ''}\n")
            sys.stdout.flush()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
