"""The layered funnel: cheap checks first, and no judge goes on from a layer that it fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from judgeaudit.decision.checks import Check
from judgeaudit.decision.gates import hold, limit_text
from judgeaudit.decision.review import reviewed
from judgeaudit.decision.strata import is_unknown, reviews_of
from judgeaudit.domain.results import Decision, Estimate, JudgeFacts, LayerResult, ReviewPart
from judgeaudit.domain.rubric import KNOWN_LAYERS, Gate, Rubric
from judgeaudit.thresholds import LAYER_LIMITS, MAX_COST_PER_VERDICT_USD, MAX_LATENCY_P95_S, MAX_PERSONAL_DATA_SHARE

PUBLIC, ONLINE = "public", "online"
"""Strata of items that everybody has, and of those that came while the judge was in use. All others are the user's own."""

TITLES = {
    "pre_screen": "pre-screen on public items", "own_items": "own items", "online": "online checks", "operations": "safety and operations",
}  # fmt: skip

LayerStatus = Literal["pass", "fail", "inconclusive", "not_measured"]
Said = tuple[LayerStatus, str]
_WORST: tuple[LayerStatus, ...] = ("fail", "not_measured", "inconclusive", "pass")


@dataclass(frozen=True)
class PersonalShare:
    """Items of a judge with a rationale, those of them with personal data in one, and what kinds."""

    n_items: int
    n_with: int
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Seen:
    """All that a layer may look at, of one judge."""

    rubric: Rubric
    facts: JudgeFacts
    estimates: tuple[Estimate, ...]
    personal: PersonalShare | None


def through_layers(
    decided: Iterable[Decision], rubric: Rubric, judges: Sequence[JudgeFacts], estimates: Iterable[Estimate], *, personal: Mapping[str, PersonalShare]
) -> tuple[Decision, ...]:
    """Each decision after the layers that the rubric asks for; as it was where it asks for none.

    Parameters
    ----------
    decided : iterable of Decision
    rubric : Rubric
        Its `layers`, whatever their order there, are gone through as `KNOWN_LAYERS` has them; its gates replace default limits.
    judges : sequence of JudgeFacts
        Latency and cost.
    estimates : iterable of Estimate
        Strata named `public` and `online` make those layers; `own_items` takes all others.
    personal : mapping of judge to PersonalShare
        Personal data in rationales; a judge without any rationale has none.

    Returns
    -------
    tuple of Decision
        do_not_deploy at the first layer that fails, and no layer behind it is looked at. A layer that is not settled, or was asked for and
        not measured, allows no deploy, with review or without: it is not_enough_data. Where a limit of own items holds in some strata and could
        not be measured in others, which is all that is open, a person reads those: deploy_with_review.
    """
    decided = tuple(decided)
    wanted = [layer for layer in KNOWN_LAYERS if layer in rubric.layers]
    if not wanted:
        return decided
    by_judge: dict[str, list[Estimate]] = {}
    for one in estimates:
        if one.judge is not None and one.variant is None and one.group is None:
            by_judge.setdefault(one.judge, []).append(one)
    known = {facts.name: facts for facts in judges}
    done = []
    for decision in decided:
        seen = _Seen(rubric, known[decision.judge], tuple(by_judge.get(decision.judge, ())), personal.get(decision.judge))
        done.append(_after(decision, _funnel(wanted, seen), _unknown_strata(seen)))
    return tuple(done)


def _funnel(wanted: Sequence[str], seen: _Seen) -> tuple[LayerResult, ...]:
    done: list[LayerResult] = []
    for layer in wanted:
        if any(one.status == "fail" for one in done):
            done.append(LayerResult(layer=layer, status="not_reached"))
            continue
        said = _CHECKS[layer](seen)
        status = min((word for word, _ in said), key=_WORST.index, default="not_measured")
        done.append(LayerResult(layer=layer, status=status, reasons=tuple(text for word, text in said if word == status)))
    return tuple(done)


def _after(decision: Decision, layers: tuple[LayerResult, ...], unknown: tuple[ReviewPart, ...]) -> Decision:
    failed = next((one for one in layers if one.status == "fail"), None)
    if failed is not None:
        reason = f"it fails the layer {TITLES[failed.layer]}, and no later layer was looked at: {'; '.join(failed.reasons)}"
        return decision.model_copy(
            update={"decision": "do_not_deploy", "reasons": (reason, *decision.reasons), "review": None, "review_parts": (), "layers": layers}
        )
    open_ = [one for one in layers if one.status in ("inconclusive", "not_measured")]
    reasons = tuple(
        f"the layer {TITLES[one.layer]} is {'not settled' if one.status == 'inconclusive' else 'not measured'}: {'; '.join(one.reasons)}" for one in open_
    )
    if not open_ or decision.decision not in ("deploy", "deploy_with_review"):
        return decision.model_copy(update={"reasons": (*decision.reasons, *reasons), "layers": layers})
    if unknown and all(one.layer == "own_items" for one in open_):
        new = [part for part in unknown if part not in decision.review_parts]
        changes = {"decision": "deploy_with_review", "reasons": (*reasons, *decision.reasons), "layers": layers}
        return reviewed(decision, new).model_copy(update=changes)
    return decision.model_copy(
        update={"decision": "not_enough_data", "reasons": (*reasons, *decision.reasons), "review": None, "review_parts": (), "layers": layers}
    )


