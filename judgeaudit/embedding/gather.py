"""Rows by key: what the cache holds is read, the rest is worked out, kept, and counted while it goes on."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext

import numpy as np
from numpy.typing import NDArray

from judgeaudit.embedding.cache import VectorCache
from judgeaudit.embedding.trouble import EmbedderError

FloatArray = NDArray[np.float32]
Progress = Callable[[int, int], None]
Compute = Callable[[list[int]], Iterator[tuple[Sequence[int], FloatArray]]]

BETWEEN_TICKS_S = 0.3


def key_of(name: str, *texts: str) -> bytes:
    """SHA-256 of a model's name and the texts, 32 bytes. Lengths are hashed too, so that no two lists of texts run together."""
    digest = hashlib.sha256()
    for part in (name, *texts):
        data = part.encode()
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.digest()


def gather(
    keys: Sequence[bytes], compute: Compute, *, cache: VectorCache | None, dimension: int | None, progress: Progress | None, name: str
) -> tuple[FloatArray, NDArray[np.bool_]]:
    """The row of each key.

    Parameters
    ----------
    keys : sequence of bytes
        All different, at least one.
    compute : callable
        Takes positions of keys; yields positions and their rows as they are finished. It may leave some out.
    cache : VectorCache or None
    dimension : int or None
        Columns; None takes those of the first row.
    progress : callable or None
        ``progress(done, total)``.
    name : str
        Of the model, for errors.

    Returns
    -------
    rows : float32 array, shape (n_keys, dimension)
        0 where a row is missing.
    filled : bool array, shape (n_keys,)
    """
    rows = np.zeros((len(keys), dimension or 0), dtype=np.float32)
    filled = np.zeros(len(keys), dtype=np.bool_)
    tick = _ticker(progress, len(keys))
    with cache if cache is not None else nullcontext():
        for positions, found in cache.read(keys, dimension) if cache is not None else ():
            rows = _put(rows, positions, found, name)
            filled[positions] = True
        missing = [int(i) for i in np.flatnonzero(~filled)]
        done = len(keys) - len(missing)
        for chosen, found in compute(missing) if missing else ():
            rows = _put(rows, chosen, found, name)
            filled[list(chosen)] = True
            if cache is not None:
                cache.write([keys[i] for i in chosen], found)
            done += len(chosen)
            tick(done)
    tick(len(keys))
    return rows, filled


def _put(rows: FloatArray, positions: Sequence[int], found: FloatArray, name: str) -> FloatArray:
    if not rows.shape[1]:
        rows = np.zeros((len(rows), found.shape[1]), dtype=np.float32)
    if found.shape[1] != rows.shape[1]:
        raise EmbedderError(
            f"the model gives vectors of {found.shape[1]} numbers, and gave {rows.shape[1]} before",
            where=f"embedder {name}", fix="if another model stands behind this name now, use another cache folder (JUDGEAUDIT_CACHE) or delete it",
        )  # fmt: skip
    rows[list(positions)] = found
    return rows


def _ticker(progress: Progress | None, total: int) -> Callable[[int], None]:
    """Passes on the first count, the last one once, and of the others a few a second."""
    last: tuple[float, int] = (-BETWEEN_TICKS_S, -1)

    def tick(done: int) -> None:
        nonlocal last
        now = time.monotonic()
        if progress is None or done == last[1] or (done < total and now - last[0] < BETWEEN_TICKS_S):
            return
        last = (now, done)
        progress(done, total)

    return tick
