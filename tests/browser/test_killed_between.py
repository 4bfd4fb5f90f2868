"""A server is killed between the commit and the publication of a move, while two people play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from games.engine.contract import Json
from tests.browser.conftest import AT_ONCE, DESK, PATIENCE, UNGUARDED
from tests.browser.driver import decide, is_mine, read
from tests.faults.cluster import Cluster, Process, cluster
from tests.helpers.effort import examples
from tests.helpers.ports import is_served

pytestmark = pytest.mark.browser
KILLS = min(20, examples(2))
WAKE = "setInterval(() => dispatchEvent(new Event('online')), 500)"
"""Makes a page ping or reconnect every half second.

By itself it pings every twenty seconds, and waits longer after each failed attempt.
"""
SHOWN = "#table"


@pytest.fixture
def site(real_postgresql: str, real_redis: str, tmp_path: Path) -> Iterator[Cluster]:
    with cluster(tmp_path, DATABASE_URL=real_postgresql, REDIS_URL=real_redis) as opened:
        yield opened


class Fragile:
    """Two servers that die after the first move each commits, and restart at once."""

    def __init__(self, site: Cluster) -> None:
        self._site = site
        self._servers: list[Process] = [site.server(dies=True) for _ in range(2)]
        self.ports = [server.port for server in self._servers]
        self.deaths = 0
        self._stop = Event()
        self._watcher = Thread(target=self._start_again)
        self._watcher.start()

    def _start_again(self) -> None:
        while not self._stop.wait(0.02):
            for place, port in enumerate(self.ports):
                if not is_served(port):
                    self.deaths += 1
                    self._servers[place] = self._site.server(port, dies=True)

    def close(self) -> None:
        self._stop.set()
        self._watcher.join()
        for server in self._servers:
            server.kill()


@contextmanager
def page_of(browser: Browser, person: Json, port: int, match_id: str) -> Iterator[Page]:
    """Open a person's page of the match at one of the servers."""
    context = browser.new_context(
        base_url=f"http://127.0.0.1:{port}",
        viewport=DESK,
        reduced_motion="reduce",
        service_workers="block",
    )
    for script in (UNGUARDED, AT_ONCE, WAKE):
        context.add_init_script(script)
    context.set_default_timeout(PATIENCE)
    cookie = {"name": "sessionid", "value": person["session"], "url": f"http://127.0.0.1:{port}"}
    context.add_cookies([cookie])  # type: ignore[list-item]  # a dict in place of its TypedDict
    page = context.new_page()
    page.goto(f"/matches/{match_id}/")
    yield page
    context.close()


@pytest.mark.long
def test_server_killed_between_commit_and_publish_leaves_both_pages_at_newest_table(
    site: Cluster, browser: Browser
) -> None:
    rng = Random(9)
    (table,) = site.ask("tables")
    fragile = Fragile(site)
    with ExitStack() as stack:
        stack.callback(fragile.close)
        pages = [
            stack.enter_context(page_of(browser, person, port, table["id"]))
            for person, port in zip(table["people"], fragile.ports, strict=True)
        ]
        while fragile.deaths < KILLS and not read(pages[0]).over:
            mover, other = pages if is_mine(pages[0]) else reversed(pages)
            decide(mover, rng)
            newest = mover.locator(SHOWN).get_attribute("data-seen") or ""
            expect(other.locator(SHOWN)).to_have_attribute("data-seen", newest)
        assert fragile.deaths >= KILLS
    stored = site.ask("stored", match_id=table["id"])
    assert len(stored["moves"]) >= KILLS
