"""Things that judges ask for, and the forms of words that prove one is in a text, as data for `term_proofs`.

A line is `names => form`: the names are what a rationale calls it, `|` between them; the form is a regular expression, in any case unless it says
otherwise. Names are compared by their content words; a name that begins with `!` is the whole of what is missing ("price" is not "price of a
family ticket"), the others may have words before them ("her academic title"). A line that begins with two spaces goes on with the one before.
"""

from __future__ import annotations

from judgeaudit.text.evidence.term_concepts_home import ROWS as HOME
from judgeaudit.text.evidence.term_concepts_more import ROWS as MORE
from judgeaudit.text.evidence.term_concepts_people import ROWS as PEOPLE
from judgeaudit.text.evidence.term_concepts_work import ROWS as WORK


def _table() -> list[tuple[tuple[str, ...], str]]:
    rows = []
    for line in "\n".join(part.strip() for part in (PEOPLE, HOME, WORK, MORE)).replace("\n  ", "").splitlines():
        names, _, form = line.partition(" => ")
        rows.append((tuple(names.split("|")), form))
    return rows


CONCEPTS = _table()
"""What a rationale calls a thing, and the regular expression that finds it in a text."""
