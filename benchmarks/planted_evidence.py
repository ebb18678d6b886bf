"""Planted faults in real rationales: how many corrupted quotes are found, and how many untouched ones are accused.

    python benchmarks/planted_evidence.py [--accused] [--missed]

Reads the research data beside the checkout (see `real_replies.py`; LLMBar with all five judges that reasoned, both orders). Every
quote of at least four words that stands in what the judge saw, in a rationale of at most one such quote for each corruption, is corrupted in place in six
ways and the whole rationale is checked again. `--accused` lists every untouched quote that is called wrong, to be read by hand.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from real_replies import DATA, ORDERS

from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.stats import proportion
from judgeaudit.text.evidence.check import check_claims
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.locate import locate
from judgeaudit.text.quotes import find_quotes

SEED = 5
LEAST_WORDS = 4
JUDGES = ("GPT-4", "ChatGPT", "ChatGPT-0301", "LLaMA2", "PaLM2")
NAMES = ("Winston", "Margaret", "Lisbon", "Okafor", "Toyota")
_WORD = re.compile(r"[^\W\d_]{5,}")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}\b")
_NEGATED = re.compile(r"\b(is|are|was|were|can|could|will|would|should|must|has|have|does|do|did)\b(?! not|n't)")
_MODES = ("rate_explain", "analyze_rate")


@dataclass(frozen=True)
class Rationale:
    """A real rationale with what its judge saw; `where` says which it is."""

    data: str
    where: str
    text: str
    sources: dict[str, str]


def main(arguments: Sequence[str]) -> None:
    """Print the table."""
    every = [*read_llmbar(), *read_topicalchat()]
    prepared = [(one, Sources(one.sources)) for one in every]
    checked = [(one, sources, check_claims(one.text, sources)) for one, sources in prepared]
    for data in dict.fromkeys(one.data for one in every):
        of_data = [(one, sources, claims) for one, sources, claims in checked if one.data == data]
        _untouched(data, of_data, listed="--accused" in arguments)
    _planted(checked, listed="--missed" in arguments)


def read_llmbar() -> Iterator[Rationale]:
    """Every rationale of the five judges, outputs as they were shown."""
    folder = DATA / "llmbar"
    texts = {path.parent.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("Dataset/LLMBar/**/dataset.json"))}
    for judge in JUDGES:
        for line in _lines(folder / "results" / f"{judge}__CoT.jsonl"):
            row = texts[line["subset"]][line["item_index"]]
            for order, key in ORDERS.items():
                first, second = ("output_2", "output_1") if order == "ba" else ("output_1", "output_2")
                sources = {"input": row["input"], "response_a": row[first], "response_b": row[second]}
                text = (line["results"][-1].get(key) or {}).get("completion", [""])[0]
                yield Rationale(f"llmbar {judge}", f"{line['subset']}-{line['item_index']}-{order}", text or "", sources)


def read_topicalchat() -> Iterator[Rationale]:
    """Every rationale that the judge gave in either of the two ways that ask for one."""
    folder = DATA / "closer_look_topicalchat"
    items = {row["item_id"]: row for row in _lines(folder / "items.jsonl")}
    for mode in _MODES:
        for row in _lines(folder / f"judgments_{mode}.jsonl"):
            item = items[row["item_id"]]
            sources = {"input": item["source"], "context": item["context"], "response": item["system_output"]}
            for n, text in enumerate(row["responses"]):
                yield Rationale(f"topicalchat {mode}", f"{row['item_id']}-{row['dimension']}-{n}", text, sources)


def _lines(path: object) -> list[dict]:
    return [json.loads(line) for line in open(str(path), encoding="utf-8")]


def _untouched(data: str, checked: Sequence[tuple[Rationale, Sources, Sequence[EvidenceClaim]]], *, listed: bool) -> None:
    spans = [(one, quote) for one, sources, _ in checked for quote in find_quotes(one.text) if len(quote.text.split()) >= LEAST_WORDS]
    states = Counter((claim.kind, claim.state) for _, _, claims in checked for claim in claims)
    quotes = {state: n for (kind, state), n in sorted(states.items()) if kind == "quote"}
    rest = {f"{kind} {state}": n for (kind, state), n in sorted(states.items()) if kind != "quote"}
    print(f"{data}: {len(checked)} rationales, {len(spans)} quoted spans of at least {LEAST_WORDS} words\n    quotes {quotes}\n    {rest}")
    if listed:
        for one, _, claims in checked:
            for claim in claims:
                if claim.wrong:
                    print(f"      {one.where} {claim.kind} {claim.state}: {claim.text!r} | {claim.why} | nearest {claim.nearest!r}")


Corrupt = Callable[[str, random.Random, Sequence[str]], str | None]


def _number(text: str, rng: random.Random, others: Sequence[str]) -> str | None:
    places = [m.start() for m in re.finditer(r"\d", text)]
    if not places:
        return None
    at = rng.choice(places)
    return text[:at] + rng.choice([d for d in "123456789" if d != text[at]]) + text[at + 1 :]


def _name(text: str, rng: random.Random, others: Sequence[str]) -> str | None:
    found = list(_NAME.finditer(text))
    if not found:
        return None
    chosen = rng.choice(found)
    return text[: chosen.start()] + rng.choice([name for name in NAMES if name != chosen[0]]) + text[chosen.end() :]


def _negation(text: str, rng: random.Random, others: Sequence[str]) -> str | None:
    found = list(_NEGATED.finditer(text))
    if not found:
        return None
    chosen = rng.choice(found)
    return text[: chosen.end()] + " not" + text[chosen.end() :]


def _one_word(text: str, rng: random.Random, others: Sequence[str]) -> str | None:
    found, known = list(_WORD.finditer(text)), set(text.lower().split())
    words = [word for other in rng.sample(others, 3) for word in _WORD.findall(other) if word.lower() not in known]
    if not found or not words:
        return None
    chosen = rng.choice(found)
    return text[: chosen.start()] + rng.choice(words).lower() + text[chosen.end() :]


def _order(text: str, rng: random.Random, others: Sequence[str]) -> str | None:
    found = list(_WORD.finditer(text))
    if len({m[0].lower() for m in found}) < 2:
        return None
    first, second = sorted(rng.sample(found, 2), key=lambda m: m.start())
    if first[0].lower() == second[0].lower():
        return None
    return text[: first.start()] + second[0] + text[first.end() : second.start()] + first[0] + text[second.end() :]


def _another_item(text: str, rng: random.Random, others: Sequence[str]) -> str | None:
    return rng.choice(others)


CORRUPTIONS: dict[str, Corrupt] = {
    "a digit": _number, "a name": _name, "a negation": _negation, "one word": _one_word, "two words swapped": _order, "a quote of another item": _another_item,
}  # fmt: skip


def _planted(checked: Sequence[tuple[Rationale, Sources, Sequence[EvidenceClaim]]], *, listed: bool) -> None:
    """Each quote that the untouched check found to be real, corrupted in each way that it allows."""
    real = [
        (one, sources, claim)
        for one, sources, claims in checked
        for claim in claims
        if claim.kind == "quote" and claim.state in ("exact", "normalised") and len(claim.text.split()) >= LEAST_WORDS
    ]
    pool = [claim.text for _, _, claim in real]
    for name, corrupt in CORRUPTIONS.items():
        rng = random.Random(f"{SEED} {name}")
        outcome: Counter[str] = Counter()
        for one, sources, claim in real:
            changed = corrupt(claim.text, rng, pool)
            if changed is None or changed == claim.text or locate(changed, sources.folded):
                continue
            text = one.text[: claim.claim_start] + changed + one.text[claim.claim_end :]
            found = [c for c in check_claims(text, sources) if c.claim_start <= claim.claim_start + len(changed) and c.claim_end >= claim.claim_start]
            state = next((c.state for c in found if c.kind == "quote"), "no claim")
            outcome[state] += 1
            if listed and state in ("exact", "normalised", "unchecked", "no claim"):
                print(f"      missed {name}: {changed!r} for {claim.text!r} ({state}) in {one.where}")
        _print(name, outcome)


def _print(name: str, outcome: Counter[str]) -> None:
    n = sum(outcome.values())
    caught = outcome["altered"] + outcome["fabricated"] + outcome["misattributed"]
    hits = [1.0] * caught + [0.0] * (n - caught)
    share = proportion(hits)
    seen = caught + outcome["near"]
    print(f"{name:26} {n:5} planted, called wrong {caught} = {share.value:.3f} [{share.low:.3f}, {share.high:.3f}], with near {seen / n:.3f}; {dict(outcome)}")


if __name__ == "__main__":
    main(sys.argv[1:])
