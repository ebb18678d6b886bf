"""The results of `probes_planted.py` as Markdown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tests.simulations.probes_planted import AS_TOLD, COVERED, PLACES, POWERS, UNMOVED, Found, setting_of
from tests.simulations.probes_planted_cues import BIASES, CONTROLS, one_cue
from tests.simulations.probes_planted_models import SHAPES

AT_MOST, LEAST, MOST = 0.05, 0.93, 0.975
MARGIN = 0.05
KINDS = {
    "flips beyond noise": ("excess_flip_rate",), "direction": ("direction",), "score": ("score_shift",), "passes": ("pass_rate",), "consistency": ("position_consistency", "inconsistent_rate"),
    "fairness": ("preference_fairness",), "first place": ("first_position_rate", "identical_responses_first_rate", "identical_responses_decided_rate"), "wins": ("win_rate", "tie_rate"),
}  # fmt: skip
"""Columns, and how names of their estimates end or begin."""

HEAD = """Seed {seed}, NumPy {numpy}; written by `probes_planted.py`. Judges whose every verdict depends on the item's kind and on the cue alone (`probes_planted_models.py`);
what is true of them is a sum over kinds, made without the code that is tested. `{simulations:,}` audits of a judge without any idea and of one that nothing moves at
100 items on every scale; {some:,} of other cells of the first two parts, {few:,} of the rest. In per cent. *Judge*: random says anything; honest and noisy are moved by no cue, 5 and 20 % of
their verdicts are the next label, and of hard items (one in five) every verdict is anything; biased is moved by every cue on so many items (v: verdicts). c: items come in
clusters of 1 to 3 that are all of one kind; s: in two strata, moved a half and three halves as much. *Verdicts*: plain, and under each variant of each probe. {state}"""


def allowed(share: float, simulations: int, errors: float = 2) -> float:
    """A share with so many standard errors of the simulation."""
    return float(share + errors * (share * (1 - share) / simulations) ** 0.5)


def fewest(share: float, simulations: int, errors: float = 2) -> float:
    """The same downwards."""
    return 2 * share - allowed(share, simulations, errors)


def share_of(one: Found, probes: Iterable[str], answer: str) -> float:
    """Share of the answers of some probes."""
    counts = [said for probe, said, _ in one.answers if probe in probes]
    total = sum(sum(said.values()) for said in counts)
    return sum(said.get(answer, 0) for said in counts) / total if total else 0.0


def kind_of(name: str) -> str:
    """Which column an estimate stands in."""
    return next(column for column, names in KINDS.items() if any(name.endswith(one) or name.startswith(one) for one in names))


def effect(one: Found, probe: str) -> float:
    """How much a probe moves a judge, of the scale's range: the larger of flips beyond noise and direction, of the variant where it is largest."""
    reach = max(SHAPES[one.scale].values) - min(SHAPES[one.scale].values)
    names = {f"{probe}_excess_flip_rate": 1.0, f"{probe}_direction": reach}
    return max((abs(row[3]) / names[row[0]] for row in one.intervals if row[0] in names and row[2] is None), default=0.0)


