"""What a number is about, and whether its wording makes it a bound: read from the words around it."""

from __future__ import annotations

import re

from judgeaudit.text import quantity_words as words

_TOKENS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|[.;:!?,=()\n~<>≥≤≈+-]|[0-9]+")
_NEXT = re.compile(r"[ +-]{0,3}([^\W\d_]{1,32}(?:'[^\W\d_]{1,8})?)")

BOUNDS: dict[tuple[str, ...], str] = {}
for _bound, _phrases in (
    (
        "about",
        "about approximately approx roughly around circa ca nearly almost some ~ ≈ close_to etwa rund ungefähr environ presque unos unas aproximadamente "
        "cerca_de ongeveer",
    ),
    (
        "over",
        "over more_than above at_least exceeds exceed exceeded exceeding > ≥ no_less_than not_less_than no_fewer_than minimum_of min_of greater_than "
        "longer_than higher_than beyond mehr_als über mindestens plus_de au_moins más_de al_menos più_di almeno mais_de pelo_menos meer_dan minstens",
    ),
    (
        "under",
        "under less_than fewer_than at_most below up_to no_more_than not_more_than not_exceed not_exceeding < ≤ within maximum_of max_of shorter_than "
        "lower_than weniger_als unter höchstens maximal bis_zu moins_de au_plus menos_de meno_di minder_dan hoogstens",
    ),
    ("exactly", "exactly precisely genau exactement exactamente esattamente exatamente precies"),
):
    BOUNDS |= {tuple(phrase.split("_")): _bound for phrase in _phrases.split()}
_AFTER_BOUNDS = {
    ("or", "more"): "over", ("or", "above"): "over", ("or", "longer"): "over", ("and", "above"): "over", ("or", "less"): "under", ("or", "fewer"): "under",
    ("or", "below"): "under", ("or", "so"): "about", ("at", "most"): "under", ("at", "least"): "over",
}  # fmt: skip
_CJK_BEFORE = {"约": "about", "約": "about", "超过": "over", "超過": "over", "至少": "over", "最多": "under", "不到": "under"}
_CJK_AFTER = {"以上": "over", "以下": "under", "以内": "under", "未満": "under", "左右": "about"}

_SKIPPED = frozenset(words.word_list("the a an its of their his her this that only just total another all those these our your actually currently now both"))
_LINKS = frozenset(
    words.word_list(
        "is was are were be been being of = : ( equals equal takes take took costs cost lasts last lasted at totals reaches reached hits as stands ist war beträgt "
        "est était es era è foi é"
    )
)
_STOPS = frozenset(
    words.word_list(
        "the a an its of their his her this that these those to in on at by for from with without and or but nor as than then so because since while when where "
        "which who whose what is was are were be been being has have had do does did will would can could should must may might not no only just also both "
        "it they he she we you i there here makes make says say contains contain mentions mention uses use gives give gave appears "
        "appear includes include lists list cites cite provides provide states state shows show claims claim answers needs exceeds exceed "
        "requires require violates meets fails misses reads reaches takes costs lasts comes follows matches differs equals asks explains describes covers "
        "instead rather however though although per out over under about above below within between into after before during until against through if else "
        "each every any all some more less fewer most least very too correctly incorrectly respectively required needed allowed expected requested given "
        "required found total der die das und ist nicht mit von im le la les des est et dans el los las en del y que il gli e di um uma o os"
    )
)
_ALSO_NOUNS = frozenset(words.word_list("claims answers lists states uses shows mentions needs"))
_COUNTING = frozenset(words.word_list("number count total amount sum quantity"))
_SCORES = frozenset(words.word_list("score rating grade total count price temperature length age mark scored rated gets got"))
_LIMITS = frozenset(words.word_list("limit maximum max cap ceiling threshold requirement restriction limits minimum target budget allowance"))
_DEMANDS = frozenset(
    words.word_list("must should shall required requires require requested requests asked asks demanded demands allowed permitted allows limited")
)
_DEMANDS_AFTER = frozenset(words.word_list("required allowed permitted requested limit maximum max cap requirement minimum demanded"))
_PREPOSITIONS = frozenset(words.word_list("about around over under above below within beyond"))
_DEFINITE = frozenset(words.word_list("the its their his her these those our your all both another"))
_TELLING = frozenset(
    words.word_list(
        "information info talk talks talking talked fact facts question questions ask asks asked asking detail details story more learn says said knows know think "
        "speaks conversation discussion discusses something anything mention mentions comment comments statement written wrong right joke text tells tell"
    )
)
_BREAKS = frozenset(words.word_list(". ; : , ( ) that and but with while has")) | {"\n"}
_IRREGULAR = {
    "people": "person", "children": "child", "men": "man", "women": "woman", "criteria": "criterion", "feet": "foot", "indices": "index", "indexes": "index",
    "vertices": "vertex", "analyses": "analysis", "matrices": "matrix", "mice": "mouse", "phenomena": "phenomenon", "theses": "thesis", "lives": "life", "species": "species", "series": "series",
    "wörter": "word", "wörtern": "word", "worte": "word", "mots": "word", "palabras": "word", "parole": "word", "palavras": "word", "woorden": "word",
    "sätze": "sentence", "sätzen": "sentence", "frases": "sentence", "frasi": "sentence", "zinnen": "sentence", "quellen": "source", "fuentes": "source",
    "fonti": "source", "fontes": "source", "bronnen": "source", "fehler": "error", "fehlern": "error", "erreurs": "error", "errores": "error", "errori": "error",
    "erros": "error", "fouten": "error", "absätze": "paragraph", "zeichen": "character", "zeilen": "line", "punkte": "point", "punkten": "point",
    "beispiele": "example", "exemples": "example", "ejemplos": "example", "esempi": "example", "exemplos": "example", "schritte": "step", "seiten": "page",
}  # fmt: skip
_NO_PLURAL = ("ss", "us", "is", "ous", "'s")
_DOUBLE_ES = ("sses", "ches", "shes", "xes", "zes")
_CJK_WHAT = re.compile(r"[个個条條项項次名位件つ篇份张張の本]?の?([⺀-鿿ァ-ヿ]{1,2})")


