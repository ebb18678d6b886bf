"""How long checking the evidence of 20,000 rationales takes, one rationale against a very long item, and how both grow.

    python benchmarks/evidence.py           everything; exit code 1 when a target is missed
    python benchmarks/evidence.py --small   2,000 rationales, no target

1,000 items of 2,000 characters, 20 rationales of about 60 words each (`rationale_texts.py`), with quotes, numbers and absences. The peer is
rapidfuzz.fuzz.partial_ratio of every quote against every text of its item, found by the same reader of quotation marks: what a plain fuzzy
check does, and it only says how similar. Seconds are of one process on one core; the long item is the median of five fresh ones.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence

from rapidfuzz.fuzz import partial_ratio
from rationale_texts import QUESTION, made_up

from judgeaudit.text.evidence.check import check_claims
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.quotes import find_quotes

ITEM_CHARACTERS, LONG_CHARACTERS = 2000, 200_000
MAX_SECONDS, MAX_LONG_SECONDS, MAX_GROWTH = 30.0, 0.2, 2.3
Work = list[tuple[dict[str, str], list[str]]]


def main(arguments: Sequence[str]) -> int:
    """Print the measurements; 1 where a target is missed."""
    n = 100 if "--small" in arguments else 1000
    half, whole = prepared(n // 2), prepared(n)
    seconds = {name: timed(work) for name, work in (("half", half), ("whole", whole))}
    peer = timed_peer(whole)
    count = sum(len(rationales) for _, rationales in whole)
    growth = seconds["whole"] / seconds["half"]
    print(
        f"{count} rationales, items of {ITEM_CHARACTERS} characters: {seconds['whole']:.1f} s (limit {MAX_SECONDS:g}), {1000 * seconds['whole'] / count:.2f} ms each"
    )
    print(f"twice as many rationales: {growth:.2f} times as long (limit {MAX_GROWTH:g})")
    print(f"rapidfuzz.partial_ratio over every quote and text: {peer:.1f} s; ratio {seconds['whole'] / peer:.2f}")
    long = [long_item(seed) for seed in range(5)]
    for name, times in (("a fabricated quote", [one[0] for one in long]), ("all claims", [one[1] for one in long])):
        print(f"one rationale, item of {LONG_CHARACTERS} characters, {name}: {1000 * statistics.median(times):.0f} ms (limit {1000 * MAX_LONG_SECONDS:.0f})")
    missed = seconds["whole"] > MAX_SECONDS or growth > MAX_GROWTH or statistics.median(one[1] for one in long) > MAX_LONG_SECONDS
    return int(missed and "--small" not in arguments)


def prepared(n: int) -> Work:
    """Texts of each item, the context filled up with rules of other items, and what was said about it."""
    items, rows = made_up(n, judges=4, replicates=5)
    said: dict[str, list[str]] = {}
    for row in rows:
        said.setdefault(row["item_id"], []).append(row["rationale"])
    work = []
    for at, item in enumerate(items):
        context = item["context"]
        for step in range(1, n):
            if len(context) + len(item["response"]) >= ITEM_CHARACTERS:
                break
            context += " " + items[(at + step) % n]["context"]
        texts = {"input": item["input"], "response": item["response"], "context": context[: ITEM_CHARACTERS - len(item["response"])]}
        work.append(({**texts, "rubric": QUESTION}, said[item["id"]]))
    return work


def timed(work: Work) -> float:
    """Seconds for all of it."""
    start = time.perf_counter()
    for texts, rationales in work:
        sources = Sources(texts)
        for rationale in rationales:
            check_claims(rationale, sources)
    return time.perf_counter() - start


def timed_peer(work: Work) -> float:
    """Seconds of the peer."""
    start = time.perf_counter()
    for texts, rationales in work:
        for rationale in rationales:
            for quote in find_quotes(rationale):
                for text in texts.values():
                    partial_ratio(quote.text, text)
    return time.perf_counter() - start


def long_item(seed: int) -> tuple[float, float]:
    """Seconds of one fabricated quote, and of a whole rationale, each against a fresh long item."""
    items, rows = made_up(400 + seed, judges=1, replicates=1)
    text = " ".join(item["context"] for item in items[seed:])
    text = (text * (1 + LONG_CHARACTERS // len(text)))[:LONG_CHARACTERS]
    quote = 'The response says "the moon was full that night and nobody in the harbour dared to speak of it".'
    times = []
    for n, rationale in enumerate((quote, f"{rows[seed]['rationale']} {quote} It has about 31000 words and does not mention the lighthouse.")):
        sources = Sources({"input": "What is it?", "response": f"{seed} {n} {text}", "rubric": QUESTION})
        start = time.perf_counter()
        check_claims(rationale, sources)
        times.append(time.perf_counter() - start)
    return times[0], times[1]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
