"""What can be said to be missing: the words that bound it, that leave it open, and the things that have a form of their own."""

from __future__ import annotations

from judgeaudit.text.quantity_words import word_list

TEXT_NOUNS = (
    r"responses?|repl(?:y|ies)|outputs?|answers?|texts?|messages?|e-?mails?|letters?|assistants?|models?|bots?|chatbots?|ai"
    r"|completions?|candidates?"
    r"|summar(?:y|ies)"
    r"|essays?|stor(?:y|ies)|poems?|articles?|posts?|reviews?|translations?|explanations?|drafts?|items?|submissions?"
    r"|reports?|notes?|documents?"
    r"|agents?|versions?"
    r"|write-?ups?|reasonings?|solutions?|code|programs?|scripts?|functions?|recipes?|lists?|options?|paraphrases?|author"
    r"|writer|speaker|student"
    r"|advisor|description"
    r"|reviewer|extraction|profile|speech|lesson|plan|itinerary|joke|caption|headline|slogan|query|narrator|journalist"
    r"|translator|toast|guide|tutorial"
    r"|resume|bio|json|blog|tweet"
    r"|proposal|analysis|rewrite|outline|feedback|comment|argument|pitch|release|minutes|brochure|advert|ad|cv|application"
    r"|haiku|sonnet|song|lyrics"
    r"|memo|announcement|invitation"
)
"""Words for what is judged, as the inside of a group."""

SOURCE_NOUNS = (
    r"users?|customers?|questions?|prompts?|instructions?|inputs?|quer(?:y|ies)|requests?|passages?|contexts?|references?"
    r"|polic(?:y|ies)|sources?"
    r"|rubrics?|criteri(?:on|a)"
    r"|documents?|articles?|paragraphs?|facts?|dialogues?|conversations?|transcripts?|guidelines?|manuals?|contracts?|gold"
)

PART_NOUNS = (
    r"sentences?|paragraphs?|sections?|lines?|stanzas?|verses?|parts?|half|headings?|titles?|subjects?|introductions?|intro"
    r"|conclusions?|openings?"
    r"|endings?|steps?|bullets?"
    r"|points?|tables?|examples?|definitions?|beginning|end|start|body|footer|header|captions?|outset|abstract|chapters?"
    r"|snippets?|rows?|columns?"
    r"|cells?|clauses?"
)
"""Words for a part of a text: what is not in the part may be elsewhere."""

STOPPERS = frozenset(
    word_list(
        "but because which so although though while whereas when as since if unless even however thus therefore making"
        " leaving despite instead rather"
        " yet then who "
        "whom whose where due only whether hence meaning causing resulting leading given considering just too it they he she"
        " nor provides gives"
        " focuses asks fails"
    )
)
"""Where what is missing ends."""

VERBS = frozenset(
    word_list(
        "is are was were has have had does do did can could will would should may might must be been isn't aren't wasn't"
        " weren't doesn't don't didn't"
        " hasn't lacks "
        "provides gives focuses asks fails uses mentions includes contains states says offers requires makes ends starts"
        " reads goes gets keeps leaves"
        " ignores adds "
        "introduces brings talks shifts shows discusses connects explains describes relates continues takes moves switches"
        " seems feels sounds appears"
        " comes tells suggests creates allows "
        "helps enables expresses acknowledges refers responds addresses follows jumps omits misses changes repeats lists"
        " names cites calls writes"
    )
)
"""Where a noun phrase has turned into a clause."""

OPENERS = frozenset(
    word_list(
        "that how why what when where who whether other except besides beyond apart anything something nothing everything"
        " enough anyone someone more"
        " less much "
        "many few most another else such exactly only outside unless anybody why"
    )
)
"""Words that make what is missing more, or less, than the words after them."""

VAGUE = frozenset(
    word_list(
        "interest interesting new fun excitement enthusiasm energy connection connections link relation relevance emotion"
        " feeling feelings flair"
        " polish rigor rigour specific specifics specifically clear clearly clarity enough sufficient sufficiently adequate"
        " adequately proper properly"
        " correct correctly accurate accurately accuracy detail "
        "details detailed depth context contextual evidence explanation explanations explicit explicitly reason reasons"
        " information info insight"
        " insights structure "
        "structured coherence coherent cohesive nuance nuanced support supporting guidance advice help helpful useful"
        " relevant relevance meaningful"
        " comprehensive "
        "comprehensively thorough full complete concrete actual real direct directly practical actionable additional further"
        " more other important key"
        " crucial "
        "critical necessary required requested essential main major level sense tone warmth empathy creativity creative"
        " originality original"
        " personality quality "
        "variety diversity diverse balance balanced focus emphasis analysis discussion description descriptions"
        " understanding consideration acknowledgement "
        "acknowledgment recognition justification rationale reasoning argument arguments logic answer answers response"
        " responses solution solutions"
        " instruction "
        "instructions question questions task prompt requirement requirements point points aspect aspects element elements"
        " factor factors feature"
        " features thing "
        "things way ways part parts content text output outputs substance engagement consistency conciseness brevity"
        " precision precise specificity "
        "perspective perspectives idea ideas concept concepts background overview summary summaries comparison comparisons"
        " definition exact particular"
        " unique "
        "appropriate suitable good better best strong effective valid valuable interesting engaging concise simple same"
        " different own rest whole"
        " entire every each both "
        "all several multiple various numerous correctness completeness helpfulness aforementioned above following value"
        " added true truth fact facts"
        " issue issues "
        "problem problems topic topics subject matter theme themes plot story narrative kind type types example examples"
        " intended expected desired"
        " actually implications "
        "implication significance importance impact impacts effect effects benefit benefits drawback drawbacks advantages"
        " disadvantages limitations"
        " limitation purpose "
        "goal goals nature role need needs use usage meaning potential possible case cases scenario scenarios approach"
        " method methods strategy "
        "strategies step steps process implementation strategies flow organization readability effort request requests"
        " user's user users any concern"
        " concerns "
        "vivid emotional emotion emotions humor style voice language wording phrase sentence sentences word words claim"
        " claims statement statements"
        " title conclusion introduction "
        "name names number numbers figure figures feedback follow-up knowledge expertise skills diversity opinion opinions"
        " view views side sides"
        " setting settings outcome result results"
    )
)
"""What code cannot tell from the words of a text: judgements, parts of a text, kinds of statement."""

NOUNS = frozenset(
    word_list(
        "statement statements case cases problem problems issue issues number numbers name names step steps section sections"
        " part parts process method"
        " title topic topics theme role point points fact facts "
        "effect effects benefit benefits limitation limitations advantages disadvantages drawbacks setting subject story"
        " need needs use view views"
        " side sides result results concern concerns"
    )
)
"""Those of the vague words that are a thing where other words say which: the paper statement."""
ATTRIBUTES = frozenset(
    word_list(
        "price cost date deadline window policy address fee time limit amount rate size weight age duration location length"
        " height width distance"
        " period quantity "
        "total budget salary percentage temperature speed score rating unit units author source year day month name number"
        " phone email link capacity"
        " population"
    )
)
"""Nouns that can be mentioned without being given."""
