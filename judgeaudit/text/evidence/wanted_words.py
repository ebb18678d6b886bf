"""What can be said to be missing: the words that bound it, that leave it open, and the things that have a form of their own."""

from __future__ import annotations

import re

from judgeaudit.text.quantity_words import word_list

TEXT_NOUNS = (
    r"responses?|repl(?:y|ies)|outputs?|answers?|texts?|messages?|e-?mails?|letters?|assistants?|models?|bots?|chatbots?|ai|completions?|candidates?"
    r"|summar(?:y|ies)"
    r"|essays?|stor(?:y|ies)|poems?|articles?|posts?|reviews?|translations?|explanations?|drafts?|items?|submissions?|reports?|notes?|documents?"
    r"|agents?|versions?"
    r"|write-?ups?|reasonings?|solutions?|code|programs?|scripts?|functions?|recipes?|lists?|options?|paraphrases?|author|writer|speaker|student"
    r"|advisor|description"
    r"|reviewer|extraction|profile|speech|lesson|plan|itinerary|joke|caption|headline|slogan|query|narrator|journalist|translator|toast|guide|tutorial"
    r"|resume|bio|json|blog|tweet"
    r"|proposal|analysis|rewrite|outline|feedback|comment|argument|pitch|release|minutes|brochure|advert|ad|cv|application|haiku|sonnet|song|lyrics"
    r"|memo|announcement|invitation"
)
"""Words for what is judged, as the inside of a group."""

SOURCE_NOUNS = (
    r"users?|customers?|questions?|prompts?|instructions?|inputs?|quer(?:y|ies)|requests?|passages?|contexts?|references?|polic(?:y|ies)|sources?"
    r"|rubrics?|criteri(?:on|a)"
    r"|documents?|articles?|paragraphs?|facts?|dialogues?|conversations?|transcripts?|guidelines?|manuals?|contracts?|gold"
)

PART_NOUNS = (
    r"sentences?|paragraphs?|sections?|lines?|stanzas?|verses?|parts?|half|headings?|titles?|subjects?|introductions?|intro|conclusions?|openings?"
    r"|endings?|steps?|bullets?"
    r"|points?|tables?|examples?|definitions?|beginning|end|start|body|footer|header|captions?|outset|abstract|chapters?|snippets?|rows?|columns?"
    r"|cells?|clauses?"
)
"""Words for a part of a text: what is not in the part may be elsewhere."""

STOPPERS = frozenset(
    word_list(
        "but because which so although though while whereas when as since if unless even however thus therefore making leaving despite instead rather"
        " yet then who "
        "whom whose where due only whether hence meaning causing resulting leading given considering just too it they he she nor provides gives"
        " focuses asks fails"
    )
)
"""Where what is missing ends."""

VERBS = frozenset(
    word_list(
        "is are was were has have had does do did can could will would should may might must be been isn't aren't wasn't weren't doesn't don't didn't"
        " hasn't lacks "
        "provides gives focuses asks fails uses mentions includes contains states says offers requires makes ends starts reads goes gets keeps leaves"
        " ignores adds "
        "introduces brings talks shifts shows discusses connects explains describes relates continues takes moves switches seems feels sounds appears"
        " comes tells suggests creates allows "
        "helps enables expresses acknowledges refers responds addresses follows jumps omits misses changes repeats lists names cites calls writes"
    )
)
"""Where a noun phrase has turned into a clause."""

OPENERS = frozenset(
    word_list(
        "that how why what when where who whether other except besides beyond apart anything something nothing everything enough anyone someone more"
        " less much "
        "many few most another else such exactly only outside unless anybody why"
    )
)
"""Words that make what is missing more, or less, than the words after them."""

