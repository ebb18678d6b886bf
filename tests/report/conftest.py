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


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    """A running Chromium; the test is skipped where there is none.

    It ends with the last test of this folder: its event loop would be in the way of tests that start one of their own.
    """
    path = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def open_page(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    """Opens the pages of `pages.MAKERS` by name."""
    pages = Pages(chromium, tmp_path_factory.mktemp("pages"))
    yield pages
    pages.close()
