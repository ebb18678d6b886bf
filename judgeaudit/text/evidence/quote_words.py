"""The words around a quote by which it is told whether it is offered as evidence."""

from __future__ import annotations

import re

SAYS = re.compile(
    r"\b(?:say|says|said|saying|state|states|stated|stating|write|writes|wrote|written|read|reads|mention|mentions|mentioned"
    r"|mentioning|quote|quotes|quoted|quoting|"
    r"cite|cites|cited|citing|claim|claims|claimed|claiming|include|includes|included|including|contain|contains|give|gives"
    r"|gave|giving|tell|tells|told|telling|"
    r"note|notes|noted|noting|explain|explains|explained|explaining|answer|answers|answered|respond|responds|specify|specifies"
    r"|specified|declare|declares|assert|asserts|asserting|"
    r"report|reports|reported|list|lists|use|uses|using|repeat|repeats|provide|provides|begin|begins|end|ends|open|opens|close"
    r"|closes|opening|closing|"
    r"according|evidenced|evidence|phrase|phrases|phrasing|sentence|sentences|line|lines|passage|statement|wording|words"
    r"|heading|example|e\.g|such as|like|"
    r"call(?:s|ed)? (?:it|this|that|them)|greeting|closing|title|formula|slogan|question|command|comment|"
    r"zusatz|formulierung|satz|wendung|stelle|aussage|passage|anrede|formule|expression|mention|frase|oraci\u00f3n"
    r"|f\u00f3rmula|expresi\u00f3n|"
    r"items?|steps?|bullets?|rows?|entry|paragraph|label|slogan|"
    r"promise|promises|promised|promising|ask|asks|offer|offers|advise|advises|warn|warns|add|adds|adding|point|points"
    r"|describe|describes|with|where|that|as|"
    r"sagt|schreibt|steht|hei(?:\u00df|ss)t|erw\u00e4hnt|zitiert|nennt|lautet|gibt|behauptet|verspricht|erfindet|dass|laut"
    r"|inventa|sostiene|tiene|que|seg\u00fan|invente|selon|dit|\u00e9crit|mentionne|indique|cite|affirme|pr\u00e9cise|dice"
    r"|escribe|menciona|indica|cita|afirma)\b"
    r"|[\u5199\u5beb\u8bf4\u8aaa\u63d0\u79f0\u7a31\u66f8\u8ff0\u5f15]|:\s*\W*$|\u3068",
    re.IGNORECASE,
)
SAID_AFTER = re.compile(
    r"\W{0,6}(?:is|are|was|were|as|appears?|stands?|occurs?|says|said|states?|writes?|from|in|at|\(|which|shows?|indicates?"
    r"|implies|suggests?|makes?|tells?|gives?|on|"
    r"seems?|sounds?|feels?|reads?|looks?|remains?|validates?|sets?|works?|adds?|explains?|captures?|conveys?|confuses"
    r"|contradicts?|ignores?|overstates?|misleads?|"
    r"repeats?|answers?|has|does|names?|(?:ist|sind|klingt|wirkt|steht|trifft|passt|est|sont|semble|sonne|es|son|suena"
    r"|resulta)\b)\b"
    r"|[\u300d\u300f\u201d\"]?(?:\u3068\u3044\u3046(?:\u4e00\u6587|\u6587|\u8868\u73fe|\u8a00\u8449|\u8a18\u8ff0|\u7b87\u6240"
    r"|\u6587\u8a00)|\u8fd9(?:\u53e5|\u4e00\u53e5)|\u7684(?:\u8bf4\u6cd5|\u8868\u8ff0))",
    re.IGNORECASE,
)
TITLE = re.compile(
    r"\b(?:titled|entitled|called|named|dubbed|nicknamed|labell?ed|known as|referred to as|film|movie|book|novel|song|poem"
    r"|album|play|series|show|essay|paper|story|"
    r"painting|magazine|journal|documentary|chapter|section|game|band|genannt|titre|titulado"
    r"|appel\u00e9e?)\s?,?\s?(?:as\s)?[\W_]{0,4}$",
    re.IGNORECASE,
)
TERM = re.compile(
    r"(?<![(\[])\b(?:so[- ]called|the (?:term|word|concept|notion|idea|label|category|criterion|aspect|verdict|rating|score"
    r"|grade)s?(?: of| for)?|defined? as|definition of|sense of|"
    r"kind of|sort of|type of|meaning|means|what (?:we|one|is) (?:might |would |could )?calls?(?:ed)?|as in|a|an|rated?"
    r"|rating of|verdict(?: is)?|score of|marked(?: as)?|"
    r"sogenannte[nrs]?|sogenannten|soi-disant|so genannt|llamad[oa])\s?[\W_]{0,4}$",
    re.IGNORECASE,
)
WISHED = re.compile(
    r"\b(?:should|ought|could|would(?! (?:mislead|confuse|lose|cost|cause|let|leave|send|put|have (?:users|people|customers"
    r"|readers|the|a|her|him|them)\b))|must|needs? to|instead of|rather than"
    r"|(?<!does )(?<!do )(?<!is )(?<!are )(?<!much )(?<!far )(?<!works )better|ideally|something like|for example|e\.g\."
    r"|along the lines of|rephrased? (?:as|to)|rewritten (?:as|to)|replaced? (?:by|with)|"
    r"translat\w+|meaning|means|i\.e\.|in english|in other words|paraphrased?|if it (?:had )?said|(?:might|may) (?:be"
    r"|have been)|sollte|w\u00e4re|devrait|deber\u00eda|besser|mieux|mejor)\b[^.!?\n]{0,40}$",
    re.IGNORECASE,
)
DENIED = re.compile(
    r"\b(?:not|never|no|nor|nothing|without|neither|n't|nowhere|isn't|doesn't|don't|didn't|lacks?|omits?|fails?|nicht|kein\w*"
    r"|pas|ne|nunca|ni)\b[^.!?\n]{0,30}$",
    re.IGNORECASE,
)
ADVICE = re.compile(
    r"\b(?:says?|states?|recommends?|advises?|informs?|tells?|suggests?|asks?|would have)\b[^.!?\n\"\u201c\u201d]{0,60}[\"\u201c]?$", re.IGNORECASE
)
QUOTED = re.compile(
    r"\b(?:says?|states?|writes?|with|reads?|claims?|adds?|begins?|starts?|ends?|mentions?|quotes?)\b[\W_]{0,3}(?:that\b)?[\W_]{0,4}$|:\W*$", re.IGNORECASE
)
ARTICLE = re.compile(
    r"\b(?:a|an|the|this|that|its|their|such|usual|classic|typical|familiar|old|same|common|well-known|kind of|sort of)\s[\W_]{0,3}$", re.IGNORECASE
)
MANNER = re.compile(
    r"[\"'\u201d\u2019\u00bb]{1,2}[ -](?:\w+\s)?(?:tone|attitude|approach|advice|style|mentality|feel|feeling|vibe|philosophy"
    r"|mindset|strategy|kind|sort|type|trap|fallacy|"
    r"problem|structure|format|pattern|rule|myth|clich\u00e9|stance|principle|effect|theorem|law|method|model|framework"
    r"|syndrome|paradox|logic|mode|mood|flavou?r|moment|"
    r"thinking|culture|policy|game|trope|narrative|framing|argument|scenario|situation)s?\b",
    re.IGNORECASE,
)
ALL_THERE_IS = re.compile(r"[\"'\u201d\u2019\u00bb]{1,2} (?:is|are|was) (?:the only|all|the sole)\b", re.IGNORECASE)
WRONGLY = re.compile(r"\b(?:should|ought)(?: not|n['\u2019]t) (?:to )?have \w+[^.!?\n]{0,30}$", re.IGNORECASE)
NEVER_SAYS = re.compile(
    r"\b(?:never|nowhere|not|n['\u2019]t) (?:goes? so far as|\w+) to (?:say|state|write|claim|mention|promise)\W*$",
    re.IGNORECASE,
)
OF_REFERENCE = re.compile(r"\b(?:reference(?: answer)?|gold answer|model answer|sample solution)\b[^.!?\n]{0,30}$", re.IGNORECASE)
OPENS = re.compile(r"\b(?:opens?|begins?|starts?|ends?|closes?|says?|writes?|states?)\b[^.!?\n]{0,30}$", re.IGNORECASE)
TURN = re.compile(r"\b(?:since|because|as|but|instead|though|although|whereas|while|however)\b|[,;:](?=\s\w)", re.IGNORECASE)
CONTRASTED = re.compile(r",\s(?:and\s|but\s)?not\s[\"'\u201c\u2018\u201e\u00ab`]{1,2}$", re.IGNORECASE)
TOLD = re.compile(
    r"\b(?:says?|states?|recommends?|advises?|informs?\s\w{1,12}|tells?\s\w{1,12}|claims?"
    r"|and)\sthat\s(?:the\s)?\w{1,14}\s(?:should|must|ought)\b[^.!?\n]{0,30}$",
    re.IGNORECASE,
)
"""What one should do, as the text has it."""
READS = re.compile(r"\bhei(?:\u00df|ss)t\ses\b[^.!?\n]{0,25}$", re.IGNORECASE)
DEFINES = re.compile(r"[\"'\u201d\u2019\u00bb]{1,2}\s+(?:means?|refers?|stands?\s+for|is\b|implies)", re.IGNORECASE)
