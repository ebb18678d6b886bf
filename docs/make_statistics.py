"""Writes `docs/statistics.md` from the registry: what each statistic says in its own docstring, and how its interval did in simulations.

python docs/make_statistics.py            writes the page
python docs/make_statistics.py --check    exit code 1 where the page is not up to date
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "statistics.md"
COVERAGE = "tests.simulations.coverage_results"
"""Module that reads what the coverage simulations found: `RESULTS`, `read_results`, `of`, `sentence`."""

RESAMPLED = "smoothed bootstrap on names and scales of few points, formula or jackknife on scores ([which](#which-interval)); `method` says"
INTERVALS = {
    "rate": "always: Wilson's, on the items that its items are worth",
    "bound": "is one: exact, one-sided (Clopper-Pearson)",
    "coefficient": RESAMPLED,
    "difference": RESAMPLED,
    "breakdown": "of each part its own, see `method`",
    "components": RESAMPLED,
    "test": "none: a p value is no estimate",
    "stream": "limits after each observation",
    "correction": "none: p values are corrected, not estimated",
}
DATA = {
    "panel": "items x raters",
    "pair": "items x 2: judge, gold (or two versions)",
    "annotators": "items x (1 + annotators): the judge first",
    "values": "one share for each item",
    "forecast": "items x 2: probability, what came true",
    "confidence": "items x 2: confidence, right (1) or wrong (0)",
    "partly_labelled": "items x 2: judge, and gold on some items",
    "cube": "replicates x items x judges",
    "vectors": "vectors, and the item of each",
    "samples": "two sets of vectors",
    "stream": "numbers in time order",
    "p_values": "p values",
}
HEAD = """# Statistics

<!-- Written by docs/make_statistics.py from the docstrings in judgeaudit/stats. Do not edit. -->

Every statistic gives one number with its interval, or says in words why there is none. Those about items are all called
the same way:

    judgeaudit.stats.<name>(ratings, level=..., labels=..., n_resamples=2000, rng=numpy.random.default_rng(1))

`ratings` holds a row for each item and a column for each rater, NaN where there is no rating. Streams, sets of vectors and
p values are handed over as they are. Which number answers which question stands in [which_number.md](which_number.md).
"""
CHOICE = """
## Which interval

One function decides (`judgeaudit/stats/kernels/intervals.py`), and `Estimate.method` says what it decided. Items are what is resampled,
or clusters where items share one; never ratings. An interval is never a point; where it would not hold it is refused in words, or says
that its coverage may be lower than nominal.

| statistic | interval |
|---|---|
| rates | Wilson's. Means of an item's repeats scatter less than 0 and 1 do: such items are worth more (p (1 - p) / s^2 each), never more than their ratings; clusters are worth less |
| one-sided bounds | Clopper and Pearson's, exact |
| coefficients and differences, on names or at most 12 points | smoothed bootstrap: random weights for the items and for two pseudo-items, one on which all agree and one on which two camps answer anyhow; percentiles, spread as t asks |
| coefficients and differences, on finer scores | the formula, where there is one that holds (ICC: F; of ICC(2,1) with more than 20 items the generalised one, which knows how little few raters tell of their spread); else the jackknife, on Fisher's z for what lies between -1 and 1; the percentile bootstrap above 2,000 distinct rows |
| all raters always agree | 1 - u / E: u is what Wilson's interval still allows of disagreement, E what chance would give |
| no resample moves the value | the range that any pattern that was not seen could give, at Wilson's upper share |
| fewer than 10 items or clusters | none, but for a formula's, and alpha's log-ratio jackknife from 5 on |
| `interval="percentile"`, `"bca"`, `"jackknife"`; alpha also `"log_ratio_jackknife"` | the one that was asked for |

