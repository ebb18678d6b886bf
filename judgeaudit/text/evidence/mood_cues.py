"""The words that give a clause its mood, by the word that they begin with."""

from __future__ import annotations

import re
from typing import Literal

Mood = Literal["asserted", "denied", "suggested", "conditional", "outside", "restated"]

MENTION = (
    r"(?:mention|say|said|state|includ|contain|giv|provid|nam|list|specif|us|refer|cit|quot|address|discuss|cover|not|acknowledg|explain|offer"
    r"|describ|indicat"
    r"|appear|exist|present|found|find|have|has|show|writ|written|tell|told|claim|ask|warn|feature|talk|touch|bring|add|suppl|identif|disclos|promis"
    r"|clarif|point|elaborat|report|introduc|detail|define|convey|allude|express|count|there|occur|stand|capture|reflect|reveal|spell|announce"
    r"|confirm|answer|support)"
    r"(?:e|es|s|ed|ing|ion|y|ies|ied|en|t|ten|n|ning|ting)?\b"
)
_FILLER = r"(?:(?:\w+ly|even|ever|also|been|be|to|once|explicitly|at\s+all|anywhere|in\s+any\s+way|actually)\s+){0,3}"
_GOOD = (
    r"(?:better|clear\w*|more\s+\w+|prefer\w+|improv\w+|ideal|correct|accurate|stronger|nice\w*|good|help\w+|useful|great|enough|appropriate"
    r"|expected|best|safer|wise\w*|easier)"
)
_COMPARED = (
    r"(?!answer|letter|number|offer|order|customer|user|other|another|paper|chapter|reader|writer|speaker|manager|computer|center|matter|newcomer|either|neither"
    r"|former|latter|layer|player|lawyer|teacher|member|later|over|never|ever)\w+er"
)
_NO_WISH = (
    r"(?:say|note|point|argue|call|rate|score|give|grade|pick|choose|go|vote|side|lean|rank|place|mark|trust|take|consider|accept|count|drop|question|cut"
    r"|remove|delete|challenge|query|dispute|avoid|omit|lose|trim|flag|reject|strike|prefer\s+(?:an?|[ab]|response|output))\b"
)
_DONE = (
    r"(?:\w+ed|been|had|made|said|gone|done|put|read|cut|let|written|given|shown|known|taken|kept|told|found|chosen|seen|meant|sought|set|won|got|spelt"
    r"|brought|left|held)"
)
_TEXT = (
    r"(?:response|answer|reply|output|version|wording|phrasing|summary|translation|formulation|way|choice|alternative|option|word|term|text"
    r"|sentence|essay|code|one|approach)s?"
)
_WORLD = (
    r"(?:answer|value|number|figure|date|year|result|solution|name|spelling|sum|total|count|amount|statement|formula|capital|word|one|author"
    r"|price|term|order|translation|distance|length)s?"
)

