"""Audits of tables that are counted and not held, against the same audit of a table that is."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from scale_builder import N_ITEMS, rich_rows, write_gold, write_parts

import judgeaudit
from judgeaudit import thresholds
from judgeaudit.domain.results import Audit, Estimate
from judgeaudit.errors import OptionError, VerdictsError
from judgeaudit.importers import parquet_parts

VERDICT_SIDE = ("coverage", "consistency", "agreement", "calibration", "identity")
ROWS = rich_rows()


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_parts, "BATCH_ROWS", 170)


@pytest.fixture(scope="module")
def shuffled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Rows in random order, but for the row that is there twice: which of the two counts is the file's order."""
    rows = ROWS[:-1]
    random.Random(1).shuffle(rows)
    folder = tmp_path_factory.mktemp("large")
    return write_parts(folder / "parts", [*rows, ROWS[-1]]), write_gold(folder / "gold.csv")


@pytest.fixture(scope="module")
def held(shuffled: tuple[Path, Path]) -> Audit:
    return audit(shuffled[0], gold=shuffled[1])


def audit(source: Path | str, **options: Any) -> Audit:
    return judgeaudit.audit(source, embedder="none", **options).data


def counted(monkeypatch: pytest.MonkeyPatch, source: Path | str, **options: Any) -> Audit:
    monkeypatch.setattr(thresholds, "MOST_HELD_ROWS", 10)
    return audit(source, **options)


def by_name(found: Audit, analyses: tuple[str, ...] | None = None) -> dict[tuple[object, ...], Estimate]:
    return {(e.analysis, e.name, e.judge, e.criterion, e.group, e.stratum, e.variant): e for e in found.estimates if analyses is None or e.analysis in analyses}


def findings(found: Audit, name: str) -> list[str]:
    return [finding.text for one in found.analyses if one.name == name for finding in one.findings]


