"""The cache of vectors: hits, other processes, damage, folders that cannot be written, and how work is counted."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from judgeaudit.embedding.cache import FILE, VectorCache, cache_folder
from judgeaudit.embedding.embedder import Embedder, Part
from judgeaudit.embedding.gather import key_of
from judgeaudit.embedding.trouble import EmbedderError


class Counted:
    """A model that counts: the row of a text is its length and the codes of its ends; `width` numbers."""

    def __init__(self, width: int = 3, part: int = 4) -> None:
        self.width, self.part = width, part
        self.loaded = 0
        self.seen: list[str] = []

    def load(self) -> Counted:
        self.loaded += 1
        return self

    def parts(self, texts: Sequence[str]) -> Iterator[Part]:
        self.seen += texts
        for start in range(0, len(texts), self.part):
            batch = texts[start : start + self.part]
            yield range(start, start + len(batch)), np.array([[len(t), ord(t[0]), ord(t[-1])][: self.width] for t in batch], dtype=np.float32)


def embedder(model: Counted, folder: Path | None, *, name: str = "m", dimension: int | None = None, **more: object) -> Embedder:
    return Embedder(name, dimension, model.load, VectorCache(folder) if folder is not None else None, **more)


def test_identical_texts_go_to_the_model_once(tmp_path: Path) -> None:
    model = Counted()
    rows = embedder(model, None)(["b", "a", "b", "b", "a"])
    assert sorted(model.seen) == ["a", "b"]
    assert (rows[0] == rows[2]).all()
    assert (rows[1] == rows[4]).all()
    assert not (rows[0] == rows[1]).all()


def test_what_is_in_the_cache_loads_no_model(tmp_path: Path) -> None:
    first, second = Counted(), Counted()
    texts = [f"text {i}" for i in range(1_200)]
    rows = embedder(first, tmp_path)(texts)
    again = embedder(second, tmp_path)(texts[::-1])[::-1]
    assert (rows == again).all()
    assert (first.loaded, second.loaded) == (1, 0)
    embedder(second, tmp_path)([*texts, "new"])
    assert second.seen == ["new"]


def test_another_model_has_other_vectors(tmp_path: Path) -> None:
    model = Counted()
    embedder(model, tmp_path, name="m@1")(["a"])
    embedder(model, tmp_path, name="m@2")(["a"])
    assert model.seen == ["a", "a"]
    assert key_of("m", "1a") != key_of("m1", "a")
    assert key_of("m", "a", "b") != key_of("m", "ab")


def test_no_text_is_stored(tmp_path: Path) -> None:
    embedder(Counted(), tmp_path)(["a very secret rationale"])
    for path in tmp_path.iterdir():
        assert b"secret" not in path.read_bytes()
    assert (tmp_path / FILE).stat().st_size > 0


def test_the_folder_is_found_in_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("JUDGEAUDIT_CACHE", raising=False)
    assert cache_folder() == tmp_path / "home" / ".cache" / "judgeaudit"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "judgeaudit"
    monkeypatch.setenv("JUDGEAUDIT_CACHE", str(tmp_path / "own"))
    assert VectorCache().path == tmp_path / "own" / FILE


def damage(path: Path, kind: str) -> None:
    if kind == "text":
        path.write_text("these are no vectors\n" * 100, encoding="utf-8")
    elif kind == "cut":
        path.write_bytes(path.read_bytes()[:6_000])
    elif kind == "middle":
        data = bytearray(path.read_bytes())
        data[4096:-4096] = b"\x5a" * (len(data) - 8192)
        path.write_bytes(data)
    elif kind == "other database":
        path.unlink()
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("CREATE TABLE bookmarks (url TEXT)")


@pytest.mark.parametrize("kind", ["text", "cut", "middle", "other database"])
def test_a_damaged_or_foreign_file_is_set_aside_and_said(kind: str, tmp_path: Path) -> None:
    texts = [f"text {i}" for i in range(700)]
    expected = embedder(Counted(), tmp_path)(texts)
    damage(tmp_path / FILE, kind)
    kept = (tmp_path / FILE).read_bytes()
    embed = embedder(Counted(), tmp_path)
    assert (embed(texts) == expected).all()
    assert len(embed.notes) == 1
    assert f"{FILE}.set-aside-1" in embed.notes[0]
    assert "worked out anew" in embed.notes[0]
    assert (tmp_path / f"{FILE}.set-aside-1").read_bytes()[:100] == kept[:100]
    last = Counted()
    assert (embedder(last, tmp_path)(texts) == expected).all()
    assert last.loaded == 0, "the new file is used"


def test_a_damaged_row_is_worked_out_anew(tmp_path: Path) -> None:
    expected = embedder(Counted(), tmp_path)(["a", "b", "c"])
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("UPDATE vectors SET vector = ? WHERE key = ?", (np.zeros(3, dtype="<f4").tobytes(), key_of("m", "a")))
        db.execute("UPDATE vectors SET dimension = 2 WHERE key = ?", (key_of("m", "b"),))
    model = Counted()
    embed = embedder(model, tmp_path)
    assert (embed(["a", "b", "c"]) == expected).all()
    assert sorted(model.seen) == ["a", "b"]
    assert "damaged" in embed.notes[0]
    assert (embedder(Counted(), tmp_path)(["a", "b", "c"]) == expected).all()


def test_vectors_of_another_length_are_never_mixed(tmp_path: Path) -> None:
    embedder(Counted(width=2), tmp_path)(["a", "b"])
    model = Counted(width=3)
    assert embedder(model, tmp_path, dimension=3)(["a", "b"]).shape == (2, 3)
    assert sorted(model.seen) == ["a", "b"]
    with pytest.raises(EmbedderError, match="vectors of 2 numbers, and gave 3 before"):
        embedder(Counted(width=2), tmp_path)(["a", "c"])


@pytest.mark.parametrize("bad", [np.zeros((1, 3)), np.full((1, 3), np.nan), np.full((1, 3), np.inf), np.ones((2, 3)), np.ones(3), np.ones((1, 0))])
def test_what_is_no_vector_is_an_error_and_not_kept(bad: np.ndarray, tmp_path: Path) -> None:
    class Bad(Counted):
        def parts(self, texts: Sequence[str]) -> Iterator[Part]:
            yield [0], bad

    with pytest.raises(EmbedderError):
        embedder(Bad(), tmp_path)(["a"])
    model = Counted()
    embedder(model, tmp_path)(["a"])
    assert model.seen == ["a"]


@pytest.mark.parametrize("obstacle", ["a file where the folder should be", "a folder where the file should be", "a folder nobody may make"])
def test_without_a_place_to_write_work_goes_on_and_says_so_once(obstacle: str, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    if obstacle.startswith("a file"):
        folder.write_text("", encoding="utf-8")
    elif obstacle.endswith("make"):
        folder = Path("/proc/1/judgeaudit")
    else:
        (folder / FILE).mkdir(parents=True)
    embed = embedder(Counted(), folder)
    assert embed(["a", "b"]).shape == (2, 3)
    embed(["c"])
    assert len(embed.notes) == 1
    assert "no cache of vectors" in embed.notes[0]
    assert "JUDGEAUDIT_CACHE" in embed.notes[0]


WRITER = """
import sys, numpy as np
from judgeaudit.embedding.cache import VectorCache
from judgeaudit.embedding.gather import key_of
cache = VectorCache(sys.argv[1])
me = int(sys.argv[2])
for i in range(150):
    texts = [f"{me}-{i}", f"shared-{i}"]
    cache.write([key_of("m", t) for t in texts], np.array([[me, i, 1], [7, i, 1]], dtype=np.float32))
    if i == 20: print("written", flush=True)
