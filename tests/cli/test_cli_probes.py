"""Probes as a user runs them: real processes, judges that do and do not look at the evidence, a local server; kill, resume, limits."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.cli.test_cli_run import calls_on_disk, environment, judgeaudit
from tests.stub_server import Reply, StubServer, ok

JUDGES = '''
import re


def careful(item, criterion, *, seed, replicate):
    """Passes where the fee that was asked for is named, and quotes it."""
    number = re.search(r"parcel (\\d+)", item.input)[1]
    found = re.search(rf"the fee is {number} euros", item.response)
    if found:
        return {"label": "pass", "rationale": f'The reply says "{found[0]}".'}
    return {"label": "fail", "rationale": "The fee that was asked for is not named."}


def deaf(item, criterion, *, seed, replicate):
    """Passes everything, and quotes what it finds."""
    found = re.search(r"the fee is \\d+ euros", item.response)
    return {"label": "pass", "rationale": f'Good: "{found[0]}".' if found else "Good."}
'''
PROBES = "[evidence_removal, evidence_only, irrelevant_removal, nonsense_control]"


def write_project(folder: Path, judges: str, *, items: int = 12, replicates: int = 2, probes: str = PROBES) -> None:
    lines = [
        json.dumps(
            {
                "id": f"i{n:02d}", "input": f"What does parcel {n} cost?",
                "response": f"Thank you for asking us today. For this parcel the fee is {n} euros. We are glad to be of help to you, and wish you a nice day.",
            }
        )
        for n in range(items)
    ]  # fmt: skip
    (folder / "items.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "judges.py").write_text(JUDGES, encoding="utf-8")
    rubric = (
        "name: fees\ncriteria:\n  - name: fee\n    question: Is the fee named?\n    scale: {level: nominal, labels: [pass, fail]}\n"
        f"items: items.jsonl\njudges:\n{judges}replicates: {replicates}\nseed: 5\nprobes: {probes}\n"
    )
    (folder / "r.yaml").write_text(rubric, encoding="utf-8")


PYTHON = "  - {name: careful, model: 'python:judges:careful'}\n  - {name: deaf, model: 'python:judges:deaf'}\n"


def stub(api_base: str, **more: Any) -> str:
    judge = {"name": "j", "model": "openai/stub", "api_base": api_base, "api_key_env": "STUB_KEY", **more}
    return f"  - {json.dumps(judge)}\n"


def answer(n: int, body: dict[str, Any]) -> Reply:
    """Passes where the fee is named, and quotes it; from the text alone."""
    text = body["messages"][-1]["content"]
    found = re.search(r"the fee is \d+ euros", text)
    reasons = [{"aspect": "fee", "finding": "met", "quote": found[0], "explanation": "it is named"}] if found else []
    return ok(json.dumps({"reasons": reasons, "label": "pass" if found else "fail"}))


def slowly(n: int, body: dict[str, Any]) -> Reply:
    return Reply(**{**vars(answer(n, body)), "delay_s": 0.02})


def data_of(folder: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / "audit.json").read_text(encoding="utf-8"))
    return data


def value_of(data: dict[str, Any], name: str, judge: str) -> float | None:
    (one,) = [e for e in data["estimates"] if e["analysis"] == "bias" and (e["name"], e["judge"], e["stratum"]) == (name, judge, None)]
    value: float | None = one["value"]
    return value


def stored(folder: Path) -> list[dict[str, Any]]:
    """The last whole line of each call."""
    lines = (folder / "calls.jsonl").read_bytes().splitlines()
    return list({one["key"]: one for one in map(json.loads, lines)}.values())


def by_probe(folder: Path) -> dict[str, int]:
    return dict(Counter(one.get("probe") or "plain" for one in stored(folder)))


def verdicts(folder: Path) -> list[tuple[Any, ...]]:
    return sorted((one["key"], one["item_id"], one.get("probe") or "", one["replicate"], json.loads(one["attempts"][-1]["reply"])["choices"][0]["message"]["content"]) for one in stored(folder))  # fmt: skip


def test_a_judge_that_looks_at_the_evidence_is_told_from_one_that_does_not(tmp_path: Path) -> None:
    write_project(tmp_path, PYTHON)
    done = judgeaudit("run", "r.yaml", "--out", "run", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    data = data_of(tmp_path / "run")
    assert data["incomplete"] == []
    assert by_probe(tmp_path / "run") == {"plain": 48, "evidence_removal": 48, "evidence_only": 48, "irrelevant_removal": 48, "nonsense_control": 48}
    assert value_of(data, "evidence_removal_excess_flip_rate", "careful") == 1
    assert value_of(data, "evidence_removal_direction", "careful") == -1
    assert value_of(data, "evidence_removal_excess_flip_rate", "deaf") == 0
    assert value_of(data, "evidence_only_excess_flip_rate", "careful") == 0
    assert value_of(data, "irrelevant_removal_excess_flip_rate", "careful") == 0
    assert value_of(data, "evidence_necessity", "careful") == 1
    assert value_of(data, "evidence_necessity", "deaf") == 0
    assert value_of(data, "nonsense_control_pass_rate", "careful") == 0
    assert value_of(data, "nonsense_control_pass_rate", "deaf") == 1
    (bias,) = [one for one in data["analyses"] if one["name"] == "bias"]
    assert [(one["severity"], one["judge"]) for one in bias["findings"] if one["severity"] == "serious"] == [("serious", "deaf")]
    assert Counter((case["flag"], case["judge"]) for case in data["cases"] if case["analysis"] == "bias") == {
        ("insensitive_to_evidence", "deaf"): 12, ("passes_nonsense", "deaf"): 12,
    }  # fmt: skip


def test_probe_calls_are_no_replicates_and_count_as_calls(tmp_path: Path) -> None:
    write_project(tmp_path, PYTHON)
    assert judgeaudit("run", "r.yaml", "--out", "run", cwd=tmp_path).returncode == 0
    write_project(tmp_path, PYTHON, probes="[]")
    assert judgeaudit("run", "r.yaml", "--out", "plain", cwd=tmp_path).returncode == 0
    both = [data_of(tmp_path / name) for name in ("run", "plain")]
    for analysis in ("coverage", "consistency", "agreement", "rationale", "evidence"):
        probed, plain = ([e for e in data["estimates"] if e["analysis"] == analysis] for data in both)
        assert probed == plain
    assert [facts["planned"] for facts in both[0]["judges"]] == [24 * 5, 24 * 5]
    assert [facts["finished"] for facts in both[0]["judges"]] == [24 * 5, 24 * 5]
    assert both[0]["run"]["planned_calls"] == both[0]["run"]["finished_calls"] == 240
    assert both[0]["run"]["probe_calls"] == 192
    assert "probe_calls" not in both[1]["run"]


def test_an_audit_of_the_run_directory_says_the_same(tmp_path: Path) -> None:
    write_project(tmp_path, PYTHON)
    assert judgeaudit("run", "r.yaml", "--out", "run", cwd=tmp_path).returncode == 0
    first = data_of(tmp_path / "run")
    assert judgeaudit("audit", "run", cwd=tmp_path).returncode == 0
    second = data_of(tmp_path / "run")
    assert (first["estimates"], first["cases"], first["run"], first["judges"]) == (second["estimates"], second["cases"], second["run"], second["judges"])
    assert [one for one in first["analyses"] if one["name"] == "bias"] == [one for one in second["analyses"] if one["name"] == "bias"]


def test_check_says_what_each_probe_adds(tmp_path: Path) -> None:
    prices = "prices:\n  j: {input: 1.0, output: 2.0}\n"
    write_project(tmp_path, PYTHON + stub("http://127.0.0.1:9/v1"))
    with (tmp_path / "r.yaml").open("a", encoding="utf-8") as rubric:
        rubric.write(prices)
    done = judgeaudit("check", "r.yaml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "12 items x 1 criterion x 2 replicates x 3 judges = 72 calls" in done.stdout
    assert re.search(r"probes add at most 288 calls, at most \$0\.\d{4}\n", done.stdout)
    assert re.search(r"  evidence_removal    at most 72 calls, at most \$0\.\d{4}\n", done.stdout)
    assert re.search(r"  nonsense_control    72 calls, at most \$0\.\d{4}\n", done.stdout)
    assert not (tmp_path / "reports").exists()


def test_kills_lose_nothing_and_end_with_the_same_calls(tmp_path: Path) -> None:
    """kill -9 in the plain calls, in the first probe and in the second stage; then --resume: the same table as an unbroken run."""
    with StubServer(slowly) as server:
        write_project(tmp_path, stub(server.api_base))
        assert judgeaudit("run", "r.yaml", "--out", "whole", cwd=tmp_path).returncode == 0
        assert server.hits == 24 * 5
        words = ["run", "r.yaml", "--concurrency", "4", "--out", "broken"]
        for at in (9, 31, 52, 80, 109):
            process = subprocess.Popen(
                [sys.executable, "-m", "judgeaudit", *words], cwd=tmp_path, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            deadline = time.monotonic() + 60
            while calls_on_disk(tmp_path / "broken") < at and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.002)
            process.send_signal(signal.SIGKILL)
            process.wait(10)
            words = ["run", "r.yaml", "--concurrency", "4", "--resume", "broken"]
        before, kept = server.hits, calls_on_disk(tmp_path / "broken")
        done = judgeaudit(*words, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert server.hits - before == 120 - kept, "only the missing calls are made"
    assert verdicts(tmp_path / "broken") == verdicts(tmp_path / "whole")
    assert data_of(tmp_path / "broken")["estimates"] == data_of(tmp_path / "whole")["estimates"]


def test_max_calls_is_exact_in_both_stages_and_what_waits_is_said(tmp_path: Path) -> None:
    with StubServer(answer) as server:
        write_project(tmp_path, stub(server.api_base))
        first = judgeaudit("run", "r.yaml", "--out", "run", "--max-calls", "11", "--concurrency", "1", cwd=tmp_path)
        assert first.returncode == 4
        assert server.hits == 11
        said = data_of(tmp_path / "run")["incomplete"]
        assert "13 of 24 planned calls were not made, 0 got no reply" in said
        assert "54 of 54 planned calls of probes were not made" in said, "24 of the control, and 3 x 2 of each of the five finished items"
        assert any("not asked about up to 7 items" in one for one in said)
        second = judgeaudit("run", "r.yaml", "--resume", "run", "--max-calls", "50", cwd=tmp_path)
        assert second.returncode == 4
        assert server.hits == 61
        assert "59 of 96 planned calls of probes were not made" in data_of(tmp_path / "run")["incomplete"], "120 - 61"
        again = judgeaudit("audit", "run", cwd=tmp_path)
        assert again.returncode == 4, "an audit of the directory knows that calls of probes are missing"
        third = judgeaudit("run", "r.yaml", "--resume", "run", cwd=tmp_path)
        assert third.returncode == 0, third.stderr
        assert server.hits == 120
        assert data_of(tmp_path / "run")["incomplete"] == []


def test_a_budget_holds_over_both_stages(tmp_path: Path) -> None:
    """Each reply costs 100 * 1 + 20 * 2 millionths: 0.00014 USD, so that 0.0085 USD pay for 60 calls, 12 of them in the second stage."""
    with StubServer(answer) as server:
        write_project(tmp_path, stub(server.api_base))
        with (tmp_path / "r.yaml").open("a", encoding="utf-8") as rubric:
            rubric.write("prices:\n  j: {input: 1.0, output: 2.0}\n")
        done = judgeaudit("run", "r.yaml", "--out", "run", "--max-cost", "0.0085", cwd=tmp_path)
        assert done.returncode == 4
        assert server.hits == 60
    assert by_probe(tmp_path / "run")["evidence_removal"] > 0
    assert data_of(tmp_path / "run")["run"]["known_usd"] <= 0.0085


def test_probes_may_be_added_to_a_run_and_more_replicates_ask_again_what_they_change(tmp_path: Path) -> None:
    with StubServer(answer) as server:
        write_project(tmp_path, stub(server.api_base), probes="[]")
        assert judgeaudit("run", "r.yaml", "--out", "run", cwd=tmp_path).returncode == 0
        assert server.hits == 24
        write_project(tmp_path, stub(server.api_base), probes="[evidence_removal]")
        done = judgeaudit("run", "r.yaml", "--resume", "run", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert server.hits == 48
        assert judgeaudit("run", "r.yaml", "--resume", "run", "--replicates", "3", cwd=tmp_path).returncode == 0
        assert server.hits == 48 + 24, "the same words are cited, so that the two changed replicates of each item stay"
        write_project(tmp_path, stub(server.api_base), probes="[]", replicates=3)
        refused = judgeaudit("run", "r.yaml", "--resume", "run", cwd=tmp_path)
        assert refused.returncode == 2
        assert "a probe was removed: 'evidence_removal'" in refused.stderr


def test_a_judge_that_cites_nothing_is_told_so(tmp_path: Path) -> None:
    with StubServer(lambda n, body: ok(json.dumps({"reasons": [], "label": "pass"}))) as server:
        write_project(tmp_path, stub(server.api_base), probes="[evidence_removal, evidence_only]")
        done = judgeaudit("run", "r.yaml", "--out", "run", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert server.hits == 24
    (bias,) = [one for one in data_of(tmp_path / "run")["analyses"] if one["name"] == "bias"]
    assert bias["status"] == "not_measured"
    assert [row["not_applicable"] for row in bias["blocks"]["probes"]] == [{"nothing cited": 12}] * 2
    assert all("Ask the judge for quotes." in one["text"] for one in bias["findings"])


def test_a_refused_key_stops_the_judge_in_both_stages(tmp_path: Path) -> None:
    from tests.stub_server import status

    def script(n: int, body: dict[str, Any]) -> Reply:
        return status(401, "no") if n >= 26 else answer(n, body)

    with StubServer(script) as server:
        write_project(tmp_path, stub(server.api_base), probes="[evidence_removal]")
        done = judgeaudit("run", "r.yaml", "--out", "run", "--concurrency", "1", cwd=tmp_path)
        assert done.returncode == 4, done.stdout + done.stderr
        assert server.hits == 27
    assert data_of(tmp_path / "run")["judges"][0]["stopped"]
