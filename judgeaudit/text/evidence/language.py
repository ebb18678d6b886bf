"""The language of a short text, by script and common words: cheap, and silent where it is not sure."""

from __future__ import annotations

import re

_SAMPLE = 2000
_WORD = re.compile(r"[^\W\d_]{1,20}")
_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af\u1100-\u11ff]")),
    ("zh", re.compile(r"[\u3400-\u9fff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
)
_LATIN = re.compile(r"[a-zA-Z\u00c0-\u024f]")
_COMMON = {
    "en": "the of and to is in that it for was with as but not are this be on by an from which does has have its or at they you your will can only there "
    "no we i what says say states should would were been their about all any more than when if so my our do",
    "de": "der die das und ist nicht ein eine einen einem einer den dem des zu mit auf f\u00fcr von im sich auch es wird sie aber werden aus wie "
    "bei nach \u00fcber "
    "keine kein sind hat wäre hätte sollte würde besser gewesen antwort dass sagt fehlt nennt er ich wir am zum zur nur noch wenn oder innerhalb",
    "fr": "le la les des est et une un dans que qui pour pas ne sur du au aux ce cette il elle sont avec mais par vous nous je se sa son ses n est "
    "l d c réponse dit mais donc très plus serait devrait mieux "
    "qu ou y \u00eatre a \u00e9t\u00e9 leur",
    "es": "el la los las es y una un en que de del no por para con se su al lo como pero m\u00e1s est\u00e1 son o sus fue ha sin este esta si ya "
    "muy respuesta dice debería sería también mejor además",
    "it": "il lo la gli le \u00e8 e un una di che in non per con del della dei si da al alla sono ma come anche questo questa nel pi\u00f9 ha",
    "pt": "o a os as \u00e9 e um uma de do da que em n\u00e3o para com se por no na dos das mas como mais foi s\u00e3o ao pela seu sua est\u00e1",
    "nl": "de het een en van is in dat niet op te met voor zijn er aan om ook als maar bij door wordt naar deze dit geen heeft hij zij ze",
    "pl": "i w nie na si\u0119 z do jest \u017ce to jak o ale po co za od przez dla s\u0105 tak by\u0142 oraz",
    "sv": "och att det som en \u00e4r av f\u00f6r p\u00e5 med inte den till har de ett om men var jag vi",
    "tr": "ve bir bu i\u00e7in ile de da olarak daha \u00e7ok ama gibi de\u011fil olan var yok",
}
_OF_WORD: dict[str, tuple[str, ...]] = {}
for _code, _words in _COMMON.items():
    for _each in _words.split():
        _OF_WORD[_each] = (*_OF_WORD.get(_each, ()), _code)


def language_of(text: str) -> str:
    """The language of a text, from its first 2,000 characters.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
        A two-letter code; "" where nothing tells: numbers, names, a word or two.

    Example
    -------
    >>> language_of("Die Antwort nennt keine Frist."), language_of("The reply names no deadline."), language_of("Berlin 2024")
    ('de', 'en', '')
    """
    sample = text[:_SAMPLE]
    if not sample.isascii():
        script = _script(sample)
        if script:
            return script
    counts: dict[str, float] = {}
    for word in _WORD.findall(sample.lower()):
        codes = _OF_WORD.get(word, ())
        for code in codes:
            counts[code] = counts.get(code, 0.0) + 1 / len(codes)
    if not counts:
        return ""
    ranked = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0] != "en"))
    if ranked[0][1] < 1 or (len(ranked) > 1 and ranked[0][1] - ranked[1][1] < 0.25 and ranked[0][0] != "en"):
        return ""
    return ranked[0][0]


def _script(sample: str) -> str:
    """The script that is not Latin, where it makes up a third of the letters; a dense script's letter counts three."""
    latin = len(_LATIN.findall(sample))
    counted = [(len(pattern.findall(sample)), code) for code, pattern in _SCRIPTS]
    counts = {code: count for count, code in counted}
    if counts["zh"] or counts["ja"]:
        dense = counts["zh"] + counts["ja"]
        if 3 * dense >= latin:
            return "ja" if counts["ja"] * 10 >= dense else "zh"
    count, code = max(counted)
    return code if count and 2 * count >= latin else ""