assert not cache.notes, cache.notes
"""


def test_processes_write_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), str(me)]) for me in range(4)]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0, 0]
    cache = VectorCache(tmp_path)
    keys = [key_of("m", f"{me}-{i}") for me in range(4) for i in range(150)] + [key_of("m", f"shared-{i}") for i in range(150)]
    rows = np.zeros((len(keys), 3), dtype=np.float32)
    for positions, found in cache.read(keys, 3):
        rows[positions] = found
    assert rows[:600].tolist() == [[me, i, 1] for me in range(4) for i in range(150)]
    assert rows[600:].tolist() == [[7, i, 1] for i in range(150)]
    assert not cache.notes


def test_a_killed_process_loses_nothing_that_was_written(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), "0"], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "written\n"
        os.kill(writer.pid, signal.SIGKILL)
    cache = VectorCache(tmp_path)
    keys = [key_of("m", f"0-{i}") for i in range(20)]
    assert sum(len(positions) for positions, _ in cache.read(keys, 3)) == 20
    assert not cache.notes


def test_what_was_finished_before_an_error_is_kept(tmp_path: Path) -> None:
    class Dying(Counted):
        def parts(self, texts: Sequence[str]) -> Iterator[Part]:
            for n, part in enumerate(super().parts(texts)):
                if n == 2:
                    raise KeyboardInterrupt
                yield part

    texts = [f"text {i:02}" for i in range(20)]
    with pytest.raises(KeyboardInterrupt):
        embedder(Dying(), tmp_path)(texts)
    model = Counted()
    embedder(model, tmp_path)(texts)
    assert model.seen == texts[8:]


def test_progress_counts_distinct_texts_and_is_not_called_for_each(tmp_path: Path) -> None:
    said: list[tuple[int, int]] = []
    embed = embedder(Counted(part=1), tmp_path, progress=lambda done, total: said.append((done, total)))
    embed([f"text {i // 2}" for i in range(400)])
    assert said[0] == (1, 200)
    assert said[-1] == (200, 200)
    assert said.count((200, 200)) == 1
    assert [done for done, _ in said] == sorted(done for done, _ in said)
    assert len(said) < 30
    said.clear()
    embed([f"text {i // 2}" for i in range(400)])
    assert said == [(200, 200)]
