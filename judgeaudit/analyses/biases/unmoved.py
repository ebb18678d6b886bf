"""Items that were made worse, and whose verdict stayed: what a reader looks at where a control is not followed."""

from __future__ import annotations

from collections.abc import Sequence

from judgeaudit import thresholds
from judgeaudit.analyses.biases.mention_rows import Read, cases_of, rows_of
from judgeaudit.analyses.biases.moved import stayed
from judgeaudit.analyses.biases.moved_said import accounts
from judgeaudit.analyses.biases.reading import Reading
from judgeaudit.analyses.biases.shown_cue import Cues
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.probe_counts import Shown
from judgeaudit.analyses.probe_cues import kind_of
from judgeaudit.domain.results import Case
from judgeaudit.text.cue_words import UNKNOWN

FLAG = "unmoved_by_control"


def unmoved(data: AnalysisInput, shown: Sequence[Shown]) -> Reading:
    """The items of each control on which a judge says of the worse answer what it says of the item's own, though it could say less.

    Parameters
    ----------
    data : AnalysisInput
    shown : sequence of Shown

    Returns
    -------
    Reading
        Block `unmoved`, rows as in `moved` (none mentions anything), and a case `unmoved_by_control` for each; by judge, criterion and control at most
        `MAX_MOVED_SHOWN`. One item is no proof: what was changed may not matter for it.
    """
    cues = Cues(data)
    rows = []
    cases: list[Case] = []
    whole = [one for one in shown if one.part.stratum is None and kind_of(one.name) == "control"]
    for pooled in (one for one in whole if one.variant is None):
        place = pooled.judge, pooled.part.criterion, pooled.name
        mine = [one for one in whole if (one.judge, one.part.criterion, one.name) == place and one.variant is not None]
        found = sorted((movement for one in mine or [pooled] for movement in stayed(one, thresholds.MAX_MOVED_SHOWN)), key=lambda one: one.strength)
        read = [
            Read(one, (UNKNOWN,) * len(one.moved), cues.variant(pooled.name, one.movement.variant, one.movement.item, pooled.part.criterion))
            for one in accounts(data, found[: thresholds.MAX_MOVED_SHOWN], every=True)
        ]
        rows += rows_of(read, data)
        cases += cases_of(read, data, FLAG)
    return Reading(cases=cases, blocks={"unmoved": rows} if rows else {})
