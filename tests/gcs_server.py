"""A server on loopback that answers as Google Cloud Storage does where a folder is read: listings, sizes and ranges."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.loopback import served


def _handler(root: Path, seen: list[str]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            pass

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
            if (span := self.headers.get("Range")) is None:
                self._reply(200, data)
                return
            first, _, last = span.removeprefix("bytes=").partition("-")
            end = min(int(last), len(data) - 1) if last else len(data) - 1
            self._reply(206, data[int(first) : end + 1], {"Content-Range": f"bytes {first}-{end}/{len(data)}"})

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
    prefix, delimiter = query.get("prefix", ""), query.get("delimiter")
    items, prefixes = [], set()
    for path in sorted(folder.rglob("*")):
        key = path.relative_to(folder).as_posix()
        if not path.is_file() or not key.startswith(prefix):
            continue
        head, cut, _ = key[len(prefix) :].partition(delimiter) if delimiter else (key, "", "")
        if cut:
            prefixes.add(f"{prefix}{head}{cut}")
        else:
            items.append(_object(path, bucket, folder))
    return {"kind": "storage#objects", "items": items, "prefixes": sorted(prefixes)}


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
