"""Do two texts cite the same numbers? One-to-one matching of their quantities."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from judgeaudit.text.quantities import Quantity

TOLERANCE = 1e-9
"""Relative difference at which two values are one."""

ABOUT = 0.10
"""Relative difference that "about" leaves open."""

MOST_COMPARED = 100
"""Numbers of one dimension and side, without a partner of equal value and noun, that are compared with all of the other side; a text
with more of them is a table, and its further numbers stay alone. Keeps the cost bounded."""

_SCALED = {"minute": ("duration", 1.0), "day": ("duration", 1440.0)}
_ROLES = frozenset(("limit", "minimum"))


@dataclass(frozen=True, slots=True)
class QuantityMatch:
    """Quantities of two texts, side by side.

    Attributes
    ----------
    shared : tuple of (Quantity, Quantity)
        Say the same, or can both hold of the same thing ("over 150" and "162").
    disagreeing : tuple of (Quantity, Quantity)
        About the same thing, and cannot both hold.
    only_first, only_second : tuple of Quantity
        Without a partner.
    """

    shared: tuple[tuple[Quantity, Quantity], ...]
    disagreeing: tuple[tuple[Quantity, Quantity], ...]
    only_first: tuple[Quantity, ...]
    only_second: tuple[Quantity, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A quantity in the base unit of its dimension; `key` orders entries without regard to where they stand or on which side."""

    quantity: Quantity
    value: float
    upper: float
    nouns: frozenset[str]
    role: str
    key: tuple[Any, ...]


_Pairs = list[tuple[_Entry, _Entry]]
_Test = Callable[[_Entry, _Entry, bool], float | None]


def compare_quantities(first: Sequence[Quantity], second: Sequence[Quantity]) -> QuantityMatch:
    """Pair the quantities of two texts, each at most once.

    Parameters
    ----------
    first, second : sequence of Quantity
        As `find_quantities` gives them.

    Returns
    -------
    QuantityMatch
        Swapped arguments give the mirrored result.

    Notes
    -----
    Within a dimension, in this order: the same value and noun; the same value where a noun is unclear; bounds that agree ("over
    150", "162") about the same noun; different values of the same noun (disagreeing); the same value of other nouns; different
    values where a noun is unclear and each side has one number of the dimension, or one that is left (disagreeing). Two bounds of
    one direction and different values disagree ("within 14 days", "within 30 days"). A demanded number ("a limit of 50
    words") is another thing than one that is found. References and ordinals disagree only with equal nouns. Ratings are left out on
    both sides: they restate the verdict, so that rationales of one verdict would seem to share a reason, and those of two to differ in one.

    Example
    -------
    >>> from judgeaudit.text.quantities import find_quantities
    >>> match = compare_quantities(find_quantities("152 words, limit 50"), find_quantities("exceeds the 50-word limit with 197 words"))
    >>> [(a.text, b.text) for a, b in match.shared], [(a.text, b.text) for a, b in match.disagreeing]
    ([('50', '50')], [('152', '197')])
    """
    sides = (_by_dimension(first), _by_dimension(second))
    shared: _Pairs = []
    disagreeing: _Pairs = []
    alone: tuple[list[Quantity], list[Quantity]] = ([], [])
    for dimension in dict.fromkeys((*sides[0], *sides[1])):
        left, right = sides[0].get(dimension, []), sides[1].get(dimension, [])
        same, apart, left, right = _match(left, right, unique=_unique(left, right), dimension=dimension)
        shared += same
        disagreeing += apart
        alone[0].extend(e.quantity for e in left)
        alone[1].extend(e.quantity for e in right)
    return QuantityMatch(_paired(shared), _paired(disagreeing), _in_order(alone[0]), _in_order(alone[1]))


def _in_order(quantities: Iterable[Quantity]) -> tuple[Quantity, ...]:
    return tuple(sorted(quantities, key=lambda q: (q.start, q.end)))


def _paired(pairs: _Pairs) -> tuple[tuple[Quantity, Quantity], ...]:
    return tuple(sorted(((a.quantity, b.quantity) for a, b in pairs), key=lambda p: (p[0].start, p[0].end, p[1].start)))


