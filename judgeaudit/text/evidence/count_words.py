"""The words with which rationales count: nouns, the verbs that go with the whole of a text, and those that say that a part or a demand is meant."""

from __future__ import annotations

import re

from judgeaudit.text.quantity_words import word_list

COUNTED: dict[str, str] = {}
"""Nouns by their forms, several languages: what `count_range` calls them."""
for _noun, _forms in (
    ("word", "word words wort wörter worte wörtern mot mots palabra palabras parole"),
    ("sentence", "sentence sentences satz sätze sätzen oración oraciones phrase:fr phrases:fr frase:es frases:es frases:pt"),
    ("character", "character characters chars zeichen caractère caractères carácter caracteres"),
    ("letter", "letter letters buchstaben lettres letras"),
    ("paragraph", "paragraph paragraphs absatz absätze absätzen paragraphe paragraphes párrafo párrafos"),
    ("line", "line lines zeile zeilen ligne lignes línea líneas"),
    ("code line", "lines_of_code code_lines"),
    ("bullet", "bullet bullets bullet_point bullet_points bulletpoint bulletpoints bulleted_item bulleted_items bulleted_point "
    "bulleted_points stichpunkt stichpunkte stichpunkten "
     "aufzählungspunkte aufzählungspunkten puce puces viñeta viñetas"),
    ("item", "item items list_item list_items numbered_item numbered_items numbered_point numbered_points list_entry list_entries "
    "listenpunkte punkte:de punkten:de"),
    ("point", "point points entry entries"),
    ("step", "step steps numbered_step numbered_steps schritt schritte schritten étape étapes paso pasos"),
    ("row", "row rows table_row table_rows"),
    ("heading", "heading headings header headers subheading subheadings"),
    ("question", "question questions fragen:de preguntas"),
    ("question mark", "question_mark question_marks"),
    ("exclamation mark", "exclamation_mark exclamation_marks exclamation_point exclamation_points"),
    ("link", "link links url urls hyperlink hyperlinks"),
    ("function", "function functions function_definitions"),
    ("class", "class classes"),
    ("stanza", "stanza stanzas verse verses strophen strophes estrofas"),
    ("hashtag", "hashtag hashtags"),
    ("comma", "comma commas kommas virgules comas"),
    ("column", "column columns table_column table_columns"),
    ("token", "token tokens"),
    ("syllable", "syllable syllables"),
):  # fmt: skip
    COUNTED |= dict.fromkeys(word_list(_forms), _noun)

_PLAIN = sorted({form.partition(":")[0] for form in COUNTED}, key=len, reverse=True)
ADJECTIVES = (
    "short long brief full complete concise separate distinct plain terse whole total dense lengthy simple crisp tight compact well-formed kurze lange knappe "
    "courtes longues brèves cortas cortos largos breves clear easy detailed specific practical actionable main key different numbered bulleted"
)
_ADJECTIVE = "|".join(ADJECTIVES.split())
COUNTED_AFTER = re.compile(
    rf"(?P<gap>[ \n]{{1,2}}|-)(?:(?:{_ADJECTIVE}),? ){{0,2}}(?P<noun>{'|'.join(_PLAIN)})(?![\w])(?!-(?!long))(?P<long>[ -]long\b|"
    rf"[ -]in[ -]length\b| lang\b| de long\b)?"
)
COUNTED_DENSE = re.compile(
    r"(?:个|個|つの|条|條)?(?P<noun>英文单词|单词|單詞|単語|语句|句子|句话|句話|字符|文字|段落|要点|箇条書き|步骤|ステップ|句|字|词|段|行|文(?![字章書])|項目)"
)
DENSE_NOUNS = {
    "英文单词": "word", "单词": "word", "單詞": "word", "単語": "word", "词": "word", "字": "character", "字符": "character", "文字": "character", "句子": "sentence",
    "语句": "sentence", "句话": "sentence", "句話": "sentence", "句": "sentence", "文": "sentence", "段落": "paragraph", "段": "paragraph", "行": "line",
    "要点": "point", "箇条書き": "bullet", "步骤": "step", "ステップ": "step", "項目": "point",
}  # fmt: skip

