"""How the tests play with mouse clicks."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from playwright.sync_api import Page

from tests.browser.conftest import Person

SHOWN = (
    "[document.getElementById('table').className, document.getElementById('table').dataset.seen]"
)
"""What state the table is in, and up to which event: of one moment."""


def open_table(
    person: Person,
    *,
    seats: int,
    bots: int,
    public: bool = True,
    game: str = "condottiere",
    **options: str,
) -> None:
    """Open a table through the form; the last chairs go to bots."""
    page = person.page
    page.goto(f"/games/{game}/open/")
    page.check(f"[name=seats][value='{seats}']", force=True)
    for chair in range(seats - bots, seats):
        page.check(f"[name=chair_{chair}][value=easy]", force=True)
    for name, value in options.items():
        page.check(f"[name=option_{name}][value={value}]", force=True)
    if not public:
        page.check("[name=public][value=no]", force=True)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/matches/*/")


def is_over(page: Page) -> bool:
    return page.locator("#table.is-over").count() > 0


def is_mine(page: Page) -> bool:
    return page.locator("#table.is-mine").count() > 0


def moved(page: Page, seen: str | None) -> None:
    """Wait until the table shows what came after that; not once a frame, as frames cost."""
    page.wait_for_function(
        "seen => document.getElementById('table').dataset.seen !== seen", arg=seen, polling=20
    )


def decide(page: Page, rng: Random) -> None:
    """One decision, in at most two clicks, from what the page offers."""
    cities = page.locator("button.city")
    if cities.count():
        cities.nth(rng.randrange(cities.count())).click(force=True)
    elif page.locator("#act-keep").count():
        page.click("#act-keep")
    else:
        cards = page.locator("#my-side label.card")
        if cards.count() == 0 or rng.random() < 0.25:
            page.click("#act-pass")
            return
        card = cards.nth(rng.randrange(cards.count()))
        card.click(position={"x": 20, "y": 20}, force=True)
        page.click("#act-play")


def play_to_the_end(
    people: list[Person],
    rng: Random,
    seconds: float,
    decide: Callable[[Page, Random], None] = decide,
) -> None:
    """Everyone decides when asked, until the match is over on every screen."""
    until = time.monotonic() + seconds
    playing = list(people)
    while playing:
        assert time.monotonic() < until, people[0].page.inner_text("#ask")
        for person in list(playing):
            shown, seen = person.page.evaluate(SHOWN)
            if "is-over" in shown.split():
                playing.remove(person)
            elif "is-mine" in shown.split():
                decide(person.page, rng)
                moved(person.page, seen)
        time.sleep(0.02)