def is_plural(word: str) -> bool:
    """Whether a word looks like the plural of a noun."""
    return word in _IRREGULAR or (len(word) > 2 and word.endswith("s") and not word.endswith(_NO_PLURAL))


def singular(word: str) -> str:
    """A noun without its plural ending, crudely."""
    if word in _IRREGULAR or not is_plural(word):
        return _IRREGULAR.get(word, word)
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(_DOUBLE_ES) else word[:-1]


def tokens_before(folded: str, start: int) -> list[str]:
    """Words and marks before an offset, nearest last; 64 characters of them."""
    return _TOKENS.findall(folded, max(0, start - 64), start)


def tokens_after(folded: str, end: int) -> list[str]:
    """Words and marks after an offset; 48 characters of them."""
    return _TOKENS.findall(folded, end, end + 48)


def bound_of(before: list[str], after: list[str], folded: str, start: int, end: int) -> str:
    """The bound that the wording gives a number: about, over, under, exactly, or none."""
    if after[:1] == ["+"] and folded[end : end + 1] == "+":
        return "over"
    if folded[start - 1 : start] >= "⺀" or folded[end : end + 1] >= "⺀":
        for marks, near in ((_CJK_BEFORE, folded[max(0, start - 2) : start]), (_CJK_AFTER, folded[end : end + 4])):
            for mark, bound in marks.items():
                if mark in near:
                    return bound
    last = len(before)
    while last and before[last - 1] in _SKIPPED:
        last -= 1
    for length in (3, 2, 1):
        bound = BOUNDS.get(tuple(before[max(0, last - length) : last]), "")
        if bound and length == 1 and before[last - 1] in _PREPOSITIONS and _is_topic(before, last):
            return ""
        if bound:
            negated = length == 1 and last >= 2 and before[last - 2] in ("not", "never") and bound in ("over", "under")
            return {"over": "under", "under": "over"}[bound] if negated else bound
    for at in range(min(4, len(after) - 1)):
        bound = _AFTER_BOUNDS.get((after[at], after[at + 1]), "")
        if bound:
            return bound
        if after[at] in (".", ",", ";", "(", "\n"):
            break
    return ""


