"""Which known probe a name of somebody else's most likely means: a hint for people, by which nothing is renamed."""

from __future__ import annotations

import re
from collections import Counter
from difflib import get_close_matches

from judgeaudit.probes import PROBES, probe_of

CLOSE = 0.8
"""Likeness (`difflib`) from which an unknown name may be a known one misspelt (ours)."""

FILLERS = frozenset(
    ("bias", "biased", "attack", "attacks", "probe", "control", "controls", "test", "check", "effect", "perturbation", "perturbed", "judge", "adversarial", "variant")
)  # fmt: skip
"""Words that say that something is a probe, and not which."""

OTHER_WORDS: dict[str, str] = {
    "swap": "position", "swapped": "position", "positional": "position", "order": "position", "reversed": "position", "reorder": "position", "flipped": "position",
    "length": "verbosity", "long": "verbosity", "longer": "verbosity", "verbose": "verbosity", "padding": "verbosity", "markdown": "formatting", "format": "formatting",
    "layout": "formatting", "style": "formatting", "authoritative": "authority", "citations": "authority", "majority": "bandwagon", "crowd": "bandwagon", "popularity": "bandwagon",
    "tone": "sentiment", "emotion": "sentiment", "emotional": "sentiment", "names": "compassion_fade", "self": "self_preference", "enhancement": "self_preference",
    "narcissism": "self_preference", "revised": "refinement", "refined": "refinement", "distractor": "distraction", "fallacious": "fallacy", "anchor": "anchoring",
    "consequence": "stated_consequence", "translated": "answer_language", "language": "answer_language", "cot": "chain_of_thought", "paraphrase": "rubric_wording", "paraphrased": "rubric_wording",
    "wording": "rubric_wording", "rephrased": "rubric_wording", "nonsense": "nonsense_control", "unrelated": "nonsense_control", "mismatched": "nonsense_control",
    "same": "identical_responses", "shuffled": "sentences_shuffled", "shuffle": "sentences_shuffled", "scrambled": "sentences_shuffled", "hallucinated": "fact_changed", "fact": "fact_changed",
    "factual": "fact_changed", "number": "fact_changed", "negation": "fact_changed", "negated": "fact_changed", "truncated": "step_deleted", "deleted": "step_deleted", "deletion": "step_deleted",
    "empty": "null_answer", "blank": "null_answer", "null": "null_answer", "constant": "constant_answer", "injected": "injection", "jailbreak": "injection", "instructions": "injection",
}  # fmt: skip
"""Words that other people have for a probe. Where two of a name's words mean different ones, neither is meant."""

WORSE = frozenset(
    (
        "broken", "corrupt", "corrupted", "corruption", "degraded", "empty", "false", "garbage", "garbled", "gibberish", "incomplete", "incorrect", "irrelevant", "missing", "nonsense",
        "nonsensical", "random", "scrambled", "shuffled", "truncated", "unrelated", "worse", "worsened", "wrong", "blank", "null", "mismatched", "hallucinated", "control", "controls", "attack",
        "attacks", "adversarial", "injected", "jailbreak",
    )
)  # fmt: skip
"""Words of an answer that was made worse or wants more than it deserves: an honest verdict on it may be another one."""


def meant_by(name: str) -> str | None:
    """The known probe that an unknown name most likely means; None where nobody can say.

    Example
    -------
    >>> [meant_by(name) for name in ("prompt_injection", "position_bias", "swap", "shuffled_sentences", "our_own")]
    ['injection', 'position', 'position', 'sentences_shuffled', None]
    """
    if probe_of(name) is not None:
        return None
    words = words_of(name)
    known = {probe.name: frozenset(probe.name.split("_")) for probe in PROBES}
    inside = [probe for probe, its in known.items() if its <= words or its - FILLERS == words - FILLERS]
    if inside:
        return max(inside, key=lambda probe: len(known[probe]))
    like = get_close_matches(name.casefold(), list(known), n=1, cutoff=CLOSE)
    if like:
        return like[0]
    variants = Counter(variant for probe in PROBES for variant in probe.variants)
    of_variant = [
        probe.name for probe in PROBES for variant in probe.variants if variants[variant] == 1 and frozenset(variant.split("_")) in (words, words - FILLERS)
    ]
    by_word = {OTHER_WORDS[word] for word in words if word in OTHER_WORDS}
    found = set(of_variant) or by_word
    return found.pop() if len(found) == 1 else None


def unclear_name(name: str) -> str:
    """Why it is not known that the verdict should stay under a probe of somebody else's; "" where nothing speaks against it.

    A control that is followed, or an attack that is punished, would be called a bias for it.
    """
    if probe_of(name) is not None:
        return ""
    like = meant_by(name)
    known = None if like is None else probe_of(like)
    if known is not None and known.kind != "bias":
        return f"like {known.name}"
    word = next(iter(sorted(words_of(name) & WORSE)), None) if known is None else None
    return f'its word "{word}"' if word else ""


def words_of(name: str) -> frozenset[str]:
    """The words of a name, in lower case: of `WrongAnswer 2` wrong, answer and 2."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return frozenset(re.findall(r"[^\W_]+", apart.casefold()))
