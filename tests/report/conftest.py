"""One headless Chromium for all tests of the page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.report.pages import Pages

ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic",
)  # fmt: skip


_open: list[Any] = []
"""The running Playwright and its Chromium, while tests of this folder run."""


@pytest.fixture(scope="module")
def chromium() -> Any:
    """A running Chromium, the same for all files; the test is skipped where there is none."""
    path = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    if not _open:
        from playwright.sync_api import sync_playwright

        playwright = sync_playwright().start()
        _open.extend((playwright, playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))))
    return _open[1]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """End the browser with the last test of this folder: its event loop would be in the way of tests that start one of their own."""
    yield
    if _open and (nextitem is None or nextitem.path.parent != item.path.parent):
        playwright, browser = _open
        _open.clear()
        browser.close()
        playwright.stop()


@pytest.fixture(scope="module")
def open_page(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    """Opens the pages of `pages.MAKERS` by name."""
    pages = Pages(chromium, tmp_path_factory.mktemp("pages"))
    yield pages
    pages.close()
