"""The design's rules about structure, checked on the code itself."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "judgeaudit"
SOURCES = sorted(PACKAGE.rglob("*.py"))

HEAVY = ("litellm", "openai", "plotly", "sklearn", "pandas", "pyarrow", "scipy", "krippendorff", "jinja2", "pydantic", "numpy", "yaml", "xllamacpp")
MAX_FILE = 300
MAX_BODY = 40


def _modules_loaded_by(code: str) -> set[str]:
    script = f"{code}\nimport sys\nprint('\\n'.join(sorted(m.split('.')[0] for m in sys.modules)), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert not _modules_loaded_by("import judgeaudit") & set(HEAVY)


def test_help_loads_nothing_heavy() -> None:
    code = "import sys\nsys.argv = ['judgeaudit', '--help']\nfrom judgeaudit.cli import main\ntry:\n    main()\nexcept SystemExit as stop:\n    assert stop.code == 0, stop.code"
    loaded = _modules_loaded_by(code)
    assert "typer" in loaded
    assert not loaded & set(HEAVY)


def test_auditing_verdicts_never_loads_litellm(tmp_path: Path) -> None:
    rows = "\n".join(f"i{i},a,{r},pass" for i in range(12) for r in range(2))
    (tmp_path / "v.csv").write_text("item_id,judge,replicate,label\n" + rows + "\n", encoding="utf-8")
    loaded = _modules_loaded_by(f"import judgeaudit\njudgeaudit.audit({str(tmp_path / 'v.csv')!r}, out={str(tmp_path / 'o')!r})")
    assert "pyarrow" in loaded
    assert not loaded & {"litellm", "openai", "xllamacpp"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_files_and_functions_are_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MAX_FILE
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            if body:
                length = (body[-1].end_lineno or 0) - body[0].lineno + 1
                assert length <= MAX_BODY, f"{node.name} has a body of {length} lines"


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_no_blanket_except_and_no_vague_file_names(path: Path) -> None:
    assert path.stem not in ("utils", "helpers", "base", "manager", "common", "misc")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else ""
            assert caught not in ("", "Exception", "BaseException"), f"line {node.lineno} catches everything"


def test_layers_hold() -> None:
    done = subprocess.run([str(Path(sys.executable).with_name("lint-imports")), "--no-cache"], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout


def test_public_names_exist_and_nothing_else_is_public() -> None:
    import judgeaudit

    assert sorted(judgeaudit.__all__) == judgeaudit.__dir__()
    for name in judgeaudit.__all__:
        assert getattr(judgeaudit, name) is not None


def test_every_public_function_says_what_it_does() -> None:
    missing = []
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        missing += [] if ast.get_docstring(tree) else [str(path)]
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_") and not ast.get_docstring(node):
                missing.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}")
    assert not missing
