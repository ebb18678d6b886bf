"""The ways in which a rationale says that something is not in a text."""

from __future__ import annotations

import re

from judgeaudit.text.evidence.absence_verbs import BASE, ING, PART, THIRD
from judgeaudit.text.evidence.wanted_words import TEXT_NOUNS

_ADVERBS = r"(?:\s+(?:[a-z]{2,14}ly|also|even|ever|once|still|just|otherwise)(?=\s)){0,3}"
_IT = (
    rf"(?:it|they|he|she|this|we|(?:the|either|its)\s+(?:\w{{1,12}}\s+){{0,2}}(?:{TEXT_NOUNS})(?:\s?\(?[ab12]\)?)?"
    r"|(?:output|response|assistant|answer)\s?\(?[ab12]\)?)"
)
_DO, _NOT = r"(?:do|does|did)", r"(?:\s+not|n['’]t)"
_BE = r"(?:is|are|was|were)"
_TRY = (
    r"(?:\s+(?:bother|think|care|manage|attempt|try|get\s+a?round)(?:\s+to)(?=\s)|\s+so\s+much\s+as(?=\s)|\s+go\s+(?:so"
    r"|as)\s+far\s+as\s+to(?=\s)"
    r"|\s+take\s+the\s+trouble\s+to(?=\s)|\s+actually(?=\s))?"
)
_ABOUT = r"(?:about|on|regarding|concerning|as\s+to|of|for|with\s+regard\s+to|relating\s+to|around)"
TOLD_NOUNS = (
    r"(?:advice|information|info|warnings?|remarks?|comments?|words?|hints?|notes?|statements?|tips?|reminders?|guidance"
    r"|details?|indications?"
    r"|explanations?|instructions?|specifics|suggestions?|recommendations?|data|facts?|cautions?|caveats?|discussions?"
    r"|thoughts?|clues?|description"
    r"|descriptions|pointers?|particulars|clarity|clarification)"
)
"""Of X: to say something of X is to give them."""
_MENTION_NOUNS = (
    r"(?:(?:mention|reference|allusion|references|nod|mentions|acknowledge?ment|discussion|trace|sign|hint)(?:\s+whatsoever"
    r"|\s+at\s+all|\s+made)?\s+(?:of|to)"
    rf"|(?:{TOLD_NOUNS}|mention)(?:\s+whatsoever|\s+at\s+all|\s+from\s+\w+)?\s+{_ABOUT})"
)
_WORD_OF = rf"(?:\s+(?:is|was)\s+said)?(?:\s+(?:at\s+all|whatsoever|here|in\s+{_IT}))?\s+(?:about|on|regarding|concerning|of|as\s+to)"

