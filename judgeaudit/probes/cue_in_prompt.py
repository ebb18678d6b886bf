"""Cues that the judge is told beside the question: the item stays letter for letter."""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.context import Context, Variant
from judgeaudit.probes.edits import about, shown_name
from judgeaudit.probes.scale_words import ends, said


def told(item: Item, name: str, note: str) -> Variant:
    """The item as it is, with a note to the judge."""
    return Variant(item, name, note=note)


def about_one(item: Item, context: Context, probe: str, name: str, note: str) -> Variant:
    """A note about the response, of a pair about one of them; `{}` in it stands for what the judge knows it by."""
    source, which = about(item, context, probe)
    return told(item, f"{name}{which}", note.replace("{}", shown_name(source, context)))


def verdicts(context: Context, names: tuple[str, str], of_pair: tuple[str, str]) -> dict[str, str] | None:
    """What a cue that names a verdict can name, in words, by the variant's name.

    Parameters
    ----------
    context : Context
        With the criterion.
    names : two variants
        For the best and the worst verdict of the scale.
    of_pair : two variants
        For the two responses of a pair.

    Returns
    -------
    dict or None
        None where no verdict of the scale is better than another.
    """
    scale = context.asked.scale
    if context.pairwise:
        assert scale.labels is not None
        return {name: f'the label "{label}"' for name, label in zip(of_pair, scale.labels[:2], strict=True)}
    found = ends(scale)
    return None if found is None else {name: said(scale, verdict) for name, verdict in zip(names, found, strict=True)}
