"""Names of the two shown outputs of a pairwise comparison ("Output (a)", "the second response"): found, and exchanged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SURE = (
    r"outputs?|responses?|assistants?|candidates?|completions?|chatbots?|submissions?|repl(?:y|ies)|antwort(?:en)?|ausgaben?|réponses?"
    r"|respuestas?|rispost[ae]|respostas?|antwoord(?:en)?"
)
_OTHER = (
    r"answers?|models?|summar(?:y|ies)|translations?|versions?|solutions?|systems?|texts?|essays?|stor(?:y|ies)|bots?|ai|llm|poems?|articles?"
    r"|explanations?|drafts?|entr(?:y|ies)|passages?|programs?"
)
_ELSEWHERE = r"ответа?|odpowied[źz]i?|回答|回复|答案|输出|応答|出力"
_LETTER = r"[ab12АБ]|one|two"
_ENDS = r"(?![A-Za-z0-9_\u0400-\u04ff+-]|\.\d|%|/\d)"
_KIND = re.compile(
    rf"(?P<noun>(?<![\w-])(?:{_SURE}|{_OTHER}|options?|choices?)|{_ELSEWHERE})(?P<gap>[ "
    rf"\t_#-]{{0,2}})(?P<open>[(\[【（]?)(?P<name>{_LETTER})(?P<close>[)\]】）]?){_ENDS}"
    rf"(?:(?P<link>,?\s(?:and|or|und|et|y|e|и|vs\.?|versus)\s|\s?[/&]\s?|和|与|と)(?P<open2>[(\[]?)(?P<name2>[ab12АБ])(?P<close2>[)\]]?){_ENDS})?",
    re.IGNORECASE,
)
_NOT_PARTS = r"(?!\s+(?:sentences?|paragraphs?|lines?|parts?|sections?|words?|tokens?|steps?|points?|halves|half)\b)"
_ORDINAL = re.compile(
    rf"(?<![\w-])(?P<name>first|second|1st|2nd)\s+(?P<noun>{_SURE}|{_OTHER}|option|choice)(?![\w-]){_NOT_PARTS}(?![ \t_#-]{{0,2}}[(\[【（]?(?:{_LETTER})\b)"
    r"|(?<![\w-])(?P<name_de>erste|zweite)[nr]?\s+(?:antwort|ausgabe)(?!\w)|(?<![\w-])(?P<name_fr>première|deuxième)\s+réponse(?!\w)"
    r"|(?<![\w-])(?P<name_es>primera|segunda)\s+respuesta(?!\w)|(?<![\w-])(?P<name_it>prima|seconda)\s+risposta(?!\w)"
    r"|(?P<name_zh>第[一二])个?(?:回答|回复|答案|输出)",
    re.IGNORECASE,
)
_BARE_ORDINAL = re.compile(
    r"\bthe\s+(?P<name>first|second)(?=\s+(?:one|is|was|has|does|gives|provides|uses|wins|fails|lacks|only)\b|\s*[.,;]|\s+better\b)", re.IGNORECASE
)
_FORMER = re.compile(r"\bthe\s+(?P<name>former|latter)\b", re.IGNORECASE)
_NOT_A_NAME = (
    r"(?<!vitamin )(?<!plan )(?<!group )(?<!class )(?<!type )(?<!grade )(?<!step )(?<!part )(?<!point )(?<!section )(?<!appendix )(?<!hepatitis )(?<!level )"
    r"(?<!exhibit )(?<!team )(?<!drug )(?<!city )(?<!table )(?<!figure )(?<!case )(?<!set )(?<!node )(?<!matrix )(?<!variable )(?<!option )(?<!choice )"
    r"(?<!Vitamin )(?<!Plan )(?<!Group )(?<!Class )(?<!Type )(?<!Grade )(?<!Step )(?<!Part )(?<!Point )(?<!Section )(?<!Appendix )(?<!Option )(?<!Choice )"
)
_BARE = re.compile(rf"(?<![\w'’(/*.+-]){_NOT_A_NAME}(?P<name>[AB])(?![\w(+/*-]|\.\w)")
_VERB = re.compile(
    r"['’]s\b|(?:\s+(?:is|was|has|does|doesn['’]t|did|can|will|would|could|and|or|vs|than|(?!(?:news|lens|series|always)\b)(?!\w{0,40}(?:ss"
    r"|us|is|ous)\b)\w{1,40}s)\b|\s*[,;:.!?)]|\s*$)"
)
_QUOTED = re.compile(r'"([^"]{0,400})"|“([^”]{0,400})”|«([^»]{0,400})»|「([^」]{0,400})」')
_OTHERS = re.compile(r"(?<![\w-])(?:option|choice)s?\s?\(?[CDE34]\)?(?![\w-])", re.IGNORECASE)
_THIRD = re.compile(r"(?<![\w'’(/*.+-])[CD](?![\w(+/*#-]|\.\w)")
_PAIRS = (("a", "b"), ("1", "2"), ("one", "two"), ("first", "second"), ("1st", "2nd"), ("former", "latter"), ("А", "Б"), ("а", "б"), ("erste", "zweite"),
          ("première", "deuxième"),
          ("primera", "segunda"), ("prima", "seconda"), ("第一", "第二"))  # fmt: skip
_PLACE = {name: place for pair in _PAIRS for place, name in enumerate(pair)}
_OTHER_NAME = {name: pair[1 - place] for pair in _PAIRS for place, name in enumerate(pair)}
_WITH_DIGITS = re.compile(rf"(?:{_SURE})\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Slot:
    """A name of a shown output: `place` 0 or 1; `start:end` is the whole name, `name_start:name_end` the part that says which."""

    place: int
    start: int
    end: int
    name_start: int
    name_end: int


def find_slots(text: str, *, lone: bool = False) -> tuple[Slot, ...]:
    """Names of the two shown outputs in a text.

    A letter or number counts after a word for an output. A capital letter alone counts where outputs are named by letters elsewhere in the text, or
    where both letters stand like names; an article, "vitamin B" and "plan B" do not. Options A and B are left alone where outputs go by another
    word, or where there is an option C. "The former" counts where nothing else is named: elsewhere it points to a name. Long quotations are left alone.

    Parameters
    ----------
    text : str
    lone : bool
        Where no output is named otherwise, a single letter that stands like a name is one.

    Returns
    -------
    tuple of Slot
        In order, none overlapping.

    Notes
    -----
    Linear in the length of the text.
    """
    text = _QUOTED.sub(lambda match: " " * len(match[0]) if len(match[0].split()) > 3 else match[0], text)
    named: list[tuple[Slot, str, bool]] = []
    options: list[Slot] = []
    for slot, noun, sure in _named(text):
        if noun.startswith(("option", "choice")):
            options.append(slot)
        else:
            named.append((slot, noun.rstrip("s"), sure))
    found = _sure_digits(text, named)
    if options and not found and _OTHERS.search(text) is None:
        found = options
    found += [_slot(match, match.start(), match.end()) for match in _ORDINAL.finditer(text)]
    ordinal = any(_slot_text(text, slot) in ("first", "second") for slot in found)
    if ordinal:
        found += [_slot(match, match.start(), match.end()) for match in _BARE_ORDINAL.finditer(text)]
    found += _bare(text, letters=any(_slot_text(text, slot) in ("a", "b") for slot in found) or (lone and not found))
    if not found:
        found = [_slot(match, match.start(), match.end()) for match in _FORMER.finditer(text)]
    return tuple(_apart(sorted(found, key=lambda slot: (slot.start, -slot.end))))


def swap_slots(text: str) -> str:
    """A text with the names of the two shown outputs exchanged, case and form kept; twice gives the text back.

    Use it on rationales of calls that were shown the outputs in the other order.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
        Of another length where the names are words ("first", "second").

    Example
    -------
    >>> swap_slots("Output (a) is better than Output (b), and the first response is a good one.")
    'Output (b) is better than Output (a), and the second response is a good one.'
    """
    pieces, at = [], 0
    for slot in find_slots(text):
        pieces += [text[at : slot.name_start], _exchanged(text[slot.name_start : slot.name_end])]
        at = slot.name_end
    return "".join([*pieces, text[at:]])


def _exchanged(name: str) -> str:
    if name in _OTHER_NAME:
        return _OTHER_NAME[name]
    other = _OTHER_NAME[name.lower()]
    return other.upper() if name.isupper() else other.capitalize()


def _slot_text(text: str, slot: Slot) -> str:
    return text[slot.name_start : slot.name_end].lower()


def _slot(match: re.Match[str], start: int, end: int, group: str | None = None) -> Slot:
    group = group or next(name for name, value in match.groupdict().items() if name.startswith("name") and value is not None)
    return Slot(_PLACE[match[group].lower()], start, end, *match.span(group))


def _named(text: str) -> Iterator[tuple[Slot, str, bool]]:
    """Names after a word for an output, and whether that word is sure to be one (a digit or a letter may belong to the item)."""
    for match in _KIND.finditer(text):
        noun, name = match["noun"].lower(), match["name"]
        if bool(match["open"]) != bool(match["close"]) or (not match["gap"] and not match["open"] and noun.isascii()):
            continue
        if name in ("a", "one", "two", "b") and not match["open"] and "_" not in match["gap"] and "-" not in match["gap"]:
            continue  # "the answer a reader needs"
        plural = noun.endswith("s") or not noun.isascii()
        sure = bool(_WITH_DIGITS.match(noun)) or match["noun"][:1].isupper() or not name.isdigit()
        alike = match["link"] and match["open"] == match["open2"] and match["close"] == match["close2"] and name.isupper() == match["name2"].isupper()
        if alike and (plural or match["open"]) and match["name2"].lower() in (name.lower(), _OTHER_NAME[name.lower()]):
            yield _slot(match, match.start(), match.start("link"), "name"), noun, sure
            yield _slot(match, match.start("open2"), match.end("close2"), "name2"), noun, sure
        else:
            yield _slot(match, match.start(), match.end("close"), "name"), noun, sure


def _sure_digits(text: str, named: list[tuple[Slot, str, bool]]) -> list[Slot]:
    """Without digits that may belong to the item ("the answer 2 is wrong"), unless that word has both digits, or stands with one as a name."""
    digits: dict[str, set[int]] = {}
    for slot, noun, sure in named:
        if _slot_text(text, slot).isdigit():
            digits.setdefault(noun, set()).update((0, 1) if sure else (slot.place,))
    return [slot for slot, noun, sure in named if sure or len(digits[noun]) == 2]


def _bare(text: str, *, letters: bool) -> list[Slot]:
    """Capital letters alone that stand like names."""
    found = []
    for match in _BARE.finditer(text):
        before = text[max(0, match.start() - 40) : match.start()].rstrip(" \t*_\"“'(")[-1:]
        if before in ("", ".", "!", "?", ":", "\n", "-", "•", "#") and _VERB.match(text, match.end()) is None:
            continue  # the article that begins a sentence
        found.append(_slot(match, match.start(), match.end()))
    return found if letters or (len({slot.place for slot in found}) == 2 and _THIRD.search(text) is None) else []


def _apart(slots: list[Slot]) -> Iterator[Slot]:
    """Slots that do not overlap an earlier one."""
    at = 0
    for slot in slots:
        if slot.start >= at:
            at = slot.end
            yield slot