OBJECT_AFTER = re.compile(
    rf"\b(?:{_DO}{_NOT}{_ADVERBS}{_TRY}\s+(?P<a>{BASE})"
    rf"|(?:has|have|had)(?:\s+not|n['’]t|\s+never){_ADVERBS}\s+(?P<b>{PART})"
    rf"|never{_ADVERBS}{_TRY}\s+(?P<c>{THIRD}|{BASE}|{PART})"
    rf"|(?:fail(?:s|ed|ing|ure)?|neglect(?:s|ed|ing)?|forg[eo]t(?:s|ting)?|forgotten|omit(?:s"
    rf"|ted)?)\s+to{_ADVERBS}\s+(?P<d>{BASE})"
    rf"|(?:(?:makes?\s+|made\s+)?no\s+(?:attempt|effort|move)\s+(?:is\s+made\s+)?to"
    rf"|does\s+nothing\s+to){_ADVERBS}\s+(?P<h>{BASE})"
    rf"|(?:without|not(?!\s+having)|never|stops?\s+short\s+of|avoid(?:s|ed|ing)?){_ADVERBS}\s+(?P<e>{ING})"
    rf"|(?:neither|nor)\s+(?P<f>{THIRD}|{BASE})"
    rf"|(?:nor|not\s+once|nowhere|at\s+no\s+point|never\s+once"
    rf"|never)(?:\s+in\s+{_IT})?\s+{_DO}\s+{_IT}{_ADVERBS}\s+(?P<g>{BASE}|find|see)"
    rf"|{_BE}(?:n['’]t|\s+not|\s+never){_ADVERBS}\s+(?P<untold>told|informed|warned|shown|advised|reminded)(?:\s+(?:about|of"
    rf"|that))?"
    rf"|(?P<unlearnt>never\s+(?:learns?|finds?\s+out|gets?\s+to\s+know|hears?(?:\s+about)?)"
    rf"|(?:left\s+|leav(?:es|ing)\s+(?:the\s+\w+|us|readers|them|one)\s+)(?:guessing|wondering|in\s+the\s+dark|to\s+(?:guess"
    rf"|wonder))(?:\s+(?:about|as\s+to|at))?"
    rf"|leav(?:es|ing)\s+(?:it\s+)?(?:open|unclear|unsaid|unstated)|{_DO}{_NOT}\s+let\s+(?:the\s+)?\w+\s+know(?:\s+(?:about"
    rf"|that))?"
    rf"|(?:(?:is|are|it['’]s)\s+not\s+clear|(?:is|remains?|are|left)\s+(?:unclear|left\s+open))(?:\s+from\s+{_IT})?)"
    r"|(?P<vain>(?:look|search)(?:s|es|ed|ing)?\s+in\s+vain\s+for|(?:can(?:not|['’]t)|could(?:\s+not|n['’]t)|did(?:\s+not"
    r"|n['’]t)|do(?:\s+not|n['’]t)"
    r"|unable\s+to)\s+(?:find|see|spot|detect)|(?:i|we)\s+(?:found|find|see|saw)\s+no)"
    r"|(?P<ignore>ignor(?:es?|ed|ing)|overlook(?:s|ed|ing)?|(?:skip|pass|gloss)(?:s|es|ed|ing)?\s+over|forgets?(?:\s+about)?"
    r"|forgot(?:\s+about)?"
    r"|neglects|neglecting|disregards|withholds|dispenses\s+with|does\s+without|avoids(?=\s+(?:the|any|its|all)\s))"
    r"|(?P<label>(?:what(?:\s+is|['’]s)\s+(?:also\s+|still\s+|sorely\s+)?|thing\s+(?:that\s+is\s+)?|point\s+)?(?:missing"
    r"|lacking|absent)(?:\s+(?:is|are)(?:\s+also)?|:))"
    r"|(?P<lack>lack(?:s|ed|ing)?|omit(?:s|ted|ting)?|leav(?:es|ing)\s+out|left\s+out|(?:misses|missed)(?:\s+out(?:\s+on)?)?"
    rf"|skips|skipping|excludes|drops|dropping|(?:{_BE}|it['’]s)\s+(?:missing|lacking)|missing|devoid\s+of|free\s+of\s+any"
    rf"|bereft\s+of)"
    rf"|(?P<silent>(?:is|are|was|were|remains?|stays?|keeps?|kept)\s+(?:silent|quiet|mum)\s+(?:on|about|regarding|as\s+to)"
    rf"|(?:has\s+)?nothing\s+to\s+say{_WORD_OF}"
    rf"|(?:(?:says?|said|contains?|has|have|had|includes?|mentions?|there\s+is|there['’]s|states?|gives|offers|provides"
    rf"|reads)\s+)?nothing{_WORD_OF}"
    rf"|(?:not\s+(?:a|one)\s+(?:single\s+)?|without\s+a\s+(?:single\s+)?|isn['’]t\s+a\s+(?:single\s+)?)(?:word|line|sentence"
    rf"|syllable){_WORD_OF})"
    rf"|there(?:\s+(?:is|are|was|were)(?:n['’]t|\s+not)?|['’]s(?:\s+not)?)\s+(?P<there>no|any|a\s+single|not\s+a\s+single)"
    rf"|(?P<no>{THIRD}|{BASE}|{PART}|with|has|carries|makes|ends\s+with|begins\s+with|contains|sets|draws|raises|poses|brings"
    rf"|devotes|adds|promises|assigns|closes\s+with)\s+(?:no|zero|neither|not\s+a\s+single)"
    rf"|(?P<bare>no|without\s+an?y?|not\s+a\s+single|zero|avoid(?:s|ing)\s+any)\s+{_MENTION_NOUNS}"
    r"|(?P<gap>(?:the|an?|its)\s+(?:(?:complete|total|entire|glaring)\s+)?(?:absence|lack|omission)\s+of(?:\s+any)?)"
    r"|(?P<without>but|reply|response|comes?|answer|text|left|and|though|is|are|it)\s+without(?=\s+(?:an?|the|any)\s)"
    r")(?=\W|\Z)",
    re.IGNORECASE,
)
"""Words of absence before the thing; the group says how."""

