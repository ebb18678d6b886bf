"""What each module of the calibration adds to the audit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judgeaudit.domain.results import Estimate, Finding


@dataclass(frozen=True)
class Piece:
    """Estimates, findings, and rows of blocks by name."""

    estimates: tuple[Estimate, ...] = ()
    findings: tuple[Finding, ...] = ()
    blocks: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)


def plain(found: Estimate) -> Estimate:
    """A statistic's headline without what its shape holds beside it, as audit.json keeps it."""
    return Estimate(**{name: getattr(found, name) for name in Estimate.model_fields})
