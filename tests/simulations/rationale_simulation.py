"""Stability of reasons whose probabilities are known: what the two estimates of it find at 3 to 30 replicates.

    python tests/simulations/rationale_simulation.py

`rationale_pair_stability` is `pairwise_agreement` of the reasons' codes, or `proportion` of the pairs that are the same;
`rationale_dominant_share` is their `modal_share`. The same seed gives the same results, which are `rationale.json` and `rationale.md`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # in place of this folder, where coverage.py would hide a package

import numpy as np
from numpy.typing import NDArray

from judgeaudit import stats
from tests.simulations.coverage_results import limits
from tests.simulations.result_files import read_rows, write_rows

Table = NDArray[np.float64]

SEED = 20260801
ITEMS = 20_000
ITEMS_OF_AN_AUDIT = 50
REPLICATES = (3, 5, 10, 20, 30, 100)
COVERED = 30
"""Most replicates at which intervals are asked for: of 100 there are 4,950 pairs of each item."""

RESULTS = Path(__file__).with_name("rationale.json")
"""The committed results; beside them, as a page to read, `rationale.md`."""

REASONS: dict[str, tuple[tuple[float, ...], ...]] = {
    "8, equally likely": ((1 / 8,) * 8,),
    "10, equally likely": ((1 / 10,) * 10,),
    "12, equally likely": ((1 / 12,) * 12,),
    "6, skewed": ((0.5, 0.2, 0.1, 0.1, 0.05, 0.05),),
    "half of the items clear": ((0.95, 0.05), (1 / 8,) * 8),
}
"""Probabilities of reasons; several: items are of either kind, equally often."""

TABLE: dict[tuple[str, int], float] = {
    (name, k): share
    for name, shares in (
        ("8, equally likely", (0.451, 0.386, 0.302, 0.248, 0.224, 0.178)),
        ("10, equally likely", (0.430, 0.357, 0.275, 0.220, 0.197, 0.151)),
        ("12, equally likely", (0.417, 0.337, 0.257, 0.201, 0.178, 0.133)),
    )
    for k, share in zip(REPLICATES, shares, strict=True)
}
"""Mean dominant share of equally likely reasons: 20,000 other simulations, whose third digit is uncertain."""


@dataclass(frozen=True)
class Found:
    """What was found of one kind of reasons at one number of replicates.

    Attributes
    ----------
    truth : float
        Probability that two replicates give the same reason: sum p^2, over kinds of items on average.
    stability, z : float
        `pairwise_agreement` of all items, and how many of its standard errors it is from the truth.
    covered, covered_by_pairs : float or None
        Share of audits of `ITEMS_OF_AN_AUDIT` items whose 95 % interval holds the truth: of `pairwise_agreement`, and of
        `proportion` of pairs that are the same.
    width : float or None
        Mean width of the first.
    audits : int
    dominant : float
        `modal_share` of all items.
    table : float or None
        The same in `TABLE`.
    """

    reasons: str
    k: int
    items: int
    truth: float
    stability: float
    z: float
    covered: float | None
    covered_by_pairs: float | None
    width: float | None
    audits: int
    dominant: float
    table: float | None


def draw(rng: np.random.Generator, kinds: Sequence[Sequence[float]], items: int, k: int) -> Table:
    """Codes of the reasons that k replicates of each item give."""
    kind = rng.integers(0, len(kinds), items)
    codes = np.zeros((items, k))
    for number, p in enumerate(kinds):
        codes[kind == number] = rng.choice(len(p), (int((kind == number).sum()), k), p=p)
    return codes


def same_pairs(codes: Table) -> Table:
    """1 where two replicates give the same reason and 0 where not, shape (items, pairs)."""
    first, second = np.array(list(combinations(range(codes.shape[1]), 2))).T
    return (codes[:, first] == codes[:, second]).astype(np.float64)


def simulate(name: str, k: int, *, items: int = ITEMS, seed: int = SEED) -> Found:
    """One kind of reasons at one number of replicates."""
    kinds = REASONS[name]
    truth = float(np.mean([np.square(p).sum() for p in kinds]))
    codes = draw(np.random.default_rng([seed, list(REASONS).index(name), k]), kinds, items, k)
    stability, dominant = stats.pairwise_agreement(codes).value, stats.modal_share(codes).value
    assert stability is not None
    assert dominant is not None
    of_item = [(np.square(np.bincount(row)).sum() - k) / (k * (k - 1)) for row in codes.astype(np.int64)]
    error = float(np.std(of_item, ddof=1) / np.sqrt(items))
    audits = codes.reshape(-1, ITEMS_OF_AN_AUDIT, k) if k <= COVERED else codes[:0, np.newaxis]
    asked = [(stats.pairwise_agreement(audit), stats.proportion(same_pairs(audit))) for audit in audits]
    held = np.array([[one.low <= truth <= one.high for one in both] for both in asked])
    widths = [one.high - one.low for one, _ in asked]
    covered = [round(float(share), 4) for share in held.mean(axis=0)] if asked else [None, None]
    return Found(
        name, k, items, round(truth, 6), round(stability, 5), round((stability - truth) / error, 2), covered[0], covered[1],
        round(float(np.mean(widths)), 4) if asked else None, len(asked), round(dominant, 5), TABLE.get((name, k)),
    )  # fmt: skip


def page(about: dict[str, Any], found: Sequence[Found]) -> str:
    """The results as Markdown."""
    blocks = [
        "# Stability of reasons whose probabilities are known",
        f"Reasons of {about['items']:,} items for each row, seed {about['seed']}; {about['seconds']} seconds of one core; NumPy {about['numpy']}. "
        "Pair stability (`pairwise_agreement`) is the same at every number of replicates and next to the truth, sum p²: z is how many of its standard "
        f"errors it is off. Its 95 % intervals are those of audits of {ITEMS_OF_AN_AUDIT} items; in brackets, of `proportion` of the pairs that are "
        "the same; ▼ less than 93 % (widened by two standard errors of the simulation). The dominant share (`modal_share`) falls with the number of replicates although nothing changes. Written by `rationale_simulation.py`.",
    ]
    for name in REASONS:
        head = ["replicates", "truth", "pair stability", "z", "intervals that hold it, %", "mean width", "dominant share", "simulated elsewhere"]
        rows = [head, ["---:"] * len(head)] + [_row(one) for one in found if one.reasons == name]
        blocks.append(f"## {name}\n\n" + "\n".join("| " + " | ".join(row) + " |" for row in rows))
    return "\n\n".join(blocks) + "\n"


def _row(one: Found) -> list[str]:
    held = "" if one.covered is None or one.covered_by_pairs is None else f"{_percent(one.covered, one)} ({_percent(one.covered_by_pairs, one)})"
    width = "" if one.width is None else f"{one.width:.3f}"
    table = "" if one.table is None else f"{one.table:.3f}"
    return [str(one.k), f"{one.truth:.4f}", f"{one.stability:.4f}", f"{one.z:+.2f}", held, width, f"{one.dominant:.4f}", table]


def _percent(share: float, one: Found) -> str:
    return f"{100 * share:.1f}" + (" ▼" if share < limits(one.audits)[0] else "")


def read_results(path: Path = RESULTS) -> tuple[dict[str, Any], list[Found]]:
    """What was run, and what was found."""
    return read_rows(path, Found)


def write_results(about: dict[str, Any], found: Sequence[Found], path: Path = RESULTS) -> None:
    """One line for each row, under one line of column names."""
    write_rows(about, found, path, page(about, found))


def main() -> int:
    start = time.process_time()
    found = [simulate(name, k) for name in REASONS for k in REPLICATES]
    about = {"seed": SEED, "items": ITEMS, "seconds": round(time.process_time() - start), "numpy": np.__version__}
    write_results(about, found)
    print(page(about, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
