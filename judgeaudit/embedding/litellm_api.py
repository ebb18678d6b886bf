"""litellm for embeddings and comparisons: one HTTP request for one call, and our own retries around it.

The judges' client has its own, larger one: what it keeps of each attempt is not needed here.
"""

from __future__ import annotations

import hashlib
import os
import random
import re
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import iscoroutinefunction
from itertools import islice
from typing import Any, TypeVar
from urllib.parse import urlsplit

from judgeaudit.embedding.trouble import EmbedderError
from judgeaudit.errors import OptionError

Job = TypeVar("Job")
Done = TypeVar("Done")

MAX_ATTEMPTS = 6
BASE_WAIT_S = 0.5
MAX_WAIT_S = 30.0
LONGEST_RETRY_AFTER_S = 900.0
TIMEOUT_S = 120.0
AT_ONCE = 4
NO_KEY = "none"

_STOP = {401: "the key is not taken", 402: "the account has no credit", 403: "the key may not do this", 404: "there is no such model or address"}
_AGAIN = frozenset({408, 409, 425, 429})
_KEY_LIKE = re.compile(r"\b(?:sk|pk|rk|gsk|xai|hf|pplx|nvapi)[-_][\w*.-]{6,200}|(?i:\bbearer\s{1,4})[\w.~+/=-]{6,500}|://[^\s/@]{1,200}@")
_FOREIGN_WARNINGS = (".*`ReadOnly` qualifier.*", "Pydantic serializer warnings", ".*Accessing the.*attribute on the instance is deprecated.*")


class RequestRefusedError(EmbedderError):
    """This request is not taken (status 400, 413, 422 ...); another one may be."""


class NoRetries(int):
    """0 that counts as given: litellm's embedding call takes a plain 0 retries for none named, and makes two."""

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Access:
    """How a model behind litellm is reached.

    Attributes
    ----------
    model : str
        litellm's name, for example ``openai/text-embedding-3-small``.
    api_base : str or None
        Address of an own server; None where litellm finds it (in the environment, or the provider's).
    api_key_env : str or None
        Variable that holds the key; None for the provider's usual one.
    """

    model: str
    api_base: str | None = None
    api_key_env: str | None = None

    @property
    def name(self) -> str:
        """Model, and a hash of the address where one is given: another server is another model."""
        prefix = self.model.partition("/")[0].upper()
        found = self.api_base or next((os.environ[name] for end in ("BASE", "BASE_URL") if os.environ.get(name := f"{prefix}_API_{end}")), None)
        found = found or os.environ.get(f"{prefix}_BASE_URL")
        return self.model if found is None else f"{self.model}@{hashlib.sha256(found.encode()).hexdigest()[:12]}"

    def arguments(self) -> dict[str, Any]:
        """What every call of litellm takes; `EmbedderError` or `OptionError` where a key is missing or the address holds one."""
        parts = urlsplit(self.api_base or "")
        if parts.username is not None or parts.query:
            raise OptionError("the address of an embedder holds a user, a password or a query", fix="name the variable that holds the key: api_key_env")
        fixed = {"model": self.model, "timeout": TIMEOUT_S, "max_retries": NoRetries(0), "num_retries": 0}
        address = {"api_base": self.api_base} if self.api_base is not None else {}
        key = self._key()
        return {**fixed, **address, **({"api_key": key} if key is not None else {})}

    def _key(self) -> str | None:
        where = f"model {self.model}"
        if self.api_key_env is not None:
            key = os.environ.get(self.api_key_env, "").strip()
            if not key:
                raise EmbedderError(f"the environment variable {self.api_key_env} is not set", where=where, fix=f"export {self.api_key_env}=...")
            return key
        import openai

        litellm = load_litellm()
        try:
            litellm.get_llm_provider(self.model, api_base=self.api_base)
        except openai.OpenAIError as unknown:
            fix = "write provider/model, for example openai/text-embedding-3-small"
            raise EmbedderError(f"litellm knows no provider for {self.model!r}", where=where, fix=fix) from unknown
        missing = [name for name in litellm.validate_environment(self.model)["missing_keys"] if name.endswith(("_API_KEY", "_API_TOKEN"))]
        if missing and self.api_base is None:
            raise EmbedderError(f"the environment variable {' or '.join(missing)} is not set", where=where, fix=f"export {missing[0]}=...")
        return NO_KEY if missing else None


