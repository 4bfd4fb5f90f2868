"""Clocks as people see them: they tick, they run out, a match is called off."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.playing import is_mine, open_table

pytestmark = pytest.mark.browser
HANDS = {"hands": [["m3", "m4"], ["m5", "m6"]]}
WRONG_CLOCK = "const real = Date.now; Date.now = () => real() + 3600e3;"


def seconds(text: str) -> int:
    minutes, rest = re.findall(r"(\d+):(\d\d)", text)[0]
    return int(minutes) * 60 + int(rest)


def test_a_clock_ticks_and_runs_out_for_both(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True), arrive(phone=True, calm=True)
    ben.page.add_init_script(WRONG_CLOCK)
    table = prepare("condottiere", HANDS, anna, ben, clock=("live", 12, 2))
    for person in (anna, ben):
        person.page.goto(table)
    shown = [seconds(person.page.inner_text(".head-clock")) for person in (anna, ben)]
    assert max(shown) <= 12
    assert abs(shown[0] - shown[1]) <= 2, "whatever the clock of the device says"

    # Both have moved: from now on it counts.
    for _ in range(2):
        mover = anna if is_mine(anna.page) else ben
        mover.page.click("#act-decline")
        expect(mover.page.locator("#table.is-mine")).to_have_count(0)
    late, other = (anna, ben) if is_mine(anna.page) else (ben, anna)
    before = seconds(late.page.inner_text(".head-clock"))
    late.page.wait_for_timeout(2000)
    assert 1 <= before - seconds(late.page.inner_text(".head-clock")) <= 3
    expect(late.page.locator("[data-clock-low]")).to_contain_text("left on your clock")

    for person in (late, other):
        expect(person.page.locator("#result")).to_be_visible(timeout=45_000)
        expect(person.page.locator("#ask")).to_contain_text(f"{other.name} wins on time")
        expect(person.page.locator("#log-lines")).to_contain_text(
            f"{late.name} runs out of time.", use_inner_text=False
        )
        assert person.complaints == []


def test_a_match_is_called_off_for_both(arrive: Callable[..., Person]) -> None:
    anna, ben = arrive(calm=True), arrive(calm=True)
    open_table(anna, seats=2, bots=0)
    ben.page.goto(anna.page.url)
    ben.page.get_by_role("button", name="Take a chair").click()
    expect(anna.page.locator("#table")).to_be_visible()
    expect(anna.page.locator(".head-clock")).to_contain_text(re.compile("20:00|19:5"))
    ben.page.click(".table-menu > summary")
    ben.page.click(".resign > summary")
    ben.page.get_by_role("button", name="Call it off now").click()
    for person in (anna, ben):
        expect(person.page.locator("#result")).to_contain_text("The match was called off")
        expect(person.page.locator(".clock.is-running")).to_have_count(0)
        assert person.complaints == []


def test_without_script_the_time_is_that_of_the_page(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    carla = arrive(script=False)
    table = prepare("condottiere", HANDS, carla, "easy", clock=("live", 600, 15))
    carla.page.goto(table)
    for _ in range(40):
        if is_mine(carla.page):
            break
        carla.page.wait_for_timeout(100)
        carla.page.reload()
    before = seconds(carla.page.inner_text(".head-clock"))
    carla.page.wait_for_timeout(2500)
    carla.page.reload()
    assert 2 <= before - seconds(carla.page.inner_text(".head-clock")) <= 6
