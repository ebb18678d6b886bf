"""What answers a question that a text is said to leave open: when, where, who, how much, how long, why."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judgeaudit.text.quantity_words import word_list

_MONTH = r"(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_N = (
    r"(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty|thirty|forty|fifty"
    r"|sixty|ninety|an?|half an?"
    r"|several|a (?:few|couple of))"
)
_UNIT = (
    r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|h|(?:working |business )?days?|nights?|weeks?|weekends?|fortnights?"
    r"|months?|years?|decades?|centur(?:y|ies))"
)
CLOCK = (
    r"\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:a\.?m\b|p\.?m\b|o['’]clock)|\b(?:noon|midday|midnight)\b|\bhalf[ -]past\b"
    r"|\bquarter (?:to|past)\b"
    r"|\b(?:at|from|by|until|till|before|after|around) (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve)\b(?! (?:euros?|dollars?|%))"
)
TIME = (
    rf"{CLOCK}|\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}\b|\b{_MONTH} \d|\b(?:in|from|by|since|until|till|late|early|mid-?"
    rf"|this|next|last|of|before|after) {_MONTH}\b"
    rf"|\b{_DAY}\b|\b(?:1[0-9]|20)\d\d\b|\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}}|\b(?:today|tomorrow|tonight|yesterday"
    rf"|immediately|straight away|right away|at once)\b"
    rf"|\b(?:in|within|after|before|for|every|until) (?:about |around |the (?:next|first|last) )?{_N}(?:[ -](?:to|or"
    rf"|and)[ -]\S+|[-–]\d+)?[ -]{_UNIT}\b|\b{_N} {_UNIT} (?:ago|later|before|after|earlier)\b"
    r"|\b(?:next|last|this|every|the following|in the|at the end of|later that) (?:week|month|year|spring|summer|autumn|fall"
    r"|winter|morning|afternoon|evening|day|quarter)\b"
)
WHEN = rf"{TIME}|\b(?:as soon as|once|when|until|before|after|whenever)\s+(?:you|the|it|your|we|they|a|an|she|he|symptoms)\b"
"""A time, or what has to happen before."""
DURATION = (
    rf"\b{_N}(?:½|¼)?(?: ?(?:to|or|and|-|–) ?(?:\d[\d.,]*|\w+))?(?: an?d? half)?(?:[ -](?:more|full|further|whole))?[ -]?{_UNIT}\b"
    r"|\bovernight\b|\bhalf an hour\b|\ball (?:day|night)\b"
)
FREQUENCY = (
    rf"\bevery (?:other )?(?:{_N} |few )?(?:to \w+ |or \w+ )?(?:{_UNIT}|day|night|morning|evening|{_DAY}|time|meal)\b"
    rf"|\b(?:once|twice|{_N} times|\d+ ?x)\b"
    r"|\b(?:daily|hourly|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually|regularly)\b|\b(?:a|per|each) (?:day"
    r"|week|month|year|hour)\b"
)
MONEY = (
    r"[$€£¥]\s?\d|\d\s?[$€£¥]|\b\d[\d.,]*\s?(?:million |billion |thousand |m |bn )?(?:dollars?|euros?|pounds?|usd|eur|gbp|chf"
    r"|cad|cents?|pence|yen|kroner|francs?)\b"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|fifty|hundred)[ -](?:dollars?|euros?"
    r"|pounds?|cents?)\b"
    r"|\b(?:free of charge|for free|(?:is|are|be|it['’]s) free|no (?:extra )?(?:charge|cost))\b"
)
NUMBER = (
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|dozens?|hundreds?"
    r"|thousands?|half|third|pair"
    r"|couple|single|one|none)\b"
)
LENGTH = r"\d ?(?:-|x|×)?\s?(?:\d+ ?)?(?:[cmk]?m|inch(?:es)?|in|ft|feet|foot|miles?|(?:centi|kilo)?met(?:re|er)s?|yards?|km|hectares?)\b|\d ?[\"”]"
DOSE = r"\d ?(?:mg|mcg|µg|ml|g|iu|units?|tablets?|capsules?|drops?|puffs?)\b|\b(?:one|two|half a) (?:tablets?|capsules?|teaspoons?|puffs?|drops?)\b"
AGE = r"\baged? \d|\d years? old|\b\d{1,3}-years?-old|\bage of \d|\b(?:over|under)[ -]?\d\d?s?\b|\bat \d{1,2}\b(?=[,.])|\b\d+ or (?:over|older)\b"
WEIGHT = r"\d ?(?:kg|kilo\w*|g|grams?|lb|lbs|pounds?|ounces?|oz|tonnes?|tons?)\b"
SHARE = r"\d ?%|\d ?per ?cent\b|\b(?:half|a third|a quarter|two thirds)\b|[$€£]\s?\d|\d ?(?:euros?|pounds?|dollars?)\b"
CAPACITY = r"\d ?(?:ml|cl|litres?|liters?|l|gb|tb|mah|kwh|people|seats?|guests|passengers|visitors|cups|cubic \w+)\b"
TEMPERATURE = r"\d ?°|°[CF]\b|\bdegrees?\b|\bgas mark\b|\b\d+ ?[CF]\b|\b(?:low|medium|high|moderate)[ -]heat\b|\broom temperature\b"
CAUSE = (
    r"\b(?:because|since|as a result|so that|due to|owing to|thanks to|caus(?:e|es|ed|ing)|leads? to|led to|result(?:s"
    r"|ed)? in|in order to|otherwise"
    r"|therefore|thus|hence|reasons?|prevents?|blam(?:e|ed|ing)|which is why|that['’]s why|protects?|for fear|to (?:avoid"
    r"|prevent|protect|keep|reduce))\b"
)
WAY = (
    r"\bby \w+ing\b|\b(?:via|using)\b|(?:^|[.!?:;,]\s|\*\s|\d[.)]\s|\band |\bthen |\bto [^.\n]{3,40}, )(?:click|open|go to"
    r"|select|enter|call|write|send|visit|press|put|add|tap|type"
    r"|run|set|fill|e-?mail|bring|drop|log|turn|remove|choose|pull|push|hold|rinse|wipe|soak|wash|mix|stir|pour|cut|use|take"
    r"|keep|place)\b"
)
CONTACT = (
    r"@|https?:|\bwww\.|\d{3}[- ]?\d{3,}|\b(?:extension|ext\.?) ?\d"
    r"|\b(?:call|ring|phone|e-?mail|write to|contact|tell|ask|desk|hotline|helpline|reach|get in touch|turn to)\b"
)
PLACE = (
    r"\b(?:at|in|on|from|near|behind|outside|inside|opposite|next to|beside|under|to|into|via|through|along|across)"
    r" (?:(?:(?:the|your|our|its|their|a|an|his|her) (?!(?:end|first|last|next|future|past|morning|evening|afternoon|night|year|week|month|day|time"
    rf"|case|event|moment|meantime|summer|winter|spring|autumn|\d)\b)[a-z]{{3,}})|(?!{_MONTH}|{_DAY})(?-i:[A-Z])\w+)"
)
NAMED_PLACE = r"\b(?:at|in|near|behind|outside|opposite|next to|beside|from) (?:the |our )?(?:\w+ (?:behind|of|at|near|in) )?(?:the )?[A-Z][\w.]+"


@dataclass(frozen=True, slots=True)
class Question:
    """A question by the way it begins, or by the noun that stands for it.

    Attributes
    ----------
    name : str
    clause, noun : re.Pattern
        How it begins; which noun asks it ("duration").
    answer : re.Pattern
        What a text that answers it has.
    alone : bool
        Whether that is an answer wherever it stands, if nothing else is asked.
    """

    name: str
    clause: re.Pattern[str]
    noun: re.Pattern[str]
    answer: re.Pattern[str]
    alone: bool


def _question(name: str, clause: str, noun: str, answer: str, *, alone: bool = True) -> Question:
    return Question(
        name,
        re.compile(rf"(?:{clause})(?!\w)", re.IGNORECASE),
        re.compile(rf"(?:{noun})\Z", re.IGNORECASE),
        re.compile(answer, 0 if answer is NAMED_PLACE else re.IGNORECASE),
        alone,
    )


_SAY = r"(?:at|from|by|until|since|on|in|to|for|of|with)?\s*"
QUESTIONS = (
    _question(
        "a time of day",
        rf"{_SAY}what time|what hours?",
        r"(?:start(?:ing)?|end(?:ing)?|opening|closing|finish(?:ing)?|departure|arrival|check-?(?:in|out)|meeting|kick-?off"
        r"|collection|pick-?up) times?|time of day"
        r"|opening hours|business hours|office hours",
        CLOCK,
    ),
    _question(
        "a duration",
        rf"{_SAY}how (?:much longer|long|many (?:minutes|hours|days|weeks|months|years))",
        r"duration|length of time|time ?(?:frame|span|limit)|\w+ing time|(?:\w+ )?period",
        DURATION,
    ),
    _question(
        "a frequency", r"how (?:often|frequently|regularly|many times)", r"frequency|(?:dosing|dosage) (?:interval|schedule|frequency)|interval", FREQUENCY
    ),
    _question(
        "a price",
        rf"{_SAY}how much(?= .{{0,60}}\b(?:cost|pay|paid|charge|worth|price|money|fee|earn|save|owe|refund|is due)\w*\b)"
        rf"|what .{{1,50}}\bcosts?|how (?:expensive|cheap)",
        r"(?:\w+ )?(?:prices?|costs?|fees?|charges?|fares?|rent|salary|wages?|pricing|prices? range|fine|budget|price tag"
        r"|tuition|premium|sum|fares)",
        MONEY,
    ),
    _question("a temperature", r"(?:at )?(?:what|which) temperature|how (?:hot|cold|warm)", r"(?:\w+ )?temperature", TEMPERATURE),
    _question(
        "a size",
        rf"{_SAY}how (?:big|large|tall|high|deep|wide|thick)|what size",
        r"(?:exact |specific )?(?:sizes?|dimensions?|heights?|lengths?|widths?|diameters?|depths?|thickness(?:es)?|measurements?)",
        LENGTH,
        alone=False,
    ),
    _question("a distance", rf"{_SAY}how far", r"(?:exact |walking )?distances?", rf"{LENGTH}|{DURATION}", alone=False),
    _question("a dose", rf"{_SAY}what dos(?:e|age)", r"(?:exact |specific |recommended )?dos(?:e|es|age|ages)", DOSE, alone=False),
    _question("an age", rf"{_SAY}how old|(?:at )?what age", r"(?:exact )?ages?", AGE, alone=False),
    _question("a weight", rf"{_SAY}how heavy|what weight", r"(?:exact )?weights?", WEIGHT, alone=False),
    _question(
        "a share", rf"{_SAY}what (?:percentage|share)", r"(?:exact |specific )?(?:percentages?|shares?|proportions?|(?:\w+ )?rates?)", SHARE, alone=False
    ),
    _question("a capacity", r"(?!)", r"(?:exact )?(?:capacit(?:y|ies)|volumes?)", CAPACITY),
    _question("a speed", rf"{_SAY}how fast", r"(?:\w+ )?speeds?", r"\d ?(?:km/h|kph|mph|m/s|knots?|[MG]bit|[MG]bps)", alone=False),
    _question(
        "a number",
        rf"{_SAY}how (?:many|much)|(?:at )?what (?:quantity|amount|number)",
        r"(?:exact |specific )?(?:numbers?|amounts?|quantit(?:y|ies)|ratios?|scores?|counts?|totals?)",
        NUMBER,
        alone=False,
    ),
    _question(
        "a population",
        r"(?!)",
        r"(?:exact )?populations?",
        r"\b\d[\d,.]* ?(?:million )?(?:people|inhabitants|residents|citizens)\b|\bpopulation (?:of|is|was)\b",
        alone=False,
    ),
    _question(
        "a date",
        rf"{_SAY}(?:what|which) (?:date|day|year|month)",
        r"(?:\w+ing |exact |specific )?(?:dates?|deadlines?|due dates?|years?|start dates?|end dates?)",
        TIME,
    ),
    _question(
        "a time",
        rf"{_SAY}(?:when|how (?:soon|early|late|recently))",
        r"(?:\w+ing )?(?:timing|availability|time)",
        WHEN,
    ),
    _question(
        "a place",
        rf"{_SAY}(?:where|what place|which (?:place|room|building|address))",
        r"location|venue|place|address|meeting (?:point|place)|whereabouts",
        PLACE,
        alone=False,
    ),
    _question(
        "a contact",
        r"(?:whom?|where|which number|what number|how) to (?:ring|call|contact|ask|turn(?: to)?|write(?: to)?|reach|phone"
        r"|notify|tell|complain(?: to)?|report(?: to)?)",
        r"(?!)",
        CONTACT,
    ),
    _question("a reason", rf"why|{_SAY}what reason", r"reasons?|causes?|rationale|explanation|motives?|motivation", CAUSE, alone=False),
    _question("a way", r"how(?: to)?|in what way|by what means|what way", r"(?:\w+ )?(?:procedure|process|method|way|steps?|instructions?)", WAY, alone=False),
    _question(
        "a person",
        r"(?:by |to |for |from |with )?(?:whom|whose|who|which person)",
        r"(?:names? of the )?(?:author|inventor|founder|speaker|artist|painter|designer|engineer|director)",
        r"\w",
        alone=False,
    ),
    _question("an answer", r"(?:to |in |for |on |from |by |with |of )?(?:what|which|whether|if)", r"(?!)", r"\w", alone=False),
)
"""In this order: the first that fits is the one."""

PEOPLE = frozenset(
    word_list(
        "user users reader readers customer customers client clients patient patients candidate candidates applicant"
        " applicants person people someone"
        " somebody visitor visitors guest guests participant participants attendee attendees buyer buyers traveller"
        " travellers traveler travelers"
        " beginner beginners recipient recipients viewer viewers listener listeners one anyone everybody everyone"
    )
)
"""Whom it is said to: a text need not name them."""

DROPPED = frozenset(word_list("apply applies applied run runs exist exists"))
"""What a question may say of its subject that a text need not say: "from when the cuts apply"."""

GENERIC = frozenset(
    word_list(
        "event meeting party thing item product drug medicine medication dish recipe order trip course class session book"
        " place take process"
        " it this one machine device model laptop workshop talk swap show visit tour treatment tablet pill happen hold held occur"
    )
)
"""What a text may call "it": of these a question is answered wherever the answer stands."""

LIGHT = frozenset(
    word_list(
        "follow follows following mr mrs ms dr miss ll re ve d s long-term run seen see seeing today now currently place"
        " located held based situated scheduled come go take make get many much long happen people actually should may might"
        " can could do does did be is are was were exactly need needed have has use used"
        " important importance necessary useful bad good matter matters problem problems wrong right work works happens"
        " occur occurs involve involved mean"
        " means kind sort type way time thing things say said tell give given put find seek want wanted wants"
    )
)
"""Words of a question that say nothing of what is asked."""
