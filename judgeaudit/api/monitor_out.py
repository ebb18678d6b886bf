"""What a check leaves in files: a folder of its own with its cases, the history page, and the folder that the user named."""

from __future__ import annotations

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

LAST_CHECKS = 10
"""Checks whose cases stand in what `--out` names."""

ROUGH = "this batch against the baseline; interval of one look"


def checks_folder(state: Path) -> Path:
    """Where the checks of a state keep their cases."""
    return state.with_name(f"{state.stem}-checks")


def write_check_folder(state: Path, setup: Setup, look: Look, rows: Rows) -> str:
    """Write the folder of one check; its path from the state's folder, with slashes."""
    from judgeaudit.report.html import render_html
    from judgeaudit.store import write_audit, write_page

    check = look.check
    folder = checks_folder(state) / f"{check.n}-{check.batch[:8]}"
    cases, texts = _cases(setup, look, rows)
    audit = audit_of(setup.judge, setup.criterion, check, cases, texts)
    write_audit(folder, audit.model_dump_json(indent=1))
    if cases and check.attribution != "none":
        write_page(folder, render_html(audit))
    return folder.relative_to(state.parent).as_posix()


def audit_of(
    judge: str, criterion: str, check: MonitorCheck | None, cases: Sequence[results.Case] = (), texts: Sequence[results.CaseText] = (), *,
    status: MonitorStatus | None = None,
) -> results.Audit:  # fmt: skip
    """A check, or where a watch stands, as an audit: `attribution`, the four shifts as estimates, the block `monitor`, cases."""
    if status is not None:
        named, block = status.attribution, status.model_dump(mode="json", exclude={"checks", "charts"})
        findings = [results.Finding(severity="warning", text=text, judge=judge, criterion=criterion) for text in status.warnings]
        findings.insert(0, results.Finding(severity="serious" if named != "none" else "note", text=status.sentence, judge=judge, criterion=criterion))
    else:
        assert check is not None
        named, findings, block = check.attribution, [], check.model_dump(mode="json")
    analysis = results.Analysis(name="drift", findings=tuple(findings), blocks={"monitor": [block]})
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
        gold = f"; gold {anchor.gold}" if anchor.gold is not None else ""
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


def write_history(state: Path, status: MonitorStatus) -> None:
    """`status.json` beside the folders of the checks: all that a page of the history shows."""
    from judgeaudit.store import write_bytes

    write_bytes(checks_folder(state) / "status.json", status.model_dump_json(indent=1).encode())


def write_summary(out: Path, status: MonitorStatus, state: Path) -> None:
    """What `--out` names: audit.json and the page of where the watch stands, with the cases of its last checks (since the alarm, where there is one)."""
    from judgeaudit.report.html import render_html
    from judgeaudit.store import write_audit, write_page

    plain = [check for check in status.checks if not check.acknowledged]
    cases, texts = _kept_cases(state, [check for check in plain if status.since is None or check.n >= status.since][-LAST_CHECKS:])
    audit = audit_of(status.judge, status.criterion, plain[-1] if plain else None, cases, texts, status=status)
    write_audit(out, audit.model_dump_json(indent=1))
    write_page(out, render_html(audit))


def _kept_cases(state: Path, checks: Sequence[MonitorCheck]) -> tuple[list[results.Case], list[results.CaseText]]:
    """Cases that checks kept in their folders, the newest first; folders that somebody removed are passed over."""
    from judgeaudit.api.outputs import load_audit
    from judgeaudit.store import audit_path

    cases: list[results.Case] = []
    texts: dict[str, results.CaseText] = {}
    for check in reversed(checks):
        folder = state.parent / check.folder if check.folder else None
        if folder is not None and audit_path(folder).is_file():
            kept = load_audit(folder).data
            cases += kept.cases
            texts = {**{one.item_id: one for one in kept.texts}, **texts}
    return cases[:MOST_CASES], list(texts.values())[:MOST_CASES]
