"""Rationales that argue the other way than their verdict, rationales that are missing, and reasoning that concludes otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

from judgeaudit import thresholds
from judgeaudit.analyses.parts import listed
from judgeaudit.analyses.rationales.rows import Said, by_item
from judgeaudit.analyses.rationales.sense import passing_label, senses
from judgeaudit.domain.results import Case
from judgeaudit.domain.rubric import Criterion, Mode
from judgeaudit.domain.verdicts import readable
from judgeaudit.text.conclusion import Conclusion, conclude
from judgeaudit.text.slots import find_slots

_SHOWN = 160


@dataclass(frozen=True)
class Question:
    """What a criterion's verdicts are held against."""

    criterion: Criterion
    mode: Mode
    senses: Mapping[str, int]
    positive: str | None
    quoting: bool = True

    @classmethod
    def of(cls, criterion: Criterion, mode: Mode, *, quoting: bool = True) -> Question:
        """The question, with what its labels mean as far as their words say it; pairwise labels are names, and mean nothing.

        Without `quoting` no sentence about it holds the words of a rationale.
        """
        if mode == "pairwise":
            return cls(criterion, mode, {}, None, quoting)
        return cls(criterion, mode, senses(criterion), passing_label(criterion), quoting)

    def concludes(self, text: str) -> Conclusion:
        """What a text argues for; nothing on a scale without labels."""
        labels = self.criterion.scale.labels
        return _concludes(text, labels, self.mode, self.positive) if labels and text else Conclusion(None)


def contradiction_cases(question: Question, said: Sequence[Said]) -> list[Case]:
    """One case for each item on which a rationale argues for another verdict than the one it came with. The verdict stays what it is.

    Parameters
    ----------
    question : Question
    said : sequence of Said
        Of one judge.
    """
    cases = []
    for item, rows in by_item(said).items():
        found = [(one, why) for one in rows if (why := why_contradicts(question, one)) is not None]
        if found:
            cases.append(_case("verdict_rationale_contradiction", question, [one for one, _ in found], item, found[0][1], len(rows)))
    return cases


def why_contradicts(question: Question, one: Said) -> str | None:
    """How a rationale argues against its own verdict, in words; None where it does not, or nobody can tell."""
    by_findings = _by_findings(question, one)
    if by_findings is not None:
        return f"the verdict is {one.label}, and {by_findings}"
    lines = readable(one.reasons)
    structured = any(reason.finding for reason in one.reasons)
    text = one.text.replace(lines, "").strip() if structured and lines else one.text
    concluded = question.concludes(text)
    if concluded.label is None or concluded.label == one.label:
        return None
    return f"the verdict is {one.label}, and its rationale argues for {concluded.label}{_quotation(question, one, concluded)}"


def missing_cases(criterion: str, judge: str, said: Sequence[Said], says_nothing: Set[Said]) -> list[Case]:
    """One case for each item with a verdict that has no rationale, where the judge was seen to give any, or left the field empty.

    Parameters
    ----------
    criterion, judge : str
    said : sequence of Said
        Of the judge on the criterion.
    says_nothing : set of Said
        Those with a rationale that gives no reason: nothing but punctuation, or the verdict again. It counts like an empty one.
    """
    gives = any(one.text and one not in says_nothing for one in said)
    cases = []
    for item, rows in by_item(said).items():
        mute = [one for one in rows if one in says_nothing]
        empty = [one for one in rows if not one.text and (gives or mute or one.blank)]
        if not mute and not empty:
            continue
        parts = [f"{len(empty)} of {len(rows)} {'verdict has' if len(empty) == 1 else 'verdicts have'} no rationale ({_labels(empty)})"] if empty else []
        parts += [f"the rationale says nothing in {len(mute)} of {len(rows)} verdicts ({_labels(mute)})"] if mute else []
        replicates = tuple(sorted(one.replicate for one in (*empty, *mute)))
        cases.append(
            Case(analysis="rationale", flag="missing_rationale", judge=judge, criterion=criterion, item_id=item, replicates=replicates, detail="; ".join(parts))
        )
    return cases


def _labels(said: Sequence[Said]) -> str:
    return ", ".join(dict.fromkeys(one.label for one in said))


def reasoning_cases(question: Question, said: Sequence[Said]) -> list[Case]:
    """One case for each item on which the reasoning concludes otherwise than the verdict, or than the rationale."""
    cases = []
    for item, rows in by_item(said).items():
        found = [(one, why) for one in rows if (why := _why_reasoning(question, one)) is not None]
        if found:
            cases.append(_case("reasoning_contradicts_rationale", question, [one for one, _ in found], item, found[0][1], len(rows)))
    return cases


def _why_reasoning(question: Question, one: Said) -> str | None:
    chain = question.concludes(one.reasoning[-thresholds.MAX_REASONING :])
    if chain.label is None:
        return None
    if chain.label != one.label:
        return f"the verdict is {one.label}, and the reasoning before it concludes {chain.label}{_quotation(question, one, chain)}"
    told = question.concludes(one.text)
    if told.label is None or told.label == chain.label:
        return None
    return f"the reasoning concludes {chain.label}, and the rationale argues for {told.label}{_quotation(question, one, told)}"


def _quotation(question: Question, one: Said, said: Conclusion) -> str:
    """The words that were read; whose names of outputs were exchanged is no longer what the judge wrote, and says so."""
    if not question.quoting:
        return ""
    exchanged = " (names of outputs exchanged back)" if one.relabelled and find_slots(said.text) else ""
    return f': "{_short(said.text)}"{exchanged}'


def _by_findings(question: Question, one: Said) -> str | None:
    """How the structured findings speak against the verdict."""
    sense = question.senses.get(one.label, 0)
    if not sense:
        return None
    required = {aspect.name.strip().casefold() for aspect in question.criterion.aspects if aspect.required}
    findings = [(reason.aspect.strip().casefold(), reason.finding, reason.aspect) for reason in one.reasons if reason.finding in ("met", "unmet")]
    held = [(aspect, finding) for aspect, finding, _ in findings if not required or aspect in required]
    unmet = [name for aspect, finding, name in findings if finding == "unmet" and aspect in required]
    if sense > 0 and unmet:
        return f"a required aspect is said to be unmet: {listed(tuple(unmet))}"
    if sense > 0 and findings and all(finding == "unmet" for _, finding, _ in findings):
        return f"every finding is that the aspect is unmet ({len(findings)} of {len(findings)})"
    complete = required <= {aspect for aspect, _ in held}
    if sense < 0 and held and complete and all(finding == "met" for _, finding in held):
        return f"every {'required ' if required else ''}aspect is said to be met ({len(held)} of {len(held)})"
    return None


def _case(flag: str, question: Question, rows: Sequence[Said], item: str, why: str, n: int) -> Case:
    more = f" ({len(rows)} of {n} verdicts)" if n > 1 else ""
    return Case(
        analysis="rationale", flag=flag, judge=rows[0].judge, criterion=question.criterion.name, item_id=item,
        replicates=tuple(one.replicate for one in rows), detail=f"{why}{more}",
    )  # fmt: skip


def _short(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= _SHOWN else one_line[:_SHOWN].rstrip() + " ..."


@lru_cache(maxsize=8192)
def _concludes(text: str, labels: tuple[str, ...], mode: Mode, positive: str | None) -> Conclusion:
    return conclude(text, labels, mode=mode, positive=positive)
