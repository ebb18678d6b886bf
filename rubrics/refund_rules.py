"""A rule as a judge: does the reply state the refund window that the policy gives?

Named in `refund_reply.yaml` as `python:refund_rules:judge`. It finds durations with a regular expression, turns them into days
and compares them. It costs nothing, says the same thing every time, and is wrong where the words matter more than the
numbers: it takes "the money arrives within 14 days" for a refund window.
"""

import re

WORDS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twelve": 12, "fourteen": 14, "twenty": 20, "thirty": 30, "sixty": 60, "ninety": 90,
}  # fmt: skip
DAYS = {"hour": 1 / 24, "day": 1.0, "week": 7.0, "fortnight": 14.0, "month": 365 / 12, "year": 365.0}
DURATION = re.compile(rf"\b(\d+|{'|'.join(WORDS)})[ -](hour|day|week|fortnight|month|year)s?\b", re.IGNORECASE)
REFUND = re.compile(r"\brefund|\breturn|\bback\b|\bcancel", re.IGNORECASE)
OTHER = re.compile(r"\bexchange|\bwarranty\b|\bdelivery (?:of|takes)\b", re.IGNORECASE)
DENIED = re.compile(r"\b(?:not|never|no longer)\b|n't\b", re.IGNORECASE)


def judge(item, criterion, *, seed, replicate):
    """One verdict, with the words of the reply that it rests on. The same for every seed and replicate."""
    response = str(item.response)
    wanted = policy_window(str(item.context), str(item.input))
    stated = stated_window(response)
    if stated is None:
        return _verdict("fail", "unmet", "", "The reply states no refund window.")
    clause, duration = stated
    if DENIED.search(clause):
        return _verdict("fail", "unmet", clause, "The reply denies the refund window.")
    if days(duration) != wanted:
        return _verdict("fail", "unmet", duration.group(0), "The policy gives another refund window.")
    return _verdict("pass", "met", duration.group(0), "The reply states the refund window of the policy.")


def policy_window(policy, question):
    """Days of the refund window that holds for this purchase; None where the policy gives none."""
    clauses = [clause for clause in _clauses(policy) if DURATION.search(clause) and not OTHER.search(clause)]
    asked = {word.rstrip("s") for word in re.findall(r"[a-z]+", question.casefold())}
    special = [clause for clause in clauses if re.findall(r"[a-z]+", clause.casefold())[0].rstrip("s") in asked]
    chosen = (special or clauses)[:1]
    return days(DURATION.search(chosen[0])) if chosen else None


def stated_window(response):
    """The first clause that speaks of a refund and holds a duration, with that duration; None where there is none."""
    for clause in _clauses(response):
        duration = DURATION.search(clause)
        if duration and REFUND.search(clause) and not OTHER.search(clause):
            return clause, duration
    return None


def days(duration):
    """A duration in whole days; `60 days` and `two months` are not the same, `14 days` and `two weeks` are."""
    number, unit = duration.group(1).casefold(), duration.group(2).casefold()
    return round((int(number) if number.isdigit() else WORDS[number]) * DAYS[unit])


def _clauses(text):
    return [part.strip() for part in re.split(r"[.!?;,]|\band\b|\bwhich\b", text) if part.strip()]


def _verdict(label, finding, quote, explanation):
    return {"reasons": [{"aspect": "refund window", "finding": finding, "quote": quote, "explanation": explanation}], "label": label}
