"""Committed results of simulations: one line for each row, under one line of column names."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

Row = TypeVar("Row")


def read_rows(path: Path, kind: type[Row]) -> tuple[dict[str, Any], list[Row]]:
    """What was run, and what was found."""
    about = json.loads(path.read_text(encoding="utf-8"))
    columns, rows = about.pop("columns"), about.pop("found")
    return about, [kind(**dict(zip(columns, row, strict=True))) for row in rows]


def write_rows(about: dict[str, Any], found: Sequence[Any], path: Path, page: str) -> None:
    """The rows as JSON, and beside them the page for people."""
    head = json.dumps(about | {"columns": [one.name for one in fields(found[0])]}, indent=2)[:-2]
    lines = ",\n".join(json.dumps(list(asdict(one).values())) for one in found)
    path.write_text(f'{head},\n  "found": [\n{lines}\n  ]\n}}\n', encoding="utf-8")
    path.with_suffix(".md").write_text(page, encoding="utf-8")


def run_cells(
    about: str, simulate: Callable[..., Any], cells: Sequence[tuple[Any, ...]], path: Path, page: Callable[[dict[str, Any], Sequence[Any]], str], *,
    seed: int, simulations: int,
) -> int:  # fmt: skip
    """Simulate every cell in processes of their own, as the command line asks, and write what was found; `about` is the text of its help."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=simulations)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    with Pool(asked.processes) as pool:
        done = pool.map(partial(_timed, simulate, asked.simulations), cells, chunksize=1)
    found = [one for one, _ in done]
    said = {"seed": seed, "simulations": asked.simulations, "seconds": round(sum(took for _, took in done)), "numpy": np.__version__}
    write_rows(said, found, path, page(said, found))
    print(page(said, found))
    return 0


def _timed(simulate: Callable[..., Any], simulations: int, cell: tuple[Any, ...]) -> tuple[Any, float]:
    start = time.process_time()
    return simulate(*cell, simulations=simulations), time.process_time() - start
