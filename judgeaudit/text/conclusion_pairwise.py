"""Which of two shown outputs a sentence prefers."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from judgeaudit.text.conclusion_statements import Sentence, Statement, is_open
from judgeaudit.text.polarity import polarity
from judgeaudit.text.slots import Slot, find_slots

_A, _B = "\ue000", "\ue001"
_S = f"[{_A}{_B}]"
_BE = r"(?:is|was|are|remains|seems to be|appears to be|would be|['’]s|stands out as|emerges as|ist|est|es|è|é|jest)"
_BETTER = r"better|best|superior|preferable|preferred|winner|stronger|strongest|besser|meilleure?|mejor|migliore|melhor|beter|lepsza"
_WORSE = r"worse|worst|inferior|weaker|weakest|poorer|schlechter|pire|peor|peggiore|pior|slechter|gorsza|loser"
_ADVERBS = r"(?:(?!not\b|never\b|no\b|neither\b)[\w’'-]+\s+){0,3}?"
_THING = r"(?:output|response|answer|reply|summary|translation|one|choice|option|candidate|solution|version|completion|model|assistant|essay|text|story|poem)"
_PREFERS = re.compile(
    rf"(?P<s>{_S})(?:,[^,.{_A}{_B}]{{0,60}},)?\s+{_BE}\s+{_ADVERBS}(?:(?P<good>{_BETTER})|(?P<bad>{_WORSE}))\b(?P<after>[^.]{{0,40}})"
    rf"|(?P<s2>{_S})\s+(?:{_ADVERBS})(?P<verb>wins|win|won|beats|outperforms|surpasses|outshines|prevails|edges\s+out|comes\s+out\s+(?:ahead"
    rf"|on\s+top)|loses|gewinnt|gagne|gana|vince)\b"
    rf"|\b(?P<choose>prefer(?:red)?|choose|chose|select|pick|favou?r|go\s+with|vote\s+for|recommend|opt\s+for|goes\s+to|bevorzuge|préfère"
    rf"|prefiero|preferisco|prefiro)\s+{_ADVERBS}(?P<s3>{_S})"
    rf"|\b(?:verdict|winner|decision|choice|judge?ment|conclusion|result|preference|(?:final|my)\s+answer|(?:better|best|stronger|superior"
    rf"|preferred)(?:\s+{_THING})?)\s*(?::|=|->|→|is\b|goes\s+to\b)"
    rf"\s*(?:clearly\s+)?(?P<s4>{_S})(?!\s*(?:or|and|vs)\b)"
    rf"|(?P<s5>{_S})\s*(?:の方が|のほうが|は|より|明显|显然|比\s*{_S}\s*)?\s*(?:更好|更优|更佳|胜出|较好|优れて|良い|лучше)"
    rf"|(?P<s6>{_S})\s+{_ADVERBS}(?:does|did|provides|provided|gives|gave|offers|offered)\s+(?:a|the)\s+{_ADVERBS}(?:better|superior)\s+(?:job|{_THING})\b",
    re.IGNORECASE,
)
_MORE = re.compile(
    rf"(?P<s>{_S})\s+(?:is|was|seems|appears)\s+{_ADVERBS}(?P<how>more|less|most"
    rf"|least)\s+(?P<what>[\w-]{{3,30}})(?:[^.{_A}{_B}]{{0,60}}\bthan\s+(?P<than>{_S}))?",
    re.IGNORECASE,
)
_TIE = re.compile(
    r"\b(?:it(?:['’]s|\s+is)\s+a\s+(?:tie|draw|toss-up)|(?:is|end(?:s|ed)?\s+in|call(?:ed)?\s+it|result(?:s)?\s+in|declare)\s+a\s+(?:tie|draw)"
    r"|(?:are|is)\s+tied|equally\s+(?:good|bad|strong|well|poor|valid|weak)"
    rf"|(?:equal|comparable|similar|same)\s+(?:in\s+)?(?:overall\s+)?quality|no\s+(?:clear\s+)?winner|neither\s+(?:{_THING}\s+)?(?:is"
    rf"|was)\s+(?:clearly\s+)?better|on\s+(?:a\s+)?par\b"
    r"|(?:verdict|decision|winner|result|judge?ment|conclusion)\s*[:=]\s*(?:it['’]s\s+a\s+)?(?:tie|draw|equal)|(?:therefore|so|thus|hence"
    r"|overall),?\s+(?:it['’]?s?\s+(?:is\s+)?)?(?:a\s+)?(?:tie|draw))\b"
    r"|gleich\s+gut|égalité|empate|pareggio|gelijkspel|remis\b|ничья|平局|不相上下|一样好|同等|引き分け",
    re.IGNORECASE,
)
_ASPECT = re.compile(
    r"\s*(?:at|in|with|on|if|when|where|regarding|concerning|only|structured|written|organi[sz]ed|explained|formatted|known|tone|grammar|style"
    r"|formatting|length"
    r"|structure|coverage|wording|opening|introduction|than\s+(?:nothing|average|most))\b(?!\s+(?:every|all|overall|general|quality"
    r"|terms\s+of\s+(?:overall|quality)))",
    re.IGNORECASE,
)  # fmt: skip
_NOT = re.compile(r"(?:\bnot|n['’]t|\bnever|\bneither|\bno|\bcannot|\bnor)\b[^,;]{0,30}$", re.IGNORECASE)
_TAIL = re.compile(r"^[\s*_#>()\[\]-]*(?:final\s+)?(?:answer\s*:?)?[\s*_]*" + rf"(?P<s>{_S})[\s*_.!)\]]*$", re.IGNORECASE)
_BRACKETED = re.compile(r"\[\[\s*(?P<name>[ABC12])\s*\]\]")
_CUT = re.compile(r"[,;:()—]|\b(?:but|while|whereas|however|although|though|on the other hand|and (?:it|does|is|has))\b", re.IGNORECASE)


def marked(sentence: Sentence, slots: Sequence[Slot]) -> str:
    """The sentence with each name of an output as one mark, and without emphasis."""
    pieces, at = [], 0
    for slot in slots[bisect_left(slots, sentence.start, key=_start) : bisect_left(slots, sentence.end, key=_start)]:
        if slot.end <= sentence.end:
            first, last = slot.start - sentence.start, slot.end - sentence.start
            pieces += [re.sub(r"\bthe\s+$", "", sentence.shown[at:first], flags=re.IGNORECASE), _B if slot.place else _A]
            at = last
    return re.sub(r"[*_`]+", "", "".join([*pieces, sentence.shown[at:]]))


def slots_of(text: str, labels: Sequence[str]) -> tuple[Slot, ...]:
    """Names of the outputs, the scale's own names for them among them."""
    own = [name for name in labels[:2] if len(name) > 2]
    if len(own) < 2:
        return find_slots(text, lone=True)
    pattern = re.compile(r"(?<![\w-])(" + "|".join(sorted(map(re.escape, own), key=len, reverse=True)) + r")(?![\w-])", re.IGNORECASE)
    folded = [name.casefold() for name in own]
    found = [Slot(folded.index(match[0].casefold()), *match.span(), *match.span()) for match in pattern.finditer(text) if match[0].casefold() in folded]
    together, at = [], 0
    for slot in sorted([*found, *find_slots(text, lone=True)], key=_start):  # the sort is stable: own names first
        if slot.start >= at:
            together.append(slot)
            at = slot.end
    return tuple(together)


