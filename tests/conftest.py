"""What holds for every test: no socket leaves this machine, and no skip goes unseen where everything must run."""

from __future__ import annotations

import asyncio.base_events
import ipaddress
import os
import socket
import traceback
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.research import research

MAY_SKIP: dict[str, str] = {}
"""Tests that may be skipped even under JUDGEAUDIT_REQUIRE_ALL=1: node id -> why it cannot be had on loopback."""


class OutsideWorldError(AssertionError):
    """A test tried to reach a host that is not this machine."""


def _check(address: object) -> None:
    host = address[0] if isinstance(address, tuple) else None
    if host is None or host in ("localhost", ""):
        return
    try:
        inside = ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        inside = False
    if not inside:
        raise OutsideWorldError(f"a test wants to connect to {address!r}")


def _name_makers_of_event_loops() -> None:
    """An event loop that nobody closes is found when the garbage collector comes by, in some other test: then say who made it."""
    loops: Any = asyncio.base_events.BaseEventLoop
    make, end = loops.__init__, loops.__del__

    def made(self: Any) -> None:
        make(self)
        self._maker = f"{os.environ.get('PYTEST_CURRENT_TEST')}\n{''.join(traceback.format_stack(limit=8))}"

    def ended(self: Any) -> None:
        if not self.is_closed():
            warnings.warn(f"an event loop was never closed; it was made in {self._maker}", ResourceWarning, source=self, stacklevel=1)
            self.close()
        end(self)

    loops.__init__, loops.__del__ = made, ended


_name_makers_of_event_loops()


@pytest.fixture(autouse=True)
def _loopback_only(monkeypatch: pytest.MonkeyPatch) -> None:
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

    def checked_connect(self: socket.socket, address: Any) -> object:
        _check(address)
        return connect(self, address)

    def checked_connect_ex(self: socket.socket, address: Any) -> object:
        _check(address)
        return connect_ex(self, address)

    monkeypatch.setattr(socket.socket, "connect", checked_connect)
    monkeypatch.setattr(socket.socket, "connect_ex", checked_connect_ex)
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    if report.skipped and os.environ.get("JUDGEAUDIT_REQUIRE_ALL") == "1" and item.nodeid not in MAY_SKIP and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped although JUDGEAUDIT_REQUIRE_ALL=1: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with research data beside the checkout; the test is skipped where it is absent."""
    return research().parent
