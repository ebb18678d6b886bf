"""Pairs of real rationales for `fit_rationales.py`, from the data of `real_replies.py` beside the checkout; nothing of it is kept here.

The same reason: repeats on items that were read as stable (`real_rationales_judged.json`). Another reason: repeats on items read as
unstable, and rationales of two items by one judge. Written pairs alone teach a model that shared wording hides another reason, since their
authors tried to mislead it; in real repeats shared wording is mostly the same reason.
"""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from real_replies import DATA, read_llmbar, read_topicalchat

from judgeaudit.analyses.rationales.features import FEATURES, features
from judgeaudit.analyses.rationales.reading import read_rationale
from judgeaudit.analyses.rationales.space import Embed, Reasons, build_space
from judgeaudit.text.boilerplate import learn_boilerplate
from judgeaudit.text.slots import swap_slots

JUDGED = Path(__file__).with_name("real_rationales_judged.json")
PAIRS_AN_ITEM, OTHERS = 3, 40
"""Pairs of repeats of a read item, and pairs of two items for each judge and criterion."""


def real_table(embed: Embed | None, tuned: Reasons | None) -> tuple[NDArray[np.float64], NDArray[np.float64], list[str]]:
    """Features (n, len(FEATURES)), 1 for the same reason else 0, and the item of each pair; no rows where the data is not there."""
    if not DATA.is_dir():
        return np.zeros((0, len(FEATURES))), np.zeros(0), []
    read: dict[tuple[str, str, str, str], str] = {}
    for part in ("stability", "least_similar"):
        for one in json.loads(JUDGED.read_text(encoding="utf-8"))[part]:
            read[one["dataset"], one["judge"], one["dimension"], one["item"]] = one["judgement"]
    rows: list[NDArray[np.float64]] = []
    same: list[float] = []
    groups: list[str] = []
    for data in (read_topicalchat(), read_llmbar()):
        texts = {item.id: item.sources() for item in data.items}
        for (judge, criterion), said in data.table.groupby(["judge", "criterion"]):
            judgements = {item: judgement for (name, j, c, item), judgement in read.items() if (name, j, c) == (data.name, judge, criterion)}
            chosen, labels = _chosen(said, judgements)
            stock = learn_boilerplate(zip(said["item_id"], said["rationale"], strict=True))
            used = sorted({n for pair in chosen for n in pair})
            place = {n: k for k, n in enumerate(used)}
            items = [said["item_id"].iloc[n] for n in used]
            pairwise = data.rubric.mode == "pairwise"
            orders = said["order"] if "order" in said else pd.Series(["ab"] * len(said))
            spoken = [swap_slots(said["rationale"].iloc[n]) if orders.iloc[n] == "ba" else said["rationale"].iloc[n] for n in used]
            readings = [read_rationale(text, sources=texts[item], boilerplate=stock, pairwise=pairwise) for text, item in zip(spoken, items, strict=True)]
            item_texts = {item: "\n".join(texts[item].values()) for item in items}
            space = build_space(readings, items=items, item_texts=item_texts, embed=embed, tuned=tuned)
            for (a, b), label in zip(chosen, labels, strict=True):
                i, j = place[a], place[b]
                rows.append(features((readings[i], readings[j]), (i, j), space)[0])
                same.append(label)
                groups.append(f"{data.name} {items[i]}")
    return np.array(rows), np.array(same), groups


def _chosen(said: pd.DataFrame, judgements: dict[str, str]) -> tuple[list[tuple[int, int]], list[float]]:
    """Pairs of rows, and whether they give the same reason."""
    of_item: dict[str, list[int]] = defaultdict(list)
    for n, item in enumerate(said["item_id"]):
        of_item[item].append(n)
    rng = np.random.default_rng(1)
    pairs: list[tuple[int, int]] = []
    labels: list[float] = []
    for item, judgement in judgements.items():
        repeats = [pair for pair in combinations(of_item[item], 2) if said["rationale"].iloc[pair[0]] != said["rationale"].iloc[pair[1]]]
        for k in rng.permutation(len(repeats))[:PAIRS_AN_ITEM]:
            pairs.append(repeats[k])
            labels.append(float(judgement == "stable"))
    items = sorted(of_item)
    for _ in range(OTHERS):
        a, b = rng.choice(len(items), size=2, replace=False)
        pairs.append((of_item[items[a]][0], of_item[items[b]][-1]))
        labels.append(0.0)
    return pairs, labels
