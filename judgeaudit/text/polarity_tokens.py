"""Words of a clause and their entries in a lexicon."""

from __future__ import annotations

import re

from judgeaudit.text import polarity_kinds as kinds
from judgeaudit.text.polarity_kinds import Lexicon, Word

_TOKEN = re.compile(r"[^\W\d_]+(?:['’‑-][^\W\d_]+)*|\d+(?:[.,]\d+)*|[^\w\s]")
_QUOTED = re.compile(r'"[^"]{0,400}"|“[^”]{0,400}”|„[^“”]{0,400}[“”]|«[^»]{0,400}»|`[^`]{0,400}`|「[^」]{0,400}」')
_ELIDED = re.compile(r"^(?:[ldnmtscj]|qu|jusqu|lorsqu|dell|nell|all|dall|sull|un|quest|c)['’](?=\w)")
_PREFIXES = ("un", "in", "im", "ir", "il", "mis", "dis", "non")


def without_quotes(clause: str) -> str:
    """The clause with quotations blanked, as long as before."""
    return _QUOTED.sub(lambda match: " " * len(match[0]), clause) if _QUOTED.search(clause) else clause


def tokens(clause: str) -> tuple[list[str], list[tuple[int, int]]]:
    """Lower-case words and marks outside quotation marks, with their places."""
    shown = without_quotes(clause)
    if not shown.strip(" .,;:!"):
        shown = clause
    texts, spans = [], []
    for match in _TOKEN.finditer(shown):
        word, (start, end) = match[0].lower().replace("’", "'").replace("‑", "-"), match.span()
        elided = _ELIDED.match(word) if "'" in word else None
        if elided is not None and not word.endswith("'t"):
            texts.append(elided[0])
            spans.append((start, start + elided.end()))
            word, start = word[elided.end() :], start + elided.end()
        texts.append(word)
        spans.append((start, end))
    return texts, spans


def look_up(lexicon: Lexicon, texts: list[str], i: int) -> tuple[Word | None, int]:
    """The entry that begins at a word, and how many words it takes."""
    text = texts[i]
    for rest, meant in lexicon.phrases.get(text, ()):
        if tuple(texts[i + 1 : i + 1 + len(rest)]) == rest:
            return meant, 1 + len(rest)
    word = lexicon.words.get(text)
    if word is None and len(text) > 3:
        word = _derived(lexicon, text)
    return word, 1


def _derived(lexicon: Lexicon, text: str) -> Word | None:
    """An entry that a word is made of: a stem, a negating prefix, a part of a word with hyphens."""
    if text.endswith("n't"):
        return Word(kinds.NEG, -1)
    if lexicon.stems:
        return next((lexicon.stems[text[:n]] for n in range(min(len(text), 20), 2, -1) if text[:n] in lexicon.stems), None)
    if text.endswith("'s"):
        return lexicon.words.get(text[:-2])
    if "-" in text:
        first, last = text.split("-", 1)[0], text.rsplit("-", 1)[1]
        known = lexicon.words.get(last) or lexicon.words.get(first)
        if last == "free":
            return Word(kinds.STRONG, 1)
        if first in ("non", "ill", "mis", "half", "over") and known is not None and known.kind == kinds.STRONG:
            return Word(kinds.STRONG, -abs(known.sign))
        return known if known is not None and known.kind in (kinds.STRONG, kinds.NOUN, kinds.CARRY) else None
    for prefix in _PREFIXES:
        if text.startswith(prefix):
            rest = lexicon.words.get(text[len(prefix) :])
            if rest is not None and rest.kind == kinds.STRONG and len(text) - len(prefix) > 3:
                return Word(kinds.STRONG, -rest.sign)
    return None