def page(about: dict[str, Any], found: Sequence[Found]) -> str:
    """All tables."""
    n = about["simulations"]
    parts = [
        "# Planted preferences: how right the effects of probes are", HEAD.format(**about, some=n // 4, few=n // 10),
        "## Judges that nothing moves, and one without any idea", _unmoved_words(), _table(_unmoved([one for one in found if setting_of(one) in UNMOVED])),
        "## Intervals that hold what is true", _held_words(), _table(_held([one for one in found if setting_of(one) in COVERED])), _ends(found),
        "## How large a preference is found", "Every cue moves so many items. *Moved*: the effect that this comes to, of the variant where it is largest. *Found*: called biased.",
        _table(_found([one for one in found if setting_of(one) in POWERS])),
        "## The smallest effect that an audit says it could see", "One cue moves so many items that flips beyond noise are as many as audits without any effect say that they would see in four of five "
        "runs (turned: to the other end of the scale, so that little of it shows in the mean; distracted: one step down).", _table(_told([one for one in found if setting_of(one) in AS_TOLD])),
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def _table(rows: Iterable[Sequence[str]]) -> str:
    head, *rest = rows
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rest]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _cell(one: Found) -> tuple[str, ...]:
    how = f" {one.how}" if one.how else ""
    size = f" {one.planted:.0%}".replace("%", " %") if one.planted else ""
    return f"{one.scale}: {one.kind}{size}{how}", str(one.n), f"{one.plain}, {one.probe}", f"{one.simulations:,}"


def _unmoved_words() -> str:
    return (
        "*Accused*: audits in which any of the biases and attacks (six of answers, four of pairs) is called biased; at most 5 may be. *Follows*: answers to the two controls "
        "(pairs: one); a judge without any idea may follow in 5 of 100 audits, and an honest one should in all. *Not beyond*: biases that are said to lie within the margin, which is true. *Places*: pairs, the exact test "
        "that either place is preferred as often, at 5 %. ‼ more than that, by two standard errors."
    )


def _unmoved(found: Sequence[Found]) -> Iterator[Sequence[str]]:
    yield "judge", "items", "verdicts", "audits", "accused", "follows", "does not", "not beyond", "places"
    for one in found:
        accused, follows = (
            f"{_percent(share)}{' ‼' if share > allowed(AT_MOST, one.simulations) else ''}" for share in (one.accused, share_of(one, CONTROLS, "follows"))
        )
        if one.kind != "random":
            follows = _percent(share_of(one, CONTROLS, "follows"))
        places = _percent(share_of(one, (PLACES,), "unequal")) if SHAPES[one.scale].pairs else "–"
        yield *_cell(one), accused, follows, _percent(share_of(one, CONTROLS, "does_not_follow")), _percent(share_of(one, BIASES, "not_beyond_margin")), places


def _held_words() -> str:
    return (
        f"Share of the intervals of each kind that hold the true value, over all probes, variants and strata; in brackets the least of any one. ▼ fewer than {LEAST:.0%}, ▲ more than {MOST:.1%}, by two standard errors "
        "of the simulation; in brackets three, since the least of many is low by chance."
    ).replace("%", " %")


def _held(found: Sequence[Found]) -> Iterator[Sequence[str]]:
    yield "judge", "items", "verdicts", "audits", *KINDS
    for one in found:
        by_kind: dict[str, list[list[Any]]] = defaultdict(list)
        for row in one.intervals:
            if row[5]:
                by_kind[kind_of(row[0])].append(row)
        yield *_cell(one), *(_of_kind(by_kind[column], one.simulations) for column in KINDS)


def _of_kind(rows: Sequence[Sequence[Any]], simulations: int) -> str:
    if not rows:
        return "–"
    share, least = sum(row[6] for row in rows) / sum(row[5] for row in rows), min(row[6] / row[5] for row in rows)
    mark = " ▼" if share < fewest(LEAST, simulations) else " ▲" if share > allowed(MOST, simulations) else ""
    return f"{_percent(share)}{mark} ({_percent(least)}{' ▼' if least < fewest(LEAST, simulations, 3) else ''})"


def _ends(found: Sequence[Found]) -> str:
    rows = [row for one in found for row in one.intervals if row[5]]
    short = [(one, row) for one in found for row in one.intervals if row[5] and row[6] / row[5] < fewest(LEAST, row[5], 3)]
    lines = [
        f"- {one.scale}, {one.kind} {one.planted:.2f} {one.how}, {one.n} items, {one.plain} and {one.probe} verdicts: `{row[0]}` {row[1] or ''} {row[2] or ''}: {_percent(row[6] / row[5])}"
        for one, row in short
    ]
    all_of = f"All {len(rows):,} effects of all cells together: {_percent(sum(row[6] for row in rows) / sum(row[5] for row in rows))} of {sum(row[5] for row in rows):,} intervals hold."
    return "\n".join([all_of, "", *(["Short by three standard errors:", "", *lines] if lines else ["None is short by three standard errors."])])


def _found(found: Sequence[Found]) -> Iterator[Sequence[str]]:
    yield "judge", "items", "verdicts", "audits", "probe", "moved", "found", "not beyond", "smallest"
    for one in found:
        for probe, said, smallest in one.answers:
            if probe in (*BIASES, "injection"):  # other attacks stand in place of the answer: whether they move the verdict is not what is asked
                total = sum(said.values())
                told = "–" if smallest is None else _percent(smallest)
                yield (
                    *_cell(one),
                    probe,
                    _percent(effect(one, probe)),
                    _percent(said.get("biased", 0) / total),
                    _percent(said.get("not_beyond_margin", 0) / total),
                    told,
                )


def _told(found: Sequence[Found]) -> Iterator[Sequence[str]]:
    yield "judge", "items", "verdicts", "audits", "flips beyond noise", "found"
    for one in found:
        probe = one_cue(SHAPES[one.scale])
        beyond = next(row[3] for row in one.intervals if row[0] == f"{probe}_excess_flip_rate" and row[1] is None)
        yield *_cell(one), _percent(beyond), _percent(share_of(one, (probe,), "biased"))
