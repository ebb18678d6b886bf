"""FastChat's MT-bench judgments: single grades and pairs of answers judged in both orders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.entries import entries
from judgeaudit.importers.entry_values import identity, moment
from judgeaudit.importers.fields import number, text
from judgeaudit.importers.foreign import HEAD, Reading, Start
from judgeaudit.importers.formats.fastchat_prompt import pair_texts, single_texts
from judgeaudit.importers.problems import shorten
from judgeaudit.text.surrogates import encodable

TITLE = "FastChat MT-bench judgments (gpt-4_single.jsonl, gpt-4_pair.jsonl)"
WHAT = "FastChat judgment file"
FAILED = "$ERROR$"
"""What FastChat writes where the judge could not be asked."""

_ASKED = {"question_id", "model", "judge", "user_prompt"}
"""What a grade begins with; a long prompt may hide the rest from the start of a file."""
_SINGLE = {"question_id", "model", "judge", "judgment", "score"}
_PAIR = {"question_id", "model_1", "model_2", "judge", "g1_winner", "g2_winner"}
_PROMPTS = {"name", "type", "prompt_template", "output_format"}
_WINNERS = {"model_1": "response_a", "model_2": "response_b", "tie": "tie", "error": None}
_PROMPTS_ONLY = "judge_prompts.jsonl holds the judges' prompts and no verdicts"
_RETRIED = "a judgment that failed and was asked again is one judgment: the failed call is left out"

Row = dict[str, Any]


def recognise(start: Start) -> bool:
    """Whether lines are grades of one answer, games of two, or the judges' prompts."""
    cut_off = start.first is None and len(start.head) >= HEAD
    return any(keys <= start.keys for keys in (_SINGLE, _PAIR, _PROMPTS)) or (cut_off and start.keys >= _ASKED)


def read(path: Path, reading: Reading) -> Iterator[Row]:
    """Each grade, and each of the two games of a pair.

    Notes
    -----
    A failed call is held back until the file ends: where the same judge judges the same answer again later, that is the judgment. Judgments
    that are there twice without having failed are repeats, and are numbered by their time.
    """
    failed: dict[tuple[str, ...], Row] = {}
    for where, entry in entries(path, reading, what=WHAT):
        if entry.keys() >= _PROMPTS:
            reading.note(_PROMPTS_ONLY)
            continue
        for row in _rows(entry, where, reading):
            key = (row["item_id"], row["judge"], row.get("variant") or "")
            before = failed.pop(key, None)
            if before is not None:
                reading.skip("error", before["where"])
                reading.note(_RETRIED)
            if row.get("status") == "error":
                failed[key] = row
            else:
                yield row
    yield from failed.values()


def _rows(entry: Row, where: str, reading: Reading) -> Iterator[Row]:
    question = identity(entry, "question_id", where)
    turn = text(entry.get("turn"), where, "turn") or "1"
    shared = {"judge": _judge(entry, where), "cluster": question, "created_at": moment(entry, "tstamp", where), "where": where}
    if "g1_winner" not in entry:
        if "score" not in entry:
            raise VerdictsError("score is missing", where=where, fix="name a file of judgments: each has a score, or g1_winner and g2_winner")
        prompt = text(entry.get("user_prompt"), where, "user_prompt")
        model = identity(entry, "model", where)
        yield (
            _grade(question, model, turn, number(entry.get("score"), where, "score"), text(entry.get("judgment"), where, "judgment"), prompt, reading) | shared
        )
    elif "m1_score" in entry:
        for n in ("1", "2"):
            prompt, judgment = text(entry.get(f"g{n}_user_prompt"), where, f"g{n}_user_prompt"), text(entry.get(f"g{n}_judgment"), where, f"g{n}_judgment")
            yield (
                _grade(question, identity(entry, f"model_{n}", where), turn, number(entry.get(f"m{n}_score"), where, f"m{n}_score"), judgment, prompt, reading)
                | shared
            )
    else:
        yield from (row | shared for row in _games(entry, question, turn, where, reading))


def _grade(question: str, model: str, turn: str, score: float | None, judgment: str | None, prompt: str | None, reading: Reading) -> Row:
    item = f"{question}/{model}/{turn}"
    if prompt is not None:
        reading.item(item, **single_texts(prompt))
    row: Row = {"item_id": item, "system": model, "rationale": judgment}
    if (judgment or "").strip() == FAILED:
        return row | {"status": "error", "rationale": None}
    if score is None or score == -1:
        return row | {"status": "unparsable"}
    return row | {"status": "ok", "score": score}


def _games(entry: Row, question: str, turn: str, where: str, reading: Reading) -> Iterator[Row]:
    """The game in the order of the file, and the one with the answers exchanged: its winner is named by model already."""
    first, second = identity(entry, "model_1", where), identity(entry, "model_2", where)
    item = f"{question}/{first}/{second}/{turn}"
    prompt = text(entry.get("g1_user_prompt"), where, "g1_user_prompt")
    if prompt is not None:
        reading.item(item, **pair_texts(prompt))
    for n, order, probe in (("1", "ab", {}), ("2", "ba", {"probe": "position", "variant": "swapped"})):
        winner = text(entry.get(f"g{n}_winner"), where, f"g{n}_winner") or "error"
        if winner not in _WINNERS:
            raise VerdictsError(f"g{n}_winner {shorten(winner)} is not known", where=where, fix=f"one of {', '.join(_WINNERS)}")
        judgment = text(entry.get(f"g{n}_judgment"), where, f"g{n}_judgment")
        row: Row = {"item_id": item, "system": f"{first} vs {second}", "order": order, "rationale": judgment, **probe}
        if _WINNERS[winner] is not None:
            yield row | {"status": "ok", "label": _WINNERS[winner]}
        elif (judgment or "").strip() == FAILED:
            yield row | {"status": "error", "rationale": None}
        else:
            yield row | {"status": "unparsable"}


def _judge(entry: Row, where: str) -> str:
    """The judge's model: the first of `[model, prompt]`, or the name alone."""
    judge = entry.get("judge")
    name = judge[0] if isinstance(judge, list) and judge else judge
    return encodable(identity({"judge": name}, "judge", where))
