"""One check: a batch is made of rows and anchors, the watch observes it, and what it saw is written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import numpy as np

from judgeaudit.domain.monitor import MonitorCheck
from judgeaudit.monitoring.attribution import attribution, log10_evidence, threshold
from judgeaudit.monitoring.batches import OFF_SCALE, Places, Rows, Sifted
from judgeaudit.monitoring.progress import Progress
from judgeaudit.monitoring.setup import Setup
from judgeaudit.monitoring.shapes import Batch, Visits
from judgeaudit.monitoring.shifts import shifts_of, smallest_judge_shift
from judgeaudit.monitoring.streams import REDRAWS, Watch, observe, since_alarm
from judgeaudit.monitoring.watched_anchors import Anchor, dense

OFF_SCALE_WORD = "off_scale: "
"""Begins the name of the count of one verdict that is not on the scale."""

MOST_WORDS, LONGEST_WORD = 20, 60
FEWEST_RANKED = 20
"""Anchor verdicts that are ranked together at least (ours): fewer wait for the next batch."""


@dataclass(frozen=True)
class Look:
    """What a check leaves behind: where the watch stands, the check, anchors with their new counts, and rows of those that moved."""

    progress: Progress
    check: MonitorCheck
    anchors: list[Anchor]
    moved: list[tuple[Anchor, int]]


def look_at(
    setup: Setup, progress: Progress, rows: Rows, sifted: Sifted, anchors: Mapping[str, Anchor], *, begun: Collection[int] = (),
    rng: np.random.Generator, at: datetime, name: str, digest: str,
) -> Look:  # fmt: skip
    """The check of one batch.

    Parameters
    ----------
    setup : Setup
    progress : Progress
        Before this batch.
    rows : Rows
        All rows of the file that are about what is watched.
    sifted : Sifted
        Which of them count.
    anchors : mapping of item to Anchor
        Those that the batch names.
    begun : collection of int
        Places among the new rows of those that went into the baseline (`setup.beginning`).
    rng : Generator
    at, name, digest
        When, and of which file.
    """
    new = rows.at(sifted.new)
    batch, changed, extra = batch_of(setup, new, anchors, watch=progress.watch, waiting=progress.waiting, begun=begun)
    watch = observe(progress.watch, setup.baseline(), batch, alpha=setup.alpha, rng=rng, redraws=REDRAWS)
    n_product, n_anchor = int(batch.production.sum()), int(batch.visits.now.sum())
    n = progress.n_checks + 1
    named = attribution(watch, setup.alpha)
    after = replace(
        progress, watch=watch, newest=sifted.newest, n_checks=n, n_product_rows=progress.n_product_rows + n_product,
        n_anchor_rows=progress.n_anchor_rows + n_anchor,
        waiting=tuple(anchor.item_id for anchor in changed if anchor.waiting), since=progress.since or (n if named != "none" else None),
        warned=_warned(progress.warned, setup, rows, sifted, anchors, batch, extra),
    )  # fmt: skip
    moved = [(anchors[item], index) for index, item in enumerate(new.items) if item in anchors and _moved(anchors[item], new, index)]
    check = MonitorCheck(
        n=n, at=at, batch=digest, name=name, rows=len(rows.items), new=len(sifted.new), repeats=sifted.repeats, late=sifted.late,
        undated=_undated(rows, sifted), elsewhere=rows.elsewhere, n_moved=len(moved),
        unanswered=batch.replies[0], n_product_rows=n_product, n_anchor_rows=n_anchor, unknown_strata=int(batch.production[-1].sum()),
        threshold=threshold(setup.alpha), attribution=named, smallest_judge_shift=smallest_judge_shift(setup, after.n_anchor_rows),
        **shifts_of(setup.baseline(), batch), **log10_evidence(watch, setup.alpha),
    )  # fmt: skip
    return Look(after, check, changed, [(anchor, int(sifted.new[index])) for anchor, index in moved])


def batch_of(
    setup: Setup, new: Rows, anchors: Mapping[str, Anchor], *, watch: Watch, waiting: Sequence[str], begun: Collection[int] = ()
) -> tuple[Batch, list[Anchor], int]:
    """New rows as the watch reads them, anchors with their new counts, and how many further replicates of production items were left out."""
    strata = {name: place for place, name in enumerate(setup.strata)}
    production = np.zeros((len(strata) + 1, setup.n_points), dtype=np.int64)
    visited: dict[str, Counter[str]] = {}
    done = {new.items[index] for index in begun}
    extra, silent = -len(done), 0
    for item, stratum, place in zip(new.items, new.strata, new.places, strict=True):
        if place < 0:
            silent += item in anchors
            continue
        if item in anchors:
            visited.setdefault(item, Counter())[str(int(place))] += 1
        elif item in done:
            extra += 1
        else:
            done.add(item)
            production[strata.get(stratum, len(strata)), place] += 1
    unanswered = int((new.places < 0).sum())
    visits = _visits(setup, [(anchors[item], said) for item, said in visited.items()])
    since = since_alarm(watch, visits, setup.points()) if production.sum() else []
    used = {item: {"last": watch.batches + 1, "since": one} for item, one in zip(visited, since, strict=False)}
    ranked, after = _ranked(setup, anchors, visited, waiting, used)
    return Batch(production, visits, (unanswered, len(new.items) - unanswered), ranked, silent), after, extra


def _ranked(
    setup: Setup, anchors: Mapping[str, Anchor], visited: Mapping[str, Counter[str]], waiting: Sequence[str], used: Mapping[str, Any]
) -> tuple[Visits | None, list[Anchor]]:  # fmt: skip
    """The anchors that are ranked now, where there are enough of them, and all that changed."""
    said = {item: Counter(anchors[item].waiting) + visited.get(item, Counter()) for item in dict.fromkeys((*waiting, *visited))}
    enough = sum(one.total() for one in said.values()) >= FEWEST_RANKED
    ranked = _visits(setup, [(anchors[item], one) for item, one in said.items()]) if enough else None
    after = []
    for item, one in said.items():
        counts = {"counts": dict(Counter(anchors[item].counts) + one), "waiting": {}} if enough else {"waiting": dict(one)}
        after.append(anchors[item].model_copy(update={**counts, **used.get(item, {})}))
    return ranked, after


def _visits(setup: Setup, some: Sequence[tuple[Anchor, Counter[str]]]) -> Visits:
    def column(name: str, kind: type) -> Any:
        return np.array([getattr(anchor, name) for anchor, _ in some], dtype=kind)

    before, now = (dense(counts, setup.n_points) for counts in ([anchor.counts for anchor, _ in some], [said for _, said in some]))
    since = column("since", float).reshape(len(some), 2)
    return Visits(before, now, column("mean", float), column("stratum", np.int64), column("weight", float), column("last", float), since)


def _moved(anchor: Anchor, new: Rows, index: int) -> bool:
    """Whether an anchor's verdict is none that its baseline gave."""
    place = int(new.places[index])
    return place >= 0 and str(place) not in anchor.base


