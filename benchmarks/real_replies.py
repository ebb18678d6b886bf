"""Replies of real judges with rationales, from research data beside the checkout, as the audit takes them. Read by `real_rationales.py`.

    ../shared/data/closer_look_topicalchat     Chiang & Lee 2023, arXiv 2310.05657: gpt-3.5-turbo, 20 replies for each item; no licence
    ../shared/data/llmbar                      Zeng et al. 2024, arXiv 2310.07641: pairwise, every item in both orders; MIT

Nothing of it is kept in this project.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from judgeaudit import Item, Rubric

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
DIMENSIONS = {
    "coherence": "Does the response serve as a valid continuation of the conversation?",
    "engagingness": "Is the response dull or interesting?",
}
EVERY, REPLIES = 3, 10
JUDGES = {"GPT-4": "gpt-4", "ChatGPT": "gpt-35-turbo-0613"}
ORDERS = {"ab": "swap = False", "ba": "swap = True"}
WINNERS = {"1": "response_a", "2": "response_b"}
REPLY = re.compile(r"\A\s*rating\s*:\s*([0-9]+(?:\.[0-9]+)?)\s*rationale\s*:\s*(.*)\Z", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class Data:
    """What `judgeaudit.audit` is called with."""

    name: str
    rubric: Rubric
    items: tuple[Item, ...]
    table: pd.DataFrame


def read_topicalchat() -> Data:
    """Every third item, the first ten replies on each dimension; replies that are not of the form that was asked for are left out."""
    folder = DATA / "closer_look_topicalchat"
    rows = _lines(folder / "items.jsonl")[::EVERY]
    items = tuple(Item(id=row["item_id"], input=row["source"], context=row["context"], response=row["system_output"]) for row in rows)
    known = {item.id for item in items}
    found = []
    for row in _lines(folder / "judgments_rate_explain.jsonl"):
        if row["item_id"] not in known or row["dimension"] not in DIMENSIONS:
            continue
        for replicate, reply in enumerate(row["responses"][:REPLIES]):
            read = REPLY.match(reply)
            if read is not None:
                said = {"replicate": replicate, "score": float(read[1]), "rationale": read[2].strip()}
                found.append({"item_id": row["item_id"], "judge": "gpt-3.5-turbo", "criterion": row["dimension"], **said})
    criteria = [{"name": name, "question": question, "scale": {"level": "interval", "low": 1, "high": 3}} for name, question in DIMENSIONS.items()]
    return Data("topicalchat", _rubric("topicalchat", "pointwise", criteria), items, pd.DataFrame(found))


def read_llmbar() -> Data:
    """All items, each judged in both orders, which stand as two replicates; texts name the outputs as they were shown."""
    folder = DATA / "llmbar"
    texts = {path.parent.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("Dataset/LLMBar/**/dataset.json"))}
    items = tuple(
        Item(id=f"{subset}-{n:03d}", input=row["input"], response_a=row["output_1"], response_b=row["output_2"])
        for subset, of_subset in texts.items()
        for n, row in enumerate(of_subset)
    )
    found = [row for file, judge in JUDGES.items() for line in _lines(folder / "results" / f"{file}__CoT.jsonl") for row in _both_orders(line, judge)]
    criteria = [
        {"name": "better", "question": "Which output executes the instruction better?", "scale": {"level": "nominal", "labels": list(WINNERS.values())}}
    ]
    return Data("llmbar", _rubric("llmbar", "pairwise", criteria), items, pd.DataFrame(found))


def _both_orders(line: dict[str, Any], judge: str) -> Iterator[dict[str, Any]]:
    for replicate, (order, key) in enumerate(ORDERS.items()):
        one = line["results"][-1][key]
        if one["winner"] in WINNERS:
            said = {"replicate": replicate, "order": order, "label": WINNERS[one["winner"]], "rationale": one["completion"][0]}
            yield {"item_id": f"{line['subset']}-{line['item_index']:03d}", "judge": judge, "criterion": "better", **said}


def _rubric(name: str, mode: str, criteria: list[dict[str, Any]]) -> Rubric:
    return Rubric.model_validate({"name": name, "mode": mode, "criteria": criteria})


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
