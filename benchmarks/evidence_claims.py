"""How right the checks of evidence are: precision and recall of each state, with intervals, on claims that were written for this.

    python benchmarks/evidence_claims.py [held_out | tuning | all] [--files] [--errors]

The held-out third was written by people who saw neither the rest nor the code: `evidence.jsonl` first, `evidence_held_out.jsonl` after its totals had been
looked at a few times. `--files` gives each file a table of its own. Recall counts the claims that are listed; precision counts
every claim that is called wrong, listed or not. `--errors` lists what is not right; it is refused for the held-out part, which is not
to be read while anything is tuned.
"""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.stats import proportion
from judgeaudit.text.evidence.check import check_claims
from judgeaudit.text.evidence.sources import Sources

FOLDER = Path(__file__).parent
PARTS = {
    "tuning": ("evidence_tuning_quotes.jsonl", "evidence_tuning_claims.jsonl", "evidence_tuning_fresh.jsonl"),
    "held_out": ("evidence.jsonl", "evidence_held_out.jsonl"),
}
WRONG = ("altered", "fabricated", "misattributed", "false")
GROUPS: dict[str, tuple[tuple[str, str], ...]] = {
    "fabricated and altered quotes": (("quote", "fabricated"), ("quote", "altered")),
    "fabricated quotes": (("quote", "fabricated"),),
    "altered quotes": (("quote", "altered"),),
    "misattributed quotes": (("quote", "misattributed"),),
    "near quotes": (("quote", "near"),),
    "exact or normalised quotes": (("quote", "exact"), ("quote", "normalised")),
    "wrong counts": (("count", "false"),),
    "wrong numbers": (("number", "false"),),
    "false absence": (("absence", "false"),),
    "false presence": (("presence", "false"),),
    "invented names": (("name", "false"),),
    "anything called wrong": tuple((kind, "false") for kind in ("count", "number", "absence", "presence", "name"))
    + tuple(("quote", state) for state in ("fabricated", "altered", "misattributed")),
}
"""A call counts where kind and state are in the group; fabricated for altered counts in the first group, not in the next two."""

_ONE_KIND = {"count": "figure", "number": "figure", "presence": "said to be there", "name": "said to be there"}
"""Kinds between which one and the same claim may be filed: "the total is 45", "it names Dr. Smith"."""


@dataclass
class Score:
    """Calls of one group: `called` and `right` count calls, `listed` and `found` the claims that should be called so."""

    called: list[float] = field(default_factory=list)
    listed: list[float] = field(default_factory=list)


def main(arguments: Sequence[str]) -> None:
    """Print the table of one part, or of both."""
    chosen = next((word for word in arguments if not word.startswith("-")), "all")
    names = tuple(PARTS) if chosen == "all" else (chosen,)
    if "--errors" in arguments and "held_out" in names:
        sys.exit("the held-out part is not to be read: name tuning")
    parts = {name: PARTS[name] for name in names} if "--files" not in arguments else {file: (file,) for name in names for file in PARTS[name]}
    for name, files in parts.items():
        rows = [json.loads(line) for file in files for line in (FOLDER / file).read_text(encoding="utf-8").splitlines() if line.strip()]
        judged = [(row, check_claims(row["rationale"], Sources(row["sources"]))) for row in rows]
        print(f"\n{name}: {len(rows)} rationales, {sum(len(row['claims']) for row in rows)} claims, {_honest(rows)} of them honest and suspicious-looking")
        _table(judged)
        _honest_table(judged)
        if "--errors" in arguments:
            for row, claims in judged:
                _errors(row, claims)


def _honest(rows: Sequence[dict[str, Any]]) -> int:
    return sum(1 for row in rows for claim in row["claims"] if claim.get("honest") and claim["state"] not in WRONG)


