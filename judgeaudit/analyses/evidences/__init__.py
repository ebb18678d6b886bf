"""Parts of the evidence analysis: what each rationale cites, what became of it, and which verdicts rest on it."""
