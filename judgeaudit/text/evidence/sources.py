"""The texts that a judge saw, by name, prepared once for the many rationales about them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property

from judgeaudit.text.folded_sources import FoldedSources

RESPONSES = ("response", "response_a", "response_b")
_SHOWN = ("input", "context", "reference", "rubric")


class Sources:
    """Texts by name. `judged` are the names of what was judged: the responses, else texts under other names, else the input.

    Parameters
    ----------
    texts : mapping of str to str
        `input`, `context`, `reference`, `response` (or `response_a` and `response_b`), `rubric` (the questions, the labels and all of the
        prompt that is the same for every item); other names are allowed. Later changes of the mapping are not seen.
    unknown : collection of str
        Names of texts that the judge was shown and nobody has: what is not found may be of them, and is left open.
    """

    def __init__(self, texts: Mapping[str, str], *, unknown: Collection[str] = ()) -> None:
        self.unknown = frozenset(unknown)
        order = {name: place for place, name in enumerate((*RESPONSES, "context", "reference", "input"))}
        self.texts: dict[str, str] = dict(sorted(texts.items(), key=lambda entry: (entry[0] == "rubric", order.get(entry[0], len(order)))))

    @cached_property
    def judged(self) -> tuple[str, ...]:
        responses = tuple(name for name in RESPONSES if name in self.texts)
        others = tuple(name for name in self.texts if name not in RESPONSES and name not in _SHOWN)
        return responses or others or tuple(name for name in ("input",) if name in self.texts)

    @cached_property
    def folded(self) -> FoldedSources:
        """For `locate`: judged texts first, the rubric last."""
        return FoldedSources(self.texts)