VAGUE = frozenset(
    word_list(
        "interest interesting new fun excitement enthusiasm energy connection connections link relation relevance emotion feeling feelings flair"
        " polish rigor rigour specific specifics specifically clear clearly clarity enough sufficient sufficiently adequate adequately proper properly"
        " correct correctly accurate accurately accuracy detail "
        "details detailed depth context contextual evidence explanation explanations explicit explicitly reason reasons information info insight"
        " insights structure "
        "structured coherence coherent cohesive nuance nuanced support supporting guidance advice help helpful useful relevant relevance meaningful"
        " comprehensive "
        "comprehensively thorough full complete concrete actual real direct directly practical actionable additional further more other important key"
        " crucial "
        "critical necessary required requested essential main major level sense tone warmth empathy creativity creative originality original"
        " personality quality "
        "variety diversity diverse balance balanced focus emphasis analysis discussion description descriptions understanding consideration acknowledgement "
        "acknowledgment recognition justification rationale reasoning argument arguments logic answer answers response responses solution solutions"
        " instruction "
        "instructions question questions task prompt requirement requirements point points aspect aspects element elements factor factors feature"
        " features thing "
        "things way ways part parts content text output outputs substance engagement consistency conciseness brevity precision precise specificity "
        "perspective perspectives idea ideas concept concepts background overview summary summaries comparison comparisons definition exact particular"
        " unique "
        "appropriate suitable good better best strong effective valid valuable interesting engaging concise simple same different own rest whole"
        " entire every each both "
        "all several multiple various numerous correctness completeness helpfulness aforementioned above following value added true truth fact facts"
        " issue issues "
        "problem problems topic topics subject matter theme themes plot story narrative kind type types example examples intended expected desired"
        " actually implications "
        "implication significance importance impact impacts effect effects benefit benefits drawback drawbacks advantages disadvantages limitations"
        " limitation purpose "
        "goal goals nature role need needs use usage meaning potential possible case cases scenario scenarios approach method methods strategy "
        "strategies step steps process implementation strategies flow organization readability effort request requests user's user users any concern"
        " concerns "
        "vivid emotional emotion emotions humor style voice language wording phrase sentence sentences word words claim claims statement statements"
        " title conclusion introduction "
        "name names number numbers figure figures feedback follow-up knowledge expertise skills diversity opinion opinions view views side sides"
        " setting settings outcome result results"
    )
)
"""What code cannot tell from the words of a text: judgements, parts of a text, kinds of statement."""

NOUNS = frozenset(
    word_list(
        "statement statements case cases problem problems issue issues number numbers name names step steps section sections part parts process method"
        " title topic topics theme role point points fact facts "
        "effect effects benefit benefits limitation limitations advantages disadvantages drawbacks setting subject story need needs use view views"
        " side sides result results concern concerns"
    )
)
"""Those of the vague words that are a thing where other words say which: the paper statement."""
ATTRIBUTES = frozenset(
    word_list(
        "price cost date deadline window policy address fee time limit amount rate size weight age duration location length height width distance"
        " period quantity "
        "total budget salary percentage temperature speed score rating unit units author source year day month name number phone email link capacity"
        " population"
    )
)
"""Nouns that can be mentioned without being given."""

