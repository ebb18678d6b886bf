"""The coverage harness can fail, and its committed results are whole and hold up in a reduced simulation with another seed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from judgeaudit import stats
from judgeaudit.domain.results import Estimate
from tests.simulations import coverage_grid as grid
from tests.simulations import coverage_models as models
from tests.simulations.coverage import SEED, main, run_key, simulate
from tests.simulations.coverage_results import (
    HIGHEST,
    LOWEST,
    RESULTS,
    Record,
    claims,
    limits,
    of,
    page,
    read_results,
    sentence,
    table,
    unlabelled,
    verdict,
)

# The harness can fail.

CELL = grid.Cell("judge and gold, two labels", 50, 2, 0.5, 0.6)
RATES = grid.Cell("items' own rates", 50, 5, 0.5, 0.9)


def judged(cell: grid.Cell, name: str, fn: Callable[..., Estimate], simulations: int = 400, resamples: int = 200) -> Record:
    """The record of a statistic whose interval was replaced by another."""
    case = next(case for case in grid.cases(cell.model, cell.raters, cell.prevalence, cell.agreement) if case.statistic.name == name)
    broken = replace(case, statistic=replace(case.statistic, fn=fn))
    return next(iter(simulate(cell, [broken], simulations=simulations, resamples=resamples)))


def by_rating(ratings: models.Table, *, counts: models.Counts, **options: Any) -> Estimate:
    return stats.proportion(ratings.repeat(counts, axis=0).ravel(), **options)


def items_copied(ratings: models.Table, *, counts: models.Counts, **options: Any) -> Estimate:
    return stats.cohen_kappa(ratings, counts=counts * 4, **options)


def at(ci_level: float) -> Callable[..., Estimate]:
    return lambda ratings, **options: stats.cohen_kappa(ratings, ci_level=ci_level, **options)


def moved(by: float) -> Callable[..., Estimate]:
    def fn(ratings: models.Table, **options: Any) -> Estimate:
        found = stats.accuracy(ratings, **options)
        assert found.low is not None
        assert found.high is not None
        return found.model_copy(update={"low": found.low + by, "high": found.high + by})

    return fn


def never(ratings: models.Table, **options: Any) -> Estimate:
    return stats.cohen_kappa(ratings, **(options | {"n_resamples": 0})).model_copy(update={"low": None, "high": None})


def test_an_interval_that_counts_ratings_or_copies_is_found_short() -> None:
    assert verdict(judged(RATES, "proportion", stats.proportion)) in ("holds", "conservative")
    assert verdict(judged(RATES, "proportion", by_rating)) == "short"
    assert verdict(judged(CELL, "cohen_kappa", items_copied)) == "short"


def test_a_level_other_than_the_nominal_one_is_found() -> None:
    assert verdict(judged(CELL, "cohen_kappa", at(0.95))) == "holds"
    assert verdict(judged(CELL, "cohen_kappa", at(0.80))) == "short"
    assert verdict(judged(CELL, "cohen_kappa", at(0.9999), resamples=2000)) == "conservative"


def test_misses_are_counted_on_the_side_where_the_interval_lies() -> None:
    below, above = judged(CELL, "accuracy", moved(-0.2)), judged(CELL, "accuracy", moved(0.2))
    assert below.below > 200 > below.above
    assert above.above > 200 > above.below
    assert {verdict(below), verdict(above)} == {"short"}


def test_a_statistic_without_an_interval_is_refused_and_without_a_value_undefined() -> None:
    record = judged(CELL, "cohen_kappa", never, 50)
    assert (record.given, record.refused, record.undefined) == (0, 50, 0)
    assert verdict(record) == "refused"
    assert record.coverage is None
    nothing = judged(CELL, "cohen_kappa", lambda ratings, **_: Estimate.missing("no ratings"), 50)
    assert (nothing.given, nothing.refused, nothing.undefined) == (0, 0, 50)


RECORD = Record("x", "", "coefficient", "two labels", "nominal", 50, 2, 0.5, 0.6, 0.6, 1000, 500, 1000, 0, 0, 0, 20, 30, 0.2, "by a formula")


def test_verdicts_are_widened_by_two_standard_errors_of_the_simulation() -> None:
    assert limits(1000) == pytest.approx((0.93 - 2 * 0.00807, 0.975 + 2 * 0.00494), abs=2e-4)
    wanted = {914: "holds", 913: "short", 984: "holds", 985: "conservative"}
    assert {held: verdict(replace(RECORD, below=1000 - held, above=0)) for held in wanted} == wanted
    assert verdict(replace(RECORD, kind="bound", below=0, above=0)) == "holds"
    assert verdict(replace(RECORD, kind="bound", below=100, above=0)) == "short"
    assert verdict(replace(RECORD, given=499, refused=501)) == "refused"


def test_tables_say_what_is_short_labelled_and_refused() -> None:
    records = [
        RECORD, replace(RECORD, agreement=0.9, below=200, labelled=900), replace(RECORD, prevalence=0.9, given=0, refused=1000, below=0, above=0),
        replace(RECORD, raters=5, below=0, above=0),
    ]  # fmt: skip
    lines = table("x", records, model="two labels", level="nominal").splitlines()
    assert lines[0] == "| items | commonest label | 2 raters, 0.6 | 2 raters, 0.9 | 5 raters, 0.6 |"
    assert lines[2] == "| 50 | 0.5 | 95.0 | 77.0 ▼* | 100.0 ▲ |"
    assert lines[3] == "| 50 | 0.9 | – |  |  |"
    assert [one.cell for one in claims("x", records)] == [RECORD.cell]
    assert [one.cell for one in unlabelled([*records, replace(RECORD, n=20, below=200)])] == [replace(RECORD, n=20).cell]
    assert sentence("x", records) == (
        "Of 4 cells 1 hold it; 1 hold it more often (wider than need be); 1 hold it less often (items: 50; commonest label: 0.5); "
        "1 have mostly no interval (items: 50; commonest label: 0.9)."
    )


def test_same_seed_gives_the_same_records_in_any_number_of_processes(tmp_path: Path) -> None:
    def records(name: str, *options: str) -> list[Record]:
        out = tmp_path / f"{name}.json"
        common = ["--simulations", "5", "--resamples", "50", "--cells", "gold, two labels n=20", "--out", str(out)]
        subprocess.run([sys.executable, str(RESULTS.with_name("coverage.py")), *common, *options], check=True, capture_output=True)
        assert not out.with_suffix(".part").exists()
        return read_results(out)[1]

    two = records("two", "--processes", "2", "--seed", "3")
    assert main(["--simulations", "5", "--resamples", "50", "--cells", "gold, two labels n=20", "--seed", "3", "--out", str(tmp_path / "one.json")]) == 0
    assert read_results(tmp_path / "one.json")[1] == two
    some = records("some", "--only", "cohen_kappa", "--seed", "3")
    assert len(some) == 6
    assert some == [record for record in two if record.statistic == "cohen_kappa"]


def test_a_run_that_was_stopped_goes_on_and_a_part_replaces_its_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, part = tmp_path / "x.json", tmp_path / "x.part"
    options = ["--simulations", "5", "--resamples", "50", "--only", "accuracy", "--out", str(out)]
    assert main([*options, "--cells", "gold, two labels n=20"]) == 0
    first = read_results(out)[1]
    done = Record(**{**asdict(first[0]), "width": 0.125, "verdict": ""})
    cell = grid.Cell(done.model, done.n, done.raters, done.prevalence, done.agreement)
    part.write_text(json.dumps([run_key(SEED, 5, 50, ["accuracy"]), str(cell), 1.0, [asdict(done)]]) + '\n["[20260728, 5,')
    capsys.readouterr()
    assert main([*options, "--cells", "gold, two labels n=20"]) == 0
    assert "5/5" in capsys.readouterr().err
    assert [record.width for record in read_results(out)[1] if record.cell == done.cell] == [0.125]
    assert main([*options, "--cells", str(cell), "--merge"]) == 0
    assert read_results(out)[1] == first


# The committed results.


@cache
def committed() -> tuple[Record, ...]:
    return tuple(read_results()[1])


def test_there_is_a_record_for_every_statistic_with_an_interval_in_every_cell_of_its_models() -> None:
    wanted = {
        (case.statistic.name, (cell.model, case.level, cell.n, cell.raters, cell.prevalence, cell.agreement))
        for cell in grid.cells()
        for case in grid.cases(cell.model, cell.raters, cell.prevalence, cell.agreement)
    }
    assert wanted == {(record.statistic, record.cell) for record in committed()}


def test_every_statistic_with_an_interval_is_simulated_or_says_why_not() -> None:
    simulated = {case.statistic.name for model in grid.MODELS.items() for case in grid.cases(model[0], model[1].raters[0], model[1].prevalences[0], 0.6)}
    with_interval = {statistic.name for statistic in stats.STATISTICS if statistic.kind in grid.WITH_INTERVAL}
    assert with_interval - simulated == set(grid.NOT_SIMULATED) & with_interval
    assert all(len(reason) > 20 for reason in grid.NOT_SIMULATED.values())


def test_numbers_of_each_record_add_up_and_its_verdict_is_theirs() -> None:
    about, records = read_results()
    for record in records:
        assert record.given + record.undefined + record.refused == record.simulations
        assert record.below + record.above <= record.given
        assert record.labelled <= record.given
        assert record.verdict == verdict(record)
        assert record.truth == pytest.approx(truths(record), abs=1e-6), "the model has changed since: simulate again"
    assert {"seed", "simulations", "resamples", "seconds_of_one_core", "numpy", "scipy", "judgeaudit"} <= set(about)


def truths(record: Record) -> float:
    for case in grid.cases(record.model, record.raters, record.prevalence, record.agreement):
        if (case.statistic.name, case.level) == (record.statistic, record.level):
            named = {"": case.truths.get(grid.HEADLINE)} | {
                f"{name}[{group}]" if group else str(name): value for (name, group), value in case.truths.items() if name
            }
            found = named[record.part]
            assert found is not None
            return found
    raise AssertionError(f"{record.name} is not asked about {record.model} at level {record.level}")


DOCS = Path(__file__).resolve().parents[2] / "docs" / "statistics.md"


def test_documentation_says_what_was_measured_and_no_more() -> None:
    """`docs/statistics.md` says of each statistic the sentence that its records make; one that was not simulated claims nothing."""
    entries = DOCS.read_text(encoding="utf-8").split("\n### ")[1:]
    assert len(entries) == len(stats.STATISTICS)
    for entry in entries:
        name, claimed = entry.split("\n")[0], re.findall(r"^- \*\*Simulated\.\*\* (.+)$", entry, flags=re.MULTILINE)
        assert claimed == ([sentence(name, committed())] if of(name, committed()) else []), name


def test_page_of_tables_is_that_of_the_results() -> None:
    about, records = read_results()
    assert RESULTS.with_suffix(".md").read_text(encoding="utf-8") == page(about, records)


OTHER_SEED = 7

REDUCED = [cell for cell in grid.cells() if cell.n == 50 and cell.agreement == 0.6]


@pytest.mark.parametrize("cell", REDUCED, ids=str)
def test_intervals_hold_where_the_committed_results_claim_it(cell: grid.Cell) -> None:
    """Another seed than that of the committed results, fewer simulations, and so wider limits: three standard errors of the two simulations.

    Where the committed coverage lies in the part by which its own limits are widened, it is held to that.
    """
    claimed = {(record.name, record.cell): record for record in committed() if verdict(record) == "holds"}
    cases = grid.cases(cell.model, cell.raters, cell.prevalence, cell.agreement)
    wrong = {}
    for found in simulate(cell, cases, simulations=200, resamples=200, seed=OTHER_SEED):
        claim = claimed.get((found.name, found.cell))
        if claim is None or verdict(found) == "refused" or claim.coverage is None or found.coverage is None:
            continue
        both = 1 / (1 / found.given + 1 / claim.given)  # number of simulations whose error is that of the difference
        lowest, highest = limits(both, errors=3)
        low, high = lowest + min(0.0, claim.coverage - LOWEST), highest + max(0.0, claim.coverage - HIGHEST)
        if not low <= found.coverage <= (1.0 if found.kind == "bound" else high):
            wrong[found.name, found.level] = found.coverage, claim.coverage
    assert not wrong


def test_no_interval_that_was_measured_to_be_short_keeps_silent_about_it() -> None:
    assert unlabelled(committed()) == []
