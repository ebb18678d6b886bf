"""A server on loopback that answers as Azure Blob Storage does where a folder is read: listings, sizes and ranges."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

from tests.loopback import Quiet, piece, served, under

ACCOUNT, WHEN = "account", "Thu, 01 Jan 2026 00:00:00 GMT"


def _handler(root: Path, seen: list[str]) -> type[Quiet]:
    class Handler(Quiet):
        def do_HEAD(self) -> None:
            self._blob(body=False)

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            if query.get("comp") != "list":
                self._blob(body=True)
                return
            seen.append(f"LIST {self.path}")
            container = unquote(parts.path).split("/")[2]
            self._reply(200, _listing(root / container, container, query).encode(), {"Content-Type": "application/xml"})

        def _blob(self, *, body: bool) -> None:
            seen.append(f"{self.command} {self.path}")
            path = root.joinpath(*unquote(urlsplit(self.path).path).split("/")[2:])
            if not path.is_file():
                self._reply(404, b"", {"x-ms-error-code": "BlobNotFound"})
                return
            status, data, headers = piece(path.read_bytes(), self.headers.get("x-ms-range") or self.headers.get("Range"))
            self._reply(status, data, {"Last-Modified": WHEN, "ETag": '"1"', "x-ms-blob-type": "BlockBlob", **headers}, body=body)

        def _reply(self, status: int, data: bytes, headers: dict[str, str], *, body: bool = True) -> None:
            self.send_response(status)
            for name, value in {"Content-Length": str(len(data)), "x-ms-version": "2021-12-02", **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            if body:
                self.wfile.write(data)

    return Handler


def _listing(folder: Path, container: str, query: dict[str, str]) -> str:
    files, prefixes = under(folder, query.get("prefix", ""), query.get("delimiter"))
    blobs = []
    for key, path in files:
        known = f"<Last-Modified>{WHEN}</Last-Modified><Etag>1</Etag><Content-Length>{path.stat().st_size}</Content-Length><BlobType>BlockBlob</BlobType>"
        blobs.append(f"<Blob><Name>{escape(key)}</Name><Properties>{known}</Properties></Blob>")
    inside = "".join(blobs) + "".join(f"<BlobPrefix><Name>{escape(name)}</Name></BlobPrefix>" for name in prefixes)
    return f'<?xml version="1.0" encoding="utf-8"?><EnumerationResults ContainerName="{container}"><Blobs>{inside}</Blobs><NextMarker/></EnumerationResults>'


@contextmanager
def azure_server(root: Path) -> Iterator[tuple[str, list[str]]]:
    """A connection string, and the requests that the server saw; folders of `root` are containers."""
    seen: list[str] = []
    with served(_handler(root, seen)) as address:
        yield f"DefaultEndpointsProtocol=http;AccountName={ACCOUNT};AccountKey=c2VjcmV0;BlobEndpoint={address}/{ACCOUNT};", seen
