"""The command that reads verdicts of other frameworks: import."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from judgeaudit.cli.say import say

Format = Annotated[str | None, typer.Option("--format", metavar="NAME", help="The format of SOURCE, where its content does not say it (see import --help).")]
Map = Annotated[
    list[str] | None,
    typer.Option("--map", metavar="OURS=THEIRS", help="Which column is which: label=grade, item_id=qid, judge=colA,colB (a wide table). Repeatable."),
]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="OURS=VALUE", help="A value that every row has: judge=gpt-4. Repeatable.")]

Repeats = Annotated[bool, typer.Option("--repeats", help="Rows of one item that say the same are repeats of the judge, though no column shows it.")]


def import_(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="[FORMAT] FILE...",
            help="Logs, exports or tables. FORMAT (recognised by content where it is left out): inspect promptfoo lm_eval deepeval ragas langfuse mlflow "
            "phoenix openai_evals fastchat alpaca_eval trec argilla label_studio csv jsonl json parquet excel wide auto.",
            show_default=False,
        ),
    ],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where the verdicts go: .jsonl, .csv, .parquet, or .xlsx for people.", show_default=False)],
    map_: Map = None,
    set_: Set = None,
    repeats: Repeats = False,
) -> None:
    """Turn verdicts of other frameworks, spreadsheets or warehouses into one file that audit, calibrate, drift and monitor read."""
    from judgeaudit.api.importing import copies_line, import_verdicts, noticed_lines
    from judgeaudit.api.source import skipped_lines
    from judgeaudit.cli.progress import Counting
    from judgeaudit.tables.ratings import rows_said, statuses_of

    format_, paths = named_format(files)
    with Counting("verdicts read") as counting:
        done = import_verdicts(paths, out=out, format=format_, columns=map_ or (), fixed=set_ or (), repeats=repeats, on_rows=counting)
    for one in done.read.files:
        say(f"{one.path}: {one.said} ({one.title})")
    for line in skipped_lines(done.read):
        say(f"left out: {line}")
    if copies := copies_line(done.read.table):
        say(copies)
    for line in noticed_lines(done.read.table):
        say(line)
    for sentence, times in done.read.notes.items():
        say(f"note: {sentence}" + (f" ({times:,} times)" if times > 1 else ""))
    if done.verdicts is not None:
        say(f"wrote {rows_said(statuses_of(done.read.table), to=f' to {done.verdicts}')}")
    if done.gold is not None:
        say(f"wrote {len(done.read.gold):,} labels by people to {done.gold}" + ("" if done.verdicts else " (no judge's verdict was among them)"))
    if done.items is not None:
        say(f"wrote the texts of items to {done.items}" + (f"; {done.incomplete_items:,} lack a text and are not in it" if done.incomplete_items else ""))
    say(_next(done.verdicts, done.gold, done.items))


def named_format(words: list[str]) -> tuple[str, list[str]]:
    """The first word where it names a format and no file; the rest are files."""
    from judgeaudit.errors import OptionError
    from judgeaudit.importers import IMPORTERS

    if words[0] in (*IMPORTERS, "auto") and not Path(words[0]).exists():
        if len(words) == 1:
            raise OptionError(f"{words[0]} is a format, and no file is named", where="FILE", fix=f"judgeaudit import {words[0]} FILE --out verdicts.jsonl")
        return words[0], words[1:]
    return "auto", words


def _next(verdicts: Path | None, gold: Path | None, items: Path | None) -> str:
    if verdicts is None:
        return f"next: judgeaudit calibrate VERDICTS --gold {gold}"
    with_items = f" --items {items}" if items is not None else ""
    return f"next: judgeaudit audit {verdicts}{with_items}" + (f" --gold {gold}" if gold is not None else "")
