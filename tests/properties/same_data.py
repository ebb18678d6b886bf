"""Changes of the data that leave what they say as it was. Each takes a case and a generator and gives the changed case."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from registry_cases import Case, Table


def relabelled(case: Case, new: Table) -> Case:
    """The case with each label's code replaced by the new one."""
    assert case.labels is not None
    mapping = dict(zip(case.labels, new.tolist(), strict=True))
    ratings = np.array([np.nan if np.isnan(code) else mapping[code] for code in case.ratings.ravel()]).reshape(case.ratings.shape)
    options = {name: mapping[value] if name == "positive" else value for name, value in case.options.items()}
    return replace(case.with_ratings(ratings), labels=tuple(sorted(new.tolist())), options=options)


def rater_order(case: Case, rng: np.random.Generator) -> Case:
    return case.with_ratings(case.ratings[..., rng.permutation(case.ratings.shape[-1])])


def annotator_order(case: Case, rng: np.random.Generator) -> Case:
    """The judge stays where it is."""
    return case.with_ratings(case.ratings[:, np.append(0, 1 + rng.permutation(case.ratings.shape[1] - 1))])


def item_order(case: Case, rng: np.random.Generator) -> Case:
    axis = case.ratings.ndim - 2 if case.ratings.ndim > 1 else 0
    return case.with_ratings(rng.permutation(case.ratings, axis=axis))


def run_order_within_items(case: Case, rng: np.random.Generator) -> Case:
    """Run 3 of one item has nothing in common with run 3 of another."""
    return case.with_ratings(rng.permuted(case.ratings, axis=0))


def counted_rows(case: Case, rng: np.random.Generator) -> Case:
    """Rows with counts; compared with the same rows repeated."""
    return case.with_options(counts=_times(case))


def repeated_rows(case: Case, rng: np.random.Generator) -> Case:
    return case.with_ratings(np.repeat(case.ratings, _times(case), axis=0))


def _times(case: Case) -> NDArray[np.int64]:
    return np.arange(len(case.ratings)) % 4


def own_clusters(case: Case, rng: np.random.Generator) -> Case:
    return case.with_options(clusters=rng.permutation(len(case.ratings)) * 3)


def copied_run(case: Case, rng: np.random.Generator) -> Case:
    return case.with_ratings(np.stack([case.ratings] * 3))


def empty_items(case: Case, rng: np.random.Generator) -> Case:
    nothing = np.full((*case.ratings.shape[:-2], 2, case.ratings.shape[-1]), np.nan)
    return case.with_ratings(np.concatenate([nothing, case.ratings], axis=-2))


def other_names(case: Case, rng: np.random.Generator) -> Case:
    assert case.labels is not None
    return relabelled(case, np.roll(np.square(case.labels) + rng.uniform(0, 1, len(case.labels)), rng.integers(1, len(case.labels))))


def other_steps(case: Case, rng: np.random.Generator) -> Case:
    assert case.labels is not None
    return relabelled(case, rng.uniform(0.1, 9, len(case.labels)).cumsum() - 5)


def in_units(case: Case, unit: float, zero: float) -> Case:
    assert case.labels is not None
    changed = replace(relabelled(case, np.array(case.labels) * unit + zero), factor=unit)
    return changed.with_options(**{name: case.options[name] * unit for name in ("margin",) if name in case.options})


def other_unit_and_zero(case: Case, rng: np.random.Generator) -> Case:
    return in_units(case, rng.uniform(0.1, 9), rng.uniform(-20, 20))


def other_unit(case: Case, rng: np.random.Generator) -> Case:
    return in_units(case, rng.uniform(0.1, 9), 0.0)


def large_codes(case: Case, rng: np.random.Generator) -> Case:
    return in_units(case, 1.0, 1e9)


def small_steps(case: Case, rng: np.random.Generator) -> Case:
    return in_units(case, 1e-6, 0.0)


def small_steps_far_from_zero(case: Case, rng: np.random.Generator) -> Case:
    return in_units(case, 2.0**-20, 1.0)


def unused_end(case: Case, rng: np.random.Generator) -> Case:
    assert case.labels is not None
    return replace(case, labels=(*case.labels, 99.0))


def columns_swapped(case: Case, rng: np.random.Generator) -> Case:
    return case.with_ratings(case.ratings[:, ::-1])


def samples_swapped(case: Case, rng: np.random.Generator) -> Case:
    return replace(case, data=case.data[::-1])


def space_turned_and_moved(case: Case, rng: np.random.Generator) -> Case:
    turn, _ = np.linalg.qr(rng.normal(size=(case.ratings.shape[1],) * 2))
    return replace(case, data=tuple(sample @ turn + 3.0 for sample in case.data))


def vectors_in_another_order(case: Case, rng: np.random.Generator) -> Case:
    order = rng.permutation(len(case.data[0]))
    return replace(case, data=tuple(one[order] for one in case.data))


def items_renamed(case: Case, rng: np.random.Generator) -> Case:
    names = rng.permutation([f"item {number}" for number in range(int(case.data[1].max()) + 1)])
    return replace(case, data=(case.data[0], names[case.data[1]]))


def longer_and_shorter_vectors(case: Case, rng: np.random.Generator) -> Case:
    """Directions stay."""
    return case.with_ratings(case.ratings * 10 ** rng.uniform(-9, 9, (len(case.ratings), 1)))


def space_turned(case: Case, rng: np.random.Generator) -> Case:
    turn, _ = np.linalg.qr(rng.normal(size=(case.ratings.shape[1],) * 2))
    return case.with_ratings(case.ratings @ turn)


def rows_without_vectors(case: Case, rng: np.random.Generator) -> Case:
    vectors, items = case.data
    nothing = np.array([[np.nan] * vectors.shape[1], [0.0] * vectors.shape[1]])
    return replace(case, data=(np.vstack([nothing, vectors]), np.append([items[5], 99], items)))


def gaps_in_time(case: Case, rng: np.random.Generator) -> Case:
    """Nothing observed, now and then."""
    return case.with_ratings(np.insert(case.ratings, [3, 3, 17], np.nan))


def p_values_reversed(case: Case, rng: np.random.Generator) -> Case:
    return case.with_ratings(case.ratings[::-1])


def another_test_without_p(case: Case, rng: np.random.Generator) -> Case:
    return case.with_ratings(np.append(np.nan, case.ratings))