CUES: tuple[tuple[Mood, str, str], ...] = (
    ("suggested", "should shouldn't ought", r"\w+(?:n['’]t)?\b(?!\s+(?:be\s+(?:noted|said)|i\b|note))"),
    ("suggested", "could might may", r"\w+\s+(?:(?:\w+ly|also|simply|instead|still)\s+)?(?:have\b|be\s+(?:re|im|cl|sh|st|wr|ph|ex|cha|better|more"
    r"|add|used|men|said|inc))"),
    ("suggested", "could might may", r"\w+\s+(?:(?:\w+ly|also|simply|instead|still)\s+)?(?:say|read|state|mention|add|include|use|write|give|offer"
    r"|provide|cite|name|explain|replace)\b"),
    ("outside", "would", r"would\s+(?:actually|really|in\s+fact)\s+(?:be|take|cost|have)\b"),
    ("suggested", "would wouldn't", r"\w+(?:n['’]t)?\s+(?:(?:\w+ly|also|simply|instead|still)\s+)?(?:be\s+(?:\w+ly\s+)?(?:an?\s+)?(?:\w+\s+)?" + _GOOD +
    r"\b|have\s+(?:\w+ly\s+)?" + _DONE + r"\b|benefit|improve|need"
     r"|say|read|mention|state|include|expect|add|prefer|recommend|suggest|use|write)"),
    ("suggested", "ideally preferably", r"\w+"),
    ("suggested", "recommend", r"\w+"),
    ("suggested", "i", r"i(?:\s+would|['’]d)\s+(?:\w+\s+)?(?:suggest|recommend|propose|prefer|expect|write|say|add|have)\b"),
    ("suggested", "i'd", r"i['\u2019]d\s+(?:\w+ly\s+)?(?!" + _NO_WISH + r")\w+"),
    ("suggested", "it'd he'd she'd they'd we'd", r"\w+['\u2019]d\s+(?:be\s+(?:\w+\s+)?\w+er\b|be\s+" + _GOOD + r"|do\s+better|need|want|like)"),
    ("suggested", "i", r"i\s+would\s+(?:\w+ly\s+)?(?:like|want|love|gloss|phrase|render|translate|word|end|open|start|replace)\b"),
    ("suggested", "a an the", r"(?:an?|the)\s+(?:\w+\s+)?(?:(?:more|less|truly|really)\s+\w+|" + _COMPARED + r")\s+"
     r"(?:\w+\s+){1,3}(?:would|could|should|might|must)\b"),
    ("conditional", "for on given with", r"\w+\s+(?:an?\s+|the\s+|any\s+)?(?:\w+\s+)?(?:inputs?|arguments?|(?:edge|test)\s+cases?)\s+(?:like\s+|such\s+as\s+|of\s+)?(?=[\"'`\u201c\u2018])"),
    ("conditional", "would", r"would\s+(?:\w+ly\s+)?(?:raise|return|print|output|throw|crash|produce|yield|result|evaluate|hear|think|feel|ask|wonder|answer|reply"
     r"|be\s+(?:understood|parsed|split|rejected|accepted|treated))\b"),
    ("conditional", "might may could can", r"\w+\s+(?:well\s+|easily\s+|even\s+|also\s+|rightly\s+){0,2}(?:think|wonder|conclude|ask|believe|object|assume|feel|reply"
     r"|infer|imagine|retort|protest|come\s+away)\b"),
    ("suggested", "consider try", r"\w+\s+\w+ing\b"),
    ("suggested", "needs need needed must", r"\w+\s+(?:to\s+)?(?:say|state|mention|include|read|name|give|be\s+\w+|have\s+\w+|add|cite|specify|use"
    r"|contain|provide|list|explain|tell)\b"),
    ("suggested", "better best", r"\w+\s+(?:to\s+\w+|phrased|worded|written|put|if)\b"),
    ("suggested", "a an the", r"(?:an?|the)\s+(?:\w+\s+)?(?:better|good|ideal|complete|proper|perfect|stronger|improved|fuller|best|safer|suitable"
    r"|strong|correct|great|helpful)\s+"
     + _TEXT + r"\s*(?:would|could|should|might|must|:|is\s+to\b|needs)"),
    ("suggested", "expected supposed required", r"\w+\s+(?:to|it|that)\b"),
    ("suggested", "suggested suggestion suggestions improvement improvements fix correction rewrite alternative alternatives rewording",
    r"\w+(?:\s+\w+){0,3}\s*(?::|\bis\b|\bwould\s+be\b)"),
    ("suggested", "replace change rephrase rewrite reword replacing changing rephrasing rewriting rewording", r"\w+"),
    ("conditional", "if unless assuming suppose", r"\w+"),
    ("conditional", "had", r"had\s+(?:it|they|the|this|that|output|response)\b"),
    ("conditional", "in", r"in\s+case\b"),
    ("outside", "in", r"in\s+(?:actual\s+)?(?:fact|reality|truth|actuality|real\s+life)\b"),
    ("outside", "actually historically factually", r"\w+"),
    ("outside", "the a correct actual real true right his its their", r"(?:(?:the|an?|his|its|their)\s+)?(?:(?:(?:factually|mathematically"
    r"|historically)\s+)?correct|actual|real|true|right|accurate|factual)\s+"
     r"(?!and\b|but\b|in\b|to\b)(?:\w+\s+)?" + _WORLD + r"(?:\s+(?:of|to|for|in)\s+(?:\w+\s+){1,4}?)?\s*(?:is|are|was|were|being|would|should|,|\()"),
    ("outside", "is are was were", r"\w+\s+(?:widely\s+|commonly\s+|generally\s+|well\s+|best\s+)?known\b"),
    ("outside", "as to", r"(?:as\s+of|to|as\s+far\s+as)\s+(?:my|i)\s+(?:knowledge|know|understanding)\b"),
    ("outside", "it", r"it\s+(?:should|must|may)\s+be\s+(?:noted|said)\s+that\s+the\s+(?:real|actual|correct|true|standard|usual)\b"),
    ("outside", "it", r"it\s+is\s+(?:a\s+)?(?:well[\s-]known|common\s+knowledge|commonly|generally)\b"),
    ("outside", "the a", r"\w+\s+(?:standard|usual|official|conventional|typical|common)\s+(?:\w+\s+){0,2}(?:is|are|was|of)\b"),
    ("outside", "according", r"according\s+to\s+(?:wikipedia|nasa|history|historians|research|science|experts|studies|general|common|my"
    r"|real[\s-]world|the\s+(?:internet|dictionary|literature))\b"),
    ("restated", "means mean implying implies imply", r"\w+\b(?!\s+of\b)"),
    ("restated", "meaning", r"(?:(?<=[,;(—]\s)meaning|(?<=[(—])meaning|meaning(?=\s+that\b))\b"),
    ("restated", "i ie", r"i\.?\s?e\b\.?"),
    ("restated", "in", r"in\s+other\s+words\b"),
    ("restated", "that", r"that\s+is(?:,|\s+to\s+say\b)"),
    ("conditional", "in", r"in\s+(?:effect|essence|plain\s+(?:english|words|terms))\b"),
    ("conditional", "as", r"as\s+(?:if|though)\b"),
    ("conditional", "tone subtext implication attitude vibe", r"\w+\s+(?:says?|is|seems\s+to\s+(?:say|be))\s+(?=[\"'\u201c\u2018])"),
    ("suggested", "needs need", r"\w+\s+(?:an?|some|the|more)\s+(?:\w+\s+){1,3}?(?:such\s+as|like|saying|along)\b"),
    ("suggested", "example examples", r"\w+\s+of\s+(?:an?\s+|the\s+)?(?:good|more\s+\w+|" + _COMPARED + r")\s"),
    ("outside", "expected ground", r"(?:expected\s+(?:answer|output|response|result)|ground\s+truth)(?:\s+(?:is|was|would\s+be|here))?\s*[:\"'\u201c]?"),
    ("outside", "wikipedia britannica nasa merriam-webster webster google dictionary dictionaries experts historians scientists", r"[\w-]+\s+(?:says?|states?|defines?|notes?"
     r"|writes?|reports?|calls?|gives?)\b"),
    ("suggested", "i we", r"(?:i|we)\s+(?:would\s+)?(?:rate|grade|score|label|mark|classify|judge|describe|summari[sz]e)\s+(?:this|it|that|the\s+\w+)(?:\s+\w+)?\s+as\b"),
    ("suggested", "verdict rating grade conclusion judgment judgement bewertung urteil fazit gesamturteil veredicto", r"\w+\s*:\s*(?=[\"'\u201c\u201e\u00ab\u2018])"),
    ("conditional", "the a any this that", r"\w+\s+(?:\w+\s+)?(?:idea|notion|belief|view|assumption|myth|misconception|impression)\s+that\b"),
    ("conditional", "contradicts refutes rejects disproves counters debunks dispels", r"\w+\s+(?:(?:the|any|a)\s+(?:\w+\s+)?(?:claim|statement|assertion|myth)\s+(?:that\b)?|(?=[\"'\u201c]))"),
    ("suggested", "my", r"my\s+(?:own\s+|overall\s+|final\s+)?(?:rating|verdict|grade|score|judg(?:e)?ment|conclusion|impression|summary|version|rewrite|rewording|translation|suggestion|paraphrase|wording)\b"),
    ("restated", "boils comes", r"(?:boils|comes)\s+down\s+to\b"),
    ("conditional", "basically essentially effectively", r"\w+[,:]?\s+(?:(?:says?|states?|argues?|claims?|tells?\s+\w+|tells?\s+\w+\s+\w+)[,:]?\s+)?[\"'\u201c\u2018]"),
    ("outside", "as", r"as\s+(?:the|an?)\s+(?:\w+\s+)?(?:saying|proverb|adage|maxim|idiom)\b"),
    ("outside", "the", r"the\s+(?:\w+\s+)?(?:proverb|adage|maxim|idiom)\b"),
    ("restated", "translates translated translating translate", r"\w+\s+(?:\w+ly\s+)?(?:to|as|into)\b"),
    ("restated", "suggests suggesting", r"\w+\s+that\b"),
    ("restated", "so thus hence therefore", r"(?:(?<=[,;—.!?]\s)so|(?<![\s\S])so|thus|hence|therefore),?\s(?!that\b|much\b|many\b|far\b|on\b"
    r"|called\b|long\b|as\b)"),
    ("restated", "equals equal equivalent amounts totals totalling totaling", r"\w+(?:\s+to\b)?"),
    ("denied", "does do did is are was were has have had can could will would cannot doesn't don't didn't isn't aren't wasn't weren't hasn't "
    "haven't can't won't not "
     "couldn't wouldn't", r"(?:(?:does|do|did|is|are|was|were|has|have|had|can|could|will|would|wo|ca)\s*)?(?:n['’]t|not)\s+(?!only\b|just\b"
     r"|merely\b|simply\b)" + _FILLER + MENTION),
    ("denied", "is are was were isn't aren't wasn't weren't", r"(?:is|are|was|were)\s?(?:n['’]t|not)\s+(?:anywhere\s+)?(?:in|part\s+of"
    r"|to\s+be\s+found|among)\b(?!\s+(?:line|keeping|accord|fact))"),
    ("denied", "never", r"never\b"),
    ("denied", "no", r"no\s+(?!longer|doubt|matter|need|problem|issues?|errors?|more\s+than)\w"),
    ("denied", "nothing", r"nothing\s+(?:about|on|of|in|is(?!\s+(?:wrong|amiss|false|bad))|regarding|like|such|to)\b"),
    ("denied", "there", r"there\s+(?:is|are|was|were)(?:n['’]t|\s+not|\s+no|\s+nothing|\s+never)\b"),
    ("denied", "lacks lack lacking omits omit omitted omitting omission misses absent devoid nowhere neither excludes ignores neglects without "
    "absence missing leaves leaving skips fails fail "
     "failed failing failure forgets", r"(?:lack(?:s|ing)?|omit(?:s|ted|ting)?|misses|miss(?:es|ing)\s+(?!the\s+point)|leav(?:es|ing)\s+out|skips"
     r"|absent|devoid|nowhere|neither|excludes"
     r"|ignores|neglects|without|omission|absence|(?:fail(?:s|ed|ing|ure)?|neglects|forgets)\s+to)\b"),
    ("denied", "avoids avoid avoiding avoided refrains refrain refraining stops stop stopped falls", r"(?:avoid(?:s|ed|ing)?|refrain(?:s|ing)?\s+from"
     r"|\w+\s+(?:just\s+)?short\s+of)\b"),
    ("denied", "mentions gives names provides contains includes has offers cites states lists mention contain include have give provide name",
    r"\w+\s+(?:none|nothing|neither|nowhere)\b"),
)  # fmt: skip

