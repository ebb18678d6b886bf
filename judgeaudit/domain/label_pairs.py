"""Pairs of labels of which everybody knows the good one."""

from __future__ import annotations

PAIRS = (
    ("pass", "fail"), ("passed", "failed"), ("yes", "no"), ("y", "n"), ("true", "false"), ("t", "f"), ("correct", "incorrect"), ("correct", "wrong"),
    ("right", "wrong"), ("good", "bad"), ("1", "0"), ("positive", "negative"), ("accept", "reject"), ("accepted", "rejected"), ("approve", "reject"),
    ("approved", "rejected"), ("valid", "invalid"), ("safe", "unsafe"), ("relevant", "irrelevant"), ("relevant", "not relevant"), ("supported", "unsupported"),
    ("met", "unmet"), ("met", "not met"), ("acceptable", "unacceptable"), ("helpful", "unhelpful"), ("win", "loss"), ("response_a", "response_b"),
    ("a", "b"),
)  # fmt: skip
"""Well known pairs of labels, the positive one first."""
