"""Any embedding model that litellm reaches, own OpenAI-compatible servers included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from judgeaudit.embedding.embedder import FloatArray, Part
from judgeaudit.embedding.litellm_api import Access, ask, clients_closed, in_parallel, load_litellm
from judgeaudit.embedding.trouble import EmbedderError
from judgeaudit.embedding.windows import average, windows

BATCH = 64
MOST_CHARACTERS = 6_000
"""Longer texts are sent in windows: most providers take 8,191 tokens of a text, and a token may be one character."""

_WITH_FORMAT = ("openai/", "hosted_vllm/", "azure/")


class LiteLLMEmbedder:
    """The model behind an address.

    Notes
    -----
    A server's vectors may differ in their last digits from call to call; what came first is kept in the cache. Own servers may cut
    long texts without a word: give them models that read 6,000 characters, or short texts.
    """

    def __init__(self, access: Access) -> None:
        self._litellm = load_litellm()
        self._access = access
        self._fixed = access.arguments()
        if access.model.startswith(_WITH_FORMAT):
            self._fixed["encoding_format"] = "float"

    def parts(self, texts: Sequence[str]) -> Iterator[Part]:
        """Rows of texts, batch by batch as answers come."""
        short = [i for i, text in enumerate(texts) if len(text) <= MOST_CHARACTERS]
        batches = [short[start : start + BATCH] for start in range(0, len(short), BATCH)]
        with clients_closed():
            yield from in_parallel(lambda batch: self._rows([texts[i] for i in batch]), batches)
            for i, rows in in_parallel(lambda i: self._long(texts[i]), sorted(set(range(len(texts))) - set(short))):
                yield [i], rows

    def _long(self, text: str) -> FloatArray:
        pieces = windows(text, len, MOST_CHARACTERS)
        starts = range(0, len(pieces), BATCH)
        rows = np.concatenate([self._rows([piece for piece, _ in pieces[start : start + BATCH]]) for start in starts])
        return average(rows, [n for _, n in pieces])[None, :]

    def _rows(self, texts: list[str]) -> FloatArray:
        where = f"embedder litellm:{self._access.model}"
        answer = ask(lambda: self._litellm.embedding(input=texts, **self._fixed), where=where, secrets=[self._fixed.get("api_key", "")])
        data: list[Any] = list(getattr(answer, "data", None) or [])
        vectors = {_field(row, "index"): _field(row, "embedding") for row in data}
        if len(data) != len(texts) or set(vectors) != set(range(len(texts))):
            raise EmbedderError(f"the server gave {len(data)} vectors for {len(texts)} texts", where=where, fix="use another server or model")
        try:
            return np.array([vectors[i] for i in range(len(texts))], dtype=np.float32)
        except (TypeError, ValueError) as odd:
            raise EmbedderError("the server gave vectors that are not lists of numbers of one length", where=where, fix="use another server") from odd


def _field(row: Any, name: str) -> Any:
    return row.get(name) if isinstance(row, dict) else getattr(row, name, None)
