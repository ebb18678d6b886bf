"""One foreign format, one file: each has `recognise(start)` and `read(path, reading)`, which yields verdicts as dicts."""
