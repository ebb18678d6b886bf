"""Locating text in text, and reading it with care; pure."""
