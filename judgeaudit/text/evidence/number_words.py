"""The words with which rationales cite, reckon and correct numbers."""

from __future__ import annotations

import re

from judgeaudit.text.quantity_words import word_list

STATES = re.compile(
    r"\b(?:sa(?:ys?|id|ying)|stat(?:es?|ed|ing)|claim(?:s|ed|ing)?|mention(?:s|ed|ing)?|gives?|gave|giving|lists?|listed|listing|"
    r"quot(?:es?|ed|ing)|cit(?:es?|ed|ing)|names?|named|"
    r"naming|sets?|setting|reports?|reported|reporting|tells?|told|promis(?:es?|ed|ing)|offers?|offered|offering|puts?|specif(?:y|"
    r"ies|ied|ying)|includes?|included|including|contains?|"
    r"contained|containing|provid(?:es?|ed|ing)|notes?|noted|noting|writes?|wrote|writing|asserts?|asserting|charges?|indicat(?:es?|"
    r"ed|ing)|announc(?:es?|ed|ing)|recommends?|"
    r"advis(?:es?|ed|ing)|identif(?:y|ies|ied|ying)|describ(?:es?|ed|ing)|refers?|referring|answers?|concludes?|concluding|"
    r"calculat(?:es?|ed|ing)|comput(?:es?|ed|ing)|arriv(?:es?|ing)|"
    r"estimat(?:es?|ed|ing)|quoted|confirm(?:s|ed|ing)?|repeats?|repeated|shows?|uses?|using|dates?|places?|ends? up|comes? (?:out "
    r")?(?:at|to)|lands? (?:at|on)|given as|requires?|allows?|limits?|grants?|guarantees?|warns?|explains?|informs?|"
    r"suggests?|suggesting|priced|dated|listed at|set at|speaks? of|talks? of|counts|serv(?:es|ing)|said to|correctly|accurately|"
    r"according to|as stated in|per the|reads?|"
    r"sagt|nennt|gibt|behauptet|steht|schreibt|verspricht|enthält|erwähnt|verlangt|dit|indique|mentionne|affirme|promet|annonce|"
    r"donne|précise|dice|menciona|indica|afirma|promete|da|"
    r"establece|spricht|empfiehlt|rät|verspricht|recommande|conseille|propose|parle|recomienda|habla|propone|aconseja)\b|说|称|提到|建议|"
    r"建議|とされ|という|とし|列|写|指出|表示|给出|规定|述べ|書|言及|記載|示し|答え|言って"
)

DISPUTED_AFTER = re.compile(
    r"[^.;!?\n]{0,24}? (?:(?:is|are|was|were) (?:also |simply |plainly |just )?(?:wrong|incorrect|false|inaccurate|unsupported|invented|made[- ]up|fabricated|"
    r"hallucinated)\b|(?:(?:that|which) )?(?:it|he|she|a|b|the (?:reply|response|answer|summary)|response [ab]) (?:describes|mentions|gives|cites|names|claims|states|"
    r"quotes|lists|invents)\b|(?:is|are) (?:cited|mentioned|quoted|named) |does not exist)|,? (?:die|das|der) (?:\w+ )?(?:genannt|erwähnt|angegeben) |"
    r"[^.;]{0,24} (?:ist|sind|est|es|son) (?:\w+ )?(?:falsch|erfunden|faux|fausse|inventé\w*|falso|falsa|incorrect\w*)\b|[^。\n]{0,16}(?:という(?:記述|数字|主張|説明)|的(?:说法|說法|数字))"
)
"""Where a number is disputed it is one that a text is said to have."""

DISPUTES = re.compile(r"\b(?:claim|statement|assertion|mention|figure|number|idea|notion) (?:of|that) (?:an?|the|some|about)? ?(?:[\w-]{1,12} )?$")

STATED_AFTER = re.compile(r"[^。．.\n]{0,24}?(?:とされ|とし|とある|という(?:記述|数字|主張|説明|値段|情報)|と述べ|と書|と記|と言|と説明)")
"""Verbs that stand behind the number."""

WORLD = re.compile(
    r"\b(?:actual(?:ly)?|in reality|in fact|real(?:ly)?|correct (?!ly)|true|should|ought|would|could|ignor\w{1,4}|overlook\w{0,4}|"
    r"forg[eo]ts?|unaware|not|never|no(?! (?:obstante|doubt|fewer|less|more))|instead of|rather than|"
    r"(?:off|late|short|wrong|differs?|out) by|differs?|if|known|world|history|common|usual(?:ly)?|typical(?:ly)?|standard|e\.g\.|"
    r"nicht|kein\w{0,2}|pas)\b|n't\b"
)

REPORTED = re.compile(
    r"\b(?:(?:mentions?|notes?|noting|explains?|adds?|points out|confirms?|repeats?) (?:\w{3,12}ly )?that|says?|said|stat(?:es?|ed|"
    r"ing)|claim(?:s|ed|ing)?|assert\w{0,3}|reports?|reported|tells?|writes?|wrote|according to|promis\w{1,3}|estimat\w{1,3}|puts?|"
    r"gives?|gave|said to|sagt|behauptet|schreibt|nennt|gibt|dit|affirme|indique|"
    r"mentionne|dice|afirma|indica|menciona)\b|说|称|写|述べ|書"
)
"""Verbs after which even a number of things is the text's own, and not one that the rationale counted."""