def _by_dimension(quantities: Sequence[Quantity]) -> dict[str, list[_Entry]]:
    found: dict[str, list[_Entry]] = {}
    for q in sorted((q for q in quantities if q.kind != "rating"), key=lambda q: (q.start, q.end)):
        dimension, scale = _SCALED.get(q.unit, (q.unit, 1.0))
        dimension = "place" if q.kind in ("ordinal", "reference") else dimension
        value, upper = q.value * scale, (q.value if q.upper is None else q.upper) * scale
        nouns = q.what.split()
        role = nouns[-1] if nouns and nouns[-1] in _ROLES else ""
        key = (_rounded(value), _rounded(upper), q.what, q.bound, q.kind)
        entry = _Entry(q, value, upper, frozenset(nouns[:-1] if role else nouns), role, key)
        found.setdefault(dimension, []).append(entry)
    return found


def _rounded(value: float) -> float:
    return float(f"{value:.9e}")


def _unique(left: list[_Entry], right: list[_Entry]) -> bool:
    return len(left) == 1 == len(right)


def _match(left: list[_Entry], right: list[_Entry], *, unique: bool, dimension: str) -> tuple[_Pairs, _Pairs, list[_Entry], list[_Entry]]:
    same, left, right = _equal_keys(left, right)
    rest_left, rest_right = sorted(left, key=lambda e: e.key), sorted(right, key=lambda e: e.key)
    left, over_left = rest_left[:MOST_COMPARED], rest_left[MOST_COMPARED:]
    right, over_right = rest_right[:MOST_COMPARED], rest_right[MOST_COMPARED:]
    bare = unique or (dimension == "" and _one_bare(left, right, same))
    apart: _Pairs = []
    if left and right:
        for pairs, test in _steps(dimension, same, apart):
            alone = dimension != "" and len({e.value for e in left}) == 1 == len(
                {e.value for e in right}
            )  # the rest is shared: what is left is set against each other
            found, left, right = _pair(left, right, test, unique=unique or bare or alone)
            pairs += found
    return same, apart, [*left, *over_left], [*right, *over_right]


def _one_bare(left: list[_Entry], right: list[_Entry], same: _Pairs) -> bool:
    """Whether each side has exactly one number without unit and noun."""
    bare = (sum(not e.quantity.what for e in left), sum(not e.quantity.what for e in right))
    return bare == (1, 1) and all(a.quantity.what and b.quantity.what for a, b in same)


def _equal_keys(left: list[_Entry], right: list[_Entry]) -> tuple[_Pairs, list[_Entry], list[_Entry]]:
    waiting: dict[tuple[Any, ...], list[_Entry]] = {}
    for entry in reversed(right):
        waiting.setdefault(entry.key, []).append(entry)
    pairs: _Pairs = []
    rest: list[_Entry] = []
    for entry in left:
        partners = waiting.get(entry.key)
        if partners:
            pairs.append((entry, partners.pop()))
        else:
            rest.append(entry)
    return pairs, rest, [e for es in waiting.values() for e in reversed(es)]


def _steps(dimension: str, same: _Pairs, apart: _Pairs) -> Iterable[tuple[_Pairs, _Test]]:
    """What is tried, in order of priority, and where its pairs go. A test gives the cost of a pair, or None."""

    def equal(a: _Entry, b: _Entry, unique: bool) -> float | None:
        return _relation(a, b) if _equal(a, b) and _relation(a, b) < 3 else None

    def agree(a: _Entry, b: _Entry, unique: bool) -> float | None:
        return _relation(a, b) + _distance(a, b) if _about_one_thing(a, b, unique, dimension) and _agree(a, b, dimension) else None

    def differ(a: _Entry, b: _Entry, unique: bool) -> float | None:
        return _relation(a, b) + _distance(a, b) if _relation(a, b) < 2 and _about_one_thing(a, b, unique, dimension) else None

    def equal_of_others(a: _Entry, b: _Entry, unique: bool) -> float | None:
        return 0.0 if _equal(a, b) and dimension != "place" else None

    def differ_unclear(a: _Entry, b: _Entry, unique: bool) -> float | None:
        return _distance(a, b) if _about_one_thing(a, b, unique, dimension) else None

    return ((same, equal), (same, agree), (apart, differ), (same, equal_of_others), (apart, differ_unclear))


