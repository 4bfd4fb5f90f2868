"""Browser contexts that tests use one after the other.

Opening a context and its page takes more CPU time than most tests do in it, and its empty cache
lets the site send every stylesheet and script again. A test leaves its context to the next one
without cookies, stored data, routes and history; what cannot be undone is refused in such a
context, and a test that needs it asks for a context of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from typing import Any, NoReturn

from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page, ViewportSize

MOST_IDLE = 6
"""Contexts that wait for the next test; each is a process with some memory."""
LASTING = {
    "context": (
        "expose_binding",
        "expose_function",
        "grant_permissions",
        "route_web_socket",
    ),
    "page": (
        "add_locator_handler",
        "expose_binding",
        "expose_function",
        "route_web_socket",
        "set_extra_http_headers",
    ),
    "clock": ("install", "pause_at", "set_fixed_time"),
}
"""Methods whose effect on a context lasts until its end.

So does `page.on`, but such a listener only tells a test that is over; `Window.listen` ends it.
"""
MOMENT = 2_000
"""Milliseconds for the words of a page whose test has failed."""
REST = "/static/built/badge.png"
"""Where an idle window stays: at the same site, so that its next page needs no new process."""
FORGET = "try { sessionStorage.clear(); } catch { /* no page of the site */ }"


@dataclass(frozen=True)
class Kind:
    """What is the same for all tests that use a context."""

    browser: Browser
    address: str
    script: bool
    touch: bool
    worker: bool

    def open(self, size: ViewportSize) -> BrowserContext:
        """Open a context of this kind."""
        return self.browser.new_context(
            base_url=self.address,
            viewport=size,
            has_touch=self.touch,
            is_mobile=self.touch,
            java_script_enabled=self.script,
            service_workers="allow" if self.worker else "block",
            # `arrive` decides this for the first page.
            reduced_motion="reduce",
        )


@dataclass
class Window:
    """A context with a page, and what the page's current person hears of it."""

    kind: Kind
    page: Page
    devtools: CDPSession | None
    """Empties the window for the next test; a window of one test has none."""
    listeners: list[tuple[str, Callable[[Any], None]]] = field(default_factory=list)
    added: ExitStack = field(default_factory=ExitStack)
    """Removes the scripts that run at the start of each page, and ends sessions of this test."""

    def listen(self, event: str, heed: Callable[[Any], None]) -> None:
        """Pass events of the page on until the end of this test."""
        self.page.on(event, heed)  # type: ignore[call-overload]  # any event
        self.listeners.append((event, heed))

    def for_this_test(self, add: Callable[..., AbstractContextManager[Any]]) -> Callable[..., Any]:
        """Return a method that adds a script until the end of this test."""
        return lambda *given, **named: self.added.enter_context(add(*given, **named))

    def session_for_this_test(
        self, open_session: Callable[[Page], CDPSession]
    ) -> Callable[[Page], CDPSession]:
        """Return a method that opens a session, whose settings end with this test."""

        def open_and_note(page: Page) -> CDPSession:
            session = open_session(page)
            self.added.callback(session.detach)
            return session

        return open_and_note

    def shown(self) -> str:
        """Return the address and the words of each page, for the report of a failed test."""
        return "\n\n".join(map(_shown_by, self.page.context.pages))

    def empty(self) -> None:
        """Leave nothing of this test to the next one."""
        assert self.devtools is not None
        context = self.page.context
        for event, heed in self.listeners:
            self.page.remove_listener(event, heed)
        self.listeners.clear()
        self.added.close()
        for other in context.pages:
            if other is not self.page:
                other.close()
        context.unroute_all()
        self.page.unroute_all()
        context.set_offline(False)
        self.page.evaluate(FORGET)
        self.page.goto(REST)
        every = {"origin": self.kind.address, "storageTypes": "all"}
        self.devtools.send("Storage.clearDataForOrigin", every)
        self.devtools.send("Page.resetNavigationHistory")
        context.clear_cookies()
        self.page.emulate_media(color_scheme="light", forced_colors="none")


class Windows:
    """The windows of all tests."""

    def __init__(self) -> None:
        self._idle: list[Window] = []
        self.used: list[Window] = []
        """Those that the current test has taken."""

    def take(self, kind: Kind, size: ViewportSize, own: bool) -> Window:
        """Return an empty window of this kind.

        Args:
            kind: The kind of the context.
            size: The size of the window.
            own: Open a window for this test alone.
        """
        window = self._idle_or_new(kind, size, own)
        self.used.append(window)
        return window

    def _idle_or_new(self, kind: Kind, size: ViewportSize, own: bool) -> Window:
        for window in self._idle:
            if window.kind == kind and not own:
                assert window.devtools is not None
                self._idle.remove(window)
                window.page.set_viewport_size(size)
                # A new size brings tabs and address bar back.
                fill_screen(window.devtools)
                return window
        context = kind.open(size)
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        fill_screen(devtools)
        if own:
            devtools.detach()
            return Window(kind, page, None)
        window = Window(kind, page, devtools)
        for thing, called in ((context, "context"), (page, "page"), (page.clock, "clock")):
            for name in LASTING[called]:
                setattr(thing, name, refuse)
        for thing in (context, page):
            add: Any = window.for_this_test(thing.add_init_script)
            thing.add_init_script = add  # type: ignore[method-assign]  # only for shared windows
        session: Any = window.session_for_this_test(context.new_cdp_session)
        context.new_cdp_session = session  # type: ignore[method-assign]  # as above
        return window

    def give_back(self, window: Window) -> None:
        """Keep a window for the next test, or close it; too many are closed, the oldest first."""
        self.used.remove(window)
        if window.devtools is None:
            window.page.context.close()
            return
        try:
            window.empty()
        except Error:  # The test closed its page.
            window.page.context.close()
            return
        self._idle.append(window)
        if len(self._idle) > MOST_IDLE:
            self._idle.pop(0).page.context.close()


def _shown_by(page: Page) -> str:
    try:
        words = page.locator("body").inner_text(timeout=MOMENT)
    except Error as error:  # The page does not answer.
        words = str(error)
    return f"{page.url}\n{words}"


def fill_screen(devtools: CDPSession) -> None:
    """Hide tabs and address bar, which Chromium draws 30 times a second while a page loads."""
    window = devtools.send("Browser.getWindowForTarget")["windowId"]
    filling = {"windowId": window, "bounds": {"windowState": "fullscreen"}}
    devtools.send("Browser.setWindowBounds", filling)


def refuse(*_: object, **__: object) -> NoReturn:
    """Fail, because this would change the context for the tests that use it later."""
    raise AssertionError("needs a context of its own: arrive(own=True)")
