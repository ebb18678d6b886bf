"""Make one fact of a response wrong: a number, a name, or a yes that becomes a no."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Change, Context, Made
from judgeaudit.probes.edits import about, body, fixed_spans, meets, text_of, varied
from judgeaudit.probes.phrases import language
from judgeaudit.probes.record import BOTH, Probe
from judgeaudit.probes.texts import Span, merged

NUMBER, NAME, NEGATION = "number", "name", "negation"
_NUMBER = re.compile(r"(?<![\w.,/:-])\d+(?:[.,]\d+)*(?![\w/:-])")
_LIST_NUMBER = re.compile(r"^[ \t]*\(?\d{1,3}[.)](?=\s)", re.MULTILINE)
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]{2,}(?![\w'\u2019-]|\.\w)")
_VERB = re.compile(r"(?<=\s)(?:is|are|was|were|can|will|must|should|does)(?=\s)(?!\s+(?:not|no|never)\b)")
_NAMES = ("Marlow", "Tessin", "Okoro", "Brandt", "Ilves")
_ELSEWHERE = ("reference", "context", "input")


def fact_changed(item: Item, context: Context) -> Made:
    """The item with one number or name of its response changed, or one of its statements denied (of a pair: in one response).

    Parameters
    ----------
    item : Item
    context : Context

    Returns
    -------
    Variant or str
        What is changed is drawn by the seed and the item's id from what there is: a number (one that other texts of the item have too before
        others), a name within an English sentence, a verb of an English sentence. Not where there is none of them.

    Notes
    -----
    Code, addresses, quotations and the numbers of lists are left alone.
    """
    source, which = about(item, context, "fact_changed")
    start, end = body(item, source)
    text = text_of(item, source)[start:end]
    fixed = merged((*fixed_spans(text), *(match.span() for match in _LIST_NUMBER.finditer(text))))
    english = language(item, source) == "en"
    spans = {NUMBER: _numbers(item, text, fixed), NAME: _free(_NAME, text, fixed) if english else [], NEGATION: _free(_VERB, text, fixed) if english else []}
    kinds = [kind for kind, found in spans.items() if found]
    if not kinds:
        return "no number, and no name or verb of an English sentence, outside code and quotations"
    rng = context.rng("fact_changed", item.id)
    kind = kinds[int(rng.random() * len(kinds))]
    low, high = spans[kind][int(rng.random() * len(spans[kind]))]
    put = _other(kind, text[low:high], rng.random(), text)
    return varied(item, f"{kind}{which}", Change(source, start + low, start + high, put))


def _free(pattern: re.Pattern[str], text: str, fixed: Sequence[Span]) -> list[Span]:
    return [match.span() for match in pattern.finditer(text) if not meets(*match.span(), fixed)]


def _numbers(item: Item, text: str, fixed: Sequence[Span]) -> list[Span]:
    found = _free(_NUMBER, text, fixed)
    if not found:
        return found
    others = {match[0] for name, words in item.sources().items() if name in _ELSEWHERE for match in _NUMBER.finditer(words)}
    return [span for span in found if text[slice(*span)] in others] or found


def _other(kind: str, words: str, draw: float, text: str) -> str:
    if kind == NEGATION:
        return f"{words} not"
    if kind == NAME:
        names = [name for name in _NAMES if name not in text] or list(_NAMES)
        return names[int(draw * len(names))]
    at = len(words) - 1 if _YEAR.fullmatch(words) else next((n for n, c in enumerate(words) if c.isdigit() and c not in "0"), 0)
    digit = words[at]
    return f"{words[:at]}{chr(ord(digit) - int(digit) + (int(digit) + 2) % 9 + 1)}{words[at + 1 :]}"


FACT_CHANGED = Probe(
    "fact_changed", BOTH, 1, fact_changed, kind="control", variants={NUMBER: "negative", NAME: "negative", NEGATION: "negative"}, needs=("gold",),
    changes="One number or name of the response is another one, or one of its statements is denied.",
    expect="The verdict falls where the changed fact matters: hardly ever higher than before, and lower on a good share of the good responses.",
    cannot="Responses without a number that are not English; what stands in code and quotations is left alone.",
)  # fmt: skip
