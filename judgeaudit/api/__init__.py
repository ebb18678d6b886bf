"""The verbs that the command line and notebooks share: run, audit, check, report. One verb, one file."""
