"""Characters that a person does not see and a model reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TAGS = re.compile("(?:\U0001f3f4[\U000e0020-\U000e007f]+)|([\U000e0001\U000e0020-\U000e007f]+)")
"""Tag characters spell hidden ASCII; after a black flag they are the flag of a region."""
_OVERRIDES = re.compile("[\u202d\u202e]+")
_EMBEDDINGS = re.compile("[\u202a\u202b\u2066\u2067\u2068]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_ZERO_WIDTH_RUN = re.compile("[\u200b\u200c\u200d\u2060\u2061-\u2064\ufeff\u180e]{3,}")
_SPLIT_WORD = re.compile("(?<=[A-Za-z])[\u200b\u2060\ufeff\u180e]+(?=[A-Za-z])")
_SELECTOR_RUN = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{3,}")


def find_invisible(text: str) -> Iterator[tuple[int, int, str]]:
    """Invisible characters that carry or disguise text.

    What honest text holds is left alone: joiners in emoji and in Indic, Persian and Arabic words, flags, a byte order
    mark, direction marks in right-to-left text.

    Parameters
    ----------
    text : str

    Yields
    ------
    tuple of (start, end, why)
    """
    if text.isascii():
        return
    for match in _TAGS.finditer(text):
        if match[1]:
            yield match.start(), match.end(), "hidden text in tag characters"
    for match in _OVERRIDES.finditer(text):
        yield match.start(), match.end(), "characters that turn the reading direction around"
    if _RIGHT_TO_LEFT.search(text) is None:
        for match in _EMBEDDINGS.finditer(text):
            yield match.start(), match.end(), "characters that turn the reading direction around"
    for pattern in (_ZERO_WIDTH_RUN, _SPLIT_WORD):
        for match in pattern.finditer(text):
            yield match.start(), match.end(), "zero-width characters"
    for match in _SELECTOR_RUN.finditer(text):
        yield match.start(), match.end(), "hidden text in variation selectors"
