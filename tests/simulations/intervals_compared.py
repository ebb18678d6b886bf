"""The default interval of alpha, AC1 and Fleiss' kappa beside those that can be asked for: coverage on part of the grid.

python tests/simulations/intervals_compared.py [--simulations 400] [--processes 2]      prints the table that README.md shows

Two and four labels, 2 and 5 raters, a commonest label of 50 and 90 %, true agreement .2, .6 and .9, 400 resamples, seed 77. Least and
greatest coverage over these populations and statistics where an interval was given in at least half of the simulations.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from itertools import product
from multiprocessing import Pool
from pathlib import Path

import numpy as np

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from judgeaudit import stats
from tests.simulations import coverage_grid as grid
from tests.simulations import coverage_models as models

NAMES = ("krippendorff_alpha", "gwet_ac", "fleiss_kappa")
INTERVALS = ("auto", "percentile", "bca", "jackknife")
SEED, RESAMPLES, HALF = 77, 400, 0.5

Place = tuple[str, int, int, float, float, int]
Found = dict[tuple[int, float, str], list[tuple[float | None, float]]]


def compare(place: Place) -> Found:
    """Coverage among the intervals given, and the share that was given, of each statistic and interval in one population."""
    model, n, raters, prevalence, agreement, simulations = place
    drawn_from = grid.population(model, raters, prevalence, agreement)
    assert isinstance(drawn_from, models.Patterns)
    patterns, times = drawn_from.population()
    found: Found = defaultdict(list)
    for name, interval in product(NAMES, INTERVALS):
        ask, options = getattr(stats, name), {"level": "nominal", "labels": drawn_from.labels}
        truth, rng = ask(patterns, counts=times, **options).value, np.random.default_rng(SEED)
        held = []
        for _ in range(simulations):
            ratings, counts = drawn_from.draw(rng, n)
            one = ask(ratings, counts=counts, n_resamples=RESAMPLES, rng=rng, interval=interval, **options)
            if one.low is not None:
                held.append(one.low - 1e-9 <= truth <= one.high + 1e-9)
        found[n, prevalence, interval].append((float(np.mean(held)) if held else None, len(held) / simulations))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=400)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    places = [(*place, asked.simulations) for place in product(("two labels", "four labels"), (20, 200), (2, 5), (0.5, 0.9), (0.2, 0.6, 0.9))]
    together: Found = defaultdict(list)
    with Pool(asked.processes) as pool:
        for found in pool.imap(compare, places):
            for key, values in found.items():
                together[key] += values
    print("| items | commonest label | interval | coverage | given |\n|---:|---:|---|---|---|")
    for n, prevalence, interval in sorted(together, key=lambda key: (key[0], key[1], INTERVALS.index(key[2]))):
        values = together[n, prevalence, interval]
        covered = [coverage for coverage, given in values if coverage is not None and given >= HALF]
        given = [share for _, share in values]
        print(f"| {n} | {prevalence:g} | {interval} | {min(covered):.2f} to {max(covered):.2f} | {min(given):.2f} to {max(given):.2f} |")


if __name__ == "__main__":
    main()
