"""Writes `docs/example.ipynb`: the cells below, and what they give when they are run one after the other.

    python docs/make_example.py

Cells run in this process, in a folder that is thrown away. What a cell's last expression is worth is shown as a notebook shows it.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).with_name("example.ipynb")

CELLS: tuple[tuple[str, str], ...] = (
    (
        "markdown",
        "# Verdicts that exist already\n\nA judge graded answers of a help desk, three times each. Its verdicts are in a log of another framework and in a data frame. "
        "No API key is needed, and nothing is judged again.\n\nThis page is made by `docs/make_example.py`, which runs the cells.",
    ),
    ("code", "import json\nimport random\nfrom pathlib import Path\n\nimport pandas as pd\nimport polars as pl\n\nimport judgeaudit"),
    (
        "markdown",
        "## Some verdicts\n\nEighty tickets, of which sixty are answered well. The judge sees that in nine of ten cases. People labelled all of them.",
    ),
    (
        "code",
        '''def verdicts(month, lenient, seed):
    """Grades as a tool might export them: ticket, grade, run."""
    rng = random.Random(seed)
    rows = []
    for n in range(80):
        good = n % 4 != 0
        for run in range(3):
            right = rng.random() < (0.9 if good else 0.9 - lenient)
            grade = "pass" if good == right else "fail"
            rows.append({"ticket": f"T-{n:03d}", "grade": grade, "run": run, "month": month})
    return pd.DataFrame(rows)


people = pd.DataFrame([{"item_id": f"T-{n:03d}", "annotator": "ana", "label": "pass" if n % 4 else "fail"} for n in range(80)])
may = verdicts("May", lenient=0.0, seed=5)
june = verdicts("June", lenient=0.7, seed=6)
may.head(3)''',
    ),
    ("markdown", "## Audit a data frame\n\nColumns have the names that they have: `columns` says which is which, `fixed` what every row has."),
    (
        "code",
        'named = {"columns": {"item_id": "ticket", "label": "grade", "replicate": "run"}, "fixed": {"judge": "gpt-4o"}}\n'
        'audit = judgeaudit.audit(may, gold=people, embedder="none", **named)\naudit',
    ),
    ("markdown", "Every number with its interval, as a data frame; every finding about one item, the same way."),
    (
        "code",
        'numbers = audit.estimates()\nchosen = numbers["name"].isin(["answered_rate", "flip_rate", "accuracy", "cohen_kappa"]) & (numbers["judge"] == "gpt-4o")\n'
        'numbers.loc[chosen, ["analysis", "name", "value", "low", "high", "n_items"]].round(3)',
    ),
    ("code", 'audit.cases()[["flag", "item_id", "judge", "detail"]].head(5)'),
    ("markdown", "## Polars and Arrow\n\nThe same numbers come out of a data frame of another library."),
    (
        "code",
        'same = judgeaudit.audit(pl.from_pandas(may), gold=people, embedder="none", **named)\nsame.estimates().equals(numbers)',
    ),
    (
        "markdown",
        "## A log of another framework\n\nThis one is a test run of DeepEval. `audit` reads it as it is: the format is recognised by content. `import_verdicts` (on the command line "
        "`judgeaudit import`) makes one file of it, with the texts of the items beside it.",
    ),
    (
        "code",
        '''def case(row):
    """A test case as DeepEval writes it."""
    metric = {"name": "Helpfulness", "success": row.grade == "pass", "score": float(row.grade == "pass"), "reason": "", "evaluationModel": "gpt-4o"}
    return {"name": row.ticket, "input": f"Ticket {row.ticket}", "actualOutput": "We will refund you.", "metricsData": [metric]}


log = Path("run.json")
log.write_text(json.dumps({"testCases": [case(row) for row in may.itertuples()], "metricsScores": []}))
written = judgeaudit.import_verdicts(log, out="verdicts.jsonl")
[(one.title, one.rows) for one in written.read.files], written.items.name''',
    ),
    ("code", 'judgeaudit.audit("verdicts.jsonl", items="verdicts.jsonl.items.jsonl", gold=people, embedder="none").estimate("calibration.accuracy", judge="gpt-4o").value'),
    ("markdown", "## Is it still the same judge?\n\nThe June run is of the same tickets. Somebody changed the judge's prompt, and it lets most bad answers pass."),
    (
        "code",
        'ours = {"ticket": "item_id", "grade": "label", "run": "replicate"}\nbefore, after = (frame.rename(columns=ours).assign(judge="gpt-4o") for frame in (may, june))\n'
        'drift = judgeaudit.drift(before, after, embedder="none")\ndrift',
    ),
    ("code", "drift.data.drift[0].sentence"),
)  # fmt: skip
"""Kind and source of each cell."""


def executed() -> dict[str, Any]:
    """The notebook with the outputs of its cells."""
    known: dict[str, Any] = {"__name__": "__main__"}
    cells: list[dict[str, Any]] = []
    count = 0
    with _elsewhere():
        for n, (kind, source) in enumerate(CELLS):
            cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{n}", "metadata": {}, "source": source.splitlines(keepends=True)}
            if kind == "code":
                count += 1
                cell |= {"execution_count": count, "outputs": _run(source, known, count)}
            cells.append(cell)
    about = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}


@contextlib.contextmanager
def _elsewhere() -> Iterator[None]:
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def _run(source: str, known: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """What a cell prints, and what its last expression is worth."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), known)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), known) if isinstance(last, ast.Expr) else None
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_html_"):
            data = {"text/html": value._repr_html_().splitlines(keepends=True)} | data
        outputs.append({"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return outputs


def as_text(notebook: dict[str, Any]) -> str:
    """The notebook's file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def settled(text: str) -> str:
    """The file without what differs from run to run: times."""
    return re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(\+00:00|Z)?", "TIME", text)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    NOTEBOOK.write_text(as_text(executed()), encoding="utf-8")
