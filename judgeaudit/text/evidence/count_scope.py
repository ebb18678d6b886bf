"""Whether a number of words, sentences ... is said of all of a text, of a part, or of some: read from the words around it."""

from __future__ import annotations

import re
from typing import Literal

from judgeaudit.text.evidence import count_words as words
from judgeaudit.text.quantity_words import word_list

Scope = Literal["whole", "definite", "part", "ordinal", "subset", "unclear"]
TOKEN = re.compile(r"'s\b|[^\W_]+(?:[-'][^\W_]+)*|[(:=~,;.*]")
_BETWEEN = re.compile(r"\b(?:the|its|their|all|both|these|those|his|her) (?:\w{1,12} ){0,1}$")
_SELECTED = re.compile(
    r"\b(?:first|last|next|opening|final|closing|remaining|other|another|middle|top|previous|following|same|of (?:the|its|these|"
    r"those)|by|per|every|each|additional|extra|"
    r"about the|letzten|ersten|derniers|premiers|últimos|primeros) (?:\w{1,12} ){0,1}$"
)
_DENSE_PART = re.compile(r"第|每|首|最后|最後|开头|各|前|另|其中|の中|最初")
_DENSE_WHOLE = re.compile(r"(?:有|共|为|是|含|括|只|仅|约|約|了|由|达|は|が|で|、|，|用|写)$")
_STATEMENT_AFTER = re.compile(
    r"(?: in (?:total|all|length)| altogether| overall)?[.,;:)\n]|(?: in (?:total|all|length)| altogether| overall)?$| (?:and|but|"
    r"long|is|are|instead|rather|while|where|total)\b"
)
_NUMBERS = "[0-9]{1,4}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_COUNTED_BEFORE = re.compile(
    rf"\b(?:words|sentences|paragraphs|lines|bullets|characters|points|steps|sätze|wörter|phrases|mots|(?:{_NUMBERS}) (?:[a-z-]{{2,14}} ){{0,2}}[a-z-]{{3,16}})$"
)
_DIVIDED = re.compile(
    r"\b(?:split|splits|divided|divides|breaks|broken|organi[sz]e[sd]|structure[sd]|group(?:s|ed)|separate[sd])(?: down)?(?: up)?"
    r"(?: (?:the|its|this|all the|all)(?: \w{2,14})? (?:method|process|recipe|text|response|reply|answer|explanation|content|information|plan|guide|instructions|"
    r"procedure|solution|task|material|essay|advice|tutorial)| it)?(?: down| up)? into $"
)
"""All of a text that is cut into parts, and not one thing in it."""

_STRONG = frozenset(
    word_list(
        "is are was were 's consists of comprises totals counts into at total count length measures spans clocks umfasst besteht "
        "est es compte consta = comprend"
    )
)


def scope_of(before: str, after: str, noun: str, head: str, hyphen: bool) -> tuple[Scope | Literal["weak"], str, int]:
    """What a count is said of, by the words of its clause before and after it.

    Parameters
    ----------
    before, after : str
        Folded.
    noun : str
        What is counted.
    head : str
        The noun that "190-word" stands before.
    hyphen : bool
        Whether a hyphen joins number and noun.

    Returns
    -------
    tuple of (scope, unit, at)
        `unit` and `at` only where a part is named by its number: the second (1) paragraph. weak: all of a text, by a verb that takes parts too.

    Example
    -------
    >>> scope_of("the second paragraph has ", ".", "sentence", "", False), scope_of("it repeats ", ".", "sentence", "", False)
    (('ordinal', 'paragraph', 1), ('unclear', '', 0))
    """
    if noun and before[-1:] >= "⺀":
        return ("part" if _DENSE_PART.search(before[-12:]) else "weak" if _DENSE_WHOLE.search(before) else "unclear"), "", 0
    ordinals = list(words.ORDINAL_PART.finditer(before))
    if ordinals and not (hyphen and head):
        m = ordinals[-1]
        at = words.ORDINALS[m["which"]] if m["which"] else int(m["at"]) - 1
        return ("ordinal" if _verbal(before[m.end() :]) else "part"), (m["unit"] or m["unit2"]), at
    if hyphen:
        if head in words.HEADS:
            return ("whole" if not is_part(before.rpartition(" of ")[0]) else "unclear"), "", 0
        if head == "list" and noun in ("item", "point", "step", "bullet"):
            return "whole", "", 0
        return "unclear", "", 0
    total = after.startswith((" too long", " too short")) and re.search(r"\b(?:with|at|by being|is|has) $", before) is not None
    if (words.RELATIVE_AFTER.match(after) is not None and not total) or _SELECTED.search(before) is not None:
        return "subset", "", 0
    restricted = words.RESTRICTED_AFTER.match(after) is not None
    if _BETWEEN.search(before) is not None:
        return ("definite" if not restricted else "subset"), "", 0
    strength = _frame(before, after, noun)
    if strength == "none":
        return "unclear", "", 0
    if strength == "weak" and restricted:
        return "subset", "", 0
    if is_part(before):
        return "part", "", 0
    if strength == "weak":
        return "weak", "", 0
    return "whole", "", 0


