"""Krippendorff's alpha, with and without an interval, against the krippendorff package.

    python benchmarks/stats.py [--only interval | million | points]

interval: 2,000 items, 5 raters, 4 categories, 5 % of the ratings missing, 1,000 resamples, against a loop that hands each
resample of items to the package: as the table of ratings, which is how it is written, and, for comparison, as counts of
values made beforehand, which is the fastest way in. The loop is timed on 100 resamples and scaled to 1,000: every resample
costs it the same. Ours is the whole call: checking, point estimate (by the package), resampling, interval.
million: 1,000,000 items, 5 raters, 5 labels, 2,000 resamples, in a process of its own, whose peak memory is printed (the
ratings included); then the resampling alone, by number of items.
points: a 101-point scale, 5,000 items, 15 raters, the point estimate alone, against the package.
Ends with 1 where a target is missed, or where the values differ by more than 1e-12.
"""

from __future__ import annotations

import argparse
import itertools
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable

import krippendorff
import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats
from judgeaudit.stats.kernels.coincidences import alpha_kernel
from judgeaudit.stats.kernels.draws import Rows, distinct_rows, draw_blocks, draw_weights
from judgeaudit.stats.kernels.pseudo_items import pseudo_items

N_ITEMS, N_RATERS, CATEGORIES, MISSING = 2000, 5, (1.0, 2.0, 3.0, 4.0), 0.05
N_RESAMPLES, N_LOOP = 1000, 100
LEVELS = ("nominal", "ordinal", "interval", "ratio")
TARGET_RATIO, TARGET_DIFFERENCE, TARGET_SECONDS = 20.0, 1e-12, 0.03

Table = NDArray[np.float64]

_SEEDS = itertools.count(1)


def make_ratings(rng: np.random.Generator) -> Table:
    truth = rng.choice(CATEGORIES, (N_ITEMS, 1))
    ratings = np.where(rng.random((N_ITEMS, N_RATERS)) < 0.6, truth, rng.choice(CATEGORIES, (N_ITEMS, N_RATERS)))
    ratings[rng.random(ratings.shape) < MISSING] = np.nan
    return ratings


def count_values(ratings: Table) -> NDArray[np.int64]:
    return np.stack([(ratings == category).sum(axis=1) for category in CATEGORIES], axis=1)


def seconds_of_ours(ratings: Table, level: str) -> float:
    """Best of five, each with a seed of its own: resamples of the same seed are kept in memory and would cost nothing."""
    times = []
    for _ in range(5):
        rng = np.random.default_rng(next(_SEEDS))
        start = time.perf_counter()
        stats.krippendorff_alpha(ratings, level=level, labels=CATEGORIES, n_resamples=N_RESAMPLES, rng=rng)
        times.append(time.perf_counter() - start)
    return min(times)


def seconds_of_loop(ratings: Table, level: str, *, by_counts: bool) -> float:
    """Best of three, scaled from N_LOOP to N_RESAMPLES."""
    table, times = count_values(ratings), []
    for _ in range(3):
        rng = np.random.default_rng(1)
        start = time.perf_counter()
        for _ in range(N_LOOP):
            drawn = rng.integers(0, N_ITEMS, N_ITEMS)
            resample = {"value_counts": table[drawn]} if by_counts else {"reliability_data": ratings[drawn].T}
            krippendorff.alpha(**resample, value_domain=CATEGORIES, level_of_measurement=level)
        times.append(time.perf_counter() - start)
    return min(times) * N_RESAMPLES / N_LOOP


def largest_difference(ratings: Table, level: str) -> float:
    """Between kernel and package on the same N_LOOP resamples."""
    patterns, counts = distinct_rows(ratings[np.newaxis], np.ones(N_ITEMS, dtype=np.int64), any_order=True)
    weights = next(draw_weights(Rows(patterns, counts, None, N_ITEMS), N_LOOP, np.random.default_rng(2)))
    table = count_values(patterns[0])
    theirs = [
        krippendorff.alpha(value_counts=np.repeat(table, times.astype(int), axis=0), value_domain=CATEGORIES, level_of_measurement=level) for times in weights
    ]
    return float(np.abs(alpha_kernel(patterns[0], level)(weights) - theirs).max())


def interval() -> bool:
    """1,000 resamples of 2,000 items against the loop, at each level."""
    ratings = make_ratings(np.random.default_rng(0))
    stats.krippendorff_alpha(ratings[:50], level="ordinal", n_resamples=10, rng=np.random.default_rng(1))  # imports
    print(f"alpha, {N_ITEMS:,} items x {N_RATERS} raters x {len(CATEGORIES)} categories, {MISSING:.0%} missing, {N_RESAMPLES:,} resamples")
    print(f"loop over krippendorff.alpha: timed on {N_LOOP} resamples, scaled to {N_RESAMPLES:,}\n")
    print(f"{'level':10} {'ours':>10} {'loop':>10} {'ratio':>8} {'by counts':>12} {'ratio':>8} {'largest difference':>20}")
    met = True
    for level in LEVELS:
        ours, difference = seconds_of_ours(ratings, level), largest_difference(ratings, level)
        loop, counted = (seconds_of_loop(ratings, level, by_counts=by_counts) for by_counts in (False, True))
        met &= loop / ours >= TARGET_RATIO and difference <= TARGET_DIFFERENCE and ours <= TARGET_SECONDS
        print(f"{level:10} {ours * 1000:8.1f}ms {loop * 1000:8.1f}ms {loop / ours:7.1f}x {counted * 1000:10.1f}ms {counted / ours:7.1f}x {difference:20.1e}")
    return say(f">= {TARGET_RATIO:.0f}x, <= {TARGET_SECONDS * 1000:.0f} ms, difference <= {TARGET_DIFFERENCE:.0e}", met)


