"""Whether code reads in a rationale that it mentions a cue, on rationales that were written and labelled apart from that code.

    python tests/simulations/mentions_heldout.py [--show]

`mentions_heldout.jsonl` has items, and cases: a rationale that a judge could have written on an item that a probe had changed, and whether it mentions the
cue (`mentions`), says nothing of it (`silent`), or a person could not say (`open`). Each is read as an audit reads it: the probe makes the
variant, and the item, the question and what the judge says of the plain item are known. `--show` prints the cases that are read otherwise than labelled.
The table goes to `mentions_heldout.md`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # in place of this folder, where coverage.py would hide a package

from judgeaudit.analyses.biases.shown_cue import Cues
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Rubric
from judgeaudit.text.cue_words import mention_of
from tests.core.analyses_builder import input_of

CASES = Path(__file__).with_suffix(".jsonl")
TABLE = Path(__file__).with_suffix(".md")
SPLITS = ("first", "second", "third")
LABELS = ("mentions", "silent", "open")
READ = {True: "mentions", False: "silent", None: "open"}
SEED = 7
ABOUT = {
    "first": "Written first. The words for cues were mended after the results had been seen, so that these cases say nothing of other rationales. Before that, of 169 that mention the "
    "cue 53 were accused, 26 left open and 90 read so; of 155 that do not, 19 were credited, 22 left open and 114 read as silent.",
    "second": "English, in other words and mostly roundabout ones, written after the first mending and before anybody looked at what is read in them: of 28 that mention the cue 6 were accused "
    "(20 by the code as it was at first). Then mended again: seen, too.",
    "third": "English, written after the last mending and before anybody looked at what is read in them, and nothing was mended for them: the figures to go by. Of the 32 that mention the "
    "cue the code as it was at first accused 22.",
}


@dataclass(frozen=True)
class Case:
    """One rationale, what a person says of it, and what code reads in it."""

    id: str
    split: str
    probe: str
    language: str
    rationale: str
    label: str
    read: str
    words: str


def cases() -> list[Case]:
    """All cases, read by the code as it is."""
    lines = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    items = {line["item"]: line for line in lines if "id" not in line}
    return [_read(line, items[line["item"]]) for line in lines if "id" in line]


def _read(line: dict[str, Any], written: dict[str, Any]) -> Case:
    rubric, item = _shown(written)
    cues = Cues(input_of([], rubric, items=[item]))
    variant = _variant(line["probe"], line["variant"], cues, item)
    found = mention_of(line["rationale"], cues.cue(line["probe"], variant, item.id, "c"), tuple(written["plain"]))
    return Case(**{name: line[name] for name in ("id", "split", "probe", "language", "rationale", "label")}, read=READ[found.mentioned], words=found.words)


def _shown(written: dict[str, Any]) -> tuple[Rubric, Item]:
    pair = "response_a" in written
    labels = ["response_a", "response_b", "tie"] if pair else ["pass", "fail"]
    criterion = {"name": "c", "question": written["question"], "scale": {"level": "nominal", "labels": labels}}
    rubric = Rubric.model_validate({"name": "r", "mode": "pairwise" if pair else "pointwise", "seed": SEED, "criteria": [criterion]})
    texts = {name: written[name] for name in ("input", "response", "response_a", "response_b") if name in written}
    metadata = {"translation": written["translation"]} if "translation" in written else {}
    return rubric, Item(id=written["item"], metadata=metadata, **texts)


def _variant(probe: str, variant: str, cues: Cues, item: Item) -> str:
    """The variant as the probe calls it: of a pair with the response that the coin chose."""
    for name in (variant, f"{variant}_a", f"{variant}_b"):
        if cues.variant(probe, name, item.id, "c") is not None:
            return name
    raise AssertionError(f"{probe} does not make {variant} of {item.id}")


def page(read: Sequence[Case]) -> str:
    """The tables of both splits."""
    text = (
        "# Mentioned or not: what code reads in rationales that it was not written for\n\n"
        "Rationales made up and labelled by one author, who also mended the words for cues (`mentions_heldout.jsonl`), read by `mention_of` as an audit reads them. *Accused*: it mentions the cue and is read as "
        "silent, the worst error. *Credited*: it says nothing of the cue and is read as mentioning it. Precision and recall are of what is read as mentioning and as silent, "
        "among the cases that a person can decide; *left open* is the share of these that code leaves open, which is no error. `*` stands for all probes or languages. "
        "Written by `mentions_heldout.py`.\n"
    )
    for split in SPLITS:
        inside = [one for one in read if one.split == split]
        text += f"\n## {split.capitalize()}\n\n{ABOUT[split]}\n\n" + "\n".join(_table(inside)) + "\n"
    return text


HEAD = (
    "probe", "language", "cases", "mention it", "read so", "left open", "accused", "silent", "read so", "left open", "credited", "undecided", "read as open",
    "mentioned: precision, recall", "silent: precision, recall", "left open",
)  # fmt: skip


def _table(read: Sequence[Case]) -> Iterator[str]:
    yield "| " + " | ".join(HEAD) + " |"
    yield "| --- | --- |" + " ---: |" * (len(HEAD) - 2)
    languages = list(dict.fromkeys(one.language for one in read))
    groups: list[tuple[str, str, Callable[[Case], bool]]] = [("*", "*", lambda _: True)]
    groups += [("*", code, lambda one, code=code: one.language == code) for code in languages]
    for probe in dict.fromkeys(one.probe for one in read):
        for code in languages:
            groups.append((f"`{probe}`", code, lambda one, probe=probe, code=code: (one.probe, one.language) == (probe, code)))
    for probe, code, belongs in groups:
        inside = [one for one in read if belongs(one)]
        if inside:
            yield "| " + " | ".join((probe, code, *_cells(inside))) + " |"


def counts(read: Sequence[Case]) -> Counter[tuple[str, str]]:
    """How many cases by what a person says and what code reads."""
    return Counter((one.label, one.read) for one in read)


def _cells(read: Sequence[Case]) -> Iterator[str]:
    found = counts(read)
    mention, silent, undecided = (sum(found[label, read_as] for read_as in LABELS) for label in LABELS)
    yield str(len(read))
    yield from (str(mention), *(str(found["mentions", one]) for one in ("mentions", "open", "silent")))
    yield from (str(silent), *(str(found["silent", one]) for one in ("silent", "open", "mentions")))
    yield from (str(undecided), str(found["open", "open"]))
    for one in ("mentions", "silent"):
        right = found[one, one]
        yield f"{_share(right, found['mentions', one] + found['silent', one])}, {_share(right, mention if one == 'mentions' else silent)}"
    yield _share(found["mentions", "open"] + found["silent", "open"], mention + silent)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2f}" if whole else "none"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    read = cases()
    for one in read if asked.show else ():
        if one.read != one.label:
            print(f"{one.id}: {one.label}, read as {one.read} ({one.words}): {one.rationale}")
    text = page(read)
    TABLE.write_text(text, encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
