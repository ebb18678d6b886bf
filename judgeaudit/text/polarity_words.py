"""English words of `polarity`, as data: what speaks for a judged text, what against it, and what turns a word around.

Verbs and adjectives stand in their base form; `english` makes the others. Phrases are words with blanks.
"""

from __future__ import annotations

from judgeaudit.text.polarity_kinds import (
    ABOUT,
    AND,
    BOUND,
    CARRY,
    CONTRAST,
    DEMOTE,
    EXCEPT,
    HALF,
    IF,
    INSTEAD,
    LESS,
    MISS,
    NEG,
    NOUN,
    ONLY,
    QUALITY,
    REQUEST,
    REQUIRE,
    SAY,
    SHIFT,
    SKIP,
    SO,
    SOURCE,
    STRONG,
    THAN,
    TOO,
    TOPIC,
    WHETHER,
    WISH,
    Lexicon,
    Word,
    lexicon,
)  # fmt: skip
from judgeaudit.text.polarity_phrases import PHRASES

_GOOD = """
accurate correct right true precise exact faithful valid sound proper appropriate adequate sufficient complete comprehensive thorough exhaustive
clear understandable readable coherent consistent logical organized organised structured fluent natural grammatical concise succinct brief crisp focused
relevant on-topic pertinent applicable helpful useful informative insightful practical actionable detailed specific direct explicit polite courteous friendly
professional respectful empathetic warm kind considerate tactful safe harmless secure responsible compliant acceptable satisfactory good great excellent
outstanding strong solid perfect flawless impeccable ideal fine nice effective efficient robust reliable trustworthy credible verifiable
supported well-supported grounded substantiated justified reasonable plausible balanced neutral objective unbiased fair honest transparent nuanced
engaging creative original vivid elegant readable idiomatic well-written well-structured well-organized well-organised well-explained well-reasoned
on-point spot-on up-to-date error-free bug-free jargon-free equivalent legible testable maintainable deterministic optimal superior preferable thoughtful
careful convincing persuasive compelling cohesive smooth rigorous meaningful commendable timely apt fitting suitable accessible straightforward
truthful informed tidy clean sane consistent literal verbatim legitimate authoritative
"""
_BAD = """
incorrect wrong false untrue erroneous inaccurate imprecise invalid flawed faulty broken defective buggy improper inappropriate inadequate insufficient
incomplete partial unclear confusing ambiguous vague obscure muddled convoluted incoherent inconsistent contradictory illogical disorganized disorganised
irrelevant off-topic unrelated tangential unhelpful useless uninformative generic shallow superficial impolite rude curt abrupt dismissive condescending
patronizing patronising sarcastic hostile aggressive unprofessional disrespectful cold harsh offensive toxic abusive insulting discriminatory biased unfair
harmful unsafe dangerous insecure vulnerable irresponsible reckless illegal unethical unacceptable unsatisfactory bad poor terrible awful weak mediocre
redundant repetitive verbose wordy long-winded rambling bloated unnecessary superfluous excessive unsupported unsubstantiated ungrounded unfounded
baseless unverified unverifiable unjustified fabricated invented hallucinated made-up fictitious nonexistent misleading deceptive dishonest evasive
outdated obsolete stale stilted awkward clumsy unnatural ungrammatical garbled mistranslated truncated cut-off rushed sloppy careless
implausible unreasonable nonsensical absurd problematic troubling inferior unfaithful unreliable unrealistic impractical inefficient slow brittle
noncompliant non-compliant unusable unreadable unconvincing simplistic oversimplified cryptic terse messy disjointed choppy dull boring cliched
inflammatory manipulative preachy unanswered unaddressed unresolved unexplained uncited unmet off circular ill-defined hard-coded one-sided unfriendly
distorted malformed untranslated lacking deficient subpar lacklustre lackluster questionable dubious doubtful unjustifiable uncritical misplaced
unwarranted untested
tone-deaf word-for-word overlong overconfident pointless frustrating jarring insensitive callous pushy flippant
"""
_ABSENT = "absent missing omitted left-out nonexistent"
_GOOD_VERBS = """
meet satisfy fulfil fulfill comply conform adhere follow pass succeed excel match agree align respect honour honor work compile run suffice clarify
outperform win beat convince impress resolve solve preserve retain maintain reflect respond achieve accomplish deliver capture convey support justify
cover demonstrate obey execute reassure enhance empathise empathize sympathise sympathize synthesise synthesize
"""
_BAD_VERBS = """
violate break breach contradict conflict exceed overrun fail mislead confuse misstate misrepresent misquote misattribute misinterpret misunderstand
mistranslate miscalculate misread misspell misname miscount mislabel hallucinate fabricate invent distort exaggerate overstate understate oversimplify
ramble digress crash hang loop leak truncate insult offend endanger repeat deviate diverge detract suffer garble botch mangle conflate stray
patronise patronize undermine jeopardise jeopardize confound struggle drift lose lie hedge backfire
"""
_NOUNS = """error mistake hallucination fabrication inaccuracy omission typo misspelling flaw fault contradiction inconsistency falsehood misstatement
misinterpretation mistranslation misunderstanding defect violation shortcoming weakness gap deficiency redundancy repetition ambiguity distortion
exaggeration non-sequitur fallacy misquote misattribution misinformation mismatch failure incoherence verbosity irrelevance confusion drawback bias nonsense
plagiarism rudeness miscalculation discrepancy oversight filler slip blunder padding fluff overstatement gibberish"""
_GOOD_NOUNS = """accuracy correctness clarity completeness coherence relevance helpfulness politeness empathy depth faithfulness fluency precision consistency
conciseness brevity thoroughness rigour rigor compliance courtesy professionalism readability strength"""
_TOPICS = (
    "problem issue bug risk danger concern harm hazard threat vulnerability leak warning-sign complaint jargon slang profanity slur stereotype objection caveat"
)
_ABOUT = """mention identify explain flag point-out warn handle catch fix correct address acknowledge discuss describe detect note highlight recognise recognize
admit apologise apologize caution spot diagnose refute rebut debunk cover summarise summarize list clarify reject decline refuse tackle outline
anticipate consider disclose report"""
_ABOUT_NOUNS = (
    "explanation description discussion correction handling identification list analysis detection summary account diagnosis overview warning treatment mention"
)
_SAY = "state say claim assert declare conclude"
_CARRY = """name include provide give contain cite present offer quote specify show supply feature reference link document define return quantify attribute
attach incorporate introduce add produce"""
_MISS = "omit miss skip ignore overlook neglect forget disregard bypass sidestep drop"
_IRREGULAR_OF = {
    "gave": "give", "given": "give", "said": "say", "shown": "show", "forgot": "forget", "forgotten": "forget", "lost": "lose", "broke": "break",
    "met": "meet", "ran": "run", "beaten": "beat", "won": "win", "misled": "mislead", "misunderstood": "misunderstand", "caught": "catch", "hung": "hang",
    "left out": "omit", "overran": "overrun", "lied": "lie", "lying": "lie",
}  # fmt: skip
_NEVER_CUES = "rights works running runs run reflected matches losing loser passing fine-grained off-the-shelf loop hang"
"""Forms that say too little: nouns, mostly."""

