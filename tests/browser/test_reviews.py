"""The page with the totals of a user's reviews, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings

from games.titles.registry import slugs
from tests.browser.conftest import Person
from tests.helpers.backstage import Backstage
from tests.helpers.languages import LANGUAGES

pytestmark = pytest.mark.browser
BROKEN = """() => {
  const lines = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size;
  };
  const cells = [...document.querySelectorAll(".balance tbody th .past-game, .balance thead th")];
  const broken = cells.filter((cell) =>
    cell.checkVisibility() && lines(cell) > cell.textContent.trim().split(/\\s+/).length);
  const region = document.querySelector(".chances-table");
  return [...broken.map((cell) => cell.textContent.trim()),
    ...region.scrollHeight > region.clientHeight + 1 ? ["a row out of sight"] : []];
}"""
"""Returns the words of the table that are broken, and whether it hides a row."""


def test_totals_of_reviews_fit_on_phone(
    arrive: Callable[..., Person], behind: Backstage, site: str
) -> None:
    anna, ben = arrive(phone=True, touch=True, calm=True), arrive()
    for game in slugs():
        match_id = behind.ask("played", game=game, names=[anna.name, ben.name])
        behind.ask("reviewed", match_id=match_id, name=anna.name)
    for language in LANGUAGES:
        anna.context.add_cookies(
            [{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": site}]
        )
        anna.page.goto("/reviews/")
        assert anna.page.locator("html").get_attribute("lang") == language
        assert anna.page.evaluate(BROKEN) == [], language
