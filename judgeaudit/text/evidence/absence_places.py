"""Which texts a claim of absence is about."""

from __future__ import annotations

import re

from judgeaudit.text.evidence.absence_forms import BEFORE, READER, SOURCE, TEXT, Absence
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.sources import Sources

_EARLIER = re.compile(r"\b(?:previous|prior|earlier|preceding|last|user['’]s|customer['’]s|original|given|source|conversation)\s+\w+\s", re.IGNORECASE)
_BEFORE_THAT = re.compile(r"\b(?:previous|prior|preceding|earlier)\s+(?:turns?|messages?|utterances?|conversation|speaker)\b", re.IGNORECASE)


def places_of(absence: Absence, reading: Reading, sources: Sources) -> tuple[str, ...]:
    """The texts that a claim is about: others than the judged ones only where it names them."""
    if absence.head == READER:
        places = tuple(name for name in reading.at(absence.start).places if name in sources.judged)
        return places or sources.judged
    places = tuple(name for name in reading.places_at(absence.start, absence.end) if name in sources.texts)
    elsewhere = bool(places) and not set(places) & set(sources.judged)
    if elsewhere and (absence.head == BEFORE or len(sources.judged) > 1 or _EARLIER.search(reading.text[max(0, absence.start - 50) : absence.start])):
        return ()
    if _BEFORE_THAT.search(reading.text[max(0, absence.start - 70) : absence.start]) or (
        SOURCE.match(absence.head) and (elsewhere or not TEXT.match(absence.head))
    ):
        return tuple(name for name in places if name not in sources.judged or sources.judged == ("input",))
    return tuple(name for name in places if name in sources.judged) or sources.judged
