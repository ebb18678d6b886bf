"""What each clause of a rationale speaks about, and how: as seen, as missing, as wished for, as known of the world."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from judgeaudit.text.evidence.antecedents import carries, own_places, resolved, without_subject
from judgeaudit.text.evidence.bare import bare_text, without_json
from judgeaudit.text.evidence.dense_mentions import read_dense_mentions
from judgeaudit.text.evidence.language import language_of
from judgeaudit.text.evidence.mentions import Mention, Slots, Word, read_mentions
from judgeaudit.text.evidence.mood_cues import Mood
from judgeaudit.text.evidence.moods import ORDER, Cue, counts, find_cues, gap_mood, mood_after, mood_before
from judgeaudit.text.evidence.scope import names_after, names_before, names_inside, union
from judgeaudit.text.evidence.sources import Sources
from judgeaudit.text.quotes import Quote, find_quotes
from judgeaudit.text.sentences import Piece, split_clauses
from judgeaudit.text.slots import find_slots

__all__ = ["Clause", "Mood", "Reading", "read_rationale"]

_WORDS = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*['\u2019]?")
_DENSE = re.compile(r"[\u3040-\u9fff]")
_ENDS = re.compile(r"[.!?\u3002\uff01\uff1f\u2026\n]")
_ITEM = re.compile(r"\n[ \t]{0,8}(?:[-*\u2022\u2013+]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])[ \t]\Z")
_BLANK = re.compile(r"\n[ \t\r]{0,80}\n")
_NEXT_QUOTE = re.compile(
    r"\s?[\"'\u201d\u2019\u00bb\u300d\u300f`*]{1,3}(?:,|,?\s(?:and|or|nor)|/)?\s?(?:the\s)?[\"'\u201c\u2018\u00ab\u300c\u300e`\u201e*]{1,3}\Z"
)


_OWNS = re.compile(r"(?:['\u2019]s|\w?s['\u2019]|\w['\u2019]s)\s(?:(?:own|exact|sentence|line|phrase|words|wording)\s){0,2}[\"'\u201c\u2018\u00ab\u201e`]{1,2}")

_SAMPLE = 600
"""Characters that tell the language."""
_REACH = 1000
"""Characters around a stretch that are looked at where a clause is endless."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a rationale; `text == rationale[start:end]`.

    `places` are the names of the sources that it may speak about, () where it does not say; `mood` is how: asserted (of the sources, as they
    are), denied (something is not there, or not so), suggested (should, could, would, better), conditional (if, unless), outside (known of the
    world: "in fact", "the correct answer is"), restated (translated, explained, concluded: "which means", "i.e.").
    """

    text: str
    start: int
    end: int
    sentence: int
    places: tuple[str, ...] = ()
    mood: Mood = "asserted"


@dataclass(frozen=True, slots=True)
class Reading:
    """A rationale, clause by clause. `language` is a two-letter code, "" where it is not known or not read.

    `quotes` are those of `find_quotes`; `bare` is the text with their insides blanked, at the same offsets (or empty).
    """

    text: str
    clauses: tuple[Clause, ...]
    language: str
    quotes: tuple[Quote, ...] = ()
    bare: str = ""
    mentions: tuple[Mention, ...] = ()
    cues: tuple[Cue, ...] = ()
    judged: tuple[str, ...] = ()

    def at(self, start: int) -> Clause:
        """The clause that holds an offset, or the one before it; the first for what stands before all."""
        if not self.clauses:
            return Clause(self.text, 0, len(self.text), 0)
        return self.clauses[max(0, bisect_right(self.clauses, start, key=lambda clause: clause.start) - 1)]

    def places_at(self, start: int, end: int) -> tuple[str, ...]:
        """The sources that the words nearest to a stretch name; those of its clause where none do.

        Of a quote, words after it count too: '"X" in the policy' with another subject before gives both.
        """
        clause, bare = self.at(start), self.bare or self.text
        before = [m for m in self._mentions(max(clause.start, start - _REACH), start) if m.end <= start]
        stop = min(clause.end, end + _REACH)
        names = names_before(bare, before, start)
        leads = any(m.role in ("subject", "pronoun") for m in before)
        ends = self._quote_ends(start)
        within = () if ends else names_inside(bare, self._mentions(start, stop), start)
        if within:
            return within
        if ends or not leads:
            for at in ends or [end]:
                after = names_after(bare, self._mentions(at, stop), at, led=leads)
                if after:
                    return union(names, after) if leads else after
        if names or leads:
            return names
        if ends:  # "the mention of X does not fit the conversation" does not say that X stands there
            return union(clause.places, self.judged) if clause.places and self._mentions(end, stop) else clause.places
        inside = [m.names for m in self._mentions(start, end) if m.names]
        return inside[-1] if inside else clause.places

    def mood_at(self, start: int) -> Mood:
        """How the words around a stretch in its clause put it: in 'says "30 days", should be "14 days"' the two quotes differ."""
        clause, bare = self.at(start), self.bare or self.text
        ends = self._quote_ends(start)
        after = mood_after(bare, ends) if ends else "asserted"
        if after == "denied" and self._is_theirs(start):
            after = "asserted"
        if after == "suggested":
            return after
        low = max(clause.start, start - _REACH)
        mood = mood_before(bare, clause.start, start, self._cues(low, start), self._mentions(low, min(clause.end, start + _REACH)))
        if mood != "asserted":
            return mood
        return after if after != "asserted" or self.language != "ja" else self._mood_behind(start, clause.end)

    def _is_theirs(self, start: int) -> bool:
        """Whether a quote is said to be another source's: what "the policy's 'X'" is missing from is the judged text."""
        named = next((m for m in reversed(self._mentions(max(0, start - 60), start)) if m.end <= start), None)
        if named is None or not named.names or set(named.names) & set(self.judged):
            return False
        return _OWNS.fullmatch((self.bare or self.text)[named.end - 2 : start]) is not None

    def _mood_behind(self, start: int, end: int) -> Mood:
        """Japanese puts the verb, and what denies or wishes it, last: as far as the next quote it is about the one before."""
        following = next((quote.start for quote in self.quotes[bisect_right(self.quotes, start, key=_start) :] if quote.start < end), end)
        cue = next((cue for cue in self._cues(start, min(following, start + _REACH)) if cue.mood in ("denied", "suggested")), None)
        if cue is None or (cue.mood == "denied" and self._mentions(start, cue.start)):  # "X" is not in the source: the response may have it
            return "asserted"
        return cue.mood

    def _mentions(self, start: int, end: int) -> tuple[Mention, ...]:
        return self.mentions[bisect_left(self.mentions, start, key=_start) : bisect_left(self.mentions, end, key=_start)]

    def _cues(self, start: int, end: int) -> tuple[Cue, ...]:
        return self.cues[bisect_left(self.cues, start, key=_start) : bisect_left(self.cues, end, key=_start)]

    def _quote_ends(self, start: int) -> list[int]:
        """Ends of the quote that holds an offset and of those that are listed after it."""
        at = bisect_right(self.quotes, start, key=_start) - 1
        if at < 0 or start >= self.quotes[at].end:
            return []
        ends = [self.quotes[at].end]
        for quote in self.quotes[at + 1 : at + 6]:
            if not ends[-1] < quote.start <= ends[-1] + 16 or not _NEXT_QUOTE.match(self.text[ends[-1] : quote.start]):
                break
            ends.append(quote.end)
        return ends