Why not the percentile bootstrap, which most tools use: with 20 items of which one label has 90 %, its 95 % interval of alpha, AC1 or Fleiss' kappa
held the true value in 49 to 100 of 100 cases, depending on the true agreement, and could often not be given at all (BCa 51 to 100, jackknife 45 to 100); the
smoothed one in 94 to 100. With balanced labels, or 200 items, they differ little ([the comparison](../tests/simulations/README.md#intervals-compared)). The
smoothed one was chosen on the same kind of populations as those in the tables, with other random numbers.
"""
SIMULATED = """
## Measured coverage

"Simulated" says in how many populations (20, 50, 200 items; 2 or 5 raters; a commonest label of 50 or 90 %; true agreement .2, .6, .9; complete
ratings, no clusters; rationales: 3, 5 or 20 of each item) the 95 % interval holds the true value in 93 to 97.5 of 100 cases, as it should, and where it does not. An interval that is known to be
short for data like those at hand says "coverage may be lower than nominal" in `method`. Every number: [coverage.md](../tests/simulations/coverage.md); how it was done:
[simulations](../tests/simulations/README.md).
"""


@dataclass(frozen=True)
class Docstring:
    """A docstring in its parts; `texts` by the title of each section."""

    summary: str
    description: str
    texts: dict[str, str]

    @property
    def use(self) -> str:
        """The description without its weakness."""
        return self.description.split("Known weakness:")[0].strip()

    @property
    def weakness(self) -> str:
        found = self.description.partition("Known weakness:")[2].strip()
        return found[:1].upper() + found[1:]

    @property
    def undefined(self) -> str:
        found = re.search(r"(Undefined when.*?\.)(?=\s|$)", _one_line(self.texts["Returns"]))
        assert found is not None
        reasons = found.group(1).removeprefix("Undefined ")
        return reasons[:1].upper() + reasons[1:]


def read_docstring(text: str) -> Docstring:
    """Take a NumPy docstring apart."""
    clean = inspect.cleandoc(text)
    pieces = re.split(r"^(\w+)\n-+\n", clean, flags=re.MULTILINE)
    summary, _, description = pieces[0].strip().partition("\n\n")
    texts = {title: body.strip("\n") for title, body in zip(pieces[1::2], pieces[2::2], strict=True)}
    return Docstring(_one_line(summary), _one_line(description), texts)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _paragraphs(text: str) -> str:
    return "\n\n".join(_one_line(paragraph) for paragraph in text.split("\n\n"))


def _example(text: str) -> str:
    """Its sentence, and the session as code."""
    prose, _, session = text.partition(">>>")
    return f"{_one_line(prose)}\n\n```pycon\n>>>{session.rstrip()}\n```"


def entry(statistic: object, simulated: Callable[[str], str]) -> str:
    """One statistic as Markdown."""
    from judgeaudit.stats.registry import Statistic

    assert isinstance(statistic, Statistic)
    said = read_docstring(statistic.fn.__doc__ or "")
    levels = ", ".join(statistic.levels) or "any"
    facts = [
        ("Data", f"{DATA[statistic.columns]}; levels: {levels}" + (f"; needs {', '.join(f'`{name}`' for name in statistic.needs)}" if statistic.needs else "")),
        ("Use", said.use),
        ("Weakness", said.weakness),
        ("Undefined", said.undefined),
        ("Interval", INTERVALS[statistic.kind]),
        ("Simulated", simulated(statistic.name)),
    ]
    lines = [f"### {statistic.name}", f"**{statistic.question}** {said.summary}"]
    lines.append("\n".join(f"- **{title}.** {text}" for title, text in facts if text))
    lines.append(f"**Formula.** {_paragraphs(said.texts['Notes'])}")
    lines.append(f"**Source.** {_paragraphs(said.texts['References'])}")
    lines.append(f"**Check.** {_example(said.texts['Examples'])}")
    return "\n\n".join(lines)


def read_coverage() -> Callable[[str], str]:
    """What simulations found about a statistic, in one line; empty where none were run, or their results are not there."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    try:
        module = importlib.import_module(COVERAGE)
    except ModuleNotFoundError:
        return lambda name: ""
    if not module.RESULTS.exists():
        return lambda name: ""
    records = module.read_results()[1]

    def line(name: str) -> str:
        return str(module.sentence(name, records)) if module.of(name, records) else ""

    return line


def contents() -> str:
    """The table of contents: a line for each statistic, by family."""
    from judgeaudit.stats.registry import FAMILIES, STATISTICS

    lines = []
    for family, title in FAMILIES.items():
        members = [statistic for statistic in STATISTICS if statistic.family == family]
        if members:
            lines.append(f"- [{title}](#{_anchor(title)})")
            lines += [f"  - [{one.name}](#{one.name}): {one.question}" for one in members]
    return "\n".join(["- [Which interval](#which-interval)", "- [Measured coverage](#measured-coverage)", *lines])


def _anchor(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def page() -> str:
    """The whole page."""
    from judgeaudit.stats.registry import FAMILIES, STATISTICS

    simulated = read_coverage()
    measured = [SIMULATED.strip()] if any(simulated(one.name) for one in STATISTICS) else []
    blocks = [HEAD.strip(), contents(), CHOICE.strip(), *measured]
    for family, title in FAMILIES.items():
        members = [entry(statistic, simulated) for statistic in STATISTICS if statistic.family == family]
        if members:
            blocks += [f"## {title}", *members]
    return "\n\n".join(blocks) + "\n"


def main(arguments: list[str]) -> int:
    """Write the page, or check it."""
    text = page()
    if "--check" in arguments:
        same = PAGE.exists() and PAGE.read_text(encoding="utf-8") == text
        sys.stdout.write("docs/statistics.md is up to date\n" if same else "docs/statistics.md is not up to date: run python docs/make_statistics.py\n")
        return 0 if same else 1
    PAGE.write_text(text, encoding="utf-8")
    sys.stdout.write(f"docs/statistics.md: {text.count(chr(10) + '### ')} statistics\n")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
