"""Items that lack their input: refused where a judge is to be asked, read where its verdicts are there already, and said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import judgeaudit
from judgeaudit.errors import ItemsError
from judgeaudit.importers.items import read_items

QUOTE = "delivery takes three working days from here"


def verdicts(folder: Path) -> Path:
    path = folder / "v.jsonl"
    said = f'The response says "{QUOTE}" and so it passes.'
    path.write_text("".join(json.dumps({"item_id": f"i{n}", "judge": "j", "label": "yn"[n % 2], "rationale": said}) + "\n" for n in range(12)))
    return path


def items(folder: Path, name: str, rows: list[dict[str, Any]]) -> Path:
    path = folder / name
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    else:
        names = list(rows[0])
        path.write_text("\n".join([",".join(names), *(",".join(str(row[one]) for one in names) for row in rows)]) + "\n")
    return path


@pytest.mark.parametrize("name", ["items.jsonl", "items.csv"])
def test_a_response_is_enough_to_check_evidence_of_verdicts(tmp_path: Path, name: str) -> None:
    given = items(tmp_path, name, [{"id": f"i{n}", "response": f"{QUOTE.capitalize()}; item {n}."} for n in range(12)])
    found = judgeaudit.audit(verdicts(tmp_path), items=given, embedder="none")
    checked = next(one for one in found.data.estimates if one.name == "fabricated_quote_rate" and one.judge == "j")
    assert (checked.value, checked.n_items) == (0, 12)
    assert any("12 of 12 items have no input" in one.text for analysis in found.data.analyses for one in analysis.findings)


def test_one_item_without_input_stops_no_file(tmp_path: Path) -> None:
    rows = [{"id": "a", "input": "q", "response": "r"}, {"id": "b", "response": "r"}, {"id": "c", "input": None, "response": "r"}]
    assert [one.input for one in read_items(items(tmp_path, "items.jsonl", rows), "pointwise", asked=False)] == ["q", None, None]


@pytest.mark.parametrize("mode", ["pointwise", "pairwise"])
def test_what_is_judged_must_be_there_all_the_same(tmp_path: Path, mode: str) -> None:
    missing = "response" if mode == "pointwise" else "response_b"
    rows = [{"id": "a", "input": "q"} if mode == "pointwise" else {"id": "a", "input": "q", "response_a": "r"}]
    with pytest.raises(ItemsError, match=missing):
        read_items(items(tmp_path, "items.jsonl", rows), mode, asked=False)


def test_a_judge_is_not_asked_about_nothing(tmp_path: Path) -> None:
    rubric = tmp_path / "r.yaml"
    rubric.write_text(
        'name: r\ncriteria:\n  - {name: c, question: "ok?", scale: {labels: ["y", "n"]}}\nitems: items.jsonl\njudges:\n  - {name: m, model: openai/x}\n'
    )
    items(tmp_path, "items.jsonl", [{"id": f"i{n}", "response": "r"} for n in range(12)])
    with pytest.raises(ItemsError, match="'input' is missing"):
        judgeaudit.check(rubric)
    found = judgeaudit.audit(verdicts(tmp_path), rubric, embedder="none")
    assert any("12 of 12 items have no input" in one.text for analysis in found.data.analyses for one in analysis.findings)


@pytest.mark.parametrize(("words", "state"), [("The task says", "unchecked"), ("The response says", "fabricated")])
def test_a_quote_that_is_said_to_be_of_a_missing_input_is_not_called_invented(words: str, state: str) -> None:
    sources = {"response": "Parcels arrive within a week.", "rubric": "Is the reply right?"}
    (claim,) = [one for one in judgeaudit.check_evidence(f'{words} "every customer shall be greeted by name".', sources) if one.kind == "quote"]
    assert claim.state == state


ASKED = "how can I send back order number 1000 please"


@pytest.mark.parametrize(
    "said",
    [
        f'The customer asks "{ASKED}" and the reply answers it.',
        f'The response answers the question "{ASKED}" well.',
        "The customer paid 1,250 euros, and 14 days is right.",
        "The reply treats the complaint of Margaret Oldfield with care.",
        "The customer mentions a broken umbrella, which is taken up.",
        'The response says "delivery is free", as the user says "' + ASKED + '".',
    ],
)
@pytest.mark.parametrize("quoted", [None, ASKED])
def test_what_may_be_of_an_input_that_nobody_has_accuses_no_judge(tmp_path: Path, said: str, quoted: str | None) -> None:
    path = tmp_path / "v.jsonl"
    reasons = {} if quoted is None else {"reasons": [{"aspect": "a", "finding": "met", "quote": quoted, "explanation": "so"}]}
    rows = [{"item_id": f"i{n}", "judge": "j", "label": "yn"[n % 2], "replicate": k, "rationale": said, **reasons} for n in range(12) for k in range(2)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    given = items(tmp_path, "items.jsonl", [{"id": f"i{n}", "response": f"Delivery is free within 14 days; item {n}."} for n in range(12)])
    found = judgeaudit.audit(path, items=given, embedder="none")
    assert [one.detail for one in found.data.cases if one.analysis == "evidence"] == []
    assert {one.value for one in found.data.estimates if one.name.endswith(("fabricated_quote_rate", "wrong_number_rate", "invented_name_rate"))} <= {None, 0.0}
    texts = [one.text for analysis in found.data.analyses for one in analysis.findings]
    assert sum("12 of 12 items have no input" in one for one in texts) == 1


def test_quotes_that_could_only_be_found_make_no_rate_of_nought(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    said = f'It is good: "{QUOTE}".'
    path.write_text("".join(json.dumps({"item_id": f"i{n}", "judge": "j", "label": "yn"[n % 2], "rationale": said}) + "\n" for n in range(12)))
    given = items(tmp_path, "items.jsonl", [{"id": f"i{n}", "response": f"{QUOTE}; item {n}" if n % 2 else "Nothing."} for n in range(12)])
    found = judgeaudit.audit(path, items=given, embedder="none")
    assert next(one.value for one in found.data.estimates if one.name == "fabricated_quote_rate" and one.judge == "j") is None


def test_what_a_response_is_said_to_say_is_looked_up_without_the_input(tmp_path: Path) -> None:
    given = items(tmp_path, "items.jsonl", [{"id": f"i{n}", "response": "We open on Mondays only."} for n in range(12)])
    found = judgeaudit.audit(verdicts(tmp_path), items=given, embedder="none")
    rate = next(one for one in found.data.estimates if one.name == "fabricated_quote_rate" and one.judge == "j")
    assert (rate.value, rate.n_items) == (1, 12)


@pytest.mark.parametrize(("template", "n"), [("{{ question }} {{ response }} {{ labels }}", 12), ("{{ question }} {{ input }} {{ response }} {{ labels }}", 0)])
def test_an_input_that_the_prompt_does_not_show_is_not_missed(tmp_path: Path, template: str, n: int) -> None:
    rubric = tmp_path / "r.yaml"
    (tmp_path / "judge.txt").write_text(template)
    rubric.write_text('name: r\nprompt: judge.txt\ncriteria:\n  - {name: verdict, question: "ok?", scale: {labels: ["y", "n"]}}\n')
    path = tmp_path / "v.jsonl"
    reasons = [{"aspect": "a", "finding": "met", "quote": ASKED, "explanation": "so"}]
    path.write_text("".join(json.dumps({"item_id": f"i{n}", "judge": "j", "label": "yn"[n % 2], "reasons": reasons}) + "\n" for n in range(12)))
    given = items(tmp_path, "items.jsonl", [{"id": f"i{n}", "response": "We open on Mondays only."} for n in range(12)])
    found = judgeaudit.audit(path, rubric, items=given, embedder="none")
    assert sum(one.flag == "fabricated_quote" for one in found.data.cases) == n
