"""Babel in a real browser: a whole match, undo, every power, and a halving."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from games.engine.contract import Json
from tests.browser.conftest import Person
from tests.browser.driver import Way, play, play_to_the_end
from tests.browser.keys import by_keys_alone
from tests.browser.test_accessible import complaints
from tests.games.titles.babel.rules.tables import cards, site
from tests.helpers.effort import EFFORT

pytestmark = pytest.mark.browser
Arrive = Callable[..., Person]
Prepare = Callable[..., str]

ALL_POWERS: Json = {
    "stones": ["assyrian", "mede"],
    "hands": [cards("HMSPP"), cards("MMMHH")],
    "rows": [[3, 2], [1, 6]],
    "sites": {
        "assyrian": site("AAA", "H", [1], [1, 2]),
        "hittite": site("HHHM", "P", [1], [1, 2, 3, 4]),
        "mede": site("MMM", "PPA", [], [1]),
        "sumerian": site("SSS", "APA"),
        "persian": site("PPPP", "MMMM", [], [1, 2, 3]),
    },
}
"""Seat 0 has every power at some site, and the cards to travel between them."""
BANNERS_STAY = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (then, after, ...rest) => (after > 1900 ? 0 : wait(then, after, ...rest));
}"""
"""A banner stays until a click. It would otherwise leave a slow test's page before it is read."""


def group(page: Page, power: str) -> None:
    """Open the powers of the cards at my stone, and expect this one."""
    page.locator(".powers > summary").click()
    expect(page.locator(f".powers[open] .mark-{power}")).to_be_visible()


def use(page: Page, power: str, foretold: str) -> None:
    group(page, power)
    expect(page.locator(".powers[open] .deeds")).to_contain_text(foretold)
    page.locator(f".powers[open] .mark-{power}").click()


def height(page: Page, where: str, side: str, level: int) -> None:
    """Expect the temple of a side at a site to have that height; 0 is no temple."""
    expect(page.locator(f"#site-{where} .temple.{side}")).to_have_class(
        re.compile(rf"\bheight-{level}\b")
    )


def test_every_power_and_halving_are_played(arrive: Arrive, prepare: Prepare) -> None:
    # On a phone the powers lie over the hand, and on a desk next to their column.
    anna, ben = arrive(phone=True, touch=True, calm=True), arrive(calm=True)
    path = prepare("babel", ALL_POWERS, anna, ben)
    for person in (anna, ben):
        person.page.goto(path)
    page = anna.page

    use(page, "raze", f"{ben.name}’s temple here falls, levels 1 and 2")
    height(page, "assyrian", "far", 0)
    expect(page.locator(".known")).to_contain_text("1 2")
    page.locator("#travel-hittite").click()
    use(page, "steal", "Level 4")
    height(page, "hittite", "near", 4)
    height(page, "hittite", "far", 3)
    page.locator("#travel-mede").click()
    use(page, "expel-persian", f"{ben.name} loses 2 Persians here")
    expect(page.locator("#site-mede .far [data-tribe=persian]")).to_have_count(0)
    page.locator("#travel-sumerian").click()
    use(page, "bribe-assyrian", f"You move {ben.name}’s 2 Assyrians")
    expect(page.locator("#site-sumerian .near [data-tribe=assyrian]")).to_contain_text(
        "2 Assyrians"
    )
    page.locator("#travel-persian").click()
    use(page, "skip-0", "rises to 2")
    height(page, "persian", "near", 2)

    # The opponent sees a report of the attacks, and is asked to halve at once.
    expect(ben.page.locator("#report li")).to_have_count(4)
    use(page, "halve", f"{ben.name} chooses 2 of 5 cards")
    expect(page.locator("#ask")).to_contain_text(f"{ben.name} must discard 2 more cards")
    expect(ben.page.locator("#halving")).to_contain_text("Discard 2 more cards")
    expect(page.locator("#act-end")).to_have_count(0)
    ben.page.locator("#hand-hittite").click()
    expect(ben.page.locator("#halving")).to_contain_text("Discard 1 more card")
    ben.page.locator("#hand-mede").click()
    expect(ben.page.locator("#halving")).to_have_count(0)
    expect(page.locator("#act-end")).to_be_visible()
    page.locator("#act-end").click()
    expect(ben.page.locator("#table")).to_have_class(re.compile("is-mine"))
    assert anna.complaints == ben.complaints == []


