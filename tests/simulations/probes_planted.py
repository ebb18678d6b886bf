"""How often the effects of probes hold what was planted, how often a judge that is moved by nothing is accused, and how large a preference is found.

    python tests/simulations/probes_planted.py [--simulations 1000] [--only biased] [--check]

Finished cells are in `probes_planted.part`, and the same command goes on from there until somebody takes that away. The same seed gives the same results,
`probes_planted.json` and `probes_planted.md`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # in place of this folder, where coverage.py would hide a package

import numpy as np

from tests.simulations.probes_planted_asked import Said, asked, input_of, table_of
from tests.simulations.probes_planted_cues import ONE_CUE, judge_of, one_cue
from tests.simulations.probes_planted_models import SHAPES, STRATA, Codes, Judge, draw, truth
from tests.simulations.probes_planted_position import of_pairs
from tests.simulations.result_files import read_rows, write_rows

SEED = 20261202
SIMULATIONS = 1000
JUDGES_AT_ONCE = 25
RESULTS = Path(__file__).with_name("probes_planted.json")
MOST_IN_CLUSTER = 3
TOLD = -1.0
ALPHA, NOTHING = 0.05, 1e-9
PLACES = "position places"

Place = tuple[str, str | None, str | None]
"""Name, variant and stratum of an estimate."""


@dataclass(frozen=True)
class Setting:
    """One cell: a judge, and how it is asked.

    Attributes
    ----------
    kind, size : str, float
        See `judge_of`. Size `TOLD`: as large as the smallest effect that audits of the same judge without any say they could see.
    n, plain, probe : int
        Items, plain verdicts of each, verdicts of each variant of each probe.
    how : str
        Letters: "v" a cue moves some verdicts on every item, and not all on some; "c" items come in clusters; "s" in strata.
    """

    scale: str
    kind: str
    size: float
    n: int
    plain: int = 3
    probe: int = 1
    how: str = ""

    def judge(self, size: float) -> Judge:
        """The judge, moved by so much."""
        return judge_of(SHAPES[self.scale], self.kind, size=size, by_item="v" not in self.how, strata="s" in self.how)


@dataclass(frozen=True)
class Found:
    """Of one cell.

    Attributes
    ----------
    planted : float
        The size; where it is `TOLD`, what that came to.
    accused : float
        Share of audits in which the judge is called biased by any probe.
    first : str
        Fingerprint of what the first table gave: another one now means that the results are of another state of the code.
    intervals : list of [name, variant, stratum, truth, mean, given, held]
        What is true, the mean of the estimates, how many intervals were given and how many of them hold what is true.
    answers : list of [probe, {answer: audits}, median of the smallest effect]
        `PLACES`: whether the exact test of the places that are preferred says so at 5 %.
    """

    scale: str
    kind: str
    size: float
    n: int
    plain: int
    probe: int
    how: str
    simulations: int
    planted: float
    accused: float
    first: str
    intervals: list[list[Any]]
    answers: list[list[Any]]


def setting_of(one: Found) -> Setting:
    """The cell of a result."""
    return Setting(**{name: getattr(one, name) for name in Setting.__dataclass_fields__})


def _covered() -> list[Setting]:
    """Judges that every cue moves."""
    found = []
    for scale in ("two labels", "pairs"):
        found += [Setting(scale, "biased", 0.15, n, *k) for n, k in ((30, (3, 1)), (100, (2, 1)), (100, (3, 1)), (300, (3, 1)), (100, (5, 3)))]
        found += [Setting(scale, "biased", 0.15, 100, 3, 1, how) for how in ("v", "c", "s")]
    for scale in ("five points", "scores", "pairs with tie"):
        found += [Setting(scale, "biased", 0.15, 50), Setting(scale, "biased", 0.15, 100, 2, 2, "v"), Setting(scale, "biased", 0.15, 100, 3, 1, "c")]
    return [*found, Setting("pairs", "first", 0.3, 100), Setting("two labels", "biased", 0.4, 500)]


def _unmoved() -> list[Setting]:
    """Judges that nothing moves, or anything."""
    more = ((30, 2, 1), (300, 3, 1), (100, 5, 3))
    found = [Setting(scale, kind, 0.0, *k) for scale in ("two labels", "pairs") for kind in ("random", "noisy") for k in more]
    return [Setting(scale, kind, 0.0, 100) for scale in SHAPES for kind in ("random", "honest", "noisy")] + found


def _powers() -> list[Setting]:
    return [Setting(scale, "biased", size, n) for scale in ("two labels", "pairs") for n in (100, 300) for size in (0.1, 0.2, 0.3)]


def _told() -> list[Setting]:
    """Judges whom one probe moves by what an audit says that it could see."""
    return [Setting(scale, kind, TOLD, n) for kind in ONE_CUE for scale, n in (("two labels", 100), ("two labels", 300), ("pairs", 100))]


COVERED, UNMOVED, POWERS, AS_TOLD = tuple(_covered()), tuple(_unmoved()), tuple(_powers()), tuple(_told())
SETTINGS = tuple(dict.fromkeys((*UNMOVED, *COVERED, *POWERS, *AS_TOLD)))


def times(setting: Setting, simulations: int) -> int:
    """How often a cell is drawn: all of them for a judge without any idea and one that is moved by nothing, at 100 items of every scale; else less often."""
    if setting in UNMOVED and setting.kind != "honest" and (setting.n, setting.plain, setting.probe) == (100, 3, 1):
        return simulations
    return simulations // 4 if setting in UNMOVED or setting in COVERED else simulations // 10


def told_size(setting: Setting, n: int, rng: np.random.Generator) -> float:
    """The size at which flips beyond noise are as many as the smallest effect, median of audits without any."""
    probe = one_cue(SHAPES[setting.scale])
    answers = audits(setting, setting.judge(0.0), n, rng).answers
    smallest = _median([one.smallest for _, name, one in answers if name == probe and one.smallest is not None])
    assert smallest is not None
    return min(1.0, smallest / truth(setting.judge(0.5))[f"{probe}_excess_flip_rate", None] * 0.5)


def audits(setting: Setting, judge: Judge, n: int, rng: np.random.Generator) -> Said:
    """One table with so many judges, each with items of its own."""
    places, strata = _places(setting, rng), _strata(setting, rng)
    drawn = [draw(rng, judge, places, strata, (setting.plain, setting.probe)) for _ in range(n)]
    table = table_of(drawn, judge.shape, strata=strata, places=places if "c" in setting.how else None)
    return asked(input_of(table, judge.shape, seed=int(rng.integers(1 << 30))), every=setting in COVERED)


def _places(setting: Setting, rng: np.random.Generator) -> Codes:
    if "c" not in setting.how:
        return np.arange(setting.n)
    return np.repeat(np.arange(setting.n), rng.integers(1, MOST_IN_CLUSTER + 1, setting.n))[: setting.n]


def _strata(setting: Setting, rng: np.random.Generator) -> tuple[str, ...]:
    return tuple(rng.permutation(np.resize(list(STRATA), setting.n)).tolist()) if "s" in setting.how else ()


def truths(judge: Judge) -> dict[Place, float]:
    """What is true by name, variant and stratum."""
    found: dict[Place, float] = {}
    for stratum in (None, *STRATA) if judge.strata else (None,):
        found |= {(*key, stratum): value for key, value in (truth(judge, stratum) | of_pairs(judge)).items()}
    return found


def simulate(setting: Setting, *, simulations: int = SIMULATIONS, seed: int = SEED) -> Found:
    """Draw audits and hold what is said against what is true."""
    n = times(setting, simulations)
    rng, size = _begun(setting, seed)
    judge = setting.judge(size)
    counted, first = _Counts(truths(judge)), ""
    for start in range(0, n, JUDGES_AT_ONCE):
        counted.add(audits(setting, judge, min(JUDGES_AT_ONCE, n - start), rng))
        first = first or counted.digest()
    return Found(
        **asdict(setting), simulations=n, planted=round(size, 4), accused=counted.accused / n, first=first, intervals=counted.intervals(), answers=counted.told()
    )  # fmt: skip


def _begun(setting: Setting, seed: int) -> tuple[np.random.Generator, float]:
    rng = np.random.default_rng([seed, crc32(repr(setting).encode())])
    return rng, told_size(setting, 4 * JUDGES_AT_ONCE, rng) if setting.size == TOLD else setting.size


def first_table(setting: Setting, *, seed: int = SEED) -> str:
    """The fingerprint of the first table, made again."""
    rng, size = _begun(setting, seed)
    judge = setting.judge(size)
    counted = _Counts(truths(judge))
    counted.add(audits(setting, judge, JUDGES_AT_ONCE, rng))
    return counted.digest()


class _Counts:
    """What was said, held against what is true."""

    def __init__(self, true: Mapping[Place, float]) -> None:
        self.true = true
        self.said: dict[Place, list[tuple[float, bool | None]]] = defaultdict(list)
        self.answers: dict[str, Counter[str]] = defaultdict(Counter)
        self.smallest: dict[str, list[float]] = defaultdict(list)
        self.accused = 0

    def add(self, found: Said) -> None:
        """Count the audits of one table."""
        for one in found.estimates:
            place = (one.name if one.group is None else f"{one.name} of {one.group}", one.variant, one.stratum)
            value = self.true.get(place)
            if value is not None and one.value is not None:
                self.said[place].append((one.value, None if one.low is None or one.high is None else one.low - NOTHING <= value <= one.high + NOTHING))
        self.accused += len({judge for judge, _, answer in found.answers if answer.answer == "biased"})
        for _, probe, answer in found.answers:
            self.answers[probe][answer.answer] += 1
            self.smallest[probe] += [] if answer.smallest is None else [answer.smallest]
        for row in found.places:
            self.answers[PLACES]["unequal" if row["p"] is not None and row["p"] <= ALPHA else "equal"] += 1

    def intervals(self) -> list[list[Any]]:
        return [[*place, round(self.true[place], 6), *_counted(values)] for place, values in sorted(self.said.items(), key=str)]

    def told(self) -> list[list[Any]]:
        return [[probe, dict(sorted(counts.items())), _median(self.smallest[probe])] for probe, counts in sorted(self.answers.items())]

    def digest(self) -> str:
        return f"{crc32(json.dumps([self.intervals(), self.told()]).encode()):08x}"


def _counted(values: Sequence[tuple[float, bool | None]]) -> list[float]:
    held = [one for _, one in values if one is not None]
    return [round(float(np.mean([value for value, _ in values])), 6), len(held), sum(held)]


def _median(values: Sequence[float]) -> float | None:
    return round(float(np.median(values)), 4) if values else None


def read_results() -> tuple[dict[str, Any], list[Found]]:
    """What is committed."""
    return read_rows(RESULTS, Found)


def main() -> int:
    """Simulate every cell that is not there yet and write the results; or say which of those that are written would be others now."""
    from tests.simulations.probes_planted_tables import page

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    parser.add_argument("--only", default="", help="cells whose description has this in it")
    parser.add_argument("--state", default="", help="what the page says of the code that the figures are of")
    parser.add_argument("--check", action="store_true", help="make the first table of each cell again, and list those that differ from the results")
    given = parser.parse_args()
    if given.check:
        others = [one for one in read_results()[1] if given.only in repr(setting := setting_of(one)) and first_table(setting) != one.first]
        print("\n".join(["of another state of the code:" if others else "the same", *(repr(setting_of(one)) for one in others)]))
        return int(bool(others))
    part = RESULTS.with_suffix(".part")
    have = {line["setting"]: line for line in map(json.loads, part.read_text(encoding="utf-8").splitlines() if part.exists() else [])}
    for setting in SETTINGS:
        if repr(setting) not in have and given.only in repr(setting):
            start = time.process_time()
            found = asdict(simulate(setting, simulations=given.simulations))
            have[repr(setting)] = {"setting": repr(setting), "seconds": time.process_time() - start, "found": found}
            with part.open("a", encoding="utf-8") as file:
                file.write(json.dumps(have[repr(setting)]) + "\n")
    rows = [have[repr(setting)] for setting in SETTINGS if repr(setting) in have]
    results = [Found(**row["found"]) for row in rows]
    about = {
        "seed": SEED,
        "simulations": given.simulations,
        "seconds": round(sum(row["seconds"] for row in rows)),
        "numpy": np.__version__,
        "state": given.state,
    }
    write_rows(about, results, RESULTS, page(about, results))
    print(page(about, results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
