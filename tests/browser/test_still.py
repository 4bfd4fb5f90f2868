"""Nothing jumps: in a match of each game, the parts of the table stay where they are.

A browser reports each layout shift with a value: the part of the window that moved, times how far
(https://web.dev/articles/cls). Shifts right after a tap count here as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.titles.registry import slugs
from tests.browser.conftest import Person
from tests.browser.driver import MOST_DECISIONS, Way, play, read
from tests.helpers.effort import EFFORT

pytestmark = pytest.mark.browser
MOST = 0.01
"""The most that the shifts of one step of a match may add up to, on average over the match. What
answers one's own taps is counted too, which browsers leave out."""
DECISIONS = MOST_DECISIONS if EFFORT == "thorough" else 10
"""The decisions of a person in a match; later ones are like those before."""
RECORD = """(() => {
  window.shifts = [];
  const by = ({ node, previousRect: was, currentRect: is }) => {
    const name = node?.id || node?.className || node?.localName;
    return `${name} ${Math.round(is.x - was.x)} ${Math.round(is.y - was.y)}`;
  };
  new PerformanceObserver((list) => {
    const table = document.querySelector("#table:not(.is-over)");
    for (const { value, sources } of table ? list.getEntries() : [])
      window.shifts.push([table.dataset.seen, value, sources.map(by)]);
  }).observe({ type: "layout-shift", buffered: true });
})()"""
"""Collects the shifts until the match is over, when its end takes the place of the board."""


def soon_over(way: Way) -> float:
    """Prefer what ends turns and battles, so that a match is short."""
    return 3 if way.type in ("pass", "end", "build") else 1


@pytest.mark.long
def test_match_on_phone_moves_nothing(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(phone=True, touch=True, calm=True, guided=True)
    page = anna.page
    page.add_init_script(RECORD)
    for slug in slugs():
        page.goto(prepare(slug, None, anna, "easy"))
        page.evaluate("shifts.length = 0")
        decided = play([anna], Random(3), soon_over, most=DECISIONS)
        assert decided == DECISIONS or read(page).over
        shifts: list[tuple[str, float, list[str]]] = page.evaluate("shifts")
        by_step: dict[str, float] = defaultdict(float)
        for step, value, _parts in shifts:
            by_step[step] += value
        steps = int(page.get_attribute("#table", "data-seen") or 0)
        worst: list[Any] = sorted(shifts, key=lambda shift: -shift[1])[:8]
        average = sum(by_step.values()) / steps
        assert average <= MOST, f"{slug}: {average:.3f} a step; the largest: {worst}"
    assert anna.complaints == []
