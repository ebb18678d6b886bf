"""What a check leaves in files: a folder of its own with its cases, the history page, and the folder that the user named."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit import __version__
from judgeaudit.domain import results
from judgeaudit.domain.monitor import MonitorCheck, MonitorStatus, RoughShift

if TYPE_CHECKING:
    from judgeaudit.monitoring.batches import Rows
    from judgeaudit.monitoring.checking import Look
    from judgeaudit.monitoring.setup import Setup

MOST_CASES = 200
"""Anchors that moved of which a check keeps the texts."""

HISTORY = "history.html"

LISTED = 2_000
"""Checks that the history lists; all are in the state, and their folders stay."""

LAST_CHECKS = 10
"""Checks whose cases stand in what `--out` names."""

ROUGH = "this batch against the baseline; interval of one look"


def checks_folder(state: Path) -> Path:
    """Where the checks of a state keep their cases."""
    # `watch.db` has `watch-checks`; another ending stays in the name, since states that differ by it alone must not share a folder.
    return state.with_name(f"{state.stem if state.suffix in ('.db', '') else state.name}-checks")


def history_path(state: Path) -> Path:
    """Where the page of all checks is."""
    return checks_folder(state) / HISTORY


def write_check_folder(state: Path, setup: Setup, look: Look, rows: Rows) -> str:
    """Write the folder of one check: audit.json, its page, drift.md, junit.xml; the folder's path from the state's folder, with slashes."""
    from judgeaudit.api.outputs import write_answers
    from judgeaudit.monitoring.standing import said_of, state_of

    check = look.check
    folder = checks_folder(state) / f"{check.n}-{check.batch[:8]}"
    cases, texts = _cases(setup, look, rows)
    said, state_now = said_of(setup, look.progress, (check,)), state_of(setup, look.progress, (check,))
    write_answers(folder, audit_of(setup.judge, setup.criterion, check, cases, texts, sentence=said, state=state_now))
    return folder.relative_to(state.parent).as_posix()


def audit_of(
    judge: str, criterion: str, check: MonitorCheck | None, cases: Sequence[results.Case] = (), texts: Sequence[results.CaseText] = (), *,
    status: MonitorStatus | None = None, sentence: str = "", state: str = "quiet",
) -> results.Audit:  # fmt: skip
    """A check, or where a watch stands, as an audit: `attribution`, the shifts as estimates, the blocks `monitor` and `check`, cases.

    `sentence` and `state` say of a check what a status says by itself.
    """
    seen = [] if check is None else [check.model_dump(mode="json")]
    if status is not None:
        named, sentence, warnings = status.attribution, status.sentence, status.warnings
        blocks = {"monitor": [status.model_dump(mode="json", exclude={"checks", "charts"})], "check": seen}
    else:
        assert check is not None
        named, warnings = check.attribution, ()
        blocks = {"monitor": [{**seen[0], "sentence": sentence, "state": state}], "check": seen}
    first = [results.Finding(severity="serious" if named != "none" else "note", text=sentence, judge=judge, criterion=criterion)] if sentence else []
    findings = (*first, *(results.Finding(severity="warning", text=text, judge=judge, criterion=criterion) for text in warnings))
    analysis = results.Analysis(name="drift", findings=findings, blocks=blocks)
    estimates = tuple(one.about(analysis="drift", judge=judge, criterion=criterion) for one in _estimates(check)) if check is not None else ()
    return results.Audit(
        judgeaudit_version=__version__, rubric=results.RubricFacts(name=f"monitor of {judge}", criteria=({"name": criterion},)),
        judges=(results.JudgeFacts(name=judge),), analyses=(analysis,), estimates=estimates, cases=tuple(cases), texts=tuple(texts), attribution=named,
    )  # fmt: skip


def _estimates(check: MonitorCheck) -> list[results.Estimate]:
    shifts = {
        "production_shift": check.product_shift, "judge_share_of_shift": check.judge_shift, "system_share_of_shift": check.system_shift,
        "mix_share_of_shift": check.mix_shift, "answered_shift": check.answered_shift,
    }  # fmt: skip
    found = [_estimate(name, shift, check.n_anchor_rows if name.startswith("judge") else check.n_product_rows) for name, shift in shifts.items()]
    smallest = check.smallest_judge_shift
    why = None if smallest is not None else "no anchors were judged again, or too few to see any shift"
    return [*found, results.Estimate(name="min_detectable_shift", group="judge", value=smallest, undefined=why, n_items=check.n_anchor_rows)]


def _estimate(name: str, shift: RoughShift, n: int) -> results.Estimate:
    if shift.value is None:
        return results.Estimate(name=name, undefined=shift.reason or "not measured", n_items=n)
    return results.Estimate(name=name, value=shift.value, low=shift.low, high=shift.high, ci_level=0.95, method=ROUGH, n_items=n)


def _cases(setup: Setup, look: Look, rows: Rows) -> tuple[list[results.Case], list[results.CaseText]]:
    """Anchors whose verdict is none that they had in the baseline, with both rationales where they are known."""
    cases: list[results.Case] = []
    texts: dict[str, results.CaseText] = {}
    for anchor, index in look.moved[:MOST_CASES]:
        now = rows.words[index]
        gold = f" (gold {anchor.gold})" if anchor.gold is not None else ""
        about: dict[str, Any] = {"judge": setup.judge, "criterion": setup.criterion, "item_id": anchor.item_id}
        cases.append(results.Case(analysis="drift", flag="flipped_anchor", detail=f"{anchor.was} -> {now}{gold}", **about))
        replies = (
            {
                "judge": f"{setup.judge} (baseline)",
                "criterion": setup.criterion,
                "replicate": 0,
                "status": "ok",
                "label": anchor.was,
                "rationale": anchor.rationale,
            },
            {
                "judge": f"{setup.judge} (current)",
                "criterion": setup.criterion,
                "replicate": 0,
                "status": "ok",
                "label": now,
                "rationale": rows.rationales[index],
            },
        )
        texts.setdefault(anchor.item_id, results.CaseText(item_id=anchor.item_id, replies=replies))
    return cases, list(texts.values())


def write_history(state: Path, status: MonitorStatus, checks: Sequence[MonitorCheck]) -> None:
    """`history.html` and `status.json` beside the folders of the checks: the page shows all of `checks`, the status its own."""
    from judgeaudit.store import write_bytes

    write_bytes(checks_folder(state) / "status.json", status.model_dump_json(indent=1).encode())
    _write_history(checks_folder(state), state, status, checks)


def _write_history(folder: Path, state: Path, status: MonitorStatus, checks: Sequence[MonitorCheck]) -> None:
    """The page, with links to those folders of checks that are there."""
    from judgeaudit.report.history import render_history
    from judgeaudit.store import write_bytes

    there = {check.n: path for check in checks if check.folder and (path := state.parent / check.folder).is_dir()}
    links = {n: link for n, path in there.items() if (link := _link(folder, path)) is not None}
    write_bytes(folder / HISTORY, render_history(status.model_copy(update={"checks": tuple(checks)}), folders=links).encode("utf-8", "backslashreplace"))


def _link(start: Path, path: Path) -> str | None:
    """How a page in a folder names another folder; None where it is on another drive."""
    try:
        return Path(os.path.relpath(path, start)).as_posix()
    except ValueError:
        return None


def write_summary(out: Path, status: MonitorStatus, state: Path, checks: Sequence[MonitorCheck]) -> None:
    """What `--out` names: where the watch stands as audit.json, page, drift.md and junit.xml, with the cases of its last checks (since the alarm, where there
    is one), and the history."""
    from judgeaudit.api.outputs import write_answers

    # What was measured before an acknowledgement is no part of where the watch stands.
    start = max((place + 1 for place, check in enumerate(status.checks) if check.acknowledged), default=0)
    some = status.checks[start:]
    cases, texts = _kept_cases(state, [check for check in some if status.since is None or check.n >= status.since][-LAST_CHECKS:])
    write_answers(out, audit_of(status.judge, status.criterion, some[-1] if some else None, cases, texts, status=status))
    _write_history(out, state, status, checks)


def _kept_cases(state: Path, checks: Sequence[MonitorCheck]) -> tuple[list[results.Case], list[results.CaseText]]:
    """Cases that checks kept in their folders, of each anchor the newest, the newest first; folders that somebody removed are passed over."""
    from judgeaudit.api.outputs import load_audit
    from judgeaudit.store import audit_path

    cases: list[results.Case] = []
    texts: dict[str, results.CaseText] = {}
    for check in reversed(checks):
        folder = state.parent / check.folder if check.folder else None
        if folder is not None and audit_path(folder).is_file():
            kept = load_audit(folder).data
            cases += [case for case in kept.cases if case.item_id not in {one.item_id for one in cases}]
            texts = {**{one.item_id: one for one in kept.texts}, **texts}
    return cases[:MOST_CASES], list(texts.values())[:MOST_CASES]
