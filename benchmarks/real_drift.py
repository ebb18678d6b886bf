"""Real drift and real absence of it: what `judgeaudit drift` says of runs that others made, as the table in docs/drift.md.

    python benchmarks/real_drift.py            print the table
    python benchmarks/real_drift.py --write    put it into docs/drift.md
    python benchmarks/real_drift.py --rationales   whether reasons changed, where the data has them (a minute: they are embedded)

The data is looked for in `shared/data` beside the checkout; nothing of it is kept here. Each README there says where it is from.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import judgeaudit
from judgeaudit.domain.drift import DriftAnswer, DriftMeasure
from judgeaudit.domain.results import Audit, Estimate
from judgeaudit.domain.rubric import Rubric

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
DOCS = ROOT / "docs" / "drift.md"
MARKS = ("<!-- real drift: benchmarks/real_drift.py -->", "<!-- end of real drift -->")
Rows = list[dict[str, Any]]

CHOICE = {"level": "nominal", "labels": ["1", "2"]}
GRADES = {"level": "ordinal", "labels": ["0", "1", "2", "3"]}
POINTS = {"level": "interval", "low": 1, "high": 10, "step": 1}


@dataclass(frozen=True)
class Case:
    """Two runs of a judge: the row of the table, and how its verdicts are read."""

    name: str
    scale: Mapping[str, Any]
    read: Callable[[], tuple[Rows, Rows]]
    gold: Callable[[], list[judgeaudit.GoldLabel]] | None = None


def llmbar(strategy: str) -> Case:
    """gpt-35-turbo-0301 and -0613 on the same prompts in the same order; gold is objective."""

    def chosen(evaluator: str) -> list[dict[str, str]]:
        with (DATA / "llmbar" / "verdicts_all.csv").open(encoding="utf-8", newline="") as lines:
            return [row for row in csv.DictReader(lines) if row["strategy"] == strategy and row["evaluator"] == evaluator]

    def run(evaluator: str, served: str) -> Rows:
        texts = _llmbar_texts(evaluator, strategy)
        said = [(f"{row['subset']}-{row['item_index']}", row["winner_noswap"]) for row in chosen(evaluator)]
        return [{**verdict(item, label or None), "model_served": served, "rationale": texts.get(item)} for item, label in said]

    def gold() -> list[judgeaudit.GoldLabel]:
        rows = chosen("ChatGPT")
        return [judgeaudit.GoldLabel(item_id=f"{row['subset']}-{row['item_index']}", criterion="c", annotator="llmbar", label=row["label"]) for row in rows]

    return Case(
        f"LLMBar, {strategy}: gpt-35-turbo-0301, then -0613", CHOICE,
        lambda: (run("ChatGPT-0301", "gpt-35-turbo-0301"), run("ChatGPT", "gpt-35-turbo-0613")), gold,
    )  # fmt: skip


def _llmbar_texts(evaluator: str, strategy: str) -> dict[str, str]:
    """What the judge said of each item, where the data has it (CoT)."""
    path = DATA / "llmbar" / "results" / f"{evaluator}__{strategy}.jsonl"
    if strategy != "CoT" or not path.is_file():
        return {}
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {f"{row['subset']}-{row['item_index']}": row["results"][-1]["swap = False"]["completion"][0] for row in rows}


def trec(name: str, before: Sequence[str], now: Sequence[str]) -> Case:
    """Runs of NIST's judges on the 4,423 pairs of the LLMJudge challenge; each file is a replicate."""

    def run(names: Sequence[str]) -> Rows:
        return [row for replicate, one in enumerate(names) for row in _submission(one, replicate)]

    return Case(name, GRADES, lambda: (run(before), run(now)))


def _submission(name: str, replicate: int) -> Iterable[dict[str, Any]]:
    text = (DATA / "llmjudge_trec" / "submissions" / "scores" / f"NISTRetrieval-{name}.txt").read_text(encoding="utf-8")
    fields = (line.split() for line in text.splitlines())
    return [verdict(f"{one[0]}-{one[2]}", one[3], replicate) for one in fields if one]


def arena() -> Case:
    """`gpt-4` at temperature 0 on 2023-11-07 and 2023-11-27; a score that is missing could not be read."""

    def run(side: int) -> Rows:
        rows = [json.loads(line) for line in (DATA / "arena_bench_v1" / "rejudged_pairs.jsonl").read_text(encoding="utf-8").splitlines()]
        said = [(f"{row['model']}-{row['question_id']}", row["runs"][side]["score"], row["runs"][side]["judgment"]) for row in rows]
        return [{**verdict(item, None if score is None else f"{score:g}"), "model_served": "gpt-4", "rationale": text} for item, score, text in said]

    return Case("Arena-bench, gpt-4 at temperature 0, three weeks apart", POINTS, lambda: (run(0), run(1)))


