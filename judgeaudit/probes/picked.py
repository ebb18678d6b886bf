"""Which items probes are made of where there is a budget: every stratum in its share, the same ones every time."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context


def picked(context: Context, n: int | None, *, first: Collection[str] = ()) -> frozenset[str]:
    """The ids of the items that probes are made of.

    Parameters
    ----------
    context : Context
        Its rubric's seed and its items.
    n : int or None
        How many; None for all.
    first : collection of item ids
        Taken before others of their stratum: those with gold labels.

    Returns
    -------
    frozenset of str

    Notes
    -----
    Strata whose share is less than one item get one, where `n` allows it; the others their share of the rest, by largest remainders. Within a stratum the seed and the ids
    decide, so that a larger `n` takes most of the same items, and the order of the items file nothing.
    """
    items = context.items
    if n is None or n >= len(items):
        return frozenset(item.id for item in items)
    strata: dict[str, list[Item]] = {}
    for item in context.ring:
        strata.setdefault(item.stratum or "", []).append(item)
    wanted = frozenset(first)
    found: list[str] = []
    for name, share in _shares({name: len(members) for name, members in strata.items()}, n).items():
        members = sorted(strata[name], key=lambda item: item.id not in wanted)
        found += [item.id for item in members[:share]]
    return frozenset(found)


def _shares(sizes: dict[str, int], n: int) -> dict[str, int]:
    """How many of `n` each stratum gets; the largest first where there are fewer than strata."""
    order: Sequence[str] = sorted(sizes, key=lambda name: (-sizes[name], name))
    if n <= len(order):
        return dict.fromkeys(order[:n], 1)
    rest, left = list(order), n
    while rare := [name for name in rest if sizes[name] * left < sum(sizes[one] for one in rest)]:
        rest, left = [name for name in rest if name not in rare], left - len(rare)
    total = sum(sizes[name] for name in rest)
    given = dict.fromkeys(order, 1) | {name: sizes[name] * left // total for name in rest}
    by_remainder = sorted(rest, key=lambda name: (-(sizes[name] * left % total), name))
    return given | {name: given[name] + 1 for name in by_remainder[: n - sum(given.values())]}