def _warned(before: Mapping[str, int], setup: Setup, rows: Rows, sifted: Sifted, anchors: Mapping[str, Anchor], batch: Batch, extra: int) -> dict[str, int]:
    """What was counted so far that a reader must know."""
    left_out = np.setdiff1d(np.arange(len(rows.items)), sifted.new)
    undated = sum(bool(np.isnan(rows.seconds[index])) and rows.items[index] in anchors for index in left_out)
    found = Counter(before)
    found.update(_off_scale(rows.at(sifted.new)))
    found.update(
        undated_anchors=int(undated), undated_production=_undated(rows, sifted) - int(undated), extra_replicates=extra,
        off_scale=_count(rows.at(sifted.new).places, OFF_SCALE),
        unknown_strata=int(batch.production[-1].sum()), late=sifted.late,
    )  # fmt: skip
    words = sorted((name for name in found if name.startswith(OFF_SCALE_WORD)), key=lambda name: (-found[name], name))
    return {name: n for name, n in found.items() if n and name not in words[MOST_WORDS:]}


def _undated(rows: Rows, sifted: Sifted) -> int:
    """Rows without a time that were left out."""
    return int(np.isnan(np.delete(rows.seconds, sifted.new)).sum())


def _off_scale(new: Rows) -> Counter[str]:
    """Verdicts that are not on the scale, by what they say."""
    return Counter(f"{OFF_SCALE_WORD}{word[:LONGEST_WORD]}" for word, place in zip(new.words, new.places, strict=True) if place == OFF_SCALE)


def _count(places: Places, place: int) -> int:
    return int((places == place).sum())
