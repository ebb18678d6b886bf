"""`monitor`: a stream of verdicts is watched, batch by batch, against what was approved."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judgeaudit import thresholds
from judgeaudit.api.inputs import PathLike
from judgeaudit.api.out_paths import check_folder
from judgeaudit.domain.items import GoldLabel
from judgeaudit.domain.monitor import MonitorCheck, MonitorStatus
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import NothingInCommonError, OptionError, RunError, VerdictsError

if TYPE_CHECKING:
    import sqlite3

    import pyarrow as pa

    from judgeaudit.monitoring.batches import Rows
    from judgeaudit.monitoring.checking import Look
    from judgeaudit.monitoring.progress import Progress
    from judgeaudit.monitoring.setup import Setup
    from judgeaudit.monitoring.watched_anchors import Anchor

Clock = Callable[[], datetime.datetime]


def now() -> datetime.datetime:
    """The time, in UTC."""
    return datetime.datetime.now(datetime.UTC)


def monitor_init(
    state: PathLike,
    baseline: PathLike,
    *,
    gold: PathLike | None = None,
    rubric: PathLike | Rubric | None = None,
    production: PathLike | None = None,
    judge: str | None = None,
    criterion: str | None = None,
    label: str | None = None,
    alpha: float = thresholds.DRIFT_ALPHA,
    window_days: int = thresholds.MONITOR_WINDOW_DAYS,
    clock: Clock = now,
) -> MonitorStatus:
    """Begin to watch one judge, criterion and label.

    Parameters
    ----------
    state : path
        A new file; one that is there is never overwritten.
    baseline : path
        Verdicts that were approved: a file, a folder of Parquet parts, a run directory, or frozen anchors.
    gold : path, optional
        Labels by people. The items that have one are the anchors; without gold those that were judged twice or more.
    rubric : path or Rubric, optional
        Gives the scale; else it is guessed from the baseline.
    production : path, optional
        Further verdicts of the baseline, where its production is in a file of its own.
    judge, criterion : str, optional
        Where the baseline has more than one.
    label : str, optional
        Of a nominal scale, the label whose share is watched; the first by default.
    alpha : float
        How often a stream without drift may ever raise an alarm.
    window_days : int
        How long a row is remembered, so that it counts once.
    clock : callable

    Raises
    ------
    JudgeAuditError
        When the user must act first.
    """
    from judgeaudit.api.monitor_input import read_baseline, texts_of
    from judgeaudit.monitoring.progress import Progress
    from judgeaudit.monitoring.standing import status_of
    from judgeaudit.monitoring.state import check_free, create
    from judgeaudit.monitoring.streams import begin

    path = Path(state)
    check_free(path)
    _check_options(alpha, window_days)
    table, read, assumed, labels = read_baseline(
        Path(baseline), rubric=rubric, gold=Path(gold) if gold is not None else None, production=Path(production) if production is not None else None
    )
    chosen = {"judge": judge, "criterion": criterion, "label": label}
    setup, anchors, dated = _setup(table, read, labels, chosen, assumed=assumed, gold=gold, alpha=alpha, window_days=window_days, created=clock())
    texts = texts_of(Path(baseline))
    create(path, setup, [anchor.model_copy(update={"text": texts.get(anchor.item_id)}) for anchor in anchors], dated)
    return status_of(setup, Progress(begin(setup.baseline())), ())


def _check_options(alpha: float, window_days: int) -> None:
    if not 0 < alpha < 1:
        raise OptionError(f"{alpha} is no share of streams that may raise a false alarm", where="--alpha", fix="give a number between 0 and 1, e.g. 0.05")
    if window_days < 1:
        raise OptionError(f"a window of {window_days} days remembers nothing", where="--window", fix="give days, 1 or more")


def _setup(
    table: pa.Table, rubric: Rubric, labels: Sequence[GoldLabel], chosen: Mapping[str, str | None], *, assumed: bool, gold: PathLike | None, alpha: float,
    window_days: int, created: datetime.datetime,
) -> tuple[Setup, list[Anchor], dict[int, int]]:  # fmt: skip
    """The setup and the anchors of what was chosen of the baseline, and its dated rows: day by digest."""
    from judgeaudit.api.monitor_input import chosen_criterion, chosen_judge, chosen_label, gold_words
    from judgeaudit.monitoring.batches import DAY, rows_of
    from judgeaudit.monitoring.setup import n_points_of, setup_of

    about = chosen_criterion(table, rubric, chosen["criterion"])
    name, label = chosen_judge(table, chosen["judge"]), chosen_label(about, chosen["label"])
    what: dict[str, Any] = {"judge": name, "criterion": about.name, "scale": about.scale, "label": label}
    rows = rows_of(table, n_points=n_points_of(about.scale, label), **what)
    if not (rows.places >= 0).any():
        raise VerdictsError(f"judge {name!r} gave no verdict on criterion {about.name!r}", where="baseline", fix="give a baseline with verdicts on the scale")
    items = list(dict.fromkeys(rows.items))
    known = gold_words(labels, rubric, about, items)
    if gold is not None and not known:
        raise NothingInCommonError("no item of the baseline has gold", where=str(gold), fix="give the gold of the baseline's anchors, or leave --gold out")
    setup, anchors = setup_of(rows, known, rows.words, assumed=assumed, alpha=alpha, window_days=window_days, created=created, **what)
    dated = {digest: int(second // DAY) for digest, second in zip(rows.digests.tolist(), rows.seconds, strict=True) if isfinite(second)}
    return setup, anchors, dated


def monitor_update(state: PathLike, batch: PathLike, *, out: PathLike | None = None, clock: Clock = now) -> MonitorStatus:
    """Feed a file of new verdicts. A file that was fed before changes nothing; a process that is killed leaves the state as it was.

    Parameters
    ----------
    state : path
    batch : path
        Verdicts in the interchange format, or a run directory; may be empty.
    out : path, optional
        A folder for where the watch stands now, beside the folder of its own that each check gets.
    clock : callable

    Raises
    ------
    JudgeAuditError
        No state, a damaged one, one that is being updated; a file without a row about the judge and criterion that are watched.
    """
    from judgeaudit.api.monitor_input import NOTHING, digest_of, read_batch, texts_of
    from judgeaudit.api.monitor_out import LISTED, history_path, write_check_folder, write_history, write_summary
    from judgeaudit.monitoring.standing import status_of
    from judgeaudit.monitoring.state import LISTED_CHECKS, check_of_batch, opened, read_checks, read_progress, read_setup, write_check

    path, file, folder = Path(state), Path(batch), None if out is None else Path(out)
    if folder is not None:
        check_folder(folder)
    with opened(path, change=True) as db:
        setup, progress = read_setup(db), read_progress(db, read_setup(db))
        digest = digest_of(file)
        known = None if digest == NOTHING else check_of_batch(db, digest)
        if known is None:
            table = read_batch(file, setup.criterion)
            look, rows = _look(db, setup, progress, table, texts_of(file), name=_name(file), digest=digest, at=clock())
            progress = look.progress
            check = look.check.model_copy(update={"folder": write_check_folder(path, setup, look, rows)})
            write_check(db, check)
        checks = read_checks(db, last=LISTED)
        status = status_of(read_setup(db), progress, checks[-LISTED_CHECKS:])
    pages: list[Callable[[], None]] = [] if folder is None else [lambda: write_summary(folder, status, path, checks)]
    if known is None or not history_path(path).is_file():
        pages.insert(0, lambda: write_history(path, status, checks))
    return _with_pages(status, pages)


def _with_pages(status: MonitorStatus, pages: Sequence[Callable[[], None]]) -> MonitorStatus:
    """Write pages of a batch that is in the state already: one that cannot be written takes nothing back, so it is a warning and no error."""
    warnings = list(status.warnings)
    for write in pages:
        try:
            write()
        except RunError as refused:
            warnings.append(
                f"{refused.where}: {refused.what}. The batch is in the state all the same; free the place, then `--status --out DIR` writes the pages."
            )
    return status.model_copy(update={"warnings": tuple(warnings)})


def fed_before(state: PathLike, batch: PathLike) -> int | None:
    """Number of the check of a file that was fed before, byte for byte; None for a new one, and for one without a byte."""
    from judgeaudit.api.monitor_input import NOTHING, digest_of
    from judgeaudit.monitoring.state import check_of_batch, opened

    digest = digest_of(Path(batch))
    with opened(Path(state)) as db:
        return None if digest == NOTHING else check_of_batch(db, digest)


def _name(file: Path) -> str:
    """A file by its name; a folder, which `drift --now` calls the same each time, with the folder that it is in."""
    return f"{file.resolve().parent.name}/{file.name}" if file.is_dir() else file.name


def _look(
    db: sqlite3.Connection, setup: Setup, progress: Progress, table: pa.Table, texts: Mapping[str, str], *, name: str, digest: str, at: datetime.datetime
) -> tuple[Look, Rows]:  # fmt: skip
    """The check of a batch, kept in the open state but for its row."""
    from dataclasses import replace

    import numpy as np

    from judgeaudit.api.monitor_input import check_texts
    from judgeaudit.monitoring.batches import DAY, rows_of, sift
    from judgeaudit.monitoring.checking import batch_of, look_at
    from judgeaudit.monitoring.setup import adopted, beginning
    from judgeaudit.monitoring.state import read_anchors, read_seen, write_anchors, write_progress, write_seen, write_setup

    rows = rows_of(table, judge=setup.judge, criterion=setup.criterion, scale=setup.scale, label=setup.label, n_points=setup.n_points)
    if table.num_rows and not rows.items:
        raise _nothing_about(setup, table, name)
    today = int(at.timestamp() // DAY)  # a newest day that lies ahead was seen by a clock that was wrong
    sifted = sift(rows, read_seen(db, rows.digests.tolist()), newest=min(progress.newest, today), window_days=setup.window_days, today=today)
    rng = np.random.default_rng(int(digest[:16], 16))
    anchors = read_anchors(db, (*rows.items, *progress.waiting))
    check_texts(anchors, texts, name)
    new = rows.at(sifted.new)
    begun = beginning(setup, int(progress.watch.production.sum()), new, anchors).tolist()
    if begun:
        counts, _, _ = batch_of(setup, new.at(np.array(begun)), {}, watch=progress.watch, waiting=())
        progress = replace(progress, watch=replace(progress.watch, production=progress.watch.production + counts.production))
        if (grown := adopted(setup, progress.watch.production)) is not setup:
            setup = grown
            write_setup(db, setup)
            anchors = read_anchors(db, (*rows.items, *progress.waiting))
    look = look_at(setup, progress, rows, sifted, anchors, begun=begun, rng=rng, at=at, name=name, digest=digest)
    write_anchors(db, look.anchors)
    write_seen(db, rows.digests[sifted.new].tolist(), sifted.days.tolist(), oldest=sifted.newest - setup.window_days)
    write_progress(db, look.progress)
    return look, rows


def _nothing_about(setup: Setup, table: pa.Table, name: str) -> VerdictsError:
    """A stream that is about somebody else must not pass for a quiet one."""
    import pyarrow.compute as pc

    plain = table.filter(pc.is_null(table["probe"]))
    judges, criteria = (sorted(str(one) for one in plain[column].unique().to_pylist()) for column in ("judge", "criterion"))
    has = f"it has judges {', '.join(judges[:5])} and criteria {', '.join(criteria[:5])}" if plain.num_rows else "it has probe rows only"
    fix = f"feed verdicts of {setup.judge!r}, or begin another state with --init for the new judge"
    return VerdictsError(f"no row is about judge {setup.judge!r} and criterion {setup.criterion!r}; {has}", where=name, fix=fix)


def monitor_status(state: PathLike, *, out: PathLike | None = None) -> MonitorStatus:
    """Where a watch stands; with `out` it is written into a folder too."""
    from judgeaudit.api.monitor_out import LISTED, write_history, write_summary
    from judgeaudit.monitoring.standing import status_of
    from judgeaudit.monitoring.state import LISTED_CHECKS, opened, read_checks, read_progress, read_setup

    path = Path(state)
    with opened(path) as db:
        setup, checks = read_setup(db), read_checks(db, last=LISTED)
        status = status_of(setup, read_progress(db, setup), checks[-LISTED_CHECKS:])
    if out is not None:
        write_history(path, status, checks)
        write_summary(Path(out), status, path, checks)
    return status


def monitor_acknowledge(state: PathLike, *, clock: Clock = now) -> MonitorStatus:
    """Somebody has seen the alarm: it is taken back and recorded, and all evidence begins anew, against the same baseline.

    Each acknowledgement spends alpha anew. Where the new level is what is wanted, begin another state with it as its baseline.
    """
    from dataclasses import replace

    from judgeaudit.api.monitor_out import LISTED, write_history
    from judgeaudit.monitoring.attribution import log10_evidence, threshold
    from judgeaudit.monitoring.progress import begun_anew
    from judgeaudit.monitoring.standing import status_of
    from judgeaudit.monitoring.state import LISTED_CHECKS, forget_visits, opened, read_checks, read_progress, read_setup, write_check, write_progress

    path = Path(state)
    with opened(path, change=True) as db:
        setup = read_setup(db)
        before = read_progress(db, setup)
        if before.since is None:
            raise OptionError("there is no alarm to acknowledge", where="--acknowledge", fix="see where the watch stands with --status")
        progress = begun_anew(replace(before, n_checks=before.n_checks + 1), setup)
        forget_visits(db)
        write_progress(db, progress)
        evidence = log10_evidence(progress.watch, setup.alpha)
        write_check(db, MonitorCheck(n=progress.n_checks, at=clock(), threshold=threshold(setup.alpha), acknowledged=True, **evidence))
        checks = read_checks(db, last=LISTED)
        status = status_of(setup, progress, checks[-LISTED_CHECKS:])
    write_history(path, status, checks)
    return status
