"""The ways in which a rationale says that something is not in a text."""

from __future__ import annotations

import re

from judgeaudit.text.evidence.wanted_words import TEXT_NOUNS

VERBS: dict[str, str] = {}
"""Forms of verbs, in lower case, to what is claimed: mention (the words stand), contain, give (said or handed over), discuss, explain, use, act."""

_BY_KIND = {
    "mention": "mention reference note refer_to talk_about speak_of bring_up comment_on touch_on touch_upon allude_to link_to point_out point_to"
    " make_mention_of "
    "make_reference_to make_any_mention_of make_any_reference_to say acknowledge warn warn_about",
    "contain": "include contain list feature have suggest",
    "give": "name cite quote identify give provide offer supply state specify ask confirm indicate tell present show disclose",
    "discuss": "discuss address cover",
    "explain": "explain describe elaborate_on go_into clarify recommend advise",
    "use": "use call invoke import define",
    "act": "apologize apologise thank greet",
}
_IRREGULAR = {
    "refer": "refers referred referring", "speak": "speaks spoken speaking", "bring": "brings brought bringing", "make": "makes made making",
    "say": "says said saying", "have": "has had having", "give": "gives given giving", "tell": "tells told telling", "show": "shows shown showing",
    "go": "goes gone going", "warn": "warns warned warning", "specify": "specifies specified specifying", "identify": "identifies identified identifying",
    "supply": "supplies supplied supplying", "discuss": "discusses discussed discussing", "address": "addresses addressed addressing",
    "touch": "touches touched touching",
}  # fmt: skip


def _forms(verb: str) -> tuple[str, str, str, str]:
    """Base, third person, participle, -ing."""
    first, _, rest = verb.partition(" ")
    if first in _IRREGULAR:
        third, part, ing = _IRREGULAR[first].split()
    else:
        stem = first.removesuffix("e")
        third, part, ing = f"{first}s", f"{stem}ed", f"{stem}ing"
    return verb, f"{third} {rest}".strip(), f"{part} {rest}".strip(), f"{ing} {rest}".strip()


def _fill() -> tuple[str, str, str, str]:
    """Alternatives of each form, the longest first."""
    forms: list[list[str]] = [[], [], [], []]
    for kind, verbs in _BY_KIND.items():
        for verb in verbs.split():
            for slot, form in zip(forms, _forms(verb.replace("_", " ")), strict=True):
                VERBS[form] = kind
                slot.append(form)
    base, third, part, ing = ("|".join(sorted(slot, key=len, reverse=True)).replace(" ", r"\s+") for slot in forms)
    return base, third, part, ing


_BASE, _THIRD, _PART, _ING = _fill()
_ADVERBS = r"(?:\s+(?:[a-z]{2,14}ly|also|even|ever|once|still|just|otherwise)(?=\s)){0,3}"
_IT = (
    rf"(?:it|they|he|she|this|(?:the|either|its)\s+(?:\w{{1,12}}\s+){{0,2}}(?:{TEXT_NOUNS})(?:\s?\(?[ab12]\)?)?"
    r"|(?:output|response|assistant|answer)\s?\(?[ab12]\)?)"
)
_DO, _NOT = r"(?:do|does|did)", r"(?:\s+not|n['’]t)"
_MENTION_NOUNS = (
    r"(?:(?:mention|reference|allusion|references|nod|mentions)\s+(?:of|to)"
    r"|(?:advice|information|info|warnings?|remarks?|comments?|words?|hints?|notes?|statements?|tips?|reminders?|mention)\s+(?:about|on|regarding"
    r"|concerning|as\s+to))"
)

OBJECT_AFTER = re.compile(
    rf"\b(?:{_DO}{_NOT}{_ADVERBS}\s+(?P<a>{_BASE})"
    rf"|(?:has|have|had)(?:\s+not|n['’]t|\s+never){_ADVERBS}\s+(?P<b>{_PART})"
    rf"|never{_ADVERBS}\s+(?P<c>{_THIRD}|{_BASE}|{_PART})"
    rf"|(?:fail(?:s|ed|ing|ure)?|neglect(?:s|ed|ing)?|forg[eo]t(?:s|ting)?|forgotten)\s+to{_ADVERBS}\s+(?P<d>{_BASE})"
    rf"|(?:without|not(?!\s+having)|never){_ADVERBS}\s+(?P<e>{_ING})"
    rf"|(?:neither|nor)\s+(?P<f>{_THIRD}|{_BASE})"
    rf"|(?:nor|not\s+once|nowhere|at\s+no\s+point|never\s+once|never)(?:\s+in\s+{_IT})?\s+{_DO}\s+{_IT}{_ADVERBS}\s+(?P<g>{_BASE})"
    r"|(?P<ignore>ignor(?:es?|ed|ing)|overlook(?:s|ed|ing)?)|(?P<lack>lack(?:s|ed|ing)?|omit(?:s|ted|ting)?|leav(?:es|ing)\s+out|left\s+out|misses"
    r"|skips|excludes|(?:is|are|was|were)\s+missing|missing|devoid\s+of)"
    rf"|(?P<silent>(?:is|are|was|were|remains?|stays?)\s+silent\s+(?:on|about|regarding)|(?:says?|said|contains?|has|have|had|includes?|mentions?"
    rf"|there\s+is|states?|and)\s+nothing\s+(?:about|on|regarding|of))"
    rf"|there(?:\s+(?:is|are|was|were)(?:n['’]t|\s+not)?|['’]s(?:\s+not)?)\s+(?P<there>no|any|a\s+single|not\s+a\s+single)"
    rf"|(?P<no>{_THIRD}|{_BASE}|{_PART}|with|has|carries|makes|ends\s+with|begins\s+with)\s+(?:no|zero|neither|not\s+a\s+single)"
    rf"|(?P<bare>no|without\s+any|not\s+a\s+single|zero)\s+{_MENTION_NOUNS}"
    r")(?=\W|\Z)",
    re.IGNORECASE,
)
"""Words of absence before the thing; the group says how."""