def _pair(left: list[_Entry], right: list[_Entry], test: _Test, *, unique: bool) -> tuple[_Pairs, list[_Entry], list[_Entry]]:
    """Cheapest pairs first. Ties go by keys that know no side, then by place within a side: the same for swapped arguments."""
    edges = []
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            cost = test(a, b, unique)
            if cost is not None:
                low, high = sorted((a.key, b.key))
                edges.append((cost, low, high, i + j, abs(i - j), i, j))
    taken_left, taken_right = set[int](), set[int]()
    pairs: _Pairs = []
    for *_, i, j in sorted(edges):
        if i not in taken_left and j not in taken_right:
            pairs.append((left[i], right[j]))
            taken_left.add(i)
            taken_right.add(j)
    return pairs, [e for i, e in enumerate(left) if i not in taken_left], [e for j, e in enumerate(right) if j not in taken_right]


def _relation(a: _Entry, b: _Entry) -> int:
    """0 the same noun, 1 one noun within the other, 2 a noun is unclear, 3 other nouns or roles."""
    if a.role != b.role:
        return 2 if not a.quantity.what or not b.quantity.what else 3
    if not a.nouns or not b.nouns:
        return 0 if a.nouns == b.nouns and a.role else 1 if a.role else 2
    return 0 if a.nouns == b.nouns else 1 if a.nouns <= b.nouns or b.nouns <= a.nouns else 3


def _about_one_thing(a: _Entry, b: _Entry, unique: bool, dimension: str) -> bool:
    relation = _relation(a, b)
    if dimension == "place":
        return relation == 0 and a.quantity.what == b.quantity.what != ""
    if relation < 2:
        return True
    if relation == 3 or not unique:
        return False
    bare = not a.quantity.what and not b.quantity.what
    return (bare or dimension != "") and a.quantity.kind == b.quantity.kind


def _equal(a: _Entry, b: _Entry) -> bool:
    if not math.isclose(a.value, b.value, rel_tol=TOLERANCE) or not math.isclose(a.upper, b.upper, rel_tol=TOLERANCE):
        return False
    return bool(a.role or b.role) or {a.quantity.bound, b.quantity.bound} != {"over", "under"}


def _agree(a: _Entry, b: _Entry, dimension: str) -> bool:
    """Whether both can hold."""
    if dimension == "date" and not a.quantity.bound and not b.quantity.bound:
        return _dates_agree(int(a.value), int(b.value))
    if "about" in (a.quantity.bound, b.quantity.bound):
        low, high = sorted((_interval(a), _interval(b)))
        gap = high[0] - low[1]
        return gap <= ABOUT * max(abs(high[0]), abs(low[1])) if math.isfinite(gap) else gap < 0
    if a.quantity.bound == b.quantity.bound and a.quantity.bound in ("over", "under"):
        return False  # "within 14 days", "within 30 days": the same is said of different numbers
    (low_a, high_a), (low_b, high_b) = _interval(a), _interval(b)
    slack = TOLERANCE * max(abs(a.value), abs(b.value))
    if {a.quantity.bound, b.quantity.bound} == {"over", "under"} and not (a.role or b.role):
        return min(high_a, high_b) - max(low_a, low_b) > slack
    return low_a <= high_b + slack and low_b <= high_a + slack


def _interval(entry: _Entry) -> tuple[float, float]:
    bound = "" if entry.role else entry.quantity.bound
    return (-math.inf if bound == "under" else entry.value), (math.inf if bound == "over" else entry.upper)


def _dates_agree(a: int, b: int) -> bool:
    """Whether the parts that both say (year, month, day) are the same, and there is one."""
    parts = [(x, y) for x, y in zip((a // 10_000, a // 100 % 100, a % 100), (b // 10_000, b // 100 % 100, b % 100), strict=True) if x and y]
    return bool(parts) and all(x == y for x, y in parts)


def _distance(a: _Entry, b: _Entry) -> float:
    """How far apart two values are, below 1: nearer ones are paired first."""
    most = max(abs(a.value), abs(b.value))
    return min(abs(a.value - b.value) / most / 2, 0.999) if most else 0.0
