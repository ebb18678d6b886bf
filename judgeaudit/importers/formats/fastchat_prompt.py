"""What a judge of MT-bench was shown, taken apart: FastChat keeps the whole prompt, made by the templates of its judge_prompts.jsonl."""

from __future__ import annotations

_ASSISTANT = ("\n\n### Assistant A:\n", "\n\n### Assistant B:\n")


def single_texts(prompt: str) -> dict[str, str]:
    """input, response and reference of a grade of one answer; the whole prompt as input where it follows another template.

    For a second turn, `input` is the conversation up to the answer that is judged.
    """
    reference = _reference(prompt)
    conversation = _between(prompt, "<|The Start of Assistant A's Conversation with User|>", "<|The End of Assistant A's Conversation with User|>")
    if conversation is not None:
        before, found, answer = conversation.rpartition(_ASSISTANT[0])
        return {"input": before.strip(), "response": answer.strip(), **reference} if found else {"input": prompt}
    question, answer_only = _question(prompt), _between(prompt, "[The Start of Assistant's Answer]", "[The End of Assistant's Answer]")
    return {"input": prompt} if question is None or answer_only is None else {"input": question, "response": answer_only, **reference}


def pair_texts(prompt: str) -> dict[str, str]:
    """input, response_a, response_b and reference of the first game of a pair; the whole prompt as input where it follows another template.

    For a second turn, the responses are the conversations, and `input` is what the user asked last.
    """
    reference = _reference(prompt)
    shown = [_between(prompt, f"<|The Start of Assistant {name}'s Conversation with User|>", f"<|The End of Assistant {name}'s") for name in "AB"]
    question: str | None
    if shown[0] is not None:
        asked = shown[0].rpartition(_ASSISTANT[0])[0]
        question = asked.rpartition("### User:\n")[2].strip()
    else:
        shown = [_between(prompt, f"[The Start of Assistant {name}'s Answer]", f"[The End of Assistant {name}'s Answer]") for name in "AB"]
        question = _question(prompt)
    if question is None or shown[0] is None or shown[1] is None:
        return {"input": prompt}
    return {"input": question, "response_a": shown[0], "response_b": shown[1], **reference}


def _question(prompt: str) -> str | None:
    """What stands between the question's heading and the next one: the reference answer or the first answer."""
    for heading in ("[User Question]\n", "[Question]\n"):
        _, found, rest = prompt.partition(heading)
        if found:
            return rest.partition("\n\n[The Start of ")[0].strip()
    return None


def _reference(prompt: str) -> dict[str, str]:
    for left, right in (("[", "]"), ("<|", "|>")):
        found = _between(prompt, f"{left}The Start of Reference Answer{right}", f"{left}The End of Reference Answer{right}")
        if found is not None:
            return {"reference": found}
    return {}


def _between(prompt: str, start: str, end: str) -> str | None:
    """The text between two marks; up to the last end mark, since a judged text may hold one."""
    _, found, rest = prompt.partition(start)
    inside, closed, _ = rest.rpartition(end)
    return inside.strip() if found and closed else None
