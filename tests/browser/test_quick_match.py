"""Quick match: two people find each other, leave, join as guests, and search again."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from games.titles.registry import newest
from tests.browser.conftest import Person
from tests.browser.driver import choose_option, open_table, play, wait_until
from tests.browser.test_accessible import complaints, never_scrolls_sideways
from tests.helpers.backstage import Backstage
from tests.helpers.seeking import GAME

pytestmark = pytest.mark.browser
TABLE = re.compile(r"/matches/\w+/$")
WINDOW = re.compile(r"(\d{4}) to (\d{4})")
SEARCH = re.compile(r"/quick/\w+/$")


TICK_ONLY = """(boxes, value) => boxes
  .filter((box) => box.checked !== (box.value === value))
  .forEach((box) => box.click())"""


def tick_only(page: Page, name: str, value: str) -> None:
    """Tick only this box of a group."""
    page.locator(f".quick-form label > [name={name}]").evaluate_all(TICK_ONLY, value)


def unfold(page: Page) -> None:
    """Open the details of the form below its summary."""
    folded = page.locator("details.quick-fields:not([open]) > summary")
    if folded.count():
        folded.click()


def look(page: Page, *, seats: int, clock: str = "live-10") -> None:
    """Start a search from the lobby for one game, with these seats and this clock."""
    page.goto("/")
    unfold(page)
    tick_only(page, "games", GAME)
    tick_only(page, "seats", str(seats))
    choose_option(page, "clock", clock)
    page.get_by_role("button", name="Find opponents").click()


def both_move(people: list[Person]) -> None:
    """Move at each seat, because an earlier end would call off the match."""
    abort = people[0].page.locator("[form=abort-form]")
    play(people, Random(1), enough=lambda: abort.count() == 0)


def window(page: Page) -> tuple[int, int]:
    """Return the lowest and the highest rating of the current search."""
    found = WINDOW.search(page.inner_text("#search"))
    assert found, page.inner_text("#search")
    return int(found[1]), int(found[2])


def leave_table(page: Page) -> None:
    page.click(".table-menu > summary")
    page.click(".resign > summary")
    page.get_by_role("button", name="Resign now").click()


@pytest.mark.long
def test_two_people_are_paired_at_one_table(
    arrive: Callable[..., Person], behind: Backstage
) -> None:
    anna, ben = arrive(calm=True), arrive(phone=True, calm=True)
    look(anna.page, seats=2)
    expect(anna.page).to_have_url(SEARCH)
    expect(anna.page.locator("#search")).to_contain_text(WINDOW)
    # The range of ratings widens on the page, and the seconds count.
    lowest, highest = window(anna.page)
    assert lowest % 50 == 0
    assert lowest + highest == 2 * 1500
    behind.ask("let_search_wait", ticket_id=anna.page.url.split("/")[-2], seconds=10)
    expect(anna.page.locator("#search")).not_to_contain_text(f"{lowest} to {highest}")
    assert window(anna.page)[0] < lowest
    expect(anna.page).to_have_title(re.compile(r"^(?!0:0[0-4])\d:\d\d"))
    look(ben.page, seats=2)
    for person in (anna, ben):
        expect(person.page).to_have_url(TABLE)
        expect(person.page.locator("#table")).to_be_visible()
    assert anna.page.url == ben.page.url

    # A rematch with the seats turned.
    before = anna.page.locator(".seat-0").first.inner_text()
    both_move([anna, ben])
    leave_table(ben.page)
    for person in (anna, ben):
        expect(person.page.locator("#table.is-over")).to_be_visible()
    ben.page.get_by_role("button", name="Offer a rematch").click()
    anna.page.get_by_role("button", name="Join the rematch").click()
    for person in (anna, ben):
        expect(person.page.locator("#table")).to_be_visible()
        expect(person.page.locator("#table.is-over")).to_have_count(0)
    assert anna.page.locator(".seat-0").first.inner_text() != before

    # The last search is kept, to repeat it with one click.
    anna.page.goto("/")
    expect(anna.page.locator(".quick-last")).to_contain_text(
        re.compile(f"{newest(GAME).game.name}.*2 players")
    )
    assert anna.complaints == ben.complaints == []


def test_search_ends_when_page_is_left(arrive: Callable[..., Person], behind: Backstage) -> None:
    emil, frida = arrive(calm=True), arrive(calm=True)
    look(emil.page, seats=3, clock="live-5")
    expect(emil.page).to_have_url(SEARCH)
    there = emil.page.url
    emil.page.reload()
    expect(emil.page.locator("#search h2")).to_contain_text("Looking for opponents")
    emil.page.goto("/")
    look(frida.page, seats=3, clock="live-5")
    expect(frida.page.locator("#search")).to_contain_text("No one else")
    ticket = there.rstrip("/").rsplit("/", 1)[1]
    wait_until(
        emil.page,
        lambda: not behind.ask("looked_for", ticket_id=ticket),
        "the search of an absent player ends",
    )
    emil.page.goto(there)
    expect(emil.page.locator("#search")).to_contain_text("This search is over")
    frida.page.get_by_role("button", name="Stop looking").click()
    expect(frida.page).to_have_url(re.compile(r":\d+/$"))


def test_bots_are_played_during_search(arrive: Callable[..., Person], behind: Backstage) -> None:
    anna, ben = arrive(phone=True, calm=True), arrive(calm=True)
    look(anna.page, seats=2, clock="live-5")
    expect(anna.page).to_have_url(SEARCH)
    offer = anna.page.locator(".bots-while-waiting")
    behind.ask("let_search_wait", ticket_id=anna.page.url.split("/")[-2], seconds=10)
    expect(offer).to_be_visible()
    assert complaints(anna) == []
    offer.get_by_role("button").click()
    expect(anna.page).to_have_url(TABLE)
    expect(anna.page.locator("#table")).to_be_visible()
    with_bots = anna.page.url
    look(ben.page, seats=2, clock="live-5")
    called = anna.page.locator("#called")
    expect(called).to_contain_text("Opponents found")
    expect(ben.page.locator(".search-larger")).to_contain_text("calling them")
    never_scrolls_sideways(ben)
    called.get_by_role("link").click()
    expect(anna.page.locator(".called-here")).to_be_visible()
    assert complaints(anna) == []
    anna.page.get_by_role("button", name="Play with them").click()
    for person in (anna, ben):
        expect(person.page).to_have_url(TABLE)
        expect(person.page.locator("#table")).to_be_visible()
    assert anna.page.url == ben.page.url != with_bots
    anna.page.goto(with_bots)
    expect(anna.page.locator("#table")).to_be_visible()
    assert anna.complaints == ben.complaints == []


def test_quick_match_works_without_javascript(arrive: Callable[..., Person]) -> None:
    gina, hugo = arrive(script=False, calm=True), arrive(script=False, calm=True)
    for person in (gina, hugo):
        look(person.page, seats=2, clock="live-20")
    expect(hugo.page).to_have_url(TABLE)
    # The page reloads by itself.
    expect(gina.page).to_have_url(TABLE)


def test_guest_joins_by_link_and_keeps_account(arrive: Callable[..., Person]) -> None:
    ida, guest = arrive(calm=True), arrive(account=False, calm=True)
    open_table(ida, seats=2, bots=0, public=False)
    link = ida.page.locator("[data-copy]").first.get_attribute("data-copy")
    assert link is not None
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Play as a guest").click()
    guest.page.get_by_role("button", name="Take a seat").click()
    for person in (ida, guest):
        expect(person.page.locator("#table")).to_be_visible()
    guest.page.goto("/")
    guest.page.get_by_role("link", name="Keep this account").click()
    guest.page.fill("[name=username]", guest.name)
    guest.page.fill("[name=email]", f"{guest.name}@example.org")
    guest.page.fill("[name=password1]", "quiet-harbour-42")
    guest.page.get_by_role("button", name="Keep this account").click()
    expect(guest.page.locator(".messages")).to_contain_text("This account is now yours.")
    guest.page.get_by_role("link", name="Go to the table").or_(
        guest.page.get_by_role("link", name="Play", exact=True)
    ).first.click()
    expect(guest.page.locator("#table")).to_be_visible()
    assert guest.complaints == []


def test_invitation_appears_in_lobby(arrive: Callable[..., Person]) -> None:
    jana, karl = arrive(calm=True), arrive(phone=True, calm=True)
    karl.page.goto("/")
    open_table(jana, seats=2, bots=0, public=False)
    jana.page.fill("[name=username]", karl.name)
    jana.page.get_by_role("button", name="Invite", exact=True).click()
    expect(jana.page.locator(".asked")).to_contain_text(karl.name)
    invited = karl.page.locator("#lobby-invited")
    expect(invited).to_contain_text(jana.name)
    invited.get_by_role("button", name="Sit down").click()
    for person in (jana, karl):
        expect(person.page.locator("#table")).to_be_visible()
