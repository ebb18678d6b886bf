"""From a judge's raw reply to a verdict. Pure, and re-runnable on stored calls without paying again.

A reply without an allowed verdict is a status of its own, never a pass, a fail, a zero or the middle of the scale:

    ok           one verdict of the scale
    unparsable   nothing that can be read as a verdict
    ambiguous    two verdicts that differ
    off_scale    a verdict field whose value the scale does not hold
    refused      the provider's own signal: a refusal or a content filter
    truncated    cut at the length limit, or inside a reasoning block, whatever could be read from it
    too_long     the prompt does not fit the model's context
    error        no reply: HTTP trouble, HTML, no choices, null content

Strict JSON is tried first. Only when it fails are reasoning blocks taken out; what stands in them never supplies a verdict.
Free text is read only where it is nothing but a label, or has a closing line such as `Verdict: pass`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from judgeaudit.domain.calls import CallRecord
from judgeaudit.domain.rubric import Criterion, Reply
from judgeaudit.domain.verdicts import Verdict
from judgeaudit.judging.parse_fields import read_object, verdict_fields
from judgeaudit.judging.parse_lines import ClosingLine, closing_lines, encloses
from judgeaudit.judging.parse_margin import read_margin
from judgeaudit.judging.parse_quotes import ends_reply, is_quoted
from judgeaudit.judging.parse_scan import FENCE, MISSING, find_objects, load, split_reasoning
from judgeaudit.judging.parse_values import agree, is_number, read_value, resolve, shorten
from judgeaudit.probes.relabelled import asked_under, own_label
from judgeaudit.text.surrogates import encodable

STRUCTURED = Reply()

_CUT = ("length", "max_tokens", "max_output_tokens", "model_length")
_FILTERED = ("content_filter", "content_filtered", "refusal", "safety", "prohibited_content", "blocklist", "guardrail_intervened")
_TOO_LONG = re.compile(
    r"context.?window|context.?length|context.?size|maximum context|available context|prompt is too long|input is too long"
    r"|exceeds? the maximum number of (?:input )?tokens|reduce the length of the (?:messages|prompt|input)",
    re.IGNORECASE,
)
_POLICY = re.compile(r"content.?policy.?violation|content_filter|content management policy|responsible ?ai ?policy", re.IGNORECASE)


def parse_reply(text: str, criterion: Criterion, reply: Reply = STRUCTURED) -> Verdict:
    """The verdict that a reply's text gives on a criterion.

    Parameters
    ----------
    text : str
        The reply, as the judge wrote it.
    criterion : Criterion
        Its scale says what a verdict may be.
    reply : Reply
        How the answer is read: our own format (default), the user's JSON fields, or a text with a closing line.

    Returns
    -------
    Verdict
        `label` (or `score` on an interval scale) only when `status` is "ok"; else `detail` says why there is none.
        Never raises for any text.

    Notes
    -----
    In this order: the whole text as JSON; without reasoning blocks, the objects with a verdict field that stand in it
    (fenced or not) together with closing lines; the whole text as a bare label. Where several of them differ, the reply is
    `ambiguous`. An object in the middle of a sentence, and an object or line that is introduced as the words of somebody
    else ("The response also contains this line:"), is a quotation and no verdict. The last verdict must end the reply: after
    it at most a courtesy, or after a closing line one short line that claims nothing. A key given twice with different
    values is `ambiguous`.

    Example
    -------
    >>> from judgeaudit.domain.rubric import Criterion, Scale
    >>> criterion = Criterion(name="window", question="?", scale=Scale(labels=("pass", "fail")))
    >>> parse_reply('{"verdict": "pass", "rationale": "meets it"}', criterion).label
    'pass'
    >>> parse_reply("VERDCT -> pass, clearly meets the bar.", criterion).status
    'unparsable'
    """
    try:
        return _parse(encodable(text), criterion, reply)
    except RecursionError:
        return Verdict("unparsable", detail="the reply is nested too deeply to be read")


def parse_record(record: CallRecord, criterion: Criterion, reply: Reply, mode: str) -> Verdict:
    """The verdict of a stored call.

    Parameters
    ----------
    record : CallRecord
        Its last attempt that brought a reply counts.
    criterion, reply
        As in `parse_reply`; `reply` is the judge's own where it has one.
    mode : {"pointwise", "pairwise"}
        A pairwise label names the shown slot; it is mapped back to the response with the record's `order`. So is a label that a probe
        calls otherwise.

    Returns
    -------
    Verdict
        `refused` and `truncated` by the provider's own signals, before any text is read; `too_long` and `error` where no
        reply came. `margin` where the stored reply has log probabilities of its tokens.
    """
    attempt = next((a for a in reversed(record.attempts) if a.reply is not None), None)
    if attempt is None or attempt.reply is None:
        return _no_reply(record.attempts[-1].error if record.attempts else None)
    try:
        raw = load(attempt.reply)
    except RecursionError:
        raw = MISSING
    if not isinstance(raw, dict):
        return Verdict("error", detail="the stored reply is no JSON object")
    asked = asked_under(record.probe, record.variant, criterion, pairwise=mode == "pairwise")
    verdict = _parse_python(raw, asked, reply) if raw.get("object") == "python" else _parse_completion(raw, asked, reply)
    verdict = replace(verdict, label=own_label(record.probe, verdict.label, asked, criterion))
    labels = criterion.scale.labels
    if mode == "pairwise" and record.order == "ba" and labels is not None and verdict.label in labels[:2]:
        return replace(verdict, label=labels[1 - labels.index(verdict.label)])
    return verdict


def _no_reply(error: str | None) -> Verdict:
    said = error or "no reply"
    if _TOO_LONG.search(said):
        return Verdict("too_long", detail=shorten(said))
    return Verdict("refused" if _POLICY.search(said) else "error", detail=shorten(said))


def _parse_python(raw: Mapping[str, Any], criterion: Criterion, reply: Reply) -> Verdict:
    value = raw.get("value")
    if isinstance(value, str):
        return parse_reply(value, criterion, reply)
    if value is None:
        return Verdict("error", detail="the callable returned nothing")
    try:
        return read_object(value, criterion, reply) if isinstance(value, dict) else read_value(value, criterion.scale)
    except RecursionError:
        return Verdict("unparsable", detail="the reply is nested too deeply to be read")


def _parse_completion(raw: Mapping[str, Any], criterion: Criterion, reply: Reply) -> Verdict:
    choices = raw.get("choices")
    if not isinstance(choices, list) or not choices:
        if raw.get("error"):
            return _no_reply(str(raw["error"]))
        return Verdict("error", detail="the reply is no chat completion" if choices is None else "the reply has no choices")
    choice: dict[str, Any] = choices[0] if isinstance(choices[0], dict) else {}
    message = choice.get("message")
    content, thought = _content(message if isinstance(message, dict) else {})
    finish = str(choice.get("finish_reason") or "").casefold()
    refusal = message.get("refusal") if isinstance(message, dict) else None
    if refusal or finish in _FILTERED:
        return Verdict("refused", reasoning=thought, detail=shorten(refusal) if isinstance(refusal, str) and refusal else f"finish_reason {finish}")
    if finish in _CUT:
        return Verdict("truncated", reasoning=thought, detail=f"finish_reason {finish}")
    if content is None or finish == "error":
        return Verdict("error", reasoning=thought, detail="finish_reason error" if finish == "error" else "the reply has no content")
    verdict = parse_reply(content, criterion, reply)
    if verdict.label is not None and choice.get("logprobs") is not None:
        verdict = replace(verdict, margin=read_margin(choice["logprobs"], content, verdict.label, criterion, reply))
    return replace(verdict, reasoning="\n".join(part for part in (thought, verdict.reasoning) if part)) if thought else verdict


def _content(message: Mapping[str, Any]) -> tuple[str | None, str]:
    """A message's text and, apart, its reasoning."""
    thought = message.get("reasoning_content") or message.get("reasoning")
    thought = encodable(thought) if isinstance(thought, str) else ""
    content = message.get("content")
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict)]
        texts = [part["text"] for part in parts if part.get("type") in ("text", "output_text") and isinstance(part.get("text"), str)]
        return ("".join(texts) if texts else None), thought
    return (content if isinstance(content, str) else None), thought


