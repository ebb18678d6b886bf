"""sentence-transformers and cross-encoders: what is done around a loaded model. torch is too large for CI, so the package is a stand-in with
its calls as of 6.2; the same was run by hand with torch and real models (embedders and inference)."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from judgeaudit.embedding import EmbedderError, load_comparer, load_embedder
from judgeaudit.embedding.cross_encoder import label_order


class Weights:
    """A tensor, as far as a hash needs it."""

    def __init__(self, value: float) -> None:
        self.value = value

    def __getattr__(self, name: str) -> Any:
        return (lambda: np.array([self.value], dtype=np.float32)) if name == "numpy" else (lambda: self)


class Words:
    """A tokenizer of words; two marks around each text."""

    def encode(self, text: str, *, add_special_tokens: bool, truncation: bool, verbose: bool) -> list[int]:
        assert not add_special_tokens
        assert not truncation
        assert not verbose
        return [1] * len(text.split())

    def __call__(self, first: str, second: str, *, truncation: bool, verbose: bool) -> dict[str, list[int]]:
        assert not truncation
        assert not verbose
        return {"input_ids": [1] * (len(first.split()) + len(second.split()) + 3)}


class SentenceTransformer:
    weight = 1.0
    max_seq_length = 6

    def __init__(self, name: str, *, trust_remote_code: bool) -> None:
        assert not trust_remote_code
        if name == "nowhere":
            raise OSError("nowhere is not a local folder\nand not on the hub")
        self.tokenizer = Words()

    def __repr__(self) -> str:
        return "SentenceTransformer()"

    def state_dict(self) -> dict[str, Weights]:
        return {"w": Weights(self.weight)}

    def get_sentence_embedding_dimension(self) -> int:
        return 2

    def encode(self, texts: list[str], *, batch_size: int, show_progress_bar: bool, convert_to_numpy: bool) -> np.ndarray[Any, Any]:
        assert batch_size == 1
        assert all(len(text.split()) <= 4 for text in texts), "longer texts would be cut"
        return np.array([[text.split().count("a"), text.split().count("b")] for text in texts], dtype=np.float32)


class CrossEncoder(SentenceTransformer):
    max_length = 12
    config = SimpleNamespace(id2label={0: "CONTRADICTION", 1: "Entailment", 2: "neutral"})

    def predict(self, pairs: list[tuple[str, str]], *, batch_size: int, show_progress_bar: bool, apply_softmax: bool) -> np.ndarray[Any, Any]:
        assert not apply_softmax
        return np.log([[0.7, 0.2, 0.1] if first < second else [0.1, 0.4, 0.5] for first, second in pairs])


@pytest.fixture(autouse=True)
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    package = ModuleType("sentence_transformers")
    package.SentenceTransformer = SentenceTransformer
    package.CrossEncoder = CrossEncoder
    monkeypatch.setitem(sys.modules, "sentence_transformers", package)


def test_long_texts_are_encoded_in_windows_and_averaged() -> None:
    embed = load_embedder("sentence-transformers:any/model", cache=False)
    rows = embed(["a a a a b b b b b b", "a b"])
    assert embed.dimension == 2
    # Halves: "a a a a b" -> "a a" and "a a b" ...: each window's unit row, weighted by its words.
    assert rows[0][0] > 0.5
    assert rows[0][1] > 0.5
    assert np.allclose(rows[1], [0.5**0.5] * 2, atol=1e-6)


def test_other_weights_are_another_model(monkeypatch: pytest.MonkeyPatch) -> None:
    name = load_embedder("sentence-transformers:any/model", cache=False).name
    assert name == load_embedder("sentence-transformers:any/model", cache=False).name
    monkeypatch.setattr(SentenceTransformer, "weight", 2.0)
    assert name != load_embedder("sentence-transformers:any/model", cache=False).name


def test_a_model_that_is_nowhere_is_an_error_in_words() -> None:
    with pytest.raises(EmbedderError, match="nowhere is not a local folder"):
        load_embedder("sentence-transformers:nowhere", cache=False)
    with pytest.raises(EmbedderError, match="nowhere is not a local folder"):
        load_comparer("cross-encoder:nowhere", cache=False)


def test_labels_go_by_their_names_and_both_directions_are_averaged(tmp_path: Path) -> None:
    compare = load_comparer("cross-encoder:any/nli", cache_dir=tmp_path)
    found = compare([("x", "y"), ("y", "x"), ("long " * 9, "short")])
    # entailment (.2 + .4) / 2, neutral (.1 + .5) / 2, contradiction (.7 + .1) / 2
    assert np.allclose(found.probabilities[:2], [[0.3, 0.3, 0.4]] * 2, atol=1e-6)
    assert np.allclose(found.probabilities[:2].sum(axis=1), 1.0, atol=1e-12)
    assert found.ok.tolist() == [True, True, False]
    assert (compare([("x", "y")]).probabilities == found.probabilities[:1]).all()


@pytest.mark.parametrize(
    "labels", [{0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2"}, {0: "entailment", 1: "not_entailment"}, {0: "entailment", 1: "neutral", 2: "neutral"}]
)
def test_labels_that_are_not_named_are_not_guessed(labels: dict[int, str]) -> None:
    with pytest.raises(EmbedderError, match="not entailment, neutral and contradiction"):
        label_order(labels, "m")


def test_without_the_package_the_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    for load in (lambda: load_embedder("sentence-transformers:m"), lambda: load_comparer("cross-encoder:m")):
        with pytest.raises(EmbedderError, match="pip install 'judgeaudit\\[sentence-transformers\\]'"):
            load()
