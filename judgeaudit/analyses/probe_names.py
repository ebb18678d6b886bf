"""Which probe a row is of: one meaning for one name, however it is written."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pyarrow as pa
import pyarrow.compute as pc

from judgeaudit.analyses.probe_synonyms import meant_by, unclear_name
from judgeaudit.domain.results import Finding
from judgeaudit.domain.shown_orders import letters_of
from judgeaudit.probes import PROBES, probe_of

PLAIN_WORDS = ("none", "nan", "null", "na", "no", "plain", "baseline", "original", "unchanged", "control")
"""What other programs write where nothing was changed."""

AS_A_BIAS = "it is read as a bias, under which the verdict should stay"


def estimate_name(probe: str) -> str:
    """A probe's name as estimates carry it: lower case, digits and underscores.

    Example
    -------
    >>> estimate_name("Position swap")
    'position_swap'
    """
    plain = re.sub(r"[^a-z0-9]+", "_", probe.casefold()).strip("_")
    return plain if plain[:1].isalpha() else f"probe_{plain}".rstrip("_")


def with_known_names(table: pa.Table) -> pa.Table:
    """Verdicts with names of probes as they are known, or as they are written first.

    Parameters
    ----------
    table : pyarrow.Table
        With a column `probe`.

    Notes
    -----
    Names are the same where their letters and digits are, whatever their case and what stands between them: `Nonsense Control`, `nonsense-control` and
    `NonsenseControl` are `nonsense_control`. What a probe is for is looked up by its name, so that a name in another spelling would be read as a bias.
    """
    names = [name for name in pc.unique(table["probe"]).to_pylist() if name]
    meant = {_key(probe.name): probe.name for probe in PROBES}
    column = table["probe"]
    for name in names:
        known = meant.setdefault(_key(name), name)
        if known != name:
            column = pc.if_else(pc.equal(column, name), known, column)
    return table if column is table["probe"] else table.set_column(table.schema.get_field_index("probe"), "probe", column)


def _key(name: str) -> str:
    """Letters and digits of a name in one case; the name itself where it has none.

    Example
    -------
    >>> _key("Nonsense-Control 2")
    'nonsensecontrol2'
    """
    return letters_of(name) or name


def unknown_names(names: Iterable[str]) -> list[Finding]:
    """How probes of somebody else's are read: a note; a warning where the name is nearly that of a known one, means one, sounds like an answer that was
    made worse, or says that nothing was changed."""
    found = []
    for name in dict.fromkeys(name for name in names if probe_of(name) is None):
        if _key(name) in PLAIN_WORDS or not letters_of(name):
            text = f"Rows of the probe {name} are not plain verdicts: if nothing was changed in them, leave the column probe empty there, or they count nowhere else."
            found.append(Finding(severity="warning", text=text))
            continue
        unclear, like = unclear_name(name), meant_by(name)
        read = f"it is not measured, since its name may mean an answer that should get another verdict ({unclear})" if unclear else AS_A_BIAS
        told = f"{name} is no probe that is known here: {read}."
        if like is not None:
            text = f"{told} If {like} is meant (docs/probes.md), write {like} in the column probe: what it should do to the verdict hangs on its name."
            found.append(Finding(severity="warning", text=text))
        elif unclear:
            text = f"{told} Write the name of the control or attack of docs/probes.md that it is; or another name, if the verdict should stay under it."
            found.append(Finding(severity="warning", text=text))
        else:
            found.append(Finding(severity="note", text=told))
    return found
