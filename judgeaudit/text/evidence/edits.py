"""What differs between a quote and the stretch of a source that it comes closest to, word by word."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from judgeaudit.domain.evidence import Edit
from judgeaudit.text.evidence.edit_words import NEGATIONS
from judgeaudit.text.evidence.matters import Difference, difference, is_turned, lone
from judgeaudit.text.evidence.word_token import Token

Pair = tuple[Token | None, Token | None]

_GAP, _UNFIT = -0.8, -1.6
_READILY = 2.0
"""How readily one word stands for another (`Difference.fits`) from where they are set against each other, whatever they mean."""
_LISTING = frozenset(("and", "or", "und", "oder", "et", "ou", "y", "o"))
_NEAR_BY = 3
"""Words within which a single word may stand elsewhere without a change of what is said."""
_MOST_AT_EDGE = 2
_LEAST_SHARED = 0.3
"""Share of a quote's words, by weight, that a stretch must have for the two to be set side by side."""
_BOUNDS = frozenset(("up to", "at least", "at most", "no more than", "no less than", "less than", "more than", "fewer than", "mindestens", "h\u00f6chstens"))
_PRONOUNS = frozenset(("it", "they", "them", "he", "him", "she", "her", "this", "that", "these", "those"))
_LONG_QUOTE, _MOST_NAMED_OUT = 12, 3
"""Words of a quote from where a pronoun may be filled in, and words that may do so (ours)."""
_ORDER = ("negation", "number", "date", "name", "unit", "meaning")


@dataclass(frozen=True, slots=True)
class Compared:
    """A quote beside a source.

    `first`, `last` number the source's first and last token that has a partner; `same` is the share of the quote's words that the source has, by
    weight, `masked` the same where differences that matter are left out of account, `plain` by number; `anchors` counts equal words that
    say something.
    """

    edits: tuple[Edit, ...]
    first: int
    last: int
    same: float
    masked: float
    plain: float
    anchors: int

    @property
    def matters(self) -> str:
        """The most telling thing that differs; "" where nothing of weight does."""
        found = {edit.matters for edit in self.edits}
        return next((what for what in _ORDER if what in found), "")


def compare_tokens(quoted: Sequence[Token], source: Sequence[Token], quote: str, text: str, known: Callable[[str], bool] = bool) -> Compared | None:
    """Set a quote against a stretch of a source, whose ends may stick out.

    Parameters
    ----------
    quoted, source : sequence of Token
    quote, text : str
        The texts that they were read from.
    known : callable
        Whether a word stands in any source: a name that stands in none is another name, also where the source writes it small.

    Returns
    -------
    Compared or None
        None where no word has a partner.

    Example
    -------
    >>> from judgeaudit.text.evidence.quote_tokens import read_tokens
    >>> quote, text = "the fee is 30 euros", "Note that the fee is 20 euros in all."
    >>> compare_tokens(read_tokens(quote), read_tokens(text), quote, text).edits
    (Edit(quoted='30', source='20', matters='number'),)
    """
    shared = {token.key for token in source}
    if len(quoted) > 3 and sum(token.weight for token in quoted if token.key in shared) < _LEAST_SHARED * sum(token.weight for token in quoted):
        return None
    pairs = _aligned(quoted, source)
    partners = [at for at, (mine, theirs) in enumerate(pairs) if mine is not None and theirs is not None]
    if not partners:
        return None
    places = {id(token): n for n, token in enumerate(source)}
    pairs = _within(pairs, source, places)
    there = [places[id(theirs)] for mine, theirs in pairs if theirs is not None]
    moved, listed = _moved(pairs)
    listed |= _shifted(pairs)
    edits, same, masked, plain, anchors = [], 0.0, 0.0, 0, 0
    lost = hidden = 0.0
    for run in _runs(pairs):
        if len(run) == 1 and _is_same(run[0]):
            token = run[0][0]
            assert token is not None
            same += token.weight
            plain += 1
            anchors += token.weight >= 0.6
            continue
        ids = {id(token) for pair in run for token in pair if token is not None}
        strange = {id(mine) for mine, theirs in run if mine is not None and _is_strange(mine, theirs, known)}
        agrees = _denies_alike(run) or (len(quoted) >= _LONG_QUOTE and _is_named_out(run))
        matters = "" if ids <= listed or agrees else _matters(run) or ("name" if strange else "meaning" if ids & moved else "")
        for mine, theirs in run:
            alike = 0.9 if agrees else difference(mine, theirs).alike if mine is not None and theirs is not None else 0.0
            weight = mine.weight if mine is not None else 0.5 * (theirs.weight if theirs is not None else 0.0)
            if id(mine if mine is not None else theirs) in listed:
                alike, weight = 0.9, weight if mine is not None else 0.0
            same += alike * weight
            plain += alike > 0.5
            lost += (1 - alike) * weight
            hidden += (1 - alike) * weight if matters and (_stands(mine, theirs) or id(mine) in strange or id(mine) in moved or id(theirs) in moved) else 0.0
        edits.append(Edit(_written(quote, [mine for mine, _ in run]), _written(text, [theirs for _, theirs in run]), matters))
    masked = same / (same + lost - hidden) if same + lost - hidden > 0 else 0.0
    total = same + lost
    return Compared(tuple(edits), there[0], there[-1], same / total if total else 0.0, masked, plain / max(1, len(quoted)), anchors)