def verdict(item: str, label: str | None, replicate: int = 0) -> dict[str, Any]:
    """A row of the interchange format."""
    said = {"item_id": item, "judge": "judge", "criterion": "c", "replicate": replicate, "label": label}
    return {**said, "status": "unparsable" if label is None else "ok"}


CASES = (
    llmbar("CoT"),
    llmbar("Vanilla"),
    llmbar("Swap_CoT"),
    arena(),
    trec("TREC, instruct run again: 0 and 1, then 2", ("instruct0", "instruct1"), ("instruct2",)),
    trec("TREC, reason run again: 0 and 1, then 2", ("reason0", "reason1"), ("reason2",)),
    trec("TREC, instruct run once and once again", ("instruct0",), ("instruct1",)),
    trec("TREC, another prompt: instruct0, then reason0", ("instruct0",), ("reason0",)),
    trec("TREC, another prompt, three runs each", ("instruct0", "instruct1", "instruct2"), ("reason0", "reason1", "reason2")),
)


def compared(case: Case, *, embedder: str = "none") -> Audit:
    """The audit that `judgeaudit.drift` gives of a case."""
    import pandas as pd

    rubric = Rubric.model_validate({"name": "real", "criteria": [{"name": "c", "question": "?", "scale": case.scale}], "embedder": embedder})
    before, now = (pd.DataFrame(rows) for rows in case.read())
    return judgeaudit.drift(before, now, rubric, gold=case.gold() if case.gold is not None else None, texts=False).data


def estimate(audit: Audit, name: str, group: str | None = None) -> Estimate:
    """The number of that name on the whole criterion."""
    (found,) = (one for one in audit.estimates if (one.name, one.group, one.stratum, one.variant) == (name, group, None, None))
    return found


def line(case: Case, audit: Audit) -> str:
    """A row of the table."""
    answer: DriftAnswer = audit.drift[0]
    same, noise = estimate(audit, "same_verdict_share"), estimate(audit, "noise_floor")
    floor = "unknown: one verdict each" if noise.value is None else f"{noise.value:.2%}"
    alike = f"{same.value:.2%} of {same.n_items:,}"
    cells = (case.name, f"**{answer.answer}**", alike, floor, "; ".join(map(_measure, _said(answer))))
    return f"| {' | '.join(cells)} |"


def _said(answer: DriftAnswer) -> list[DriftMeasure]:
    """Of each measure the part that moved most; calls that were answered only where their share is not equivalent."""
    chosen: dict[str, DriftMeasure] = {}
    for one in answer.measures:
        if one.measure not in chosen or abs(one.effect or 0) > abs(chosen[one.measure].effect or 0):
            chosen[one.measure] = one
    return [one for one in chosen.values() if one.measure != "answered_shift" or one.answer != "equivalent"]


def _measure(one: DriftMeasure) -> str:
    from judgeaudit.report.drift_lines import TITLES, numbers

    change, interval, _, _, seen = numbers(one)
    about = f" of {one.group!r}" if one.group is not None else ""
    seen = "" if one.detectable is None else f", seen from {seen}"
    return f"{TITLES[one.measure]}{about} {change} ({interval}){seen}: {one.answer}"


def table() -> str:
    """All cases as Markdown."""
    head = "| runs | answer | same verdict | noise floor | change (95 % interval), and from what size it would have been seen |\n|---|---|---|---|---|"
    return "\n".join([head, *(line(case, compared(case)) for case in CASES)])


def reasons() -> str:
    """Whether the reasons for verdicts that did not change did, and how the length of rationales changed."""
    lines = []
    for case in (CASES[0], CASES[3]):
        audit = compared(case, embedder="default")
        p = next(one for one in audit.estimates if one.name == "rationale_mmd_p" and one.variant == "same_verdict")
        long = next(one for one in audit.estimates if one.name == "rationale_length_ratio")
        lines.append(f"{case.name}: p = {p.value:.3f} ({p.n_items} items); length {long.value:.2f} ({long.low:.2f} to {long.high:.2f})")
    return "\n".join(lines)


def main() -> None:
    """Print the table, or write it between its marks."""
    if "--rationales" in sys.argv[1:]:
        print(reasons())
        return
    found = table()
    if "--write" not in sys.argv[1:]:
        print(found)
        return
    text = DOCS.read_text(encoding="utf-8")
    before, rest = text.split(MARKS[0])
    DOCS.write_text(f"{before}{MARKS[0]}\n{found}\n{MARKS[1]}{rest.split(MARKS[1])[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
