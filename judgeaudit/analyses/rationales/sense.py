"""Which labels of a criterion speak for the judged thing and which against it, as far as their words say so."""

from __future__ import annotations

import re

from judgeaudit.domain.rubric import Criterion
from judgeaudit.text.polarity import polarity


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PASSING = _words("""
pass passed passes passing good great excellent correct right acceptable accept accepted adequate sufficient met satisfied satisfies fulfilled compliant conforming ok okay valid success
successful approve approved safe harmless helpful useful faithful supported grounded relevant complete accurate appropriate polite
bestanden gut korrekt richtig erfüllt akzeptabel ausreichend réussi réussie bon bonne correcte conforme acceptable acceptée correcto correcta aprobado aprobada bueno buena cumple
corretto corretta superato buono accettabile aprovado bom geslaagd goed voldoende zaliczone dobry poprawny соответствует верно хорошо зачёт зачет
通过 合格 正确 好 良い 正しい 適切 합격 통과
""")
_FAILING = _words("""
fail failed fails failing bad poor terrible incorrect wrong unacceptable reject rejected inadequate insufficient unmet unsatisfied unfulfilled non-compliant noncompliant nonconforming
invalid failure unsuccessful unsafe harmful unhelpful useless unfaithful unsupported ungrounded irrelevant incomplete inaccurate inappropriate impolite rude hallucinated
durchgefallen schlecht falsch inkorrekt inakzeptabel ungenügend unzureichend échoué échouée mauvais mauvaise incorrecte inacceptable incorrecto incorrecta suspenso reprobado malo mala
sbagliato sbagliata scorretto errato cattivo inaccettabile reprovado ruim gezakt fout slecht onvoldoende niezaliczone zły błędny неверно плохо незачёт незачет
不通过 不合格 错误 差 不正确 悪い 誤り 不適切 불합격
""")
_YES = _words("yes y true present ja wahr oui vrai sí si verdadero vero sim tak да 是 はい 예")
_NO = _words("no n false absent nein falsch non faux falso não nee nie нет 否 いいえ 아니요")
_WORDS = {**dict.fromkeys(_PASSING, 1), **dict.fromkeys(_FAILING, -1)}
_NOT = re.compile(r"(?:not|nicht|pas|no|non|niet|не)[ _-]+|un(?=met|satisf|accept)", re.IGNORECASE)
_ASKS = re.compile(r"\W*(?:does|do|did|is|are|was|were|has|have|can|could|will|would|should)\b", re.IGNORECASE)


def senses(criterion: Criterion) -> dict[str, int]:
    """Labels that are known to speak for (1) or against (-1) the judged thing; those of which nobody can tell are left out.

    Parameters
    ----------
    criterion : Criterion

    Returns
    -------
    dict of label to 1 or -1
        Of an ordinal scale the last and the first label, unless their words say that it falls. Of a nominal one those whose word, or description, says it; yes and no only
        where the question, read as a statement, is about something good. Empty where not both sides are known.
    """
    labels = criterion.scale.labels or ()
    if criterion.scale.level == "interval" or not labels:
        return {}
    if criterion.scale.level == "ordinal":
        falls = _sense(labels[0], criterion) > 0 > _sense(labels[-1], criterion)
        return {labels[0]: 1 if falls else -1, labels[-1]: -1 if falls else 1}
    found = {label: _sense(label, criterion) for label in labels}
    known = {label: sense for label, sense in found.items() if sense}
    return known if set(known.values()) == {1, -1} else {}


def passing_label(criterion: Criterion) -> str | None:
    """The one label that speaks for the judged thing; None where there is none or several."""
    passing = [label for label, sense in senses(criterion).items() if sense > 0]
    return passing[0] if len(passing) == 1 else None


def _sense(label: str, criterion: Criterion) -> int:
    word = " ".join(label.casefold().replace("_", " ").split())
    if word in _WORDS:
        return _WORDS[word]
    bare = _NOT.sub("", word, count=1)
    if bare != word and bare in _WORDS:
        return -_WORDS[bare]
    described = polarity(criterion.label_descriptions.get(label, "")).sign
    if described or not (word in _YES or word in _NO):
        return described
    return (1 if word in _YES else -1) if _asks_for_good(criterion.question) else 0


def _asks_for_good(question: str) -> bool:
    """Whether yes is the good answer: "does it state the fee" and not "does it contain an error"."""
    return polarity(_ASKS.sub("", question, count=1).rstrip("?？ ")).sign > 0
