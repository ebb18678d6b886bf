"""Scores of an Inspect sample as verdicts: who gave them, what they say, and what people changed in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from judgeaudit.importers.exact_json import NumberText
from judgeaudit.importers.fields import listing, mapping, number, text
from judgeaudit.importers.foreign import Reading
from judgeaudit.importers.inspect_texts import attachments, resolved, spoken
from judgeaudit.text.surrogates import escaped

CODE = frozenset({"match", "includes", "pattern", "answer", "choice", "exact", "f1", "math", "perplexity", "target_perplexity"})
"""Inspect's own scorers that ask no model."""
HUMAN = "precomputed_scores"
"""Inspect's scorer for ratings from a file, made for those of people."""
_NO_GRADE = "Grade not found in model output: "
"""How the explanation begins where the grader's reply held no grade. Before July 2026 such a score was "I"."""
_STATUS = {"grade_parse_failure": "unparsable", "grader_failed": "unparsable", "scoring_failed": "error", "error": "error", "refusal": "refused"}


@dataclass
class Scoring:
    """Who scores in a log. `graders` are the models that the log's header names for a scorer, `found` the one that a scorer's first reply names."""

    reading: Reading
    graders: dict[str, list[str]]
    role: list[str]
    evaluated: str | None
    found: dict[str, str] = field(default_factory=dict)


def scoring_of(header: dict[str, Any], where: str, reading: Reading) -> Scoring:
    """Graders by the name of a scorer, from the header of a log: a model that a scorer is given comes before the one of a role."""
    spec = mapping(header.get("eval"), where, "eval")
    roles = mapping(spec.get("model_roles"), where, "eval.model_roles")
    graders: dict[str, list[str]] = {}
    for entry in listing(spec.get("scorers"), where, "eval.scorers"):
        scorer = mapping(entry, where, "a scorer")
        base = (text(scorer.get("name"), where, "a scorer's name") or "").rsplit("/", 1)[-1]
        name, count = base, 0
        while name in graders:
            count += 1
            name = f"{base}{count}"
        options = mapping(scorer.get("options"), where, "a scorer's options")
        role = options.get("model_role")
        role = role.get("name") if isinstance(role, dict) else role
        graders[name] = _models(options.get("model")) or (_models(roles.get(role)) if isinstance(role, str) else [])
    # logs before 2025 name the scorers' settings only beside their results
    results = mapping(header.get("results"), where, "results")
    for entry in listing(results.get("scores"), where, "results.scores"):
        score = mapping(entry, where, "a result")
        name = text(score.get("name"), where, "a result's name") or ""
        graders[name] = graders.get(name) or _models(mapping(score.get("params"), where, "params").get("model"))
    return Scoring(reading, graders, _models(roles.get("grader")), text(spec.get("model"), where, "eval.model"))


def _models(value: Any) -> list[str]:
    """Names of a model, or of several: as text, or in an object's `model`."""
    if isinstance(value, list):
        return [name for one in value if not isinstance(one, list) for name in _models(one)]
    if isinstance(value, dict):
        value = value.get("model")
    return [escaped(str(value))] if isinstance(value, str) and value else []