def _is_topic(before: list[str], last: int) -> bool:
    """Whether "about", "over" ... is a preposition of place or topic: "about the two plans", "information about two plans"."""
    definite = any(word in _DEFINITE for word in before[last:])
    return definite or (before[last - 1] in ("about", "around") and before[max(0, last - 2)] in _TELLING)


def noun_after(folded: str, end: int, *, value: float, attached: bool) -> str:
    """The noun that a number counts, from the words after it; `attached` where even a singular noun is one (14-day window)."""
    if folded[end : end + 1] >= "⺀":
        cjk = _CJK_WHAT.match(folded, end)
        return cjk[1] if cjk else ""
    found: list[str] = []
    attached = attached or (folded[end : end + 1] == "-" and folded[end + 1 : end + 2].isalpha())
    while len(found) < 3:
        m = _NEXT.match(folded, end)
        if m is None or (m[1] in _STOPS and not (m[1] in _ALSO_NOUNS and value != 1 and not found)) or m[1] in words.SMALL or (found and m[1].endswith("ly")):
            break
        end = m.end()
        if m[1] == "old" and not found:  # a 7-year-old child
            continue
        found.append(m[1])
        if is_plural(m[1]):
            return " ".join([*found[:-1], singular(m[1])])
    while found and found[-1].endswith(("ly", "ed", "ing")):
        found.pop()
    counts = attached or value == 1
    return " ".join(found) if counts and found else ""


def noun_of(folded: str, end: int, *, value: float) -> str:
    """The noun of "40 % of the sources", "half the words"."""
    m = _NEXT.match(folded, end)
    while m is not None and m[1] in ("of", "the", "all", "its", "these", "those", "my", "your", "their", "our"):
        end = m.end()
        m = _NEXT.match(folded, end)
    return noun_after(folded, end, value=value, attached=False)


def noun_before(before: list[str]) -> str:
    """The noun that a number is said of: "the refund window is", "word count of", "score:"."""
    at = len(before)
    while at and ((before[at - 1] in _SKIPPED and before[at - 1] != "of") or (before[at - 1],) in BOUNDS or before[at - 1] in ("than", "least", "most", "up")):
        at -= 1
    linked = False
    while at and before[at - 1] in _LINKS:
        at, linked = at - 1, True
    if not linked and not (at and before[at - 1] in _SCORES):
        return ""
    found: list[str] = []
    while at and len(found) < 3 and before[at - 1][0].isalpha() and before[at - 1] not in _STOPS:
        at -= 1
        found.insert(0, before[at])
    while at and before[at - 1] in ("the", "a", "an", "its"):
        at -= 1
    if at >= 2 and before[at - 1] == "of" and before[at - 2] not in _COUNTING and before[at - 2] not in _STOPS and before[at - 2][0].isalpha():
        found = [before[at - 2]]  # "the price of the product is": the price
    if len(found) > 1 and found[-1] in _COUNTING:
        found.pop()
    found = [word for word in found if not word.endswith(("'s", "ly"))]
    if len(found) == 1 and found[0].endswith("ed"):
        return ""
    return " ".join([*found[:-1], singular(found[-1])]) if found else ""


def with_role(what: str, before: list[str], after: list[str]) -> str:
    """`what`, with "limit" or "minimum" where the number is demanded and not found (a limit of 50 words, 50 words required)."""
    near = before[-5:]
    for at in range(len(near) - 1, -1, -1):
        if near[at] in _BREAKS:
            near = near[at + 1 :]
            break
    linked = len(near)
    while linked and (near[linked - 1] in _LINKS or near[linked - 1] in _SKIPPED or near[linked - 1] == "to"):
        linked -= 1
    nouns = [word for word in (*what.split(), *near[max(0, linked - 1) : linked]) if word in _LIMITS]
    ahead = after[:4]
    for at, word in enumerate(ahead):
        if word in _BREAKS:
            ahead = ahead[:at]
            break
    nouns += [word for word in ahead if word in _DEMANDS_AFTER and word not in ("required", "requested", "demanded", "allowed", "permitted")]
    demanded = any(word in _DEMANDS for word in near) or any(word in _DEMANDS_AFTER for word in ahead)
    if not nouns and not demanded:
        return what
    role = "minimum" if "minimum" in nouns else "limit"
    kept = [word for word in what.split() if word not in _LIMITS]
    return " ".join([*kept, role])