def _aligned(quoted: Sequence[Token], source: Sequence[Token]) -> list[Pair]:
    """The cheapest way to turn the quote into a stretch of the source; its ends are free."""
    known: dict[tuple[str, str, str, str, bool, float | None], Difference] = {}
    columns = len(source) + 1
    score = [[0.0] * columns]
    step = [[2] * columns]
    for mine in quoted:
        above = score[-1]
        row, steps = [above[0] + _GAP * mine.weight], [1]
        for at, theirs in enumerate(source):
            key = (mine.key, theirs.key, mine.kind, theirs.kind, mine.named and theirs.named, mine.other or theirs.other)
            found = known.get(key)
            if found is None:
                found = known[key] = difference(mine, theirs)
            gain = 2 * min(mine.weight, theirs.weight) if mine.key == theirs.key else _worth(found, min(mine.weight, theirs.weight))
            best, way = above[at] + gain, 0
            up, left = above[at + 1] + _GAP * mine.weight, row[at] + _GAP * theirs.weight
            if up > best:
                best, way = up, 1
            if left > best:
                best, way = left, 2
            row.append(best)
            steps.append(way)
        score.append(row)
        step.append(steps)
    at = max(range(columns), key=lambda n: score[-1][n])
    return _walked(quoted, source, step, at)


def _worth(found: Difference, weight: float) -> float:
    if found.alike > 0:
        return 1.2 * found.alike * min(1.0, found.fits) * weight
    return -0.3 * weight if found.fits >= _READILY else _UNFIT * 0.7


def _walked(quoted: Sequence[Token], source: Sequence[Token], step: list[list[int]], at: int) -> list[Pair]:
    pairs: list[Pair] = []
    row = len(quoted)
    while row > 0:
        way = step[row][at] if at > 0 else 1
        if way == 0:
            row, at = row - 1, at - 1
            pairs.append((quoted[row], source[at]))
        elif way == 1:
            row -= 1
            pairs.append((quoted[row], None))
        else:
            at -= 1
            pairs.append((None, source[at]))
    return pairs[::-1]


def _within(pairs: list[Pair], source: Sequence[Token], places: dict[int, int]) -> list[Pair]:
    """Without the source's words before the first and after the last word of the quote that has a partner."""
    there = [n for n, (mine, theirs) in enumerate(pairs) if mine is not None and theirs is not None]
    first, last = there[0], there[-1]
    begins, ends = (places[id(pairs[n][1])] for n in (first, last))
    before = [] if source[begins].broken else list(source[max(0, begins - _MOST_AT_EDGE) : begins][::-1])
    led = _edge([mine for mine, _ in pairs[:first] if mine is not None][::-1], before)[::-1]
    return led + pairs[first : last + 1] + _edge([mine for mine, _ in pairs[last + 1 :] if mine is not None], source[ends + 1 : ends + 1 + _MOST_AT_EDGE])


def _edge(mine: Sequence[Token], theirs: Sequence[Token]) -> list[Pair]:
    """The quote's words beyond the last one that has a partner, beside the source's own next words where both say something."""
    if len(mine) == 1 and len(theirs) > 1 and not theirs[1].broken and difference(mine[0], theirs[1]).matters == "unit":
        theirs = theirs[1:]  # "two hours" of "two business days"
    theirs = theirs[: len(mine)]
    telling = all(token.weight >= 1 or token.kind == "dense" for token in (*mine, *theirs)) and not any(token.broken for token in theirs)
    if not telling or len(theirs) < len(mine):
        return [(one, None) for one in mine]
    return list(zip(mine, theirs, strict=True))


def _is_same(pair: Pair) -> bool:
    return pair[0] is not None and pair[1] is not None and difference(pair[0], pair[1]).alike == 1.0


def _runs(pairs: Sequence[Pair]) -> Iterator[list[Pair]]:
    """Equal words one by one, and stretches of differences whole."""
    run: list[Pair] = []
    for pair in pairs:
        if _is_same(pair):
            if run:
                yield run
            yield [pair]
            run = []
        else:
            run.append(pair)
    if run:
        yield run


