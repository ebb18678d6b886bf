"""What identifies a prompt when every item makes another one: a digest of what the rubric says."""

from __future__ import annotations

import hashlib
import json

from judgeaudit.domain.rubric import Rubric

PREFIX = "rubric:"


def prompt_digests(rubric: Rubric, judges: tuple[str, ...]) -> dict[tuple[str, str], str]:
    """A digest of the prompt for each (judge, criterion), the same whatever the items are.

    Parameters
    ----------
    rubric : Rubric
        With the texts of its prompts in it, as a run directory stores it.
    judges : tuple of str
        Only judges of the rubric have one.
    """
    found: dict[tuple[str, str], str] = {}
    for judge in rubric.judges:
        if judge.name not in judges:
            continue
        for criterion in rubric.criteria:
            asked = {
                "mode": rubric.mode, "system": judge.system or rubric.system, "prompt": judge.prompt or rubric.prompt,
                "reply": (judge.reply or rubric.reply).model_dump(mode="json"), "criterion": criterion.as_asked(),
            }  # fmt: skip
            text = json.dumps(asked, sort_keys=True, separators=(",", ":"))
            found[judge.name, criterion.name] = PREFIX + hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]
    return found
