"""Files in object stores: through fsspec where its package for them is installed, else through Arrow. Credentials come from the environment alone."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pyarrow as pa
import pyarrow.fs as pa_fs

from judgeaudit.errors import OptionError

_URL = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
PACKAGES = {
    "s3": "s3fs", "s3a": "s3fs", "gs": "gcsfs", "gcs": "gcsfs", "az": "adlfs", "abfs": "adlfs", "abfss": "adlfs", "adl": "adlfs", "oss": "ossfs",
    "hf": "huggingface_hub", "http": "aiohttp", "https": "aiohttp", "sftp": "paramiko", "smb": "smbprotocol",
}  # fmt: skip
"""What fsspec needs for a kind of URL."""
_BY_ARROW = ("s3", "hdfs", "viewfs")
"""Kinds that Arrow opens by itself. Not gs and abfs: without credentials it asks servers of the cloud for minutes."""
_CONTAINER = ("abfs", "abfss")
"""Kinds in which what stands before an `@` names a container and no user."""
_TROUBLE = (
    ("google.auth.exceptions", "GoogleAuthError"), ("gcsfs.retry", "HttpError"), ("azure.core.exceptions", "AzureError"),
    ("botocore.exceptions", "BotoCoreError"), ("botocore.exceptions", "ClientError"), ("aiohttp", "ClientError"),
    ("httpx", "HTTPError"),
)  # fmt: skip
"""What stores raise that is neither an OSError nor a ValueError, by module."""


def is_url(source: str) -> bool:
    """Whether a source is in an object store (`s3://`, `gs://`, `az://` ...) rather than a path."""
    return _URL.match(source) is not None


def shown(source: str) -> str:
    """A source as it may be printed: without what a URL has of users, passwords and options."""
    if not is_url(source):
        return source
    parts = urlsplit(source)
    kept = parts.netloc if parts.scheme in _CONTAINER and parts.password is None else parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{kept}{parts.path}"


def read_trouble() -> tuple[type[Exception], ...]:
    """What reading may raise that is the user's trouble, of the packages that are loaded."""
    loaded = [(sys.modules[module], name) for module, name in _TROUBLE if module in sys.modules]
    return (pa.ArrowException, OSError, ValueError, *(getattr(module, name) for module, name in loaded))


def filesystem(source: str) -> tuple[Any, str]:
    """Where a source is, and its path there.

    Raises
    ------
    OptionError
        A URL with credentials or options in it, or of a kind that cannot be opened here: with the package that it takes.
    """
    if not is_url(source):
        return pa_fs.LocalFileSystem(), str(Path(source))
    parts = urlsplit(source)
    if parts.password or parts.query or (parts.username and parts.scheme not in _CONTAINER):
        fix = "leave them out of the URL: they are taken from the environment (for S3: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)"
        raise OptionError("a URL with credentials or options would be printed and stored", where=shown(source), fix=fix)
    if (found := _by_fsspec(source, parts.scheme)) is not None:
        return found
    try:
        if parts.scheme in _BY_ARROW:
            opened: tuple[Any, str] = pa_fs.FileSystem.from_uri(source)
            return opened
    except read_trouble() as trouble:
        raise _unopened(source, f": {str(trouble).splitlines()[0][:200]}") from None
    raise _unopened(source, "")


def _by_fsspec(source: str, scheme: str) -> tuple[Any, str] | None:
    """The file system through fsspec; None where it, or its package for these URLs, is not installed, or does not know them."""
    try:
        import fsspec
    except ImportError:
        return None
    if scheme not in fsspec.available_protocols():
        return None
    try:
        files, path = fsspec.core.url_to_fs(source)
    except ImportError:
        return None
    except read_trouble() as trouble:
        raise _unopened(source, f": {str(trouble).splitlines()[0][:200] if str(trouble) else type(trouble).__name__}") from None
    return pa_fs.PyFileSystem(pa_fs.FSSpecHandler(files)), path


def _unopened(source: str, why: str) -> OptionError:
    scheme = urlsplit(source).scheme
    package = PACKAGES.get(scheme)
    if package is None:
        return OptionError(f"{scheme}:// cannot be opened here{why}", where=shown(source), fix="use a kind of URL that fsspec knows (s3://, gs://, az:// ...)")
    if why:
        fix = f"check what the store needs to be known in the environment, and that fsspec and {package} are there (pip install fsspec {package})"
        return OptionError(f"{scheme}:// cannot be opened here{why}", where=shown(source), fix=fix)
    what = f"{scheme}:// takes the packages fsspec and {package}, and they are not installed here"
    return OptionError(what, where=shown(source), fix=f"pip install fsspec {package} (where workers run, too)")
