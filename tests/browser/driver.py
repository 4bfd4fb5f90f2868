"""A driver that plays at a table of any game with the mouse.

It takes one reading of the page (its number, and every button and card that the page offers),
decides only from that reading, and waits until the page shows a newer number or a refusal. It
clicks only on targets of the reading, and only while the page still shows the same number. If the
page was redrawn in between, it reads the page again.

    play_to_the_end([anna, ben], Random(5))
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Error, Page, TimeoutError

from games.engine.contract import Json
from tests.browser.conftest import PATIENCE, Person

POLL = 20
"""Milliseconds between two checks of a page; a check at each frame costs too much CPU."""
GLANCE = 250
"""Milliseconds to wait for the page of one person before checking those of the others."""
MOST_DECISIONS = 600
"""More decisions than any match needs: a match that reaches this does not end."""

READ = """() => {
  const address = (element) => {
    const steps = [];
    for (; !element.id; element = element.parentElement)
      steps.unshift(`:nth-child(${[...element.parentElement.children].indexOf(element) + 1})`);
    return [`#${CSS.escape(element.id)}`, ...steps].join(" > ");
  };
  const table = document.getElementById("table");
  if (!table || document.readyState !== "complete") return null;
  // The offers need only be read if this person has to move.
  const asked = table.classList.contains("is-mine");
  const offered = asked ? table.querySelectorAll('button[form="move-form"]:enabled') : [];
  const hand = asked ? table.querySelectorAll('.hand label.card:has(> input:enabled)') : [];
  const ways = [];
  for (const button of offered) {
    const fold = button.closest("details:not([open])");
    const shown = fold ? fold.querySelector("summary") : button;
    if (!shown.checkVisibility() || button.closest("[aria-hidden=true]")) continue;
    ways.push({
      at: address(button),
      fold: fold ? address(shown) : "",
      move: JSON.parse(button.value),
      with_card: button.matches("[data-plays], [data-wants-card]"),
    });
  }
  const cards = [...hand].map(address);
  const chosen = table.querySelector(".hand input:checked");
  return {
    number: table.dataset.seen,
    scripted: Boolean(window.htmx),
    asked,
    over: table.classList.contains("is-over"),
    ways, cards, chosen: chosen ? address(chosen.closest("label")) : "",
  };
}"""

AIM = """({ number, at }) => {
  const table = document.getElementById("table");
  if (!table) return null;
  if (table.dataset.seen !== number) return { redrawn: true };
  if (document.querySelector(".htmx-request")) return null;
  const target = document.querySelector(at);
  if (!target || target.matches(":disabled, [inert] *") || !target.checkVisibility()) return null;
  const { left, top, width, height } = target.getBoundingClientRect();
  const place = [left, top, width, height].join();
  const stands = target.driverPlace === place;
  target.driverPlace = place;
  if (!stands) return null;
  for (const across of [0.5, 0.2, 0.8, 0.05, 0.95])
    for (const down of [0.5, 0.2, 0.8, 0.05, 0.95]) {
      const [x, y] = [left + width * across, top + height * down];
      if (!target.contains(document.elementFromPoint(x, y))) continue;
      if (window.htmx) {
        window.driverHit = false;
        const hit = (event) => (window.driverHit ||= event.composedPath().includes(target));
        addEventListener("click", hit, { capture: true, once: true });
      }
      document.querySelector("#refusal p")?.setAttribute("data-read", "");
      return { x, y };
    }
  // Out of sight, or below a fixed part of the page: try another scroll position.
  target.driverScrolls = (target.driverScrolls ?? 0) + 1;
  const block = ["center", "start", "end", "nearest"][(target.driverScrolls - 1) % 4];
  target.scrollIntoView({ block, behavior: "instant" });
  return null;
}"""
"""Returns where to click, once the target is visible, uncovered and does not move."""

CHANGED = """({ number, ready }) => {
  const table = document.getElementById("table");
  if (!table) return false;
  if (table.dataset.seen !== number) return true;
  if (document.querySelector("#refusal p:not([data-read])")) return true;
  return Boolean(ready && document.querySelector(ready));
}"""

CALLED = """(number) => {
  const table = document.getElementById("table");
  return table && (table.dataset.seen !== number || table.matches(".is-mine, .is-over"));
}"""


@dataclass(frozen=True)
class Way:
    """A button of the page that makes a move, possibly with a card of the hand."""

    at: str
    fold: str
    move: Json
    with_card: bool

    @property
    def type(self) -> str:
        return str(self.move["type"])


@dataclass(frozen=True)
class Reading:
    """The state of the page at one moment."""

    number: str
    scripted: bool
    asked: bool
    over: bool
    ways: list[Way]
    cards: list[str]
    chosen: str


Prefer = Callable[[Way], float]
"""Returns the weight of a way in the random choice; 0 excludes it."""
Decide = Callable[[Page, Random, Prefer], None]
"""Makes a move, with the mouse or with keys (tests/browser/keys.py)."""
NO_OTHERS: Mapping[str, Decide] = {}


def no_preference(_way: Way) -> float:
    return 1


def read(page: Page) -> Reading:
    """Read the page, after waiting until it is loaded."""
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        with suppress(Error):  # Another page was loaded: that one is read next.
            found: dict[str, Any] | None = page.evaluate(READ)
            if found is not None:
                ways = [Way(**way) for way in found.pop("ways")]
                return Reading(ways=ways, **found)
        page.wait_for_load_state()
        page.wait_for_selector("#table")
    raise TimeoutError(f"{page.url} shows no table")


def is_mine(page: Page) -> bool:
    """Return whether this person has to move."""
    return read(page).asked


def click(page: Page, reading: Reading, at: str) -> bool:
    """Click on a target unless the page was redrawn; return whether the click hit it."""
    aim = _until(page, reading.scripted, AIM, {"number": reading.number, "at": at})
    if "redrawn" in aim:
        return False
    page.mouse.click(aim["x"], aim["y"])
    with suppress(Error):  # The click loads another page.
        return bool(page.evaluate("window.driverHit !== false"))
    return True


def _until(page: Page, scripted: bool, what: str, arg: Any, patience: int = PATIENCE) -> Any:
    """Wait until a function in the page returns something, and return that."""
    if scripted:
        found = page.wait_for_function(what, arg=arg, polling=POLL, timeout=patience)
        return found.json_value()
    # A page without scripts cannot wait by itself.
    until = time.monotonic() + patience / 1000
    while time.monotonic() < until:
        with suppress(Error):  # Another page is being loaded.
            if answer := page.evaluate(what, arg):
                return answer
        page.wait_for_timeout(POLL)
    raise TimeoutError(f"{page.url} does not change")


def wait_for_change(page: Page, reading: Reading, ready: str = "") -> None:
    """Wait until the page shows a newer number or a refusal, or an element matches `ready`."""
    arg = {"number": reading.number, "ready": ready}
    _until(page, reading.scripted, CHANGED, arg)


def decide(page: Page, rng: Random, prefer: Prefer = no_preference) -> None:
    """Make one move, unless another player's move or a refusal ends the question first."""
    while (reading := read(page)).asked and not reading.over:
        if _try_to_move(page, reading, rng, prefer):
            return


