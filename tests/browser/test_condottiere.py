"""Condottiere in a real browser: the effect of a choice is shown before it is made."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.engine.contract import Json
from tests.browser.conftest import Person

pytestmark = pytest.mark.browser

BATTLE: Json = {
    "phase": "battle",
    "city": "genova",
    "hands": [["m1", "scarecrow", "drum"], ["m2", "m3"]],
    "armies": [["m3", "m10"], ["m6"]],
}
CHOICE: Json = {"cities": {"torino": 0, "milano": 0}, "hands": [["m1", "m4"], ["m2", "m3"]]}


def chosen(page: Page, card: str) -> None:
    page.locator(f"#hand-{card}").click(position={"x": 12, "y": 60})
    expect(page.locator(f"#hand-{card} > input")).to_be_checked()


def top(thing: Locator) -> float:
    box = thing.bounding_box()
    assert box
    return box["y"]


def bottom(thing: Locator) -> float:
    box = thing.bounding_box()
    assert box
    return box["y"] + box["height"]


def test_chosen_card_shows_its_effect(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(calm=True)
    page = anna.page
    page.goto(prepare("condottiere", BATTLE, anna, "easy"))
    forecast = page.locator("#forecast > :visible")
    passing = ["If you pass, your 13 stays and can still win."]
    expect(forecast).to_have_text(passing)
    # The site says why the button does nothing, and the table does not say it again.
    page.click("#act-play")
    expect(page.locator("#unheard")).to_have_text("Choose one from your hand first.")
    expect(forecast).to_have_text(passing)
    chosen(page, "drum")
    expect(forecast).to_have_text(["You would have 26 and be the strongest."])
    assert anna.complaints == []


def test_scarecrow_takes_back_clicked_card(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True), arrive(calm=True)
    page = anna.page
    page.goto(prepare("condottiere", BATTLE, anna, ben))
    chosen(page, "scarecrow")
    # Taking the best card would give up the lead, so no card is preselected.
    button = page.locator(".acts .row > :visible").first
    expect(button).to_have_text("Take back …")
    page.locator("#army-0 label.takeable").first.click()
    expect(button).to_have_text("Take back 3")
    expect(page.locator("#forecast > :visible")).to_contain_text("You would have 10 and be the")
    button.click()
    expect(page.locator("#army-0 .laid .card")).to_have_count(2)
    expect(page.locator("#log-lines")).to_contain_text(
        "lays a scarecrow and takes back mercenary 3"
    )
    assert anna.complaints == []


def test_first_touch_aims_at_city_and_second_chooses_it(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(phone=True, touch=True, calm=True), arrive(calm=True)
    page = anna.page
    page.goto(prepare("condottiere", CHOICE, anna, ben))
    aim_words = page.locator(".aim-words:visible")
    page.locator("#fight-lucca").tap()
    expect(aim_words).to_contain_text("Would make 1 of 4.")
    assert bottom(aim_words) <= top(page.locator("#my-side")), "nothing covers the preview"
    page.locator(".show-cards > summary").tap()
    expect(page.locator(".show-cards .menu-list")).to_be_in_viewport(ratio=1)
    page.locator(".show-cards > summary").tap()
    page.locator("#fight-genova").tap()
    expect(aim_words).to_contain_text("Would make 3 of 4.")
    expect(page.locator("#table")).to_have_attribute("data-seen", "0")
    page.locator("#fight-genova").tap()
    expect(page.locator("#ask")).to_contain_text("Play a card for Genova")

    # A mouse shows the effect on hover, so one click is enough.
    page = ben.page
    page.goto(prepare("condottiere", CHOICE, ben, anna))
    page.locator("#fight-genova").hover()
    expect(page.locator(".aim-words:visible")).to_contain_text("Would make 3 of 4.")
    page.locator("#fight-genova").click()
    expect(page.locator("#ask")).to_contain_text("Play a card for Genova")
    assert anna.complaints == ben.complaints == []


def test_map_on_desk_stays_in_its_frame(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(calm=True)
    anna.page.goto(prepare("condottiere", CHOICE, anna, "easy"))
    # As when a city takes the focus
    scroll = "(box => (box.scrollTop = 9, box.scrollTop))(document.querySelector('.map-box'))"
    assert anna.page.evaluate(scroll) == 0


def test_city_that_question_focused_takes_two_taps_too(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """The first city of the list had the focus, so that its first tap fought for it."""
    anna, ben = arrive(phone=True, touch=True, calm=True), arrive(calm=True)
    page = anna.page
    page.goto(prepare("condottiere", {**BATTLE, "passed": [False, True]}, anna, ben))
    page.locator("#act-pass").tap()
    torino = page.locator("#fight-torino")
    expect(torino).to_be_focused()
    aim_words = page.locator(".aim-words:visible")
    expect(aim_words).to_have_count(0)
    torino.tap()
    expect(aim_words).to_contain_text("Tap it again")
    page.locator("#fight-milano").tap()
    expect(aim_words).to_contain_text("Milano")
    # Back at the first one, its first tap aims again.
    torino.tap()
    expect(aim_words).to_contain_text("Torino")
    expect(page.locator("#ask")).to_contain_text("hoose")
    torino.tap()
    expect(page.locator("#ask")).to_contain_text("Torino")
    assert anna.complaints == []


def test_cards_out_of_play_cover_no_city_on_phone(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """Their words lay on Venezia and Mantova, so a phone shows their number only."""
    anna, ben = arrive(phone=True, touch=True, calm=True), arrive(calm=True)
    page = anna.page
    page.goto(prepare("condottiere", {**BATTLE, "passed": [False, True]}, anna, ben))
    page.locator("#act-pass").tap()
    for _tap in range(2):
        page.locator("#fight-firenze").tap()
    seen = page.locator("#seen > summary")
    expect(seen).to_have_accessible_name("3 cards out of play")
    box, board = seen.bounding_box(), page.locator(".map-box").bounding_box()
    assert box
    assert board
    assert box["x"] > board["x"] + board["width"] * 0.88, "right of every name, also on a small map"
    seen.tap()
    expect(page.locator("#seen > .menu-list")).to_be_in_viewport(ratio=1)
    assert anna.complaints == []


def test_saved_plan_is_said_in_sight_on_phone(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(phone=True, calm=True), arrive()
    path = prepare("condottiere", BATTLE, ben, anna, clock=("turns", 86400, 43200))
    page = anna.page
    page.goto(f"{path}plan/")
    page.get_by_label("In any other case").select_option("pass")
    page.get_by_role("button", name="Save plan").click()
    page.wait_for_url(f"**{path}")
    expect(page.get_by_text("Plan saved.")).to_be_in_viewport(ratio=1)
    assert anna.complaints == []


def test_map_of_phone_fades_where_it_goes_on_while_another_player_acts(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(phone=True, calm=True), arrive()
    page = anna.page
    page.goto(prepare("condottiere", BATTLE, anna, ben))
    fading = page.locator(".map-box:is([data-above], [data-below])")
    expect(fading).to_have_count(1)
    chosen(page, "m1")
    page.locator("#my-side button[form=move-form]:visible").first.click()
    expect(page.locator("#table:not(.is-mine)")).to_be_visible()
    expect(fading).to_have_count(1)
    assert anna.complaints == []