COUNT_BEFORE = re.compile(
    r"\b(?P<noun>word|sentence|character|line|paragraph|bullet|item|step)s?[- ](?:count|total|length)\b[^.;\n0-9]{0,40}$|"
    r"\b(?:number|count|total) of (?P<noun2>words|sentences|characters|lines|paragraphs|bullets|bullet points|items|steps)\b[^.;,\n0-9]{0,30}$|"
    r"\b(?P<noun3>words|sentences|characters|paragraphs|bullets|lines):\s{0,2}$"
)
SINGLE = re.compile(
    r"\b(?:a|one|only|just|as a|of a|in a|this|its|the|ein|eine|einem|une?|una?|sola?) (?:single|einzige[rsn]?|einziger|seul|seule|"
    r"sola?|única?)[- ](?P<noun>word|sentence|paragraph|line|bullet"
    r"(?: point)?|satz|absatz|phrase|oración|frase|párrafo|paragraphe|wort)(?![\w-])"
)

HEADS = frozenset(
    word_list(
        "reply response answer output summary message email e-mail letter story poem essay text translation review post article "
        "explanation description draft tweet "
        "haiku note paraphrase submission introduction_ version completion statement conversation dialogue script joke abstract "
        "biography bio speech report plan guide "
        "recipe list definition limerick antwort zusammenfassung réponse résumé respuesta resumen piece rewrite result caption slogan"
    )
)
"""Nouns that "a 190-word ..." may be said of where it is all of a text."""

