"""Any model that the package sentence-transformers loads, by its name on the hub or by its folder."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from judgeaudit.embedding.embedder import FloatArray, Part
from judgeaudit.embedding.trouble import EmbedderError
from judgeaudit.embedding.windows import average, windows

INSTALL = "pip install 'judgeaudit[sentence-transformers]'"
MARKS = 2
"""Tokens that a model puts around a text."""


def load_package(where: str) -> Any:
    """The package, imported on first use (seconds, and torch with it)."""
    try:
        import sentence_transformers
    except ImportError as missing:
        raise EmbedderError(f"sentence-transformers cannot be used ({missing})", where=where, fix=INSTALL) from missing
    return sentence_transformers


def revision_of(model: Any) -> str:
    """16 hex digits of the SHA-256 of a model's weights and layout: whatever was loaded, it is told from every other."""
    digest = hashlib.sha256(repr(model).encode())
    for name, values in sorted(model.state_dict().items()):
        digest.update(name.encode())
        digest.update(values.detach().cpu().float().contiguous().numpy().tobytes())
    return digest.hexdigest()[:16]


class SentenceTransformerModel:
    """A loaded model.

    Notes
    -----
    Texts are encoded one by one: in batches torch gives vectors whose last digits depend on what a text comes with (measured, up to
    4e-7), and a cached vector would not be the one that is worked out anew. Texts longer than the model reads are encoded in windows.
    """

    def __init__(self, name: str) -> None:
        where = f"embedder sentence-transformers:{name}"
        package = load_package(where)
        try:
            self._model: Any = package.SentenceTransformer(name, trust_remote_code=False)
        except (OSError, ValueError) as missing:
            fix = "give the folder of a model, or a name that the hub has (it is downloaded on first use)"
            raise EmbedderError(f"no model can be loaded ({str(missing).splitlines()[0][:200]})", where=where, fix=fix) from missing
        self.name = f"sentence-transformers:{name}@{revision_of(self._model)}"
        sized = getattr(self._model, "get_embedding_dimension", None) or self._model.get_sentence_embedding_dimension
        self.dimension: int | None = sized()

    def parts(self, texts: Sequence[str]) -> Iterator[Part]:
        """Rows of texts, one by one."""
        for i, text in enumerate(texts):
            yield [i], self._row(text)

    def _row(self, text: str) -> FloatArray:
        most = self._model.max_seq_length
        if not most or len(text) <= most - MARKS:
            return self._encode([text])
        pieces = windows(text, self._tokens, max(1, most - MARKS))
        if len(pieces) == 1:
            return self._encode([text])
        return average(self._encode([piece for piece, _ in pieces]), [n for _, n in pieces])[None, :]

    def _tokens(self, piece: str) -> int:
        return len(self._model.tokenizer.encode(piece, add_special_tokens=False, truncation=False, verbose=False))

    def _encode(self, texts: list[str]) -> FloatArray:
        rows = self._model.encode(texts, batch_size=1, show_progress_bar=False, convert_to_numpy=True)
        return np.asarray(rows, dtype=np.float32)
