"""The card of a player opens on a name, closes with Escape, and covers no decision."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.titles.positions import PreparedPosition, prepared_positions
from games.titles.registry import all_games
from tests.browser.conftest import Person
from tests.helpers.effort import covering

pytestmark = pytest.mark.browser
SETTLED = """() => {
  const card = document.getElementById("player-card").getBoundingClientRect();
  const inside = [card.left, card.top, innerWidth - card.right, innerHeight - card.bottom];
  const meets = (one) => window.covering.shared(card, one.getBoundingClientRect()) > 0;
  const decided =
    '#ask, #table :is(button[form="move-form"], label:has(> input[form="move-form"]), .is-legal)';
  const covered = [...document.querySelectorAll(decided)].filter(meets);
  return Math.min(...inside) >= 0 && covered.length === 0;
}"""


def crowded(slug: str) -> PreparedPosition:
    """Return the prepared table of a game with the most choices."""

    def choices(one: PreparedPosition) -> int:
        position = one.record.start()
        asked = one.seat in position.to_move() and one.record.position and not one.record.moves
        return len(position.moves(one.seat)) if asked and one.seat is not None else 0

    return max(prepared_positions(slug), key=choices)


def name_at_table(page: Page, person: Person) -> Locator:
    return page.locator("#table [data-card]", has_text=person.name).first


def open_card(page: Page, person: Person) -> Locator:
    """With the keyboard the focus moves into the card."""
    name_at_table(page, person).press("Enter")
    card = page.get_by_role("dialog", name=person.name)
    expect(card).to_be_focused()
    return card


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_player_card_covers_no_decision(
    arrive: Callable[..., Person], prepare: Callable[..., str], phone: bool
) -> None:
    """Games take turns with the two windows; EFFORT=thorough shows each in both."""
    anna, ben = arrive(phone=phone, calm=True), arrive(calm=True)
    page = anna.page
    for turn, game in enumerate(all_games()):
        if phone not in covering((False, True), turn):
            continue
        table = crowded(game.slug)
        record, seat = table.record, table.seat
        assert seat is not None
        seated: list[Person | str] = ["easy"] * record.seats
        seated[seat], seated[seat - 1] = anna, ben
        options = dict(record.options)
        page.goto(prepare(game.slug, record.position, *seated, options=options))
        for person in (ben, anna):
            open_card(page, person)
            page.wait_for_function(SETTLED)
            page.keyboard.press("Escape")
            expect(page.locator("#player-card")).to_be_hidden()
            expect(name_at_table(page, person)).to_be_focused()
    assert anna.complaints == []


def test_player_card_works_with_mouse_touch_and_forms(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """A tap opens the card, a tap elsewhere closes it; following updates it in place."""
    anna, ben = arrive(calm=True), arrive(calm=True)
    page = anna.page
    table = crowded(all_games()[0].slug)
    assert table.seat is not None
    seated: list[Person | str] = ["easy"] * table.record.seats
    seated[table.seat], seated[table.seat - 1] = anna, ben
    path = prepare(table.slug, table.record.position, *seated, options=dict(table.record.options))
    page.goto(path)
    name_at_table(page, ben).click()
    card = page.get_by_role("dialog", name=ben.name)
    card.get_by_role("button", name="Follow").click()
    expect(card.get_by_role("button", name="Following")).to_be_focused()
    page.locator("#ask").click()
    expect(card).to_be_hidden()
    name_at_table(page, ben).click()
    expect(card.get_by_role("button", name="Following")).to_be_visible()
    card.get_by_text(f"Block {ben.name}").click()
    card.get_by_role("button", name="Block").click()
    page.wait_for_url(f"**{path}")
    plain = arrive(script=False, calm=True)
    plain.page.goto(path)
    name_at_table(plain.page, ben).click()
    plain.page.wait_for_url(f"**/players/{ben.name}/")
    assert anna.complaints == []
