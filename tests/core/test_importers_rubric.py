"""The rubric file: what YAML text becomes, and which files a rubric brings along."""

from pathlib import Path
from typing import Any

import pytest

from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import RubricError
from judgeaudit.importers.rubric_yaml import LoadedRubric, read_rubric

HEAD = 'name: r\ncriteria:\n  - name: c\n    question: q?\n    scale: {level: nominal, labels: ["pass", "fail"]}\n'


def load(folder: Path, text: str | bytes) -> LoadedRubric:
    path = folder / "rubric.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_rubric(path)


def labels(folder: Path, inside: str) -> tuple[str, ...] | None:
    return load(folder, HEAD.replace('"pass", "fail"', inside)).rubric.criteria[0].scale.labels


@pytest.mark.parametrize(
    ("inside", "wanted"),
    [
        ("yes, no", ("yes", "no")),
        ("on, off, y, n", ("on", "off", "y", "n")),
        ("007, 1e5, 1_000, 0x1F, 0o7, 1:30", ("007", "1e5", "1_000", "0x1F", "0o7", "1:30")),
        ("NA, N/A, nan, .nan, None", ("NA", "N/A", "nan", ".nan", "None")),
        ("2026-01-01, 2026-01-01T00:00:00Z", ("2026-01-01", "2026-01-01T00:00:00Z")),
        ("1, 2, 10", ("1", "2", "10")),
        ("1.0, 1.10, -0", ("1.0", "1.10", "-0")),
        ("'true', \"false\"", ("true", "false")),
        ("!!str true, !!str null", ("true", "null")),
        ("=, <<", ("=", "<<")),
        ("ja, \u00e4hnlich", ("ja", "\u00e4hnlich")),
    ],
)
def test_labels_stay_text(tmp_path: Path, inside: str, wanted: tuple[str, ...]) -> None:
    assert labels(tmp_path, inside) == wanted


def test_names_versions_and_keys_stay_text(tmp_path: Path) -> None:
    text = HEAD.replace("name: r", "name: 007").replace("name: c", "name: yes").replace('"pass", "fail"', "on, off")
    rubric = load(tmp_path, f"{text}    label_descriptions: {{on: 1, off: no}}\nversion: 1.0\n").rubric
    assert (rubric.name, rubric.version, rubric.criteria[0].name) == ("007", "1.0", "yes")
    assert rubric.criteria[0].label_descriptions == {"on": "1", "off": "no"}
    assert type(rubric.name) is str


def test_fields_are_typed_by_the_model(tmp_path: Path) -> None:
    rubric = load(
        tmp_path,
        "name: r\ncriteria:\n  - {name: c, question: q, scale: {level: interval, low: 1, high: 1e1, step: 0.5}, aspects: [a, {name: b, required: yes}]}\n"
        "replicates: 3\nseed: 7\nseeds: [5, 6, 7]\ngates: {consistency.flip_rate: {max: 5e-2}}\nreply: {format: json, label: verdict.label}\n",
    ).rubric
    scale = rubric.criteria[0].scale
    assert (scale.low, scale.high, scale.step) == (1.0, 10.0, 0.5)
    assert [(a.name, a.required) for a in rubric.criteria[0].aspects] == [("a", False), ("b", True)]
    assert (rubric.replicates, rubric.seed, rubric.seeds) == (3, 7, (5, 6, 7))
    assert rubric.gates["consistency.flip_rate"].max == 0.05
    assert rubric.reply.label == "verdict.label"


def test_params_are_typed_by_the_rules_of_json(tmp_path: Path) -> None:
    text = HEAD + (
        "judges:\n  - model: m\n    params:\n      temperature: 1.0\n      top_k: 0\n      a: true\n      b: null\n      c: ~\n      d:\n      e: '1'\n      f: \"true\"\n"
        "      g: yes\n      h: 007\n      i: 1e-3\n      j: .5\n      k: [1, -2, 1_0, no, {z: false}]\n      l: 2026-01-01\n      m: +5\n"
    )
    params = load(tmp_path, text).rubric.judges[0].params
    wanted = {
        "temperature": 1.0, "top_k": 0, "a": True, "b": None, "c": None, "d": None, "e": "1", "f": "true", "g": "yes", "h": "007", "i": 0.001, "j": 0.5,
        "k": [1, -2, "1_0", "no", {"z": False}], "l": "2026-01-01", "m": 5,
    }  # fmt: skip
    assert params == wanted
    assert {name: type(value) for name, value in params.items() if isinstance(value, (int, float))} == {
        "temperature": float, "top_k": int, "a": bool, "i": float, "j": float, "m": int,
    }  # fmt: skip


