"""Probes of biases, controls and attacks as a user runs them: labels by other names, swapped pairs, a budget, resuming, prices."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from tests.cli.test_cli_probes import by_probe, data_of, stored, stub, value_of
from tests.cli.test_cli_run import judgeaudit
from tests.stub_server import Reply, StubServer, ok

JUDGES = '''
def best_and_worst(criterion):
    """A judge knows labels by what they stand for."""
    meant = {said.split(":")[0]: label for label, said in criterion.label_descriptions.items()}
    return meant.get("pass", "pass"), meant.get("fail", "fail")


def trusting(item, criterion, *, seed, replicate):
    """Passes whatever names an authority, else what names the fee; whatever its labels are called."""
    good, bad = best_and_worst(criterion)
    return good if "Hallstrom" in item.response or "the fee is" in item.response else bad


def first(item, criterion, *, seed, replicate):
    """Prefers whatever is shown first."""
    return criterion.scale.labels[0]


def longer(item, criterion, *, seed, replicate):
    """Prefers the longer response, whatever is shown first."""
    return criterion.scale.labels[len(item.response_a) < len(item.response_b)]
'''


def write_project(folder: Path, judges: str, probes: str, *, pairs: bool = False, more: str = "") -> None:
    items: list[dict[str, Any]] = []
    for n in range(12):
        words = f"Thank you for asking. For parcel {n} {'the fee is' if n % 3 else 'we take'} {n + 3} euros. It is due now."
        response = {"response_a": words, "response_b": "I do not know."} if pairs else {"response": words}
        items.append({"id": f"i{n:02d}", "input": f"What does parcel {n} cost?", "stratum": "ns"[n % 2], **response})
    (folder / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    (folder / "judges.py").write_text(JUDGES, encoding="utf-8")
    scale = "" if pairs else "    scale: {level: nominal, labels: [pass, fail]}\n"
    head = f"name: fees\nmode: {'pairwise' if pairs else 'pointwise'}\ncriteria:\n  - name: fee\n    question: Is the fee named?\n{scale}"
    (folder / "r.yaml").write_text(f"{head}items: items.jsonl\njudges:\n{judges}replicates: 2\nseed: 5\nprobes: {probes}\n{more}", encoding="utf-8")


def python(*names: str) -> str:
    return "".join(f"  - {{name: {name}, model: 'python:judges:{name}'}}\n" for name in names)


def test_labels_by_other_names_move_no_judge_that_knows_what_they_stand_for(tmp_path: Path) -> None:
    write_project(tmp_path, python("trusting"), "[label_names, label_order, authority, null_answer]", more="probe_items: 8\n")
    done = judgeaudit("run", "r.yaml", "--out", "run", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert by_probe(tmp_path / "run") == {"plain": 24, "label_names": 32, "label_order": 16, "authority": 32, "null_answer": 32}
    strata = {one["item_id"]: int(one["item_id"][1:]) % 2 for one in stored(tmp_path / "run") if one.get("probe")}
    assert Counter(strata.values()) == {0: 4, 1: 4}
    data = data_of(tmp_path / "run")
    replies = Counter(json.loads(one["attempts"][-1]["reply"])["value"] for one in stored(tmp_path / "run") if one.get("probe") == "label_names")
    assert set(replies) == {"A", "B"}
    pooled = {e["name"]: e["value"] for e in data["estimates"] if e["analysis"] == "bias" and e["stratum"] is None and e["variant"] is None}
    assert pooled["label_names_excess_flip_rate"] == pooled["label_order_excess_flip_rate"] == 0
    fees = sum(int(item[1:]) % 3 > 0 for item in strata)
    assert pooled["authority_direction"] == 1 - fees / 8
    assert pooled["null_answer_direction"] == -fees / 8


def test_swapped_pairs_tell_a_place_from_a_response(tmp_path: Path) -> None:
    write_project(tmp_path, python("first", "longer"), "[position, identical_responses, verbosity]", pairs=True)
    done = judgeaudit("run", "r.yaml", "--out", "run", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    data = data_of(tmp_path / "run")
    assert value_of(data, "position_excess_flip_rate", "first") == 1
    assert value_of(data, "position_excess_flip_rate", "longer") == 0
    swapped = [one for one in stored(tmp_path / "run") if one.get("probe") == "position"]
    assert {(one["order"], one["variant"]) for one in swapped} == {("ba", "swapped")}
    refused = judgeaudit("check", "r.yaml", cwd=tmp_path)
    assert refused.returncode == 0
    (tmp_path / "r.yaml").write_text((tmp_path / "r.yaml").read_text(encoding="utf-8").replace("verbosity]", "label_order]"), encoding="utf-8")
    refused = judgeaudit("check", "r.yaml", cwd=tmp_path)
    assert refused.returncode == 2
    assert "the probe 'label_order' is for pointwise rubrics, and this one is pairwise" in refused.stderr


def answer(n: int, body: dict[str, Any]) -> Reply:
    """From the prompt alone: the label that stands for a pass where the fee is named."""
    text = body["messages"][-1]["content"]
    names = dict(re.findall(r"- (\w+): (pass|fail)\b", text)) or {"pass": "pass", "fail": "fail"}
    wanted = "pass" if "the fee is" in text else "fail"
    return ok(json.dumps({"reasons": [], "label": next(name for name, meant in names.items() if meant == wanted)}))


def test_variants_are_stopped_and_resumed_like_other_calls(tmp_path: Path) -> None:
    probes = "[label_names, anchoring, injection]"
    with StubServer(answer) as server:
        write_project(tmp_path, stub(server.api_base), probes, more="probe_items: 3\nprices:\n  j: {input: 1.0, output: 2.0}\n")
        shown = judgeaudit("check", "r.yaml", cwd=tmp_path)
        assert re.search(r"probes add 60 calls, at most \$0\.\d{4}\n", shown.stdout), shown.stdout
        assert re.search(r"  injection    36 calls, at most \$0\.\d{4}\n", shown.stdout), shown.stdout
        first = judgeaudit("run", "r.yaml", "--out", "run", "--max-calls", "50", cwd=tmp_path)
        assert first.returncode == 4
        assert server.hits == 50
        again = judgeaudit("run", "r.yaml", "--resume", "run", cwd=tmp_path)
        assert again.returncode == 0, again.stderr
        assert server.hits == 24 + 60
        wider = (tmp_path / "r.yaml").read_text(encoding="utf-8").replace("probe_items: 3", "probe_items: 6")
        (tmp_path / "r.yaml").write_text(wider, encoding="utf-8")
        assert judgeaudit("run", "r.yaml", "--resume", "run", cwd=tmp_path).returncode == 0
        assert server.hits == 24 + 120, "what was asked before is not asked again"
    assert by_probe(tmp_path / "run") == {"plain": 24, "label_names": 24, "anchoring": 24, "injection": 72}
    data = data_of(tmp_path / "run")
    pooled = {e["name"]: e["value"] for e in data["estimates"] if e["analysis"] == "bias" and e["stratum"] is None and e["variant"] is None}
    assert pooled["label_names_excess_flip_rate"] == 0
    assert data["incomplete"] == []
