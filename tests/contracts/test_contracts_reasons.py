"""The tuned embedder: the model's own weights with a low-rank update, rows that are read as a relation, and a name for each training."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from judgeaudit.embedding import ReasonEmbedder, load_embedder, load_reasons, reasons
from judgeaudit.embedding.cache import VectorCache
from judgeaudit.embedding.minilm import DIMENSION, MiniLM, model_folder
from judgeaudit.embedding.reasons import FILE, LAYER_BYTES, LAYER_START, PLACES, RELATIONS, changed_weights, load_updates, reasons_name

TEXTS = [
    "The refund window is missing.", "No refund window is named.", "The price is wrong.", "The refund window is named.", "It sounds rude.",
    "The reply cites a source and states a number. " * 8, "pass", "🙂", "退款期限", "12.5 %",
]  # fmt: skip


@pytest.fixture(scope="module")
def tuned() -> ReasonEmbedder:
    return load_reasons(cache=False)


def base_weights(folder: Path) -> dict[str, np.ndarray]:
    """The model's own matrices, cut out of its file at the places that the updates are added at."""
    raw = np.fromfile(folder / "onnx/model.onnx_data", dtype=np.uint8)
    found = {}
    for layer in range(6):
        for place, (offset, rows, columns) in PLACES.items():
            start = LAYER_START + layer * LAYER_BYTES + offset
            found[f"model.layers.{layer}.{place}.MatMul.weight"] = raw[start : start + 4 * rows * columns].view(np.float32).reshape(rows, columns).copy()
    return found


def test_a_changed_matrix_is_its_own_plus_a_product_of_low_rank() -> None:
    folder = model_folder()
    base, changed = base_weights(folder), changed_weights(folder)
    assert set(base) == set(changed)
    name = "model.layers.3.attn.v_proj.MatMul.weight"
    into, out = load_updates().low[name]
    rank = into.shape[1]
    assert out.shape[0] == rank < 32
    assert np.allclose(changed[name], base[name] + into @ out, atol=1e-6)
    assert np.linalg.matrix_rank((changed[name].astype(np.float64) - base[name]), tol=1e-4) <= rank
    assert any(not np.array_equal(base[one], changed[one]) for one in base)
    assert all(np.isfinite(weight).all() for weight in changed.values())


def test_the_places_are_those_of_the_model() -> None:
    """Its own matrices, read from there and handed in, leave the model as it is."""
    plain, same = MiniLM(), MiniLM(changed=base_weights)
    for (places, rows), (as_well, others) in zip(plain.parts(TEXTS[:3]), same.parts(TEXTS[:3]), strict=True):
        assert places == as_well
        assert np.allclose(rows, others, atol=1e-6)


def test_it_is_not_the_plain_model(tuned: ReasonEmbedder) -> None:
    plain = load_embedder("default", cache=False)
    assert np.abs(plain(TEXTS[:2]) - tuned(TEXTS[:2])).max() > 0.01


def test_rows_are_units_with_the_same_bytes_in_any_batch(tuned: ReasonEmbedder) -> None:
    together = tuned(TEXTS)
    assert together.shape == (len(TEXTS), DIMENSION)
    assert together.dtype == np.float32
    assert np.allclose(np.linalg.norm(together.astype(float), axis=1), 1.0, atol=1e-6)
    assert tuned(TEXTS[::-1])[::-1].tobytes() == together.tobytes()
    assert np.concatenate([tuned([text]) for text in TEXTS]).tobytes() == together.tobytes()


def test_a_relation_never_depends_on_the_order(tuned: ReasonEmbedder) -> None:
    rows = tuned(TEXTS)
    pairs = np.array(list(combinations(range(len(TEXTS)), 2)))
    first, second = rows[pairs[:, 0]], rows[pairs[:, 1]]
    forward = tuned.relation(first, second)
    assert forward.shape == (len(pairs), 2)
    assert np.isfinite(forward).all()
    assert np.array_equal(forward, tuned.relation(second, first))
    assert tuned.relation(rows[:0], rows[:0]).shape == (0, 2)


def test_a_relation_by_hand(tuned: ReasonEmbedder) -> None:
    """Log odds out of the scores of three relations, by their definition."""
    updates = load_updates()
    assert updates.table.shape == (len(RELATIONS), 2 * DIMENSION)
    a, b = tuned(TEXTS[:2]).astype(np.float64)
    scores = updates.table.astype(np.float64) @ np.concatenate([np.abs(a - b), a * b]) * updates.scale + updates.offset
    same, different, contradicting = np.exp(scores - scores.max())
    expected = [np.log(same / different), np.log(contradicting / (same + different))]
    assert np.allclose(tuned.relation(a[None].astype(np.float32), b[None].astype(np.float32))[0], expected, atol=1e-3)


def test_a_text_with_itself_is_the_same_and_an_opposite_contradicts(tuned: ReasonEmbedder) -> None:
    rows = tuned(TEXTS)
    own = tuned.relation(rows[:5], rows[:5])
    opposite, other = tuned.relation(rows[[0, 0]], rows[[3, 4]])
    assert (own[:, 0] > max(opposite[0], other[0])).all()
    assert opposite[1] > max(other[1], *own[:, 1])


@pytest.fixture
def retrained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The updates of another training, in which one number of the table differs."""
    with np.load(io.BytesIO(files("judgeaudit.embedding").joinpath(FILE).read_bytes())) as stored:
        arrays = {name: stored[name].copy() for name in stored.files}
    arrays["table"][0, 0] += 1
    np.savez(tmp_path / FILE, **arrays)
    monkeypatch.setattr(reasons, "files", lambda package: tmp_path)
    load_updates.cache_clear()
    yield tmp_path
    load_updates.cache_clear()


def test_the_name_is_that_of_the_training(retrained: Path) -> None:
    other = reasons_name()
    assert other == reasons_name()
    shutil.copy(str(files("judgeaudit.embedding").joinpath(FILE)), retrained / FILE)
    load_updates.cache_clear()
    assert reasons_name() != other
    assert reasons_name().startswith("reasons:all-MiniLM-L6-v2+")


def test_another_training_never_meets_the_vectors_of_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[str] = []

    class Fixed:
        def parts(self, texts: list[str]) -> Iterator[tuple[list[int], np.ndarray]]:
            loads.append(texts[0])
            yield [0], np.eye(1, DIMENSION, dtype=np.float32)

    for name in ("reasons:m+one", "reasons:m+one", "reasons:m+two"):
        monkeypatch.setattr("judgeaudit.embedding.reasons_name", lambda name=name: name)
        monkeypatch.setattr("judgeaudit.embedding.load_reasons_model", Fixed)
        load_reasons(cache_dir=tmp_path)(["a text"])
    assert len(loads) == 2, "the second load finds the first's vector, the third does not"
    assert VectorCache(tmp_path).path.is_file()
