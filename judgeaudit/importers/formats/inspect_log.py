"""Logs of Inspect: `.eval` archives (DEFLATE and Zstandard) and `.json`. An epoch is a replicate; the judged system is the evaluated model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.archive import content, opened
from judgeaudit.importers.fields import Texts, kind, listing, mapping, parsed, text, whole
from judgeaudit.importers.foreign import Reading, Start, json_document
from judgeaudit.importers.inspect_scores import Scoring, scoring_of, verdicts
from judgeaudit.importers.inspect_texts import sample_texts, sample_time
from judgeaudit.importers.text_file import check_file

TITLE = "Inspect logs (.eval, .json)"
_HEADERS = ("header.json", "_journal/start.json")
_UNENDED = ("started", "cancelled", "error")
_EPOCHS = 100_000


def recognise(start: Start) -> bool:
    """An archive with Inspect's header or journal, or a JSON object that begins as an Inspect log."""
    if start.members:
        return not set(_HEADERS).isdisjoint(start.members)
    return {"version", "status", "eval"} <= start.keys


@dataclass
class _Log:
    """What all samples of one log share."""

    name: str
    reading: Reading
    system: str | None
    status: str | None
    suffix: str
    scoring: Scoring
    planned: set[str]
    texts: Texts
    seen: set[tuple[str, int]] = field(default_factory=set)


def read(path: Path, reading: Reading) -> Iterator[dict[str, Any]]:
    """Stream the verdicts of one log: of an archive sample by sample.

    Scores that a person edited count as the judge first gave them, and the edit is a human label. Samples without any score, invalidated
    ones and those that a stopped run never came to are skipped; a score that could not be given is a row with a status.
    """
    check_file(path, error=VerdictsError, what="Inspect log")
    with path.open("rb") as stream:
        zipped = stream.read(2) == b"PK"
    log, samples = _archive(path, reading) if zipped else _document(path, reading)
    for where, sample in samples:
        yield from _sample(log, sample, where)
    if log.status in _UNENDED:
        for item_id in sorted(log.planned.difference(item_id for item_id, _ in log.seen)):
            reading.skip("error" if log.status == "error" else "cancelled", f"{log.name}: sample {item_id}")


def _document(path: Path, reading: Reading) -> tuple[_Log, Iterator[tuple[str, Any]]]:
    document = json_document(path, what="Inspect log")
    header = _header(document, path.name)
    samples = listing(header.get("samples"), path.name, "samples")
    return _log(header, path, reading), ((f"{path.name}: samples[{n}]", one) for n, one in enumerate(samples))


def _archive(path: Path, reading: Reading) -> tuple[_Log, Iterator[tuple[str, Any]]]:
    with opened(path) as archive:
        by_name = {info.filename: info for info in archive.infolist()}
        name = next((name for name in _HEADERS if name in by_name), None)
        if name is None:
            raise VerdictsError("the archive holds no header.json, so it is no Inspect log", where=str(path), fix="name an .eval file of Inspect")
        if name != _HEADERS[0]:
            reading.note("a log has no header.json: its run never ended")
        where = f"{path.name}: {name}"
        header = _header(parsed(content(archive, by_name[name], where), where), where)
    return _log(header, path, reading), _members(path, reading)


def _members(path: Path, reading: Reading) -> Iterator[tuple[str, Any]]:
    """Samples of an archive. Of two members with one name Inspect reads the last."""
    with opened(path) as archive:
        infos = [info for info in archive.infolist() if info.filename.startswith("samples/") and info.filename.endswith(".json")]
        last = {info.filename: info for info in infos}
        for info in infos:
            where = f"{path.name}: {info.filename}"
            if last[info.filename] is info:
                yield where, parsed(content(archive, info, where), where)
            else:
                reading.skip("duplicate", where)


def _header(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict) or not isinstance(value.get("eval"), dict):
        raise VerdictsError(f"there is no `eval` object: this is {kind(value)} and no Inspect log", where=where, fix="name a log of Inspect")
    return value


def _log(header: dict[str, Any], path: Path, reading: Reading) -> _Log:
    where = path.name
    spec = mapping(header["eval"], where, "eval")
    task, system = text(spec.get("task"), where, "eval.task") or "", text(spec.get("model"), where, "eval.model")
    dataset = mapping(spec.get("dataset"), where, "eval.dataset")
    ids = [text(one, where, "eval.dataset.sample_ids") for one in listing(dataset.get("sample_ids"), where, "eval.dataset.sample_ids")]
    return _Log(
        name=where,
        reading=reading,
        system=system,
        status=text(header.get("status"), where, "status") or "started",
        suffix=reading.apart("inspect", task, system or ""),
        scoring=scoring_of(header, where, reading),
        planned={one for one in ids if one is not None},
        texts=Texts(reading),
    )


def _sample(log: _Log, value: Any, where: str) -> Iterator[dict[str, Any]]:
    sample = mapping(value, where, "the sample")
    plain_id, epoch = text(sample.get("id"), where, "id"), whole(sample.get("epoch"), where, "epoch")
    epoch = 1 if epoch is None else epoch
    if not plain_id:
        raise VerdictsError("the sample has no id", where=where, fix="export the log again")
    if not 1 <= epoch <= _EPOCHS:
        raise VerdictsError(f"the epoch is {epoch}; Inspect counts from 1", where=where, fix="export the log again")
    if (plain_id, epoch) in log.seen:
        log.reading.skip("duplicate", where)
        return
    log.seen.add((plain_id, epoch))
    scores = mapping(sample.get("scores"), where, "scores")
    if sample.get("invalidation") is not None:
        log.reading.skip("discarded", where)
        return
    if not scores:
        log.reading.skip(_unscored(log, sample), where)
        return
    item_id = plain_id + log.suffix
    shared = {"item_id": item_id, "replicate": epoch - 1, "system": log.system, "created_at": sample_time(sample), "where": where}
    yield from verdicts(log.scoring, scores, sample, {**shared, **log.texts.add(item_id, **sample_texts(sample, where))})


def _unscored(log: _Log, sample: dict[str, Any]) -> str:
    """The word for a sample that nobody scored."""
    error = sample.get("error")
    if error is not None:
        message = error.get("message") if isinstance(error, dict) else error
        return "cancelled" if isinstance(message, str) and "CancelledError" in message else "error"
    return "cancelled" if log.status == "cancelled" else "unscored"
