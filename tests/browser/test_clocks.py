"""Clocks on pages: they tick, they run out, and a match is called off."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.driver import is_mine, open_table, play, wait_until, whose_turn

pytestmark = pytest.mark.browser
HANDS = {"hands": [["m3", "m4"], ["m5", "m6"]]}
WHOLE = 45
"""Seconds on a clock: enough for two pages to open; a third of it is not yet low."""
LONG = 1200
WRONG_CLOCK = "const real = Date.now; Date.now = () => real() + 3600e3;"
SLOW = 120
"""Seconds that a page may take to be drawn, even on a busy machine."""
CLOCK = ".head-clock .clock-time"
FITS = """(days) => {
  const facts = days.closest(".facts"), seat = facts.closest("article");
  const [inner, outer] = [facts, seat].map((one) => one.getBoundingClientRect());
  const name = seat.querySelector(".name").getBoundingClientRect();
  return name.bottom <= inner.top + 2 && inner.bottom <= outer.bottom;
}"""
"""Whether the line with a vacation is below the name of its player, and ends with the seat."""


def seconds(text: str) -> int:
    minutes, rest = re.findall(r"(\d+):(\d\d)", text)[0]
    return int(minutes) * 60 + int(rest)


def shown(person: Person) -> int:
    """Return the seconds on the clock of the player whose turn it is."""
    return seconds(person.page.inner_text(CLOCK))


@pytest.mark.long
def test_clock_ticks_and_runs_out_on_both_pages(
    arrive: Callable[..., Person],
    prepare: Callable[..., str],
    let_time_pass: Callable[[str, float], None],
) -> None:
    anna, ben = arrive(calm=True), arrive(phone=True, calm=True)
    ben.page.add_init_script(WRONG_CLOCK)
    table = prepare("condottiere", HANDS, anna, ben, clock=("live", WHOLE, 2))
    for person in (anna, ben):
        person.page.goto(table)
        assert 0 < shown(person) <= WHOLE, "the clock of the device does not matter"

    # Both have moved, so from now on a timeout counts.
    play([anna, ben], Random(1), lambda way: way.type == "decline", most=2)
    late = whose_turn([anna, ben])
    other = ben if late is anna else anna
    before = shown(late)
    wait_until(late.page, lambda: shown(late) < before, "the clock ticks")
    expect(late.page.locator("[data-clock-low]")).to_contain_text("left on your clock")
    expect(other.page.locator("[data-clock-low]")).to_be_empty()

    let_time_pass(table, WHOLE)
    for person in (late, other):
        expect(person.page.locator("#result")).to_be_visible()
        expect(person.page.locator("#result h2")).to_contain_text(
            "You win on time" if person is other else f"Your time ran out. {other.name} wins."
        )
        expect(person.page.locator("#log-lines")).to_contain_text(
            f"{late.name} runs out of time.", use_inner_text=False
        )
        assert person.complaints == []


def test_called_off_match_ends_on_both_pages(arrive: Callable[..., Person]) -> None:
    anna, ben = arrive(calm=True), arrive(calm=True)
    open_table(anna, seats=2, bots=0)
    ben.page.goto(anna.page.url)
    ben.page.get_by_role("button", name="Take a seat").click()
    expect(anna.page.locator("#table")).to_be_visible()
    expect(anna.page.locator(".head-clock")).to_contain_text(re.compile(r"20:00|1\d:\d\d"))
    ben.page.click(".table-menu > summary")
    ben.page.click(".resign > summary")
    ben.page.get_by_role("button", name="Call it off now").click()
    for person in (anna, ben):
        expect(person.page.locator("#result")).to_contain_text("The match was called off")
        expect(person.page.locator(".clock.is-running")).to_have_count(0)
        assert person.complaints == []


def test_page_without_script_shows_time_of_loading(
    arrive: Callable[..., Person],
    prepare: Callable[..., str],
    let_time_pass: Callable[[str, float], None],
) -> None:
    carla = arrive(script=False, calm=True)
    table = prepare("condottiere", HANDS, carla, "easy", clock=("live", LONG, 15))
    carla.page.goto(table)
    while not is_mine(carla.page):
        carla.page.reload()
    before = shown(carla)
    let_time_pass(table, 300)
    assert shown(carla) == before
    carla.page.reload()
    assert 300 <= before - shown(carla) < 300 + SLOW


def test_offer_to_call_off_disappears_when_absent_player_arrives(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True, own=True), arrive(phone=True, calm=True)
    table = prepare("condottiere", HANDS, anna, ben, clock=("live", LONG, 2))
    anna.page.clock.install()
    anna.page.goto(table)
    offer = anna.page.locator("#absent .notice")
    expect(offer).to_be_hidden()
    anna.page.clock.fast_forward(61_000)
    expect(offer).to_be_visible()
    ben.page.goto(table)
    expect(offer).to_have_count(0)


def opponent_of_player_on_vacation(
    arrive: Callable[..., Person], prepare: Callable[..., str], game: str
) -> Person:
    """Let the player on turn go on vacation; return the other one, whose phone shows the table."""
    people = [arrive(calm=True, phone=True) for _ in range(2)]
    table = prepare(game, None, *people, clock=("turns", 86400, 43200))
    for person in people:
        person.page.goto(table)
    away, other = sorted(people, key=lambda person: is_mine(person.page), reverse=True)
    today = str(datetime.now(UTC).date())
    away.page.goto("/settings/vacation/")
    away.page.get_by_label("First day").fill(today)
    away.page.get_by_label("Last day").fill(today)
    away.page.get_by_role("button", name="Announce my vacation").click()
    expect(away.page.get_by_role("button", name="I’m back")).to_be_visible()
    other.page.goto(table)
    return other


@pytest.mark.parametrize("game", ["babel", "condottiere"])
def test_vacation_of_player_on_turn_fits_into_their_seat_on_a_phone(
    arrive: Callable[..., Person], prepare: Callable[..., str], game: str
) -> None:
    other = opponent_of_player_on_vacation(arrive, prepare, game)
    days = other.page.locator(".facts .clock-away")
    expect(days).to_be_visible()
    assert days.evaluate(FITS)


def test_clock_of_player_on_vacation_is_read_as_paused(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    other = opponent_of_player_on_vacation(arrive, prepare, "condottiere")
    for clock in other.page.locator(".clock.is-running").all():
        expect(clock).to_contain_text("time left, paused", use_inner_text=True)
        expect(clock).not_to_contain_text("running", use_inner_text=True)
