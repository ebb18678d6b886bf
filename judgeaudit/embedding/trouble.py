"""What goes wrong with a model that embeds or compares."""

from __future__ import annotations

from judgeaudit.errors import JudgeAuditError


class EmbedderError(JudgeAuditError):
    """An embedder or comparer that cannot be used: a package, file, key or server is missing, or gives what is no vector."""