WHOLE_VERBS = frozenset(
    word_list(
        "count is are was were 's be being has have had having contains contain containing comprises comprise comprising totals "
        "total totalling totaling counts at in spans span "
        "spanning uses use using fills gives give giving provides provide providing offers offer lists list listing includes "
        "include including presents present delivers "
        "deliver produces produce writes write features feature with numbers measures weighs clocks reaches hits generates "
        "generating supplies defines define defining exactly ( = : "
        "exceeds exceed exceeding exceeded tops surpasses hat haben umfasst enthält besteht zählt mit ist gibt a contient compte comporte comprend en est tiene contiene consta con "
        "ocupa incluye asks poses raises ask"
    )
)
WHOLE_PAIRS = frozenset(
    tuple(pair.split())
    for pair in word_list(
        "consists_of consisting_of consist_of made_of composed_of runs_to run_to runs_for running_to comes_to come_to amounts_to stretches_to "
        "extends_to adds_to up_to comes_at amounting_to up_of total_of length_of count_of made_up split_into divided_into organized_into "
        "organised_into broken_into structured_in kept_to keeps_to sticks_to limited_to restricted_to besteht_aus consta_de compose_de goes_to "
        "comprised_of formatted_as presented_as runs_at clocks_at"
    )
)
"""The same of two words."""
WHOLE_OF = HEADS | {"total", "length", "count", "all"}
OPENS = frozenset(
    word_list(
        "opens starts begins ends closes concludes finishes followed wraps opening starting beginning ending closing appears "
        "occurs repeated used mentioned found"
    )
)
SOFT = frozenset(
    word_list(
        "beyond about approximately approx roughly around circa ca nearly almost some only just exactly precisely a an over above under "
        "below than more less fewer least most well slightly "
        "merely mere barely already between full no not_ currently total_ clearly also actually still now ~ etwa rund ungefähr "
        "genau nur environ exactement seulement unos unas "
        "solo exactamente apenas as many few mindestens höchstens ** * _ even hardly still complete correctly now both_ clear nice neat short concise brief"
    )
)
DEMANDS = re.compile(
    r"\b(?:ask(?:s|ed|ing)? for|asked|request\w{0,4}|requir\w{0,8}|demand\w{0,4}|wants?|wanted|need(?:s|ed)?|limit(?:s|ed)? (?:of|"
    r"to|is|was)|must|should|shall|instruct\w{0,6}|"
    r"maximum|minimum|allow(?:s|ed)?|permit\w{0,4}|supposed|expect\w{0,4}|instead of|rather than|not|never|cannot|without|could|"
    r"would|might|may|can|needn|if|limit|cap|threshold|target|ideally|"
    r"fails? to|specif(?:y|ies|ied)|calls? for|called for|task is to|asking|unless|told|to (?:have|be|write|generate|produce|use|"
    r"keep|stay|give|provide|create|contain|include|list)|"
    r"no|nicht|kein\w{0,2}|soll\w{0,3}|muss|verlangt|statt|pas|doit|demande|debe|pide|no tiene|better|than the|as opposed to|out of|"
    r"n't)\b|n't\b|要求|应该|不超过|以内|べき|求め|没有|ない"
)
DEMANDED_AFTER = re.compile(
    r"[- ]{1,2}\(?(?:(?:or (?:less|fewer|more)|max(?:imum)?|min(?:imum)?|limit|cap|requirement|constraint|restriction|target|budget|"
    r"rule|threshold|required|requested|requests?|asked|demanded|"
    r"allowed|permitted|needed|specified|expected|prescribed|called for|allotted|instruction|guideline|ceiling|quota|would|should|"
    r"could|ou moins|o menos|oder weniger)\b|"
    r"(?:that |which )?(?:the|were|was|are|is) (?:\w{1,20} ){0,2}?(?:requested|required|asked|asks|requires|wanted|demanded|allowed|"
    r"expected|needed|specified)\b)|限制|以内"
)
DEMANDED_BEFORE = re.compile(
    r"\b(?:required|requirement|limit|max(?:imum)?|min(?:imum)?|allowed|requested|target|expected|asked|wanted|task|instruction|prompt|vorgabe|consigne)"
    r"(?: \w{1,12})?: ?(?:(?:at most|up to|exactly|about|max\.?|maximum|no more than|only|at least) )?$"
)
EXCEEDS_AFTER = re.compile(
    r" (?:(?:which|that|and|it|also|clearly|far|well|still|\w{3,12}ly) ){0,2}(?:exceeds?|exceeding|is over|goes over|violates?|"
    r"surpass\w{0,3}|overshoots?|breaks?|stays?|meets?)\b"
)
RELATIVE_AFTER = re.compile(
    r"[ -](?:(?:too|more|fewer|less|longer|shorter|over|above|below|under|beyond|past|short(?:er)?|later|earlier|apart|extra|ago|"
    r"per|each|apiece|of which|out of|away|kürzer|länger|mehr|weniger|"
    r"de plus|de moins|más|menos)\b|/)"
)
RESTRICTED_AFTER = re.compile(
    r" (?:\w{3,14}ing\b|(?:that|which|who|whose|about|on|from|describing|explaining|using|containing|starting|beginning|ending|"
    r"covering|mentioning|discussing|related|for|with|not|missing|dealing|"
    r"devoted|dedicated|between|before(?! (?:the (?:answer|result|conclusion|end|final|closing)|reaching|giving))|after|into|do|does|don't|are not|aren't|to|at|in (?:the|its|each|every)|within|under|outside|"
    r"rhym\w{1,4}|like|such as|die|qui|que|sur|über|"
    r"of (?!text|prose|code|content|output|length|total|dialogue|writing|plain|filler|padding|fluff|running|in )|against|relevant|aligned)\b)"
)
PARTS = frozenset(
    word_list(
        "introduction intro conclusion opening opener ending closing closer greeting salutation sign-off signoff signature title "
        "heading headline subject section snippet function method "
        "example examples quote quotation bullet bullets sentence sentences paragraph paragraphs line lines step steps item items "
        "stanza verse table list code block column row caption footnote "
        "first second third fourth fifth sixth seventh eighth ninth tenth last final penultimate each every one ones half part "
        "parts rest preamble disclaimer body passage phrase clause word "
        "name password number reason reasons tip point points word_ words others other neither none most many few both_ title "
        "einleitung schluss absatz satz erste zweite letzte dernier dernière "
        "premier première deuxième primer primera segundo último última excerpt section apology note warning header chapter definition line-up"
    )
)
VERBS = frozenset(
    word_list(
        "is are was were has have had contains contain consists uses use gives give provides provide opens starts begins ends "
        "closes lists includes include says states comes runs "
        "spans totals follows meets exceeds violates keeps stays does do did reads offers adds covers goes makes"
    )
)
ORDINALS = {
    "first": 0, "1st": 0, "opening": 0, "initial": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3, "fifth": 4, "5th": 4,
    "sixth": 5, "6th": 5,
    "seventh": 6, "7th": 6, "eighth": 7, "8th": 7, "last": -1, "final": -1, "closing": -1, "concluding": -1, "penultimate": -2,
}  # fmt: skip
ORDINAL_PART = re.compile(
    rf"\b(?:(?P<which>{'|'.join(ORDINALS)}) (?P<unit>paragraph|sentence|line|bullet(?: point)?|item|step|point|tip|reason|suggestion|option|entry|instruction)|(?P<unit2>paragraph|"
    rf"sentence|line|bullet|step|item) (?P<at>[0-9]{{1,2}}))\b"
)
