"""The one place where litellm is imported: late, quiet, and without asking the network for its price table."""

from __future__ import annotations

import logging
import os
import warnings
from typing import Any

from judgeaudit.errors import JudgeError

_FOREIGN_WARNINGS = (
    ".*`ReadOnly` qualifier.*",
    "Pydantic serializer warnings",
    ".*Accessing the.*attribute on the instance is deprecated.*",
    "coroutine .*acompletion. was never awaited",
)
"""What pydantic says about litellm's own types and about servers that send a number where a name belongs; and what Python says when a call
is cancelled (a second Ctrl-C) between two lines of litellm."""


def load_litellm() -> Any:
    """litellm, imported on first use (seconds) and set so that it does one request for one call and nothing else.

    Returns
    -------
    module
        With its cache, callbacks, telemetry, own retries and silent dropping of parameters turned off.

    Raises
    ------
    JudgeError
        litellm is not installed.

    Notes
    -----
    ``LITELLM_LOCAL_MODEL_COST_MAP`` keeps the import from fetching the price table; ``LITELLM_MODE`` keeps it from
    reading a ``.env`` file that nobody named.
    """
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
    for message in _FOREIGN_WARNINGS:
        warnings.filterwarnings("ignore", message=message)
    try:
        import litellm
    except ModuleNotFoundError as missing:
        raise JudgeError("litellm is not installed, and this judge is asked through it", fix="pip install litellm") from missing
    _quiet(litellm)
    return litellm


def _quiet(litellm: Any) -> None:
    litellm.suppress_debug_info = True
    litellm.telemetry = False
    litellm.drop_params = False
    litellm.cache = None
    litellm.num_retries = None
    for callbacks in ("callbacks", "input_callback", "success_callback", "failure_callback", "_async_success_callback", "_async_failure_callback"):
        setattr(litellm, callbacks, [])
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
