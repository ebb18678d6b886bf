"""What a judge looks like to the engine: one question, one attempt, and what to do next.

There are three kinds: `litellm_client` (any model behind HTTP), `local_server` (embedded models) and `python_judge`
(a function of the user's). `check_ready` finds what is missing before the first call; `open_client` makes one client.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from judgeaudit.domain.calls import Attempt, CallSpec, EffectiveParameters
from judgeaudit.domain.items import Item
from judgeaudit.domain.rubric import Criterion, Judge, Price
from judgeaudit.judging.retry import Outcome


@dataclass(frozen=True, slots=True)
class Asked:
    """One attempt and what follows from it.

    `outcome`: "reply" (stored, and read later, whatever it says), "retry", "stop_judge" (no call of this judge can
    succeed) or "give_up" (this call cannot). `cut` is true when the reply ended at its token limit.
    """

    attempt: Attempt
    outcome: Outcome
    cut: bool = False


class Client(Protocol):
    """One judge, ready to be asked.

    `most_at_once` is the number of calls it takes at once (None: as many as the run allows). `priced` is false where
    nobody can say what a call costs.
    """

    judge: Judge
    parameters: EffectiveParameters
    most_at_once: int | None
    priced: bool

    async def ask(self, spec: CallSpec, *, max_tokens: int | None = None) -> Asked: ...

    async def close(self) -> None: ...


def check_ready(judge: Judge, folder: Path) -> None:
    """Check what can be checked of a judge without asking it.

    Parameters
    ----------
    judge : Judge
        A judge of the rubric.
    folder : Path
        The rubric's folder, importable for `python:` judges.

    Raises
    ------
    JudgeError
        The key is missing (names the variable), the provider is unknown, the weights or a package are missing (gives
        the command that installs them), or the callable cannot be imported.
    """
    if judge.kind == "python":
        from judgeaudit.judging.python_judge import check_callable

        check_callable(judge, folder)
    elif judge.kind == "local":
        from judgeaudit.judging.weights import check_weights

        check_weights(judge.model)
    else:
        from judgeaudit.judging.litellm_client import check_access

        check_access(judge)


async def open_client(
    judge: Judge,
    parameters: EffectiveParameters,
    *,
    folder: Path,
    prices: Mapping[str, Price],
    items: Sequence[Item] = (),
    criteria: Sequence[Criterion] = (),
) -> Client:
    """A client for one judge; close it when done.

    Parameters
    ----------
    judge : Judge
        A judge of the rubric.
    parameters : EffectiveParameters
        What `judgeaudit.judging.parameters.resolve` found for it.
    folder : Path
        The rubric's folder.
    prices : mapping of str to Price
        `Rubric.prices`: USD per million tokens by judge name or model.
    items, criteria : sequence, optional
        All that the plan asks about. A `python:` judge is given these objects; the other kinds only see the prompt.

    Raises
    ------
    JudgeError
        As `check_ready`; also when the embedded model cannot be started.
    """
    if judge.kind == "python":
        from judgeaudit.judging.python_judge import PythonClient

        return PythonClient(judge, parameters, folder=folder, items=items, criteria=criteria)
    if judge.kind == "local":
        from judgeaudit.judging.local_server import open_local

        return await open_local(judge, parameters)
    from judgeaudit.judging.litellm_client import LiteLLMClient

    return LiteLLMClient(judge, parameters, prices=prices)
