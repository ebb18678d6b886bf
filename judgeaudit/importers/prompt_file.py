"""The user's own prompt template and system text: which file, and whether its slots exist."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from judgeaudit.domain.rubric import PROMPT_SLOTS
from judgeaudit.errors import RubricError
from judgeaudit.importers.problems import Problem, nearest
from judgeaudit.importers.text_file import read_text

_SLOT = re.compile(r"\{\{\s*([A-Za-z_]\w*)\s*\}\}")
_LOGIC = re.compile(r"\{\{\s*(?:[#/^!>&]\s*[\w.]+[^{}\n]*|\w+\s*[.|][^{}\n\"]*)\}\}|\{%[^{}\n]*%\}")
_NOT_IN = {"pointwise": ("response_a", "response_b"), "pairwise": ("response",)}


def template_text(path: Path) -> str:
    """A template as it is filled in: UTF-8, line ends as line feeds."""
    return read_text(path, error=RubricError, what="prompt file").replace("\r\n", "\n")


def is_text_file(value: str) -> bool:
    """Whether a `system` value looks like the name of a text file rather than the text itself."""
    return value.casefold().endswith((".txt", ".md")) and "\n" not in value and len(value) < 1000


def slot_problems(text: str, source: str, mode: str) -> list[Problem]:
    """Slots that do not exist, that this mode's items do not fill, or that are written in another template language.

    Parameters
    ----------
    text : str
    source : str
        The file, for the messages.
    mode : {"pointwise", "pairwise"}
    """
    slots = [slot for slot in PROMPT_SLOTS if slot not in _NOT_IN[mode]]
    listed = ", ".join(f"{{{{{slot}}}}}" for slot in slots)
    problems: list[Problem] = []
    for match in _SLOT.finditer(text):
        name = match[1]
        if name in slots:
            continue
        what = f"{{{{{name}}}}} is not filled: {mode} items do not have it" if name in PROMPT_SLOTS else f"{{{{{name}}}}} is no slot"
        near = nearest(name, slots)
        problems.append(Problem(f"{source}:{_line(text, match.start())}", what, f"write {{{{{near}}}}}; there are: {listed}" if near else f"one of {listed}"))
    for match in _LOGIC.finditer(text):
        what = f"{match[0][:40]} is template logic, and slots are only filled"
        problems.append(Problem(f"{source}:{_line(text, match.start())}", what, f"use plain slots: {listed}"))
    return problems


def shows_problem(texts: Sequence[str], source: str, mode: str) -> Problem | None:
    """A prompt that never shows what is judged."""
    named = {name for text in texts for name in _SLOT.findall(text)}
    needed = ("response_a", "response_b") if mode == "pairwise" else ("response",)
    missing = [slot for slot in needed if slot not in named]
    if not missing:
        return None
    single = any(f"{{{slot}}}" in text for text in texts for slot in needed)
    slots = " and ".join(f"{{{{{slot}}}}}" for slot in missing)
    fix = f"slots have two braces on each side: {slots}" if single else f"write {slots} where it belongs"
    return Problem(source, f"the prompt never shows the judge {' and '.join(missing)}", fix)


def exists(path: Path) -> bool:
    """Whether it is a file; a name that no file can have is none."""
    return os.path.isfile(path)


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
