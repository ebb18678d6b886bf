"""Verdicts in the interchange format: exact text, statuses, replicate numbers, and mistakes with row, field and fix."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest

from judgeaudit.errors import VerdictsError
from judgeaudit.importers.interchange import read_verdicts
from judgeaudit.tables import RATINGS_SCHEMA

HEAD = "item_id,judge,label\n"


def read(path: Path, data: str | bytes, **options: Any) -> pa.Table:
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return read_verdicts(path, **options)


def column(table: pa.Table, *names: str) -> list[Any]:
    rows = [tuple(row[name] for name in names) for row in table.to_pylist()]
    return [row[0] for row in rows] if len(names) == 1 else rows


def write_rows(path: Path, rows: list[dict[str, Any]]) -> Path:
    """The same rows in the format of the suffix."""
    table = pa.Table.from_pylist(rows)
    if path.suffix == ".csv":
        pa_csv.write_csv(table, path)
    elif path.suffix == ".parquet":
        pq.write_table(table, path)
    else:
        path.write_text("\n".join(map(json.dumps, rows)) if path.suffix == ".jsonl" else json.dumps(rows))
    return path


TEXTS = ["007", "NA", "nan", "null", "None", "yes", "no", "true", "1e5", "1.0", "-0", "1_000", "2026-01-01", "=1+1", "caf\u00e9", 'a "b", c', "two\nlines"]


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "json", "parquet"])
def test_ids_and_labels_are_exact_text_in_every_format(tmp_path: Path, suffix: str) -> None:
    rows = [{"item_id": text, "judge": text, "label": text, "criterion": text, "rationale": text, "stratum": text} for text in TEXTS]
    table = read_verdicts(write_rows(tmp_path / f"v.{suffix}", rows))
    assert table.schema.equals(RATINGS_SCHEMA)
    assert column(table, "item_id", "judge", "label", "criterion", "rationale", "stratum") == [(text,) * 6 for text in TEXTS]
    assert set(column(table, "status")) == {"ok"}


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "json", "parquet"])
def test_the_whole_schema_survives_every_format(tmp_path: Path, suffix: str) -> None:
    row = {
        "item_id": "i", "judge": "j", "criterion": "c", "replicate": 2, "label": "pass", "score": 4.5, "status": "ok", "rationale": "r", "reasons": '[{"quote": "q"}]',
        "reasoning": "t", "confidence": 0.75, "margin": -1.5, "stratum": "s", "cluster": "k", "system": "m", "order": "ba", "probe": "position", "variant": "swapped",
        "prompt_hash": "h", "model_served": "v", "fingerprint": "f", "seed_sent": 3, "latency_s": 0.25, "cost_usd": 0.125, "prompt_tokens": 10,
        "completion_tokens": 20, "created_at": "2026-01-01T00:00:00Z", "copies_left_out": 1,
    }  # fmt: skip
    assert list(row) == RATINGS_SCHEMA.names
    table = read_verdicts(write_rows(tmp_path / f"v.{suffix}", [row]))
    wanted = {**row, "created_at": table["created_at"][0].as_py()} if suffix == "csv" else row
    assert table.to_pylist() == [wanted]
    assert column(table, "created_at")[0].startswith("2026-01-01")


def test_json_values_become_their_json_text(tmp_path: Path) -> None:
    lines = [
        {"item_id": 7, "label": 1},
        {"item_id": "7", "label": True},
        {"item_id": 7.5, "label": "1.0", "reasons": [{"aspect": "a", "n": 1.5, "k": 2}], "rationale": {"a": "\u00e9"}},
        {"item_id": "x", "label": None, "reasons": {"explanation": "e"}},
        {"item_id": "y", "label": "z", "reasons": ["because"]},
    ]
    text = "\n".join(json.dumps({"judge": "m", **line}) for line in lines).replace("7.5", "7.50")
    table = read(tmp_path / "v.jsonl", text)
    assert column(table, "item_id", "label", "status") == [
        ("7", "1", "ok"),
        ("7", "true", "ok"),
        ("7.50", "1.0", "ok"),
        ("x", None, "unparsable"),
        ("y", "z", "ok"),
    ]
    reasons = [None if one is None else json.loads(one) for one in column(table, "reasons")]
    assert reasons == [None, None, [{"aspect": "a", "n": 1.5, "k": 2}], [{"explanation": "e"}], ["because"]]
    assert column(table, "rationale")[2] == '{"a": "\u00e9"}'


def test_reasons_that_are_none_stay_as_they_are(tmp_path: Path) -> None:
    table = read(tmp_path / "v.csv", 'item_id,judge,label,reasons\na,m,x,"[\'python\', \'list\']"\nb,m,x,"[{""quote"": ""q""}]"\nc,m,x,\nd,m,x,3\n')
    assert column(table, "reasons") == ["['python', 'list']", '[{"quote": "q"}]', None, "3"]


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        # label, score, status of the file -> status, score
        ("pass,,", ("ok", None)),
        (",4.5,", ("ok", 4.5)),
        (",,", ("unparsable", None)),
        (",nan,", ("unparsable", None)),
        (",inf,", ("unparsable", None)),
        (",-Infinity,ok", ("unparsable", None)),
        ("pass,nan,", ("ok", None)),
        (",,ok", ("unparsable", None)),
        (",,refused", ("refused", None)),
        ("maybe,,off_scale", ("off_scale", None)),
        ("pass,, OK ", ("ok", None)),
        (", +4 ,", ("ok", 4.0)),
        (",5e-1,Too_Long", ("too_long", 0.5)),
    ],
)
def test_a_status_for_every_row(tmp_path: Path, rows: str, wanted: tuple[str, float | None]) -> None:
    assert column(read(tmp_path / "v.csv", f"item_id,judge,label,score,status\na,m,{rows}\n"), "status", "score") == [wanted]


def test_json_nan_is_no_score(tmp_path: Path) -> None:
    table = read(
        tmp_path / "v.jsonl", '{"item_id":"a","judge":"m","score":NaN}\n{"item_id":"b","judge":"m","score":Infinity}\n{"item_id":"c","judge":"m","score":1}\n'
    )
    assert column(table, "status", "score") == [("unparsable", None), ("unparsable", None), ("ok", 1.0)]


def test_a_missing_criterion_is_filled(tmp_path: Path) -> None:
    assert column(read(tmp_path / "v.csv", HEAD + "a,m,x\n"), "criterion") == ["verdict"]
    assert column(read(tmp_path / "v.csv", HEAD + "a,m,x\n", criterion="c"), "criterion") == ["c"]
    assert column(read(tmp_path / "v.csv", "item_id,judge,label,criterion\na,m,x,\n", criterion="c"), "criterion") == ["c"]
    assert column(read(tmp_path / "v.csv", "item_id,judge,label,criterion\na,m,x,own\n", criterion="c"), "criterion") == ["own"]


def test_rows_are_numbered_in_the_order_of_the_file(tmp_path: Path) -> None:
    table = read(tmp_path / "v.csv", "item_id,judge,label,criterion\na,m,x,c\nb,m,x,c\na,m,y,c\na,n,x,c\na,m,x,d\na,m,z,c\n")
    assert column(table, "replicate") == [0, 0, 1, 0, 0, 2]


def test_rows_are_numbered_in_time_order_and_probes_apart(tmp_path: Path) -> None:
    table = read(
        tmp_path / "v.csv",
        "item_id,judge,label,created_at,probe,variant\na,m,third,2026-01-01T00:00:02Z,,\na,m,first,2026-01-01T00:00:01Z,,\na,m,second,2026-01-01T03:00:01.5+03:00,,\n"
        "a,m,last,,,\na,m,p,2020-01-01,position,swapped\na,m,q,2019-01-01,verbosity,longer\na,m,p2,2019-01-01,position,swapped\n",
    )
    assert column(table, "label", "replicate") == [("third", 2), ("first", 0), ("second", 1), ("last", 3), ("p", 1), ("q", 0), ("p2", 0)]


@pytest.mark.parametrize(
    "times", [("9", "10"), ("1767225600", "1767225601"), ("1767225600000", "1767225601000"), ("2026-01-09", "2026-01-10"), ("2025-12-31 23:59", "2026-01-01")]
)
def test_times_are_compared_as_times(tmp_path: Path, times: tuple[str, str]) -> None:
    early, late = times
    assert column(read(tmp_path / "v.csv", f"item_id,judge,label,created_at\na,m,x,{late}\na,m,y,{early}\n"), "replicate") == [1, 0]


def test_equal_times_keep_the_order_of_the_file(tmp_path: Path) -> None:
    rows = "".join(f"a,m,{n},2026-01-01\n" for n in range(50))
    assert column(read(tmp_path / "v.csv", f"item_id,judge,label,created_at\n{rows}"), "replicate") == list(range(50))


def test_a_time_that_decides_nothing_need_not_be_one(tmp_path: Path) -> None:
    assert column(read(tmp_path / "v.csv", "item_id,judge,label,created_at\na,m,x,yesterday\nb,m,y,today\n"), "replicate", "created_at") == [
        (0, "yesterday"),
        (0, "today"),
    ]


def test_replicates_of_the_file_are_kept(tmp_path: Path) -> None:
    assert column(read(tmp_path / "v.csv", "item_id,judge,label,replicate\na,m,x,4\na,m,y,2.0\na,m,y, 0 \n"), "replicate") == [4, 2, 0]


def test_unknown_columns_are_named(tmp_path: Path) -> None:
    table = read(tmp_path / "v.csv", ",item_id,judge,label,Replicat,note\n0,a,m,x,1,n\n")
    assert json.loads(table.schema.metadata[b"ignored_columns"]) == ["Replicat", "note"]
    table = read(tmp_path / "v.jsonl", '{"item_id":"a","judge":"m","label":"x"}\n{"item_id":"a","judge":"m","label":"x","z":{"a":[1]}}\n')
    assert json.loads(table.schema.metadata[b"ignored_columns"]) == ["z"]


@pytest.mark.parametrize(
    "data",
    [
        "\ufeff" + HEAD + "a,m,x\n",
        HEAD.replace("\n", "\r\n") + "a,m,x\r\n",
        " item_id , judge, label\n\n\na,m,x\n,,\n,,\n",
        '"item_id","judge","label"\n"a","m","x"',
        "item_id,judge,label\ra,m,x\r",
    ],
)
def test_harmless_oddities_of_csv(tmp_path: Path, data: str) -> None:
    assert column(read(tmp_path / "v.csv", data), "item_id", "judge", "label") == [("a", "m", "x")]


def test_a_cell_may_be_larger_than_a_block(tmp_path: Path) -> None:
    long = "y" * (17 << 20)
    assert column(read(tmp_path / "v.csv", f"item_id,judge,label,rationale\na,m,x,{long}\nb,m,x,z\n"), "rationale") == [long, "z"]


def test_half_characters_in_a_rationale_are_replaced(tmp_path: Path) -> None:
    assert column(read(tmp_path / "v.jsonl", '{"item_id":"a","judge":"m","label":"x","rationale":"cut \\ud83d"}\n'), "rationale") == ["cut \ufffd"]


def test_parquet_types_become_text(tmp_path: Path) -> None:
    table = pa.table({
        "item_id": pa.array([1, 2], pa.int8()), "judge": pa.array(["m", "n"]).dictionary_encode(), "label": [1.0, None], "criterion": pa.array(["c", "c"], pa.large_string()),
        "replicate": [0.0, 1.0], "stratum": [True, None], "created_at": pa.array([0, None], pa.timestamp("ms", "UTC")), "confidence": pa.array([0.5, None], pa.float32()),
        "reasons": [[{"aspect": "x"}], None], "seed_sent": pa.array([1, None], pa.uint32()),
    })  # fmt: skip
    pq.write_table(table, tmp_path / "v.parquet")
    first, second = read_verdicts(tmp_path / "v.parquet").to_pylist()
    assert (first["item_id"], first["judge"], first["label"], first["stratum"], first["seed_sent"], first["confidence"]) == ("1", "m", "1", "true", 1, 0.5)
    assert first["created_at"] == "1970-01-01T00:00:00+00:00"
    assert json.loads(first["reasons"]) == [{"aspect": "x"}]
    assert (second["label"], second["status"], second["replicate"]) == (None, "unparsable", 1)


def test_a_folder_of_parts_is_one_table(tmp_path: Path) -> None:
    folder = tmp_path / "parts" / "judge=open%2Fm"
    folder.mkdir(parents=True)
    (tmp_path / "parts" / "_temporary").mkdir()
    (tmp_path / "parts" / "_SUCCESS").write_text("")
    pq.write_table(pa.table({"nothing": [1]}), tmp_path / "parts" / "_temporary" / "x.parquet")
    for n in (10, 2, 0):
        pq.write_table(pa.table({"item_id": ["i", "k"], "label": [f"p{n}", f"q{n}"], f"extra{n}": [1, 2]}), folder / f"part-{n}.parquet")
    table = read_verdicts(tmp_path / "parts")
    assert column(table, "judge", "label", "replicate") == [
        ("open/m", "p0", 0), ("open/m", "q0", 0), ("open/m", "p2", 1), ("open/m", "q2", 1), ("open/m", "p10", 2), ("open/m", "q10", 2),
    ]  # fmt: skip
    assert json.loads(table.schema.metadata[b"ignored_columns"]) == ["extra0", "extra2", "extra10"]


def test_a_mistake_in_a_part_names_the_part(tmp_path: Path) -> None:
    pq.write_table(pa.table({"item_id": ["i"], "judge": ["m"], "label": ["x"]}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"item_id": ["i", "j"], "judge": ["m", "m"], "label": ["x", "y"], "status": ["ok", "oops"]}), tmp_path / "b.parquet")
    with pytest.raises(VerdictsError, match=r"b\.parquet: row 2: status 'oops'"):
        read_verdicts(tmp_path)
    pq.write_table(pa.table({"item_id": ["i"], "judge": ["m"], "label": ["x"], "replicate": [3]}), tmp_path / "b.parquet")
    with pytest.raises(VerdictsError, match=r"a\.parquet: row 1: replicate is empty here"):
        read_verdicts(tmp_path)


LINE = '{"item_id":"a","judge":"m","label":"x"}\n'
PROBLEMS: list[tuple[str, str | bytes, str, list[str]]] = [
    ("v.csv", HEAD, "", ["no verdicts", "item_id, judge and label or score"]),
    ("v.csv", "", "", ["empty"]),
    ("v.jsonl", "{}\n", "", ["no verdicts"]),
    ("v.json", "[]", "", ["no verdicts"]),
    ("v.jsonl", '{"id":"a","model":"m","verdict":"x"}\n', "", ["rename 'id' to 'item_id'", "rename 'model' to 'judge'", "rename 'verdict' to 'label'"]),
    ("v.csv", "item_id,judge,lable\na,m,x\n", "", ["'label' is missing", "rename 'lable' to 'label'"]),
    ("v.csv", "item_id,score\na,1\n", "", ["'judge' is missing"]),
    ("v.csv", "item_id,judge,label,label\na,m,x,y\n", ": row 1", ["the column 'label' stands twice"]),
    ("v.csv", HEAD + "a,m,x\n\n,m,x\n", ": row 4", ["item_id is empty"]),
    ("v.csv", HEAD + 'a,m,"x\ny"\n,m,x\n', ": row 3", ["item_id is empty"]),
    ("v.csv", HEAD + "a,,x\n", ": row 2", ["judge is empty", "name the judge"]),
    ("v.csv", "item_id,judge,label,criterion\na,m,x,c\nb,m,x,\n", ": row 3", ["criterion is empty", "in every row or in none"]),
    ("v.csv", "item_id,judge,label,status\na,m,x,ok\nb,m,,refusd\n", ": row 3", ["status 'refusd'", "write refused"]),
    ("v.csv", "item_id,judge,label,status\na,m,x,zzz\n", ": row 2", ["status 'zzz'", "ok, unparsable, ambiguous"]),
    ("v.csv", "item_id,judge,score\na,m,4\nb,m,good\n", ": row 3", ["score 'good' is not a number"]),
    ("v.csv", "item_id,judge,score\na,m,1_0\n", ": row 2", ["score '1_0'"]),
    ("v.csv", 'item_id,judge,score\na,m,"4,5"\n', ": row 2", ["score '4,5'"]),
    ("v.jsonl", '{"item_id":"a","judge":"m","score":true}\n', ":1", ["score 'true' is not a number"]),
    ("v.csv", "item_id,judge,label,confidence\na,m,x,high\n", ": row 2", ["confidence 'high' is not a number", "leave the cell empty"]),
    ("v.csv", "item_id,judge,label,margin\na,m,x,1.5\na,m,x,wide\n", ": row 3", ["margin 'wide' is not a number", "leave the cell empty"]),
    ("v.jsonl", '{"item_id":"a","judge":"m","label":"x","margin":true}\n', ":1", ["margin 'true' is not a number"]),
    ("v.jsonl", '{"item_id":"a","judge":"m","label":"x","margin":[1.5]}\n', ":1", ["margin is a list or an object", "write margin as text"]),
    ("v.csv", "item_id,judge,label,replicate\na,m,x,0\na,m,y,\na,m,z,\n", ": row 3", ["replicate is empty here (in 2 of 3 rows)", "remove the column"]),
    ("v.csv", "item_id,judge,label,replicate\na,m,x,1.5\n", ": row 2", ["replicate '1.5' is not a whole number"]),
    ("v.csv", "item_id,judge,label,replicate\na,m,x,-1\n", ": row 2", ["replicate -1 is out of range", "from 0"]),
    ("v.csv", "item_id,judge,label,replicate\na,m,x,99999999999\n", ": row 2", ["out of range"]),
    ("v.csv", "item_id,judge,label,created_at\na,m,x,2026-01-01\na,m,x,yesterday\n", ": row 3", ["created_at 'yesterday' is no time", "ISO 8601"]),
    ("v.jsonl", LINE + '{"item_id":"a","judge":"m","label":["x"]}\n', ":2", ["label is a list or an object"]),
    ("v.jsonl", LINE + '{"item_id":"a","judge":', ":2", ["cut off"]),
    ("v.jsonl", LINE + "x\n", ":2", ["no JSON"]),
    ("v.jsonl", '{"item_id":"a","judge":"m","label":"x","replicate":0,"replicate":1}\n', ":1", ["the key 'replicate' stands twice"]),
    ("v.csv", HEAD + "a,m\n", ": row 2", ["the row has 2 cells, the header 3"]),
    ("v.csv", HEAD + 'a,m,"x\ny"\nb,m,x,y\n', ": row 3", ["the row has 4 cells"]),
    ("v.csv", HEAD + 'a,"m,x\nb,m,y\n', ": row 2", ["a quote is opened and never closed"]),
    ("v.csv", HEAD + 'a,m,x\nb,"m"q,x\n', ": row 3", ["the quotes are wrong"]),
    ("v.csv", "item_id;judge;label\na;m;x\n", ": row 1", ["semicolons"]),
    ("v.csv", (HEAD + "a,m,x\n").encode() + b"b,m,\xe9\n", ":3", ["0xe9", "UTF-8"]),
    ("v.csv", (HEAD + 'a,m,"x"\n').encode() + b"b,m,\xe9\n", ":3", ["0xe9", "UTF-8"]),
    ("v.csv", (HEAD + "a,m,x\n").encode("utf-16"), "", ["UTF-16"]),
    ("v.csv", HEAD + "a,m,\0\n", ":2", ["NUL"]),
    ("v.txt", "x", "", ["'.txt'", ".jsonl"]),
    ("v.parquet", "hello", "", ["not Parquet"]),
    ("v.parquet", "", "", ["empty"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "place", "words"), PROBLEMS, ids=range(len(PROBLEMS)))
def test_a_mistake_is_told_with_row_field_and_fix(tmp_path: Path, name: str, data: str | bytes, place: str, words: list[str]) -> None:
    with pytest.raises(VerdictsError) as caught:
        read(tmp_path / name, data)
    said = str(caught.value)
    assert said.startswith((f"{tmp_path / name}{place}: ", f"{tmp_path / name}{place} (line")), said
    assert all(word in said for word in words), said
    assert "ix: " in said


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"label": ["x"], "score": [True]}, ["'score' holds truth values"]),
        ({"label": [["x"]]}, ["'label' holds list"]),
        ({"label": [b"\xff"]}, ["'label' holds binary"]),
        ({"label": ["x"], "seed_sent": pa.array([2**63], pa.uint64())}, ["'seed_sent'", "64 bits"]),
        ({"label": ["x"], "latency_s": pa.array([1], pa.duration("s"))}, ["'latency_s' holds duration"]),
    ],
)
def test_parquet_columns_of_a_wrong_type(tmp_path: Path, columns: dict[str, Any], words: list[str]) -> None:
    pq.write_table(pa.table({"item_id": ["a"], "judge": ["m"], **columns}), tmp_path / "v.parquet")
    with pytest.raises(VerdictsError) as caught:
        read_verdicts(tmp_path / "v.parquet")
    assert str(caught.value).startswith(f"{tmp_path / 'v.parquet'}: ")
    assert all(word in str(caught.value) for word in words)


def test_many_bad_rows_are_counted(tmp_path: Path) -> None:
    with pytest.raises(VerdictsError) as caught:
        read(tmp_path / "v.csv", "item_id,judge,score\n" + "".join(f"i{n},m,bad{n}\n" for n in range(1000)))
    assert "1000 problems" in str(caught.value)
    assert "row 6: score 'bad4'" in str(caught.value)
    assert "... and 995 more" in str(caught.value)


def test_missing_files_and_empty_folders(tmp_path: Path) -> None:
    with pytest.raises(VerdictsError, match="does not exist"):
        read_verdicts(tmp_path / "v.csv")
    with pytest.raises(VerdictsError, match="holds no Parquet files"):
        read_verdicts(tmp_path)
