"""The page with the totals of a user's reviews, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

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


@pytest.mark.parametrize("language", LANGUAGES)
def test_totals_of_reviews_fit_on_phone(
    language: str, arrive: Callable[..., Person], behind: Backstage
) -> None:
    anna, ben = arrive(phone=True, touch=True, calm=True), arrive()
    for game in slugs():
        match_id = behind.ask("played", game=game, names=[anna.name, ben.name])
        behind.ask("reviewed", match_id=match_id, name=anna.name)
    anna.context.set_extra_http_headers({"Accept-Language": language})
    anna.page.goto("/reviews/")
    assert anna.page.evaluate(BROKEN) == []
