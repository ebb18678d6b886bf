"""The items file: exact ids and texts out of every format, and mistakes with file, row, column and fix."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from judgeaudit.domain.items import Item, Message, render_text
from judgeaudit.errors import ItemsError
from judgeaudit.importers.items import read_items

HEAD = "id,input,response\n"
HOSTILE = ['=HYPERLINK("http://example.invalid","x")', "+1", "-5 points", "@sum", "\t=1+1", "\u200b=1", "</script>", "\x1b]0;owned\x07", "a\nb", "", " blanks "]


def write(path: Path, data: str | bytes) -> Path:
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def items(path: Path, data: str | bytes, mode: str = "pointwise") -> tuple[Item, ...]:
    return read_items(write(path, data), mode)


IDS = ["007", "NA", "nan", "null", "yes", "no", "true", "1e5", "1.0", "-0", "1_000", "2026-01-01", "caf\u00e9", "a b", "None"]


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet", "json"])
def test_ids_stay_text_in_every_format(tmp_path: Path, suffix: str) -> None:
    rows = [{"id": one, "input": one, "response": one, "stratum": one} for one in IDS]
    path = tmp_path / f"items.{suffix}"
    if suffix == "csv":
        write(path, "id,input,response,stratum\n" + "".join(f"{one},{one},{one},{one}\n" for one in IDS))
    elif suffix == "parquet":
        pq.write_table(pa.Table.from_pylist(rows), path)
    else:
        write(path, "\n".join(map(json.dumps, rows)) if suffix == "jsonl" else json.dumps(rows, indent=1))
    read = read_items(path, "pointwise")
    assert [(i.id, i.input, i.response, i.stratum) for i in read] == [(one,) * 4 for one in IDS]


def test_json_numbers_as_ids_are_their_own_text(tmp_path: Path) -> None:
    rows = '{"id": %s, "input": 5.0, "response": true, "stratum": 03e0, "weight": 1.50, "n": 7, "deep": {"a": [1, NaN]}}'.replace("03e0", "3e0")
    read = items(tmp_path / "i.jsonl", "\n".join(rows % number for number in ("1e5", "7", "7.0", "-0", "123456789012345678901234567890", "1E+2")))
    assert [i.id for i in read] == ["1e5", "7", "7.0", "-0", "123456789012345678901234567890", "1E+2"]
    assert (read[0].input, read[0].response, read[0].stratum) == ("5.0", "true", "3e0")
    assert read[0].metadata == {"weight": 1.5, "n": 7, "deep": {"a": [1, None]}}


def test_hostile_texts_are_exact(tmp_path: Path) -> None:
    import csv
    import io

    out = io.StringIO()
    csv.writer(out).writerows([["id", "input", "response"], *([str(n), text, text] for n, text in enumerate(HOSTILE))])
    lines = [{"id": str(n), "input": text, "response": text} for n, text in enumerate(HOSTILE)]
    assert [i.response for i in items(tmp_path / "i.csv", out.getvalue())] == HOSTILE
    assert [i.response for i in items(tmp_path / "i.jsonl", "\n".join(map(json.dumps, lines)))] == HOSTILE


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("bom.csv", b"\xef\xbb\xbfid,input,response\r\na,x,y\r\n"),
        ("mac.csv", b"id,input,response\ra,x,y\r"),
        ("upper.CSV", b"id,input,response\na,x,y"),
        ("blanks.csv", b"\n\nid , input, response\n\na,x,y\n,,\n,,\n"),
        ("index.csv", b",id,input,response\n0,a,x,y\n"),
        ("bom.jsonl", b'\xef\xbb\xbf{"id":"a","input":"x","response":"y"}\r\n\r\n  \n'),
        ("lines.ndjson", b'{"id":"a","input":"x","response":"y"}'),
        ("list.json", b'\xef\xbb\xbf[\n {"id":"a","input":"x","response":"y"}\n]\n'),
    ],
)
def test_harmless_oddities(tmp_path: Path, name: str, data: bytes) -> None:
    assert items(tmp_path / name, data) == (Item(id="a", input="x", response="y"),)


def test_quoted_cells_keep_line_breaks_quotes_and_length(tmp_path: Path) -> None:
    long = "x" * 300_000
    read = items(tmp_path / "i.csv", f'{HEAD}a,"one\r\ntwo, ""three""\n",{long}\nb,x,y\n')
    assert (read[0].input, read[0].response, read[1].id) == ('one\r\ntwo, "three"\n', long, "b")


def test_separators_of_other_alphabets_end_no_line(tmp_path: Path) -> None:
    text = "a\u2028b\u0085c\x0bd"
    assert items(tmp_path / "i.jsonl", f'{{"id":"a","input":"{text[:5]}","response":"y"}}\n')[0].input == text[:5]
    assert items(tmp_path / "i.csv", f"{HEAD}a,{text},y\n")[0].input == text


def test_messages_become_messages_and_parts_become_text(tmp_path: Path) -> None:
    row = {
        "id": "a",
        "input": [
            {"role": "user", "content": [{"type": "text", "text": "Hi"}, {"type": "text", "text": "there"}]},
            {"role": "assistant", "content": "Yes?", "refusal": None},
        ],
        "response": "ok",
        "context": [{"role": "system", "content": ""}],
    }
    item = items(tmp_path / "i.jsonl", json.dumps(row))[0]
    assert item.input == (Message(role="user", content="Hi\nthere"), Message(role="assistant", content="Yes?"))
    assert render_text(item.input) == "user: Hi\nthere\n\nassistant: Yes?"
    assert item.context == (Message(role="system", content=""),)
    pq.write_table(pa.Table.from_pylist([{**row, "input": [{"role": "user", "content": "Hi"}]}]), tmp_path / "i.parquet")
    assert read_items(tmp_path / "i.parquet", "pointwise")[0].input == (Message(role="user", content="Hi"),)


def test_optional_columns_and_metadata(tmp_path: Path) -> None:
    item = items(tmp_path / "i.csv", "id,input,response,reference,context,stratum,created_at,lang,note\na,,,r,,,2026-01-01,de,\n")[0]
    assert item == Item(id="a", input="", response="", reference="r", created_at="2026-01-01", metadata={"lang": "de", "note": ""})
    item = items(tmp_path / "i.jsonl", '{"id":"a","input":"x","response":"","context":"","reference":null,"metadata":{"k":1},"lang":"de","response_a":"z"}')[0]
    assert item == Item(id="a", input="x", response="", context="", metadata={"k": 1, "lang": "de", "response_a": "z"})


def test_pairwise_items(tmp_path: Path) -> None:
    item = items(tmp_path / "i.csv", "id,input,response_a,response_b,response\n1,x,a,b,c\n", "pairwise")[0]
    assert item == Item(id="1", input="x", response_a="a", response_b="b", metadata={"response": "c"})


def test_parquet_numbers_times_and_nothing(tmp_path: Path) -> None:
    table = pa.table({
        "id": [7.0, 8.5], "input": [1, 2], "response": pa.array(["a", "b"]).dictionary_encode(), "created_at": pa.array([0, 1_500_000], pa.timestamp("us", "UTC")),
        "w": [float("nan"), 1.5], "stratum": [True, None],
    })  # fmt: skip
    pq.write_table(table, tmp_path / "i.parquet")
    first, second = read_items(tmp_path / "i.parquet", "pointwise")
    assert (first.id, first.input, first.response, first.created_at, first.metadata, first.stratum) == (
        "7",
        "1",
        "a",
        "1970-01-01T00:00:00+00:00",
        {"w": None},
        "true",
    )
    assert (second.id, second.metadata, second.stratum) == ("8.5", {"w": 1.5}, None)


def test_folder_names_are_no_columns(tmp_path: Path) -> None:
    (tmp_path / "id=9").mkdir()
    pq.write_table(pa.table({"id": ["1"], "input": ["x"], "response": ["y"]}), tmp_path / "id=9" / "i.parquet")
    assert read_items(tmp_path / "id=9" / "i.parquet", "pointwise")[0].id == "1"


LINE = '{"id":"a","input":"x","response":"y"}\n'
PROBLEMS: list[tuple[str, str | bytes, str, list[str]]] = [
    # file, content, place behind the path, words
    ("i.jsonl", LINE + "{'id': 'b'}\n", ":2", ["no JSON", "double quotes"]),
    ("i.jsonl", LINE + '{"id": 007, "input":"x","response":"y"}\n', ":2", ["no JSON", 'no number 007: put it in quotes: "007"']),
    ("i.jsonl", LINE + '{"id":"b","inp', ":2", ["cut off", "write the line again"]),
    ("i.jsonl", LINE + '{"id":"b","input":"x"', ":2", ["cut off"]),
    ("i.jsonl", LINE + "\n[1]\n", ":3", ["a list, not an object"]),
    ("i.jsonl", "3\n", ":1", ["a number, not an object"]),
    ("i.jsonl", "null\n", ":1", ["null, not an object"]),
    ("i.jsonl", "{\n", ":1", ["no JSON"]),
    ("i.jsonl", '{\n  "id": "a"\n}\n', "", [":1: no JSON", "one whole JSON object per line"]),
    ("i.jsonl", '{"id":"a","id":"b","input":"x","response":"y"}\n', ":1", ["the key 'id' stands twice"]),
    ("i.jsonl", '{"id":"a","input":"x","response":"y","m":' + "[" * 100_000 + "}\n", ":1", ["nested too deeply"]),
    ("i.jsonl", LINE + "\n" + LINE, ":3", ["the id 'a' is already that of line 1", "id of its own"]),
    ("i.csv", HEAD + 'a,"x\ny",z\n\nb,x,y\na,x,y\n', ": row 5", ["the id 'a' is already that of row 2"]),
    ("i.csv", HEAD + ",x,y\n", ": row 2", ["id is empty"]),
    ("i.csv", HEAD + " a,x,y\n", ": row 2", ["id ' a' has blanks around it", "write 'a'"]),
    ("i.csv", HEAD + '"a\nb",x,y\n', ": row 2", ["id 'a\\nb' holds a control character"]),
    ("i.jsonl", '{"id":null,"input":"x","response":"y"}\n', ":1", ["id is empty"]),
    ("i.jsonl", '{"id":["a"],"input":"x","response":"y"}\n', ":1", ["id is a list, not a text"]),
    ("i.jsonl", LINE + '{"id":"b","input":null,"response":"y"}\n', ":2", ["input is null"]),
    ("i.jsonl", LINE + '{"id":"b","input":"x","respons":"y"}\n', ":2", ["response is missing", "rename 'respons' to 'response'"]),
    ("i.jsonl", '{"id":"b","input":{"role":"user"},"response":"y"}\n', ":1", ["input is an object, not a text"]),
    ("i.jsonl", '{"id":"b","input":[],"response":"y"}\n', ":1", ["input is an empty list"]),
    ("i.jsonl", '{"id":"b","input":["x"],"response":"y"}\n', ":1", ["input[0] is no message", '{"role": "user"']),
    ("i.jsonl", '{"id":"b","input":[{"role":null,"content":"x"}],"response":"y"}\n', ":1", ["input[0].role"]),
    ("i.jsonl", '{"id":"b","input":[{"role":"assistant","content":null}],"response":"y"}\n', ":1", ["input[0].content is no text"]),
    ("i.jsonl", '{"id":"b","input":[{"role":"user","content":[{"type":"image_url","image_url":{}}]}],"response":"y"}\n', ":1", ["image_url, and only text"]),
    ("i.jsonl", '{"id":"b","input":"\\ud83d","response":"y"}\n', ":1", ["input holds half a character"]),
    ("i.csv", HEAD + "a,x\n", ": row 2", ["the row has 2 cells, the header 3", "in quotes"]),
    ("i.csv", HEAD + 'a,"x\ny",z\nb,x,y,z\n', ": row 3", ["the row has 4 cells"]),
    ("i.csv", HEAD + 'a,"x,y\nb,x,y\n', ": row 2", ["a quote is opened and never closed"]),
    ("i.csv", HEAD + 'a,x,y\nb,"x"y,z\n', ": row 3", ["the quotes are wrong", '""']),
    ("i.csv", "id;input;response\na;x;y\n", ": row 1", ["separated by semicolons", "commas"]),
    ("i.csv", "id\tinput\tresponse\na\tx\ty\n", ": row 1", ["separated by tabs"]),
    ("i.csv", "id,input,input,response\na,x,x,y\n", ": row 1", ["the column 'input' stands twice"]),
    ("i.csv", HEAD, "", ["holds no items", "id, input, response"]),
    ("i.csv", "ID,prompt,reponse\na,x,y\n", ": row 1", ["'id', 'input', 'response' are missing", "rename 'ID' to 'id'", "rename 'prompt' to 'input'", "rename 'reponse' to 'response'"]),
    ("i.csv", "a,b,c\nd,e,f\n", ": row 1", ["are missing; there are 'a', 'b', 'c'"]),
    ("i.csv", "id,input,response_a,response_b\na,x,y,z\n", ": row 1", ["'response' is missing", "pairwise items", "mode: pairwise"]),
    ("i.csv", (HEAD + "a,x,y\n").encode() + b"b,\xe9,y\n", ":3", ["0xe9", "UTF-8"]),
    ("i.csv", (HEAD + "a,x,y\n").encode("utf-16"), "", ["UTF-16", "UTF-8"]),
    ("i.csv", HEAD + "a,\0,y\n", ":2", ["NUL"]),
    ("i.json", '{"id":1}', "", ["no JSON list", "[{"]),
    ("i.json", "\n[1]", ": row 1", ["a number, not an object"]),
    ("i.json", '\n\n[{"id":1,]', ":3", ["no JSON"]),
    ("i.tsv", "x", "", ["'.tsv'", ".jsonl, .ndjson, .csv, .parquet, .json"]),
    ("items", "x", "", ["no suffix", ".jsonl"]),
    ("i.parquet", "hello", "", ["not Parquet", "write it again"]),
    ("i.parquet", "", "", ["empty"]),
    ("i.jsonl", "", "", ["empty"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "place", "words"), PROBLEMS, ids=range(len(PROBLEMS)))
def test_a_mistake_is_told_with_row_column_and_fix(tmp_path: Path, name: str, data: str | bytes, place: str, words: list[str]) -> None:
    with pytest.raises(ItemsError) as caught:
        items(tmp_path / name, data)
    said = str(caught.value)
    assert said.startswith((f"{tmp_path / name}{place}: ", f"{tmp_path / name}{place} (line")), said
    assert all(word in said for word in words), said
    assert "ix: " in said


def test_pointwise_items_under_a_pairwise_rubric(tmp_path: Path) -> None:
    with pytest.raises(ItemsError, match=r"'response_a', 'response_b' are missing[^$]*these are pointwise items[^$]*mode: pointwise"):
        items(tmp_path / "i.jsonl", LINE, "pairwise")


def test_five_rows_are_listed_and_the_rest_is_counted(tmp_path: Path) -> None:
    with pytest.raises(ItemsError) as caught:
        items(tmp_path / "i.csv", HEAD + "same,x,y\n" * 9)
    lines = str(caught.value).splitlines()
    assert lines[0] == f"{tmp_path / 'i.csv'}: 8 problems"
    assert [line.split(": ")[1] for line in lines[1:6]] == ["row 3", "row 4", "row 5", "row 6", "row 7"]
    assert lines[6:] == ["  ... and 3 more", "  fix: give each item an id of its own"]


def test_a_null_in_parquet_is_no_empty_text(tmp_path: Path) -> None:
    columns: dict[str, Any] = {"id": ["a", "b"], "input": ["x", "x"], "response": ["", None]}
    pq.write_table(pa.table(columns), tmp_path / "i.parquet")
    with pytest.raises(ItemsError, match=r"i\.parquet: row 2: response is null"):
        read_items(tmp_path / "i.parquet", "pointwise")


def test_the_csv_limit_of_the_process_is_left_alone(tmp_path: Path) -> None:
    import csv

    before = csv.field_size_limit()
    items(tmp_path / "i.csv", f"{HEAD}a,{'x' * 200_000},y\n")
    assert csv.field_size_limit() == before
