"""From numbers to a decision: gates, exit codes, and one decision for each judge."""

from __future__ import annotations

from judgeaudit.decision.gates import check_gates, exit_code
from judgeaudit.decision.rules import decide

__all__ = ["check_gates", "decide", "exit_code"]
