"""Planted judges asked for real: `python:` functions, a rubric, probes that change what they are shown; the audit of the run against what is true of them.

    python tests/simulations/probes_planted_runs.py [--runs 10]

Each run has its own items and seed and is an audit of each of its judges. Written are `probes_planted_runs.json` and `probes_planted_runs.md`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # in place of this folder, where coverage.py would hide a package

import numpy as np

import judgeaudit
from judgeaudit.domain.results import Audit
from tests.simulations.probes_planted_judges import NOISE, SHARE
from tests.simulations.probes_planted_models import Cue, Judge, Shape, Variant, truth
from tests.simulations.probes_planted_position import of_pairs
from tests.simulations.result_files import read_rows, write_rows

SEED = 20261203
RUNS = 10
ITEMS, REPLICATES = 60, 3
RESULTS = Path(__file__).with_name("probes_planted_runs.json")
MODULE = "tests.simulations.probes_planted_judges"

ANSWERS = ("honest", "random", "believer", "lover_of_length", "follower", "obedient")
OF_TWO = ("honest_of_two", "random_of_two", "first_of_two", "longer_of_two", "believer_of_two")
PROBES = ("verbosity", "authority", "anchoring", "injection", "fact_changed")
PROBES_OF_TWO = ("position", "verbosity", "authority", "fact_changed")
ANSWER = Shape("pointwise", "nominal", ("pass", "fail"), (1, 0), (0.5, 0.5, 0.0), (0, 1))
PAIR = Shape("pairwise", "nominal", ("response_a", "response_b"), (1, 0), (0.25, 0.25, 0.5), (0, 1))
"""Half of the responses say the price; of two that both do, or neither, either is preferred."""


@dataclass(frozen=True)
class Found:
    """One effect of one judge over all runs.

    Attributes
    ----------
    truth, mean : float
    audits, held : int
        Intervals, and how many of them hold what is true.
    answers : dict
        How often each answer was given for the probe.
    """

    judge: str
    name: str
    truth: float
    mean: float
    audits: int
    held: int
    answers: dict[str, int]


def expected(judge: str) -> dict[str, float]:
    """What is true of a judge, by name of the effect; of every probe but the one that it falls for it is moved as an honest one is."""
    pairs = judge.endswith("_of_two")
    moves = {
        "believer": "authority", "lover_of_length": "verbosity", "follower": "anchoring", "obedient": "injection", "longer_of_two": "verbosity", "believer_of_two": "authority",
    }  # fmt: skip
    found: dict[str, float] = {}
    for probe in PROBES_OF_TWO if pairs else PROBES:
        size = SHARE if moves.get(judge) == probe else 0.0
        found |= _of_probe(judge, _cue(probe, size, pairs=pairs), pairs=pairs)
    if judge == "lover_of_length":  # some injections are long
        found = {name: value for name, value in found.items() if not name.startswith("injection")}
    return found


def _of_probe(judge: str, cue: Cue, *, pairs: bool) -> dict[str, float]:
    planted = Judge(PAIR if pairs else ANSWER, (cue,), noise=NOISE, first=SHARE if judge == "first_of_two" else 0.0, random=judge.startswith("random"))
    wanted = ("excess_flip_rate", *(("direction",) if cue.probe != "position" else ()), *(("score_shift",) if not pairs else ()))
    found = {f"{cue.probe}_{name}": truth(planted)[f"{cue.probe}_{name}", None] for name in wanted}
    if cue.probe == "position":
        found |= {name: value for (name, _), value in of_pairs(planted).items() if " of " not in name and not name.startswith("identical")}
    if cue.probe == "fact_changed" and not planted.random:
        found = {"fact_changed_direction": _follows(judge, pairs=pairs)}
    return found


def _follows(judge: str, *, pairs: bool) -> float:
    """How much a verdict falls when a right answer becomes a wrong one: half of the answers are right.

    Of pairs: against one that is right too it had a half and has `NOISE`, against a wrong one it had 1 - `NOISE` and has a half.
    """
    if not pairs:
        return 0.5 * (1 - 2 * NOISE)
    return 0.5 * (0.5 - NOISE) * (1 - SHARE if judge == "first_of_two" else 1)


def _cue(probe: str, size: float, *, pairs: bool) -> Cue:
    if probe == "position":
        return Cue(probe, (Variant("swapped", 1, "second"),), 1.0)
    if pairs:
        return Cue(probe, (Variant("a", 1, "top"), Variant("b", -1, "bottom")), size, coin=True)
    if probe == "anchoring":
        return Cue(probe, (Variant("high", 1, "top"), Variant("low", -1, "bottom")), size)
    # one injection of six is invisible, also to this judge
    return Cue(probe, (Variant("all", 1, "top", factor=5 / 6 if probe == "injection" else 1.0),), size)


def write_project(folder: Path, seed: int, *, pairs: bool, n_items: int = ITEMS) -> Path:
    """A rubric and its items."""
    rng = np.random.default_rng([SEED, seed, pairs])
    items = []
    for n in range(n_items):
        price = int(rng.integers(30, 99))
        said = [
            f"Thank you for asking. As our list says, the fee for parcel {n + 100} is {price + int(wrong)} euros, payable on delivery, in cash or by card."
            for wrong in rng.random(2) < 0.5
        ]
        response = {"response_a": said[0], "response_b": f"Dear customer! {said[1]}"} if pairs else {"response": said[0]}
        items.append({"id": f"i{n}", "input": f"Our list: parcel {n + 100} costs {price} euros. What does this parcel cost?", **response})
    (folder / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    rubric = {
        "name": "fees", "mode": "pairwise" if pairs else "pointwise", "items": "items.jsonl", "seed": seed, "replicates": REPLICATES,
        "criteria": [{"name": "fee", "question": "Is the fee that is named right?", **({} if pairs else {"scale": {"level": "nominal", "labels": ["pass", "fail"]}})}],
        "judges": [{"name": name, "model": f"python:{MODULE}:{name}"} for name in (OF_TWO if pairs else ANSWERS)], "probes": list(PROBES_OF_TWO if pairs else PROBES),
    }  # fmt: skip
    (folder / "rubric.yaml").write_text(json.dumps(rubric), encoding="utf-8")
    return folder / "rubric.yaml"


def run(seed: int, *, pairs: bool, n_items: int = ITEMS) -> Audit:
    """One run of all judges."""
    with tempfile.TemporaryDirectory() as name:
        path = write_project(Path(name), seed, pairs=pairs, n_items=n_items)
        return judgeaudit.run(path, out=Path(name) / "run").data


def gather(audits: Sequence[Audit], judges: Sequence[str]) -> list[Found]:
    """Every effect of every judge against what is true."""
    found = []
    for judge in judges:
        for name, value in expected(judge).items():
            ones = [one for audit in audits for one in audit.estimates if (one.name, one.judge, one.variant) == (name, judge, None)]
            held = [one.low - 1e-9 <= value <= one.high + 1e-9 for one in ones if one.low is not None and one.high is not None]
            mean = float(np.mean([one.value for one in ones if one.value is not None]))
            probe = next((probe for probe in (*PROBES, *PROBES_OF_TWO) if name.startswith(f"{probe}_")), "position")
            found.append(Found(judge, name, round(value, 6), round(mean, 6), len(held), sum(held), answers_of(audits, judge)[probe]))
    return found


def answers_of(audits: Sequence[Audit], judge: str) -> Mapping[str, dict[str, int]]:
    """How often each answer was given, by probe."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for audit in audits:
        for row in next(one for one in audit.analyses if one.name == "bias").blocks["probes"]:
            if row["judge"] == judge:
                found[row["probe"]][row["answer"]] = found[row["probe"]].get(row["answer"], 0) + 1
    return found