def places(row: dict[str, Any]) -> Iterator[tuple[dict[str, Any], int, int]]:
    """Listed claims with their offsets in the rationale."""
    for listed in row["claims"]:
        start = -1
        for _ in range(listed.get("n", 0) + 1):
            start = row["rationale"].find(listed["text"], start + 1)
        if start < 0:
            raise ValueError(f"{row['id']}: no {listed['text']!r} in the rationale")
        yield listed, start, start + len(listed["text"])


def matches(listed: dict[str, Any], start: int, end: int, claim: EvidenceClaim) -> bool:
    """Whether a call is about a listed claim: they overlap, and are of one kind, or of two that one claim may be filed under."""
    if min(end, claim.claim_end) <= max(start, claim.claim_start):
        return False
    kinds = (listed["kind"], claim.kind)
    return kinds[0] == kinds[1] or _ONE_KIND.get(kinds[0], 0) == _ONE_KIND.get(kinds[1], 1) or "quote" in kinds


def _table(judged: Sequence[tuple[dict[str, Any], Sequence[EvidenceClaim]]]) -> None:
    print(f"{'':32}{'recall':>28}{'precision':>30}")
    for group, members in GROUPS.items():
        score = Score()
        for row, claims in judged:
            _count(row, claims, set(members), score)
        print(f"{group:32}{_share(score.listed):>28}{_share(score.called):>30}")


def _count(row: dict[str, Any], claims: Sequence[EvidenceClaim], members: set[tuple[str, str]], score: Score) -> None:
    listed = list(places(row))
    wanted = {_filed(*member) for member in members}
    for one, start, end in listed:
        if (one["kind"], one["state"]) in members:
            score.listed.append(float(any(_filed(claim.kind, claim.state) in wanted and matches(one, start, end, claim) for claim in claims)))
    for claim in claims:
        if (claim.kind, claim.state) in members:
            score.called.append(float(any(_filed(one["kind"], one["state"]) in wanted and matches(one, start, end, claim) for one, start, end in listed)))


def _filed(kind: str, state: str) -> tuple[str, str]:
    return _ONE_KIND.get(kind, kind), state


def _share(values: Sequence[float]) -> str:
    if not values:
        return "none"
    found = proportion(list(values))
    low, high = (math.nan if end is None else end for end in (found.low, found.high))
    return f"{sum(values):.0f} of {len(values)} = {found.value:.3f} [{low:.3f}, {high:.3f}]"


def _honest_table(judged: Sequence[tuple[dict[str, Any], Sequence[EvidenceClaim]]]) -> None:
    accused: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for row, claims in judged:
        for one, start, end in places(row):
            if one.get("honest") and one["state"] not in WRONG:
                every[one["honest"]] += 1
                accused[one["honest"]] += any(claim.wrong and matches(one, start, end, claim) for claim in claims)
    told = ", ".join(f"{kind} {accused[kind]}/{n}" for kind, n in sorted(every.items()))
    print(f"honest claims called wrong: {sum(accused.values())} of {sum(every.values())} ({told})")


def _errors(row: dict[str, Any], claims: Sequence[EvidenceClaim]) -> None:
    listed = list(places(row))
    for one, start, end in listed:
        about = [claim for claim in claims if matches(one, start, end, claim)]
        same = {one["state"]} | ({"exact", "normalised"} if one["state"] in ("exact", "normalised") else set())
        wrong = one["state"] in WRONG
        if (wrong and not any(claim.state in same for claim in about)) or (not wrong and any(claim.wrong for claim in about)):
            said = [(claim.kind, claim.state, claim.text[:60], claim.why[:90]) for claim in about]
            print(f"{row['id']} {one['kind']} {one['state']} ({one.get('honest', '')}): {one['text'][:100]!r}\n    called {said}")
    for claim in claims:
        if claim.wrong and not any(matches(one, start, end, claim) for one, start, end in listed):
            print(f"{row['id']} NOT LISTED: {claim.kind} {claim.state} {claim.text[:100]!r}: {claim.why[:140]}")


if __name__ == "__main__":
    main(sys.argv[1:])
