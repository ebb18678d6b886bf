"""Who makes which calls, and with how much of the limits: calls dealt by item, limits in parts that add up."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from judgeaudit.domain.calls import CallSpec


def dealt(specs: Sequence[CallSpec], n: int, *, salt: str) -> list[list[CallSpec]]:
    """The calls in at most `n` lots, none of them empty, in the order of the plan: all calls about one item are in one of them. Another salt deals otherwise."""
    lots: list[list[CallSpec]] = [[] for _ in range(n)]
    for spec in specs:
        digest = blake2b(f"{salt}:{spec.item_id}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
        lots[int.from_bytes(digest, "big") % n].append(spec)
    return [lot for lot in lots if lot]


def parts_of(whole: int, weights: Sequence[int]) -> list[int]:
    """A whole number in parts in proportion to positive weights, as nearly as whole numbers can be; they add up to it. Equal parts differ by 1 at most."""
    total, parts, given, weighed = sum(weights), [], 0, 0
    for weight in weights:
        weighed += weight
        upto = whole * weighed // total
        parts.append(upto - given)
        given = upto
    return parts
