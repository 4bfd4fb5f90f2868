"""A page that loses its connection says so, reconnects by itself, and shows the newest table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from core.server.store_watch import AWAY, BACK
from tests.browser.conftest import DESK, PHONE, Person
from tests.browser.driver import click, is_mine, read, wait_until
from tests.helpers.wire import Wire, wire

pytestmark = pytest.mark.browser
HANDS = {"hands": [["m3", "m4"], ["m5", "m6"]]}
RIGHT_WITHIN = 10_000
"""Milliseconds from the reconnection until table and chat are right.

It usually takes a fraction of a second. Without an immediate update the page would notice only at
its next attempt or ping, after 15 seconds.
"""
WATCH = """
for (const [name, kind] of [["back", "htmx:wsOpen"], ["right", "htmx:wsAfterMessage"]])
  document.addEventListener(kind, () => (document.body.dataset[name] = performance.now()));
const chip = document.getElementById("line");
chip.dataset.shown = "";
new MutationObserver(() => (chip.dataset.shown += ` ${chip.dataset.state ?? ""}`))
  .observe(chip, { attributeFilter: ["data-state"] });
"""
"""Records when the connection was back and the table right, and all states of the indicator.

The state that the connection is back is visible for only two seconds.
"""
UNTIL_ITS_TIMERS_RAN = "new Promise((done) => setTimeout(done, 3600))"
"""Ends after every timer that the page has set before: the page reloads within 3.5 seconds."""

PARTS = """() => {
  const main = document.querySelector("main");
  main.insertAdjacentHTML("afterbegin",
    '<p id="own" hx-get="/away/" hx-trigger="look"></p>' +
    '<button id="pressed" hx-get="/away/">Press</button>');
  htmx.process(main);
  document.addEventListener("htmx:responseError", ({ target }) => {
    target.dataset.said = document.getElementById("messages").textContent || "nothing";
  });
}"""
"""Adds a part that updates itself and a button, which record what the page said of a failure."""


@pytest.fixture
def line(site: str) -> Iterator[Wire]:
    with wire(urlsplit(site).port or 80) as laid:
        yield laid


def signal(person: Person, kind: str) -> None:
    """Dispatch an event of the device in the page."""
    person.page.evaluate(f"dispatchEvent(new Event('{kind}'))")


def chip(person: Person, state: str) -> Locator:
    return person.page.locator(f"#line[data-state={state}]")


@pytest.mark.long
def test_page_reconnects_and_shows_newest_table(
    arrive: Callable[..., Person], prepare: Callable[..., str], line: Wire
) -> None:
    anna, ben = arrive(through=line.address, calm=True), arrive(phone=True, calm=True)
    table = prepare("condottiere", HANDS, anna, ben)
    for person in (anna, ben):
        person.page.goto(table)
    if is_mine(anna.page):
        anna.page.click("#act-decline")
    expect(ben.page.locator("#table.is-mine")).to_be_visible()
    expect(anna.page.locator("#table.is-mine")).to_have_count(0)

    # The page says that it lost its connection, while the others go on.
    anna.page.evaluate(WATCH)
    line.cut()
    expect(chip(anna, "lost")).to_contain_text("Connection lost")
    ben.page.click("#act-decline")
    expect(ben.page.locator("#table.is-mine")).to_have_count(0)
    ben.page.click("[data-tab=chat]")
    ben.page.fill("#say-text", "Where are you?")
    ben.page.press("#say-text", "Enter")
    expect(ben.page.locator("#chat-lines")).to_contain_text("Where are you?")

    # After the reconnection table and chat are right at once.
    line.mend()
    signal(anna, "online")
    expect(anna.page.locator("#table.is-mine")).to_be_visible()
    expect(anna.page.locator("#chat-lines")).to_contain_text("Where are you?", use_inner_text=False)
    took = anna.page.evaluate("document.body.dataset.right - document.body.dataset.back")
    assert 0 < took < RIGHT_WITHIN, took
    expect(anna.page.locator("#line[data-state]")).to_have_count(0)
    expect(anna.page.locator("#line[data-shown~=lost][data-shown~=back]")).to_be_attached()

    # The socket freezes without a close: the page notices, and reconnects. Later pings do not
    # extend its wait for an answer.
    line.go_dead()
    with anna.page.expect_websocket():
        asking = anna.page.evaluate("setInterval(() => dispatchEvent(new Event('online')), 500)")
    anna.page.evaluate("(asking) => clearInterval(asking)", asking)

    # A move without a connection is sent when the page is connected again.
    line.cut()
    expect(chip(anna, "lost")).to_be_visible()
    shown = str(ben.page.get_attribute("#table", "data-seen"))
    reading = read(anna.page)
    assert click(anna.page, reading, reading.ways[0].at)
    expect(anna.page.locator("#messages")).to_contain_text("Your move will be sent")
    anna.page.set_viewport_size(PHONE)
    said, state = (anna.page.locator(name).bounding_box() for name in ("#messages", "#line"))
    assert said is not None
    assert state is not None
    assert said["y"] >= state["y"] + state["height"], "one covers the other"
    anna.page.set_viewport_size(DESK)
    line.mend()
    signal(anna, "online")
    expect(ben.page.locator("#table")).not_to_have_attribute("data-seen", shown)
    expect(anna.page.locator("#room[data-sending]")).to_have_count(0)

    # The site has a new release, but a chosen card stays chosen.
    anna.page.evaluate("document.getElementById('line').dataset.version = 'older'")
    anna.page.click("#log [data-drawer=chat]")
    anna.page.fill("#say-text", "Here, but")
    line.cut()
    expect(chip(anna, "lost")).to_be_visible()
    expect(anna.page.get_by_role("button", name="Try now")).to_be_visible()
    line.mend()
    signal(anna, "online")
    expect(chip(anna, "renewed")).to_contain_text("Tavola was updated")
    anna.page.evaluate(UNTIL_ITS_TIMERS_RAN)
    expect(anna.page.locator("#say-text")).to_have_value("Here, but")
    anna.page.click("[data-reload]")
    expect(anna.page.locator("#say-text")).to_have_value("")
    # Without a chosen card the page reloads.
    anna.page.evaluate("document.getElementById('line').dataset.version = 'older'")
    line.cut()
    expect(chip(anna, "lost")).to_be_visible()
    line.mend()
    expect(anna.page.locator("#line:not([data-version=older])")).to_be_attached()

    # After signing out elsewhere no page reconnects as a guest.
    anna.context.clear_cookies()
    line.cut()
    expect(chip(anna, "lost")).to_be_visible()
    line.mend()
    signal(anna, "online")
    expect(chip(anna, "out").get_by_role("link", name="Sign in")).to_be_visible()
    for person in (anna, ben):
        assert person.complaints == []


def test_page_says_that_the_database_is_away(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True, own=True), arrive(calm=True)
    table = prepare("condottiere", HANDS, anna, ben)
    sockets: list[WebSocketRoute] = []

    def between(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    anna.page.route_web_socket(re.compile("/ws/matches/"), between)
    anna.page.goto(table)
    wait_until(anna.page, lambda: bool(sockets), "the page is connected")
    sockets[0].send(AWAY)
    expect(chip(anna, "away")).to_contain_text("Tavola can’t reach its database")
    sockets[0].send(BACK)
    expect(anna.page.locator("#line[data-state]")).to_have_count(0)


def test_failed_update_of_a_part_says_nothing_and_failed_press_does(
    arrive: Callable[..., Person],
) -> None:
    page = arrive(account=False).page
    page.goto("/")
    page.route(
        "**/away/", lambda route: route.fulfill(status=503, content_type="text/plain", body="Wait.")
    )
    page.evaluate(PARTS)
    page.evaluate("htmx.trigger('#own', 'look')")
    expect(page.locator("#own")).to_have_attribute("data-said", "nothing")
    page.click("#pressed")
    expect(page.locator("#pressed")).to_have_attribute("data-said", "Wait.")
