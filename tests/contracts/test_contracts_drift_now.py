"""`drift --now` and anchors against a real server on loopback that changes, disappears, and limits, and against `python:` judges."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import judgeaudit
from judgeaudit.api.anchors import verify_anchors
from judgeaudit.api.freeze import freeze_anchors
from judgeaudit.domain.results import Audit
from judgeaudit.errors import JudgeError, OptionError, RunError
from tests.cli.test_cli_run import KEY, calls_on_disk
from tests.stub_server import Reply, StubServer, ok, status

ITEMS, REPLICATES = 15, 3
CALLS = ITEMS * REPLICATES
WIDE = 0.3
"""A margin that 15 anchors without any change lie within."""

TEMPLATE = "{{question}}\n{{input}}\n{{response}}\nAnswer with JSON: label ({{labels}}) and why.\n"
RUBRIC = """\
name: demo
prompt: grader.txt
reply: {{format: json, label: label, rationale: why}}
criteria:
  - name: right
    question: Is the answer right?
    scale: {{level: nominal, labels: [pass, fail]}}
items: items.jsonl
gold: gold.csv
judges:
  - {{name: j, model: openai/stub-2026-01-01, api_base: '{base}', api_key_env: STUB_KEY, params: {{temperature: 0}}}}
replicates: 3
embedder: none
"""


@dataclass
class Script:
    """What the server is today: the model behind the name, how it judges, whether it is there; the first `limited` requests are sent away."""

    model: str = "stub-2026-01-01"
    print: str = "fp_1"
    turned: Collection[int] = ()
    gone: Collection[str] = ()
    limited: int = 0
    delay_s: float = 0.0
    asked: list[dict[str, Any]] = field(default_factory=list)

    def __call__(self, number: int, body: dict[str, Any]) -> Reply:
        self.asked.append(body)
        if body["model"] in self.gone:
            return status(404, f"The model `{body['model']}` does not exist", error_code="model_not_found")
        if self.limited:
            self.limited -= 1
            return status(429, "Rate limit reached", retry_after="0.01")
        n = int(re.findall(r"Answer number (\d+)", json.dumps(body["messages"]))[-1])
        label = "pass" if (n % 3 > 0) != (n in self.turned) else "fail"
        return ok(json.dumps({"label": label, "why": f"It is {label}."}), model=self.model, fingerprint=self.print, delay_s=self.delay_s)


@pytest.fixture(scope="module")
def server() -> Iterator[StubServer]:
    with StubServer(keep=False) as running:
        yield running


@pytest.fixture(scope="module")
def frozen(server: StubServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project, and `a` in it: anchors that were frozen when all was well."""
    folder = tmp_path_factory.mktemp("frozen")
    rows = [json.dumps({"id": f"i{n:02d}", "input": f"Question {n}?", "response": f"Answer number {n}."}) for n in range(ITEMS)]
    (folder / "items.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    labels = "".join(f"i{n:02d},anna,{'pass' if n % 3 else 'fail'}\n" for n in range(ITEMS))
    (folder / "gold.csv").write_text(f"item_id,annotator,label\n{labels}", encoding="utf-8")
    (folder / "grader.txt").write_text(TEMPLATE, encoding="utf-8")
    (folder / "r.yaml").write_text(RUBRIC.format(base=server.api_base), encoding="utf-8")
    server.script = Script()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STUB_KEY", KEY)
        found = freeze_anchors(folder / "r.yaml", out=folder / "a")
    assert found.file is not None
    assert found.file.judges["j"].served == {"stub-2026-01-01": CALLS}
    return folder


@pytest.fixture
def project(frozen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the project, which is the current folder."""
    shutil.copytree(frozen, tmp_path / "p")
    monkeypatch.chdir(tmp_path / "p")
    monkeypatch.setenv("STUB_KEY", KEY)
    return tmp_path / "p"


def today(server: StubServer, script: Script) -> Script:
    server.script = script
    return script


def check(project: Path, out: str = "o", **options: Any) -> judgeaudit.Audit:
    return judgeaudit.drift(project / "a", now=True, out=project / out, **{"margin": WIDE, **options})


def causes(audit: Audit) -> dict[str, tuple[str, str]]:
    return {row["what"]: (row["before"], row["after"]) for row in audit.analyses[0].blocks["causes"] if row["changed"]}


def test_the_same_judge_is_equivalent_and_nothing_changed(server: StubServer, project: Path) -> None:
    script = today(server, Script())
    found = check(project)
    assert (found.exit_code, found.data.drift[0].answer) == (0, "equivalent")
    assert len(script.asked) == CALLS
    assert causes(found.data) == {}
    assert KEY not in "".join(path.read_text(encoding="utf-8") for path in (project / "o").rglob("*") if path.is_file())


def test_another_model_behind_the_name_that_judges_alike_is_equivalent_and_named(server: StubServer, project: Path) -> None:
    today(server, Script(model="stub-2026-06-01", print="fp_2"))
    found = check(project)
    assert (found.exit_code, found.data.drift[0].answer) == (0, "equivalent")
    assert causes(found.data) == {"served model": ("stub-2026-01-01", "stub-2026-06-01"), "fingerprint": ("fp_1", "fp_2")}


def test_another_model_that_judges_otherwise_has_drifted_and_its_flips_are_there(server: StubServer, project: Path) -> None:
    """9 of the 15: items 0, 1, 2 .. 8, of which 0, 3 and 6 were `fail`: six go one way and three the other."""
    today(server, Script(model="stub-2026-06-01", turned=range(9)))
    found = check(project, margin=0.05)
    assert (found.exit_code, found.data.drift[0].answer) == (1, "drifted")
    effects = {one.measure: one.effect for one in found.data.drift[0].measures}
    assert (effects["excess_flip_rate"], effects["accuracy_shift"], effects["marginal_shift"]) == pytest.approx((9 / ITEMS, -9 / ITEMS, -3 / ITEMS))
    assert sorted(case.item_id for case in found.data.cases if case.flag == "flipped_anchor") == [f"i{n:02d}" for n in range(9)]
    assert set(causes(found.data)) == {"served model"}


def test_a_judge_that_is_gone_is_no_answer_until_it_is_back(server: StubServer, project: Path) -> None:
    script = today(server, Script(gone=["stub-2026-01-01"]))
    found = check(project)
    assert (found.exit_code, found.data.drift[0].answer) == (4, "inconclusive")
    assert any("The model `stub-2026-01-01` does not exist" in line for line in found.data.incomplete)
    assert len(script.asked) < CALLS, "it is not asked for ever"
    assert any("calls of the current run are missing" in one.text for one in found.data.analyses[0].findings)
    back = today(server, Script())
    again = check(project)
    assert (again.exit_code, again.data.drift[0].answer) == (0, "equivalent")
    assert len(back.asked) == CALLS
    with pytest.raises(RunError, match="asked already"):
        check(project)


def test_a_rate_limit_is_waited_for(server: StubServer, project: Path) -> None:
    script = today(server, Script(limited=3))
    found = check(project)
    assert (found.exit_code, found.data.drift[0].answer) == (0, "equivalent")
    assert len(script.asked) == CALLS + 3
    assert found.data.drift[0].n_anchors == ITEMS


def test_an_interrupted_check_is_continued_by_the_same_command(server: StubServer, project: Path) -> None:
    """Ctrl-C after 8 of the calls."""
    script = today(server, Script(delay_s=0.03))
    done: list[Any] = []

    def stop(progress: Any) -> None:
        done.append(progress)
        if len(done) == 8:
            os.kill(os.getpid(), signal.SIGINT)

    broken = check(project, concurrency=4, on_progress=stop)
    assert broken.exit_code == 130
    stored = calls_on_disk(project / "o" / "now")
    assert 8 <= stored < CALLS
    assert len(script.asked) == stored, "what was under way is kept"
    asked = len(script.asked)
    (project / "grader.txt").write_text(TEMPLATE.replace("Answer", "Be strict. Answer"), encoding="utf-8")
    with pytest.raises(RunError, match="judge 'j': its prompt changed"):
        check(project, rubric=project / "r.yaml")
    assert len(script.asked) == asked, "half of the calls with one prompt and half with another are no run"
    found = check(project)
    assert (found.exit_code, found.data.drift[0].answer) == (0, "equivalent")
    assert len(script.asked) == asked + CALLS - stored


def test_changed_anchors_are_refused_before_anybody_is_asked(server: StubServer, project: Path) -> None:
    script = today(server, Script())
    path = project / "a" / "inputs.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"Answer number 7."', '"Answer number 77."'), encoding="utf-8")
    with pytest.raises(RunError, match="item 'i07': its text changed"):
        check(project)
    assert not script.asked
    assert not (project / "o").exists()


def test_a_changed_prompt_file_is_refused_with_the_line_and_measured_where_the_rubric_is_named(server: StubServer, project: Path) -> None:
    script = today(server, Script())
    assert verify_anchors(project / "a", project / "r.yaml").replicates == REPLICATES
    (project / "grader.txt").write_text(TEMPLATE.replace("Answer", "Be strict. Answer"), encoding="utf-8")
    with pytest.raises(RunError) as refused:
        verify_anchors(project / "a", project / "r.yaml")
    assert "judge 'j': its prompt for 'right' changed" in str(refused.value)
    assert "line 4 of its prompt was 'Answer with JSON: label ({{labels}}) and why.' and is 'Be strict. Answer with" in str(refused.value)
    assert not script.asked
    stored, named = check(project), check(project, "o2", rubric=project / "r.yaml")
    assert "prompt of right" not in causes(stored.data), "without --rubric the judge is asked as it was frozen"
    assert "prompt of right" in causes(named.data)
    assert sum("Be strict." in json.dumps(body["messages"]) for body in script.asked) == CALLS


def test_other_judges_and_probes_of_the_rubric_are_not_paid_for(server: StubServer, project: Path) -> None:
    script = today(server, Script())
    text = (project / "r.yaml").read_text(encoding="utf-8")
    more = f"  - {{name: k, model: openai/other, api_base: '{server.api_base}', api_key_env: STUB_KEY}}\nreplicates: 1\nprobes: [nonsense_control]"
    (project / "r.yaml").write_text(text.replace("replicates: 3", more), encoding="utf-8")
    found = check(project, rubric=project / "r.yaml")
    assert (found.exit_code, found.data.drift[0].answer) == (0, "equivalent")
    assert [body["model"] for body in script.asked] == ["stub-2026-01-01"] * CALLS
    other = check(project, "o2", rubric=project / "r.yaml", judges=["j=k"])
    assert other.data.drift[0].judge == "k"
    assert [body["model"] for body in script.asked[CALLS:]] == ["other"] * CALLS
    (project / "r.yaml").write_text(text.replace("name: j,", "name: k,").replace("replicates: 3", more.replace("name: k,", "name: l,")), encoding="utf-8")
    with pytest.raises(OptionError, match="no judge of the baseline"):
        check(project, "o3", rubric=project / "r.yaml")
    assert len(script.asked) == 2 * CALLS


def test_of_two_judges_the_one_that_is_gone_leaves_the_check_open(server: StubServer, project: Path) -> None:
    text = (project / "r.yaml").read_text(encoding="utf-8")
    second = f"  - {{name: k, model: openai/other, api_base: '{server.api_base}', api_key_env: STUB_KEY, params: {{temperature: 0}}}}\nreplicates: 3"
    (project / "r.yaml").write_text(text.replace("replicates: 3", second), encoding="utf-8")
    today(server, Script())
    freeze_anchors(project / "r.yaml", out=project / "b")
    today(server, Script(gone=["other"]))
    found = judgeaudit.drift(project / "b", now=True, out=project / "o", margin=WIDE)
    assert found.exit_code == 4
    assert {answer.judge: answer.answer for answer in found.data.drift} == {"j": "equivalent", "k": "inconclusive"}


def test_headers_are_stored_nowhere_and_nobody_is_asked_without_them(server: StubServer, project: Path) -> None:
    text = (project / "r.yaml").read_text(encoding="utf-8")
    (project / "r.yaml").write_text(text.replace("temperature: 0", "temperature: 0, extra_headers: {X-Route: blue-canary-7}"), encoding="utf-8")
    script = today(server, Script())
    freeze_anchors(project / "r.yaml", out=project / "b")
    with pytest.raises(OptionError, match="judge 'j' was asked with extra_headers, whose values are stored nowhere"):
        judgeaudit.drift(project / "b", now=True, out=project / "o")
    assert len(script.asked) == CALLS
    found = judgeaudit.drift(project / "b", None, project / "r.yaml", now=True, out=project / "o", margin=WIDE)
    assert found.exit_code == 0
    assert "parameter extra_headers" not in causes(found.data)


def test_anchors_are_not_frozen_while_the_judge_is_gone_and_a_mixture_of_models_is_warned_of(server: StubServer, project: Path) -> None:
    today(server, Script(gone=["stub-2026-01-01"]))
    missing = freeze_anchors(project / "r.yaml", out=project / "b")
    assert (missing.exit_code, missing.file) == (4, None)
    assert any("does not exist" in line for line in missing.audit.data.incomplete)
    assert not (project / "b" / "anchors.json").exists()
    script = today(server, Script())
    server.script = lambda number, body: Script(model=f"stub-{number % 2}")(number, script.asked.append(body) or body)
    said: list[str] = []
    made = freeze_anchors(project / "r.yaml", resume=project / "b", on_warning=said.append)
    assert made.exit_code == 0
    assert len(script.asked) == CALLS
    assert any("more than one model answered (stub-0, stub-1)" in line for line in said)


PYTHON = "def judge(item, criterion, *, seed, replicate):\n    return {'label': 'pass' if int(item.id[1:]) % 3 else 'fail', 'rationale': 'So.'}\n"


def own(project: Path, later: str) -> Path:
    """The project's `b`, anchors of a judge in a module of its own name, which is then changed to `later`."""
    module = f"own_{project.parent.name}"
    (project / f"{module}.py").write_text(PYTHON, encoding="utf-8")
    text = (project / "r.yaml").read_text(encoding="utf-8")
    (project / "r.yaml").write_text(re.sub(r"  - \{name: j.*", f"  - {{name: j, model: 'python:{module}:judge'}}", text), encoding="utf-8")
    assert freeze_anchors(project / "r.yaml", out=project / "b").file is not None
    sys.modules.pop(module, None)
    shutil.rmtree(project / "__pycache__", ignore_errors=True)
    (project / f"{module}.py").write_text(later, encoding="utf-8")
    return project / "b"


@pytest.mark.parametrize(("later", "code", "answer"), [(PYTHON, 0, "equivalent"), (PYTHON.replace("% 3", "% 2"), 1, "drifted")], ids=["same", "other"])
def test_a_python_judge_is_asked_again(project: Path, later: str, code: int, answer: str) -> None:
    found = judgeaudit.drift(own(project, later), now=True, out=project / "o", margin=WIDE)
    assert (found.exit_code, found.data.drift[0].answer) == (code, answer)


def test_a_python_judge_that_fails_on_some_items_is_not_equivalent(project: Path) -> None:
    """It divides by zero from item 10 on: 5 of 15 get no verdict any more."""
    found = judgeaudit.drift(own(project, PYTHON.replace("    return", "    1 / (0 if item.id > 'i09' else 1)\n    return")), now=True, out=project / "o")
    assert found.exit_code == 4
    assert found.data.drift[0].answer != "equivalent"
    answered = next(one for one in found.data.drift[0].measures if one.measure == "answered_shift")
    assert answered.effect == pytest.approx(-5 / ITEMS)


def test_a_python_judge_that_is_gone_is_an_error(project: Path) -> None:
    with pytest.raises(JudgeError, match="judge"):
        judgeaudit.drift(own(project, PYTHON.replace("def judge", "def other")), now=True, out=project / "o")
    assert not (project / "o").exists()


def test_a_python_judge_that_lies_elsewhere_is_an_error_that_names_the_rubric_as_the_way(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run directory does not say where its rubric was, and one starts in another folder."""
    frozen = own(project, PYTHON)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    monkeypatch.setattr(sys, "path", [one for one in sys.path if Path(one or ".").resolve() not in (elsewhere, project)])
    with pytest.raises(JudgeError, match="cannot be imported") as caught:
        judgeaudit.drift(frozen, now=True, out=elsewhere / "o")
    assert "--rubric" in str(caught.value)
