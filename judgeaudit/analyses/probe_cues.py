"""Where the cue of a probe pushes the verdict, and how far the verdict goes there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from judgeaudit.analyses.probe_counts import Floats, Shown, mean_code
from judgeaudit.analyses.probe_names import estimate_name as estimate_name
from judgeaudit.probes import Kind, probe_of, toward

UNSIGNED = ("nonsense_control",)
"""Read up the scale whatever it pushes to, as it always was."""

_OF_A_PAIR = ("response_a", "response_b")


def kind_of(probe: str) -> Kind:
    """Whether a probe is a bias, a control, an attack or one of evidence; somebody else's are taken for biases."""
    known = probe_of(probe)
    return known.kind if known is not None else "bias"


def cues(shown: Shown) -> tuple[str, ...]:
    """Where each column of the probe's verdicts is pushed: "positive", "negative", "response_a", "response_b"; "" where nowhere that this scale has."""
    if shown.name in UNSIGNED or kind_of(shown.name) == "evidence":
        return ("",) * len(shown.variants)
    allowed = _OF_A_PAIR if shown.part.data.rubric.mode == "pairwise" else ("positive", "negative")
    found = (_push(shown.name, variant) for variant in shown.variants)
    return tuple(push if push in allowed else "" for push in found)


def _push(probe: str, variant: str) -> str:
    """Where a variant pushes; one that nobody declared goes where all declared ones of its probe do, so that files without variants have a direction."""
    known = probe_of(probe)
    if known is None or base_variant(probe, variant) in known.variants:
        return toward(probe, variant)
    pushes = set(known.variants.values())
    return pushes.pop() if len(pushes) == 1 else "none"


def base_variant(probe: str, variant: str) -> str:
    """A variant without the response of the pair that it is about.

    Example
    -------
    >>> base_variant("verbosity", "padded_b"), base_variant("verbosity", "padded"), base_variant("theirs", "x_a")
    ('padded', 'padded', 'x_a')
    """
    known = probe_of(probe)
    base, _, which = variant.rpartition("_")
    return base if known is not None and variant not in known.variants and which in ("a", "b") and base in known.variants else variant


def credit(shown: Shown, codes: Floats, push: str) -> Floats:
    """How far each verdict is where the cue pushes: its code, with the sign of the cue; of a pair 1 for the favoured response, half for a tie, else 0."""
    if push not in _OF_A_PAIR:
        return -codes if push == "negative" else codes
    labels = shown.part.scale.labels or ()
    favoured = shown.part.scale.code(labels[_OF_A_PAIR.index(push)])
    tie = shown.part.scale.code(labels[2]) if len(labels) > 2 else None
    found = np.where(codes == favoured, 1.0, np.where(codes == tie, 0.5, 0.0)) if tie is not None else np.where(codes == favoured, 1.0, 0.0)
    return np.where(np.isnan(codes), np.nan, found)


def pushed(shown: Shown, pushes: Sequence[str]) -> Floats:
    """How much further toward the cue each pattern's verdicts are under the probe than plainly, shape (n_patterns,); NaN without either."""
    total, n = np.zeros(len(shown.probe)), np.zeros(len(shown.probe))
    for push in dict.fromkeys(push for push in pushes if push):
        columns = [place for place, one in enumerate(pushes) if one == push]
        under = credit(shown, shown.probe[:, columns], push)
        given = (~np.isnan(under)).sum(axis=1)
        plain = mean_code(credit(shown, shown.plain, push))
        total += np.where(given > 0, np.nansum(under, axis=1) - given * plain, 0.0)
        n += given
    return np.where(n > 0, total / np.maximum(n, 1), np.nan)


def room(shown: Shown, pushes: Sequence[str]) -> Floats:
    """How much further toward the cue each pattern's plain verdicts could be, in the unit of `pushed`, shape (n_patterns,); where nothing pushes: NaN."""
    total, n = np.zeros(len(shown.plain)), np.zeros(len(shown.plain))
    points = shown.part.scale.codes or (shown.part.scale.low or 0.0, shown.part.scale.high or 1.0)
    for push in dict.fromkeys(push for push in pushes if push):
        columns = [place for place, one in enumerate(pushes) if one == push]
        given = (~np.isnan(shown.probe[:, columns])).sum(axis=1)
        most = 1.0 if push in _OF_A_PAIR else max(points) if push == "positive" else -min(points)
        total += np.where(given > 0, given * (most - mean_code(credit(shown, shown.plain, push))), 0.0)
        n += given
    return np.where(n > 0, total / np.maximum(n, 1), np.nan)