NO_HEAD = frozenset(["silent", "untold", "unlearnt", "vain", "label", "gap", "without", "single"])
"""Groups whose subject says nothing of which text is meant."""

VERBLESS = re.compile(r"(?:\A|(?<=[.:;!?]\s)|(?<=\n)|(?<=[-*•]\s)|(?<=,\s))(?P<single>no)(?=\s\w)", re.IGNORECASE)
"""A sentence, a list item or an apposition that begins with "no" and has no verb."""

MENTION_OF = re.compile(
    rf"\s*(?:(?:(?:an?|any|single|explicit|direct|no|even|one|the|its)\s+){{0,3}}(?:{_MENTION_NOUNS}|{TOLD_NOUNS}(?=\s+(?:who"
    rf"|when|where|how|why|what|whether|which)\b))|(?:anything|a\s+(?:single\s+)?thing|much)(?:\s+at\s+all)?"
    rf"\s+(?:about|on|regarding|concerning|as\s+to))\s+(?=\S)",
    re.IGNORECASE,
)
"""Between words of absence and the thing: "no (mention of) ..."."""

GIVEN_FORMS = rf"(?:{PART}|present|there|found|visible|stated|written|here|seen|addressed|to\s+be\s+found|touched\s+(?:up)?on|dealt\s+with)"
_GO_ON = (
    r"\s*(?:[.,;:!?)]|\Z|\b(?:from|in|here|and|but|at|anywhere|by|which|so|though|although|even|because|either|or|once"
    r"|explicitly|entirely"
    r"|completely|altogether|while|whereas|despite)\b)"
)
OBJECT_BEFORE = re.compile(
    rf"\b(?:(?:is|are|was|were|remain|remains|seems\s+to\s+be|appears\s+to\s+be|has\s+been|have\s+been)(?:\s+(?:also|entirely"
    rf"|completely|totally"
    rf"|simply|altogether|nowhere|still|both|all|left|conspicuously|sadly|unfortunately)){{0,2}}\s+"
    rf"(?P<gone>missing|absent|omitted|left\s+(?:out|aside|off|open|to\s+guesswork|unclear)|unclear|unmentioned|unstated"
    rf"|forgotten|skipped|ignored|overlooked|not\s+there|nowhere\s+to\s+be\s+(?:found|seen)"
    rf"|nowhere\s+{GIVEN_FORMS}|nowhere|lacking|to\s+be\s+found\s+nowhere)(?={_GO_ON})"
    rf"|(?:is|are|was|were|has|have)(?:n['’]t|\s+not|\s+never)(?:\s+been)?{_ADVERBS}\s+(?P<not>{GIVEN_FORMS})(?={_GO_ON})"
    rf"|(?P<unfound>can(?:not|['’]t)|could(?:\s+not|n['’]t)|can\s+not)\s+be\s+(?:found|seen)(?={_GO_ON})"
    rf"|(?:gets?|receives?|finds?|merits?)\s+(?P<nomention>no\s+mention|not\s+a\s+(?:single\s+)?(?:mention|word))(?={_GO_ON})"
    rf"|(?:{_DO}{_NOT}|never){_ADVERBS}\s+(?P<appear>appears?|occurs?|show(?:s|ed)?\s+up|comes?\s+up|figures?|features?"
    rf"|appeared|occurred"
    rf"|gets?\s+mentioned|(?:gets?|receives?)\s+(?:a\s+)?mention)(?=\s*(?:[.,;:!?)]|\Z|\b(?:from|in|here|and|but|at|anywhere"
    rf"|which|so|though|although|even"
    rf"|because|once|on)\b))"
    r"|(?P<un>goes|go|went|is\s+left|are\s+left|remains?|stays?)\s+(?:entirely\s+|completely\s+)?(?:unmentioned|unsaid"
    r"|unstated|unanswered|unexplained"
    r"|unaddressed|unnamed|untouched|unacknowledged|out|open|aside)"
    r")",
    re.IGNORECASE,
)
"""Words of absence after the thing."""