_MONTHS = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
KINDS: tuple[tuple[str, str, str], ...] = (
    (
        r"(?:tele)?phone(?: number)?s?|contact numbers?|numbers? to call|mobile numbers?|(?:customer )?hotlines?",
        r"(?<![\w.])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,5}\)|\d{2,5})[ ./-]?\d{3,4}[ .-]?\d{3,5}(?!\w)|(?<![\w.-])\d{3}-\d{4}(?![\w-])|\bext(?:ension"
        r"|\.)?\s?\d{3,5}\b|\b(?:call|phone|tel|ring|dial)\b[^\n\d]{0,25}\d[\d ./()-]{4,16}\d",
        "phone number",
    ),
    (r"(?:contact )?e-?mails?(?: address(?:es)?)?", r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,40}", "e-mail address"),
    (
        r"(?:any )?(?:hyper)?links?|urls?|web ?(?:site|page|address)(?:es|s)?|web links?",
        r"https?://\S{2}|(?<![\w@])www\.\w|(?<![\w@.])[\w-]{2,40}\.(?:com|org|net|io|gov|edu)\b",
        "link",
    ),
    (
        r"prices?|dollar amounts?|price tags?|monetary amounts?",
        r"[$€£¥]\s?\d|\d\s?[$€£¥]|\b\d[\d.,]{0,12} ?(?:dollars?|euros?|pounds?|usd|eur|gbp|cents?|yen)\b",
        "price",
    ),
    (
        r"(?:specific |exact )?(?:calendar )?dates?",
        rf"\b{_MONTHS}\.? \d{{1,2}}(?:st|nd|rd|th)?\b|\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTHS}\b|\b\d{{4}}-\d\d-\d\d\b"
        rf"|\b\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}}\b",
        "date",
    ),
    (
        r"(?:(?:opening|initial|friendly|polite|formal|proper) )?(?:greetings?|salutations?)|greet(?:s|ed|ing)?(?: (?:the )?(?:customer|user|reader"
        r"|client))?",
        r"\A\W{0,5}(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|welcome)\b",
        "greeting",
    ),
    (
        r"apolog(?:y|ies|i[sz]e[sd]?|i[sz]ing)|(?:an )?apology",
        r"\b(?:apologi[sz]e|apologi[sz]ing|apolog(?:y|ies)|i['’]m (?:so |very |really )?sorry|we['’]?(?:a?re)? (?:so |very |really |truly )?sorry|so"
        r" sorry|am (?:so |very )?sorry|sorry (?:for|about|to hear|that))\b",
        "apology",
    ),
    (r"(?:bullet(?:ed)?[ -]?(?:points?|lists?)|bullets?)", r"(?m)^[ \t]{0,8}[-*•‣▪●][ \t]+\S", "bullet point"),
    (r"(?:numbered|ordered) lists?|numbering", r"(?m)^[ \t]{0,8}1[.)][ \t]+\S[^\n]{0,2000}\n(?:[^\n]{0,400}\n){0,6}[ \t]{0,8}2[.)][ \t]+\S", "numbered list"),
    (
        r"code(?: (?:block|snippet|example|sample)s?)?",
        r"```|(?m:^[ \t]{0,8}(?:def|class|import|function|public|const|for|if|#include)\b.{0,80}[:;{(>])",
        "code",
    ),
    (r"emojis?|emoticons?", "[\U0001f300-\U0001faff\u2600-\u27bf]", "emoji"),
    (r"question marks?", r"\?", "question mark"),
    (r"(?:email )?subject lines?", r"(?im)^\W{0,4}(?:subject|betreff|re):\s*\S", "subject line"),
    (
        r"(?:intermediate |calculation )(?:steps|calculations|workings?|results?)|working(?:s| out)?|calculations?",
        r"\d[^\n.=]{0,12}\s?[-+*/×÷·−]\s?[^\n.=]{0,12}\d[^\n=]{0,12}=\s?\S|%\s(?:of|von)\s\S{1,12}.{0,4}\s(?:is|=)",
        "calculation",
    ),
    (
        r"how many (?:people|persons|servings|portions|guests)\b.{0,30}|(?:the )?number of (?:servings|portions)|serving sizes?",
        r"\bserv(?:es?|ings?|ing size)\b.{0,12}\d|\bfor (?:\d|two|four|six|eight)\w{0,3} (?:people|persons|guests)|\d (?:servings|portions)\b",
        "number of servings",
    ),
    (r"(?:chemical |mathematical |balanced )?(?:equations?|formulas?|formulae)", r"\w\s?(?:=|→|->|⟶)\s?[\w(]", "formula"),
    (r"(?:the )?calories?(?: counts?| content)?", r"\d ?k?cal\b|\bcalories?\b", "calorie count"),
    (r"exclamation (?:marks?|points?)", r"!", "exclamation mark"),
    (r"percentages?|per cent figures?", r"\d ?(?:%|percent\b|per cent\b)", "percentage"),
    (r"(?:any )?(?:numbers?|digits?|numerals?|figures?|statistics|numerical data|numeric(?:al)? values?)(?: at all)?", r"\d", "number"),
    (
        r"sign-?offs?|(?:closing|complimentary) (?:salutations?|lines?|remarks?|greetings?)|closings?|valedictions?",
        r"\b(?:(?:best|kind|warm|warmest|kindest) (?:regards|wishes)|regards,|sincerely|yours (?:truly|faithfully)|cheers,)",
        "sign-off",
    ),
    (
        r"thank(?:s|ed|ing)?(?:[ -]you)?(?: (?:the )?(?:customer|user|reader|client)(?: for [\w ]{1,40})?)?|thank-?yous?|thanks",
        r"\b(?:thank you|thanks|thank(?:ing)? (?:them|him|her|the))\b",
        "thanks",
    ),
    (r"(?:any )?(?:direct speech|dialogues?|spoken dialogue|quoted speech)", r"[\"“][^\"”\n]{2,300}[\"”]", "direct speech"),
    (r"where .{1,40}\b(?:takes? place|is held|will be held|happens|is located|meets?)", r"\b(?:at|in) (?:the )?[A-Z][a-z]+", "place"),
    (
        r"when .{1,40}\b(?:can|could|will|may) (?:begin|start|join)|(?:a |the )?(?:start(?:ing)? date|availability)",
        r"\b(?:available|start|begin|join)\w{0,3}\b[^.\n]{0,40}(?:\d|immediately|january|february|march|april|may|june|july|august|september|october"
        r"|november|december)",
        "start date",
    ),
    (
        r"deadlines?|due dates?",
        r"\b(?:by|before|until|no later than) (?:the )?(?:end of|next|mon|tues|wednes|thurs|fri|satur|sun|tomorrow|tonight|midnight|noon|\d|jan|feb"
        r"|mar|apr|may|june|july|aug|sep|oct|nov|dec)|\bwithin (?:\d|two|three|four|five|six|seven|ten|fourteen|thirty)\w* ?(?:hours|days|weeks|months"
        r"|business)|\bdue (?:on|by|date)|\bdeadline",
        "deadline",
    ),
)
"""What is missing (whole), the form that it has in a text, and the word for it."""

SURE_KINDS = frozenset(word for _, _, word in KINDS) - {"code", "numbered list", "formula", "deadline", "start date"}
"""Where the form is there, the thing is."""
EXAMPLE = re.compile(r"(?:any |an )?(?:examples?|instances?|illustrations?)\Z", re.IGNORECASE)
EXAMPLE_CUE = re.compile(r"\b(?:for example|for instance|e\.g\.)", re.IGNORECASE)
