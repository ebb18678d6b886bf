"""Vectors of readings, made once for all comparisons: of whole rationales, of their reasons, and of the words in which two differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from judgeaudit.analyses.rationales.reading import Reading
from judgeaudit.analyses.rationales.words import content_forms
from judgeaudit.errors import OptionError

FloatArray = NDArray[np.float32]
Embed = Callable[[Sequence[str]], FloatArray]
"""Texts, none of them blank, to unit rows."""

UNRELATED = {
    "latin": ("The refund window is missing.", "It is rude to the caller.", "The loop never ends.", "Step two adds wrongly.", "The poem does not rhyme."),
    "wide": ("没有说明退款期限。", "语气对客户很粗鲁。", "循环永远不会结束。", "第二步的加法算错了。", "这首诗不押韵。"),
    "cyrillic": ("Срок возврата не указан.", "Тон грубый.", "Цикл никогда не заканчивается.", "Во втором шаге ошибка сложения.", "Стихотворение без рифмы."),
}
"""Statements of which no two have anything in common (ours), by script."""

_SCRIPTS = {"wide": re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"), "cyrillic": re.compile(r"[\u0400-\u04ff]")}

MOST_EMBEDDED = 8_000
"""Characters of a rationale that are embedded (ours): one mean over more says little, and takes minutes."""

ASPECT = "aspect: "
"""What goes before a named aspect in `Space.words`, so that it is no word."""

COMMON = (
    "correct", "wrong", "missing", "clear", "complete", "accurate", "mention", "state", "explain", "include", "detail", "point", "question", "information",
    "sentence", "word", "number", "date", "name", "result", "step", "example", "source", "policy", "customer", "function", "code", "summary", "translation",
    "article", "problem", "tone", "user", "advice", "safe", "long", "short", "better", "specific", "general",
)  # fmt: skip
"""Words whose mean is the direction that all words share; it is taken out before two are compared (ours)."""


_ROWS = "let it return one row of d numbers for each text, shape (n, d), with the same d each time"


class Reasons(Protocol):
    """An embedder that was tuned to tell reasons apart, and that reads two of its rows as a relation."""

    def __call__(self, texts: Sequence[str]) -> FloatArray:
        """Unit rows."""
        ...

    def relation(self, first: FloatArray, second: FloatArray) -> FloatArray:
        """Log odds of `same` and of `contradicting` for each pair of rows, shape (n, 2); order never matters."""
        ...


@dataclass(frozen=True, slots=True)
class Space:
    """Vectors of readings.

    `whole` is (n, d), the rationales without stock phrases and with the item's own direction taken out; zero rows where there is no text.
    `texts` (n, e) and the blocks of `reasons`, one (m, e) array for each reading, are what pairs are compared in; `words` are rows of
    single words by stem, and of named aspects. `tuned` reads two rows as a relation, where the embedder can.
    `floor` is the cosine of unrelated statements. All None or empty without an embedder.
    """

    whole: FloatArray | None = None
    texts: FloatArray | None = None
    reasons: tuple[FloatArray, ...] = ()
    words: Mapping[str, FloatArray] = field(default_factory=dict)
    tuned: Reasons | None = None
    floor: float = 0.0

    def likeness(self, cosine: Any) -> Any:
        """Cosines of the plain embedder, one or many, on a scale whose 0 is what two unrelated statements have."""
        return (cosine - self.floor) / (1 - self.floor)


def build_space(
    readings: Sequence[Reading], *, items: Sequence[str], item_texts: Mapping[str, str], embed: Embed | None, tuned: Reasons | None = None
) -> Space:
    """Vectors of all readings, made once.

    Parameters
    ----------
    readings : sequence of Reading
    items : sequence of str
        The item of each reading.
    item_texts : mapping of item to text
        What is known of each item; its direction is taken out of the rationales about it.
    embed : callable, optional
        None: nothing is embedded, and similarity is no signal.
    tuned : Reasons, optional
        Compares reasons and words instead of `embed`, and reads two rows as a relation.

    Returns
    -------
    Space

    Notes
    -----
    Each distinct text goes to `embed` once. r' = r - (r.t) t, made a unit row again, with t the unit row of the item's text. Before that the
    direction that all words share is taken out of both: some embedders give 0.9 to any two texts.
    """
    if embed is None or not readings:
        return Space()
    embed = _one_width(embed)
    cores = [shortened(reading.core.strip()) for reading in readings]
    common = embedded(embed, COMMON).mean(axis=0)
    whole = _rows(embed, cores, without=common)
    topics = _rows(embed, [item_texts.get(item, "").strip() for item in items], without=common)
    pieces = [[shortened(reason.core.strip()) for reason in reading.reasons] for reading in readings]
    compared: Embed = tuned if tuned is not None else embed
    texts = _rows(compared, cores) if tuned is not None else _without(whole, topics)
    flat = _rows(compared, [text for piece in pieces for text in piece], without=common if tuned is None else None)
    if tuned is None:
        flat = _without(flat, np.repeat(topics, [len(piece) for piece in pieces], axis=0))
    ends = np.cumsum([len(piece) for piece in pieces])[:-1]
    floor = _floor(embed, cores, common)
    # The words in which two free texts differ weigh nothing beside the tuned embedder: they need no rows.
    weighed = readings if tuned is None else [reading for reading in readings if reading.structured]
    return Space(_without(whole, topics), texts, tuple(np.split(flat, ends)), _words(weighed, embed, common), tuned, floor)


def _rows(embed: Embed, texts: Sequence[str], *, without: FloatArray | None = None) -> FloatArray:
    """One row for each text, zero for blank ones; each distinct text is embedded once. `without` is a direction that is taken out."""
    distinct = dict.fromkeys(text for text in texts if text)
    if not distinct:
        return np.zeros((len(texts), 1), dtype=np.float32)
    place = {text: n for n, text in enumerate(distinct, 1)}
    rows = embedded(embed, list(distinct))
    if without is not None:
        left = _without(rows, np.broadcast_to(unit(without), rows.shape))
        rows = np.where((left * left).sum(axis=1, keepdims=True) > 0, left, rows)  # an embedder that knows one direction only
    padded = np.vstack([np.zeros((1, rows.shape[1]), dtype=np.float32), rows])
    return padded[[place.get(text, 0) for text in texts]]


def embedded(embed: Embed, texts: Sequence[str]) -> FloatArray:
    """What the embedder gives, as unit rows; it may be the caller's own function."""
    try:
        rows = np.asarray(embed(texts), dtype=np.float32)
    except (TypeError, ValueError) as trouble:
        raise OptionError(f"the embedder gave no table of numbers for {len(texts)} texts ({trouble})", where="embed", fix=_ROWS) from trouble
    if rows.ndim != 2 or len(rows) != len(texts) or not rows.shape[1]:
        raise OptionError(f"the embedder gave an array of shape {rows.shape} for {len(texts)} texts", where="embed", fix=_ROWS)
    if not np.isfinite(rows).all():
        raise OptionError("the embedder gave numbers that are not finite", where="embed", fix=_ROWS)
    lengths = np.linalg.norm(rows, axis=1)
    return rows if np.allclose(lengths, 1.0, atol=1e-4) else unit(rows)


