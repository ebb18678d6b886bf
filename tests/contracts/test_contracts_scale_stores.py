"""Object stores beside S3: what a URL takes, what it says where that is not there, and Google's protocol on loopback."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from azure_server import azure_server
from gcs_server import gcs_server
from scale_builder import rich_rows, write_parts

import judgeaudit
from judgeaudit.errors import OptionError
from judgeaudit.importers import remote

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("url", "package"),
    [("gs://bucket/run", "gcsfs"), ("gcs://bucket/run", "gcsfs"), ("az://box/run", "adlfs"), ("abfs://box@account.dfs.core.windows.net/run", "adlfs"),
     ("abfss://box/run", "adlfs"), ("sftp://host/run", "paramiko")],
)  # fmt: skip
def test_a_store_whose_package_is_missing_names_it(url: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrow would ask servers of the cloud for minutes here."""
    for name in ("gcsfs", "adlfs", "paramiko"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(import_module("fsspec.registry")._registry, urlsplit(url).scheme, raising=False)
    with pytest.raises(OptionError, match=f"takes the packages fsspec and {package}, and they are not installed here") as trouble:
        judgeaudit.audit(url)
    assert f"pip install fsspec {package}" in str(trouble.value.fix)
    assert url in str(trouble.value.where)


def test_without_fsspec_itself_it_is_said_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(OptionError, match="takes the packages fsspec and gcsfs"):
        judgeaudit.audit("gs://bucket/run")


@pytest.mark.parametrize("url", ["nosuch://bucket/run", "hdfs://host/run"])
def test_kinds_that_nobody_opens_here_are_an_error_and_no_traceback(url: str) -> None:
    with pytest.raises(OptionError, match="cannot be opened here"):
        judgeaudit.audit(url)


@pytest.mark.parametrize("url", ["gs://user@bucket/run", "abfs://box:secret@account/run", "az://box/run?sig=secret"])
def test_credentials_in_urls_of_any_kind_are_neither_used_nor_said(url: str) -> None:
    with pytest.raises(OptionError, match="credentials") as trouble:
        judgeaudit.audit(url)
    assert "secret" not in str(trouble.value)
    assert remote.shown("abfs://box@account/run") == "abfs://box@account/run"


def audits_of(tmp_path: Path, sources: tuple[str, ...], **environment: str) -> list[str]:
    """The audit.json of each source, made by the command, with SOURCE for its name."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]), "NO_PROXY": "127.0.0.1", **environment}
    found = []
    for source in sources:
        out = tmp_path / f"audit-{len(found)}"
        command = [sys.executable, "-m", "judgeaudit", "audit", source, "--engine", "local", "--embedder", "none", "--out", str(out)]
        done = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
        assert (out / "audit.json").exists(), done.stdout + done.stderr
        found.append((out / "audit.json").read_text(encoding="utf-8").replace(source, "SOURCE"))
    return found


def test_googles_store_is_read_through_gcsfs(tmp_path: Path) -> None:
    write_parts(tmp_path / "gcs" / "bucket" / "run" / "judge=b", rich_rows(12), 3)
    with gcs_server(tmp_path / "gcs") as (url, seen):
        one, other = audits_of(tmp_path, ("gs://bucket/run", str(tmp_path / "gcs" / "bucket" / "run")), STORAGE_EMULATOR_HOST=url)
    assert one == other
    assert any("alt=media" in request and "run/judge=b/part-0.parquet" in unquote(request) for request in seen), seen


@pytest.mark.parametrize("url", ["az://box/run", "abfs://box/run"])
def test_azures_store_is_read_through_adlfs(tmp_path: Path, url: str) -> None:
    write_parts(tmp_path / "azure" / "box" / "run" / "judge=b", rich_rows(12), 3)
    with azure_server(tmp_path / "azure") as (connection, seen):
        one, other = audits_of(tmp_path, (url, str(tmp_path / "azure" / "box" / "run")), AZURE_STORAGE_CONNECTION_STRING=connection)
    assert one == other
    assert any(request.startswith("GET") and "run/judge=b/part-0.parquet" in unquote(request) for request in seen), seen