@pytest.mark.parametrize("nothing", ["", " ~", " null", " NULL", " # later"])
def test_an_empty_value_is_as_good_as_none(tmp_path: Path, nothing: str) -> None:
    text = HEAD + "".join(f"{key}:{nothing}\n" for key in ("items", "gold", "judges", "gates", "seeds", "replicates", "system", "prompt", "reply", "version"))
    assert load(tmp_path, text).rubric == load(tmp_path, HEAD).rubric


def test_quoted_null_is_text(tmp_path: Path) -> None:
    assert load(tmp_path, HEAD + 'version: "null"\n').rubric.version == "null"


@pytest.mark.parametrize("text", [b"\xef\xbb\xbf" + HEAD.encode(), HEAD.replace("\n", "\r\n").encode(), b"%YAML 1.1\n---\n" + HEAD.encode() + b"...\n"])
def test_byte_order_mark_line_ends_and_one_document_are_fine(tmp_path: Path, text: bytes) -> None:
    assert load(tmp_path, text).rubric == load(tmp_path, HEAD).rubric


def test_anchors_and_merges(tmp_path: Path) -> None:
    text = (
        HEAD
        + "judges:\n  - &one {model: m, timeout_s: 9, params: &p {temperature: 1}}\n  - {<<: *one, name: two, timeout_s: 8}\n  - {model: three, params: *p}\n"
    )
    judges = load(tmp_path, text).rubric.judges
    assert [(j.name, j.model, j.timeout_s, j.params) for j in judges] == [
        ("m", "m", 9.0, {"temperature": 1}), ("two", "m", 8.0, {"temperature": 1}), ("three", "three", 120.0, {"temperature": 1}),
    ]  # fmt: skip


def test_a_pairwise_criterion_may_leave_its_scale_out(tmp_path: Path) -> None:
    rubric = load(tmp_path, "name: p\nmode: pairwise\ncriteria:\n  - {name: better, question: 'Which?'}\n").rubric
    assert rubric.criteria[0].scale.labels == ("response_a", "response_b", "tie")


