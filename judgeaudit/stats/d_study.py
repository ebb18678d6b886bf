"""Decision study: how many judges and replicates reach a wanted dependability."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from judgeaudit import thresholds
from judgeaudit.domain.results import Estimate
from judgeaudit.errors import OptionError
from judgeaudit.stats.g_study import g_study
from judgeaudit.stats.kernels.options import one_of, share, whole
from judgeaudit.stats.kernels.rates import say_number, settle
from judgeaudit.stats.kernels.ratings_check import FloatArray
from judgeaudit.stats.kernels.variance_components import CROSSED, ITEM, NESTED, ONE_REPLICATE, REPLICATE, Source, left_in_design, two_coefficients
from judgeaudit.stats.shapes import VarianceComponents

Wanted = Literal["dependability", "generalizability"]

MOST_DESIGNS = 10_000
"""Designs of a grid above which their list is no use to anybody, and takes long to make."""


def d_study(
    ratings: ArrayLike | VarianceComponents,
    *,
    target: float = 0.8,
    n_judges: int | Iterable[int] = range(1, 11),
    n_replicates: int | Iterable[int] = range(1, 11),
    coefficient: Wanted = "dependability",
    replicates: Literal["nested", "crossed"] | None = None,
    level: str = "interval",
    labels: Sequence[float] | FloatArray | None = None,
    ci_level: float = thresholds.CI_LEVEL,
    n_resamples: int = 0,
    rng: np.random.Generator | None = None,
    counts: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
) -> VarianceComponents:
    """How many judges, and how many replicates of each, make an item's mean score dependable enough.

    The value is the smallest number of calls for each item (judges times replicates); of designs with as many calls, that
    with the most dependable mean is taken, then that with fewer judges. Use it to plan a run. Known weakness: it is as
    uncertain as the components behind it (see the interval of `g_study`), and takes further judges to be like those seen.

    Parameters
    ----------
    ratings : float array, shape (n_replicates, n_items, n_judges) or (n_items, n_judges), or the result of `g_study`
        Scores; NaN where there is no rating. With one replicate, only numbers of judges can be planned.
    target : float
        Wanted coefficient, between 0 and 1.
    n_judges, n_replicates : int or iterable of int
        Numbers that can be afforded; at most 10,000 designs in all.
    coefficient : {"dependability", "generalizability"}
        "dependability" (Phi) for scores that are held against a limit, "generalizability" (E rho^2) for ranks of items.
    replicates : {"nested", "crossed"}
        See `g_study`; "nested" where it is not given. Refused beside a finished study, which has its own.
    level, labels, ci_level, n_resamples, rng, counts, clusters
        See `g_study`; refused beside a finished study where they would change it. The number of calls has no interval; that of
        the dependability "as observed" is there.

    Returns
    -------
    VarianceComponents
        1 or more calls for each item, fewer is better. Parts: "n_judges", "n_replicates", "dependability" and "generalizability"
        of the chosen design, the last two of each design of the grid, in the group "3 judges x 2 replicates", and the
        dependability "as observed". Undefined when `g_study` is, and where no design of the grid reaches the target: the reason then says how far one gets.

    Raises
    ------
    OptionError
        Ratings or options that make no sense.

    Notes
    -----
    With components of single ratings, n_j judges and n_r replicates nested in them:
    error = (var_judge + var_item_x_judge) / n_j + var_residual / (n_j n_r); Phi = var_item / (var_item + error). E rho^2
    leaves out var_judge. Crossed replicates add theirs, divided by n_r.

    References
    ----------
    Brennan 2001, Generalizability Theory, sections 2.3 and 4.1.

    Examples
    --------
    Brennan 2001, synthetic data 1 (ten persons, twelve items): E rho^2 of ten items printed as 0.819; nine are enough for 0.8:

    >>> rows = "101 111001 11111 11011001 1111101 1110111 1111111 1111011111 11111111111 111111111111"
    >>> ratings = [[int(cell) for cell in row.ljust(12, "0")] for row in rows.split()]
    >>> plan = d_study(ratings, target=0.8, coefficient="generalizability")
    >>> plan.value, round(plan.part("generalizability", "10 judges x 1 replicate").value, 3)
    (9.0, 0.819)
    """
    one_of(coefficient, "coefficient", ("dependability", "generalizability"))
    target = share(target, "target", fix="use a number between 0 and 1, such as 0.8")
    judges, times = _numbers(n_judges, "n_judges"), _numbers(n_replicates, "n_replicates")
    if len(judges) * len(times) > MOST_DESIGNS:
        raise OptionError(f"{len(judges) * len(times):,} designs", where="n_judges", fix=f"give at most {MOST_DESIGNS:,}, for example range(1, 201, 10)")
    if isinstance(ratings, VarianceComponents):
        _refuse_options(
            n_resamples=n_resamples != 0, counts=counts is not None, clusters=clusters is not None, replicates=replicates is not None,
            labels=labels is not None, level=level != "interval", ci_level=ci_level != thresholds.CI_LEVEL,
        )  # fmt: skip
        study = ratings
    else:
        study = g_study(
            ratings, replicates="nested" if replicates is None else replicates, level=level, labels=labels, ci_level=ci_level, n_resamples=n_resamples, rng=rng,
            counts=counts, clusters=clusters,
        )  # fmt: skip
    return _plan(study, judges, times, target, coefficient)


def _numbers(numbers: Any, where: str) -> list[int]:
    fix = "use range(1, 11), or one number"
    try:
        given = [numbers] if isinstance(numbers, str | bytes) else list(islice(numbers, MOST_DESIGNS + 1))
    except TypeError:  # one number
        given = [numbers]
    if not given:
        raise OptionError(f"{where} are not whole numbers from 1: there are none", where=where, fix=fix)
    if len(given) > MOST_DESIGNS:
        raise OptionError(f"more than {MOST_DESIGNS:,} numbers in {where}", where=where, fix="give fewer, for example range(1, 201, 10)")
    try:
        return sorted({whole(n, where, fix=fix, at_least=1) for n in given})
    except OptionError as error:
        raise OptionError(f"{where} are not whole numbers from 1: {error.what}", where=where, fix=fix) from error


def _refuse_options(**given: bool) -> None:
    for name, is_given in given.items():
        if is_given:
            raise OptionError(f"{name} cannot change a finished study", where=name, fix=f"give {name} to g_study, or the ratings to d_study")


def _plan(study: VarianceComponents, judges: list[int], times: list[int], target: float, wanted: Wanted) -> VarianceComponents:
    common = {"n_items": study.n_items, "n_ratings": study.n_ratings}
    if not study.components:
        return VarianceComponents(undefined=study.undefined or "no variance components: give the result of g_study", **common)
    design = _design(study.components)
    single = design is ONE_REPLICATE
    grid = [(j, r) for j in judges for r in ([1] if single else times)]
    reached = {cell: _coefficients(study.components, design, *cell) for cell in grid}
    said = f"fewest calls for each item with {wanted} of at least {target:g}, components from {say_number(study.n_items, 'item')}"
    said += "; one replicate: item x judge and error are one component, so only judges can be planned" if single else ""
    of_grid = [part for cell in grid for part in _parts(reached[cell], _group(*cell), common)]
    of_grid += [part.about(group="as observed") for part in study.parts if (part.name, part.group) == ("dependability", None)]
    raws = {"components": study.components, "raw": study.raw, "method": said, **common}
    good = [cell for cell in grid if (reached[cell][wanted] or 0.0) >= target - 1e-12]
    if not good:
        return VarianceComponents(undefined=_why_none(study, design, reached, grid, target, wanted), parts=tuple(of_grid), **raws)
    best = min(good, key=lambda cell: (cell[0] * cell[1], -round(reached[cell][wanted] or 0.0, 9), cell[0]))
    chosen = [Estimate(name=name, value=float(n), **common) for name, n in zip(("n_judges", "n_replicates"), best, strict=True)]
    return VarianceComponents(value=float(best[0] * best[1]), parts=(*chosen, *_parts(reached[best], None, common), *of_grid), **raws)


def _design(components: dict[str, float]) -> dict[str, Source]:
    return CROSSED if REPLICATE in components else NESTED if len(components) == len(NESTED) else ONE_REPLICATE


def _coefficients(components: dict[str, float], design: dict[str, Source], n_judges: int, n_replicates: int) -> dict[Wanted, float | None]:
    values = np.array([components[name] for name in design])
    generalizability, dependability = (float(found) for found in two_coefficients(values, left_in_design(design, n_judges, n_replicates), design))
    return {
        "dependability": None if np.isnan(dependability) else dependability,
        "generalizability": None if np.isnan(generalizability) else generalizability,
    }


def _parts(found: dict[Wanted, float | None], group: str | None, common: dict[str, int]) -> list[Estimate]:
    return [
        Estimate.missing("items and errors do not vary", **common).about(name=name, group=group)
        if value is None
        else Estimate(name=name, group=group, value=settle(value), **common)
        for name, value in found.items()
    ]


def _group(n_judges: int, n_replicates: int) -> str:
    return f"{say_number(n_judges, 'judge')} x {say_number(n_replicates, 'replicate')}"


def _why_none(
    study: VarianceComponents, design: dict[str, Source], reached: dict[tuple[int, int], dict[Wanted, float | None]], grid: list[tuple[int, int]],
    target: float, wanted: Wanted,
) -> str:  # fmt: skip
    if study.components[ITEM] == 0:
        return "the variance of items is estimated as 0: no number of judges and replicates makes a mean dependable"
    best = max(grid, key=lambda cell: reached[cell][wanted] or 0.0)
    reason = f"no design of the grid reaches a {wanted} of {target:g}: the best, {_group(*best)}, reaches {reached[best][wanted] or 0.0:.3f}"
    if design is ONE_REPLICATE:
        return reason
    ceiling = _coefficients(study.components, design, best[0], 10**9)[wanted] or 0.0
    judges = say_number(best[0], "judge")
    if ceiling < target:
        return f"{reason}, and no number of replicates of {judges} reaches more than {ceiling:.3f}"
    return f"{reason}; more replicates of {judges} do (at most {ceiling:.3f})"