def _one_width(embed: Embed) -> Embed:
    """The embedder, held to one number of columns."""
    widths: set[int] = set()

    def held(texts: Sequence[str]) -> FloatArray:
        rows = embedded(embed, texts)
        widths.add(rows.shape[1])
        if len(widths) > 1:
            raise OptionError(f"the embedder gave rows of {' and of '.join(map(str, sorted(widths)))} numbers", where="embed", fix=_ROWS)
        return rows

    return held


def _without(rows: FloatArray, directions: FloatArray) -> FloatArray:
    """Rows with a direction of their own taken out, as unit rows; what is left of nothing stays zero."""
    if directions.shape[1] != rows.shape[1]:
        return rows
    return unit(rows - np.einsum("ij,ij->i", rows, directions)[:, None] * directions)


def shortened(text: str) -> str:
    """A text of at most `MOST_EMBEDDED` characters: the beginning and the end of a longer one."""
    return text if len(text) <= MOST_EMBEDDED else f"{text[: MOST_EMBEDDED // 2]} {text[-MOST_EMBEDDED // 2 :]}"


def unit(rows: FloatArray) -> FloatArray:
    """Rows of length 1; a row that is all but zero stays zero."""
    lengths = np.sqrt((rows * rows).sum(axis=-1, keepdims=True))
    made: FloatArray = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 1e-6)
    return made


def _floor(embed: Embed, cores: Sequence[str], common: FloatArray) -> float:
    """Mean cosine of statements that have nothing in common, in the script of the texts; 0 where it is below that."""
    said = "".join(cores[:200])
    script = next((name for name, letters in _SCRIPTS.items() if letters.search(said)), "latin")
    rows = _rows(embed, UNRELATED[script], without=common)
    n = len(rows)
    return float(min(0.9, max(0.0, ((rows.sum(axis=0) ** 2).sum() - n) / (n * (n - 1)))))


def _words(readings: Sequence[Reading], embed: Embed, common: FloatArray) -> dict[str, FloatArray]:
    """A row for each stem that a reading holds, from the first word with it in the order of the alphabet."""
    forms: dict[str, str] = {}
    for core in dict.fromkeys(reading.core for reading in readings):
        for stem, form in content_forms(core).items():
            if not _SCRIPTS["wide"].search(form):  # half a word has no vector of its own
                forms[stem] = min(form, forms.get(stem, form))
    aspects = dict.fromkeys(reason.aspect.casefold() for reading in readings for reason in reading.reasons if reason.aspect.strip())
    forms |= {f"{ASPECT}{aspect}": aspect for aspect in aspects}
    if not forms:
        return {}
    rows = _rows(embed, list(forms.values()))
    rows = unit(rows - common)
    return dict(zip(forms, rows, strict=True))
