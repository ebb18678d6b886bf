"""Content words of a rationale, crudely stemmed: what it talks about, not how judges talk."""

from __future__ import annotations

import re
from functools import lru_cache

STEM = 6
"""Letters that a word keeps (ours): truncation knows no language, needs no model, and joins refund, refunds and refunded."""

_TOKEN = re.compile(r"[^\W_]+")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_GRAMMAR = """
a about above after again all also although am an and any are as at be because been before being below between both but by can cannot could did do does doing don
down due during each either else even ever every few for from further get gets give given gives had has have having he her here hers him his how however i if in
instead into is isn it its itself just let like made make makes many may me might more most much must my neither no nor not now of off on once one only or other
our out over own per quite rather s same shall she should since so some still such t than that the their them then there therefore these they this those though
through thus to too toward two under until up upon us very via was we were what when where whether which while who whom whose why will with within without would
yet you your aren doesn didn wasn weren hasn haven won wouldn couldn shouldn ve re ll d m
"""
_JUDGES = """
response responses answer answers answered reply replies output outputs text item judge judged judgement judgment verdict criterion criteria rating rated rate score
scored scores grade graded pass passes passed passing fail fails failed failing meet meets met unmet requirement requirements required assessment evaluation evaluated
evaluate assign assigned finding reason reasons overall conclusion conclude explanation rationale review reviewed reviewing assistant model candidate
clearly simply really completely entirely fully totally truly actually basically essentially indeed especially particularly explicitly properly definitely certainly
missing mention mentions mentioned mentioning state states stated stating provide provides provided include includes included including omit omits omitted lack lacks
lacking absent present appear appears named names says said wrong wrongly correct correctly incorrect incorrectly right error errors mistake mistakes
"""
_ELSEWHERE = """
der die das ein eine einer eines und oder aber ist sind war nicht kein keine mit von zu im in den dem des auf für als auch es sie er wird werden dass
le la les un une des et ou mais est sont pas ne que qui dans pour avec sur au aux du de ce cette il elle
el los las uno una unos y o pero es son no que en con por para del al se su lo como
il lo gli una dei delle e ma non che per con della nel
"""
_STOP = frozenset(f"{_GRAMMAR} {_JUDGES} {_ELSEWHERE}".split())


def content_words(text: str) -> frozenset[str]:
    """Stems of the words that say what a text is about; see `content_forms`."""
    return frozenset(content_forms(text))


def content_forms(text: str) -> dict[str, str]:
    """The words that say what a text is about: each stem, and the first word with it.

    Parameters
    ----------
    text : str

    Returns
    -------
    dict of str to str
        Lower-case, at most `STEM` letters; grammar and the vocabulary of judging are left out. Scripts without blanks give pairs of
        neighbouring characters. Numbers are left to `text.quantities`.
    """
    found: dict[str, str] = {}
    for match in _TOKEN.finditer(text.lower()):
        word = match[0]
        if word.isascii():
            if word not in _STOP and not word.isdigit() and len(word) > 1:
                found.setdefault(word[:STEM], word)
        else:
            for stem in _wide_or_stem(word):
                found.setdefault(stem, word if stem == word[:STEM] else stem)
    return found


@lru_cache(maxsize=65_536)
def _wide_or_stem(word: str) -> tuple[str, ...]:
    runs = _WIDE.findall(word)
    if runs:
        return tuple(run[i : i + 2] for run in runs for i in range(max(1, len(run) - 1)))
    return () if word in _STOP or word.isdigit() else (word[:STEM],)
