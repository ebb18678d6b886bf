"""Numbers as they are written: digits of several locales, number words, Chinese and Japanese numerals."""

from __future__ import annotations

import re
import unicodedata

from judgeaudit.text import quantity_words as words
from judgeaudit.text.quantity_spelled import Numeral, could_start, speaks, spelled_numerals

MOST_DIGITS = 15
"""A longer run of digits (a key, a card number) is no quantity: a float does not hold it."""

_DIGITS = re.compile(
    r"\b(?:q[1-4]\b|v[0-9]+(?:\.[0-9]+){0,4}\b)|(?<![^\W一-鿿぀-ヿ])(?<![^\W\d_]\.)"
    r"(?:[0-9]{1,3}(?: [0-9]{3})+(?![0-9])(?:[.,][0-9]+)?|[0-9]+(?:[.,'][0-9]+)*)"
)
_WORD = re.compile(r"[^\W\d_]+")
_CJK = re.compile(r"[〇零一二三四五六七八九十百千万萬亿億兆两兩]+")
_TRIGGER = re.compile(r"[0-9〇零一二三四五六七八九十百千万萬亿億兆两兩]")
_SUFFIXES = frozenset({*words.UNITS, *words.SCALES, "st", "nd", "rd", "th", "am", "pm", "b", "bn", "e", "er", "ème", "t"})
_REFERENCE_STEMS = frozenset(words.word_list("top step section line question mid pre post under over page article rule point sub non near"))


