"""The numbers on evidence: shares of what was checked, with intervals that count items."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from judgeaudit import stats
from judgeaudit.analyses.evidences.accounts import Account, flag_of, is_invented
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import Part, parts
from judgeaudit.domain.evidence import EvidenceClaim
from judgeaudit.domain.results import Estimate

NO_ITEMS = "evidence was not checked: no item texts; give the items (--items FILE)"
NO_RATIONALES = "the judge gave no rationales"
ONCE = "one replicate: the judge was asked once"

Observed = Sequence[tuple[str, float]]
"""Item and value, 0 or 1, of each thing that was looked at."""


@dataclass(frozen=True)
class Rate:
    """A share of the claims of some kinds. `nothing` says why it is undefined where none was checked."""

    name: str
    kinds: tuple[str, ...]
    counts: Callable[[EvidenceClaim], bool]
    what: str
    nothing: str


def _flagged(flag: str) -> Callable[[EvidenceClaim], bool]:
    return lambda claim: flag_of(claim) == flag


_QUOTE = (("quote",), "quotes checked", "no rationale cites a quote: ask for quotes")
RATES = (
    Rate("fabricated_quote_rate", _QUOTE[0], _flagged("fabricated_quote"), *_QUOTE[1:]),
    Rate("altered_quote_rate", _QUOTE[0], _flagged("altered_quote"), *_QUOTE[1:]),
    Rate("invented_quote_rate", _QUOTE[0], is_invented, *_QUOTE[1:]),
    Rate("misattributed_quote_rate", _QUOTE[0], _flagged("misattributed_quote"), *_QUOTE[1:]),
    Rate("wrong_number_rate", ("number", "count"), _flagged("wrong_number"), "numbers and counts checked", "no rationale gives a number that can be checked"),
    Rate("false_absence_rate", ("absence",), _flagged("false_absence"), "things called missing", "no rationale calls something missing that can be looked up"),
    Rate("false_presence_rate", ("presence",), _flagged("false_presence"), "things said to be there", "no rationale says of something that it is there, without quoting it"),
    Rate("invented_name_rate", ("name",), _flagged("invented_name"), "names checked", "no rationale cites a name that can be looked up"),
)  # fmt: skip
"""Shares of single claims. `invented_quote_rate` is that of fabricated and altered quotes together."""


@dataclass(frozen=True)
class EvidencePart:
    """A criterion or one of its strata: `clusters` numbers the cluster of each of its items, `shared` says whether items share any."""

    part: Part
    clusters: Mapping[str, int]
    shared: bool

    def rate(self, name: str, observed: Observed, *, judge: str, what: str, nothing: str, by_item: bool = False) -> Estimate:
        """A share of what was looked at. An item counts as one cluster of its claims, or belongs to its own; `what` names the denominator."""
        if not observed:
            return self.missing(name, nothing, judge)
        items = [item for item, _ in observed]
        clusters = None if by_item and not self.shared else np.array([self.clusters[item] for item in items], dtype=np.int64)
        found = stats.proportion(np.array([value for _, value in observed], dtype=np.float64), ci_level=self.part.data.ci_level, clusters=clusters)
        n_items = len(set(items))
        units = "clusters" if self.shared else "items"
        interval = _UNITS.sub(rf"\1 {units}", found.method.partition("; ")[2])
        denominator = f"of {n_items:,} {what}" if by_item else f"of {len(items):,} {what} in {n_items:,} item{'s' if n_items > 1 else ''}"
        update = {"n_items": n_items, "n_ratings": len(items), "method": f"{denominator}; {interval}"}
        return self.part.tag(name, found.model_copy(update=update), judge=judge)

    def missing(self, name: str, reason: str, judge: str) -> Estimate:
        return self.part.tag(name, Estimate.missing(reason), judge=judge)


_UNITS = re.compile(r"\b[\d,]+ items? in ([\d,]+) clusters?")


def evidence_parts(data: AnalysisInput) -> Iterator[EvidencePart]:
    """Every criterion as a whole, followed by its strata."""
    for part in parts(data, "evidence"):
        patterns = part.patterns
        inside = [i for i in range(patterns.n_items) if part.stratum in (None, patterns.strata[patterns.pattern_of_item[i]])]
        names = {patterns.item_ids[i]: patterns.clusters[i] or f"\0{patterns.item_ids[i]}" for i in inside}
        numbers = {name: n for n, name in enumerate(sorted(set(names.values())))}
        shared = any(patterns.clusters[i] for i in inside)
        yield EvidencePart(part, {item: numbers[name] for item, name in sorted(names.items())}, shared)


def measure(part: EvidencePart, judge: str, every: Sequence[Account], *, no_contradictions: str | None) -> list[Estimate]:
    """Every number of one judge on a criterion or a stratum of it.

    Parameters
    ----------
    part : EvidencePart
    judge : str
    every : sequence of Account
        Of the judge on the criterion; those of the part's items count.
    no_contradictions : str or None
        Why nobody looked for rationales that contradict their verdicts.
    """
    accounts = [account for account in every if account.item in part.clusters]
    if not any(account.n_rationales for account in accounts):
        names = ("quotes_checked", *(rate.name for rate in RATES), "contradiction_rate", "trapped_rate", "repeated_invention_rate", "evidence_cited_once_share")
        return [part.missing(name, NO_RATIONALES, judge) for name in names]
    return [*_of_claims(part, judge, accounts), _contradiction(part, judge, accounts, no_contradictions), _trapped(part, judge, accounts)]


def _of_claims(part: EvidencePart, judge: str, accounts: Sequence[Account]) -> list[Estimate]:
    if not any(row.read and row.said.text for account in accounts for row in account.rows):
        names = ("quotes_checked", *(rate.name for rate in RATES), "repeated_invention_rate", "evidence_cited_once_share")
        return [part.missing(name, NO_ITEMS, judge) for name in names]
    quoting = [len(account.quotes) for account in accounts if account.quotes]
    n = float(sum(quoting))
    count = Estimate(value=n, low=n, high=n, method="a count of these rationales", n_items=len(quoting), n_ratings=int(n))
    found = [part.part.tag("quotes_checked", count, judge=judge)]
    for rate in RATES:
        observed = [(a.item, float(rate.counts(claim))) for a in accounts for _, claim in a.checked if claim.kind in rate.kinds and claim.counted]
        found.append(part.rate(rate.name, observed, judge=judge, what=rate.what, nothing=_nothing(rate, accounts)))
    twice = [account for account in accounts if account.n_rationales > 1]
    invented = [(a.item, float(len(piece.replicates) > 1)) for a in twice for piece in a.invented]
    cited = [(a.item, float(len(piece.replicates) == 1)) for a in twice for piece in a.cited]
    none = "no quote on an item with two rationales {}" if twice else "no item has two rationales of this judge"
    what = "distinct {} of items with two or more rationales"
    repeated, once = "repeated_invention_rate", "evidence_cited_once_share"
    found.append(part.rate(repeated, invented, judge=judge, what=what.format("invented quotes"), nothing=none.format("is fabricated or altered")))
    found.append(part.rate(once, cited, judge=judge, what=what.format("quotes"), nothing=none.format("was checked")))
    return found


def _nothing(rate: Rate, accounts: Sequence[Account]) -> str:
    """Why no claim of these kinds was checked: none was made, or none could be."""
    unchecked = sum(claim.kind in rate.kinds for account in accounts for row in account.rows for claim in row.claims)
    if not unchecked:
        in_part = any(row.said.read_in_part for account in accounts for row in account.rows)
        return "none was found in what could be read of the replies" if in_part else rate.nothing
    return f"none of {unchecked} such claims could be checked: too short, in doubt, or in a language that is not read"


def _contradiction(part: EvidencePart, judge: str, accounts: Sequence[Account], not_looked: str | None) -> Estimate:
    if not_looked is not None:
        return part.missing("contradiction_rate", not_looked, judge)
    observed = [(a.item, float(row.said.replicate in a.contradicted)) for a in accounts for row in a.rows if row.said.text]
    return part.rate("contradiction_rate", observed, judge=judge, what="verdicts with a rationale", nothing=NO_RATIONALES)


def _trapped(part: EvidencePart, judge: str, accounts: Sequence[Account]) -> Estimate:
    stable = [account for account in accounts if account.stable]
    observed = [(account.item, float(account.trapped)) for account in stable if account.looked_at]
    if all(account.stable is None for account in accounts):
        nothing = ONCE
    elif not stable:
        nothing = "no item has a stable verdict"
    else:
        nothing = "on no item with a stable verdict could evidence or reasons be checked"
    what = "items with a stable verdict whose evidence or reasons were checked"
    return part.rate("trapped_rate", observed, judge=judge, what=what, nothing=nothing, by_item=True)
