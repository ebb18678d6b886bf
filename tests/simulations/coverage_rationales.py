"""Rationales as unit vectors, replicates of each item, whose true `rationale_alpha` is known."""

from __future__ import annotations

import numpy as np

from tests.simulations.coverage_models import Scores, Table

BOILERPLATE = 0.5
"""What any two rationales of a judge have in common: their mean cosine."""

PARAPHRASE = 0.05
"""Share of the rest by which two wordings of one reason differ."""

REASONS = np.array([0.4, 0.3, 0.15, 0.1, 0.05])
"""Shares of the reasons that a judge has for everything."""

WORDING = 8
"""Dimensions in which items, and wordings, differ."""


def own_directions(k: int, agreement: float) -> Scores:
    """Unit vectors (n, k, dimensions): what all have in common, a direction of the item's own, and noise.

    Half of the items are clear and half are not: a clear one has a larger share of its own. 1 - cos of two vectors is on average
    (1 - share) x (1 - BOILERPLATE) within an item and 1 - BOILERPLATE between items, so that alpha is the mean share.
    """
    reach = min(agreement, 1 - agreement) / 2

    def make(rng: np.random.Generator, n: int) -> Table:
        own = agreement + reach * np.where(rng.random(n) < 0.5, 1, -1)[:, np.newaxis, np.newaxis]
        item, noise = directions(rng, n, 1), directions(rng, n, k)
        return rationales(np.sqrt(own) * item.repeat(k, axis=1), np.sqrt(1 - own) * noise)

    return Scores(make, {("rationale_alpha", None, None): agreement})


def reasons_of_a_pot(k: int, agreement: float) -> Scores:
    """Unit vectors (n, k, dimensions) of a judge that has five reasons for everything.

    Each item has one of them, drawn by their shares p; a replicate gives it with probability s, and otherwise draws anew. Two give
    the same reason with probability s^2 + (1 - s^2) sum p^2 within an item, and sum p^2 between items.
    """
    same, kept = float((REASONS**2).sum()), 1 - PARAPHRASE
    seen = float(np.sqrt(agreement * (1 - kept * same) / (kept * (1 - same))))

    def make(rng: np.random.Generator, n: int) -> Table:
        of_item, anew = rng.choice(len(REASONS), (n, 1), p=REASONS), rng.choice(len(REASONS), (n, k), p=REASONS)
        reason = np.where(rng.random((n, k)) < seen, of_item, anew)
        return rationales(np.sqrt(kept) * np.eye(WORDING)[reason], np.sqrt(PARAPHRASE) * directions(rng, n, k))

    return Scores(make, {("rationale_alpha", None, None): agreement})


def directions(rng: np.random.Generator, n: int, k: int) -> Table:
    """Unit vectors in all directions, (n, k, WORDING)."""
    drawn = rng.normal(size=(n, k, WORDING))
    return np.asarray(drawn / np.linalg.norm(drawn, axis=2, keepdims=True))


def rationales(reason: Table, wording: Table) -> Table:
    """Unit vectors with a part that all have in common, a reason and a wording, at right angles to each other."""
    common = np.full((*reason.shape[:2], 1), np.sqrt(BOILERPLATE))
    return np.concatenate([common, np.sqrt(1 - BOILERPLATE) * reason, np.sqrt(1 - BOILERPLATE) * wording], axis=2)
