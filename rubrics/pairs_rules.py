"""Two rules as judges of pairs: one counts the facts of the help page, one believes that longer is better.

Named in `support_pairs.yaml` as `python:pairs_rules:facts` and `python:pairs_rules:longer`. A judge sees the pair in the order
in which it is shown; the label that it gives names the shown slot, and judgeaudit maps it back.
"""

import re

FACT = re.compile(r"\d+(?: ?(?:%|MB|days?|hours?|people))?|[\w.]+/\w+|\w+\+\w+|\w+ > \w+|(?<!^)(?<![.!?] )\b[A-Z]\w+")
MARGIN = 1.2


def facts(item, criterion, *, seed, replicate):
    """Prefer the response that holds more of the facts (numbers, names, menu paths) of the help page."""
    wanted = list(dict.fromkeys(FACT.findall(str(item.context))))
    first, second = ([fact for fact in wanted if fact in str(text)] for text in (item.response_a, item.response_b))
    quote = next((fact for fact in first + second if (fact in first) != (fact in second)), "")
    return _verdict("facts of the help page", len(first), len(second), quote, f"It holds {len(first)} of {len(wanted)} facts, the second one {len(second)}.")


def longer(item, criterion, *, seed, replicate):
    """Prefer the longer response, unless the two are about as long: a bias, written down."""
    first, second = (len(str(text)) for text in (item.response_a, item.response_b))
    alike = max(first, second) < MARGIN * min(first, second)
    return _verdict("detail", first, first if alike else second, "", f"The first response has {first} characters, the second one {second}.")


def _verdict(aspect, first, second, quote, explanation):
    label = "tie" if first == second else "response_a" if first > second else "response_b"
    finding = "met" if first >= second else "unmet"
    return {"reasons": [{"aspect": aspect, "finding": finding, "quote": quote, "explanation": explanation}], "label": label}
