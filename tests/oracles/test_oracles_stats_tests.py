"""Tests of two versions against published tables, statsmodels, SciPy, and plain definitions."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from rater_tables import Table, two_raters

from judgeaudit import stats
from judgeaudit.errors import OptionError
from judgeaudit.stats.kernels.paired_score import score_interval, score_statistic
from judgeaudit.stats.shapes import PValue

CELLS = [[1, 1], [1, 0], [0, 1], [0, 0]]
FEW, MANY, PRIME_MINISTER = [1, 1, 7, 12], [59, 6, 16, 80], [794, 150, 86, 570]


def on_table(name: str, table: Any, **options: Any) -> PValue:
    ratings, counts = two_raters(np.asarray(table).tolist())
    found = getattr(stats, name)(ratings, counts=counts, labels=range(1, len(table) + 1), **options)
    assert isinstance(found, PValue)
    return found


# McNemar


@pytest.mark.parametrize(
    ("counts", "variant", "printed", "digits"),
    [
        # Fagerland, Lydersen & Laake 2013, tables 1 and 2, and the p values in the text.
        (FEW, "asymptotic", 0.034, 3),
        (FEW, "corrected", 0.077, 3),
        (FEW, "exact", 0.070, 3),
        (FEW, "mid_p", 0.039, 3),
        (MANY, "asymptotic", 0.033, 3),
        (MANY, "corrected", 0.055, 3),
        (MANY, "exact", 0.052, 3),
        (MANY, "mid_p", 0.035, 3),
        # Agresti 2002, table 10.1, approval of the prime minister; exact by statsmodels 0.15.
        (PRIME_MINISTER, "asymptotic", 3.10e-5, 7),
        (PRIME_MINISTER, "exact", 3.715936139571387e-05, 15),
    ],
)
def test_mcnemar_gives_the_published_p_value(counts: list[int], variant: Any, printed: float, digits: int) -> None:
    assert stats.mcnemar(CELLS, counts=counts, labels=[0, 1], variant=variant).value == pytest.approx(printed, abs=0.5001 * 10**-digits)


def test_mcnemar_of_agresti_s_table() -> None:
    found = stats.mcnemar(CELLS, counts=PRIME_MINISTER, labels=[0, 1], variant="asymptotic")
    assert (found.statistic, found.df) == (pytest.approx(17.3559, abs=5e-5), 1.0)
    assert found.effect == pytest.approx((944 - 880) / 1600)  # Agresti 2002: 944 approve at first, 880 later
    assert (found.n_items, found.n_ratings) == (1600, 3200)
    assert stats.mcnemar(CELLS, counts=PRIME_MINISTER, labels=[0, 1], variant="corrected").statistic == pytest.approx(16.8178, abs=5e-5)


@pytest.mark.parametrize("seed", range(40))
def test_mcnemar_equals_statsmodels(seed: int) -> None:
    from statsmodels.stats.contingency_tables import mcnemar

    table = np.random.default_rng(seed).integers(0, 3 + 2 * seed, (2, 2)) + np.array([[0, 1], [1, 0]])
    for variant, options in (("exact", {}), ("asymptotic", {"exact": False, "correction": False}), ("corrected", {"exact": False})):
        theirs = mcnemar(table, **options)
        found = on_table("mcnemar", table, variant=variant)
        b, c = table[0, 1], table[1, 0]
        if variant == "corrected" and b == c:
            continue  # statsmodels corrects |b - c| = 0 to 1; the correction of Edwards never passes 0
        assert found.value == pytest.approx(float(theirs.pvalue), abs=1e-10)
        if variant != "exact":
            assert found.statistic == pytest.approx(float(theirs.statistic), abs=1e-10)


def test_mid_p_is_the_mean_of_two_neighbouring_exact_tests() -> None:
    from scipy.stats import binomtest

    for b, c in product(range(12), range(12)):
        if b == c:
            continue
        found = stats.mcnemar(CELLS, counts=[0, b, c, 5], labels=[0, 1], variant="mid_p").value
        less, n = min(b, c), b + c
        above = binomtest(less, n).pvalue
        below = binomtest(less - 1, n).pvalue if less else 0.0
        assert found == pytest.approx((above + below) / 2, abs=1e-12)


@pytest.mark.parametrize("discordant", [8, 24, 26, 120, 2_000])
def test_auto_is_exact_however_many_items_are_discordant(discordant: int) -> None:
    counts = [50, discordant - 8, 8, 50]
    found = stats.mcnemar(CELLS, counts=counts, labels=[0, 1])
    assert "McNemar's test, exact" in found.method
    assert found == stats.mcnemar(CELLS, counts=counts, labels=[0, 1], variant="exact")


def test_mcnemar_takes_one_class_of_many_against_the_others() -> None:
    ratings = np.array([[1, 2], [1, 3], [2, 3], [2, 2], [3, 1], [1, 2]], dtype=float)
    found = stats.mcnemar(ratings, labels=[1, 2, 3], positive=1)
    assert found.value == stats.mcnemar((ratings == 1).astype(float), labels=[0, 1]).value == 0.625  # 3 against 1: 2 x 5 / 16
    assert found.effect == pytest.approx(2 / 6)
    assert stats.mcnemar(ratings[:, ::-1], labels=[1, 2, 3], positive=1).effect == pytest.approx(-2 / 6)
    with pytest.raises(OptionError, match="which class counts"):
        stats.mcnemar(ratings, labels=[1, 2, 3])
    assert "no item has class 9 in either column" in str(stats.mcnemar(ratings, positive=9).undefined)
    with pytest.raises(OptionError, match="positive is nan"):
        stats.mcnemar(ratings, positive=np.nan)
    with pytest.raises(OptionError, match="variant 'yates'"):
        stats.mcnemar(ratings, labels=[1, 2, 3], positive=1, variant="yates")


def test_labels_of_small_steps_far_from_nothing_are_told_apart() -> None:
    near = np.array([1e6, 1e6 + 0.5, 1e6 + 1])
    ratings = near[np.array([[0, 1], [1, 1], [1, 2], [1, 0], [1, 0], [2, 1]])]
    found = stats.mcnemar(ratings, labels=near, positive=1e6 + 0.5)
    assert "3 of 6 items in column 0 only, 2 in column 1 only" in found.method


# Square tables

VISION = [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]]


@pytest.mark.parametrize(("name", "statistic", "df"), [("bowker", 19.106550, 6), ("stuart_maxwell", 11.956570, 3), ("bhapkar", 11.975720, 3)])
def test_stuart_s_vision_table(name: str, statistic: float, df: int) -> None:
    # Stuart 1953; printed as 19.11, 11.96 (Stuart 1955) and 11.98 (Ireland, Ku & Kullback 1969); six digits by statsmodels 0.15.
    found = on_table(name, VISION)
    assert (found.statistic, found.df, found.n_items) == (pytest.approx(statistic, abs=5e-7), df, 7477)


def test_effects_of_square_tables_are_shares_of_items() -> None:
    rows, columns = np.array(VISION).sum(axis=1), np.array(VISION).sum(axis=0)
    assert on_table("stuart_maxwell", VISION).effect == pytest.approx(np.abs(rows - columns).sum() / 2 / 7477)
    assert on_table("bhapkar", VISION).effect == on_table("stuart_maxwell", VISION).effect
    assert on_table("bowker", VISION).effect == pytest.approx((32 + 7 + 30 + 70 + 4 + 26) / 7477)


@pytest.mark.parametrize("seed", range(200))
def test_square_tables_equal_statsmodels(seed: int) -> None:
    from statsmodels.stats.contingency_tables import SquareTable

    rng = np.random.default_rng(seed)
    k = 2 + seed % 5
    table = rng.integers(1, 5 + seed, (k, k))
    theirs = SquareTable(table, shift_zeros=False)
    bhapkar = theirs.homogeneity(method="bhapkar")
    for name, one in (("bowker", theirs.symmetry()), ("stuart_maxwell", theirs.homogeneity()), ("bhapkar", bhapkar)):
        found = on_table(name, table)
        assert found.statistic == pytest.approx(float(one.statistic), rel=1e-10, abs=1e-10)
        assert found.df == one.df
        assert found.value == pytest.approx(float(one.pvalue), abs=1e-10)


@pytest.mark.parametrize("seed", range(60))
def test_sparse_tables_equal_the_quadratic_form_with_a_pseudo_inverse(seed: int) -> None:
    rng = np.random.default_rng(seed)
    k = 3 + seed % 5
    table = rng.integers(0, 6, (k, k)) * (rng.random((k, k)) < 0.3)
    table[0, 1] += 1
    used = (table.sum(axis=0) + table.sum(axis=1)) > 0
    d = (table.sum(axis=1) - table.sum(axis=0))[used]
    s = -(table + table.T)[np.ix_(used, used)].astype(float)
    np.fill_diagonal(s, 0.0)
    np.fill_diagonal(s, -s.sum(axis=1))
    found = on_table("stuart_maxwell", table)
    assert found.df == np.linalg.matrix_rank(s, tol=1e-9)
    assert found.statistic == pytest.approx(float(d @ np.linalg.pinv(s, rcond=1e-12, hermitian=True) @ d), abs=1e-9)
    assert (int((~used).sum()) == 0) == ("unused left out" not in found.method)


def test_two_labels_make_mcnemar_of_all_three() -> None:
    table = [[20, 9], [17, 30]]
    expected = on_table("mcnemar", table, positive=2, variant="asymptotic")
    for name in ("stuart_maxwell", "bowker"):
        found = on_table(name, table)
        assert (found.statistic, found.value) == (pytest.approx(64 / 26, abs=1e-12), pytest.approx(expected.value, abs=1e-12))
    score = 64 / 26
    assert on_table("bhapkar", table).statistic == pytest.approx(score / (1 - score / 76), abs=1e-12)


def test_what_could_not_be_compared_is_said() -> None:
    two_groups = np.zeros((5, 5), dtype=int)
    two_groups[0, 1], two_groups[1, 0], two_groups[2, 3], two_groups[3, 2], two_groups[0, 0] = 9, 3, 4, 8, 5
    found = on_table("stuart_maxwell", two_groups)
    assert (found.df, found.statistic) == (2, pytest.approx(36 / 12 + 16 / 12))
    for words in ("no item moved between 2 groups", "1 unused left out", "fewer than 25 discordant"):
        assert words in found.method
    assert "fewer than 25" in on_table("bhapkar", two_groups // 2).method
    bowker = on_table("bowker", two_groups)
    assert bowker.df == 2
    assert "4 of 6 pairs of labels without an item left out" in bowker.method


@pytest.mark.parametrize("name", ["mcnemar", "stuart_maxwell", "bowker", "bhapkar", "paired_permutation"])
def test_the_same_labels_twice_give_a_p_value_of_one_in_words(name: str) -> None:
    ratings = [[1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]
    found = getattr(stats, name)(ratings, labels=[0, 1])
    assert (found.value, found.effect, found.n_items) == (1.0, 0.0, 3)
    assert "and p = 1" in found.method
    for variant in ("exact", "mid_p", "asymptotic", "corrected"):
        assert stats.mcnemar(ratings, labels=[0, 1], variant=variant).value == 1.0


def test_bhapkar_has_no_variance_where_every_item_moved_alike() -> None:
    found = on_table("bhapkar", [[0, 9, 0], [0, 0, 4], [0, 0, 0]])
    assert found.undefined == "every item moved alike: the difference between the columns has no variance"
    assert found.n_items == 13


@pytest.mark.parametrize("name", ["mcnemar", "stuart_maxwell", "bowker", "bhapkar"])
def test_independent_items_are_asked_for(name: str) -> None:
    ratings = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    with pytest.raises(OptionError, match="clusters") as caught:
        getattr(stats, name)(ratings, labels=[0, 1], clusters=[0, 0, 1])
    assert "paired_permutation" in (caught.value.fix or "")
    with pytest.raises(OptionError, match="2 runs"):
        getattr(stats, name)(np.stack([ratings, ratings]), labels=[0, 1])


def test_a_continuous_scale_is_no_square_table() -> None:
    scores = np.random.default_rng(1).random((600, 2))
    assert (stats.bowker(scores, level="interval").undefined or "").startswith("more than 1,000 different labels")


# Paired permutation

ZEA_MAYS = np.array([49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48], dtype=float) / 8  # inches


def test_fisher_s_maize_plants() -> None:
    found = stats.paired_permutation(np.column_stack([ZEA_MAYS, 0 * ZEA_MAYS]))
    assert found.value * 2**15 == pytest.approx(1726, abs=1e-6)  # Fisher 1935, section 21: 835 exceed and 28 equal the sum, in one direction
    assert found.effect == pytest.approx(2.617, abs=5e-4)
    one_sided = stats.paired_permutation(np.column_stack([ZEA_MAYS, 0 * ZEA_MAYS]), alternative="greater").value
    assert one_sided * 2**15 == pytest.approx(835 + 28, abs=1e-6)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("seed", range(15))
def test_paired_permutation_equals_scipy(seed: int, alternative: Any) -> None:
    from scipy.stats import permutation_test

    rng = np.random.default_rng(seed)
    pairs = rng.integers(1, 6, (9, 2)).astype(float) if seed % 3 else rng.normal(0.3, 1.0, (9, 2))
    theirs = permutation_test(
        (pairs[:, 0] - pairs[:, 1],),
        lambda x, axis: x.mean(axis=axis),
        permutation_type="samples",
        n_resamples=np.inf,
        vectorized=True,
        alternative=alternative,
    )
    assert stats.paired_permutation(pairs, alternative=alternative).value == pytest.approx(theirs.pvalue, abs=1e-10)


def all_signs(sums: Table) -> float:
    """Two-sided p by going through all sign patterns."""
    signs = np.array(list(product((-1.0, 1.0), repeat=len(sums))))
    return float((np.abs(signs @ sums) >= abs(sums.sum()) - 1e-9).mean())


def test_clusters_are_flipped_whole() -> None:
    rng = np.random.default_rng(3)
    pairs, clusters = np.column_stack([rng.random(30) < 0.7, rng.random(30) < 0.4]).astype(float), np.repeat(np.arange(10), 3)
    sums = np.bincount(clusters, weights=pairs[:, 0] - pairs[:, 1])
    found = stats.paired_permutation(pairs, clusters=clusters)
    assert found.value == pytest.approx(all_signs(sums), abs=1e-12)
    assert "10 clusters" in found.method
    assert found.value != pytest.approx(stats.paired_permutation(pairs).value, abs=1e-3)


def test_runs_are_averaged_within_items_before_signs_flip() -> None:
    rng = np.random.default_rng(5)
    runs = rng.normal(size=(3, 11, 2))
    runs[0, 2, 0] = runs[1:, 4, 1] = np.nan
    means = np.nanmean(runs[:, :, 0] - runs[:, :, 1], axis=0)
    found = stats.paired_permutation(runs)
    assert found.value == pytest.approx(all_signs(means), abs=1e-12)
    assert found.effect == pytest.approx(means.mean())
    assert (found.n_items, found.n_ratings) == (11, 60)


def test_many_items_on_a_short_scale_are_exact_and_equal_mcnemar() -> None:
    counts = [400, 130, 170, 300]
    found = stats.paired_permutation(CELLS, counts=counts)
    assert "exact" in found.method
    assert found.value == pytest.approx(stats.mcnemar(CELLS, counts=counts, labels=[0, 1], variant="exact").value, rel=1e-9)


def test_drawn_sign_patterns_come_near_the_exact_p_value() -> None:
    pairs = np.random.default_rng(8).normal(0.25, 1.0, (60, 2))
    with pytest.raises(OptionError, match="random generator"):
        stats.paired_permutation(pairs)
    with pytest.raises(OptionError, match="too many sign patterns"):
        stats.paired_permutation(pairs, n_resamples=0)
    drawn = stats.paired_permutation(pairs, rng=np.random.default_rng(1))
    assert "9,999 random sign patterns" in drawn.method
    assert (drawn.value or 0) * 10_000 == pytest.approx(round((drawn.value or 0) * 10_000), abs=1e-6)
    differences = pairs[:, 0] - pairs[:, 1]
    signs = np.random.default_rng(2).choice([-1.0, 1.0], (20_000, 60))
    plain = float((np.abs(signs @ differences) >= abs(differences.sum())).mean())
    assert drawn.value == pytest.approx(plain, abs=5 * np.sqrt(plain * (1 - plain) * (1 / 9_999 + 1 / 20_000)))
    shuffled = stats.paired_permutation(np.random.default_rng(4).permutation(pairs), rng=np.random.default_rng(1))
    assert shuffled.value == drawn.value


@pytest.mark.parametrize("scale", [(1.0, 2.0, 3.0, 4.0, 5.0), (0.1, 0.3, 0.6, 1.0), (4.0, 10.0, 16.0), (1 / 3, 1.0, 2.0, 7 / 3)])
def test_sums_on_a_grid_are_those_of_all_sign_patterns(scale: tuple[float, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = np.random.default_rng(7).choice(scale, (14, 2))
    expected = all_signs(pairs[:, 0] - pairs[:, 1])
    assert stats.paired_permutation(pairs).value == pytest.approx(expected, abs=1e-12)
    monkeypatch.setattr("judgeaudit.stats.kernels.sign_flips.MOST_PATTERNS", 1)
    on_grid = stats.paired_permutation(pairs)
    assert "exact" in on_grid.method
    assert on_grid.value == pytest.approx(expected, abs=1e-12)
    with pytest.raises(OptionError, match="random generator"):
        stats.paired_permutation(np.random.default_rng(1).random((14, 2)))


def test_drawn_and_exact_agree_where_counts_are_large() -> None:
    rng = np.random.default_rng(6)
    pairs, counts = np.column_stack([rng.normal(size=40), np.zeros(40)]), rng.integers(1, 9, 40)
    repeated = np.repeat(pairs, counts, axis=0)
    one, two = (stats.paired_permutation(p, counts=c, rng=np.random.default_rng(s)).value for p, c, s in ((pairs, counts, 1), (repeated, None, 2)))
    assert one == pytest.approx(two, abs=5 * np.sqrt(0.5 / 9_999))


# Equivalence

CLINIC = np.array(  # R package equivalence (data of package multcomp's "clinical"), as in statsmodels' tests; variables 1 and 2
    [[2.84, 2.51, 2.41, 2.95, 3.14, 3.79, 4.14, 3.85, 3.02, 3.45, 5.37, 3.81, 4.19, 3.16, 3.84],
     [2.60, 2.82, 2.18, 3.46, 4.01, 3.04, 3.47, 4.06, 2.91, 3.59, 4.51, 3.16, 3.86, 3.31, 3.02],
     [4.00, 3.26, 4.14, 3.42, 3.25, 4.34, 4.97, 4.31, 3.11, 3.41, 5.02, 4.21, 4.59, 5.30, 4.32],
     [3.76, 3.66, 3.65, 3.60, 3.48, 2.87, 3.24, 3.92, 3.99, 4.21, 4.21, 3.31, 3.61, 2.97, 2.73]]
).T  # fmt: skip


def test_equivalence_of_the_clinic_data_is_that_of_r() -> None:
    # R, equivalence::tost(eps = 0.6, paired), as stored in the tests of statsmodels 0.15.
    found = stats.tost(CLINIC[:, :2], margin=0.6)
    assert found.value == pytest.approx(0.003166881489265175, abs=1e-13)
    assert (found.effect_low, found.effect_high) == (pytest.approx(-0.0744336620516462, abs=1e-12), pytest.approx(0.4037669953849797, abs=1e-12))
    assert (found.effect, found.df, found.ci_level) == (pytest.approx(0.1646666666666667), 14, pytest.approx(0.9))
    assert found.statistic == pytest.approx((0.1646666666666667 - 0.6) / 0.1357514067862445, abs=1e-10)
    assert ": equivalent" in found.method
    other = stats.tost(CLINIC[:, 2:], margin=0.6)
    assert other.value == pytest.approx(0.4412034046017588, abs=1e-13)
    assert ": not shown to be equivalent" in other.method


@pytest.mark.parametrize("seed", range(100))
def test_equivalence_equals_statsmodels(seed: int) -> None:
    from statsmodels.stats.weightstats import ttost_paired

    rng = np.random.default_rng(seed)
    pairs = rng.normal(size=(int(rng.integers(2, 40)), 2)) + np.array([rng.normal(0, 0.3), 0.0])
    low, high = -rng.random() - 0.05, rng.random() + 0.05
    found = stats.tost(pairs, margin=high, margin_low=low)
    assert found.value == pytest.approx(float(ttost_paired(pairs[:, 0], pairs[:, 1], low, high)[0]), abs=1e-10)
    assert ((found.value or 0) <= 0.05) == (low <= (found.effect_low or 0) and (found.effect_high or 0) <= high)


def test_a_difference_of_just_the_margin_is_not_equivalent() -> None:
    pairs = np.column_stack([np.tile([0.0, 1.0, 2.0], 200), np.ones(600)]) + np.array([0.25, 0.0])
    assert stats.tost(pairs, margin=0.25).value == pytest.approx(0.5, abs=1e-9)
    assert stats.tost(pairs, margin=0.2).value == pytest.approx(1 - stats.tost(pairs, margin=0.3).value, abs=1e-9)


def test_counts_and_runs_of_the_equivalence_test() -> None:
    rng = np.random.default_rng(2)
    pairs, counts = rng.integers(1, 6, (12, 2)).astype(float), rng.integers(1, 5, 12)
    whole = stats.tost(np.repeat(pairs, counts, axis=0), margin=1.0)
    assert stats.tost(pairs, counts=counts, margin=1.0).value == pytest.approx(whole.value, abs=1e-12)
    runs = rng.normal(size=(4, 20, 2))
    assert stats.tost(runs, margin=0.5).value == pytest.approx(stats.tost(runs.mean(axis=0), margin=0.5).value, abs=1e-12)


def test_tango_s_contact_lenses() -> None:
    # Tango 1998, section 6.1 and table V (43, 0, 1, 0; margin 0.1): Z = 1.709, p = 0.044, lower 90 % limit -0.096.
    found = stats.tost([[1, 1], [0, 1]], counts=[43, 1], labels=[0, 1], margin=0.1)
    assert found.statistic == pytest.approx(1.709, abs=5e-4)
    assert found.value == pytest.approx(0.044, abs=5e-4)
    assert found.effect_low == pytest.approx(-0.096, abs=5e-4)
    assert found.effect == pytest.approx(-1 / 44)


@pytest.mark.parametrize(
    ("b", "c", "n", "difference"), [(3, 7, 40, 0.1), (0, 1, 44, -0.1), (9, 2, 60, -0.2), (0, 0, 30, 0.05), (5, 5, 10, 0.4), (4, 0, 25, 0.3)]
)
def test_the_score_statistic_has_the_maximum_likelihood_variance(b: int, c: int, n: int, difference: float) -> None:
    from scipy.optimize import minimize_scalar

    def minus_log_likelihood(q: float) -> float:
        shares = np.array([q + difference, q, 1 - 2 * q - difference])
        return -float(sum(k * np.log(share) for k, share in zip((b, c, n - b - c), shares, strict=True) if k))

    low, high = max(0.0, -difference), (1 - difference) / 2
    q = minimize_scalar(minus_log_likelihood, bounds=(low + 1e-12, high - 1e-12), method="bounded", options={"xatol": 1e-12}).x
    by_definition = (b - c - n * difference) / np.sqrt(n * (2 * q + difference - difference**2))
    assert score_statistic(b, c, n, difference) == pytest.approx(by_definition, abs=1e-4)


def test_the_score_statistic_at_no_difference_is_mcnemar_s() -> None:
    for b, c in ((7, 2), (0, 4), (11, 30)):
        assert score_statistic(b, c, 50, 0.0) == pytest.approx((b - c) / np.sqrt(b + c), abs=1e-12)


def test_the_ends_of_the_score_interval_solve_its_equation() -> None:
    for b, c, n in ((40, 20, 160), (13, 3, 400), (2, 2, 30), (1, 7, 50), (0, 0, 100), (0, 5, 25)):
        low, high = score_interval(b, c, n, 1.96)
        assert (score_statistic(b, c, n, low), score_statistic(b, c, n, high)) == (pytest.approx(1.96, abs=1e-8), pytest.approx(-1.96, abs=1e-8))
    assert score_interval(20, 0, 20, 1.96)[1] == 1.0
    assert score_interval(0, 20, 20, 1.96)[0] == -1.0


def test_no_difference_at_all_is_evidence_only_on_a_declared_scale() -> None:
    same = np.tile([[4.0, 4.0]], (200, 1))
    assert (stats.tost(same, margin=0.25).undefined or "").startswith("every difference is 0")
    found = stats.tost(same, margin=0.25, labels=range(1, 6))
    assert found.value == pytest.approx((1 - 0.25 / 4) ** 200, rel=1e-9)
    assert found.effect_high == pytest.approx((1 - 0.05 ** (1 / 200)) * 4, rel=1e-9)
    assert stats.tost(same[:10], margin=0.25, labels=range(1, 6)).value == pytest.approx(0.9375**10)  # 0.52: ten items show little
    verdicts = stats.tost(np.ones((200, 2)), margin=0.05, labels=[0, 1])
    assert verdicts.statistic == pytest.approx(-np.sqrt(200 * 0.05 / 0.95))  # Tango 1998, equation 24 with b = c = 0
    shifted = stats.tost(same + np.array([1.0, 0.0]), margin=1.0, labels=range(1, 6))
    assert (shifted.value, shifted.effect) == (1.0, 1.0)


def test_refusals_of_the_equivalence_test() -> None:
    pairs = [[1.0, 0.0], [0.0, 0.0], [1.0, 1.0]]
    assert stats.tost(pairs[:1], margin=0.1).undefined == "one item: how much differences vary cannot be estimated"
    for options, where in (
        ({"margin": 0.0}, "margin"),
        ({"margin": 0.1, "margin_low": 0.2}, "margin"),
        ({"margin": np.nan}, "margin"),
        ({"margin": 1.0, "labels": [0, 1]}, "margin"),
        ({"margin": 0.1, "alpha": 0.5}, "alpha"),
        ({"margin": 0.1, "variant": "z"}, "variant"),
        ({"margin": 0.1, "variant": "score"}, "variant"),
        ({"margin": 0.1, "clusters": [0, 0, 1]}, "clusters"),
    ):
        with pytest.raises(OptionError) as caught:
            stats.tost(pairs, **options)
        assert caught.value.where == where
        assert caught.value.fix


def test_a_permutation_p_value_is_never_above_one() -> None:
    """Steps of 1 to 5 that add up to 1, in a number that makes every sum odd: every sign pattern is as extreme, and its chances add up to 1."""
    rng = np.random.default_rng(201)
    steps = rng.integers(1, 6, 201).astype(float)
    steps[0] += (steps.sum() + 1) % 2
    signs = np.ones(201)
    for place in np.argsort(-steps):
        signs[place] = -1.0 if (signs * steps).sum() - 2 * steps[place] >= 1 else 1.0
    assert (signs * steps).sum() == 1.0
    found = stats.paired_permutation(np.column_stack([signs * steps, np.zeros(201)]), level="interval")
    assert found.value is not None
    assert found.value <= 1.0
    assert found.value == pytest.approx(1.0)
