"""Which model turns rationales into vectors, and which one compares them: chosen from the rubric, loaded, and handed down as functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import OptionError

if TYPE_CHECKING:
    import pyarrow as pa

    from judgeaudit.analyses.inputs import Compare, Embed, Reasons

OnEmbed = Callable[[int, int], None]
"""Called with the texts that are embedded (or compared) and their number, a few times a second at most."""

SWITCHED_OFF = "embedding is switched off (embedder: none)"


@dataclass(frozen=True)
class Models:
    """What an audit is handed. `name` says in words which embedder it is and why; `missing` why there is none."""

    embed: Embed | None = None
    tuned: Reasons | None = None
    name: str = ""
    missing: str | None = None
    compare: Compare | None = None


def with_embedder(rubric: Rubric, name: str | None) -> Rubric:
    """The rubric with another embedder.

    Raises
    ------
    OptionError
        No such embedder, or its package is not installed.
    """
    if name is None:
        return rubric
    try:
        named = Rubric.model_validate({**{field: getattr(rubric, field) for field in Rubric.model_fields}, "embedder": name})
    except ValidationError as error:
        raise OptionError(str(error.errors()[0]["msg"]).removeprefix("Value error, "), where="--embedder") from None
    require_embedder(named, where="--embedder")
    return named


def require_embedder(rubric: Rubric, *, where: str = "embedder") -> None:
    """Check that an embedder that the user named can be used: without it other numbers would come out than were asked for.

    Raises
    ------
    OptionError
        Its package is not installed. Only the default is done without.
    """
    from judgeaudit.embedding import missing_reason

    missing = None if rubric.embedder in ("default", "none") else missing_reason(rubric.embedder)
    if missing is not None:
        what, _, command = missing.partition(": ")
        raise OptionError(what, where=where, fix=f"{command}, or name another embedder (none: compare without vectors)")


def load_models(rubric: Rubric, table: pa.Table, *, on_embed: OnEmbed | None = None) -> Models:
    """The embedder and the comparer of a rubric, as far as a table has texts for them. The models themselves load with the first text.

    Parameters
    ----------
    rubric : Rubric
        Its `embedder` "default" is the English model, or the multilingual one where the texts are not in Latin script.
    table : pyarrow.Table
        The ratings table.
    on_embed : callable, optional

    Returns
    -------
    Models
        Without the packages of the default embedder there is none, and `missing` has the command that installs them.

    Raises
    ------
    JudgeAuditError
        A comparer that cannot be loaded, or an embedder that the user named and whose package or model is not there.
    """
    texts = _texts(table)
    if not texts:
        return Models(missing="no verdict has a rationale")
    compare = _comparer(rubric, on_embed)
    if rubric.embedder == "none":
        return Models(missing=SWITCHED_OFF, compare=compare)
    from judgeaudit.embedding import choose_embedder, load_embedder, load_reasons, missing_reason

    require_embedder(rubric)
    name, why = choose_embedder(texts) if rubric.embedder == "default" else (rubric.embedder, "named in the rubric")
    missing = missing_reason(name)
    if missing is not None:
        return Models(missing=missing, compare=compare)
    embed = load_embedder(name, progress=on_embed)
    tuned = load_reasons(progress=on_embed) if name == "default" else None
    return Models(embed=embed, tuned=tuned, name=f"{embed.name} ({why})", compare=compare)


def _comparer(rubric: Rubric, on_embed: OnEmbed | None) -> Compare | None:
    if rubric.comparer in (None, "none"):
        return None
    from judgeaudit.embedding import load_comparer

    return load_comparer(str(rubric.comparer), progress=on_embed)


def _texts(table: pa.Table) -> list[str]:
    """Every rationale, reason and chain of reasoning of a table."""
    found = [text for name in ("rationale", "reasons") for text in table[name].drop_null().to_pylist() if text.strip()]
    return found or [text for text in table["reasoning"].drop_null().to_pylist() if text.strip()]
