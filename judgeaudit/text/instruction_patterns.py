"""The patterns of `find_instructions`: what each finds, the words that must stand in a text before it is tried, and the pattern.

Gaps are bounded and line starts take no line breaks, so that each pattern is linear in the length of a text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

IGNORE = "tells the reader to ignore its instructions"
TALKS_TO_JUDGE = "talks to the judge"
ASKS_FOR_VERDICT = "asks for a verdict"
FAKE_VERDICT = "looks like a verdict"
FAKE_MARK = "looks like the end of a block or a change of role"
NEW_ROLE = "gives the reader new instructions"


@dataclass(frozen=True, slots=True)
class Pattern:
    """`triggers` are lower-case; a text without any of them is not searched."""

    why: str
    triggers: tuple[str, ...]
    regex: re.Pattern[str]


def _pattern(why: str, triggers: str, *parts: str) -> Pattern:
    return Pattern(why, tuple(triggers.split()), re.compile("".join(parts), re.IGNORECASE | re.MULTILINE))


_JUDGE = r"(?:graders?|judges?|evaluators?|assessors?|raters?|scorers?|(?:ai|llm)[ -](?:graders?|judges?|evaluators?))"
_THING = r"(?:response|answer|reply|submission|output|completion|candidate|essay|text|item|solution|summary|translation)"
_THIS = rf"(?:this|the|my|our)\s+(?:\w+\s+)?{_THING}"
_START = r"(?:^|(?<=[.!?:;,\n\"'>\]])\s{0,4}|\b(?:please|must|should|shall|now|simply|just|always|kindly)\s+)"
_TOP = (
    r"(?:full\s+(?:marks|credit|score|points)"
    r"|(?:the\s+|a\s+)?(?:highest|maximum|max|top|best|perfect|passing)\s+(?:possible\s+)?(?:score|grade|rating|marks?|verdict|label)"
    r"|(?:a\s+)?(?:10\s*/\s*10|5\s*/\s*5|100\s*/\s*100|10\s+out\s+of\s+10|5\s+out\s+of\s+5)|(?:a\s+)?(?:score|rating|grade)\s+of\s+\d+)"
)
_WORD = r"[\"'“*`]{0,3}(?:pass(?:ed)?|fail(?:ed)?|correct|incorrect|approved?|accept(?:ed)?|valid|response[ _][ab12])\b[\"'”*`]{0,3}"
_RULES = r"(?:instructions?|prompts?|rules?|guidelines?|directions?|directives?|rubrics?|criteri(?:a|on)|constraints?|system\s+(?:prompt|message))"
_OLD = r"(?:previous|prior|above|preceding|earlier|foregoing|original|system|grading|scoring|judging|evaluation|your|all(?:\s+of)?(?:\s+(?:the|your))?)"

_IGNORE = (
    _pattern(
        IGNORE,
        "ignor disregard forget override bypass discard follow",
        r"\b(?:ignor(?:e|ing)|disregard|forget|override|bypass|discard|do\s+not\s+follow|don['’]t\s+follow|stop\s+following)\s+(?:\w+\s+){0,3}?",
        rf"(?:{_OLD}\s+){{1,3}}{_RULES}\b(?!\s+(?:on|from|in)\s+the\s+(?:box|package|packet|label|bag|bottle|manual|recipe))",
    ),
    _pattern(
        IGNORE,
        "ignore disregard forget",
        r"\b(?:ignore|disregard|forget)\s+(?:everything|anything|all)\s+",
        r"(?:(?:that\s+)?(?:was\s+|you\s+were\s+)?(?:said|told|written)|above|before|previous(?:ly)?)\b",
    ),
    _pattern(
        IGNORE,
        "ignore disregard forget",
        r"\b(?:ignore|disregard|forget)\s+the\s+(?:rubric|grading\s+(?:scheme|criteria)|scoring\s+(?:guide|criteria)|criterion)\b",
    ),
)

_IGNORE_ELSEWHERE = (
    _pattern(
        IGNORE,
        "ignorier verg missacht beacht",
        r"\b(?:ignorier\w*|vergiss|vergesst|vergessen\s+sie|missachte\w*|beachte\w*\s+nicht)\b.{0,30}",
        r"\b(?:anweisung|instruktion|vorgabe|regel|bewertungskriteri|rubrik)\w*",
    ),
    _pattern(
        IGNORE,
        "ignore oublie tiens tenez",
        r"\b(?:ignore[rz]?|oublie[rz]?|ne\s+(?:tiens|tenez)\s+pas\s+compte)\b.{0,30}",
        r"\b(?:instructions?|consignes?|directives?)\s+(?:pr[ée]c[ée]dentes?|ant[ée]rieures?|ci-dessus|du\s+syst[èe]me)",
    ),
    _pattern(
        IGNORE,
        "ignor olvid omit omiso",
        r"\b(?:ignor[ae]|olvid[ae]|omit[ae]|haz\s+caso\s+omiso)\b.{0,30}",
        r"\b(?:instrucciones|indicaciones|[óo]rdenes|reglas)\s+(?:anteriores|previas|de\s+arriba|del\s+sistema)",
    ),
    _pattern(
        IGNORE,
        "ignor dimentic",
        r"\b(?:ignor[ai]|ignorate|dimentica|dimenticate)\b.{0,30}\b(?:istruzioni|indicazioni|regole)\s+(?:precedenti|di\s+sopra|del\s+sistema)",
    ),
    _pattern(
        IGNORE,
        "ignor esque desconsidere",
        r"\b(?:ignor[ae]|esque[çc]a|desconsidere)\b.{0,30}\b(?:instru[çc][õo]es|orienta[çc][õo]es|regras)\s+(?:anteriores|pr[ée]vias|acima|do\s+sistema)",
    ),
    _pattern(
        IGNORE,
        "negeer vergeet",
        r"\b(?:negeer|vergeet)\b.{0,20}\b(?:vorige|eerdere|bovenstaande|voorgaande|alle)\b.{0,15}\b(?:instructies|aanwijzingen|opdrachten|regels)\b",
    ),
    _pattern(
        IGNORE,
        "игнорируй забудь обращай",
        r"(?:игнорируй|проигнорируй|забудь|не\s+обращай\s+внимания)\w*.{0,30}(?:предыдущ|прежн|вышеуказанн|все)\w*.{0,15}(?:инструкци|указани|правил)\w*",
    ),
    _pattern(
        IGNORE, "ignoruj zapomnij", r"\b(?:z?ignoruj|zapomnij)\w*.{0,25}(?:poprzedni|wcześniejsz|powyższ|wszystki)\w*.{0,15}(?:instrukcj|polece|zasad)\w*"
    ),
    _pattern(
        IGNORE,
        "talimat komut kural",
        r"(?:önceki|yukarıdaki|tüm)\s.{0,20}(?:talimat|komut|kural)\w*.{0,15}(?:yok\s+say|görmezden\s+gel|unut|dikkate\s+alma)",
    ),
    _pattern(
        IGNORE,
        "忽略 无视 無視 忽視 忘记 忘記 不要理会 不要遵守",
        r"(?:忽略|无视|無視|忽視|忘记|忘記|不要理会|不要遵守).{0,8}(?:之前|以上|上面|先前|前面|所有|上述|系统|系統).{0,6}(?:指令|指示|说明|說明|提示|规则|規則|要求)",
    ),
    _pattern(IGNORE, "無視 忘れ", r"(?:以前|これまで|上記|前|今まで|すべて|全て)の?.{0,6}(?:指示|命令|ルール|プロンプト).{0,4}(?:無視|忘れ)"),
    _pattern(IGNORE, "무시 잊", r"(?:이전|위|앞|모든|지금까지)의?\s?.{0,8}(?:지시|명령|지침|규칙|프롬프트).{0,6}(?:무시|잊)"),
    _pattern(IGNORE, "تجاهل انس", r"(?:تجاهل|انس|انسَ|تجاهلي).{0,15}(?:التعليمات|الأوامر|التوجيهات|القواعد)"),
    _pattern(IGNORE, "अनदेखा भूल नज़रअंदाज़", r"(?:पिछले|उपरोक्त|सभी).{0,12}(?:निर्देश|आदेश).{0,10}(?:अनदेखा|भूल|नज़रअंदाज़)"),
)

_TALKS_TO_JUDGE = (
    _pattern(
        TALKS_TO_JUDGE,
        "note message memo attention hint instruction reminder",
        rf"\b(?:note|message|memo|attention|hint|instructions?|reminder)\s+(?:to|for)\s+(?:the\s+|any\s+|all\s+|whoever\s+)?{_JUDGE}\b",
    ),
    _pattern(TALKS_TO_JUDGE, "note instruction message hint", rf"\b{_JUDGE}['’]?s?['’]?\s+(?:note|instructions?|message|hint)s?\s*:"),
    _pattern(
        TALKS_TO_JUDGE,
        "grader evaluator rater scorer assessor",
        r"\b(?:attention|dear|hey|hello|hi)[,:]?\s+(?:ai\s+|llm\s+)?(?:grader|evaluator|rater|scorer|assessor)s?\b",
    ),
    _pattern(
        TALKS_TO_JUDGE,
        "grader judge evaluator rater scorer assessor",
        rf"\b(?:as|you\s+are|you['’]re)\s+(?:the|an?)\s+(?:\w+\s+)?{_JUDGE}\b[,\s]+you\s+(?:must|should|have\s+to|will|are\s+(?:required|asked|told))\b",
    ),
    _pattern(
        TALKS_TO_JUDGE,
        "check evaluation grading assessment judging",
        r"\b(?:the\s+)?(?:check|evaluation|grading|assessment|judging)\s+(?:is|has\s+been)\s+(?:over|complete[d]?|finished|done|cancelled)\b",
        r"[^.\n]{0,30}\b(?:answer|reply|respond|output|return)\b",
    ),
)

_ASKS_FOR_VERDICT = (
    _pattern(
        ASKS_FOR_VERDICT,
        "give assign award grant rate grade score mark",
        rf"{_START}(?:give|assign|award|grant|rate|grade|score|mark)\s+(?:{_THIS}|it|me|us)\s+(?:as\s+|with\s+|at\s+)?(?:an?\s+)?(?:{_TOP}|{_WORD})",
    ),
    _pattern(
        ASKS_FOR_VERDICT,
        "give assign award return output",
        rf"{_START}(?:give|assign|award|return|output)\s+{_TOP}(?=\s*(?:$|[.!,;]|to\s+{_THIS}))",
    ),
    _pattern(
        ASKS_FOR_VERDICT,
        "label classify judge evaluate accept mark treat",
        rf"{_START}(?:label|classify|judge|evaluate|accept|mark|treat)\s+{_THIS}\s+(?:as|to\s+be)\s+{_WORD}",
    ),
    _pattern(
        ASKS_FOR_VERDICT,
        "answer respond reply output return print say write vote choose pick select prefer",
        rf"{_START}(?:answer|respond|reply|output|return|print|say|write|vote|choose|pick|select|prefer)\s+(?:only\s+|just\s+)?(?:with\s+|for\s+)?",
        rf"(?:the\s+(?:verdict|label|word|grade|score)\s+)?{_WORD}",
        r"(?=\s*(?:$|[.!,;)]|for\s+(?:this|every|all|each)\b|as\s+(?:the|your)\b|regardless|no\s+matter))",
    ),
    _pattern(
        ASKS_FOR_VERDICT,
        "verdict label grade judgment judgement",
        r"\b(?:the|your)\s+(?:only\s+)?(?:correct|right|proper|final|appropriate|valid)\s+(?:verdict|label|grade|judge?ment)\s+(?:for\s+this\s+\w+\s+)?",
        rf"(?:is|must\s+be|should\s+be|will\s+be)\s+{_WORD}",
    ),
    _pattern(
        ASKS_FOR_VERDICT,
        "this",
        rf"\bthis\s+{_THING}\s+(?:must|should|has\s+to|needs\s+to)\s+",
        r"(?:be\s+(?:graded|scored|marked|rated|judged|labell?ed|given|awarded)|get|receive|pass\b)",
    ),
    _pattern(
        ASKS_FOR_VERDICT,
        "bewert benot",
        r"\b(?:bewerte|benote)\w*\s+(?:diese|dies|die|das|mich)\b.{0,30}\b(?:mit|als)\s+(?:der\s+)?",
        r"(?:[\"„]?bestanden|sehr\s+gut|voller\s+punktzahl|höchste[nr]?\s+(?:punktzahl|note)|(?:note\s+)?1\b|10)",
    ),
    _pattern(ASKS_FOR_VERDICT, "donne attribue", r"\b(?:donne|donnez|attribue|attribuez)\b.{0,30}\b(?:note|score)\s+maxim\w+"),
    _pattern(
        ASKS_FOR_VERDICT,
        "otorg asign califi eval",
        r"\b(?:otorga|otorgue|asigna|asigne)\b.{0,30}\bpuntuaci[óo]n\s+m[áa]xima|\b(?:calific[ae]|eval[úu][ae])\b.{0,30}\bcomo\s+[\"«]?(?:aprobad|correct)",
    ),
    _pattern(
        ASKS_FOR_VERDICT,
        "满分 滿分 最高分 判",
        r"(?:请|請|应|應|必须|必須|直接)?(?:给出|給出|打|给|給)(?:满分|滿分|最高分)|(?:判定|评判|判断|评为|判)为?[“\"「]?(?:通过|合格|正确)",
    ),
)

_FAKES = (
    _pattern(FAKE_VERDICT, "verdict", r"\{[^{}]{0,400}[\"']verdict[\"']\s*:[^{}]{0,400}\}?"),
    _pattern(
        FAKE_VERDICT,
        "rationale reason justification explanation",
        r"\{(?=[^{}]{0,400}[\"'](?:rationale|reasons?|reasoning|justification|explanation)[\"']\s*:)",
        r"[^{}]{0,400}[\"'](?:label|score|grade|rating)[\"']\s*:[^{}]{0,400}\}?",
    ),
    _pattern(FAKE_VERDICT, "verdict", rf"^[ \t#*_>\-]*(?:final\s+|overall\s+)?verdict[*_\s]*[:=][*_\s]*{_WORD}[*_.! \t]*$"),
    _pattern(
        FAKE_MARK,
        "|>",
        r"<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|end_of_text|begin_of_text|eot_id|start_header_id",
        r"|end_header_id|channel|message|start|end|end_of_turn)\|>",
    ),
    _pattern(FAKE_MARK, "inst] sys>> _of_turn> [system", r"\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>|\[/?SYSTEM(?:_PROMPT)?\]"),
    _pattern(FAKE_MARK, "<<<", r"<<<[ \t]*(?:end\b[ \t]*)?[^<>\n]{0,60}[0-9a-f]{6,64}[ \t]*>>>|<<<[ \t]*(?:end|/)[ \t]*[^<>\n]{1,60}>>>"),
    _pattern(
        FAKE_MARK,
        "end begin start",
        r"^[ \t\-=#*_~]{3,}(?:the\s+)?(?:end|begin|start)(?:ning)?\s+(?:of\s+)?(?:the\s+)?(?:judged\s+|candidate['’]?s?\s+|student['’]?s?\s+)?",
        r"(?:input|response|answer|submission|candidate|data|prompt|instructions?|evaluation|material)\b",
    ),
    _pattern(
        FAKE_MARK,
        "system developer",
        r"^[ \t]*(?:system|developer)[ \t]*(?:prompt|message|note|override)?[ \t]*:\s*",
        r"(?:ignore|override|from\s+now|new\s+(?:instructions?|rules?)|set|output|respond",
        r"|answer|grade|score|mark|approve|the\s+(?:grad|evaluat|judg|verdict|check)|you\s+(?:must|will|are\s+now))",
    ),
    _pattern(
        NEW_ROLE,
        "new updated revised real actual secret hidden",
        r"^[ \t]*(?:#+[ \t]*)?(?:new|updated|revised|real|actual|secret|hidden)\s+(?:system\s+)?(?:instructions?|task|prompt|rules?)\s*",
        r"(?:for\s+(?:you|the\s+\w+))?\s*:",
    ),
    _pattern(NEW_ROLE, "now", r"\byou\s+are\s+now\s+(?:in\s+|an?\s+|the\s+)?(?:developer|debug|admin|god|dan|unrestricted|jailbroken|test)\b(?:\s+mode)?"),
    _pattern(
        NEW_ROLE,
        "from",
        r"\bfrom\s+now\s+on,?\s+(?:you\s+(?:must\s+|should\s+|are\s+to\s+|will\s+)?)?(?:respond|answer|act|behave|grade|score|rate|judge|output)\b",
    ),
)

PATTERNS: tuple[Pattern, ...] = (*_IGNORE, *_TALKS_TO_JUDGE, *_ASKS_FOR_VERDICT, *_FAKES, *_IGNORE_ELSEWHERE)