_REQUESTS = """
asks ask asked requires require required expects expected demands wants wanted requests requested specifies specified says states stated said needs calls
instructs instructed tells seeks requesting asking
"""
"""Of an instruction or a user, they say what is asked for."""

_WORDS: dict[str, Word] = {
    **dict.fromkeys((
        "not", "never", "no", "none", "nothing", "nobody", "nor", "neither", "cannot", "hardly", "barely", "scarcely", "rarely", "seldom", "nowhere",
        "cant", "doesnt", "isnt", "didnt", "dont",
    ), Word(NEG, -1)),
    **dict.fromkeys(("without", "lack", "lacks", "lacked", "devoid"), Word(SHIFT, -1)),
    **dict.fromkeys(("avoid", "avoids", "avoided", "avoiding", "prevents", "prevent", "eliminates", "removes", "refrains"), Word(SHIFT, 1)),
    **dict.fromkeys((
        "better", "best", "clearer", "stronger", "safer", "shorter", "improved", "well", "accurately", "satisfies", "fulfils", "complied", "concur",
    ), Word(STRONG, 1)),
    **dict.fromkeys((
        "worse", "worst", "weaker", "poorer", "slower", "wrongly", "ill", "mis-stated", "badly", "unlike", "hard to", "difficult to",
    ), Word(STRONG, -1)),
    **dict.fromkeys(("must", "shall", "should"), Word(REQUIRE, 0)),
    **dict.fromkeys((
        "criterion", "criteria", "rubric", "instruction", "instructions", "prompt", "task", "question", "user", "customer", "policy", "assignment",
        "guideline", "guidelines", "source", "specification", "spec", "client",
    ), Word(SOURCE, 0)),
    **dict.fromkeys(("too", "overly", "excessively", "unnecessarily", "needlessly", "unduly"), Word(TOO, -1)),
    **dict.fromkeys(("only", "merely", "solely"), Word(ONLY, -1)),
    **dict.fromkeys(("partially", "partly", "incompletely", "insufficiently", "inadequately", "poorly", "half"), Word(HALF, -1)),
    **dict.fromkeys(("less", "fewer", "least", "little", "few"), Word(LESS, -1)),
    **dict.fromkeys(("but", "however", "yet", "nevertheless", "nonetheless"), Word(CONTRAST, 0)),
    **dict.fromkeys(("although", "though", "while", "whereas", "despite", "because", "since", "unless", "when", "until"), Word(DEMOTE, 0)),
    **dict.fromkeys(("so", "therefore", "thus", "hence", "consequently", "making", "meaning"), Word(SO, 0)),
    **dict.fromkeys(("which", "who", "where", ";", ":", "(", ")", "—", "–"), Word(BOUND, 0)),
    **dict.fromkeys(("and", "&", "plus"), Word(AND, 0)),
    "except": Word(EXCEPT, 0), "whether": Word(WHETHER, 0), "if": Word(IF, 0), "than": Word(THAN, 0),
}  # fmt: skip

