"""Which label of a scale a sentence gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from judgeaudit.text.conclusion_statements import Sentence, Statement, is_open

THING = (
    r"(?:(?:this|the|that|it|its|overall|final|given|model|candidate|assistant)\s+){0,3}(?:response|reply|answer|output|summary|translation"
    r"|text|item|submission|code|solution|essay|it|this|completion|program|function|proof|result|explanation|derivation|message|patch|draft"
    r"|transcript|conversation|rendering|article|story|one)"
)
_CRITERION = r"(?:criteri(?:on|a)|requirements?|conditions?|rubric|rule|standard|constraint|check|test|bar|aspect|instruction)s?"
_KIND = r"(?:response|reply|answer|output|summary|translation|text|submission|code|solution|essay|proof|explanation|message|patch|rendering|article|story|one)"
_DEGREES = re.compile(
    r"\b(?:fairly|rather|quite|pretty|somewhat|partially|partly|mostly|largely|almost|nearly|very|so|too|barely|hardly|sort|only|a\s+bit)\b", re.I
)
_COUNTED = re.compile(r"\s+(?:\w{1,20}\s+)?(?:tests?|days?|words?|sources?|times?|right|wrong|correct)\b", re.IGNORECASE)
_TOP = re.compile(r"(?:/|out\s+of)\s*(\d+)$", re.IGNORECASE)
_FORMS = {
    "pass": "pass passes passed", "passed": "pass passes passed", "fail": "fail fails failed", "failed": "fail fails failed",
    "passes": "pass passes passed", "fails": "fail fails failed",
}  # fmt: skip
_END = r"(?=\s*(?:[.,;:!?)\]。，；]|$|\b(?:because|since|as|due|for|on|given|overall|here|rather|instead|out of|/)\b|[–—-]\s|\())"
_BEFORE = r"[\s\"'“‘*_`\[({<]{0,6}"
_NOT = re.compile(
    r"(?:\bnot|n['’]t|\bnever|\bcannot|\bhardly|\bno|\bnicht|\bpas|\bkein\w{0,2}|\bniet|\bне|\bnie|\bnon|\bnão|不|并非|未)\b[^,;.]{0,30}$|(?:不|未|并非)$",
    re.IGNORECASE,
)
_ALTERNATIVE = re.compile(r"\s*[\"'”’*_`\])]{0,4}\s*(?:or|and|to|/|-|–|oder|ou)\s*[\"'“‘*_`(\[]{0,3}(\S{1,20})", re.IGNORECASE)
_BOUND = re.compile(
    r"\b(?:at least|at most|no more than|more than|less than|above|below|between|better than|worse than|from|than|over|under|not)\s+(?:an?\s+)?[\"'“*]{0,2}$",
    re.IGNORECASE,
)
_MET = re.compile(
    rf"\b{_CRITERION}\s+(?P<be>is|are|was|were|has been|have been)\s+(?P<adverbs>(?:[\w’'-]+\s+){{0,3}}?)(?P<verb>met|satisfied|fulfilled"
    rf"|violated|unmet|unsatisfied|unfulfilled|broken|breached|missed)\b"
    rf"|\b(?P<does>(?:(?:does|do|did)\s+not|doesn['’]t|didn['’]t|fails?\s+to|failed\s+to|cannot"
    rf"|never)\s+)?(?P<adverbs2>(?:[\w’'-]+ly\s+)?)(?P<verb2>meets?|satisf(?:y|ies)|fulfil?ls?|violates?|breaks?|breaches|passe?s?|fails?"
    rf"|misses)"
    rf"\s+(?:(?:the|this|that|all|every|both|its|these|of|stated|given|required|\w+)\s+){{0,4}}?{_CRITERION}\b"
    r"|(?:Kriterium|Anforderung|Bedingung)\w*\s+(?:ist|wird|wurde|sind)\s+(?P<not_de>(?:klar\s+|eindeutig\s+|damit\s+|somit\s+"
    r"|also\s+)?nicht\s+)?(?:\w+\s+)?(?P<verb_de>erfüllt|verletzt)"
    r"|critère\s+(?P<not_fr>n['’]est\s+(?:donc\s+)?pas|est)\s+(?:\w+\s+)?(?P<verb_fr>respecté|satisfait|rempli)"
    r"|criterio\s+(?P<not_es>no\s+se\s+cumple|se\s+cumple|non\s+è\s+(?:soddisfatto|rispettato)|è\s+(?:soddisfatto|rispettato)"
    r"|no\s+está\s+cumplido|está\s+cumplido)"
    r"|critério\s+(?P<not_pt>não\s+(?:é|foi|está)|é|foi|está)\s+(?:atendido|cumprido|satisfeito)|criterium\s+(?:is"
    r"|wordt)\s+(?P<not_nl>niet\s+)?(?:voldaan|vervuld|gehaald)"
    r"|kryterium\s+(?:(?P<not_pl>nie)\s+)?(?:jest|zostało)\s+(?P<not_pl2>nie)?spełnione|критерий\s+(?P<not_ru>не\s+)?(?:выполнен|соблюден|соблюдён)"
    r"|(?P<not_zh>不|未|没有|未能)?(?:符合|满足|达到)了?(?:该|此|这(?:一|个|项)|所有|本)?(?:标准|要求|条件)|(?:基準|要件|条件)を満た(?P<zh>していない|していません|さない|して|す)",
    re.IGNORECASE,
)
_BAD_VERBS = ("viol", "break", "breach", "broken", "fail", "miss", "un", "verletzt")


@dataclass(frozen=True, slots=True)
class LabelPatterns:
    """How the labels of a scale are given: `verdict` says so, `calls` of the judged thing, `passes` as a verb, `kind` names it ("is a poor answer"); `places` of what they find; `top` of numbers."""

    verdict: re.Pattern[str]
    calls: re.Pattern[str]
    alone: re.Pattern[str]
    verb: re.Pattern[str] | None
    kind: re.Pattern[str]
    top: float | None
    places: Mapping[str, int]


@lru_cache(maxsize=64)
def pointwise_patterns(labels: tuple[str, ...]) -> LabelPatterns:
    """Patterns of a scale, made once."""
    places: dict[str, int] = {}
    for place, label in enumerate(labels):
        for form in (label, *_FORMS.get(label.casefold(), "").split()):
            places.setdefault(form.casefold(), place)
        spaced = re.sub(r"[_-]", " ", label).casefold()
        places.setdefault(spaced, place)
    choices = "|".join(sorted(map(re.escape, places), key=len, reverse=True))
    edge_in = r"(?<![A-Za-z0-9_À-ÿ-])(?<!\d[.,])" if any(label[:1].isascii() for label in labels) else ""
    edge_out = r"(?![A-Za-z0-9_À-ÿ-]|[.,]\d|\s*%)" if any(label[-1:].isascii() for label in labels) else ""
    label = rf"{edge_in}(?P<label>{choices}){edge_out}"
    numbers = all(re.fullmatch(r"-?\d+(?:\.\d+)?", one) for one in labels)
    out_of = r"(?:\.0+)?(?:\s*(?:/|out\s+of)\s*\d+)?" if numbers else ""
    label = label.replace(r"[.,]\d", r"[.,]0*[1-9]") + out_of if numbers else label
    word = (
        r"(?:verdict|label|rating|score|grade|judge?ment|decision|conclusion|result|assessment|evaluation|classification|outcome|mark|Urteil"
        r"|Bewertung|Note|Ergebnis|verdict|note|veredicto|puntuación|calificación|voto|giudizio|nota|oordeel|score|ocena|werdykt|оценка|вердикт)"
    )
    verdict = (
        rf"\b(?:(?:my|the|a|overall|final)\s+){{0,4}}(?:final\s+|overall\s+)?(?:{word}|final\s+answer"
        rf"|answer(?=\s*[:=]))(?:\s+(?:for\s+{THING}))?\s*(?:is|of|:|=|->|→|would\s+be|was|lautet|est|es|è|é)+[\s*_]*(?:an?\s+|therefore\s+"
        rf"|clearly\s+)?(?:score\s+of\s+)?{_BEFORE}{label}"
        rf"|\b(?:rate|rated|give|gave|assign|assigned|score|scored|grade|graded|mark|marked|label|labelled|labeled|judge|judged|deem|deemed"
        rf"|consider|classify|classified|call|award|awarded|vote|choose|select|conclude)\s+"
        rf"(?:that\s+)?(?:{THING}\s+)?(?:(?:as|with|at|to be|for|is|be)\s+)?(?:an?\s+|the\s+)?(?:(?:overall\s+|final\s+)?(?:score|rating|grade"
        rf"|mark|label|verdict)\s+(?:of\s+)?)?{_BEFORE}{label.replace('?P<label>', '?P<label2>')}"
        rf"|\b(?:deserves?|earns?|receives?|gets?|merits?|warrants?|scores?|is\s+worth|justif(?:y|ies)|results?\s+in|leads\s+to)\s+(?:an?\s+"
        rf"|the\s+)?(?:(?:\w+\s+)?(?:score|rating|grade|mark|label|verdict)\s+(?:of\s+)?)?{_BEFORE}{label.replace('?P<label>', '?P<label3>')}"
        rf"|\b(?:therefore|thus|hence|so|overall|consequently|accordingly|in conclusion|in short|as a result)[\s,:]+(?:(?:{THING})\s+)?(?:is\s+"
        rf"|it\s+is\s+|it['’]s\s+)?(?:an?\s+)?{_BEFORE}{label.replace('?P<label>', '?P<label4>')}{_END}"
        rf"|(?:结论|判定|评定|评分|得分|最终|判断|结果|評価|判定|結論|因此|所以|综上|判)(?:结果)?(?:为|是|：|:|应为|は|，)?\s*{_BEFORE}(?P<label5>{choices})"
    )
    calls = rf"\b(?:{THING}|which)\s+(?:is|was|would be|remains)\s+(?P<adverbs>(?:[\w’'-]+\s+){{0,2}}?)(?:an?\s+)?{_BEFORE}{label}{_END}"
    kind = rf"\b{THING}\s+(?:is|was)\s+(?:therefore\s+|clearly\s+|overall\s+|simply\s+)?an?\s+{_BEFORE}{label}\s+{_KIND}{_END}"
    verbs = "|".join(form for form in places if form in ("passes", "fails", "passed", "failed"))
    verb = rf"\b(?:{THING}|which|and)\s+(?P<adverbs>(?:(?!to\b)[\w’'-]+\s+){{0,2}}?)(?P<label>{verbs}|pass|fail){_END}" if verbs else None
    return LabelPatterns(
        verdict=re.compile(verdict, re.IGNORECASE), calls=re.compile(calls, re.IGNORECASE),
        alone=re.compile(rf"^[\s*_#>\"'“\[({{-]*(?:verdict|label|answer|score|rating)?[\s:=*_]*{label}[\s*_.!\"'”\])}}]*$", re.IGNORECASE),
        verb=re.compile(verb, re.IGNORECASE) if verb else None, kind=re.compile(kind, re.IGNORECASE), top=max(map(float, labels)) if numbers else None, places=places,
    )  # fmt: skip


def stated(sentence: Sentence, labels: Sequence[str]) -> Iterator[Statement]:
    """Labels that a sentence gives, and whether it says that the criterion is met (place None, with a sign)."""
    patterns, shown = pointwise_patterns(tuple(labels)), sentence.shown
    for pattern, weight in ((patterns.alone, 2), (patterns.verdict, 2), (patterns.calls, 1), (patterns.verb, 1), (patterns.kind, 1)):
        for match in pattern.finditer(shown) if pattern else ():
            place = _place(match, shown, patterns, len(labels))
            if place is not None:
                yield Statement(place, 0, sentence.start, sentence.end, max(weight, sentence.weight))
    for match in _MET.finditer(shown):
        sign = _met(match, shown)
        if sign is not None:
            yield Statement(None, sign, sentence.start, sentence.end, sentence.weight if sign else 0)


def _place(match: re.Match[str], shown: str, patterns: LabelPatterns, n_labels: int) -> int | None:
    group = next(name for name, value in match.groupdict().items() if name.startswith("label") and value is not None)
    label, start, end = match[group].casefold(), match.start(group), match.end()
    if n_labels > 2 and _DEGREES.search(match.groupdict().get("adverbs") or ""):
        return None  # "fairly good"
    top = _TOP.search(match[0])
    if top is not None and int(top[1]) != patterns.top:
        return None  # out of another scale
    if patterns.top is not None and _COUNTED.match(shown, end):
        return None  # "gets 3 tests right"
    place = patterns.places.get(label)
    follows = _ALTERNATIVE.match(shown, end)
    if place is None or is_open(shown, start) or (_BOUND.search(shown[max(0, start - 24) : start]) and not label.isdigit()):
        return _opposite(place, shown, start, n_labels) if place is not None and not is_open(shown, start) else None
    if (follows and follows[1].casefold().strip(".,;:*\"'”)]") in patterns.places) or _BOUND.search(shown[max(0, start - 24) : start]):
        return None
    if re.match(r"\s*(?:if|unless|only if|when)\b|[^.;]{0,40}\b(?:if it|unless|were it|had it)\b", shown[end:], re.IGNORECASE):
        return None
    return _opposite(place, shown, start, n_labels)


def _opposite(place: int, shown: str, start: int, n_labels: int) -> int | None:
    """The place itself; under a negator the other one of two, and none of more."""
    if _NOT.search(shown[max(0, start - 40) : start]) is None:
        return place
    return 1 - place if n_labels == 2 else None


def _met(match: re.Match[str], shown: str) -> int | None:
    """Sign of a statement about the criterion: 0 where it is met in part, None where nothing is stated."""
    if is_open(shown, match.start()) or re.search(r"\b(?:must|should|to|if|can|will)\s+$", shown[max(0, match.start() - 8) : match.start()]):
        return None
    found = {name: value for name, value in match.groupdict().items() if value}
    verb = (found.get("verb") or found.get("verb2") or found.get("verb_de") or "").lower()
    sign = -1 if verb.startswith(_BAD_VERBS) else 1
    adverbs = f"{found.get('adverbs', '')} {found.get('adverbs2', '')} {found.get('does', '')}".lower()
    if re.search(r"\b(?:partially|partly|only|almost|nearly|barely)\b", adverbs) or re.search(
        r"\b(?:some|most|many|several|two|three|one|four|half)\s+(?:of\s+)?(?:the\s+)?$", shown[max(0, match.start() - 20) : match.start()]
    ):
        return 0
    no = re.search(r"\b(?:not|never|fails?\s+to|failed\s+to|cannot|no)\b|n['’]t\b", adverbs) is not None
    no = no or any(
        name.startswith("not_") and re.match(r"(?:\w+\s+)?(?:nicht|n['’]|no|nie|não|niet|не|不|未|没|non)", value, re.IGNORECASE)
        for name, value in found.items()
    )
    no = (
        no
        or found.get("zh", "") in ("していない", "していません", "さない")
        or re.search(r"\b(?:neither|none of the|no)\s+$", shown[max(0, match.start() - 14) : match.start()], re.IGNORECASE) is not None
    )
    return -sign if no else sign
