"""Whatever bytes a file holds: it is read, or one `JudgeAuditError` says where and how to mend it; nothing else is ever raised."""

import io
import random
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import JudgeAuditError
from judgeaudit.importers.assume import assume_rubric
from judgeaudit.importers.gold import read_gold
from judgeaudit.importers.interchange import read_verdicts
from judgeaudit.importers.items import read_items
from judgeaudit.importers.rubric_yaml import read_rubric

ASKED = Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q", "scale": {"labels": ["pass", "fail"]}}]})
RUBRIC = b"""name: r
criteria:
  - {name: c, question: q, scale: {level: ordinal, labels: [a, b, "c"]}, aspects: [x, {name: y, required: yes}]}
judges:
  - &one {model: m, params: {temperature: 1.0, stop: [a, null]}}
  - {<<: *one, name: two}
seeds: [1, 2, 3, 4, 5]
gates: {consistency.flip_rate: {max: 0.05}}
system: |
  text
"""


def parquet() -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table({"item_id": ["a", "b"], "judge": ["m", "m"], "label": ["pass", None]}), out)
    return out.getvalue()


def items(path: Path) -> object:
    return read_items(path, "pointwise")


def gold(path: Path) -> object:
    return read_gold(path, ASKED)


def verdicts(path: Path) -> object:
    return assume_rubric(read_verdicts(path))


FILES: list[tuple[str, Callable[[Path], object], bytes]] = [
    ("r.yaml", read_rubric, RUBRIC),
    ("i.jsonl", items, b'{"id":"a","input":[{"role":"user","content":"x"}],"response":"y","n":1.5}\n{"id":"b","input":"x","response":""}\n'),
    ("i.csv", items, b'id,input,response\na,"x ""q""\ny",z\nb,c,d\n'),
    ("g.csv", gold, b"item_id,annotator,label\na,x,pass\nb,y,\n"),
    ("v.csv", verdicts, b'item_id,judge,label,score,replicate,created_at,reasons\na,m,"pass",1,0,2026-01-01,"[1]"\nb,m,fail,nan,1,2026-01-02,\n'),
    ("w.csv", verdicts, b"item_id,judge,label,created_at\na,m,pass,2026-01-01\na,m,fail,5\n"),
    ("v.jsonl", verdicts, b'{"item_id":"a","judge":"m","label":"x","reasons":[{"a":1}],"score":2,"seed_sent":3}\n'),
    ("v.json", verdicts, b'[{"item_id":"a","judge":"m","label":"x"}]'),
    ("v.parquet", verdicts, parquet()),
]
PIECES = [
    b'"', b"'", b",", b"\n", b"\r", b"\t", b"\0", b"\xff", b"\xef\xbb\xbf", b"{", b"}", b"[", b"]", b":", b"- ", b"&a ", b"*a", b"<<: ", b"!!", b"|", b">", b"%", b"#",
    b"null", b"true", b"NaN", b"1e999", b"-1", b"\\ud800", b"\\u0000", b"\xc2\x85", b"\xe2\x80\xa8", b"9" * 30, b"? ", b"~", b"  ", b"@", b"`", b"\\", b"---\n",
]  # fmt: skip


def spoil(data: bytes, rng: random.Random) -> bytes:
    """A few pieces put in, taken out, repeated or replaced."""
    spoilt = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(spoilt) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            spoilt[at:at] = rng.choice(PIECES)
        elif kind == 1:
            del spoilt[at : at + rng.randint(1, 5)]
        elif kind == 2:
            spoilt[at:at] = spoilt[at // 2 : at // 2 + rng.randint(1, 30)]
        else:
            spoilt[at : at + 1] = bytes([rng.randrange(256)])
    return bytes(spoilt)


@pytest.mark.parametrize(("name", "reader", "data"), FILES, ids=[name for name, _, _ in FILES])
def test_spoilt_files_are_read_or_explained(tmp_path: Path, name: str, reader: Callable[[Path], object], data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    reader(path)
    rng = random.Random(name)
    errors: list[tuple[JudgeAuditError, bytes]] = []
    for _ in range(200):
        path.write_bytes(spoilt := spoil(data, rng))
        try:
            reader(path)
        except JudgeAuditError as error:
            errors.append((error, spoilt))
    assert len(errors) > 20
    assert [(str(error), spoilt) for error, spoilt in errors if str(path.parent) not in str(error) and error.where != "column label"] == []
    assert [(str(error), spoilt) for error, spoilt in errors if not error.fix and "Fix: " not in str(error)] == []


def test_half_characters_break_nothing(tmp_path: Path) -> None:
    path = tmp_path / "i.jsonl"
    path.write_text('{"id":"a","input":"x","response":"y","no\\ud83dte":{"k\\udc00":["\\ud83d"]}}')
    assert read_items(path, "pointwise")[0].metadata == {"no\ufffdte": {"k\ufffd": ["\ufffd"]}}
    path.write_text('{"item_id":"a","judge":"m","label":"x","no\\ud83dte":1,"reasons":[{"quote":"\\ud83d"}]}')
    table = read_verdicts(path)
    assert table["reasons"].to_pylist() == ['[{"quote": "\ufffd"}]']


@pytest.mark.parametrize("header", ["item_id,judge,label", '"item_id","judge","label"', "item_id,judge,label\n"])
def test_a_header_alone_is_no_table(tmp_path: Path, header: str) -> None:
    (tmp_path / "v.csv").write_text(header)
    with pytest.raises(JudgeAuditError, match="there are no verdicts in it"):
        read_verdicts(tmp_path / "v.csv")
