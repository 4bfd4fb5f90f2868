"""Puzzles: one solved with only the keyboard, one answered wrong by touch on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.engine.contract import Json
from games.engine.puzzles import Puzzle
from games.puzzles.library import puzzles_of
from games.rating import START
from tests.browser.conftest import PHONE, Person, console_errors
from tests.browser.driver import read
from tests.browser.keys import Keyboard, press
from tests.helpers.values import not_none

pytestmark = pytest.mark.browser
CUT_OFF = """() => [...document.querySelectorAll("#board .unit-face")].filter((face) => {
  const top = face.getBoundingClientRect().top + face.clientTop;
  const marks = [...face.querySelectorAll(".mark .emblem")];
  return marks.some((mark) => mark.checkVisibility() && mark.getBoundingClientRect().top < top - 1);
}).map((face) => face.textContent)"""
"""Cards whose marks reach over their upper edge."""

HIDDEN = """(columns) => columns.map((column) =>
  [column.childElementCount, column.scrollHeight - column.clientHeight])"""


def link_of_the_day(page: Page, game: str) -> Locator:
    """Open the puzzle of the day from the page of puzzles."""
    return page.get_by_role("region", name=game).get_by_role("link", name="Puzzle of the day")


def open_first(page: Page, slug: str) -> Puzzle:
    """Open the first puzzle of a game, the same every day."""
    puzzle = next(iter(puzzles_of(slug).values()))
    page.goto(f"/puzzles/{slug}/{puzzle.key}/")
    return puzzle


def card_for(page: Page, move: Json) -> str:
    """Return the card of the hand that a move names, or "" if it names none."""
    cards = [f"#table .hand label:has(> [name='{name}'][value='{move[name]}'])" for name in move]
    return next((card for card in cards if page.locator(card).count()), "")


def button_for(page: Page, move: Json) -> str:
    """Return the button that makes this move with the chosen card."""
    ways = [way for way in read(page).ways if way.move.items() <= move.items()]
    assert ways, f"{page.url} does not offer {move}"
    return max(ways, key=lambda way: len(way.move)).at


def test_plans_are_chosen_by_tap_below_whole_armies_on_phone(arrive: Callable[..., Person]) -> None:
    page = arrive(phone=True, touch=True, calm=True).page

    def go_to(kind: str) -> None:
        all_of_them = puzzles_of("kharnage").values()
        asked = (one.key for one in all_of_them if one.best.moves[0]["type"] == kind)
        page.goto(f"/puzzles/kharnage/{next(asked)}/")

    go_to("target")
    buttons, plan = (page.locator(f"#my-side {part}").first for part in (".acts", ".plan"))
    over, under = buttons.bounding_box(), plan.bounding_box()
    assert over, "no buttons"
    assert under, "no plans"
    assert over["y"] + over["height"] <= under["y"]
    go_to("plan")
    # Both armies are in sight, between the question and the puzzle's words.
    head, board, coach = (
        not_none(page.locator(part).bounding_box()) for part in (".table-head", "#board", "#coach")
    )
    assert head["y"] + head["height"] <= board["y"]
    assert board["y"] + board["height"] <= coach["y"]
    # On their low cards a name of two lines leaves room for what the card adds.
    assert page.evaluate(CUT_OFF) == []
    plans = page.locator(".plans-hand label.card:visible")
    expect(plans.nth(1)).to_be_visible()
    for plan in plans.all():
        plan.tap(position={"x": 10, "y": 10})
        expect(plan.locator("input")).to_be_checked()


def test_columns_of_at_most_five_cards_are_whole_on_phone(arrive: Callable[..., Person]) -> None:
    page = arrive(phone=True, touch=True, calm=True).page
    shown: set[int] = set()
    for key in puzzles_of("kabale"):
        page.goto(f"/puzzles/kabale/{key}/")
        for cards, hidden in page.locator(".cast").evaluate_all(HIDDEN):
            assert hidden == 0 or cards > 5, f"{cards} cards, in {key}"
            shown.add(cards)
        if shown >= {3, 4, 5}:
            break


def test_puzzle_solved_with_keyboard_counts(arrive: Callable[..., Person]) -> None:
    anna = arrive(calm=True)
    page, errors = anna.page, console_errors(anna.page)
    page.goto("/puzzles/")
    link_of_the_day(page, "Kharnage").press("Enter")
    expect(page.locator("#coach")).to_contain_text("Your first answer changes your rating.")
    puzzle = open_first(page, "kharnage")
    best = puzzle.best.moves[0]
    if card := card_for(page, best):
        assert Keyboard(page).reach(read(page), card)
        if not page.locator(f"{card} input:checked").count():
            page.keyboard.press("Space")
    assert press(page, read(page), button_for(page, best), "Enter")

    verdict = page.locator("#coach")
    expect(verdict.get_by_role("status")).to_contain_text("Right! This is the strongest move.")
    expect(page.locator("#ask")).to_have_text("You found it!")
    expect(verdict.locator(".is-best")).to_contain_text("your move")
    expect(verdict.locator(".is-best")).to_contain_text(f"wins {puzzle.best.chance} of 100")
    became = re.compile(r"changed your rating to (\d+) \(\+(\d+)\)")
    rating, change = not_none(became.search(verdict.inner_text())).groups()
    assert int(rating) == START + int(change) > START
    # The focus is kept, and leads to the next puzzle.
    assert Keyboard(page).reach(read(page), "#puzzle-next")
    page.goto("/puzzles/")
    expect(page.locator(".game-kharnage")).to_contain_text(f"your rating {rating}")
    expect(page.locator(".game-kharnage")).to_contain_text(
        f"1 of {len(puzzles_of('kharnage'))} solved"
    )
    assert errors == anna.complaints == []


def answer(page: Page, move: Json) -> None:
    """Give an answer as a player at the table does."""
    if card := card_for(page, move):
        page.locator(card).click()
    page.locator(button_for(page, move)).click()


def test_storm_counts_down_and_ends_after_three_mistakes(arrive: Callable[..., Person]) -> None:
    anna = arrive(phone=True, calm=True)
    page, errors = anna.page, console_errors(anna.page)
    page.goto("/puzzles/")
    page.get_by_role("region", name="Kabale und Hiebe").get_by_role("link", name="Storm").click()
    page.get_by_role("button", name="Start").click()
    clock, panel = page.get_by_role("timer"), page.locator("#coach")
    begun = clock.inner_text()
    expect(clock).not_to_have_text(begun)
    expect(clock).to_have_text(re.compile(r"[0-2]:[0-5]\d"))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for number in range(3):
        expect(panel).to_contain_text(f"{number} of 3 mistakes")
        key = page.locator("#table input[name=turn_token]").input_value()
        answer(page, puzzles_of("kabale")[key].worths[-1].moves[0])
    expect(page.get_by_role("heading", name="0 puzzles solved")).to_be_visible()
    expect(page.get_by_role("link", name="Mistake 3")).to_be_visible()
    expect(page.get_by_role("button", name="Start another storm")).to_be_visible()
    assert errors == anna.complaints == []


@pytest.mark.parametrize(
    ("name", "part"), [("Kabale und Hiebe", ".lane"), ("Condottiere", ".army")]
)
def test_wrong_answer_on_phone_leaves_board_in_sight_and_unfolds_best_move(
    arrive: Callable[..., Person], name: str, part: str
) -> None:
    visitor = arrive(phone=True, touch=True, calm=True, account=False)
    page, errors = visitor.page, console_errors(visitor.page)
    page.goto("/puzzles/")
    link_of_the_day(page, name).tap()
    expect(page.locator("#coach")).to_contain_text("Find it with what you can see and remember.")
    puzzle = open_first(page, name.split()[0].lower())
    height = not_none(page.locator("#board").bounding_box())["height"]
    worst = puzzle.worths[-1]
    if card := card_for(page, worst.moves[0]):
        page.locator(card).tap()
    page.locator(button_for(page, worst.moves[0])).tap()

    verdict = page.locator("#coach")
    cost = puzzle.best.chance - worst.chance
    expect(verdict.get_by_role("status")).to_contain_text(f"it gives away {cost} win")
    expect(page.locator("#ask")).to_have_text("Another move is stronger.")
    expect(verdict).not_to_contain_text("rating")
    for shown in ("puzzle-next", "coach-title"):
        expect(page.locator(f"#{shown}")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    # The verdict covers nothing that it is about.
    expect(verdict.locator(".is-best b")).to_be_hidden()
    top = not_none(verdict.bounding_box())["y"]
    parts = [not_none(one.bounding_box()) for one in page.locator(part).all()]
    assert max(one["y"] + one["height"] for one in parts) <= top
    assert not_none(page.locator("#board").bounding_box())["height"] > height - 100
    # The explanation opens over the board.
    verdict.get_by_text("See the strongest move").tap()
    expect(verdict.locator(".is-best b")).to_be_visible()
    expect(verdict.locator(".is-best")).to_contain_text(f"wins {puzzle.best.chance} of 100")
    expect(verdict.locator("li", has_text="your move")).to_contain_text(f"wins {worst.chance} of")
    expect(page.locator("#puzzle-next")).to_be_in_viewport()
    page.get_by_role("button", name="Repeat").tap()
    expect(verdict).to_contain_text("Only your first answer counts.")
    assert errors == visitor.complaints == []
