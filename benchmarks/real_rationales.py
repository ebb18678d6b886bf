"""What the audit says about the rationales of real judges, and how far somebody who read them agrees.

    python benchmarks/real_rationales.py               half a minute once the vectors are cached, some minutes the first time
    python benchmarks/real_rationales.py --draw FILE   the ids to read, in random order, to FILE; what was flagged, to FILE.flags

The replies (`real_replies.py`) lie beside the checkout and are not part of it. `real_rationales_judged.json` has ids and the readers' own
words. Each reader was one language model; what was drawn was judged without the flag, of more than two repeats the first five. Nobody read
an item a second time.

`third_reading`: what precision and recall are counted from. Items with a stable verdict that stand in neither earlier reading, drawn by
the flags of the analysis at commit 5a9f828. 40 flagged and 40 not, half from each data set, were asked for; only 31 flagged ones were left
(one in topicalchat), so that all of them were read and 49 others. Do most pairs of repeats give the same reason? A drawn item counts for
as many as it was drawn from (`stands_for`), whatever a later run says of it; intervals are Wilson's, on Kish's effective number of items.
What is said holds for items outside the earlier readings.

`second_reading`: a draw of the same kind among items outside the first reading. Its errors guided later changes of the analysis, so that
its figures, printed apart, are likely to flatter.

`stability` and `least_similar`: the first reading, a draw of the same kind and the items whose repeats are least alike to the embedder.
The weights of the comparison are fitted to pairs of these items (`real_pairs.py`), so that agreement with them is no measurement.
Pairs of two different items are fitted to as well, and items of the later readings can be among those; their repeats are not.
`contradictions`: cases of rationales against their own verdict.

Flags are taken from the run, not from the file, so that every change of the analysis is held against the same reading. Whoever changes the
analysis after having looked at the third reading's errors has used it up as well, and needs another draw.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from real_replies import DATA, Data, read_llmbar, read_topicalchat

import judgeaudit
from judgeaudit.domain.results import Analysis, Estimate
from judgeaudit.stats.kernels.rates import wilson

JUDGED = Path(__file__).with_name("real_rationales_judged.json")
NAMES = (
    "rationale_pair_stability", "rationale_alpha", "rationale_dominant_share", "numeric_agreement", "polarity_agreement", "evidence_agreement",
    "unstable_rationale_rate",
)  # fmt: skip
SEED, DRAWN = 23, 20

FIRST = ("stability", "least_similar")
"""Parts of the judged file that `real_pairs.py` hands to the fit of the weights."""
FITTED = (*FIRST, "second_reading")
"""Parts that the analysis was fitted to or changed after: no item of theirs is drawn again."""

Key = tuple[str, str, str, str]
"""Data set, judge, criterion and item."""


@dataclass(frozen=True)
class Told:
    """What an audit says. `stable` has the rows of the items with a stable verdict; `contradictions` what is said of each such case."""

    stable: Mapping[Key, Mapping[str, Any]]
    contradictions: Mapping[Key, str]

    def flagged(self, key: Key) -> bool | None:
        """None where the item is no longer one with a stable verdict and two rationales."""
        row = self.stable.get(key)
        return None if row is None else not row["rationale_stable"]


def audited(data: Data) -> Told:
    """Audits and prints the numbers."""
    audit = judgeaudit.audit(data.table, data.rubric, items=data.items, texts=False).data
    (analysis,) = (one for one in audit.analyses if one.name == "rationale")
    print(f"\n{data.name}: {len(data.items)} items, {len(data.table)} rationales; {analysis.blocks['embedder']['name']}")
    of_analysis = [e for e in audit.estimates if e.analysis == "rationale" and e.stratum is None and e.group is None and e.variant is None]
    for row in analysis.blocks["quadrant"]:
        describe(row, analysis, [e for e in of_analysis if (e.judge, e.criterion) == (row["judge"], row["criterion"])])
    cases = [case for case in audit.cases if case.flag == "verdict_rationale_contradiction"]
    print(f"  rationales that argue against their own verdict: {len(cases)} cases")
    stable = [row for row in analysis.blocks["items"] if row["verdict_stable"] and row["rationale_stable"] is not None]
    return Told(
        {(data.name, row["judge"], row["criterion"], row["item_id"]): row for row in stable},
        {(data.name, str(case.judge), str(case.criterion), str(case.item_id)): case.detail for case in cases},
    )


def describe(corners: Mapping[str, Any], analysis: Analysis, estimates: Sequence[Estimate]) -> None:
    """The numbers of one judge on one criterion."""
    print(f"  {corners['judge']} on {corners['criterion']}")
    for name in NAMES:
        for e in estimates:
            if e.name == name:
                shown = e.undefined if e.value is None else f"{e.value:.3f}" + ("" if e.low is None else f" [{e.low:.3f}, {e.high:.3f}]")
                print(f"    {name:<26} {shown}   {e.n_items} items")
    counts = ", ".join(f"{name.replace('_', '/')} {corners[name]}" for name in ("stable_stable", "stable_unstable", "unstable_stable", "unstable_unstable"))
    print(f"    verdict/rationale          {counts}, no rationale {corners['no_rationale']}")
    for row in analysis.blocks["baseline"]:
        if (row["judge"], row["criterion"]) == (corners["judge"], corners["criterion"]):
            print(
                f"    different items            same reason {row['same_share']:.3f} of {row['n_pairs']} pairs; stock phrases {row['stock_share']:.2f} of the text"
            )


def draw(told: Told, path: Path) -> None:
    """Ids to read, without the flag and without those of the earlier readings, and beside them how many each was drawn from."""
    judged = json.loads(JUDGED.read_text(encoding="utf-8"))
    fitted = {key_of(row) for part in FITTED for row in judged[part]}
    rng = random.Random(SEED)
    drawn: list[dict[str, Any]] = []
    ids: list[Key] = []
    for flagged in (True, False):
        left = 2 * DRAWN if flagged else 4 * DRAWN - len(ids)
        # Flagged ones and the smaller set come first: where they have too few items, the others make up for them.
        for dataset, wanted in (("topicalchat", DRAWN), ("llmbar", left)):
            every = sorted(key for key in told.stable if key[0] == dataset and key not in fitted and told.flagged(key) == flagged)
            chosen = rng.sample(every, min(wanted, left, len(every)))
            left -= len(chosen)
            drawn.append({"dataset": dataset, "flagged": flagged, "of": len(every), "ids": [list(key) for key in chosen]})
            ids += chosen
    rng.shuffle(ids)
    path.write_text("".join(f"{json.dumps(key)}\n" for key in ids), encoding="utf-8")
    Path(f"{path}.flags").write_text(json.dumps(drawn), encoding="utf-8")
    print(f"{len(ids)} ids in {path}")


def key_of(row: Mapping[str, Any]) -> Key:
    return row["dataset"], row["judge"], row["dimension"], row["item"]


def share(words: str, hits: Sequence[bool], weights: Sequence[float]) -> None:
    """A weighted share with its interval."""
    if not hits:
        print(f"    {words}: no item")
        return
    total = sum(weights)
    value, effective = sum(w for hit, w in zip(hits, weights, strict=True) if hit) / total, total**2 / sum(w * w for w in weights)
    low, high = wilson(value, effective, 0.95)
    print(f"    {words}: {value:.2f} [{low:.2f}, {high:.2f}]   {sum(hits)} of {len(hits)} items read, worth {effective:.0f}")


def score(words: str, rows: Sequence[Mapping[str, Any]], told: Told) -> None:
    """Precision and recall of the flag on items that were read."""
    flags, unstable = [bool(told.flagged(key_of(row))) for row in rows], [row["judgement"] == "unstable" for row in rows]
    weights = [float(row["stands_for"]) for row in rows]
    agreed = sum(f == u for f, u in zip(flags, unstable, strict=True))
    print(f"  {words}: {len(rows)} items read, {sum(unstable)} judged unstable, {sum(flags)} flagged, {agreed} agree")
    for name, given, asked in (("precision", flags, unstable), ("recall", unstable, flags)):
        share(name, [a for g, a in zip(given, asked, strict=True) if g], [w for g, w in zip(given, weights, strict=True) if g])


def compare(judged: Mapping[str, Any], told: Told) -> None:
    """The flag against the third reading, every item on which they differ, and how the earlier readings were used."""
    third = still_stable(judged["third_reading"], told)
    lost = len(judged["third_reading"]) - len(third)
    print(f"\nstable_verdict_unstable_rationale against the third reading ({lost} items read no longer have a stable verdict)")
    for dataset in sorted({row["dataset"] for row in third}):
        score(dataset, [row for row in third if row["dataset"] == dataset], told)
    score("both", third, told)
    score("both, without borderline cases", [row for row in third if not row["borderline"]], told)
    for row in third:
        if told.flagged(key_of(row)) != (row["judgement"] == "unstable"):
            said = told.stable[key_of(row)]
            flag = f"{'flagged' if told.flagged(key_of(row)) else 'not flagged'} ({said['rationale_agreement']:.2f} same; {', '.join(said['why']) or '-'})"
            print(f"    {'/'.join(key_of(row)[1:]):<40} {flag}, read as {row['judgement']}{' (borderline)' if row['borderline'] else ''}: {row['why']}")
    print("the second reading guided later changes of the analysis, so that its figures are likely to flatter")
    score("second reading, both", still_stable(judged["second_reading"], told), told)
    first = still_stable([row for part in FIRST for row in judged[part]], told)
    agreed = sum(told.flagged(key_of(row)) == (row["judgement"] == "unstable") for row in first)
    print(f"the first reading was used for the fit and measures nothing: the flag agrees with {agreed} of its {len(first)} items")


def still_stable(rows: Sequence[Mapping[str, Any]], told: Told) -> list[Mapping[str, Any]]:
    """Rows of which the run says whether they are flagged."""
    return [row for row in rows if told.flagged(key_of(row)) is not None]


def compare_contradictions(judged: Mapping[str, Any], told: Told) -> None:
    """Cases of the run against the reader; those that nobody has read are said."""
    read = {key_of(row): row for row in judged["contradictions"]}
    known = [read[key] for key in told.contradictions if key in read]
    print(f"\nverdict_rationale_contradiction: {len(told.contradictions)} cases, {len(known)} of them read; {len(read)} were read in all")
    share("genuine", [row["genuine"] for row in known], [1.0] * len(known))
    share(
        "genuine ones still found",
        [key in told.contradictions for key, row in read.items() if row["genuine"]],
        [1.0] * sum(r["genuine"] for r in read.values()),
    )
    for row in known:
        if not row["genuine"]:
            print(f"    {'/'.join(key_of(row)[1:]):<40} false: {row['why']}")
    for key in told.contradictions:
        if key not in read:
            print(f"    {'/'.join(key[1:]):<40} not read")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draw", type=Path)
    options = parser.parse_args()
    if not DATA.is_dir():
        print(f"the research data is not beside this checkout ({DATA}); it is not part of the project, and nothing can be said without it")
        return 1
    both = [audited(read()) for read in (read_topicalchat, read_llmbar)]
    told = Told({k: row for one in both for k, row in one.stable.items()}, {k: why for one in both for k, why in one.contradictions.items()})
    if options.draw is not None:
        draw(told, options.draw)
        return 0
    judged = json.loads(JUDGED.read_text(encoding="utf-8"))
    compare(judged, told)
    compare_contradictions(judged, told)
    return 0


if __name__ == "__main__":
    sys.exit(main())
