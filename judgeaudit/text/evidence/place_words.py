"""Words that name a text that the judge saw, and which of the sources they name."""

from __future__ import annotations

import re


def words_of(text: str) -> frozenset[str]:
    """The words of a list that is written as one text.

    Example
    -------
    >>> sorted(words_of("that what"))
    ['that', 'what']
    """
    return frozenset(text.split())


KIND_WORDS = {
    "judged": "response responses reply replies answer answers output outputs summary summaries translation translations completion completions submission "
    "submissions essay essays email emails e-mail e-mails mail letter message code program function script snippet story stories poem text texts "
    "item solution "
    "solutions draft post review explanation candidate candidates assistant assistants model models chatbot bot agent author writer student ai "
    "description list tutor translator reviewer summariser summarizer "
    "antwort antworten ausgabe zusammenfassung übersetzung aufsatz réponse réponses sortie résumé traduction respuesta respuestas salida resumen traducción",
    "context": "policy policies article articles document documents context passage passages source sources knowledge fact facts excerpt transcript "
    "manual faq "
    "handbook contract terms report richtlinie dokument kontext quelle artikel politique document contexte passage règlement política documento contexto "
    "pasaje fuente artículo",
    "talk": "dialogue dialog conversation history dialogue gespräch conversación diálogo",
    "input": "question questions prompt prompts instruction instructions user user's input inputs query request task customer asker inquiry frage anweisung "
    "aufgabe nutzer benutzer eingabe kunde consigne utilisateur requête demande pregunta instrucción usuario consulta entrada",
    "reference": "reference referenz référence referencia gold",
    "rubric": "rubric rubrics criterion criteria guideline guidelines requirement requirements rubrik kriterium kriterien vorgabe vorgaben critère "
    "critères grille "
    "criterio criterios rúbrica",
}
"""Words by kind, in English, German, French and Spanish."""
KIND = {word: kind for kind, words in KIND_WORDS.items() for word in words.split()}
PEOPLE = words_of("user customer asker nutzer benutzer kunde utilisateur usuario")
"""Who is told something: as objects they say nothing of where words stand."""
MANY = words_of(
    "responses replies answers outputs summaries translations completions submissions essays emails texts solutions candidates assistants models "
    "antworten réponses respuestas"
)
OF_PEOPLE = words_of("message messages email emails e-mail text texts letter code essay draft description story post review script item list")
"""What "the user's" is before: not the judged text."""
DETERMINERS = words_of(
    "the this that these those its their his her our both each either neither all two no der die das den dem des diese dieser dieses le la les l "
    "cette ce cet "
    "el los las esta este"
)
SAID_BEFORE = words_of(
    "turn turns utterance utterances statement statements remark comment comments post message messages response question line reply conversation"
)
BEFORE = words_of("previous prior earlier preceding")
"""With these, what is `SAID_BEFORE` belongs to the conversation that was judged."""
VOICES = words_of("person speaker narrator character interviewer caller")
FACT_AFTER = words_of("mentions mention mentioned mentioning to states restates uses includes acknowledges repeats cites")
"""Before "the fact that": what follows is of the fact that the judge was shown."""
QUANTIFIERS = words_of("both each either neither all two no beide les-deux ambas ambos")
REFERENCE = words_of("reference gold expected golden referenz")
"""An answer with one of these before it is the reference."""
NOT_SHOWN = words_of(
    "better good ideal complete proper perfect best correct right true actual real accurate stronger improved fuller possible previous prior another "
    "different suitable wrong "
    "incorrect"
)
"""A text with one of these before it is none that was shown."""
DENSE = (
    ("reference", "参考答案|标准答案|参照回答|模範解答"),
    ("rubric", "评分标准|评判标准|准则|ルーブリック|評価基準"),
    ("judged", "两个回答|回答|答复|回复|响应|输出|摘要|译文|応答|返答|出力|要約|訳文"),
    ("context", "政策|文档|文件|上下文|原文|资料|文章|来源|规定|条款|文書|文脈|ポリシー|規約|資料|記事|出典|方針"),
    ("input", "该问题|用户(?:问题|提问)?|提示|指令|質問|指示|ユーザー|プロンプト|(?<![有在的])问题(?=[中要问是])"),
)
"""The same for Chinese and Japanese, as patterns."""
DENSE_WORD = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in DENSE))

