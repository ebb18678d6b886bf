"""The embedded model, tuned to tell reasons apart: all-MiniLM-L6-v2 with small updates of its weights, trained by `benchmarks/train_reasons.py`.

The model as it comes puts a contradiction nearer than a paraphrase. Trained on statements of judges that give the same reason in
other words, another reason, or the opposite, its rows are near only where the reason is the same, and a small table reads two rows
as a relation. The updates have rank 8 and are half a megabyte; the model's files stay as they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit.embedding.embedder import Embedder, FloatArray
from judgeaudit.embedding.minilm import DIMENSION, MiniLM

FILE = "reasons.npz"
LAYERS = 6
LAYER_START = 47_674_368
LAYER_BYTES = 7_097_856
PLACES = {
    "attn.q_proj": (0, 384, 384), "attn.k_proj": (589_824, 384, 384), "attn.v_proj": (1_179_648, 384, 384), "attn.o_proj": (1_774_080, 384, 384),
    "mlp.fc1": (2_368_512, 384, 1_536), "mlp.fc2": (4_733_952, 1_536, 384),
}  # fmt: skip
"""Byte offset within a layer, rows and columns of each matrix in onnx/model.onnx_data, whose SHA-256 is pinned."""

RELATIONS = ("same", "different", "contradicting")


@dataclass(frozen=True, slots=True)
class Updates:
    """What training gave. `low` maps a weight's name to its two factors, (rows, r) and (r, columns); `table` (3, 768) and `offset` (3,) read two rows."""

    low: Mapping[str, tuple[FloatArray, FloatArray]]
    table: FloatArray
    offset: FloatArray
    scale: float
    digest: str


@lru_cache(maxsize=1)
def load_updates() -> Updates:
    """The updates that come with the package."""
    data = files("judgeaudit.embedding").joinpath(FILE).read_bytes()
    with files("judgeaudit.embedding").joinpath(FILE).open("rb") as file, np.load(file, allow_pickle=False) as stored:
        arrays: dict[str, Any] = {name: stored[name].astype(np.float32) for name in stored.files}
    names = [f"model.layers.{layer}.{place}.MatMul.weight" for layer in range(LAYERS) for place in PLACES]
    low = {name: (arrays[f"{name}/in"], arrays[f"{name}/out"]) for name in names}
    return Updates(low, arrays["table"], arrays["offset"], float(arrays["scale"]), hashlib.sha256(data).hexdigest()[:16])


def changed_weights(folder: Path) -> dict[str, FloatArray]:
    """The weights of the model with the updates added, by their names in it; each as a copy in memory."""
    raw = np.memmap(folder / "onnx/model.onnx_data", dtype=np.uint8, mode="r")
    changed = {}
    for name, (into, out) in load_updates().low.items():
        layer, place = int(name.split(".")[2]), name.removesuffix(".MatMul.weight").split(".", 3)[3]
        offset, rows, columns = PLACES[place]
        start = LAYER_START + layer * LAYER_BYTES + offset
        weight = raw[start : start + 4 * rows * columns].view(np.float32).reshape(rows, columns)
        changed[name] = np.ascontiguousarray(weight + into @ out)
    return changed


def reasons_name() -> str:
    """Model and revision of the updates; part of the key of each cached vector."""
    return f"reasons:all-MiniLM-L6-v2+{load_updates().digest}"


def load_reasons_model() -> MiniLM:
    """The model with its updates, in memory."""
    return MiniLM(changed=changed_weights)


@dataclass(frozen=True, slots=True)
class ReasonEmbedder:
    """An embedder whose rows can be read as a relation: ``tuned(texts)`` and ``tuned.relation(first, second)``."""

    embedder: Embedder

    def __call__(self, texts: Sequence[str]) -> FloatArray:
        """One unit row for each text, as any embedder gives."""
        return self.embedder(texts)

    def relation(self, first: FloatArray, second: FloatArray) -> NDArray[np.float32]:
        """How two rationales relate, as their rows tell.

        Parameters
        ----------
        first, second : float32 array, shape (n, 384)
            Unit rows of this embedder.

        Returns
        -------
        float32 array, shape (n, 2)
            Log odds of the same against another reason, and of a contradiction against both. The order of the two never matters.
        """
        updates = load_updates()
        scores = np.abs(first - second) @ updates.table[:, :DIMENSION].T + (first * second) @ updates.table[:, DIMENSION:].T
        scores = scores * updates.scale + updates.offset
        against = scores[:, 2] - np.logaddexp(scores[:, 0], scores[:, 1])
        return np.stack([scores[:, 0] - scores[:, 1], against], axis=1).astype(np.float32)