def five_labels(n_items: int) -> Table:
    """Items with every rating pattern that 10,000 items show, so that only their number grows."""
    rng = np.random.default_rng(4)
    truth = rng.integers(1, 6, (10_000, 1)).astype(float)
    ratings = np.where(rng.random((10_000, 5)) < 0.6, truth, rng.integers(1, 6, (10_000, 5)))
    return np.asarray(np.tile(ratings, (n_items // 10_000, 1)))


def million() -> bool:
    """1,000,000 items: seconds and memory of a fresh process, one package call beside it, and the resampling alone."""
    script = (
        "import resource, sys, time, numpy, runpy\n"
        f"ratings = runpy.run_path({__file__!r})['five_labels'](1_000_000)\n"
        "from judgeaudit import stats\n"
        "start = time.perf_counter()\n"
        "found = stats.krippendorff_alpha(ratings, level=sys.argv[1], labels=[1, 2, 3, 4, 5], n_resamples=2000, rng=numpy.random.default_rng(1))\n"
        "print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, found.value)"
    )
    ratings, met = five_labels(1_000_000), True
    print("alpha, 1,000,000 items x 5 raters x 5 labels, 2,000 resamples, a process of its own\n")
    print(f"{'level':10} {'ours':>10} {'memory':>10} {'loop':>10} {'ratio':>10} {'difference':>12}")
    for level in LEVELS:
        done = subprocess.run([sys.executable, "-c", script, level], capture_output=True, text=True, check=True).stdout.split()
        seconds, memory, value = (float(cell) for cell in done)
        start = time.perf_counter()
        theirs = krippendorff.alpha(reliability_data=ratings.T, value_domain=[1, 2, 3, 4, 5], level_of_measurement=level)
        loop = (time.perf_counter() - start) * 2000  # of one call
        met &= seconds <= 10 and memory <= 2e9 and abs(theirs - value) <= TARGET_DIFFERENCE
        print(f"{level:10} {seconds:8.2f} s {memory / 1e6:7.0f} MB {loop:8.0f} s {loop / seconds:9.0f}x {abs(theirs - value):12.1e}")
    print("\nresampling alone (rating patterns are counted before), 2,000 resamples, nominal:")
    times = {n: seconds_of_resampling(five_labels(n)) for n in (10_000, 100_000, 1_000_000)}
    print("  " + ", ".join(f"{n:,} items {seconds * 1000:.0f} ms" for n, seconds in times.items()))
    met &= times[1_000_000] <= 1.5 * times[10_000]
    return say("<= 10 s, <= 2 GB, the same value, resampling of 1,000,000 at most 1.5 times that of 10,000", met)


def seconds_of_resampling(ratings: Table) -> float:
    """Drawing weights of patterns and evaluating all resamples, as the default interval does; best of five."""
    patterns, counts = distinct_rows(ratings[np.newaxis], np.ones(len(ratings), dtype=np.int64), any_order=True)
    made_up = pseudo_items(np.arange(1.0, 6.0), 5, 5, ordered=False)
    evaluate, times = alpha_kernel(np.vstack([patterns[0], made_up.ratings]), "nominal"), []
    for _ in range(5):
        start = time.perf_counter()
        for block in draw_blocks(Rows(patterns, counts, None, len(ratings)), 2000, np.random.default_rng(next(_SEEDS)), pseudo=made_up.weights):
            evaluate(block.rows())
        times.append(time.perf_counter() - start)
    return min(times)


def points() -> bool:
    """A 101-point scale: seconds and the memory that the point estimate takes beside the ratings."""
    rng, scale = np.random.default_rng(5), list(range(101))
    ratings = np.clip(np.round(rng.integers(0, 101, (5000, 1)) + rng.normal(0, 8, (5000, 15))), 0, 100)
    ratings[rng.random(ratings.shape) < MISSING] = np.nan
    print("alpha, 101 points x 5,000 items x 15 raters, point estimate\n")
    print(f"{'level':10} {'ours':>10} {'memory':>10} {'package':>10} {'memory':>10} {'ratio':>8} {'difference':>12}")
    met = True
    for level in LEVELS:
        ours, memory, value = measured(lambda level=level: stats.krippendorff_alpha(ratings, level=level, labels=scale).value)
        theirs, their_memory, expected = measured(
            lambda level=level: krippendorff.alpha(reliability_data=ratings.T, value_domain=scale, level_of_measurement=level), n=1
        )
        met &= ours <= 0.1 and memory <= 100e6 and abs(value - expected) <= TARGET_DIFFERENCE
        print(
            f"{level:10} {ours * 1000:8.1f}ms {memory / 1e6:7.1f} MB {theirs * 1000:8.1f}ms {their_memory / 1e6:7.0f} MB "
            f"{theirs / ours:7.1f}x {abs(value - expected):12.1e}"
        )
    return say("<= 100 ms, <= 100 MB, the same value", met)


def measured(call: Callable[[], float], *, n: int = 5) -> tuple[float, float, float]:
    """Best time of n, the peak of the memory that one more call allocates, and the value."""
    times = []
    for _ in range(n):
        start = time.perf_counter()
        value = call()
        times.append(time.perf_counter() - start)
    tracemalloc.start()
    call()
    memory = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return min(times), memory, value


def say(target: str, met: bool) -> bool:
    print(f"\ntargets ({target}): {'met' if met else 'MISSED'}\n")
    return met


PARTS = {"interval": interval, "million": million, "points": points}


def main() -> int:
    parser = argparse.ArgumentParser(description="Krippendorff's alpha against the krippendorff package.")
    parser.add_argument("--only", choices=PARTS)
    only = parser.parse_args().only
    met = [part() for name, part in PARTS.items() if only in (None, name)]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
