"""Texts that are longer than a model reads are cut into windows, so that nothing of them is left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray


def windows(text: str, size: Callable[[str], int], limit: int) -> list[tuple[str, int]]:
    """Pieces of a text, in order, each of at most `limit`, with their sizes.

    Parameters
    ----------
    text : str
        Not blank.
    size : callable
        Size of a piece in what the model counts (word pieces, characters).
    limit : int
        The most that the model reads.

    Returns
    -------
    list of (str, int)
        The text itself where it fits. Else it is halved at the blank nearest its middle (where there is none, at the middle) until
        all pieces fit. A piece of one character is not cut.
    """
    pieces: list[tuple[str, int]] = []
    rest = [text]
    while rest:
        piece = rest.pop()
        n = size(piece)
        if n <= limit or len(piece) < 2:
            pieces.append((piece, n))
            continue
        left, right = _halves(piece)
        rest += [half for half in (right, left) if half]
    return pieces


def average(rows: NDArray[np.float32], weights: Sequence[int]) -> NDArray[np.float32]:
    """One row: the mean of the unit rows of a text's windows, weighted by their sizes; not of length 1."""
    wide = rows.astype(np.float64)
    wide /= np.linalg.norm(wide, axis=1, keepdims=True)
    mean: NDArray[np.float32] = np.average(wide, axis=0, weights=np.maximum(weights, 1)).astype(np.float32)
    return mean


def _halves(text: str) -> tuple[str, str]:
    middle = len(text) // 2
    before = max(text.rfind(blank, 0, middle) for blank in (" ", "\n"))
    after = min((at for blank in (" ", "\n") if (at := text.find(blank, middle)) >= 0), default=len(text))
    cut = before if middle - before <= after - middle else after
    left, right = text[: max(cut, 0)].strip(), text[max(cut, 0) :].strip()
    return (left, right) if left and right else (text[:middle], text[middle:])
