"""Firefox and WebKit with the part of Playwright's page that the driver needs (driver.py).

Playwright only supports its own builds of the two, which no package registry has. So Firefox is
driven by WebDriver BiDi over a socket, and WebKit by WebDriver over HTTP.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Error, TimeoutError
from websockets.sync.client import ClientConnection, connect

from games.engine.contract import Json
from tests.helpers.ports import free_port, wait_until_served
from tests.helpers.requirements import FIREFOX, WEBKIT, XVFB, require

PATIENCE = 60
"""Seconds to wait for a browser."""
POLL = 0.03
SIZE = {"width": 1280, "height": 900}
IS_FUNCTION = re.compile(r"\s*(async\s*)?(\([^)]*\)|\w+)\s*=>")
HEED_ERRORS = """window.driverErrors ??= (addEventListener("error", ({ message }) =>
  window.driverErrors.push(message)), [])"""


class Mouse:
    """The pointer of a page."""

    def __init__(self, page: OtherPage) -> None:
        self._page = page

    def click(self, x: float, y: float) -> None:
        at = {"type": "pointerMove", "x": round(x), "y": round(y)}
        down, up = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        mouse = {"parameters": {"pointerType": "mouse"}, "actions": [at, down, up]}
        self._page.act([{"type": "pointer", "id": "mouse", **mouse}])


class Handle:
    """The result of a wait."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def json_value(self) -> Any:
        return self._value


class OtherPage(ABC):
    """A page of another browser, with the methods of Playwright's page that the driver uses."""

    def __init__(self) -> None:
        self.mouse = Mouse(self)

    @abstractmethod
    def goto(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""

    @abstractmethod
    def sign_in(self, site: str, session: str) -> None:
        """Sign in with the key of a session."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the window, or what shows the page, this size."""

    @abstractmethod
    def act(self, actions: list[Any]) -> None:
        """Perform input actions of WebDriver."""

    @abstractmethod
    def errors(self) -> list[str]:
        """Return the errors of scripts in the page."""

    @abstractmethod
    def _text_of(self, expression: str) -> str:
        """Return the value of an expression, which is text."""

    @property
    def url(self) -> str:
        return str(self.evaluate("location.href"))

    def evaluate(self, script: str, arg: Any = None) -> Any:
        """Return the value of an expression, or of a function of one argument."""
        given = f"({script})({json.dumps(arg)})" if IS_FUNCTION.match(script) else f"({script})"
        return json.loads(self._text_of(f"JSON.stringify({given} ?? null)"))

    def wait_for_function(
        self, script: str, *, arg: Any = None, timeout: float = PATIENCE * 1000, **_how: Any
    ) -> Handle:
        until = time.monotonic() + timeout / 1000
        while time.monotonic() < until:
            with suppress(Error):  # Another page is being loaded.
                if found := self.evaluate(script, arg):
                    return Handle(found)
            time.sleep(POLL)
        raise TimeoutError(f"in vain: {script[:80]}")

    def wait_for_selector(self, selector: str) -> None:
        self.wait_for_function("(at) => Boolean(document.querySelector(at))", arg=selector)

    def wait_for_load_state(self) -> None:
        self.wait_for_function("document.readyState === 'complete'")

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1000)

    def inner_text(self, selector: str) -> str:
        return str(self.evaluate("(at) => document.querySelector(at)?.innerText ?? ''", selector))


