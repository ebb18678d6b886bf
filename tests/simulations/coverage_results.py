"""What a simulation found: one record for each statistic and cell, the verdict on it, and what the documentation may claim."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal

from judgeaudit.domain.results import Estimate

Verdict = Literal["holds", "conservative", "short", "refused"]

LOWEST, HIGHEST = 0.93, 0.975
"""Coverage between these is what a 95 % interval is held to."""

MOSTLY = 0.5
"""Share of simulations with an interval below which a cell counts as refused."""

WORTH = 1e-6
"""How exactly the true values are known (patterns in whole numbers of a billion)."""

RESULTS = Path(__file__).with_name("coverage.json")
"""The committed results; beside them, as a page to read, `coverage.md`."""


@dataclass(frozen=True)
class Record:
    """Counts of simulations of one statistic (or a part of its result) in one cell.

    Attributes
    ----------
    part : str
        Part of the result, as "name" or "name[group]"; empty for the headline.
    given, undefined, refused : int
        Simulations with an interval; without a value; with a value whose interval was refused. Their sum is `simulations`.
    labelled : int
        Intervals that say themselves that they may hold the true value less often.
    below, above : int
        Intervals that miss because they lie wholly below, or above, the true value.
    width : float
        Mean width of the intervals.
    how : str
        The commonest way in which intervals were made, as `Estimate.method` says it, without its numbers.
    verdict : str
        What `verdict` said when the record was written.
    """

    statistic: str
    part: str
    kind: str
    model: str
    level: str
    n: int
    raters: int
    prevalence: float
    agreement: float
    truth: float
    simulations: int
    resamples: int
    given: int
    undefined: int
    refused: int
    labelled: int
    below: int
    above: int
    width: float
    how: str
    verdict: str = ""

    @property
    def coverage(self) -> float | None:
        """Share of the intervals given that hold the true value."""
        return None if self.given == 0 else 1 - (self.below + self.above) / self.given

    @property
    def name(self) -> str:
        """Statistic and part."""
        return self.statistic + (f".{self.part}" if self.part else "")

    @property
    def cell(self) -> tuple[str, str, int, int, float, float]:
        """Where in the grid."""
        return self.model, self.level, self.n, self.raters, self.prevalence, self.agreement


COLUMNS = tuple(one.name for one in fields(Record))


@dataclass
class Tally:
    """Counts while a cell is simulated."""

    given: int = 0
    undefined: int = 0
    refused: int = 0
    labelled: int = 0
    below: int = 0
    above: int = 0
    widths: float = 0.0
    how: Counter[str] = field(default_factory=Counter)

    def add(self, found: Estimate | None, truth: float) -> None:
        """Count one result; None: the part was not there."""
        if found is None or found.value is None:
            self.undefined += 1
            return
        how = said(found.method)
        if found.low is None or found.high is None:
            self.refused += 1
            self.how[how] += 1
            return
        self.given += 1
        self.labelled += is_labelled(found.method)
        self.below += found.high < truth - WORTH
        self.above += found.low > truth + WORTH
        self.widths += found.high - found.low
        self.how[how] += 1


LABELS = ("coverage is lower", "coverage may be lower", "lower than nominal", "below nominal", "holds less often")
"""Words in `Estimate.method` of an interval that is known to hold the true value less often than it should."""


def is_labelled(method: str) -> bool:
    """Whether an interval says itself that it may be too short."""
    return any(label in method for label in LABELS)


def said(method: str) -> str:
    """How the interval was made, numbers left out, so that many simulations can be counted together."""
    last = method.rsplit("; ", 1)[-1]
    words = " ".join(word for word in last.split() if not any(letter.isdigit() for letter in word))
    return words[:80]


def standard_error(coverage: float, given: float) -> float:
    """Standard error of a simulated coverage."""
    return float((coverage * (1 - coverage) / max(given, 1)) ** 0.5)


def limits(given: float, errors: float = 2.0) -> tuple[float, float]:
    """Least and greatest simulated coverage that still counts as `LOWEST` to `HIGHEST`, widened by so many standard errors of the simulation."""
    return LOWEST - errors * standard_error(LOWEST, given), HIGHEST + errors * standard_error(HIGHEST, given)


def verdict(record: Record, errors: float = 2.0) -> Verdict:
    """Whether the interval holds the true value as often as it says.

    "refused": an interval was given in less than half of the simulations. "short": less often than `LOWEST`, widened by
    `errors` standard errors of the simulation; "conservative": more often than `HIGHEST`; a one-sided bound is never conservative.
    """
    if record.coverage is None or record.given < MOSTLY * record.simulations:
        return "refused"
    lowest, highest = limits(record.given, errors)
    if record.coverage < lowest:
        return "short"
    return "conservative" if record.coverage > highest and record.kind != "bound" else "holds"


def write_results(records: Iterable[Record], about: dict[str, Any], path: Path = RESULTS) -> None:
    """Records as one line each under one line of column names: a changed cell is one changed line. `how` is a place in a list of words."""
    judged = (replace(one, verdict=verdict(one)) for one in records)
    ordered = sorted(judged, key=lambda one: (one.statistic, one.part, one.cell))
    hows = sorted({one.how for one in ordered})
    head = json.dumps(about | {"hows": hows, "columns": list(COLUMNS)}, indent=2)[:-2]
    lines = ",\n".join(json.dumps(list((asdict(one) | {"how": hows.index(one.how)}).values()), separators=(",", ":")) for one in ordered)
    path.write_text(f'{head},\n  "records": [\n{lines}\n  ]\n}}\n', encoding="utf-8")
    path.with_suffix(".md").write_text(page(about, ordered), encoding="utf-8")


def read_results(path: Path = RESULTS) -> tuple[dict[str, Any], list[Record]]:
    """What was run, and its records."""
    about = json.loads(path.read_text(encoding="utf-8"))
    columns, hows = about.pop("columns"), about.pop("hows")
    rows = [dict(zip(columns, row, strict=True)) for row in about.pop("records")]
    return about, [Record(**row | {"how": hows[row["how"]]}) for row in rows]


def claims(name: str, records: Sequence[Record] | None = None) -> list[Record]:
    """Cells in which the documentation may claim 95 % for a statistic, or a part of one ("limits_of_agreement.lower")."""
    return [one for one in of(name, read_results()[1] if records is None else records) if verdict(one) == "holds"]


MARKS: dict[Verdict, str] = {"holds": "", "conservative": " ▲", "short": " ▼", "refused": "–"}
"""What stands beside a coverage in the tables."""

LEGEND = (
    "Share of 95 % intervals that hold the true value, in per cent; ▼ less than 93, ▲ more than 97.5 (each widened by two standard errors of the "
    "simulation); * the interval says so itself; – no interval in most simulations. Columns: raters and their true agreement."
)


def _entry(record: Record | None) -> str:
    if record is None:
        return ""
    found = verdict(record)
    if found == "refused" or record.coverage is None:
        return MARKS["refused"]
    return f"{100 * record.coverage:.1f}{MARKS[found]}" + ("*" if record.labelled > MOSTLY * record.given else "")


def table(name: str, records: Sequence[Record], *, model: str, level: str) -> str:
    """One statistic in one model as a Markdown table: rows items x prevalence, columns raters x agreement."""
    chosen = [one for one in records if (one.name, one.model, one.level) == (name, model, level)]
    by_place = {(one.n, one.prevalence, one.raters, one.agreement): one for one in chosen}
    rows = sorted({(one.n, one.prevalence) for one in chosen})
    columns = sorted({(one.raters, one.agreement) for one in chosen})
    labelled = any(prevalence for _, prevalence in rows)
    head = ["items"] + (["commonest label"] if labelled else []) + [f"{raters} raters, {agreement:g}" for raters, agreement in columns]
    lines = [head, ["---:"] * len(head)]
    for n, prevalence in rows:
        entries = [_entry(by_place.get((n, prevalence, *column))) for column in columns]
        lines.append([str(n)] + ([f"{prevalence:g}"] if labelled else []) + entries)
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def of(name: str, records: Iterable[Record]) -> list[Record]:
    """Records of a statistic's headline, or of a part ("limits_of_agreement.lower_limit"); of all parts where only they have intervals."""
    known = list(records)
    return [one for one in known if one.name == name] or [one for one in known if one.statistic == name]