CUES_ELSEWHERE: tuple[tuple[Mood, str, str], ...] = (
    ("suggested", "sollte sollten könnte müsste besser devrait devraient aurait pourrait mieux debería deberían podría mejor tendría habría wäre "
    "serait sería hätte hätten habría attendrait", r"\w+"),
    ("suggested", "echo echa", r"ech[oa]\s+(?:en\s+falta|de\s+menos)\b"),
    ("conditional", "wenn falls sofern si", r"\w+"),
    ("suggested", "note bewertung urteil fazit gesamturteil veredicto verdict", r"\w+\s*:\s*(?=[\"'\u201c\u201e\u00ab])"),
    ("outside", "tatsächlich eigentlich", r"\w+"),
    ("outside", "en", r"en\s+(?:réalité|fait|realidad)\b"),
    ("restated", "bedeutet heißt signifie significa donc", r"\w+"),
    ("denied", "nicht nie niemals nirgendwo keineswegs mitnichten kein keine keinen keinerlei keiner fehlt fehlen nirgends ohne vermisse vermisst vermeidet verzichtet", r"\w+"),
    ("denied", "ne n' aucun aucune jamais sans omet manque", r"ne\b|n['’]|aucune?\b|jamais\b|sans\b|omet\b|manque\b"),
    ("denied", "ningún ninguna nunca sin omite falta carece no", r"(?:ningún|ninguna|nunca|sin|omite|falta|carece|no\s+(?:menciona|dice|indica"
    r"|contiene|incluye|aparece))\b"),
)  # fmt: skip
"""In German, French and Spanish."""