def test_power_is_shown_and_heard_once_on_phone(arrive: Arrive, prepare: Prepare) -> None:
    """The banner and the report under it had the same sentence at one moment."""
    anna, ben = arrive(calm=True), arrive(phone=True, playback=True)
    path = prepare("babel", ALL_POWERS, anna, ben)
    for person in (anna, ben):
        person.page.goto(path)
    page = ben.page
    page.evaluate(BANNERS_STAY)
    use(anna.page, "raze", f"{ben.name}’s temple here falls, levels 1 and 2")
    banner, report = page.locator("[data-banner]"), page.locator("#report")
    expect(banner).to_contain_text("tears down")
    expect(report).to_contain_text("tears down")
    expect(report).to_be_hidden()
    expect(page.locator("#announcer > p", has_text="tears down")).to_have_count(1)
    banner.click()
    expect(banner).to_be_hidden()
    expect(report).to_be_visible()
    expect(page.locator("#announcer > p", has_text="tears down")).to_have_count(1)
    assert anna.complaints == ben.complaints == []


def test_table_does_not_scroll_sideways(arrive: Arrive, prepare: Prepare) -> None:
    anna = arrive(phone=True, calm=True)
    anna.page.goto(prepare("babel", ALL_POWERS, anna, "easy"))
    group(anna.page, "halve")
    for width in (360, 390, 768, 1024, 1280):
        anna.page.set_viewport_size({"width": width, "height": 740})
        assert anna.page.evaluate("document.documentElement.scrollWidth") <= width
        box = anna.page.locator(".deeds").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        anna.page.locator(".powers[open] .mark-halve").click(trial=True)


NAMED = """([name, total]) => [...document.querySelectorAll(".builder")].map((builder) => {
  const words = builder.querySelector(".name");
  (words.firstElementChild ?? words).textContent = name;
  builder.querySelector(".total .number").textContent = total;
  return words.clientHeight < 1.5 * parseFloat(getComputedStyle(words).lineHeight);
})"""
"""Give both panels this name and total, and return for each whether the name fits in one line."""


def test_name_of_twelve_letters_stands_in_one_line_on_phone(
    arrive: Arrive, prepare: Prepare
) -> None:
    anna = arrive(phone=True, touch=True, calm=True)
    page = anna.page
    page.goto(prepare("babel", ALL_POWERS, anna, arrive()))
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 640})
        for total in ("9", "10"):
            assert page.evaluate(NAMED, ["Christopher2", total]) == [True, True], width
        long = page.evaluate(NAMED, ["Annalena Schwarzenberger", "10"])
        assert long == [False, False], width


FIRST_BUILD: Json = {
    "stones": ["mede", "quarry"],
    "hands": [cards("MHS"), cards("HHHHH")],
    "rows": [[1], [1]],
    "duty": [True, True],
    "sites": {"mede": site("S")},
}
CROWDED: Json = {
    "stones": ["assyrian", "mede"],
    "hands": [cards("HSP"), cards("PH")],
    "rows": [[4, 3, 2], [1, 5, 6]],
    "sites": {"assyrian": site("MSHPA" * 3 + "MSAAA", "HSSPMHSPAMSHPAMSHPMM", [1], [1, 2])},
}
"""A position with twenty cards on each side of one site."""

COLLIDING = """() => {
  const found = [];
  for (const people of document.querySelectorAll(".people")) {
    const room = people.getBoundingClientRect();
    const seen = [...people.querySelectorAll(".label > .who, .label > .grants")]
      .filter((label) => label.checkVisibility())
      .map((label) => ({ text: label.textContent, box: label.getBoundingClientRect() }));
    for (const [n, { text, box }] of seen.entries()) {
      if (box.height < 11 || box.top < room.top - 4 || box.bottom > room.bottom + 4
          || box.left < room.left - 4 || box.right > room.right + 4) found.push(`${text} is cut`);
      for (const { text: other, box: b } of seen.slice(n + 1))
        if (Math.min(box.right, b.right) - Math.max(box.left, b.left) > 1
            && Math.min(box.bottom, b.bottom) - Math.max(box.top, b.top) > 1)
          found.push(`${text} on ${other}`);
    }
  }
  return found;
}"""
"""The labels of tribe cards that overlap, or extend outside their row."""


LIES_ON_ANOTHER = """() => [...document.querySelectorAll(".flank .builder")].flatMap(box => {
  const outer = box.closest(".flank").getBoundingClientRect(), around = box.getBoundingClientRect();
  const card = box.querySelector(".temple-row .card").getBoundingClientRect();
  const facts = [...box.querySelectorAll(".facts > span")].map(one => one.getBoundingClientRect());
  return [
    ...around.top < outer.top - 1 || around.bottom > outer.bottom + 1 ? ["cut off"] : [],
    ...facts.some(one => one.width && card.left < one.right && one.left < card.right
      && card.top < one.bottom && one.top < card.bottom) ? ["card on facts"] : [],
  ];
})"""
"""What is wrong with the players' boxes next to the board."""