CONJUNCTIONS = words_of(
    "and but while whereas as because since although though when where if unless however so yet or then und aber während weil mais et car pero y porque"
)
PREPOSITIONS = words_of(
    "in from within by under per of on inside throughout across at into to for with about im aus von laut gemäß dans de du selon en del según nach beim zur zum"
)
TOWARD = words_of("to for with about into at zur zum")
"""Prepositions whose noun is not where something stands."""
EMBEDS = words_of("that what how which whether dass que")
AGAINST = words_of("unlike than versus vs")
AGAINST_TO = words_of("contrast compared opposed contrary comparison instead rather relative similar identical equal")
SAYS = words_of(
    "says say said states state stated claims claim claimed mentions mention mentioned writes write wrote notes note noted reads read contains "
    "contain contained includes "
    "include included gives give gave provides provide provided uses use used lists list listed names name named tells tell told asks ask asked "
    "asserts assert asserted "
    "argues argue explains explain explained describes describe described promises promise promised offers offer offered adds add added cites cite "
    "cited quotes quote "
    "quoted refers refer referred specifies specify specified requires require required suggests suggest suggested recommends recommend concludes "
    "conclude concluded opens "
    "ends begins starts closes replies replied reports reported indicates indicated repeats repeat "
    "sagt nennt gibt enthält schreibt behauptet steht erwähnt lautet dit indique mentionne affirme contient écrit dice menciona indica afirma "
    "contiene escribe"
)
VERBS = words_of(
    "is are was were has have had does do did doesn't don't didn't isn't aren't wasn't can can't cannot could will would should may might must "
    "never not fails lacks "
    "omits misses ist sind hat wird est sont ont son tiene"
)
AUXILIARIES = words_of("has have had does do did")
NOT_VERBS = words_of("as its this his less across always perhaps thus plus series towards besides sometimes various")
ADVERBS = words_of("also only then both itself themselves however first just even actually instead still further at least")
PRONOUNS = words_of("it its it's they their he she er sie elle il")
RELATES = words_of(
    "contradicts contradict contradicting copies copying matches match matching echoes restates paraphrases misreads misquotes misquoting citing "
    "quoting repeating "
    "misrepresents misstates violates follows addresses answers sees see stating"
)
NAMING = frozenset(KIND) | SAID_BEFORE | VOICES | PRONOUNS | {"other"}
"""Words that may name a source, or stand for one."""
EMPTY_IT = words_of(
    "stated clear important true possible worth likely unclear known said noted mentioned unlikely evident obvious difficult hard easy better best "
    "necessary essential "
    "crucial impossible common assumed"
)
"""After "it is": nothing that "it" could stand for."""


def resolve(kind: str, names: tuple[str, ...], judged: tuple[str, ...]) -> tuple[str, ...]:
    """The sources that a kind of word names, of those there are.

    Parameters
    ----------
    kind : str
        A key of `KIND_WORDS`.
    names, judged : tuple of str
        Of the sources.

    Returns
    -------
    tuple of str
        () where it may be any of several judged texts, or where there is no such source.

    Example
    -------
    >>> resolve("context", ("response", "input"), ("response",)), resolve("judged", ("response_a", "response_b"), ("response_a", "response_b"))
    (('input',), ())
    """
    if kind == "judged":
        return judged if len(judged) == 1 else ()
    wanted = {"context": ("context", "reference"), "fact": ("context", "reference"), "talk": ("context", "input")}.get(kind, (kind,))
    found = tuple(name for name in wanted if name in names)
    if found or kind != "context":
        return found
    return ("input",) if "input" in names else resolve("judged", names, judged)
