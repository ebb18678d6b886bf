"""Things that have a form of their own in a text, by which code knows them: a phone number, a price, a greeting."""

from __future__ import annotations

import re

_MONTHS = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
KINDS: tuple[tuple[str, str, str], ...] = (
    (
        r"(?:tele)?phone(?: number)?s?|contact numbers?|numbers? to call|mobile numbers?|(?:customer )?hotlines?"
        r"|(?:\w+ )?(?:restaurant|shop|hotel|office|clinic|helpline|hotline|store|company|branch|doctor|surgery|service"
        r"|support|school)(?:['’]s)? (?:phone |telephone )?number",
        r"(?<![\w.])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,5}\)|\d{2,5})[ ./-]?\d{3,4}[ .-]?\d{3,5}(?!\w)"
        r"|(?<![\w.-])\d{3}-\d{4}(?![\w-])|\bext(?:ension"
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
    (r"(?:exact )?years?", r"\b(?:1[0-9]|20)\d\d\b|['’]\d\d\b", "year"),
    (
        r"(?:(?:opening|initial|friendly|polite|formal|proper) )?(?:greetings?|salutations?)|greet(?:s|ed"
        r"|ing)?(?: (?:the )?(?:customer|user|reader"
        r"|client))?",
        r"\A\W{0,5}(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|welcome)\b",
        "greeting",
    ),
    (
        r"apolog(?:y|ies|i[sz]e[sd]?|i[sz]ing)|(?:an )?apology",
        r"\b(?:apologi[sz]e|apologi[sz]ing|apolog(?:y|ies)|i['’]m (?:so |very |really )?sorry|we['’]?(?:a?re)? (?:so |very "
        r"|really |truly )?sorry|so"
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
    (r"tables?|tabular (?:overview|form)", r"(?m:^[ \t]{0,8}\|[^\n]+\|)|<table", "table"),
    (r"headings?|headers?|subheadings?", r"(?m:^#{1,6} \S|^[ \t]{0,4}\*\*[^*\n]{2,80}\*\*:?[ \t]*$)", "heading"),
    (r"emojis?|emoticons?", "[\U0001f300-\U0001faff\u2600-\u27bf]", "emoji"),
    (r"question marks?", r"\?", "question mark"),
    (r"(?:email )?subject lines?", r"(?im)^\W{0,4}(?:subject|betreff|re):\s*\S", "subject line"),
    (
        r"(?:intermediate |calculation )(?:steps|calculations|workings?|results?)|working(?:s| out)?|calculations?",
        r"\d[^\n.=]{0,12}\s?[-+*/×÷·−]\s?[^\n.=]{0,12}\d[^\n=]{0,12}=\s?\S|%\s(?:of|von)\s\S{1,12}.{0,4}\s(?:is|=)",
        "calculation",
    ),
    (r"(?:chemical |mathematical |balanced )?(?:equations?|formulas?|formulae)", r"\w\s?(?:=|→|->|⟶)\s?[\w(]", "formula"),
    (r"(?:the )?calories?(?: counts?| content)?", r"\d ?k?cal\b|\bcalories?\b", "calorie count"),
    (r"exclamation (?:marks?|points?)", r"!", "exclamation mark"),
    (r"percentages?|per cent figures?", r"\d ?(?:%|percent\b|per cent\b)", "percentage"),
    (r"(?:any )?(?:numbers?|digits?|numerals?|numeric(?:al)? values?)(?: at all)?", r"\d", "number"),
    (r"(?:any )?(?:figures?|statistics?|numerical data|data)(?: at all)?", r"\d", "statistic"),
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
    (
        r"deadlines?|due dates?",
        r"\b(?:by|before|until|no later than) (?:the )?(?:end of|next|mon|tues|wednes|thurs|fri|satur|sun|tomorrow|tonight"
        r"|midnight|noon|\d|jan|feb"
        r"|mar|apr|may|june|july|aug|sep|oct|nov|dec)|\bwithin (?:\d|two|three|four|five|six|seven|ten|fourteen"
        r"|thirty)\w* ?(?:hours|days|weeks|months"
        r"|business)|\bdue (?:on|by|date)|\bdeadline",
        "deadline",
    ),
)
"""What is missing (whole), the form that it has in a text, and the word for it."""

SURE_KINDS = frozenset(word for _, _, word in KINDS) - {"code", "heading", "numbered list", "formula", "deadline", "start date", "year", "statistic"}
"""Where the form is there, the thing is."""
EXAMPLE = re.compile(r"(?:any |an )?(?:examples?|instances?|illustrations?)\Z", re.IGNORECASE)
EXAMPLE_CUE = re.compile(r"\b(?:for example|for instance|e\.g\.)", re.IGNORECASE)
