"""A cross-encoder for natural language inference that says how two reasons go together, both ways round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit.embedding.comparer import Pair
from judgeaudit.embedding.sentence_transformer import load_package, revision_of
from judgeaudit.embedding.trouble import EmbedderError

_WORDS = ("entail", "neutral", "contradict")
"""Starts of the labels that stand for same, different and contradicting."""


def label_order(labels: Mapping[int, str], name: str) -> list[int]:
    """Columns of a model's output that stand for same, different and contradicting, by the names in its configuration.

    Parameters
    ----------
    labels : mapping of int to str
        `id2label`.
    name : str
        Of the model, for the error.

    Raises
    ------
    EmbedderError
        The model does not name three such labels; their order is not guessed.
    """
    found = [[int(i) for i, label in labels.items() if str(label).casefold().startswith(word)] for word in _WORDS]
    if len(labels) != 3 or any(len(columns) != 1 for columns in found):
        raise EmbedderError(
            f"the model's labels are {', '.join(map(str, labels.values()))}, not entailment, neutral and contradiction",
            where=f"comparer cross-encoder:{name}", fix="use a model for natural language inference whose configuration names its labels",
        )  # fmt: skip
    return [columns[0] for columns in found]


class CrossEncoderModel:
    """A loaded model. One pair at a time, so that an answer does not depend on what it comes with; both directions are averaged.

    A pair that is longer than the model reads has no answer: what it would cut off could be what differs.
    """

    def __init__(self, name: str) -> None:
        where = f"comparer cross-encoder:{name}"
        package = load_package(where)
        try:
            self._model: Any = package.CrossEncoder(name, trust_remote_code=False)
        except (OSError, ValueError) as missing:
            raise EmbedderError(f"no model can be loaded ({str(missing).splitlines()[0][:200]})", where=where, fix="give a folder or a hub name") from missing
        self._order = label_order(self._model.config.id2label, name)
        self.name = f"cross-encoder:{name}@{revision_of(self._model)}"

    def parts(self, pairs: Sequence[Pair]) -> Iterator[tuple[list[int], NDArray[np.float32]]]:
        """One row for each pair."""
        for i, (first, second) in enumerate(pairs):
            if not self._fits(first, second):
                continue
            both = [(first, second), (second, first)]
            logits = np.asarray(self._model.predict(both, batch_size=1, show_progress_bar=False, apply_softmax=False), dtype=np.float64)
            shares = np.exp(logits - logits.max(axis=1, keepdims=True))
            shares /= shares.sum(axis=1, keepdims=True)
            yield [i], shares.mean(axis=0)[self._order].astype(np.float32)[None, :]

    def _fits(self, first: str, second: str) -> bool:
        most = self._model.max_length
        return not most or len(self._model.tokenizer(first, second, truncation=False, verbose=False)["input_ids"]) <= most