def is_part(before: str) -> bool:
    """Whether the subject of the words before is a part of a text: a part noun that no verb comes before.

    Example
    -------
    >>> is_part("the introduction of the reply has "), is_part("the reply opens with a greeting and has ")
    (True, False)
    """
    seen = False
    tokens = TOKEN.findall(before)
    for at, token in enumerate(tokens):
        if token in words.VERBS or token.endswith("'s") or token == "'s":
            seen = token in words.VERBS
        elif token in ("that", ",", ";", "because", "where", "which", "who") and at + 1 < len(tokens):
            if token in ("that", "which", "who") and at and tokens[at - 1] in words.PARTS:
                return True  # "five words that are eight letters long"
            seen = False
        elif token in words.PARTS and not seen:
            following = tokens[at + 1] if at + 1 < len(tokens) else ""
            if following not in words.HEADS and following not in ("candidate", "assistant", "model", "option", "output", "response"):
                return True
    return False


def _verbal(between: str) -> bool:
    """Whether what lies between a part and its number is no more than a verb and soft words."""
    return len(between) <= 60 and not re.search(r"\bof (?:the|its)\b(?! (?:reply|response|answer|text|output|email|essay|summary))|\bby\b", between)


def _frame(before: str, after: str, noun: str) -> Literal["strong", "weak", "none"]:
    """Whether the words before a number say that all of a text is counted."""
    tokens = TOKEN.findall(before[-90:])
    while tokens and tokens[-1] in words.SOFT:
        tokens.pop()
    if not tokens:
        return "weak" if _STATEMENT_AFTER.match(after) is not None else "none"
    last, pair = tokens[-1], tuple(tokens[-2:])
    if pair in words.WHOLE_PAIRS or (last == "of" and len(tokens) > 1 and tokens[-2] in words.WHOLE_OF):
        return "strong"
    if last in ("with", "in", "by") and any(token in words.OPENS for token in tokens[-6:-1]):
        return "none"
    if last == "with" and len(tokens) > 1 and tokens[-2] in words.PARTS:
        return "none"
    if pair == ("up", "to"):
        tokens = tokens[:-2]
        last, pair = (tokens[-1], tuple(tokens[-2:])) if tokens else ("", ())
    if last == "in" and len(tokens) == 1 and noun not in ("word", "character"):
        return "none"  # "In two sentences it repeats ..."
    if last == "in" and noun in ("question", "step", "item", "point"):
        return "none"
    if last == "into":
        return "weak" if _DIVIDED.search(" ".join(tokens[-10:]) + " ") is not None else "none"
    if last in words.WHOLE_VERBS:
        return "strong" if last in _STRONG else "weak"
    if last in (",", "and", "or", "und", "et", "y") and _STATEMENT_AFTER.match(after) is not None:
        counted = _COUNTED_BEFORE.search(" ".join(tokens[:-1]))
        return "weak" if counted is not None or last == "," else "none"
    return "none"
