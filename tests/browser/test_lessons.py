"""A lesson on a phone, by touch, with a coach and moves of the other players."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.lessons.course import Course, lesson_of
from tests.browser.conftest import Person
from tests.helpers.lessons import onward

pytestmark = pytest.mark.browser
COVERED = """(find) => {
  const thing = document.querySelector(find).getBoundingClientRect();
  const coach = document.getElementById("coach").getBoundingClientRect();
  return thing.top < coach.bottom && thing.bottom > coach.top;
}"""

GO_ON = """(token) => document.querySelector(`#coach-next[data-goes-on="${token}"]`)?.click()"""


def test_first_lesson_is_played_on_phone(arrive: Callable[..., Person]) -> None:
    visitor = arrive(phone=True, touch=True, calm=True, account=False)
    page = visitor.page
    slug, lesson = "condottiere", lesson_of("condottiere", "first-kingdom")
    course = Course(slug, lesson)
    page.goto(f"/learn/{slug}/{lesson.slug}/")
    wrong_said = played = False
    while not course.is_over:
        expect(page.locator("#coach")).to_have_attribute("data-token", course.place.token)
        # A new question ignores clicks for a moment (static/js/guard.js).
        expect(page.locator("#room:not([data-resting])")).to_be_attached()
        if course.step is None:
            # The other players move automatically; after the first time a person may skip this.
            if played:
                page.evaluate(GO_ON, course.place.token)
            played = True
            course = next(onward(course))
            continue
        if not course.step.awaited:
            page.locator("#coach-next").tap()
        else:
            after = next(onward(course))
            move = after.place.done[-1]
            assert move is not None
            if move["type"] == "play":
                if not wrong_said:
                    page.locator('label:has([name=card][value="m2"])').tap()
                    page.locator("#act-play").tap()
                    expect(page.locator("#coach-wrong")).to_be_visible()
                    wrong_said = True
                card = f'label:has([name=card][value="{move["card"]}"])'
                assert not page.evaluate(COVERED, card)
                page.locator(card).tap()
                page.locator("#act-play").tap()
            elif move["type"] == "choose":
                # The first touch shows the effect.
                for _ in range(2):
                    page.locator(f"#fight-{move['city']}").tap()
            else:
                page.locator("#act-pass").tap()
        course = next(onward(course))
    expect(page.locator("#coach.is-over")).to_be_visible()
    assert wrong_said
    page.goto("/learn/")
    expect(page.locator(".lessons .is-done")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert visitor.complaints == []