def page(about: dict[str, Any], records: Sequence[Record]) -> str:
    """All results as Markdown: one sentence and the tables of each statistic, and of its parts where only they have intervals."""
    blocks = [
        "# Coverage of the 95 % intervals", LEGEND,
        f"{_span(one.simulations for one in records)} simulations of each cell, {_span(one.resamples for one in records)} resamples, seed {about['seed']}; {about['seconds_of_one_core']:,} seconds "
        f"of one core; Python {about['python']}, NumPy {about['numpy']}, SciPy {about['scipy']}, judgeaudit {about['judgeaudit']}. "
        "The populations are described in [README.md](README.md). Written by `coverage.py`.",
    ]  # fmt: skip
    for statistic in sorted({one.statistic for one in records}):
        blocks.append(f"## {statistic}")
        for name in sorted({one.name for one in of(statistic, records)}):
            blocks += [sentence(name, records) if name == statistic else f"`{name}`: {sentence(name, records)}", tables(name, records)]
    return "\n\n".join(blocks) + "\n"


def _span(numbers: Iterable[int]) -> str:
    """One number, or the least and the greatest where a part was run in another way."""
    known = sorted(set(numbers))
    return " to ".join(f"{number:,}" for number in dict.fromkeys((known[0], known[-1])))


def tables(name: str, records: Sequence[Record]) -> str:
    """Every table of a statistic (or of a part of one), each under the name of its model and level."""
    kinds = dict.fromkeys((one.model, one.level) for one in records if one.name == name)
    return "\n\n".join(f"{model}, {level}\n\n{table(name, records, model=model, level=level)}" for model, level in kinds)


