"""Moves go over the page's socket; a move whose answer was lost is sent again, and played once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, Request, WebSocketRoute, expect

from tests.browser.conftest import Person
from tests.browser.driver import is_mine

pytestmark = pytest.mark.browser
HANDS = {"hands": [["m3", "m4"], ["m5", "m6"]]}


def count_posts(page: Page) -> list[str]:
    """Collect the addresses to which the page posts from now on."""
    posts: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/moves/"):
            posts.append(request.url)

    page.on("request", note)
    return posts


def log(person: Person) -> list[str]:
    return [line.text_content() or "" for line in person.page.locator("#log-lines li").all()]


def test_move_over_socket_survives_lost_connection(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True, own=True), arrive(calm=True, own=True)
    table = prepare("condottiere", HANDS, anna, ben)
    for person in (anna, ben):
        person.page.goto(table)
    first, second = (anna, ben) if is_mine(anna.page) else (ben, anna)
    posts = count_posts(first.page)
    first.page.click("#act-decline")
    expect(second.page.locator("#table.is-mine")).to_be_visible()
    assert posts == []

    # The answer to the next move and the connection are lost.
    sent: list[str] = []
    lost: list[str] = []

    def lose_the_first_answer(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def to_server(text: str | bytes) -> None:
            if '"move"' in str(text):
                sent.append(str(text))
            server.send(text)

        def to_page(text: str | bytes) -> None:
            if str(text).startswith("played ") and not lost:
                lost.append(str(text))
                route.close(code=1011)
                return
            if not lost or len(sent) > 1 or not str(text).startswith("<div"):
                route.send(text)

        route.on_message(to_server)
        server.on_message(to_page)

    second.page.route_web_socket("**/ws/matches/**", lose_the_first_answer)
    second.page.goto(table)
    expect(second.page.locator("#table.is-mine")).to_be_visible()
    seen = int(second.page.get_attribute("#table", "data-seen") or 0)
    city = second.page.locator("#board button.city").first
    city.click()
    expect(second.page.locator("#table")).not_to_have_attribute("data-seen", str(seen))
    expect(second.page.locator("#line[data-state]")).to_have_count(0)
    assert len(lost) == 1
    assert len(sent) == 2, "it is sent again"
    assert sent[0] == sent[1]
    assert int(second.page.get_attribute("#table", "data-seen") or 0) == seen + 1
    expect(first.page.locator("#table")).to_have_attribute("data-seen", str(seen + 1))


def test_form_is_posted_without_open_socket(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True, own=True), arrive(calm=True, own=True)
    table = prepare("condottiere", HANDS, anna, ben)
    for person in (anna, ben):
        # Some networks block WebSockets.
        person.page.route_web_socket("**/ws/**", lambda route: route.close(code=1011))
        person.page.goto(table)
    first = anna if is_mine(anna.page) else ben
    posts = count_posts(first.page)
    first.page.click("#act-decline")
    expect(first.page.locator("#table.is-mine")).to_have_count(0)
    assert len(posts) == 1


def test_table_lost_on_the_way_comes_with_the_next_ping(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True, own=True), arrive(calm=True, own=True)
    table = prepare("condottiere", HANDS, anna, ben)
    lost: list[str] = []

    def lose_the_first_table(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def to_page(text: str | bytes) -> None:
            if 'id="table"' in str(text) and not lost:
                lost.append(str(text))
            else:
                route.send(text)

        server.on_message(to_page)

    anna.page.goto(table)
    first, second = (anna, ben) if is_mine(anna.page) else (ben, anna)
    second.page.route_web_socket("**/ws/matches/**", lose_the_first_table)
    for person in (first, second):
        person.page.goto(table)
    with second.page.expect_websocket() as opened:
        second.page.reload()
    first.page.click("#act-decline")
    expect(first.page.locator("#table.is-mine")).to_have_count(0)
    while not lost:
        second.page.wait_for_timeout(20)
    assert opened.value is not None
    expect(second.page.locator("#table.is-mine")).to_have_count(0)
    second.page.evaluate("dispatchEvent(new Event('online'))")
    expect(second.page.locator("#table.is-mine")).to_be_visible()


def test_late_answer_is_shown_until_it_comes(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(calm=True, own=True)
    page = anna.page
    page.clock.install()
    page.goto(prepare("condottiere", {**HANDS, "turn": 0}, anna, arrive()))
    keep = "event.preventDefault(); event.stopImmediatePropagation();"
    page.evaluate(f"addEventListener('tavola:send', (event) => {{ {keep} }}, true)")
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=2))
    page.click("#act-decline")
    expect(page.locator("#room[data-sending]")).to_have_count(0)
    page.clock.run_for(300)
    expect(page.locator("#room[data-sending]")).to_be_attached()
    answer = "new CustomEvent('tavola:answered', { detail: { id: 1 } })"
    page.evaluate(f"document.dispatchEvent({answer})")
    expect(page.locator("#room[data-sending]")).to_have_count(0)