def load_litellm() -> Any:
    """litellm, imported on first use (seconds): no look-up of prices, no `.env` file, no cache, nothing dropped silently."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
    for message in _FOREIGN_WARNINGS:
        warnings.filterwarnings("ignore", message=message)
    try:
        import litellm
    except ModuleNotFoundError as missing:
        raise EmbedderError("litellm is not installed, and this model is reached through it", fix="pip install litellm") from missing
    litellm.suppress_debug_info = True
    litellm.telemetry = False
    litellm.drop_params = False
    litellm.cache = None
    return litellm


def ask(call: Callable[[], Any], *, where: str, secrets: Iterable[str] = ()) -> Any:
    """What `call` gives, asked again where that may help.

    Parameters
    ----------
    call : callable
        Makes one request through litellm.
    where : str
        For the error.
    secrets : iterable of str
        Values that must not appear in an error, beside every key of the environment.

    Raises
    ------
    RequestRefusedError
        Status 400 and its like: this request is not taken.
    EmbedderError
        Nobody answers, or no request can succeed: key, credit, permission, model.

    Notes
    -----
    Six attempts; ``Retry-After`` is honoured, else 0.5, 1, 2 ... s, jittered. litellm's class alone does not tell what happened: a
    dropped connection arrives as InternalServerError 500, without headers.
    """
    import openai

    for attempt in range(1, MAX_ATTEMPTS + 1):
        try:
            return call()
        except openai.OpenAIError as error:
            headers = _headers(error)
            status = _status(error, headers)
            said = _said(error, secrets)
            if status in _STOP or (status == 429 and "quota" in said):
                why = _STOP.get(status or 0, "the account has no credit")
                raise EmbedderError(f"{why}: {said}", where=where, fix="check key, address and model") from None
            if status is not None and status < 500 and status not in _AGAIN:
                raise RequestRefusedError(f"the request is refused: {said}", where=where, fix="shorter texts, or another model") from None
            wait = _retry_after(headers)
            if attempt == MAX_ATTEMPTS or (wait or 0) > LONGEST_RETRY_AFTER_S:
                fix = "run it again later: what was finished is in the cache"
                raise EmbedderError(f"no answer after {attempt} attempts: {said}", where=where, fix=fix) from None
            time.sleep(wait if wait is not None else min(MAX_WAIT_S, BASE_WAIT_S * 2.0 ** (attempt - 1)) * random.uniform(0.5, 1.0))
    raise AssertionError("the last attempt returns or raises")


@contextmanager
def clients_closed() -> Iterator[None]:
    """Closes what litellm opened within and would keep for an hour: its blocking HTTP clients that were not there before."""
    kept = load_litellm().in_memory_llm_clients_cache
    before = set(kept.cache_dict)
    try:
        yield
    finally:
        for key in set(kept.cache_dict) - before:
            close = getattr(kept.cache_dict.get(key), "close", None)
            if close is not None and not iscoroutinefunction(close):
                kept.delete_cache(key)
                close()


def in_parallel(work: Callable[[Job], Done], jobs: Iterable[Job]) -> Iterator[tuple[Job, Done]]:
    """Each job with what `work` gives for it, as they are finished, a few at once; after an error no new one is begun.

    The first is done alone: threads that begin together make litellm open a client each, and lose all but one without closing it. None is done in the
    caller's thread: in the main one a blocking call of litellm makes an event loop that nobody closes.
    """
    rest = iter(jobs)
    pool = ThreadPoolExecutor(AT_ONCE)
    try:
        for job in islice(rest, 1):
            yield job, pool.submit(work, job).result()
        begun = {pool.submit(work, job): job for job in rest}
        for finished in as_completed(begun):
            yield begun[finished], finished.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _headers(error: Exception) -> Mapping[str, str]:
    own = getattr(error, "litellm_response_headers", None)
    found: Mapping[str, str] = own or getattr(getattr(error, "response", None), "headers", None) or {}
    return found


def _status(error: Exception, headers: Mapping[str, str]) -> int | None:
    """None where no HTTP answer came."""
    code = getattr(error, "status_code", None)
    return code if isinstance(code, int) and (headers or (400 <= code < 500 and code != 408)) else None


def _retry_after(headers: Mapping[str, str]) -> float | None:
    value = next((value for name, value in headers.items() if name.lower() == "retry-after"), "")
    return float(value) if re.fullmatch(r"\d{1,9}(?:\.\d{1,9})?", value.strip()) else None


def _said(error: Exception, secrets: Iterable[str]) -> str:
    text = str(error)[:20_000]
    keys = {value for name, value in os.environ.items() if name.endswith(("_API_KEY", "_API_TOKEN"))} | set(secrets)
    for key in sorted((key for key in keys if len(key) >= 6), key=len, reverse=True):
        text = text.replace(key, "[redacted]")
    return " ".join(_KEY_LIKE.sub("[redacted]", text).split())[:300] or type(error).__name__
