"""Which calls an audit makes, what identifies each of them, and what a resumed run may change. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judgeaudit.domain.calls import CallSpec, EffectiveParameters, Prompt
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import PAIRWISE_LABELS, Criterion, Judge, Rubric, Scale
from judgeaudit.judging.prompts import build_prompt, digest, flat_digest
from judgeaudit.judging.redact import endpoint_id

FINGERPRINT_VERSION = 1
MAX_LISTED = 5
"""Items that a message about many changed items names."""

_DIGITS = 16


@dataclass(frozen=True, slots=True)
class ProbeOf:
    """Which probe a call belongs to. `texts` is the hash of all that a judge may see of the change: a judge's own prompt need not show all of it.

    `criterion` is what is asked where that is not the rubric's.
    """

    probe: str
    variant: str
    texts: str
    criterion: Criterion | None = None


def plan_calls(rubric: Rubric, items: Sequence[Item], parameters: Mapping[str, EffectiveParameters]) -> tuple[CallSpec, ...]:
    """Every plain call of an audit: one for each item, criterion, replicate and judge; those of probes are planned by `plan_probes`.

    Parameters
    ----------
    rubric : Rubric
    items : sequence of Item
    parameters : mapping of judge name to EffectiveParameters
        For every judge of the rubric.

    Returns
    -------
    tuple of CallSpec
        Item by item, in it criterion by criterion, replicate by replicate, the judges in turn: a run that is stopped early
        has all replicates of all judges for the items that it reached, and the judges advance side by side. Pairwise
        items are shown in the order "ab".

    Raises
    ------
    RubricError, ItemsError
        A prompt that cannot be built (see `build_prompt`).

    Notes
    -----
    `key` is the SHA-256 of all that can change the answer: model, address of the server without credentials, effective
    parameters, messages and schema (by their hash), the seed that is sent, the replicate, and what is asked of whom
    (judge, criterion, item, order, probe, variant). The replicate is part of it: one repeat never answers for another.
    A judge that takes no seed is sent none, and its seed is None.
    """
    asked = {judge.name: asked_with(judge, parameters[judge.name]) for judge in rubric.judges}
    specs: list[CallSpec] = []
    for item in items:
        for criterion in rubric.criteria:
            prompts = [(judge, prompt_for(rubric, criterion, item, judge, parameters[judge.name])) for judge in rubric.judges]
            for replicate in range(rubric.replicates):
                for judge, prompt in prompts:
                    seed = seed_for(rubric, parameters[judge.name], replicate)
                    specs.append(call_spec(item, criterion, judge, prompt, replicate, seed, order=order_shown(rubric), asked=asked[judge.name]))
    return tuple(specs)


def order_shown(rubric: Rubric) -> str | None:
    """The order in which the responses of a pair are shown; None pointwise."""
    return "ab" if rubric.mode == "pairwise" else None


def seed_for(rubric: Rubric, parameters: EffectiveParameters, replicate: int) -> int | None:
    """The seed that a replicate sends; None where the judge takes none."""
    return rubric.sent_seed(replicate) if parameters.takes_seed else None


def prompt_for(
    rubric: Rubric, criterion: Criterion, item: Item, judge: Judge, parameters: EffectiveParameters, *, order: str | None = None, note: str = "", reasons: bool = True
) -> Prompt:  # fmt: skip
    """What one judge is sent for one item and criterion; `order` where it is not the plain one, `note` and `reasons` as in `build_prompt`."""
    return build_prompt(
        rubric, criterion, item, judge, schema_mode=parameters.schema_mode, order=order or order_shown(rubric), note=note, reasons=reasons
    )  # fmt: skip


def asked_with(judge: Judge, parameters: EffectiveParameters) -> str:
    """What every call of a judge has in common, as a hash."""
    return digest({"model": judge.model, "api_base": endpoint_id(judge.api_base), "parameters": _params(parameters)})


def _params(parameters: EffectiveParameters) -> dict[str, Any]:
    """What every call of a judge is sent; the seed is the replicate's, and stands in the call."""
    return {name: value for name, value in parameters.effective.items() if name != "seed"}