def sentence(name: str, records: Sequence[Record]) -> str:
    """In how many cells a statistic's intervals hold what they promise, and where they do not."""
    cells = of(name, records)
    if not cells:
        return "Not simulated."
    words = {"holds": "hold it", "conservative": "hold it more often (wider than need be)", "short": "hold it less often", "refused": "have mostly no interval"}
    found = summary(name, records)
    parts = [f"{found[one]} {words[one]}{_where(cells, one)}" for one in words if one in found]
    return f"Of {len(cells)} cells {'; '.join(parts)}."


def _where(cells: Sequence[Record], wanted: Verdict) -> str:
    """The numbers of items and shares of the commonest label that a verdict other than "holds" is about."""
    chosen = [one for one in cells if verdict(one) == wanted]
    if wanted in ("holds", "conservative"):
        return ""
    items = ", ".join(str(n) for n in sorted({one.n for one in chosen}))
    shares = sorted({one.prevalence for one in chosen if one.prevalence})
    return f" (items: {items}" + (f"; commonest label: {', '.join(f'{share:g}' for share in shares)}" if shares else "") + ")"


def unlabelled(records: Sequence[Record]) -> list[Record]:
    """Cells in which intervals are short and mostly do not say so."""
    return [one for one in records if verdict(one) == "short" and one.labelled <= MOSTLY * one.given]


def summary(name: str, records: Sequence[Record]) -> dict[Verdict, int]:
    """How many cells of a statistic have which verdict."""
    return dict(Counter(verdict(one) for one in of(name, records)))


def merged(old: Iterable[Record], new: Iterable[Record]) -> list[Record]:
    """Old records, replaced by new ones of the same statistic, part and cell."""
    kept = {(one.name, one.cell): one for one in old} | {(one.name, one.cell): one for one in new}
    return list(kept.values())