def test_paths_count_from_the_rubric(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rubrics").mkdir()
    (tmp_path / "gold.csv").write_text("x")
    (tmp_path / "rubrics" / "items.jsonl").write_text("x")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rubrics" / "r.yaml").write_text(HEAD + "items: items.jsonl\ngold: ../gold.csv\n")
    loaded = read_rubric(Path("rubrics/r.yaml"))
    assert loaded.folder == tmp_path / "rubrics"
    assert loaded.items_path is not None
    assert loaded.gold_path is not None
    assert loaded.items_path.resolve() == tmp_path / "rubrics" / "items.jsonl"
    assert loaded.gold_path.resolve() == tmp_path / "gold.csv"
    assert (load(tmp_path, HEAD).items_path, load(tmp_path, HEAD).gold_path) == (None, None)


def test_prompt_and_system_files_are_replaced_by_their_text(tmp_path: Path) -> None:
    (tmp_path / "judge.txt").write_bytes(b"\xef\xbb\xbfQ: {{ input }}\r\nA: {{response}}\r\n")
    (tmp_path / "own.md").write_text("Only {{response}}\n")
    (tmp_path / "sys.md").write_text("You are strict.\n")
    text = HEAD + "prompt: judge.txt\nsystem: sys.md\njudges:\n  - model: a\n  - {model: b, prompt: own.md, system: Be kind.}\n"
    rubric = load(tmp_path, text).rubric
    assert (rubric.prompt, rubric.system) == ("Q: {{ input }}\nA: {{response}}\n", "You are strict.\n")
    assert [(j.prompt, j.system) for j in rubric.judges] == [(None, None), ("Only {{response}}\n", "Be kind.")]


def test_a_system_text_that_only_mentions_a_file_is_text(tmp_path: Path) -> None:
    assert load(tmp_path, HEAD + "system: Follow the rules of rules.md\n").rubric.system == "Follow the rules of rules.md"


def test_system_and_prompt_show_the_response_together(tmp_path: Path) -> None:
    (tmp_path / "judge.txt").write_text("Judge {{input}} as told.")
    assert load(tmp_path, HEAD + 'prompt: judge.txt\nsystem: "The response: {{response}}"\n').rubric.prompt == "Judge {{input}} as told."


def test_json_braces_in_a_prompt_are_no_slots(tmp_path: Path) -> None:
    (tmp_path / "judge.txt").write_text('{{response}} Answer {"label": {"a": 1}} or {{"label": "pass"}}')
    assert load(tmp_path, HEAD + "prompt: judge.txt\n").rubric.prompt == '{{response}} Answer {"label": {"a": 1}} or {{"label": "pass"}}'


PROBLEMS: list[tuple[str, str, list[str]]] = [
    # text of the rubric, where, words of the message and of the fix
    (HEAD + "replicats: 3\n", ":6", ["replicats", "unknown key", "write replicates"]),
    (HEAD + "zzz: 3\n", ":6", ["zzz", "there are: name, version, mode"]),
    (HEAD + "judges:\n  - model: m\n    temprature_s: 1\n    timeout: 3\n", "", [":8: judges[0].temprature_s: unknown key", ":9: judges[0].timeout: unknown key", "write timeout_s"]),
    (HEAD + "judges:\n  - model: m\n    temperature: 1\n", ":8", ["judges[0].temperature", "belongs under params"]),
    (HEAD + "judges:\n  - modl: m\n", ":7", ["judges[0].modl", "write model"]),
    (HEAD + "judges:\n  - name: m\n", ":7", ["judges[0].model: is missing", "add model: openai/gpt-5-mini"]),
    (HEAD.replace('"pass", "fail"', "true, no"), ":5", ["criteria[0].scale.labels[0]", "true is a truth value", 'in quotes: "true"']),
    (HEAD.replace('"pass", "fail"', "yes, False"), ":5", ["labels[1]", 'in quotes: "False"']),
    (HEAD.replace('"pass", "fail"', "yes, null"), ":5", ["labels[1]", 'in quotes: "null"']),
    (HEAD.replace('"pass", "fail"', "~, no"), ":5", ["labels[0]", 'in quotes: "~"']),
    (HEAD.replace(' ["pass", "fail"]}', "\n        [a,\n        true]}"), ":7", ["labels[1]", "truth value"]),
    (HEAD.replace('"pass", "fail"', "a, ''"), ":5", ["labels[1]", "must not be empty"]),
    (HEAD.replace('"pass", "fail"', "a, ' b'"), ":5", ["labels[1]", "blanks around", "write 'b'"]),
    (HEAD.replace('"pass", "fail"', "a, A"), ":5", ["differ only by case"]),
    (HEAD.replace('"pass", "fail"', "a"), ":5", ["at least two labels", 'labels: ["pass", "fail"]']),
    (HEAD.replace('{level: nominal, labels: ["pass", "fail"]}', "[pass, fail]"), ":5", ["criteria[0].scale", "must be a mapping, got a list", "{level: nominal"]),
    (HEAD.replace('{level: nominal, labels: ["pass", "fail"]}', ""), ":5", ["criteria[0].scale: is empty", "scale: {level: nominal"]),
    (HEAD.replace("nominal", "nominl"), ":5", ["criteria[0].scale.level", "'nominl' is not allowed", "write nominal", "interval"]),
    (HEAD.replace('labels: ["pass", "fail"]', "low: 1"), ":5", ["low, high and step belong to an interval scale"]),
    (HEAD.replace('nominal, labels: ["pass", "fail"]', "interval, low: nan, high: 3"), ":5", ["criteria[0].scale.low", "finite"]),
    (HEAD.replace('nominal, labels: ["pass", "fail"]', "interval, low: 0, high: 3, step: inf"), ":5", ["criteria[0].scale.step", "finite"]),
    (HEAD.replace("scale:", "labels: [a, b]\n    scale:"), ":5", ["criteria[0].labels", "belongs under scale"]),
    (HEAD + "    label_descriptions: {fial: x}\n", ":6", ["'fial'", "not a label of the scale (pass, fail)"]),
    (HEAD + "replicates: five\n", ":6", ["replicates: 'five' is not a whole number", "write a whole number"]),
    (HEAD + "replicates: 3.5\n", ":6", ["'3.5' is not a whole number"]),
    (HEAD + "replicates: true\n", ":6", ["'true' is not a whole number"]),
    (HEAD + "replicates: 0\n", ":6", ["'0' is out of range", "at least 1"]),
    (HEAD + f"replicates: {'9' * 5000}\n", ":6", ["is not a whole number"]),
    (HEAD + "replicates: [3]\n", ":6", ["a list is not a whole number"]),
    (HEAD + "seeds: [1, 2]\n", ":6", ["seeds lists 2 seeds for 5 replicates"]),
    (HEAD + "seeds: [1, a]\n", ":6", ["seeds[1]: 'a' is not a whole number"]),
    (HEAD + "mode: pairwse\n", ":6", ["'pairwse' is not allowed", "write pairwise"]),
    (HEAD + "gates:\n  coverage.answered_rate: {min: 1}\n  consistency.flip_rat: {max: 1}\n", ":8", ["unknown gate 'consistency.flip_rat'", "'consistency.flip_rate'"]),
    (HEAD + "gates:\n  consistency.flip_rate: {mx: 1}\n", ":7", ["gates.consistency.flip_rate.mx", "write max"]),
    (HEAD + "gates:\n  consistency.flip_rate:\n", ":7", ["gates.consistency.flip_rate: is empty"]),
    (HEAD + "gates:\n  consistency.flip_rate: 0.05\n", ":7", ["must be a mapping", "{max: 0.05}"]),
    (HEAD + "probes: [postion]\n", ":6", ["unknown probe 'postion'"]),
    (HEAD + "judges: openai/x\n", ":6", ["judges: must be a list"]),
    (HEAD + "judges:\n  - openai/x\n", ":7", ["judges[0]: must be a mapping, got a text", "{model: openai/gpt-5-mini}"]),
    (HEAD + "judges:\n  - model: m\n  - model: n\n  - model: m\n", ":9", ["'m' twice", "name of its own"]),
    (HEAD + "judges:\n  - model: m\n    params:\n      top_p: 1\n      seed: 3\n", ":10", ["must not hold 'seed'", "seed or seeds of the rubric"]),
    (HEAD + "judges:\n  - {model: m, params: {t: .inf}}\n", ":7", ["judges[0].params.t", "no number that can be sent as JSON"]),
    (HEAD + "judges:\n  - {model: m, params: {t: 1e999}}\n", ":7", ["judges[0].params.t", "no number that can be sent as JSON"]),
    (HEAD + "name: again\n", ":6", ["name: the key 'name' stands twice, first in line 1", "keep one"]),
    (HEAD + "system: {{input}}\n", ":6", ["system: a key is a list or a mapping", "in quotes"]),
    (HEAD + "version: !!python/object/apply:os.system ['echo']\n", ":6", ["!!python/object/apply:os.system", "is not read"]),
    (HEAD + "version: !!binary aGk=\n", ":6", ["!!binary"]),
    (HEAD + 'version: "\\ud83d"\n', ":6", ["half a character"]),
    (HEAD + 'version: "\\U00110000"\n', "", ["names no character"]),
    (HEAD + "judges: &a [*a]\n", ":6", ["judges[0]", "without end"]),
    (HEAD + "prices: &a {<<: *a}\n", ":6", ["merges something that is no mapping"]),
    (HEAD + "---\nname: b\n", ":6", ["second document"]),
    (HEAD + "judges:\n\t- model: m\n", ":7", ["'\\t'", "not with tabs"]),
    (HEAD.replace("q?", "does it: say"), ":4", ["mapping values are not allowed", "in quotes"]),
    (HEAD + "version: @x\n", ":6", ["'@'", "in quotes"]),
    (HEAD + "version: *x\n", ":6", ["undefined alias", "in quotes"]),
    (HEAD + 'version: "x\n\n\n', ":6", ["unexpected end of stream", "close the quote"]),
    (HEAD + "judges: [a, b\nseed: 1\n", ":7", ["no YAML"]),
    ("name: r\ncriteria:\n  - {name: c, question: Which?}\n", ":3", ["no YAML", 'question mark in quotes: "Which?"']),
    (HEAD + "version: \x07\n", ":6", ["U+0007"]),
    ("- a\n", ":1", ["is a list, not a mapping", "name: my-rubric"]),
    ("\n\nhello\n", ":3", ["is a text, not a mapping"]),
    ("# nothing\n", "", ["nothing but comments"]),
    ("", "", ["empty"]),
    ("name: r\n", ":1", ["criteria: is missing", "add criteria"]),
    ("name: r\ncriteria: []\n", ":2", ["criteria: is empty"]),
    ("name: r\ncriteria: {name: c}\n", ":2", ["criteria: must be a list, got a mapping"]),
    ("a: " + "[" * 3000, ":1", ["nested more than 50 levels"]),
    ("name: p\nmode: pairwise\ncriteria:\n  - {name: c, question: q, scale: {labels: [a, b, c, d]}}\n", ":4", ["two labels", "leave the scale out"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "place", "words"), PROBLEMS, ids=range(len(PROBLEMS)))
def test_a_mistake_is_told_with_line_and_fix(tmp_path: Path, text: str, place: str, words: list[str]) -> None:
    with pytest.raises(RubricError) as caught:
        load(tmp_path, text)
    said = str(caught.value)
    assert said.startswith(f"{tmp_path / 'rubric.yaml'}{place}: ")
    assert all(word in said for word in words), said
    assert "ix: " in said
    assert "pydantic" not in said
    assert "Input should" not in said


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = HEAD + "replicates: five\nmode: pairwse\njudges:\n  - {model: local/x}\n  - {modl: m}\nseed: 1\nseed: 2\n"
    with pytest.raises(RubricError) as caught:
        load(tmp_path, text)
    path = tmp_path / "rubric.yaml"
    lines = str(caught.value).splitlines()
    assert lines[0] == f"{path}: 5 problems"
    assert [line.removeprefix(f"  {path}:").split(": ")[:2] for line in lines[1:6]] == [
        ["6", "replicates"], ["7", "mode"], ["9", "judges[0].model"], ["10", "judges[1].modl"], ["12", "seed"],
    ]  # fmt: skip
    assert all("Fix: " in line for line in lines[1:6])


def test_a_billion_laughs_are_cut_short(tmp_path: Path) -> None:
    rows = [f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join([f'*{chr(97 + i)}'] * 9)}]" for i in range(12)]
    with pytest.raises(RubricError, match="repeat each other without end"):
        load(tmp_path, "\n".join(["a: &a [x, x, x, x, x, x, x, x, x]", *rows]))


def test_a_chain_of_aliases_is_no_deeper_than_the_file_may_be(tmp_path: Path) -> None:
    rows = ["a0: &a0 x"] + [f"a{i}: &a{i} {'[' * 40}*a{i - 1}{']' * 40}" for i in range(1, 60)]
    with pytest.raises(RubricError, match="repeat each other without end"):
        load(tmp_path, "\n".join(rows))


@pytest.mark.parametrize(
    ("lines", "where", "words"),
    [
        ("items: nothere.jsonl\n", "rubric.yaml:6", ["items: there is no file 'nothere.jsonl'", "relative to the rubric"]),
        ("gold: jduge.txt\n", "rubric.yaml:6", ["gold: there is no file", "nearest name in that folder is 'judge.txt'"]),
        ("items: .\n", "rubric.yaml:6", ["items: '.' is a folder"]),
        ("prompt: nothere.txt\n", "rubric.yaml:6", ["prompt: there is no file 'nothere.txt'"]),
        ("prompt: 'Judge {{response}}'\n", "rubric.yaml:6", ["path of a template file", "put the text into a file"]),
        ("prompt: |\n  Judge\n  this\n", "rubric.yaml:6", ["path of a template file"]),
        ("system: ssy.md\n", "rubric.yaml:6", ["system: there is no file 'ssy.md'", "'sys.md'"]),
        ("system: 'About {{inptu}}'\n", "rubric.yaml:6", ["{{inptu}} is no slot", "write {{input}}"]),
        ("prompt: judge.txt\n", "judge.txt:3", ["{{respnse}} is no slot", "write {{response}}"]),
        ("prompt: pair.txt\n", "pair.txt:1", ["{{response_a}} is not filled", "pointwise"]),
        ("prompt: logic.txt\n", "logic.txt:2", ["{{#if context}} is template logic"]),
        ("prompt: filter.txt\n", "filter.txt:1", ["{{input|upper}} is template logic"]),
        ("prompt: nothing.txt\n", "rubric.yaml:6", ["nothing.txt", "never shows the judge response", "write {{response}}"]),
        ("prompt: single.txt\n", "rubric.yaml:6", ["never shows the judge response", "two braces"]),
        ("judges:\n  - {model: m, prompt: nothing.txt}\n", "rubric.yaml:7", ["nothing.txt", "never shows"]),
        ("judges:\n  - model: m\n    prompt: nothere.txt\n", "rubric.yaml:8", ["judges[0].prompt", "there is no file"]),
        ("prompt: latin.txt\n", "latin.txt:1", ["0xe9", "save it as UTF-8"]),
        ("prompt: empty.txt\n", "empty.txt", ["empty"]),
        ("judges:\n  - {model: m, api_key_env: sk-TEST-000}\n", "rubric.yaml:7", ["judges[0].api_key_env", "name of an environment variable"]),
    ],
)
def test_files_of_a_rubric(tmp_path: Path, lines: str, where: str, words: list[str]) -> None:
    files: dict[str, bytes] = {
        "judge.txt": b"{{response}}\n\n{{respnse}}\n", "sys.md": b"x", "pair.txt": b"{{response_a}} {{response}}", "logic.txt": b"{{response}}\n{{#if context}}",
        "filter.txt": b"{{response}} {{input|upper}}", "nothing.txt": b"Judge this.", "single.txt": b"Judge {response}", "latin.txt": b"caf\xe9 {{response}}", "empty.txt": b"",
    }  # fmt: skip
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    with pytest.raises(RubricError) as caught:
        load(tmp_path, HEAD + lines)
    said = str(caught.value)
    assert said.startswith(f"{tmp_path / where}: "), said
    assert all(word in said for word in words), said
    assert "sk-TEST" not in said


def test_a_pairwise_prompt_shows_both(tmp_path: Path) -> None:
    (tmp_path / "judge.txt").write_text("{{response_a}}")
    with pytest.raises(RubricError, match="never shows the judge response_b"):
        load(tmp_path, "name: p\nmode: pairwise\nprompt: judge.txt\ncriteria:\n  - {name: better, question: 'Which?'}\n")


@pytest.mark.parametrize(
    "line",
    [
        "api_key: sk-TEST-000",
        "params: sk-TEST-000",
        "api_base: [sk-TEST-000]",
        "api_key_env: sk-TEST-000",
        'api_base: "http://u:sk-TEST-000@h',
        "x: *sk-TEST-000",
    ],
)
def test_no_error_repeats_a_secret(tmp_path: Path, line: str) -> None:
    with pytest.raises(RubricError) as caught:
        load(tmp_path, HEAD + f"judges:\n  - model: m\n    {line}\n")
    assert "sk-TEST-000" not in str(caught.value)


def test_the_rubric_is_the_one_that_the_models_make(tmp_path: Path) -> None:
    wanted: dict[str, Any] = {"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": ["pass", "fail"]}}]}
    assert load(tmp_path, HEAD).rubric == Rubric.model_validate(wanted)
