"""What 100 tokens without content move the verdict by: the probe `verbosity`, measured by what it added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from judgeaudit.analyses.biases.item_values import mean_estimate
from judgeaudit.analyses.biases.written import TOKEN, tokens
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.probe_counts import Floats, Shown, mean_code
from judgeaudit.analyses.probe_cues import credit
from judgeaudit.analyses.probe_effects import NO_ORDER, NO_PLAIN, reach_of
from judgeaudit.domain.items import Item
from judgeaudit.domain.results import Estimate
from judgeaudit.probes import Context, toward, variants_of
from judgeaudit.probes.verbosity import VERBOSITY
from judgeaudit.stats.kernels.mean_change import MeanChange

NAME = "verbosity_shift_per_100_tokens"
WHAT = (
    "mean verdict under the probe less mean plain verdict (of a pair: verdicts for the longer response, a tie half), over the tokens that were added, for 100"
)
NO_TEXTS = "the texts of the items are not known, and so not by how much they became longer"

Added = Mapping[str, Mapping[str, float]]


def probed_items(shown: Sequence[Shown]) -> tuple[str, ...]:
    """The items that have a verdict under any of the probes that are given, in the order of the table."""
    found: dict[str, None] = {}
    for one in shown:
        if one.part.stratum is None:
            patterns = one.part.patterns
            has = (one.n_probe > 0)[patterns.pattern_of_item]
            found |= dict.fromkeys(patterns.item_ids[place] for place in np.flatnonzero(has))
    return tuple(found)


def added_tokens(data: AnalysisInput, item_ids: Sequence[str]) -> Added:
    """Tokens that each variant of the probe adds to an item, by item and variant. Made again from the items and the rubric's seed."""
    context = Context(data.rubric, tuple(data.items.values()))
    return {one: _added(item, context) for one in item_ids if (item := data.items.get(one)) is not None}


def _added(item: Item, context: Context) -> dict[str, float]:
    made = variants_of(VERBOSITY, item, context)
    if isinstance(made, str):
        return {}
    texts = item.sources()
    return {one.name: sum(tokens(change.put) - tokens(texts[change.source][change.start : change.end]) for change in one.changes) for one in made}


def verbosity_shift(one: Shown, added: Added) -> Estimate:
    """Points of the scale (two labels and pairs: shares) for 100 added tokens.

    Parameters
    ----------
    one : Shown
        Verdicts under `verbosity`, all its variants together.
    added : mapping of item to variant to tokens
        See `added_tokens`.

    Notes
    -----
    Sum over items of the shifts, each the mean over the item's variants, divided by that of the added tokens. The interval is that of a mean over
    items of the ratio and what is left of it, with the lengths as they are (they were chosen, not drawn).
    """
    scale = one.part.scale
    if one.part.data.rubric.mode != "pairwise" and not scale.two_labels and scale.level == "nominal":
        return Estimate.missing(NO_ORDER)
    shift, length = _by_item(one, added)
    keep = ~np.isnan(shift) & _inside(one)
    if not keep.any():
        return Estimate.missing(_why_not(one, added))
    shift, length = shift[keep], length[keep]
    mean = float(length.mean())
    ratio = float(shift.sum() / length.sum())
    values = (100 * (ratio + (shift - ratio * length) / mean)).round(12)
    reach = 100 * reach_of(one) / mean
    patterns = one.part.patterns
    names = [patterns.clusters[i] or f"\0{patterns.item_ids[i]}" for i in np.flatnonzero(keep)] if any(patterns.clusters) else None
    clusters = None if names is None else np.unique(names, return_inverse=True)[1].astype(np.int64).ravel()
    change = MeanChange(values, np.ones(len(values), dtype=np.int64), clusters, max(reach, float(np.abs(values).max())), reach)
    found = mean_estimate(change, f"{WHAT}; {TOKEN}", one.part.data.ci_level)
    return found.model_copy(update={"n_ratings": int(((one.n_plain + one.n_probe)[patterns.pattern_of_item][keep]).sum())})


def _by_item(one: Shown, added: Added) -> tuple[Floats, Floats]:
    """Shift and added tokens of each item, means over its variants; NaN where nothing was measured or nothing was added."""
    which, ids = one.part.patterns.pattern_of_item, one.part.patterns.item_ids
    shifts, sizes = [], []
    for variant in dict.fromkeys(one.variants):
        push = toward(one.name, variant)
        if push == "none":
            continue
        columns = [place for place, name in enumerate(one.variants) if name == variant]
        moved = (mean_code(credit(one, one.probe[:, columns], push)) - mean_code(credit(one, one.plain, push)))[which]
        size = np.array([added.get(item, {}).get(variant, np.nan) for item in ids], dtype=np.float64)
        known = ~np.isnan(moved) & (size > 0)
        shifts.append(np.where(known, moved, np.nan))
        sizes.append(np.where(known, size, np.nan))
    if not shifts:
        return np.full(len(ids), np.nan), np.full(len(ids), np.nan)
    return mean_code(np.column_stack(shifts)), mean_code(np.column_stack(sizes))


def _inside(one: Shown) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which items are of the part."""
    patterns, stratum = one.part.patterns, one.part.stratum
    of_pattern = np.ones(len(patterns.counts), dtype=bool) if stratum is None else np.array([name == stratum for name in patterns.strata])
    return np.asarray(of_pattern[patterns.pattern_of_item])


def _why_not(one: Shown, added: Added) -> str:
    if not (one.part.weights[(one.n_plain > 0) & (one.n_probe > 0)] > 0).any():
        return NO_PLAIN
    if not any(item in added for item in one.part.patterns.item_ids):
        return NO_TEXTS
    known = {variant for of_item in added.values() for variant in of_item}
    other = sorted(set(one.variants) - known)
    return f"how much the variants {', '.join(other) or 'of these items'} add is not known" if other else "nothing was added to any item"
