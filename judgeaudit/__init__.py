"""judgeaudit decides whether an LLM judge can be trusted."""

__version__ = "0.1.0"
