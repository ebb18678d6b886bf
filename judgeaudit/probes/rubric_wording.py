"""Ask the same question in other words, its polarity kept."""

from __future__ import annotations

import re

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Made, Variant
from judgeaudit.probes.phrases import WORDINGS
from judgeaudit.probes.record import BOTH, Probe
from judgeaudit.text.evidence.language import language_of

_NEGATIONS = re.compile(
    r"\b(?:not|no|never|none|nothing|without|cannot|fails?|lacks?|nicht|nie|ohne|kein\w*|pas|jamais|sans|aucune?|nunca|sin|ning\w+)\b|n['\u2019]t\b", re.IGNORECASE
)  # fmt: skip


def rubric_wording(item: Item, context: Context) -> Made:
    """The item as it is, asked about in the paraphrases of the criterion; where it has none, in our two frames around its question.

    Parameters
    ----------
    item : Item
    context : Context
        With the criterion.

    Returns
    -------
    tuple of Variant or str
        `wording_1`, `wording_2` ... Not where the criterion has no paraphrases and no frame speaks its language.
    """
    asked = context.asked
    questions = asked.paraphrases
    if not questions:
        frames = WORDINGS.get(language_of(asked.question) or ("en" if asked.question.isascii() else ""))
        if frames is None:
            return "no other words in the language of the question: give the criterion paraphrases"
        questions = tuple(frame.replace("{}", asked.question) for frame in frames)
    return tuple(
        Variant(item, f"wording_{number}", criterion=asked.model_copy(update={"question": question})) for number, question in enumerate(questions, start=1)
    )


def turned_around(question: str, paraphrase: str) -> bool:
    """Whether one of the two has a negation more than the other, so that a yes to one may be a no to the other.

    Example
    -------
    >>> turned_around("Is it safe?", "Is it not dangerous?"), turned_around("Is it safe?", "Can one use it safely?")
    (True, False)
    """
    return len(_NEGATIONS.findall(question)) % 2 != len(_NEGATIONS.findall(paraphrase)) % 2


RUBRIC_WORDING = Probe(
    "rubric_wording", BOTH, 1, rubric_wording, kind="bias", variants={"wording_1": "none", "wording_2": "none"}, needs=("criterion",),
    changes="The question is put in other words that mean the same: the criterion's `paraphrases`, else two frames around it.",
    expect="The verdict stays: a yes means the same in all wordings.",
    cannot="Questions in a language without frames, where the criterion has no paraphrases; judges whose own prompt does not take the question from the rubric.",
)  # fmt: skip
