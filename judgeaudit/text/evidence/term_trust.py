"""Which of the recognisers of things prove that a thing is there, and which only hint at it, as data for `term_proofs` and `topics`.

Many words go with a thing in one text and with another in the next: a date, "careful", "college", "instead of". What hints at a thing keeps a claim
that it is absent from being called true; it never makes the claim false.
"""

from __future__ import annotations

SURE_ROWS = frozenset(
    line.strip()
    for line in """
    number of servings; allergen; preheating; seasoning; egg size; !dose; pregnancy; medical help; taking it with food; opening hours; closing day
    public transport; !date; entry fee; !cost; contact; vote; winner; red card; victim; injured; quote; referee; overhydration; rain; children
    altitude; storage; cooling the eggs; maximum dose; dosing frequency; oven temperature; cooking time; start time; application deadline
    start date; extraordinary circumstances; overnight accommodation; diameter; frozen meat; timer; dividend; credit check; drop-out
    study design; confidence interval; sample; photography; backup code; two-factor authentication; appeal; childcare; hr address; hashtag
    bullet points; headings; steps; table; bold; word count; keyword; currency; change of address; chemical equation; oxygen
    carbon dioxide; chlorophyll; religion; taxes; home office; overtime; probation; data protection; rollback; version number; log file
    health check; caching; regular expression; birthplace; birth date; lifespan; academic title; award; statute; !source; question; regret; thanks
    welcome; sign-off; sender's name; invitation to return; reference number; refund; voucher; right to complain; notice period
    animals barred; withholding rent; eviction; docstring; comment; type hint; test; error handling; time complexity; null; memory
    storage space; graphics card; warranty; example call; import; return value; parameter; encoding; logging; backup; formula; calculation; unit
    sun; sunset; white light; wind; vaccination; vet; soil; tax; payment method; landlord; deposit; language skill; attachment; offer of help
    shortcut; tool tip; restart; inflation cap; genre; colour; number of people affected; disclaimer; sanction; exception
    side effect; broken lift; teacher; counterargument; final score; new role; former employer; mobility; ceo; engineer; limit clause; booking; !deadline
    funding source; age limit; way to get in touch; population
    """.replace("\n", ";").split(";")
    if line.strip()
)
"""First names of the rows of `term_concepts` whose form is the thing itself."""

