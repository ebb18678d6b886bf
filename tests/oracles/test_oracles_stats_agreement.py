"""Agreement of raters: published values of the kappas, of agreement on one class, and of Kendall's W; ratings missing."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
import scipy.stats
from rater_tables import ABSTRACTORS, COMPLETE, DIAGNOSIS, FOUR_OBSERVERS, MISSING, PSYCHIATRISTS, Table, read_items, two_raters

from judgeaudit import stats
from judgeaudit.errors import OptionError

FIVE = (1, 2, 3, 4, 5)
NAN = float("nan")

# irrCAC 0.4.4 on Krippendorff's data with four observers (cac.raw4raters); identity, linear, quadratic, ordinal. The first
# column of each is also printed in the vignettes of the R package.
FOUR = {
    "gwet_ac": (0.77544, 0.85874, 0.91400, 0.89894),
    "fleiss_kappa": (0.76117, 0.81794, 0.86494, 0.85021),
    "conger_kappa": (0.76282, 0.81378, 0.85771, 0.84366),
    "brennan_prediger": (0.77273, 0.84848, 0.90152, 0.88636),
}


@pytest.mark.parametrize("name", FOUR)
@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_four_observers_at_every_weight(name: str, level: str) -> None:
    for weights, value in zip(("identity", "linear", "quadratic", "ordinal"), FOUR[name], strict=True):
        found = getattr(stats, name)(FOUR_OBSERVERS, level=level, labels=FIVE, weights=weights)
        assert found.value == pytest.approx(value, abs=0.51e-5)


def test_alpha_with_agreement_weights_as_distances_is_irrcac_s_and_its_ordinal_one_is_not_krippendorff_s() -> None:
    steps = np.abs(np.subtract.outer(np.arange(5), np.arange(5)))
    weights = {"identity": 1 - (steps > 0), "linear": 1 - steps / 4, "quadratic": 1 - (steps / 4) ** 2, "ordinal": 1 - (steps + 1) * steps / 20}
    for (name, table), value in zip(weights.items(), (0.74342, 0.80038, 0.84911, 0.83364), strict=True):
        found = stats.krippendorff_alpha(FOUR_OBSERVERS, level="nominal", labels=FIVE, distance=1 - table)
        assert found.value == pytest.approx(value, abs=0.51e-5), name
    assert stats.krippendorff_alpha(FOUR_OBSERVERS, level="ordinal", labels=FIVE).value == pytest.approx(0.81539, abs=0.51e-5)


# Feinstein & Cicchetti 1990 and later: table, Scott's pi, PABAK (two labels: Brennan-Prediger).
PARADOX = [
    ([[40, 9], [6, 45]], 0.6992, 0.70),
    ([[80, 10], [5, 5]], 0.3143, 0.70),
    ([[118, 5], [2, 0]], -0.0288, 0.888),
    ([[20, 5], [10, 15]], 0.3939, 0.40),
]


@pytest.mark.parametrize(("table", "pi", "pabak"), PARADOX)
def test_paradox_tables(table: list[list[int]], pi: float, pabak: float) -> None:
    ratings, counts = two_raters(table)
    assert stats.scott_pi(ratings, labels=(1, 2), counts=counts).value == pytest.approx(pi, abs=0.51e-4)
    assert stats.brennan_prediger(ratings, labels=(1, 2), counts=counts).value == pytest.approx(pabak, abs=1e-12)


@pytest.mark.parametrize("table", [ABSTRACTORS, DIAGNOSIS, *(table for table, *_ in PARADOX)])
@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic", "ordinal"])
def test_two_complete_raters_tie_the_family_together(table: list[list[int]], weights: str) -> None:
    ratings, counts = two_raters(table)
    options: dict[str, Any] = {"labels": range(1, len(table) + 1), "counts": counts, "weights": weights, "level": "interval"}
    pi = stats.scott_pi(ratings, **options).value
    assert pi == pytest.approx(stats.fleiss_kappa(ratings, **options).value, abs=1e-12)
    assert stats.conger_kappa(ratings, **options).value == pytest.approx(stats.cohen_kappa(ratings, **options).value, abs=1e-12)
    if weights == "quadratic":  # methods of Krippendorff 2011: 1 - alpha = (1 - pi) (1 - 1 / 2N), the interval distance being quadratic weights
        assert pi is not None
        alpha = stats.krippendorff_alpha(ratings, level="interval", counts=counts).value
        assert alpha == pytest.approx(1 - (1 - pi) * (1 - 1 / (2 * counts.sum())), abs=1e-12)


def test_conger_is_the_mean_over_pairs_of_raters_in_chance_and_in_agreement() -> None:
    # Conger 1980: with complete ratings both p_a and p_e are means over pairs of raters of Cohen's.
    agree, chance = [], []
    for first, second in combinations(COMPLETE.T, 2):
        agree.append(np.mean(first == second))
        chance.append(sum(np.mean(first == code) * np.mean(second == code) for code in FIVE))
    expected = (np.mean(agree) - np.mean(chance)) / (1 - np.mean(chance))
    assert stats.conger_kappa(COMPLETE).value == pytest.approx(expected, abs=1e-12)


def test_missing_ratings_of_two_raters_are_said_and_used_as_documented() -> None:
    ratings = np.vstack([COMPLETE[:, :2], [[1, NAN], [NAN, 5], [5, NAN]]])
    both = COMPLETE[:, :2]
    assert stats.scott_pi(ratings).value == stats.scott_pi(both).value
    assert stats.scott_pi(ratings).n_items == len(both)
    assert stats.brennan_prediger(ratings, labels=FIVE).value == stats.brennan_prediger(both, labels=FIVE).value
    assert stats.conger_kappa(ratings).value != pytest.approx(stats.conger_kappa(both).value, abs=1e-6)
    assert "3 items with one rating" in stats.conger_kappa(ratings).method
    assert stats.conger_kappa(ratings).n_items == len(ratings)
    everyone = np.column_stack([COMPLETE, np.full(len(COMPLETE), NAN)])
    assert stats.conger_kappa(everyone).value == pytest.approx(stats.conger_kappa(COMPLETE).value, abs=1e-12)


def test_unused_labels_count_where_they_should() -> None:
    wider = (*FIVE, 6, 7)
    for name in ("conger_kappa", "fleiss_kappa"):
        assert getattr(stats, name)(MISSING, labels=wider).value == pytest.approx(getattr(stats, name)(MISSING, labels=FIVE).value, abs=1e-12)
    guess = stats.observed_agreement(MISSING).value
    assert guess is not None
    for labels in (FIVE, wider):
        expected = (guess - 1 / len(labels)) / (1 - 1 / len(labels))
        assert stats.brennan_prediger(MISSING, labels=labels).value == pytest.approx(expected, abs=1e-12)
    with pytest.raises(OptionError, match="depends on every label"):
        stats.brennan_prediger(MISSING)
    assert stats.brennan_prediger(MISSING, level="interval").undefined == "the scale is continuous: guessing needs a list of points"
    assert stats.brennan_prediger(np.ones((12, 3)), labels=(0, 1)).value == 1.0


# Agreement on one class.


def test_agreement_on_a_class_gives_fleiss_category_kappas() -> None:
    # Fleiss 1971: kappa_j = (P_j - p_j) / (1 - p_j), P_j the agreement on j; printed .245 .245 .520 .471 .566.
    found = stats.specific_agreement(PSYCHIATRISTS, labels=FIVE)
    for code, kappa in zip(FIVE, (0.2447552, 0.2447552, 0.5200000, 0.4711273, 0.5661178), strict=True):
        share = float(np.mean(code == PSYCHIATRISTS))
        part = found.part("specific_agreement", str(code)).value
        assert part is not None
        assert (part - share) / (1 - share) == pytest.approx(kappa, abs=0.51e-7)
    assert found.value == pytest.approx(0.5555556, abs=0.51e-7)


@pytest.mark.parametrize(("table", "positive", "negative"), [([[40, 9], [6, 45]], 80 / 95, 90 / 105), ([[80, 10], [5, 5]], 160 / 175, 10 / 25)])
def test_two_raters_and_two_labels_give_positive_and_negative_agreement(table: list[list[int]], positive: float, negative: float) -> None:
    # Cicchetti & Feinstein 1990, 2a / (2a + b + c) and 2d / (2d + b + c) of Feinstein & Cicchetti's tables.
    ratings, counts = two_raters(table)
    found = stats.specific_agreement(ratings, labels=(1, 2), counts=counts)
    assert found.part("specific_agreement", "1").value == pytest.approx(positive, abs=1e-12)
    assert found.part("specific_agreement", "2").value == pytest.approx(negative, abs=1e-12)
    assert found.value == pytest.approx(negative, abs=1e-12)  # the positive class is the higher code
    assert stats.specific_agreement(ratings, labels=(1, 2), counts=counts, positive=1).value == pytest.approx(positive, abs=1e-12)


def test_agreement_on_a_class_counts_pairs_by_hand_where_ratings_are_missing() -> None:
    same, given = dict.fromkeys(FIVE, 0), dict.fromkeys(FIVE, 0)
    for row in MISSING:
        codes = row[~np.isnan(row)]
        for i, j in ((i, j) for i in range(len(codes)) for j in range(len(codes)) if i != j):
            given[int(codes[i])] += 1
            same[int(codes[i])] += bool(codes[i] == codes[j])
    found = stats.specific_agreement(MISSING, labels=(*FIVE, 6))
    for code in FIVE:
        assert found.part("specific_agreement", str(code)).value == pytest.approx(same[code] / given[code], abs=1e-12)
    assert found.value == pytest.approx(sum(same.values()) / sum(given.values()), abs=1e-12)
    assert found.part("specific_agreement", "6").undefined == "nobody gave the label 6 on an item with two ratings"
    assert stats.specific_agreement(MISSING, labels=(*FIVE, 6), positive=6).undefined == "nobody gave the label 6 on an item with two ratings"
    assert stats.specific_agreement(COMPLETE).value == pytest.approx(stats.observed_agreement(COMPLETE).value, abs=1e-12)


def test_each_class_has_its_own_items_and_interval() -> None:
    found = stats.specific_agreement(np.repeat(COMPLETE, 5, axis=0), n_resamples=200, rng=np.random.default_rng(1))
    for part in found.parts:
        assert part.n_items == 5 * int((float(part.group or "nan") == COMPLETE).any(axis=1).sum())
        assert None not in (part.value, part.low, part.high)
        assert 0 <= (part.low or 0) < (part.value or 0) <= (part.high or 0) <= 1
    perfect = stats.specific_agreement(np.repeat([[1.0] * 3, [2.0] * 3], [30, 12], axis=0), labels=(1, 2), n_resamples=200, rng=np.random.default_rng(1))
    rare, common = perfect.part("specific_agreement", "2"), perfect.part("specific_agreement", "1")
    assert rare.low is not None
    assert common.low is not None
    assert rare.low < common.low < 1  # twelve items say less than thirty


# Kendall's W.

ANXIETY = read_items(
    "332", "361", "344", "464", "523", "542", "221", "346", "531", "231", "221", "632", "133", "533", "221", "221", "113", "233", "432", "342"
)  # R's irr::anxiety


def test_kendall_w_of_r_irr_anxiety() -> None:
    found = stats.kendall_w(ANXIETY)
    assert found.value == pytest.approx(0.54, abs=0.0051)
    assert "chi-square 30.76 on 19 degrees of freedom, p = 0.0429" in found.method  # irr prints Chisq(19) = 30.8, p-value = 0.0429


def test_kendall_w_of_the_nag_library() -> None:
    ratings = np.array([[1, 4.5, 2, 4.5, 3, 7.5, 6, 9, 7.5, 10], [2.5, 1, 2.5, 4.5, 4.5, 8, 9, 6.5, 10, 6.5], [2, 1, 4.5, 4.5, 4.5, 4.5, 8, 8, 8, 10]]).T
    found = stats.kendall_w(ratings)
    assert found.value == pytest.approx(0.828, abs=0.00051)  # g08daf, example: 0.828, significance 0.008
    assert float(found.method.split("p = ")[1]) == pytest.approx(0.008, abs=0.00051)


def random_scores(seed: int, n_labels: int, missing: float = 0.0) -> Table:
    rng = np.random.default_rng(seed)
    n_items, n_raters = int(rng.integers(4, 30)), int(rng.integers(3, 7))
    scores = rng.integers(0, n_labels, (n_items, n_raters)) + rng.integers(0, n_labels, (n_items, 1)).astype(float)
    scores[rng.random(scores.shape) < missing] = NAN
    return scores


@pytest.mark.parametrize("seed", range(40))
def test_kendall_w_is_friedman_s_chi_square_on_its_scale(seed: int) -> None:
    scores = random_scores(seed, 2 + seed % 9)
    friedman = scipy.stats.friedmanchisquare(*scores)  # SciPy ranks items within raters when items are its samples
    n_items, n_raters = scores.shape
    found = stats.kendall_w(scores)
    assert found.value == pytest.approx(friedman.statistic / (n_raters * (n_items - 1)), abs=1e-10)
    if friedman.pvalue < 1e-4:
        assert found.method.endswith("p < 0.0001")
    else:
        assert float(found.method.split("p = ")[1]) == pytest.approx(friedman.pvalue, abs=0.51e-4)


def brueckl(scores: Table) -> float:
    """irrNA's kendallNA 0.2.3, from its description: mean Spearman correlation, weighted by common items less one."""
    given = ~np.isnan(scores)
    total, weight = 0.0, 0.0
    for a, b in combinations(range(scores.shape[1]), 2):
        both = given[:, a] & given[:, b]
        if both.sum() >= 2:
            total += (both.sum() - 1) * scipy.stats.spearmanr(scores[both, a], scores[both, b]).statistic
            weight += both.sum() - 1
    k = given.sum(axis=1).mean()
    return float((1 + (k - 1) * total / weight) / k)