def verdicts(scoring: Scoring, scores: dict[str, Any], sample: dict[str, Any], shared: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The verdicts of one sample.

    Parameters
    ----------
    scoring : Scoring
    scores : dict of scorer to score
    sample : dict
    shared : dict
        What is the same in all rows: item_id, replicate, system, created_at, where.
    """
    where = shared["where"]
    pool = attachments(sample, where)
    several = sum(name != HUMAN for name in scores) > 1
    for written, value in scores.items():
        name = escaped(written)
        score = mapping(value, where, f"the score {name!r}")
        if name == HUMAN:
            _person(scoring.reading, shared, HUMAN, score.get("value"), _criteria(None, several=False))
            continue
        judged = _before_people(scoring, name, score, shared, several=several)
        if judged is not None:
            yield from _rows(scoring, name, judged, shared, pool, sample, several=several)


def _before_people(scoring: Scoring, name: str, score: dict[str, Any], shared: dict[str, Any], *, several: bool) -> dict[str, Any] | None:
    """The score as the judge gave it. Edits of people become human labels, the last of each; a score whose first value is lost is overridden."""
    where = shared["where"]
    history = [mapping(one, where, "an edit") for one in listing(score.get("history"), where, "history")]
    if all(one.get("provenance") is None for one in history):
        return score
    labels: dict[str, Any] = {}
    for edit in history:
        author = text(mapping(edit.get("provenance"), where, "provenance").get("author"), where, "author")
        if edit.get("provenance") is not None and edit.get("value") not in (None, "UNCHANGED"):
            labels[author or "unknown"] = edit["value"]
    for author, value in labels.items():
        _person(scoring.reading, shared, author, value, _criteria(name, several=several))
    scoring.reading.note("scores that a person edited count as the judge first gave them; the edit is a human label")
    if history[0].get("provenance") is not None:
        scoring.reading.skip("overridden", f"{where} {name}")
        return None
    first = {key: value for key, value in history[0].items() if key in ("value", "explanation", "metadata", "reason") and value != "UNCHANGED"}
    kept = {key: value for key, value in score.items() if key not in ("value", "reason") or history[0].get(key) == "UNCHANGED"}
    return {**kept, **first}


def _criteria(name: str | None, *, several: bool) -> Any:
    """The function from a key of a score to its criterion."""
    return lambda key: name if key in (None, "") else f"{name}.{escaped(str(key))}" if several else escaped(str(key))


def _parts(value: Any) -> list[tuple[Any, Any]]:
    """The values of a score by key: of an object or a list one each, else one without key."""
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else [(None, value)]


def _person(reading: Reading, shared: dict[str, Any], author: str, value: Any, criterion: Any) -> None:
    """A person's label, of the item's own answer: one of another answer is no label of the item."""
    for key, one in _parts(value):
        label = text(one, shared["where"], "the value that a person gave")
        if label and "probe" in shared:
            reading.skip("discarded", shared["where"])
        elif label:
            reading.person(shared["item_id"], author, label, criterion(key))


def _rows(
    scoring: Scoring, name: str, score: dict[str, Any], shared: dict[str, Any], pool: Mapping[str, Any], sample: dict[str, Any], *, several: bool
) -> Iterator[dict[str, Any]]:
    where = shared["where"]
    metadata = mapping(score.get("metadata"), where, "the metadata of a score")
    grading = metadata.get("grading")
    reply = grading[-1] if isinstance(grading, list) and grading and isinstance(grading[-1], dict) else {}
    explanation = resolved(text(score.get("explanation"), where, "explanation"), pool)
    told = {
        "rationale": explanation,
        "reasoning": spoken(reply, pool, part="reasoning"),
        "model_served": text(reply.get("model"), where, "the grader's model"),
    }
    panel = _panel(scoring, name, metadata, where)
    if panel:
        scoring.reading.note("graders of a panel are judges of their own, and their majority is left out; only the first has a rationale in the log")
        for n, (judge, vote) in enumerate(panel):
            yield from _values(scoring, name, vote, score, {**shared, "judge": judge, **(told if n == 0 else {})}, several=several)
        return
    judge = _judge(scoring, name, told["model_served"], sample)
    value = score.get("value")
    if name.startswith("model_graded") and not reply and (explanation or "").startswith(_NO_GRADE):
        scoring.reading.note('a reply without a grade is unparsable, though older Inspect scored it "I"')
        value, score = None, {**score, "reason": "grader_failed"}
    yield from _values(scoring, name, value, score, {**shared, "judge": judge, **told}, several=several)


def _values(scoring: Scoring, name: str, value: Any, score: dict[str, Any], row: dict[str, Any], *, several: bool) -> Iterator[dict[str, Any]]:
    """One row for each value."""
    metadata = score.get("metadata")
    reason = score.get("reason") or (metadata.get("unscored_reason") if isinstance(metadata, dict) else None)
    criterion = _criteria(name, several=several)
    for key, one in _parts(value):
        yield {**row, "criterion": criterion(key), **_outcome(one, reason, f"{row['where']} {name}")}


def _outcome(value: Any, reason: Any, where: str) -> dict[str, Any]:
    """Label, or score, or the status where there is neither: NaN is Inspect's word for unscored."""
    if isinstance(value, NumberText):
        found = number(value, where, "the value")
        if found is not None:
            return {"score": found, "label": None, "status": "ok"}
    else:
        label = text(value, where, "the value")
        if label:
            return {"label": label, "score": None, "status": "ok"}
    return {"label": None, "score": None, "status": _STATUS.get(str(reason), "unparsable")}


def _panel(scoring: Scoring, name: str, metadata: dict[str, Any], where: str) -> list[tuple[str, Any]]:
    """Graders of a panel with their votes, where the log has both."""
    panel = metadata.get("panel")
    votes = panel.get("votes") if isinstance(panel, dict) else None
    models = scoring.graders.get(name) or scoring.role
    if not isinstance(votes, list) or len(votes) != len(models) or len(set(models)) != len(models) or len(models) < 2:
        return []
    return list(zip(models, votes, strict=True))


def _judge(scoring: Scoring, name: str, served: str | None, sample: dict[str, Any]) -> str:
    """The model that a scorer asks: named by the header, else by its first reply. A scorer that names none is a judge under its own name."""
    models = scoring.graders.get(name) or ([] if name in CODE else scoring.role)
    if models:
        return " + ".join(models)
    if served or name in scoring.found:
        return scoring.found.setdefault(name, served or name)
    usage = sample.get("model_usage")
    if name.startswith("model_graded") and scoring.evaluated and isinstance(usage, dict) and list(usage) == [scoring.evaluated]:
        scoring.reading.note("no grader is named and no other model was asked, so the evaluated model graded itself")
        return scoring.evaluated
    scoring.reading.note("no grader is named, so the judge has the name of the scorer; it may be a program and no model")
    return name