def _matters(run: Sequence[Pair]) -> str:
    """What a stretch of differences changes."""
    found = set()
    mine = [token for token, _ in run if token is not None]
    theirs = [token for _, token in run if token is not None]
    for one, another in run:
        if one is not None and another is not None:
            found.add(difference(one, another).matters)
        elif one is not None and not any(other.key == one.key for other in theirs):
            found.add(lone(one, run=len(mine), omitted=False))
        elif another is not None and not any(other.key == another.key for other in mine):
            found.add(lone(another, run=len(theirs), omitted=True))
    if " ".join(token.key for token in theirs) in _BOUNDS and not mine:
        found.add("meaning")
    return next((what for what in _ORDER if what in found), "")


def _denies_alike(run: Sequence[Pair]) -> bool:
    """Whether one side denies with a word of its own what the other denies with a prefix: not significant, insignificant."""
    single = [token for pair in run if None in pair for token in pair if token is not None and token.key in NEGATIONS]
    turned = [pair for pair in run if pair[0] is not None and pair[1] is not None and is_turned(pair[0].key, pair[1].key)]
    return len(single) == len(turned) == 1


def _is_named_out(run: Sequence[Pair]) -> bool:
    """Whether the quote has what is meant where the source has a pronoun: "read the last report", said there as "read it"."""
    mine = [one for one, _ in run if one is not None]
    theirs = [another for _, another in run if another is not None]
    named = len(theirs) == 1 and theirs[0].key in _PRONOUNS and 0 < len(mine) <= _MOST_NAMED_OUT
    return named and all(one.kind == "word" and one.key not in NEGATIONS and not one.named for one in mine) and not _matters(run)


def _is_strange(mine: Token, theirs: Token | None, known: Callable[[str], bool]) -> bool:
    """Whether a word is a name that no source has, in place of a word of content or of none."""
    if mine.kind == "dense":  # the surname before a title
        return mine.named and (theirs is None or difference(mine, theirs).alike == 0)
    if not mine.named or mine.kind != "word" or len(mine.key) < 3 or known(mine.key):
        return False
    return theirs is None or (theirs.weight >= 1 and difference(mine, theirs).alike == 0)


def _moved(pairs: Sequence[Pair]) -> tuple[set[int], set[int]]:
    """Words of content that stand in each other's place, or far from their own; and those that changed places within a list."""
    mine = {one.key: at for at, (one, another) in enumerate(pairs) if one is not None and (another is None or another.key != one.key)}
    theirs = {another.key: at for at, (one, another) in enumerate(pairs) if another is not None and (one is None or another.key != one.key)}
    moved: set[int] = set()
    listed: set[int] = set()
    for key in mine.keys() & theirs.keys():
        first, last = sorted((mine[key], theirs[key]))
        token, other = pairs[mine[key]][0], pairs[theirs[key]][1]
        if token is None or token.weight < 1 or token.kind == "dense" or key.endswith("ly"):
            continue
        swapped = pairs[mine[key]][1] is not None and pairs[theirs[key]][0] is not None
        between = {word.key for pair in pairs[first + 1 : last] for word in pair if word is not None}
        beside = between <= _LISTING if swapped else bool(between & _LISTING) and len(between - _LISTING) == 1
        if beside and token.kind == "word":
            listed |= {id(token), id(other)}
        elif swapped or last - first > _NEAR_BY:
            moved |= {id(token), id(other)}
    return moved, listed


def _shifted(pairs: Sequence[Pair]) -> set[int]:
    """A "not" that only stands on the other side of a small word: not in distress, in no distress."""
    denying = [
        (at, token, one is None)
        for at, (one, another) in enumerate(pairs)
        if (one is None) != (another is None) and (token := one if one is not None else another) is not None and token.key in NEGATIONS
    ]
    if len(denying) != 2 or denying[0][2] == denying[1][2]:
        return set()
    (first, one, _), (last, another, _) = denying
    small = all(token is not None and token.weight < 1 for pair in pairs[first + 1 : last] for token in pair)
    return {id(one), id(another)} if small and last - first <= _NEAR_BY else set()


def _stands(mine: Token | None, theirs: Token | None) -> bool:
    """Whether a difference of weight is one word for another, or one too many or too few, rather than other words altogether."""
    if mine is not None and theirs is not None:
        found = difference(mine, theirs)
        return bool(found.matters) and found.fits >= 0.4
    token = mine if mine is not None else theirs
    return token is not None and bool(lone(token, run=1, omitted=mine is None))


def _written(text: str, tokens: Sequence[Token | None]) -> str:
    there = [token for token in tokens if token is not None]
    return text[there[0].start : there[-1].end] if there else ""
