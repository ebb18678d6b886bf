"""The audit as a page, as a terminal summary and as Markdown: pure functions of `domain.results.Audit`."""
