"""A window that tests use one after the other keeps nothing of an earlier test."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import DESK, PHONE
from tests.browser.contexts import Kind, Windows

pytestmark = pytest.mark.browser
LEAVE = """() => {
  document.cookie = "left=1; path=/";
  localStorage.left = sessionStorage.left = "1";
}"""
LEFT = """() => ({
  stored: [document.cookie, localStorage.left, sessionStorage.left].filter(Boolean),
  dark: matchMedia("(prefers-color-scheme: dark)").matches,
  width: innerWidth,
  styled: [...document.styleSheets].some((sheet) => sheet.cssRules.length),
  pages: history.length,
  letters: getComputedStyle(document.documentElement).fontSize,
  bare: matchMedia("(display-mode: fullscreen)").matches,
})"""


def test_next_test_gets_same_window_without_traces(browser: Browser, site: str) -> None:
    windows = Windows()
    kind = Kind(browser, site, script=True, touch=False, worker=False)
    window = windows.take(kind, DESK, own=False)
    page, heard = window.page, list[str]()
    page.route("**/*.css", lambda route: route.abort())
    window.listen("console", lambda message: heard.append(message.text))
    page.goto("/credits/")
    page.goto("/stored/")
    page.evaluate(LEAVE)
    page.emulate_media(color_scheme="dark")
    page.context.add_init_script("localStorage.left = 1")
    page.add_init_script("localStorage.left = 1")
    page.context.new_page()
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    windows.give_back(window)
    heard.clear()

    again = windows.take(kind, PHONE, own=False)
    assert again.page is page
    assert page.context.pages == [page]
    page.goto("/credits/")
    page.evaluate("console.log('heard')")
    left = {"stored": [], "dark": False, "width": 390, "styled": True, "pages": 2}
    assert page.evaluate(LEFT) == {**left, "letters": "16px", "bare": True}
    assert heard == []
    with pytest.raises(AssertionError, match="own=True"):
        page.expose_function("left", print)
    other = windows.take(kind, PHONE, own=False)
    assert other.page is not page
    for one in (again, other):
        one.page.context.close()
