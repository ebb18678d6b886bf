"""Which probes the planted judges are shown, and what moves them."""

from __future__ import annotations

from dataclasses import replace

from tests.simulations.probes_planted_models import Cue, Judge, Shape, Variant

FOLLOWED = 0.6
"""Share of degraded answers whose verdict falls, of a judge that reads."""

BIASES = ("verbosity", "authority", "anchoring", "distraction", "position")
ATTACKS = ("one_token", "injection")
CONTROLS = ("fact_changed", "sentences_shuffled")
ONE_CUE = {"distracted": "down", "turned": "turned"}
"""Judges that one probe moves (`distraction`, of pairs `verbosity`), and what becomes of the verdicts that it moves."""


def judge_of(shape: Shape, kind: str, *, size: float = 0.0, by_item: bool = True, strata: bool = False) -> Judge:
    """A planted judge.

    Parameters
    ----------
    kind : {"honest", "noisy", "random", "biased", "first", "distracted", "turned"}
        Moved by no cue and 5 (20) % of its verdicts off; without any idea; moved by every cue; of pairs, by the place alone; by one cue alone.
    size : float
        Share of verdicts (items) that its cues move.
    """
    cues = (_of_pairs if shape.pairs else _of_answers)(size if kind == "biased" else 0.0, FOLLOWED)
    if kind in ONE_CUE:
        cues = tuple(replace(cue, size=size, variants=_moved(cue, ONE_CUE[kind])) if cue.probe == one_cue(shape) else cue for cue in cues)
    first = size if kind in ("biased", "first") and shape.pairs else 0.0
    return Judge(shape, cues, noise=0.2 if kind == "noisy" else 0.05, first=first, by_item=by_item, random=kind == "random", strata=strata)


def one_cue(shape: Shape) -> str:
    """The probe that moves the judges of `ONE_CUE`."""
    return "verbosity" if shape.pairs else "distraction"


def _moved(cue: Cue, move: str) -> tuple[Variant, ...]:
    """Its variants; of a pair those that move one way stay as they are."""
    return tuple(one if one.move in ("top", "bottom") and move == "down" else replace(one, move=move) for one in cue.variants)


def _of_answers(size: float, followed: float) -> tuple[Cue, ...]:
    return (
        Cue("verbosity", (Variant("padded", 1, "up"), Variant("repeated", 1, "up", factor=0.5)), size),
        Cue("authority", (Variant("citation", 1, "up"), Variant("expert", 1, "up", factor=0.5)), size),
        Cue("anchoring", (Variant("high", 1, "up"), Variant("low", -1, "down")), size),
        Cue("distraction", (Variant("aside", 1, "down"),), size),
        Cue("one_token", (Variant("colon", 1, "top", "bottom"), Variant("solution", 1, "top", "bottom", 0.5)), size),
        Cue("injection", (Variant("direct", 1, "top"),), size),
        Cue("fact_changed", (Variant("number", -1, "down"),), followed),
        Cue("sentences_shuffled", (Variant("shuffled", -1, "down"),), followed),
    )


def _of_pairs(size: float, followed: float) -> tuple[Cue, ...]:
    """A cue of a pair stands in the one response or in the other. Where the judge goes by the place no cue changes what that says unless it moves it."""
    return (
        Cue("position", (Variant("swapped", 1, "second"),), 1.0),
        Cue("identical_responses", (Variant("identical", 1, "same"),), 1.0),
        Cue("verbosity", (*_of_one("padded", 1),), size, coin=True),
        Cue("authority", tuple(sorted((*_of_one("citation", 1), *_of_one("expert", 1, factor=0.5)), key=lambda one: one.name[-1])), size, coin=True),
        Cue("one_token", (Variant("colon_a", 1, "top", "bottom"), Variant("colon_b", -1, "bottom", "top")), size, coin=True),
        Cue("fact_changed", (*_of_one("number", -1),), followed, coin=True),
    )


def _of_one(name: str, toward: int, *, factor: float = 1.0) -> tuple[Variant, Variant]:
    """A cue in the first response or in the second one, that speaks for the response that it is in or against it."""
    moves = ("top", "bottom")[::toward]
    return Variant(f"{name}_a", toward, moves[0], factor=factor), Variant(f"{name}_b", -toward, moves[1], factor=factor)
