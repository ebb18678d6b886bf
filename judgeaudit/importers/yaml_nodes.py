"""YAML text as a tree of nodes that know their lines; nothing is turned into a number, a date or an object yet.

PyYAML's pure loader, not libyaml's: its messages name the character, and they are the same on every installation.
"""

from __future__ import annotations

from pathlib import Path

import yaml

from judgeaudit.errors import RubricError

MAX_DEPTH = 50

_FIXES = (
    ("'\\t'", "indent with blanks, not with tabs"),
    ("mapping values are not allowed", "put text that holds a colon and a blank in quotes; check the indentation"),
    ("cannot start any token", "put text that starts with this character in quotes"),
    ("end of stream", "close the quote or bracket that is opened before"),
    ("but got '?'", 'put text that ends with a question mark in quotes: "Which?"'),
    ("expected ',' or", "put a comma between the entries and close the bracket"),
    ("could not find expected ':'", "write key: value; check the indentation"),
    ("undefined alias", "put text that starts with * in quotes"),
    ("duplicate anchor", "give each anchor a name of its own"),
    ("unknown escape", "use single quotes, or write \\\\ for a backslash"),
    ("expected <block end>", "check the indentation of this line and of the one before"),
    ("incompatible YAML", "leave the %YAML line out"),
)


def compose(text: str, path: Path) -> yaml.MappingNode:
    """The top mapping of a YAML file.

    Parameters
    ----------
    text : str
    path : Path
        For the messages.

    Raises
    ------
    RubricError
        A syntax error, several documents, a top level that is no mapping, or nesting beyond 50 levels.
    """
    try:
        _check_depth(text, path)
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as trouble:
        raise _syntax_error(trouble, path) from None
    except yaml.reader.ReaderError as trouble:
        line = text.count("\n", 0, trouble.position) + 1
        raise RubricError(f"the character U+{ord(text[trouble.position]):04X} must not stand in YAML", where=f"{path}:{line}", fix="delete it") from None
    except ValueError as trouble:
        # \U00110000 in double quotes: PyYAML asks chr() for a character that does not exist
        raise RubricError(f"an escape names no character ({trouble})", where=str(path), fix="use single quotes") from None
    if node is None:
        raise RubricError("the rubric holds nothing but comments", where=str(path), fix="write at least name, criteria and judges")
    if not isinstance(node, yaml.MappingNode):
        kind = "a list" if isinstance(node, yaml.SequenceNode) else "a text"
        raise RubricError(f"the rubric is {kind}, not a mapping", where=f"{path}:{node.start_mark.line + 1}", fix="start with keys: name: my-rubric")
    return node


def _check_depth(text: str, path: Path) -> None:
    """Composing nests as deeply as the file does; parsing does not."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            where = f"{path}:{event.start_mark.line + 1}" if event.start_mark is not None else str(path)
            raise RubricError(f"the file is nested more than {MAX_DEPTH} levels deep", where=where, fix="write it flat")


def _syntax_error(trouble: yaml.MarkedYAMLError, path: Path) -> RubricError:
    """The problem and its line, without the text around it: that may hold a key."""
    problem = "found undefined alias" if "undefined alias" in (trouble.problem or "") else trouble.problem or "YAML syntax error"
    end, start = trouble.problem_mark, trouble.context_mark
    # what is never closed is noticed at the end of the file, and mended where it is opened
    mark = start if start and "end" in problem and "stream" in problem else end or start
    where = str(path) if mark is None else f"{path}:{mark.line + 1}"
    if "another document" in problem:
        return RubricError("a second document starts here (---)", where=where, fix="keep one rubric in one file")
    fix = next((fix for words, fix in _FIXES if words in problem), "check quotes, colons and indentation")
    if trouble.context and start is not None and mark is not None:
        problem = f"{problem} ({trouble.context}{f' from line {start.line + 1}' if start.line != mark.line else ''})"
    return RubricError(f"no YAML: {problem}", where=where, fix=fix)