@pytest.mark.parametrize("seed", range(40))
def test_kendall_w_without_ties_and_with_ratings_missing_is_brueckl_s(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n_items, n_raters = int(rng.integers(6, 25)), int(rng.integers(3, 7))
    scores = rng.normal(size=(n_items, n_raters)) + rng.normal(size=(n_items, 1))
    scores[rng.random(scores.shape) < 0.3] = NAN
    scores = scores[(~np.isnan(scores)).sum(axis=1) >= 2]
    assert stats.kendall_w(scores, level="interval").value == pytest.approx(brueckl(scores), abs=1e-10)


def test_kendall_w_from_tables_is_that_from_columns_of_ranks() -> None:
    from judgeaudit.stats.kendall_w import _common_pairs, _tabled_pairs

    weights = np.random.default_rng(1).integers(0, 4, (20, len(MISSING))).astype(float)
    for found, expected in zip(_tabled_pairs(MISSING)(weights), _common_pairs(MISSING)(weights), strict=True):
        assert found == pytest.approx(expected, abs=1e-12)


def test_kendall_w_sees_one_order_through_gaps() -> None:
    items = np.arange(9.0)
    scores = np.column_stack([items, items * 3 - 2, items**2, items + 7])
    scores[[0, 1, 2, 3, 4, 5], [3, 2, 1, 0, 3, 2]] = NAN
    assert stats.kendall_w(scores).value == pytest.approx(1.0, abs=1e-12)
    assert "common items" in stats.kendall_w(scores).method


def test_kendall_w_of_two_raters_and_of_one_who_is_constant() -> None:
    pair = ANXIETY[:, :2]
    # Both forms of r are the same only where the two tie alike; W itself is checked against Friedman's statistic above.
    ranks = np.column_stack([scipy.stats.rankdata(column) for column in pair.T]) - (len(pair) + 1) / 2
    expected = (ranks.sum(axis=1) ** 2).sum() / (2 * (ranks**2).sum())
    assert stats.kendall_w(pair).value == pytest.approx(expected, abs=1e-12)
    assert stats.kendall_w(np.column_stack([np.arange(12.0), np.ones(12)])).value == pytest.approx(0.5)
    assert stats.kendall_w(np.ones((12, 3))).undefined == "no variation: no rater's ratings differ from one another"
    assert stats.kendall_w([[1.0, 2.0], [NAN, 1.0]]).undefined == "one item: there is no order"


def test_kendall_w_ranks_anew_in_resamples() -> None:
    # An item that is drawn twice is a tie: the value at weights is that of the rows written out.
    from judgeaudit.stats.kendall_w import _kernel

    few_values = np.where(np.isnan(MISSING), NAN, np.minimum(MISSING, 4))
    for scores in (random_scores(3, 4), random_scores(4, 4, missing=0.3), few_values):
        weights = np.random.default_rng(1).integers(0, 4, (20, len(scores)))
        found = _kernel(scores)(weights.astype(float))
        expected = [stats.kendall_w(np.repeat(scores, row, axis=0)).value for row in weights]
        assert found == pytest.approx(expected, abs=1e-12)
