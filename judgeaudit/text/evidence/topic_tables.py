"""The tables of topics and everyday names by lemma, and what derived words have in common, for `topics`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from judgeaudit.text.evidence.term_index import TOKEN, content_words, lemma
from judgeaudit.text.evidence.term_synonyms import AMBIGUOUS, SYNONYMS
from judgeaudit.text.evidence.term_topics import LIGHT, TOPICS, UNLIKE, WHOLE_TOPICS
from judgeaudit.text.evidence.term_trust import HINTS, SURE_EVERYDAY
from judgeaudit.text.quantity_words import word_list

_SUFFIXES = word_list(
    "ification ization isation ation ition ement ment ness ance ence ancy ency ician ant ent ity ive ion ian ally al ical ic"
    " ous ist ism ify iz at er"
    " or ly y ful abl ibl c it"
)
_LEAST = 5


@lru_cache(maxsize=1)
def light_heads() -> frozenset[str]:
    """Lemmas of heads that add nothing to a topic."""
    return frozenset(lemma(word) for word in LIGHT)


@lru_cache(maxsize=1)
def synonyms() -> dict[str, list[tuple[list[str], bool]]]:
    """A lemma to the lemmas of its other names, and whether one of them alone names the same."""
    table: dict[str, list[tuple[list[str], bool]]] = {}
    for name, others in SYNONYMS.items():
        run = lemmas_of(name)
        if len(run) == 1:
            sure = name not in AMBIGUOUS
            table.setdefault(run[0], []).extend((lemmas_of(other), sure and other not in AMBIGUOUS) for other in others)
    return table


@lru_cache(maxsize=2)
def topics_by_lemmas(*, whole: bool = False) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Topics by the lemmas of their names, to the words that name them."""
    table: dict[tuple[str, ...], tuple[str, ...]] = {}
    for topic, cues in (WHOLE_TOPICS if whole else TOPICS).items():
        key = tuple(content_words(topic))
        table[key] = table.get(key, ()) + cues
    return table


def cues_of(words: Sequence[str], term: str) -> tuple[str, ...]:
    """Words that name a topic, or hint at it."""
    key = tuple(words)
    if not key:
        return ()
    return (topics_by_lemmas().get(key) or TOPICS.get(term.lower(), ())) + topics_by_lemmas(whole=True).get(key, ())


@lru_cache(maxsize=1)
def _sure_keys() -> tuple[frozenset[tuple[str, ...]], frozenset[tuple[str, ...]]]:
    """Topics, by lemmas, whose words name them: of the common ones, of the everyday ones."""
    common = frozenset(tuple(content_words(name)) for name in TOPICS) - frozenset(tuple(content_words(name)) for name in HINTS)
    return common, frozenset(tuple(content_words(name)) for name in SURE_EVERYDAY)


def sure_cues(words: Sequence[str]) -> tuple[str, ...]:
    """Words that name a topic, and hardly anything else."""
    key, (common, everyday) = tuple(words), _sure_keys()
    return (topics_by_lemmas().get(key, ()) if key in common else ()) + (topics_by_lemmas(whole=True).get(key, ()) if key in everyday else ())


def lemmas_of(cue: str) -> list[str]:
    """Lemmas of all words of a name."""
    return [lemma(token) for token in TOKEN.findall(cue)]


@lru_cache(maxsize=20_000)
def family(word: str) -> str:
    """What the words derived from one have in common, of a lemma; the lemma itself where it is short.

    Example
    -------
    >>> family("hungary") == family("hungarian"), family("dehydration") == family("dehydrat"), family("import") == family("important")
    (True, True, False)
    """
    if word in UNLIKE:
        return word
    stem = word.removesuffix("ity") + "y" if word.endswith("bility") else word
    stem = stem.replace("bily", "bl") if stem.endswith("bily") else stem
    if len(stem) > 4 and stem.endswith("bl"):
        return stem
    for _ in range(2):
        suffix = next((s for s in _SUFFIXES if stem.endswith(s) and len(stem) - len(s) >= _LEAST), None)
        if suffix is None:
            break
        stem = stem[: -len(suffix)]
    return word if stem in UNLIKE else stem
