"""The rubric file: YAML in which text stays text, and every mistake is told with its line and its fix."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import RubricError
from judgeaudit.importers.problems import Problem, raise_problems
from judgeaudit.importers.prompt_file import exists, is_text_file, shows_problem, slot_problems, template_text
from judgeaudit.importers.rubric_problems import problems_of
from judgeaudit.importers.text_file import missing_fix, read_text
from judgeaudit.importers.yaml_nodes import compose
from judgeaudit.importers.yaml_values import Place, Values

_LISTED = 50


@dataclass(frozen=True)
class LoadedRubric:
    """A rubric with the files around it.

    Attributes
    ----------
    rubric : Rubric
        `prompt` and `system`, also of its judges, are texts and no longer the names of files.
    path : Path
        The rubric file, as it was named.
    folder : Path
        The absolute folder of the file: what it names is relative to that, and callables of `python:` judges live there.
    items_path, gold_path : Path or None
        Files that exist; None where the rubric names none.
    """

    rubric: Rubric
    path: Path
    folder: Path
    items_path: Path | None
    gold_path: Path | None


def read_rubric(path: Path, *, ignore: Collection[str] = ()) -> LoadedRubric:
    """Read a rubric, and the prompt and system files that it names.

    Parameters
    ----------
    path : Path
        A YAML file.
    ignore : collection of {"items", "gold"}
        Files that something else replaces, so that nobody minds when they are missing.

    Returns
    -------
    LoadedRubric

    Raises
    ------
    RubricError
        One error for all that is wrong: `file:line: field: what`, each with its fix.
    """
    text = read_text(path, error=RubricError, what="rubric")
    values = Values(str(path))
    values.data = values.read(compose(text, path), Rubric)
    rubric = _validate(values)
    files = _Files(values, path.parent, rubric)
    files.check(ignore)
    raise_problems(RubricError, values.problems, where=str(path), listed=_LISTED)
    return LoadedRubric(
        rubric=files.with_texts(),
        path=path,
        folder=path.absolute().parent,
        items_path=files.path("items", rubric.items),
        gold_path=files.path("gold", rubric.gold),
    )


def _validate(values: Values) -> Rubric:
    try:
        rubric = Rubric.model_validate(values.data)
    except ValidationError as error:
        problems = sorted([*values.problems, *problems_of(error, values)], key=lambda one: int(one.where.rpartition(":")[2]))
        raise_problems(RubricError, problems, where=values.source, listed=_LISTED)
        raise
    raise_problems(RubricError, values.problems, where=values.source, listed=_LISTED)
    return rubric


class _Files:
    """The files that a valid rubric names, read or missed."""

    def __init__(self, values: Values, folder: Path, rubric: Rubric) -> None:
        self._values = values
        self._folder = folder
        self._rubric = rubric
        self._texts: dict[Place, str] = {}

    def path(self, key: str, value: str | None) -> Path | None:
        return None if value is None else self._folder / value

    def check(self, ignore: Collection[str]) -> None:
        rubric = self._rubric
        for key, value in (("items", rubric.items), ("gold", rubric.gold)):
            if value is not None and key not in ignore and not exists(self._folder / value):
                self._missing((key,), value)
        self._own_words((), rubric.system, rubric.prompt)
        for n, judge in enumerate(rubric.judges):
            self._own_words(("judges", n), judge.system, judge.prompt)
            if judge.api_key_env is not None and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", judge.api_key_env):
                fix = "write the variable's name, such as OPENAI_API_KEY, and set it in the environment; a key never stands in a rubric"
                self._values.problem(("judges", n, "api_key_env"), "this is not the name of an environment variable", fix)
        self._check_shown((), rubric.system, rubric.prompt)
        for n, judge in enumerate(rubric.judges):
            if judge.prompt is not None or judge.system is not None:
                self._check_shown(("judges", n), judge.system, judge.prompt)

    def _missing(self, place: Place, value: str) -> None:
        found = self._folder / value
        if os.path.isdir(found):
            self._values.problem(place, f"{value!r} is a folder, not a file", "name the file in it")
        else:
            self._values.problem(place, f"there is no file {value!r} (looked for {found})", f"paths are relative to the rubric; {missing_fix(found)}")

    def _own_words(self, place: Place, system: str | None, prompt: str | None) -> None:
        """Read the files of one `prompt` and one `system`; a `system` that is no file's name is the text itself."""
        if prompt is not None:
            self._read((*place, "prompt"), prompt)
        if system is None:
            return
        if is_text_file(system) and (exists(self._folder / system) or not re.search(r"\s", system)):
            self._read((*place, "system"), system)
        else:
            self._texts[(*place, "system")] = system
            line = self._values.where((*place, "system"))
            self._values.problems += [Problem(line, one.what, one.fix) for one in slot_problems(system, line, self._rubric.mode)]

    def _read(self, place: Place, value: str) -> None:
        found = self._folder / value
        if "\n" in value or "{{" in value:
            self._values.problem(place, f"{place[-1]} is the path of a template file, not the text itself", f"put the text into a file: {place[-1]}: judge.txt")
        elif not exists(found):
            self._missing(place, value)
        else:
            self._texts[place] = template_text(found)
            self._values.problems += slot_problems(self._texts[place], str(found), self._rubric.mode)

    def _text(self, place: Place, key: str) -> str | None:
        """A judge's own text, else the rubric's."""
        return self._texts.get((*place, key), self._texts.get((key,)))

    def _check_shown(self, place: Place, system: str | None, prompt: str | None) -> None:
        """A judge's prompt and system text together must show the response; a default prompt does by itself."""
        template = self._text(place, "prompt")
        if template is None or self._values.problems:
            return
        owner = (*place, "prompt") if (*place, "prompt") in self._texts else ("prompt",)
        value: Any = prompt if prompt is not None else self._rubric.prompt
        problem = shows_problem([template, self._text(place, "system") or ""], str(self._folder / value), self._rubric.mode)
        if problem is not None:
            self._values.problems.append(Problem(self._values.where(owner), f"{problem.where}: {problem.what}", problem.fix))

    def with_texts(self) -> Rubric:
        """The rubric with texts in place of the names of files."""
        judges = tuple(
            judge.model_copy(update={key: text for key in ("prompt", "system") if (text := self._texts.get(("judges", n, key))) is not None})
            for n, judge in enumerate(self._rubric.judges)
        )
        own = {key: text for key in ("prompt", "system") if (text := self._texts.get((key,))) is not None}
        return self._rubric.model_copy(update={"judges": judges, **own})
