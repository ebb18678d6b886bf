"""Several people's labels, made into one gold code per item; what could not be decided is kept and said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from judgeaudit.analyses.lost_ids import lost_ids
from judgeaudit.domain.items import GoldLabel
from judgeaudit.domain.rubric import Rubric, Scale
from judgeaudit.errors import GoldError

Key = tuple[str, str]


@dataclass(frozen=True)
class Gold:
    """Adjudicated gold.

    Attributes
    ----------
    codes : mapping of (criterion, item_id) to code
        Only items that were decided.
    disputed, conflicts, abstained : tuples of (criterion, item_id)
        Ties between annotators; one annotator with two different labels; nothing but abstentions.
    unknown_items : tuple of str
        Gold items that the judged items do not contain: listed, not fatal.
    written_otherwise : mapping of unknown item to (judged item, cause)
        Unknown items that look like a judged one (`judgeaudit.analyses.lost_ids`). They are named, and never matched.
    labels_per_item : mapping of criterion to {"0": n, "1": n, "2+": n}
    votes : mapping of (criterion, item_id) to {annotator: code}
        What each annotator said of a judged item, one code each; without abstentions, and without annotators in conflict with themselves there.
    repeated : mapping of (criterion, annotator) to (items labelled twice or more, those of them with different labels)
    """

    codes: Mapping[tuple[str, str], float] = field(default_factory=dict)
    disputed: tuple[tuple[str, str], ...] = ()
    conflicts: tuple[tuple[str, str], ...] = ()
    abstained: tuple[tuple[str, str], ...] = ()
    unknown_items: tuple[str, ...] = ()
    written_otherwise: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    labels_per_item: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    votes: Mapping[tuple[str, str], Mapping[str, float]] = field(default_factory=dict)
    repeated: Mapping[tuple[str, str], tuple[int, int]] = field(default_factory=dict)


def adjudicate(labels: Iterable[GoldLabel], rubric: Rubric, item_ids: Collection[str]) -> Gold:
    """Decide one gold code for each criterion and item.

    Several annotators are decided by majority: the label that most of them gave. Where two labels lead together the item is
    disputed and has no code. On an interval scale the code is the mean. An annotator who gave one item the same label twice
    counts once; with different labels it is a conflict, and that annotator does not count there. An abstention casts no
    vote. With `adjudication: {rule: adjudicator}` the named annotator's label decides wherever there is one, and the majority
    of the others elsewhere.

    Parameters
    ----------
    labels : iterable of GoldLabel
    rubric : Rubric
        Gives the scales and the rule.
    item_ids : collection of str
        The judged items. Labels of other items are listed in `unknown_items` and used nowhere.

    Returns
    -------
    Gold

    Raises
    ------
    GoldError
        A label names a criterion that the rubric does not have, or is not on its scale.
    """
    scales = {criterion.name: criterion.scale for criterion in rubric.criteria}
    known = set(item_ids)
    said: dict[Key, dict[str, set[float]]] = {}
    times: Counter[tuple[str, str, str]] = Counter()
    unknown: dict[str, None] = {}
    code_of: dict[Key, float] = {}
    for label in labels:
        criterion, item, annotator, text = label.criterion, label.item_id, label.annotator.strip(), label.label
        scale = scales.get(criterion)
        if scale is None:
            raise GoldError(f"criterion {criterion!r} is not in the rubric", fix=f"one of {', '.join(scales)}")
        if item not in known:
            unknown[item] = None
            continue
        of_item = said.setdefault((criterion, item), {}).setdefault(annotator, set())
        if label.status == "ok":
            if (criterion, text) not in code_of:
                code_of[criterion, text] = _code(label, scale)
            of_item.add(code_of[criterion, text])
            times[criterion, item, annotator] += 1
    votes = {key: _single(of_item) for key, of_item in said.items()}
    adjudicator = rubric.adjudication.annotator
    codes = {key: _decide(single, scales[key[0]], adjudicator) for key, single in votes.items()}
    return Gold(
        codes={key: code for key, code in codes.items() if code is not None},
        disputed=tuple(key for key, code in codes.items() if code is None and votes[key]),
        conflicts=tuple(key for key, of_item in said.items() if any(len(given) > 1 for given in of_item.values())),
        abstained=tuple(key for key, of_item in said.items() if not any(of_item.values())),
        unknown_items=tuple(unknown),
        written_otherwise=lost_ids(unknown, sorted(known) if unknown else ()),
        labels_per_item={name: _spread(name, known, votes) for name in scales},
        votes={key: single for key, single in votes.items() if single},
        repeated=_repeated(times, said),
    )


def gold_items(gold: Gold) -> set[Key]:
    """(criterion, item_id) of every judged item that somebody looked at, decided or not."""
    return {*gold.codes, *gold.disputed, *gold.conflicts, *gold.abstained}


def none_decided(gold: Gold, criterion: str | None = None) -> str:
    """Why gold decides no item (of one criterion), in words."""
    names = {name for name, _ in gold_items(gold)} if criterion is None else {criterion}
    n_items = sum(name in names for name, _ in gold_items(gold))
    if n_items == 0:
        return "no gold label is about a judged item"
    kinds = (("disputed", gold.disputed), ("in conflict", gold.conflicts), ("with abstentions only", gold.abstained))
    counts = [f"{n} {kind}" for kind, keys in kinds if (n := sum(name in names for name, _ in keys))]
    return f"{n_items} {'items have' if n_items > 1 else 'item has'} gold, none decided: {', '.join(counts)}"


def _code(label: GoldLabel, scale: Scale) -> float:
    code = scale.code(label.label)
    if code is None:
        raise GoldError(f"the label {label.label!r} of item {label.item_id!r} is not on the scale of {label.criterion!r}", fix=f"one of: {scale.describe()}")
    return code


def _single(of_item: Mapping[str, set[float]]) -> dict[str, float]:
    """What each annotator said of one item, where it is one thing."""
    return {annotator: next(iter(given)) for annotator, given in of_item.items() if len(given) == 1}


def _repeated(times: Mapping[tuple[str, str, str], int], said: Mapping[Key, Mapping[str, set[float]]]) -> dict[Key, tuple[int, int]]:
    """Of each criterion and annotator, items labelled twice or more, and those of them with different labels."""
    found: dict[Key, tuple[int, int]] = {}
    for (criterion, item, annotator), n in times.items():
        if n > 1:
            twice, conflicts = found.get((criterion, annotator), (0, 0))
            found[criterion, annotator] = (twice + 1, conflicts + (len(said[criterion, item][annotator]) > 1))
    return found


def _decide(single: Mapping[str, float], scale: Scale, adjudicator: str | None) -> float | None:
    """The code of one item; None where nobody's label counts or two labels lead together."""
    if adjudicator is not None and adjudicator in single:
        return single[adjudicator]
    if len(single) == 1:
        return next(iter(single.values()))
    given = sorted(single.values())
    if not given:
        return None
    if scale.level == "interval":
        return sum(given) / len(given)
    most = max(given.count(code) for code in given)
    leading = {code for code in given if given.count(code) == most}
    return leading.pop() if len(leading) == 1 else None


def _spread(criterion: str, known: set[str], votes: Mapping[Key, Mapping[str, float]]) -> dict[str, int]:
    """How many judged items have no, one, and several labels that count."""
    counts = [len(single) for (name, _), single in votes.items() if name == criterion and single]
    return {"0": len(known) - len(counts), "1": counts.count(1), "2+": sum(count > 1 for count in counts)}