def _try_to_move(page: Page, reading: Reading, rng: Random, prefer: Prefer) -> bool:
    """Try to move from this reading; return False if the page was redrawn in between."""
    way = _choose(reading.ways, rng, prefer)
    if way is None or way.with_card:
        assert reading.cards, f"{page.url} asks, and offers nothing"
        if not _choose_card(page, reading, rng.choice(reading.cards)):
            return False
        # The card may enable or disable some ways.
        with_card = [one for one in read(page).ways if one.with_card]
        way = way if way in with_card else _choose(with_card, rng, prefer)
        if way is None:
            return False
    elif way.fold:
        if not click(page, reading, way.fold):
            return False
        wait_for_change(page, reading, ready=f"details[open] {way.at}")
    if not click(page, reading, way.at):
        return False
    wait_for_change(page, reading)
    return True


def _choose(ways: list[Way], rng: Random, prefer: Prefer) -> Way | None:
    weights = [prefer(way) for way in ways]
    return rng.choices(ways, weights)[0] if any(weights) else None


def _choose_card(page: Page, reading: Reading, card: str) -> bool:
    """Choose this card of the hand; return False if the page was redrawn in between."""
    if card != reading.chosen:
        if not click(page, reading, card):
            return False
        wait_for_change(page, reading, ready=f"{card}:has(> input:checked)")
    return True


