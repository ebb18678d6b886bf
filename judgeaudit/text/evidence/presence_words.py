"""Words by which a judge sums up what a text says, and the forms of which a text that has one shows it."""

from __future__ import annotations

import re

from judgeaudit.text.quantity_words import word_list

ABSTRACT = frozenset(
    word_list(
        "aspect aspects issue issues factor factors benefit benefits drawback drawbacks downside downsides upside impact impacts concern concerns"
        " feature features topic"
        " topics reason reasons difference differences process processes feeling feelings emotion emotions idea ideas concept concepts fact facts"
        " detail details point points"
        " thing things way ways area areas field fields kind kinds type types form forms part parts piece pieces set range variety number numbers"
        " amount lot bit context"
        " contexts content subject subjects matter matters theme themes problem problems solution solutions method methods approach approaches"
        " strategy strategies technique"
        " techniques tool tools resource resources source sources example examples case cases situation situations circumstance circumstances"
        " condition conditions scenario"
        " scenarios event events action actions activity activities task tasks goal goals purpose aim need needs use uses usage role value values"
        " quality effect effects"
        " result results outcome outcomes consequence consequences cause causes risk risks challenge challenges opportunity advantage advantages"
        " disadvantage disadvantages"
        " limit limits rule rules step steps tip tips advice suggestion hint question questions answer answers response reply request query input"
        " output prompt instruction"
        " user users reader readers person people human humans individual individuals audience speaker author writer character characters hobby"
        " interest interests"
        " opinion opinions view views perspective thought thoughts belief beliefs knowledge experience experiences story stories anecdote history"
        " background origin"
        " past present future time times period era age date dates day days week month year moment place places location locations country countries"
        " city region world"
        " word words term terms phrase phrases sentence sentences line lines paragraph statement statements claim claims argument arguments comment"
        " remark quote joke humor"
        " humour pun tone style mood voice language wording title name names list lists item items element elements component components structure"
        " format layout order"
        " good bad new old big small great key main major minor important relevant irrelevant specific general personal potential possible likely"
        " common different similar"
        " same other certain various several many few own additional further extra unrelated related interesting fun unique useful helpful clear vague"
        " simple complex real"
        " actual true false correct incorrect wrong right positive negative strong weak high low long short first last next previous current recent"
        " overall whole full"
        " entire both either each every some any all more most less least much such own someone something anything everything nothing somebody group"
        " team company firm"
        " organization organisation industry market business product products service services price prices cost costs money change changes trend"
        " trends development"
        " comparison contrast link links connection relationship relation family friend friends life death health work job career pop culture media"
        " film movie movies"
        " song songs book books show shows sport sports game games music art science math technology tech law laws nature animal animals food drink"
        " water air land plant"
        " side sides stance pros cons twist setting plot narrator protagonist hero villain ending beginning scene flaw flaws mistake mistakes error"
        " errors gap gaps"
        " follow-up call-to-action trait traits habit habits skill skills lack importance significance existence possibility ability use-case"
        " trade-off trade-offs tradeoff"
        " app apps website websites site sites dish dishes restaurant hotel museum provider brand brands gadget device devices vehicle vehicles"
        " appliance employee employees employer employers colleague colleagues client clients patient patients student students parent parents child"
        " children woman man men"
        " women boy girl kid kids guest guests visitor visitors helper staff household meal meals pet pets ingredient ingredients"
        " rivalry sibling siblings competition conflict friendship romance childhood upbringing nostalgia sarcasm irony metaphor simile imagery rhyme"
        " hook cliche analogy"
        " exaggeration stereotype debate controversy misconception contradiction random unexpected intriguing surprising tangent disclaimer follow-on"
        " segue anecdotes"
        " workaround caveat caveats nuance nuances counterexample edge pitfall pitfalls safeguard alternative alternatives option options choice"
        " choices criterion criteria"
        " source-of-truth scope timeline timeframe deadline budget constraint constraints requirement requirements rest latter former above below latter's"
    )
)
"""In lower case: a text may have any of these without the word."""

_LISTED = re.compile(r"(?m)^[ \t]*(?:\d{1,2}[.)]|[-*•‣▪●–+]|\(?[a-z][.)])[ \t]|\b(?:first|firstly|step one)\b", re.IGNORECASE)
PROVABLE: dict[str, re.Pattern[str] | None] = {
    "link": None,
    "table": re.compile(r"\t|\|"),
    "phone number": None,
    "e-mail address": None,
    "bullet point": _LISTED,
    "numbered list": _LISTED,
    "emoji": re.compile(r"[:;]-?[)(DP]|<3"),
    "subject line": None,
    "question mark": None,
    "heading": re.compile(r"\n|\A[^\n]{0,60}:"),
    "code": re.compile(r"[`{};=<>$]|\w\(|(?m:^ {4})"),
    "greeting": re.compile(
        r"\b(?:thank|thanks|hi|hello|hey|dear|good (?:morning|day|evening)|welcome|greetings|sir|madam)\b|\A[^\n]{1,40},\s?\n", re.IGNORECASE
    ),
    "apology": re.compile(r"\b(?:sorry|apolog\w+|regret\w*|unfortunately|forgive|pardon|inconvenience|afraid)\b", re.IGNORECASE),
    "exclamation mark": None,
}
"""Kinds of which a text that has one shows it, each with what may be called so as well."""
