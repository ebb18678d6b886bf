"""What clauses without a verdict in words argue for: told from polarity, and only where nothing speaks against it."""

from __future__ import annotations

import re

from judgeaudit.text.conclusion_pointwise import THING
from judgeaudit.text.conclusion_statements import sentences, supposes
from judgeaudit.text.polarity import polarity
from judgeaudit.text.polarity_cjk import CJK
from judgeaudit.text.polarity_tokens import tokens
from judgeaudit.text.polarity_topics import topic_words

_CLAUSES = re.compile(r"[,;:—]\s|\b(?:but|however|although|though|while|whereas|because|so)\b|[，；]", re.IGNORECASE)
_TURNS = re.compile(r"\b(?:but|however|although|though|whereas|yet|except|apart from|aber|mais|pero|ma|maar|ale|но)\b|但|しかし", re.IGNORECASE)
_JUDGED = re.compile(
    rf"^\W*(?:(?:and|also|overall|clearly|still|in short)\W+){{0,2}}{THING}\s+(?!and\b|or\b|of\b)[^\W\d_]"
    r"|^\W*(?:(?:die|das|der|la|le|l['’]|el|il|lo|a|o|het|de)\s*)?(?:antwort|zusammenfassung|übersetzung|text|réponse|traduction|résumé|respuesta"
    r"|traducción|resumen|risposta|traduzione|resposta|tradução|antwoord|vertaling|odpowiedź|tłumaczenie|ответ|перевод)\b"
    r"|^\s*(?:该|此|这个)?(?:回答|回复|答案|翻译|译文|回答は|応答|返信)",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"^\W*(?:(?:there\s+(?:is|are|was|were)\s+)?(?:no|without(?:\s+any)?|zero)\s+(?:\w+\s+){0,2}?(?:errors?|mistakes?|hallucinations?|flaws?|faults?|bugs?)\b"
    r"|(?:everything|nothing|(?:the|this|each|every)\s+(?:criteri|requirement|condition)|all\s+(?:that|required|needed|requested|of\s+(?:it|the))|every\s+required)\b)",
    re.IGNORECASE,
)
_ABSENT = re.compile(
    r"\b(?:is|are|was|were)\s+(?:\w+ly\s+)?(?:missing|absent|omitted|left\s+out|never\s+\w+ed|not\s+(?:mentioned|stated|given|named|provided|cited|included|there"
    r"|covered|addressed|present))\b",
    re.IGNORECASE,
)
_SAYS = re.compile(r"\b(?:sa(?:y|ys|id)|states?|stated|claims?|claimed|asserts?|declares?|concludes?|tells?|told|writes?|argues?)\b|\d", re.IGNORECASE)


def clauses_argue(text: str) -> int:
    """1 where the clauses of a text speak for the judged thing, -1 where they speak against it, 0 where that is not sure.

    Parameters
    ----------
    text : str

    Returns
    -------
    int

    Notes
    -----
    No clause may evaluate the other way, and none after "but" may be left without a sign. It then takes two clauses that evaluate, or one that evaluates
    the judged thing itself ("the reply is rude"), all of it ("nothing is missing"), says what is absent, or is an evaluation and no more ("Perfect.").
    What a text says, and the numbers it gives, are no merit until someone says that they are right.
    """
    found: list[tuple[str, int]] = []
    for sentence in sentences(text):
        if supposes(sentence.shown):
            continue
        told = [(clause, _sign(clause)) for clause in _CLAUSES.split(sentence.shown) if clause.strip()]
        if _TURNS.search(sentence.shown) and any(not sign for _, sign in told):
            return 0
        found += [(clause, sign) for clause, sign in told if sign]
    signs = {sign for _, sign in found}
    if len(signs) != 1:
        return 0
    sign = signs.pop()
    weighed = [clause for clause, _ in found if _counts(clause, sign)]
    return sign if len(weighed) > 1 or (weighed and _alone(weighed[0], sign)) else 0


def _sign(clause: str) -> int:
    return polarity(clause).sign


def _counts(clause: str, sign: int) -> bool:
    """Whether a clause evaluates, and does not just report what a text says."""
    return sign < 0 or _SAYS.search(clause) is None or re.search(r"\b(?:correct|right|accurate|proper)(?:ly)?\b", clause, re.IGNORECASE) is not None


def _alone(clause: str, sign: int) -> bool:
    """Whether one clause is enough."""
    texts, _ = tokens(clause)
    if topic_words(texts):
        return False
    words = [text for text in texts if text[0].isalpha()]
    if len(words) <= 2 and CJK.search(clause) is None:
        return bool(words)
    if _WHOLE.search(clause) is not None or _JUDGED.search(clause) is not None:
        return True
    return sign < 0 and _ABSENT.search(clause) is not None
