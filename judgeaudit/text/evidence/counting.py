"""How many words, sentences, characters, lines ... a text has: the least and the most that usual ways of counting give."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from judgeaudit.text.evidence.listing import list_items, list_sizes, step_sizes, table_rows
from judgeaudit.text.sentences import split_sentences

Range = tuple[int, int]

LONG, ROUGH = 20_000, 0.05
"""Characters from which words are counted in one way only, and how far the others may be off (ours): half the time."""

_RUN = re.compile(r"[^\W_]+")
_WORD = re.compile(r"[^\W_]+(?:['’\-‐‑.,:/@][^\W_]+)*")
_DENSE = re.compile(r"[⺀-〿぀-ヿ㐀-鿿豈-﫿]")
_MARKER = re.compile(r"^[ \t>]{0,12}(?:[-*•–—+#]{1,6}|\(?[0-9]{1,3}[.)])[ \t]{1,8}", re.MULTILINE)
_HEADING = re.compile(r"^[ \t]{0,3}(?:#{1,6} [^\n]*|\*\*[^*\n]{1,200}\*\*:?[ \t]*)$", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]{0,8}```[^\n]*\n", re.MULTILINE)
_BLOCK = re.compile(r"\n[ \t]*\n")
_STOP = re.compile(r"[.!?…]{1,8}[\"'”’»)\]*_]{0,4}(?=\s|$)|[。！？｡]{1,8}")
_ENDED = re.compile(r"[.!?…。！？｡][\"'”’»)\]*_]{0,4}$")
_HASHTAG = re.compile(r"(?<!\w)#[^\W\d_]\w{0,60}")
_RULED = re.compile(r"^([^\n|]{0,200}\|[^\n]{0,600})\n[ \t|:-]*-[ \t|:-]*\|?[ \t|:-]*$", re.MULTILINE)
_TABLE_ROW = re.compile(r"^[ \t]{0,8}\|[^\n]{0,1000}\|[ \t]*$", re.MULTILINE)
_LINK = re.compile(r"\bhttps?://\S+|\bwww\.\S+")
_SALUTATION_WORDS = 6
_ABBREVIATED = re.compile(
    r"\b(?:[^\W\d_]\.){2,5}(?=[\s,;:)]+[^\W\d_A-ZÄÖÜ]|[,;:)])|(?<![\w.])[A-Z]\.(?=\s[A-Z])|"
    r"\b(?i:e\.g|i\.e|z\.b|d\.h|p\.ex|vs|cf|dr|mr|mrs|ms|prof|approx|dept|bzw|ca|nr|sra?|gen|rev|hon|st)\.(?=[,;:)]|\s+[^\W_])|"
    r"\b(?i:nos?|figs?|eq|sec|vol|pp?|abs|art|ch|tel|ext|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.(?=\s*[0-9])|"
    r"(?<![\w.,])[0-9]{1,2}\.(?=\s(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b)|"
    r"\b(?i:etc|inc|ltd|co|al|usw|jr|ave)\.(?=[,;:)]|\s+[^\W\d_A-ZÄÖÜ])"
)
"""Full stops that end no sentence."""

_INITIALS_END = re.compile(r"(?:^|[\s(])(?:(?:[^\W\d_]\.){2,5}|[0-9]{1,2}\.)[\"'”’)]*$")
_TITLE = re.compile(r"\A\s{0,8}#{1,2} |\A\s{0,8}\*\*[^*\n]{1,200}\*\*[ \t]*$", re.MULTILINE)


@lru_cache(maxsize=1024)
def count_range(text: str, noun: str) -> Range | None:
    """The least and the most of something that a text may be said to have.

    Parameters
    ----------
    text : str
    noun : str
        word, sentence, character, letter, paragraph, line, code line, bullet, item, step, row, heading, question, question mark, exclamation mark, link.

    Returns
    -------
    tuple of int, or None
        None where nothing says how to count it in this text (lines of a text that is wrapped, items where there is no list).

    Notes
    -----
    Honest counts differ: list marks, hyphens, contractions, headings, blanks and code may be counted or not. Only a number outside of all of
    these is a miscount.

    Example
    -------
    >>> count_range("It's a well-known fact. Isn't it?", "word"), count_range("It's a well-known fact. Isn't it?", "sentence")
    ((6, 9), (2, 2))
    """
    count = _COUNTERS.get(noun)
    return count(text) if count is not None and text.strip() else None


def without_code(text: str) -> tuple[str, str]:
    """A text without its fenced code, and that code.

    Example
    -------
    >>> without_code("So:\\n```py\\nx = 1\\n```\\nDone.")
    ('So:\\nDone.', 'x = 1\\n')
    """
    marks = [m.span() for m in _FENCE.finditer(text + "\n")]
    if not marks:
        return text, ""
    kept, code, at = [], [], 0
    for opening, closing in zip(marks[::2], [*marks[1::2], *([(len(text), len(text))] if len(marks) % 2 else [])], strict=True):
        kept.append(text[at : opening[0]])
        code.append(text[opening[1] : closing[0]])
        at = closing[1]
    return "".join([*kept, text[at:]]), "".join(code)


def _words(text: str) -> Range:
    if len(text) > LONG and text.isascii():
        blanks = len(text.split())
        return int(blanks * (1 - ROUGH)), int(blanks * (1 + ROUGH))
    dense = len(_DENSE.findall(text))
    plain = _DENSE.sub(" ", text) if dense else text
    counts = []
    prose, code = without_code(plain)
    for piece in (plain, prose) if code else (plain,):
        bare = _MARKER.sub("", piece)
        unmarked = [token for token in bare.split() if any(c.isalnum() for c in token)]
        counts += [len(bare.split()), len(unmarked), len(_WORD.findall(bare)), len(_RUN.findall(bare))]
        counts.append(sum(any(c.isalpha() for c in token) for token in unmarked))
        headless = _HEADING.sub("", piece)
        if headless != piece and headless.strip():
            counts.append(len(_WORD.findall(_MARKER.sub("", headless))))
    counts.append(len(text.split()) if not dense else counts[0])
    if not dense:
        return min(counts), max(counts)
    return min(counts) + dense // 3, max(counts) + dense  # words of two or three characters, or every character


def _sentences(text: str) -> Range:
    prose, _ = without_code(text)
    prose = _without_table(prose if prose.strip() else text)
    starts = {item.start for item in list_items(prose)}
    pieces = split_sentences(prose)
    ended = [piece for piece in pieces if _ENDED.search(piece.text)]
    fused = sum(not (prose[piece.end : piece.end + 2].strip()[:1].islower() or piece.text.endswith(("...", "…"))) for piece in ended)
    listed = sum(any(start in starts for start in range(max(0, piece.start - 14), piece.start + 1)) for piece in pieces) if starts else 0
    outside = sum(not any(start in starts for start in range(max(0, piece.start - 14), piece.start + 1)) for piece in ended) if starts else len(ended)
    loose = len(_STOP.findall(_ABBREVIATED.sub(" ", _MARKER.sub("", prose))))
    initials = sum(_INITIALS_END.search(piece.text) is not None for piece in pieces[:-1])  # "in the U.S. Army" ends no sentence, "in the U.S. He" does
    counts = [len(pieces), len(pieces) - initials, len(ended), fused, len(pieces) - listed, outside + bool(listed), loose]
    return max(1, min(counts)), max(1, *counts)


def _without_table(text: str) -> str:
    """A text without the rows of its tables, which are no sentences."""
    bare = _TABLE_ROW.sub("", text) if "|" in text and _RULED.search(text) is not None else text
    return bare if bare.strip() else text


def _characters(text: str) -> Range:
    blanks, marks = sum(c.isspace() for c in text), sum(text.count(mark) for mark in "#*_`|>")
    return len(text) - blanks - marks, len(text) + text.count("\n")


def _letters(text: str) -> Range:
    return sum(c.isalpha() for c in text), sum(not c.isspace() for c in text)


def _paragraphs(text: str) -> Range:
    text = text.replace("\r\n", "\n")
    blocks = [block.strip() for block in _BLOCK.split(text) if block.strip()]
    lines = [line for line in text.split("\n") if line.strip()]
    items = {item.start for item in list_items(text)}
    prose = [block for block in blocks if not _HEADING.fullmatch(block)]
    plain = [block for block in prose if not list_items(block)]
    long = [block for block in plain if len(block.split()) > _SALUTATION_WORDS or _DENSE.search(block)]
    sentences = [line for line in lines if _ENDED.search(line.strip())]
    counts = [len(blocks), len(prose), len(plain) + bool(items), len(long) or 1, len(plain) or 1]
    if len(blocks) == 1 or len(sentences) > len(blocks):
        counts.append(len(sentences) if len(blocks) > 1 else len(lines))
    return max(1, min(counts)), max(counts)


def _lines(text: str) -> Range | None:
    text = text.strip("\n")
    lines = text.split("\n")
    filled = [line for line in lines if line.strip()]
    prose, code = without_code(text)
    if len(filled) == 1:
        return (1, 1) if len(text) <= 80 else None
    if any(len(line) > 160 for line in filled) and not code:
        return None
    counts = [len(lines), len(filled), len([line for line in filled if not _HEADING.fullmatch(line)])]
    if code:
        counts += [*(_code_lines(text) or ()), len([line for line in prose.split("\n") if line.strip()])]
    elif _BLOCK.search(text):
        counts.append(len(filled) - 1)  # a title of its own
    return min(counts), max(counts)


def _code_lines(text: str) -> Range | None:
    _, code = without_code(text)
    lines = code.strip("\n").split("\n")
    filled = [line for line in lines if line.strip()]
    told = [line for line in filled if not line.strip().startswith(("#", "//", "/*", "*", "--", '"""'))]
    return (len(told), len(lines)) if filled else None