BETWEEN = re.compile(
    rf"\bleav(?:es|ing)\s+(?P<thing3>(?:the|its|any|out\s+of\s+account|open)?\s?\w[^.;:!?,\n]{{2,50}}?)\s+(?:unsaid|unstated"
    rf"|unmentioned|unexplained|open|unanswered"
    rf"|unaddressed|unnamed|untouched|unclear|out|aside)(?=\s*(?:[.,;:!?)]|\Z|\b(?:and|but|which|though|although|while|so|as"
    rf"|in|from)\b))"
    rf"|\b(?:nowhere|not\s+once|at\s+no\s+point|never)(?:\s+in\s+{_IT})?\s+(?:(?:is|are|was"
    rf"|were)\s+(?P<thing>\w[^.;:!?\n]{{2,60}}?)\s+{GIVEN_FORMS}"
    rf"|{_DO}\s+(?P<thing2>(?:the|an?)\s[^.;:!?\n]{{2,60}}?)\s+(?:appear|occur|come\s+up|show\s+up|figure"
    rf"|get\s+mentioned))(?=\W|\Z)",
    re.IGNORECASE,
)
"""Words of absence around the thing: "nowhere is the fee mentioned"."""

GIVEN = re.compile(rf"\b(?:(?:is|are|was|were)\s+(?:ever\s+)?{GIVEN_FORMS}|appears?)(?=\W|\Z)", re.IGNORECASE)
"""After "no ..." and "neither ... nor ..."."""

GIVEN_BARE = re.compile(rf"\b{GIVEN_FORMS}(?=\s*[.,;]|\Z)", re.IGNORECASE)
"""After "no ..." where a clause begins with it: "no costs mentioned"."""


ANCHOR = re.compile(
    r"[nN]['’][tT]\b|\b(?=[a-gilmnopqsuvwzA-GILMNOPQSUVWZ])"
    r"(?:not?|never|nor|neither|none|nowhere|without|lack|ignor|overlook|omi[st]|miss[ei]|absen|fail|leav|left"
    r"|skip|exclud|devoid"
    r"|silent|quiet|mum\b|nothing|zero|neglec|forg|un(?:men|sai|sta|cle|abl|ans|exp|add|nam|tou|ack)|can(?:not|['’]t)|vain"
    r"|short\s+of|avoid|pass\w*\s+over|gloss|disreg|withh|dispens|drop"
    r"|bereft|free\s+of)",
    re.IGNORECASE,
)
"""One of these is in every claim of absence, no more than two words after its start."""

REPORTED = re.compile(
    r"\b(?:says?|said|stat(?:es|ed|ing)|claim(?:s|ed|ing)?|argu(?:es|ed|ing)|not(?:es|ed|ing)|explain(?:s|ed|ing)?"
    r"|mention(?:s|ed|ing)?|assert(?:s|ed"
    r"|ing)?|tell(?:s|ing)?|"
    r"repl(?:ies|ied|ying)|respond(?:s|ed|ing)?|insist(?:s|ed|ing)?|suggest(?:s|ed|ing)?|admit(?:s|ted|ting)?|conclud(?:es|ed"
    r"|ing)|impl(?:ies|ied"
    r"|ying)|complain(?:s|ed|ing)?|"
    r"indicat(?:es|ed|ing)|acknowledg(?:es|ed|ing)|point(?:s|ed|ing)\s+out|report(?:s|ed|ing)?|emphasi[sz](?:es|ed|ing)"
    r"|stress(?:es|ed|ing)"
    r"|highlights?)\s+(?:(?:\w+\s+){0,3}that\b|(?:the|it|there|this)\b)",
    re.IGNORECASE,
)
WISHED = re.compile(
    r"\b(?:asks?|asked|asking|requires?|required|requests?|requested|wants?|wanted|instruct(?:s|ed|ion|ions|ing)?|told"
    r"|supposed|needs?|needed|must"
    r"|should|could|would|might|may|shall|if|unless|whether"
    r"|according\s+to|forbid(?:s|den)?|prohibit(?:s|ed)?|ought|ideally|better|ensure|make\s+sure|require(?:ments?)|possible"
    r"|perhaps)\b",
    re.IGNORECASE,
)
"""Words before a claim after which it is a demand, a wish or a condition."""
