"""Samples of lm-evaluation-harness (`samples_<task>_<date>.jsonl`): one verdict for each document, filter and metric."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.exact_json import NumberText
from judgeaudit.importers.fields import Texts, any_text, lines, listing, number, parsed, text
from judgeaudit.importers.foreign import Reading, Start

TITLE = "lm-evaluation-harness samples (samples_*.jsonl)"
_MARKS = {"doc_id", "doc"}
_RESULTS = 1 << 26
"""Bytes of a results file that is read for the model's name."""


def recognise(start: Start) -> bool:
    """A first object that is a sample: a document with its answers, or a document so long that nothing else is in sight."""
    return not start.is_list and start.keys >= _MARKS and (start.first is None or start.first.keys() >= {"resps", "metrics"})


@dataclass
class _File:
    reading: Reading
    texts: Texts
    system: str | None
    suffix: str
    filter: str | None = None
    repeats: Counter[tuple[str, str]] = field(default_factory=Counter)


def read(path: Path, reading: Reading) -> Iterator[dict[str, Any]]:
    """Stream the verdicts of one file.

    An item is a document (`doc_hash`), the judge is the metric; where the harness filters answers in several ways, metrics of the second and
    further ways are criteria of their own. A list of values has one for each answer that was sampled.
    """
    system = _model(path)
    file = _File(reading, Texts(reading), system, reading.apart("lm_eval", "", system or ""))
    for where, sample in lines(path, reading):
        yield from _sample(sample, where, file)


def _model(path: Path) -> str | None:
    """The evaluated model, from the results that the harness writes beside its samples."""
    date = path.stem.rsplit("_", 1)[-1]
    beside = path.with_name(f"results_{date}.json")
    if not path.name.startswith("samples_") or not beside.is_file() or beside.stat().st_size > _RESULTS:
        return None
    results = parsed(beside.read_bytes(), beside.name)
    return (text(results.get("model_name"), beside.name, "model_name") or None) if isinstance(results, dict) else None


def _sample(sample: dict[str, Any], where: str, file: _File) -> Iterator[dict[str, Any]]:
    document = text(sample.get("doc_hash"), where, "doc_hash") or text(sample.get("doc_id"), where, "doc_id")
    if not document:
        raise VerdictsError("the sample has no doc_hash", where=where, fix="write samples with lm-eval 0.4 or later")
    item_id = document + file.suffix
    way = text(sample.get("filter"), where, "filter")
    file.filter = way if file.filter is None else file.filter
    metrics = [text(one, where, "metrics") for one in listing(sample.get("metrics"), where, "metrics")]
    if not metrics:
        file.reading.skip("unscored", where)
        return
    answers = listing(sample.get("resps"), where, "resps")
    repeats = answers[0] if len(answers) == 1 and isinstance(answers[0], list) else [answers]
    file.reading.note("metrics of the harness are judges under their own names; most are programs and no models")
    for name in metrics:
        value = sample.get(name) if name else None
        if not name or (isinstance(value, (dict, list)) and not (isinstance(value, list) and len(value) == len(repeats))):
            file.reading.skip("not_judged", f"{where} {name}")
            continue
        criterion = name if way in (None, file.filter) else f"{name},{way}"
        shared = {"item_id": item_id, "judge": name, "criterion": criterion, "system": file.system, "where": where}
        verdicts = zip(value, repeats, strict=True) if isinstance(value, list) else [(value, _one(repeats))]
        for one, answer in verdicts:
            place = file.repeats[item_id, criterion]
            file.repeats[item_id, criterion] += 1
            yield {**shared, "replicate": place, **_outcome(one, f"{where} {name}"), **_item(sample, item_id, answer, file)}


def _one(answers: list[Any]) -> Any:
    """The answer that was given each time, else all of them."""
    return answers[0] if answers and all(one == answers[0] for one in answers) else answers


def _outcome(value: Any, where: str) -> dict[str, Any]:
    """A number is a score, text and truth values are labels; the harness writes NaN where a metric could not be worked out."""
    score = number(value, where, "the value") if isinstance(value, NumberText) else None
    label = None if isinstance(value, NumberText) else text(value, where, "the value") or None
    return {"label": label, "score": score, "status": "ok" if label is not None or score is not None else "unparsable"}


def _item(sample: dict[str, Any], item_id: str, answer: Any, file: _File) -> dict[str, str]:
    """The item's texts; what a row of another answer has besides."""
    asked = sample.get("arguments")
    first = asked.get("gen_args_0") if isinstance(asked, dict) else None
    prompt = first.get("arg_0") if isinstance(first, dict) else None
    shown = any_text(prompt if prompt is not None else sample.get("doc"))
    return file.texts.add(item_id, input=shown, response=any_text(answer), reference=any_text(sample.get("target")))
