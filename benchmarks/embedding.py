"""How much the embedded default costs on top of its bare ONNX session, and how long cached vectors take to read.

    python benchmarks/embedding.py      about two minutes; exit code 1 when a target is missed

2,000 distinct texts of about 60 words are embedded without a cache, in turn with the bare session: the same files, tokenizer, threads,
order and batch size, padded to the longest text of each batch, mean over the pieces that are not padding. Then 80,000 cached vectors of
384 numbers are read in a process of its own, which says what they cost in memory on top of the vectors themselves.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from judgeaudit.embedding import load_embedder
from judgeaudit.embedding.cache import VectorCache
from judgeaudit.embedding.gather import key_of
from judgeaudit.embedding.minilm import BATCH, NAME, MiniLM

TEXTS, WORDS, CACHED = 2_000, 60, 80_000
LEAST_SHARE, MOST_SECONDS, MOST_EXTRA_MB = 0.9, 3.0, 300.0
VOCABULARY = (
    "the", "reply", "states", "a", "refund", "window", "of", "thirty", "days", "but", "policy", "gives", "fourteen", "and", "customer", "asked", "for",
    "order", "number", "which", "answer", "never", "names", "because", "source", "says", "nothing", "about", "shipping", "cost", "so", "claim", "is", "not",
    "supported", "while", "tone", "stays", "polite", "it", "cites", "wrong", "section", "total", "page",
)  # fmt: skip


def sample(n: int) -> list[str]:
    rng = random.Random(4)
    return [f"{' '.join(rng.choice(VOCABULARY) for _ in range(rng.randint(WORDS - 10, WORDS + 10)))} {i}." for i in range(n)]


def bare(model: Any, texts: list[str]) -> np.ndarray[Any, Any]:
    """What one would write by hand."""
    rows = np.empty((len(texts), 384), dtype=np.float32)
    order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
    for start in range(0, len(order), BATCH):
        chosen = order[start : start + BATCH]
        encoded = [one.ids for one in model._tokenizer.encode_batch([texts[i] for i in chosen])]
        mask = np.zeros((len(chosen), max(map(len, encoded))), dtype=np.int64)
        ids = mask.copy()
        for row, one in enumerate(encoded):
            ids[row, : len(one)], mask[row, : len(one)] = one, 1
        last = model._session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})[0]
        pooled = (last * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        rows[chosen] = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
    return rows


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def cold_speed() -> bool:
    model, embed, texts = MiniLM(), load_embedder("default", cache=False), sample(TEXTS)
    first = texts[:64]
    apart = float(np.abs(bare(model, first) - embed(first)).max())
    assert apart < 1e-5, f"the two do not do the same: {apart}"
    wall, cpu = {"ours": 0.0, "bare": 0.0}, {"ours": 0.0, "bare": 0.0}
    for who in ("bare", "ours", "ours", "bare"):
        start, used = time.perf_counter(), time.process_time()
        embed(texts) if who == "ours" else bare(model, texts)
        wall[who] += time.perf_counter() - start
        cpu[who] += time.process_time() - used
    speeds = {who: 2 * TEXTS / wall[who] for who in wall}
    print(f"cold     load_embedder('default', cache=False) {speeds['ours']:5.1f} texts/s   bare ONNX session {speeds['bare']:5.1f} texts/s", end="   ")
    print(f"CPU {cpu['ours'] / cpu['bare']:.2f}x", end="   ")
    share = speeds["ours"] / speeds["bare"]
    return said(f"{share:.2f}x", share >= LEAST_SHARE, f"at least {LEAST_SHARE}x")


def fill(folder: str) -> None:
    rows = np.random.default_rng(1).normal(size=(CACHED, 384)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    keys = [key_of(NAME, text) for text in sample(CACHED)]
    for start in range(0, CACHED, 1_000):
        VectorCache(folder).write(keys[start : start + 1_000], rows[start : start + 1_000])


def read(folder: str) -> None:
    """In a process of its own: seconds, and megabytes that the process grew by beyond the vectors."""
    texts = sample(CACHED)
    embed = load_embedder("default", cache_dir=folder)
    before = peak_mb()
    rows: list[Any] = []
    took = seconds(lambda: rows.append(embed(texts)))
    grown = peak_mb() - before
    assert "onnxruntime" not in sys.modules, "reading from the cache loaded the model"
    print(took, grown - rows[0].nbytes / 2**20)


def peak_mb() -> float:
    """Most memory that this process has held (Linux; 0 elsewhere). Not ru_maxrss, which a process takes over from its parent."""
    status = Path("/proc/self/status")
    text = status.read_text(encoding="utf-8") if status.exists() else ""
    return next((float(line.split()[1]) / 1024 for line in text.splitlines() if line.startswith("VmHWM")), 0.0)


def cached_speed() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        fill(folder)
        size = sum(path.stat().st_size for path in Path(folder).iterdir()) / 2**20
        done = subprocess.run([sys.executable, __file__, "--read", folder], capture_output=True, text=True, check=True)
        took, grown = map(float, done.stdout.split())
    print(f"cached   {CACHED:,} vectors of 384 numbers ({size:.0f} MB on disk)", end="   ")
    fast = said(f"{took:.2f} s", took <= MOST_SECONDS, f"at most {MOST_SECONDS:.0f} s")
    print("memory   beside the vectors themselves", end="   ")
    return said(f"{grown:.0f} MB", grown <= MOST_EXTRA_MB, f"at most {MOST_EXTRA_MB:.0f} MB") and fast


def said(value: str, good: bool, target: str) -> bool:
    print(f"{value}   target {target}: {'met' if good else 'MISSED'}", flush=True)
    return good


def main() -> int:
    if sys.argv[1:2] == ["--read"]:
        read(sys.argv[2])
        return 0
    met = [cold_speed(), cached_speed()]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