TIES = {
    "oven temperature": r"\b(?:oven|bak(?:e|es|ed|ing)|roast\w*|pre-?heat\w*|gas mark|heat the|(?:low|medium|high)(?:-high|-low)? heat)\b",
    "cooking time": r"\b(?:cook|bak|boil|simmer|fry|fri|roast|grill|steam|stew|oven|slow|on low|on high)\w*",
    "maximum dose": r"\b(?:\d ?(?:mg|mcg|µg|ml|g)|tablets?|capsules?|dos(?:e|es|age)|a day)\b",
    "dosing frequency": r"\b(?:\d ?(?:mg|mcg|µg|ml)|tablets?|capsules?|dos(?:e|es|age|ing)|tak(?:e|en|ing)|feed\w*|water\w*)\b",
    "application deadline": r"\b(?:appl(?:y|ies|ication|ications|icants?)|cv|résumé|send|submit\w*|request\w*)\b",
    "start time": r"\b(?:start\w*|begin\w*|doors|kick\w*)\b",
    "colour": r"\b(?:colou?rs?|shades?|choose|comes? in|available in|finish\w*)\b",
    "exception": r"\b(?:except\w*|exempt\w*|apart from|excluding|save for|unless|count|refuse|apply)\b",
    "inflation cap": r"\bcap(?:ped)?\b|\binflation\b",
    "genre": r"\b(?:book|novel|film|story|memoir|movie|series|thriller|play|read)\b",
    "funding source": r"\b(?:fund\w*|financed|sponsor\w*|paid for by)\b",
    "age limit": r"\b(?:\d+ or (?:over|older)|over \d+s?|aged \d+|under-?\d+s?|adults only|years)\b",
    "sanction": r"\b(?:penalt\w+|free kick|punish\w+|sanction\w*|fine[ds]?|ban(?:ned)?|card)\b",
    "!deadline": r"\b(?:no later than|due (?:on|by|in)|deadline|at the latest|(?:you|they) have|must|ha(?:s|ve) to|appl(?:y|ications?)|submit\w*|register)\b",
    "side effect": r"\b(?:side effects?|may cause|can cause|can make you|adverse)\b",
    "broken lift": r"\b(?:the|an?|no|our|your|its) (?:\w+ )?(?:lift|elevator)s?\b",
    "public transport": r"\b(?:tram\w*|bus(?:es)?|metro|subway|underground|ferry|public transport|by train|trains run|take the train|shuttle)\b",
    "medical help": r"\b(?:see|call|contact|consult|ask|visit|speak|talk|seek|go to|tell|ring|advice|help|attention|unless|999|911|112|111)\b",
    "error handling": r"\b\w*errors?\b|\btry\b|`|\b(?:raises?|throws?) (?:when|if|an?)\b",
    "opening hours": (
        r"\bopen(?:s|ing)?\b[^.\n]{0,25}(?:\b(?:daily|(?:mon|tues|wednes|thurs|fri|satur|sun)\w*|from|until|till|noon"
        r"|past)\b|\d ?(?:am|pm)\b)|round the clock|24/7|24 hours"
    ),
    "storage": r"\b(?:stor(?:e|ed|ing|age)|keeps?|airtight|refrigerate)\b",
    "winner": r"\b(?:won(?!['’])|wins|winner|champion\w*|defeat\w*|first place|victor\w*)\b|\bbeat (?-i:[A-Z])",
    "sample": r"\b(?:stud(?:y|ies)|trial|survey|sample|participants|respondents|volunteers|subjects|randomi[sz]ed)\b",
    "payment method": r"\b(?:pay(?:ment|ments|able|s|ing)?|checkout)\b",
    "language skill": r"\b(?:speak\w*|fluent\w*|languages?|skills?|native|bilingual|written in)\b",
    "notice period": r"\b(?:days?|weeks?|months?)['’]?s? (?:written )?notice\b|\bnotice (?:period|of)\b|\bgive\b.*\bnotice\b",
    "contact": r"@|\d{3}|\bext(?:ension)?\b|\bwww\.|\btell (?-i:[A-Z])",
    "way to get in touch": r"@|\d{3}|\bext(?:ension)?\b|\bwww\.",
    "change of address": (
        r"\b\d{1,4}[a-z]? (?-i:[A-Z])\w+ (?:street|st|road|rd|avenue|ave|lane|drive|square|place|way)\b|\w(?:stra(?:ß"
        r"|ss)e|gasse|weg|platz) \d"
    ),
    "teacher": r"\b(?:taught by|trained (?:with|under|by)|studied (?:with|under)|pupil of|student of|apprentic\w+)\b",
    "counterargument": r"\b(?:other side|opponents?|critics?|on the other hand|admittedly|objections?|sceptics|against it|counter-?arguments?)\b",
    "final score": r"\b(?:beat|won|wins?|drew|lost|defeat\w*|victory|match|scor\w+|final)\b",
    "new role": r"\bjoin(?:ed|ing)\b.*\bas\b|\b(?:appointed|promoted|new (?:role|job|position)|starting as)\b",
    "former employer": r"\byears? at (?-i:[A-Z])|\b(?:previously|formerly) (?:at|with|worked)\b|\btime at (?-i:[A-Z])",
    "mobility": r"\b(?:steep|no lift|knees?|step-free|wheelchairs?|accessib\w+|mobility|walking difficulties|pushchairs?)\b",
    "ceo": r"\b(?-i:CEO)\b|\bchief executive\b|\bmanaging director\b",
    "engineer": r"\b(?:engineer|designer|architect),? (?-i:[A-Z])",
    "limit clause": r"\b(?-i:LIMIT) \d|\blimit clause\b|\btop \d",
    "booking": r"\bbook(?:ed|ing|ings)?\b.*\b(?:ahead|advance|online|early|before)\b|\breserv\w+|\bpre-?order|\btickets? online\b",
    "disclaimer": r"\badvice\b|\bsubstitute\b|\binformation\b",
}
"""Rows of which the form is a proof only in a sentence that speaks of the thing: minutes are a cooking time beside "bake"."""

HINTS = frozenset(
    name.strip()
    for name in """
    job; employment; contract; agreement; bug; ticket; admission; entrance fee; replacement; exchange; error handling; exception handling
    family; foreign language; language; delivery; delivery time; fee; charge; fine; penalty; weather; oven temperature; baking temperature
    cooking time; baking time; law; legislation; comment; code comment; inline comment; speed; performance; efficiency; edge case; fire
    teamwork; collaboration; leadership; education; qualification; degree; conclusion; closing statement; parking; car park; internet
    safety; safety precaution; professional; expert; school; money; payment; loss; growth; interest rate; battery life; security; naming
    variable name; disclaimer; source; reference; citation; warning; pain; cold; age; luggage
    stress; exercise; physical activity; sugar; sweetener; nut; hydration; drinking water; complexity; war; conflict; developer; builder; profit
    increase; rise; decrease; decline; drop; fall; compensation; supplement; direct speech; dialogue; type hint; type annotation; wind; noise
    """.replace("\n", ";").split(";")
    if name.strip()
)
"""Topics of `term_topics` whose words often speak of something else."""

SURE_EVERYDAY = frozenset(
    name.strip()
    for name in """
    disabled access; taxi; cab; airport; airport transfer; emergency number; blood thinner; anticoagulant; ice bath
    herb; wine pairing; visa; gratuity; glove; protective glove; written permission; permission in writing; written consent
    get permission in writing; getting permission in writing; lawyer; solicitor; attorney; legal help; founder; rest day; photosynthesis; social media
    instalment; installment; payment plan; renewal; auto-renewal; automatic renewal; caffeine; rabies; spice; gravity; gravitational force
    gravitational pull; gravitation; moon; role of the moon; role of the sun; security deposit; wildlife; quarantine; airline; order reference
    tracking link; emergency service; disabled access; warm-up; warming up; warm up; cross-training; cross training; rhyme; rhyme scheme
    null check; recursion; space complexity; router placement; changing the frequency; sleep; collar; microchip; drainage; free trial
    acknowledgement of feelings
    getting the money back; way to contact
    """.replace("\n", ";").split(";")
    if name.strip()
)
"""Topics of `term_everyday` whose words speak of little else; the others are hints."""
