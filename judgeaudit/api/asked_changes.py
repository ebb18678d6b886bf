"""What a rubric asks otherwise than a stored one did, with both texts: digests only say that something changed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from difflib import SequenceMatcher

from judgeaudit.domain.rubric import Criterion, Judge, Rubric

MOST_SHOWN = 80
"""Characters of a line that are shown."""

PARTS = {"question": "question", "scale": "scale", "aspects": "aspects", "label_descriptions": "descriptions of the labels", "kind": "kind"}


def asked_changes(was: Rubric, now: Rubric, judges: Collection[str]) -> Iterator[str]:
    """One line for each part of a criterion, and for each text of a judge of both, that is not what it was; texts by their first line that differs."""
    asked = {criterion.name: criterion for criterion in now.criteria}
    for criterion in was.criteria:
        if criterion.name in asked:
            yield from _of_criterion(criterion, asked[criterion.name])
    later = {judge.name: judge for judge in now.judges}
    for judge in was.judges:
        if judge.name in judges and judge.name in later:
            yield from _of_judge((was, judge), (now, later[judge.name]))


def _of_criterion(was: Criterion, now: Criterion) -> Iterator[str]:
    for part, said in PARTS.items():
        before, after = getattr(was, part), getattr(now, part)
        if before != after:
            yield f"criterion {was.name!r}: its {said} {'were' if said.endswith('s') else 'was'} {_shown(before)} and {'are' if said.endswith('s') else 'is'} {_shown(after)}"


def _of_judge(was: tuple[Rubric, Judge], now: tuple[Rubric, Judge]) -> Iterator[str]:
    head = f"judge {was[1].name!r}: "
    for part, said in (("prompt", "prompt"), ("system", "system prompt")):
        before, after = (getattr(judge, part) or getattr(rubric, part) for rubric, judge in (was, now))
        if before != after:
            yield head + _lines(f"its {said}", before, after)
    replies = [judge.reply or rubric.reply for rubric, judge in (was, now)]
    if replies[0] != replies[1]:
        yield f"{head}its reply format was {_shown(replies[0])} and is {_shown(replies[1])}"


def _lines(said: str, before: str | None, after: str | None) -> str:
    """Where two texts part."""
    if before is None or after is None:
        return f"{said} was {_whose(before)} and is {_whose(after)}"
    old, new = before.splitlines(), after.splitlines()
    changed = [codes for codes in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if codes[0] != "equal"]
    if not changed:
        return f"{said} has other line ends"
    _, first, last, begin, end = changed[0]
    more = "" if len(changed) == 1 and last - first <= 1 and end - begin <= 1 else ", and more"
    if first == last:
        return f"{said} has a new line {begin + 1}, {_shown(new[begin])}{more}"
    if begin == end:
        return f"{said} lacks what was line {first + 1}, {_shown(old[first])}{more}"
    return f"line {first + 1} of {said} was {_shown(old[first])} and is {_shown(new[begin])}{more}"


def _whose(text: str | None) -> str:
    return "judgeaudit's own" if text is None else "one of the user's"


def _shown(value: object) -> str:
    """A value on one line, cut."""
    dump = getattr(value, "model_dump", None)
    plain = dump(mode="json", exclude_defaults=True) if dump is not None else value
    if isinstance(plain, tuple):
        plain = [getattr(one, "name", one) for one in plain]
    text = repr(plain) if plain is not None else "not set"
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"
