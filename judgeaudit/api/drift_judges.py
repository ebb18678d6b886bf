"""Which judge of the baseline is which of the current run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judgeaudit.domain.drift import DriftAnswer
from judgeaudit.domain.results import Finding
from judgeaudit.errors import OptionError

Pair = tuple[str, str]


def pairs_of(old: Sequence[str], new: Sequence[str], judges: Mapping[str, str] | Sequence[str] | None) -> tuple[tuple[Pair, ...], tuple[Finding, ...]]:
    """Pairs (name in the baseline, name now), and what must be said of them.

    Parameters
    ----------
    old, new : sequence of str
        Judges of each run.
    judges : mapping of old to new, or sequence of "OLD=NEW" or "NAME", optional
        Only these are compared. Without: judges of the same name; or the only one of each run, whatever it is called.

    Raises
    ------
    OptionError
        A name that a run does not have, a judge that is named twice, or no pair at all.
    """
    if judges:
        pairs = _named(old, new, judges)
        left = [name for name in old if name in new and name not in {one for pair in pairs for one in pair}]
        text = f"{_listed(left)} in both runs {'are' if len(left) > 1 else 'is'} not compared: --judge names others"
        return pairs, (Finding(severity="note", text=text),) if left else ()
    pairs = tuple((name, name) for name in old if name in new)
    if not pairs and len(old) == len(new) == 1:
        text = f"The judge is called {old[0]} in the baseline and {new[0]} now; they are compared, since each run has one judge only."
        return ((old[0], new[0]),), (Finding(severity="warning", text=text, judge=new[0]),)
    if not pairs:
        raise OptionError(
            f"no judge of the baseline ({_listed(old)}) is in the current run ({_listed(new)})", where="--judge", fix="say which is which: --judge OLD=NEW"
        )
    alone = [name for name in new if name not in old]
    text = f"{_listed(alone)} {'are' if len(alone) > 1 else 'is'} in the current run only and not compared (--judge OLD=NEW)"
    return pairs, (Finding(severity="warning", text=text),) if alone else ()


def missing_now(old: Sequence[str], new: Sequence[str], judges: object, pairs: Sequence[Pair]) -> tuple[DriftAnswer, ...]:
    """An answer for each judge of the baseline that the current run lacks: a judge that is gone, or is called otherwise, is never one that did not change.

    None where the user says which judges are compared.
    """
    gone = [] if judges else [name for name in old if name not in new and name not in {was for was, _ in pairs}]
    text = "Nothing can be said of {0}: {0!r} is in the baseline only. If it has another name now, say so: --judge {0}=NEW."
    return tuple(DriftAnswer(judge=name, was=name, answer="inconclusive", sentence=text.format(name)) for name in gone)


def _named(old: Sequence[str], new: Sequence[str], judges: Mapping[str, str] | Sequence[str]) -> tuple[Pair, ...]:
    words = [judges] if isinstance(judges, str) else judges
    pairs = tuple(words.items()) if isinstance(words, Mapping) else tuple(_split(word, old, new) for word in words)
    for before, now in pairs:
        if before not in old:
            raise OptionError(f"the baseline has no judge {before!r}", where="--judge", fix=f"one of {_listed(old)}")
        if now not in new:
            raise OptionError(f"the current run has no judge {now!r}", where="--judge", fix=f"one of {_listed(new)}")
    for side, names in (("the baseline", [pair[0] for pair in pairs]), ("the current run", [pair[1] for pair in pairs])):
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise OptionError(f"{_listed(twice)} of {side} is named twice", where="--judge", fix="name each judge once")
    return pairs


def _split(word: str, old: Sequence[str], new: Sequence[str]) -> Pair:
    """`OLD=NEW`; names may hold the sign, so that the place where both sides are judges counts. A name alone stands for itself."""
    if word in old and word in new:
        return word, word
    places = [place for place, sign in enumerate(word) if sign == "="]
    found = [(word[:place], word[place + 1 :]) for place in places if word[:place] in old and word[place + 1 :] in new]
    if found:
        return found[0]
    before, sign, now = word.partition("=")
    return (before, now) if sign else (word, word)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names))
