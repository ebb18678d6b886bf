"""Which model answered: what was requested, what was served, and which judges are therefore not judges of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from judgeaudit.analyses.inputs import AnalysisInput

_SNAPSHOT = re.compile(r"([-@:](\d{4}-\d{2}-\d{2}|\d{2}-\d{2}|\d{8}|\d{6}|\d{3,4}|latest|preview|exp|v\d+(:\d+)?))+")
_FREE_NAMES = ("python:", "local/", "azure/", "azure_ai/", "sagemaker/", "sagemaker_chat/")
"""Judges whose requested name says nothing of the model: our own code and weights, and deployments that their owner names."""


def count_values(data: AnalysisInput, column: str) -> dict[str, dict[str, int]]:
    """Calls of each judge by value of a column of the table; calls without a value are left out."""
    import pyarrow.compute as pc

    if data.whole is not None:
        return data.whole.tallies.values(column)
    table = data.table.select(["judge", column])
    table = table.filter(pc.and_(pc.is_valid(table[column]), pc.not_equal(table[column], "")))
    found: dict[str, dict[str, int]] = {}
    for row in table.group_by(["judge", column], use_threads=False).aggregate([([], "count_all")]).to_pylist():
        found.setdefault(row["judge"], {})[row[column]] = row["count_all"]
    return found


def same_model(requested: str, served: str) -> bool:
    """Whether two names are one model: a provider's prefix and a dated snapshot of an undated name do not matter.

    Two different dates are two models. `vendor-a/x` and `vendor-b/x` are two models; `x` and `vendor-a/x` are one.

    Parameters
    ----------
    requested, served : str

    Example
    -------
    >>> same_model("openai/gpt-4o", "gpt-4o-2024-08-06"), same_model("openai/gpt-4o", "gpt-4o-mini-2024-07-18")
    (True, False)
    """
    first, second = requested.strip().casefold().split("/"), served.strip().casefold().split("/")
    n = min(len(first), len(second))
    if first[-n:-1] != second[-n:-1]:
        return False
    one, two = first[-1].removesuffix("-latest"), second[-1].removesuffix("-latest")
    short, long = sorted((one, two), key=len)
    return short == long or (long.startswith(short) and _SNAPSHOT.fullmatch(long[len(short) :]) is not None and not _dated(short))


def _dated(name: str) -> bool:
    tail = re.search(r"[-@:](\d{4}-\d{2}-\d{2}|\d{8}|\d{6}|\d{4})$", name)
    return tail is not None


def requested_model(data: AnalysisInput, judge: str) -> str | None:
    """The model that a judge asked for; None where it is not known or its name says nothing of the model.

    A verdict file has no rubric to ask: there a judge's name counts as a model where it is written like one (`vendor/model`).
    """
    requested = data.models.get(judge) or (judge if "/" in judge else None)
    return None if requested is None or requested.startswith(_FREE_NAMES) else requested


def mismatches(data: AnalysisInput, served: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """Calls of each judge that another model than the requested one served: judge to {served model: calls}."""
    found: dict[str, dict[str, int]] = {}
    for judge, counts in served.items():
        requested = requested_model(data, judge)
        if requested is None:
            wrong = {model: n for model, n in counts.items() if _belongs_to_another(data, judge, model)}
        else:
            wrong = {model: n for model, n in counts.items() if not same_model(requested, model)}
        if wrong:
            found[judge] = wrong
    return found


def _belongs_to_another(data: AnalysisInput, judge: str, model: str) -> bool:
    """Whether a served model is, by name, another judge of the same verdict file (and not this one)."""
    if judge in data.models or same_model(judge, model):
        return False
    names = {name for patterns in data.patterns.values() for name in patterns.judges} - {judge}
    return any(name not in data.models and same_model(name, model) for name in names)


def stand_ins(data: AnalysisInput) -> dict[str, str]:
    """Judges all of whose calls were served by another judge's model, with that other judge: they are no second judge.

    Returns
    -------
    dict
        Judge to the judge whose model answered for it. Of two judges that one foreign model served, the first stays.
    """
    served = count_values(data, "model_served")
    wrong = mismatches(data, served)
    order = list(dict.fromkeys(name for patterns in data.patterns.values() for name in patterns.judges))
    found: dict[str, str] = {}
    for judge in order:
        if judge not in wrong or sum(wrong[judge].values()) < sum(served[judge].values()):
            continue
        others = [name for name in order if name != judge and name not in found]
        behind = next((name for name in others if _answers_for(data, name, judge, served, before=order.index(name) < order.index(judge))), None)
        if behind is not None:
            found[judge] = behind
    return found


def _answers_for(data: AnalysisInput, other: str, judge: str, served: Mapping[str, Mapping[str, int]], *, before: bool) -> bool:
    """Whether every model that served `judge` is `other`'s: the one it asks for, or, for an earlier judge, one that served it too."""
    own: list[Any] = [requested_model(data, other) or other]
    if before:
        own += served.get(other, {})
    return all(any(same_model(name, model) for name in own) for model in served[judge])
