"""Capitalised words that are no names of anything in a text, and the verbs by which a text is said to have a name."""

from __future__ import annotations

from judgeaudit.text.quantity_words import word_list

TITLES = frozenset(["Dr", "Mr", "Mrs", "Ms", "Prof", "St", "Sir", "Lady", "President", "King", "Queen", "Professor", "Doctor"])

_TO = r"\s+(?:the\s+)?(?:\w+\s+)?\w+\s+to"
_ACCORDING = r"ccording\s+to\s+(?:the\s+)?(?:response|reply|answer|text|e-?mail|essay|letter|story|article|summary|it|[abAB])(?:\s+[abAB])?(?=,)"
SPEECH = (
    rf"directs{_TO}|points{_TO}|sends{_TO}|refers{_TO}|guides{_TO}|steers{_TO}|takes{_TO}|invites\s+\w+\s+to"
    r"|mentions?|mentioned|mentioning|names?|named|naming|cites?|cited|citing|references?|referenced|referencing|refers?\s+to|referring\s+to|referred\s+to"
    r"|quotes?|quoting|lists?|listing|includes?|including|brings?\s+(?:up|in)|bringing\s+(?:up|in)|throws?\s+in|hints?\s+at|alludes?\s+to|nods\s+to"
    r"|contains?|containing|calls?|calling|imports?|importing|invokes?|invoking|links?\s+to|linking\s+to|points?\s+to|attributes?|attributing|ascribes"
    r"|credits?|crediting|identifies|identifying|thanks|greets|tags|tagging|praises|praising|lauds|advertises|advertising|promotes|promoting|introduces"
    r"|introducing|discusses|discussing|describes|describing|features|featuring|says?|states?|stating|claims?|claiming|recommends?|recommending|tells|writes"
    r"|talks\s+about|speaks\s+of|addressed\s+to|signed(?:\s+off)?\s+(?:by|as)|signs\s+off\s+as|asserts|given\s+as|sends|promises|advises|reports|announces"
    r"|quoted\s+as|spells|misspells|gives\s+\w+\s+as|opens\s+with|ends\s+with|misreports|misquotes|assumes|supposes|notes\s+that|explains|warns|argues|adds"
    r"|set\s+in|located\s+in|attributed\s+to|credited\s+to|ascribed\s+to|written\s+by|addresses|proposes|suggests|suggesting|compares|likens|draws\s+on"
    r"|places\s+(?:the|it|its|his|her|him|this)\b|locates|situates|sets\s+(?:the|it|its|his|her)\b|relies\s+on|offers|provides|is\s+called"
    rf"|a{_ACCORDING}|A{_ACCORDING}"
)
"""Verbs of citing or possession, as the inside of a group; each begins with a letter, by which the search is quick."""

TOLD = (
    r"says?|states?|stating|claims?|claiming|recommends?|recommending|tells|writes|asserts|promises|advises|reports|announces|sends|assumes|supposes"
    rf"|notes\s+that|explains|warns|argues|adds|a{_ACCORDING}|A{_ACCORDING}"
)
"""Of these, the ones that a whole statement follows."""

USE = r"uses|used|using|defines|returns|gives|answers|has|reads|writes\s+to|opens|saves\s+\w+\s+to|links"
"""Verbs after which only an address or an identifier is said to be there."""

NO_NAMES = frozenset(
    word_list(
        "vice president minister prime secretary senator king queen pope emperor prince princess captain general i a an the it its this that these"
        " those he she they we you his her their our your in on at by for with from to of as and or but if so no not yes all any some one two "
        "three four five both each every other another first second third last final output outputs response responses answer answers assistant"
        " assistants model models "
        "option options choice candidate candidates summary completion a. b. ai llm gpt chatgpt json html css xml yaml sql api url urls faq pdf csv id"
        " ids ok markdown latex ascii "
        "unicode python javascript java typescript rust ruby php bash shell linux windows monday tuesday wednesday thursday friday saturday sunday"
        " january february march april "
        "may june july august september october november december english french german spanish italian portuguese dutch russian chinese japanese"
        " korean arabic hindi latin greek "
        "american british european asian african indian canadian mexican australian irish scottish turkish polish swedish christian muslim jewish"
        " catholic internet web earth god "
        "spring summer autumn fall winter north south east west western eastern northern southern question questions instruction instructions input"
        " prompt context reference "
        "rubric criterion criteria policy article passage document user customer therefore however thus overall while although since because when"
        " where what which who how why also "
        "pass fail true false none yes good bad better best correct incorrect accuracy clarity relevance helpfulness coherence fluency consistency"
        " completeness score rating verdict "
        "step part section chapter table figure item point title introduction conclusion note example task evidence rationale reason criterion tldr"
        " ghz mhz khz kwh mb gb tb yoy qoq mom am"
        " pm ad bc ce bce"
    )
)
"""In lower case: slots, aspects, formats, days, months, languages, nationalities."""

KINDS_OF_NAMES = frozenset(
    word_list(
        "energy clinic act museum museums university institute bank company street road avenue hospital school college center centre park bridge lake"
        " river group foundation association "
        "society inc ltd corp church hotel airport station library theatre theater house law treaty war prize award cup league theorem cycle effect"
        " airlines motors press times post journal "
        "magazine agency council committee commission department ministry board court square tower castle beach island mountain valley café cafe"
        " restaurant bakery shop store market labs "
        "partners industries solutions systems technologies software services insurance pharmacy principle rule method algorithm"
    )
)
"""Last words of names that do not tell one from another."""