def _start(found: Mention | Cue | Quote) -> int:
    return found.start


def read_rationale(rationale: str, sources: Sources) -> Reading:
    """Split a rationale into clauses and say of each what it speaks about.

    Parameters
    ----------
    rationale : str
    sources : Sources

    Returns
    -------
    Reading

    Notes
    -----
    The insides of quotes are not read. Linear in the length of the rationale.

    Example
    -------
    >>> sources = Sources({"response": "Refunds take 30 days.", "context": "Refunds take 14 days."})
    >>> reading = read_rationale('The response says "30 days", whereas the policy says "14 days".', sources)
    >>> [(clause.places, clause.mood) for clause in reading.clauses]
    [(('response',), 'asserted'), (('context',), 'asserted')]
    """
    quotes = without_json(rationale, find_quotes(rationale))
    bare = bare_text(rationale, quotes)
    language = language_of(bare[:_SAMPLE])
    dense = not bare.isascii() and _DENSE.search(bare) is not None
    lower = bare.lower()
    lower = lower if len(lower) == len(bare) else bare  # some capitals grow
    words = [(match[0], match.start(), match.end()) for match in _WORDS.finditer(lower)]
    walk = _Walk(rationale, bare, words, tuple(sources.texts), sources.judged, tuple(find_cues(bare, words, language, dense=dense)), dense)
    for piece in split_clauses(bare):
        walk.step(piece)
    return Reading(rationale, tuple(walk.clauses), language, quotes, bare, tuple(walk.mentions), walk.cues, sources.judged)


