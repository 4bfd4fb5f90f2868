"""Kharnage in a real browser: a whole match of three, cheers, aiming, and without scripts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from statistics import median

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Locator, Page, ViewportSize, expect

from games.engine.referee import Requested, judge
from games.titles.kharnage.rules.table import ROUNDS
from games.titles.registry import ALL_RULES
from tests.browser.conftest import COMPARISON, DESK, PHONE, ROOT, Person
from tests.browser.driver import choose_option, open_table, play, play_to_the_end, read
from tests.browser.keys import by_keys_alone
from tests.browser.restyled import restyled
from tests.browser.test_pictures import SHOW
from tests.helpers.battlefields import position_at
from tests.helpers.effort import EFFORT
from tests.helpers.tables import end_of_round
from tests.helpers.values import not_none

pytestmark = pytest.mark.browser
DECISIONS = 12 if EFFORT == "thorough" else 4
"""Decisions of the match without scripts, each of which loads the page again."""


def sit_down(anna: Person, ben: Person, prepare: Callable[..., str]) -> None:
    """Seat two people and a bot at the end of the third of four similar rounds.

    With thorough effort they open the table themselves, and play all rounds.
    """
    if EFFORT == "thorough":
        open_table(anna, seats=3, bots=1, public=False, game="kharnage", cheer="manual")
        link = anna.page.locator("[data-copy]").first.get_attribute("data-copy")
        assert link is not None
        ben.page.goto(link)
        ben.page.get_by_role("button", name="Take a seat").first.click()
    else:
        position = end_of_round("kharnage", ROUNDS - 1, 3, cheer="manual")
        table = prepare("kharnage", position, anna, ben, "easy", options={"cheer": "manual"})
        for person in (anna, ben):
            person.page.goto(table)


@pytest.mark.long
def test_two_people_and_bot_play_to_the_end(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True), arrive(phone=True, calm=True)
    sit_down(anna, ben, prepare)
    for person in (anna, ben):
        expect(person.page.locator("#table")).to_be_visible()
    with by_keys_alone(anna) as keys:
        play_to_the_end([anna, ben], Random(5), otherwise=keys)
    for person in (anna, ben):
        expect(person.page.locator("#result h2")).to_contain_text("The hill falls silent")
        width = person.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1]
    record = anna.context.request.get(f"{anna.page.url}record.json").text()
    # Only a match that was dealt has a shuffle to verify.
    answer = judge(record, ALL_RULES, Requested(verify=EFFORT == "thorough"))
    assert answer["ok"], answer["error"]
    assert answer["position"] is not None
    assert answer["position"]["phase"] == "over"
    anna.page.goto(f"{anna.page.url}replay/?step=4")
    expect(anna.page.locator("#hill")).to_be_visible()
    assert anna.complaints == []
    assert ben.complaints == []


def prepared_for(
    prepare: Callable[..., str],
    phase: str,
    asked: Person,
    bot: str = "easy",
    clock: tuple[str, int, int] | None = None,
    seats: int = 4,
) -> tuple[str, int]:
    """Open a table at this phase, where this person is the first who has to move."""
    position = position_at(phase, seats)
    cheering = position["pending"]["cheer"]
    seat = cheering[0] if cheering else position["turn"]
    seated = [asked if n == seat else bot for n in range(seats)]
    options = {"cheer": "manual"}
    return prepare("kharnage", position, *seated, options=options, clock=clock), seat


def test_long_guide_covers_no_army_on_desk(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """It lay over the heads of the armies that one chooses from."""
    anna = arrive(calm=True, guided=True)
    page = anna.page
    page.goto(prepared_for(prepare, "target", anna, seats=3)[0])
    guide = page.locator("#guide")
    guide.locator("p").evaluate("(text) => text.append(text.textContent.repeat(2))")
    bottom = guide.evaluate("(guide) => guide.getBoundingClientRect().bottom")
    for army in page.locator(".army.is-aimable").all():
        assert not_none(army.bounding_box())["y"] >= bottom
    guide.get_by_role("button", name="Turn off the guide").click()
    expect(guide).to_be_hidden()


def test_cheer_is_made_by_hand_against_clock(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(calm=True)
    path, _seat = prepared_for(prepare, "cheer", anna, clock=("live", 1200, 30))
    anna.page.goto(path)
    left = anna.page.locator("[data-until]")
    expect(left).to_be_visible()
    anna.page.click("#act-cheer")
    expect(anna.page.locator("#act-cheer")).to_have_count(0)
    expect(anna.page.locator("#log-lines")).to_contain_text(f"{anna.name} cheers.")
    assert anna.complaints == []


def test_attack_is_aimed_by_clicking_armies(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(calm=True)
    path, _seat = prepared_for(prepare, "target", anna)
    anna.page.goto(path)
    armies = anna.page.locator(".army[data-aims]")
    if armies.count() > 1:
        # One target after the other, with half the strength each.
        choose_option(anna.page, "aim", "split")
        expect(anna.page.locator(".blow.is-whole:visible")).to_have_count(0)
        armies.nth(0).locator("label.is-first").click()
        expect(anna.page.locator(".blow.is-then:visible")).to_have_count(armies.count() - 1)
        armies.nth(1).locator(".rank").first.click(position={"x": 5, "y": 5})
    else:
        armies.first.locator(".rank").first.click(position={"x": 5, "y": 5})
    expect(anna.page.locator("#log-lines")).to_contain_text(f"{anna.name} attacks")
    assert anna.complaints == []


def overlap(one: Locator, other: Locator) -> bool:
    """Return whether two elements, both in sight, cover some of the same place."""
    first, second = one.bounding_box(), other.bounding_box()
    assert first is not None
    assert second is not None
    return (
        first["x"] < second["x"] + second["width"]
        and second["x"] < first["x"] + first["width"]
        and first["y"] < second["y"] + second["height"]
        and second["y"] < first["y"] + first["height"]
    )


SHOW_BANNER = """() => {
  const banner = document.querySelector("[data-banner]");
  banner.innerHTML = '<div class="banner"><p class="banner-title">The plans are shown.</p></div>';
  banner.hidden = false;
}"""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_strengths_and_buttons_stay_in_sight_while_army_is_chosen_on_phone(
    seats: int, arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(phone=True, calm=True)
    path, _seat = prepared_for(prepare, "target", anna, seats=seats)
    page = anna.page
    page.goto(path)
    page.evaluate(SHOW_BANNER)
    banner = page.locator("[data-banner]")
    for army in page.locator(".army:not(.at-me)").all():
        expect(army.locator(".power").first).to_be_visible()
        blow = army.locator(".blow:visible")
        for part in (army.locator(".force"), army.locator(".facts"), banner):
            assert not overlap(part, blow)
    assert not overlap(page.locator("#act-forgo"), banner)
    assert anna.complaints == []


@pytest.mark.parametrize("seats", [2, 4])
def test_hint_leaves_armies_to_attack_on_phone(
    seats: int, arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """It covered the buttons that it spoke of, and could not be closed."""
    anna = arrive(phone=True, touch=True, calm=True)
    path, _seat = prepared_for(prepare, "target", anna, seats=seats)
    page = anna.page
    page.goto(path)
    page.locator(".ask-hint").tap()
    hint = page.locator("[data-hint]")
    expect(hint).to_contain_text("of 100 games like this", timeout=COMPARISON)
    for blow in page.locator(".blow:visible").all():
        blow.tap(trial=True)
    hint.get_by_role("button", name="Close").tap()
    expect(hint).to_be_hidden()
    expect(page.locator(".blow:visible").first).to_be_visible()
    assert anna.complaints == []


STANDING = """() => {
  const box = (find) => document.querySelector(find).getBoundingClientRect();
  const isCut = (part) => {
    const [inner, outer] = [part, part.closest(".army, .hill")]
      .map((one) => one.getBoundingClientRect());
    return inner.left < outer.left - 1 || inner.right > outer.right + 1
      || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
  };
  const parts = document.querySelectorAll(".rank .unit, .army > header, .blow, .hill > *");
  return {
    hill: box(".hill").top,
    mine: box(".at-me").top,
    scrolled: scrollY,
    foot: box(".at-me").bottom,
    sheet: box(".my-side").top,
    wide: document.documentElement.scrollWidth - innerWidth,
    cut: [...parts].filter((one) => one.checkVisibility() && isCut(one)).map(String),
  };
}"""
"""The places of elements, and those that their army or hill cuts off."""

ADD_WORDS = """() => {
  for (let word = 0; word < 9; word++) {
    document.getElementById("ask").append(document.createElement("span"));
    document.body.offsetHeight;
  }
}"""
"""Adds words one by one, each with an update of styles."""


def test_four_armies_fit_phone_and_stay_in_place_when_attacked(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(phone=True, calm=True)
    path, _seat = prepared_for(prepare, "target", anna)
    anna.page.goto(path)
    button = anna.page.locator(".blow.is-whole:has(.toll:not(.is-none))").first
    expect(button).to_be_visible()
    with restyled(anna.page) as counts:
        anna.page.evaluate(ADD_WORDS)
    # A word that comes changes no card.
    assert median(counts) < 70
    before = anna.page.evaluate(STANDING)
    assert before["cut"] == []
    assert before["wide"] <= 0
    assert before["foot"] <= before["sheet"]
    asked = anna.page.locator(".army.is-open button.card")
    with restyled(anna.page) as counts:
        button.click()
        expect(asked.first).to_be_visible()
    # The other armies and the hill keep their styles.
    assert max(counts) < 400
    after = anna.page.evaluate(STANDING)
    assert after["cut"] == []
    assert (after["hill"], after["mine"]) == (before["hill"], before["mine"])
    for box in [asked.nth(n).bounding_box() for n in range(asked.count())]:
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
    expect(anna.page.locator(".army.is-open .unit-name").first).to_be_visible()


def test_every_web_target_is_visible_on_phone(
    arrive: Callable[..., Person],
) -> None:
    page = arrive(phone=True, touch=True, staff=True, calm=True).page
    page.goto("/styleguide/kharnage/web/")
    head, foot = page.locator(".table-head").bounding_box(), page.locator("#my-side").bounding_box()
    assert head is not None
    assert foot is not None
    targets = page.locator(".army.is-open button.card")
    assert targets.count() > 10
    for box in [targets.nth(n).bounding_box() for n in range(targets.count())]:
        assert box is not None
        assert head["y"] + head["height"] <= box["y"] <= box["y"] + box["height"] <= foot["y"]
        assert min(box["width"], box["height"]) >= 40


ASK_AGAIN = """() => {
  document.getElementById("room").setAttribute("data-guide", "");
  scrollTo(0, document.documentElement.scrollHeight);
  document.querySelector("#table input[name=turn_token]").value = "the next question";
  document.dispatchEvent(new CustomEvent("tavola:frame"));
}"""
"""Scrolls to the end, as the page did for the question before, and asks the next one."""


def test_all_armies_are_in_sight_below_guide_when_a_general_is_sent(
    arrive: Callable[..., Person],
) -> None:
    page = arrive(phone=True, touch=True, staff=True, calm=True).page
    page.goto("/styleguide/kharnage/reinforce/")
    page.evaluate(ASK_AGAIN)
    guide = page.locator("#guide").bounding_box()
    assert guide is not None
    for head in page.locator(".army:not(.at-me) > header").all():
        box = head.bounding_box()
        assert box is not None
        assert guide["y"] + guide["height"] <= box["y"]


TOPS = "(parts) => parts.map((one) => Math.round(one.getBoundingClientRect().bottom))"
LAY_LAST_TURN = """(last) => {
  document.querySelector(".last-turn")?.remove();
  document.querySelector(".hill").insertAdjacentHTML("beforeend", last);
}"""


def test_last_turn_next_to_icons_is_not_cut_off_on_phone(arrive: Callable[..., Person]) -> None:
    page = arrive(phone=True, touch=True, staff=True, calm=True).page
    page.goto("/styleguide/kharnage/reinforce/")
    loss = {"player": {"seat": 1}, "count": 6, "words": "You lost 6 cards.", "kharnage": True}
    last = {"player": {"seat": 0, "name": "Anna"}, "initiative": 60, "words": "8 cards came"}
    for losses in ([], [loss], [loss, loss], [loss] * 3):
        html = render_to_string("games/kharnage/_last.html", {"last": {**last, "losses": losses}})
        page.evaluate(LAY_LAST_TURN, html)
        hill, turns, laid = (
            not_none(page.locator(name).bounding_box())
            for name in (".hill", ".turns", ".hill > .last-turn")
        )
        assert turns["y"] + turns["height"] <= laid["y"]
        assert laid["y"] + laid["height"] <= hill["y"] + hill["height"]
        # Who acted has the first line, and what fell the second one.
        lines = page.locator(".last-turn > span:visible").evaluate_all(TOPS)
        assert lines == [lines[0]] * 2 + [lines[-1]] * max(1, len(losses))
        assert lines[0] < lines[-1]
        expect(page.locator(".last-turn .seat-mark .emblem:visible")).to_have_count(1 + len(losses))


def test_web_leaves_hill_and_my_army_in_place_at_table_of_two(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(phone=True, touch=True, calm=True)
    path, _seat = prepared_for(prepare, "web", anna, seats=2)
    anna.page.goto(path)
    expect(anna.page.locator(".army.is-open button.card").first).to_be_visible()
    asked = anna.page.evaluate(STANDING)
    anna.page.click("#act-no-web")
    expect(anna.page.locator(".kharnage:not(.in-web)")).to_be_visible()
    after = anna.page.evaluate(STANDING)
    # The page may scroll to what is asked next.
    for part in ("hill", "mine"):
        assert asked[part] + asked["scrolled"] == after[part] + after["scrolled"]
    assert asked["cut"] == []


@pytest.mark.parametrize("seats", [2, 4])
def test_attack_after_a_general_leaves_my_army_in_sight(
    seats: int, arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """“Don’t attack” keeps away from both buttons of the general’s flag; the tray grew for it."""
    anna = arrive(phone=True, touch=True, calm=True, guarded=True)
    page = anna.page
    page.goto(prepared_for(prepare, "reinforce", anna, seats=seats)[0])
    before = page.evaluate(STANDING)
    assert before["foot"] <= before["sheet"]
    page.locator("[id^=send-]").tap()
    expect(page.locator("#act-forgo")).to_be_visible()
    page.wait_for_function("() => document.querySelector('#room[data-aside]')")
    after = page.evaluate(STANDING)
    assert (after["mine"], after["sheet"]) == (before["mine"], before["sheet"])
    for part in page.locator("#act-forgo, .aims .segmented").all():
        assert not overlap(part, page.locator(".plan").first)


def test_three_buttons_after_plan_leave_names_below_guide_on_phone(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """No place on the two lines of buttons is that of “Use this plan”, and the tray stays."""
    anna = arrive(phone=True, touch=True, calm=True, guarded=True, guided=True)
    page = anna.page
    path = "games/titles/kharnage/positions/four-armies.json"
    position = json.loads((ROOT / path).read_text("utf-8"))["position"]
    # The others have chosen their last plans.
    position["plans"] = [None, *(hand[-1] for hand in position["hands"][1:])]
    page.goto(prepare("kharnage", position, anna, "easy", "easy", "easy"))
    sheet = page.evaluate(STANDING)["sheet"]
    page.locator("#hand-goblin-60").tap()
    # It sinks while it is pressed, which a tap may end before the page measures it.
    page.locator("#act-plan").evaluate("button => button.style.translate = '0 1px'")
    page.locator("#act-plan").tap()
    page.locator("#room[data-aside] #act-reserve").wait_for()
    guide = not_none(page.locator("#guide").bounding_box())
    for name in page.locator(".army:not(.at-me) .name").all():
        assert guide["y"] + guide["height"] <= not_none(name.bounding_box())["y"]
    assert page.evaluate(STANDING)["sheet"] == sheet


FRAME = 3
"""Pixels of the frame around a chosen card."""


def test_frame_of_chosen_plan_is_clear_of_button_on_phone(arrive: Callable[..., Person]) -> None:
    page = arrive(phone=True, touch=True, staff=True, calm=True).page
    page.goto("/styleguide/kharnage/four-armies/")
    plan = page.locator(".plan").first
    plan.tap()
    expect(plan.locator("input")).to_be_checked()
    button, raised = page.locator("#act-plan").bounding_box(), plan.bounding_box()
    assert button is not None
    assert raised is not None
    assert button["y"] + button["height"] + FRAME <= raised["y"]


def test_bar_is_not_raised_after_a_press_on_the_board(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """“Stop here” may stand where “Don’t attack” stood, if an army was tapped."""
    anna = arrive(phone=True, touch=True, calm=True, guarded=True)
    path, _seat = prepared_for(prepare, "target", anna)
    page = anna.page
    page.goto(path)
    expect(page.locator("#act-forgo")).to_be_visible()
    page.locator(".blow.is-whole:has(.toll:not(.is-none))").first.tap()
    expect(page.locator("#act-stop")).to_be_visible()
    expect(page.locator("#room[data-resting]")).to_have_count(0)
    expect(page.locator("#room[data-aside]")).to_have_count(0)


FRONT = ["banner", "knight", "militia", "lancer", "pike"]
"""Five cards fill a line on a phone, and become wider when one of them falls."""
WATCH_WIDTH = """() => {
  window.widths = [];
  addEventListener("transitionstart", ({ propertyName }) => {
    if (propertyName === "translate") widths.push(document.documentElement.scrollWidth);
  });
}"""


def test_gliding_cards_do_not_widen_page_of_phone(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """A phone made room for cards beyond its edge, moved the page, and missed the next tap."""
    anna = arrive(phone=True, touch=True)
    position = position_at("destroy", 2)
    position["lines"][0]["front"] += [{"card": f"human-{card}", "web": False} for card in FRONT[1:]]
    for card in FRONT[1:]:
        position["reserves"][0].remove(f"human-{card}")
    page = anna.page
    page.goto(prepare("kharnage", position, "easy", anna))
    front = page.locator("#army-0 .rank-front .stack")
    expect(front).to_have_count(len(FRONT))
    page.evaluate(WATCH_WIDTH)
    page.locator("#unit-0-human-knight-act").tap()
    expect(front).to_have_count(len(FRONT) - 1)
    page.wait_for_function("() => widths.length")
    assert set(page.evaluate("widths")) == {PHONE["width"]}
    assert anna.complaints == []


RECORD_FLIGHTS = """() => {
  window.flights = [];
  window.counts = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    if (this.classList.contains("in-flight")) {
      flights.push(Number(frames[0].transform.match(/scale\\(([\\d.]+)/)[1]));
      const count = this.querySelector(".unit-count");
      if (count) counts.push(count.checkVisibility());
    }
    return animate.call(this, frames, timing);
  };
}"""


def test_fallen_card_keeps_its_size_in_flight(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """A wide card that flew to a small square was blown up over its whole army."""
    anna = arrive()
    page = anna.page
    page.goto(prepared_for(prepare, "destroy", anna, seats=2)[0])
    page.evaluate(RECORD_FLIGHTS)
    page.locator(".army.is-open button.card").first.click()
    page.wait_for_function("() => flights.length")
    assert max(page.evaluate("flights")) < 1.5


def test_card_flies_without_count_of_its_stack(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive()
    page = anna.page
    page.goto(prepared_for(prepare, "reinforce", anna, seats=2)[0])
    page.evaluate(RECORD_FLIGHTS)
    page.locator("[id^=send-]").click()
    page.wait_for_function("() => counts.length")
    assert not any(page.evaluate("counts"))


def test_cards_are_explained_on_keyboard_focus(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(phone=True, calm=True)
    path, _seat = prepared_for(prepare, "destroy", anna)
    anna.page.goto(path)
    target = anna.page.locator(".army.is-open button.card").first
    target.focus()
    expect(anna.page.locator("#explanation")).to_be_visible()
    expect(anna.page.locator("#explanation")).to_contain_text("strength to destroy")
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator("#log-lines")).to_contain_text(f"{anna.name} destroys")


def test_battle_works_without_javascript(arrive: Callable[..., Person]) -> None:
    carla = arrive(script=False, calm=True)
    open_table(carla, seats=2, bots=1, game="kharnage", cheer="manual")
    decided = play([carla], Random(2), most=DECISIONS)
    assert decided == DECISIONS or read(carla.page).over
    expect(carla.page.locator("#refusal p")).to_have_count(0)


def shown_in_turn(page: Page, *positions: str) -> Iterator[str]:
    """Show prepared tables one after the other in one page, because loading pages is slow."""
    page.goto(f"/styleguide/kharnage/{positions[0]}/")
    yield positions[0]
    for position in positions[1:]:
        page.evaluate(SHOW, f"/styleguide/kharnage/{position}/")
        yield position


NAMELESS = """() => {
  const opened = ".army:not(.at-me):is(.is-open, :has(.opens:checked)) .unit";
  const inSight = (unit) => unit.querySelector(".unit-name").checkVisibility();
  const units = [...document.querySelectorAll(opened)];
  return units.filter((unit) => !inSight(unit)).map((unit) => unit.ariaLabel);
}"""
"""Returns the cards of the opened army without a name that is in sight."""


def test_opened_enemy_army_has_names_on_phone(arrive: Callable[..., Person]) -> None:
    page = arrive(phone=True, touch=True, calm=True, staff=True).page
    for position in shown_in_turn(page, "four-armies", "round-ended", "reinforce"):
        army = page.locator(".army:not(.at-me)", has=page.locator(".unit")).first
        army.locator(".opener").click()
        expect(army.locator(".opens")).to_be_checked()
        assert army.locator(".unit").count() > 0
        assert page.evaluate(NAMELESS) == [], position


LOSSES = """() => {
  const place = (one) => one.getBoundingClientRect();
  const shown = (one) => one.checkVisibility() && place(one).width > 0;
  const LEADING = 4; // the boxes of letters have room above and below
  const meet = (one, other) =>
    Math.min(one.right, other.right) > Math.max(one.left, other.left) &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > LEADING;
  const numbers = [...document.querySelectorAll(":is(.unit-falls, .unit-lost) b")].filter(shown);
  const names = [...document.querySelectorAll(".unit-name")].filter(shown);
  const textOf = (name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return range.getBoundingClientRect();
  };
  const covered = names.filter((name) => numbers.some((one) => meet(place(one), textOf(name))));
  return { shown: numbers.length, covered: covered.map((name) => name.textContent) };
}"""
"""Returns how many numbers of losses are visible, and the names that one of them covers."""
LARGE: ViewportSize = {"width": 1920, "height": 1080}


def test_preview_of_losses_covers_no_name(arrive: Callable[..., Person]) -> None:
    page = arrive(calm=True, staff=True).page
    for position in shown_in_turn(page, "throw", "target", "web"):
        for size in (PHONE, DESK, LARGE):
            page.set_viewport_size(size)
            losses = page.evaluate(LOSSES)
            assert losses["shown"] > 0, position
            assert losses["covered"] == [], position


SIZES = """(find) => [...new Set([...document.querySelectorAll(find)].map((one) => {
  const { width, height } = one.getBoundingClientRect();
  return `${Math.round(width)}x${Math.round(height)}`;
}))]"""
"""Returns the different sizes of elements."""


def test_cards_of_army_have_one_size(arrive: Callable[..., Person]) -> None:
    page = arrive(calm=True, staff=True).page
    for position in shown_in_turn(page, "throw", "target", "four-armies", "round-ended"):
        for size in (DESK, LARGE):
            page.set_viewport_size(size)
            for army in (".at-left", ".at-right", ".at-me"):
                assert len(page.evaluate(SIZES, f"{army} .rank .unit")) <= 1, position


RANKS = """() => [...document.querySelectorAll(".army:not(.at-me) .rank")].map((one) => {
  const { top, height } = one.getBoundingClientRect();
  return [Math.round(top), Math.round(height)];
})"""


def test_pills_have_row_of_their_own(arrive: Callable[..., Person]) -> None:
    """Lines of cards stand where they stood before an attack offered its pills."""
    page = arrive(calm=True, staff=True).page
    page.goto("/styleguide/kharnage/target/")
    sizes = (PHONE, DESK, LARGE)

    def ranks_of(size: ViewportSize) -> object:
        page.set_viewport_size(size)
        return page.evaluate(RANKS)

    before = [ranks_of(size) for size in sizes]
    assert page.locator(".blow:visible").count() > 0
    page.evaluate("for (const one of document.querySelectorAll('.blows')) one.remove()")
    assert [ranks_of(size) for size in sizes] == before