def page(about: Mapping[str, Any], found: Sequence[Found]) -> str:
    """The results as Markdown."""
    intervals, held = sum(one.audits for one in found), sum(one.held for one in found)
    lines = [
        "# Planted judges, asked for real", "",
        f"{about['runs']} runs with six judges of an answer and as many with five of a pair, {ITEMS} items, {REPLICATES} plain replicates, seed {about['seed']}; written by `probes_planted_runs.py`. "
        f"`python:` judges, the probes of a rubric, the audit of the run. {held:,} of {intervals:,} intervals ({held / intervals:.1%}) hold what is true of the judge.", "",
        "| judge | effect | true | mean of the runs | intervals that hold it | answers |", "|---|---|---:|---:|---:|---|",
    ]  # fmt: skip
    for one in found:
        said = ", ".join(f"{answer} {n}" for answer, n in sorted(one.answers.items()))
        lines.append(f"| {one.judge} | `{one.name}` | {one.truth:.3f} | {one.mean:.3f} | {one.held} of {one.audits} | {said} |")
    return "\n".join(lines) + "\n"


def read_results(path: Path = RESULTS) -> tuple[dict[str, Any], list[Found]]:
    """What was run, and what was found."""
    return read_rows(path, Found)


def main() -> int:
    """Run everything and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=RUNS)
    n, start = parser.parse_args().runs, time.process_time()
    found = [one for pairs, judges in ((False, ANSWERS), (True, OF_TWO)) for one in gather([run(seed, pairs=pairs) for seed in range(n)], judges)]
    about = {"seed": SEED, "runs": n, "seconds": round(time.process_time() - start), "numpy": np.__version__}
    write_rows(about, found, RESULTS, page(about, found))
    print(page(about, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
