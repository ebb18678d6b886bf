"""Labels that a probe called otherwise or listed otherwise, and back."""

from __future__ import annotations

from functools import lru_cache

from judgeaudit.domain.rubric import Criterion
from judgeaudit.domain.scales import Scale
from judgeaudit.probes.label_names import LABEL_NAMES, other_names
from judgeaudit.probes.label_order import LABEL_ORDER


def asked_under(probe: str | None, variant: str | None, criterion: Criterion, *, pairwise: bool) -> Criterion:
    """The criterion with the labels that a judge was shown under a probe; itself where they are the rubric's.

    Parameters
    ----------
    probe, variant : str or None
        As a stored call names them.
    criterion : Criterion
        The rubric's.
    pairwise : bool
    """
    if probe is None or criterion.scale.labels is None or variant not in (*LABEL_NAMES.variants, *LABEL_ORDER.variants):
        return criterion
    if probe == LABEL_NAMES.name:
        scale = _scale(criterion.scale, other_names(criterion, variant, pairwise=pairwise))
    elif probe == LABEL_ORDER.name:
        scale = _scale(criterion.scale, criterion.scale.labels[::-1])
    else:
        return criterion
    return criterion.model_copy(update={"scale": scale})


def own_label(probe: str | None, label: str | None, asked: Criterion, criterion: Criterion) -> str | None:
    """The rubric's label for one that a judge gave: under `label_names` the one in its place, else the one of its name."""
    own, shown = criterion.scale.labels, asked.scale.labels
    if probe != LABEL_NAMES.name or label is None or own is None or shown is None:
        return label
    return own[shown.index(label)]


@lru_cache(maxsize=256)
def _scale(scale: Scale, labels: tuple[str, ...]) -> Scale:
    return scale.model_copy(update={"labels": labels})
