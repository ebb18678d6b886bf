"""Planted judges whose preference depends on the text: on who wrote it, on how long it is, on a cue that its rationales mention or do not.

    python tests/simulations/probes_planted_written.py [--simulations 300]

Each case makes tables with several judges, each with verdicts of its own on the same items, and says what is true of them. The same seed gives the same
results, `probes_planted_written.json` and `probes_planted_written.md`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # in place of this folder, where coverage.py would hide a package

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.biases.lengths import lengths
from judgeaudit.analyses.biases.mentions import mentions
from judgeaudit.analyses.biases.reading import Read
from judgeaudit.analyses.biases.self_preference import self_preference
from judgeaudit.analyses.gold import Gold
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.probe_counts import shown
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.probes import Context, probe_of, variants_of
from judgeaudit.tables import PatternCounter, table_from_rows
from tests.simulations.probes_planted_models import Floats
from tests.simulations.result_files import read_rows, write_rows

SEED, SIMULATIONS = 20261204, 300
JUDGES = 10
RESULTS = Path(__file__).with_name("probes_planted_written.json")
LABELS = {False: ("pass", "fail"), True: ("response_a", "response_b")}
SENTENCES = (
    "The office opens at nine in the morning.", "You can send the parcel back within thirty days.", "Please keep the receipt that came with it.", "We pay for the way back.",
    "The money is on your account after a week.", "Write to us when something is missing.",
)  # fmt: skip

Truth = Mapping[tuple[str, str | None], float]
"""By name and group of an estimate."""


@dataclass(frozen=True)
class Made:
    """A table and what is true of each of its judges."""

    data: AnalysisInput
    read: Read
    truth: Truth


@dataclass(frozen=True)
class Found:
    """One number of one case.

    Attributes
    ----------
    truth, mean : float
    given, held : int
        Intervals, and how many hold what is true.
    """

    case: str
    n: int
    name: str
    group: str | None
    truth: float
    mean: float
    given: int
    held: int


def _rates(rng: np.random.Generator, means: Floats, k: int) -> Floats:
    """Verdicts of judges, 1 or 0, shape (n_judges, n_items, k): each item has a rate of its own, Beta about its mean, so that repeats are alike."""
    own = rng.beta(2 * means, 2 * (1 - means), (JUDGES, len(means)))
    return (rng.random((JUDGES, len(means), k)) < own[:, :, None]).astype(np.float64)


def _data(items: Sequence[Item], said: Sequence[dict[str, Any]], gold: Sequence[bool] | None = None, **more: Any) -> AnalysisInput:
    pairs = items[0].response_a is not None
    scale = {"level": "nominal", "labels": list(LABELS[pairs])}
    rubric = Rubric.model_validate(
        {"name": "r", "mode": "pairwise" if pairs else "pointwise", "criteria": [{"name": "c", "question": "Is it right?", "scale": scale}]}
    )
    codes = {} if gold is None else {("c", item.id): float(one) for item, one in zip(items, gold, strict=True)}
    table = table_from_rows({"criterion": "c", "status": "ok", **row} for row in said)
    counter = PatternCounter({"c": rubric.criteria[0].scale}, [item.id for item in items])
    counter.add(table)
    return AnalysisInput(
        rubric=rubric, patterns=counter.counts(gold=codes or None), table=table, facts=counter.facts(), items={item.id: item for item in items},
        gold=Gold(codes=codes) if codes else None, models={f"j{n}": "openai/gpt-4o" for n in range(JUDGES)}, **more,
    )  # fmt: skip


def _rows(verdicts: Floats, labels: tuple[str, str], **more: Any) -> list[dict[str, Any]]:
    return [
        {"item_id": f"i{item}", "judge": f"j{judge}", "replicate": k, "label": labels[int(verdicts[judge, item, k] == 0)], **more}
        for judge, item, k in np.ndindex(*verdicts.shape) if not np.isnan(verdicts[judge, item, k])
    ]  # fmt: skip


def _long(tokens: float) -> str:
    """A text of so many tokens, of four bytes each."""
    return "abc " * round(tokens)


def own_family(rng: np.random.Generator, n: int) -> Made:
    """Passes good responses of its own family in 85 of 100, of others in 70; bad ones in 40 and 20."""
    good, own = rng.random(n) < 0.5, rng.random(n) < 0.4
    means = np.where(good, np.where(own, 0.85, 0.7), np.where(own, 0.4, 0.2))
    items = [Item(id=f"i{i}", input="q", response="r", metadata={"system": "gpt-4o" if own[i] else "claude-3-opus"}) for i in range(n)]
    truth: Truth = {("self_preference_excess", None): 0.15, ("self_preference_excess", "pass"): 0.15, ("self_preference_excess", "fail"): 0.2}
    return Made(_data(items, _rows(_rates(rng, means, 3), LABELS[False]), good.tolist()), self_preference, truth)


def own_family_of_two(rng: np.random.Generator, n: int) -> Made:
    """Chooses what gold prefers in 85 of 100 where that is its own family's, in 65 where it is the other's."""
    first, own_is_first = rng.random(n) < 0.5, rng.random(n) < 0.5
    right = np.where(first == own_is_first, 0.85, 0.65)
    names = [("gpt-4o", "claude-3-opus")[:: 1 if own_is_first[i] else -1] for i in range(n)]
    items = [Item(id=f"i{i}", input="q", response_a="x", response_b="y", metadata={"model_a": names[i][0], "model_b": names[i][1]}) for i in range(n)]
    verdicts = _rates(rng, np.where(first, right, 1 - right), 3)
    return Made(_data(items, _rows(verdicts, LABELS[True]), first.tolist()), self_preference, {("self_preference_excess", None): 0.2})


def long_answers(rng: np.random.Generator, n: int) -> Made:
    """20 points more for 100 tokens, whatever gold says, which is longer where it is good."""
    good = rng.random(n) < 0.5
    sizes = np.clip(rng.uniform(20, 180, n) + 20 * good, 20, 200).round()
    means = 0.3 + 0.25 * good + 0.2 * (sizes - 110) / 100
    items = [Item(id=f"i{i}", input="q", response=_long(sizes[i])) for i in range(n)]
    return Made(_data(items, _rows(_rates(rng, means, 3), LABELS[False]), good.tolist()), lengths, {("length_effect_per_100_tokens", None): 0.2})


def long_of_two(rng: np.random.Generator, n: int) -> Made:
    """10 points more for 100 tokens by which a response is longer than the other one."""
    good = rng.random(n) < 0.5
    sizes = rng.uniform(20, 200, (2, n)).round()
    means = 0.4 + 0.2 * good + 0.1 * (sizes[0] - sizes[1]) / 100
    items = [Item(id=f"i{i}", input="q", response_a=_long(sizes[0, i]), response_b=_long(sizes[1, i])) for i in range(n)]
    return Made(_data(items, _rows(_rates(rng, means, 3), LABELS[True]), good.tolist()), lengths, {("length_effect_per_100_tokens", None): 0.1})


def as_long_of_two(rng: np.random.Generator, n: int) -> Made:
    """Chances on a logistic curve over tanh(difference / its standard deviation), 0.6 where both are as long."""
    away = np.clip(rng.normal(30, 60, n), -180, 240).round()
    middle = np.log(0.6 / 0.4)
    means = 1 / (1 + np.exp(-(middle + np.tanh(away / 60))))
    items = [Item(id=f"i{i}", input="q", response_a=_long(200 + away[i]), response_b=_long(200)) for i in range(n)]
    truth: Truth = {("length_controlled_win_rate", "response_a"): 0.6, ("length_controlled_win_rate", "response_b"): 0.4}
    return Made(_data(items, _rows(_rates(rng, means, 2), LABELS[True])), lengths, truth)


def padded_answers(rng: np.random.Generator, n: int) -> Made:
    """Each added token turns one failing answer in 200 into a pass; half of the answers fail, and 10 in 100 verdicts are the other one."""
    items = [Item(id=f"i{i}", input="When is it open?", response=" ".join(rng.choice(SENTENCES, int(rng.integers(2, 9))))) for i in range(n)]
    good = rng.random((JUDGES, n)) < 0.5
    said = _rows(_noisy(rng, good, 3), LABELS[False])
    data = _data(items, said)
    lots = rng.random((JUDGES, n))
    for variant, added in _added(data, items).items():
        said += _rows(_noisy(rng, good | (lots < added / 200), 1), LABELS[False], probe="verbosity", variant=variant)
    # of a failing answer 0.1 pass by noise, and 0.9 of those that are moved
    return Made(_data(items, said), lengths, {("verbosity_shift_per_100_tokens", None): 100 / 200 * 0.5 * 0.8})


def _noisy(rng: np.random.Generator, passes: NDArray[np.bool_], k: int) -> Floats:
    """Verdicts, 10 in 100 of them the other one, shape (n_judges, n_items, k)."""
    return (passes[:, :, None] != (rng.random((*passes.shape, k)) < 0.1)).astype(np.float64)


def _added(data: AnalysisInput, items: Sequence[Item]) -> dict[str, Floats]:
    """Tokens that each variant of the probe adds to each item."""
    probe = probe_of("verbosity")
    assert probe is not None
    found: dict[str, list[float]] = defaultdict(list)
    for item in items:
        made = variants_of(probe, item, Context(data.rubric, items))
        assert not isinstance(made, str)
        for variant in made:
            found[variant.name].append((len(str(variant.item.response).encode()) - len(str(item.response).encode())) / 4)
    return {name: np.array(sizes) for name, sizes in found.items()}


def silent(rng: np.random.Generator, n: int) -> Made:
    """A citation moves a third of the failing answers; 3 in 4 of the rationales that it moved do not mention it. No verdict moves by itself."""
    items = [Item(id=f"i{i}", input="When is it open?", response=" ".join(rng.choice(SENTENCES, 3, replace=False))) for i in range(n)]
    good, moved = rng.random((JUDGES, n)) < 0.5, rng.random((JUDGES, n)) < 1 / 3
    mentions_it = rng.random((JUDGES, n)) < 0.25
    plain = _rows(
        np.repeat(good[:, :, None].astype(float), 3, axis=2), LABELS[False], rationale="The answer says when the office is open, and that is what was asked."
    )
    under = _rows((good | moved)[:, :, None].astype(float), LABELS[False], probe="authority", variant="citation")
    for row in under:
        judge, item = int(row["judge"][1:]), int(row["item_id"][1:])
        cited = "It gives a source by Hallstrom and Okafor, a review of current practice, which makes it credible."
        row["rationale"] = cited if mentions_it[judge, item] else "The answer says when the office is open, so it is right."
    return Made(_data(items, [*plain, *under]), mentions, {("authority_unmentioned_rate", None): 0.75})


CASES: dict[str, Callable[[np.random.Generator, int], Made]] = {
    "own family": own_family, "own family, pairs": own_family_of_two, "long answers": long_answers, "long, pairs": long_of_two, "equal length, pairs": as_long_of_two,
    "padded": padded_answers, "silent": silent,
}  # fmt: skip
CELLS = tuple((case, n) for case in CASES for n in (60, 200))


def simulate(case: str, n: int, *, simulations: int = SIMULATIONS, seed: int = SEED) -> list[Found]:
    """So many judges against what is true of them."""
    rng = np.random.default_rng([seed, crc32(case.encode()), n])
    said: dict[tuple[str, str | None], list[tuple[float, bool | None]]] = defaultdict(list)
    truth: Truth = {}
    for _ in range(0, simulations, JUDGES):
        made = CASES[case](rng, n)
        truth = made.truth
        for one in made.read(made.data, [each for group in shown(made.data) for each in group]).estimates:
            true = truth.get((one.name, one.group))
            if true is not None and one.stratum is None and one.value is not None:
                said[one.name, one.group].append((one.value, None if one.low is None or one.high is None else one.low <= true <= one.high))
    found = []
    for (name, group), true in truth.items():
        values = said[name, group]
        held = [one for _, one in values if one is not None]
        found.append(Found(case, n, name, group, round(true, 6), round(float(np.mean([value for value, _ in values])), 6), len(held), sum(held)))
    return found


def page(about: Mapping[str, Any], found: Sequence[Found]) -> str:
    """The results as Markdown."""
    lines = [
        "# Planted preferences for texts", "",
        f"{about['simulations']:,} judges of each row, seed {about['seed']}, NumPy {about['numpy']}; written by `probes_planted_written.py`, where each case is described. *Held*: 95 % intervals that hold what is true; "
        "▼ fewer than 93 %, ▲ more than 97.5 %, by two standard errors of the simulation.", "",
        "| case | items | number | | true | mean | intervals | held |", "|---|---:|---|---|---:|---:|---:|---:|",
    ]  # fmt: skip
    for one in found:
        share = one.held / one.given if one.given else float("nan")
        mark = " ▼" if share < 0.93 - 2 * (0.93 * 0.07 / one.given) ** 0.5 else " ▲" if share > 0.975 + 2 * (0.975 * 0.025 / one.given) ** 0.5 else ""
        lines.append(f"| {one.case} | {one.n} | `{one.name}` | {one.group or ''} | {one.truth:.3f} | {one.mean:.3f} | {one.given} | {100 * share:.1f}{mark} |")
    return "\n".join(lines) + "\n"


def read_results(path: Path = RESULTS) -> tuple[dict[str, Any], list[Found]]:
    """What was run, and what was found."""
    return read_rows(path, Found)


def main() -> int:
    """Simulate every case and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    simulations, start = parser.parse_args().simulations, time.process_time()
    found = [one for cell in CELLS for one in simulate(*cell, simulations=simulations)]
    about = {"seed": SEED, "simulations": simulations, "seconds": round(time.process_time() - start), "numpy": np.__version__}
    write_rows(about, found, RESULTS, page(about, found))
    print(page(about, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
