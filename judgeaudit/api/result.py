"""The audit as a notebook sees it: tables, JSON, the page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit.domain import results

if TYPE_CHECKING:
    import pandas as pd


class Audit:
    """The result of `run` and `audit`.

    Attributes
    ----------
    data : judgeaudit.domain.results.Audit
        Everything, as `audit.json` holds it.
    folder : Path or None
        The run directory, where one was written.
    interrupted : bool
        The run was stopped by the user before its plan was finished.
    kept : Path or None
        Where an earlier triage list was kept, because somebody had changed it since it was written.
    """

    def __init__(self, data: results.Audit, *, folder: Path | None = None, interrupted: bool = False, kept: Path | None = None) -> None:
        self.data = data
        self.folder = folder
        self.interrupted = interrupted
        self.kept = kept

    @property
    def decisions(self) -> dict[str, str]:
        """Each judge's decision: deploy, deploy_with_review, do_not_deploy or not_enough_data."""
        return {decision.judge: decision.decision for decision in self.data.decisions}

    @property
    def exit_code(self) -> int:
        """0 all gates hold, 1 a gate fails, 3 inconclusive or not measured, 4 the run is incomplete, 130 interrupted.

        Of a check for drift: 0 all judges are equivalent, 1 one drifted, 3 neither; of a monitor: 0 no alarm, 1 an alarm that names its cause, 3 one
        that does not, or nothing was measured yet. Gates of the rubric are not applied there.
        """
        from judgeaudit.decision.gates import exit_code
        from judgeaudit.report.summary import is_unmeasured

        if self.interrupted:
            return 130
        answers = {answer.answer for answer in self.data.drift}
        if answers and not self.data.incomplete:
            return 1 if "drifted" in answers else 0 if answers == {"equivalent"} else 3
        if self.data.attribution is not None:
            return 3 if is_unmeasured(self.data) else {"none": 0, "undecided": 3}.get(self.data.attribution, 1)
        return exit_code(self.data.gates, bool(self.data.incomplete))

    def estimates(self) -> pd.DataFrame:
        """Every number, one row each, with its interval or the reason why it is undefined."""
        return _frame(self.data.estimates, results.Estimate)

    def cases(self) -> pd.DataFrame:
        """Every flagged finding about one item, one row each."""
        return _frame(self.data.cases, results.Case)

    def triage(self) -> pd.DataFrame:
        """Verdicts that a person should look at first, the worst first: those on evidence that is not there, passes before all others.

        Returns
        -------
        DataFrame
            One row for each item of a judge; no row where nothing was found, or no rationale was given.
        """
        import pandas as pd

        from judgeaudit.exporters.triage import COLUMNS

        return pd.DataFrame(triage_rows(self.data), columns=list(COLUMNS))

    def estimate(self, metric: str, *, judge: str | None = None, criterion: str | None = None, group: str | None = None) -> results.Estimate:
        """The one estimate of a metric such as "calibration.cohen_kappa", over all strata.

        Raises
        ------
        KeyError
            When no estimate or more than one matches.
        """
        found = [
            e
            for e in self.data.estimates
            if f"{e.analysis}.{e.name}" == metric
            and e.stratum is None
            and (judge is None or e.judge == judge)
            and (criterion is None or e.criterion == criterion)
            and (group is None or e.group == group)
        ]
        if len(found) != 1:
            raise KeyError(f"{len(found)} estimates match {metric}, judge {judge}, criterion {criterion}, group {group}")
        return found[0]

    def to_json(self, path: str | Path | None = None) -> str:
        """The audit as JSON text; written to `path` too, where one is given."""
        text = self.data.model_dump_json(indent=1)
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return text

    def to_html(self, path: str | Path) -> Path:
        """Write the self-contained page and return its path."""
        from judgeaudit.report.html import render_html

        Path(path).write_text(render_html(self.data), encoding="utf-8")
        return Path(path)

    def __repr__(self) -> str:
        return f"Audit({self.data.rubric.name!r}, decisions={self.decisions})"

    def _repr_html_(self) -> str:
        from judgeaudit.api.notebook import audit_html

        return audit_html(self.data)


def triage_rows(data: results.Audit) -> list[dict[str, Any]]:
    """The rows of the block `triage` of an audit."""
    listed = [analysis.blocks.get("triage") for analysis in data.analyses if analysis.name == "evidence"]
    return [row for rows in listed if isinstance(rows, (list, tuple)) for row in rows if isinstance(row, dict)]


def _frame(rows: tuple[results.Result, ...], kind: type[results.Result]) -> pd.DataFrame:
    import pandas as pd

    dicts: list[dict[str, Any]] = [row.model_dump() for row in rows]
    return pd.DataFrame(dicts, columns=list(kind.model_fields))
