"""What the analysis of drift is made of: one measure, one file."""