def _parse(text: str, criterion: Criterion, reply: Reply) -> Verdict:
    if reply.format != "text":
        whole = load(text.strip().removeprefix("\ufeff"))
        if isinstance(whole, dict):
            return read_object(whole, criterion, reply)
    if not text.strip():
        return Verdict("unparsable", detail="the reply is empty")
    rest, reasoning, unclosed = split_reasoning(text)
    if unclosed:
        return Verdict("truncated", reasoning=reasoning, detail="the reply ends inside its reasoning")
    verdict = _parse_text(rest, criterion, reply) if reply.format == "text" else _parse_mixed(rest, criterion, reply)
    return replace(verdict, reasoning=reasoning) if reasoning else verdict


def _parse_mixed(text: str, criterion: Criterion, reply: Reply) -> Verdict:
    """A text that may hold objects, closing lines, or nothing but a label."""
    found = [one for one in find_objects(text) if verdict_fields(one.value, reply)]
    if not found:
        if reply.format == "json":
            return Verdict("unparsable", detail="the reply holds no JSON object with the named fields")
        return _parse_text(text, criterion, reply)
    own = [one.alone and not is_quoted(text, one.start) for one in found]
    quoted = [read_object(one.value, criterion, reply) for one, is_own in zip(found, own, strict=True) if not is_own]
    given = [read_object(one.value, criterion, reply) for one, is_own in zip(found, own, strict=True) if is_own]
    end, of_line = found[-1].end, False
    if reply.format != "json":
        lines, _ = closing_lines(_blanked(text, [(one.start, one.end) for one in found]), goes_on=False)
        given_lines, quoted_lines = _read_lines(text, lines, criterion)
        given, quoted = [*given_lines, *given], [*quoted_lines, *quoted]
        if lines and lines[-1].end > end:
            end, of_line = lines[-1].end, True
    return _decide(given, quoted, ends=ends_reply(text[end:], criterion.scale, of_line=of_line))


