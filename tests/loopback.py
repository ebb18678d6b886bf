"""A small HTTP server on loopback, in a thread of its own, for as long as a test needs it; and what stores that serve a folder have in common."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@contextmanager
def served(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The server's address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Quiet(BaseHTTPRequestHandler):
    """Connections are kept, and nothing is printed."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass


def under(folder: Path, prefix: str, delimiter: str | None) -> tuple[list[tuple[str, Path]], list[str]]:
    """Keys and files of a folder that start with a prefix, and the "folders" that a delimiter makes of others."""
    files, prefixes = [], set()
    for path in sorted(folder.rglob("*")):
        key = path.relative_to(folder).as_posix()
        if not path.is_file() or not key.startswith(prefix):
            continue
        head, cut, _ = key[len(prefix) :].partition(delimiter) if delimiter else (key, "", "")
        if cut:
            prefixes.add(f"{prefix}{head}{cut}")
        else:
            files.append((key, path))
    return files, sorted(prefixes)


def piece(data: bytes, span: str | None) -> tuple[int, bytes, dict[str, str]]:
    """Status, bytes and headers of an answer to a header `Range` (None: everything is asked for)."""
    if span is None:
        return 200, data, {}
    first, _, last = span.removeprefix("bytes=").partition("-")
    end = min(int(last), len(data) - 1) if last else len(data) - 1
    return 206, data[int(first) : end + 1], {"Content-Range": f"bytes {first}-{end}/{len(data)}"}
