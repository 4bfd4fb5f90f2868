"""Cards of a hand: gold marks what may be chosen, and nothing else does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Person

pytestmark = pytest.mark.browser
TABLES = {
    "condottiere": "six-battle",
    "babel": "powers",
    "kabale": "two-seats",
    "kharnage": "four-armies",
}
EDGE = """(card) => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "var(--gold)";
  const gold = getComputedStyle(probe).color;
  probe.remove();
  const [first] = getComputedStyle(card).boxShadow.split(/,(?![^(]*\\))/);
  return { gold: first.includes(gold), lengths: first.match(/-?[\\d.]+px/g).join(" ") };
}"""
"""Returns whether a card's edge is gold, and its offsets, blur and width."""


@pytest.mark.parametrize("slug", TABLES)
def test_gold_underlines_playable_card_and_rings_chosen_one(
    arrive: Callable[..., Person], slug: str
) -> None:
    page = arrive(calm=True, staff=True).page
    page.goto(f"/styleguide/{slug}/{TABLES[slug]}/")
    card = page.locator(".hand label.card").first
    assert card.evaluate(EDGE) == {"gold": True, "lengths": "0px 3px 0px 0px"}
    card.click()
    page.mouse.move(3, 3)
    assert card.evaluate(EDGE) == {"gold": True, "lengths": "0px 0px 0px 3px"}