def _read_lines(text: str, lines: list[ClosingLine], criterion: Criterion) -> tuple[list[Verdict], list[Verdict]]:
    """What closing lines give, and what they only quote; one reading of each at most."""
    sides: tuple[list[tuple[str, str]], list[tuple[str, str]]] = ([], [])
    for line in lines:
        sides[is_quoted(text, line.start)].append((line.field, line.value))
    given, quoted = ([resolve(side, criterion.scale, last_decides=True)] if side else [] for side in sides)
    return given, quoted


def _decide(given: list[Verdict], quoted: list[Verdict], *, ends: bool) -> Verdict:
    """What a reply quotes is no verdict; but one that quotes a verdict and gives another leaves open which is meant."""
    verdict = agree([*(one for one in quoted if one.status == "ok"), *given] or quoted)
    if verdict.status == "ambiguous" or (given and (ends or verdict.status != "ok")):
        return verdict
    why = "the reply goes on after its verdict, which may be a quotation" if given else "a verdict stands only in a quotation"
    return replace(verdict, status="unparsable", label=None, score=None, detail=why)


def _blanked(text: str, spans: list[tuple[int, int]]) -> str:
    """A text of the same length with blanks in these places."""
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    parts = [text[start:end] if i % 2 == 0 else " " * (end - start) for i, (start, end) in enumerate(pairwise(edges))]
    return "".join(parts)


def _parse_text(text: str, criterion: Criterion, reply: Reply) -> Verdict:
    lines, other = closing_lines(text, reply.closing)
    if lines:
        given, quoted = _read_lines(text, lines, criterion)
        ends = encloses(reply.closing) or ends_reply(text[lines[-1].end :], criterion.scale, of_line=True)
        return replace(_decide(given, quoted, ends=ends), rationale=other)
    if reply.closing is not None:
        return Verdict("unparsable", detail=f"no line starts with {reply.closing!r}")
    fenced = FENCE.fullmatch(text)
    bare = fenced[1] if fenced else text
    verdict = read_value(bare, criterion.scale)
    if verdict.status == "ok" or (verdict.status == "off_scale" and is_number(bare)):
        return verdict
    return Verdict("unparsable", detail="neither a label alone nor a closing line")
