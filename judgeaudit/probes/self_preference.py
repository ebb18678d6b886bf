"""Whether a judge prefers what its own family of models wrote: read from verdicts, nobody is asked anything more."""

from __future__ import annotations

import re
from typing import Any

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Made
from judgeaudit.probes.record import BOTH, Probe

FAMILIES: tuple[tuple[str, str], ...] = (
    ("gpt", r"gpt|chatgpt|o[134](?:-mini|-preview|-pro)?|davinci|text-davinci-\d+|openai"), ("claude", r"claude|anthropic"),
    ("gemini", r"gemini|gemma|palm|bard|google"), ("llama", r"(?:code)?llama|vicuna|alpaca|meta"), ("mistral", r"(?:open-)?mi[sx]tral|ministral|codestral|magistral"),
    ("qwen", r"qwen|qwq"), ("deepseek", r"deepseek"), ("command", r"command|cohere|aya"), ("grok", r"grok|xai"), ("phi", r"phi"), ("glm", r"(?:chat)?glm"),
    ("yi", r"yi"), ("nova", r"nova"), ("smollm", r"smollm"), ("olmo", r"olmo|tulu"), ("kimi", r"kimi|moonshot"),
)  # fmt: skip
"""Families of models, and what a name of one starts with."""

_KEYS = ("system", "model", "writer", "generator")
_PATTERNS = tuple((family, re.compile(rf"(?:{start})(?![a-z])", re.IGNORECASE)) for family, start in FAMILIES)


def self_preference(item: Item, context: Context) -> Made:
    """Nothing is changed: whose the responses are stands in the items or in the verdicts' column `system`."""
    return "read from verdicts: nothing is asked"


def family_of(model: str) -> str | None:
    """The family of a model by its name, with or without a provider before it; None where nobody knows.

    Example
    -------
    >>> family_of("openai/gpt-4o"), family_of("meta-llama/Llama-3-8b"), family_of("deepseek-r1-distill-qwen-7b"), family_of("python:mine:judge")
    ('gpt', 'llama', 'deepseek', None)
    """
    if model.startswith("python:"):
        return None
    parts = model.strip().split("/")
    return next((family for part in reversed(parts) for family, pattern in _PATTERNS if pattern.match(part)), None)


def writers(item: Item) -> dict[str, str]:
    """The families of those who wrote an item's responses, by name of the response; only what is known.

    Parameters
    ----------
    item : Item
        Its metadata name the writer: `system`, `model`, `writer` or `generator`, of a pair the same with `_a` and `_b`.

    Example
    -------
    >>> writers(Item(id="i", input="q", response_a="x", response_b="y", metadata={"model_a": "gpt-4o", "model_b": "human"}))
    {'response_a': 'gpt'}
    """
    return {source: family for source, named in systems(item).items() if (family := family_of(named)) is not None}


def systems(item: Item) -> dict[str, str]:
    """The names of those who wrote an item's responses, as its metadata have them (see `writers`), by name of the response.

    Example
    -------
    >>> systems(Item(id="i", input="q", response_a="x", response_b="y", metadata={"model_a": "gpt-4o", "model_b": "human"}))
    {'response_a': 'gpt-4o', 'response_b': 'human'}
    """
    found = {}
    for source, which in (("response", ""), ("response_a", "_a"), ("response_b", "_b")):
        named: Any = next((item.metadata[f"{key}{which}"] for key in _KEYS if item.metadata.get(f"{key}{which}")), None)
        if named is not None and getattr(item, source) is not None:
            found[source] = str(named)
    return found


SELF_PREFERENCE = Probe(
    "self_preference", BOTH, 0, self_preference, kind="bias", variants={}, needs=("gold",),
    changes="Nothing: verdicts on responses of the judge's own family are held against those on others, at equal gold.",
    expect="At equal gold, responses of its own family get the good verdict as often as others do.",
    cannot="Items whose writer is not named (columns `system`, `model`, `writer` or `generator`; of pairs with `_a` and `_b`) or of no known family, and items without gold.",
)  # fmt: skip