PARTS_OF_TEXTS = (
    "mentions?|references?|nods?|hints?|allusions?|notes?|remarks?|comments?|tips?|lines?|story|stories|anecdotes?|asides?|quotes?|quotations?"
    "|citations?|warnings?"
    "|advice|suggestions?|recommendations?|paragraphs?|sentences?|passages?|sections?|details?|descriptions?|account|claims?|statements?|links?|pointers?"
    "|credits?|tributes?|appeal|discussions?|explanations?|digressions?|plugs?|attributions?|dedications?|addition|inclusion|naming|figures?|scenes?"
    "|address|treatment|portrait|research|testimony|statistics?|fact|information|facts"
)
"""Of what a text has, as the inside of a pattern."""

THING_NOUNS = (
    "mentions?|references?|nods?|hints?|allusions?|notes?|remarks?|tips?|anecdotes?|asides?|warnings?|advice|suggestions?|"
    "recommendations?|digressions?|jokes?|sections?|paragraphs?|passages?|sentences?|lines?"
)
"""Of these, the ones that a common thing may follow."""

ROLES = (
    "wife|husband|brother|sister|mother|father|son|daughter|aunt|uncle|cousin|grandmother|grandfather|friend|colleague|neighbour|neighbor|boss|manager"
    "|assistant|villain|hero|heroine|protagonist|antagonist|narrator|character|keeper|detective|inspector|captain|teacher|pupil|doctor|nurse|sailor|fisherman"
    "|shopkeeper|baker|gardener|butler|landlord|landlady|tenant|customer|client|colonel|sergeant|lawyer|mayor|dog|cat|horse|agent|supervisor"
    "|coordinator|organiser"
    "|organizer|chef|waiter|guide|host|hostess|sidekick|rival|lover|fiancé|fiancée|girlfriend|boyfriend|niece|nephew|grandson|granddaughter|stepmother"
    "|stepfather"
    "|auditor|contractor|supplier|provider|vendor|treasurer|chairman|chairwoman|secretary|principal|headmaster|headmistress|spokesman|spokeswoman"
    "|spokesperson"
)
"""Of people in a text, whose names follow."""

SAYINGS = (
    "objections?|remarks?|comments?|quotes?|statements?|contributions?|complaints?|testimony|concerns?|reactions?|reply|replies|speech|lines|role"
    "|appearance|part"
    "|story|character|warnings?|advice|arguments?|proposals?|decision|resignation|apology|promise|email|e-mail|letter|visit|ruling|report|study|budget"
    "|offer|request"
    "|suggestion|criticism|praise|involvement|death|arrival|departure|colleague|wife|husband|family"
)
"""What a person of a text is said to have in it."""

_GROUPS = (
    "Cologne Köln|Munich München|Vienna Wien|Rome Roma|Florence Firenze|Venice Venezia|Milan Milano|Naples Napoli|Turin Torino|Prague Praha|Warsaw Warszawa"
    "|Copenhagen København|Lisbon Lisboa|Geneva Genève Genf|Zurich Zürich|Brussels Bruxelles Brussel Brüssel|Nuremberg Nürnberg|Seville Sevilla|Moscow"
    " Moskau Moskva"
    "|Beijing Peking|Mumbai Bombay|Kyiv Kiev|Athens Athen|Hanover Hannover|Antwerp Antwerpen|Ghent Gent|Bruges Brugge|Germany Deutschland|Spain"
    " España|Italy Italia"
    "|Austria Österreich|Switzerland Schweiz Suisse|France Frankreich|Netherlands Holland|Czechia Tschechien|Bavaria Bayern|Saxony Sachsen|Tuscany Toscana"
    "|Bill William Will Billy|Bob Robert Rob Bobby|Jim James Jimmy|Tom Thomas Tommy|Kate Katherine Catherine Kathryn Katie|Liz Elizabeth Beth"
    " Lizzie|Mike Michael"
    "|Dave David|Steve Steven Stephen|Joe Joseph|Ed Edward Eddie Ted|Tony Anthony|Ben Benjamin|Sam Samuel Samantha|Alex Alexander Alexandra|Nick"
    " Nicholas|Chris"
    " Christopher Christine|Matt Matthew|Andy Andrew|Dan Daniel Danny|Jack John Johnny|Sue Susan|Jen Jennifer|Meg Margaret Maggie|Fred Frederick|Greg"
    " Gregory|Pete Peter"
    "|Corona COVID Covid|America US USA U.S.|Britain UK U.K.|England UK|Europe EU|Soviet USSR|Xmas Christmas|Twitter X|Facebook Meta|Google Alphabet"
)
_LONG = (
    ("United States", "US USA U.S. America"),
    ("United Kingdom", "UK U.K. Britain British"),
    ("Great Britain", "UK Britain British"),
    ("European Union", "EU E.U."),
    ("United Nations", "UN U.N."),
    ("New York", "NYC N.Y."),
    ("Los Angeles", "LA L.A."),
    ("Second World War", "WWII WW2"),
    ("First World War", "WWI WW1"),
    ("World War II", "WWII WW2"),
    ("World War I", "WWI WW1"),
)


def _other_names() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for group in _GROUPS.split("|"):
        for name in group.split():
            found[name] = (*found.get(name, ()), *(other for other in group.split() if other != name))
    return found | {name: tuple(others.split()) for name, others in _LONG}


OTHER_NAMES = _other_names()
"""A name to what else the same place, person or firm is called."""
