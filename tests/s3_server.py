"""An S3-compatible server on loopback that serves a folder: listing, sizes and ranges, which is all that reading takes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

from tests.loopback import Quiet, piece, served, under


def _handler(root: Path, seen: list[str]) -> type[Quiet]:
    class Handler(Quiet):
        def do_HEAD(self) -> None:
            self._object(body=False)

        def do_GET(self) -> None:
            query = parse_qs(urlsplit(self.path).query, keep_blank_values=True)
            if "list-type" in query:
                self._list(query)
            else:
                self._object(body=True)

        def _object(self, *, body: bool) -> None:
            seen.append(f"{self.command} {self.path} {self.headers.get('Authorization', '')}")
            path = root / unquote(urlsplit(self.path).path).lstrip("/")
            if not path.is_file():
                return self._reply(200 if path.is_dir() and path.parent == root else 404, b"")
            status, data, headers = piece(path.read_bytes(), self.headers.get("Range"))
            return self._reply(status, data if body else b"", headers if body else {**headers, "Content-Length": str(len(data))})

        def _list(self, query: dict[str, list[str]]) -> None:
            bucket = urlsplit(self.path).path.strip("/")
            prefix = query.get("prefix", [""])[0]
            keys, _ = under(root / bucket, prefix, None)
            rows = "".join(
                f"<Contents><Key>{escape(key)}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>&quot;0&quot;</ETag>"
                f"<Size>{path.stat().st_size}</Size><StorageClass>STANDARD</StorageClass></Contents>"
                for key, path in keys
            )
            text = (
                f'<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>{bucket}</Name>'
                f"<Prefix>{escape(prefix)}</Prefix><KeyCount>{len(keys)}</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>{rows}</ListBucketResult>"
            )
            self._reply(200, text.encode(), {"Content-Type": "application/xml"})

        def _reply(self, status: int, data: bytes, headers: dict[str, str] | None = None) -> None:
            self.send_response(status)
            for name, value in {"Content-Length": str(len(data)), "Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT", "ETag": '"0"', **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(data)

    return Handler


@contextmanager
def s3_server(root: Path) -> Iterator[tuple[str, list[str]]]:
    """The server's address, and the requests for objects that it saw; folders of `root` are buckets."""
    seen: list[str] = []
    with served(_handler(root, seen)) as address:
        yield address, seen
