"""The audit as one HTML file: works from disk, asks nobody for anything, runs no script but its own."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit.domain.results import Audit
from judgeaudit.report import calibration as agreement
from judgeaudit.report import figures, formats, view
from judgeaudit.report.cases import EVIDENCE_FLAGS, MOVED_FLAGS, PROBE_FLAGS, RATIONALE_FLAGS, case_groups
from judgeaudit.report.drift import SECTIONS as DRIFT_SECTIONS
from judgeaudit.report.drift import drift_section
from judgeaudit.report.drift_flipped import FLAG as FLIPPED
from judgeaudit.report.evidence import evidence_section
from judgeaudit.report.hidden import plain
from judgeaudit.report.marks import visible
from judgeaudit.report.metrics import ANALYSIS_TITLES
from judgeaudit.report.monitor import SECTIONS as MONITOR_SECTIONS
from judgeaudit.report.monitor import monitor_section
from judgeaudit.report.probes import probe_section
from judgeaudit.report.rationales import rationale_section
from judgeaudit.report.summary import block, facts_of, gates_in_words, headline, run_line

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

SECTIONS = (
    ("decision", "Decision"), ("findings", "Findings"), ("gates", "Gates"), ("numbers", "Numbers and intervals"), ("agreement", "Agreement between judges"),
    ("consistency", "Consistency"), ("rationales", "Rationales"), ("evidence", "Evidence"), ("bias", "Bias and attacks"), ("calibration", "Calibration"),
    ("coverage", "Coverage"), ("cases", "Other cases"), ("judges", "Judges"), ("estimates", "All estimates"), ("how", "How to read this"),
)  # fmt: skip
_HERE = Path(__file__).parent
MAX_MATRICES = 24
"""Matrices that are also written out as tables."""


def render_html(audit: Audit) -> str:
    """The audit as a self-contained page.

    Parameters
    ----------
    audit : Audit
        What to show. Texts in it may be hostile; they are escaped, and hidden characters are shown.

    Returns
    -------
    str
        One HTML document, about 2 MB where figures are drawn, most of it plotly. The same audit gives the same page.

    Notes
    -----
    Everything that can be read stands in the HTML as text; figures, filter and sorting need JavaScript. A content security
    policy forbids every request and every script or style whose digest it does not name, so that foreign text could do
    nothing even if it were not escaped. plotly is stored compressed and unpacked by the browser.
    """
    from markupsafe import Markup

    context = _context(audit)
    style, script = "".join(map(_asset, _styles(audit, context))), _asset("script.js")
    library, packed, style_id = _plotly() if _draws(context["figures"]) else ("", "", "plotly-maps")
    return _environment().get_template("template.html.j2").render(
        **context,
        policy=_policy(scripts=(script, library) if library else (script,), styles=(style, "")),
        style=Markup(style), script=Markup(script), packed=packed, style_id=style_id,
    )  # fmt: skip


def _styles(audit: Audit, context: dict[str, Any]) -> tuple[str, ...]:
    """Style sheets of the page: those of parts that it does not have are left out."""
    if audit.drift or audit.attribution is not None:
        return "style.css", "forest.css", "drift.css"
    return ("style.css", "forest.css", "probes.css") if context["bias"]["any"] else ("style.css",)


def _draws(figures: object) -> bool:
    """Whether there is any figure: a page without one does without plotly, and is a few dozen kilobytes."""
    if isinstance(figures, dict):
        return any(_draws(value) for name, value in figures.items() if name != "maxRows")
    return any(map(_draws, figures)) if isinstance(figures, (list, tuple)) else figures is not None


def render_card(context: dict[str, Any]) -> str:
    """The judge card as a page of its own, from what `judge_card` makes; no script may run in it."""
    return render_still("judge_card.html.j2", ("judge_card.css",), context)


def render_still(template: str, styles: tuple[str, ...], context: dict[str, Any]) -> str:
    """A page in which no script may run."""
    from markupsafe import Markup

    style = "".join(map(_asset, styles))
    policy = f"default-src 'none'; style-src 'sha256-{_digest(style)}'; base-uri 'none'; form-action 'none'"
    return _environment().get_template(template).render(**context, policy=policy, style=Markup(style))


def script_json(value: object) -> Markup:
    """JSON that can stand inside a script element: no tag, no comment and no line separator can be formed in it."""
    from markupsafe import Markup

    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _policy(*, scripts: tuple[str, ...], styles: tuple[str, ...]) -> str:
    """The content security policy. plotly adds one empty style element (hence the digest of nothing) and draws heat maps as data: images."""
    named = {kind: " ".join(f"'sha256-{_digest(text)}'" for text in texts) for kind, texts in (("script", scripts), ("style", styles))}
    return f"default-src 'none'; script-src {named['script']}; style-src {named['style']}; img-src data:; base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def _asset(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8").replace("\r\n", "\n")


@cache
def _plotly() -> tuple[str, str, str]:
    """plotly.js, the same packed as base64 of gzip, and the id of the style element that it would add for its maps.

    A page that already has an element of that id is left alone, and no foreign style has to be allowed.
    """
    from plotly.offline import get_plotlyjs

    library: str = get_plotlyjs()
    packed = base64.b64encode(gzip.compress(library.encode(), compresslevel=9, mtime=0)).decode()
    found = re.search(r'getElementById\("([0-9a-f]{64})"\)', library)
    return library, packed, found[1] if found else "plotly-maps"


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader
    from markupsafe import Markup

    environment = Environment(loader=FileSystemLoader(_HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True, finalize=_finalize)
    environment.filters |= {
        "json": script_json, "raw": Markup, "plain": plain, "count": formats.count, "number": formats.number_or_undefined, "size": formats.size, "percent": formats.percent,
        "judge": lambda name: formats.judge_name(str(name) if name else None),
        "shown": view.shown, "scale": view.scale, "capitalize_first": formats.sentence,
    }  # fmt: skip
    return environment


def _finalize(value: Any) -> Any:
    """Every printed text is made visible; what is markup already stays as it is."""
    return value if hasattr(value, "__html__") else visible(value)


def _context(audit: Audit) -> dict[str, Any]:
    gate_rows, gates_hidden = view.gates(audit)
    status_rows = block(audit, "coverage", "statuses")
    maps = figures.heat_maps(audit)
    cards = figures.forest_cards(audit)
    bars = figures.coverage_bars(status_rows)
    groups = case_groups(audit)
    rationales = rationale_section(audit, groups)
    calibration = agreement.calibration_section(audit, groups)
    probes = probe_section(audit)
    of_drift = bool(audit.drift) or audit.attribution is not None
    placed = ("flipped_verdict", *RATIONALE_FLAGS, *EVIDENCE_FLAGS, *PROBE_FLAGS, *MOVED_FLAGS, agreement.FLAG, *((FLIPPED,) if of_drift else ()))
    other_groups = [group for group in groups if group["flag"] not in placed]
    return {
        "audit": audit, "title": audit.rubric.name, "headline": headline(audit), "run_line": run_line(audit), "facts": view.facts(audit),
        "decisions": view.decisions(audit), "findings": view.findings(audit),
        "gates": gate_rows, "gates_hidden": gates_hidden, "gates_in_words": gates_in_words(audit),
        "cards": cards, "figures": _figures(cards, maps, bars, rationales["figures"]) | {"calibration": calibration["figures"]}, "criteria": figures.criteria_of(audit), "max_rows": figures.MAX_ROWS,
        "maps": maps, "max_matrices": MAX_MATRICES, "panel": facts_of(audit, "agreement", "panel"), "has_bars": bars is not None,
        "flips": block(audit, "consistency", "items"), "labels": block(audit, "consistency", "labels"),
        "flipped": [group for group in groups if group["flag"] == "flipped_verdict"], "rationales": rationales, "groups": other_groups,
        "evidence": evidence_section(audit, groups), "bias": probes, "calibration": calibration,
        "statuses": view.statuses(status_rows), "bounds": block(audit, "coverage", "bounds"), "table": facts_of(audit, "coverage", "table"),
        "served": block(audit, "identity", "served"), "prints": block(audit, "identity", "fingerprints"),
        "drift": drift_section(audit, groups), "monitor": monitor_section(audit, groups),
        "sections": [(name, title) for name, title in (DRIFT_SECTIONS if audit.drift else MONITOR_SECTIONS if audit.attribution is not None else SECTIONS) if (name != "cases" or other_groups) and (name != "bias" or probes["there"])],
        "judges": view.judges(audit), "estimates": _estimates(audit), "notes": _notes(audit), "glossary": view.glossary(audit),
    }  # fmt: skip


def _figures(cards: list[dict[str, Any]], maps: list[dict[str, Any]], bars: Any, scatters: list[dict[str, Any]]) -> dict[str, Any]:
    """The figures that the script draws."""
    return {
        "forest": [card["figure"] for card in cards],
        "heat": [entry["figure"] for entry in maps],
        "scatter": [part["figure"] for part in scatters],
        "coverage": None if bars is None else json.loads(bars.to_json()),
        "maxRows": figures.MAX_ROWS,
    }


def _estimates(audit: Audit) -> dict[str, Any]:
    """All estimates for the script, each text stored once; the first of them for a page without one."""
    rows = [view.estimate_cells(estimate) for estimate in audit.estimates]
    numbers: dict[str, int] = {}
    coded = [[*(numbers.setdefault(cell, len(numbers)) for cell in row[:9]), row[9], row[10]] for row in rows]
    return {"total": len(rows), "first": rows[: view.STATIC_ROWS], "data": {"texts": list(numbers), "rows": coded}}


def _notes(audit: Audit) -> dict[str, dict[str, str] | None]:
    names = dict.fromkeys((*list(ANALYSIS_TITLES)[:7], *(analysis.name for analysis in audit.analyses)))
    return {name: view.analysis_note(audit, name) for name in names}