class _Walk:
    """The clauses of a rationale in order, with what the ones before spoke about."""

    def __init__(self, text: str, bare: str, words: list[Word], names: tuple[str, ...], judged: tuple[str, ...], cues: tuple[Cue, ...], dense: bool) -> None:
        self.text, self.bare, self.words, self.names, self.judged, self.cues, self.dense = text, bare, words, names, judged, cues, dense
        self.slots: Slots = {slot.start: (slot.end, (judged[slot.place],)) for slot in find_slots(bare)} if len(judged) == 2 else {}
        self.clauses: list[Clause] = []
        self.mentions: list[Mention] = []
        self.current: tuple[str, ...] = ()
        self.heading: tuple[str, ...] = ()
        self.heads = False
        self.sentence = self.word_at = self.cue_at = self.last_end = 0

    def step(self, piece: Piece) -> None:
        fresh = self._advance(piece)
        words = self._words(piece)
        read = read_mentions(self.bare, words, self.names, self.judged, self.slots)
        if self.dense:
            read = read_dense_mentions(self.bare, piece.start, piece.end, self.names, self.judged, self.slots) or read
        goes_on = carries(words)
        if (not fresh or goes_on) and (not read or words[0][1] < read[0].start):
            read = without_subject(words, piece.start, self.current) + read
        found = resolved(read, self.current, self.judged)
        own, topic = own_places(found)
        if own is None:
            own = self.current if not fresh or self.heads or self.heading or goes_on else ()
        self.clauses.append(Clause(self.text[piece.start : piece.end], piece.start, piece.end, self.sentence, own, self._mood(piece, found)))
        self.mentions += found
        self.current = self.current if topic is None else topic
        self._head(piece, found)
        self.last_end = piece.end

    def _advance(self, piece: Piece) -> bool:
        """Whether a sentence begins; forgets what was spoken of where a paragraph or a list item does."""
        gap = self.bare[self.last_end : piece.start]
        fresh = not self.clauses or _ENDS.search(self.bare, max(0, self.last_end - 1), piece.start) is not None
        self.sentence += fresh and bool(self.clauses)
        if "\n" in gap:
            item, blank = _ITEM.search(gap) is not None, _BLANK.search(gap) is not None
            if not (self.heads or item or not blank):
                self.heading = ()
            if item or blank or self.heading:
                self.current = self.heading
        return fresh

    def _words(self, piece: Piece) -> list[Word]:
        while self.word_at < len(self.words) and self.words[self.word_at][1] < piece.start:
            self.word_at += 1
        first = self.word_at
        while self.word_at < len(self.words) and self.words[self.word_at][1] < piece.end:
            self.word_at += 1
        return self.words[first : self.word_at]

    def _mood(self, piece: Piece, found: list[Mention]) -> Mood:
        while self.cue_at < len(self.cues) and self.cues[self.cue_at].start < piece.start:
            self.cue_at += 1
        moods = set()
        while self.cue_at < len(self.cues) and self.cues[self.cue_at].start < piece.end:
            if counts(self.cues[self.cue_at], self.bare, found, piece.start):
                moods.add(self.cues[self.cue_at].mood)
            self.cue_at += 1
        return next((mood for mood in ORDER if mood in moods), gap_mood(self.bare, piece.start))

    def _head(self, piece: Piece, found: list[Mention]) -> None:
        """Keep what a heading or the lead of a list names for the lines after it."""
        ended = piece.text.rstrip(" *_#")
        begins = "\n" in ("\n" + self.bare[: piece.start])[max(0, piece.start - 5) :]
        alone = begins and self.bare[piece.end : piece.end + 4].lstrip(" *_\r")[:1] in ("\n", "")
        short = bool(found) and len(ended.rstrip(":")) <= found[-1].end - found[0].start + 4
        self.heads = alone and (ended.endswith(":") or short)
        if self.heads:
            self.heading = self.current if found else ()