def call_spec(
    item: Item, criterion: Criterion, judge: Judge, prompt: Prompt, replicate: int, seed: int | None, *, order: str | None, asked: str, of: ProbeOf | None = None
) -> CallSpec:  # fmt: skip
    """One call, with the key that tells it from all others; `of` says which probe it belongs to."""
    probe, variant, shown = (None, None, None) if of is None else (of.probe, of.variant, item)
    identity = {
        "asked": asked, "prompt": prompt.prompt_hash, "seed": seed, "replicate": replicate, "criterion": criterion.name, "judge": judge.name,
        "item": item.id, "order": order, "probe": probe, "variant": variant,
    }  # fmt: skip
    if of is not None:
        identity["texts"] = of.texts
    return CallSpec(
        key=flat_digest(identity), judge=judge.name, item_id=item.id, criterion=criterion.name, replicate=replicate, seed_sent=seed, prompt=prompt, order=order,
        probe=probe, variant=variant, item=shown, asked=None if of is None else of.criterion,
    )  # fmt: skip


def fingerprint(rubric: Rubric, items: Iterable[Item], parameters: Mapping[str, EffectiveParameters]) -> dict[str, Any]:
    """What a resumed run is held against: hashes, names and parameters, as JSON; no text of an item and no secret.

    Parameters
    ----------
    rubric : Rubric
    items : iterable of Item
    parameters : mapping of judge name to EffectiveParameters

    Returns
    -------
    dict
        JSON values only. `criteria` and `items` hold hashes (16 hex digits of SHA-256), `judges` what each is asked with,
        `seeds` what replicates 0, 1, ... send. Gold, gates, strata and metadata are not in it: they change no call.
    """
    return {
        "version": FINGERPRINT_VERSION,
        "mode": rubric.mode,
        "criteria": {criterion.name: _of_criterion(criterion) for criterion in rubric.criteria},
        "judges": {judge.name: _of_judge(rubric, judge, parameters[judge.name]) for judge in rubric.judges},
        "items": {item.id: _hash(item.sources()) for item in items},
        "replicates": rubric.replicates,
        "seeds": [rubric.sent_seed(replicate) for replicate in range(rubric.replicates)],
        "probes": list(rubric.probes),
    }


def _hash(value: Any) -> str:
    return digest(value)[:_DIGITS]


def _of_criterion(criterion: Criterion) -> dict[str, str]:
    return {
        "question": _hash(criterion.question),
        "scale": _hash(criterion.scale.model_dump()),
        "aspects": _hash([aspect.model_dump() for aspect in criterion.aspects]),
        "label_descriptions": _hash(criterion.label_descriptions),
        "kind": _hash(criterion.kind),
    }


def _of_judge(rubric: Rubric, judge: Judge, parameters: EffectiveParameters) -> dict[str, Any]:
    return {
        "model": judge.model,
        "api_base": endpoint_id(judge.api_base),
        "parameters": _params(parameters),
        "takes_seed": parameters.takes_seed,
        "schema_mode": parameters.schema_mode,
        "system": _hash(judge.system if judge.system is not None else rubric.system),
        "prompt": _hash(judge.prompt if judge.prompt is not None else rubric.prompt),
        "reply": _hash((judge.reply or rubric.reply).model_dump()),
        "wording": _wording(rubric, judge, parameters),
    }


def _wording(rubric: Rubric, judge: Judge, parameters: EffectiveParameters) -> str:
    """The hash of the prompt for a made-up item and criterion: it changes with any word around them, ours included."""
    pairwise = rubric.mode == "pairwise"
    labels = PAIRWISE_LABELS if pairwise else ("yes", "no")
    criterion = Criterion(name="criterion", question="question", scale=Scale(labels=labels))
    item = Item(id="item", input="input", context="context", reference="reference", response="one", response_a="one", response_b="two")
    return prompt_for(rubric, criterion, item, judge, parameters).prompt_hash[:_DIGITS]


