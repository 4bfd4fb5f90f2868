"""A lesson on a phone, by touch, with a coach and moves of the other players."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, count
from pathlib import Path

import pytest
from django.utils import translation
from playwright.sync_api import expect

from core.fastpath.template_compiler import render
from games.lessons.checking import one_way, onward
from games.lessons.course import Course, lesson_of
from games.lessons.presenters import lesson_table
from games.titles.registry import titles
from tests.browser.conftest import GUIDED, Person, console_errors
from tests.browser.test_type import type_faults
from tests.helpers.effort import covering

pytestmark = pytest.mark.browser
COVERED = """(find) => {
  const thing = document.querySelector(find).getBoundingClientRect();
  const coach = document.getElementById("coach").getBoundingClientRect();
  return thing.top < coach.bottom && thing.bottom > coach.top;
}"""

SHOW = """async (html) => {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  document.getElementById("table").replaceWith(document.importNode(next, true));
  for (const name of ["htmx:afterSwap", "htmx:afterSettle"])
    document.dispatchEvent(new CustomEvent(name, { detail: {} }));
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  document.querySelector("[data-banner]").hidden = true;
}"""
"""Shows a step of a lesson as an answer of the server does, after the banner of its highlight."""

HIDDEN = """() => {
  const pointed = [...document.querySelectorAll("#table .is-pointed")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width)
    .filter((one) => getComputedStyle(one).display !== "contents");
  const parts = [document.getElementById("coach"), document.querySelector("#table .table-head")];
  const inSight = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    for (const share of [0.5, 0.1, 0.9]) {
      const found = document.elementFromPoint(x, top + (bottom - top) * share);
      if (found && !parts.some((part) => part.contains(found))) return true;
    }
    return false;
  };
  if (!pointed.length) return "nothing";
  return pointed.some(inSight) ? "" : pointed[0].outerHTML.slice(0, 90);
}"""
"""Returns what the coach points at if it is covered or out of the window; "" if it is in sight."""

CUT_OFF = """() => {
  for (const one of document.querySelectorAll("#table .is-pointed")) {
    const { left, right, width, height } = one.getBoundingClientRect();
    const { outlineWidth, outlineOffset } = getComputedStyle(one);
    const far = parseFloat(getComputedStyle(one).getPropertyValue("--far"));
    const beyond = parseFloat(outlineWidth) + Math.max(parseFloat(outlineOffset), far);
    let [from, to] = [0, innerWidth];
    for (let box = one.parentElement; box; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== "visible") {
        from = Math.max(from, box.getBoundingClientRect().left);
        to = Math.min(to, box.getBoundingClientRect().right);
      }
    const whole = left >= from && right <= to;
    if (width && (height < 8 || (whole && (left - beyond < from || right + beyond > to))))
      return `a frame is cut off: ${one.outerHTML.slice(0, 90)}`;
  }
  return "";
}"""
"""Returns what the coach points at if its frame is flat, or at its widest is cut off at a side."""

IN_MAP = """() => {
  const map = document.querySelector(".map-box").getBoundingClientRect();
  const cities = [...document.querySelectorAll("#board .town.is-kingdom")];
  return cities.length === 4 && cities.every((city) => {
    const { top, bottom } = city.getBoundingClientRect();
    return top >= map.top && bottom <= map.bottom;
  });
}"""
OUT_OF_SIGHT = (Path(__file__).parent / "sight.js").read_text("utf-8")
GO_ON = """(token) => document.querySelector(`#coach-next[data-goes-on="${token}"]`)?.click()"""


def test_first_lesson_is_played_on_phone(arrive: Callable[..., Person]) -> None:
    visitor = arrive(phone=True, touch=True, calm=True, account=False)
    page, errors = visitor.page, console_errors(visitor.page)
    slug, lesson = "condottiere", lesson_of("condottiere", "first-kingdom")
    course = Course(slug, lesson)
    page.goto(f"/learn/{slug}/{lesson.slug}/")
    wrong_said = played = False
    while not course.is_over:
        expect(page.locator("#coach")).to_have_attribute("data-token", course.place.token)
        # A new question ignores clicks for a moment (static/js/table.js).
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
                page.locator(".map-box").evaluate("(map) => map.scrollTo(0, map.scrollHeight)")
                page.locator("#act-pass").tap()
        course = next(onward(course))
    expect(page.locator("#coach.is-over")).to_be_visible()
    assert wrong_said
    expect(page.locator(".last-battle")).to_contain_text("You take")
    # The map shows the kingdom that the coach speaks of.
    page.wait_for_function(IN_MAP)
    page.goto("/learn/")
    expect(page.locator(".lessons .is-done")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert errors == visitor.complaints == []


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
def test_coach_never_covers_what_it_points_at(arrive: Callable[..., Person], phone: bool) -> None:
    """Show each step of each lesson of a game in one page, because loading pages is slow.

    A phone has the guide on, and shows what each question is about without scrolling. Steps take
    turns with the two sizes; EFFORT=thorough shows each at both. All use the type and shadows of
    the design (test_type.py).
    """
    learner = arrive(phone=phone, touch=phone, calm=True, account=False)
    page = learner.page
    faults: dict[str, list[str]] = {}
    turn = count()
    for slug, lessons in ((title.slug, title.lessons) for title in titles() if title.lessons):
        if phone:
            learner.context.add_init_script(GUIDED.replace("GAME", slug))
        page.goto(f"/learn/{slug}/{lessons[0].slug}/")
        if found := type_faults(page):
            faults[slug] = found
        for course in chain.from_iterable(one_way(slug, lesson) for lesson in lessons):
            if course.step is None or not (course.step.focus or course.step.awaited):
                continue
            if phone not in covering((True, False), next(turn)):
                continue
            with translation.override("en"):
                table = lesson_table(course, "Ada")
                html = render("matches/_table.html", {"match": table.match, "table": table})
            page.evaluate(SHOW, html)
            found = page.evaluate(OUT_OF_SIGHT) if phone and course.step.awaited else []
            if course.step.focus and (hidden := page.evaluate(HIDDEN)):
                found.append(hidden)
            if phone and (cut := page.evaluate(CUT_OFF)):
                found.append(cut)
            if found:
                faults[f"{slug} {course.lesson.slug} {course.place.token}"] = found
    assert faults == {}
    assert learner.complaints == []
