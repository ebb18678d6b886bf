"""Why a probe has no number although there are rows of it: by cause, since each asks for something else."""

from __future__ import annotations

import numpy as np

from judgeaudit.analyses.parts import listed
from judgeaudit.analyses.probe_answers import answers
from judgeaudit.analyses.probe_counts import Shown
from judgeaudit.analyses.probe_synonyms import unclear_name
from judgeaudit.domain.results import Finding

NO_PLAIN = "no_plain"
"""No plain verdict of the judge on the criterion can be read."""
OTHER_ITEMS = "other_items"
"""There are plain verdicts, and all of other items."""
NAME = "name"
"""The name does not say whether the verdict should stay."""

TO_DO: dict[str, str] = {
    NO_PLAIN: "Give plain verdicts too (rows of the same item_id, judge and criterion with an empty column probe): what a probe moves is held against them.",
    OTHER_ITEMS: "Write the same item_id in the rows of the probe and in the plain ones of the judge: they have none in common.",
    NAME: "Write the name of the control or attack that it is in the column probe (docs/probes.md); or another name, if the verdict should stay under it.",
    "off_scale": "Write labels of the scale in the rows of this probe, as the plain rows have them, or correct the scale in the rubric.",
    "unparsable": "Read replies of these rows (status unparsable) and change the prompt or the reply format until they can be read, then ask again.",
    "ambiguous": "Read replies of these rows (status ambiguous): ask for one label and nothing beside it, then ask again.",
    "refused": "Read replies of these rows (status refused): the judge refuses what the probe shows. Use another judge for it, or take it out of probes.",
    "truncated": "Give the judge more tokens for its reply (max_tokens): these rows have the status truncated. Then ask again.",
    "too_long": "Ask about shorter items, or a judge with a longer context: these rows have the status too_long.",
    "error": "Read the errors of these calls (status error), and ask again where they are gone.",
}
"""By cause what to do; the other causes are statuses of rows."""


def cause_of(one: Shown) -> str | None:
    """Why no item of a whole criterion has a plain verdict and one of the probe: a key of `TO_DO`.

    Also where there are, if the name of somebody else's probe is unclear. The most frequent status where no row of the probe has a verdict. None where
    items have both, where there are no rows, and where rows are in the wrong order, which is said elsewhere.
    """
    if unclear_name(one.name):
        return NAME
    if one.part.stratum is not None or one.items((one.n_plain > 0) & (one.n_probe > 0)):
        return None
    place = one.name, one.judge, one.part.criterion
    found = answers(one.part.data, only=place).get(place)
    if found is None:
        return None
    if not found.ok:
        return min(found.statuses, key=lambda status: (-found.statuses[status], status))
    plain = one.plain if one.sides is None else one.sides.plain
    if not (~np.isnan(plain)).any():
        return NO_PLAIN
    return OTHER_ITEMS if one.sides is None else None


def said_of(one: Shown, cause: str) -> str:
    """The cause, in words that follow "not measured:"."""
    if cause == NAME:
        return f"whether the verdict should stay is not known of this name ({unclear_name(one.name)})"
    place = one.name, one.judge, one.part.criterion
    found = answers(one.part.data, only=place)[place]
    n_items = one.items(one.n_probe > 0)
    n = f"{n_items:,} item{'s' * (n_items != 1)}"
    if cause == NO_PLAIN:
        return f"there is no plain verdict of the judge beside {n} with one of the probe"
    if cause == OTHER_ITEMS:
        return f"none of the {n} with a verdict of the probe has a plain one of the judge"
    examples = f" ({listed(tuple(found.examples))})" if found.examples else ""
    none = f"none of its {found.asked:,} rows has a verdict" if found.asked > 1 else "its 1 row has no verdict"
    return f"{none}: {found.kinds()}{examples}"


def plain_missing(one: Shown) -> Finding | None:
    """A warning where rows of a probe stand beside no plain verdict of their items; that replies were unreadable is said by probe (`probe_answers`)."""
    cause = cause_of(one)
    if cause not in (NO_PLAIN, OTHER_ITEMS):
        return None
    judge, criterion = one.judge, one.part.criterion
    text = f"{judge} on {criterion} under {one.name}: {said_of(one, cause)}, so nothing is measured. {TO_DO[cause]}"
    return Finding(severity="warning", judge=judge, criterion=criterion, text=text)
