"""Perturbations of items: what an audit changes to see whether the verdict follows. `PROBES` is the whole list.

A probe is one file with one function `perturb(item, context)`, and one record; planning, calls, resuming, prices, effects net of
rerun noise and the report come by themselves.
"""

from __future__ import annotations

from judgeaudit.domain.items import Item
from judgeaudit.probes.anchoring import ANCHORING
from judgeaudit.probes.answer_language import ANSWER_LANGUAGE
from judgeaudit.probes.authority import AUTHORITY
from judgeaudit.probes.bandwagon import BANDWAGON
from judgeaudit.probes.chain_of_thought import CHAIN_OF_THOUGHT
from judgeaudit.probes.compassion_fade import COMPASSION_FADE
from judgeaudit.probes.constant_answer import CONSTANT_ANSWER
from judgeaudit.probes.context import Change, Context, Made, Perturb, Spans, Variant
from judgeaudit.probes.distraction import DISTRACTION
from judgeaudit.probes.evidence_only import EVIDENCE_ONLY
from judgeaudit.probes.evidence_removal import EVIDENCE_REMOVAL
from judgeaudit.probes.fact_changed import FACT_CHANGED
from judgeaudit.probes.fallacy import FALLACY
from judgeaudit.probes.formatting import FORMATTING
from judgeaudit.probes.identical_responses import IDENTICAL_RESPONSES
from judgeaudit.probes.injection import INJECTION
from judgeaudit.probes.irrelevant_removal import IRRELEVANT_REMOVAL
from judgeaudit.probes.label_names import LABEL_NAMES
from judgeaudit.probes.label_order import LABEL_ORDER
from judgeaudit.probes.nonsense_control import NONSENSE_CONTROL
from judgeaudit.probes.null_answer import NULL_ANSWER
from judgeaudit.probes.one_token import ONE_TOKEN
from judgeaudit.probes.position import POSITION
from judgeaudit.probes.record import Favoured, Kind, Probe, Push
from judgeaudit.probes.refinement import REFINEMENT
from judgeaudit.probes.rubric_wording import RUBRIC_WORDING
from judgeaudit.probes.self_preference import SELF_PREFERENCE
from judgeaudit.probes.sentences_shuffled import SENTENCES_SHUFFLED
from judgeaudit.probes.sentiment import SENTIMENT
from judgeaudit.probes.stated_consequence import STATED_CONSEQUENCE
from judgeaudit.probes.step_deleted import STEP_DELETED
from judgeaudit.probes.verbosity import VERBOSITY

__all__ = ["PROBES", "Change", "Context", "Favoured", "Kind", "Made", "Perturb", "Probe", "Push", "Spans", "Variant", "probe_of", "toward", "variants_of"]

PROBES: tuple[Probe, ...] = (
    EVIDENCE_REMOVAL, EVIDENCE_ONLY, IRRELEVANT_REMOVAL, NONSENSE_CONTROL,
    POSITION, IDENTICAL_RESPONSES, LABEL_ORDER, LABEL_NAMES, RUBRIC_WORDING, VERBOSITY, FORMATTING, AUTHORITY, BANDWAGON, SENTIMENT, COMPASSION_FADE,
    SELF_PREFERENCE, REFINEMENT, DISTRACTION, FALLACY, ANCHORING, STATED_CONSEQUENCE, ANSWER_LANGUAGE, CHAIN_OF_THOUGHT,
    FACT_CHANGED, STEP_DELETED, SENTENCES_SHUFFLED,
    NULL_ANSWER, CONSTANT_ANSWER, ONE_TOKEN, INJECTION,
)  # fmt: skip
"""One record for each; the names are those of `judgeaudit.domain.rubric.KNOWN_PROBES`, in the same order."""

_BY_NAME = {probe.name: probe for probe in PROBES}


def probe_of(name: str) -> Probe | None:
    """The probe of that name; None for one of somebody else's.

    Example
    -------
    >>> probe_of("nonsense_control").stage
    1
    """
    return _BY_NAME.get(name)


def variants_of(probe: Probe, item: Item, context: Context) -> tuple[Variant, ...] | str:
    """The changed items that a probe makes of one, at least one; or why there is none."""
    made = probe.perturb(item, context)
    return (made,) if isinstance(made, Variant) else made


def toward(probe: str, variant: str | None) -> Favoured:
    """What a variant's cue pushes the verdict to.

    Parameters
    ----------
    probe, variant : str
        As rows of verdicts name them.

    Returns
    -------
    {"positive", "negative", "response_a", "response_b", "none"}
        The positive label or up the scale, or the other way; in a pair the response that the cue speaks for. "none" where it pushes nowhere,
        and for variants of somebody else's.

    Example
    -------
    >>> toward("verbosity", "padded"), toward("verbosity", "padded_b"), toward("fact_changed", "number_a"), toward("theirs", None)
    ('positive', 'response_b', 'response_b', 'none')
    """
    known = probe_of(probe)
    if known is None or variant is None:
        return "none"
    if variant in known.variants:
        return known.variants[variant]
    base, _, which = variant.rpartition("_")
    push = known.variants.get(base, "none")
    if push == "none" or which not in ("a", "b"):
        return "none"
    return "response_a" if (which == "a") == (push == "positive") else "response_b"