def _held(layer: str, seen: _Seen, strata: Sequence[str | None]) -> list[Said]:
    """The layer's limits on the estimates of its strata. A metric without any number there was not measured."""
    said: list[Said] = []
    for metric in LAYER_LIMITS[layer]:
        found = _limits_of(layer, metric, seen, strata)
        if not found:
            said.append(("not_measured", f"{_words(metric)} ({metric}) was not measured there"))
        for check in found:
            said.append((check.result.status, f"{_words(metric)} on {check.where}: {check.result.reason} ({limit_text(check.gate)})"))
    return said


def _limits_of(layer: str, metric: str, seen: _Seen, strata: Sequence[str | None]) -> list[Check]:
    default = Gate(**LAYER_LIMITS[layer][metric])
    gate = seen.rubric.gates.get(metric, default) if layer != "pre_screen" else default
    found = [one for one in seen.estimates if f"{one.analysis}.{one.name}" == metric and one.stratum in strata]
    return [Check(result=hold(metric, gate, one), estimate=one, gate=gate) for one in found]


def _unknown_strata(seen: _Seen) -> tuple[ReviewPart, ...]:
    """Own strata in which a limit is not known that holds in another one, as what a person reviews; empty where anything else is not settled there."""
    checks = [check for metric in LAYER_LIMITS["own_items"] for check in _limits_of("own_items", metric, seen, _own_strata(seen))]
    held = {(check.result.metric, check.result.criterion) for check in checks if check.passed}
    open_ = [check for check in checks if not check.passed]
    if not all(is_unknown(check) and (check.result.metric, check.result.criterion) in held for check in open_):
        return ()
    return reviews_of(open_)


def _words(metric: str) -> str:
    return metric.split(".")[1].replace("_", " ")


def _pre_screen(seen: _Seen) -> list[Said]:
    return _held("pre_screen", seen, (PUBLIC,)) if _has(seen, PUBLIC) else [_no_stratum(PUBLIC)]


def _own_items(seen: _Seen) -> list[Said]:
    own = _own_strata(seen)
    return _held("own_items", seen, own) if own else [("not_measured", f"every stratum is {PUBLIC} or {ONLINE}: give your own items another stratum")]


def _own_strata(seen: _Seen) -> list[str | None]:
    """All items (None) where none are marked public or online, else the strata that are neither."""
    if not _has(seen, PUBLIC) and not _has(seen, ONLINE):
        return [None]
    return sorted({one.stratum for one in seen.estimates if one.stratum not in (None, PUBLIC, ONLINE)}, key=str)


def _online(seen: _Seen) -> list[Said]:
    return _held("online", seen, (ONLINE,)) if _has(seen, ONLINE) else [_no_stratum(ONLINE)]


def _has(seen: _Seen, stratum: str) -> bool:
    return any(one.stratum == stratum for one in seen.estimates)


def _no_stratum(stratum: str) -> Said:
    return "not_measured", f'no item has the stratum "{stratum}": give such items that stratum, or take the layer out of the rubric'


def _operations(seen: _Seen) -> list[Said]:
    return [_latency(seen.facts), _cost(seen.facts), *_held("operations", seen, (None,)), _personal(seen.personal)]


def _latency(facts: JudgeFacts) -> Said:
    p95 = facts.latency_p95_s
    if p95 is None:
        return "not_measured", "latency is not known: give verdicts with latency_s"
    word: LayerStatus = "pass" if p95 <= MAX_LATENCY_P95_S else "fail"
    return word, f"95 % of replies come within {p95:.3g} s (at most {MAX_LATENCY_P95_S:g} s)"


def _cost(facts: JudgeFacts) -> Said:
    if facts.cost is None or not facts.finished:
        return "not_measured", "what a verdict costs is not known: give verdicts with cost_usd"
    each = facts.cost.known_usd / facts.finished
    limit = f"(at most ${MAX_COST_PER_VERDICT_USD:g})"
    if each > MAX_COST_PER_VERDICT_USD:
        return "fail", f"a verdict costs {'at least ' if facts.cost.lower_bound else ''}${each:.4g} {limit}"
    if facts.cost.unknown_calls:
        return "not_measured", f"{facts.cost.unknown_calls} of {facts.finished} calls have no known price: give prices in the rubric"
    return "pass", f"a verdict costs ${each:.4g} {limit}"


def _personal(found: PersonalShare | None) -> Said:
    if found is None or not found.n_items:
        return "pass", "it gives no rationales, so that none carries personal data"
    share = found.n_with / found.n_items
    kinds = f" ({', '.join(found.kinds)})" if found.kinds else ""
    what = f"rationales of {found.n_with:,} of {found.n_items:,} items carry personal data{kinds}"
    return "fail" if share > MAX_PERSONAL_DATA_SHARE else "pass", f"{what} (at most {100 * MAX_PERSONAL_DATA_SHARE:g} %)"


_CHECKS: dict[str, Callable[[_Seen], list[Said]]] = {"pre_screen": _pre_screen, "own_items": _own_items, "online": _online, "operations": _operations}
