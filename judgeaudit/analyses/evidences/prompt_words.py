"""What a judge was shown that is the same for every item: a rationale may quote it, and then that is honest."""

from __future__ import annotations

import re

from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Criterion

RUBRIC = "rubric"
"""Name of the source that holds it."""

_SLOT = re.compile(r"\{\{\s{0,20}([A-Za-z_]\w{0,60})\s{0,20}\}\}")


def shown_texts(item: Item, prompt: str) -> dict[str, str]:
    """What a judge was shown, by name: the item's texts, and the words of its prompt where they are known."""
    return {**item.sources(), **({RUBRIC: prompt} if prompt else {})}


def shows_input(data: AnalysisInput, judge: str) -> bool:
    """Whether a judge was shown the items' input: all are, but those with a template that is known and has no place for it."""
    own = next((one for one in data.rubric.judges if one.name == judge), None)
    template = own.prompt if own is not None and own.prompt is not None else data.rubric.prompt
    return not data.prompt_known or template is None or any(slot[1] == "input" for slot in _SLOT.finditer(template))


def prompt_words(data: AnalysisInput, criterion: Criterion, judge: str) -> str:
    """The words of a judge's prompt on a criterion, but for the item's own texts.

    Parameters
    ----------
    data : AnalysisInput
    criterion : Criterion
    judge : str
        A judge that the rubric does not name was shown the rubric's own prompt, as far as anybody knows.

    Returns
    -------
    str
        The criterion's name, question, aspects, labels and what they mean; the system message and the prompt's template with these filled in;
        what our own prompt adds. Empty where nobody knows what was asked.
        Where an item's text would stand there is a line break, so that no words join that the judge never saw side by side.
    """
    if not data.prompt_known:
        return ""
    rubric = data.rubric
    own = next((one for one in rubric.judges if one.name == judge), None)
    system = own.system if own is not None and own.system is not None else rubric.system
    template = own.prompt if own is not None and own.prompt is not None else rubric.prompt
    aspects = "\n".join(aspect.name for aspect in criterion.aspects)
    meanings = "\n".join(f"{label}: {text}" for label, text in criterion.label_descriptions.items())
    known = {
        "criterion": criterion.name, "question": criterion.question, "aspects": aspects, "labels": criterion.scale.describe(), "label_descriptions": meanings,
    }  # fmt: skip
    filled = [_SLOT.sub(lambda slot: known.get(slot[1], "\n"), text) for text in (system, template) if text]
    return "\n\n".join(part for part in (*known.values(), *filled, data.added.get((judge, criterion.name), "")) if part.strip())
