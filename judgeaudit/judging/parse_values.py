"""From the values of a reply's verdict fields to a verdict: labels are matched whole, never by substring. Pure."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from judgeaudit.domain.rubric import Scale
from judgeaudit.domain.verdicts import Verdict
from judgeaudit.judging.parse_scan import Conflict
from judgeaudit.text.surrogates import encodable

MAX_SHOWN = 80
DECORATION = " \t\r\n*_`#\"'“”‘’„«»[](){}:;.,!\u200b\u200c\u200d\u2060\ufeff"
_BEFORE_NUMBER = DECORATION.replace(".", "").replace(",", "")  # ".7" is not 7
_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?"
_RATIO = re.compile(rf"({_NUMBER})\s*(?:(?:/|out\s+of|of)\s*({_NUMBER}))?", re.IGNORECASE | re.ASCII)


def shorten(text: str) -> str:
    """A text as a message shows it: one line of at most `MAX_SHOWN` characters."""
    line = " ".join(text.split())
    return encodable(line if len(line) <= MAX_SHOWN else f"{line[: MAX_SHOWN - 1]}…")


def is_number(text: str) -> bool:
    """Whether a text is nothing but a number, or a number out of another: "7", "**7/10**"."""
    return len(text) <= MAX_SHOWN and _ratio(text) is not None


def _ratio(text: str) -> re.Match[str] | None:
    """(number, what it is out of or None), without markdown and closing punctuation."""
    return _RATIO.fullmatch(text.lstrip(_BEFORE_NUMBER).rstrip(DECORATION).replace("*", ""))


def read_value(value: Any, scale: Scale) -> Verdict:
    """One value of a verdict field as a verdict without reasons.

    Parameters
    ----------
    value : JSON value
        Text is matched whole against the labels, without markdown, quotes and closing punctuation. Numbers and numbers
        as text ("7", "7/10", "8 out of 10" where the scale ends there) are read on interval scales and where the
        labels are numbers.
    scale : Scale

    Returns
    -------
    Verdict
        `ok`; `off_scale` for what the scale does not hold (NaN, truth values and lists on a numeric scale too);
        `ambiguous` for two labels or a key with two values; `unparsable` for nothing.
    """
    if isinstance(value, str):
        return _read_text(value, scale)
    if isinstance(value, bool):
        text = "true" if value else "false"
        label = scale.find(text)
        return Verdict("ok", label=label) if label is not None else _off(text, scale)
    if isinstance(value, (int, float)):
        return _read_number(value, scale)
    if value is None:
        return Verdict("unparsable", detail="the verdict field is null")
    if isinstance(value, Conflict):
        return Verdict("ambiguous", detail=f"one field holds different values: {' and '.join(shorten(str(one)) for one in value.values[:4])}")
    return Verdict("off_scale", detail=f"a {'list' if isinstance(value, list) else 'nested object'} stands where one verdict belongs")


def _read_number(value: float, scale: Scale) -> Verdict:
    if isinstance(value, float) and not math.isfinite(value):
        return _off(str(value), scale)
    whole = isinstance(value, int) or value.is_integer()
    if whole and scale.find(f"{float(value)!r}") is not None:  # labels like "4.0"
        return _read_text(repr(float(value)), scale)
    return _read_text(str(int(value)) if whole else repr(value), scale)


def _read_text(text: str, scale: Scale) -> Verdict:
    bare = text.lstrip(_BEFORE_NUMBER).rstrip(DECORATION)
    if not bare and scale.find(text) is None:
        return Verdict("unparsable", detail="the verdict field is empty")
    if scale.labels is None:
        return _read_score(text, scale)
    for form in (text, bare, unicodedata.normalize("NFC", bare)):
        if (label := scale.find(form)) is not None:
            return Verdict("ok", label=label)
    ratio = _ratio(text)
    if ratio is not None and ratio[2] is not None and scale.find(ratio[2]) == scale.labels[-1]:
        label = scale.find(ratio[1])
        return Verdict("ok", label=label) if label is not None else _off(text, scale)
    named = {found.casefold() for found in labels_pattern(scale.labels).findall(text)}
    if len(named) > 1 and ratio is None:
        return Verdict("ambiguous", detail=f"{shorten(text)!r} names more than one label")
    return _off(text, scale)


def _read_score(text: str, scale: Scale) -> Verdict:
    ratio = _ratio(text)
    if ratio is None or (ratio[2] is not None and float(ratio[2]) != scale.high):
        return _off(text, scale)
    score = scale.code(ratio[1])
    return Verdict("ok", score=score) if score is not None else _off(text, scale)


def _off(text: str, scale: Scale) -> Verdict:
    return Verdict("off_scale", detail=f"{shorten(text)!r} is not on the scale ({scale.describe()})")


@lru_cache(maxsize=64)
def labels_pattern(labels: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the labels as whole words."""
    longest_first = sorted(labels, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)


def resolve(fields: Sequence[tuple[str, Any]], scale: Scale, *, last_decides: bool = False) -> Verdict:
    """One verdict from the verdict fields of one object, or from the anchored lines of one text.

    Parameters
    ----------
    fields : sequence of (name, value), not empty
        `name` is "label", "verdict" or "score".
    scale : Scale
    last_decides : bool
        For lines: earlier ones that hold nothing readable do not stand against the last.

    Returns
    -------
    Verdict
        Fields that disagree are `ambiguous`. A field of the other kind that holds nothing of the scale (a `score` beside
        a label on a scale of labels, a word beside a number) is further information, not a second verdict.
    """
    own = ("score",) if scale.labels is None else ("label", "verdict")
    read = [(name in own, read_value(value, scale)) for name, value in fields if value is not None] or [(True, read_value(None, scale))]
    if any(is_own or verdict.status == "ok" for is_own, verdict in read):
        read = [(is_own, verdict) for is_own, verdict in read if is_own or verdict.status in ("ok", "ambiguous")]
    verdicts = [verdict for _, verdict in read]
    if last_decides and verdicts[-1].status == "ok":
        verdicts = [verdict for verdict in verdicts if verdict.status == "ok"]
    return agree(verdicts)


def agree(verdicts: Sequence[Verdict]) -> Verdict:
    """The last of several readings of one reply, `ambiguous` where they differ or only some could be read."""
    last = verdicts[-1]
    distinct = {(v.label, v.score) for v in verdicts if v.status == "ok"}
    unread = [v for v in verdicts if v.status != "ok"]
    if len(distinct) > 1:
        shown = " and ".join(sorted(repr(label) if label is not None else f"{score:.15g}" for label, score in distinct))
        return replace(last, status="ambiguous", label=None, score=None, detail=f"the reply gives different verdicts: {shown}")
    if distinct and unread:
        return replace(last, status="ambiguous", label=None, score=None, detail=f"one verdict can be read, another cannot: {unread[-1].detail}")
    return last
