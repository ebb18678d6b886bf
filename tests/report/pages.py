"""Pages in a real browser: which there are, what one did when it was opened, and waiting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from judgeaudit.domain.results import Audit
from judgeaudit.report.html import render_html
from tests.report import sample_audit as samples
from tests.report import sample_calibrated as calibration
from tests.report import sample_drift as drift
from tests.report import sample_edges as edges
from tests.report import sample_evidence as evidence
from tests.report import sample_far as far
from tests.report import sample_probes as probes
from tests.report import sample_rationale_edges as reason_edges
from tests.report import sample_rationales as reasons

MAKERS: dict[str, Callable[[], Audit]] = {
    "rich": samples.rich_audit, "lone": edges.lone_audit, "empty": edges.empty_audit, "large": edges.large_audit, "hostile": edges.hostile_audit, "rtl": edges.rtl_audit,
    "reasons": reasons.rationale_audit, "pairwise_reasons": reason_edges.pairwise_audit, "hostile_reasons": reason_edges.hostile_rationales, "many_reasons": reason_edges.many_items,
    "calibration": calibration.calibration_audit, "hostile_calibration": calibration.hostile_calibration,
    "evidence": evidence.evidence_audit, "hostile_evidence": evidence.hostile_evidence, "far": far.far_evidence,
    "drift": drift.drift_audit, "hostile_drift": drift.hostile_drift, "probes": probes.probes_audit, "hostile_probes": probes.hostile_probes,
}  # fmt: skip


@dataclass
class Opened:
    """A page that was opened, and everything that it did."""

    page: Any
    requests: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)


class Pages:
    """Opens pages, or hands out one that is open already to tests that change nothing."""

    def __init__(self, chromium: Any, folder: Path) -> None:
        self._chromium, self._folder = chromium, folder
        self._contexts: list[Any] = []
        self._kept: dict[tuple[object, ...], Opened] = {}

    def __call__(self, name: str, *, width: int = 1280, dark: bool = False, javascript: bool = True, fresh: bool = False) -> Opened:
        key = (name, width, dark, javascript)
        if fresh or key not in self._kept:
            context = self._chromium.new_context(
                viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light", java_script_enabled=javascript
            )
            self._contexts.append(context)
            result = _watched(context)
            result.page.goto(self._file(name).as_uri())
            if javascript:
                result.page.wait_for_selector("html[data-drawn]", state="attached")
            if fresh:
                return result
            self._kept[key] = result
        return self._kept[key]

    def _file(self, name: str) -> Path:
        path = self._folder / f"{name}.html"
        if not path.exists():
            path.write_text(render_html(MAKERS[name]()), encoding="utf-8")
        return path

    def close(self) -> None:
        for context in self._contexts:
            context.close()


def _watched(context: Any) -> Opened:
    result = Opened(page=context.new_page())
    page = result.page
    page.set_default_timeout(30_000)
    context.on("request", lambda request: result.requests.append(request.url))
    page.on("console", lambda message: result.troubles.append(f"console {message.type}: {message.text}"))
    page.on("pageerror", lambda error: result.troubles.append(f"error: {error}"))
    page.on("dialog", lambda dialog: (result.troubles.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.add_init_script(
        "window.blocked = []; addEventListener('securitypolicyviolation', (e) => window.blocked.push(e.violatedDirective + ' ' + e.blockedURI))"
    )
    return result


def until(page: Any, expression: str) -> None:
    """Wait for an expression to hold. Playwright's own waiting needs eval in the page, which the page's policy forbids."""
    for _ in range(200):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"never held: {expression}")