RECKONED = re.compile(
    r"\b(?:more|less|fewer|higher|lower|cheaper|larger|bigger|smaller|longer|shorter|older|younger|later|earlier|after|before|"
    r"between|differen\w{1,3}|total\w{0,3}|sum\w{0,3}|combined|together|"
    r"altogether|overall|averag\w{1,3}|mean|half|halv\w{1,3}|twice|doubl\w{1,3}|tripl\w{1,3}|times|per|each|every|sav\w{1,4}|"
    r"discount|increas\w{1,3}|decreas\w{1,3}|rises?|rose|fell|drop\w{0,4}|"
    r"gr[eo]w\w{0,3}|gain\w{0,3}|reduc\w{1,4}|cut|remain\w{0,4}|left|rest|extra|additional|amount(?:s|ing) to|equivalent|i\.e|that is|"
    r"in other words|which is|or about|so|hence|therefore|thus|imply|"
    r"implies|meaning|works out|of the|share|ratio|margin|profit|span\w{0,4}|apart|ago|soit|es decir|o sea|par an|pro|range|spread|gap|mehr|weniger|insgesamt|"
    r"daily|weekly|monthly|yearly|a (?:day|week|month|year)|(?:comes?|came|adds?|works?|sums?) (?:out |up )?(?:to|at)|both|all (?:the|of)|"
    r"differenz|plus de|de plus|de moins|más|menos)\b"
)

RECKONED_AFTER = re.compile(
    r"^[^.;()]{0,20}[(][^()0-9]{0,20}[0-9][^()]{0,40}[)]|^ ?(?:=|i\.e\.)|^[^.;]{0,14}\b(?:together|more|less|fewer|higher|lower|cheaper|larger|longer|shorter|older|younger|later|earlier|in total|in all|for "
    r"(?:all|both|two|three|four|five|the)|of them|par an|pro jahr|al año|"
    r"altogether|combined|overall|apart|each|per|difference|"
    r"increase|decrease|rise|drop|saving|off|after|before|left|mehr|weniger|insgesamt|au total|en total)\b"
)
"""Words by which a rationale reckons instead of citing: before the number, and after it."""

SHOWN_AFTER = re.compile(r"[^.;()]{0,20}[(][^()]{0,30}(?:[0-9)%]|[ap]m) ?[-+*/×÷x] ?[0-9(][^()]{0,30}[)]")
"""How a number is worked out, in brackets behind it."""

AWAY = re.compile(r" (?:after|before|prior to|since)\b")
"""Behind a number of years: the other end is often what the judge knows of the world."""

CHANGED_TO = re.compile(
    r"\b(?:rises?|rose|risen|fell|falls?|fallen|drop\w{0,4}|gr[eo]w\w{0,3}|climb\w{0,3}|increas\w{1,3}|decreas\w{1,3}|reduc\w{1,4}|cut) "
    r"(?:to|from) $"
)
"""Where the number is the new one, and not the change."""

NOT_OF_A_TEXT = re.compile(
    r"\b(?:must|needs?|expected|average|real|right|proper|rule|recommended|maximum|minimum|normal|adult|healthy|legal|statutory|my|me|i|we|we'd|your|you|judge|"
    r"rating|score|grade|correct|wanted|asked|requires?|required|request\w{0,3}|limit|would|might|may|perhaps|probably|roughly|between|doit|muss|sollte|debe|"
    r"missing|omit\w{0,4}|lack\w{0,3}|without|leaves? out|unlike|compared|instead|than|except|beyond|if|whether|when|for example|such as|like|e\.g)\b"
)
"""Words near a number with which a rationale may well have it from elsewhere."""

NOT_THERE = re.compile(
    r"[- ]olds? (?:could|can|would|might|may|should)\b| ?(?:(?:is|are|was|were|does|do|did|has|have)(?: not|n't| nowhere| never| "
    r"absent| missing| wrong| incorrect)|nowhere|never|"
    r"ist nicht|n'est|no es|no está)\b"
)

LASTING = re.compile(r"\b(?:within|in|over|during|for|after) (?:the |a |just |only )?$")

UNREAD_UNIT = re.compile(
    r" ?(?:m²|m2|m³|km²|qm|ha|cl|dl|kwh|kw|mw|kcal|cal|hz|ghz|mhz|°|v|w|db|ppm|mg|iu|litros?|gramos?|kilos?|metros?|kilómetros?|"
    r"grammes?|mètres?|度|克|个|個|点|本|人|枚|件|名|回)(?![^\W\d_])"
)
"""A unit that `find_quantities` does not read: the number is that of a measure."""

OWN = frozenset(
    word_list(
        "score rating grade mark star word sentence character letter paragraph line bullet item point step token question response "
        "output answer reply candidate option "
        "time assistant model criterion example"
    )
)
"""What a rationale counts, rates or numbers itself."""