_PHRASES: dict[str, Word] = {
    **dict.fromkeys((
        "fails to", "fail to", "failed to", "failing to", "failure to", "neglects to", "neglected to", "forgets to", "forgot to", "omits to",
        "refuses to", "declines to", "unable to", "is unable to", "stops short of", "lacking in", "in need of", "short on", "void of",
    ), Word(SHIFT, -1)),
    **dict.fromkeys(("free of", "free from", "clear of", "steers clear of", "stays clear of", "refrains from", "avoids any", "safe from"), Word(SHIFT, 1)),
    **dict.fromkeys((
        "far from", "anything but", "by no means", "in no way", "at no point", "nowhere near", "no longer", "not at all", "not a single", "not one",
        "none of", "neither of", "not necessarily", "not any", "not even", "not so", "less than", "not exactly", "not entirely", "not quite",
        "not always", "not all", "not every",
    ), Word(NEG, -1)),
    **dict.fromkeys((
        "not only", "not just", "not merely", "not simply", "not solely", "no doubt", "without doubt", "without a doubt", "without question",
        "nothing but", "no less", "no more than", "not to mention", "more or less", "no matter", "no need to", "no later than", "not least", "if any",
        "if anything", "in the end", "none other than", "even so", "as if", "so that", "so far", "as well", "as well as", "even if", "only if",
        "does not matter", "doesn't matter", "at least", "at best", "not required", "not needed", "not necessary", "need not", "well over", "well under",
        "correct answer is", "right answer is", "correct value is", "correct result is", "clear that", "true that", "right that", "run time",
        "error message", "error handling", "error messages", "error code", "best practices", "best practice", "clean up", "cold start",
        "little by little", "not more than", "no fewer than", "no fewer", "a few", "a little", "few-shot", "true or false", "warning signs",
        "side effects", "fine print", "no one", "whether or not", "true positives", "false positives", "false negatives", "good afternoon",
        "good morning", "best regards", "kind regards", "a kind of", "kind of", "right after", "right before", "right now", "so on", "and so on",
    ), Word(SKIP, 0)),
    **dict.fromkeys((
        "has to", "have to", "had to", "needs to", "need to", "ought to", "required to", "asked to", "expected to", "supposed to", "meant to",
        "is to be", "should always", "in order to be",
    ), Word(REQUIRE, 0)),
    **dict.fromkeys((
        "could have", "should have", "might have", "would have", "ought to have", "could use", "would benefit", "could benefit", "would be improved",
        "could be improved", "can be improved", "could improve", "should be improved", "room for improvement", "needs to be more", "needs more",
        "needs work", "needs improvement", "needs revision", "needs correction", "needs fixing", "need more", "leaves much to be desired",
        "would be better", "would be clearer", "would be stronger", "would be more", "could be more", "should be more", "could be better",
        "could be clearer", "could be shorter", "could be stronger", "if only", "if it had", "had it", "if the reply had", "if the response had",
        "if the answer had", "if they had", "would need to", "could do with", "could do better",
    ), Word(WISH, -1)),
    **dict.fromkeys((
        "cannot be faulted", "can't be faulted", "hard to fault", "easy to follow", "easy to understand", "easy to read", "on topic", "to the point",
        "up to date", "as requested", "as required", "as instructed", "as asked", "as expected", "as specified", "in line with", "in accordance with",
        "consistent with", "in keeping with", "what was asked", "what was requested", "what is asked", "what was needed", "is met", "are met",
        "in order", "nothing wrong", "all good", "holds up", "hold up", "checks out", "check out", "adds up", "well done", "makes sense", "on target",
        "hits the mark", "step by step", "does the job", "no complaints", "no corrections needed", "no correction needed", "no changes needed",
        "no revision needed", "needs no correction", "nothing to add", "nothing to criticise", "nothing to criticize", "in full", "stays on",
        "sticks to", "sound reasoning", "leaves no", "true to", "keeps the meaning", "no improvement needed", "stands up", "closer to", "answers the",
        "answers all", "answers every", "answer the question", "fully answers", "directly answers", "of high quality", "high quality", "high-quality",
        "takes into account", "good job", "goes beyond", "backed by", "backed up by", "on point", "word count is within", "leaves nothing out",
        "leaves nothing to be desired", "takes care of", "just right", "nothing to complain about", "nothing to fault", "hard to beat",
        "asks for consent", "on time", "in scope", "does justice to", "sets the right tone", "leaves little to be desired", "more than enough",
        "sees through",
    ), Word(STRONG, 1)),
    **dict.fromkeys((
        "hard to follow", "difficult to follow", "hard to understand", "difficult to understand", "hard to read", "difficult to read", "out of date",
        "out of scope", "off topic", "made up", "makes up", "made-up", "beside the point", "besides the point", "off the mark", "wide of the mark",
        "misses the mark", "misses the point", "at odds with", "does not hold", "falls short", "fall short", "fell short", "falls apart", "out of order",
        "out of place", "out of context", "cut off", "cuts off", "word salad", "in vain", "up in the air", "all over the place", "wastes", "drags on",
        "goes off", "wanders off", "strays from", "departs from", "out of nowhere", "of low quality", "low quality", "low-quality", "over the limit",
        "above the limit", "beyond the limit", "off by one", "off by", "not enough", "dodges", "the question unanswered", "avoids the question",
        "avoids the issue", "avoids answering", "beats around", "beats about", "contrary to", "against the policy", "against policy", "in conflict with",
        "runs into", "times out", "throws an exception", "raises an exception", "infinite loop", "talks down", "mixes up", "confuses", "in error",
        "by mistake", "out of touch", "glosses over", "brushes off", "brushes aside", "rubs", "loses the", "nothing new", "no use", "not a word",
        "half-hearted", "to be desired", "wrong way", "the wrong", "instead of answering", "puts words in", "jumps to", "a stretch", "from thin air",
        "out of thin air", "goes unanswered", "gets wrong", "got wrong", "hard to justify", "hard to verify", "to the detriment of", "adds nothing",
        "tells nothing", "reads like a", "blames the", "lectures the", "remains open", "more harm than good",
    ), Word(STRONG, -1)),
    **dict.fromkeys((
        "leaves out", "left out", "leave out", "leaving out", "is missing", "are missing", "passes over", "fails to account for", "skips over",
        "skipped over", "glossed over", "loses sight of",
    ), Word(MISS, -1)),
    **dict.fromkeys((
        "points out", "pointed out", "accounts for", "deals with", "guards against", "protects against", "talks about", "speaks to", "refers to",
        "touches on", "goes into", "asks about", "spells out", "sets out", "lays out", "corrects", "follows up on", "checks for", "tests for",
        "validates", "walks through",
    ), Word(ABOUT, 1)),
    **dict.fromkeys(("in spite of", "even though", "given that", "as long as"), Word(DEMOTE, 0)),
    **dict.fromkeys(("instead of", "rather than", "as opposed to"), Word(INSTEAD, -1)),
    **dict.fromkeys(("except for", "apart from", "aside from", "other than", "save for", "with the exception of", "bar one", "excepting"), Word(EXCEPT, 0)),
    **dict.fromkeys(("as a result", "which means", "in conclusion", "on balance", "all in all"), Word(SO, 0)),
    "on the other hand": Word(CONTRAST, 0), "question of whether": Word(WHETHER, 0),
}  # fmt: skip


