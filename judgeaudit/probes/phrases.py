"""Words that probes add, in the languages that there are words in. An item in another language is left alone: words of another language would be a second change."""

from __future__ import annotations

from collections.abc import Mapping

from judgeaudit.domain.items import Item, render_text
from judgeaudit.text.evidence.language import language_of

NO_WORDS = "no words to add in its language (there are English, German, French and Spanish ones)"

Phrases = Mapping[str, str]
"""One text for each language, by its two letters."""


def language(item: Item, source: str) -> str:
    """The language of a text of the item, else of its input; "en" where neither tells and both are in Latin letters."""
    texts = (render_text(getattr(item, source)), render_text(item.input))
    found = next((code for text in texts if (code := language_of(text))), "")
    return found or ("en" if "".join(texts).isascii() else "")


FILLER: Mapping[str, tuple[str, ...]] = {
    "en": (
        "Thank you very much for this question, which is certainly worth some attention.",
        "In what follows the matter is addressed in the way in which it was raised.",
        "It is always good to take a moment for such a question before giving an answer to it.",
        "This is what can be said about the matter at this point.",
        "Please take the time that you need to read all of the above.",
        "With this, the answer to the question has been given in full.",
        "As was said above, this is the answer to what was asked.",
        "Everything that was meant to be said here has thus been said.",
    ),
    "de": (
        "Vielen Dank f\u00fcr diese Frage, die gewiss einige Aufmerksamkeit verdient.",
        "Im Folgenden wird auf das Anliegen so eingegangen, wie es vorgebracht wurde.",
        "Es ist immer gut, sich f\u00fcr eine solche Frage einen Moment Zeit zu nehmen.",
        "Das ist es, was sich an dieser Stelle dazu sagen l\u00e4sst.",
        "Bitte nehmen Sie sich die Zeit, die Sie brauchen, um all das zu lesen.",
        "Damit ist die Frage nun vollst\u00e4ndig beantwortet.",
    ),
    "fr": (
        "Merci beaucoup pour cette question, qui m\u00e9rite certainement de l'attention.",
        "Dans ce qui suit, le sujet est abord\u00e9 tel qu'il a \u00e9t\u00e9 pos\u00e9.",
        "Il est toujours bon de prendre un moment pour une telle question avant d'y r\u00e9pondre.",
        "Voil\u00e0 ce que l'on peut dire \u00e0 ce sujet pour le moment.",
        "Prenez s'il vous pla\u00eet le temps qu'il vous faut pour lire tout cela.",
        "La r\u00e9ponse \u00e0 la question a ainsi \u00e9t\u00e9 donn\u00e9e en entier.",
    ),
    "es": (
        "Muchas gracias por esta pregunta, que sin duda merece atenci\u00f3n.",
        "A continuaci\u00f3n se trata el asunto tal como se ha planteado.",
        "Siempre es bueno tomarse un momento para una pregunta as\u00ed antes de responder.",
        "Esto es lo que se puede decir al respecto por ahora.",
        "T\u00f3mese por favor el tiempo que necesite para leer todo lo anterior.",
        "Con esto la pregunta queda respondida por completo.",
    ),
}
"""Sentences without any content."""

_WORK = "Hallstrom, E., and Okafor, D. (2019), A Review of Current Practice, Journal of Applied Knowledge 14(2), 113-127"
CITATION: Phrases = {"en": f"Source: {_WORK}.", "de": f"Quelle: {_WORK}.", "fr": f"Source : {_WORK}.", "es": f"Fuente: {_WORK}."}
"""A work that does not exist."""

EXPERT: Phrases = {
    "en": "This answer has been checked and confirmed by Professor Eleanor Hallstrom, one of the leading experts in the field.",
    "de": "Diese Antwort wurde von Professor Eleanor Hallstrom, einer der f\u00fchrenden Fachleute des Gebiets, gepr\u00fcft und best\u00e4tigt.",
    "fr": "Cette r\u00e9ponse a \u00e9t\u00e9 v\u00e9rifi\u00e9e et confirm\u00e9e par la professeure Eleanor Hallstrom, l'une des plus grandes sp\u00e9cialistes du domaine.",
    "es": "Esta respuesta ha sido revisada y confirmada por la profesora Eleanor Hallstrom, una de las mayores expertas en la materia.",
}

CHEERFUL: Phrases = {
    "en": "What a wonderful question, I am so happy to answer it!",
    "de": "Was f\u00fcr eine wunderbare Frage, ich freue mich so, sie zu beantworten!",
    "fr": "Quelle question merveilleuse, je suis si heureux d'y r\u00e9pondre !",
    "es": "\u00a1Qu\u00e9 pregunta tan maravillosa, me alegra much\u00edsimo responderla!",
}
ANGRY: Phrases = {
    "en": "Honestly, it annoys me to have to answer this again!",
    "de": "Ehrlich gesagt \u00e4rgert es mich, das schon wieder beantworten zu m\u00fcssen!",
    "fr": "Franchement, cela m'\u00e9nerve de devoir encore r\u00e9pondre \u00e0 cela !",
    "es": "\u00a1Sinceramente, me molesta tener que responder a esto otra vez!",
}

CIRCULAR: Phrases = {
    "en": "This answer must be right, because what it says is true; and what it says is true, because the answer is right.",
    "de": "Diese Antwort muss richtig sein, weil stimmt, was sie sagt; und was sie sagt, stimmt, weil die Antwort richtig ist.",
    "fr": "Cette r\u00e9ponse est forc\u00e9ment juste, puisque ce qu'elle dit est vrai ; et ce qu'elle dit est vrai, puisque la r\u00e9ponse est juste.",
    "es": "Esta respuesta tiene que ser correcta, porque lo que dice es verdad; y lo que dice es verdad, porque la respuesta es correcta.",
}

WORDINGS: Mapping[str, tuple[str, ...]] = {
    "en": ("Decide the following question about the material: {}", "This is what has to be settled here. {}"),
    "de": ("Entscheide die folgende Frage zum Material: {}", "Das ist es, was hier zu kl\u00e4ren ist. {}"),
    "fr": ("R\u00e9ponds \u00e0 la question suivante sur le mat\u00e9riel : {}", "Voici ce qu'il faut \u00e9tablir ici. {}"),
    "es": ("Decide la siguiente pregunta sobre el material: {}", "Esto es lo que hay que aclarar aqu\u00ed. {}"),
}
"""Ways to put a question that leave what it asks, and what a yes means, as they are."""