def _bullets(text: str) -> Range | None:
    sizes = list_sizes(text)
    if sizes:
        return sizes[0], sizes[-1]
    return (0, 0) if "\n" not in text.strip() else None


def _items(text: str) -> Range | None:
    sizes = list_sizes(text)
    return (sizes[0], sizes[-1]) if sizes else None


def _questions(text: str) -> Range:
    marks = len(re.findall(r"[?？]+", text))
    return marks, marks


def _exclamations(text: str) -> Range:
    return len(re.findall(r"[!！]+", text)), sum(text.count(mark) for mark in "!！")


def _stanzas(text: str) -> Range | None:
    blocks = [block for block in _BLOCK.split(text) if block.strip()]
    several = sum("\n" in block.strip() for block in blocks)
    return (min(several, len(blocks)), len(blocks)) if several else None


def _hashtags(text: str) -> Range:
    found = _HASHTAG.findall(text)
    return len(set(found)), len(found)


def _commas(text: str) -> Range:
    outside = len(re.findall(r",(?![0-9])", text))
    return outside, text.count(",")


def _columns(text: str) -> Range | None:
    heads = [row.strip().strip("|").count("|") + 1 for row in _RULED.findall(text)]
    return (min(heads), max(heads)) if heads else None


def _headings(text: str) -> Range | None:
    found = len(_HEADING.findall(text))
    if not found:
        return None
    title = _TITLE.match(text) is not None
    unmarked = not title and len(text.strip().split("\n", 1)[0].split()) <= 2 * _SALUTATION_WORDS and _ENDED.search(text.strip().split("\n", 1)[0]) is None
    return (found - (title and found > 1), found + unmarked)  # a title is a heading to some, and one without a mark too


