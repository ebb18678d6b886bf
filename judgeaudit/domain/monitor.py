"""What the watch over a stream of verdicts has seen: one judge, one criterion, one label, check by check."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from judgeaudit.domain.drift import Attribution
from judgeaudit.domain.results import Result

MonitorState = Literal["not_measured", "quiet", "alarm"]
"""Nothing looked at yet; looked, and no alarm; an alarm, which stays until it is acknowledged."""


class RoughShift(Result):
    """A shift since the baseline, current minus baseline on the scale 0..1, with a rough 95 % interval of one look.

    The interval is for the eye: it is not valid at many looks, and the alarm does not rest on it. `value` is None where `reason` says why.
    """

    value: float | None = None
    low: float | None = None
    high: float | None = None
    reason: str = ""


class MonitorCheck(Result):
    """One update of the state, as it stood right after.

    Attributes
    ----------
    n : int
        Number of the check, from 1.
    at : datetime
        When it was made.
    batch : str
        SHA-256 of the file.
    name : str
        Name of the file, without its folder; of a folder with the one that it is in.
    rows : int
        Rows of the file that are about the judge and criterion that are watched.
    new, repeats, late : int
        Of these: not seen before; the same observation as an earlier one; older than the window (left out: whether such a row is a repeat can
        no longer be seen).
    undated : int
        Rows without a time that were left out: they count as repeats of any earlier one on their item.
    elsewhere : int
        Rows of the file about other judges or criteria, and probe rows.
    unanswered : int
        New rows without a verdict (refused, unparsable ...).
    n_product_rows, n_anchor_rows : int
        New rows with a verdict on production items and on anchors. Rows that became the baseline of a watch with anchors only are not among them.
    n_moved : int
        Anchor rows whose verdict is none that their baseline has.
    unknown_strata : int
        New production rows of strata that the baseline does not have, or of none where it has strata.
    product_mean : float or None
        Mean of the production verdicts of this batch on the scale 0..1 (share of the label, or mean score); None without any.
    product_shift, judge_shift, system_shift, mix_shift : RoughShift
        Of this batch against the baseline.
    answered_shift : RoughShift
        Share of rows with a verdict, of this batch.
    e_product, e_judge, e_mix, e_answered, e_system : float
        log10 of the e-values so far, each already multiplied by its share of alpha, so that one limit is for all. The first four raise the
        alarm; the judge's, the system's and the mix's accuse. After an alarm the judge's and the system's may be 1 / p of a test at a moment that
        was fixed before, and the share of the one grows once the other is accused.
    e_value : float
        The highest of the first four.
    e_highest : float
        The highest `e_value` since the start or the last acknowledgement.
    threshold : float
        log10 of the limit of all of them, 1 / alpha.
    attribution : str
        Of the state after this check.
    smallest_judge_shift : float or None
        Shift of the judge that the anchors so far would have shown; None without anchors.
    acknowledged : bool
        A row that is no batch: the alarm was acknowledged here, and the watch began anew.
    folder : str or None
        Folder of its cases, relative to the state file's folder; None without one.
    """

    n: int = Field(ge=1)
    at: datetime
    batch: str = ""
    name: str = ""
    rows: int = 0
    new: int = 0
    repeats: int = 0
    late: int = 0
    undated: int = 0
    elsewhere: int = 0
    unanswered: int = 0
    n_product_rows: int = 0
    n_anchor_rows: int = 0
    n_moved: int = 0
    unknown_strata: int = 0
    product_mean: float | None = None
    product_shift: RoughShift = RoughShift()
    judge_shift: RoughShift = RoughShift()
    system_shift: RoughShift = RoughShift()
    mix_shift: RoughShift = RoughShift()
    answered_shift: RoughShift = RoughShift()
    e_product: float = 0.0
    e_judge: float = 0.0
    e_system: float = 0.0
    e_mix: float = 0.0
    e_answered: float = 0.0
    e_value: float = 0.0
    e_highest: float = 0.0
    threshold: float
    attribution: Attribution = "none"
    smallest_judge_shift: float | None = None
    acknowledged: bool = False
    folder: str | None = None


class ChartSeries(Result):
    """A control chart over checks: a picture, never the verdict. All lists are as long as `checks`, which holds the numbers of the checks.

    Attributes
    ----------
    name : {"ewma", "cusum"}
    values, lower, upper : tuple of float or None
        The chart and its limits, on the scale 0..1 (the EWMA of batch means; the CUSUM's sums of departures, in the same unit).
    limits : str
        What the limits keep, in words.
    undefined : str or None
        Why there is no chart.
    """

    name: Literal["ewma", "cusum"]
    checks: tuple[int, ...] = ()
    values: tuple[float | None, ...] = ()
    lower: tuple[float | None, ...] = ()
    upper: tuple[float | None, ...] = ()
    limits: str = ""
    undefined: str | None = None


class MonitorStatus(Result):
    """The watch over one judge, criterion and label, from `--init` to its last check.

    Attributes
    ----------
    judge, criterion : str
    label : str or None
        The label whose share is watched; None where the mean score is.
    scale : str
        What 0 and 1 stand for, in words.
    created : datetime
        When the watch began.
    alpha : float
        How often a stream without drift may ever raise an alarm.
    window_days : int
    state : {"not_measured", "quiet", "alarm"}
    attribution : {"none", "system", "judge", "both", "mix", "undecided"}
    sentence : str
        For readers who know no statistics.
    since : int or None
        Number of the check that raised the alarm.
    baseline_mean, baseline_low, baseline_high : float or None
        Of the production verdicts of the baseline, with a rough 95 % interval.
    n_baseline, n_anchors : int
        Production items and anchors of the baseline.
    noise : float or None
        Share of disagreement between replicates of one anchor in the baseline; None with one replicate each.
    n_checks : int
        Of all checks; `checks` holds at most the last 500.
    n_product_rows, n_anchor_rows : int
        Observations since the watch began, or since the last acknowledgement.
    smallest_judge_shift : float or None
        Shift of the judge that the anchors so far would have shown with 80 % power.
    checks : tuple of MonitorCheck
        Oldest first.
    charts : tuple of ChartSeries
        EWMA and CUSUM over `checks`.
    warnings : tuple of str
        What a reader must know before trusting it: no anchors, few items, unknown strata, refusals that rise ...
    """

    judge: str
    criterion: str
    label: str | None = None
    scale: str = ""
    created: datetime
    alpha: float
    window_days: int
    state: MonitorState = "not_measured"
    attribution: Attribution = "none"
    sentence: str = ""
    since: int | None = None
    baseline_mean: float | None = None
    baseline_low: float | None = None
    baseline_high: float | None = None
    n_baseline: int = 0
    n_anchors: int = 0
    noise: float | None = None
    n_checks: int = 0
    n_product_rows: int = 0
    n_anchor_rows: int = 0
    smallest_judge_shift: float | None = None
    checks: tuple[MonitorCheck, ...] = ()
    charts: tuple[ChartSeries, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """1 on an alarm that names its cause, 3 where it is undecided or nothing was measured yet, 0 else."""
        if self.state == "alarm":
            return 3 if self.attribution == "undecided" else 1
        return 3 if self.state == "not_measured" else 0
