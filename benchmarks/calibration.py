"""How long the numbers against human labels take.

    python benchmarks/calibration.py [--only alt_test]

alt_test: 13 annotators, 6,400 items, 6 judges, labels and scores, each item labelled by a third of the annotators: test, share of
annotators and advantage with its interval of every judge; then with the items in clusters of four.
Each part is a function that gives rows of (what, seconds, target in seconds); `PARTS` is what is run. Best of three.
Ends with 1 where a target is missed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats

Table = NDArray[np.float64]
Row = tuple[str, float, float]
"""What was done, seconds that it took, seconds that it may take."""


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
        (f"{what}, {words}", best_of_three(lambda options=options: every_judge(**options)), ALT_TEST_SECONDS)
        for words, options in (("labels", {}), ("scores", {"level": "interval"}), ("labels, clusters of four", {"clusters": clusters}))
    ]


PARTS: dict[str, Callable[[], list[Row]]] = {"alt_test": alt_test}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=PARTS)
    only = parser.parse_args().only
    missed = 0
    for name, part in PARTS.items():
        for what, seconds, target in part() if only in (None, name) else []:
            missed += seconds > target
            sys.stdout.write(f"{what:<78}{seconds:8.3f} s   target {target:g} s{'   MISSED' if seconds > target else ''}\n")
            sys.stdout.flush()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