def _steps(text: str) -> Range | None:
    sizes = step_sizes(text)
    return (sizes[0], sizes[-1]) if sizes else None


def _links(text: str) -> Range:
    found = _LINK.findall(text)
    return len(set(found)), len(found)


_FUNCTION = re.compile(r"^[ \t]*(?:export |async |public |private |static |pub |default ){0,3}(?:def|function|func|fn|fun|sub)\b", re.MULTILINE)
_ARROW = re.compile(r"=>|\blambda\b|\bfunction\b")
_CLASS = re.compile(r"^[ \t]*(?:export |public |abstract |final ){0,3}class [A-Z_]", re.MULTILINE)


def _functions(text: str) -> Range | None:
    found = len(_FUNCTION.findall(text))
    return (found, found + len(_ARROW.findall(text))) if found else None


def _classes(text: str) -> Range | None:
    found = len(_CLASS.findall(text))
    return (found, found) if found else None


_COUNTERS: dict[str, Callable[[str], Range | None]] = {
    "word": _words, "sentence": _sentences, "character": _characters, "letter": _letters, "paragraph": _paragraphs, "line": _lines,
    "code line": _code_lines, "bullet": _bullets, "item": _items, "step": _steps, "row": table_rows, "heading": _headings, "question": _questions,
    "question mark": _questions, "exclamation mark": _exclamations, "link": _links, "stanza": _stanzas,
    "hashtag": _hashtags, "comma": _commas, "column": _columns, "function": _functions, "class": _classes,
}  # fmt: skip
