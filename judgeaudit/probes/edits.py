"""Changing an item's texts in a few places and nowhere else; which response of a pair is changed."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from judgeaudit.domain.items import Item, Message, Text, render_text
from judgeaudit.probes.code import code_spans
from judgeaudit.probes.context import Change, Context, Variant
from judgeaudit.probes.texts import Span, merged

_BETWEEN = "\n\n"
_ADDRESS = re.compile(r"\b(?:[a-zA-Z][\w+.-]{1,20}://|www\.)\S+|\b[\w.+-]{1,64}@[\w.-]{1,64}")
_ON = r"(?:\n(?![ \t\r]*\n))"
_QUOTE = re.compile(
    rf"(?<!\d)\"(?:[^\"\n]{{1,1000}}|(?<!\w\")(?=\S)(?:[^\"\n]|{_ON}){{1,1000}}(?<=\S))\""
    rf"|(?<!\w)'(?=\S)(?:[^'\n]|(?<=\w)'(?=\w)){{1,1000}}(?<=\S)'(?!\w)|\u2018(?:[^\u2018\u2019\n]|{_ON}|\u2019(?=\w)){{1,1000}}\u2019"
    rf"|\u201c(?:[^\u201d\n]|{_ON}){{1,1000}}\u201d|\u201e(?:[^\u201c\u201d\n]|{_ON}){{1,1000}}[\u201c\u201d]|\u00ab(?:[^\u00bb\n]|{_ON}){{1,1000}}\u00bb"
    rf"|\u00bb(?:[^\u00ab\u00bb\n]|{_ON}){{1,1000}}\u00ab|\u2039(?:[^\u203a\n]|{_ON}){{1,1000}}\u203a"
    rf"|\u300c(?:[^\u300d\n]|{_ON}){{1,1000}}\u300d|\u300e(?:[^\u300f\n]|{_ON}){{1,1000}}\u300f|^[ \t]*>[^\n]*(?:\n[ \t]*>[^\n]*)*$",
    re.MULTILINE,
)


def fixed_spans(text: str) -> tuple[Span, ...]:
    """What no perturbation changes that does not aim at it: code, addresses, quotations.

    Example
    -------
    >>> text = 'See `x = 1` or https://a.b/c?d=1, he said "so".'
    >>> [text[start:end] for start, end in fixed_spans(text)]
    ['`x = 1`', 'https://a.b/c?d=1,', '"so"']
    """
    code = code_spans(text)
    prose = _without_code(text, code)
    return merged((*code, *(match.span() for pattern in (_ADDRESS, _QUOTE) for match in pattern.finditer(prose))))


def _without_code(text: str, code: Sequence[Span]) -> str:
    """The text, as long as before, with code that opens and ends no quotation: within a line as one word, a block as blank lines."""
    pieces: list[str] = []
    at = 0
    for start, end in code:
        pieces += [text[at:start], ("\n" if "\n" in text[start:end] else "x") * (end - start)]
        at = end
    return "".join([*pieces, text[at:]])


def meeting(start: int, end: int, spans: Sequence[Span]) -> Sequence[Span]:
    """Those of some stretches, in order and apart from each other, that have a character in common with one.

    Example
    -------
    >>> meeting(3, 6, [(0, 3), (4, 5), (5, 9), (10, 11)])
    [(4, 5), (5, 9)]
    """
    return spans[bisect_right(spans, start, key=_end) : bisect_left(spans, end, key=_start)]


def meets(start: int, end: int, spans: Sequence[Span]) -> bool:
    """Whether a stretch has a character in common with any of some stretches, in order and apart from each other."""
    return bool(meeting(start, end, spans))


def _start(span: Span) -> int:
    return span[0]


def _end(span: Span) -> int:
    return span[1]


def about(item: Item, context: Context, probe: str) -> tuple[str, str]:
    """The response that a probe is about, and what its variant's name ends in: of a pair either, by a coin that the seed and the item's id decide."""
    if not context.pairwise:
        return "response", ""
    return ("response_a", "_a") if context.rng(probe, item.id, "which").random() < 0.5 else ("response_b", "_b")


def shown_name(source: str, context: Context) -> str:
    """How the judge is told of a response: as its label of a comparison names it."""
    labels = context.asked.scale.labels if context.pairwise else None
    return "the response" if labels is None else labels[source == "response_b"]


def text_of(item: Item, source: str) -> str:
    """A text of the item as its judge sees it."""
    return render_text(getattr(item, source))


def body(item: Item, source: str) -> Span:
    """Where what is judged stands in a text: all of it; of a conversation, the last message without its role."""
    text: Text = getattr(item, source)
    whole = render_text(text)
    return (len(whole) - len(text[-1].content) if not isinstance(text, str) and text else 0), len(whole)


def replaced(item: Item, changes: Iterable[Change]) -> Item:
    """The item with some stretches of its texts replaced; a conversation stays one.

    Parameters
    ----------
    item : Item
    changes : iterable of Change
        Those of a text in order and apart from each other. Of a conversation, within the content of one message each.

    Example
    -------
    >>> replaced(Item(id="i", input="q", response="It is 3."), [Change("response", 6, 7, "5")]).response
    'It is 5.'
    """
    of_text: dict[str, list[Change]] = {}
    for change in changes:
        of_text.setdefault(change.source, []).append(change)
    return item.model_copy(update={source: _changed(getattr(item, source), found) for source, found in of_text.items()})


def _changed(text: Text, changes: Sequence[Change]) -> Text:
    if isinstance(text, str) or not text:
        return _put(render_text(text), changes, 0)
    messages: list[Message] = []
    at = 0
    for message in text:
        start = at + len(message.role) + len(": ")
        end = start + len(message.content)
        inside = [change for change in changes if start <= change.start and change.end <= end]
        messages.append(message.model_copy(update={"content": _put(message.content, inside, start)}))
        at = end + len(_BETWEEN)
    return tuple(messages)


def _put(text: str, changes: Sequence[Change], offset: int) -> str:
    pieces: list[str] = []
    at = 0
    for change in changes:
        pieces += [text[at : change.start - offset], change.put]
        at = change.end - offset
    return "".join([*pieces, text[at:]])


def varied(item: Item, name: str, *changes: Change) -> Variant:
    """A variant that is these changes and nothing else."""
    return Variant(replaced(item, changes), name, changes)


def after(item: Item, source: str, words: str) -> Change:
    """Words after a text, in a paragraph of their own."""
    end = body(item, source)[1]
    return Change(source, end, end, f"{_BETWEEN}{words}")


def before(item: Item, source: str, words: str) -> Change:
    """Words before a text, in a paragraph of their own."""
    start = body(item, source)[0]
    return Change(source, start, start, f"{words}{_BETWEEN}")


def instead(item: Item, source: str, words: str) -> Change:
    """Words in place of all of what is judged."""
    return Change(source, *body(item, source), words)