class FirefoxPage(OtherPage):
    """Firefox, over WebDriver BiDi."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__()
        self._socket = socket
        self._number = 0
        self._errors: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        context = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._in = {"context": context}
        self._ask("browsingContext.setViewport", **self._in, viewport=SIZE)

    def _ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(PATIENCE))
            if answer.get("method") == "log.entryAdded":
                entry = answer["params"]
                if entry["type"] == "javascript" and entry["level"] == "error":
                    self._errors.append(entry["text"])
            if answer.get("id") == self._number:
                if answer["type"] == "error":
                    raise Error(answer["message"])
                return answer["result"]

    def goto(self, url: str) -> None:
        self._ask("browsingContext.navigate", **self._in, url=url, wait="complete")

    def sign_in(self, site: str, session: str) -> None:
        value = {"type": "string", "value": session}
        cookie = {"name": "sessionid", "value": value, "domain": urlsplit(site).hostname}
        self._ask("storage.setCookie", cookie=cookie)

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", **self._in, viewport=size)

    def act(self, actions: list[Any]) -> None:
        self._ask("input.performActions", **self._in, actions=actions)

    def errors(self) -> list[str]:
        self.evaluate("1")  # Earlier errors arrive before its answer.
        return self._errors

    def _text_of(self, expression: str) -> str:
        asked = {"expression": expression, "target": self._in, "awaitPromise": False}
        answer = self._ask("script.evaluate", **asked)
        if answer["type"] == "exception":
            raise Error(answer["exceptionDetails"]["text"])
        return str(answer["result"]["value"])


class WebKitPage(OtherPage):
    """WebKit, over WebDriver."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        wish: Json = {"capabilities": {"alwaysMatch": {}}}
        session = self._ask("POST", "/session", wish)["sessionId"]
        self._session = f"/session/{session}"
        self._ask("POST", f"{self._session}/window/rect", SIZE)

    def _ask(self, how: str, path: str, body: Any = None) -> Any:
        answer = self._client.request(how, path, json=body if how == "POST" else None)
        value = answer.json()["value"]
        if answer.is_error:
            raise Error(f"{value['error']}: {value['message']}")
        return value

    def goto(self, url: str) -> None:
        self._ask("POST", f"{self._session}/url", {"url": url})
        self.evaluate(HEED_ERRORS)

    def sign_in(self, site: str, session: str) -> None:
        self.goto(site)
        cookie = {"name": "sessionid", "value": session, "path": "/", "sameSite": "Lax"}
        self._ask("POST", f"{self._session}/cookie", {"cookie": cookie})

    def resize(self, width: int, height: int) -> None:
        self._ask("POST", f"{self._session}/window/rect", {"width": width, "height": height})

    def act(self, actions: list[Any]) -> None:
        self._ask("POST", f"{self._session}/actions", {"actions": actions})

    def errors(self) -> list[str]:
        found: list[str] = self.evaluate("window.driverErrors")
        return found

    def _text_of(self, expression: str) -> str:
        body = {"script": f"return {expression}", "args": []}
        return str(self._ask("POST", f"{self._session}/execute/sync", body))

    def close(self) -> None:
        """Close the session, which also closes the browser."""
        self._ask("DELETE", self._session)
        self._client.close()


@contextmanager
def _running(*command: str, log: Path, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("ab") as out:
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=out, stderr=out
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()


@contextmanager
def firefox(place: Path) -> Iterator[FirefoxPage]:
    """Run a Firefox with a profile of its own in this folder."""
    program, port, log = require(FIREFOX), free_port(), place / "firefox.log"
    # Firefox logs an error when a page is left before its service worker has an answer.
    preferences = {"ui.prefersReducedMotion": "1", "dom.serviceWorkers.enabled": "false"}
    lines = [f'user_pref("{name}", {value});' for name, value in preferences.items()]
    (place / "user.js").write_text("\n".join([*lines, ""]))
    flags = ("--remote-debugging-port", str(port), "--profile", str(place), "about:blank")
    with _running(
        program, "--headless", "--no-remote", *flags, log=log, HOME=str(place)
    ) as process:
        wait_until_served(process, port, log)
        with connect(f"ws://127.0.0.1:{port}/session", max_size=None) as socket:
            yield FirefoxPage(socket)


@contextmanager
def webkit(place: Path) -> Iterator[WebKitPage]:
    """Run a WebKit on a virtual screen."""
    program, screen, port, log = require(WEBKIT), require(XVFB), free_port(), place / "webkit.log"
    display = f":{port}"
    # Without animations, and without an emulated graphics card.
    calm = place / ".config/gtk-3.0/settings.ini"
    calm.parent.mkdir(parents=True)
    calm.write_text("[Settings]\ngtk-enable-animations=0\n")
    quiet = {
        "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
        "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
        "XDG_CONFIG_HOME": str(place / ".config"),
        "NO_AT_BRIDGE": "1",
        "GDK_BACKEND": "x11",
    }
    home = {"HOME": str(place), "XDG_RUNTIME_DIR": str(place), "DISPLAY": display}
    with (
        _running(screen, display, "-screen", "0", "1400x1000x24", log=log),
        _running(program, f"--port={port}", log=log, **quiet, **home) as process,
    ):
        wait_until_served(process, port, log)
        until = time.monotonic() + PATIENCE
        while not Path(f"/tmp/.X11-unix/X{port}").exists():
            assert time.monotonic() < until, log.read_text()
            time.sleep(POLL)
        page = WebKitPage(port)
        try:
            yield page
        finally:
            page.close()