def play(
    people: Sequence[Person],
    rng: Random,
    prefer: Prefer = no_preference,
    *,
    most: int = MOST_DECISIONS,
    enough: Callable[[], bool] = lambda: False,
    otherwise: Mapping[str, Decide] = NO_OTHERS,
) -> int:
    """Play until the match is over on every page, and return the number of decisions.

    Args:
        people: The people who decide whenever they have to.
        rng: Chooses among the ways.
        prefer: The weights of the ways.
        most: The maximal number of decisions.
        enough: Ends the play early when it returns True after a decision.
        otherwise: Other ways to decide, by person; by default all use the mouse.
    """
    playing, decisions = list(people), 0
    while playing and decisions < most and not enough():
        shown = {person.name: read(person.page) for person in playing}
        playing = [person for person in playing if not shown[person.name].over]
        asked = [person for person in playing if shown[person.name].asked]
        if asked:
            otherwise.get(asked[0].name, decide)(asked[0].page, rng, prefer)
            decisions += 1
        elif playing:
            wait_to_be_called(playing, shown)
    return decisions


def play_to_the_end(
    people: Sequence[Person],
    rng: Random,
    prefer: Prefer = no_preference,
    otherwise: Mapping[str, Decide] = NO_OTHERS,
) -> None:
    """Play the whole match, until it is over on every page."""
    play(people, rng, prefer, otherwise=otherwise)
    for person in people:
        assert read(person.page).over, f"in {MOST_DECISIONS} decisions: {person.page.url}"


def whose_turn(people: Sequence[Person]) -> Person:
    """Return the first of these people who has to move, after waiting until one has to."""
    while True:
        shown = {person.name: read(person.page) for person in people}
        for person in people:
            if shown[person.name].asked:
                return person
        wait_to_be_called(people, shown)


def wait_to_be_called(people: Sequence[Person], shown: dict[str, Reading]) -> None:
    """Wait until any of these pages shows a newer table, a question or the end."""
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        for person in people:
            reading = shown[person.name]
            if not reading.scripted:
                person.page.reload()
            with suppress(TimeoutError):
                _until(person.page, reading.scripted, CALLED, reading.number, GLANCE)
                return
    raise TimeoutError(f"nothing happens: {people[0].page.inner_text('#ask')}")


def wait_until(page: Page, true: Callable[[], bool], what: str) -> None:
    """Wait for something that no page shows, while handling the browser's messages."""
    until = time.monotonic() + PATIENCE / 1000
    while not true():
        assert time.monotonic() < until, f"in vain: {what}"
        page.wait_for_timeout(POLL)


WORKS = "async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)"


def wait_for_worker(page: Page) -> None:
    """Wait until a service worker serves pages; `ready` would never end without one."""
    wait_until(page, lambda: bool(page.evaluate(WORKS)), "a service worker is active")


def choose_option(page: Page, name: str, value: str) -> None:
    """Choose a value of a group in a form by clicking on its label."""
    page.locator(f"label:has(> [name='{name}'][value='{value}'])").click()


def open_table(
    person: Person,
    *,
    seats: int,
    bots: int,
    public: bool = True,
    game: str = "condottiere",
    level: str = "easy",
    **options: str,
) -> None:
    """Open a table through the form; the last seats go to bots."""
    page = person.page
    page.goto(f"/games/{game}/open/")
    if page.locator("[name=seats][type=radio]").count():
        choose_option(page, "seats", str(seats))
    for seat in range(seats - bots, seats):
        choose_option(page, f"seat_{seat}", level)
    for name, value in options.items():
        choose_option(page, f"option_{name}", value)
    if not public:
        choose_option(page, "public", "no")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url("**/matches/*/")
