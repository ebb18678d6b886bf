"""Pairing of quotation marks: cases by hand, published rationales, hostile text."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgeaudit.text.locate import locate
from judgeaudit.text.quotes import find_quotes

CASES: list[tuple[str, list[str]]] = [
    # straight double
    ('He said "hi there" ok', ["hi there"]),
    ('"a" and "b"', ["a", "b"]),
    ('It says "paid in 30 days."', ["paid in 30 days."]),
    ('Is it "paid?" Or "due!", perhaps', ["paid?", "due!"]),
    ('say ("x"), ["y"]—"z"—"w"', ["x", "y", "z", "w"]),
    ('note:"no space" here', ["no space"]),
    ('open " only', []),
    ('one "open mark and the end', []),
    ('a closing mark" alone', []),
    ('an empty "" or "   " pair', []),
    ('"para\n\none" more', []),
    ('"over a\nline break" ends', ["over a\nline break"]),
    ('an "unclosed start\n\nThen a "good one" follows', ["good one"]),
    ('"a","b", "c"', ["a", "b", "c"]),
    ('"Hello," she said, "go."', ["Hello,", "go."]),
    ('**"bold"** and "*it*".', ["bold", "*it*"]),
    ('key="value" in code', ["value"]),
    ('"He said "go now" loudly" again', ['He said "go now" loudly', "go now"]),
    ('a mid"word mark and "one"', ["one"]),
    ('"""doc"""', ["doc"]),
    ('ends "like this"…', ["like this"]),
    ("“Mixed „deep“ marks” here", ["Mixed „deep“ marks", "deep"]),
    # inches and feet
    ('a 5" x 7" photo', []),
    ('a 5" x 7" photo and a "big" one', ["big"]),
    ('"a 5" x 7" photo" is listed', ['a 5" x 7" photo']),
    ('the 24" monitor and the 27" one', []),
    ("6' tall and 5'11\" too", []),
    ('"in 1999" she wrote, "not 2000"', ["in 1999", "not 2000"]),
    ('"Born in 1999" is in the response.', ["Born in 1999"]),
    # straight single and apostrophes
    ("it says 'go home' twice", ["go home"]),
    ("don't, won't and the judges' work", []),
    ("the '90s and the '80s", []),
    ("in the '90s they said 'foo' and didn't", ["foo"]),
    ("rock 'n' roll is 'it'", ["it"]),
    ("'the judges' work is good' ok", ["the judges' work is good"]),
    ("the word 'cats' in the judges' list", ["cats"]),
    ("'cats' and 'dogs' and 'birds'", ["cats", "dogs", "birds"]),
    ("'it isn't so' he said", ["it isn't so"]),
    ("the term 'refund.' closes", ["refund."]),
    ("'tis the judges' best and give 'em all", []),
    ("Thomas' book and the students' notes", []),
    ("it says \"the users' data isn't kept\" there", ["the users' data isn't kept"]),
    ("''wiki style'' text", ["wiki style"]),
    # curly
    ("“curly double” and ‘curly single’", ["curly double", "curly single"]),
    ("don’t, the judges’ work, ’90s", []),
    ("‘the judges’ work’ and ‘x’", ["the judges’ work", "x"]),
    ("“outer ‘inner’ end”", ["outer ‘inner’ end", "inner"]),
    ("“an unclosed start and “a full one”", ["a full one"]),
    ("”svensk text” här", ["svensk text"]),
    # low-high, guillemets
    ("„Das ist gut“, sagt „er“.", ["Das ist gut", "er"]),
    ("„Was?“ und „(so)“", ["Was?", "(so)"]),
    ("‚so‘ und „a ‚b‘ c“", ["so", "a ‚b‘ c", "b"]),
    ("„polski tekst” tu", ["polski tekst"]),
    ("«\u00a0bon jour\u00a0» et «\u202fx\u202f»", ["bon jour", "x"]),
    ("« deux mots », dit-il", ["deux mots"]),
    ("»gut« und »so weiter«.", ["gut", "so weiter"]),
    ("‹x› und ›y‹", ["x", "y"]),
    ("«dehors ‹dedans› fin»", ["dehors ‹dedans› fin", "dedans"]),
    # Chinese and Japanese
    ("他说“你好”。", ["你好"]),
    ('他说"你好"吗', ["你好"]),
    ("回答写道「可以退款『三十天』内」。", ["可以退款『三十天』内", "三十天"]),
    ("彼は｢はい｣と言った", ["はい"]),
    ("读《红楼梦》的人", []),
    ("“第一”和‘第二’", ["第一", "第二"]),
    # code and block quotes
    ("call `run(x)` now", ["run(x)"]),
    ('`code "x"` is code', ['code "x"']),
    ("``a ` b`` has a tick", ["a ` b"]),
    ("a lone ` tick and a `pair`", ["tick and a"]),
    ("a lone ` tick\n\nand a `pair`", ["pair"]),
    ('```py\nprint("a")\n```\nand "b"', ['print("a")', "b"]),
    ("```\nfirst\n\nsecond\n```", ["first\n\nsecond"]),
    ("``` unclosed fence", []),
    ("``tex marks'' and ``more''", ["tex marks", "more"]),
    ("It says:\n> one line\n> and two\n\nThe end", ["one line\n> and two"]),
    ('> he said "so"\nend', ['he said "so"', "so"]),
    ("x\n>= 5 is no quote", []),
    # JSON and others
    (r"he wrote \"hello there\" and", ["hello there"]),
    (r'{"a": "he \"said so\" x"}', ["a", r"he \"said so\" x", "said so"]),
    (r"it\'s \'fine\' so", ["fine"]),
    ('"their " home grown " market ."', ['their " home grown " market .']),
    ("", []),
    ("no marks at all", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:40] for text, _ in CASES])
def test_pairing(text: str, expected: list[str]) -> None:
    found = find_quotes(text)
    assert [quote.text for quote in found] == expected
    assert all(text[quote.start : quote.end] == quote.text for quote in found)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ('"a"', '""'), ("'a'", "''"), ("“a”", "“”"), ("‘a’", "‘’"), ("„a“", "„“"), ("«a»", "«»"), ("»a«", "»«"), ("「a」", "「」"),
        ("`a`", "``"), ("```a```", "```"), ("> a", ">"), (r"\"a\"", '""'),
    ],
)  # fmt: skip
def test_marks_are_told(text: str, marks: str) -> None:
    assert [quote.marks for quote in find_quotes(text)] == [marks]


@given(st.lists(st.tuples(st.sampled_from(["“”", "«»", "「」", '""', "``"]), st.text("abc de", min_size=1).filter(str.strip)), max_size=8))
def test_marks_that_stand_by_themselves_all_pair(pieces: list[tuple[str, str]]) -> None:
    text = " and ".join(marks[0] + inside.strip() + marks[1] for marks, inside in pieces)
    assert [(quote.marks, quote.text) for quote in find_quotes(text)] == [(marks, inside.strip()) for marks, inside in pieces]


@given(st.text(alphabet="ab5 s\n.,'\"\\`>“”‘’„«»「」()-", max_size=60))
def test_any_text_gives_stretches_of_itself_in_order(text: str) -> None:
    found = find_quotes(text)
    assert all(text[quote.start : quote.end] == quote.text == quote.text.strip() != "" for quote in found)
    assert [quote.start for quote in found] == sorted(quote.start for quote in found)


HOSTILE = [
    '"',
    "'",
    "`",
    "“",
    "”",
    "‘",
    '"a ',
    " 'a",
    "s' ",
    "`` `",
    "` ``",
    "« ",
    "\\",
    '\\"',
    "> ",
    "\n>",
    "\n\n“",
    '5" ',
    "''",
    "``a",
    "\n ",
    "「」",
    "> \n",
]


@pytest.mark.parametrize("unit", HOSTILE, ids=repr)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    started = time.process_time()
    find_quotes(unit * (100_000 // len(unit)))
    find_quotes("a " + unit * (50_000 // len(unit)) + " b")
    assert time.process_time() - started < 3


def test_runs_of_ticks_of_every_length_take_linear_time() -> None:
    started = time.process_time()
    find_quotes(" ".join("`" * length for length in range(1, 450)) + "\n\n" * 20_000)
    assert time.process_time() - started < 2


def _llmbar(folder: Path, judge: str) -> Iterator[tuple[str, dict[str, str]]]:
    items: dict[tuple[str, int], dict[str, str]] = {}
    for subset in ("Natural", "Neighbor", "GPTInst", "GPTOut", "Manual"):
        where = folder / "Dataset" / "LLMBar" / (subset if subset == "Natural" else f"Adversarial/{subset}") / "dataset.json"
        for at, item in enumerate(json.loads(where.read_text(encoding="utf-8"))):
            items[subset, at] = {"instruction": item["input"], "a": item["output_1"], "b": item["output_2"]}
    for line in (folder / "results" / f"{judge}__CoT.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for run in row["results"][-1].values():
            yield run["completion"][0], items[row["subset"], row["item_index"]]


@pytest.mark.parametrize(
    ("judge", "published", "not_verbatim", "invented"),
    [
        ("GPT-4", 68, 2, ["shooting down the moon"]),
        ("ChatGPT", 125, 1, []),
        ("ChatGPT-0301", 35, 0, []),
        ("LLaMA2", 196, 5, ["He was a weatherman.", "testament to your value,"]),
        ("PaLM2", 13, 1, ["What is the definition of life?"]),
    ],
)
def test_published_counts_of_quoted_spans(judge: str, published: int, not_verbatim: int, invented: list[str], shared: Path) -> None:
    """Spans of four words or more, by the counts in the data's README.

    ChatGPT and LLaMA2 have one span more here. Not verbatim in the README and located here, read by hand: "explain like I'm 5" (the item has
    "im"), nested marks of another kind ("contains the word'redundant'" for 'contains the word "redundant"') and a change that is owned up to
    ("the best at what [they] do"). "7 - 3 = 4." is three words or five, by what is a word, and was not counted there or here.
    """
    rationales = list(_llmbar(shared / "data" / "llmbar", judge))
    assert len(rationales) == 838
    found = [(quote, sources) for text, sources in rationales for quote in find_quotes(text) if "`" not in quote.marks]
    spans = [(quote.text, sources) for quote, sources in found if len(re.findall(r"\w+", quote.text)) >= 4]
    assert abs(len(spans) - published) <= 1
    missing = [words for words, sources in spans if not locate(words, sources)]
    assert missing == invented
    assert len(missing) <= not_verbatim