def _verb_forms(verb: str) -> list[str]:
    """Third person, past and -ing form; of a verb with a hyphen ("point-out") none."""
    if "-" in verb:
        return [verb]
    y = verb.endswith("y") and verb[-2] not in "aeiou"
    stem = verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else verb
    if verb in ("omit", "skip", "forget", "drop", "spot", "admit", "win", "run", "beat", "overrun", "hedge") and verb[-1] in "tpnm" and verb != "beat":
        stem = verb + verb[-1]
    third = verb[:-1] + "ies" if y else verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z")) else "s")
    past = verb[:-1] + "ied" if y else stem + "ed"
    return [verb, third, past, stem + "ing"]


def _adjective_forms(adjective: str) -> list[str]:
    """The adjective and its adverb."""
    if adjective.endswith("ble"):
        return [adjective, adjective[:-1] + "y"]
    if adjective.endswith("y"):
        return [adjective, adjective[:-1] + "ily"]
    return [adjective, adjective + ("ally" if adjective.endswith("ic") else "ly")]


def _plurals(noun: str) -> list[str]:
    return [noun, noun[:-1] + "ies" if noun.endswith("y") else noun + ("es" if noun.endswith(("s", "x")) else "s")]


def english() -> Lexicon:
    """Every form of every English word, with its kind and sign."""
    words: dict[str, Word] = {}
    for listed, kind, sign in ((_NOUNS, NOUN, -1), (_GOOD_NOUNS, QUALITY, 1), (_TOPICS, TOPIC, -1), (_ABOUT_NOUNS, ABOUT, 0)):
        words |= {form: Word(kind, sign) for noun in listed.split() for form in _plurals(noun)}
    for listed, kind, sign in (
        (_GOOD_VERBS, STRONG, 1), (_BAD_VERBS, STRONG, -1), (_CARRY, CARRY, 1), (_SAY, SAY, 1), (_ABOUT, ABOUT, 1), (_MISS, MISS, -1),
    ):  # fmt: skip
        for verb in listed.split():
            words |= dict.fromkeys(_verb_forms(verb), Word(kind, sign))
    words |= {form: words[verb] for form, verb in _IRREGULAR_OF.items()}
    for listed, sign in ((_GOOD, 1), (_BAD, -1)):
        words |= {form: Word(STRONG, sign) for adjective in listed.split() for form in _adjective_forms(adjective)}
    words |= dict.fromkeys(_ABSENT.split(), Word(MISS, -1))
    for word in _NEVER_CUES.split():
        words.pop(word, None)
    requests = {word: Word(REQUEST, 0) for word in _REQUESTS.split()}
    return lexicon({**requests, **words, **_WORDS, **_PHRASES, **PHRASES}, requests=requests)