def _start(slot: Slot) -> int:
    return slot.start


def preferences(sentence: Sentence, shown: str) -> Iterator[Statement]:
    """Preferences that a sentence states; place 0 or 1 the output, 2 a tie."""
    told = False
    for match in _PREFERS.finditer(shown):
        place = _preferred(sentence, shown, match)
        if place is not None:
            told = True
            yield Statement(place, 0, sentence.start, sentence.end, max(sentence.weight, 2 if match["s4"] else 1))
    for match in _MORE.finditer(shown) if not told else ():
        place = _compared(sentence, shown, match) if match["than"] or sentence.weight == 2 else None
        if place is not None:
            told = True
            yield Statement(place, 0, sentence.start, sentence.end, sentence.weight)
    tail, bracketed = _TAIL.search(shown), _BRACKETED.search(sentence.shown)
    if bracketed:
        yield Statement({"A": 0, "1": 0, "B": 1, "2": 1}.get(bracketed["name"], 2), 0, sentence.start, sentence.end, 2)
    elif tail and not told:
        yield Statement(0 if tail["s"] == _A else 1, 0, sentence.start, sentence.end, 2)
    elif not told and (tie := _TIE.search(shown)) and not is_open(shown, tie.start()) and not _NOT.search(shown[max(0, tie.start() - 40) : tie.start()]):
        yield Statement(2, 0, sentence.start, sentence.end, sentence.weight)


def _preferred(sentence: Sentence, shown: str, match: re.Match[str]) -> int | None:
    name = next(value for key in ("s", "s2", "s3", "s4", "s5", "s6") if (value := match[key]))
    before = shown[max(0, match.start() - 60) : match.start()]
    if is_open(shown, match.start()) or _NOT.search(before) or (re.search(r"\b(?:than|both|and|or|neither|nor)\s*$", before[-10:]) and not match["choose"]):
        return None
    if re.match(r"[^,.;]{0,40}\b(?:if|unless|had it|were it)\b", shown[match.end() : match.end() + 80]) or (
        match["after"] and re.search(r"\b(?:if|unless)\b", match["after"])
    ):
        return None
    if match["after"] and _ASPECT.match(match["after"]) and sentence.weight < 2:
        return None
    worse = bool(match["bad"]) or match["verb"] == "loses"
    return (0 if name == _A else 1) ^ worse


def _compared(sentence: Sentence, shown: str, match: re.Match[str]) -> int | None:
    sign = polarity(f"it is {match['what']}").sign
    if not sign or is_open(shown, match.start()) or _NOT.search(shown[max(0, match.start() - 40) : match.start()]) or match["than"] == match["s"]:
        return None
    if re.search(r"\b(?:but|however|although|though|if)\b", shown[match.start() : match.start() + 160]):
        return None
    up = (sign > 0) == (match["how"].lower() in ("more", "most"))
    return (0 if match["s"] == _A else 1) ^ (not up)


def leanings(shown: str, last: int | None) -> tuple[list[tuple[int, int]], int | None]:
    """(place, sign) of each evaluating clause about one output; a clause without a name is about the last one named in the sentence before it."""
    found = []
    start = 0
    for match in [*_CUT.finditer(shown), None]:
        clause = shown[start : match.start() if match else len(shown)]
        start = match.end() if match else start
        named = {0 if mark == _A else 1 for mark in clause if mark in (_A, _B)}
        if len(named) == 1:
            last = named.pop()
        elif named:
            last = None
            continue
        sign = polarity(clause.replace(_A, "it").replace(_B, "it")).sign if clause.strip() else 0
        if sign and last is not None:
            found.append((last, sign))
    return found, last
