"""A server on loopback that answers as Google Cloud Storage does where a folder is read: listings, sizes and ranges."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.loopback import Quiet, piece, served, under


def _handler(root: Path, seen: list[str]) -> type[Quiet]:
    class Handler(Quiet):
        def do_GET(self) -> None:
            seen.append(f"GET {self.path}")
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            bucket, _, name = parts.path.partition("/b/")[2].partition("/o")
            path = root / bucket / unquote(name.lstrip("/"))
            if not name.strip("/"):
                self._json(_listing(root / bucket, bucket, query))
            elif not path.is_file():
                self._reply(404, b'{"error": {"code": 404, "message": "No such object"}}')
            elif parts.path.startswith("/download/") or query.get("alt") == "media":
                self._media(path.read_bytes())
            else:
                self._json(_object(path, bucket, root / bucket))

        def _media(self, data: bytes) -> None:
            status, part, headers = piece(data, self.headers.get("Range"))
            self._reply(status, part, headers)

        def _json(self, value: Any) -> None:
            self._reply(200, json.dumps(value).encode(), {"Content-Type": "application/json"})

        def _reply(self, status: int, data: bytes, headers: dict[str, str] | None = None) -> None:
            self.send_response(status)
            for name, value in {"Content-Length": str(len(data)), **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

    return Handler


def _listing(folder: Path, bucket: str, query: dict[str, str]) -> dict[str, Any]:
    files, prefixes = under(folder, query.get("prefix", ""), query.get("delimiter"))
    items = [_object(path, bucket, folder) for _, path in files]
    return {"kind": "storage#objects", "items": items, "prefixes": prefixes}


def _object(path: Path, bucket: str, folder: Path) -> dict[str, Any]:
    when = "2026-01-01T00:00:00.000Z"
    key, size = path.relative_to(folder).as_posix(), str(path.stat().st_size)
    return {
        "kind": "storage#object",
        "name": key,
        "bucket": bucket,
        "size": size,
        "generation": "1",
        "metageneration": "1",
        "updated": when,
        "timeCreated": when,
    }


@contextmanager
def gcs_server(root: Path) -> Iterator[tuple[str, list[str]]]:
    """The server's address, and the requests that it saw; folders of `root` are buckets."""
    seen: list[str] = []
    with served(_handler(root, seen)) as address:
        yield address, seen
