"""Write what an audit says: a folder with audit.json, the page and the triage list, or the summaries of a check for drift; render it again; the schema."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import ValidationError

from judgeaudit.api.inputs import PathLike
from judgeaudit.api.result import Audit
from judgeaudit.domain import results
from judgeaudit.errors import RunError

MARKDOWN, JUNIT = "drift.md", "junit.xml"
"""What a check for drift is, for a pull request or chat and for whatever shows tests in CI, beside audit.json and its page."""


def write_folder(folder: Path, data: results.Audit) -> Path | None:
    """Write audit.json, audit.html and triage.csv into a folder, which is made where it is missing; returns where a list that people edited was kept."""
    from judgeaudit.api.triage_list import keep_edited, write_beside
    from judgeaudit.report.html import render_html
    from judgeaudit.store import write_audit, write_page

    kept = keep_edited(folder)
    write_audit(folder, data.model_dump_json(indent=1))
    write_page(folder, render_html(data))
    write_beside(folder, data)
    return kept


def write_answers(folder: Path, data: results.Audit) -> None:
    """Write audit.json, audit.html, drift.md and junit.xml of a check for drift, or of a monitor, into a folder, which is made where it is missing."""
    from judgeaudit.report.html import render_html
    from judgeaudit.store import write_audit, write_page

    write_audit(folder, data.model_dump_json(indent=1))
    write_page(folder, render_html(data))
    write_summaries(folder, data)


def write_summaries(folder: Path, data: results.Audit) -> None:
    """Write drift.md and junit.xml."""
    from judgeaudit.exporters.junit import junit_xml
    from judgeaudit.report.markdown import render_markdown
    from judgeaudit.store import write_bytes

    write_bytes(folder / MARKDOWN, render_markdown(data).encode("utf-8", "backslashreplace"))
    write_bytes(folder / JUNIT, junit_xml(data))


def report(folder: PathLike) -> Audit:
    """Render the page and the triage list again from a folder's audit.json; of a check for drift its Markdown and JUnit XML too.

    Raises
    ------
    RunError
        When there is no audit.json, or it is none of ours.
    """
    from judgeaudit.api.triage_list import keep_edited, write_beside
    from judgeaudit.report.html import render_html
    from judgeaudit.store import write_page

    audit = load_audit(folder)
    path = audit.folder or Path(folder)
    audit.kept = keep_edited(path)
    write_page(path, render_html(audit.data))
    write_beside(path, audit.data)
    if audit.data.drift or audit.data.attribution is not None:
        write_summaries(path, audit.data)
    return audit


def load_audit(source: PathLike) -> Audit:
    """An audit that was written before, from its folder or its audit.json; nothing is written.

    Raises
    ------
    RunError
        When there is none, or it is none of ours.
    """
    from judgeaudit.store import read_audit

    path = Path(source)
    text = read_audit(path)
    _check_version(text, path)
    try:
        data = results.Audit.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "top level"
        raise RunError(
            f"audit.json does not hold an audit of this version ({where}: {first['msg']})", where=str(path), fix="run `judgeaudit audit` again"
        ) from None
    return Audit(data, folder=path.parent if path.is_file() else path)


def _check_version(text: str, path: Path) -> None:
    """An audit of another version, or one that lost a part, is not rendered as if it were whole."""
    fix = "run `judgeaudit audit` again with this version"
    try:
        stored = json.loads(text)
    except ValueError as broken:
        raise RunError(f"audit.json is no JSON: {broken}", where=str(path), fix=fix) from None
    needed = {"schema_version": results.SCHEMA_VERSION, "format_version": results.FORMAT_VERSION}
    for name, version in needed.items():
        if not isinstance(stored, dict) or stored.get(name) != version:
            found = stored.get(name) if isinstance(stored, dict) else None
            raise RunError(f"audit.json has {name} {found}, and this is {version}", where=str(path), fix=fix)
    missing = [name for name in ("rubric", "judges", "decisions", "gates", "analyses", "estimates", "cases") if name not in stored]
    if missing:
        raise RunError(f"audit.json lacks {', '.join(missing)}", where=str(path), fix=fix)


def schema() -> str:
    """The JSON schema of audit.json."""
    return json.dumps(results.Audit.model_json_schema(mode="serialization"), indent=1, sort_keys=True)