class _Fold(dict[int, str]):
    """Lower case, ASCII digits, plain spaces, quotes and dashes, character by character: offsets stay those of the text."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        wide = unicodedata.normalize("NFKC", char) if 0xFF01 <= code <= 0xFFE6 else char
        folded = (wide if len(wide) == 1 else char).lower()
        if char.isdecimal():
            folded = str(unicodedata.decimal(char))
        self[code] = folded if len(folded) == 1 else char
        return self[code]


_FOLD = _Fold({ord(c): " " for c in "\u00a0\u2007\u2009\u202f\u3000\t"} | {ord(c): "'" for c in "’‘`´"} | {ord(c): "-" for c in "‐‑‒–—−"} | {ord("￥"): "¥"})


def fold(text: str) -> str:
    """The text in lower case with ASCII digits, plain spaces, apostrophes and dashes; of the same length."""
    return text.lower().replace("\t", " ") if text.isascii() else text.translate(_FOLD)


def words_of(folded: str) -> set[str]:
    """The different words of a folded text."""
    return set(_WORD.findall(folded))


def find_numerals(folded: str, original: str, seen: set[str]) -> list[Numeral]:
    """Numbers of a folded text whose words are `seen`, in order; none overlap."""
    worded = could_start(seen)
    if not worded and _TRIGGER.search(folded) is None:
        return []
    found = _digit_numerals(folded, original)
    if worded:
        found += spelled_numerals(folded, seen)
    if not folded.isascii():
        found += [n for m in _CJK.finditer(folded) if (n := _cjk_numeral(folded, m.start(), m.end())) is not None]
    return sorted(found, key=lambda n: n.start)


def _digit_numerals(folded: str, original: str) -> list[Numeral]:
    found = []
    for m in _DIGITS.finditer(folded):
        start, end = m.span()
        if m[0][0] in "qv":
            quarter = m[0][0] == "q"
            found.append(Numeral(float(m[0][1:]) if quarter else packed_version(m[0][1:]), start, end, "quarter" if quarter else "version"))
            continue
        if end - start > 2 * MOST_DIGITS or not _stands_alone(folded, original, start, end):
            continue
        found += _read_digits(m[0], start, folded)
    return found


def _stands_alone(folded: str, original: str, start: int, end: int) -> bool:
    """Whether digits are a number and no part of a name (GPT-4, sha256, 3D, /v1/2)."""
    before = folded[start - 1 : start]
    if before in ("-", "/", ".") and start >= 2 and (original[start - 2].isalpha() or original[start - 2] == "_"):
        stem = _WORD.findall(folded, max(0, start - 14), start)
        return before == "-" and bool(stem) and stem[-1] in _REFERENCE_STEMS
    after = folded[end : end + 1]
    if after == "_" or (after == "-" and original[end + 1 : end + 2].isupper() and original[end + 2 : end + 3].isupper()):
        return False
    if not after.isalpha() or after >= "⺀":
        return True
    suffix = _WORD.match(folded, end, end + 24)
    if suffix is None or folded[suffix.end() : suffix.end() + 1].isdigit() or original[end : suffix.end()] in ("G", "D", "H"):
        return False
    return suffix[0] in _SUFFIXES


def _read_digits(text: str, start: int, folded: str) -> list[Numeral]:
    end = start + len(text)
    value = _value(text, folded)
    if value is not None:
        return [Numeral(value, start, end, "digits")] if len(text) <= 2 * MOST_DIGITS and value < 10**MOST_DIGITS else []
    parts = re.split(r"([.,'])", text)
    if set(parts[1::2]) == {"."} and len(parts) <= 9 and all(len(p) <= 6 for p in parts[::2]):
        return [Numeral(packed_version(text), start, end, "version")]
    if set(parts[1::2]) != {","} or len(parts) > 15:
        return []
    numerals, at = [], start
    for part in parts:
        if part.isdigit() and len(part) <= MOST_DIGITS:
            numerals.append(Numeral(float(part), at, at + len(part), "digits"))
        at += len(part)
    return numerals


def packed_version(text: str) -> float:
    """1.2.3 as the number 1002003, so that versions compare part by part (parts below 1000)."""
    return float(sum(int(part) * 1000.0 ** (2 - i) for i, part in enumerate(text.split("."))))


_GROUPED = re.compile(r"[0-9]{1,3}(?:([,.' ])[0-9]{3})(?:\1[0-9]{3})*(?:[.,][0-9]+)?")


def _value(text: str, folded: str) -> float | None:
    """The value of digits with separators; None where they are no one number."""
    marks = [c for c in text if not c.isdigit()]
    if not marks:
        return float(text) if len(text) <= MOST_DIGITS else None
    last, grouped = marks[-1], _GROUPED.fullmatch(text) if text[0] != "0" else None
    if len(marks) == 1:
        if last == "," and not grouped:
            return float(text.replace(",", "."))
        if last == "." and not (grouped and (text[-2:] == "00" or _continental(folded)) and (text[-3:] != "000" or _continental(folded))):
            return float(text)
        return float(text.replace(last, "")) if grouped else None
    if grouped is None:
        return None
    group = grouped[1]
    whole, decimals = (text, "") if last == group else text.rsplit(last, 1)
    return float(f"{whole.replace(group, '')}.{decimals or '0'}")


def _continental(folded: str) -> bool:
    """Whether a text shows a language, or money, that writes 1.200 for twelve hundred."""
    head = folded[:4_000]
    return "eur" in head or "€" in head or any(speaks(head, language) for language in words.LANGUAGE_WORDS)


def _cjk_numeral(folded: str, start: int, end: int) -> Numeral | None:
    text, ordinal = folded[start:end], folded[start - 1 : start] == "第"
    if end - start > 24 or folded[start - 1 : start].isdigit():
        return None  # "3万": a scale of the digits before
    after = folded[end : end + 1]
    counted = after in words.CJK_COUNTERS or after in words.UNITS or folded[end : end + 2] in words.UNITS
    percent = folded[max(0, start - 3) : start] == "分之"[-2:] or folded[max(0, start - 2) : start] == "分之"
    counted = counted or (after in tuple("到至〜～") and folded[end + 1 : end + 2] in words.CJK_DIGITS)  # 三到五天
    if len(text) == 1 and not (ordinal or percent or counted or not after.isalpha()):
        return None
    if text == "一" and not ordinal and not percent and (after in "个個" or folded[start - 1 : start] in tuple("统唯同单逐之") or not counted):
        return None
    value = cjk_value(text)
    if value is None or not (counted or ordinal or percent or any(c in words.CJK_TENS for c in text) or not after.isalpha()):
        return None
    return Numeral(value, start - ordinal, end, "ordinal" if ordinal else "words")


def cjk_value(text: str) -> float | None:
    """Value of a Chinese or Japanese numeral; None where the characters are no number."""
    if all(c in words.CJK_DIGITS for c in text):
        return float("".join(str(words.CJK_DIGITS[c]) for c in text))
    total, section, digit = 0.0, 0.0, -1
    for c in text:
        if c in words.CJK_DIGITS:
            if digit > 0:
                return None
            digit = words.CJK_DIGITS[c]
        elif c in words.CJK_TENS:
            section, digit = section + (1 if digit <= 0 else digit) * words.CJK_TENS[c], -1
        else:
            section += max(digit, 0)
            if section == 0:
                return None
            total, section, digit = total + section * words.CJK_SCALES[c], 0.0, -1
    return total + section + max(digit, 0)