def in_any_order(value: Any) -> Any:
    """Blocks, with lists of item ids in the order of ids: a held table lists them in its own order."""
    if isinstance(value, dict):
        return {name: in_any_order(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return sorted(value) if all(isinstance(one, str) for one in value) else [in_any_order(one) for one in value]
    return value


def test_every_number_is_that_of_the_held_table_to_the_last_digit(shuffled: tuple[Path, Path], held: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    found = counted(monkeypatch, shuffled[0], gold=shuffled[1])
    assert len(held.estimates) > 500
    assert by_name(found) == by_name(held)
    assert found.decisions == held.decisions
    assert {repr(case) for case in found.cases} == {repr(case) for case in held.cases}
    for one, other in zip(found.analyses, held.analyses, strict=True):
        assert in_any_order(one.blocks) == in_any_order(other.blocks)
    for one, other in zip(found.judges, held.judges, strict=True):
        assert one.model_copy(update={"latency_median_s": None, "latency_p95_s": None}) == other.model_copy(
            update={"latency_median_s": None, "latency_p95_s": None}
        )
        assert one.latency_p95_s == pytest.approx(other.latency_p95_s, rel=0.05)
    assert any("counted batch by batch" in text for text in findings(found, "coverage"))


def test_what_needs_rows_is_measured_on_a_sample_and_says_so(shuffled: tuple[Path, Path], held: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "SAMPLE_ITEMS", 60)
    found = counted(monkeypatch, shuffled[0], gold=shuffled[1])
    assert by_name(found, VERDICT_SIDE) == by_name(held, VERDICT_SIDE)
    whole, sampled = by_name(held, ("rationale",)), by_name(found, ("rationale",))
    name = ("rationale", "numeric_agreement", "a-judge", "tone", None, None, None)
    assert sampled[name].n_items < whole[name].n_items
    assert 0 < sampled[name].n_items <= 60
    for analysis in ("rationale", "bias"):
        assert any(f"60 of {N_ITEMS} items (40 %), drawn at random" in text for text in findings(found, analysis)), analysis
    assert any(f"60 of {N_ITEMS} items" in text and "counted over all rows" in text for text in findings(found, "identity"))
    assert not any(f"60 of {N_ITEMS} items" in text for text in findings(found, "calibration"))
    served = next(one.blocks["served"] for one in found.analyses if one.name == "identity")
    assert sum(row["calls"] for row in served) == len(ROWS)


def test_a_rubric_and_items_hold_for_a_counted_table_too(shuffled: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rubric = tmp_path / "r.yaml"
    rubric.write_text(
        "name: r\ncriteria:\n  - name: tone\n    question: Is it polite?\n    scale: {level: nominal, labels: [pass, fail]}\ngates: {consistency.flip_rate: {max: 0.9}}\n"
    )
    items = tmp_path / "items.jsonl"
    items.write_text("".join(f'{{"id": "{i:04d}", "input": "in {i // 2}", "response": "out {i}", "stratum": "s{i % 2}"}}\n' for i in range(N_ITEMS)))
    options = {"rubric": rubric, "items": items}
    wanted = audit(shuffled[0], **options)
    found = counted(monkeypatch, shuffled[0], **options)
    assert by_name(found) == by_name(wanted)
    assert found.gates == wanted.gates
    assert set(findings(wanted, "coverage")) <= set(findings(found, "coverage"))
    assert any("criteria that the rubric does not have" in text for text in findings(found, "coverage"))


def test_cases_are_cut_early_and_counted_whole(shuffled: tuple[Path, Path], held: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "MAX_CASES", 7)
    found = audit(shuffled[0], gold=shuffled[1])
    for flag in ("flipped_verdict", "judge_gold_disagreement"):
        for judge in ("a-judge", "b-judge"):
            of_whole = [case for case in held.cases if (case.flag, case.judge, case.criterion) == (flag, judge, "tone")]
            of_cut = [case for case in found.cases if (case.flag, case.judge, case.criterion) == (flag, judge, "tone")]
            assert of_cut == of_whole[:7]
            assert f"{len(of_whole)} cases are flagged {flag}; the first 7 are listed" in findings(found, "coverage")


def plain(**changes: Any) -> list[dict[str, Any]]:
    return [
        {"item_id": f"{i:03d}", "judge": "j", "criterion": "c", "replicate": r, "label": "yes" if (i + r) % 3 else "no", **changes}
        for i in range(40)
        for r in range(2)
    ]


def test_rows_that_are_not_numbered_are_counted_where_none_is_a_repeat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write_parts(tmp_path / "p", [row for row in plain() if row["replicate"] == 0], columns=("item_id", "judge", "label"))
    assert by_name(counted(monkeypatch, source)) == by_name(audit(source, engine=None))


@pytest.mark.parametrize(
    ("rows", "columns", "said"),
    [
        (plain(), ("item_id", "judge", "label"), "are not numbered, nor told from copies"),
        ([row | {"replicate": n} for n, row in enumerate(plain())], None, "counter over all items"),
        ([row | {"replicate": n} for n, row in enumerate(plain() * 8)], None, "counter over items"),
        ([row | {"replicate": None if n == 50 else 0} for n, row in enumerate(plain())], None, "row 51: replicate is empty here .in 1 of 80 rows"),
        ([row | {"order": "ab" if row["replicate"] else "ba"} for row in plain()], None, "pairs are shown in two orders"),
        ([*(row | {"order": "A-B" if row["replicate"] else "B-A"} for row in plain()), *plain(order="A-B", probe="verbosity", variant="x")], None, "shown in two orders"),
        (
            [*(row | {"order": "ab" if row["replicate"] else "ba"} for row in plain()), *plain(judge="k", order="ba", probe="position", variant="swapped")],
            None, "shown in two orders",
        ),
        ([row | {"rationale": f"as {row['item_id']}", "created_at": f"2026-01-01T00:00:{int(row['item_id']):02d}", "label": "yes"} for row in plain()], None, "are copies of a call"),
        ([row | {"criterion": "c" if n < 70 else None} for n, row in enumerate(plain())], None, "criterion is empty"),
    ],
)  # fmt: skip
def test_what_needs_all_rows_side_by_side_is_refused_with_what_to_do(
    rows: list[dict[str, Any]], columns: tuple[str, ...] | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(VerdictsError, match=said) as trouble:
        counted(monkeypatch, write_parts(tmp_path / "p", rows, 1, columns=columns))
    assert trouble.value.fix
    assert trouble.value.where


def test_a_part_that_cannot_be_read_is_named_with_an_engine_and_an_error_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write_parts(tmp_path / "p", plain(), 4)
    (source / "part-2.parquet").write_bytes(b"no Parquet")
    with pytest.raises(VerdictsError, match=r"not Parquet.*|damaged"):
        counted(monkeypatch, source)
    found = judgeaudit.audit(source, engine="local", embedder="none")
    assert found.exit_code == 4
    assert "part-2.parquet" in found.data.incomplete[0]
    assert any("1 of 4 parts could not be read" in text for text in findings(found.data, "coverage"))
    assert next(e.n_items for e in found.data.estimates if e.name == "answered_rate") == 30
    for part in source.iterdir():
        part.write_bytes(b"none")
    with pytest.raises(VerdictsError, match="not Parquet"):
        judgeaudit.audit(source, engine="local")


def test_a_url_is_read_through_fsspec(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    source = write_parts(tmp_path / "p", plain(), 3)
    fsspec.filesystem("memory").put(str(source), "/bucket/judge=k", recursive=True)
    found = audit("memory://bucket")
    assert by_name(found) == by_name(audit(source, engine="local"))


def test_credentials_in_a_url_are_neither_used_nor_said() -> None:
    with pytest.raises(OptionError) as trouble:
        audit("s3://KEY:hunter2@bucket/parts")
    assert "hunter2" not in str(trouble.value)
    assert "bucket/parts" in str(trouble.value)


def test_engines_and_schedulers_go_together(tmp_path: Path) -> None:
    source = write_parts(tmp_path / "p", plain(), 1)
    for options, said in (({"engine": "spark"}, "no engine"), ({"engine": "dask"}, "belong together"), ({"scheduler": "tcp://h:1"}, "belong together")):
        with pytest.raises(OptionError, match=said):
            audit(source, **options)
    text = tmp_path / "v.csv"
    text.write_text("item_id,judge,label\n1,j,yes\n")
    with pytest.raises(OptionError, match="an engine counts Parquet"):
        audit(text, engine="local")


def test_a_batch_without_rationales_in_a_file_with_some_has_none_that_were_left_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_parts, "BATCH_ROWS", 50)
    rows = [row | {"rationale": None if n < 60 else f"as {n}"} for n, row in enumerate(plain() * 3)]
    (part,) = parquet_parts.parts_of(str(write_parts(tmp_path / "some", rows, 1)))
    found = [text for batch in parquet_parts.batches_of(part, "c") for text in batch["rationale"].to_pylist()]
    assert found == [row["rationale"] for row in rows]
    blank = [row | {"rationale": None if n % 2 else ""} for n, row in enumerate(plain() * 3)]
    (part,) = parquet_parts.parts_of(str(write_parts(tmp_path / "blank", blank, 1)))
    assert {text for batch in parquet_parts.batches_of(part, "c") for text in batch["rationale"].to_pylist()} == {""}


def test_strata_of_the_items_file_have_their_shares_of_the_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "SAMPLE_ITEMS", 10)
    items = tmp_path / "items.jsonl"
    items.write_text("".join(f'{{"id": "{i:03d}", "input": "in {i}", "response": "out {i}", "stratum": "s{i % 4 > 0}"}}\n' for i in range(40)))
    rows = [row | {"rationale": f"as {row['item_id']}"} for row in plain()]
    found = counted(monkeypatch, write_parts(tmp_path / "p", rows, 2), items=items)
    by_stratum = {e.stratum: e.n_items for e in found.estimates if (e.analysis, e.name) == ("rationale", "rationale_pair_stability") and e.stratum}
    assert by_stratum == {"sFalse": 3, "sTrue": 7}  # of 10 and 30: two and a half and seven and a half, the odd one to the first by name
