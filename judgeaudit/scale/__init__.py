"""Counting verdicts that are too many to hold: map over parts and merge, on this machine or on a cluster that is there already."""

from judgeaudit.scale.here import count_here, map_here
from judgeaudit.scale.plan import CountPlan

__all__ = ["CountPlan", "count_here", "map_here"]