def test_players_are_shown_whole_on_low_screens(arrive: Arrive, prepare: Prepare) -> None:
    anna = arrive(calm=True)
    anna.page.goto(prepare("babel", CROWDED, anna, "easy"))
    expect(anna.page.locator(".flank .builder .temple-row .card")).to_have_count(2)
    for size in ((1280, 720), (1280, 800), (1366, 768)):
        anna.page.set_viewport_size({"width": size[0], "height": size[1]})
        assert anna.page.evaluate(LIES_ON_ANOTHER) == [], size


def test_twenty_cards_at_site_are_readable_and_first_build_is_marked(
    arrive: Arrive, prepare: Prepare
) -> None:
    anna = arrive(calm=True)
    page = anna.page
    page.goto(prepare("babel", CROWDED, anna, "easy"))
    for width, height in ((1280, 800), (1100, 640), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#site-assyrian .slot").count() == 40
        assert page.evaluate(COLLIDING) == []

    page.goto(prepare("babel", FIRST_BUILD, anna, "easy"))
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#act-build-0")).to_contain_text("From your row: your total is 1.")
        expect(page.locator("#act-build-0")).to_be_in_viewport(ratio=1)
        ring = re.compile(f"0px 0px 0px {2 if width < height else 3}px")
        expect(page.locator("#temple-row-0")).to_have_css("box-shadow", ring)
        assert page.locator(".builder.near .may-build").evaluate(size) >= 12
    # An action that the chosen card does not allow stays visible, and says why.
    page.locator("#hand-mede").click()
    expect(page.locator("#act-travel")).to_be_hidden()
    expect(page.locator(".cannot-travel")).to_contain_text("Your stone is there.")
    expect(page.locator(".cannot-travel")).to_be_visible()
    page.locator("#act-build-0").click()
    expect(page.locator("#site-mede .temple.near")).to_have_class(re.compile(r"\bheight-1\b"))
    assert anna.complaints == []


def test_table_works_without_javascript(arrive: Arrive, prepare: Prepare) -> None:
    carla = arrive(script=False, calm=True)
    page = carla.page
    page.goto(prepare("babel", ALL_POWERS, carla, "easy"))
    use(page, "raze", "falls")
    height(page, "assyrian", "far", 0)
    page.locator(".migrate.from-mede > summary").click()
    page.locator("#migrate-mede-sumerian").click()
    expect(page.locator("#site-sumerian .near [data-tribe=mede]")).to_contain_text("3 Medes")
    page.locator("#hand-sumerian").click()
    page.locator("#act-settle").click()
    expect(page.locator("#site-assyrian .near [data-tribe=sumerian]")).to_have_count(1)
    page.locator("#hand-persian").click()
    page.locator("#act-travel").click()
    expect(page.locator("#site-persian #stone-0")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#site-assyrian #stone-0")).to_be_visible()
    page.locator("#act-end").click()
    expect(page.locator("#refusal p")).to_have_count(0)


def build_before_all(way: Way) -> float:
    """Prefer temples, which end the match, and continue a turn while something is possible."""
    likely = {"build": 1000.0, "power": 50.0, "end": 0.5}
    return likely.get(way.type, 1)


HALF_BUILT: Json = {
    "hands": [cards("MHS"), cards("PHA")],
    "sites": {
        "assyrian": site("AAA", "H", [1, 2, 3, 4], [1, 2, 3]),
        "mede": site("MMM", "P", [1, 2, 3], [1, 2, 3]),
        "hittite": site("HH", "AA", [1, 2, 3], [1, 2]),
    },
}
"""The temples are ten and eight levels high, of which fifteen end the match."""


def test_undo_has_no_frame_while_there_is_no_move_to_take_back(
    arrive: Arrive, prepare: Prepare
) -> None:
    anna = arrive(phone=True, calm=True)
    anna.page.goto(prepare("babel", CROWDED, anna, "easy"))
    undo = anna.page.locator(".undo[aria-disabled]")
    expect(undo).to_have_css("border-top-color", "rgba(0, 0, 0, 0)")


@pytest.mark.long
def test_whole_match_with_undo_is_played(arrive: Arrive, prepare: Prepare) -> None:
    """Play the second half of a match, or with thorough effort all of it."""
    anna = arrive(calm=True)
    page, rng = anna.page, Random(3)
    start = None if EFFORT == "thorough" else HALF_BUILT
    page.goto(prepare("babel", start, anna, "normal"))
    undo = page.locator(".undo:not([aria-disabled])")
    play([anna], rng, build_before_all, enough=lambda: undo.count() > 0)
    undo.click()
    expect(page.locator("#log-lines")).to_contain_text("takes back a move")
    with by_keys_alone(anna) as keys:
        play_to_the_end([anna], rng, build_before_all, keys)
    # Later either hand may be empty.
    page.goto(f"{page.url}replay/?step=0&view=all")
    expect(page.locator(".open-hand")).to_have_count(2)
    assert complaints(anna) == []
    assert anna.complaints == []