MENTION_OF = re.compile(rf"\s*(?:(?:an?|any|single|explicit|direct|no|even|one)\s+){{0,3}}(?:{_MENTION_NOUNS})\s+", re.IGNORECASE)
"""Between words of absence and the thing: "no (mention of) ..."."""

_GIVEN = rf"(?:{_PART}|present|there|found|visible|stated|written|here|seen|addressed)"
_BE = r"(?:is|are|was|were|has\s+been|have\s+been|(?:does|do|did)\s+(?:not|n['’]t))"
OBJECT_BEFORE = re.compile(
    rf"\b(?:(?:is|are|was|were|remain|remains|seems\s+to\s+be|appears\s+to\s+be|has\s+been|have\s+been)(?:\s+(?:also|entirely|completely|totally"
    rf"|simply|altogether|nowhere|still|both|all)){{0,2}}\s+"
    r"(?P<gone>missing|absent|omitted|left\s+out|unmentioned|unstated|not\s+there|nowhere\s+to\s+be\s+(?:found|seen)|nowhere"
    r"|to\s+be\s+found\s+nowhere)(?=\s*(?:[.,;:!?)]|\Z|\b(?:from|in|here|and|but|"
    r"entirely|completely|altogether|which|so|at|though|although|even|because)\b))"
    rf"|(?:is|are|was|were|has|have)(?:n['’]t|\s+not|\s+never)(?:\s+been)?{_ADVERBS}\s+(?P<not>{_GIVEN})(?=\s*(?:[.,;:!?)]|\Z|\b(?:from|in|here|and"
    rf"|but|at|anywhere|by|which|so|though|although|even|because|either|or|once)\b))"
    rf"|(?:{_DO}{_NOT}|never){_ADVERBS}\s+(?P<appear>appears?|occurs?|show(?:s|ed)?\s+up|comes?\s+up|figures?|features?|appeared|occurred"
    rf"|gets?\s+mentioned|gets?\s+(?:a\s+)?mention)"
    rf"(?=\s*(?:[.,;:!?)]|\Z|\b(?:from|in|here|and|but|at|anywhere|which|so|though|although|even|because|once|on)\b))"
    r"|(?P<un>goes|go|went|is\s+left|are\s+left)\s+(?:entirely\s+|completely\s+)?(?:unmentioned|unsaid|unstated)"
    r")",
    re.IGNORECASE,
)
"""Words of absence after the thing."""

GIVEN = re.compile(rf"\b(?:(?:is|are|was|were)\s+(?:ever\s+)?{_GIVEN}|appears?)(?=\W|\Z)", re.IGNORECASE)
"""After "no ..." and "neither ... nor ..."."""


ANCHOR = re.compile(
    r"n['’]t\b|\b(?:not?|never|nor|neither|none|nowhere|without|lack|ignor|overlook|omi[st]|miss[ei]|absent|fail|leav|left\s+out|skips|exclud|devoid"
    r"|silent|nothing|zero|neglec|forg|un(?:men|sai|sta))",
    re.IGNORECASE,
)
"""One of these is in every claim of absence, no more than two words after its start."""

REPORTED = re.compile(
    r"\b(?:says?|said|stat(?:es|ed|ing)|claim(?:s|ed|ing)?|argu(?:es|ed|ing)|not(?:es|ed|ing)|explain(?:s|ed|ing)?|mention(?:s|ed|ing)?|assert(?:s|ed"
    r"|ing)?|tell(?:s|ing)?|"
    r"repl(?:ies|ied|ying)|respond(?:s|ed|ing)?|insist(?:s|ed|ing)?|suggest(?:s|ed|ing)?|admit(?:s|ted|ting)?|conclud(?:es|ed|ing)|impl(?:ies|ied"
    r"|ying)|complain(?:s|ed|ing)?|"
    r"indicat(?:es|ed|ing)|acknowledg(?:es|ed|ing)|point(?:s|ed|ing)\s+out|report(?:s|ed|ing)?|emphasi[sz](?:es|ed|ing)|stress(?:es|ed|ing)"
    r"|highlights?)\s+(?:(?:\w+\s+){0,3}that\b|(?:the|it|there|this)\b)",
    re.IGNORECASE,
)
WISHED = re.compile(
    r"\b(?:asks?|asked|asking|requires?|required|requests?|requested|wants?|wanted|instruct(?:s|ed|ion|ions|ing)?|told|supposed|needs?|needed|must"
    r"|should|could|would|might|may|shall|if|unless|whether"
    r"|according\s+to|forbid(?:s|den)?|prohibit(?:s|ed)?|ought|ideally|better|ensure|make\s+sure|require(?:ments?)|possible|perhaps)\b",
    re.IGNORECASE,
)
"""Words before a claim after which it is a demand, a wish or a condition."""