def compare_plans(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """What forbids to resume the run of one plan with another, in words.

    Parameters
    ----------
    old, new : mapping
        Two fingerprints; `old` as it was stored.

    Returns
    -------
    list of str
        [] where everything that was asked before is asked again as it was: more replicates, items, judges, criteria or probes,
        and any change to gold or gates, are allowed.
    """
    if old.get("version") != new.get("version"):
        return ["the run was made by another version of judgeaudit, whose plans cannot be compared with this one's"]
    changes = [f"the mode was {old['mode']} and is {new['mode']}"] if old["mode"] != new["mode"] else []
    changes += _criteria_changes(old["criteria"], new["criteria"])
    for name, before in old["judges"].items():
        changes += _judge_changes(name, before, new["judges"][name]) if name in new["judges"] else [f"a judge was removed: {name!r}"]
    changes += _item_changes(old["items"], new["items"])
    if new["replicates"] < old["replicates"]:
        changes.append(f"replicates went down from {old['replicates']} to {new['replicates']}")
    changes += [f"a probe was removed: {name!r}" for name in old.get("probes", ()) if name not in new["probes"]]
    return changes + _seed_changes(old, new)


_PARTS = {
    "question": "the question", "scale": "the scale", "aspects": "the aspects", "label_descriptions": "the descriptions of the labels", "kind": "the kind",
}  # fmt: skip


def _criteria_changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for name, before in old.items():
        if name not in new:
            yield f"a criterion was removed: {name!r}"
            continue
        for part, said in _PARTS.items():
            if before[part] != new[name][part]:
                yield f"criterion {name!r}: {said} changed"


def _judge_changes(name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    head = f"judge {name!r}: "
    if old["model"] != new["model"]:
        yield f"{head}the model was {old['model']} and is {new['model']}"
    if old["api_base"] != new["api_base"]:
        yield f"{head}api_base was {old['api_base'] or 'not set'} and is {new['api_base'] or 'not set'}"
    before, after = old["parameters"], new["parameters"]
    for key in sorted({*before, *after}):
        if digest(before.get(key)) != digest(after.get(key)) or (key in before) != (key in after):
            yield f"{head}{key} was {_said(before, key)} and is {_said(after, key)}"
    if old["takes_seed"] != new["takes_seed"]:
        yield f"{head}it {'took a seed and takes none now' if old['takes_seed'] else 'took no seed and takes one now'}"
    if old["schema_mode"] != new["schema_mode"]:
        yield f"{head}the reply's format was given by {old['schema_mode']} and is by {new['schema_mode']}"
    if old["wording"] != new["wording"] and old["schema_mode"] == new["schema_mode"]:
        causes = {"system": "its system prompt", "prompt": "its prompt", "reply": "its reply format"}
        named = [said for part, said in causes.items() if old[part] != new[part]]
        yield from (f"{head}{said} changed" for said in named or ["judgeaudit's own wording of the prompt"])


def _said(parameters: Mapping[str, Any], key: str) -> str:
    return str(parameters[key]) if key in parameters else "not sent"


def _item_changes(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    removed = [item for item in old if item not in new]
    changed = [item for item, text in old.items() if item in new and new[item] != text]
    return [*_listed("an item was removed", removed, "{}"), *_listed("", changed, "item {}: its text changed")]


def _listed(head: str, items: list[str], form: str) -> Iterator[str]:
    lead = f"{head}: " if head else ""
    for item in items[:MAX_LISTED]:
        yield lead + form.format(repr(item))
    if len(items) > MAX_LISTED:
        yield f"{head or 'items whose text changed'}: {len(items) - MAX_LISTED} more"


def _seed_changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Seeds matter where a judge that was asked takes one."""
    if not any(judge["takes_seed"] for judge in old["judges"].values()):
        return []
    both = enumerate(zip(old["seeds"], new["seeds"], strict=False))
    return [f"the seed of replicate {replicate} was {before} and is {after}" for replicate, (before, after) in both if before != after][:MAX_LISTED]