DENSE: tuple[tuple[Mood, re.Pattern[str]], ...] = (
    (
        "suggested",
        re.compile(
            "应该|应当|本应|最好|建议|更好的|べき|方が良い|ほうがよい|ほうが良い|方がよい|望ましい|不如|改为|改成|换成|换作|若能|如能|とすれば|ほうがいい|方がいい|ればよ|(?:け|れ|え)ばさらに|(?:け|れ|え)ばもっと|と(?:書け|言え|述べれ)ば"
        ),
    ),
    ("conditional", re.compile("如果|除非|假如|もし|であれば")),
    ("outside", re.compile("实际上|事实上|正确答案|実際には|正解は|正しい答え")),
    (
        "denied",
        re.compile("没有|未(?:提|说|给|包|列|指|能)|缺少|缺乏|并不|并未|不包含|不包括|遗漏|ていない|ていません|(?:が|は|も)ない|ありません|欠け|ておらず"),
    ),
    ("restated", re.compile("意味着|意思是|换句话说|也就是说|つまり|すなわち|意味する")),
)


def _by_first_word(cues: tuple[tuple[Mood, str, str], ...]) -> dict[str, tuple[tuple[Mood, re.Pattern[str]], ...]]:
    table: dict[str, tuple[tuple[Mood, re.Pattern[str]], ...]] = {}
    for mood, firsts, pattern in cues:
        compiled = re.compile(pattern, re.IGNORECASE)
        for first in firsts.split():
            table[first] = (*table.get(first, ()), (mood, compiled))
    return table


ENGLISH = _by_first_word(CUES)
ELSEWHERE = _by_first_word(CUES_ELSEWHERE)
