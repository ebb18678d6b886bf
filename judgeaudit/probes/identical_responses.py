"""Show one response twice: a preference between them is one for a place."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Change, Context, Made, Variant
from judgeaudit.probes.record import PAIRWISE, Probe

VARIANT = "identical"


def identical_responses(item: Item, context: Context) -> Made:
    """The pair with one of its responses, drawn by the seed and the item's id, in both places.

    Parameters
    ----------
    item : Item
    context : Context

    Returns
    -------
    Variant or str
        Not where both are the same already.
    """
    texts = item.sources()
    if texts["response_a"] == texts["response_b"]:
        return "both responses are the same"
    kept, lost = ("response_a", "response_b") if context.rng("identical_responses", item.id).random() < 0.5 else ("response_b", "response_a")
    changed = item.model_copy(update={lost: getattr(item, kept)})
    return Variant(changed, VARIANT, (Change(lost, 0, len(texts[lost]), texts[kept]),))


IDENTICAL_RESPONSES = Probe(
    "identical_responses", PAIRWISE, 1, identical_responses, kind="control", variants={VARIANT: "none"},
    changes="One response of the pair stands in both places.",
    expect="It says tie; where the scale has none, it prefers each place half the time.",
    cannot="Pairs of two responses that are the same already: their plain verdicts say it.",
)  # fmt: skip
