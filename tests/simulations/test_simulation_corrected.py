"""Intervals of corrected rates hold as often as they say; the committed results are whole, and another seed finds the same."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from judgeaudit import stats
from tests.simulations.corrected import (
    LABELLED,
    METHODS,
    PRINTED,
    RATES,
    RESULTS,
    SEED,
    UNLABELLED,
    Cell,
    Found,
    cells,
    docs_table,
    page,
    read_results,
    simulate,
    verdict,
)
from tests.simulations.corrected_models import GRADED, JUDGES, graded, two_labels
from tests.simulations.coverage_results import HIGHEST, LOWEST, limits

ABOUT, COMMITTED = read_results()
DOCS = Path(__file__).resolve().parents[2] / "docs" / "calibration.md"
FAIR, GOOD, BAD = JUDGES


def of(method: str, found: list[Found] = COMMITTED) -> list[Found]:
    return [one for one in found if one.method == method]


def test_the_grid_is_that_of_the_issue() -> None:
    assert (UNLABELLED, LABELLED, RATES) == ((100, 200, 1000), (50, 100, 200), (0.5, 0.8, 0.95))
    assert list(JUDGES.values()) == [(0.75, 0.9), (0.92, 0.96), (0.6, 0.65)]
    assert len(list(cells())) == 9 * 3 * len(JUDGES) + 9 * len(GRADED)


def test_committed_results_are_whole() -> None:
    assert ABOUT["seed"] == SEED
    assert ABOUT["simulations"] >= 1000
    for name in METHODS:
        graded_too = name in ("naive", "wald", "labels_only", "published", "ppi_mean", "isotonic_mean")
        assert [one.cell for one in of(name)] == [cell for cell in cells() if graded_too or cell.population in JUDGES]
    assert all(one.held <= one.given <= one.simulations == ABOUT["simulations"] for one in COMMITTED)


@pytest.mark.parametrize("method", PRINTED)
def test_every_printed_interval_holds_93_to_97_and_a_half_percent(method: str) -> None:
    assert {one.cell: one.coverage for one in of(method) if verdict(one) != "holds"} == {}


def test_lee_et_al_is_never_short_and_too_wide_only_where_a_judge_is_bad_or_labels_are_few() -> None:
    assert [one.cell for one in of("rogan_gladen") if verdict(one) == "short"] == []
    assert all(one.population == BAD or one.n_labelled == 50 for one in of("rogan_gladen") if verdict(one) == "wide")


def test_the_published_interval_of_ppi_is_short_near_the_ends() -> None:
    assert all(one.coverage is not None and one.coverage < 0.945 for one in of("published") if one.truth == 0.95 and one.n_labelled == 100)
    assert {one.truth for one in of("published") if verdict(one) == "short"} >= {0.95}


# Methods 4.3: other simulations (400 of each), of the judge with q0 = .75 and q1 = .9: Lee, PPI++, naive, labels only (Wald).
ELSEWHERE = {
    (100, 100, 0.5): (0.925, 0.940, 0.622, 0.950), (100, 100, 0.8): (0.965, 0.952, 0.890, 0.935), (200, 100, 0.5): (0.962, 0.932, 0.365, 0.925),
    (200, 100, 0.95): (0.928, 0.880, 0.030, 0.868), (1000, 100, 0.5): (0.958, 0.930, 0.000, 0.928), (1000, 100, 0.95): (0.955, 0.885, 0.000, 0.875),
    (1000, 200, 0.8): (0.950, 0.950, 0.395, 0.935),
}  # fmt: skip
WIDTHS = {
    (100, 100, 0.5, "rogan_gladen"): 0.393, (100, 100, 0.5, "published"): 0.172, (100, 100, 0.5, "wald"): 0.195, (100, 100, 0.8, "published"): 0.140,
    (100, 100, 0.8, "wald"): 0.156, (200, 100, 0.5, "published"): 0.163, (200, 100, 0.95, "published"): 0.077, (1000, 100, 0.5, "rogan_gladen"): 0.263,
    (1000, 100, 0.5, "published"): 0.150, (1000, 200, 0.8, "rogan_gladen"): 0.172, (1000, 200, 0.8, "published"): 0.091, (1000, 200, 0.8, "wald"): 0.111,
}  # fmt: skip


def at(n_unlabelled: int, n_labelled: int, truth: float, method: str) -> Found:
    return next(one for one in of(method) if one.cell == Cell(FAIR, truth, n_unlabelled, n_labelled))


@pytest.mark.parametrize("place", ELSEWHERE)
def test_other_simulations_found_the_same_within_their_error(place: tuple[int, int, float]) -> None:
    for method, expected in zip(("rogan_gladen", "published", "naive", "wald"), ELSEWHERE[place], strict=True):
        found = at(*place, method).coverage
        assert found is not None
        error = (max(found * (1 - found), 0.002) * (1 / 400 + 1 / ABOUT["simulations"])) ** 0.5
        assert found == pytest.approx(expected, abs=3 * error), method


@pytest.mark.parametrize("place", WIDTHS)
def test_widths_are_those_of_other_simulations(place: tuple[int, int, float, str]) -> None:
    assert at(*place).width == pytest.approx(WIDTHS[place], abs=0.004)


AGAIN = [
    Cell(FAIR, 0.5, 100, 100),
    Cell(FAIR, 0.95, 200, 100),
    Cell(GOOD, 0.95, 1000, 50),
    Cell(BAD, 0.8, 100, 200),
    Cell("five points, mostly 5", 4.74, 200, 100),
]


@pytest.mark.parametrize("cell", AGAIN, ids=lambda cell: f"{cell.population.split(' (')[0]}-{cell.truth}".replace(" ", "_"))
def test_another_seed_finds_the_same(cell: Cell) -> None:
    committed = {one.method: one for one in COMMITTED if one.cell == cell}
    for found in simulate(cell, simulations=300, seed=7):
        before = committed[found.method]
        if found.coverage is None or before.coverage is None:
            continue
        error = max(before.coverage * (1 - before.coverage), 0.005) ** 0.5 * (1 / found.given + 1 / before.given) ** 0.5
        assert abs(found.coverage - before.coverage) <= 4 * error, found.method
        if found.method in PRINTED:
            lowest, highest = limits(found.given, errors=3)
            assert lowest <= found.coverage <= max(highest, 1 - 1 / found.given), found.method


def test_items_that_share_an_input_count_less() -> None:
    """100 clusters of four items that are nearly alike, 25 of them labelled: without clusters= the interval holds in two of three cases."""
    rng, held = np.random.default_rng(3), []
    for _ in range(150):
        alike = rng.random((100, 4)) < 0.9
        truth = np.where(alike, rng.random((100, 1)) < 0.5, rng.random((100, 4)) < 0.5)
        luck = np.where(rng.random((100, 4)) < 0.9, rng.random((100, 1)), rng.random((100, 4)))
        gold = np.where(np.arange(100)[:, np.newaxis] < 25, truth, np.nan)
        ratings, clusters = np.column_stack([np.where(truth, luck < 0.9, luck > 0.75).ravel(), gold.ravel()]).astype(float), np.arange(100).repeat(4)
        found = [stats.ppi_mean(ratings, clusters=clusters), stats.isotonic_mean(ratings, clusters=clusters), stats.ppi_mean(ratings)]
        held.append([one.low <= 0.5 <= one.high for one in found if one.low is not None and one.high is not None])
    with_clusters, isotonic, without = np.mean(held, axis=0)
    assert min(with_clusters, isotonic) >= limits(150, errors=3)[0]
    assert without < 0.85


def test_same_seed_same_results() -> None:
    cell = Cell(GOOD, 0.8, 100, 50)
    assert simulate(cell, simulations=20) == simulate(cell, simulations=20)


def test_verdicts() -> None:
    one = Found(FAIR, 0.5, 100, 100, "ppi_mean", 2000, 2000, 1900, 0.2)
    lowest, highest = limits(2000)
    assert (lowest, highest) == pytest.approx((LOWEST - 0.0114, HIGHEST + 0.0070), abs=2e-4)
    assert [verdict(replace(one, held=held)) for held in (1836, 1838, 1963, 1965)] == ["short", "holds", "holds", "wide"]
    assert verdict(replace(one, given=0, held=0)) == "none"


def test_populations_have_the_rates_that_they_say() -> None:
    for specificity, sensitivity in JUDGES.values():
        pairs = two_labels(specificity, sensitivity, 0.8).pairs
        assert pairs.sum() == pytest.approx(1)
        assert (pairs[:, 1].sum(), pairs[1, 1] / pairs[:, 1].sum(), pairs[0, 0] / pairs[:, 0].sum()) == pytest.approx((0.8, sensitivity, specificity))
    assert [graded(name).pairs.sum() for name in GRADED] == pytest.approx([1.0, 1.0])
    assert [graded(name).truth for name in GRADED] == pytest.approx([3.15, 4.74])


def test_the_pages_are_those_of_the_results() -> None:
    assert RESULTS.with_suffix(".md").read_text(encoding="utf-8") == page(ABOUT, COMMITTED)
    text = DOCS.read_text(encoding="utf-8")
    assert all(block in text for block in docs_table(COMMITTED).split("\n\n"))


def test_the_snippet_of_the_docs_prints_what_stands_beside_it() -> None:
    section = DOCS.read_text(encoding="utf-8").split("## Corrected rates")[1].split("\n## ")[0]
    (block,) = re.findall(r"^```python\n(.*?)^```", section, flags=re.MULTILINE | re.DOTALL)
    done = subprocess.run([sys.executable, "-W", "error", "-c", block], cwd=DOCS.parents[1], capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        f"[{numbers}]" for line in re.findall(r"  # (\[.*)$", block, flags=re.MULTILINE) for numbers in re.findall(r"\[(.*?)\]", line)
    ]


def test_what_the_docs_say_of_the_table_is_in_it() -> None:
    section = DOCS.read_text(encoding="utf-8").split("## Corrected rates")[1].split("\n## ")[0]
    lee, published = ([100 * one.coverage for one in of(name) if one.coverage is not None] for name in ("rogan_gladen", "published"))
    assert f"up to {max(lee):.1f} %" in section
    assert min(lee) >= 92.5
    assert f"holds {min(published):.0f} to 93 % near the ends" in section
    for name, words in (("bootstrap", "held {:.0f} to {:.0f} %, and the jackknife"), ("jackknife", "over five folds {:.0f} to {:.0f} %")):
        shares = [100 * one.coverage for one in of(name) if one.coverage is not None]
        assert words.format(min(shares), max(shares)) in section
