"""The stretches of a rationale that say something is not in a text, with the things they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from judgeaudit.text.evidence.absence_before import read_before, read_between
from judgeaudit.text.evidence.absence_forms import CERTAIN, IN_PART, OPEN_ADVERB, PART, READER, SOURCE, TEXT, Absence, is_asked, is_no_claim, subject
from judgeaudit.text.evidence.absence_verbs import VERBS
from judgeaudit.text.evidence.absence_words import ANCHOR, BETWEEN, GIVEN, GIVEN_BARE, MENTION_OF, NO_HEAD, OBJECT_AFTER, OBJECT_BEFORE, TOLD_NOUNS, VERBLESS
from judgeaudit.text.evidence.clauses import Reading
from judgeaudit.text.evidence.wanted import GOES_ON, wanted_after
from judgeaudit.text.evidence.wanted_forms import ADDRESSED, Wanted
from judgeaudit.text.evidence.wanted_words import TEXT_NOUNS

_OTHER_TEXT = re.compile(
    r"\b(?:conversation|history|previous|prior|fact|facts|prompt|question|instruction|instructions|dialogue|context|user"
    r"|passage|policy|article|rubric)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"(?<![\w'’])\w+")
_BEFORE_WORDS = (
    "is are was were remain remains seems appears has have can cannot could get gets receive receives find finds merit"
    " merits do does did never goes go went"
    " stay stays isn aren wasn weren hasn haven doesn don didn couldn"
)
_BEGINS_BEFORE = frozenset(_BEFORE_WORDS.split())
"""The words that `OBJECT_BEFORE` can begin with: most of what stands before a word of absence need not be tried."""
_PEOPLE = frozenset(["speaker", "author", "writer", "student", "user", "customer", "narrator", "reviewer", "agent", "he", "she", "they"])
_TOLD = re.compile(rf"\b{TOLD_NOUNS}\b", re.IGNORECASE)
_THERE = re.compile(rf"\s+(?:in|within|anywhere|at all|here)\b(?:.{{0,30}}\b(?:{TEXT_NOUNS}|it)\b)?", re.IGNORECASE)
_ENDS = re.compile(r"\s*(?:[.,;:!?)]|\Z|(?:and|or|but|nor|which|though|although|either|so|while|anywhere|at all|whatsoever)\b)", re.IGNORECASE)
_GAP_AFTER = re.compile(
    r"(?:\A|[.;:,!?]\s|\n|\b(?:due\s+to|despite|given|because\s+of|owing\s+to|for|is|was|apart\s+from|with|by|and|from)\s)\s*\Z",
    re.IGNORECASE,
)
_NOT_FROM = re.compile(
    r"\s*(?:[.,;:!?)]|\Z|(?:from|in|entirely|completely|here|at|altogether|although|though|but|because|too|as|which|and|so)\b)", re.IGNORECASE
)
_JUDGED = re.compile(
    r"\s*(?:\w+\s)?(?:errors?|mistakes?|issues?|problems?|contradictions?|inconsistenc(?:y|ies)|hallucinations?|typos?|fluff"
    r"|padding|jargon|flaws?"
    r"|repetitions?|doubt|wonder|matter|one|need|harm|complaints?|objections?|idea|way|less|more|longer|other|such|surprise"
    r"|fabricat\w+|deductions?)\b",
    re.IGNORECASE,
)
_FAULTS = re.compile(
    r"(?:\w+ )?(?:errors?|mistakes?|typos?|flaws?|contradictions?|inconsistenc(?:y|ies)|hallucinations?|fabrications?|inaccurac(?:y|ies)|fluff|padding)",
    re.IGNORECASE,
)
"""What a judge finds none of: no thing that a text names."""
_TELLS = re.compile(r"\b(?:tell|told|inform|warn|show|advis|remind|let|ask|caution)", re.IGNORECASE)
_ADDRESSEE = re.compile(rf"\s*(?:(?:the|any|its|their|our)\s+\w+|{ADDRESSED})\s+(?=(?:that|what|when|where|how|why|who|whom|whether|which)\b)", re.IGNORECASE)
_OF_ACT = re.compile(
    r"(?:\s+(?:to\s+)?(?:the|them|him|her|its|their|any|this|that)(?:\s+(?:customer|user|reader|client|guest|recipient|patient|team|staff|\w+er)s?)?)?"
    r"\s+(?:for|about)\s+(?:(?:the|its|their|his|her|any|this|that|an?|having|being)\s+)*(?P<what>\w[\w'’-]*"
    r"(?:\s+(?!(?:and|or|but|nor|in|at|which|so|as|because|though"
    r"|while)\b)\w[\w'’-]*){0,4})"
    r"|\s+(?:\w+\s+){1,3}(?P<by>by\s+\w+|as\s+\w+|with\s+\w+)",
    re.IGNORECASE,
)
"""What a deed is for, or how it is done: "apologise for the delay", "greets the customer by name"."""
_SOFT_KINDS = frozenset(["kind", "word", "symbol", "name", "figure"])


def find_absences(reading: Reading) -> Iterator[Absence]:
    """Claims of absence, in order of the way they are put.

    Example
    -------
    >>> from judgeaudit.text.evidence.clauses import read_rationale
    >>> from judgeaudit.text.evidence.sources import Sources
    >>> reading = read_rationale("It lacks a greeting and never mentions Paris or the fee.", Sources({"response": "Hi."}))
    >>> [(claim.kind, [thing.term for thing in claim.things]) for claim in find_absences(reading)]
    [('give', ['greeting']), ('mention', ['Paris', 'fee'])]
    """
    bare = reading.bare or reading.text
    used = 0
    for anchor in ANCHOR.finditer(bare):
        claim = _at(reading, bare, anchor, used)
        if claim is not None:
            used = claim.end
            if not is_asked(bare, max(claim.end, claim.things[-1].end)):
                yield claim


def _at(reading: Reading, bare: str, anchor: re.Match[str], used: int) -> Absence | None:
    """The claim around one word of absence: with its things after it, within it, before it, or without a verb."""
    if anchor.start() < used:
        return None
    match = BETWEEN.match(bare, anchor.start()) or _around(OBJECT_AFTER, bare, anchor, used)
    claim = None
    if match is not None:
        claim = read_between(reading, bare, match, since=used) if match.re is BETWEEN else _after(reading, bare, match, used)
    if claim is None:
        match = _around(OBJECT_BEFORE, bare, anchor, used) or _given_after(bare, anchor)
        claim = read_before(reading, bare, match, since=used) if match is not None else None
    if claim is None and anchor[0].lower() == "no" and (match := VERBLESS.match(bare, anchor.start())) is not None:
        claim = _after(reading, bare, match, used)
    return claim


def _around(pattern: re.Pattern[str], bare: str, anchor: re.Match[str], used: int) -> re.Match[str] | None:
    """A match that begins at most three words before an anchor, and reaches to it."""
    start = anchor.start()
    same = anchor[0].lower()  # one that was tried before: "no no no"
    words = [word for word in list(_WORD.finditer(bare, max(used, start - 40), start))[-4:] if word[0].lower() != same]
    starts = [word.start() for word in words if pattern is OBJECT_AFTER or word[0].lower() in _BEGINS_BEFORE]
    for at in dict.fromkeys([*starts, *([start] if start >= used else [])]):
        match = pattern.match(bare, at)
        if match is not None and match.end() >= anchor.end():
            return match
    return None


def _given_after(bare: str, anchor: re.Match[str]) -> re.Match[str] | None:
    """What says of "no ..." and "neither ... nor ..." that it is given."""
    if anchor[0].lower() not in ("no", "neither", "none"):
        return None
    found = GIVEN.search(bare, anchor.end(), anchor.end() + 100)
    if found is None and VERBLESS.match(bare, anchor.start()) is not None:
        return GIVEN_BARE.search(bare, anchor.end(), anchor.end() + 60)
    return found


def _after(reading: Reading, bare: str, match: re.Match[str], used: int) -> Absence | None:
    """A claim whose things follow it."""
    kind = _kind(match)
    start, end = match.span()
    if not _denies(bare, match):
        return None
    mention = MENTION_OF.match(bare, end)
    if mention is not None:
        kind, end = "told" if _TOLD.search(mention[0]) else "mention", mention.end()
    elif match.lastgroup == "bare":
        kind = "told" if _TOLD.search(match[0]) else "mention"
    addressee = _ADDRESSEE.match(bare, end) if _TELLS.search(match[0]) else None
    end = addressee.end() if addressee is not None else end
    before = _before_in_clause(reading, bare, start)
    if is_no_claim(reading, bare, start, before, since=used):
        return None
    if kind == "act":
        things = _act(reading.text, match)
    else:
        things = wanted_after(reading.text, _skip(bare, end), reading.quotes)
        if match.lastgroup == "gap" or "failure" in match[0].lower():  # "the lack of a link is a pity" says no more of the link
            things = tuple(replace(thing, doubt="" if thing.doubt == GOES_ON else thing.doubt) for thing in things)
        if kind == "use" and not all(thing.form in ("word", "symbol") for thing in things):
            return None
    if not things or not _is_sound(bare, match, things) or (len(things) == 1 and _FAULTS.fullmatch(things[0].term)):
        return None
    return _claim(reading, bare, match, kind, things, before)


def _skip(bare: str, at: int) -> int:
    while at < len(bare) and bare[at] == " ":
        at += 1
    return at


def _kind(match: re.Match[str]) -> str:
    group = match.lastgroup or ""
    if group in ("lack", "there", "gap", "label", "without", "single"):
        return "give" if match[0].lower().startswith("lack") else "contain"
    if group in ("silent", "bare", "ignore", "vain"):
        return "mention"
    if group in ("untold", "unlearnt"):
        return "told"
    verb = " ".join(match[group].lower().split())
    if verb.split()[0].rstrip("s") in ("name", "identify", "identifie", "naming", "identifying", "named", "identified"):
        return "name"
    return VERBS.get(verb, "contain")


def _denies(bare: str, match: re.Match[str]) -> bool:
    """Whether words that are also used otherwise are a claim here."""
    word, start, group = match[0].lower(), match.start(), match.lastgroup
    before = bare[max(0, start - 24) : start].lower()
    if group == "there":
        return not word.endswith("any") or "n't" in word or "n’t" in word or " not " in word
    if group == "gap":
        return _GAP_AFTER.search(before) is not None
    if group != "lack":
        return True
    if word.endswith("missing") and _NOT_FROM.match(bare, match.end()):  # "the fee is missing from it" names the fee before
        return False
    if word == "missing":  # "the missing fee"; "it gives the date, missing the fee"
        return before.rstrip().endswith((",", "while", "but"))
    if word == "lack":
        return re.search(r"\b(?:they|both|outputs|responses|answers|replies|and|also|which)\s*\Z", before) is not None
    if word.startswith(("lacking", "left", "omitted", "lacked", "missed")) and re.search(r"\b(?:is|are|was|were|be|been)\s+(?:\w+\s+)?\Z", before):
        return word.startswith("lacking")
    return True


def _is_sound(bare: str, match: re.Match[str], things: tuple[Wanted, ...]) -> bool:
    """Whether words that may be about anything are about a text: "no errors." and "the lack of doctors" are not."""
    if match.lastgroup == "single":
        return _JUDGED.match(bare, match.end()) is None and _ENDS.match(bare, things[-1].end) is not None and len(things[-1].term.split()) < 5
    if match.lastgroup in ("gap", "without"):
        return "omission" in match[0].lower() or all(thing.form in _SOFT_KINDS for thing in things)
    return True


def _before_in_clause(reading: Reading, bare: str, start: int) -> str:
    clause = reading.at(start)
    return bare[max(clause.start, start - 160) : start]


def _act(text: str, match: re.Match[str]) -> tuple[Wanted, ...]:
    """The deed as the thing: apologise, thank, greet."""
    group = match.lastgroup or "a"
    start, end = match.span(group)
    of = _OF_ACT.match(text, end)
    if of is not None and of["by"]:
        return (Wanted(start, of.end(), text[start : of.end()], "kind", "how it is done is for people to judge"),)
    term = text[start:end] if of is None else f"{text[start:end]} for {of['what']}"
    return (Wanted(start, of.end() if of is not None else end, term, "kind"),)


def _claim(reading: Reading, bare: str, match: re.Match[str], kind: str, things: tuple[Wanted, ...], before: str) -> Absence:
    start, end = match.span()
    last = max(end, things[-1].end)
    head, each = subject(before)
    head = READER if match.lastgroup in ("untold", "unlearnt") else head
    limited = bool(PART.match(head) and not TEXT.match(head)) or IN_PART.search(before[-60:]) is not None
    limited = limited or IN_PART.match(bare, _skip(bare, last), last + 50) is not None
    adverb = OPEN_ADVERB.search(match[0])
    limited = limited or (adverb is not None and not CERTAIN.search(adverb[0]))
    world = match.lastgroup == "there" and kind not in ("mention", "told") and not _THERE.match(bare, things[-1].end)
    if world and not _ENDS.match(bare, things[-1].end) and not all(thing.form in ("kind", "word", "symbol", "name") for thing in things):
        return Absence(start, last, kind, things, "it may be said of the world", limited, each, head)
    if match.lastgroup in ("there", "bare", "single") and _OTHER_TEXT.search(bare, max(0, start - 200), start) and not _THERE.match(bare, last):
        return Absence(start, last, kind, things, "another text is spoken of before it", limited, each, head)
    known = not head or match.lastgroup in NO_HEAD or TEXT.match(head) or (SOURCE.match(head) and bool(reading.places_at(start, end))) or limited
    known = known and not (head in _PEOPLE and re.search(r"\bha(?:s|ve|d)\Z", match[0], re.IGNORECASE))
    doubt = "" if known else f"it is said of '{head}', not of a text"
    return Absence(start, last, kind, things, doubt, limited, each, head)
