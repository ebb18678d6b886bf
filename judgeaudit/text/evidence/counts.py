"""Claims of a rationale about how many words, sentences, list items ... a text has, counted again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judgeaudit.domain.evidence import EvidenceClaim, State
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.count_listed import prose_list, subject_list
from judgeaudit.text.evidence.count_phrases import CountPhrase, find_counts
from judgeaudit.text.evidence.counting import Range, count_range, without_code
from judgeaudit.text.evidence.listing import fits_no_list, list_items, list_sizes, list_under, one_list, rows_under, table_rows
from judgeaudit.text.evidence.occurrences import check_occurrences
from judgeaudit.text.evidence.parts import part_readings
from judgeaudit.text.evidence.said_again import mood_of
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.evidence.stretches import Stretches
from judgeaudit.text.evidence.sums import check_sums
from judgeaudit.text.evidence.tolerance import Verdict, holds
from judgeaudit.text.quantity_words import word_list

Span = tuple[int, int]

FEW_CHARACTERS = 30
"""Fewer characters than this are rather those of a word or name in the text than all of it (ours)."""

FEW_WORDS = 6
"""Fewer words than this are rather some that it uses ("all three words") than all of it (ours)."""

FEW_LISTED = 10
"""More things than this are looked up as a number where no list of them can be counted (ours)."""

MANY = 20
"""From here on, another text with just that number is hardly a chance, and the one that is meant (ours)."""

SEVERAL = 2
"""Times that a text names the thing from which its list is one of them (ours)."""

MUCH = 1.1
"""Times the number in all of every text from which a part cannot have so many (ours)."""

_IN_ALL = frozenset(("sentence", "word", "paragraph", "bullet", "step"))

MOSTLY, ALMOST_ALL = 0.6, 0.9
"""Share of a text that its list takes where its items are the tips, or the animals, that a rationale counts (ours)."""

_COUNTS = re.compile(
    r"word|sentence|function|class|stanza|verse|hashtag|comma|kommas|coma|virgul|column|stroph|estrof|charact|letter|paragraph|"
    r"\bline|bullet|item|point|entr|step|row|head|question|mark|link|url|"
    r"token|syllab|list|giv|provid|offer|name|includ|present|suggest|recommend|cover|describ|propos|highlight|outlin|identif|select|there (?:are|were)|"
    r"wört|wort|sätze|satz|zeichen|absätz|absatz|zeile|stichp|schritt|phrase|mots?\b|caract|ligne|puce|étape|palabr|oraci|frase|"
    r"párraf|línea|viñet|paso|[字词句段行文点書步項項]|ステ",
    re.IGNORECASE,
)
_LISTED = frozenset(("bullet", "item", "step", "row"))
"""What stands in lists and tables, which parts of a text have too."""

_ANYTHING = frozenset(
    word_list(
        "reason tip way example suggestion idea benefit recommendation argument advantage option method strategy activity "
        "technique practice measure thing synonym antonym name"
    )
)
"""Things that any item of a list may be said to be."""

_PLURAL = {"question mark": "question marks", "bullet": "list items", "item": "list items", "step": "list items", "point": "list items", "": "list items"}


def check_counts(reading: Reading, sources: Sources, taken: Sequence[Span]) -> list[EvidenceClaim]:
    """Counts of a rationale, held against the texts that it speaks of.

    Parameters
    ----------
    reading : Reading
    sources : Sources
    taken : sequence of (start, end)
        Stretches of the rationale that are accounted for.

    Returns
    -------
    list of EvidenceClaim
        kind "count"; in order, none overlap.

    Notes
    -----
    Called false only where every usual way of counting gives another number, in every text that may be meant.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> sources = Sources({"response": "It is late. Go home."})
    >>> [(c.text, c.state) for c in check_counts(read_rationale("The response has 12 words in two sentences.", sources), sources, [])]
    [('12 words', 'false'), ('two sentences', 'true')]
    """
    found = [*check_occurrences(reading, sources), *check_sums(reading, sources)]
    if _COUNTS.search(reading.bare or reading.text) is not None:
        found += [claim for phrase in find_counts(reading) if (claim := _checked(reading, sources, phrase)) is not None]
    return _apart(found, taken)


def _apart(claims: list[EvidenceClaim], taken: Sequence[Span]) -> list[EvidenceClaim]:
    """Claims in order, without those that touch what is taken or an earlier claim of the list."""
    used = Stretches(taken)
    kept: list[EvidenceClaim] = []
    for claim in claims:
        if not used.meets(claim.claim_start, claim.claim_end):
            used.add(claim.claim_start, claim.claim_end)
            kept.append(claim)
    return sorted(kept, key=lambda claim: claim.claim_start)


def _scoped(reading: Reading, sources: Sources, start: int, end: int) -> tuple[tuple[str, ...], bool]:
    """The texts that a stretch may be about, and whether the rationale says so."""
    places = tuple(name for name in reading.places_at(start, end) if name in sources.texts)
    return (places, True) if places else (sources.judged, False)


def _checked(reading: Reading, sources: Sources, phrase: CountPhrase) -> EvidenceClaim | None:
    names, named = (sources.judged, False) if phrase.owned else _scoped(reading, sources, phrase.start, phrase.end)
    if phrase.scope == "subset" or (phrase.scope == "part" and phrase.noun not in _LISTED) or not names:
        state: State = "false" if names and _exceeds_all(sources, phrase) and mood_of(reading, phrase.start) == "asserted" else "unchecked"
        return _claim(reading, phrase, state, None, "no text has so many" if state == "false" else "it counts a part that code cannot single out")
    if phrase.scope == "unclear" and (phrase.value < 30 or phrase.noun not in ("word", "character")):
        return None
    ranges = {name: _counted(sources.texts[name], phrase) for name in names}
    if phrase.listed and phrase.value > FEW_LISTED and not any(ranges.values()):
        return None  # "covers 45 countries": a number that a text gives, or does not
    verdicts = {name: _verdict(phrase, counted, sources.texts[name]) for name, counted in ranges.items()}
    state = _combined(list(verdicts.values()), every=phrase.every, named=named)
    if state == "false" and (not named or not set(names) & set(sources.judged)) and _elsewhere(sources, phrase, names):
        state = "unchecked"
    if state == "false" and (phrase.scope == "unclear" or (phrase.scope == "definite" and phrase.noun not in ("paragraph", "bullet", "step"))):
        state = "unchecked"
    if mood_of(reading, phrase.start) == "denied" and state == "false":
        state = "unchecked"
    name = next((name for name, verdict in verdicts.items() if verdict == state), names[0])
    return _claim(reading, phrase, state, name, _why(phrase, name, ranges[name], state))


def _exceeds_all(sources: Sources, phrase: CountPhrase) -> bool:
    """Whether a part is said to have more of something than any text has in all."""
    if phrase.noun not in _IN_ALL or phrase.bound in ("under", "about"):
        return False
    most = [counted[1] if (counted := count_range(text, phrase.noun)) is not None else 0 for name, text in sources.texts.items() if name != "rubric"]
    return max(most, default=0) * MUCH < phrase.value and any(most)


def _elsewhere(sources: Sources, phrase: CountPhrase, names: tuple[str, ...]) -> bool:
    """Whether another text than those named has that many."""
    if set(names) & set(sources.judged) and phrase.upper < MANY:
        return False
    others = (text for name, text in sources.texts.items() if name not in names and name != "rubric")
    return any(_verdict(phrase, _counted(text, phrase), text) == "true" for text in others)


def _counted(text: str, phrase: CountPhrase) -> Range | None:
    if phrase.scope == "ordinal":
        return _of_part(text, phrase)
    if phrase.subject and phrase.noun in (*_LISTED, "point", "") and (found := subject_list(text, phrase.subject)) is not None:
        return found
    if phrase.listed or phrase.noun == "point":
        return _of_list(text, phrase)
    if phrase.scope == "part" and (phrase.noun == "row" or (phrase.noun == "item" and not list_sizes(text))):
        return table_rows(text)
    if phrase.noun == "line" and "code" in phrase.what:
        return count_range(text, "code line")
    counted = count_range(text, phrase.noun)
    if phrase.what == "字" and counted is not None and text.isascii():
        words = count_range(text, "word")  # of a text with blanks, the same word says words
        return (words[0], counted[1]) if words is not None else None
    return counted


def _of_part(text: str, phrase: CountPhrase) -> Range | None:
    """The count in the part that is meant, over all ways of dividing a text."""
    found = []
    for parts in part_readings(text, phrase.unit):
        if -len(parts) <= phrase.at < len(parts):
            counted = count_range(parts[phrase.at], phrase.noun)
            if counted is None:
                return None
            found.append(counted)
    return (min(low for low, _ in found), max(high for _, high in found)) if found else None


def _of_list(text: str, phrase: CountPhrase) -> Range | None:
    """The length of the list of such things, or of the one list of a text that is little else."""
    if phrase.listed:
        under = list_under(text, phrase.what) or rows_under(text, phrase.what)
        if under is not None or " " in phrase.what:
            return under
    size = one_list(text)
    if not size:
        return prose_list(text, phrase.what) if phrase.listed else None
    items = list_items(text)
    named = phrase.what in _ANYTHING or text.casefold().count(phrase.what[: max(4, len(phrase.what) - 1)]) >= SEVERAL
    share = MOSTLY if named else ALMOST_ALL
    inside = sum(item.end - item.start for item in items)
    prose, code = without_code(text)
    return (size, size) if items and not code and (phrase.noun == "point" or inside >= share * len(prose)) else None


def _verdict(phrase: CountPhrase, counted: Range | None, text: str) -> Verdict:
    if counted is None:
        return "unclear"
    noun = phrase.noun or "item"
    verdict = holds(phrase.value, phrase.upper, phrase.bound, counted, noun)
    between = verdict == "true" and counted[0] < phrase.value < counted[1] and phrase.value == phrase.upper and phrase.scope != "ordinal"
    if between and noun in ("bullet", "item", "step") and phrase.bound in ("", "exactly") and not phrase.listed and list_sizes(text):
        return "false" if fits_no_list(text, noun, phrase.value) else "unclear"  # two lists of 3 and 5 have no 4 items
    return "unclear" if verdict == "false" and _may_be_meant_otherwise(phrase, noun, counted) else verdict


def _may_be_meant_otherwise(phrase: CountPhrase, noun: str, counted: Range) -> bool:
    """Whether something else than the text may have that many: the people of a story, one word of it, a question without its mark."""
    if noun == "question":
        return counted[1] == 0
    if noun in ("character", "letter"):
        return phrase.upper < FEW_CHARACTERS and counted[1] > 2 * FEW_CHARACTERS
    return noun == "word" and phrase.upper < FEW_WORDS and (counted[1] <= FEW_WORDS if phrase.value == 1 else phrase.scope != "ordinal" and phrase.weak)


def _combined(verdicts: list[Verdict], *, every: bool, named: bool) -> State:
    """One state from the verdicts of the texts that may be meant.

    `every`: of both; `named`: the rationale says which texts it may be, so that one that fits is enough.
    """
    if all(verdict == "false" for verdict in verdicts) or (every and named and "false" in verdicts):
        return "false"
    if all(verdict == "true" for verdict in verdicts) or (named and not every and "true" in verdicts):
        return "true"
    return "unchecked"


def _why(phrase: CountPhrase, name: str, counted: Range | None, state: State) -> str:
    what = _PLURAL.get(phrase.noun, f"{phrase.noun}s")
    if counted is None:
        return f"there is no one way to count {what} in the {name}"
    low, high = counted
    where = f"part {phrase.unit} {phrase.at + 1} of the {name}" if phrase.scope == "ordinal" else f"the {name}"
    number = f"{low}" if low == high else f"{low} to {high}"
    stated = f"{phrase.value:g}" if phrase.upper == phrase.value else f"{phrase.value:g} to {phrase.upper:g}"
    bound = f"{phrase.bound} " if phrase.bound in ("over", "under", "about") else ""
    tail = {"false": f", not {bound}{stated}", "unchecked": ", too near to the number stated, or not clearly what is counted"}.get(state, "")
    return f"{where} has {number} {what}{tail}"


def _claim(reading: Reading, phrase: CountPhrase, state: State, source: str | None, why: str) -> EvidenceClaim:
    text = reading.text[phrase.start : phrase.end]
    return EvidenceClaim("count", text, state, source if state in ("true", "false") else None, why=why, claim_start=phrase.start, claim_end=phrase.end)
